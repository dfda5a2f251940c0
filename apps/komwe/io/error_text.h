/* Error messages in buffers of a fixed size. */
#ifndef ERROR_TEXT_H
#define ERROR_TEXT_H

#include <komwe.h>

/* Writes the message; returns false, so that a failing function can return its result. */
bool error_text_write(char why[KW_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
