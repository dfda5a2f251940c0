/*
 * What the fuzzers share.  Inputs are text, so that they can be read, written and used as seeds:
 *
 *      RULE-SET OPTIONS      the first line
 *      POSITION              the second
 *      MOVE                  the others, where a fuzzer looks at them
 */
#ifndef KOMWE_TESTS_FUZZ_H
#define KOMWE_TESTS_FUZZ_H

#include "komwe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FUZZ_INPUT = 4096, FUZZ_LIST = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the run, with the reason, if a promise is broken. */
static inline void fuzz_promise(bool holds, const char *promise) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n", promise);
        abort();
    }
}

/* Copies an input as text that ends with a NUL; a NUL byte inside ends it earlier. */
static inline void fuzz_text(const uint8_t *data, size_t size, char text[FUZZ_INPUT]) {
    size_t length = size < FUZZ_INPUT - 1 ? size : FUZZ_INPUT - 1;
    memcpy(text, data, length);
    text[length] = '\0';
}

/* Cuts off the first line of a text and returns it; the empty string where there is none. */
static inline char *fuzz_line(char **text) {
    char *line = *text;
    size_t length = strcspn(line, "\n");
    *text = line + length + (line[length] == '\n');
    line[length] = '\0';
    return line;
}

/* A text in memory of its own size, so that sanitizers see every byte read beyond it. */
static inline char *fuzz_copy(const char *text) {
    char *copy = strdup(text);
    if (copy == NULL)
        abort();
    return copy;
}

/* An input as a stream, for readers that take bytes from a function: `context` is a fuzz_source. */
struct fuzz_source {
    const uint8_t *data;
    size_t size, at;
};

static inline size_t fuzz_take(void *context, char *bytes, size_t count) {
    struct fuzz_source *source = context;
    size_t left = source->size - source->at;
    count = count < left ? count : left;
    memcpy(bytes, source->data + source->at, count);
    source->at += count;
    return count;
}

/* Checks that a failure is explained as komwe.h says. */
static inline void fuzz_error(const struct kw_error *error, const char *text) {
    fuzz_promise(error->code != KW_OK, "a failure has a code");
    fuzz_promise(memchr(error->message, '\0', KW_TEXT) != NULL && error->message[0] != '\0',
                 "a failure has a message");
    fuzz_promise(error->column >= 1 && error->column <= strlen(text) + 1,
                 "the column is one of the text");
}

/* Opens the game of a first line; NULL if there is none. */
static inline struct kw_game *fuzz_game(char *line) {
    struct kw_error error = {0};
    size_t length = strcspn(line, " ");
    char *options = line + length + (line[length] == ' ');
    line[length] = '\0';
    char *copy = fuzz_copy(options);
    struct kw_game *game = kw_game_open(line, copy, &error);
    free(copy);
    if (game == NULL)
        fuzz_error(&error, error.code == KW_UNKNOWN_GAME ? line : options);
    return game;
}

static inline unsigned fuzz_seeds(const struct kw_position *position) {
    unsigned seeds = position->store[0] + position->store[1] + position->hand;
    for (unsigned i = 0; i < KW_HOLES; i++)
        seeds += position->hole[i];
    return seeds;
}

/* Checks that a position is written as a text that is read back as the same. */
static inline void fuzz_round_trip(const struct kw_game *game, const struct kw_position *position) {
    char text[KW_TEXT];
    struct kw_position again;
    kw_position_text(game, position, text);
    fuzz_promise(kw_position_read(game, text, &again, NULL), "a written position can be read");
    fuzz_promise(memcmp(&again, position, sizeof again) == 0, "and is the same");
}

#endif
