/* The end of a file of records that was not written whole. */
#ifndef TORN_RECORD_H
#define TORN_RECORD_H

#include "match/match_runner.h"

#include <stddef.h>

/*
 * Whether a text, which no record can be read from, is what is left of a pair that this match was
 * writing: the beginning of a record of one of its games, then nothing, or zeros.  Behind zeros,
 * more of the same pair may follow.  Anything else must not be cut off.
 */
bool torn_record_is_ours(const struct match_runner *runner, const char *text, size_t length);

#endif
