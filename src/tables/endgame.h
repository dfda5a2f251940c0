/*
 * Open endgame tables: all layers of the rule sets of a folder, probed by any number of threads.
 *
 * A block is unpacked at its first probe and then cached, until the cache is full; other blocks are
 * unpacked for each probe.  Whoever probes has taken the set, so that it is not removed meanwhile.
 */
#ifndef KOMWE_TABLES_ENDGAME_H
#define KOMWE_TABLES_ENDGAME_H

#include "tables/endgame_file.h"

/* The tables of one rule set. */
struct endgame_set;

/*
 * The set that holds for the rules of a game, or NULL.  It stays valid until endgame_set_release,
 * which must follow: a search takes it once and then probes without locks.
 */
const struct endgame_set *endgame_set_take(const struct kw_tables *tables,
                                           const struct kw_game *game);
/* Gives it back; NULL is allowed. */
void endgame_set_release(const struct endgame_set *set);

/* Its index, the seeds of its largest layer (-1: none yet), and the file of a layer up to that. */
const struct endgame_index *endgame_set_index(const struct endgame_set *set);
int endgame_set_most(const struct endgame_set *set);
const struct endgame_file *endgame_set_file(const struct endgame_set *set, unsigned seeds);

/*
 * Tables that grow: without any at first, with memory for so many bytes of unpacked blocks; NULL if
 * there is not enough memory.  `files` is what their owner lets them keep open.
 */
struct kw_tables *endgame_tables_new(int64_t unpacked_most, unsigned files);

/*
 * Opens the tables of a folder as kw_tables_open does, without holding anything against the rules;
 * NULL with an error.
 */
struct kw_tables *endgame_tables_open(const char *directory, struct kw_error *error);

/* The first set of tables that do not grow, if `set` is NULL, or the one after it; NULL: none. */
const struct endgame_set *endgame_tables_next(const struct kw_tables *tables,
                                              const struct endgame_set *set);

/* The bytes that unpacked blocks take, of all sets. */
uint64_t endgame_tables_unpacked(const struct kw_tables *tables);

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

/* The bytes of one without layers, beside its index. */
size_t endgame_set_bytes_empty(void);

/* Notes for kw_tables_are_sound that a file is not used: a fault of endgame_fault. */
void endgame_set_note(struct endgame_set *set, const char *path, int fault);

/* Whether anybody has taken a set. */
bool endgame_set_is_taken(const struct endgame_set *set);

/* Removes a set and closes its files; false, and nothing happens, if anybody has taken it. */
bool endgame_set_remove(struct endgame_set *set);

/*
 * The values of all positions with few seeds, which the owner of the tables keeps beside the layers
 * (tree/row_database.h); NULL: there are none.  Each must stay valid as long as the set, and the
 * probes below ignore them.
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
