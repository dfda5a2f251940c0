#include "tables/endgame.h"

#include "base/error.h"

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
    char name[ENDGAME_NAME];
    struct kw_game *game;
    struct endgame_index index;
    struct endgame_layer *layer; /* ENDGAME_SEEDS + 1 of them */
};

struct kw_tables {
    char *directory;
    struct endgame_set **set;
    size_t sets;
    _Atomic int64_t cache_room;              /* bytes left of CACHE_BYTES */
    _Atomic(struct endgame_layer *) damaged; /* a layer with a fault; NULL: none */
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

static struct endgame_set *endgame_set_named(const struct kw_tables *tables, const char *name) {
    for (size_t i = 0; i < tables->sets; i++)
        if (strcmp(tables->set[i]->name, name) == 0)
            return tables->set[i];
    return NULL;
}

/* Adds an empty set; NULL if there is not enough memory. */
static struct endgame_set *endgame_set_add(struct kw_tables *tables, const char *name) {
    struct endgame_set **sets = realloc(tables->set, (tables->sets + 1) * sizeof(*sets));
    struct endgame_set *set = calloc(1, sizeof *set);
    struct endgame_layer *layer = calloc(ENDGAME_SEEDS + 1, sizeof *layer);
    if (sets != NULL)
        tables->set = sets;
    if (sets == NULL || set == NULL || layer == NULL) {
        free(set);
        free(layer);
        return NULL;
    }
    set->layer = layer;
    set->tables = tables;
    snprintf(set->name, sizeof set->name, "%s", name);
    tables->set[tables->sets++] = set;
    return set;
}

/* The game of a name: "oware,grand_slam=capture"; NULL if there is none that has this name. */
static struct kw_game *endgame_game_named(const char *name) {
    char id[ENDGAME_NAME], again[ENDGAME_NAME];
    size_t length = strcspn(name, ",");
    memcpy(id, name, length);
    id[length] = '\0';
    struct kw_game *game = game_open_filed(id, name + length, NULL);
    if (game != NULL && strcmp(endgame_name(game, again), name) == 0)
        return game;
    kw_game_close(game);
    return NULL;
}

/* Adds an open file to the set of its rules, whose name and seeds its path must have. */
static bool endgame_add_file(struct kw_tables *tables, struct endgame_file *file, const char *path,
                             struct kw_error *error) {
    char right[KW_TEXT];
    if (!endgame_path(right, sizeof right, tables->directory, file->name, file->seeds) ||
        strcmp(right, path) != 0)
        return endgame_bad_file(error, path, "its rules or seeds are not those of its name");
    struct endgame_set *set = endgame_set_named(tables, file->name);
    if (set == NULL)
        set = endgame_set_add(tables, file->name);
    if (set == NULL)
        return error_no_memory(error);
    struct endgame_layer *layer = &set->layer[file->seeds];
    layer->file = *file;
    *file = (struct endgame_file){0};
    for (unsigned part = 0; part < ENDGAME_PARTS; part++) {
        layer->cache[part] = calloc(layer->file.blocks + 1, sizeof *layer->cache[part]);
        if (layer->cache[part] == NULL)
            return error_no_memory(error);
    }
    return true;
}

static bool endgame_add_path(struct kw_tables *tables, const char *name, struct kw_error *error) {
    char path[KW_TEXT];
    struct endgame_file file;
    int length = snprintf(path, sizeof path, "%s/%s", tables->directory, name);
    if (length < 0 || (size_t)length >= sizeof path)
        return error_set(error, KW_NO_FILE, 1, "the path of the folder is too long");
    if (!endgame_file_open(&file, path, error))
        return false;
    bool good = endgame_add_file(tables, &file, path, error);
    endgame_file_close(&file);
    return good;
}

static bool endgame_scan(struct kw_tables *tables, struct kw_error *error) {
    struct dirent **entries;
    int count = scandir(tables->directory, &entries, endgame_is_table, alphasort);
    if (count < 0)
        return error_set(error, KW_NO_FILE, 1, "cannot read '%.300s': %s", tables->directory,
                         strerror(errno));
    bool good = true;
    for (int i = 0; i < count; i++) {
        good = good && endgame_add_path(tables, entries[i]->d_name, error);
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
    set->game = endgame_game_named(set->name);
    if (set->game == NULL)
        return endgame_bad_file(error, endgame_set_path(set, most, path),
                                "it is the table of an unknown game");
    if (!endgame_index_open(&set->index, set->game, most, error))
        return false;
    for (unsigned seeds = 0; seeds <= most; seeds++)
        if (!endgame_layer_fits(set, seeds, error))
            return false;
    return true;
}

struct kw_tables *kw_tables_open(const char *directory, struct kw_error *error) {
    struct kw_tables *tables = calloc(1, sizeof *tables);
    if (tables != NULL)
        tables->directory = strdup(directory);
    if (tables == NULL || tables->directory == NULL) {
        error_no_memory(error);
        free(tables);
        return NULL;
    }
    atomic_store(&tables->cache_room, CACHE_BYTES);
    bool good = endgame_scan(tables, error);
    for (size_t i = 0; good && i < tables->sets; i++)
        good = endgame_set_complete(tables->set[i], error);
    if (good)
        return tables;
    kw_tables_close(tables);
    return NULL;
}

static void endgame_layer_close(struct endgame_layer *layer) {
    for (unsigned part = 0; part < ENDGAME_PARTS; part++) {
        for (unsigned i = 0; layer->cache[part] != NULL && i < layer->file.blocks; i++)
            free(atomic_load(&layer->cache[part][i]));
        free(layer->cache[part]);
    }
    endgame_file_close(&layer->file);
}

void kw_tables_close(struct kw_tables *tables) {
    if (tables == NULL)
        return;
    for (size_t i = 0; i < tables->sets; i++) {
        struct endgame_set *set = tables->set[i];
        for (unsigned seeds = 0; seeds <= ENDGAME_SEEDS; seeds++)
            endgame_layer_close(&set->layer[seeds]);
        free(set->layer);
        endgame_index_close(&set->index);
        kw_game_close(set->game);
        free(set);
    }
    free(tables->set);
    free(tables->directory);
    free(tables);
}

/* ---- sets and layers ------------------------------------------------------------------------- */

const struct endgame_set *endgame_set_find(const struct kw_tables *tables,
                                           const struct kw_game *game) {
    char name[ENDGAME_NAME];
    if (!game_linear(game))
        return NULL;
    return endgame_set_named(tables, endgame_name(game, name));
}

const struct endgame_index *endgame_set_index(const struct endgame_set *set) { return &set->index; }

const struct endgame_file *endgame_set_file(const struct endgame_set *set, unsigned seeds) {
    return &set->layer[seeds].file;
}

const char *endgame_set_path(const struct endgame_set *set, unsigned seeds, char path[KW_TEXT]) {
    if (!endgame_path(path, KW_TEXT, set->tables->directory, set->name, seeds))
        path[0] = '\0';
    return path;
}

bool endgame_set_damaged(const struct endgame_set *set, unsigned seeds, struct kw_error *error) {
    char path[KW_TEXT];
    int fault = atomic_load(&set->layer[seeds].fault);
    return endgame_fault(error, endgame_set_path(set, seeds, path),
                         fault != 0 ? fault : ENDGAME_CORRUPT);
}

int kw_tables_seeds(const struct kw_tables *tables, const struct kw_game *game) {
    const struct endgame_set *set = endgame_set_find(tables, game);
    return set == NULL ? -1 : (int)set->index.most;
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

/* Reads the part from the file; not inlined, so that cache hits have a small stack frame. */
static __attribute__((noinline)) bool endgame_part_fetch(const struct endgame_set *set,
                                                         unsigned seeds, enum endgame_part part,
                                                         uint64_t rank, struct kw_bounds *bounds) {
    unsigned char bytes[ENDGAME_PART_MOST];
    struct endgame_layer *layer = &set->layer[seeds];
    unsigned block = (unsigned)(rank / ENDGAME_BLOCK);
    int fault = endgame_part_read(&layer->file, block, part, bytes);
    if (fault != 0) {
        atomic_store(&layer->fault, fault);
        atomic_store(&set->tables->damaged, layer);
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
    if (seeds > set->index.most)
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
    const struct endgame_layer *layer = atomic_load(&tables->damaged);
    char path[KW_TEXT];
    if (layer == NULL)
        return true;
    endgame_path(path, sizeof path, tables->directory, layer->file.name, layer->file.seeds);
    return endgame_fault(error, path, atomic_load(&layer->fault));
}

bool kw_tables_probe(const struct kw_tables *tables, const struct kw_game *game,
                     const struct kw_position *position, struct kw_bounds *bounds,
                     struct kw_error *error) {
    const struct endgame_set *set = endgame_set_find(tables, game);
    enum endgame_result result =
        set == NULL ? ENDGAME_ABSENT : endgame_probe(set, position, true, bounds);
    if (result == ENDGAME_FOUND)
        return true;
    if (error != NULL)
        *error = (struct kw_error){.code = KW_OK, .line = 1, .column = 1};
    if (result == ENDGAME_FAULT)
        endgame_set_damaged(set, endgame_seeds(&set->index, position), error);
    return false;
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

bool kw_tables_layer(const struct kw_tables *tables, const struct kw_game *game, unsigned seeds,
                     struct kw_layer *layer, kw_layer_fn *count, void *context,
                     struct kw_error *error) {
    const struct endgame_set *set = endgame_set_find(tables, game);
    if (set == NULL || seeds > set->index.most)
        return error_set(error, KW_BAD_VALUE, 1, "there is no such table");
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
