/*
 * The state of the full screen, which its files share.
 *
 *      screen.c            opens it; the game
 *      screen_menu.c       the list of games
 *      screen_input.c      keys: typed lines, holes that are chosen
 *      screen_replay.c     moves shown step by step
 *      screen_view.c       draws it: screen_layout.c places, screen_board.c, screen_side.c, pager.c
 *
 * A file calls those below it only.
 */
#ifndef SCREEN_STATE_H
#define SCREEN_STATE_H

#include "game/play_state.h"
#include "play/line_editor.h"
#include "play/pager.h"
#include "play/screen_board.h"

struct screen {
    struct play_state *play;
    struct layout layout;
    struct board_marks marks;
    struct pager pager;
    struct line_editor editor;
    struct string_builder out;    /* that `play` writes to */
    struct string_builder status; /* the line below the board */
    bool replaying;               /* moves are being shown: nothing can be typed */
    bool large;                   /* the messages take the place of the board */
    bool pointing;                /* a hole is under the cursor */
    unsigned row, column;         /* of that hole */
    size_t choice;                /* which of its moves was offered last */
    bool explained;               /* the messages say why a hole cannot be played */
    struct key ahead;             /* typed while moves were shown; KEY_KIND_NONE: none */
};

#endif
