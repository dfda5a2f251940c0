/*
 * Adji-boto, the game of the Saramaccans of Suriname, after the Mancala World article on it, which
 * goes back to Herskovits (1929).
 */
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"

/* ---- the rulebook ---------------------------------------------------------------------------- */

enum adji_boto_clause {
    START,
    SOW,
    ROUND,
    LEAST,
    OPENING,
    CAPTURE,
    FIRST,
    PASS,
    END,
    REPEAT,
    NEXT
};

static const struct kw_clause adji_boto_clauses[] = {
    [START] = {"start",
               "Both rows of the board (adji-bangi) have the same number of holes, and each hole "
               "holds the same number of stones (adji); both boto are empty.",
               KW_SOURCE},
    [SOW] = {"sow",
             "One stone stays in the hole; the others are sown counterclockwise one by one, over "
             "both rows and never into a boto.",
             KW_SOURCE},
    [ROUND] = {"round",
               "Stones that go all the way round fall into the starting hole as into any other.",
               KW_READING},
    [LEAST] = {"least", "Only an own hole with at least two stones may be played.", KW_SOURCE},
    [OPENING] = {"opening",
                 "In the opening a player starts from each own hole once. The source says that all "
                 "are played in the game's first ten moves; here the duty lasts while a hole has "
                 "not been played, and such a one is played if it holds at least two stones.",
                 KW_READING},
    [CAPTURE] = {"capture",
                 "If the holes after the end of the sowing (kaba) hold one, three or five, in an "
                 "unbroken run on either side, all of these go to the player's boto; the run ends "
                 "at the hole of the last stone at the latest.",
                 KW_SOURCE},
    [FIRST] = {"first-move", "The first move of the game captures nothing.", KW_READING},
    [PASS] = {"pass", "A player without a legal move passes if the opponent has one.", KW_SOURCE},
    [END] = {"end",
             "The game is over when neither player can move; stones left go to the player in whose "
             "row they lie, and most stones win.",
             KW_SOURCE},
    [REPEAT] = {"repetition",
                "When a position stands for the third time the game is over, and stones left go to "
                "the player in whose row they lie.",
                KW_READING},
    [NEXT] = {"turn", "The players move in turn; South begins.", KW_READING},
};

enum { HOLES, STONES };

static const struct kw_option adji_boto_options[] = {
    [HOLES] = {"holes", "holes a side, for study", NULL, 2, 8, "start"},
    [STONES] = {"stones", "stones in each hole at the start, for study", NULL, 2, 10, "start"},
};

struct adji_boto {
    struct rules rules;
    uint8_t stones;
};

static const struct adji_boto standard = {
    .rules = {.rows = 2, .columns = 5, .seeds = 100, .stores = true}, .stones = 10};

static void adji_boto_configure(struct rules *rules, const int32_t *value) {
    struct adji_boto *adji_boto = (struct adji_boto *)rules;
    if (value[HOLES] != VALUE_UNSET)
        adji_boto->rules.columns = (uint8_t)value[HOLES];
    if (value[STONES] != VALUE_UNSET)
        adji_boto->stones = (uint8_t)value[STONES];
    adji_boto->rules.seeds = (uint8_t)(2 * adji_boto->rules.columns * adji_boto->stones);
}

static int32_t adji_boto_value(const struct rules *rules, size_t option) {
    return option == HOLES ? rules->columns : ((const struct adji_boto *)rules)->stones;
}

/* ---- the rules at work: `mark` (u) holds the holes still to be played in the opening --------- */

static void adji_boto_start(const struct rules *rules, struct kw_position *position) {
    unsigned size = 2u * rules->columns;
    memset(position->hole, ((const struct adji_boto *)rules)->stones, size);
    position->mark = (1u << size) - 1;
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
KW_INLINE unsigned adji_boto_capture(struct ring *ring, unsigned end, unsigned size,
                                     unsigned player, struct trace *trace) {
    uint32_t ones = ring_equal(*ring, 1, size), threes = ring_equal(*ring, 3, size);
    uint32_t fives = ring_equal(*ring, 5, size);
    /* Bit 0: the hole after the last stone. */
    uint32_t ahead = mask_rotate(ones | threes | fives, end + 1, size);
    unsigned length = (unsigned)__builtin_ctz(~ahead | 1u << (size - 1));
    uint32_t run = mask_rotate_back((1u << length) - 1, end + 1, size);
    for (unsigned i = 1; trace != NULL && i <= length; i++)
        trace_report(trace, KW_EVENT_CAPTURE, (end + i) % size, KW_STORE_SOUTH + player,
                     ring_get(*ring, (end + i) % size, size), CAPTURE);
    ring_clear(ring, run, size);
    return (unsigned)(__builtin_popcount(run & ones) + 3 * __builtin_popcount(run & threes) +
                      5 * __builtin_popcount(run & fives));
}

/* Sows a hole but for one stone, and takes what follows it; returns how many stones. */
KW_INLINE unsigned adji_boto_sow(struct ring *ring, unsigned hole, uint32_t unplayed, unsigned size,
                                 unsigned player, struct trace *trace) {
    unsigned seeds = ring_get(*ring, hole, size) - 1;
    ring_set(ring, hole, 1, size);
    trace_report(trace, KW_EVENT_LIFT, hole, KW_HAND, seeds, SOW);
    if (unplayed >> hole & 1)
        trace_report(trace, KW_EVENT_UNMARK, KW_NOWHERE, hole, 1, OPENING);
    struct lap lap = {.size = size, .from = hole, .seeds = seeds, .clause = SOW};
    unsigned end = ring_sow(ring, lap, trace).end;
    bool first = unplayed == (1u << size) - 1;
    if (KW_LIKELY(!first))
        return adji_boto_capture(ring, end, size, player, trace);
    trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, end, 0, FIRST);
    return 0;
}

KW_INLINE void adji_boto_play(const struct rules *rules, const struct kw_position *position,
                              kw_move move, struct kw_position *next, struct trace *trace) {
    unsigned size = 2u * rules->columns, player = position->turn, hole = kw_move_hole(move);
    uint32_t unplayed = position->mark;
    struct ring ring = ring_load(position, size);
    unsigned gained = 0;
    if (KW_UNLIKELY(kw_move_kind(move) == KW_PASS)) {
        trace_report(trace, KW_EVENT_PASS, KW_NOWHERE, KW_NOWHERE, 0, PASS);
    } else {
        gained = adji_boto_sow(&ring, hole, unplayed, size, player, trace);
        unplayed &= ~(1u << hole);
    }
    trace_report(trace, KW_EVENT_NEXT, KW_NOWHERE, player ^ 1, 0, NEXT);
    ring_save(next, ring, size);
    position_after(position, gained, player ^ 1, KW_GOING_ON, unplayed, next);
}

KW_GENERAL(adji_boto)

static bool adji_boto_state(const struct rules *rules, const struct kw_position *position,
                            struct kw_result *result) {
    if (adji_boto_held(rules, position) != 0)
        return false;
    result_rows(rules, position, result);
    return true;
}

static bool adji_boto_explain_illegal(const struct rules *rules, const struct kw_position *position,
                                      kw_move move, struct kw_reason *reason) {
    unsigned hole = kw_move_hole(move);
    uint32_t held = adji_boto_held(rules, position);
    uint32_t playable = adji_boto_playable(rules, held, position->mark, position->turn);
    if (held == 0)
        return reason_set(reason, &adji_boto_clauses[END], "the game is over", KW_NOWHERE, 0);
    if (move == kw_move_make(KW_PASS, 0, false, false, 0)) {
        if (playable == 0)
            return false;
        return reason_set(reason, &adji_boto_clauses[PASS],
                          "a player who has a legal move may not pass", KW_NOWHERE, 0);
    }
    if (move != hole)
        return reason_set(reason, &adji_boto_clauses[SOW],
                          "a move is the name of a hole, and no more", KW_NOWHERE, 0);
    if (!(holes_of(rules, position->turn) >> hole & 1))
        return reason_set(reason, &adji_boto_clauses[LEAST],
                          "%h is not a hole of the player to move", hole, 0);
    if (position->hole[hole] < 2)
        return reason_set(reason, &adji_boto_clauses[LEAST],
                          "%h holds %n; a hole with at least two stones must be played", hole,
                          position->hole[hole]);
    if (playable >> (hole - (position->turn == KW_SOUTH ? 0u : rules->columns)) & 1)
        return false;
    return reason_set(reason, &adji_boto_clauses[OPENING],
                      "%h has been played: in the opening each hole is played once, and others "
                      "are still to be played",
                      hole, 0);
}

static bool adji_boto_constraint(const struct rules *rules, const struct kw_position *position,
                                 struct kw_reason *reason) {
    uint32_t held = adji_boto_held(rules, position), own = holes_of(rules, position->turn);
    if (held != 0 && (held & own) == 0)
        return reason_set(reason, &adji_boto_clauses[PASS],
                          "no own hole holds two stones: the player passes", KW_NOWHERE, 0);
    if ((held & own & position->mark) == 0)
        return false;
    return reason_set(reason, &adji_boto_clauses[OPENING],
                      "in the opening a hole that has not been played must be played", KW_NOWHERE,
                      0);
}

/* ---- the family ------------------------------------------------------------------------------ */

static const struct family adji_boto_family = {
    .region = "South America",
    .clauses = adji_boto_clauses,
    .clause_count = sizeof adji_boto_clauses / sizeof *adji_boto_clauses,
    .options = adji_boto_options,
    .option_count = sizeof adji_boto_options / sizeof *adji_boto_options,
    .configure = adji_boto_configure,
    .value = adji_boto_value,
    .rules_size = sizeof(struct adji_boto),
    .marks = {'u'},
    .mark_words = {"still to be played"},
    .endgame = &(const struct endgame_layout){.idle = {"stones"}},
    .start = adji_boto_start,
    .state = adji_boto_state,
    .trace = adji_boto_trace,
    .explain_illegal = adji_boto_explain_illegal,
    .constraint = adji_boto_constraint,
    .move_text = hole_move_text,
    .move_read = hole_move_read,
};

static const struct kw_info adji_boto_info = {
    .id = "adji-boto",
    .name = "Adji-boto",
    .summary = "Single laps; the ones, threes and fives that follow the last stone are captured.",
    .where =
        "The Saramaccans of the upper Saramacca river, Suriname: played by day in the house of "
        "mourning, to entertain the dead",
    .source = "Mancala World, Adji-boto (Wikimanqala, R. Gering), after Herskovits 1929",
    .literature =
        (const char *const[]){
            "Herskovits, M. J., Adjiboto, an African Game of the Bush-Negroes of Dutch Guiana, Man "
            "29 (No. 90), 1929, 122-127",
            "Herskovits, M. J., Wari in the New World, Journal of the Royal Anthropological "
            "Institute 62, 1932, 23-37",
            "Murray, H. J. R., A History of Board-Games other than Chess, Oxford University Press, "
            "Oxford 1951, 203",
            "Russ, L., The Complete Mancala Games Book: How to Play the World's Oldest Board "
            "Games, Marlowe & Company, New York 2000, 14",
            NULL},
    .names = (const struct kw_name[]){{"Adji-boto", "Saramaccan", "pebble boat"},
                                      {"adji", "Saramaccan", "pebbles: the stones"},
                                      {"boto", "Saramaccan", "boat: a player's store"},
                                      {"adji-bangi", "Saramaccan", "pebble stool: the board"},
                                      {"kaba", "Saramaccan", "the end of a sowing"},
                                      KW_END_NAMES},
    .rows = 2,
    .columns = 5,
    .counts_seeds = true,
};

KW_RULE_SET(adji_boto, adji_boto, &adji_boto_info, &standard.rules);
