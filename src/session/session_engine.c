/* The engine on a session: kw_engine_search and kw_engine_play. */
#include "base/error.h"
#include "search/engine.h"
#include "session/session.h"

#include <stdlib.h>

/* Some thirty years: it still fits 64 bits in microseconds. */
#define MILLISECONDS_MAX INT64_C(1000000000000)

/* An equivalent time that does not overflow. */
static int64_t session_engine_clamp_time(int64_t milliseconds) {
    return milliseconds > MILLISECONDS_MAX ? MILLISECONDS_MAX
           : milliseconds < -1             ? -1
                                           : milliseconds;
}

/* Whether there is nothing to search; a pending stop is then spent by this call. */
static bool session_engine_is_over(struct kw_engine *engine, const struct kw_session *session,
                                   struct kw_error *error) {
    struct kw_result result;
    if (!kw_session_result(session, &result))
        return false;
    engine_clear_stop(engine);
    error_set(error, KW_ILLEGAL_MOVE, 1, "the game is over");
    return true;
}

bool kw_engine_search(struct kw_engine *engine, const struct kw_session *session,
                      const struct kw_limits *limits, kw_search_progress_fn *progress,
                      void *context, struct kw_analysis *analysis, struct kw_error *error) {
    struct kw_limits bounded = *limits;
    bounded.milliseconds = session_engine_clamp_time(limits->milliseconds);
    *analysis = (struct kw_analysis){0};
    if (session_engine_is_over(engine, session, error))
        return false;
    return engine_search(engine, kw_session_game(session), kw_session_position(session),
                         session_history(session), &bounded, progress, context, analysis) ||
           error_no_memory(error);
}

bool kw_engine_play(struct kw_engine *engine, const struct kw_session *session, unsigned level,
                    struct kw_random *random, kw_move *move, struct kw_error *error) {
    if (session_engine_is_over(engine, session, error))
        return false;
    struct kw_analysis *analysis = malloc(sizeof *analysis);
    bool good = analysis != NULL &&
                engine_choose(engine, kw_session_game(session), kw_session_position(session),
                              session_history(session), level, random, analysis, move);
    free(analysis);
    return good || error_no_memory(error);
}
