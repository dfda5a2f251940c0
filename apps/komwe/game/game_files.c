#include "game/game_files.h"

#include "cli/input.h"
#include "files/atomic_file.h"
#include "files/record_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- writing ------------------------------------------------------------------------------ */

/* What every record should say: the day, and that a computer played.  False with errno. */
static bool fill_headers(struct table *table) {
    char day[16];
    time_t now = time(NULL);
    struct tm local;
    bool good = true;
    for (unsigned player = KW_SOUTH; player <= KW_NORTH; player++)
        if (table->who[player] != WHO_HUMAN && table_name(table, player) == NULL)
            good = kw_record_header_set(table->record, player_name[player],
                                        who_text(table->who[player]), NULL) &&
                   good;
    if (kw_record_header(table->record, "Date") == NULL && localtime_r(&now, &local) != NULL &&
        strftime(day, sizeof day, "%Y-%m-%d", &local) > 0)
        good = kw_record_header_set(table->record, "Date", day, NULL) && good;
    errno = ENOMEM; /* nothing else can be wrong */
    return good;
}

static bool write_record(void *context, kw_write_fn *write, void *draft) {
    const struct table *table = context;
    return kw_record_write(table->record, write, draft);
}

void saving_save(struct table *table, const char *path, bool anyway) {
    struct stat found;
    const char *former = table->file.length > 0 ? table->file.text : "";
    if (*path == '\0')
        path = former;
    if (*path == '\0') {
        output_add(table->out, "Save where?  Give a file: save FILE.\n");
    } else if (atomic_file_is_special(path)) {
        output_format(table->out, "cannot write '%s': it is no ordinary file\n", path);
    } else if (!anyway && strcmp(path, former) != 0 && lstat(path, &found) == 0) {
        output_format(table->out, "'%s' exists: save! %s overwrites it.\n", path, path);
    } else {
        if (!fill_headers(table) || !atomic_file_replace(path, write_record, table)) {
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
        record_tell_fault(table->out, path, &error);
        output_char(table->out, '\n');
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
    struct kw_error error;
    output_format(table->out, ", after %zu move%s.\n", plies, plies == 1 ? "" : "s");
    if (!table_weigh(table, &error))
        output_format(table->out, "%s: the engine plays with its own.\n", error.message);
    return true;
}
