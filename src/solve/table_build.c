/* kw_tables_build: one layer after the other, each written before the next is begun. */
#include "base/crew.h"
#include "base/error.h"
#include "base/large.h"
#include "solve/layer.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* Below so many positions more threads would only wait for each other. */
enum { SHARED_POSITIONS = 100000 };

struct build {
    struct endgame_index index;
    const char *directory;
    char name[ENDGAME_NAME];
    unsigned threads;
    struct known_layers known;
    struct kw_progress progress;
    double before;  /* positions of the layers below */
    uint64_t check; /* of the layer below */
    kw_go_on *go_on;
    void *context;
};

static bool no_memory(struct kw_error *error) {
    return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
}

static bool stopped(struct kw_error *error) {
    return error_set(error, KW_STOPPED, 1, "stopped; what is finished is kept");
}

/* ---- the arrays of a layer --------------------------------------------------------------------
 */

static bool planes_open(struct endgame_planes *planes, uint64_t positions) {
    size_t count = (size_t)positions;
    planes->lower = malloc(count);
    planes->upper = malloc(count);
    planes->reach = malloc(count * sizeof *planes->reach);
    planes->hold = malloc(count * sizeof *planes->hold);
    return planes->lower != NULL && planes->upper != NULL && planes->reach != NULL &&
           planes->hold != NULL;
}

static void planes_close(struct endgame_planes *planes) {
    free(planes->lower);
    free(planes->upper);
    free(planes->reach);
    free(planes->hold);
    *planes = (struct endgame_planes){0};
}

/* Keeps the bounds for the layers above, and gives the rest back. */
static void keep_layer(struct build *build, unsigned seeds, struct endgame_planes *planes) {
    bool both = build->index.cycles == ENDGAME_CYCLES_OPEN;
    build->known.lower[seeds] = planes->lower;
    build->known.upper[seeds] = both ? planes->upper : planes->lower;
    planes->lower = NULL;
    if (both)
        planes->upper = NULL;
    planes_close(planes);
}

/* ---- a layer that is there --------------------------------------------------------------------
 */

static bool file_fits(const struct build *build, unsigned seeds, const struct endgame_file *file) {
    return strcmp(file->name, build->name) == 0 && file->seeds == seeds &&
           file->positions == endgame_layer(&build->index, seeds) && file->below == build->check &&
           file->planes == 1u + (build->index.cycles == ENDGAME_CYCLES_OPEN);
}

/* Reads a layer; false with a sentence. */
static bool read_layer(struct build *build, unsigned seeds, const char *path,
                       struct kw_error *error) {
    struct endgame_file file;
    struct endgame_planes planes = {0};
    if (!endgame_file_open(&file, path, error))
        return false;
    bool good = file_fits(build, seeds, &file);
    if (!good)
        error_set(error, KW_BAD_TABLE, 1, "'%.300s': it does not belong to the other tables here",
                  path);
    if (good && !planes_open(&planes, file.positions))
        good = no_memory(error);
    if (good) {
        struct endgame_planes wanted = {.lower = planes.lower, .upper = planes.upper};
        good = endgame_file_load(&file, &wanted, build->threads);
        if (!good)
            error_set(error, KW_BAD_TABLE, 1, "'%.300s': it is damaged", path);
    }
    if (good) {
        build->check = file.check;
        keep_layer(build, seeds, &planes);
    }
    planes_close(&planes);
    endgame_file_close(&file);
    return good;
}

/* ---- a layer that is not ----------------------------------------------------------------------
 */

static bool tell_progress(struct build *build, double done) {
    build->progress.done = build->before + done;
    return build->go_on == NULL || build->go_on(build->context, &build->progress);
}

static bool watch_layer(void *context, double part) {
    struct build *build = context;
    return tell_progress(build, part * (double)endgame_layer(&build->index, build->progress.seeds));
}

/* Threads that solve a layer together. */
struct solving {
    struct layer_task task;
    struct thread_exchange *shared;
    enum layer_end end; /* as the first of them says; all agree */
};

static void solve_work(void *context, size_t member) {
    struct solving *solving = context;
    struct thread_transport transport = thread_transport(solving->shared, (unsigned)member);
    struct layer_task task = solving->task;
    size_t first = (size_t)layer_first(task.positions, transport.transport.ranks, (unsigned)member);
    task.planes.lower += first;
    task.planes.upper += first;
    task.planes.reach += first;
    task.planes.hold += first;
    enum layer_end end = layer_solve(&task, &transport.transport);
    if (member == 0)
        solving->end = end;
}

static enum layer_end solve_layer(struct build *build, const struct layer_task *task) {
    struct solving solving = {.task = *task};
    unsigned threads = task->positions < SHARED_POSITIONS ? 1 : build->threads;
    bool done = false;
    if (threads > 1) {
        solving.shared = thread_exchange_new(threads);
        done = solving.shared != NULL && crew_work_all(threads, solve_work, &solving);
        thread_exchange_free(solving.shared);
    }
    if (!done) {
        struct transport alone = transport_alone();
        solving.end = layer_solve(task, &alone);
    }
    return solving.end;
}

static bool write_layer(struct build *build, unsigned seeds, const char *path,
                        const struct endgame_planes *planes, struct kw_error *error) {
    struct endgame_file file;
    struct endgame_draft draft = {.name = build->name,
                                  .seeds = seeds,
                                  .positions = endgame_layer(&build->index, seeds),
                                  .below = build->check,
                                  .planes = *planes};
    if (build->index.cycles != ENDGAME_CYCLES_OPEN)
        draft.planes.upper = NULL, draft.planes.hold = NULL;
    if (build->index.cycles == ENDGAME_NO_CYCLES)
        draft.planes.reach = NULL;
    if (!endgame_file_write(path, &draft, build->threads, error) ||
        !endgame_file_open(&file, path, error))
        return false;
    build->check = file.check;
    endgame_file_close(&file);
    return true;
}

static bool make_layer(struct build *build, unsigned seeds, const char *path,
                       struct kw_error *error) {
    struct endgame_planes planes = {0};
    uint64_t positions = endgame_layer(&build->index, seeds);
    if (!planes_open(&planes, positions)) {
        planes_close(&planes);
        return no_memory(error);
    }
    struct layer_task task = {.index = &build->index,
                              .seeds = seeds,
                              .positions = positions,
                              .known = &build->known,
                              .planes = planes,
                              .watch = watch_layer,
                              .context = build};
    enum layer_end end = solve_layer(build, &task);
    bool good = end == LAYER_DONE     ? write_layer(build, seeds, path, &planes, error)
                : end == LAYER_FAILED ? no_memory(error)
                                      : stopped(error);
    if (good)
        keep_layer(build, seeds, &planes);
    planes_close(&planes);
    return good;
}

/* ---- the whole --------------------------------------------------------------------------------
 */

static bool file_is_there(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file != NULL)
        fclose(file);
    return file != NULL;
}

/*
 * Whether the machine has the memory for the layers that are not there: that is said before hours
 * are spent on the first of them.
 */
static bool memory_suffices(const struct build *build, struct kw_error *error) {
    char path[KW_TEXT];
    unsigned seeds = build->progress.most;
    if (endgame_path(path, sizeof path, build->directory, build->name, seeds) &&
        file_is_there(path))
        return true;
    double mib = 1024 * 1024, needed = (double)layer_bytes(&build->index, seeds) / mib,
           there = (double)large_machine() / mib;
    return needed <= there ||
           error_set(error, KW_NO_MEMORY, 1,
                     "to build the table of %u seeds takes about %.0f MiB of memory, and this "
                     "machine has %.0f",
                     seeds, needed, there);
}

static bool build_layers(struct build *build, struct kw_error *error) {
    for (unsigned seeds = 0; seeds <= build->progress.most; seeds++) {
        char path[KW_TEXT];
        build->progress.seeds = seeds;
        if (!endgame_path(path, sizeof path, build->directory, build->name, seeds))
            return error_set(error, KW_NO_FILE, 1, "the path of the folder is too long");
        bool there = file_is_there(path);
        if (!tell_progress(build, 0))
            return stopped(error);
        if (!(there ? read_layer(build, seeds, path, error)
                    : make_layer(build, seeds, path, error)))
            return false;
        build->before += (double)endgame_layer(&build->index, seeds);
    }
    return tell_progress(build, 0) || stopped(error);
}

/* Adds up the positions; false with a sentence if a layer has too many. */
static bool count_positions(struct build *build, struct kw_error *error) {
    for (unsigned seeds = 0; seeds <= build->progress.most; seeds++) {
        uint64_t positions = endgame_layer(&build->index, seeds);
        if (positions >= LAYER_POSITIONS)
            return error_set(error, KW_BAD_VALUE, 1,
                             "with %u seeds there are too many positions: %u is the most", seeds,
                             seeds - 1);
        build->progress.positions += positions;
    }
    return true;
}

static bool build_locked(struct build *build, struct kw_error *error) {
    if (!folder_make(build->directory))
        return error_set(error, KW_NO_FILE, 1, "cannot make the folder '%.300s': %s",
                         build->directory, strerror(errno));
    int lock = folder_lock(build->directory);
    if (lock < 0 && errno == EWOULDBLOCK)
        return error_set(error, KW_NO_FILE, 1, "another build is at work in '%.300s'",
                         build->directory);
    if (lock < 0)
        return error_set(error, KW_NO_FILE, 1, "cannot open the folder '%.300s': %s",
                         build->directory, strerror(errno));
    bool good = build_layers(build, error);
    folder_unlock(lock);
    return good;
}

bool kw_tables_build(const struct kw_game *game, const char *directory, unsigned seeds,
                     unsigned threads, kw_go_on *go_on, void *context, struct kw_error *error) {
    struct build build = {.directory = directory,
                          .threads = threads == 0                 ? 1
                                     : threads > KW_TABLE_THREADS ? KW_TABLE_THREADS
                                                                  : threads,
                          .progress = {.most = seeds},
                          .go_on = go_on,
                          .context = context};
    if (seeds > ENDGAME_SEEDS || seeds > game->rules->seeds)
        return error_set(error, KW_BAD_VALUE, 1, "a table of this game has at most %u seeds",
                         game->rules->seeds < ENDGAME_SEEDS ? game->rules->seeds : ENDGAME_SEEDS);
    if (!endgame_index_open(&build.index, game, seeds, error))
        return false;
    endgame_name(game, build.name);
    bool good = count_positions(&build, error) && memory_suffices(&build, error) &&
                build_locked(&build, error);
    known_layers_free(&build.known);
    endgame_index_close(&build.index);
    return good;
}
