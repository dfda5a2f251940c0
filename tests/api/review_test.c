/* The review of games: mistakes that a deeper search confirms, the same ones every time. */
#include "komwe/engine.h"
#include "support/test.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#define CHECK(holds) test_expect(test, holds, "line %d: %s", __LINE__, #holds)

enum { TURNS_MOST = 200, PLIES = 50, NODES = 500, LONGER = 20, LEVEL = 5 };

/* Reviews of the turns of a game. */
struct game_reviews {
    size_t turns;
    struct kw_turn_review turn[TURNS_MOST];
};

static bool reviews_add(void *context, const struct kw_turn_review *review) {
    struct game_reviews *reviews = context;
    reviews->turn[reviews->turns++] = *review;
    return reviews->turns < TURNS_MOST;
}

static void reviews_find(struct game_reviews *reviews, struct kw_engine *engine,
                         const struct kw_session *session, uint64_t nodes) {
    const struct kw_limits limits = {.nodes = nodes};
    reviews->turns = 0;
    kw_engine_review(engine, session, 0, &limits, reviews_add, reviews, NULL);
}

/* A game of a weak player against himself. */
static struct kw_session *reviews_play(const char *id, uint64_t seed) {
    struct kw_session *session = kw_session_new(kw_game_find(id), NULL);
    struct kw_engine *engine = kw_engine_new(1 << 20, 1);
    struct kw_random random;
    struct kw_result result;
    kw_move move;
    kw_random_seed(&random, seed);
    while (!kw_session_result(session, &result) && kw_session_plies(session) < PLIES &&
           kw_engine_play(engine, session, LEVEL, &random, &move, NULL))
        kw_session_play(session, move, NULL);
    kw_engine_free(engine);
    return session;
}

/* ---- each class and what it rests on ------------------------------------------------------- */

/* What is said of a turn never contradicts its two scores. */
static void consistency_test(struct test *test, const struct kw_game *game,
                             const struct kw_turn_review *review) {
    const struct kw_evaluation *best = &review->best, *played = &review->played;
    enum kw_turn_class class = kw_review_class(review);
    double accuracy = kw_review_accuracy(game, review);
    CHECK(review->loss >= 0 && (!review->lost || review->loss == 0));
    CHECK(best->won >= played->won && review->lost == (best->won > played->won));
    CHECK(best->won != 0 || played->won != 0 ||
          review->loss == best->line.score - played->line.score);
    CHECK((class == KW_TURN_BEST) == (review->loss == 0 && !review->lost));
    CHECK(class != KW_TURN_GOOD || (review->loss <= 100 && !kw_review_is_proven(review)));
    CHECK(accuracy > 0 && accuracy <= 1 && (class != KW_TURN_BEST || accuracy == 1));
    CHECK(best->line.length > 0 && !best->over);
}

/* What was searched before makes no difference, and nothing does but the limits. */
static void repeatable_test(struct test *test, const struct kw_session *session,
                            const struct game_reviews *expected) {
    struct game_reviews *found = malloc(sizeof *found);
    struct kw_engine *engine = kw_engine_new(1 << 24, 1);
    struct kw_analysis *analysis = malloc(sizeof *analysis);
    const struct kw_limits limits = {.nodes = 3 * NODES};
    struct kw_session *start = kw_session_new(kw_session_game(session), NULL);
    CHECK(kw_engine_search(engine, start, &limits, NULL, NULL, analysis, NULL));
    reviews_find(found, engine, session, NODES);
    CHECK(found->turns == expected->turns && found->turns > 0);
    for (size_t i = 0; i < found->turns; i++) {
        const struct kw_turn_review *a = &found->turn[i], *b = &expected->turn[i];
        CHECK(a->loss == b->loss && a->lost == b->lost);
        CHECK(a->best.line.score == b->best.line.score &&
              a->best.line.length == b->best.line.length &&
              memcmp(a->best.line.move, b->best.line.move,
                     a->best.line.length * sizeof *a->best.line.move) == 0);
        CHECK(a->played.line.score == b->played.line.score);
    }
    kw_session_free(start);
    free(analysis);
    kw_engine_free(engine);
    free(found);
}

/* ---- what a longer search says --------------------------------------------------------------- */

static bool line_is_legal(const struct kw_session *session, const struct kw_turn_review *review) {
    struct kw_session *line =
        kw_session_new(kw_session_game(session), kw_session_before(session, review->first));
    bool legal = line != NULL;
    for (size_t i = 0; legal && i < review->best.line.length; i++)
        legal = kw_session_play(line, review->best.line.move[i], NULL);
    kw_session_free(line);
    return legal;
}

/* Mistakes, and those of them that are none when twenty times as much is searched. */
struct survival {
    size_t mistakes, withdrawn;
};

static struct survival survival_of_game(struct test *test, struct kw_engine *engine,
                                        const struct kw_session *session) {
    struct game_reviews *found = malloc(sizeof *found), *longer = malloc(sizeof *longer);
    struct survival survival = {0};
    reviews_find(found, engine, session, NODES);
    reviews_find(longer, engine, session, LONGER * NODES);
    repeatable_test(test, session, found);
    for (size_t i = 0; i < found->turns; i++) {
        consistency_test(test, kw_session_game(session), &found->turn[i]);
        consistency_test(test, kw_session_game(session), &longer->turn[i]);
        CHECK(line_is_legal(session, &found->turn[i]) && line_is_legal(session, &longer->turn[i]));
        if (kw_review_class(&found->turn[i]) != KW_TURN_MISTAKE)
            continue;
        survival.mistakes++;
        survival.withdrawn += kw_review_class(&longer->turn[i]) != KW_TURN_MISTAKE;
    }
    free(longer);
    free(found);
    return survival;
}

/* Most mistakes stay: games of two rows that count seeds, with many laps, and in points. */
static void survival_test(struct test *test) {
    static const struct {
        const char *id;
        uint64_t games;
        size_t mistakes; /* at least */
        size_t part;     /* of them, which is withdrawn at most */
    } of[] = {{"oware", 5, 10, 8},
              {"kalah", 5, 10, 7},
              {"toguz-kumalak", 4, 10, 4},
              {"giuthi", 4, 15, 3},
              {"kiswahili", 4, 20, 3}};
    struct kw_engine *engine = kw_engine_new(1 << 24, 1);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct survival all = {0};
        for (uint64_t game = 0; game < of[i].games; game++) {
            struct kw_session *session = reviews_play(of[i].id, 2 * game + i % 2);
            const struct survival one = survival_of_game(test, engine, session);
            all.mistakes += one.mistakes;
            all.withdrawn += one.withdrawn;
            kw_session_free(session);
        }
        test_expect(test,
                    all.mistakes >= of[i].mistakes && all.withdrawn * of[i].part <= all.mistakes,
                    "%s: a longer search withdraws %zu of %zu mistakes", of[i].id, all.withdrawn,
                    all.mistakes);
    }
    kw_engine_free(engine);
}

/* ---- searches that hardly begin, or are deeper than any -------------------------------------- */

/* The best line can be played, however little was searched. */
static void short_search_test(struct test *test) {
    static const char *const id[] = {"oware", "kalah", "kiswahili", "kiothi"};
    struct game_reviews *found = malloc(sizeof *found);
    struct kw_engine *engine = kw_engine_new(1 << 20, 1);
    for (uint64_t i = 0; i < 4; i++) {
        struct kw_session *session = reviews_play(id[i], i);
        for (uint64_t nodes = 1; nodes <= 64; nodes *= 2) {
            reviews_find(found, engine, session, nodes);
            for (size_t turn = 0; turn < found->turns; turn++)
                CHECK(line_is_legal(session, &found->turn[turn]));
        }
        kw_session_free(session);
    }
    kw_engine_free(engine);
    free(found);
}

/* More plies than the most count as the most, in the deeper searches too. */
static void depth_test(struct test *test) {
    const unsigned depth[] = {126, UINT_MAX - 1, UINT_MAX};
    struct game_reviews *found = malloc(sizeof *found), *expected = malloc(sizeof *expected);
    struct kw_engine *engine = kw_engine_new(1 << 20, 1);
    struct kw_session *session = reviews_play("kalah", 1);
    for (size_t i = 0; i < sizeof depth / sizeof *depth; i++) {
        const struct kw_limits limits = {.depth = depth[i], .nodes = NODES};
        struct game_reviews *reviews = i == 0 ? expected : found;
        reviews->turns = 0;
        CHECK(kw_engine_review(engine, session, 0, &limits, reviews_add, reviews, NULL));
        CHECK(reviews->turns == expected->turns);
        for (size_t turn = 0; turn < reviews->turns; turn++)
            CHECK(reviews->turn[turn].loss == expected->turn[turn].loss);
    }
    kw_session_free(session);
    kw_engine_free(engine);
    free(expected);
    free(found);
}

/* ---- accuracy -------------------------------------------------------------------------------- */

static struct kw_evaluation value_of(int32_t score, enum kw_unit unit, bool proven, int won) {
    return (struct kw_evaluation){.line = {.score = score, .unit = unit, .proven = proven},
                                  .won = won};
}

static bool is_near(double a, double b) { return fabs(a - b) < 1e-6; }

/* By the formulas of the header: Oware has 48 seeds, so that 4 seeds ahead are a width. */
static void accuracy_test(struct test *test) {
    const struct kw_game *oware = kw_game_find("oware"), *bao = kw_game_find("kiswahili");
    const struct kw_evaluation level = value_of(0, KW_IN_SEEDS, false, 0);
    const struct kw_evaluation ahead = value_of(400, KW_IN_SEEDS, false, 0);
    const struct kw_evaluation won = value_of(100, KW_IN_SEEDS, true, 0);
    const struct kw_evaluation more = value_of(900, KW_IN_SEEDS, true, 0);
    const struct kw_evaluation behind = value_of(-100, KW_IN_SEEDS, true, 0);
    const struct kw_evaluation drawn = value_of(0, KW_IN_SEEDS, true, 0);
    CHECK(is_near(kw_expected_result(oware, &level), 0.5));
    CHECK(is_near(kw_expected_result(oware, &ahead), 1 / (1 + exp(-1))));
    CHECK(is_near(kw_expected_result(oware, &won), 1) &&
          is_near(kw_expected_result(oware, &drawn), 0.5) &&
          is_near(kw_expected_result(oware, &behind), 0));
    const struct kw_evaluation points = value_of(1280, KW_IN_POINTS, false, 0);
    CHECK(is_near(kw_expected_result(bao, &points), 1 / (1 + exp(-1)))); /* 64 seeds */
    const struct kw_evaluation lost = value_of(-4, KW_IN_PLIES, true, -1);
    CHECK(is_near(kw_expected_result(bao, &lost), 0));
    struct kw_turn_review review = {.best = drawn, .played = behind, .loss = 100};
    CHECK(is_near(kw_review_accuracy(oware, &review), exp2(-0.5 / 0.15)));
    CHECK(kw_review_class(&review) == KW_TURN_MISTAKE && kw_review_is_proven(&review));
    review = (struct kw_turn_review){.best = more, .played = won, .loss = 800};
    CHECK(is_near(kw_review_accuracy(oware, &review), 1)); /* the result is the same */
    CHECK(kw_review_class(&review) == KW_TURN_MISTAKE);
    review = (struct kw_turn_review){.best = level, .played = level, .loss = 100};
    CHECK(kw_review_class(&review) == KW_TURN_GOOD);
    review.loss = 101;
    CHECK(kw_review_class(&review) == KW_TURN_MISTAKE);
}

int main(int argc, char **argv) {
    struct test settings = test_begin(argc, argv), *test = &settings;
    accuracy_test(test);
    short_search_test(test);
    depth_test(test);
    survival_test(test);
    return test_end(test);
}
