/* A match that is gone on with: the games that its file of records holds. */
#ifndef RESUME_H
#define RESUME_H

#include "contest.h"

/*
 * Counts the pairs that a text of records holds, so that they are not played again.  False with
 * `fault`, to stand behind the name of its file, if the text is damaged or is not of this match,
 * which is of no use then.
 */
bool contest_resume(struct contest *contest, const char *text, size_t length, char fault[KW_TEXT]);

#endif
