#define _GNU_SOURCE /* pipe2 */

#include "match/external_engine.h"

#include "base/clock.h"
#include "cli/interrupt.h"
#include "io/output.h"
#include "match/best_move.h"

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

struct external_engine {
    struct external_engine_spec spec;
    pid_t process;
    int to, from;
    bool failed;
    struct best_move last; /* its last answer; the reply until it has been pondered on */
    bool pondering;        /* on this reply, which is the last of so many plies: */
    kw_move pondered;
    size_t pondered_plies;
    int64_t sent_at;  /* when the last commands were sent, in milliseconds */
    unsigned timeout; /* milliseconds that it may take since */
    struct string_builder commands;
    struct string_builder line; /* the last one of its output */
    char piece[PIECE];          /* output after that */
    size_t read, length;        /* of the piece */
};

static int64_t external_milliseconds(void) { return clock_now() / 1000; }

static bool external_fail(struct external_engine *engine, struct kw_error *error, const char *why) {
    snprintf(error->message, sizeof error->message, "%s", why);
    error->code = KW_BAD_MOVE;
    error->line = error->column = 1;
    engine->failed = true;
    return false;
}

/* ---- lines ---------------------------------------------------------------------------------- */

static bool external_fail_late(struct external_engine *engine, struct kw_error *error) {
    char why[KW_TEXT];
    snprintf(why, sizeof why, "it has not answered within %u ms", engine->timeout);
    return external_fail(engine, error, why);
}

static bool external_fail_exited(struct external_engine *engine, struct kw_error *error) {
    return external_fail(engine, error, "it has exited");
}

/* Waits until a file can be read or written; false with `error` if that takes too long. */
static bool external_wait(struct external_engine *engine, int file, short events,
                          struct kw_error *error) {
    struct pollfd files[] = {{.fd = file, .events = events},
                             {.fd = interrupt_file(), .events = POLLIN}};
    for (;;) {
        int64_t left = engine->sent_at + engine->timeout - external_milliseconds();
        if (left <= 0)
            return external_fail_late(engine, error);
        int ready = poll(files, 2, left < INT_MAX ? (int)left : INT_MAX);
        if (files[1].revents != 0 && ready > 0)
            return external_fail(engine, error, "the match was interrupted");
        if (ready > 0)
            return true;
    }
}

/* Sends the gathered commands, and starts the clock. */
static bool external_send(struct external_engine *engine, unsigned most, struct kw_error *error) {
    const char *rest = engine->commands.text;
    size_t length = engine->commands.length;
    engine->sent_at = external_milliseconds();
    engine->timeout = most;
    while (length > 0) {
        ssize_t count = write(engine->to, rest, length);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return external_fail_exited(engine, error);
        if (count < 0 && !external_wait(engine, engine->to, POLLOUT, error))
            return false;
        rest += count > 0 ? count : 0;
        length -= count > 0 ? (size_t)count : 0;
    }
    output_clear(&engine->commands);
    return true;
}

/* Reads a piece of its output. */
static bool external_read_piece(struct external_engine *engine, struct kw_error *error) {
    ssize_t count;
    do {
        if (!external_wait(engine, engine->from, POLLIN, error))
            return false;
        count = read(engine->from, engine->piece, PIECE);
    } while (count < 0 && errno == EINTR);
    engine->read = 0;
    engine->length = count > 0 ? (size_t)count : 0;
    return count > 0 || external_fail_exited(engine, error);
}

/* Reads a line. */
static bool external_read_line(struct external_engine *engine, struct kw_error *error) {
    output_clear(&engine->line);
    for (;;) {
        if (engine->read == engine->length && !external_read_piece(engine, error))
            return false;
        char byte = engine->piece[engine->read++];
        if (byte == '\n')
            return true;
        if (byte != '\r' && byte != '\0' && engine->line.length < LINE_MOST)
            output_char(&engine->line, byte);
    }
}

/* Reads lines until one begins with a word; returns the text after it, or NULL with `error`. */
static const char *external_read_until(struct external_engine *engine, const char *word,
                                       struct kw_error *error) {
    size_t length = strlen(word);
    while (external_read_line(engine, error)) {
        const char *text = engine->line.text;
        if (engine->line.length >= length && strncmp(text, word, length) == 0 &&
            (text[length] == '\0' || text[length] == ' '))
            return text + length + (text[length] == ' ');
    }
    return NULL;
}

/* ---- its life -------------------------------------------------------------------------------- */

/*
 * In the new process: becomes the command, in a group of its own, so that it can be ended with all
 * that it starts, and so that Ctrl-C in the terminal reaches the match alone.
 */
static _Noreturn void external_exec(const char *command, const int in[2], const int out[2]) {
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* No other process may inherit the pipes: the program would not see the end of its input. */
static bool external_start(struct external_engine *engine) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]), close(in[1]);
        return false;
    }
    engine->process = fork();
    if (engine->process == 0)
        external_exec(engine->spec.command, in, out);
    if (engine->process > 0)
        setpgid(engine->process, engine->process);
    close(in[0]), close(out[1]);
    engine->to = in[1];
    engine->from = out[0];
    return engine->process > 0 && fcntl(engine->to, F_SETFL, O_NONBLOCK) == 0;
}

static void external_write_options(struct external_engine *engine) {
    const struct kw_game *game = engine->spec.game;
    struct string_builder *out = &engine->commands;
    char text[KW_TEXT];
    output_format(out, "setoption name Hash value %u\nsetoption name Game value %s\n",
                  engine->spec.hash, kw_game_info(game)->id);
    if (engine->spec.ponder)
        output_add(out, "setoption name Ponder value true\n");
    for (size_t i = 0; i < kw_option_count(game); i++)
        output_format(out, "setoption name %s value %s\n", kw_option_at(game, i)->name,
                      kw_option_value(game, i, text));
}

static unsigned external_ready_timeout(const struct external_engine *engine) {
    return engine->spec.ready > 0 ? engine->spec.ready : READY_USUAL;
}

struct external_engine *external_engine_open(const struct external_engine_spec *spec,
                                             struct kw_error *error) {
    struct external_engine *engine = memory_new(1, sizeof *engine);
    struct kw_error why = {.code = KW_OK};
    engine->spec = *spec;
    engine->to = engine->from = -1;
    signal(SIGPIPE, SIG_IGN); /* the end of its output shows that a program has exited */
    bool good = external_start(engine) || external_fail(engine, &why, strerror(errno));
    if (good) {
        output_add(&engine->commands, "ugi\n");
        good = external_send(engine, external_ready_timeout(engine), &why) &&
               external_read_until(engine, "ugiok", &why) != NULL;
    }
    if (good) {
        external_write_options(engine);
        return engine;
    }
    snprintf(error->message, sizeof error->message,
             "the program does not speak the protocol, ugiok is missing: %.400s", why.message);
    external_engine_close(engine);
    return NULL;
}

/* Whether it ends within some time. */
static bool external_exits(const struct external_engine *engine) {
    int64_t end = external_milliseconds() + LEAVING;
    while (waitpid(engine->process, NULL, WNOHANG) == 0) {
        if (external_milliseconds() >= end)
            return false;
        poll(NULL, 0, 5);
    }
    return true;
}

static void external_end_process(struct external_engine *engine) {
    struct kw_error error;
    output_clear(&engine->commands);
    output_add(&engine->commands, "quit\n");
    if (!engine->failed && external_send(engine, LEAVING, &error)) {
        close(engine->to);
        engine->to = -1;
        if (external_exits(engine))
            return;
    }
    if (kill(-engine->process, SIGKILL) != 0)
        kill(engine->process, SIGKILL);
    while (waitpid(engine->process, NULL, 0) < 0 && errno == EINTR)
        continue;
}

void external_engine_close(struct external_engine *engine) {
    if (engine == NULL)
        return;
    if (engine->process > 0)
        external_end_process(engine);
    if (engine->to >= 0)
        close(engine->to);
    if (engine->from >= 0)
        close(engine->from);
    output_free(&engine->commands);
    output_free(&engine->line);
    free(engine);
}

/* ---- a game ---------------------------------------------------------------------------------- */

bool external_engine_begin(struct external_engine *engine, struct kw_error *error) {
    engine->last.has_reply = false;
    output_add(&engine->commands, "uginewgame\nisready\n");
    return external_send(engine, external_ready_timeout(engine), error) &&
           external_read_until(engine, "readyok", error) != NULL;
}

static void external_write_position(struct external_engine *engine,
                                    const struct kw_session *session) {
    const struct kw_game *game = engine->spec.game;
    struct string_builder *out = &engine->commands;
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

/* The clocks that are set, if that of the player to move is. */
static void external_write_clock(struct external_engine *engine, unsigned turn,
                                 const struct match_clock clock[2]) {
    struct string_builder *out = &engine->commands;
    for (unsigned side = 0; side < 2; side++)
        if (clock[turn].control.base > 0 && clock[side].control.base > 0)
            output_format(out, " p%utime %" PRId64 " p%uinc %" PRId64, side + 1,
                          clock[side].left / 1000, side + 1, clock[side].control.increment / 1000);
    if (clock[turn].moves_to_go > 0)
        output_format(out, " movestogo %u", clock[turn].moves_to_go);
}

static void external_write_limits(struct external_engine *engine, const struct kw_limits *limits,
                                  unsigned turn, const struct match_clock clock[2]) {
    struct string_builder *out = &engine->commands;
    if (limits->depth > 0)
        output_format(out, " depth %u", limits->depth);
    if (limits->nodes > 0)
        output_format(out, " nodes %" PRIu64, limits->nodes);
    if (limits->milliseconds > 0)
        output_format(out, " movetime %" PRId64, limits->milliseconds);
    external_write_clock(engine, turn, clock);
    output_char(out, '\n');
}

/* How long it may take for a move. */
static unsigned external_move_timeout(const struct external_engine *engine,
                                      const struct kw_limits *limits,
                                      const struct match_clock *clock) {
    unsigned timeout = engine->spec.timeout;
    int64_t time = limits->milliseconds, left = clock->left / 1000 + 1;
    if (clock->control.base > 0 && (time == 0 || left < time))
        time = left;
    if (time > 0)
        return (unsigned)time + (timeout > 0 ? timeout : MARGIN_USUAL);
    return timeout > 0 ? timeout : UNTIMED_USUAL;
}

/*
 * Ends its pondering; what it would have played is of no use.  A program answers `go ponder` once,
 * after `stop` or `ponderhit`: one that answers before breaks the protocol, and is not waited for.
 */
static bool external_stop(struct external_engine *engine, unsigned timeout,
                          struct kw_error *error) {
    engine->pondering = false;
    output_add(&engine->commands, "stop\n");
    return external_send(engine, timeout, error) &&
           external_read_until(engine, "bestmove", error) != NULL;
}

/* Whether the opponent has made the reply that it ponders on, and nothing after that. */
static bool external_expected(const struct external_engine *engine,
                              const struct kw_session *session) {
    size_t plies = kw_session_plies(session);
    return engine->pondering && plies == engine->pondered_plies &&
           kw_session_move(session, plies - 1) == engine->pondered;
}

/* Has it search the position: on, if that is the one that it ponders on. */
static bool external_go(struct external_engine *engine, const struct kw_session *session,
                        const struct kw_limits *limits, const struct match_clock clock[2],
                        struct kw_error *error) {
    unsigned turn = kw_session_position(session)->turn;
    unsigned timeout = external_move_timeout(engine, limits, &clock[turn]);
    if (external_expected(engine, session)) {
        engine->pondering = false;
        output_add(&engine->commands, "ponderhit\n");
        return external_send(engine, timeout, error);
    }
    if (engine->pondering && !external_stop(engine, timeout, error))
        return false;
    external_write_position(engine, session);
    output_add(&engine->commands, "go");
    external_write_limits(engine, limits, turn, clock);
    return external_send(engine, timeout, error);
}

bool external_engine_choose(struct external_engine *engine, const struct kw_session *session,
                            const struct kw_limits *limits, const struct match_clock clock[2],
                            kw_move *move, struct kw_error *error) {
    struct kw_error why;
    if (!external_go(engine, session, limits, clock, error))
        return false;
    const char *answer = external_read_until(engine, "bestmove", error);
    if (answer == NULL)
        return false;
    if (!best_move_read(answer, engine->spec.game, kw_session_position(session), &engine->last,
                        &why))
        return external_fail(engine, error, why.message);
    *move = engine->last.move;
    return true;
}

/*
 * What it writes while it ponders stays in the pipe until the opponent has moved: a program that
 * fills the pipe waits meanwhile, and no longer than that.
 */
bool external_engine_ponder(struct external_engine *engine, struct kw_session *session,
                            const struct kw_limits *limits, const struct match_clock clock[2],
                            struct kw_error *error) {
    struct kw_result result;
    bool expects = engine->spec.ponder && engine->last.has_reply;
    engine->last.has_reply = false;
    if (!expects || !kw_session_play(session, engine->last.reply, NULL))
        return true;
    unsigned turn = kw_session_position(session)->turn;
    engine->pondering = !kw_session_result(session, &result);
    engine->pondered = engine->last.reply;
    engine->pondered_plies = kw_session_plies(session);
    if (engine->pondering) {
        external_write_position(engine, session);
        output_add(&engine->commands, "go ponder");
        external_write_limits(engine, limits, turn, clock);
    }
    kw_session_undo(session);
    return !engine->pondering ||
           external_send(engine, external_move_timeout(engine, limits, &clock[turn]), error);
}

bool external_engine_end(struct external_engine *engine, struct kw_error *error) {
    return !engine->pondering || external_stop(engine, external_ready_timeout(engine), error);
}
