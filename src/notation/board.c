/* A board drawn with characters: names, counts, marks, stores, and whose turn it is. */
#include "games/game.h"

/*
 *           j   i   h   g   f   e   d   c   b   a
 *         +---+---+---+---+---+---+---+---+---+---+
 *   North | 6k| 6k| 6k| 6k| 6k|   |   |   |   |   |  prison 0
 *         +---+---+---+---+---+---+---+---+---+---+
 *   South |   |   |   |   |   | 6k| 6k| 6k| 6k| 6k|  prison 0
 *         +---+---+---+---+---+---+---+---+---+---+
 *           A   B   C   D   E   F   G   H   I   J
 *   South to move
 */
enum { CELL = 5 }; /* characters between two bars */

static void draw_rule(struct text *text, unsigned columns) {
    text_string(text, "       +");
    for (unsigned column = 0; column < columns; column++)
        text_string(text, "-----+");
    text_char(text, '\n');
}

static void draw_names(const struct rules *rules, unsigned row, struct text *text) {
    text_string(text, "        ");
    for (unsigned column = 0; column < rules->columns; column++) {
        char name[8];
        struct text written = text_into(name, sizeof name);
        hole_text(rules, hole_printed(rules, row, column), &written);
        text_format(text, "  %-*s", CELL - 1, name);
    }
    while (text->length > 0 && text->data[text->length - 1] == ' ')
        text->data[--text->length] = '\0';
    text_char(text, '\n');
}

static void draw_row(const struct kw_game *game, const struct kw_position *position, unsigned row,
                     struct text *text) {
    const struct rules *rules = game->rules;
    unsigned player = row < rules->rows / 2u ? KW_NORTH : KW_SOUTH;
    /* The player's name and store stand beside his inner row. */
    bool inner = row + 1u == rules->rows / 2u || row == rules->rows / 2u;
    text_format(text, " %5s |", !inner ? "" : player == KW_SOUTH ? "South" : "North");
    for (unsigned column = 0; column < rules->columns; column++) {
        unsigned hole = hole_printed(rules, row, column), count = position->hole[hole];
        char cell[16];
        struct text written = text_into(cell, sizeof cell);
        if (count > 0)
            text_number(&written, count);
        else
            text_char(&written, '.');
        if (position->mark >> hole & 1)
            text_char(&written, game->family->marks[0]);
        if (position->mark2 >> hole & 1)
            text_char(&written, game->family->marks[1]);
        text_format(text, " %3s%s |", cell, written.length > 3 ? "" : " ");
        if (written.length > 3) /* four characters: take the space before the bar */
            continue;
    }
    if (inner && rules->stores)
        text_format(text, "  %s %u", game->family->reserves ? "reserve" : "store",
                    position->store[player]);
    text_char(text, '\n');
}

/* The fields of the position, the hand and the end of the game, in words. */
static void draw_state(const struct kw_game *game, const struct kw_position *position,
                       struct text *text) {
    struct kw_result result;
    char buffer[KW_TEXT];
    bool over = kw_state(game, position, &result);
    if (over) {
        text_format(text, "  %s\n", kw_result_text(&result, buffer));
    } else {
        text_format(text, "  %s to move", position->turn == KW_SOUTH ? "South" : "North");
        if (position->phase != 0)
            text_string(text, ": the first turn, placing warriors");
        text_char(text, '\n');
    }
    if (position->hand > 0)
        text_format(text, "  %u in the hand\n", position->hand);
    for (size_t i = 0; i < game->family->field_count; i++) {
        struct text value = text_into(buffer, sizeof buffer);
        game->family->fields[i].write(game->rules, position, &value);
        if (value.length > 0 && position->phase == 0 && !over)
            text_format(text, "  %s: %s\n", game->family->fields[i].name, buffer);
    }
}

const char *kw_board_text(const struct kw_game *game, const struct kw_position *position,
                          char buffer[KW_DRAWING]) {
    const struct rules *rules = game->rules;
    struct text text = text_into(buffer, KW_DRAWING);
    for (unsigned row = 0; row < rules->rows; row++) {
        if (row < rules->rows / 2u)
            draw_names(rules, row, &text);
        if (row == 0 || row >= rules->rows / 2u || rules->rows == 4)
            draw_rule(&text, rules->columns);
        draw_row(game, position, row, &text);
        if (row + 1u == rules->rows)
            draw_rule(&text, rules->columns);
        if (row >= rules->rows / 2u)
            draw_names(rules, row, &text);
    }
    draw_state(game, position, &text);
    return buffer;
}
