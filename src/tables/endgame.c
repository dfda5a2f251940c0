#include "tables/endgame.h"

#include "base/error.h"
#include "base/parallel.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* The cache of unpacked blocks: holds Awari up to 22 seeds without distances. */
#define CACHE_BYTES (INT64_C(1) << 30)

/* A layer: its file, and its unpacked parts. */
struct endgame_layer {
    struct endgame_file file; /* header == NULL: there is none */
    atomic_int fault;         /* the last one of endgame_part_read; 0: none */
    _Atomic(unsigned char *) *cache[ENDGAME_PARTS];
};

struct endgame_set {
    struct kw_tables *tables;
    _Atomic(struct endgame_set *) next;
    atomic_uint taken; /* endgame_set_take less endgame_set_release; raised under the lock alone */
    char *directory;   /* of its files; "": all are in memory */
    char name[ENDGAME_NAME];
    struct kw_game *game;
    struct endgame_index index;
    atomic_int most; /* seeds of the largest layer; -1: none */
    _Atomic(const struct row_database *) rows;
    struct endgame_layer *layer; /* ENDGAME_SEEDS + 1 of them */
};

struct kw_tables {
    struct lock *lock;                  /* of the list, of taking a set, and of what was noted */
    _Atomic(struct endgame_set *) sets; /* in the order in which they were added */
    unsigned files;                     /* that they keep open at most */
    int64_t cache_bytes;                /* that unpacked blocks may take */
    _Atomic int64_t cache_room;         /* bytes left of that */
    atomic_int noted;                   /* the last fault; 0: none */
    char noted_path[KW_TEXT];           /* of its file */
};

/* ---- opening --------------------------------------------------------------------------------- */

static const char suffix[] = ".kwt";

static int endgame_is_table(const struct dirent *entry) {
    size_t length = strlen(entry->d_name), tail = strlen(suffix);
    return length > tail && strcmp(entry->d_name + length - tail, suffix) == 0;
}

static bool endgame_bad_file(struct kw_error *error, const char *path, const char *fault) {
    return error_set(error, KW_BAD_TABLE, 1, "'%.300s': %s", path, fault);
}

/* The set of that name; the caller holds the lock, or nobody removes sets. */
static struct endgame_set *endgame_set_named(const struct kw_tables *tables, const char *name) {
    struct endgame_set *set = atomic_load(&tables->sets);
    while (set != NULL && strcmp(set->name, name) != 0)
        set = atomic_load(&set->next);
    return set;
}

static void endgame_set_free(struct endgame_set *set);

/* A set without layers, game and index; NULL if there is not enough memory. */
static struct endgame_set *endgame_set_new(struct kw_tables *tables, const char *directory,
                                           const char *name) {
    struct endgame_set *set = calloc(1, sizeof *set);
    if (set == NULL)
        return NULL;
    atomic_init(&set->most, -1);
    set->tables = tables;
    set->directory = strdup(directory);
    set->layer = calloc(ENDGAME_SEEDS + 1, sizeof *set->layer);
    snprintf(set->name, sizeof set->name, "%s", name);
    if (set->directory != NULL && set->layer != NULL)
        return set;
    endgame_set_free(set);
    return NULL;
}

/* Notes the last fault, for kw_tables_are_sound. */
static void endgame_note(struct kw_tables *tables, const char *path, int fault) {
    lock_take(tables->lock);
    snprintf(tables->noted_path, sizeof tables->noted_path, "%s", path);
    atomic_store(&tables->noted, fault);
    lock_release(tables->lock);
}

/* Makes it visible, as the last one. */
static void endgame_set_append(struct endgame_set *set) {
    _Atomic(struct endgame_set *) *last = &set->tables->sets;
    lock_take(set->tables->lock);
    for (struct endgame_set *other; (other = atomic_load(last)) != NULL;)
        last = &other->next;
    atomic_store(last, set);
    lock_release(set->tables->lock);
}

/* The game of a name: "oware,grand_slam=capture"; NULL if there is none that has this name. */
static struct kw_game *endgame_game_named(const char *name, struct kw_error *error) {
    char id[ENDGAME_NAME], again[ENDGAME_NAME];
    size_t length = strcspn(name, ",");
    memcpy(id, name, length);
    id[length] = '\0';
    struct kw_game *game = game_open_as_written(id, name + length, error);
    if (game == NULL || strcmp(endgame_name(game, again), name) == 0)
        return game;
    error_set(error, KW_UNKNOWN_GAME, 1, "another name is usual");
    kw_game_close(game);
    return NULL;
}

/* Takes over an open file; false if there is not enough memory. */
static bool endgame_layer_open(struct endgame_layer *layer, struct endgame_file *file) {
    layer->file = *file;
    *file = (struct endgame_file){0};
    for (unsigned part = 0; part < ENDGAME_PARTS; part++) {
        layer->cache[part] = calloc(layer->file.blocks + 1, sizeof *layer->cache[part]);
        if (layer->cache[part] == NULL)
            return false;
    }
    return true;
}

/* Adds an open file to the set of its rules, whose name and seeds its path must have. */
static bool endgame_add_file(struct kw_tables *tables, const char *directory,
                             struct endgame_file *file, const char *path, struct kw_error *error) {
    char right[KW_TEXT];
    if (!endgame_path(right, sizeof right, directory, file->name, file->seeds) ||
        strcmp(right, path) != 0)
        return endgame_bad_file(error, path, "its rules or seeds are not those of its name");
    struct endgame_set *set = endgame_set_named(tables, file->name);
    if (set == NULL) {
        set = endgame_set_new(tables, directory, file->name);
        if (set == NULL)
            return error_no_memory(error);
        endgame_set_append(set);
    }
    tables->files++;
    return endgame_layer_open(&set->layer[file->seeds], file) || error_no_memory(error);
}

static bool endgame_add_path(struct kw_tables *tables, const char *directory, const char *name,
                             struct kw_error *error) {
    char path[KW_TEXT];
    struct endgame_file file;
    int length = snprintf(path, sizeof path, "%s/%s", directory, name);
    if (length < 0 || (size_t)length >= sizeof path)
        return error_set(error, KW_NO_FILE, 1, "the path of the folder is too long");
    if (!endgame_file_open(&file, path, error))
        return false;
    bool good = endgame_add_file(tables, directory, &file, path, error);
    endgame_file_close(&file);
    return good;
}

static bool endgame_scan(struct kw_tables *tables, const char *directory, struct kw_error *error) {
    struct dirent **entries;
    int count = scandir(directory, &entries, endgame_is_table, alphasort);
    if (count < 0)
        return error_set(error, KW_NO_FILE, 1, "cannot read '%.300s': %s", directory,
                         strerror(errno));
    bool good = true;
    for (int i = 0; i < count; i++) {
        good = good && endgame_add_path(tables, directory, entries[i]->d_name, error);
        free(entries[i]);
    }
    free(entries);
    return good;
}

/* Whether a layer has the size and planes of its rules, and was built on the layer below. */
static bool endgame_layer_fits(const struct endgame_set *set, unsigned seeds,
                               struct kw_error *error) {
    const struct endgame_file *file = &set->layer[seeds].file;
    char path[KW_TEXT];
    endgame_set_path(set, seeds, path);
    if (file->header == NULL)
        return error_set(error, KW_BAD_TABLE, 1, "'%.300s' is missing, which larger tables need",
                         path);
    uint64_t below = seeds > 0 ? set->layer[seeds - 1].file.check : 0;
    bool bounds = set->index.cycles == ENDGAME_CYCLES_OPEN;
    if (file->positions != endgame_layer(&set->index, seeds) || file->planes != 1u + bounds ||
        (set->index.cycles != ENDGAME_NO_CYCLES && file->distance == 0))
        return endgame_bad_file(error, path, "it is damaged");
    if (file->below != below)
        return endgame_bad_file(error, path, "it was built on another table with one seed less");
    return true;
}

static bool endgame_set_complete(struct endgame_set *set, struct kw_error *error) {
    char path[KW_TEXT];
    unsigned most = ENDGAME_SEEDS;
    while (set->layer[most].file.header == NULL)
        most--;
    struct kw_error reason;
    set->game = endgame_game_named(set->name, &reason);
    if (set->game == NULL && reason.code == KW_NO_MEMORY)
        return error_no_memory(error);
    if (set->game == NULL)
        return endgame_bad_file(error, endgame_set_path(set, most, path),
                                "it is the table of an unknown game");
    if (!endgame_index_open(&set->index, set->game, most, error))
        return false;
    for (unsigned seeds = 0; seeds <= most; seeds++)
        if (!endgame_layer_fits(set, seeds, error))
            return false;
    atomic_store(&set->most, (int)most);
    return true;
}

struct kw_tables *endgame_tables_new(int64_t unpacked_most, unsigned files) {
    struct kw_tables *tables = calloc(1, sizeof *tables);
    if (tables == NULL)
        return NULL;
    tables->lock = lock_new();
    tables->cache_bytes = unpacked_most;
    tables->files = files;
    atomic_store(&tables->cache_room, unpacked_most);
    if (tables->lock != NULL)
        return tables;
    free(tables);
    return NULL;
}

const struct endgame_set *endgame_tables_next(const struct kw_tables *tables,
                                              const struct endgame_set *set) {
    return atomic_load(set == NULL ? &tables->sets : &set->next);
}

uint64_t endgame_tables_unpacked(const struct kw_tables *tables) {
    int64_t room = atomic_load(&tables->cache_room); /* less than 0 while a block is refused */
    return (uint64_t)(tables->cache_bytes - (room > 0 ? room : 0));
}

struct kw_tables *endgame_tables_open(const char *directory, struct kw_error *error) {
    struct kw_tables *tables = endgame_tables_new(CACHE_BYTES, 0);
    if (tables == NULL) {
        error_no_memory(error);
        return NULL;
    }
    bool good = endgame_scan(tables, directory, error);
    struct endgame_set *set = atomic_load(&tables->sets);
    for (; good && set != NULL; set = atomic_load(&set->next))
        good = endgame_set_complete(set, error);
    if (good)
        return tables;
    kw_tables_close(tables);
    return NULL;
}

/* Frees the unpacked parts of a layer, of one kind. */
static void endgame_layer_forget(struct endgame_set *set, struct endgame_layer *layer,
                                 enum endgame_part part) {
    for (unsigned i = 0; i < layer->file.blocks; i++) {
        unsigned char *bytes = atomic_load(&layer->cache[part][i]);
        if (bytes != NULL)
            atomic_fetch_add(&set->tables->cache_room,
                             (int64_t)endgame_part_bytes(&layer->file, i, part));
        free(bytes);
    }
}

static void endgame_layer_close(struct endgame_set *set, struct endgame_layer *layer) {
    for (unsigned part = 0; part < ENDGAME_PARTS; part++) {
        if (layer->cache[part] != NULL)
            endgame_layer_forget(set, layer, part);
        free(layer->cache[part]);
        layer->cache[part] = NULL;
    }
    endgame_file_close(&layer->file);
}

static void endgame_set_free(struct endgame_set *set) {
    for (unsigned seeds = 0; set->layer != NULL && seeds <= ENDGAME_SEEDS; seeds++)
        endgame_layer_close(set, &set->layer[seeds]);
    free(set->layer);
    endgame_index_close(&set->index);
    kw_game_close(set->game);
    free(set->directory);
    free(set);
}

void kw_tables_close(struct kw_tables *tables) {
    if (tables == NULL)
        return;
    for (struct endgame_set *set = atomic_load(&tables->sets), *next; set != NULL; set = next) {
        next = atomic_load(&set->next);
        endgame_set_free(set);
    }
    lock_free(tables->lock);
    free(tables);
}

/* ---- growing --------------------------------------------------------------------------------- */

struct endgame_set *endgame_set_begin(struct kw_tables *tables, const char *directory,
                                      const struct kw_game *game, unsigned most,
                                      struct kw_error *error) {
    char name[ENDGAME_NAME];
    struct endgame_set *set = endgame_set_new(tables, directory, endgame_name(game, name));
    if (set == NULL) {
        error_no_memory(error);
        return NULL;
    }
    struct kw_error reason;
    set->game = endgame_game_named(name, &reason);
    bool good = set->game != NULL;
    if (!good && reason.code == KW_NO_MEMORY)
        error_no_memory(error);
    else if (!good)
        error_set(error, KW_BAD_VALUE, 1, "'%.300s' is not a listed game", name);
    if (good && endgame_index_open(&set->index, set->game, most, error)) {
        endgame_set_append(set);
        return set;
    }
    endgame_set_free(set);
    return NULL;
}

bool endgame_set_add(struct endgame_set *set, struct endgame_file *file) {
    unsigned seeds = file->seeds;
    assert((int)seeds == endgame_set_most(set) + 1 && seeds <= set->index.most);
    if (!endgame_layer_open(&set->layer[seeds], file)) {
        endgame_layer_close(set, &set->layer[seeds]);
        return false;
    }
    atomic_store(&set->most, (int)seeds);
    return true;
}

size_t endgame_set_bytes_empty(void) {
    return sizeof(struct endgame_set) + (ENDGAME_SEEDS + 1) * sizeof(struct endgame_layer);
}

void endgame_set_note(struct endgame_set *set, const char *path, int fault) {
    endgame_note(set->tables, path, fault);
}

bool endgame_set_is_taken(const struct endgame_set *set) { return atomic_load(&set->taken) > 0; }

bool endgame_set_remove(struct endgame_set *set) {
    struct kw_tables *tables = set->tables;
    _Atomic(struct endgame_set *) *place = &tables->sets;
    lock_take(tables->lock);
    bool idle = atomic_load(&set->taken) == 0;
    if (idle) {
        for (struct endgame_set *other; (other = atomic_load(place)) != set;)
            place = &other->next;
        atomic_store(place, atomic_load(&set->next));
    }
    lock_release(tables->lock);
    if (idle)
        endgame_set_free(set);
    return idle;
}

/* ---- sets and layers ------------------------------------------------------------------------- */

const struct endgame_set *endgame_set_take(const struct kw_tables *tables,
                                           const struct kw_game *game) {
    char name[ENDGAME_NAME];
    if (!game_linear(game))
        return NULL;
    endgame_name(game, name);
    lock_take(tables->lock);
    struct endgame_set *set = endgame_set_named(tables, name);
    if (set != NULL)
        atomic_fetch_add(&set->taken, 1);
    lock_release(tables->lock);
    return set;
}

void endgame_set_release(const struct endgame_set *set) {
    if (set != NULL)
        atomic_fetch_sub(&((struct endgame_set *)set)->taken, 1);
}

const struct endgame_index *endgame_set_index(const struct endgame_set *set) { return &set->index; }

int endgame_set_most(const struct endgame_set *set) { return atomic_load(&set->most); }

const struct row_database *endgame_set_rows(const struct endgame_set *set) {
    return atomic_load(&set->rows);
}

void endgame_set_use_rows(struct endgame_set *set, const struct row_database *rows) {
    atomic_store(&set->rows, rows);
}

const struct endgame_file *endgame_set_file(const struct endgame_set *set, unsigned seeds) {
    return &set->layer[seeds].file;
}

const char *endgame_set_path(const struct endgame_set *set, unsigned seeds, char path[KW_TEXT]) {
    if (!endgame_path(path, KW_TEXT, set->directory, set->name, seeds))
        path[0] = '\0';
    return path;
}

bool endgame_set_has_fault(const struct endgame_set *set, unsigned seeds) {
    return atomic_load(&set->layer[seeds].fault) != 0;
}

bool endgame_set_damaged(const struct endgame_set *set, unsigned seeds, struct kw_error *error) {
    char path[KW_TEXT];
    int fault = atomic_load(&set->layer[seeds].fault);
    return endgame_fault(error, endgame_set_path(set, seeds, path),
                         fault != 0 ? fault : ENDGAME_CORRUPT);
}

unsigned kw_tables_files(const struct kw_tables *tables) { return tables->files; }

int kw_tables_seeds(const struct kw_tables *tables, const struct kw_game *game) {
    const struct endgame_set *set = endgame_set_take(tables, game);
    int most = set == NULL ? -1 : endgame_set_most(set);
    endgame_set_release(set);
    return most;
}

/* ---- probing --------------------------------------------------------------------------------- */

/* The unpacked part of a block in the cache, or NULL. */
static inline const unsigned char *endgame_part_cached(const struct endgame_layer *layer,
                                                       unsigned block, enum endgame_part part) {
    return atomic_load_explicit(&layer->cache[part][block], memory_order_acquire);
}

/* Caches an unpacked part, if there is room for it. */
static void endgame_part_cache(const struct endgame_set *set, const struct endgame_layer *layer,
                               unsigned block, enum endgame_part part, const unsigned char *bytes) {
    int64_t size = (int64_t)endgame_part_bytes(&layer->file, block, part);
    unsigned char *copy = NULL, *first = NULL;
    if (atomic_fetch_sub(&set->tables->cache_room, size) >= size)
        copy = malloc((size_t)size);
    if (copy != NULL) {
        memcpy(copy, bytes, (size_t)size);
        if (atomic_compare_exchange_strong(&layer->cache[part][block], &first, copy))
            return;
        free(copy); /* another thread was faster */
    }
    atomic_fetch_add(&set->tables->cache_room, size);
}

/* Reads the values or distances of a position from an unpacked part. */
static void endgame_part_lookup(const struct endgame_file *file, const unsigned char *bytes,
                                enum endgame_part part, uint64_t rank, struct kw_bounds *bounds) {
    size_t at = rank % ENDGAME_BLOCK;
    size_t size = endgame_block_size(file, (unsigned)(rank / ENDGAME_BLOCK));
    if (part == ENDGAME_VALUES) {
        endgame_values_at(file, bytes, size, at, &bounds->lower, &bounds->upper);
        return;
    }
    endgame_distances_at(file, bytes, size, at, &bounds->reach, &bounds->hold);
    /* One plane serves both: only the side that wins has a distance. */
    if (file->planes == 1 && bounds->lower <= 0)
        bounds->reach = ENDGAME_ENDLESS;
    if (file->planes == 1 && bounds->upper >= 0)
        bounds->hold = ENDGAME_ENDLESS;
}

/* Notes a fault that a probe has found: once, since many may follow. */
static void endgame_layer_note(const struct endgame_set *set, unsigned seeds, int fault) {
    char path[KW_TEXT];
    if (atomic_exchange(&set->layer[seeds].fault, fault) != fault)
        endgame_note(set->tables, endgame_set_path(set, seeds, path), fault);
}

/* Reads the part from the file; not inlined, so that cache hits have a small stack frame. */
static __attribute__((noinline)) bool endgame_part_fetch(const struct endgame_set *set,
                                                         unsigned seeds, enum endgame_part part,
                                                         uint64_t rank, struct kw_bounds *bounds) {
    unsigned char bytes[ENDGAME_PART_MOST];
    struct endgame_layer *layer = &set->layer[seeds];
    unsigned block = (unsigned)(rank / ENDGAME_BLOCK);
    int fault = endgame_part_read(&layer->file, block, part, bytes);
    if (fault != 0) {
        endgame_layer_note(set, seeds, fault);
        return false;
    }
    endgame_part_cache(set, layer, block, part, bytes);
    endgame_part_lookup(&layer->file, bytes, part, rank, bounds);
    return true;
}

static bool endgame_part_probe(const struct endgame_set *set, unsigned seeds,
                               enum endgame_part part, uint64_t rank, struct kw_bounds *bounds) {
    const struct endgame_layer *layer = &set->layer[seeds];
    const unsigned char *bytes = endgame_part_cached(layer, (unsigned)(rank / ENDGAME_BLOCK), part);
    if (KW_UNLIKELY(bytes == NULL))
        return endgame_part_fetch(set, seeds, part, rank, bounds);
    endgame_part_lookup(&layer->file, bytes, part, rank, bounds);
    return true;
}

enum endgame_result endgame_probe(const struct endgame_set *set, const struct kw_position *position,
                                  bool distances, struct kw_bounds *bounds) {
    *bounds = (struct kw_bounds){0};
    if (!endgame_covers(&set->index, position))
        return ENDGAME_ABSENT;
    unsigned seeds = endgame_seeds(&set->index, position);
    if ((int)seeds > endgame_set_most(set))
        return ENDGAME_ABSENT;
    uint64_t rank = endgame_rank(&set->index, position, seeds);
    if (!endgame_part_probe(set, seeds, ENDGAME_VALUES, rank, bounds))
        return ENDGAME_FAULT;
    bounds->distances = set->layer[seeds].file.distance > 0;
    return !distances || !bounds->distances ||
                   endgame_part_probe(set, seeds, ENDGAME_DISTANCES, rank, bounds)
               ? ENDGAME_FOUND
               : ENDGAME_FAULT;
}

bool kw_tables_are_sound(const struct kw_tables *tables, struct kw_error *error) {
    if (atomic_load(&tables->noted) == 0)
        return true;
    lock_take(tables->lock);
    endgame_fault(error, tables->noted_path, atomic_load(&tables->noted));
    lock_release(tables->lock);
    return false;
}

bool kw_tables_probe(const struct kw_tables *tables, const struct kw_game *game,
                     const struct kw_position *position, struct kw_bounds *bounds,
                     struct kw_error *error) {
    const struct endgame_set *set = endgame_set_take(tables, game);
    enum endgame_result result =
        set == NULL ? ENDGAME_ABSENT : endgame_probe(set, position, true, bounds);
    if (result != ENDGAME_FOUND && error != NULL)
        *error = (struct kw_error){.code = KW_OK, .line = 1, .column = 1};
    if (result == ENDGAME_FAULT)
        endgame_set_damaged(set, endgame_seeds(&set->index, position), error);
    endgame_set_release(set);
    return result == ENDGAME_FOUND;
}

/* ---- counts ---------------------------------------------------------------------------------- */

enum { VALUES = 2 * ENDGAME_SEEDS + 1 };

/* Positions by their bounds, and the longest distance. */
struct endgame_counts {
    uint64_t count[VALUES][VALUES];
    unsigned reach;
};

static void endgame_count_distance(struct endgame_counts *counts, unsigned distance) {
    if (distance != ENDGAME_ENDLESS && distance > counts->reach)
        counts->reach = distance;
}

/* Counts a block; 0 or a fault: ENDGAME_CORRUPT too for values out of range. */
static int endgame_count_block(const struct endgame_file *file, unsigned number,
                               struct endgame_counts *counts) {
    unsigned char bytes[ENDGAME_PART_MOST];
    size_t size = endgame_block_size(file, number);
    int most = (int)file->seeds;
    int fault = endgame_part_read(file, number, ENDGAME_VALUES, bytes);
    if (fault != 0)
        return fault;
    for (size_t i = 0; i < size; i++) {
        int lower, upper;
        endgame_values_at(file, bytes, size, i, &lower, &upper);
        if (lower < -most || upper > most || lower > upper)
            return ENDGAME_CORRUPT;
        counts->count[lower + ENDGAME_SEEDS][upper + ENDGAME_SEEDS]++;
    }
    if (file->distance == 0)
        return 0;
    fault = endgame_part_read(file, number, ENDGAME_DISTANCES, bytes);
    if (fault != 0)
        return fault;
    for (size_t i = 0; i < size; i++) {
        unsigned reach, hold;
        endgame_distances_at(file, bytes, size, i, &reach, &hold);
        endgame_count_distance(counts, reach);
        endgame_count_distance(counts, hold);
    }
    return 0;
}

static void endgame_report_counts(const struct endgame_counts *counts, kw_layer_fn *count,
                                  void *context) {
    for (int lower = 0; lower < VALUES; lower++)
        for (int upper = lower; upper < VALUES; upper++)
            if (counts->count[lower][upper] > 0)
                count(context, lower - ENDGAME_SEEDS, upper - ENDGAME_SEEDS,
                      counts->count[lower][upper]);
}

/* Counts a layer of a set. */
static bool endgame_set_count(const struct endgame_set *set, unsigned seeds, struct kw_layer *layer,
                              kw_layer_fn *count, void *context, struct kw_error *error) {
    const struct endgame_file *file = &set->layer[seeds].file;
    char path[KW_TEXT];
    struct endgame_counts *counts = calloc(1, sizeof *counts);
    if (counts == NULL)
        return error_no_memory(error);
    int fault = 0;
    for (unsigned number = 0; fault == 0 && number < file->blocks; number++)
        fault = endgame_count_block(file, number, counts);
    *layer = (struct kw_layer){.positions = file->positions,
                               .exact = file->exact,
                               .bytes = file->bytes,
                               .reach = counts->reach};
    if (fault != 0)
        endgame_fault(error, endgame_set_path(set, seeds, path), fault);
    else if (count != NULL)
        endgame_report_counts(counts, count, context);
    free(counts);
    return fault == 0;
}

bool kw_tables_layer(const struct kw_tables *tables, const struct kw_game *game, unsigned seeds,
                     struct kw_layer *layer, kw_layer_fn *count, void *context,
                     struct kw_error *error) {
    const struct endgame_set *set = endgame_set_take(tables, game);
    bool good = set != NULL && (int64_t)seeds <= endgame_set_most(set)
                    ? endgame_set_count(set, seeds, layer, count, context, error)
                    : error_set(error, KW_BAD_VALUE, 1, "there is no such table");
    endgame_set_release(set);
    return good;
}
