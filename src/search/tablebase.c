#include "search/tablebase.h"

#include "search/engine.h"
#include "tables/endgame.h"

static const struct endgame_set *tablebase_find(const struct kw_tables *tables,
                                                const struct kw_game *game, unsigned *most) {
    const struct endgame_set *set = endgame_set_find(tables, game);
    int seeds = set != NULL ? endgame_set_most(set) : -1;
    if (seeds < 0)
        return NULL;
    *most = (unsigned)seeds;
    return set;
}

static unsigned tablebase_seeds(const struct endgame_set *set, const struct kw_position *position) {
    return endgame_seeds(endgame_set_index(set), position);
}

static bool tablebase_probe(const struct endgame_set *set, const struct kw_position *position,
                            unsigned most, bool distances, struct tablebase_bounds *result) {
    const struct endgame_index *index = endgame_set_index(set);
    struct kw_bounds bounds;
    if (endgame_seeds(index, position) > most ||
        endgame_probe(set, position, distances, &bounds) != ENDGAME_FOUND)
        return false;
    int lead = endgame_lead(index, position);
    *result = (struct tablebase_bounds){.lower = lead + bounds.lower,
                                        .upper = lead + bounds.upper,
                                        .reach = bounds.reach,
                                        .hold = bounds.hold};
    return true;
}

void kw_engine_set_tables(struct kw_engine *engine, const struct kw_tables *tables) {
    struct tablebase tablebase = {.tables = tables,
                                  .find = tablebase_find,
                                  .seeds = tablebase_seeds,
                                  .probe = tablebase_probe};
    engine_set_tablebase(engine, tables != NULL ? &tablebase : NULL);
}
