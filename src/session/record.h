/* What a record is made of, for its writer and its reader. */
#ifndef KOMWE_SESSION_RECORD_H
#define KOMWE_SESSION_RECORD_H

#include "komwe.h"

enum {
    RECORD_NAME = 40,    /* bytes of a header's name at most */
    RECORD_VALUE = 2000, /* and of its value */
    RECORD_WIDTH = 79    /* columns of a line of moves, if its words allow */
};

struct record_header {
    char *name, *value;
};

/* The text may grow by pieces, in time that is linear in all of them. */
struct record_comment {
    size_t ply, length, capacity;
    char *text;
};

struct kw_record {
    struct kw_game *opened; /* the game, if it is the record's own */
    struct kw_session *session;
    struct record_header *header;   /* without those that the session knows */
    struct record_comment *comment; /* in the order of their plies */
    size_t headers, header_capacity, comments, comment_capacity;
};

/* Whether `text` is UTF-8 without control characters; `blank` ones (tab, line ends) may be allowed.
 */
bool record_text_good(const char *text, size_t length, bool blank);

/* Whether a header may have this name. */
bool record_name_good(const char *name);

/* Sets or joins to what is there: a comment, whose blanks become single spaces. */
bool record_comment_add(struct kw_record *record, size_t ply, const char *text, size_t length,
                        struct kw_error *error);

/* The headers that follow from the game. */
enum record_derived { RECORD_GAME, RECORD_OPTIONS, RECORD_START, RECORD_RESULT, RECORD_DERIVED };

/* Which of them has this name; RECORD_DERIVED: none. */
enum record_derived record_header_derived(const char *name);

#endif
