#include "mutated/mutated.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum finding broken(char why[WHY], const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(why, WHY, format, list);
    va_end(list);
    return BROKEN;
}

/* ---- files ---------------------------------------------------------------------------------- */

struct bytes bytes_new(void) {
    struct bytes bytes = {.byte = malloc(FILE_MOST + 1)};
    if (bytes.byte == NULL)
        abort();
    bytes.byte[0] = '\0';
    return bytes;
}

bool bytes_write(void *context, const char *text, size_t size) {
    struct bytes *bytes = context;
    if (size > FILE_MOST - bytes->size)
        return false;
    memcpy(bytes->byte + bytes->size, text, size);
    bytes->size += size;
    bytes->byte[bytes->size] = '\0';
    return true;
}

void files_add(struct files *files, const char *bytes, size_t size) {
    struct bytes added = bytes_new();
    files->list = realloc(files->list, (files->count + 1) * sizeof *files->list);
    if (files->list == NULL || !bytes_write(&added, bytes, size))
        abort();
    files->list[files->count++] = added;
}

void files_load(struct files *files, const char *tree, const char *path) {
    char whole[4096];
    static char text[FILE_MOST];
    snprintf(whole, sizeof whole, "%s/%s", tree, path);
    FILE *file = fopen(whole, "rb");
    if (file == NULL) {
        perror(whole);
        exit(2);
    }
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    files_add(files, text, size);
}

void files_free(struct files *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->list[i].byte);
    free(files->list);
    *files = (struct files){0};
}

void bytes_splice(struct bytes *bytes, size_t from, size_t to, const char *piece, size_t size) {
    if (bytes->size - (to - from) + size > FILE_MOST)
        return;
    memmove(bytes->byte + from + size, bytes->byte + to, bytes->size - to);
    memcpy(bytes->byte + from, piece, size);
    bytes->size += size - (to - from);
    bytes->byte[bytes->size] = '\0';
}

/* ---- changes of bytes ------------------------------------------------------------------------ */

static size_t below(struct kw_random *random, size_t count) {
    return count > 0 ? kw_random_below(random, (uint32_t)count) : 0;
}

static size_t run_of(struct kw_random *random, size_t left) {
    size_t run = 1 + below(random, below(random, 4) == 0 ? 512 : 16);
    return run < left ? run : left;
}

static void change_bytes(struct bytes *bytes, struct kw_random *random) {
    size_t at = below(random, bytes->size), other = below(random, bytes->size);
    size_t run = run_of(random, bytes->size - (at > other ? at : other));
    char piece[512];
    memcpy(piece, bytes->byte + at, run);
    switch (below(random, 8)) {
    case 0:
        for (size_t i = 0; i < run; i++)
            bytes->byte[at + i] = (char)below(random, 256);
        break;
    case 1:
        bytes->size = at;
        bytes->byte[at] = '\0';
        break;
    case 2: /* twice */
        bytes_splice(bytes, other, other, piece, run);
        break;
    case 3:
        bytes_splice(bytes, at, at + run, "", 0);
        break;
    case 4: /* exchanged */
        memmove(bytes->byte + at, bytes->byte + other, run);
        memcpy(bytes->byte + other, piece, run);
        break;
    case 5:
        memset(bytes->byte + at, 0, run);
        break;
    default:
        bytes->byte[at] ^= (char)(1u << below(random, 8));
    }
}

/* A number of eight bytes, as the headers of binary files have them. */
static void change_field(struct bytes *bytes, struct kw_random *random) {
    static const uint64_t values[] = {0, 1, UINT64_MAX, INT64_MAX, 1u << 31, 0xFFFF};
    uint64_t field;
    if (bytes->size < sizeof field)
        return;
    size_t fields = bytes->size / sizeof field;
    size_t at = sizeof field * below(random, fields > 32 && below(random, 2) ? 32 : fields);
    memcpy(&field, bytes->byte + at, sizeof field);
    switch (below(random, 4)) {
    case 0:
        field++;
        break;
    case 1:
        field--;
        break;
    case 2:
        field = values[below(random, sizeof values / sizeof *values)];
        break;
    default:
        field ^= UINT64_C(1) << below(random, 64);
    }
    memcpy(bytes->byte + at, &field, sizeof field);
}

/* ---- changes of text --------------------------------------------------------------------------
 */

/* The line that holds a place, with its newline. */
static void line_at(const struct bytes *bytes, size_t at, size_t *from, size_t *to) {
    for (*from = at; *from > 0 && bytes->byte[*from - 1] != '\n';)
        --*from;
    for (*to = at; *to < bytes->size && bytes->byte[*to] != '\n';)
        ++*to;
    *to += *to < bytes->size;
}

static void change_lines(struct bytes *bytes, const struct bytes *other, struct kw_random *random) {
    size_t from, to, first, end;
    line_at(bytes, below(random, bytes->size), &from, &to);
    size_t kind = below(random, 5);
    const struct bytes *source = kind == 4 ? other : bytes;
    line_at(source, below(random, source->size), &first, &end);
    size_t length = end - first;
    char *line = malloc(length + 1);
    if (line == NULL)
        abort();
    memcpy(line, source->byte + first, length);
    if (kind == 0) {
        bytes_splice(bytes, from, to, "", 0);
    } else if (kind == 1 || to > first) { /* instead of this one */
        bytes_splice(bytes, from, to, line, length);
    } else if (kind == 2) { /* both change places */
        char *moved = malloc(to - from + 1);
        if (moved == NULL)
            abort();
        size_t size = to - from;
        memcpy(moved, bytes->byte + from, size);
        bytes_splice(bytes, first, end, moved, size);
        bytes_splice(bytes, from, to, line, length);
        free(moved);
    } else {
        bytes_splice(bytes, from, from, line, length);
    }
    free(line);
}

/* The next place from `at` on, round and round, whose byte is of a class; the size if none is. */
static size_t find(const struct bytes *bytes, size_t at, int (*is)(int)) {
    for (size_t i = 0; i < bytes->size; i++)
        if (is((unsigned char)bytes->byte[(at + i) % bytes->size]))
            return (at + i) % bytes->size;
    return bytes->size;
}

static void change_number(struct bytes *bytes, struct kw_random *random) {
    static const char *const values[] = {"0",   "1",     "-1",         "255",
                                         "256", "65536", "2147483648", "1e9",
                                         "",    "007",   "+3",         "99999999999999999999"};
    size_t from = find(bytes, below(random, bytes->size), isdigit), to = from;
    char text[64];
    while (from > 0 && from < bytes->size && isdigit((unsigned char)bytes->byte[from - 1]))
        from--;
    while (to < bytes->size && isdigit((unsigned char)bytes->byte[to]))
        to++;
    if (from >= to)
        return;
    unsigned long long number = strtoull(bytes->byte + from, NULL, 10);
    switch (below(random, 4)) {
    case 0:
        snprintf(text, sizeof text, "%s", values[below(random, sizeof values / sizeof *values)]);
        break;
    case 1:
        snprintf(text, sizeof text, "%zu", below(random, 40));
        break;
    case 2:
        snprintf(text, sizeof text, "%llu", number + 1);
        break;
    default:
        snprintf(text, sizeof text, "%llu", number > 0 ? number - 1 : 2);
    }
    bytes_splice(bytes, from, to, text, strlen(text));
}

static int is_word(int byte) { return byte > ' ' && strchr(",/:", byte) == NULL; }

static void word_at(const struct bytes *bytes, size_t at, size_t *from, size_t *to) {
    *from = *to = find(bytes, at, is_word);
    while (*from > 0 && *from < bytes->size && is_word((unsigned char)bytes->byte[*from - 1]))
        --*from;
    while (*to < bytes->size && is_word((unsigned char)bytes->byte[*to]))
        ++*to;
}

/* A word becomes another one, of this file or of another: a move another move, often a legal one.
 */
static void change_word(struct bytes *bytes, const struct bytes *other, struct kw_random *random) {
    size_t from, to, first, end;
    const struct bytes *source = below(random, 4) == 0 ? other : bytes;
    word_at(bytes, below(random, bytes->size), &from, &to);
    word_at(source, below(random, source->size), &first, &end);
    size_t length = end - first;
    char *word = malloc(length + 2);
    if (word == NULL)
        abort();
    memcpy(word, source->byte + first, length);
    word[length] = ' ';
    switch (below(random, 6)) {
    case 0:
        bytes_splice(bytes, from, to + (to < bytes->size), "", 0);
        break;
    case 1:
        bytes_splice(bytes, from, from, word, length + 1);
        break;
    default:
        bytes_splice(bytes, from, to, word, length);
    }
    free(word);
}

static void change_letter(struct bytes *bytes, struct kw_random *random) {
    static const char letters[] = "ABCDEFGHIJKLMNOPabcdefghijklmnop0123456789<>=-+*,./:# \n\r\t{};";
    size_t at = below(random, bytes->size);
    if (below(random, 2) == 0)
        at = find(bytes, at, isalpha);
    if (at < bytes->size)
        bytes->byte[at] = letters[below(random, below(random, 2) ? 32 : sizeof letters - 1)];
}

static void change_text(struct bytes *bytes, const struct bytes *other, struct kw_random *random) {
    switch (below(random, 9)) {
    case 0:
        change_bytes(bytes, random);
        break;
    case 1:
    case 2:
        change_lines(bytes, other, random);
        break;
    case 3:
    case 4:
        change_number(bytes, random);
        break;
    case 5:
    case 6:
        change_letter(bytes, random);
        break;
    default:
        change_word(bytes, other, random);
    }
}

void mutate(const struct mutated_kind *kind, struct bytes *bytes, const struct files *files,
            struct kw_random *random) {
    const struct bytes *other = &files->list[below(random, files->count)];
    for (size_t changes = below(random, 3) > 0 ? 1 : 1 + below(random, 4); changes > 0; changes--) {
        if (bytes->size == 0)
            return;
        if (kind->change != NULL && below(random, 3) == 0)
            kind->change(bytes, files, random);
        else if (!kind->binary)
            change_text(bytes, other, random);
        else if (below(random, 3) == 0)
            change_field(bytes, random);
        else
            change_bytes(bytes, random);
    }
    if (kind->repair != NULL && below(random, 8) > 0)
        kind->repair(bytes);
}
