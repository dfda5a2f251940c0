/* The registry of rule sets, their options, and what the families share. */
#include "games/game.h"

#include "base/cpu.h"
#include "base/error.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the registry ---------------------------------------------------------------------------- */

#define KW_GAME(name)                                                                              \
    extern const struct kw_game game_##name##_plain, game_##name##_vector, game_##name##_v3;
#include "games/games.def"
#undef KW_GAME

/* A list for each kernel; empty where the build lacks it. */
static const struct kw_game *const plain_games[] = {
#if defined(KW_HAVE_PLAIN)
#define KW_GAME(name) &game_##name##_plain,
#include "games/games.def"
#undef KW_GAME
#endif
    NULL};

static const struct kw_game *const vector_games[] = {
#if defined(KW_HAVE_VECTOR)
#define KW_GAME(name) &game_##name##_vector,
#include "games/games.def"
#undef KW_GAME
#endif
    NULL};

static const struct kw_game *const v3_games[] = {
#if defined(KW_HAVE_V3)
#define KW_GAME(name) &game_##name##_v3,
#include "games/games.def"
#undef KW_GAME
#endif
    NULL};

enum {
    GAMES = 0
#define KW_GAME(name) +1
#include "games/games.def"
#undef KW_GAME
};

/* The games of a kernel; NULL if this machine or this build lacks it. */
static const struct kw_game *const *games_of(enum kw_kernel kernel) {
    switch (kernel) {
    case KW_KERNEL_PLAIN:
        return plain_games[0] != NULL ? plain_games : NULL;
    case KW_KERNEL_VECTOR:
        return vector_games[0] != NULL ? vector_games : NULL;
    case KW_KERNEL_V3:
        return cpu_has_v3() ? v3_games : NULL;
    }
    return NULL;
}

/* Those of the best kernel that there is. */
static const struct kw_game *const *fastest_games(void) {
    const struct kw_game *const *games = games_of(KW_KERNEL_V3);
    if (games == NULL)
        games = games_of(KW_KERNEL_VECTOR);
    return games != NULL ? games : plain_games;
}

#define QUOTED(number) #number
#define VERSION(major, minor, patch) QUOTED(major) "." QUOTED(minor) "." QUOTED(patch)

const char *kw_version(void) {
    return VERSION(KW_VERSION_MAJOR, KW_VERSION_MINOR, KW_VERSION_PATCH);
}

size_t kw_game_count(void) { return GAMES; }

const struct kw_game *kw_game_at(size_t index) {
    assert(index < GAMES);
    return fastest_games()[index];
}

static const struct kw_game *find_among(const struct kw_game *const *games, const char *id) {
    for (size_t i = 0; i < GAMES; i++) {
        const struct kw_info *info = games[i]->info;
        if (strcmp(info->id, id) == 0 || (info->alias != NULL && strcmp(info->alias, id) == 0))
            return games[i];
    }
    return NULL;
}

const struct kw_game *kw_game_find(const char *id) { return find_among(fastest_games(), id); }

/* ---- options --------------------------------------------------------------------------------- */

static bool option_holds(const struct kw_game *game, size_t index) {
    const struct family *family = game->family;
    return family->option_holds == NULL || family->option_holds(game->rules, index);
}

bool number_read(const char *text, const char *end, uint32_t max, uint32_t *number) {
    if (text == end || (*text == '0' && end - text > 1))
        return false;
    uint64_t value = 0;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9')
            return false;
        value = value * 10 + (unsigned)(*text - '0');
        if (value > max)
            return false;
    }
    *number = (uint32_t)value;
    return true;
}

static bool value_read(const struct kw_option *option, const char *text, size_t length,
                       int32_t *value) {
    if (option->choices == NULL) {
        uint32_t number;
        if (!number_read(text, text + length, (uint32_t)option->max, &number) ||
            (int32_t)number < option->min)
            return false;
        *value = (int32_t)number;
        return true;
    }
    for (int32_t i = 0; option->choices[i] != NULL; i++) {
        if (strlen(option->choices[i]) == length && memcmp(option->choices[i], text, length) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

static void choices_text(const struct kw_option *option, struct text *text) {
    if (option->choices == NULL) {
        text_format(text, "a whole number from %d to %d", option->min, option->max);
        return;
    }
    for (size_t i = 0; option->choices[i] != NULL; i++)
        text_format(text, "%s%s",
                    i == 0                           ? ""
                    : option->choices[i + 1] != NULL ? ", "
                                                     : " or ",
                    option->choices[i]);
}

/* Reads one "name=value" of `length` bytes that stands at `column`. */
static bool option_read(const struct kw_game *game, const char *text, size_t length, size_t column,
                        int32_t *values, struct kw_error *error) {
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals == NULL ? length : (size_t)(equals - text);
    int shown = name_length > 40 ? 40 : (int)name_length;
    for (size_t i = 0; i < game->family->option_count; i++) {
        const struct kw_option *option = &game->family->options[i];
        if (!option_holds(game, i) || strlen(option->name) != name_length ||
            memcmp(option->name, text, name_length) != 0)
            continue;
        if (equals == NULL)
            return error_set(error, KW_BAD_VALUE, column, "option %s needs a value: %s=...",
                             option->name, option->name);
        if (value_read(option, equals + 1, length - name_length - 1, &values[i]))
            return true;
        char allowed[KW_TEXT];
        struct text list = text_into(allowed, sizeof allowed);
        choices_text(option, &list);
        return error_set(error, KW_BAD_VALUE, column + name_length + 1, "the value of %s is %s",
                         option->name, allowed);
    }
    return error_set(error, KW_UNKNOWN_OPTION, column, "%s has no option '%.*s'", game->info->id,
                     shown, text);
}

static bool options_read(const struct kw_game *game, const char *options, int32_t *values,
                         struct kw_error *error) {
    for (const char *at = options != NULL ? options : ""; *at != '\0';) {
        size_t length = strcspn(at, " ,");
        if (length > 0 && !option_read(game, at, length, (size_t)(at - options) + 1, values, error))
            return false;
        at += length + (at[length] != '\0');
    }
    return true;
}

/* A game with its own rules, allocated in one piece. */
struct opened {
    struct kw_game game;
    union {
        struct rules base;
        max_align_t align;
        unsigned char bytes[RULES_SIZE];
    } rules;
};

/* Opens a game; with `filed` options that are not named have their former values. */
static struct kw_game *open_among(const struct kw_game *const *games, const char *id, bool filed,
                                  const char *options, struct kw_error *error) {
    const struct kw_game *listed = find_among(games, id);
    if (listed == NULL) {
        error_set(error, KW_UNKNOWN_GAME, 1, "there is no game '%.40s'", id);
        return NULL;
    }
    int32_t values[OPTIONS_MAX];
    for (size_t i = 0; i < OPTIONS_MAX; i++)
        values[i] = VALUE_UNSET;
    const char *former = filed ? listed->family->former : NULL;
    if (!options_read(listed, former, values, error) ||
        !options_read(listed, options, values, error))
        return NULL;
    const char *clash = listed->family->clash != NULL ? listed->family->clash(values) : NULL;
    if (clash != NULL) {
        error_set(error, KW_BAD_VALUE, 1, "%s", clash);
        return NULL;
    }
    struct opened *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
        return NULL;
    }
    const struct family *family = listed->family;
    memcpy(&opened->rules, listed->rules, family->rules_size);
    family->configure(&opened->rules.base, values);
    /* Options that say what holds anyway keep the instance whose rules are constants. */
    bool same = memcmp(&opened->rules, listed->rules, family->rules_size) == 0;
    opened->game = same ? *listed : *listed->general;
    opened->game.rules = &opened->rules.base;
    opened->game.listed = listed;
    return &opened->game;
}

struct kw_game *kw_game_open(const char *id, const char *options, struct kw_error *error) {
    return open_among(fastest_games(), id, false, options, error);
}

struct kw_game *game_open_filed(const char *id, const char *options, struct kw_error *error) {
    return open_among(fastest_games(), id, true, options, error);
}

struct kw_game *kw_game_open_kernel(const char *id, const char *options, enum kw_kernel kernel,
                                    struct kw_error *error) {
    const struct kw_game *const *games = games_of(kernel);
    if (games == NULL) {
        error_set(error, KW_BAD_VALUE, 1, "this machine or build lacks that kernel");
        return NULL;
    }
    return open_among(games, id, false, options, error);
}

void kw_game_close(struct kw_game *game) { free(game); } /* the first member of an `opened` */

/* ---- what is known of a game ----------------------------------------------------------------- */

const struct kw_info *kw_game_info(const struct kw_game *game) { return game->info; }

unsigned kw_game_columns(const struct kw_game *game) { return game->rules->columns; }

static bool clause_holds(const struct kw_game *game, size_t index) {
    const struct family *family = game->family;
    return family->clause_holds == NULL || family->clause_holds(game->rules, index);
}

/* The index-th of the entries that hold, or the number of those that do. */
static size_t clause_index(const struct kw_game *game, size_t index) {
    size_t held = 0;
    for (size_t i = 0; i < game->family->clause_count; i++)
        if (clause_holds(game, i) && held++ == index)
            return i;
    return held;
}

size_t kw_clause_count(const struct kw_game *game) { return clause_index(game, SIZE_MAX); }

const struct kw_clause *kw_clause_at(const struct kw_game *game, size_t index) {
    return &game->family->clauses[clause_index(game, index)];
}

static size_t option_index(const struct kw_game *game, size_t index) {
    size_t held = 0;
    for (size_t i = 0; i < game->family->option_count; i++)
        if (option_holds(game, i) && held++ == index)
            return i;
    return held;
}

size_t kw_option_count(const struct kw_game *game) { return option_index(game, SIZE_MAX); }

const struct kw_option *kw_option_at(const struct kw_game *game, size_t index) {
    return &game->family->options[option_index(game, index)];
}

/* Writes the value that the option has in this game. */
static const char *value_text(const struct kw_game *game, size_t option, char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    int32_t value = game->family->value(game->rules, option);
    const char *const *choices = game->family->options[option].choices;
    if (choices != NULL)
        text_string(&text, choices[value]);
    else
        text_number(&text, (unsigned long)value);
    return buffer;
}

const char *kw_option_value(const struct kw_game *game, size_t index, char text[KW_TEXT]) {
    return value_text(game, option_index(game, index), text);
}

const char *kw_option_default(const struct kw_game *game, size_t index, char text[KW_TEXT]) {
    const struct kw_game *listed = game->listed != NULL ? game->listed : game;
    return value_text(listed, option_index(game, index), text);
}

const struct kw_option *kw_clause_option(const struct kw_game *game, const struct kw_clause *clause,
                                         size_t index) {
    for (size_t i = 0; i < game->family->option_count; i++) {
        const struct kw_option *option = &game->family->options[i];
        if (option_holds(game, i) && strcmp(option->clause, clause->id) == 0 && index-- == 0)
            return option;
    }
    return NULL;
}

const struct kw_clause *clause_held(const struct kw_game *game, const struct kw_clause *cited) {
    const struct kw_clause *clauses = game->family->clauses;
    if (clause_holds(game, (size_t)(cited - clauses)))
        return cited;
    for (size_t i = 0; i < game->family->clause_count; i++)
        if (strcmp(clauses[i].id, cited->id) == 0 && clause_holds(game, i))
            return &clauses[i];
    return cited;
}

/* Whether a list of options names this one. */
static bool options_name(const char *options, const char *name) {
    size_t length = strlen(name);
    for (const char *at = options; at != NULL && *at != '\0'; at += *at == ' ') {
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return true;
        at += strcspn(at, " ");
    }
    return false;
}

/* Adds the options whose values are not those of `usual`, and those that `always` names. */
static void options_add(const struct kw_game *game, const struct kw_game *usual, const char *always,
                        struct text *text) {
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const char *name = kw_option_at(game, i)->name;
        char value[KW_TEXT], other[KW_TEXT];
        kw_option_value(game, i, value);
        if (options_name(always, name) || strcmp(value, kw_option_value(usual, i, other)) != 0)
            text_format(text, "%s%s=%s", text->length > 0 ? " " : "", name, value);
    }
}

static const char *options_text(const struct kw_game *game, const char *always,
                                char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    options_add(game, kw_game_find(game->info->id), always, &text);
    /* Some change the defaults of others: a smaller board, the limit of never-ending moves. */
    struct kw_game *again = kw_game_open(game->info->id, buffer, NULL);
    if (again != NULL)
        options_add(game, again, NULL, &text);
    kw_game_close(again);
    return buffer;
}

const char *kw_game_options(const struct kw_game *game, char buffer[KW_TEXT]) {
    return options_text(game, NULL, buffer);
}

const char *game_options_filed(const struct kw_game *game, char buffer[KW_TEXT]) {
    return options_text(game, game->family->former, buffer);
}

/* ---- what the families share ----------------------------------------------------------------- */

const char *const kw_endless_choices[] = {"stop", "void", "loses", NULL};
const char *const kw_yes_no[] = {"no", "yes", NULL};

void fault_set(struct fault *fault, size_t where, const char *format, ...) {
    fault->where = (unsigned)where;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
}

bool word_add(struct word *word, kw_move move, size_t column) {
    if (word->count == KW_TURN_STEPS)
        return false;
    word->move[word->count] = move;
    word->column[word->count++] = (unsigned)column;
    return true;
}

unsigned seeds_in(const struct kw_position *position, uint32_t holes) {
    unsigned seeds = 0;
    for (; holes != 0; holes &= holes - 1)
        seeds += position->hole[__builtin_ctz(holes)];
    return seeds;
}

uint32_t holes_of(const struct rules *rules, unsigned player) {
    unsigned columns = rules->columns;
    if (rules->rows == 4)
        return ((1u << 2 * columns) - 1) << (player == KW_SOUTH ? 0 : 16);
    return ((1u << columns) - 1) << (player == KW_SOUTH ? 0 : columns);
}

/*
 * Two rows:   j i h ... a      Four rows:  b8 ... b1      South's ring: A1 .. A8, B8 .. B1
 *             A B C ... J                  a8 ... a1      from hole 0, North's a1 .. a8, b8 .. b1
 *                                          A1 ... A8      from hole 16.
 *                                          B1 ... B8
 */
unsigned hole_printed(const struct rules *rules, unsigned row, unsigned column) {
    unsigned n = rules->columns;
    if (rules->rows == 2)
        return row == 0 ? 2 * n - 1 - column : column;
    switch (row) {
    case 0:
        return 16 + n + column;
    case 1:
        return 16 + n - 1 - column;
    case 2:
        return column;
    default:
        return 2 * n - 1 - column;
    }
}

void hole_text(const struct rules *rules, unsigned hole, struct text *text) {
    unsigned n = rules->columns;
    if (rules->rows == 2) {
        text_char(text, (char)(hole < n ? 'A' + hole : 'a' + (hole - n)));
        return;
    }
    char row = hole < 16 ? 'A' : 'a';
    unsigned at = hole & 15;
    bool front = at < n;
    text_char(text, (char)(front ? row : row + 1));
    text_number(text, front ? at + 1 : 2 * n - at);
}

size_t hole_read(const struct rules *rules, const char *text, unsigned *hole) {
    unsigned n = rules->columns;
    if (rules->rows == 2) {
        if (*text >= 'A' && *text < (char)('A' + n))
            *hole = (unsigned)(*text - 'A');
        else if (*text >= 'a' && *text < (char)('a' + n))
            *hole = n + (unsigned)(*text - 'a');
        else
            return 0;
        return 1;
    }
    if (*text == '\0' || strchr("ABab", *text) == NULL || text[1] < '1' ||
        text[1] > (char)('0' + n))
        return 0;
    unsigned column = (unsigned)(text[1] - '1');
    bool north = *text >= 'a', front = *text == 'A' || *text == 'a';
    *hole = (north ? 16 : 0) + (front ? column : 2 * n - 1 - column);
    return 2;
}

void result_score(struct kw_result *result, unsigned south, unsigned north) {
    *result = (struct kw_result){.outcome = south > north   ? KW_SOUTH_WINS
                                            : south < north ? KW_NORTH_WINS
                                                            : KW_DRAW,
                                 .scored = true,
                                 .score = {south, north}};
}

void result_rows(const struct rules *rules, const struct kw_position *position,
                 struct kw_result *result) {
    result_score(result, position->store[0] + seeds_in(position, holes_of(rules, KW_SOUTH)),
                 position->store[1] + seeds_in(position, holes_of(rules, KW_NORTH)));
}

bool result_over(const struct kw_position *position, struct kw_result *result) {
    if (position->over == KW_GOING_ON)
        return false;
    *result = (struct kw_result){.outcome = (enum kw_outcome)position->over};
    return true;
}

void rules_endless(struct rules *rules, int32_t limit, int32_t result) {
    if (limit != VALUE_UNSET)
        rules->limit = (uint32_t)limit;
    if (result != VALUE_UNSET)
        rules->endless = (uint8_t)result;
}

bool reason_set(struct kw_reason *reason, const struct kw_clause *clause, const char *text,
                unsigned hole, unsigned count) {
    *reason =
        (struct kw_reason){.clause = clause, .text = text, .hole = (uint8_t)hole, .count = count};
    return true;
}

void hole_move_text(const struct rules *rules, const struct kw_position *position, kw_move move,
                    struct text *text) {
    (void)position;
    if (kw_move_kind(move) == KW_PASS)
        text_string(text, "pass");
    else
        hole_text(rules, kw_move_hole(move), text);
}

bool hole_move_read(const struct rules *rules, const struct kw_position *position, const char *text,
                    bool loose, kw_move *move, struct fault *fault) {
    (void)position, (void)loose;
    unsigned hole;
    if (strcmp(text, "pass") == 0) {
        *move = kw_move_make(KW_PASS, 0, false, false, 0);
        return true;
    }
    size_t length = hole_read(rules, text, &hole);
    if (length == 0) {
        fault_set(fault, 1, "'%.20s' does not begin with the name of a hole", text);
        return false;
    }
    if (text[length] != '\0') {
        fault_set(fault, (unsigned)length + 1, "a move is the name of a hole, and no more");
        return false;
    }
    *move = hole;
    return true;
}

/* ---- fields of several families -------------------------------------------------------------- */

void hand_write(const struct rules *rules, const struct kw_position *position, struct text *text) {
    (void)rules;
    if (position->hand > 0)
        text_number(text, position->hand);
}

bool hand_read(const struct rules *rules, const char *value, struct kw_position *position) {
    uint32_t hand;
    if (!number_read(value, value + strlen(value), rules->seeds, &hand) || hand == 0)
        return false;
    position->hand = (uint8_t)hand;
    return true;
}

void over_write(const struct rules *rules, const struct kw_position *position, struct text *text) {
    static const char *const names[] = {"", "S", "N", "draw"};
    (void)rules;
    text_string(text, names[position->over]);
}

bool over_read(const struct rules *rules, const char *value, struct kw_position *position) {
    (void)rules;
    position->over = strcmp(value, "S") == 0      ? KW_SOUTH_WINS
                     : strcmp(value, "N") == 0    ? KW_NORTH_WINS
                     : strcmp(value, "draw") == 0 ? KW_DRAW
                                                  : KW_GOING_ON;
    return position->over != KW_GOING_ON;
}

const struct field kw_field_over = {.name = "over", .write = over_write, .read = over_read};
