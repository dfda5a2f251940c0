#include "game/play_commands.h"

#include "cli/number_limits.h"
#include "game/game_files.h"
#include "game/play_match.h"
#include "text/move_preview.h"
#include "text/move_remarks.h"
#include "text/narrate.h"
#include "text/score_text.h"
#include "text/setup_words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HINT_INDENT = 2 };

static const char play_blanks[] = " \t\r\v\f";

/*
 * One thing that can be typed beside moves: `plain` if it depends on the name alone, else `run`
 * with what follows the name, maybe "", and whether NAME! was typed.
 */
struct play_command {
    const char *name;
    void (*plain)(struct play_state *play);
    void (*run)(struct play_state *play, const char *argument, bool anyway);
    const char *usage; /* of the argument */
    const char *summary;
};

/* ---- going back and forth ----------------------------------------------------------------- */

static void play_command_undo(struct play_state *play) {
    if (!play_undo(play))
        output_add(play->out, "There is nothing to take back.\n");
}

static void play_command_redo(struct play_state *play) {
    if (!play_redo(play))
        output_add(play->out, "There is nothing to play again.\n");
}

/* True if the game is saved, over or empty, or `anyway`; else writes why it is not left. */
static bool play_command_may_leave(struct play_state *play, const char *name, bool anyway) {
    if (anyway || kw_session_plies(play->session) == 0 || play->saved == play->changes ||
        play_over(play))
        return true;
    output_format(play->out, "This game is neither over nor saved: %s! leaves it.\n", name);
    return false;
}

static void play_command_new(struct play_state *play, const char *argument, bool anyway) {
    (void)argument;
    if (play_command_may_leave(play, "new", anyway) && !play_restart(play))
        output_add(play->out, "There is not enough memory.\n");
}

static void play_command_save(struct play_state *play, const char *argument, bool anyway) {
    game_file_save(play, argument, anyway);
}

static void play_command_load(struct play_state *play, const char *argument, bool anyway) {
    if (*argument == '\0')
        output_add(play->out, "Load what?  Give a file: load FILE.\n");
    else if (play_command_may_leave(play, "load", anyway))
        game_file_load(play, argument);
}

/* ---- asking ------------------------------------------------------------------------------- */

static void play_command_moves(struct play_state *play, const char *argument, bool anyway) {
    (void)anyway;
    if (!play_over(play))
        preview_moves(play->out, play->game, play_position(play), argument);
    else
        play_write_result(play);
}

/* The move of a line, or a whole first turn, or what is left of it, as it can be typed. */
static void play_command_write_hint_move(struct string_builder *out, const struct play_state *play,
                                         const struct kw_line *line) {
    struct kw_position next = *play_position(play);
    char text[KW_TEXT];
    if (!setup_words_apply(&next))
        output_add(out, kw_move_text(play->game, &next, line->move[0], text));
    else if (setup_words_list(play->game, &next, line, &text, 1) > 0)
        output_add(out, text);
    else
        setup_words_steps(out, play->game, line->move, setup_words_play(play->game, &next, line));
}

/* "The engine would play C (+4.2): ", and what the move does, allows and threatens. */
static void play_command_write_hint(struct play_state *play, const struct kw_analysis *analysis) {
    const struct kw_line *line = &analysis->line[0];
    struct string_builder hint = {0};
    char text[KW_TEXT];
    output_add(&hint, "The engine would play ");
    play_command_write_hint_move(&hint, play, line);
    if (score_known(analysis))
        output_format(&hint, " (%s)", score_text(line, text));
    output_add(&hint, ": ");
    words_on_line(&hint, play->game, play_position(play), line);
    output_wrap(play->out, hint.text, 0, HINT_INDENT);
    output_free(&hint);
}

/* The engine's move after a short search, which is the same in every call. */
static void play_command_hint(struct play_state *play) {
    static const struct kw_limits moment = {.nodes = 50000}, longer = {.nodes = 1000000};
    const struct kw_limits *limits = setup_words_apply(play_position(play)) ? &longer : &moment;
    struct kw_analysis *analysis = memory_new(1, sizeof *analysis);
    struct kw_error error = {.message = "there is not enough memory"};
    struct kw_engine *engine = play_engine(play);
    if (engine != NULL)
        kw_engine_clear(engine);
    if (play_over(play)) {
        play_write_result(play);
    } else if (engine != NULL &&
               kw_engine_search(engine, play->session, limits, NULL, NULL, analysis, &error)) {
        play_command_write_hint(play, analysis);
    } else {
        output_format(play->out, "%s.\n", error.message);
    }
    free(analysis);
}

static void play_command_why(struct play_state *play, const char *argument, bool anyway) {
    (void)anyway;
    kw_move list[KW_TURN_STEPS];
    struct kw_error error = {.code = KW_BAD_MOVE};
    size_t steps = 0;
    if (play_is_setup(play))
        steps = setup_words_parse(play->game, play_position(play), argument, list, &error);
    if (*argument == '\0')
        output_add(play->out, "Why what?  Give a hole or a move: why A.\n");
    else if (steps > 0)
        explain_moves(play->out, play->session, argument, list, steps);
    else if (error.code == KW_ILLEGAL_MOVE)
        output_format(play->out, "not legal: %s\n", error.message);
    else if (!explain_move(play->out, play->session, argument, &error))
        output_format(play->out, "%s: %s\n", argument, error.message);
}

static void play_command_preview(struct play_state *play, const char *argument, bool anyway) {
    (void)anyway;
    const struct kw_position *position = play_position(play);
    kw_move list[KW_TURN_STEPS];
    struct kw_error error;
    struct kw_position next = *position;
    size_t count = 0;
    if (*argument == '\0')
        output_add(play->out, "Preview of what?  Give a move.\n");
    else if (play_over(play))
        play_write_result(play);
    else if ((count = play_read_move(play, argument, list, &error)) == 0)
        output_format(play->out, "%s: %s\n", argument, error.message);
    if (count == 0)
        return;
    output_format(play->out, "If %s plays %s:\n", player_name[position->turn], argument);
    for (size_t i = 0; i < count; i++) {
        if (!setup_words_apply(&next))
            narrate_move(play->out, play->game, &next, list[i]);
        kw_play(play->game, &next, list[i], &next);
    }
    if (!play->drawn)
        play_write_board(play, &next);
    play->foreseen = true;
    play->future = next;
}

static void play_command_last(struct play_state *play) {
    size_t plies = kw_session_plies(play->session), turn = 0;
    bool drawn = play->drawn;
    if (plies == 0) {
        output_add(play->out, "No move has been played yet.\n");
        return;
    }
    for (size_t next = 0; next < plies; next = kw_session_turn_end(play->session, next))
        turn = next;
    play->drawn = false;
    play_write_plies(play, turn);
    play->drawn = drawn;
}

static void play_command_board(struct play_state *play) {
    play->foreseen = false;
    if (!play->drawn)
        play_write_board(play, play_position(play));
}

static void play_command_flip(struct play_state *play) {
    play->bottom = play->bottom == KW_SOUTH ? KW_NORTH : KW_SOUTH;
    play_command_board(play);
}

static void play_command_rules(struct play_state *play) {
    for (size_t i = 0; i < kw_clause_count(play->game); i++)
        write_clause(play->out, play->game, kw_clause_at(play->game, i), 0);
}

/* ---- ending the game ---------------------------------------------------------------------- */

/* The end of the game by word: false and `error` if it is over already. */
static void play_command_end_game(struct play_state *play, bool ended,
                                  const struct kw_error *error) {
    if (!ended)
        output_format(play->out, "%s.\n", error->message);
    play->changes += ended;
}

/* The human at the keyboard: the player to move, if both are human. */
static enum kw_player play_command_typist(const struct play_state *play) {
    unsigned turn = play_position(play)->turn;
    return (enum kw_player)(play->player[turn] == PLAYER_HUMAN ? turn : turn ^ 1u);
}

static void play_command_resign(struct play_state *play) {
    struct kw_error error;
    play_command_end_game(play, kw_session_resign(play->session, play_command_typist(play), &error),
                          &error);
}

static void play_command_agree_draw(struct play_state *play) {
    struct kw_error error;
    play_command_end_game(play, kw_session_agree(play->session, &error), &error);
}

static void play_command_draw(struct play_state *play) {
    unsigned other = play_command_typist(play) ^ 1u;
    if (play_over(play))
        play_write_result(play);
    else if (play->player[other] == PLAYER_HUMAN)
        play->offered = true;
    else if (player_static_value(play->game, play_position(play), other) <= 0)
        play_command_agree_draw(play);
    else
        output_format(play->out, "%s does not agree: the game stands better for %s.\n",
                      player_name[other], player_name[other]);
}

/* The answer to an offer of a draw; false if the line is none, and the offer is declined. */
static bool play_command_answer_offer(struct play_state *play, const char *line) {
    static const char *const yes[] = {"yes", "y", "draw", NULL}, *const no[] = {"no", "n", NULL};
    play->offered = false;
    for (size_t i = 0; yes[i] != NULL; i++) {
        if (strcmp(line, yes[i]) == 0) {
            play_command_agree_draw(play);
            return true;
        }
    }
    output_add(play->out, "The draw is declined.\n");
    for (size_t i = 0; no[i] != NULL; i++)
        if (strcmp(line, no[i]) == 0)
            return true;
    return false;
}

/* ---- the program -------------------------------------------------------------------------- */

bool play_speed_read(const char *text, int *speed) {
    uint64_t number;
    if (strcmp(text, "off") == 0)
        *speed = SPEED_OFF;
    else if (strcmp(text, "auto") == 0)
        *speed = SPEED_ADAPTIVE;
    else if (number_limit_read(number_limit(LIMIT_SPEED), text, &number))
        *speed = (int)number;
    else
        return false;
    return true;
}

static void play_command_speed(struct play_state *play, const char *argument, bool anyway) {
    (void)anyway;
    char digit[2] = {(char)('0' + play->speed), '\0'};
    if (!play_speed_read(argument, &play->speed))
        output_format(play->out,
                      "The speed is %s now; it can be 0 (slow) to 9 (fast), auto or off.\n",
                      play->speed == SPEED_OFF        ? "off"
                      : play->speed == SPEED_ADAPTIVE ? "auto"
                                                      : digit);
}

static void play_command_quit(struct play_state *play, const char *argument, bool anyway) {
    (void)argument;
    if (play_command_may_leave(play, "quit", anyway))
        play->left = true;
}

static void play_command_help(struct play_state *play);

static const struct play_command commands[] = {
    {"moves", NULL, play_command_moves, "[HOLE]",
     "the legal moves, where each ends and what it takes"},
    {"preview", NULL, play_command_preview, "MOVE", "what a move would do, without playing it"},
    {"why", NULL, play_command_why, "X", "why the hole or the move X may not be played"},
    {"hint", play_command_hint, NULL, "", "what the engine would play, and why"},
    {"undo", play_command_undo, NULL, "", "take back your last move and the answers to it"},
    {"redo", play_command_redo, NULL, "", "play again what was taken back"},
    {"last", play_command_last, NULL, "", "the last move once more, lap by lap"},
    {"board", play_command_board, NULL, "", "the board again"},
    {"flip", play_command_flip, NULL, "", "the board from the other side"},
    {"rules", play_command_rules, NULL, "", "the rules of this game"},
    {"resign", play_command_resign, NULL, "", "give the game up"},
    {"draw", play_command_draw, NULL, "", "offer a draw"},
    {"save", NULL, play_command_save, "FILE", "write the game to a file; save! overwrites another"},
    {"load", NULL, play_command_load, "FILE", "go on with the game of a file"},
    {"new", NULL, play_command_new, "", "the same game from its start"},
    {"next", play_next_round, NULL, "", "the next round of the match"},
    {"speed", NULL, play_command_speed, "N", "of moves on the full screen: 0 to 9, auto, off"},
    {"help", play_command_help, NULL, "", "this"},
    {"quit", NULL, play_command_quit, "", "leave (also q, exit); quit! though the game is unsaved"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void play_command_help(struct play_state *play) {
    if (!play_over(play))
        play_write_example(play);
    for (size_t i = 0; i < COMMANDS; i++)
        if (commands[i].plain != play_next_round || kw_has_rounds(play->game))
            output_format(play->out, "  %-7s %-6s  %s\n", commands[i].name, commands[i].usage,
                          commands[i].summary);
}

/* ---- a line ------------------------------------------------------------------------------- */

/* Other words that people try for a command. */
static const char *play_command_full_name(const char *name) {
    return strcasecmp(name, "q") == 0 || strcasecmp(name, "exit") == 0 ? "quit" : name;
}

/* Carries out a command, whatever the case of its letters; false if there is none of that name. */
static bool play_command_run(struct play_state *play, const char *word, const char *argument) {
    const char *name = play_command_full_name(word);
    size_t length = strlen(name);
    bool anyway = length > 1 && name[length - 1] == '!';
    length -= anyway;
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strlen(commands[i].name) == length &&
            strncasecmp(commands[i].name, name, length) == 0) {
            if (*commands[i].usage == '\0' && *argument != '\0')
                output_format(play->out, "Nothing can follow %s: '%s'.\n", commands[i].name,
                              argument);
            else if (commands[i].plain != NULL)
                commands[i].plain(play);
            else
                commands[i].run(play, argument, anyway);
            return true;
        }
    }
    return false;
}

/* Plays the words one after the other, until one cannot be played or the turn is another's. */
static void play_command_play_moves(struct play_state *play, char *word, char *rest) {
    while (word != NULL && play_enter(play, word)) {
        word = strtok_r(NULL, play_blanks, &rest);
        if (word != NULL && !play_human_to_move(play)) {
            output_format(play->out, "Not played: %s%s%s\n", word, *rest != '\0' ? " " : "", rest);
            return;
        }
    }
}

void play_line(struct play_state *play, char *line) {
    char *rest, *end = line + strlen(line);
    while (end > line && strchr(play_blanks, end[-1]) != NULL)
        *--end = '\0';
    line += strspn(line, play_blanks);
    if (*line == '\0' || (play->offered && play_command_answer_offer(play, line)))
        return;
    char *word = strtok_r(line, play_blanks, &rest);
    rest += strspn(rest, play_blanks);
    if (!play_command_run(play, word, rest))
        play_command_play_moves(play, word, rest);
}

const char *play_prompt(const struct play_state *play, char prompt[PROMPT_SIZE]) {
    unsigned turn = play_position(play)->turn;
    if (play->offered)
        snprintf(prompt, PROMPT_SIZE, "%s, is it a draw (yes, no)? ", player_name[turn ^ 1u]);
    else
        snprintf(prompt, PROMPT_SIZE, "%s> ", play_over(play) ? "over" : player_name[turn]);
    return prompt;
}
