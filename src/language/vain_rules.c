/*
 * What has no effect in a game that has been read, whatever the position.  What cannot be shown has
 * one.  Static names begin with vain_.
 */
#include "language/rules_check.h"

static const char vain_uncrossed[] = "no seed reaches the opponent's side";

/* ---- what the game has ----------------------------------------------------------------------- */

/* Whether a row does something. */
static bool vain_does(const struct row *row, unsigned verb) {
    for (unsigned i = 0; i < MACHINE_ACTIONS && row->action[i].verb != DO_NOTHING; i++)
        if (row->action[i].verb == verb)
            return true;
    return false;
}

bool vain_any_does(const struct machine *machine, unsigned verb) {
    for (unsigned i = 0; i < MACHINE_TABLES; i++) {
        struct row_table table = machine_table(machine, i);
        for (unsigned row = 0; row < table.count; row++)
            if (vain_does(&table.rows[row], verb))
                return true;
    }
    return false;
}

/* Whether all moves are sown along the ring, or all against it. */
static bool vain_one_way(const struct machine *machine) {
    unsigned ways = machine->opening_ways;
    for (unsigned player = 0; player < 2; player++)
        for (unsigned hole = 0; hole < KW_HOLES; hole++)
            ways |= machine->ways[player][hole];
    return ways != 3 && machine->ways_by == WAYS_OF_HOLE && !vain_any_does(machine, DO_TURN);
}

/* Whether seeds that are sown from a player's holes can come into the opponent's. */
static bool vain_way_crosses(const struct machine *machine, unsigned player, unsigned reverse) {
    for (unsigned hole = 0; hole < KW_HOLES; hole++) {
        if (!(machine->side[player] >> hole & 1))
            continue;
        unsigned next = machine->after[player][reverse][hole];
        for (unsigned i = 0; next >= KW_HOLES && next < MACHINE_PLACES && i < 2; i++)
            next = machine->after[player][reverse][next]; /* behind a store */
        if (next < KW_HOLES && !(machine->side[player] >> next & 1))
            return true;
    }
    return false;
}

/* Whether a relay can lift a hole of the other row than that where the lap has ended. */
static bool vain_relays_across(const struct machine *machine) {
    bool across = false;
    for (unsigned row = 0; row < machine->lap_end_count; row++)
        for (unsigned i = 0; i < MACHINE_ACTIONS; i++) {
            const struct action *action = &machine->lap_ends[row].action[i];
            across |= action->verb == DO_RELAY &&
                      (action->target == TARGET_FACING || action->target == TARGET_FACING_NEXT ||
                       action->target == TARGET_FACING_BEYOND);
        }
    return across;
}

static bool vain_own_moves(const struct machine *machine) {
    return machine->playable[0] == machine->side[0] && machine->playable[1] == machine->side[1];
}

static bool vain_crosses(const struct machine *machine) {
    return !vain_own_moves(machine) || vain_relays_across(machine) ||
           vain_way_crosses(machine, 0, 0) || vain_way_crosses(machine, 0, 1) ||
           vain_way_crosses(machine, 1, 0) || vain_way_crosses(machine, 1, 1);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* The holes of which a condition is asked. */
struct vain_holes {
    uint64_t seeds; /* a set of counts */
    uint8_t place;
    const char *others; /* why there are none in other places */
};

/* Those that a move starts from. */
static struct vain_holes vain_started(const struct machine *machine) {
    unsigned least = machine->least > 1 ? machine->least : 1;
    return (struct vain_holes){
        .seeds = UINT64_MAX << (least < MACHINE_COUNTED ? least : MACHINE_COUNTED),
        .place = vain_own_moves(machine) ? PLACE_OWN : PLACE_OWN | PLACE_OTHER,
        .others = "only own holes are played"};
}

/* Those that rows of a table are about. */
static struct vain_holes vain_looked_at(const struct machine *machine, enum machine_table table) {
    struct vain_holes holes = {.seeds = UINT64_MAX, .place = PLACE_ANY, .others = vain_uncrossed};
    if (table == TABLE_LIFT && !machine_relays(machine))
        return vain_started(machine);
    if (table != TABLE_MOVE_ENDS)
        holes.seeds = UINT64_MAX << 1;
    if (!vain_crosses(machine))
        holes.place = PLACE_ANY & ~PLACE_OTHER;
    return holes;
}

/* The number of the rightmost hole of a row of two, as columns of a condition. */
static uint32_t vain_last_column(const struct machine *machine) {
    return UINT32_C(1) << (machine->rules.columns - 1);
}

/* Whether a lap can come past its hole with one seed: no other hole may be left on its way. */
static bool vain_short_ring(const struct machine *machine) {
    bool single =
        machine->jump_count > 0 || vain_any_does(machine, DO_CLOSE) || machine->match.closes;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned hole = 0; hole < KW_HOLES; hole++)
            single |= ((machine->side[0] | machine->side[1]) >> hole & 1) &&
                      machine->after[i / 2][i % 2][hole] == hole;
    return single;
}

/* Why a condition never holds of such holes; NULL: it may. */
static const char *vain_never(const struct machine *machine, struct vain_holes holes,
                              const struct condition *condition) {
    uint32_t short_lap = FACT_SINGLE | FACT_ROUND;
    if ((condition->place & holes.place) == 0)
        return holes.others;
    if ((condition->seeds[HOLE_HERE] & holes.seeds) == 0)
        return "no such hole holds so few seeds";
    if ((condition->facts_false & FACT_FIRST_LAP) && !machine_relays(machine))
        return "every move has one lap";
    if ((condition->facts & short_lap) == short_lap && !vain_short_ring(machine))
        return "a lap of one seed never comes round";
    if ((condition->facts & FACT_RIGHTMOST) && condition->columns != 0 &&
        machine->rules.rows == 2 && !(condition->columns & vain_last_column(machine)))
        return "the rightmost hole is none of these";
    return NULL;
}

/* Whether a condition holds of all such holes. */
static bool vain_always(struct vain_holes holes, const struct condition *condition) {
    bool all = (holes.seeds & ~condition->seeds[HOLE_HERE]) == 0;
    for (unsigned hole = HOLE_HERE + 1; hole < MACHINE_AROUND; hole++)
        all &= condition->seeds[hole] == UINT64_MAX;
    return all && condition->facts == 0 && condition->facts_false == 0 && condition->columns == 0 &&
           (holes.place & ~condition->place) == 0;
}

/* Whether all counts of the second set are in the first; a full set also holds without a hole. */
static bool vain_counts_cover(uint64_t all, uint64_t some) {
    return all == UINT64_MAX || (some != UINT64_MAX && (some & ~all) == 0);
}

/* The same of sets of columns, where 0 is any. */
static bool vain_columns_cover(uint32_t all, uint32_t some) {
    return all == 0 || (some != 0 && (some & ~all) == 0);
}

bool vain_covers(const struct condition *all, const struct condition *some) {
    uint64_t possible = UINT64_MAX - 1; /* where a seed has fallen, or is lifted, there is one */
    bool covers = (some->seeds[HOLE_HERE] & possible & ~all->seeds[HOLE_HERE]) == 0;
    for (unsigned hole = HOLE_HERE + 1; hole < MACHINE_AROUND; hole++)
        covers &= vain_counts_cover(all->seeds[hole], some->seeds[hole]);
    return covers && vain_columns_cover(all->columns, some->columns) &&
           (all->facts & ~some->facts) == 0 && (all->facts_false & ~some->facts_false) == 0 &&
           (some->place & ~all->place) == 0;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Whether the direction is turned round and nothing after that has one. */
static bool vain_turn(const struct machine *machine, const struct row *row) {
    bool turned = false;
    for (unsigned i = 0; i < MACHINE_ACTIONS && row->action[i].verb != DO_NOTHING; i++)
        turned = row->action[i].verb == DO_TURN ||
                 (turned && (row->action[i].verb == DO_STOP || row->action[i].verb == DO_AGAIN));
    return turned && !row->goes_on && machine->move_end_count == 0 && !machine->no_undo;
}

const char *vain_row(const struct machine *machine, enum machine_table table, unsigned row) {
    struct row_table rows = machine_table(machine, table);
    const char *never =
        vain_never(machine, vain_looked_at(machine, table), &rows.rows[row].condition);
    for (unsigned i = 0; (table == TABLE_LIFT || table == TABLE_PASSING) && i < row; i++)
        if (vain_covers(&rows.rows[i].condition, &rows.rows[row].condition))
            return "a row of this kind comes before it and covers it";
    if (never == NULL && table == TABLE_LAP_ENDS && vain_turn(machine, &rows.rows[row]))
        return "'turn' is of the next lap, and this row ends the move";
    return never;
}

/* ---- duties ---------------------------------------------------------------------------------- */

static bool vain_same(const struct condition *one, const struct condition *other) {
    return vain_covers(one, other) && vain_covers(other, one);
}

/* Whether whatever fulfils the first duty, or need not, leaves the second nothing to ask. */
static bool vain_duty_covers(const struct duty *all, const struct duty *some) {
    return all->kind == some->kind && all->negated == some->negated && all->count == some->count &&
           vain_same(&all->hold, &some->hold) && (!all->when_empty || some->when_empty) &&
           (!all->if_possible || some->if_possible) && all->scoped == some->scoped &&
           vain_same(&all->scope, &some->scope);
}

/* Whether another duty asks the same; of those behind it only where all must be fulfilled. */
static bool vain_duty_covered(const struct machine *machine, unsigned row) {
    bool strict = true;
    for (unsigned i = 0; i < machine->duty_count; i++)
        strict &= !machine->duties[i].if_possible;
    for (unsigned i = 0; i < machine->duty_count; i++)
        if (i != row && (i < row || strict) &&
            vain_duty_covers(&machine->duties[i], &machine->duties[row]) &&
            (i < row || !vain_duty_covers(&machine->duties[row], &machine->duties[i])))
            return true;
    return false;
}

/* Why a duty of the hole that a move starts from changes nothing, or lets no move be made. */
static const char *vain_start(const struct machine *machine, const struct duty *duty) {
    struct vain_holes holes = vain_started(machine);
    bool never = vain_never(machine, holes, &duty->hold) != NULL,
         always = vain_always(holes, &duty->hold);
    if (duty->negated ? never : always)
        return duty->negated ? "no hole that can be played is such"
                             : "every hole that can be played is such";
    if ((duty->negated ? always : never) && !duty->scoped)
        return duty->if_possible ? "no move can do it" : "no move can do it, and none is legal";
    return NULL;
}

const char *vain_duty(const struct machine *machine, unsigned row) {
    const struct duty *duty = &machine->duties[row];
    if (duty->scoped && vain_never(machine, vain_started(machine), &duty->scope) != NULL)
        return "no hole that can be played is such";
    if (vain_duty_covered(machine, row))
        return "another duty asks for it";
    switch (duty->kind) {
    case DUTY_CAPTURE:
    case DUTY_NO_SLAM:
        return vain_any_does(machine, DO_CAPTURE) ? NULL : "nothing is ever captured";
    case DUTY_NO_UNDO:
        return vain_one_way(machine) && machine->rules.columns > 2
                   ? "all moves go the same way round, and none goes back"
                   : NULL;
    case DUTY_REACH:
        return vain_crosses(machine) ? NULL : vain_uncrossed;
    case DUTY_START:
        return vain_start(machine, duty);
    default:
        return NULL;
    }
}

/* ---- other words ----------------------------------------------------------------------------- */

const char *vain_child_noun(const struct machine *machine) {
    return machine->children[0] != 0 || vain_any_does(machine, DO_MARK)
               ? NULL
               : "no hole ever becomes a player's own";
}

const char *vain_refusal(const struct machine *machine, enum machine_refusal refusal) {
    switch (refusal) {
    case REFUSE_FOREIGN:
        return vain_own_moves(machine) ? NULL : "any hole is played";
    case REFUSE_UNPLAYED:
        for (unsigned i = 0; i < machine->duty_count; i++)
            if (machine->duties[i].kind == DUTY_UNPLAYED)
                return NULL;
        return "holes are played in any order";
    case OBLIGE_PASS:
        return machine->passes ? NULL : "nobody passes";
    default:
        return NULL;
    }
}

/* Why nothing depends on a statement; NULL: something does. */
const char *vain_statement(const struct machine *machine, enum word_statement statement) {
    uint32_t asked = machine->used_facts;
    switch (statement) {
    case STATEMENT_limit:
    case STATEMENT_laps:
    case STATEMENT_endless:
        return machine_relays(machine) ? NULL : "every move has one lap, and ends";
    case STATEMENT_closed:
        return vain_any_does(machine, DO_CLOSE) || machine->match.closes ? NULL
                                                                         : "no hole is ever closed";
    case STATEMENT_slam:
        return vain_any_does(machine, DO_CAPTURE) ? NULL : "nothing is ever captured";
    case STATEMENT_few:
        return asked & FACT_FEW ? NULL : "no condition asks whether few seeds are left";
    case STATEMENT_opening:
        return machine->opening_ways != 0 || (asked & FACT_OPENING)
                   ? NULL
                   : "its moves are like all others, and no condition asks for it";
    case STATEMENT_unplayed:
        for (unsigned i = 0; i < machine->duty_count; i++)
            if (machine->duties[i].kind == DUTY_UNPLAYED)
                return NULL;
        return asked & (FACT_UNPLAYED | FACT_FIRST_MOVE)
                   ? NULL
                   : "no condition asks which holes have been played";
    case STATEMENT_rounds:
        return machine->match.closes &&
                       (machine->match.fill == FILL_ANEW || machine->match.fill == FILL_EVEN)
                   ? "all holes are filled alike, and none is 'closed'"
                   : NULL;
    default:
        return NULL;
    }
}

/* Why a fact is never true, or always; NULL: it can be either. */
const char *vain_fact(const struct machine *machine, enum machine_fact_place fact) {
    switch (fact) {
    case FACT_PLACE_CROSSED:
        return vain_crosses(machine) ? NULL : vain_uncrossed;
    case FACT_PLACE_OPENING:
        return machine->opening > 0 && !machine->swap ? NULL : "there is no opening";
    case FACT_PLACE_EXTRA:
        return vain_any_does(machine, DO_AGAIN) || machine->slam == SLAM_AGAIN
                   ? NULL
                   : "no move gives another turn";
    case FACT_PLACE_OWN_MARK:
    case FACT_PLACE_OTHER_MARK:
    case FACT_PLACE_FACING_MARK:
    case FACT_PLACE_SAME_MARK:
    case FACT_PLACE_PREVIOUS_MARK:
    case FACT_PLACE_HAS_MARK:
        return vain_any_does(machine, DO_MARK) || machine->children[0] != 0
                   ? NULL
                   : "no hole ever becomes a player's own";
    case FACT_PLACE_UNPLAYED:
    case FACT_PLACE_FIRST_MOVE:
        return machine->unplayed ? NULL : "no statement 'unplayed' marks the holes";
    case FACT_PLACE_CAPTURED:
        return vain_any_does(machine, DO_CAPTURE) ? NULL : "nothing is ever captured";
    case FACT_PLACE_REVERSE:
        return vain_one_way(machine) ? "all moves go the same way round" : NULL;
    default:
        return NULL;
    }
}
