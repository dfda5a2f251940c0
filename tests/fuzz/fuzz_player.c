/*
 * The reader of players of a match, `--player` and the headers of its records: what it accepts is
 * written as a text that is read as the same.
 */
#include "fuzz.h"
#include "match/match_player.h"

static char *written(const struct match_player_spec *spec) {
    struct string_builder out = {0};
    match_player_write(&out, spec);
    char *text = fuzz_copy(out.length > 0 ? out.text : "");
    output_free(&out);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct match_player_spec spec, again;
    char input[FUZZ_INPUT], fault[KW_TEXT] = "";
    fuzz_text(data, size, input);
    char *text = fuzz_copy(input);
    memset(&spec, 0, sizeof spec);
    memset(&again, 0, sizeof again);
    if (match_player_read(text, NULL, &spec, fault)) {
        fuzz_promise(memchr(spec.name, '\0', sizeof spec.name) != NULL, "the name ends");
        char *once = written(&spec);
        fuzz_promise(match_player_read(once, NULL, &again, fault), "what is written can be read");
        char *twice = written(&again);
        fuzz_promise(strcmp(once, twice) == 0, "and is written alike");
        free(once);
        free(twice);
    } else {
        fuzz_promise(fault[0] != '\0' && memchr(fault, '\0', sizeof fault) != NULL,
                     "a refusal has a sentence");
    }
    free(text);
    return 0;
}
