/*
 * What endgame tables and the row database know of a position.
 *
 * The solver probes them here alone.  The bounds of a table hold as long as no
 * position that can still arise has occurred twice.  So where none has since the last capture all
 * layers count, else only those with fewer seeds than the root.
 */
#ifndef KOMWE_EXACT_ENDGAME_PROBE_H
#define KOMWE_EXACT_ENDGAME_PROBE_H

#include "tables/endgame.h"
#include "tree/row_database.h"

struct endgame_probe {
    const struct value_model *model;
    const struct row_database *database;
    const struct endgame_set *tables; /* NULL: there are none */
    int most;             /* seeds of the largest layer of the tables that counts; -1: none does */
    _Atomic int *damaged; /* gets the layer of a damaged file, */
    atomic_bool *stop;    /* and then this is set */
};

/*
 * Takes the tables (NULL: there are none) for a root; `repeats`: a position that can return
 * is due, so that its next occurrence ends the game.  probe_release_tables must follow.
 */
void probe_take_tables(struct endgame_probe *probe, const struct kw_tables *tables,
                       const struct kw_position *root, bool repeats);
void probe_release_tables(struct endgame_probe *probe);

/* As probe_span, by the tables alone, of a position with at most probe->most seeds. */
bool probe_tables(const struct endgame_probe *probe, const struct kw_position *position,
                  struct span *span);

/*
 * Bounds of the value of a position; false if nothing is known.  A span that is not a single value
 * cannot be narrowed by a null window search: the value depends on repetitions.
 */
static inline bool probe_span(const struct endgame_probe *probe, const struct kw_position *position,
                              struct span *span) {
    int most = model_most(probe->model, position);
    if (most <= probe->most && probe_tables(probe, position, span))
        return true;
    if (most > probe->database->most)
        return false;
    span->low = span->high = row_database_value(probe->database, position);
    return true;
}

/* The value of a position, if it is known exactly. */
bool probe_value(const struct endgame_probe *probe, const struct kw_position *position, int *value);

/*
 * The distances of a position whose value the tables know: the plies in which South and North, each
 * for himself, can force its value to him, up to the next capture or the end;
 * ENDGAME_ENDLESS: he need not.  False if the tables have none.
 */
bool probe_plies(const struct endgame_probe *probe, const struct kw_position *position,
                 unsigned plies[2]);

#endif
