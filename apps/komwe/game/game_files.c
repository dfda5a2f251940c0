#include "game/game_files.h"

#include "files/atomic_file.h"
#include "files/record_files.h"
#include "io/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- writing ------------------------------------------------------------------------------ */

/* Sets the headers of every saved record: the date and the computer's kind.  False with errno. */
static bool game_file_fill_headers(struct play_state *play) {
    char day[16];
    time_t now = time(NULL);
    struct tm local;
    bool good = true;
    for (unsigned player = KW_SOUTH; player <= KW_NORTH; player++)
        if (play->player[player] != PLAYER_HUMAN && play_player_name(play, player) == NULL)
            good = kw_record_header_set(play->record, player_name[player],
                                        player_text(play->player[player]), NULL) &&
                   good;
    if (kw_record_header(play->record, "Date") == NULL && localtime_r(&now, &local) != NULL &&
        strftime(day, sizeof day, "%Y-%m-%d", &local) > 0)
        good = kw_record_header_set(play->record, "Date", day, NULL) && good;
    errno = ENOMEM; /* nothing else can be wrong */
    return good;
}

static bool game_file_write(void *context, kw_write_fn *write, void *draft) {
    const struct play_state *play = context;
    return kw_record_write(play->record, write, draft);
}

void game_file_save(struct play_state *play, const char *path, bool anyway) {
    struct stat found;
    const char *former = play->file.length > 0 ? play->file.text : "";
    if (*path == '\0')
        path = former;
    if (*path == '\0') {
        output_add(play->out, "Save where?  Give a file: save FILE.\n");
    } else if (atomic_file_is_special(path)) {
        output_format(play->out, "cannot write '%s': it is no ordinary file\n", path);
    } else if (!anyway && strcmp(path, former) != 0 && lstat(path, &found) == 0) {
        output_format(play->out, "'%s' exists: save! %s overwrites it.\n", path, path);
    } else {
        if (!game_file_fill_headers(play) || !atomic_file_replace(path, game_file_write, play)) {
            output_format(play->out, "cannot write '%s': %s\n", path, strerror(errno));
            return;
        }
        output_format(play->out, "Saved in '%s'.\n", path);
        play->saved = play->changes;
        if (path != former) {
            output_clear(&play->file);
            output_add(&play->file, path);
        }
    }
}

/* ---- reading ------------------------------------------------------------------------------ */

/* The first record of a text, with all that is to be said of it. */
static struct kw_record *game_file_read_first(struct play_state *play, const char *path,
                                              const char *text, size_t length) {
    struct kw_record_source source = {.text = text, .length = length};
    struct kw_error error;
    struct kw_record *record = kw_record_read(&source, &error), *next;
    if (record == NULL) {
        record_report_fault(play->out, path, &error);
        output_char(play->out, '\n');
        return NULL;
    }
    next = kw_record_read(&source, &error);
    output_format(play->out, "This is the %s game of '%s'.\n",
                  next != NULL || error.code != KW_OK ? "first" : "only", path);
    kw_record_free(next);
    return record;
}

bool game_file_load(struct play_state *play, const char *path) {
    struct kw_record *record = NULL;
    char *text, fault[KW_TEXT];
    size_t length;
    if (file_read(path, INPUT_RECORDS, &text, &length, fault))
        record = game_file_read_first(play, path, text, length);
    else
        output_format(play->out, "%s\n", fault);
    free(text);
    if (record == NULL)
        return false;
    play_take_record(play, record, true);
    output_format(play->out, "%s", kw_game_info(play->game)->name);
    for (unsigned player = KW_SOUTH; player <= KW_NORTH; player++)
        if (play_player_name(play, player) != NULL)
            output_format(play->out, ", %s: %s", player_name[player],
                          play_player_name(play, player));
    size_t plies = kw_session_plies(play->session);
    struct kw_error error;
    output_format(play->out, ", after %zu move%s.\n", plies, plies == 1 ? "" : "s");
    if (!play_use_weights(play, &error))
        output_format(play->out, "%s: the engine plays with its own.\n", error.message);
    return true;
}
