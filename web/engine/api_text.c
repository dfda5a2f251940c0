/* Parts of many answers: positions, moves, results, reasons, events. */
#include "api_internal.h"

#include <stdlib.h>
#include <string.h>

const char *const api_player_name[2] = {"S", "N"};
const char *const api_kind_name[7] = {"sow", "pass", "lift", "place", "keep", "plant", "swap"};
const char *const api_unit_name[3] = {"seeds", "points", "plies"};

static void api_text_write_bytes(struct json_text *json, const char *name, const uint8_t *byte,
                                 size_t count) {
    json_named_open(json, name, '[');
    for (size_t i = 0; i < count; i++)
        json_number(json, byte[i]);
    json_close(json, ']');
}

void api_write_position(struct json_text *json, const struct kw_game *game,
                        const struct kw_position *position) {
    char text[KW_TEXT];
    json_open(json, '{');
    json_named_string(json, "text", kw_position_text(game, position, text));
    api_text_write_bytes(json, "hole", position->hole, KW_HOLES);
    json_named_number(json, "mark", position->mark);
    json_named_number(json, "mark2", position->mark2);
    api_text_write_bytes(json, "store", position->store, 2);
    json_named_number(json, "turn", position->turn);
    json_named_number(json, "phase", position->phase);
    json_named_number(json, "over", position->over);
    json_named_number(json, "hand", position->hand);
    api_text_write_bytes(json, "own", position->own, 2);
    if (kw_position_missing(game, position) > 0)
        json_named_number(json, "missing", kw_position_missing(game, position));
    json_close(json, '}');
}

void api_write_move(struct json_text *json, const struct kw_game *game,
                    const struct kw_position *position, kw_move move) {
    char text[KW_TEXT];
    json_open(json, '{');
    json_named_string(json, "text", kw_move_text(game, position, move, text));
    json_named_number(json, "hole", kw_move_hole(move));
    json_named_string(json, "kind", api_kind_name[kw_move_kind(move)]);
    json_named_bool(json, "reverse", kw_move_reverse(move));
    json_named_bool(json, "plus", kw_move_plus(move));
    json_named_number(json, "number", kw_move_number(move));
    json_close(json, '}');
}

void api_write_result(struct json_text *json, const struct kw_result *result) {
    static const char *const outcome[] = {"none", "S", "N", "draw"};
    static const char *const ending[] = {"rules", "repetition", "resignation", "agreement"};
    char text[KW_TEXT];
    if (result == NULL) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    json_named_string(json, "text", kw_result_text(result, text));
    json_named_string(json, "outcome", outcome[result->outcome]);
    json_named_string(json, "ending", ending[result->ending]);
    json_name(json, "score");
    if (result->scored) {
        json_open(json, '[');
        json_number(json, result->score[0]);
        json_number(json, result->score[1]);
        json_close(json, ']');
    } else {
        json_null(json);
    }
    json_named_bool(json, "narrow", result->narrow);
    json_close(json, '}');
}

/* The number of a clause in its game's list, or null. */
static void api_text_write_clause(struct json_text *json, const struct clause_list *book,
                                  const struct kw_clause *clause) {
    for (size_t i = 0; i < book->count; i++) {
        if (book->clause[i] == clause) {
            json_number(json, (int64_t)i);
            return;
        }
    }
    json_null(json);
}

/*
 * A reason as other languages know it.  What a duty says of holes stands in its clause, which is
 * shown beside the reason: only what comes before that is kept.
 */
static const char *api_text_template(const char *text) {
    static const char barred[] = "%h may not be played now",
                      obliged[] = "a rule narrows the choice";
    return strncmp(text, barred, sizeof barred - 1) == 0     ? barred
           : strncmp(text, obliged, sizeof obliged - 1) == 0 ? obliged
                                                             : text;
}

void api_write_reason(struct json_text *json, const struct clause_list *book,
                      const struct kw_reason *reason) {
    char text[KW_TEXT];
    if (reason == NULL) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    json_name(json, "clause");
    api_text_write_clause(json, book, reason->clause);
    json_named_string(json, "text", kw_reason_text(book->game, reason, text));
    json_named_string(json, "template", api_text_template(reason->text));
    json_named_number(json, "hole", reason->hole);
    json_named_number(json, "count", reason->count);
    json_close(json, '}');
}

void api_write_score(struct json_text *json, const struct kw_line *line) {
    json_named_number(json, "score", line->score);
    json_named_string(json, "unit", api_unit_name[line->unit]);
    json_named_bool(json, "proven", line->proven);
}

void api_write_line(struct json_text *json, const char *name, const struct kw_game *game,
                    const struct kw_position *position, const struct kw_line *line) {
    struct kw_position at = *position;
    json_named_open(json, name, '[');
    for (size_t i = 0; i < line->length; i++) {
        char text[KW_TEXT];
        json_string(json, kw_move_text(game, &at, line->move[i], text));
        kw_play(game, &at, line->move[i], &at);
    }
    json_close(json, ']');
}

/* ---- moves ----------------------------------------------------------------------- */

kw_move *api_list_moves(const struct kw_game *game, const struct kw_position *position,
                        size_t *count) {
    size_t room = kw_move_count(game, position);
    if (room < KW_MOVES)
        room = KW_MOVES;
    kw_move *list = calloc(room, sizeof *list);
    *count = list != NULL ? kw_moves(game, position, list, room) : 0;
    return list;
}

bool api_write_moves(struct api *api, const struct kw_game *game,
                     const struct kw_position *position, int hole, size_t most) {
    size_t count, counted = 0, shown = 0;
    kw_move *list = api_list_moves(game, position, &count);
    if (list == NULL)
        return api_no_memory(api);
    json_named_open(&api->out, "moves", '[');
    for (size_t i = 0; i < count; i++) {
        if (hole >= 0 && kw_move_hole(list[i]) != (unsigned)hole)
            continue;
        counted++;
        if (shown == most)
            continue;
        api_write_move(&api->out, game, position, list[i]);
        shown++;
    }
    json_close(&api->out, ']');
    json_named_number(&api->out, "count", (int64_t)counted);
    free(list);
    return true;
}

bool api_write_state(struct api *api, const struct kw_game *game,
                     const struct kw_position *position, const struct kw_result *over) {
    struct json_text *out = &api->out;
    struct clause_list book;
    struct kw_reason constraint;
    clause_list_open(&book, game);
    json_named_string(out, "game", kw_game_info(game)->id);
    json_name(out, "position");
    api_write_position(out, game, position);
    json_name(out, "result");
    api_write_result(out, over);
    json_name(out, "obliged");
    api_write_reason(out, &book,
                     over == NULL && kw_constraint(game, position, &constraint) ? &constraint
                                                                                : NULL);
    return api_write_moves(api, game, position, -1, over == NULL ? MOVES_SHOWN : 0);
}

/* ---- events --------------------------------------------------------------------------- */

struct trace_writer {
    struct json_text *json;
    const struct clause_list *book;
    size_t left;
    bool cut;
};

static bool api_text_write_event(void *context, const struct kw_event *event) {
    struct trace_writer *writer = context;
    struct json_text *json = writer->json;
    if (writer->left == 0) {
        writer->cut = true;
        return false;
    }
    writer->left--;
    json_open(json, '[');
    json_number(json, event->kind);
    json_number(json, event->from);
    json_number(json, event->to);
    json_number(json, event->count);
    api_text_write_clause(json, writer->book, event->clause);
    json_close(json, ']');
    return true;
}

void api_write_trace(struct json_text *json, const struct clause_list *book,
                     const struct kw_position *position, kw_move move, size_t most,
                     struct kw_position *next) {
    struct trace_writer writer = {.json = json, .book = book, .left = most};
    const struct kw_position before = *position; /* `next` may be the same object */
    json_open(json, '{');
    json_name(json, "move");
    api_write_move(json, book->game, &before, move);
    json_named_number(json, "mover", before.turn);
    json_named_open(json, "events", '[');
    kw_trace(book->game, &before, move, next, api_text_write_event, &writer);
    json_close(json, ']');
    json_named_bool(json, "cut", writer.cut);
    json_name(json, "before");
    api_write_position(json, book->game, &before);
    json_name(json, "after");
    api_write_position(json, book->game, next);
    json_close(json, '}');
}
