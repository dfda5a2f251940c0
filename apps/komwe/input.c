#include "input.h"

#include <string.h>

static bool byte_separates(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/* The next byte of the list, with a space after the file and after each argument. */
static int words_byte(struct words *words) {
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
    int byte = words_byte(words);
    while (byte_separates(byte))
        byte = words_byte(words);
    if (byte == EOF)
        return words->file != NULL ? WORDS_UNREADABLE : WORDS_END;
    words->number++;
    if (words->number > WORDS_MOST)
        return WORDS_MANY;
    for (; byte != EOF && !byte_separates(byte); byte = words_byte(words)) {
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
