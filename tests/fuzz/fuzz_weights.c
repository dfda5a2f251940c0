/*
 * The reader of weights: what it accepts is played with, what it refuses is reported with its line.
 * What it accepts without a checksum it accepts with one too, and then with no bit changed.
 */
#include "fuzz.h"

#include "base/checksum.h"

#include <inttypes.h>

/* The same text in version 2, with its checksum; the caller frees it. */
static char *seal(const char *text) {
    size_t length = strlen(text);
    char *sealed = malloc(length + 64);
    if (sealed == NULL)
        abort();
    length = (size_t)sprintf(sealed, "%s%s", text, text[length - 1] == '\n' ? "" : "\n");
    *(strstr(sealed, "komwe-weights 1") + strlen("komwe-weights ")) = '2';
    sprintf(sealed + length, "checksum %016" PRIx64 "\n", checksum(sealed, length));
    return sealed;
}

static void check_sealed(struct kw_engine *engine, const struct kw_game *game, const char *text) {
    char *sealed = seal(text);
    size_t length = strlen(sealed), at = checksum(text, strlen(text)) % (8 * length);
    fuzz_promise(kw_engine_set_weights(engine, game, sealed, NULL), "a right checksum is accepted");
    sealed[at / 8] ^= (char)(1 << at % 8);
    fuzz_promise(!kw_engine_set_weights(engine, game, sealed, NULL), "a changed bit is noticed");
    free(sealed);
}

static void check(struct kw_engine *engine, const char *id, const char *text) {
    const struct kw_game *game = kw_game_find(id);
    static const struct kw_limits limits = {.nodes = 200};
    static struct kw_analysis analysis;
    struct kw_error error = {.code = KW_OK};
    if (!kw_engine_set_weights(engine, game, text, &error)) {
        fuzz_promise(error.line > 0 && error.message[0] != '\0', "a refusal has a line and a word");
        return;
    }
    struct kw_session *session = kw_session_new(game, NULL);
    fuzz_promise(kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, &error),
                 "weights that were read are played with");
    fuzz_promise(analysis.lines == 1 && analysis.line[0].length > 0, "and give a move");
    kw_session_free(session);
    if (strstr(text, "komwe-weights 1") != NULL)
        check_sealed(engine, game, text);
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
