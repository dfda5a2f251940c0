#include "search/kiothi_setup.h"

enum { LIFTS_MOST = 64 };

struct climb {
    struct worker *worker;
    const struct kw_position *position;
    int depth;
    struct kw_random random;
    struct turn lifting[LIFTS_MOST]; /* every choice of boma to lift */
    size_t choices;
    unsigned open; /* the first boma, in the order of placing, that may receive a warrior */
    struct replies *replies; /* NULL: the opponent's first turn is not next */
};

/* A turn, its worth to its player, and the answer that is expected, if that is a first turn. */
struct choice {
    struct turn turn, answer;
    int score;
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

/* Carries a turn out. */
static void carry_out(const struct kw_game *game, const struct kw_position *position,
                      const struct turn *turn, struct kw_position *next) {
    kw_move step[KW_TURN_STEPS];
    size_t steps = turn_steps(game->rules, position, turn, step);
    *next = *position;
    for (size_t i = 0; i < steps; i++)
        game->play(game->rules, next, step[i], next);
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

static unsigned any_hole(struct climb *climb) {
    const struct rules *rules = climb->worker->common->game->rules;
    unsigned number =
        climb->open + kw_random_below(&climb->random, 2u * rules->columns - climb->open);
    return hole_from(rules, climb->position->turn, number);
}

/* Distributes at random what is in hand beyond what the boma receive, or takes back what is not. */
static void fit(struct climb *climb, struct turn *turn) {
    unsigned given = 0;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        given += turn->gets[hole];
    while (given != turn->hand) {
        unsigned hole = any_hole(climb), lacking = turn->hand - given;
        if (given > turn->hand) {
            given -= turn->gets[hole] > 0;
            turn->gets[hole] -= turn->gets[hole] > 0;
        } else { /* in clumps, since even spreads are much alike */
            unsigned some = 1 + kw_random_below(&climb->random, lacking < 4 ? lacking : 4);
            turn->gets[hole] += (uint8_t)some;
            given += some;
        }
    }
}

/* Places a warrior, or some, elsewhere. */
static void shift(struct climb *climb, struct turn *turn) {
    unsigned from, to = any_hole(climb), some = 1;
    do
        from = any_hole(climb);
    while (turn->gets[from] == 0);
    if (kw_random_below(&climb->random, 2) == 0)
        some += kw_random_below(&climb->random, turn->gets[from]);
    turn->gets[from] -= (uint8_t)some;
    turn->gets[to] += (uint8_t)some;
}

/* A turn like that one: now and then other boma are lifted, else some warriors placed elsewhere. */
static struct turn vary(struct climb *climb, const struct turn *turn) {
    enum { LIFT_ONE_IN = 10, SHIFT_AGAIN_ONE_IN = 3 };
    struct turn other = *turn;
    if (turn->hand == 0 || kw_random_below(&climb->random, LIFT_ONE_IN) == 0) {
        other = climb->lifting[kw_random_below(&climb->random, (uint32_t)climb->choices)];
        memcpy(other.gets, turn->gets, sizeof other.gets);
        fit(climb, &other);
    } else {
        do
            shift(climb, &other);
        while (kw_random_below(&climb->random, SHIFT_AGAIN_ONE_IN) == 0);
    }
    return other;
}

/* A random turn of one choice of boma after the other; that of number 0 lifts none. */
static struct turn random_turn(struct climb *climb, unsigned number) {
    struct turn turn = climb->lifting[number % climb->choices];
    fit(climb, &turn);
    return turn;
}

/* Tries for an answer to each turn; the best ones have to withstand more. */
enum { PATIENCE = 50 };

static void judge(struct climb *climb, struct choice *choice, int alpha, unsigned patience);

/* Tries so many turns, some of them at random, and keeps what is better; `enough` ends it. */
static void climb_up(struct climb *climb, struct choice *best, int enough, unsigned randoms,
                     unsigned tries) {
    for (unsigned i = 0; i < tries && best->score < enough && !spent(climb); i++) {
        struct choice other = {.turn =
                                   i < randoms ? random_turn(climb, i) : vary(climb, &best->turn)};
        judge(climb, &other, best->score, PATIENCE);
        if (!spent(climb) && other.score > best->score)
            *best = other;
    }
}

/* `salt`: the same climb again draws otherwise. */
static void climb_begin(struct climb *climb, struct worker *worker,
                        const struct kw_position *position, int depth, unsigned salt) {
    const struct kw_game *game = worker->common->game;
    *climb = (struct climb){.worker = worker, .position = position, .depth = depth};
    kw_random_seed(&climb->random, kw_hash(position) + (unsigned)depth + ((uint64_t)salt << 8));
    climb->choices = list_lifts(game, position, climb->lifting, LIFTS_MOST);
    climb->open = position->hand > 0 ? first_open(game, position) : 0;
}

/* Makes a turn that was found for another position one for this; false if a boma is empty here. */
static bool transfer(struct climb *climb, struct turn *turn) {
    turn->hand = 0;
    for (unsigned i = 0; i < turn->lifts; i++) {
        if (climb->position->hole[turn->lift[i]] == 0)
            return false;
        turn->hand += climb->position->hole[turn->lift[i]];
    }
    fit(climb, turn);
    return true;
}

static void note_reply(struct replies *replies, const struct turn *turn) {
    replies->turn[replies->found++ % REPLIES] = *turn;
}

/*
 * What the opponent's first turn leaves of a turn's value.  Mostly one of the replies that he had
 * to others shows that it is not above alpha; only to what withstands them all a reply is sought.
 */
static void judge_replies(struct climb *climb, const struct kw_position *position,
                          struct choice *choice, int alpha, unsigned patience) {
    enum { RANDOMS = 16 };
    struct replies *replies = climb->replies;
    struct climb other;
    climb_begin(&other, climb->worker, position, climb->depth, patience);
    struct choice best = {.turn = {.lifts = 0}};
    judge(&other, &best, -SCORE_INFINITE, 0);
    for (size_t i = 0; i < replies->found && i < REPLIES && best.score < -alpha; i++) {
        struct choice known = {.turn = replies->turn[(replies->found - 1 - i) % REPLIES]};
        if (!transfer(&other, &known.turn))
            continue;
        judge(&other, &known, best.score, 0);
        if (known.score > best.score)
            best = known;
    }
    if (best.score < -alpha) {
        climb_up(&other, &best, -alpha, RANDOMS, patience);
        if (!spent(climb))
            note_reply(replies, &best.turn);
    }
    choice->answer = best.turn;
    choice->score = -best.score;
}

/*
 * What a turn is worth to its player: exact above alpha, else a bound.  If it was stopped before
 * anything was found out, SCORE_INFINITE with either sign.
 */
static void judge(struct climb *climb, struct choice *choice, int alpha, unsigned patience) {
    struct kw_position next;
    carry_out(climb->worker->common->game, climb->position, &choice->turn, &next);
    if (climb->replies != NULL) {
        judge_replies(climb, &next, choice, alpha, patience);
        return;
    }
    int score =
        -search_root_position(climb->worker, &next, climb->depth, -SCORE_INFINITE, -alpha).score;
    choice->score = spent(climb) ? -SCORE_INFINITE : score;
}

/* Seeks an answer to a turn, beside the one that is known, by so many tries; if one is to come. */
static void withstand(struct climb *climb, struct choice *choice, unsigned tries) {
    if (climb->replies == NULL)
        return;
    note_reply(climb->replies, &choice->answer);
    struct choice other = {.turn = choice->turn};
    judge(climb, &other, -SCORE_INFINITE, tries);
    if (other.score < choice->score)
        *choice = other;
}

/* So many tries, and as many for an answer to the best of them, which may fall behind by it. */
static void climb_round(struct climb *climb, struct choice *best, unsigned randoms,
                        unsigned tries) {
    struct choice other = *best;
    climb_up(climb, &other, SCORE_INFINITE, randoms, tries);
    withstand(climb, &other, tries);
    bool same = memcmp(&other.turn, &best->turn, sizeof other.turn) == 0;
    if (!same && other.score < best->score)
        withstand(climb, best, tries);
    if (same || other.score >= best->score)
        *best = other;
}

/* Writes down a turn, and the answer that is expected. */
static void tell_steps(const struct climb *climb, const struct choice *best, bool answered,
                       struct placing *placing) {
    const struct kw_game *game = climb->worker->common->game;
    struct kw_position next;
    placing->turn = best->turn;
    placing->steps = turn_steps(game->rules, climb->position, &best->turn, placing->step);
    placing->told = placing->steps;
    if (!answered || climb->replies == NULL)
        return;
    carry_out(game, climb->position, &best->turn, &next);
    placing->told += turn_steps(game->rules, &next, &best->answer, placing->step + placing->steps);
}

/* Whether the opponent has his first turn next. */
static bool is_answered(const struct climb *climb, const struct turn *turn) {
    struct kw_position next;
    carry_out(climb->worker->common->game, climb->position, turn, &next);
    return next.phase != 0;
}

bool placing_look(struct worker *worker, const struct kw_position *position, int depth,
                  unsigned tries, struct placing *placing) {
    enum { ROUNDS = 2, RANDOMS = 2 };
    struct climb climb;
    bool begun = placing->steps > 0;
    unsigned each = tries / ROUNDS;
    climb_begin(&climb, worker, position, depth, 0);
    struct choice best = {.turn = begun ? placing->turn : random_turn(&climb, 0)};
    if (!begun)
        placing->replies.found = 0;
    if (is_answered(&climb, &best.turn))
        climb.replies = &placing->replies;
    judge(&climb, &best, -SCORE_INFINITE, PATIENCE);
    if (begun)
        withstand(&climb, &best, each);
    if (begun && spent(&climb))
        return false;
    bool sound = !spent(&climb) && (begun || climb.replies == NULL);
    unsigned randoms = begun ? 0 : RANDOMS * (unsigned)climb.choices;
    if (randoms > each / 2)
        randoms = each / 2;
    for (unsigned round = 0; round < ROUNDS && !spent(&climb); round++) {
        struct choice other = best;
        climb_round(&climb, &other, randoms, each);
        /* What has not withstood an answer is thought too well of. */
        if (!spent(&climb) || !sound || climb.replies == NULL)
            best = other;
        sound = sound || !spent(&climb);
        randoms = 0;
    }
    tell_steps(&climb, &best, sound, placing);
    placing->value = (struct value){sound ? best.score : 0, 0};
    return sound;
}
