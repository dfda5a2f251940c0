/* Requests that the engine answers. */
#include "api_internal.h"

#include <stdlib.h>
#include <string.h>

void face_engine_free(struct face *face) {
    kw_engine_free(face->engine);
    for (size_t i = 0; face->weights != NULL && i < kw_game_count(); i++)
        free(face->weights[i]);
    free(face->weights);
}

static struct kw_engine *engine_of(struct face *face) {
    if (face->engine == NULL) {
        face->engine = kw_engine_new(face->hash, 1);
        face->weighed = NULL;
    }
    if (face->engine == NULL)
        face_no_memory(face);
    return face->engine;
}

bool face_hash(struct face *face, char *const *field) {
    uint64_t megabytes;
    if (!face_number(face, field[0], 1024, 16, &megabytes))
        return false;
    kw_engine_free(face->engine);
    face->engine = NULL;
    face->hash = megabytes > 0 ? (size_t)megabytes << 20 : 1024;
    json_null(&face->out);
    return true;
}

bool face_forget(struct face *face, char *const *field) {
    (void)field;
    if (face->engine != NULL)
        kw_engine_clear(face->engine);
    json_null(&face->out);
    return true;
}

/* ---- weights -------------------------------------------------------------------------------- */

/* The number of a rule set in the list; kw_game_count() if it is not there. */
static size_t listed_index(const struct kw_info *info) {
    size_t index = 0;
    while (index < kw_game_count() && kw_game_info(kw_game_at(index)) != info)
        index++;
    return index;
}

bool face_weights(struct face *face, char *const *field) {
    const struct kw_game *game = face_game(face, field[0], "");
    if (game == NULL || engine_of(face) == NULL)
        return false;
    size_t index = listed_index(kw_game_info(game));
    if (face->weights == NULL)
        face->weights = calloc(kw_game_count(), sizeof *face->weights);
    char *text = strdup(field[1]);
    if (text == NULL || face->weights == NULL) {
        free(text);
        return face_no_memory(face);
    }
    if (!kw_engine_weights(face->engine, game, text, &face->error)) {
        free(text);
        return false;
    }
    kw_engine_clear(face->engine); /* what it remembers was judged by others */
    free(face->weights[index]);
    face->weights[index] = text;
    face->weighed = NULL;
    json_null(&face->out);
    return true;
}

/* Gives the engine what was learned for the game, if it had another one's last. */
static void weigh(struct face *face, const struct kw_game *game) {
    size_t index = listed_index(kw_game_info(game));
    const struct kw_game *listed = kw_game_at(index);
    unsigned columns = kw_game_columns(game);
    if (face->weighed == listed && face->weighed_columns == columns)
        return;
    const char *text = face->weights != NULL ? face->weights[index] : NULL;
    if (text != NULL && columns == kw_game_columns(listed))
        kw_engine_weights(face->engine, game, text, NULL); /* it has been read once */
    face->weighed = listed;
    face->weighed_columns = columns;
}

/* ---- searches ------------------------------------------------------------------------------- */

/* The game up to a ply, going on from there; NULL after a failure. */
static struct kw_session *copy_session(struct face *face, const struct kw_session *session,
                                       size_t plies) {
    struct kw_session *copy =
        kw_session_new(kw_session_game(session), kw_session_before(session, 0));
    bool good = copy != NULL || face_no_memory(face);
    for (size_t ply = 0; good && ply < plies; ply++)
        good = kw_session_play(copy, kw_session_move(session, ply), &face->error);
    if (good)
        return copy;
    kw_session_free(copy);
    return NULL;
}

static void write_analysis(struct json_text *json, const struct kw_session *session,
                           const struct kw_analysis *analysis) {
    const struct kw_game *game = kw_session_game(session);
    const struct kw_position *position = kw_session_position(session);
    json_open(json, '{');
    json_named_number(json, "depth", analysis->depth);
    json_named_number(json, "nodes", (int64_t)analysis->nodes);
    json_named_number(json, "microseconds", analysis->microseconds);
    json_named_number(json, "full", analysis->hashfull);
    json_named_string(json, "mover", player_word[position->turn & 1]);
    json_named_open(json, "lines", '[');
    for (size_t i = 0; i < analysis->lines; i++) {
        json_open(json, '{');
        write_score(json, &analysis->line[i]);
        write_line(json, game, position, &analysis->line[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

struct listening {
    struct face *face;
    const struct kw_session *session;
};

static bool tell(struct face *face) {
    const struct json_text *heard = &face->heard;
    return heard->failed || face->hear == NULL ||
           face->hear(face->context, heard->text, heard->length);
}

static bool hear_analysis(void *context, const struct kw_analysis *analysis) {
    struct listening *listening = context;
    json_clear(&listening->face->heard);
    write_analysis(&listening->face->heard, listening->session, analysis);
    return tell(listening->face);
}

/* A session to search, which is freed with search_end: the board's own, or a copy up to a ply. */
static struct kw_session *search_begin(struct face *face, const char *board, const char *at,
                                       struct kw_session **copy) {
    size_t ply;
    struct kw_session *session = face_ply(face, board, at, &ply);
    *copy = NULL;
    if (session == NULL || engine_of(face) == NULL)
        return NULL;
    if (*at != '\0')
        session = *copy = copy_session(face, session, ply);
    if (session != NULL)
        weigh(face, kw_session_game(session));
    return session;
}

static bool read_limits(struct face *face, char *const *field, struct kw_limits *limits) {
    uint64_t depth, nodes, milliseconds;
    if (!face_number(face, field[0], 126, 0, &depth) ||
        !face_number(face, field[1], INT64_MAX, 0, &nodes) ||
        !face_number(face, field[2], INT32_MAX, 0, &milliseconds))
        return false;
    *limits = (struct kw_limits){
        .depth = (unsigned)depth, .nodes = nodes, .milliseconds = (int64_t)milliseconds};
    return true;
}

bool face_search(struct face *face, char *const *field) {
    struct kw_limits limits;
    uint64_t lines;
    if (!read_limits(face, field + 2, &limits) || !face_number(face, field[5], KW_LINES, 1, &lines))
        return false;
    limits.lines = (unsigned)lines;
    struct kw_session *copy, *session = search_begin(face, field[0], field[1], &copy);
    struct listening listening = {face, session};
    bool good = session != NULL && kw_engine_search(face->engine, session, &limits, hear_analysis,
                                                    &listening, &face->analysis, &face->error);
    if (good)
        write_analysis(&face->out, session, &face->analysis);
    kw_session_free(copy);
    return good;
}

bool face_choose(struct face *face, char *const *field) {
    uint64_t level, seed;
    struct kw_random random;
    kw_move move;
    if (!face_number(face, field[1], 10, 10, &level) ||
        !face_number(face, field[2], INT64_MAX, 0, &seed))
        return false;
    struct kw_session *copy, *session = search_begin(face, field[0], "", &copy);
    kw_random_seed(&random, seed);
    if (session == NULL ||
        !kw_engine_play(face->engine, session, (unsigned)level, &random, &move, &face->error))
        return false;
    write_move(&face->out, kw_session_game(session), kw_session_position(session), move);
    return true;
}

/* ---- what turns lost ------------------------------------------------------------------------ */

static void write_verdict(struct json_text *json, const char *name,
                          const struct kw_evaluation *verdict) {
    json_named_open(json, name, '{');
    write_score(json, &verdict->line);
    json_named_number(json, "won", verdict->won);
    json_close(json, '}');
}

/* A turn of the session: what it could have come to, what it came to, and the better line. */
static void write_judgement(struct json_text *json, const struct kw_session *session,
                            const struct kw_turn_review *judgement) {
    json_open(json, '{');
    json_named_number(json, "first", (int64_t)judgement->first);
    json_named_number(json, "end", (int64_t)judgement->end);
    json_named_string(json, "mover", player_word[judgement->mover]);
    write_verdict(json, "best", &judgement->best);
    write_verdict(json, "played", &judgement->played);
    json_name(json, "loss");
    if (judgement->lost)
        json_null(json);
    else
        json_number(json, judgement->loss);
    write_line(json, kw_session_game(session), kw_session_before(session, judgement->first),
               &judgement->best.line);
    json_close(json, '}');
}

static bool hear_judgement(void *context, const struct kw_turn_review *judgement) {
    struct listening *listening = context;
    struct face *face = listening->face;
    json_clear(&face->heard);
    write_judgement(&face->heard, listening->session, judgement);
    write_judgement(&face->out, listening->session, judgement);
    return tell(face);
}

bool face_judge(struct face *face, char *const *field) {
    struct kw_limits limits;
    struct board *board = face_board(face, field[0]);
    if (board == NULL || !read_limits(face, field + 1, &limits) || engine_of(face) == NULL)
        return false;
    struct kw_session *session = kw_record_session(board->record);
    struct listening listening = {face, session};
    weigh(face, kw_session_game(session));
    json_open(&face->out, '[');
    bool good = kw_engine_review(face->engine, session, kw_record_opening(board->record), &limits,
                                 hear_judgement, &listening, &face->error);
    json_close(&face->out, ']');
    return good;
}
