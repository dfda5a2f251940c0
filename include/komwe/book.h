/**
 * @file
 * Opening books: values of the moves of opening positions, by long searches of what follows.
 */
#ifndef KOMWE_BOOK_H
#define KOMWE_BOOK_H

#include "komwe/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An opening book, immutable: any number of threads may share it. */
struct kw_book;

/** A move of a position in a book. */
struct kw_book_move {
    kw_move move;       /**< a legal one */
    int32_t score;      /**< for its player, from the positions of the book behind it */
    enum kw_unit unit;  /**< of the score */
    bool proven;        /**< the score holds for the game itself, as in struct kw_line */
    uint32_t positions; /**< of the book behind it, 0: it leads out of the book */
};

/**
 * Reads a book of a game from its text, as `komwe book` writes it (docs/openings.md); the text
 * may be freed afterwards, the game may be closed.  NULL and `error`, with line and column, if the
 * text is damaged, or of other rules or options, or there is no memory.
 */
KW_API struct kw_book *kw_book_open(const struct kw_game *game, const char *text, size_t length,
                                    struct kw_error *error);
KW_API void kw_book_close(struct kw_book *book); /**< NULL is allowed */

/** How many positions it has, at least 1. */
KW_API size_t kw_book_size(const struct kw_book *book);

/**
 * Its position of that index, less than kw_book_size, in the order of the text; the first is that
 * before the first move.  It lives as long as the book.
 */
KW_API const struct kw_position *kw_book_position(const struct kw_book *book, size_t index);

/**
 * Writes the moves of a position, the best first, and returns how many there are: 0 if it is not in
 * the book, or the game has other rules or options than the book.  At most `capacity` are written;
 * KW_MOVES is always enough, and `list` may be NULL if it is 0.  Many threads may read a book at a
 * time.  A position and its mirror image (kw_mirror) have the same moves,
 * however they were reached.
 */
KW_API size_t kw_book_find(const struct kw_book *book, const struct kw_game *game,
                           const struct kw_position *position, struct kw_book_move *list,
                           size_t capacity);

/**
 * Lets levels 9 and 10 of kw_engine_play choose moves of a book, which must outlive the engine or
 * be removed again with NULL.  Among the moves of a position that are worth at most 20 hundredths
 * less than the best each is as likely as the others; where the best wins or loses for certain only
 * those that are worth as much.  A position that has occurred before in the game is searched.
 */
KW_API void kw_engine_set_book(struct kw_engine *engine, const struct kw_book *book);

#ifdef __cplusplus
}
#endif

#endif
