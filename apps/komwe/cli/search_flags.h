/* Flags of commands that search: limits, threads, memory, endgame tables. */
#ifndef SEARCH_FLAGS_H
#define SEARCH_FLAGS_H

#include "cli/command.h"

#include <komwe.h>

/* --time, --depth and --nodes; `milliseconds` is the limit where none is given. */
struct kw_limits limits_read(const struct call *call, int64_t milliseconds);

/* The words for what a search aims at, NULL at the end. */
extern const char *const aim_names[];

/* Reads such a word; false if it is none. */
bool aim_read(const char *word, enum kw_aim *aim);

/* Reads --aim; without it that is to win. */
enum status aim_of_flag(struct call *call, enum kw_aim *aim);

/* --threads; without it, as many as there are processors. */
unsigned threads_read(const struct call *call);

/* Fails: there is no memory for a table of so many MiB. */
enum status memory_short(struct call *call, uint64_t hash);

/*
 * The directory that the flag names, else that of KOMWE_TABLES, else NULL; the word none is no
 * directory.
 */
const char *tables_directory(const struct call *call, enum flag flag);

/* Whether --tables, or else KOMWE_TABLES, says that no tables are to be used. */
bool tables_unwanted(const struct call *call);

/*
 * The folder of the cache of tables, of the XDG base directories; false if the environment names
 * none.
 */
bool tables_cache_path(char path[KW_TEXT]);

/* --table-limit, MiB of the cache; without it, the usual ones. */
uint64_t tables_limit(const struct call *call);

/* The endgame tables of a command; begin with {0}. */
struct open_tables {
    const struct kw_tables *tables; /* that engines probe; NULL: none */
    struct kw_tables *opened;       /* those of a directory */
    struct kw_table_cache *cache;   /* or what builds them; NULL: nothing does */
};

/*
 * Opens the tables of --tables or KOMWE_TABLES; if neither is given those of the cache, with its
 * --table-limit.  Close with tables_close.
 */
enum status tables_open(struct call *call, struct open_tables *tables);

/* The same with `limit` MiB of the cache, whatever --table-limit says. */
enum status tables_open_within(struct call *call, uint64_t limit, struct open_tables *tables);

/*
 * Opens the tables of the folder `name`; "": those of tables_open_within; "none": no tables.  Fails
 * with a message if the folder cannot be read; then there is nothing to close.
 */
enum status tables_open_named(struct call *call, const char *name, uint64_t limit,
                              struct open_tables *tables);

/* Opens the tables of --tables or KOMWE_TABLES alone. */
enum status tables_open_directory(struct call *call, struct open_tables *tables);

/* Has the first tables of a game at hand. */
void tables_prepare(const struct open_tables *tables, const struct kw_game *game);

/*
 * Closes them and returns the status of the call; a success becomes a failure, with a message, if a
 * damaged table of a directory was probed.  The answer is still printed: the search did without
 * that table.  A cache replaces what is damaged by itself.
 */
enum status tables_close(struct call *call, struct open_tables *tables, enum status status);

/* Closes them, whatever was found to be damaged. */
void tables_discard(struct call *call, struct open_tables *tables);

/*
 * Creates an engine with --threads (1) and --hash (64) that probes the tables.  Free it with
 * kw_engine_free, then the tables with tables_close.
 */
enum status engine_open(struct call *call, struct kw_engine **engine, struct open_tables *tables);

#endif
