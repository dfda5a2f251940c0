/* Where a command finds endgame tables: a flag, or the environment. */
#ifndef TABLES_FLAG_H
#define TABLES_FLAG_H

#include "command.h"

/* The folder that the flag names, else that of KOMWE_TABLES, else NULL. */
const char *tables_directory(const struct call *call, enum flag flag);

#endif
