#include "play/screen_input.h"

#include "game/play_commands.h"
#include "game/play_match.h"
#include "play/screen_replay.h"
#include "play/screen_view.h"
#include "play/terminal.h"
#include "text/narrate.h"
#include "text/setup_words.h"

#include <curses.h>

/* ---- typed lines -------------------------------------------------------------------------- */

void screen_input_take_messages(struct screen *screen) {
    if (screen->out.length > 0)
        output_add(&screen->pager.text, screen->out.text);
    output_clear(&screen->out);
}

static void screen_input_clear_messages(struct screen *screen) {
    pager_clear(&screen->pager);
    screen->explained = false;
}

void screen_input_greet_position(struct screen *screen) {
    struct play_state *play = screen->play;
    struct kw_reason reason;
    kw_move pass = kw_move_make(KW_PASS, 0, false, false, 0);
    if (play_over(play)) {
        play_write_result(play);
        play_write_match(play);
        output_add(play->out, "undo takes the last move back, new begins again, quit leaves.\n");
    } else if (setup_words_apply(play_position(play))) {
        play_write_example(play);
    } else if (play_human_to_move(play) &&
               !kw_explain_illegal(play->game, play_position(play), pass, &reason)) {
        output_add(play->out, "There is no move but to pass: Enter passes.\n");
        editor_offer(&screen->editor, "pass");
    }
    screen_view_write_long_state(screen);
    screen_input_take_messages(screen);
}

/* Shows what a change of the game was: moves one after the other, anything else at once. */
void screen_input_follow(struct screen *screen, const struct kw_session *session, size_t plies) {
    struct play_state *play = screen->play;
    screen->pointing = false;
    if (play->session == session && kw_session_plies(session) > plies)
        screen_replay_plies(screen, plies);
    screen_input_take_messages(screen);
    screen_view_last_move(screen);
    if (play_over(play) || play_human_to_move(play))
        screen_input_greet_position(screen);
}

static void screen_input_run_line(struct screen *screen, char *line) {
    struct play_state *play = screen->play;
    const struct kw_session *session = play->session;
    size_t plies = kw_session_plies(session);
    unsigned changes = play->changes;
    screen_input_clear_messages(screen);
    output_clear(&screen->status);
    play->foreseen = false;
    play_line(play, line);
    if (play->changes != changes) {
        screen->large = false;
        screen_input_follow(screen, session, plies);
    } else {
        screen_input_take_messages(screen);
        screen_view_last_move(screen);
    }
}

static void screen_input_enter_line(struct screen *screen) {
    char line[EDITOR_BYTES];
    editor_text(&screen->editor, line);
    editor_enter(&screen->editor);
    if (*line == '\0')
        screen->large = screen->play->foreseen = false;
    else
        screen_input_run_line(screen, line);
}

/* ---- choosing a hole ---------------------------------------------------------------------- */

/* The legal moves that start from a hole, or are placed in it. */
static void screen_input_find_moves(struct moves *moves, const struct play_state *play,
                                    unsigned hole) {
    size_t kept = 0;
    moves_name(moves, play->game, play_position(play));
    for (size_t i = 0; i < moves->count; i++) {
        enum kw_kind kind = kw_move_kind(moves->named[i].move);
        if (kw_kind_has_hole(kind) && kw_move_hole(moves->named[i].move) == hole)
            moves->named[kept++] = moves->named[i];
    }
    moves->count = kept;
}

/* Says why a hole cannot be played. */
static void screen_input_explain_hole(struct screen *screen, unsigned hole) {
    struct kw_error error;
    char name[KW_TEXT];
    kw_place_text(screen->play->game, hole, name);
    screen_input_clear_messages(screen);
    output_format(&screen->out, "%s: ", name);
    if (!explain_move(&screen->out, screen->play->session, name, &error))
        output_format(&screen->out, "%s\n", error.message);
    screen_input_take_messages(screen);
    screen->explained = true;
    editor_clear(&screen->editor);
    output_clear(&screen->status);
    screen_view_last_move(screen);
}

/* Offers the next move from the hole under the cursor; `first`: begins with the first one. */
static void screen_input_choose_hole(struct screen *screen, bool first) {
    struct play_state *play = screen->play;
    unsigned hole = (unsigned)screen_view_pointed_hole(screen);
    struct moves moves = {0};
    play->foreseen = false;
    if (!play_over(play))
        screen_input_find_moves(&moves, play, hole);
    if (moves.count == 0) {
        screen_input_explain_hole(screen, hole);
    } else {
        screen->choice = first || !screen->editor.offered ? 0 : (screen->choice + 1) % moves.count;
        const struct named_move *move = &moves.named[screen->choice];
        if (screen->explained)
            screen_input_clear_messages(screen);
        editor_offer(&screen->editor, move->text);
        screen_view_preview(screen, move->move);
        if (moves.count > 1)
            output_format(&screen->status, "   (%zu of %zu, space: next)", screen->choice + 1,
                          moves.count);
    }
    moves_free(&moves);
}

/* A click chooses a hole, a further one its next move; the only step of a setup turn is played at
 * once. */
static void screen_input_click_hole(struct screen *screen, const struct key *key) {
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
        screen_input_find_moves(&moves, play, (unsigned)screen_view_pointed_hole(screen));
        bool only = moves.count == 1;
        if (only)
            editor_offer(&screen->editor, moves.named[0].text);
        moves_free(&moves);
        if (only) {
            screen_input_enter_line(screen);
            return;
        }
    }
    screen_input_choose_hole(screen, !same);
}

/* Moves the cursor over the holes; it begins at the middle of the near row. */
static bool screen_input_move_cursor(struct screen *screen, int code) {
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
    screen_input_choose_hole(screen, true);
    return true;
}

/* ---- keys --------------------------------------------------------------------------------- */

static void screen_input_clear(struct screen *screen) {
    screen->play->foreseen = screen->large = screen->pointing = false;
    editor_clear(&screen->editor);
    screen_view_preview_input(screen);
}

static void screen_input_scroll(struct screen *screen, int lines) {
    pager_scroll(&screen->pager, lines, screen->layout.message_height, terminal_width());
}

static bool screen_input_take_special(struct screen *screen, int code) {
    int page = screen->layout.message_height - 1;
    if (code == KEY_PPAGE || code == KEY_NPAGE)
        screen_input_scroll(screen, code == KEY_NPAGE ? page : -page);
    else if (code == KEY_ENTER)
        screen_input_enter_line(screen);
    else
        return screen->layout.fits && screen_input_move_cursor(screen, code);
    return true;
}

/* Keys that are not typed into the line. */
static bool screen_input_take_char(struct screen *screen, int code) {
    bool empty = screen->editor.length == 0;
    if (code == KEY_RETURN || code == KEY_NEWLINE)
        screen_input_enter_line(screen);
    else if (code == KEY_ESCAPE)
        screen_input_clear(screen);
    else if (code == KEY_TAB)
        screen->large = !screen->large;
    else if (code == KEY_CTRL_L)
        terminal_refresh_all();
    else if (code == KEY_CTRL_D && empty)
        screen->play->left = true;
    else if (code == ' ' && screen->pointing && (empty || screen->editor.offered))
        screen_input_choose_hole(screen, empty);
    else
        return code == ' ' && empty;
    return true;
}

void screen_input_take_key(struct screen *screen, const struct key *key) {
    switch (key->kind) {
    case KEY_KIND_END:
        screen->play->left = true;
        break;
    case KEY_KIND_MOUSE:
        if (key->wheel != 0)
            screen_input_scroll(screen, 2 * key->wheel);
        else
            screen_input_click_hole(screen, key);
        break;
    case KEY_KIND_CHAR:
    case KEY_KIND_SPECIAL:
        if (key->kind == KEY_KIND_CHAR && screen_input_take_char(screen, key->code))
            break;
        if (editor_take_key(&screen->editor, key))
            screen_view_preview_input(screen);
        else if (key->kind == KEY_KIND_SPECIAL)
            screen_input_take_special(screen, key->code);
        break;
    default:
        break;
    }
}
