/*
 * Awari, as analysed by Lincke (2002), and Oware (Abapa).  Not games of the sources: their values
 * are published, and prove kernel, search and solver right.
 */
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"

/* ---- the rulebook ---------------------------------------------------------------------------- */

enum oware_clause {
    START,
    SOW,
    CAPTURE,
    SLAM,
    SLAM_CAPTURES,
    SLAM_BARRED,
    FEED,
    LEAVE,
    END,
    END_OWARE,
    MAJORITY,
    MAJORITY_ENDS,
    REPEAT,
    REPEAT_OWARE,
    REPEAT_FIRST,
    NEXT
};

static const struct kw_clause oware_clauses[] = {
    [START] = {"start",
               "Both rows have the same number of pits, and each pit holds the same number of "
               "seeds; both stores are empty.",
               KW_SOURCE},
    [SOW] = {"sow",
             "A move takes all seeds of an own pit and sows them counterclockwise over both rows, "
             "never into the pit they came from and never into a store.",
             KW_SOURCE},
    [CAPTURE] =
        {"capture",
         "If the last seed makes two or three in an opponent's pit, these are captured, and "
         "so are those of the pits before it in an unbroken run of twos and threes in the "
         "opponent's row.",
         KW_SOURCE},
    [SLAM] = {"grand-slam",
              "A move that would capture every seed of the opponent's row captures nothing.",
              KW_SOURCE},
    [SLAM_CAPTURES] = {"grand-slam",
                       "A move may capture every seed of the opponent's row, and takes them.",
                       KW_READING},
    [SLAM_BARRED] = {"grand-slam",
                     "A move that would capture every seed of the opponent's row is not allowed.",
                     KW_READING},
    [FEED] = {"feed", "If the opponent's row is empty, a move must put a seed into it.", KW_SOURCE},
    [LEAVE] = {"leave",
               "A move that leaves the opponent's row empty is not allowed if another move leaves "
               "a seed there.",
               KW_SOURCE},
    [END] = {"end",
             "When the player to move has an empty row the game is over, and the opponent wins all "
             "the seeds that are left; most seeds win.",
             KW_SOURCE},
    [END_OWARE] = {"end",
                   "When the player to move has no legal move the game is over, and each player "
                   "wins the seeds in their own row; most seeds win.",
                   KW_SOURCE},
    [MAJORITY] = {"majority",
                  "A player who has more than half of the seeds has won, but the game goes on to "
                  "its end.",
                  KW_READING},
    [MAJORITY_ENDS] = {"majority",
                       "The game is over as soon as a player's store holds more than half of the "
                       "seeds; each player wins those left in their own row.",
                       KW_READING},
    [REPEAT] = {"repetition",
                "When a position stands for the third time the seeds left are halved; an odd "
                "one counts for nobody.",
                KW_SOURCE},
    [REPEAT_OWARE] =
        {"repetition",
         "When a position stands for the third time each player wins the seeds in their own row.",
         KW_READING},
    [REPEAT_FIRST] = {"repetition",
                      "When a position stands for the second time the game is over, and each "
                      "player wins the seeds in their own row.",
                      KW_READING},
    [NEXT] = {"turn", "The players move in turn; South begins.", KW_SOURCE},
};

static const char *const slam_choices[] = {"nocapture", "capture", "illegal", NULL};
enum oware_slam { SLAM_NOCAPTURE, SLAM_CAPTURE, SLAM_ILLEGAL };

static const char *const repetition_choices[] = {"third", "first", NULL};

enum { PITS, SEEDS, GRAND_SLAM, MAJORITIES, REPETITION };

static const struct kw_option oware_options[] = {
    [PITS] = {"pits", "pits a side", NULL, 2, 8, "start"},
    [SEEDS] = {"seeds", "seeds in each pit at the start", NULL, 1, 6, "start"},
    [GRAND_SLAM] = {"grand_slam",
                    "whether a move that would take all of the opponent's seeds is played without "
                    "a capture, captures, or is no legal move",
                    slam_choices, 0, 0, "grand-slam"},
    [MAJORITIES] = {"majority",
                    "whether the game ends when a store holds more than half of the seeds",
                    kw_yes_no, 0, 0, "majority"},
    [REPETITION] = {"repetition",
                    "whether the game ends at the third occurrence of a position or at its first "
                    "repetition",
                    repetition_choices, 0, 0, "repetition"},
};

struct oware {
    struct rules rules;
    uint8_t seeds;
    bool awari;
    uint8_t slam; /* enum oware_slam; Awari: capture */
};

static const struct oware awari_rules = {
    .rules = {.rows = 2, .columns = 6, .seeds = 48, .stores = true, .repetition_halves = true},
    .seeds = 4,
    .awari = true,
    .slam = SLAM_CAPTURE};
static const struct oware oware_rules = {
    .rules = {.rows = 2, .columns = 6, .seeds = 48, .stores = true},
    .seeds = 4,
    .slam = SLAM_NOCAPTURE};

KW_INLINE const struct oware *oware_of(const struct rules *rules) {
    return (const struct oware *)rules;
}

static bool oware_clause_holds(const struct rules *rules, size_t clause) {
    bool awari = oware_of(rules)->awari;
    switch (clause) {
    case MAJORITY:
    case MAJORITY_ENDS:
        return !awari && (clause == MAJORITY_ENDS) == rules->majority;
    case REPEAT_OWARE:
    case REPEAT_FIRST:
        return !awari && (clause == REPEAT_FIRST) == rules->once;
    case LEAVE:
    case END:
    case REPEAT:
        return awari;
    case SLAM:
    case SLAM_CAPTURES:
    case SLAM_BARRED:
        return !awari && clause - SLAM == oware_of(rules)->slam;
    case FEED:
    case END_OWARE:
        return !awari;
    default:
        return true;
    }
}

static bool oware_option_holds(const struct rules *rules, size_t option) {
    return option < GRAND_SLAM || !oware_of(rules)->awari;
}

static void oware_configure(struct rules *rules, const int32_t *value) {
    struct oware *oware = (struct oware *)rules;
    if (value[PITS] != VALUE_UNSET)
        oware->rules.columns = (uint8_t)value[PITS];
    if (value[SEEDS] != VALUE_UNSET)
        oware->seeds = (uint8_t)value[SEEDS];
    if (value[GRAND_SLAM] != VALUE_UNSET)
        oware->slam = (uint8_t)value[GRAND_SLAM];
    oware->rules.majority = value[MAJORITIES] == 1;
    oware->rules.once = value[REPETITION] == 1;
    oware->rules.seeds = (uint8_t)(2 * oware->rules.columns * oware->seeds);
}

static int32_t oware_value(const struct rules *rules, size_t option) {
    switch (option) {
    case PITS:
        return rules->columns;
    case SEEDS:
        return oware_of(rules)->seeds;
    case MAJORITIES:
        return rules->majority;
    case REPETITION:
        return rules->once;
    default:
        return oware_of(rules)->slam;
    }
}

/* ---- the rules at work ----------------------------------------------------------------------- */

static void oware_start(const struct rules *rules, struct kw_position *position) {
    memset(position->hole, oware_of(rules)->seeds, 2u * rules->columns);
}

/*
 * Takes what is won when the last seed has fallen into the opponent's pit `end`, and returns how
 * many seeds; *slam: it would have been a grand slam, whether it was taken or not.
 */
KW_INLINE unsigned oware_capture(const struct rules *rules, struct ring *ring, unsigned end,
                                 unsigned player, bool *slam, struct trace *trace) {
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
    if (*slam && oware_of(rules)->slam != SLAM_CAPTURE) {
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, end, 0, SLAM);
        run = 0;
    }
    ring_clear(ring, run << theirs, size);
    for (unsigned i = pits; trace != NULL && i-- > 0;)
        if (run >> i & 1)
            trace_report(trace, KW_EVENT_CAPTURE, theirs + i, KW_STORE_SOUTH + player,
                         twos >> i & 1 ? 2 : 3, CAPTURE);
    return (unsigned)(2 * __builtin_popcount(run & twos) + 3 * __builtin_popcount(run & threes));
}

/* A move without its legality: where it leads, and whether it would have been a grand slam. */
KW_INLINE bool oware_sow(const struct rules *rules, const struct kw_position *position,
                         unsigned hole, struct kw_position *next, struct trace *trace) {
    unsigned size = 2u * rules->columns, player = position->turn;
    struct ring ring = ring_load(position, size);
    bool slam = false;

    unsigned seeds = ring_get(ring, hole, size);
    ring_set(&ring, hole, 0, size);
    trace_report(trace, KW_EVENT_LIFT, hole, KW_HAND, seeds, SOW);
    struct lap lap = {.size = size, .from = hole, .seeds = seeds, .skip_from = true, .clause = SOW};
    unsigned end = ring_sow(&ring, lap, trace).end;

    unsigned gained = oware_capture(rules, &ring, end, player, &slam, trace);

    trace_report(trace, KW_EVENT_NEXT, KW_NOWHERE, player ^ 1, 0, NEXT);
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
        bool slam = oware_sow(rules, position, first + i, &next, NULL);
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
                          kw_move move, struct kw_position *next, struct trace *trace) {
    oware_sow(rules, position, kw_move_hole(move), next, trace);
}

KW_GENERAL(oware)

static bool oware_state(const struct rules *rules, const struct kw_position *position,
                        struct kw_result *result) {
    if (oware_playable(rules, position) != 0)
        return false;
    /* Awari: the row of the player to move is empty, so all that is left is his opponent's. */
    result_rows(rules, position, result);
    return true;
}

static void oware_repeated(const struct rules *rules, const struct kw_position *position,
                           struct kw_result *result) {
    unsigned south = seeds_in(position, holes_of(rules, KW_SOUTH));
    unsigned north = seeds_in(position, holes_of(rules, KW_NORTH));
    if (oware_of(rules)->awari)
        south = north = (south + north) / 2;
    result_score(result, position->store[0] + south, position->store[1] + north);
}

static bool oware_explain_illegal(const struct rules *rules, const struct kw_position *position,
                                  kw_move move, struct kw_reason *reason) {
    unsigned hole = kw_move_hole(move);
    bool awari = oware_of(rules)->awari;
    uint32_t playable = oware_playable(rules, position);
    if (playable == 0)
        return reason_set(
            reason,
            &oware_clauses[awari                                               ? END
                           : rules->majority && oware_decided(rules, position) ? MAJORITY
                                                                               : END_OWARE],
            "the game is over", KW_NOWHERE, 0);
    if (move != hole)
        return reason_set(reason, &oware_clauses[SOW], "a move is the name of a pit, and no more",
                          KW_NOWHERE, 0);
    if (!(holes_of(rules, position->turn) >> hole & 1))
        return reason_set(reason, &oware_clauses[SOW], "%h is not a pit of the player to move",
                          hole, 0);
    if (position->hole[hole] == 0)
        return reason_set(reason, &oware_clauses[SOW], "%h is empty", hole, 0);
    if (playable >> (hole - (position->turn == KW_SOUTH ? 0u : rules->columns)) & 1)
        return false;
    if (awari)
        return reason_set(reason, &oware_clauses[LEAVE],
                          "%h would leave the opponent no seed, and another move leaves one", hole,
                          0);
    if (seeds_in(position, holes_of(rules, position->turn ^ 1u)) == 0 &&
        position->hole[hole] < rules->columns - hole % rules->columns)
        return reason_set(reason, &oware_clauses[FEED],
                          "the opponent's row is empty, and %h with %n does not reach it", hole,
                          position->hole[hole]);
    return reason_set(reason, &oware_clauses[SLAM],
                      "%h would capture every seed of the opponent (a grand slam)", hole, 0);
}

static bool oware_constraint(const struct rules *rules, const struct kw_position *position,
                             struct kw_reason *reason) {
    if (oware_playable(rules, position) == 0 ||
        seeds_in(position, holes_of(rules, position->turn ^ 1u)) != 0)
        return false;
    return reason_set(reason, &oware_clauses[oware_of(rules)->awari ? LEAVE : FEED],
                      "the opponent's row is empty: a move must put a seed into it if one can",
                      KW_NOWHERE, 0);
}

/* ---- the family ------------------------------------------------------------------------------ */

static const struct family oware_family = {
    .clauses = oware_clauses,
    .clause_count = sizeof oware_clauses / sizeof *oware_clauses,
    .clause_holds = oware_clause_holds,
    .options = oware_options,
    .option_count = sizeof oware_options / sizeof *oware_options,
    .option_holds = oware_option_holds,
    .configure = oware_configure,
    .value = oware_value,
    .rules_size = sizeof(struct oware),
    .endgame = &(const struct endgame_layout){.idle = {"seeds"}},
    .start = oware_start,
    .state = oware_state,
    .repeated = oware_repeated,
    .trace = oware_trace,
    .explain_illegal = oware_explain_illegal,
    .constraint = oware_constraint,
    .move_text = hole_move_text,
    .move_read = hole_move_read,
};

static const struct kw_info awari_info = {
    .id = "awari",
    .name = "Awari",
    .summary = "Twos and threes are captured; a player must be left a seed if possible.",
    .where = "A game of the Wari family of West Africa and the Caribbean, as computers play it",
    .source = "Lincke, Exploring the Computational Limits of Large Exhaustive Search Problems, "
              "ETH Zurich 2002",
    .literature = (const char *const[]){"Romein and Bal, Solving Awari with Parallel Retrograde "
                                        "Analysis, IEEE Computer 36 (10), 2003",
                                        NULL},
    .names = (const struct kw_name[]){{"Awari", "Sranan", ""}, KW_END_NAMES},
    .rows = 2,
    .columns = 6,
    .counts_seeds = true,
};

static const struct kw_info oware_info = {
    .id = "oware",
    .name = "Oware (Abapa)",
    .summary = "Twos and threes are captured; a player without seeds must be fed if possible.",
    .where = "Ghana, and tournaments everywhere",
    .source = "The tournament rules of Abapa",
    .literature = (const char *const[]){NULL},
    .names = (const struct kw_name[]){{"Oware", "Twi", ""},
                                      {"Abapa", "Twi", "the good version"},
                                      KW_END_NAMES},
    .rows = 2,
    .columns = 6,
    .counts_seeds = true,
};

KW_RULE_SET(awari, oware, &awari_info, &awari_rules.rules);
KW_RULE_SET(oware, oware, &oware_info, &oware_rules.rules);
