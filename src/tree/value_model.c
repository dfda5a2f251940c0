#include "tree/value_model.h"

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
        south = game_lead_of(result);
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

/*
 * Turns the board so that South is to move, where that exchanges two rows and nothing else; in
 * other games a position and its mirror image have two keys, which costs little.
 */
static void model_as_mover(const struct value_model *model, struct kw_position *position) {
    unsigned row = model->game->rules->columns;
    uint8_t hole[KW_HOLES / 2];
    bool marked = (position->mark | position->mark2 | position->own[0]) != 0;
    if (!model->acyclic || position->turn == KW_SOUTH || marked)
        return;
    memcpy(hole, position->hole, row);
    memcpy(position->hole, position->hole + row, row);
    memcpy(position->hole + row, hole, row);
    uint8_t store = position->store[0];
    position->store[0] = position->store[1];
    position->store[1] = store;
    position->turn = KW_SOUTH;
}

struct position_key model_key(const struct value_model *model, const struct kw_position *position) {
    const struct kw_game *game = model->game;
    struct kw_position key = *position;
    unsigned won[2] = {0};
    model_as_mover(model, &key);
    if (model->linear && game_wins_on_board(game))
        game_bank_decided(game, &key, won);
    uint64_t scalars = hash_word(&key, 5);
    if (model->linear) /* all but the stores */
        scalars &= ~htole64(UINT64_C(0xFFFF));
    return (struct position_key){
        .check = hash_position(&key, scalars, false),
        .place = hash_fold(hash_fold(hash_word(&key, 0) ^ UINT64_C(0x8EBC6AF09C88C6E3),
                                     hash_word(&key, 2) ^ UINT64_C(0x589965CC75374CC3)) ^
                               scalars ^ UINT64_C(0x1D8E4E27C47D124F),
                           hash_fold(hash_word(&key, 1) ^ UINT64_C(0xEB44ACCAB455D165),
                                     hash_word(&key, 3) ^ UINT64_C(0x2D358DCCAA6C78A5)) ^
                               hash_word(&key, 4) ^ UINT64_C(0x8BB84B93962EACC9))};
}
