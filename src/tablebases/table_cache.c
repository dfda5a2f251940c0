/*
 * kw_table_cache: the tables of each game grow by a layer at a time (cache_set.h).  A new layer is
 * first added in memory, where it is probed, and then saved: so the cache does its work too where
 * nothing can be written, or where another process, which makes the same bytes, has locked the
 * folder.
 *
 * What all sets take is bounded: a set that is added or grows reserves what it will take first, and
 * those that were used longest ago go for it.  One stays as long as a search has taken it, or a
 * call or a thread works with it, and what does not fit beside those is not built.
 */
#include "base/clock.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/work.h"
#include "tablebases/cache_set.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The work of the thread that builds further layers, which the other one hands over. */
struct cache_job {
    struct cached_set *cached; /* one of its users is the job */
    struct cached_step step;
    bool done, stopped; /* how it ended */
};

enum cache_job_state { JOB_NONE, JOB_GIVEN, JOB_ENDED };

struct kw_table_cache {
    struct kw_tables *tables;
    struct cache_places places;
    uint64_t bytes;
    struct lock *lock; /* of what follows, up to `closing` */
    struct cached_set *sets;
    uint64_t clock; /* counts what sets are asked for */
    bool closing;
    _Atomic(struct cached_set *) wanted; /* what the threads are for; NULL: nothing */
    struct background *first;            /* builds the first tables, and hands over further ones */
    struct background *further;          /* builds those where no other wants the processor */
    struct cache_job job;
    atomic_int job_state; /* enum cache_job_state: whose `job` is, of `further` if JOB_GIVEN */
};

/* ---- the bounds ------------------------------------------------------------------------------ */

/* Memory of all sets together, without unpacked blocks. */
static uint64_t cache_memory(const struct kw_table_cache *cache) {
    uint64_t more = KW_TABLE_CACHE_MEMORY - KW_TABLE_CACHE_UNPACKED;
    return cache->bytes < UINT64_MAX - more ? cache->bytes + more : UINT64_MAX;
}

/* What all sets take.  The lock is held here and in what follows, if not said otherwise. */
static struct cached_cost cache_cost(const struct kw_table_cache *cache, unsigned *sets) {
    struct cached_cost all = {0};
    *sets = 0;
    for (const struct cached_set *cached = cache->sets; cached != NULL; cached = cached->next) {
        all.bytes += cached->cost.bytes + cached->reserved;
        all.files += cached->cost.files;
        ++*sets;
    }
    return all;
}

/* Of the sets that may go the one that was used longest ago; NULL: none may. */
static struct cached_set *cache_idlest(const struct kw_table_cache *cache) {
    struct cached_set *idlest = NULL;
    for (struct cached_set *cached = cache->sets; cached != NULL; cached = cached->next)
        if (cached->users == 0 && !endgame_set_is_taken(cached->set) &&
            (idlest == NULL || cached->used < idlest->used))
            idlest = cached;
    return idlest;
}

/* Frees a set, unless a search has taken it just now. */
static void cache_drop(struct kw_table_cache *cache, struct cached_set *cached) {
    struct cached_set **place = &cache->sets, *next = cached->next;
    while (*place != cached)
        place = &(*place)->next;
    bool wanted = atomic_load(&cache->wanted) == cached;
    if (!cached_set_close(cached))
        return;
    *place = next;
    if (wanted)
        atomic_store(&cache->wanted, NULL);
}

/* Whether so many more sets, and so much more for them, are within the bounds, once others went. */
static bool cache_fit(struct kw_table_cache *cache, unsigned more, uint64_t bytes, unsigned files) {
    for (;;) {
        unsigned sets;
        struct cached_cost all = cache_cost(cache, &sets);
        uint64_t memory = cache_memory(cache);
        if (sets + more <= KW_TABLE_CACHE_SETS && bytes <= memory && all.bytes <= memory - bytes &&
            all.files + files <= KW_TABLE_CACHE_FILES)
            return true;
        struct cached_set *idlest = cache_idlest(cache);
        if (idlest == NULL)
            return false;
        cache_drop(cache, idlest);
    }
}

/* Reserves memory for work on a set; false if there is no room.  The lock is not held. */
static bool cache_reserve(struct kw_table_cache *cache, struct cached_set *cached, uint64_t bytes) {
    lock_take(cache->lock);
    bool fits = cache_fit(cache, 0, bytes, 0);
    if (fits)
        cached->reserved += bytes;
    lock_release(cache->lock);
    return fits;
}

/* Ends a reservation of so many bytes.  The lock of the set is held, and not that of the cache. */
static void cache_settle(struct kw_table_cache *cache, struct cached_set *cached, uint64_t bytes) {
    struct cached_cost cost = cached_set_cost(cached);
    lock_take(cache->lock);
    cached->cost = cost;
    cached->reserved -= bytes;
    lock_release(cache->lock);
}

/* ---- sets ------------------------------------------------------------------------------------ */

/*
 * Adds the tables of a game, with what the folder holds; NULL: it has none, there is no room, or
 * the work was ended meanwhile.
 */
static struct cached_set *cache_add_set(struct kw_table_cache *cache, const struct kw_game *game) {
    struct cached_layers layers;
    bool writes = cache->bytes > 0;
    if (!cached_layers_measure(game, cache->bytes, &layers))
        return NULL;
    unsigned sets, files = cached_set_files(&cache->places, game, &layers);
    if (!cache_fit(cache, 1, cached_set_bytes_empty(game, &layers), files) &&
        !cache_fit(cache, 1, cached_set_bytes_empty(game, &layers), 0))
        return NULL;
    unsigned room = KW_TABLE_CACHE_FILES - cache_cost(cache, &sets).files;
    struct cached_set *cached = cached_set_open(cache->tables, &cache->places, game, &layers,
                                                writes, files < room ? files : room);
    if (cached == NULL)
        return NULL;
    if (work_ended()) { /* before all files of the folder were looked at */
        cached_set_close(cached);
        return NULL;
    }
    cached->cache = cache;
    cached->cost = cached_set_cost(cached);
    cached->next = cache->sets;
    cache->sets = cached;
    return cached;
}

/* The tables of a game for a user, who must end with cache_leave; NULL if it has none. */
static struct cached_set *cache_enter(struct kw_table_cache *cache, const struct kw_game *game) {
    char name[ENDGAME_NAME];
    endgame_name(game, name);
    lock_take(cache->lock);
    struct cached_set *cached = cache->sets;
    while (cached != NULL && strcmp(cached->work.name, name) != 0)
        cached = cached->next;
    if (cached == NULL)
        cached = cache_add_set(cache, game);
    if (cached != NULL) {
        cached->users++;
        cached->used = ++cache->clock;
    }
    lock_release(cache->lock);
    return cached;
}

static void cache_leave(struct kw_table_cache *cache, struct cached_set *cached) {
    lock_take(cache->lock);
    cached->users--;
    lock_release(cache->lock);
}

/* ---- the limit of files ---------------------------------------------------------------------- */

/* Whether a folder is that of a set of this cache. */
static bool cache_has_folder(const void *context, const char *folder) {
    const struct kw_table_cache *cache = context;
    lock_take(cache->lock);
    const struct cached_set *cached = cache->sets;
    while (cached != NULL && strcmp(cached->folder, folder) != 0)
        cached = cached->next;
    lock_release(cache->lock);
    return cached != NULL;
}

/* What the files of all sets take that are open here. */
static uint64_t cache_bytes_in_memory(struct kw_table_cache *cache) {
    uint64_t bytes = 0;
    lock_take(cache->lock);
    for (const struct cached_set *cached = cache->sets; cached != NULL; cached = cached->next)
        for (int seeds = endgame_set_most(cached->set); seeds >= 0; seeds--)
            bytes += endgame_set_file(cached->set, (unsigned)seeds)->bytes;
    lock_release(cache->lock);
    return bytes;
}

/*
 * What the files take, once those of games not used for long have made room for so many more.  The
 * lock is not held.
 */
static uint64_t cache_make_room(struct kw_table_cache *cache, uint64_t bytes) {
    const char *directory = cache->places.directory;
    if (directory == NULL)
        return cache_bytes_in_memory(cache);
    if (bytes > cache->bytes)
        return cache_folder_bytes(directory);
    return cache_folder_make_room(directory, cache->bytes - bytes, cache_has_folder, cache);
}

/* Saves what is in memory alone, as far as the limit allows; false if not all of it. */
static bool cache_save(struct kw_table_cache *cache, struct cached_set *cached) {
    uint64_t bytes = cached_set_unsaved(cached);
    if (cached->folder[0] == '\0' || bytes == 0)
        return true;
    return cached_set_save(cached, cache_make_room(cache, bytes), cache->bytes);
}

/* ---- building -------------------------------------------------------------------------------- */

/* Keeps what was built in so much memory that was reserved.  The lock of the set is held. */
static void cache_keep(struct kw_table_cache *cache, struct cached_set *cached, uint64_t bytes) {
    cache_save(cache, cached);
    cache_settle(cache, cached, bytes);
}

/*
 * The first tables are given up once they have taken so many looks and so long, or far too long:
 * somebody waits for them.  Those of listed games take 800 looks at most, and so are given up only
 * where they take far too long.
 */
enum { FIRST_POLLS = 2000, FIRST_MICROSECONDS = 500000, FIRST_MICROSECONDS_MOST = 2000000 };

struct cache_first {
    unsigned polls;
    int64_t began; /* by clock_thread */
    bool given_up;
};

/* A work_poll_fn. */
static bool cache_poll_first(void *context) {
    struct cache_first *first = context;
    int64_t passed = clock_thread() - first->began;
    first->given_up =
        passed >= (++first->polls > FIRST_POLLS ? FIRST_MICROSECONDS : FIRST_MICROSECONDS_MOST);
    return !first->given_up;
}

/* Builds the first tables, unless they are there, or take too long. */
static void cache_prepare_set(struct kw_table_cache *cache, struct cached_set *cached,
                              kw_progress_fn *report) {
    struct cache_first first = {.began = clock_thread()};
    struct work_watch watch;
    if (cached_set_has_first(cached))
        return;
    cached_set_begin_work(cached, report);
    uint64_t bytes = cached_set_first_bytes(cached);
    if (!cached->slow && cache_reserve(cache, cached, bytes)) {
        work_begin(&watch, cache_poll_first, &first, NULL);
        cached_set_add_first(cached);
        work_end(&watch);
        cached->slow = first.given_up;
        cache_keep(cache, cached, bytes);
    }
    lock_release(cached->lock);
}

/*
 * Finds what may be built beyond the first tables, if what is in memory alone can be saved, and
 * reserves the memory of it; false if there is none.  The lock of the set is held.
 */
static bool cache_plan(struct kw_table_cache *cache, struct cached_set *cached,
                       struct cached_step *step) {
    *step = cached_set_next(cached, cache->bytes);
    if (step->kind == STEP_NONE || !cache_save(cache, cached))
        return false;
    uint64_t file = step->kind == STEP_LAYER ? cached_set_next_file(cached) : 0;
    if (file > 0 && cache_make_room(cache, file) + file > cache->bytes)
        return false;
    return cache_reserve(cache, cached, step->bytes);
}

/* ---- growing --------------------------------------------------------------------------------- */

/*
 * Two threads.  The first one builds the first tables at the usual priority, since a search may
 * wait for them, and does all that needs the lock of the cache.  The other one builds on where no
 * other wants the processor: nothing waits for it, so it takes no lock but that of a set that has
 * its first tables.  Both leave a set that is no longer wanted.
 */
static bool cache_continues(void *context, const struct kw_progress *progress) {
    struct cached_set *cached = context;
    (void)progress;
    return atomic_load(&cached->cache->wanted) == cached;
}

/* Ends the job that the other thread has done; whether it may have another one now. */
static bool cache_end_job(struct kw_table_cache *cache) {
    struct cache_job *job = &cache->job;
    int state = atomic_load(&cache->job_state);
    if (state != JOB_ENDED)
        return state == JOB_NONE;
    cached_set_begin_work(job->cached, NULL);
    cache_keep(cache, job->cached, job->step.bytes);
    lock_release(job->cached->lock);
    bool again = job->done || job->stopped || !cache_continues(job->cached, NULL);
    cache_leave(cache, job->cached);
    atomic_store(&cache->job_state, JOB_NONE);
    return again; /* else there is no memory */
}

static struct cached_set *cache_enter_wanted(struct kw_table_cache *cache) {
    lock_take(cache->lock);
    struct cached_set *cached = cache->closing ? NULL : atomic_load(&cache->wanted);
    if (cached != NULL)
        cached->users++;
    lock_release(cache->lock);
    return cached;
}

/* Hands a further step on; false if there is none, or the cache is being closed. */
static bool cache_give_job(struct kw_table_cache *cache, struct cached_set *cached) {
    struct cached_step step;
    cached_set_begin_work(cached, NULL);
    bool given = cached_set_has_first(cached) && cache_plan(cache, cached, &step);
    lock_release(cached->lock);
    if (!given)
        return false;
    lock_take(cache->lock);
    given = !cache->closing && cache->further != NULL;
    if (given) {
        cache->job = (struct cache_job){.cached = cached, .step = step};
        atomic_store(&cache->job_state, JOB_GIVEN);
        background_wake(cache->further);
    } else {
        cached->reserved -= step.bytes;
    }
    lock_release(cache->lock);
    return given;
}

static void cache_grow_first(void *context) {
    struct kw_table_cache *cache = context;
    bool free_hands = cache_end_job(cache);
    struct cached_set *cached = cache_enter_wanted(cache);
    if (cached == NULL)
        return;
    cache_prepare_set(cache, cached, cache_continues);
    if (!free_hands || !cache_continues(cached, NULL) || !cache_give_job(cache, cached))
        cache_leave(cache, cached);
}

static void cache_grow_next(void *context) {
    struct kw_table_cache *cache = context;
    struct cache_job *job = &cache->job;
    background_yield();
    if (atomic_load(&cache->job_state) != JOB_GIVEN)
        return;
    cached_set_begin_work(job->cached, cache_continues);
    job->done = cache_continues(job->cached, NULL) && cached_set_advance(job->cached, &job->step);
    lock_release(job->cached->lock);
    job->stopped = !cache_continues(job->cached, NULL);
    atomic_store(&cache->job_state, JOB_ENDED);
    background_wake(cache->first);
}

/* Starts the threads, once; false if there are none. */
static bool cache_start_threads(struct kw_table_cache *cache) {
    if (cache->first == NULL) {
        if (cache->further == NULL)
            cache->further = background_start(cache_grow_next, cache);
        cache->first = background_start(cache_grow_first, cache);
    }
    return cache->first != NULL;
}

/* ---- the interface --------------------------------------------------------------------------- */

struct kw_table_cache *kw_table_cache_open(const char *directory, uint64_t bytes,
                                           struct kw_error *error) {
    struct kw_table_cache *cache = calloc(1, sizeof *cache);
    if (cache != NULL) {
        cache->bytes = bytes;
        cache->lock = lock_new();
        cache->tables = endgame_tables_new(KW_TABLE_CACHE_UNPACKED, KW_TABLE_CACHE_FILES);
        cache->places.directory = directory != NULL ? strdup(directory) : NULL;
    }
    if (cache != NULL && cache->lock != NULL && cache->tables != NULL &&
        (directory == NULL || cache->places.directory != NULL)) {
        if (directory != NULL && bytes > 0)
            cache_folder_sweep(directory);
        return cache;
    }
    error_no_memory(error);
    kw_table_cache_close(cache);
    return NULL;
}

bool kw_table_cache_share(struct kw_table_cache *cache, const char *directory) {
    struct cache_places *places = &cache->places;
    char *copy = directory != NULL && places->shares < SHARED_FOLDERS ? strdup(directory) : NULL;
    if (copy != NULL)
        places->shared[places->shares++] = copy;
    return copy != NULL;
}

void kw_table_cache_close(struct kw_table_cache *cache) {
    if (cache == NULL)
        return;
    atomic_store(&cache->wanted, NULL);
    if (cache->lock != NULL) {
        lock_take(cache->lock);
        cache->closing = true; /* from now on nobody wakes `further` */
        lock_release(cache->lock);
    }
    background_join(cache->further); /* which may wake the other one */
    background_join(cache->first);
    for (struct cached_set *cached = cache->sets, *next; cached != NULL; cached = next) {
        next = cached->next;
        cached_set_close(cached);
    }
    kw_tables_close(cache->tables);
    lock_free(cache->lock);
    while (cache->places.shares > 0)
        free(cache->places.shared[--cache->places.shares]);
    free(cache->places.directory);
    free(cache);
}

const struct kw_tables *kw_table_cache_tables(const struct kw_table_cache *cache) {
    return cache->tables;
}

struct kw_cache_usage kw_table_cache_usage(const struct kw_table_cache *cache) {
    struct kw_cache_usage usage;
    lock_take(cache->lock);
    struct cached_cost all = cache_cost(cache, &usage.sets);
    lock_release(cache->lock);
    usage.files = all.files;
    usage.bytes = all.bytes + endgame_tables_unpacked(cache->tables);
    return usage;
}

/* The seeds of the largest layer, for a user who leaves. */
static int cache_leave_most(struct kw_table_cache *cache, struct cached_set *cached) {
    int most = endgame_set_most(cached->set);
    cache_leave(cache, cached);
    return most;
}

int kw_table_cache_prepare(struct kw_table_cache *cache, const struct kw_game *game) {
    struct cached_set *cached = cache_enter(cache, game);
    if (cached == NULL)
        return -1;
    cache_prepare_set(cache, cached, NULL);
    return cache_leave_most(cache, cached);
}

int kw_table_cache_extend(struct kw_table_cache *cache, const struct kw_game *game) {
    struct cached_set *cached = cache_enter(cache, game);
    struct cached_step step;
    if (cached == NULL)
        return -1;
    if (!cached_set_has_first(cached)) {
        cache_prepare_set(cache, cached, NULL);
    } else {
        cached_set_begin_work(cached, NULL);
        if (cache_plan(cache, cached, &step)) {
            cached_set_advance(cached, &step);
            cache_keep(cache, cached, step.bytes);
        }
        lock_release(cached->lock);
    }
    return cache_leave_most(cache, cached);
}

void kw_table_cache_grow(struct kw_table_cache *cache, const struct kw_game *game) {
    struct cached_set *cached = cache_enter(cache, game);
    if (cached == NULL)
        return;
    lock_take(cache->lock);
    if (cache_start_threads(cache) && atomic_exchange(&cache->wanted, cached) != cached)
        background_wake(cache->first);
    lock_release(cache->lock);
    cache_leave(cache, cached);
}
