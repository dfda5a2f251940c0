/*
 * The fast play of Adji-boto: one stone stays, single laps, runs of ones, threes and fives after
 * the last stone; in the opening each hole is played once.  `mark` (u) holds the holes still to be
 * played.
 */
#include "fast/fast_play.h"
#include "fast/fast_rules.h"
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"

static const struct rules standard = {.rows = 2, .columns = 5, .seeds = 100, .stores = true};

static bool adji_boto_fits(struct machine *machine) {
    struct machine wanted;
    memset(&wanted, 0, sizeof wanted);
    if (!fast_is_ring(machine, 1))
        return false;
    wanted.least = 2;
    wanted.leave = 1;
    wanted.unplayed = true;
    wanted.duty_count = 1;
    wanted.duties[0] = (struct duty){.kind = DUTY_UNPLAYED, .if_possible = true};
    wanted.game_end_count = 1;
    wanted.game_ends[0].kind = GAME_END_BOTH_STUCK;
    fast_row(&wanted, FAST_ALL, FAST_ANY, FAST_ANY);
    wanted.lap_ends[0].condition.facts = FACT_FIRST_MOVE;
    fast_row(&wanted, FAST_ALL, FAST_ANY, FAST_ANY);
    struct action *run = fast_act(&wanted, DO_CAPTURE, TARGET_HERE);
    run->along = ALONG_ON;
    run->hold = wanted.lap_ends[1].condition;
    run->hold.seeds[HOLE_HERE] = 1 << 1 | 1 << 3 | 1 << 5;
    return fast_is(machine, &wanted);
}

/* The player's holes that may be played, from bit 0. */
KW_INLINE uint32_t adji_boto_playable(const struct rules *rules, uint32_t held, uint32_t unplayed,
                                      unsigned player) {
    unsigned holes = rules->columns, first = player == KW_SOUTH ? 0 : holes;
    uint32_t own = held >> first & ((1u << holes) - 1), opening = own & unplayed >> first;
    return opening != 0 ? opening : own;
}

/* The holes with at least two stones. */
KW_INLINE uint32_t adji_boto_held(const struct rules *rules, const struct kw_position *position) {
    unsigned size = 2u * rules->columns;
    return ring_at_least(ring_load(position, size), 2, size);
}

KW_INLINE size_t adji_boto_moves(const struct rules *rules, const struct kw_position *position,
                                 kw_move *list, size_t capacity) {
    (void)capacity;
    uint32_t held = adji_boto_held(rules, position);
    uint32_t playable = adji_boto_playable(rules, held, position->mark, position->turn);
    size_t n = list_holes(rules, position->turn, playable, list);
    if (KW_UNLIKELY(n == 0) && held != 0) {
        list[0] = kw_move_make(KW_PASS, 0, false, false, 0);
        n = 1;
    }
    return n;
}

KW_INLINE size_t adji_boto_count(const struct rules *rules, const struct kw_position *position) {
    uint32_t held = adji_boto_held(rules, position);
    uint32_t playable = adji_boto_playable(rules, held, position->mark, position->turn);
    return playable != 0 ? (size_t)__builtin_popcount(playable) : held != 0;
}

/*
 * Takes the run of ones, threes and fives after the last stone, which ends at that stone's own hole
 * at the latest; returns how many stones.
 */
KW_INLINE unsigned adji_boto_capture(struct ring *ring, unsigned end, unsigned size) {
    uint32_t ones = ring_equal(*ring, 1, size), threes = ring_equal(*ring, 3, size);
    uint32_t fives = ring_equal(*ring, 5, size);
    /* Bit 0: the hole after the last stone. */
    uint32_t ahead = mask_rotate(ones | threes | fives, end + 1, size);
    unsigned length = (unsigned)__builtin_ctz(~ahead | 1u << (size - 1));
    uint32_t run = mask_rotate_back((1u << length) - 1, end + 1, size);
    ring_clear(ring, run, size);
    return (unsigned)(__builtin_popcount(run & ones) + 3 * __builtin_popcount(run & threes) +
                      5 * __builtin_popcount(run & fives));
}

/* Sows a hole but for one stone, and takes what follows it; returns how many stones. */
KW_INLINE unsigned adji_boto_sow(struct ring *ring, unsigned hole, uint32_t unplayed,
                                 unsigned size) {
    unsigned seeds = ring_get(*ring, hole, size) - 1;
    ring_set(ring, hole, 1, size);
    struct lap lap = {.size = size, .from = hole, .seeds = seeds};
    unsigned end = ring_sow(ring, lap, NULL).end;
    bool first = unplayed == (1u << size) - 1;
    return KW_LIKELY(!first) ? adji_boto_capture(ring, end, size) : 0;
}

KW_INLINE void adji_boto_play(const struct rules *rules, const struct kw_position *position,
                              kw_move move, struct kw_position *next) {
    unsigned size = 2u * rules->columns, player = position->turn, hole = kw_move_hole(move);
    uint32_t unplayed = position->mark;
    struct ring ring = ring_load(position, size);
    unsigned gained = 0;
    if (KW_LIKELY(kw_move_kind(move) != KW_PASS)) {
        gained = adji_boto_sow(&ring, hole, unplayed, size);
        unplayed &= ~(1u << hole);
    }
    ring_save(next, ring, size);
    position_after(position, gained, player ^ 1, KW_GOING_ON, unplayed, next);
}

KW_FAST_INSTANCE(adji_boto_general, adji_boto, rules)
KW_FAST_INSTANCE(adji_boto, adji_boto, &standard)

const struct fast_play KW_KERNEL_NAME(fast_adji_boto) = {
    .fits = adji_boto_fits,
    .rules_size = sizeof(struct rules),
    .game = {KW_FUNCTIONS(adji_boto_general)},
    .stamps = (const struct fast_stamp[]){{&standard, {KW_FUNCTIONS(adji_boto)}}, {NULL, {0}}},
};
