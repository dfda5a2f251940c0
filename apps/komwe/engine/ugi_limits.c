#include "engine/ugi_limits.h"

#include "cli/number_limits.h"
#include "engine/ugi_words.h"

#include <string.h>

/* The words that a number follows, from LIMIT_GO_DEPTH on. */
enum ugi_limit { DEPTH, NODES, MOVETIME, P1TIME, P2TIME, P1INC, P2INC, MOVESTOGO, LIMITS };

static const struct number_limit *ugi_limits_row(enum ugi_limit limit) {
    return number_limit((enum limit)(LIMIT_GO_DEPTH + limit));
}

struct ugi_given_limits {
    bool given[LIMITS];
    uint64_t number[LIMITS];
    bool infinite, ponder;
};

static bool ugi_limits_read_number(enum ugi_limit limit, const char *text, uint64_t *number) {
    int64_t read;
    if (!number_limit_read_signed(ugi_limits_row(limit), text, strlen(text), &read))
        return false;
    *number = read < 0 ? 0 : (uint64_t)read;
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
    char bounds[KW_TEXT];
    while ((word = ugi_word(rest)) != NULL) {
        unsigned limit = 0;
        while (limit < LIMITS && strcmp(word, ugi_limits_row(limit)->name) != 0)
            limit++;
        if (limit == LIMITS && ugi_limits_read_mode(word, all))
            continue;
        if (limit == LIMITS)
            return call_fail(call, "go: unknown limit '%s'", word);
        const char *number = ugi_word(rest);
        if (number == NULL ||
            !ugi_limits_read_number((enum ugi_limit)limit, number, &all->number[limit]))
            return call_fail(call, "go: %s needs a whole number from %s", word,
                             number_limit_text(ugi_limits_row(limit), bounds));
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
                         ugi_limits_row(time)->name);
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
