#include "tablebases/backed_bounds.h"

struct backed_bounds backed_bounds_none(void) {
    return (struct backed_bounds){INT8_MIN, INT8_MIN, INT8_MIN, KW_TABLE_ENDLESS, 0};
}

void backed_bounds_add(struct backed_bounds *backed, unsigned seeds,
                       const struct successor *successor, const struct kw_bounds *known) {
    int lower, upper;
    bounds_of_move((int)(seeds - successor->seeds), successor->turned, known->lower, known->upper,
                   &lower, &upper);
    if (lower > backed->lower) {
        backed->lower = lower;
        backed->reach = KW_TABLE_ENDLESS;
    }
    if (upper > backed->upper)
        backed->upper = upper;
    if (successor->seeds != seeds) {
        backed->exit_lower = lower > backed->exit_lower ? lower : backed->exit_lower;
    } else if (known->distances) {
        /* The mover's lower bound is what the mover of the successor can be held to. */
        if (lower == backed->lower && known->hold < backed->reach)
            backed->reach = known->hold;
        if (known->reach > backed->hold)
            backed->hold = known->reach;
    }
}

/*
 * Whether a distance is right: one more than that of the successor that backs it up, 1 by a move
 * that leaves the layer.
 */
static bool backed_bounds_reach(const struct backed_bounds *backed, unsigned reach) {
    if (backed->exit_lower == backed->lower)
        return reach == 1;
    return backed->reach != KW_TABLE_ENDLESS && reach == backed->reach + 1;
}

static bool backed_bounds_held(const struct backed_bounds *backed, unsigned hold) {
    return backed->hold != KW_TABLE_ENDLESS && hold == backed->hold + 1;
}

/* Whether the distances are right; a bound that an infinite game gives anyway needs none. */
static bool backed_bounds_distances(const struct backed_bounds *backed,
                                    const struct endgame_index *index, unsigned seeds,
                                    const struct kw_bounds *own) {
    int all = (int)seeds;
    if (index->cycles == ENDGAME_CYCLES_NAUGHT)
        return own->lower > 0   ? backed_bounds_reach(backed, own->reach)
               : own->lower < 0 ? backed_bounds_held(backed, own->hold)
                                : own->reach == KW_TABLE_ENDLESS;
    return (own->lower == -all ? own->reach == KW_TABLE_ENDLESS
                               : backed_bounds_reach(backed, own->reach)) &&
           (own->upper == all ? own->hold == KW_TABLE_ENDLESS
                              : backed_bounds_held(backed, own->hold));
}

bool backed_bounds_hold(const struct backed_bounds *backed, const struct endgame_index *index,
                        unsigned seeds, const struct kw_bounds *own) {
    return own->lower == backed->lower && own->upper == backed->upper &&
           (!own->distances || backed_bounds_distances(backed, index, seeds, own));
}

bool backed_bounds_final(const struct endgame_index *index, const struct kw_position *position,
                         const struct kw_bounds *own) {
    int value;
    return endgame_final(index, position, &value) && own->lower == value && own->upper == value;
}

bool backed_bounds_in_range(unsigned seeds, int lower, int upper) {
    int all = (int)seeds;
    return lower >= -all && upper <= all && lower <= upper;
}
