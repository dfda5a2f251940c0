/* The directory of endgame tables: a flag, or the environment. */
#ifndef TABLES_FLAG_H
#define TABLES_FLAG_H

#include "cli/command.h"

#include <komwe.h>

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

#endif
