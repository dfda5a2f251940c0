/*
 * Tables that are built when they are needed: the same as those of a build, in memory and in a
 * folder; files that are damaged or of other rules; folders that cannot be used; the limit; growth.
 */
#include "support/folders.h"
#include "support/test.h"

#include "base/file.h"
#include "base/parallel.h"
#include "tables/endgame.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>

enum { LIMIT = 4 << 20 };

static struct kw_table_cache *cache_at(struct test *test, const char *folder, uint64_t bytes) {
    struct kw_error error = {0};
    struct kw_table_cache *cache = kw_table_cache_open(folder, bytes, &error);
    test_expect(test, cache != NULL, "a cache: %s", error.message);
    return cache;
}

/* Counts of a layer as text. */
static void layer_text(void *context, int lower, int upper, uint64_t count) {
    char *text = context;
    size_t length = strlen(text);
    snprintf(text + length, 4096 - length, " %d..%d:%llu", lower, upper, (unsigned long long)count);
}

/* Whether two tables of a game hold the same values, layer by layer. */
static bool tables_same(const struct kw_tables *a, const struct kw_tables *b,
                        const struct kw_game *game) {
    int seeds = kw_tables_seeds(a, game);
    bool same = seeds == kw_tables_seeds(b, game);
    for (int i = 0; same && i <= seeds; i++) {
        char text[2][4096] = {"", ""};
        struct kw_layer layer[2];
        same = kw_tables_layer(a, game, (unsigned)i, &layer[0], layer_text, text[0], NULL) &&
               kw_tables_layer(b, game, (unsigned)i, &layer[1], layer_text, text[1], NULL) &&
               layer[0].positions == layer[1].positions && layer[0].reach == layer[1].reach &&
               strcmp(text[0], text[1]) == 0;
    }
    return same;
}

struct found {
    unsigned sets, layers;
    uint64_t bytes;
    char folder[KW_TEXT]; /* of the last one */
};

static void count_found(void *context, const struct kw_cached_tables *tables) {
    struct found *found = context;
    found->sets++;
    found->layers += tables->layers;
    found->bytes += tables->bytes;
    snprintf(found->folder, sizeof found->folder, "%s", tables->name);
}

static struct found list(struct test *test, const char *folder) {
    struct found found = {0};
    struct kw_error error = {0};
    test_expect(test, kw_table_cache_list(folder, count_found, &found, &error), "list: %s",
                error.message);
    return found;
}

static void clear(struct test *test, const char *folder) {
    struct kw_error error = {0};
    test_expect(test, kw_table_cache_clear(folder, &error), "clear: %s", error.message);
}

/* The path of a file in the folder of the only rule set. */
static void file_path(struct test *test, char path[KW_TEXT], const char *folder, const char *file) {
    struct found found = list(test, folder);
    snprintf(path, KW_TEXT, "%.200s/%.200s/%.40s", folder, found.folder, file);
}

/* ---- the first tables ------------------------------------------------------------------------ */

/* In memory, in a folder, and read back from it: the same as kw_tables_build makes. */
static void test_first(struct test *test, const char *id, const char *options, int most) {
    char folder[KW_TEXT], built[KW_TEXT];
    struct kw_error error = {0};
    struct kw_game *game = kw_game_open(id, options, NULL);
    folder_name(folder, "cache");
    folder_name(built, "built");
    for (unsigned way = 0; way < 3; way++) {
        struct kw_table_cache *cache = cache_at(test, way == 0 ? NULL : folder, LIMIT);
        int seeds = kw_table_cache_prepare(cache, game);
        test_expect(test, seeds == most, "%s %s: %d seeds, way %u", id, options, seeds, way);
        test_expect(test, kw_table_cache_prepare(cache, game) == most, "%s: twice", id);
        if (way == 0 && seeds > 0 &&
            !kw_tables_build(game, built, (unsigned)seeds, 1, NULL, NULL, &error))
            test_expect(test, false, "%s: %s", id, error.message);
        struct kw_tables *whole = kw_tables_open(built, &error);
        test_expect(test,
                    whole != NULL && tables_same(whole, kw_table_cache_tables(cache), game) &&
                        kw_tables_are_sound(kw_table_cache_tables(cache), NULL),
                    "%s: other values, way %u", id, way);
        if (way == 2)
            test_expect(test,
                        kw_tables_verify(kw_table_cache_tables(cache), game, 1, NULL, NULL, &error),
                        "%s: %s", id, error.message);
        kw_tables_close(whole);
        kw_table_cache_close(cache);
    }
    struct found found = list(test, folder);
    test_expect(test, found.sets == 1 && found.layers == (unsigned)most + 1 && found.bytes > 0,
                "%s: %u sets, %u layers", id, found.sets, found.layers);
    char path[KW_TEXT];
    file_path(test, path, folder, "");
    test_expect(test, folders_same(built, path), "%s: other bytes than a build", id);
    clear(test, folder);
    test_expect(test, list(test, folder).sets == 0, "%s: not empty", id);
    folder_empty(folder);
    folder_empty(built);
    kw_game_close(game);
}

static void test_without_tables(struct test *test) {
    struct kw_table_cache *cache = cache_at(test, NULL, LIMIT);
    static const char *const others[][2] = {{"hus", ""}, {"oware", "majority=yes"}};
    for (size_t i = 0; i < 2; i++) {
        struct kw_game *game = kw_game_open(others[i][0], others[i][1], NULL);
        test_expect(test, kw_table_cache_prepare(cache, game) == -1, "%s has none", others[i][0]);
        kw_table_cache_grow(cache, game);
        kw_game_close(game);
    }
    kw_table_cache_close(cache);
    kw_table_cache_close(NULL);
}

/* ---- files that are not right ---------------------------------------------------------------- */

static void spoil(const char *path, long at) {
    FILE *file = fopen(path, "r+b");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    int byte = fgetc(file);
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    fputc(byte ^ 0x10, file);
    fclose(file);
}

/* Whatever happened to a file, the values are right, and the file is whole again. */
static void test_damage(struct test *test) {
    struct kw_game *game = kw_game_open("awari", "pits=2", NULL);
    struct kw_table_cache *memory = cache_at(test, NULL, 0);
    char folder[KW_TEXT], path[KW_TEXT], other[KW_TEXT], right[KW_TEXT];
    int most = kw_table_cache_prepare(memory, game);
    folder_name(folder, "cache");
    for (unsigned kind = 0; kind < 6; kind++) {
        struct kw_table_cache *cache = cache_at(test, folder, LIMIT);
        kw_table_cache_prepare(cache, game);
        kw_table_cache_close(cache);
        file_path(test, path, folder, "awari,pits=2.07.kwt");
        file_path(test, other, folder, "awari,pits=2.06.kwt");
        snprintf(right, sizeof right, "%.200s/right", folder);
        if (kind == 0)
            test_expect(test, rename(path, right) == 0, "it is there");
        else if (kind == 1)
            spoil(path, 70); /* the name of the rules */
        else if (kind == 2)
            spoil(path, -9); /* values */
        else if (kind == 3)
            test_expect(test, truncate(path, 100) == 0, "it can be cut");
        else if (kind == 4)
            test_expect(test, unlink(path) == 0 && link(other, path) == 0, "another layer");
        else
            test_expect(test, unlink(path) == 0 && mkdir(path, 0777) == 0, "a folder");
        cache = cache_at(test, folder, LIMIT);
        test_expect(
            test,
            kw_table_cache_prepare(cache, game) == most &&
                tables_same(kw_table_cache_tables(memory), kw_table_cache_tables(cache), game),
            "other values after damage %u", kind);
        kw_table_cache_close(cache);
        if (kind == 5)
            rmdir(path);
        struct found found = list(test, folder);
        test_expect(test, kind == 5 || found.layers == (unsigned)most + 1,
                    "%u layers after damage %u", found.layers, kind);
        unlink(right);
    }
    clear(test, folder);
    folder_empty(folder);
    kw_table_cache_close(memory);
    kw_game_close(game);
}

/* A folder that cannot be made, or that another process has locked: all stays in memory. */
static void test_unwritable(struct test *test) {
    const struct kw_game *game = kw_game_find("kiothi");
    char folder[KW_TEXT], path[KW_TEXT];
    struct kw_table_cache *cache = cache_at(test, "/dev/null/cache", LIMIT);
    int most = kw_table_cache_prepare(cache, game);
    test_expect(test, most > 0, "%d seeds without a folder", most);
    kw_table_cache_close(cache);

    folder_name(folder, "cache");
    snprintf(path, sizeof path, "%.200s/home/.cache/komwe/tables", folder);
    cache = cache_at(test, path, LIMIT);
    test_expect(test, kw_table_cache_prepare(cache, game) == most, "less without a home");
    kw_table_cache_close(cache);
    test_expect(test, access(folder, F_OK) != 0, "a home was made");

    snprintf(path, sizeof path, "%.200s/above/cache", folder);
    cache = cache_at(test, path, LIMIT);
    test_expect(test, access(folder, F_OK) != 0, "made before anything is written");
    kw_table_cache_prepare(cache, game);
    kw_table_cache_close(cache);
    test_expect(test, list(test, path).layers == (unsigned)most + 1, "two folders are not made");
    clear(test, path);
    rmdir(path);
    snprintf(path, sizeof path, "%.200s/above", folder);
    rmdir(path);

    cache = cache_at(test, folder, LIMIT);
    kw_table_cache_prepare(cache, game);
    kw_table_cache_close(cache);
    file_path(test, path, folder, "kiothi.02.kwt");
    unlink(path);
    test_expect(test, list(test, folder).layers == 2, "layers above a gap");
    file_path(test, path, folder, "");
    int lock = folder_lock(path);
    cache = cache_at(test, folder, LIMIT);
    test_expect(test, kw_table_cache_prepare(cache, game) == most, "less in a locked folder");
    test_expect(test, list(test, folder).layers == 2, "written under another's lock");
    folder_unlock(lock);
    kw_table_cache_close(cache);
    clear(test, folder);
    folder_empty(folder);
}

/* Tables of another folder: used where the own one has none, never written, replaced if damaged. */
static void test_shared(struct test *test) {
    const struct kw_game *game = kw_game_find("kiothi");
    char own[KW_TEXT], shared[KW_TEXT], path[KW_TEXT];
    folder_name(own, "own");
    folder_name(shared, "shared");
    struct kw_table_cache *cache = cache_at(test, shared, 2000);
    int most = kw_table_cache_prepare(cache, game);
    kw_table_cache_close(cache);
    struct found before = list(test, shared);
    test_expect(test, before.layers > 0 && before.layers <= (unsigned)most, "%u shared layers",
                before.layers);

    for (int time = 0; time < 2; time++) {
        cache = cache_at(test, own, LIMIT);
        test_expect(test, kw_table_cache_share(cache, "/dev/null/nothing"), "no tables");
        test_expect(test, kw_table_cache_share(cache, shared), "a shared folder");
        test_expect(test, kw_table_cache_prepare(cache, game) == most, "time %d: less", time);
        kw_table_cache_close(cache);
        test_expect(test, list(test, own).layers == 0, "shared layers were copied");
        test_expect(test, list(test, shared).bytes == before.bytes, "a shared folder was written");
    }

    file_path(test, path, shared, "kiothi.00.kwt");
    spoil(path, -8);
    cache = cache_at(test, NULL, LIMIT);
    kw_table_cache_share(cache, shared);
    test_expect(test, kw_table_cache_prepare(cache, game) >= 0, "without the damaged layer");
    kw_table_cache_close(cache);
    clear(test, own);
    clear(test, shared);
    folder_empty(own);
    folder_empty(shared);
}

/* ---- the limit, and growth ------------------------------------------------------------------- */

static void test_limit(struct test *test) {
    const struct kw_game *game = kw_game_find("kiothi");
    char folder[KW_TEXT];
    folder_name(folder, "cache");
    struct kw_table_cache *cache = cache_at(test, folder, 0);
    int most = kw_table_cache_prepare(cache, game);
    kw_table_cache_grow(cache, game);
    kw_table_cache_close(cache);
    test_expect(test, list(test, folder).sets == 0, "files beyond a limit of 0");
    cache = cache_at(test, folder, 2000);
    test_expect(test, kw_table_cache_prepare(cache, game) == most, "a small limit");
    kw_table_cache_close(cache);
    struct found found = list(test, folder);
    test_expect(test, found.layers > 0 && found.layers <= (unsigned)most && found.bytes <= 2000,
                "%u layers, %llu bytes", found.layers, (unsigned long long)found.bytes);
    clear(test, folder);
    folder_empty(folder);
}

/* The tables that were used longest ago make room for those that are needed; others stay. */
static void test_room(struct test *test) {
    static const char *const ids[] = {"awari", "kalah", "oware"};
    struct kw_game *games[3];
    uint64_t bytes[3];
    char folder[KW_TEXT], path[KW_TEXT];
    folder_name(folder, "cache");
    for (size_t i = 0; i < 3; i++) {
        games[i] = kw_game_open(ids[i], "pits=2", NULL);
        struct kw_table_cache *cache = cache_at(test, folder, LIMIT);
        kw_table_cache_prepare(cache, games[i]);
        kw_table_cache_close(cache);
        bytes[i] = list(test, folder).bytes;
        if (i < 2) { /* kalah was used before awari */
            const struct timespec used[2] = {{.tv_sec = 2000 - (time_t)i},
                                             {.tv_sec = 2000 - (time_t)i}};
            struct found found = list(test, folder);
            snprintf(path, sizeof path, "%.200s/%.200s", folder, found.folder);
            test_expect(test, utimensat(AT_FDCWD, path, used, 0) == 0, "a time of %s", path);
        }
    }
    struct kw_error error = {0};
    test_expect(test, kw_table_cache_remove(folder, games[2], &error), "%s", error.message);
    test_expect(test, list(test, folder).bytes == bytes[1], "others than those of a game removed");
    struct kw_table_cache *cache = cache_at(test, folder, bytes[2] - 1);
    kw_table_cache_prepare(cache, games[2]);
    kw_table_cache_close(cache);
    test_expect(test, list(test, folder).bytes == bytes[2] - (bytes[1] - bytes[0]),
                "the least recently used tables are not removed, or others");
    cache = cache_at(test, folder, bytes[2]);
    test_expect(test, kw_table_cache_prepare(cache, games[0]) == 16, "awari is still there");
    kw_table_cache_close(cache);
    clear(test, folder);
    folder_empty(folder);
    for (size_t i = 0; i < 3; i++)
        kw_game_close(games[i]);
}

/* Files that another process removes while this one goes on are saved anew, or none above them. */
static void test_removed(struct test *test) {
    const struct kw_game *game = kw_game_find("kiothi");
    char folder[KW_TEXT];
    folder_name(folder, "cache");
    for (size_t again = 0; again < 2; again++) { /* then the layers are of files, not in memory */
        struct kw_table_cache *cache = cache_at(test, folder, 16 * LIMIT);
        struct kw_error error = {0};
        kw_table_cache_prepare(cache, game);
        test_expect(test, kw_table_cache_remove(folder, game, &error), "%s", error.message);
        test_expect(test, kw_table_cache_extend(cache, game) >= 0, "another layer");
        kw_table_cache_close(cache);
        struct found found = list(test, folder);
        test_expect(test, found.sets == 1 - again, "%u sets of tables", found.sets);
        test_expect(test, again == 1 || found.layers > 4, "%u layers", found.layers);
    }
    clear(test, folder);
    folder_empty(folder);
}

struct growth {
    struct kw_table_cache *cache;
    const struct kw_game *game;
    struct kw_position position;
    bool known;        /* it is known by the tables */
    atomic_bool built; /* the work of the other thread is done */
};

/* One thread builds, the other probes what is there. */
static void grow_work(void *context, size_t thread) {
    struct growth *growth = context;
    const struct kw_tables *tables = kw_table_cache_tables(growth->cache);
    struct kw_bounds bounds;
    if (thread > 0) {
        kw_table_cache_extend(growth->cache, growth->game);
        atomic_store(&growth->built, true);
    }
    for (bool last = false; thread == 0 && !growth->known && !last;) {
        last = atomic_load(&growth->built);
        growth->known = kw_tables_probe(tables, growth->game, &growth->position, &bounds, NULL);
    }
}

/* A file above the first tables, of which only the header is read: a probe finds the damage. */
static void test_damage_above(struct test *test, const struct kw_game *game, const char *folder,
                              uint64_t room) {
    char path[KW_TEXT], file[40];
    struct kw_table_cache *cache = cache_at(test, folder, room);
    struct kw_position position;
    struct kw_bounds bounds;
    struct kw_error error = {0};
    unsigned most = (unsigned)kw_table_cache_prepare(cache, game);
    kw_table_cache_close(cache);
    snprintf(file, sizeof file, "kiothi.%02u.kwt", most);
    file_path(test, path, folder, file);
    spoil(path, -9);
    cache = cache_at(test, folder, room);
    kw_table_cache_prepare(cache, game);
    const struct kw_tables *tables = kw_table_cache_tables(cache);
    const struct endgame_set *set = endgame_set_take(tables, game);
    const struct endgame_index *index = endgame_set_index(set);
    endgame_unrank(index, most, endgame_layer(index, most) - 1, &position);
    endgame_set_release(set);
    test_expect(test,
                !kw_tables_probe(tables, game, &position, &bounds, &error) &&
                    error.code == KW_BAD_TABLE && !kw_tables_are_sound(tables, &error),
                "damage that is not found");
    kw_table_cache_close(cache);
    test_expect(test, list(test, folder).layers == most, "a damaged file is kept");
    cache = cache_at(test, folder, room);
    test_expect(test,
                kw_table_cache_extend(cache, game) == (int)most &&
                    kw_tables_probe(kw_table_cache_tables(cache), game, &position, &bounds, NULL),
                "a damaged file is not replaced");
    kw_table_cache_close(cache);
    test_expect(test, list(test, folder).layers == most + 1, "the new file is not saved");
}

/* Layers beyond the first tables, which the next cache reads. */
static void test_growth(struct test *test) {
    enum { ROOM = 64 << 20 };
    struct growth growth = {.game = kw_game_find("kiothi")};
    char folder[KW_TEXT];
    folder_name(folder, "cache");
    growth.cache = cache_at(test, folder, LIMIT);
    int most = kw_table_cache_extend(growth.cache, growth.game);
    test_expect(test, kw_table_cache_extend(growth.cache, growth.game) == most,
                "a layer that takes more memory than the limit");
    kw_table_cache_close(growth.cache);

    growth.cache = cache_at(test, folder, ROOM);
    growth.position = (struct kw_position){.hole = {[0] = 1, [8] = (uint8_t)most}};
    if (parallel_for_all(2, grow_work, &growth))
        test_expect(test, growth.known, "the next layer is not probed");
    kw_table_cache_close(growth.cache);
    growth.cache = cache_at(test, folder, ROOM);
    test_expect(test, kw_table_cache_prepare(growth.cache, growth.game) == most + 1,
                "what grew is lost");
    kw_table_cache_close(growth.cache);
    test_damage_above(test, growth.game, folder, ROOM);
    clear(test, folder);
    folder_empty(folder);
}

/* The thread may be ended, or sent to another game, at any moment: what it has saved is right. */
static void test_background(struct test *test) {
    struct kw_game *games[2] = {kw_game_open("awari", "pits=2", NULL),
                                kw_game_open("kalah", "pits=2", NULL)};
    char folder[KW_TEXT];
    folder_name(folder, "cache");
    struct kw_table_cache *cache = cache_at(test, folder, LIMIT);
    for (size_t i = 0; i < 4; i++)
        kw_table_cache_grow(cache, games[i / 2]);
    test_expect(test, kw_table_cache_prepare(cache, games[0]) == 16, "a game that was left");
    kw_table_cache_close(cache);
    cache = cache_at(test, folder, LIMIT);
    for (size_t i = 0; i < 2; i++)
        test_expect(
            test,
            kw_table_cache_prepare(cache, games[i]) == 16 &&
                kw_tables_verify(kw_table_cache_tables(cache), games[i], 1, NULL, NULL, NULL),
            "what the thread has saved");
    kw_table_cache_close(cache);
    clear(test, folder);
    folder_empty(folder);
    kw_game_close(games[0]);
    kw_game_close(games[1]);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    folders_begin();
    test_first(&test, "awari", "pits=2", 16);
    test_first(&test, "oware", "pits=4", 15);
    test_first(&test, "kiothi", "", 4);
    test_first(&test, "kalah", "pits=2", 16);
    test_without_tables(&test);
    test_damage(&test);
    test_unwritable(&test);
    test_shared(&test);
    test_limit(&test);
    test_room(&test);
    test_removed(&test);
    test_growth(&test);
    test_background(&test);
    folders_end();
    return test_end(&test);
}
