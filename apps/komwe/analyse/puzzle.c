#include "analyse/puzzle.h"

#include "cli/number_limits.h"
#include "text/score_text.h"

#include <math.h>
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

bool puzzle_finder_open(struct puzzle_finder *finder, const struct kw_game *game, uint64_t nodes) {
    *finder = (struct puzzle_finder){.game = game, .nodes = nodes};
    finder->engine = kw_engine_new(HASH, 1);
    finder->player = kw_engine_new(HASH, 1);
    if (finder->engine == NULL || finder->player == NULL)
        return false;
    kw_engine_set_aim(finder->player, KW_AIM_SEEDS); /* the puzzles of a seed stay the same */
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
    kw_move answer;
    bool failed;
    struct kw_error *error;
};

/* Whether one of the searches finds one move better than all others. */
static bool puzzle_check_stage(struct puzzle_candidate *candidate, unsigned stage) {
    struct puzzle_finder *finder = candidate->finder;
    const struct kw_limits limits = {.nodes = finder->nodes / stage_part[stage], .lines = 2};
    const struct kw_line *line = finder->analysis.line;
    if (!kw_engine_search(finder->engine, candidate->session, &limits, NULL, NULL,
                          &finder->analysis, candidate->error)) {
        candidate->failed = true;
        return false;
    }
    bool parted = puzzle_lines_differ(&line[0], &line[1]);
    bool same = stage < 2 || line[0].move[0] == candidate->answer;
    candidate->answer = line[0].move[0];
    return finder->analysis.lines > 1 && same && !puzzle_line_loses(&line[0]) &&
           puzzle_line_matters(finder->game, &line[0], &line[1]) &&
           (parted || puzzle_lines_apart(finder->game, &line[0], &line[1], stage == 0 ? 0.5 : 1));
}

static void puzzle_take_answer(const struct puzzle_candidate *candidate, struct puzzle *puzzle) {
    const struct kw_line *line = candidate->finder->analysis.line;
    kw_move_text(candidate->finder->game, &puzzle->position, candidate->answer, puzzle->answer);
    score_text(&line[0], puzzle->value);
    score_text(&line[1], puzzle->second);
    puzzle->proven = puzzle_lines_differ(&line[0], &line[1]) || (line[0].proven && line[1].proven);
}

/* ---- the rating ----------------------------------------------------------------------------- */

/* The share of a level's tries that find the answer. */
static double puzzle_level_share(struct puzzle_candidate *candidate, unsigned level,
                                 uint64_t seed) {
    struct kw_random random;
    unsigned found = 0, tries = level <= ERRING ? TRIES : 1;
    kw_engine_clear(candidate->finder->player);
    kw_random_seed(&random, seed + level);
    for (unsigned i = 0; i < tries && !candidate->failed; i++) {
        kw_move move;
        if (kw_engine_play(candidate->finder->player, candidate->session, level, &random, &move,
                           candidate->error))
            found += move == candidate->answer;
        else
            candidate->failed = true;
    }
    return (double)found / tries;
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
static unsigned puzzle_rating(double levels, size_t moves) {
    double low = 0, high = (double)number_limit(LIMIT_PUZZLE_RATING)->most;
    while (high - low > 0.5) {
        double middle = (low + high) / 2;
        if (puzzle_expected_levels(middle, 1.0 / (double)moves) > levels)
            low = middle;
        else
            high = middle;
    }
    return (unsigned)lrint(high);
}

/*
 * Whether the rating can be within the bounds, given how many of the first levels find the answer.
 */
static bool puzzle_is_wanted(const struct puzzle_finder *finder, double levels, unsigned tried,
                             size_t moves) {
    unsigned least = puzzle_rating(levels + LEVELS - tried, moves),
             most = puzzle_rating(levels, moves);
    return most >= RATING_LEAST &&
           (finder->wanted == NULL || finder->wanted(finder->context, least, most));
}

/* ---- the whole check ------------------------------------------------------------------------ */

static bool puzzle_check(struct puzzle_candidate *candidate, size_t moves, struct puzzle *puzzle) {
    struct puzzle_finder *finder = candidate->finder;
    double levels = 0, last = 0;
    unsigned level = 1;
    if (!puzzle_check_stage(candidate, 0) || !puzzle_check_stage(candidate, 1))
        return false;
    for (; level <= CHEAP; level++)
        levels += puzzle_level_share(candidate, level, puzzle->id);
    if (!puzzle_is_wanted(finder, levels, CHEAP, moves) || !puzzle_check_stage(candidate, 2))
        return false;
    puzzle_take_answer(candidate, puzzle);
    for (; level <= LEVELS; level++)
        levels += last = puzzle_level_share(candidate, level, puzzle->id);
    puzzle->rating = puzzle_rating(levels, moves);
    /*
     * The strongest level searches deeper than the check: if it prefers another move, it may be
     * right.
     */
    return last > 0 && puzzle->rating >= RATING_LEAST &&
           puzzle_is_wanted(finder, levels, LEVELS, moves);
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
    struct puzzle_candidate candidate = {.finder = finder, .error = error};
    size_t moves = kw_move_count(finder->game, position);
    if (position->phase != 0 || moves < PUZZLE_MOVES ||
        !puzzle_take_position(finder, position, puzzle))
        return false;
    candidate.session = kw_session_new(finder->game, &puzzle->position);
    candidate.failed = candidate.session == NULL;
    kw_engine_clear(finder->engine);
    bool good = !candidate.failed && puzzle_check(&candidate, moves, puzzle);
    kw_session_free(candidate.session);
    *failed = candidate.failed;
    return good && !candidate.failed;
}
