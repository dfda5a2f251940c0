/* Positions as bytes: their hash, South and North exchanged, what their value depends on. */
#include "games/game.h"

uint64_t kw_hash(const struct kw_position *position) {
    uint64_t word[sizeof *position / 8], hash = 0x243f6a8885a308d3u;
    memcpy(word, position, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        /* The finaliser of MurmurHash3 on every word: each input bit reaches each output bit. */
        hash = (hash ^ word[i]) * 0xff51afd7ed558ccdu;
        hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Where a hole is found after South and North have changed places. */
static unsigned mirror_hole(const struct rules *rules, unsigned hole) {
    if (rules->rows == 4)
        return hole ^ 16;
    return hole < rules->columns ? hole + rules->columns : hole - rules->columns;
}

static uint32_t mirror_mask(const struct rules *rules, uint32_t mask) {
    unsigned by = rules->rows == 4 ? 16 : rules->columns;
    return mask << by | mask >> by; /* only holes of the board have marks */
}

void kw_mirror(const struct kw_game *game, const struct kw_position *position,
               struct kw_position *mirrored) {
    static const uint8_t exchanged[] = {KW_GOING_ON, KW_NORTH_WINS, KW_SOUTH_WINS, KW_DRAW};
    const struct rules *rules = game->rules;
    struct kw_position old = *position, *new = mirrored;
    *new = (struct kw_position){.store = {old.store[1], old.store[0]},
                                .turn = old.turn ^ 1,
                                .phase = old.phase,
                                .over = exchanged[old.over],
                                .hand = old.hand};
    uint32_t board = holes_of(rules, KW_SOUTH) | holes_of(rules, KW_NORTH);
    for (uint32_t holes = board; holes != 0; holes &= holes - 1) {
        unsigned hole = (unsigned)__builtin_ctz(holes);
        new->hole[mirror_hole(rules, hole)] = old.hole[hole];
    }
    bool exchange = game->family->marks_of_players;
    new->mark = mirror_mask(rules, exchange ? old.mark2 : old.mark) & board;
    new->mark2 = mirror_mask(rules, exchange ? old.mark : old.mark2) & board;
    for (int i = 0; i < 2; i++) {
        unsigned hole = game->family->own_is_hole[i] ? old.own[i] & OWN_HOLE : 0;
        unsigned mirrored_hole = hole > 0 ? mirror_hole(rules, hole - 1) + 1 : 0;
        new->own[i] = (uint8_t)(old.own[i] - hole + mirrored_hole);
    }
}

void kw_key(const struct kw_game *game, const struct kw_position *position,
            struct kw_position *key) {
    /* During setup turns the players' places are not alike: South's turn comes first. */
    if (position->turn == KW_NORTH && position->phase == 0 && !game->family->sides_differ)
        kw_mirror(game, position, key);
    else
        *key = *position;
    if (!game->family->reserves && !game->family->asks_stores)
        key->store[0] = key->store[1] = 0;
}
