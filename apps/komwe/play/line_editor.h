/* The line being typed on the full screen, and those typed before. */
#ifndef LINE_EDITOR_H
#define LINE_EDITOR_H

#include "play/terminal.h"

#include <wchar.h>

enum { TYPING_MOST = 500, TYPED_LINES = 50, TYPED_BYTES = 4 * TYPING_MOST + 1 };

struct typing {
    wchar_t text[TYPING_MOST + 1]; /* ended by a NUL */
    size_t length, cursor;
    bool offered; /* the text was put there for the player, who has not changed it */
    wchar_t *former[TYPED_LINES]; /* lines typed before, the oldest first */
    size_t formers, recalled;     /* how many; the one that is shown, or formers */
};

/* Takes a key that edits the line; false if it is none. */
bool typing_take(struct typing *typing, const struct key *key);

/* Puts a text there instead. */
void typing_offer(struct typing *typing, const char *text);

/* Copies the line, as bytes of the terminal's character set; returns `text`. */
const char *typing_text(const struct typing *typing, char text[TYPED_BYTES]);

/* The line has been entered: it is empty again, and kept among the former ones. */
void typing_enter(struct typing *typing);
void typing_clear(struct typing *typing);
void typing_free(struct typing *typing);

/* Draws it after a prompt, and returns the column of the cursor. */
int typing_draw(const struct typing *typing, int row, int width, const char *prompt);

#endif
