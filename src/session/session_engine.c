/* The engine at a game being played. */
#include "base/error.h"
#include "search/engine.h"
#include "session/session.h"

#include <stdlib.h>

/* Some thirty years: a time from now that can still be counted in microseconds. */
#define MILLISECONDS_MOST INT64_C(1000000000000)

/* The same time, or one that is as good. */
static int64_t bounded_time(int64_t milliseconds) {
    return milliseconds > MILLISECONDS_MOST ? MILLISECONDS_MOST
           : milliseconds < -1              ? -1
                                            : milliseconds;
}

/* Whether there is nothing to search; a stop was then meant for this call. */
static bool session_over(struct kw_engine *engine, const struct kw_session *session,
                         struct kw_error *error) {
    struct kw_result result;
    if (!kw_session_result(session, &result))
        return false;
    engine_spend_stop(engine);
    error_set(error, KW_ILLEGAL_MOVE, 1, "the game is over");
    return true;
}

static bool no_memory(struct kw_error *error) {
    return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
}

bool kw_engine_search(struct kw_engine *engine, const struct kw_session *session,
                      const struct kw_limits *limits, kw_search_progress_fn *progress,
                      void *context, struct kw_analysis *analysis, struct kw_error *error) {
    struct kw_limits bounded = *limits;
    bounded.milliseconds = bounded_time(limits->milliseconds);
    *analysis = (struct kw_analysis){0};
    if (session_over(engine, session, error))
        return false;
    return engine_search(engine, kw_session_game(session), kw_session_position(session),
                         session_history(session), &bounded, progress, context, analysis) ||
           no_memory(error);
}

bool kw_engine_play(struct kw_engine *engine, const struct kw_session *session, unsigned level,
                    struct kw_random *random, kw_move *move, struct kw_error *error) {
    if (session_over(engine, session, error))
        return false;
    struct kw_analysis *analysis = malloc(sizeof *analysis);
    bool good = analysis != NULL &&
                engine_choose(engine, kw_session_game(session), kw_session_position(session),
                              session_history(session), level, random, analysis, move);
    free(analysis);
    return good || no_memory(error);
}
