/*
 * What somebody has used lately of what all share: microseconds of processors, of which half are
 * forgotten every ten seconds.  Who has used least goes first, so that a visitor who asks for a
 * little is served at once, however many others work without end; those then share evenly.
 */
#ifndef SEARCH_SHARE_H
#define SEARCH_SHARE_H

#include <stdint.h>

/* Begin with {0}.  Instants are those of clock_now, and never go back. */
struct search_share {
    double used; /* microseconds, as at: */
    int64_t at;  /* an instant */
};

/* What is not forgotten of it at an instant. */
double share_used(const struct search_share *share, int64_t now);
/* Adds so many microseconds that were used up to that instant. */
void share_add(struct search_share *share, double microseconds, int64_t now);

#endif
