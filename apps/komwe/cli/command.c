/* The commands, and how one is called. */
#include "cli/command.h"

#include "cli/search_flags.h"

#include <komwe.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define FLAG(name) FLAG_BIT(FLAG_##name)
#define FLAGS_GAME (FLAG(OPTION) | FLAG(POSITION) | FLAG(MOVES))

enum { ANY_NUMBER = 0x7fffffff };

static enum status help_run(struct call *call);

static const struct command commands[] = {
    {"games", games_run, FLAG(JSON), 0, 0, false, "[--json]", "list the rule sets",
     "A line for each: id, name, board and source, with tabs between.\n"
     "  --json  everything known of them: names, clauses, options, literature\n"},
    {"rules", rules_run, FLAG(JSON) | FLAG(DIFF) | FLAG(VALUES) | FLAG(OPTION), 1, 1, false,
     "GAME [--diff OTHER | --json | --values]", "the rules of a game, clause by clause",
     "Each clause is marked as the source's word or as our reading of it, and names\n"
     "the options that change it; those are listed that hold under the options given.\n"
     "  --diff OTHER  what GAME has that OTHER has not (+), the reverse (-), and what\n"
     "                both have but not alike (~)\n"
     "  --json        the same as in `games --json`\n"
     "  --values      the options alone, a line for each: name, value, the values that\n"
     "                it takes, with tabs between\n"},
    {"about", about_run, FLAG(JSON) | FLAG(LANGUAGE), 1, 1, false,
     "GAME [--language CODE] [--json]", "the people and the game, with its literature",
     "Who plays, where and when, the board and the words of the game, what the source\n"
     "says of it, and what was added from elsewhere, with where it comes from.\n"
     "  --language CODE  en (English, the usual) or sw (Swahili)\n"
     "  --json           for programs: "
     "{\"id\",\"language\",\"name\",\"lead\",\"where\",\n"
     "                   \"source\",\"sections\",\"terms\",\"literature\",\"added\"}\n"},
    {"show", show_run, FLAGS_GAME, 1, ANY_NUMBER, false, "GAME [MOVE]...",
     "the position after some moves, as text",
     "If the game is over a second line says so: `over 23-17`, South's seeds first, or\n"
     "`over S`, `over N`, `over draw` where seeds are not counted.\n"},
    {"board", board_run, FLAGS_GAME, 1, ANY_NUMBER, false, "GAME [MOVE]...",
     "the position after some moves, as a drawing", ""},
    {"moves", moves_run, FLAGS_GAME, 1, ANY_NUMBER, false, "GAME [MOVE]...",
     "the legal moves after some moves",
     "One a line, in byte order; nothing if the game is over.\n"},
    {"trace", trace_run, FLAGS_GAME | FLAG(JSON), 1, ANY_NUMBER, false, "GAME [MOVE]... LAST",
     "all that happens in the last of some moves",
     "One event a line, with the clause that causes it.\n"
     "  --json  an array of {\"kind\",\"from\",\"to\",\"count\",\"clause\"}\n"},
    {"why", why_run, FLAGS_GAME, 1, ANY_NUMBER, false, "GAME [MOVE]... HOLE-or-MOVE",
     "why a hole or a move may not be played",
     "Names the clause that forbids it, and what obliges the player if anything does.\n"},
    {"perft", perft_run, FLAGS_GAME, 2, ANY_NUMBER, false, "GAME DEPTH [MOVE]...",
     "count the sequences of DEPTH moves",
     "DEPTH is a whole number from 0 to 500.  A pass and each step of a placing count\n"
     "as moves, repetition plays no part.  The count takes as long as it takes: a\n"
     "depth too great runs until you stop it.\n"},
    {"divide", divide_run, FLAGS_GAME, 2, ANY_NUMBER, false, "GAME DEPTH [MOVE]...",
     "the same, for each first move",
     "DEPTH is a whole number from 1 to 500.  See `komwe help perft`.\n"},
    {"playout", playout_run, FLAGS_GAME, 2, ANY_NUMBER, false, "GAME SEED [MOVE]...",
     "play one random game",
     "All legal moves are equally likely; the same SEED, from 0 to\n"
     "18446744073709551615, gives the same game on every machine.  A line for each\n"
     "move, `ply move | position`, and then the result.\n"},
    {"stats", stats_run,
     FLAGS_GAME | FLAG(GAMES) | FLAG(PLAYER) | FLAG(SEED) | FLAG(THREADS) | FLAG(JSON) | FLAG(CSV),
     1, ANY_NUMBER, true, "GAME [MOVE]...", "play many games and say what they are like",
     "Results, length, choice, sowing and how often each rule is at work, with 95 %\n"
     "confidence intervals.  The same seed gives the same figures on any number of\n"
     "threads.\n"
     "  -n N          games to play (1000)\n"
     "  --player WHO  who plays both sides: random (the usual) or greedy\n"
     "  --seed N      of the first game; the next has the next number (1)\n"
     "  --threads N   at work; usually as many as there are processors\n"
     "  --json        for programs, with histograms\n"
     "  --csv         one table: game,player,measure,key,value,low,high\n"},
    {"notate", notate_run, FLAGS_GAME | FLAG(HEADER) | FLAG(RESULT), 1, ANY_NUMBER, true,
     "GAME [MOVE]...", "write a game as a record",
     "The text is described in komwe-record(5).\n"
     "  -H NAME=VALUE  a header, as in -H 'South=Ann'; repeatable\n"
     "  --result HOW   ends the game by word: resign-S, resign-N or agreed\n"},
    {"record", record_run, FLAG(JSON) | FLAG(LIST) | FLAG(TEXT), 1, 1, true,
     "FILE [--json | --list | --text]", "check records, and show how the games end",
     "FILE holds any number of records (see komwe-record(5)); - is standard input.\n"
     "For each game the position after its last move and, if it is over, the result,\n"
     "with an empty line between games.\n"
     "  --json  all that is in the records\n"
     "  --list  the moves, a line for each game\n"
     "  --text  the records as komwe writes them\n"},
    {"openings", openings_run, FLAG(GAMES) | FLAG(PLIES), 1, ANY_NUMBER, true, "FILE...",
     "count the opening moves of many games",
     "Each FILE holds records, as `komwe match --records` writes them, of one rule\n"
     "set; - is standard input.  Prints for each position and each move that was\n"
     "played in it: how many games had it, how many of them its player won, drew and\n"
     "lost, and the seeds by which that player was ahead at their end, on average (-\n"
     "where the games count none).  Positions are the same however they were\n"
     "reached, and the moves that opened a game of a match count too.\n"
     "  -n N       leaves out moves that fewer games have (2)\n"
     "  --plies N  of each game that are counted (16)\n"},
    {"play", play_run,
     FLAGS_GAME | FLAG(SOUTH) | FLAG(NORTH) | FLAG(SEED) | FLAG(PLAIN) | FLAG(SPEED) |
         FLAG(TABLES) | FLAG(WEIGHTS),
     0, ANY_NUMBER, true, "[GAME [MOVE]...]", "play a game here",
     "Without GAME it asks for one.\n"
     "  --south WHO  who plays South: human (the usual), random, greedy or\n"
     "               level:1 to level:10, the engine from beginner to master\n"
     "  --north WHO  who plays North: the same, usually greedy\n"
     "  --seed N     makes the computer's choices repeatable\n"
     "  --plain      line by line, without the full screen: for screen readers\n"
     "  --speed N    of the moves on the full screen: 0 (slow) to 9 (fast), auto (the\n"
     "               usual: a move takes four seconds at most) or off\n"
     "  --tables D   the folder of endgame tables (`komwe help table`), which levels\n"
     "               8 to 10 ask; usually the one that KOMWE_TABLES names, if any\n"
     "  --weights F  what the engine knows, as `komwe tune` prints it; usually its own\n"
     "Type a move, or `help` for what else can be typed.\n"},
    {"analyse", analyse_run, FLAGS_GAME | FLAGS_ENGINE | FLAG(LINES) | FLAG(JSON), 1, ANY_NUMBER,
     false, "GAME [MOVE]...", "the best moves after some moves, and why",
     "The best move first: its score for the player to move, how the game is expected\n"
     "to go on, and what the move does, allows and threatens.  A score is in seeds,\n"
     "the difference at the end of the game; where seeds are not counted it is in\n"
     "points, or says who wins.  What is proven holds whatever the opponent plays.\n"
     "  --time S     seconds to think (2, if no other limit is given)\n"
     "  --depth D    plies to look ahead, 1 to 126\n"
     "  --nodes N    positions to look at; the first limit to be reached ends it\n"
     "  --lines K    moves to rank, 1 to 64 (5)\n"
     "  --threads T  at work (1); with one and no --time the same answer everywhere\n"
     "  --hash MB    memory of the search (64)\n"
     "  --tables D   the folder of endgame tables: what they know is proven; usually\n"
     "               the one that KOMWE_TABLES names, if any\n"
     "  --weights F  what the engine knows, as `komwe tune` prints it; usually its own\n"
     "  --json       an object a line: one for each depth, then the answer\n"
     "Ctrl-C ends the search, and what it has found is printed.\n"},
    {"prove", prove_run,
     FLAGS_GAME | FLAG(ROOTS) | FLAG(OUT) | FLAG(CHECKPOINT) | FLAG(HASH) | FLAG(THREADS) |
         FLAG(TIME) | FLAG(NODES) | FLAG(PROGRESS),
     1, ANY_NUMBER, false, "GAME [MOVE]...", "who wins a game that counts no seeds, with a proof",
     "Prints `value win`, `loss` or `draw` for the player to move, if the game begins\n"
     "at this position, then how many positions were looked at and the seconds taken.\n"
     "Without a limit it goes on until that is known; else the value may be unknown,\n"
     "and then the status is 3.\n"
     "  --roots       the same for each legal move, a line each\n"
     "  --out FILE    writes the proof: komwe-check-proof reads it (komwe-proof(5));\n"
     "                - is standard output, and the values go to standard error\n"
     "  --checkpoint FILE  goes on with what FILE knows from an earlier call, and\n"
     "                keeps there what is found out, every ten minutes and at the end\n"
     "                (--state is its former name)\n"
     "  --hash MB     memory of the search (256); to go on it takes as much as before\n"
     "  --threads T   at work (1); with one the same answer and proof everywhere\n"
     "  --time S      seconds after which it ends\n"
     "  --nodes N     positions after which it ends, about: it looks up every 16384\n"
     "  --progress S  tells how far it is every S seconds, on standard error; on a\n"
     "                terminal that is shown anyway\n"
     "Ctrl-C, or a closed terminal, ends it: what is known by then is printed, and\n"
     "kept in --checkpoint.\n"},
    {"annotate", annotate_run, FLAGS_ENGINE, 1, 1, true, "FILE",
     "write records with comments on the moves",
     "FILE holds any number of records (see komwe-record(5)); - is standard input.\n"
     "Each position is searched.  A turn that loses more than a seed or a point\n"
     "against the best one gets a comment with the loss, the better turn with what\n"
     "was to follow, and whether the game turned there; so does the turn after which\n"
     "the result is proven.  A last comment sums up how each player has played.  The\n"
     "opening of a game of `match`, which nobody chose, is not judged.  Comments that\n"
     "are there are kept, with -- before what is added; what an annotation said before\n"
     "is replaced.\n"
     "  --time S     seconds for each position (0.5, if no other limit is given)\n"
     "  --depth D    plies to look ahead, 1 to 126\n"
     "  --nodes N    positions to look at; the first limit to be reached ends it\n"
     "  --threads T  at work (1); with one and no --time the same answer everywhere\n"
     "  --hash MB    memory of the search (64)\n"
     "  --tables D   the folder of endgame tables, as in `komwe help analyse`\n"
     "  --weights F  as there; all records must be of its game\n"
     "Each game is written as soon as it is annotated: Ctrl-C loses none before it.\n"},
    {"solve", solve_run,
     FLAGS_GAME | FLAG(ROOTS) | FLAG(THREADS) | FLAG(HASH) | FLAG(TABLES) | FLAG(JSON), 1,
     ANY_NUMBER, false, "GAME [MOVE]...", "the exact value of a position",
     "Prints the value for the player to move if both play best, the number of\n"
     "positions that were entered, the seconds that it took, and such a game.  A value\n"
     "is the difference of the final scores in seeds, or win, draw or loss where seeds\n"
     "are not counted.  It takes as long as it takes.\n"
     "  --roots      then a line for each legal move, with its value\n"
     "  --threads T  at work (1); the value is the same with any number\n"
     "  --hash MB    memory of the solver (1024)\n"
     "  --tables D   the folder of endgame tables, as in `komwe help analyse`: the\n"
     "               value is the same, and is found sooner\n"
     "  --json       for programs\n"
     "Where all is not known (Ctrl-C ends the work) the first line is\n"
     "`value from LOW to HIGH` and the status 3, or 130 after Ctrl-C.\n"},
    {"match", match_run,
     FLAGS_GAME | FLAG(PLAYER) | FLAG(GAMES) | FLAG(SEED) | FLAG(THREADS) | FLAG(OPENING) |
         FLAG(OPENINGS) | FLAG(PLIES) | FLAG(ADJUDICATE) | FLAG(SPRT) | FLAG(RECORDS) |
         FLAG(PROGRESS) | FLAG(JSON),
     1, ANY_NUMBER, true, "GAME --player P --player Q [MOVE]...",
     "let players play each other, and say who is stronger",
     "Two games from each opening, sides exchanged; with more than two players each\n"
     "meets each.\n"
     "  --player P     words NAME=VALUE with spaces between: name=, engine= (self,\n"
     "                 plain, greedy, random), hash= (MiB), weights= (a file of\n"
     "                 `komwe tune`), tables= (a folder of `komwe table`), for a\n"
     "                 move time= (ms), nodes=, depth= or level=;\n"
     "                 last cmd=, a program that speaks the protocol of `komwe\n"
     "                 engine`, before it ready= and timeout= (ms that it may take to\n"
     "                 be ready, and for a move beyond its time); or just random or\n"
     "                 greedy\n"
     "  -n N           games of each pairing (100)\n"
     "  --opening N    random moves that open each pair of games (6), and Kiothi's\n"
     "                 whole placing, drawn until neither side is far ahead; 0: none\n"
     "  --openings FILE  opens the pairs by the lines of FILE in turn: each of them a\n"
     "                 position, or moves; # begins a comment\n"
     "  --seed N       of the first opening; the next has the next number (1)\n"
     "  --plies N      ends a game after so many plies (1000) as a repetition does\n"
     "  --adjudicate proven  ends a game when the engine has proven its result\n"
     "  --threads N    games at a time; usually as many as there are processors\n"
     "  --sprt LOW,HIGH  ends when one of these is ruled out, with an error of 5 %:\n"
     "                 the first player is LOW Elo stronger, or HIGH\n"
     "  --records FILE  adds each pair to FILE; pairs that it holds are not played\n"
     "                 again, so that the same match can be continued; a torn pair\n"
     "                 at its end is cut off and played again\n"
     "  --progress N   tells the score so far after every N games, on standard error;\n"
     "                 without it a terminal shows it after each pair\n"
     "  --json         for programs\n"
     "Ctrl-C ends it at once and prints the result of the pairs that have ended.\n"},
    {"tune", tune_run,
     FLAG(GAMES) | FLAG(NODES) | FLAG(SEED) | FLAG(THREADS) | FLAG(GENERATIONS) | FLAG(CHECKPOINT),
     1, 1, true, "GAME", "learn the engine's weights from games against itself",
     "Prints them as text; `match` takes them as weights=FILE, `analyse`, `annotate`,\n"
     "`play` and `engine` as --weights FILE.  It takes minutes; few games or positions\n"
     "give weaker weights than the engine's own.\n"
     "  -n N         games (4000)\n"
     "  --nodes N    of a move (400)\n"
     "  --seed N     of the first game; the next has the next number (1)\n"
     "  --generations N  1 to 9 (1): the second and those after it play with what the\n"
     "               one before has learned, and add a small network\n"
     "  --threads N  games at a time; usually as many as there are processors\n"
     "  --checkpoint FILE  keeps in FILE how far it has come, again and again and when\n"
     "               a signal ends it; the same command goes on from there, and prints\n"
     "               the same weights as one that was never ended\n"},
    {"mine", mine_run,
     FLAG(OPTION) | FLAG(PUZZLES) | FLAG(GAMES) | FLAG(NODES) | FLAG(SEED) | FLAG(THREADS) |
         FLAG(OUT),
     1, 1, true, "GAME", "find puzzles in games of the engine",
     "Plays games by levels of the engine and prints positions with one best move,\n"
     "whose choice decides the game by proof or is clearly better than all others,\n"
     "the easiest first.  After three lines that begin with # a line for each, with\n"
     "tabs between: id, position, best move, its score, that of the next best move,\n"
     "`proven` or `better`, and a rating, which says how strong a player must be to\n"
     "find it half of the time (see docs/puzzles.md).\n"
     "  --puzzles N  so many (100)\n"
     "  --games N    of so many games at most (100000)\n"
     "  --nodes N    positions of the last search of each check (250000)\n"
     "  --seed N     of the first game; the next has the next number (1)\n"
     "  --threads N  games at a time; usually as many as there are processors.  The\n"
     "               puzzles are the same with any number\n"
     "  --out FILE   keeps them in FILE, again and again, and goes on with those that\n"
     "               the same command has kept there: they come to the same\n"
     "Ctrl-C ends it at once and prints the puzzles of the games that were done.\n"},
    {"table", table_run, FLAGS_GAME | FLAG(SEEDS) | FLAG(DIR) | FLAG(THREADS), 2, ANY_NUMBER, true,
     "build|verify|stats|probe GAME [MOVE]...", "build endgame tables, and ask them",
     "A table knows what every position with few seeds is worth to its mover: the\n"
     "seeds on the board that he will win minus those that his opponent will.  Where\n"
     "that depends on how the game came there it knows two bounds, as in -2..+4.\n"
     "  build   builds the tables of GAME up to --seeds, and goes on with a build that\n"
     "          was cut short\n"
     "  verify  derives every value anew from those that its moves lead to\n"
     "  stats   a line for each value: seeds, value, positions; then behind #, for\n"
     "          each number of seeds: positions, how many of 100 are exact, bytes, and\n"
     "          the most plies up to a capture or the end\n"
     "  probe   the value of the position after the moves, the best moves, and what\n"
     "          each move is worth to its player\n"
     "  --seeds N    seeds on the board, 1 to 60\n"
     "  --dir D      the folder of the tables; usually the one that KOMWE_TABLES names\n"
     "  --threads T  that build or verify (1); the tables are the same\n"
     "Not for the Bao family, where seeds never leave the board.\n"},
    {"batch", batch_run, 0, 0, 0, true, "", "carry out commands read from standard input",
     "A command a line, without `komwe`; quote as in a shell.  After each answer comes\n"
     "an empty line, and none within it.  A command that fails is answered by a line\n"
     "that begins with `error: `, and the next one is read.  Empty lines and lines\n"
     "that begin with # are passed over.  Not for play, annotate, match, tune,\n"
     "mine, table, batch, engine, serve, bench, stats, notate, record and openings,\n"
     "nor `-m -`.\n"},
    {"engine", engine_run, FLAG(TABLES) | FLAG(WEIGHTS), 0, 0, true, "",
     "play and analyse for another program",
     "Speaks the Universal Game Interface (UGI) on standard input and output: see\n"
     "komwe-ugi(5).  By hand, for example:\n"
     "  setoption name Game value kalah\n"
     "  position startpos moves C A\n"
     "  go depth 9\n"
     "  quit\n"
     "  --tables D   the folder of endgame tables, as in `komwe help analyse`\n"
     "  --weights F  as there; other games are played without it\n"},
    {"serve", serve_run,
     FLAG(PORT) | FLAG(DIR) | FLAG(HOST) | FLAG(ORIGIN) | FLAG(THREADS) | FLAG(HASH) |
         FLAG(TABLES) | FLAG(CONNECTIONS) | FLAG(PER_ADDRESS),
     0, 0, true, "", "serve the web site, and the engine to its pages",
     "Prints the address, and serves this machine alone until Ctrl-C.  Beside the\n"
     "files it speaks the protocol of `komwe engine` on a WebSocket: path /engine,\n"
     "subprotocol komwe-ugi; see komwe-ugi(5).\n"
     "  --port N     where (8080); 0: any that is free\n"
     "  --dir D      the folder of the site; usually the one installed with komwe, or\n"
     "               built beside it\n"
     "  --host A     serves others too, at this address of the machine (0.0.0.0: all)\n"
     "  --origin O   pages of this other origin may use the engine, as in\n"
     "               https://example.org, where a proxy stands before this server\n"
     "  --threads T  that search at a time; usually as many as there are processors\n"
     "  --hash MB    memory of all searches together (1024)\n"
     "  --connections N  at a time (4096); when there are more, the one that has been\n"
     "               idle longest is closed for a new one\n"
     "  --per-address N  connections of one address (64; of this machine: any number);\n"
     "               of IPv6 a network of 64 bits counts as one\n"
     "  --tables D   the folder of endgame tables, as in `komwe help analyse`\n"},
    {"bench", bench_run, FLAG(JSON) | FLAG(QUICK) | FLAG(THREADS), 0, ANY_NUMBER, true, "[GAME]...",
     "measure the speed of the rules and of the engine",
     "First a signature, the same wherever the rules are.  Then, for the games named\n"
     "or for all, on one thread: plies a second of random play, and leaves a second of\n"
     "perft, each for the code in use and for the plain code it is checked against;\n"
     "and positions a second that the engine enters.\n"
     "  --threads N  the time that N threads need to a depth too, as part of that of\n"
     "               one: the geometric mean over 40 positions\n"
     "  --json       for programs\n"
     "  --quick      shorter runs, rougher figures\n"},
    {"help", help_run, 0, 0, 1, false, "[COMMAND]", "this, or the help of a command", ""},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *command_find(const char *name) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

void write_usage(struct output *out) {
    output_add(out, "Mancala games from old sources, by their exact rules.\n"
                    "\n"
                    "usage: komwe COMMAND [FLAG]... [ARGUMENT]...\n"
                    "\n");
    for (size_t i = 0; i < COMMANDS; i++)
        output_format(out, "  %-8s %s\n", commands[i].name, commands[i].summary);
    output_add(out, "\n"
                    "`komwe games` lists the games, `komwe play` asks which one to play,\n"
                    "`komwe help COMMAND` tells more, `komwe --version` the version.\n");
}

static void write_help(struct output *out, const struct command *command) {
    bool flags = command->flags != 0;
    output_format(out, "usage: komwe %s%s%s%s\n\n%c%s.\n", command->name, flags ? " [FLAG]..." : "",
                  *command->usage ? " " : "", command->usage, command->summary[0] - 'a' + 'A',
                  command->summary + 1);
    output_add(out, command->help);
    if (command->flags & FLAG(OPTION))
        output_add(out, "  -o NAME=VALUE  sets an option of the rules; see `komwe rules GAME`\n");
    if (command->flags & FLAG(POSITION))
        output_add(out, "  -p TEXT        begins at this position instead of at the start\n"
                        "  -m FILE        plays the moves of FILE first (- is standard input)\n"
                        "MOVE may be several moves with spaces between; > and < need quotes in a\n"
                        "shell, or are written r and l.\n");
}

static enum status help_run(struct call *call) {
    if (call->arguments.operands == 0) {
        write_usage(&call->out);
        return STATUS_OK;
    }
    const char *name = call->arguments.operand[0];
    const struct command *command = command_find(name);
    if (command == NULL)
        return call_misuse(call, "unknown command '%s' (see: komwe help)", name);
    write_help(&call->out, command);
    return STATUS_OK;
}

enum status call_run(struct call *call, int words, char **word) {
    const struct command *command = command_find(word[0]);
    call->command = command;
    if (command == NULL)
        return call_misuse(call, "unknown command '%s' (see: komwe help)", word[0]);
    if (call->batch && command->interactive)
        return call_misuse(call, "%s cannot be used in a batch", command->name);
    struct output fault = {0};
    if (!arguments_read(&call->arguments, command->flags, words, word, &fault)) {
        call_misuse(call, "%s (see: komwe help %s)", fault.text, command->name);
        output_free(&fault);
        return STATUS_USAGE;
    }
    if (call->arguments.value[FLAG_HELP] != NULL) {
        write_help(&call->out, command);
        return STATUS_OK;
    }
    if (call->arguments.operands < command->at_least || call->arguments.operands > command->at_most)
        return call_misuse(call, "usage: komwe %s%s%s", command->name, *command->usage ? " " : "",
                           command->usage);
    return command->run(call);
}

void call_free(struct call *call) {
    arguments_free(&call->arguments);
    output_free(&call->out);
    output_free(&call->error);
}

/* What a user typed may hold anything: an error stays one printable line of bounded length. */
static void set_error(struct output *error, const char *format, va_list list) {
    char line[1024];
    vsnprintf(line, sizeof line, format, list);
    for (char *c = line; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    output_clear(error);
    output_add(error, line);
}

enum status call_fail(struct call *call, const char *format, ...) {
    va_list list;
    va_start(list, format);
    set_error(&call->error, format, list);
    va_end(list);
    return STATUS_FAILED;
}

enum status call_misuse(struct call *call, const char *format, ...) {
    va_list list;
    va_start(list, format);
    set_error(&call->error, format, list);
    va_end(list);
    return STATUS_USAGE;
}

void call_tell(const char *format, ...) {
    struct output line = {0};
    va_list list;
    va_start(list, format);
    set_error(&line, format, list);
    va_end(list);
    fprintf(stderr, "komwe: %s\n", line.text);
    output_free(&line);
}

enum status call_number(struct call *call, enum flag flag, const char *name, uint64_t least,
                        uint64_t most, uint64_t *number) {
    const char *text = call->arguments.value[flag];
    uint64_t read;
    if (text == NULL)
        return STATUS_OK;
    if (!read_number(text, most, &read) || read < least)
        return call_misuse(call, "%s is a whole number from %" PRIu64 " to %" PRIu64 ", not '%s'",
                           name, least, most, text);
    *number = read;
    return STATUS_OK;
}
