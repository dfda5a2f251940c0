/*
 * The reader of a tuner's checkpoint: what it takes in is learned with and written, and what is
 * written can be played with.
 */
#include "fuzz.h"

#include "base/checksum.h"

#include <endian.h>

enum { AT_BYTES = 16 };

/* Keeps what is written as text. */
struct kept {
    char *text;
    size_t length;
};

static bool keep(void *context, const char *text, size_t length) {
    struct kept *kept = context;
    kept->text = realloc(kept->text, kept->length + length + 1);
    if (kept->text == NULL)
        abort();
    memcpy(kept->text + kept->length, text, length);
    kept->length += length;
    kept->text[kept->length] = '\0';
    return true;
}

static void go_on(struct kw_tuner *tuner, const struct kw_game *game, const char *note,
                  const uint8_t *data, size_t size) {
    struct kept kept = {0}, saved = {0};
    struct kw_engine *engine = kw_engine_new(1 << 16, 1);
    struct kw_error error = {.code = KW_OK};
    fuzz_promise(kw_tuner_save(tuner, note, keep, &saved), "what was loaded is saved");
    fuzz_promise(saved.length == size && memcmp(saved.text, data, size) == 0, "byte by byte");
    kw_tuner_fit(tuner, 1, 1, NULL, NULL);
    fuzz_promise(kw_tuner_write(tuner, "comment", keep, &kept), "and written");
    fuzz_promise(engine != NULL && kw_engine_set_weights(engine, game, kept.text, &error),
                 "and read as weights");
    kw_engine_free(engine);
    free(kept.text);
    free(saved.text);
}

static void check(const struct kw_game *game, const uint8_t *data, size_t size) {
    static char note[KW_TUNER_NOTE + 1];
    struct kw_tuner *tuner = kw_tuner_new(game);
    struct fuzz_source source = {.data = data, .size = size};
    struct kw_error error = {.code = KW_OK};
    if (tuner == NULL)
        abort();
    if (kw_tuner_load(tuner, note, fuzz_take, &source, &error))
        go_on(tuner, game, note, data, size);
    else
        fuzz_promise((error.code == KW_BAD_RECORD || error.code == KW_DAMAGED) &&
                         error.message[0] != '\0',
                     "a refusal has a sentence");
    kw_tuner_free(tuner);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct kw_game *game = kw_game_find("giuthi");
    uint64_t word = htole64(size);
    check(game, data, size);
    if (size < 64 + sizeof word)
        return 0;
    /* With size and checksum put right, so that the rest is looked at too. */
    uint8_t *copy = malloc(size);
    if (copy == NULL)
        abort();
    memcpy(copy, data, size);
    memcpy(copy + AT_BYTES, &word, sizeof word);
    word = htole64(checksum(copy, size - sizeof word));
    memcpy(copy + size - sizeof word, &word, sizeof word);
    check(game, copy, size);
    free(copy);
    return 0;
}
