#define _GNU_SOURCE /* pipe2 */

#include "match/external_engine.h"

#include "base/clock.h"
#include "cli/interrupt.h"
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Milliseconds. */
enum {
    READY_USUAL = 10000,    /* for ugi and isready */
    MARGIN_USUAL = 10000,   /* for a move, beyond its time */
    UNTIMED_USUAL = 600000, /* for a move that is limited otherwise */
    LEAVING = 1000
};

enum {
    LINE_MOST = 1 << 16, /* bytes of a line that are looked at */
    PIECE = 4096
};

struct program {
    struct program_spec spec;
    pid_t process;
    int to, from;
    bool failed;
    int64_t asked; /* when it was told last, in milliseconds */
    unsigned most; /* milliseconds that it may take since */
    struct output telling;
    struct output line;  /* the last one it said */
    char piece[PIECE];   /* what it has said further */
    size_t read, length; /* of the piece */
};

static int64_t now(void) { return clock_now() / 1000; }

static bool fail(struct program *program, struct kw_error *error, const char *why) {
    snprintf(error->message, sizeof error->message, "%s", why);
    error->code = KW_BAD_MOVE;
    error->line = error->column = 1;
    program->failed = true;
    return false;
}

/* ---- what the two say to one another --------------------------------------------------------- */

static bool fail_late(struct program *program, struct kw_error *error) {
    char why[KW_TEXT];
    snprintf(why, sizeof why, "it has not answered within %u ms", program->most);
    return fail(program, error, why);
}

static bool fail_left(struct program *program, struct kw_error *error) {
    return fail(program, error, "it has left");
}

/* Waits until a file can be read or written; false with `error` if that takes too long. */
static bool wait_for(struct program *program, int file, short events, struct kw_error *error) {
    struct pollfd files[] = {{.fd = file, .events = events},
                             {.fd = interrupt_file(), .events = POLLIN}};
    for (;;) {
        int64_t left = program->asked + program->most - now();
        if (left <= 0)
            return fail_late(program, error);
        int ready = poll(files, 2, left < INT_MAX ? (int)left : INT_MAX);
        if (files[1].revents != 0 && ready > 0)
            return fail(program, error, "the match was interrupted");
        if (ready > 0)
            return true;
    }
}

/* Tells it what has been gathered, and begins to count the time. */
static bool tell(struct program *program, unsigned most, struct kw_error *error) {
    const char *rest = program->telling.text;
    size_t length = program->telling.length;
    program->asked = now();
    program->most = most;
    while (length > 0) {
        ssize_t count = write(program->to, rest, length);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return fail_left(program, error);
        if (count < 0 && !wait_for(program, program->to, POLLOUT, error))
            return false;
        rest += count > 0 ? count : 0;
        length -= count > 0 ? (size_t)count : 0;
    }
    output_clear(&program->telling);
    return true;
}

/* Reads some of what it says. */
static bool hear_piece(struct program *program, struct kw_error *error) {
    ssize_t count;
    do {
        if (!wait_for(program, program->from, POLLIN, error))
            return false;
        count = read(program->from, program->piece, PIECE);
    } while (count < 0 && errno == EINTR);
    program->read = 0;
    program->length = count > 0 ? (size_t)count : 0;
    return count > 0 || fail_left(program, error);
}

/* Reads a line. */
static bool hear(struct program *program, struct kw_error *error) {
    output_clear(&program->line);
    for (;;) {
        if (program->read == program->length && !hear_piece(program, error))
            return false;
        char byte = program->piece[program->read++];
        if (byte == '\n')
            return true;
        if (byte != '\r' && byte != '\0' && program->line.length < LINE_MOST)
            output_char(&program->line, byte);
    }
}

/* Reads lines until one begins with a word; what stands after it, or NULL with `error`. */
static const char *hear_word(struct program *program, const char *word, struct kw_error *error) {
    size_t length = strlen(word);
    while (hear(program, error)) {
        const char *text = program->line.text;
        if (program->line.length >= length && strncmp(text, word, length) == 0 &&
            (text[length] == '\0' || text[length] == ' '))
            return text + length + (text[length] == ' ');
    }
    return NULL;
}

/* ---- its life -------------------------------------------------------------------------------- */

/*
 * In the new process: becomes the command, in a group of its own, so that it can be ended with all
 * that it starts, and so that Ctrl-C in the terminal is the match's affair.
 */
static _Noreturn void become(const char *command, const int in[2], const int out[2]) {
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Nobody else inherits the pipes: a program would not hear the end of what it is told. */
static bool start(struct program *program) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]), close(in[1]);
        return false;
    }
    program->process = fork();
    if (program->process == 0)
        become(program->spec.command, in, out);
    if (program->process > 0)
        setpgid(program->process, program->process);
    close(in[0]), close(out[1]);
    program->to = in[1];
    program->from = out[0];
    return program->process > 0 && fcntl(program->to, F_SETFL, O_NONBLOCK) == 0;
}

static void gather_options(struct program *program) {
    const struct kw_game *game = program->spec.game;
    struct output *out = &program->telling;
    char text[KW_TEXT];
    output_format(out, "setoption name Hash value %u\nsetoption name Game value %s\n",
                  program->spec.hash, kw_game_info(game)->id);
    for (size_t i = 0; i < kw_option_count(game); i++)
        output_format(out, "setoption name %s value %s\n", kw_option_at(game, i)->name,
                      kw_option_value(game, i, text));
}

static unsigned ready_most(const struct program *program) {
    return program->spec.ready > 0 ? program->spec.ready : READY_USUAL;
}

struct program *program_open(const struct program_spec *spec, struct kw_error *error) {
    struct program *program = memory_new(1, sizeof *program);
    struct kw_error why = {.code = KW_OK};
    program->spec = *spec;
    program->to = program->from = -1;
    signal(SIGPIPE, SIG_IGN); /* a program that has left is told by the end of what it says */
    bool good = start(program) || fail(program, &why, strerror(errno));
    if (good) {
        output_add(&program->telling, "ugi\n");
        good =
            tell(program, ready_most(program), &why) && hear_word(program, "ugiok", &why) != NULL;
    }
    if (good) {
        gather_options(program);
        return program;
    }
    snprintf(error->message, sizeof error->message,
             "the program does not speak the protocol, it never says ugiok: %.400s", why.message);
    program_close(program);
    return NULL;
}

/* Whether it ends within some time. */
static bool leaves(const struct program *program) {
    int64_t end = now() + LEAVING;
    while (waitpid(program->process, NULL, WNOHANG) == 0) {
        if (now() >= end)
            return false;
        poll(NULL, 0, 5);
    }
    return true;
}

static void end_process(struct program *program) {
    struct kw_error error;
    output_clear(&program->telling);
    output_add(&program->telling, "quit\n");
    if (!program->failed && tell(program, LEAVING, &error)) {
        close(program->to);
        program->to = -1;
        if (leaves(program))
            return;
    }
    if (kill(-program->process, SIGKILL) != 0)
        kill(program->process, SIGKILL);
    while (waitpid(program->process, NULL, 0) < 0 && errno == EINTR)
        continue;
}

void program_close(struct program *program) {
    if (program == NULL)
        return;
    if (program->process > 0)
        end_process(program);
    if (program->to >= 0)
        close(program->to);
    if (program->from >= 0)
        close(program->from);
    output_free(&program->telling);
    output_free(&program->line);
    free(program);
}

/* ---- a game ---------------------------------------------------------------------------------- */

bool program_begin(struct program *program, struct kw_error *error) {
    output_add(&program->telling, "uginewgame\nisready\n");
    return tell(program, ready_most(program), error) &&
           hear_word(program, "readyok", error) != NULL;
}

static void gather_position(struct program *program, const struct kw_session *session) {
    const struct kw_game *game = program->spec.game;
    struct output *out = &program->telling;
    char text[KW_TEXT];
    size_t plies = kw_session_plies(session);
    output_format(out, "position fen %s",
                  kw_position_text(game, kw_session_before(session, 0), text));
    for (size_t i = 0; i < plies; i++)
        output_format(
            out, "%s %s", i == 0 ? " moves" : "",
            kw_move_text(game, kw_session_before(session, i), kw_session_move(session, i), text));
    output_char(out, '\n');
}

static void gather_limits(struct program *program, const struct kw_limits *limits) {
    struct output *out = &program->telling;
    output_add(out, "go");
    if (limits->depth > 0)
        output_format(out, " depth %u", limits->depth);
    if (limits->nodes > 0)
        output_format(out, " nodes %" PRIu64, limits->nodes);
    if (limits->milliseconds > 0)
        output_format(out, " movetime %" PRId64, limits->milliseconds);
    output_char(out, '\n');
}

/* How long it may take for a move. */
static unsigned move_most(const struct program *program, const struct kw_limits *limits) {
    unsigned timeout = program->spec.timeout;
    if (limits->milliseconds > 0)
        return (unsigned)limits->milliseconds + (timeout > 0 ? timeout : MARGIN_USUAL);
    return timeout > 0 ? timeout : UNTIMED_USUAL;
}

bool program_choose(struct program *program, const struct kw_session *session,
                    const struct kw_limits *limits, kw_move *move, struct kw_error *error) {
    kw_move list[KW_TURN_STEPS];
    struct kw_error why;
    gather_position(program, session);
    gather_limits(program, limits);
    if (!tell(program, move_most(program, limits), error))
        return false;
    const char *said = hear_word(program, "bestmove", error);
    if (said == NULL)
        return false;
    char word[KW_TEXT], illegal[KW_TEXT];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(said, " "), said);
    if (kw_move_read(program->spec.game, kw_session_position(session), word, list, &why) == 0) {
        snprintf(illegal, sizeof illegal, "it plays '%.60s': %.300s", word, why.message);
        return fail(program, error, illegal);
    }
    *move = list[0];
    return true;
}
