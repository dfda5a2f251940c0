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
 * The engine, with its transposition table.  A search of a game with other rules or options clears
 * the table.
 */
struct kw_engine;

/**
 * An engine with a transposition table of about `hash_bytes` (at least 64) that searches with
 * `threads` threads (0 counts as 1, more than KW_THREADS_MAX as so many).  NULL if there is no
 * memory.
 */
KW_API struct kw_engine *kw_engine_new(size_t hash_bytes, unsigned threads);
KW_API void kw_engine_free(struct kw_engine *engine); /**< NULL is allowed */

/** Clears the table: the next search gives the same result as that of a new engine. */
KW_API void kw_engine_clear(struct kw_engine *engine);

enum {
    KW_LINE_MOVES = 64, /**< moves of a line at most */
    KW_MULTIPV_MAX = 64 /**< lines of an analysis at most */
};

/** Limits of a search; 0: none.  Without any it ends when everything is proven, or is stopped. */
struct kw_limits {
    unsigned depth;       /**< plies, 1 to 126; more count as 126 */
    uint64_t nodes;       /**< positions entered by the first thread, approximately */
    int64_t milliseconds; /**< since the call; negative: time is already up; at most 10^12 */
    unsigned lines;       /**< moves to rank; 0 counts as 1, at most as many as are legal */
};

enum { KW_BOOK_LEVEL = 9 /**< the lowest level of kw_engine_play that plays from a book */ };

/** What a search for one line aims at in games that count seeds. */
enum kw_aim {
    KW_AIM_WIN = 0,  /**< to win: a line that decides the game comes before more seeds (default) */
    KW_AIM_SEEDS = 1 /**< the most seeds, also in a lost game */
};

/** What a score counts. */
enum kw_unit {
    KW_IN_SEEDS = 0,  /**< the difference of the final scores, in hundredths of a seed */
    KW_IN_POINTS = 1, /**< games that count no seeds: an estimate of the advantage, in hundredths */
    KW_IN_PLIES = 2   /**< plies to a win (> 0) or a loss (<= 0) of the player to move */
};

/**
 * A move and its principal variation.  In Kiothi's setup turns it is the rest of the turn, step by
 * step, and the opponent's setup turn, if one was found in time.
 */
struct kw_line {
    kw_move move[KW_LINE_MOVES]; /**< the first is the ranked move */
    size_t length;               /**< at least 1 */
    int32_t score;               /**< for the player to move at the root */
    enum kw_unit unit;           /**< of the score */
    bool proven; /**< the score holds for the game itself: exact seeds, who wins, or a draw */
};

/** The result of a search, or of one of its depths. */
struct kw_analysis {
    unsigned depth;                      /**< the deepest completed depth, in plies */
    uint64_t nodes;                      /**< positions entered by the first thread */
    int64_t microseconds;                /**< since the call */
    unsigned hashfull;                   /**< thousandths of the table used by this search */
    size_t lines;                        /**< how many there are, at least 1 */
    struct kw_line line[KW_MULTIPV_MAX]; /**< the best first */
};

/** Receives the result of each depth, in the calling thread; returning false ends the search. */
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
 * Selects a move at a level from 1 (beginner) to 10 (strongest); other values are clamped to 1..10.
 * Weaker levels search less deep and add noise, which grows with the laps of a move.  `random` is
 * the source of the noise.  False and `error` as kw_engine_search.
 */
KW_API bool kw_engine_play(struct kw_engine *engine, const struct kw_session *session,
                           unsigned level, struct kw_random *random, kw_move *move,
                           struct kw_error *error);

/** The value of a position for a player, by a search or by the end of the game. */
struct kw_evaluation {
    struct kw_line line; /**< its score is that player's; its moves begin with the player to move */
    int won;             /**< 1: the player wins, -1: loses (in plies or at once); else 0 */
    bool over;           /**< the game has ended there: the line has no moves */
};

/** A turn of a game: its value with the best move, and with the move that was played. */
struct kw_turn_review {
    size_t first;                /**< its first ply */
    size_t end;                  /**< the ply after its last one */
    enum kw_player mover;        /**< whose turn it is */
    struct kw_evaluation best;   /**< before it, for the mover */
    struct kw_evaluation played; /**< after it, for the mover */
    bool lost;                   /**< the turn turned a win or a draw into less */
    int32_t loss; /**< else the loss, >= 0, in the unit of the scores; 0 between wins or losses */
};

/** What a review says of a turn. */
enum kw_turn_class {
    KW_TURN_BEST = 0,   /**< nothing better was found */
    KW_TURN_GOOD = 1,   /**< it loses a seed or a point at most, as far as is estimated */
    KW_TURN_MISTAKE = 2 /**< it loses more, or any seed if that is proven, or the win or draw */
};

enum { KW_REVIEW_NODES = 50000 /**< the limit of a review without any */ };

/** Receives the review of a turn; returning false ends the review of the game. */
typedef bool kw_review_fn(void *context, const struct kw_turn_review *review);

/**
 * Reviews the turns of a session from the last to the first that begins at ply `first` or later
 * (backwards, so that a search finds the results of later turns in the table).  Each position at
 * which a turn begins is searched within the limits (without any: KW_REVIEW_NODES), and the last
 * one, ignoring resignation and agreement.  Where a turn seems to lose more than 0.3 seeds or
 * points and that is not proven, the positions after it and after the best turn are searched
 * deeper: four times the nodes and the time, two plies more.  So a turn costs one search within
 * the limits, or up to nine times as much, in three of them.  They are compared at the last two
 * depths that both searches completed, and the depth at which the turn does better holds; if it is
 * then no worse than the other, it is the best.  So `loss` is the difference of the two scores
 * (where neither player wins), and what `best` and `played` say never contradicts its class.  A
 * setup turn of Kiothi that is found to be the best is valued by a search of the position after it.
 * The engine is cleared first, so that what it had searched before is lost: with one thread and
 * without a limit of time the same call gives the same reviews on every machine.  The session does
 * not change.  False and `error` if there is no memory; reviews received before remain valid.
 */
KW_API bool kw_engine_review(struct kw_engine *engine, const struct kw_session *session,
                             size_t first, const struct kw_limits *limits, kw_review_fn *review,
                             void *context, struct kw_error *error);

/** The class of a turn.  Any thread. */
KW_API enum kw_turn_class kw_review_class(const struct kw_turn_review *review);

/** Whether both scores of a review are proven, and with them its class.  Any thread. */
KW_API bool kw_review_is_proven(const struct kw_turn_review *review);

/**
 * The expected result of the player whose score an evaluation of a position of that game holds, 0
 * to 1: 1 for a proven win, 1/2 for a proven draw, 0 for a
 * proven loss; for an estimated lead m it is 1 / (1 + exp(-m / w)), where w is a twelfth of all
 * seeds of the game as it usually starts, or a fifth in games that count points.  It is computed
 * with the C library's expf, so that the last of some seven digits may differ between machines: of
 * all that a review says these two results alone do.  Any thread.
 */
KW_API double kw_expected_result(const struct kw_game *game,
                                 const struct kw_evaluation *evaluation);

/**
 * How accurate a turn is, above 0 to 1: 2^(-x / 0.15), where x is what it loses of the expected
 * result.  A player's accuracy in a game is the mean of their turns.  The game is that of the
 * review; of its last digit see kw_expected_result.  Any thread.
 */
KW_API double kw_review_accuracy(const struct kw_game *game, const struct kw_turn_review *review);

/**
 * Ends the running search within some milliseconds, or, if none is running, the next call of
 * kw_engine_search or kw_engine_play at once.  In kw_engine_review it ends the running search
 * alone, one of up to three of the turn at work, and the review goes on: let its callback return
 * false as well.  Any thread may call it at any time.
 */
KW_API void kw_engine_stop(struct kw_engine *engine);

/**
 * Gives the engine other weights for the evaluation of a rule set, as text (komwe help tune); they
 * hold for that rule set and board until others are given or a search is made of another one. False
 * and `error`, with line and column, if they cannot be read, are of a game whose weights it does
 * not play with by itself, or their checksum differs; then nothing has changed.  (Texts of version
 * 1 have no checksum.)
 */
KW_API bool kw_engine_set_weights(struct kw_engine *engine, const struct kw_game *game,
                                  const char *text, struct kw_error *error);

/**
 * What later searches for one line, and levels 8 to 10 of kw_engine_play, aim at.  With KW_AIM_WIN
 * a line in which a player has the majority of the seeds for certain is better (for him) than any
 * in which that is open, and among such lines seeds count; scores are in seeds all the same.
 * Searches for several lines and reviews of games rank by seeds, and so do games where the sign of
 * the final difference is not all that counts: in rounds of a match, and where wins can be narrow.
 * Another value than those of the enum counts as KW_AIM_WIN.  Not during a search of the engine.
 */
KW_API void kw_engine_set_aim(struct kw_engine *engine, enum kw_aim aim);

/**
 * Lets the engine probe endgame tables, which must outlive it or be removed again with NULL.  Exact
 * values are proven; evaluations never exceed the bounds of a table.  Where the tables hold all
 * moves of a position and no position that can still arise has occurred twice, a search for one
 * line plays no move that they prove to be worse, and reaches a win that they guarantee in finitely
 * many moves. Damaged blocks count as unknown (see kw_tables_are_sound).  Levels 1 to 8 of
 * kw_engine_play do not use tables.
 */
KW_API void kw_engine_set_tables(struct kw_engine *engine, const struct kw_tables *tables);

#ifdef __cplusplus
}
#endif

#endif
