/* The listed games that games.def names, for tests of what each of them has: a twin, weights ... */
#ifndef KOMWE_TESTS_FIRST_GAMES_H
#define KOMWE_TESTS_FIRST_GAMES_H

/* So many, the first of the list; those after them are texts of rules/ alone. */
enum {
    FIRST_GAMES = 0
#define KW_GAME_TEXT(id) +1
#include "games/games.def"
#undef KW_GAME_TEXT
};

#endif
