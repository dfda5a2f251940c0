/* The command play: a game at the terminal, or from a pipe. */
#include "narrate.h"
#include "players.h"
#include "request.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE = 4096 };

/* A game being played here. */
struct table {
    const struct kw_game *game;
    struct kw_session *session;
    enum who who[2]; /* plays South, North */
    struct kw_random random;
    struct output *out;
    size_t *typed; /* the plies played before each entry that a human typed */
    size_t typings, capacity;
    bool left; /* the human has quit, or the input has ended */
};

static const char *const player_name[] = {"South", "North"};

static const struct kw_position *table_position(const struct table *table) {
    return kw_session_position(table->session);
}

static bool table_over(const struct table *table) {
    struct kw_result result;
    return kw_session_result(table->session, &result);
}

/* ---- what is written ---------------------------------------------------------------------- */

static void write_board(struct table *table) {
    char text[KW_DRAWING];
    struct kw_result result;
    bool over = kw_session_result(table->session, &result);
    output_format(table->out, "\n%s",
                  kw_board_text(table->game, table_position(table), over ? &result : NULL, text));
}

/* Tells the plies from `first` on, all of one player. */
static void write_plies(struct table *table, size_t first) {
    const struct kw_position *before = kw_session_before(table->session, first);
    char text[KW_TEXT];
    output_format(table->out, "%s: ", player_name[before->turn]);
    if (before->phase != 0) {
        output_format(table->out, "%s\n", kw_session_turn_text(table->session, first, text));
        return;
    }
    for (size_t ply = first; ply < kw_session_plies(table->session); ply++) {
        before = kw_session_before(table->session, ply);
        kw_move move = kw_session_move(table->session, ply);
        output_format(table->out, "%s\n", kw_move_text(table->game, before, move, text));
        narrate_move(table->out, table->game, before, move);
    }
}

static void write_moves(struct table *table) {
    struct moves moves = {0};
    struct output line = {0};
    moves_name(&moves, table->game, table_position(table));
    for (size_t i = 0; i < moves.count; i++)
        output_format(&line, "%s ", moves.named[i].text);
    if (moves.count > 0)
        output_wrap(table->out, line.text, 0, 0);
    output_free(&line);
    moves_free(&moves);
}

/* What to type in Kiothi's first turn. */
static void write_placing_hint(struct output *out) {
    output_add(out,
               "Your first turn: empty up to two boma of your own and place their warriors\n"
               "again, in any boma of both rows.  In one word: the boma, =, and where how many\n"
               "go, from your left to your right and then round the other row: IJ=A2B4a6.\n"
               "Or one by one: ^I lifts, +A places.  = alone leaves all as they are.\n");
}

/* What sort of move can be made here. */
static void write_example(struct table *table) {
    const struct kw_position *position = table_position(table);
    struct moves moves = {0};
    moves_name(&moves, table->game, position);
    if (position->phase != 0 && position->hand == 0)
        write_placing_hint(table->out);
    else if (moves.count > 0)
        output_format(table->out, "Type a move, for example %s, or help.\n", moves.named[0].text);
    moves_free(&moves);
}

/* What the player must know before he chooses. */
static void write_notice(struct table *table) {
    const struct kw_position *position = table_position(table);
    struct kw_reason reason;
    char text[KW_TEXT];
    bool begins = kw_session_plies(table->session) == 0;
    bool places = position->phase != 0 && position->hand == 0;
    kw_move pass = kw_move_make(KW_PASS, 0, false, false, 0);
    if (begins || places || !kw_refuse(table->game, position, pass, &reason))
        write_example(table);
    if (kw_obliged(table->game, position, &reason))
        output_format(table->out, "Note: %s [%s]\n", kw_reason_text(table->game, &reason, text),
                      reason.clause->id);
}

static void write_help(struct table *table) {
    write_example(table);
    output_add(table->out, "  moves   the legal moves\n"
                           "  board   the board again\n"
                           "  why X   why the hole or the move X may not be played\n"
                           "  undo    take back your last move and the answers to it\n"
                           "  rules   the rules of this game\n"
                           "  quit    leave\n");
}

static void write_rules(struct table *table) {
    for (size_t i = 0; i < kw_clause_count(table->game); i++)
        write_clause(table->out, kw_clause_at(table->game, i), 0);
}

/* ---- the computer's moves ----------------------------------------------------------------- */

/* Plays a whole first turn in Kiothi, else one ply. */
static bool play_computer(struct table *table, struct kw_error *error) {
    size_t first = kw_session_plies(table->session);
    unsigned player = table_position(table)->turn;
    struct moves moves = {0};
    bool played = true;
    bool placing;
    do {
        placing = table_position(table)->phase != 0;
        moves_list(&moves, table->game, table_position(table));
        kw_move move = who_choose(table->who[player], table->game, table_position(table), &moves,
                                  &table->random);
        played = kw_session_play(table->session, move, error);
    } while (played && placing && table_position(table)->turn == player);
    moves_free(&moves);
    if (played)
        write_plies(table, first);
    return played;
}

/* ---- the human's moves -------------------------------------------------------------------- */

static void remember_typing(struct table *table) {
    if (table->typings == table->capacity) {
        table->capacity = table->capacity * 2 + 16;
        table->typed = memory_resize(table->typed, table->capacity, sizeof *table->typed);
    }
    table->typed[table->typings++] = kw_session_plies(table->session);
}

static void enter_move(struct table *table, const char *word) {
    struct kw_error error;
    remember_typing(table);
    if (kw_session_enter(table->session, word, &error)) {
        write_plies(table, table->typed[table->typings - 1]);
        return;
    }
    table->typings--;
    if (error.code == KW_ILLEGAL_MOVE && explain_move(table->out, table->session, word, &error))
        return;
    output_format(table->out, "%s: %s\n", word, error.message);
    write_example(table);
}

static void undo_typing(struct table *table) {
    if (table->typings == 0) {
        output_add(table->out, "There is nothing to take back.\n");
        return;
    }
    size_t plies = table->typed[--table->typings];
    while (kw_session_plies(table->session) > plies && kw_session_undo(table->session))
        ;
}

static void answer_why(struct table *table, const char *word) {
    struct kw_error error;
    if (word == NULL)
        output_add(table->out, "Why what?  Give a hole or a move: why A.\n");
    else if (!explain_move(table->out, table->session, word, &error))
        output_format(table->out, "%s: %s\n", word, error.message);
}

/* Carries out a line if it is a command; else it is left alone. */
static bool obey_command(struct table *table, const char *name, const char *word) {
    if (strcmp(name, "moves") == 0)
        write_moves(table);
    else if (strcmp(name, "board") == 0)
        write_board(table);
    else if (strcmp(name, "why") == 0)
        answer_why(table, word);
    else if (strcmp(name, "undo") == 0)
        undo_typing(table);
    else if (strcmp(name, "rules") == 0)
        write_rules(table);
    else if (strcmp(name, "help") == 0)
        write_help(table);
    else if (strcmp(name, "quit") == 0)
        table->left = true;
    else
        return false;
    return true;
}

static bool human_to_move(const struct table *table) {
    return table->who[table_position(table)->turn] == WHO_HUMAN && !table_over(table);
}

/* A line is a command, or moves for as long as they can be played. */
static void obey_line(struct table *table, char *line) {
    static const char blank[] = " \t\r\v\f";
    char *rest;
    char *word = strtok_r(line, blank, &rest);
    if (word == NULL)
        return;
    char *second = strtok_r(NULL, blank, &rest);
    if (obey_command(table, word, second))
        return;
    size_t typings;
    do {
        typings = table->typings;
        enter_move(table, word);
        word = second;
        second = word != NULL ? strtok_r(NULL, blank, &rest) : NULL;
    } while (word != NULL && table->typings > typings && human_to_move(table));
}

/* Writes what there is to write and reads a line; false at the end of the input. */
static bool ask(struct output *out, const char *prompt, char line[LINE_SIZE]) {
    for (;;) {
        if (isatty(STDIN_FILENO))
            output_add(out, prompt);
        output_flush(out, stdout);
        switch (line_read(stdin, line, LINE_SIZE)) {
        case LINE_READ:
            return true;
        case LINE_END:
            if (isatty(STDIN_FILENO))
                output_char(out, '\n');
            return false;
        default:
            output_add(out, "That line cannot be read.\n");
        }
    }
}

static void play_human(struct table *table) {
    char line[LINE_SIZE], prompt[16];
    unsigned player = table_position(table)->turn;
    snprintf(prompt, sizeof prompt, "%s> ", player_name[player]);
    if (ask(table->out, prompt, line))
        obey_line(table, line);
    else
        table->left = true;
}

/* ---- the game ----------------------------------------------------------------------------- */

static void write_greeting(struct table *table, uint64_t seed) {
    const struct kw_info *info = kw_game_info(table->game);
    output_format(table->out, "%s: ", info->name);
    output_wrap(table->out, info->summary, (unsigned)strlen(info->name) + 2, 2);
    output_format(table->out, "South: %s, North: %s", who_text(table->who[0]),
                  who_text(table->who[1]));
    if (table->who[0] != WHO_HUMAN || table->who[1] != WHO_HUMAN)
        output_format(table->out, ", seed %" PRIu64, seed);
    output_char(table->out, '\n');
}

static enum status play_table(struct call *call, struct table *table) {
    struct kw_error error;
    struct kw_result result;
    char text[KW_TEXT];
    size_t shown = SIZE_MAX; /* the ply before which the board was last written for a human */
    while (!table->left && !kw_session_result(table->session, &result)) {
        if (table->who[table_position(table)->turn] != WHO_HUMAN) {
            if (!play_computer(table, &error))
                return call_fail(call, "%s", error.message);
            output_flush(table->out, stdout);
            continue;
        }
        size_t ply = kw_session_plies(table->session);
        if (ply != shown) {
            write_board(table);
            write_notice(table);
        }
        shown = ply;
        play_human(table);
    }
    if (!table->left) {
        write_board(table);
        output_format(table->out, "The game is %s.\n", kw_result_text(&result, text));
    }
    return STATUS_OK;
}

static enum status read_who(struct call *call, enum flag flag, enum who *who) {
    const char *text = call->arguments.value[flag];
    if (text == NULL || who_read(text, who))
        return STATUS_OK;
    return call_misuse(call, "a player is human, random or greedy, not '%s'", text);
}

/* The seed of --seed, or one that differs from game to game. */
static enum status read_seed(struct call *call, uint64_t *seed) {
    const char *text = call->arguments.value[FLAG_SEED];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *seed = ((uint64_t)now.tv_sec * 1000003 + (uint64_t)now.tv_nsec) % 1000000;
    if (text == NULL || read_number(text, UINT64_MAX, seed))
        return STATUS_OK;
    return call_misuse(call, "--seed is a whole number from 0 to %" PRIu64 ", not '%s'", UINT64_MAX,
                       text);
}

/* Asks for a game until one is named; NULL at the end of the input. */
static const struct kw_game *ask_game(struct output *out) {
    char line[LINE_SIZE];
    for (size_t i = 0; i < kw_game_count(); i++) {
        const struct kw_info *info = kw_game_info(kw_game_at(i));
        output_format(out, "%3zu  %-11s %s\n", i + 1, info->id, info->name);
    }
    output_add(out, "Which game?  Type its number or its name.\n");
    while (ask(out, "game> ", line)) {
        uint64_t number;
        char *rest;
        char *word = strtok_r(line, " \t\r", &rest);
        if (word == NULL)
            continue;
        if (strcmp(word, "quit") == 0)
            return NULL;
        if (read_number(word, kw_game_count(), &number) && number > 0)
            return kw_game_at((size_t)number - 1);
        if (kw_game_find(word) != NULL)
            return kw_game_find(word);
        output_format(out, "There is no game '%s'.\n", word);
    }
    return NULL;
}

/* Who plays, and with what seed. */
static enum status read_players(struct call *call, struct table *table, uint64_t *seed) {
    enum status status = read_who(call, FLAG_SOUTH, &table->who[KW_SOUTH]);
    if (status == STATUS_OK)
        status = read_who(call, FLAG_NORTH, &table->who[KW_NORTH]);
    if (status == STATUS_OK)
        status = read_seed(call, seed);
    return status;
}

/* The game named by the call or asked for; NULL if there was no answer. */
static const char *game_id(struct call *call) {
    if (call->arguments.operands > 0)
        return call->arguments.operand[0];
    const struct kw_game *game = ask_game(&call->out);
    return game != NULL ? kw_game_info(game)->id : NULL;
}

enum status play_run(struct call *call) {
    struct table table = {.who = {WHO_HUMAN, WHO_GREEDY}, .out = &call->out};
    struct request request = {0};
    uint64_t seed = 0;
    enum status status = read_players(call, &table, &seed);
    if (status != STATUS_OK)
        return status;
    const char *id = game_id(call);
    if (id == NULL)
        return STATUS_OK;
    status = request_open(call, &request, id, call->arguments.operands > 0 ? 1 : 0);
    if (status == STATUS_OK)
        status = request_replay(call, &request);
    if (status == STATUS_OK) {
        table.game = request.game;
        table.session = request.session;
        kw_random_seed(&table.random, seed);
        write_greeting(&table, seed);
        status = play_table(call, &table);
    }
    free(table.typed);
    request_close(&request);
    return status;
}
