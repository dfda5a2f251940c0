/* Error messages in buffers of a fixed size. */
#ifndef ERROR_TEXT_H
#define ERROR_TEXT_H

#include "base/text.h"

#include <komwe.h>

/* Writes the message; returns false, so that a failing function can return its result. */
bool error_text_write(char why[KW_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes "; perhaps 'WORD'", or nothing if no candidate is near enough; returns `text`. */
const char *error_text_guess(const struct text_guess *guess, char text[KW_TEXT]);

#endif
