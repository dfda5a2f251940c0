/*
 * kw_tables_verify: what stands in the tables, held against the rules.
 *
 * Unlike the build it goes forward, from each position to those its moves lead to.  The bounds must
 * be what the successors give; so they solve the equations of the game, and are not less than its
 * least solution, the value.  And each bound that does not rest on an infinite game must have a
 * distance, and successors with lesser ones that give it; so there is a way to it, and the bounds
 * are no more than the value.
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
    kw_progress_fn *go_on;
    void *context;
    /* The layer at work. */
    unsigned seeds;
    uint64_t positions;
    struct endgame_planes planes; /* `upper` is that of `known`; no `reach`: none are kept */
    _Atomic uint64_t next, wrong; /* the least position found at fault, UINT64_MAX: none */
    atomic_bool failed, stopped;
};

static bool no_memory(struct kw_error *error) {
    return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
}

/* ---- a position -------------------------------------------------------------------------------
 */

/* What the successors of a position give. */
struct given {
    int lower, upper; /* the best of the moves, INT8_MIN: there are none */
    int exit_lower;   /* of those that leave the layer */
    int exit_upper;
    unsigned reach, hold; /* by successors in the layer with the lower bound; by all of them */
};

static void give(struct given *given, int lower, int upper) {
    given->lower = lower > given->lower ? lower : given->lower;
    given->upper = upper > given->upper ? upper : given->upper;
}

/* What moves within the layer give, and how far they lead. */
static void give_within(const struct verify *verify, const struct successors *successors,
                        struct given *given) {
    const struct endgame_planes *planes = &verify->planes;
    for (size_t i = 0; i < successors->count; i++) {
        const struct successor *successor = &successors->list[i];
        int lower, upper;
        if (successor->seeds != verify->seeds)
            continue;
        successor_bounds(&verify->known, verify->seeds, successor, &lower, &upper);
        if (planes->reach == NULL)
            continue;
        /* To the mover's lower bound leads what his successor's mover can be held to. */
        unsigned hold = planes->hold[successor->rank], reach = planes->reach[successor->rank];
        if (lower == given->lower && hold < given->reach)
            given->reach = hold;
        if (reach > given->hold)
            given->hold = reach;
    }
}

static struct given given_by(const struct verify *verify, const struct successors *successors) {
    struct given given = {INT8_MIN, INT8_MIN, INT8_MIN, INT8_MIN, ENDGAME_ENDLESS, 0};
    for (size_t i = 0; i < successors->count; i++) {
        const struct successor *successor = &successors->list[i];
        int lower, upper;
        successor_bounds(&verify->known, verify->seeds, successor, &lower, &upper);
        give(&given, lower, upper);
        if (successor->seeds == verify->seeds)
            continue;
        given.exit_lower = lower > given.exit_lower ? lower : given.exit_lower;
        given.exit_upper = upper > given.exit_upper ? upper : given.exit_upper;
    }
    give_within(verify, successors, &given);
    return given;
}

/*
 * Whether a distance is right: one more than that of the successor that leads there, 1 by a move
 * that leaves the layer.
 */
static bool reach_right(const struct given *given, unsigned reach) {
    if (given->exit_lower == given->lower)
        return reach == 1;
    return given->reach != ENDGAME_ENDLESS && reach == given->reach + 1;
}

static bool hold_right(const struct given *given, unsigned hold) {
    return given->hold != ENDGAME_ENDLESS && hold == given->hold + 1;
}

/* Whether a bound is what an infinite game gives anyway, and so needs no distance. */
static bool distances_right(const struct verify *verify, size_t at, const struct given *given) {
    const struct endgame_planes *planes = &verify->planes;
    int lower = (int)planes->lower[at], upper = (int)planes->upper[at], all = (int)verify->seeds;
    unsigned reach = planes->reach[at], hold = planes->hold[at];
    if (verify->index->cycles == ENDGAME_CYCLES_NAUGHT)
        return lower > 0   ? reach_right(given, reach)
               : lower < 0 ? hold_right(given, hold)
                           : reach == ENDGAME_ENDLESS;
    return (lower == -all ? reach == ENDGAME_ENDLESS : reach_right(given, reach)) &&
           (upper == all ? hold == ENDGAME_ENDLESS : hold_right(given, hold));
}

/* Whether the bounds of a finished position are what it is worth. */
static bool final_right(const struct verify *verify, size_t at,
                        const struct kw_position *position) {
    const struct endgame_planes *planes = &verify->planes;
    int final;
    return endgame_final(verify->index, position, &final) && planes->lower[at] == final &&
           planes->upper[at] == final;
}

static bool position_right(const struct verify *verify, struct successors *successors, size_t at,
                           bool *memory) {
    const struct endgame_planes *planes = &verify->planes;
    struct kw_position position;
    endgame_unrank(verify->index, verify->seeds, at, &position);
    *memory = successors_list(successors, verify->index, &position);
    if (!*memory)
        return false;
    if (successors->count == 0)
        return final_right(verify, at, &position);
    struct given given = given_by(verify, successors);
    return planes->lower[at] == given.lower && planes->upper[at] == given.upper &&
           (planes->reach == NULL || distances_right(verify, at, &given));
}

/* ---- a layer ----------------------------------------------------------------------------------
 */

enum { PORTION = 4096 };

static void note_wrong(struct verify *verify, uint64_t at) {
    uint64_t least = atomic_load(&verify->wrong);
    while (at < least && !atomic_compare_exchange_weak(&verify->wrong, &least, at))
        ;
}

static void report(struct verify *verify, uint64_t done) {
    verify->progress.done = verify->before + (double)done;
    if (verify->go_on != NULL && !verify->go_on(verify->context, &verify->progress))
        atomic_store(&verify->stopped, true);
}

static void verify_work(void *context, size_t member) {
    struct verify *verify = context;
    struct successors successors = {0};
    while (!atomic_load(&verify->failed) && !atomic_load(&verify->stopped) &&
           atomic_load(&verify->wrong) == UINT64_MAX) {
        uint64_t first = atomic_fetch_add(&verify->next, PORTION), end = first + PORTION;
        if (first >= verify->positions)
            break;
        end = end < verify->positions ? end : verify->positions;
        for (uint64_t at = first; at < end; at++) {
            bool memory;
            if (position_right(verify, &successors, (size_t)at, &memory))
                continue;
            if (memory)
                note_wrong(verify, at);
            else
                atomic_store(&verify->failed, true);
            break;
        }
        if (member == 0)
            report(verify, first);
    }
    successors_free(&successors);
}

/* Says which position is wrong. */
static bool tell_wrong(const struct verify *verify, uint64_t at, struct kw_error *error) {
    char path[KW_TEXT], text[KW_TEXT];
    struct kw_position position;
    endgame_unrank(verify->index, verify->seeds, at, &position);
    return error_set(error, KW_BAD_TABLE, 1,
                     "'%.200s': the bounds of %.150s do not follow from its moves",
                     endgame_set_path(verify->set, verify->seeds, path),
                     kw_position_text(verify->index->game, &position, text));
}

/* Reads a layer into memory. */
static bool layer_load(struct verify *verify, struct kw_error *error) {
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
        return no_memory(error);
    int fault = endgame_file_load(file, planes, verify->threads);
    return fault == 0 ||
           endgame_fault(error, endgame_set_path(verify->set, verify->seeds, path), fault);
}

/* Values that no table holds would lead the arithmetic astray. */
static bool layer_in_range(const struct verify *verify) {
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
    bool good = layer_load(verify, error);
    if (good && !layer_in_range(verify))
        good = error_set(error, KW_BAD_TABLE, 1, "'%.300s': it holds values out of range",
                         endgame_set_path(verify->set, verify->seeds, path));
    if (good) {
        atomic_store(&verify->next, 0);
        parallel_for(verify->threads, verify_work, verify);
        uint64_t wrong = atomic_load(&verify->wrong);
        good = atomic_load(&verify->failed)    ? no_memory(error)
               : wrong != UINT64_MAX           ? tell_wrong(verify, wrong, error)
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
    if (set == NULL)
        return error_set(error, KW_BAD_TABLE, 1, "there is no table for these rules");
    struct verify verify = {.set = set,
                            .index = endgame_set_index(set),
                            .threads = threads == 0                 ? 1
                                       : threads > KW_TABLE_THREADS ? KW_TABLE_THREADS
                                                                    : threads,
                            .go_on = progress,
                            .context = context,
                            .wrong = UINT64_MAX};
    verify.progress.most = verify.index->most;
    for (unsigned seeds = 0; seeds <= verify.index->most; seeds++)
        verify.progress.positions += endgame_layer(verify.index, seeds);
    bool good = true;
    for (verify.seeds = 0; good && verify.seeds <= verify.index->most; verify.seeds++)
        good = verify_layer(&verify, error);
    known_layers_free(&verify.known);
    return good;
}
