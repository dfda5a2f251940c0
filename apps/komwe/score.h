/* What a position is worth, as people and programs read it. */
#ifndef SCORE_H
#define SCORE_H

#include <komwe.h>

/* "+3.2", "+4 proven", "wins in 21 plies proven", "draw proven"; returns `text`. */
const char *score_text(const struct kw_line *line, char text[KW_TEXT]);

/* The number of the score: whole plies, whole seeds where they are proven, else with decimals. */
double score_number(const struct kw_line *line);

#endif
