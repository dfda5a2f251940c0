/* Short words for the moves of a setup turn. */
#ifndef SETUP_WORDS_H
#define SETUP_WORDS_H

#include "io/output.h"

#include <komwe.h>

/* True while seeds are lifted and placed, not sown. */
bool setup_words_apply(const struct kw_position *position);

/*
 * Reads a short word: with nothing in the hand `I`, `^I` or `IJ` lift, with seeds in it `A`, `A3`
 * or `+A3` place one or three.  Returns how many moves it stands for, legal or not; 0 with
 * KW_BAD_MOVE if it is no such word, with KW_ILLEGAL_MOVE if there are not so many in the hand.
 */
size_t setup_words_parse(const struct kw_game *game, const struct kw_position *position,
                         const char *word, kw_move list[KW_TURN_STEPS], struct kw_error *error);

/* Plays the first moves of a line that are of the setup turn being placed; how many these are. */
size_t setup_words_play(const struct kw_game *game, struct kw_position *position,
                        const struct kw_line *line);

/*
 * Writes the setup turns that a line plays whole from this position on, each as one word; how many
 * there are.  None if the position is within a turn, or there is no memory.
 */
size_t setup_words_list(const struct kw_game *game, const struct kw_position *position,
                        const struct kw_line *line, char text[][KW_TEXT], size_t most);

/* Writes the setup turn that a line plays whole from a later position on, its move `from`. */
bool setup_words_answer(const struct kw_game *game, const struct kw_position *position,
                        const struct kw_line *line, size_t from, char text[][KW_TEXT]);

/* Adds what steps of a setup turn do: "lifts F and H, places 4 in C, 1 in a". */
void setup_words_report(struct string_builder *out, const struct kw_game *game, const kw_move *move,
                        size_t count);

/* Adds steps of a setup turn as they can be typed: "^F ^H A3 B". */
void setup_words_steps(struct string_builder *out, const struct kw_game *game, const kw_move *move,
                       size_t count);

/* Writes what can be typed now; `click`: and that holes can be clicked on. */
void setup_words_write_hint(struct string_builder *out, const struct kw_game *game,
                            const struct kw_position *position, bool click);

#endif
