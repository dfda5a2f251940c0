/*
 * The folder of a cache of tables: in it a folder for each rule set, NAME-CHECKSUM, with the files
 * of docs/endgame-tables.md.  The checksum is that of the rules, so that tables of other rules that
 * once had the same name are not met.
 */
#ifndef KOMWE_TABLEBASES_CACHE_FOLDER_H
#define KOMWE_TABLEBASES_CACHE_FOLDER_H

#include "games/game.h"
#include "komwe/tables.h"

#include <stdint.h>

/* The folder of a game; false if the path is longer than `path`. */
bool cache_folder_path(char path[KW_TEXT], const char *directory, const struct kw_game *game);

/* The bytes of all files in the folder of a cache; 0 if it cannot be read. */
uint64_t cache_folder_bytes(const char *directory);

#endif
