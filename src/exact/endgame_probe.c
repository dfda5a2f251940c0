#include "exact/endgame_probe.h"

void probe_take_tables(struct endgame_probe *probe, const struct kw_tables *tables,
                       const struct kw_position *root, bool repeats) {
    const struct value_model *model = probe->model;
    probe->tables = tables != NULL ? endgame_set_take(tables, model->game) : NULL;
    probe->most = -1;
    if (probe->tables == NULL)
        return;
    int largest = endgame_set_most(probe->tables);
    int most = model_most(model, root) - repeats;
    probe->most = most < largest ? most : largest;
}

void probe_release_tables(struct endgame_probe *probe) {
    endgame_set_release(probe->tables);
    probe->tables = NULL;
}

/* Probes the tables; notes the layer of a damaged file. */
static bool probe_position(const struct endgame_probe *probe, const struct kw_position *position,
                           bool distances, struct kw_bounds *bounds) {
    switch (endgame_probe(probe->tables, position, distances, bounds)) {
    case ENDGAME_FOUND:
        return true;
    case ENDGAME_FAULT:
        atomic_store(probe->damaged,
                     (int)endgame_seeds(endgame_set_index(probe->tables), position));
        atomic_store(probe->stop, true);
        return false;
    default:
        return false;
    }
}

bool probe_tables(const struct endgame_probe *probe, const struct kw_position *position,
                  struct span *span) {
    struct kw_bounds bounds;
    if (!probe_position(probe, position, false, &bounds))
        return false;
    *span = (struct span){bounds.lower, bounds.upper};
    return true;
}

bool probe_value(const struct endgame_probe *probe, const struct kw_position *position,
                 int *value) {
    struct span span;
    if (!probe_span(probe, position, &span) || span.low != span.high)
        return false;
    *value = span.low;
    return true;
}

bool probe_plies(const struct endgame_probe *probe, const struct kw_position *position,
                 unsigned plies[2]) {
    struct kw_bounds bounds;
    if (model_most(probe->model, position) > probe->most ||
        !probe_position(probe, position, true, &bounds) || !bounds.distances)
        return false;
    plies[position->turn] = bounds.reach;
    plies[position->turn ^ 1] = bounds.hold;
    return true;
}
