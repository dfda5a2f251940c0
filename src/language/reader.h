/*
 * What the readers of statements and rows share: the place in the text, the game that is read, and
 * the words of the table, each of which says its part of the standard sentence as it is read.
 */
#ifndef KOMWE_LANGUAGE_READER_H
#define KOMWE_LANGUAGE_READER_H

#include "language/rule_text.h"
#include "language/rules_reader.h"
#include "language/ways.h"
#include "language/words/sentence.h"
#include "language/words/word_table.h"

enum { READER_NUMBERS = 64 /* of a statement */ };

struct reader {
    struct scanner scanner;
    struct rule_text *book;
    const struct rules_reading *reading;
    struct sentence sentence; /* of the statement or action that is being read */
    const char *missed_at;    /* where words of these roles (bits) could have stood */
    uint64_t missed;
    const char *statement; /* where its first word stands */
    struct ways ways;
    bool fixed;                            /* the start fits one size of the board alone */
    bool boarded;                          /* the board is known */
    const char *number_at[READER_NUMBERS]; /* the names of options that stand for numbers in it */
    size_t numbers;
    bool said[STATEMENTS]; /* which statements there have been */
};

/* Passes a word of that role and says it; NULL if none is next. */
const struct rule_word *reader_word(struct reader *reader, enum word_role role);
/* The same; a fault if none is next. */
const struct rule_word *reader_expect(struct reader *reader, enum word_role role);
/* The same, by the value of the word. */
bool reader_value(struct reader *reader, enum word_role role, uint8_t *value);

/* Passes the name of an option whose value is a number; false if none is next. */
bool reader_option_number(struct reader *reader, uint32_t *number);
/* A whole number from `min` to `max`, or such an option. */
bool reader_number(struct reader *reader, uint32_t min, uint32_t max, uint32_t *number);
/* The same of one that is at most 255. */
bool reader_byte(struct reader *reader, uint32_t min, uint32_t max, uint8_t *byte);

/* The rest of the statement, as a text that the library can write. */
bool reader_text(struct reader *reader, const char **text);
/*
 * A name that options, files and addresses can bear: small letters, digits and signs of a set, at
 * most so many bytes.
 */
bool reader_id(struct reader *reader, const char *signs, size_t most, const char **id);

/* A clause in brackets, if one is next; else that with the usual id. */
bool reader_cite(struct reader *reader, const char *usual, uint8_t *clause);
/* The same, and adds the sentence to what the clause says. */
bool reader_cite_and_say(struct reader *reader, const char *usual, uint8_t *clause);

/* The index of the clause with that id; negative, with a fault at `at` unless memory lacks. */
int reader_clause(struct reader *reader, struct token id, const char *at);

/* The word among those missed here that was perhaps meant; NULL if none is near. */
const struct rule_word *reader_nearest(struct reader *reader);
/* A fault at the next word: what is expected, and what of it was perhaps meant. */
bool reader_fail(struct reader *reader, const char *expected);
/* The same at a word that has been passed; `nearest`: what was perhaps meant, or NULL. */
bool reader_fail_near(struct reader *reader, const char *at, const char *expected,
                      const char *nearest);

#endif
