/*
 * What families share: fields on moves that do not end, results, reasons, moves that are the name
 * of a hole.  For the families alone.
 */
#ifndef KOMWE_GAMES_FAMILY_PARTS_H
#define KOMWE_GAMES_FAMILY_PARTS_H

#include "games/family.h"
#include "games/holes.h"

#include <endian.h>
#include <string.h>

/*
 * Lists those of a row's holes whose bit is set, without branches, and returns how many there are.
 */
KW_INLINE size_t list_holes(const struct rules *rules, unsigned player, uint32_t playable,
                            kw_move *list) {
    unsigned first = player == KW_SOUTH ? 0 : rules->columns;
    size_t n = 0;
    for (unsigned i = 0; i < rules->columns; i++) {
        list[n] = first + i;
        n += playable >> i & 1;
    }
    return n;
}

/* The field hand=N, 1 to all seeds, for a family's list. */
#define KW_FIELD_HAND                                                                              \
    { "hand", hand_write, hand_read, NULL }
void hand_write(const struct rules *rules, const struct kw_position *position, struct text *text);
bool hand_read(const struct rules *rules, const char *value, struct kw_position *position);

/* The field over=S|N|draw of games with relay sowing. */
extern const struct field kw_field_over;
void over_write(const struct rules *rules, const struct kw_position *position, struct text *text);
bool over_read(const struct rules *rules, const char *value, struct kw_position *position);

/* The last eight bytes of a position. */
struct scalars {
    unsigned store[2], turn, phase, over, hand, own[2]; /* each 0..255 */
};

/*
 * Writes what follows the holes of a position in whole words: a word read back from bytes that were
 * written one by one would wait for all of them.  For the same reason the words are put together in
 * registers, and not by way of the struct's bytes.
 */
KW_INLINE void position_scalars(struct kw_position *position, uint32_t mark, uint32_t mark2,
                                struct scalars s) {
    uint32_t first = s.store[0] | s.store[1] << 8 | s.turn << 16 | s.phase << 24;
    uint32_t last = s.over | s.hand << 8 | s.own[0] << 16 | s.own[1] << 24;
    uint64_t word = htole64(first | (uint64_t)last << 32);
    position->mark = mark;
    position->mark2 = mark2;
    memcpy((char *)position + offsetof(struct kw_position, store), &word, sizeof word);
}

/*
 * The same after a turn of a game without a hand and fields of its own: its player has won so many
 * seeds, `turn` is next, `over` is KW_GOING_ON or how the move ended the game.
 */
KW_INLINE void position_after(const struct kw_position *position, unsigned gained, unsigned turn,
                              unsigned over, uint32_t mark, struct kw_position *next) {
    unsigned north = position->turn;
    position_scalars(next, mark, 0,
                     (struct scalars){.store = {(position->store[0] + (north ? 0 : gained)),
                                                (position->store[1] + (north ? gained : 0))},
                                      .turn = turn,
                                      .over = over});
}

/* Move text of games whose moves are the name of a hole, or "pass". */
void hole_move_text(const struct rules *rules, const struct kw_position *position, kw_move move,
                    struct text *text);
bool hole_move_read(const struct rules *rules, const struct kw_position *position, const char *text,
                    bool loose, kw_move *move, struct fault *fault);

/* Fills in the result of a game that counts seeds. */
void result_score(struct kw_result *result, unsigned south, unsigned north);

/* The same if each player has what is in his store and in his own row. */
void result_rows(const struct rules *rules, const struct kw_position *position,
                 struct kw_result *result);

/* True, with the result, if the position says that the game ended inside a move. */
bool result_over(const struct kw_position *position, struct kw_result *result);

/* Fills in a reason and returns true, for the families' explain_illegal and constraint. */
bool reason_set(struct kw_reason *reason, const struct kw_clause *clause, const char *text,
                unsigned hole, unsigned count);

#endif
