/*
 * What the engine says is proven, against positions solved by brute force: FOLDER/RULE-SET.txt.
 *
 *      exact_test [--effort N] FOLDER [RULE-SET]...
 *
 * Without RULE-SET all of them.  Effort 10 looks at every position, less effort at some of them.
 * The lines of a file describe their own format; exact_make makes them.
 */
#include "support/first_games.h"
#include "support/suite.h"

enum {
    LEAST = 200,  /* positions that a rule set must have */
    WHOLE = 10,   /* the effort that looks at all */
    NODES = 50000 /* of a search: what is not proven then remains so */
};

/*
 * The share of positions that must be proven, of those that are looked at and whose value does not
 * rest on repetition, in percent.
 */
enum { PROVEN_LEAST = 95 };

/* The engines that are tried, each with what it remembers of the positions before. */
struct engines {
    struct kw_engine *alone;  /* forgets between positions */
    struct kw_engine *keeps;  /* never forgets */
    struct kw_engine *pair;   /* has two threads */
    struct kw_engine *narrow; /* has the smallest table */
};

struct counts {
    size_t positions, provable, proven, repeated;
    size_t lines, lines_proven; /* moves of the positions */
    size_t later, later_proven; /* positions in the middle of games */
};

/* ---- what is kept ---------------------------------------------------------------------------- */

/* The kept value is that of brute force, now as when it was made. */
static void check_kept(const struct task *task) {
    struct brute brute;
    bool solved = brute_solve(task->game, &task->position, 1, task->brute.entered, &brute);
    task_expect(
        task,
        solved && brute.value == task->brute.value && brute.entered == task->brute.entered &&
            brute.repetition == task->brute.repetition,
        "solved again: %s, %d, %llu entered, %s", solved ? "whole" : "not whole", brute.value,
        (unsigned long long)brute.entered, brute_repetition_text(brute.repetition));
}

/* ---- what the engine says -------------------------------------------------------------------- */

/* Whether a proven score says what brute force says. */
static bool agrees(const struct kw_line *line, int value) {
    switch (line->unit) {
    case KW_IN_SEEDS:
        return line->score == 100 * value;
    case KW_IN_PLIES:
        return value == (line->score > 0 ? 1 : -1);
    default:
        return value == 0 && line->score == 0;
    }
}

static bool search(const struct task *task, struct kw_engine *engine, unsigned lines,
                   struct kw_analysis *analysis) {
    struct kw_session *session = kw_session_new(task->game, &task->position);
    struct kw_limits limits = {.nodes = NODES, .lines = lines};
    struct kw_error error = {0};
    bool good =
        session != NULL && kw_engine_search(engine, session, &limits, NULL, NULL, analysis, &error);
    kw_session_free(session);
    return task_expect(task, good, "no search: %s", error.message);
}

/* Solves what a move leads to, from the side of who makes it; false if that takes too long. */
static bool solve_move(const struct task *task, kw_move move, int *value) {
    struct kw_position path[2] = {task->position};
    struct brute brute;
    kw_play(task->game, &path[0], move, &path[1]);
    bool solved = brute_solve(task->game, path, 2, 2 * task->brute.entered, &brute);
    *value = path[1].turn == path[0].turn ? brute.value : -brute.value;
    return solved;
}

/* Searches for the best move; true if its value is proven.  Then the move must be worth that. */
static bool check_best(const struct task *task, struct kw_engine *engine, const char *how) {
    static struct kw_analysis analysis;
    if (!search(task, engine, 1, &analysis))
        return false;
    const struct kw_line *line = &analysis.line[0];
    int value;
    task_expect(task, !line->proven || agrees(line, task->brute.value),
                "%s: %d (unit %d) is said to be proven, and %d is solved", how, (int)line->score,
                (int)line->unit, task->brute.value);
    if (line->proven && solve_move(task, line->move[0], &value)) {
        char move[KW_TEXT];
        task_expect(task, agrees(line, value),
                    "%s: %s is said to be the best, with %d, and %d is solved", how,
                    kw_move_text(task->game, &task->position, line->move[0], move),
                    (int)line->score, value);
    }
    return line->proven;
}

/* Ranks all moves, and compares the value of each that is said to be proven. */
static void check_moves(const struct task *task, struct kw_engine *engine, struct counts *counts) {
    static struct kw_analysis analysis;
    kw_engine_clear(engine);
    if (!search(task, engine, KW_MULTIPV_MAX, &analysis))
        return;
    for (size_t i = 0; i < analysis.lines; i++) {
        const struct kw_line *line = &analysis.line[i];
        char move[KW_TEXT];
        int value;
        counts->lines++;
        counts->lines_proven += line->proven;
        if (!line->proven || !solve_move(task, line->move[0], &value))
            continue;
        task_expect(task, agrees(line, value),
                    "move %s: %d (unit %d) is said to be proven, and %d is solved",
                    kw_move_text(task->game, &task->position, line->move[0], move),
                    (int)line->score, (int)line->unit, value);
    }
}

/*
 * In the middle of a game: what is said to be proven takes into account how often positions have
 * stood.
 */
static void check_later(const struct task *task, struct kw_engine *engine, struct kw_random *random,
                        struct counts *counts) {
    enum { PLIES = 16, ENTERED = 20000 };
    static struct kw_analysis analysis;
    struct kw_position path[PLIES + 1] = {task->position};
    struct kw_session *session = kw_session_new(task->game, &task->position);
    struct kw_result result;
    struct kw_limits limits = {.nodes = NODES};
    kw_engine_clear(engine);
    for (size_t count = 1; session != NULL && count <= PLIES; count++) {
        struct brute brute;
        kw_move list[KW_MOVES];
        size_t moves = kw_moves(task->game, &path[count - 1], list, KW_MOVES);
        kw_move move = list[kw_random_below(random, (uint32_t)moves)];
        if (moves > KW_MOVES || !kw_session_play(session, move, NULL) ||
            kw_session_result(session, &result))
            break;
        path[count] = *kw_session_position(session);
        if (!kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, NULL))
            break;
        counts->later++;
        if (!analysis.line[0].proven || !brute_solve(task->game, path, count + 1, ENTERED, &brute))
            continue;
        counts->later_proven++;
        task_expect(task, agrees(&analysis.line[0], brute.value),
                    "after %zu moves: %d (unit %d) is said to be proven, and %d is solved", count,
                    (int)analysis.line[0].score, (int)analysis.line[0].unit, brute.value);
    }
    kw_session_free(session);
}

static void check_task(const struct task *task, const struct engines *engines, size_t number,
                       struct counts *counts) {
    struct kw_random random;
    kw_random_seed(&random, kw_hash(&task->position));
    check_kept(task);
    kw_engine_clear(engines->alone);
    bool proven = check_best(task, engines->alone, "alone");
    bool provable = task->brute.repetition != BRUTE_DECISIVE;
    counts->positions++;
    counts->provable += provable;
    counts->proven += proven && provable;
    counts->repeated += task->brute.repetition != BRUTE_NEVER;
    check_best(task, engines->keeps, "with what it knows of other positions");
    check_best(task, engines->narrow, "with the smallest table");
    if (number % 4 == 0)
        check_best(task, engines->pair, "with two threads");
    check_moves(task, engines->alone, counts);
    if (task->brute.repetition != BRUTE_NEVER)
        check_later(task, engines->alone, &random, counts);
}

/* ---- the suite ------------------------------------------------------------------------------- */

static void check_game(struct test *test, const char *folder, const char *id,
                       const struct engines *engines) {
    FILE *file = suite_open(folder, id);
    if (!test_expect(test, file != NULL, "%s: no positions in %s", id, folder))
        return;
    unsigned stride = test->effort < WHOLE ? WHOLE / test->effort : 1;
    struct counts counts = {0};
    struct task task = {.test = test};
    char line[2 * KW_TEXT];
    size_t kept = 0;
    while (suite_line(file, line, sizeof line)) {
        if (kept++ % stride != 0)
            continue;
        if (task_read(&task, id, line)) {
            check_task(&task, engines, kept / stride, &counts);
            kw_game_close(task.game);
        }
    }
    fclose(file);
    printf("%-10s %3zu positions, %3zu with repetition; proven %3zu of %3zu, %4zu of %4zu moves, "
           "%zu of %zu later\n",
           id, counts.positions, counts.repeated, counts.proven, counts.provable,
           counts.lines_proven, counts.lines, counts.later_proven, counts.later);
    test_expect(test, kept >= LEAST, "%s: %zu positions are kept", id, kept);
    test_expect(test, 100 * counts.proven >= PROVEN_LEAST * counts.provable,
                "%s: only %zu of %zu are proven", id, counts.proven, counts.provable);
}

static struct engines engines_new(void) {
    enum { LARGE = 1 << 18, SMALLEST = 64 };
    return (struct engines){.alone = kw_engine_new(LARGE, 1),
                            .keeps = kw_engine_new(LARGE, 1),
                            .pair = kw_engine_new(LARGE, 2),
                            .narrow = kw_engine_new(SMALLEST, 1)};
}

static void engines_free(struct engines *engines) {
    kw_engine_free(engines->alone);
    kw_engine_free(engines->keeps);
    kw_engine_free(engines->pair);
    kw_engine_free(engines->narrow);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    const char *folder = test_folder(&test, "exact_test [--effort N] FOLDER [RULE-SET]...");
    struct engines engines = engines_new();
    if (engines.alone == NULL || engines.keeps == NULL || engines.pair == NULL ||
        engines.narrow == NULL) {
        printf("there is not enough memory\n");
        return 1;
    }
    for (size_t i = 0; i < FIRST_GAMES; i++) {
        const char *id = kw_game_info(kw_game_at(i))->id;
        if (test_selects(&test, id))
            check_game(&test, folder, id, &engines);
    }
    engines_free(&engines);
    return test_end(&test);
}
