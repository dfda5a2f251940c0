/* The engine at a game being played. */
#include "base/error.h"
#include "search/engine.h"
#include "session/session.h"

bool kw_engine_search(struct kw_engine *engine, const struct kw_session *session,
                      const struct kw_limits *limits, kw_listen *listen, void *context,
                      struct kw_analysis *analysis, struct kw_error *error) {
    struct kw_result result;
    *analysis = (struct kw_analysis){0};
    if (kw_session_result(session, &result)) {
        error_set(error, KW_ILLEGAL_MOVE, 1, "the game is over");
        return false;
    }
    if (engine_search(engine, kw_session_game(session), kw_session_position(session),
                      session_history(session), limits, listen, context, analysis))
        return true;
    error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
    return false;
}
