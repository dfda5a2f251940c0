#include "picture/canvas.h"

#include <math.h>
#include <stdlib.h>

enum { CHANNELS = 3, SHARES = 256 /* into which a pixel is divided at an edge */ };

bool canvas_open(struct canvas *canvas, unsigned width, unsigned height, colour ground) {
    *canvas = (struct canvas){width, height, malloc((size_t)width * height * CHANNELS)};
    if (canvas->pixels != NULL)
        canvas_draw_slab(canvas, (struct slab){0, 0, (int)width, (int)height, 0}, ground);
    return canvas->pixels != NULL;
}

void canvas_close(struct canvas *canvas) {
    free(canvas->pixels);
    canvas->pixels = NULL;
}

/* ---- pixels ------------------------------------------------------------------------------- */

/* Whole pixels that a shape may touch, those at the ends included. */
struct canvas_box {
    int left, top, right, bottom;
};

static int canvas_bound(double value, unsigned most) {
    return value < 0 ? 0 : value > most ? (int)most : (int)value;
}

static struct canvas_box canvas_box_of(const struct canvas *canvas, struct spot one,
                                       struct spot other, double reach) {
    return (struct canvas_box){canvas_bound(floor(fmin(one.x, other.x) - reach), canvas->width),
                               canvas_bound(floor(fmin(one.y, other.y) - reach), canvas->height),
                               canvas_bound(ceil(fmax(one.x, other.x) + reach), canvas->width),
                               canvas_bound(ceil(fmax(one.y, other.y) + reach), canvas->height)};
}

/* Covers a part, 0..1, of a pixel. */
static void canvas_cover(struct canvas *canvas, int x, int y, double part, colour paint) {
    uint8_t *pixel = canvas->pixels + ((size_t)y * canvas->width + (size_t)x) * CHANNELS;
    int share = (int)(part * SHARES);
    for (int i = 0; i < CHANNELS; i++) {
        int wanted = (int)(paint >> (16 - 8 * i) & 0xff);
        pixel[i] = (uint8_t)(pixel[i] + (wanted - pixel[i]) * share / SHARES);
    }
}

/* Covers whole pixels of a row, which are those of the canvas. */
static void canvas_fill_row(struct canvas *canvas, int y, int left, int right, colour paint) {
    uint8_t *pixel = canvas->pixels + ((size_t)y * canvas->width + (size_t)left) * CHANNELS;
    for (int x = left; x < right; x++) {
        *pixel++ = (uint8_t)(paint >> 16);
        *pixel++ = (uint8_t)(paint >> 8);
        *pixel++ = (uint8_t)paint;
    }
}

/* How much of a pixel lies within an edge that is so far from its middle; outside it is more. */
static double canvas_part(double distance) { return fmin(1, fmax(0, 0.5 - distance)); }

static double canvas_length(double x, double y) { return sqrt(x * x + y * y); }

/* ---- shapes ------------------------------------------------------------------------------- */

void canvas_draw_ring(struct canvas *canvas, struct spot centre, double radius, double width,
                      colour paint) {
    struct canvas_box box = canvas_box_of(canvas, centre, centre, radius + 1);
    for (int y = box.top; y < box.bottom; y++) {
        for (int x = box.left; x < box.right; x++) {
            double distance = canvas_length(x + 0.5 - centre.x, y + 0.5 - centre.y) - radius;
            double part = canvas_part(distance) - canvas_part(distance + width);
            if (part > 0)
                canvas_cover(canvas, x, y, part, paint);
        }
    }
}

/* Covers the pixels of a row that the edge of a disc may cross. */
static void canvas_cover_edge(struct canvas *canvas, int y, int left, int right, struct spot centre,
                              double radius, colour paint) {
    for (int x = left; x < right; x++) {
        double part = canvas_part(canvas_length(x + 0.5 - centre.x, y + 0.5 - centre.y) - radius);
        if (part > 0)
            canvas_cover(canvas, x, y, part, paint);
    }
}

void canvas_draw_disc(struct canvas *canvas, struct spot centre, double radius, colour paint) {
    struct canvas_box box = canvas_box_of(canvas, centre, centre, radius + 1);
    for (int y = box.top; y < box.bottom; y++) {
        double off = y + 0.5 - centre.y, inner = radius - 0.5;
        /* Pixels whose middle is so near are covered whole. */
        double half = inner > fabs(off) ? sqrt(inner * inner - off * off) : 0;
        int left = canvas_bound(ceil(centre.x - half - 0.5), canvas->width);
        int right = canvas_bound(floor(centre.x + half + 0.5), canvas->width);
        if (half == 0 || right <= left)
            left = right = box.right;
        canvas_cover_edge(canvas, y, box.left, left, centre, radius, paint);
        canvas_fill_row(canvas, y, left, right, paint);
        canvas_cover_edge(canvas, y, right, box.right, centre, radius, paint);
    }
}

static void canvas_fill(struct canvas *canvas, struct canvas_box box, colour paint) {
    for (int y = box.top; y < box.bottom; y++)
        canvas_fill_row(canvas, y, box.left, box.right, paint);
}

void canvas_draw_slab(struct canvas *canvas, struct slab slab, colour paint) {
    int radius = slab.radius;
    struct spot first = {slab.left, slab.top}, last = {slab.right, slab.bottom};
    struct spot inner_first = {first.x + radius, first.y + radius};
    struct spot inner_last = {last.x - radius, last.y - radius};
    canvas_fill(canvas,
                canvas_box_of(canvas, (struct spot){inner_first.x, first.y},
                              (struct spot){inner_last.x, last.y}, 0),
                paint);
    canvas_fill(canvas,
                canvas_box_of(canvas, (struct spot){first.x, inner_first.y},
                              (struct spot){last.x, inner_last.y}, 0),
                paint);
    if (radius == 0)
        return;
    canvas_draw_disc(canvas, inner_first, radius, paint);
    canvas_draw_disc(canvas, inner_last, radius, paint);
    canvas_draw_disc(canvas, (struct spot){inner_first.x, inner_last.y}, radius, paint);
    canvas_draw_disc(canvas, (struct spot){inner_last.x, inner_first.y}, radius, paint);
}

/* ---- digits ------------------------------------------------------------------------------- */

enum {
    DIGIT_WIDE = 40,
    DIGIT_HIGH = 60,
    DIGIT_PEN = 11,
    DIGIT_GAP = 20,
    DIGIT_POINTS = 19,
    NUMBER_DIGITS = 10
};

/* Each digit as one stroke of a pen: points on a field of 40 by 60, two numbers each, and their
 * count. */
static const struct digit {
    uint8_t count;
    uint8_t point[DIGIT_POINTS][2];
} digits[10] = {
    {13,
     {{20, 0},
      {31, 4},
      {38, 14},
      {40, 30},
      {38, 46},
      {31, 56},
      {20, 60},
      {9, 56},
      {2, 46},
      {0, 30},
      {2, 14},
      {9, 4},
      {20, 0}}},
    {3, {{7, 12}, {23, 0}, {23, 60}}},
    {10,
     {{1, 15}, {5, 5}, {13, 0}, {26, 0}, {35, 5}, {39, 14}, {37, 23}, {29, 33}, {0, 60}, {40, 60}}},
    {12,
     {{3, 6},
      {12, 0},
      {26, 0},
      {35, 6},
      {37, 17},
      {30, 26},
      {17, 28},
      {31, 30},
      {40, 40},
      {37, 53},
      {26, 60},
      {2, 55}}},
    {4, {{30, 60}, {30, 0}, {0, 43}, {40, 43}}},
    {10,
     {{36, 0},
      {6, 0},
      {3, 27},
      {12, 22},
      {26, 22},
      {36, 29},
      {40, 40},
      {36, 53},
      {24, 60},
      {2, 55}}},
    {14,
     {{33, 1},
      {18, 7},
      {5, 22},
      {0, 40},
      {4, 53},
      {14, 60},
      {26, 60},
      {36, 53},
      {40, 41},
      {36, 29},
      {26, 23},
      {14, 23},
      {4, 30},
      {0, 40}}},
    {3, {{0, 0}, {40, 0}, {14, 60}}},
    {17,
     {{20, 28},
      {8, 23},
      {4, 14},
      {8, 4},
      {20, 0},
      {32, 4},
      {36, 14},
      {32, 23},
      {20, 28},
      {6, 33},
      {0, 44},
      {5, 55},
      {20, 60},
      {35, 55},
      {40, 44},
      {34, 33},
      {20, 28}}},
    {14,
     {{7, 59},
      {22, 53},
      {35, 38},
      {40, 20},
      {36, 7},
      {26, 0},
      {14, 0},
      {4, 7},
      {0, 19},
      {4, 31},
      {14, 37},
      {26, 37},
      {36, 30},
      {40, 20}}},
};

/* How far a place is from the line between two others. */
static double canvas_distance(struct spot at, struct spot from, struct spot to) {
    double along_x = to.x - from.x, along_y = to.y - from.y;
    double off_x = at.x - from.x, off_y = at.y - from.y;
    double way = (off_x * along_x + off_y * along_y) / (along_x * along_x + along_y * along_y);
    way = fmin(1, fmax(0, way));
    return canvas_length(off_x - way * along_x, off_y - way * along_y);
}

/* How far a place is from the stroke of a digit, on its field. */
static double canvas_digit_distance(const struct digit *digit, struct spot at) {
    double least = DIGIT_HIGH;
    for (unsigned i = 0; i + 1 < digit->count; i++) {
        const uint8_t *from = digit->point[i], *to = digit->point[i + 1];
        least = fmin(least, canvas_distance(at, (struct spot){from[0], from[1]},
                                            (struct spot){to[0], to[1]}));
    }
    return least;
}

/* A digit with its top left corner at the spot. */
static void canvas_draw_digit(struct canvas *canvas, const struct digit *digit, struct spot corner,
                              double scale, colour paint) {
    struct spot end = {corner.x + DIGIT_WIDE * scale, corner.y + DIGIT_HIGH * scale};
    struct canvas_box box = canvas_box_of(canvas, corner, end, DIGIT_PEN * scale);
    for (int y = box.top; y < box.bottom; y++) {
        for (int x = box.left; x < box.right; x++) {
            struct spot at = {(x + 0.5 - corner.x) / scale, (y + 0.5 - corner.y) / scale};
            double away = canvas_digit_distance(digit, at) - DIGIT_PEN / 2.0;
            double part = canvas_part(away * scale);
            if (part > 0)
                canvas_cover(canvas, x, y, part, paint);
        }
    }
}

void canvas_draw_number(struct canvas *canvas, struct spot middle, double height, unsigned number,
                        colour paint) {
    unsigned last[NUMBER_DIGITS], count = 0; /* the last digit first */
    do
        last[count++] = number % 10;
    while ((number /= 10) > 0);
    double scale = height / (DIGIT_HIGH + DIGIT_PEN);
    double width = (count * (DIGIT_WIDE + DIGIT_GAP) - DIGIT_GAP) * scale;
    struct spot corner = {middle.x - width / 2, middle.y - DIGIT_HIGH * scale / 2};
    while (count-- > 0) {
        canvas_draw_digit(canvas, &digits[last[count]], corner, scale, paint);
        corner.x += (DIGIT_WIDE + DIGIT_GAP) * scale;
    }
}
