/*
 * Boards of two rows as the player to move sees them, which the exact searches expand by the
 * million.  For these, and for families whose rules allow it: a position is a board, stores and a
 * turn, the board turned round is played alike, and each seed is won by somebody in the end.
 */
#ifndef KOMWE_GAMES_COMPACT_BOARD_H
#define KOMWE_GAMES_COMPACT_BOARD_H

#include "games/game.h"

enum { COMPACT_ROW = 8 /* holes of the longest row */ };

/* The mover's row from its first hole on, then the opponent's; holes beyond the board are empty. */
struct compact_board {
    uint8_t hole[2 * COMPACT_ROW];
};

/* A move, and the board after it as the player sees it who moves next. */
struct compact_move {
    struct compact_board board;
    uint8_t hole; /* the move is to sow it */
    uint8_t gain; /* seeds won */
    bool again;   /* the same player moves */
};

/* Whether positions of this game are compact boards. */
KW_INLINE bool game_compacts(const struct kw_game *game) {
    return game->family->expand_compact != NULL && game->rules->columns <= COMPACT_ROW;
}

/* The moves of a board of such a game, in the order of kw_moves; 0 if the game is over. */
KW_INLINE size_t game_expand_compact(const struct kw_game *game, const struct compact_board *board,
                                     struct compact_move list[COMPACT_ROW]) {
    return game->family->expand_compact(game->rules, board, list);
}

#endif
