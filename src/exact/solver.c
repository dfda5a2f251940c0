#include "exact/solver.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/huge_pages.h"
#include "exact/kalah_search.h"
#include "exact/principal_variation.h"
#include "exact/repetition_search.h"

#include <stdlib.h>

struct kw_solver {
    size_t bytes;
    unsigned threads;
    struct bounds_table table;      /* opened when it is first needed, small at first */
    struct board_index index;       /* opened with the table */
    struct kalah_search kalah;      /* in its place, where it can be */
    struct row_database database;   /* opened with the table */
    struct graph *graph;            /* the last one, or NULL */
    const struct kw_tables *tables; /* NULL: there are none */
    atomic_bool stop;
    /* The rules that table and graph hold for; no family: nothing is remembered yet. */
    struct rules_copy rules;
};

struct kw_solver *kw_solver_new(size_t hash_bytes, unsigned threads) {
    struct kw_solver *solver = hash_bytes <= machine_memory() ? calloc(1, sizeof *solver) : NULL;
    if (solver == NULL)
        return NULL;
    solver->bytes = hash_bytes;
    solver->threads = threads > 0 ? threads : 1;
    solver->database = row_database_none();
    atomic_init(&solver->stop, false);
    return solver;
}

static void solver_forget(struct kw_solver *solver) {
    bounds_close(&solver->table);
    kalah_search_close(&solver->kalah);
    row_database_close(&solver->database);
    board_index_close(&solver->index);
    graph_free(solver->graph);
    solver->graph = NULL;
}

void kw_solver_free(struct kw_solver *solver) {
    if (solver == NULL)
        return;
    solver_forget(solver);
    free(solver);
}

void kw_solver_tables(struct kw_solver *solver, const struct kw_tables *tables) {
    if (tables == solver->tables)
        return;
    solver_forget(solver); /* what rests on the tables shows no way to the end without them */
    solver->tables = tables;
}

void kw_solver_stop(struct kw_solver *solver) { atomic_store(&solver->stop, true); }

/* What was found out under other rules is forgotten. */
static void solver_set_game(struct kw_solver *solver, const struct kw_game *game) {
    if (rules_copy_holds(&solver->rules, game))
        return;
    solver_forget(solver);
    rules_copy_set(&solver->rules, game);
}

/* ---- a position being solved ----------------------------------------------------------------- */

struct solver_run {
    struct kw_solver *solver;
    struct value_model model;
    struct endgame_probe probe;
    struct nws nws;
    const struct kw_position *position;
    const struct history *history;
    struct span span; /* what the position is worth, as far as is known */
    kw_move move;     /* that makes sure of the lower end, where third_ask has found it */
    bool by_repetition;
    bool by_graph;       /* the graph is that of this position */
    _Atomic int damaged; /* the layer whose file is, or -1 */
    _Atomic uint64_t entered;
    uint64_t graph_nodes; /* of the graph being made */
    uint64_t grow_at;     /* `entered` from which on a race is to be readied for more nodes, */
    uint64_t kalah_nodes; /* as many as these */
    kw_solve_progress_fn *progress;
    void *context;
    int64_t started, reported;
};

enum { REPORT_MICROSECONDS = 200000 };

static bool solver_settled(const struct solver_run *run) { return run->span.low == run->span.high; }

static bool solver_stopped(const struct solver_run *run) { return atomic_load(&run->solver->stop); }

static void solver_fill_in(const struct solver_run *run, struct kw_solution *solution) {
    int ahead = model_lead(&run->model, run->position);
    solution->low = run->span.low + ahead;
    solution->high = run->span.high + ahead;
    solution->nodes = atomic_load_explicit(&run->entered, memory_order_relaxed) + run->graph_nodes;
    solution->microseconds = clock_now() - run->started;
}

/* Tells how far it is, not too often. */
static void solver_report(void *context) {
    struct solver_run *run = context;
    int64_t now = clock_now();
    if (run->progress == NULL || now - run->reported < REPORT_MICROSECONDS)
        return;
    struct kw_solution so_far = {0};
    run->reported = now;
    solver_fill_in(run, &so_far);
    if (!run->progress(run->context, &so_far))
        kw_solver_stop(run->solver);
}

static void solver_narrow(struct solver_run *run, struct span span) {
    if (span.low > run->span.low)
        run->span.low = span.low;
    if (span.high < run->span.high)
        run->span.high = span.high;
}

/*
 * The memory of the table: where positions return the graph has the greater part.  To fill a large
 * one with zeros takes longer than many a question, so that the first one is small.
 */
static size_t solver_table_bytes(const struct solver_run *run) {
    const struct kw_solver *solver = run->solver;
    return run->model.acyclic ? solver->bytes - row_database_bytes(&solver->database)
                              : solver->bytes / 4;
}

enum { SMALL_TABLE_BYTES = 16 << 20 };

static bool solver_table_is_small(const struct solver_run *run) {
    size_t bytes = run->solver->table.buckets * sizeof(struct bounds_bucket);
    return bytes == SMALL_TABLE_BYTES && solver_table_bytes(run) > 2 * bytes;
}

/* Takes the larger table, which begins empty. */
static void solver_take_large_table(struct solver_run *run) {
    bounds_close(&run->solver->table);
    if (!bounds_open(&run->solver->table, solver_table_bytes(run)))
        run->nws.out_of_memory = true;
}

/* Asks a question; the answer is open too where more is entered than `most`. */
static enum answer solver_search_within(struct solver_run *run, uint64_t most, int least,
                                        unsigned depth, enum nws_prover prover, int *bound) {
    uint64_t nodes = run->nws.nodes;
    if (most < nodes)
        run->nws.nodes = most;
    enum answer answer = nws_search(&run->nws, run->position, least, depth, prover, bound);
    run->nws.nodes = nodes;
    return answer;
}

/* Whether an answer is open since so much was entered, and a larger table is to be had. */
static bool solver_table_is_full(const struct solver_run *run, uint64_t most) {
    uint64_t entered = atomic_load(&run->entered);
    return entered >= most && entered < run->nws.nodes && !solver_stopped(run) &&
           !run->nws.out_of_memory;
}

/* Asks a question; a small table is left when more is entered than it holds. */
static enum answer solver_search_table(struct solver_run *run, int least, unsigned depth,
                                       enum nws_prover prover, int *bound) {
    enum { ENTRIES = SMALL_TABLE_BYTES / sizeof(struct bounds_slot) };
    uint64_t most =
        solver_table_is_small(run) ? atomic_load(&run->entered) + 2 * ENTRIES : UINT64_MAX;
    enum answer answer = solver_search_within(run, most, least, depth, prover, bound);
    if (answer != ANSWER_OPEN || !solver_table_is_full(run, most))
        return answer;
    solver_take_large_table(run);
    return run->nws.out_of_memory
               ? ANSWER_OPEN
               : solver_search_within(run, UINT64_MAX, least, depth, prover, bound);
}

/* ---- a race ---------------------------------------------------------------------------------- */

/*
 * A race begins with a small table and few endgames.  Each time that it turns out to be longer the
 * table grows with what it has to hold, and endgames of more seeds are found out, if there are
 * enough of them: all at once a board costs a twentieth of a node, and many are asked for by one.
 * The figures were found by trying.
 */
enum {
    KALAH_FIRST_BYTES = 4 << 20,  /* of the table at first */
    KALAH_FIRST_BOARDS = 1 << 16, /* boards of endgames at first */
    KALAH_FIRST_NODES = 1 << 16,  /* nodes */
    KALAH_GROWTH = 4,             /* times */
    KALAH_NODE_BYTES = 2,         /* bytes of the table for each node: many are known already */
    KALAH_NODE_BOARDS = 80,       /* for each node */
    KALAH_MORE_BOARDS = 4,        /* times as many boards as before */
};

/* Finds out so many endgames; twice the memory is needed for it. */
static void solver_build_database(struct solver_run *run, uint64_t boards) {
    struct kw_solver *solver = run->solver;
    struct row_database_work work = {.threads = solver->threads,
                                     .stop = &solver->stop,
                                     .entered = &run->entered,
                                     .report = solver_report,
                                     .context = run};
    uint64_t before = row_database_bytes(&solver->database);
    size_t bytes = boards < solver->bytes / 4 ? (size_t)boards : solver->bytes / 4;
    int most = board_index_seeds(&solver->index, bytes);
    if (most < 0 || board_index_count(&solver->index, (unsigned)most) < KALAH_MORE_BOARDS * before)
        return;
    row_database_build(&solver->database, &run->model, most, &work);
}

/* Readies a race for more nodes. */
static void solver_grow_kalah(struct solver_run *run) {
    struct kalah_search *kalah = &run->solver->kalah;
    solver_build_database(run, KALAH_NODE_BOARDS * run->kalah_nodes);
    run->kalah_nodes *= KALAH_GROWTH;
    size_t most = solver_table_bytes(run), bytes = kalah_search_bytes(kalah);
    while (bytes < KALAH_NODE_BYTES * run->kalah_nodes && 2 * bytes <= most)
        bytes *= 2;
    if (bytes > kalah_search_bytes(kalah))
        kalah_search_grow(kalah, bytes);
    run->grow_at = atomic_load(&run->entered) + run->kalah_nodes;
}

static enum answer solver_search_kalah(struct solver_run *run, int least, int *bound) {
    enum answer answer;
    bool go_on;
    do {
        answer = solver_search_within(run, run->grow_at, least, DEPTH_WHOLE, MOVER_PROVES, bound);
        go_on = answer == ANSWER_OPEN && solver_table_is_full(run, run->grow_at);
        if (go_on)
            solver_grow_kalah(run);
    } while (go_on);
    return answer;
}

/* Takes in what a question came to. */
static enum answer solver_search(struct solver_run *run, int least, unsigned depth,
                                 enum nws_prover prover) {
    int bound = 0;
    enum answer answer = run->nws.kalah != NULL
                             ? solver_search_kalah(run, least, &bound)
                             : solver_search_table(run, least, depth, prover, &bound);
    if (answer == ANSWER_YES)
        solver_narrow(run, (struct span){bound, run->span.high});
    else if (answer == ANSWER_NO)
        solver_narrow(run, (struct span){run->span.low, bound});
    return answer;
}

/* ---- where no position returns ----------------------------------------------------------------
 */

/*
 * Most values are near to zero.  A question is the dearer the greater the worth that it denies, so
 * the next one is not much beyond what is known; halves lead back.
 */
static void solver_close_in(struct solver_run *run) {
    enum { STEP = 3 };
    int most = model_most(&run->model, run->position), least = 1;
    while (!solver_settled(run) && !solver_stopped(run) && !run->nws.out_of_memory) {
        solver_search(run, least, DEPTH_WHOLE, MOVER_PROVES);
        int low = run->span.low, high = run->span.high;
        if (high == most)
            least = low + STEP;
        else if (low == -most)
            least = high + 1 - STEP;
        if ((high < most && low > -most) || least <= low || least > high)
            least = low + (high - low + 1) / 2;
    }
}

/* ---- where positions return -------------------------------------------------------------------
 */

static bool solver_keep_going(void *context, size_t nodes) {
    struct solver_run *run = context;
    run->graph_nodes = nodes;
    solver_report(run);
    return !solver_stopped(run);
}

enum { GRAPH_SMALL = 1 << 20, REPETITION_NODES = 4000000 };

/* What the graph leaves open is asked on the way here. */
static void solver_search_repetitions(struct solver_run *run) {
    struct repetition_plan plan = {.model = &run->model,
                                   .graph = run->solver->graph,
                                   .history = run->history,
                                   .nodes = REPETITION_NODES,
                                   .stop = &run->solver->stop};
    bool any = !solver_settled(run);
    while (any &&
           !(solver_settled(run) && run->by_repetition)) { /* a move that does it is asked for */
        int least = run->span.low + (run->span.high - run->span.low + 1) / 2;
        uint64_t entered = 0;
        kw_move move = 0;
        enum answer answer = repetition_search(&plan, run->position, least, &move, &entered);
        atomic_fetch_add(&run->entered, entered);
        if (answer == ANSWER_OPEN)
            return;
        if (answer == ANSWER_YES) {
            run->span.low = least;
            run->move = move;
            run->by_repetition = true;
        } else {
            run->span.high = least - 1;
        }
    }
}

/* Makes the graph of the position, of at most so many bytes; false if it is too large. */
static bool solver_make_graph(struct solver_run *run, size_t bytes,
                              const struct endgame_probe *probe) {
    struct kw_solver *solver = run->solver;
    struct graph_plan plan = {.model = &run->model,
                              .history = run->history,
                              .twice = run->nws.twice,
                              .probe = probe,
                              .bytes = bytes,
                              .keep_going = solver_keep_going,
                              .context = run};
    graph_free(solver->graph);
    solver->graph = graph_new(&plan, run->position, &run->graph_nodes);
    atomic_fetch_add(&run->entered, run->graph_nodes);
    run->graph_nodes = 0;
    return solver->graph != NULL;
}

/*
 * Solves by a graph of at most so many bytes; false if it is too large.  What it leaves open is
 * asked on the way here, which can lead beyond what is known from outside: then it must be whole.
 */
static bool solver_solve_graph(struct solver_run *run, size_t bytes) {
    struct kw_solver *solver = run->solver;
    struct span span;
    if (solver->graph == NULL || run->nws.twice != 0 || graph_twice(solver->graph) != 0 ||
        !graph_span(solver->graph, run->position, &span)) {
        if (!solver_make_graph(run, bytes, &run->probe))
            return false;
        graph_root_span(solver->graph, &span);
    }
    solver_narrow(run, span);
    if (!solver_settled(run) && graph_is_cut(solver->graph) && !solver_make_graph(run, bytes, NULL))
        return false;
    run->by_graph = true;
    solver_search_repetitions(run);
    return true;
}

/* The greatest worth that can be proven within a depth, and the least that cannot be exceeded. */
static void solver_deepen_once(struct solver_run *run, unsigned depth) {
    for (unsigned prover = MOVER_PROVES; prover <= OPPONENT_PROVES; prover++) {
        int in_vain = prover == MOVER_PROVES ? run->span.high + 1 : run->span.low;
        while (!solver_settled(run) && !solver_stopped(run) && !run->nws.out_of_memory &&
               atomic_load(&run->entered) < run->nws.nodes) {
            int low = run->span.low, high = run->span.high, least;
            if (prover == MOVER_PROVES)
                least = low + ((in_vain < high + 1 ? in_vain : high + 1) - low) / 2;
            else
                least = high + 1 - (high - (in_vain > low ? in_vain : low)) / 2;
            if (prover == MOVER_PROVES ? least <= low : least > high)
                break;
            if (solver_search(run, least, depth, (enum nws_prover)prover) == ANSWER_OPEN)
                in_vain = least;
        }
    }
}

/* Asks deeper and deeper, up to so many nodes. */
static void solver_deepen(struct solver_run *run, uint64_t nodes) {
    uint64_t entered = atomic_load(&run->entered);
    run->nws.nodes = nodes < UINT64_MAX - entered ? entered + nodes : UINT64_MAX;
    for (unsigned depth = 1; depth < DEPTH_WHOLE && !solver_settled(run) && !solver_stopped(run) &&
                             !run->nws.out_of_memory && atomic_load(&run->entered) < run->nws.nodes;
         depth++)
        solver_deepen_once(run, depth);
    run->nws.nodes = UINT64_MAX;
}

static void solver_solve_cyclic(struct solver_run *run) {
    enum { AT_ONCE = 1 << 12, SOON = 1 << 20 };
    size_t bytes = run->solver->bytes / 4 * 3;
    solver_deepen(run, AT_ONCE);
    if (solver_settled(run) || solver_stopped(run) ||
        solver_solve_graph(run, GRAPH_SMALL < bytes ? GRAPH_SMALL : bytes))
        return;
    solver_deepen(run, SOON);
    if (solver_settled(run) || solver_stopped(run) || solver_solve_graph(run, bytes))
        return;
    solver_deepen(run, UINT64_MAX);
}

/* ---- all of it --------------------------------------------------------------------------------
 */

/* Takes the memory. */
static bool solver_open(struct solver_run *run) {
    struct kw_solver *solver = run->solver;
    board_index_open(&solver->index, run->model.game);
    solver_build_database(run, KALAH_FIRST_BOARDS);
    size_t bytes = solver_table_bytes(run);
    return kalah_search_open(&solver->kalah, &solver->index,
                             bytes < KALAH_FIRST_BYTES ? bytes : KALAH_FIRST_BYTES) ||
           bounds_open(&solver->table, bytes < SMALL_TABLE_BYTES ? bytes : SMALL_TABLE_BYTES);
}

static bool solver_is_open(const struct kw_solver *solver) {
    return solver->kalah.bucket != NULL || solver->table.bucket != NULL;
}

/* What endgames tell of the position itself. */
static void solver_begin_probe(struct solver_run *run) {
    struct kw_solver *solver = run->solver;
    struct span span;
    run->probe = (struct endgame_probe){.model = &run->model,
                                        .database = &solver->database,
                                        .damaged = &run->damaged,
                                        .stop = &solver->stop};
    probe_set_tables(&run->probe, solver->tables, run->position, run->nws.twice != 0);
    if (model_most(&run->model, run->position) <= run->probe.most &&
        probe_tables(&run->probe, run->position, &span))
        solver_narrow(run, span);
}

static bool solver_begin(struct solver_run *run) {
    struct kw_solver *solver = run->solver;
    const struct kw_position *position = run->position;
    int most = model_most(&run->model, position);
    bool acyclic = run->model.acyclic;
    run->span = (struct span){-most, most};
    run->nws = (struct nws){
        .model = &run->model,
        .probe = &run->probe,
        .table = &solver->table,
        .history = run->history,
        .twice =
            acyclic ? 0 : history_due_key(run->history, run->model.linear ? position->store : NULL),
        .threads = solver->threads,
        .stop = &solver->stop,
        .entered = &run->entered,
        .nodes = UINT64_MAX,
        .report = solver_report,
        .context = run};
    if (!solver_is_open(solver) && !solver_open(run))
        return false;
    solver->database.model = &run->model;
    solver_begin_probe(run);
    if (solver->kalah.bucket != NULL) {
        solver->kalah.model = &run->model;
        solver->kalah.database = &solver->database;
        run->nws.kalah = &solver->kalah;
        run->grow_at = run->kalah_nodes = KALAH_FIRST_NODES;
    }
    return true;
}

static void solver_find_pv(struct solver_run *run, struct kw_solution *solution) {
    struct pv_plan plan = {.nws = &run->nws,
                           .graph = run->by_graph ? run->solver->graph : NULL,
                           .value = run->span.low};
    if (run->by_repetition) {
        solution->line[0] = run->move;
        solution->length = 1;
    } else {
        solution->length = pv_find(&plan, run->position, solution->line, KW_SOLVED);
    }
}

bool solver_solve(struct kw_solver *solver, const struct kw_game *game,
                  const struct kw_position *position, const struct history *history,
                  kw_solve_progress_fn *progress, void *context, struct kw_solution *solution,
                  struct kw_error *error) {
    struct solver_run run = {.solver = solver,
                             .model = value_model_of(game),
                             .position = position,
                             .history = history,
                             .progress = progress,
                             .context = context,
                             .damaged = -1,
                             .started = clock_now()};
    *solution = (struct kw_solution){0};
    run.reported = run.started;
    solver_set_game(solver, game);
    if (solver->graph != NULL)
        graph_under(solver->graph, game);
    if (!solver_begin(&run))
        return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
    if (run.model.acyclic)
        solver_close_in(&run);
    else
        solver_solve_cyclic(&run);
    if (solver_settled(&run) && !solver_stopped(&run))
        solver_find_pv(&run, solution);
    solver_fill_in(&run, solution);
    solution->stopped = atomic_exchange(&solver->stop, false);
    if (atomic_load(&run.damaged) >= 0)
        return endgame_set_damaged(run.probe.tables, (unsigned)atomic_load(&run.damaged), error);
    return !run.nws.out_of_memory ||
           error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
}
