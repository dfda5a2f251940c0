/* A game being played: positions and moves from a start, and the rule on repetition. */
#include "komwe.h"

#include "tables/history.h"

#include <stdlib.h>
#include <string.h>

struct played {
    struct kw_position before;
    kw_move move;
};

struct kw_session {
    const struct kw_game *game;
    struct kw_position position;
    struct played *played;
    size_t plies, capacity;
    struct history history;
};

struct kw_session *kw_session_new(const struct kw_game *game, const struct kw_position *start) {
    struct kw_session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    session->game = game;
    if (start != NULL)
        session->position = *start;
    else
        kw_start(game, &session->position);
    if (!history_add(&session->history, &session->position)) {
        kw_session_free(session);
        return NULL;
    }
    return session;
}

void kw_session_free(struct kw_session *session) {
    if (session == NULL)
        return;
    history_free(&session->history);
    free(session->played);
    free(session);
}

const struct kw_game *kw_session_game(const struct kw_session *session) { return session->game; }

const struct kw_position *kw_session_position(const struct kw_session *session) {
    return &session->position;
}

size_t kw_session_plies(const struct kw_session *session) { return session->plies; }

kw_move kw_session_move(const struct kw_session *session, size_t ply) {
    return session->played[ply].move;
}

const struct kw_position *kw_session_before(const struct kw_session *session, size_t ply) {
    return &session->played[ply].before;
}

bool kw_session_result(const struct kw_session *session, struct kw_result *result) {
    if (kw_state(session->game, &session->position, result))
        return true;
    if (history_count(&session->history, &session->position) < 3)
        return false;
    kw_repetition_result(session->game, &session->position, result);
    return true;
}

static bool fail(struct kw_error *error, enum kw_code code, const char *message) {
    if (error != NULL) {
        *error = (struct kw_error){.code = code, .column = 1};
        strncpy(error->message, message, sizeof error->message - 1);
    }
    return false;
}

static bool room_for_one_more(struct kw_session *session) {
    if (session->plies < session->capacity)
        return true;
    size_t capacity = session->capacity == 0 ? 64 : 2 * session->capacity;
    struct played *played = realloc(session->played, capacity * sizeof *played);
    if (played == NULL)
        return false;
    session->played = played;
    session->capacity = capacity;
    return true;
}

bool kw_session_play(struct kw_session *session, kw_move move, struct kw_error *error) {
    struct kw_result result;
    struct kw_reason reason;
    if (kw_session_result(session, &result))
        return fail(error, KW_ILLEGAL_MOVE,
                    result.repetition ? "the game is over: the position stood for the third time"
                                      : "the game is over");
    if (kw_refuse(session->game, &session->position, move, &reason)) {
        char text[KW_TEXT];
        return fail(error, KW_ILLEGAL_MOVE, kw_reason_text(session->game, &reason, text));
    }
    struct kw_position next;
    kw_play(session->game, &session->position, move, &next);
    if (!room_for_one_more(session) || !history_add(&session->history, &next))
        return fail(error, KW_NO_MEMORY, "there is not enough memory");
    session->played[session->plies++] = (struct played){session->position, move};
    session->position = next;
    return true;
}

bool kw_session_enter(struct kw_session *session, const char *text, struct kw_error *error) {
    kw_move list[KW_TURN_STEPS];
    struct kw_result result;
    if (kw_session_result(session, &result) && result.repetition)
        return fail(error, KW_ILLEGAL_MOVE,
                    "the game is over: the position stood for the third time");
    size_t count = kw_move_read(session->game, &session->position, text, list, error);
    for (size_t i = 0; i < count; i++) {
        if (!kw_session_play(session, list[i], error)) {
            while (i-- > 0)
                kw_session_undo(session);
            return false;
        }
    }
    return count > 0;
}

bool kw_session_undo(struct kw_session *session) {
    if (session->plies == 0)
        return false;
    history_remove(&session->history, &session->position);
    session->position = session->played[--session->plies].before;
    return true;
}
