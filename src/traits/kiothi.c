/*
 * Kiothi as a trait of rule texts: the placing of warriors, marked boma, and moves of any number.
 * The game of the Meru of Kenya, after the Mancala World article on it, which goes back to Bernardi
 * (1959).
 */
#include "base/work.h"
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/endless.h"
#include "sow/ring.h"
#include "traits/trait.h"

#include <stdlib.h>

/* ---- rules and clauses ----------------------------------------------------------------------- */

/* The clauses that are cited, in the order of kiothi_clauses. */
enum kiothi_clause {
    START,
    PLACING,
    LIFTING,
    ORDER,
    MARKING,
    UNMARK,
    SOW,
    FIRST_LAP,
    RELAY,
    STOP,
    CAPTURE,
    NKI,
    CORNER,
    END,
    END_NEITHER,
    NARROW,
    REPEAT,
    NEVER_ENDING,
    ENDLESS,
    NEXT
};

static const struct trait_clause kiothi_clauses[] = {
    [START] = {.id = "start"},
    [PLACING] = {.id = "placing"},
    [LIFTING] = {.id = "lifting"},
    [ORDER] = {.id = "order"},
    [MARKING] = {.id = "marking"},
    [UNMARK] = {.id = "unmark"},
    [SOW] = {.id = "sow"},
    [FIRST_LAP] = {.id = "first-lap"},
    [RELAY] = {.id = "relay"},
    [STOP] = {.id = "stop"},
    [CAPTURE] = {.id = "capture"},
    [NKI] = {.id = "nki"},
    [CORNER] = {.id = "corner"},
    [END] = {.id = "end"},
    [END_NEITHER] = {.id = "end-neither"},
    [NARROW] = {.id = "narrow"},
    [REPEAT] = {.id = "repetition"},
    [NEVER_ENDING] = {.id = "never-ending"},
    [ENDLESS] = {.id = "endless"},
    [NEXT] = {.id = "turn"},
};

struct kiothi {
    struct rules rules;
    bool emptied;    /* a nki loses its mark when it is emptied, not when it is lifted from */
    bool corner_run; /* the corner takes an unbroken run, not all three boma or none */
    bool end_either; /* either player's empty row ends the game, whose turn it may be */
    uint8_t narrow;  /* victories that a narrow one counts for in a match */
};

#define KIOTHI_AT(member) offsetof(struct kiothi, member)

static const struct trait_rule kiothi_rules[] = {
    {"unmark-emptied", KIOTHI_AT(emptied), .needs = 0},
    {"corner-run", KIOTHI_AT(corner_run), .needs = 0},
    {"end-either", KIOTHI_AT(end_either), .needs = 0},
    {"narrow", KIOTHI_AT(narrow), .needs = 0, .most = 10},
};

/* The rules that the functions are stamped for. */
static const struct kiothi kiothi_standard = {
    .rules = {.rows = 2, .columns = 10, .seeds = 60, .stores = true, .limit = 100000}, .narrow = 2};

KW_INLINE const struct kiothi *kiothi_of(const struct rules *rules) {
    return (const struct kiothi *)rules;
}

/* ---- setup turns: own[0] is the number of lifts, own[1] the last hole + 1 -------------------- */

static void kiothi_start(const struct rules *rules, struct kw_position *position) {
    trait_start(rules, position);
    position->phase = 1;
}

/* The number of a hole in the placing order: the player's own row first. */
static unsigned kiothi_setup_rank(const struct rules *rules, unsigned player, unsigned hole) {
    unsigned width = rules->columns;
    return player == KW_SOUTH ? hole : hole < width ? hole + width : hole - width;
}

/* True if warriors have been placed already: then the last hole is occupied. */
static bool kiothi_setup_begun(const struct kw_position *position) {
    return position->own[0] > 0 && position->hole[position->own[1] - 1u] > 0;
}

/* The legal steps of a setup turn. */
static size_t kiothi_setup_moves(const struct rules *rules, const struct kw_position *position,
                                 kw_move *list) {
    unsigned width = rules->columns, player = position->turn, lifts = position->own[0];
    unsigned first = player == KW_SOUTH ? 0 : width, last = position->own[1] - 1u;
    bool begun = kiothi_setup_begun(position);
    size_t n = 0;
    if (lifts == 0)
        list[n++] = kw_move_make(KW_KEEP, 0, false, false, 0);
    if (lifts < 2 && !begun)
        for (unsigned hole = lifts == 0 ? first : last + 1; hole < first + width; hole++)
            if (position->hole[hole] > 0)
                list[n++] = kw_move_make(KW_LIFT, hole, false, false, 0);
    if (lifts > 0)
        for (unsigned rank = begun ? kiothi_setup_rank(rules, player, last) : 0; rank < 2 * width;
             rank++)
            list[n++] = kw_move_make(KW_PLACE, (first + rank) % (2 * width), false, false, 0);
    return n;
}

/* Ends a setup turn: the other player's begins, or all occupied boma are marked. */
static void kiothi_setup_ends(const struct rules *rules, struct kw_position *position,
                              struct trace *trace) {
    unsigned size = 2u * rules->columns, player = position->turn;
    if (position->own[0] != 0) {
        position->own[0] = position->own[1] = 0;
        trace_report(trace, KW_EVENT_FIELD, KW_NOWHERE, 1, 0, PLACING);
        trace_report(trace, KW_EVENT_FIELD, KW_NOWHERE, 2, 0, PLACING);
    }
    if (player == KW_NORTH) {
        position->phase = 0;
        trace_report(trace, KW_EVENT_FIELD, KW_NOWHERE, 0, 0, MARKING);
        for (unsigned hole = 0; hole < size; hole++) {
            if (position->hole[hole] == 0)
                continue;
            position->mark |= 1u << hole;
            trace_report(trace, KW_EVENT_MARK, KW_NOWHERE, hole, 1, MARKING);
        }
    }
    position->turn ^= 1;
    trace_report(trace, KW_EVENT_NEXT, KW_NOWHERE, position->turn, 0, NEXT);
}

static void kiothi_setup_play(const struct rules *rules, kw_move move, struct kw_position *position,
                              struct trace *trace) {
    unsigned hole = kw_move_hole(move);
    switch (kw_move_kind(move)) {
    case KW_LIFT:
        trace_report(trace, KW_EVENT_LIFT, hole, KW_HAND, position->hole[hole], PLACING);
        position->hand = (uint8_t)(position->hand + position->hole[hole]);
        position->hole[hole] = 0;
        position->own[0]++;
        trace_report(trace, KW_EVENT_FIELD, KW_NOWHERE, 1, position->own[0], LIFTING);
        break;
    case KW_PLACE:
        trace_report(trace, KW_EVENT_PLACE, KW_HAND, hole, 1, PLACING);
        position->hand--;
        position->hole[hole]++;
        break;
    default:
        kiothi_setup_ends(rules, position, trace);
        return;
    }
    position->own[1] = (uint8_t)(hole + 1);
    trace_report(trace, KW_EVENT_FIELD, KW_NOWHERE, 2, hole + 1, ORDER);
    if (position->hand == 0)
        kiothi_setup_ends(rules, position, trace);
}

/* ---- whole setup turns ----------------------------------------------------------------------- */

static size_t kiothi_setup_lifts(const struct rules *rules, const struct kw_position *position,
                                 struct setup_turn *list, size_t most) {
    kw_move moves[KW_MOVES], more[KW_MOVES];
    size_t count = kiothi_setup_moves(rules, position, moves), n = 0;
    list[n++] = (struct setup_turn){.hand = position->hand};
    for (size_t i = 0; i < count && n < most; i++) {
        if (kw_move_kind(moves[i]) != KW_LIFT)
            continue;
        unsigned first = kw_move_hole(moves[i]);
        struct kw_position next = *position;
        kiothi_setup_play(rules, moves[i], &next, NULL);
        list[n++] = (struct setup_turn){.lift = {first}, .lifts = 1, .hand = next.hand};
        size_t further = kiothi_setup_moves(rules, &next, more);
        for (size_t k = 0; k < further && n < most; k++)
            if (kw_move_kind(more[k]) == KW_LIFT)
                list[n++] = (struct setup_turn){.lift = {first, kw_move_hole(more[k])},
                                                .lifts = 2,
                                                .hand = (unsigned)next.hand +
                                                        next.hole[kw_move_hole(more[k])]};
    }
    return n;
}

static size_t kiothi_setup_steps(const struct rules *rules, const struct kw_position *position,
                                 const struct setup_turn *turn, kw_move *step) {
    unsigned size = 2u * rules->columns, first = position->turn == KW_SOUTH ? 0 : rules->columns;
    size_t steps = 0;
    for (unsigned i = 0; i < turn->lifts; i++)
        step[steps++] = kw_move_make(KW_LIFT, turn->lift[i], false, false, 0);
    if (position->hand + turn->lifts == 0)
        step[steps++] = kw_move_make(KW_KEEP, 0, false, false, 0);
    for (unsigned rank = 0; rank < size; rank++) {
        unsigned hole = (first + rank) % size;
        for (unsigned k = 0; k < turn->gets[hole]; k++)
            step[steps++] = kw_move_make(KW_PLACE, hole, false, false, 0);
    }
    return steps;
}

static unsigned kiothi_setup_first(const struct rules *rules, const struct kw_position *position) {
    return kiothi_setup_begun(position)
               ? kiothi_setup_rank(rules, position->turn, position->own[1] - 1u)
               : 0;
}

static const struct setup kiothi_setup = {.caption = "the first turn, placing warriors",
                                          .lifts = kiothi_setup_lifts,
                                          .steps = kiothi_setup_steps,
                                          .first = kiothi_setup_first};

/* ---- the moves after it: `mark` holds the nki ------------------------------------------------ */

/*
 * Bit k-1: taking k warriors of `count` from `hole` is legal, k up to the number of holes.  `own`
 * holds the player's occupied boma.  The first lap ends k boma further on; after a full round that
 * is the starting boma, which is occupied unless all were taken.
 */
KW_INLINE uint32_t kiothi_takes(uint32_t own, unsigned hole, unsigned count, unsigned size) {
    uint32_t barred = mask_rotate(own, hole + 1, size);
    uint32_t takes = ~barred & (count >= size ? (1u << size) - 1 : (1u << count) - 1);
    if (KW_UNLIKELY(count == size))
        takes |= 1u << size >> 1;
    return takes;
}

/* Past a full round every boma is occupied: the lap may end in the opponent's row alone. */
static bool kiothi_takes_far(unsigned hole, unsigned take, unsigned player, unsigned size) {
    unsigned end = (hole + take) % size;
    return (end < size / 2) != (player == KW_SOUTH);
}

/* The boma that the player to move may sow from: none once the game is over. */
KW_INLINE uint32_t kiothi_sowable(const struct rules *rules, const struct kw_position *position) {
    unsigned width = rules->columns, size = 2 * width;
    uint32_t held = ring_at_least(ring_load(position, size), 1, size), row = (1u << width) - 1;
    bool empty_row = (held & row) == 0 || held >> width == 0;
    if (kiothi_of(rules)->end_either && empty_row)
        return 0;
    return held & row << (position->turn == KW_SOUTH ? 0 : width);
}

KW_INLINE size_t kiothi_moves(const struct rules *rules, const struct kw_position *position,
                              kw_move *list, size_t capacity) {
    (void)capacity;
    unsigned size = 2u * rules->columns;
    if (KW_UNLIKELY(position->phase != 0))
        return kiothi_setup_moves(rules, position, list);
    if (KW_UNLIKELY(position->over != KW_GOING_ON))
        return 0;
    uint32_t own = kiothi_sowable(rules, position);
    size_t n = 0;
    for (uint32_t left = own; left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctz(left), count = position->hole[hole];
        uint32_t takes = kiothi_takes(own, hole, count, size);
        /* Four are written at a time, and counted if they are legal: few branches to mispredict. */
        for (kw_move move = hole; takes != 0; takes >>= 4, move += 4 << 10) {
            for (unsigned k = 0; k < 4; k++) {
                list[n] = move + ((k + 1) << 10);
                n += takes >> k & 1;
            }
        }
        for (unsigned take = size + 1; KW_UNLIKELY(take <= count); take++) {
            list[n] = kw_move_make(KW_SOW, hole, false, false, take);
            n += kiothi_takes_far(hole, take, position->turn, size);
        }
    }
    return n;
}

KW_INLINE size_t kiothi_count(const struct rules *rules, const struct kw_position *position) {
    unsigned size = 2u * rules->columns;
    if (KW_UNLIKELY(position->phase != 0)) {
        kw_move list[KW_MOVES];
        return kiothi_setup_moves(rules, position, list);
    }
    if (KW_UNLIKELY(position->over != KW_GOING_ON))
        return 0;
    uint32_t own = kiothi_sowable(rules, position);
    size_t n = 0;
    for (uint32_t left = own; left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctz(left), count = position->hole[hole];
        n += (size_t)__builtin_popcount(kiothi_takes(own, hole, count, size));
        for (unsigned take = size + 1; KW_UNLIKELY(take <= count); take++)
            n += kiothi_takes_far(hole, take, position->turn, size);
    }
    return n;
}

/*
 * What a last warrior in the empty own boma `end` captures: bits of the opponent's boma.  The
 * corner's three lie next to the opposite boma towards lower letters:  South at A faces j, i h g.
 */
KW_INLINE uint32_t kiothi_captured(const struct rules *rules, struct ring ring, uint32_t nki,
                                   unsigned end, unsigned first) {
    unsigned size = 2u * rules->columns, opposite = size - 1 - end;
    uint32_t open = ring_at_least(ring, 1, size) & ~nki;
    if (!(open >> opposite & 1))
        return 0;
    uint32_t captured = 1u << opposite;
    if (KW_UNLIKELY(end == first)) {
        uint32_t three = open >> (opposite - 3) & 7;
        if (kiothi_of(rules)->corner_run)
            three &= (three >> 2 & 1) * 4 | (three >> 1 & three >> 2 & 1) * 2 |
                     (three & three >> 1 & three >> 2 & 1);
        else if (three != 7)
            three = 0;
        captured |= three << (opposite - 3);
    }
    return captured;
}

/* Reports why the last warrior did or did not capture. */
static void kiothi_report_end(const struct rules *rules, struct ring ring, uint32_t nki,
                              unsigned end, unsigned player, uint32_t captured,
                              struct trace *trace) {
    unsigned size = 2u * rules->columns, opposite = size - 1 - end,
             prison = KW_STORE_SOUTH + player;
    trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, end, 0, STOP);
    if (end / rules->columns == player && nki >> opposite & 1)
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, end, 0, NKI);
    if (captured == 1u << opposite && end % rules->columns == 0)
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, end, 0, CORNER);
    if (captured == 0)
        return;
    trace_report(trace, KW_EVENT_CAPTURE, opposite, prison, ring_get(ring, opposite, size),
                 CAPTURE);
    trace_report(trace, KW_EVENT_BANK, end, prison, 1, CAPTURE);
    for (unsigned hole = opposite; hole-- > 0;)
        if (captured >> hole & 1)
            trace_report(trace, KW_EVENT_CAPTURE, hole, prison, ring_get(ring, hole, size), CORNER);
}

/* A move at work.  What relay.noted holds are the boma that were lifted from: no nki any more. */
struct kiothi_run {
    struct ring ring;
    unsigned player;
    uint32_t nki;       /* before the move */
    unsigned at, seeds; /* where the last lap ended, and what lies there */
    struct relay relay;
};

/* Takes some warriors, or all, from the boma that the move starts with. */
KW_INLINE void kiothi_lift(const struct rules *rules, struct kiothi_run *run, unsigned seeds,
                           struct trace *trace) {
    unsigned size = 2u * rules->columns, left = ring_get(run->ring, run->at, size) - seeds;
    bool unmarked = left == 0 || !kiothi_of(rules)->emptied;
    trace_report(trace, KW_EVENT_LIFT, run->at, KW_HAND, seeds, SOW);
    if (unmarked && run->nki >> run->at & 1)
        trace_report(trace, KW_EVENT_UNMARK, KW_NOWHERE, run->at, 1, UNMARK);
    ring_set(&run->ring, run->at, left, size);
    run->seeds = seeds;
    run->relay.noted = (uint32_t)unmarked << run->at;
}

/* Lifts the warriors of the occupied boma where a lap ended. */
KW_INLINE void kiothi_lift_all(struct kiothi_run *run, unsigned size, struct trace *trace) {
    trace_report(trace, KW_EVENT_RELAY, KW_NOWHERE, run->at, run->seeds, RELAY);
    trace_report(trace, KW_EVENT_LIFT, run->at, KW_HAND, run->seeds, RELAY);
    if (run->nki & ~run->relay.noted & 1u << run->at)
        trace_report(trace, KW_EVENT_UNMARK, KW_NOWHERE, run->at, 1, UNMARK);
    run->relay.noted |= 1u << run->at;
    ring_set(&run->ring, run->at, 0, size);
}

/* Sows lap after lap; false if the move is never-ending, else the last warrior is alone. */
KW_INLINE bool kiothi_sow(const struct rules *rules, struct kiothi_run *run, struct trace *trace) {
    unsigned size = 2u * rules->columns;
    for (;;) {
        struct lap lap = {.size = size, .from = run->at, .seeds = run->seeds, .clause = SOW};
        run->at = ring_sow(&run->ring, lap, trace).end;
        run->relay.sown += run->seeds;
        run->seeds = ring_get(run->ring, run->at, size);
        if (run->seeds == 1)
            return true;
        if (relay_endless(&run->relay, &run->ring, size, &run->at, run->seeds, rules->limit))
            return false;
        kiothi_lift_all(run, size, trace);
    }
}

/* What the last warrior in an empty boma captures is taken; returns how many warriors. */
KW_INLINE unsigned kiothi_capture(const struct rules *rules, struct kiothi_run *run, uint32_t nki,
                                  struct trace *trace) {
    unsigned width = rules->columns, first = run->player == KW_SOUTH ? 0 : width;
    bool own = run->at - first < width;
    uint32_t captured = own ? kiothi_captured(rules, run->ring, nki, run->at, first) : 0;
    if (trace != NULL)
        kiothi_report_end(rules, run->ring, nki, run->at, run->player, captured, trace);
    if (captured == 0)
        return 0;
    struct kw_position board;
    ring_save(&board, run->ring, 2 * width);
    ring_clear(&run->ring, captured | 1u << run->at, 2 * width);
    return 1 + seeds_in(&board, captured);
}

KW_INLINE void kiothi_play(const struct rules *rules, const struct kw_position *position,
                           kw_move move, struct kw_position *next, struct trace *trace) {
    if (KW_UNLIKELY(position->phase != 0)) {
        *next = *position;
        kiothi_setup_play(rules, move, next, trace);
        return;
    }
    unsigned size = 2u * rules->columns, player = position->turn, gained = 0, over = KW_GOING_ON;
    struct kiothi_run run = {.ring = ring_load(position, size),
                             .player = player,
                             .nki = position->mark,
                             .at = kw_move_hole(move),
                             .relay = relay_of(rules->limit, trace)};
    kiothi_lift(rules, &run, kw_move_number(move), trace);
    bool ends = kiothi_sow(rules, &run, trace);
    work_count(run.relay.sown);
    uint32_t nki = run.nki & ~relay_noted(&run.relay);
    if (ends) {
        gained = kiothi_capture(rules, &run, nki, trace);
    } else {
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run.at, 0, ENDLESS);
        over = endless_outcome(rules, player);
    }
    trace_report(trace, KW_EVENT_NEXT, KW_NOWHERE, player ^ 1, 0, NEXT);
    if (KW_UNLIKELY(over != KW_GOING_ON))
        trace_report(trace, KW_EVENT_OVER, KW_NOWHERE, over, 0, ENDLESS);
    ring_save(next, run.ring, size);
    position_after(position, gained, player ^ 1, over, nki, next);
}

KW_GENERAL(kiothi)

/* ---- the end --------------------------------------------------------------------------------- */

/* Every warrior on the board goes to the owner of its row: see the clauses on the end. */
static void kiothi_score(const struct rules *rules, const struct kw_position *position,
                         struct kw_result *result) {
    result_rows(rules, position, result);
    result->narrow = abs((int)result->score[0] - (int)result->score[1]) == 2;
}

static bool kiothi_state(const struct rules *rules, const struct kw_position *position,
                         struct kw_result *result) {
    if (result_over(position, result))
        return true;
    if (position->phase != 0 || kiothi_sowable(rules, position) != 0)
        return false;
    kiothi_score(rules, position, result);
    return true;
}

/* ---- positions ------------------------------------------------------------------------------- */

enum { FIELD_PHASE, FIELD_HAND, FIELD_LIFTS, FIELD_LAST, FIELD_OVER };

static void kiothi_phase_write(const struct rules *rules, const struct kw_position *position,
                               struct text *text) {
    (void)rules;
    text_string(text, position->phase != 0 ? "place" : "");
}

static bool kiothi_phase_read(const struct rules *rules, const char *value,
                              struct kw_position *position) {
    (void)rules;
    position->phase = strcmp(value, "place") == 0;
    return position->phase != 0 || strcmp(value, "sow") == 0;
}

static void kiothi_lifts_write(const struct rules *rules, const struct kw_position *position,
                               struct text *text) {
    (void)rules;
    if (position->own[0] > 0)
        text_number(text, position->own[0]);
}

static bool kiothi_lifts_read(const struct rules *rules, const char *value,
                              struct kw_position *position) {
    uint32_t lifts;
    (void)rules;
    if (!number_read_plain(value, strlen(value), 1, 2, &lifts))
        return false;
    position->own[0] = (uint8_t)lifts;
    return true;
}

static void kiothi_last_write(const struct rules *rules, const struct kw_position *position,
                              struct text *text) {
    if (position->own[1] > 0)
        hole_text(rules, position->own[1] - 1u, text);
}

static bool kiothi_last_read(const struct rules *rules, const char *value,
                             struct kw_position *position) {
    unsigned hole;
    if (hole_read(rules, value, &hole) != strlen(value) || *value == '\0')
        return false;
    position->own[1] = (uint8_t)(hole + 1);
    return true;
}

static const struct field kiothi_fields[] = {
    [FIELD_PHASE] = {"phase", kiothi_phase_write, kiothi_phase_read, NULL},
    [FIELD_HAND] = KW_FIELD_HAND,
    [FIELD_LIFTS] = {"lifts", kiothi_lifts_write, kiothi_lifts_read, NULL},
    [FIELD_LAST] = {"last", kiothi_last_write, kiothi_last_read, NULL},
    [FIELD_OVER] = {"over", over_write, over_read, NULL},
};

/* Whether the warriors in the hand can have come there with these lifts. */
static bool kiothi_setup_check(const struct rules *rules, const struct kw_position *position,
                               struct fault *fault) {
    unsigned last = position->own[1] - 1u, lifts = position->own[0];
    uint32_t own = holes_of(rules, position->turn), empty = 0;
    for (unsigned hole = 0; hole < 2u * rules->columns; hole++)
        empty |= (uint32_t)(position->hole[hole] == 0) << hole;
    if (kiothi_setup_begun(position)) {
        /* Boma before the last placed in got nothing since they were lifted: enough are empty. */
        unsigned rank = kiothi_setup_rank(rules, position->turn, last);
        unsigned refilled = 0, lifted_empty = 0;
        for (uint32_t left = own; left != 0; left &= left - 1) {
            unsigned hole = (unsigned)__builtin_ctz(left);
            if (empty >> hole & 1)
                lifted_empty++;
            else if (kiothi_setup_rank(rules, position->turn, hole) <= rank)
                refilled++;
        }
        if (lifted_empty + refilled >= lifts)
            return true;
        fault_set(fault, FAULT_FIELD + FIELD_LIFTS,
                  "no %u boma of the player to move can have been lifted", lifts);
        return false;
    }
    if (!(own >> last & 1)) {
        fault_set(fault, FAULT_FIELD + FIELD_LAST,
                  "the last boma is empty, so it was lifted, but it is not the player's own");
        return false;
    }
    if (position->hand < lifts) {
        fault_set(fault, FAULT_FIELD + FIELD_HAND, "%u lifts give at least %u warriors", lifts,
                  lifts);
        return false;
    }
    if (lifts == 2 && (empty & own & ((1u << last) - 1)) == 0) {
        fault_set(fault, FAULT_FIELD + FIELD_LIFTS,
                  "two boma were lifted, but none before the last one is empty");
        return false;
    }
    return true;
}

static bool kiothi_check(const struct rules *rules, const struct kw_position *position,
                         struct fault *fault) {
    bool lifted = position->own[0] > 0;
    for (unsigned place = 0; place < 2u * rules->columns; place++) {
        unsigned hole = hole_printed(rules, place / rules->columns, place % rules->columns);
        if (!(position->mark >> hole & 1))
            continue;
        if (position->phase != 0) {
            fault_set(fault, hole, "no boma is marked while warriors are being placed");
            return false;
        }
        if (position->hole[hole] == 0) {
            fault_set(fault, hole, "an empty boma is never a nki");
            return false;
        }
    }
    if (position->phase != 0 && position->store[0] + position->store[1] > 0) {
        fault_set(fault, FAULT_STORES, "both prisons are empty while warriors are being placed");
        return false;
    }
    if (position->phase != 0 && position->over != KW_GOING_ON) {
        fault_set(fault, FAULT_FIELD + FIELD_OVER,
                  "a game cannot end while warriors are being placed");
        return false;
    }
    if (lifted != (position->hand > 0) || lifted != (position->own[1] > 0) ||
        (lifted && position->phase == 0)) {
        unsigned field = position->hand > 0 ? FIELD_HAND : lifted ? FIELD_LIFTS : FIELD_LAST;
        fault_set(fault, FAULT_FIELD + field,
                  "hand, lifts and last stand together, and with phase=place alone");
        return false;
    }
    return !lifted || kiothi_setup_check(rules, position, fault);
}

/* ---- why ------------------------------------------------------------------------------------- */

static bool kiothi_setup_explain(const struct rules *rules, const struct kw_position *position,
                                 kw_move move, struct kw_reason *reason) {
    unsigned hole = kw_move_hole(move), lifts = position->own[0], last = position->own[1] - 1u;
    if (move != kw_move_make(kw_move_kind(move), hole, false, false, 0) ||
        hole >= 2u * rules->columns)
        return reason_set(reason, trait_clause(rules, PLACING),
                          "in the first turn warriors are lifted and placed, not sown", KW_NOWHERE,
                          0);
    switch (kw_move_kind(move)) {
    case KW_KEEP:
        if (hole != 0)
            break;
        if (lifts == 0)
            return false;
        return reason_set(reason, trait_clause(rules, LIFTING),
                          "warriors have been lifted, so = is too late", KW_NOWHERE, 0);
    case KW_LIFT:
        if (!(holes_of(rules, position->turn) >> hole & 1))
            return reason_set(reason, trait_clause(rules, PLACING),
                              "%h is not a boma of the player to move", hole, 0);
        if (position->hole[hole] == 0)
            return reason_set(reason, trait_clause(rules, PLACING), "%h is empty", hole, 0);
        if (kiothi_setup_begun(position))
            return reason_set(reason, trait_clause(rules, LIFTING),
                              "warriors have been placed, so %h can no longer be lifted", hole, 0);
        if (lifts == 2)
            return reason_set(reason, trait_clause(rules, LIFTING),
                              "two boma have been lifted, so %h cannot be", hole, 0);
        if (lifts == 1 && hole < last)
            return reason_set(reason, trait_clause(rules, LIFTING),
                              "the second boma lifted must be a later letter than the first, so %h "
                              "cannot be",
                              hole, 0);
        return false;
    case KW_PLACE:
        if (lifts == 0)
            return reason_set(reason, trait_clause(rules, PLACING),
                              "there are no warriors in the hand to place", hole, 0);
        if (kiothi_setup_begun(position) && kiothi_setup_rank(rules, position->turn, hole) <
                                                kiothi_setup_rank(rules, position->turn, last))
            return reason_set(reason, trait_clause(rules, ORDER),
                              "%h comes earlier in the placing order than the boma placed in last",
                              hole, 0);
        return false;
    default:
        break;
    }
    return reason_set(reason, trait_clause(rules, PLACING),
                      "in the first turn warriors are lifted and placed, not sown", KW_NOWHERE, 0);
}

static bool kiothi_explain_illegal(const struct rules *rules, const struct kw_position *position,
                                   kw_move move, struct kw_reason *reason) {
    unsigned hole = kw_move_hole(move), take = kw_move_number(move), size = 2u * rules->columns;
    struct kw_result result;
    if (kiothi_state(rules, position, &result))
        return reason_set(reason,
                          trait_clause(rules, position->over != KW_GOING_ON ? ENDLESS : END),
                          "the game is over", KW_NOWHERE, 0);
    if (position->phase != 0)
        return kiothi_setup_explain(rules, position, move, reason);
    if (kw_move_kind(move) == KW_LIFT || kw_move_kind(move) == KW_PLACE ||
        kw_move_kind(move) == KW_KEEP)
        return reason_set(reason, trait_clause(rules, PLACING),
                          "both first turns are over: warriors are no longer placed", KW_NOWHERE,
                          0);
    if (move != kw_move_make(KW_SOW, hole, false, false, take))
        return reason_set(reason, trait_clause(rules, SOW), "a move is a boma and a number",
                          KW_NOWHERE, 0);
    if (!(holes_of(rules, position->turn) >> hole & 1))
        return reason_set(reason, trait_clause(rules, SOW),
                          "%h is not a boma of the player to move", hole, 0);
    if (position->hole[hole] == 0)
        return reason_set(reason, trait_clause(rules, SOW), "%h is empty", hole, 0);
    if (take > position->hole[hole])
        return reason_set(reason, trait_clause(rules, SOW), "%h holds only %n", hole,
                          position->hole[hole]);
    uint32_t own = kiothi_sowable(rules, position);
    if (take == 0)
        return kiothi_takes(own, hole, position->hole[hole], size) != 0
                   ? reason_set(reason, trait_clause(rules, SOW),
                                "at least one warrior is taken from %h", hole, 0)
                   : reason_set(reason, trait_clause(rules, FIRST_LAP),
                                "every first lap from %h would end in an occupied boma of the "
                                "player's own",
                                hole, 0);
    bool legal = take > size
                     ? kiothi_takes_far(hole, take, position->turn, size)
                     : kiothi_takes(own, hole, position->hole[hole], size) >> (take - 1) & 1;
    if (legal)
        return false;
    return reason_set(reason, trait_clause(rules, FIRST_LAP),
                      "the first lap would end in %h, an occupied boma of the player's own",
                      (hole + take) % size, 0);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void kiothi_move_text(const struct rules *rules, const struct kw_position *position,
                             kw_move move, struct text *text) {
    (void)position;
    if (kw_move_kind(move) == KW_KEEP) {
        text_char(text, '=');
        return;
    }
    if (kw_move_kind(move) != KW_SOW)
        text_char(text, kw_move_kind(move) == KW_LIFT ? '^' : '+');
    hole_text(rules, kw_move_hole(move), text);
    if (kw_move_kind(move) == KW_SOW)
        text_number(text, kw_move_number(move));
}

static bool kiothi_move_read(const struct rules *rules, const struct kw_position *position,
                             const char *text, bool loose, kw_move *move, struct fault *fault) {
    if (strcmp(text, "=") == 0) {
        *move = kw_move_make(KW_KEEP, 0, false, false, 0);
        return true;
    }
    enum kw_kind kind = *text == '^' ? KW_LIFT : *text == '+' ? KW_PLACE : KW_SOW;
    unsigned prefix = kind == KW_SOW ? 0 : 1, hole;
    if (hole_read(rules, text + prefix, &hole) == 0) {
        fault_set(fault, prefix + 1, "'%.20s' is not the name of a boma", text + prefix);
        return false;
    }
    const char *rest = text + prefix + 1;
    if (kind != KW_SOW && *rest != '\0') {
        fault_set(fault, prefix + 2, "nothing may follow the boma that is lifted or placed in");
        return false;
    }
    uint32_t take = 0;
    if (kind == KW_SOW && !(*rest == '\0' && loose) &&
        !number_read_plain(rest, strlen(rest), 1, 255, &take)) {
        if (position->phase != 0)
            fault_set(
                fault, 2,
                "in the first turn write ^I to lift I, +A to place in A, or I=A2B4 for all of it");
        else
            fault_set(fault, 2, "after the boma stands the number of warriors taken, as in %c3",
                      *text);
        return false;
    }
    /* A name alone: any move from it. */
    if (kind == KW_SOW && take == 0 && position->phase != 0)
        kind = position->hand > 0 ? KW_PLACE : KW_LIFT;
    *move = kw_move_make(kind, hole, false, false, take);
    return true;
}

/* Reads the boma before =; returns the warriors that lie in them, 0 if they cannot be read. */
static unsigned kiothi_word_lifts(const struct rules *rules, const struct kw_position *position,
                                  const char *text, struct word *word, struct fault *fault) {
    unsigned hole, warriors = 0;
    for (const char *at = text; *at != '='; at++) {
        size_t column = (size_t)(at - text) + 1;
        if (hole_read(rules, at, &hole) == 0 || word->count == 2) {
            fault_set(fault, column, "before = stand the one or two boma that are lifted");
            return 0;
        }
        if (word->count == 1 && hole == kw_move_hole(word->move[0])) {
            fault_set(fault, column, "each boma is lifted once");
            return 0;
        }
        warriors += position->hole[hole];
        word_add(word, kw_move_make(KW_LIFT, hole, false, false, 0), column);
    }
    return warriors;
}

/* Reads a boma with the number placed in it; returns the number, 0 if they cannot be read. */
static unsigned kiothi_word_place(const struct rules *rules, const char *text, const char *at,
                                  unsigned hand, struct word *word, struct fault *fault) {
    size_t column = (size_t)(at - text) + 1, digits = strspn(at + 1, "0123456789");
    kw_move last = word->move[word->count - 1];
    uint32_t number;
    unsigned hole;
    if (hole_read(rules, at, &hole) == 0)
        fault_set(fault, column, "'%.20s' is not the name of a boma", at);
    else if (!number_read_plain(at + 1, digits, 1, 255, &number))
        fault_set(fault, column + 1,
                  "after a boma stands the number of warriors placed in it, 1 or more");
    else if (last == kw_move_make(KW_PLACE, hole, false, false, 0))
        fault_set(fault, column, "each receiving boma is named once");
    else if (hand == 0)
        fault_set(fault, column + 1, "nothing is left in the hand");
    else if (number > hand || number > KW_TURN_STEPS - word->count)
        fault_set(fault, column + 1, "the hand holds only %u", hand);
    else {
        for (uint32_t i = 0; i < number; i++)
            word_add(word, kw_move_make(KW_PLACE, hole, false, false, 0), column);
        return number;
    }
    return 0;
}

/*
 * A whole setup turn in one word: the boma lifted, =, then each receiving boma with its number in
 * placing order, IJ=A2B3c7.
 */
static bool kiothi_word_read(const struct rules *rules, const struct kw_position *position,
                             const char *text, struct word *word, struct fault *fault) {
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || position->phase == 0 || position->own[0] > 0)
        return false;
    unsigned hand = kiothi_word_lifts(rules, position, text, word, fault);
    const char *at = equals + 1;
    while (fault->where == 0 && *at != '\0') {
        hand -= kiothi_word_place(rules, text, at, hand, word, fault);
        at += 1 + strspn(at + 1, "0123456789");
    }
    if (fault->where == 0 && hand > 0)
        fault_set(fault, (size_t)(at - text) + 1, "%u warriors are still in the hand", hand);
    return fault->where == 0;
}

/* The word that kiothi_word_read reads: for a setup turn from its beginning to its end. */
static bool kiothi_word_text(const struct rules *rules, const struct kw_position *position,
                             const kw_move *list, size_t count, struct text *text) {
    size_t i = 0;
    if (position->phase == 0 || position->own[0] > 0 || kw_move_kind(list[0]) != KW_LIFT)
        return false;
    for (; i < count && kw_move_kind(list[i]) == KW_LIFT; i++)
        hole_text(rules, kw_move_hole(list[i]), text);
    text_char(text, '=');
    while (i < count) {
        size_t first = i;
        while (i < count && list[i] == list[first])
            i++;
        hole_text(rules, kw_move_hole(list[first]), text);
        text_number(text, i - first);
    }
    return true;
}

/* ---- the trait ------------------------------------------------------------------------------- */

KW_INSTANCE(kiothi_standard, kiothi, &kiothi_standard.rules)

/* What a step of a first turn has changed: the boma lifted, and the last one touched. */
static void kiothi_field_text(const struct rules *rules, const struct kw_event *event,
                              struct text *text) {
    if (event->count == 0) {
        text_string(text, event->to == 1 ? "the first turn is complete"
                                         : "no warrior is left in the hand");
    } else if (event->to == 1) {
        text_string(text, event->count == 1 ? "one boma has been lifted"
                                            : "two boma have been lifted, and no more may be");
    } else {
        text_string(text, "the last boma lifted or placed in is ");
        hole_text(rules, (event->count & OWN_HOLE) - 1u, text);
    }
}

static const struct fast_stamp kiothi_stamps[] = {
    {.rules = &kiothi_standard.rules, .game = {KW_FUNCTIONS(kiothi_standard)}},
    {.rules = NULL},
};

const struct trait KW_KERNEL_NAME(trait_kiothi) = {
    .name = "kiothi",
    .clauses = kiothi_clauses,
    .clause_count = sizeof kiothi_clauses / sizeof *kiothi_clauses,
    .rules = kiothi_rules,
    .rule_count = sizeof kiothi_rules / sizeof *kiothi_rules,
    .rows = 2,
    .seeds = 60,
    .columns = 1 << 4 | 1 << 6 | 1 << 8 | 1 << 10,
    .family =
        {
            .marks = {'k'},
            .mark_names = {"a nki"},
            .fields = kiothi_fields,
            .field_count = sizeof kiothi_fields / sizeof *kiothi_fields,
            .own_name = {"lifts", "last"},
            .own_is_hole = {false, true},
            .field_text = kiothi_field_text,
            .narrow_wins = true,
            .forms = {.kinds = 1u << KW_SOW | 1u << KW_LIFT | 1u << KW_PLACE | 1u << KW_KEEP,
                      .foreign = 1u << KW_PLACE,
                      .number = 60},
            .endgame = &(const struct endgame_layout){.marks = ENDGAME_OCCUPIED,
                                                      .irrelevant = {"setup", "narrow"}},
            .setup = &kiothi_setup,
            .start = kiothi_start,
            .check = kiothi_check,
            .state = kiothi_state,
            .repeated = kiothi_score,
            .trace = kiothi_trace,
            .explain_illegal = kiothi_explain_illegal,
            .move_text = kiothi_move_text,
            .move_read = kiothi_move_read,
            .word_read = kiothi_word_read,
            .word_text = kiothi_word_text,
        },
    .counts_seeds = true,
    .rules_size = sizeof(struct kiothi),
    .game = {KW_FUNCTIONS(kiothi_general)},
    .stamps = kiothi_stamps,
};
