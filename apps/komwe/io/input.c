#include "io/input.h"

#include "io/output.h"

#include <errno.h>
#include <string.h>

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
        if (capacity - *length < PIECE) {
            capacity = 2 * capacity + PIECE;
            *text = memory_resize(*text, capacity, 1);
        }
        got = fread(*text + *length, 1, PIECE, file);
        *length += got;
    } while (got > 0 && *length <= most);
    return ferror(file) == 0;
}

bool file_read(const char *path, size_t most, char **text, size_t *length, char fault[KW_TEXT]) {
    FILE *file = path != NULL ? fopen(path, "r") : stdin;
    *text = NULL;
    *length = 0;
    bool whole = file != NULL && input_read_stream(file, most, text, length);
    int reason = errno;
    if (file != NULL && path != NULL)
        fclose(file);
    const char *name = path != NULL ? path : "standard input", *quote = path != NULL ? "'" : "";
    if (!whole)
        snprintf(fault, KW_TEXT, "cannot read %s%.300s%s: %s", quote, name, quote,
                 strerror(reason));
    else if (*length > most)
        snprintf(fault, KW_TEXT, "%s%.300s%s is longer than %zu MiB", quote, name, quote,
                 most >> 20);
    return whole && *length <= most;
}
