/* A command of the program, and one call of it. */
#ifndef COMMAND_H
#define COMMAND_H

#include "cli/arguments.h"
#include "cli/output.h"

/* What a call comes to: the exit status of the program, unless a signal has cut it short. */
enum status {
    STATUS_OK = 0,
    STATUS_FAILED = 1, /* what was asked cannot be done */
    STATUS_USAGE = 2,  /* it cannot be understood */
    STATUS_OPEN = 3    /* it was answered in part: the answer is what is known */
};

struct call {
    const struct command *command;
    struct arguments arguments;
    struct output out;   /* the answer, printed if the call succeeds */
    struct output error; /* one line without its newline, printed if it fails */
    bool answered;       /* the answer holds, and is printed even if the call fails */
    bool batch;          /* it is a line of `komwe batch` */
    int signal;          /* that has cut the work short; the answer is what was found; 0: none */
};

struct command {
    const char *name;
    enum status (*run)(struct call *call);
    uint64_t flags;   /* that it takes, each a FLAG_BIT */
    size_t at_least;  /* operands that it needs */
    size_t at_most;   /* operands that it takes */
    bool interactive; /* it may not be called from a batch */
    const char *usage;
    const char *summary; /* half a line */
    const char *help;    /* lines */
};

enum { THREADS_MOST = 256 }; /* of a pool or an engine */

/* Carries out the command word[0]; word[words] is NULL. */
enum status call_run(struct call *call, int words, char **word);
void call_free(struct call *call);

/* Writes the list of commands. */
void write_usage(struct output *out);

/* Set the error and return STATUS_FAILED or STATUS_USAGE. */
enum status call_fail(struct call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum status call_misuse(struct call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says something on standard error beside what comes of the call. */
void call_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Reads a whole number from a flag, called `name` in the error; leaves `number` alone if the flag
 * is not given.
 */
enum status call_number(struct call *call, enum flag flag, const char *name, uint64_t least,
                        uint64_t most, uint64_t *number);

enum status games_run(struct call *call);
enum status rules_run(struct call *call);
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

#endif
