/*
 * The value of an endgame, by tables.  They are built in a folder as far as they are missing.
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

/* Prints its value. */
static bool tell(const char *folder, const struct kw_game *game, const char *text,
                 struct kw_error *error) {
    struct kw_position position;
    struct kw_bounds bounds;
    if (!kw_position_read(game, text, &position, error) ||
        !probe(folder, game, &position, &bounds, error))
        return false;
    printf("from %+d to %+d\n", bounds.lower, bounds.upper);
    if (bounds.distances && bounds.reach != KW_TABLE_ENDLESS)
        printf("plies to a capture or the end: %u\n", bounds.reach);
    return true;
}

int main(int argc, char **argv) {
    struct kw_error error = {.message = "which folder, game, options and position?"};
    struct kw_game *game = argc < 5 ? NULL : kw_game_open(argv[2], argv[3], &error);
    bool told = game != NULL && tell(argv[1], game, argv[4], &error);
    kw_game_close(game);
    if (!told)
        fprintf(stderr, "endgame: %s\n", error.message);
    return told ? 0 : 1;
}
