/*
 * The head of a request as RFC 9112 wants it, to the byte: whatever two programs could read in two
 * ways is refused, since a proxy in front of the server might be the other one.  A request of this
 * server has no body.
 */
#ifndef HTTP_HEAD_H
#define HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

enum { HEAD_MOST = 8 << 10 /* bytes, with the empty line at its end */ };

struct http_head_result {
    bool whole;         /* the head is there with its end */
    unsigned status;    /* that refuses it; 0: it is not, so far */
    const char *reason; /* a sentence, if it is refused */
};

/* Reads the first bytes that have come from a client; what follows the head does not count. */
struct http_head_result http_head_read(const char *bytes, size_t length);

#endif
