/* The parts of a record, for record.c and record_read.c. */
#ifndef KOMWE_SESSION_RECORD_H
#define KOMWE_SESSION_RECORD_H

#include "komwe/record.h"

enum {
    RECORD_NAME = 40,   /* bytes of a header's name at most */
    RECORD_VALUE = 2000 /* and of its value */
};

struct record_header {
    char *name, *value;
};

/* A comment; its text grows by pieces in linear time. */
struct record_comment {
    size_t ply;
    struct kw_position position; /* after that ply: if it is another one the comment is void */
    char *text;
    size_t length, capacity; /* bytes of the text, and allocated */
};

struct kw_record {
    struct kw_game *opened; /* the game, if the record owns it */
    struct kw_session *session;
    struct record_header *header;   /* without the derived ones */
    struct record_comment *comment; /* by ply */
    size_t headers, header_capacity, comments, comment_capacity;
};

/*
 * The bytes of `text` before the first that is not UTF-8 or is a control character; `blank` ones
 * (tab, line ends) may be allowed.
 */
size_t record_text_good(const char *text, size_t length, bool blank);

/* The blanks of a record. */
static inline bool record_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Whether a header may have this name. */
bool record_name_good(const char *name);

/*
 * Adds good text, whose blanks become single spaces, to the comment after a ply, at most the last.
 */
bool record_comment_add(struct kw_record *record, size_t ply, const char *text, size_t length,
                        struct kw_error *error);

/* Derived headers: those that follow from the game. */
enum record_derived { RECORD_GAME, RECORD_OPTIONS, RECORD_START, RECORD_RESULT, RECORD_DERIVED };

/* Which of them has this name; RECORD_DERIVED: none. */
enum record_derived record_header_derived(const char *name);

#endif
