/*
 * The slow twin of the Bao family: Hus, the ladder, Bao la Kujifunza, Katra Fandatsaka, Katra
 * Sakalava and Bao la Kiswahili.
 */
#include "twin/twin.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOUTH, NORTH };
enum { FRONT, BACK };
enum { MOST_HOLES = 8, HOUSE = 4 }; /* holes are numbered from 0 here: the house is front 5 */
enum { NOWHERE = -1 };

enum direction { CLOCKWISE, COUNTERCLOCKWISE };
enum outcome { GOES_ON, SOUTH_WON, NORTH_WON, DRAWN };
enum endless_result { ENDLESS_STOP, ENDLESS_VOID, ENDLESS_LOSES };

struct rules {
    const char *id;
    int step; /* of the ladder: what holds from a step on is asked for by its number */
    bool split_house;
    bool joined_house;        /* rova=joined: the seeds of both halves go together */
    bool sixteen_may_capture; /* sixteen=capture */
    int width;
    long endless_limit;
    enum endless_result endless_result;
    bool suicide_legal;
    bool tax_judged_after;
    bool block_singleton;
    bool single_house_valid; /* single_house=valid */
    bool block_house_passes; /* block_from_house=passes */
};

struct position {
    int hole[2][2][MOST_HOLES]; /* player, row, hole from the player's own left */
    bool house[2];              /* standing: not destroyed */
    int reserve[2];
    int turn;
    int blocked; /* front hole of the player to move, or NOWHERE */
    int must;    /* front hole of the opponent, or NOWHERE */
    enum outcome over;
    int hand;
};

struct place {
    int row;
    int hole;
};

struct move {
    struct place from;
    bool right; /* the sign is `>` */
    bool plays_on;
};

/* ---- rules and options ---- */

static const char *const family_ids[] = {"hus",   "bao1",  "bao2",       "bao3",      "bao4",
                                         "bao5",  "bao6",  "bao7",       "bao8",      "kujifunza",
                                         "bao10", "bao11", "fandatsaka", "bao12",     "sakalava",
                                         "bao13", "bao14", "bao15",      "kiswahili", NULL};

static int step_of(const char *id) {
    if (strcmp(id, "hus") == 0)
        return 0;
    if (strcmp(id, "kujifunza") == 0)
        return 9;
    if (strcmp(id, "fandatsaka") == 0 || strcmp(id, "sakalava") == 0)
        return 11;
    if (strcmp(id, "kiswahili") == 0)
        return 16;
    return atoi(id + strlen("bao"));
}

/* Copies the value of an option, or its default. */
static void option_value(const char *options, const char *name, const char *if_absent,
                         char value[TWIN_TEXT]) {
    size_t length = strlen(name);
    const char *word = options;

    snprintf(value, TWIN_TEXT, "%s", if_absent);
    while (*word != '\0') {
        size_t word_length = strcspn(word, " ");
        if (word_length > length && strncmp(word, name, length) == 0 && word[length] == '=')
            snprintf(value, TWIN_TEXT, "%.*s", (int)(word_length - length - 1), word + length + 1);
        word += word_length;
        word += strspn(word, " ");
    }
}

static struct rules rules_of(const char *id, const char *options) {
    struct rules rules = {.id = id, .step = step_of(id)};
    char value[TWIN_TEXT];

    rules.split_house = strcmp(id, "sakalava") == 0;
    option_value(options, "rova", "single", value);
    rules.joined_house = rules.split_house && strcmp(value, "joined") == 0;
    option_value(options, "sixteen", "blank", value);
    rules.sixteen_may_capture = strcmp(value, "capture") == 0;
    option_value(options, "width", "8", value);
    rules.width = atoi(value);
    option_value(options, "endless.limit", "", value);
    /* 12 circuits of a player's holes */
    rules.endless_limit = value[0] == '\0' ? 12L * 2 * rules.width : atol(value);
    option_value(options, "endless.result", "stop", value);
    rules.endless_result = ENDLESS_STOP;
    if (strcmp(value, "void") == 0)
        rules.endless_result = ENDLESS_VOID;
    if (strcmp(value, "loses") == 0)
        rules.endless_result = ENDLESS_LOSES;
    option_value(options, "suicide", "legal", value);
    rules.suicide_legal = strcmp(value, "legal") == 0;
    option_value(options, "tax_judged", "before", value);
    rules.tax_judged_after = strcmp(value, "after") == 0;
    option_value(options, "block_singleton", "yes", value);
    rules.block_singleton = strcmp(value, "yes") == 0;
    option_value(options, "single_house", "standing", value);
    rules.single_house_valid = strcmp(value, "valid") == 0;
    option_value(options, "block_from_house", "stops", value);
    rules.block_house_passes = strcmp(value, "passes") == 0;
    return rules;
}

static bool has_house(const struct rules *rules) { return rules->step >= 12 || rules->split_house; }

static bool has_reserves(const struct rules *rules) { return rules->step >= 10; }

static bool has_blocking(const struct rules *rules) { return rules->step >= 16; }

static bool empty_front_loses(const struct rules *rules) { return rules->step >= 3; }

/* ---- the board ---- */

static int opponent_of(int player) { return player == SOUTH ? NORTH : SOUTH; }

static enum outcome won_by(int player) { return player == SOUTH ? SOUTH_WON : NORTH_WON; }

static int facing(const struct rules *rules, int front_hole) {
    return rules->width - 1 - front_hole;
}

static struct place next_place(const struct rules *rules, struct place at,
                               enum direction direction) {
    int right_end = rules->width - 1;

    if (direction == CLOCKWISE) {
        if (at.row == FRONT) {
            if (at.hole == right_end)
                return (struct place){BACK, right_end};
            return (struct place){FRONT, at.hole + 1};
        }
        if (at.hole == 0)
            return (struct place){FRONT, 0};
        return (struct place){BACK, at.hole - 1};
    }
    if (at.row == FRONT) {
        if (at.hole == 0)
            return (struct place){BACK, 0};
        return (struct place){FRONT, at.hole - 1};
    }
    if (at.hole == right_end)
        return (struct place){FRONT, right_end};
    return (struct place){BACK, at.hole + 1};
}

static bool front_is_empty(const struct rules *rules, const struct position *position, int player) {
    for (int hole = 0; hole < rules->width; hole++)
        if (position->hole[player][FRONT][hole] > 0)
            return false;
    return true;
}

static bool is_left_flank(int front_hole) { return front_hole < 2; }

static bool is_right_flank(const struct rules *rules, int front_hole) {
    return front_hole >= rules->width - 2;
}

/* The left head is sown from clockwise, the right head counterclockwise. */
static struct place head_for(const struct rules *rules, enum direction direction) {
    if (direction == CLOCKWISE)
        return (struct place){FRONT, 0};
    return (struct place){FRONT, rules->width - 1};
}

/*
 * Seeds lifted from front 5, or captured there, destroy the house.  Of a joined house that still
 * stands the seeds of the back half come along.
 */
static int lift(const struct rules *rules, struct position *position, int player, struct place at) {
    int seeds = position->hole[player][at.row][at.hole];

    position->hole[player][at.row][at.hole] = 0;
    if (at.row == FRONT && at.hole == HOUSE) {
        if (rules->joined_house && position->house[player]) {
            seeds += position->hole[player][BACK][HOUSE];
            position->hole[player][BACK][HOUSE] = 0;
        }
        position->house[player] = false;
    }
    return seeds;
}

static bool is_harvest(const struct rules *rules, const struct position *position) {
    return !has_reserves(rules) || position->reserve[position->turn] == 0;
}

static struct position start_position(const struct rules *rules) {
    struct position position = {.turn = SOUTH, .blocked = NOWHERE, .must = NOWHERE};

    for (int player = SOUTH; player <= NORTH; player++) {
        int *front = position.hole[player][FRONT];
        int *back = position.hole[player][BACK];

        if (rules->step <= 7) {
            for (int hole = 0; hole < rules->width; hole++) {
                back[hole] = 2;
                front[hole] = hole >= rules->width / 2 ? 2 : 0;
            }
        } else if (rules->step <= 9) {
            for (int hole = 0; hole < rules->width; hole++) {
                back[hole] = 2;
                front[hole] = 2;
            }
        } else if (strcmp(rules->id, "fandatsaka") == 0) {
            for (int hole = 1; hole <= 6; hole++)
                front[hole] = 1;
            position.reserve[player] = 26;
        } else if (rules->split_house) {
            front[HOUSE] = 3;
            back[HOUSE] = 3;
            front[5] = 2;
            front[6] = 2;
            position.reserve[player] = 22;
        } else {
            front[HOUSE] = 6;
            front[5] = 2;
            front[6] = 2;
            position.reserve[player] = 22;
        }
        position.house[player] = has_house(rules);
    }
    return position;
}

static int seeds_in_all(const struct rules *rules, const struct position *position) {
    int seeds = position->reserve[SOUTH] + position->reserve[NORTH] + position->hand;

    for (int player = SOUTH; player <= NORTH; player++)
        for (int row = FRONT; row <= BACK; row++)
            for (int hole = 0; hole < rules->width; hole++)
                seeds += position->hole[player][row][hole];
    return seeds;
}

/* ---- a move under way ---- */

struct run {
    const struct rules *rules;
    struct position position;
    int mover;
    bool harvest;
    bool plays_on;   /* what the player chooses when he meets a choice */
    bool choice_met; /* he met one */
    bool ended;
    bool first_lap;
    bool began_in_house; /* the move began in the own house, which stood */
    bool blank;
    enum direction direction;
    struct place last; /* where the last seed fell */
    bool last_was_empty;
    long sown; /* since the start or the last capture */
};

static int *last_hole(struct run *run) {
    return &run->position.hole[run->mover][run->last.row][run->last.hole];
}

static void win(struct run *run, int winner, int seeds_in_hand) {
    run->position.over = won_by(winner);
    run->position.hand = seeds_in_hand;
    run->ended = true;
}

/* Sows the seeds one by one, the first of them into `first`. */
static void sow(struct run *run, int seeds, struct place first) {
    struct place at = first;

    while (seeds > 0) {
        run->last = at;
        run->last_was_empty = *last_hole(run) == 0;
        *last_hole(run) += 1;
        seeds -= 1;
        run->sown += 1;
        if (empty_front_loses(run->rules) &&
            front_is_empty(run->rules, &run->position, run->mover)) {
            win(run, opponent_of(run->mover), seeds);
            return;
        }
        at = next_place(run->rules, at, run->direction);
    }
}

/* Lifts the captured seeds off the opponent's holes. */
static int take_facing(struct run *run, int front_hole) {
    int other = opponent_of(run->mover);
    int hole = facing(run->rules, front_hole);
    int seeds = lift(run->rules, &run->position, other, (struct place){FRONT, hole});

    if (run->rules->step < 2)
        seeds += lift(run->rules, &run->position, other, (struct place){BACK, hole});
    return seeds;
}

/* rules: The ladder, steps 0, 1, 5 and 6: where captured seeds are sown. */
static struct place where_captured_seeds_go(struct run *run) {
    if (run->rules->step < 5)
        return next_place(run->rules, run->last, run->direction);
    if (run->rules->step >= 6) {
        if (is_left_flank(run->last.hole))
            run->direction = CLOCKWISE;
        else if (is_right_flank(run->rules, run->last.hole))
            run->direction = COUNTERCLOCKWISE;
    }
    return head_for(run->rules, run->direction);
}

static void capture(struct run *run) {
    int seeds = take_facing(run, run->last.hole);

    run->sown = 0;
    if (empty_front_loses(run->rules) &&
        front_is_empty(run->rules, &run->position, opponent_of(run->mover))) {
        win(run, run->mover, seeds);
        return;
    }
    if (run->rules->step == 0)
        seeds += lift(run->rules, &run->position, run->mover, run->last);
    sow(run, seeds, where_captured_seeds_go(run));
}

static bool lap_captures(struct run *run) {
    int other = opponent_of(run->mover);

    return !run->ended && !run->last_was_empty && !run->blank && run->last.row == FRONT &&
           run->position.hole[other][FRONT][facing(run->rules, run->last.hole)] > 0;
}

/*
 * A relay without end would lift every hole of the player again and again, so a lap would end in
 * each of them, and a move that may capture would capture.  Captures cannot go on for ever either,
 * as nothing comes back to the opponent.  So from step 7 on only blank moves need the limit;
 * before, the rules count every move.
 */
static bool may_be_never_ending(const struct run *run) {
    return run->rules->step < 7 || run->blank;
}

/* rules: Moves that do not end. */
static void never_ending(struct run *run) {
    run->ended = true;
    if (run->rules->endless_result == ENDLESS_VOID)
        run->position.over = DRAWN;
    if (run->rules->endless_result == ENDLESS_LOSES)
        run->position.over = won_by(opponent_of(run->mover));
}

static void sow_last_hole(struct run *run) {
    int seeds = lift(run->rules, &run->position, run->mover, run->last);

    sow(run, seeds, next_place(run->rules, run->last, run->direction));
}

static void relay(struct run *run) {
    if (may_be_never_ending(run) && run->sown > run->rules->endless_limit)
        never_ending(run);
    else
        sow_last_hole(run);
}

enum house_rule { NO_HOUSE, HOUSE_STOPS, HOUSE_ASKS };

/* rules: Step 12: the house; Step 13: tax; Step 15: harvest; Katra Sakalava. */
static enum house_rule house_rule_for_last_hole(struct run *run) {
    if (!run->position.house[run->mover] || run->last.hole != HOUSE)
        return NO_HOUSE;
    if (run->rules->split_house)
        return run->last.row == BACK ? HOUSE_STOPS : HOUSE_ASKS;
    if (run->last.row == BACK)
        return NO_HOUSE;
    if (run->rules->step >= 13 && *last_hole(run) < 6)
        return NO_HOUSE;
    if (run->rules->step >= 15 && run->harvest)
        return NO_HOUSE;
    return run->blank ? HOUSE_STOPS : HOUSE_ASKS;
}

/* rules: Order of tests at the end of a lap. */
static void end_of_lap(struct run *run) {
    bool first = run->first_lap;
    bool captures = lap_captures(run);
    enum house_rule house;

    run->first_lap = false;
    if (first && !captures && run->rules->step >= 7)
        run->blank = true; /* rules: Step 7: blank moves */
    if (run->last_was_empty) {
        run->ended = true;
        return;
    }
    if (captures) {
        capture(run);
        return;
    }
    house = house_rule_for_last_hole(run);
    if (house == HOUSE_STOPS) {
        run->ended = true;
        return;
    }
    if (house == HOUSE_ASKS) {
        run->choice_met = true;
        if (run->plays_on)
            sow_last_hole(run); /* a choice, not a relay: never cut */
        else
            run->ended = true;
        return;
    }
    if (run->blank && run->last.row == FRONT && run->last.hole == run->position.blocked &&
        !(first && run->began_in_house && run->rules->block_house_passes)) {
        run->ended = true;
        return;
    }
    relay(run);
}

static void run_to_the_end(struct run *run) {
    while (!run->ended)
        end_of_lap(run);
}

static struct run new_run(const struct rules *rules, const struct position *position) {
    struct run run = {.rules = rules, .position = *position, .mover = position->turn};

    run.harvest = is_harvest(rules, position);
    return run;
}

/* ---- harvest moves (and all moves of the steps without planting) ---- */

static enum direction harvest_direction(const struct rules *rules, struct move move) {
    if (rules->step < 4)
        return COUNTERCLOCKWISE;
    if (move.from.row == FRONT)
        return move.right ? CLOCKWISE : COUNTERCLOCKWISE;
    return move.right ? COUNTERCLOCKWISE : CLOCKWISE;
}

static void first_harvest_lap(struct run *run, struct move move) {
    bool house = run->position.house[run->mover];
    int seeds = lift(run->rules, &run->position, run->mover, move.from);

    run->first_lap = true;
    run->began_in_house = house && move.from.row == FRONT && move.from.hole == HOUSE;
    run->blank =
        run->rules->step >= 7 && seeds >= 2 * run->rules->width && !run->rules->sixteen_may_capture;
    run->direction = harvest_direction(run->rules, move);
    sow(run, seeds, next_place(run->rules, move.from, run->direction));
}

/* The opponent's hole that a harvest move captures first, at the end of its first lap. */
static int first_capture(const struct rules *rules, const struct position *position,
                         struct move move) {
    struct run run = new_run(rules, position);

    first_harvest_lap(&run, move);
    if (!lap_captures(&run))
        return NOWHERE;
    return facing(rules, run.last.hole);
}

/* rules: Steps 3 and up: the only occupied front hole is lifted and sown outward. */
static bool empties_own_front(const struct rules *rules, const struct position *position,
                              struct place from, enum direction direction) {
    struct position after = *position;

    after.hole[position->turn][from.row][from.hole] = 0;
    return front_is_empty(rules, &after, position->turn) &&
           next_place(rules, from, direction).row == BACK;
}

static bool is_suicide(const struct rules *rules, const struct position *position,
                       struct place from, enum direction direction) {
    return empty_front_loses(rules) && from.row == FRONT &&
           empties_own_front(rules, position, from, direction);
}

/* ---- lists of moves ---- */

struct move_list {
    struct move *moves;
    size_t count;
    size_t room;
};

static void *reserve_memory(void *memory, size_t size) {
    void *result = realloc(memory, size);

    if (result == NULL) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return result;
}

static void add_move(struct move_list *list, struct move move) {
    if (list->count == list->room) {
        list->room = list->room == 0 ? 16 : 2 * list->room;
        list->moves = reserve_memory(list->moves, list->room * sizeof *list->moves);
    }
    list->moves[list->count] = move;
    list->count += 1;
}

static void free_moves(struct move_list *list) {
    free(list->moves);
    *list = (struct move_list){0};
}

/* Every start with two seeds and every direction, suicides taken out where they are illegal. */
static struct move_list harvest_starts(const struct rules *rules, const struct position *position) {
    struct move_list list = {0};

    for (int row = FRONT; row <= BACK; row++)
        for (int hole = 0; hole < rules->width; hole++)
            for (int right = 0; right <= 1; right++) {
                struct move move = {.from = {row, hole}, .right = right == 1};
                enum direction direction = harvest_direction(rules, move);

                if (rules->step < 4 && right == 1)
                    continue; /* one way only */
                if (position->hole[position->turn][row][hole] < 2)
                    continue;
                if (!rules->suicide_legal && is_suicide(rules, position, move.from, direction))
                    continue;
                add_move(&list, move);
            }
    return list;
}

static bool starts_from_blocked(const struct position *position, struct move move) {
    return move.from.row == FRONT && move.from.hole == position->blocked;
}

static struct move_list capturing_harvest_moves(const struct rules *rules,
                                                const struct position *position) {
    struct move_list starts = harvest_starts(rules, position);
    struct move_list list = {0};

    for (size_t i = 0; i < starts.count; i++)
        if (!starts_from_blocked(position, starts.moves[i]) &&
            first_capture(rules, position, starts.moves[i]) != NOWHERE)
            add_move(&list, starts.moves[i]);
    free_moves(&starts);
    return list;
}

/* The player to move has a capturing harvest move that captures this hole first. */
static bool can_capture_first(const struct rules *rules, const struct position *position,
                              int hole) {
    struct move_list captures = capturing_harvest_moves(rules, position);
    bool found = false;

    for (size_t i = 0; i < captures.count; i++)
        if (first_capture(rules, position, captures.moves[i]) == hole)
            found = true;
    free_moves(&captures);
    return found;
}

static bool some_front_hole_has_two(const struct rules *rules, const struct position *position) {
    for (int hole = 0; hole < rules->width; hole++)
        if (position->hole[position->turn][FRONT][hole] >= 2)
            return true;
    return false;
}

/* rules: Step 9: which moves are allowed; Step 16: blocking. */
static struct move_list harvest_moves(const struct rules *rules, const struct position *position) {
    struct move_list starts, captures, list = {0};

    if (rules->step < 9)
        return harvest_starts(rules, position);

    captures = capturing_harvest_moves(rules, position);
    if (captures.count > 0) {
        for (size_t i = 0; i < captures.count; i++)
            if (position->must == NOWHERE ||
                first_capture(rules, position, captures.moves[i]) == position->must)
                add_move(&list, captures.moves[i]);
        free_moves(&captures);
        return list;
    }
    free_moves(&captures);

    starts = harvest_starts(rules, position);
    for (size_t i = 0; i < starts.count; i++) {
        struct move move = starts.moves[i];
        bool right_row = move.from.row == FRONT ? true : !some_front_hole_has_two(rules, position);

        if (right_row && !starts_from_blocked(position, move))
            add_move(&list, move);
    }
    free_moves(&starts);
    return list;
}

/* ---- planting ---- */

static bool planting_captures(const struct rules *rules, const struct position *position,
                              int front_hole) {
    int other = opponent_of(position->turn);

    return rules->step >= 11 && position->hole[position->turn][FRONT][front_hole] > 0 &&
           position->hole[other][FRONT][facing(rules, front_hole)] > 0;
}

/* The sign names the head; in a flank it is forced. */
static struct move_list capturing_plantings(const struct rules *rules,
                                            const struct position *position) {
    struct move_list list = {0};

    for (int hole = 0; hole < rules->width; hole++) {
        if (!planting_captures(rules, position, hole))
            continue;
        if (!is_right_flank(rules, hole))
            add_move(&list, (struct move){.from = {FRONT, hole}, .right = false});
        if (!is_left_flank(hole))
            add_move(&list, (struct move){.from = {FRONT, hole}, .right = true});
    }
    return list;
}

/* rules: Step 13: tax; validity as the planting of a blank decides it. */
static bool house_is_taxable(const struct rules *rules, const struct position *position) {
    int seeds = position->hole[position->turn][FRONT][HOUSE];

    if (rules->step < 13 || !position->house[position->turn])
        return false;
    if (rules->tax_judged_after)
        seeds += 1;
    return seeds >= 6;
}

/* rules: Step 14: singletons; a house that is not valid may count as none. */
static bool house_for_singletons(const struct rules *rules, const struct position *position) {
    if (rules->single_house_valid)
        return house_is_taxable(rules, position);
    return position->house[position->turn];
}

static bool all_other_front_holes_empty(const struct rules *rules, const struct position *position,
                                        int hole) {
    struct position without = *position;

    without.hole[position->turn][FRONT][hole] = 0;
    return front_is_empty(rules, &without, position->turn);
}

static bool blank_planting_allowed(const struct rules *rules, const struct position *position,
                                   int hole) {
    int seeds = position->hole[position->turn][FRONT][hole];

    if (seeds == 0)
        return false;
    if (hole == HOUSE && house_is_taxable(rules, position))
        return all_other_front_holes_empty(rules, position, HOUSE);
    if (rules->step >= 14 && !house_for_singletons(rules, position) && seeds == 1)
        return !some_front_hole_has_two(rules, position);
    return true;
}

static enum direction blank_planting_direction(struct move move) {
    return move.right ? CLOCKWISE : COUNTERCLOCKWISE;
}

static struct move_list blank_plantings(const struct rules *rules,
                                        const struct position *position) {
    struct move_list list = {0};

    for (int hole = 0; hole < rules->width; hole++)
        for (int right = 0; right <= 1; right++) {
            struct move move = {.from = {FRONT, hole}, .right = right == 1};

            if (!blank_planting_allowed(rules, position, hole))
                continue;
            if (!rules->suicide_legal &&
                is_suicide(rules, position, move.from, blank_planting_direction(move)))
                continue;
            add_move(&list, move);
        }
    return list;
}

static struct move_list planting_moves(const struct rules *rules, const struct position *position) {
    struct move_list list = capturing_plantings(rules, position);

    if (list.count > 0)
        return list;
    return blank_plantings(rules, position);
}

static void first_planting_lap(struct run *run, struct move move) {
    bool captures = planting_captures(run->rules, &run->position, move.from.hole);
    bool taxed = house_is_taxable(run->rules, &run->position) && move.from.hole == HOUSE;
    int *planted = &run->position.hole[run->mover][FRONT][move.from.hole];
    int seeds;

    run->position.reserve[run->mover] -= 1;
    *planted += 1;
    if (captures) {
        /* As at the end of a lap in this hole, but that the sign names the head. */
        run->last = move.from;
        run->direction = move.right ? COUNTERCLOCKWISE : CLOCKWISE;
        capture(run);
        return;
    }
    run->blank = true;
    run->direction = blank_planting_direction(move);
    if (taxed) {
        *planted -= 2;
        seeds = 2;
    } else {
        seeds = lift(run->rules, &run->position, run->mover, move.from);
    }
    sow(run, seeds, next_place(run->rules, move.from, run->direction));
}

/* ---- after a move ---- */

static int seeds_of_front(const struct position *position, int player, int hole) {
    return position->hole[player][FRONT][hole];
}

static int count_front_holes_with(const struct rules *rules, const struct position *position,
                                  int player, int least) {
    int count = 0;

    for (int hole = 0; hole < rules->width; hole++)
        if (seeds_of_front(position, player, hole) >= least)
            count += 1;
    return count;
}

/* The one hole that all capturing moves of the player to move capture first, or NOWHERE. */
static int only_attacked_hole(const struct rules *rules, const struct position *position) {
    struct move_list captures = capturing_harvest_moves(rules, position);
    int only = NOWHERE;
    bool several = false;

    for (size_t i = 0; i < captures.count; i++) {
        int hole = first_capture(rules, position, captures.moves[i]);

        if (only != NOWHERE && only != hole)
            several = true;
        only = hole;
    }
    free_moves(&captures);
    return several ? NOWHERE : only;
}

static bool has_capturing_harvest_move(const struct rules *rules, const struct position *position) {
    struct move_list captures = capturing_harvest_moves(rules, position);
    bool any = captures.count > 0;

    free_moves(&captures);
    return any;
}

/* rules: the only front hole with at least two is never blocked. */
static bool is_only_playable_front(const struct rules *rules, const struct position *position,
                                   int owner, int hole) {
    return seeds_of_front(position, owner, hole) >= 2 &&
           count_front_holes_with(rules, position, owner, 2) == 1;
}

/* rules: Step 16: blocking, the exceptions. */
static bool may_be_blocked(const struct rules *rules, const struct position *position, int owner,
                           int hole) {
    int seeds = seeds_of_front(position, owner, hole);

    if (hole == HOUSE && position->house[owner] && seeds >= 6)
        return false;
    if (count_front_holes_with(rules, position, owner, 1) == 1)
        return false;
    if (is_only_playable_front(rules, position, owner, hole))
        return false;
    if (seeds == 1 && !rules->block_singleton)
        return false;
    return true;
}

/* The turn has passed already: the hole that a blank harvest move of the other player blocks. */
static int hole_that_gets_blocked(const struct rules *rules, const struct position *position) {
    struct position again = *position;
    int hole;

    if (position->reserve[SOUTH] > 0 || position->reserve[NORTH] > 0)
        return NOWHERE;
    if (has_capturing_harvest_move(rules, position))
        return NOWHERE;
    again.turn = opponent_of(position->turn);
    hole = only_attacked_hole(rules, &again);
    if (hole == NOWHERE || !may_be_blocked(rules, position, position->turn, hole))
        return NOWHERE;
    return hole;
}

static void pass_the_turn(struct run *run) {
    struct position *position = &run->position;
    int was_blocked = position->blocked;

    position->turn = opponent_of(run->mover);
    position->blocked = NOWHERE;
    position->must = NOWHERE;
    if (!has_blocking(run->rules) || position->over != GOES_ON)
        return;
    if (was_blocked != NOWHERE && can_capture_first(run->rules, position, was_blocked))
        position->must = was_blocked;
    else if (run->harvest && run->blank)
        position->blocked = hole_that_gets_blocked(run->rules, position);
}

static struct position after_move(const struct rules *rules, const struct position *position,
                                  struct move move, bool *choice_met) {
    struct run run = new_run(rules, position);

    run.plays_on = move.plays_on;
    if (run.harvest)
        first_harvest_lap(&run, move);
    else
        first_planting_lap(&run, move);
    run_to_the_end(&run);
    pass_the_turn(&run);
    *choice_met = run.choice_met;
    return run.position;
}

static enum outcome outcome_before_moving(const struct rules *rules,
                                          const struct position *position) {
    if (position->over != GOES_ON)
        return position->over;
    if (empty_front_loses(rules)) {
        if (front_is_empty(rules, position, SOUTH))
            return NORTH_WON;
        if (front_is_empty(rules, position, NORTH))
            return SOUTH_WON;
    }
    return GOES_ON;
}

static struct move_list legal_moves(const struct rules *rules, const struct position *position) {
    struct move_list starts, list = {0};

    if (outcome_before_moving(rules, position) != GOES_ON)
        return list;
    if (is_harvest(rules, position))
        starts = harvest_moves(rules, position);
    else
        starts = planting_moves(rules, position);

    for (size_t i = 0; i < starts.count; i++) {
        struct move move = starts.moves[i];
        bool choice_met;

        after_move(rules, position, move, &choice_met);
        add_move(&list, move);
        if (choice_met) {
            move.plays_on = true;
            add_move(&list, move);
        }
    }
    free_moves(&starts);
    return list;
}

static enum outcome outcome_of(const struct rules *rules, const struct position *position) {
    enum outcome outcome = outcome_before_moving(rules, position);
    struct move_list moves;

    if (outcome != GOES_ON)
        return outcome;
    moves = legal_moves(rules, position);
    if (moves.count == 0)
        outcome = won_by(opponent_of(position->turn));
    free_moves(&moves);
    return outcome;
}

/* ---- writing ---- */

struct writer {
    char *text;
    size_t length;
};

static void put_char(struct writer *writer, char c) {
    if (writer->length + 1 < TWIN_TEXT) {
        writer->text[writer->length] = c;
        writer->length += 1;
        writer->text[writer->length] = '\0';
    }
}

static void put_text(struct writer *writer, const char *text) {
    for (size_t i = 0; text[i] != '\0'; i++)
        put_char(writer, text[i]);
}

static void put_number(struct writer *writer, int number) {
    char digits[32];

    snprintf(digits, sizeof digits, "%d", number);
    put_text(writer, digits);
}

static char row_letter(int player, int row) {
    if (player == SOUTH)
        return row == FRONT ? 'A' : 'B';
    return row == FRONT ? 'a' : 'b';
}

static char hole_digit(int hole) { return (char)('1' + hole); }

static void put_hole(struct writer *writer, const struct position *position, int player, int row,
                     int hole) {
    put_number(writer, position->hole[player][row][hole]);
    if (row == FRONT && hole == HOUSE && position->house[player])
        put_char(writer, 'h');
    if (row == FRONT && player == position->turn && hole == position->blocked)
        put_char(writer, 't');
}

/* The four rows as printed: whose they are, and which. */
static const int printed_player[4] = {NORTH, NORTH, SOUTH, SOUTH};
static const int printed_row[4] = {BACK, FRONT, FRONT, BACK};

/* North's holes are printed from his right to his left. */
static int printed_hole(const struct rules *rules, int player, int column) {
    return player == NORTH ? rules->width - 1 - column : column;
}

static void write_position(const struct rules *rules, const struct position *position,
                           char text[TWIN_TEXT]) {
    static const char *const over_names[] = {"", "S", "N", "draw"};
    struct writer writer = {text, 0};

    text[0] = '\0';
    for (int line = 0; line < 4; line++) {
        if (line > 0)
            put_char(&writer, '/');
        for (int column = 0; column < rules->width; column++) {
            int player = printed_player[line];

            if (column > 0)
                put_char(&writer, ',');
            put_hole(&writer, position, player, printed_row[line],
                     printed_hole(rules, player, column));
        }
    }
    put_char(&writer, ' ');
    put_char(&writer, position->turn == SOUTH ? 'S' : 'N');
    put_char(&writer, ' ');
    put_number(&writer, position->reserve[SOUTH]);
    put_char(&writer, '/');
    put_number(&writer, position->reserve[NORTH]);
    if (position->must != NOWHERE) {
        put_text(&writer, " must=");
        put_char(&writer, row_letter(opponent_of(position->turn), FRONT));
        put_char(&writer, hole_digit(position->must));
    }
    if (position->over != GOES_ON) {
        put_text(&writer, " over=");
        put_text(&writer, over_names[position->over]);
    }
    if (position->hand > 0) {
        put_text(&writer, " hand=");
        put_number(&writer, position->hand);
    }
}

static void write_move(const struct rules *rules, int player, struct move move,
                       char text[TWIN_TEXT]) {
    struct writer writer = {text, 0};

    text[0] = '\0';
    put_char(&writer, row_letter(player, move.from.row));
    put_char(&writer, hole_digit(move.from.hole));
    if (rules->step >= 4)
        put_char(&writer, move.right ? '>' : '<');
    if (move.plays_on)
        put_char(&writer, '+');
}

/* ---- reading ---- */

/* Every take_ function steps over what it read, or returns false and the text is rejected. */
struct reader {
    const char *next;
};

static bool take_char(struct reader *reader, char c) {
    if (*reader->next != c)
        return false;
    reader->next += 1;
    return true;
}

static bool take_word(struct reader *reader, const char *word) {
    size_t length = strlen(word);

    if (strncmp(reader->next, word, length) != 0)
        return false;
    reader->next += length;
    return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool take_count(struct reader *reader, int *count) {
    if (!is_digit(*reader->next))
        return false;
    if (reader->next[0] == '0' && is_digit(reader->next[1]))
        return false;
    *count = 0;
    while (is_digit(*reader->next)) {
        *count = 10 * *count + (*reader->next - '0');
        if (*count > 255)
            return false;
        reader->next += 1;
    }
    return true;
}

/* A blocked hole is noted with its owner, as the turn is not read yet. */
struct block_mark {
    int player;
    int hole;
    int count;
};

static bool take_hole(struct reader *reader, const struct rules *rules, struct position *position,
                      int player, int row, int hole, struct block_mark *block) {
    int seeds;

    if (!take_count(reader, &seeds))
        return false;
    position->hole[player][row][hole] = seeds;
    if (take_char(reader, 'h')) {
        if (!has_house(rules) || row != FRONT || hole != HOUSE || seeds == 0)
            return false;
        position->house[player] = true;
    }
    if (take_char(reader, 't')) {
        if (!has_blocking(rules) || row != FRONT || seeds == 0)
            return false;
        block->player = player;
        block->hole = hole;
        block->count += 1;
    }
    return true;
}

static bool take_board(struct reader *reader, const struct rules *rules, struct position *position,
                       struct block_mark *block) {
    for (int line = 0; line < 4; line++) {
        if (line > 0 && !take_char(reader, '/'))
            return false;
        for (int column = 0; column < rules->width; column++) {
            int player = printed_player[line];
            int hole = printed_hole(rules, player, column);

            if (column > 0 && !take_char(reader, ','))
                return false;
            if (!take_hole(reader, rules, position, player, printed_row[line], hole, block))
                return false;
        }
    }
    return true;
}

static bool take_turn(struct reader *reader, struct position *position) {
    if (take_char(reader, 'S')) {
        position->turn = SOUTH;
        return true;
    }
    if (take_char(reader, 'N')) {
        position->turn = NORTH;
        return true;
    }
    return false;
}

static bool take_reserves(struct reader *reader, const struct rules *rules,
                          struct position *position) {
    if (!take_count(reader, &position->reserve[SOUTH]) || !take_char(reader, '/') ||
        !take_count(reader, &position->reserve[NORTH]))
        return false;
    if (has_reserves(rules))
        return true;
    return position->reserve[SOUTH] == 0 && position->reserve[NORTH] == 0;
}

static bool take_must(struct reader *reader, const struct rules *rules, struct position *position) {
    if (!has_blocking(rules) || position->must != NOWHERE)
        return false;
    if (!take_char(reader, row_letter(opponent_of(position->turn), FRONT)))
        return false;
    for (int hole = 0; hole < rules->width; hole++)
        if (take_char(reader, hole_digit(hole))) {
            position->must = hole;
            return true;
        }
    return false;
}

static bool take_over(struct reader *reader, struct position *position) {
    if (position->over != GOES_ON)
        return false;
    if (take_word(reader, "draw"))
        position->over = DRAWN;
    else if (take_char(reader, 'S'))
        position->over = SOUTH_WON;
    else if (take_char(reader, 'N'))
        position->over = NORTH_WON;
    else
        return false;
    return true;
}

static bool take_hand(struct reader *reader, struct position *position) {
    if (position->hand != 0)
        return false;
    return take_count(reader, &position->hand) && position->hand >= 1;
}

static bool take_field(struct reader *reader, const struct rules *rules,
                       struct position *position) {
    if (take_word(reader, "must="))
        return take_must(reader, rules, position);
    if (take_word(reader, "over="))
        return take_over(reader, position);
    if (take_word(reader, "hand="))
        return take_hand(reader, position);
    return false;
}

/*
 * rules: the marks of a position text.  Of the exceptions of step 16 only the third one is refused
 * when a position is read; the others may be written for study.
 */
static bool block_is_possible(const struct rules *rules, struct position *position,
                              const struct block_mark *block) {
    if (block->count == 0)
        return true;
    if (block->count > 1 || block->player != position->turn)
        return false;
    if (position->reserve[SOUTH] > 0 || position->reserve[NORTH] > 0)
        return false;
    position->blocked = block->hole;
    return !is_only_playable_front(rules, position, block->player, block->hole);
}

static bool must_is_possible(const struct rules *rules, const struct position *position) {
    int other = opponent_of(position->turn);

    if (position->must == NOWHERE)
        return true;
    if (position->reserve[SOUTH] > 0 || position->reserve[NORTH] > 0)
        return false;
    return position->hole[other][FRONT][position->must] > 0 &&
           can_capture_first(rules, position, position->must);
}

static bool fields_agree(const struct rules *rules, const struct position *position) {
    bool blocked = position->blocked != NOWHERE;
    bool must = position->must != NOWHERE;
    bool over = position->over != GOES_ON;

    if ((blocked && must) || (blocked && over) || (must && over))
        return false;
    if (position->hand > 0 && !over)
        return false;
    if (empty_front_loses(rules) && !over && front_is_empty(rules, position, SOUTH) &&
        front_is_empty(rules, position, NORTH))
        return false;
    return true;
}

static bool read_position(const struct rules *rules, const char *text, struct position *position) {
    struct reader reader = {text};
    struct block_mark block = {0};
    struct position start = start_position(rules);

    if (strcmp(text, "start") == 0) {
        *position = start;
        return true;
    }
    *position = (struct position){.blocked = NOWHERE, .must = NOWHERE};
    if (!take_board(&reader, rules, position, &block) || !take_char(&reader, ' ') ||
        !take_turn(&reader, position) || !take_char(&reader, ' ') ||
        !take_reserves(&reader, rules, position))
        return false;
    while (*reader.next != '\0')
        if (!take_char(&reader, ' ') || !take_field(&reader, rules, position))
            return false;
    /* The total comes first: what follows may sow, and must not meet more seeds than there are. */
    return seeds_in_all(rules, position) <= seeds_in_all(rules, &start) &&
           block_is_possible(rules, position, &block) && fields_agree(rules, position) &&
           must_is_possible(rules, position);
}

/* ---- the family ---- */

static void bao_start(const char *id, const char *options, char text[TWIN_TEXT]) {
    struct rules rules = rules_of(id, options);
    struct position position = start_position(&rules);

    write_position(&rules, &position, text);
}

static int bao_read(const char *id, const char *options, const char *position_text,
                    char text[TWIN_TEXT]) {
    struct rules rules = rules_of(id, options);
    struct position position;

    text[0] = '\0';
    if (!read_position(&rules, position_text, &position))
        return 1;
    write_position(&rules, &position, text);
    return 0;
}

struct line {
    char text[TWIN_TEXT];
};

static int compare_lines(const void *one, const void *other) {
    return strcmp(((const struct line *)one)->text, ((const struct line *)other)->text);
}

static char *bao_moves(const char *id, const char *options, const char *position_text) {
    struct rules rules = rules_of(id, options);
    struct position position;
    struct move_list list = {0};
    struct line *lines;
    char *text;
    size_t length = 0;

    if (read_position(&rules, position_text, &position))
        list = legal_moves(&rules, &position);
    lines = reserve_memory(NULL, (list.count + 1) * sizeof *lines);
    text = reserve_memory(NULL, (list.count + 1) * (TWIN_TEXT + 1));
    for (size_t i = 0; i < list.count; i++)
        write_move(&rules, position.turn, list.moves[i], lines[i].text);
    qsort(lines, list.count, sizeof *lines, compare_lines);
    for (size_t i = 0; i < list.count; i++) {
        size_t size = strlen(lines[i].text);

        memcpy(text + length, lines[i].text, size);
        text[length + size] = '\n';
        length += size + 1;
    }
    text[length] = '\0';
    free(lines);
    free_moves(&list);
    return text;
}

static void bao_play(const char *id, const char *options, const char *position_text,
                     const char *move_text, char text[TWIN_TEXT]) {
    struct rules rules = rules_of(id, options);
    struct position position, after;
    struct move_list list;
    char written[TWIN_TEXT];
    bool choice_met;

    text[0] = '\0';
    if (!read_position(&rules, position_text, &position))
        return;
    list = legal_moves(&rules, &position);
    for (size_t i = 0; i < list.count; i++) {
        write_move(&rules, position.turn, list.moves[i], written);
        if (strcmp(written, move_text) == 0) {
            after = after_move(&rules, &position, list.moves[i], &choice_met);
            write_position(&rules, &after, text);
        }
    }
    free_moves(&list);
}

static void bao_result(const char *id, const char *options, const char *position_text, int repeated,
                       char text[TWIN_TEXT]) {
    static const char *const results[] = {"", "over S", "over N", "over draw"};
    struct rules rules = rules_of(id, options);
    struct position position;
    enum outcome outcome;

    text[0] = '\0';
    if (!read_position(&rules, position_text, &position))
        return;
    outcome = outcome_of(&rules, &position);
    if (outcome == GOES_ON && repeated)
        snprintf(text, TWIN_TEXT, "over draw repetition");
    else
        snprintf(text, TWIN_TEXT, "%s", results[outcome]);
}

const struct twin_family twin_bao = {family_ids, bao_start, bao_read,
                                     bao_moves,  bao_play,  bao_result};
