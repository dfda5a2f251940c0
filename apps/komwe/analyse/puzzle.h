/* Positions with one move that is better than all others, and how hard that move is to find. */
#ifndef PUZZLE_H
#define PUZZLE_H

#include <komwe.h>

enum {
    PUZZLE_MOVES = 3,         /* to choose from, at least */
    RATING_LEAST = 700,       /* easier ones are found by nearly everybody */
    RATING_MOST = 2600,       /* where the search for a rating ends */
    PUZZLE_NODES_LEAST = 1600 /* of the check, so that its shortest search sees something */
};

struct puzzle {
    uint32_t id; /* of rules and position */
    struct kw_position position;
    char text[KW_TEXT]; /* of the position */
    char answer[KW_TEXT];
    char value[KW_TEXT], second[KW_TEXT]; /* of the answer and of the next best move */
    bool proven;                          /* that the answer is the best */
    unsigned rating;
    struct kw_position key; /* two with the same are one */
    uint64_t game;          /* in which it was found; PUZZLE_OF_FILE: one of before */
    size_t ply;             /* of that game */
};

#define PUZZLE_OF_FILE UINT64_MAX

/* Who finds out; for one thread at a time. */
struct judge {
    const struct kw_game *game;
    uint64_t nodes;           /* of the check */
    struct kw_engine *engine; /* that checks */
    struct kw_engine *player; /* that plays as the levels do */
    struct kw_analysis analysis;
    /* Whether a puzzle with a rating within these bounds is of use; may be NULL. */
    bool (*wanted)(void *context, unsigned least, unsigned most);
    void *context;
};

/* False if there is no memory; judge_close is due then too. */
bool judge_open(struct judge *judge, const struct kw_game *game, uint64_t nodes);
void judge_close(struct judge *judge);

/*
 * Whether a position is a puzzle that is wanted.  It is turned so that South is to move.  The same
 * on every machine, unless an engine is stopped.  `failed` is set, with `error`, for want of
 * memory.
 */
bool judge_position(struct judge *judge, const struct kw_position *position, struct puzzle *puzzle,
                    bool *failed, struct kw_error *error);

/* A stable number for a position by these rules. */
uint32_t puzzle_id(const struct kw_game *game, const char *text);

#endif
