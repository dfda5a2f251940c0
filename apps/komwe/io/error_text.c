#include "io/error_text.h"

#include <stdarg.h>
#include <stdio.h>

bool error_text_write(char why[KW_TEXT], const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(why, KW_TEXT, format, list);
    va_end(list);
    return false;
}

const char *error_text_guess(const struct text_guess *guess, char text[KW_TEXT]) {
    text[0] = '\0';
    if (guess->nearest != NULL)
        snprintf(text, KW_TEXT, "; perhaps '%.100s'", guess->nearest);
    return text;
}
