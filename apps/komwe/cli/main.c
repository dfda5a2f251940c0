/*
 * komwe: mancala games at the command line.  README.md in the parent folder says where each command
 * is; commands.def lists them with their flags.
 */
#include "cli/command.h"
#include "io/json.h"

#include <komwe.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SIGNALLED = 128 }; /* exit status of a command ended by a signal, as in shells */

/* Fails if the output could not be written. */
static enum status main_check_output(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return STATUS_OK;
    call_warn("cannot write the answer");
    return STATUS_FAILED;
}

/* Prints the answer or the error, and returns the exit status. */
static int main_finish(struct call *call, enum status status) {
    bool failed = status != STATUS_OK && status != STATUS_OPEN;
    bool answered = !failed || call->answered;
    if (answered)
        output_flush(&call->out, stdout);
    if (failed)
        call_warn("%s", call->error.text);
    if (failed)
        output_flush(&call->excerpt, stderr);
    int signal = call->signal;
    call_free(call);
    if (answered && main_check_output() != STATUS_OK)
        return STATUS_FAILED;
    return !failed && signal != 0 ? SIGNALLED + signal : (int)status;
}

/* `komwe` without arguments: a game in a terminal, the usage elsewhere. */
static int main_run_default(void) {
    static char name[] = "play";
    char *play[] = {name, NULL};
    struct call call = {0};
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return main_finish(&call, call_run(&call, 1, play));
    help_write_usage(&call.out);
    output_flush(&call.out, stderr);
    call_free(&call);
    return STATUS_USAGE;
}

static void main_ignore_signal(int number) { (void)number; }

/*
 * Exceeding the limit of file sizes (ulimit -f) becomes an error of that write, EFBIG, instead of
 * the end of the program.  Unlike SIG_IGN, a handler is not inherited by engines in a match.
 */
static void main_handle_size_limit(void) {
    const struct sigaction pass = {.sa_handler = main_ignore_signal, .sa_flags = SA_RESTART};
    sigaction(SIGXFSZ, &pass, NULL);
}

int main(int words, char **word) {
    static char help[] = "help";
    main_handle_size_limit();
    json_memory_begin();
    if (words < 2)
        return main_run_default();
    if (strcmp(word[1], "--version") == 0 || strcmp(word[1], "-V") == 0) {
        output_print(stdout, "komwe %s\n", kw_version());
        return main_check_output();
    }
    if (strcmp(word[1], "--help") == 0 || strcmp(word[1], "-h") == 0)
        word[1] = help;
    struct call call = {0};
    return main_finish(&call, call_run(&call, words - 1, word + 1));
}
