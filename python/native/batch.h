/*
 * Many games at once, for komwe.vector: positions that only the batch can change, so that every
 * move that is played is legal, and a numbering of moves, the actions.
 *
 * A batch may be used by several threads at a time if each works on other games of it.
 */
#ifndef KOMWE_PYTHON_BATCH_H
#define KOMWE_PYTHON_BATCH_H

#include "calls.h"

enum {
    BATCH_KINDS = 7, /* of enum kw_kind */
    BATCH_PAGE = 32  /* numbers of a move on a page, where they have no bound */
};

/*
 * Which action stands for which move.  The actions of a kind of move begin at `first[kind]`; there
 * they are the mixed-radix number (hole, reverse, plus, number).  Holes are counted as the mover
 * sees them: his own from his first, then, for kinds in kw_move_forms.foreign, the opponent's from
 * his first.  Where numbers have no bound, an action holds one of page * BATCH_PAGE + (1 ..
 * BATCH_PAGE), or none, and the last action, `more`, turns to the next page.
 */
struct batch_layout {
    struct kw_move_forms forms;
    unsigned own;                /* holes of a player */
    unsigned north;              /* North's first hole */
    unsigned numbers;            /* numbers of a move that are distinguished, 0 among them */
    unsigned first[BATCH_KINDS]; /* actions of that kind; those of no kind have no action */
    unsigned size[BATCH_KINDS];
    unsigned more;  /* the action that turns the page; UINT32_MAX: there is none */
    unsigned count; /* actions */
};

void batch_layout_make(const struct kw_game *game, struct batch_layout *layout);

/* The action for a move of a player, or UINT32_MAX if none is on that page. */
unsigned batch_action(const struct batch_layout *layout, unsigned turn, unsigned page,
                      kw_move move);

/* The move that an action stands for, action != more: 0 <= action < count. */
kw_move batch_move(const struct batch_layout *layout, unsigned turn, unsigned page,
                   unsigned action);

struct batch;

/* What a step writes, a row for each game; `planes` and `counts` may be NULL. */
struct batch_view {
    uint8_t *mask;       /* [n][actions]: the legal actions */
    uint8_t *turn;       /* [n] */
    float *rewards;      /* [n][2]: South's, North's */
    uint8_t *terminated; /* [n] */
    uint8_t *truncated;  /* [n] */
    int16_t *scores;     /* [n][2]: seeds of games that have just ended, -1: not counted */
    uint8_t *counts;     /* [n][batch_count_features] */
    uint8_t *planes;     /* [n][batch_planes][rows][columns] */
    uint8_t *last;       /* [n][48]: the last positions of games that have just ended */
};

/*
 * `n` games that begin with `start`, those of them that reach `max_plies` end without a result.
 * NULL: no memory.  `game` must outlive it.
 */
struct batch *batch_new(const struct kw_game *game, const struct kw_position *start, size_t n,
                        unsigned max_plies);
void batch_free(struct batch *batch);

/* Features of a game in `counts`, and planes. */
unsigned batch_count_features(const struct kw_game *game);
unsigned batch_plane_count(const struct kw_game *game);

/* What the player to move sees of a position of the library, over or not; either may be NULL. */
void batch_observe_position(const struct batch *batch, const struct kw_position *position,
                            uint8_t *counts, uint8_t *planes);

/*
 * Games first..end-1 of a batch, of which those before `at` are done.  What takes a `part` returns
 * within some milliseconds, `at` moved on, and is called again until it is `end`; once `stop` is
 * set, it returns after the game at work.  If it returns false, the game `at` is the first for
 * which it has failed.  A game is always whole: done, or as it was.
 */
struct batch_part {
    size_t first, at, end;
};

/* Begins games anew.  False: no memory. */
bool batch_reset(struct batch *batch, const struct batch_view *view, struct batch_part *part,
                 const struct calls_stop *stop);

/*
 * Puts a position into one game, without history.  False if it is over, and nothing has changed.
 * The position must be one that the library has made.
 */
bool batch_set(struct batch *batch, const struct batch_view *view, size_t at,
               const struct kw_position *position);

/* False at the first game whose action is not legal. */
bool batch_check(const struct batch *batch, const int64_t *actions, struct batch_part *part,
                 const struct calls_stop *stop);

/*
 * Plays an action in each of the games, all of them legal by batch_check; games that end begin
 * anew. False: no memory.
 */
bool batch_step(struct batch *batch, const int64_t *actions, const struct batch_view *view,
                struct batch_part *part, const struct calls_stop *stop);

/* Chooses a legal action for each, uniformly; the same for the same generators, one a game. */
bool batch_choose(const struct batch *batch, uint64_t *states, int64_t *actions,
                  struct batch_part *part, const struct calls_stop *stop);

const struct kw_position *batch_position(const struct batch *batch, size_t at);
unsigned batch_page(const struct batch *batch, size_t at);
unsigned batch_plies(const struct batch *batch, size_t at);

/* Copies positions, 48 bytes each, and pages; either may be NULL. */
bool batch_copy(const struct batch *batch, uint8_t *bytes, int64_t *pages, struct batch_part *part,
                const struct calls_stop *stop);

/* Bounds of positions in `tables`: lower and upper, and whether they are known.  False: `error`. */
bool batch_probe(const struct batch *batch, const struct kw_tables *tables, int16_t *bounds,
                 uint8_t *known, struct batch_part *part, const struct calls_stop *stop,
                 struct kw_error *error);

/*
 * Searches `n` positions on these pages within the limits, one after the other: the best actions,
 * in seeds or points the scores for the player to move, won and lost games +-1000 less or plus the
 * plies to the end.  It ends early once `stop` is set; `done` is how many have been searched.
 * False: `error`.
 */
bool batch_search(const struct batch *batch, struct kw_engine *engine,
                  const struct kw_position *positions, const int64_t *pages, size_t n,
                  const struct kw_limits *limits, const struct calls_stop *stop, int64_t *actions,
                  float *scores, size_t *done, struct kw_error *error);

#endif
