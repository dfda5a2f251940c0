#include "play/screen.h"

#include "game/game_menu.h"
#include "game/move_replay.h"
#include "game/play_commands.h"
#include "play/line_editor.h"
#include "play/pager.h"
#include "play/screen_board.h"
#include "play/screen_side.h"
#include "play/terminal.h"
#include "text/kiothi_setup_words.h"
#include "text/move_effect.h"
#include "text/move_preview.h"
#include "text/narrate.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

enum { ESCAPE = 27, TAB = 9, CTRL_D = 4, CTRL_L = 12, RETURN = 13, NEWLINE = 10 };

struct screen {
    struct play_state *play;
    struct layout layout;
    struct look look;
    struct pager pager;
    struct line_editor typing;
    struct output out;    /* what the table tells */
    struct output status; /* the line below the board */
    bool sowing;          /* moves are being shown: nothing can be typed */
    bool large;           /* the messages take the place of the board */
    bool pointing;        /* a hole is under the cursor */
    unsigned row, column; /* of that hole */
    size_t choice;        /* which of its moves was offered last */
    bool explained;       /* the messages say why a hole cannot be played */
    struct key ahead;     /* typed while moves were shown; KEY_KIND_NONE: none */
};

struct screen *screen_open(void) {
    return terminal_open() ? memory_new(1, sizeof(struct screen)) : NULL;
}

void screen_close(struct screen *screen) {
    if (screen == NULL)
        return;
    terminal_close();
    pager_clear(&screen->pager);
    output_free(&screen->pager.text);
    output_free(&screen->out);
    output_free(&screen->status);
    editor_free(&screen->typing);
    free(screen);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static void lay_out(struct screen *screen) {
    const struct play_state *play = screen->play;
    layout_make(&screen->layout, kw_game_info(play->game)->rows, kw_game_columns(play->game),
                terminal_height(), terminal_width(), screen->large);
}

/* What the line below the board says if nothing is being looked at. */
static void write_state(struct screen *screen, struct output *out) {
    struct play_state *play = screen->play;
    struct kw_reason reason;
    struct kw_result result;
    char text[KW_TEXT];
    if (kw_session_result(play->session, &result)) {
        output_add(out, "The game is ");
        write_over(out, play->game, &result);
        output_char(out, '.');
    } else if (kw_constraint(play->game, play_position(play), &reason)) {
        output_format(out, "Note: %s [%s]", kw_reason_text(play->game, &reason, text),
                      reason.clause->id);
    }
}

/* What has no room there is said in the messages. */
static void tell_long_state(struct screen *screen) {
    struct output line = {0};
    write_state(screen, &line);
    if ((int)line.length > terminal_width())
        output_format(&screen->out, "%s\n", line.text);
    output_free(&line);
}

static void draw_status(struct screen *screen) {
    struct output line = {0};
    if (screen->play->foreseen)
        output_add(&line, "This is what would be.  Enter goes back.");
    else if (screen->status.length > 0)
        output_add(&line, screen->status.text);
    else
        write_state(screen, &line);
    if (line.length > 0)
        terminal_write(screen->layout.status, 0, terminal_width(), INK_NOTE, line.text);
    output_free(&line);
}

static void draw_too_small(const struct screen *screen) {
    struct output line = {0};
    output_format(&line, "Too small: this board needs %d x %d.", screen->layout.least_width,
                  screen->layout.least_height);
    terminal_write(0, 0, terminal_width(), INK_NOTE, line.text);
    output_free(&line);
}

static void draw(struct screen *screen, const struct kw_position *position) {
    struct layout *layout = &screen->layout;
    char prompt[PROMPT_SIZE];
    int width = terminal_width();
    lay_out(screen);
    terminal_erase();
    if (!layout->fits) {
        draw_too_small(screen);
        terminal_show(0, 0);
        return;
    }
    side_draw_players(layout, screen->play, position);
    if (!screen->large) {
        side_draw_turns(layout, screen->play);
        screen_board_draw(layout, screen->play->game, position, &screen->look);
        draw_status(screen);
    }
    pager_draw(&screen->pager, layout->message, layout->message_height, width);
    play_prompt(screen->play, prompt);
    int cursor = screen->sowing ? 0 : editor_draw(&screen->typing, layout->input, width, prompt);
    terminal_show(layout->input, cursor);
}

static void draw_now(struct screen *screen) {
    const struct play_state *play = screen->play;
    draw(screen, play->foreseen ? &play->future : play_position(play));
}

/* ---- what the board shows beside the seeds ------------------------------------------------ */

static struct look plain_look(const struct screen *screen) {
    return (struct look){
        .bottom = screen->play->bottom, .start = -1, .end = -1, .chosen = -1, .hand_at = -1};
}

static int place_or_none(unsigned place) { return place < KW_HOLES ? (int)place : -1; }

/* The hole under the cursor, or -1. */
static int pointed_hole(const struct screen *screen) {
    return screen->pointing
               ? (int)screen_board_hole(&screen->layout, screen->play->game, screen->play->bottom,
                                        screen->row, screen->column)
               : -1;
}

/* Where the last move began and ended, and what its turn changed. */
static void look_back(struct screen *screen) {
    const struct play_state *play = screen->play;
    const struct kw_position *now = play_position(play);
    size_t plies = kw_session_plies(play->session), turn = plies;
    struct effect effect;
    screen->look = plain_look(screen);
    screen->look.chosen = pointed_hole(screen);
    if (plies == 0)
        return;
    const struct kw_position *before = kw_session_before(play->session, plies - 1);
    effect_find(&effect, play->game, before, kw_session_move(play->session, plies - 1));
    screen->look.start = place_or_none(effect.start);
    screen->look.end = place_or_none(effect.end);
    while (turn > 0 && kw_session_before(play->session, turn - 1)->turn == before->turn)
        turn--;
    before = kw_session_before(play->session, turn);
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        if (before->hole[hole] != now->hole[hole])
            screen->look.changed |= UINT32_C(1) << hole;
}

/* What a move that has not been played would do. */
static void look_ahead(struct screen *screen, kw_move move) {
    const struct play_state *play = screen->play;
    struct effect effect;
    effect_find(&effect, play->game, play_position(play), move);
    screen->look = plain_look(screen);
    screen->look.chosen = pointed_hole(screen);
    screen->look.start = place_or_none(effect.start);
    screen->look.end = place_or_none(effect.end);
    screen->look.path = effect.path;
    screen->look.taken = effect.robbed;
    output_clear(&screen->status);
    forecast_move(&screen->status, play->game, play_position(play), move);
    screen->status.text[--screen->status.length] = '\0'; /* the line's end */
}

/* Looks at the move in the input line, if a legal one stands there; else back. */
static void look_at_typing(struct screen *screen) {
    struct play_state *play = screen->play;
    kw_move list[KW_TURN_STEPS];
    struct kw_error error;
    char text[EDITOR_BYTES];
    output_clear(&screen->status);
    editor_text(&screen->typing, text);
    if (!play_over(play) && strlen(text) < KW_TEXT && play_read_move(play, text, list, &error) == 1)
        look_ahead(screen, list[0]);
    else
        look_back(screen);
}

/* ---- moves before the player's eyes ------------------------------------------------------- */

/* How a sowing is shown. */
struct plan {
    enum replay_pace pace;
    int delay;     /* milliseconds a step */
    size_t stride; /* steps at once */
};

static struct plan make_plan(const struct move_replay *sowing, int speed) {
    enum { BUDGET = 3700, SEED_MOST = 140, LAP_MOST = 300, LEAST = 20 };
    static const int delays[] = {1000, 700, 500, 350, 250, 170, 120, 80, 50, 30};
    /* Captures are held for two steps. */
    size_t seeds = sowing->steps[PACE_SEED] + sowing->captures + 1;
    size_t laps = sowing->steps[PACE_LAP] + sowing->captures + 1;
    if (speed <= SPEED_FASTEST)
        return (struct plan){PACE_SEED, delays[speed], 1};
    if (seeds <= BUDGET / LEAST) {
        int delay = (int)(BUDGET / seeds);
        return (struct plan){PACE_SEED, delay < SEED_MOST ? delay : SEED_MOST, 1};
    }
    size_t stride = laps * LEAST / BUDGET + 1;
    int delay = (int)(BUDGET * stride / laps);
    return (struct plan){PACE_LAP, delay < LAP_MOST ? delay : LAP_MOST, stride};
}

static void draw_sowing(struct screen *screen, const struct move_replay *sowing) {
    struct output *status = &screen->status;
    screen->look = plain_look(screen);
    if (sowing->at < KW_HOLES) {
        screen->look.path = UINT32_C(1) << sowing->at;
        screen->look.taken = sowing->captured ? screen->look.path : 0;
        screen->look.hand_at = sowing->hand > 0 ? (int)sowing->at : -1;
        screen->look.hand = sowing->hand;
    }
    output_clear(status);
    if (sowing->lap > 0)
        output_format(status, "lap %zu, ", sowing->lap);
    output_format(status, "%u in the hand", sowing->hand);
    if (sowing->taken > 0)
        output_format(status, ", took %zu", sowing->taken);
    output_add(status, "   (any key: to the end)");
    draw(screen, &sowing->board);
}

/* Waits between two steps; false if the player wants to see no more of it. */
static bool wait_for_step(struct screen *screen, const struct move_replay *sowing,
                          int milliseconds) {
    struct key key = terminal_read(milliseconds);
    if (key.kind == KEY_KIND_END)
        screen->play->left = true;
    if (key.kind == KEY_KIND_RESIZED)
        draw_sowing(screen, sowing);
    if (key.kind == KEY_KIND_CHAR && key.code > ' ') /* the first letter of what comes next */
        screen->ahead = key;
    return key.kind == KEY_KIND_NONE || key.kind == KEY_KIND_RESIZED;
}

/* Shows the plies from `first` on as they are sown. */
static void show_plies(struct screen *screen, size_t first) {
    const struct kw_session *session = screen->play->session;
    size_t plies = kw_session_plies(session);
    struct move_replay sowing;
    if (screen->play->speed == SPEED_OFF || first >= plies)
        return;
    replay_begin(&sowing, kw_session_before(session, first));
    for (size_t ply = first; ply < plies; ply++)
        replay_add(&sowing, screen->play->game, kw_session_before(session, ply),
                   kw_session_move(session, ply));
    struct plan plan = make_plan(&sowing, screen->play->speed);
    bool more = true;
    screen->sowing = true;
    while (more) {
        for (size_t i = 0; more && i < plan.stride; i++)
            more = replay_step(&sowing, plan.pace);
        if (!more)
            break;
        draw_sowing(screen, &sowing);
        /* A capture is what one wants to see. */
        more = wait_for_step(screen, &sowing, sowing.captured ? 2 * plan.delay : plan.delay);
    }
    screen->sowing = false;
    replay_free(&sowing);
    output_clear(&screen->status);
}

/* ---- typed lines -------------------------------------------------------------------------- */

/* Adds what the table has told to the messages. */
static void take_answer(struct screen *screen) {
    if (screen->out.length > 0)
        output_add(&screen->pager.text, screen->out.text);
    output_clear(&screen->out);
}

static void clear_messages(struct screen *screen) {
    pager_clear(&screen->pager);
    screen->explained = false;
}

/* The end of a game is told once; where a pass is the only move, it is offered. */
static void greet_position(struct screen *screen) {
    struct play_state *play = screen->play;
    struct kw_reason reason;
    kw_move pass = kw_move_make(KW_PASS, 0, false, false, 0);
    if (play_over(play)) {
        play_write_result(play);
        output_add(play->out, "undo takes the last move back, new begins again, quit leaves.\n");
    } else if (placing_now(play_position(play))) {
        play_write_example(play);
    } else if (play_human_to_move(play) &&
               !kw_explain_illegal(play->game, play_position(play), pass, &reason)) {
        output_add(play->out, "There is no move but to pass: Enter passes.\n");
        editor_offer(&screen->typing, "pass");
    }
    tell_long_state(screen);
    take_answer(screen);
}

/* Shows what a change of the game was: moves one after the other, anything else at once. */
static void follow(struct screen *screen, const struct kw_session *session, size_t plies) {
    struct play_state *play = screen->play;
    screen->pointing = false;
    if (play->session == session && kw_session_plies(session) > plies)
        show_plies(screen, plies);
    take_answer(screen);
    look_back(screen);
    if (play_over(play) || play_human_to_move(play))
        greet_position(screen);
}

static void obey(struct screen *screen, char *line) {
    struct play_state *play = screen->play;
    const struct kw_session *session = play->session;
    size_t plies = kw_session_plies(session);
    unsigned changes = play->changes;
    clear_messages(screen);
    output_clear(&screen->status);
    play->foreseen = false;
    play_line(play, line);
    if (play->changes != changes) {
        screen->large = false;
        follow(screen, session, plies);
    } else {
        take_answer(screen);
        look_back(screen);
    }
}

static void enter_line(struct screen *screen) {
    char line[EDITOR_BYTES];
    editor_text(&screen->typing, line);
    editor_enter(&screen->typing);
    if (*line == '\0')
        screen->large = screen->play->foreseen = false;
    else
        obey(screen, line);
}

/* ---- choosing a hole ---------------------------------------------------------------------- */

/* The legal moves that start from a hole, or are placed in it. */
static void find_moves(struct moves *moves, const struct play_state *play, unsigned hole) {
    size_t kept = 0;
    moves_name(moves, play->game, play_position(play));
    for (size_t i = 0; i < moves->count; i++) {
        enum kw_kind kind = kw_move_kind(moves->named[i].move);
        if (kind != KW_PASS && kind != KW_KEEP && kw_move_hole(moves->named[i].move) == hole)
            moves->named[kept++] = moves->named[i];
    }
    moves->count = kept;
}

/* Says why a hole cannot be played. */
static void explain_hole(struct screen *screen, unsigned hole) {
    struct kw_error error;
    char name[KW_TEXT];
    kw_place_text(screen->play->game, hole, name);
    clear_messages(screen);
    output_format(&screen->out, "%s: ", name);
    if (!explain_move(&screen->out, screen->play->session, name, &error))
        output_format(&screen->out, "%s\n", error.message);
    take_answer(screen);
    screen->explained = true;
    editor_clear(&screen->typing);
    output_clear(&screen->status);
    look_back(screen);
}

/* Offers the next move from the hole under the cursor; `first`: begins with the first one. */
static void choose_hole(struct screen *screen, bool first) {
    struct play_state *play = screen->play;
    unsigned hole = (unsigned)pointed_hole(screen);
    struct moves moves = {0};
    play->foreseen = false;
    if (!play_over(play))
        find_moves(&moves, play, hole);
    if (moves.count == 0) {
        explain_hole(screen, hole);
    } else {
        screen->choice = first || !screen->typing.offered ? 0 : (screen->choice + 1) % moves.count;
        const struct named_move *move = &moves.named[screen->choice];
        if (screen->explained)
            clear_messages(screen);
        editor_offer(&screen->typing, move->text);
        look_ahead(screen, move->move);
        if (moves.count > 1)
            output_format(&screen->status, "   (%zu of %zu, space: next)", screen->choice + 1,
                          moves.count);
    }
    moves_free(&moves);
}

/* A click chooses a hole, a further one its next move; a placing's only step is played at once. */
static void click_hole(struct screen *screen, const struct key *key) {
    struct play_state *play = screen->play;
    unsigned row, column;
    if (screen->large || !screen->layout.fits ||
        !layout_find(&screen->layout, key->row, key->column, &row, &column))
        return;
    bool same = screen->pointing && screen->row == row && screen->column == column;
    screen->pointing = true;
    screen->row = row;
    screen->column = column;
    if (play_is_setup(play)) {
        struct moves moves = {0};
        find_moves(&moves, play, (unsigned)pointed_hole(screen));
        bool only = moves.count == 1;
        if (only)
            editor_offer(&screen->typing, moves.named[0].text);
        moves_free(&moves);
        if (only) {
            enter_line(screen);
            return;
        }
    }
    choose_hole(screen, !same);
}

/* Moves the cursor over the holes; it begins at the middle of the near row. */
static bool move_cursor(struct screen *screen, int code) {
    const struct layout *layout = &screen->layout;
    unsigned half = layout->rows / 2;
    if (code != KEY_LEFT && code != KEY_RIGHT && code != KEY_UP && code != KEY_DOWN)
        return false;
    if (!screen->pointing) {
        screen->row = code == KEY_UP ? half - 1 : half;
        screen->column = code == KEY_LEFT ? layout->columns - 1 : 0;
    } else if (code == KEY_LEFT || code == KEY_RIGHT) {
        unsigned step = code == KEY_RIGHT ? 1 : layout->columns - 1;
        screen->column = (screen->column + step) % layout->columns;
    } else {
        unsigned step = code == KEY_DOWN ? 1 : layout->rows - 1;
        screen->row = (screen->row + step) % layout->rows;
    }
    screen->pointing = true;
    choose_hole(screen, true);
    return true;
}

/* ---- keys --------------------------------------------------------------------------------- */

static void put_aside(struct screen *screen) {
    screen->play->foreseen = screen->large = screen->pointing = false;
    editor_clear(&screen->typing);
    look_at_typing(screen);
}

static void scroll_messages(struct screen *screen, int lines) {
    pager_scroll(&screen->pager, lines, screen->layout.message_height, terminal_width());
}

static bool take_special(struct screen *screen, int code) {
    int page = screen->layout.message_height - 1;
    if (code == KEY_PPAGE || code == KEY_NPAGE)
        scroll_messages(screen, code == KEY_NPAGE ? page : -page);
    else if (code == KEY_ENTER)
        enter_line(screen);
    else
        return screen->layout.fits && move_cursor(screen, code);
    return true;
}

/* Keys that are not typed into the line. */
static bool take_char(struct screen *screen, int code) {
    bool empty = screen->typing.length == 0;
    if (code == RETURN || code == NEWLINE)
        enter_line(screen);
    else if (code == ESCAPE)
        put_aside(screen);
    else if (code == TAB)
        screen->large = !screen->large;
    else if (code == CTRL_L)
        terminal_refresh_all();
    else if (code == CTRL_D && empty)
        screen->play->left = true;
    else if (code == ' ' && screen->pointing && (empty || screen->typing.offered))
        choose_hole(screen, empty);
    else
        return code == ' ' && empty;
    return true;
}

static void take_key(struct screen *screen, const struct key *key) {
    switch (key->kind) {
    case KEY_KIND_END:
        screen->play->left = true;
        break;
    case KEY_KIND_MOUSE:
        if (key->wheel != 0)
            scroll_messages(screen, 2 * key->wheel);
        else
            click_hole(screen, key);
        break;
    case KEY_KIND_CHAR:
    case KEY_KIND_SPECIAL:
        if (key->kind == KEY_KIND_CHAR && take_char(screen, key->code))
            break;
        if (editor_take_key(&screen->typing, key))
            look_at_typing(screen);
        else if (key->kind == KEY_KIND_SPECIAL)
            take_special(screen, key->code);
        break;
    default:
        break;
    }
}

/* ---- the game ----------------------------------------------------------------------------- */

static void greet(struct screen *screen) {
    const struct kw_info *info = kw_game_info(screen->play->game);
    if (!placing_now(play_position(screen->play))) {
        output_format(&screen->out, "%s: %s\n", info->name, info->summary);
        if (play_human_to_move(screen->play))
            play_write_example(screen->play);
        output_add(
            &screen->out,
            "Arrows or the mouse choose a hole, Enter plays; Tab shows more of these lines.\n");
    }
    take_answer(screen);
    look_back(screen);
    greet_position(screen);
}

/* The computer's move; what came before it stays in the messages. */
static bool play_computer(struct screen *screen, struct kw_error *error) {
    struct play_state *play = screen->play;
    const struct kw_session *session = play->session;
    size_t plies = kw_session_plies(session);
    draw_now(screen);
    if (!play_computer_move(play, error))
        return false;
    follow(screen, session, plies);
    pager_scroll_to_end(&screen->pager, screen->layout.message_height, terminal_width());
    /* Where nobody else plays, the keys are looked at between the moves. */
    struct key key = terminal_read(0);
    if (key.kind == KEY_KIND_END)
        play->left = true;
    return true;
}

bool screen_play(struct screen *screen, struct play_state *play, struct kw_error *error) {
    screen->play = play;
    play->out = &screen->out;
    play->drawn = true;
    lay_out(screen);
    greet(screen);
    while (!play->left) {
        if (!play_over(play) && !play_human_to_move(play)) {
            if (!play_computer(screen, error))
                return false;
            continue;
        }
        draw_now(screen);
        struct key key = screen->ahead;
        screen->ahead = (struct key){.kind = KEY_KIND_NONE};
        if (key.kind == KEY_KIND_NONE)
            key = terminal_read(-1);
        take_key(screen, &key);
    }
    return true;
}

/* ---- choosing a game ---------------------------------------------------------------------- */

struct chooser {
    size_t chosen, top; /* the game under the cursor, the first one listed */
    int height;         /* lines of the list */
    const char *answer; /* to what was typed, or "" */
    const struct kw_game *game;
    bool left;
};

enum { CHOOSER_TOP = 1, CHOOSER_FOOT = 4 };

static void draw_game(const struct chooser *chooser, size_t index, int row) {
    struct output line = {0};
    game_menu_write(&line, index);
    line.text[--line.length] = '\0';
    terminal_write(row, 0, terminal_width(), index == chooser->chosen ? INK_CHOSEN : INK_PLAIN,
                   line.text);
    output_free(&line);
}

static void draw_chooser(struct screen *screen, struct chooser *chooser) {
    const struct kw_info *info = kw_game_info(kw_game_at(chooser->chosen));
    int width = terminal_width(), height = terminal_height();
    chooser->height = height - CHOOSER_TOP - CHOOSER_FOOT;
    if (chooser->height < 1)
        chooser->height = 1;
    if (chooser->chosen < chooser->top)
        chooser->top = chooser->chosen;
    if (chooser->chosen >= chooser->top + (size_t)chooser->height)
        chooser->top = chooser->chosen + 1 - (size_t)chooser->height;
    terminal_erase();
    terminal_write(0, 0, width, INK_NAME,
                   "Which game?  Arrows and Enter, or type its number or name; quit leaves.");
    for (size_t i = 0; i < (size_t)chooser->height && chooser->top + i < kw_game_count(); i++)
        draw_game(chooser, chooser->top + i, CHOOSER_TOP + (int)i);
    terminal_write(height - 3, 0, width, INK_NOTE, info->summary);
    terminal_write(height - 2, 0, width, INK_PLAIN,
                   *chooser->answer ? chooser->answer : info->where);
    int cursor = editor_draw(&screen->typing, height - 1, width, "game> ");
    terminal_show(height - 1, cursor);
}

static void choose_typed(struct screen *screen, struct chooser *chooser) {
    char text[EDITOR_BYTES];
    editor_text(&screen->typing, text);
    editor_clear(&screen->typing);
    if (*text == '\0')
        chooser->game = kw_game_at(chooser->chosen);
    else if (strcmp(text, "quit") == 0)
        chooser->left = true;
    else if ((chooser->game = game_menu_find(text)) == NULL)
        chooser->answer = "There is no such game.";
}

static void move_in_list(struct chooser *chooser, int by) {
    int last = (int)kw_game_count() - 1, to = (int)chooser->chosen + by;
    chooser->chosen = to < 0 ? 0 : (size_t)(to > last ? last : to);
}

static void click_in_list(struct chooser *chooser, const struct key *key) {
    size_t at = chooser->top + (size_t)(key->row - CHOOSER_TOP);
    if (key->row < CHOOSER_TOP || key->row >= CHOOSER_TOP + chooser->height ||
        at >= kw_game_count())
        return;
    if (at == chooser->chosen)
        chooser->game = kw_game_at(at);
    chooser->chosen = at;
}

static void take_list_key(struct screen *screen, struct chooser *chooser, const struct key *key) {
    bool special = key->kind == KEY_KIND_SPECIAL, typed = key->kind == KEY_KIND_CHAR;
    chooser->answer = "";
    if (key->kind == KEY_KIND_END || (typed && key->code == CTRL_D))
        chooser->left = true;
    else if (key->kind == KEY_KIND_MOUSE && key->wheel != 0)
        move_in_list(chooser, key->wheel);
    else if (key->kind == KEY_KIND_MOUSE)
        click_in_list(chooser, key);
    else if ((typed && (key->code == RETURN || key->code == NEWLINE)) ||
             (special && key->code == KEY_ENTER))
        choose_typed(screen, chooser);
    else if (special && (key->code == KEY_UP || key->code == KEY_DOWN))
        move_in_list(chooser, key->code == KEY_DOWN ? 1 : -1);
    else if (special && (key->code == KEY_PPAGE || key->code == KEY_NPAGE))
        move_in_list(chooser, key->code == KEY_NPAGE ? chooser->height : -chooser->height);
    else if (typed && key->code == ESCAPE)
        editor_clear(&screen->typing);
    else
        editor_take_key(&screen->typing, key);
}

const struct kw_game *screen_choose_game(struct screen *screen) {
    struct chooser chooser = {.answer = ""};
    while (chooser.game == NULL && !chooser.left) {
        draw_chooser(screen, &chooser);
        struct key key = terminal_read(-1);
        take_list_key(screen, &chooser, &key);
    }
    return chooser.game;
}
