/* The command solve: the exact value of a position. */
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "io/json.h"
#include "text/move_list.h"

#include <inttypes.h>
#include <stdlib.h>

enum { HASH_USUAL = 1024 /* MiB */ };

struct solve_job {
    struct call *call;
    struct kw_session *session;
    struct kw_solver *solver;
    struct kw_solution *solution; /* of the position */
    struct moves moves;
    struct kw_solution *root; /* of each legal move for its player, with --root-moves */
    const char *at;           /* the move that is being solved, or NULL */
    struct progress progress;
    struct kw_limits limits; /* of all positions together; 0: none */
    uint64_t nodes;          /* of the positions before this one */
    int64_t microseconds;
    bool by_seeds;
};

static bool solve_known(const struct kw_solution *solution) {
    return solution->low == solution->high;
}

/* ---- output -------------------------------------------------------------------------------- */

static const char *solve_value_text(const struct solve_job *job, int32_t value,
                                    char text[KW_TEXT]) {
    static const char *const name[] = {"loss", "draw", "win"};
    if (job->by_seeds)
        snprintf(text, KW_TEXT, value == 0 ? "%" PRId32 : "%+" PRId32, value);
    else
        snprintf(text, KW_TEXT, "%s", name[value + 1]);
    return text;
}

static void solve_write_value(struct string_builder *out, const struct solve_job *job,
                              const struct kw_solution *solution) {
    char low[KW_TEXT], high[KW_TEXT];
    solve_value_text(job, solution->low, low);
    solve_value_text(job, solution->high, high);
    if (solve_known(solution))
        output_add(out, low);
    else
        output_format(out, "from %s to %s", low, high);
}

/* The moves of the line, each by `add`. */
static void solve_write_line(const struct solve_job *job, void *context,
                             void (*add)(void *context, const char *text)) {
    const struct kw_game *game = kw_session_game(job->session);
    struct kw_position position = *kw_session_position(job->session);
    char text[KW_TEXT];
    for (size_t i = 0; i < job->solution->length; i++) {
        add(context, kw_move_text(game, &position, job->solution->line[i], text));
        kw_play(game, &position, job->solution->line[i], &position);
    }
}

static void solve_add_move(void *context, const char *text) { output_format(context, " %s", text); }

static double solve_seconds(const struct kw_solution *solution) {
    return (double)solution->microseconds / 1e6;
}

static void solve_write(struct solve_job *job) {
    const struct kw_solution *solution = job->solution;
    struct string_builder *out = &job->call->out;
    output_add(out, "value ");
    solve_write_value(out, job, solution);
    output_format(out, "\nnodes %" PRIu64 "\ntime %.2f\npv", solution->nodes,
                  solve_seconds(solution));
    solve_write_line(job, out, solve_add_move);
    output_char(out, '\n');
    for (size_t i = 0; job->root != NULL && i < job->moves.count; i++) {
        output_format(out, "%s: ", job->moves.named[i].text);
        solve_write_value(out, job, &job->root[i]);
        output_char(out, '\n');
    }
}

static json_t *solve_json_value(const struct solve_job *job, int32_t value) {
    char text[KW_TEXT];
    return job->by_seeds ? json_integer(value) : json_string(solve_value_text(job, value, text));
}

static void solve_add_json_move(void *context, const char *text) {
    json_array_append_new(context, json_string(text));
}

/* `value` is null where it is not known. */
static json_t *solve_json_span(const struct solve_job *job, const struct kw_solution *solution) {
    return json_pack("{s:o, s:o, s:o}", "value",
                     solve_known(solution) ? solve_json_value(job, solution->low) : json_null(),
                     "low", solve_json_value(job, solution->low), "high",
                     solve_json_value(job, solution->high));
}

static void solve_write_json(struct solve_job *job) {
    const struct kw_solution *solution = job->solution;
    json_t *line = json_array(), *answer = solve_json_span(job, solution);
    solve_write_line(job, line, solve_add_json_move);
    json_object_set_new(answer, "nodes", json_integer((json_int_t)solution->nodes));
    json_object_set_new(answer, "time", json_real(solve_seconds(solution)));
    json_object_set_new(answer, "pv", line);
    if (job->root != NULL) {
        json_t *roots = json_array();
        for (size_t i = 0; i < job->moves.count; i++) {
            json_t *root = solve_json_span(job, &job->root[i]);
            json_object_set_new(root, "move", json_string(job->moves.named[i].text));
            json_array_append_new(roots, root);
        }
        json_object_set_new(answer, "roots", roots);
    }
    output_json(&job->call->out, answer);
}

/* Whether a limit allows more. */
static bool solve_continues(const struct solve_job *job, const struct kw_solution *so_far) {
    int64_t microseconds = job->microseconds + so_far->microseconds;
    return (job->limits.nodes == 0 || job->nodes + so_far->nodes < job->limits.nodes) &&
           (job->limits.milliseconds == 0 || microseconds < 1000 * job->limits.milliseconds);
}

/* On a terminal a progress line is shown, and erased at the end. */
static bool solve_on_progress(void *context, const struct kw_solution *so_far) {
    struct solve_job *job = context;
    struct string_builder line = {0};
    bool continues = solve_continues(job, so_far);
    if (job->call->batch)
        return continues;
    if (job->at != NULL)
        output_format(&line, "%s: ", job->at);
    output_add(&line, "value ");
    solve_write_value(&line, job, so_far);
    output_format(&line, ", %.1f million positions, %.0f s", (double)so_far->nodes / 1e6,
                  solve_seconds(so_far));
    progress_show(&job->progress, "%s", line.text);
    output_free(&line);
    return continues;
}

/* ---- the search ---------------------------------------------------------------------------- */

/* The value of the position for `mover`, whether or not the game continues there. */
static enum status solve_board(struct solve_job *job, unsigned mover,
                               struct kw_solution *solution) {
    struct kw_result result;
    struct kw_error error;
    const struct kw_position *position = kw_session_position(job->session);
    *solution = (struct kw_solution){0};
    if (kw_session_result(job->session, &result)) {
        int south = result.outcome == KW_SOUTH_WINS ? 1 : result.outcome == KW_NORTH_WINS ? -1 : 0;
        int seeds = position->store[0] + position->store[1] + position->hand;
        for (unsigned i = 0; i < KW_HOLES; i++)
            seeds += position->hole[i];
        if (result.scored)
            south = (int)result.score[0] - (int)result.score[1];
        else if (job->by_seeds)
            south *= seeds;
        solution->low = solution->high = mover == KW_SOUTH ? south : -south;
        return STATUS_OK;
    }
    if (interrupted() != 0)
        kw_solver_stop(job->solver); /* a signal stopped the position before */
    if (!kw_solver_solve(job->solver, job->session, solve_on_progress, job, solution, &error))
        return call_fail(job->call, "%s", error.message);
    job->nodes += solution->nodes;
    job->microseconds += solution->microseconds;
    if (position->turn != mover) {
        int32_t low = solution->low;
        solution->low = -solution->high;
        solution->high = -low;
    }
    return STATUS_OK;
}

static enum status solve_roots(struct solve_job *job) {
    unsigned mover = kw_session_position(job->session)->turn;
    struct kw_error error;
    enum status status = STATUS_OK;
    job->root = memory_new(job->moves.count, sizeof *job->root);
    for (size_t i = 0; i < job->moves.count && status == STATUS_OK; i++) {
        job->at = job->moves.named[i].text;
        if (!kw_session_play(job->session, job->moves.named[i].move, &error))
            return call_fail(job->call, "%s", error.message);
        status = solve_board(job, mover, &job->root[i]);
        kw_session_undo(job->session);
    }
    return status;
}

/* Adds up nodes and time of all positions. */
static void solve_add_effort(struct solve_job *job) {
    for (size_t i = 0; i < job->moves.count; i++) {
        job->solution->nodes += job->root[i].nodes;
        job->solution->microseconds += job->root[i].microseconds;
    }
}

static enum status solve_all(struct solve_job *job) {
    const struct kw_position *position = kw_session_position(job->session);
    bool roots = job->call->arguments.value[FLAG_ROOT_MOVES] != NULL;
    bool all_known;
    struct kw_result result;
    if (kw_session_result(job->session, &result))
        return call_fail(job->call, "the game is over");
    enum status status = solve_board(job, position->turn, job->solution);
    if (status != STATUS_OK)
        return status;
    all_known = solve_known(job->solution);
    if (roots) {
        moves_name(&job->moves, kw_session_game(job->session), position);
        status = solve_roots(job);
        solve_add_effort(job);
    }
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; job->root != NULL && i < job->moves.count; i++)
        all_known = all_known && solve_known(&job->root[i]);
    return all_known ? STATUS_OK : STATUS_OPEN;
}

/* The result of an interrupted search is printed too. */
static enum status solve_interruptible(struct solve_job *job) {
    interrupt_begin();
    interrupt_solver(job->solver);
    enum status status = solve_all(job);
    interrupt_solver(NULL);
    job->call->signal = interrupt_end();
    return status;
}

enum status solve_run(struct call *call) {
    struct position_args args = {0};
    struct open_tables tables = {0};
    uint64_t hash = call_number(call, FLAG_HASH, HASH_USUAL);
    enum status status = position_args_play(call, &args, 1);
    if (status == STATUS_OK)
        status = tables_open_directory(call, &tables);
    struct kw_solver *solver = NULL;
    if (status == STATUS_OK) {
        solver = kw_solver_new((size_t)hash << 20, (unsigned)call_number(call, FLAG_THREADS, 1));
        if (solver == NULL)
            status = memory_short(call, hash);
    }
    if (status == STATUS_OK) {
        struct solve_job job = {.call = call,
                                .session = args.session,
                                .solver = solver,
                                .solution = memory_new(1, sizeof *job.solution),
                                .limits = limits_read(call, 0),
                                .by_seeds = kw_game_info(args.game)->counts_seeds};
        kw_solver_set_tables(job.solver, tables.tables);
        status = call->batch ? solve_all(&job) : solve_interruptible(&job);
        progress_wipe(&job.progress);
        if (status == STATUS_OK || status == STATUS_OPEN) {
            if (call->arguments.value[FLAG_JSON] != NULL)
                solve_write_json(&job);
            else
                solve_write(&job);
        }
        moves_free(&job.moves);
        free(job.solution);
        free(job.root);
    }
    kw_solver_free(solver);
    status = tables_close(call, &tables, status);
    position_args_close(&args);
    return status;
}
