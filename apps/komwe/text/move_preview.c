#include "text/move_preview.h"

#include "text/move_effect.h"
#include "text/move_list.h"
#include "text/setup_words.h"

#include <stdlib.h>
#include <string.h>

/* So many moves from one hole are listed, unless the hole is named. */
enum { LISTED = 8 };

void preview_move(struct string_builder *out, const struct kw_game *game,
                  const struct kw_position *position, kw_move move) {
    struct effect effect;
    char text[KW_TEXT];
    effect_find(&effect, game, position, move);
    output_format(out, "%s: ", kw_move_text(game, position, move, text));
    effect_foretell(out, game, move, &effect);
    output_char(out, '\n');
}

/* A line of the list. */
struct preview_row {
    struct effect effect;
    char end[24];
};

struct preview_rows {
    struct string_builder *out;
    const struct kw_game *game;
    struct moves moves;
    struct preview_row *row;
    int move_width, end_width;
};

/* As the texts, but C2 before C10. */
static int preview_compare(const void *a, const void *b) {
    const struct named_move *one = a, *other = b;
    uint32_t first = kw_move_number(one->move), second = kw_move_number(other->move);
    if (kw_move_hole(one->move) == kw_move_hole(other->move) && first > 0 && second > 0 &&
        first != second)
        return first < second ? -1 : 1;
    return strcmp(one->text, other->text);
}

static void preview_find_rows(struct preview_rows *list, const struct kw_position *position) {
    char name[KW_TEXT];
    list->row = memory_new(list->moves.count, sizeof *list->row);
    list->move_width = list->end_width = 7;
    for (size_t i = 0; i < list->moves.count; i++) {
        const struct named_move *move = &list->moves.named[i];
        struct preview_row *row = &list->row[i];
        effect_find(&row->effect, list->game, position, move->move);
        unsigned end = row->effect.end;
        snprintf(row->end, sizeof row->end, "%s",
                 end == KW_NOWHERE ? "-" : kw_place_text(list->game, end, name));
        if ((int)strlen(move->text) > list->move_width)
            list->move_width = (int)strlen(move->text);
        if ((int)strlen(row->end) > list->end_width)
            list->end_width = (int)strlen(row->end);
    }
}

static void preview_write_row(const struct preview_rows *list, size_t i) {
    const struct effect *effect = &list->row[i].effect;
    struct string_builder *out = list->out;
    char text[KW_TEXT];
    output_format(out, "  %-*s  %-*s  ", list->move_width, list->moves.named[i].text,
                  list->end_width, list->row[i].end);
    if (effect->taken > 0)
        output_format(out, "%5zu", effect->taken);
    else
        output_add(out, "    -");
    output_format(out, "  %4zu", effect->laps.count);
    if (*effect_choice(list->game, effect, text) != '\0')
        output_format(out, "  %s", text);
    output_format(out, "%s%s\n", effect->again ? "  moves again" : "",
                  effect->over ? "  ends the game" : "");
}

/* The index after the last move from the same hole as move `i`. */
static size_t preview_hole_end(const struct preview_rows *list, size_t i) {
    unsigned hole = kw_move_hole(list->moves.named[i].move);
    while (i < list->moves.count && kw_move_hole(list->moves.named[i].move) == hole)
        i++;
    return i;
}

static void preview_write_rows(const struct preview_rows *list) {
    char name[KW_TEXT];
    for (size_t i = 0; i < list->moves.count;) {
        size_t end = preview_hole_end(list, i), shown = end - i > LISTED + 1 ? i + LISTED : end;
        for (; i < shown; i++)
            preview_write_row(list, i);
        if (i == end)
            continue;
        kw_place_text(list->game, kw_move_hole(list->moves.named[i].move), name);
        output_format(list->out, "  %s to %s: %zu more (moves %s)\n", list->moves.named[i].text,
                      list->moves.named[end - 1].text, end - i, name);
        i = end;
    }
}

/* Keeps only the moves from one hole; false if there are none. */
static bool preview_filter_hole(struct moves *moves, int hole) {
    size_t kept = 0;
    for (size_t i = 0; i < moves->count; i++)
        if (hole >= 0 && kw_move_hole(moves->named[i].move) == (unsigned)hole)
            moves->named[kept++] = moves->named[i];
    moves->count = kept;
    return kept > 0;
}

/* Steps of a first turn need no preview. */
static void preview_write_steps(const struct preview_rows *list) {
    struct string_builder line = {0};
    for (size_t i = 0; i < list->moves.count; i++)
        output_format(&line, "%s ", list->moves.named[i].text);
    output_wrap(list->out, line.text, 0, 0);
    output_free(&line);
}

void preview_moves(struct string_builder *out, const struct kw_game *game,
                   const struct kw_position *position, const char *hole) {
    struct preview_rows list = {.out = out, .game = game};
    moves_name(&list.moves, game, position);
    qsort(list.moves.named, list.moves.count, sizeof *list.moves.named, preview_compare);
    bool all = *hole == '\0';
    if (!all && !preview_filter_hole(&list.moves, kw_hole_find(game, hole))) {
        output_format(out, "There is no move from '%s'; why %s explains it.\n", hole, hole);
    } else if (setup_words_apply(position)) {
        preview_write_steps(&list);
    } else {
        preview_find_rows(&list, position);
        output_format(out, "  %-*s  %-*s  takes  laps\n", list.move_width, "move", list.end_width,
                      "ends in");
        if (all)
            preview_write_rows(&list);
        for (size_t i = 0; !all && i < list.moves.count; i++)
            preview_write_row(&list, i);
    }
    free(list.row);
    moves_free(&list.moves);
}
