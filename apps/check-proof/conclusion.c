#include "conclusion.h"

#include "claim_walk.h"

#include <stdlib.h>
#include <string.h>

void conclusion_begin(struct conclusion *conclusion, const struct rulebook *rules) {
    *conclusion = (struct conclusion){.rules = rules};
    rulebook_start(rules, conclusion->start);
    char *moves = rulebook_moves(rules, conclusion->start);
    for (char *move = moves; *move != '\0' && conclusion->count < CONCLUSION_MOVES;) {
        size_t length = strcspn(move, "\n"), at = conclusion->count++;
        memcpy(conclusion->after[at].move, move, length);
        conclusion->after[at].move[length] = '\0';
        rulebook_play(rules, conclusion->start, conclusion->after[at].move,
                      conclusion->after[at].position);
        move += length + 1;
    }
    free(moves);
}

void conclusion_add(struct conclusion *conclusion, const struct claim *claim,
                    char where[PROOF_LINE]) {
    unsigned known =
        claim->holds ? (claim->player == 'S' ? SOUTH_HOLDS : NORTH_HOLDS)
                     : (claim->player == 'S' ? SOUTH_WINS | SOUTH_HOLDS : NORTH_WINS | NORTH_HOLDS);
    snprintf(where, PROOF_LINE, "%s", claim->position);
    if (strcmp(claim->position, conclusion->start) == 0) {
        conclusion->start_known |= known;
        snprintf(where, PROOF_LINE, "start");
    }
    for (size_t i = 0; i < conclusion->count; i++)
        if (strcmp(claim->position, conclusion->after[i].position) == 0) {
            conclusion->after[i].known |= known;
            snprintf(where, PROOF_LINE, "after %s", conclusion->after[i].move);
        }
}

const char *conclusion_text(const struct conclusion *conclusion) {
    bool south = position_turn(conclusion->start) == 'S';
    unsigned own = south ? SOUTH_WINS | SOUTH_HOLDS : NORTH_WINS | NORTH_HOLDS;
    unsigned any = 0, all = SOUTH_WINS | NORTH_WINS | SOUTH_HOLDS | NORTH_HOLDS;
    for (size_t i = 0; i < conclusion->count; i++) {
        any |= conclusion->after[i].known;
        all &= conclusion->after[i].known;
    }
    /* The mover can choose a move that is proven for it; the opponent needs all of them proven. */
    unsigned known = conclusion->start_known | (any & own) | (all & ~own);
    if (conclusion->count == 0)
        known = conclusion->start_known;
    if (known & SOUTH_WINS)
        return "S wins";
    if (known & NORTH_WINS)
        return "N wins";
    return (known & SOUTH_HOLDS) && (known & NORTH_HOLDS) ? "draw" : NULL;
}
