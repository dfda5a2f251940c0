/* Positions with a single best move, or several in turn, and how hard these are to find. */
#ifndef PUZZLE_H
#define PUZZLE_H

#include "analyse/puzzle_themes.h"

enum {
    PUZZLE_MOVES = 3,   /* legal moves, at least */
    PUZZLE_FIELD = 400, /* bytes of a field of a file, at most */
    RATING_LEAST = 700  /* everyone finds easier ones */
};

struct puzzle {
    uint32_t id; /* of rules and position */
    struct kw_position position;
    char text[KW_TEXT]; /* of the position */
    char answer[KW_TEXT];
    char value[KW_TEXT], second[KW_TEXT]; /* of the answer and of the next best move */
    char line[KW_TEXT];                   /* what follows the answer, up to the last move to find */
    bool proven;                          /* each move of the solution is proven to be the best */
    unsigned moves;                       /* to find, 1 to PUZZLE_LONGEST */
    unsigned themes;                      /* of enum puzzle_theme */
    unsigned rating;
    struct kw_position key; /* two with the same id are equal */
    uint64_t game;          /* where it was found; PUZZLE_OF_FILE: in an earlier run */
    size_t ply;             /* of that game */
};

#define PUZZLE_OF_FILE UINT64_MAX

/* What checks positions; for one thread at a time. */
struct puzzle_finder {
    const struct kw_game *game;
    uint64_t nodes;           /* of the check */
    unsigned themes;          /* one of which at least a puzzle has; 0: any */
    unsigned longest;         /* moves of a solution at most; if more than 1, two at least */
    struct kw_engine *engine; /* that checks */
    struct kw_engine *player; /* plays at the levels */
    struct kw_analysis analysis;
    /* Whether a puzzle with a rating within these bounds is wanted; may be NULL. */
    bool (*wanted)(void *context, unsigned least, unsigned most);
    void *context;
};

/* False if there is no memory; call puzzle_finder_close then too. */
bool puzzle_finder_open(struct puzzle_finder *finder, const struct kw_game *game, uint64_t nodes,
                        unsigned longest);
void puzzle_finder_close(struct puzzle_finder *finder);

/*
 * Whether a position is a wanted puzzle.  It is turned so that South is to move.  Identical on
 * every machine, unless an engine is stopped.  `failed` is set, with `error`, for lack of memory.
 */
bool puzzle_finder_search(struct puzzle_finder *finder, const struct kw_position *position,
                          struct puzzle *puzzle, bool *failed, struct kw_error *error);

/* A stable number for a position by these rules. */
uint32_t puzzle_id(const struct kw_game *game, const char *text);

#endif
