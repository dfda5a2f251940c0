/*
 * The tables of one rule set in a cache: layers that are solved from the bounds of those below,
 * which stay in memory, and a row database; what a folder holds of them; what they take.
 */
#ifndef KOMWE_TABLEBASES_CACHE_SET_H
#define KOMWE_TABLEBASES_CACHE_SET_H

#include "tablebases/cache_folder.h"
#include "tables/endgame.h"
#include "tree/row_database.h"

enum { SHARED_FOLDERS = 16 };

/* Where the files of a cache are. */
struct cache_places {
    char *directory;              /* NULL: none is written */
    char *shared[SHARED_FOLDERS]; /* that are read alone */
    unsigned shares;
};

/* A row database; those that larger ones have replaced may still be probed. */
struct cached_rows {
    struct cached_rows *before;
    struct row_database database;
};

/* What all of a set takes. */
struct cached_cost {
    uint64_t bytes; /* of memory, without unpacked blocks */
    unsigned files; /* that are open */
};

struct cached_set {
    struct cached_set *next;
    struct kw_table_cache *cache;
    const struct cache_places *places;
    struct endgame_set *set;
    struct lock *lock;      /* of what follows, up to `rows`, and of adding a layer */
    struct table_work work; /* its index is that of the set; `known` begins empty */
    char folder[KW_TEXT];   /* of the files; "": none */
    unsigned saved;         /* the lowest layer that no folder holds */
    int first;              /* seeds of the largest of the first tables */
    struct value_model model;
    bool slow;                /* the first tables have been given up: they would take too long */
    int first_rows;           /* seeds of the first row database; -1: there is none */
    struct cached_rows *rows; /* the largest one; NULL: none */
    /* The cache's, under its lock. */
    unsigned users; /* calls and threads that work with it */
    uint64_t used;  /* when it was asked for last */
    struct cached_cost cost;
    uint64_t reserved; /* bytes for work that is under way */
};

/* The layers of a game that are in a cache: false if it has none. */
struct cached_layers {
    int first, most; /* seeds of the largest of the first tables, and of any */
};
bool cached_layers_measure(const struct kw_game *game, uint64_t bytes,
                           struct cached_layers *layers);

/* The bytes of a set without layers. */
uint64_t cached_set_bytes_empty(const struct kw_game *game, const struct cached_layers *layers);

/*
 * Makes the set of a game with what the folders hold of it, as far as that needs at most so many
 * open files; it writes a folder only if it `writes`.  NULL if there is no memory, or the game is
 * not listed.
 */
struct cached_set *cached_set_open(struct kw_tables *tables, const struct cache_places *places,
                                   const struct kw_game *game, const struct cached_layers *layers,
                                   bool writes, unsigned files);

/* How many files of layers there are for a game. */
unsigned cached_set_files(const struct cache_places *places, const struct kw_game *game,
                          const struct cached_layers *layers);

/*
 * Frees it; files that probes have found damaged are removed, so that they are built again.  False
 * and nothing is freed if a search probes it.
 */
bool cached_set_close(struct cached_set *cached);

/*
 * All that follows needs the lock, but for cached_set_has_first: locks it for building, which
 * `report` may stop; NULL: nothing does.
 */
void cached_set_begin_work(struct cached_set *cached, kw_progress_fn *report);

struct cached_cost cached_set_cost(const struct cached_set *cached);

/* Whether the first tables are there. */
bool cached_set_has_first(const struct cached_set *cached);
/* The bytes at most that they take beyond those that are there. */
uint64_t cached_set_first_bytes(const struct cached_set *cached);
/* Builds them, as far as memory suffices, and nothing stops it. */
void cached_set_add_first(struct cached_set *cached);

/* What may be built next, beyond the first tables. */
struct cached_step {
    enum { STEP_NONE, STEP_ROWS, STEP_LAYER } kind;
    int seeds;
    uint64_t bytes; /* that it takes at most when it is done */
};
/* The next step whose work takes at most so much memory. */
struct cached_step cached_set_next(const struct cached_set *cached, uint64_t bytes);
/* Does it; false if there is no memory, it was stopped, or is no longer the next one. */
bool cached_set_advance(struct cached_set *cached, const struct cached_step *step);

/* About how many bytes the file of the next layer will take. */
uint64_t cached_set_next_file(const struct cached_set *cached);

/* The bytes of the layers that no folder holds; 0: there are none. */
uint64_t cached_set_unsaved(const struct cached_set *cached);
/*
 * Saves them, as long as all files, which take `used`, stay within `most` bytes; false if not all
 * are saved.
 */
bool cached_set_save(struct cached_set *cached, uint64_t used, uint64_t most);

#endif
