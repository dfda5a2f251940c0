#include "solve/ends.h"

#include "base/crew.h"
#include "base/large.h"

#include <stdlib.h>

enum { ENDS_ZERO = 128 };

static size_t bytes_of(const struct ranks *ranks, int most) {
    return most < 0 ? 0 : (size_t)ranks_count(ranks, (unsigned)most);
}

size_t ends_bytes(const struct ends *ends) { return bytes_of(ends->ranks, ends->most); }

bool ends_open(struct ends *ends, const struct terms *terms, const struct ranks *ranks, int most) {
    most = most < ENDS_MOST ? most : ENDS_MOST;
    ends->terms = terms;
    ends->ranks = ranks;
    if (most <= ends->most)
        return false;
    _Atomic uint8_t *worth = large_new(bytes_of(ranks, most));
    if (worth == NULL)
        return false;
    if (ends->most >= 0)
        memcpy((void *)worth, (const void *)ends->worth, ends_bytes(ends));
    free((void *)ends->worth);
    ends->worth = worth;
    ends->most = most;
    return true;
}

void ends_close(struct ends *ends) {
    free((void *)ends->worth);
    *ends = ends_none();
}

/* ---- a board --------------------------------------------------------------------------------- */

/* A board, its moves, and where what they lead to is known. */
struct study {
    struct seen seen;
    uint64_t number;
    size_t count;
    struct fan_move move[SEEN_ROW];
    uint64_t after[SEEN_ROW]; /* numbers */
};

/* Looks at the moves; what is known of them will be wanted soon. */
static void study_begin(const struct ends *ends, struct study *study) {
    const struct kw_game *game = ends->terms->game;
    study->count = game->family->fan(game->rules, &study->seen, study->move);
    for (size_t i = 0; i < study->count; i++) {
        study->after[i] = ranks_number(ends->ranks, &study->move[i].seen);
        ends_prefetch(ends, study->after[i]);
    }
}

/*
 * Finds out what a board is worth.  What two threads find out at the same time is the same.
 * Recursion goes as deep as the game lasts: some seeds, some plies.
 */
static int study_end(const struct ends *ends, const struct study *study, uint64_t *entered) {
    int best = study->count == 0 ? seen_end(ends->terms, &study->seen) : -ENDS_ZERO;
    ++*entered;
    for (size_t i = 0; i < study->count; i++) {
        const struct fan_move *move = &study->move[i];
        int after = ends_worth_of(ends, &move->seen, study->after[i], entered);
        int worth = move->gain + (after ^ -!move->again) + !move->again; /* after or -after */
        best = worth > best ? worth : best;
    }
    atomic_store_explicit(&ends->worth[study->number], (uint8_t)(best + ENDS_ZERO),
                          memory_order_relaxed);
    return best;
}

static bool is_found(const struct ends *ends, uint64_t number) {
    return atomic_load_explicit(&ends->worth[number], memory_order_relaxed) != 0;
}

int ends_worth_of(const struct ends *ends, const struct seen *seen, uint64_t number,
                  uint64_t *entered) {
    uint8_t found = atomic_load_explicit(&ends->worth[number], memory_order_relaxed);
    if (KW_LIKELY(found != 0))
        return found - ENDS_ZERO;
    struct study study = {.number = number};
    study.seen = *seen;
    study_begin(ends, &study);
    return study_end(ends, &study, entered);
}

int ends_worth(const struct ends *ends, const struct kw_position *position, uint64_t *entered) {
    struct seen seen = seen_of(ends->terms->game, position);
    return ends_worth_of(ends, &seen, ranks_number(ends->ranks, &seen), entered);
}

/* ---- all boards ------------------------------------------------------------------------------ */

struct finding {
    const struct ends *ends;
    const struct ends_work *work;
    _Atomic uint64_t next; /* the first board that nobody has taken */
};

enum { PIECE = 1 << 13 /* boards that are taken at once */, BATCH = 16 };

/* Finds out a few boards, the memory of all of them having been asked for. */
static void find_batch(const struct ends *ends, struct study *batch, size_t count,
                       uint64_t *entered) {
    for (size_t i = 0; i < count; i++)
        study_begin(ends, &batch[i]);
    for (size_t i = 0; i < count; i++)
        if (!is_found(ends, batch[i].number)) /* not by what came before it in the batch */
            study_end(ends, &batch[i], entered);
}

static void find_piece(const struct ends *ends, uint64_t begin, uint64_t end, uint64_t *entered) {
    struct study batch[BATCH];
    size_t count = 0;
    struct seen seen = ranks_board(ends->ranks, begin);
    for (uint64_t number = begin; number < end; number++) {
        if (!is_found(ends, number)) {
            batch[count].seen = seen;
            batch[count++].number = number;
        }
        if (count == BATCH || number + 1 == end) {
            find_batch(ends, batch, count, entered);
            count = 0;
        }
        ranks_next(ends->ranks, &seen);
    }
}

/*
 * Pieces are taken in order, so that those before are done or at work: what is not there yet is
 * found out on the way.
 */
static void find_member(void *context, size_t member) {
    struct finding *finding = context;
    const struct ends *ends = finding->ends;
    const struct ends_work *work = finding->work;
    uint64_t count = ends_bytes(ends), begin;
    while (!atomic_load_explicit(work->stop, memory_order_relaxed) &&
           (begin = atomic_fetch_add(&finding->next, PIECE)) < count) {
        uint64_t entered = 0;
        find_piece(ends, begin, begin + PIECE < count ? begin + PIECE : count, &entered);
        atomic_fetch_add_explicit(work->entered, entered, memory_order_relaxed);
        if (member == 0 && work->tell != NULL)
            work->tell(work->context);
    }
}

void ends_find_all(const struct ends *ends, const struct ends_work *work) {
    struct finding finding = {.ends = ends, .work = work};
    if (ends->most >= 0)
        crew_work(work->threads, find_member, &finding);
}
