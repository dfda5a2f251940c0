/* What a puzzle is about: the themes of its solution, most of them by the events of its moves. */
#ifndef PUZZLE_THEMES_H
#define PUZZLE_THEMES_H

#include <komwe.h>

enum {
    PUZZLE_LONGEST = 3, /* moves of the player who solves, at most */
    PUZZLE_PLIES = 16   /* of a solution, at most */
};

/* Bits, in the order in which a file names them; docs/lessons.md defines each. */
enum puzzle_theme {
    THEME_ONE_MOVE = 1 << 0,
    THEME_SHORT = 1 << 1,
    THEME_LONG = 1 << 2,
    THEME_WIN = 1 << 3,
    THEME_TRIPLE_CAPTURE = 1 << 4,
    THEME_HOUSE = 1 << 5,
    THEME_STARVING = 1 << 6,
    THEME_EXTRA_MOVE = 1 << 7,
    THEME_QUIET_MOVE = 1 << 8,
    THEME_ENDGAME = 1 << 9,
    THEMES = 10, /* how many there are */
    /* What only a search can show; all others follow from the moves. */
    THEMES_SEARCHED = THEME_WIN | THEME_ENDGAME
};

/* The moves of a solution in turn, those of both players. */
struct puzzle_solution {
    kw_move move[PUZZLE_PLIES];
    size_t plies;
    unsigned moves; /* of the player who solves, 1 to PUZZLE_LONGEST */
};

/*
 * Reads the answer and the words of a line, which may be empty.  False unless all are legal, one
 * after the other, and the last one is a move of the player who solves.
 */
bool puzzle_solution_read(struct puzzle_solution *solution, const struct kw_game *game,
                          const struct kw_position *position, const char *answer, const char *line);

/* The themes that follow from the moves: all but THEMES_SEARCHED. */
unsigned puzzle_themes_of_moves(const struct kw_game *game, const struct kw_position *position,
                                const struct puzzle_solution *solution);

/* Writes their names, separated by spaces; returns `text`. */
const char *puzzle_themes_text(unsigned themes, char text[KW_TEXT]);

/* Reads such a text; false if it holds other words, or in another order. */
bool puzzle_themes_read(const char *text, unsigned *themes);

/* Reads words in any order, separated by commas; false if one is unknown. */
bool puzzle_themes_list_read(const char *words, unsigned *themes);

#endif
