#include "play/screen_layout.h"

enum {
    CELL_MOST_WIDTH = 7,
    CELL_LEAST_WIDTH = 3,
    CELL_MOST_HEIGHT = 4,
    LIST_WIDTH = 16,     /* of a move list that is worth its place */
    MESSAGES_WANTED = 5, /* lines, if the board need not become smaller for them */
    MESSAGES_LEAST = 2,
    OTHER_LINES = 6 /* two players, two lines of names, status, input */
};

static int layout_board_height(const struct layout *layout, int cell_height, bool grid) {
    int rows = (int)layout->rows;
    return grid ? rows * (cell_height + 1) + 1 : rows * cell_height + 3;
}

static int layout_board_width(const struct layout *layout, int cell_width) {
    return layout->label + (int)layout->columns * (cell_width + 1) + 1;
}

/* The largest holes that leave room for the messages wanted; else the smallest that leave any. */
static bool layout_choose_height(struct layout *layout, int height) {
    int room = height - OTHER_LINES;
    layout->grid = true;
    for (int cell = CELL_MOST_HEIGHT; cell >= 1; cell--) {
        layout->cell_height = cell;
        if (layout_board_height(layout, cell, true) + MESSAGES_WANTED <= room)
            return true;
    }
    if (layout_board_height(layout, 1, true) + MESSAGES_LEAST <= room)
        return true;
    layout->grid = false;
    layout->cell_height = 1;
    return layout_board_height(layout, 1, false) + MESSAGES_LEAST <= room;
}

/* The widest holes beside a move list; without one if there is no room for it. */
static bool layout_choose_width(struct layout *layout, int width) {
    static const int list[] = {LIST_WIDTH + 1, 0};
    for (int i = 0; i < 2; i++) {
        for (int cell = CELL_MOST_WIDTH; cell >= CELL_LEAST_WIDTH + (i == 0); cell--) {
            layout->cell_width = cell;
            if (layout_board_width(layout, cell) + list[i] <= width) {
                layout->list = list[i] > 0 ? layout_board_width(layout, cell) + 1 : 0;
                layout->list_width = list[i] > 0 ? width - layout->list : 0;
                return true;
            }
        }
    }
    return false;
}

void layout_make(struct layout *layout, unsigned rows, unsigned columns, int height, int width,
                 bool large) {
    *layout = (struct layout){.rows = rows, .columns = columns, .label = rows == 4 ? 2 : 0};
    layout->least_height = layout_board_height(layout, 1, false) + MESSAGES_LEAST + OTHER_LINES;
    layout->least_width = layout_board_width(layout, CELL_LEAST_WIDTH);
    if (layout->least_width < 40)
        layout->least_width = 40;
    layout->fits = layout_choose_height(layout, height) && layout_choose_width(layout, width) &&
                   width >= layout->least_width;
    layout->board = 2;
    layout->board_height = layout_board_height(layout, layout->cell_height, layout->grid);
    layout->board_width = layout_board_width(layout, layout->cell_width);
    layout->bottom = layout->board + layout->board_height + 1;
    layout->status = layout->bottom + 1;
    layout->message = large ? 1 : layout->status + 1;
    layout->input = height - 1;
    layout->message_height = layout->input - layout->message;
}

int layout_row(const struct layout *layout, unsigned row) {
    int lines = (int)row * (layout->cell_height + layout->grid);
    /* Without a grid there is one line between the players. */
    return layout->board + 1 + lines + (!layout->grid && row >= layout->rows / 2);
}

int layout_column(const struct layout *layout, unsigned column) {
    return layout->label + 1 + (int)column * (layout->cell_width + 1);
}

bool layout_find(const struct layout *layout, int y, int x, unsigned *row, unsigned *column) {
    for (*row = 0; *row < layout->rows; ++*row) {
        int top = layout_row(layout, *row);
        if (y < top || y >= top + layout->cell_height)
            continue;
        for (*column = 0; *column < layout->columns; ++*column) {
            int left = layout_column(layout, *column);
            if (x >= left && x < left + layout->cell_width)
                return true;
        }
    }
    return false;
}
