/*
 * What a family of games provides: its rulebook, its rules at work, its texts and its properties.
 * For the author of a family, and for the two floors that call these functions: src/games itself
 * and src/notation.  Upper floors use games/game.h.
 */
#ifndef KOMWE_GAMES_FAMILY_H
#define KOMWE_GAMES_FAMILY_H

#include "base/text.h"
#include "games/rules.h"
#include "games/setup.h"
#include "komwe/explain.h"
#include "sow/trace.h"

enum {
    OPTIONS_MAX = 12, /* options of a family */
    VALUE_UNSET = -1  /* an option that was not given */
};

enum { OWN_HOLE = 63 /* bits of own[i] of a position that hold a hole + 1 */ };

/* Where a position is at fault: a hole, a field or one of these. */
enum { FAULT_STORES = 32, FAULT_TURN = 33, FAULT_WHOLE = 34, FAULT_FIELD = 40 };

/* What is wrong with a position or a text, in the user's terms. */
struct fault {
    unsigned where; /* positions: see above (FAULT_FIELD + i: field i); texts: the column from 1 */
    char text[KW_TEXT];
};

__attribute__((format(printf, 3, 4))) void fault_set(struct fault *fault, size_t where,
                                                     const char *format, ...);

/* The moves that one word of move text means, and their columns in it. */
struct word {
    kw_move move[KW_TURN_STEPS];
    unsigned column[KW_TURN_STEPS];
    size_t count;
};

/* Adds a move; false if there are too many. */
bool word_add(struct word *word, kw_move move, size_t column);

/* One of a family's own position fields, written in the order of the family's list. */
struct field {
    const char *name;
    /* Writes the value, or nothing if it is the default. */
    void (*write)(const struct rules *rules, const struct kw_position *position, struct text *text);
    /* Reads the value; false if it is out of range. */
    bool (*read)(const struct rules *rules, const char *value, struct kw_position *position);
    /* Where such a field makes sense; NULL: everywhere. */
    bool (*holds)(const struct rules *rules);
};

/* Which second state a hole has in endgame tables, besides holding its seeds. */
enum endgame_marks {
    ENDGAME_UNMARKED,     /* none; positions with marks have no number */
    ENDGAME_OCCUPIED,     /* any hole with seeds may bear the first mark */
    ENDGAME_WON_AND_THREE /* what holes with the first mark hold, four, is won: they count as empty;
                             a hole of three may bear the second mark */
};

/* How the positions of a family are numbered in endgame tables: tables/endgame_index.h. */
struct endgame_layout {
    enum endgame_marks marks;
    /*
     * The options on which the value of the seeds that are left does not depend; NULL at the end.
     */
    const char *irrelevant[3];
};

struct compact_board;
struct compact_move;

struct family {
    /*
     * REQUIRED: the clauses in the order of their indices, fewer than KW_CLAUSES.  What differs
     * from rule set to rule set or changes with an option is said by several clauses with the same
     * id, one after the other, one of which holds; moves and refusals may cite any of them, and the
     * one that holds is shown.
     */
    const struct kw_clause *clauses;
    size_t clause_count;
    const char *const *swahili;  /* OPTIONAL: what each clause says in Swahili, or NULL */
    const char *const *standard; /* OPTIONAL: the standard sentences of each, or NULL */
    const char *const *places;   /* OPTIONAL: where each clause stands, or NULL: kw_clause_place */
    /* OPTIONAL: whether a clause is part of these rules; NULL: all are. */
    bool (*clause_holds)(const struct rules *rules, size_t index);

    const struct kw_option *options; /* REQUIRED if option_count > 0 */
    size_t option_count;
    /* REQUIRED if option_count > 0: the value that an option has under these rules. */
    int32_t (*value)(const struct rules *rules, size_t option);
    size_t rules_size;
    /*
     * OPTIONAL: the option whose default has changed, with the value that files mean which do not
     * name it, as kw_game_open reads it; NULL: none has.
     */
    const char *former;

    char marks[2];             /* letters of the first and the second mark, NUL: none */
    const char *mark_names[2]; /* what a hole that bears them is: "a house" */
    bool both_marks;           /* a hole can bear both */
    char both_letter;          /* the letter of a hole that bears both; NUL: the two letters */
    const char *both_name;     /* what such a hole is, if it has a letter of its own */
    bool marks_of_players;     /* the first mark is South's, the second North's */
    const struct field *fields;
    size_t field_count;
    const char *own_name[2]; /* the fields that own[0] and own[1] of a position are written as */
    /* Says what a move has changed in own[0] or own[1], of a KW_EVENT_FIELD; NULL: there is none.
     */
    void (*field_text)(const struct rules *rules, const struct kw_event *event, struct text *text);
    bool own_is_hole[2]; /* the OWN_HOLE bits of own[i] hold a hole + 1 (to be mirrored) */

    /*
     * Properties of all rule sets of the family, which upper floors read by the functions of
     * games/game.h.  What differs between its rule sets is a field of their `struct rules`.
     */

    bool reserves;     /* stores hold seeds still to be played, which matter to the value */
    bool asks_stores;  /* what happens, or the value of seeds left, depends on the stores */
    bool fewest_win;   /* who has fewer seeds wins */
    bool sides_differ; /* a board is not played alike with South and North exchanged */
    bool acyclic;      /* no position can come again */
    bool narrow_wins;  /* a win can be narrow: kw_result */
    bool many_moves;   /* there can be more than KW_MOVES of them: `children` lists them */
    struct kw_move_forms forms;           /* REQUIRED: what its moves can hold */
    const struct endgame_layout *endgame; /* OPTIONAL: how tables number its positions */
    const struct setup *setup;            /* OPTIONAL: its setup turns; NULL: it has none */
    /*
     * OPTIONAL: whether the board seen in a mirror, each player's right hand his left one, is
     * played alike; NULL: it never is.
     */
    bool (*reflects)(const struct rules *rules);

    void (*start)(const struct rules *rules, struct kw_position *position); /* REQUIRED */
    /*
     * OPTIONAL: false if the position is impossible; of several holes at fault it names the first
     * in the order of the printed board.  Totals have been checked already.  NULL: none is
     * impossible.
     */
    bool (*check)(const struct rules *rules, const struct kw_position *position,
                  struct fault *fault);
    /* REQUIRED: true if the game is over, with its outcome and score. */
    bool (*state)(const struct rules *rules, const struct kw_position *position,
                  struct kw_result *result);
    /* OPTIONAL: the score at a third occurrence; NULL: seeds left go to the owner of their row. */
    void (*repeated)(const struct rules *rules, const struct kw_position *position,
                     struct kw_result *result);
    /*
     * OPTIONAL: the start of the round after one with that result; false if the match is over, with
     * the outcome of the match in the result.  NULL: a game is a match of its own.
     */
    bool (*round_next)(const struct rules *rules, const struct kw_round *round,
                       struct kw_result *result, struct kw_position *next);
    /*
     * OPTIONAL: takes from the board what is won for good, where neither that nor how much it is
     * matters to the rest of the game, and adds it to what each player has won.  NULL: what is won
     * lies in the stores.
     */
    void (*bank_decided)(const struct rules *rules, struct kw_position *position, unsigned won[2]);
    /*
     * OPTIONAL: the seeds in marked holes that are a player's as soon as they fall there; NULL: of
     * such seeds `bank_decided` knows.
     */
    unsigned (*held)(const struct rules *rules, const struct kw_position *position,
                     unsigned player);
    /* REQUIRED: play with a trace. */
    void (*trace)(const struct rules *rules, const struct kw_position *position, kw_move move,
                  struct kw_position *next, struct trace *trace);
    /* REQUIRED if many_moves, where moves share their sowing; NULL: moves + play. */
    size_t (*children)(const struct rules *rules, const struct kw_position *position,
                       struct kw_child *list, size_t capacity);
    /* OPTIONAL: the moves of a board as its mover sees it; see games/compact_board.h. */
    size_t (*expand_compact)(const struct rules *rules, const struct compact_board *board,
                             struct compact_move *list);
    /* REQUIRED: true with a reason if the move is not legal. */
    bool (*explain_illegal)(const struct rules *rules, const struct kw_position *position,
                            kw_move move, struct kw_reason *reason);
    /* OPTIONAL: true with a reason if a rule narrows the choice; NULL: none ever does. */
    bool (*constraint)(const struct rules *rules, const struct kw_position *position,
                       struct kw_reason *reason);
    /* REQUIRED: the text of a move. */
    void (*move_text)(const struct rules *rules, const struct kw_position *position, kw_move move,
                      struct text *text);
    /*
     * REQUIRED: reads the text of one move, which need not be legal.  With `loose`, a hole's name
     * alone means any move from it.
     */
    bool (*move_read)(const struct rules *rules, const struct kw_position *position,
                      const char *text, bool loose, kw_move *move, struct fault *fault);
    /*
     * OPTIONAL: reads a word that means several moves; returns false if it cannot be read, and
     * leaves fault->where at 0 if it is not such a word.  NULL: there is none.
     */
    bool (*word_read)(const struct rules *rules, const struct kw_position *position,
                      const char *text, struct word *word, struct fault *fault);
    /*
     * OPTIONAL: writes the moves of a whole turn from this position on as such a word; false, and
     * nothing is written, if there is none.  NULL: there is none.
     */
    bool (*word_text)(const struct rules *rules, const struct kw_position *position,
                      const kw_move *list, size_t count, struct text *text);
};

#endif
