/* Opening games with options, and reading games from texts. */
#include "base/error.h"
#include "games/options.h"
#include "language/rules_check.h"
#include "registry/game_registry.h"

#include <stdlib.h>

/*
 * Reads the values of all options; with `as_written` those that are not named have their former
 * values.
 */
static bool open_read_values(const struct kw_game *listed, bool as_written, const char *options,
                             int32_t values[OPTIONS_MAX], struct kw_error *error) {
    for (size_t i = 0; i < OPTIONS_MAX; i++)
        values[i] = VALUE_UNSET;
    if (as_written && !options_read(listed, game_option_former(listed), values, error))
        return false;
    return options_read(listed, options, values, error);
}

/* A listed text, read again with other values. */
static struct kw_game *open_text(const struct kw_game *listed, const struct rules_play *play,
                                 const int32_t *values, struct kw_error *error) {
    struct rules_reading reading =
        text_game_reading(listed->text->rules, listed->text->length, play);
    reading.values_of = listed;
    reading.values = values;
    reading.written_by_id = listed->text->written_by_id;
    struct kw_game *game = rules_read(&reading, error);
    if (game == NULL)
        return NULL;
    game->info = listed->info;
    game->listed = listed;
    return game;
}

static struct kw_game *open_among(const struct rules_play *play, const char *id, bool as_written,
                                  const char *options, struct kw_error *error) {
    int32_t values[OPTIONS_MAX];
    const struct kw_game *listed = kw_game_get(id, error);
    if (listed == NULL)
        return NULL;
    if (!open_read_values(listed, as_written, options, values, error))
        return NULL;
    return open_text(listed, play, values, error);
}

struct kw_game *kw_game_open(const char *id, const char *options, struct kw_error *error) {
    return open_among(game_kernel_fastest(), id, false, options, error);
}

/*
 * Takes the checksum of the rules out of options that a file names, in whose place there are spaces
 * then.  False if it is none.
 */
static bool open_take_checksum(char *options, char checksum[9], struct kw_error *error) {
    static const char name[] = "rules=";
    size_t length = sizeof name - 1;
    checksum[0] = '\0';
    for (char *at = options; *at != '\0';) {
        size_t word = strcspn(at, " ,");
        if (strncmp(at, name, length) == 0) {
            if (word != length + 8 || strspn(at + length, "0123456789abcdef") < 8)
                return error_set(error, KW_BAD_VALUE, (size_t)(at - options) + length + 1,
                                 "the checksum of rules has 8 hexadecimal digits");
            memcpy(checksum, at + length, 8);
            checksum[8] = '\0';
            memset(at, ' ', word);
        }
        at += word + (at[word] != '\0');
    }
    return true;
}

/* Whether a game has the rules that a file names; a file that names none is believed. */
static bool open_check_rules(const struct kw_game *game, const char *checksum,
                             struct kw_error *error) {
    const char *is = kw_game_checksum(game);
    if (checksum[0] == '\0' || (is != NULL && strcmp(checksum, is) == 0))
        return true;
    return error_set(error, KW_BAD_VALUE, 1,
                     "the rules of %s have changed since this was written: their checksum was %s, "
                     "now it is %s",
                     game->info->id, checksum, is != NULL ? is : "none");
}

struct kw_game *game_open_as_written(const char *id, const char *options, struct kw_error *error) {
    char checksum[9] = "", *copy = strdup(options != NULL ? options : "");
    struct kw_game *game = NULL;
    if (copy == NULL)
        error_no_memory(error);
    else if (open_take_checksum(copy, checksum, error))
        game = open_among(game_kernel_fastest(), id, true, copy, error);
    free(copy);
    if (game == NULL || open_check_rules(game, checksum, error))
        return game;
    kw_game_close(game);
    return NULL;
}

struct kw_game *kw_game_open_kernel(const char *id, const char *options, enum kw_kernel kernel,
                                    struct kw_error *error) {
    const struct rules_play *play = game_kernel(kernel);
    if (play != NULL)
        return open_among(play, id, false, options, error);
    error_set(error, KW_BAD_VALUE, 1, "this machine or build lacks that kernel");
    return NULL;
}

struct kw_game *kw_game_read(const char *text, size_t length, struct kw_error *error) {
    struct rules_reading reading = text_game_reading(text, length, game_kernel_fastest());
    return rules_read(&reading, error);
}

size_t kw_rules_check(const char *text, size_t length, kw_rule_text_fn *find,
                      kw_rule_fault_fn *on_fault, void *context) {
    struct rules_reading reading = text_game_reading(text, length, game_kernel_fastest());
    if (find != NULL) {
        reading.find = find;
        reading.context = context;
    }
    return rules_check(&reading, on_fault, context);
}

void kw_game_close(struct kw_game *game) {
    if (game != NULL)
        rules_close(game);
}
