/*
 * Endgame tables whose files change at random, before they are opened, while they are open, and
 * while they are read: each answer is the one before the change, or a fault that names the file.
 * (tests/faults/damage.py does it with the commands, and with files of other kinds.)
 *
 *      damage_test [--effort N] [--seed N]
 */
#include "support/folders.h"
#include "support/test.h"

#include "tables/endgame.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SEEDS = 6, CHANGES = 20, BYTES_MOST = 1 << 16 };

/* A file's bytes. */
struct bytes {
    unsigned char byte[BYTES_MOST];
    size_t size;
};

/* What there is before any change. */
struct whole {
    struct endgame_index index;
    char folder[KW_TEXT], path[SEEDS + 1][KW_TEXT];
    struct bytes file[SEEDS + 1];
    struct kw_bounds *bounds[SEEDS + 1];
};

static void must(bool done, const char *what) {
    if (!done) {
        perror(what);
        exit(1);
    }
}

static void file_load(const char *path, struct bytes *bytes) {
    FILE *file = fopen(path, "rb");
    must(file != NULL, path);
    bytes->size = fread(bytes->byte, 1, BYTES_MOST, file);
    must(bytes->size < BYTES_MOST, "the file is too long");
    fclose(file);
}

/* Writes over the file in place: whoever has it open sees the change. */
static void file_store(const char *path, const struct bytes *bytes) {
    int file = open(path, O_WRONLY);
    must(file >= 0 && ftruncate(file, (off_t)bytes->size) == 0 &&
             pwrite(file, bytes->byte, bytes->size, 0) == (ssize_t)bytes->size,
         path);
    close(file);
}

/* ---- changes -------------------------------------------------------------------------------- */

static size_t below(struct kw_random *random, size_t most) {
    return kw_random_below(random, (uint32_t)most);
}

/* Changes some bytes; they may turn out to be the same. */
static void change_once(struct bytes *bytes, struct kw_random *random) {
    size_t size = bytes->size, at = below(random, size), other = below(random, size);
    size_t run = 1 + below(random, 600);
    run = run > size - at ? size - at : run;
    run = run > size - other ? size - other : run;
    switch (below(random, 7)) {
    case 0:
        bytes->byte[at] ^= (unsigned char)(1u << below(random, 8));
        break;
    case 1:
        for (size_t i = 0; i < run; i++)
            bytes->byte[at + i] = (unsigned char)below(random, 256);
        break;
    case 2:
        bytes->size = at;
        break;
    case 3:
        for (size_t i = 0; i < run; i++)
            bytes->byte[bytes->size++] = (unsigned char)(at % 2 ? 0 : below(random, 256));
        break;
    case 4:
        memset(bytes->byte + at, 0, run);
        break;
    case 5: /* a part twice, and another one gone */
        memmove(bytes->byte + at, bytes->byte + other, run);
        break;
    default: /* two blocks change places */
        for (size_t i = 0; i < run; i++) {
            unsigned char byte = bytes->byte[at + i];
            bytes->byte[at + i] = bytes->byte[other + i];
            bytes->byte[other + i] = byte;
        }
    }
}

static void change(const struct bytes *from, struct bytes *to, struct kw_random *random) {
    do {
        *to = *from;
        change_once(to, random);
    } while (to->size == from->size && memcmp(to->byte, from->byte, to->size) == 0);
}

/* ---- answers -------------------------------------------------------------------------------- */

/* Whether a fault is said of that file. */
static bool is_named(const struct kw_error *error, const char *path) {
    return (error->code == KW_BAD_TABLE || error->code == KW_NO_FILE) &&
           strstr(error->message, path) != NULL;
}

/* Whether what is said of each `step`th position is what it was, or a fault of that file. */
static bool probes_right(const struct whole *whole, const struct kw_tables *tables, unsigned seeds,
                         uint64_t first, uint64_t step) {
    for (uint64_t i = first; i < endgame_layer(&whole->index, seeds); i += step) {
        struct kw_position position;
        struct kw_bounds now;
        struct kw_error error = {.code = KW_OK};
        const struct kw_bounds *then = &whole->bounds[seeds][i];
        endgame_unrank(&whole->index, seeds, i, &position);
        if (!kw_tables_probe(tables, whole->index.game, &position, &now, &error)) {
            if (!is_named(&error, whole->path[seeds]) || kw_tables_are_sound(tables, NULL))
                return false;
        } else if (now.lower != then->lower || now.upper != then->upper ||
                   now.reach != then->reach || now.hold != then->hold) {
            return false;
        }
    }
    return true;
}

/* ---- before it is opened -------------------------------------------------------------------- */

/* Opening or verifying finds it, and says which file it is. */
static void test_closed(struct test *test, const struct whole *whole, unsigned seeds,
                        const struct bytes *changed) {
    struct kw_error error = {.code = KW_OK};
    file_store(whole->path[seeds], changed);
    struct kw_tables *tables = kw_tables_open(whole->folder, &error);
    bool verified =
        tables != NULL && kw_tables_verify(tables, whole->index.game, 2, NULL, NULL, &error);
    test_expect(test, !verified && is_named(&error, whole->path[seeds]), "closed: %s",
                verified ? "not noticed" : error.message);
    if (tables != NULL)
        test_expect(test, probes_right(whole, tables, seeds, 0, 1), "closed: a wrong answer");
    kw_tables_close(tables);
    file_store(whole->path[seeds], &whole->file[seeds]);
}

/* ---- while it is open ----------------------------------------------------------------------- */

static void test_open(struct test *test, const struct whole *whole, unsigned seeds,
                      const struct bytes *changed, struct kw_random *random) {
    struct kw_error error = {.code = KW_OK};
    struct kw_layer layer;
    struct kw_tables *tables = kw_tables_open(whole->folder, &error);
    if (!test_expect(test, tables != NULL, "%s", error.message))
        return;
    uint64_t count = endgame_layer(&whole->index, seeds);
    if (below(random, 2) == 0) /* some blocks are unpacked before */
        probes_right(whole, tables, seeds, below(random, (size_t)count), count / 3 + 1);
    file_store(whole->path[seeds], changed);
    for (unsigned any = 0; any <= SEEDS; any++)
        test_expect(test, probes_right(whole, tables, any, 0, 1), "open: a wrong answer");
    test_expect(test,
                kw_tables_layer(tables, whole->index.game, seeds, &layer, NULL, NULL, &error) ||
                    is_named(&error, whole->path[seeds]),
                "open: %s", error.message);
    test_expect(test,
                kw_tables_verify(tables, whole->index.game, 2, NULL, NULL, &error) ||
                    is_named(&error, whole->path[seeds]),
                "open: %s", error.message);
    kw_tables_close(tables);
    file_store(whole->path[seeds], &whole->file[seeds]);
}

/* ---- while it is read ----------------------------------------------------------------------- */

/* Another thread writes one text and the other, again and again. */
struct writer {
    const char *path;
    const struct bytes *text[2];
    atomic_bool done;
    _Atomic unsigned times;
};

static void *write_again(void *context) {
    struct writer *writer = context;
    while (!atomic_load(&writer->done)) {
        unsigned time = atomic_fetch_add(&writer->times, 1);
        file_store(writer->path, writer->text[time % 2]);
    }
    return NULL;
}

static void test_reading(struct test *test, const struct whole *whole, unsigned seeds,
                         const struct bytes *changed) {
    struct writer writer = {.path = whole->path[seeds], .text = {changed, &whole->file[seeds]}};
    struct kw_error error = {.code = KW_OK};
    pthread_t thread;
    must(pthread_create(&thread, NULL, write_again, &writer) == 0, "thread");
    while (atomic_load(&writer.times) == 0)
        continue;
    for (unsigned i = 0; i < 10; i++) {
        struct kw_tables *tables = kw_tables_open(whole->folder, &error);
        test_expect(test, tables != NULL || is_named(&error, writer.path), "read: %s",
                    error.message);
        if (tables != NULL)
            test_expect(test, probes_right(whole, tables, seeds, 0, 1), "read: a wrong answer");
        kw_tables_close(tables);
    }
    atomic_store(&writer.done, true);
    pthread_join(thread, NULL);
    file_store(whole->path[seeds], &whole->file[seeds]);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void whole_open(struct whole *whole, const struct kw_game *game) {
    struct kw_error error = {.code = KW_OK};
    folder_name(whole->folder, "damage");
    must(kw_tables_build(game, whole->folder, SEEDS, 1, NULL, NULL, &error) &&
             endgame_index_open(&whole->index, game, SEEDS, &error),
         error.message);
    struct kw_tables *tables = kw_tables_open(whole->folder, &error);
    must(tables != NULL, error.message);
    for (unsigned seeds = 0; seeds <= SEEDS; seeds++) {
        uint64_t count = endgame_layer(&whole->index, seeds);
        endgame_path(whole->path[seeds], KW_TEXT, whole->folder, "oware", seeds);
        file_load(whole->path[seeds], &whole->file[seeds]);
        whole->bounds[seeds] = calloc(count, sizeof *whole->bounds[seeds]);
        must(whole->bounds[seeds] != NULL, "memory");
        for (uint64_t i = 0; i < count; i++) {
            struct kw_position position;
            endgame_unrank(&whole->index, seeds, i, &position);
            must(kw_tables_probe(tables, game, &position, &whole->bounds[seeds][i], &error),
                 "probe");
        }
    }
    kw_tables_close(tables);
}

static void whole_close(struct whole *whole) {
    for (unsigned seeds = 0; seeds <= SEEDS; seeds++)
        free(whole->bounds[seeds]);
    endgame_index_close(&whole->index);
    folder_empty(whole->folder);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    static struct whole whole;
    static struct bytes changed;
    folders_begin();
    whole_open(&whole, kw_game_find("oware"));
    printf("seed %llu\n", (unsigned long long)test.seed);
    for (unsigned number = 0; number < CHANGES * test.effort; number++) {
        struct kw_random random;
        /* Large files have several blocks, small ones little but their beginning. */
        test_random(&test, "change", number, &random);
        unsigned seeds = below(&random, 2) == 0 ? SEEDS : (unsigned)below(&random, SEEDS + 1);
        change(&whole.file[seeds], &changed, &random);
        test_closed(&test, &whole, seeds, &changed);
        test_open(&test, &whole, seeds, &changed, &random);
        if (number % 10 == 0)
            test_reading(&test, &whole, seeds, &changed);
    }
    whole_close(&whole);
    folders_end();
    return test_end(&test);
}
