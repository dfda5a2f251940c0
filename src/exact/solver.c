#include "exact/solver.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/work.h"
#include "exact/principal_variation.h"
#include "exact/repetition_search.h"
#include "tree/board_search.h"

#include <stdlib.h>

struct kw_solver {
    size_t bytes;
    unsigned threads;
    struct transposition table;     /* of bounds; opened when first needed, small at first */
    struct board_index index;       /* opened with the table */
    struct board_search kalah;      /* in place of the table, where there is an index */
    struct row_database database;   /* opened with the table */
    struct graph *graph;            /* of the last position that needed one, or NULL */
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
    solver->threads = parallel_threads(threads);
    solver->database = row_database_none();
    atomic_init(&solver->stop, false);
    return solver;
}

static void solver_forget(struct kw_solver *solver) {
    transposition_close(&solver->table);
    board_search_close(&solver->kalah);
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

void kw_solver_set_tables(struct kw_solver *solver, const struct kw_tables *tables) {
    if (tables == solver->tables)
        return;
    solver_forget(solver); /* positions that the tables decided have no successors here */
    solver->tables = tables;
}

void kw_solver_stop(struct kw_solver *solver) { atomic_store(&solver->stop, true); }

/* Forgets what was found under other rules. */
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
    struct span span;          /* the bounds of the value so far */
    bool by_repetition_search; /* it found the lower bound, */
    kw_move move;              /* which this move makes sure of */
    bool by_graph;             /* solver->graph is of this position */
    _Atomic int damaged;       /* the layer whose file is damaged, or -1 */
    _Atomic uint64_t entered;
    uint64_t graph_nodes; /* of the graph being made */
    uint64_t grow_at;     /* `entered` at which the Kalah search is resized, */
    uint64_t kalah_nodes; /* for this many more nodes */
    kw_solve_progress_fn *progress;
    void *context;
    int64_t started, reported;
};

enum { REPORT_MICROSECONDS = 200000 };

static bool solver_settled(const struct solver_run *run) { return run->span.low == run->span.high; }

static bool solver_stopped(const struct solver_run *run) { return atomic_load(&run->solver->stop); }

static void solver_fill_in(const struct solver_run *run, struct kw_solution *solution) {
    int lead = model_lead(&run->model, run->position);
    solution->low = run->span.low + lead;
    solution->high = run->span.high + lead;
    solution->nodes = atomic_load_explicit(&run->entered, memory_order_relaxed) + run->graph_nodes;
    solution->microseconds = clock_now() - run->started;
}

/* Reports progress, not too often. */
static void solver_report(void *context) {
    struct solver_run *run = context;
    int64_t now = clock_now();
    if (run->progress == NULL || now - run->reported < REPORT_MICROSECONDS)
        return;
    struct kw_solution so_far = {0};
    run->reported = now;
    solver_fill_in(run, &so_far);
    struct work paused = work_pause();
    if (!run->progress(run->context, &so_far))
        kw_solver_stop(run->solver);
    work_resume(paused);
}

/* A work_poll_fn of the calling thread. */
static bool solver_poll(void *context) {
    struct solver_run *run = context;
    solver_report(run);
    return !solver_stopped(run);
}

static void solver_narrow(struct solver_run *run, struct span span) {
    if (span.low > run->span.low)
        run->span.low = span.low;
    if (span.high < run->span.high)
        run->span.high = span.high;
}

/*
 * The memory of the table: where positions return the graph has the greater part.  To clear a large
 * table takes longer than many a search, so the first one is small.
 */
static size_t solver_table_bytes(const struct solver_run *run) {
    const struct kw_solver *solver = run->solver;
    return run->model.acyclic ? solver->bytes - row_database_bytes(&solver->database)
                              : solver->bytes / 4;
}

enum { SMALL_TABLE_BYTES = 16 << 20 };

static bool solver_table_is_small(const struct solver_run *run) {
    size_t bytes = run->solver->table.buckets * sizeof(struct transposition_bucket);
    return bytes == SMALL_TABLE_BYTES && solver_table_bytes(run) > 2 * bytes;
}

/* Replaces the table by the largest, which begins empty. */
static void solver_take_large_table(struct solver_run *run) {
    transposition_close(&run->solver->table);
    if (!transposition_open(&run->solver->table, solver_table_bytes(run)))
        run->nws.out_of_memory = true;
}

/* Searches until `most` positions have been entered in all. */
static enum answer solver_search_within(struct solver_run *run, uint64_t most, int least,
                                        unsigned depth, enum nws_prover prover, int *bound) {
    uint64_t nodes = run->nws.limits.nodes;
    if (most < nodes)
        run->nws.limits.nodes = most;
    enum answer answer = nws_search(&run->nws, run->position, least, depth, prover, bound);
    run->nws.limits.nodes = nodes;
    return answer;
}

/* Whether an answer is open because `most` positions have been entered. */
static bool solver_table_is_full(const struct solver_run *run, uint64_t most) {
    uint64_t entered = atomic_load(&run->entered);
    return entered >= most && entered < run->nws.limits.nodes && !solver_stopped(run) &&
           !run->nws.out_of_memory;
}

/* Searches; a small table is replaced once more positions are entered than it holds. */
static enum answer solver_search_table(struct solver_run *run, int least, unsigned depth,
                                       enum nws_prover prover, int *bound) {
    enum { ENTRIES = SMALL_TABLE_BYTES / sizeof(struct transposition_slot) };
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

/* ---- the Kalah search ------------------------------------------------------------------------ */

/*
 * A Kalah search begins with a small table and a small database.  Each time that it takes more
 * nodes the table grows, keeping its entries, and the database is built for boards of more seeds,
 * if these are enough: in the database a board costs a twentieth of a node, and a node probes many.
 * The figures were found by experiment.
 */
enum {
    KALAH_FIRST_BYTES = 4 << 20,  /* of the table */
    KALAH_FIRST_BOARDS = 1 << 16, /* in the database */
    KALAH_FIRST_NODES = 1 << 16,  /* until it grows */
    KALAH_GROWTH = 4,             /* factor of the nodes until it grows again */
    KALAH_NODE_BYTES = 2,         /* of the table for each node: many are in it already */
    KALAH_NODE_BOARDS = 80,       /* in the database for each node */
    KALAH_MORE_BOARDS = 4,        /* factor below which a larger database is not worth building */
};

/* Builds a database of about so many boards; meanwhile that takes twice the memory. */
static void solver_build_database(struct solver_run *run, uint64_t boards) {
    struct kw_solver *solver = run->solver;
    uint64_t before = row_database_bytes(&solver->database);
    size_t bytes = boards < solver->bytes / 4 ? (size_t)boards : solver->bytes / 4;
    int most = board_index_seeds(&solver->index, bytes);
    if (most < 0 || board_index_count(&solver->index, (unsigned)most) < KALAH_MORE_BOARDS * before)
        return;
    row_database_build(&solver->database, &run->model, most, &run->nws.limits);
}

/* Makes the Kalah search ready for more nodes. */
static void solver_grow_kalah(struct solver_run *run) {
    struct board_search *kalah = &run->solver->kalah;
    solver_build_database(run, KALAH_NODE_BOARDS * run->kalah_nodes);
    run->kalah_nodes *= KALAH_GROWTH;
    size_t most = solver_table_bytes(run), bytes = board_search_bytes(kalah);
    while (bytes < KALAH_NODE_BYTES * run->kalah_nodes && 2 * bytes <= most)
        bytes *= 2;
    if (bytes > board_search_bytes(kalah))
        board_search_grow(kalah, bytes);
    run->grow_at = atomic_load(&run->entered) + run->kalah_nodes;
}

static enum answer solver_search_kalah(struct solver_run *run, int least, int *bound) {
    enum answer answer;
    bool grows;
    do {
        answer =
            solver_search_within(run, run->grow_at, least, DEPTH_UNLIMITED, MOVER_PROVES, bound);
        grows = answer == ANSWER_OPEN && solver_table_is_full(run, run->grow_at);
        if (grows)
            solver_grow_kalah(run);
    } while (grows);
    return answer;
}

/* Is the value >= least?  Narrows the bounds by what the search proves. */
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

/* ---- where no position returns --------------------------------------------------------------- */

/*
 * Narrows the bounds to a value.  Most values are near zero, and a search costs the more the
 * farther its window is from the value; so the window moves in small steps until both bounds are
 * proven, and then halves what lies between.
 */
static void solver_close_in(struct solver_run *run) {
    enum { STEP = 3 };
    int most = model_most(&run->model, run->position), least = 1;
    while (!solver_settled(run) && !solver_stopped(run) && !run->nws.out_of_memory) {
        solver_search(run, least, DEPTH_UNLIMITED, MOVER_PROVES);
        int low = run->span.low, high = run->span.high;
        if (high == most)
            least = low + STEP;
        else if (low == -most)
            least = high + 1 - STEP;
        if ((high < most && low > -most) || least <= low || least > high)
            least = low + (high - low + 1) / 2;
    }
}

/* ---- where positions return ------------------------------------------------------------------ */

static bool solver_keep_going(void *context, size_t nodes) {
    struct solver_run *run = context;
    run->graph_nodes = nodes;
    solver_report(run);
    return !solver_stopped(run);
}

enum { GRAPH_SMALL = 1 << 20, REPETITION_NODES = 4000000 };

/* Decides what the graph leaves open by counting repetitions. */
static void solver_search_repetitions(struct solver_run *run) {
    struct repetition_plan plan = {.model = &run->model,
                                   .graph = run->solver->graph,
                                   .history = run->history,
                                   .nodes = REPETITION_NODES,
                                   .stop = &run->solver->stop};
    bool open = !solver_settled(run);
    /* Until the value is known, and a move that makes sure of it. */
    while (open && !(solver_settled(run) && run->by_repetition_search)) {
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
            run->by_repetition_search = true;
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
                              .due_key = run->nws.due_key,
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
 * searched with repetitions counted; such a search can go beyond positions that endgames know, so
 * that it needs the whole graph.
 */
static bool solver_solve_graph(struct solver_run *run, size_t bytes) {
    struct kw_solver *solver = run->solver;
    struct span span;
    if (solver->graph == NULL || run->nws.due_key != 0 || graph_due_key(solver->graph) != 0 ||
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

/* Raises the lower bound and then reduces the upper one as far as a depth can prove. */
static void solver_deepen_once(struct solver_run *run, unsigned depth) {
    for (unsigned prover = MOVER_PROVES; prover <= OPPONENT_PROVES; prover++) {
        int failed = prover == MOVER_PROVES ? run->span.high + 1 : run->span.low;
        while (!solver_settled(run) && !solver_stopped(run) && !run->nws.out_of_memory &&
               atomic_load(&run->entered) < run->nws.limits.nodes) {
            int low = run->span.low, high = run->span.high, least;
            if (prover == MOVER_PROVES)
                least = low + ((failed < high + 1 ? failed : high + 1) - low) / 2;
            else
                least = high + 1 - (high - (failed > low ? failed : low)) / 2;
            if (prover == MOVER_PROVES ? least <= low : least > high)
                break;
            if (solver_search(run, least, depth, (enum nws_prover)prover) == ANSWER_OPEN)
                failed = least;
        }
    }
}

/* Iterative deepening, up to so many nodes. */
static void solver_deepen(struct solver_run *run, uint64_t nodes) {
    uint64_t entered = atomic_load(&run->entered);
    run->nws.limits.nodes = nodes < UINT64_MAX - entered ? entered + nodes : UINT64_MAX;
    for (unsigned depth = 1;
         depth < DEPTH_UNLIMITED && !solver_settled(run) && !solver_stopped(run) &&
         !run->nws.out_of_memory && atomic_load(&run->entered) < run->nws.limits.nodes;
         depth++)
        solver_deepen_once(run, depth);
    run->nws.limits.nodes = UINT64_MAX;
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

/* ---- solving a position ---------------------------------------------------------------------- */

/* Allocates the tables; false if there is no memory. */
static bool solver_open(struct solver_run *run) {
    struct kw_solver *solver = run->solver;
    board_index_open(&solver->index, run->model.game);
    solver_build_database(run, KALAH_FIRST_BOARDS);
    size_t bytes = solver_table_bytes(run);
    return board_search_open(&solver->kalah, &solver->index,
                             bytes < KALAH_FIRST_BYTES ? bytes : KALAH_FIRST_BYTES) ||
           transposition_open(&solver->table,
                              bytes < SMALL_TABLE_BYTES ? bytes : SMALL_TABLE_BYTES);
}

static bool solver_is_open(const struct kw_solver *solver) {
    return solver->kalah.bucket != NULL || solver->table.bucket != NULL;
}

/* Prepares the endgames, and takes what they know of the position itself. */
static void solver_begin_probe(struct solver_run *run) {
    struct kw_solver *solver = run->solver;
    struct span span;
    run->probe = (struct endgame_probe){.model = &run->model,
                                        .database = &solver->database,
                                        .damaged = &run->damaged,
                                        .stop = &solver->stop};
    probe_take_tables(&run->probe, solver->tables, run->position, run->nws.due_key != 0);
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
        .due_key =
            acyclic ? 0 : history_due_key(run->history, run->model.linear ? position->store : NULL),
        .limits = {.threads = solver->threads,
                   .stop = &solver->stop,
                   .entered = &run->entered,
                   .nodes = UINT64_MAX,
                   .report = solver_report,
                   .context = run}};
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
    if (run->by_repetition_search) {
        solution->line[0] = run->move;
        solution->length = 1;
    } else {
        solution->length = pv_find(&plan, run->position, solution->line, KW_SOLUTION_MOVES);
    }
}

/* Finds the value and the line. */
static void solver_run(struct solver_run *run, struct kw_solution *solution) {
    if (run->model.acyclic)
        solver_close_in(run);
    else
        solver_solve_cyclic(run);
    if (solver_settled(run) && !solver_stopped(run))
        solver_find_pv(run, solution);
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
    struct work_watch watch;
    *solution = (struct kw_solution){0};
    run.reported = run.started;
    solver_set_game(solver, game);
    if (solver->graph != NULL)
        graph_set_game(solver->graph, game);
    if (!solver_begin(&run))
        return error_no_memory(error);
    work_begin(&watch, solver_poll, &run, NULL);
    solver_run(&run, solution);
    work_end(&watch);
    solver_fill_in(&run, solution);
    solution->stopped = atomic_exchange(&solver->stop, false);
    bool sound = atomic_load(&run.damaged) < 0 ||
                 endgame_set_damaged(run.probe.tables, (unsigned)atomic_load(&run.damaged), error);
    probe_release_tables(&run.probe);
    return sound && (!run.nws.out_of_memory || error_no_memory(error));
}
