#include "text/score_text.h"

#include <stdio.h>
#include <stdlib.h>

enum { HUNDREDTHS = 100 };

bool score_known(const struct kw_analysis *analysis) {
    return analysis->depth > 0 || analysis->line[0].proven;
}

double score_number(const struct kw_line *line) {
    return line->unit == KW_IN_PLIES ? line->score : (double)line->score / HUNDREDTHS;
}

static void score_plies_text(const struct kw_line *line, char text[KW_TEXT]) {
    int plies = abs(line->score);
    snprintf(text, KW_TEXT, "%s in %d %s", line->score > 0 ? "wins" : "loses", plies,
             plies == 1 ? "ply" : "plies");
}

const char *score_text(const struct kw_line *line, char text[KW_TEXT]) {
    char number[KW_TEXT];
    if (line->unit == KW_IN_PLIES)
        score_plies_text(line, number);
    else if (line->unit == KW_IN_POINTS && line->proven)
        snprintf(number, sizeof number, "draw");
    else if (line->proven)
        snprintf(number, sizeof number, line->score == 0 ? "%d" : "%+d", line->score / HUNDREDTHS);
    else if (abs(line->score) < HUNDREDTHS / 20) /* not "-0.0" */
        snprintf(number, sizeof number, "0.0");
    else
        snprintf(number, sizeof number, "%+.1f", score_number(line));
    snprintf(text, KW_TEXT, "%.64s%s", number, line->proven ? " proven" : "");
    return text;
}
