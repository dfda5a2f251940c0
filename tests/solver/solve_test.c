/*
 * The solver, against brute force and what has been published.
 *
 *      solve_test [--effort N] FOLDER [RULE-SET]...
 *
 * FOLDER holds exact/RULE-SET.txt, positions solved by brute force, and truth/kalah.txt.  Without
 * RULE-SET all of them.  Effort 10 looks at every position, less effort at some of them.
 */
#include "support/first_games.h"
#include "support/suite.h"

#include <dirent.h>
#include <unistd.h>

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

struct counts {
    size_t positions, repeated, tabled, moves, later, later_repeated;
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
    if (kw_session_result(session, &result))
        task_expect(task,
                    value_of(task->game, kw_session_position(session), &result, mover) ==
                        solution->low,
                    "the line ends with another value than %d", (int)solution->low);
    while (played-- > 0)
        kw_session_undo(session);
}

/* ---- with endgame tables ----------------------------------------------------------------------
 */

static char scratch[] = "/tmp/komwe-solve-XXXXXX"; /* a folder of our own */

static void scratch_empty(void) {
    DIR *folder = opendir(scratch);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[sizeof scratch + sizeof entry->d_name];
        snprintf(path, sizeof path, "%s/%s", scratch, entry->d_name);
        unlink(path);
    }
    if (folder != NULL)
        closedir(folder);
}

/* Seeds of tables that are soon built. */
static unsigned few_seeds(const struct kw_game *game) {
    bool bulto = strcmp(kw_game_info(game)->id, "bulto") == 0;
    unsigned columns = kw_game_columns(game);
    return bulto ? (columns < 5 ? 5 : 1) : columns < 5 ? 7 : columns < 8 ? 4 : 2;
}

/* Builds tables for a game, of few seeds; NULL if it has none. */
static struct kw_tables *tables_of(const struct task *task, unsigned seeds) {
    enum { BULTO_COLUMNS = 6 };
    struct kw_error error = {0};
    bool large = strcmp(kw_game_info(task->game)->id, "bulto") == 0 &&
                 kw_game_columns(task->game) > BULTO_COLUMNS;
    if (!kw_game_info(task->game)->counts_seeds || large)
        return NULL;
    if (!kw_tables_build(task->game, scratch, seeds, 1, NULL, NULL, &error)) {
        task_expect(task, error.code == KW_BAD_VALUE, "no tables: %s", error.message);
        return NULL;
    }
    struct kw_tables *tables = kw_tables_open(scratch, &error);
    task_expect(task, tables != NULL, "tables: %s", error.message);
    return tables;
}

/* Plays a line, and returns how many of its moves are legal. */
static size_t play_line(struct kw_session *session, const struct kw_solution *solution) {
    size_t played = 0;
    while (played < solution->length && kw_session_play(session, solution->line[played], NULL))
        played++;
    return played;
}

static void undo_line(struct kw_session *session, size_t played) {
    while (played-- > 0)
        kw_session_undo(session);
}

/* Whether a line leads to the end of the game, or to where a position returns. */
static bool line_ends(struct kw_session *session, const struct kw_solution *solution) {
    struct kw_result result;
    size_t begin = kw_session_plies(session), played = play_line(session, solution);
    bool ends = kw_session_result(session, &result);
    for (size_t ply = begin; ply < begin + played; ply++)
        ends = ends || memcmp(kw_session_before(session, ply), kw_session_position(session),
                              sizeof(struct kw_position)) == 0;
    undo_line(session, played);
    return ends;
}

/*
 * The line with tables leads to the end if one without them does, or to where that leads no further
 * either: in Awari the game can be kept going round.
 */
static void check_tabled_line(const struct task *task, struct kw_session *session,
                              const struct kw_solution *without, const struct kw_solution *with) {
    static struct kw_solution rest;
    check_line(task, session, with);
    if (!line_ends(session, without) || line_ends(session, with))
        return;
    size_t played = play_line(session, with);
    struct kw_solver *solver = kw_solver_new(SMALL, 1);
    if (solve(task, solver, session, &rest))
        task_expect(task, !line_ends(session, &rest), "with tables the line ends after %zu moves",
                    played);
    kw_solver_free(solver);
    undo_line(session, played);
}

/* The value, whoever remembers what from before. */
static void check_with_tables(const struct task *task, struct kw_session *session,
                              const struct kw_tables *tables, const struct kw_solution *without) {
    static struct kw_solution solution;
    struct kw_solver *solver = kw_solver_new(SMALL, 1);
    kw_solver_set_tables(solver, tables);
    if (solve(task, solver, session, &solution)) {
        expect_value(task, &solution, without->low, "with tables");
        check_tabled_line(task, session, without, &solution);
    }
    kw_solver_set_tables(solver, NULL);
    if (solve(task, solver, session, &solution))
        expect_value(task, &solution, without->low, "after tables were taken away");
    kw_solver_free(solver);
}

/* Each move that brute force can solve is worth what it says; the best of all what the position is.
 */
static void check_moves(const struct task *task, struct kw_solver *solver,
                        struct kw_session *session, struct counts *counts) {
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
    counts->moves += solved;
    task_expect(task, solved < count ? best <= task->brute.value : best == task->brute.value,
                "the best move is worth %d and the position %d", best, task->brute.value);
}

/* In the middle of a game what has stood before counts. */
static void check_later(const struct task *task, struct kw_solver *solver,
                        const struct kw_tables *tables, struct counts *counts) {
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
        counts->later++;
        counts->later_repeated += brute.repetition == BRUTE_DECISIVE;
        expect_value(task, &solution, brute.value, "later");
        check_line(task, session, &solution);
        if (tables != NULL)
            check_with_tables(task, session, tables, &solution);
    }
    kw_session_free(session);
}

static void check_task(const struct task *task, struct solvers *solvers, size_t number,
                       struct counts *counts) {
    static struct kw_solution solution;
    struct kw_session *session = kw_session_new(task->game, &task->position);
    struct kw_tables *tables = tables_of(task, few_seeds(task->game));
    solvers->alone = kw_solver_new(number % 2 == 0 ? LARGE : SMALL, 1);
    if (solve(task, solvers->alone, session, &solution)) {
        expect_value(task, &solution, task->brute.value, "alone");
        check_line(task, session, &solution);
        if (tables != NULL)
            check_with_tables(task, session, tables, &solution);
    }
    if (solve(task, solvers->keeps, session, &solution))
        expect_value(task, &solution, task->brute.value, "with what it knows of others");
    if (number % 4 == 0 && solve(task, solvers->pair, session, &solution))
        expect_value(task, &solution, task->brute.value, "with two threads");
    check_moves(task, solvers->alone, session, counts);
    check_later(task, solvers->alone, tables, counts);
    counts->positions++;
    counts->tabled += tables != NULL;
    kw_tables_close(tables);
    counts->repeated += task->brute.repetition == BRUTE_DECISIVE;
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
    struct counts counts = {0};
    for (size_t kept = 0; suite_line(file, line, sizeof line); kept++) {
        if (kept % stride == 0 && task_read(&task, id, line)) {
            check_task(&task, solvers, kept / stride, &counts);
            kw_game_close(task.game);
        }
    }
    fclose(file);
    scratch_empty();
    printf("%-10s %3zu positions, %3zu rest on repetition, %3zu with tables; %4zu moves; %zu "
           "later, %zu rest on repetition\n",
           id, counts.positions, counts.repeated, counts.tabled, counts.moves, counts.later,
           counts.later_repeated);
    test_expect(test, counts.positions > 0, "%s: no positions", id);
}

/* ---- small boards, with tables and without -----------------------------------------------------
 */

static const struct {
    const char *id, *options;
    unsigned seeds; /* of the tables */
} boards[] = {
    {"kalah", "pits=3 seeds=3", 9},
    {"kalah", "pits=4 seeds=2 capture=empty", 8},
    {"awari", "pits=2 seeds=3", 8},
    {"awari", "pits=3 seeds=2", 7},
    {"oware", "pits=2 seeds=1", 3},
    {"oware", "pits=2 seeds=2", 6},
    {"oware", "pits=2 grand_slam=capture", 9},
    {"oware", "pits=2 seeds=3", 8},
    {"oware", "pits=2 seeds=2 grand_slam=illegal", 6},
    {"giuthi", "pits=2 seeds=3", 8},
    {"giuthi", "pits=2 sow_store=yes", 9},
    {"giuthi", "pits=3 seeds=2", 7},
    {"adji-boto", "holes=2 stones=4", 9},
    {"adji-boto", "holes=3 stones=3", 8},
    {"kiothi", "width=4", 6},
    {"kiothi", "width=4 corner=run", 6},
    {"kiothi", "width=4 unmark=emptied", 6},
    {"bulto", "width=4", 9},
};

/* The first moves of Kiothi's placing are many; a position after it begins those games. */
static struct kw_session *board_session(const struct kw_game *game) {
    struct kw_position position;
    if (strcmp(kw_game_info(game)->id, "kiothi") != 0)
        return kw_session_new(game, NULL);
    bool read = kw_position_read(game, "1,2,0,1/2,0,2,1 S 8/7", &position, NULL);
    return read ? kw_session_new(game, &position) : NULL;
}

/* What is found with tables is never another value, and not less. */
static void check_same(const struct task *task, struct kw_session *session, struct kw_solver *plain,
                       struct kw_solver *tabled, size_t *known) {
    static struct kw_solution without, with;
    if (!solve(task, plain, session, &without) || !solve(task, tabled, session, &with))
        return;
    char text[KW_TEXT];
    bool same = without.low <= with.low && with.high <= without.high;
    *known += without.low == without.high;
    task_expect(task, same, "%s after %zu plies: from %d to %d, and with tables from %d to %d",
                kw_position_text(task->game, kw_session_position(session), text),
                kw_session_plies(session), (int)without.low, (int)without.high, (int)with.low,
                (int)with.high);
    check_line(task, session, &without);
    if (without.low == without.high)
        check_tabled_line(task, session, &without, &with);
}

/* A game at random, each of whose positions is solved: those stand in it again and again. */
static void check_game_played(const struct task *task, struct kw_solver *plain,
                              struct kw_solver *tabled, struct kw_random *random, size_t *known) {
    enum { PLIES = 60, MOVES = 4096 };
    static kw_move list[MOVES];
    struct kw_session *session = board_session(task->game);
    struct kw_result result;
    if (!task_expect(task, session != NULL, "no session"))
        return;
    while (kw_session_plies(session) < PLIES && !kw_session_result(session, &result)) {
        check_same(task, session, plain, tabled, known);
        size_t moves = kw_moves(task->game, kw_session_position(session), list, MOVES);
        if (moves > MOVES ||
            !kw_session_play(session, list[kw_random_below(random, (uint32_t)moves)], NULL))
            break;
    }
    kw_session_free(session);
}

static void check_board(struct test *test, size_t number) {
    struct task task = {.test = test};
    struct kw_random random;
    size_t known = 0;
    snprintf(task.where, sizeof task.where, "%s %s", boards[number].id, boards[number].options);
    task.game = kw_game_open(boards[number].id, boards[number].options, NULL);
    if (!task_expect(&task, task.game != NULL, "no game"))
        return;
    struct kw_tables *tables = tables_of(&task, boards[number].seeds);
    struct kw_solver *plain = kw_solver_new(LARGE, 1), *tabled = kw_solver_new(LARGE, 2);
    task_expect(&task, tables != NULL, "no tables");
    kw_solver_set_tables(tabled, tables);
    kw_random_seed(&random, number);
    for (unsigned i = 0; i < 2 * test->effort; i++)
        check_game_played(&task, plain, tabled, &random, &known);
    task_expect(&task, known > 0, "no value");
    kw_solver_free(plain);
    kw_solver_free(tabled);
    kw_tables_close(tables);
    kw_game_close(task.game);
    scratch_empty();
    printf("%s: %zu values\n", task.where, known);
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

/*
 * Where a store ends the game, boards that are alike but for whose stores they are have values of
 * their own.  The value was found by a minimax of every line.
 */
static void check_stores(struct test *test) {
    static const char text[] = "game banked\nboard 2 x 2\nstart 3\nstores own\n"
                               "sow counterclockwise\nend own store: again\n"
                               "end own, empty, facing filled: capture facing; bank here\n"
                               "over store more than half: rest to owner\n"
                               "over either empty: rest to owner\n";
    struct kw_error error;
    struct kw_solution solution;
    struct kw_game *game = kw_game_read(text, sizeof text - 1, &error);
    if (!test_expect(test, game != NULL, "banked: %s", error.message))
        return;
    struct kw_session *session = kw_session_new(game, NULL);
    struct kw_solver *solver = kw_solver_new(LARGE, 1);
    bool solved = kw_solver_solve(solver, session, NULL, NULL, &solution, &error);
    test_expect(test, solved && solution.low == -2 && solution.high == -2, "banked: %d to %d",
                (int)solution.low, (int)solution.high);
    kw_solver_free(solver);
    kw_session_free(session);
    kw_game_close(game);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    const char *folder = test_folder(&test, "solve_test [--effort N] FOLDER [RULE-SET]...");
    if (!test_expect(&test, mkdtemp(scratch) != NULL, "cannot make %s", scratch))
        return test_end(&test);
    struct solvers solvers = {.keeps = kw_solver_new(LARGE, 1), .pair = kw_solver_new(LARGE, 2)};
    for (size_t i = 0; i < FIRST_GAMES; i++) {
        const char *id = kw_game_info(kw_game_at(i))->id;
        if (test_selects(&test, id))
            check_game(&test, folder, id, &solvers);
    }
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (test_selects(&test, boards[i].id))
            check_board(&test, i);
    if (test_selects(&test, "kalah")) {
        check_truth(&test, folder);
        check_stores(&test);
    }
    rmdir(scratch);
    kw_solver_free(solvers.keeps);
    kw_solver_free(solvers.pair);
    return test_end(&test);
}
