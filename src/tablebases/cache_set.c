/* Static names begin with cache_. */
#include "tablebases/cache_set.h"

#include "base/parallel.h"
#include "tablebases/table_sample.h"

#include <stdatomic.h>
#include <stdlib.h>

/* ---- layers ---------------------------------------------------------------------------------- */

/* The checksum of the layer below, which the file of a layer holds. */
static void cache_set_below(struct cached_set *cached, unsigned seeds) {
    cached->work.check = seeds > 0 ? endgame_set_file(cached->set, seeds - 1)->check : 0;
}

/* Solves a layer and keeps its bounds; false if there is not enough memory, or it was stopped. */
static bool cache_solve(struct cached_set *cached, unsigned seeds, struct endgame_file *image) {
    struct endgame_planes planes = {0};
    cache_set_below(cached, seeds);
    bool good = table_work_solve(&cached->work, seeds, 1, &planes, NULL);
    if (good) {
        struct endgame_draft draft = table_work_draft(&cached->work, seeds, &planes);
        good = endgame_file_image(image, &draft, 1);
    }
    if (good)
        table_work_add_known(&cached->work, seeds, &planes);
    planes_close(&planes);
    return good;
}

/*
 * Solves a layer again whose file is damaged, and saves it.  The open file, which others may be
 * probing, is kept: its damaged parts stay unknown to this process.
 */
static bool cache_rebuild_file(struct cached_set *cached, unsigned seeds) {
    struct endgame_file image;
    if (!cache_solve(cached, seeds, &image))
        return false;
    int lock = -1; /* a shared file may be damaged where the cache has no folder */
    if (cached->folder[0] != '\0')
        lock = cache_folder_lock(&cached->work, cached->places->directory);
    if (lock >= 0)
        cache_folder_save(&cached->work, &image);
    folder_unlock(lock);
    endgame_file_close(&image);
    return true;
}

/* Reads the bounds of a layer, unless they are known. */
static bool cache_load_bounds(struct cached_set *cached, unsigned seeds) {
    const struct endgame_file *file = endgame_set_file(cached->set, seeds);
    struct endgame_planes planes = {0};
    if (cached->work.known.lower[seeds] != NULL)
        return true;
    bool good = planes_open(&planes, file->positions);
    const struct endgame_planes wanted = {.lower = planes.lower, .upper = planes.upper};
    int fault = good ? endgame_file_load(file, &wanted, 1) : 0;
    if (good && fault == 0)
        table_work_add_known(&cached->work, seeds, &planes);
    planes_close(&planes);
    return good && (fault == 0 || cache_rebuild_file(cached, seeds));
}

/* Adds the next layer, in memory. */
static bool cache_add_layer(struct cached_set *cached) {
    unsigned seeds = (unsigned)(endgame_set_most(cached->set) + 1);
    struct endgame_file image;
    for (unsigned below = 0; below < seeds; below++)
        if (!cache_load_bounds(cached, below))
            return false;
    return cache_solve(cached, seeds, &image) && endgame_set_add(cached->set, &image);
}

/* ---- row databases --------------------------------------------------------------------------- */

/*
 * Games on compact boards have a row database too, in memory alone: its boards take a byte and some
 * ten nanoseconds each, so that it knows more seeds than the layers.
 */
enum {
    CACHE_FIRST_BOARDS = 1 << 25, /* of the first database, a quarter of a second */
    CACHE_MORE_SEEDS = 2          /* of the next one */
};

/* The seeds of the first database; -1: the game has none. */
static int cache_first_rows(const struct kw_game *game) {
    struct board_index index;
    board_index_open(&index, game);
    int seeds = index.holes > 0 ? board_index_seeds(&index, CACHE_FIRST_BOARDS) : -1;
    board_index_close(&index);
    return seeds < ROW_DATABASE_SEEDS ? seeds : ROW_DATABASE_SEEDS;
}

/* The seeds of the database; -1: there is none.  Needs no lock: a database is never changed once it
 * is in use, and it is replaced at once. */
static int cache_rows_most(const struct cached_set *cached) {
    const struct row_database *rows = endgame_set_rows(cached->set);
    return rows != NULL ? rows->most : -1;
}

/* A build of rows, which the report of the work may stop. */
struct cache_rows_build {
    struct cached_set *cached;
    atomic_bool stop;
};

static void cache_rows_report(void *context) {
    struct cache_rows_build *build = context;
    struct cached_set *cached = build->cached;
    if (cached->work.report != NULL && !cached->work.report(cached->work.context, NULL))
        atomic_store(&build->stop, true);
}

/* Builds a larger database; false if there is no memory, or it was stopped. */
static bool cache_add_rows(struct cached_set *cached, int seeds) {
    struct cache_rows_build build = {.cached = cached};
    _Atomic uint64_t entered = 0;
    struct poll_limits limits = {.threads = 1,
                                 .stop = &build.stop,
                                 .entered = &entered,
                                 .nodes = UINT64_MAX,
                                 .report = cache_rows_report,
                                 .context = &build};
    struct cached_rows *rows = calloc(1, sizeof *rows);
    if (rows == NULL)
        return false;
    rows->database = row_database_none();
    rows->before = cached->rows;
    if (!row_database_build(&rows->database, &cached->model, seeds, &limits)) {
        free(rows);
        return false;
    }
    cached->rows = rows;
    endgame_set_use_rows(cached->set, &rows->database);
    return true;
}

static void cache_close_rows(struct cached_set *cached) {
    for (struct cached_rows *rows = cached->rows, *before; rows != NULL; rows = before) {
        before = rows->before;
        row_database_close(&rows->database);
        free(rows);
    }
}

/* ---- what the folders hold ------------------------------------------------------------------- */

/*
 * The largest layers whose positions, all together, are at most so many; -1 if the smallest layer
 * has more.
 */
static int cache_layers_within(const struct endgame_index *index, uint64_t most) {
    uint64_t positions = 0;
    unsigned seeds = 0;
    for (; seeds <= index->most; seeds++) {
        uint64_t layer = endgame_layer(index, seeds);
        if (layer > most - positions)
            break;
        positions += layer;
    }
    return (int)seeds - 1;
}

bool cached_layers_measure(const struct kw_game *game, uint64_t bytes,
                           struct cached_layers *layers) {
    struct endgame_index index;
    uint64_t seeds = game->rules->seeds, enough = KW_TABLE_CACHE_POSITIONS;
    if (!game_linear(game) ||
        !endgame_index_open(&index, game, seeds < ENDGAME_SEEDS ? (unsigned)seeds : ENDGAME_SEEDS,
                            NULL))
        return false;
    layers->first = cache_layers_within(&index, enough);
    layers->most = cache_layers_within(&index, bytes > enough ? bytes : enough);
    endgame_index_close(&index);
    return layers->first >= 0;
}

/* Opens a file, if it is there, fits the layer below and does not contradict the rules. */
static bool cache_open_file(const struct cached_set *cached, const struct table_work *work,
                            unsigned seeds, struct endgame_file *file) {
    char path[KW_TEXT];
    if (!HAVE_FILES || !cache_folder_open(work, seeds, (int)seeds <= cached->first, file))
        return false;
    int fault = table_sample_check(cached->set, file);
    if (fault == 0)
        return true;
    endgame_file_close(file);
    if (fault == ENDGAME_WRONG && table_work_path(work, seeds, path, NULL))
        endgame_set_note(cached->set, path, fault);
    return false;
}

/* Opens the file of a layer in the first folder that has it whole: the cache's, or a shared one. */
static bool cache_open_layer(const struct cached_set *cached, const struct kw_game *game,
                             unsigned seeds, struct endgame_file *file) {
    const struct cache_places *places = cached->places;
    struct table_work work = cached->work;
    char folder[KW_TEXT];
    if (cached->folder[0] != '\0' && cache_open_file(cached, &work, seeds, file))
        return true;
    work.directory = folder;
    for (unsigned i = 0; i < places->shares; i++)
        if (cache_folder_path(folder, places->shared[i], game) &&
            cache_open_file(cached, &work, seeds, file))
            return true;
    return false;
}

/* Takes over the files that are whole and fit, from the smallest layer on, at most so many. */
static void cache_open_files(struct cached_set *cached, const struct kw_game *game,
                             unsigned files) {
    struct endgame_file file;
    bool good = true;
    for (unsigned seeds = 0; good && seeds < files && seeds <= cached->work.index.most; seeds++) {
        cache_set_below(cached, seeds);
        good = cache_open_layer(cached, game, seeds, &file) && endgame_set_add(cached->set, &file);
        cached->saved += good;
    }
}

unsigned cached_set_files(const struct cache_places *places, const struct kw_game *game,
                          const struct cached_layers *layers) {
    char folder[KW_TEXT];
    struct table_work work = {.directory = folder};
    unsigned most = 0;
    endgame_name(game, work.name);
    for (unsigned i = 0; i <= places->shares; i++) {
        const char *place = i < places->shares ? places->shared[i] : places->directory;
        unsigned count = 0;
        if (place == NULL || !cache_folder_path(folder, place, game))
            continue;
        while ((int)count <= layers->most && cache_folder_holds(&work, count))
            count++;
        most = count > most ? count : most;
    }
    return most;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

uint64_t cached_set_bytes_empty(const struct kw_game *game, const struct cached_layers *layers) {
    uint64_t rows = 2u * game->rules->columns + 1u, most = (uint64_t)layers->most;
    return sizeof(struct cached_set) + endgame_set_bytes_empty() +
           rows * (most + 1) * (most + 2) * sizeof(uint64_t);
}

struct cached_set *cached_set_open(struct kw_tables *tables, const struct cache_places *places,
                                   const struct kw_game *game, const struct cached_layers *layers,
                                   bool writes, unsigned files) {
    struct cached_set *cached = calloc(1, sizeof *cached);
    if (cached == NULL)
        return NULL;
    if (writes && places->directory != NULL &&
        !cache_folder_path(cached->folder, places->directory, game))
        cached->folder[0] = '\0';
    cached->lock = lock_new();
    if (cached->lock != NULL)
        cached->set = endgame_set_begin(tables, cached->folder, game, (unsigned)layers->most, NULL);
    if (cached->set == NULL) {
        lock_free(cached->lock);
        free(cached);
        return NULL;
    }
    cached->places = places;
    cached->first = layers->first;
    cached->model = value_model_of(endgame_set_index(cached->set)->game);
    cached->first_rows = cache_first_rows(cached->model.game);
    cached->work.index = *endgame_set_index(cached->set);
    cached->work.directory = cached->folder;
    endgame_name(game, cached->work.name);
    cache_open_files(cached, game, files);
    if (cached->saved > 0 && cached->folder[0] != '\0')
        cache_folder_touch(cached->folder);
    return cached;
}

/* Removes the files that probes have found damaged, so that they are built again. */
static void cache_drop_damaged(struct cached_set *cached) {
    int most = endgame_set_most(cached->set);
    for (unsigned seeds = 0; (int)seeds <= most; seeds++) {
        if (cached->folder[0] == '\0' || !endgame_set_has_fault(cached->set, seeds))
            continue;
        cache_set_below(cached, seeds);
        cache_folder_remove_damaged(&cached->work, seeds);
    }
}

bool cached_set_close(struct cached_set *cached) {
    cache_drop_damaged(cached);
    if (!endgame_set_remove(cached->set))
        return false;
    known_layers_free(&cached->work.known);
    cache_close_rows(cached);
    lock_free(cached->lock);
    free(cached);
    return true;
}

/* ---- what it takes --------------------------------------------------------------------------- */

/* Arrays of bounds of a layer. */
static unsigned cache_planes(const struct cached_set *cached) {
    return cached->work.index.cycles == ENDGAME_CYCLES_OPEN ? 2 : 1;
}

struct cached_cost cached_set_cost(const struct cached_set *cached) {
    const struct cached_layers layers = {cached->first, (int)cached->work.index.most};
    struct cached_cost cost = {
        .bytes = cached_set_bytes_empty(endgame_set_index(cached->set)->game, &layers)};
    for (int seeds = endgame_set_most(cached->set); seeds >= 0; seeds--) {
        const struct endgame_file *file = endgame_set_file(cached->set, (unsigned)seeds);
        cost.bytes += endgame_file_memory(file);
        cost.files += !file->in_memory;
        if (cached->work.known.lower[seeds] != NULL)
            cost.bytes += file->positions * cache_planes(cached);
    }
    for (const struct cached_rows *rows = cached->rows; rows != NULL; rows = rows->before)
        cost.bytes += sizeof *rows + row_database_bytes(&rows->database);
    return cost;
}

/* The bytes at most that a new layer takes when it is there: its bounds, and its file. */
static uint64_t cache_layer_bytes(const struct cached_set *cached, unsigned seeds) {
    const struct endgame_index *index = &cached->work.index;
    uint64_t positions = endgame_layer(index, seeds);
    return positions * cache_planes(cached) +
           endgame_file_bytes_most(positions, cache_planes(cached),
                                   index->cycles != ENDGAME_NO_CYCLES);
}

/* The bytes of the bounds below a layer that are not in memory yet. */
static uint64_t cache_unknown_bytes(const struct cached_set *cached, unsigned seeds) {
    uint64_t bytes = 0;
    for (unsigned below = 0; below < seeds; below++)
        if (cached->work.known.lower[below] == NULL)
            bytes += endgame_layer(&cached->work.index, below) * cache_planes(cached);
    return bytes;
}

/* The bytes of a database of so many seeds. */
static uint64_t cache_rows_bytes(const struct cached_set *cached, int seeds) {
    struct board_index index;
    board_index_open(&index, cached->model.game);
    uint64_t bytes = index.holes > 0 ? board_index_count(&index, (unsigned)seeds) : UINT64_MAX;
    board_index_close(&index);
    return bytes;
}

/* ---- the first tables ------------------------------------------------------------------------ */

void cached_set_begin_work(struct cached_set *cached, kw_progress_fn *report) {
    lock_take(cached->lock);
    cached->work.report = report;
    cached->work.context = cached;
}

bool cached_set_has_first(const struct cached_set *cached) {
    return endgame_set_most(cached->set) >= cached->first &&
           cache_rows_most(cached) >= cached->first_rows;
}

uint64_t cached_set_first_bytes(const struct cached_set *cached) {
    int next = endgame_set_most(cached->set) + 1;
    uint64_t bytes = 0;
    if (next <= cached->first)
        bytes += cache_unknown_bytes(cached, (unsigned)next);
    for (int seeds = next; seeds <= cached->first; seeds++)
        bytes += cache_layer_bytes(cached, (unsigned)seeds);
    if (cache_rows_most(cached) < cached->first_rows)
        bytes += cache_rows_bytes(cached, cached->first_rows);
    return bytes;
}

void cached_set_add_first(struct cached_set *cached) {
    bool good = true;
    while (good && endgame_set_most(cached->set) < cached->first)
        good = cache_add_layer(cached);
    if (good && cache_rows_most(cached) < cached->first_rows)
        cache_add_rows(cached, cached->first_rows);
}

/* ---- further ones ---------------------------------------------------------------------------- */

/* A larger database, if the memory that its work takes, twice its bytes, is not too much. */
static struct cached_step cache_next_rows(const struct cached_set *cached, uint64_t bytes) {
    int seeds = cache_rows_most(cached) + CACHE_MORE_SEEDS;
    if (cached->rows == NULL || seeds > ROW_DATABASE_SEEDS ||
        seeds > (int)cached->model.game->rules->seeds)
        return (struct cached_step){.kind = STEP_NONE};
    uint64_t taken = cache_rows_bytes(cached, seeds);
    if (taken > bytes / 2)
        return (struct cached_step){.kind = STEP_NONE};
    return (struct cached_step){.kind = STEP_ROWS, .seeds = seeds, .bytes = taken};
}

struct cached_step cached_set_next(const struct cached_set *cached, uint64_t bytes) {
    struct cached_step step = cache_next_rows(cached, bytes);
    unsigned next = (unsigned)(endgame_set_most(cached->set) + 1);
    if (step.kind != STEP_NONE || next > cached->work.index.most ||
        layer_bytes(&cached->work.index, next) > bytes)
        return step;
    return (struct cached_step){.kind = STEP_LAYER,
                                .seeds = (int)next,
                                .bytes = cache_unknown_bytes(cached, next) +
                                         cache_layer_bytes(cached, next)};
}

bool cached_set_advance(struct cached_set *cached, const struct cached_step *step) {
    if (step->kind == STEP_ROWS)
        return cache_rows_most(cached) < step->seeds && cache_add_rows(cached, step->seeds);
    return endgame_set_most(cached->set) + 1 == step->seeds && cache_add_layer(cached);
}

uint64_t cached_set_next_file(const struct cached_set *cached) {
    int most = endgame_set_most(cached->set);
    if (most < 0)
        return 0;
    const struct endgame_file *file = endgame_set_file(cached->set, (unsigned)most);
    double share = (double)file->bytes / (double)file->positions;
    return (uint64_t)(share * (double)endgame_layer(&cached->work.index, (unsigned)most + 1));
}

/* ---- saving ---------------------------------------------------------------------------------- */

/*
 * Another process may have removed files of the set, to make room for others: those above the first
 * that is missing would be of no use, so saving begins there, as far as the layers are in memory.
 */
static void cache_note_lost(struct cached_set *cached) {
    for (unsigned seeds = 0; seeds < cached->saved; seeds++)
        if (!cache_folder_holds(&cached->work, seeds))
            cached->saved = seeds;
}

uint64_t cached_set_unsaved(const struct cached_set *cached) {
    uint64_t bytes = 0;
    for (int seeds = (int)cached->saved; seeds <= endgame_set_most(cached->set); seeds++)
        bytes += endgame_set_file(cached->set, (unsigned)seeds)->bytes;
    return bytes;
}

bool cached_set_save(struct cached_set *cached, uint64_t used, uint64_t most) {
    int lock = cache_folder_lock(&cached->work, cached->places->directory);
    bool good = lock >= 0;
    cache_note_lost(cached);
    while (good && (int)cached->saved <= endgame_set_most(cached->set)) {
        const struct endgame_file *file = endgame_set_file(cached->set, cached->saved);
        used += file->bytes;
        good = used <= most && file->in_memory && cache_folder_save(&cached->work, file);
        cached->saved += good;
    }
    folder_unlock(lock);
    return good;
}
