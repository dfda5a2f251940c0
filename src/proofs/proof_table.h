/*
 * The table of a proof search, shared by its threads without locks; and its saved state in a file,
 * so that a search can be resumed.
 */
#ifndef KOMWE_PROOFS_PROOF_TABLE_H
#define KOMWE_PROOFS_PROOF_TABLE_H

#include "komwe/prover.h"
#include "tables/transposition.h"

/* The state of a position, from the view of its mover. */
enum proof_state {
    PROOF_OPEN = 0, /* undecided */
    PROOF_WIN = 1,  /* he wins, whatever positions occurred before */
    PROOF_LOSS = 2, /* he loses, likewise */
    PROOF_HELD = 3  /* the attacker does not win: the defender has at least a draw */
};

enum {
    PROOF_INFINITE = (1 << 28) - 1, /* the proof number of what is impossible */
    PROOF_PLIES = 0xffff,           /* longer ones count as this */
    PROOF_EFFORT = 63
};

struct proof_entry {
    uint8_t state;  /* enum proof_state */
    uint8_t effort; /* log2 of the positions searched for it, 0..63 */
    uint16_t plies; /* PROOF_WIN, PROOF_LOSS: to the end of the game, at most */
    /*
     * The proof numbers: the effort it seems to take to show that the mover reaches his aim (phi),
     * and that he does not (delta): 1..PROOF_INFINITE - 1 while it is open, 0 and PROOF_INFINITE
     * afterwards.
     */
    uint32_t phi, delta;
};

/*
 * The word of an entry in a slot of the table:
 *
 *      bits  0..27 phi   28..55 delta   56..61 effort   62..63 state
 *            decided entries: bits 0..15 plies
 */

/* Reads the entry of a hash; false if there is none. */
bool proof_table_probe(const struct transposition *table, uint64_t hash, struct proof_entry *entry);

/*
 * Stores an entry in place of the one in its bucket with the least effort.  A decided entry is not
 * replaced by one with more plies: so they decrease from ply to ply.
 */
void proof_table_store(struct transposition *table, uint64_t hash, const struct proof_entry *entry);

/* Permille of the table in use, by a sample. */
unsigned proof_table_hashfull(const struct transposition *table);

/* ---- saved states ---------------------------------------------------------------------------- */

/*
 * Saves the entries with the most effort, at most an eighth of those that the table can hold:
 *
 *      komwe-proof-state 1\n      KW_PROVER_STATE, and the version
 *      TITLE\n                   the rule set and its options
 *      ENTRIES\n                 a whole number
 *      16 bytes each             hash and data as above, least significant byte first
 *      8 bytes                   FNV-1a (64 bits) of all bytes before, likewise
 *
 * False if `write` returned false.  Searches may be running: a slot that is written at that moment
 * is saved with a hash that no position has.  If they replace entries that have been counted, one
 * entry is saved more than once.
 */
bool proof_table_write(const struct transposition *table, const char *title, kw_write_fn *write,
                       void *context);

/*
 * Loads a saved state into the table, beside its entries.  False and `error` if it is damaged
 * (KW_DAMAGED) or of another title (KW_BAD_RECORD), or if it has more entries than this table would
 * save (KW_NO_MEMORY, with the MiB that are needed); the table is empty then.
 */
bool proof_table_read(struct transposition *table, const char *title, kw_read_fn *read,
                      void *context, struct kw_error *error);

#endif
