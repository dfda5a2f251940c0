/* kw_engine_review: what each turn of a game has lost, once a deeper search says so too. */
#include "base/error.h"
#include "search/engine.h"

#include <stdlib.h>
#include <string.h>

/* A turn that seems to lose no more, in hundredths, is as good as the best one. */
enum { NEAR_LOSS = 30 };

/* A difference must survive a search of so many times the nodes or the time, or plies deeper. */
enum { DEEPER_TIMES = 4, DEEPER_PLIES = 2 };

/* One more than the deepest search. */
enum { DEPTHS = 127 };

/* What a search has found at each of its depths, for one player throughout. */
struct review_depths {
    unsigned last;
    bool fixed;  /* proven, or not searched by depths: the last one holds for any depth */
    bool turned; /* the opponent is to move */
    struct kw_evaluation at[DEPTHS]; /* without a line where no depth was completed */
};

struct game_review {
    struct kw_engine *engine;
    const struct kw_session *game; /* the whole game */
    size_t first;                  /* ply: turns that begin before it are not reviewed */
    struct kw_limits limits, deeper;
    struct kw_session *session; /* a copy of the game, in which plies are taken back */
    struct kw_analysis *analysis;
    struct review_depths *best, *played; /* after the best turn, and after that of the game */
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

/* How much less was played, in hundredths; INT64_MAX: the game or the win; < 0: it was more. */
static int64_t review_loss(const struct kw_evaluation *best, const struct kw_evaluation *played) {
    if (best->won != played->won)
        return best->won > played->won ? INT64_MAX : -1;
    return best->won != 0 ? 0 : (int64_t)best->line.score - played->line.score;
}

/* An evaluation after moves of the mover becomes one of the position before them. */
static void review_prefix(struct kw_evaluation *evaluation, const kw_move *move, size_t moves) {
    struct kw_line *line = &evaluation->line;
    size_t rest = line->length < KW_LINE_MOVES - moves ? line->length : KW_LINE_MOVES - moves;
    memmove(line->move + moves, line->move, rest * sizeof *move);
    memcpy(line->move, move, moves * sizeof *move);
    line->length = moves + rest;
    if (line->unit == KW_IN_PLIES)
        line->score += evaluation->won * (int32_t)moves;
    evaluation->over = false;
}

/* ---- the game, backwards --------------------------------------------------------------------- */

static bool review_evaluate(struct game_review *review, const struct kw_limits *limits,
                            struct kw_evaluation *evaluation);

static bool review_is_setup_of(const struct kw_position *position, unsigned player) {
    return position->phase != 0 && position->turn == player;
}

/*
 * A setup turn is evaluated by a search of the position after it, like the turn that was
 * played: the setup search is less deep, and overrates what it has chosen.  The reply that it
 * expects is not played.
 */
static bool review_evaluate_setup(struct game_review *review, const struct kw_limits *limits,
                                  struct kw_evaluation *evaluation) {
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
    good = good && review_evaluate(review, limits, evaluation);
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
static bool review_evaluate(struct game_review *review, const struct kw_limits *limits,
                            struct kw_evaluation *evaluation) {
    struct kw_result result;
    if (kw_session_result(review->session, &result)) {
        *evaluation = review_evaluate_end(&result, kw_session_position(review->session)->turn & 1);
        return true;
    }
    if (!kw_engine_search(review->engine, review->session, limits, NULL, NULL, review->analysis,
                          review->error))
        return false;
    *evaluation = review_evaluate_line(&review->analysis->line[0]);
    return kw_session_position(review->session)->phase == 0 ||
           review_evaluate_setup(review, limits, evaluation);
}

/* ---- differences that survive a deeper search ------------------------------------------------ */

static bool review_on_depth(void *context, const struct kw_analysis *analysis) {
    struct review_depths *depths = context;
    struct kw_evaluation *evaluation = &depths->at[analysis->depth];
    *evaluation = review_evaluate_line(&analysis->line[0]);
    if (depths->turned)
        review_negate(evaluation);
    depths->last = analysis->depth;
    depths->fixed = evaluation->line.proven;
    return true;
}

/* Searches the position that a turn of `mover` has led to. */
static bool review_search_depths(struct game_review *review, unsigned mover,
                                 struct review_depths *depths) {
    const struct kw_position *position = kw_session_position(review->session);
    struct kw_result result;
    memset(depths, 0, sizeof *depths);
    depths->turned = position->turn != mover;
    depths->fixed = position->phase != 0 || kw_session_result(review->session, &result);
    if (depths->fixed) {
        bool good = review_evaluate(review, &review->deeper, &depths->at[0]);
        if (good && depths->turned)
            review_negate(&depths->at[0]);
        return good;
    }
    if (!kw_engine_search(review->engine, review->session, &review->deeper, review_on_depth, depths,
                          review->analysis, review->error))
        return false;
    return depths->last > 0 || review_on_depth(depths, review->analysis);
}

/* NULL: none was completed at that depth. */
static const struct kw_evaluation *review_at_depth(const struct review_depths *depths,
                                                   unsigned depth) {
    const struct kw_evaluation *at = &depths->at[depths->fixed ? depths->last : depth];
    return at->over || at->line.length > 0 ? at : NULL;
}

/* The deepest depth that both have. */
static unsigned review_common_depth(const struct review_depths *a, const struct review_depths *b) {
    if (a->fixed || b->fixed)
        return a->fixed ? b->last : a->last;
    return a->last < b->last ? a->last : b->last;
}

/*
 * Compares the turns at equal depth, since estimates at odd and even depths differ.  Of the last
 * two depths the one holds that is kinder to the turn: so a difference counts if both have it.
 * False if they have no depth in common, as where one was stopped at once.
 */
static bool review_compare_depths(const struct game_review *review, struct kw_turn_review *turn) {
    bool compared = false;
    unsigned depth = review_common_depth(review->best, review->played);
    for (unsigned i = 0; i < 2 && i <= depth; i++) {
        const struct kw_evaluation *best = review_at_depth(review->best, depth - i);
        const struct kw_evaluation *played = review_at_depth(review->played, depth - i);
        if (best == NULL || played == NULL ||
            (compared && review_loss(best, played) >= review_loss(&turn->best, &turn->played)))
            continue;
        turn->best = *best;
        turn->played = *played;
        compared = true;
    }
    return compared;
}

/* Plays on as a line does while it is the mover's turn; returns the number of plies. */
static size_t review_play_best(struct kw_session *session, const struct kw_line *line) {
    unsigned mover = kw_session_position(session)->turn;
    size_t played = 0;
    while (played < line->length && kw_session_position(session)->turn == mover &&
           kw_session_play(session, line->move[played], NULL))
        played++;
    return played;
}

static void review_take_back(struct kw_session *session, size_t ply) {
    while (kw_session_plies(session) > ply)
        kw_session_undo(session);
}

/* Searches the positions after both turns deeper. */
static bool review_compare_deeper(struct game_review *review, struct kw_turn_review *turn) {
    struct kw_session *session = review->session;
    kw_move move[KW_LINE_MOVES];
    memcpy(move, turn->best.line.move, sizeof move);
    size_t moves = review_play_best(session, &turn->best.line);
    bool good = review_search_depths(review, turn->mover, review->best);
    review_take_back(session, turn->first);
    for (size_t ply = turn->first; good && ply < turn->end; ply++)
        good = kw_session_play(session, kw_session_move(review->game, ply), review->error);
    good = good && review_search_depths(review, turn->mover, review->played);
    review_take_back(session, turn->first);
    if (good && review_compare_depths(review, turn))
        review_prefix(&turn->best, move, moves);
    return good;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* True if the turn of the game is that of the best line, or has the same effect. */
static bool review_is_best(struct game_review *review, const struct kw_turn_review *turn) {
    struct kw_session *session = review->session;
    const struct kw_line *line = &turn->best.line;
    size_t moves = review_play_best(session, line);
    bool same = moves <= turn->end - turn->first;
    for (size_t i = 0; i < moves && same; i++)
        same = line->move[i] == kw_session_move(review->game, turn->first + i);
    same = same || memcmp(kw_session_position(session), kw_session_before(review->game, turn->end),
                          sizeof(struct kw_position)) == 0;
    review_take_back(session, turn->first);
    return same;
}

/* Nothing better was found than the turn of the game. */
static void review_set_best(const struct game_review *review, struct kw_turn_review *turn) {
    kw_move move[KW_LINE_MOVES];
    size_t moves = 0;
    for (size_t ply = turn->first; ply < turn->end && moves < KW_LINE_MOVES; ply++)
        move[moves++] = kw_session_move(review->game, ply);
    turn->best = turn->played;
    review_prefix(&turn->best, move, moves);
}

/* Compares the best turn with that of the game, once both evaluations are known. */
static bool review_compare(struct game_review *review, struct kw_turn_review *turn) {
    bool proven = turn->best.line.proven && turn->played.line.proven;
    bool same = review_is_best(review, turn);
    if (!same && !proven && review_loss(&turn->best, &turn->played) > NEAR_LOSS &&
        !review_compare_deeper(review, turn))
        return false;
    int64_t loss = review_loss(&turn->best, &turn->played);
    if (same || loss < 0)
        review_set_best(review, turn);
    turn->lost = !same && loss == INT64_MAX;
    turn->loss = same || turn->lost || loss < 0 ? 0 : (int32_t)loss;
    return true;
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
    review_take_back(session, turn->first);
    unsigned mover = kw_session_position(session)->turn;
    turn->mover = (enum kw_player)mover;
    turn->played = *after;
    if (then != mover)
        review_negate(&turn->played);
    return review_evaluate(review, &review->limits, &turn->best) && review_compare(review, turn);
}

/* Whether the last turn is to be reviewed. */
static bool review_has_turn(const struct game_review *review) {
    size_t end = kw_session_plies(review->session);
    return end > 0 && review_turn_begin(review->session, end) >= review->first;
}

static bool review_turns(struct game_review *review, kw_review_fn *on_turn, void *context) {
    struct kw_evaluation after = {.over = false};
    if (review_has_turn(review) && !review_evaluate(review, &review->limits, &after))
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

static void review_set_limits(struct game_review *review, const struct kw_limits *limits) {
    review->limits = *limits;
    if (limits->depth == 0 && limits->nodes == 0 && limits->milliseconds == 0)
        review->limits.nodes = KW_REVIEW_NODES;
    struct kw_limits deeper = review->limits;
    if (deeper.depth > 0 && deeper.depth < UINT_MAX - DEEPER_PLIES)
        deeper.depth += DEEPER_PLIES; /* more than the deepest count as that */
    deeper.nodes =
        deeper.nodes < UINT64_MAX / DEEPER_TIMES ? deeper.nodes * DEEPER_TIMES : UINT64_MAX;
    if (deeper.milliseconds > 0 && deeper.milliseconds < INT64_MAX / DEEPER_TIMES)
        deeper.milliseconds *= DEEPER_TIMES;
    review->deeper = deeper;
}

bool kw_engine_review(struct kw_engine *engine, const struct kw_session *session, size_t first,
                      const struct kw_limits *limits, kw_review_fn *on_turn, void *context,
                      struct kw_error *error) {
    struct game_review review = {.engine = engine,
                                 .game = session,
                                 .first = first,
                                 .session = review_copy_game(session),
                                 .analysis = malloc(sizeof *review.analysis),
                                 .best = malloc(sizeof *review.best),
                                 .played = malloc(sizeof *review.played),
                                 .error = error};
    bool good = review.session != NULL && review.analysis != NULL && review.best != NULL &&
                review.played != NULL;
    enum kw_aim aim = engine_aim(engine);
    review_set_limits(&review, limits);
    kw_engine_clear(engine);                 /* what was searched before makes no difference */
    kw_engine_set_aim(engine, KW_AIM_SEEDS); /* losses are differences of seeds */
    if (good)
        good = review_turns(&review, on_turn, context);
    else
        error_no_memory(error);
    kw_engine_set_aim(engine, aim);
    free(review.played);
    free(review.best);
    free(review.analysis);
    kw_session_free(review.session);
    return good;
}
