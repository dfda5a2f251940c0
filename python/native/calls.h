/*
 * What Python calls where the library takes callbacks, or where one call does what Python would
 * need many for.  All of it runs without the interpreter's lock.
 */
#ifndef KOMWE_PYTHON_CALLS_H
#define KOMWE_PYTHON_CALLS_H

#include <komwe.h>

/* Plays a move; false, and `next` is not written, if it is not legal. */
bool calls_play(const struct kw_game *game, const struct kw_position *position, kw_move move,
                struct kw_position *next);

/* The legal moves, as many as there are: allocated, to be given back with calls_free. */
kw_move *calls_moves(const struct kw_game *game, const struct kw_position *position, size_t *count);

/* The events of a legal move: allocated, to be given back with calls_free; NULL: no memory. */
struct kw_event *calls_trace(const struct kw_game *game, const struct kw_position *position,
                             kw_move move, size_t *count);

/* A text that grows.  Begin with {0}; `bytes` is to be given back with calls_free. */
struct calls_text {
    char *bytes;
    size_t length, capacity;
};

bool calls_record_text(const struct kw_record *record, struct calls_text *text);

/* What is wrong with a rule text: one fault a line, "severity line column message". */
size_t calls_rules_check(const char *rules, size_t length, struct calls_text *text);

/* Set by another thread to end the work. */
struct calls_stop {
    int stopped;
};
void calls_stop(struct calls_stop *stop);

/* False once it is set: also as the callback of a call that goes on while it is not. */
bool calls_goes_on(const void *stop);

/* kw_perft of a depth > 0, until it is ended: the count means nothing then. */
uint64_t calls_perft(const struct kw_game *game, const struct kw_position *position, unsigned depth,
                     const struct calls_stop *stop);

bool calls_solve(struct kw_solver *solver, const struct kw_session *session,
                 struct calls_stop *stop, struct kw_solution *solution, struct kw_error *error);
/*
 * kw_engine_review of a whole session or its end: the reviews, the last turn first, allocated, to
 * be given back with calls_free; NULL and `error` if there is no memory.  What is reviewed when it
 * is stopped is left out.
 */
struct kw_turn_review *calls_review(struct kw_engine *engine, const struct kw_session *session,
                                    size_t first, const struct kw_limits *limits,
                                    const struct calls_stop *stop, size_t *count,
                                    struct kw_error *error);
bool calls_build(const struct kw_game *game, const char *directory, unsigned seeds,
                 unsigned threads, struct calls_stop *stop, struct kw_error *error);

/*
 * Decides who wins, and writes the proof of it unless `text` is NULL.  False and `error` if there
 * is none: error->code is KW_STOPPED if the work was ended.
 */
bool calls_prove(struct kw_prover *prover, const struct kw_position *position,
                 enum kw_player player, struct calls_stop *stop, enum kw_outcome *outcome,
                 struct calls_text *text, struct kw_error *error);

void calls_free(void *memory);

#endif
