/*
 * The text API of the page: a request is a word and its fields, separated by tabs; the answer is
 * JSON.  The page's Worker calls it through WebAssembly (reactor.c); the tests call the same code
 * compiled natively and compare the answers byte by byte.
 *
 *      {"value": ...}
 *      {"error": {"code": "illegal-move", "message": ..., "line": 1, "column": 1}}
 *
 * GAME OPTIONS POSITION are a rule set's id, its options as kw_game_open reads them, and the text
 * of a position.  A BOARD is the number of a game being played.  The last field of a request may
 * hold tabs and newlines; fields may be left empty.
 *
 *      rules
 *      about                                     version, names of events, kinds, units, limits
 *      games                                     the listed rule sets
 *      rules       GAME OPTIONS                  all facts about one
 *      position    GAME OPTIONS POSITION         its moves and its result
 *      compose     GAME OPTIONS BYTES            a position from its 48 bytes, in hexadecimal
 *      moves       GAME OPTIONS POSITION HOLE    the moves from one hole, however many
 *      trace       GAME OPTIONS POSITION WORD EVENTS
 *                                                a move's events, at most so many of each ply
 *      stage       GAME OPTIONS POSITION WORD EVENTS
 *                                                the bytes of the position that the first events of
 *                                                a move have made, in hexadecimal
 *      why         GAME OPTIONS POSITION WORD    why a move is not legal
 *      say         GAME OPTIONS KIND FROM TO COUNT CLAUSE
 *                                                an event in words
 *      perft       GAME OPTIONS POSITION DEPTH
 *      round       GAME OPTIONS POSITION BEGAN MOVED
 *                                                the start of the next round of a match, after one
 *                                                that a player, S or N, began and one moved last
 * in; null: none follows
 *
 *      rule texts being written; "=SLOT" in a GAME field names one, which has no options
 *      add         TEXT                          lists its game; the id that GAME fields name it by
 *      check       TEXT                          what is wrong with a text that extends none
 *      draft       SLOT TEXT                     reads one, SLOT 0 to 3: all facts about it
 *      differ      GAME GAME SEED PLIES EACH     positions in which two differ, found in random
 * games of so many plies; at most so many of each kind
 *
 *      games being played
 *      new         GAME OPTIONS POSITION         a new BOARD
 *      read        RECORDS                       a BOARD for each
 *      write       BOARD                         its record
 *      close       BOARD
 *      board       BOARD                         its position, moves and result
 *      enter       BOARD EVENTS WORD             plays; the events
 *      undo, redo, agree BOARD
 *      resign      BOARD PLAYER                  S or N
 *      rewind      BOARD PLY                     undoes or redoes to that ply
 *      at          BOARD PLY                     the position before a ply, with its moves
 *      ply         BOARD PLY EVENTS              the events of one
 *      turns       BOARD                         the game as turns, with comments
 *      played      BOARD PLY                     the start, and the moves before the ply
 *      opening     BOARD PLY                     the moves that the book has before a ply, the best
 *                                                first, and the plies after which the game left
 *                                                the book, 0: it never was in it; null: there is
 *                                                no `book` of the game
 *      header      BOARD NAME VALUE              sets one, or takes it away
 *      comment     BOARD PLY TEXT                the same
 *
 *      book        GAME TEXT                     a game's opening book, for `opening` and for
 *                                                `choose` from level 9 on
 *
 *      engine; an empty PLY is the current one
 *      hash        MEGABYTES                     size of its transposition table; clears it
 *      weights     GAME TEXT                     a game's learned weights
 *      forget
 *      tables                                    builds endgame tables for searches near the end
 *                                                of a game from now on
 *      search      BOARD PLY DEPTH NODES MILLISECONDS LINES
 *                                                an analysis; each depth is reported
 *      choose      BOARD LEVEL SEED              the move of a player of that level
 *      review      BOARD DEPTH NODES MILLISECONDS
 *                                                what each turn lost, except those of the
 *                                                opening; each is reported
 */
#ifndef API_H
#define API_H

#include <stdbool.h>
#include <stddef.h>

struct api;

/* Receives JSON while a request is at work; returning false ends the work. */
typedef bool api_progress_fn(void *context, const char *json, size_t length);

/* NULL if there is no memory. */
struct api *api_new(api_progress_fn *progress, void *context);
void api_free(struct api *api);

/*
 * Answers a request, which is text of `length` bytes with a NUL after them, and is changed.  The
 * answer has `*answered` bytes and is valid until the next one.
 */
const char *api_answer(struct api *api, char *request, size_t length, size_t *answered);

/* Ends the search at work, as kw_engine_stop; also from within api_progress_fn. */
void api_stop(struct api *api);

#endif
