/**
 * @file
 * A game being played.
 */
#ifndef KOMWE_SESSION_H
#define KOMWE_SESSION_H

#include "komwe/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A game being played: positions and moves from a start, with what a position does not hold:
 * repetition, resignation, an agreed draw.  kw_session_result alone gives the result of the game.
 */
struct kw_session;

/**
 * NULL if there is no memory.  `game` must outlive the session; `start` NULL: the start position
 * of the rules.
 */
KW_API struct kw_session *kw_session_new(const struct kw_game *game,
                                         const struct kw_position *start);
KW_API void kw_session_free(struct kw_session *session); /**< NULL is allowed */

/** The rule set that it was made with. */
KW_API const struct kw_game *kw_session_game(const struct kw_session *session);

/** The position now; valid until the session changes. */
KW_API const struct kw_position *kw_session_position(const struct kw_session *session);

/** Plies played so far. */
KW_API size_t kw_session_plies(const struct kw_session *session);
/** The move of a ply, 0 <= ply < plies. */
KW_API kw_move kw_session_move(const struct kw_session *session, size_t ply);
/** The position before a ply, 0 <= ply <= plies; valid until the session changes. */
KW_API const struct kw_position *kw_session_before(const struct kw_session *session, size_t ply);

/**
 * Plays one move.  False and `error` if it is not legal, the game is over, KW_PLIES have been
 * played or memory is short.
 */
KW_API bool kw_session_play(struct kw_session *session, kw_move move, struct kw_error *error);

/** Reads and plays one word of move text: all of it or, with false and `error`, nothing. */
KW_API bool kw_session_enter(struct kw_session *session, const char *text, struct kw_error *error);

/** Resigns for a player.  False and `error` if the game is over. */
KW_API bool kw_session_resign(struct kw_session *session, enum kw_player player,
                              struct kw_error *error);
/** Both agree on a draw.  False and `error` if the game is over. */
KW_API bool kw_session_agree(struct kw_session *session, struct kw_error *error);

/** Undoes a resignation or an agreed draw, else one ply; false at the start. */
KW_API bool kw_session_undo(struct kw_session *session);

/**
 * Plays the ply again that was undone last; false if there is none, or the game has been resigned
 * or agreed a draw.  Playing another move discards all that were undone.
 */
KW_API bool kw_session_redo(struct kw_session *session);

/**
 * True if the game is over, for whatever reason: by the rules, repetition, resignation, agreement.
 */
KW_API bool kw_session_result(const struct kw_session *session, struct kw_result *result);

/**
 * A turn is all that a player plays before the turn is the opponent's: one ply in most games.
 * Returns the ply after the turn that begins with ply `first`, 0 <= first < plies.
 */
KW_API size_t kw_session_turn_end(const struct kw_session *session, size_t first);

/**
 * Writes that turn as records do: its moves separated by commas; a setup turn of Kiothi as one
 * word. Returns `text`.
 */
KW_API const char *kw_session_turn_text(const struct kw_session *session, size_t first,
                                        char text[KW_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
