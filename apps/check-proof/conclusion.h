/* What the claims of a proof mean for a game from its start. */
#ifndef CONCLUSION_H
#define CONCLUSION_H

#include "proof_reader.h"
#include "rulebook.h"

/* What is proven of a position: a bit for each. */
enum { SOUTH_WINS = 1, NORTH_WINS = 2, SOUTH_HOLDS = 4, NORTH_HOLDS = 8 };

enum { CONCLUSION_MOVES = 64 };

struct conclusion {
    const struct rulebook *rules;
    char start[RULEBOOK_TEXT];
    unsigned start_known;
    size_t count; /* moves from there */
    struct {
        char move[RULEBOOK_TEXT], position[RULEBOOK_TEXT];
        unsigned known;
    } after[CONCLUSION_MOVES];
};

void conclusion_begin(struct conclusion *conclusion, const struct rulebook *rules);

/* Adds a proven claim; writes its position as "start", "after A6<" or the position. */
void conclusion_add(struct conclusion *conclusion, const struct claim *claim,
                    char where[PROOF_LINE]);

/* "S wins", "N wins", "draw", or NULL: the claims do not decide it. */
const char *conclusion_text(const struct conclusion *conclusion);

#endif
