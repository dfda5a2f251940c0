/*
 * Counts moves by the slow twin alone, to find out what a difference in twin_test comes from.
 *
 *      twin_perft [-o OPTIONS] [-p POSITION] [-d] GAME DEPTH [MOVE]...
 *
 * Plays the moves from the position (the start by default) and prints the position reached, its
 * result if the game is over there, and for each depth from 1 to DEPTH the number of sequences of
 * exactly that many plies.  With -d it prints instead, for each legal move, the number of sequences
 * of DEPTH plies that begin with it, the position it leads to and, if the game is over there, the
 * result.  The options are those of twin.h; they are not checked.
 */
#include "twin/twin_families.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DEPTH = 100 };

/* A rule set of a family under some options. */
struct game {
    const struct twin_family *family;
    const char *id, *options;
};

static bool game_find(const char *id, struct game *game) {
    for (size_t i = 0; i < TWIN_FAMILIES; i++)
        for (const char *const *known = twin_families[i]->ids; *known != NULL; known++)
            if (strcmp(*known, id) == 0) {
                game->family = twin_families[i];
                game->id = *known;
                return true;
            }
    return false;
}

/* Cuts the first line off `*lines` and returns it; NULL at the end. */
static char *line_take(char **lines) {
    char *line = *lines, *end = strchr(line, '\n');
    if (end == NULL)
        return NULL;
    *end = '\0';
    *lines = end + 1;
    return line;
}

static unsigned long long perft(const struct game *game, const char *position, unsigned depth) {
    if (depth == 0)
        return 1;
    unsigned long long count = 0;
    char *text = game->family->moves(game->id, game->options, position), *lines = text;
    for (char *move; (move = line_take(&lines)) != NULL;) {
        char next[TWIN_TEXT];
        if (depth > 1)
            game->family->play(game->id, game->options, position, move, next);
        count += depth > 1 ? perft(game, next, depth - 1) : 1;
    }
    free(text);
    return count;
}

static void perft_divide(const struct game *game, const char *position, unsigned depth) {
    char *text = game->family->moves(game->id, game->options, position), *lines = text;
    for (char *move; (move = line_take(&lines)) != NULL;) {
        char next[TWIN_TEXT], result[TWIN_TEXT];
        game->family->play(game->id, game->options, position, move, next);
        game->family->result(game->id, game->options, next, 0, result);
        printf("%s %llu %s%s%s\n", move, perft(game, next, depth - 1), next,
               result[0] != '\0' ? " | " : "", result);
    }
    free(text);
}

/* Whether the list of legal moves has this one. */
static bool move_is_legal(const struct game *game, const char *position, const char *wanted) {
    bool found = false;
    char *text = game->family->moves(game->id, game->options, position), *lines = text;
    for (char *move; (move = line_take(&lines)) != NULL;)
        found = found || strcmp(move, wanted) == 0;
    free(text);
    return found;
}

/* Plays the moves; false, with a message, at the first that is not legal. */
static bool moves_play(const struct game *game, char *const *moves, char position[TWIN_TEXT]) {
    for (; *moves != NULL; moves++) {
        char next[TWIN_TEXT];
        if (!move_is_legal(game, position, *moves)) {
            fprintf(stderr, "'%s' is not legal in %s\n", *moves, position);
            return false;
        }
        game->family->play(game->id, game->options, position, *moves, next);
        strcpy(position, next);
    }
    return true;
}

static int usage(void) {
    fprintf(stderr,
            "usage: twin_perft [-o OPTIONS] [-p POSITION] [-d] GAME DEPTH [MOVE]...\n"
            "DEPTH is a number from 1 to %d.\n",
            MOST_DEPTH);
    return 2;
}

int main(int argc, char **argv) {
    struct game game = {.options = ""};
    const char *given = "start";
    char position[TWIN_TEXT], result[TWIN_TEXT];
    bool divided = false;
    for (int option; (option = getopt(argc, argv, "o:p:d")) != -1;) {
        if (option == '?')
            return usage();
        if (option == 'o')
            game.options = optarg;
        if (option == 'p')
            given = optarg;
        divided = divided || option == 'd';
    }
    if (argc - optind < 2)
        return usage();
    char *end;
    unsigned long depth = strtoul(argv[optind + 1], &end, 10);
    if (*end != '\0' || depth < 1 || depth > MOST_DEPTH)
        return usage();
    if (!game_find(argv[optind], &game)) {
        fprintf(stderr, "there is no game '%s'\n", argv[optind]);
        return 2;
    }
    if (game.family->read(game.id, game.options, given, position) != 0) {
        fprintf(stderr, "the rules reject this position\n");
        return 1;
    }
    if (!moves_play(&game, argv + optind + 2, position))
        return 1;
    game.family->result(game.id, game.options, position, 0, result);
    printf("%s%s%s\n", position, result[0] != '\0' ? " | " : "", result);
    if (divided)
        perft_divide(&game, position, (unsigned)depth);
    for (unsigned plies = 1; !divided && plies <= depth; plies++)
        printf("%u %llu\n", plies, perft(&game, position, plies));
    return 0;
}
