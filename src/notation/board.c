/* A board drawn with characters: names, counts, marks, stores, and whose turn it is. */
#include "games/game.h"

/*
 *             j     i     h     g                  4     3     2     1
 *          +-----+-----+-----+-----+            +-----+-----+-----+-----+
 *    North |  6k |  6k |   . |   . |  store 0   b |   2 |   2 |   2 |   2 |
 *          +-----+-----+-----+-----+            a |   2 |   . |   2 |   2 |  reserve 22
 *    South |   . |   . |  6k |  6k |  store 0     +-----+-----+-----+-----+
 *          +-----+-----+-----+-----+            A |   2 |   2 |  6h |   2 |  reserve 22
 *             A     B     C     D               B |   2 |   2 |   2 |   2 |
 *                                                 +-----+-----+-----+-----+
 * Two rows: each hole's name stands beside it.      1     2     3     4
 * Four rows: a letter for the row, a number for the column, as its owner counts.
 */

/* The names of the holes of a row; of four-row boards their numbers. */
static void draw_names(const struct rules *rules, unsigned row, struct text *text) {
    text_string(text, "        ");
    for (unsigned column = 0; column < rules->columns; column++) {
        char name[8];
        struct text written = text_into(name, sizeof name);
        hole_text(rules, hole_printed(rules, row, column), &written);
        text_format(text, column == 0 ? "%3s" : "   %3s", rules->rows == 4 ? name + 1 : name);
    }
    text_char(text, '\n');
}

static void draw_rule(const struct rules *rules, struct text *text) {
    text_string(text, "       +");
    for (unsigned column = 0; column < rules->columns; column++)
        text_string(text, "-----+");
    text_char(text, '\n');
}

static void draw_hole(const struct kw_game *game, const struct kw_position *position, unsigned hole,
                      struct text *text) {
    if (position->hole[hole] > 0)
        text_format(text, "%3u", position->hole[hole]);
    else
        text_string(text, "  .");
    char marks[3] = {' ', ' ', '\0'}, *mark = marks;
    if (position->mark >> hole & 1)
        *mark++ = game->family->marks[0];
    if (position->mark2 >> hole & 1)
        *mark = game->family->marks[1];
    text_format(text, "%s|", marks);
}

static void draw_row(const struct kw_game *game, const struct kw_position *position, unsigned row,
                     struct text *text) {
    static const char *const letters[] = {"b", "a", "A", "B"};
    const struct rules *rules = game->rules;
    unsigned half = rules->rows / 2u, player = row < half ? KW_NORTH : KW_SOUTH;
    const char *name = player == KW_SOUTH ? "South" : "North";
    text_format(text, " %5s |", rules->rows == 4 ? letters[row] : name);
    for (unsigned column = 0; column < rules->columns; column++)
        draw_hole(game, position, hole_printed(rules, row, column), text);
    if (rules->rows == 4)
        text_format(text, "%s%s", row == 0 || row == 3 ? "" : "  ",
                    row == 0 || row == 3 ? "" : name);
    if (rules->stores && (row + 1 == half || row == half))
        text_format(text, "  %s %u", game->family->reserves ? "reserve" : "store",
                    position->store[player]);
    text_char(text, '\n');
}

/* The fields of the position, the hand and the end of the game, in words. */
static void draw_state(const struct kw_game *game, const struct kw_position *position,
                       const struct kw_result *result, struct text *text) {
    struct kw_result own;
    char buffer[KW_TEXT];
    bool over = result != NULL || kw_state(game, position, &own);
    if (over) {
        text_format(text, "  %s\n", kw_result_text(result != NULL ? result : &own, buffer));
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
                          const struct kw_result *result, char buffer[KW_DRAWING]) {
    const struct rules *rules = game->rules;
    struct text text = text_into(buffer, KW_DRAWING);
    draw_names(rules, 0, &text);
    for (unsigned row = 0; row < rules->rows; row++) {
        if (row % (rules->rows / 2u) == 0)
            draw_rule(rules, &text);
        draw_row(game, position, row, &text);
    }
    draw_rule(rules, &text);
    draw_names(rules, rules->rows - 1u, &text);
    draw_state(game, position, result, &text);
    return buffer;
}
