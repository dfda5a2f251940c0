/**
 * @file
 * Sizes, errors, streams and random numbers, which all other headers use.
 */
#ifndef KOMWE_BASE_H
#define KOMWE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks what the shared library exports. */
#if defined(__GNUC__)
#define KW_API __attribute__((visibility("default")))
#else
#define KW_API
#endif

enum {
    KW_HOLES = 32,        /**< holes of the largest board */
    KW_TEXT = 512,        /**< bytes that hold any single text the library writes, NUL included */
    KW_MOVES = 64,        /**< legal moves of any position of any game but Bulto (see kw_moves) */
    KW_CLAUSES = 128,     /**< more than any game has clauses, those of all its options together */
    KW_TURN_STEPS = 68,   /**< moves that one word of move text can mean (Kiothi's setup turn) */
    KW_THREADS_MAX = 256, /**< threads of one engine, solver or prover; more count as so many */
    KW_PERFT_MAX = 500,   /**< plies that kw_perft counts at most */
    KW_DRAWING = 4096,    /**< bytes that hold any drawing of a board, NUL included */
    KW_PLIES = 1000000 /**< plies of a session, so that a game without end needs bounded memory */
};

/** What went wrong. */
enum kw_code {
    KW_OK = 0,         /**< nothing */
    KW_UNKNOWN_GAME,   /**< no rule set of that name */
    KW_UNKNOWN_OPTION, /**< the rule set has no such option */
    KW_BAD_VALUE,      /**< an option's value is out of range or malformed */
    KW_BAD_POSITION,   /**< a position's text cannot be read, or the position is impossible */
    KW_BAD_MOVE,       /**< a move's text cannot be read */
    KW_ILLEGAL_MOVE,   /**< the move is not legal here */
    KW_TOO_LONG,       /**< the game has had KW_PLIES plies */
    KW_BAD_RECORD,     /**< a record cannot be read, or cannot hold something */
    KW_NO_MEMORY,      /**< there is not enough memory */
    KW_NO_FILE,        /**< a file or folder cannot be read or written */
    KW_BAD_TABLE,      /**< a file is not an endgame table, or it is damaged */
    KW_STOPPED,        /**< a callback asked to stop */
    KW_DAMAGED,        /**< a file of saved work is damaged; without it the work starts again */
    KW_BAD_RULES       /**< a rule text cannot be read, or contradicts itself */
};

/** Why a call failed. */
struct kw_error {
    enum kw_code code;     /**< after a failure KW_OK only where a declaration says so */
    size_t line;           /**< of a text of several lines, from 1; else 1 */
    size_t column;         /**< of the first byte at fault, from 1; 1 where the whole text is */
    char message[KW_TEXT]; /**< one sentence in the user's terms, without a full stop */
};

/** Receives a piece of text; returning false stops the writing. */
typedef bool kw_write_fn(void *context, const char *text, size_t length);

/** Reads up to `count` bytes; less only at the end of what there is to read, or after a failure. */
typedef size_t kw_read_fn(void *context, char *bytes, size_t count);

/** A generator whose sequence depends on its seed alone, the same on every machine. */
struct kw_random {
    uint64_t state[4]; /**< its own */
};

/** Begins the sequence of that seed. */
KW_API void kw_random_seed(struct kw_random *random, uint64_t seed);
KW_API uint64_t kw_random_next(struct kw_random *random); /**< 64 random bits */

/** Uniform in 0..below-1; 0 if `below` is 0. */
KW_API uint32_t kw_random_below(struct kw_random *random, uint32_t below);

#ifdef __cplusplus
}
#endif

#endif
