#include "search/setup_turn.h"

enum { LIFTS_MAX = 64 };

struct setup_climb {
    struct worker *worker;
    const struct kw_position *position;
    int depth;
    struct kw_random random;
    struct setup_turn lifting[LIFTS_MAX]; /* every choice of holes to lift */
    size_t choices;
    unsigned open; /* the first hole that may receive a seed, in the order of filling */
    struct setup_replies *replies; /* NULL: the opponent's setup turn is not next */
};

/* A turn, its value for its player, and the expected reply if that is a setup turn. */
struct setup_choice {
    struct setup_turn turn, reply;
    int score;
};

static bool setup_stopped(const struct setup_climb *climb) {
    return atomic_load_explicit(&climb->worker->shared->stop, memory_order_relaxed);
}

/* Plays a turn. */
static void setup_play(const struct kw_game *game, const struct kw_position *position,
                       const struct setup_turn *turn, struct kw_position *next) {
    kw_move step[KW_TURN_STEPS];
    size_t steps = game_setup(game)->steps(game->rules, position, turn, step);
    *next = *position;
    for (size_t i = 0; i < steps; i++)
        game->play(game->rules, next, step[i], next);
}

static unsigned setup_random_hole(struct setup_climb *climb) {
    const struct rules *rules = climb->worker->shared->game->rules;
    unsigned number =
        climb->open + kw_random_below(&climb->random, 2u * rules->columns - climb->open);
    return hole_from(rules, climb->position->turn, number);
}

/* Adds seeds at random holes until all in hand are distributed, or takes excess ones back. */
static void setup_distribute(struct setup_climb *climb, struct setup_turn *turn) {
    unsigned given = 0;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        given += turn->gets[hole];
    while (given != turn->hand) {
        unsigned hole = setup_random_hole(climb), lacking = turn->hand - given;
        if (given > turn->hand) {
            given -= turn->gets[hole] > 0;
            turn->gets[hole] -= turn->gets[hole] > 0;
        } else { /* in clumps, since even distributions differ little */
            unsigned some = 1 + kw_random_below(&climb->random, lacking < 4 ? lacking : 4);
            turn->gets[hole] += (uint8_t)some;
            given += some;
        }
    }
}

/* Moves one or more seeds to another hole. */
static void setup_move_seeds(struct setup_climb *climb, struct setup_turn *turn) {
    unsigned from, to = setup_random_hole(climb), some = 1;
    do
        from = setup_random_hole(climb);
    while (turn->gets[from] == 0);
    if (kw_random_below(&climb->random, 2) == 0)
        some += kw_random_below(&climb->random, turn->gets[from]);
    turn->gets[from] -= (uint8_t)some;
    turn->gets[to] += (uint8_t)some;
}

/* A random variation: other holes are lifted (one in ten), or some seeds moved. */
static struct setup_turn setup_mutate(struct setup_climb *climb, const struct setup_turn *turn) {
    enum { LIFT_ONE_IN = 10, SHIFT_AGAIN_ONE_IN = 3 };
    struct setup_turn other = *turn;
    if (turn->hand == 0 || kw_random_below(&climb->random, LIFT_ONE_IN) == 0) {
        other = climb->lifting[kw_random_below(&climb->random, (uint32_t)climb->choices)];
        memcpy(other.gets, turn->gets, sizeof other.gets);
        setup_distribute(climb, &other);
    } else {
        do
            setup_move_seeds(climb, &other);
        while (kw_random_below(&climb->random, SHIFT_AGAIN_ONE_IN) == 0);
    }
    return other;
}

/* A random turn with that choice of holes to lift; number 0 lifts none. */
static struct setup_turn setup_random_turn(struct setup_climb *climb, unsigned number) {
    struct setup_turn turn = climb->lifting[number % climb->choices];
    setup_distribute(climb, &turn);
    return turn;
}

/* Tries to find the reply to a turn; setup_verify makes more. */
enum { REPLY_TRIES = 50 };

static void setup_evaluate(struct setup_climb *climb, struct setup_choice *choice, int alpha,
                           unsigned reply_tries);

/* Hill climbing by so many tries, the first of them random turns; ends at the score `enough`. */
static void setup_hill_climb(struct setup_climb *climb, struct setup_choice *best, int enough,
                             unsigned randoms, unsigned tries) {
    for (unsigned i = 0; i < tries && best->score < enough && !setup_stopped(climb); i++) {
        struct setup_choice other = {.turn = i < randoms ? setup_random_turn(climb, i)
                                                         : setup_mutate(climb, &best->turn)};
        setup_evaluate(climb, &other, best->score, REPLY_TRIES);
        if (!setup_stopped(climb) && other.score > best->score)
            *best = other;
    }
}

/* Another `salt` gives other random numbers. */
static void setup_begin_climb(struct setup_climb *climb, struct worker *worker,
                              const struct kw_position *position, int depth, unsigned salt) {
    const struct kw_game *game = worker->shared->game;
    *climb = (struct setup_climb){.worker = worker, .position = position, .depth = depth};
    kw_random_seed(&climb->random, kw_hash(position) + (unsigned)depth + ((uint64_t)salt << 8));
    climb->choices = game_setup(game)->lifts(game->rules, position, climb->lifting, LIFTS_MAX);
    climb->open = position->hand > 0 ? game_setup(game)->first(game->rules, position) : 0;
}

/* Adapts a turn found for another position to this one; false if a lifted hole is empty here. */
static bool setup_transfer(struct setup_climb *climb, struct setup_turn *turn) {
    turn->hand = 0;
    for (unsigned i = 0; i < turn->lifts; i++) {
        if (climb->position->hole[turn->lift[i]] == 0)
            return false;
        turn->hand += climb->position->hole[turn->lift[i]];
    }
    setup_distribute(climb, turn);
    return true;
}

static void setup_note_reply(struct setup_replies *replies, const struct setup_turn *turn) {
    replies->turn[replies->found++ % REPLIES] = *turn;
}

/*
 * The value of a turn after the opponent's setup turn.  Mostly one of the known replies shows that
 * it is not above alpha; only against turns that none refutes a reply is searched.
 */
static void setup_evaluate_replies(struct setup_climb *climb, const struct kw_position *position,
                                   struct setup_choice *choice, int alpha, unsigned reply_tries) {
    enum { RANDOMS = 16 };
    struct setup_replies *replies = climb->replies;
    struct setup_climb other;
    setup_begin_climb(&other, climb->worker, position, climb->depth, reply_tries);
    struct setup_choice best = {.turn = {.lifts = 0}};
    setup_evaluate(&other, &best, -SCORE_INFINITE, 0);
    for (size_t i = 0; i < replies->found && i < REPLIES && best.score < -alpha; i++) {
        struct setup_choice known = {.turn = replies->turn[(replies->found - 1 - i) % REPLIES]};
        if (!setup_transfer(&other, &known.turn))
            continue;
        setup_evaluate(&other, &known, best.score, 0);
        if (known.score > best.score)
            best = known;
    }
    if (best.score < -alpha) {
        setup_hill_climb(&other, &best, -alpha, RANDOMS, reply_tries);
        if (!setup_stopped(climb))
            setup_note_reply(replies, &best.turn);
    }
    choice->reply = best.turn;
    choice->score = -best.score;
}

/*
 * The value of a turn for its player: exact above alpha, else a bound.  SCORE_INFINITE with either
 * sign if it was stopped before anything was found.
 */
static void setup_evaluate(struct setup_climb *climb, struct setup_choice *choice, int alpha,
                           unsigned reply_tries) {
    struct kw_position next;
    setup_play(climb->worker->shared->game, climb->position, &choice->turn, &next);
    if (climb->replies != NULL) {
        setup_evaluate_replies(climb, &next, choice, alpha, reply_tries);
        return;
    }
    int score = -search_position(climb->worker, &next, climb->depth, -SCORE_INFINITE, -alpha).score;
    choice->score = setup_stopped(climb) ? -SCORE_INFINITE : score;
}

/* Searches a better reply to a turn by so many tries, if the opponent's setup turn is next. */
static void setup_verify(struct setup_climb *climb, struct setup_choice *choice, unsigned tries) {
    if (climb->replies == NULL)
        return;
    setup_note_reply(climb->replies, &choice->reply);
    struct setup_choice other = {.turn = choice->turn};
    setup_evaluate(climb, &other, -SCORE_INFINITE, tries);
    if (other.score < choice->score)
        *choice = other;
}

/* So many tries, then as many to refute the best of them, which may fall behind by that. */
static void setup_climb_round(struct setup_climb *climb, struct setup_choice *best,
                              unsigned randoms, unsigned tries) {
    struct setup_choice other = *best;
    setup_hill_climb(climb, &other, SCORE_INFINITE, randoms, tries);
    setup_verify(climb, &other, tries);
    bool same = memcmp(&other.turn, &best->turn, sizeof other.turn) == 0;
    if (!same && other.score < best->score)
        setup_verify(climb, best, tries);
    if (same || other.score >= best->score)
        *best = other;
}

/* Stores a turn and the expected reply. */
static void setup_report(const struct setup_climb *climb, const struct setup_choice *best,
                         bool answered, struct setup_plan *setup) {
    const struct kw_game *game = climb->worker->shared->game;
    const struct setup *of = game_setup(game);
    struct kw_position next;
    setup->turn = best->turn;
    setup->steps = of->steps(game->rules, climb->position, &best->turn, setup->step);
    setup->reported = setup->steps;
    if (!answered || climb->replies == NULL)
        return;
    setup_play(game, climb->position, &best->turn, &next);
    setup->reported += of->steps(game->rules, &next, &best->reply, setup->step + setup->steps);
}

/* Whether the opponent's setup turn is next. */
static bool setup_has_reply(const struct setup_climb *climb, const struct setup_turn *turn) {
    struct kw_position next;
    setup_play(climb->worker->shared->game, climb->position, turn, &next);
    return next.phase != 0;
}

bool setup_search(struct worker *worker, const struct kw_position *position, int depth,
                  unsigned tries, struct setup_plan *setup) {
    enum { ROUNDS = 2, RANDOMS = 2 };
    struct setup_climb climb;
    bool refining = setup->steps > 0;
    unsigned each = tries / ROUNDS;
    setup_begin_climb(&climb, worker, position, depth, 0);
    struct setup_choice best = {.turn = refining ? setup->turn : setup_random_turn(&climb, 0)};
    if (!refining)
        setup->replies.found = 0;
    if (setup_has_reply(&climb, &best.turn))
        climb.replies = &setup->replies;
    setup_evaluate(&climb, &best, -SCORE_INFINITE, REPLY_TRIES);
    if (refining)
        setup_verify(&climb, &best, each);
    if (refining && setup_stopped(&climb))
        return false;
    bool verified = !setup_stopped(&climb) && (refining || climb.replies == NULL);
    unsigned randoms = refining ? 0 : RANDOMS * (unsigned)climb.choices;
    if (randoms > each / 2)
        randoms = each / 2;
    for (unsigned round = 0; round < ROUNDS && !setup_stopped(&climb); round++) {
        struct setup_choice other = best;
        setup_climb_round(&climb, &other, randoms, each);
        /* An unverified turn is overrated. */
        if (!setup_stopped(&climb) || !verified || climb.replies == NULL)
            best = other;
        verified = verified || !setup_stopped(&climb);
        randoms = 0;
    }
    setup_report(&climb, &best, verified, setup);
    setup->value = (struct value){verified ? best.score : 0, 0};
    return verified;
}
