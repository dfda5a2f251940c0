/* A session: the plies of a game, undo and redo, and endings that the board does not show. */
#include "session/session.h"
#include "base/error.h"
#include "base/memory.h"
#include "games/game.h"

#include <assert.h>
#include <stdlib.h>

struct session_ply {
    struct kw_position before;
    kw_move move;
};

struct kw_session {
    const struct kw_game *game;
    struct kw_position position;
    struct session_ply *played; /* the plies played, then those taken back */
    size_t plies, known, capacity;
    struct history history;
    enum kw_ending ending; /* by resignation or agreement; else KW_BY_RULES */
    enum kw_outcome outcome;
};

struct kw_session *kw_session_new(const struct kw_game *game, const struct kw_position *start) {
    struct kw_session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    session->game = game;
    session->history.once = game->rules->once;
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

const struct history *session_history(const struct kw_session *session) {
    return &session->history;
}

size_t kw_session_plies(const struct kw_session *session) { return session->plies; }

kw_move kw_session_move(const struct kw_session *session, size_t ply) {
    assert(ply < session->plies);
    return session->played[ply].move;
}

const struct kw_position *kw_session_before(const struct kw_session *session, size_t ply) {
    assert(ply <= session->plies);
    return ply == session->plies ? &session->position : &session->played[ply].before;
}

/* Whether the game was ended by resignation or agreement, and how. */
static bool session_ended_by_declaration(const struct kw_session *session,
                                         struct kw_result *result) {
    if (session->ending == KW_BY_RULES)
        return false;
    *result = (struct kw_result){.outcome = session->outcome, .ending = session->ending};
    return true;
}

bool kw_session_result(const struct kw_session *session, struct kw_result *result) {
    if (session_ended_by_declaration(session, result) ||
        kw_state(session->game, &session->position, result))
        return true;
    if (history_count(&session->history, &session->position) < kw_repetitions(session->game))
        return false;
    kw_repetition_result(session->game, &session->position, result);
    return true;
}

/* False, with the reason, if the game is over. */
static bool session_is_running(const struct kw_session *session, struct kw_error *error) {
    static const char *const how[] = {
        [KW_BY_RULES] = "the game is over",
        [KW_BY_RESIGNATION] = "the game is over: a player has resigned",
        [KW_BY_AGREEMENT] = "the game is over: the players have agreed on a draw"};
    struct kw_result result;
    if (!kw_session_result(session, &result))
        return true;
    const char *why = result.ending != KW_BY_REPETITION ? how[result.ending]
                      : kw_repetitions(session->game) == 2
                          ? "the game is over: the position occurred for the second time"
                          : "the game is over: the position occurred for the third time";
    return error_set(error, KW_ILLEGAL_MOVE, 1, "%s", why);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Plays a legal move; the plies that were taken back stay if it is the first of them. */
static bool session_apply(struct kw_session *session, kw_move move, struct kw_error *error) {
    struct kw_position next;
    if (session->plies == KW_PLIES)
        return error_set(error, KW_TOO_LONG, 1,
                         "the game has not ended after %d plies, the most that a session holds",
                         KW_PLIES);
    kw_play(session->game, &session->position, move, &next);
    if (!array_reserve(&session->played, session->plies, 1, &session->capacity,
                       sizeof *session->played) ||
        !history_add(&session->history, &next))
        return error_no_memory(error);
    if (session->plies == session->known || session->played[session->plies].move != move)
        session->known = session->plies + 1;
    session->played[session->plies++] = (struct session_ply){session->position, move};
    session->position = next;
    return true;
}

bool kw_session_play(struct kw_session *session, kw_move move, struct kw_error *error) {
    struct kw_reason reason;
    char text[KW_TEXT];
    if (!session_is_running(session, error))
        return false;
    if (kw_explain_illegal(session->game, &session->position, move, &reason))
        return error_set(error, KW_ILLEGAL_MOVE, 1, "%s",
                         kw_reason_text(session->game, &reason, text));
    return session_apply(session, move, error);
}

bool kw_session_enter(struct kw_session *session, const char *text, struct kw_error *error) {
    kw_move list[KW_TURN_STEPS];
    struct kw_result result;
    if (kw_session_result(session, &result) && result.ending != KW_BY_RULES)
        return session_is_running(session, error);
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
    if (session->ending != KW_BY_RULES) {
        session->ending = KW_BY_RULES;
        return true;
    }
    if (session->plies == 0)
        return false;
    history_remove(&session->history, &session->position);
    session->position = session->played[--session->plies].before;
    return true;
}

bool kw_session_redo(struct kw_session *session) {
    return session->ending == KW_BY_RULES && session->plies < session->known &&
           session_apply(session, session->played[session->plies].move, NULL);
}

/* ---- resignation and agreement --------------------------------------------------------------- */

static bool session_declare(struct kw_session *session, enum kw_outcome outcome,
                            enum kw_ending ending, struct kw_error *error) {
    if (!session_is_running(session, error))
        return false;
    session->outcome = outcome;
    session->ending = ending;
    return true;
}

bool kw_session_resign(struct kw_session *session, enum kw_player player, struct kw_error *error) {
    return session_declare(session, player == KW_SOUTH ? KW_NORTH_WINS : KW_SOUTH_WINS,
                           KW_BY_RESIGNATION, error);
}

bool kw_session_agree(struct kw_session *session, struct kw_error *error) {
    return session_declare(session, KW_DRAW, KW_BY_AGREEMENT, error);
}

/* ---- turns ----------------------------------------------------------------------------------- */

size_t kw_session_turn_end(const struct kw_session *session, size_t first) {
    assert(first < session->plies);
    unsigned player = kw_session_before(session, first)->turn;
    size_t ply = first + 1;
    while (ply < session->plies && session->played[ply].before.turn == player)
        ply++;
    return ply;
}

/* The moves of a finished turn as one word, in games that have such words; else false. */
static bool session_turn_word(const struct kw_session *session, size_t first, size_t end,
                              struct text *text) {
    const struct kw_game *game = session->game;
    const struct kw_position *before = &session->played[first].before;
    kw_move list[KW_TURN_STEPS];
    if (end - first > KW_TURN_STEPS || kw_session_before(session, end)->turn == before->turn)
        return false;
    for (size_t ply = first; ply < end; ply++)
        list[ply - first] = session->played[ply].move;
    return game_word_text(game, before, list, end - first, text);
}

const char *kw_session_turn_text(const struct kw_session *session, size_t first,
                                 char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    size_t end = kw_session_turn_end(session, first);
    if (session_turn_word(session, first, end, &text))
        return buffer;
    for (size_t ply = first; ply < end; ply++) {
        char move[KW_TEXT];
        const struct session_ply *played = &session->played[ply];
        text_string(&text, ply > first ? "," : "");
        text_string(&text, kw_move_text(session->game, &played->before, played->move, move));
    }
    return buffer;
}
