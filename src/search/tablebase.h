/*
 * What endgame tables tell a search.
 *
 * The bounds of a table hold as long as no position that can still arise has stood twice.  So where
 * none has since the last capture all layers prove, else only those with fewer seeds than the root;
 * what the others say is the best guess there is.
 *
 * A search reaches the tables through these functions alone, and so does without their code where
 * there are no files.
 */
#ifndef KOMWE_SEARCH_TABLEBASE_H
#define KOMWE_SEARCH_TABLEBASE_H

#include "komwe.h"

struct endgame_set;

/* What the mover of a position ends with at least and at most, stores included. */
struct ending {
    int lower, upper;
    unsigned reach, hold; /* plies, as in struct kw_bounds; only if they were asked for */
};

struct endings {
    const struct kw_tables *tables; /* NULL: there are none */
    /* The tables of a game, and the seeds of the largest of them; NULL if there are none. */
    const struct endgame_set *(*find)(const struct kw_tables *tables, const struct kw_game *game,
                                      unsigned *most);
    /* Seeds still to be won in a position. */
    unsigned (*seeds)(const struct endgame_set *set, const struct kw_position *position);
    /* False if the tables up to `most` do not hold the position, or the file is damaged. */
    bool (*probe)(const struct endgame_set *set, const struct kw_position *position, unsigned most,
                  bool distances, struct ending *ending);
};

#endif
