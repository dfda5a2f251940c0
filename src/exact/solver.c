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
    struct ranks ranks;             /* opened with the table */
    struct race race;               /* in its place, where it can be */
    struct ends ends;               /* opened with the table */
    struct graph *graph;            /* the last one, or NULL */
    const struct kw_tables *tables; /* NULL: there are none */
    atomic_bool stop;
    /* The rules that table and graph hold for; no family: nothing is remembered yet. */
    const struct family *family;
    unsigned char rules[RULES_SIZE];
};

struct kw_solver *kw_solver_new(size_t hash_bytes, unsigned threads) {
    struct kw_solver *solver = hash_bytes <= machine_memory() ? calloc(1, sizeof *solver) : NULL;
    if (solver == NULL)
        return NULL;
    solver->bytes = hash_bytes;
    solver->threads = threads > 0 ? threads : 1;
    solver->ends = ends_none();
    atomic_init(&solver->stop, false);
    return solver;
}

static void forget(struct kw_solver *solver) {
    bounds_close(&solver->table);
    race_close(&solver->race);
    ends_close(&solver->ends);
    ranks_close(&solver->ranks);
    graph_free(solver->graph);
    solver->graph = NULL;
}

void kw_solver_free(struct kw_solver *solver) {
    if (solver == NULL)
        return;
    forget(solver);
    free(solver);
}

void kw_solver_tables(struct kw_solver *solver, const struct kw_tables *tables) {
    if (tables == solver->tables)
        return;
    forget(solver); /* what rests on the tables shows no way to the end without them */
    solver->tables = tables;
}

void kw_solver_stop(struct kw_solver *solver) { atomic_store(&solver->stop, true); }

/* What was found out under other rules is forgotten. */
static void remember_under(struct kw_solver *solver, const struct kw_game *game) {
    const struct family *family = game->family;
    if (solver->family == family && memcmp(solver->rules, game->rules, family->rules_size) == 0)
        return;
    forget(solver);
    solver->family = family;
    memcpy(solver->rules, game->rules, family->rules_size);
}

/* ---- a position being solved ----------------------------------------------------------------- */

struct solving {
    struct kw_solver *solver;
    struct terms terms;
    struct outside outside;
    struct inquiry inquiry;
    const struct kw_position *position;
    const struct history *history;
    struct span span; /* what the position is worth, as far as is known */
    kw_move move;     /* that makes sure of the lower end, where third_ask has found it */
    bool by_third;
    bool by_graph;       /* the graph is that of this position */
    _Atomic int damaged; /* the layer whose file is, or -1 */
    _Atomic uint64_t entered;
    uint64_t graph_nodes; /* of the graph being made */
    uint64_t crowd;       /* `entered` from which on a race is to be readied for more nodes, */
    uint64_t stretch;     /* as many as these */
    kw_solve_progress_fn *listen;
    void *context;
    int64_t begun, told;
};

enum { TELL_MICROSECONDS = 200000 };

static bool settled(const struct solving *solving) {
    return solving->span.low == solving->span.high;
}

static bool stopped(const struct solving *solving) { return atomic_load(&solving->solver->stop); }

static void fill_in(const struct solving *solving, struct kw_solution *solution) {
    int ahead = terms_ahead(&solving->terms, solving->position);
    solution->low = solving->span.low + ahead;
    solution->high = solving->span.high + ahead;
    solution->nodes =
        atomic_load_explicit(&solving->entered, memory_order_relaxed) + solving->graph_nodes;
    solution->microseconds = clock_now() - solving->begun;
}

/* Tells how far it is, not too often. */
static void tell(void *context) {
    struct solving *solving = context;
    int64_t now = clock_now();
    if (solving->listen == NULL || now - solving->told < TELL_MICROSECONDS)
        return;
    struct kw_solution so_far = {0};
    solving->told = now;
    fill_in(solving, &so_far);
    if (!solving->listen(solving->context, &so_far))
        kw_solver_stop(solving->solver);
}

static void narrow(struct solving *solving, struct span span) {
    if (span.low > solving->span.low)
        solving->span.low = span.low;
    if (span.high < solving->span.high)
        solving->span.high = span.high;
}

/*
 * The memory of the table: where positions return the graph has the greater part.  To fill a large
 * one with zeros takes longer than many a question, so that the first one is small.
 */
static size_t table_bytes(const struct solving *solving) {
    const struct kw_solver *solver = solving->solver;
    return solving->terms.acyclic ? solver->bytes - ends_bytes(&solver->ends) : solver->bytes / 4;
}

enum { SMALL_BYTES = 16 << 20 };

static bool table_is_small(const struct solving *solving) {
    size_t bytes = solving->solver->table.buckets * sizeof(struct bounds_bucket);
    return bytes == SMALL_BYTES && table_bytes(solving) > 2 * bytes;
}

/* Takes the larger table, which begins empty. */
static void take_large_table(struct solving *solving) {
    bounds_close(&solving->solver->table);
    if (!bounds_open(&solving->solver->table, table_bytes(solving)))
        solving->inquiry.starved = true;
}

/* Asks a question; the answer is open too where more is entered than `most`. */
static enum answer ask_up_to(struct solving *solving, uint64_t most, int least, unsigned depth,
                             enum prover prover, int *bound) {
    uint64_t nodes = solving->inquiry.nodes;
    if (most < nodes)
        solving->inquiry.nodes = most;
    enum answer answer =
        inquiry_ask(&solving->inquiry, solving->position, least, depth, prover, bound);
    solving->inquiry.nodes = nodes;
    return answer;
}

/* Whether an answer is open since so much was entered, and a larger table is to be had. */
static bool is_crowded(const struct solving *solving, uint64_t most) {
    uint64_t entered = atomic_load(&solving->entered);
    return entered >= most && entered < solving->inquiry.nodes && !stopped(solving) &&
           !solving->inquiry.starved;
}

/* Asks a question; a small table is left when more is entered than it holds. */
static enum answer ask_of_table(struct solving *solving, int least, unsigned depth,
                                enum prover prover, int *bound) {
    enum { ENTRIES = SMALL_BYTES / sizeof(struct bounds_slot) };
    uint64_t most =
        table_is_small(solving) ? atomic_load(&solving->entered) + 2 * ENTRIES : UINT64_MAX;
    enum answer answer = ask_up_to(solving, most, least, depth, prover, bound);
    if (answer != ANSWER_OPEN || !is_crowded(solving, most))
        return answer;
    take_large_table(solving);
    return solving->inquiry.starved ? ANSWER_OPEN
                                    : ask_up_to(solving, UINT64_MAX, least, depth, prover, bound);
}

/* ---- a race ---------------------------------------------------------------------------------- */

/*
 * A race begins with a small table and few endgames.  Each time that it turns out to be longer the
 * table grows with what it has to hold, and endgames of more seeds are found out, if there are
 * enough of them: all at once a board costs a twentieth of a node, and many are asked for by one.
 * The figures were found by trying.
 */
enum {
    RACE_BYTES = 4 << 20, /* of the table at first */
    RACE_FEW = 1 << 16,   /* boards of endgames at first */
    RACE_LONG = 1 << 16,  /* nodes */
    RACE_LONGER = 4,      /* times */
    RACE_NODE = 2,        /* bytes of the table for each node: many are known already */
    RACE_BOARDS = 80,     /* for each node */
    RACE_MORE = 4,        /* times as many boards as before */
};

/* Finds out so many endgames; twice the memory is needed for it. */
static void find_ends(struct solving *solving, uint64_t boards) {
    struct kw_solver *solver = solving->solver;
    struct ends_work work = {.threads = solver->threads,
                             .stop = &solver->stop,
                             .entered = &solving->entered,
                             .tell = tell,
                             .context = solving};
    uint64_t before = ends_bytes(&solver->ends);
    size_t bytes = boards < solver->bytes / 4 ? (size_t)boards : solver->bytes / 4;
    int most = ranks_seeds(&solver->ranks, bytes);
    if (most < 0 || ranks_count(&solver->ranks, (unsigned)most) < RACE_MORE * before)
        return;
    ends_find(&solver->ends, &solving->terms, most, &work);
}

/* Readies a race for more nodes. */
static void ready_race(struct solving *solving) {
    struct race *race = &solving->solver->race;
    find_ends(solving, RACE_BOARDS * solving->stretch);
    solving->stretch *= RACE_LONGER;
    size_t most = table_bytes(solving), bytes = race_bytes(race);
    while (bytes < RACE_NODE * solving->stretch && 2 * bytes <= most)
        bytes *= 2;
    if (bytes > race_bytes(race))
        race_grow(race, bytes);
    solving->crowd = atomic_load(&solving->entered) + solving->stretch;
}

static enum answer ask_of_race(struct solving *solving, int least, int *bound) {
    enum answer answer;
    bool go_on;
    do {
        answer = ask_up_to(solving, solving->crowd, least, DEPTH_WHOLE, MOVER_PROVES, bound);
        go_on = answer == ANSWER_OPEN && is_crowded(solving, solving->crowd);
        if (go_on)
            ready_race(solving);
    } while (go_on);
    return answer;
}

/* Takes in what a question came to. */
static enum answer ask(struct solving *solving, int least, unsigned depth, enum prover prover) {
    int bound = 0;
    enum answer answer = solving->inquiry.race != NULL
                             ? ask_of_race(solving, least, &bound)
                             : ask_of_table(solving, least, depth, prover, &bound);
    if (answer == ANSWER_YES)
        narrow(solving, (struct span){bound, solving->span.high});
    else if (answer == ANSWER_NO)
        narrow(solving, (struct span){solving->span.low, bound});
    return answer;
}

/* ---- where no position returns ----------------------------------------------------------------
 */

/*
 * Most values are near to zero.  A question is the dearer the greater the worth that it denies, so
 * the next one is not much beyond what is known; halves lead back.
 */
static void close_in(struct solving *solving) {
    enum { STEP = 3 };
    int most = terms_most(&solving->terms, solving->position), least = 1;
    while (!settled(solving) && !stopped(solving) && !solving->inquiry.starved) {
        ask(solving, least, DEPTH_WHOLE, MOVER_PROVES);
        int low = solving->span.low, high = solving->span.high;
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

static bool graph_goes_on(void *context, size_t nodes) {
    struct solving *solving = context;
    solving->graph_nodes = nodes;
    tell(solving);
    return !stopped(solving);
}

enum { GRAPH_SMALL = 1 << 20, THIRD_NODES = 4000000 };

/* What the graph leaves open is asked on the way here. */
static void ask_third(struct solving *solving) {
    struct third_plan plan = {.terms = &solving->terms,
                              .graph = solving->solver->graph,
                              .history = solving->history,
                              .nodes = THIRD_NODES,
                              .stop = &solving->solver->stop};
    bool any = !settled(solving);
    while (any && !(settled(solving) && solving->by_third)) { /* a move that does it is asked for */
        int least = solving->span.low + (solving->span.high - solving->span.low + 1) / 2;
        uint64_t entered = 0;
        kw_move move = 0;
        enum answer answer = third_ask(&plan, solving->position, least, &move, &entered);
        atomic_fetch_add(&solving->entered, entered);
        if (answer == ANSWER_OPEN)
            return;
        if (answer == ANSWER_YES) {
            solving->span.low = least;
            solving->move = move;
            solving->by_third = true;
        } else {
            solving->span.high = least - 1;
        }
    }
}

/* Makes the graph of the position, of at most so many bytes; false if it is too large. */
static bool make_graph(struct solving *solving, size_t bytes, const struct outside *outside) {
    struct kw_solver *solver = solving->solver;
    struct graph_plan plan = {.terms = &solving->terms,
                              .history = solving->history,
                              .twice = solving->inquiry.twice,
                              .outside = outside,
                              .bytes = bytes,
                              .goes_on = graph_goes_on,
                              .context = solving};
    graph_free(solver->graph);
    solver->graph = graph_new(&plan, solving->position, &solving->graph_nodes);
    atomic_fetch_add(&solving->entered, solving->graph_nodes);
    solving->graph_nodes = 0;
    return solver->graph != NULL;
}

/*
 * Solves by a graph of at most so many bytes; false if it is too large.  What it leaves open is
 * asked on the way here, which can lead beyond what is known from outside: then it must be whole.
 */
static bool solve_graph(struct solving *solving, size_t bytes) {
    struct kw_solver *solver = solving->solver;
    struct span span;
    if (solver->graph == NULL || solving->inquiry.twice != 0 || graph_twice(solver->graph) != 0 ||
        !graph_span(solver->graph, solving->position, &span)) {
        if (!make_graph(solving, bytes, &solving->outside))
            return false;
        graph_root_span(solver->graph, &span);
    }
    narrow(solving, span);
    if (!settled(solving) && graph_is_cut(solver->graph) && !make_graph(solving, bytes, NULL))
        return false;
    solving->by_graph = true;
    ask_third(solving);
    return true;
}

/* The greatest worth that can be proven within a depth, and the least that cannot be exceeded. */
static void ask_deep(struct solving *solving, unsigned depth) {
    for (unsigned prover = MOVER_PROVES; prover <= OPPONENT_PROVES; prover++) {
        int in_vain = prover == MOVER_PROVES ? solving->span.high + 1 : solving->span.low;
        while (!settled(solving) && !stopped(solving) && !solving->inquiry.starved &&
               atomic_load(&solving->entered) < solving->inquiry.nodes) {
            int low = solving->span.low, high = solving->span.high, least;
            if (prover == MOVER_PROVES)
                least = low + ((in_vain < high + 1 ? in_vain : high + 1) - low) / 2;
            else
                least = high + 1 - (high - (in_vain > low ? in_vain : low)) / 2;
            if (prover == MOVER_PROVES ? least <= low : least > high)
                break;
            if (ask(solving, least, depth, (enum prover)prover) == ANSWER_OPEN)
                in_vain = least;
        }
    }
}

/* Asks deeper and deeper, up to so many nodes. */
static void ask_deeper(struct solving *solving, uint64_t nodes) {
    uint64_t entered = atomic_load(&solving->entered);
    solving->inquiry.nodes = nodes < UINT64_MAX - entered ? entered + nodes : UINT64_MAX;
    for (unsigned depth = 1;
         depth < DEPTH_WHOLE && !settled(solving) && !stopped(solving) &&
         !solving->inquiry.starved && atomic_load(&solving->entered) < solving->inquiry.nodes;
         depth++)
        ask_deep(solving, depth);
    solving->inquiry.nodes = UINT64_MAX;
}

static void solve_returning(struct solving *solving) {
    enum { AT_ONCE = 1 << 12, SOON = 1 << 20 };
    size_t bytes = solving->solver->bytes / 4 * 3;
    ask_deeper(solving, AT_ONCE);
    if (settled(solving) || stopped(solving) ||
        solve_graph(solving, GRAPH_SMALL < bytes ? GRAPH_SMALL : bytes))
        return;
    ask_deeper(solving, SOON);
    if (settled(solving) || stopped(solving) || solve_graph(solving, bytes))
        return;
    ask_deeper(solving, UINT64_MAX);
}

/* ---- all of it --------------------------------------------------------------------------------
 */

/* Takes the memory. */
static bool solver_open(struct solving *solving) {
    struct kw_solver *solver = solving->solver;
    ranks_open(&solver->ranks, solving->terms.game);
    find_ends(solving, RACE_FEW);
    size_t bytes = table_bytes(solving);
    return race_open(&solver->race, &solver->ranks, bytes < RACE_BYTES ? bytes : RACE_BYTES) ||
           bounds_open(&solver->table, bytes < SMALL_BYTES ? bytes : SMALL_BYTES);
}

static bool is_open(const struct kw_solver *solver) {
    return solver->race.bucket != NULL || solver->table.bucket != NULL;
}

/* What endgames tell of the position itself. */
static void begin_outside(struct solving *solving) {
    struct kw_solver *solver = solving->solver;
    struct span span;
    solving->outside = (struct outside){.terms = &solving->terms,
                                        .ends = &solver->ends,
                                        .damaged = &solving->damaged,
                                        .stop = &solver->stop};
    outside_take_tables(&solving->outside, solver->tables, solving->position,
                        solving->inquiry.twice != 0);
    if (terms_most(&solving->terms, solving->position) <= solving->outside.most &&
        outside_probe(&solving->outside, solving->position, &span))
        narrow(solving, span);
}

static bool solving_begin(struct solving *solving) {
    struct kw_solver *solver = solving->solver;
    const struct kw_position *position = solving->position;
    int most = terms_most(&solving->terms, position);
    bool acyclic = solving->terms.acyclic;
    solving->span = (struct span){-most, most};
    solving->inquiry = (struct inquiry){
        .terms = &solving->terms,
        .outside = &solving->outside,
        .table = &solver->table,
        .history = solving->history,
        .twice = acyclic ? 0
                         : history_due_key(solving->history,
                                           solving->terms.linear ? position->store : NULL),
        .threads = solver->threads,
        .stop = &solver->stop,
        .entered = &solving->entered,
        .nodes = UINT64_MAX,
        .tell = tell,
        .context = solving};
    if (!is_open(solver) && !solver_open(solving))
        return false;
    solver->ends.terms = &solving->terms;
    begin_outside(solving);
    if (solver->race.bucket != NULL) {
        solver->race.terms = &solving->terms;
        solver->race.ends = &solver->ends;
        solving->inquiry.race = &solver->race;
        solving->crowd = solving->stretch = RACE_LONG;
    }
    return true;
}

static void find_line(struct solving *solving, struct kw_solution *solution) {
    struct line_plan plan = {.inquiry = &solving->inquiry,
                             .graph = solving->by_graph ? solving->solver->graph : NULL,
                             .worth = solving->span.low};
    if (solving->by_third) {
        solution->line[0] = solving->move;
        solution->length = 1;
    } else {
        solution->length = line_find(&plan, solving->position, solution->line, KW_SOLVED);
    }
}

bool solver_solve(struct kw_solver *solver, const struct kw_game *game,
                  const struct kw_position *position, const struct history *history,
                  kw_solve_progress_fn *listen, void *context, struct kw_solution *solution,
                  struct kw_error *error) {
    struct solving solving = {.solver = solver,
                              .terms = terms_of(game),
                              .position = position,
                              .history = history,
                              .listen = listen,
                              .context = context,
                              .damaged = -1,
                              .begun = clock_now()};
    *solution = (struct kw_solution){0};
    solving.told = solving.begun;
    remember_under(solver, game);
    if (solver->graph != NULL)
        graph_under(solver->graph, game);
    if (!solving_begin(&solving))
        return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
    if (solving.terms.acyclic)
        close_in(&solving);
    else
        solve_returning(&solving);
    if (settled(&solving) && !stopped(&solving))
        find_line(&solving, solution);
    fill_in(&solving, solution);
    solution->stopped = atomic_exchange(&solver->stop, false);
    if (atomic_load(&solving.damaged) >= 0)
        return endgame_set_damaged(solving.outside.tables, (unsigned)atomic_load(&solving.damaged),
                                   error);
    return !solving.inquiry.starved ||
           error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
}
