/*
 * What a program of a match says on its standard output, from its first line on: it is a player
 * that moves legally, or it is refused with a sentence.  Its output is the input, whatever it is
 * asked.
 */
#define _GNU_SOURCE /* memfd_create */

#include "fuzz.h"
#include "match/external_engine.h"

#include <sys/mman.h>
#include <unistd.h>

enum { READY = 10000 /* milliseconds; the output ends long before */ };

static void play(struct external_engine *engine, const struct kw_game *game) {
    static const struct kw_limits limits = {.nodes = 1};
    static const struct match_clock clock[2];
    struct kw_session *session = kw_session_new(game, NULL);
    struct kw_error error = {.code = KW_OK};
    kw_move move;
    bool good = external_engine_begin(engine, &error);
    for (unsigned ply = 0; good && ply < 3; ply++) {
        good = external_engine_choose(engine, session, &limits, clock, &move, &error);
        fuzz_promise(!good || kw_session_play(session, move, NULL), "its move is legal");
    }
    fuzz_promise(good || error.message[0] != '\0', "a failure has a sentence");
    kw_session_free(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct kw_game *game = kw_game_find("kalah");
    char command[64];
    int file = memfd_create("output", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    snprintf(command, sizeof command, "exec cat /proc/%d/fd/%d", (int)getpid(), file);
    struct external_engine_spec spec = {
        .command = command, .game = game, .hash = 1, .ready = READY, .timeout = READY};
    struct kw_error error = {.code = KW_OK};
    struct external_engine *engine = external_engine_open(&spec, &error);
    fuzz_promise(engine != NULL || error.message[0] != '\0', "a refusal has a sentence");
    if (engine != NULL)
        play(engine, game);
    external_engine_close(engine);
    close(file);
    return 0;
}
