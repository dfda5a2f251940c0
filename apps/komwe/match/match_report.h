/* The results of a match, as text and as JSON. */
#ifndef MATCH_REPORT_H
#define MATCH_REPORT_H

#include "io/output.h"
#include "match/match_runner.h"

/* The results of a pairing so far: a line, and one more for its test. */
void report_pairing(struct string_builder *out, const struct match_runner *runner,
                    const struct pairing *pairing);

/* All of them, as lines or as JSON. */
void report_match(struct string_builder *out, const struct match_runner *runner, bool json);

#endif
