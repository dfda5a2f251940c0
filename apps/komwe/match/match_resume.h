/* A match that is continued: the games that its file of records holds. */
#ifndef MATCH_RESUME_H
#define MATCH_RESUME_H

#include "io/output.h"
#include "match/match_runner.h"

/* What has been found in the records; free `notes` with output_free. */
struct match_resumption {
    size_t length;     /* bytes of the text that stay: all but a torn end, as below */
    size_t games;      /* that begin in the bytes after them */
    unsigned newlines; /* that are missing behind these bytes: a record is followed by two */
    struct string_builder notes; /* a line for each game that is not counted, or empty */
};

/*
 * Counts the pairs that a text of records holds, so that they are not played again: each once,
 * wherever its two games are.  A pair whose games are neighbours, as a match writes
 * them, is preferred to other games of the same round.
 *
 * What a match leaves that was killed, or a disk that was full, is neither counted nor kept: a
 * record at the end that is torn, and before it the first game of a pair whose second is nowhere
 * in the text.  Zeros may follow, which some file systems leave after a loss of power.
 * Any other game stays; it is noted if it is not counted.
 *
 * False with `fault`, to follow the name of its file, if the text is damaged in another way,
 * or is not of this match; then the match cannot be continued.
 */
bool match_resume(struct match_runner *runner, const char *text, size_t length,
                  struct match_resumption *resumption, char fault[KW_TEXT]);

#endif
