/*
 * The terminal as a full screen: opened and always restored, its keys, its inks.  There is one a
 * process, as there is one set of signals.
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>

/* What things are drawn with; without colours by attributes alone. */
enum ink {
    INK_PLAIN,
    INK_FRAME,
    INK_SEEDS,
    INK_MARK,   /* a hole's first mark */
    INK_MARK2,  /* its second one */
    INK_NAME,   /* of a hole, of a player */
    INK_TURN,   /* the player to move */
    INK_NOTE,   /* notes and hints */
    INK_CHOSEN, /* the hole under the cursor */
    INK_PATH,   /* holes that a move passes */
    INK_TAKEN,  /* holes that it captures */
    INK_CHANGED,
    INK_FAINT,
    INKS
};

enum key_kind {
    KEY_KIND_NONE,    /* the time is over */
    KEY_KIND_CHAR,    /* a character was typed */
    KEY_KIND_SPECIAL, /* one of ncurses' KEY_... */
    KEY_KIND_MOUSE,   /* a click, or the wheel */
    KEY_KIND_RESIZED, /* the screen has another size: draw it all */
    KEY_KIND_END      /* the input has ended, or a signal ends the program */
};

struct key {
    enum key_kind kind;
    int code;        /* the character, or KEY_... */
    int row, column; /* of the mouse */
    int wheel;       /* -1 up, 1 down, 0 a click */
};

/* False if this is no terminal for a full screen: then nothing has happened to it. */
bool terminal_open(void);

/* Restores it; then a signal that ends the program is raised again. */
void terminal_close(void);

/* Waits for a key, `milliseconds` at most or, if negative, for ever. */
struct key terminal_read(int milliseconds);

int terminal_height(void);
int terminal_width(void);
bool terminal_has_unicode(void);

/* Has the whole screen sent again, which something else has written to. */
void terminal_refresh_all(void);

/*
 * Writes text at a place, cut at `width` columns; what cannot be shown here is written as `?`.
 * Returns the columns it took.
 */
int terminal_write(int row, int column, int width, enum ink ink, const char *text);

/* Begin to draw anew; show what is drawn now, with the cursor at a place. */
void terminal_erase(void);
void terminal_show(int row, int column);

#endif
