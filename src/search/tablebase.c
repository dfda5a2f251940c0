#include "search/tablebase.h"

#include "search/board_prover.h"
#include "search/engine.h"
#include "tables/endgame.h"
#include "tree/row_database.h"

static const struct endgame_set *tablebase_take(const struct kw_tables *tables,
                                                const struct kw_game *game, unsigned *most) {
    const struct endgame_set *set = endgame_set_take(tables, game);
    const struct row_database *rows = set != NULL ? endgame_set_rows(set) : NULL;
    int seeds = set != NULL ? endgame_set_most(set) : -1;
    if (rows != NULL && rows->most > seeds)
        seeds = rows->most;
    if (seeds < 0) {
        endgame_set_release(set);
        return NULL;
    }
    *most = (unsigned)seeds;
    return set;
}

static unsigned tablebase_seeds(const struct endgame_set *set, const struct kw_position *position) {
    return endgame_seeds(endgame_set_index(set), position);
}

static bool tablebase_probe(const struct endgame_set *set, const struct kw_position *position,
                            unsigned most, bool distances, struct tablebase_bounds *result) {
    const struct endgame_index *index = endgame_set_index(set);
    const struct row_database *rows = endgame_set_rows(set);
    struct kw_bounds bounds;
    if (rows != NULL && endgame_seeds(index, position) <= (unsigned)rows->most) {
        int value = endgame_lead(index, position) + row_database_value(rows, position);
        *result = (struct tablebase_bounds){.lower = value, .upper = value};
        return true;
    }
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
                                  .take = tablebase_take,
                                  .release = endgame_set_release,
                                  .seeds = tablebase_seeds,
                                  .probe = tablebase_probe,
                                  .prover = board_prover_new};
    engine_set_tablebase(engine, tables != NULL ? &tablebase : NULL);
}
