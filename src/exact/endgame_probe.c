#include "exact/endgame_probe.h"

void outside_take_tables(struct outside *outside, const struct kw_tables *tables,
                         const struct kw_position *root, bool twice) {
    const struct terms *terms = outside->terms;
    outside->tables = tables != NULL ? endgame_set_find(tables, terms->game) : NULL;
    outside->most = -1;
    if (outside->tables == NULL)
        return;
    int largest = (int)endgame_set_index(outside->tables)->most;
    int most = terms_most(terms, root) - twice;
    outside->most = most < largest ? most : largest;
}

/* What the tables say; somebody is told if a file is damaged. */
static bool ask_tables(const struct outside *outside, const struct kw_position *position,
                       bool distances, struct kw_bounds *bounds) {
    switch (endgame_probe(outside->tables, position, distances, bounds)) {
    case ENDGAME_FOUND:
        return true;
    case ENDGAME_FAULT:
        atomic_store(outside->damaged,
                     (int)endgame_seeds(endgame_set_index(outside->tables), position));
        atomic_store(outside->stop, true);
        return false;
    default:
        return false;
    }
}

bool outside_probe(const struct outside *outside, const struct kw_position *position,
                   struct span *span) {
    struct kw_bounds bounds;
    if (!ask_tables(outside, position, false, &bounds))
        return false;
    *span = (struct span){bounds.lower, bounds.upper};
    return true;
}

bool outside_worth(const struct outside *outside, const struct kw_position *position, int *worth) {
    struct span span;
    if (!outside_span(outside, position, &span) || span.low != span.high)
        return false;
    *worth = span.low;
    return true;
}

bool outside_plies(const struct outside *outside, const struct kw_position *position,
                   unsigned plies[2]) {
    struct kw_bounds bounds;
    if (terms_most(outside->terms, position) > outside->most ||
        !ask_tables(outside, position, true, &bounds) || !bounds.distances)
        return false;
    plies[position->turn] = bounds.reach;
    plies[position->turn ^ 1] = bounds.hold;
    return true;
}
