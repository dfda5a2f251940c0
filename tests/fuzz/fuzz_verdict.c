/* The reader of how a game of a match was adjudicated: what it accepts is written as the same. */
#include "../../apps/komwe/verdict.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char input[FUZZ_INPUT], text[KW_TEXT];
    struct verdict verdict, again;
    fuzz_text(data, size, input);
    char *copy = fuzz_copy(input);
    bool good = verdict_read(&verdict, copy);
    free(copy);
    if (!good)
        return 0;
    fuzz_promise(verdict.by != BY_RULES && verdict.outcome != KW_GOING_ON, "a verdict is one");
    fuzz_promise(verdict_read(&again, verdict_text(&verdict, text)), "it can be read again");
    fuzz_promise(again.outcome == verdict.outcome && again.narrow == verdict.narrow &&
                     again.by == verdict.by,
                 "and is the same");
    return 0;
}
