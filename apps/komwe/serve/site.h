/* A folder of files as a web site: the file of a path, and its headers. */
#ifndef SITE_H
#define SITE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct site {
    char folder[PATH_MAX]; /* without links, dots and a slash at its end */
};

struct site_file {
    char path[PATH_MAX];
    const char *type;   /* "text/html; charset=utf-8" */
    const char *coding; /* "br" or "gzip" in which the file is written, or NULL */
    bool lasting;       /* its name changes with what it holds */
    char tag[64];       /* changes with what it holds, in the quotes of an ETag */
};

/* False if it is no folder with an index.html; errno says why. */
bool site_open(struct site *site, const char *folder);

/*
 * Decodes the path of a request, "/a%20b", into `path`, of `size` bytes.  False if an escape is not
 * one, or of a NUL, or if it is too long.
 */
bool site_decode(const char *escaped, char *path, size_t size);

/*
 * Finds the file for the decoded path of a request, "/" for index.html, in a coding that the value
 * of Accept-Encoding (NULL: none) allows.  False if there is none that may be seen: nothing outside
 * the folder may, nor what is hidden by a dot, not by a link either.
 */
bool site_find(const struct site *site, const char *path, const char *accepted,
               struct site_file *file);

#endif
