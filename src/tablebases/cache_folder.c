#include "tablebases/cache_folder.h"

#include "base/error.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- paths and files ------------------------------------------------------------------------- */

static bool cache_folder_join(char path[KW_TEXT], const char *directory, const char *name) {
    int length = snprintf(path, KW_TEXT, "%s/%s", directory, name);
    return length > 0 && length < KW_TEXT;
}

bool cache_folder_path(char path[KW_TEXT], const char *directory, const struct kw_game *game) {
    char name[ENDGAME_NAME], folder[ENDGAME_NAME + 16];
    bool named = strstr(endgame_name(game, name), "rules=") != NULL;
    snprintf(folder, sizeof folder, "%s%s%s", name, named ? "" : "-",
             named ? "" : game->text->checksum);
    return cache_folder_join(path, directory, folder);
}

bool cache_folder_open(const struct table_work *work, unsigned seeds, bool whole,
                       struct endgame_file *file) {
    char path[KW_TEXT];
    return HAVE_FILES && table_work_path(work, seeds, path, NULL) &&
           (whole ? table_work_read(work, seeds, path, file, NULL)
                  : table_work_open_file(work, seeds, path, file, NULL));
}

void cache_folder_remove_damaged(const struct table_work *work, unsigned seeds) {
    char path[KW_TEXT];
    struct endgame_file file;
    if (cache_folder_open(work, seeds, true, &file))
        endgame_file_close(&file);
    else if (HAVE_FILES && table_work_path(work, seeds, path, NULL))
        unlink(path);
}

/* Makes a folder, and so many above it. */
static bool cache_folder_make(const char *path, unsigned above) {
    char parent[KW_TEXT];
    const char *slash = strrchr(path, '/');
    if (folder_create(path))
        return true;
    if (above == 0 || errno != ENOENT || slash == NULL || slash == path)
        return false;
    snprintf(parent, sizeof parent, "%.*s", (int)(slash - path), path);
    return cache_folder_make(parent, above - 1) && folder_create(path);
}

int cache_folder_lock(const struct table_work *work, const char *directory) {
    return HAVE_FILES && cache_folder_make(directory, 2) ? table_work_lock(work, NULL) : -1;
}

bool cache_folder_holds(const struct table_work *work, unsigned seeds) {
    char path[KW_TEXT];
    return HAVE_FILES && table_work_path(work, seeds, path, NULL) && access(path, F_OK) == 0;
}

bool cache_folder_save(const struct table_work *work, const struct endgame_file *image) {
    char path[KW_TEXT];
    return HAVE_FILES && table_work_path(work, image->seeds, path, NULL) &&
           endgame_file_save(image, path);
}

/* ---- walking --------------------------------------------------------------------------------- */

static bool cache_folder_ends_with(const char *name, const char *suffix) {
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* Whether a cache has written a file of this name. */
static bool cache_folder_owns(const char *name) {
    return cache_folder_ends_with(name, ".kwt") || cache_folder_ends_with(name, ".komwe-part");
}

/* Handles a file, with its path; false ends the walk. */
typedef bool cache_folder_fn(void *context, const char *path, const struct stat *status);

/* Walks the cache's files of one rule set; one that is no folder has none. */
static bool cache_folder_walk_set(const char *folder, cache_folder_fn *visit, void *context) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    bool good = true;
    for (int i = 0; i < count; i++) {
        char path[KW_TEXT];
        struct stat status;
        if (good && cache_folder_owns(entries[i]->d_name) &&
            cache_folder_join(path, folder, entries[i]->d_name) && lstat(path, &status) == 0 &&
            S_ISREG(status.st_mode))
            good = visit(context, path, &status);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return good;
}

/* The rule sets of a cache. */
struct cache_folder_walk {
    bool (*set)(void *context, const char *folder, const char *name);
    void *context;
};

/* Walks the rule sets; false with errno if the folder cannot be read, or a callback failed. */
static bool cache_folder_walk_all(const char *directory, const struct cache_folder_walk *walk) {
    struct dirent **entries;
    int count = scandir(directory, &entries, NULL, alphasort);
    if (count < 0)
        return errno == ENOENT;
    bool good = true;
    for (int i = 0; i < count; i++) {
        char path[KW_TEXT];
        if (good && entries[i]->d_name[0] != '.' &&
            cache_folder_join(path, directory, entries[i]->d_name))
            good = walk->set(walk->context, path, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return good;
}

static bool cache_folder_unreadable(struct kw_error *error, const char *directory) {
    return error_set(error, KW_NO_FILE, 1, "cannot read '%.300s': %s", directory, strerror(errno));
}

/* ---- bytes and lists ------------------------------------------------------------------------- */

static bool cache_folder_count(void *context, const char *path, const struct stat *status) {
    struct kw_cached_tables *tables = context;
    char next[16]; /* the end of the path of the next layer, in alphabetical order */
    snprintf(next, sizeof next, ".%02u.kwt", tables->layers);
    tables->layers += cache_folder_ends_with(path, next);
    tables->bytes += (uint64_t)status->st_size;
    return true;
}

static bool cache_folder_add_set(void *context, const char *folder, const char *name) {
    struct kw_cached_tables tables = {.name = name};
    uint64_t *bytes = context;
    cache_folder_walk_set(folder, cache_folder_count, &tables);
    *bytes += tables.bytes;
    return true;
}

uint64_t cache_folder_bytes(const char *directory) {
    uint64_t bytes = 0;
    const struct cache_folder_walk walk = {cache_folder_add_set, &bytes};
    if (HAVE_FILES)
        cache_folder_walk_all(directory, &walk);
    return bytes;
}

struct cache_folder_list {
    kw_cached_tables_fn *list;
    void *context;
};

static bool cache_folder_list_set(void *context, const char *folder, const char *name) {
    const struct cache_folder_list *of = context;
    struct kw_cached_tables tables = {.name = name};
    cache_folder_walk_set(folder, cache_folder_count, &tables);
    if (tables.layers > 0)
        of->list(of->context, &tables);
    return true;
}

bool kw_table_cache_list(const char *directory, kw_cached_tables_fn *list, void *context,
                         struct kw_error *error) {
    struct cache_folder_list of = {list, context};
    const struct cache_folder_walk walk = {cache_folder_list_set, &of};
    return cache_folder_walk_all(directory, &walk) || cache_folder_unreadable(error, directory);
}

/* ---- clearing -------------------------------------------------------------------------------- */

static bool cache_folder_remove_file(void *context, const char *path, const struct stat *status) {
    struct kw_error *error = context;
    (void)status;
    return unlink(path) == 0 || errno == ENOENT ||
           error_set(error, KW_NO_FILE, 1, "cannot remove '%.300s': %s", path, strerror(errno));
}

static bool cache_folder_clear_set(void *context, const char *folder, const char *name) {
    struct kw_error *error = context;
    (void)name;
    if (!cache_folder_walk_set(folder, cache_folder_remove_file, error))
        return false;
    rmdir(folder); /* unless it holds files of others */
    return true;
}

bool kw_table_cache_remove(const char *directory, const struct kw_game *game,
                           struct kw_error *error) {
    char folder[KW_TEXT];
    struct kw_error fault = {.code = KW_OK};
    if (!cache_folder_path(folder, directory, game) ||
        cache_folder_clear_set(&fault, folder, kw_game_info(game)->id))
        return true;
    if (error != NULL)
        *error = fault;
    return false;
}

bool kw_table_cache_clear(const char *directory, struct kw_error *error) {
    struct kw_error fault = {.code = KW_OK};
    const struct cache_folder_walk walk = {cache_folder_clear_set, &fault};
    if (cache_folder_walk_all(directory, &walk))
        return true;
    if (fault.code == KW_OK)
        return cache_folder_unreadable(error, directory);
    if (error != NULL)
        *error = fault;
    return false;
}

/* ---- what others have left behind ------------------------------------------------------------ */

static bool cache_folder_is_draft(void *context, const char *path, const struct stat *status) {
    bool *found = context;
    (void)status;
    *found = *found || cache_folder_ends_with(path, ".komwe-part");
    return true;
}

static bool cache_folder_remove_draft(void *context, const char *path, const struct stat *status) {
    (void)context, (void)status;
    if (cache_folder_ends_with(path, ".komwe-part"))
        unlink(path);
    return true;
}

/* A process that writes a draft holds the lock, which ends with it, however it ends. */
static bool cache_folder_sweep_set(void *context, const char *folder, const char *name) {
    bool found = false;
    (void)context, (void)name;
    cache_folder_walk_set(folder, cache_folder_is_draft, &found);
    int lock = found ? folder_lock(folder) : -1;
    if (lock >= 0)
        cache_folder_walk_set(folder, cache_folder_remove_draft, NULL);
    folder_unlock(lock);
    return true;
}

void cache_folder_sweep(const char *directory) {
    const struct cache_folder_walk walk = {cache_folder_sweep_set, NULL};
    if (HAVE_FILES)
        cache_folder_walk_all(directory, &walk);
}

/* ---- the least recently used ----------------------------------------------------------------- */

void cache_folder_touch(const char *folder) {
    if (HAVE_FILES)
        utimensat(AT_FDCWD, folder, NULL, 0); /* where it may not be written its time stays */
}

struct cache_folder_room {
    uint64_t most, bytes, staying;
    unsigned sets;
    cache_folder_keep_fn *stays;
    const void *context;
    struct timespec used; /* of the set that was used longest ago */
    char oldest[KW_TEXT]; /* its folder; "": none */
};

static bool cache_folder_is_before(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static bool cache_folder_weigh_set(void *context, const char *folder, const char *name) {
    struct cache_folder_room *room = context;
    struct kw_cached_tables tables = {.name = name};
    struct stat status;
    cache_folder_walk_set(folder, cache_folder_count, &tables);
    room->bytes += tables.bytes;
    if (tables.bytes == 0 || stat(folder, &status) != 0)
        return true;
    room->sets++;
    if (room->stays(room->context, folder)) {
        room->staying += tables.bytes;
    } else if (room->oldest[0] == '\0' || cache_folder_is_before(&status.st_mtim, &room->used)) {
        room->used = status.st_mtim;
        snprintf(room->oldest, sizeof room->oldest, "%s", folder);
    }
    return true;
}

uint64_t cache_folder_make_room(const char *directory, uint64_t most, cache_folder_keep_fn *stays,
                                const void *context) {
    struct cache_folder_room room;
    struct kw_error error;
    const struct cache_folder_walk walk = {cache_folder_weigh_set, &room};
    do {
        room = (struct cache_folder_room){.most = most, .stays = stays, .context = context};
        if (!HAVE_FILES || !cache_folder_walk_all(directory, &walk))
            break;
    } while ((room.bytes > most || room.sets >= KW_TABLE_CACHE_FOLDERS) && room.staying <= most &&
             room.oldest[0] != '\0' && cache_folder_clear_set(&error, room.oldest, ""));
    return room.bytes;
}
