/*
 * Endgame tables in the search of the engine.
 *
 * The bounds of a table hold as long as no position that can still arise has occurred twice.  So if
 * none has since the last capture all layers prove values, else only those with fewer seeds than
 * the root; the values of the others are good guesses.
 *
 * A search reaches the tables through these functions alone, so that builds without files link none
 * of their code.
 */
#ifndef KOMWE_SEARCH_TABLEBASE_H
#define KOMWE_SEARCH_TABLEBASE_H

#include "komwe/tables.h"

struct endgame_set;

/* Bounds of the final difference of scores for the mover, stores included. */
struct tablebase_bounds {
    int lower, upper;
    unsigned reach, hold; /* plies, as in struct kw_bounds; only if distances were requested */
};

struct board_prover;

struct tablebase {
    const struct kw_tables *tables; /* NULL: there are none */
    /*
     * The tables of a game, and the seeds of its largest layer; NULL if there are none.  They stay
     * valid until `release`, which must follow.
     */
    const struct endgame_set *(*take)(const struct kw_tables *tables, const struct kw_game *game,
                                      unsigned *most);
    void (*release)(const struct endgame_set *set);
    /* Seeds still to be won in a position. */
    unsigned (*seeds)(const struct endgame_set *set, const struct kw_position *position);
    /* False if the layers up to `most` do not hold the position, or the file is damaged. */
    bool (*probe)(const struct endgame_set *set, const struct kw_position *position, unsigned most,
                  bool distances, struct tablebase_bounds *bounds);
    /* A prover (search/board_prover.h) of a game whose set it is; NULL if it needs none. */
    struct board_prover *(*prover)(const struct endgame_set *set, const struct kw_game *game,
                                   size_t bytes);
};

#endif
