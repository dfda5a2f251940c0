/*
 * What is an endgame worth, by tables?  They are built in a folder as far as they are missing.
 * endgame tables awari "" "0,0,0,0,1,1/0,0,1,0,1,1 S 20/23"
 */
#include <komwe.h>
#include <stdio.h>

/* The bounds of a position, counted for its mover and on the board alone. */
static bool probe(const char *folder, const struct kw_game *game,
                  const struct kw_position *position, struct kw_bounds *bounds,
                  struct kw_error *error) {
    unsigned seeds = 0;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += position->hole[hole];
    if (!kw_tables_build(game, folder, seeds, 2, NULL, NULL, error))
        return false;
    struct kw_tables *tables = kw_tables_open(folder, error);
    bool found = tables != NULL && kw_tables_probe(tables, game, position, bounds, error);
    kw_tables_close(tables);
    return found;
}

int main(int argc, char **argv) {
    struct kw_error error = {.message = "which folder, game, options and position?"};
    struct kw_game *game = argc < 5 ? NULL : kw_game_open(argv[2], argv[3], &error);
    struct kw_position position;
    struct kw_bounds bounds;
    if (game == NULL || !kw_position_read(game, argv[4], &position, &error) ||
        !probe(argv[1], game, &position, &bounds, &error))
        return fprintf(stderr, "endgame: %s\n", error.message), 1;
    printf("from %+d to %+d\n", bounds.lower, bounds.upper);
    if (bounds.distances && bounds.reach != KW_TABLE_ENDLESS)
        printf("plies to a capture or the end: %u\n", bounds.reach);
    kw_game_close(game);
}
