#include "engine/ugi_limits.h"

#include "engine/ugi_words.h"

#include <string.h>

/* The words that a number follows. */
enum ugi_limit { DEPTH, NODES, MOVETIME, P1TIME, P2TIME, P1INC, P2INC, LIMITS };

/* Milliseconds, some thirty years, so that they can be counted in microseconds. */
#define TIME_MOST UINT64_C(1000000000000)

static const struct {
    const char *name;
    uint64_t least, most;
} limit_words[LIMITS] = {
    [DEPTH] = {"depth", 1, INT32_MAX},       [NODES] = {"nodes", 1, INT64_MAX},
    [MOVETIME] = {"movetime", 1, TIME_MOST}, [P1TIME] = {"p1time", 0, TIME_MOST},
    [P2TIME] = {"p2time", 0, TIME_MOST},     [P1INC] = {"p1inc", 0, TIME_MOST},
    [P2INC] = {"p2inc", 0, TIME_MOST},
};

struct ugi_given_limits {
    bool given[LIMITS];
    uint64_t number[LIMITS];
    bool infinite;
};

/* A clock that has run out can be below 0, which counts as 0. */
static bool ugi_limits_read_number(enum ugi_limit limit, const char *text, uint64_t *number) {
    bool clock = limit == P1TIME || limit == P2TIME;
    bool negative = clock && *text == '-';
    if (!read_number(text + negative, limit_words[limit].most, number) ||
        *number < limit_words[limit].least)
        return false;
    if (negative)
        *number = 0;
    return true;
}

static enum status ugi_limits_read_words(struct call *call, char **rest,
                                         struct ugi_given_limits *all) {
    const char *word;
    while ((word = ugi_word(rest)) != NULL) {
        unsigned limit = 0;
        while (limit < LIMITS && strcmp(word, limit_words[limit].name) != 0)
            limit++;
        if (limit == LIMITS && strcmp(word, "infinite") != 0)
            return call_fail(call, "go: unknown limit '%s'", word);
        if (limit == LIMITS) {
            all->infinite = true;
            continue;
        }
        const char *number = ugi_word(rest);
        if (number == NULL ||
            !ugi_limits_read_number((enum ugi_limit)limit, number, &all->number[limit]))
            return call_fail(call, "go: %s needs a whole number from %llu to %llu", word,
                             (unsigned long long)limit_words[limit].least,
                             (unsigned long long)limit_words[limit].most);
        all->given[limit] = true;
    }
    return STATUS_OK;
}

/*
 * Milliseconds of the clock to spend: a fraction, as if so many bestmoves were still to come, more
 * of them where a turn has many (Kiothi's placing), and most of the increment; but a reserve for
 * the transmission of a message stays on the clock.
 */
static uint64_t ugi_limits_clock_share(uint64_t time, uint64_t increment, bool placing) {
    enum { MOVES = 30, PLACINGS = 120, TRANSMISSION = 50 };
    uint64_t share = time / (placing ? PLACINGS : MOVES) + increment / 4 * 3;
    uint64_t most = time > TRANSMISSION ? time - TRANSMISSION : 0;
    share = share < most ? share : most;
    return share > 0 ? share : 1;
}

/* Milliseconds for the search, 0: no limit of time. */
static enum status ugi_limits_time(struct call *call, const struct ugi_given_limits *all,
                                   const struct kw_position *position, int64_t *milliseconds) {
    bool south = position->turn == KW_SOUTH;
    enum ugi_limit time = south ? P1TIME : P2TIME, increment = south ? P1INC : P2INC;
    uint64_t least = all->given[MOVETIME] ? all->number[MOVETIME] : 0;
    if (all->given[time]) {
        uint64_t share =
            ugi_limits_clock_share(all->number[time], all->number[increment], position->phase != 0);
        least = least == 0 || share < least ? share : least;
    } else if (all->given[P1TIME] || all->given[P2TIME]) {
        return call_fail(call, "go: %s, the clock of the player to move, is missing",
                         limit_words[time].name);
    }
    *milliseconds = (int64_t)least;
    return STATUS_OK;
}

enum status ugi_limits_read(struct call *call, char **rest, const struct kw_position *position,
                            struct kw_limits *limits, bool *infinite) {
    struct ugi_given_limits all = {.infinite = false};
    int64_t milliseconds = 0;
    enum status status = ugi_limits_read_words(call, rest, &all);
    if (status == STATUS_OK)
        status = ugi_limits_time(call, &all, position, &milliseconds);
    *limits = (struct kw_limits){.depth = (unsigned)all.number[DEPTH],
                                 .nodes = all.number[NODES],
                                 .milliseconds = milliseconds};
    *infinite = all.infinite;
    return status;
}
