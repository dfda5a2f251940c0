/*
 * Proofs on compact boards, by the solver's search (tree/board_search.h) and a row database.
 *
 * Some five times as many boards a second as the proofs of search.c, which need no database.  The
 * engine calls it by pointers, as it does with tables (search/tablebase.h).
 */
#ifndef KOMWE_SEARCH_BOARD_PROVER_H
#define KOMWE_SEARCH_BOARD_PROVER_H

#include "komwe/game.h"

#include <stddef.h>

struct endgame_set;

struct board_proof {
    bool reached; /* the value is >= bound, else <= bound */
    int bound;    /* the difference of the final scores for the mover, in seeds */
};

/* Many threads may use it at a time. */
struct board_prover {
    /*
     * Is the value of a position >= least?  False if `ends` ended the search, which is called now
     * and then with the boards entered so far; *entered gets those of all.
     */
    bool (*prove)(const struct board_prover *prover, const struct kw_position *position, int least,
                  bool (*ends)(void *context, uint64_t entered), void *context, uint64_t *entered,
                  struct board_proof *proof);
    /*
     * Takes the database that the set has now, which it may use as long as the set is taken; false
     * if there is none, and then nothing may be proved.  Only between searches.
     */
    bool (*update)(struct board_prover *prover, const struct endgame_set *set);
    void (*close)(struct board_prover *prover);
};

/*
 * For struct tablebase: a prover with a table of about so many bytes; NULL if the set has no row
 * database, or there is no memory.
 */
struct board_prover *board_prover_new(const struct endgame_set *set, const struct kw_game *game,
                                      size_t bytes);

#endif
