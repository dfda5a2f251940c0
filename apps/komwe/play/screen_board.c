#include "play/screen_board.h"

#include "play/terminal.h"

#include <stdio.h>
#include <string.h>

/* A hole's text holds three digits, two marks, two signs around them. */
enum { HOLE_TEXT = 8 };

struct drawing {
    const struct layout *layout;
    const struct kw_game *game;
    const struct kw_position *position;
    const struct board_marks *marks;
    char text[KW_HOLES][HOLE_TEXT]; /* of each hole: its number and marks, "6h" */
};

/* What lines, seeds and piles are made of. */
static const char *screen_board_glyph(const char *unicode, const char *ascii) {
    return terminal_has_unicode() ? unicode : ascii;
}

unsigned screen_board_hole(const struct layout *layout, const struct kw_game *game,
                           enum kw_player bottom, unsigned row, unsigned column) {
    bool turned = bottom == KW_NORTH;
    return kw_hole_at(game, turned ? layout->rows - 1 - row : row,
                      turned ? layout->columns - 1 - column : column);
}

/* Numbers and marks of the holes are read off the position's text, which knows the letters. */
static void screen_board_read_holes(struct drawing *drawing) {
    const struct layout *layout = drawing->layout;
    char text[KW_TEXT];
    const char *at = kw_position_text(drawing->game, drawing->position, text);
    for (unsigned row = 0; row < layout->rows; row++) {
        for (unsigned column = 0; column < layout->columns; column++) {
            char *hole = drawing->text[kw_hole_at(drawing->game, row, column)];
            size_t length = strcspn(at, ",/ ");
            snprintf(hole, HOLE_TEXT, "%.*s", (int)length, at);
            at += length + (at[length] != '\0');
        }
    }
}

/* ---- lines and names ---------------------------------------------------------------------- */

/* A horizontal line; `half`: the one between the players. */
static void screen_board_draw_rule(const struct drawing *drawing, int y, bool half) {
    const struct layout *layout = drawing->layout;
    const char *line = half ? screen_board_glyph("═", "=") : screen_board_glyph("─", "-");
    const char *crossing = half ? screen_board_glyph("╪", "+") : screen_board_glyph("┼", "+");
    bool top = y == layout->board, bottom = y == layout->board + layout->board_height - 1;
    int x = layout->label;
    for (unsigned column = 0; column <= layout->columns; column++) {
        const char *first = top      ? screen_board_glyph("┌", "+")
                            : bottom ? screen_board_glyph("└", "+")
                                     : screen_board_glyph("├", "+");
        const char *last = top      ? screen_board_glyph("┐", "+")
                           : bottom ? screen_board_glyph("┘", "+")
                                    : screen_board_glyph("┤", "+");
        const char *inner = top      ? screen_board_glyph("┬", "+")
                            : bottom ? screen_board_glyph("┴", "+")
                                     : crossing;
        const char *knot = column == 0 ? first : column == layout->columns ? last : inner;
        x += terminal_write(y, x, 1, INK_FRAME, knot);
        for (int i = 0; column < layout->columns && i < layout->cell_width; i++)
            x += terminal_write(y, x, 1, INK_FRAME, line);
    }
}

static void screen_board_draw_lines(const struct drawing *drawing) {
    const struct layout *layout = drawing->layout;
    int last = layout->board + layout->board_height - 1;
    for (int y = layout->board; y <= last; y++)
        for (unsigned column = 0; column <= layout->columns; column++)
            terminal_write(y, layout_column(layout, column) - 1, 1, INK_FRAME,
                           screen_board_glyph("│", "|"));
    screen_board_draw_rule(drawing, layout->board, false);
    screen_board_draw_rule(drawing, last, false);
    for (unsigned row = 1; row < layout->rows; row++)
        if (layout->grid || row == layout->rows / 2)
            screen_board_draw_rule(drawing, layout_row(layout, row) - 1, row == layout->rows / 2);
}

/* Writes in the middle of a hole's width. */
static void screen_board_write_centered(const struct drawing *drawing, int y, unsigned column,
                                        enum ink ink, const char *text) {
    int width = drawing->layout->cell_width, length = (int)strlen(text);
    int left = length < width ? (width - length) / 2 : 0;
    terminal_write(y, layout_column(drawing->layout, column) + left, width - left, ink, text);
}

/* Two rows: the names of the holes beside them.  Four rows: letters at the left, numbers outside.
 */
static void screen_board_draw_names(const struct drawing *drawing) {
    const struct layout *layout = drawing->layout;
    enum kw_player bottom = drawing->marks->bottom;
    char name[KW_TEXT];
    for (unsigned row = 0; row < layout->rows; row++) {
        bool outer = row == 0 || row == layout->rows - 1;
        int y = row == 0 ? layout->board - 1 : layout->board + layout->board_height;
        for (unsigned column = 0; outer && column < layout->columns; column++) {
            unsigned hole = screen_board_hole(layout, drawing->game, bottom, row, column);
            kw_place_text(drawing->game, hole, name);
            bool chosen = (int)hole == drawing->marks->chosen;
            screen_board_write_centered(drawing, y, column, chosen ? INK_CHOSEN : INK_NAME,
                                        layout->rows == 4 ? name + 1 : name);
        }
        kw_place_text(drawing->game, screen_board_hole(layout, drawing->game, bottom, row, 0),
                      name);
        name[1] = '\0';
        if (layout->label > 0)
            terminal_write(layout_row(layout, row) + layout->cell_height - 1, 0, 1, INK_NAME, name);
    }
}

/* ---- holes -------------------------------------------------------------------------------- */

static bool screen_board_has(uint32_t holes, unsigned hole) { return (holes >> hole & 1) != 0; }

static enum ink screen_board_hole_ink(const struct board_marks *marks, unsigned hole,
                                      enum ink otherwise) {
    if ((int)hole == marks->chosen)
        return INK_CHOSEN;
    if (screen_board_has(marks->taken, hole))
        return INK_TAKEN;
    if (screen_board_has(marks->path, hole))
        return INK_PATH;
    return otherwise;
}

/* The number with its marks and, by shape as well as by ink, what befalls the hole. */
static void screen_board_write_number(const struct drawing *drawing, unsigned hole,
                                      char text[2 * HOLE_TEXT]) {
    const struct board_marks *marks = drawing->marks;
    const char *number = drawing->text[hole];
    const char *left = "", *right = "";
    bool empty = drawing->position->hole[hole] == 0;
    if ((int)hole == marks->end)
        left = "[", right = "]";
    else if ((int)hole == marks->start)
        left = "<", right = ">";
    else if (screen_board_has(marks->taken, hole))
        left = "!";
    if ((int)(strlen(number) + strlen(left) + strlen(right)) > drawing->layout->cell_width)
        left = right = "";
    snprintf(text, 2 * HOLE_TEXT, "%s%s%s%s", left, empty ? screen_board_glyph("·", ".") : number,
             empty ? number + 1 : "", right);
}

/*
 * The seeds as dots, while each of them has a place; then two in one place; else a pile.
 */
static void screen_board_draw_seeds(const struct drawing *drawing, unsigned hole, int y, int x) {
    const struct layout *layout = drawing->layout;
    int width = layout->cell_width, lines = layout->cell_height - 1;
    int seeds = drawing->position->hole[hole], room = width * lines;
    enum ink ink = screen_board_hole_ink(drawing->marks, hole, INK_SEEDS);
    bool pairs = seeds > room, pile = seeds > 2 * room;
    int places = pairs ? (seeds + 1) / 2 : seeds;
    for (int line = 0; line < lines; line++) {
        for (int i = 0; i < width; i++) {
            /* Rows are filled from the bottom, from the middle of the hole's width outwards. */
            int below = (lines - 1 - line) * width,
                here = places - below < width ? places - below : width;
            int left = (width - here) / 2;
            bool set = here > 0 && i >= left && i < left + here;
            bool single = pairs && seeds % 2 == 1 && below + i - left == places - 1;
            const char *dot = pairs && !single ? ":" : pairs ? "." : screen_board_glyph("•", "o");
            if (pile)
                dot = screen_board_glyph(line == 0 && (i == 0 || i == width - 1) ? " " : "▒", "#"),
                set = true;
            terminal_write(y + line, x + i, 1, ink, set ? dot : " ");
        }
    }
}

static void screen_board_draw_hole(const struct drawing *drawing, unsigned row, unsigned column) {
    const struct layout *layout = drawing->layout;
    const struct board_marks *marks = drawing->marks;
    unsigned hole = screen_board_hole(layout, drawing->game, marks->bottom, row, column);
    int y = layout_row(layout, row), x = layout_column(layout, column);
    const struct kw_position *position = drawing->position;
    enum ink plain = screen_board_has(marks->changed, hole) ? INK_CHANGED : INK_PLAIN;
    char text[2 * HOLE_TEXT];
    if (screen_board_has(position->mark2, hole))
        plain = INK_MARK2;
    else if (screen_board_has(position->mark, hole))
        plain = INK_MARK;
    else if (position->hole[hole] == 0 && !screen_board_has(marks->changed, hole))
        plain = INK_FAINT;
    if (layout->cell_height > 1)
        screen_board_draw_seeds(drawing, hole, y, x);
    enum ink ink = screen_board_hole_ink(marks, hole, plain);
    y += layout->cell_height - 1;
    for (int i = 0; i < layout->cell_width; i++)
        terminal_write(y, x + i, 1, ink, " ");
    screen_board_write_number(drawing, hole, text);
    /* A "·" is two bytes but one column. */
    int extra = position->hole[hole] == 0 && terminal_has_unicode();
    int length = (int)strlen(text) - extra, left = (layout->cell_width - length) / 2;
    terminal_write(y, x + (left > 0 ? left : 0), layout->cell_width, ink, text);
    if (marks->hand_at == (int)hole) {
        snprintf(text, sizeof text, "(%u)", marks->hand);
        screen_board_write_centered(drawing, layout_row(layout, row) - 1, column, INK_TURN, text);
    }
}

void screen_board_draw(const struct layout *layout, const struct kw_game *game,
                       const struct kw_position *position, const struct board_marks *marks) {
    struct drawing drawing = {layout, game, position, marks, {""}};
    screen_board_read_holes(&drawing);
    screen_board_draw_lines(&drawing);
    screen_board_draw_names(&drawing);
    for (unsigned row = 0; row < layout->rows; row++)
        for (unsigned column = 0; column < layout->columns; column++)
            screen_board_draw_hole(&drawing, row, column);
}
