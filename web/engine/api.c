/* Requests are split, worked on and answered. */
#include "api_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct face *face_new(face_hear *hear, void *context) {
    struct face *face = calloc(1, sizeof *face);
    if (face != NULL) {
        face->hear = hear;
        face->context = context;
        face->hash = (size_t)16 << 20;
    }
    return face;
}

void face_free(struct face *face) {
    if (face == NULL)
        return;
    face_boards_free(face);
    face_engine_free(face);
    kw_game_close(face->game);
    free(face->out.text);
    free(face->heard.text);
    free(face);
}

void face_stop(struct face *face) {
    if (face->engine != NULL)
        kw_engine_stop(face->engine);
}

/* ---- what can go wrong ---------------------------------------------------------------------- */

bool face_fail(struct face *face, enum kw_code code, const char *message) {
    face->error = (struct kw_error){.code = code, .line = 1, .column = 1};
    strncat(face->error.message, message, sizeof face->error.message - 1);
    return false;
}

bool face_misunderstood(struct face *face, const char *fault) {
    face->fault = fault;
    return false;
}

bool face_no_memory(struct face *face) {
    return face_fail(face, KW_NO_MEMORY, "there is not enough memory");
}

static const char *code_word(enum kw_code code) {
    static const char *const word[] = {
        "ok",       "unknown-game", "unknown-option", "bad-value",  "bad-position",
        "bad-move", "illegal-move", "too-long",       "bad-record", "no-memory"};
    return word[code];
}

static void write_error(struct face *face) {
    struct json_text *out = &face->out;
    const struct kw_error *error = &face->error;
    bool understood = face->fault == NULL;
    json_clear(out);
    json_open(out, '{');
    json_named_open(out, "error", '{');
    json_named_string(out, "code", understood ? code_word(error->code) : "bad-request");
    json_named_string(out, "message", understood ? error->message : face->fault);
    json_named_number(out, "line", understood ? (int64_t)error->line : 1);
    json_named_number(out, "column", understood ? (int64_t)error->column : 1);
    json_close(out, '}');
    json_close(out, '}');
}

/* ---- fields --------------------------------------------------------------------------------- */

bool face_number(struct face *face, const char *text, uint64_t most, uint64_t empty,
                 uint64_t *number) {
    *number = 0;
    if (*text == '\0')
        *number = empty;
    for (; *text != '\0'; text++) {
        unsigned digit = (unsigned char)*text - '0';
        if (digit > 9 || *number > (most - digit) / 10)
            return face_misunderstood(face, "a field is not a number, or too large a one");
        *number = *number * 10 + digit;
    }
    return true;
}

const struct kw_game *face_game(struct face *face, const char *id, const char *options) {
    if (face->game != NULL && *id != '\0' && strcmp(id, face->game_id) == 0 &&
        strcmp(options, face->game_options) == 0)
        return face->game;
    struct kw_game *game = kw_game_open(id, options, &face->error);
    if (game == NULL)
        return NULL;
    kw_game_close(face->game);
    face->game = game;
    /* Cut short they would be those of another game: then none is known. */
    bool whole =
        (size_t)snprintf(face->game_id, sizeof face->game_id, "%s", id) < sizeof face->game_id &&
        (size_t)snprintf(face->game_options, sizeof face->game_options, "%s", options) <
            sizeof face->game_options;
    if (!whole)
        face->game_id[0] = '\0';
    return game;
}

const struct kw_game *face_position(struct face *face, char *const *field,
                                    struct kw_position *position) {
    const struct kw_game *game = face_game(face, field[0], field[1]);
    if (game == NULL || !kw_position_read(game, field[2], position, &face->error))
        return NULL;
    return game;
}

struct board *face_board(struct face *face, const char *number) {
    uint64_t index;
    if (!face_number(face, number, BOARDS - 1, BOARDS, &index))
        return NULL;
    if (index >= BOARDS || face->board[index].record == NULL) {
        face_misunderstood(face, "there is no such board");
        return NULL;
    }
    return &face->board[index];
}

struct kw_session *face_ply(struct face *face, const char *board, const char *text, size_t *ply) {
    struct board *of = face_board(face, board);
    struct kw_session *session = of != NULL ? kw_record_session(of->record) : NULL;
    uint64_t number;
    if (session == NULL || !face_number(face, text, KW_PLIES, kw_session_plies(session), &number))
        return NULL;
    if (number > kw_session_plies(session)) {
        face_misunderstood(face, "the game has no such ply");
        return NULL;
    }
    *ply = (size_t)number;
    return session;
}

void rulebook_open(struct rulebook *book, const struct kw_game *game) {
    book->game = game;
    book->count = kw_clause_count(game);
    if (book->count > CLAUSES)
        book->count = CLAUSES;
    for (size_t i = 0; i < book->count; i++)
        book->clause[i] = kw_clause_at(game, i);
}

/* ---- requests ------------------------------------------------------------------------------- */

static const struct verb {
    const char *word;
    size_t fields;
    face_work *work;
} verbs[] = {
    {"about", 0, face_about},     {"games", 0, face_games},
    {"rules", 2, face_rules},     {"position", 3, face_situation},
    {"compose", 3, face_compose}, {"moves", 4, face_moves},
    {"trace", 5, face_trace},     {"stage", 5, face_stage},
    {"why", 4, face_why},         {"say", 7, face_say},
    {"perft", 4, face_perft},     {"new", 3, face_new_board},
    {"read", 1, face_read},       {"write", 1, face_write},
    {"close", 1, face_close},     {"board", 1, face_state},
    {"enter", 3, face_enter},     {"undo", 1, face_undo},
    {"redo", 1, face_redo},       {"agree", 1, face_agree},
    {"resign", 2, face_resign},   {"rewind", 2, face_rewind},
    {"at", 2, face_at},           {"ply", 3, face_one_ply},
    {"turns", 1, face_turns},     {"header", 3, face_header},
    {"comment", 3, face_comment}, {"hash", 1, face_hash},
    {"weights", 2, face_weights}, {"forget", 0, face_forget},
    {"search", 6, face_search},   {"choose", 3, face_choose},
    {"judge", 4, face_judge},     {"played", 2, face_played},
};

/* Parts a text at its first tab; returns what stands behind it, or NULL. */
static char *part(char *text) {
    char *tab = strchr(text, '\t');
    if (tab != NULL)
        *tab++ = '\0';
    return tab;
}

static bool work(struct face *face, char *request) {
    char *field[FIELDS], *rest = part(request);
    const struct verb *verb = NULL;
    for (size_t i = 0; verb == NULL && i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].word, request) == 0)
            verb = &verbs[i];
    if (verb == NULL)
        return face_misunderstood(face, "there is no such request");
    for (size_t i = 0; i < verb->fields; i++) {
        if (rest == NULL)
            return face_misunderstood(face, "a field is missing");
        field[i] = rest;
        rest = i + 1 < verb->fields ? part(rest) : NULL;
    }
    if (rest != NULL)
        return face_misunderstood(face, "there are too many fields");
    return verb->work(face, field);
}

const char *face_answer(struct face *face, char *request, size_t length, size_t *answered) {
    static const char no_memory[] = "{\"error\":{\"code\":\"no-memory\",\"message\":"
                                    "\"there is not enough memory\",\"line\":1,\"column\":1}}";
    struct json_text *out = &face->out;
    face->fault = NULL;
    face->error = (struct kw_error){.code = KW_OK};
    json_clear(out);
    json_open(out, '{');
    json_name(out, "value");
    bool whole = strlen(request) == length || face_misunderstood(face, "a request holds a NUL");
    if (!whole || !work(face, request))
        write_error(face);
    else
        json_close(out, '}');
    *answered = out->failed ? sizeof no_memory - 1 : out->length;
    return out->failed ? no_memory : out->text;
}
