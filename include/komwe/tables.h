/**
 * @file
 * Endgame tables: probed, built, verified.
 */
#ifndef KOMWE_TABLES_H
#define KOMWE_TABLES_H

#include "komwe/game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    KW_TABLE_SEEDS = 60,              /**< of the largest layer that can be built */
    KW_TABLE_ENDLESS = 65535,         /**< as a distance: the bound rests on an infinite game */
    KW_TABLE_THREADS = KW_THREADS_MAX /**< that build or verify at most */
};

/**
 * A folder of endgame tables: exact values, or bounds, of all positions with few seeds on the
 * board, for any number of rule sets.  All functions on open tables may be called by any number of
 * threads at a time.  docs/endgame-tables.md says what a table proves.
 */
struct kw_tables;

/**
 * What a table knows of a position.  Values count the seeds on the board alone (Bulto: those
 * outside of bulto): what the mover will win of them minus what his opponent will.
 */
struct kw_bounds {
    int lower; /**< the mover can guarantee this value */
    int upper; /**< the opponent can hold the mover to this value; exact if both are equal */
    /**
     * Plies up to the move that leads to fewer seeds or ends the game, if the mover takes the
     * shortest line to `lower` and the opponent the longest; 0 if the game is over,
     * KW_TABLE_ENDLESS if an infinite game pays the mover as much.
     */
    unsigned reach;
    unsigned hold;  /**< the same for the opponent and `upper` */
    bool distances; /**< `reach` and `hold` are known: the table keeps them */
};

/**
 * Opens the tables of a folder.  The headers of all files are checked, and a sample of their
 * values, chosen anew each time, against the rules; other values are read when they are probed.
 * NULL and `error` (KW_NO_FILE, KW_BAD_TABLE with the file's name, KW_NO_MEMORY) if
 * the folder or a file cannot be read, or a file is damaged, does not fit the others or contradicts
 * the rules.  Files that do not end in .kwt are ignored.  Each file stays open until
 * kw_tables_close.  Renaming, replacing or removing it meanwhile has no effect; changing or
 * truncating it is reported when its positions are probed, and never gives a wrong value.
 */
KW_API struct kw_tables *kw_tables_open(const char *directory, struct kw_error *error);
KW_API void kw_tables_close(struct kw_tables *tables); /**< NULL is allowed */

/**
 * Whether all blocks that were probed since the tables were opened could be read, and a cache has
 * met no file that contradicts the rules.  False and `error` with the name of the last such file if
 * one was damaged or wrong (KW_BAD_TABLE) or could not be read (KW_NO_FILE): its positions counted
 * as unknown.  Any thread may call it at any time.
 */
KW_API bool kw_tables_are_sound(const struct kw_tables *tables, struct kw_error *error);

/** How many files they keep open at most: all that were found, or KW_TABLE_CACHE_FILES. */
KW_API unsigned kw_tables_files(const struct kw_tables *tables);

/** The seeds of the largest layer for the rules of a game; -1 if there is none. */
KW_API int kw_tables_seeds(const struct kw_tables *tables, const struct kw_game *game);

/**
 * Probes a position: true with its bounds, or false with error->code KW_OK if the tables do not
 * hold it, KW_BAD_TABLE if its file is damaged, KW_NO_FILE if it cannot be read.  Bounds hold as
 * long as no position that can still arise has occurred twice in the game.
 */
KW_API bool kw_tables_probe(const struct kw_tables *tables, const struct kw_game *game,
                            const struct kw_position *position, struct kw_bounds *bounds,
                            struct kw_error *error);

/** Totals of a layer. */
struct kw_layer {
    uint64_t positions; /**< of the layer */
    uint64_t exact;     /**< those whose bounds are equal */
    uint64_t bytes;     /**< of its file */
    unsigned reach;     /**< the longest distance that is not KW_TABLE_ENDLESS, of both kinds */
};

/** Receives the number of positions of a layer that have these bounds. */
typedef void kw_layer_fn(void *context, int lower, int upper, uint64_t count);

/**
 * Counts the positions of a layer, 0 <= seeds <= kw_tables_seeds, by their bounds, in ascending
 * order; `count` may be NULL.  False and `error` if its file is damaged, or
 * there is no memory.
 */
KW_API bool kw_tables_layer(const struct kw_tables *tables, const struct kw_game *game,
                            unsigned seeds, struct kw_layer *layer, kw_layer_fn *count,
                            void *context, struct kw_error *error);

/** How far a build or a verification is. */
struct kw_progress {
    unsigned seeds;     /**< the layer at work */
    unsigned most;      /**< the last one */
    uint64_t positions; /**< of all layers */
    double done;        /**< positions completed; an estimate for the layer at work */
};

/** Called now and then in the calling thread; returning false ends the work. */
typedef bool kw_progress_fn(void *context, const struct kw_progress *progress);

/**
 * Builds the tables of a game with up to `seeds` seeds (at most KW_TABLE_SEEDS) into a folder,
 * which is created if its parent exists.  Existing layers are read, not built again, so that an
 * interrupted build continues.  The bytes do not depend on `threads` (0 counts as 1, more than
 * KW_TABLE_THREADS as so many).  False and `error` if the game has no tables (KW_BAD_VALUE),
 * `progress` returned false (KW_STOPPED), another build is at work in the folder or a file cannot
 * be read or written (KW_NO_FILE), a layer that is there is damaged (KW_BAD_TABLE), or memory is
 * short.
 */
KW_API bool kw_tables_build(const struct kw_game *game, const char *directory, unsigned seeds,
                            unsigned threads, kw_progress_fn *progress, void *context,
                            struct kw_error *error);

/**
 * A cache of endgame tables that builds what it lacks, for any number of rule sets: the first
 * tables of a game when they are needed, further ones in the background.  Its tables are in memory,
 * and in a folder, so that later processes have them at once.  Files of other rules and damaged
 * ones are replaced: at once, or, if a probe meets the damage (KW_BAD_TABLE), after the cache is
 * closed. All functions on an open cache may be called by any number of threads at a time.
 */
struct kw_table_cache;

/** What a cache keeps at most, of all rule sets together; the least recently used go for others. */
enum {
    /** Positions of the first tables of a game, all layers together; about a third of a second. */
    KW_TABLE_CACHE_POSITIONS = 700000,
    KW_TABLE_CACHE_SETS = 32,           /**< rule sets */
    KW_TABLE_CACHE_FILES = 128,         /**< open files */
    KW_TABLE_CACHE_FOLDERS = 1024,      /**< rule sets that its folder holds */
    KW_TABLE_CACHE_MEMORY = 256 << 20,  /**< bytes of memory beyond kw_table_cache_open's */
    KW_TABLE_CACHE_UNPACKED = 128 << 20 /**< of these, those of unpacked blocks */
};

/**
 * Opens a cache.  `directory` is its folder, created when something is to be written, with up to
 * two folders above it; NULL, or a folder that cannot be written: all stays in memory.  `bytes`
 * limits what the files of all games take together (NULL: the memory): those of games not used for
 * longest are removed where others are needed.  It limits as well the memory that building a
 * further layer takes; with 0 the first tables alone are built, and nothing is written.  NULL and
 * `error` if there is no memory.
 */
KW_API struct kw_table_cache *kw_table_cache_open(const char *directory, uint64_t bytes,
                                                  struct kw_error *error);
/**
 * Adds a folder as that of a cache, up to 16, whose tables are used where the cache's own folder
 * has none, and which is never written; the path is copied, and the folder need not exist.  Call it
 * before the cache is used.  False if `directory` is NULL, there is no memory or no room for one
 * more.
 */
KW_API bool kw_table_cache_share(struct kw_table_cache *cache, const char *directory);
/** Stops building and frees the tables, which no engine may probe any more; NULL is allowed. */
KW_API void kw_table_cache_close(struct kw_table_cache *cache);

/**
 * The tables of a cache, which live as long as it.  Those that are added later are probed by
 * searches that begin after that.  A rule set that a search or a solver probes stays until that
 * ends; one that makes room is built, or read from the folder, again when it is asked for.
 */
KW_API const struct kw_tables *kw_table_cache_tables(const struct kw_table_cache *cache);

/** What a cache keeps now, with what is reserved for tables that are being built. */
struct kw_cache_usage {
    unsigned sets;  /**< rule sets, at most KW_TABLE_CACHE_SETS */
    unsigned files; /**< open files, at most KW_TABLE_CACHE_FILES */
    /**
     * Bytes of memory, at most those of kw_table_cache_open and KW_TABLE_CACHE_MEMORY together.
     * Work that is under way takes more meanwhile: a further layer as many as kw_table_cache_open
     * allows, the first tables of a game about 50 MiB in each thread that builds them.
     */
    uint64_t bytes;
};
/** What it keeps now; any thread may ask at any time. */
KW_API struct kw_cache_usage kw_table_cache_usage(const struct kw_table_cache *cache);

/**
 * Makes sure that the first tables of a game are there, and builds them otherwise, which takes well
 * under a second; tables of a rule text whose moves are so long that they would take longer are
 * given up after half a second, at the worst after two.  Returns the seeds of the largest layer
 * that is there then; -1 if the game has no tables, is not listed (kw_game_add), there is no
 * memory, or other searches probe all that the cache may keep.
 */
KW_API int kw_table_cache_prepare(struct kw_table_cache *cache, const struct kw_game *game);

/**
 * Builds more in the calling thread: the first tables, or then one further layer, unless the limit
 * is reached or the folder is in use by another build.  Returns as kw_table_cache_prepare.
 */
KW_API int kw_table_cache_extend(struct kw_table_cache *cache, const struct kw_game *game);

/**
 * Builds the tables of a game in the background, the first ones, then on up to the limit of the
 * cache where no other thread wants the processor; the call waits for none of that.  One game at a
 * time: the last that was asked for.  Does nothing where no thread can be started.
 */
KW_API void kw_table_cache_grow(struct kw_table_cache *cache, const struct kw_game *game);

/** What the folder of a cache holds for a rule set. */
struct kw_cached_tables {
    const char *name; /**< the id and the options: "oware,grand_slam=capture-1A2B3C4D" */
    unsigned layers;  /**< that can be used: of 0 seeds and more, without a gap */
    uint64_t bytes;   /**< that they take */
};

/** Receives the tables of a rule set, which it may use during the call. */
typedef void kw_cached_tables_fn(void *context, const struct kw_cached_tables *tables);

/**
 * Lists the folder of a cache, in alphabetical order; a folder that does not exist is empty.  False
 * and `error` if it cannot be read.
 */
KW_API bool kw_table_cache_list(const char *directory, kw_cached_tables_fn *list, void *context,
                                struct kw_error *error);

/**
 * Removes the tables of a game from the folder of a cache.  Other files are kept.  False and
 * `error` if a file cannot be removed.
 */
KW_API bool kw_table_cache_remove(const char *directory, const struct kw_game *game,
                                  struct kw_error *error);

/**
 * Removes the tables of all rule sets from the folder of a cache.  Other files are kept.  False and
 * `error` if a file cannot be removed.
 */
KW_API bool kw_table_cache_clear(const char *directory, struct kw_error *error);

enum {
    KW_RANKS = 1024,          /**< processes that share a build at most */
    KW_MESSAGE_BYTES = 131072 /**< bytes of a message at most */
};

/** What is sent to one rank. */
struct kw_message {
    const void *bytes; /**< the sender's, during the exchange */
    size_t size;       /**< 0: nothing is sent */
};

/** Receives a message of another rank: `bytes` are aligned as a uint64_t, valid during the call. */
typedef void kw_receive_fn(void *receiver, unsigned sender, const void *bytes, size_t size);

/**
 * Processes that build tables together, each with its share of every layer in its memory, as one of
 * them sees it.  How they reach each other (MPI, sockets) is the caller's; byte order must be the
 * same for all.
 */
struct kw_communicator {
    unsigned rank;  /**< of this process, from 0 */
    unsigned ranks; /**< how many there are, at most KW_RANKS */
    void *context;  /**< what `exchange` is called with */
    /**
     * Collective: all ranks call it, and none returns before all have.  Sends one message to each
     * rank (that to itself is empty), calls `receive` for those that have arrived, the messages of
     * a rank in the order in which they were sent, and returns the bitwise or of all votes.
     */
    uint32_t (*exchange)(void *context, const struct kw_message *messages, kw_receive_fn *receive,
                         void *receiver, uint32_t vote);
};

/**
 * The same build by several processes: all ranks call it with the same game and seeds.  The bytes
 * are the same, for any number of ranks.  Only rank 0 uses `directory`, calls `progress` and gets
 * the reason of a failure; the others get KW_STOPPED.  A game without tables, or too many seeds or
 * ranks, is KW_BAD_VALUE.
 */
KW_API bool kw_tables_build_shared(const struct kw_game *game, const char *directory,
                                   unsigned seeds, const struct kw_communicator *communicator,
                                   kw_progress_fn *progress, void *context, struct kw_error *error);

/**
 * Verifies a game's tables in a forward pass: every bound must follow from those of the successors,
 * and each one that does not rest on an infinite game must be reached by a decreasing distance.
 * `threads` as in kw_tables_build.  False and `error` (KW_BAD_TABLE with the file and the position
 * at fault, KW_NO_MEMORY, KW_STOPPED, KW_NO_FILE) if a bound is wrong, or the work could not be
 * completed.
 */
KW_API bool kw_tables_verify(const struct kw_tables *tables, const struct kw_game *game,
                             unsigned threads, kw_progress_fn *progress, void *context,
                             struct kw_error *error);

#ifdef __cplusplus
}
#endif

#endif
