/*
 * Endgame tables that are open: all layers of the rule sets of a folder, probed by any number of
 * threads.
 *
 * A block is unpacked when it is first asked for and then kept, as long as the memory for that
 * lasts; blocks beyond it are unpacked for each question.
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

/* What came of a question. */
enum endgame_answer { ENDGAME_FOUND, ENDGAME_ABSENT, ENDGAME_DAMAGED };

/*
 * The bounds of a position of a game of these rules, which may be over; of the distances only
 * whether they are kept unless they are asked for.
 */
enum endgame_answer endgame_probe(const struct endgame_set *set, const struct kw_position *position,
                                  bool distances, struct kw_bounds *bounds);

/* Says that the file of a layer is damaged; returns false. */
bool endgame_set_damaged(const struct endgame_set *set, unsigned seeds, struct kw_error *error);

/* The path of a layer's file, for messages; returns `path`. */
const char *endgame_set_path(const struct endgame_set *set, unsigned seeds, char path[KW_TEXT]);

#endif
