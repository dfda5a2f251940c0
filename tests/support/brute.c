#include "support/brute.h"

#include <stdio.h>
#include <string.h>

/* What is known of a position, from its mover's side. */
struct known {
    bool whole; /* `value` is known */
    int value;
    int low, high; /* what is sure whatever repetition pays, and whatever lies too deep */
};

struct solver {
    const struct kw_game *game;
    struct kw_position path[BRUTE_PATH + 1];
    uint64_t entered, limit, repetitions;
    int most; /* that can be won */
};

static int result_value(const struct solver *solver, const struct kw_result *result,
                        unsigned mover) {
    int south = 0;
    if (result->scored)
        south = (int)result->score[KW_SOUTH] - (int)result->score[KW_NORTH];
    else if (result->outcome == KW_SOUTH_WINS)
        south = solver->most;
    else if (result->outcome == KW_NORTH_WINS)
        south = -solver->most;
    return mover == KW_SOUTH ? south : -south;
}

/* How often the last of `count` positions stands among them. */
static unsigned occurrences(const struct solver *solver, size_t count) {
    const struct kw_position *last = &solver->path[count - 1];
    unsigned seen = 0;
    for (size_t i = 0; i < count; i++)
        seen += memcmp(&solver->path[i], last, sizeof *last) == 0;
    return seen;
}

/* True if the game of `count` positions is over; as a session says it. */
static bool is_over(struct solver *solver, size_t count, struct known *known) {
    const struct kw_position *position = &solver->path[count - 1];
    struct kw_result result;
    if (kw_state(solver->game, position, &result)) {
        int value = result_value(solver, &result, position->turn);
        *known = (struct known){true, value, value, value};
        return true;
    }
    if (occurrences(solver, count) < kw_repetitions(solver->game))
        return false;
    kw_repetition_result(solver->game, position, &result);
    solver->repetitions++;
    *known = (struct known){true, result_value(solver, &result, position->turn), -solver->most,
                            solver->most};
    return true;
}

static struct known turned(struct known known) {
    return (struct known){known.whole, -known.value, -known.high, -known.low};
}

/* Takes in what is known of one more move. */
static void take_better(struct known *best, struct known move) {
    best->whole = best->whole && move.whole;
    if (move.whole && move.value > best->value)
        best->value = move.value;
    if (move.low > best->low)
        best->low = move.low;
    if (move.high > best->high)
        best->high = move.high;
}

/* Solves the last of `count` positions, looking at most `depth` plies further. */
static struct known solve(struct solver *solver, size_t count, unsigned depth) {
    const struct kw_position *position = &solver->path[count - 1];
    struct known known;
    if (solver->entered++ >= solver->limit)
        return (struct known){false, 0, -solver->most, solver->most};
    if (is_over(solver, count, &known))
        return known;
    kw_move list[KW_MOVES];
    size_t moves = kw_moves(solver->game, position, list, KW_MOVES);
    if (depth == 0 || moves > KW_MOVES)
        return (struct known){false, 0, -solver->most, solver->most};
    struct known best = {true, -solver->most, -solver->most, -solver->most};
    for (size_t i = 0; i < moves && best.low < solver->most; i++) {
        struct kw_position *next = &solver->path[count];
        kw_play(solver->game, position, list[i], next);
        bool stays = next->turn == position->turn;
        known = solve(solver, count + 1, depth - 1);
        take_better(&best, stays ? known : turned(known));
    }
    best.whole = best.whole || best.low == solver->most;
    return best;
}

static int most_to_win(const struct kw_game *game, const struct kw_position *position) {
    int seeds = position->store[0] + position->store[1] + position->hand;
    for (unsigned i = 0; i < KW_HOLES; i++)
        seeds += position->hole[i];
    return kw_game_info(game)->counts_seeds ? seeds : 1;
}

bool brute_solve(const struct kw_game *game, const struct kw_position *path, size_t count,
                 uint64_t limit, struct brute *brute) {
    static _Thread_local struct solver solver;
    solver.game = game;
    solver.entered = solver.repetitions = 0;
    solver.limit = limit;
    solver.most = most_to_win(game, &path[count - 1]);
    memcpy(solver.path, path, count * sizeof *path);
    /* Seeds are known when all games are; a win is known at the end of the shortest one. */
    unsigned most = BRUTE_PATH - (unsigned)count;
    unsigned depth = kw_game_info(game)->counts_seeds ? most : 1;
    struct known known;
    do {
        solver.repetitions = 0;
        known = solve(&solver, count, depth);
    } while (!known.whole && solver.entered < limit && depth++ < most);
    *brute = (struct brute){.value = known.value, .entered = solver.entered};
    brute->repetition = known.low < known.high   ? BRUTE_DECISIVE
                        : solver.repetitions > 0 ? BRUTE_PASSING
                                                 : BRUTE_NEVER;
    return known.whole && solver.entered <= limit;
}

const char *brute_text(const struct kw_game *game, int value, char text[KW_TEXT]) {
    if (kw_game_info(game)->counts_seeds)
        snprintf(text, KW_TEXT, value == 0 ? "%d" : "%+d", value);
    else
        snprintf(text, KW_TEXT, "%s", value > 0 ? "win" : value < 0 ? "loss" : "draw");
    return text;
}

const char *brute_repetition_text(enum brute_repetition repetition) {
    static const char *const texts[] = {
        [BRUTE_NEVER] = "-", [BRUTE_PASSING] = "passing", [BRUTE_DECISIVE] = "decisive"};
    return texts[repetition];
}
