/* The command play: a game on the full screen, or line by line in a terminal or from a pipe. */
#include "cli/position_args.h"
#include "cli/search_flags.h"
#include "files/weights_file.h"
#include "game/game_menu.h"
#include "game/play_commands.h"
#include "game/play_match.h"
#include "io/input.h"
#include "play/screen.h"
#include "text/game_list.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* ---- the line view ------------------------------------------------------------------------ */

/* Flushes the output and reads a line; false at the end of the input. */
static bool cmd_play_read_line(struct string_builder *out, const char *prompt,
                               char line[LINE_SIZE]) {
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

/* The games that are found by the words of a line, none of which is a game's name. */
static void cmd_play_write_search(struct string_builder *out, const char *line) {
    struct game_list found;
    game_list_search(&found, line);
    for (size_t i = 0; i < found.count; i++)
        game_menu_write(out, found.place[i]);
    if (found.count == 0)
        output_format(out, "There is no game '%s'.\n", line);
    game_list_free(&found);
}

/* Asks for a game until one is named; NULL at the end of the input. */
static const struct kw_game *cmd_play_choose_game(struct string_builder *out) {
    char line[LINE_SIZE];
    for (size_t i = 0; i < MENU_GAMES; i++)
        game_menu_write(out, i);
    if (kw_game_count() > MENU_GAMES)
        output_add(out, "There are more: type a part of a name, or a place.\n");
    output_add(out, "Which game?  Type its number or its name.\n");
    while (cmd_play_read_line(out, "game> ", line)) {
        char *word = line + strspn(line, " \t\r");
        for (size_t end = strlen(word); end > 0 && strchr(" \t\r", word[end - 1]) != NULL; end--)
            word[end - 1] = '\0';
        if (*word == '\0')
            continue;
        if (strcmp(word, "quit") == 0)
            return NULL;
        if (game_menu_find(word) != NULL)
            return game_menu_find(word);
        cmd_play_write_search(out, word);
    }
    return NULL;
}

static void cmd_play_write_greeting(struct play_state *play, uint64_t seed) {
    const struct kw_info *info = kw_game_info(play->game);
    output_format(play->out, "%s: ", info->name);
    output_wrap(play->out, info->summary, (unsigned)strlen(info->name) + 2, 2);
    output_format(play->out, "South: %s, North: %s", player_text(play->player[0]),
                  player_text(play->player[1]));
    if (play->player[0] != PLAYER_HUMAN || play->player[1] != PLAYER_HUMAN)
        output_format(play->out, ", seed %" PRIu64, seed);
    output_char(play->out, '\n');
}

/* The board with its notice, if the position has changed since it was last shown. */
static void cmd_play_write_position(struct play_state *play, unsigned *shown) {
    if (play->changes == *shown)
        return;
    *shown = play->changes;
    play_write_board(play, play_position(play));
    if (play_over(play)) {
        play_write_result(play);
        play_write_match(play);
    } else {
        play_write_notice(play);
    }
}

/* Two computers whose game is piped to another program: no input follows. */
static bool cmd_play_is_unattended(const struct play_state *play) {
    return play->player[KW_SOUTH] != PLAYER_HUMAN && play->player[KW_NORTH] != PLAYER_HUMAN &&
           isatty(STDIN_FILENO) && !isatty(STDOUT_FILENO);
}

static enum status cmd_play_lines(struct call *call, struct play_state *play) {
    char line[LINE_SIZE], prompt[PROMPT_SIZE];
    struct kw_error error;
    unsigned shown = play->changes - 1;
    while (!play->left) {
        if (!play_over(play) && !play_human_to_move(play)) {
            if (!play_computer_move(play, &error))
                return call_fail(call, "%s", error.message);
            output_flush(play->out, stdout);
            continue;
        }
        cmd_play_write_position(play, &shown);
        if (cmd_play_is_unattended(play) ||
            !cmd_play_read_line(play->out, play_prompt(play, prompt), line))
            play->left = true;
        else
            play_line(play, line);
    }
    return STATUS_OK;
}

/* ---- the command -------------------------------------------------------------------------- */

static enum status cmd_play_read_player(struct call *call, enum flag flag, enum player_kind *kind) {
    const char *text = call->arguments.value[flag];
    if (text == NULL || player_read(text, kind))
        return STATUS_OK;
    return call_misuse(call, "a player is human, random, greedy or level:1 to level:10, not '%s'",
                       text);
}

static enum status cmd_play_read_speed(struct call *call, int *speed) {
    const char *text = call->arguments.value[FLAG_SPEED];
    if (text == NULL || play_speed_read(text, speed))
        return STATUS_OK;
    return call_misuse(call, "--speed is 0 to 9, auto or off, not '%s'", text);
}

/* The players and the speed. */
static enum status cmd_play_read_flags(struct call *call, struct play_state *play) {
    enum status status = cmd_play_read_player(call, FLAG_SOUTH, &play->player[KW_SOUTH]);
    if (status == STATUS_OK)
        status = cmd_play_read_player(call, FLAG_NORTH, &play->player[KW_NORTH]);
    if (status == STATUS_OK)
        status = cmd_play_read_speed(call, &play->speed);
    return status;
}

/* North, if it is the only human; else South. */
static enum kw_player cmd_play_bottom(const struct play_state *play) {
    return play->player[KW_SOUTH] != PLAYER_HUMAN && play->player[KW_NORTH] == PLAYER_HUMAN
               ? KW_NORTH
               : KW_SOUTH;
}

static enum status cmd_play_record(struct call *call, struct position_args *args,
                                   struct play_state *play, struct screen *screen, uint64_t seed) {
    enum status status = STATUS_OK;
    struct kw_error error;
    play_take_record(play, args->record, false);
    args->record = NULL;
    play->bottom = cmd_play_bottom(play);
    kw_random_seed(&play->random, seed);
    bool good = play_use_weights(play, &error);
    if (good && screen == NULL) {
        cmd_play_write_greeting(play, seed);
        status = cmd_play_lines(call, play);
    } else if (good) {
        good = screen_play(screen, play, &error);
    }
    play_free(play);
    return good ? status : call_fail(call, "%s", error.message);
}

/* The full screen, if the terminal is fit for it and --plain is not given; else NULL. */
static struct screen *cmd_play_open_screen(const struct call *call) {
    return call->arguments.value[FLAG_PLAIN] == NULL ? screen_open() : NULL;
}

/* A game that is named is opened before the view, so that an error in it is printed on the
 * terminal. */
static enum status cmd_play_game(struct call *call, struct play_state *play, uint64_t seed) {
    struct position_args args = {0};
    struct screen *screen = NULL;
    const char *id = NULL;
    bool named = call->arguments.operands > 0;
    if (named) {
        id = call->arguments.operand[0];
    } else {
        screen = cmd_play_open_screen(call);
        const struct kw_game *game =
            screen != NULL ? screen_choose_game(screen) : cmd_play_choose_game(&call->out);
        id = game != NULL ? kw_game_info(game)->id : NULL;
    }
    enum status status = STATUS_OK;
    if (id != NULL)
        status = position_args_open(call, &args, id, named ? 1 : 0);
    if (id != NULL && status == STATUS_OK)
        status = position_args_replay(call, &args);
    if (id != NULL && status == STATUS_OK) {
        screen = named ? cmd_play_open_screen(call) : screen;
        status = cmd_play_record(call, &args, play, screen, seed);
    }
    screen_close(screen);
    position_args_close(&args);
    return status;
}

enum status play_run(struct call *call) {
    struct play_state play = {
        .player = {PLAYER_HUMAN, PLAYER_GREEDY}, .out = &call->out, .speed = SPEED_ADAPTIVE};
    uint64_t seed = call_number(call, FLAG_SEED, seed_from_clock());
    struct open_tables tables = {0};
    struct weights_file weights = {0};
    enum status status = cmd_play_read_flags(call, &play);
    if (status == STATUS_OK)
        status = aim_of_flag(call, &play.aim);
    if (status == STATUS_OK)
        status = tables_open(call, &tables);
    if (status == STATUS_OK)
        status = weights_load(call, &weights);
    play.tables = tables.tables;
    play.cache = tables.cache;
    play.weights = &weights;
    if (status == STATUS_OK)
        status = cmd_play_game(call, &play, seed);
    status = tables_close(call, &tables, status);
    weights_close(&weights);
    return status;
}
