#include "tablebases/table_work.h"

#include "base/error.h"
#include "base/parallel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

bool table_stopped(struct kw_error *error) {
    return error_set(error, KW_STOPPED, 1, "stopped; what is finished is kept");
}

/* ---- beginning and end ----------------------------------------------------------------------- */

/* Adds up the positions; false with an error if a layer has too many. */
static bool table_work_count_positions(struct table_work *work, unsigned ranks,
                                       struct kw_error *error) {
    for (unsigned seeds = 0; seeds <= work->progress.most; seeds++) {
        uint64_t positions = endgame_layer(&work->index, seeds);
        if (positions / ranks >= LAYER_POSITIONS - ENDGAME_BLOCK)
            return error_set(error, KW_BAD_VALUE, 1,
                             "with %u seeds there are too many positions: the maximum is %u", seeds,
                             seeds - 1);
        work->progress.positions += positions;
    }
    return true;
}

bool table_work_open(struct table_work *work, const struct kw_game *game, unsigned seeds,
                     unsigned ranks, struct kw_error *error) {
    work->progress.most = seeds;
    if (seeds > ENDGAME_SEEDS || seeds > game->rules->seeds)
        return error_set(error, KW_BAD_VALUE, 1, "a table of this game has at most %u seeds",
                         game->rules->seeds < ENDGAME_SEEDS ? game->rules->seeds : ENDGAME_SEEDS);
    if (!endgame_index_open(&work->index, game, seeds, error))
        return false;
    endgame_name(game, work->name);
    return table_work_count_positions(work, ranks, error);
}

void table_work_close(struct table_work *work) {
    known_layers_free(&work->known);
    endgame_index_close(&work->index);
}

bool table_work_failed(struct kw_error *error) {
    if (error != NULL && error->code == KW_BAD_TABLE) {
        size_t length = strlen(error->message);
        snprintf(error->message + length, sizeof error->message - length,
                 "; remove that file to build it again");
    }
    return false;
}

int table_work_lock(const struct table_work *work, struct kw_error *error) {
    if (!folder_create(work->directory)) {
        error_set(error, KW_NO_FILE, 1, "cannot make the folder '%.300s': %s", work->directory,
                  strerror(errno));
        return -1;
    }
    int lock = folder_lock(work->directory);
    if (lock < 0 && errno == EWOULDBLOCK)
        error_set(error, KW_NO_FILE, 1, "'%.300s' is in use by another build", work->directory);
    else if (lock < 0)
        error_set(error, KW_NO_FILE, 1, "cannot open the folder '%.300s': %s", work->directory,
                  strerror(errno));
    return lock;
}

bool table_work_report(struct table_work *work, double done) {
    work->progress.done = work->before + done;
    return work->report == NULL || work->report(work->context, &work->progress);
}

bool table_work_layer_progress(void *context, double part) {
    struct table_work *work = context;
    return table_work_report(work,
                             part * (double)endgame_layer(&work->index, work->progress.seeds));
}

/* ---- files ----------------------------------------------------------------------------------- */

bool table_work_path(const struct table_work *work, unsigned seeds, char path[KW_TEXT],
                     struct kw_error *error) {
    return endgame_path(path, KW_TEXT, work->directory, work->name, seeds) ||
           error_set(error, KW_NO_FILE, 1, "the path of the folder is too long");
}

static bool table_work_file_matches(const struct table_work *work, unsigned seeds,
                                    const struct endgame_file *file) {
    return strcmp(file->name, work->name) == 0 && file->seeds == seeds &&
           file->positions == endgame_layer(&work->index, seeds) && file->below == work->check &&
           file->planes == 1u + (work->index.cycles == ENDGAME_CYCLES_OPEN) &&
           (file->distance > 0 || work->index.cycles == ENDGAME_NO_CYCLES);
}

bool table_work_open_file(const struct table_work *work, unsigned seeds, const char *path,
                          struct endgame_file *file, struct kw_error *error) {
    if (!endgame_file_open(file, path, error))
        return false;
    if (table_work_file_matches(work, seeds, file))
        return true;
    endgame_file_close(file);
    return error_set(error, KW_BAD_TABLE, 1, "'%.300s': it does not match the other tables here",
                     path);
}

bool table_work_read(const struct table_work *work, unsigned seeds, const char *path,
                     struct endgame_file *file, struct kw_error *error) {
    if (!table_work_open_file(work, seeds, path, file, error))
        return false;
    int fault = endgame_file_sound(file);
    if (fault == 0)
        return true;
    endgame_file_close(file);
    return endgame_fault(error, path, fault);
}

struct endgame_draft table_work_draft(const struct table_work *work, unsigned seeds,
                                      const struct endgame_planes *planes) {
    struct endgame_draft draft = {.name = work->name,
                                  .seeds = seeds,
                                  .positions = endgame_layer(&work->index, seeds),
                                  .below = work->check,
                                  .planes = *planes};
    if (work->index.cycles != ENDGAME_CYCLES_OPEN)
        draft.planes.upper = NULL, draft.planes.hold = NULL;
    if (work->index.cycles == ENDGAME_NO_CYCLES)
        draft.planes.reach = NULL;
    return draft;
}

bool table_work_written(struct table_work *work, const char *path, struct kw_error *error) {
    struct endgame_file file;
    if (!endgame_file_open(&file, path, error))
        return false;
    work->check = file.check;
    endgame_file_close(&file);
    return true;
}

/* ---- the arrays of a layer ------------------------------------------------------------------- */

bool planes_open(struct endgame_planes *planes, uint64_t positions) {
    size_t count = (size_t)positions + 1; /* a share may be empty */
    planes->lower = malloc(count);
    planes->upper = malloc(count);
    planes->reach = malloc(count * sizeof *planes->reach);
    planes->hold = malloc(count * sizeof *planes->hold);
    return planes->lower != NULL && planes->upper != NULL && planes->reach != NULL &&
           planes->hold != NULL;
}

void planes_close(struct endgame_planes *planes) {
    free(planes->lower);
    free(planes->upper);
    free(planes->reach);
    free(planes->hold);
    *planes = (struct endgame_planes){0};
}

void table_work_add_known(struct table_work *work, unsigned seeds, struct endgame_planes *planes) {
    bool both = work->index.cycles == ENDGAME_CYCLES_OPEN;
    work->known.lower[seeds] = planes->lower;
    work->known.upper[seeds] = both ? planes->upper : planes->lower;
    planes->lower = NULL;
    if (both)
        planes->upper = NULL;
    planes_close(planes);
}

/* ---- solving by threads ---------------------------------------------------------------------- */

/* Smaller layers are solved by one thread: more would only wait for each other. */
enum { SHARED_POSITIONS = 100000 };

/* A layer that threads solve together. */
struct layer_job {
    struct layer_task task;
    struct thread_exchange *shared;
    atomic_bool stopping;
    enum layer_end end; /* of thread 0; all have the same */
};

static void table_layer_work(void *context, size_t thread) {
    struct layer_job *job = context;
    struct thread_transport transport = thread_transport(job->shared, (unsigned)thread);
    struct layer_task task = job->task;
    size_t first = (size_t)share_first(task.positions, transport.transport.ranks, (unsigned)thread);
    task.planes.lower += first;
    task.planes.upper += first;
    task.planes.reach += first;
    task.planes.hold += first;
    enum layer_end end = layer_solve(&task, &transport.transport);
    if (thread == 0)
        job->end = end;
}

static enum layer_end table_layer_solve(struct layer_job *job, unsigned threads) {
    bool done = false;
    if (threads > 1 && job->task.positions >= SHARED_POSITIONS) {
        job->shared = thread_exchange_new(threads);
        done = job->shared != NULL && parallel_for_all(threads, table_layer_work, job);
        thread_exchange_free(job->shared);
    }
    if (!done) {
        struct transport alone = transport_single();
        job->end = layer_solve(&job->task, &alone);
    }
    return job->end;
}

bool table_work_solve(struct table_work *work, unsigned seeds, unsigned threads,
                      struct endgame_planes *planes, struct kw_error *error) {
    uint64_t positions = endgame_layer(&work->index, seeds);
    work->progress.seeds = seeds;
    if (!planes_open(planes, positions))
        return error_no_memory(error);
    struct layer_job job = {.task = {.index = &work->index,
                                     .seeds = seeds,
                                     .positions = positions,
                                     .known = &work->known,
                                     .planes = *planes,
                                     .progress = table_work_layer_progress,
                                     .context = work}};
    job.task.stopping = &job.stopping;
    enum layer_end end = table_layer_solve(&job, threads);
    return end == LAYER_DONE     ? true
           : end == LAYER_FAILED ? error_no_memory(error)
                                 : table_stopped(error);
}
