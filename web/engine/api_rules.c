/* Requests about rule sets and positions. */
#include "api_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- rule sets ------------------------------------------------------------------------------ */

static void api_rules_write_names(struct json_text *json, const char *name, const char *const *word,
                                  size_t count) {
    json_named_open(json, name, '[');
    for (size_t i = 0; i < count; i++)
        json_string(json, word[i]);
    json_close(json, ']');
}

bool request_about(struct api *api, char *const *field) {
    struct json_text *out = &api->out;
    (void)field;
    json_open(out, '{');
    json_named_string(out, "version", kw_version());
    json_named_open(out, "events", '[');
    for (unsigned kind = KW_EVENT_PLANT; kind <= KW_EVENT_SWAP; kind++)
        json_string(out, kw_event_name((enum kw_event_kind)kind));
    json_close(out, ']');
    api_rules_write_names(out, "kinds", api_kind_name,
                          sizeof api_kind_name / sizeof *api_kind_name);
    api_rules_write_names(out, "units", api_unit_name,
                          sizeof api_unit_name / sizeof *api_unit_name);
    json_named_number(out, "boards", BOARDS);
    json_named_number(out, "plies", KW_PLIES);
    json_close(out, '}');
    return true;
}

static void api_rules_write_info(struct json_text *json, const struct kw_game *game) {
    const struct kw_info *info = kw_game_info(game);
    json_named_string(json, "id", info->id);
    json_named_string(json, "alias", info->alias);
    json_named_string(json, "name", info->name);
    json_named_string(json, "summary", info->summary);
    json_named_string(json, "where", info->where);
    json_named_number(json, "rows", info->rows);
    json_named_number(json, "columns", kw_game_columns(game));
    json_named_bool(json, "countsSeeds", info->counts_seeds);
}

bool request_games(struct api *api, char *const *field) {
    struct json_text *out = &api->out;
    (void)field;
    json_open(out, '[');
    for (size_t i = 0; i < kw_game_count(); i++) {
        json_open(out, '{');
        api_rules_write_info(out, kw_game_at(i));
        json_close(out, '}');
    }
    json_close(out, ']');
    return true;
}

static void api_rules_write_sources(struct json_text *json, const struct kw_info *info) {
    json_named_string(json, "source", info->source);
    json_named_open(json, "literature", '[');
    for (size_t i = 0; info->literature[i] != NULL; i++)
        json_string(json, info->literature[i]);
    json_close(json, ']');
    json_named_open(json, "names", '[');
    for (const struct kw_name *name = info->names; name->name != NULL; name++) {
        json_open(json, '{');
        json_named_string(json, "name", name->name);
        json_named_string(json, "language", name->language);
        json_named_string(json, "meaning", name->meaning);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void api_rules_write_option(struct json_text *json, const struct kw_game *game,
                                   size_t index) {
    const struct kw_option *option = kw_option_at(game, index);
    char text[KW_TEXT];
    json_open(json, '{');
    json_named_string(json, "name", option->name);
    json_named_string(json, "text", option->text);
    json_named_string(json, "clause", option->clause);
    json_named_string(json, "value", kw_option_value(game, index, text));
    json_named_string(json, "default", kw_option_default(game, index, text));
    if (option->choices == NULL) {
        json_named_null(json, "choices");
        json_named_number(json, "min", option->min);
        json_named_number(json, "max", option->max);
    } else {
        json_named_open(json, "choices", '[');
        for (size_t i = 0; option->choices[i] != NULL; i++)
            json_string(json, option->choices[i]);
        json_close(json, ']');
    }
    json_close(json, '}');
}

static const char *const api_rules_basis[] = {
    [KW_SOURCE] = "source", [KW_READING] = "reading", [KW_SECONDARY] = "secondary"};

static void api_rules_write_clauses(struct json_text *json, const struct clause_list *book) {
    json_named_open(json, "clauses", '[');
    for (size_t i = 0; i < book->count; i++) {
        const struct kw_clause *clause = book->clause[i];
        const struct kw_option *option;
        json_open(json, '{');
        json_named_string(json, "id", clause->id);
        json_named_string(json, "text", clause->text);
        json_named_string(json, "basis", api_rules_basis[clause->basis]);
        if (kw_clause_place(book->game, clause) != NULL)
            json_named_string(json, "place", kw_clause_place(book->game, clause));
        if (kw_clause_standard(book->game, clause) != NULL)
            json_named_string(json, "standard", kw_clause_standard(book->game, clause));
        if (kw_clause_text(book->game, clause, KW_SWAHILI) != NULL)
            json_named_string(json, "swahili", kw_clause_text(book->game, clause, KW_SWAHILI));
        json_named_open(json, "options", '[');
        for (size_t k = 0; (option = kw_clause_option(book->game, clause, k)) != NULL; k++)
            json_string(json, option->name);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* The holes as they stand on the printed board, the names of all places, the letters of marks. */
static void api_rules_write_board(struct json_text *json, const struct kw_game *game) {
    char text[KW_TEXT];
    unsigned rows = kw_game_info(game)->rows, columns = kw_game_columns(game);
    json_named_open(json, "board", '[');
    for (unsigned row = 0; row < rows; row++) {
        json_open(json, '[');
        for (unsigned column = 0; column < columns; column++)
            json_number(json, kw_hole_at(game, row, column));
        json_close(json, ']');
    }
    json_close(json, ']');
    json_named_open(json, "places", '{');
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column < columns; column++) {
            unsigned hole = kw_hole_at(game, row, column);
            const char number[] = {(char)('0' + hole / 10), (char)('0' + hole % 10), '\0'};
            json_named_string(json, hole < 10 ? number + 1 : number,
                              kw_place_text(game, hole, text));
        }
    }
    if (kw_has_stores(game)) {
        json_named_string(json, "32", kw_place_text(game, KW_STORE_SOUTH, text));
        json_named_string(json, "33", kw_place_text(game, KW_STORE_NORTH, text));
    }
    json_named_string(json, "34", kw_place_text(game, KW_HAND, text));
    json_close(json, '}');
    json_named_open(json, "marks", '[');
    for (unsigned mark = 1; mark <= 2; mark++) {
        const char letter[] = {kw_mark_letter(game, mark), '\0'};
        json_string(json, letter[0] != '\0' ? letter : NULL);
    }
    json_close(json, ']');
    json_named_open(json, "fields", '[');
    for (unsigned i = 0; i < 3; i++)
        json_string(json, kw_field_name(game, i));
    json_close(json, ']');
}

bool api_write_rules(struct api *api, const struct kw_game *game) {
    struct json_text *out = &api->out;
    struct kw_position start;
    struct clause_list book;
    struct kw_properties properties;
    char text[KW_TEXT];
    clause_list_open(&book, game);
    kw_game_properties(game, &properties);
    json_open(out, '{');
    api_rules_write_info(out, game);
    json_named_string(out, "options", kw_game_options(game, text));
    json_named_bool(out, "tables", properties.tables);
    api_rules_write_sources(out, kw_game_info(game));
    json_named_open(out, "choices", '[');
    for (size_t i = 0; i < kw_option_count(game); i++)
        api_rules_write_option(out, game, i);
    json_close(out, ']');
    api_rules_write_clauses(out, &book);
    api_rules_write_board(out, game);
    kw_start(game, &start);
    json_name(out, "start");
    api_write_position(out, game, &start);
    json_close(out, '}');
    return true;
}

bool request_rules(struct api *api, char *const *field) {
    const struct kw_game *game = api_read_game(api, field[0], field[1]);
    return game != NULL && api_write_rules(api, game);
}

/* ---- positions ------------------------------------------------------------------------------ */

static bool api_rules_write_position(struct api *api, const struct kw_game *game,
                                     const struct kw_position *position) {
    struct kw_result result;
    bool over = kw_state(game, position, &result);
    json_open(&api->out, '{');
    if (!api_write_state(api, game, position, over ? &result : NULL))
        return false;
    json_close(&api->out, '}');
    return true;
}

bool request_position(struct api *api, char *const *field) {
    struct kw_position position;
    const struct kw_game *game = api_read_position(api, field, &position);
    return game != NULL && api_rules_write_position(api, game, &position);
}

/* The rounds that South and North have won before, of two fields. */
static bool api_rules_read_won(struct api *api, char *const *field, unsigned won[2]) {
    for (unsigned player = 0; player < 2; player++) {
        uint64_t rounds;
        if (!api_read_number(api, field[player], UINT16_MAX, 0, &rounds))
            return false;
        won[player] = (unsigned)rounds;
    }
    return true;
}

bool request_round(struct api *api, char *const *field) {
    struct kw_round round;
    struct kw_position next;
    struct kw_result result;
    const struct kw_game *game = api_read_position(api, field, &round.position);
    if (game == NULL || !api_read_player(api, field[3], &round.began) ||
        !api_read_player(api, field[4], &round.moved) ||
        !api_rules_read_won(api, field + 5, round.won))
        return false;
    if (!kw_has_rounds(game) || !kw_state(game, &round.position, &result)) {
        json_null(&api->out);
        return true;
    }
    bool follows = kw_round_next(game, &round, &next, &result);
    json_open(&api->out, '{');
    json_name(&api->out, "next");
    if (follows)
        api_write_position(&api->out, game, &next);
    else
        json_null(&api->out);
    json_name(&api->out, "result");
    api_write_result(&api->out, &result);
    json_close(&api->out, '}');
    return true;
}

static int api_rules_hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool api_rules_read_hex(struct kw_position *position, const char *text) {
    unsigned char byte[sizeof *position];
    if (strlen(text) != 2 * sizeof byte)
        return false;
    for (size_t i = 0; i < sizeof byte; i++) {
        int high = api_rules_hex_digit(text[2 * i]), low = api_rules_hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        byte[i] = (unsigned char)(high << 4 | low);
    }
    memcpy(position, byte, sizeof byte);
    return true;
}

enum { API_OWN_HOLE = 63 }; /* the bits of own[0] that hold a hole + 1 */

/* Whatever the bytes are, the position can then be written as text. */
static bool api_rules_is_writable(const struct kw_game *game, const struct kw_position *position) {
    return position->turn <= 1 && position->phase <= 1 && position->over <= KW_DRAW &&
           (position->own[0] & API_OWN_HOLE) <= KW_HOLES &&
           (position->mark == 0 || kw_mark_letter(game, 1) != '\0') &&
           (position->mark2 == 0 || kw_mark_letter(game, 2) != '\0');
}

/* What an editor has made is written as text and read again: the reader says what is wrong. */
bool request_compose(struct api *api, char *const *field) {
    const struct kw_game *game = api_read_game(api, field[0], field[1]);
    struct kw_position position;
    char text[KW_TEXT];
    if (game == NULL)
        return false;
    if (!api_rules_read_hex(&position, field[2]) || !api_rules_is_writable(game, &position))
        return api_bad_request(api, "these are not the bytes of a position");
    kw_position_text(game, &position, text);
    return kw_position_read(game, text, &position, &api->error) &&
           api_rules_write_position(api, game, &position);
}

bool request_moves(struct api *api, char *const *field) {
    struct kw_position position;
    uint64_t hole;
    const struct kw_game *game = api_read_position(api, field, &position);
    if (game == NULL || !api_read_number(api, field[3], KW_HOLES - 1, 0, &hole))
        return false;
    json_open(&api->out, '{');
    if (!api_write_moves(api, game, &position, (int)hole, SIZE_MAX))
        return false;
    json_close(&api->out, '}');
    return true;
}

bool request_trace(struct api *api, char *const *field) {
    struct kw_position position;
    struct clause_list book;
    kw_move list[KW_TURN_STEPS];
    uint64_t events;
    const struct kw_game *game = api_read_position(api, field, &position);
    if (game == NULL || !api_read_number(api, field[4], EVENTS_MOST, EVENTS_MOST, &events))
        return false;
    size_t count = kw_move_read(game, &position, field[3], list, &api->error);
    if (count == 0)
        return false;
    clause_list_open(&book, game);
    json_open(&api->out, '[');
    for (size_t i = 0; i < count; i++)
        api_write_trace(&api->out, &book, &position, list[i], (size_t)events, &position);
    json_close(&api->out, ']');
    return true;
}

struct stage {
    struct kw_position position;
    uint64_t left; /* events to carry out */
};

static bool api_rules_replay(void *context, const struct kw_event *event) {
    struct stage *stage = context;
    if (stage->left == 0)
        return false;
    kw_replay(&stage->position, event);
    stage->left--;
    return true;
}

static void api_rules_write_hex(struct json_text *out, const struct kw_position *position) {
    const unsigned char *byte = (const unsigned char *)position;
    char text[2 * sizeof *position + 1];
    for (size_t i = 0; i < sizeof *position; i++) {
        text[2 * i] = "0123456789abcdef"[byte[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[byte[i] & 15];
    }
    text[2 * sizeof *position] = '\0';
    json_string(out, text);
}

bool request_stage(struct api *api, char *const *field) {
    struct kw_position position;
    struct stage stage;
    kw_move list[KW_TURN_STEPS];
    const struct kw_game *game = api_read_position(api, field, &position);
    if (game == NULL || !api_read_number(api, field[4], EVENTS_MOST, EVENTS_MOST, &stage.left) ||
        kw_move_read(game, &position, field[3], list, &api->error) == 0)
        return false;
    stage.position = position;
    kw_trace(game, &position, list[0], &position, api_rules_replay, &stage);
    api_rules_write_hex(&api->out, &stage.position);
    return true;
}

/* ---- why ------------------------------------------------------------------------------------ */

static bool api_rules_has_move_from(const struct kw_game *game, const struct kw_position *position,
                                    int hole) {
    size_t count;
    bool found = false;
    kw_move *list = hole >= 0 ? api_list_moves(game, position, &count) : NULL;
    for (size_t i = 0; list != NULL && i < count && !found; i++)
        found = (int)kw_move_hole(list[i]) == hole;
    free(list);
    return found;
}

/* A hole's name alone asks about all moves from it. */
bool request_why(struct api *api, char *const *field) {
    struct json_text *out = &api->out;
    struct kw_position position;
    struct clause_list book;
    struct kw_reason refusal, constraint;
    kw_move list[KW_TURN_STEPS];
    const struct kw_game *game = api_read_position(api, field, &position);
    if (game == NULL)
        return false;
    size_t count = kw_move_parse(game, &position, field[3], list, &api->error);
    if (count == 0)
        return false;
    bool legal = api_rules_has_move_from(game, &position, kw_hole_find(game, field[3])) ||
                 !kw_explain_illegal_first(game, &position, list, count, &refusal);
    clause_list_open(&book, game);
    json_open(out, '{');
    json_named_bool(out, "legal", legal);
    json_name(out, "reason");
    api_write_reason(out, &book, legal ? NULL : &refusal);
    json_name(out, "obliged");
    api_write_reason(out, &book, kw_constraint(game, &position, &constraint) ? &constraint : NULL);
    json_close(out, '}');
    return true;
}

bool request_say(struct api *api, char *const *field) {
    static const uint64_t most[] = {KW_EVENT_SWAP, 255, 255, UINT32_MAX, KW_CLAUSES - 1};
    const struct kw_game *game = api_read_game(api, field[0], field[1]);
    uint64_t number[5];
    struct clause_list book;
    char text[KW_TEXT];
    if (game == NULL)
        return false;
    for (size_t i = 0; i < 5; i++)
        if (!api_read_number(api, field[2 + i], most[i], 0, &number[i]))
            return false;
    clause_list_open(&book, game);
    if (number[4] >= book.count)
        return api_bad_request(api, "the game has no such clause");
    if (number[0] == KW_EVENT_FIELD && (number[2] > 2 || kw_field_name(game, number[2]) == NULL))
        return api_bad_request(api, "the game has no such field");
    struct kw_event event = {.kind = (enum kw_event_kind)number[0],
                             .from = (uint8_t)number[1],
                             .to = (uint8_t)number[2],
                             .count = (uint32_t)number[3],
                             .clause = book.clause[number[4]]};
    json_string(&api->out, kw_event_text(game, &event, text));
    return true;
}

/* A string, since it may be larger than the numbers of JavaScript. */
bool request_perft(struct api *api, char *const *field) {
    struct kw_position position;
    uint64_t depth;
    const struct kw_game *game = api_read_position(api, field, &position);
    if (game == NULL || !api_read_number(api, field[3], 100, 1, &depth))
        return false;
    uint64_t count = kw_perft(game, &position, (unsigned)depth);
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + count % 10);
    while ((count /= 10) != 0);
    json_bytes(&api->out, digits + at, sizeof digits - at);
    return true;
}
