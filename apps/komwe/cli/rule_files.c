/* Static names begin with rule_. */
#include "cli/rule_files.h"

#include "cli/data_places.h"
#include "io/error_text.h"
#include "io/input.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RULE_LINE_SHOWN = 100 /* bytes of a line at fault */ };

bool rule_file_read(struct rule_file *file, const char *path, char fault[KW_TEXT]) {
    *file = (struct rule_file){.path = path};
    return file_read(strcmp(path, "-") == 0 ? NULL : path, INPUT_RULES, &file->text, &file->length,
                     fault);
}

void rule_file_free(struct rule_file *file) {
    free(file->text);
    *file = (struct rule_file){0};
}

const char *rule_file_name(const struct rule_file *file) {
    return strcmp(file->path, "-") == 0 ? "standard input" : file->path;
}

/* ---- a line at fault ---------------------------------------------------------------------- */

static bool rule_is_inside_letter(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* The bytes of that line without its end. */
static const char *rule_find_line(const struct rule_file *file, size_t line, size_t *length) {
    const char *at = file->text, *end = file->text + file->length;
    for (; line > 1 && at < end; line--) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline != NULL ? newline + 1 : end;
    }
    const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    *length = (size_t)((newline != NULL ? newline : end) - at);
    *length -= *length > 0 && at[*length - 1] == '\r';
    return at;
}

void rule_file_write_line(struct string_builder *out, const struct rule_file *file, size_t line,
                          size_t column) {
    size_t length, from = 0;
    const char *at = rule_find_line(file, line, &length);
    size_t fault = column - 1 < length ? column - 1 : length;
    if (fault > RULE_LINE_SHOWN / 2)
        from = fault - RULE_LINE_SHOWN / 2;
    while (from > 0 && from < length && rule_is_inside_letter(at[from]))
        from--;
    size_t to = length - from < RULE_LINE_SHOWN ? length : from + RULE_LINE_SHOWN;
    while (to < length && rule_is_inside_letter(at[to]))
        to++;
    output_add(out, from > 0 ? "  ..." : "  ");
    unsigned width = from > 0 ? 3 : 0;
    for (size_t i = from, bytes; i < to; i += bytes) {
        uint32_t character = 0;
        size_t before = out->length;
        bytes = text_character(at + i, to - i, &character);
        bool shown = bytes > 0 && (text_is_shown(character) || character == '\t');
        bytes += bytes == 0;
        text_show(character == '\t' ? " " : at + i, bytes, TEXT_ONE_LINE, output_piece, out);
        width += i >= fault ? 0 : shown ? 1 : (unsigned)(out->length - before);
    }
    output_format(out, "\n  %*s^\n", (int)width, "");
}

/* ---- a game by its file ------------------------------------------------------------------- */

static bool rule_ends_in(const char *word, const char *end) {
    size_t length = strlen(word), of_end = strlen(end);
    return length >= of_end && strcmp(word + length - of_end, end) == 0;
}

bool rule_file_is_path(const char *word) {
    return strchr(word, '/') != NULL || rule_ends_in(word, ".rules");
}

/* The game of a file; NULL with a sentence in `fault`, and the line at fault in `excerpt`. */
static const struct kw_game *rule_add_file(const char *path, char fault[KW_TEXT],
                                           struct string_builder *excerpt) {
    const struct kw_game *game = NULL;
    struct rule_file file;
    struct kw_error error;
    if (rule_file_read(&file, path, fault)) {
        game = kw_game_add(file.text, file.length, &error);
        if (game == NULL && error.code == KW_BAD_RULES) {
            error_text_write(fault, "%.200s:%zu:%zu: %s", path, error.line, error.column,
                             error.message);
            rule_file_write_line(excerpt, &file, error.line, error.column);
        } else if (game == NULL) {
            error_text_write(fault, "%.200s: %s", path, error.message);
        }
    }
    rule_file_free(&file);
    return game;
}

enum status rule_file_add(struct call *call, const char *path, const struct kw_game **game) {
    char fault[KW_TEXT];
    *game = rule_add_file(path, fault, &call->excerpt);
    return *game != NULL ? STATUS_OK : call_fail(call, "%s", fault);
}

/* ---- folders ------------------------------------------------------------------------------ */

static int rule_is_text(const struct dirent *entry) {
    return rule_ends_in(entry->d_name, ".rules") && entry->d_name[0] != '.';
}

/* Adds the game of a file of a folder, which is then freed; `last`: says what is wrong with it. */
static bool rule_folder_add_file(const char *folder, struct dirent **entry, bool last) {
    struct string_builder path = {0}, excerpt = {0};
    char fault[KW_TEXT];
    output_format(&path, "%s/%s", folder, (*entry)->d_name);
    bool added = rule_add_file(path.text, fault, &excerpt) != NULL;
    if (!added && last) {
        call_warn("%s", fault);
        output_flush(&excerpt, stderr);
    }
    output_free(&excerpt);
    output_free(&path);
    if (added || last) {
        free(*entry);
        *entry = NULL;
    }
    return added;
}

/* Leaves out the files of a folder whose name one of the first `above` places has too. */
static void rule_folder_hide(struct dirent **entry, int count, const struct data_places *places,
                             size_t above) {
    char path[PATH_MAX];
    for (int i = 0; i < count; i++)
        for (size_t place = 0; place < above && entry[i] != NULL; place++)
            if (data_place_has(places, place, entry[i]->d_name, path)) {
                free(entry[i]);
                entry[i] = NULL;
            }
}

/*
 * Adds the games of a folder, but for those whose file one of the first `above` places has too;
 * false, with the reason in errno, if it cannot be read.  A text may extend that of any other file,
 * so files are tried again as long as one more could be added.
 */
static bool rule_folder_add(const char *folder, const struct data_places *places, size_t above) {
    struct dirent **entry;
    int count = scandir(folder, &entry, rule_is_text, alphasort);
    bool added = true, last = false;
    rule_folder_hide(entry, count, places, above);
    while (count > 0 && !last) {
        last = !added;
        added = false;
        for (int i = 0; i < count; i++)
            if (entry[i] != NULL)
                added |= rule_folder_add_file(folder, &entry[i], last);
    }
    if (count >= 0)
        free(entry);
    return count >= 0;
}

/* The standard places, the last one first: what counts more may extend what counts less. */
static void rule_folder_add_standard(void) {
    struct data_places places;
    data_places_find(&places, "rules");
    for (size_t i = places.count; i-- > 0;)
        if (!rule_folder_add(places.folder[i], &places, i))
            call_warn("cannot read '%s': %s", places.folder[i], strerror(errno));
}

/* The folders of $KOMWE_RULES, with ':' between them; one that does not exist has no games. */
static void rule_folder_add_named(void) {
    const char *at = getenv("KOMWE_RULES");
    while (at != NULL && *at != '\0') {
        size_t length = strcspn(at, ":");
        char *folder = memory_check(strndup(at, length));
        if (length > 0 && !rule_folder_add(folder, NULL, 0) && errno != ENOENT)
            call_warn("cannot read '%s': %s", folder, strerror(errno));
        free(folder);
        at += length + (at[length] == ':');
    }
}

/* The folders that no flag names: once in a process. */
static void rule_folder_add_usual(void) {
    static bool added;
    if (added)
        return;
    added = true;
    rule_folder_add_standard();
    rule_folder_add_named();
}

enum status rule_folder_add_all(struct call *call) {
    rule_folder_add_usual();
    for (size_t i = 0; i < call->arguments.folders; i++)
        if (!rule_folder_add(call->arguments.folder[i], NULL, 0))
            return call_fail(call, "cannot read '%s': %s", call->arguments.folder[i],
                             strerror(errno));
    return STATUS_OK;
}
