#include "engine/ugi_options.h"

#include "base/text.h"
#include "cli/number_limits.h"
#include "cli/rule_files.h"
#include "cli/search_flags.h"
#include "engine/ugi_words.h"
#include "game/move_time.h"

#include <string.h>
#include <strings.h>

/* An option of the engine that is a whole number, false or true, or one of the words for aims. */
struct ugi_number {
    enum { SPIN, CHECK, AIM } type;
    enum limit limit; /* of a SPIN: the row with its name and its bounds */
    const char *name;
    uint64_t *value;
    uint64_t usual, least;
    uint64_t most; /* in the list of a SPIN: of this client, where that is less; 0: the row's */
    enum { OF_SEARCH, OF_ENGINE, OF_TABLES } scope; /* what a change makes out of date */
};

enum { NUMBERS_MOST = 10 };

/* Whether only clients of this machine's user have it: ugi_ranges.files. */
static bool ugi_options_is_local(const struct ugi_number *number) {
    return number->type == SPIN && number_limit(number->limit)->place == LIMIT_OF_LOCAL;
}

static void ugi_options_bound(struct ugi_number *number) {
    const struct number_limit *row = number_limit(number->limit);
    number->name = row->name;
    number->least = (uint64_t)row->least;
    if (number->most == 0 || number->most > row->most)
        number->most = row->most;
}

/* Lists those that the client has, in the order of the protocol; returns how many. */
static size_t ugi_options_list_numbers(struct ugi_settings *settings,
                                       const struct ugi_ranges *ranges,
                                       struct ugi_number number[NUMBERS_MOST]) {
    const struct ugi_number all[] = {
        {.limit = LIMIT_UGI_HASH,
         .value = &settings->hash,
         .usual = ranges->hash_default,
         .most = ranges->hash_most,
         .scope = OF_ENGINE},
        {.limit = LIMIT_UGI_THREADS,
         .value = &settings->threads,
         .usual = 1,
         .most = ranges->threads_most,
         .scope = OF_ENGINE},
        {.limit = LIMIT_UGI_MULTIPV, .value = &settings->lines, .usual = 1},
        {.limit = LIMIT_UGI_LEVEL, .value = &settings->level},
        {.type = AIM, .name = "Aim", .value = &settings->aim, .most = KW_AIM_SEEDS},
        {.type = CHECK, .name = "OwnBook", .value = &settings->own_book, .usual = 1, .most = 1},
        {.type = CHECK, .name = "Ponder", .value = &settings->ponder, .most = 1},
        {.limit = LIMIT_UGI_OVERHEAD, .value = &settings->overhead, .usual = MOVE_OVERHEAD_USUAL},
        {.limit = LIMIT_UGI_NODESTIME, .value = &settings->nodestime},
        {.limit = LIMIT_UGI_TABLE_LIMIT,
         .value = &settings->table_limit,
         .usual = ranges->table_limit,
         .scope = OF_TABLES},
    };
    _Static_assert(sizeof all / sizeof *all == NUMBERS_MOST, "a place for each number");
    size_t count = 0;
    for (size_t i = 0; i < NUMBERS_MOST; i++) {
        if (ugi_options_is_local(&all[i]) && !ranges->files)
            continue;
        number[count] = all[i];
        if (all[i].type == SPIN)
            ugi_options_bound(&number[count]);
        count++;
    }
    return count;
}

void ugi_options_default(struct ugi_settings *settings, const struct ugi_ranges *ranges) {
    struct ugi_number number[NUMBERS_MOST];
    size_t count = ugi_options_list_numbers(settings, ranges, number);
    for (size_t i = 0; i < count; i++)
        *number[i].value = number[i].usual;
}

/* The values of a CHECK. */
static const char *const ugi_options_switch[2] = {"false", "true"};

/* What the protocol writes for an empty string. */
static const char ugi_options_empty[] = "<empty>";

/* ---- writing ------------------------------------------------------------------------------ */

static void ugi_options_write_spin(struct string_builder *out, const char *name, const char *usual,
                                   uint64_t least, uint64_t most) {
    output_format(out, "option name %s type spin default %s min %llu max %llu\n", name, usual,
                  (unsigned long long)least, (unsigned long long)most);
}

static void ugi_options_write_rule(struct string_builder *out, const struct kw_game *game,
                                   size_t index) {
    const struct kw_option *option = kw_option_at(game, index);
    char usual[KW_TEXT];
    kw_option_default(game, index, usual);
    if (option->choices == NULL) {
        ugi_options_write_spin(out, option->name, usual, (uint64_t)option->min,
                               (uint64_t)option->max);
        return;
    }
    output_format(out, "option name %s type combo default %s", option->name, usual);
    for (const char *const *choice = option->choices; *choice != NULL; choice++)
        output_format(out, " var %s", *choice);
    output_char(out, '\n');
}

static void ugi_options_write_aim(struct string_builder *out, const struct ugi_number *number) {
    output_format(out, "option name %s type combo default %s", number->name,
                  aim_names[number->usual]);
    for (uint64_t i = number->least; i <= number->most; i++)
        output_format(out, " var %s", aim_names[i]);
    output_char(out, '\n');
}

void ugi_options_write(struct string_builder *out, const struct ugi_ranges *ranges,
                       const struct kw_game *game) {
    struct ugi_settings settings;
    struct ugi_number number[NUMBERS_MOST];
    size_t count = ugi_options_list_numbers(&settings, ranges, number);
    for (size_t i = 0; i < count; i++) {
        char usual[24];
        if (number[i].type == CHECK) {
            output_format(out, "option name %s type check default %s\n", number[i].name,
                          ugi_options_switch[number[i].usual]);
            continue;
        }
        if (number[i].type == AIM) {
            ugi_options_write_aim(out, &number[i]);
            continue;
        }
        snprintf(usual, sizeof usual, "%llu", (unsigned long long)number[i].usual);
        ugi_options_write_spin(out, number[i].name, usual, number[i].least, number[i].most);
    }
    if (ranges->files)
        output_format(out, "option name TablePath type string default %s\n", ugi_options_empty);
    output_format(out, "option name Game type combo default %s",
                  kw_game_info(memory_game_at(0))->id);
    for (size_t i = 0; i < kw_game_count(); i++)
        output_format(out, " var %s", kw_game_info(memory_game_at(i))->id);
    output_char(out, '\n');
    for (size_t i = 0; i < kw_option_count(game); i++)
        ugi_options_write_rule(out, game, i);
}

/* ---- setting ------------------------------------------------------------------------------ */

static enum status ugi_options_set_number(struct call *call, const struct ugi_number *number,
                                          const char *value, struct ugi_change *change) {
    uint64_t given = strcmp(value, ugi_options_switch[1]) == 0;
    if (number->type == CHECK && given == 0 && strcmp(value, ugi_options_switch[0]) != 0)
        return call_fail(call, "setoption: the value of %s is true or false", number->name);
    if (number->type == SPIN &&
        !number_read(value, strlen(value), number->least, number->most, &given))
        return call_fail(call, "setoption: the value of %s is a whole number from %llu to %llu",
                         number->name, (unsigned long long)number->least,
                         (unsigned long long)number->most);
    enum kw_aim aim;
    if (number->type == AIM) {
        if (!aim_read(value, &aim))
            return call_fail(call, "setoption: the value of %s is win or seeds", number->name);
        given = aim;
    }
    bool changed = given != *number->value;
    change->engine = number->scope == OF_ENGINE && changed;
    change->limit = number->scope == OF_TABLES && changed;
    *number->value = given;
    return STATUS_OK;
}

static enum status ugi_options_open_game(struct call *call, const char *id, const char *options,
                                         struct ugi_change *change) {
    struct kw_error error;
    change->game = kw_game_open(id, options, &error);
    return change->game != NULL ? STATUS_OK : call_fail(call, "setoption: %s", error.message);
}

static enum status ugi_options_set_rule(struct call *call, const struct kw_game *game,
                                        const char *name, const char *value,
                                        struct ugi_change *change) {
    char others[KW_TEXT];
    struct string_builder options = {0};
    if (*value == '\0' || strpbrk(value, " ,=") != NULL)
        return call_fail(call, "setoption: '%s' cannot be a value of %s", value, name);
    output_format(&options, "%s %s=%s", kw_game_options(game, others), name, value);
    enum status status = ugi_options_open_game(call, kw_game_info(game)->id, options.text, change);
    output_free(&options);
    return status;
}

/* A game by its id or, where files may be read, by the path of its text. */
static enum status ugi_options_set_game(struct call *call, bool files, const char *value,
                                        struct ugi_change *change) {
    const struct kw_game *game = NULL;
    struct kw_error error;
    if (files && rule_file_is_path(value)) {
        enum status status = rule_file_add(call, value, &game);
        output_clear(&call->excerpt);
        if (status != STATUS_OK)
            return status;
    } else {
        game = kw_game_named(value, &error);
        if (game == NULL)
            return call_fail(call, "setoption: %s", error.message);
    }
    return ugi_options_open_game(call, kw_game_info(game)->id, NULL, change);
}

static enum status ugi_options_set_named(struct call *call, struct ugi_settings *settings,
                                         const struct ugi_ranges *ranges,
                                         const struct kw_game *game, const char *name,
                                         const char *value, struct ugi_change *change) {
    struct ugi_number number[NUMBERS_MOST];
    size_t count = ugi_options_list_numbers(settings, ranges, number);
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(name, number[i].name) == 0)
            return ugi_options_set_number(call, &number[i], value, change);
    if (strcasecmp(name, "Game") == 0)
        return ugi_options_set_game(call, ranges->files, value, change);
    if (ranges->files && strcasecmp(name, "TablePath") == 0) {
        bool empty = strcmp(value, ugi_options_empty) == 0;
        change->table_path = memory_check(strdup(empty ? "" : value));
        return STATUS_OK;
    }
    for (size_t i = 0; i < kw_option_count(game); i++)
        if (strcasecmp(name, kw_option_at(game, i)->name) == 0)
            return ugi_options_set_rule(call, game, kw_option_at(game, i)->name, value, change);
    return call_fail(call, "setoption: %s has no option '%s'", kw_game_info(game)->id, name);
}

enum status ugi_options_set(struct call *call, struct ugi_settings *settings,
                            const struct ugi_ranges *ranges, const struct kw_game *game,
                            char **rest, struct ugi_change *change) {
    const char *word = ugi_word(rest);
    struct string_builder name = {0}, value = {0};
    *change = (struct ugi_change){.game = NULL};
    if (word == NULL || strcmp(word, "name") != 0)
        return call_fail(call, "setoption: expected 'name'");
    enum status status;
    if (ugi_words_until(rest, "value", &name)) {
        ugi_words_until(rest, NULL, &value);
        status = ugi_options_set_named(call, settings, ranges, game, name.text, value.text, change);
    } else {
        status = call_fail(call, "setoption: expected 'value' after the name");
    }
    output_free(&name);
    output_free(&value);
    return status;
}
