/* A whole game in a few lines: Kiothi, where both players always take the first move of the list.
 */
#include <komwe.h>
#include <stdio.h>

int main(void) {
    const struct kw_game *game = kw_game_find("kiothi");
    struct kw_position position;
    struct kw_result result;
    kw_move moves[KW_MOVES];
    char text[KW_DRAWING];
    kw_start(game, &position);
    puts(kw_board_text(game, &position, KW_SOUTH, NULL, text));
    while (kw_moves(game, &position, moves, KW_MOVES) > 0)
        kw_play(game, &position, moves[0], &position); /* the turn does not always change */
    puts(kw_board_text(game, &position, KW_SOUTH, NULL, text));
    kw_state(game, &position, &result);
    printf("South has %u, North %u\n", result.score[0], result.score[1]);
}
