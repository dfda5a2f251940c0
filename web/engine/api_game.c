/* Requests about games that are played. */
#include "api_internal.h"

#include <stdlib.h>
#include <string.h>

static void api_game_close(struct api_board *board) {
    kw_record_free(board->record);
    kw_game_close(board->game);
    *board = (struct api_board){0};
}

void api_boards_free(struct api *api) {
    for (size_t i = 0; i < BOARDS; i++)
        api_game_close(&api->board[i]);
}

/* A board that is free; NULL after a failure. */
static struct api_board *api_game_free_board(struct api *api) {
    for (size_t i = 0; i < BOARDS; i++)
        if (api->board[i].record == NULL)
            return &api->board[i];
    api_bad_request(api, "too many games are open");
    return NULL;
}

static bool api_game_can_redo(struct kw_session *session) {
    return kw_session_redo(session) && kw_session_undo(session);
}

/* Where the board stands. */
static bool api_game_write_state(struct api *api, const struct api_board *board) {
    struct json_text *out = &api->out;
    struct kw_session *session = kw_record_session(board->record);
    const struct kw_game *game = kw_session_game(session);
    struct kw_result result;
    bool over = kw_session_result(session, &result);
    char text[KW_TEXT];
    json_open(out, '{');
    json_named_number(out, "board", board - api->board);
    json_named_string(out, "options", kw_game_options(game, text));
    json_named_number(out, "plies", (int64_t)kw_session_plies(session));
    json_named_bool(out, "redo", api_game_can_redo(session));
    if (!api_write_state(api, game, kw_session_position(session), over ? &result : NULL))
        return false;
    json_close(out, '}');
    return true;
}

bool request_new(struct api *api, char *const *field) {
    struct api_board *board = api_game_free_board(api);
    struct kw_position start;
    if (board == NULL)
        return false;
    board->game = kw_game_open(field[0], field[1], &api->error);
    if (board->game == NULL)
        return false;
    const char *text = *field[2] != '\0' ? field[2] : "start";
    if (kw_position_read(board->game, text, &start, &api->error)) {
        board->record = kw_record_new(board->game, &start);
        if (board->record != NULL)
            return api_game_write_state(api, board);
        api_no_memory(api);
    }
    api_game_close(board);
    return false;
}

/* ---- records -------------------------------------------------------------------------------- */

/* A failure in one closes the boards of those before it. */
bool request_read(struct api *api, char *const *field) {
    struct kw_record_source source = {.text = field[0], .length = strlen(field[0])};
    size_t made[BOARDS], count = 0;
    for (;;) {
        struct kw_record *record = kw_record_read(&source, &api->error);
        if (record == NULL)
            break;
        struct api_board *board = api_game_free_board(api);
        if (board == NULL) {
            kw_record_free(record);
            break;
        }
        board->record = record;
        made[count++] = (size_t)(board - api->board);
    }
    if (api->error.code != KW_OK || api->fault != NULL) {
        while (count > 0)
            api_game_close(&api->board[made[--count]]);
        return false;
    }
    json_open(&api->out, '[');
    for (size_t i = 0; i < count; i++)
        json_number(&api->out, (int64_t)made[i]);
    json_close(&api->out, ']');
    return true;
}

static bool api_game_add_text(void *context, const char *text, size_t length) {
    json_string_add(context, text, length);
    return true;
}

bool request_write(struct api *api, char *const *field) {
    struct api_board *board = api_read_board(api, field[0]);
    if (board == NULL)
        return false;
    json_string_open(&api->out);
    bool written = kw_record_write(board->record, api_game_add_text, &api->out);
    json_string_close(&api->out);
    return written || api_no_memory(api);
}

bool request_close(struct api *api, char *const *field) {
    struct api_board *board = api_read_board(api, field[0]);
    if (board == NULL)
        return false;
    api_game_close(board);
    json_null(&api->out);
    return true;
}

static void api_game_write_headers(struct json_text *json, const struct kw_record *record) {
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

static void api_game_write_turns(struct json_text *json, const struct kw_record *record,
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
        json_named_string(json, "mover",
                          api_player_name[kw_session_before(session, first)->turn & 1]);
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

bool request_turns(struct api *api, char *const *field) {
    struct json_text *out = &api->out;
    struct api_board *board = api_read_board(api, field[0]);
    if (board == NULL)
        return false;
    struct kw_session *session = kw_record_session(board->record);
    json_open(out, '{');
    api_game_write_headers(out, board->record);
    json_name(out, "start");
    api_write_position(out, kw_session_game(session), kw_session_before(session, 0));
    api_game_write_turns(out, board->record, session);
    json_close(out, '}');
    return true;
}

bool request_header(struct api *api, char *const *field) {
    struct api_board *board = api_read_board(api, field[0]);
    const char *value = *field[2] != '\0' ? field[2] : NULL;
    if (board == NULL || !kw_record_header_set(board->record, field[1], value, &api->error))
        return false;
    json_null(&api->out);
    return true;
}

bool request_comment(struct api *api, char *const *field) {
    size_t ply;
    if (api_read_ply(api, field[0], field[1], &ply) == NULL ||
        !kw_record_comment_set(api_read_board(api, field[0])->record, ply, field[2], &api->error))
        return false;
    json_null(&api->out);
    return true;
}

/* ---- moves ---------------------------------------------------------------------------------- */

bool request_board(struct api *api, char *const *field) {
    struct api_board *board = api_read_board(api, field[0]);
    return board != NULL && api_game_write_state(api, board);
}

static void api_game_write_ply(struct api *api, const struct clause_list *book,
                               const struct kw_session *session, size_t ply, size_t events) {
    struct kw_position next;
    api_write_trace(&api->out, book, kw_session_before(session, ply), kw_session_move(session, ply),
                    events, &next);
}

bool request_enter(struct api *api, char *const *field) {
    struct json_text *out = &api->out;
    struct api_board *board = api_read_board(api, field[0]);
    struct clause_list book;
    uint64_t events;
    if (board == NULL || !api_read_number(api, field[1], EVENTS_MOST, EVENTS_MOST, &events))
        return false;
    struct kw_session *session = kw_record_session(board->record);
    size_t ply = kw_session_plies(session);
    if (!kw_session_enter(session, field[2], &api->error))
        return false;
    kw_record_opening_end(board->record, ply);
    clause_list_open(&book, kw_session_game(session));
    json_open(out, '{');
    json_named_open(out, "plies", '[');
    for (; ply < kw_session_plies(session); ply++)
        api_game_write_ply(api, &book, session, ply, (size_t)events);
    json_close(out, ']');
    json_name(out, "board");
    if (!api_game_write_state(api, board))
        return false;
    json_close(out, '}');
    return true;
}

bool request_undo(struct api *api, char *const *field) {
    struct api_board *board = api_read_board(api, field[0]);
    if (board == NULL)
        return false;
    if (!kw_session_undo(kw_record_session(board->record)))
        return api_bad_request(api, "nothing has been played");
    return api_game_write_state(api, board);
}

bool request_redo(struct api *api, char *const *field) {
    struct api_board *board = api_read_board(api, field[0]);
    if (board == NULL)
        return false;
    if (!kw_session_redo(kw_record_session(board->record)))
        return api_bad_request(api, "nothing has been taken back");
    return api_game_write_state(api, board);
}

bool request_agree(struct api *api, char *const *field) {
    struct api_board *board = api_read_board(api, field[0]);
    return board != NULL && kw_session_agree(kw_record_session(board->record), &api->error) &&
           api_game_write_state(api, board);
}

bool request_resign(struct api *api, char *const *field) {
    struct api_board *board = api_read_board(api, field[0]);
    enum kw_player player;
    return board != NULL && api_read_player(api, field[1], &player) &&
           kw_session_resign(kw_record_session(board->record), player, &api->error) &&
           api_game_write_state(api, board);
}

bool request_rewind(struct api *api, char *const *field) {
    struct api_board *board = api_read_board(api, field[0]);
    uint64_t ply;
    if (board == NULL || !api_read_number(api, field[1], KW_PLIES, 0, &ply))
        return false;
    struct kw_session *session = kw_record_session(board->record);
    while (kw_session_plies(session) > ply)
        kw_session_undo(session);
    while (kw_session_plies(session) < ply)
        if (!kw_session_redo(session))
            return api_bad_request(api, "so many plies have not been played");
    return api_game_write_state(api, board);
}

bool request_at(struct api *api, char *const *field) {
    size_t ply;
    struct kw_session *session = api_read_ply(api, field[0], field[1], &ply);
    struct kw_result result;
    if (session == NULL)
        return false;
    bool last = ply == kw_session_plies(session);
    bool over = last && kw_session_result(session, &result);
    json_open(&api->out, '{');
    json_named_number(&api->out, "ply", (int64_t)ply);
    if (!api_write_state(api, kw_session_game(session), kw_session_before(session, ply),
                         over ? &result : NULL))
        return false;
    json_close(&api->out, '}');
    return true;
}

bool request_ply(struct api *api, char *const *field) {
    size_t ply;
    uint64_t events;
    struct clause_list book;
    struct kw_session *session = api_read_ply(api, field[0], field[1], &ply);
    if (session == NULL || !api_read_number(api, field[2], EVENTS_MOST, EVENTS_MOST, &events))
        return false;
    if (ply == kw_session_plies(session))
        return api_bad_request(api, "the game has no such ply");
    clause_list_open(&book, kw_session_game(session));
    api_game_write_ply(api, &book, session, ply, (size_t)events);
    return true;
}

/* What protocols call a position, which knows of repetition. */
bool request_played(struct api *api, char *const *field) {
    struct json_text *out = &api->out;
    size_t plies;
    struct kw_session *session = api_read_ply(api, field[0], field[1], &plies);
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
    json_named_string(out, "mover", api_player_name[kw_session_before(session, plies)->turn & 1]);
    json_close(out, '}');
    return true;
}
