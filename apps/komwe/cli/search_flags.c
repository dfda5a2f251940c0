#include "cli/search_flags.h"

#include "cli/data_places.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HASH_USUAL = 64,  /* MiB */
    LIMIT_USUAL = 256 /* MiB of the cache of tables */
};

struct kw_limits limits_read(const struct call *call, int64_t milliseconds) {
    struct kw_limits limits = {.depth = (unsigned)call_number(call, FLAG_DEPTH, 0),
                               .nodes = call_number(call, FLAG_NODES, 0),
                               .milliseconds = (int64_t)call_number(call, FLAG_TIME, 0)};
    if (limits.milliseconds == 0 && limits.depth == 0 && limits.nodes == 0)
        limits.milliseconds = milliseconds;
    return limits;
}

const char *const aim_names[] = {[KW_AIM_WIN] = "win", [KW_AIM_SEEDS] = "seeds", NULL};

bool aim_read(const char *word, enum kw_aim *aim) {
    for (size_t i = 0; aim_names[i] != NULL; i++) {
        if (strcmp(word, aim_names[i]) == 0) {
            *aim = (enum kw_aim)i;
            return true;
        }
    }
    return false;
}

enum status aim_of_flag(struct call *call, enum kw_aim *aim) {
    const char *word = call->arguments.value[FLAG_AIM];
    *aim = KW_AIM_WIN;
    if (word != NULL && !aim_read(word, aim))
        return call_misuse(call, "--aim is win or seeds, not '%s'", word);
    return STATUS_OK;
}

unsigned threads_read(const struct call *call) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t usual = processors < 1                ? 1
                     : processors > KW_THREADS_MAX ? KW_THREADS_MAX
                                                   : (uint64_t)processors;
    return (unsigned)call_number(call, FLAG_THREADS, usual);
}

enum status memory_short(struct call *call, uint64_t hash) {
    return call_fail(call, "there is no memory for a table of %" PRIu64 " MiB", hash);
}

/* ---- endgame tables ------------------------------------------------------------------------ */

static const char search_flags_none[] = "none";

/* What the flag says, else KOMWE_TABLES; NULL: nothing. */
static const char *search_flags_tables(const struct call *call, enum flag flag) {
    const char *word = call->arguments.value[flag];
    if (word == NULL)
        word = getenv("KOMWE_TABLES");
    return word != NULL && *word != '\0' ? word : NULL;
}

const char *tables_directory(const struct call *call, enum flag flag) {
    const char *word = search_flags_tables(call, flag);
    return word != NULL && strcmp(word, search_flags_none) != 0 ? word : NULL;
}

bool tables_unwanted(const struct call *call) {
    const char *word = search_flags_tables(call, FLAG_TABLES);
    return word != NULL && strcmp(word, search_flags_none) == 0;
}

bool tables_cache_path(char path[KW_TEXT]) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = 0;
    if (cache != NULL && cache[0] == '/')
        length = snprintf(path, KW_TEXT, "%s/komwe/tables", cache);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, KW_TEXT, "%s/.cache/komwe/tables", home);
    return length > 0 && length < KW_TEXT;
}

/* The tables of the standard places; a cache that cannot take them does without. */
static void search_flags_share_tables(struct kw_table_cache *cache) {
    struct data_places places;
    data_places_find(&places, "tables");
    for (size_t i = 0; i < places.count; i++)
        kw_table_cache_share(cache, places.folder[i]);
}

uint64_t tables_limit(const struct call *call) {
    return call_number(call, FLAG_TABLE_LIMIT, LIMIT_USUAL);
}

static enum status search_flags_open_cache(struct call *call, uint64_t limit,
                                           struct open_tables *tables) {
    char path[KW_TEXT];
    struct kw_error error;
    bool shares = call->cache != NULL && limit == LIMIT_USUAL;
    if (shares && *call->cache != NULL) {
        tables->cache = *call->cache;
        tables->tables = kw_table_cache_tables(tables->cache);
        return STATUS_OK;
    }
    bool kept = limit > 0 && tables_cache_path(path);
    tables->cache = kw_table_cache_open(kept ? path : NULL, limit << 20, &error);
    if (tables->cache == NULL)
        return call_fail(call, "%s", error.message);
    search_flags_share_tables(tables->cache);
    tables->tables = kw_table_cache_tables(tables->cache);
    if (shares)
        *call->cache = tables->cache;
    return STATUS_OK;
}

enum status tables_open_directory(struct call *call, struct open_tables *tables) {
    const char *directory = tables_directory(call, FLAG_TABLES);
    struct kw_error error;
    *tables = (struct open_tables){.tables = NULL};
    if (directory == NULL)
        return STATUS_OK;
    tables->tables = tables->opened = kw_tables_open(directory, &error);
    if (tables->opened != NULL)
        return STATUS_OK;
    bool by_flag = call->arguments.value[FLAG_TABLES] != NULL;
    return call_fail(call, "%s%s", by_flag ? "" : "KOMWE_TABLES: ", error.message);
}

enum status tables_open_within(struct call *call, uint64_t limit, struct open_tables *tables) {
    enum status status = tables_open_directory(call, tables);
    if (status != STATUS_OK || tables->opened != NULL || tables_unwanted(call))
        return status;
    return search_flags_open_cache(call, limit, tables);
}

enum status tables_open(struct call *call, struct open_tables *tables) {
    return tables_open_within(call, tables_limit(call), tables);
}

enum status tables_open_named(struct call *call, const char *name, uint64_t limit,
                              struct open_tables *tables) {
    struct kw_error error;
    *tables = (struct open_tables){.tables = NULL};
    if (*name == '\0')
        return tables_open_within(call, limit, tables);
    if (strcmp(name, search_flags_none) == 0)
        return STATUS_OK;
    tables->tables = tables->opened = kw_tables_open(name, &error);
    return tables->opened != NULL ? STATUS_OK : call_fail(call, "%s", error.message);
}

void tables_prepare(const struct open_tables *tables, const struct kw_game *game) {
    if (tables->cache != NULL)
        kw_table_cache_prepare(tables->cache, game);
}

void tables_discard(struct call *call, struct open_tables *tables) {
    kw_tables_close(tables->opened);
    if (call->cache == NULL || tables->cache != *call->cache)
        kw_table_cache_close(tables->cache);
    *tables = (struct open_tables){.tables = NULL};
}

enum status tables_close(struct call *call, struct open_tables *tables, enum status status) {
    struct kw_error error;
    bool answered = status == STATUS_OK || status == STATUS_OPEN;
    if (answered && tables->opened != NULL && !kw_tables_are_sound(tables->opened, &error)) {
        call->answered = true;
        status = call_fail(call, "%s", error.message);
    }
    tables_discard(call, tables);
    return status;
}

enum status engine_open(struct call *call, struct kw_engine **engine, struct open_tables *tables) {
    uint64_t hash = call_number(call, FLAG_HASH, HASH_USUAL);
    enum status status = tables_open(call, tables);
    if (status != STATUS_OK)
        return status;
    *engine = kw_engine_new((size_t)hash << 20, (unsigned)call_number(call, FLAG_THREADS, 1));
    if (*engine == NULL)
        return memory_short(call, hash);
    kw_engine_set_tables(*engine, tables->tables);
    return STATUS_OK;
}
