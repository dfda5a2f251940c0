#include "exact/value_model.h"

#include "base/cpu.h"

struct terms terms_of(const struct kw_game *game) {
    bool counts = game->info->counts_seeds;
    return (struct terms){.game = game,
                          .counts = counts,
                          .linear = game_linear(game),
                          .acyclic = game->family->acyclic};
}

int terms_worth(const struct terms *terms, const struct kw_position *position,
                const struct kw_result *result) {
    int south = 0;
    if (result->scored)
        south = (int)result->score[KW_SOUTH] - (int)result->score[KW_NORTH];
    else if (result->outcome != KW_DRAW)
        south = (result->outcome == KW_SOUTH_WINS ? 1 : -1) *
                (terms->counts ? (int)terms->game->rules->seeds : 1);
    int value = position->turn == KW_SOUTH ? south : -south;
    return value - terms_ahead(terms, position);
}

int terms_end(const struct terms *terms, const struct kw_position *position) {
    struct kw_result result;
    kw_state(terms->game, position, &result);
    return terms_worth(terms, position, &result);
}

int terms_repeated(const struct terms *terms, const struct kw_position *position) {
    struct kw_result result;
    kw_repetition_result(terms->game, position, &result);
    return terms_worth(terms, position, &result);
}

/* Both halves of a product. */
static uint64_t fold(uint64_t a, uint64_t b) { return a * b ^ multiply_high(a, b); }

/*
 * As the mover sees it, where that takes no more than to exchange two rows; elsewhere a position
 * and its mirror image are two, which costs little.
 */
static void seen_by_mover(const struct terms *terms, struct kw_position *position) {
    unsigned row = terms->game->rules->columns;
    uint8_t hole[KW_HOLES / 2];
    if (!terms->acyclic || position->turn == KW_SOUTH)
        return;
    memcpy(hole, position->hole, row);
    memcpy(position->hole, position->hole + row, row);
    memcpy(position->hole + row, hole, row);
    position->turn = KW_SOUTH;
}

struct print terms_print(const struct terms *terms, const struct kw_position *position) {
    const struct kw_game *game = terms->game;
    struct kw_position seen = *position;
    uint64_t word[6];
    unsigned won[2] = {0};
    seen_by_mover(terms, &seen);
    if (terms->linear && game->family->bank_decided != NULL)
        game->family->bank_decided(game->rules, &seen, won);
    for (unsigned i = 0; i < 6; i++) /* one by one, as they were written */
        memcpy(&word[i], (const char *)&seen + 8 * i, sizeof word[i]);
    if (terms->linear) /* all but the stores */
        word[5] &= ~htole64(UINT64_C(0xFFFF));
    return (struct print){
        fold(fold(word[0] ^ UINT64_C(0x9E3779B97F4A7C15), word[1] ^ UINT64_C(0xBF58476D1CE4E5B9)) ^
                 word[4] ^ UINT64_C(0x94D049BB133111EB),
             fold(word[2] ^ UINT64_C(0xD6E8FEB86659FD93), word[3] ^ UINT64_C(0xA0761D6478BD642F)) ^
                 word[5] ^ UINT64_C(0xE7037ED1A0B428DB)),
        fold(fold(word[0] ^ UINT64_C(0x8EBC6AF09C88C6E3), word[2] ^ UINT64_C(0x589965CC75374CC3)) ^
                 word[5] ^ UINT64_C(0x1D8E4E27C47D124F),
             fold(word[1] ^ UINT64_C(0xEB44ACCAB455D165), word[3] ^ UINT64_C(0x2D358DCCAA6C78A5)) ^
                 word[4] ^ UINT64_C(0x8BB84B93962EACC9))};
}
