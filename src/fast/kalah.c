/*
 * The fast play of Kalah: counterclockwise over both rows and the own store, again after a last
 * seed in it, captures across.
 */
#include "fast/fast_play.h"
#include "fast/fast_rules.h"
#include "games/compact_board.h"
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"

struct kalah {
    struct rules rules;
    bool empty; /* the last seed is taken even if none lies opposite */
};

static const struct kalah standard = {
    .rules = {.rows = 2, .columns = 6, .seeds = 48, .stores = true}};

KW_INLINE const struct kalah *kalah_of(const struct rules *rules) {
    return (const struct kalah *)rules;
}

static bool kalah_is(const struct machine *machine, bool empty) {
    struct machine wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.least = 1;
    wanted.own_store = true;
    fast_row(&wanted, PLACE_OWN_STORE, FAST_ANY, FAST_ANY);
    fast_act(&wanted, DO_AGAIN, TARGET_HERE);
    fast_row(&wanted, PLACE_OWN, 1 << 1, empty ? FAST_ANY : FAST_FILLED);
    fast_act(&wanted, DO_CAPTURE, TARGET_FACING);
    fast_act(&wanted, DO_BANK, TARGET_HERE);
    wanted.game_end_count = 1;
    wanted.game_ends[0].kind = GAME_END_EITHER_EMPTY;
    return fast_is(machine, &wanted);
}

static bool kalah_fits(struct machine *machine) {
    if (!fast_is_ring(machine, 1))
        return false;
    struct kalah *kalah = (struct kalah *)machine;
    kalah->empty = kalah_is(machine, true);
    return kalah->empty || kalah_is(machine, false);
}

/* The pits of the player to move that hold seeds, from bit 0; 0 if the game is over. */
KW_INLINE uint32_t kalah_playable(const struct rules *rules, const struct kw_position *position) {
    unsigned pits = rules->columns;
    uint32_t row = (1u << pits) - 1;
    uint32_t held = ring_at_least(ring_load(position, 2 * pits), 1, 2 * pits);
    uint32_t south = held & row, north = held >> pits & row;
    if (south == 0 || north == 0)
        return 0;
    return position->turn == KW_SOUTH ? south : north;
}

KW_INLINE size_t kalah_moves(const struct rules *rules, const struct kw_position *position,
                             kw_move *list, size_t capacity) {
    (void)capacity;
    uint32_t playable = kalah_playable(rules, position);
    return list_holes(rules, position->turn, playable, list);
}

KW_INLINE size_t kalah_count(const struct rules *rules, const struct kw_position *position) {
    return (size_t)__builtin_popcount(kalah_playable(rules, position));
}

/* What a move comes to besides the board. */
struct kalah_turn {
    unsigned gained;
    bool passes; /* the turn, as it does where the game ends */
};

/* The capture after the last seed fell into the pit `end`; returns the seeds won. */
KW_INLINE unsigned kalah_capture(const struct rules *rules, struct ring *ring, unsigned end,
                                 unsigned size) {
    unsigned opposite = size - 1 - end, taken = ring_get(*ring, opposite, size);
    if (taken == 0 && !kalah_of(rules)->empty)
        return 0;
    ring_set(ring, end, 0, size);
    ring_set(ring, opposite, 0, size);
    return taken + 1;
}

KW_INLINE struct kalah_turn kalah_turn(const struct rules *rules, unsigned pits, unsigned player,
                                       unsigned hole, struct ring *ring) {
    unsigned size = 2 * pits, home = KW_STORE_SOUTH + player;
    unsigned first = player == KW_SOUTH ? 0 : pits;
    unsigned seeds = ring_get(*ring, hole, size);
    ring_set(ring, hole, 0, size);
    struct lap lap = {
        .size = size, .from = hole, .seeds = seeds, .store = first + pits, .store_place = home};
    struct landing landing = ring_sow(ring, lap, NULL);
    unsigned gained = landing.banked, end = landing.end;
    bool again = end == home;

    if (!again && end - first < pits && ring_get(*ring, end, size) == 1)
        gained += kalah_capture(rules, ring, end, size);

    uint32_t held = ring_at_least(*ring, 1, size), row = (1u << pits) - 1;
    bool over = (held & row) == 0 || held >> pits == 0;
    return (struct kalah_turn){.gained = gained, .passes = !again || over};
}

KW_INLINE void kalah_play(const struct rules *rules, const struct kw_position *position,
                          kw_move move, struct kw_position *next) {
    unsigned size = 2u * rules->columns, player = position->turn;
    struct ring ring = ring_load(position, size);
    struct kalah_turn turn = kalah_turn(rules, rules->columns, player, kw_move_hole(move), &ring);
    ring_save(next, ring, size);
    position_after(position, turn.gained, player ^ turn.passes, KW_GOING_ON, 0, next);
}

/* The mover's row is South's here. */
KW_INLINE size_t kalah_expand_compact_of(const struct rules *rules, unsigned pits,
                                         const struct compact_board *board,
                                         struct compact_move *list) {
    struct ring ring = {.half[0] = lanes_load(board->hole)};
    uint32_t held = ring_at_least(ring, 1, 2 * pits), row = (1u << pits) - 1;
    uint32_t left = held >> pits == 0 ? 0 : held & row;
    size_t count = 0;
    for (; left != 0; left &= left - 1, count++) {
        unsigned hole = (unsigned)__builtin_ctz(left);
        struct ring next = ring;
        struct kalah_turn turn = kalah_turn(rules, pits, KW_SOUTH, hole, &next);
        lanes_save(list[count].board.hole,
                   lanes_turned(next.half[0], turn.passes ? pits : 0, 2 * pits));
        list[count].hole = (uint8_t)hole;
        list[count].gain = (uint8_t)turn.gained;
        list[count].again = !turn.passes;
    }
    return count;
}

/* The usual widths as constants. */
static size_t kalah_expand_compact(const struct rules *rules, const struct compact_board *board,
                                   struct compact_move list[COMPACT_ROW]) {
    switch (rules->columns) {
    case 4:
        return kalah_expand_compact_of(rules, 4, board, list);
    case 5:
        return kalah_expand_compact_of(rules, 5, board, list);
    case 6:
        return kalah_expand_compact_of(rules, 6, board, list);
    default:
        return kalah_expand_compact_of(rules, rules->columns, board, list);
    }
}

KW_FAST_INSTANCE(kalah_general, kalah, rules)
KW_FAST_INSTANCE(kalah, kalah, &standard.rules)

const struct fast_play KW_KERNEL_NAME(fast_kalah) = {
    .fits = kalah_fits,
    .rules_size = sizeof(struct kalah),
    .game = {KW_FUNCTIONS(kalah_general)},
    .stamps = (const struct fast_stamp[]){{&standard.rules, {KW_FUNCTIONS(kalah)}}, {NULL, {0}}},
    .expand_compact = kalah_expand_compact,
};
