/* The reader of weights: what it accepts is played with, what it refuses is told with its line. */
#include "fuzz.h"

static void check(struct kw_engine *engine, const char *id, const char *text) {
    const struct kw_game *game = kw_game_find(id);
    static const struct kw_limits limits = {.nodes = 200};
    static struct kw_analysis analysis;
    struct kw_error error = {.code = KW_OK};
    if (!kw_engine_weights(engine, game, text, &error)) {
        fuzz_promise(error.line > 0 && error.message[0] != '\0', "a refusal has a line and a word");
        return;
    }
    struct kw_session *session = kw_session_new(game, NULL);
    fuzz_promise(kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, &error),
                 "weights that were read are played with");
    fuzz_promise(analysis.lines == 1 && analysis.line[0].length > 0, "and give a move");
    kw_session_free(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct kw_engine *engine;
    if (engine == NULL)
        engine = kw_engine_new(1 << 16, 1);
    char *text = malloc(size + 1);
    if (engine == NULL || text == NULL)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    check(engine, "giuthi", text);
    check(engine, "bulto", text);
    check(engine, "kujifunza", text);
    free(text);
    return 0;
}
