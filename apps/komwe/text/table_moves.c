#include "text/table_moves.h"

#include <stdlib.h>
#include <string.h>

static struct table_move table_moves_value(const struct kw_position *position,
                                           const struct kw_position *next, int gain,
                                           const struct kw_bounds *bounds) {
    bool turned = next->turn != position->turn;
    unsigned plies = turned ? bounds->hold : bounds->reach;
    return (struct table_move){.lower = gain + (turned ? -bounds->upper : bounds->lower),
                               .upper = gain + (turned ? -bounds->lower : bounds->upper),
                               .plies = gain > 0                    ? 1
                                        : plies == KW_TABLE_ENDLESS ? plies
                                                                    : plies + 1};
}

/* Best first: by lower bound, upper bound, distance. */
static int table_moves_compare(const void *a, const void *b) {
    const struct table_move *first = a, *second = b;
    if (first->lower != second->lower)
        return first->lower > second->lower ? -1 : 1;
    if (first->upper != second->upper)
        return first->upper > second->upper ? -1 : 1;
    if (first->plies != second->plies)
        return first->plies < second->plies ? -1 : 1;
    return strcmp(first->text, second->text);
}

bool table_moves_probe(struct table_moves *moves, const struct kw_tables *tables,
                       const struct kw_game *game, const struct kw_position *position,
                       struct kw_error *error) {
    moves_name(&moves->moves, game, position);
    const struct kw_child *child = moves_children(&moves->moves, game, position);
    moves->count = moves->moves.count;
    moves->move = memory_new(moves->count + 1, sizeof *moves->move);
    int seeds = (int)kw_seeds_open(game, position);
    for (size_t i = 0; i < moves->count; i++) {
        const struct named_move *named = &moves->moves.named[i];
        const struct kw_position *next = &child[named->index].position;
        struct kw_bounds bounds;
        if (!kw_tables_probe(tables, game, next, &bounds, error))
            return false;
        moves->move[i] =
            table_moves_value(position, next, seeds - (int)kw_seeds_open(game, next), &bounds);
        moves->move[i].text = named->text;
    }
    qsort(moves->move, moves->count, sizeof *moves->move, table_moves_compare);
    return true;
}

void table_moves_free(struct table_moves *moves) {
    free(moves->move);
    moves_free(&moves->moves);
}

int table_moves_lead(const struct kw_position *position) {
    return (int)position->store[position->turn] - (int)position->store[position->turn ^ 1];
}

void table_moves_write_value(struct string_builder *out, int lower, int upper) {
    if (lower == upper && lower == 0)
        output_char(out, '0');
    else
        output_format(out, lower == upper ? "%+d" : "%+d..%+d", lower, upper);
}
