/*
 * Open endgame tables: all layers of the rule sets of a folder, probed by any number of threads.
 *
 * A block is unpacked at its first probe and then cached, until the cache is full; other blocks are
 * unpacked for each probe.
 */
#ifndef KOMWE_TABLES_ENDGAME_H
#define KOMWE_TABLES_ENDGAME_H

#include "tables/endgame_file.h"

/* The tables of one rule set. */
struct endgame_set;

/* The set that holds for the rules of a game, or NULL; lives as long as the tables. */
const struct endgame_set *endgame_set_find(const struct kw_tables *tables,
                                           const struct kw_game *game);

/* Its index, and the file of a layer up to index->most. */
const struct endgame_index *endgame_set_index(const struct endgame_set *set);
const struct endgame_file *endgame_set_file(const struct endgame_set *set, unsigned seeds);

/* The result of a probe. */
enum endgame_result { ENDGAME_FOUND, ENDGAME_ABSENT, ENDGAME_FAULT };

/*
 * Probes a position of these rules, which may be over.  Without `distances` only the bounds are
 * read, and whether the file has distances.
 */
enum endgame_result endgame_probe(const struct endgame_set *set, const struct kw_position *position,
                                  bool distances, struct kw_bounds *bounds);

/* Sets the error of a damaged layer, with its path; returns false. */
bool endgame_set_damaged(const struct endgame_set *set, unsigned seeds, struct kw_error *error);

/* The path of a layer's file, for messages; returns `path`. */
const char *endgame_set_path(const struct endgame_set *set, unsigned seeds, char path[KW_TEXT]);

#endif
