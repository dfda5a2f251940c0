#include "files/built_book.h"

#include "io/output.h"

#include <string.h>

struct kw_book *built_book_open(const struct kw_game *game) {
    const char *text = built_book_text(kw_game_info(game)->id);
    struct kw_error error;
    if (text == NULL)
        return NULL;
    struct kw_book *book = kw_book_open(game, text, strlen(text), &error);
    if (book == NULL && error.code == KW_NO_MEMORY)
        memory_check(NULL);
    return book;
}
