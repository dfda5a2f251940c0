/* Why something will not do, in a sentence. */
#ifndef REFUSE_H
#define REFUSE_H

#include <komwe.h>

/* Writes the sentence; false, so that it can be returned. */
bool refuse(char why[KW_TEXT], const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
