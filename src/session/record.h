/* What a record is made of, for its writer and its reader. */
#ifndef KOMWE_SESSION_RECORD_H
#define KOMWE_SESSION_RECORD_H

#include "komwe.h"

enum {
    RECORD_NAME = 40,     /* bytes of a header's name at most */
    RECORD_VALUE = 2000,  /* and of its value */
    RECORD_HEADERS = 100, /* at most, beside those that follow from the game */
    RECORD_WIDTH = 79     /* columns of a line of moves, if its words allow */
};

struct record_header {
    char *name, *value;
};

/* The text may grow by pieces, in time that is linear in all of them. */
struct record_comment {
    size_t ply;
    struct kw_position position; /* after that ply: another one there makes the comment void */
    char *text;
    size_t length, capacity; /* bytes of the text, and of the room for it */
};

struct kw_record {
    struct kw_game *opened; /* the game, if it is the record's own */
    struct kw_session *session;
    struct record_header *header;   /* without those that the session knows */
    struct record_comment *comment; /* in the order of their plies */
    size_t headers, header_capacity, comments, comment_capacity;
};

/*
 * The bytes of `text` before the first that is not UTF-8 or is a control character; `blank` ones
 * (tab, line ends) may be allowed.
 */
size_t record_text_good(const char *text, size_t length, bool blank);

/* Whether a header may have this name. */
bool record_name_good(const char *name);

/* Adds good text, whose blanks become single spaces, to the comment after a ply, at most the last.
 */
bool record_comment_add(struct kw_record *record, size_t ply, const char *text, size_t length,
                        struct kw_error *error);

/* The headers that follow from the game. */
enum record_derived { RECORD_GAME, RECORD_OPTIONS, RECORD_START, RECORD_RESULT, RECORD_DERIVED };

/* Which of them has this name; RECORD_DERIVED: none. */
enum record_derived record_header_derived(const char *name);

#endif
