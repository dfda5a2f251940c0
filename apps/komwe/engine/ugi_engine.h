/* The engine of a session of the protocol: made when it is first needed, given its weights. */
#ifndef UGI_ENGINE_H
#define UGI_ENGINE_H

#include "cli/search_flags.h"
#include "engine/search_scheduler.h"
#include "engine/ugi_options.h"
#include "files/weights_file.h"

/* What the engines of a program share.  The thread that passes lines uses it. */
struct ugi_shared {
    struct search_scheduler *scheduler;
    const struct kw_tables *tables;     /* that they probe; NULL: none */
    struct kw_table_cache *cache;       /* what builds them; NULL: nothing does */
    struct open_tables *chosen;         /* holds these, and the client's options change them; NULL:
                                           they stay as they are */
    bool single;                        /* there is one client, whose lines may wait for tables */
    const struct weights_file *weights; /* that they are given; NULL: none */
    struct ugi_ranges ranges;
    uint64_t memory_left;      /* mebibytes that all may still take, see ugi_engine_prepare */
    int64_t milliseconds_most; /* of a search; 0: any */
};

/* What the sessions of one visitor share; it outlives them. */
struct ugi_visitor {
    struct search_share share; /* under the lock of the scheduler */
    uint64_t memory_left;      /* of the memory of all, that they may still take */
};

/* Begin with {0}, but for the visitor. */
struct ugi_engine {
    struct ugi_visitor *visitor; /* NULL: none, there are only the limits of all */
    struct kw_engine *engine;    /* NULL: none yet */
    uint64_t memory_taken;       /* of the shared memory, mebibytes */
    struct kw_book *book;        /* of the game, opened when a level first needs it; or NULL */
    bool booked;                 /* there is no other for this game */
    bool weighted;               /* it has the weights for this game, or a notice said why not */
};

/*
 * Makes the engine if there is none, within the ranges of shared->ranges whatever the settings say,
 * and gives it the weights for the game.  The first mebibyte of
 * its table and its first thread are its own; the rest of the table, and about a mebibyte for each
 * further thread, come out of the memory that all share, and out of the visitor's.  If the weights
 * are of another game the engine keeps its own, and a line that says so is added to `notice`.
 */
enum status ugi_engine_prepare(struct ugi_engine *engine, struct call *call,
                               struct ugi_shared *shared, const struct ugi_settings *settings,
                               const struct kw_game *game, struct string_builder *notice);

/*
 * Replaces shared->chosen, which is not NULL, by the tables that tables_open_named opens, with
 * `limit` MiB of the cache.  Not during a search.  If it fails nothing has changed.
 */
enum status ugi_engine_choose_tables(struct ugi_engine *engine, struct call *call,
                                     struct ugi_shared *shared, const char *name, uint64_t limit);

/* Forgets what it has found; `game_changed`: its weights too are those of another game. */
void ugi_engine_clear(struct ugi_engine *engine, bool game_changed);

/* Frees the engine, if there is one. */
void ugi_engine_free(struct ugi_engine *engine, struct ugi_shared *shared);

#endif
