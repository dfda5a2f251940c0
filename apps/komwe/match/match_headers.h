/*
 * The conditions of a game of a match, as headers of its record:
 *
 *      Conditions      how it was opened and could end
 *      South-Player    how South plays, as --player gives it
 *      North-Player
 */
#ifndef MATCH_HEADERS_H
#define MATCH_HEADERS_H

#include "match/match_runner.h"

/* Sets them for a game between these players; false with `error`. */
bool match_headers_write(struct kw_record *record, const struct match_runner *runner,
                         const size_t side[2], struct kw_error *error);

/*
 * Whether the record's headers agree with the match; else `why` gets the difference, as the rest of
 * a sentence that begins with the game.
 */
bool match_headers_agree(const struct kw_record *record, const struct match_runner *runner,
                         const size_t side[2], char why[KW_TEXT]);

#endif
