/*
 * The texts of web/about and web/glossary, and the library's sentences in Swahili, as they stand in
 * their files.
 */
#ifndef ABOUT_TEXTS_H
#define ABOUT_TEXTS_H

#include <stddef.h>

/* The JSON of the file web/ID.json, such as "about/en"; NULL: there is none. */
const char *about_text(const char *id);

#endif
