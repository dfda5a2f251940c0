/* The flags of the commands, and the arguments of one call sorted into flags and operands. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "io/output.h"

#include <stdint.h>

/* FLAG_JSON and so on, as commands.def lists them. */
enum flag {
#define FLAG(id, name, letter, alias, value, words) FLAG_##id,
#include "cli/commands.def"
    FLAG_COUNT
};

/* A row FLAG of commands.def. */
struct flag_info {
    const char *name, *alias, *value, *words;
    char letter;
};

/* A row TAKES of commands.def. */
struct flag_use {
    const char *command;
    enum flag flag;
    const char *text;
};

const struct flag_info *flag_info(enum flag flag);

/* The flags of one command, without those of all, --help and --rules: the first after `use`, which
 * NULL begins. */
const struct flag_use *flag_use_next(const char *command, const struct flag_use *use);

/* All texts are the caller's words; the arrays are given back by arguments_free. */
struct arguments {
    char **operand; /* arguments that are no flags, ended by NULL */
    size_t operands;
    char **option; /* the values of -o */
    size_t options;
    char **header; /* the values of -H */
    size_t headers;
    char **player; /* the values of --player */
    size_t players;
    char **folder; /* the values of --rules */
    size_t folders;
    const char *value[FLAG_COUNT]; /* of each flag, the last one given; NULL: not given */
};

/*
 * Parses the arguments of a command: word[0] is its name, which decides the flags; --help is always
 * allowed.  False with a line in `error` if they are invalid.
 */
bool arguments_read(struct arguments *arguments, const char *command, int words, char **word,
                    struct string_builder *error);
void arguments_free(struct arguments *arguments);

#endif
