/* The table of commands, and how one is called.  Static names begin with call_. */
#include "cli/command.h"

#include "cli/number_limits.h"
#include "cli/rule_files.h"
#include "io/error_text.h"

#include <stdarg.h>
#include <string.h>

enum { ANY_NUMBER = 0x7fffffff };

static const struct command commands[] = {
    {.name = "games",
     .run = games_run,
     .at_most = ANY_NUMBER,
     .usage = "[WORD]... [--json]",
     .summary = "list the rule sets",
     .help = "One per line, separated by tabs: id, name, board and source; on a terminal grouped "
             "by region. With WORDs only those games are listed that have all of them in their "
             "names, terms, places or families.\n"},
    {.name = "rules",
     .run = rules_run,
     .at_least = 1,
     .at_most = 1,
     .usage = "GAME [--diff OTHER | --json | --text | --values]",
     .summary = "print the rules of a game, clause by clause",
     .help = "Each clause is marked as stated by the source or as our reading of it, and names the "
             "options that change it. Only clauses that apply under the given options are "
             "listed.\n"},
    {.name = "check",
     .run = check_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .usage = "FILE... [--json]",
     .summary = "check rule texts, and print what follows from them",
     .help = "Each FILE is a rule text, see komwe-rules(5); - is standard input. Prints `ok` with "
             "the board, what follows from the rules, and how random games end, or what is wrong, "
             "with line and column. The status is 1 if a text is at fault.\n"},
    {.name = "about",
     .run = about_run,
     .at_least = 1,
     .at_most = 1,
     .usage = "GAME [--language CODE] [--json]",
     .summary = "describe the game and the people who play it",
     .help =
         "Who plays, where and when, the board and the terms of the game, the statements of the "
         "source, additions from other works, and the literature.\n"},
    {.name = "show",
     .run = show_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .usage = "GAME [MOVE]...",
     .summary = "print the position after some moves",
     .help = "If the game is over, a second line gives the result: `over 23-17`, South's seeds "
             "first, or `over S`, `over N`, `over draw` in games that do not count seeds.\n"},
    {.name = "board",
     .run = board_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .usage = "GAME [MOVE]...",
     .summary = "draw the position after some moves",
     .help = ""},
    {.name = "moves",
     .run = moves_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .usage = "GAME [MOVE]...",
     .summary = "list the legal moves after some moves",
     .help = "One per line, in byte order; nothing if the game is over.\n"},
    {.name = "trace",
     .run = trace_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .usage = "GAME [MOVE]... LAST",
     .summary = "list every event of the last of some moves",
     .help = "One event per line, with the clause that causes it.\n"},
    {.name = "why",
     .run = why_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .usage = "GAME [MOVE]... HOLE-or-MOVE",
     .summary = "explain why a hole or a move may not be played",
     .help =
         "Names the clause that forbids it, and the constraint on the player to move, if any.\n"},
    {.name = "perft",
     .run = perft_run,
     .at_least = 2,
     .at_most = ANY_NUMBER,
     .usage = "GAME DEPTH [MOVE]...",
     .summary = "count the sequences of DEPTH moves",
     .help = "DEPTH is a whole number from 0 to 500. A pass and each step of a placement count as "
             "moves; repetition is ignored. There is no time limit: a count that is too deep runs "
             "until it is stopped.\n"},
    {.name = "divide",
     .run = divide_run,
     .at_least = 2,
     .at_most = ANY_NUMBER,
     .usage = "GAME DEPTH [MOVE]...",
     .summary = "perft for each first move",
     .help = "DEPTH is a whole number from 1 to 500. See `komwe help perft`.\n"},
    {.name = "playout",
     .run = playout_run,
     .at_least = 2,
     .at_most = ANY_NUMBER,
     .usage = "GAME SEED [MOVE]...",
     .summary = "play one random game",
     .help = "All legal moves are equally likely; the same SEED, from 0 to 18446744073709551615, "
             "gives the same game on every machine. Prints a line `ply move | position` for each "
             "move, then the result.\n"},
    {.name = "stats",
     .run = stats_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .no_batch = true,
     .usage = "GAME [MOVE]...",
     .summary = "play many games and print statistics",
     .help = "Results, length, choice, sowing, and how often each rule applies, with 95 % "
             "confidence intervals. The same seed gives the same figures with any number of "
             "threads.\n"},
    {.name = "notate",
     .run = notate_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .no_batch = true,
     .usage = "GAME [MOVE]...",
     .summary = "write a game as a record",
     .help = "komwe-record(5) describes the format.\n"},
    {.name = "record",
     .run = record_run,
     .at_least = 1,
     .at_most = 1,
     .no_batch = true,
     .usage = "FILE [--json | --list | --text]",
     .summary = "check records and print how the games end",
     .help = "FILE holds any number of records (see komwe-record(5)); - is standard input. Prints "
             "for each game the position after its last move and, if it is over, the result, with "
             "an empty line between games.\n"},
    {.name = "openings",
     .run = openings_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .no_batch = true,
     .usage = "FILE...",
     .summary = "count the opening moves of many games",
     .help =
         "Each FILE holds records of one rule set, such as `komwe match --records` writes; - is "
         "standard input. Prints for each position and each move played there: the number of "
         "games, how many of them its player won, drew and lost, and the average final lead of "
         "that player in seeds (- in games that do not count them). Transpositions are merged; "
         "the opening moves of a match count too.\n"},
    {.name = "play",
     .run = play_run,
     .at_most = ANY_NUMBER,
     .no_batch = true,
     .usage = "[GAME [MOVE]...]",
     .summary = "play a game in the terminal",
     .help = "Without GAME, asks for one. Type a move, or `help` for the other commands.\n"},
    {.name = "analyse",
     .run = analyse_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .usage = "GAME [MOVE]...",
     .summary = "rank the best moves after some moves",
     .help = "Prints for each move, best first: its score for the player to move, the principal "
             "variation, and what the move does, allows and threatens. A score is the difference "
             "of the final scores in seeds; in games that do not count seeds it is in points, or "
             "says who wins. A proven score holds against every reply. Ctrl-C stops the search and "
             "prints what it has found.\n"},
    {.name = "prove",
     .run = prove_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .usage = "GAME [MOVE]...",
     .summary = "find and prove who wins a game that does not count seeds",
     .help = "Prints `value win`, `loss` or `draw` for the player to move, if the game begins at "
             "this position, then the number of positions searched and the seconds taken. Without "
             "a limit it runs until the value is known. With a limit the value may be unknown, and "
             "the status is 3. Ctrl-C or a closed terminal stops the search, prints what is known "
             "and saves it in --checkpoint.\n"},
    {.name = "annotate",
     .run = annotate_run,
     .at_least = 1,
     .at_most = 1,
     .no_batch = true,
     .usage = "FILE",
     .summary = "write records with comments on the moves",
     .help = "FILE holds any number of records (see komwe-record(5)); - is standard input. Each "
             "position is searched. A turn that loses more than a seed or a point against the best "
             "one gets a comment: the loss, the better turn with its continuation, and whether it "
             "is a turning point. The turn after which the result is proven gets one too. A last "
             "comment sums up the play of each side. Random opening moves of `match` are not "
             "judged. Existing comments are kept, followed by -- and the new one; comments of an "
             "earlier annotation are replaced. Each game is written as soon as it is annotated.\n"},
    {.name = "solve",
     .run = solve_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .usage = "GAME [MOVE]...",
     .summary = "find the exact value of a position",
     .help =
         "Prints the value for the player to move under best play, the number of positions "
         "searched, the seconds taken, and the principal variation. A value is the difference "
         "of the final scores in seeds, or win, draw or loss in games that do not count seeds. "
         "--time, --nodes and Ctrl-C end it with bounds: the first line is then `value from LOW to "
         "HIGH`, and the status is 3, or 130 after Ctrl-C.\n"},
    {.name = "match",
     .run = match_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .no_batch = true,
     .usage = "GAME --player P --player Q [MOVE]...",
     .summary = "play matches between engines and print who is stronger",
     .help = "Each opening is played twice with sides exchanged; more than two players meet in a "
             "round robin. Ctrl-C stops the match and prints the result of the finished pairs.\n"},
    {.name = "tune",
     .run = tune_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .no_batch = true,
     .usage = "GAME [--shards FILE...]",
     .summary = "learn evaluation weights from self-play",
     .help = "Prints the weights as text; `match` reads them as weights=FILE, `analyse`, "
             "`annotate`, `play` and `engine` as --weights FILE. It takes minutes; few games or "
             "positions give weights weaker than the built-in ones.\n"},
    {.name = "balance",
     .run = balance_run,
     .at_least = 1,
     .at_most = 1,
     .no_batch = true,
     .usage = "GAME",
     .summary = "make a book of balanced openings",
     .help = "Draws openings, of random moves and of those after which the game looks even, and "
             "keeps those that "
             "long searches from both sides find neither decided nor far from even. `match` and "
             "`tune` read the book as --openings FILE. After five lines that begin with # (what "
             "made it, how many were tried, and how many a search of 8000 positions found "
             "balanced), one opening per line, its moves and the expected score of the player to "
             "move in per cent. Ctrl-C stops and prints the book so far.\n"},
    {.name = "book",
     .run = book_run,
     .at_least = 1,
     .at_most = 1,
     .no_batch = true,
     .usage = "GAME",
     .summary = "grow an opening book",
     .help =
         "A book has opening positions with a value for each move, from searches of what "
         "follows. It grows by one position at a time, where the best lines end, and others the "
         "later the worse they are. Levels 9 and 10 play from the books that are built in, "
         "`analyse` shows them; the format is described in docs/openings.md. Ctrl-C stops "
         "and prints the book so far.\n"},
    {.name = "mine",
     .run = mine_run,
     .at_least = 1,
     .at_most = 1,
     .no_batch = true,
     .usage = "GAME",
     .summary = "find puzzles in self-play games",
     .help = "Prints positions with a single best move, which is proven to decide the game or is "
             "clearly better than all others, easiest first. After three lines that begin with #, "
             "one puzzle per line, separated by tabs: id, position, best move, its score, the "
             "score of the second-best move, `proven` or `better`, and a rating: the strength of a "
             "player who finds the move half of the time (see docs/lessons.md). Ctrl-C stops and "
             "prints the puzzles of the finished games.\n"},
    {.name = "table",
     .run = table_run,
     .at_least = 1,
     .at_most = ANY_NUMBER,
     .no_batch = true,
     .usage = "build|verify|stats|probe GAME [MOVE]... | list | clear [GAME]",
     .summary = "build, verify and probe endgame tables",
     .help =
         "A table holds the value of every position with few seeds: the seeds on the board that "
         "the player to move will win minus those of the opponent. Where the value depends on "
         "the history of the game, the table holds two bounds, as in -2..+4.\n"
         "  build   builds the tables of GAME up to --seeds, or resumes an interrupted build\n"
         "  verify  derives every value again from its successors\n"
         "  stats   a line per value: seeds, value, positions; then, behind #, a line per\n"
         "          number of seeds: positions, percentage of exact values, bytes, and the\n"
         "          longest distance in plies to a capture or the end\n"
         "  probe   the value of the position after the moves, the best moves, and the\n"
         "          value of each move for its player\n"
         "  list    what the cache holds, a line per rule set, separated by tabs: rules,\n"
         "          seeds, bytes; then, behind #, its directory and all bytes\n"
         "  clear   removes the tables of the cache, all or those of GAME\n"
         "The cache is $XDG_CACHE_HOME/komwe/tables, or ~/.cache/komwe/tables. Commands that "
         "search "
         "and are given no tables use it: small tables are built in a moment when a game needs "
         "them, larger ones while `play`, `engine` or `serve` wait. --table-limit bounds the files "
         "of all games, of which those not used for longest make room for others, and the memory "
         "that building a table takes: one that needs more is not "
         "built. `match` builds the small ones in memory.\n"
         "Not for the Bao family, where no seed leaves the board.\n"},
    {.name = "batch",
     .run = batch_run,
     .no_batch = true,
     .usage = "",
     .summary = "run commands read from standard input",
     .help = "One command per line, without `komwe`, quoted as in a shell. An empty line ends each "
             "answer. A command that fails is answered by a line that begins with `error:`, and "
             "the next one is read. Empty lines and lines that begin with # are ignored. `-m -` is "
             "not allowed.\n"},
    {.name = "engine",
     .run = engine_run,
     .no_batch = true,
     .usage = "",
     .summary = "run as an engine for another program",
     .help = "Speaks the Universal Game Interface (UGI) on standard input and output, see "
             "komwe-ugi(5). For example:\n"
             "  setoption name Game value kalah\n"
             "  position startpos moves C A\n"
             "  go depth 9\n"
             "  quit\n"},
    {.name = "serve",
     .run = serve_run,
     .no_batch = true,
     .usage = "",
     .summary = "serve the web site, and the engine to its pages",
     .help = "Prints the address, and serves this machine only, until Ctrl-C. The protocol of "
             "`komwe engine` is available as a WebSocket: path /engine, subprotocol komwe-ugi; see "
             "komwe-ugi(5).\n"},
    {.name = "bench",
     .run = bench_run,
     .at_most = ANY_NUMBER,
     .no_batch = true,
     .usage = "[GAME]...",
     .summary = "measure the speed of the rules and of the engine",
     .help =
         "First a signature, identical on every machine with the same rules. Then for the given "
         "games, or those of the signature, on one thread: plies per second of random play and "
         "leaves per second "
         "of perft, each for the kernel in use and for the plain kernel; and positions per "
         "second of the search.\n"},
    {.name = "help",
     .run = help_run,
     .at_most = 1,
     .usage = "[COMMAND]",
     .summary = "print this list, or the help of a command",
     .help = ""},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

const struct command *command_at(size_t index) {
    return index < COMMANDS ? &commands[index] : NULL;
}

const struct command *command_find(const char *name) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

enum status call_fail_unknown(struct call *call, const char *name) {
    struct text_guess guess = text_guess_of(name, strlen(name));
    char meant[KW_TEXT];
    for (size_t i = 0; i < COMMANDS; i++)
        text_guess_offer(&guess, commands[i].name);
    return call_misuse(call, "unknown command '%s'%s (see: komwe help)", name,
                       error_text_guess(&guess, meant));
}

uint64_t call_number(const struct call *call, enum flag flag, uint64_t usual) {
    const char *text = call->arguments.value[flag];
    if (text != NULL)
        number_limit_read(number_limit_of_flag(call->command->name, flag), text, &usual);
    return usual;
}

static enum status call_check_number(struct call *call, enum flag flag) {
    const struct number_limit *limit = number_limit_of_flag(call->command->name, flag);
    const struct flag_info *info = flag_info(flag);
    const char *text = call->arguments.value[flag];
    char letter[] = {info->letter, '\0'}, bounds[KW_TEXT];
    if (limit == NULL || text == NULL || number_limit_read(limit, text, &(uint64_t){0}))
        return STATUS_OK;
    return call_misuse(call, "%s%s is a %s from %s, not '%s'", info->letter != 0 ? "-" : "--",
                       info->letter != 0 ? letter : info->name,
                       limit->decimals == 0 ? "whole number" : "number of seconds",
                       number_limit_text(limit, bounds), text);
}

/* Whether every number among the flags is within its bounds: what fails then has done nothing. */
static enum status call_check_numbers(struct call *call) {
    enum status status = STATUS_OK;
    const struct flag_use *use = NULL;
    while (status == STATUS_OK && (use = flag_use_next(call->command->name, use)) != NULL)
        status = call_check_number(call, use->flag);
    return status;
}

enum status call_run(struct call *call, int words, char **word) {
    const struct command *command = command_find(word[0]);
    call->command = command;
    if (command == NULL)
        return call_fail_unknown(call, word[0]);
    if (call->batch && command->no_batch)
        return call_misuse(call, "%s cannot be used in a batch", command->name);
    struct string_builder fault = {0};
    if (!arguments_read(&call->arguments, command->name, words, word, &fault)) {
        call_misuse(call, "%s (see: komwe help %s)", fault.text, command->name);
        output_free(&fault);
        return STATUS_USAGE;
    }
    if (call->arguments.value[FLAG_HELP] != NULL) {
        help_write(&call->out, command);
        return STATUS_OK;
    }
    if (call->arguments.operands < command->at_least || call->arguments.operands > command->at_most)
        return call_misuse(call, "usage: komwe %s%s%s", command->name, *command->usage ? " " : "",
                           command->usage);
    enum status status = call_check_numbers(call);
    if (status == STATUS_OK)
        status = rule_folder_add_all(call);
    return status == STATUS_OK ? command->run(call) : status;
}

void call_free(struct call *call) {
    arguments_free(&call->arguments);
    output_free(&call->out);
    output_free(&call->error);
    output_free(&call->excerpt);
}

/* What a user typed may hold anything: an error stays one printable line of bounded length. */
static void call_set_error(struct string_builder *error, const char *format, va_list list) {
    char sentence[1024 + 4], line[1024]; /* what is cut off lies behind what fits */
    struct text shown = text_into(line, sizeof line);
    vsnprintf(sentence, sizeof sentence, format, list);
    text_show(sentence, strlen(sentence), TEXT_ONE_LINE, text_piece, &shown);
    output_clear(error);
    output_add(error, line);
}

enum status call_fail(struct call *call, const char *format, ...) {
    va_list list;
    va_start(list, format);
    call_set_error(&call->error, format, list);
    va_end(list);
    return STATUS_FAILED;
}

enum status call_misuse(struct call *call, const char *format, ...) {
    va_list list;
    va_start(list, format);
    call_set_error(&call->error, format, list);
    va_end(list);
    return STATUS_USAGE;
}

void call_warn(const char *format, ...) {
    struct string_builder line = {0};
    va_list list;
    va_start(list, format);
    call_set_error(&line, format, list);
    va_end(list);
    output_print(stderr, "komwe: %s\n", line.text);
    output_free(&line);
}
