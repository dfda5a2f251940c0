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

/* Its index, the seeds of its largest layer (-1: none yet), and the file of a layer up to that. */
const struct endgame_index *endgame_set_index(const struct endgame_set *set);
int endgame_set_most(const struct endgame_set *set);
const struct endgame_file *endgame_set_file(const struct endgame_set *set, unsigned seeds);

/* Tables that grow: without any at first; NULL if there is not enough memory. */
struct kw_tables *endgame_tables_new(void);

/*
 * Adds a set without layers for the rules of a game, with an index up to `most` seeds; NULL with an
 * error.  `directory` is named in messages; "": its files will be in memory.  One thread at a time
 * may add sets to tables, and layers to a set, while any number probes.
 */
struct endgame_set *endgame_set_begin(struct kw_tables *tables, const char *directory,
                                      const struct kw_game *game, unsigned most,
                                      struct kw_error *error);

/*
 * Takes over the open file of the next layer, endgame_set_most + 1, which must fit its rules; false
 * if there is not enough memory, and the file is closed.
 */
bool endgame_set_add(struct endgame_set *set, struct endgame_file *file);

/*
 * The values of all positions with few seeds, which the owner of the tables keeps beside the layers
 * (tree/row_database.h); NULL: there are none.  Those that are used last stay valid as long as the
 * tables, and the probes below ignore them.
 */
struct row_database;
const struct row_database *endgame_set_rows(const struct endgame_set *set);
void endgame_set_use_rows(struct endgame_set *set, const struct row_database *rows);

/* The result of a probe. */
enum endgame_result { ENDGAME_FOUND, ENDGAME_ABSENT, ENDGAME_FAULT };

/*
 * Probes a position of these rules, which may be over.  Without `distances` only the bounds are
 * read, and whether the file has distances.
 */
enum endgame_result endgame_probe(const struct endgame_set *set, const struct kw_position *position,
                                  bool distances, struct kw_bounds *bounds);

/* Whether a probe has found that the file of a layer is damaged, or cannot be read. */
bool endgame_set_has_fault(const struct endgame_set *set, unsigned seeds);

/* Sets the error of a damaged layer, with its path; returns false. */
bool endgame_set_damaged(const struct endgame_set *set, unsigned seeds, struct kw_error *error);

/* The path of a layer's file, for messages; returns `path`. */
const char *endgame_set_path(const struct endgame_set *set, unsigned seeds, char path[KW_TEXT]);

#endif
