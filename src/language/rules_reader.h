/* Reads a rule text into a game. */
#ifndef KOMWE_LANGUAGE_RULES_READER_H
#define KOMWE_LANGUAGE_RULES_READER_H

#include "machine/machine_family.h"

/* Finds the text that `extends ID` names; NULL if there is none.  It lives as long as the reading.
 */
typedef const char *rules_find_fn(void *context, const char *id, size_t id_length, size_t *length);

/* How a text is read. */
struct rules_reading {
    const char *text; /* need not be ended by NUL; copied where it is needed longer */
    size_t length;
    const struct machine_family *play;
    const int32_t *values; /* of the options, OPTIONS_MAX of them, VALUE_UNSET: default; or NULL */
    rules_find_fn *find;   /* OPTIONAL */
    void *context;
};

/*
 * A game of its own, to be freed by rules_close; NULL with an error of line and column if the text
 * cannot be read, or if there is no memory.
 */
struct kw_game *rules_read(const struct rules_reading *reading, struct kw_error *error);
void rules_close(struct kw_game *game);

#endif
