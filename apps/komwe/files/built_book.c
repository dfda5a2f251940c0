#include "files/built_book.h"

#include <string.h>

struct kw_book *built_book_open(const struct kw_game *game) {
    const char *text = built_book_text(kw_game_info(game)->id);
    return text != NULL ? kw_book_open(game, text, strlen(text), NULL) : NULL;
}
