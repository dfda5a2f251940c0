/*
 * The standard places of rules, tables, weights and the page: those of the XDG base directories,
 * and that of the installation of which the program is a part.
 */
#ifndef DATA_PLACES_H
#define DATA_PLACES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum { DATA_PLACES = 16 /* that are looked at, at most */ };

/* Existing folders without links, the one that counts most first. */
struct data_places {
    size_t count;
    char folder[DATA_PLACES][PATH_MAX];
};

/*
 * Finds the folders `name` ("rules") in $XDG_DATA_HOME/komwe, or else ~/.local/share/komwe; in
 * share/komwe beside the folder of the program; in komwe of each of $XDG_DATA_DIRS, or else of
 * /usr/local/share and /usr/share.  Paths that are not absolute are ignored, and what is found
 * twice counts once.
 */
void data_places_find(struct data_places *places, const char *name);

/* Writes the path of an entry of one of the folders; false if it is not there. */
bool data_place_has(const struct data_places *places, size_t index, const char *entry,
                    char path[PATH_MAX]);

/* Writes the folder of the running program; false if the system does not say. */
bool data_program_folder(char folder[PATH_MAX]);

#endif
