/* A file of engine weights printed by `komwe tune`. */
#ifndef WEIGHTS_FILE_H
#define WEIGHTS_FILE_H

#include "cli/command.h"

#include <komwe.h>

/* Begin with {0}: no weights. */
struct weights_file {
    const char *path;
    char *text; /* NULL: none */
};

/*
 * Reads the file, whose path must outlive it; a name without a slash that is no file here is one of
 * weights/ in the standard places.  False with `error` if it cannot be read.
 */
bool weights_open(struct weights_file *weights, const char *path, struct kw_error *error);
void weights_close(struct weights_file *weights);

/* Opens the file of --weights, if it is given.  Close it after a failure too. */
enum status weights_load(struct call *call, struct weights_file *weights);

/*
 * Sets them in an engine for games by these rules, if there are any (NULL is none).  False with a
 * sentence in `error` that names file and line if they are damaged or of another game: the engine
 * then keeps its own.
 */
bool weights_give(const struct weights_file *weights, struct kw_engine *engine,
                  const struct kw_game *game, struct kw_error *error);

#endif
