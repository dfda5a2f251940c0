/*
 * Growing an opening book (docs/openings.md): the best-first search of drop-out expansion.
 *
 * Each move of each position of the book has a value.  At first a search gives it; when the
 * position behind it joins the book it gets the value of that, so that the values are those of
 * negamax.  The next position is the one at the end of the line of least cost, where a move costs
 * a ply and its loss against the best move of its position: so the best lines grow longest, and
 * others as long as they are nearly as good.
 */
#ifndef BOOK_GROWTH_H
#define BOOK_GROWTH_H

#include "io/output.h"

#include <komwe.h>

/* A move of a position of the book. */
struct growth_move {
    struct kw_book_move value;
    struct kw_position after; /* as its player to move sees it from the south, if that is alike */
    bool again;               /* the same player moves there */
    bool open;                /* `after` may join the book */
    uint32_t child;           /* the place of `after`, if it joined later; 0: none */
};

struct growth_place {
    struct kw_position position;
    struct growth_move *move; /* in the order of kw_moves */
    size_t count, best;       /* moves; the index of the best */
    size_t next;              /* the index of the move of least cost */
    uint32_t cost;            /* of the line that it begins */
    bool proven;              /* the value of the best */
};

struct book_growth {
    const struct kw_game *game;
    struct kw_engine *engine; /* of the caller; it is cleared before each search */
    uint64_t nodes;           /* positions searched for each move */
    struct growth_place *place;
    size_t count;
    struct kw_analysis analysis;
};

/* What came of adding a position. */
enum growth_step {
    GROWTH_DONE,    /* one was added */
    GROWTH_NOTHING, /* there is none to add */
    GROWTH_STOPPED, /* by a signal: nothing has changed */
    GROWTH_FAILED   /* there is not enough memory */
};

/* Adds the start position, or else the position at the end of the line of least cost. */
enum growth_step growth_add_next(struct book_growth *growth);

/* Adds the first position of a game, from its start on, that is missing among its first plies. */
enum growth_step growth_add_game(struct book_growth *growth, const struct kw_session *session,
                                 size_t plies);

/* Takes over all positions of a book; the growth is empty before. */
void growth_load(struct book_growth *growth, const struct kw_book *book);

/* Writes the positions, a line each. */
void growth_write(const struct book_growth *growth, struct string_builder *out);

void growth_free(struct book_growth *growth);

#endif
