/* Pixels, and the few shapes of which a board is drawn: with smooth edges, and without a font. */
#ifndef CANVAS_H
#define CANVAS_H

#include <stdbool.h>
#include <stdint.h>

/* Red, green and blue, a byte each: 0xrrggbb. */
typedef uint32_t colour;

struct canvas {
    unsigned width, height;
    uint8_t *pixels; /* three bytes each, row by row from the top; from malloc */
};

/* A place, in pixels from the top left corner; need not be a whole one. */
struct spot {
    double x, y;
};

/* An upright rectangle with round corners, in whole pixels. */
struct slab {
    int left, top, right, bottom; /* the last two are outside */
    int radius;
};

/* Of one colour; false if there is no memory.  Given back by canvas_close. */
bool canvas_open(struct canvas *canvas, unsigned width, unsigned height, colour ground);
void canvas_close(struct canvas *canvas);

/* What lies beyond the edges is not drawn. */
void canvas_draw_disc(struct canvas *canvas, struct spot centre, double radius, colour paint);
/* A circle's line of that width, inside of its radius. */
void canvas_draw_ring(struct canvas *canvas, struct spot centre, double radius, double width,
                      colour paint);
void canvas_draw_slab(struct canvas *canvas, struct slab slab, colour paint);
/* A number, whose digits are so high; its middle is at the spot. */
void canvas_draw_number(struct canvas *canvas, struct spot middle, double height, unsigned number,
                        colour paint);

#endif
