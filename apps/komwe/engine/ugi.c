#include "engine/ugi.h"

#include "game/players.h"
#include "text/table_moves.h"

#include <stdarg.h>
#include <string.h>

char *ugi_word(char **rest) { return strtok_r(NULL, " \t\v\f\r", rest); }

void ugi_take_session(struct ugi *ugi, struct kw_session *session) {
    kw_session_free(ugi->session);
    ugi->session = session;
    ugi->over = kw_session_result(session, &ugi->result);
    ugi->south = kw_session_position(session)->turn == KW_SOUTH;
}

/* ---- the commands ------------------------------------------------------------------------- */

static enum status run_ugi(struct ugi *ugi, char **rest) {
    (void)rest;
    output_format(&ugi->call->out, "id name komwe %s\nid author the komwe authors\n", kw_version());
    ugi_tell_options(ugi);
    output_add(&ugi->call->out, "ugiok\n");
    return STATUS_OK;
}

/* The client waits for readyok, and is told beforehand if the engine is not. */
static enum status run_isready(struct ugi *ugi, char **rest) {
    (void)rest;
    struct call *call = ugi->call;
    if (!ugi_searches(ugi) && ugi_prepare(ugi) != STATUS_OK)
        output_format(&call->out, "info string %s\n", call->error.text);
    output_add(&call->out, "readyok\n");
    return STATUS_OK;
}

static enum status run_uginewgame(struct ugi *ugi, char **rest) {
    (void)rest;
    struct kw_session *session = kw_session_new(ugi->game, NULL);
    if (session == NULL)
        return call_fail(ugi->call, "there is not enough memory");
    ugi_take_session(ugi, session);
    if (ugi->engine != NULL)
        kw_engine_clear(ugi->engine);
    return STATUS_OK;
}

/*
 * Reads the start: startpos, or fen and all words up to `moves`, which is taken too.  `moves` is
 * false if the line ends first.
 */
static enum status read_start(struct ugi *ugi, char **rest, struct kw_position *start,
                              bool *moves) {
    struct call *call = ugi->call;
    const char *word = ugi_word(rest);
    bool fen = word != NULL && strcmp(word, "fen") == 0;
    if (!fen && (word == NULL || strcmp(word, "startpos") != 0))
        return call_fail(call, "position: startpos or fen must follow");
    struct output text = {0};
    output_add(&text, "");
    while ((word = ugi_word(rest)) != NULL && strcmp(word, "moves") != 0)
        output_format(&text, "%s%s", text.length > 0 ? " " : "", word);
    *moves = word != NULL;
    enum status status = STATUS_OK;
    struct kw_error error;
    if (!fen)
        kw_start(ugi->game, start);
    if (!fen && text.length > 0)
        status = call_fail(call, "position: '%s' stands where moves is expected", text.text);
    else if (fen && !kw_position_read(ugi->game, text.text, start, &error))
        status = call_fail(call, "position: fen:%zu: %s", error.column, error.message);
    output_free(&text);
    return status;
}

static enum status play_words(struct ugi *ugi, struct kw_session *session, char **rest) {
    struct kw_error error;
    const char *word;
    for (size_t number = 1; (word = ugi_word(rest)) != NULL; number++)
        if (!kw_session_enter(session, word, &error))
            return call_fail(ugi->call, "position: move %zu:%zu: %s", number, error.column,
                             error.message);
    return STATUS_OK;
}

static enum status run_position(struct ugi *ugi, char **rest) {
    struct kw_position start;
    bool moves = false;
    enum status status = read_start(ugi, rest, &start, &moves);
    if (status != STATUS_OK)
        return status;
    struct kw_session *session = kw_session_new(ugi->game, &start);
    if (session == NULL)
        return call_fail(ugi->call, "there is not enough memory");
    if (moves)
        status = play_words(ugi, session, rest);
    if (status == STATUS_OK)
        ugi_take_session(ugi, session);
    else
        kw_session_free(session);
    return status;
}

static const char *result_word(const struct ugi *ugi) {
    static const char *const word[] = {[KW_GOING_ON] = "none",
                                       [KW_SOUTH_WINS] = "p1win",
                                       [KW_NORTH_WINS] = "p2win",
                                       [KW_DRAW] = "draw"};
    return word[ugi->over ? ugi->result.outcome : KW_GOING_ON];
}

static enum status run_query(struct ugi *ugi, char **rest) {
    const char *question = ugi_word(rest);
    const char *answer;
    if (question == NULL)
        return call_fail(ugi->call, "query: p1turn, gameover or result must follow");
    if (strcmp(question, "p1turn") == 0)
        answer = ugi->south ? "true" : "false";
    else if (strcmp(question, "gameover") == 0)
        answer = ugi->over ? "true" : "false";
    else if (strcmp(question, "result") == 0)
        answer = result_word(ugi);
    else
        return call_fail(ugi->call, "query: unknown question '%s'", question);
    output_format(&ugi->call->out, "response %s\n", answer);
    return STATUS_OK;
}

/*
 * What the tables know of the moves, as the difference of the final scores for the player who makes
 * them; nothing if they do not hold the position.
 */
static enum status run_table(struct ugi *ugi, char **rest) {
    (void)rest;
    const struct kw_tables *tables = ugi->means->tables;
    const struct kw_position *position = kw_session_position(ugi->session);
    struct output *out = &ugi->call->out;
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

static enum status run_stop(struct ugi *ugi, char **rest) {
    (void)rest;
    ugi_stop(ugi, false);
    return STATUS_OK;
}

static enum status run_wait(struct ugi *ugi, char **rest) {
    (void)rest;
    return ugi_wait(ugi);
}

static enum status run_quit(struct ugi *ugi, char **rest) {
    (void)rest;
    ugi->left = true;
    return STATUS_OK;
}

static const struct ugi_command {
    const char *name;
    enum status (*run)(struct ugi *ugi, char **rest);
    bool any_time; /* it can be done while a search is at work */
} commands[] = {
    {"ugi", run_ugi, true},
    {"isready", run_isready, true},
    {"setoption", ugi_set_option, false},
    {"uginewgame", run_uginewgame, false},
    {"position", run_position, false},
    {"go", ugi_go, false},
    {"query", run_query, true},
    {"table", run_table, true},
    {"stop", run_stop, true},
    {"wait", run_wait, true},
    {"quit", run_quit, true},
};

/* ---- lines -------------------------------------------------------------------------------- */

static enum status run_line(struct ugi *ugi, char *line) {
    char *rest;
    const char *name = strtok_r(line, " \t\v\f\r", &rest);
    if (name == NULL)
        return STATUS_OK;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (!commands[i].any_time && ugi_searches(ugi))
            return call_fail(ugi->call, "%s: a search is at work: stop it first", name);
        return commands[i].run(ugi, &rest);
    }
    return call_fail(ugi->call, "unknown command '%s'", name);
}

static void tell_answer(struct ugi *ugi, enum status status) {
    struct output *out = &ugi->call->out;
    if (status != STATUS_OK)
        output_format(out, "info string %s\n", ugi->call->error.text);
    if (out->length > 0)
        ugi->tell(ugi->client, out->text, out->length);
    output_clear(out);
}

void ugi_obey(struct ugi *ugi, char *line) { tell_answer(ugi, run_line(ugi, line)); }

void ugi_refuse(struct ugi *ugi, const char *format, ...) {
    char sentence[256];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    tell_answer(ugi, call_fail(ugi->call, "%s", sentence));
}

enum status ugi_open(struct ugi *ugi) {
    kw_random_seed(&ugi->random, seed_new());
    ugi_search_open(ugi);
    return ugi_set_usual(ugi);
}

void ugi_close(struct ugi *ugi) {
    ugi_stop(ugi, true);
    ugi_search_close(ugi);
    ugi_dismiss(ugi);
    kw_session_free(ugi->session);
    kw_game_close(ugi->game);
}
