/*
 * A rule text cut into statements, and a statement into words.
 *
 * A statement is a line with those below it that are indented.  It begins with its keyword and may
 * end with the id of a clause in brackets; '#' begins a comment.
 */
#ifndef KOMWE_LANGUAGE_SCANNER_H
#define KOMWE_LANGUAGE_SCANNER_H

#include "komwe/base.h"

/* A piece of the text. */
struct token {
    const char *at;
    size_t length;
};

/* Where reading stands. */
struct scanner {
    const char *text, *end; /* the whole text */
    const char *at;         /* of what is left of the statement, or of the text */
    const char *stop;       /* the end of the statement */
    struct kw_error *error; /* may be NULL */
};

/* Begins a text, which need not be ended by NUL. */
void scanner_begin(struct scanner *scanner, const char *text, size_t length,
                   struct kw_error *error);

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

/* A whole number 0..max; false with an error if none is next. */
bool scanner_number(struct scanner *scanner, uint32_t max, uint32_t *number);

/* The rest of the statement, without spaces around it. */
struct token scanner_rest(struct scanner *scanner);

bool token_is(struct token span, const char *word);

/* Sets an error with line and column of a place in the text; returns false. */
bool scanner_fail(struct scanner *scanner, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
