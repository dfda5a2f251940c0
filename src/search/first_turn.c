#include "search/first_turn.h"

/* What is not lifted is not in hand: a turn is the boma lifted and how many each boma receives. */
struct turn {
    unsigned lift[2], lifts;
    uint8_t gets[KW_HOLES];
    unsigned hand;
};

struct climb {
    struct worker *worker;
    const struct kw_position *position;
    int depth;
    struct kw_random random;
    struct turn best;
    int score;
    bool found, judged;
};

static bool spent(const struct climb *climb) {
    return atomic_load_explicit(&climb->worker->common->stop, memory_order_relaxed);
}

/* The steps of a turn, which must be legal; returns how many. */
static size_t turn_steps(const struct rules *rules, const struct kw_position *position,
                         const struct turn *turn, kw_move *step) {
    size_t steps = 0;
    for (unsigned i = 0; i < turn->lifts; i++)
        step[steps++] = kw_move_make(KW_LIFT, turn->lift[i], false, false, 0);
    if (position->hand + turn->lifts == 0)
        step[steps++] = kw_move_make(KW_KEEP, 0, false, false, 0);
    for (unsigned i = 0; i < 2u * rules->columns; i++) {
        unsigned hole = hole_from(rules, position->turn, i);
        for (unsigned k = 0; k < turn->gets[hole]; k++)
            step[steps++] = kw_move_make(KW_PLACE, hole, false, false, 0);
    }
    return steps;
}

/* Carries a turn out, and leaves the opponent's boma as they are. */
static void carry_out(const struct kw_game *game, const struct kw_position *position,
                      const struct turn *turn, struct kw_position *next) {
    kw_move step[PLACING_STEPS];
    size_t steps = turn_steps(game->rules, position, turn, step);
    *next = *position;
    for (size_t i = 0; i < steps; i++)
        game->play(game->rules, next, step[i], next);
    if (next->phase != 0)
        game->play(game->rules, next, kw_move_make(KW_KEEP, 0, false, false, 0), next);
}

/* Keeps the turn if it is the best so far; true if it is. */
static bool try_turn(struct climb *climb, const struct turn *turn) {
    const struct kw_game *game = climb->worker->common->game;
    struct kw_position next;
    carry_out(game, climb->position, turn, &next);
    struct value value = search_alone(climb->worker, &next, climb->depth);
    int score = next.turn == climb->position->turn ? value.score : -value.score;
    if (spent(climb) && climb->found)
        return false;
    bool better = !climb->found || score > climb->score;
    if (better) {
        climb->best = *turn;
        climb->score = score;
        climb->found = true;
        climb->judged = !spent(climb);
    }
    return better;
}

/* The first boma, in the order of placing, that may still receive a warrior. */
static unsigned first_open(const struct kw_game *game, const struct kw_position *position) {
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    unsigned first = 2u * game->rules->columns;
    for (unsigned i = 0; i < first; i++)
        for (size_t k = 0; k < count; k++)
            if (kw_move_kind(moves[k]) == KW_PLACE &&
                kw_move_hole(moves[k]) == hole_from(game->rules, position->turn, i))
                return i;
    return 0;
}

/* Every choice of boma to lift, with what is then in hand. */
static size_t list_lifts(const struct kw_game *game, const struct kw_position *position,
                         struct turn *list, size_t most) {
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES), n = 0;
    list[n++] = (struct turn){.hand = position->hand};
    for (size_t i = 0; i < count && n < most; i++) {
        if (kw_move_kind(moves[i]) != KW_LIFT)
            continue;
        unsigned first = kw_move_hole(moves[i]);
        struct kw_position next;
        game->play(game->rules, position, moves[i], &next);
        list[n++] = (struct turn){.lift = {first}, .lifts = 1, .hand = next.hand};
        kw_move more[KW_MOVES];
        size_t further = game->moves(game->rules, &next, more, KW_MOVES);
        for (size_t k = 0; k < further && n < most; k++)
            if (kw_move_kind(more[k]) == KW_LIFT)
                list[n++] =
                    (struct turn){.lift = {first, kw_move_hole(more[k])},
                                  .lifts = 2,
                                  .hand = (unsigned)next.hand + next.hole[kw_move_hole(more[k])]};
    }
    return n;
}

/* Distributes the hand at random: in clumps, since even spreads are much alike. */
static void scatter(struct climb *climb, struct turn *turn, unsigned open) {
    const struct rules *rules = climb->worker->common->game->rules;
    unsigned size = 2u * rules->columns, left = turn->hand;
    memset(turn->gets, 0, sizeof turn->gets);
    while (left > 0) {
        unsigned number = open + kw_random_below(&climb->random, size - open);
        unsigned some = 1 + kw_random_below(&climb->random, left < 4 ? left : 4);
        turn->gets[hole_from(rules, climb->position->turn, number)] += (uint8_t)some;
        left -= some;
    }
}

/* Places one warrior elsewhere, as long as that is better. */
static void climb_up(struct climb *climb, unsigned open) {
    const struct rules *rules = climb->worker->common->game->rules;
    unsigned size = 2u * rules->columns;
    for (bool better = true; better && !spent(climb);) {
        better = false;
        for (unsigned i = open; i < size && !spent(climb); i++) {
            for (unsigned k = open; k < size && !spent(climb); k++) {
                unsigned from = hole_from(rules, climb->position->turn, i);
                unsigned to = hole_from(rules, climb->position->turn, k);
                struct turn turn = climb->best;
                if (turn.gets[from] == 0 || from == to)
                    continue;
                turn.gets[from]--;
                turn.gets[to]++;
                better |= try_turn(climb, &turn);
            }
        }
    }
}

void placing_find(struct worker *worker, const struct kw_position *position, int depth,
                  struct placing *placing) {
    enum { LIFTS_MOST = 64, SCATTERS = 3 };
    const struct kw_game *game = worker->common->game;
    struct climb climb = {.worker = worker, .position = position, .depth = depth};
    struct turn list[LIFTS_MOST];
    kw_random_seed(&climb.random, kw_hash(position));
    size_t count = list_lifts(game, position, list, LIFTS_MOST);
    unsigned open = position->hand > 0 ? first_open(game, position) : 0;
    for (int round = 0; round < SCATTERS; round++) {
        for (size_t i = 0; i < count && !(climb.found && spent(&climb)); i++) {
            scatter(&climb, &list[i], open);
            try_turn(&climb, &list[i]);
        }
    }
    climb_up(&climb, open);
    placing->steps = turn_steps(game->rules, position, &climb.best, placing->step);
    placing->value = (struct value){climb.score, 0};
    placing->judged = climb.judged;
}
