#include "exact/row_database.h"

#include "base/huge_pages.h"
#include "base/parallel.h"
#include "exact/row_transitions.h"

#include <stdlib.h>

/* ---- the table ------------------------------------------------------------------------------- */

/* Lays out the blocks; returns the bytes that all take. */
static uint64_t lay_out(struct ends *ends) {
    uint64_t at = 0, first = 0;
    for (int seeds = 0; seeds <= ends->most; seeds++) {
        struct ends_block *block = &ends->block[seeds];
        uint64_t end = ranks_count(&ends->rows, (unsigned)seeds);
        block->length = ranks_count(&ends->rows, (unsigned)(ends->most - seeds));
        block->begin = at - first * block->length;
        at += (end - first) * block->length;
        first = end;
    }
    return at;
}

size_t ends_bytes(const struct ends *ends) {
    if (ends->most < 0)
        return 0;
    const struct ends_block *last = &ends->block[ends->most];
    return (size_t)(last->begin + last->length * ranks_count(&ends->rows, (unsigned)ends->most));
}

static bool ends_open(struct ends *ends, const struct terms *terms, int most) {
    *ends = (struct ends){.terms = terms, .most = most};
    if (!ranks_open_row(&ends->rows, terms->game->rules->columns, (unsigned)most))
        return false;
    ends->worth = huge_pages_alloc(lay_out(ends));
    if (ends->worth == NULL)
        ends_close(ends);
    return ends->worth != NULL;
}

void ends_close(struct ends *ends) {
    if (ends->most >= 0)
        ranks_close(&ends->rows);
    free(ends->worth);
    *ends = ends_none();
}

int ends_worth(const struct ends *ends, const struct kw_position *position) {
    struct compact_board seen = compact_of(ends->terms->game, position);
    return ends->worth[ends_at(ends, &seen)];
}

/* ---- many boards at once --------------------------------------------------------------------- */

/*
 * Boards are found out in the order of their seeds.  Among those with as many seeds, a move that
 * wins none passes the turn and leaves both rows the seeds that they had; it brings the mover's
 * nearer to the end of his row, which makes the number of his row smaller.  So the boards with s
 * seeds in one row and t in the other are a *family* of their own, and its boards are found out
 * without looking at them one by one: for one row of s seeds after the other, in the order of
 * their numbers, first those where it is the mover's, then those where it is the opponent's.
 *
 * The same boards stand in two tables, so that boards which share a row lie together whosever that
 * is: in `worth` by the mover's row, in `back` by the opponent's.
 */
struct finding {
    struct ends *ends;
    int8_t *back;
    struct shifts shifts;
    const struct ends_work *work;
    unsigned seeds;   /* of the boards that are being found out */
    atomic_uint next; /* the family that nobody has taken */
};

/* The boards of a row in either table. */
static int8_t *boards_of(const struct finding *finding, int8_t *table, uint64_t row) {
    return table + ends_begin(finding->ends, row);
}

static size_t first_of(const struct finding *finding, unsigned seeds) {
    return shifts_first(&finding->shifts, seeds);
}

static uint64_t row_numbered(const struct finding *finding, size_t number) {
    return finding->shifts.row[number];
}

/* Without a branch, which could not be foretold. */
static inline void take_better(int8_t *best, int worth) {
    int more = worth - *best;
    *best = (int8_t)(*best + (more & -(more > 0)));
}

/* Takes in moves that leave all of the varying rows as they are. */
static void take_unchanged(int8_t *best, const int8_t *after, size_t count, int gain, bool again) {
    int8_t won = (int8_t)gain, turned = (int8_t)(again ? 0 : -1); /* x ^ -1 is -x - 1 */
    for (size_t i = 0; i < count; i++) {
        int8_t worth = (int8_t)((after[i] ^ turned) - turned + won);
        best[i] = (int8_t)(worth > best[i] ? worth : best[i]);
    }
}

/* Takes in moves that make other rows of the varying rows with so many seeds. */
static void take_changed(int8_t *best, const int8_t *after, const struct changes *changes,
                         unsigned seeds, int gain, bool again) {
    const struct change *change = changes->list + changes->begin[seeds];
    const struct change *end = changes->list + changes->begin[seeds + 1];
    int turned = again ? 0 : -1; /* x ^ -1 is -x - 1 */
    for (gain -= turned; change < end; change++)
        take_better(&best[change->from], gain + (int)change->gain + (after[change->to] ^ turned));
}

/* Finds out the boards where a row is the mover's and the opponent's has so many seeds. */
static void find_as_own(struct finding *finding, uint64_t own, unsigned seeds) {
    const struct ends *ends = finding->ends;
    struct shifts *shifts = &finding->shifts;
    size_t first = first_of(finding, seeds), count = first_of(finding, seeds + 1) - first;
    int8_t *best = boards_of(finding, ends->worth, own);
    struct row_move move[ROW_MOVES];
    size_t moves = shifts_moves(shifts, own, move);
    memset(best + first, INT8_MIN, count);
    for (size_t i = 0; i < moves; i++) {
        int8_t *table = move[i].again ? ends->worth : finding->back;
        const int8_t *after = boards_of(finding, table, move[i].after);
        if (move[i].shift == 0)
            take_unchanged(best + first, after + first, count, move[i].gain, move[i].again);
        else
            take_changed(best, after, &shifts->other[move[i].shift], seeds, move[i].gain,
                         move[i].again);
    }
}

/* Finds out the boards where a row is the opponent's and the mover's has so many seeds. */
static void find_as_other(const struct finding *finding, uint64_t other, unsigned seeds) {
    const struct ends *ends = finding->ends;
    const struct shifts *shifts = &finding->shifts;
    size_t first = first_of(finding, seeds), count = first_of(finding, seeds + 1) - first;
    int8_t *best = boards_of(finding, finding->back, other);
    memset(best + first, INT8_MIN, count);
    for (size_t i = 0; i < shifts->count; i++) {
        uint64_t after;
        int taken;
        if (!shift_row(&shifts->shift[i], other, &after, &taken))
            continue;
        take_changed(best, boards_of(finding, ends->worth, after), &shifts->own[i][false], seeds,
                     taken, false);
        take_changed(best, boards_of(finding, finding->back, after), &shifts->own[i][true], seeds,
                     taken, true);
    }
}

/* Copies from one table to the other the boards of rows with s seeds and rows with t seeds. */
static void turn_over(const struct finding *finding, const int8_t *from, int8_t *to, unsigned s,
                      unsigned t) {
    enum { TILE = 32 }; /* so many lines of either stay in the cache */
    size_t end_s = first_of(finding, s + 1), end_t = first_of(finding, t + 1);
    for (size_t i = first_of(finding, s); i < end_s; i += TILE) {
        for (size_t j = first_of(finding, t); j < end_t; j++) {
            int8_t *line = boards_of(finding, to, row_numbered(finding, j));
            uint64_t begin = ends_begin(finding->ends, row_numbered(finding, i));
            uint64_t length = finding->ends->block[s].length;
            for (size_t k = i; k < end_s && k < i + TILE; k++, begin += length)
                line[k] = from[begin + j];
        }
    }
}

/* Finds out the boards with s seeds in one row and t in the other. */
static void find_family(struct finding *finding, unsigned s, unsigned t) {
    size_t end = first_of(finding, s + 1);
    for (size_t i = first_of(finding, s); i < end; i++) {
        find_as_own(finding, row_numbered(finding, i), t);
        find_as_other(finding, row_numbered(finding, i), t);
    }
    turn_over(finding, finding->ends->worth, finding->back, s, t);
    turn_over(finding, finding->back, finding->ends->worth, s, t);
}

static uint64_t family_boards(const struct finding *finding, unsigned s, unsigned t) {
    uint64_t boards = (first_of(finding, s + 1) - first_of(finding, s)) *
                      (first_of(finding, t + 1) - first_of(finding, t));
    return s == t ? boards : 2 * boards;
}

/* The largest families first. */
static void find_member(void *context, size_t member) {
    struct finding *finding = context;
    const struct ends_work *work = finding->work;
    unsigned seeds = finding->seeds, half = seeds / 2, taken;
    while (!atomic_load_explicit(work->stop, memory_order_relaxed) &&
           (taken = atomic_fetch_add(&finding->next, 1)) < half) {
        unsigned s = half - taken, t = seeds - s;
        find_family(finding, s, t);
        atomic_fetch_add_explicit(work->entered, family_boards(finding, s, t),
                                  memory_order_relaxed);
        if (member == 0 && work->tell != NULL)
            work->tell(work->context);
    }
}

/* The boards without moves, where one of the rows is empty. */
static void find_finished(struct finding *finding) {
    const struct ends *ends = finding->ends;
    size_t end = first_of(finding, (unsigned)ends->most + 1);
    int8_t *own = boards_of(finding, ends->worth, 0), *other = boards_of(finding, finding->back, 0);
    for (size_t i = 0; i < end; i++) {
        uint64_t row = row_numbered(finding, i);
        struct compact_board left = compact_of_rows(0, row, ends->rows.holes);
        struct compact_board right = compact_of_rows(row, 0, ends->rows.holes);
        own[i] = *boards_of(finding, finding->back, row) = (int8_t)compact_end(ends->terms, &left);
        other[i] = *boards_of(finding, ends->worth, row) = (int8_t)compact_end(ends->terms, &right);
    }
    atomic_fetch_add_explicit(finding->work->entered, 2 * end - 1, memory_order_relaxed);
}

static void find_all(struct finding *finding) {
    enum { FEW = 1 << 16 /* boards: not worth a thread's while */ };
    find_finished(finding);
    for (unsigned seeds = 2; seeds <= (unsigned)finding->ends->most; seeds++) {
        finding->seeds = seeds;
        atomic_store(&finding->next, 0);
        bool few = family_boards(finding, seeds / 2, seeds - seeds / 2) < FEW;
        parallel_for(few ? 1 : finding->work->threads, find_member, finding);
    }
}

static bool find_in_new_memory(struct finding *finding) {
    const struct ends *ends = finding->ends;
    finding->back = huge_pages_alloc(ends_bytes(ends));
    bool done = finding->back != NULL &&
                shifts_open(&finding->shifts, ends->terms->game, (unsigned)ends->most);
    if (done) {
        find_all(finding);
        shifts_close(&finding->shifts);
        done = !atomic_load(finding->work->stop);
    }
    free(finding->back);
    return done;
}

_Static_assert((int)ENDS_MOST <= (int)SHIFT_SEEDS, "boards of endgames have shifts");

bool ends_find(struct ends *ends, const struct terms *terms, int most,
               const struct ends_work *work) {
    most = most < ENDS_MOST ? most : ENDS_MOST;
    if (most <= ends->most)
        return false;
    struct ends found;
    struct finding *finding = calloc(1, sizeof *finding);
    bool done = finding != NULL && ends_open(&found, terms, most);
    if (done) {
        finding->ends = &found;
        finding->work = work;
        done = find_in_new_memory(finding);
        ends_close(done ? ends : &found);
        if (done)
            *ends = found;
    }
    free(finding);
    return done;
}
