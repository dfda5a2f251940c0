/*
 * komwe: mancala games from old sources, at the command line.
 *
 *      main.c       a call of the program
 *      command.c    the commands, and how one is called
 *      arguments.c  the words of a command: flags and operands
 *      input.c      words of moves and lines, in bounded memory
 *      request.c    the game, position and moves that a command is asked about
 *      moves.c      lists of legal moves
 *      output.c     the answer being written
 *      rules.c      games, rules
 *      about.c      about
 *      inspect.c    show, board, moves, trace, why
 *      records.c    record, notate: record_files.c files of records
 *      count.c      perft, divide, playout
 *      play.c       play, line by line: choose.c which game, table.c the game being played,
 *                   obey.c what is typed (placing.c Kiothi's first turn, forecast.c moves to come,
 *                   saving.c files), effect.c and narrate.c moves in words, players.c the computer
 *      screen.c     play on the full screen: terminal.c keys and inks, layout.c, screen_board.c
 *                   and screen_side.c what stands there, sowing.c moves step by step, pager.c
 *                   long answers, typing.c the line being typed
 *      analyse.c    analyse: analyse_words.c a move in words, score.c what it is worth
 *      annotate.c   annotate
 *      prove.c      prove
 *      atomic_file.c  files that are replaced whole or not at all: disk_file.c open files,
 *                   checkpoint.c those of tune and mine
 *      solve.c      solve
 *      thinking_flags.c  how long the engine thinks, with what
 *      match.c      match: contest.c its games, openings.c how they begin, verdict.c how they end,
 *                   record_log.c the file of their records, resume.c those played before,
 *                   torn_record.c the end of that file, round.c, contestant.c a player, plain.c
 *                   one to be measured against, program.c another program, elo.c what the games
 *                   say, match_report.c how that is told
 *      book.c       openings
 *      tune.c       tune
 *      mine.c       mine: puzzle.c what is a puzzle, and how hard it is,
 *                   puzzle_file.c puzzles as a text
 *      tabulate.c   table: tables_flag.c where endgame tables are
 *      stats.c      stats: tally.c plays and counts
 *      pool.c       threads that share the games of match, mine, tune and stats
 *      weights_file.c  what tune has learned, for the engine
 *      progress.c   how far long work is, on a terminal
 *      interrupt.c  Ctrl-C in analyse, match, mine, prove, serve and solve
 *      batch.c      batch
 *      ugi.c        engine: ugi_options.c what can be set, ugi_search.c the search, workers.c who
 *                   carries it out, ugi_lines.c standard input and output
 *      serve.c      serve: serve_limits.c its connections, serve_http.c the site (site.c),
 *                   serve_engine.c the engine (origin.c who may speak to it)
 *      instant.c    how much time has passed
 *      bench.c      bench: search_speed.c how fast the engine is
 */
#include "cli/command.h"

#include <komwe.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SIGNALLED = 128 }; /* as shells say it */

/* Fails if what was printed could not be written. */
static enum status check_output(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return STATUS_OK;
    fputs("komwe: cannot write the answer\n", stderr);
    return STATUS_FAILED;
}

/* Prints the answer or the error, and returns the exit status. */
static int call_finish(struct call *call, enum status status) {
    bool failed = status != STATUS_OK && status != STATUS_OPEN;
    bool answered = !failed || call->answered;
    if (answered)
        output_flush(&call->out, stdout);
    if (failed)
        fprintf(stderr, "komwe: %s\n", call->error.text);
    int signal = call->signal;
    call_free(call);
    if (answered && check_output() != STATUS_OK)
        return STATUS_FAILED;
    return !failed && signal != 0 ? SIGNALLED + signal : (int)status;
}

/* Bare `komwe`: a game for a player, the usage for anything else. */
static int run_bare(void) {
    static char name[] = "play";
    char *play[] = {name, NULL};
    struct call call = {0};
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return call_finish(&call, call_run(&call, 1, play));
    write_usage(&call.out);
    output_flush(&call.out, stderr);
    call_free(&call);
    return STATUS_USAGE;
}

static void signal_pass(int number) { (void)number; }

/*
 * A file that grows beyond the limit of the process (ulimit -f) is an error of that write, EFBIG,
 * and not the end of the program.  A handler, unlike SIG_IGN, is not inherited by programs that
 * play in a match.
 */
static void limit_size_as_error(void) {
    const struct sigaction pass = {.sa_handler = signal_pass, .sa_flags = SA_RESTART};
    sigaction(SIGXFSZ, &pass, NULL);
}

int main(int words, char **word) {
    static char help[] = "help";
    limit_size_as_error();
    if (words < 2)
        return run_bare();
    if (strcmp(word[1], "--version") == 0 || strcmp(word[1], "-V") == 0) {
        printf("komwe %s\n", kw_version());
        return check_output();
    }
    if (strcmp(word[1], "--help") == 0 || strcmp(word[1], "-h") == 0)
        word[1] = help;
    struct call call = {0};
    return call_finish(&call, call_run(&call, words - 1, word + 1));
}
