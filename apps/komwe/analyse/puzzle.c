#include "analyse/puzzle.h"

#include "cli/number_limits.h"
#include "text/score_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    HASH = 8 << 20, /* bytes: the positions of one check */
    LEVELS = 10,
    ERRING = 7,   /* levels up to this one play at random sometimes and are tried several times */
    TRIES = 8,    /* of those */
    CHEAP = 8,    /* levels up to this one are faster than a check and are tried before it ends */
    DECIDED = 8,  /* a lead of this part of all seeds decides a game in which seeds count */
    HUNDRED = 100 /* scores are in hundredths */
};

/* The searches of a check, each using the table of the one before: their parts of its nodes. */
static const unsigned stage_part[] = {16, 4, 1};

/*
 * Least gap between the two best moves: more than four times the nodes change it
 * (docs/lessons.md).  In seeds; in games that do not count them a difference of winning chances, 1
 * / (1 + e^(-points / 6)) as where the weights are learned.
 */
static const double SEEDS_GAP = 3, CHANCE_GAP = 0.25, POINTS_TO_WIN = 6;

/* Levels are about 200 Elo apart (docs/engine.md): level 1 is 600 here, level 10 2400. */
static const double LEVEL_BEFORE_FIRST = 400, LEVEL_STEP = 200, ELO_TENFOLD = 400;

bool puzzle_finder_open(struct puzzle_finder *finder, const struct kw_game *game, uint64_t nodes,
                        unsigned longest) {
    *finder = (struct puzzle_finder){.game = game, .nodes = nodes, .longest = longest};
    finder->engine = kw_engine_new(HASH, 1);
    finder->player = kw_engine_new(HASH, 1);
    if (finder->engine == NULL || finder->player == NULL)
        return false;
    kw_engine_set_aim(finder->engine, KW_AIM_SEEDS); /* the puzzles of a seed stay the same */
    kw_engine_set_aim(finder->player, KW_AIM_SEEDS);
    return true;
}

void puzzle_finder_close(struct puzzle_finder *finder) {
    kw_engine_free(finder->engine);
    kw_engine_free(finder->player);
}

/* FNV-1a (Fowler, Noll, Vo) of game, options and position with a space between. */
static uint32_t puzzle_hash(uint32_t hash, const char *text) {
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return (hash ^ ' ') * 16777619u;
}

uint32_t puzzle_id(const struct kw_game *game, const char *text) {
    char options[KW_TEXT];
    uint32_t hash = puzzle_hash(2166136261u, kw_game_info(game)->id);
    hash = puzzle_hash(hash, kw_game_options(game, options));
    return puzzle_hash(hash, text);
}

/* ---- comparing moves ------------------------------------------------------------------------- */

static bool puzzle_line_wins(const struct kw_line *line) { return line->proven && line->score > 0; }

static bool puzzle_line_loses(const struct kw_line *line) {
    return line->proven && (line->score < 0 || (line->unit == KW_IN_PLIES && line->score == 0));
}

/* The winning chance, where seeds are not counted. */
static double puzzle_line_chance(const struct kw_line *line) {
    if (puzzle_line_wins(line) || puzzle_line_loses(line))
        return puzzle_line_wins(line);
    return 1 / (1 + exp(-(double)line->score / HUNDRED / POINTS_TO_WIN));
}

/*
 * True if the choice decides the game and one of the two moves is proven.  Where seeds count, the
 * second move must not be ahead either; puzzle_line_matters requires that elsewhere.
 */
static bool puzzle_lines_differ(const struct kw_line *best, const struct kw_line *second) {
    bool ahead = second->unit == KW_IN_SEEDS && second->score > 0;
    return (puzzle_line_wins(best) && !puzzle_line_wins(second) && !ahead) ||
           (puzzle_line_loses(second) && !puzzle_line_loses(best));
}

static unsigned puzzle_seeds_in_play(const struct kw_game *game) {
    struct kw_position start;
    unsigned seeds = 0;
    kw_start(game, &start);
    for (unsigned i = 0; i < KW_HOLES; i++)
        seeds += start.hole[i];
    return seeds + start.store[0] + start.store[1];
}

/* The mover is not as good as lost with the best move, and not as good as won with the second. */
static bool puzzle_line_matters(const struct kw_game *game, const struct kw_line *best,
                                const struct kw_line *second) {
    int decided = (int)puzzle_seeds_in_play(game) * HUNDRED / DECIDED;
    if (!kw_game_info(game)->counts_seeds)
        return puzzle_line_chance(best) >= CHANCE_GAP &&
               puzzle_line_chance(second) <= 1 - CHANCE_GAP;
    return best->score >= -decided && second->score <= decided;
}

/* The best move is better by this part of the gap. */
static bool puzzle_lines_apart(const struct kw_game *game, const struct kw_line *best,
                               const struct kw_line *second, double part) {
    double gap = kw_game_info(game)->counts_seeds
                     ? (double)(best->score - second->score) / HUNDRED / SEEDS_GAP
                     : (puzzle_line_chance(best) - puzzle_line_chance(second)) / CHANCE_GAP;
    return gap >= part;
}

/* ---- the check ------------------------------------------------------------------------------ */

struct puzzle_candidate {
    struct puzzle_finder *finder;
    struct kw_session *session; /* a game that begins here, without history */
    kw_move answer;             /* where the session is */
    bool won, exact;            /* so far: the last move to find wins; all scores are proven */
    double found[LEVELS];       /* the share of each level's tries that find all moves */
    double guess;               /* the chance of finding them without thinking */
    bool failed;
    struct kw_error *error;
};

/* One search of the position where the session is; false if it cannot be made. */
static bool puzzle_search(struct puzzle_candidate *candidate, uint64_t nodes, unsigned lines) {
    struct puzzle_finder *finder = candidate->finder;
    const struct kw_limits limits = {.nodes = nodes, .lines = lines};
    candidate->failed =
        candidate->failed || !kw_engine_search(finder->engine, candidate->session, &limits, NULL,
                                               NULL, &finder->analysis, candidate->error);
    return !candidate->failed;
}

/* Whether one of the searches finds one move better than all others. */
static bool puzzle_check_stage(struct puzzle_candidate *candidate, unsigned stage) {
    const struct puzzle_finder *finder = candidate->finder;
    const struct kw_line *line = finder->analysis.line;
    if (!puzzle_search(candidate, finder->nodes / stage_part[stage], 2))
        return false;
    bool parted = puzzle_lines_differ(&line[0], &line[1]);
    bool same = stage < 2 || line[0].move[0] == candidate->answer;
    candidate->answer = line[0].move[0];
    return finder->analysis.lines > 1 && same && !puzzle_line_loses(&line[0]) &&
           puzzle_line_matters(finder->game, &line[0], &line[1]) &&
           (parted || puzzle_lines_apart(finder->game, &line[0], &line[1], stage == 0 ? 0.5 : 1));
}

/* What the last search says of the answer. */
static bool puzzle_answer_proven(struct puzzle_candidate *candidate) {
    const struct kw_line *line = candidate->finder->analysis.line;
    bool both = line[0].proven && line[1].proven;
    candidate->won = puzzle_line_wins(&line[0]);
    candidate->exact = candidate->exact && both;
    return both || puzzle_lines_differ(&line[0], &line[1]);
}

static void puzzle_take_answer(struct puzzle_candidate *candidate, struct puzzle *puzzle) {
    const struct kw_line *line = candidate->finder->analysis.line;
    kw_move_text(candidate->finder->game, &puzzle->position, candidate->answer, puzzle->answer);
    score_text(&line[0], puzzle->value);
    score_text(&line[1], puzzle->second);
    puzzle->proven = puzzle_answer_proven(candidate);
    puzzle->moves = 1;
}

/* ---- what follows the answer ---------------------------------------------------------------- */

static bool puzzle_play(struct puzzle_candidate *candidate, kw_move move) {
    candidate->failed =
        candidate->failed || !kw_session_play(candidate->session, move, candidate->error);
    return !candidate->failed;
}

/* The opponent's best reply is played: the only one, or that of a search and of a deeper one. */
static bool puzzle_play_reply(struct puzzle_candidate *candidate) {
    const struct puzzle_finder *finder = candidate->finder;
    const struct kw_line *line = finder->analysis.line;
    kw_move reply;
    if (kw_moves(finder->game, kw_session_position(candidate->session), &reply, 1) != 1) {
        if (!puzzle_search(candidate, finder->nodes / stage_part[1], 1))
            return false;
        reply = line[0].move[0];
        if (!puzzle_search(candidate, finder->nodes, 1) || line[0].move[0] != reply)
            return false;
    }
    return puzzle_play(candidate, reply);
}

/* Goes on to where the player who solves chooses again. */
static bool puzzle_play_on(struct puzzle_candidate *candidate) {
    struct kw_result result;
    const struct kw_position *position = kw_session_position(candidate->session);
    while (!kw_session_result(candidate->session, &result) && position->turn != KW_SOUTH) {
        if (kw_session_plies(candidate->session) + 1 >= PUZZLE_PLIES ||
            !puzzle_play_reply(candidate))
            return false;
        position = kw_session_position(candidate->session);
    }
    return !kw_session_result(candidate->session, &result) &&
           kw_move_count(candidate->finder->game, position) > 1;
}

/*
 * Plays the answer and what follows, as long as each move to find is the only one that is good;
 * false if there are not two of them.
 */
static bool puzzle_follow(struct puzzle_candidate *candidate, struct puzzle *puzzle) {
    size_t kept;
    for (;; puzzle->moves++) {
        if (!puzzle_play(candidate, candidate->answer))
            return false;
        kept = kw_session_plies(candidate->session);
        if (puzzle->moves == candidate->finder->longest || !puzzle_play_on(candidate) ||
            !puzzle_check_stage(candidate, 0) || !puzzle_check_stage(candidate, 1) ||
            !puzzle_check_stage(candidate, 2))
            break;
        puzzle->proven = puzzle_answer_proven(candidate) && puzzle->proven;
    }
    while (kw_session_plies(candidate->session) > kept)
        kw_session_undo(candidate->session);
    return puzzle->moves > 1 && !candidate->failed;
}

/* The solution, which the session has played; false if its text is too long for a file. */
static bool puzzle_take_line(const struct puzzle_candidate *candidate, struct puzzle *puzzle) {
    const struct kw_game *game = candidate->finder->game;
    struct puzzle_solution solution;
    char text[KW_TEXT];
    size_t length = 0;
    for (size_t i = 1; i < kw_session_plies(candidate->session); i++) {
        kw_move_text(game, kw_session_before(candidate->session, i),
                     kw_session_move(candidate->session, i), text);
        length += (size_t)snprintf(puzzle->line + length, sizeof puzzle->line - length, "%s%s",
                                   length > 0 ? " " : "", text);
        if (length > PUZZLE_FIELD)
            return false;
    }
    if (!puzzle_solution_read(&solution, game, &puzzle->position, puzzle->answer, puzzle->line))
        return false;
    puzzle->themes = puzzle_themes_of_moves(game, &puzzle->position, &solution) |
                     (candidate->won ? THEME_WIN : 0) | (candidate->exact ? THEME_ENDGAME : 0);
    return true;
}

/* ---- the rating ----------------------------------------------------------------------------- */

/* The share of a level's tries that find the move `answer` where the session is. */
static double puzzle_level_share(struct puzzle_candidate *candidate, kw_move answer, unsigned level,
                                 uint64_t seed) {
    struct kw_random random;
    unsigned found = 0, tries = level <= ERRING ? TRIES : 1;
    kw_engine_clear(candidate->finder->player);
    kw_random_seed(&random, seed + level);
    for (unsigned i = 0; i < tries && !candidate->failed; i++) {
        kw_move move;
        if (kw_engine_play(candidate->finder->player, candidate->session, level, &random, &move,
                           candidate->error))
            found += move == answer;
        else
            candidate->failed = true;
    }
    return (double)found / tries;
}

/* The levels from `first` to `last` try the move that is to be found where the session is. */
static void puzzle_try_levels(struct puzzle_candidate *candidate, kw_move answer, unsigned first,
                              unsigned last, uint64_t seed) {
    for (unsigned level = first; level <= last; level++)
        if (candidate->found[level - 1] > 0)
            candidate->found[level - 1] *= puzzle_level_share(candidate, answer, level, seed);
}

/* How many of the levels from the first to `last` find the solution. */
static double puzzle_levels(const struct puzzle_candidate *candidate, unsigned last) {
    double levels = 0;
    for (unsigned level = 1; level <= last; level++)
        levels += candidate->found[level - 1];
    return levels;
}

/* How many levels are expected to find the answer of a puzzle with that rating. */
static double puzzle_expected_levels(double rating, double guess) {
    double sum = 0;
    for (unsigned level = 1; level <= LEVELS; level++) {
        double strength = LEVEL_BEFORE_FIRST + LEVEL_STEP * level;
        sum += guess + (1 - guess) / (1 + pow(10, (rating - strength) / ELO_TENFOLD));
    }
    return sum;
}

/* The rating that predicts as many levels as did find it: the prediction falls with the rating. */
static unsigned puzzle_rating(double levels, double guess) {
    double low = 0, high = (double)number_limit(LIMIT_PUZZLE_RATING)->most;
    while (high - low > 0.5) {
        double middle = (low + high) / 2;
        if (puzzle_expected_levels(middle, guess) > levels)
            low = middle;
        else
            high = middle;
    }
    return (unsigned)lrint(high);
}

/*
 * Whether the rating can be within the bounds, given how many of the first levels find the answer.
 */
static bool puzzle_is_wanted(const struct puzzle_candidate *candidate, unsigned tried) {
    const struct puzzle_finder *finder = candidate->finder;
    double levels = puzzle_levels(candidate, tried);
    unsigned least = puzzle_rating(levels + LEVELS - tried, candidate->guess),
             most = puzzle_rating(levels, candidate->guess);
    return most >= RATING_LEAST &&
           (finder->wanted == NULL || finder->wanted(finder->context, least, most));
}

/* ---- the whole check ------------------------------------------------------------------------ */

/* The levels try a solution of several moves from its end, where the session is, to its start. */
static void puzzle_try_line(struct puzzle_candidate *candidate, uint64_t seed) {
    const struct kw_game *game = candidate->finder->game;
    for (size_t ply = kw_session_plies(candidate->session); ply-- > 0 && !candidate->failed;) {
        kw_move move = kw_session_move(candidate->session, ply);
        kw_session_undo(candidate->session);
        const struct kw_position *position = kw_session_position(candidate->session);
        if (position->turn != KW_SOUTH)
            continue;
        if (ply > 0)
            candidate->guess /= (double)kw_move_count(game, position);
        puzzle_try_levels(candidate, move, 1, LEVELS, seed);
    }
}

/*
 * A single answer is tried by the fast levels before the long search: most are not wanted.  The
 * rating of several moves is known only at their end.
 */
static bool puzzle_check_moves(struct puzzle_candidate *candidate, struct puzzle *puzzle) {
    bool several = candidate->finder->longest > 1;
    if (!puzzle_check_stage(candidate, 0) || !puzzle_check_stage(candidate, 1))
        return false;
    if (!several)
        puzzle_try_levels(candidate, candidate->answer, 1, CHEAP, puzzle->id);
    if ((!several && !puzzle_is_wanted(candidate, CHEAP)) || !puzzle_check_stage(candidate, 2))
        return false;
    puzzle_take_answer(candidate, puzzle);
    if (several)
        return puzzle_follow(candidate, puzzle) && puzzle_take_line(candidate, puzzle);
    puzzle_try_levels(candidate, candidate->answer, CHEAP + 1, LEVELS, puzzle->id);
    return puzzle_take_line(candidate, puzzle);
}

static bool puzzle_check(struct puzzle_candidate *candidate, struct puzzle *puzzle) {
    unsigned themes = candidate->finder->themes;
    if (!puzzle_check_moves(candidate, puzzle) || (themes != 0 && (themes & puzzle->themes) == 0))
        return false;
    puzzle_try_line(candidate, puzzle->id);
    puzzle->rating = puzzle_rating(puzzle_levels(candidate, LEVELS), candidate->guess);
    /*
     * The strongest level searches deeper than the check: if it prefers another move, it may be
     * right.
     */
    return candidate->found[LEVELS - 1] > 0 && puzzle->rating >= RATING_LEAST &&
           puzzle_is_wanted(candidate, LEVELS);
}

/* Whether a move can have one of the themes that are asked for, as far as that costs no search. */
static bool puzzle_may_have_theme(const struct puzzle_finder *finder,
                                  const struct kw_position *position) {
    kw_move list[KW_MOVES];
    size_t count = kw_moves(finder->game, position, list, KW_MOVES);
    if ((finder->themes & THEMES_SEARCHED) != 0 || finder->longest > 1 || count > KW_MOVES)
        return true;
    for (size_t i = 0; i < count; i++) {
        const struct puzzle_solution solution = {.move = {list[i]}, .plies = 1, .moves = 1};
        if ((puzzle_themes_of_moves(finder->game, position, &solution) & finder->themes) != 0)
            return true;
    }
    return false;
}

/* The position is read back from its text, as other programs will read it. */
static bool puzzle_take_position(const struct puzzle_finder *finder,
                                 const struct kw_position *position, struct puzzle *puzzle) {
    struct kw_position read;
    *puzzle = (struct puzzle){.position = *position};
    if (position->turn != KW_SOUTH)
        kw_mirror(finder->game, position, &puzzle->position);
    kw_key(finder->game, &puzzle->position, &puzzle->key);
    kw_position_text(finder->game, &puzzle->position, puzzle->text);
    puzzle->id = puzzle_id(finder->game, puzzle->text);
    return kw_position_read(finder->game, puzzle->text, &read, NULL) &&
           memcmp(&read, &puzzle->position, sizeof read) == 0;
}

bool puzzle_finder_search(struct puzzle_finder *finder, const struct kw_position *position,
                          struct puzzle *puzzle, bool *failed, struct kw_error *error) {
    struct puzzle_candidate candidate = {.finder = finder, .exact = true, .error = error};
    size_t moves = kw_move_count(finder->game, position);
    for (unsigned level = 0; level < LEVELS; level++)
        candidate.found[level] = 1;
    if (position->phase != 0 || moves < PUZZLE_MOVES ||
        !puzzle_take_position(finder, position, puzzle) ||
        (finder->themes != 0 && !puzzle_may_have_theme(finder, &puzzle->position)))
        return false;
    candidate.session = kw_session_new(finder->game, &puzzle->position);
    candidate.guess = 1.0 / (double)moves;
    candidate.failed = candidate.session == NULL;
    kw_engine_clear(finder->engine);
    bool good = !candidate.failed && puzzle_check(&candidate, puzzle);
    kw_session_free(candidate.session);
    *failed = candidate.failed;
    return good && !candidate.failed;
}
