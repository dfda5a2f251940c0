/*
 * kw_table_cache: the tables of each game grow by a layer at a time, solved from the bounds of the
 * layers below, which stay in memory.  A new layer is first added in memory, where it is probed,
 * and then saved: so the cache does its work too where nothing can be written, or where another
 * process, which makes the same bytes, has locked the folder.
 */
#include "base/error.h"
#include "base/parallel.h"
#include "tablebases/cache_folder.h"
#include "tables/endgame.h"
#include "tree/row_database.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { SHARED_FOLDERS = 16 };

/* A row database, which a larger one has replaced, and searches may still probe. */
struct cached_rows {
    struct cached_rows *before;
    struct row_database database;
};

/* The tables of one rule set. */
struct cached_set {
    struct cached_set *next;
    struct kw_table_cache *cache;
    struct endgame_set *set;
    struct lock *lock;      /* of what follows, and of adding a layer */
    struct table_work work; /* its index is that of the set; `known` begins empty */
    char folder[KW_TEXT];   /* of the files; "": none */
    unsigned saved;         /* the lowest layer that no folder holds */
    int first;              /* seeds of the largest of the first tables; -1: there are none */
    struct value_model model;
    struct cached_rows *rows; /* the largest database; NULL: none */
    int first_rows;           /* seeds of the first one; -1: there is none */
};

struct kw_table_cache {
    struct kw_tables *tables;
    char *directory;              /* NULL: none */
    char *shared[SHARED_FOLDERS]; /* that are read alone */
    unsigned shares;
    uint64_t bytes;
    struct lock *lock;                   /* of adding a set, and of starting the threads */
    _Atomic(struct cached_set *) sets;   /* grows at its head */
    _Atomic(struct cached_set *) wanted; /* what the threads are for; NULL: nothing */
    struct background *first;            /* builds the first tables */
    struct background *further;          /* builds on, where no other wants the processor */
};

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
static bool cache_rebuild_file(const struct kw_table_cache *cache, struct cached_set *cached,
                               unsigned seeds) {
    struct endgame_file image;
    if (!cache_solve(cached, seeds, &image))
        return false;
    int lock = -1; /* a shared file may be damaged where the cache has no folder */
    if (cached->folder[0] != '\0')
        lock = cache_folder_lock(&cached->work, cache->directory);
    if (lock >= 0)
        cache_folder_save(&cached->work, &image);
    folder_unlock(lock);
    endgame_file_close(&image);
    return true;
}

/* Reads the bounds of a layer, unless they are known. */
static bool cache_load_bounds(const struct kw_table_cache *cache, struct cached_set *cached,
                              unsigned seeds) {
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
    return good && (fault == 0 || cache_rebuild_file(cache, cached, seeds));
}

/* Adds the next layer, in memory. */
static bool cache_add_layer(const struct kw_table_cache *cache, struct cached_set *cached) {
    unsigned seeds = (unsigned)(endgame_set_most(cached->set) + 1);
    struct endgame_file image;
    for (unsigned below = 0; below < seeds; below++)
        if (!cache_load_bounds(cache, cached, below))
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

/* Builds a larger database, if the limit allows the memory of that, twice that of its boards. */
static bool cache_extend_rows(const struct kw_table_cache *cache, struct cached_set *cached) {
    struct board_index index;
    int seeds = cache_rows_most(cached) + CACHE_MORE_SEEDS;
    if (cached->rows == NULL || seeds > ROW_DATABASE_SEEDS ||
        seeds > (int)cached->model.game->rules->seeds)
        return false;
    board_index_open(&index, cached->model.game);
    bool fits = index.holes > 0 && 2 * board_index_count(&index, (unsigned)seeds) <= cache->bytes;
    board_index_close(&index);
    return fits && cache_add_rows(cached, seeds);
}

static void cache_close_rows(struct cached_set *cached) {
    for (struct cached_rows *rows = cached->rows, *before; rows != NULL; rows = before) {
        before = rows->before;
        row_database_close(&rows->database);
        free(rows);
    }
}

/* ---- the limit ------------------------------------------------------------------------------- */

static uint64_t cache_bytes_used(struct kw_table_cache *cache) {
    uint64_t bytes = 0;
    if (cache->directory != NULL)
        return cache_folder_bytes(cache->directory);
    for (const struct cached_set *cached = atomic_load(&cache->sets); cached != NULL;
         cached = cached->next)
        for (int seeds = endgame_set_most(cached->set); seeds >= 0; seeds--)
            bytes += endgame_set_file(cached->set, (unsigned)seeds)->bytes;
    return bytes;
}

/* Whether a folder is that of a game that this cache has been asked for. */
static bool cache_has_folder(const void *context, const char *folder) {
    const struct kw_table_cache *cache = context;
    const struct cached_set *cached = atomic_load(&cache->sets);
    while (cached != NULL && strcmp(cached->folder, folder) != 0)
        cached = cached->next;
    return cached != NULL;
}

/* What the files take, once those of games not used for long have made room for so many more. */
static uint64_t cache_make_room(struct kw_table_cache *cache, uint64_t bytes) {
    if (cache->directory == NULL || bytes > cache->bytes)
        return cache_bytes_used(cache);
    return cache_folder_make_room(cache->directory, cache->bytes - bytes, cache_has_folder, cache);
}

/* About how many bytes the next layer's file will take; the index must hold that layer. */
static uint64_t cache_bytes_next(const struct cached_set *cached) {
    int most = endgame_set_most(cached->set);
    const struct endgame_index *index = &cached->work.index;
    if (most < 0)
        return 0;
    const struct endgame_file *file = endgame_set_file(cached->set, (unsigned)most);
    double share = (double)file->bytes / (double)file->positions;
    return (uint64_t)(share * (double)endgame_layer(index, (unsigned)most + 1));
}

/* Whether another layer may be built, beyond the first tables. */
static bool cache_has_room(struct kw_table_cache *cache, const struct cached_set *cached) {
    unsigned next = (unsigned)(endgame_set_most(cached->set) + 1);
    const struct endgame_index *index = &cached->work.index;
    if (next > index->most || layer_bytes(index, next) > cache->bytes)
        return false;
    uint64_t bytes = cache_bytes_next(cached);
    return cache_make_room(cache, bytes) + bytes <= cache->bytes;
}

/*
 * Another process may have removed files of the set, to make room for others: those above the first
 * that is missing would be of no use, so saving begins there, as far as the layers are in memory.
 */
static void cache_note_lost(struct cached_set *cached) {
    for (unsigned seeds = 0; seeds < cached->saved; seeds++)
        if (!cache_folder_holds(&cached->work, seeds))
            cached->saved = seeds;
}

/* Saves what is in memory alone, as far as the limit allows; false if not all of it. */
static bool cache_save_all(struct kw_table_cache *cache, struct cached_set *cached) {
    int most = endgame_set_most(cached->set);
    if ((int)cached->saved > most)
        return true;
    uint64_t bytes = 0;
    for (unsigned seeds = cached->saved; (int)seeds <= most; seeds++)
        bytes += endgame_set_file(cached->set, seeds)->bytes;
    uint64_t used = cache_make_room(cache, bytes);
    int lock = cache_folder_lock(&cached->work, cache->directory);
    bool good = lock >= 0;
    cache_note_lost(cached);
    while (good && (int)cached->saved <= most) {
        const struct endgame_file *file = endgame_set_file(cached->set, cached->saved);
        used += file->bytes;
        good = used <= cache->bytes && file->in_memory && cache_folder_save(&cached->work, file);
        cached->saved += good;
    }
    folder_unlock(lock);
    return good;
}

/* ---- sets ------------------------------------------------------------------------------------ */

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

/* Opens the file of a layer in the first folder that has it whole: the cache's, or a shared one. */
static bool cache_open_layer(const struct cached_set *cached, const struct kw_game *game,
                             unsigned seeds, struct endgame_file *file) {
    const struct kw_table_cache *cache = cached->cache;
    struct table_work work = cached->work;
    bool whole = (int)seeds <= cached->first;
    char folder[KW_TEXT];
    if (cached->folder[0] != '\0' && cache_folder_open(&work, seeds, whole, file))
        return true;
    work.directory = folder;
    for (unsigned i = 0; i < cache->shares; i++)
        if (cache_folder_path(folder, cache->shared[i], game) &&
            cache_folder_open(&work, seeds, whole, file))
            return true;
    return false;
}

/* Takes over the files that are whole and fit, from the smallest layer on. */
static void cache_open_files(struct cached_set *cached, const struct kw_game *game) {
    struct endgame_file file;
    bool good = true;
    for (unsigned seeds = 0; good && seeds <= cached->work.index.most; seeds++) {
        cache_set_below(cached, seeds);
        good = cache_open_layer(cached, game, seeds, &file) && endgame_set_add(cached->set, &file);
        cached->saved += good;
    }
}

/* Measures the layers of a game: false if it has no tables. */
static bool cache_measure(const struct kw_table_cache *cache, const struct kw_game *game,
                          int *first, int *most) {
    struct endgame_index index;
    uint64_t seeds = game->rules->seeds, enough = KW_TABLE_CACHE_POSITIONS;
    if (!game_linear(game) ||
        !endgame_index_open(&index, game, seeds < ENDGAME_SEEDS ? (unsigned)seeds : ENDGAME_SEEDS,
                            NULL))
        return false;
    *first = cache_layers_within(&index, enough);
    *most = cache_layers_within(&index, cache->bytes > enough ? cache->bytes : enough);
    endgame_index_close(&index);
    return *first >= 0;
}

/* Adds the tables of a game with what the folder holds; NULL if it has none. */
static struct cached_set *cache_add_set(struct kw_table_cache *cache, const struct kw_game *game) {
    int first, most;
    if (!cache_measure(cache, game, &first, &most))
        return NULL;
    struct cached_set *cached = calloc(1, sizeof *cached);
    if (cached == NULL)
        return NULL;
    if (cache->bytes > 0 && cache->directory != NULL &&
        !cache_folder_path(cached->folder, cache->directory, game))
        cached->folder[0] = '\0';
    cached->lock = lock_new();
    cached->set = endgame_set_begin(cache->tables, cached->folder, game, (unsigned)most, NULL);
    if (cached->lock == NULL || cached->set == NULL) {
        lock_free(cached->lock); /* a set without layers is harmless */
        free(cached);
        return NULL;
    }
    cached->cache = cache;
    cached->first = first;
    cached->model = value_model_of(endgame_set_index(cached->set)->game);
    cached->first_rows = cache_first_rows(cached->model.game);
    cached->work.index = *endgame_set_index(cached->set);
    cached->work.directory = cached->folder;
    endgame_name(game, cached->work.name);
    cache_open_files(cached, game);
    if (cached->saved > 0 && cached->folder[0] != '\0')
        cache_folder_touch(cached->folder);
    cached->next = atomic_load(&cache->sets);
    atomic_store(&cache->sets, cached);
    return cached;
}

/* The tables of a game; NULL if it has none. */
static struct cached_set *cache_find_set(struct kw_table_cache *cache, const struct kw_game *game) {
    char name[ENDGAME_NAME];
    endgame_name(game, name);
    lock_take(cache->lock);
    struct cached_set *cached = atomic_load(&cache->sets);
    while (cached != NULL && strcmp(cached->work.name, name) != 0)
        cached = cached->next;
    if (cached == NULL)
        cached = cache_add_set(cache, game);
    lock_release(cache->lock);
    return cached;
}

/* Locks a set for building, which `report` may stop; NULL: nothing does. */
static void cache_begin_work(struct cached_set *cached, kw_progress_fn *report) {
    lock_take(cached->lock);
    cached->work.report = report;
    cached->work.context = cached;
}

static bool cache_has_first(const struct cached_set *cached) {
    return endgame_set_most(cached->set) >= cached->first &&
           cache_rows_most(cached) >= cached->first_rows;
}

/* Builds the first tables, unless they are there. */
static void cache_prepare_set(struct kw_table_cache *cache, struct cached_set *cached,
                              kw_progress_fn *report) {
    if (cache_has_first(cached))
        return;
    cache_begin_work(cached, report);
    bool good = true;
    while (good && endgame_set_most(cached->set) < cached->first)
        good = cache_add_layer(cache, cached);
    if (good && cache_rows_most(cached) < cached->first_rows)
        cache_add_rows(cached, cached->first_rows);
    if (cached->folder[0] != '\0')
        cache_save_all(cache, cached);
    lock_release(cached->lock);
}

/*
 * Builds another layer if there is room for it, and what is in memory alone can be saved; false if
 * there is none.
 */
static bool cache_extend_set(struct kw_table_cache *cache, struct cached_set *cached,
                             kw_progress_fn *report) {
    bool saves = cached->folder[0] != '\0';
    cache_begin_work(cached, report);
    bool good = cache_extend_rows(cache, cached);
    good = good || ((!saves || cache_save_all(cache, cached)) && cache_has_room(cache, cached) &&
                    cache_add_layer(cache, cached));
    if (good && saves)
        cache_save_all(cache, cached);
    lock_release(cached->lock);
    return good;
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

/* ---- growing --------------------------------------------------------------------------------- */

/*
 * Two threads: the first tables are built at the usual priority, since a search may wait for them;
 * what comes then where no other wants the processor, since nothing waits for that, not even a
 * lock.  Both leave a set that is no longer wanted.
 */
static bool cache_is_wanted(const struct cached_set *cached) {
    return atomic_load(&cached->cache->wanted) == cached;
}

static bool cache_continues(void *context, const struct kw_progress *progress) {
    (void)progress;
    return cache_is_wanted(context);
}

static void cache_grow_first(void *context) {
    struct kw_table_cache *cache = context;
    struct cached_set *cached = atomic_load(&cache->wanted);
    if (cached != NULL && !cache_has_first(cached))
        cache_prepare_set(cache, cached, cache_continues);
    background_wake(cache->further);
}

static void cache_grow_next(void *context) {
    struct kw_table_cache *cache = context;
    struct cached_set *cached = atomic_load(&cache->wanted);
    background_yield();
    while (cached != NULL && cache_is_wanted(cached) && cache_has_first(cached) &&
           cache_extend_set(cache, cached, cache_continues))
        continue;
}

/* ---- the interface --------------------------------------------------------------------------- */

struct kw_table_cache *kw_table_cache_open(const char *directory, uint64_t bytes,
                                           struct kw_error *error) {
    struct kw_table_cache *cache = calloc(1, sizeof *cache);
    if (cache != NULL) {
        cache->bytes = bytes;
        cache->lock = lock_new();
        cache->tables = endgame_tables_new();
        cache->directory = directory != NULL ? strdup(directory) : NULL;
    }
    if (cache != NULL && cache->lock != NULL && cache->tables != NULL &&
        (directory == NULL || cache->directory != NULL))
        return cache;
    error_no_memory(error);
    kw_table_cache_close(cache);
    return NULL;
}

bool kw_table_cache_share(struct kw_table_cache *cache, const char *directory) {
    char *copy = directory != NULL && cache->shares < SHARED_FOLDERS ? strdup(directory) : NULL;
    if (copy != NULL)
        cache->shared[cache->shares++] = copy;
    return copy != NULL;
}

void kw_table_cache_close(struct kw_table_cache *cache) {
    if (cache == NULL)
        return;
    atomic_store(&cache->wanted, NULL);
    background_join(cache->first); /* which wakes the other one */
    background_join(cache->further);
    for (struct cached_set *cached = atomic_load(&cache->sets), *next; cached != NULL;
         cached = next) {
        next = cached->next;
        cache_drop_damaged(cached);
        known_layers_free(&cached->work.known);
        cache_close_rows(cached);
        lock_free(cached->lock);
        free(cached);
    }
    kw_tables_close(cache->tables);
    lock_free(cache->lock);
    while (cache->shares > 0)
        free(cache->shared[--cache->shares]);
    free(cache->directory);
    free(cache);
}

const struct kw_tables *kw_table_cache_tables(const struct kw_table_cache *cache) {
    return cache->tables;
}

int kw_table_cache_prepare(struct kw_table_cache *cache, const struct kw_game *game) {
    struct cached_set *cached = cache_find_set(cache, game);
    if (cached == NULL)
        return -1;
    cache_prepare_set(cache, cached, NULL);
    return endgame_set_most(cached->set);
}

int kw_table_cache_extend(struct kw_table_cache *cache, const struct kw_game *game) {
    struct cached_set *cached = cache_find_set(cache, game);
    if (cached == NULL)
        return -1;
    if (!cache_has_first(cached))
        cache_prepare_set(cache, cached, NULL);
    else
        cache_extend_set(cache, cached, NULL);
    return endgame_set_most(cached->set);
}

void kw_table_cache_grow(struct kw_table_cache *cache, const struct kw_game *game) {
    struct cached_set *cached = cache_find_set(cache, game);
    if (cached == NULL)
        return;
    lock_take(cache->lock);
    if (cache->first == NULL) { /* it reads `further`, which does not change from then on */
        if (cache->further == NULL)
            cache->further = background_start(cache_grow_next, cache);
        cache->first = background_start(cache_grow_first, cache);
    }
    lock_release(cache->lock);
    if (atomic_exchange(&cache->wanted, cached) != cached)
        background_wake(cache->first);
}
