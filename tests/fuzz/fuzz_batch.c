/*
 * Fuzzes the command `batch`: whatever lines come in, each gets an answer and nothing breaks.
 *
 * Answers go to the null device.  Left out are inputs that ask for much work or for files, which is
 * what they would get: perft and divide beyond depth 2, and -m by any of its names.
 */
#include "cli/command.h"
#include "fuzz.h"

/* Takes a word out of a text wherever it stands. */
static void cut(char *text, const char *word) {
    size_t length = strlen(word);
    for (char *at = text; (at = strstr(at, word)) != NULL;)
        memmove(at, at + length, strlen(at + length) + 1);
}

/* Whether a whole number above 2 stands in a text as a word: too great a depth. */
static bool counts_deep(char *text) {
    static const char blank[] = " \t\r\n\v\f";
    char *rest;
    for (char *word = strtok_r(text, blank, &rest); word; word = strtok_r(NULL, blank, &rest))
        if (strspn(word, "0123456789") == strlen(word) && (strlen(word) > 1 || *word > '2'))
            return true;
    return false;
}

/* A quote or a backslash could hide a word from the search, so bytes that do this are left out. */
static bool asks_too_much(const char *text) {
    static const char *const harmless[] = {"--json", "--diff", "--values", "--help"};
    char bare[FUZZ_INPUT];
    size_t n = 0;
    for (; *text != '\0'; text++)
        if (strchr("'\"\\", *text) == NULL)
            bare[n++] = *text;
    bare[n] = '\0';
    if (strstr(bare, "-m") != NULL)
        return true;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        cut(bare, harmless[i]);
    if (strstr(bare, "--") != NULL)
        return true;
    bool counts = strstr(bare, "perft") != NULL || strstr(bare, "divide") != NULL;
    return counts && counts_deep(bare);
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
