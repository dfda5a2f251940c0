/* The readers of moves: what they accept is legal or refused with a reason, and plays. */
#include "fuzz.h"

/* Any move may be asked about, and is written as some text. */
static void asking_check(const struct kw_game *game, struct kw_position position,
                         const char *text) {
    kw_move list[KW_TURN_STEPS];
    struct kw_reason reason;
    struct kw_error error = {0};
    char sentence[KW_TEXT];
    size_t count = kw_move_parse(game, &position, text, list, &error);
    fuzz_promise(count <= KW_TURN_STEPS, "a word stands for so many moves at most");
    if (count == 0)
        fuzz_error(&error, text);
    for (size_t i = 0; i < count; i++) {
        if (kw_explain_illegal(game, &position, list[i], &reason)) {
            fuzz_promise(reason.clause != NULL &&
                             kw_reason_text(game, &reason, sentence)[0] != '\0',
                         "a refusal has a reason");
            return;
        }
        kw_play(game, &position, list[i], &position);
    }
}

/* Reads a move and plays what it stands for; false if it cannot be. */
static bool move_enter(const struct kw_game *game, struct kw_position *position, const char *text) {
    kw_move list[KW_TURN_STEPS];
    struct kw_error error = {0};
    unsigned seeds = fuzz_seeds(position);
    size_t count = kw_move_read(game, position, text, list, &error);
    fuzz_promise(count <= KW_TURN_STEPS, "a word stands for so many moves at most");
    if (count == 0)
        fuzz_error(&error, text);
    for (size_t i = 0; i < count; i++) {
        struct kw_reason reason;
        fuzz_promise(!kw_explain_illegal(game, position, list[i], &reason),
                     "what is read is legal");
        kw_play(game, position, list[i], position);
    }
    fuzz_promise(fuzz_seeds(position) == seeds, "no seed is lost");
    return count > 0;
}

/* A session takes the word or leaves it, as the reader does. */
static void session_check(struct kw_session *session, const struct kw_position *next, bool read,
                          const char *text) {
    struct kw_result result;
    bool over = kw_session_result(session, &result);
    size_t plies = kw_session_plies(session);
    bool entered = kw_session_enter(session, text, NULL);
    fuzz_promise(entered == (read && !over), "a session enters what can be read");
    if (entered)
        fuzz_promise(memcmp(kw_session_position(session), next, sizeof *next) == 0,
                     "and stands where it leads");
    else
        fuzz_promise(kw_session_plies(session) == plies, "or stays where it is");
}

static void moves_check(const struct kw_game *game, struct kw_session *session, char *rest) {
    for (unsigned moves = 0; *rest != '\0' && moves < 100; moves++) {
        char *text = fuzz_copy(fuzz_line(&rest));
        struct kw_position position = *kw_session_position(session);
        asking_check(game, position, text);
        bool read = move_enter(game, &position, text);
        session_check(session, &position, read, text);
        free(text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char input[FUZZ_INPUT], *rest = input;
    fuzz_text(data, size, input);
    struct kw_game *game = fuzz_game(fuzz_line(&rest));
    if (game == NULL)
        return 0;
    struct kw_position position;
    if (kw_position_read(game, fuzz_line(&rest), &position, NULL)) {
        struct kw_session *session = kw_session_new(game, &position);
        moves_check(game, session, rest);
        kw_session_free(session);
    }
    kw_game_close(game);
    return 0;
}
