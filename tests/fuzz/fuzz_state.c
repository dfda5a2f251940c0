/* The reader of what a prover has saved: whatever it takes in, it is asked with afterwards. */
#include "fuzz.h"

static bool enough(void *context, const struct kw_prove_progress *proving) {
    (void)context, (void)proving;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct kw_game *game;
    if (game == NULL)
        game = kw_game_open("kujifunza", "width=4", NULL);
    struct kw_prover *prover =
        kw_prover_new(game, 1 << 11, 1, NULL); /* a file can be too large for it */
    struct fuzz_source source = {.data = data, .size = size};
    struct kw_error error = {.code = KW_OK};
    struct kw_position start;
    if (prover == NULL)
        abort();
    if (!kw_prover_load(prover, fuzz_take, &source, &error))
        fuzz_promise((error.code == KW_BAD_RECORD || error.code == KW_DAMAGED ||
                      error.code == KW_NO_MEMORY) &&
                         error.message[0] != '\0',
                     "a refusal has a sentence");
    kw_start(game, &start);
    fuzz_promise(kw_prover_decide(prover, &start, KW_SOUTH, enough, NULL) <= KW_DRAW,
                 "a question is answered or given up");
    kw_prover_free(prover);
    return 0;
}
