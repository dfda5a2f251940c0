/*
 * What is known of a position from outside of the search that asks: from endgames, those of tables
 * and those that were solved on the way.
 *
 * This is the one place where the solver asks for them.  The bounds of a table hold as long as no
 * position that can still arise has stood twice.  So where none has since the last capture all
 * layers count, else only those with fewer seeds than the root.
 */
#ifndef KOMWE_EXACT_ENDGAME_PROBE_H
#define KOMWE_EXACT_ENDGAME_PROBE_H

#include "exact/row_database.h"
#include "tables/endgame.h"

struct endgame_probe {
    const struct value_model *model;
    const struct row_database *database;
    const struct endgame_set *tables; /* NULL: there are none */
    int most;             /* seeds of the largest layer of the tables that counts; -1: none does */
    _Atomic int *damaged; /* gets the layer of a file that turns out to be damaged */
    atomic_bool *stop;    /* and this is set */
};

/* Takes the tables (NULL: there are none) for a root; `twice`: positions that can return stood so.
 */
void probe_set_tables(struct endgame_probe *probe, const struct kw_tables *tables,
                      const struct kw_position *root, bool twice);

/* As outside_span, for a position of no more than outside->most seeds, from the tables alone. */
bool probe_tables(const struct endgame_probe *probe, const struct kw_position *position,
                  struct span *span);

/*
 * Narrows down the worth of a position by what is known from outside; false if nothing is known.
 * What is left open no question can decide: it rests on what repetition pays.
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

/* The worth of a position, if it is known from outside. */
bool probe_value(const struct endgame_probe *probe, const struct kw_position *position, int *value);

/*
 * In how many plies South and North, each for himself, can bring about what a position whose worth
 * the tables know is worth to him, up to the next capture or the end; ENDGAME_ENDLESS: he has no
 * need to.  False if the tables do not say.
 */
bool probe_plies(const struct endgame_probe *probe, const struct kw_position *position,
                 unsigned plies[2]);

#endif
