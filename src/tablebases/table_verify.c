/*
 * kw_tables_verify: an independent forward pass over the tables.
 *
 * Unlike the build it goes from each position to its successors.  The bounds must be those that the
 * successors back up; so they solve the equations of the game, and are not less than their least
 * solution, the value.  And each bound that does not need an infinite game must have a distance,
 * and a successor with a lesser distance that backs it up; so it can be reached, and the bounds are
 * not more than the value.
 */
#include "base/clock.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/work.h"
#include "tablebases/backed_bounds.h"
#include "tables/endgame.h"

#include <stdatomic.h>
#include <stdlib.h>

struct verify {
    const struct endgame_set *set;
    const struct endgame_index *index;
    unsigned threads;
    struct known_layers known;
    struct kw_progress progress;
    double before;
    kw_progress_fn *report;
    void *context;
    /* The current layer. */
    unsigned seeds;
    uint64_t positions;
    struct endgame_planes planes;  /* `upper` is that of `known`; no `reach`: none are kept */
    _Atomic uint64_t next, faulty; /* the least position found at fault, UINT64_MAX: none */
    atomic_bool failed, stopped;
};

/* ---- a position ------------------------------------------------------------------------------ */

/* What the tables say of a position of this or a lower layer. */
static struct kw_bounds verify_bounds(const struct verify *verify, unsigned seeds, uint64_t rank) {
    const struct endgame_planes *planes = &verify->planes;
    struct kw_bounds bounds = {.lower = verify->known.lower[seeds][rank],
                               .upper = verify->known.upper[seeds][rank]};
    if (seeds < verify->seeds || planes->reach == NULL)
        return bounds;
    bounds.reach = planes->reach[rank];
    bounds.hold = planes->hold[rank];
    bounds.distances = true;
    return bounds;
}

static bool verify_position(const struct verify *verify, struct successors *successors, size_t at,
                            bool *memory_sufficed) {
    struct kw_bounds own = verify_bounds(verify, verify->seeds, at);
    struct backed_bounds backed = backed_bounds_none();
    struct kw_position position;
    endgame_unrank(verify->index, verify->seeds, at, &position);
    *memory_sufficed = successors_list(successors, verify->index, &position);
    if (!*memory_sufficed)
        return false;
    for (size_t i = 0; i < successors->count; i++) {
        const struct successor *successor = &successors->list[i];
        struct kw_bounds known = verify_bounds(verify, successor->seeds, successor->rank);
        backed_bounds_add(&backed, verify->seeds, successor, &known);
    }
    return successors->count == 0 ? backed_bounds_final(verify->index, &position, &own)
                                  : backed_bounds_hold(&backed, verify->index, verify->seeds, &own);
}

/* ---- a layer --------------------------------------------------------------------------------- */

enum { CHUNK = 4096 };

static void verify_note_fault(struct verify *verify, uint64_t at) {
    uint64_t least = atomic_load(&verify->faulty);
    while (at < least && !atomic_compare_exchange_weak(&verify->faulty, &least, at))
        ;
}

/* One thread at work. */
struct verify_thread {
    struct verify *verify;
    bool reports;
    uint64_t done;    /* positions of the layer, when its chunk began */
    int64_t reported; /* by clock_now */
};

static void verify_report(struct verify_thread *thread) {
    struct verify *verify = thread->verify;
    struct work paused = work_pause();
    thread->reported = clock_now();
    verify->progress.done = verify->before + (double)thread->done;
    if (verify->report != NULL && !verify->report(verify->context, &verify->progress))
        atomic_store(&verify->stopped, true);
    work_resume(paused);
}

/* A work_poll_fn: reports, not too often. */
static bool verify_poll(void *context) {
    enum { REPORT_MICROSECONDS = 10000 };
    struct verify_thread *thread = context;
    if (thread->reports && clock_now() - thread->reported >= REPORT_MICROSECONDS)
        verify_report(thread);
    return !atomic_load(&thread->verify->stopped);
}

static void verify_chunk(struct verify *verify, struct successors *successors, uint64_t first,
                         uint64_t end) {
    for (uint64_t at = first; at < end; at++) {
        bool memory_sufficed;
        bool good = verify_position(verify, successors, (size_t)at, &memory_sufficed);
        if (work_ended())
            atomic_store(&verify->stopped, true);
        else if (!good && memory_sufficed)
            verify_note_fault(verify, at);
        else if (!good)
            atomic_store(&verify->failed, true);
        if (!good || work_ended())
            break;
    }
}

static void verify_work(void *context, size_t number) {
    struct verify *verify = context;
    struct successors successors = {0};
    struct verify_thread thread = {
        .verify = verify, .reports = number == 0, .reported = clock_now()};
    struct work_watch watch;
    work_begin(&watch, verify_poll, &thread, NULL);
    while (!atomic_load(&verify->failed) && !atomic_load(&verify->stopped) &&
           atomic_load(&verify->faulty) == UINT64_MAX) {
        uint64_t first = atomic_fetch_add(&verify->next, CHUNK), end = first + CHUNK;
        if (first >= verify->positions)
            break;
        thread.done = first;
        verify_chunk(verify, &successors, first, end < verify->positions ? end : verify->positions);
        if (thread.reports)
            verify_report(&thread);
    }
    work_end(&watch);
    successors_free(&successors);
}

/* Sets the error of a faulty position. */
static bool verify_describe_fault(const struct verify *verify, uint64_t at,
                                  struct kw_error *error) {
    char path[KW_TEXT], text[KW_TEXT];
    struct kw_position position;
    endgame_unrank(verify->index, verify->seeds, at, &position);
    return error_set(error, KW_BAD_TABLE, 1,
                     "'%.200s': the bounds of %.150s do not follow from its moves",
                     endgame_set_path(verify->set, verify->seeds, path),
                     kw_position_text(verify->index->game, &position, text));
}

/* Reads a layer into memory. */
static bool verify_load_layer(struct verify *verify, struct kw_error *error) {
    const struct endgame_file *file = endgame_set_file(verify->set, verify->seeds);
    struct endgame_planes *planes = &verify->planes;
    size_t count = (size_t)file->positions;
    bool both = file->planes == 2, distances = file->distance > 0;
    char path[KW_TEXT];
    *planes = (struct endgame_planes){.lower = malloc(count)};
    verify->known.lower[verify->seeds] = planes->lower;
    planes->upper = both ? malloc(count) : planes->lower;
    verify->known.upper[verify->seeds] = planes->upper;
    if (distances) {
        planes->reach = malloc(count * sizeof *planes->reach);
        planes->hold = malloc(count * sizeof *planes->hold);
    }
    if (planes->lower == NULL || planes->upper == NULL ||
        (distances && (planes->reach == NULL || planes->hold == NULL)))
        return error_no_memory(error);
    int fault = endgame_file_load(file, planes, verify->threads);
    return fault == 0 ||
           endgame_fault(error, endgame_set_path(verify->set, verify->seeds, path), fault);
}

static bool verify_layer_in_range(const struct verify *verify) {
    for (uint64_t i = 0; i < verify->positions; i++)
        if (!backed_bounds_in_range(verify->seeds, verify->planes.lower[i],
                                    verify->planes.upper[i]))
            return false;
    return true;
}

static bool verify_layer(struct verify *verify, struct kw_error *error) {
    char path[KW_TEXT];
    verify->positions = endgame_layer(verify->index, verify->seeds);
    verify->progress.seeds = verify->seeds;
    bool good = verify_load_layer(verify, error);
    if (good && !verify_layer_in_range(verify))
        good = error_set(error, KW_BAD_TABLE, 1, "'%.300s': it holds values out of range",
                         endgame_set_path(verify->set, verify->seeds, path));
    if (good) {
        atomic_store(&verify->next, 0);
        parallel_for(verify->threads, verify_work, verify);
        uint64_t faulty = atomic_load(&verify->faulty);
        good = atomic_load(&verify->failed)    ? error_no_memory(error)
               : faulty != UINT64_MAX          ? verify_describe_fault(verify, faulty, error)
               : atomic_load(&verify->stopped) ? error_set(error, KW_STOPPED, 1, "stopped")
                                               : true;
    }
    free(verify->planes.reach);
    free(verify->planes.hold);
    verify->before += (double)verify->positions;
    return good;
}

static bool verify_set(struct verify *verify, struct kw_error *error) {
    for (unsigned seeds = 0; seeds <= verify->progress.most; seeds++)
        verify->progress.positions += endgame_layer(verify->index, seeds);
    bool good = true;
    for (verify->seeds = 0; good && verify->seeds <= verify->progress.most; verify->seeds++)
        good = verify_layer(verify, error);
    known_layers_free(&verify->known);
    return good;
}

bool kw_tables_verify(const struct kw_tables *tables, const struct kw_game *game, unsigned threads,
                      kw_progress_fn *progress, void *context, struct kw_error *error) {
    const struct endgame_set *set = endgame_set_take(tables, game);
    int most = set != NULL ? endgame_set_most(set) : -1;
    struct verify verify = {.set = set,
                            .threads = parallel_threads(threads),
                            .report = progress,
                            .context = context,
                            .faulty = UINT64_MAX};
    bool good = false;
    if (most < 0) {
        error_set(error, KW_BAD_TABLE, 1, "there is no table for these rules");
    } else {
        verify.index = endgame_set_index(set);
        verify.progress.most = (unsigned)most;
        good = verify_set(&verify, error);
    }
    endgame_set_release(set);
    return good;
}
