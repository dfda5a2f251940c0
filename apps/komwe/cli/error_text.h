/* Why something will not do, in a sentence. */
#ifndef ERROR_TEXT_H
#define ERROR_TEXT_H

#include <komwe.h>

/* Writes the sentence; false, so that it can be returned. */
bool refuse(char why[KW_TEXT], const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
