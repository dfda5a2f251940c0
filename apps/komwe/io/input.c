#include "io/input.h"

#include "io/output.h"

#include <errno.h>
#include <string.h>

#define MIB(number) ((uint64_t)(number) << 20)

/* The states of searches and of learning are streamed, the others are in memory as a whole. */
const struct file_kind input_kind[INPUTS] = {
    [INPUT_RULES] = {.name = "a rule text", .most = MIB(1)},
    [INPUT_RECORDS] = {.name = "a file of records", .most = MIB(64)},
    [INPUT_WEIGHTS] = {.name = "a file of weights", .most = MIB(1)},
    [INPUT_MOVES] = {.name = "a list of moves", .most = MIB(256)}, /* WORDS_MOST of WORD_SIZE */
    [INPUT_OPENINGS] = {.name = "a file of openings", .most = MIB(16)},
    [INPUT_BOOK] = {.name = "an opening book", .most = MIB(64)},
    [INPUT_PUZZLES] = {.name = "a file of puzzles", .most = MIB(64)},
    [INPUT_LEARNING] = {.name = "saved learning", .most = MIB(1 << 16)},
    [INPUT_PROVER] = {.name = "a saved proof search",
                      .most = MIB(1 << 18)}, /* an eighth of --hash */
};

static bool input_is_blank(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/* The next byte of the list; a space ends the file and each argument. */
static int input_next_byte(struct words *words) {
    if (words->file != NULL) {
        int byte = getc(words->file);
        if (byte != EOF || ferror(words->file))
            return byte;
        words->file = NULL;
        return ' ';
    }
    if (words->rest == NULL)
        words->rest = *words->argument;
    if (words->rest == NULL)
        return EOF;
    if (*words->rest != '\0')
        return (unsigned char)*words->rest++;
    words->rest = NULL;
    words->argument++;
    return ' ';
}

enum words_status words_next(struct words *words) {
    size_t length = 0;
    int byte = input_next_byte(words);
    while (input_is_blank(byte))
        byte = input_next_byte(words);
    if (byte == EOF)
        return words->file != NULL ? WORDS_UNREADABLE : WORDS_END;
    words->number++;
    if (words->number > WORDS_MOST)
        return WORDS_MANY;
    for (; byte != EOF && !input_is_blank(byte); byte = input_next_byte(words)) {
        words->word[length] = '\0';
        if (byte == '\0')
            return WORDS_NUL;
        if (length == WORD_SIZE - 1)
            return WORDS_LONG;
        words->word[length++] = (char)byte;
    }
    words->word[length] = '\0';
    return byte == EOF && words->file != NULL ? WORDS_UNREADABLE : WORDS_READ;
}

enum line_status line_read(FILE *file, char *line, size_t capacity) {
    enum line_status status = LINE_READ;
    size_t length = 0;
    int byte = getc_unlocked(file);
    if (byte == EOF)
        return LINE_END;
    for (; byte != EOF && byte != '\n'; byte = getc_unlocked(file)) {
        if (byte == '\0')
            status = LINE_NUL;
        else if (length + 1 == capacity)
            status = LINE_LONG;
        else
            line[length++] = (char)byte;
    }
    line[length] = '\0';
    return status;
}

/* Reads to the end in pieces, since the length of a pipe is unknown; stops behind `most` bytes. */
static bool input_read_stream(FILE *file, size_t most, char **text, size_t *length) {
    enum { PIECE = 1 << 16 };
    size_t capacity = 0, got;
    do {
        memory_reserve(text, *length, PIECE, &capacity, 1);
        got = fread(*text + *length, 1, PIECE, file);
        *length += got;
    } while (got > 0 && *length <= most);
    return ferror(file) == 0;
}

bool file_read(const char *path, enum input kind, char **text, size_t *length,
               char fault[KW_TEXT]) {
    const struct file_kind *is = &input_kind[kind];
    FILE *file = path != NULL ? file_stream(path, is) : stdin;
    *text = NULL;
    *length = 0;
    bool whole = file != NULL && input_read_stream(file, is->most, text, length);
    int reason = errno;
    if (file != NULL && path != NULL)
        fclose(file);
    if (whole && *length <= is->most)
        return true;
    reason = whole ? EFBIG : reason;
    if (path != NULL)
        file_fault(path, is, reason, fault);
    else if (whole)
        snprintf(fault, KW_TEXT, "standard input is longer than %s may be, %zu MiB", is->name,
                 (size_t)is->most >> 20);
    else
        snprintf(fault, KW_TEXT, "cannot read standard input: %s", strerror(reason));
    return false;
}
