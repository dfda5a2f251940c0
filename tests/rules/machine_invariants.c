#include "rules/machine_invariants.h"

#include "games/game.h"
#include "machine/machine_properties.h"

#include <stddef.h>
#include <string.h>

enum {
    FACTS = 0
#define FACT(name, cost, breaks) +1
#include "machine/facts.def"
};

/* A machine, and what is asked of it again and again. */
struct view {
    const struct machine *machine;
    unsigned holes, columns, clauses;
    uint32_t board; /* all holes */
};

static bool is_zero(const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    while (size > 0 && byte[size - 1] == 0)
        size--;
    return size == 0;
}

/* ---- conditions ------------------------------------------------------------------------------ */

static bool condition_is_unpadded(const struct condition *condition) {
    struct condition copy;
    memset(&copy, 0, sizeof copy);
    memcpy(copy.seeds, condition->seeds, sizeof copy.seeds);
    copy.facts = condition->facts;
    copy.facts_false = condition->facts_false;
    copy.columns = condition->columns;
    copy.place = condition->place;
    return memcmp(&copy, condition, sizeof copy) == 0;
}

/* A condition that can hold, of facts and places that there are. */
static bool condition_holds(const struct view *view, const struct condition *condition) {
    uint32_t facts = condition->facts | condition->facts_false;
    bool good = (condition->facts & condition->facts_false) == 0 && facts >> FACTS == 0 &&
                condition->columns >> view->columns == 0 && condition->place != 0 &&
                (condition->place & ~PLACE_ANY) == 0 && (facts & ~view->machine->used_facts) == 0 &&
                condition_is_unpadded(condition);
    for (unsigned hole = 0; hole < MACHINE_AROUND; hole++)
        good &= condition->seeds[hole] != 0;
    return good;
}

/* One that is asked or not: then it is not filled in. */
static bool condition_holds_if(const struct view *view, bool asked,
                               const struct condition *condition) {
    return asked ? condition_holds(view, condition) : is_zero(condition, sizeof *condition);
}

static bool jumps_hold(const struct view *view) {
    const struct machine *machine = view->machine;
    unsigned count = machine->jump_count;
    bool good = count <= MACHINE_JUMPS && (!machine->ring || count == 0);
    for (unsigned i = 0; good && i < MACHINE_JUMPS; i++)
        good = condition_holds_if(view, i < count, &machine->jumps[i]);
    return good;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool action_is_unpadded(const struct action *action) {
    struct action copy;
    memset(&copy, 0, sizeof copy);
    copy.verb = action->verb;
    copy.target = action->target;
    copy.to = action->to;
    copy.along = action->along;
    copy.most = action->most;
    copy.count = action->count;
    copy.clause = action->clause;
    memcpy(&copy.hold, &action->hold, sizeof copy.hold);
    return memcmp(&copy, action, sizeof copy) == 0;
}

static bool row_is_unpadded(const struct row *row) {
    struct row copy;
    memset(&copy, 0, sizeof copy);
    memcpy(&copy.condition, &row->condition, sizeof copy.condition);
    copy.goes_on = row->goes_on;
    memcpy(copy.action, row->action, sizeof copy.action);
    return memcmp(&copy, row, sizeof copy) == 0;
}

static bool action_holds(const struct view *view, const struct action *action) {
    bool takes = action->verb == DO_CAPTURE || action->verb == DO_BANK;
    bool keeps = action->to == TO_HAND || action->to == TO_HERE || action->to == TO_CHILD;
    return action->verb <= DO_CLOSE && action->target <= TARGET_STORE && action->to <= TO_CHILD &&
           action->along <= ALONG_ALL && action->most < KW_HOLES &&
           action->count < MACHINE_COUNTED && action->clause < view->clauses &&
           (takes || (action->to == 0 && action->count == 0)) &&
           (action->along != ALONG_NONE || action->most == 0) &&
           condition_holds_if(view, action->along != ALONG_NONE, &action->hold) &&
           (!takes || view->machine->rules.stores || keeps) && action_is_unpadded(action);
}

/* Seeds are taken to the hand only at the end of a lap, and are sown on. */
static bool row_holds(const struct view *view, const struct row *row, enum machine_table table) {
    bool of_lap = table == TABLE_LAP_ENDS, dropped = of_lap || table == TABLE_PASSING;
    bool good = condition_holds(view, &row->condition), hand = false, relays = false;
    unsigned count = 0;
    good &= !dropped || row->condition.seeds[HOLE_HERE] != 1;
    for (; good && count < MACHINE_ACTIONS && row->action[count].verb != DO_NOTHING; count++) {
        const struct action *action = &row->action[count];
        bool takes = action->verb == DO_CAPTURE || action->verb == DO_BANK;
        good &= action_holds(view, action);
        relays |= action->verb == DO_RELAY;
        hand = action->verb != DO_RELAY && (hand || (takes && action->to == TO_HAND));
        good &= of_lap || (!hand && !relays);
    }
    return good && count > 0 && !hand && row->goes_on == relays && row_is_unpadded(row) &&
           is_zero(row->action + count, (MACHINE_ACTIONS - count) * sizeof *row->action);
}

static bool rows_hold(const struct view *view) {
    static const unsigned room[MACHINE_TABLES] = {[TABLE_LAP_ENDS] = MACHINE_LAP_ENDS,
                                                  [TABLE_PASSING] = MACHINE_PASSING,
                                                  [TABLE_LIFT] = MACHINE_LIFT_ROWS,
                                                  [TABLE_MOVE_ENDS] = MACHINE_MOVE_ENDS};
    bool good = true, relays = false;
    for (unsigned i = 0; good && i < MACHINE_TABLES; i++) {
        struct row_table table = machine_table(view->machine, i);
        good = table.count <= room[i] &&
               is_zero(table.rows + table.count, (room[i] - table.count) * sizeof *table.rows);
        for (unsigned row = 0; good && row < table.count; row++) {
            good = row_holds(view, &table.rows[row], i);
            relays |= table.rows[row].goes_on;
        }
    }
    return good && relays == (view->machine->rules.limit > 0);
}

/* ---- duties and ends ------------------------------------------------------------------------- */

static bool duty_is_unpadded(const struct duty *duty) {
    struct duty copy;
    memset(&copy, 0, sizeof copy);
    copy.kind = duty->kind;
    copy.when_empty = duty->when_empty;
    copy.if_possible = duty->if_possible;
    copy.scoped = duty->scoped;
    copy.negated = duty->negated;
    copy.count = duty->count;
    copy.clause = duty->clause;
    memcpy(&copy.scope, &duty->scope, sizeof copy.scope);
    memcpy(&copy.hold, &duty->hold, sizeof copy.hold);
    return memcmp(&copy, duty, sizeof copy) == 0;
}

static bool duty_holds(const struct view *view, const struct duty *duty) {
    bool of_hole = duty->kind == DUTY_START || duty->kind == DUTY_LAND;
    bool counts = duty->kind == DUTY_RIGHTMOST;
    return duty->kind <= DUTY_NO_UNDO && duty->clause < view->clauses &&
           (of_hole || !duty->negated) && counts == (duty->count > 0) &&
           duty->count <= KW_HOLES / 2 && (duty->kind != DUTY_NO_UNDO || view->machine->no_undo) &&
           (duty->kind != DUTY_UNPLAYED || view->machine->unplayed) &&
           (duty->kind != DUTY_LAND || duty->hold.seeds[HOLE_HERE] != 1) &&
           condition_holds_if(view, duty->scoped, &duty->scope) &&
           condition_holds_if(view, of_hole, &duty->hold) && duty_is_unpadded(duty);
}

static bool duties_hold(const struct view *view) {
    const struct machine *machine = view->machine;
    unsigned count = machine->duty_count;
    bool good = count <= MACHINE_DUTIES &&
                is_zero(machine->duties + count, (MACHINE_DUTIES - count) * sizeof(struct duty));
    for (unsigned i = 0; good && i < count; i++)
        good = duty_holds(view, &machine->duties[i]);
    return good;
}

static bool game_ends_hold(const struct view *view) {
    const struct machine *machine = view->machine;
    unsigned count = machine->game_end_count;
    bool good =
        count <= MACHINE_GAME_ENDS &&
        is_zero(machine->game_ends + count, (MACHINE_GAME_ENDS - count) * sizeof(struct game_end));
    for (unsigned i = 0; good && i < count; i++) {
        const struct game_end *end = &machine->game_ends[i];
        bool counts = end->kind == GAME_END_STORE || end->kind == GAME_END_LEFT;
        good = end->kind <= GAME_END_UNFED && end->rest <= REST_HALVES_LESS &&
               end->winner <= WINNER_NOBODY && end->clause < view->clauses &&
               (counts || end->count == 0);
    }
    return good && machine->repeat_rest <= REST_HALVES_LESS;
}

static bool match_holds(const struct view *view) {
    const struct match_rules *match = &view->machine->match;
    return match->fill <= FILL_EVEN && match->begins <= BEGINS_LAST &&
           match->clause < view->clauses &&
           (match->fill != FILL_NONE || is_zero(match, sizeof *match));
}

/* ---- the board ------------------------------------------------------------------------------- */

static bool seeds_hold(const struct view *view) {
    const struct machine *machine = view->machine;
    unsigned seeds = machine->start_store[0] + machine->start_store[1];
    for (unsigned hole = 0; hole < view->holes; hole++)
        seeds += machine->start[hole];
    return seeds == machine->rules.seeds &&
           is_zero(machine->start + view->holes, KW_HOLES - view->holes);
}

static bool sides_hold(const struct view *view) {
    const struct machine *machine = view->machine;
    bool good = (machine->side[0] & machine->side[1]) == 0 &&
                (machine->side[0] | machine->side[1]) == view->board &&
                (machine->rightmost & ~view->board) == 0;
    for (unsigned player = 0; player < 2; player++)
        good &= machine->playable[player] == machine->side[player] ||
                machine->playable[player] == view->board;
    for (unsigned hole = 0; hole < KW_HOLES; hole++) {
        unsigned facing = machine->facing[hole];
        good &= hole >= view->holes ? facing == MACHINE_NO_PLACE
                                    : facing < view->holes && machine->facing[facing] == hole;
    }
    return good;
}

/* Whether a player's ring can pass a place: a hole, or a store that is sown. */
static bool place_is_sown(const struct view *view, unsigned player, unsigned place) {
    return place < view->holes || (place >= KW_HOLES && view->machine->both_stores) ||
           (place == KW_STORE_SOUTH + player && view->machine->own_store);
}

/* Whether the two directions of each player's ring undo each other, which passes every hole. */
static bool rings_hold(const struct view *view) {
    bool good = true;
    for (unsigned i = 0; i < 4 * MACHINE_PLACES; i++) {
        unsigned place = i / 4, player = i / 2 % 2, reverse = i % 2;
        const uint8_t(*after)[MACHINE_PLACES] = view->machine->after[player];
        unsigned next = after[reverse][place];
        good &= next == MACHINE_NO_PLACE
                    ? place >= view->holes && after[!reverse][place] == MACHINE_NO_PLACE
                    : place_is_sown(view, player, place) && next < MACHINE_PLACES &&
                          after[!reverse][next] == place;
    }
    return good;
}

static bool ways_hold(const struct view *view) {
    const struct machine *machine = view->machine;
    bool good = machine->ways_by <= WAYS_BY_FIRST && machine->opening <= MEMORY_OPENING &&
                machine->opening_ways <= 3 && machine->skip <= SKIP_MOVE &&
                machine->slam <= SLAM_AGAIN && machine->closed <= CLOSED_LOSES;
    for (unsigned player = 0; player < 2; player++)
        for (unsigned hole = 0; hole < KW_HOLES; hole++) {
            unsigned ways = machine->ways[player][hole];
            good &= hole < view->holes ? ways >= 1 && ways <= 3 : ways == 0;
        }
    return good;
}

/* A hole bears marks of one sort, and a child lies on its owner's side. */
static bool marks_hold(const struct view *view) {
    const struct machine *machine = view->machine;
    bool good = !machine->unplayed || (machine->children[0] == 0 && !machine->match.closes);
    for (unsigned player = 0; player < 2; player++)
        good &= (machine->children[player] & ~machine->side[player]) == 0;
    return good && machine->owned == (machine->unplayed ? 0 : UINT32_MAX);
}

/* ---- the rest -------------------------------------------------------------------------------- */

static bool clauses_hold(const struct view *view) {
    const struct machine *machine = view->machine;
    bool good = true;
    for (unsigned i = 0; i < CITES; i++)
        good &= machine->cite[i] < view->clauses;
    for (unsigned i = 0; i < REFUSALS; i++)
        good &= machine->refusal_clause[i] < view->clauses ||
                machine->refusal_clause[i] == CITE_NOTHING;
    return good;
}

/* Where each field of a machine lies; one that is left out here is taken for padding. */
#define PLACE(name)                                                                                \
    { offsetof(struct machine, name), sizeof((struct machine *)0)->name }
static const struct {
    size_t at, size;
} fields[] = {
    PLACE(rules),          PLACE(fast),        PLACE(trait),         PLACE(side),
    PLACE(playable),       PLACE(after),       PLACE(facing),        PLACE(start),
    PLACE(children),       PLACE(start_store), PLACE(ring),          PLACE(at_once),
    PLACE(relays_at_once), PLACE(relays),      PLACE(ways),          PLACE(least),
    PLACE(leave),          PLACE(skip),        PLACE(own_store),     PLACE(both_stores),
    PLACE(stores_left),    PLACE(slam),        PLACE(ways_by),       PLACE(closed),
    PLACE(laps),           PLACE(opening),     PLACE(opening_ways),  PLACE(few),
    PLACE(extras),         PLACE(firsts),      PLACE(no_undo),       PLACE(rightmost),
    PLACE(used_facts),     PLACE(jumps),       PLACE(jump_count),    PLACE(unplayed),
    PLACE(owned),          PLACE(lap_ends),    PLACE(lap_end_count), PLACE(lift_rows),
    PLACE(lift_row_count), PLACE(passing),     PLACE(passing_count), PLACE(move_ends),
    PLACE(move_end_count), PLACE(duties),      PLACE(duty_count),    PLACE(game_ends),
    PLACE(game_end_count), PLACE(repeat_rest), PLACE(match),         PLACE(chosen_ways),
    PLACE(passes),         PLACE(noun),        PLACE(refusal),       PLACE(refusal_clause),
    PLACE(clauses),        PLACE(cite),        PLACE(option),        PLACE(child),
    PLACE(barred),         PLACE(obliged),     PLACE(swap)};

/* Padding is zero, since fast plays compare bytes: what is copied by its fields has the same. */
static bool padding_holds(const struct view *view) {
    static struct machine copy;
    memset(&copy, 0, sizeof copy);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        memcpy((char *)&copy + fields[i].at, (const char *)view->machine + fields[i].at,
               fields[i].size);
    return memcmp(&copy, view->machine, sizeof copy) == 0;
}

static bool facts_hold(const struct view *view) {
    const struct machine *machine = view->machine;
    return machine->used_facts == machine_used_facts(machine);
}

const char *machine_fault(const struct kw_game *game) {
    static const struct {
        bool (*holds)(const struct view *view);
        const char *fault;
    } invariants[] = {
        {seeds_hold, "the seeds of the start are not those of the game"},
        {sides_hold, "the sides, or which holes face each other"},
        {rings_hold, "the two directions of a ring do not undo each other"},
        {ways_hold, "directions of holes, or how they are chosen"},
        {facts_hold, "the facts that are asked are not those of the conditions"},
        {rows_hold, "a row, the room behind the rows, or a limit without a relay"},
        {jumps_hold, "a jump, or the room behind the jumps"},
        {duties_hold, "a duty, or the room behind the duties"},
        {game_ends_hold, "an end of the game, or the room behind the ends"},
        {match_holds, "the rounds of a match"},
        {marks_hold, "marks of two sorts, or of holes of the other side"},
        {clauses_hold, "a clause that there is not"},
        {padding_holds, "padding is not zero"},
    };
    struct view view = {.machine = machine_of(game->rules),
                        .columns = game->rules->columns,
                        .holes = 2u * game->rules->columns,
                        .clauses = (unsigned)game->family->clause_count};
    view.board = (uint32_t)((UINT64_C(1) << view.holes) - 1);
    if (view.machine->trait != NULL)
        return NULL;
    for (size_t i = 0; i < sizeof invariants / sizeof *invariants; i++)
        if (!invariants[i].holds(&view))
            return invariants[i].fault;
    return NULL;
}
