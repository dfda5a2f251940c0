#include "machine/machine_properties.h"

#include <string.h>

/* ---- facts ----------------------------------------------------------------------------------- */

/* What a game loses whose rules ask a fact: facts.def. */
enum { NOTHING = 0, MIRROR = 1, TURN = 2, TABLES = 4, RELAYS = 8 };

/* Whether no fact that the rules ask breaks this. */
static bool properties_keep(const struct machine *machine, unsigned what) {
    unsigned broken = 0;
#define FACT(name, cost, breaks) broken |= machine->used_facts & FACT_##name ? (breaks) : 0u;
#include "machine/facts.def"
    return (broken & what) == 0;
}

/* ---- tables ---------------------------------------------------------------------------------- */

struct row_table machine_table(const struct machine *machine, enum machine_table table) {
    const struct row_table tables[MACHINE_TABLES] = {
        [TABLE_LAP_ENDS] = {machine->lap_ends, machine->lap_end_count},
        [TABLE_PASSING] = {machine->passing, machine->passing_count},
        [TABLE_LIFT] = {machine->lift_rows, machine->lift_row_count},
        [TABLE_MOVE_ENDS] = {machine->move_ends, machine->move_end_count},
    };
    return tables[table];
}

/* ---- actions --------------------------------------------------------------------------------- */

typedef bool action_fn(const struct action *action);

static bool properties_table_all(struct row_table table, action_fn *holds) {
    for (const struct row *row = table.rows; row < table.rows + table.count; row++)
        for (size_t k = 0; k < MACHINE_ACTIONS && row->action[k].verb != DO_NOTHING; k++)
            if (!holds(&row->action[k]))
                return false;
    return true;
}

/* Whether all actions of all tables are such. */
static bool properties_all(const struct machine *machine, action_fn *holds) {
    bool all = true;
    for (unsigned i = 0; i < MACHINE_TABLES; i++)
        all = all && properties_table_all(machine_table(machine, i), holds);
    return all;
}

static bool properties_is_no_mark(const struct action *action) { return action->verb != DO_MARK; }
static bool properties_is_no_close(const struct action *action) { return action->verb != DO_CLOSE; }

/* Whether no hole is ever a player's child. */
static bool properties_childless(const struct machine *machine) {
    return machine->children[KW_SOUTH] == 0 && properties_all(machine, properties_is_no_mark);
}

/*
 * Whether an action brings no seed into a hole but by sowing on in the same direction from where
 * the lap ended.
 */
static bool properties_is_forward(const struct action *action) {
    switch (action->verb) {
    case DO_STOP:
    case DO_AGAIN:
        return true;
    case DO_RELAY:
        return action->along == ALONG_NONE && action->target == TARGET_HERE;
    case DO_CAPTURE:
    case DO_BANK:
        return action->to == TO_STORE || action->to == TO_OPPONENT;
    default:
        return false;
    }
}

/* Whether an action changes nothing that a position would have to remember but seeds. */
static bool properties_is_of_seeds(const struct action *action) {
    return action->verb == DO_TURN || action->verb == DO_RELAY || action->verb == DO_CAPTURE ||
           action->verb == DO_BANK || action->verb == DO_STOP || action->verb == DO_AGAIN;
}

static bool properties_is_of_one_lap(const struct action *action) {
    return action->verb != DO_RELAY && !(action->verb == DO_CAPTURE && action->to == TO_HAND) &&
           !(action->verb == DO_BANK && action->to == TO_HAND);
}

bool machine_relays(const struct machine *machine) {
    return !properties_all(machine, properties_is_of_one_lap);
}

/* ---- laps that follow at once ---------------------------------------------------------------- */

/* Whether a row can hold of a hole with so many seeds after a player's lap. */
static bool properties_may_hold(const struct machine *machine, const struct condition *condition,
                                unsigned player, unsigned hole, unsigned seeds) {
    unsigned place = machine->side[player] >> hole & 1 ? PLACE_OWN : PLACE_OTHER;
    return (condition->place & place) != 0 && (condition->seeds[HOLE_HERE] >> seeds & 1) != 0 &&
           (condition->columns == 0 ||
            (condition->columns >> hole % machine->rules.columns & 1) != 0);
}

/* Whether a condition asks nothing but where the lap ended and how many seeds lie there. */
static bool properties_is_local(const struct condition *condition) {
    return condition->facts == 0 && condition->facts_false == 0 &&
           !condition_reads_seeds(condition);
}

/* Whether all that a row does is to sow the hole on. */
static bool properties_only_relays(const struct row *row) {
    const struct action *action = row->action;
    return action[0].verb == DO_RELAY && action[0].target == TARGET_HERE &&
           action[0].along == ALONG_NONE && action[1].verb == DO_NOTHING;
}

/* Whether a lap that ends so is sown on, whatever else holds. */
static bool properties_relays(const struct machine *machine, unsigned player, unsigned hole,
                              unsigned seeds) {
    for (unsigned i = 0; i < machine->lap_end_count; i++)
        if (properties_may_hold(machine, &machine->lap_ends[i].condition, player, hole, seeds))
            return properties_is_local(&machine->lap_ends[i].condition) &&
                   properties_only_relays(&machine->lap_ends[i]);
    return false;
}

static void properties_at_once(struct machine *machine) {
    machine->at_once = machine->ring && machine->skip != SKIP_MOVE && machine->passing_count == 0;
    machine->relays_at_once =
        machine->at_once && machine->lift_row_count == 0 && properties_keep(machine, RELAYS);
    for (unsigned player = 0; player < 2; player++)
        for (unsigned seeds = 1; seeds <= MACHINE_COUNTS; seeds++)
            for (unsigned hole = 0; hole < KW_HOLES; hole++)
                if (properties_relays(machine, player, hole, seeds))
                    machine->relays[player][seeds] |= UINT32_C(1) << hole;
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* What a condition asks, as bits. */
typedef uint32_t condition_fn(const struct condition *condition);

static uint32_t properties_table_any(struct row_table table, condition_fn *asks) {
    uint32_t any = 0;
    for (const struct row *row = table.rows; row < table.rows + table.count; row++) {
        any |= asks(&row->condition);
        for (size_t k = 0; k < MACHINE_ACTIONS && row->action[k].verb != DO_NOTHING; k++)
            any |= row->action[k].along != ALONG_NONE ? asks(&row->action[k].hold) : 0;
    }
    return any;
}

/* What any condition of the rules asks. */
static uint32_t properties_any(const struct machine *machine, condition_fn *asks) {
    uint32_t any = 0;
    for (size_t i = 0; i < machine->jump_count; i++)
        any |= asks(&machine->jumps[i]);
    for (unsigned i = 0; i < MACHINE_TABLES; i++)
        any |= properties_table_any(machine_table(machine, i), asks);
    for (size_t i = 0; i < machine->duty_count; i++) {
        const struct duty *duty = &machine->duties[i];
        any |= duty->kind == DUTY_START || duty->kind == DUTY_LAND ? asks(&duty->hold) : 0;
        any |= duty->scoped ? asks(&duty->scope) : 0;
    }
    return any;
}

static uint32_t properties_facts(const struct condition *condition) {
    return condition->facts | condition->facts_false;
}

uint32_t machine_used_facts(const struct machine *machine) {
    return properties_any(machine, properties_facts);
}

static uint32_t properties_is_of_column(const struct condition *condition) {
    return condition->columns != 0;
}

static uint32_t properties_is_of_filled_store(const struct condition *condition) {
    return (condition->place & (PLACE_OWN_STORE | PLACE_OTHER_STORE)) != 0 &&
           condition->seeds[HOLE_HERE] != UINT64_MAX;
}

/* ---- properties ------------------------------------------------------------------------------ */

/* Where a place is found after South and North have changed places. */
static unsigned properties_turned(const struct machine *machine, unsigned place) {
    unsigned columns = machine->rules.columns;
    if (place == MACHINE_NO_PLACE)
        return place;
    if (place >= KW_HOLES)
        return KW_STORE_SOUTH + KW_STORE_NORTH - place;
    if (machine->rules.rows == 4)
        return place ^ 16;
    return place < columns ? place + columns : place - columns;
}

/* The same directions where the turned ring runs the other way. */
static unsigned properties_ways_turned(unsigned ways, bool other) {
    return other && ways != 3 ? ways ^ 3 : ways;
}

/*
 * Whether a place is for South what the place across the turned board is for North; `other`: where
 * the turned ring runs the other way.
 */
static bool properties_place_same(const struct machine *machine, unsigned place, bool other) {
    unsigned turned = properties_turned(machine, place);
    for (unsigned reverse = 0; reverse < 2; reverse++)
        if (properties_turned(machine, machine->after[KW_SOUTH][reverse][place]) !=
            machine->after[KW_NORTH][reverse ^ other][turned])
            return false;
    return place >= KW_HOLES || machine->ways[KW_NORTH][turned] ==
                                    properties_ways_turned(machine->ways[KW_SOUTH][place], other);
}

static bool properties_places_same(const struct machine *machine, bool other) {
    for (uint32_t left = machine->side[0] | machine->side[1]; left != 0; left &= left - 1)
        if (!properties_place_same(machine, (unsigned)__builtin_ctz(left), other))
            return false;
    return properties_place_same(machine, KW_STORE_SOUTH, other) &&
           properties_place_same(machine, KW_STORE_NORTH, other);
}

static bool properties_is_of_no_way(const struct action *action) {
    return action->along != ALONG_CLOCKWISE;
}

/* Whether both players play alike, each as he sees the board from his side. */
static bool properties_sides_same(const struct machine *machine) {
    bool ways = machine->chosen_ways || machine->opening_ways != 0 ||
                machine->ways_by == WAYS_BY_FIRST || !properties_keep(machine, TURN) ||
                !properties_all(machine, properties_is_of_no_way);
    return properties_places_same(machine, false) ||
           (!ways && properties_places_same(machine, true));
}

static bool properties_is_of_no_store(const struct action *action) {
    return action->target != TARGET_STORE;
}

/* Whether the play, or the value of the seeds that are left, depends on what the stores hold. */
static bool properties_by_stores(const struct machine *machine) {
    bool asks = machine->repeat_rest == REST_HALVES_LESS;
    for (size_t i = 0; i < machine->game_end_count; i++)
        asks |= machine->game_ends[i].rest == REST_HALVES_LESS ||
                (machine->game_ends[i].kind == GAME_END_STORE && !machine_counts_seeds(machine));
    return asks || properties_any(machine, properties_is_of_filled_store) ||
           !properties_all(machine, properties_is_of_no_store);
}

/* Whether every hole of both players is sown in these directions. */
static bool properties_ways(const struct machine *machine, unsigned ways) {
    for (unsigned player = 0; player < 2; player++)
        for (unsigned hole = 0; hole < 2u * machine->rules.columns; hole++)
            if ((machine->playable[player] >> hole & 1) && machine->ways[player][hole] != ways)
                return false;
    return true;
}

/* Whether a player without a move ends the game, so that positions never come again by passes. */
static bool properties_never_passes(const struct machine *machine) {
    bool empty = machine->least <= 1 && machine->duty_count == 0;
    for (size_t i = 0; i < machine->game_end_count; i++) {
        unsigned kind = machine->game_ends[i].kind;
        if (!machine->game_ends[i].childless &&
            (kind == GAME_END_STUCK ||
             (empty && (kind == GAME_END_OWN_EMPTY || kind == GAME_END_EITHER_EMPTY))))
            return true;
    }
    return false;
}

/*
 * Whether no position can come again.  All lap by lap goes one way through the own row to the own
 * store, which is sown: a move banks a seed, or it stays in the own row and brings seeds nearer to
 * the store, as no move of the opponent can undo.
 */
static bool properties_acyclic(const struct machine *machine) {
    return properties_never_passes(machine) && machine->ring && machine->own_store &&
           machine->leave == 0 && machine->ways_by == WAYS_OF_HOLE && machine->opening_ways == 0 &&
           machine->skip == SKIP_NONE && machine->playable[0] == machine->side[0] &&
           machine->playable[1] == machine->side[1] &&
           properties_ways(machine, machine->stores_left ? 2 : 1) &&
           properties_all(machine, properties_is_forward);
}

/* Whether some hole can be sown in both directions in the same position. */
static bool properties_both_ways(const struct machine *machine) {
    bool both = machine->opening_ways == 3;
    for (unsigned hole = 0; hole < 2 * KW_HOLES; hole++)
        both |= (machine->playable[hole / KW_HOLES] >> hole % KW_HOLES & 1) != 0 &&
                machine->ways[hole / KW_HOLES][hole % KW_HOLES] == 3;
    return both;
}

/* What the moves of a game that the machine plays can hold. */
static struct kw_move_forms properties_forms(const struct machine *machine) {
    uint32_t foreign = (machine->playable[KW_SOUTH] & ~machine->side[KW_SOUTH]) |
                       (machine->playable[KW_NORTH] & ~machine->side[KW_NORTH]);
    bool passes = !properties_never_passes(machine) || !properties_childless(machine);
    return (struct kw_move_forms){.kinds = 1u << KW_SOW | (passes ? 1u << KW_PASS : 0u) |
                                           (machine->swap ? 1u << KW_SWAP : 0u),
                                  .foreign = foreign != 0 ? 1u << KW_SOW : 0u,
                                  .reverse = properties_both_ways(machine)};
}

/* Holes are counted from the left where an action is done at all of them. */
static bool properties_is_reflected(const struct action *action) {
    return properties_is_of_no_way(action) && action->along != ALONG_ALL;
}

/* Whether the board seen in a mirror is played alike. */
static bool properties_reflects(const struct machine *machine) {
    for (size_t i = 0; i < machine->duty_count; i++)
        if (machine->duties[i].kind == DUTY_RIGHTMOST)
            return false;
    return machine->ring && !machine->own_store && machine->children[KW_SOUTH] == 0 &&
           machine->opening_ways == 0 && machine->ways_by == WAYS_OF_HOLE && !machine->no_undo &&
           !machine->match.closes && !machine->unplayed &&
           !properties_any(machine, properties_is_of_column) &&
           properties_all(machine, properties_is_of_seeds) && properties_keep(machine, MIRROR) &&
           machine->slam != SLAM_LEAVES_LEFT && machine->slam != SLAM_LEAVES_RIGHT &&
           properties_ways(machine, 3) && properties_all(machine, properties_is_reflected);
}

/*
 * Whether the value of a position is what the stores hold and what the board with its turn is
 * worth, all seeds left being somebody's.
 */
static bool properties_is_board(const struct machine *machine) {
    for (size_t i = 0; i < machine->game_end_count; i++)
        if (machine->game_ends[i].winner != WINNER_MOST ||
            machine->game_ends[i].rest == REST_NOBODY)
            return false;
    return machine->rules.stores && machine->repeat_rest != REST_NOBODY && machine->opening == 0 &&
           !machine->no_undo && !machine->extras && !machine->firsts && !machine->match.closes &&
           machine->ways_by != WAYS_BY_FIRST && properties_sides_same(machine) &&
           machine->start_store[0] == 0 && machine->start_store[1] == 0 &&
           machine->children[KW_SOUTH] == 0 && properties_keep(machine, TABLES) &&
           properties_all(machine, properties_is_of_seeds);
}

static bool properties_by_store(const struct machine *machine) {
    for (size_t i = 0; i < machine->game_end_count; i++)
        if (machine->game_ends[i].kind == GAME_END_STORE)
            return true;
    return false;
}

bool machine_low_wins(const struct machine *machine) {
    for (size_t i = 0; i < machine->game_end_count; i++)
        if (machine->game_ends[i].winner == WINNER_FEWEST)
            return true;
    return false;
}

bool machine_counts_seeds(const struct machine *machine) {
    for (size_t i = 0; i < machine->game_end_count; i++)
        if (machine->game_ends[i].winner != WINNER_MOST &&
            machine->game_ends[i].winner != WINNER_FEWEST)
            return false;
    return machine->rules.stores || !properties_childless(machine);
}

/* How holes are marked, and the letters of the marks. */
static void properties_marks(const struct machine *machine, struct family *family) {
    if (!properties_childless(machine)) {
        family->marks_of_players = true;
        memcpy(family->marks, "sn", sizeof family->marks);
    }
    if (machine->match.closes || !properties_all(machine, properties_is_no_close)) {
        family->both_letter = 'x';
        family->both_name = "closed";
    }
}

static bool properties_family_reflects(const struct rules *rules) {
    return properties_reflects(machine_of(rules));
}

static const struct endgame_layout properties_layout = {.irrelevant = {"seeds"}};

void machine_derive(struct machine *machine, struct family *family) {
    properties_at_once(machine);
    properties_marks(machine, family);
    if (machine->match.fill == FILL_NONE)
        family->round_next = NULL;
    machine->rules.majority = properties_by_store(machine);
    machine->rules.repetition_halves = machine->repeat_rest == REST_HALVES;
    family->acyclic = properties_acyclic(machine);
    family->forms = properties_forms(machine);
    family->sides_differ = !properties_sides_same(machine);
    family->asks_stores = properties_by_stores(machine);
    family->fewest_win = machine_low_wins(machine);
    family->reflects = properties_family_reflects;
    family->endgame = properties_is_board(machine) ? &properties_layout : NULL;
}
