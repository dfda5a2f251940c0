/* The command play: a game on the full screen, or line by line in a terminal or from a pipe. */
#include "cli/input.h"
#include "cli/position_args.h"
#include "cli/tables_flag.h"
#include "files/weights_file.h"
#include "game/game_menu.h"
#include "game/play_commands.h"
#include "play/screen.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* ---- the line view ------------------------------------------------------------------------ */

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

/* Asks for a game until one is named; NULL at the end of the input. */
static const struct kw_game *ask_game(struct output *out) {
    char line[LINE_SIZE];
    for (size_t i = 0; i < kw_game_count(); i++)
        choose_write_game(out, i);
    output_add(out, "Which game?  Type its number or its name.\n");
    while (ask(out, "game> ", line)) {
        char *rest;
        char *word = strtok_r(line, " \t\r", &rest);
        if (word == NULL)
            continue;
        if (strcmp(word, "quit") == 0)
            return NULL;
        if (choose_find(word) != NULL)
            return choose_find(word);
        output_format(out, "There is no game '%s'.\n", word);
    }
    return NULL;
}

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

/* The board, if the position has changed since it was last shown, and what is to be said of it. */
static void write_position(struct table *table, unsigned *shown) {
    if (table->changes == *shown)
        return;
    *shown = table->changes;
    table_write_board(table, table_position(table));
    if (table_over(table))
        table_write_result(table);
    else
        table_write_notice(table);
}

/* Computers alone, whose game is piped to another program: nobody would type anything after it. */
static bool nobody_types(const struct table *table) {
    return table->who[KW_SOUTH] != WHO_HUMAN && table->who[KW_NORTH] != WHO_HUMAN &&
           isatty(STDIN_FILENO) && !isatty(STDOUT_FILENO);
}

static enum status play_lines(struct call *call, struct table *table) {
    char line[LINE_SIZE], prompt[PROMPT_SIZE];
    struct kw_error error;
    unsigned shown = table->changes - 1;
    while (!table->left) {
        if (!table_over(table) && !table_human_to_move(table)) {
            if (!table_play_computer(table, &error))
                return call_fail(call, "%s", error.message);
            output_flush(table->out, stdout);
            continue;
        }
        write_position(table, &shown);
        if (nobody_types(table) || !ask(table->out, obey_prompt(table, prompt), line))
            table->left = true;
        else
            obey_line(table, line);
    }
    return STATUS_OK;
}

/* ---- the command -------------------------------------------------------------------------- */

static enum status read_who(struct call *call, enum flag flag, enum who *who) {
    const char *text = call->arguments.value[flag];
    if (text == NULL || who_read(text, who))
        return STATUS_OK;
    return call_misuse(call, "a player is human, random, greedy or level:1 to level:10, not '%s'",
                       text);
}

/* The seed of --seed, or one that differs from game to game. */
static enum status read_seed(struct call *call, uint64_t *seed) {
    const char *text = call->arguments.value[FLAG_SEED];
    *seed = seed_new();
    if (text == NULL || read_number(text, UINT64_MAX, seed))
        return STATUS_OK;
    return call_misuse(call, "--seed is a whole number from 0 to %" PRIu64 ", not '%s'", UINT64_MAX,
                       text);
}

static enum status read_speed(struct call *call, int *speed) {
    const char *text = call->arguments.value[FLAG_SPEED];
    if (text == NULL || speed_read(text, speed))
        return STATUS_OK;
    return call_misuse(call, "--speed is 0 to 9, auto or off, not '%s'", text);
}

/* Who plays, with what seed and how fast. */
static enum status read_flags(struct call *call, struct table *table, uint64_t *seed) {
    enum status status = read_who(call, FLAG_SOUTH, &table->who[KW_SOUTH]);
    if (status == STATUS_OK)
        status = read_who(call, FLAG_NORTH, &table->who[KW_NORTH]);
    if (status == STATUS_OK)
        status = read_seed(call, seed);
    if (status == STATUS_OK)
        status = read_speed(call, &table->speed);
    return status;
}

/* A human who plays North alone sits at the bottom. */
static enum kw_player find_bottom(const struct table *table) {
    return table->who[KW_SOUTH] != WHO_HUMAN && table->who[KW_NORTH] == WHO_HUMAN ? KW_NORTH
                                                                                  : KW_SOUTH;
}

static enum status play_request(struct call *call, struct request *request, struct table *table,
                                struct screen *screen, uint64_t seed) {
    enum status status = STATUS_OK;
    struct kw_error error;
    table_take_record(table, request->record, false);
    request->record = NULL;
    table->bottom = find_bottom(table);
    kw_random_seed(&table->random, seed);
    bool good = table_weigh(table, &error);
    if (good && screen == NULL) {
        write_greeting(table, seed);
        status = play_lines(call, table);
    } else if (good) {
        good = screen_play(screen, table, &error);
    }
    table_free(table);
    return good ? status : call_fail(call, "%s", error.message);
}

/* The full screen, if the terminal is fit for it and nobody wants it plain; else NULL. */
static struct screen *open_screen(const struct call *call) {
    return call->arguments.value[FLAG_PLAIN] == NULL ? screen_open() : NULL;
}

/* A game that is named is opened before the view, so that a fault in it is told on the terminal. */
static enum status play_game(struct call *call, struct table *table, uint64_t seed) {
    struct request request = {0};
    struct screen *screen = NULL;
    const char *id = NULL;
    bool named = call->arguments.operands > 0;
    if (named) {
        id = call->arguments.operand[0];
    } else {
        screen = open_screen(call);
        const struct kw_game *game =
            screen != NULL ? screen_choose_game(screen) : ask_game(&call->out);
        id = game != NULL ? kw_game_info(game)->id : NULL;
    }
    enum status status = STATUS_OK;
    if (id != NULL)
        status = request_open(call, &request, id, named ? 1 : 0);
    if (id != NULL && status == STATUS_OK)
        status = request_replay(call, &request);
    if (id != NULL && status == STATUS_OK) {
        screen = named ? open_screen(call) : screen;
        status = play_request(call, &request, table, screen, seed);
    }
    screen_close(screen);
    request_close(&request);
    return status;
}

enum status play_run(struct call *call) {
    struct table table = {
        .who = {WHO_HUMAN, WHO_GREEDY}, .out = &call->out, .speed = SPEED_ADAPTIVE};
    uint64_t seed = 0;
    struct kw_tables *tables = NULL;
    struct weights_file weights = {0};
    enum status status = read_flags(call, &table, &seed);
    if (status == STATUS_OK)
        status = tables_open(call, &tables);
    if (status == STATUS_OK)
        status = weights_load(call, &weights);
    table.tables = tables;
    table.weights = &weights;
    if (status == STATUS_OK)
        status = play_game(call, &table, seed);
    status = tables_close(call, tables, status);
    weights_close(&weights);
    return status;
}
