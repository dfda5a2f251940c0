#include "game/move_time.h"

/*
 * The parameters.  Percentages are of the optimum: see docs/engine.md for what was measured.
 */
enum {
    MOVES_EXPECTED = 10,  /* as if so many moves were still to come */
    STEPS_EXPECTED = 120, /* the same where a turn has many: setup turns */
    MAXIMUM_OPTIMA = 5,   /* the maximum, in optima, */
    MAXIMUM_PERCENT = 40, /* and of what is left */
    RESERVED = 10         /* moves whose overhead stays on the clock, for a game that is long */
};

/* Percent of the optimum, by how many depths the best move has stood; the last for all more. */
static const int move_time_stood_percent[] = {150, 125, 100, 85, 75, 65, 55};

enum {
    STOOD_MOST = sizeof move_time_stood_percent / sizeof *move_time_stood_percent - 1,
    FALL_MOST = 300,    /* hundredths of a seed or point; more counts as this */
    FALL_PERCENT = 100, /* that such a fall adds */
    NEXT_PERCENT = 70 /* a depth is begun before so much of the time is spent: it will take more */
};

enum { LEAST = 1000 /* microseconds of a move */ };

static int64_t move_time_least(int64_t a, int64_t b) { return a < b ? a : b; }

struct move_time move_time_plan(const struct move_clock *clock, const struct kw_session *session) {
    const struct kw_position *position = kw_session_position(session);
    bool setup = position->phase != 0;
    int64_t moves = setup ? STEPS_EXPECTED : MOVES_EXPECTED;
    int64_t reserved = RESERVED;
    if (clock->moves_to_go > 0) {
        moves = move_time_least(moves, clock->moves_to_go);
        reserved = move_time_least(reserved, clock->moves_to_go);
    }
    int64_t left = clock->left - reserved * clock->overhead;
    left = left > 0 ? left : 0;
    int64_t optimum = left / moves + clock->increment / 4 * 3;
    /* The last move before the clock is set again may take all of it. */
    int64_t most = moves == 1 ? left : left / 100 * MAXIMUM_PERCENT;
    int64_t maximum = move_time_least(MAXIMUM_OPTIMA * optimum, most);
    /* Where only the reserve is left it grows again: half of the increment is spent. */
    if (maximum < clock->increment / 2)
        maximum = move_time_least((clock->left - clock->overhead) / 4, clock->increment / 2);
    maximum = maximum > LEAST ? maximum : LEAST;
    optimum = optimum > LEAST ? optimum : LEAST;
    return (struct move_time){.optimum = move_time_least(optimum, maximum),
                              .maximum = maximum,
                              .nodes = clock->nodes,
                              .forced = kw_move_count(kw_session_game(session), position) == 1,
                              .setup = setup};
}

void move_time_limit(const struct move_time *time, struct kw_limits *limits) {
    int64_t milliseconds = time->maximum / 1000;
    uint64_t nodes = (uint64_t)milliseconds * time->nodes;
    if (time->nodes > 0 && (limits->nodes == 0 || nodes < limits->nodes))
        limits->nodes = nodes;
    else if (time->nodes == 0 && (limits->milliseconds == 0 || milliseconds < limits->milliseconds))
        limits->milliseconds = milliseconds;
}

int64_t move_time_spent(const struct move_time *time, int64_t microseconds, uint64_t nodes) {
    return time->nodes > 0 ? (int64_t)(nodes * 1000 / time->nodes) : microseconds;
}

/*
 * How far the score has fallen since the last depth of the same parity, in hundredths: depths of
 * the other one, which end with a move of the other player, differ anyway.
 */
static int move_time_fall(const struct move_time *time, const struct kw_line *line) {
    unsigned parity = time->depth % 2;
    if (time->depth < 3)
        return 0;
    if (line->unit == KW_IN_PLIES || time->unit[parity] == KW_IN_PLIES) {
        bool loses = line->unit == KW_IN_PLIES && line->score <= 0;
        bool lost = time->unit[parity] == KW_IN_PLIES && time->score[parity] <= 0;
        bool won = time->unit[parity] == KW_IN_PLIES && !lost;
        return (loses && !lost) || (won && line->unit != KW_IN_PLIES) ? FALL_MOST : 0;
    }
    int fall = time->score[parity] - line->score;
    return fall < 0 ? 0 : fall > FALL_MOST ? FALL_MOST : fall;
}

/* Takes in the result of a depth; returns the percentage of the optimum that it is worth. */
static int move_time_weigh(struct move_time *time, unsigned depth, const struct kw_line *line) {
    bool same = time->depth > 0 && line->move[0] == time->best;
    time->depth = depth;
    time->stood = same ? time->stood + 1 : 0;
    time->best = line->move[0];
    int fall = move_time_fall(time, line);
    time->score[depth % 2] = line->score;
    time->unit[depth % 2] = line->unit;
    return move_time_stood_percent[move_time_least(time->stood, STOOD_MOST)] +
           fall * FALL_PERCENT / FALL_MOST;
}

bool move_time_is_up(struct move_time *time, const struct kw_analysis *analysis, int64_t spent) {
    if (analysis->depth <= time->depth)
        return false;
    int percent = move_time_weigh(time, analysis->depth, &analysis->line[0]);
    if (time->forced || spent >= time->maximum)
        return true;
    if (time->setup) /* depth and breadth grow together: a move that stands says nothing */
        percent = 100;
    return spent >= time->optimum * percent / 100 * NEXT_PERCENT / 100;
}
