/* Fills in the error of a caller. */
#ifndef KOMWE_BASE_ERROR_H
#define KOMWE_BASE_ERROR_H

#include "komwe/base.h"

/*
 * Sets an error in line 1 of a text; `error` may be NULL.  Returns false, so that a failing
 * function can return its result.  The sentence may quote outside text: it is shown as text_show
 * does, in one line.
 */
bool error_set(struct kw_error *error, enum kw_code code, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Sets KW_NO_MEMORY; returns false. */
bool error_no_memory(struct kw_error *error);

#endif
