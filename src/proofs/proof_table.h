/*
 * What a proof search has found out about positions, shared by its threads without locks; and the
 * same in a file, so that a search can be gone on with.
 */
#ifndef KOMWE_PROOFS_PROOF_TABLE_H
#define KOMWE_PROOFS_PROOF_TABLE_H

#include "base/cpu.h"
#include "komwe.h"

#include <stdatomic.h>

/* What is known of a position, from the side of its mover. */
enum proof_state {
    PROOF_OPEN = 0, /* nothing yet */
    PROOF_WIN = 1,  /* he wins, whatever positions stood before */
    PROOF_LOSS = 2, /* he loses, likewise */
    PROOF_HELD = 3  /* the attacker does not win: the other can hold a draw at least */
};

enum {
    PROOF_NEVER = (1 << 28) - 1, /* the effort of what cannot be shown */
    PROOF_PLIES = 0xffff,        /* a longer way to the end counts as this one */
    PROOF_EFFORT = 63
};

struct proof_finding {
    uint8_t state;  /* enum proof_state */
    uint8_t effort; /* the logarithm to the base 2 of the positions looked at for it, 0..63 */
    uint16_t plies; /* PROOF_WIN, PROOF_LOSS: the game is over after so many at most */
    /*
     * How far it seems to be to showing that the mover reaches what he is after, and that he does
     * not: 1..PROOF_NEVER - 1 while it is open, 0 and PROOF_NEVER afterwards.
     */
    uint32_t success, failure;
};

/*
 * A slot is written without a lock: two words that do not fit together, because two threads wrote
 * at once, are no finding.
 *
 *      data   bits  0..27 success   28..55 failure   56..61 effort   62..63 state
 *             of what is decided: bits 0..15 plies
 *      check  hash ^ data
 */
struct proof_slot {
    _Atomic uint64_t check, data;
};

enum { PROOF_BUCKET = 4 };

struct proof_bucket {
    struct proof_slot slot[PROOF_BUCKET];
};

struct proof_table {
    struct proof_bucket *bucket;
    size_t buckets;
};

/* Makes an empty table of about so many bytes, one bucket at least; false if there is no memory. */
bool proof_table_open(struct proof_table *table, size_t bytes);
void proof_table_close(struct proof_table *table);

/* What stands there on that hash; false if nothing does. */
bool proof_table_probe(const struct proof_table *table, uint64_t hash,
                       struct proof_finding *finding);

/*
 * Keeps a finding, in the place of the one in its bucket that took the least effort.  What is
 * decided is not replaced by a longer way to the same end: from ply to ply the ways get shorter.
 */
void proof_table_store(struct proof_table *table, uint64_t hash,
                       const struct proof_finding *finding);

/* Thousandths of the table in use, by a sample. */
unsigned proof_table_hashfull(const struct proof_table *table);

static inline struct proof_bucket *proof_table_bucket(const struct proof_table *table,
                                                      uint64_t hash) {
    return &table->bucket[(size_t)multiply_high(hash, table->buckets)];
}

/* A finding on that hash will be wanted soon. */
static inline void proof_table_prefetch(const struct proof_table *table, uint64_t hash) {
    __builtin_prefetch(proof_table_bucket(table, hash));
}

/* ---- in a file ----------------------------------------------------------------------------- */

/* How many findings a file of the table holds at most: an eighth of all that it has room for. */
size_t proof_table_keeps(const struct proof_table *table);

/*
 * Writes what took the most effort, as many findings as proof_table_keeps says:
 *
 *      komwe-proof-state 1\n      KW_PROVER_STATE, and the version
 *      TITLE\n                   the rule set and its options
 *      ENTRIES\n                 a whole number
 *      16 bytes each             hash and data as above, least significant byte first
 *      8 bytes                   FNV-1a (64 bits) of all bytes before, likewise
 *
 * False if `write` returned false.  Searches may be at work: a slot that is being written at that
 * moment comes out as a finding on a hash that no position has.  If they put others in the place of
 * findings that have been counted, one comes out more than once.
 */
bool proof_table_write(const struct proof_table *table, const char *title, kw_write_fn *write,
                       void *context);

/*
 * Reads such a file into the table, beside what it holds.  False and `error` if it is damaged or of
 * another title (KW_BAD_RECORD), or if it holds more than this table would keep (KW_NO_MEMORY, with
 * the MiB that do); the table is empty then.
 */
bool proof_table_read(struct proof_table *table, const char *title, kw_read_fn *read, void *context,
                      struct kw_error *error);

#endif
