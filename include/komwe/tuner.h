/**
 * @file
 * Weights of the evaluation, learned from games.
 */
#ifndef KOMWE_TUNER_H
#define KOMWE_TUNER_H

#include "komwe/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Learns the weights of the evaluation from positions with results or scores of searches. */
struct kw_tuner;

/** NULL if there is no memory.  `game` must outlive the tuner. */
KW_API struct kw_tuner *kw_tuner_new(const struct kw_game *game);
KW_API void kw_tuner_free(struct kw_tuner *tuner); /**< NULL is allowed */

/**
 * Adds a network to the linear weights as they would be written, and removes all positions and any
 * former network.  False if there is no memory.
 */
KW_API bool kw_tuner_add_network(struct kw_tuner *tuner, uint64_t seed);

/**
 * Adds a position: what is learned is the score of a search's `line` there or, if it is NULL, how
 * its game ended.  False if there is no memory.
 */
KW_API bool kw_tuner_add(struct kw_tuner *tuner, const struct kw_position *position,
                         const struct kw_result *result, const struct kw_line *line);

/** The same for a position that is not learned from: it tests what was learned. */
KW_API bool kw_tuner_hold_out(struct kw_tuner *tuner, const struct kw_position *position,
                              const struct kw_result *result, const struct kw_line *line);

/**
 * Adds the positions of another tuner of the same game, or of itself, after those that are there.
 * False if there is no memory; then nothing is added.  Not while a thread uses either of them.
 */
KW_API bool kw_tuner_append(struct kw_tuner *tuner, const struct kw_tuner *other);

/**
 * Fits the weights in `rounds` passes over all positions in random order; returns the root mean
 * square error, in seeds or in probability of a win.  `progress` (or NULL) is called every 50
 * milliseconds or so, in the calling thread; if it returns false, or there is no memory, the work
 * ends with -1, and the tuner is of no further use but to be freed.
 */
KW_API double kw_tuner_fit(struct kw_tuner *tuner, unsigned rounds, uint64_t seed,
                           bool (*progress)(void *context), void *context);

/**
 * The root mean square error of the positions that were held out, in the unit of kw_tuner_fit; -1
 * if there are none.
 */
KW_API double kw_tuner_held_out_error(struct kw_tuner *tuner);

/**
 * Writes the weights as text, with a comment of one line of at most 400 bytes, and its checksum.
 * False if `write` returned false, or there is no memory.
 */
KW_API bool kw_tuner_write(const struct kw_tuner *tuner, const char *comment, kw_write_fn *write,
                           void *context);

enum { KW_TUNER_NOTE = 1 << 20 /**< the longest note, in bytes */ };

/**
 * Saves a tuner with its positions, and a note of the caller's: text of at most KW_TUNER_NOTE
 * bytes. A tuner that loads it continues with the same numbers, on the same machine to the last
 * bit.  False if `write` returned false, the note is too long, or there is no memory.
 */
KW_API bool kw_tuner_save(const struct kw_tuner *tuner, const char *note, kw_write_fn *write,
                          void *context);

/**
 * Loads what was saved, and the note, which ends with a NUL.  False and `error` if it is
 * damaged (KW_DAMAGED), of another version or of another rule set (KW_BAD_RECORD), or there is no
 * memory (KW_NO_MEMORY); then neither the tuner nor the note has changed.
 */
KW_API bool kw_tuner_load(struct kw_tuner *tuner, char note[KW_TUNER_NOTE + 1], kw_read_fn *read,
                          void *context, struct kw_error *error);

#ifdef __cplusplus
}
#endif

#endif
