/*
 * The reader of opening books: what it accepts can be looked up and played, what it refuses has a
 * line and a reason.  A checksum is made for the text, so that the rest of it is read too.
 */
#include "fuzz.h"

#include "base/checksum.h"

#include <inttypes.h>

/* The text with a checksum that is right instead of its last line; the caller frees it. */
static char *seal(const char *text, size_t *length) {
    const char *line = strstr(text, "# checksum: ");
    size_t kept = line != NULL ? (size_t)(line - text) : strlen(text);
    char *sealed = malloc(kept + 64);
    if (sealed == NULL)
        abort();
    memcpy(sealed, text, kept);
    *length =
        kept + (size_t)sprintf(sealed + kept, "# checksum: %016" PRIx64 "\n", checksum(text, kept));
    return sealed;
}

static void check_position(const struct kw_book *book, const struct kw_game *game, size_t index) {
    struct kw_book_move move[KW_MOVES], other[KW_MOVES];
    struct kw_position position = *kw_book_position(book, index), mirrored;
    size_t count = kw_book_find(book, game, &position, move, KW_MOVES);
    fuzz_promise(count > 0 && count <= KW_MOVES, "a position has moves");
    kw_mirror(game, &position, &mirrored);
    fuzz_promise(kw_book_find(book, game, &mirrored, other, KW_MOVES) == count,
                 "and its mirror image has as many");
    for (size_t i = 0; i < count; i++) {
        struct kw_reason reason;
        fuzz_promise(!kw_explain_illegal(game, &position, move[i].move, &reason),
                     "its moves are legal");
        fuzz_promise(move[i].score == other[i].score && move[i].proven == other[i].proven,
                     "and worth the same from the other side");
    }
}

static void check(const char *id, const char *text, size_t length) {
    const struct kw_game *game = kw_game_find(id);
    struct kw_error error = {.code = KW_OK};
    struct kw_book *book = kw_book_open(game, text, length, &error);
    fuzz_promise(book != NULL || (error.line > 0 && error.column > 0 && error.message[0] != '\0'),
                 "a refusal has a line, a column and a reason");
    for (size_t i = 0; book != NULL && i < kw_book_size(book); i++)
        check_position(book, game, i);
    kw_book_close(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const id[] = {"oware", "kujifunza", "bulto"};
    char *text = malloc(size + 1);
    if (text == NULL)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    size_t length;
    char *sealed = seal(text, &length);
    for (size_t i = 0; i < sizeof id / sizeof *id; i++) {
        check(id[i], text, size);
        check(id[i], sealed, length);
    }
    free(sealed);
    free(text);
    return 0;
}
