/*
 * The puzzles that `komwe mine` has found: FOLDER/RULE-SET.tsv.
 *
 *      puzzles_test [--effort N] FOLDER [RULE-SET]...
 *
 * Every line is read and compared with the rules.  Of each rule set three puzzles for each effort
 * are searched anew, and some whose answer is proven are given to the solver or the prover.
 * docs/lessons.md describes the format.
 */
#include "support/first_games.h"
#include "support/test.h"

#include <limits.h>

enum {
    LEAST = 100, /* puzzles of a rule set */
    MOST = 2000, /* and at most */
    FIELDS = 7,
    RATING_LEAST = 400,
    RATING_MOST = 2600,
    SEARCHED = 3,     /* at effort 1 */
    SOLVED = 4,       /* at effort 1 */
    NODES = 250000,   /* of a search */
    AGAIN = 8,        /* times as many where it comes to another move */
    SOLVED_SEEDS = 9, /* on the board of what is solved, at most */
    PROVEN_PLIES = 8, /* to the end of what is proven, at most */
    HASH = 8 << 20    /* bytes */
};

struct puzzle {
    char text[TEST_OPTIONS * 2]; /* of the line, cut into its fields */
    char *field[FIELDS];
    struct kw_position position;
    kw_move answer;
};

enum field { ID, POSITION, ANSWER, VALUE, SECOND, KIND, RATING };

struct file {
    struct test *test;
    const char *id; /* of the rule set */
    struct kw_game *game;
    size_t line;
    struct puzzle *list;
    size_t count;
};

__attribute__((format(printf, 3, 4))) static bool expect(const struct file *file, bool holds,
                                                         const char *format, ...) {
    char where[TEST_OPTIONS];
    va_list arguments;
    snprintf(where, sizeof where, "%s.tsv:%zu", file->id, file->line);
    va_start(arguments, format);
    test_expect_list(file->test, where, holds, format, arguments);
    va_end(arguments);
    return holds;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* The rest of a line that must begin so; NULL if it does not. */
static const char *line_after(struct file *file, char *line, const char *begin) {
    bool good = strncmp(line, begin, strlen(begin)) == 0;
    return expect(file, good, "'%s' does not begin with '%s'", line, begin) ? line + strlen(begin)
                                                                            : NULL;
}

static bool next_line(struct file *file, FILE *stream, char line[TEST_OPTIONS * 2]) {
    if (fgets(line, TEST_OPTIONS * 2, stream) == NULL)
        return false;
    size_t length = strcspn(line, "\n");
    file->line++;
    expect(file, line[length] == '\n', "the line is cut off");
    line[length] = '\0';
    return true;
}

/* The first three lines; opens the game. */
static bool head_check(struct file *file, FILE *stream) {
    char line[TEST_OPTIONS * 2], made[TEST_OPTIONS];
    struct kw_error error;
    if (!next_line(file, stream, line) || line_after(file, line, "# komwe puzzles 1") == NULL ||
        !next_line(file, stream, line))
        return false;
    const char *rules = line_after(file, line, "# rules: ");
    if (rules == NULL ||
        !expect(file, strncmp(rules, file->id, strlen(file->id)) == 0, "the rules of another game"))
        return false;
    file->game = kw_game_open(file->id, rules + strlen(file->id), &error);
    snprintf(made, sizeof made, "# made by: komwe mine %s ", file->id);
    return expect(file, file->game != NULL, "%s", error.message) && next_line(file, stream, line) &&
           line_after(file, line, made) != NULL;
}

static bool puzzle_split(struct puzzle *puzzle) {
    char *at = puzzle->text;
    for (size_t i = 0; i < FIELDS; i++) {
        puzzle->field[i] = at;
        at += strcspn(at, "\t");
        if ((*at == '\0') != (i + 1 == FIELDS))
            return false;
        *at++ = '\0';
    }
    return true;
}

static bool is_word(const char *word, const char *one, const char *other) {
    return strcmp(word, one) == 0 || strcmp(word, other) == 0;
}

/* A legal move that can be written, and others to choose from. */
static void puzzle_check_move(struct file *file, struct puzzle *puzzle) {
    kw_move list[KW_TURN_STEPS];
    char text[KW_TEXT];
    struct kw_error error;
    size_t count = kw_move_read(file->game, &puzzle->position, puzzle->field[ANSWER], list, &error);
    puzzle->answer = list[0];
    expect(file, count == 1, "answer %s: %s", puzzle->field[ANSWER],
           count == 0 ? error.message : "several moves");
    if (count == 1)
        expect(file,
               strcmp(kw_move_text(file->game, &puzzle->position, list[0], text),
                      puzzle->field[ANSWER]) == 0,
               "the answer is written %s", text);
    expect(file, kw_move_count(file->game, &puzzle->position) >= 2, "there is no choice");
}

static void puzzle_check_order(struct file *file) {
    const struct puzzle *puzzle = &file->list[file->count];
    for (size_t i = 0; i < file->count; i++)
        expect(file, strcmp(file->list[i].field[ID], puzzle->field[ID]) != 0, "id %s again",
               puzzle->field[ID]);
    if (file->count > 0)
        expect(file,
               test_number(file->list[file->count - 1].field[RATING]) <=
                   test_number(puzzle->field[RATING]),
               "it is not harder than the one before");
}

static void puzzle_check(struct file *file, struct puzzle *puzzle) {
    char text[KW_TEXT];
    struct kw_error error;
    if (!expect(file, puzzle_split(puzzle), "not %d fields", FIELDS) ||
        !expect(file,
                kw_position_read(file->game, puzzle->field[POSITION], &puzzle->position, &error),
                "position: %s", error.message))
        return;
    expect(file,
           strcmp(kw_position_text(file->game, &puzzle->position, text), puzzle->field[POSITION]) ==
               0,
           "the position is written %s", text);
    expect(file, puzzle->position.turn == KW_SOUTH && puzzle->position.phase == 0,
           "South is not to move, or places");
    expect(file,
           strlen(puzzle->field[ID]) == 8 && strspn(puzzle->field[ID], "0123456789abcdef") == 8,
           "id %s", puzzle->field[ID]);
    expect(file, is_word(puzzle->field[KIND], "proven", "better"), "kind %s", puzzle->field[KIND]);
    uint64_t rating = test_number(puzzle->field[RATING]);
    expect(file, rating >= RATING_LEAST && rating <= RATING_MOST, "rating %s",
           puzzle->field[RATING]);
    puzzle_check_move(file, puzzle);
    puzzle_check_order(file);
    file->count++;
}

static void file_read(struct file *file, FILE *stream) {
    if (!head_check(file, stream))
        return;
    while (file->count < MOST && next_line(file, stream, file->list[file->count].text))
        puzzle_check(file, &file->list[file->count]);
    expect(file, file->count >= LEAST && file->count < MOST, "%zu puzzles", file->count);
}

/* ---- searching anew ------------------------------------------------------------------------- */

/* The best move of a search, or false where there is none. */
static bool search_best(struct file *file, struct kw_engine *engine, const struct puzzle *puzzle,
                        uint64_t nodes, kw_move *best) {
    static struct kw_analysis analysis;
    const struct kw_limits limits = {.nodes = nodes, .lines = 2};
    struct kw_error error;
    struct kw_session *session = kw_session_new(file->game, &puzzle->position);
    kw_engine_clear(engine);
    bool good = kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, &error);
    if (test_expect(file->test, good, "%s", error.message))
        *best = analysis.line[0].move[0];
    kw_session_free(session);
    return good;
}

/* A few puzzles are hard for a search: its answer counts if a longer search gives the same. */
static void search_puzzle(struct file *file, struct kw_engine *engine,
                          const struct puzzle *puzzle) {
    char text[KW_TEXT];
    kw_move best;
    if (!search_best(file, engine, puzzle, NODES, &best) ||
        (best != puzzle->answer &&
         !search_best(file, engine, puzzle, (uint64_t)AGAIN * NODES, &best)))
        return;
    test_expect(file->test, best == puzzle->answer, "%s %s: the engine plays %s, not %s", file->id,
                puzzle->field[ID], kw_move_text(file->game, &puzzle->position, best, text),
                puzzle->field[ANSWER]);
}

static void search_some(struct file *file) {
    struct kw_engine *engine = kw_engine_new(HASH, 1);
    size_t wanted = SEARCHED * file->test->effort;
    size_t step = file->count / wanted + 1;
    for (size_t i = step / 2; i < file->count; i += step)
        search_puzzle(file, engine, &file->list[i]);
    kw_engine_free(engine);
}

/* ---- proving anew --------------------------------------------------------------------------- */

/* "+4 proven" is 4; false if a score is not a proven number of seeds. */
static bool proven_seeds(const char *score, long *seeds) {
    char *end;
    *seeds = strtol(score, &end, 10);
    return end != score && strcmp(end, " proven") == 0;
}

/* "wins in 3 plies proven" with "wins in " is 3, 0 if it does not say so. */
static unsigned proven_plies(const char *score, const char *how) {
    size_t length = strlen(how);
    return strncmp(score, how, length) == 0 ? (unsigned)strtoul(score + length, NULL, 10) : 0;
}

static unsigned seeds_on_board(const struct kw_position *position) {
    unsigned seeds = 0;
    for (unsigned i = 0; i < KW_HOLES; i++)
        seeds += position->hole[i];
    return seeds;
}

/* The value of a move to South, who plays it. */
static long solve_after(struct file *file, struct kw_solver *solver, const struct puzzle *puzzle,
                        kw_move move) {
    static struct kw_solution solution;
    struct kw_error error;
    struct kw_result result;
    struct kw_position next;
    kw_play(file->game, &puzzle->position, move, &next);
    if (kw_state(file->game, &next, &result))
        return (long)result.score[0] - (long)result.score[1];
    struct kw_session *session = kw_session_new(file->game, &next);
    bool good = kw_solver_solve(solver, session, NULL, NULL, &solution, &error);
    test_expect(file->test, good && solution.low == solution.high, "%s %s: %s", file->id,
                puzzle->field[ID], good ? "it is not solved" : error.message);
    kw_session_free(session);
    return next.turn == KW_SOUTH ? solution.low : -solution.low;
}

/* Both values are known: they are those of the answer and of the best of all others. */
static void solve_puzzle(struct file *file, struct kw_solver *solver, const struct puzzle *puzzle,
                         long value, long second) {
    kw_move list[KW_MOVES];
    size_t count = kw_moves(file->game, &puzzle->position, list, KW_MOVES);
    long best = LONG_MIN, answer = LONG_MIN;
    for (size_t i = 0; i < count; i++) {
        long worth = solve_after(file, solver, puzzle, list[i]);
        if (list[i] == puzzle->answer)
            answer = worth;
        else if (worth > best)
            best = worth;
    }
    test_expect(file->test, answer == value && best == second,
                "%s %s: the answer is worth %ld and another move %ld", file->id, puzzle->field[ID],
                answer, best);
}

static void solve_some(struct file *file) {
    struct kw_solver *solver = kw_solver_new(HASH, 1);
    size_t wanted = SOLVED * file->test->effort;
    for (size_t i = 0; i < file->count && wanted > 0; i++) {
        const struct puzzle *puzzle = &file->list[i];
        long value, second;
        if (!proven_seeds(puzzle->field[VALUE], &value) ||
            !proven_seeds(puzzle->field[SECOND], &second) ||
            seeds_on_board(&puzzle->position) > SOLVED_SEEDS)
            continue;
        solve_puzzle(file, solver, puzzle, value, second);
        wanted--;
    }
    kw_solver_free(solver);
}

static enum kw_outcome outcome_after(struct file *file, struct kw_prover *prover,
                                     const struct puzzle *puzzle, kw_move move) {
    struct kw_result result;
    struct kw_position next;
    kw_play(file->game, &puzzle->position, move, &next);
    return kw_state(file->game, &next, &result)
               ? result.outcome
               : kw_prover_decide(prover, &next, KW_SOUTH, NULL, NULL);
}

/* A win soon, or a loss soon by all other moves. */
static bool prove_puzzle(struct file *file, struct kw_prover *prover, const struct puzzle *puzzle) {
    unsigned wins = proven_plies(puzzle->field[VALUE], "wins in ");
    unsigned loses = proven_plies(puzzle->field[SECOND], "loses in ");
    kw_move list[KW_MOVES];
    bool soon = wins > 0 && wins <= PROVEN_PLIES, lost = loses > 0 && loses <= PROVEN_PLIES;
    if (soon)
        test_expect(file->test,
                    outcome_after(file, prover, puzzle, puzzle->answer) == KW_SOUTH_WINS,
                    "%s %s: the answer does not win", file->id, puzzle->field[ID]);
    size_t count = lost ? kw_moves(file->game, &puzzle->position, list, KW_MOVES) : 0;
    for (size_t i = 0; i < count; i++)
        test_expect(file->test,
                    list[i] == puzzle->answer ||
                        outcome_after(file, prover, puzzle, list[i]) == KW_NORTH_WINS,
                    "%s %s: another move does not lose", file->id, puzzle->field[ID]);
    return soon || lost;
}

static void prove_some(struct file *file) {
    struct kw_error error;
    struct kw_prover *prover = kw_prover_new(file->game, HASH, 1, &error);
    size_t wanted = SOLVED * file->test->effort;
    test_expect(file->test, prover != NULL, "%s: %s", file->id, error.message);
    for (size_t i = 0; i < file->count && wanted > 0 && prover != NULL; i++)
        if (strcmp(file->list[i].field[KIND], "proven") == 0)
            wanted -= prove_puzzle(file, prover, &file->list[i]);
    kw_prover_free(prover);
}

/* ---- all rule sets -------------------------------------------------------------------------- */

static void file_check(struct test *test, const char *folder, const char *id) {
    struct file file = {.test = test, .id = id, .list = calloc(MOST + 1, sizeof *file.list)};
    char path[TEST_OPTIONS];
    size_t failed = test->failed;
    snprintf(path, sizeof path, "%.400s/%s.tsv", folder, id);
    FILE *stream = fopen(path, "r");
    if (file.list == NULL)
        abort();
    if (test_expect(test, stream != NULL, "%s cannot be read", path)) {
        file_read(&file, stream);
        fclose(stream);
    }
    if (file.game != NULL && test->failed == failed) { /* what has been read makes sense */
        search_some(&file);
        if (kw_game_info(file.game)->counts_seeds)
            solve_some(&file);
        else
            prove_some(&file);
    }
    kw_game_close(file.game);
    free(file.list);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    const char *folder = test_folder(&test, "puzzles_test [--effort N] FOLDER [RULE-SET]...");
    for (size_t i = 0; i < FIRST_GAMES; i++) {
        const char *id = kw_game_info(kw_game_at(i))->id;
        if (test_selects(&test, id))
            file_check(&test, folder, id);
    }
    return test_end(&test);
}
