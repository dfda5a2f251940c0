/* The library and the slow twin of the rule language, which play the same text. */
#ifndef KOMWE_TESTS_SIDE_BY_SIDE_H
#define KOMWE_TESTS_SIDE_BY_SIDE_H

#include "support/test.h"

struct twin_rules;

/* A game on both sides. */
struct pair {
    struct test *test;
    const char *id, *text, *options; /* `id` if it is listed */
    struct kw_game *game;
    struct twin_rules *rules;
    struct kw_random random;
    size_t positions, swaps; /* that were compared */
    bool quiet;              /* nothing is counted: while a text is shrunk */
    bool silent;             /* differences are counted, and not printed */
    bool differs;
};

/*
 * Compares games of a text under options, by the lot of the pair; the number of positions.
 * `differs` is set if both do not say the same.
 */
size_t compare_text(struct pair *pair, struct kw_game *game, const char *options, unsigned games);

#endif
