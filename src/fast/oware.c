/*
 * The fast play of Oware and Awari: counterclockwise over both rows, never into the pit that the
 * seeds came from; twos and threes of the opponent's row are captured backwards.
 */
#include "fast/fast_play.h"
#include "fast/fast_rules.h"
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"

/* What a capture of all seeds of the opponent's row comes to. */
enum oware_slam { SLAM_NOCAPTURE, SLAM_CAPTURE, SLAM_ILLEGAL, SLAM_WAYS };

struct oware {
    struct rules rules;
    bool awari;   /* a move must leave the opponent a seed if one does; else it must feed him */
    uint8_t slam; /* enum oware_slam; Awari: capture */
};

static const struct oware awari_rules = {
    .rules = {.rows = 2, .columns = 6, .seeds = 48, .stores = true, .repetition_halves = true},
    .awari = true,
    .slam = SLAM_CAPTURE};
static const struct oware oware_rules = {
    .rules = {.rows = 2, .columns = 6, .seeds = 48, .stores = true}, .slam = SLAM_NOCAPTURE};

KW_INLINE const struct oware *oware_of(const struct rules *rules) {
    return (const struct oware *)rules;
}

/* Adds to rules that are wanted what Awari asks of moves, and when it ends. */
static void oware_want_leave(struct machine *wanted) {
    wanted->duties[wanted->duty_count].kind = DUTY_FEED;
    wanted->duties[wanted->duty_count++].if_possible = true;
    wanted->game_ends[wanted->game_end_count++].kind = GAME_END_OWN_EMPTY;
}

static void oware_want_feed(struct machine *wanted, const struct rules *rules, unsigned slam) {
    wanted->duties[wanted->duty_count].kind = DUTY_REACH;
    wanted->duties[wanted->duty_count++].when_empty = true;
    if (slam == SLAM_ILLEGAL)
        wanted->duties[wanted->duty_count++].kind = DUTY_NO_SLAM;
    if (slam == SLAM_NOCAPTURE)
        wanted->slam = SLAM_TAKES_NOTHING;
    if (rules->majority) {
        wanted->game_ends[wanted->game_end_count].kind = GAME_END_STORE;
        wanted->game_ends[wanted->game_end_count++].count = MACHINE_HALF;
    }
    wanted->game_ends[wanted->game_end_count++].kind = GAME_END_STUCK;
}

static bool oware_is(const struct machine *machine, bool awari, unsigned slam) {
    struct machine wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.least = 1;
    wanted.skip = SKIP_LAP;
    fast_row(&wanted, PLACE_OTHER, 1 << 2 | 1 << 3, FAST_ANY);
    fast_act(&wanted, DO_CAPTURE, TARGET_HERE);
    struct action *run = fast_act(&wanted, DO_CAPTURE, TARGET_HERE);
    run->along = ALONG_BACK;
    run->hold = wanted.lap_ends[0].condition;
    if (awari)
        oware_want_leave(&wanted);
    else
        oware_want_feed(&wanted, &machine->rules, slam);
    return fast_is(machine, &wanted);
}

static bool oware_fits(struct machine *machine) {
    struct oware *oware = (struct oware *)machine;
    if (!fast_is_ring(machine, 1))
        return false;
    oware->awari = oware_is(machine, true, SLAM_CAPTURE);
    oware->slam = SLAM_CAPTURE;
    if (oware->awari)
        return true;
    for (unsigned slam = 0; slam < SLAM_WAYS; slam++) {
        oware->slam = (uint8_t)slam;
        if (oware_is(machine, false, slam))
            return true;
    }
    return false;
}

/*
 * Takes what is won when the last seed has fallen into the opponent's pit `end`, and returns how
 * many seeds; *slam: it would have been a grand slam, whether it was taken or not.
 */
KW_INLINE unsigned oware_capture(const struct rules *rules, struct ring *ring, unsigned end,
                                 unsigned player, bool *slam) {
    unsigned pits = rules->columns, size = 2 * pits;
    unsigned theirs = player == KW_SOUTH ? pits : 0, last = end - theirs;
    uint32_t row = (1u << pits) - 1;
    if (last >= pits)
        return 0;
    uint32_t twos = ring_equal(*ring, 2, size) >> theirs & row;
    uint32_t threes = ring_equal(*ring, 3, size) >> theirs & row;
    uint32_t upto = (2u << last) - 1, broken = upto & ~(twos | threes);
    uint32_t run = broken == 0 ? upto : upto & ~((2u << (31 - __builtin_clz(broken))) - 1);
    uint32_t held = ring_at_least(*ring, 1, size) >> theirs & row;
    *slam = run != 0 && held == run;
    if (*slam && oware_of(rules)->slam != SLAM_CAPTURE)
        run = 0;
    ring_clear(ring, run << theirs, size);
    return (unsigned)(2 * __builtin_popcount(run & twos) + 3 * __builtin_popcount(run & threes));
}

/* A move without its legality: where it leads, and whether it would have been a grand slam. */
KW_INLINE bool oware_sow(const struct rules *rules, const struct kw_position *position,
                         unsigned hole, struct kw_position *next) {
    unsigned size = 2u * rules->columns, player = position->turn;
    struct ring ring = ring_load(position, size);
    bool slam = false;

    unsigned seeds = ring_get(ring, hole, size);
    ring_set(&ring, hole, 0, size);
    struct lap lap = {.size = size, .from = hole, .seeds = seeds, .skip_from = true};
    unsigned end = ring_sow(&ring, lap, NULL).end;

    unsigned gained = oware_capture(rules, &ring, end, player, &slam);
    ring_save(next, ring, size);
    position_after(position, gained, player ^ 1, KW_GOING_ON, 0, next);
    return slam;
}

/* Of the pits in `playable`, those whose move leaves the opponent a seed, or is no grand slam. */
static uint32_t oware_after_trial(const struct rules *rules, const struct kw_position *position,
                                  uint32_t playable, bool leaves_a_seed) {
    unsigned first = position->turn == KW_SOUTH ? 0 : rules->columns;
    uint32_t good = 0;
    for (uint32_t left = playable; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        struct kw_position next;
        bool slam = oware_sow(rules, position, first + i, &next);
        bool kept = leaves_a_seed ? seeds_in(&next, holes_of(rules, next.turn)) > 0 : !slam;
        good |= (uint32_t)kept << i;
    }
    return good;
}

/* Whether a store holds more than half of the seeds. */
KW_INLINE bool oware_decided(const struct rules *rules, const struct kw_position *position) {
    return 2u * position->store[0] > rules->seeds || 2u * position->store[1] > rules->seeds;
}

/* The pits of the player to move that he may play, from bit 0. */
KW_INLINE uint32_t oware_playable(const struct rules *rules, const struct kw_position *position) {
    unsigned pits = rules->columns, size = 2 * pits;
    unsigned ours = position->turn == KW_SOUTH ? 0 : pits;
    uint32_t row = (1u << pits) - 1;
    struct ring ring = ring_load(position, size);
    uint32_t held = ring_at_least(ring, 1, size);
    if (rules->majority && oware_decided(rules, position))
        return 0;
    uint32_t playable = held >> ours & row, theirs = held >> (pits - ours) & row;
    /*
     * A captured pit held two at most before the sowing: while the opponent has a pit of three or
     * more, no move takes all that he has.
     */
    if (KW_LIKELY((ring_at_least(ring, 3, size) >> (pits - ours) & row) != 0))
        return playable;
    if (oware_of(rules)->awari) {
        uint32_t leaving = oware_after_trial(rules, position, playable, true);
        return leaving != 0 ? leaving : playable;
    }
    if (theirs == 0) {
        for (uint32_t left = playable; left != 0; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctz(left);
            if (position->hole[ours + i] < pits - i)
                playable &= ~(1u << i);
        }
    }
    if (oware_of(rules)->slam == SLAM_ILLEGAL)
        playable = oware_after_trial(rules, position, playable, false);
    return playable;
}

KW_INLINE size_t oware_moves(const struct rules *rules, const struct kw_position *position,
                             kw_move *list, size_t capacity) {
    (void)capacity;
    uint32_t playable = oware_playable(rules, position);
    return list_holes(rules, position->turn, playable, list);
}

KW_INLINE size_t oware_count(const struct rules *rules, const struct kw_position *position) {
    return (size_t)__builtin_popcount(oware_playable(rules, position));
}

KW_INLINE void oware_play(const struct rules *rules, const struct kw_position *position,
                          kw_move move, struct kw_position *next) {
    oware_sow(rules, position, kw_move_hole(move), next);
}

KW_FAST_INSTANCE(oware_general, oware, rules)
KW_FAST_INSTANCE(awari, oware, &awari_rules.rules)
KW_FAST_INSTANCE(oware, oware, &oware_rules.rules)

const struct fast_play KW_KERNEL_NAME(fast_oware) = {
    .fits = oware_fits,
    .rules_size = sizeof(struct oware),
    .game = {KW_FUNCTIONS(oware_general)},
    .stamps = (const struct fast_stamp[]){{&awari_rules.rules, {KW_FUNCTIONS(awari)}},
                                          {&oware_rules.rules, {KW_FUNCTIONS(oware)}},
                                          {NULL, {0}}},
};
