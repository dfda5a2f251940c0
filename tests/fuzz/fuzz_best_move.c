/*
 * The reader of what a program of a match answers to go: the move is legal or refused with a
 * sentence, and a reply that may be pondered on leads to a turn of the same player.
 */
#include "fuzz.h"
#include "match/best_move.h"

static void best_move_check(const struct kw_game *game, const struct kw_position *position,
                            const struct best_move *best) {
    struct kw_position next;
    struct kw_reason reason;
    fuzz_promise(!kw_explain_illegal(game, position, best->move, &reason), "the move is legal");
    if (!best->has_reply)
        return;
    kw_play(game, position, best->move, &next);
    fuzz_promise(next.turn != position->turn, "the reply is the opponent's");
    fuzz_promise(!kw_explain_illegal(game, &next, best->reply, &reason), "the reply is legal");
    kw_play(game, &next, best->reply, &next);
    fuzz_promise(next.turn == position->turn, "the player is to move after it");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char input[FUZZ_INPUT], *rest = input;
    fuzz_text(data, size, input);
    struct kw_game *game = fuzz_game(fuzz_line(&rest));
    struct kw_position position;
    if (game != NULL && kw_position_read(game, fuzz_line(&rest), &position, NULL)) {
        struct kw_error error = {0};
        struct best_move best;
        char *text = fuzz_copy(rest);
        if (best_move_read(text, game, &position, &best, &error))
            best_move_check(game, &position, &best);
        else
            fuzz_error(&error, text);
        free(text);
    }
    kw_game_close(game);
    return 0;
}
