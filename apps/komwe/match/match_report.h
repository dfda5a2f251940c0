/* What a match has come to, in words and for programs. */
#ifndef MATCH_REPORT_H
#define MATCH_REPORT_H

#include "cli/output.h"
#include "match/match_runner.h"

/* What two players have come to so far: a line, and one more if they are tested. */
void report_meeting(struct output *out, const struct contest *contest,
                    const struct meeting *meeting);

/* All of them, as lines or as JSON. */
void report_match(struct output *out, const struct contest *contest, bool json);

#endif
