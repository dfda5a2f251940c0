/* Where a command finds endgame tables: a flag, or the environment. */
#ifndef TABLES_FLAG_H
#define TABLES_FLAG_H

#include "cli/command.h"

#include <komwe.h>

/* The folder that the flag names, else that of KOMWE_TABLES, else NULL. */
const char *tables_directory(const struct call *call, enum flag flag);

/*
 * Opens the tables of --tables or KOMWE_TABLES; NULL if neither is there.  Given back with
 * tables_close.
 */
enum status tables_open(struct call *call, struct kw_tables **tables);

/*
 * Closes them (NULL is allowed) after a call that has come to a status, which is returned; but a
 * good one becomes a failure, which says so, if a damaged table was asked.  Its answer holds and is
 * printed: the work did without that table.
 */
enum status tables_close(struct call *call, struct kw_tables *tables, enum status status);

#endif
