/*
 * What has been published about solved games, found again by search alone, the
 * engine's and the solver's.
 *
 *      truth_test [--effort N] FOLDER
 *
 * FOLDER/kalah.txt: lines `CAPTURE PITS SEEDS VALUE`; # begins a comment.
 */
#include "support/test.h"

enum {
    HASH = 256 << 20,
    LINE = 256,
    /* Seeds of a row at most: by the engine, by the solver, where nothing is optimised. */
    SEARCHED = 18,
    SOLVED = 20,
    SMALL = 12
};

/* Boards of so many seeds a row can be asked about in a test of this effort; beyond ten, all. */
static bool is_in_reach(const struct test *test, unsigned seeds, unsigned most) {
    return test->effort > 10 || seeds <= (test->effort > 1 ? most : (unsigned)SMALL);
}

static void check_kalah(struct test *test, struct kw_engine *engine, const char *capture,
                        unsigned pits, unsigned seeds, int value) {
    char options[TEST_OPTIONS];
    struct kw_error error;
    snprintf(options, sizeof options, "capture=%s pits=%u seeds=%u", capture, pits, seeds);
    struct kw_game *game = kw_game_open("kalah", options, &error);
    struct kw_session *session = game != NULL ? kw_session_new(game, NULL) : NULL;
    struct kw_analysis analysis = {0};
    const struct kw_limits no_limits = {0};
    kw_engine_clear(engine);
    if (test_expect(test, session != NULL, "kalah %s cannot be opened", options) &&
        test_expect(test,
                    kw_engine_search(engine, session, &no_limits, NULL, NULL, &analysis, &error),
                    "kalah %s: %s", options, error.message)) {
        const struct kw_line *line = &analysis.line[0];
        test_expect(test, line->proven && line->score == 100 * value,
                    "kalah %s: %s %d hundredths instead of %d seeds", options,
                    line->proven ? "proven" : "not proven", (int)line->score, value);
    }
    kw_session_free(session);
    kw_game_close(game);
}

/* By the solver, with so much memory and so many threads. */
static void solve_kalah(struct test *test, const char *options, size_t hash, unsigned threads,
                        int value) {
    struct kw_error error;
    struct kw_game *game = kw_game_open("kalah", options, &error);
    struct kw_session *session = game != NULL ? kw_session_new(game, NULL) : NULL;
    struct kw_solver *solver = kw_solver_new(hash, threads);
    struct kw_solution solution = {0};
    if (test_expect(test, session != NULL && solver != NULL, "kalah %s cannot be opened",
                    options) &&
        test_expect(test, kw_solver_solve(solver, session, NULL, NULL, &solution, &error),
                    "kalah %s: %s", options, error.message))
        test_expect(test, solution.low == value && solution.high == value,
                    "kalah %s by %u threads with %zu bytes: solved as %d to %d instead of %d",
                    options, threads, hash, (int)solution.low, (int)solution.high, value);
    kw_solver_free(solver);
    kw_session_free(session);
    kw_game_close(game);
}

/* The smallest memory loses most of what is found out, so that it takes small boards. */
static void check_solver(struct test *test, const char *capture, unsigned pits, unsigned seeds,
                         int value) {
    enum { LITTLE = 1 << 16, LITTLE_SEEDS = 12 };
    char options[TEST_OPTIONS];
    snprintf(options, sizeof options, "capture=%s pits=%u seeds=%u", capture, pits, seeds);
    solve_kalah(test, options, HASH, 1, value);
    solve_kalah(test, options, HASH, 2, value);
    if (pits * seeds <= LITTLE_SEEDS)
        solve_kalah(test, options, LITTLE, 2, value);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    char path[4096], line[LINE], capture[16];
    unsigned pits, seeds;
    int value;
    const char *folder = test_folder(&test, "truth_test [--effort N] FOLDER");
    snprintf(path, sizeof path, "%s/kalah.txt", folder);
    FILE *file = fopen(path, "r");
    struct kw_engine *engine = kw_engine_new(HASH, 1);
    if (test_expect(&test, file != NULL && engine != NULL, "cannot begin with %s", path)) {
        while (fgets(line, sizeof line, file) != NULL) {
            if (line[0] == '#')
                continue;
            bool read = sscanf(line, "%15s %u %u %d", capture, &pits, &seeds, &value) == 4;
            if (!test_expect(&test, read, "cannot read: %s", line))
                continue;
            if (is_in_reach(&test, pits * seeds, SEARCHED))
                check_kalah(&test, engine, capture, pits, seeds, value);
            if (is_in_reach(&test, pits * seeds, SOLVED))
                check_solver(&test, capture, pits, seeds, value);
        }
    }
    kw_engine_free(engine);
    if (file != NULL)
        fclose(file);
    return test_end(&test);
}
