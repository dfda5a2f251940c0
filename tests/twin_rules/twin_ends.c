/* The start, the legal moves, and how a game and a match end. */
#include "twin_rules/rules_twin.h"

#include <stdio.h>
#include <string.h>

void twin_start(const struct twin_rules *rules, struct twin_position *position) {
    memset(position, 0, sizeof *position);
    for (int i = 0; i < TWIN_HOLES; i++)
        position->child[i] = TWIN_NOBODY;
    for (int i = 0; i < 2 * rules->columns; i++)
        position->seeds[i] = rules->start[i];
    for (int i = 0; i < 2 * rules->columns; i++) {
        position->unplayed[i] = rules->unplayed;
        if (rules->child == i % rules->columns + 1)
            position->child[i] = twin_side(rules, i);
    }
    position->opening = rules->opening;
    position->undo = TWIN_NO_HOLE;
}

/* ---- ends ------------------------------------------------------------------------------------ */

static bool is_stuck(const struct twin_rules *rules, const struct twin_position *position) {
    struct twin_move list[TWIN_MOVES];
    bool unfed;
    return twin_due_moves(rules, position, list, &unfed) == 0;
}

static bool other_is_stuck(const struct twin_rules *rules, const struct twin_position *position) {
    struct twin_position turned = *position;
    turned.turn = 1 - position->turn;
    turned.extra = false;
    turned.undo = TWIN_NO_HOLE;
    return is_stuck(rules, &turned);
}

static bool is_unfed(const struct twin_rules *rules, const struct twin_position *position) {
    struct twin_move list[TWIN_MOVES];
    bool unfed;
    twin_due_moves(rules, position, list, &unfed);
    return unfed;
}

static bool has_child(const struct twin_rules *rules, const struct twin_position *position) {
    for (int i = 0; i < 2 * rules->columns; i++)
        if (position->child[i] != TWIN_NOBODY)
            return true;
    return false;
}

/* Who moved last: an extra move is that of the player who moved last. */
static int last_mover(const struct twin_position *position) {
    return position->extra ? position->turn : 1 - position->turn;
}

static bool over_holds(const struct twin_rules *rules, const struct twin_position *position,
                       const struct twin_over *over) {
    int mover = position->turn, side[2];
    int won[2] = {position->store[0], position->store[1]};
    for (int i = 0; i < 2 * rules->columns; i++)
        if (position->child[i] != TWIN_NOBODY)
            won[position->child[i]] += position->seeds[i];
    side[0] = twin_side_seeds(rules, position, TWIN_SOUTH);
    side[1] = twin_side_seeds(rules, position, TWIN_NORTH);
    if (over->childless && has_child(rules, position))
        return false;
    switch (over->kind) {
    case OVER_STUCK:
        return is_stuck(rules, position);
    case OVER_BOTH_STUCK:
        return is_stuck(rules, position) && other_is_stuck(rules, position);
    case OVER_OWN_EMPTY:
        return side[mover] == 0;
    case OVER_OPPONENT_EMPTY:
        return side[1 - mover] == 0;
    case OVER_EITHER_EMPTY:
        return side[0] == 0 || side[1] == 0;
    case OVER_LAST_EMPTY:
        return side[last_mover(position)] == 0;
    case OVER_UNFED:
        return is_unfed(rules, position);
    case OVER_STORE:
        for (int player = 0; player < 2; player++)
            if (over->number > 0 ? won[player] >= over->number : 2 * won[player] > rules->total)
                return true;
        return false;
    case OVER_LEFT:
        return side[0] + side[1] <= over->number;
    }
    return false;
}

static const struct twin_over *over_find(const struct twin_rules *rules,
                                         const struct twin_position *position) {
    for (int i = 0; i < rules->overs; i++)
        if (over_holds(rules, position, &rules->over[i]))
            return &rules->over[i];
    return NULL;
}

bool twin_is_over_for_both(const struct twin_rules *rules, const struct twin_position *position) {
    for (int i = 0; i < rules->overs; i++) {
        enum twin_over_kind kind = rules->over[i].kind;
        bool for_both = kind == OVER_EITHER_EMPTY || kind == OVER_STORE || kind == OVER_LEFT;
        if (for_both && over_holds(rules, position, &rules->over[i]))
            return true;
    }
    return false;
}

/* It is the first turn of the second player, and he has not moved in it yet. */
static bool swap_is_legal(const struct twin_rules *rules, const struct twin_position *position) {
    return rules->swap && position->opening == 1 && !position->extra;
}

int twin_moves(const struct twin_rules *rules, const struct twin_position *position,
               struct twin_move list[TWIN_MOVES]) {
    bool unfed;
    if (position->over != TWIN_GOES_ON || over_find(rules, position) != NULL)
        return 0;
    int count = twin_due_moves(rules, position, list, &unfed);
    if (count == 0)
        list[count++] = (struct twin_move){.pass = true};
    if (swap_is_legal(rules, position)) /* beside the others, or the pass */
        list[count++] = (struct twin_move){.swap = true, .hole = TWIN_NO_HOLE};
    return count;
}

/* ---- results --------------------------------------------------------------------------------- */

static enum twin_outcome outcome_of(int player) {
    return player == TWIN_SOUTH ? TWIN_SOUTH_WINS : TWIN_NORTH_WINS;
}

/* Whose the seeds of a hole are: of a child its owner's, else of the side's. */
static int seeds_owner(const struct twin_rules *rules, const struct twin_position *position,
                       int hole) {
    return position->child[hole] != TWIN_NOBODY ? position->child[hole] : twin_side(rules, hole);
}

static void seeds_share(const struct twin_rules *rules, const struct twin_position *position,
                        enum twin_rest rest, int score[2]) {
    int left[2] = {0, 0}, mover = position->turn;
    score[0] = position->store[0];
    score[1] = position->store[1];
    for (int i = 0; i < 2 * rules->columns; i++) {
        if (position->child[i] != TWIN_NOBODY)
            score[position->child[i]] += position->seeds[i];
        else if (!position->closed[i])
            left[seeds_owner(rules, position, i)] += position->seeds[i];
    }
    int all = left[0] + left[1];
    switch (rest) {
    case REST_OWNER:
        score[0] += left[0];
        score[1] += left[1];
        break;
    case REST_MOVER:
        score[mover] += all;
        break;
    case REST_OPPONENT:
        score[1 - mover] += all;
        break;
    case REST_HALVES:
        score[0] += all / 2;
        score[1] += all / 2;
        break;
    case REST_LEVELLED: {
        int lead = score[0] - score[1];
        score[0] += all / 2;
        score[1] += all / 2;
        if (lead != 0)
            score[lead > 0 ? 1 : 0] += all % 2;
        break;
    }
    case REST_LAST:
        score[last_mover(position)] += all;
        break;
    case REST_FIRST:
        score[position->first] += all;
        break;
    default:
        break;
    }
}

static void result_make(const struct twin_rules *rules, const struct twin_position *position,
                        enum twin_rest rest, bool fewest, struct twin_result *result) {
    memset(result, 0, sizeof *result);
    result->over = true;
    result->rest = rest;
    if (rest == REST_DRAW) {
        result->outcome = TWIN_DRAW;
    } else if (rest == REST_MOVER_WINS || rest == REST_OPPONENT_WINS) {
        result->outcome = outcome_of(rest == REST_MOVER_WINS ? position->turn : 1 - position->turn);
    } else {
        result->scored = rules->scores;
        seeds_share(rules, position, rest, result->score);
        int lead = result->score[0] - result->score[1];
        if (fewest)
            lead = -lead;
        result->outcome = lead > 0 ? TWIN_SOUTH_WINS : lead < 0 ? TWIN_NORTH_WINS : TWIN_DRAW;
    }
}

void twin_result(const struct twin_rules *rules, const struct twin_position *position,
                 struct twin_result *result) {
    memset(result, 0, sizeof *result);
    if (position->over != TWIN_GOES_ON) {
        result->over = true;
        result->outcome = position->over;
        return;
    }
    const struct twin_over *over = over_find(rules, position);
    if (over != NULL)
        result_make(rules, position, over->rest, over->fewest, result);
}

void twin_repeated(const struct twin_rules *rules, const struct twin_position *position,
                   struct twin_result *result) {
    result_make(rules, position, rules->scores ? rules->repetition_rest : REST_DRAW, rules->fewest,
                result);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void text_add(char text[TWIN_LINE], const char *piece) {
    size_t length = strlen(text);
    snprintf(text + length, TWIN_LINE - length, "%s", piece);
}

static void number_add(char text[TWIN_LINE], int number) {
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    text_add(text, digits);
}

static void hole_add(const struct twin_position *position, int hole, char text[TWIN_LINE]) {
    number_add(text, position->seeds[hole]);
    if (position->closed[hole])
        text_add(text, "x");
    else if (position->child[hole] != TWIN_NOBODY)
        text_add(text, position->child[hole] == TWIN_SOUTH ? "s" : "n");
    else if (position->unplayed[hole])
        text_add(text, "u");
}

void twin_position_text(const struct twin_rules *rules, const struct twin_position *position,
                        char text[TWIN_LINE]) {
    static const char *const overs[] = {"", " over=S", " over=N", " over=draw"};
    int n = rules->columns;
    char undo[TWIN_LINE];
    text[0] = '\0';
    for (int hole = 2 * n - 1; hole >= n; hole--) {
        hole_add(position, hole, text);
        text_add(text, hole > n ? "," : "/");
    }
    for (int hole = 0; hole < n; hole++) {
        hole_add(position, hole, text);
        text_add(text, hole < n - 1 ? "," : " ");
    }
    text_add(text, position->turn == TWIN_SOUTH ? "S " : "N ");
    number_add(text, position->store[0]);
    text_add(text, "/");
    number_add(text, position->store[1]);
    text_add(text, overs[position->over]);
    if (position->opening > 0) {
        text_add(text, " opening=");
        number_add(text, position->opening);
    }
    if (position->way[position->turn] != 0)
        text_add(text, position->way[position->turn] > 0 ? " way=>" : " way=<");
    bool second =
        rules->swap && position->opening > 0; /* an answer to the first turn, or no more */
    if (position->extra && (rules->asks_extra || second))
        text_add(text, " extra=yes");
    if (rules->asks_first)
        text_add(text, position->first == TWIN_SOUTH ? " first=S" : " first=N");
    if (position->undo != TWIN_NO_HOLE) {
        text_add(text, " undo=");
        twin_move_text(rules, &(struct twin_move){.hole = position->undo}, undo);
        text_add(text, undo);
        if (position->undo_way != 0)
            text_add(text, position->undo_way > 0 ? ">" : "<");
    }
}

void twin_move_text(const struct twin_rules *rules, const struct twin_move *move,
                    char text[TWIN_LINE]) {
    int n = rules->columns;
    if (move->pass || move->swap) {
        snprintf(text, TWIN_LINE, "%s", move->pass ? "pass" : "swap");
        return;
    }
    snprintf(text, TWIN_LINE, "%c%s", move->hole < n ? 'A' + move->hole : 'a' + move->hole - n,
             !move->chosen   ? ""
             : move->way > 0 ? ">"
                             : "<");
}

void twin_result_text(const struct twin_result *result, char text[TWIN_LINE]) {
    text[0] = '\0';
    if (!result->over)
        return;
    if (result->scored)
        snprintf(text, TWIN_LINE, "over %d-%d", result->score[0], result->score[1]);
    else
        snprintf(text, TWIN_LINE, "over %s",
                 result->outcome == TWIN_DRAW         ? "draw"
                 : result->outcome == TWIN_SOUTH_WINS ? "S"
                                                      : "N");
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* The hole that is filled as the i-th one. */
static int fill_hole(const struct twin_rules *rules, int player, int i) {
    int n = rules->columns, from_left = i;
    if (rules->fill == FILL_RIGHT)
        from_left = n - 1 - i;
    if (rules->fill == FILL_OUTSIDE_IN)
        from_left = i % 2 == 0 ? i / 2 : n - 1 - i / 2;
    return player * n + from_left;
}

static void side_fill(const struct twin_rules *rules, struct twin_position *next, int player,
                      int seeds, int even) {
    for (int i = 0; i < rules->columns; i++) {
        int hole = fill_hole(rules, player, i);
        bool closes = false;
        int wanted = rules->fill == FILL_EVEN ? even : rules->start[hole];
        if (seeds < wanted) {
            closes = rules->round_closed;
            wanted = 0;
        }
        next->seeds[hole] = wanted;
        next->closed[hole] = closes;
        if (closes)
            next->child[hole] = TWIN_NOBODY;
        seeds -= wanted;
    }
    next->store[player] = seeds;
}

/*
 * What the players have for the next round.  Seeds of the board that nobody gets are theirs on
 * whose side they lie, as are those in closed holes; the odd one of halves goes to the player with
 * fewer.
 */
static void round_share(const struct twin_rules *rules, const struct twin_position *ended,
                        const struct twin_result *result, int won[2]) {
    int owners[2];
    seeds_share(rules, ended, REST_OWNER, owners);
    bool shared = result->scored && result->rest != REST_NOBODY;
    memcpy(won, shared ? result->score : owners, sizeof owners);
    int odd = owners[0] + owners[1] - won[0] - won[1];
    won[won[0] == won[1] ? ended->turn : won[0] > won[1]] += odd;
    for (int i = 0; i < 2 * rules->columns; i++)
        if (ended->closed[i])
            won[twin_side(rules, i)] += ended->seeds[i];
}

bool twin_round(const struct twin_rules *rules, const struct twin_position *ended, int began,
                int moved, struct twin_position *next) {
    struct twin_result result;
    twin_result(rules, ended, &result);
    int won[2];
    round_share(rules, ended, &result, won);
    if (!rules->rounds || won[0] < rules->need || won[1] < rules->need)
        return false;
    int winner = result.outcome == TWIN_SOUTH_WINS ? TWIN_SOUTH : TWIN_NORTH;
    bool drawn = result.outcome == TWIN_DRAW;
    twin_start(rules, next);
    next->turn = 1 - began;
    if (rules->begins == BEGINS_LOSER && !drawn)
        next->turn = 1 - winner;
    if (rules->begins == BEGINS_WINNER && !drawn)
        next->turn = winner;
    if (rules->begins == BEGINS_LAST)
        next->turn = moved;
    next->first = next->turn;
    if (rules->fill == FILL_ANEW)
        return true;
    int fewer = won[0] < won[1] ? won[0] : won[1];
    for (int player = TWIN_SOUTH; player <= TWIN_NORTH; player++)
        side_fill(rules, next, player, won[player], fewer / rules->columns);
    return true;
}
