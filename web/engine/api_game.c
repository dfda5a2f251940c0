/* Requests about games that are played. */
#include "api_internal.h"

#include <stdlib.h>
#include <string.h>

static void board_close(struct board *board) {
    kw_record_free(board->record);
    kw_game_close(board->game);
    *board = (struct board){0};
}

void face_boards_free(struct face *face) {
    for (size_t i = 0; i < BOARDS; i++)
        board_close(&face->board[i]);
}

/* A board that is free; NULL after a failure. */
static struct board *board_free(struct face *face) {
    for (size_t i = 0; i < BOARDS; i++)
        if (face->board[i].record == NULL)
            return &face->board[i];
    face_misunderstood(face, "too many games are open");
    return NULL;
}

static bool may_redo(struct kw_session *session) {
    return kw_session_redo(session) && kw_session_undo(session);
}

/* Where the board stands. */
static bool write_state(struct face *face, const struct board *board) {
    struct json_text *out = &face->out;
    struct kw_session *session = kw_record_session(board->record);
    const struct kw_game *game = kw_session_game(session);
    struct kw_result result;
    bool over = kw_session_result(session, &result);
    char text[KW_TEXT];
    json_open(out, '{');
    json_named_number(out, "board", board - face->board);
    json_named_string(out, "options", kw_game_options(game, text));
    json_named_number(out, "plies", (int64_t)kw_session_plies(session));
    json_named_bool(out, "redo", may_redo(session));
    if (!write_situation(face, game, kw_session_position(session), over ? &result : NULL))
        return false;
    json_close(out, '}');
    return true;
}

bool face_new_board(struct face *face, char *const *field) {
    struct board *board = board_free(face);
    struct kw_position start;
    if (board == NULL)
        return false;
    board->game = kw_game_open(field[0], field[1], &face->error);
    if (board->game == NULL)
        return false;
    const char *text = *field[2] != '\0' ? field[2] : "start";
    if (kw_position_read(board->game, text, &start, &face->error)) {
        board->record = kw_record_new(board->game, &start);
        if (board->record != NULL)
            return write_state(face, board);
        face_no_memory(face);
    }
    board_close(board);
    return false;
}

/* ---- records -------------------------------------------------------------------------------- */

/* A failure in one closes the boards of those before it. */
bool face_read(struct face *face, char *const *field) {
    struct kw_record_source source = {.text = field[0], .length = strlen(field[0])};
    size_t made[BOARDS], count = 0;
    for (;;) {
        struct kw_record *record = kw_record_read(&source, &face->error);
        if (record == NULL)
            break;
        struct board *board = board_free(face);
        if (board == NULL) {
            kw_record_free(record);
            break;
        }
        board->record = record;
        made[count++] = (size_t)(board - face->board);
    }
    if (face->error.code != KW_OK || face->fault != NULL) {
        while (count > 0)
            board_close(&face->board[made[--count]]);
        return false;
    }
    json_open(&face->out, '[');
    for (size_t i = 0; i < count; i++)
        json_number(&face->out, (int64_t)made[i]);
    json_close(&face->out, ']');
    return true;
}

static bool add_piece(void *context, const char *text, size_t length) {
    json_string_add(context, text, length);
    return true;
}

bool face_write(struct face *face, char *const *field) {
    struct board *board = face_board(face, field[0]);
    if (board == NULL)
        return false;
    json_string_open(&face->out);
    bool written = kw_record_write(board->record, add_piece, &face->out);
    json_string_close(&face->out);
    return written || face_no_memory(face);
}

bool face_close(struct face *face, char *const *field) {
    struct board *board = face_board(face, field[0]);
    if (board == NULL)
        return false;
    board_close(board);
    json_null(&face->out);
    return true;
}

static void write_headers(struct json_text *json, const struct kw_record *record) {
    json_named_open(json, "headers", '[');
    for (size_t i = 0; i < kw_record_header_count(record); i++) {
        const char *name, *value = kw_record_header_at(record, i, &name);
        json_open(json, '[');
        json_string(json, name);
        json_string(json, value);
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void write_turns(struct json_text *json, const struct kw_record *record,
                        const struct kw_session *session) {
    char text[KW_TEXT];
    size_t plies = kw_session_plies(session), end;
    json_named_string(json, "comment", kw_record_comment(record, 0));
    json_named_open(json, "turns", '[');
    for (size_t first = 0; first < plies; first = end) {
        end = kw_session_turn_end(session, first);
        json_open(json, '{');
        json_named_number(json, "first", (int64_t)first);
        json_named_number(json, "end", (int64_t)end);
        json_named_string(json, "mover", player_word[kw_session_before(session, first)->turn & 1]);
        json_named_string(json, "text", kw_session_turn_text(session, first, text));
        json_named_open(json, "comments", '[');
        for (size_t ply = first + 1; ply <= end; ply++)
            if (kw_record_comment(record, ply) != NULL)
                json_string(json, kw_record_comment(record, ply));
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

bool face_turns(struct face *face, char *const *field) {
    struct json_text *out = &face->out;
    struct board *board = face_board(face, field[0]);
    if (board == NULL)
        return false;
    struct kw_session *session = kw_record_session(board->record);
    json_open(out, '{');
    write_headers(out, board->record);
    json_name(out, "start");
    write_position(out, kw_session_game(session), kw_session_before(session, 0));
    write_turns(out, board->record, session);
    json_close(out, '}');
    return true;
}

bool face_header(struct face *face, char *const *field) {
    struct board *board = face_board(face, field[0]);
    const char *value = *field[2] != '\0' ? field[2] : NULL;
    if (board == NULL || !kw_record_header_set(board->record, field[1], value, &face->error))
        return false;
    json_null(&face->out);
    return true;
}

bool face_comment(struct face *face, char *const *field) {
    size_t ply;
    if (face_ply(face, field[0], field[1], &ply) == NULL ||
        !kw_record_comment_set(face_board(face, field[0])->record, ply, field[2], &face->error))
        return false;
    json_null(&face->out);
    return true;
}

/* ---- moves ---------------------------------------------------------------------------------- */

bool face_state(struct face *face, char *const *field) {
    struct board *board = face_board(face, field[0]);
    return board != NULL && write_state(face, board);
}

static void write_ply(struct face *face, const struct rulebook *book,
                      const struct kw_session *session, size_t ply, size_t events) {
    struct kw_position next;
    write_trace(&face->out, book, kw_session_before(session, ply), kw_session_move(session, ply),
                events, &next);
}

bool face_enter(struct face *face, char *const *field) {
    struct json_text *out = &face->out;
    struct board *board = face_board(face, field[0]);
    struct rulebook book;
    uint64_t events;
    if (board == NULL || !face_number(face, field[1], EVENTS_MOST, EVENTS_MOST, &events))
        return false;
    struct kw_session *session = kw_record_session(board->record);
    size_t ply = kw_session_plies(session);
    if (!kw_session_enter(session, field[2], &face->error))
        return false;
    kw_record_opening_end(board->record, ply);
    rulebook_open(&book, kw_session_game(session));
    json_open(out, '{');
    json_named_open(out, "plies", '[');
    for (; ply < kw_session_plies(session); ply++)
        write_ply(face, &book, session, ply, (size_t)events);
    json_close(out, ']');
    json_name(out, "board");
    if (!write_state(face, board))
        return false;
    json_close(out, '}');
    return true;
}

bool face_undo(struct face *face, char *const *field) {
    struct board *board = face_board(face, field[0]);
    if (board == NULL)
        return false;
    if (!kw_session_undo(kw_record_session(board->record)))
        return face_misunderstood(face, "nothing has been played");
    return write_state(face, board);
}

bool face_redo(struct face *face, char *const *field) {
    struct board *board = face_board(face, field[0]);
    if (board == NULL)
        return false;
    if (!kw_session_redo(kw_record_session(board->record)))
        return face_misunderstood(face, "nothing has been taken back");
    return write_state(face, board);
}

bool face_agree(struct face *face, char *const *field) {
    struct board *board = face_board(face, field[0]);
    return board != NULL && kw_session_agree(kw_record_session(board->record), &face->error) &&
           write_state(face, board);
}

bool face_resign(struct face *face, char *const *field) {
    struct board *board = face_board(face, field[0]);
    bool south = strcmp(field[1], "S") == 0;
    if (board == NULL)
        return false;
    if (!south && strcmp(field[1], "N") != 0)
        return face_misunderstood(face, "a player is S or N");
    return kw_session_resign(kw_record_session(board->record), south ? KW_SOUTH : KW_NORTH,
                             &face->error) &&
           write_state(face, board);
}

bool face_rewind(struct face *face, char *const *field) {
    struct board *board = face_board(face, field[0]);
    uint64_t ply;
    if (board == NULL || !face_number(face, field[1], KW_PLIES, 0, &ply))
        return false;
    struct kw_session *session = kw_record_session(board->record);
    while (kw_session_plies(session) > ply)
        kw_session_undo(session);
    while (kw_session_plies(session) < ply)
        if (!kw_session_redo(session))
            return face_misunderstood(face, "so many plies have not been played");
    return write_state(face, board);
}

bool face_at(struct face *face, char *const *field) {
    size_t ply;
    struct kw_session *session = face_ply(face, field[0], field[1], &ply);
    struct kw_result result;
    if (session == NULL)
        return false;
    bool last = ply == kw_session_plies(session);
    bool over = last && kw_session_result(session, &result);
    json_open(&face->out, '{');
    json_named_number(&face->out, "ply", (int64_t)ply);
    if (!write_situation(face, kw_session_game(session), kw_session_before(session, ply),
                         over ? &result : NULL))
        return false;
    json_close(&face->out, '}');
    return true;
}

bool face_one_ply(struct face *face, char *const *field) {
    size_t ply;
    uint64_t events;
    struct rulebook book;
    struct kw_session *session = face_ply(face, field[0], field[1], &ply);
    if (session == NULL || !face_number(face, field[2], EVENTS_MOST, EVENTS_MOST, &events))
        return false;
    if (ply == kw_session_plies(session))
        return face_misunderstood(face, "the game has no such ply");
    rulebook_open(&book, kw_session_game(session));
    write_ply(face, &book, session, ply, (size_t)events);
    return true;
}

/* What protocols call a position, which knows of repetition. */
bool face_played(struct face *face, char *const *field) {
    struct json_text *out = &face->out;
    size_t plies;
    struct kw_session *session = face_ply(face, field[0], field[1], &plies);
    char text[KW_TEXT];
    if (session == NULL)
        return false;
    const struct kw_game *game = kw_session_game(session);
    json_open(out, '{');
    json_named_string(out, "start", kw_position_text(game, kw_session_before(session, 0), text));
    json_named_open(out, "moves", '[');
    for (size_t ply = 0; ply < plies; ply++)
        json_string(out, kw_move_text(game, kw_session_before(session, ply),
                                      kw_session_move(session, ply), text));
    json_close(out, ']');
    json_named_string(out, "mover", player_word[kw_session_before(session, plies)->turn & 1]);
    json_close(out, '}');
    return true;
}
