/* What the files of the API share. */
#ifndef API_INTERNAL_H
#define API_INTERNAL_H

#include "api.h"
#include "json_text.h"

#include <komwe.h>

enum {
    BOARDS = 64,        /* games that are open at the same time */
    DRAFTS = 4,         /* rule texts that are being written */
    FIELDS = 8,         /* of a request at most */
    MOVES_SHOWN = 4096, /* of a position; all are counted */
    EVENTS_MOST = 1000000
};

/* A game with its clauses, so that an event can name one by its number. */
struct clause_list {
    const struct kw_game *game;
    const struct kw_clause *clause[KW_CLAUSES];
    size_t count;
};

struct api_board {
    struct kw_record *record; /* NULL: no such board */
    struct kw_game *game;     /* what it was made with; NULL: the record's own */
};

/* What was learned of a game. */
struct api_weights {
    struct api_weights *next;
    unsigned columns; /* of its board by default */
    char *text;
    char game[]; /* its id */
};

/* The opening book of a game by its usual rules. */
struct api_book {
    struct api_book *next;
    struct kw_book *book;
    char game[]; /* its id */
};

struct api {
    api_progress_fn *progress;
    void *context;
    struct json_text out, update;
    struct kw_error error;
    const char *fault; /* of the request itself; NULL: none */

    struct kw_game *game; /* that of the last request, with its fields, below */
    char game_id[64], game_options[KW_TEXT];

    struct api_board board[BOARDS];
    struct kw_game *draft[DRAFTS]; /* NULL: none */

    struct kw_engine *engine;      /* made when it is first needed */
    size_t hash;                   /* bytes */
    struct kw_table_cache *tables; /* NULL: no tables are wanted */
    struct api_weights *weights;   /* a list */
    char weights_game[64];         /* the id of that whose weights the engine has; "": none */
    unsigned weights_columns;
    struct api_book *books; /* a list */
    struct kw_analysis analysis;
};

/* Handles a request with these fields: writes a value into api->out, or fails. */
typedef bool api_request_fn(struct api *api, char *const *field);

/* Fails with an error of the library; returns false. */
bool api_fail(struct api *api, enum kw_code code, const char *message);
/* Fails because the request is malformed; returns false. */
bool api_bad_request(struct api *api, const char *fault);
bool api_no_memory(struct api *api);

/* A whole number, 0 to `most`; "" is `empty`. */
bool api_read_number(struct api *api, const char *text, uint64_t most, uint64_t empty,
                     uint64_t *number);

/* The game of two fields; valid until the next request.  "=0" is the draft of slot 0. */
const struct kw_game *api_read_game(struct api *api, const char *id, const char *options);
/* The game and the position of three fields. */
const struct kw_game *api_read_position(struct api *api, char *const *field,
                                        struct kw_position *position);
/* The board of that number; NULL after a failure. */
struct api_board *api_read_board(struct api *api, const char *number);
/* "S" or "N". */
bool api_read_player(struct api *api, const char *text, enum kw_player *player);
/* A board's session and a ply in it: 0 <= ply <= plies, "" is plies. */
struct kw_session *api_read_ply(struct api *api, const char *board, const char *text, size_t *ply);

/* The draft that an id names; NULL after a failure. */
const struct kw_game *api_draft_game(struct api *api, const char *id, const char *options);

void clause_list_open(struct clause_list *book, const struct kw_game *game);

/* ---- parts of many answers (api_text.c) ---- */

void api_write_position(struct json_text *json, const struct kw_game *game,
                        const struct kw_position *position);
void api_write_move(struct json_text *json, const struct kw_game *game,
                    const struct kw_position *position, kw_move move);
void api_write_result(struct json_text *json, const struct kw_result *result); /* NULL: null */
void api_write_reason(struct json_text *json, const struct clause_list *book,
                      const struct kw_reason *reason); /* NULL: null */
void api_write_score(struct json_text *json, const struct kw_line *line);
/* The moves of a line, as texts. */
void api_write_line(struct json_text *json, const char *name, const struct kw_game *game,
                    const struct kw_position *position, const struct kw_line *line);
/* All moves of a position, to be freed; NULL if there is no memory.  Bulto's lists can be long. */
kw_move *api_list_moves(const struct kw_game *game, const struct kw_position *position,
                        size_t *count);
/* The moves from a hole, or all (-1), at most so many: named "moves"; and how many there are. */
bool api_write_moves(struct api *api, const struct kw_game *game,
                     const struct kw_position *position, int hole, size_t most);
/* The position, its result, the mover's constraint and the moves; `over`: NULL while it goes on. */
bool api_write_state(struct api *api, const struct kw_game *game,
                     const struct kw_position *position, const struct kw_result *over);
/* All facts about a rule set. */
bool api_write_rules(struct api *api, const struct kw_game *game);
/* A move with its events, at most so many, and the position after it. */
void api_write_trace(struct json_text *json, const struct clause_list *book,
                     const struct kw_position *position, kw_move move, size_t most,
                     struct kw_position *next);

extern const char *const api_player_name[2], *const api_kind_name[7], *const api_unit_name[3];

/* ---- the requests ---- */

api_request_fn request_about, request_games, request_rules, request_position, request_compose,
    request_moves, request_trace, request_stage, request_why, request_say, request_perft,
    request_round;
api_request_fn request_new, request_read, request_write, request_close, request_board,
    request_enter, request_undo, request_redo, request_agree, request_resign, request_rewind,
    request_at, request_ply, request_turns, request_played, request_header, request_comment;
api_request_fn request_hash, request_weights, request_tables, request_forget, request_search,
    request_choose, request_review;
api_request_fn request_book, request_opening;

api_request_fn request_draft, request_check, request_add, request_differ;

/* Sets the book of a game, which the engine plays from level 9 on; none if none is known. */
void api_book_use(struct api *api, const struct kw_game *game);

/* Free the boards, the drafts, the engine and the books that requests have made; books after it. */
void api_boards_free(struct api *api);
void api_draft_free(struct api *api);
void api_engine_free(struct api *api);
void api_book_free(struct api *api);

#endif
