/* The reader of positions: what it accepts can be written, played and traced. */
#include "fuzz.h"

static bool event_replay(void *context, const struct kw_event *event) {
    fuzz_promise(event->clause != NULL, "every event has a clause");
    kw_replay(context, event);
    return true;
}

static void move_check(const struct kw_game *game, const struct kw_position *position,
                       kw_move move) {
    struct kw_position next, traced, replayed = *position;
    struct kw_reason reason;
    fuzz_promise(!kw_explain_illegal(game, position, move, &reason), "a listed move is legal");
    kw_play(game, position, move, &next);
    fuzz_promise(fuzz_seeds(&next) == fuzz_seeds(position), "no seed is lost");
    kw_trace(game, position, move, &traced, event_replay, &replayed);
    fuzz_promise(memcmp(&traced, &next, sizeof next) == 0, "a traced move is the same");
    fuzz_promise(memcmp(&replayed, &next, sizeof next) == 0, "its events make the position");
    fuzz_round_trip(game, &next);
}

static void position_check(const struct kw_game *game, const struct kw_position *position) {
    static kw_move list[FUZZ_LIST];
    struct kw_result result;
    char drawing[KW_DRAWING];
    size_t count = kw_moves(game, position, list, FUZZ_LIST);
    fuzz_promise(kw_state(game, position, &result) == (count == 0), "over if there is no move");
    fuzz_promise(kw_move_count(game, position) == count, "moves are counted as listed");
    kw_board_text(game, position, KW_NORTH, NULL, drawing);
    for (size_t i = 0; i < count && i < 16; i++)
        move_check(game, position, list[i * 7 % (count < FUZZ_LIST ? count : FUZZ_LIST)]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char input[FUZZ_INPUT], *rest = input;
    fuzz_text(data, size, input);
    struct kw_game *game = fuzz_game(fuzz_line(&rest));
    if (game == NULL)
        return 0;
    char *text = fuzz_copy(fuzz_line(&rest));
    struct kw_error error = {0};
    struct kw_position position, untouched;
    memset(&position, 0x5A, sizeof position);
    untouched = position;
    if (kw_position_read(game, text, &position, &error)) {
        fuzz_round_trip(game, &position);
        position_check(game, &position);
    } else {
        fuzz_error(&error, text);
        fuzz_promise(memcmp(&position, &untouched, sizeof position) == 0,
                     "what cannot be read leaves the position alone");
    }
    free(text);
    kw_game_close(game);
    return 0;
}
