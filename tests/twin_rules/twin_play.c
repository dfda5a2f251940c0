/* A move, seed by seed. */
#include "twin_rules/rules_twin.h"

#include <string.h>

enum { STORE = 100 }; /* place of a store: STORE + player */

/* A move on its way. */
struct play {
    const struct twin_rules *rules;
    struct twin_position now, then; /* and as it was before the move */
    int mover;
    int origin;     /* the hole that the move began from */
    int lap_origin; /* and the lap */
    int way;        /* 1 counterclockwise, -1 clockwise */
    int place;      /* of the last seed, or where a table is asked for */
    int before;     /* the seeds there before it fell */
    int hand;
    bool taken_there;        /* seeds have been captured from the opponent's side */
    bool spared[TWIN_HOLES]; /* nothing is taken from these holes */
    int sown, laps, lifted;  /* seeds of the move; its laps; seeds of this lap */
    bool opening;            /* the move is one of the opening */
    bool few;                /* as counted last */
    bool crossed, captured, round, again;
    bool last;       /* the seed is the last one of its lap */
    bool relays;     /* another lap begins, */
    int relay_place; /* from here */
    int first_way;   /* of its first lap */
    bool stranded;   /* a lap found no place for a seed */
};

/* ---- the ring -------------------------------------------------------------------------------- */

static int other(int player) { return 1 - player; }

static int facing_hole(const struct twin_rules *rules, int hole) {
    if (hole >= STORE)
        return TWIN_NO_HOLE;
    return 2 * rules->columns - 1 - hole;
}

int twin_side(const struct twin_rules *rules, int hole) {
    return hole < rules->columns ? TWIN_SOUTH : TWIN_NORTH;
}

static bool is_hole(int place) { return place < STORE; }

/* Whether the player's store gets seeds of a sowing by the mover. */
static bool store_is_sown(const struct twin_rules *rules, int mover, int player) {
    return rules->stores == STORES_BOTH || (rules->stores == STORES_OWN && player == mover);
}

/* The places that follow one another, counterclockwise, from the place given; returns how many. */
static int ring_list(const struct twin_rules *rules, int mover, int place, bool stores,
                     int list[TWIN_HOLES + 2]) {
    int n = rules->columns, count = 0;
    if (rules->ring == RING_ZIGZAG) {
        for (int column = 0; column < n; column++)
            list[count++] = column % 2 == 0 ? column : facing_hole(rules, column);
        for (int column = n - 1; column >= 0; column--)
            list[count++] = column % 2 == 0 ? facing_hole(rules, column) : column;
        return count;
    }
    for (int player = TWIN_SOUTH; player <= TWIN_NORTH; player++) {
        int side = is_hole(place) ? twin_side(rules, place) : place - STORE;
        if (rules->ring == RING_ROWS && side != player)
            continue;
        bool sown = stores && store_is_sown(rules, mover, player);
        if (sown && rules->stores_left)
            list[count++] = STORE + player;
        for (int i = 0; i < n; i++)
            list[count++] = player * n + i;
        if (sown && !rules->stores_left)
            list[count++] = STORE + player;
    }
    return count;
}

static int ring_step(const struct twin_rules *rules, int mover, int place, int way, bool stores) {
    int list[TWIN_HOLES + 2], count = ring_list(rules, mover, place, stores, list), at = 0;
    while (list[at] != place)
        at++;
    return list[(at + way + count) % count];
}

/* ---- conditions ------------------------------------------------------------------------------ */

static bool counts_hold(const struct twin_counts *counts, int seeds) {
    bool hold = (counts->even && seeds > 0 && seeds % 2 == 0) || (counts->odd && seeds % 2 == 1);
    for (int i = 0; i < counts->ranges; i++)
        hold = hold || (seeds >= counts->least[i] && seeds <= counts->most[i]);
    return hold != counts->other;
}

int twin_side_seeds(const struct twin_rules *rules, const struct twin_position *position,
                    int player) {
    int seeds = 0;
    for (int hole = player * rules->columns; hole < (player + 1) * rules->columns; hole++)
        if (position->child[hole] == TWIN_NOBODY && !position->closed[hole])
            seeds += position->seeds[hole];
    return seeds;
}

static int board_seeds(const struct twin_rules *rules, const struct twin_position *position) {
    return twin_side_seeds(rules, position, TWIN_SOUTH) +
           twin_side_seeds(rules, position, TWIN_NORTH);
}

static void few_count(struct play *play) {
    play->few = board_seeds(play->rules, &play->now) <= play->rules->few;
}

/* A player's first child from his left, of his side before the other's, or TWIN_NO_HOLE. */
static int first_child(const struct twin_rules *rules, const struct twin_position *position,
                       int player) {
    for (int i = 0; i < 2 * rules->columns; i++) {
        int hole = (player * rules->columns + i) % (2 * rules->columns);
        if (position->child[hole] == player)
            return hole;
    }
    return TWIN_NO_HOLE;
}

/* The hole so many steps on, against the sowing if `steps` is negative. */
static int hole_on(const struct play *play, int place, int steps) {
    int way = steps > 0 ? play->way : -play->way;
    for (steps = steps > 0 ? steps : -steps; steps > 0; steps--) {
        int from = place;
        do
            place = ring_step(play->rules, play->mover, place, way, !is_hole(place));
        while (place != from && (!is_hole(place) || play->now.closed[place]));
    }
    return place;
}

/* Whether the hole so many steps on holds such a number; from a store there may be none. */
static bool counts_hold_on(const struct play *play, const struct twin_condition *condition,
                           int place, int steps) {
    int hole = hole_on(play, place, steps);
    return is_hole(hole) && counts_hold(&condition->counts, play->now.seeds[hole]);
}

/* Whether a condition that needs a hole holds of it. */
static bool hole_is(const struct play *play, const struct twin_condition *condition, int hole) {
    const struct twin_rules *rules = play->rules;
    const struct twin_position *now = &play->now;
    int side = twin_side(rules, hole), facing = facing_hole(rules, hole);
    int from_left = hole - side * rules->columns + 1;
    switch (condition->word) {
    case WORD_OWN:
        return side == play->mover;
    case WORD_OPPONENT:
        return side != play->mover;
    case WORD_FACING:
        return counts_hold(&condition->counts, now->seeds[facing]);
    case WORD_HOLE:
        return counts_hold(&condition->counts, from_left);
    case WORD_RIGHTMOST:
        return from_left == rules->columns;
    case WORD_EQUAL:
        return now->seeds[hole] == now->seeds[facing];
    case WORD_CHILD:
        return now->child[hole] == play->mover;
    case WORD_OPPONENT_CHILD:
        return now->child[hole] == other(play->mover);
    case WORD_FACING_CHILD:
        return now->child[facing] != TWIN_NOBODY;
    case WORD_SAME_NUMBER_CHILD:
        return now->child[(hole + rules->columns) % (2 * rules->columns)] != TWIN_NOBODY;
    case WORD_UNPLAYED:
        return now->unplayed[hole];
    case WORD_ORIGIN:
        return hole == play->origin;
    default:
        return false;
    }
}

static bool side_is_changed(const struct play *play) {
    for (int hole = 0; hole < 2 * play->rules->columns; hole++)
        if (twin_side(play->rules, hole) != play->mover &&
            play->now.seeds[hole] != play->then.seeds[hole])
            return true;
    return false;
}

/* Whether no hole of either player has been played yet. */
static bool none_is_played(const struct twin_rules *rules, const struct twin_position *position) {
    for (int hole = 0; hole < 2 * rules->columns; hole++)
        if (!position->unplayed[hole])
            return false;
    return true;
}

static bool condition_is(const struct play *play, const struct twin_condition *condition, int place,
                         int before) {
    const struct twin_rules *rules = play->rules;
    const struct twin_position *now = &play->now;
    switch (condition->word) {
    case WORD_ANYWHERE:
        return true;
    case WORD_OWN_STORE:
        return place == STORE + play->mover;
    case WORD_OPPONENT_STORE:
        return place == STORE + other(play->mover);
    case WORD_OPENING:
        return play->opening;
    case WORD_FEW:
        return play->few;
    case WORD_SINGLE:
        return play->lifted == 1;
    case WORD_CHANGED:
        return side_is_changed(play);
    case WORD_BARE:
        return twin_side_seeds(rules, now, play->mover) == 0;
    case WORD_SWEPT:
        return twin_side_seeds(rules, now, other(play->mover)) == 0;
    case WORD_PARENT:
        return first_child(rules, now, play->mover) != TWIN_NO_HOLE;
    case WORD_CROSSED:
        return play->crossed;
    case WORD_FIRST:
        return play->laps <= 1; /* before the move it is to come */
    case WORD_FIRST_MOVE:
        return none_is_played(rules, &play->then);
    case WORD_CAPTURED:
        return play->captured;
    case WORD_ROUND:
        return play->round;
    case WORD_LAST:
        return play->last;
    case WORD_EXTRA:
        return play->then.extra;
    case WORD_CLOCKWISE:
        return play->way < 0;
    case WORD_EMPTY:
        return before == 0;
    case WORD_OCCUPIED:
        return before > 0;
    case WORD_MAKES:
    case WORD_HOLDS:
        return counts_hold(&condition->counts,
                           is_hole(place) ? now->seeds[place] : now->store[place - STORE]);
    case WORD_FREE:
        return !is_hole(place) || now->child[place] == TWIN_NOBODY;
    case WORD_NEXT:
        return counts_hold_on(play, condition, place, 1);
    case WORD_BEYOND:
        return counts_hold_on(play, condition, place, 2);
    case WORD_PREVIOUS:
        return counts_hold_on(play, condition, place, -1);
    case WORD_PREVIOUS_CHILD:
        place = hole_on(play, place, -1);
        return is_hole(place) && now->child[place] != TWIN_NOBODY;
    default:
        return is_hole(place) && hole_is(play, condition, place);
    }
}

static bool conditions_hold(const struct play *play, const struct twin_conditions *conditions,
                            int place, int before) {
    for (int i = 0; i < conditions->count; i++)
        if (condition_is(play, &conditions->list[i], place, before) == conditions->list[i].not )
            return false;
    return true;
}

/* Whether they hold of a hole where no seed has just fallen. */
static bool conditions_hold_at(const struct play *play, const struct twin_conditions *conditions,
                               int hole) {
    return conditions_hold(play, conditions, hole, play->now.seeds[hole]);
}

/* ---- actions --------------------------------------------------------------------------------- */

static int target_place(const struct play *play, enum twin_target target, int hole) {
    switch (target) {
    case TARGET_NEXT:
        return hole_on(play, hole, 1);
    case TARGET_FACING:
        return facing_hole(play->rules, hole);
    case TARGET_FACING_NEXT:
        return facing_hole(play->rules, hole_on(play, hole, 1));
    case TARGET_BEYOND:
        return hole_on(play, hole, 2);
    case TARGET_FACING_BEYOND:
        return facing_hole(play->rules, hole_on(play, hole, 2));
    case TARGET_PREVIOUS:
        return hole_on(play, hole, -1);
    default:
        return hole;
    }
}

enum { HAND = STORE + 2 };

/* The place that seeds from another one go to; TWIN_NO_HOLE if there is none. */
static int to_place(const struct play *play, enum twin_to to, int from) {
    switch (to) {
    case TO_OPPONENT:
        return STORE + other(play->mover);
    case TO_OWNER:
        return is_hole(from) ? STORE + twin_side(play->rules, from) : from;
    case TO_HERE:
        return play->place;
    case TO_CHILD:
        return first_child(play->rules, &play->now, play->mover);
    case TO_HAND:
        return HAND;
    default:
        return STORE + play->mover;
    }
}

static int *seeds_at(struct play *play, int place) {
    if (place == HAND)
        return &play->hand;
    return is_hole(place) ? &play->now.seeds[place] : &play->now.store[place - STORE];
}

/* Whether the seeds of a place are those of the opponent's side. */
static bool on_other_side(const struct play *play, int place) {
    return is_hole(place) && twin_side(play->rules, place) != play->mover &&
           play->now.child[place] == TWIN_NOBODY && !play->now.closed[place];
}

/* Seeds that would come back to where they lie are not taken. */
static void place_take(struct play *play, const struct twin_action *action, int place) {
    int to = to_place(play, action->to, place), *there = seeds_at(play, place), seeds = *there;
    if (action->seeds > 0 && seeds > action->seeds)
        seeds = action->seeds;
    if (seeds == 0 || to == place || to == TWIN_NO_HOLE || (is_hole(place) && play->spared[place]))
        return;
    *there -= seeds;
    *seeds_at(play, to) += seeds;
    play->captured = play->captured || !action->bank;
    play->taken_there = play->taken_there || (!action->bank && on_other_side(play, place));
}

/* What an action does at a hole. */
static void action_at(struct play *play, const struct twin_action *action, int place) {
    if (action->target == TARGET_STORE) {
        if (action->act == ACT_TAKE)
            place_take(play, action, STORE + play->mover);
        return;
    }
    int target = target_place(play, action->target, place);
    if (target == TWIN_NO_HOLE || (!is_hole(target) && action->act != ACT_TAKE))
        return;
    switch (action->act) {
    case ACT_TAKE:
        place_take(play, action, target);
        if (action->target == TARGET_BOTH && is_hole(place))
            place_take(play, action, facing_hole(play->rules, place));
        break;
    case ACT_MARK:
        if (play->now.child[target] == TWIN_NOBODY && !play->now.closed[target])
            play->now.child[target] = play->mover;
        break;
    case ACT_CLOSE:
        play->now.closed[target] = true;
        play->now.child[target] = TWIN_NOBODY;
        break;
    case ACT_RELAY:
        if (play->now.seeds[target] + play->hand > 0) {
            play->relays = true;
            play->relay_place = target;
        }
        break;
    default:
        break;
    }
}

static void action_along(struct play *play, const struct twin_action *action) {
    int holes = 2 * play->rules->columns;
    if (action->along == ALONG_EACH) {
        for (int i = 0; i < holes; i++) { /* the mover's side first, each from its owner's left */
            int hole = (play->mover * play->rules->columns + i) % holes;
            if (conditions_hold_at(play, &action->wherever, hole))
                action_at(play, action, hole);
        }
        return;
    }
    int way = action->along == ALONG_ON     ? 1
              : action->along == ALONG_BACK ? -1
              : play->way > 0               ? -1
                                            : 1;
    int hole = play->place, most = action->most > 0 ? action->most : TWIN_HOLES;
    int step = action->target == TARGET_BEYOND || action->target == TARGET_FACING_BEYOND ? 2 : 1;
    bool passed[TWIN_HOLES] = {false};
    if (is_hole(hole))
        passed[hole] = true;
    for (int i = 0; i < most; i++) {
        hole = hole_on(play, hole, way * step);
        if (!is_hole(hole) || passed[hole] || !conditions_hold_at(play, &action->wherever, hole))
            return;
        passed[hole] = true;
        action_at(play, action, hole);
    }
}

/* Where a seed has fallen, conditions are about holes unless they name a store. */
static bool landing_holds(const struct play *play, const struct twin_conditions *conditions,
                          int place, int before) {
    bool store = false;
    for (int i = 0; i < conditions->count; i++)
        store = store || conditions->list[i].word == WORD_OWN_STORE ||
                conditions->list[i].word == WORD_OPPONENT_STORE;
    return store != is_hole(place) && conditions_hold(play, conditions, place, before);
}

/* The first row of the table whose conditions hold. */
static const struct twin_row *table_find(const struct play *play, const struct twin_table *table,
                                         int place, int before) {
    for (int i = 0; i < table->rows; i++) {
        const struct twin_conditions *when = &table->row[i].when;
        if (table->row[i].passing && play->last)
            continue;
        if (landing_holds(play, when, place, before))
            return &table->row[i];
    }
    return NULL;
}

static bool row_relays(const struct twin_row *row) {
    for (int i = 0; i < row->actions; i++)
        if (row->action[i].act == ACT_RELAY)
            return true;
    return false;
}

static void row_act(struct play *play, const struct twin_row *row, int place, int before) {
    play->place = place;
    play->before = before;
    for (int i = 0; i < row->actions; i++) {
        const struct twin_action *action = &row->action[i];
        if (action->act == ACT_AGAIN)
            play->again = true;
        else if (action->act == ACT_TURN)
            play->way = -play->way;
        else if (action->along != ALONG_NOT)
            action_along(play, action);
        else
            action_at(play, action, place);
    }
}

/* Carries out the first row of the table whose conditions hold. */
static void table_ask(struct play *play, const struct twin_table *table, int place, int before) {
    const struct twin_row *row = table_find(play, table, place, before);
    if (row != NULL)
        row_act(play, row, place, before);
}

/* After a move every row whose conditions hold acts, whatever the place. */
static void after_ask(struct play *play) {
    int place = play->place;
    for (int i = 0; i < play->rules->after.rows; i++) {
        int before = *seeds_at(play, place); /* the hole as it is */
        few_count(play);
        if (conditions_hold(play, &play->rules->after.row[i].when, place, before))
            row_act(play, &play->rules->after.row[i], place, before);
    }
}

/* ---- sowing ---------------------------------------------------------------------------------- */

/* Whether a seed may fall there. */
static bool place_gets_seed(struct play *play, int place) {
    play->last = play->hand == 1;
    const struct twin_rules *rules = play->rules;
    if (!is_hole(place))
        return true;
    if ((rules->skip == SKIP_LAP && place == play->lap_origin) ||
        (rules->skip == SKIP_MOVE && place == play->origin))
        return false;
    if (play->now.closed[place] && !(rules->closed_loses && twin_side(rules, place) != play->mover))
        return false;
    for (int i = 0; i < rules->jumps; i++)
        if (conditions_hold_at(play, &rules->jump[i], place))
            return false;
    return true;
}

static void seed_drop(struct play *play, int place) {
    struct twin_position *now = &play->now;
    play->sown++;
    play->hand--;
    play->place = place;
    play->last = play->hand == 0;
    if (!is_hole(place)) {
        play->before = now->store[place - STORE]++;
        return;
    }
    play->crossed = play->crossed || twin_side(play->rules, place) != play->mover;
    if (now->closed[place])
        now->store[play->mover]++; /* out of play */
    else
        now->seeds[place]++;
    play->before = now->seeds[place] - 1;
}

/* Lifts the seeds of a hole, with what is in the hand already. */
static void lap_lift(struct play *play, int hole) {
    int *seeds = &play->now.seeds[hole], left = 0;
    if (play->rules->leave > 0 && *seeds > play->rules->leave)
        left = play->rules->leave;
    if (play->hand == 0) { /* captured seeds are sown on alone */
        play->hand = *seeds - left;
        *seeds = left;
    }
    play->lap_origin = hole;
    few_count(play);
    play->lifted = play->hand;
    play->round = false;
    play->relays = false;
}

/* The seeds for which no place is left go back, and the move ends. */
static void lap_strand(struct play *play) {
    play->place = play->lap_origin;
    play->now.seeds[play->place] += play->hand;
    play->before = play->now.seeds[play->place] - 1;
    play->hand = 0;
    play->stranded = true;
}

static void lap_sow(struct play *play, int hole) {
    play->laps++;
    if (play->hand == 0) {
        play->last = false;
        few_count(play);
        table_ask(play, &play->rules->before, hole, play->now.seeds[hole]);
    }
    lap_lift(play, hole);
    play->sown += play->hand == 0; /* so that every move ends */
    play->now.unplayed[play->origin] = false;
    play->place = hole;
    play->before = play->now.seeds[hole] - 1;
    int place = hole;
    while (play->hand > 0 && !play->stranded) {
        int passed = 0;
        do {
            place = ring_step(play->rules, play->mover, place, play->way, true);
            play->round = play->round || place == play->lap_origin;
        } while (!place_gets_seed(play, place) && passed++ <= 2 * TWIN_HOLES);
        if (passed > 2 * TWIN_HOLES) {
            lap_strand(play);
            break;
        }
        seed_drop(play, place);
        int before = play->before;
        table_ask(play, &play->rules->drop, place, before);
        play->place = place;
        play->before = is_hole(place) ? play->now.seeds[place] - 1 : before;
    }
    play->last = true;
}

/* ---- the whole move -------------------------------------------------------------------------- */

/* Whether another lap follows. */
static bool lap_follows(const struct play *play) {
    return play->relays && play->now.seeds[play->relay_place] + play->hand > 0;
}

/* The filled hole of the opponent's side that is nearest to one end, as the mover sees it. */
static int slam_left(const struct play *play, bool right) {
    int n = play->rules->columns;
    for (int i = 0; i < n; i++) {
        int hole = other(play->mover) * n + (right ? i : n - 1 - i);
        if (on_other_side(play, hole) && play->now.seeds[hole] > 0)
            return hole;
    }
    return TWIN_NO_HOLE;
}

/* Does again what a lap's end says, but spares all holes, or those of the opponent's side. */
static void slam_spare(struct play *play, const struct twin_row *row, bool all) {
    for (int hole = 0; hole < 2 * play->rules->columns; hole++)
        play->spared[hole] = all || on_other_side(play, hole);
    row_act(play, row, play->place, play->before);
    memset(play->spared, 0, sizeof play->spared);
}

/* A row that takes all seeds of the opponent's side, as the rules say; `before`: without it. */
static void slam_act(struct play *play, const struct play *before, const struct twin_row *row) {
    const struct twin_rules *rules = play->rules;
    int victim = other(play->mover), *seeds = play->now.seeds;
    switch (rules->slam) {
    case SLAM_TAKES_NOTHING:
        *play = *before;
        slam_spare(play, row, true);
        break;
    case SLAM_LEAVES_LEFT:
    case SLAM_LEAVES_RIGHT:
        *play = *before;
        int left = slam_left(play, rules->slam == SLAM_LEAVES_RIGHT);
        struct twin_action all = {.act = ACT_TAKE};
        for (int hole = 0; hole < 2 * rules->columns; hole++)
            if (on_other_side(play, hole) && hole != left)
                place_take(play, &all, hole);
        slam_spare(play, row, false);
        break;
    case SLAM_GIVES:
        for (int hole = 0; hole < 2 * rules->columns; hole++)
            if (twin_side(rules, hole) == play->mover && play->now.child[hole] == TWIN_NOBODY &&
                !play->now.closed[hole]) {
                play->now.store[victim] += seeds[hole];
                seeds[hole] = 0;
            }
        break;
    case SLAM_AGAIN:
        play->again = true;
        break;
    default:
        break;
    }
}

/* Whether the opponent's side has been left empty by a capture from it. */
static bool slams(const struct play *play) {
    return play->taken_there && twin_side_seeds(play->rules, &play->now, other(play->mover)) == 0;
}

/* What a lap's end comes to. */
static void lap_end(struct play *play, const struct twin_row *row) {
    struct play before = *play;
    play->taken_there = false;
    row_act(play, row, play->place, play->before);
    if (!lap_follows(play) && slams(play))
        slam_act(play, &before, row);
    play->taken_there = play->taken_there || before.taken_there;
}

static void endless_heed(struct play *play) {
    if (play->rules->endless == ENDLESS_VOID)
        play->now.over = TWIN_DRAW;
    if (play->rules->endless == ENDLESS_LOSES)
        play->now.over = play->mover == TWIN_SOUTH ? TWIN_NORTH_WINS : TWIN_SOUTH_WINS;
}

/* Sows lap after lap; false if that never ends. */
static bool laps_sow(struct play *play) {
    const struct twin_rules *rules = play->rules;
    play->relay_place = play->origin;
    for (;;) {
        lap_sow(play, play->relay_place);
        if (play->stranded)
            return true;
        const struct twin_row *row = table_find(play, &rules->end, play->place, play->before);
        if (row != NULL && row_relays(row) &&
            (play->sown > rules->limit || (rules->laps > 0 && play->laps >= rules->laps)))
            return false;
        if (row != NULL)
            lap_end(play, row);
        if (!lap_follows(play))
            return true;
    }
}

static void play_begin(struct play *play, const struct twin_rules *rules,
                       const struct twin_position *position, const struct twin_move *move) {
    memset(play, 0, sizeof *play);
    play->rules = rules;
    play->then = play->now = *position;
    play->mover = position->turn;
    play->origin = move->hole;
    play->way = play->first_way = move->way;
    /* The first two turns of `swap` are no opening: that is a statement of its own. */
    play->opening = position->opening > 0 && !rules->swap;
    few_count(play);
}

static int way_of(const struct twin_rules *rules, const struct twin_position *position, int player,
                  int hole);

/* Whether a seed that has been moved that way from a hole comes to the other one. */
static bool leads_to(const struct twin_rules *rules, int player, int from, int way, int to) {
    return ring_step(rules, player, from, way, true) == to;
}

/* A single seed that the opponent could move straight back. */
static void undo_note(struct play *play) {
    struct twin_position *now = &play->now;
    int victim = other(play->mover), hole = play->place;
    if (!play->rules->asks_undo || now->turn == play->mover || play->laps != 1 ||
        play->lifted != 1 || play->captured || !is_hole(hole) || now->seeds[hole] != 1 ||
        (twin_side(play->rules, hole) != victim && !play->rules->any_hole))
        return;
    int said = way_of(play->rules, now, victim, hole);
    for (int way = 1; way >= -1 && now->undo == TWIN_NO_HOLE; way -= 2)
        if ((said == 0 || said == way) && leads_to(play->rules, victim, hole, way, play->origin)) {
            now->undo = hole;
            now->undo_way = said != 0 ? 0 : way;
        }
}

/* Whether a move takes the seed back that has just been moved. */
static bool is_undo(const struct twin_rules *rules, const struct twin_position *position,
                    const struct twin_move *move) {
    int way = position->undo_way, player = position->turn;
    if (position->undo != move->hole)
        return false;
    return way == 0 || way == move->way || /* or there is but one other hole */
           ring_step(rules, player, move->hole, way, true) ==
               ring_step(rules, player, move->hole, -way, true);
}

/* The first move of the game chooses the ways of both players. */
static void ways_choose(struct play *play) {
    struct twin_position *now = &play->now;
    if (play->rules->way != WAY_FIRST_CHOSEN || now->way[0] != 0)
        return;
    now->way[play->mover] = play->first_way;
    now->way[other(play->mover)] = -play->first_way;
}

static void play_whole(struct play *play) {
    if (!laps_sow(play))
        endless_heed(play);
    after_ask(play);
    play->now.undo = TWIN_NO_HOLE;
    play->now.undo_way = 0;
    play->now.extra = play->again;
    if (!play->again || twin_is_over_for_both(play->rules, &play->now)) {
        play->now.extra = false;
        play->now.turn = other(play->mover);
        if (play->now.opening > 0)
            play->now.opening--;
    }
    ways_choose(play);
    undo_note(play);
}

/* The turn goes to the opponent without a hole having been played. */
static void turn_leave(struct twin_position *position) {
    position->turn = other(position->turn);
    position->extra = false;
    position->undo = TWIN_NO_HOLE;
    position->undo_way = 0;
    if (position->opening > 0)
        position->opening--;
}

/* Each player gets the holes and the store of the other, as if the board were turned round. */
static void sides_swap(const struct twin_rules *rules, const struct twin_position *position,
                       struct twin_position *next) {
    int holes = 2 * rules->columns;
    *next = *position;
    for (int hole = 0; hole < holes; hole++) {
        int from = (hole + rules->columns) % holes;
        next->seeds[hole] = position->seeds[from];
        next->closed[hole] = position->closed[from];
        next->unplayed[hole] = position->unplayed[from];
    }
    next->store[TWIN_SOUTH] = position->store[TWIN_NORTH];
    next->store[TWIN_NORTH] = position->store[TWIN_SOUTH];
}

void twin_play(const struct twin_rules *rules, const struct twin_position *position,
               const struct twin_move *move, struct twin_position *next) {
    struct play play;
    if (move->pass || move->swap) {
        *next = *position;
        if (move->swap)
            sides_swap(rules, position, next);
        turn_leave(next);
        return;
    }
    play_begin(&play, rules, position, move);
    play_whole(&play);
    *next = play.now;
}

/* ---- legal moves ----------------------------------------------------------------------------- */

/* The column of a hole as South sees it. */
static int column_of(const struct twin_rules *rules, int hole) {
    return hole < rules->columns ? hole : facing_hole(rules, hole);
}

/* The way to the middle of the side, or from it; 0 from the middle itself. */
static int way_inward(const struct twin_rules *rules, int player, int hole, bool inward) {
    int column = column_of(rules, hole), last = rules->columns - 1;
    if (2 * column == last)
        return 0;
    bool rises = (2 * column < last);
    int previous = ring_step(rules, player, hole, -1, false);
    int way = 1;
    /* The way on which the column comes nearer to the middle. */
    if (rules->ring == RING_BOARD || rules->ring == RING_ROWS)
        way = rises == (twin_side(rules, hole) == TWIN_SOUTH) ? 1 : -1;
    else if (rises ? column_of(rules, previous) > column : column_of(rules, previous) < column)
        way = -1;
    return inward ? way : -way;
}

/* The direction of a move from a hole: 0 if the player chooses. */
static int way_of(const struct twin_rules *rules, const struct twin_position *position, int player,
                  int hole) {
    int from_left = hole - twin_side(rules, hole) * rules->columns, way = 0;
    enum twin_way said = rules->way;
    if (position->opening > 0 && rules->opening_has_way)
        return rules->opening_way == WAY_COUNTERCLOCKWISE ? 1 : -1;
    if (rules->either_at[from_left])
        return 0;
    switch (said) {
    case WAY_COUNTERCLOCKWISE:
        way = 1;
        break;
    case WAY_CLOCKWISE:
        way = -1;
        break;
    case WAY_INWARD:
    case WAY_OUTWARD:
        way = way_inward(rules, player, hole, said == WAY_INWARD);
        break;
    case WAY_EITHER:
        return 0;
    case WAY_OPPOSITE:
        way = player == TWIN_SOUTH ? 1 : -1;
        break;
    case WAY_FIRST_CHOSEN:
        return position->way[player];
    }
    if (rules->if_odd && position->seeds[hole] % 2 == 0)
        way = -way;
    return way;
}

static bool hole_is_playable(const struct twin_rules *rules, const struct twin_position *position,
                             int player, int hole) {
    return (rules->any_hole || twin_side(rules, hole) == player) &&
           position->seeds[hole] >= rules->least && position->seeds[hole] > 0 &&
           !position->closed[hole] && position->child[hole] == TWIN_NOBODY;
}

/* The moves from all holes, or from those that are still to be played once. */
static int moves_from(const struct twin_rules *rules, const struct twin_position *position,
                      int player, bool unplayed, struct twin_move list[TWIN_MOVES]) {
    int count = 0;
    for (int hole = 0; hole < 2 * rules->columns; hole++) {
        if (!hole_is_playable(rules, position, player, hole) ||
            (unplayed && !position->unplayed[hole]))
            continue;
        int way = way_of(rules, position, player, hole);
        if (way != 0)
            list[count++] = (struct twin_move){.hole = hole, .way = way};
        for (int chosen = -1; way == 0 && chosen <= 1; chosen += 2)
            list[count++] = (struct twin_move){.hole = hole, .way = chosen, .chosen = true};
    }
    return count;
}

int twin_free_moves(const struct twin_rules *rules, const struct twin_position *position,
                    int player, struct twin_move list[TWIN_MOVES]) {
    int count =
        rules->unplayed && !rules->any_order ? moves_from(rules, position, player, true, list) : 0;
    return count > 0 ? count : moves_from(rules, position, player, false, list);
}

/* ---- duties ---------------------------------------------------------------------------------- */

/* How many holes of a list of moves lie further right than a hole, as the player sees them. */
static int holes_right(const struct twin_rules *rules, int player, int hole,
                       const struct twin_move *list, int count) {
    int right = 0, sign = player == TWIN_SOUTH ? 1 : -1;
    for (int i = 0; i < count; i++)
        if (i == 0 || list[i].hole != list[i - 1].hole)
            right += sign * column_of(rules, list[i].hole) > sign * column_of(rules, hole);
    return right;
}

static bool move_fulfils(const struct twin_rules *rules, const struct twin_position *position,
                         const struct twin_duty *duty, const struct twin_move *move,
                         const struct twin_move *list, int count) {
    struct play play, start;
    play_begin(&start, rules, position, move);
    if (duty->from.count > 0 && !conditions_hold_at(&start, &duty->from, move->hole))
        return true;
    play = start;
    play_whole(&play);
    struct play landing = start;
    landing.relay_place = start.origin;
    lap_sow(&landing, landing.origin);
    switch (duty->kind) {
    case DUTY_FEED:
        return twin_side_seeds(rules, &play.now, other(play.mover)) > 0;
    case DUTY_REACH:
        return play.crossed;
    case DUTY_CAPTURE:
        return play.captured;
    case DUTY_NOT_SLAM:
        return !slams(&play);
    case DUTY_START:
        return conditions_hold_at(&start, &duty->where, move->hole);
    case DUTY_NOT_START:
        return !conditions_hold_at(&start, &duty->where, move->hole);
    case DUTY_LAND:
        return landing_holds(&landing, &duty->where, landing.place, landing.before);
    case DUTY_NOT_LAND:
        return !landing_holds(&landing, &duty->where, landing.place, landing.before);
    case DUTY_RIGHTMOST:
        return holes_right(rules, position->turn, move->hole, list, count) < duty->number;
    case DUTY_NOT_UNDO:
        return !is_undo(rules, position, move);
    }
    return true;
}

int twin_due_moves(const struct twin_rules *rules, const struct twin_position *position,
                   struct twin_move list[TWIN_MOVES], bool *unfed) {
    int count = twin_free_moves(rules, position, position->turn, list);
    for (int i = 0; i < rules->duties; i++) {
        const struct twin_duty *duty = &rules->duty[i];
        struct twin_move kept[TWIN_MOVES];
        int left = 0;
        if (duty->empty && twin_side_seeds(rules, position, other(position->turn)) > 0)
            continue;
        for (int j = 0; j < count; j++)
            if (move_fulfils(rules, position, duty, &list[j], list, count))
                kept[left++] = list[j];
        if (left == 0 && duty->possible)
            continue;
        memcpy(list, kept, sizeof kept);
        count = left;
    }
    *unfed = count == 0 && twin_side_seeds(rules, position, position->turn) > 0 &&
             twin_side_seeds(rules, position, other(position->turn)) == 0;
    return count;
}
