/* Kiothi's first turn, typed: short words beside those of its move text. */
#ifndef PLACING_H
#define PLACING_H

#include "output.h"

#include <komwe.h>

/* True while seeds are lifted and placed, not sown. */
bool placing_now(const struct kw_position *position);

/*
 * Plays a short word: with nothing in the hand `I`, `^I` or `IJ` lift, with seeds in it `A`, `A3`
 * or `+A3` place one or three.  Returns how many plies it played; 0 with KW_BAD_MOVE if it is not
 * such a word, with another error if it cannot be played.
 */
size_t placing_enter(struct kw_session *session, const char *word, struct kw_error *error);

/*
 * Writes a line of moves that is a whole first turn, from this position to its end, as one word;
 * false if it is no such line, or there is no memory.
 */
bool placing_word(const struct kw_session *session, const struct kw_line *line, char text[KW_TEXT]);

/* Adds what the steps of a first turn do: "lifts F and H, places 4 in C, 1 in a". */
void placing_tell(struct output *out, const struct kw_game *game, const struct kw_line *line);

/* Adds the steps of a line as they can be typed: "^F ^H A3 B". */
void placing_steps(struct output *out, const struct kw_game *game, const struct kw_line *line);

/* Says what can be typed now; `click`: and that holes can be clicked on. */
void placing_write_hint(struct output *out, const struct kw_game *game,
                        const struct kw_position *position, bool click);

#endif
