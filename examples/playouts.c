/* Who wins random games how often?     playouts hus width=4 */
#include <komwe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 4, GAMES = 1000, LIST = 4096, PLIES = 10000 };

static atomic_uint next_game, outcomes[4]; /* by enum kw_outcome; KW_GOING_ON: over PLIES long */

/* A game's randomness comes from its number alone, so that the threads change nothing. */
static void *play(void *context) {
    const struct kw_game *game = context; /* immutable: all threads use it */
    kw_move list[LIST];
    for (unsigned number; (number = next_game++) < GAMES;) {
        struct kw_random random;
        struct kw_position position;
        struct kw_result result = {.outcome = KW_GOING_ON};
        kw_random_seed(&random, number);
        kw_start(game, &position);
        for (int ply = 0; ply < PLIES && !kw_state(game, &position, &result); ply++) {
            size_t count = kw_moves(game, &position, list, LIST);
            uint32_t chosen = kw_random_below(&random, count < LIST ? (uint32_t)count : LIST);
            kw_play(game, &position, list[chosen], &position);
        }
        outcomes[result.outcome]++;
    }
    return NULL;
}

int main(int argc, char **argv) {
    static const char *const names[] = {"unfinished", "South", "North", "drawn"};
    struct kw_error error = {.message = "which game?"};
    struct kw_game *game = argc < 2 ? NULL : kw_game_open(argv[1], argc > 2 ? argv[2] : "", &error);
    pthread_t thread[THREADS];
    if (game == NULL)
        return fprintf(stderr, "playouts: %s\n", error.message), 1;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, play, game) != 0)
            return fprintf(stderr, "playouts: no thread can be started\n"), 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < 4; i++)
        printf("%-10s %4u of %d\n", names[i], (unsigned)outcomes[i], GAMES);
    kw_game_close(game);
}
