#include "calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void calls_free(void *memory) { free(memory); }

/* ---- moves ----------------------------------------------------------------------------------- */

kw_move *calls_moves(const struct kw_game *game, const struct kw_position *position,
                     size_t *count) {
    size_t capacity = KW_MOVES;
    for (;;) {
        kw_move *list = malloc(capacity * sizeof *list);
        if (list == NULL)
            return NULL;
        *count = kw_moves(game, position, list, capacity);
        if (*count <= capacity)
            return list;
        free(list);
        capacity = *count;
    }
}

static bool calls_is_legal(const struct kw_game *game, const struct kw_position *position,
                           kw_move move) {
    kw_move list[KW_MOVES];
    size_t count = kw_moves(game, position, list, KW_MOVES);
    if (count > KW_MOVES) {
        struct kw_reason reason;
        return !kw_explain_illegal(game, position, move, &reason);
    }
    for (size_t i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

bool calls_play(const struct kw_game *game, const struct kw_position *position, kw_move move,
                struct kw_position *next) {
    if (!calls_is_legal(game, position, move))
        return false;
    kw_play(game, position, move, next);
    return true;
}

/* ---- events ---------------------------------------------------------------------------------- */

struct calls_events {
    struct kw_event *list;
    size_t count, capacity;
    bool failed;
};

static bool calls_add_event(void *context, const struct kw_event *event) {
    struct calls_events *events = context;
    if (events->count == events->capacity) {
        size_t capacity = events->capacity == 0 ? 64 : 2 * events->capacity;
        struct kw_event *list = realloc(events->list, capacity * sizeof *list);
        if (list == NULL) {
            events->failed = true;
            return false;
        }
        events->list = list;
        events->capacity = capacity;
    }
    events->list[events->count++] = *event;
    return true;
}

struct kw_event *calls_trace(const struct kw_game *game, const struct kw_position *position,
                             kw_move move, size_t *count) {
    struct calls_events events = {0};
    struct kw_position next;
    kw_trace(game, position, move, &next, calls_add_event, &events);
    if (events.failed) {
        free(events.list);
        return NULL;
    }
    *count = events.count;
    return events.list;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static bool calls_add_text(void *context, const char *bytes, size_t length) {
    struct calls_text *text = context;
    if (text->capacity - text->length < length) {
        size_t capacity = 2 * text->capacity + length + 256;
        char *grown = realloc(text->bytes, capacity);
        if (grown == NULL)
            return false;
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return true;
}

bool calls_record_text(const struct kw_record *record, struct calls_text *text) {
    return kw_record_write(record, calls_add_text, text);
}

static void calls_add_fault(void *context, const struct kw_rule_fault *fault) {
    char line[64];
    int length = snprintf(line, sizeof line, "%d %zu %zu ", (int)fault->severity, fault->line,
                          fault->column);
    calls_add_text(context, line, (size_t)length);
    calls_add_text(context, fault->message, strlen(fault->message));
    calls_add_text(context, "\n", 1);
}

size_t calls_rules_check(const char *rules, size_t length, struct calls_text *text) {
    return kw_rules_check(rules, length, NULL, calls_add_fault, text);
}

/* ---- long work ------------------------------------------------------------------------------- */

void calls_stop(struct calls_stop *stop) { __atomic_store_n(&stop->stopped, 1, __ATOMIC_RELAXED); }

bool calls_goes_on(const void *context) {
    const struct calls_stop *stop = context;
    return __atomic_load_n(&stop->stopped, __ATOMIC_RELAXED) == 0;
}

/* Only the last ply is counted by the library: moves can be so long that two would take seconds. */
uint64_t calls_perft(const struct kw_game *game, const struct kw_position *position, unsigned depth,
                     const struct calls_stop *stop) {
    if (depth <= 1)
        return kw_perft(game, position, depth);
    size_t count;
    kw_move few[KW_MOVES], *list = few, *many = NULL;
    count = kw_moves(game, position, few, KW_MOVES);
    if (count > KW_MOVES && (list = many = calls_moves(game, position, &count)) == NULL)
        return UINT64_MAX;
    uint64_t leaves = 0;
    for (size_t i = 0; i < count && leaves != UINT64_MAX && calls_goes_on(stop); i++) {
        struct kw_position next;
        kw_play(game, position, list[i], &next);
        uint64_t more = calls_perft(game, &next, depth - 1, stop);
        leaves = more == UINT64_MAX ? UINT64_MAX : leaves + more;
    }
    free(many);
    return leaves;
}

static bool calls_solving(void *context, const struct kw_solution *so_far) {
    (void)so_far;
    return calls_goes_on(context);
}

bool calls_solve(struct kw_solver *solver, const struct kw_session *session,
                 struct calls_stop *stop, struct kw_solution *solution, struct kw_error *error) {
    return kw_solver_solve(solver, session, calls_solving, stop, solution, error);
}

/* ---- reviews --------------------------------------------------------------------------------- */

struct calls_reviews {
    const struct calls_stop *stop;
    struct kw_turn_review *list;
    size_t count, capacity;
    bool failed;
};

/* The review of a turn that was stopped rests on less than was asked for. */
static bool calls_add_review(void *context, const struct kw_turn_review *review) {
    struct calls_reviews *reviews = context;
    if (!calls_goes_on(reviews->stop))
        return false;
    if (reviews->count == reviews->capacity) {
        size_t capacity = 2 * reviews->capacity + 16;
        struct kw_turn_review *list = realloc(reviews->list, capacity * sizeof *list);
        if (list == NULL) {
            reviews->failed = true;
            return false;
        }
        reviews->list = list;
        reviews->capacity = capacity;
    }
    reviews->list[reviews->count++] = *review;
    return true;
}

struct kw_turn_review *calls_review(struct kw_engine *engine, const struct kw_session *session,
                                    size_t first, const struct kw_limits *limits,
                                    const struct calls_stop *stop, size_t *count,
                                    struct kw_error *error) {
    struct calls_reviews reviews = {
        .stop = stop, .list = malloc(sizeof *reviews.list), .capacity = 1};
    bool good = reviews.list != NULL &&
                kw_engine_review(engine, session, first, limits, calls_add_review, &reviews, error);
    if (!good || reviews.failed) {
        error->code = KW_NO_MEMORY;
        snprintf(error->message, sizeof error->message, "there is not enough memory");
        free(reviews.list);
        return NULL;
    }
    *count = reviews.count;
    return reviews.list;
}

static bool calls_building(void *context, const struct kw_progress *progress) {
    (void)progress;
    return calls_goes_on(context);
}

bool calls_build(const struct kw_game *game, const char *directory, unsigned seeds,
                 unsigned threads, struct calls_stop *stop, struct kw_error *error) {
    return kw_tables_build(game, directory, seeds, threads, calls_building, stop, error);
}

static bool calls_proving(void *context, const struct kw_prove_progress *progress) {
    (void)progress;
    return calls_goes_on(context);
}

bool calls_prove(struct kw_prover *prover, const struct kw_position *position,
                 enum kw_player player, struct calls_stop *stop, enum kw_outcome *outcome,
                 struct calls_text *text, struct kw_error *error) {
    *outcome = kw_prover_decide(prover, position, player, calls_proving, stop);
    if (*outcome == KW_GOING_ON) {
        error->code = KW_STOPPED;
        snprintf(error->message, sizeof error->message, "stopped");
        return false;
    }
    return text == NULL || kw_prover_prove(prover, position, 1, player, calls_proving, stop,
                                           calls_add_text, text, error);
}
