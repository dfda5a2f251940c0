/* The commands record and notate. */
#include "cli/position_args.h"
#include "files/record_files.h"
#include "io/json.h"

#include <string.h>

/* ---- record ------------------------------------------------------------------------------- */

/* The move of a ply as text. */
static const char *records_move_text(const struct kw_session *session, size_t ply,
                                     char text[KW_TEXT]) {
    return kw_move_text(kw_session_game(session), kw_session_before(session, ply),
                        kw_session_move(session, ply), text);
}

static void records_write_moves(struct string_builder *out, struct kw_record *record) {
    const struct kw_session *session = kw_record_session(record);
    char text[KW_TEXT];
    for (size_t ply = 0; ply < kw_session_plies(session); ply++)
        output_format(out, "%s%s", ply > 0 ? " " : "", records_move_text(session, ply, text));
    output_char(out, '\n');
}

static json_t *records_json_headers(const struct kw_record *record) {
    json_t *headers = json_object();
    for (size_t i = 0; i < kw_record_header_count(record); i++) {
        const char *name, *value = kw_record_header_at(record, i, &name);
        json_object_set_new(headers, name, json_string(value));
    }
    return headers;
}

static json_t *records_json(struct kw_record *record) {
    const struct kw_session *session = kw_record_session(record);
    const struct kw_game *game = kw_session_game(session);
    json_t *moves = json_array(), *comments = json_array(), *object = json_object();
    struct kw_result result;
    char text[KW_TEXT];
    size_t plies = kw_session_plies(session);
    for (size_t ply = 0; ply <= plies; ply++) {
        const char *comment = kw_record_comment(record, ply);
        if (comment != NULL)
            json_array_append_new(comments,
                                  json_pack("{s:I, s:s}", "ply", (json_int_t)ply, "text", comment));
        if (ply < plies)
            json_array_append_new(moves, json_string(records_move_text(session, ply, text)));
    }
    json_object_set_new(object, "game", json_string(kw_game_info(game)->id));
    json_object_set_new(object, "options", json_string(kw_game_options(game, text)));
    json_object_set_new(object, "headers", records_json_headers(record));
    json_object_set_new(object, "start",
                        json_string(kw_position_text(game, kw_session_before(session, 0), text)));
    json_object_set_new(object, "moves", moves);
    json_object_set_new(object, "comments", comments);
    json_object_set_new(object, "plies", json_integer((json_int_t)plies));
    json_object_set_new(object, "position",
                        json_string(kw_position_text(game, kw_session_position(session), text)));
    json_object_set_new(object, "result",
                        kw_session_result(session, &result)
                            ? json_string(kw_result_text(&result, text))
                            : json_null());
    return object;
}

/* The form of each record: FLAG_JSON, FLAG_LIST, FLAG_TEXT; the default is its end. */
static enum status records_form(struct call *call, enum flag *form) {
    static const enum flag forms[] = {FLAG_JSON, FLAG_LIST, FLAG_TEXT};
    *form = FLAG_COUNT;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (call->arguments.value[forms[i]] == NULL)
            continue;
        if (*form != FLAG_COUNT)
            return call_misuse(call, "--json, --list and --text are mutually exclusive");
        *form = forms[i];
    }
    return STATUS_OK;
}

static void records_write_one(struct call *call, enum flag form, struct kw_record *record,
                              bool first) {
    if (!first && form != FLAG_JSON && form != FLAG_LIST)
        output_char(&call->out, '\n');
    if (form == FLAG_JSON)
        output_json_element(&call->out, records_json(record), first);
    else if (form == FLAG_LIST)
        records_write_moves(&call->out, record);
    else if (form == FLAG_TEXT)
        record_write(&call->out, record);
    else
        output_final(&call->out, kw_record_session(record));
}

struct records_output {
    struct call *call;
    enum flag form;
    bool first;
};

static enum status records_write_visited(void *context, struct kw_record *record) {
    struct records_output *writing = context;
    records_write_one(writing->call, writing->form, record, writing->first);
    writing->first = false;
    return STATUS_OK;
}

enum status record_run(struct call *call) {
    struct records_output writing = {.call = call, .first = true};
    struct record_text text = {0};
    enum status status = records_form(call, &writing.form);
    if (status == STATUS_OK)
        status = records_load(call, call->arguments.operand[0], &text);
    if (status == STATUS_OK)
        status = records_visit(call, &text, records_write_visited, &writing);
    if (status == STATUS_OK && writing.form == FLAG_JSON)
        output_json_end(&call->out);
    records_unload(&text);
    return status;
}

/* ---- notate ------------------------------------------------------------------------------- */

/* Sets a header from Name=Value. */
static enum status records_set_header(struct call *call, struct kw_record *record,
                                      const char *text) {
    char name[KW_TEXT];
    struct kw_error error;
    size_t length = strcspn(text, "=");
    if (text[length] == '\0' || length >= sizeof name)
        return call_misuse(call, "-H takes Name=Value, not '%s'", text);
    memcpy(name, text, length);
    name[length] = '\0';
    if (!kw_record_header_set(record, name, text + length + 1, &error))
        return call_fail(call, "header %s: %s", name, error.message);
    return STATUS_OK;
}

/* Ends the game by --result, if it is given. */
static enum status records_set_result(struct call *call, struct kw_session *session) {
    const char *result = call->arguments.value[FLAG_RESULT];
    struct kw_error error;
    bool set;
    if (result == NULL)
        return STATUS_OK;
    if (strcmp(result, "resign-S") == 0)
        set = kw_session_resign(session, KW_SOUTH, &error);
    else if (strcmp(result, "resign-N") == 0)
        set = kw_session_resign(session, KW_NORTH, &error);
    else if (strcmp(result, "agreed") == 0)
        set = kw_session_agree(session, &error);
    else
        return call_misuse(call, "--result is resign-S, resign-N or agreed, not '%s'", result);
    return set ? STATUS_OK : call_fail(call, "%s", error.message);
}

enum status notate_run(struct call *call) {
    struct position_args args = {0};
    enum status status = position_args_play(call, &args, 1);
    if (status == STATUS_OK)
        status = records_set_result(call, args.session);
    for (size_t i = 0; i < call->arguments.headers && status == STATUS_OK; i++)
        status = records_set_header(call, args.record, call->arguments.header[i]);
    if (status == STATUS_OK)
        record_write(&call->out, args.record);
    position_args_close(&args);
    return status;
}
