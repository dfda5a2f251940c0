/*
 * The holes of a board: whose they are, what lies in them, where they are printed, how they are
 * called.  For families and for the text of positions and moves.
 */
#ifndef KOMWE_GAMES_HOLES_H
#define KOMWE_GAMES_HOLES_H

#include "base/text.h"
#include "games/rules.h"

/* The sum of the holes of a mask. */
unsigned seeds_in(const struct kw_position *position, uint32_t holes);

/*
 * All seeds of a position: in holes, stores and the hand.  Those of the game, or fewer where a
 * position was read that has not all of them; moves keep the number.
 */
unsigned seeds_all(const struct kw_position *position);

/* The holes of a player's row (two rows) or rows (four rows). */
uint32_t holes_of(const struct rules *rules, unsigned player);

/* The ring index of a place of the printed board; see kw_hole_at. */
unsigned hole_printed(const struct rules *rules, unsigned row, unsigned column);

/* Writes a hole's name; reads one at the beginning of `text` and returns its length, 0 if none. */
void hole_text(const struct rules *rules, unsigned hole, struct text *text);
size_t hole_read(const struct rules *rules, const char *text, unsigned *hole);

#endif
