#include "engine/ugi.h"

#include <string.h>
#include <strings.h>

enum { LEVEL_MOST = 10 };

/* An option of the engine that is a whole number. */
struct number {
    const char *name;
    uint64_t *value;
    uint64_t usual, least, most;
    bool of_engine; /* which is made anew if it changes */
};

enum { NUMBERS = 4 };

static void list_numbers(struct ugi *ugi, struct number number[NUMBERS]) {
    const struct ugi_means *means = ugi->means;
    number[0] = (struct number){"Hash", &ugi->hash, means->hash_usual, 1, means->hash_most, true};
    number[1] = (struct number){"Threads", &ugi->threads, 1, 1, means->threads_most, true};
    number[2] = (struct number){"MultiPV", &ugi->lines, 1, 1, KW_LINES, false};
    number[3] = (struct number){"Level", &ugi->level, 0, 0, LEVEL_MOST, false};
}

/* ---- telling ------------------------------------------------------------------------------ */

static void tell_spin(struct output *out, const char *name, const char *usual, uint64_t least,
                      uint64_t most) {
    output_format(out, "option name %s type spin default %s min %llu max %llu\n", name, usual,
                  (unsigned long long)least, (unsigned long long)most);
}

static void tell_rule_option(struct ugi *ugi, size_t index) {
    struct output *out = &ugi->call->out;
    const struct kw_option *option = kw_option_at(ugi->game, index);
    char usual[KW_TEXT];
    kw_option_default(ugi->game, index, usual);
    if (option->choices == NULL) {
        tell_spin(out, option->name, usual, (uint64_t)option->min, (uint64_t)option->max);
        return;
    }
    output_format(out, "option name %s type combo default %s", option->name, usual);
    for (const char *const *choice = option->choices; *choice != NULL; choice++)
        output_format(out, " var %s", *choice);
    output_char(out, '\n');
}

void ugi_tell_options(struct ugi *ugi) {
    struct output *out = &ugi->call->out;
    struct number number[NUMBERS];
    list_numbers(ugi, number);
    for (size_t i = 0; i < NUMBERS; i++) {
        char usual[24];
        snprintf(usual, sizeof usual, "%llu", (unsigned long long)number[i].usual);
        tell_spin(out, number[i].name, usual, number[i].least, number[i].most);
    }
    output_format(out, "option name Game type combo default %s", kw_game_info(kw_game_at(0))->id);
    for (size_t i = 0; i < kw_game_count(); i++)
        output_format(out, " var %s", kw_game_info(kw_game_at(i))->id);
    output_char(out, '\n');
    for (size_t i = 0; i < kw_option_count(ugi->game); i++)
        tell_rule_option(ugi, i);
}

/* ---- setting ------------------------------------------------------------------------------ */

static enum status set_number(struct ugi *ugi, const struct number *number, const char *value) {
    uint64_t given;
    if (!read_number(value, number->most, &given) || given < number->least)
        return call_fail(
            ugi->call, "setoption: the value of %s is a whole number from %llu to %llu",
            number->name, (unsigned long long)number->least, (unsigned long long)number->most);
    bool makes_another = number->of_engine && given != *number->value;
    *number->value = given;
    if (makes_another)
        ugi_dismiss(ugi);
    return STATUS_OK;
}

/* Goes on at the start of that game; what the engine knows of another is of no use. */
static enum status take_game(struct ugi *ugi, const char *id, const char *options) {
    struct kw_error error;
    struct kw_game *game = kw_game_open(id, options, &error);
    if (game == NULL)
        return call_fail(ugi->call, "setoption: %s", error.message);
    struct kw_session *session = kw_session_new(game, NULL);
    if (session == NULL) {
        kw_game_close(game);
        return call_fail(ugi->call, "there is not enough memory");
    }
    ugi_take_session(ugi, session);
    kw_game_close(ugi->game);
    ugi->game = game;
    ugi->weighed = false;
    if (ugi->engine != NULL)
        kw_engine_clear(ugi->engine);
    return STATUS_OK;
}

static enum status set_rule_option(struct ugi *ugi, const char *name, const char *value) {
    char others[KW_TEXT];
    struct output options = {0};
    if (*value == '\0' || strpbrk(value, " ,=") != NULL)
        return call_fail(ugi->call, "setoption: '%s' cannot be a value of %s", value, name);
    output_format(&options, "%s %s=%s", kw_game_options(ugi->game, others), name, value);
    enum status status = take_game(ugi, kw_game_info(ugi->game)->id, options.text);
    output_free(&options);
    return status;
}

static enum status set_named(struct ugi *ugi, const char *name, const char *value) {
    struct number number[NUMBERS];
    list_numbers(ugi, number);
    for (size_t i = 0; i < NUMBERS; i++)
        if (strcasecmp(name, number[i].name) == 0)
            return set_number(ugi, &number[i], value);
    if (strcasecmp(name, "Game") == 0)
        return kw_game_find(value) != NULL
                   ? take_game(ugi, value, NULL)
                   : call_fail(ugi->call, "setoption: unknown game '%s'", value);
    for (size_t i = 0; i < kw_option_count(ugi->game); i++)
        if (strcasecmp(name, kw_option_at(ugi->game, i)->name) == 0)
            return set_rule_option(ugi, kw_option_at(ugi->game, i)->name, value);
    return call_fail(ugi->call, "setoption: %s has no option '%s'", kw_game_info(ugi->game)->id,
                     name);
}

enum status ugi_set_option(struct ugi *ugi, char **rest) {
    const char *word = ugi_word(rest);
    if (word == NULL || strcmp(word, "name") != 0)
        return call_fail(ugi->call, "setoption: name must follow");
    struct output name = {0}, value = {0}, *part = &name;
    output_add(&name, "");
    output_add(&value, "");
    while ((word = ugi_word(rest)) != NULL) {
        if (part == &name && strcmp(word, "value") == 0)
            part = &value;
        else
            output_format(part, "%s%s", part->length > 0 ? " " : "", word);
    }
    enum status status = part == &value
                             ? set_named(ugi, name.text, value.text)
                             : call_fail(ugi->call, "setoption: value must follow the name");
    output_free(&name);
    output_free(&value);
    return status;
}

enum status ugi_set_usual(struct ugi *ugi) {
    struct number number[NUMBERS];
    list_numbers(ugi, number);
    for (size_t i = 0; i < NUMBERS; i++)
        *number[i].value = number[i].usual;
    return take_game(ugi, kw_game_info(kw_game_at(0))->id, NULL);
}
