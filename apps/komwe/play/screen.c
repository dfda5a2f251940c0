#include "play/screen.h"

#include "play/screen_input.h"
#include "play/screen_view.h"
#include "play/terminal.h"
#include "text/setup_words.h"

#include <stdlib.h>

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
    editor_free(&screen->editor);
    free(screen);
}

static void screen_greet(struct screen *screen) {
    const struct kw_info *info = kw_game_info(screen->play->game);
    if (!setup_words_apply(play_position(screen->play))) {
        output_format(&screen->out, "%s: %s\n", info->name, info->summary);
        if (play_human_to_move(screen->play))
            play_write_example(screen->play);
        output_add(
            &screen->out,
            "Arrows or the mouse choose a hole, Enter plays; Tab shows more of these lines.\n");
    }
    screen_input_take_messages(screen);
    screen_view_last_move(screen);
    screen_input_greet_position(screen);
}

/* The computer's move; what came before it stays in the messages. */
static bool screen_play_computer(struct screen *screen, struct kw_error *error) {
    struct play_state *play = screen->play;
    const struct kw_session *session = play->session;
    size_t plies = kw_session_plies(session);
    screen_view_draw_now(screen);
    if (!play_computer_move(play, error))
        return false;
    screen_input_follow(screen, session, plies);
    pager_scroll_to_end(&screen->pager, screen->layout.message_height, terminal_width());
    /* Where no human plays, keys are read between the moves. */
    struct key key = terminal_read(0);
    if (key.kind == KEY_KIND_END)
        play->left = true;
    return true;
}

bool screen_play(struct screen *screen, struct play_state *play, struct kw_error *error) {
    screen->play = play;
    play->out = &screen->out;
    play->drawn = true;
    screen_view_lay_out(screen);
    screen_greet(screen);
    while (!play->left) {
        if (!play_over(play) && !play_human_to_move(play)) {
            if (!screen_play_computer(screen, error))
                return false;
            continue;
        }
        screen_view_draw_now(screen);
        struct key key = screen->ahead;
        screen->ahead = (struct key){.kind = KEY_KIND_NONE};
        if (key.kind == KEY_KIND_NONE)
            key = terminal_read(-1);
        screen_input_take_key(screen, &key);
    }
    return true;
}
