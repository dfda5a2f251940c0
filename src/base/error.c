#include "base/error.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct kw_error *error, enum kw_code code, size_t column, const char *format, ...) {
    if (error == NULL)
        return false;
    /* A little longer, so that a character which is cut off lies behind what fits. */
    char sentence[KW_TEXT + 4];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    *error = (struct kw_error){.code = code, .line = 1, .column = column};
    struct text message = text_into(error->message, sizeof error->message);
    text_show(sentence, strlen(sentence), TEXT_ONE_LINE, text_piece, &message);
    return false;
}

bool error_no_memory(struct kw_error *error) {
    return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
}
