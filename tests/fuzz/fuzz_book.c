/*
 * The command `openings`, which reads records on standard input: what it counts adds up, and what
 * it refuses has a reason.
 */
#include "base/text.h"
#include "cli/command.h"
#include "fuzz.h"

#include <inttypes.h>

enum { FIELDS = 7 };

/* A line is: position, move, games, won, drawn, lost, margin. */
static void line_check(char *line) {
    char *field[FIELDS];
    uint64_t number[4];
    for (size_t i = 0; i < FIELDS; i++) {
        field[i] = line;
        line += strcspn(line, "\t");
        fuzz_promise((*line == '\0') == (i + 1 == FIELDS), "a line has its fields");
        if (*line != '\0')
            *line++ = '\0';
    }
    fuzz_promise(field[1][0] != '\0' && field[6][0] != '\0', "none of them is missing");
    for (size_t i = 0; i < 4; i++)
        fuzz_promise(number_read(field[2 + i], strlen(field[2 + i]), 0, UINT32_MAX, &number[i]),
                     "numbers are counts");
    fuzz_promise(number[0] > 0 && number[0] == number[1] + number[2] + number[3],
                 "each game was won, drawn or lost");
}

static void answer_check(char *text) {
    bool named = false;
    fuzz_promise(strncmp(text, "# komwe openings 1\n", 19) == 0, "the answer has its first line");
    while (*text != '\0') {
        char *line = fuzz_line(&text);
        if (line[0] == '#')
            continue;
        named = named || line[0] != '\t';
        fuzz_promise(named, "the first move has a position");
        line_check(line);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char name[] = "-", *operand[] = {name, NULL};
    struct call call = {.command = command_find("openings"),
                        .arguments = {.operand = operand, .operands = 1}};
    FILE *real = stdin, *given = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    if (given == NULL)
        return 0;
    call.arguments.value[FLAG_GAMES] = "1";
    stdin = given;
    enum status status = openings_run(&call);
    stdin = real;
    fclose(given);
    if (status == STATUS_OK)
        answer_check(call.out.text);
    else
        fuzz_promise(call.error.length > 0, "a refusal has a sentence");
    output_free(&call.out);
    output_free(&call.error);
    return 0;
}
