#include "engine/ugi_engine.h"

#include "files/built_book.h"

static enum status ugi_engine_make(struct ugi_engine *engine, struct call *call,
                                   struct ugi_shared *shared, const struct ugi_settings *settings) {
    const struct ugi_ranges *ranges = &shared->ranges;
    bool granted = settings->hash >= 1 && settings->hash <= ranges->hash_most &&
                   settings->threads >= 1 && settings->threads <= ranges->threads_most;
    if (!granted)
        return call_fail(call, "a Hash of %llu with %llu Threads is more than there may be",
                         (unsigned long long)settings->hash, (unsigned long long)settings->threads);
    uint64_t taken = settings->hash - 1 + settings->threads - 1;
    struct ugi_visitor *visitor = engine->visitor;
    if (taken <= shared->memory_left && (visitor == NULL || taken <= visitor->memory_left))
        engine->engine = kw_engine_new((size_t)settings->hash << 20, (unsigned)settings->threads);
    if (engine->engine == NULL)
        return call_fail(call, "there is not enough memory for a Hash of %llu",
                         (unsigned long long)settings->hash);
    kw_engine_set_tables(engine->engine, shared->tables);
    engine->memory_taken = taken;
    shared->memory_left -= taken;
    if (visitor != NULL)
        visitor->memory_left -= taken;
    return STATUS_OK;
}

/* Only the levels that play from a book need one. */
static void ugi_engine_use_book(struct ugi_engine *engine, const struct ugi_settings *settings,
                                const struct kw_game *game) {
    bool wanted = settings->own_book != 0 && settings->level >= KW_BOOK_LEVEL;
    if (wanted && !engine->booked) {
        engine->book = built_book_open(game);
        engine->booked = true;
    }
    kw_engine_set_book(engine->engine, wanted ? engine->book : NULL);
}

static void ugi_engine_close_book(struct ugi_engine *engine) {
    if (engine->engine != NULL)
        kw_engine_set_book(engine->engine, NULL);
    kw_book_close(engine->book);
    engine->book = NULL;
    engine->booked = false;
}

enum status ugi_engine_prepare(struct ugi_engine *engine, struct call *call,
                               struct ugi_shared *shared, const struct ugi_settings *settings,
                               const struct kw_game *game, struct string_builder *notice) {
    enum status status = STATUS_OK;
    if (engine->engine == NULL)
        status = ugi_engine_make(engine, call, shared, settings);
    if (status == STATUS_OK)
        ugi_engine_use_book(engine, settings, game);
    if (status != STATUS_OK)
        return status;
    kw_engine_set_aim(engine->engine, (enum kw_aim)settings->aim);
    if (engine->weighted)
        return status;
    struct kw_error error;
    if (!weights_give(shared->weights, engine->engine, game, &error))
        output_format(notice, "info string %s: the engine plays with its own\n", error.message);
    engine->weighted = true;
    return STATUS_OK;
}

enum status ugi_engine_choose_tables(struct ugi_engine *engine, struct call *call,
                                     struct ugi_shared *shared, const char *name, uint64_t limit) {
    struct open_tables tables;
    enum status status = tables_open_named(call, name, limit, &tables);
    if (status != STATUS_OK)
        return status;
    if (engine->engine != NULL)
        kw_engine_set_tables(engine->engine, tables.tables);
    tables_discard(call, shared->chosen);
    *shared->chosen = tables;
    shared->tables = tables.tables;
    shared->cache = tables.cache;
    return STATUS_OK;
}

void ugi_engine_clear(struct ugi_engine *engine, bool game_changed) {
    if (game_changed) {
        engine->weighted = false;
        ugi_engine_close_book(engine);
    }
    if (engine->engine != NULL)
        kw_engine_clear(engine->engine);
}

void ugi_engine_free(struct ugi_engine *engine, struct ugi_shared *shared) {
    kw_engine_free(engine->engine);
    kw_book_close(engine->book);
    shared->memory_left += engine->memory_taken;
    if (engine->visitor != NULL)
        engine->visitor->memory_left += engine->memory_taken;
    *engine = (struct ugi_engine){.visitor = engine->visitor};
}
