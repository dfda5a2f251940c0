/**
 * @file
 * Positions, moves, events and boards as text.
 */
#ifndef KOMWE_TEXT_H
#define KOMWE_TEXT_H

#include "komwe/explain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Writes a place ("A5", "South's store"); returns `text`. */
KW_API const char *kw_place_text(const struct kw_game *game, unsigned place, char text[KW_TEXT]);

/** Whether seeds can lie in stores or a reserve; if not, both are always empty. */
KW_API bool kw_has_stores(const struct kw_game *game);

/** The letter that a position's text has for the first or second mark (1, 2), NUL: no such mark. */
KW_API char kw_mark_letter(const struct kw_game *game, unsigned mark);

/** The hole of that name, or -1. */
KW_API int kw_hole_find(const struct kw_game *game, const char *name);

/**
 * The hole at a place of the printed board: row 0 is the top one, column 0 the leftmost.
 * 0 <= row < kw_game_info()->rows, 0 <= column < kw_game_columns().
 */
KW_API unsigned kw_hole_at(const struct kw_game *game, unsigned row, unsigned column);

/**
 * Reads a position: its text, or "start".  It may have fewer seeds than the game: those that are
 * missing are in nobody's store.  Returns false and fills `error`, leaving `position` alone, if the
 * text cannot be read or the position is impossible under the game's options.
 */
KW_API bool kw_position_read(const struct kw_game *game, const char *text,
                             struct kw_position *position, struct kw_error *error);

/** How many of the game's seeds a position of it has not: 0 unless it was read so. */
KW_API unsigned kw_position_missing(const struct kw_game *game, const struct kw_position *position);

/** Writes a position on one line; returns `text`. */
KW_API const char *kw_position_text(const struct kw_game *game, const struct kw_position *position,
                                    char text[KW_TEXT]);

/**
 * Reads a move.  A word can mean several moves (Kiothi's setup turn), so it writes a list of at
 * most KW_TURN_STEPS and returns its length; 0 if the text cannot be read (KW_BAD_MOVE) or the
 * move is not legal (KW_ILLEGAL_MOVE).  The moves follow one another from `position`.
 */
KW_API size_t kw_move_read(const struct kw_game *game, const struct kw_position *position,
                           const char *text, kw_move list[KW_TURN_STEPS], struct kw_error *error);

/**
 * The same for moves that need not be legal, for kw_explain_illegal; a hole's name alone means any
 * move from it.  Returns 0 if the text cannot be read.
 */
KW_API size_t kw_move_parse(const struct kw_game *game, const struct kw_position *position,
                            const char *text, kw_move list[KW_TURN_STEPS], struct kw_error *error);

/** Writes a move as lists of moves do; returns `text`. */
KW_API const char *kw_move_text(const struct kw_game *game, const struct kw_position *position,
                                kw_move move, char text[KW_TEXT]);

/**
 * Writes "over 23-17", "over 31-29 narrow", "over N repetition", "over S resign", "over draw
 * agreed" and so on, or "" if the game goes on; returns `text`.
 */
KW_API const char *kw_result_text(const struct kw_result *result, char text[KW_TEXT]);

/**
 * Draws the board on several lines, each ended by a newline, as the player sees it who sits at the
 * `bottom`; returns `text`.  `result` is shown in place of whose turn it is if the game is over;
 * NULL: what the position itself says.
 */
KW_API const char *kw_board_text(const struct kw_game *game, const struct kw_position *position,
                                 enum kw_player bottom, const struct kw_result *result,
                                 char text[KW_DRAWING]);

#ifdef __cplusplus
}
#endif

#endif
