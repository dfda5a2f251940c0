/* What many answers hold: positions, moves, results, reasons, events. */
#include "api_internal.h"

#include <stdlib.h>
#include <string.h>

const char *const player_word[2] = {"S", "N"};
const char *const kind_word[6] = {"sow", "pass", "lift", "place", "keep", "plant"};
const char *const unit_word[3] = {"seeds", "points", "plies"};

static void write_bytes(struct json_text *json, const char *name, const uint8_t *byte,
                        size_t count) {
    json_named_open(json, name, '[');
    for (size_t i = 0; i < count; i++)
        json_number(json, byte[i]);
    json_close(json, ']');
}

void write_position(struct json_text *json, const struct kw_game *game,
                    const struct kw_position *position) {
    char text[KW_TEXT];
    json_open(json, '{');
    json_named_string(json, "text", kw_position_text(game, position, text));
    write_bytes(json, "hole", position->hole, KW_HOLES);
    json_named_number(json, "mark", position->mark);
    json_named_number(json, "mark2", position->mark2);
    write_bytes(json, "store", position->store, 2);
    json_named_number(json, "turn", position->turn);
    json_named_number(json, "phase", position->phase);
    json_named_number(json, "over", position->over);
    json_named_number(json, "hand", position->hand);
    write_bytes(json, "own", position->own, 2);
    json_close(json, '}');
}

void write_move(struct json_text *json, const struct kw_game *game,
                const struct kw_position *position, kw_move move) {
    char text[KW_TEXT];
    json_open(json, '{');
    json_named_string(json, "text", kw_move_text(game, position, move, text));
    json_named_number(json, "hole", kw_move_hole(move));
    json_named_string(json, "kind", kind_word[kw_move_kind(move)]);
    json_named_bool(json, "reverse", kw_move_reverse(move));
    json_named_bool(json, "plus", kw_move_plus(move));
    json_named_number(json, "number", kw_move_number(move));
    json_close(json, '}');
}

void write_result(struct json_text *json, const struct kw_result *result) {
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
static void write_clause(struct json_text *json, const struct rulebook *book,
                         const struct kw_clause *clause) {
    for (size_t i = 0; i < book->count; i++) {
        if (book->clause[i] == clause) {
            json_number(json, (int64_t)i);
            return;
        }
    }
    json_null(json);
}

void write_reason(struct json_text *json, const struct rulebook *book,
                  const struct kw_reason *reason) {
    char text[KW_TEXT];
    if (reason == NULL) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    json_name(json, "clause");
    write_clause(json, book, reason->clause);
    json_named_string(json, "text", kw_reason_text(book->game, reason, text));
    json_named_string(json, "template", reason->text);
    json_named_number(json, "hole", reason->hole);
    json_named_number(json, "count", reason->count);
    json_close(json, '}');
}

void write_score(struct json_text *json, const struct kw_line *line) {
    json_named_number(json, "score", line->score);
    json_named_string(json, "unit", unit_word[line->unit]);
    json_named_bool(json, "proven", line->proven);
}

void write_line(struct json_text *json, const struct kw_game *game,
                const struct kw_position *position, const struct kw_line *line) {
    struct kw_position at = *position;
    json_named_open(json, "moves", '[');
    for (size_t i = 0; i < line->length; i++) {
        char text[KW_TEXT];
        json_string(json, kw_move_text(game, &at, line->move[i], text));
        kw_play(game, &at, line->move[i], &at);
    }
    json_close(json, ']');
}

/* ---- what can be done ----------------------------------------------------------------------- */

kw_move *list_moves(const struct kw_game *game, const struct kw_position *position, size_t *count) {
    size_t room = kw_move_count(game, position);
    if (room < KW_MOVES)
        room = KW_MOVES;
    kw_move *list = calloc(room, sizeof *list);
    *count = list != NULL ? kw_moves(game, position, list, room) : 0;
    return list;
}

bool write_moves(struct face *face, const struct kw_game *game, const struct kw_position *position,
                 int hole, size_t most) {
    size_t count, told = 0, shown = 0;
    kw_move *list = list_moves(game, position, &count);
    if (list == NULL)
        return face_no_memory(face);
    json_named_open(&face->out, "moves", '[');
    for (size_t i = 0; i < count; i++) {
        if (hole >= 0 && kw_move_hole(list[i]) != (unsigned)hole)
            continue;
        told++;
        if (shown == most)
            continue;
        write_move(&face->out, game, position, list[i]);
        shown++;
    }
    json_close(&face->out, ']');
    json_named_number(&face->out, "count", (int64_t)told);
    free(list);
    return true;
}

bool write_situation(struct face *face, const struct kw_game *game,
                     const struct kw_position *position, const struct kw_result *over) {
    struct json_text *out = &face->out;
    struct rulebook book;
    struct kw_reason duty;
    rulebook_open(&book, game);
    json_named_string(out, "game", kw_game_info(game)->id);
    json_name(out, "position");
    write_position(out, game, position);
    json_name(out, "result");
    write_result(out, over);
    json_name(out, "obliged");
    write_reason(out, &book, over == NULL && kw_constraint(game, position, &duty) ? &duty : NULL);
    return write_moves(face, game, position, -1, over == NULL ? MOVES_SHOWN : 0);
}

/* ---- what happens --------------------------------------------------------------------------- */

struct listener {
    struct json_text *json;
    const struct rulebook *book;
    size_t left;
    bool cut;
};

static bool hear_event(void *context, const struct kw_event *event) {
    struct listener *listener = context;
    struct json_text *json = listener->json;
    if (listener->left == 0) {
        listener->cut = true;
        return false;
    }
    listener->left--;
    json_open(json, '[');
    json_number(json, event->kind);
    json_number(json, event->from);
    json_number(json, event->to);
    json_number(json, event->count);
    write_clause(json, listener->book, event->clause);
    json_close(json, ']');
    return true;
}

void write_trace(struct json_text *json, const struct rulebook *book,
                 const struct kw_position *position, kw_move move, size_t most,
                 struct kw_position *next) {
    struct listener listener = {.json = json, .book = book, .left = most};
    const struct kw_position before = *position; /* `next` may be the same object */
    json_open(json, '{');
    json_name(json, "move");
    write_move(json, book->game, &before, move);
    json_named_number(json, "mover", before.turn);
    json_named_open(json, "events", '[');
    kw_trace(book->game, &before, move, next, hear_event, &listener);
    json_close(json, ']');
    json_named_bool(json, "cut", listener.cut);
    json_name(json, "before");
    write_position(json, book->game, &before);
    json_name(json, "after");
    write_position(json, book->game, next);
    json_close(json, '}');
}
