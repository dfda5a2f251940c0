/* The bounds of every number that the program is given, and the readers that hold them. */
#ifndef NUMBER_LIMITS_H
#define NUMBER_LIMITS_H

#include "cli/arguments.h"

#include <komwe.h>

/* What gives a number. */
enum limit_place {
    LIMIT_OF_FLAG,
    LIMIT_OF_OPERAND,
    LIMIT_OF_PART,   /* of the value of a flag */
    LIMIT_OF_PLAYER, /* a word of --player */
    LIMIT_OF_OPTION, /* of the protocol */
    LIMIT_OF_LOCAL,  /* the same, which clients of `komwe serve` lack */
    LIMIT_OF_SERVED, /* such an option at a server */
    LIMIT_OF_GO,     /* a word after `go` */
    LIMIT_OF_FIELD,  /* of a file */
    LIMIT_PLACES
};

/* LIMIT_analyse_DEPTH, LIMIT_GO_DEPTH and so on, as number_limits.def lists them. */
enum limit {
#define LIMIT_FLAG(command, flag, least, most, decimals, unit) LIMIT_##command##_##flag,
#define LIMIT_WORD(place, id, name, least, most, decimals, unit) LIMIT_##id,
#include "cli/number_limits.def"
    NUMBER_LIMITS
};

/* A row of number_limits.def. */
struct number_limit {
    enum limit_place place;
    const char *name; /* of a flag, its command */
    enum flag flag;
    int64_t least; /* in units of the last decimal, as most */
    uint64_t most;
    unsigned decimals;
    const char *unit;
};

const struct number_limit *number_limit(enum limit limit);

/* The row of a flag of a command; NULL: it is no number. */
const struct number_limit *number_limit_of_flag(const char *command, enum flag flag);

/* The bounds as users write them: `1 to 256`, `0.001 to 1000000`. */
const char *number_limit_text(const struct number_limit *limit, char text[KW_TEXT]);

/*
 * Reads a number within its bounds, in units of its last decimal; false, with `number` as it was,
 * if the text is none.  The limit must not allow numbers below 0.
 */
bool number_limit_read(const struct number_limit *limit, const char *text, uint64_t *number);

/* The same where they are allowed, for a limit whose bounds fit an int64_t. */
bool number_limit_read_signed(const struct number_limit *limit, const char *text, size_t length,
                              int64_t *number);

/* A line for each row, separated by tabs: place, name, flag or -, least, most, unit. */
void number_limits_write(struct string_builder *out);

#endif
