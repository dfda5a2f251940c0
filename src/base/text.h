/* Strings in buffers of fixed size, numbers read from text, and the word that was perhaps meant. */
#ifndef KOMWE_BASE_TEXT_H
#define KOMWE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A string builder on a buffer of fixed size: text that does not fit is cut off. */
struct text {
    char *data;    /* always NUL-terminated */
    size_t size;   /* bytes of data, NUL included */
    size_t length; /* written so far */
};

/* An empty text in `data`; size >= 1. */
struct text text_into(char *data, size_t size);

void text_char(struct text *text, char c);
void text_string(struct text *text, const char *string);
void text_number(struct text *text, unsigned long number);
__attribute__((format(printf, 2, 3))) void text_format(struct text *text, const char *format, ...);

/* Reads a whole number without leading zeros that ends at `end`; false if it is none or > max. */
bool number_read(const char *text, const char *end, uint32_t max, uint32_t *number);

/*
 * The word that was perhaps meant: the nearest of the candidates offered one after the other. Begin
 * with text_guess_of.
 */
struct text_guess {
    const char *word; /* need not be ended by NUL */
    size_t length;
    const char *nearest; /* of those offered that are near enough, or NULL */
    unsigned distance;   /* to it, or the least that is too far */
};

struct text_guess text_guess_of(const char *word, size_t length);

/* Offers a word ended by NUL, which must live as long as the answer; of equals the first counts. */
void text_guess_offer(struct text_guess *guess, const char *candidate);

/*
 * How many letters must be inserted, left out, replaced, or exchanged with their neighbour to make
 * one word of the other.  Only the first TEXT_LETTERS of each count.
 */
enum { TEXT_LETTERS = 48 };
unsigned text_distance(const char *one, size_t one_length, const char *other, size_t other_length);

#endif
