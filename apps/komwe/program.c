#include "program.h"

#include "output.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

struct program {
    const struct kw_game *game;
    pid_t process;
    FILE *to, *from;
    struct output line; /* the last one it said */
};

static bool fail(struct kw_error *error, const char *why) {
    error->code = KW_BAD_MOVE;
    error->line = error->column = 1;
    snprintf(error->message, sizeof error->message, "%s", why);
    return false;
}

/* Reads a line; false at the end of what it says. */
static bool hear(struct program *program) {
    int byte;
    output_clear(&program->line);
    while ((byte = getc(program->from)) != EOF && byte != '\n')
        if (byte != '\r')
            output_char(&program->line, (char)byte);
    return byte != EOF || program->line.length > 0;
}

/* Reads lines until one begins with a word; what stands after it, or NULL if none comes. */
static const char *hear_word(struct program *program, const char *word) {
    size_t length = strlen(word);
    while (hear(program)) {
        const char *text = program->line.text;
        if (program->line.length >= length && strncmp(text, word, length) == 0 &&
            (text[length] == '\0' || text[length] == ' '))
            return text + length + (text[length] == ' ');
    }
    return NULL;
}

static void tell_options(struct program *program, unsigned hash) {
    char text[KW_TEXT];
    fprintf(program->to, "setoption name Hash value %u\nsetoption name Game value %s\n", hash,
            kw_game_info(program->game)->id);
    for (size_t i = 0; i < kw_option_count(program->game); i++)
        fprintf(program->to, "setoption name %s value %s\n", kw_option_at(program->game, i)->name,
                kw_option_value(program->game, i, text));
}

/* In the new process: becomes the command. */
static _Noreturn void become(const char *command, const int in[2], const int out[2]) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool start(struct program *program, const char *command) {
    int in[2], out[2];
    if (pipe(in) != 0)
        return false;
    if (pipe(out) != 0) {
        close(in[0]), close(in[1]);
        return false;
    }
    program->process = fork();
    if (program->process == 0)
        become(command, in, out);
    close(in[0]), close(out[1]);
    program->to = fdopen(in[1], "w");
    program->from = fdopen(out[0], "r");
    return program->process > 0 && program->to != NULL && program->from != NULL;
}

struct program *program_open(const char *command, const struct kw_game *game, unsigned hash,
                             struct kw_error *error) {
    struct program *program = memory_new(1, sizeof *program);
    program->game = game;
    signal(SIGPIPE, SIG_IGN); /* a program that has left is told by the end of what it says */
    bool good = start(program, command);
    if (good) {
        fputs("ugi\n", program->to);
        fflush(program->to);
        good = hear_word(program, "ugiok") != NULL;
    }
    if (good) {
        tell_options(program, hash);
        return program;
    }
    fail(error, "the program does not speak the protocol: it never says ugiok");
    program_close(program);
    return NULL;
}

void program_close(struct program *program) {
    if (program == NULL)
        return;
    if (program->to != NULL) {
        fputs("quit\n", program->to);
        fclose(program->to);
    }
    if (program->from != NULL)
        fclose(program->from);
    if (program->process > 0)
        waitpid(program->process, NULL, 0);
    output_free(&program->line);
    free(program);
}

void program_begin(struct program *program) {
    fputs("uginewgame\nisready\n", program->to);
    fflush(program->to);
    hear_word(program, "readyok");
}

static void tell_position(struct program *program, const struct kw_session *session) {
    char text[KW_TEXT];
    size_t plies = kw_session_plies(session);
    const struct kw_position *start = kw_session_before(session, 0);
    fprintf(program->to, "position fen %s", kw_position_text(program->game, start, text));
    for (size_t i = 0; i < plies; i++)
        fprintf(program->to, "%s %s", i == 0 ? " moves" : "",
                kw_move_text(program->game, kw_session_before(session, i),
                             kw_session_move(session, i), text));
    fputc('\n', program->to);
}

static void tell_limits(struct program *program, const struct kw_limits *limits) {
    fputs("go", program->to);
    if (limits->depth > 0)
        fprintf(program->to, " depth %u", limits->depth);
    if (limits->nodes > 0)
        fprintf(program->to, " nodes %" PRIu64, limits->nodes);
    if (limits->milliseconds > 0)
        fprintf(program->to, " movetime %" PRId64, limits->milliseconds);
    fputc('\n', program->to);
    fflush(program->to);
}

bool program_choose(struct program *program, const struct kw_session *session,
                    const struct kw_limits *limits, kw_move *move, struct kw_error *error) {
    kw_move list[KW_TURN_STEPS];
    tell_position(program, session);
    tell_limits(program, limits);
    const char *said = hear_word(program, "bestmove");
    if (said == NULL)
        return fail(error, "the program has left in the middle of a game");
    char word[KW_TEXT];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(said, " "), said);
    if (kw_move_read(program->game, kw_session_position(session), word, list, error) == 0)
        return false;
    *move = list[0];
    return true;
}
