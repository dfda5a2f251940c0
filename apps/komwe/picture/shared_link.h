/*
 * Links to a position, as the page shares them: what they name, in words for whoever is sent one,
 * and the query by which its picture is asked for.
 */
#ifndef SHARED_LINK_H
#define SHARED_LINK_H

#include "base/string_builder.h"

#include <komwe.h>

/* What a link says, decoded; NULL: it does not say that. */
struct shared_words {
    const char *game, *options, *position;
    const char *side; /* "north" sits at the bottom; else South does */
};

struct shared_link {
    struct kw_game *game;
    struct kw_position position;
    enum kw_player bottom;
};

/*
 * Reads what a link says, and gives it back by shared_link_close.  False, and nothing is to be
 * given back, if it names no game that this program lists, or no position of it.  A text is not
 * searched for in a file that a client names: there is none.
 */
bool shared_link_read(const struct shared_words *words, struct shared_link *link);
void shared_link_close(struct shared_link *link);

/* Adds the query of its picture, "game=oware&position=4%2C4...", of what was read alone. */
void shared_link_query(const struct shared_link *link, struct string_builder *out);

/*
 * Adds the HTML of a page, with this link's title, description and picture in the place of those
 * that its head names for whoever is sent it (the properties og:...).  `base` is where the page is
 * served, "https://example.org/"; it and all else is escaped.
 */
void shared_link_write_page(const struct shared_link *link, const char *base, const char *html,
                            struct string_builder *out);

#endif
