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
 * Two rows: each hole's name is printed beside it.  1     2     3     4
 * Four rows: a letter for the row, a number for the column, as its owner counts.
 */

/* The board as it is drawn: from South's side as it is printed, from North's turned round. */
struct board_drawing {
    const struct kw_game *game;
    const struct rules *rules;
    const struct kw_position *position;
    bool turned;
};

/* The row of the printed board that is drawn at a row. */
static unsigned board_row(const struct board_drawing *drawing, unsigned row) {
    return drawing->turned ? drawing->rules->rows - 1u - row : row;
}

static unsigned board_hole(const struct board_drawing *drawing, unsigned row, unsigned column) {
    const struct rules *rules = drawing->rules;
    return hole_printed(rules, board_row(drawing, row),
                        drawing->turned ? rules->columns - 1u - column : column);
}

/* The names of the holes of a row; of four-row boards their numbers. */
static void board_draw_names(const struct board_drawing *drawing, unsigned row, struct text *text) {
    const struct rules *rules = drawing->rules;
    text_string(text, "        ");
    for (unsigned column = 0; column < rules->columns; column++) {
        char name[8];
        struct text written = text_into(name, sizeof name);
        hole_text(rules, board_hole(drawing, row, column), &written);
        text_format(text, column == 0 ? "%3s" : "   %3s", rules->rows == 4 ? name + 1 : name);
    }
    text_char(text, '\n');
}

static void board_draw_rule(const struct rules *rules, struct text *text) {
    text_string(text, "       +");
    for (unsigned column = 0; column < rules->columns; column++)
        text_string(text, "-----+");
    text_char(text, '\n');
}

static void board_draw_hole(const struct board_drawing *drawing, unsigned hole, struct text *text) {
    const struct kw_position *position = drawing->position;
    const char *letters = drawing->game->family->marks;
    if (position->hole[hole] > 0)
        text_format(text, "%3u", position->hole[hole]);
    else
        text_string(text, "  .");
    char marks[3] = {' ', ' ', '\0'}, *mark = marks;
    char both = drawing->game->family->both_letter;
    bool closed = both != '\0' && (position->mark & position->mark2) >> hole & 1;
    if (closed)
        *mark++ = both;
    else if (position->mark >> hole & 1)
        *mark++ = letters[0];
    if (!closed && position->mark2 >> hole & 1)
        *mark = letters[1];
    text_format(text, "%s|", marks);
}

/* A player's store, and what he has won where that is more: marked holes count. */
static void board_draw_store(const struct board_drawing *drawing, unsigned player,
                             struct text *text) {
    unsigned score[2], store = drawing->position->store[player];
    if (drawing->rules->stores)
        text_format(text, "  %s %u", drawing->game->family->reserves ? "reserve" : "store", store);
    if (kw_score(drawing->game, drawing->position, score) && score[player] != store)
        text_format(text, "  score %u", score[player]);
}

static void board_draw_row(const struct board_drawing *drawing, unsigned row, struct text *text) {
    static const char *const letters[] = {"b", "a", "A", "B"};
    const struct rules *rules = drawing->rules;
    unsigned half = rules->rows / 2u, printed = board_row(drawing, row);
    unsigned player = printed < half ? KW_NORTH : KW_SOUTH;
    const char *name = player == KW_SOUTH ? "South" : "North";
    text_format(text, " %5s |", rules->rows == 4 ? letters[printed] : name);
    for (unsigned column = 0; column < rules->columns; column++)
        board_draw_hole(drawing, board_hole(drawing, row, column), text);
    if (rules->rows == 4)
        text_format(text, "%s%s", row == 0 || row == 3 ? "" : "  ",
                    row == 0 || row == 3 ? "" : name);
    if (row + 1 == half || row == half)
        board_draw_store(drawing, player, text);
    text_char(text, '\n');
}

/* The fields of the position, the hand and the end of the game, in words. */
static void board_draw_state(const struct kw_game *game, const struct kw_position *position,
                             const struct kw_result *result, struct text *text) {
    struct kw_result own;
    char buffer[KW_TEXT];
    bool over = result != NULL || kw_state(game, position, &own);
    if (over) {
        text_format(text, "  %s\n", kw_result_text(result != NULL ? result : &own, buffer));
    } else {
        text_format(text, "  %s to move", position->turn == KW_SOUTH ? "South" : "North");
        if (position->phase != 0 && game_setup(game) != NULL)
            text_format(text, ": %s", game_setup(game)->caption);
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
                          enum kw_player bottom, const struct kw_result *result,
                          char buffer[KW_DRAWING]) {
    const struct rules *rules = game->rules;
    const struct board_drawing drawing = {game, rules, position, bottom == KW_NORTH};
    struct text text = text_into(buffer, KW_DRAWING);
    board_draw_names(&drawing, 0, &text);
    for (unsigned row = 0; row < rules->rows; row++) {
        if (row % (rules->rows / 2u) == 0)
            board_draw_rule(rules, &text);
        board_draw_row(&drawing, row, &text);
    }
    board_draw_rule(rules, &text);
    board_draw_names(&drawing, rules->rows - 1u, &text);
    board_draw_state(game, position, result, &text);
    return buffer;
}
