/*
 * Strings in buffers of fixed size, numbers read from text, outside text, and the word that was
 * perhaps meant.
 */
#ifndef KOMWE_BASE_TEXT_H
#define KOMWE_BASE_TEXT_H

#include "komwe/base.h"

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

/*
 * Outside text is what somebody else wrote: any bytes.  A terminal executes some characters, and
 * others are not seen or turn what stands around them.  So it is printed as UTF-8 in which
 *
 * - each character of the Unicode categories Cc, Cf, Zl and Zp, each that no font draws (fillers,
 *   tags) and each that is none (U+FFFE) is written as JSON writes it, \u202E or, beyond U+FFFF,
 *   \uDB40\uDC01, so that JSON stays JSON of the same meaning;
 * - each byte that does not belong to UTF-8 (RFC 3629) is written \x9B;
 * - all else, a backslash too, is written as it is.
 */

/* The character that begins here, and how many bytes it has; 0 if none does (RFC 3629). */
size_t text_character(const char *text, size_t left, uint32_t *character);

/* Whether a terminal shows it and does nothing else. */
bool text_is_shown(uint32_t character);

/* Of several lines: a newline, also after a carriage return, and a tab are written as they are. */
enum text_lines { TEXT_ONE_LINE, TEXT_LINES };

/*
 * Writes outside text, in pieces of whole characters and escapes; what is shown as it is takes no
 * memory and one call.  False if `write` has returned false.
 */
bool text_show(const char *bytes, size_t count, enum text_lines lines, kw_write_fn *write,
               void *context);

/* A kw_write_fn on a FILE: false if it cannot be written. */
bool text_file(void *file, const char *bytes, size_t count);

/* A kw_write_fn on a struct text: false, after the last whole character, if it does not fit. */
bool text_piece(void *text, const char *bytes, size_t count);

/*
 * Writes what is left of a name where only its letters count: of Latin letters small ones without
 * their signs, and no spaces, hyphens and apostrophes.  Other characters stay as they are.
 */
void text_fold(const char *name, struct text *folded);

/*
 * Numbers of outside text.  They are read here alone (scripts/checks/numbers), so that no limit can
 * be passed by a number that is too long for its type.  A number is digits: no blank, no `+`, no
 * other base.  Each function returns false, and leaves `number` as it was, if there is none or it
 * is out of its range; least <= most.
 */

/* Takes the digits at *text, which ends at `end`, and moves *text behind them. */
bool number_take(const char **text, const char *end, uint64_t least, uint64_t most,
                 uint64_t *number);

/* The whole text is the number; zeros may lead. */
bool number_read(const char *text, size_t length, uint64_t least, uint64_t most, uint64_t *number);

/* The same, as the program writes it: without leading zeros. */
bool number_read_plain(const char *text, size_t length, uint32_t least, uint32_t most,
                       uint32_t *number);

/* The same as number_read with a `-` before a number below 0; INT64_MIN < least. */
bool number_read_signed(const char *text, size_t length, int64_t least, int64_t most,
                        int64_t *number);

/*
 * Takes a number with at most `places` decimals, as 12, 0.5 or .5, in units of the last place;
 * places <= 9.
 */
bool decimal_take(const char **text, const char *end, unsigned places, uint64_t most,
                  uint64_t *number);

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
