/*
 * The texts of web/about and web/glossary, and the library's sentences in other languages
 * (web/src/words/said.*.json), embedded at build time.
 */
#ifndef ABOUT_TEXTS_H
#define ABOUT_TEXTS_H

#include <stddef.h>

/* The JSON of the file web/ID.json, such as "about/en"; NULL: there is none. */
const char *about_text(const char *id);

#endif
