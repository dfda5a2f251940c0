#include "game/play_commands.h"

#include "cli/arguments.h"
#include "game/game_files.h"
#include "text/kiothi_setup_words.h"
#include "text/move_preview.h"
#include "text/move_remarks.h"
#include "text/narrate.h"
#include "text/score_text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HINT_INDENT = 2 };

static const char blank[] = " \t\r\v\f";

/* One thing that can be typed beside moves; `argument` is what follows its name, maybe "". */
struct typed_command {
    const char *name;
    void (*obey)(struct table *table, const char *argument,
                 bool anyway); /* anyway: NAME! was typed */
    const char *usage;         /* of the argument */
    const char *summary;
};

/* ---- going back and forth ----------------------------------------------------------------- */

static void obey_undo(struct table *table, const char *argument, bool anyway) {
    (void)argument, (void)anyway;
    if (!table_undo(table))
        output_add(table->out, "There is nothing to take back.\n");
}

static void obey_redo(struct table *table, const char *argument, bool anyway) {
    (void)argument, (void)anyway;
    if (!table_redo(table))
        output_add(table->out, "There is nothing to play again.\n");
}

/* True if nothing would be lost by leaving this game, or it shall be; else says so. */
static bool may_leave_game(struct table *table, const char *name, bool anyway) {
    if (anyway || kw_session_plies(table->session) == 0 || table->saved == table->changes ||
        table_over(table))
        return true;
    output_format(table->out, "This game is neither over nor saved: %s! leaves it.\n", name);
    return false;
}

static void obey_new(struct table *table, const char *argument, bool anyway) {
    (void)argument;
    if (may_leave_game(table, "new", anyway) && !table_restart(table))
        output_add(table->out, "There is not enough memory.\n");
}

static void obey_save(struct table *table, const char *argument, bool anyway) {
    saving_save(table, argument, anyway);
}

static void obey_load(struct table *table, const char *argument, bool anyway) {
    if (*argument == '\0')
        output_add(table->out, "Load what?  Give a file: load FILE.\n");
    else if (may_leave_game(table, "load", anyway))
        saving_load(table, argument);
}

/* ---- asking ------------------------------------------------------------------------------- */

static void obey_moves(struct table *table, const char *argument, bool anyway) {
    (void)anyway;
    if (!table_over(table))
        forecast_moves(table->out, table->game, table_position(table), argument);
    else
        table_write_result(table);
}

/* The move of a line, or a whole first turn, or what is left of it, as it can be typed. */
static void hint_move(struct output *out, const struct table *table, const struct kw_line *line) {
    struct kw_position next = *table_position(table);
    char text[KW_TEXT];
    if (!placing_now(&next))
        output_add(out, kw_move_text(table->game, &next, line->move[0], text));
    else if (placing_words(table->game, &next, line, &text, 1) > 0)
        output_add(out, text);
    else
        placing_steps(out, table->game, line->move, placing_play(table->game, &next, line));
}

/* "The engine would play C (+4.2): ", and what the move does, allows and threatens. */
static void write_hint(struct table *table, const struct kw_analysis *analysis) {
    const struct kw_line *line = &analysis->line[0];
    struct output hint = {0};
    char text[KW_TEXT];
    output_add(&hint, "The engine would play ");
    hint_move(&hint, table, line);
    if (score_known(analysis))
        output_format(&hint, " (%s)", score_text(line, text));
    output_add(&hint, ": ");
    words_on_line(&hint, table->game, table_position(table), line);
    output_wrap(table->out, hint.text, 0, HINT_INDENT);
    output_free(&hint);
}

/* What the engine would play after a moment's thought; the same whenever it is asked. */
static void obey_hint(struct table *table, const char *argument, bool anyway) {
    (void)argument, (void)anyway;
    static const struct kw_limits moment = {.nodes = 50000}, longer = {.nodes = 1000000};
    const struct kw_limits *limits = placing_now(table_position(table)) ? &longer : &moment;
    struct kw_analysis *analysis = memory_new(1, sizeof *analysis);
    struct kw_error error = {.message = "there is not enough memory"};
    struct kw_engine *engine = table_engine(table);
    if (engine != NULL)
        kw_engine_clear(engine);
    if (table_over(table)) {
        table_write_result(table);
    } else if (engine != NULL &&
               kw_engine_search(engine, table->session, limits, NULL, NULL, analysis, &error)) {
        write_hint(table, analysis);
    } else {
        output_format(table->out, "%s.\n", error.message);
    }
    free(analysis);
}

static void obey_why(struct table *table, const char *argument, bool anyway) {
    (void)anyway;
    kw_move list[KW_TURN_STEPS];
    struct kw_error error = {.code = KW_BAD_MOVE};
    size_t steps = 0;
    if (table_placing(table))
        steps = placing_parse(table->game, table_position(table), argument, list, &error);
    if (*argument == '\0')
        output_add(table->out, "Why what?  Give a hole or a move: why A.\n");
    else if (steps > 0)
        explain_moves(table->out, table->session, argument, list, steps);
    else if (error.code == KW_ILLEGAL_MOVE)
        output_format(table->out, "not legal: %s\n", error.message);
    else if (!explain_move(table->out, table->session, argument, &error))
        output_format(table->out, "%s: %s\n", argument, error.message);
}

static void obey_preview(struct table *table, const char *argument, bool anyway) {
    (void)anyway;
    const struct kw_position *position = table_position(table);
    kw_move list[KW_TURN_STEPS];
    struct kw_error error;
    struct kw_position next = *position;
    size_t count = 0;
    if (*argument == '\0')
        output_add(table->out, "Preview of what?  Give a move.\n");
    else if (table_over(table))
        table_write_result(table);
    else if ((count = table_read(table, argument, list, &error)) == 0)
        output_format(table->out, "%s: %s\n", argument, error.message);
    if (count == 0)
        return;
    output_format(table->out, "If %s plays %s:\n", player_name[position->turn], argument);
    for (size_t i = 0; i < count; i++) {
        if (!placing_now(&next))
            narrate_move(table->out, table->game, &next, list[i]);
        kw_play(table->game, &next, list[i], &next);
    }
    if (!table->drawn)
        table_write_board(table, &next);
    table->foreseen = true;
    table->future = next;
}

static void obey_last(struct table *table, const char *argument, bool anyway) {
    (void)argument, (void)anyway;
    size_t plies = kw_session_plies(table->session), turn = 0;
    bool drawn = table->drawn;
    if (plies == 0) {
        output_add(table->out, "No move has been played yet.\n");
        return;
    }
    for (size_t next = 0; next < plies; next = kw_session_turn_end(table->session, next))
        turn = next;
    table->drawn = false;
    table_write_plies(table, turn);
    table->drawn = drawn;
}

static void obey_board(struct table *table, const char *argument, bool anyway) {
    (void)argument, (void)anyway;
    table->foreseen = false;
    if (!table->drawn)
        table_write_board(table, table_position(table));
}

static void obey_flip(struct table *table, const char *argument, bool anyway) {
    table->bottom = table->bottom == KW_SOUTH ? KW_NORTH : KW_SOUTH;
    obey_board(table, argument, anyway);
}

static void obey_rules(struct table *table, const char *argument, bool anyway) {
    (void)argument, (void)anyway;
    for (size_t i = 0; i < kw_clause_count(table->game); i++)
        write_clause(table->out, kw_clause_at(table->game, i), 0);
}

/* ---- ending the game ---------------------------------------------------------------------- */

/* The end of the game by word: false and `error` if it is over already. */
static void tell_ending(struct table *table, bool ended, const struct kw_error *error) {
    if (!ended)
        output_format(table->out, "%s.\n", error->message);
    table->changes += ended;
}

/* The human who types: he who is to move, if there are two. */
static enum kw_player typist(const struct table *table) {
    unsigned turn = table_position(table)->turn;
    return (enum kw_player)(table->who[turn] == WHO_HUMAN ? turn : turn ^ 1u);
}

static void obey_resign(struct table *table, const char *argument, bool anyway) {
    (void)argument, (void)anyway;
    struct kw_error error;
    tell_ending(table, kw_session_resign(table->session, typist(table), &error), &error);
}

static void agree_on_draw(struct table *table) {
    struct kw_error error;
    tell_ending(table, kw_session_agree(table->session, &error), &error);
}

static void obey_draw(struct table *table, const char *argument, bool anyway) {
    (void)argument, (void)anyway;
    unsigned other = typist(table) ^ 1u;
    if (table_over(table))
        table_write_result(table);
    else if (table->who[other] == WHO_HUMAN)
        table->offered = true;
    else if (who_worth(table->game, table_position(table), other) <= 0)
        agree_on_draw(table);
    else
        output_format(table->out, "%s does not agree: the game stands better for %s.\n",
                      player_name[other], player_name[other]);
}

/* The answer to an offer of a draw; false if the line is none, and the offer is declined. */
static bool answer_offer(struct table *table, const char *line) {
    static const char *const yes[] = {"yes", "y", "draw", NULL}, *const no[] = {"no", "n", NULL};
    table->offered = false;
    for (size_t i = 0; yes[i] != NULL; i++) {
        if (strcmp(line, yes[i]) == 0) {
            agree_on_draw(table);
            return true;
        }
    }
    output_add(table->out, "The draw is declined.\n");
    for (size_t i = 0; no[i] != NULL; i++)
        if (strcmp(line, no[i]) == 0)
            return true;
    return false;
}

/* ---- the program -------------------------------------------------------------------------- */

bool speed_read(const char *text, int *speed) {
    uint64_t number;
    if (strcmp(text, "off") == 0)
        *speed = SPEED_OFF;
    else if (strcmp(text, "auto") == 0)
        *speed = SPEED_ADAPTIVE;
    else if (read_number(text, SPEED_FASTEST, &number))
        *speed = (int)number;
    else
        return false;
    return true;
}

static void obey_speed(struct table *table, const char *argument, bool anyway) {
    (void)anyway;
    char digit[2] = {(char)('0' + table->speed), '\0'};
    if (!speed_read(argument, &table->speed))
        output_format(table->out,
                      "The speed is %s now; it can be 0 (slow) to 9 (fast), auto or off.\n",
                      table->speed == SPEED_OFF        ? "off"
                      : table->speed == SPEED_ADAPTIVE ? "auto"
                                                       : digit);
}

static void obey_quit(struct table *table, const char *argument, bool anyway) {
    (void)argument;
    if (may_leave_game(table, "quit", anyway))
        table->left = true;
}

static void obey_help(struct table *table, const char *argument, bool anyway);

static const struct typed_command commands[] = {
    {"moves", obey_moves, "[HOLE]", "the legal moves, where each ends and what it takes"},
    {"preview", obey_preview, "MOVE", "what a move would do, without playing it"},
    {"why", obey_why, "X", "why the hole or the move X may not be played"},
    {"hint", obey_hint, "", "what the engine would play, and why"},
    {"undo", obey_undo, "", "take back your last move and the answers to it"},
    {"redo", obey_redo, "", "play again what was taken back"},
    {"last", obey_last, "", "the last move once more, lap by lap"},
    {"board", obey_board, "", "the board again"},
    {"flip", obey_flip, "", "the board from the other side"},
    {"rules", obey_rules, "", "the rules of this game"},
    {"resign", obey_resign, "", "give the game up"},
    {"draw", obey_draw, "", "offer a draw"},
    {"save", obey_save, "FILE", "write the game to a file; save! overwrites another"},
    {"load", obey_load, "FILE", "go on with the game of a file"},
    {"new", obey_new, "", "the same game from its start"},
    {"speed", obey_speed, "N", "of moves on the full screen: 0 to 9, auto, off"},
    {"help", obey_help, "", "this"},
    {"quit", obey_quit, "", "leave (also q, exit); quit! though the game is unsaved"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void obey_help(struct table *table, const char *argument, bool anyway) {
    (void)argument, (void)anyway;
    if (!table_over(table))
        table_write_example(table);
    for (size_t i = 0; i < COMMANDS; i++)
        output_format(table->out, "  %-7s %-6s  %s\n", commands[i].name, commands[i].usage,
                      commands[i].summary);
}

/* ---- a line ------------------------------------------------------------------------------- */

/* Other words that people try for a command. */
static const char *usual_name(const char *name) {
    return strcasecmp(name, "q") == 0 || strcasecmp(name, "exit") == 0 ? "quit" : name;
}

/* Carries out a command, whatever the case of its letters; false if there is none of that name. */
static bool obey_command(struct table *table, const char *word, const char *argument) {
    const char *name = usual_name(word);
    size_t length = strlen(name);
    bool anyway = length > 1 && name[length - 1] == '!';
    length -= anyway;
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strlen(commands[i].name) == length &&
            strncasecmp(commands[i].name, name, length) == 0) {
            if (*commands[i].usage == '\0' && *argument != '\0')
                output_format(table->out, "Nothing can follow %s: '%s'.\n", commands[i].name,
                              argument);
            else
                commands[i].obey(table, argument, anyway);
            return true;
        }
    }
    return false;
}

/* Plays the words one after the other, until one cannot be played or the turn is another's. */
static void play_words(struct table *table, char *word, char *rest) {
    while (word != NULL && table_enter(table, word)) {
        word = strtok_r(NULL, blank, &rest);
        if (word != NULL && !table_human_to_move(table)) {
            output_format(table->out, "Not played: %s%s%s\n", word, *rest != '\0' ? " " : "", rest);
            return;
        }
    }
}

void obey_line(struct table *table, char *line) {
    char *rest, *end = line + strlen(line);
    while (end > line && strchr(blank, end[-1]) != NULL)
        *--end = '\0';
    line += strspn(line, blank);
    if (*line == '\0' || (table->offered && answer_offer(table, line)))
        return;
    char *word = strtok_r(line, blank, &rest);
    rest += strspn(rest, blank);
    if (!obey_command(table, word, rest))
        play_words(table, word, rest);
}

const char *obey_prompt(const struct table *table, char prompt[PROMPT_SIZE]) {
    unsigned turn = table_position(table)->turn;
    if (table->offered)
        snprintf(prompt, PROMPT_SIZE, "%s, is it a draw (yes, no)? ", player_name[turn ^ 1u]);
    else
        snprintf(prompt, PROMPT_SIZE, "%s> ", table_over(table) ? "over" : player_name[turn]);
    return prompt;
}
