/* Splits a request into its fields, calls its handler, writes the answer. */
#include "api_internal.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct api *api_new(api_progress_fn *progress, void *context) {
    struct api *api = calloc(1, sizeof *api);
    if (api != NULL) {
        api->progress = progress;
        api->context = context;
        api->hash = (size_t)16 << 20;
    }
    return api;
}

void api_free(struct api *api) {
    if (api == NULL)
        return;
    api_boards_free(api);
    api_draft_free(api);
    api_engine_free(api);
    api_book_free(api);
    kw_game_close(api->game);
    json_free(&api->out);
    json_free(&api->update);
    free(api);
}

void api_stop(struct api *api) {
    if (api->engine != NULL)
        kw_engine_stop(api->engine);
}

/* ---- errors ---------------------------------------------------------------------- */

bool api_fail(struct api *api, enum kw_code code, const char *message) {
    api->error = (struct kw_error){.code = code, .line = 1, .column = 1};
    strncat(api->error.message, message, sizeof api->error.message - 1);
    return false;
}

bool api_bad_request(struct api *api, const char *fault) {
    api->fault = fault;
    return false;
}

bool api_no_memory(struct api *api) {
    return api_fail(api, KW_NO_MEMORY, "there is not enough memory");
}

static const char *api_code_name(enum kw_code code) {
    static const char *const name[] = {
        [KW_OK] = "ok",
        [KW_UNKNOWN_GAME] = "unknown-game",
        [KW_UNKNOWN_OPTION] = "unknown-option",
        [KW_BAD_VALUE] = "bad-value",
        [KW_BAD_POSITION] = "bad-position",
        [KW_BAD_MOVE] = "bad-move",
        [KW_ILLEGAL_MOVE] = "illegal-move",
        [KW_TOO_LONG] = "too-long",
        [KW_BAD_RECORD] = "bad-record",
        [KW_NO_MEMORY] = "no-memory",
        [KW_NO_FILE] = "no-file",
        [KW_BAD_TABLE] = "bad-table",
        [KW_STOPPED] = "stopped",
        [KW_DAMAGED] = "damaged",
        [KW_BAD_RULES] = "bad-rules",
    };
    _Static_assert(sizeof name / sizeof *name == KW_BAD_RULES + 1, "a name for every kw_code");
    return name[code];
}

static void api_write_error(struct api *api) {
    struct json_text *out = &api->out;
    const struct kw_error *error = &api->error;
    bool understood = api->fault == NULL;
    json_clear(out);
    json_open(out, '{');
    json_named_open(out, "error", '{');
    json_named_string(out, "code", understood ? api_code_name(error->code) : "bad-request");
    json_named_string(out, "message", understood ? error->message : api->fault);
    json_named_number(out, "line", understood ? (int64_t)error->line : 1);
    json_named_number(out, "column", understood ? (int64_t)error->column : 1);
    json_close(out, '}');
    json_close(out, '}');
}

/* ---- fields --------------------------------------------------------------------------------- */

bool api_read_number(struct api *api, const char *text, uint64_t most, uint64_t empty,
                     uint64_t *number) {
    *number = empty;
    return *text == '\0' || number_read(text, strlen(text), 0, most, number) ||
           api_bad_request(api, "a field is not a number, or too large a one");
}

const struct kw_game *api_read_game(struct api *api, const char *id, const char *options) {
    if (*id == '=')
        return api_draft_game(api, id, options);
    if (api->game != NULL && *id != '\0' && strcmp(id, api->game_id) == 0 &&
        strcmp(options, api->game_options) == 0)
        return api->game;
    struct kw_game *game = kw_game_open(id, options, &api->error);
    if (game == NULL)
        return NULL;
    kw_game_close(api->game);
    api->game = game;
    /* Cut short they would be those of another game: then none is known. */
    bool whole =
        (size_t)snprintf(api->game_id, sizeof api->game_id, "%s", id) < sizeof api->game_id &&
        (size_t)snprintf(api->game_options, sizeof api->game_options, "%s", options) <
            sizeof api->game_options;
    if (!whole)
        api->game_id[0] = '\0';
    return game;
}

const struct kw_game *api_read_position(struct api *api, char *const *field,
                                        struct kw_position *position) {
    const struct kw_game *game = api_read_game(api, field[0], field[1]);
    if (game == NULL || !kw_position_read(game, field[2], position, &api->error))
        return NULL;
    return game;
}

bool api_read_player(struct api *api, const char *text, enum kw_player *player) {
    bool south = strcmp(text, "S") == 0;
    *player = south ? KW_SOUTH : KW_NORTH;
    return south || strcmp(text, "N") == 0 || api_bad_request(api, "a player is S or N");
}

struct api_board *api_read_board(struct api *api, const char *number) {
    uint64_t index;
    if (!api_read_number(api, number, BOARDS - 1, BOARDS, &index))
        return NULL;
    if (index >= BOARDS || api->board[index].record == NULL) {
        api_bad_request(api, "there is no such board");
        return NULL;
    }
    return &api->board[index];
}

struct kw_session *api_read_ply(struct api *api, const char *board, const char *text, size_t *ply) {
    struct api_board *of = api_read_board(api, board);
    struct kw_session *session = of != NULL ? kw_record_session(of->record) : NULL;
    uint64_t number;
    if (session == NULL ||
        !api_read_number(api, text, KW_PLIES, kw_session_plies(session), &number))
        return NULL;
    if (number > kw_session_plies(session)) {
        api_bad_request(api, "the game has no such ply");
        return NULL;
    }
    *ply = (size_t)number;
    return session;
}

void clause_list_open(struct clause_list *book, const struct kw_game *game) {
    book->game = game;
    book->count = kw_clause_count(game);
    for (size_t i = 0; i < book->count; i++)
        book->clause[i] = kw_clause_at(game, i);
}

/* ---- requests ------------------------------------------------------------------------------- */

static const struct request_kind {
    const char *word;
    size_t fields;
    api_request_fn *handle;
} request_kinds[] = {
    {"about", 0, request_about},     {"games", 0, request_games},
    {"rules", 2, request_rules},     {"position", 3, request_position},
    {"compose", 3, request_compose}, {"moves", 4, request_moves},
    {"trace", 5, request_trace},     {"stage", 5, request_stage},
    {"why", 4, request_why},         {"say", 7, request_say},
    {"perft", 4, request_perft},     {"new", 3, request_new},
    {"read", 1, request_read},       {"write", 1, request_write},
    {"close", 1, request_close},     {"board", 1, request_board},
    {"enter", 3, request_enter},     {"undo", 1, request_undo},
    {"redo", 1, request_redo},       {"agree", 1, request_agree},
    {"resign", 2, request_resign},   {"rewind", 2, request_rewind},
    {"at", 2, request_at},           {"ply", 3, request_ply},
    {"turns", 1, request_turns},     {"header", 3, request_header},
    {"comment", 3, request_comment}, {"hash", 1, request_hash},
    {"weights", 2, request_weights}, {"forget", 0, request_forget},
    {"tables", 0, request_tables},   {"search", 6, request_search},
    {"choose", 3, request_choose},   {"review", 4, request_review},
    {"played", 2, request_played},   {"add", 1, request_add},
    {"check", 1, request_check},     {"draft", 2, request_draft},
    {"differ", 5, request_differ},   {"round", 7, request_round},
    {"book", 2, request_book},       {"opening", 2, request_opening},
};

/* Cuts a text at its first tab; returns the part after it, or NULL. */
static char *api_split(char *text) {
    char *tab = strchr(text, '\t');
    if (tab != NULL)
        *tab++ = '\0';
    return tab;
}

static bool api_dispatch(struct api *api, char *request) {
    char *field[FIELDS], *rest = api_split(request);
    const struct request_kind *kind = NULL;
    for (size_t i = 0; kind == NULL && i < sizeof request_kinds / sizeof *request_kinds; i++)
        if (strcmp(request_kinds[i].word, request) == 0)
            kind = &request_kinds[i];
    if (kind == NULL)
        return api_bad_request(api, "there is no such request");
    for (size_t i = 0; i < kind->fields; i++) {
        if (rest == NULL)
            return api_bad_request(api, "a field is missing");
        field[i] = rest;
        rest = i + 1 < kind->fields ? api_split(rest) : NULL;
    }
    if (rest != NULL)
        return api_bad_request(api, "there are too many fields");
    return kind->handle(api, field);
}

const char *api_answer(struct api *api, char *request, size_t length, size_t *answered) {
    static const char no_memory[] = "{\"error\":{\"code\":\"no-memory\",\"message\":"
                                    "\"there is not enough memory\",\"line\":1,\"column\":1}}";
    struct json_text *out = &api->out;
    api->fault = NULL;
    api->error = (struct kw_error){.code = KW_OK};
    json_clear(out);
    json_open(out, '{');
    json_name(out, "value");
    bool whole = strlen(request) == length || api_bad_request(api, "a request holds a NUL");
    if (!whole || !api_dispatch(api, request))
        api_write_error(api);
    else
        json_close(out, '}');
    *answered = out->failed ? sizeof no_memory - 1 : out->out.length;
    return out->failed ? no_memory : out->out.text;
}
