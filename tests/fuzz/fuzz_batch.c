/*
 * Fuzzes the command `batch`: whatever lines come in, each gets an answer and nothing breaks.
 *
 * Answers go to the null device.  Left out are inputs that ask for much work or for files, which is
 * what they would get: perft, divide, and -m by any of its names.
 */
#include "../../apps/komwe/command.h"
#include "fuzz.h"

/* A quote or a backslash could hide a word from the search, so bytes that do this are left out. */
static bool asks_too_much(const char *text) {
    char bare[FUZZ_INPUT];
    size_t n = 0;
    for (; *text != '\0'; text++)
        if (strchr("'\"\\", *text) == NULL)
            bare[n++] = *text;
    bare[n] = '\0';
    return strstr(bare, "perft") != NULL || strstr(bare, "divide") != NULL ||
           strstr(bare, "-m") != NULL || strstr(bare, "--") != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool silenced;
    char text[FUZZ_INPUT];
    if (!silenced)
        silenced = freopen("/dev/null", "w", stdout) != NULL;
    fuzz_text(data, size, text);
    if (size == 0 || size >= FUZZ_INPUT || asks_too_much(text))
        return 0;
    FILE *real = stdin, *given = fmemopen((void *)(uintptr_t)data, size, "r");
    fuzz_promise(given != NULL, "there is memory");
    stdin = given;
    struct call call = {.batch = false};
    fuzz_promise(batch_run(&call) == STATUS_OK, "batch ends well whatever it reads");
    stdin = real;
    fclose(given);
    return 0;
}
