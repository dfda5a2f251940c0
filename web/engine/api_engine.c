/* Requests to the engine. */
#include "api_internal.h"

#include <stdlib.h>
#include <string.h>

void api_engine_free(struct api *api) {
    struct api_weights *weights;
    kw_engine_free(api->engine);
#if defined(KW_API_TABLES)
    kw_table_cache_close(api->tables);
#endif
    while ((weights = api->weights) != NULL) {
        api->weights = weights->next;
        free(weights->text);
        free(weights);
    }
}

/* ---- endgame tables ------------------------------------------------------------------------- */

#if defined(KW_API_TABLES)

bool request_tables(struct api *api, char *const *field) {
    (void)field;
    if (api->tables == NULL)
        api->tables = kw_table_cache_open(NULL, 0, NULL);
    if (api->tables == NULL)
        return api_no_memory(api);
    json_null(&api->out);
    return true;
}

static void api_engine_use_tables(struct api *api) {
    if (api->engine != NULL && api->tables != NULL)
        kw_engine_set_tables(api->engine, kw_table_cache_tables(api->tables));
}

/*
 * Has the first tables of the game at hand before a position comes near to them.  That takes a
 * moment, once a game; searches far from the end do not wait for it.
 */
static void api_engine_prepare_tables(struct api *api, const struct kw_session *session) {
    enum { NEAR = 16 };
    const struct kw_game *game = kw_session_game(session);
    if (api->tables != NULL && kw_seeds_open(game, kw_session_position(session)) <= NEAR)
        kw_table_cache_prepare(api->tables, game);
}

#else

bool request_tables(struct api *api, char *const *field) {
    (void)field;
    return api_bad_request(api, "there is no such request");
}

static void api_engine_use_tables(struct api *api) { (void)api; }

static void api_engine_prepare_tables(struct api *api, const struct kw_session *session) {
    (void)api, (void)session;
}

#endif

/* ---- the engine ----------------------------------------------------------------------------- */

static struct kw_engine *api_engine_get(struct api *api) {
    if (api->engine == NULL) {
        api->engine = kw_engine_new(api->hash, 1);
        api->weights_game[0] = '\0';
    }
    api_engine_use_tables(api);
    if (api->engine == NULL)
        api_no_memory(api);
    return api->engine;
}

bool request_hash(struct api *api, char *const *field) {
    uint64_t megabytes;
    if (!api_read_number(api, field[0], 1024, 16, &megabytes))
        return false;
    kw_engine_free(api->engine);
    api->engine = NULL;
    api->hash = megabytes > 0 ? (size_t)megabytes << 20 : 1024;
    json_null(&api->out);
    return true;
}

bool request_forget(struct api *api, char *const *field) {
    (void)field;
    if (api->engine != NULL)
        kw_engine_clear(api->engine);
    json_null(&api->out);
    return true;
}

/* ---- weights -------------------------------------------------------------------------------- */

/* What was learned of a game; NULL: nothing. */
static struct api_weights *api_engine_find_weights(struct api *api, const char *game) {
    struct api_weights *weights = api->weights;
    while (weights != NULL && strcmp(weights->game, game) != 0)
        weights = weights->next;
    return weights;
}

/* Takes over the text. */
static bool api_engine_keep_weights(struct api *api, const struct kw_game *game, char *text) {
    const char *id = kw_game_info(game)->id;
    struct api_weights *weights = api_engine_find_weights(api, id);
    if (weights == NULL) {
        size_t size = strlen(id) + 1;
        weights = calloc(1, sizeof *weights + size);
        if (weights == NULL) {
            free(text);
            return api_no_memory(api);
        }
        memcpy(weights->game, id, size);
        weights->next = api->weights;
        api->weights = weights;
    }
    free(weights->text);
    weights->text = text;
    weights->columns = kw_game_columns(game);
    return true;
}

bool request_weights(struct api *api, char *const *field) {
    const struct kw_game *game = api_read_game(api, field[0], "");
    if (game == NULL || api_engine_get(api) == NULL)
        return false;
    char *text = strdup(field[1]);
    if (text == NULL)
        return api_no_memory(api);
    if (!kw_engine_set_weights(api->engine, game, text, &api->error)) {
        free(text);
        return false;
    }
    kw_engine_clear(api->engine); /* its table holds values by other weights */
    api->weights_game[0] = '\0';
    json_null(&api->out);
    return api_engine_keep_weights(api, game, text);
}

/* Sets the game's weights, unless the engine has them already. */
static void api_engine_use_weights(struct api *api, const struct kw_game *game) {
    const char *id = kw_game_info(game)->id;
    unsigned columns = kw_game_columns(game);
    if (strcmp(api->weights_game, id) == 0 && api->weights_columns == columns)
        return;
    const struct api_weights *weights = api_engine_find_weights(api, id);
    if (weights != NULL && columns == weights->columns)
        kw_engine_set_weights(api->engine, game, weights->text, NULL); /* it has been read once */
    api->weights_game[0] = '\0';
    strncat(api->weights_game, id, sizeof api->weights_game - 1);
    api->weights_columns = columns;
}

/* ---- searches ------------------------------------------------------------------------------- */

/* The game up to a ply, going on from there; NULL after a failure. */
static struct kw_session *api_engine_copy_session(struct api *api, const struct kw_session *session,
                                                  size_t plies) {
    struct kw_session *copy =
        kw_session_new(kw_session_game(session), kw_session_before(session, 0));
    bool good = copy != NULL || api_no_memory(api);
    for (size_t ply = 0; good && ply < plies; ply++)
        good = kw_session_play(copy, kw_session_move(session, ply), &api->error);
    if (good)
        return copy;
    kw_session_free(copy);
    return NULL;
}

static void api_engine_write_analysis(struct json_text *json, const struct kw_session *session,
                                      const struct kw_analysis *analysis) {
    const struct kw_game *game = kw_session_game(session);
    const struct kw_position *position = kw_session_position(session);
    json_open(json, '{');
    json_named_number(json, "depth", analysis->depth);
    json_named_number(json, "nodes", (int64_t)analysis->nodes);
    json_named_number(json, "microseconds", analysis->microseconds);
    json_named_number(json, "full", analysis->hashfull);
    json_named_string(json, "mover", api_player_name[position->turn & 1]);
    json_named_open(json, "lines", '[');
    for (size_t i = 0; i < analysis->lines; i++) {
        json_open(json, '{');
        api_write_score(json, &analysis->line[i]);
        api_write_line(json, "moves", game, position, &analysis->line[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

struct progress_target {
    struct api *api;
    const struct kw_session *session;
};

static bool api_engine_report(struct api *api) {
    const struct json_text *update = &api->update;
    return update->failed || api->progress == NULL ||
           api->progress(api->context, update->out.text, update->out.length);
}

static bool api_engine_progress(void *context, const struct kw_analysis *analysis) {
    struct progress_target *target = context;
    json_clear(&target->api->update);
    api_engine_write_analysis(&target->api->update, target->session, analysis);
    return api_engine_report(target->api);
}

/* The session to search: the board's own, or a copy up to a ply, which the caller frees. */
static struct kw_session *api_engine_begin_search(struct api *api, const char *board,
                                                  const char *at, struct kw_session **copy) {
    size_t ply;
    struct kw_session *session = api_read_ply(api, board, at, &ply);
    *copy = NULL;
    if (session == NULL || api_engine_get(api) == NULL)
        return NULL;
    if (*at != '\0')
        session = *copy = api_engine_copy_session(api, session, ply);
    if (session == NULL)
        return NULL;
    api_engine_use_weights(api, kw_session_game(session));
    api_engine_prepare_tables(api, session);
    return session;
}

static bool api_engine_read_limits(struct api *api, char *const *field, struct kw_limits *limits) {
    uint64_t depth, nodes, milliseconds;
    if (!api_read_number(api, field[0], 126, 0, &depth) ||
        !api_read_number(api, field[1], INT64_MAX, 0, &nodes) ||
        !api_read_number(api, field[2], INT32_MAX, 0, &milliseconds))
        return false;
    *limits = (struct kw_limits){
        .depth = (unsigned)depth, .nodes = nodes, .milliseconds = (int64_t)milliseconds};
    return true;
}

bool request_search(struct api *api, char *const *field) {
    struct kw_limits limits;
    uint64_t lines;
    if (!api_engine_read_limits(api, field + 2, &limits) ||
        !api_read_number(api, field[5], KW_MULTIPV_MAX, 1, &lines))
        return false;
    limits.lines = (unsigned)lines;
    struct kw_session *copy, *session = api_engine_begin_search(api, field[0], field[1], &copy);
    struct progress_target target = {api, session};
    bool good =
        session != NULL && kw_engine_search(api->engine, session, &limits, api_engine_progress,
                                            &target, &api->analysis, &api->error);
    if (good)
        api_engine_write_analysis(&api->out, session, &api->analysis);
    kw_session_free(copy);
    return good;
}

bool request_choose(struct api *api, char *const *field) {
    uint64_t level, seed;
    struct kw_random random;
    kw_move move;
    if (!api_read_number(api, field[1], 10, 10, &level) ||
        !api_read_number(api, field[2], INT64_MAX, 0, &seed))
        return false;
    struct kw_session *copy, *session = api_engine_begin_search(api, field[0], "", &copy);
    kw_random_seed(&random, seed);
    if (session != NULL)
        api_book_use(api, kw_session_game(session));
    if (session == NULL ||
        !kw_engine_play(api->engine, session, (unsigned)level, &random, &move, &api->error))
        return false;
    api_write_move(&api->out, kw_session_game(session), kw_session_position(session), move);
    return true;
}

/* ---- review ------------------------------------------------------------------------------ */

static void api_engine_write_evaluation(struct json_text *json, const char *name,
                                        const struct kw_evaluation *evaluation) {
    json_named_open(json, name, '{');
    api_write_score(json, &evaluation->line);
    json_named_number(json, "won", evaluation->won);
    json_close(json, '}');
}

static const char *const api_engine_class[] = {
    [KW_TURN_BEST] = "best", [KW_TURN_GOOD] = "good", [KW_TURN_MISTAKE] = "mistake"};

/* The moves of a turn and what follows it. */
static void api_engine_write_played(struct json_text *json, const struct kw_session *session,
                                    const struct kw_turn_review *review) {
    const struct kw_line *rest = &review->played.line;
    struct kw_line line = {0};
    for (size_t ply = review->first; ply < review->end && line.length < KW_LINE_MOVES; ply++)
        line.move[line.length++] = kw_session_move(session, ply);
    for (size_t i = 0; i < rest->length && line.length < KW_LINE_MOVES; i++)
        line.move[line.length++] = rest->move[i];
    api_write_line(json, "playedMoves", kw_session_game(session),
                   kw_session_before(session, review->first), &line);
}

/* A turn of the session: its best and its played value, the class, and both lines. */
static void api_engine_write_review(struct json_text *json, const struct kw_session *session,
                                    const struct kw_turn_review *review) {
    const struct kw_game *game = kw_session_game(session);
    json_open(json, '{');
    json_named_number(json, "first", (int64_t)review->first);
    json_named_number(json, "end", (int64_t)review->end);
    json_named_string(json, "mover", api_player_name[review->mover]);
    api_engine_write_evaluation(json, "best", &review->best);
    api_engine_write_evaluation(json, "played", &review->played);
    json_name(json, "loss");
    if (review->lost)
        json_null(json);
    else
        json_number(json, review->loss);
    json_named_string(json, "class", api_engine_class[kw_review_class(review)]);
    json_named_bool(json, "proven", kw_review_is_proven(review));
    json_named_number(json, "accuracy", (int64_t)(10000 * kw_review_accuracy(game, review) + 0.5));
    api_write_line(json, "moves", game, kw_session_before(session, review->first),
                   &review->best.line);
    api_engine_write_played(json, session, review);
    json_close(json, '}');
}

static bool api_engine_review_progress(void *context, const struct kw_turn_review *review) {
    struct progress_target *target = context;
    struct api *api = target->api;
    json_clear(&api->update);
    api_engine_write_review(&api->update, target->session, review);
    api_engine_write_review(&api->out, target->session, review);
    return api_engine_report(api);
}

bool request_review(struct api *api, char *const *field) {
    struct kw_limits limits;
    struct api_board *board = api_read_board(api, field[0]);
    if (board == NULL || !api_engine_read_limits(api, field + 1, &limits) ||
        api_engine_get(api) == NULL)
        return false;
    struct kw_session *session = kw_record_session(board->record);
    struct progress_target target = {api, session};
    api_engine_use_weights(api, kw_session_game(session));
    api_engine_prepare_tables(api, session);
    json_open(&api->out, '[');
    bool good = kw_engine_review(api->engine, session, kw_record_opening(board->record), &limits,
                                 api_engine_review_progress, &target, &api->error);
    json_close(&api->out, ']');
    return good;
}
