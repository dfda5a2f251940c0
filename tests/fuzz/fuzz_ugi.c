/*
 * Fuzzes the command `engine`: whatever a client says, it is answered by lines of the interface
 * and the program ends well.
 *
 * Left out are lines that ask for much memory or many
 * threads, which is what they would get; every search is given some nodes, and waited for or
 * stopped.
 */
#include "cli/command.h"
#include "fuzz.h"

#include <ctype.h>
#include <unistd.h>

/* After a `go`. */
static const char limit[] = " nodes 20\nwait\nstop\nwait\n";

static bool starts_with(const char *line, const char *word) {
    line += strspn(line, " \t\v\f\r");
    return strncmp(line, word, strlen(word)) == 0;
}

/* Sets an option that takes memory or threads to more than 1. */
static bool costs_much(const char *line) {
    char low[FUZZ_INPUT];
    size_t n = 0;
    for (; *line != '\0'; line++)
        low[n++] = (char)tolower((unsigned char)*line);
    low[n] = '\0';
    return starts_with(low, "setoption") &&
           (strstr(low, "hash") != NULL || strstr(low, "threads") != NULL) &&
           (strpbrk(low, "023456789") != NULL || strstr(low, "11") != NULL);
}

/* What the client says: the lines of the input, tamed; a NUL byte is kept. */
static char *compose(const uint8_t *data, size_t size, size_t *length) {
    char *said = NULL;
    FILE *file = open_memstream(&said, length);
    fuzz_promise(file != NULL, "there is memory");
    fputs("setoption name Hash value 1\n", file);
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t line = end != NULL ? (size_t)(end - data) : size;
        char text[FUZZ_INPUT];
        fuzz_text(data, line, text);
        if (!costs_much(text))
            fwrite(data, 1, line, file);
        fputs(starts_with(text, "go") ? limit : "\n", file);
        data += line + (end != NULL);
        size -= line + (end != NULL);
    }
    fclose(file);
    return said;
}

/* Takes what was printed, and sees to it that it is made of the lines of the interface. */
static void check_answers(FILE *file) {
    static const char *const words[] = {"id ",       "option ",   "info ",  "ugiok",  "readyok",
                                        "bestmove ", "response ", "table ", "tableok"};
    static char line[1 << 16];
    rewind(file);
    while (fgets(line, sizeof line, file) != NULL) {
        bool known = false;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            known = known || strncmp(line, words[i], strlen(words[i])) == 0;
        fuzz_promise(known, "every answer is a line of the interface");
        fuzz_promise(strchr(line, '\n') != NULL, "and is ended");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static FILE *heard;
    if (size == 0 || size >= FUZZ_INPUT)
        return 0;
    if (heard == NULL)
        heard = tmpfile();
    size_t length;
    char *said = compose(data, size, &length);
    FILE *real_in = stdin, *real_out = stdout, *given = fmemopen(said, length, "r");
    fuzz_promise(heard != NULL && given != NULL, "there is memory");
    rewind(heard);
    fuzz_promise(ftruncate(fileno(heard), 0) == 0, "the answers can be emptied");
    stdin = given;
    stdout = heard;
    struct call call = {.batch = false};
    fuzz_promise(engine_run(&call) == STATUS_OK, "the engine ends well whatever it reads");
    call_free(&call);
    stdin = real_in;
    stdout = real_out;
    check_answers(heard);
    fclose(given);
    free(said);
    return 0;
}
