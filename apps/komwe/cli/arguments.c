#include "cli/arguments.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* Flags without a letter of their own get these as getopt's values. */
enum { LONG_ONLY = 256 };

static const struct {
    const char *name;
    char letter;
    bool takes_value;
} flag_table[FLAG_COUNT] = {
    [FLAG_HELP] = {"help", 'h', false},
    [FLAG_OPTION] = {"option", 'o', true},
    [FLAG_POSITION] = {"position", 'p', true},
    [FLAG_MOVES] = {"moves", 'm', true},
    [FLAG_JSON] = {"json", 0, false},
    [FLAG_DIFF] = {"diff", 0, true},
    [FLAG_VALUES] = {"values", 0, false},
    [FLAG_SOUTH] = {"south", 0, true},
    [FLAG_NORTH] = {"north", 0, true},
    [FLAG_SEED] = {"seed", 0, true},
    [FLAG_QUICK] = {"quick", 0, false},
    [FLAG_LIST] = {"list", 0, false},
    [FLAG_TEXT] = {"text", 0, false},
    [FLAG_HEADER] = {"header", 'H', true},
    [FLAG_RESULT] = {"result", 0, true},
    [FLAG_GAMES] = {"games", 'n', true},
    [FLAG_PLAYER] = {"player", 0, true},
    [FLAG_THREADS] = {"threads", 0, true},
    [FLAG_CSV] = {"csv", 0, false},
    [FLAG_PLAIN] = {"plain", 0, false},
    [FLAG_SPEED] = {"speed", 0, true},
    [FLAG_OPENING] = {"opening", 0, true},
    [FLAG_OPENINGS] = {"openings", 0, true},
    [FLAG_PLIES] = {"plies", 0, true},
    [FLAG_ADJUDICATE] = {"adjudicate", 0, true},
    [FLAG_PROGRESS] = {"progress", 0, true},
    [FLAG_SPRT] = {"sprt", 0, true},
    [FLAG_RECORDS] = {"records", 0, true},
    [FLAG_TIME] = {"time", 0, true},
    [FLAG_DEPTH] = {"depth", 0, true},
    [FLAG_NODES] = {"nodes", 0, true},
    [FLAG_LINES] = {"lines", 0, true},
    [FLAG_HASH] = {"hash", 0, true},
    [FLAG_GENERATIONS] = {"generations", 0, true},
    [FLAG_PORT] = {"port", 0, true},
    [FLAG_HOST] = {"host", 0, true},
    [FLAG_DIR] = {"dir", 0, true},
    [FLAG_ORIGIN] = {"origin", 0, true},
    [FLAG_ROOTS] = {"roots", 0, false},
    [FLAG_OUT] = {"out", 0, true},
    [FLAG_CHECKPOINT] = {"checkpoint", 0, true},
    [FLAG_SEEDS] = {"seeds", 0, true},
    [FLAG_TABLES] = {"tables", 0, true},
    [FLAG_WEIGHTS] = {"weights", 0, true},
    [FLAG_LANGUAGE] = {"language", 0, true},
    [FLAG_CONNECTIONS] = {"connections", 0, true},
    [FLAG_PER_ADDRESS] = {"per-address", 0, true},
    [FLAG_PUZZLES] = {"puzzles", 0, true},
};

struct flag_set {
    struct option option[2 * FLAG_COUNT + 1];
    char letters[2 * FLAG_COUNT + 3];
};

static int flag_code(size_t flag) {
    return flag_table[flag].letter ? flag_table[flag].letter : LONG_ONLY + (int)flag;
}

/*
 * The "-" asks for operands in their order among the flags, so that flags may stand anywhere,
 * whatever the environment says; the ":" silences getopt.
 */
static void flag_set_make(struct flag_set *set, uint64_t flags) {
    struct option *option = set->option;
    char *letter = set->letters;
    *letter++ = '-';
    *letter++ = ':';
    for (size_t flag = 0; flag < FLAG_COUNT; flag++) {
        if ((flags & FLAG_BIT(flag)) == 0)
            continue;
        /* A flag can be called by its former name too. */
        const char *const names[] = {flag_table[flag].name,
                                     flag == FLAG_CHECKPOINT ? "state" : NULL};
        for (size_t i = 0; i < 2 && names[i] != NULL; i++)
            *option++ = (struct option){
                .name = names[i], .has_arg = flag_table[flag].takes_value, .val = flag_code(flag)};
        if (flag_table[flag].letter != 0)
            *letter++ = flag_table[flag].letter;
        if (flag_table[flag].letter != 0 && flag_table[flag].takes_value)
            *letter++ = ':';
    }
    *option = (struct option){0};
    *letter = '\0';
}

static void flag_take(struct arguments *arguments, int code) {
    for (size_t flag = 0; flag < FLAG_COUNT; flag++)
        if (flag_code(flag) == code)
            arguments->value[flag] = optarg != NULL ? optarg : "";
    if (code == flag_table[FLAG_OPTION].letter)
        arguments->option[arguments->options++] = optarg;
    if (code == flag_table[FLAG_HEADER].letter)
        arguments->header[arguments->headers++] = optarg;
    if (code == flag_code(FLAG_PLAYER))
        arguments->player[arguments->players++] = optarg;
}

bool arguments_read(struct arguments *arguments, uint64_t flags, int words, char **word,
                    struct output *error) {
    struct flag_set set = {0};
    flag_set_make(&set, flags | FLAG_BIT(FLAG_HELP));
    arguments->operand = memory_new((size_t)words + 1, sizeof *arguments->operand);
    arguments->option = memory_new((size_t)words + 1, sizeof *arguments->option);
    arguments->header = memory_new((size_t)words + 1, sizeof *arguments->header);
    arguments->player = memory_new((size_t)words + 1, sizeof *arguments->player);
    optind = 0; /* starts glibc's getopt anew */
    for (;;) {
        const char *here = word[optind > 0 ? optind : 1];
        int code = getopt_long(words, word, set.letters, set.option, NULL);
        if (code == -1)
            break;
        if (code == '?' || code == ':') {
            bool known = code == '?' && optopt != 0 && here[1] == '-'; /* as in --json=3 */
            output_format(error,
                          known         ? "the flag '%.*s' takes no value"
                          : code == '?' ? "unknown flag '%.*s'"
                                        : "the flag '%.*s' needs a value",
                          (int)(known ? strcspn(here, "=") : strlen(here)), here);
            return false;
        }
        if (code == 1)
            arguments->operand[arguments->operands++] = optarg;
        else
            flag_take(arguments, code);
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
    *arguments = (struct arguments){0};
}

bool read_number(const char *text, uint64_t most, uint64_t *number) {
    uint64_t value = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return false;
        unsigned digit = (unsigned)(*text - '0');
        if (value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}
