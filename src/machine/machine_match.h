/* Matches of rounds: how a round starts from what the players won in the one before it. */
#ifndef KOMWE_MACHINE_MACHINE_MATCH_H
#define KOMWE_MACHINE_MACHINE_MATCH_H

#include "machine/machine.h"

/*
 * As family.round_next.  `shared`: the result is a score that gives the seeds left on the board to
 * players.
 */
bool match_round_next(const struct machine *machine, const struct kw_round *round, bool shared,
                      struct kw_result *result, struct kw_position *next);

#endif
