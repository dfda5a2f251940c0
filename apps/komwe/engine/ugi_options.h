/* The options of an engine: its own, numbers and switches, and those of the rules. */
#ifndef UGI_OPTIONS_H
#define UGI_OPTIONS_H

#include "cli/command.h"

#include <komwe.h>

/* The option values that the server or the command allows. */
struct ugi_ranges {
    uint64_t hash_default, hash_most; /* mebibytes of a transposition table */
    uint64_t threads_most;
    uint64_t table_limit; /* mebibytes of the cache of tables, as at the start */
    uint64_t plies_most;  /* of a game; 0: any */
    bool files;           /* Game may be the path of a rule text, and TablePath and TableLimit are
                             options: for clients of this machine's user alone */
};

struct ugi_settings {
    uint64_t hash;        /* mebibytes of the transposition table */
    uint64_t threads;     /* that search */
    uint64_t lines;       /* MultiPV */
    uint64_t level;       /* of play, 0: full strength */
    uint64_t aim;         /* of enum kw_aim */
    uint64_t own_book;    /* 1: levels 9 and 10 play from the built-in book */
    uint64_t ponder;      /* 1: the client ponders, and is given the move to ponder on */
    uint64_t overhead;    /* milliseconds of each move that the search leaves on the clock */
    uint64_t nodestime;   /* positions that count as a millisecond of the clock; 0: it is real */
    uint64_t table_limit; /* mebibytes of the cache of tables */
};

/* What has to follow a change of options. */
struct ugi_change {
    bool engine;          /* the engine is out of date: Hash or Threads have changed */
    bool limit;           /* the cache of tables is to have another limit */
    char *table_path;     /* the new TablePath, "" as at the start; the caller frees it; NULL:
                             unchanged */
    struct kw_game *game; /* the new rules, which the caller owns; NULL: unchanged */
};

void ugi_options_default(struct ugi_settings *settings, const struct ugi_ranges *ranges);

/* Writes an `option` line for each option, those of the game's rules included. */
void ugi_options_write(struct string_builder *out, const struct ugi_ranges *ranges,
                       const struct kw_game *game);

/*
 * Reads the rest of a setoption line and changes the settings, or opens other rules than those of
 * `game`.  If it fails nothing has changed.
 */
enum status ugi_options_set(struct call *call, struct ugi_settings *settings,
                            const struct ugi_ranges *ranges, const struct kw_game *game,
                            char **rest, struct ugi_change *change);

#endif
