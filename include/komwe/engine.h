/**
 * @file
 * The engine: searches, plays at a level, reviews games.
 */
#ifndef KOMWE_ENGINE_H
#define KOMWE_ENGINE_H

#include "komwe/session.h"
#include "komwe/tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A player who looks ahead: what he remembers from search to search.  A search of a game of other
 * rules forgets it.
 */
struct kw_engine;

/**
 * An engine with a transposition table of about so many bytes (at least 64) that searches with so
 * many threads (0 counts as 1).  NULL if there is no memory.
 */
KW_API struct kw_engine *kw_engine_new(size_t hash_bytes, unsigned threads);
KW_API void kw_engine_free(struct kw_engine *engine); /**< NULL is allowed */

/** Forgets all: the next search finds what that of a new engine would find. */
KW_API void kw_engine_clear(struct kw_engine *engine);

enum {
    KW_LINE = 64, /**< moves of a line at most */
    KW_LINES = 64 /**< lines of an analysis at most */
};

/** When a search ends: 0 is no limit.  Without any it ends when all is proven, or by a stop. */
struct kw_limits {
    unsigned depth;       /**< plies, 1 to 126; more count as 126 */
    uint64_t nodes;       /**< about so many positions entered by the first thread */
    int64_t milliseconds; /**< from the call on; below 0 none are left, beyond 10^12 it is 10^12 */
    unsigned lines;       /**< moves that are ranked, 0 counts as 1; more than there are: all */
};

/** What a score counts. */
enum kw_unit {
    KW_IN_SEEDS = 0, /**< the difference of the final scores, in hundredths of a seed */
    KW_IN_POINTS =
        1, /**< games that count no seeds: how much better he stands; about hundredths too */
    KW_IN_PLIES = 2 /**< moves to his win (> 0) or his loss (<= 0) */
};

/**
 * A move, and what is expected to follow: in Kiothi's first turns the rest of the turn, step by
 * step, and, if a first turn answers it and there was time to seek it, that one.
 */
struct kw_line {
    kw_move move[KW_LINE]; /**< the first is the move that is meant */
    size_t length;         /**< at least 1 */
    int32_t score;         /**< for the player to move at the root */
    enum kw_unit unit;     /**< of the score */
    bool proven;           /**< the score holds for the game: exact seeds; who wins; a draw */
};

/** What a search has found. */
struct kw_analysis {
    unsigned depth;                /**< plies that were searched whole */
    uint64_t nodes;                /**< positions entered by the first thread */
    int64_t microseconds;          /**< since the call */
    unsigned hashfull;             /**< thousandths of the table used by this search */
    size_t lines;                  /**< how many there are, at least 1 */
    struct kw_line line[KW_LINES]; /**< the best first */
};

/** Receives what each depth has found, in the calling thread; returning false ends the search. */
typedef bool kw_search_progress_fn(void *context, const struct kw_analysis *analysis);

/**
 * Searches the position of a session.  With one thread, a limit of depth or nodes and a cleared
 * engine the same call gives the same answer on every machine.  False and `error` if the game is
 * over or there is no memory; else `analysis` holds one line at least.  `progress` may be NULL.
 */
KW_API bool kw_engine_search(struct kw_engine *engine, const struct kw_session *session,
                             const struct kw_limits *limits, kw_search_progress_fn *progress,
                             void *context, struct kw_analysis *analysis, struct kw_error *error);

/**
 * The move of a player of that level, 1 (who begins) to 10 (who sees far), what is beyond counting
 * as these: weaker ones look less far ahead, and misjudge moves of many laps before they misjudge
 * short ones.  False and `error` as kw_engine_search.
 */
KW_API bool kw_engine_play(struct kw_engine *engine, const struct kw_session *session,
                           unsigned level, struct kw_random *random, kw_move *move,
                           struct kw_error *error);

/** What a position is worth to a player: as a search found, or as the game ended. */
struct kw_evaluation {
    struct kw_line line; /**< its score is his; its moves begin with the player to move there */
    int won;             /**< 1: he wins, -1: he loses, by so many plies or at once; else 0 */
    bool over;           /**< the game has ended there: the line has no moves */
};

/** What a turn could have come to, and what it came to. */
struct kw_turn_review {
    size_t first;                /**< its first ply */
    size_t end;                  /**< the ply after its last one */
    enum kw_player mover;        /**< whose turn it is */
    struct kw_evaluation best;   /**< before it, for the mover */
    struct kw_evaluation played; /**< after it, for the mover */
    bool lost;                   /**< the game went with it, or the win */
    int32_t loss;                /**< else so much less; 0 between wins, and between losses */
};

/** Receives the judgement of a turn; returning false ends the judging. */
typedef bool kw_review_fn(void *context, const struct kw_turn_review *judgement);

/**
 * Judges the turns of a session from the last to the first that begins at ply `first` or later, so
 * that a search knows already what came of a turn; each position at which one begins is searched
 * within the limits, and the last one, as if nobody had resigned or agreed there.  A first turn of
 * Kiothi that is found the best is judged by a search of what it leads to.  The session stays as it
 * is.  False and `error` if there is no memory; what was heard before holds.
 */
KW_API bool kw_engine_review(struct kw_engine *engine, const struct kw_session *session,
                             size_t first, const struct kw_limits *limits, kw_review_fn *review,
                             void *context, struct kw_error *error);

/**
 * Ends the search at work within some milliseconds, or the next call of kw_engine_search or
 * kw_engine_play if none is; of kw_engine_review one search of many.  Any thread may call it at any
 * time.
 */
KW_API void kw_engine_stop(struct kw_engine *engine);

/**
 * Gives the engine other weights for the evaluation of a rule set, as text (komwe help tune); they
 * hold for that rule set and board until others are given or a search is made of another one. False
 * and `error`, with line and column, if they cannot be read, or their checksum is another; then
 * nothing has changed.  (Texts of version 1 have no checksum.)
 */
KW_API bool kw_engine_weights(struct kw_engine *engine, const struct kw_game *game,
                              const char *text, struct kw_error *error);

/**
 * Gives the engine endgame tables to ask, which must outlive it or be taken away again with NULL.
 * What they know exactly is proven; what they know within bounds is never judged beyond them.  What
 * turns out to be damaged counts as not known (kw_tables_sound tells).  The levels of
 * kw_engine_play that err do without.
 */
KW_API void kw_engine_tables(struct kw_engine *engine, const struct kw_tables *tables);

#ifdef __cplusplus
}
#endif

#endif
