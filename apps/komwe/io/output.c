#include "io/output.h"

#include "base/memory.h"
#include "base/text.h"

#include <komwe.h>

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct memory_cleaner *cleaners; /* of the process, the last registered first */
static pthread_mutex_t cleaners_lock = PTHREAD_MUTEX_INITIALIZER;

void memory_cleaner_push(struct memory_cleaner *cleaner) {
    pthread_mutex_lock(&cleaners_lock);
    cleaner->next = cleaners;
    cleaners = cleaner;
    pthread_mutex_unlock(&cleaners_lock);
}

void memory_cleaner_pop(struct memory_cleaner *cleaner) {
    pthread_mutex_lock(&cleaners_lock);
    struct memory_cleaner **at = &cleaners;
    while (*at != NULL && *at != cleaner)
        at = &(*at)->next;
    if (*at != NULL)
        *at = cleaner->next;
    pthread_mutex_unlock(&cleaners_lock);
}

/*
 * Other threads may still run, so that only the cleaners are called and nothing is flushed.  The
 * lock is kept: one thread alone ends the program, and no cleaner is removed while it runs.
 */
static _Noreturn void output_out_of_memory(void) {
    pthread_mutex_lock(&cleaners_lock);
    fputs("komwe: not enough memory\n", stderr);
    for (; cleaners != NULL; cleaners = cleaners->next)
        cleaners->clean(cleaners->context);
    _exit(1);
}

void *memory_check(void *memory) {
    if (memory == NULL)
        output_out_of_memory();
    return memory;
}

const struct kw_game *memory_game_at(size_t index) {
    const struct kw_game *game = kw_game_at(index);
    if (game == NULL)
        memory_check(NULL);
    return game;
}

const struct kw_game *memory_game_find(const char *id) {
    struct kw_error error;
    const struct kw_game *game = kw_game_get(id, &error);
    if (game == NULL && error.code == KW_NO_MEMORY)
        memory_check(NULL);
    return game;
}

void *memory_resize(void *old, size_t count, size_t size) {
    return memory_check(count > SIZE_MAX / size ? NULL : realloc(old, count * size));
}

void *memory_new(size_t count, size_t size) { return memory_check(calloc(count, size)); }

static void output_check(bool enough_memory) {
    if (!enough_memory)
        output_out_of_memory();
}

void memory_reserve(void *array, size_t count, size_t more, size_t *room, size_t size) {
    output_check(array_reserve(array, count, more, room, size));
}

void output_bytes(struct string_builder *out, const char *bytes, size_t count) {
    output_check(string_builder_bytes(out, bytes, count));
}

bool output_piece(void *context, const char *bytes, size_t count) {
    output_bytes(context, bytes, count);
    return true;
}

void output_add(struct string_builder *out, const char *text) {
    output_bytes(out, text, strlen(text));
}

void output_char(struct string_builder *out, char c) { output_bytes(out, &c, 1); }

void output_format(struct string_builder *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    output_check(string_builder_vformat(out, format, list));
    va_end(list);
}

/* The width of a word in columns: its characters in UTF-8. */
static unsigned output_word_width(const char *word, size_t length) {
    unsigned width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)word[i] & 0xC0) != 0x80;
    return width;
}

void output_wrap(struct string_builder *out, const char *text, unsigned column, unsigned indent) {
    bool fresh = true;
    for (;;) {
        text += strspn(text, " ");
        size_t length = strcspn(text, " ");
        if (length == 0)
            break;
        unsigned width = output_word_width(text, length);
        if (!fresh && column + 1 + width > PAGE_WIDTH) {
            output_format(out, "\n%*s", (int)indent, "");
            column = indent;
            fresh = true;
        }
        if (!fresh)
            output_char(out, ' ');
        output_bytes(out, text, length);
        column += width + !fresh;
        fresh = false;
        text += length;
    }
    output_char(out, '\n');
}

void output_column(struct string_builder *out, const char *text, unsigned width) {
    unsigned used = output_word_width(text, strlen(text));
    output_format(out, "%s%*s", text, used < width ? (int)(width - used) : 1, "");
}

void output_labelled(struct string_builder *out, int column, const char *label, const char *text) {
    int width = (int)output_word_width(label, strlen(label));
    output_format(out, "  %s", label);
    if (width + 3 > column)
        output_format(out, "\n%*s", column, "");
    else
        output_format(out, "%*s", column - 2 - width, "");
    output_wrap(out, text, (unsigned)column, (unsigned)column);
}

void output_clear(struct string_builder *out) { string_builder_clear(out); }

void output_free(struct string_builder *out) { string_builder_free(out); }

void output_write(FILE *file, const char *bytes, size_t count) {
    text_show(bytes, count, TEXT_LINES, text_file, file);
}

void output_print(FILE *file, const char *format, ...) {
    struct string_builder out = {0};
    va_list list;
    va_start(list, format);
    output_check(string_builder_vformat(&out, format, list));
    va_end(list);
    output_write(file, out.text, out.length);
    output_free(&out);
}

void output_flush(struct string_builder *out, FILE *file) {
    output_write(file, out->text, out->length);
    fflush(file);
    output_clear(out);
}

void output_final(struct string_builder *out, const struct kw_session *session) {
    const struct kw_game *game = kw_session_game(session);
    const struct kw_position *position = kw_session_position(session);
    struct kw_result result;
    unsigned score[2];
    char text[KW_TEXT];
    output_format(out, "%s\n", kw_position_text(game, position, text));
    if (kw_session_result(session, &result))
        output_format(out, "%s\n", kw_result_text(&result, text));
    else if (kw_score(game, position, score) &&
             (score[0] != position->store[0] || score[1] != position->store[1]))
        output_format(out, "score %u-%u\n", score[0], score[1]);
}
