/* The line being typed on the full screen, and those typed before. */
#ifndef LINE_EDITOR_H
#define LINE_EDITOR_H

#include "play/terminal.h"

#include <wchar.h>

enum { EDITOR_LENGTH = 500, EDITOR_HISTORY = 50, EDITOR_BYTES = 4 * EDITOR_LENGTH + 1 };

struct line_editor {
    wchar_t text[EDITOR_LENGTH + 1]; /* ended by a NUL */
    size_t length, cursor;
    bool offered;                     /* the text was suggested, and is unchanged */
    wchar_t *history[EDITOR_HISTORY]; /* lines typed before, the oldest first */
    size_t history_length, recalled;  /* how many; the one that is shown, or formers */
};

/* Takes a key that edits the line; false if it is none. */
bool editor_take_key(struct line_editor *editor, const struct key *key);

/* Suggests a text in place of the line. */
void editor_offer(struct line_editor *editor, const char *text);

/* Copies the line, as bytes of the terminal's character set; returns `text`. */
const char *editor_text(const struct line_editor *editor, char text[EDITOR_BYTES]);

/* The line has been entered: it is empty again, and kept among the former ones. */
void editor_enter(struct line_editor *editor);
void editor_clear(struct line_editor *editor);
void editor_free(struct line_editor *editor);

/* Draws it after a prompt, and returns the column of the cursor. */
int editor_draw(const struct line_editor *editor, int row, int width, const char *prompt);

#endif
