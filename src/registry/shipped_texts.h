/* The rule texts that are built into the library: shipped_texts.c, which cmake/embed.cmake writes.
 */
#ifndef KOMWE_REGISTRY_SHIPPED_TEXTS_H
#define KOMWE_REGISTRY_SHIPPED_TEXTS_H

#include <stddef.h>

struct shipped_text {
    const char *id;
    const char *text; /* ended by NUL */
    size_t length;
};

/* In the order of their ids; after the last one whose id is NULL. */
extern const struct shipped_text shipped_texts[];

enum { SHIPPED_TEXTS_MAX = 512 };

#endif
