/*
 * The game being played, its players, and the answers to typed lines.
 * Both views of the command play share it: they show it, and pass typed lines to it.
 */
#ifndef PLAY_STATE_H
#define PLAY_STATE_H

#include "files/weights_file.h"
#include "game/players.h"
#include "io/output.h"

#include <komwe.h>

/* How fast the moves are shown that a view plays before the player's eyes. */
enum {
    SPEED_OFF = -1,    /* not at all */
    SPEED_SLOWEST = 0, /* a second a seed */
    SPEED_FASTEST = 9,
    SPEED_ADAPTIVE = 10 /* a whole move in four seconds at most */
};

/* What was typed at once, and the answers to it. */
struct play_entry {
    size_t from, to; /* plies before it; plies after the answers, once it was taken back */
};

/* The rounds of a match before the one that is played. */
struct play_match {
    unsigned rounds, won[2]; /* won by South, by North */
};

struct play_state {
    const struct kw_game *game;
    struct kw_record *record;   /* of the game being played */
    struct kw_record *lender;   /* the record that `game` belongs to, or NULL */
    struct kw_session *session; /* that of the record */
    enum player_kind player[2]; /* plays South, North */
    struct kw_random random;
    struct kw_engine *engine;           /* made when it is first needed; NULL: not yet */
    struct kw_book *book;               /* that it plays from; NULL: there is none */
    enum kw_aim aim;                    /* of the engine */
    const struct kw_tables *tables;     /* that it probes; NULL: none */
    struct kw_table_cache *cache;       /* what builds them; NULL: nothing does */
    const struct weights_file *weights; /* that it is given; NULL: none */
    struct string_builder *out;         /* for all text; belongs to the view */
    enum kw_player bottom;              /* the player at the bottom of the board */
    int speed;                          /* SPEED_... */
    bool drawn;       /* the view draws the board itself; moves are written in a line each */
    bool left;        /* the player has quit, or the input has ended */
    unsigned changes; /* of the position, so that a view knows when to draw it */
    unsigned saved;   /* the changes when the game was last saved */
    struct string_builder file; /* where, or "" */
    bool offered;               /* the player to move has offered a draw; an answer is expected */
    bool foreseen;              /* `future` is a previewed position */
    struct kw_position future;
    struct play_match match;
    struct play_entry *entry; /* the first `entries` are played, those up to `known` taken back */
    size_t entries, known, entry_capacity;
};

const struct kw_position *play_position(const struct play_state *play);
bool play_over(const struct play_state *play);
/* Seeds are lifted and placed: a setup turn. */
bool play_is_setup(const struct play_state *play);
bool play_human_to_move(const struct play_state *play);

extern const char *const player_name[2]; /* "South", "North" */

/* ---- writing ------------------------------------------------------------------------------ */

/* The board, as seen by the player at the bottom. */
void play_write_board(struct play_state *play, const struct kw_position *position);

/* The constraint on the next move; an example of a move; the result. */
void play_write_notice(struct play_state *play);
void play_write_example(struct play_state *play);
void play_write_result(struct play_state *play);

/* Writes the plies from `first` on, all of one player. */
void play_write_plies(struct play_state *play, size_t first);

/* ---- moves -------------------------------------------------------------------------------- */

/* The engine, with tables of the game; NULL if there is no memory. */
struct kw_engine *play_engine(struct play_state *play);

/*
 * Gives the engine its weights, after a change of the game.  False with a sentence in
 * `error` if they are not of this game, which it then plays with its own.
 */
bool play_use_weights(struct play_state *play, struct kw_error *error);

/* Plays and writes the computer's move, a whole setup turn. */
bool play_computer_move(struct play_state *play, struct kw_error *error);

/*
 * Reads a move as it can be typed: how many plies it stands for; 0 and `error`, which is not NULL,
 * if it is none.
 */
size_t play_read_move(const struct play_state *play, const char *word, kw_move list[KW_TURN_STEPS],
                      struct kw_error *error);

/* Plays and writes a word; false, with the reason written, if it cannot be played. */
bool play_enter(struct play_state *play, const char *word);

/* Take back what was typed last with the answers to it, and play it again; false: nothing is. */
bool play_undo(struct play_state *play);
bool play_redo(struct play_state *play);

/* ---- games -------------------------------------------------------------------------------- */

/*
 * Continues with the game of a record, which belongs to the state from now on; `lends`: the
 * record's game is its own and lives no longer than it.
 */
void play_take_record(struct play_state *play, struct kw_record *record, bool lends);

/* Begins another game of the same players from a position; false if there is no memory. */
bool play_begin(struct play_state *play, const struct kw_position *start);

/* Begins the game, or the round of a match, again from its start; false if there is no memory. */
bool play_restart(struct play_state *play);

/* The name of a player by the record's headers, or NULL. */
const char *play_player_name(const struct play_state *play, unsigned player);

void play_free(struct play_state *play);

#endif
