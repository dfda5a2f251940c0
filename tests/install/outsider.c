/* A program outside the tree: plays one game of Kiothi at random. */
#include <komwe.h>
#include <stdio.h>

int main(void) {
    const struct kw_game *game = kw_game_find("kiothi");
    struct kw_position position;
    struct kw_random random;
    kw_move moves[KW_MOVES];
    char text[KW_TEXT];
    struct kw_result result;

    kw_random_seed(&random, 1);
    kw_start(game, &position);
    for (int ply = 0; ply < 1000 && !kw_state(game, &position, &result); ply++) {
        size_t count = kw_moves(game, &position, moves, KW_MOVES);
        kw_move move = moves[kw_random_below(&random, (uint32_t)count)];
        kw_play(game, &position, move, &position);
    }
    puts(kw_position_text(game, &position, text));
    return 0;
}
