/* The layout of the full screen, for a board and a size of the terminal. */
#ifndef SCREEN_LAYOUT_H
#define SCREEN_LAYOUT_H

#include <stdbool.h>

/*
 *      top          North (greedy)   store 0        | Kalah
 *      names           f     e     d     c          |   1  C     a
 *      board        +-----+-----+-----+-----+       |   2  A     f
 *                   | ooo | ooo | ooo | ooo |       |
 *                   |  3  |  3  |  3  |  3  |       |
 *                   +-----+-----+-----+-----+       |
 *                   ...
 *      names           A     B     C     D          |
 *      bottom       South (human)    store 0
 *      status       what the chosen move would do
 *      message      answers, as long as it takes
 *      input        South> C
 */
struct layout {
    bool fits;                     /* the terminal is large enough */
    unsigned rows, columns;        /* of the board */
    int least_height, least_width; /* that are large enough */
    int cell_width, cell_height;   /* of the inside of a hole */
    bool grid;                     /* a line between any two rows */
    int label;                     /* columns for the letters of the rows, left of the board */
    int board, board_height, board_width; /* its upper line */
    int list, list_width;                 /* the move list's first column, 0 wide: no list */
    int bottom, status, message, message_height, input;
};

/*
 * Lays out a board of rows x columns on a terminal.  `large`: the messages take the place of the
 * board.
 */
void layout_make(struct layout *layout, unsigned rows, unsigned columns, int height, int width,
                 bool large);

/* The upper left corner of the inside of the hole that is drawn at a row and a column. */
int layout_row(const struct layout *layout, unsigned row);
int layout_column(const struct layout *layout, unsigned column);

/* The row and the column of the board at a place of the screen; false if no hole is there. */
bool layout_find(const struct layout *layout, int y, int x, unsigned *row, unsigned *column);

#endif
