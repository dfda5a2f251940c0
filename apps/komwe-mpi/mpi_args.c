#include "mpi_args.h"

#include "base/text.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum mpi_flag { HELP = 256, VERSION, SEEDS, DIRECTORY, PROGRESS, TRAFFIC };

static const struct option flags[] = {
    {"help", no_argument, NULL, HELP},         {"version", no_argument, NULL, VERSION},
    {"seeds", required_argument, NULL, SEEDS}, {"dir", required_argument, NULL, DIRECTORY},
    {"progress", no_argument, NULL, PROGRESS}, {"traffic", no_argument, NULL, TRAFFIC},
    {"option", required_argument, NULL, 'o'},  {NULL, 0, NULL, 0},
};

void mpi_args_usage(FILE *file) {
    fputs("usage: mpirun -n PROCESSES komwe-mpi GAME [-o NAME=VALUE]... --seeds N [--dir D]\n"
          "\n"
          "Builds endgame tables as `komwe table build` does, with the same bytes, by several\n"
          "processes that divide the memory between them.\n"
          "\n"
          "  -o, --option NAME=VALUE  an option of the game\n"
          "      --seeds N            up to so many seeds\n"
          "      --dir D              the folder of the tables, which only the first process\n"
          "                           reads; else KOMWE_TABLES\n"
          "      --progress           prints progress on standard error\n"
          "      --traffic            prints at the end what was sent\n"
          "      --help, --version    print this, or the version\n",
          file);
}

static bool mpi_args_fail(char fault[KW_TEXT], const char *what, const char *word) {
    snprintf(fault, KW_TEXT, what, word);
    return false;
}

static bool mpi_args_add_option(struct mpi_args *args, const char *value) {
    size_t before = strlen(args->options), length = strlen(value);
    char *options = realloc(args->options, before + length + 2);
    if (options == NULL)
        return false;
    if (before > 0)
        options[before++] = ' ';
    memcpy(options + before, value, length + 1);
    args->options = options;
    return true;
}

static bool mpi_args_read_seeds(struct mpi_args *args, const char *text, char fault[KW_TEXT]) {
    uint64_t seeds;
    if (!number_read(text, strlen(text), 1, KW_TABLE_SEEDS, &seeds)) {
        snprintf(fault, KW_TEXT, "--seeds: a number from 1 to %d, not '%.100s'", KW_TABLE_SEEDS,
                 text);
        return false;
    }
    args->seeds = (unsigned)seeds;
    return true;
}

static bool mpi_args_read_flag(struct mpi_args *args, int flag, char **word, char fault[KW_TEXT]) {
    switch (flag) {
    case HELP:
        args->help = true;
        return true;
    case VERSION:
        args->version = true;
        return true;
    case SEEDS:
        return mpi_args_read_seeds(args, optarg, fault);
    case DIRECTORY:
        args->directory = optarg;
        return true;
    case PROGRESS:
        args->progress = true;
        return true;
    case TRAFFIC:
        args->traffic = true;
        return true;
    case 'o':
        return mpi_args_add_option(args, optarg) ||
               mpi_args_fail(fault, "%s", "there is not enough memory");
    case ':':
        return mpi_args_fail(fault, "%.100s needs a value", word[optind - 1]);
    default:
        if (optopt > 0 && optopt < HELP) /* a letter, which may stand among others */
            return mpi_args_fail(fault, "there is no flag -%.1s",
                                 (const char[]){(char)optopt, '\0'});
        return mpi_args_fail(fault, "there is no flag %.100s", word[optind - 1]);
    }
}

/* Checks that everything required is given. */
static bool mpi_args_check(struct mpi_args *args, int count, char **word, char fault[KW_TEXT]) {
    const char *directory = getenv("KOMWE_TABLES");
    if (args->directory == NULL && directory != NULL && *directory != '\0')
        args->directory = directory;
    if (args->help || args->version)
        return true;
    if (optind == count)
        return mpi_args_fail(fault, "%s", "a game is missing");
    if (optind + 1 < count)
        return mpi_args_fail(fault, "one game at a time: unexpected '%.100s'", word[optind + 1]);
    args->id = word[optind];
    if (args->seeds == 0)
        return mpi_args_fail(fault, "%s", "--seeds is missing");
    if (args->directory == NULL || *args->directory == '\0')
        return mpi_args_fail(fault, "%s",
                             "--dir is missing, or KOMWE_TABLES: the folder of the tables");
    return true;
}

bool mpi_args_read(struct mpi_args *args, int count, char **word, char fault[KW_TEXT]) {
    int flag;
    *args = (struct mpi_args){.options = calloc(1, 1)};
    if (args->options == NULL)
        return mpi_args_fail(fault, "%s", "there is not enough memory");
    opterr = 0;
    while ((flag = getopt_long(count, word, ":o:", flags, NULL)) != -1)
        if (!mpi_args_read_flag(args, flag, word, fault))
            return false;
    return mpi_args_check(args, count, word, fault);
}
