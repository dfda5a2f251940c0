/* Flags of commands that search: limits, threads, memory, endgame tables. */
#ifndef SEARCH_FLAGS_H
#define SEARCH_FLAGS_H

#include "cli/command.h"

#include <komwe.h>

/* Reads --time, --depth and --nodes; `milliseconds` is the limit where none is given. */
enum status limits_read(struct call *call, int64_t milliseconds, struct kw_limits *limits);

/* Reads --threads; without it, as many as there are processors. */
enum status threads_read(struct call *call, unsigned *threads);

/* Reads --threads and --hash; values without a flag are left unchanged. */
enum status memory_read(struct call *call, uint64_t *threads, uint64_t *hash);

/* Fails: there is no memory for a table of so many MiB. */
enum status memory_short(struct call *call, uint64_t hash);

/* The directory that the flag names, else that of KOMWE_TABLES, else NULL. */
const char *tables_directory(const struct call *call, enum flag flag);

/*
 * Opens the tables of --tables or KOMWE_TABLES; NULL if neither is given.  Close with tables_close.
 */
enum status tables_open(struct call *call, struct kw_tables **tables);

/*
 * Closes them (NULL is allowed) and returns the status of the call; a success becomes a failure,
 * with a message, if a damaged table was probed.  The answer is still printed: the search did
 * without that table.
 */
enum status tables_close(struct call *call, struct kw_tables *tables, enum status status);

/*
 * Creates an engine with --threads (1) and --hash (64) that probes the tables of --tables, if any.
 * Free it with kw_engine_free, then the tables with tables_close; both may be NULL.
 */
enum status engine_open(struct call *call, struct kw_engine **engine, struct kw_tables **tables);

#endif
