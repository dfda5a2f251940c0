/* Matches of rounds: how a round starts from what the players won in the one before it. */
#ifndef KOMWE_MACHINE_MACHINE_MATCH_H
#define KOMWE_MACHINE_MACHINE_MATCH_H

#include "games/family.h"

/* family.round_next of games whose text says `rounds`. */
bool match_round_next(const struct rules *rules, const struct kw_round *round,
                      struct kw_result *result, struct kw_position *next);

#endif
