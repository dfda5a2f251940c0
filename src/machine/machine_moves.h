/*
 * Whole moves on the sowing machine, which of them are legal, and how games end.
 */
#ifndef KOMWE_MACHINE_MACHINE_MOVES_H
#define KOMWE_MACHINE_MACHINE_MOVES_H

#include "machine/machine_relay.h"

#define MACHINE_PASS kw_move_make(KW_PASS, 0, false, false, 0)
#define MACHINE_SWAP kw_move_make(KW_SWAP, 0, false, false, 0)

/* ---- a move ---------------------------------------------------------------------------------- */

/* The moves of the opening that are still to come. */
KW_INLINE unsigned machine_opening(const struct kw_position *position) {
    return position->own[1] & MEMORY_OPENING;
}

/* The directions that the first move of the game left to the player to move; 0: any. */
KW_INLINE unsigned machine_way_left(const struct kw_position *position) {
    return (position->own[1] & MEMORY_WAY) >> 4;
}

/* The facts of a move that its position holds. */
KW_INLINE uint32_t machine_move_facts(const struct machine *machine,
                                      const struct kw_position *position) {
    return (machine_opening(position) > 0 && !machine->swap ? FACT_OPENING : 0u) |
           (position->own[1] & MEMORY_EXTRA ? FACT_EXTRA : 0u);
}

/* The directions of a hole for its player: bit 0 along the ring, 1 against it. */
KW_INLINE unsigned machine_ways(const struct machine *machine, const struct kw_position *position,
                                unsigned player, unsigned hole) {
    unsigned ways = machine->ways[player][hole], chosen = machine_way_left(position);
    if (machine->opening_ways != 0 && machine_opening(position) > 0)
        return machine->opening_ways;
    if (machine->ways_by == WAYS_BY_COUNT && ways != 3 && position->hole[hole] % 2 == 0)
        return ways ^ 3;
    if (machine->ways_by == WAYS_BY_FIRST && chosen != 0) /* that of the player to move */
        return player == position->turn ? chosen : chosen ^ 3;
    return ways;
}

/* The direction of a move: the only one that the hole has, or the one that the move names. */
KW_INLINE bool machine_reverse(const struct machine *machine, const struct kw_position *position,
                               unsigned player, kw_move move) {
    unsigned ways = machine_ways(machine, position, player, kw_move_hole(move));
    return ways == 3 ? kw_move_reverse(move) : ways == 2;
}

/* A move of the player to move that has lifted nothing yet; machine_choose says from which hole. */
KW_INLINE void machine_prepare(const struct machine *machine, const struct kw_position *position,
                               struct run *run) {
    *run = (struct run){.player = position->turn,
                        .facts = FACT_FIRST_LAP | machine_move_facts(machine, position)};
    machine_load(machine, position, run);
    if (KW_UNLIKELY(run->unplayed == (machine->side[0] | machine->side[1])))
        run->facts |= FACT_FIRST_MOVE;
    machine_count_few(machine, run);
}

KW_INLINE void machine_choose(const struct machine *machine, struct run *run, kw_move move) {
    run->origin = kw_move_hole(move);
    run->reverse = machine_reverse(machine, run->before, run->player, move);
}

/* Plays a move to its end, whether it is legal or not. */
KW_INLINE void machine_run(const struct machine *machine, struct run *run, struct trace *trace) {
    machine_sow(machine, run, trace);
    machine_end_move(machine, run, trace);
}

/* ---- legal moves ----------------------------------------------------------------------------- */

/* The moves that holes and seeds allow, before duties. */
KW_INLINE size_t machine_candidates(const struct machine *machine,
                                    const struct kw_position *position, kw_move *list) {
    unsigned player = position->turn;
    size_t count = 0;
    uint32_t left = machine->playable[player] & ~machine_owned(machine, position);
    for (; left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctz(left);
        if (position->hole[hole] < machine->least)
            continue;
        list[count++] = hole;
        if (machine_ways(machine, position, player, hole) == 3)
            list[count++] = kw_move_make(KW_SOW, hole, true, false, 0);
    }
    return count;
}

/* Whether a condition holds of the place where the first lap of a move ends. */
KW_INLINE bool machine_lands(const struct machine *machine, const struct condition *condition,
                             const struct run *begun) {
    struct run run = *begun;
    machine_lift(machine, &run, run.origin, NULL);
    if (KW_UNLIKELY(run.unplayed != 0))
        machine_play_first(machine, &run, NULL);
    machine_lap(machine, NULL, &run, NULL);
    work_sow(run.sown);
    return machine_holds(machine, &run, condition, run.at);
}

/* Whether fewer than `count` holes of a list of moves lie to the right of one, as its player sees
 * it. */
KW_INLINE bool machine_is_rightmost(const struct machine *machine, unsigned player,
                                    const kw_move *list, size_t length, unsigned count,
                                    unsigned hole) {
    unsigned column = machine_column(machine, player, hole);
    uint32_t right = 0;
    for (size_t i = 0; i < length; i++)
        if (machine_column(machine, player, kw_move_hole(list[i])) > column)
            right |= machine_bit(kw_move_hole(list[i]));
    return (unsigned)__builtin_popcount(right) < count;
}

/* Whether a move that has begun takes a single seed straight back. */
KW_INLINE bool machine_is_undo(const struct machine *machine, const struct run *begun) {
    unsigned barred = begun->before->own[0], at = begun->origin;
    const uint8_t(*after)[MACHINE_PLACES] = machine->after[begun->player];
    if (at + 1 != (barred & OWN_HOLE))
        return false;
    return after[0][at] == after[1][at] ||
           machine_ways(machine, begun->before, begun->player, begun->origin) != 3 ||
           begun->reverse == ((barred & MACHINE_UNDO_REVERSE) != 0);
}

/* A list of moves that a duty narrows, and one of them that has lifted nothing yet. */
struct choice {
    const kw_move *list;
    size_t count;
    struct run begun;
};

/* Whether a move, played to its end, fulfils a duty. */
KW_OUTLINE bool machine_fulfils_played(const struct machine *machine, const struct duty *duty,
                                       const struct run *begun) {
    struct run run = *begun;
    if (KW_UNLIKELY(work_ended()))
        return true;
    machine_run(machine, &run, NULL);
    switch (duty->kind) {
    case DUTY_FEED:
        return !machine_run_empty(machine, &run, run.player ^ 1);
    case DUTY_REACH:
        return (run.facts & FACT_CROSSED) != 0;
    case DUTY_CAPTURE:
        return (run.facts & FACT_CAPTURED) != 0;
    default:
        return !machine_slams(machine, &run);
    }
}

/* Whether a move of the list fulfils a duty. */
KW_INLINE bool machine_fulfils(const struct machine *machine, const struct choice *choice,
                               const struct duty *duty) {
    const struct run *begun = &choice->begun;
    if (duty->scoped && !machine_holds(machine, begun, &duty->scope, begun->origin))
        return true;
    switch (duty->kind) {
    case DUTY_START:
        return machine_holds(machine, begun, &duty->hold, begun->origin) != duty->negated;
    case DUTY_LAND:
        return machine_lands(machine, &duty->hold, begun) != duty->negated;
    case DUTY_RIGHTMOST:
        return machine_is_rightmost(machine, begun->player, choice->list, choice->count,
                                    duty->count, begun->origin);
    case DUTY_NO_UNDO:
        return !machine_is_undo(machine, begun);
    case DUTY_UNPLAYED:
        return begun->unplayed >> begun->origin & 1;
    default:
        return machine_fulfils_played(machine, duty, begun);
    }
}

/* Keeps of a list the moves that fulfil a duty. */
KW_OUTLINE size_t machine_narrow(const struct machine *machine, const struct duty *duty,
                                 const struct kw_position *position, kw_move *list, size_t count) {
    struct choice choice = {.list = list, .count = count};
    kw_move kept[KW_MOVES];
    size_t keeps = 0;
    if (duty->when_empty && !machine_side_empty(machine, position, position->turn ^ 1))
        return count;
    machine_prepare(machine, position, &choice.begun);
    for (size_t i = 0; i < count; i++) {
        machine_choose(machine, &choice.begun, list[i]);
        if (machine_fulfils(machine, &choice, duty))
            kept[keeps++] = list[i];
    }
    if (keeps == 0 && duty->if_possible)
        return count;
    memcpy(list, kept, keeps * sizeof *list);
    return keeps;
}

/* The moves of the player to move, a pass not among them. */
KW_INLINE size_t machine_legal(const struct machine *machine, const struct kw_position *position,
                               kw_move *list) {
    size_t count = machine_candidates(machine, position, list);
    for (unsigned i = 0; i < machine->duty_count && count > 0; i++)
        count = machine_narrow(machine, &machine->duties[i], position, list, count);
    return count;
}

KW_OUTLINE size_t machine_legal_of(const struct machine *machine,
                                   const struct kw_position *position, unsigned player,
                                   kw_move *list) {
    struct kw_position turned = *position;
    turned.turn = (uint8_t)player;
    if (player != position->turn) {
        turned.own[0] = 0;
        turned.own[1] &= (uint8_t)~MEMORY_EXTRA;
        turned.own[1] ^= machine_way_left(position) != 0 ? MEMORY_WAY : 0;
    }
    return machine_legal(machine, &turned, list);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The seeds in children of a player, or in the holes that are no children (2). */
KW_INLINE unsigned machine_held(const struct machine *machine, const struct kw_position *position,
                                unsigned player) {
    uint32_t children = machine_owned(machine, position);
    return seeds_in(position,
                    player <= KW_NORTH ? machine_children(machine, position, player) : ~children);
}

/* Whether a player has won as many seeds as end the game. */
KW_INLINE bool machine_store_full(const struct machine *machine, const struct game_end *end,
                                  const struct kw_position *position) {
    unsigned least = end->count == MACHINE_HALF ? machine->rules.seeds / 2 + 1 : end->count;
    return position->store[0] + machine_held(machine, position, KW_SOUTH) >= least ||
           position->store[1] + machine_held(machine, position, KW_NORTH) >= least;
}

/* Who made the last move, if positions say whether a turn is an extra one. */
KW_INLINE unsigned machine_last_mover(const struct kw_position *position) {
    return position->turn ^ !(position->own[1] & MEMORY_EXTRA);
}

/* Whether a hole is the child of a player; closed holes bear both marks, and are none. */
KW_INLINE bool machine_has_children(const struct machine *machine,
                                    const struct kw_position *position) {
    return ((position->mark ^ position->mark2) & machine->owned) != 0;
}

KW_INLINE bool machine_game_end_holds(const struct machine *machine, const struct game_end *end,
                                      const struct kw_position *position, size_t moves) {
    unsigned mover = position->turn;
    kw_move list[KW_MOVES];
    if (end->childless && machine_has_children(machine, position))
        return false;
    switch (end->kind) {
    case GAME_END_STUCK:
        return moves == 0;
    case GAME_END_BOTH_STUCK:
        return moves == 0 && machine_legal_of(machine, position, mover ^ 1, list) == 0;
    case GAME_END_OWN_EMPTY:
        return machine_side_empty(machine, position, mover);
    case GAME_END_OTHER_EMPTY:
        return machine_side_empty(machine, position, mover ^ 1);
    case GAME_END_LAST_EMPTY:
        return machine_side_empty(machine, position, machine_last_mover(position));
    case GAME_END_EITHER_EMPTY:
        return machine_side_empty(machine, position, mover) ||
               machine_side_empty(machine, position, mover ^ 1);
    case GAME_END_STORE:
        return machine_store_full(machine, end, position);
    case GAME_END_UNFED:
        return moves == 0 && machine_side_empty(machine, position, mover ^ 1) &&
               !machine_side_empty(machine, position, mover);
    default:
        return machine_held(machine, position, 2) <= end->count;
    }
}

/*
 * Whether the board alone ends the game, whose turn it may be: a player who would move again does
 * not, and the turn passes.
 */
KW_INLINE bool machine_game_end_at_once(const struct machine *machine,
                                        const struct kw_position *position, unsigned *clause) {
    for (unsigned i = 0; i < machine->game_end_count; i++) {
        const struct game_end *end = &machine->game_ends[i];
        bool of_board = end->kind == GAME_END_EITHER_EMPTY || end->kind == GAME_END_STORE ||
                        end->kind == GAME_END_LEFT;
        if (of_board && machine_game_end_holds(machine, end, position, 0))
            return *clause = end->clause, true;
    }
    return false;
}

/* The row that ends the game in a position whose mover has so many moves; NULL: none. */
KW_INLINE const struct game_end *
machine_game_end(const struct machine *machine, const struct kw_position *position, size_t moves) {
    for (unsigned i = 0; i < machine->game_end_count; i++)
        if (machine_game_end_holds(machine, &machine->game_ends[i], position, moves))
            return &machine->game_ends[i];
    return NULL;
}

/* Whether the player to move may change sides: the first turn of the second player begins. */
KW_INLINE bool machine_may_swap(const struct machine *machine, const struct kw_position *position) {
    return machine->swap && machine_opening(position) == 1 && !(position->own[1] & MEMORY_EXTRA);
}

/* The legal moves, a pass and a change of sides among them; 0 if the game is over. */
KW_INLINE size_t machine_rules_moves(const struct rules *rules, const struct kw_position *position,
                                     kw_move *list, size_t capacity) {
    const struct machine *machine = machine_of(rules);
    (void)capacity;
    if (position->over != KW_GOING_ON)
        return 0;
    size_t count = machine_legal(machine, position, list);
    if (machine_game_end(machine, position, count) != NULL)
        return 0;
    if (count == 0)
        list[count++] = MACHINE_PASS;
    if (KW_UNLIKELY(machine_may_swap(machine, position)))
        list[count++] = MACHINE_SWAP;
    return count;
}

KW_INLINE size_t machine_rules_count(const struct rules *rules,
                                     const struct kw_position *position) {
    kw_move list[KW_MOVES];
    return machine_rules_moves(rules, position, list, KW_MOVES);
}

/* ---- play ------------------------------------------------------------------------------------ */

/* own[0] of the position after a move: what may not be moved straight back. */
KW_INLINE unsigned machine_undo(const struct machine *machine, const struct run *run,
                                const struct kw_position *next) {
    unsigned other = run->player ^ 1, at = run->at;
    if (!machine->no_undo || run->again || run->sown != 1 || at >= KW_HOLES ||
        run->place[at] != 1 || (run->facts & FACT_CAPTURED) ||
        !(machine->playable[other] & machine_bit(at)))
        return 0;
    unsigned ways = machine_ways(machine, next, other, at);
    for (unsigned reverse = 0; reverse < 2; reverse++)
        if ((ways >> reverse & 1) && machine->after[other][reverse][at] == run->origin)
            return at + 1 + (ways == 3 && reverse ? MACHINE_UNDO_REVERSE : 0);
    return 0;
}

/* The opening and the direction of the game after a move: own[1] of a position. */
KW_INLINE unsigned machine_progress(const struct machine *machine,
                                    const struct kw_position *position, kw_move move,
                                    const struct run *run) {
    unsigned opening = machine_opening(position), way = machine_way_left(position);
    unsigned first = position->own[1] & MEMORY_FIRST;
    if (machine->ways_by == WAYS_BY_FIRST && way == 0 && kw_move_kind(move) == KW_SOW)
        way = 1u + machine_reverse(machine, position, run->player, move);
    if (way != 0 && !run->again)
        way ^= 3; /* the next player's */
    if (machine->firsts && !run->again)
        first ^= MEMORY_FIRST;
    opening -= opening > 0 && !run->again;
    bool extra = run->again && (machine->extras || (machine->swap && opening > 0));
    return opening | way << 4 | first | (extra ? MEMORY_EXTRA : 0);
}

/* Each player has the holes and the store of the other, as the replay of the event has it. */
KW_OUTLINE void machine_swap(const struct machine *machine, const struct kw_position *position,
                             struct run *run, struct trace *trace) {
    const unsigned columns = machine->rules.columns, clause = machine->cite[CITE_OPENING];
    struct kw_position swapped = *position;
    kw_replay(&swapped,
              &(struct kw_event){
                  .kind = KW_EVENT_SWAP, .from = KW_NOWHERE, .to = KW_NOWHERE, .count = columns});
    machine_load(machine, &swapped, run);
    run->before = position;
    trace_report(trace, KW_EVENT_SWAP, KW_NOWHERE, KW_NOWHERE, columns, clause);
}

/* Reports what changes of the fields of a position. */
KW_INLINE void machine_trace_own(const struct machine *machine, const struct kw_position *position,
                                 const struct kw_position *next, struct trace *trace) {
    const uint8_t *own = next->own;
    if (own[0] != position->own[0])
        trace_report(trace, KW_EVENT_FIELD, KW_NOWHERE, 1, own[0], machine->cite[CITE_UNDO]);
    if (own[1] != position->own[1])
        trace_report(trace, KW_EVENT_FIELD, KW_NOWHERE, 2, own[1],
                     machine->cite[(own[1] ^ position->own[1]) & MEMORY_WAY       ? CITE_WAYS
                                   : (own[1] ^ position->own[1]) & MEMORY_OPENING ? CITE_OPENING
                                                                                  : CITE_NEXT]);
}

/* Writes the position after a move, whose player moves again if run->again says so. */
KW_INLINE void machine_write_next(const struct machine *machine, const struct kw_position *position,
                                  kw_move move, const struct run *run, struct kw_position *next) {
    memcpy(next->hole, run->place, KW_HOLES);
    position_scalars(
        next, run->mark[0] | run->closed | run->unplayed, run->mark[1] | run->closed,
        (struct scalars){.store = {run->place[KW_STORE_SOUTH], run->place[KW_STORE_NORTH]},
                         .turn = run->player ^ !run->again,
                         .over = run->over,
                         .own = {0, machine_progress(machine, position, move, run)}});
    next->own[0] = (uint8_t)machine_undo(machine, run, next);
}

/*
 * The same, and whose turn it is: who would move again does not if the board ends the game.  The
 * clause is that of the end, or of what makes the player move again.
 */
KW_INLINE unsigned machine_close_move(const struct machine *machine,
                                      const struct kw_position *position, kw_move move,
                                      struct run *run, struct kw_position *next,
                                      struct trace *trace) {
    bool again = run->again;
    unsigned clause = again ? run->again_clause : machine->cite[CITE_NEXT];
    run->again = false;
    machine_write_next(machine, position, move, run, next);
    if (!again)
        return clause;
    if (machine_game_end_at_once(machine, next, &clause)) {
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->at, 0, clause);
        return clause;
    }
    run->again = true;
    machine_write_next(machine, position, move, run, next);
    return clause;
}

KW_INLINE void machine_rules_play(const struct rules *rules, const struct kw_position *position,
                                  kw_move move, struct kw_position *next, struct trace *trace) {
    const struct machine *machine = machine_of(rules);
    struct run run;
    machine_prepare(machine, position, &run);
    if (KW_UNLIKELY(kw_move_kind(move) == KW_PASS)) {
        trace_report(trace, KW_EVENT_PASS, KW_NOWHERE, KW_NOWHERE, 0, machine->cite[CITE_PASS]);
    } else if (KW_UNLIKELY(kw_move_kind(move) == KW_SWAP)) {
        machine_swap(machine, position, &run, trace);
    } else {
        machine_choose(machine, &run, move);
        machine_run(machine, &run, trace);
    }
    const struct kw_position before = *position; /* `next` may be the same */
    unsigned clause = machine_close_move(machine, &before, move, &run, next, trace);
    machine_trace_own(machine, &before, next, trace);
    trace_report(trace, KW_EVENT_NEXT, KW_NOWHERE, next->turn, 0, clause);
    if (KW_UNLIKELY(run.over != KW_GOING_ON))
        trace_report(trace, KW_EVENT_OVER, KW_NOWHERE, run.over, 0, machine->cite[CITE_LIMIT]);
}

#endif
