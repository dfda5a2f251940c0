/*
 * The slow twin: a second implementation of every game, written from the rules alone.
 *
 * It shares nothing with the library, not even the types: positions, moves and results go in and
 * out as text, so that reading and writing are compared too.  It is to be obviously right and need
 * not be fast.  tests/twin/twin_test.c plays both side by side.
 */
#ifndef KOMWE_TESTS_TWIN_H
#define KOMWE_TESTS_TWIN_H

#include <stddef.h>

enum { TWIN_TEXT = 512 }; /* bytes that hold any position, result or single move, NUL included */

/*
 * One family of games.  `id` is the rule set ("kiothi", "bao7"); `options` lists the options that
 * differ from their defaults, separated by single spaces ("corner=run narrow=3"), or is empty.
 * Both are always valid here: the twin need not check them.
 */
struct twin_family {
    const char *const *ids; /* the rule sets of this family, NULL at the end */

    /* Writes the start position. */
    void (*start)(const char *id, const char *options, char text[TWIN_TEXT]);

    /*
     * Reads a position strictly and writes it back in canonical form (default fields left out).
     * Returns 0, or 1 if the rules say that the text must be rejected.
     */
    int (*read)(const char *id, const char *options, const char *position, char text[TWIN_TEXT]);

    /* The legal moves in byte order, each followed by a newline, in memory the caller frees. */
    char *(*moves)(const char *id, const char *options, const char *position);

    /* Plays one legal move (text as `moves` writes it) and writes the new position. */
    void (*play)(const char *id, const char *options, const char *position, const char *move,
                 char text[TWIN_TEXT]);

    /*
     * Writes "" while the game goes on, else "over 23-17" (games that count seeds, South first),
     * "over 31-29 narrow" (Kiothi, margin of exactly two), "over S", "over N", "over draw".
     * `repeated` is 1 when this position has stood so often that the game ends (the third time;
     * under Oware's repetition=first the second): then the text ends in " repetition", unless the
     * game was over anyway by the rules of the board.
     */
    void (*result)(const char *id, const char *options, const char *position, int repeated,
                   char text[TWIN_TEXT]);
};

extern const struct twin_family twin_kiothi, twin_bulto, twin_adji_boto, twin_giuthi, twin_bao,
    twin_kalah, twin_oware; /* twin_oware: awari and oware */

#endif
