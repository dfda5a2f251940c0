/*
 * A sample of a file against the rules, when it is opened.
 *
 * A checksum finds accidents; whoever forges values computes it anew.  So some positions, which the
 * system's random numbers choose anew each time, must follow from their successors as in a
 * verification.  A file whose share f of positions contradicts the others passes n of them with a
 * probability of about (1 - f)^n: what is wrong at large is found, a few wrong positions are not.
 */
#ifndef KOMWE_TABLEBASES_TABLE_SAMPLE_H
#define KOMWE_TABLEBASES_TABLE_SAMPLE_H

#include "tables/endgame.h"

enum {
    TABLE_SAMPLE_RUNS = 16, /* places, so that few blocks of a large file are read */
    TABLE_SAMPLE_EACH = 16, /* positions one after the other at each of them */
    TABLE_SAMPLE = TABLE_SAMPLE_RUNS * TABLE_SAMPLE_EACH
};

/*
 * Samples the file of a layer, whose lower layers are those of `set`; all of it, if it has at most
 * TABLE_SAMPLE positions.  0, ENDGAME_WRONG or ENOMEM.  Blocks that are damaged or cannot be read
 * are passed over: a probe says so.
 */
int table_sample_check(const struct endgame_set *set, const struct endgame_file *file);

#endif
