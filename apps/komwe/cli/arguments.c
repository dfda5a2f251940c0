/* Static names begin with flag_. */
#include "cli/arguments.h"

#include "base/text.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* Flags without a letter of their own get these as getopt's values. */
enum { LONG_ONLY = 256 };

static const struct flag_info flag_table[FLAG_COUNT] = {
#define FLAG(id, name, letter, alias, value, words)                                                \
    [FLAG_##id] = {name, alias, value, words, letter},
#include "cli/commands.def"
};

static const struct flag_use flag_uses[] = {
#define TAKES(command, id, text) {#command, FLAG_##id, text},
#include "cli/commands.def"
};

enum { FLAG_USES = sizeof flag_uses / sizeof *flag_uses };

const struct flag_info *flag_info(enum flag flag) { return &flag_table[flag]; }

const struct flag_use *flag_use_next(const char *command, const struct flag_use *use) {
    for (use = use != NULL ? use + 1 : flag_uses; use < flag_uses + FLAG_USES; use++)
        if (strcmp(use->command, command) == 0)
            return use;
    return NULL;
}

/* What getopt_long is given and returns. */
struct flag_set {
    struct option option[2 * FLAG_COUNT + 1]; /* names and aliases */
    size_t options;
    char letters[2 * FLAG_COUNT + 3];
    size_t letter;
};

static int flag_code(size_t flag) {
    return flag_table[flag].letter ? flag_table[flag].letter : LONG_ONLY + (int)flag;
}

static void flag_set_add(struct flag_set *set, enum flag flag) {
    const struct flag_info *info = &flag_table[flag];
    struct option option = {
        .name = info->name, .has_arg = info->value != NULL, .val = flag_code(flag)};
    set->option[set->options++] = option;
    option.name = info->alias;
    if (info->alias != NULL)
        set->option[set->options++] = option;
    if (info->letter != 0)
        set->letters[set->letter++] = info->letter;
    if (info->letter != 0 && info->value != NULL)
        set->letters[set->letter++] = ':';
}

/*
 * The "-" asks for operands in their order among the flags, so that flags may stand anywhere,
 * whatever the environment says; the ":" silences getopt.
 */
static void flag_set_make(struct flag_set *set, const char *command) {
    *set = (struct flag_set){.letters = "-:", .letter = 2};
    flag_set_add(set, FLAG_HELP);
    flag_set_add(set, FLAG_RULES);
    for (const struct flag_use *use = NULL; (use = flag_use_next(command, use)) != NULL;)
        flag_set_add(set, use->flag);
}

static void arguments_take(struct arguments *arguments, int code) {
    size_t flag = 0;
    while (flag_code(flag) != code)
        flag++;
    arguments->value[flag] = optarg != NULL ? optarg : "";
    if (flag == FLAG_OPTION)
        arguments->option[arguments->options++] = optarg;
    if (flag == FLAG_HEADER)
        arguments->header[arguments->headers++] = optarg;
    if (flag == FLAG_PLAYER)
        arguments->player[arguments->players++] = optarg;
    if (flag == FLAG_RULES)
        arguments->folder[arguments->folders++] = optarg;
}

/* Writes what is wrong with the flag `here`, of which getopt says '?' or ':'. */
static void flag_write_fault(struct string_builder *error, const struct flag_set *set,
                             const char *here, int code) {
    size_t length = strcspn(here, "=");
    if (code == ':') {
        output_format(error, "the flag '%s' needs a value", here);
    } else if (optopt != 0 && here[1] == '-') { /* as in --json=3 */
        output_format(error, "the flag '%.*s' takes no value", (int)length, here);
    } else {
        struct text_guess guess = text_guess_of(here + 2, here[1] == '-' ? length - 2 : 0);
        for (size_t i = 0; i < set->options; i++)
            text_guess_offer(&guess, set->option[i].name);
        output_format(error, "unknown flag '%s'", here);
        if (guess.nearest != NULL)
            output_format(error, "; perhaps '--%s'", guess.nearest);
    }
}

bool arguments_read(struct arguments *arguments, const char *command, int words, char **word,
                    struct string_builder *error) {
    struct flag_set set;
    flag_set_make(&set, command);
    arguments->operand = memory_new((size_t)words + 1, sizeof *arguments->operand);
    arguments->option = memory_new((size_t)words + 1, sizeof *arguments->option);
    arguments->header = memory_new((size_t)words + 1, sizeof *arguments->header);
    arguments->player = memory_new((size_t)words + 1, sizeof *arguments->player);
    arguments->folder = memory_new((size_t)words + 1, sizeof *arguments->folder);
    optind = 0; /* starts glibc's getopt anew */
    for (;;) {
        const char *here = word[optind > 0 ? optind : 1];
        int code = getopt_long(words, word, set.letters, set.option, NULL);
        if (code == -1)
            break;
        if (code == '?' || code == ':') {
            flag_write_fault(error, &set, here, code);
            return false;
        }
        if (code == 1)
            arguments->operand[arguments->operands++] = optarg;
        else
            arguments_take(arguments, code);
    }
    while (optind < words)
        arguments->operand[arguments->operands++] = word[optind++];
    return true;
}

void arguments_free(struct arguments *arguments) {
    free(arguments->operand);
    free(arguments->option);
    free(arguments->header);
    free(arguments->player);
    free(arguments->folder);
    *arguments = (struct arguments){0};
}
