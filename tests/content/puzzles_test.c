/*
 * The puzzles that `komwe mine` has found: FOLDER/RULE-SET.tsv, of each of the first games and
 * some others, and where there are such
 * FOLDER/lines/RULE-SET.tsv (several moves to find) and FOLDER/themes/RULE-SET.tsv.
 *
 *      puzzles_test [--effort N] FOLDER [RULE-SET]...
 *
 * Every line is read and compared with the rules: all moves of a solution are legal, and its themes
 * are seen in them.  Of each file three puzzles for each effort are searched anew, at each move
 * that is to be found, and some whose answer is proven are given to the solver or the prover.
 * docs/lessons.md describes the format.
 */
#include "support/first_games.h"
#include "support/test.h"

#include <limits.h>

enum {
    LEAST = 100,     /* puzzles of a rule set */
    LEAST_OTHER = 5, /* of a file of lines or of themes */
    MOST = 2000,     /* and at most */
    FIELDS = 9,
    MOVES = 3,  /* to find */
    PLIES = 16, /* of a solution */
    ROBBED = 3, /* holes of a triple capture */
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
    kw_move move[PLIES]; /* the answer and what follows */
    size_t plies, moves; /* moves: to find */
};

enum field { ID, POSITION, ANSWER, VALUE, SECOND, KIND, RATING, THEMES, LINE };

struct file {
    struct test *test;
    const char *id;     /* of the rule set */
    const char *folder; /* "", "lines/" or "themes/" */
    struct kw_game *game;
    size_t line;
    struct puzzle *list;
    size_t count;
};

__attribute__((format(printf, 3, 4))) static bool expect(const struct file *file, bool holds,
                                                         const char *format, ...) {
    char where[TEST_OPTIONS];
    va_list arguments;
    snprintf(where, sizeof where, "%s%s.tsv:%zu", file->folder, file->id, file->line);
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
        if (*at == '\0') {
            puzzle->field[LINE] = i == LINE ? puzzle->field[LINE] : at;
            return i >= THEMES;
        }
        *at++ = '\0';
    }
    return false;
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

/* ---- solutions and themes ------------------------------------------------------------------- */

static bool has_theme(const struct puzzle *puzzle, const char *theme) {
    size_t length = strlen(theme);
    for (const char *at = puzzle->field[THEMES]; *at != '\0';
         at += strcspn(at, " "), at += *at != 0)
        if (strncmp(at, theme, length) == 0 && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* All moves are legal, and the last one is South's, who solves. */
static void puzzle_check_solution(struct file *file, struct puzzle *puzzle) {
    static const char *const length[] = {"oneMove", "short", "long"};
    struct kw_position at = puzzle->position;
    char words[TEST_OPTIONS], *rest = NULL, *word = puzzle->field[ANSWER];
    unsigned mover = KW_SOUTH;
    snprintf(words, sizeof words, "%s", puzzle->field[LINE]);
    for (char *next = words; word != NULL && puzzle->plies < PLIES; next = NULL) {
        kw_move list[KW_TURN_STEPS];
        struct kw_error error;
        if (!expect(file, kw_move_read(file->game, &at, word, list, &error) == 1,
                    "%s in the line: %s", word, error.message))
            return;
        mover = at.turn;
        expect(file, mover == KW_NORTH || kw_move_count(file->game, &at) >= 2,
               "there is no choice at %s", word);
        puzzle->move[puzzle->plies++] = list[0];
        puzzle->moves += mover == KW_SOUTH;
        kw_play(file->game, &at, list[0], &at);
        word = strtok_r(next, " ", &rest);
    }
    if (expect(file, mover == KW_SOUTH && puzzle->moves <= MOVES, "%zu moves to find",
               puzzle->moves))
        for (size_t i = 0; i < MOVES; i++)
            expect(file, has_theme(puzzle, length[i]) == (puzzle->moves == i + 1), "theme %s",
                   length[i]);
}

/* What is seen of one move: holes that are captured, and that lose a mark. */
struct seen {
    uint32_t robbed, unmarked;
    struct kw_position next;
};

static bool see_event(void *context, const struct kw_event *event) {
    struct seen *seen = context;
    if (event->kind == KW_EVENT_CAPTURE && event->from < KW_HOLES)
        seen->robbed |= UINT32_C(1) << event->from;
    if (event->kind == KW_EVENT_UNMARK)
        seen->unmarked |= UINT32_C(1) << event->to;
    return true;
}

static struct seen see(const struct file *file, const struct kw_position *position, kw_move move) {
    struct seen seen = {0};
    kw_trace(file->game, position, move, &seen.next, see_event, &seen);
    return seen;
}

/* A player's holes: game.h says where they are. */
static uint32_t holes_of(const struct file *file, unsigned player) {
    unsigned columns = kw_game_columns(file->game), rows = kw_game_info(file->game)->rows;
    uint32_t row = (UINT32_C(1) << (rows / 2 * columns)) - 1;
    return player == KW_SOUTH ? row : row << (rows == 4 ? 16 : columns);
}

static bool has_houses(const struct file *file) {
    for (size_t i = 0; i < kw_clause_count(file->game); i++)
        if (strcmp(kw_clause_at(file->game, i)->id, "house") == 0)
            return true;
    return false;
}

/* Whether South's house falls by a move of South's, or may by what North then plays. */
static bool house_falls(const struct file *file, const struct kw_position *position, kw_move move) {
    const struct seen seen = see(file, position, move);
    uint32_t south = holes_of(file, KW_SOUTH);
    kw_move list[KW_MOVES];
    bool falls = (seen.unmarked & south) != 0;
    size_t count =
        seen.next.turn == KW_NORTH ? kw_moves(file->game, &seen.next, list, KW_MOVES) : 0;
    for (size_t i = 0; i < count && !falls; i++)
        falls = (see(file, &seen.next, list[i]).unmarked & south) != 0;
    return falls;
}

/* The others of the moves that `holds` is true of. */
static size_t others(const struct file *file, const struct kw_position *position, kw_move move,
                     bool (*holds)(const struct file *, const struct kw_position *, kw_move)) {
    kw_move list[KW_MOVES];
    size_t count = kw_moves(file->game, position, list, KW_MOVES), such = 0;
    for (size_t i = 0; i < count; i++)
        such += list[i] != move && holds(file, position, list[i]);
    return such;
}

static bool captures(const struct file *file, const struct kw_position *position, kw_move move) {
    return see(file, position, move).robbed != 0;
}

/* North's house falls, or South's would by every other move. */
static bool house_shows(const struct file *file, const struct kw_position *position, kw_move move) {
    if ((see(file, position, move).unmarked & holes_of(file, KW_NORTH)) != 0)
        return true;
    return (position->mark & holes_of(file, KW_SOUTH)) != 0 && !house_falls(file, position, move) &&
           others(file, position, move, house_falls) + 1 == kw_move_count(file->game, position);
}

/* North has nothing, or nothing that can be moved. */
static bool north_starves(const struct file *file, const struct kw_position *position) {
    struct kw_result result;
    kw_move only;
    unsigned seeds = 0;
    if (!kw_state(file->game, position, &result))
        return position->turn == KW_NORTH && kw_moves(file->game, position, &only, 1) == 1 &&
               kw_move_kind(only) == KW_PASS;
    for (uint32_t rest = holes_of(file, KW_NORTH); rest != 0; rest &= rest - 1)
        seeds += position->hole[__builtin_ctz(rest)];
    return seeds == 0 ||
           (!kw_game_info(file->game)->counts_seeds && result.outcome == KW_SOUTH_WINS);
}

/* Themes that the events of the solution show, no more and no less. */
static void puzzle_check_themes(struct file *file, const struct puzzle *puzzle) {
    struct kw_position at = puzzle->position;
    struct kw_result result = {.outcome = KW_GOING_ON};
    bool triple = false, again = false, quiet = false, house = false, over = false;
    for (size_t i = 0; i < puzzle->plies; i++) {
        const struct seen seen = see(file, &at, puzzle->move[i]);
        over = kw_state(file->game, &seen.next, &result);
        if (at.turn == KW_SOUTH) {
            triple = triple || __builtin_popcount(seen.robbed) >= ROBBED;
            again = again || (seen.next.turn == KW_SOUTH && !over);
            quiet = quiet || (seen.robbed == 0 && others(file, &at, puzzle->move[i], captures) > 0);
            house = house || (has_houses(file) && house_shows(file, &at, puzzle->move[i]));
        }
        at = seen.next;
    }
    const struct {
        const char *name;
        bool shown;
    } themes[] = {{"tripleCapture", triple},
                  {"extraMove", again},
                  {"quietMove", quiet},
                  {"house", house},
                  {"starving", north_starves(file, &at)}};
    for (size_t i = 0; i < sizeof themes / sizeof *themes; i++)
        expect(file, has_theme(puzzle, themes[i].name) == themes[i].shown, "theme %s is %sshown",
               themes[i].name, themes[i].shown ? "" : "not ");
    if (has_theme(puzzle, "win"))
        expect(file, !over || result.outcome == KW_SOUTH_WINS, "theme win: South has not won");
    if (has_theme(puzzle, "endgame"))
        expect(file, strcmp(puzzle->field[KIND], "proven") == 0, "theme endgame: not proven");
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
    if (!expect(file, puzzle_split(puzzle), "too many or too few fields") ||
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
    puzzle_check_solution(file, puzzle);
    puzzle_check_themes(file, puzzle);
    puzzle_check_order(file);
    file->count++;
}

static void file_read(struct file *file, FILE *stream) {
    if (!head_check(file, stream))
        return;
    while (file->count < MOST && next_line(file, stream, file->list[file->count].text))
        puzzle_check(file, &file->list[file->count]);
    size_t least = file->folder[0] == '\0' ? LEAST : LEAST_OTHER;
    expect(file, file->count >= least && file->count < MOST, "%zu puzzles", file->count);
}

/* ---- searching anew ------------------------------------------------------------------------- */

/* The best move of a search after some plies of the solution, or false where there is none. */
static bool search_best(struct file *file, struct kw_engine *engine, const struct puzzle *puzzle,
                        size_t ply, uint64_t nodes, struct kw_line *best) {
    static struct kw_analysis analysis;
    const struct kw_limits limits = {.nodes = nodes, .lines = 2};
    struct kw_error error = {.code = KW_OK};
    struct kw_session *session = kw_session_new(file->game, &puzzle->position);
    bool good = true;
    for (size_t i = 0; i < ply; i++)
        good = good && kw_session_play(session, puzzle->move[i], &error);
    kw_engine_clear(engine);
    good = good && kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, &error);
    if (test_expect(file->test, good, "%s", error.message))
        *best = analysis.line[0];
    kw_session_free(session);
    return good;
}

/* A few puzzles are hard for a search: its answer counts if a longer search gives the same. */
static void search_move(struct file *file, struct kw_engine *engine, const struct puzzle *puzzle,
                        size_t ply) {
    struct kw_line best = {.score = 0};
    bool wins = has_theme(puzzle, "win") && ply + 1 == puzzle->plies;
    for (unsigned i = 0; i < 2; i++) {
        uint64_t nodes = i == 0 ? NODES : (uint64_t)AGAIN * NODES;
        if (!search_best(file, engine, puzzle, ply, nodes, &best))
            return;
        if (best.move[0] == puzzle->move[ply] && (!wins || (best.proven && best.score > 0)))
            return;
    }
    test_expect(file->test, false, "%s%s %s: after %zu plies the engine plays %s, or shows no win",
                file->folder, file->id, puzzle->field[ID], ply,
                best.move[0] == puzzle->move[ply] ? "the same" : "another move");
}

static void search_puzzle(struct file *file, struct kw_engine *engine,
                          const struct puzzle *puzzle) {
    struct kw_position at = puzzle->position;
    for (size_t ply = 0; ply < puzzle->plies; ply++) {
        if (at.turn == KW_SOUTH)
            search_move(file, engine, puzzle, ply);
        kw_play(file->game, &at, puzzle->move[ply], &at);
    }
}

static void search_some(struct file *file) {
    struct kw_engine *engine = kw_engine_new(HASH, 1);
    size_t wanted = (file->folder[0] == '\0' ? SEARCHED : 1) * file->test->effort;
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

/* The value of a move to South, who plays it; false where a repetition leaves it between bounds. */
static bool solve_after(struct file *file, struct kw_solver *solver, const struct puzzle *puzzle,
                        kw_move move, long *value) {
    static struct kw_solution solution;
    struct kw_error error;
    struct kw_result result;
    struct kw_position next;
    kw_play(file->game, &puzzle->position, move, &next);
    if (kw_state(file->game, &next, &result)) {
        *value = (long)result.score[0] - (long)result.score[1];
        return true;
    }
    struct kw_session *session = kw_session_new(file->game, &next);
    bool good = kw_solver_solve(solver, session, NULL, NULL, &solution, &error);
    test_expect(file->test, good, "%s %s: %s", file->id, puzzle->field[ID], error.message);
    kw_session_free(session);
    *value = next.turn == KW_SOUTH ? solution.low : -solution.low;
    return good && solution.low == solution.high;
}

/*
 * Both values are known: they are those of the answer and of the best of all others.  False if the
 * solver does not know them all.
 */
static bool solve_puzzle(struct file *file, struct kw_solver *solver, const struct puzzle *puzzle,
                         long value, long second) {
    kw_move list[KW_MOVES];
    size_t count = kw_moves(file->game, &puzzle->position, list, KW_MOVES);
    long best = LONG_MIN, answer = LONG_MIN, worth;
    for (size_t i = 0; i < count; i++) {
        if (!solve_after(file, solver, puzzle, list[i], &worth))
            return false;
        if (list[i] == puzzle->answer)
            answer = worth;
        else if (worth > best)
            best = worth;
    }
    test_expect(file->test, answer == value && best == second,
                "%s %s: the answer is worth %ld and another move %ld", file->id, puzzle->field[ID],
                answer, best);
    return true;
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
        wanted -= solve_puzzle(file, solver, puzzle, value, second);
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

static void file_check(struct test *test, const char *folder, const char *below, const char *id,
                       bool required) {
    struct file file = {
        .test = test, .id = id, .folder = below, .list = calloc(MOST + 1, sizeof *file.list)};
    char path[TEST_OPTIONS];
    size_t failed = test->failed;
    snprintf(path, sizeof path, "%.400s/%s%s.tsv", folder, below, id);
    FILE *stream = fopen(path, "r");
    if (file.list == NULL)
        abort();
    if (stream != NULL) {
        file_read(&file, stream);
        fclose(stream);
    } else {
        test_expect(test, below[0] != '\0' || !required, "%s cannot be read", path);
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
    static const char *const below[] = {"", "lines/", "themes/"};
    const char *folder = test_folder(&test, "puzzles_test [--effort N] FOLDER [RULE-SET]...");
    for (size_t i = 0; i < kw_game_count(); i++) {
        const char *id = kw_game_info(kw_game_at(i))->id;
        if (test_selects(&test, id))
            for (size_t k = 0; k < sizeof below / sizeof *below; k++)
                file_check(&test, folder, below[k], id, i < FIRST_GAMES);
    }
    return test_end(&test);
}
