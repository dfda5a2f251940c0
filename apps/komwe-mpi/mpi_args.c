#include "mpi_args.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum flag { HELP = 256, VERSION, SEEDS, DIRECTORY, PROGRESS, TRAFFIC };

static const struct option flags[] = {
    {"help", no_argument, NULL, HELP},         {"version", no_argument, NULL, VERSION},
    {"seeds", required_argument, NULL, SEEDS}, {"dir", required_argument, NULL, DIRECTORY},
    {"progress", no_argument, NULL, PROGRESS}, {"traffic", no_argument, NULL, TRAFFIC},
    {"option", required_argument, NULL, 'o'},  {NULL, 0, NULL, 0},
};

void words_usage(FILE *file) {
    fputs("usage: mpirun -n PROCESSES komwe-mpi GAME [-o NAME=VALUE]... --seeds N [--dir D]\n"
          "\n"
          "Builds endgame tables as `komwe table build` does, with the same bytes, by several\n"
          "processes that divide the memory between them.\n"
          "\n"
          "  -o, --option NAME=VALUE  an option of the game\n"
          "      --seeds N            up to so many seeds\n"
          "      --dir D              the folder of the tables, which only the first process\n"
          "                           looks at; else KOMWE_TABLES\n"
          "      --progress           tells on standard error how far it is\n"
          "      --traffic            tells in the end what was sent\n"
          "      --help, --version    print this, or the version\n",
          file);
}

static bool wrong(char fault[KW_TEXT], const char *what, const char *word) {
    snprintf(fault, KW_TEXT, what, word);
    return false;
}

static bool add_option(struct words *words, const char *value) {
    size_t before = strlen(words->options), length = strlen(value);
    char *options = realloc(words->options, before + length + 2);
    if (options == NULL)
        return false;
    if (before > 0)
        options[before++] = ' ';
    memcpy(options + before, value, length + 1);
    words->options = options;
    return true;
}

static bool read_seeds(struct words *words, const char *text, char fault[KW_TEXT]) {
    size_t digits = strspn(text, "0123456789");
    unsigned long seeds = digits > 0 && digits < 5 ? strtoul(text, NULL, 10) : 0;
    if (text[digits] != '\0' || seeds < 1 || seeds > KW_TABLE_SEEDS) {
        snprintf(fault, KW_TEXT, "--seeds: a number from 1 to %d, not '%.100s'", KW_TABLE_SEEDS,
                 text);
        return false;
    }
    words->seeds = (unsigned)seeds;
    return true;
}

static bool read_flag(struct words *words, int flag, char **word, char fault[KW_TEXT]) {
    switch (flag) {
    case HELP:
        words->help = true;
        return true;
    case VERSION:
        words->version = true;
        return true;
    case SEEDS:
        return read_seeds(words, optarg, fault);
    case DIRECTORY:
        words->directory = optarg;
        return true;
    case PROGRESS:
        words->progress = true;
        return true;
    case TRAFFIC:
        words->traffic = true;
        return true;
    case 'o':
        return add_option(words, optarg) || wrong(fault, "%s", "there is not enough memory");
    case ':':
        return wrong(fault, "%.100s needs a value", word[optind - 1]);
    default:
        if (optopt > 0 && optopt < HELP) /* a letter, which may stand among others */
            return wrong(fault, "there is no flag -%.1s", (const char[]){(char)optopt, '\0'});
        return wrong(fault, "there is no flag %.100s", word[optind - 1]);
    }
}

/* What must be there. */
static bool complete(struct words *words, int count, char **word, char fault[KW_TEXT]) {
    const char *directory = getenv("KOMWE_TABLES");
    if (words->directory == NULL && directory != NULL && *directory != '\0')
        words->directory = directory;
    if (words->help || words->version)
        return true;
    if (optind == count)
        return wrong(fault, "%s", "a game is missing");
    if (optind + 1 < count)
        return wrong(fault, "one game at a time: '%.100s' is too much", word[optind + 1]);
    words->id = word[optind];
    if (words->seeds == 0)
        return wrong(fault, "%s", "--seeds is missing: up to how many");
    if (words->directory == NULL || *words->directory == '\0')
        return wrong(fault, "%s", "--dir is missing, or KOMWE_TABLES: the folder of the tables");
    return true;
}

bool words_read(struct words *words, int count, char **word, char fault[KW_TEXT]) {
    int flag;
    *words = (struct words){.options = calloc(1, 1)};
    if (words->options == NULL)
        return wrong(fault, "%s", "there is not enough memory");
    opterr = 0;
    while ((flag = getopt_long(count, word, ":o:", flags, NULL)) != -1)
        if (!read_flag(words, flag, word, fault))
            return false;
    return complete(words, count, word, fault);
}
