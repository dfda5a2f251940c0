#include "play/screen_view.h"

#include "game/play_commands.h"
#include "play/screen_side.h"
#include "play/terminal.h"
#include "text/move_effect.h"
#include "text/move_preview.h"
#include "text/narrate.h"

#include <string.h>

/* ---- drawing ------------------------------------------------------------------------------ */

void screen_view_lay_out(struct screen *screen) {
    const struct play_state *play = screen->play;
    layout_make(&screen->layout, kw_game_info(play->game)->rows, kw_game_columns(play->game),
                terminal_height(), terminal_width(), screen->large);
}

/* The line below the board while no move is previewed. */
static void screen_view_write_state(struct screen *screen, struct string_builder *out) {
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

void screen_view_write_long_state(struct screen *screen) {
    struct string_builder line = {0};
    screen_view_write_state(screen, &line);
    if ((int)line.length > terminal_width())
        output_format(&screen->out, "%s\n", line.text);
    output_free(&line);
}

static void screen_view_draw_status(struct screen *screen) {
    struct string_builder line = {0};
    if (screen->play->foreseen)
        output_add(&line, "This is what would be.  Enter goes back.");
    else if (screen->status.length > 0)
        output_add(&line, screen->status.text);
    else
        screen_view_write_state(screen, &line);
    if (line.length > 0)
        terminal_write(screen->layout.status, 0, terminal_width(), INK_NOTE, line.text);
    output_free(&line);
}

static void screen_view_draw_too_small(const struct screen *screen) {
    struct string_builder line = {0};
    output_format(&line, "Too small: this board needs %d x %d.", screen->layout.least_width,
                  screen->layout.least_height);
    terminal_write(0, 0, terminal_width(), INK_NOTE, line.text);
    output_free(&line);
}

void screen_view_draw(struct screen *screen, const struct kw_position *position) {
    struct layout *layout = &screen->layout;
    char prompt[PROMPT_SIZE];
    int width = terminal_width();
    screen_view_lay_out(screen);
    terminal_erase();
    if (!layout->fits) {
        screen_view_draw_too_small(screen);
        terminal_show(0, 0);
        return;
    }
    side_draw_players(layout, screen->play, position);
    if (!screen->large) {
        side_draw_turns(layout, screen->play);
        screen_board_draw(layout, screen->play->game, position, &screen->marks);
        screen_view_draw_status(screen);
    }
    pager_draw(&screen->pager, layout->message, layout->message_height, width);
    play_prompt(screen->play, prompt);
    int cursor = screen->replaying ? 0 : editor_draw(&screen->editor, layout->input, width, prompt);
    terminal_show(layout->input, cursor);
}

void screen_view_draw_now(struct screen *screen) {
    const struct play_state *play = screen->play;
    screen_view_draw(screen, play->foreseen ? &play->future : play_position(play));
}

/* ---- what the board shows beside the seeds ------------------------------------------------ */

struct board_marks screen_view_plain(const struct screen *screen) {
    return (struct board_marks){
        .bottom = screen->play->bottom, .start = -1, .end = -1, .chosen = -1, .hand_at = -1};
}

static int screen_view_hole(unsigned place) { return place < KW_HOLES ? (int)place : -1; }

/* The hole under the cursor, or -1. */
int screen_view_pointed_hole(const struct screen *screen) {
    return screen->pointing
               ? (int)screen_board_hole(&screen->layout, screen->play->game, screen->play->bottom,
                                        screen->row, screen->column)
               : -1;
}

/* Where the last move began and ended, and what its turn changed. */
void screen_view_last_move(struct screen *screen) {
    const struct play_state *play = screen->play;
    const struct kw_position *now = play_position(play);
    size_t plies = kw_session_plies(play->session), turn = plies;
    struct effect effect;
    screen->marks = screen_view_plain(screen);
    screen->marks.chosen = screen_view_pointed_hole(screen);
    if (plies == 0)
        return;
    const struct kw_position *before = kw_session_before(play->session, plies - 1);
    effect_find(&effect, play->game, before, kw_session_move(play->session, plies - 1));
    screen->marks.start = screen_view_hole(effect.start);
    screen->marks.end = screen_view_hole(effect.end);
    while (turn > 0 && kw_session_before(play->session, turn - 1)->turn == before->turn)
        turn--;
    before = kw_session_before(play->session, turn);
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        if (before->hole[hole] != now->hole[hole])
            screen->marks.changed |= UINT32_C(1) << hole;
}

/* What a move that has not been played would do. */
void screen_view_preview(struct screen *screen, kw_move move) {
    const struct play_state *play = screen->play;
    struct effect effect;
    effect_find(&effect, play->game, play_position(play), move);
    screen->marks = screen_view_plain(screen);
    screen->marks.chosen = screen_view_pointed_hole(screen);
    screen->marks.start = screen_view_hole(effect.start);
    screen->marks.end = screen_view_hole(effect.end);
    screen->marks.path = effect.path;
    screen->marks.taken = effect.robbed;
    output_clear(&screen->status);
    preview_move(&screen->status, play->game, play_position(play), move);
    screen->status.text[--screen->status.length] = '\0'; /* the line's end */
}

void screen_view_preview_input(struct screen *screen) {
    struct play_state *play = screen->play;
    kw_move list[KW_TURN_STEPS];
    struct kw_error error;
    char text[EDITOR_BYTES];
    output_clear(&screen->status);
    editor_text(&screen->editor, text);
    if (!play_over(play) && strlen(text) < KW_TEXT && play_read_move(play, text, list, &error) == 1)
        screen_view_preview(screen, list[0]);
    else
        screen_view_last_move(screen);
}
