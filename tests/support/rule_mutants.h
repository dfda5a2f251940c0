/*
 * Rule texts changed at random as their authors might change them: statements left out, said twice,
 * exchanged or taken from other texts, and words replaced by other words of the language.
 */
#ifndef KOMWE_TESTS_RULE_MUTANTS_H
#define KOMWE_TESTS_RULE_MUTANTS_H

#include "komwe.h"
#include "language/words/word_table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MUTANT_STATEMENTS = 200, MUTANT_SIZE = 8192 };

/* The statements of a text: where each begins; the last entry is the end. */
struct mutant_lines {
    size_t at[MUTANT_STATEMENTS + 1];
    size_t count;
};

static inline struct mutant_lines mutant_lines_of(const char *text, size_t length) {
    struct mutant_lines lines = {.count = 0};
    for (size_t i = 0; i < length && lines.count < MUTANT_STATEMENTS; i++)
        if ((i == 0 || text[i - 1] == '\n') && !isspace((unsigned char)text[i]))
            lines.at[lines.count++] = i;
    lines.at[lines.count] = length;
    return lines;
}

/* Replaces a piece of the text, if there is room; returns its length. */
static inline size_t mutant_splice(char *text, size_t length, size_t size, size_t from, size_t to,
                                   const char *piece, size_t count) {
    if (length - (to - from) + count > size)
        return length;
    memmove(text + from + count, text + to, length - to);
    memcpy(text + from, piece, count);
    return length - (to - from) + count;
}

static inline const char *mutant_word(struct kw_random *random) {
    static const char *const others[] = {
        "or", "to", "more", "fewer", "while", "not",  "if",  "is",   "0",     "1",  "2",
        "3",  "4",  "12",   "62",    "255",   "rest", "sw",  ",",    ";",     ":",  "/",
        "..", "=",  "x",    "[a]",   "[end]", "\n",   "\n ", "pits", "seeds", "no", "yes"};
    size_t words = 0;
    while (word_at(words) != NULL)
        words++;
    size_t i = kw_random_below(random, (uint32_t)(words + sizeof others / sizeof *others));
    return i < words ? word_at(i)->word : others[i - words];
}

/* The word at or after a place: its end. */
static inline size_t mutant_word_end(const char *text, size_t length, size_t *at) {
    while (*at < length && isspace((unsigned char)text[*at]))
        ++*at;
    size_t end = *at;
    bool word = end < length && isalnum((unsigned char)text[end]);
    while (end < length && word && (isalnum((unsigned char)text[end]) || text[end] == '-'))
        end++;
    return end > *at || end == length ? end : end + 1;
}

static inline size_t mutant_change_word(char *text, size_t length, size_t size,
                                        struct kw_random *random) {
    size_t at = length > 0 ? kw_random_below(random, (uint32_t)length) : 0;
    while (at > 0 && isalnum((unsigned char)text[at]) && isalnum((unsigned char)text[at - 1]))
        at--;
    size_t end = mutant_word_end(text, length, &at);
    const char *word = mutant_word(random);
    switch (kw_random_below(random, 4)) {
    case 0: /* one more */
        length = mutant_splice(text, length, size, at, at, " ", 1);
        return mutant_splice(text, length, size, at, at, word, strlen(word));
    case 1: /* one less */
        return mutant_splice(text, length, size, at, end, "", 0);
    default:
        return mutant_splice(text, length, size, at, end, word, strlen(word));
    }
}

/* A change of whole statements, some of them from another text. */
static inline size_t mutant_change_statement(char *text, size_t length, size_t size,
                                             const char *other, size_t other_length,
                                             struct kw_random *random) {
    struct mutant_lines lines = mutant_lines_of(text, length),
                        others = mutant_lines_of(other, other_length);
    if (lines.count == 0 || others.count == 0)
        return length;
    size_t i = kw_random_below(random, (uint32_t)lines.count),
           k = kw_random_below(random, (uint32_t)others.count);
    const char *piece = other + others.at[k];
    size_t count = others.at[k + 1] - others.at[k];
    switch (kw_random_below(random, 4)) {
    case 0:
        return mutant_splice(text, length, size, lines.at[i], lines.at[i + 1], "", 0);
    case 1:
        return mutant_splice(text, length, size, lines.at[i], lines.at[i + 1], piece, count);
    default:
        return mutant_splice(text, length, size, lines.at[i], lines.at[i], piece, count);
    }
}

/* Changes a text of `length` bytes in a room of `size`; returns its new length. */
static inline size_t mutant_change(char *text, size_t length, size_t size, const char *other,
                                   size_t other_length, struct kw_random *random) {
    for (unsigned changes = 1 + kw_random_below(random, 4); changes > 0; changes--)
        length = kw_random_below(random, 3) == 0
                     ? mutant_change_statement(text, length, size, other, other_length, random)
                     : mutant_change_word(text, length, size, random);
    return length;
}

/* ---- what must hold of any text -------------------------------------------------------------- */

/* The texts that mutants extend: one of the shipped ones. */
struct mutant_base {
    const char *text;
    size_t length;
};

static inline const char *mutant_find(void *context, const char *id, size_t *length) {
    const struct mutant_base *base = context;
    (void)id;
    *length = base->length;
    return base->text;
}

static inline unsigned mutant_seeds(const struct kw_position *position) {
    unsigned seeds = position->store[0] + position->store[1] + position->hand;
    for (unsigned i = 0; i < KW_HOLES; i++)
        seeds += position->hole[i];
    return seeds;
}

/* Plays by lot, every move traced too; NULL, or what does not hold. */
static inline const char *mutant_play(const struct kw_game *game, struct kw_random *random,
                                      unsigned plies) {
    struct kw_position position;
    kw_start(game, &position);
    unsigned seeds = mutant_seeds(&position);
    for (unsigned ply = 0; ply < plies; ply++) {
        kw_move list[KW_MOVES];
        struct kw_position played, traced;
        size_t count = kw_moves(game, &position, list, KW_MOVES);
        struct kw_result result;
        if (kw_state(game, &position, &result) != (count == 0))
            return "a game is over where there is no move";
        if (count == 0)
            return NULL;
        if (count > KW_MOVES && strstr(kw_game_text(game), "bulto") == NULL)
            return "the list of moves has room";
        if (count > KW_MOVES)
            count = KW_MOVES; /* a trait of Bulto or a text that extends it: chances can be more */
        kw_move move = list[kw_random_below(random, (uint32_t)count)];
        struct kw_reason reason;
        if (kw_explain_illegal(game, &position, move, &reason))
            return "a listed move is legal";
        kw_play(game, &position, move, &played);
        kw_trace(game, &position, move, &traced, NULL, NULL);
        if (memcmp(&played, &traced, sizeof played) != 0)
            return "a traced move is played the same";
        if (mutant_seeds(&played) != seeds)
            return "no seed is lost";
        position = played;
    }
    return NULL;
}

static inline void mutant_fault(void *context, const struct kw_rule_fault *fault) {
    size_t *bad = context;
    *bad += strncmp(fault->message, "a fault of this program", 23) == 0;
    *bad += fault->line == 0 || fault->column == 0 || fault->message[0] == '\0' ||
            strlen(fault->message) >= KW_TEXT;
}

/* Reads, checks and plays a text; NULL, or what does not hold.  *read: whether it is a game. */
static inline const char *mutant_try(const char *text, size_t length, struct kw_random *random,
                                     bool *read) {
    size_t bad = 0;
    struct kw_error error = {0};
    char *copy = malloc(length + (length == 0));
    if (copy == NULL)
        return "there is memory";
    memcpy(copy, text, length); /* of its own size, so that sanitizers see every byte read beyond */
    struct kw_game *game = kw_game_read(copy, length, &error);
    size_t faults = kw_rules_check(copy, length, NULL, mutant_fault, &bad);
    free(copy);
    *read = game != NULL;
    if (game == NULL)
        return faults == 0                                       ? "a text without a fault is read"
               : error.line == 0 || error.column == 0            ? "a failure has its place"
               : error.code != KW_BAD_RULES || !error.message[0] ? "a failure is explained"
                                                                 : NULL;
    const char *broken = bad > 0 ? "a fault has a place and a sentence" : NULL;
    for (size_t i = 0; i < kw_clause_count(game) && broken == NULL; i++)
        if (strlen(kw_clause_at(game, i)->text) >= KW_TEXT)
            broken = "a clause has a sentence that can be written";
    if (broken == NULL)
        broken = mutant_play(game, random, 60);
    kw_game_close(game);
    return broken;
}

#endif
