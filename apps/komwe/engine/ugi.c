#include "engine/ugi.h"

#include "engine/ugi_limits.h"
#include "engine/ugi_words.h"
#include "game/players.h"
#include "text/table_moves.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char ugi_no_memory[] = "there is not enough memory";

/* Continues with another session, which belongs to `ugi` from now on. */
static void ugi_take_session(struct ugi *ugi, struct kw_session *session) {
    kw_session_free(ugi->session);
    ugi->session = session;
    ugi->refused = false;
    ugi->over = kw_session_result(session, &ugi->result);
    ugi->south = kw_session_position(session)->turn == KW_SOUTH;
}

/* Changes to another game at its start; both belong to `ugi` from now on, or are freed. */
static enum status ugi_take_game(struct ugi *ugi, struct kw_game *game) {
    struct kw_session *session = kw_session_new(game, NULL);
    if (session == NULL) {
        kw_game_close(game);
        return call_fail(ugi->call, "%s", ugi_no_memory);
    }
    ugi_take_session(ugi, session);
    kw_game_close(ugi->game);
    ugi->game = game;
    ugi_engine_clear(&ugi->engine, true);
    return STATUS_OK;
}

/* Has the engine ready.  A notice is sent at once, before a search can report anything. */
static enum status ugi_prepare(struct ugi *ugi) {
    struct string_builder notice = {0};
    enum status status = ugi_engine_prepare(&ugi->engine, ugi->call, ugi->shared, &ugi->settings,
                                            ugi->game, &notice);
    if (notice.length > 0)
        ugi->send(ugi->client, notice.text, notice.length);
    output_free(&notice);
    return status;
}

/* Has the first tables of the game at hand, unless other clients would wait for it. */
static void ugi_prepare_tables(const struct ugi *ugi) {
    if (ugi->shared->single && ugi->shared->cache != NULL)
        kw_table_cache_prepare(ugi->shared->cache, ugi->game);
}

/* ---- the commands: each gets the rest of its line; if it fails it has changed nothing ------- */

static enum status ugi_run_ugi(struct ugi *ugi, char **rest) {
    (void)rest;
    struct string_builder *out = &ugi->call->out;
    output_format(out, "id name komwe %s\nid author the komwe authors\n", kw_version());
    ugi_options_write(out, &ugi->shared->ranges, ugi->game);
    output_add(out, "ugiok\n");
    return STATUS_OK;
}

/* The client waits for readyok, which comes after an info line if the engine is not ready. */
static enum status ugi_run_isready(struct ugi *ugi, char **rest) {
    (void)rest;
    struct call *call = ugi->call;
    if (!ugi_searches(ugi) && ugi_prepare(ugi) != STATUS_OK)
        output_format(&call->out, "info string %s\n", call->error.text);
    ugi_prepare_tables(ugi);
    output_add(&call->out, "readyok\n");
    return STATUS_OK;
}

/* Opens the tables that a change of options chooses: a new limit concerns the cache alone. */
static enum status ugi_take_tables(struct ugi *ugi, const struct ugi_change *change) {
    struct ugi_shared *shared = ugi->shared;
    if (change->table_path == NULL && (!change->limit || shared->cache == NULL))
        return STATUS_OK;
    enum status status = ugi_engine_choose_tables(
        &ugi->engine, ugi->call, shared, change->table_path != NULL ? change->table_path : "",
        ugi->settings.table_limit);
    if (status == STATUS_OK) {
        ugi->search.damage[0] = '\0'; /* of the tables before */
        return status;
    }
    char why[KW_TEXT];
    snprintf(why, sizeof why, "%s", ugi->call->error.text);
    return call_fail(ugi->call, "setoption: %s", why);
}

static enum status ugi_run_setoption(struct ugi *ugi, char **rest) {
    const struct ugi_settings before = ugi->settings;
    struct ugi_change change;
    enum status status =
        ugi_options_set(ugi->call, &ugi->settings, &ugi->shared->ranges, ugi->game, rest, &change);
    if (status == STATUS_OK)
        status = ugi_take_tables(ugi, &change);
    if (status != STATUS_OK)
        ugi->settings = before;
    if (status == STATUS_OK && change.engine)
        ugi_engine_free(&ugi->engine, ugi->shared);
    if (status == STATUS_OK && change.game != NULL)
        status = ugi_take_game(ugi, change.game);
    free(change.table_path);
    return status;
}

static enum status ugi_run_uginewgame(struct ugi *ugi, char **rest) {
    (void)rest;
    struct kw_session *session = kw_session_new(ugi->game, NULL);
    if (session == NULL)
        return call_fail(ugi->call, "%s", ugi_no_memory);
    ugi_take_session(ugi, session);
    ugi_engine_clear(&ugi->engine, false);
    return STATUS_OK;
}

/*
 * Reads the start: startpos, or fen and all words up to `moves`, which is taken too.  `moves` is
 * false if the line ends first.
 */
static enum status ugi_read_start(struct ugi *ugi, char **rest, struct kw_position *start,
                                  bool *moves) {
    struct call *call = ugi->call;
    const char *word = ugi_word(rest);
    bool fen = word != NULL && strcmp(word, "fen") == 0;
    if (!fen && (word == NULL || strcmp(word, "startpos") != 0))
        return call_fail(call, "position: expected 'startpos' or 'fen'");
    struct string_builder text = {0};
    *moves = ugi_words_until(rest, "moves", &text);
    enum status status = STATUS_OK;
    struct kw_error error;
    if (!fen)
        kw_start(ugi->game, start);
    if (!fen && text.length > 0)
        status = call_fail(call, "position: expected 'moves', found '%s'", text.text);
    else if (fen && !kw_position_read(ugi->game, text.text, start, &error))
        status = call_fail(call, "position: fen:%zu: %s", error.column, error.message);
    output_free(&text);
    return status;
}

static enum status ugi_play_words(struct ugi *ugi, struct kw_session *session, char **rest) {
    struct kw_error error;
    const char *word;
    uint64_t most = ugi->shared->ranges.plies_most;
    for (size_t number = 1; (word = ugi_word(rest)) != NULL; number++) {
        if (!kw_session_enter(session, word, &error))
            return call_fail(ugi->call, "position: move %zu:%zu: %s", number, error.column,
                             error.message);
        if (most > 0 && kw_session_plies(session) > most)
            return call_fail(ugi->call, "position: a game has at most %llu moves here",
                             (unsigned long long)most);
    }
    return STATUS_OK;
}

/* False, with the reason, where what is to be said is of a position that was refused. */
static bool ugi_has_position(struct ugi *ugi, const char *command) {
    return !ugi->refused || call_fail(ugi->call, "%s: the last position was refused: send another",
                                      command) == STATUS_OK;
}

static void ugi_report_missing(struct ugi *ugi, const struct kw_position *start) {
    unsigned missing = kw_position_missing(ugi->game, start);
    if (missing > 0)
        output_format(
            &ugi->call->out,
            "info string %u of the game's seeds are missing: they are in nobody's store\n",
            missing);
}

static enum status ugi_run_position(struct ugi *ugi, char **rest) {
    struct kw_position start;
    bool moves = false;
    ugi->refused = true;
    enum status status = ugi_read_start(ugi, rest, &start, &moves);
    if (status != STATUS_OK)
        return status;
    struct kw_session *session = kw_session_new(ugi->game, &start);
    if (session == NULL)
        return call_fail(ugi->call, "%s", ugi_no_memory);
    if (moves)
        status = ugi_play_words(ugi, session, rest);
    if (status != STATUS_OK) {
        kw_session_free(session);
        return status;
    }
    ugi_take_session(ugi, session);
    ugi_report_missing(ugi, &start);
    return STATUS_OK;
}

static const char *ugi_result_word(const struct ugi *ugi) {
    static const char *const word[] = {[KW_GOING_ON] = "none",
                                       [KW_SOUTH_WINS] = "p1win",
                                       [KW_NORTH_WINS] = "p2win",
                                       [KW_DRAW] = "draw"};
    return word[ugi->over ? ugi->result.outcome : KW_GOING_ON];
}

static enum status ugi_run_query(struct ugi *ugi, char **rest) {
    const char *question = ugi_word(rest);
    const char *answer;
    if (!ugi_has_position(ugi, "query"))
        return STATUS_FAILED;
    if (question == NULL)
        return call_fail(ugi->call, "query: expected 'p1turn', 'gameover', 'result' or 'score'");
    if (strcmp(question, "score") == 0) {
        unsigned score[2];
        kw_score(ugi->game, kw_session_position(ugi->session), score);
        output_format(&ugi->call->out, "response %u %u\n", score[0], score[1]);
        return STATUS_OK;
    }
    if (strcmp(question, "p1turn") == 0)
        answer = ugi->south ? "true" : "false";
    else if (strcmp(question, "gameover") == 0)
        answer = ugi->over ? "true" : "false";
    else if (strcmp(question, "result") == 0)
        answer = ugi_result_word(ugi);
    else
        return call_fail(ugi->call, "query: unknown question '%s'", question);
    output_format(&ugi->call->out, "response %s\n", answer);
    return STATUS_OK;
}

/*
 * The values of the moves by the endgame tables, as the difference of the final scores for the
 * player who makes them; none if the tables do not hold the position.
 */
static enum status ugi_run_table(struct ugi *ugi, char **rest) {
    (void)rest;
    if (!ugi_has_position(ugi, "table"))
        return STATUS_FAILED;
    const struct kw_tables *tables = ugi->shared->tables;
    const struct kw_position *position = kw_session_position(ugi->session);
    ugi_prepare_tables(ugi);
    struct string_builder *out = &ugi->call->out;
    struct table_moves moves = {0};
    struct kw_error error = {.code = KW_OK};
    bool known = tables != NULL && !ugi->over &&
                 table_moves_probe(&moves, tables, ugi->game, position, &error);
    int lead = table_moves_lead(position);
    for (size_t i = 0; known && i < moves.count; i++) {
        const struct table_move *move = &moves.move[i];
        output_format(out, "table %s seeds ", move->text);
        table_moves_write_value(out, lead + move->lower, lead + move->upper);
        output_char(out, '\n');
    }
    table_moves_free(&moves);
    if (error.code != KW_OK)
        return call_fail(ugi->call, "table: %s", error.message);
    output_add(out, "tableok\n");
    return STATUS_OK;
}

/* The limits of a search: what was given, the time on a clock, and the server's. */
static void ugi_plan_time(const struct ugi *ugi, struct ugi_go *go, struct ugi_job *job) {
    const struct ugi_settings *settings = &ugi->settings;
    struct kw_limits *limits = &go->limits;
    int64_t most = ugi->shared->milliseconds_most;
    if (go->clocked) {
        go->clock.overhead = (int64_t)settings->overhead * 1000;
        go->clock.nodes = (unsigned)settings->nodestime;
        job->time = move_time_plan(&go->clock, ugi->session);
        move_time_limit(&job->time, limits);
    }
    job->infinite = go->infinite || (limits->depth == 0 && limits->nodes == 0 &&
                                     limits->milliseconds == 0 && settings->level == 0);
    if (most > 0 && (limits->milliseconds == 0 || most < limits->milliseconds))
        limits->milliseconds = most;
    limits->lines = (unsigned)settings->lines;
    job->limits = *limits;
}

static enum status ugi_run_go(struct ugi *ugi, char **rest) {
    const struct ugi_settings *settings = &ugi->settings;
    struct ugi_go go;
    if (!ugi_has_position(ugi, "go"))
        return STATUS_FAILED;
    enum status status = ugi_limits_read(ugi->call, rest, kw_session_position(ugi->session), &go);
    if (status == STATUS_OK && ugi->over) {
        output_add(&ugi->call->out, "bestmove none\n");
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = ugi_prepare(ugi);
    if (status != STATUS_OK)
        return status;
    struct ugi_job job = {.engine = ugi->engine.engine,
                          .tables = ugi->shared->tables,
                          .cache = ugi->shared->cache,
                          .builds = ugi->shared->single && ugi->shared->cache != NULL,
                          .session = ugi->session,
                          .ponders = go.ponder,
                          .ponder_most = ugi->shared->milliseconds_most,
                          .names_reply = settings->ponder != 0,
                          .clocked = go.clocked,
                          .threads = (unsigned)settings->threads,
                          .level = (unsigned)settings->level};
    ugi_plan_time(ugi, &go, &job);
    ugi_search_start(&ugi->search, &job);
    return STATUS_OK;
}

static enum status ugi_run_ponderhit(struct ugi *ugi, char **rest) {
    (void)rest;
    return ugi_search_ponderhit(&ugi->search)
               ? STATUS_OK
               : call_fail(ugi->call, "ponderhit: there is no search of go ponder");
}

static enum status ugi_run_stop(struct ugi *ugi, char **rest) {
    (void)rest;
    ugi_stop(ugi, false);
    return STATUS_OK;
}

static enum status ugi_run_wait(struct ugi *ugi, char **rest) {
    (void)rest;
    if (ugi_search_endless(&ugi->search))
        return call_fail(ugi->call, "wait: the search is infinite: stop it");
    ugi->waits = ugi_search_running(&ugi->search);
    return STATUS_OK;
}

static enum status ugi_run_quit(struct ugi *ugi, char **rest) {
    (void)rest;
    ugi->left = true;
    return STATUS_OK;
}

static const struct ugi_command {
    const char *name;
    enum status (*run)(struct ugi *ugi, char **rest);
    bool any_time; /* also during a search */
} commands[] = {
    {"ugi", ugi_run_ugi, true},
    {"isready", ugi_run_isready, true},
    {"setoption", ugi_run_setoption, false},
    {"uginewgame", ugi_run_uginewgame, false},
    {"position", ugi_run_position, false},
    {"go", ugi_run_go, false},
    {"query", ugi_run_query, true},
    {"table", ugi_run_table, true},
    {"ponderhit", ugi_run_ponderhit, true},
    {"stop", ugi_run_stop, true},
    {"wait", ugi_run_wait, true},
    {"quit", ugi_run_quit, true},
};

/* ---- lines -------------------------------------------------------------------------------- */

static enum status ugi_run_line(struct ugi *ugi, char *line) {
    char *rest;
    const char *name = strtok_r(line, " \t\v\f\r", &rest);
    if (name == NULL)
        return STATUS_OK;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (!commands[i].any_time && ugi_searches(ugi))
            return call_fail(ugi->call, "%s: a search is running: stop it first", name);
        return commands[i].run(ugi, &rest);
    }
    return call_fail(ugi->call, "unknown command '%s'", name);
}

static void ugi_send_answer(struct ugi *ugi, enum status status) {
    struct string_builder *out = &ugi->call->out;
    if (status != STATUS_OK)
        output_format(out, "info string %s\n", ugi->call->error.text);
    if (out->length > 0)
        ugi->send(ugi->client, out->text, out->length);
    output_clear(out);
}

void ugi_line(struct ugi *ugi, char *line) { ugi_send_answer(ugi, ugi_run_line(ugi, line)); }

void ugi_reject(struct ugi *ugi, const char *format, ...) {
    char sentence[256];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    ugi_send_answer(ugi, call_fail(ugi->call, "%s", sentence));
}

/* ---- the session -------------------------------------------------------------------------- */

void ugi_stop(struct ugi *ugi, bool silent) { ugi_search_stop(&ugi->search, silent); }

bool ugi_searches(struct ugi *ugi) {
    bool running = ugi_search_running(&ugi->search);
    ugi->waits = ugi->waits && running;
    return running;
}

void ugi_join(struct ugi *ugi) {
    ugi_search_join(&ugi->search);
    ugi->waits = false;
}

enum status ugi_open(struct ugi *ugi) {
    struct kw_error error;
    struct ugi_visitor *visitor = ugi->engine.visitor;
    ugi_search_open(&ugi->search, ugi->shared->scheduler, visitor != NULL ? &visitor->share : NULL,
                    ugi->send, ugi->client, seed_from_clock());
    ugi_options_default(&ugi->settings, &ugi->shared->ranges);
    struct kw_game *game = kw_game_open(kw_game_info(memory_game_at(0))->id, NULL, &error);
    return game != NULL ? ugi_take_game(ugi, game) : call_fail(ugi->call, "%s", error.message);
}

bool ugi_leave(struct ugi *ugi) { return ugi_search_leave(&ugi->search); }

void ugi_close(struct ugi *ugi) {
    ugi_search_close(&ugi->search);
    ugi_engine_free(&ugi->engine, ugi->shared);
    kw_session_free(ugi->session);
    kw_game_close(ugi->game);
}
