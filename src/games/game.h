/*
 * A game: a rule set with the values of its options.  For upper floors: its hot functions, and
 * its properties.  They depend neither on which game it is nor on what its family provides.
 */
#ifndef KOMWE_GAMES_GAME_H
#define KOMWE_GAMES_GAME_H

#include "games/family.h"
#include "games/holes.h"
#include "komwe/text.h"

#include <string.h>

/* The hot functions.  Lists are as for kw_moves, but `capacity` is at least KW_MOVES. */
typedef size_t moves_fn(const struct rules *rules, const struct kw_position *position,
                        kw_move *list, size_t capacity);
typedef size_t count_fn(const struct rules *rules, const struct kw_position *position);
typedef void play_fn(const struct rules *rules, const struct kw_position *position, kw_move move,
                     struct kw_position *next);
/* The number of legal moves after each move of the list, all added up: two plies of perft. */
typedef uint64_t leaves_fn(const struct rules *rules, const struct kw_position *position,
                           const kw_move *list, size_t length);

/* The text that a game is read from (src/language). */
struct game_text {
    const char *rules; /* the text, ended by NUL */
    size_t length;
    const char *region, *about; /* or NULL */
    uint64_t digest;            /* of the rules that it comes to: language/rules_digest.h */
    char checksum[9];           /* the same as 8 hexadecimal digits */
    bool written_by_id;         /* files name the game by its id and options alone */
};

struct kw_game {
    const struct family *family;
    const struct kw_info *info;
    const struct rules *rules;
    moves_fn *moves;
    count_fn *count;
    count_fn *mobility; /* game_mobility; NULL: count */
    play_fn *play;
    leaves_fn *leaves;
    /* What it was opened from; NULL: it is listed itself, or a text that is not listed. */
    const struct kw_game *listed;
    const struct game_text *text;
    /* Bit i: option i was given another value than its default beside the values before it. */
    uint32_t changed_options;
};

/*
 * What the evaluation takes for the number of moves: those that differ only in what is chosen
 * within the move (Bao: at the house) may count as one, where finding them takes long.  0 if and
 * only if there is no move.
 */
KW_INLINE size_t game_mobility(const struct kw_game *game, const struct kw_position *position) {
    return (game->mobility != NULL ? game->mobility : game->count)(game->rules, position);
}

/* ---- properties ------------------------------------------------------------------------------ */

/*
 * Whether a value is what the stores hold plus the value of the board: seeds are counted, and no
 * end depends on how many the stores hold.
 */
KW_INLINE bool game_linear(const struct kw_game *game) {
    const struct rules *rules = game->rules;
    return game->info->counts_seeds && rules->endless == ENDLESS_STOP && !rules->majority &&
           !game->family->asks_stores && !game->family->fewest_win;
}

/* By how many seeds a scored result is South's: who loses by more seeds has less than nothing. */
KW_INLINE int game_lead_of(const struct kw_result *result) {
    int lead = (int)result->score[KW_SOUTH] - (int)result->score[KW_NORTH];
    return (lead > 0) == (result->outcome == KW_SOUTH_WINS) ? lead : -lead;
}

/* Whether a board is not played alike with South and North exchanged. */
KW_INLINE bool game_sides_differ(const struct kw_game *game) { return game->family->sides_differ; }

/* Whether no position can come again. */
KW_INLINE bool game_acyclic(const struct kw_game *game) { return game->family->acyclic; }

/* Whether stores hold seeds still to be played, which matter to the value. */
KW_INLINE bool game_reserves(const struct kw_game *game) { return game->family->reserves; }

/*
 * Whether a position can have more than KW_MOVES moves.  They share their sowing, so kw_children
 * lists them at less cost than kw_moves and kw_play.
 */
KW_INLINE bool game_many_moves(const struct kw_game *game) { return game->family->many_moves; }

/* How many kinds of marks holes can bear: 0 to 2. */
KW_INLINE unsigned game_marks(const struct kw_game *game) {
    const char *marks = game->family->marks;
    return marks[1] != '\0' ? 2 : marks[0] != '\0' ? 1 : 0;
}

/* Whether the first mark makes a hole South's, and the second North's. */
KW_INLINE bool game_marks_are_players(const struct kw_game *game) {
    return game->family->marks_of_players;
}

/* Whether who has fewer seeds wins. */
KW_INLINE bool game_fewest_win(const struct kw_game *game) { return game->family->fewest_win; }

/* Whether the board seen in a mirror, each player's right hand his left one, is played alike. */
KW_INLINE bool game_reflects(const struct kw_game *game) {
    return game->family->reflects != NULL && game->family->reflects(game->rules);
}

/* How it is set up; NULL: no position has a phase. */
KW_INLINE const struct setup *game_setup(const struct kw_game *game) { return game->family->setup; }

/* Whether seeds can be won for good and still lie on the board. */
KW_INLINE bool game_wins_on_board(const struct kw_game *game) {
    return game->family->bank_decided != NULL;
}

/* Takes such seeds from the board and adds them to what each player has won. */
KW_INLINE void game_bank_decided(const struct kw_game *game, struct kw_position *position,
                                 unsigned won[2]) {
    game->family->bank_decided(game->rules, position, won);
}

/* ---- endgame tables -------------------------------------------------------------------------- */

/* The value of an infinite game: see docs/endgame-tables.md. */
enum endgame_cycles {
    ENDGAME_NO_CYCLES,     /* there is none */
    ENDGAME_CYCLES_NAUGHT, /* 0: the values are exact */
    ENDGAME_CYCLES_OPEN    /* it depends on the history: there are two bounds */
};

enum endgame_cycles game_cycles(const struct kw_game *game);

/* How endgame tables number its positions; NULL if the game has none, whatever its options. */
KW_INLINE const struct endgame_layout *game_endgame_layout(const struct kw_game *game) {
    return game->family->endgame;
}

/*
 * What files name a game by: as kw_game_options, but an option whose default has changed is always
 * named, so that no file depends on when it was written, and so are the rules of a text that has
 * no place in games.def: rules=CHECKSUM.  Returns `buffer`.
 */
const char *game_options_as_written(const struct kw_game *game, char buffer[KW_TEXT]);

/* The option whose default has changed, with its former value; NULL: none has. */
KW_INLINE const char *game_option_former(const struct kw_game *game) {
    return game->family->former;
}

/* The game whose id or alias is this one, however it is spelt (text_fold); NULL if none is. */
const struct kw_game *game_spelt(const char *id);

/* Says that there is no game of that name, and which one was perhaps meant. */
void game_set_unknown(const char *name, struct kw_error *error);

/*
 * As kw_game_open, for what a file names: options that it leaves out have their former values, and
 * if it names the checksum of the rules, the game must have it.
 */
struct kw_game *game_open_as_written(const char *id, const char *options, struct kw_error *error);

/* ---- turns as words -------------------------------------------------------------------------- */

/*
 * Writes the moves of a whole turn from this position on as one word; false, and nothing is
 * written, if the game has no such word.
 */
KW_INLINE bool game_word_text(const struct kw_game *game, const struct kw_position *position,
                              const kw_move *list, size_t count, struct text *text) {
    return game->family->word_text != NULL &&
           game->family->word_text(game->rules, position, list, count, text);
}

/* ---- rules compared -------------------------------------------------------------------------- */

/* The rules that something was found out under. */
struct rules_copy {
    bool filled; /* false: it is of none */
    uint64_t digest;
};

/* Whether a game is played by these rules. */
bool rules_copy_holds(const struct rules_copy *copy, const struct kw_game *game);
void rules_copy_set(struct rules_copy *copy, const struct kw_game *game);

/* ---- clauses --------------------------------------------------------------------------------- */

/* The clause that holds among those with the id of the one with this index in the family's list. */
const struct kw_clause *clause_held(const struct kw_game *game, size_t index);

#endif
