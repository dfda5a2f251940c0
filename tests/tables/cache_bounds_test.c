/*
 * What a cache of tables keeps at most: rule sets, open files, memory, folders; what stays while a
 * search has taken it; drafts that others have left behind; and files that are forged.
 */
#include "support/folders.h"
#include "support/test.h"

#include "base/file.h"
#include "base/parallel.h"
#include "tables/endgame.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>

enum { LIMIT = 4 << 20, RULE_SETS = KW_TABLE_CACHE_SETS + 8 };

/* One of many rule sets with small tables. */
static struct kw_game *rule_set(unsigned number) {
    char options[64];
    snprintf(options, sizeof options, "pits=2 endless.limit=%u", 100 + number);
    struct kw_game *game = kw_game_open("giuthi", options, NULL);
    if (game == NULL)
        exit(1);
    return game;
}

static struct kw_table_cache *cache_at(const char *folder, uint64_t bytes) {
    struct kw_table_cache *cache = kw_table_cache_open(folder, bytes, NULL);
    if (cache == NULL)
        exit(1);
    return cache;
}

/* The descriptors of this process. */
static unsigned open_files(void) {
    DIR *folder = opendir("/proc/self/fd");
    unsigned count = 0;
    while (folder != NULL && readdir(folder) != NULL)
        count++;
    if (folder != NULL)
        closedir(folder);
    return count;
}

static void expect_bounds(struct test *test, const struct kw_table_cache *cache, uint64_t bytes,
                          unsigned files_before) {
    struct kw_cache_usage usage = kw_table_cache_usage(cache);
    unsigned files = open_files() - files_before;
    test_expect(test, usage.sets <= KW_TABLE_CACHE_SETS, "%u sets", usage.sets);
    test_expect(test, files <= KW_TABLE_CACHE_FILES && usage.files == files,
                "%u files are open, and %u are counted", files, usage.files);
    test_expect(test, usage.bytes <= bytes + KW_TABLE_CACHE_MEMORY, "%llu bytes",
                (unsigned long long)usage.bytes);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Sets come and go, in memory or with a folder; twice: the files are there, and are opened. */
static void test_sets(struct test *test, const char *folder, uint64_t bytes) {
    for (unsigned time = 0; time < 2; time++) {
        unsigned before = open_files();
        struct kw_table_cache *cache = cache_at(folder, bytes);
        const struct kw_tables *tables = kw_table_cache_tables(cache);
        struct kw_game *first = rule_set(0);
        int most = -1;
        for (unsigned i = 0; i < RULE_SETS; i++) {
            struct kw_game *game = rule_set(i);
            most = kw_table_cache_prepare(cache, game);
            test_expect(test, most > 0 && kw_tables_seeds(tables, game) == most,
                        "set %u has no tables", i);
            expect_bounds(test, cache, bytes, before);
            kw_game_close(game);
        }
        test_expect(test, kw_table_cache_usage(cache).sets > 1, "too few are kept");
        test_expect(test, kw_tables_seeds(tables, first) == -1, "the oldest set is kept");
        test_expect(test, kw_table_cache_prepare(cache, first) == most, "it does not come back");
        kw_game_close(first);
        kw_table_cache_close(cache);
        test_expect(test, open_files() == before, "files stay open");
    }
}

/* A set that is used stays, whatever comes after it. */
static void test_least_recent(struct test *test) {
    struct kw_table_cache *cache = cache_at(NULL, 0);
    struct kw_game *used = rule_set(0);
    for (unsigned i = 1; i < RULE_SETS; i++) {
        struct kw_game *game = rule_set(i);
        kw_table_cache_prepare(cache, used);
        kw_table_cache_prepare(cache, game);
        test_expect(test, kw_tables_seeds(kw_table_cache_tables(cache), used) > 0,
                    "what was used last goes for set %u", i);
        kw_game_close(game);
    }
    kw_game_close(used);
    kw_table_cache_close(cache);
}

/* Memory: a database of Kalah takes some 30 MiB, so that few of them fit. */
static void test_memory(struct test *test) {
    struct kw_table_cache *cache = cache_at(NULL, 0);
    unsigned most = 0, files = open_files();
    for (unsigned pits = 4; pits <= 10; pits++) {
        char options[32];
        snprintf(options, sizeof options, "pits=%u", pits);
        struct kw_game *game = kw_game_open("kalah", options, NULL);
        test_expect(test, game != NULL && kw_table_cache_prepare(cache, game) > 0, "kalah %u",
                    pits);
        expect_bounds(test, cache, 0, files);
        unsigned sets = kw_table_cache_usage(cache).sets;
        most = sets > most ? sets : most;
        kw_game_close(game);
    }
    test_expect(test, most > 1 && most < 7, "%u sets of Kalah fit", most);
    kw_table_cache_close(cache);
}

/* Sets that are taken stay valid; when all are, there is no room for one more. */
static void test_taken(struct test *test) {
    struct kw_table_cache *cache = cache_at(NULL, 0);
    const struct kw_tables *tables = kw_table_cache_tables(cache);
    const struct endgame_set *taken[KW_TABLE_CACHE_SETS];
    struct kw_game *game[KW_TABLE_CACHE_SETS + 1];
    struct kw_position position;
    struct kw_bounds bounds;
    for (unsigned i = 0; i <= KW_TABLE_CACHE_SETS; i++) {
        game[i] = rule_set(i);
        int most = kw_table_cache_prepare(cache, game[i]);
        test_expect(test, (most > 0) == (i < KW_TABLE_CACHE_SETS), "set %u: %d seeds", i, most);
        if (i < KW_TABLE_CACHE_SETS)
            taken[i] = endgame_set_take(tables, game[i]);
    }
    endgame_unrank(endgame_set_index(taken[0]), 5, 3, &position);
    test_expect(test, endgame_probe(taken[0], &position, true, &bounds) == ENDGAME_FOUND,
                "a set that is taken is lost");
    endgame_set_release(taken[0]);
    test_expect(test, kw_table_cache_prepare(cache, game[KW_TABLE_CACHE_SETS]) > 0,
                "there is no room for a set where one was released");
    test_expect(test, kw_tables_seeds(tables, game[0]) == -1, "another set than that has gone");
    for (unsigned i = 1; i < KW_TABLE_CACHE_SETS; i++)
        endgame_set_release(taken[i]);
    kw_table_cache_close(cache);
    for (unsigned i = 0; i <= KW_TABLE_CACHE_SETS; i++)
        kw_game_close(game[i]);
}

/* Threads that search, while other rule sets are asked for: what they probe stays. */
struct traffic {
    struct kw_table_cache *cache;
    atomic_uint wrong;
};

static void traffic_work(void *context, size_t thread) {
    struct traffic *traffic = context;
    struct kw_engine *engine = kw_engine_new(1 << 20, 1);
    const struct kw_limits limits = {.nodes = 2000};
    struct kw_analysis *analysis = calloc(1, sizeof *analysis);
    kw_engine_set_tables(engine, kw_table_cache_tables(traffic->cache));
    for (unsigned i = 0; i < RULE_SETS; i++) {
        struct kw_game *game = rule_set((i * 7 + (unsigned)thread * 3) % RULE_SETS);
        struct kw_session *session = kw_session_new(game, NULL);
        kw_table_cache_prepare(traffic->cache, game);
        if (!kw_engine_search(engine, session, &limits, NULL, NULL, analysis, NULL))
            atomic_fetch_add(&traffic->wrong, 1);
        kw_table_cache_grow(traffic->cache, game);
        kw_session_free(session);
        kw_game_close(game);
    }
    kw_engine_free(engine);
    free(analysis);
}

static void test_traffic(struct test *test) {
    unsigned before = open_files();
    struct traffic traffic = {.cache = cache_at(NULL, LIMIT)};
    parallel_for(3, traffic_work, &traffic);
    test_expect(test, atomic_load(&traffic.wrong) == 0, "searches fail");
    expect_bounds(test, traffic.cache, LIMIT, before);
    kw_table_cache_close(traffic.cache);
}

/* The limit of endless moves is a part of the name because tables depend on it. */
static void test_names(struct test *test) {
    static const char *const limits[] = {"width=4 endless.limit=1000",
                                         "width=4 endless.limit=1001"};
    struct kw_table_cache *cache = cache_at(NULL, 0);
    uint64_t differ = 0;
    const struct endgame_set *sets[2];
    for (unsigned i = 0; i < 2; i++) {
        struct kw_game *game = kw_game_open("kiothi", limits[i], NULL);
        kw_table_cache_prepare(cache, game);
        sets[i] = endgame_set_take(kw_table_cache_tables(cache), game);
        kw_game_close(game);
    }
    const struct endgame_index *index = endgame_set_index(sets[0]);
    unsigned most = (unsigned)endgame_set_most(sets[0]);
    for (uint64_t rank = 0; rank < endgame_layer(index, most); rank++) {
        struct kw_position position;
        struct kw_bounds bounds[2];
        endgame_unrank(index, most, rank, &position);
        for (unsigned i = 0; i < 2; i++)
            endgame_probe(sets[i], &position, false, &bounds[i]);
        differ += bounds[0].lower != bounds[1].lower || bounds[0].upper != bounds[1].upper;
    }
    printf("kiothi width=4, %u seeds: %llu values differ between two limits\n", most,
           (unsigned long long)differ);
    test_expect(test, differ > 0, "no value depends on the limit: it need not be in the name");
    endgame_set_release(sets[0]);
    endgame_set_release(sets[1]);
    kw_table_cache_close(cache);
}

/* ---- what others leave behind ---------------------------------------------------------------- */

static void folder_of(void *context, const struct kw_cached_tables *tables) {
    snprintf(context, KW_TEXT, "%s", tables->name);
}

/* A draft of a process that was ended goes; that of one which writes it now stays. */
static void test_drafts(struct test *test) {
    char folder[KW_TEXT], name[KW_TEXT], set[KW_TEXT], draft[KW_TEXT];
    struct kw_game *game = rule_set(0);
    folder_name(folder, "cache");
    struct kw_table_cache *cache = cache_at(folder, LIMIT);
    kw_table_cache_prepare(cache, game);
    kw_table_cache_close(cache);
    kw_table_cache_list(folder, folder_of, name, NULL);
    snprintf(set, sizeof set, "%.200s/%.200s", folder, name);
    snprintf(draft, sizeof draft, "%.400s/x.60.kwt.komwe-part", set);
    close(open(draft, O_CREAT | O_WRONLY, 0666));
    int lock = folder_lock(set);
    kw_table_cache_close(cache_at(folder, LIMIT));
    test_expect(test, access(draft, F_OK) == 0, "a draft goes while it is written");
    folder_unlock(lock);
    kw_table_cache_close(cache_at(folder, LIMIT));
    test_expect(test, access(draft, F_OK) != 0, "a draft is left behind");
    kw_table_cache_clear(folder, NULL);
    folder_empty(folder);
    kw_game_close(game);
}

/* ---- forged files ---------------------------------------------------------------------------- */

/* Writes a layer anew with right checksums, and every eighth value raised. */
static void forge(const char *path) {
    struct endgame_file file;
    if (!endgame_file_open(&file, path, NULL))
        exit(1);
    size_t count = (size_t)file.positions;
    struct endgame_draft draft = {
        .seeds = file.seeds,
        .positions = file.positions,
        .below = file.below,
        .planes = {.lower = malloc(count), .reach = malloc(count * sizeof(uint16_t))}};
    char name[ENDGAME_NAME];
    snprintf(name, sizeof name, "%s", file.name);
    draft.name = name;
    endgame_file_load(&file, &draft.planes, 1);
    endgame_file_close(&file);
    for (size_t i = 0; i < count; i += 8)
        draft.planes.lower[i] = (int8_t)(draft.planes.lower[i] < 1 ? 1 : -1);
    endgame_file_write(path, &draft, 1, NULL);
    free(draft.planes.lower);
    free(draft.planes.reach);
}

/* A folder of tables with a forged one is refused, and a cache builds that one again. */
static void test_forged(struct test *test) {
    enum { SEEDS = 11 };
    char folder[KW_TEXT], name[KW_TEXT], path[KW_TEXT];
    struct kw_error error = {0};
    struct kw_game *game = kw_game_open("awari", "pits=3", NULL);
    folder_name(folder, "forged");
    kw_tables_build(game, folder, SEEDS, 1, NULL, NULL, &error);
    struct kw_tables *tables = kw_tables_open(folder, &error);
    test_expect(test, tables != NULL, "%s", error.message);
    kw_tables_close(tables);
    endgame_path(path, sizeof path, folder, "awari,pits=3", SEEDS);
    forge(path);
    tables = kw_tables_open(folder, &error);
    test_expect(test,
                tables == NULL && error.code == KW_BAD_TABLE &&
                    strstr(error.message, "awari,pits=3.11.kwt") != NULL,
                "forged tables are opened: %s", error.message);
    kw_tables_close(tables);
    folder_empty(folder);

    folder_name(folder, "cache");
    struct kw_table_cache *cache = cache_at(folder, LIMIT);
    int most = kw_table_cache_prepare(cache, game);
    kw_table_cache_close(cache);
    kw_table_cache_list(folder, folder_of, name, NULL);
    snprintf(path, sizeof path, "%.200s/%.200s/awari,pits=3.%02d.kwt", folder, name, most);
    forge(path);
    cache = cache_at(folder, LIMIT);
    test_expect(test,
                kw_table_cache_prepare(cache, game) == most &&
                    !kw_tables_are_sound(kw_table_cache_tables(cache), &error) &&
                    strstr(error.message, path) != NULL,
                "a forged file is not told: %s", error.message);
    test_expect(test, kw_tables_verify(kw_table_cache_tables(cache), game, 1, NULL, NULL, &error),
                "a forged file is used: %s", error.message);
    kw_table_cache_close(cache);
    kw_table_cache_clear(folder, NULL);
    folder_empty(folder);
    kw_game_close(game);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    char folder[KW_TEXT];
    folders_begin();
    folder_name(folder, "cache");
    test_sets(&test, NULL, 0);
    test_sets(&test, folder, LIMIT);
    kw_table_cache_clear(folder, NULL);
    folder_empty(folder);
    test_least_recent(&test);
    test_memory(&test);
    test_taken(&test);
    test_traffic(&test);
    test_names(&test);
    test_drafts(&test);
    test_forged(&test);
    folders_end();
    return test_end(&test);
}
