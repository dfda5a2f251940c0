/* Why a move is illegal on the sowing machine, and what narrows the choice. */
#ifndef KOMWE_MACHINE_MACHINE_EXPLAIN_H
#define KOMWE_MACHINE_MACHINE_EXPLAIN_H

#include "machine/machine_moves.h"

static const uint8_t machine_duty_refusals[] = {
    [DUTY_FEED] = REFUSE_FEED,           [DUTY_REACH] = REFUSE_REACH,
    [DUTY_CAPTURE] = REFUSE_CAPTURE,     [DUTY_NO_SLAM] = REFUSE_SLAM,
    [DUTY_START] = REFUSE_START,         [DUTY_LAND] = REFUSE_LAND,
    [DUTY_RIGHTMOST] = REFUSE_RIGHTMOST, [DUTY_NO_UNDO] = REFUSE_UNDO,
    [DUTY_UNPLAYED] = REFUSE_UNPLAYED,
};

static bool machine_reason(const struct machine *machine, struct kw_reason *reason, unsigned clause,
                           const char *text, unsigned hole, unsigned count) {
    bool counts = strstr(text, "%n") != NULL;
    return reason_set(reason, &machine->clauses[clause], text, hole, counts ? count : 0);
}

/* A refusal or what obliges, with the clause of the text's own sentence, or that of the rule. */
static bool machine_refuse(const struct machine *machine, struct kw_reason *reason,
                           unsigned refusal, unsigned clause, unsigned hole, unsigned count) {
    if (machine->refusal_clause[refusal] != CITE_NOTHING)
        clause = machine->refusal_clause[refusal];
    return machine_reason(machine, reason, clause, machine->refusal[refusal], hole, count);
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
    if (move != kw_move_make(KW_SOW, hole, kw_move_reverse(move), false, 0) ||
        (kw_move_reverse(move) && !machine->chosen_ways))
        return machine_refuse(machine, reason, REFUSE_FORM, clause, KW_NOWHERE, 0);
    if (!(machine->playable[player] >> hole & 1))
        return machine_refuse(machine, reason, REFUSE_FOREIGN, clause, hole, 0);
    if (kw_move_reverse(move) && machine_ways(machine, position, player, hole) != 3)
        return machine_refuse(machine, reason, REFUSE_WAY, clause, hole, 0);
    if (machine_closed(machine, position) >> hole & 1)
        return machine_refuse(machine, reason, REFUSE_CLOSED, machine->cite[CITE_CLOSED], hole, 0);
    if (machine_owned(machine, position) >> hole & 1)
        return machine_refuse(machine, reason, REFUSE_CHILD, machine->cite[CITE_CHILD], hole, 0);
    if (position->hole[hole] < machine->least)
        return machine_refuse(machine, reason, REFUSE_FEW, clause, hole, position->hole[hole]);
    return false;
}

/* Whether a duty is about the hole that a move starts from, or where its first lap ends. */
static bool machine_of_hole(const struct duty *duty) {
    return duty->kind == DUTY_START || duty->kind == DUTY_LAND || duty->kind == DUTY_RIGHTMOST;
}

/* The duty that leaves a move out; one of holes in its own words. */
static bool machine_explain_duty(const struct machine *machine, const struct kw_position *position,
                                 kw_move move, const struct duty *duty, struct kw_reason *reason) {
    const char *barred = machine->barred[duty - machine->duties];
    unsigned hole = kw_move_hole(move), seeds = position->hole[hole];
    return machine_of_hole(duty) && barred != NULL
               ? machine_reason(machine, reason, duty->clause, barred, hole, seeds)
               : machine_refuse(machine, reason, machine_duty_refusals[duty->kind], duty->clause,
                                hole, seeds);
}

static bool machine_explain_illegal(const struct rules *rules, const struct kw_position *position,
                                    kw_move move, struct kw_reason *reason) {
    const struct machine *machine = machine_of(rules);
    kw_move list[KW_MOVES];
    if (position->over != KW_GOING_ON)
        return machine_reason(machine, reason, machine->cite[CITE_LIMIT], "the game is over",
                              KW_NOWHERE, 0);
    size_t count = machine_legal(machine, position, list);
    const struct game_end *end = machine_game_end(machine, position, count);
    if (end != NULL)
        return machine_reason(machine, reason, end->clause, "the game is over", KW_NOWHERE, 0);
    if (move == MACHINE_PASS && machine->passes)
        return count > 0 &&
               machine_reason(machine, reason, machine->cite[CITE_PASS],
                              "a player who has a legal move may not pass", KW_NOWHERE, 0);
    if (move == MACHINE_SWAP && machine->swap)
        return !machine_may_swap(machine, position) &&
               machine_reason(machine, reason, machine->cite[CITE_OPENING],
                              "sides are changed only in the first turn of the second player",
                              KW_NOWHERE, 0);
    if (machine_explain_hole(machine, position, move, reason))
        return true;
    const struct duty *duty = machine_broken_duty(machine, position, move);
    return duty != NULL && machine_explain_duty(machine, position, move, duty, reason);
}

/* Whether a duty narrows the choice; one that only bars moves obliges to nothing. */
static bool machine_obliges(const struct machine *machine, const struct duty *duty,
                            const struct kw_position *position) {
    kw_move list[KW_MOVES];
    size_t count;
    switch (duty->kind) {
    case DUTY_FEED:
    case DUTY_REACH:
        return machine_side_empty(machine, position, position->turn ^ 1);
    case DUTY_CAPTURE:
    case DUTY_START:
    case DUTY_LAND:
    case DUTY_RIGHTMOST:
        count = machine_candidates(machine, position, list);
        return machine_narrow(machine, duty, position, list, count) < count;
    case DUTY_UNPLAYED:
        count = machine_candidates(machine, position, list);
        for (size_t i = 0; i < count; i++)
            if (machine_unplayed(machine, position) >> kw_move_hole(list[i]) & 1)
                return true;
        return false;
    default:
        return false;
    }
}

/* What is said of a duty that obliges. */
static unsigned machine_obligation(const struct duty *duty) {
    return duty->kind == DUTY_CAPTURE    ? OBLIGE_CAPTURE
           : duty->kind == DUTY_UNPLAYED ? OBLIGE_UNPLAYED
           : machine_of_hole(duty)       ? OBLIGE_HOLE
                                         : OBLIGE_FEED;
}

static bool machine_constraint(const struct rules *rules, const struct kw_position *position,
                               struct kw_reason *reason) {
    const struct machine *machine = machine_of(rules);
    kw_move list[KW_MOVES];
    if (machine_rules_moves(rules, position, list, KW_MOVES) == 0)
        return false;
    if (list[0] == MACHINE_PASS)
        return machine_refuse(machine, reason, OBLIGE_PASS, machine->cite[CITE_PASS], KW_NOWHERE,
                              0);
    for (unsigned i = 0; i < machine->duty_count; i++) {
        const struct duty *duty = &machine->duties[i];
        if (machine_obliges(machine, duty, position) && machine->obliged[i] != NULL &&
            machine_of_hole(duty))
            return machine_reason(machine, reason, duty->clause, machine->obliged[i], KW_NOWHERE,
                                  0);
        if (machine_obliges(machine, duty, position))
            return machine_refuse(machine, reason, machine_obligation(duty), duty->clause,
                                  KW_NOWHERE, 0);
    }
    return false;
}

#endif
