/*
 * A rule text cut into statements, and a statement into words.
 *
 * A statement is a line with those below it that are indented.  It begins with its keyword and may
 * end with the id of a clause in brackets; '#' begins a comment.
 */
#ifndef KOMWE_LANGUAGE_SCANNER_H
#define KOMWE_LANGUAGE_SCANNER_H

#include "language/rule_faults.h"

/* A piece of the text. */
struct token {
    const char *at;
    size_t length;
};

/* Line and column of a place in a text, from 1; 0, 0: in another text. */
struct text_place {
    uint32_t line, column;
};

/* A text that is read, whole. */
struct scanner_source {
    const char *text, *end;
    char id[64];                /* of a text that is extended, "" of the text itself */
    struct text_place extended; /* where the text itself says so */
};

/* Where reading stands. */
struct scanner {
    const struct scanner_source *source;
    const char *at;             /* of what is left of the statement, or of the text */
    const char *stop;           /* the end of the statement */
    struct rule_faults *faults; /* NULL while reading ahead: nothing is reported */
};

enum { SCANNER_TEXT = 65536 /* bytes of the longest rule text */ };

/* Begins a text. */
void scanner_begin(struct scanner *scanner, const struct scanner_source *source,
                   struct rule_faults *faults);

/* Whether the text is one at all: not too long, of UTF-8, each character seen (text_is_shown). */
bool scanner_check(struct scanner *scanner);

/* The next statement; false at the end of the text. */
bool scanner_statement(struct scanner *scanner);

/* Whether the statement has no more; spaces, ends of lines and comments count for nothing. */
bool scanner_done(struct scanner *scanner);

/* The next word: letters, digits, '_', '-', '\'', '.' before a small letter; of length 0 if there
 * is none. */
struct token scanner_peek(struct scanner *scanner);
struct token scanner_word(struct scanner *scanner);

/* Passes a word or a sign if it is next. */
bool scanner_take(struct scanner *scanner, const char *word);

/* Passes a word or a sign; a fault, which says what is expected, if another is next. */
bool scanner_expect(struct scanner *scanner, const char *word, const char *expected);

/* Passes 'if OPTION is [not] VALUE:' once or more; false if it is not next. */
bool scanner_pass_condition(struct scanner *scanner);

/* A whole number; false with a fault if none from `min` to `max` is next. */
bool scanner_number(struct scanner *scanner, uint32_t min, uint32_t max, uint32_t *number);

/* The rest of the statement, without spaces around it. */
struct token scanner_rest(struct scanner *scanner);

bool token_is(struct token span, const char *word);

/* Line and column of a place in the text itself. */
struct text_place scanner_place(const struct scanner *scanner, const char *at);

/* Reports a fault at a place in the text, or in one that it extends; returns false. */
bool scanner_fail(struct scanner *scanner, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
