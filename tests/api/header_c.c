/* The header alone, as C11: its sizes and layout, which are promised, and its inline functions. */
#include "komwe.h"

#include <stdio.h>

#define OFFSET(member, bytes)                                                                      \
    _Static_assert(offsetof(struct kw_position, member) == (bytes), #member " has moved")

_Static_assert(sizeof(struct kw_position) == 48, "a position is 48 bytes");
OFFSET(hole, 0);
OFFSET(mark, 32);
OFFSET(mark2, 36);
OFFSET(store, 40);
OFFSET(turn, 42);
OFFSET(phase, 43);
OFFSET(over, 44);
OFFSET(hand, 45);
OFFSET(own, 46);
_Static_assert(sizeof(kw_move) == 4, "a move is 32 bits");

/* Whether a move keeps what it is made of. */
static bool move_keeps(enum kw_kind kind, unsigned hole, bool reverse, bool plus, uint32_t number) {
    kw_move move = kw_move_make(kind, hole, reverse, plus, number);
    return kw_move_kind(move) == kind && kw_move_hole(move) == hole &&
           kw_move_reverse(move) == reverse && kw_move_plus(move) == plus &&
           kw_move_number(move) == number;
}

int main(void) {
    unsigned passed = 0, failed = 0;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        for (unsigned kind = KW_SOW; kind <= KW_SWAP; kind++)
            for (unsigned bits = 0; bits < 16; bits++)
                if (move_keeps((enum kw_kind)kind, hole, bits & 1, bits & 2,
                               (bits & 4 ? 0x3fffff : 0) ^ (bits & 8 ? 0x155555 : 0)))
                    passed++;
                else
                    failed++;
    if (kw_version()[0] != '\0')
        passed++;
    else
        failed++;
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
