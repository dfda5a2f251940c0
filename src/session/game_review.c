/* What the turns of a game have lost. */
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

struct judging {
    struct kw_engine *engine;
    size_t first; /* ply of the game: no turn that began before it is judged */
    const struct kw_limits *limits;
    struct kw_session *session; /* a copy of the game, to go back in */
    struct kw_analysis *analysis;
    struct kw_error *error;
};

/* ---- verdicts ------------------------------------------------------------------------------- */

static struct kw_evaluation verdict_of_end(const struct kw_result *result, unsigned player) {
    struct kw_evaluation verdict = {.line.proven = true, .over = true};
    int ahead = (int)result->score[player] - (int)result->score[!player];
    if (result->scored) {
        verdict.line.score = ahead * 100;
    } else if (result->outcome == KW_DRAW) {
        verdict.line.unit = KW_IN_POINTS;
    } else {
        verdict.won = (result->outcome == KW_SOUTH_WINS) == (player == KW_SOUTH) ? 1 : -1;
        verdict.line.unit = KW_IN_PLIES;
    }
    return verdict;
}

static struct kw_evaluation verdict_of_line(const struct kw_line *line) {
    struct kw_evaluation verdict = {.line = *line};
    if (line->unit == KW_IN_PLIES)
        verdict.won = line->score > 0 ? 1 : -1;
    return verdict;
}

/* Makes it the other player's. */
static void verdict_turn(struct kw_evaluation *verdict) {
    verdict->line.score = -verdict->line.score;
    verdict->won = -verdict->won;
}

/* Sets what there was to lose, once both verdicts are known. */
static void judgement_weigh(struct kw_turn_review *judgement) {
    const struct kw_evaluation *best = &judgement->best, *played = &judgement->played;
    judgement->lost = best->won > played->won;
    judgement->loss =
        best->won != 0 || played->won != 0 ? 0 : best->line.score - played->line.score;
}

/* ---- the game, backwards -------------------------------------------------------------------- */

static bool find_verdict(struct judging *judging, struct kw_evaluation *verdict);

static bool placed_by(const struct kw_position *position, unsigned player) {
    return position->phase != 0 && position->turn == player;
}

/*
 * A plan of Kiothi's first turn is worth what is found after it, as the turn is that was played:
 * the planner has seen neither so deep, and thinks better of what it has chosen.  The answer that
 * it expects is not followed.
 */
static bool follow_plan(struct judging *judging, struct kw_evaluation *verdict) {
    struct kw_session *session = judging->session;
    const struct kw_line plan = verdict->line;
    unsigned mover = kw_session_position(session)->turn;
    size_t played = 0;
    bool good = true;
    while (good && played < plan.length && placed_by(kw_session_position(session), mover)) {
        good = kw_session_play(session, plan.move[played], judging->error);
        played += good;
    }
    good = good && find_verdict(judging, verdict);
    if (good && kw_session_position(session)->turn != mover)
        verdict_turn(verdict);
    for (size_t i = 0; i < played; i++)
        kw_session_undo(session);
    verdict->over = false;
    verdict->line.length = played;
    memcpy(verdict->line.move, plan.move, played * sizeof *plan.move);
    return good;
}

/* What the position is worth where the game stands, for the player to move there. */
static bool find_verdict(struct judging *judging, struct kw_evaluation *verdict) {
    struct kw_result result;
    if (kw_session_result(judging->session, &result)) {
        *verdict = verdict_of_end(&result, kw_session_position(judging->session)->turn & 1);
        return true;
    }
    if (!kw_engine_search(judging->engine, judging->session, judging->limits, NULL, NULL,
                          judging->analysis, judging->error))
        return false;
    *verdict = verdict_of_line(&judging->analysis->line[0]);
    return kw_session_position(judging->session)->phase == 0 || follow_plan(judging, verdict);
}

/* The first ply of the turn that ends before ply `end`. */
static size_t turn_begin(const struct kw_session *session, size_t end) {
    size_t first = end - 1;
    unsigned mover = kw_session_before(session, first)->turn;
    while (first > 0 && kw_session_before(session, first - 1)->turn == mover)
        first--;
    return first;
}

/* The turn that ends where the game stands, which is taken back; `after` is of the player then. */
static bool judge_turn(struct judging *judging, const struct kw_evaluation *after,
                       struct kw_turn_review *judgement) {
    struct kw_session *session = judging->session;
    unsigned then = kw_session_position(session)->turn;
    judgement->end = kw_session_plies(session);
    judgement->first = turn_begin(session, judgement->end);
    while (kw_session_plies(session) > judgement->first)
        kw_session_undo(session);
    unsigned mover = kw_session_position(session)->turn;
    judgement->mover = (enum kw_player)mover;
    judgement->played = *after;
    if (then != mover)
        verdict_turn(&judgement->played);
    if (!find_verdict(judging, &judgement->best))
        return false;
    judgement_weigh(judgement);
    return true;
}

/* Whether there is a turn that ends where the game stands, and is to be judged. */
static bool turn_left(const struct judging *judging) {
    size_t end = kw_session_plies(judging->session);
    return end > 0 && turn_begin(judging->session, end) >= judging->first;
}

static bool judge_turns(struct judging *judging, kw_review_fn *review, void *context) {
    struct kw_evaluation after = {.over = false};
    if (turn_left(judging) && !find_verdict(judging, &after))
        return false;
    while (turn_left(judging)) {
        struct kw_turn_review judgement;
        if (!judge_turn(judging, &after, &judgement))
            return false;
        if (!review(context, &judgement))
            break;
        after = judgement.best;
    }
    return true;
}

/* The game without what was said at its end, so that its last position is searched. */
static struct kw_session *copy_game(const struct kw_session *session) {
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
                      const struct kw_limits *limits, kw_review_fn *review, void *context,
                      struct kw_error *error) {
    struct judging judging = {.engine = engine,
                              .first = first,
                              .limits = limits,
                              .session = copy_game(session),
                              .analysis = malloc(sizeof *judging.analysis),
                              .error = error};
    bool good = judging.session != NULL && judging.analysis != NULL;
    if (good)
        good = judge_turns(&judging, review, context);
    else
        error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
    free(judging.analysis);
    kw_session_free(judging.session);
    return good;
}
