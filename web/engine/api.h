/*
 * What the page asks of libkomwe, as text: a request is a word and its fields with tabs between,
 * the answer is JSON.  The page's Worker calls it through WebAssembly (reactor.c); the tests call
 * the same code compiled natively and compare the answers byte by byte.
 *
 *      {"value": ...}
 *      {"error": {"code": "illegal-move", "message": ..., "line": 1, "column": 1}}
 *
 * GAME OPTIONS POSITION stand for a rule set's id, its options as kw_game_open reads them, and the
 * text of a position.  Games that are played are numbered BOARDs.  The last field of a request may
 * hold tabs and newlines; fields may be left empty.
 *
 *      of the rules
 *      about                                     version, names of events, kinds, units, limits
 *      games                                     the listed rule sets
 *      rules       GAME OPTIONS                  all that is known of one
 *      position    GAME OPTIONS POSITION         what can be done there
 *      compose     GAME OPTIONS BYTES            a position given as the 48 bytes, in hexadecimal
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
 *
 *      of games that are played
 *      new         GAME OPTIONS POSITION         a new BOARD
 *      read        RECORDS                       a BOARD for each
 *      write       BOARD                         its record
 *      close       BOARD
 *      board       BOARD                         where it stands
 *      enter       BOARD EVENTS WORD             plays; the events
 *      undo, redo, agree BOARD
 *      resign      BOARD PLAYER                  S or N
 *      rewind      BOARD PLY                     undoes or redoes until so many plies are played
 *      at          BOARD PLY                     what could be done before a ply
 *      ply         BOARD PLY EVENTS              the events of one
 *      turns       BOARD                         the game as turns, with comments
 *      played      BOARD PLY                     the start, and the moves before the ply
 *      header      BOARD NAME VALUE              sets one, or takes it away
 *      comment     BOARD PLY TEXT                the same
 *
 *      of the engine; PLY is a ply to look from, or empty for where the game stands
 *      hash        MEGABYTES                     of its memory; forgets all
 *      weights     GAME TEXT                     what was learned for a game
 *      forget
 *      search      BOARD PLY DEPTH NODES MILLISECONDS LINES
 *                                                an analysis; each depth is heard
 *      choose      BOARD LEVEL SEED              the move of a player of that level
 *      judge       BOARD DEPTH NODES MILLISECONDS
 *                                                what each turn lost, those apart that
 *                                                opened the game and nobody chose; each is heard
 */
#ifndef API_H
#define API_H

#include <stdbool.h>
#include <stddef.h>

struct face;

/* Receives JSON while a request is at work; returning false ends the work. */
typedef bool face_hear(void *context, const char *json, size_t length);

/* NULL if there is no memory. */
struct face *face_new(face_hear *hear, void *context);
void face_free(struct face *face);

/*
 * Answers a request, which is text of `length` bytes with a NUL after them, and is changed.  The
 * answer has `*answered` bytes and is valid until the next one.
 */
const char *face_answer(struct face *face, char *request, size_t length, size_t *answered);

/* Ends the search at work, as kw_engine_stop; also from within face_hear. */
void face_stop(struct face *face);

#endif
