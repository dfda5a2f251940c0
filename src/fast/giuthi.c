/*
 * The fast play of Giuthi: laps in turn to either side, a pit that held seeds sown on the other
 * way, captures across by moves that have crossed.
 */
#include "base/work.h"
#include "fast/fast_play.h"
#include "fast/fast_rules.h"
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"

struct giuthi {
    struct rules rules;
    bool sow_store; /* the own store is sown, and a last seed in it ends the turn */
    bool skip_move; /* the pit that gets no seed is the one that the move starts from */
};

static const struct giuthi standard = {
    .rules = {.rows = 2, .columns = 6, .seeds = 72, .stores = true, .limit = 100000}};

KW_INLINE const struct giuthi *giuthi_of(const struct rules *rules) {
    return (const struct giuthi *)rules;
}

static void giuthi_want_captures(struct machine *wanted) {
    fast_row(wanted, PLACE_OWN, 1 << 1, FAST_FILLED);
    wanted->lap_ends[wanted->lap_end_count - 1].condition.facts = FACT_CROSSED;
    fast_act(wanted, DO_CAPTURE, TARGET_FACING);
    fast_act(wanted, DO_BANK, TARGET_HERE);
    struct action *on = fast_act(wanted, DO_CAPTURE, TARGET_FACING);
    on->along = ALONG_ON;
    fast_condition(&on->hold, PLACE_OWN, 1 << 0, FAST_FILLED);
}

static bool giuthi_fits(struct machine *machine) {
    struct giuthi *giuthi = (struct giuthi *)machine;
    struct machine wanted;
    memset(&wanted, 0, sizeof wanted);
    if (!fast_is_ring(machine, 3))
        return false;
    giuthi->sow_store = wanted.own_store = machine->own_store;
    giuthi->skip_move = machine->skip == SKIP_MOVE;
    wanted.skip = giuthi->skip_move ? SKIP_MOVE : SKIP_LAP;
    wanted.least = 2;
    if (wanted.own_store)
        fast_row(&wanted, PLACE_OWN_STORE, FAST_ANY, FAST_ANY);
    fast_row(&wanted, FAST_ALL, ~UINT64_C(3), FAST_ANY);
    fast_act(&wanted, DO_RELAY, TARGET_HERE);
    fast_act(&wanted, DO_TURN, TARGET_HERE);
    giuthi_want_captures(&wanted);
    wanted.game_end_count = 1;
    wanted.game_ends[0].kind = GAME_END_BOTH_STUCK;
    return fast_is(machine, &wanted);
}

/* The pits with at least two seeds; none once the game is over. */
KW_INLINE uint32_t giuthi_held(const struct rules *rules, const struct kw_position *position) {
    unsigned size = 2u * rules->columns;
    uint32_t held = ring_at_least(ring_load(position, size), 2, size);
    return position->over != KW_GOING_ON ? 0 : held;
}

KW_INLINE size_t giuthi_moves(const struct rules *rules, const struct kw_position *position,
                              kw_move *list, size_t capacity) {
    (void)capacity;
    uint32_t held = giuthi_held(rules, position);
    unsigned first = position->turn == KW_SOUTH ? 0 : rules->columns;
    size_t n = 0;
    for (unsigned hole = first; hole < first + rules->columns; hole++) {
        list[n] = hole;
        list[n + 1] = kw_move_make(KW_SOW, hole, true, false, 0);
        n += 2 * (held >> hole & 1);
    }
    if (KW_UNLIKELY(n == 0) && held != 0) {
        list[0] = kw_move_make(KW_PASS, 0, false, false, 0);
        n = 1;
    }
    return n;
}

KW_INLINE size_t giuthi_count(const struct rules *rules, const struct kw_position *position) {
    uint32_t held = giuthi_held(rules, position), row = (1u << rules->columns) - 1;
    uint32_t own = held >> (position->turn == KW_SOUTH ? 0 : rules->columns) & row;
    return own != 0 ? (size_t)(2 * __builtin_popcount(own)) : held != 0;
}

/* A move at work. */
struct giuthi_run {
    struct ring ring;
    unsigned player, first; /* the first pit of his row */
    unsigned start;         /* the pit that the move starts from */
    unsigned at, seeds;     /* where the last lap ended, and what lies there */
    bool reverse;           /* the last lap went clockwise */
    uint32_t reached;       /* pits that got a seed */
    unsigned sown, gained, over;
};

/* Lifts the seeds of the pit where the last lap ended and sows them; returns where they end. */
KW_INLINE unsigned giuthi_lap(const struct rules *rules, struct giuthi_run *run) {
    const struct giuthi *giuthi = giuthi_of(rules);
    unsigned size = 2u * rules->columns;
    ring_set(&run->ring, run->at, 0, size);
    struct ring before = run->ring;
    struct lap lap = {.size = size,
                      .from = run->at,
                      .seeds = run->seeds,
                      .reverse = run->reverse,
                      .skip_from = !giuthi->skip_move,
                      .skips = giuthi->skip_move,
                      .skipped = run->start,
                      .store = giuthi->sow_store ? run->first + rules->columns : 0,
                      .store_place = KW_STORE_SOUTH + run->player};
    struct landing landing = ring_sow(&run->ring, lap, NULL);
    run->sown += run->seeds;
    run->gained += landing.banked;
    run->reached |= ring_changed(run->ring, before, size);
    return landing.end;
}

/* Takes all that lies in a pit. */
KW_INLINE void giuthi_take(const struct rules *rules, struct giuthi_run *run, unsigned pit) {
    unsigned size = 2u * rules->columns;
    run->gained += ring_get(run->ring, pit, size);
    ring_set(&run->ring, pit, 0, size);
}

/* The captures after the last seed fell into an empty own pit. */
KW_INLINE void giuthi_capture(const struct rules *rules, struct giuthi_run *run) {
    unsigned pits = rules->columns, size = 2 * pits, end = run->at;
    if (ring_get(run->ring, size - 1 - end, size) == 0)
        return;
    giuthi_take(rules, run, size - 1 - end);
    giuthi_take(rules, run, end);
    for (;;) {
        end = run->reverse ? end - 1 : end + 1;
        if (end - run->first >= pits || ring_get(run->ring, end, size) != 0 ||
            ring_get(run->ring, size - 1 - end, size) == 0)
            return;
        giuthi_take(rules, run, size - 1 - end);
    }
}

/* The last seed fell into an empty pit. */
KW_INLINE void giuthi_stop(const struct rules *rules, struct giuthi_run *run) {
    unsigned pits = rules->columns;
    uint32_t theirs = ((1u << pits) - 1) << (pits - run->first);
    if (run->at - run->first < pits && (run->reached & theirs) != 0)
        giuthi_capture(rules, run);
}

/* Sows lap after lap, each against the one before, to the end of the move. */
KW_INLINE void giuthi_sow(const struct rules *rules, struct giuthi_run *run) {
    unsigned size = 2u * rules->columns;
    for (;;) {
        run->at = giuthi_lap(rules, run);
        if (giuthi_of(rules)->sow_store && run->at == KW_STORE_SOUTH + run->player)
            return;
        run->seeds = ring_get(run->ring, run->at, size);
        if (run->seeds == 1) {
            giuthi_stop(rules, run);
            return;
        }
        if (KW_UNLIKELY(run->sown > rules->limit)) {
            run->over = endless_outcome(rules, run->player);
            return;
        }
        run->reverse = !run->reverse;
    }
}

KW_INLINE void giuthi_play(const struct rules *rules, const struct kw_position *position,
                           kw_move move, struct kw_position *next) {
    unsigned size = 2u * rules->columns, player = position->turn, hole = kw_move_hole(move);
    struct giuthi_run run = {.ring = ring_load(position, size),
                             .player = player,
                             .first = player == KW_SOUTH ? 0 : rules->columns,
                             .start = hole,
                             .at = hole,
                             .reverse = kw_move_reverse(move)};
    if (KW_LIKELY(kw_move_kind(move) != KW_PASS)) {
        run.seeds = ring_get(run.ring, hole, size);
        giuthi_sow(rules, &run);
        work_count(run.sown);
    }
    ring_save(next, run.ring, size);
    position_after(position, run.gained, player ^ 1, run.over, 0, next);
}

KW_FAST_INSTANCE(giuthi_general, giuthi, rules)
KW_FAST_INSTANCE(giuthi, giuthi, &standard.rules)

const struct fast_play KW_KERNEL_NAME(fast_giuthi) = {
    .fits = giuthi_fits,
    .rules_size = sizeof(struct giuthi),
    .game = {KW_FUNCTIONS(giuthi_general)},
    .stamps = (const struct fast_stamp[]){{&standard.rules, {KW_FUNCTIONS(giuthi)}}, {NULL, {0}}},
};
