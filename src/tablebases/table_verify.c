/*
 * kw_tables_verify: an independent forward pass over the tables.
 *
 * Unlike the build it goes from each position to its successors.  The bounds must be those that the
 * successors back up; so they solve the equations of the game, and are not less than their least
 * solution, the value.  And each bound that does not need an infinite game must have a distance,
 * and a successor with a lesser distance that backs it up; so it can be reached, and the bounds are
 * not more than the value.
 */
#include "base/error.h"
#include "base/parallel.h"
#include "tablebases/successors.h"
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

/* The bounds of a position as its successors back them up. */
struct verify_bounds {
    int lower, upper; /* by the best moves; INT8_MIN: there are none */
    int exit_lower;   /* by the best moves that leave the layer */
    int exit_upper;
    unsigned reach, hold; /* by successors in the layer: of those with the lower bound the least,
                             the greatest of all */
};

static void verify_raise(struct verify_bounds *bounds, int lower, int upper) {
    bounds->lower = lower > bounds->lower ? lower : bounds->lower;
    bounds->upper = upper > bounds->upper ? upper : bounds->upper;
}

/* The distances by moves within the layer. */
static void verify_moves_within(const struct verify *verify, const struct successors *successors,
                                struct verify_bounds *bounds) {
    const struct endgame_planes *planes = &verify->planes;
    for (size_t i = 0; i < successors->count; i++) {
        const struct successor *successor = &successors->list[i];
        int lower, upper;
        if (successor->seeds != verify->seeds)
            continue;
        bounds_of_successor(&verify->known, verify->seeds, successor, &lower, &upper);
        if (planes->reach == NULL)
            continue;
        /* The mover's lower bound is what the mover of the successor can be held to. */
        unsigned hold = planes->hold[successor->rank], reach = planes->reach[successor->rank];
        if (lower == bounds->lower && hold < bounds->reach)
            bounds->reach = hold;
        if (reach > bounds->hold)
            bounds->hold = reach;
    }
}

static struct verify_bounds verify_backed_up(const struct verify *verify,
                                             const struct successors *successors) {
    struct verify_bounds bounds = {INT8_MIN, INT8_MIN, INT8_MIN, INT8_MIN, ENDGAME_ENDLESS, 0};
    for (size_t i = 0; i < successors->count; i++) {
        const struct successor *successor = &successors->list[i];
        int lower, upper;
        bounds_of_successor(&verify->known, verify->seeds, successor, &lower, &upper);
        verify_raise(&bounds, lower, upper);
        if (successor->seeds == verify->seeds)
            continue;
        bounds.exit_lower = lower > bounds.exit_lower ? lower : bounds.exit_lower;
        bounds.exit_upper = upper > bounds.exit_upper ? upper : bounds.exit_upper;
    }
    verify_moves_within(verify, successors, &bounds);
    return bounds;
}

/*
 * Whether a distance is right: one more than that of the successor that backs it up, 1 by a move
 * that leaves the layer.
 */
static bool verify_reach(const struct verify_bounds *bounds, unsigned reach) {
    if (bounds->exit_lower == bounds->lower)
        return reach == 1;
    return bounds->reach != ENDGAME_ENDLESS && reach == bounds->reach + 1;
}

static bool verify_hold(const struct verify_bounds *bounds, unsigned hold) {
    return bounds->hold != ENDGAME_ENDLESS && hold == bounds->hold + 1;
}

/* Whether the distances are right; a bound that an infinite game gives anyway needs none. */
static bool verify_distances(const struct verify *verify, size_t at,
                             const struct verify_bounds *bounds) {
    const struct endgame_planes *planes = &verify->planes;
    int lower = (int)planes->lower[at], upper = (int)planes->upper[at], all = (int)verify->seeds;
    unsigned reach = planes->reach[at], hold = planes->hold[at];
    if (verify->index->cycles == ENDGAME_CYCLES_NAUGHT)
        return lower > 0   ? verify_reach(bounds, reach)
               : lower < 0 ? verify_hold(bounds, hold)
                           : reach == ENDGAME_ENDLESS;
    return (lower == -all ? reach == ENDGAME_ENDLESS : verify_reach(bounds, reach)) &&
           (upper == all ? hold == ENDGAME_ENDLESS : verify_hold(bounds, hold));
}

/* Whether the bounds of a finished position are its value. */
static bool verify_final(const struct verify *verify, size_t at,
                         const struct kw_position *position) {
    const struct endgame_planes *planes = &verify->planes;
    int final;
    return endgame_final(verify->index, position, &final) && planes->lower[at] == final &&
           planes->upper[at] == final;
}

static bool verify_position(const struct verify *verify, struct successors *successors, size_t at,
                            bool *memory_sufficed) {
    const struct endgame_planes *planes = &verify->planes;
    struct kw_position position;
    endgame_unrank(verify->index, verify->seeds, at, &position);
    *memory_sufficed = successors_list(successors, verify->index, &position);
    if (!*memory_sufficed)
        return false;
    if (successors->count == 0)
        return verify_final(verify, at, &position);
    struct verify_bounds bounds = verify_backed_up(verify, successors);
    return planes->lower[at] == bounds.lower && planes->upper[at] == bounds.upper &&
           (planes->reach == NULL || verify_distances(verify, at, &bounds));
}

/* ---- a layer --------------------------------------------------------------------------------- */

enum { CHUNK = 4096 };

static void verify_note_fault(struct verify *verify, uint64_t at) {
    uint64_t least = atomic_load(&verify->faulty);
    while (at < least && !atomic_compare_exchange_weak(&verify->faulty, &least, at))
        ;
}

static void verify_report(struct verify *verify, uint64_t done) {
    verify->progress.done = verify->before + (double)done;
    if (verify->report != NULL && !verify->report(verify->context, &verify->progress))
        atomic_store(&verify->stopped, true);
}

static void verify_work(void *context, size_t thread) {
    struct verify *verify = context;
    struct successors successors = {0};
    while (!atomic_load(&verify->failed) && !atomic_load(&verify->stopped) &&
           atomic_load(&verify->faulty) == UINT64_MAX) {
        uint64_t first = atomic_fetch_add(&verify->next, CHUNK), end = first + CHUNK;
        if (first >= verify->positions)
            break;
        end = end < verify->positions ? end : verify->positions;
        for (uint64_t at = first; at < end; at++) {
            bool memory_sufficed;
            if (verify_position(verify, &successors, (size_t)at, &memory_sufficed))
                continue;
            if (memory_sufficed)
                verify_note_fault(verify, at);
            else
                atomic_store(&verify->failed, true);
            break;
        }
        if (thread == 0)
            verify_report(verify, first);
    }
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

/* Values out of range would overflow the arithmetic. */
static bool verify_layer_in_range(const struct verify *verify) {
    int all = (int)verify->seeds;
    for (uint64_t i = 0; i < verify->positions; i++)
        if (verify->planes.lower[i] < -all || verify->planes.upper[i] > all ||
            verify->planes.lower[i] > verify->planes.upper[i])
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

bool kw_tables_verify(const struct kw_tables *tables, const struct kw_game *game, unsigned threads,
                      kw_progress_fn *progress, void *context, struct kw_error *error) {
    const struct endgame_set *set = endgame_set_find(tables, game);
    int most = set != NULL ? endgame_set_most(set) : -1;
    if (most < 0)
        return error_set(error, KW_BAD_TABLE, 1, "there is no table for these rules");
    struct verify verify = {.set = set,
                            .index = endgame_set_index(set),
                            .threads = threads == 0                 ? 1
                                       : threads > KW_TABLE_THREADS ? KW_TABLE_THREADS
                                                                    : threads,
                            .report = progress,
                            .context = context,
                            .faulty = UINT64_MAX};
    verify.progress.most = (unsigned)most;
    for (unsigned seeds = 0; seeds <= verify.progress.most; seeds++)
        verify.progress.positions += endgame_layer(verify.index, seeds);
    bool good = true;
    for (verify.seeds = 0; good && verify.seeds <= verify.progress.most; verify.seeds++)
        good = verify_layer(&verify, error);
    known_layers_free(&verify.known);
    return good;
}
