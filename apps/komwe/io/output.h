/*
 * What a command prints.  It is gathered in a string builder, so that a command that fails prints
 * nothing; without memory the program ends.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "base/string_builder.h"

#include <stdio.h>

enum {
    PAGE_WIDTH = 80,
    LABEL_WIDTH = 18 /* the usual column of the texts of output_labelled */
};

void output_add(struct string_builder *out, const char *text);
/* output_bytes on the output `context`, as a kw_write_fn; always true. */
bool output_piece(void *context, const char *bytes, size_t count);

void output_char(struct string_builder *out, char c);
void output_bytes(struct string_builder *out, const char *bytes, size_t count);
void output_format(struct string_builder *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Adds the words of `text`, wrapped at PAGE_WIDTH; lines after the first begin with `indent`
 * spaces.  `column`: columns of the first line already in use.  Ends the line.
 */
void output_wrap(struct string_builder *out, const char *text, unsigned column, unsigned indent);

/* Adds a text and blanks up to that width, at least one. */
void output_column(struct string_builder *out, const char *text, unsigned width);

/* Adds a label and, from a column on, its text, wrapped; a long label has a line of its own. */
void output_labelled(struct string_builder *out, int column, const char *label, const char *text);

void output_clear(struct string_builder *out);
void output_free(struct string_builder *out);

/*
 * What the program prints, on standard output or standard error, it prints by these, and by the
 * screen of `komwe play`: outside text in it is shown as text_show (base/text.h) does, of several
 * lines.
 */
void output_write(FILE *file, const char *bytes, size_t count);
void output_print(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes all of it to `file`, empties it and flushes. */
void output_flush(struct string_builder *out, FILE *file);

/*
 * Undone if the program ends for lack of memory, such as a half-written file.  Cleaners run in
 * reverse order while other threads may run; they must not allocate.  Any thread may register and
 * remove them.
 */
struct memory_cleaner {
    void (*clean)(void *context);
    void *context;
    struct memory_cleaner *next;
};
void memory_cleaner_push(struct memory_cleaner *cleaner); /* must stay at its address */
void memory_cleaner_pop(struct memory_cleaner *cleaner);  /* at any place of the list */

/*
 * realloc and calloc; without memory the program runs the cleaners and ends with a message and
 * status 1.
 */
void *memory_check(void *memory); /* returns `memory` unless it is NULL */
/* The listed game of that index, whose text is read now if it has not been. */
const struct kw_game *memory_game_at(size_t index);
/* The listed game of that id or alias; NULL: there is none. */
const struct kw_game *memory_game_find(const char *id);
void *memory_resize(void *old, size_t count, size_t size);
void *memory_new(size_t count, size_t size);
/* As array_reserve (base/memory.h). */
void memory_reserve(void *array, size_t count, size_t more, size_t *room, size_t size);

struct kw_session;

/*
 * The last position, and below it the result if the game is over, or what has been won so far where
 * that is more than the stores.
 */
void output_final(struct string_builder *out, const struct kw_session *session);

#endif
