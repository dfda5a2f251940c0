/* The reader of options: what it accepts is a game that starts and plays, under those values. */
#include "fuzz.h"

/* Writes the values of all options and opens the game again: they are the same. */
static void values_check(const struct kw_game *game) {
    char options[FUZZ_INPUT] = "", value[KW_TEXT], other[KW_TEXT];
    for (size_t i = 0; i < kw_option_count(game); i++) {
        size_t length = strlen(options);
        snprintf(options + length, sizeof options - length, "%s%s=%s", i == 0 ? "" : " ",
                 kw_option_at(game, i)->name, kw_option_value(game, i, value));
    }
    struct kw_game *again = kw_game_open(kw_game_info(game)->id, options, NULL);
    fuzz_promise(again != NULL, "written values can be read");
    for (size_t i = 0; i < kw_option_count(game); i++)
        fuzz_promise(strcmp(kw_option_value(game, i, value), kw_option_value(again, i, other)) == 0,
                     "and are the same");
    kw_game_close(again);
}

static void play_check(const struct kw_game *game) {
    struct kw_position position;
    kw_start(game, &position);
    unsigned seeds = fuzz_seeds(&position);
    fuzz_round_trip(game, &position);
    for (unsigned ply = 0; ply < 30; ply++) {
        static kw_move list[FUZZ_LIST];
        size_t count = kw_moves(game, &position, list, FUZZ_LIST);
        if (count == 0)
            break;
        kw_play(game, &position, list[ply * 5 % (count < FUZZ_LIST ? count : FUZZ_LIST)],
                &position);
        fuzz_promise(fuzz_seeds(&position) == seeds, "no seed is lost");
        fuzz_round_trip(game, &position);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char input[FUZZ_INPUT], *rest = input;
    fuzz_text(data, size, input);
    struct kw_game *game = fuzz_game(fuzz_line(&rest));
    if (game == NULL)
        return 0;
    values_check(game);
    play_check(game);
    kw_game_close(game);
    return 0;
}
