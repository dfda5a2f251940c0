/*
 * The sowing machine as a family of games: what plays every game whose rules are a text.
 *
 * Its functions take the rules by pointer, so that one family plays all such games; where the rules
 * are those that a faster play knows, that one's moves, count and play take their place
 * (games/fast_play.h), and these remain for traces and explanations.
 */
#include "machine/machine_explain.h"
#include "machine/machine_family.h"
#include "machine/machine_match.h"
#include "machine/machine_properties.h"

#include "games/rule_set.h"

#include <string.h>

static void machine_start(const struct rules *rules, struct kw_position *position) {
    const struct machine *machine = machine_of(rules);
    memcpy(position->hole, machine->start, KW_HOLES);
    memcpy(position->store, machine->start_store, 2);
    machine_begin(machine, position);
}

KW_INSTANCE(machine, machine_rules, rules)

static void machine_trace(const struct rules *rules, const struct kw_position *position,
                          kw_move move, struct kw_position *next, struct trace *trace) {
    machine_rules_play(rules, position, move, next, trace);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Adds the seeds left on the board to what the players have, who keep those in their children. */
static void machine_share(const struct machine *machine, unsigned rest,
                          const struct kw_position *position, unsigned score[2]) {
    uint32_t children = machine_owned(machine, position);
    unsigned south = seeds_in(position, machine->side[0] & ~children),
             north = seeds_in(position, machine->side[1] & ~children);
    unsigned mover = position->turn;
    score[0] += machine_held(machine, position, KW_SOUTH);
    score[1] += machine_held(machine, position, KW_NORTH);
    switch (rest) {
    case REST_OWNER:
        score[0] += south;
        score[1] += north;
        break;
    case REST_MOVER:
    case REST_OTHER:
        score[mover ^ (rest == REST_OTHER)] += south + north;
        break;
    case REST_LAST:
        score[machine_last_mover(position)] += south + north;
        break;
    case REST_FIRST:
        score[mover ^ !(position->own[1] & MEMORY_FIRST)] += south + north;
        break;
    case REST_HALVES:
    case REST_HALVES_LESS:
        if (rest == REST_HALVES_LESS && score[0] != score[1])
            score[score[0] > score[1]] += (south + north) % 2;
        score[0] += (south + north) / 2;
        score[1] += (south + north) / 2;
        break;
    default:
        break;
    }
}

/* The score, and who wins by it: who has most, or fewest. */
static void machine_score(const struct machine *machine, unsigned rest, bool fewest,
                          const struct kw_position *position, struct kw_result *result) {
    unsigned score[2] = {position->store[0], position->store[1]};
    machine_share(machine, rest, position, score);
    result_score(result, score[0], score[1]);
    if (fewest && result->outcome != KW_DRAW)
        result->outcome = result->outcome == KW_SOUTH_WINS ? KW_NORTH_WINS : KW_SOUTH_WINS;
}

static bool machine_state(const struct rules *rules, const struct kw_position *position,
                          struct kw_result *result) {
    const struct machine *machine = machine_of(rules);
    kw_move list[KW_MOVES];
    if (result_over(position, result))
        return true;
    const struct game_end *end =
        machine_game_end(machine, position, machine_legal(machine, position, list));
    if (end == NULL)
        return false;
    machine_score(machine, end->rest, end->winner == WINNER_FEWEST, position, result);
    if (!machine_counts_seeds(machine))
        *result = (struct kw_result){.outcome = result->outcome};
    if (end->winner == WINNER_NOBODY)
        *result = (struct kw_result){.outcome = KW_DRAW};
    if (end->winner == WINNER_MOVER || end->winner == WINNER_OTHER)
        *result = (struct kw_result){.outcome = (position->turn ^ (end->winner == WINNER_OTHER)) ==
                                                        KW_SOUTH
                                                    ? KW_SOUTH_WINS
                                                    : KW_NORTH_WINS};
    return true;
}

static bool machine_round_next(const struct rules *rules, const struct kw_round *round,
                               struct kw_result *result, struct kw_position *next) {
    const struct machine *machine = machine_of(rules);
    kw_move list[KW_MOVES];
    const struct game_end *end =
        machine_game_end(machine, &round->position, machine_legal(machine, &round->position, list));
    bool shared = result->scored && end != NULL && end->rest != REST_NOBODY;
    return match_round_next(machine, round, shared, result, next);
}

static unsigned machine_family_held(const struct rules *rules, const struct kw_position *position,
                                    unsigned player) {
    return machine_held(machine_of(rules), position, player);
}

static void machine_repeated(const struct rules *rules, const struct kw_position *position,
                             struct kw_result *result) {
    const struct machine *machine = machine_of(rules);
    if (machine_counts_seeds(machine))
        machine_score(machine, machine->repeat_rest, machine_low_wins(machine), position, result);
    else
        *result = (struct kw_result){.outcome = KW_DRAW};
}

/* What own[0] or own[1] of a position says after a move. */
static void machine_field_text(const struct rules *rules, const struct kw_event *event,
                               struct text *text) {
    const struct machine *machine = machine_of(rules);
    unsigned opening = event->count & MEMORY_OPENING, way = event->count & MEMORY_WAY;
    bool first = event->count & MEMORY_FIRST;
    if (event->to == 1 && event->count == 0) {
        text_string(text, "every single seed may be moved back again");
    } else if (event->to == 1) {
        text_string(text, "the single seed may not be moved straight back from ");
        hole_text(rules, (event->count & OWN_HOLE) - 1u, text);
    } else if (machine->swap && opening <= 1 && way == 0) {
        text_string(text, opening == 1 ? "the players may change sides now"
                                       : "the players no longer change sides");
    } else if (opening > 0) {
        text_format(text,
                    opening > 1 ? "%u moves of the opening are left"
                                : "%u move of the opening is left",
                    opening);
    } else if (way != 0) {
        text_string(text, way == 1 << 4 ? "the next player sows counterclockwise"
                                        : "the next player sows clockwise");
    } else if (event->count & MEMORY_EXTRA) {
        text_string(text, "the player's next move is an extra one");
    } else {
        text_string(text, machine->opening > 0 ? "the opening is over"
                          : machine->extras    ? "the next move begins an ordinary turn"
                          : first              ? "the player who began the game moves next"
                                               : "the player who did not begin moves next");
    }
}

/* ---- fields of positions ----------------------------------------------------------------------
 */

static void machine_opening_write(const struct rules *rules, const struct kw_position *position,
                                  struct text *text) {
    (void)rules;
    if (machine_opening(position) > 0)
        text_format(text, "%u", machine_opening(position));
}

static bool machine_opening_read(const struct rules *rules, const char *value,
                                 struct kw_position *position) {
    uint64_t moves;
    if (!number_read(value, strlen(value), 1, machine_of(rules)->opening, &moves))
        return false;
    position->own[1] = (uint8_t)((position->own[1] & ~MEMORY_OPENING) | moves);
    return true;
}

static bool machine_opening_holds(const struct rules *rules) {
    return machine_of(rules)->opening > 0;
}

static void machine_way_write(const struct rules *rules, const struct kw_position *position,
                              struct text *text) {
    unsigned way = machine_way_left(position);
    (void)rules;
    if (way != 0)
        text_char(text, way == 1 ? '>' : '<');
}

static bool machine_way_read(const struct rules *rules, const char *value,
                             struct kw_position *position) {
    (void)rules;
    if ((*value != '>' && *value != '<') || value[1] != '\0')
        return false;
    position->own[1] = (uint8_t)((position->own[1] & ~MEMORY_WAY) | (*value == '>' ? 0x10 : 0x20));
    return true;
}

static bool machine_way_holds(const struct rules *rules) {
    return machine_of(rules)->ways_by == WAYS_BY_FIRST;
}

static void machine_undo_write(const struct rules *rules, const struct kw_position *position,
                               struct text *text) {
    unsigned own = position->own[0] & OWN_HOLE;
    if (own == 0)
        return;
    hole_text(rules, own - 1, text);
    if (machine_ways(machine_of(rules), position, position->turn, own - 1) == 3)
        text_char(text, position->own[0] & MACHINE_UNDO_REVERSE ? '<' : '>');
}

static bool machine_undo_read(const struct rules *rules, const char *value,
                              struct kw_position *position) {
    unsigned hole;
    size_t length = hole_read(rules, value, &hole);
    const char *sign = value + length;
    if (length == 0)
        return false;
    bool chosen = machine_ways(machine_of(rules), position, position->turn, hole) == 3;
    if (chosen ? (*sign != '>' && *sign != '<') || sign[1] != '\0' : *sign != '\0')
        return false;
    position->own[0] = (uint8_t)(hole + 1 + (*sign == '<' ? MACHINE_UNDO_REVERSE : 0));
    return true;
}

static bool machine_undo_holds(const struct rules *rules) { return machine_of(rules)->no_undo; }

/* A game ends inside a move only where laps can follow laps. */
static bool machine_over_field(const struct rules *rules) { return rules->limit > 0; }

static void machine_extra_write(const struct rules *rules, const struct kw_position *position,
                                struct text *text) {
    (void)rules;
    if (position->own[1] & MEMORY_EXTRA)
        text_string(text, "yes");
}

static bool machine_extra_read(const struct rules *rules, const char *value,
                               struct kw_position *position) {
    (void)rules;
    position->own[1] |= MEMORY_EXTRA;
    return strcmp(value, "yes") == 0;
}

static bool machine_extra_holds(const struct rules *rules) {
    return machine_of(rules)->extras || machine_of(rules)->swap;
}

static void machine_first_write(const struct rules *rules, const struct kw_position *position,
                                struct text *text) {
    if (machine_of(rules)->firsts)
        text_char(text, "SN"[position->turn ^ !(position->own[1] & MEMORY_FIRST)]);
}

static bool machine_first_read(const struct rules *rules, const char *value,
                               struct kw_position *position) {
    (void)rules;
    if ((*value != 'S' && *value != 'N') || value[1] != '\0')
        return false;
    position->own[1] &= (uint8_t)~MEMORY_FIRST;
    if ((*value == 'S') == (position->turn == KW_SOUTH))
        position->own[1] |= MEMORY_FIRST;
    return true;
}

static bool machine_first_holds(const struct rules *rules) { return machine_of(rules)->firsts; }

static const struct field machine_fields[] = {
    {"over", over_write, over_read, machine_over_field},
    {"opening", machine_opening_write, machine_opening_read, machine_opening_holds},
    {"way", machine_way_write, machine_way_read, machine_way_holds},
    {"extra", machine_extra_write, machine_extra_read, machine_extra_holds},
    {"first", machine_first_write, machine_first_read, machine_first_holds},
    {"undo", machine_undo_write, machine_undo_read, machine_undo_holds},
};

/* ---- the text of moves ----------------------------------------------------------------------- */

/* Whether the player to move chooses the direction of a hole. */
static bool machine_is_chosen(const struct rules *rules, const struct kw_position *position,
                              unsigned hole) {
    return machine_ways(machine_of(rules), position, position->turn, hole) == 3;
}

static void machine_move_text(const struct rules *rules, const struct kw_position *position,
                              kw_move move, struct text *text) {
    hole_move_text(rules, position, move, text);
    if (kw_move_kind(move) == KW_SOW && machine_is_chosen(rules, position, kw_move_hole(move)))
        text_char(text, kw_move_reverse(move) ? '<' : '>');
}

/* A move in a direction; of a hole that has but one, the other is marked as that and not legal. */
static kw_move machine_move_signed(const struct rules *rules, const struct kw_position *position,
                                   unsigned hole, bool reverse) {
    unsigned ways = machine_ways(machine_of(rules), position, position->turn, hole);
    return kw_move_make(KW_SOW, hole, ways == 3 ? reverse : reverse != (ways == 2), false, 0);
}

static bool machine_move_read(const struct rules *rules, const struct kw_position *position,
                              const char *text, bool loose, kw_move *move, struct fault *fault) {
    const char *noun = machine_of(rules)->noun;
    unsigned hole;
    if (machine_of(rules)->swap && strcmp(text, "swap") == 0) {
        *move = kw_move_make(KW_SWAP, 0, false, false, 0);
        return true;
    }
    size_t length = hole_read(rules, text, &hole);
    if (!machine_of(rules)->chosen_ways || strcmp(text, "pass") == 0)
        return hole_move_read(rules, position, text, loose, move, fault);
    if (length == 0) {
        fault_set(fault, 1, "'%.20s' does not begin with the name of a %s", text, noun);
        return false;
    }
    const char *sign = text + length;
    bool signs = *sign != '\0' && strchr("<>lr", *sign) != NULL;
    if (*sign == '\0' && (loose || !machine_is_chosen(rules, position, hole))) {
        *move = hole;
        return true;
    }
    if (!signs || sign[1] != '\0') {
        fault_set(fault, (unsigned)length + (signs ? 2 : 1),
                  "after the %s stands its direction, > or <, and no more", noun);
        return false;
    }
    *move = machine_move_signed(rules, position, hole, *sign == '<' || *sign == 'l');
    return true;
}

const struct machine_family KW_KERNEL_NAME(machine_family) = {
    .family =
        {
            .rules_size = sizeof(struct machine),
            .fields = machine_fields,
            .field_count = sizeof machine_fields / sizeof *machine_fields,
            .own_name = {"undo", "memory"},
            .field_text = machine_field_text,
            .own_is_hole = {true, false},
            .start = machine_start,
            .state = machine_state,
            .repeated = machine_repeated,
            .round_next = machine_round_next,
            .held = machine_family_held,
            .trace = machine_trace,
            .explain_illegal = machine_explain_illegal,
            .constraint = machine_constraint,
            .move_text = machine_move_text,
            .move_read = machine_move_read,
        },
    .game = {KW_FUNCTIONS(machine)},
};
