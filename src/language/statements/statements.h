/*
 * The readers of statements, a file for each part of a text.  Each function reads the rest of its
 * statement; false with a fault, or without one where memory lacks.
 */
#ifndef KOMWE_LANGUAGE_STATEMENTS_H
#define KOMWE_LANGUAGE_STATEMENTS_H

#include "language/reader.h"

/* description_read_game, board_read_start, row_read_end, ... */
#define STATEMENT(name, part, kind, grammar, english, swahili)                                     \
    bool part##_read_##name(struct reader *reader);
#include "language/words/words.def"

/* Where a condition stands, and so of what it is. */
enum condition_kind {
    STAND_END,
    STAND_LIFT,
    STAND_PASSING,
    STAND_DROP,
    STAND_AFTER,
    STAND_JUMP,
    STAND_START,
    STAND_LAND
};

struct condition_stand {
    enum condition_kind kind;
    bool along; /* of the holes of an action of such a row */
};

/* CONDITION, CONDITION ... */
bool condition_read(struct reader *reader, struct condition_stand stand,
                    struct condition *condition);

/* The default of the option of that index, which makes its value that or the requested one. */
bool option_read_default(struct reader *reader, size_t index);

/* The name of an option that has words; NULL with a fault if it is none. */
const struct kw_option *option_read_name(struct reader *reader, size_t *index);

/* A word of such an option, as its index; -1 with a fault if it is none. */
int32_t option_read_value(struct reader *reader, const struct kw_option *option);

#endif
