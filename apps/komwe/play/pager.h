/* Text that may be longer than its place on the screen. */
#ifndef PAGER_H
#define PAGER_H

#include "io/output.h"

struct pager {
    struct string_builder text;
    int top; /* the first line shown */
};

/* Draws it at a row; the last line says if there is more. */
void pager_draw(struct pager *pager, int row, int height, int width);

/* Shows other lines: some further down, or the last ones. */
void pager_scroll(struct pager *pager, int lines, int height, int width);
void pager_scroll_to_end(struct pager *pager, int height, int width);

void pager_clear(struct pager *pager);

#endif
