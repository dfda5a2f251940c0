#include "saving.h"

#include "input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { RECORDS_MOST = 64 << 20 /* bytes of a file that is read */ };

/* ---- writing ------------------------------------------------------------------------------ */

static bool write_piece(void *context, const char *text, size_t length) {
    return fwrite(text, 1, length, context) == length;
}

/* What every record should say: the day, and that a computer played. */
static void fill_headers(struct table *table) {
    char day[16];
    time_t now = time(NULL);
    struct tm local;
    for (unsigned player = KW_SOUTH; player <= KW_NORTH; player++)
        if (table->who[player] != WHO_HUMAN && table_name(table, player) == NULL)
            kw_record_header_set(table->record, player_name[player], who_text(table->who[player]),
                                 NULL);
    if (kw_record_header(table->record, "Date") == NULL && localtime_r(&now, &local) != NULL &&
        strftime(day, sizeof day, "%Y-%m-%d", &local) > 0)
        kw_record_header_set(table->record, "Date", day, NULL);
}

/* The rights of a new file. */
static mode_t new_rights(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Writes the record to an open file, which it closes, and gives it these rights. */
static bool write_record(struct table *table, int descriptor, mode_t rights) {
    FILE *file = fdopen(descriptor, "w");
    if (file == NULL) {
        close(descriptor);
        return false;
    }
    bool written = kw_record_write(table->record, write_piece, file) && fflush(file) == 0 &&
                   fchmod(descriptor, rights) == 0 && fsync(descriptor) == 0;
    return fclose(file) == 0 && written;
}

/* Writes beside the file first, so that it holds one whole game or the other at any time. */
static bool replace_file(struct table *table, const char *path, mode_t rights) {
    struct output beside = {0};
    output_format(&beside, "%s.XXXXXX", path);
    int descriptor = mkstemp(beside.text);
    bool written = descriptor >= 0 && write_record(table, descriptor, rights) &&
                   rename(beside.text, path) == 0;
    int fault = errno;
    if (!written && descriptor >= 0)
        unlink(beside.text);
    errno = fault;
    output_free(&beside);
    return written;
}

/* Writes the file; one that is there keeps its rights, and a link still leads to it. */
static bool write_file(struct table *table, const char *path) {
    struct stat found;
    if (lstat(path, &found) != 0)
        return replace_file(table, path, new_rights());
    char *real = realpath(path, NULL);
    bool written =
        real != NULL && stat(real, &found) == 0 && replace_file(table, real, found.st_mode & 0777);
    free(real);
    return written;
}

/* Whether something is there that no file may take the place of: a folder, a device, a pipe. */
static bool is_no_file(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && !S_ISREG(found.st_mode);
}

void saving_save(struct table *table, const char *path, bool anyway) {
    struct stat found;
    const char *former = table->file.length > 0 ? table->file.text : "";
    if (*path == '\0')
        path = former;
    if (*path == '\0') {
        output_add(table->out, "Save where?  Give a file: save FILE.\n");
    } else if (is_no_file(path)) {
        output_format(table->out, "cannot write '%s': it is no ordinary file\n", path);
    } else if (!anyway && strcmp(path, former) != 0 && lstat(path, &found) == 0) {
        output_format(table->out, "'%s' exists: save! %s overwrites it.\n", path, path);
    } else {
        fill_headers(table);
        if (!write_file(table, path)) {
            output_format(table->out, "cannot write '%s': %s\n", path, strerror(errno));
            return;
        }
        output_format(table->out, "Saved in '%s'.\n", path);
        table->saved = table->changes;
        if (path != former) {
            output_clear(&table->file);
            output_add(&table->file, path);
        }
    }
}

/* ---- reading ------------------------------------------------------------------------------ */

/* The first record of a text, with all that is to be said of it. */
static struct kw_record *read_first(struct table *table, const char *path, const char *text,
                                    size_t length) {
    struct kw_record_source source = {.text = text, .length = length};
    struct kw_error error;
    struct kw_record *record = kw_record_read(&source, &error), *next;
    if (record == NULL) {
        if (error.code == KW_OK)
            output_format(table->out, "%s: there is no record in it\n", path);
        else if (error.code == KW_NO_MEMORY)
            output_format(table->out, "%s: %s\n", path, error.message);
        else
            output_format(table->out, "%s:%zu:%zu: %s\n", path, error.line, error.column,
                          error.message);
        return NULL;
    }
    next = kw_record_read(&source, &error);
    output_format(table->out, "This is the %s game of '%s'.\n",
                  next != NULL || error.code != KW_OK ? "first" : "only", path);
    kw_record_free(next);
    return record;
}

bool saving_load(struct table *table, const char *path) {
    struct kw_record *record = NULL;
    char *text, fault[KW_TEXT];
    size_t length;
    if (file_read(path, RECORDS_MOST, &text, &length, fault))
        record = read_first(table, path, text, length);
    else
        output_format(table->out, "%s\n", fault);
    free(text);
    if (record == NULL)
        return false;
    table_take_record(table, record, true);
    output_format(table->out, "%s", kw_game_info(table->game)->name);
    for (unsigned player = KW_SOUTH; player <= KW_NORTH; player++)
        if (table_name(table, player) != NULL)
            output_format(table->out, ", %s: %s", player_name[player], table_name(table, player));
    size_t plies = kw_session_plies(table->session);
    output_format(table->out, ", after %zu move%s.\n", plies, plies == 1 ? "" : "s");
    return true;
}
