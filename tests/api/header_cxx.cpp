// The header alone, as C++17: it compiles, its functions link, and a game can be played to its end.
#include "komwe.h"

#include <cstddef>
#include <cstdio>
#include <memory>
#include <type_traits>

static_assert(sizeof(kw_position) == 48, "a position is 48 bytes");
static_assert(offsetof(kw_position, own) == 46, "the layout is that of C");
static_assert(std::is_trivially_copyable<kw_position>::value, "positions are copied by value");

// Plays the first move of the list until the game is over; returns the number of plies.
static unsigned game_play(kw_session *session) {
    kw_result result;
    unsigned plies = 0;
    while (!kw_session_result(session, &result)) {
        kw_move list[KW_MOVES];
        kw_moves(kw_session_game(session), kw_session_position(session), list, KW_MOVES);
        if (!kw_session_play(session, list[0], nullptr))
            return 0;
        plies++;
    }
    return plies;
}

int main() {
    kw_error error;
    std::unique_ptr<kw_game, decltype(&kw_game_close)> game(
        kw_game_open("kalah", "pits=3 seeds=2", &error), kw_game_close);
    if (!game) {
        std::printf("%s\n0 passed, 1 failed\n", error.message);
        return 1;
    }
    std::unique_ptr<kw_session, decltype(&kw_session_free)> session(
        kw_session_new(game.get(), nullptr), kw_session_free);
    bool played = session && game_play(session.get()) > 0;
    std::printf("%d passed, %d failed\n", played, !played);
    return played ? 0 : 1;
}
