/*
 * Kalah by the rules in common use, and with capture=empty as solved by Irving, Donkers and
 * Uiterwijk (2000).  Not one of the sources' games: the values of the latter are published, and
 * prove kernel, search and solver right.
 */
#include "games/compact_board.h"
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"

/* ---- the rulebook ---------------------------------------------------------------------------- */

enum kalah_clause { START, SOW, AGAIN, CAPTURE, CAPTURE_EMPTY, END, NEXT };

static const struct kw_clause kalah_clauses[] = {
    [START] = {"start",
               "Both rows have the same number of pits, and each pit holds the same number of "
               "seeds; both stores are empty.",
               KW_SOURCE},
    [SOW] = {"sow",
             "A move takes all seeds of an own pit and sows them counterclockwise, one into each "
             "following pit and the player's own store; the opponent's store is passed over.",
             KW_SOURCE},
    [AGAIN] = {"again",
               "If the last seed falls into the player's own store, the player moves again.",
               KW_SOURCE},
    [CAPTURE] = {"capture",
                 "If the last seed falls into an own pit that was empty and the opposite pit holds "
                 "seeds, these and the last seed go to the player's store.",
                 KW_SOURCE},
    [CAPTURE_EMPTY] = {"capture",
                       "If the last seed falls into an own pit that was empty, it goes to the "
                       "player's store, and so do the seeds of the opposite pit if it holds any: "
                       "the rule under which Irving, Donkers and Uiterwijk solved the game.",
                       KW_SOURCE},
    [END] = {"end",
             "When a move leaves either row empty the game is over, and the seeds of the other row "
             "go to its owner; most seeds win.",
             KW_SOURCE},
    [NEXT] = {"turn", "The players move in turn; South begins.", KW_SOURCE},
};

static const char *const capture_choices[] = {"standard", "empty", NULL};

enum { PITS, SEEDS, CAPTURES };

static const struct kw_option kalah_options[] = {
    [PITS] = {"pits", "pits a side", NULL, 1, 10, "start"},
    [SEEDS] = {"seeds", "seeds in each pit at the start", NULL, 1, 10, "start"},
    [CAPTURES] = {"capture", "with empty, the last seed is taken even if the opposite pit is empty",
                  capture_choices, 0, 0, "capture"},
};

struct kalah {
    struct rules rules;
    uint8_t seeds;
    bool empty; /* capture=empty */
};

static const struct kalah standard = {
    .rules = {.rows = 2, .columns = 6, .seeds = 48, .stores = true}, .seeds = 4};

KW_INLINE const struct kalah *kalah_of(const struct rules *rules) {
    return (const struct kalah *)rules;
}

static bool kalah_clause_holds(const struct rules *rules, size_t clause) {
    if (clause != CAPTURE && clause != CAPTURE_EMPTY)
        return true;
    return (clause == CAPTURE_EMPTY) == kalah_of(rules)->empty;
}

static void kalah_configure(struct rules *rules, const int32_t *value) {
    struct kalah *kalah = (struct kalah *)rules;
    if (value[PITS] != VALUE_UNSET)
        kalah->rules.columns = (uint8_t)value[PITS];
    if (value[SEEDS] != VALUE_UNSET)
        kalah->seeds = (uint8_t)value[SEEDS];
    kalah->empty = value[CAPTURES] == 1;
    kalah->rules.seeds = (uint8_t)(2 * kalah->rules.columns * kalah->seeds);
}

static int32_t kalah_value(const struct rules *rules, size_t option) {
    return option == PITS    ? rules->columns
           : option == SEEDS ? kalah_of(rules)->seeds
                             : kalah_of(rules)->empty;
}

/* ---- the rules at work ----------------------------------------------------------------------- */

static void kalah_start(const struct rules *rules, struct kw_position *position) {
    memset(position->hole, kalah_of(rules)->seeds, 2u * rules->columns);
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
                                 unsigned size, unsigned home, struct trace *trace) {
    unsigned opposite = size - 1 - end, taken = ring_get(*ring, opposite, size);
    if (taken == 0 && !kalah_of(rules)->empty)
        return 0;
    ring_set(ring, end, 0, size);
    ring_set(ring, opposite, 0, size);
    if (taken > 0)
        trace_report(trace, KW_EVENT_CAPTURE, opposite, home, taken, CAPTURE);
    trace_report(trace, KW_EVENT_BANK, end, home, 1, CAPTURE);
    return taken + 1;
}

KW_INLINE struct kalah_turn kalah_turn(const struct rules *rules, unsigned pits, unsigned player,
                                       unsigned hole, struct ring *ring, struct trace *trace) {
    unsigned size = 2 * pits, home = KW_STORE_SOUTH + player;
    unsigned first = player == KW_SOUTH ? 0 : pits;
    unsigned seeds = ring_get(*ring, hole, size);
    ring_set(ring, hole, 0, size);
    trace_report(trace, KW_EVENT_LIFT, hole, KW_HAND, seeds, SOW);
    struct lap lap = {.size = size,
                      .from = hole,
                      .seeds = seeds,
                      .store = first + pits,
                      .store_place = home,
                      .clause = SOW};
    struct landing landing = ring_sow(ring, lap, trace);
    unsigned gained = landing.banked, end = landing.end;
    bool again = end == home;

    if (!again && end - first < pits && ring_get(*ring, end, size) == 1)
        gained += kalah_capture(rules, ring, end, size, home, trace);

    uint32_t held = ring_at_least(*ring, 1, size), row = (1u << pits) - 1;
    bool over = (held & row) == 0 || held >> pits == 0;
    bool passes = !again || over;
    if (again && over)
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, end, 0, END);
    trace_report(trace, KW_EVENT_NEXT, KW_NOWHERE, player ^ passes, 0,
                 again ? (over ? END : AGAIN) : NEXT);
    return (struct kalah_turn){.gained = gained, .passes = passes};
}

KW_INLINE void kalah_play(const struct rules *rules, const struct kw_position *position,
                          kw_move move, struct kw_position *next, struct trace *trace) {
    unsigned size = 2u * rules->columns, player = position->turn;
    struct ring ring = ring_load(position, size);
    struct kalah_turn turn =
        kalah_turn(rules, rules->columns, player, kw_move_hole(move), &ring, trace);
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
        struct kalah_turn turn = kalah_turn(rules, pits, KW_SOUTH, hole, &next, NULL);
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

KW_GENERAL(kalah)

static bool kalah_state(const struct rules *rules, const struct kw_position *position,
                        struct kw_result *result) {
    unsigned south = seeds_in(position, holes_of(rules, KW_SOUTH));
    unsigned north = seeds_in(position, holes_of(rules, KW_NORTH));
    if (south != 0 && north != 0)
        return false;
    result_score(result, position->store[0] + south, position->store[1] + north);
    return true;
}

static bool kalah_explain_illegal(const struct rules *rules, const struct kw_position *position,
                                  kw_move move, struct kw_reason *reason) {
    unsigned hole = kw_move_hole(move);
    struct kw_result result;
    if (kalah_state(rules, position, &result))
        return reason_set(reason, &kalah_clauses[END], "the game is over", KW_NOWHERE, 0);
    if (move != hole)
        return reason_set(reason, &kalah_clauses[SOW], "a move is the name of a pit, and no more",
                          KW_NOWHERE, 0);
    if (!(holes_of(rules, position->turn) >> hole & 1))
        return reason_set(reason, &kalah_clauses[SOW], "%h is not a pit of the player to move",
                          hole, 0);
    if (position->hole[hole] == 0)
        return reason_set(reason, &kalah_clauses[SOW], "%h is empty", hole, 0);
    return false;
}

/* ---- the family ------------------------------------------------------------------------------ */

static const struct family kalah_family = {
    .clauses = kalah_clauses,
    .clause_count = sizeof kalah_clauses / sizeof *kalah_clauses,
    .clause_holds = kalah_clause_holds,
    .options = kalah_options,
    .option_count = sizeof kalah_options / sizeof *kalah_options,
    .configure = kalah_configure,
    .value = kalah_value,
    .rules_size = sizeof(struct kalah),
    .acyclic = true, /* what does not bank a seed brings some nearer to the store */
    .endgame = &(const struct endgame_layout){.idle = {"seeds"}},
    .start = kalah_start,
    .state = kalah_state,
    .expand_compact = kalah_expand_compact,
    .trace = kalah_trace,
    .explain_illegal = kalah_explain_illegal,
    .move_text = hole_move_text,
    .move_read = hole_move_read,
};

static const struct kw_info kalah_info = {
    .id = "kalah",
    .name = "Kalah",
    .summary = "A modern game whose own store is sown, and a last seed in it moves again.",
    .where = "United States; devised by William Julius Champion Jr. in 1940",
    .source = "The rules in common use, as OpenSpiel's mancala and the article Kalah of Wikipedia "
              "have them",
    .literature =
        (const char *const[]){
            "Irving, Donkers and Uiterwijk, Solving Kalah, ICGA Journal 23 (3), 2000: the values "
            "of the game with capture=empty",
            "Rawlings, the value of six pits with six seeds, 2015", NULL},
    .names = (const struct kw_name[]){{"Kalah", "English", ""}, KW_END_NAMES},
    .rows = 2,
    .columns = 6,
    .counts_seeds = true,
};

KW_RULE_SET(kalah, kalah, &kalah_info, &standard.rules);
