#include "engine/ugi_limits.h"

#include "engine/ugi_words.h"

#include <string.h>

/* The words that a number follows. */
enum ugi_limit { DEPTH, NODES, MOVETIME, P1TIME, P2TIME, P1INC, P2INC, MOVESTOGO, LIMITS };

/* Milliseconds, some thirty years, so that they can be counted in microseconds. */
#define TIME_MOST UINT64_C(1000000000000)

static const struct {
    const char *name;
    uint64_t least, most;
} limit_words[LIMITS] = {
    [DEPTH] = {"depth", 1, INT32_MAX},       [NODES] = {"nodes", 1, INT64_MAX},
    [MOVETIME] = {"movetime", 1, TIME_MOST}, [P1TIME] = {"p1time", 0, TIME_MOST},
    [P2TIME] = {"p2time", 0, TIME_MOST},     [P1INC] = {"p1inc", 0, TIME_MOST},
    [P2INC] = {"p2inc", 0, TIME_MOST},       [MOVESTOGO] = {"movestogo", 1, INT32_MAX},
};

struct ugi_given_limits {
    bool given[LIMITS];
    uint64_t number[LIMITS];
    bool infinite, ponder;
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

/* Takes a word without a number; false if it is none. */
static bool ugi_limits_read_mode(const char *word, struct ugi_given_limits *all) {
    bool infinite = strcmp(word, "infinite") == 0, ponder = strcmp(word, "ponder") == 0;
    all->infinite = all->infinite || infinite;
    all->ponder = all->ponder || ponder;
    return infinite || ponder;
}

static enum status ugi_limits_read_words(struct call *call, char **rest,
                                         struct ugi_given_limits *all) {
    const char *word;
    while ((word = ugi_word(rest)) != NULL) {
        unsigned limit = 0;
        while (limit < LIMITS && strcmp(word, limit_words[limit].name) != 0)
            limit++;
        if (limit == LIMITS && ugi_limits_read_mode(word, all))
            continue;
        if (limit == LIMITS)
            return call_fail(call, "go: unknown limit '%s'", word);
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

/* The clock of the player to move, if one is given. */
static enum status ugi_limits_read_clock(struct call *call, const struct ugi_given_limits *all,
                                         const struct kw_position *position, struct ugi_go *go) {
    bool south = position->turn == KW_SOUTH;
    enum ugi_limit time = south ? P1TIME : P2TIME, increment = south ? P1INC : P2INC;
    go->clocked = all->given[time];
    if (!go->clocked && (all->given[P1TIME] || all->given[P2TIME]))
        return call_fail(call, "go: %s, the clock of the player to move, is missing",
                         limit_words[time].name);
    go->clock = (struct move_clock){.left = (int64_t)all->number[time] * 1000,
                                    .increment = (int64_t)all->number[increment] * 1000,
                                    .moves_to_go = (unsigned)all->number[MOVESTOGO]};
    return STATUS_OK;
}

enum status ugi_limits_read(struct call *call, char **rest, const struct kw_position *position,
                            struct ugi_go *go) {
    struct ugi_given_limits all = {.infinite = false};
    enum status status = ugi_limits_read_words(call, rest, &all);
    *go = (struct ugi_go){.limits = {.depth = (unsigned)all.number[DEPTH],
                                     .nodes = all.number[NODES],
                                     .milliseconds = (int64_t)all.number[MOVETIME]},
                          .infinite = all.infinite,
                          .ponder = all.ponder};
    return status == STATUS_OK ? ugi_limits_read_clock(call, &all, position, go) : status;
}
