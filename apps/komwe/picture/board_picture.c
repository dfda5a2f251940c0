#include "picture/board_picture.h"

#include "picture/canvas.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>

/*
 *   +------------------------------------------------+
 *   |  .------------------------------------------.  |   margin, then the wood
 *   |  | .--. ( ) ( ) ( ) ( ) ( ) ( )       .--.  |  |
 *   |  | |N |  4   4   4   4   4   4        |S |  |  |   North's store, pits with numbers, South's
 *   |  | |  | ( ) ( ) ( ) ( ) ( ) ( )       |  |  |  |
 *   |  | '--'  4   4   4   4   4   4        '--'  |  |
 *   |  '=========================================='  |   gold: this side is to move
 *   +------------------------------------------------+
 */
enum {
    MARGIN = 18,
    WOOD_RADIUS = 30,
    EDGE = 5,       /* of the wood, darker */
    INSIDE = 23,    /* from the edge of the wood to what lies on it */
    STORE = 82,     /* how wide a store is, with the distance to the pits */
    RIDGE = 16,     /* between the two sides */
    BAR = 7,        /* that shows whose turn it is */
    SEEDS_MOST = 48 /* that are drawn in a pit; the number says how many there are */
};

/* Those of the page's first wood (web/src/tokens.css). */
static const colour paper = 0xf6f0e4, wood = 0x7a4825, wood_edge = 0x4c2a12, rim = 0x2b1406,
                    bowl = 0x512c12, seed = 0xd5d9cf, seed_edge = 0x7f8776, figure = 0xfff3df,
                    mark_line = 0xecc985, turn_bar = 0xffcf66;

/* The turn of a seed around the middle of its heap from one to the next, by which no two meet. */
static const double golden_angle = 2.399963;

struct board_picture {
    struct canvas canvas;
    const struct kw_game *game;
    const struct kw_position *position;
    bool turned;
    unsigned rows, columns;
    int left, top;               /* of the pits */
    double cell_wide, cell_high; /* of a pit with its number */
    double pit, digit;           /* the radius of a pit, the height of a digit */
};

static void picture_draw_seeds(struct canvas *canvas, struct spot centre, double radius,
                               unsigned count) {
    unsigned drawn = count < SEEDS_MOST ? count : SEEDS_MOST;
    double size = fmin(0.24, 0.92 / (1 + 1.1 * sqrt(drawn))) * radius;
    for (unsigned i = 0; i < drawn; i++) {
        double away = drawn == 1 ? 0 : 1.1 * size * sqrt(i + 0.4), angle = golden_angle * i;
        struct spot at = {centre.x + away * cos(angle), centre.y + away * sin(angle)};
        canvas_draw_disc(canvas, at, size, seed_edge);
        canvas_draw_disc(canvas, at, size - 1.1, seed);
    }
}

static void picture_draw_pit(struct board_picture *picture, unsigned row, unsigned column) {
    unsigned printed = picture->turned ? picture->rows - 1 - row : row;
    unsigned hole = kw_hole_at(picture->game, printed,
                               picture->turned ? picture->columns - 1 - column : column);
    unsigned count = picture->position->hole[hole];
    bool marked = ((picture->position->mark | picture->position->mark2) >> hole & 1u) != 0;
    double high = 2 * picture->pit + 1.4 * picture->digit; /* of the pit with its number */
    double top = picture->top + row * picture->cell_high + (picture->cell_high - high) / 2 +
                 (row >= picture->rows - picture->rows / 2 ? RIDGE : 0);
    struct spot centre = {picture->left + (column + 0.5) * picture->cell_wide, top + picture->pit};
    canvas_draw_disc(&picture->canvas, centre, picture->pit + 2, rim);
    canvas_draw_disc(&picture->canvas, centre, picture->pit, bowl);
    if (marked)
        canvas_draw_ring(&picture->canvas, centre, picture->pit + 2, 3, mark_line);
    picture_draw_seeds(&picture->canvas, centre, picture->pit, count);
    if (count > 0)
        canvas_draw_number(&picture->canvas,
                           (struct spot){centre.x, top + high - picture->digit / 2}, picture->digit,
                           count, figure);
}

/* South's store stands at the right of South: each player's own, as the board is printed. */
static void picture_draw_store(struct board_picture *picture, enum kw_player player) {
    bool right = (player == KW_SOUTH) != picture->turned;
    int width = STORE - 28, left = MARGIN + INSIDE, high = PICTURE_HEIGHT - 2 * (MARGIN + INSIDE);
    if (right)
        left = PICTURE_WIDTH - MARGIN - INSIDE - width;
    int top = MARGIN + INSIDE, count = picture->position->store[player];
    struct slab slab = {left, top, left + width, top + high - 38, width / 2};
    canvas_draw_slab(&picture->canvas, slab, bowl);
    struct spot heap = {left + width / 2.0, (slab.top + slab.bottom) / 2.0};
    picture_draw_seeds(&picture->canvas, heap, width / 2.0 - 3, (unsigned)count);
    canvas_draw_number(&picture->canvas, (struct spot){heap.x, slab.bottom + 23.0}, 27,
                       (unsigned)count, figure);
}

static void picture_draw_wood(struct board_picture *picture) {
    struct slab slab = {MARGIN, MARGIN, PICTURE_WIDTH - MARGIN, PICTURE_HEIGHT - MARGIN,
                        WOOD_RADIUS};
    struct kw_result result;
    canvas_draw_slab(&picture->canvas, slab, wood_edge);
    slab = (struct slab){slab.left + EDGE, slab.top + EDGE, slab.right - EDGE, slab.bottom - EDGE,
                         WOOD_RADIUS - EDGE};
    canvas_draw_slab(&picture->canvas, slab, wood);
    int middle = PICTURE_HEIGHT / 2;
    canvas_draw_slab(
        &picture->canvas,
        (struct slab){picture->left, middle - 1, PICTURE_WIDTH - picture->left, middle + 1, 0},
        wood_edge);
    if (kw_state(picture->game, picture->position, &result))
        return;
    bool lower = (picture->position->turn == KW_SOUTH) != picture->turned;
    int top = lower ? slab.bottom - BAR - 4 : slab.top + 4;
    canvas_draw_slab(
        &picture->canvas,
        (struct slab){slab.left + WOOD_RADIUS, top, slab.right - WOOD_RADIUS, top + BAR, BAR / 2},
        turn_bar);
}

/* How large pits and digits can be. */
static void picture_lay_out(struct board_picture *picture) {
    int beside = MARGIN + INSIDE + (kw_has_stores(picture->game) ? STORE : 0);
    picture->left = beside;
    picture->top = MARGIN + INSIDE;
    picture->cell_wide = (PICTURE_WIDTH - 2.0 * beside) / picture->columns;
    picture->cell_high = (PICTURE_HEIGHT - 2.0 * (MARGIN + INSIDE) - RIDGE) / picture->rows;
    picture->digit = fmin(31, picture->cell_high * 0.24);
    picture->pit =
        fmin(picture->cell_wide / 2 - 5, (picture->cell_high - 1.4 * picture->digit) / 2 - 3);
}

static void *picture_encode(const struct canvas *canvas, size_t *length) {
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = canvas->width,
                       .height = canvas->height,
                       .format = PNG_FORMAT_RGB,
                       .flags = PNG_IMAGE_FLAG_FAST};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    void *bytes = malloc(size);
    if (bytes == NULL ||
        !png_image_write_to_memory(&image, bytes, &size, 0, canvas->pixels, 0, NULL)) {
        free(bytes);
        return NULL;
    }
    *length = size;
    void *less = realloc(bytes, size);
    if (less == NULL)
        return bytes; /* as large as before */
    return less;
}

void *board_picture_make(const struct kw_game *game, const struct kw_position *position,
                         enum kw_player bottom, size_t *length) {
    struct board_picture picture = {.game = game,
                                    .position = position,
                                    .turned = bottom == KW_NORTH,
                                    .rows = kw_game_info(game)->rows,
                                    .columns = kw_game_columns(game)};
    if (!canvas_open(&picture.canvas, PICTURE_WIDTH, PICTURE_HEIGHT, paper))
        return NULL;
    picture_lay_out(&picture);
    picture_draw_wood(&picture);
    for (unsigned row = 0; row < picture.rows; row++)
        for (unsigned column = 0; column < picture.columns; column++)
            picture_draw_pit(&picture, row, column);
    if (kw_has_stores(game)) {
        picture_draw_store(&picture, KW_SOUTH);
        picture_draw_store(&picture, KW_NORTH);
    }
    void *bytes = picture_encode(&picture.canvas, length);
    canvas_close(&picture.canvas);
    return bytes;
}
