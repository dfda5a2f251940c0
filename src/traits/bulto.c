/*
 * Bulto as a trait of rule texts: the chances to make holes of the opponent one's own for good.
 * The game of the Borana of Ethiopia and Kenya, after the Mancala World article on it, which goes
 * back to Pankhurst (1971).
 */
#include "base/work.h"
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"
#include "traits/trait.h"

/* ---- rules and clauses ----------------------------------------------------------------------- */

/* The clauses that are cited, in the order of bulto_clauses. */
enum bulto_clause {
    START,
    MENAGER,
    MINE,
    BULTO,
    SKIP,
    CONVERT,
    RIGHT,
    START_HOLE,
    THREES,
    SOW,
    LAST,
    SEVERAL,
    LATE,
    LATE_WHEN,
    REFUSE,
    RELAY,
    STOP,
    OWN_BULTO,
    END,
    REPEAT,
    NEVER_ENDING,
    ENDLESS,
    NEXT
};

static const struct trait_clause bulto_clauses[] = {
    [START] = {.id = "start"},
    [MENAGER] = {.id = "menager"},
    [MINE] = {.id = "mine"},
    [BULTO] = {.id = "bulto"},
    [SKIP] = {.id = "skip"},
    [CONVERT] = {.id = "convertible"},
    [RIGHT] = {.id = "right"},
    [START_HOLE] = {.id = "choose"},
    [THREES] = {.id = "threes"},
    [SOW] = {.id = "sow"},
    [LAST] = {.id = "last"},
    [SEVERAL] = {.id = "several"},
    [LATE] = {.id = "late"},
    [LATE_WHEN] = {.id = "late-when"},
    [REFUSE] = {.id = "refuse"},
    [RELAY] = {.id = "relay"},
    [STOP] = {.id = "stop"},
    [OWN_BULTO] = {.id = "own-bulto"},
    [END] = {.id = "end"},
    [REPEAT] = {.id = "repetition"},
    [NEVER_ENDING] = {.id = "never-ending"},
    [ENDLESS] = {.id = "endless"},
    [NEXT] = {.id = "turn"},
};

struct bulto {
    struct rules rules;
    bool late_start; /* a move is late only if it started with no mine left */
};

static const struct trait_rule bulto_rules[] = {
    {"late-start", offsetof(struct bulto, late_start), .needs = 0},
};

/* The rules that the functions are stamped for. */
static const struct bulto bulto_standard = {
    .rules = {.rows = 2, .columns = 10, .seeds = 40, .limit = 240}};

KW_INLINE const struct bulto *bulto_of(const struct rules *rules) {
    return (const struct bulto *)rules;
}

/* ---- the rules at work: `mark` holds the bulto, `mark2` the mine ----------------------------- */

/* Why these rules cannot be played; NULL: they can. */
static const char *bulto_fault(const struct rules *rules) {
    for (unsigned hole = 0; hole < 2u * rules->columns; hole++)
        if (machine_of(rules)->start[hole] != 2)
            return "each hole holds two stones at the start, which tells the first move";
    return NULL;
}

/* The first move of the game: all holes hold two, and none bears a mark. */
KW_INLINE bool bulto_is_menager(const struct rules *rules, const struct kw_position *position,
                                struct ring ring) {
    unsigned size = 2u * rules->columns;
    return (position->mark | position->mark2) == 0 && ring_equal(ring, 2, size) == (1u << size) - 1;
}

/* The holes that the player to move may choose. */
KW_INLINE uint32_t bulto_playable(const struct rules *rules, const struct kw_position *position) {
    unsigned width = rules->columns, size = 2 * width;
    struct ring ring = ring_load(position, size);
    uint32_t row = ((1u << width) - 1) << (position->turn == KW_SOUTH ? 0 : width);
    if (KW_UNLIKELY(position->over != KW_GOING_ON))
        return 0;
    uint32_t available = ring_at_least(ring, 1, size) & row & ~position->mark;
    if (position->mark2 != 0)
        return available;
    uint32_t others = available & ~ring_equal(ring, 3, size);
    return others != 0 ? others : available;
}

/* The holes of a mask twice over, for ways that lead past the last hole to the first. */
KW_INLINE uint64_t bulto_twice(uint32_t holes, unsigned size) {
    return holes | (uint64_t)holes << size;
}
KW_INLINE uint32_t bulto_once(uint64_t holes, unsigned size) {
    return (uint32_t)(holes | holes >> size) & ((1u << size) - 1);
}

/* A move under way. */
struct bulto_run {
    struct ring ring;
    uint32_t bulto, mine;
    uint64_t way;              /* twice all holes but the opponent's bulto, which are passed over */
    uint32_t reach;            /* holes of the opponent before the player's first bulto */
    uint32_t late;             /* no mine is left, or none was at the start: see bulto_rules */
    uint32_t chances;          /* met so far */
    uint32_t wanted;           /* the number of the chance to take; 0: none */
    struct bulto_forks *forks; /* where the children of all chances go, or NULL */
};

KW_INLINE struct bulto_run bulto_begin(const struct rules *rules,
                                       const struct kw_position *position) {
    unsigned width = rules->columns, player = position->turn;
    uint32_t row = (1u << width) - 1, own = row << (player == KW_SOUTH ? 0 : width);
    uint32_t theirs = row << (player == KW_SOUTH ? width : 0);
    struct bulto_run run = {.ring = ring_load(position, 2 * width),
                            .bulto = position->mark,
                            .mine = position->mark2,
                            .way = ~bulto_twice(position->mark & own, 2 * width),
                            .late = position->mark2 == 0};
    uint32_t made = position->mark & theirs;
    run.reach = theirs & ((made & -made) - 1); /* no bulto: -1, the whole row */
    if (KW_UNLIKELY(run.late && bulto_is_menager(rules, position, run.ring)))
        run.reach = 0; /* nothing is convertible, so that it does not matter whether it is late */
    return run;
}

KW_INLINE uint32_t bulto_convertible(const struct bulto_run *run, unsigned size) {
    return ring_equal(run->ring, 3, size) & run->reach & ~run->mine;
}

/* Makes bulto of the holes of a mask. */
KW_INLINE void bulto_make(struct bulto_run *run, uint32_t made, unsigned size) {
    ring_drop(&run->ring, made, size);
    run->bulto |= made;
}

/* Drops a stone into each hole of a mask. */
KW_INLINE void bulto_drop(struct bulto_run *run, uint32_t drops, unsigned size) {
    ring_drop(&run->ring, drops, size);
    run->mine &= ~drops;
}

static void bulto_fork(struct bulto_run run);

/*
 * A chance to put one stone into each of `stones` holes from `hole` on; true if it is taken.  The
 * stones of this lap that fell before it are in `before`, unless they have been dropped already.
 */
KW_INLINE bool bulto_chance(struct bulto_run *run, uint32_t before, unsigned hole, unsigned stones,
                            unsigned size, struct trace *trace) {
    unsigned clause = stones == 1 ? LAST : SEVERAL;
    uint32_t made = ((1u << stones) - 1) << hole;
    run->chances++;
    trace_report(trace, KW_EVENT_CHOICE, KW_NOWHERE, hole, run->chances, clause);
    if (run->forks != NULL) {
        struct bulto_run taken = *run;
        bulto_drop(&taken, before, size);
        bulto_make(&taken, made, size);
        bulto_fork(taken);
    }
    if (run->chances != run->wanted) {
        trace_report(trace, KW_EVENT_SKIP, KW_NOWHERE, hole, 0, REFUSE);
        return false;
    }
    bulto_drop(run, before, size);
    bulto_make(run, made, size);
    for (unsigned i = 0; trace != NULL && i < stones; i++) {
        trace_report(trace, KW_EVENT_DROP, KW_HAND, hole + i, 1, clause);
        trace_report(trace, KW_EVENT_MARK, KW_NOWHERE, hole + i, 1, BULTO);
    }
    return true;
}

enum { MADE = 255 }; /* instead of a hole: the lap ended in making bulto */

/* Notes whether no mine is left, where that is not decided when the move begins. */
KW_INLINE void bulto_update_late(const struct rules *rules, struct bulto_run *run) {
    if (!bulto_of(rules)->late_start)
        run->late = run->mine == 0;
}

/* One lap, hole by hole, in the order of the rules. */
static unsigned bulto_lap_singly(const struct rules *rules, struct bulto_run *run, unsigned from,
                                 unsigned stones, struct trace *trace) {
    unsigned at = from, size = 2u * rules->columns;
    while (stones > 0) {
        at = (at + 1) % size;
        bulto_update_late(rules, run);
        if (!(run->way >> at & 1)) {
            trace_report(trace, KW_EVENT_SKIP, KW_NOWHERE, at, 0, SKIP);
            continue;
        }
        uint32_t open = bulto_convertible(run, size) >> at;
        if ((open & 1) && (stones == 1 || run->late)) {
            uint32_t needed = stones < 16 ? (1u << stones) - 1 : 0xffff;
            if ((open & needed) == needed) {
                if (bulto_chance(run, 0, at, stones, size, trace))
                    return MADE;
            } else {
                trace_report(trace, KW_EVENT_SKIP, KW_NOWHERE, at, 0, LATE);
            }
            continue;
        }
        trace_report(trace, KW_EVENT_DROP, KW_HAND, at, 1, SOW);
        if (run->mine >> at & 1)
            trace_report(trace, KW_EVENT_UNMARK, KW_NOWHERE, at, 2, MINE);
        bulto_drop(run, 1u << at, size);
        stones--;
    }
    return at;
}

/* Whether stones into these holes destroy the last mine, which makes the rest of the lap late. */
KW_INLINE bool bulto_turns_late(const struct rules *rules, const struct bulto_run *run,
                                uint32_t drops) {
    return !bulto_of(rules)->late_start && run->mine != 0 && (run->mine & ~drops) == 0;
}

/*
 * One lap.  While it reaches no hole twice and does not become late on its way, what each hole is
 * at the start of the lap is what it is when it is reached, and the lap is a matter of masks: of
 * twice the board, so that no way is cut.
 */
KW_INLINE unsigned bulto_lap(const struct rules *rules, struct bulto_run *run, unsigned from,
                             unsigned stones, struct trace *trace) {
    unsigned size = 2u * rules->columns;
    bulto_update_late(rules, run);
    if (KW_KERNEL == 0 || trace != NULL)
        return bulto_lap_singly(rules, run, from, stones, trace);
    uint64_t ahead = ~(uint64_t)1 << from, circuit = (uint64_t)2 << (from + size);
    uint64_t way = run->way & ahead, open = bulto_twice(bulto_convertible(run, size), size) & ahead;
    /* Late in the game every stone passes over what is open, else only the last does. */
    uint64_t sown = run->late ? way & ~open : way;
    uint64_t last = mask_nth(sown, stones), end = way & ~open & -last;
    end &= -end;
    uint64_t drops = sown & (last - 1);
    if (KW_UNLIKELY(end - 1 >= circuit - 1) || /* beyond a circuit, or nowhere */
        KW_UNLIKELY(bulto_turns_late(rules, run, bulto_once(drops | end, size)))) {
        struct bulto_run copy = *run; /* whose address is taken: `run` stays in registers */
        unsigned at = bulto_lap_singly(rules, &copy, from, stones, NULL);
        *run = copy;
        return at;
    }
    uint64_t chances = open & (end - 1) & (run->late ? ahead : -last);
    for (; KW_UNLIKELY(chances != 0); chances &= chances - 1) {
        unsigned at = (unsigned)__builtin_ctzll(chances);
        uint64_t before = drops & (((uint64_t)1 << at) - 1);
        unsigned hand = stones - (unsigned)__builtin_popcountll(before);
        uint32_t needed = hand < 16 ? (1u << hand) - 1 : 0xffff;
        if ((open >> at & needed) == needed &&
            bulto_chance(run, bulto_once(before, size), at % size, hand, size, NULL))
            return MADE;
    }
    bulto_drop(run, bulto_once(drops | end, size), size);
    return wrap_down((unsigned)__builtin_ctzll(end), size);
}

/* Sows lap after lap from `hole`; returns the outcome if the move is never-ending and ends the
 * game. */
KW_INLINE unsigned bulto_laps(const struct rules *rules, struct bulto_run *run, unsigned hole,
                              unsigned player, unsigned *sown, struct trace *trace) {
    unsigned size = 2u * rules->columns, at = hole;
    unsigned stones = ring_get(run->ring, at, size);
    for (;;) {
        ring_set(&run->ring, at, 0, size);
        trace_report(trace, KW_EVENT_LIFT, at, KW_HAND, stones, SOW);
        if (run->mine >> at & 1)
            trace_report(trace, KW_EVENT_UNMARK, KW_NOWHERE, at, 2, MINE);
        run->mine &= ~(1u << at);
        at = bulto_lap(rules, run, at, stones, trace);
        if (at == MADE)
            return KW_GOING_ON;
        *sown += stones;
        stones = ring_get(run->ring, at, size);
        if (stones == 1) {
            trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, at, 0, STOP);
            return KW_GOING_ON;
        }
        if (run->bulto >> at & 1) {
            trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, at, 0, OWN_BULTO);
            return KW_GOING_ON;
        }
        if (KW_UNLIKELY(*sown > rules->limit)) {
            trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, at, 0, ENDLESS);
            return endless_outcome(rules, player);
        }
        trace_report(trace, KW_EVENT_RELAY, KW_NOWHERE, at, stones, RELAY);
    }
}

/* Sows a whole move. */
KW_INLINE unsigned bulto_sow(const struct rules *rules, struct bulto_run *run, unsigned hole,
                             unsigned player, struct trace *trace) {
    unsigned sown = 0, over = bulto_laps(rules, run, hole, player, &sown, trace);
    work_count(sown);
    return over;
}

/* The number of chances that a move from `hole` meets if each is refused. */
KW_INLINE uint32_t bulto_chances(const struct rules *rules, struct bulto_run run, unsigned hole,
                                 unsigned player) {
    if (run.reach == 0)
        return 0;
    bulto_sow(rules, &run, hole, player, NULL);
    return run.chances;
}

KW_INLINE size_t bulto_moves(const struct rules *rules, const struct kw_position *position,
                             kw_move *list, size_t capacity) {
    uint32_t playable = bulto_playable(rules, position);
    struct bulto_run begin = bulto_begin(rules, position);
    size_t n = 0;
    for (; playable != 0; playable &= playable - 1) {
        unsigned hole = (unsigned)__builtin_ctz(playable);
        uint32_t chances = bulto_chances(rules, begin, hole, position->turn);
        for (uint32_t i = 1; KW_UNLIKELY(i <= chances); i++, n++)
            if (n < capacity)
                list[n] = kw_move_make(KW_SOW, hole, false, false, i);
        if (KW_LIKELY(n < capacity))
            list[n] = kw_move_make(KW_SOW, hole, false, chances > 0, 0);
        n++;
    }
    return n;
}

KW_INLINE size_t bulto_count(const struct rules *rules, const struct kw_position *position) {
    uint32_t playable = bulto_playable(rules, position);
    struct bulto_run begin = bulto_begin(rules, position);
    size_t n = (size_t)__builtin_popcount(playable);
    for (; playable != 0; playable &= playable - 1)
        n += bulto_chances(rules, begin, (unsigned)__builtin_ctz(playable), position->turn);
    return n;
}

/* The position after a move: `run` has been sown to its end. */
KW_INLINE void bulto_finish(const struct rules *rules, const struct kw_position *position,
                            struct bulto_run run, unsigned over, struct kw_position *next,
                            struct trace *trace) {
    unsigned size = 2u * rules->columns, player = position->turn;
    if (KW_UNLIKELY((position->mark | position->mark2) == 0) &&
        bulto_is_menager(rules, position, ring_load(position, size))) {
        run.mine = ring_equal(run.ring, 3, size);
        for (unsigned hole = 0; trace != NULL && hole < size; hole++)
            if (run.mine >> hole & 1)
                trace_report(trace, KW_EVENT_MARK, KW_NOWHERE, hole, 2, MENAGER);
    }
    trace_report(trace, KW_EVENT_NEXT, KW_NOWHERE, player ^ 1, 0, NEXT);
    if (KW_UNLIKELY(over != KW_GOING_ON))
        trace_report(trace, KW_EVENT_OVER, KW_NOWHERE, over, 0, ENDLESS);
    ring_save(next, run.ring, size);
    position_scalars(next, run.bulto, run.mine,
                     (struct scalars){.turn = (player ^ 1), .over = over});
}

KW_INLINE void bulto_play(const struct rules *rules, const struct kw_position *position,
                          kw_move move, struct kw_position *next, struct trace *trace) {
    struct bulto_run run = bulto_begin(rules, position);
    run.wanted = kw_move_number(move);
    unsigned over = bulto_sow(rules, &run, kw_move_hole(move), position->turn, trace);
    bulto_finish(rules, position, run, over, next, trace);
}

KW_GENERAL(bulto)

/* The children of a position while a hole is sown: each chance leaves one. */
struct bulto_forks {
    const struct rules *rules;
    const struct kw_position *position;
    unsigned hole;
    struct kw_child *list;
    size_t count, capacity;
};

static void bulto_forks_add(struct bulto_forks *forks, struct bulto_run run, bool refuses,
                            unsigned number, unsigned over) {
    if (forks->count < forks->capacity) {
        struct kw_child *child = &forks->list[forks->count];
        child->move = kw_move_make(KW_SOW, forks->hole, false, refuses, number);
        bulto_finish(forks->rules, forks->position, run, over, &child->position, NULL);
    }
    forks->count++;
}

static void bulto_fork(struct bulto_run run) {
    bulto_forks_add(run.forks, run, false, run.chances, KW_GOING_ON);
}

static size_t bulto_children(const struct rules *rules, const struct kw_position *position,
                             struct kw_child *list, size_t capacity) {
    struct bulto_forks forks = {
        .rules = rules, .position = position, .list = list, .capacity = capacity};
    uint32_t playable = bulto_playable(rules, position);
    for (; playable != 0; playable &= playable - 1) {
        struct bulto_run run = bulto_begin(rules, position);
        forks.hole = (unsigned)__builtin_ctz(playable);
        run.forks = &forks;
        unsigned over = bulto_sow(rules, &run, forks.hole, position->turn, NULL);
        bulto_forks_add(&forks, run, run.chances > 0, 0, over);
    }
    return forks.count;
}

/* ---- the end --------------------------------------------------------------------------------- */

/*
 * The stones of a bulto are never lifted, and it is passed over or dropped into whatever it holds.
 */
static void bulto_bank_decided(const struct rules *rules, struct kw_position *position,
                               unsigned won[2]) {
    for (uint32_t left = position->mark; left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctz(left);
        won[hole < rules->columns ? KW_NORTH : KW_SOUTH] += position->hole[hole];
        position->hole[hole] = 0;
    }
}

static void bulto_score(const struct rules *rules, const struct kw_position *position,
                        struct kw_result *result) {
    uint32_t south = holes_of(rules, KW_SOUTH), north = holes_of(rules, KW_NORTH);
    uint32_t bulto = position->mark;
    result_score(result, seeds_in(position, (north & bulto) | (south & ~bulto)),
                 seeds_in(position, (south & bulto) | (north & ~bulto)));
}

static bool bulto_state(const struct rules *rules, const struct kw_position *position,
                        struct kw_result *result) {
    if (result_over(position, result))
        return true;
    if (bulto_playable(rules, position) != 0)
        return false;
    bulto_score(rules, position, result);
    return true;
}

/* ---- positions ------------------------------------------------------------------------------- */

static bool bulto_check(const struct rules *rules, const struct kw_position *position,
                        struct fault *fault) {
    for (unsigned place = 0; place < 2u * rules->columns; place++) {
        unsigned hole = hole_printed(rules, place / rules->columns, place % rules->columns);
        if (position->mark >> hole & 1 && position->hole[hole] < 4) {
            fault_set(fault, hole, "a bulto holds at least four stones");
            return false;
        }
        if (position->mark2 >> hole & 1 && position->hole[hole] != 3) {
            fault_set(fault, hole, "a mine holds exactly three stones");
            return false;
        }
    }
    return true;
}

/* ---- why ------------------------------------------------------------------------------------- */

static bool bulto_explain_illegal(const struct rules *rules, const struct kw_position *position,
                                  kw_move move, struct kw_reason *reason) {
    unsigned hole = kw_move_hole(move), number = kw_move_number(move);
    uint32_t playable = bulto_playable(rules, position);
    if (playable == 0)
        return reason_set(reason,
                          trait_clause(rules, position->over != KW_GOING_ON ? ENDLESS : END),
                          "the game is over", KW_NOWHERE, 0);
    bool refuses = kw_move_plus(move);
    if (move != kw_move_make(KW_SOW, hole, false, refuses, number) || (refuses && number > 0))
        return reason_set(reason, trait_clause(rules, START_HOLE),
                          "a move is a hole and the chance that is taken", KW_NOWHERE, 0);
    if (!(holes_of(rules, position->turn) >> hole & 1))
        return reason_set(reason, trait_clause(rules, START_HOLE),
                          "%h is not a hole of the player to move", hole, 0);
    if (position->hole[hole] == 0)
        return reason_set(reason, trait_clause(rules, START_HOLE), "%h is empty", hole, 0);
    if (position->mark >> hole & 1)
        return reason_set(reason, trait_clause(rules, BULTO),
                          "%h is a bulto of the opponent: its stones are never lifted", hole, 0);
    if (!(playable >> hole & 1))
        return reason_set(reason, trait_clause(rules, THREES),
                          "%h holds exactly three and no mine is left: another hole must be chosen",
                          hole, 0);
    uint32_t chances = bulto_chances(rules, bulto_begin(rules, position), hole, position->turn);
    if (refuses ? chances > 0 : number == 0 ? chances == 0 : number <= chances)
        return false;
    if (chances == 0)
        return reason_set(reason, trait_clause(rules, CONVERT),
                          "no bulto can be made in a move from %h, so its name is enough", hole, 0);
    if (number == 0)
        return reason_set(reason, trait_clause(rules, LAST),
                          "a bulto can be made in a move from %h (chances: %n): say which, or "
                          "refuse them all",
                          hole, chances);
    return reason_set(reason, trait_clause(rules, LAST), "a move from %h meets only %n chance(s)",
                      hole, chances);
}

static bool bulto_constraint(const struct rules *rules, const struct kw_position *position,
                             struct kw_reason *reason) {
    uint32_t playable = bulto_playable(rules, position);
    struct ring ring = ring_load(position, 2u * rules->columns);
    uint32_t threes = ring_equal(ring, 3, 2u * rules->columns) & holes_of(rules, position->turn);
    if (playable == 0 || position->mark2 != 0 || (threes & ~position->mark & ~playable) == 0)
        return false;
    return reason_set(reason, trait_clause(rules, THREES),
                      "no mine is left: a hole that holds fewer or more than three must be chosen",
                      KW_NOWHERE, 0);
}

/* ---- text: D, D! (the first chance), D!3 (the third), D~ (none of them) ---------------------- */

static void bulto_move_text(const struct rules *rules, const struct kw_position *position,
                            kw_move move, struct text *text) {
    (void)position;
    hole_text(rules, kw_move_hole(move), text);
    if (kw_move_plus(move))
        text_char(text, '~');
    if (kw_move_number(move) > 0)
        text_char(text, '!');
    if (kw_move_number(move) > 1)
        text_number(text, kw_move_number(move));
}

static bool bulto_move_read(const struct rules *rules, const struct kw_position *position,
                            const char *text, bool loose, kw_move *move, struct fault *fault) {
    unsigned hole;
    uint32_t number = 0;
    (void)position, (void)loose;
    if (hole_read(rules, text, &hole) == 0) {
        fault_set(fault, 1, "'%.20s' does not begin with the name of a hole", text);
        return false;
    }
    bool refuses = strcmp(text + 1, "~") == 0;
    if (strcmp(text + 1, "!") == 0) {
        number = 1;
    } else if (text[1] == '!') {
        if (!number_read_plain(text + 2, strlen(text + 2), 2, 4000000, &number)) {
            fault_set(fault, 3, "after ! stands the number of the chance, from 2, or nothing");
            return false;
        }
    } else if (text[1] != '\0' && !refuses) {
        fault_set(fault, 2,
                  "after the hole stands ! for a bulto, ! and a number for several, ~ to refuse "
                  "one, or nothing");
        return false;
    }
    *move = kw_move_make(KW_SOW, hole, false, refuses, number);
    return true;
}

/* ---- the trait ------------------------------------------------------------------------------- */

KW_INSTANCE(bulto_standard, bulto, &bulto_standard.rules)

static const struct fast_stamp bulto_stamps[] = {
    {.rules = &bulto_standard.rules, .game = {KW_FUNCTIONS(bulto_standard)}},
    {.rules = NULL},
};

const struct trait KW_KERNEL_NAME(trait_bulto) = {
    .name = "bulto",
    .clauses = bulto_clauses,
    .clause_count = sizeof bulto_clauses / sizeof *bulto_clauses,
    .rules = bulto_rules,
    .rule_count = sizeof bulto_rules / sizeof *bulto_rules,
    .rows = 2,
    .seeds = 40,
    .columns = 0x7f << 4,
    .fault = bulto_fault,
    .family =
        {
            .marks = {'b', 'm'},
            .mark_names = {"a bulto", "a mine"},
            .fields = &kw_field_over,
            .field_count = 1,
            .many_moves = true, /* a hole can be sown with many chances */
            .forms = {.kinds = 1u << KW_SOW, .plus = true, .number = UINT32_MAX},
            .endgame = &(const struct endgame_layout){.marks = ENDGAME_WON_AND_THREE},
            .start = trait_start,
            .check = bulto_check,
            .state = bulto_state,
            .repeated = bulto_score,
            .bank_decided = bulto_bank_decided,
            .trace = bulto_trace,
            .children = bulto_children,
            .explain_illegal = bulto_explain_illegal,
            .constraint = bulto_constraint,
            .move_text = bulto_move_text,
            .move_read = bulto_move_read,
        },
    .counts_seeds = true,
    .rules_size = sizeof(struct bulto),
    .game = {KW_FUNCTIONS(bulto_general)},
    .stamps = bulto_stamps,
};
