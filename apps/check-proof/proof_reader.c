#include "proof_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool reader_fault(struct proof_reader *reader, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (reader->fault[0] == '\0')
        vsnprintf(reader->fault, sizeof reader->fault, format, list);
    va_end(list);
    return false;
}

static int reader_next_byte(struct proof_reader *reader) {
    int byte = getc(reader->file);
    if (byte != EOF && ++reader->bytes > PROOF_MOST) {
        reader_fault(reader, "the proof is longer than %u GiB", (unsigned)(PROOF_MOST >> 30));
        return EOF;
    }
    if (byte != EOF)
        reader->sum = (reader->sum ^ (unsigned)byte) * UINT64_C(0x100000001b3);
    else if (ferror(reader->file))
        reader_fault(reader, "the proof cannot be read: %s", strerror(errno));
    return byte;
}

/* Reads a line without its newline. */
static bool reader_next_line(struct proof_reader *reader, char line[PROOF_LINE]) {
    reader->line++;
    for (size_t i = 0; i < PROOF_LINE; i++) {
        int byte = reader_next_byte(reader);
        if (byte == EOF)
            return reader_fault(reader, "the proof is cut off");
        if (byte == '\0')
            return reader_fault(reader, "there is a NUL byte");
        line[i] = (char)byte;
        if (byte == '\n' && i > 0 && line[i - 1] == '\r')
            return reader_fault(reader, "the line ends with CRLF, those of a proof with LF alone");
        if (byte == '\n') {
            line[i] = '\0';
            return true;
        }
    }
    return reader_fault(reader, "the line is too long");
}

/* The text after a word and a space in a line; NULL with a fault if it begins otherwise. */
static char *reader_after(struct proof_reader *reader, char *line, const char *word) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) == 0 && line[length] == ' ')
        return line + length + 1;
    reader_fault(reader, "a line that begins with '%s' is missing", word);
    return NULL;
}

bool reader_begin(struct proof_reader *reader, FILE *file, char id[PROOF_LINE],
                  char options[PROOF_LINE]) {
    char line[PROOF_LINE] = "", *rest;
    *reader = (struct proof_reader){.file = file, .sum = UINT64_C(0xcbf29ce484222325)};
    if (!reader_next_line(reader, line))
        return false;
    if (strcmp(line, "komwe-proof 1") != 0)
        return reader_fault(reader, "it is not a proof of komwe");
    if (!reader_next_line(reader, line) || (rest = reader_after(reader, line, "game")) == NULL)
        return false;
    memcpy(id, rest, strlen(rest) + 1);
    if (!reader_next_line(reader, line))
        return false;
    if (strcmp(line, "options") != 0 && reader_after(reader, line, "options") == NULL)
        return false;
    rest = line + strlen("options");
    memcpy(options, rest, strlen(rest) + 1);
    return true;
}

/* Reads the last line: how many letters there were, and the sum of all bytes before it. */
static bool reader_end(struct proof_reader *reader, const char *line, uint64_t sum) {
    char expected[PROOF_LINE];
    snprintf(expected, sizeof expected, "end %" PRIu64 " %016" PRIx64, reader->letters, sum);
    if (strcmp(line, expected) != 0)
        return reader_fault(reader, "the proof is damaged: its letters or its sum are not those "
                                    "of its last line");
    if (reader_next_byte(reader) != EOF)
        return reader_fault(reader, "something follows the end of the proof");
    return false;
}

bool reader_claim(struct proof_reader *reader, struct claim *claim) {
    char line[PROOF_LINE] = "", *rest;
    uint64_t sum = reader->sum;
    if (!reader_next_line(reader, line))
        return false;
    if (strncmp(line, "end ", 4) == 0)
        return reader_end(reader, line, sum);
    if ((rest = reader_after(reader, line, "claim")) == NULL)
        return false;
    claim->player = *rest;
    claim->holds = strncmp(rest + 1, " holds ", 7) == 0;
    if ((*rest != 'S' && *rest != 'N') || (!claim->holds && strncmp(rest + 1, " wins ", 6) != 0))
        return reader_fault(reader, "a claim says that S or N wins or holds a position");
    rest += claim->holds ? 8 : 7;
    memcpy(claim->position, rest, strlen(rest) + 1);
    reader->filled = 0;
    return true;
}

static bool reader_end_line(struct proof_reader *reader) {
    reader->filled = 0;
    if (reader_next_byte(reader) == '\n')
        return true;
    return reader_fault(reader, "the line of letters does not end where it should");
}

int reader_letter(struct proof_reader *reader) {
    if (reader->filled == PROOF_LETTERS && !reader_end_line(reader))
        return -1;
    if (reader->filled == 0)
        reader->line++;
    int byte = reader_next_byte(reader);
    const char *letter = byte > 0 ? strchr(alphabet, byte) : NULL;
    if (letter == NULL) {
        reader_fault(reader, "a letter is missing");
        return -1;
    }
    reader->filled++;
    reader->letters++;
    return (int)(letter - alphabet);
}

bool reader_end_claim(struct proof_reader *reader) {
    return reader->filled == 0 || reader_end_line(reader);
}
