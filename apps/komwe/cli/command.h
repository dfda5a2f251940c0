/* The commands of the program, and one call of a command. */
#ifndef COMMAND_H
#define COMMAND_H

#include "cli/arguments.h"
#include "io/output.h"

/* The result of a call and the exit status of the program, unless a signal has ended it early. */
enum status {
    STATUS_OK = 0,
    STATUS_FAILED = 1, /* an error in the data: unknown game, illegal move, unreadable file */
    STATUS_USAGE = 2,  /* an error in the call itself: unknown flag, missing argument */
    STATUS_OPEN = 3    /* a partial answer, such as bounds in place of a value */
};

struct kw_table_cache;
struct open_games;

struct call {
    const struct command *command;
    struct arguments arguments;
    struct string_builder out;     /* the answer, printed if the call succeeds */
    struct string_builder error;   /* one line without its newline, printed if it fails */
    struct string_builder excerpt; /* lines that are printed below the error */
    bool answered;                 /* print the answer even if the call fails */
    bool batch;                    /* the call is a line of `komwe batch` */
    struct kw_table_cache **cache; /* that lines of a batch share, once one is open; or NULL */
    struct open_games *games;      /* that lines of a batch share; or NULL */
    int signal; /* that ended the work early; the answer is what was found; 0: none */
};

enum command_batch { IN_BATCH, ALONE };
enum { MANY = 0x7fffffff };

/* A row COMMAND of commands.def. */
struct command {
    const char *name;
    enum status (*run)(struct call *call);
    size_t least, most; /* operands */
    enum command_batch batch;
    const char *usage, *summary, *help;
};

/* The commands in the order of `komwe help`; NULL behind the last. */
const struct command *command_at(size_t index);
const struct command *command_find(const char *name); /* NULL: unknown */

/* Runs the command word[0] with the arguments after it; word[words] is NULL. */
enum status call_run(struct call *call, int words, char **word);
void call_free(struct call *call);

/* The list of commands, and the help of one. */
void help_write_usage(struct string_builder *out);
void help_write(struct string_builder *out, const struct command *command);

/* Set the error and return STATUS_FAILED or STATUS_USAGE. */
enum status call_fail(struct call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum status call_misuse(struct call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fails with a name that is not that of a command. */
enum status call_fail_unknown(struct call *call, const char *name);

/* Writes a line to standard error, whatever the result of the call. */
void call_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * The number of a flag, in units of its last decimal, which call_run has found within the bounds of
 * number_limits.def; `usual` if the flag is not given.
 */
uint64_t call_number(const struct call *call, enum flag flag, uint64_t usual);

#define COMMAND(name, least, most, batch, usage, summary, help)                                    \
    enum status name##_run(struct call *call);
#include "cli/commands.def"

#endif
