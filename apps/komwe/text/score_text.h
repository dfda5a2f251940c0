/* Scores as text and as JSON numbers. */
#ifndef SCORE_TEXT_H
#define SCORE_TEXT_H

#include <komwe.h>

/* "+3.2", "+4 proven", "wins in 21 plies proven", "draw proven"; returns `text`. */
const char *score_text(const struct kw_line *line, char text[KW_TEXT]);

/* Whether a search found a score: a ply was searched completely, or the best line is proven. */
bool score_known(const struct kw_analysis *analysis);

/* The number of the score: whole plies, whole seeds where they are proven, else with decimals. */
double score_number(const struct kw_line *line);

#endif
