/*
 * The solver, against brute force and what has been published.
 *
 *      solve_test [--effort N] FOLDER [RULE-SET]...
 *
 * FOLDER holds exact/RULE-SET.txt, positions solved by brute force, and truth/kalah.txt.  Without
 * RULE-SET all of them.  Effort 10 looks at every position, less effort at some of them.
 */
#include "suite.h"

enum {
    WHOLE = 10, /* the effort that looks at all */
    LARGE = 64 << 20,
    SMALL = 1 << 20,
    SMALLEST = 64
};

/* The solvers that are tried. */
struct solvers {
    struct kw_solver *alone; /* made anew for each position */
    struct kw_solver *keeps; /* never forgets */
    struct kw_solver *pair;  /* has two threads */
};

struct tally {
    size_t positions, repeated, moves, later, later_repeated;
};

/* ---- a position -------------------------------------------------------------------------------
 */

/* The value of the position of a session; false if it is not found. */
static bool solve(const struct task *task, struct kw_solver *solver,
                  const struct kw_session *session, struct kw_solution *solution) {
    struct kw_error error = {0};
    bool good = solver != NULL && kw_solver_solve(solver, session, NULL, NULL, solution, &error);
    return task_expect(task, good, "no solution: %s", error.message) &&
           solution->low <= solution->high;
}

static void expect_value(const struct task *task, const struct kw_solution *solution, int value,
                         const char *how) {
    task_expect(task, solution->low == value && solution->high == value,
                "%s: from %d to %d, and brute force says %d", how, (int)solution->low,
                (int)solution->high, value);
}

/* The value of a finished game for a player; a win without a score counts all seeds. */
static int value_of(const struct kw_game *game, const struct kw_position *position,
                    const struct kw_result *result, unsigned player) {
    int seeds = 1, south = 0;
    if (kw_game_info(game)->counts_seeds) {
        seeds = position->store[0] + position->store[1] + position->hand;
        for (unsigned i = 0; i < KW_HOLES; i++)
            seeds += position->hole[i];
    }
    if (result->scored)
        south = (int)result->score[0] - (int)result->score[1];
    else if (result->outcome != KW_DRAW)
        south = result->outcome == KW_SOUTH_WINS ? seeds : -seeds;
    return player == KW_SOUTH ? south : -south;
}

/* The line is legal, and whatever it ends with is the value. */
static void check_line(const struct task *task, struct kw_session *session,
                       const struct kw_solution *solution) {
    struct kw_result result;
    struct kw_error error = {0};
    unsigned mover = kw_session_position(session)->turn;
    size_t played = 0;
    task_expect(task, solution->low != solution->high || solution->length > 0, "no line");
    while (played < solution->length && kw_session_play(session, solution->line[played], &error))
        played++;
    task_expect(task, played == solution->length, "move %zu of the line: %s", played + 1,
                error.message);
    if (kw_session_result(session, &result) && result.ending == KW_BY_RULES)
        task_expect(task,
                    value_of(task->game, kw_session_position(session), &result, mover) ==
                        solution->low,
                    "the line ends with another value than %d", (int)solution->low);
    while (played-- > 0)
        kw_session_undo(session);
}

/* Each move that brute force can solve is worth what it says; the best of all what the position is.
 */
static void check_moves(const struct task *task, struct kw_solver *solver,
                        struct kw_session *session, struct tally *tally) {
    static struct kw_solution solution;
    kw_move list[KW_MOVES];
    struct kw_position path[2] = {task->position};
    size_t count = kw_moves(task->game, &path[0], list, KW_MOVES), solved = 0;
    int best = INT32_MIN;
    for (size_t i = 0; i < count && i < KW_MOVES; i++) {
        struct brute brute;
        struct kw_result result;
        kw_session_play(session, list[i], NULL);
        path[1] = *kw_session_position(session);
        bool over = kw_session_result(session, &result);
        if (brute_solve(task->game, path, 2, 2 * task->brute.entered, &brute)) {
            if (!over && solve(task, solver, session, &solution))
                expect_value(task, &solution, brute.value, "after a move");
            int worth = path[1].turn == path[0].turn ? brute.value : -brute.value;
            best = worth > best ? worth : best;
            solved++;
        }
        kw_session_undo(session);
    }
    tally->moves += solved;
    task_expect(task, solved < count ? best <= task->brute.value : best == task->brute.value,
                "the best move is worth %d and the position %d", best, task->brute.value);
}

/* In the middle of a game what has stood before counts. */
static void check_later(const struct task *task, struct kw_solver *solver, struct tally *tally) {
    enum { PLIES = 16, ENTERED = 20000 };
    static struct kw_solution solution;
    struct kw_random random;
    struct kw_position path[PLIES + 1] = {task->position};
    struct kw_session *session = kw_session_new(task->game, &task->position);
    struct kw_result result;
    kw_random_seed(&random, kw_hash(&task->position));
    for (size_t count = 1; session != NULL && count <= PLIES; count++) {
        struct brute brute;
        kw_move list[KW_MOVES];
        size_t moves = kw_moves(task->game, &path[count - 1], list, KW_MOVES);
        kw_move move = list[kw_random_below(&random, (uint32_t)moves)];
        if (moves > KW_MOVES || !kw_session_play(session, move, NULL) ||
            kw_session_result(session, &result))
            break;
        path[count] = *kw_session_position(session);
        if (!brute_solve(task->game, path, count + 1, ENTERED, &brute) ||
            !solve(task, solver, session, &solution))
            continue;
        tally->later++;
        tally->later_repeated += brute.repetition == BRUTE_DECISIVE;
        expect_value(task, &solution, brute.value, "later");
        check_line(task, session, &solution);
    }
    kw_session_free(session);
}

static void check_task(const struct task *task, struct solvers *solvers, size_t number,
                       struct tally *tally) {
    static struct kw_solution solution;
    struct kw_session *session = kw_session_new(task->game, &task->position);
    solvers->alone = kw_solver_new(number % 2 == 0 ? LARGE : SMALL, 1);
    if (solve(task, solvers->alone, session, &solution)) {
        expect_value(task, &solution, task->brute.value, "alone");
        check_line(task, session, &solution);
    }
    if (solve(task, solvers->keeps, session, &solution))
        expect_value(task, &solution, task->brute.value, "with what it knows of others");
    if (number % 4 == 0 && solve(task, solvers->pair, session, &solution))
        expect_value(task, &solution, task->brute.value, "with two threads");
    check_moves(task, solvers->alone, session, tally);
    check_later(task, solvers->alone, tally);
    tally->positions++;
    tally->repeated += task->brute.repetition == BRUTE_DECISIVE;
    kw_solver_free(solvers->alone);
    kw_session_free(session);
}

static void check_game(struct test *test, const char *folder, const char *id,
                       struct solvers *solvers) {
    char exact[1024], line[2 * KW_TEXT];
    snprintf(exact, sizeof exact, "%s/exact", folder);
    FILE *file = suite_open(exact, id);
    if (!test_expect(test, file != NULL, "%s: no positions in %s", id, exact))
        return;
    unsigned stride = test->effort < WHOLE ? WHOLE / test->effort : 1;
    struct task task = {.test = test};
    struct tally tally = {0};
    for (size_t kept = 0; suite_line(file, line, sizeof line); kept++) {
        if (kept % stride == 0 && task_read(&task, id, line)) {
            check_task(&task, solvers, kept / stride, &tally);
            kw_game_close(task.game);
        }
    }
    fclose(file);
    printf("%-10s %3zu positions, %3zu rest on repetition; %4zu moves; %zu later, %zu rest "
           "on repetition\n",
           id, tally.positions, tally.repeated, tally.moves, tally.later, tally.later_repeated);
    test_expect(test, tally.positions > 0, "%s: no positions", id);
}

/* ---- Kalah ------------------------------------------------------------------------------------
 */

static void check_kalah(struct test *test, const char *capture, unsigned pits, unsigned seeds,
                        int value, size_t hash, unsigned threads) {
    struct task task = {.test = test};
    char options[TEST_OPTIONS];
    static struct kw_solution solution;
    snprintf(options, sizeof options, "capture=%s pits=%u seeds=%u", capture, pits, seeds);
    snprintf(task.where, sizeof task.where, "kalah %.80s, %zu bytes, %u threads", options, hash,
             threads);
    task.game = kw_game_open("kalah", options, NULL);
    struct kw_session *session = kw_session_new(task.game, NULL);
    struct kw_solver *solver = kw_solver_new(hash, threads);
    if (solve(&task, solver, session, &solution)) {
        expect_value(&task, &solution, value, "published");
        check_line(&task, session, &solution);
    }
    kw_solver_free(solver);
    kw_session_free(session);
    kw_game_close(task.game);
}

static void check_truth(struct test *test, const char *folder) {
    char path[1024], line[256], capture[16];
    unsigned pits, seeds;
    int value;
    snprintf(path, sizeof path, "%s/truth/kalah.txt", folder);
    FILE *file = fopen(path, "r");
    if (!test_expect(test, file != NULL, "cannot read %s", path))
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        bool read = sscanf(line, "%15s %u %u %d", capture, &pits, &seeds, &value) == 4;
        unsigned most = test->effort < WHOLE ? 12 : 18;
        if (!test_expect(test, read, "cannot read: %s", line) || pits * seeds > most)
            continue;
        check_kalah(test, capture, pits, seeds, value, LARGE, 1);
        check_kalah(test, capture, pits, seeds, value, LARGE, 2);
        check_kalah(test, capture, pits, seeds, value, pits * seeds > 12 ? SMALL : SMALLEST, 1);
    }
    fclose(file);
    /* Large enough that the second thread is called. */
    check_kalah(test, "standard", 4, 4, 2, LARGE, 2);
    check_kalah(test, "standard", 4, 4, 2, SMALL, 3);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    const char *folder = test_folder(&test, "solve_test [--effort N] FOLDER [RULE-SET]...");
    struct solvers solvers = {.keeps = kw_solver_new(LARGE, 1), .pair = kw_solver_new(LARGE, 2)};
    for (size_t i = 0; i < kw_game_count(); i++) {
        const char *id = kw_game_info(kw_game_at(i))->id;
        if (test_selects(&test, id))
            check_game(&test, folder, id, &solvers);
    }
    if (test_selects(&test, "kalah"))
        check_truth(&test, folder);
    kw_solver_free(solvers.keeps);
    kw_solver_free(solvers.pair);
    return test_end(&test);
}
