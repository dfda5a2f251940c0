/*
 * Endgame tables: published values, brute force that knows the history of a game, damage, builds
 * that are killed, and any number of threads.
 *
 *      table_test [--effort N] [--seed N] [RULE-SET]...
 */
#include "support/brute.h"
#include "support/folders.h"
#include "support/test.h"

#include "tables/endgame.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A whole file, which the caller frees; NULL if there is none. */
static unsigned char *file_bytes(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size + 1);
    *size = fread(bytes, 1, *size, file);
    fclose(file);
    return bytes;
}

static void file_write(const char *path, const unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

/* Ends the test if the system does not do what it must. */
static void test_system(bool done) {
    if (!done) {
        perror("table_test");
        exit(1);
    }
}

/* Builds into a folder of that name, and opens what was built; NULL after a failure. */
static struct kw_tables *build(struct test *test, const struct kw_game *game, const char *name,
                               unsigned seeds, unsigned threads) {
    char path[KW_TEXT];
    struct kw_error error = {0};
    folder_name(path, name);
    bool built = kw_tables_build(game, path, seeds, threads, NULL, NULL, &error);
    struct kw_tables *tables = built ? kw_tables_open(path, &error) : NULL;
    test_expect(test, tables != NULL, "%s up to %u: %s", name, seeds, error.message);
    return tables;
}

/* ---- what is published ------------------------------------------------------------------------
 */

static void counts_text(void *context, int lower, int upper, uint64_t count) {
    char *text = context;
    size_t length = strlen(text);
    snprintf(text + length, KW_TEXT - length, "%s%d%s: %llu", length == 0 ? "" : ", ", lower,
             lower == upper ? "" : "?", (unsigned long long)count);
}

static void test_published(struct test *test) {
    static const struct {
        unsigned seeds;
        const char *values;
    } lincke[] = {
        {3, "-3: 177, -1: 1, 0: 63, 1: 7, 3: 116"},
        {8, "-8: 12370, -6: 228, -4: 6828, -2: 9977, -1: 61, 0: 8351, 1: 236, 2: 10182, 4: 6972, "
            "5: 168, 6: 507, 8: 19702"},
        {10, "-10: 22941, -8: 211, -7: 34, -6: 13906, -4: 25783, -3: 3938, -2: 33687, -1: 752, "
             "0: 93743, 1: 738, 2: 38773, 3: 7722, 4: 34896, 6: 25402, 7: 298, 8: 810, 10: 49082"},
    };
    const struct kw_game *game = kw_game_find("awari");
    if (!test_selects(test, "awari"))
        return;
    struct kw_tables *tables = build(test, game, "lincke", 10, 2);
    for (size_t i = 0; tables != NULL && i < sizeof lincke / sizeof *lincke; i++) {
        char text[KW_TEXT] = "";
        struct kw_layer layer;
        kw_tables_layer(tables, game, lincke[i].seeds, &layer, counts_text, text, NULL);
        test_expect(test, strcmp(text, lincke[i].values) == 0, "awari, %u stones: %s",
                    lincke[i].seeds, text);
    }
    kw_tables_close(tables);
}

/*
 * Lincke's tables of other rules have the same values but for those that rest on a cycle, for which
 * our Oware pays by row: there the bounds are open.
 */
static void test_variants(struct test *test) {
    static const char *const variants[][2] = {
        {"grand_slam=nocapture", "-3: 178, -3?: 64, -1: 1, 1: 7, 3: 114"},
        {"grand_slam=capture", "-3: 173, -3?: 63, -1: 1, 1: 6, 3: 121"},
    };
    for (size_t i = 0; test_selects(test, "oware") && i < 2; i++) {
        char text[KW_TEXT] = "", folder[KW_TEXT];
        struct kw_layer layer;
        struct kw_game *game = kw_game_open("oware", variants[i][0], NULL);
        struct kw_tables *tables = build(test, game, "variant", 3, 1);
        if (tables != NULL)
            kw_tables_layer(tables, game, 3, &layer, counts_text, text, NULL);
        test_expect(test, strcmp(text, variants[i][1]) == 0, "%s: %s", variants[i][0], text);
        kw_tables_close(tables);
        kw_game_close(game);
        folder_name(folder, "variant");
        folder_empty(folder);
    }
}

/* ---- against the rules, forward ---------------------------------------------------------------
 */

static const struct {
    const char *id, *options;
    unsigned seeds, quick; /* of a table, and of positions that brute force can play to the end */
} boards[] = {
    {"kalah", "pits=2", 10, 8},
    {"kalah", "pits=3 capture=empty", 8, 5},
    {"kalah", "", 6, 3},
    {"awari", "pits=2", 8, 5},
    {"awari", "pits=3", 8, 3},
    {"oware", "pits=2", 8, 5},
    {"oware", "pits=2 grand_slam=capture", 8, 5},
    {"oware", "pits=3 grand_slam=illegal", 7, 4},
    {"oware", "pits=6", 6, 2},
    {"giuthi", "pits=2", 10, 6},
    {"giuthi", "pits=3 sow_store=yes", 8, 5},
    {"giuthi", "", 6, 3},
    {"adji-boto", "holes=2", 8, 8},
    {"adji-boto", "holes=3 stones=5", 9, 6},
    {"adji-boto", "", 6, 5},
    {"kiothi", "width=4", 6, 3},
    {"kiothi", "width=4 unmark=emptied corner=run", 5, 3},
    {"kiothi", "", 2, 2},
    {"bulto", "width=4", 9, 3},
    {"bulto", "width=5", 5, 2},
};

/* What brute force finds, of the seeds that a table counts. */
static int without_won(const struct endgame_index *index, const struct kw_position *position,
                       int value) {
    int won = 0;
    for (unsigned hole = 0; index->marks == ENDGAME_WON_AND_THREE && hole < index->holes; hole++)
        if (position->mark >> hole & 1)
            won += (hole < index->holes / 2) == (position->turn == KW_NORTH)
                       ? position->hole[hole]
                       : -(int)position->hole[hole];
    return value - won;
}

/* A position met by chance, as the last of a game in which none has stood twice. */
static size_t random_path(struct test *test, const struct endgame_index *index, unsigned seeds,
                          struct kw_random *random, struct kw_position path[16]) {
    uint64_t size = endgame_layer(index, seeds);
    size_t count = 1, wanted = 1 + kw_random_below(random, 6);
    (void)test;
    endgame_unrank(index, seeds, kw_random_next(random) % size, &path[0]);
    while (count < wanted) {
        static kw_move moves[4096];
        size_t choices = kw_moves(index->game, &path[count - 1], moves, 4096);
        if (choices == 0 || choices > 4096)
            break;
        kw_play(index->game, &path[count - 1], moves[kw_random_below(random, (uint32_t)choices)],
                &path[count]);
        for (size_t i = 0; i < count; i++)
            if (memcmp(&path[i], &path[count], sizeof path[i]) == 0)
                return count;
        count++;
    }
    return count;
}

/* The bounds of positions of small layers hold the value that the game has, with its history. */
static void test_history(struct test *test, const struct kw_tables *tables,
                         const struct endgame_index *index, const char *name, unsigned most) {
    enum { TRIES = 60, NODES = 60000 };
    struct kw_random random;
    unsigned solved = 0, wrong = 0, exact = 0;
    test_random(test, name, 1, &random);
    for (unsigned try = 0; try < TRIES * test->effort; try++) {
        struct kw_position path[16];
        struct kw_bounds bounds;
        struct kw_error error;
        struct brute brute;
        char text[KW_TEXT];
        unsigned seeds = 1 + kw_random_below(&random, most);
        size_t count = random_path(test, index, seeds, &random, path);
        const struct kw_position *position = &path[count - 1];
        if (!test_expect(test, kw_tables_probe(tables, index->game, position, &bounds, &error),
                         "%s is not in the table: %s",
                         kw_position_text(index->game, position, text), error.message) ||
            !brute_solve(index->game, path, count, NODES, &brute))
            continue;
        /* What was won on the way there counts for brute force. */
        int lead = position->store[position->turn] - position->store[position->turn ^ 1];
        int value = without_won(index, position, brute.value - lead);
        bool right = bounds.lower <= value && value <= bounds.upper;
        solved++;
        wrong += !right;
        exact += bounds.lower == bounds.upper;
        if (!right && wrong < 4)
            printf("%s: %s is worth %d, not %d..%d (history %zu)\n", name,
                   kw_position_text(index->game, position, text), value, bounds.lower, bounds.upper,
                   count);
    }
    test_expect(test, wrong == 0 && solved > TRIES * test->effort / 4,
                "%s: of %u solved positions %u are out of bounds", name, solved, wrong);
    test_expect(test, exact > 0, "%s: none is exact", name);
}

static void test_boards(struct test *test) {
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        char name[KW_TEXT], path[KW_TEXT];
        struct kw_error error = {0};
        if (!test_selects(test, boards[i].id))
            continue;
        struct kw_game *game = kw_game_open(boards[i].id, boards[i].options, &error);
        struct endgame_index index;
        snprintf(name, sizeof name, "%s %s", boards[i].id, boards[i].options);
        if (!test_expect(test, game != NULL && endgame_index_open(&index, game, 20, &error),
                         "%s: %s", name, error.message))
            continue;
        struct kw_tables *tables = build(test, game, name, boards[i].seeds, 1);
        if (tables != NULL) {
            test_expect(test, kw_tables_verify(tables, game, 2, NULL, NULL, &error), "%s: %s", name,
                        error.message);
            test_history(test, tables, &index, name, boards[i].quick);
        }
        kw_tables_close(tables);
        endgame_index_close(&index);
        kw_game_close(game);
        folder_name(path, name);
        folder_empty(path);
    }
}

/* ---- threads, damage, death -------------------------------------------------------------------
 */

static void test_threads(struct test *test) {
    char paths[3][KW_TEXT];
    static const char *const names[] = {"one", "two", "three"};
    if (!test_selects(test, "oware"))
        return;
    for (unsigned i = 0; i < 3; i++) {
        folder_name(paths[i], names[i]);
        kw_tables_close(build(test, kw_game_find("oware"), names[i], 9, i + 1));
    }
    test_expect(test, folders_same(paths[0], paths[1]), "two threads make other bytes than one");
    test_expect(test, folders_same(paths[0], paths[2]), "three threads make other bytes than one");
    for (unsigned i = 0; i < 3; i++)
        folder_empty(paths[i]);
}

/* Whether the tables of a folder say at once, or when a layer is read, that a file is damaged. */
static bool damage_reported(const char *folder, const char *file, const struct kw_game *game,
                            unsigned seeds) {
    struct kw_error error = {0};
    struct kw_layer layer;
    struct kw_tables *tables = kw_tables_open(folder, &error);
    bool read = tables != NULL && kw_tables_layer(tables, game, seeds, &layer, NULL, NULL, &error);
    kw_tables_close(tables);
    return !read && error.code == KW_BAD_TABLE && strstr(error.message, file) != NULL;
}

static void test_damage(struct test *test) {
    enum { SEEDS = 3 };
    char folder[KW_TEXT], path[KW_TEXT];
    size_t size = 0, missed = 0, believed = 0;
    const struct kw_game *game = kw_game_find("oware");
    struct kw_error error = {0};
    if (!test_selects(test, "oware"))
        return;
    kw_tables_close(build(test, game, "damage", SEEDS, 1));
    folder_name(folder, "damage");
    endgame_path(path, sizeof path, folder, "oware", SEEDS);
    unsigned char *bytes = file_bytes(path, &size);
    for (size_t at = 0; bytes != NULL && at < size; at++) {
        static const unsigned char flips[] = {1, 0x80, 0xff};
        for (size_t i = 0; i < sizeof flips; i++) {
            bytes[at] ^= flips[i];
            file_write(path, bytes, size);
            missed += !damage_reported(folder, path, game, SEEDS);
            believed += kw_tables_build(game, folder, SEEDS, 1, NULL, NULL, NULL);
            bytes[at] ^= flips[i];
        }
    }
    test_expect(test, size > 0 && missed == 0, "%zu of %zu changes were not noticed", missed,
                3 * size);
    test_expect(test, believed == 0, "a build took %zu of %zu damaged files for finished", believed,
                3 * size);
    missed = 0;
    for (size_t length = 0; length < size; length++) {
        file_write(path, bytes, length);
        missed += !damage_reported(folder, path, game, SEEDS);
    }
    file_write(path, bytes, size);
    FILE *file = fopen(path, "ab");
    fputc(0, file);
    fclose(file);
    missed += !damage_reported(folder, path, game, SEEDS);
    test_expect(test, missed == 0, "%zu of %zu lengths were not noticed", missed, size);
    /* A build goes on from none that is damaged, and says so. */
    test_expect(test,
                !kw_tables_build(game, folder, SEEDS + 1, 1, NULL, NULL, &error) &&
                    error.code == KW_BAD_TABLE && strstr(error.message, path) != NULL,
                "a build goes on from a damaged file: %s", error.message);
    /* A layer under the name of another, and one that is missing. */
    char other[KW_TEXT];
    file_write(path, bytes, size);
    endgame_path(other, sizeof other, folder, "oware", SEEDS - 1);
    file_write(other, bytes, size);
    test_expect(test, damage_reported(folder, other, game, SEEDS), "a file has another's name");
    unlink(other);
    test_expect(test, damage_reported(folder, other, game, SEEDS), "a file is missing");
    free(bytes);
    folder_empty(folder);
}

/* ---- files that change while they are open ---------------------------------------------------
 */

/* All bounds of a layer, as far as they can be read; false with the fault of those that cannot. */
static bool layer_probed(const struct kw_tables *tables, const struct endgame_index *index,
                         unsigned seeds, struct kw_bounds *bounds, struct kw_error *error) {
    bool good = true;
    for (uint64_t i = 0; i < endgame_layer(index, seeds); i++) {
        struct kw_position position;
        endgame_unrank(index, seeds, i, &position);
        if (!kw_tables_probe(tables, index->game, &position, &bounds[i], error)) {
            bounds[i].lower = INT32_MIN;
            good = false;
        }
    }
    return good;
}

/* Whether each bound that was read is the one that was there before. */
static bool bounds_right(const struct kw_bounds *before, const struct kw_bounds *now,
                         uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        if (now[i].lower != INT32_MIN &&
            (now[i].lower != before[i].lower || now[i].upper != before[i].upper ||
             now[i].reach != before[i].reach || now[i].hold != before[i].hold))
            return false;
    return true;
}

/* What can happen to a file that is open. */
static void change_empty(const char *path) { test_system(truncate(path, 0) == 0); }
static void change_cut(const char *path) { test_system(truncate(path, 900) == 0); }
static void change_remove(const char *path) { test_system(unlink(path) == 0); }
static void change_forbid(const char *path) { test_system(chmod(path, 0) == 0); }

/* The same file, with other bytes from `at` to its end. */
static void overwrite(const char *path, size_t at) {
    size_t size = 0;
    unsigned char *bytes = file_bytes(path, &size);
    int file = open(path, O_WRONLY);
    for (size_t i = at; bytes != NULL && i < size; i++)
        bytes[i] = (unsigned char)(0x5a ^ i);
    test_system(bytes != NULL && pwrite(file, bytes, size, 0) == (ssize_t)size);
    close(file);
    free(bytes);
}

static void change_overwrite(const char *path) { overwrite(path, 0); }
static void change_index(const char *path) { overwrite(path, 256); }
static void change_last(const char *path) {
    struct stat status;
    test_system(stat(path, &status) == 0);
    overwrite(path, (size_t)status.st_size - 1);
}

/* Another file takes the name. */
static void change_replace(const char *path) {
    char other[KW_TEXT + 8];
    snprintf(other, sizeof other, "%s.new", path);
    file_write(other, (const unsigned char *)"other", 5);
    test_system(rename(other, path) == 0);
}

static const struct {
    const char *name;
    void (*change)(const char *path);
    bool stays; /* what was opened can be read as before */
} changes[] = {
    {"empty", change_empty, false},
    {"cut", change_cut, false},
    {"overwritten", change_overwrite, false},
    {"with another index", change_index, false},
    {"with another last byte", change_last, false},
    {"replaced", change_replace, true},
    {"removed", change_remove, true},
    {"forbidden", change_forbid, true},
};

/* Nothing is read before the change, so that all of it is read afterwards. */
static void test_open_change(struct test *test, const struct endgame_index *index,
                             const struct kw_bounds *before, size_t which) {
    enum { SEEDS = 8 };
    char folder[KW_TEXT], path[KW_TEXT];
    const struct kw_game *game = index->game;
    uint64_t count = endgame_layer(index, SEEDS);
    struct kw_bounds *now = calloc(count, sizeof *now);
    struct kw_error error = {0};
    struct kw_layer layer;
    struct kw_tables *tables = build(test, game, "open", SEEDS, 1);
    if (tables == NULL || now == NULL)
        exit(1);
    folder_name(folder, "open");
    endgame_path(path, sizeof path, folder, "oware", SEEDS);
    changes[which].change(path);
    const char *what = changes[which].name;
    bool whole = layer_probed(tables, index, SEEDS, now, &error);
    test_expect(test, bounds_right(before, now, count), "%s: a wrong answer", what);
    test_expect(test, whole == changes[which].stays && kw_tables_are_sound(tables, &error) == whole,
                "%s: %s", what, whole ? "not noticed" : error.message);
    test_expect(test, whole || (error.code == KW_BAD_TABLE && strstr(error.message, path) != NULL),
                "%s: %s", what, error.message);
    test_expect(test, kw_tables_layer(tables, game, SEEDS, &layer, NULL, NULL, &error) == whole,
                "%s: counted all the same", what);
    test_expect(test, kw_tables_verify(tables, game, 2, NULL, NULL, &error) == whole,
                "%s: verified all the same", what);
    kw_tables_close(tables);
    free(now);
    folder_empty(folder);
}

static void test_open_changes(struct test *test) {
    enum { SEEDS = 8 };
    struct endgame_index index;
    struct kw_error error = {0};
    char folder[KW_TEXT];
    const struct kw_game *game = kw_game_find("oware");
    if (!test_selects(test, "oware") || !endgame_index_open(&index, game, SEEDS, &error))
        return;
    struct kw_bounds *before = calloc(endgame_layer(&index, SEEDS), sizeof *before);
    struct kw_tables *tables = build(test, game, "open", SEEDS, 1);
    if (tables != NULL && before != NULL) {
        test_expect(test, layer_probed(tables, &index, SEEDS, before, &error), "%s", error.message);
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
            test_open_change(test, &index, before, i);
    }
    kw_tables_close(tables);
    free(before);
    endgame_index_close(&index);
    folder_name(folder, "open");
    folder_empty(folder);
}

/* Tables that need more files than the process may open are refused in words, and none stays open.
 */
static void test_too_many_files(struct test *test) {
    char folder[KW_TEXT];
    struct kw_error error = {0};
    struct rlimit limit, few;
    const struct kw_game *game = kw_game_find("kalah");
    if (!test_selects(test, "kalah"))
        return;
    kw_tables_close(build(test, game, "many", 6, 1));
    folder_name(folder, "many");
    test_system(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    int next = dup(0);
    close(next);
    few = limit;
    few.rlim_cur = (rlim_t)next + 5;
    test_system(setrlimit(RLIMIT_NOFILE, &few) == 0);
    struct kw_tables *tables = kw_tables_open(folder, &error);
    int after = dup(0);
    close(after);
    test_system(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    test_expect(test,
                tables == NULL && error.code == KW_NO_FILE &&
                    strstr(error.message, "ulimit -n") != NULL &&
                    strstr(error.message, "kalah.0") != NULL,
                "too many files: %s", error.message);
    test_expect(test, after == next, "files stay open: %d, not %d", after, next);
    kw_tables_close(tables);
    folder_empty(folder);
}

/* One that was built on other layers does not fit, however sound it is. */
static void test_foreign(struct test *test) {
    char folder[KW_TEXT], path[KW_TEXT];
    struct endgame_file file;
    struct kw_error error = {0};
    const struct kw_game *game = kw_game_find("awari");
    if (!test_selects(test, "awari"))
        return;
    kw_tables_close(build(test, game, "foreign", 3, 1));
    folder_name(folder, "foreign");
    endgame_path(path, sizeof path, folder, "awari", 2);
    if (!test_expect(test, endgame_file_open(&file, path, &error), "%s", error.message))
        return;
    int8_t lower[78];
    uint16_t reach[78];
    struct endgame_draft draft = {.name = "awari",
                                  .seeds = 2,
                                  .positions = file.positions,
                                  .below = file.below,
                                  .planes = {.lower = lower, .reach = reach}};
    endgame_file_load(&file, &draft.planes, 1);
    endgame_file_close(&file);
    lower[17] = lower[17] == 0 ? 2 : 0;
    endgame_file_write(path, &draft, 1, NULL);
    test_expect(test, kw_tables_open(folder, &error) == NULL && error.code == KW_BAD_TABLE,
                "a table stands on another one than it was built on");
    /* Without the layer above it is sound, and wrong. */
    endgame_path(path, sizeof path, folder, "awari", 3);
    unlink(path);
    test_expect(test,
                kw_tables_open(folder, &error) == NULL && error.code == KW_BAD_TABLE &&
                    strstr(error.message, "awari.02.kwt': its values do not follow") != NULL,
                "a small table is not held against the rules: %s", error.message);
    struct kw_tables *tables = endgame_tables_open(folder, &error); /* without a sample */
    test_expect(test, tables != NULL, "%s", error.message);
    test_expect(test,
                tables != NULL && !kw_tables_verify(tables, game, 1, NULL, NULL, &error) &&
                    strstr(error.message, "awari.02.kwt") != NULL,
                "a wrong value passes: %s", error.message);
    kw_tables_close(tables);
    folder_empty(folder);
}

struct death {
    int left; /* questions until it comes */
};

static bool die(void *context, const struct kw_progress *progress) {
    struct death *death = context;
    (void)progress;
    if (death->left-- == 0)
        raise(SIGKILL);
    return true;
}

static bool refuse(void *context, const struct kw_progress *progress) {
    struct death *death = context;
    (void)progress;
    return death->left-- > 0;
}

/* Builds in a process of its own that dies after so many questions; true if it did. */
static bool build_killed(const struct kw_game *game, const char *folder, unsigned seeds,
                         int questions) {
    struct death death = {.left = questions};
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(!kw_tables_build(game, folder, seeds, 1, die, &death, NULL));
    waitpid(child, &status, 0);
    return WIFSIGNALED(status);
}

/*
 * Builds in a process that is killed from without after so many microseconds, wherever it is then;
 * true if it had not ended yet.
 */
static bool build_killed_after(const struct kw_game *game, const char *folder, unsigned seeds,
                               useconds_t delay) {
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(!kw_tables_build(game, folder, seeds, 2, NULL, NULL, NULL));
    usleep(delay);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return WIFSIGNALED(status);
}

/* Builds where no file can have so many bytes; returns the exit status, 3 for KW_NO_FILE. */
static int build_cramped(const struct kw_game *game, const char *folder, unsigned seeds,
                         rlim_t bytes) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {bytes, bytes};
        struct kw_error error = {0};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        bool built = kw_tables_build(game, folder, seeds, 1, NULL, NULL, &error);
        _exit(built ? 0 : error.code == KW_NO_FILE ? 3 : 1);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_death(struct test *test) {
    enum { SEEDS = 6 };
    char whole[KW_TEXT], folder[KW_TEXT], part[KW_TEXT];
    const struct kw_game *game = kw_game_find("oware");
    struct kw_error error = {0};
    if (!test_selects(test, "oware"))
        return;
    kw_tables_close(build(test, game, "whole", SEEDS, 1));
    folder_name(whole, "whole");
    folder_name(folder, "killed");
    int questions = 0, killed = 0;
    while (build_killed(game, folder, SEEDS, questions)) {
        killed++;
        questions = 3 * questions + 1;
    }
    test_expect(test, killed > 3, "the build was killed %d times only", killed);
    test_expect(test, folders_same(whole, folder), "a build that was killed makes other bytes");
    folder_empty(folder);
    /* Whatever the moment is: the one that is left alone has the same in the end. */
    for (useconds_t delay = 500; delay < 1000000; delay += delay / 3)
        if (!build_killed_after(game, folder, SEEDS, delay))
            break;
    kw_tables_close(build(test, game, "killed", SEEDS, 1));
    test_expect(test, folders_same(whole, folder),
                "a build that was killed from without makes other bytes");
    folder_empty(folder);

    folder_name(folder, "cramped");
    test_expect(test, build_cramped(game, folder, SEEDS, 4096) == 3, "the disk is full, unsaid");
    struct kw_tables *tables = kw_tables_open(folder, &error);
    test_expect(test, tables != NULL && kw_tables_seeds(tables, game) >= 2,
                "what was finished before is of no use: %s", error.message);
    kw_tables_close(tables);
    /* What another one left half written is in nobody's way. */
    snprintf(part, sizeof part, "%.480s/oware.06.kwt.komwe-part", folder);
    file_write(part, (const unsigned char *)"half", 4);
    struct death death = {.left = 5};
    test_expect(test,
                !kw_tables_build(game, folder, SEEDS, 1, refuse, &death, &error) &&
                    error.code == KW_STOPPED,
                "a build that was stopped went on");
    kw_tables_close(build(test, game, "cramped", SEEDS, 1));
    test_expect(test, folders_same(whole, folder), "a full disk left other bytes");
    folder_empty(folder);
    folder_empty(whole);
}

/* ---- asking -----------------------------------------------------------------------------------
 */

static void test_probe(struct test *test) {
    struct kw_bounds bounds;
    struct kw_error error = {0};
    struct kw_position position;
    const struct kw_game *game = kw_game_find("awari");
    char folder[KW_TEXT];
    if (!test_selects(test, "awari"))
        return;
    struct kw_tables *tables = build(test, game, "probe", 4, 1);
    if (tables == NULL)
        return;
    kw_start(game, &position);
    test_expect(test,
                !kw_tables_probe(tables, game, &position, &bounds, &error) && error.code == KW_OK,
                "48 stones are not in a table of 4");
    test_expect(test, kw_tables_seeds(tables, game) == 4, "the largest layer");
    test_expect(test, kw_tables_seeds(tables, kw_game_find("kalah")) == -1, "there is none");
    struct kw_game *other = kw_game_open("awari", "seeds=2", NULL);
    test_expect(test, kw_tables_seeds(tables, other) == 4, "how a game begins does not matter");
    kw_game_close(other);
    /* North takes three with f: it ends in A. */
    kw_position_read(game, "1,0,0,0,0,0/2,0,0,0,0,0 N 20/25", &position, &error);
    test_expect(test,
                kw_tables_probe(tables, game, &position, &bounds, &error) && bounds.lower == 3 &&
                    bounds.upper == 3 && bounds.reach == 1,
                "f takes all: %d..%d, %u plies", bounds.lower, bounds.upper, bounds.reach);
    kw_tables_close(tables);
    folder_name(folder, "probe");
    folder_empty(folder);
    test_expect(test, kw_tables_open("/nowhere/at/all", &error) == NULL && error.code == KW_NO_FILE,
                "there is no such folder");
}

/* ---- the engine -------------------------------------------------------------------------------
 */

static const struct {
    const char *id, *options;
    unsigned seeds;
} played[] = {
    {"kalah", "", 6},     {"awari", "", 8},         {"oware", "", 7},        {"giuthi", "", 6},
    {"adji-boto", "", 8}, {"kiothi", "width=4", 6}, {"bulto", "width=4", 8},
};

/* A position of the table as it stands in a game: what is not on the board is in a store. */
static void random_position(const struct endgame_index *index, unsigned most,
                            struct kw_random *random, struct kw_position *position) {
    struct kw_result result;
    unsigned seeds = 0;
    do {
        unsigned left = 1 + kw_random_below(random, most);
        endgame_unrank(index, left, kw_random_next(random) % endgame_layer(index, left), position);
    } while (kw_state(index->game, position, &result));
    if (kw_random_below(random, 2) == 0)
        kw_mirror(index->game, position, position);
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += position->hole[hole];
    if (index->marks != ENDGAME_WON_AND_THREE)
        position->store[kw_random_below(random, 2)] = (uint8_t)(index->game->rules->seeds - seeds);
}

/* Bounds of the final score for the mover, in hundredths of a seed. */
static bool score_bounds(const struct kw_tables *tables, const struct endgame_index *index,
                         const struct kw_position *position, int *lower, int *upper) {
    struct kw_bounds bounds;
    if (!kw_tables_probe(tables, index->game, position, &bounds, NULL))
        return false;
    *lower = 100 * (endgame_lead(index, position) + bounds.lower);
    *upper = 100 * (endgame_lead(index, position) + bounds.upper);
    return true;
}

/* What the engine says of a position, however little it may think. */
static bool engine_right(const struct kw_tables *tables, const struct endgame_index *index,
                         struct kw_engine *engine, const struct kw_position *position,
                         const struct kw_limits *limits) {
    static struct kw_analysis analysis;
    struct kw_position next;
    int lower, upper, low, high;
    struct kw_session *session = kw_session_new(index->game, position);
    bool good = kw_engine_search(engine, session, limits, NULL, NULL, &analysis, NULL) &&
                score_bounds(tables, index, position, &lower, &upper);
    const struct kw_line *line = &analysis.line[0];
    good = good && line->score >= lower && line->score <= upper;
    if (good && lower == upper) {
        kw_play(index->game, position, line->move[0], &next);
        good = line->proven && score_bounds(tables, index, &next, &low, &high) &&
               (next.turn == position->turn ? low == lower : high == -lower);
    }
    kw_session_free(session);
    return good;
}

static void test_engine_says(struct test *test, const struct kw_tables *tables,
                             const struct endgame_index *index, struct kw_engine *engine,
                             const char *name, unsigned most) {
    static const struct kw_limits limits[] = {
        {.nodes = 1}, {.depth = 1}, {.depth = 4}, {.milliseconds = -1}, {.depth = 2, .lines = 64}};
    struct kw_random random;
    test_random(test, name, 2, &random);
    for (unsigned try = 0; try < 100 * test->effort; try++) {
        struct kw_position position;
        char text[KW_TEXT];
        random_position(index, most, &random, &position);
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
            test_expect(test, engine_right(tables, index, engine, &position, &limits[i]),
                        "%s: what the engine says of %s (limits %zu) is not what the table knows",
                        name, kw_position_text(index->game, &position, text), i);
    }
}

/*
 * Plays against one who moves by chance; returns what the first mover has in the end.  `known`:
 * whenever he was to move the table knew the value.
 */
static int play_out(const struct kw_tables *tables, const struct endgame_index *index,
                    struct kw_engine *engine, const struct kw_position *start,
                    struct kw_random *random, bool *known) {
    static struct kw_analysis analysis;
    static kw_move moves[4096];
    struct kw_limits limits = {.depth = 1};
    struct kw_result result;
    struct kw_session *session = kw_session_new(index->game, start);
    *known = true;
    while (!kw_session_result(session, &result)) {
        const struct kw_position *position = kw_session_position(session);
        kw_move move;
        int lower = 0, upper = 0;
        if (position->turn == start->turn) {
            score_bounds(tables, index, position, &lower, &upper);
            *known = *known && lower == upper;
            kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, NULL);
            move = analysis.line[0].move[0];
        } else {
            size_t count = kw_moves(index->game, position, moves, 4096);
            move = moves[kw_random_below(random, (uint32_t)(count < 4096 ? count : 4096))];
        }
        kw_session_play(session, move, NULL);
    }
    kw_session_free(session);
    int south = (int)result.score[KW_SOUTH] - (int)result.score[KW_NORTH];
    return start->turn == KW_SOUTH ? south : -south;
}

/*
 * The engine gets what the table says it is sure of, and does not go round in circles instead.
 * (Where there are bounds it may try for more.)
 */
static void test_engine_plays(struct test *test, const struct kw_tables *tables,
                              const struct endgame_index *index, struct kw_engine *engine,
                              const char *name, unsigned most) {
    struct kw_random random;
    unsigned sure = 0;
    test_random(test, name, 3, &random);
    for (unsigned game = 0; game < 60 * test->effort; game++) {
        struct kw_position position;
        char text[KW_TEXT];
        int lower = 0, upper = 0;
        bool known;
        random_position(index, most, &random, &position);
        score_bounds(tables, index, &position, &lower, &upper);
        int got = 100 * play_out(tables, index, engine, &position, &random, &known);
        sure += known;
        test_expect(test, got >= lower || !known,
                    "%s: from %s the engine gets %d, and was sure of %d", name,
                    kw_position_text(index->game, &position, text), got / 100, lower / 100);
    }
    test_expect(test, sure > 10 * test->effort, "%s: only %u games are known", name, sure);
}

static void test_engine(struct test *test) {
    for (size_t i = 0; i < sizeof played / sizeof *played; i++) {
        char folder[KW_TEXT];
        struct endgame_index index;
        if (!test_selects(test, played[i].id))
            continue;
        struct kw_game *game = kw_game_open(played[i].id, played[i].options, NULL);
        struct kw_tables *tables = build(test, game, played[i].id, played[i].seeds, 1);
        struct kw_engine *engine = kw_engine_new(1 << 20, 1);
        if (tables != NULL && endgame_index_open(&index, game, played[i].seeds, NULL)) {
            kw_engine_set_tables(engine, tables);
            test_engine_says(test, tables, &index, engine, played[i].id, played[i].seeds);
            test_engine_plays(test, tables, &index, engine, played[i].id, played[i].seeds);
            endgame_index_close(&index);
        }
        kw_engine_free(engine);
        kw_tables_close(tables);
        kw_game_close(game);
        folder_name(folder, played[i].id);
        folder_empty(folder);
    }
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    folders_begin();
    test_published(&test);
    test_variants(&test);
    test_boards(&test);
    test_threads(&test);
    test_damage(&test);
    test_open_changes(&test);
    test_too_many_files(&test);
    test_foreign(&test);
    test_death(&test);
    test_probe(&test);
    test_engine(&test);
    char folder[KW_TEXT];
    folder_name(folder, "lincke");
    folder_empty(folder);
    folders_end();
    return test_end(&test);
}
