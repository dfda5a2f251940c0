/* Why a move is illegal on the sowing machine, and what narrows the choice. */
#ifndef KOMWE_MACHINE_MACHINE_EXPLAIN_H
#define KOMWE_MACHINE_MACHINE_EXPLAIN_H

#include "machine/machine_moves.h"

static const char *const machine_duty_texts[] = {
    [DUTY_FEED] = "%h would leave the opponent no seed",
    [DUTY_CAPTURE] = "%h captures nothing, and another move captures",
    [DUTY_NO_SLAM] = "%h would capture every seed of the opponent (a grand slam)",
};

static const char *const machine_choice_texts[] = {
    [DUTY_FEED] = "the opponent's side is empty: a move must put a seed into it",
    [DUTY_CAPTURE] = "a move that captures must be played",
    [DUTY_NO_SLAM] = "not every seed of the opponent may be captured",
};

static bool machine_reason(const struct machine *machine, struct kw_reason *reason, unsigned clause,
                           const char *text, unsigned hole, unsigned count) {
    return reason_set(reason, &machine->clauses[clause], text, hole, count);
}

/* The first duty that leaves a move out; NULL: none does. */
static const struct duty *machine_broken_duty(const struct machine *machine,
                                              const struct kw_position *position, kw_move move) {
    kw_move list[KW_MOVES];
    size_t count = machine_candidates(machine, position, list);
    for (unsigned i = 0; i < machine->duty_count; i++) {
        bool kept = false;
        count = machine_narrow(machine, &machine->duties[i], position, list, count);
        for (size_t k = 0; k < count; k++)
            kept |= list[k] == move;
        if (!kept)
            return &machine->duties[i];
    }
    return NULL;
}

/* The game is over, or the hole cannot be played whatever the duties. */
static bool machine_explain_hole(const struct machine *machine, const struct kw_position *position,
                                 kw_move move, struct kw_reason *reason) {
    unsigned hole = kw_move_hole(move), player = position->turn;
    unsigned clause = machine->cite[CITE_MOVE];
    if (move != kw_move_make(KW_SOW, hole, kw_move_reverse(move), false, 0))
        return machine_reason(machine, reason, clause, "a move is a hole of the board", KW_NOWHERE,
                              0);
    if (!(machine->playable[player] >> hole & 1))
        return machine_reason(machine, reason, clause, "%h is not a hole of the player to move",
                              hole, 0);
    if (kw_move_reverse(move) && machine->ways[player][hole] != 3)
        return machine_reason(machine, reason, clause, "%h is sown in one direction alone", hole,
                              0);
    if (position->hole[hole] == 0)
        return machine_reason(machine, reason, clause, "%h is empty", hole, 0);
    if (position->hole[hole] < machine->least)
        return machine_reason(machine, reason, clause, "%h has too few seeds to be sown", hole,
                              position->hole[hole]);
    return false;
}

static bool machine_explain_illegal(const struct rules *rules, const struct kw_position *position,
                                    kw_move move, struct kw_reason *reason) {
    const struct machine *machine = machine_of(rules);
    kw_move list[KW_MOVES];
    if (position->over != KW_GOING_ON)
        return machine_reason(machine, reason, machine->cite[CITE_LIMIT], "the game is over",
                              KW_NOWHERE, 0);
    size_t count = machine_legal(machine, position, list);
    const struct over *over = machine_over(machine, position, count);
    if (over != NULL)
        return machine_reason(machine, reason, over->clause, "the game is over", KW_NOWHERE, 0);
    if (move == MACHINE_PASS)
        return count > 0 &&
               machine_reason(machine, reason, machine->cite[CITE_PASS],
                              "a player who has a legal move may not pass", KW_NOWHERE, 0);
    if (machine_explain_hole(machine, position, move, reason))
        return true;
    const struct duty *duty = machine_broken_duty(machine, position, move);
    return duty != NULL &&
           machine_reason(machine, reason, duty->clause, machine_duty_texts[duty->kind],
                          kw_move_hole(move), position->hole[kw_move_hole(move)]);
}

static bool machine_constraint(const struct rules *rules, const struct kw_position *position,
                               struct kw_reason *reason) {
    const struct machine *machine = machine_of(rules);
    kw_move list[KW_MOVES];
    size_t count = machine_candidates(machine, position, list);
    if (machine_rules_count(rules, position) == 0)
        return false;
    for (unsigned i = 0; i < machine->duty_count; i++) {
        const struct duty *duty = &machine->duties[i];
        if (machine_narrow(machine, duty, position, list, count) < count)
            return machine_reason(machine, reason, duty->clause, machine_choice_texts[duty->kind],
                                  KW_NOWHERE, 0);
    }
    return false;
}

#endif
