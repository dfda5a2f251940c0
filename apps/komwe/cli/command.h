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

/* Its flags are the rows TAKES of flags.def with its name. */
struct command {
    const char *name;
    enum status (*run)(struct call *call);
    size_t at_least; /* operands that it needs */
    size_t at_most;  /* operands that it takes */
    bool no_batch;   /* may not be called from a batch */
    const char *usage;
    const char *summary; /* half a line, in lower case */
    const char *help;    /* sentences; a line that begins with a blank is printed as it is */
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

enum status games_run(struct call *call);
enum status rules_run(struct call *call);
enum status check_run(struct call *call);
enum status about_run(struct call *call);
enum status show_run(struct call *call);
enum status board_run(struct call *call);
enum status moves_run(struct call *call);
enum status trace_run(struct call *call);
enum status why_run(struct call *call);
enum status perft_run(struct call *call);
enum status divide_run(struct call *call);
enum status playout_run(struct call *call);
enum status record_run(struct call *call);
enum status notate_run(struct call *call);
enum status openings_run(struct call *call);
enum status stats_run(struct call *call);
enum status play_run(struct call *call);
enum status match_run(struct call *call);
enum status tune_run(struct call *call);
enum status balance_run(struct call *call);
enum status book_run(struct call *call);
enum status mine_run(struct call *call);
enum status analyse_run(struct call *call);
enum status annotate_run(struct call *call);
enum status prove_run(struct call *call);
enum status solve_run(struct call *call);
enum status batch_run(struct call *call);
enum status engine_run(struct call *call);
enum status serve_run(struct call *call);
enum status bench_run(struct call *call);
enum status table_run(struct call *call);
enum status help_run(struct call *call);

#endif
