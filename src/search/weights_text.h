/*
 * The weights as text.  Versions 1 and 2 are for people, and version 2 is what komwe tune writes:
 *
 *      komwe-weights 2 kujifunza
 *      # a comment, to the end of the line
 *      phase 0
 *      moves    0 12 25 ...            16 numbers: none, 1, .. 14, 15 and more
 *      reserve  0 ...                  32 numbers, twice: only in games with reserves
 *      hole     0 83 171 ...           16 numbers: empty, 1, .. 14, 15 and more; then 16 for a hole
 *                                      with the game's first mark, and with the second, if it has
 *                                      them; a row for each hole of the mover's ring, from his own
 *                                      first one
 *      phase 1
 *      ...
 *
 * in hundredths of a seed, -30000 to 30000.  If there is a network (see network.h), it follows:
 *
 *      network
 *      bias     31 -7 102 ...          32 numbers, one for each unit, -900 to 900: of phase 0; of 1
 *      output   12 -101 3 ...          32 numbers, -127 to 127: of phase 0; of phase 1
 *      moves    0 14 -20 ...           32 numbers, -900 to 900: none, 1, .. 14, 15 and more moves
 *      reserve  0 ...                  the same for each reserve of the mover, then his opponent's
 *      hole     0 8 -26 ...            the same for each number of the rows of holes above
 *
 * The last line is the checksum (base/checksum.h) of all bytes before it, in 16 hexadecimal digits:
 *
 *      checksum 0f1e2d3c4b5a6978
 *
 * Version 1 has no checksum, so that what is written by hand needs none.
 *
 * Version 3 is version 2 made compact, for what is embedded in the library and fetched by the page:
 * the numbers of a row are letters of base64url (base/base64.h) without blanks between, and a row
 * of zeros is empty.  A number n is written as 2 n, or -2 n - 1 if it is negative, in digits of 5
 * bits, the lowest first; all digits but the last have 32 added.  So 0 is A, -1 is B, 1 is C, 15
 * is e, 16 is gB and 100 is oG:
 *
 *      hole AoGwM4SgZofwlB4rBgyBo4Bw-B4kCgrCoxCw3C
 *
 * scripts/weights converts between the versions.
 */
#ifndef KOMWE_SEARCH_WEIGHTS_TEXT_H
#define KOMWE_SEARCH_WEIGHTS_TEXT_H

#include "search/weights.h"

/* Reads a text of any version; false with an error that names line and column. */
bool weights_read(const struct kw_game *game, const char *text, struct weights *weights,
                  struct kw_error *error);

/*
 * Writes version 2, with the network if `network`, and a comment of one line of at most 400 bytes.
 * False if `write` returned false, or there is not enough memory.
 */
bool weights_write(const struct kw_game *game, const struct weights *weights, bool network,
                   const char *comment, kw_write_fn *write, void *context);

#endif
