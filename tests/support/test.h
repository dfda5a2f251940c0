/*
 * What the test programs share: their arguments, how they count and report, and how they choose
 * option values.
 *
 *      PROGRAM [--effort N] [--seed N] [WORD]...
 *
 * The words are rule sets to restrict the run to, or what the program says they are.
 */
#ifndef KOMWE_TESTS_TEST_H
#define KOMWE_TESTS_TEST_H

#include "komwe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEST_OPTIONS = 512, /* bytes that hold any list of options */
    TEST_REPORTS = 40   /* failures of a run that are printed; the others are only counted */
};

struct test {
    unsigned effort; /* multiplies the counts of games */
    uint64_t seed;
    char **word;
    int words;
    size_t passed, failed;
};

static inline uint64_t test_number(const char *text) {
    char *end;
    uint64_t number = strtoull(text, &end, 10);
    if (end == text || *end != '\0') {
        fprintf(stderr, "not a number: %s\n", text);
        exit(2);
    }
    return number;
}

static inline struct test test_begin(int argc, char **argv) {
    struct test test = {.effort = 1, .seed = 1, .word = argv + 1, .words = argc - 1};
    while (test.words >= 2 && strncmp(test.word[0], "--", 2) == 0) {
        if (strcmp(test.word[0], "--effort") == 0) {
            test.effort = (unsigned)test_number(test.word[1]);
        } else if (strcmp(test.word[0], "--seed") == 0) {
            test.seed = test_number(test.word[1]);
        } else {
            fprintf(stderr, "unknown: %s\n", test.word[0]);
            exit(2);
        }
        test.word += 2;
        test.words -= 2;
    }
    return test;
}

/*
 * Takes away the folder that a program needs, the first word that is no rule set; ends it with
 * `usage` if there is none, or if another word is no rule set.
 */
static inline const char *test_folder(struct test *test, const char *usage) {
    const char *folder = NULL;
    int kept = 0, strange = 0;
    for (int i = 0; i < test->words; i++) {
        if (kw_game_find(test->word[i]) != NULL)
            test->word[kept++] = test->word[i];
        else if (strange++ == 0)
            folder = test->word[i];
    }
    if (strange != 1) {
        fprintf(stderr, "usage: %s\n", usage);
        exit(2);
    }
    test->words = kept;
    return folder;
}

/* Whether the run includes this rule set: it is named, or none is. */
static inline bool test_selects(const struct test *test, const char *id) {
    bool any = false;
    for (int i = 0; i < test->words; i++) {
        if (strcmp(test->word[i], id) == 0)
            return true;
        any = any || kw_game_find(test->word[i]) != NULL;
    }
    return !any;
}

/* Counts a check; true if its failure is to be printed. */
static inline bool test_count(struct test *test, bool holds) {
    if (holds) {
        test->passed++;
        return false;
    }
    return test->failed++ < TEST_REPORTS;
}

/* Counts a check and prints its failure; `where` says of what, NULL: nothing. */
__attribute__((format(printf, 4, 0))) static inline bool
test_expect_list(struct test *test, const char *where, bool holds, const char *format,
                 va_list arguments) {
    if (test_count(test, holds)) {
        printf("FAILED %s%s", where != NULL ? where : "", where != NULL ? ": " : "");
        vprintf(format, arguments);
        putchar('\n');
    }
    return holds;
}

__attribute__((format(printf, 3, 4))) static inline bool test_expect(struct test *test, bool holds,
                                                                     const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    test_expect_list(test, NULL, holds, format, arguments);
    va_end(arguments);
    return holds;
}

/* Prints the last line and returns the exit status.  A run that checked nothing has failed. */
static inline int test_end(const struct test *test) {
    printf("%zu passed, %zu failed\n", test->passed, test->failed);
    return test->failed == 0 && test->passed > 0 ? 0 : 1;
}

/* A generator for one part of a run, which is then the same whatever else is run. */
static inline void test_random(const struct test *test, const char *part, unsigned number,
                               struct kw_random *random) {
    uint64_t seed = test->seed;
    for (; *part != '\0'; part++)
        seed = (seed ^ (unsigned char)*part) * 1099511628211u;
    kw_random_seed(random, seed + number);
}

/* ---- option values --------------------------------------------------------------------------- */

/* How many values of an option are tried, and one of them as text. */
static inline size_t option_values(const struct kw_option *option) {
    if (option->choices == NULL)
        return option->max - option->min < 12 ? (size_t)(option->max - option->min + 1) : 8;
    size_t count = 0;
    while (option->choices[count] != NULL)
        count++;
    return count;
}

static inline void option_value(const struct kw_option *option, size_t index, char text[32]) {
    static const int32_t wide[] = {1, 7, 20, 48, 192, 240, 1000, 100000};
    if (option->choices != NULL) {
        snprintf(text, 32, "%s", option->choices[index]);
        return;
    }
    int32_t value = option->max - option->min < 12 ? option->min + (int32_t)index : wide[index];
    value = value < option->min ? option->min : value > option->max ? option->max : value;
    snprintf(text, 32, "%d", (int)value);
}

static inline void option_append(const struct kw_option *option, size_t value,
                                 char options[TEST_OPTIONS]) {
    char text[32];
    option_value(option, value, text);
    size_t length = strlen(options);
    snprintf(options + length, TEST_OPTIONS - length, "%s%s=%s", length == 0 ? "" : " ",
             option->name, text);
}

/* The `number`th of all single values of all options, round and round. */
static inline void options_single(const struct kw_game *game, size_t number,
                                  char options[TEST_OPTIONS]) {
    size_t all = 0;
    options[0] = '\0';
    for (size_t i = 0; i < kw_option_count(game); i++)
        all += option_values(kw_option_at(game, i));
    if (all == 0)
        return;
    number %= all;
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const struct kw_option *option = kw_option_at(game, i);
        if (number < option_values(option)) {
            option_append(option, number, options);
            return;
        }
        number -= option_values(option);
    }
}

/* Values of some of the options, each by lot. */
static inline void options_any(const struct kw_game *game, struct kw_random *random,
                               char options[TEST_OPTIONS]) {
    options[0] = '\0';
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const struct kw_option *option = kw_option_at(game, i);
        if (kw_random_below(random, 2) == 0)
            option_append(option, kw_random_below(random, (uint32_t)option_values(option)),
                          options);
    }
}

/* The same, but values that can stand together. */
static inline void options_random(const struct kw_game *game, struct kw_random *random,
                                  char options[TEST_OPTIONS]) {
    struct kw_game *opened;
    do {
        options_any(game, random, options);
        opened = kw_game_open(kw_game_info(game)->id, options, NULL);
        kw_game_close(opened);
    } while (opened == NULL);
}

/* Options for the `number`th game of a run: in turns the defaults, one value, a combination. */
static inline void options_choose(const struct kw_game *game, unsigned number,
                                  struct kw_random *random, char options[TEST_OPTIONS]) {
    options[0] = '\0';
    if (number % 3 == 1)
        options_single(game, number / 3, options);
    else if (number % 3 == 2)
        options_random(game, random, options);
}

#endif
