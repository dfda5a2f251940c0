#include "games/options.h"

#include "base/error.h"

#include <string.h>

/* ---- which options a game has ---------------------------------------------------------------- */

size_t kw_option_count(const struct kw_game *game) { return game->family->option_count; }

const struct kw_option *kw_option_at(const struct kw_game *game, size_t index) {
    return &game->family->options[index];
}

const struct kw_option *kw_clause_option(const struct kw_game *game, const struct kw_clause *clause,
                                         size_t index) {
    for (size_t i = 0; i < game->family->option_count; i++) {
        const struct kw_option *option = &game->family->options[i];
        if (strcmp(option->clause, clause->id) == 0 && index-- == 0)
            return option;
    }
    return NULL;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool options_read_value(const struct kw_option *option, const char *text, size_t length,
                               int32_t *value) {
    if (option->choices == NULL) {
        uint32_t number;
        if (!number_read_plain(text, length, (uint32_t)option->min, (uint32_t)option->max, &number))
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

static void options_write_choices(const struct kw_option *option, struct text *text) {
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

/* Names the options that there are where none of them resembles the one asked for. */
static bool options_set_unknown(const struct kw_game *game, const char *name, size_t length,
                                size_t column, struct kw_error *error) {
    struct text_guess guess = text_guess_of(name, length);
    int shown = length > 40 ? 40 : (int)length;
    for (size_t i = 0; i < game->family->option_count; i++)
        text_guess_offer(&guess, game->family->options[i].name);
    if (guess.nearest != NULL)
        return error_set(error, KW_UNKNOWN_OPTION, column, "%s has no option '%.*s'; perhaps '%s'",
                         game->info->id, shown, name, guess.nearest);
    if (game->family->option_count == 0)
        return error_set(error, KW_UNKNOWN_OPTION, column, "%s has no option '%.*s'",
                         game->info->id, shown, name);
    char names[KW_TEXT];
    struct text list = text_into(names, sizeof names);
    for (size_t i = 0; i < game->family->option_count; i++)
        text_format(&list, "%s%s", i == 0 ? "" : ", ", game->family->options[i].name);
    return error_set(error, KW_UNKNOWN_OPTION, column, "%s has no option '%.*s'; it has %s",
                     game->info->id, shown, name, names);
}

/* Reads one "name=value" of `length` bytes at `column`. */
static bool options_read_one(const struct kw_game *game, const char *text, size_t length,
                             size_t column, int32_t *values, struct kw_error *error) {
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals == NULL ? length : (size_t)(equals - text);
    for (size_t i = 0; i < game->family->option_count; i++) {
        const struct kw_option *option = &game->family->options[i];
        if (strlen(option->name) != name_length || memcmp(option->name, text, name_length) != 0)
            continue;
        if (equals == NULL)
            return error_set(error, KW_BAD_VALUE, column, "option %s needs a value: %s=...",
                             option->name, option->name);
        if (options_read_value(option, equals + 1, length - name_length - 1, &values[i]))
            return true;
        char allowed[KW_TEXT];
        struct text list = text_into(allowed, sizeof allowed);
        options_write_choices(option, &list);
        return error_set(error, KW_BAD_VALUE, column + name_length + 1, "the value of %s is %s",
                         option->name, allowed);
    }
    return options_set_unknown(game, text, name_length, column, error);
}

bool options_read(const struct kw_game *game, const char *options, int32_t *values,
                  struct kw_error *error) {
    for (const char *at = options != NULL ? options : ""; *at != '\0';) {
        size_t length = strcspn(at, " ,");
        if (length > 0 &&
            !options_read_one(game, at, length, (size_t)(at - options) + 1, values, error))
            return false;
        at += length + (at[length] != '\0');
    }
    return true;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Writes the value that the option has in this game. */
static const char *options_write_value(const struct kw_game *game, size_t option,
                                       char buffer[KW_TEXT]) {
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
    return options_write_value(game, index, text);
}

const char *kw_option_default(const struct kw_game *game, size_t index, char text[KW_TEXT]) {
    const struct kw_game *listed = game->listed != NULL ? game->listed : game;
    return options_write_value(listed, index, text);
}

/* Whether a list of options names this one. */
static bool options_contain(const char *options, const char *name) {
    size_t length = strlen(name);
    for (const char *at = options; at != NULL && *at != '\0'; at += *at == ' ') {
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return true;
        at += strcspn(at, " ");
    }
    return false;
}

static bool options_is_usual(const struct kw_game *game, size_t index) {
    char value[KW_TEXT], usual[KW_TEXT];
    return strcmp(kw_option_value(game, index, value), kw_option_default(game, index, usual)) == 0;
}

/* Writes the options whose bits are set. */
static void options_add(const struct kw_game *game, uint32_t options, struct text *text) {
    for (size_t i = 0; i < kw_option_count(game); i++) {
        char value[KW_TEXT];
        if ((options >> i & 1) != 0)
            text_format(text, "%s%s=%s", text->length > 0 ? " " : "", kw_option_at(game, i)->name,
                        kw_option_value(game, i, value));
    }
}

/*
 * The options whose values are not those of the listed game, and those that `always` names; then
 * those with the listed game's value that have another default beside these: a smaller board may
 * begin with fewer seeds.
 */
static const char *options_write(const struct kw_game *game, const char *always,
                                 char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    uint32_t named = 0;
    for (size_t i = 0; i < kw_option_count(game); i++)
        if (!options_is_usual(game, i) || options_contain(always, kw_option_at(game, i)->name))
            named |= (uint32_t)1 << i;
    options_add(game, named, &text);
    options_add(game, game->changed_options & ~named, &text);
    return buffer;
}

const char *kw_game_options(const struct kw_game *game, char buffer[KW_TEXT]) {
    return options_write(game, NULL, buffer);
}

const char *game_options_as_written(const struct kw_game *game, char buffer[KW_TEXT]) {
    options_write(game, game->family->former, buffer);
    if (!game->text->written_by_id) {
        struct text text = {.data = buffer, .size = KW_TEXT, .length = strlen(buffer)};
        text_format(&text, "%srules=%s", text.length > 0 ? " " : "", game->text->checksum);
    }
    return buffer;
}
