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
