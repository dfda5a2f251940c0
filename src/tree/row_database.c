/* Static names begin with rowdb_. */
#include "tree/row_database.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "tree/row_transitions.h"

#include <stdlib.h>

/* ---- the table ------------------------------------------------------------------------------- */

/* Lays out the blocks; returns the bytes of all. */
static uint64_t rowdb_lay_out(struct row_database *database) {
    uint64_t at = 0, first = 0;
    for (int seeds = 0; seeds <= database->most; seeds++) {
        struct row_database_block *block = &database->block[seeds];
        uint64_t end = board_index_count(&database->rows, (unsigned)seeds);
        block->length = board_index_count(&database->rows, (unsigned)(database->most - seeds));
        block->begin = at - first * block->length;
        at += (end - first) * block->length;
        first = end;
    }
    return at;
}

size_t row_database_bytes(const struct row_database *database) {
    if (database->most < 0)
        return 0;
    const struct row_database_block *last = &database->block[database->most];
    return (size_t)(last->begin +
                    last->length * board_index_count(&database->rows, (unsigned)database->most));
}

static bool rowdb_open(struct row_database *database, const struct value_model *model, int most) {
    *database = (struct row_database){.model = model, .most = most};
    if (!board_index_open_row(&database->rows, model->game->rules->columns, (unsigned)most))
        return false;
    database->value = huge_pages_alloc(rowdb_lay_out(database));
    if (database->value == NULL)
        row_database_close(database);
    return database->value != NULL;
}

void row_database_close(struct row_database *database) {
    if (database->most >= 0)
        board_index_close(&database->rows);
    free(database->value);
    *database = row_database_none();
}

int row_database_value(const struct row_database *database, const struct kw_position *position) {
    struct compact_board board = compact_board_of(database->model->game, position);
    return database->value[row_database_at(database, &board)];
}

/* ---- many boards at once --------------------------------------------------------------------- */

/*
 * Boards are solved in the order of their seeds.  Among those with the same number of seeds, a move
 * that wins none passes the turn and leaves both rows their numbers of seeds; it brings the mover's
 * seeds nearer to the end of his row, which makes the index of his row smaller.  So the boards with
 * s seeds in one row and t in the other depend on no others with as many seeds: they are a
 * *family*.  Its boards are solved many at once: for one row of s seeds after the other, in the
 * order of their indexes, first all boards where it is the mover's, then those where it is the
 * opponent's.
 *
 * All boards are in two tables, so that boards which share a row lie together on either side: in
 * `value` by the mover's row, in `back` by the opponent's.
 */
struct rowdb_build {
    struct row_database *database;
    int8_t *back;
    struct row_transitions transitions;
    const struct poll_limits *limits;
    unsigned seeds;   /* of the boards that are being solved */
    atomic_uint next; /* the next family that no thread has taken */
};

/* The boards of a row in either table. */
static int8_t *rowdb_boards(const struct rowdb_build *build, int8_t *table, uint64_t row) {
    return table + row_database_begin(build->database, row);
}

static size_t rowdb_first(const struct rowdb_build *build, unsigned seeds) {
    return row_transitions_first(&build->transitions, seeds);
}

static uint64_t rowdb_row(const struct rowdb_build *build, size_t number) {
    return build->transitions.row[number];
}

/* Without a branch, which could not be predicted. */
static inline void rowdb_max(int8_t *best, int value) {
    int more = value - *best;
    *best = (int8_t)(*best + (more & -(more > 0)));
}

/* Takes in a move that changes none of the opponent's rows. */
static void rowdb_take_unchanged(int8_t *best, const int8_t *after, size_t count, int gain,
                                 bool again) {
    int8_t won = (int8_t)gain, turned = (int8_t)(again ? 0 : -1); /* x ^ -1 is -x - 1 */
    for (size_t i = 0; i < count; i++) {
        int8_t value = (int8_t)((after[i] ^ turned) - turned + won);
        best[i] = (int8_t)(value > best[i] ? value : best[i]);
    }
}

/* Takes in a move that changes the other rows, those with so many seeds. */
static void rowdb_take_changed(int8_t *best, const int8_t *after, const struct row_changes *changes,
                               unsigned seeds, int gain, bool again) {
    const struct row_change *list = changes->list; /* NULL if it is empty */
    size_t end = changes->begin[seeds + 1];
    int turned = again ? 0 : -1; /* x ^ -1 is -x - 1 */
    gain -= turned;
    for (size_t i = changes->begin[seeds]; i < end; i++) {
        const struct row_change *change = &list[i];
        rowdb_max(&best[change->from], gain + (int)change->gain + (after[change->to] ^ turned));
    }
}

/* Solves the boards where a row is the mover's and the opponent's has so many seeds. */
static void rowdb_solve_own(struct rowdb_build *build, uint64_t own, unsigned seeds) {
    const struct row_database *database = build->database;
    struct row_transitions *transitions = &build->transitions;
    size_t first = rowdb_first(build, seeds), count = rowdb_first(build, seeds + 1) - first;
    int8_t *best = rowdb_boards(build, database->value, own);
    struct row_move move[ROW_MOVES];
    size_t moves = row_transitions_moves(transitions, own, move);
    memset(best + first, INT8_MIN, count);
    for (size_t i = 0; i < moves; i++) {
        int8_t *table = move[i].again ? database->value : build->back;
        const int8_t *after = rowdb_boards(build, table, move[i].after);
        if (move[i].transition == 0)
            rowdb_take_unchanged(best + first, after + first, count, move[i].gain, move[i].again);
        else
            rowdb_take_changed(best, after, &transitions->other[move[i].transition], seeds,
                               move[i].gain, move[i].again);
    }
}

/* Solves the boards where a row is the opponent's and the mover's has so many seeds. */
static void rowdb_solve_other(const struct rowdb_build *build, uint64_t other, unsigned seeds) {
    const struct row_database *database = build->database;
    const struct row_transitions *transitions = &build->transitions;
    size_t first = rowdb_first(build, seeds), count = rowdb_first(build, seeds + 1) - first;
    int8_t *best = rowdb_boards(build, build->back, other);
    memset(best + first, INT8_MIN, count);
    for (size_t i = 0; i < transitions->count; i++) {
        uint64_t after;
        int taken;
        if (!row_transition_apply(&transitions->transition[i], other, &after, &taken))
            continue;
        rowdb_take_changed(best, rowdb_boards(build, database->value, after),
                           &transitions->own[i][false], seeds, taken, false);
        rowdb_take_changed(best, rowdb_boards(build, build->back, after),
                           &transitions->own[i][true], seeds, taken, true);
    }
}

/* Copies from one table to the other the boards of rows with s seeds and rows with t seeds. */
static void rowdb_transpose(const struct rowdb_build *build, const int8_t *from, int8_t *to,
                            unsigned s, unsigned t) {
    enum { TILE = 32 }; /* so many lines of either stay in the cache */
    size_t end_s = rowdb_first(build, s + 1), end_t = rowdb_first(build, t + 1);
    for (size_t i = rowdb_first(build, s); i < end_s; i += TILE) {
        for (size_t j = rowdb_first(build, t); j < end_t; j++) {
            int8_t *line = rowdb_boards(build, to, rowdb_row(build, j));
            uint64_t begin = row_database_begin(build->database, rowdb_row(build, i));
            uint64_t length = build->database->block[s].length;
            for (size_t k = i; k < end_s && k < i + TILE; k++, begin += length)
                line[k] = from[begin + j];
        }
    }
}

/* Solves the boards with s seeds in one row and t in the other. */
static void rowdb_solve_family(struct rowdb_build *build, unsigned s, unsigned t) {
    size_t end = rowdb_first(build, s + 1);
    for (size_t i = rowdb_first(build, s); i < end; i++) {
        rowdb_solve_own(build, rowdb_row(build, i), t);
        rowdb_solve_other(build, rowdb_row(build, i), t);
    }
    rowdb_transpose(build, build->database->value, build->back, s, t);
    rowdb_transpose(build, build->back, build->database->value, s, t);
}

static uint64_t rowdb_family_boards(const struct rowdb_build *build, unsigned s, unsigned t) {
    uint64_t boards = (rowdb_first(build, s + 1) - rowdb_first(build, s)) *
                      (rowdb_first(build, t + 1) - rowdb_first(build, t));
    return s == t ? boards : 2 * boards;
}

/* The largest families first. */
static void rowdb_thread_run(void *context, size_t thread) {
    struct rowdb_build *build = context;
    const struct poll_limits *limits = build->limits;
    unsigned seeds = build->seeds, half = seeds / 2, taken;
    while (!atomic_load_explicit(limits->stop, memory_order_relaxed) &&
           (taken = atomic_fetch_add(&build->next, 1)) < half) {
        unsigned s = half - taken, t = seeds - s;
        rowdb_solve_family(build, s, t);
        atomic_fetch_add_explicit(limits->entered, rowdb_family_boards(build, s, t),
                                  memory_order_relaxed);
        if (thread == 0 && limits->report != NULL)
            limits->report(limits->context);
    }
}

/* The boards without moves, where one of the rows is empty. */
static void rowdb_solve_finished(struct rowdb_build *build) {
    const struct row_database *database = build->database;
    size_t end = rowdb_first(build, (unsigned)database->most + 1);
    int8_t *own = rowdb_boards(build, database->value, 0),
           *other = rowdb_boards(build, build->back, 0);
    for (size_t i = 0; i < end; i++) {
        uint64_t row = rowdb_row(build, i);
        struct compact_board left = compact_board_of_rows(0, row, database->rows.holes);
        struct compact_board right = compact_board_of_rows(row, 0, database->rows.holes);
        own[i] = *rowdb_boards(build, build->back, row) =
            (int8_t)compact_board_end_value(database->model, &left);
        other[i] = *rowdb_boards(build, database->value, row) =
            (int8_t)compact_board_end_value(database->model, &right);
    }
    atomic_fetch_add_explicit(build->limits->entered, 2 * end - 1, memory_order_relaxed);
}

static void rowdb_solve_all(struct rowdb_build *build) {
    enum { FEW = 1 << 16 /* boards: too few for threads */ };
    rowdb_solve_finished(build);
    for (unsigned seeds = 2; seeds <= (unsigned)build->database->most; seeds++) {
        build->seeds = seeds;
        atomic_store(&build->next, 0);
        bool few = rowdb_family_boards(build, seeds / 2, seeds - seeds / 2) < FEW;
        parallel_for(few ? 1 : build->limits->threads, rowdb_thread_run, build);
    }
}

static bool rowdb_solve(struct rowdb_build *build) {
    const struct row_database *database = build->database;
    build->back = huge_pages_alloc(row_database_bytes(database));
    bool done =
        build->back != NULL &&
        row_transitions_open(&build->transitions, database->model->game, (unsigned)database->most);
    if (done) {
        rowdb_solve_all(build);
        row_transitions_close(&build->transitions);
        done = !atomic_load(build->limits->stop);
    }
    free(build->back);
    return done;
}

_Static_assert((int)ROW_DATABASE_SEEDS <= (int)ROW_TRANSITION_SEEDS,
               "the boards of the database have transitions");

bool row_database_build(struct row_database *database, const struct value_model *model, int most,
                        const struct poll_limits *limits) {
    most = most < ROW_DATABASE_SEEDS ? most : ROW_DATABASE_SEEDS;
    if (most <= database->most)
        return false;
    struct row_database found;
    struct rowdb_build *build = calloc(1, sizeof *build);
    bool done = build != NULL && rowdb_open(&found, model, most);
    if (done) {
        build->database = &found;
        build->limits = limits;
        done = rowdb_solve(build);
        row_database_close(done ? database : &found);
        if (done)
            *database = found;
    }
    free(build);
    return done;
}
