/* Filling in a caller's error. */
#ifndef KOMWE_BASE_ERROR_H
#define KOMWE_BASE_ERROR_H

#include "komwe.h"

/*
 * Sets an error in a text of one line; `error` may be NULL.  Returns false, so that a function
 * which fails can end with it.
 */
bool error_set(struct kw_error *error, enum kw_code code, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
