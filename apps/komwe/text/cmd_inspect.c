/* Commands that look at one position: show, board, moves, trace, why. */
#include "cli/position_args.h"
#include "text/move_list.h"
#include "text/narrate.h"

#include <jansson.h>
#include <stdlib.h>

static enum status inspect_show(struct call *call, struct position_args *args) {
    output_final(&call->out, args->session);
    return STATUS_OK;
}

static enum status inspect_draw(struct call *call, struct position_args *args) {
    char text[KW_DRAWING];
    struct kw_result result;
    const struct kw_position *position = kw_session_position(args->session);
    bool over = kw_session_result(args->session, &result);
    output_add(&call->out,
               kw_board_text(args->game, position, KW_SOUTH, over ? &result : NULL, text));
    return STATUS_OK;
}

static enum status inspect_list_moves(struct call *call, struct position_args *args) {
    struct moves moves = {0};
    struct kw_result result;
    if (kw_session_result(args->session, &result))
        return STATUS_OK;
    moves_name(&moves, args->game, kw_session_position(args->session));
    for (size_t i = 0; i < moves.count; i++)
        output_format(&call->out, "%s\n", moves.named[i].text);
    moves_free(&moves);
    return STATUS_OK;
}

/* Calls `work` after all moves of the command line. */
static enum status inspect_after_moves(struct call *call,
                                       enum status (*work)(struct call *, struct position_args *)) {
    struct position_args args = {0};
    enum status status = position_args_play(call, &args, 1);
    if (status == STATUS_OK)
        status = work(call, &args);
    position_args_close(&args);
    return status;
}

enum status show_run(struct call *call) { return inspect_after_moves(call, inspect_show); }
enum status board_run(struct call *call) { return inspect_after_moves(call, inspect_draw); }
enum status moves_run(struct call *call) { return inspect_after_moves(call, inspect_list_moves); }

/* Calls `work` on the last word of the command line, after all the others. */
static enum status inspect_last_move(struct call *call,
                                     enum status (*work)(struct call *, struct position_args *)) {
    struct position_args args = {0};
    enum status status = position_args_open(call, &args, call->arguments.operand[0], 1);
    if (status == STATUS_OK)
        status = position_args_replay_to_last(call, &args);
    if (status == STATUS_OK)
        status = work(call, &args);
    position_args_close(&args);
    return status;
}

/* ---- trace -------------------------------------------------------------------------------- */

struct inspect_trace_output {
    const struct kw_game *game;
    struct string_builder *out;
    bool begun;                   /* an event has been written */
    const struct kw_clause *turn; /* of the last event, if that was whose turn it is, or NULL */
};

static bool inspect_write_event(void *context, const struct kw_event *event) {
    struct inspect_trace_output *tracer = context;
    char text[KW_TEXT];
    tracer->turn = NULL;
    if (event->kind == KW_EVENT_NEXT) /* inspect_write_turn says it, who knows the position */
        tracer->turn = event->clause;
    else
        output_format(tracer->out, "%s [%s]\n", kw_event_text(tracer->game, event, text),
                      event->clause->id);
    return true;
}

/* The result of the game, and the rule that ends it: that which refuses every move. */
static void inspect_write_end(struct inspect_trace_output *tracer, const struct kw_position *next,
                              const struct kw_result *result) {
    struct kw_reason reason;
    output_add(tracer->out, "the game is ");
    write_over(tracer->out, tracer->game, result);
    output_char(tracer->out, '\n');
    if (kw_explain_illegal(tracer->game, next, 0, &reason))
        write_clause(tracer->out, tracer->game, reason.clause, 2);
}

/* Whose turn it is after a move that was traced, or that there is none. */
static void inspect_write_turn(struct inspect_trace_output *tracer,
                               const struct kw_position *next) {
    struct kw_result result;
    if (tracer->turn == NULL)
        return;
    if (kw_state(tracer->game, next, &result))
        inspect_write_end(tracer, next, &result);
    else
        output_format(tracer->out, "%s to move [%s]\n", next->turn == KW_SOUTH ? "South" : "North",
                      tracer->turn->id);
}

static json_t *inspect_json_place(const struct kw_game *game, unsigned place) {
    char text[KW_TEXT];
    if (place == KW_NOWHERE)
        return json_null();
    return json_string(place == KW_HAND ? "hand" : kw_place_text(game, place, text));
}

/* The target of an event: a place, or a player for events about the players. */
static json_t *inspect_json_target(const struct kw_game *game, const struct kw_event *event) {
    static const char *const outcome[] = {"", "S", "N", "draw"};
    if (event->kind == KW_EVENT_NEXT)
        return json_string(event->to == KW_SOUTH ? "S" : "N");
    if (event->kind == KW_EVENT_OVER)
        return json_string(outcome[event->to & 3]);
    if (event->kind == KW_EVENT_FIELD)
        return json_string(kw_field_name(game, event->to));
    return inspect_json_place(game, event->to);
}

static bool inspect_write_event_json(void *context, const struct kw_event *event) {
    struct inspect_trace_output *tracer = context;
    json_t *object = json_pack("{s:s, s:o, s:o, s:I, s:s}", "kind", kw_event_name(event->kind),
                               "from", inspect_json_place(tracer->game, event->from), "to",
                               inspect_json_target(tracer->game, event), "count",
                               (json_int_t)event->count, "clause", event->clause->id);
    char *text = json_dumps(object, JSON_COMPACT);
    output_format(tracer->out, "%s\n%s", tracer->begun ? "," : "", text != NULL ? text : "{}");
    tracer->begun = true;
    free(text);
    json_decref(object);
    return true;
}

/* The word may stand for several moves: all are played first, then traced one by one. */
static enum status inspect_trace(struct call *call, struct position_args *args) {
    struct inspect_trace_output tracer = {.game = args->game, .out = &call->out};
    bool json = call->arguments.value[FLAG_JSON] != NULL;
    struct kw_session *session = args->session;
    struct kw_error error;
    struct kw_position next;
    size_t ply = kw_session_plies(session);
    if (!kw_session_enter(session, args->last, &error))
        return position_args_fail_move(call, args, &error);
    if (json)
        output_add(&call->out, "[");
    for (; ply < kw_session_plies(session); ply++) {
        kw_trace(args->game, kw_session_before(session, ply), kw_session_move(session, ply), &next,
                 json ? inspect_write_event_json : inspect_write_event, &tracer);
        inspect_write_turn(&tracer, &next);
    }
    if (json)
        output_add(&call->out, "\n]\n");
    return STATUS_OK;
}

enum status trace_run(struct call *call) { return inspect_last_move(call, inspect_trace); }

/* ---- why ---------------------------------------------------------------------------------- */

static enum status inspect_explain(struct call *call, struct position_args *args) {
    struct kw_error error;
    if (explain_move(&call->out, args->session, args->last, &error))
        return STATUS_OK;
    return position_args_fail_move(call, args, &error);
}

enum status why_run(struct call *call) { return inspect_last_move(call, inspect_explain); }
