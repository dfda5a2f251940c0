/* kw_engine_review: what each turn of a game has lost. */
#include "base/error.h"
#include "search/engine.h"

#include <stdlib.h>
#include <string.h>

struct game_review {
    struct kw_engine *engine;
    size_t first; /* ply: turns that begin before it are not reviewed */
    const struct kw_limits *limits;
    struct kw_session *session; /* a copy of the game, in which plies are taken back */
    struct kw_analysis *analysis;
    struct kw_error *error;
};

/* ---- evaluations ----------------------------------------------------------------------------- */

static struct kw_evaluation review_evaluate_end(const struct kw_result *result, unsigned player) {
    struct kw_evaluation evaluation = {.line.proven = true, .over = true};
    int ahead = (int)result->score[player] - (int)result->score[!player];
    if (result->scored) {
        evaluation.line.score = ahead * 100;
    } else if (result->outcome == KW_DRAW) {
        evaluation.line.unit = KW_IN_POINTS;
    } else {
        evaluation.won = (result->outcome == KW_SOUTH_WINS) == (player == KW_SOUTH) ? 1 : -1;
        evaluation.line.unit = KW_IN_PLIES;
    }
    return evaluation;
}

static struct kw_evaluation review_evaluate_line(const struct kw_line *line) {
    struct kw_evaluation evaluation = {.line = *line};
    if (line->unit == KW_IN_PLIES)
        evaluation.won = line->score > 0 ? 1 : -1;
    return evaluation;
}

/* Turns it into the opponent's. */
static void review_negate(struct kw_evaluation *evaluation) {
    evaluation->line.score = -evaluation->line.score;
    evaluation->won = -evaluation->won;
}

/* Sets the loss, once both evaluations are known. */
static void review_set_loss(struct kw_turn_review *turn) {
    const struct kw_evaluation *best = &turn->best, *played = &turn->played;
    turn->lost = best->won > played->won;
    turn->loss = best->won != 0 || played->won != 0 ? 0 : best->line.score - played->line.score;
}

/* ---- the game, backwards --------------------------------------------------------------------- */

static bool review_evaluate(struct game_review *review, struct kw_evaluation *evaluation);

static bool review_is_setup_of(const struct kw_position *position, unsigned player) {
    return position->phase != 0 && position->turn == player;
}

/*
 * A setup turn is evaluated by a search of the position after it, like the turn that was
 * played: the setup search is less deep, and overrates what it has chosen.  The reply that it
 * expects is not played.
 */
static bool review_evaluate_setup(struct game_review *review, struct kw_evaluation *evaluation) {
    struct kw_session *session = review->session;
    const struct kw_line plan = evaluation->line;
    unsigned mover = kw_session_position(session)->turn;
    size_t played = 0;
    bool good = true;
    while (good && played < plan.length &&
           review_is_setup_of(kw_session_position(session), mover)) {
        good = kw_session_play(session, plan.move[played], review->error);
        played += good;
    }
    good = good && review_evaluate(review, evaluation);
    if (good && kw_session_position(session)->turn != mover)
        review_negate(evaluation);
    for (size_t i = 0; i < played; i++)
        kw_session_undo(session);
    evaluation->over = false;
    evaluation->line.length = played;
    memcpy(evaluation->line.move, plan.move, played * sizeof *plan.move);
    return good;
}

/* Evaluates the current position for the player to move there. */
static bool review_evaluate(struct game_review *review, struct kw_evaluation *evaluation) {
    struct kw_result result;
    if (kw_session_result(review->session, &result)) {
        *evaluation = review_evaluate_end(&result, kw_session_position(review->session)->turn & 1);
        return true;
    }
    if (!kw_engine_search(review->engine, review->session, review->limits, NULL, NULL,
                          review->analysis, review->error))
        return false;
    *evaluation = review_evaluate_line(&review->analysis->line[0]);
    return kw_session_position(review->session)->phase == 0 ||
           review_evaluate_setup(review, evaluation);
}

/* The first ply of the turn that ends before ply `end`. */
static size_t review_turn_begin(const struct kw_session *session, size_t end) {
    size_t first = end - 1;
    unsigned mover = kw_session_before(session, first)->turn;
    while (first > 0 && kw_session_before(session, first - 1)->turn == mover)
        first--;
    return first;
}

/* Reviews the last turn and takes it back; `after` is the evaluation of the player to move. */
static bool review_turn(struct game_review *review, const struct kw_evaluation *after,
                        struct kw_turn_review *turn) {
    struct kw_session *session = review->session;
    unsigned then = kw_session_position(session)->turn;
    turn->end = kw_session_plies(session);
    turn->first = review_turn_begin(session, turn->end);
    while (kw_session_plies(session) > turn->first)
        kw_session_undo(session);
    unsigned mover = kw_session_position(session)->turn;
    turn->mover = (enum kw_player)mover;
    turn->played = *after;
    if (then != mover)
        review_negate(&turn->played);
    if (!review_evaluate(review, &turn->best))
        return false;
    review_set_loss(turn);
    return true;
}

/* Whether the last turn is to be reviewed. */
static bool review_has_turn(const struct game_review *review) {
    size_t end = kw_session_plies(review->session);
    return end > 0 && review_turn_begin(review->session, end) >= review->first;
}

static bool review_turns(struct game_review *review, kw_review_fn *on_turn, void *context) {
    struct kw_evaluation after = {.over = false};
    if (review_has_turn(review) && !review_evaluate(review, &after))
        return false;
    while (review_has_turn(review)) {
        struct kw_turn_review turn;
        if (!review_turn(review, &after, &turn))
            return false;
        if (!on_turn(context, &turn))
            break;
        after = turn.best;
    }
    return true;
}

/* The game without resignation or agreement, so that its last position can be searched. */
static struct kw_session *review_copy_game(const struct kw_session *session) {
    struct kw_session *copy =
        kw_session_new(kw_session_game(session), kw_session_before(session, 0));
    for (size_t ply = 0; copy != NULL && ply < kw_session_plies(session); ply++) {
        if (!kw_session_play(copy, kw_session_move(session, ply), NULL)) {
            kw_session_free(copy);
            return NULL;
        }
    }
    return copy;
}

bool kw_engine_review(struct kw_engine *engine, const struct kw_session *session, size_t first,
                      const struct kw_limits *limits, kw_review_fn *on_turn, void *context,
                      struct kw_error *error) {
    struct game_review review = {.engine = engine,
                                 .first = first,
                                 .limits = limits,
                                 .session = review_copy_game(session),
                                 .analysis = malloc(sizeof *review.analysis),
                                 .error = error};
    bool good = review.session != NULL && review.analysis != NULL;
    enum kw_aim aim = engine_aim(engine);
    kw_engine_set_aim(engine, KW_AIM_SEEDS); /* losses are differences of seeds */
    if (good)
        good = review_turns(&review, on_turn, context);
    else
        error_no_memory(error);
    kw_engine_set_aim(engine, aim);
    free(review.analysis);
    kw_session_free(review.session);
    return good;
}
