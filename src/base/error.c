#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct kw_error *error, enum kw_code code, size_t column, const char *format, ...) {
    if (error == NULL)
        return false;
    *error = (struct kw_error){.code = code, .line = 1, .column = column};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}

bool error_no_memory(struct kw_error *error) {
    return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
}
