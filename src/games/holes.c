#include "games/holes.h"

#include <string.h>

unsigned seeds_in(const struct kw_position *position, uint32_t holes) {
    unsigned seeds = 0;
    for (; holes != 0; holes &= holes - 1)
        seeds += position->hole[__builtin_ctz(holes)];
    return seeds;
}

unsigned seeds_all(const struct kw_position *position) {
    unsigned seeds = position->store[0] + position->store[1] + position->hand;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += position->hole[hole];
    return seeds;
}

uint32_t holes_of(const struct rules *rules, unsigned player) {
    unsigned columns = rules->columns;
    if (rules->rows == 4)
        return ((1u << 2 * columns) - 1) << (player == KW_SOUTH ? 0 : 16);
    return ((1u << columns) - 1) << (player == KW_SOUTH ? 0 : columns);
}

/*
 * Two rows:   j i h ... a      Four rows:  b8 ... b1      South's ring: A1 .. A8, B8 .. B1
 *             A B C ... J                  a8 ... a1      from hole 0, North's a1 .. a8, b8 .. b1
 *                                          A1 ... A8      from hole 16.
 *                                          B1 ... B8
 */
unsigned hole_printed(const struct rules *rules, unsigned row, unsigned column) {
    unsigned n = rules->columns;
    if (rules->rows == 2)
        return row == 0 ? 2 * n - 1 - column : column;
    switch (row) {
    case 0:
        return 16 + n + column;
    case 1:
        return 16 + n - 1 - column;
    case 2:
        return column;
    default:
        return 2 * n - 1 - column;
    }
}

void hole_text(const struct rules *rules, unsigned hole, struct text *text) {
    unsigned n = rules->columns;
    if (rules->rows == 2) {
        text_char(text, (char)(hole < n ? 'A' + hole : 'a' + (hole - n)));
        return;
    }
    char row = hole < 16 ? 'A' : 'a';
    unsigned at = hole & 15;
    bool front = at < n;
    text_char(text, (char)(front ? row : row + 1));
    text_number(text, front ? at + 1 : 2 * n - at);
}

size_t hole_read(const struct rules *rules, const char *text, unsigned *hole) {
    unsigned n = rules->columns;
    if (rules->rows == 2) {
        if (*text >= 'A' && *text < (char)('A' + n))
            *hole = (unsigned)(*text - 'A');
        else if (*text >= 'a' && *text < (char)('a' + n))
            *hole = n + (unsigned)(*text - 'a');
        else
            return 0;
        return 1;
    }
    if (*text == '\0' || strchr("ABab", *text) == NULL || text[1] < '1' ||
        text[1] > (char)('0' + n))
        return 0;
    unsigned column = (unsigned)(text[1] - '1');
    bool north = *text >= 'a', front = *text == 'A' || *text == 'a';
    *hole = (north ? 16 : 0) + (front ? column : 2 * n - 1 - column);
    return 2;
}
