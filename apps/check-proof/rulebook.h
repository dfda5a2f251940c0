/*
 * The rules as the checker needs them: positions and moves are text, so that any implementation
 * can provide them.  rulebook_library.c uses libkomwe, with the plain kernel.
 */
#ifndef RULEBOOK_H
#define RULEBOOK_H

#include <stdbool.h>
#include <stddef.h>

enum { RULEBOOK_TEXT = 512 }; /* bytes that hold any position, move or fault, NUL included */

/* A rule set with its options. */
struct rulebook;

/* NULL with a sentence in `fault` if there are no such rules, or they count seeds. */
struct rulebook *rulebook_open(const char *id, const char *options, char fault[RULEBOOK_TEXT]);
void rulebook_close(struct rulebook *rules); /* NULL is allowed */

/*
 * Writes the canonical form of what the rules were opened by, as `komwe prove` writes it: the id,
 * no alias, and the options that are not the defaults, with a space before each.
 */
void rulebook_name(const struct rulebook *rules, char id[RULEBOOK_TEXT],
                   char options[RULEBOOK_TEXT]);

/* Writes the position where games begin. */
void rulebook_start(const struct rulebook *rules, char position[RULEBOOK_TEXT]);

/* Whether this is a possible position, written as positions are. */
bool rulebook_reads(const struct rulebook *rules, const char *position);

/* 'S' or 'N' has won, '=': a draw, NUL: the game goes on. */
char rulebook_outcome(const struct rulebook *rules, const char *position);

/* The legal moves in byte order, each followed by a newline, given back with free; never NULL. */
char *rulebook_moves(const struct rulebook *rules, const char *position);

/* Writes what a legal move leads to. */
void rulebook_play(const struct rulebook *rules, const char *position, const char *move,
                   char next[RULEBOOK_TEXT]);

/* As realloc of so many elements, but the program ends with a message if there is no memory. */
void *memory_grow(void *old, size_t count, size_t size);

#endif
