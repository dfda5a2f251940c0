#include "engine/ugi_words.h"

#include <string.h>

char *ugi_word(char **rest) { return strtok_r(NULL, " \t\v\f\r", rest); }

bool ugi_words_until(char **rest, const char *end, struct string_builder *text) {
    const char *word;
    output_add(text, "");
    while ((word = ugi_word(rest)) != NULL) {
        if (end != NULL && strcmp(word, end) == 0)
            return true;
        output_format(text, "%s%s", text->length > 0 ? " " : "", word);
    }
    return false;
}
