/* What the parts of the face share. */
#ifndef API_INTERNAL_H
#define API_INTERNAL_H

#include "api.h"
#include "json_text.h"

#include <komwe.h>

enum {
    BOARDS = 64,        /* games that are played at the same time */
    FIELDS = 8,         /* of a request at most */
    CLAUSES = 128,      /* of a game at most */
    MOVES_SHOWN = 4096, /* of a position; all are counted */
    EVENTS_MOST = 1000000
};

/* A game with its clauses, so that an event can name one by its number. */
struct rulebook {
    const struct kw_game *game;
    const struct kw_clause *clause[CLAUSES];
    size_t count;
};

struct board {
    struct kw_record *record; /* NULL: no such board */
    struct kw_game *game;     /* what it was made with; NULL: the record's own */
};

struct face {
    face_hear *hear;
    void *context;
    struct json_text out, heard;
    struct kw_error error;
    const char *fault; /* of the request itself; NULL: none */

    struct kw_game *game; /* the last one asked about, and how it was asked for */
    char game_id[64], game_options[KW_TEXT];

    struct board board[BOARDS];

    struct kw_engine *engine;      /* made when it is first needed */
    size_t hash;                   /* bytes */
    char **weights;                /* a text, or NULL, for each listed rule set */
    const struct kw_game *weighed; /* whose weights the engine was last given; listed */
    unsigned weighed_columns;
    struct kw_analysis analysis;
};

/* The work of a request on its fields: writes a value into face->out, or fails. */
typedef bool face_work(struct face *face, char *const *field);

/* What the request asks for cannot be; always false. */
bool face_fail(struct face *face, enum kw_code code, const char *message);
/* The page has asked in a way that makes no sense; always false. */
bool face_misunderstood(struct face *face, const char *fault);
bool face_no_memory(struct face *face);

/* A whole number, 0 to `most`; "" is `empty`. */
bool face_number(struct face *face, const char *text, uint64_t most, uint64_t empty,
                 uint64_t *number);

/* The game of two fields; valid until the next request. */
const struct kw_game *face_game(struct face *face, const char *id, const char *options);
/* The game and the position of three fields. */
const struct kw_game *face_position(struct face *face, char *const *field,
                                    struct kw_position *position);
/* The board of that number; NULL after a failure. */
struct board *face_board(struct face *face, const char *number);
/* A board's session and a ply in it: 0 <= ply <= plies, "" is plies. */
struct kw_session *face_ply(struct face *face, const char *board, const char *text, size_t *ply);

void rulebook_open(struct rulebook *book, const struct kw_game *game);

/* ---- what many answers hold (face_words.c) ---- */

void write_position(struct json_text *json, const struct kw_game *game,
                    const struct kw_position *position);
void write_move(struct json_text *json, const struct kw_game *game,
                const struct kw_position *position, kw_move move);
void write_result(struct json_text *json, const struct kw_result *result); /* NULL: null */
void write_reason(struct json_text *json, const struct rulebook *book,
                  const struct kw_reason *reason); /* NULL: null */
void write_score(struct json_text *json, const struct kw_line *line);
/* The moves of a line, as texts. */
void write_line(struct json_text *json, const struct kw_game *game,
                const struct kw_position *position, const struct kw_line *line);
/* All moves of a position, to be freed; NULL if there is no memory.  Bulto's lists can be long. */
kw_move *list_moves(const struct kw_game *game, const struct kw_position *position, size_t *count);
/* The moves from a hole, or all (-1), at most so many: named "moves"; and how many there are. */
bool write_moves(struct face *face, const struct kw_game *game, const struct kw_position *position,
                 int hole, size_t most);
/* The position, its result, what obliges the mover and the moves; `over` is the session's word. */
bool write_situation(struct face *face, const struct kw_game *game,
                     const struct kw_position *position, const struct kw_result *over);
/* A move with its events, at most so many, and the position after it. */
void write_trace(struct json_text *json, const struct rulebook *book,
                 const struct kw_position *position, kw_move move, size_t most,
                 struct kw_position *next);

extern const char *const player_word[2], *const kind_word[6], *const unit_word[3];

/* ---- the requests ---- */

face_work face_about, face_games, face_rules, face_situation, face_compose, face_moves, face_trace,
    face_stage, face_why, face_say, face_perft;
face_work face_new_board, face_read, face_write, face_close, face_state, face_enter, face_undo,
    face_redo, face_agree, face_resign, face_rewind, face_at, face_one_ply, face_turns, face_played,
    face_header, face_comment;
face_work face_hash, face_weights, face_forget, face_search, face_choose, face_judge;

/* Frees what those have made. */
void face_boards_free(struct face *face);
void face_engine_free(struct face *face);

#endif
