/*
 * Giuthi, a game of the Kikuyu of Kenya, after John P. Pratt's page of rules (2009).  The source
 * counts a player's pits from his right; here they are lettered from his left.
 */
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"

/* ---- the rulebook ---------------------------------------------------------------------------- */

enum giuthi_clause {
    START,
    LEAST,
    SOW,
    SOW_MOVE,
    STORE,
    STORE_SOWN,
    RELAY,
    STOP,
    CAPTURE,
    MULTIPLE,
    CROSSED,
    PASS,
    END,
    WINNER,
    REPEAT,
    NEVER_ENDING,
    ENDLESS,
    ENDLESS_LAST = ENDLESS + ENDLESS_LOSES,
    NEXT
};

static const struct kw_clause giuthi_clauses[] = {
    [START] = {"start",
               "Both rows have the same number of pits, and each pit holds the same number of "
               "seeds; both capture pits are empty.",
               KW_SOURCE},
    [LEAST] = {"least",
               "A move starts from an own pit with at least two seeds, in either direction.",
               KW_SOURCE},
    [SOW] = {"sow",
             "All seeds of the pit are sown one by one over both rows. The pit being played gets "
             "none, however far the lap goes; in each lap that is the pit which this lap starts "
             "from.",
             KW_READING},
    [SOW_MOVE] = {"sow",
                  "All seeds of the pit are sown one by one over both rows. The pit being played "
                  "gets none, however far the laps go; that is the pit which the move starts from, "
                  "passed over in every lap, and no other. The source's example of a capture comes "
                  "out otherwise by this, unless one seed less lay in its second pit.",
                  KW_READING},
    [STORE] = {"store", "No seed is sown into a capture pit.", KW_SOURCE},
    [STORE_SOWN] = {"store",
                    "The player's own capture pit is sown too, between the player's rightmost pit "
                    "and the opponent's leftmost; a last seed that falls into it ends the turn.",
                    KW_SOURCE},
    [RELAY] = {"relay",
               "If the last seed falls into a pit that held seeds, on either side, all of them are "
               "sown in another lap in the opposite direction.",
               KW_SOURCE},
    [STOP] = {"stop", "If the last seed falls into an empty pit, the move ends.", KW_SOURCE},
    [CAPTURE] =
        {"capture",
         "If that pit is the player's own, the opposite pit holds seeds and the move has dropped a "
         "seed into an opponent's pit, the player captures those seeds and the last one.",
         KW_SOURCE},
    [MULTIPLE] =
        {"multiple",
         "Going on in the direction of the last lap, for each next own pit that is empty the "
         "player captures the seeds opposite, until a pit is not empty or none lie opposite.",
         KW_SOURCE},
    [CROSSED] = {"crossed",
                 "Nothing is captured by a move that dropped no seed into an opponent's pit.",
                 KW_SOURCE},
    [PASS] = {"pass", "A player without a legal move passes while the opponent has one.",
              KW_SOURCE},
    [END] = {"end",
             "When neither side has a legal move the game is over, and each player adds the seeds "
             "left in their row to their capture pit.",
             KW_SOURCE},
    [WINNER] = {"winner", "Who has captured most seeds wins; equal numbers are a draw.",
                KW_READING},
    [REPEAT] = {"repetition",
                "When a position stands for the third time the game is over, and each player adds "
                "the seeds left in their row.",
                KW_READING},
    [NEVER_ENDING] = KW_NEVER_ENDING,
    KW_CLAUSES_ENDLESS,
    [NEXT] = {"turn", "The players move in turn; South begins.", KW_READING},
};

static const char *const skip_choices[] = {"lap", "move", NULL};

enum { PITS, SEEDS, SOW_STORE, SKIPS, LIMIT, RESULT };

static const struct kw_option giuthi_options[] = {
    [PITS] = {"pits", "pits a side", NULL, 2, 10, "start"},
    [SEEDS] = {"seeds", "seeds in each pit at the start", NULL, 1, 9, "start"},
    [SOW_STORE] = {"sow_store", "whether the player's own capture pit is sown", kw_yes_no, 0, 0,
                   "store"},
    [SKIPS] = {"skip",
               "whether the pit that gets no seed is the one each lap starts from, or the one the "
               "move starts from",
               skip_choices, 0, 0, "sow"},
    [LIMIT] = KW_OPTION_LIMIT,
    [RESULT] = KW_OPTION_ENDLESS,
};

struct giuthi {
    struct rules rules;
    uint8_t seeds;
    bool sow_store;
    bool skip_move; /* skip=move */
};

static const struct giuthi standard = {
    .rules = {.rows = 2, .columns = 6, .seeds = 72, .stores = true, .limit = 100000}, .seeds = 6};

KW_INLINE const struct giuthi *giuthi_of(const struct rules *rules) {
    return (const struct giuthi *)rules;
}

static bool giuthi_clause_holds(const struct rules *rules, size_t clause) {
    switch (clause) {
    case STORE:
    case STORE_SOWN:
        return (clause == STORE_SOWN) == giuthi_of(rules)->sow_store;
    case SOW:
    case SOW_MOVE:
        return (clause == SOW_MOVE) == giuthi_of(rules)->skip_move;
    default:
        return clause < ENDLESS || clause > ENDLESS_LAST || clause - ENDLESS == rules->endless;
    }
}

static void giuthi_configure(struct rules *rules, const int32_t *value) {
    struct giuthi *giuthi = (struct giuthi *)rules;
    if (value[PITS] != VALUE_UNSET)
        giuthi->rules.columns = (uint8_t)value[PITS];
    if (value[SEEDS] != VALUE_UNSET)
        giuthi->seeds = (uint8_t)value[SEEDS];
    giuthi->sow_store = value[SOW_STORE] == 1;
    giuthi->skip_move = value[SKIPS] == 1;
    giuthi->rules.seeds = (uint8_t)(2 * giuthi->rules.columns * giuthi->seeds);
    rules_endless(rules, value[LIMIT], value[RESULT]);
}

static int32_t giuthi_value(const struct rules *rules, size_t option) {
    switch (option) {
    case PITS:
        return rules->columns;
    case SEEDS:
        return giuthi_of(rules)->seeds;
    case SOW_STORE:
        return giuthi_of(rules)->sow_store;
    case SKIPS:
        return giuthi_of(rules)->skip_move;
    case LIMIT:
        return (int32_t)rules->limit;
    default:
        return rules->endless;
    }
}

/* ---- the rules at work ----------------------------------------------------------------------- */

static void giuthi_start(const struct rules *rules, struct kw_position *position) {
    memset(position->hole, giuthi_of(rules)->seeds, 2u * rules->columns);
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
KW_INLINE unsigned giuthi_lap(const struct rules *rules, struct giuthi_run *run,
                              struct trace *trace) {
    const struct giuthi *giuthi = giuthi_of(rules);
    unsigned size = 2u * rules->columns;
    ring_set(&run->ring, run->at, 0, size);
    trace_report(trace, KW_EVENT_LIFT, run->at, KW_HAND, run->seeds, SOW);
    struct ring before = run->ring;
    struct lap lap = {.size = size,
                      .from = run->at,
                      .seeds = run->seeds,
                      .reverse = run->reverse,
                      .skip_from = !giuthi->skip_move,
                      .skips = giuthi->skip_move,
                      .skipped = run->start,
                      .store = giuthi->sow_store ? run->first + rules->columns : 0,
                      .store_place = KW_STORE_SOUTH + run->player,
                      .clause = SOW};
    struct landing landing = ring_sow(&run->ring, lap, trace);
    run->sown += run->seeds;
    run->gained += landing.banked;
    run->reached |= ring_changed(run->ring, before, size);
    return landing.end;
}

/* Takes all that lies in a pit. */
KW_INLINE void giuthi_take(const struct rules *rules, struct giuthi_run *run, unsigned pit,
                           enum kw_event_kind kind, enum giuthi_clause clause,
                           struct trace *trace) {
    unsigned size = 2u * rules->columns, taken = ring_get(run->ring, pit, size);
    ring_set(&run->ring, pit, 0, size);
    run->gained += taken;
    trace_report(trace, kind, pit, KW_STORE_SOUTH + run->player, taken, clause);
}

/* The captures after the last seed fell into an empty own pit. */
KW_INLINE void giuthi_capture(const struct rules *rules, struct giuthi_run *run,
                              struct trace *trace) {
    unsigned pits = rules->columns, size = 2 * pits, end = run->at;
    if (ring_get(run->ring, size - 1 - end, size) == 0)
        return;
    giuthi_take(rules, run, size - 1 - end, KW_EVENT_CAPTURE, CAPTURE, trace);
    giuthi_take(rules, run, end, KW_EVENT_BANK, CAPTURE, trace);
    for (;;) {
        end = run->reverse ? end - 1 : end + 1;
        if (end - run->first >= pits || ring_get(run->ring, end, size) != 0 ||
            ring_get(run->ring, size - 1 - end, size) == 0)
            return;
        giuthi_take(rules, run, size - 1 - end, KW_EVENT_CAPTURE, MULTIPLE, trace);
    }
}

/* The last seed fell into an empty pit. */
KW_INLINE void giuthi_stop(const struct rules *rules, struct giuthi_run *run, struct trace *trace) {
    unsigned pits = rules->columns;
    uint32_t theirs = ((1u << pits) - 1) << (pits - run->first);
    trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->at, 0, STOP);
    if (run->at - run->first >= pits)
        return;
    if ((run->reached & theirs) != 0)
        giuthi_capture(rules, run, trace);
    else
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->at, 0, CROSSED);
}

/* Sows lap after lap, each against the one before, to the end of the move. */
KW_INLINE void giuthi_sow(const struct rules *rules, struct giuthi_run *run, struct trace *trace) {
    unsigned size = 2u * rules->columns;
    for (;;) {
        run->at = giuthi_lap(rules, run, trace);
        if (giuthi_of(rules)->sow_store && run->at == KW_STORE_SOUTH + run->player) {
            trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->at, 0, STORE);
            return;
        }
        run->seeds = ring_get(run->ring, run->at, size);
        if (run->seeds == 1) {
            giuthi_stop(rules, run, trace);
            return;
        }
        if (KW_UNLIKELY(run->sown > rules->limit)) {
            run->over = endless_outcome(rules, run->player);
            trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->at, 0, ENDLESS);
            return;
        }
        run->reverse = !run->reverse;
        trace_report(trace, KW_EVENT_RELAY, KW_NOWHERE, run->at, run->seeds, RELAY);
        trace_report(trace, KW_EVENT_TURN, KW_NOWHERE, run->at, 0, RELAY);
    }
}

KW_INLINE void giuthi_play(const struct rules *rules, const struct kw_position *position,
                           kw_move move, struct kw_position *next, struct trace *trace) {
    unsigned size = 2u * rules->columns, player = position->turn, hole = kw_move_hole(move);
    struct giuthi_run run = {.ring = ring_load(position, size),
                             .player = player,
                             .first = player == KW_SOUTH ? 0 : rules->columns,
                             .start = hole,
                             .at = hole,
                             .reverse = kw_move_reverse(move)};
    if (KW_UNLIKELY(kw_move_kind(move) == KW_PASS)) {
        trace_report(trace, KW_EVENT_PASS, KW_NOWHERE, KW_NOWHERE, 0, PASS);
    } else {
        run.seeds = ring_get(run.ring, hole, size);
        giuthi_sow(rules, &run, trace);
    }
    trace_report(trace, KW_EVENT_NEXT, KW_NOWHERE, player ^ 1, 0, NEXT);
    if (KW_UNLIKELY(run.over != KW_GOING_ON))
        trace_report(trace, KW_EVENT_OVER, KW_NOWHERE, run.over, 0, ENDLESS);
    ring_save(next, run.ring, size);
    position_after(position, run.gained, player ^ 1, run.over, 0, next);
}

KW_GENERAL(giuthi)

static bool giuthi_state(const struct rules *rules, const struct kw_position *position,
                         struct kw_result *result) {
    if (result_over(position, result))
        return true;
    if (giuthi_held(rules, position) != 0)
        return false;
    result_rows(rules, position, result);
    return true;
}

static bool giuthi_explain_illegal(const struct rules *rules, const struct kw_position *position,
                                   kw_move move, struct kw_reason *reason) {
    unsigned hole = kw_move_hole(move);
    uint32_t held = giuthi_held(rules, position), own = holes_of(rules, position->turn);
    if (held == 0)
        return reason_set(reason, &giuthi_clauses[position->over != KW_GOING_ON ? ENDLESS : END],
                          "the game is over", KW_NOWHERE, 0);
    if (move == kw_move_make(KW_PASS, 0, false, false, 0)) {
        if ((held & own) == 0)
            return false;
        return reason_set(reason, &giuthi_clauses[PASS],
                          "a player who has a legal move may not pass", KW_NOWHERE, 0);
    }
    if (move != kw_move_make(KW_SOW, hole, kw_move_reverse(move), false, 0))
        return reason_set(reason, &giuthi_clauses[LEAST],
                          "a move is a pit and a direction, and no more", KW_NOWHERE, 0);
    if (!(own >> hole & 1))
        return reason_set(reason, &giuthi_clauses[LEAST], "%h is not a pit of the player to move",
                          hole, 0);
    if (held >> hole & 1)
        return false;
    return reason_set(reason, &giuthi_clauses[LEAST],
                      "%h holds %n; a move starts from a pit with at least two seeds", hole,
                      position->hole[hole]);
}

static bool giuthi_constraint(const struct rules *rules, const struct kw_position *position,
                              struct kw_reason *reason) {
    uint32_t held = giuthi_held(rules, position);
    if (held == 0 || (held & holes_of(rules, position->turn)) != 0)
        return false;
    return reason_set(reason, &giuthi_clauses[PASS],
                      "no own pit holds two seeds: the player passes", KW_NOWHERE, 0);
}

/* ---- text: C> to the player's right (counterclockwise), C< to his left ----------------------- */

static void giuthi_move_text(const struct rules *rules, const struct kw_position *position,
                             kw_move move, struct text *text) {
    hole_move_text(rules, position, move, text);
    if (kw_move_kind(move) == KW_SOW)
        text_char(text, kw_move_reverse(move) ? '<' : '>');
}

static bool giuthi_move_read(const struct rules *rules, const struct kw_position *position,
                             const char *text, bool loose, kw_move *move, struct fault *fault) {
    unsigned hole;
    (void)position;
    if (strcmp(text, "pass") == 0) {
        *move = kw_move_make(KW_PASS, 0, false, false, 0);
        return true;
    }
    size_t length = hole_read(rules, text, &hole);
    if (length == 0) {
        fault_set(fault, 1, "'%.20s' does not begin with the name of a pit", text);
        return false;
    }
    const char *sign = text + length;
    if (*sign == '\0' && loose) {
        *move = hole;
        return true;
    }
    if (*sign == '\0' || strchr("<>lr", *sign) == NULL || sign[1] != '\0') {
        fault_set(fault, (unsigned)length + (*sign != '\0' && strchr("<>lr", *sign) ? 2 : 1),
                  "after the pit stands its direction, > or <, and no more");
        return false;
    }
    *move = kw_move_make(KW_SOW, hole, *sign == '<' || *sign == 'l', false, 0);
    return true;
}

/* ---- the family ------------------------------------------------------------------------------ */

static const struct family giuthi_family = {
    .clauses = giuthi_clauses,
    .clause_count = sizeof giuthi_clauses / sizeof *giuthi_clauses,
    .clause_holds = giuthi_clause_holds,
    .options = giuthi_options,
    .option_count = sizeof giuthi_options / sizeof *giuthi_options,
    .configure = giuthi_configure,
    .value = giuthi_value,
    .rules_size = sizeof(struct giuthi),
    .fields = &kw_field_over,
    .field_count = 1,
    .endgame = &(const struct endgame_layout){.idle = {"seeds"}},
    .start = giuthi_start,
    .state = giuthi_state,
    .trace = giuthi_trace,
    .explain_illegal = giuthi_explain_illegal,
    .constraint = giuthi_constraint,
    .move_text = giuthi_move_text,
    .move_read = giuthi_move_read,
};

static const struct kw_info giuthi_info = {
    .id = "giuthi",
    .name = "Giuthi",
    .summary = "Each lap is sown in the opposite direction; a move must cross to capture.",
    .where = "The Kikuyu, Kenya",
    .source = "Pratt, J. P., Giuthi Rules, 19 September 2009",
    .literature = (const char *const[]){NULL},
    .names = (const struct kw_name[]){{"Giuthi", "Kikuyu", ""}, KW_END_NAMES},
    .rows = 2,
    .columns = 6,
    .counts_seeds = true,
};

KW_RULE_SET(giuthi, giuthi, &giuthi_info, &standard.rules);
