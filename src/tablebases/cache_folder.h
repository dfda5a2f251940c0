/*
 * The folder of a cache of tables: in it a folder for each rule set, NAME-CHECKSUM (NAME, if that
 * holds the checksum), with the files of docs/endgame-tables.md.  The checksum is that of the
 * rules, so that tables of other rules that once had the same name are not met.
 */
#ifndef KOMWE_TABLEBASES_CACHE_FOLDER_H
#define KOMWE_TABLEBASES_CACHE_FOLDER_H

#include "tablebases/table_work.h"

/* The folder of a game; false if the path is longer than `path`. */
bool cache_folder_path(char path[KW_TEXT], const char *directory, const struct kw_game *game);

/* The bytes of all files in the folder of a cache; 0 if it cannot be read. */
uint64_t cache_folder_bytes(const char *directory);

/* Removes the drafts of processes that have ended: those in folders that nobody has locked. */
void cache_folder_sweep(const char *directory);

/* Notes that the files of a rule set are used now: the folder is modified last by that. */
void cache_folder_touch(const char *folder);

/* Whether the rule set of that folder has to stay. */
typedef bool cache_folder_keep_fn(const void *context, const char *folder);

/*
 * Removes the least recently used rule sets, until all files together take at most so many bytes,
 * and there is room for one more of KW_TABLE_CACHE_FOLDERS; nothing, if that is not enough.
 * Returns what the files take then.
 */
uint64_t cache_folder_make_room(const char *directory, uint64_t most, cache_folder_keep_fn *stays,
                                const void *context);

/*
 * Opens the file of a layer; false if it is not there, or does not fit the layer below, whose
 * checksum is that of `work`, or is damaged: in its header, or if `whole` anywhere.
 */
bool cache_folder_open(const struct table_work *work, unsigned seeds, bool whole,
                       struct endgame_file *file);

/*
 * Removes the file of a layer, unless it is whole by now: another process may have replaced it.
 * `check` of `work` is that of the layer below.
 */
void cache_folder_remove_damaged(const struct table_work *work, unsigned seeds);

/*
 * Makes the folders of a cache, with up to two above it, and of the rule set of `work`, and locks
 * the latter; the argument of folder_unlock, or -1.
 */
int cache_folder_lock(const struct table_work *work, const char *directory);

/* Whether there is a file of a layer. */
bool cache_folder_holds(const struct table_work *work, unsigned seeds);

/* Saves a layer that is in memory, in the locked folder; false if that fails. */
bool cache_folder_save(const struct table_work *work, const struct endgame_file *image);

#endif
