#include "exact/value_model.h"

#include "base/cpu.h"

#include <endian.h>

struct value_model value_model_of(const struct kw_game *game) {
    bool counts = game->info->counts_seeds;
    return (struct value_model){
        .game = game, .counts = counts, .linear = game_linear(game), .acyclic = game_acyclic(game)};
}

int model_result_value(const struct value_model *model, const struct kw_position *position,
                       const struct kw_result *result) {
    int south = 0;
    if (result->scored)
        south = (int)result->score[KW_SOUTH] - (int)result->score[KW_NORTH];
    else if (result->outcome != KW_DRAW)
        south = (result->outcome == KW_SOUTH_WINS ? 1 : -1) *
                (model->counts ? (int)model->game->rules->seeds : 1);
    int value = position->turn == KW_SOUTH ? south : -south;
    return value - model_lead(model, position);
}

int model_end_value(const struct value_model *model, const struct kw_position *position) {
    struct kw_result result;
    kw_state(model->game, position, &result);
    return model_result_value(model, position, &result);
}

int model_repetition_value(const struct value_model *model, const struct kw_position *position) {
    struct kw_result result;
    kw_repetition_result(model->game, position, &result);
    return model_result_value(model, position, &result);
}

/* Both halves of a product. */
static uint64_t model_fold(uint64_t a, uint64_t b) { return a * b ^ multiply_high(a, b); }

/*
 * As the mover sees it, where that takes no more than to exchange two rows; elsewhere a position
 * and its mirror image are two, which costs little.
 */
static void model_as_mover(const struct value_model *model, struct kw_position *position) {
    unsigned row = model->game->rules->columns;
    uint8_t hole[KW_HOLES / 2];
    if (!model->acyclic || position->turn == KW_SOUTH)
        return;
    memcpy(hole, position->hole, row);
    memcpy(position->hole, position->hole + row, row);
    memcpy(position->hole + row, hole, row);
    position->turn = KW_SOUTH;
}

struct board_key model_key(const struct value_model *model, const struct kw_position *position) {
    const struct kw_game *game = model->game;
    struct kw_position seen = *position;
    uint64_t word[6];
    unsigned won[2] = {0};
    model_as_mover(model, &seen);
    if (model->linear && game_wins_on_board(game))
        game_bank_decided(game, &seen, won);
    for (unsigned i = 0; i < 6; i++) /* one by one, as they were written */
        memcpy(&word[i], (const char *)&seen + 8 * i, sizeof word[i]);
    if (model->linear) /* all but the stores */
        word[5] &= ~htole64(UINT64_C(0xFFFF));
    return (struct board_key){model_fold(model_fold(word[0] ^ UINT64_C(0x9E3779B97F4A7C15),
                                                    word[1] ^ UINT64_C(0xBF58476D1CE4E5B9)) ^
                                             word[4] ^ UINT64_C(0x94D049BB133111EB),
                                         model_fold(word[2] ^ UINT64_C(0xD6E8FEB86659FD93),
                                                    word[3] ^ UINT64_C(0xA0761D6478BD642F)) ^
                                             word[5] ^ UINT64_C(0xE7037ED1A0B428DB)),
                              model_fold(model_fold(word[0] ^ UINT64_C(0x8EBC6AF09C88C6E3),
                                                    word[2] ^ UINT64_C(0x589965CC75374CC3)) ^
                                             word[5] ^ UINT64_C(0x1D8E4E27C47D124F),
                                         model_fold(word[1] ^ UINT64_C(0xEB44ACCAB455D165),
                                                    word[3] ^ UINT64_C(0x2D358DCCAA6C78A5)) ^
                                             word[4] ^ UINT64_C(0x8BB84B93962EACC9))};
}
