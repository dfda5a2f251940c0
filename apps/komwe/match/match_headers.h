/*
 * What a game of a match was played under, as headers of its record:
 *
 *      Conditions      how it was opened and could end
 *      South-Player    how he plays, as his --player says it
 *      North-Player
 */
#ifndef MATCH_HEADERS_H
#define MATCH_HEADERS_H

#include "match/match_runner.h"

/* Sets them for a game of these players of the contest; false with `error`. */
bool conditions_write(struct kw_record *record, const struct contest *contest, const size_t side[2],
                      struct kw_error *error);

/*
 * Whether the record says that it was played as the contest plays it; else says in `why` what is
 * different, as the rest of a sentence that begins with the game.
 */
bool conditions_hold(const struct kw_record *record, const struct contest *contest,
                     const size_t side[2], char why[KW_TEXT]);

#endif
