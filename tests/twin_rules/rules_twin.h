/*
 * The slow twin of the rule language: a second reader and player of rule texts, written from
 * docs/rules.md alone.  It shares nothing with the library and takes it for granted that a text is
 * valid.  Everything is played seed by seed, in the order in which the manual says it.
 */
#ifndef KOMWE_TESTS_RULES_TWIN_H
#define KOMWE_TESTS_RULES_TWIN_H

#include <stdbool.h>
#include <stddef.h>

enum {
    TWIN_HOLES = 32,
    TWIN_ROWS = 128, /* of one table */
    TWIN_ACTIONS = 16,
    TWIN_CONDITIONS = 16,
    TWIN_COUNTS = 16,
    TWIN_LINE = 512 /* bytes that hold a position, a move or a result */
};

enum twin_player { TWIN_SOUTH, TWIN_NORTH };

/* ---- a text as a list of statements ---------------------------------------------------------- */

/* An option with the value that it has; `number` is set if the value is one. */
struct twin_option {
    char name[64], value[64];
    bool declared; /* by the text itself */
};

/* The statements of a text that hold under its options, in order, those that it extends first. */
struct twin_text {
    char **statement; /* "end own, empty: capture here [capture]" */
    size_t statements;
    struct twin_option *option;
    size_t options;
};

/* The text of a listed game, or NULL; it is not freed. */
typedef const char *twin_find_text(const char *id);

/* Reads a text under options ("pits=3 skip=move"). */
struct twin_text *twin_text_read(const char *text, const char *options, twin_find_text *find);
void twin_text_free(struct twin_text *text);
/* The value of an option; NULL if there is none of that name. */
const char *twin_text_option(const struct twin_text *text, const char *name);
bool twin_text_declares(const struct twin_text *text, const char *name);

/* ---- the rules ------------------------------------------------------------------------------- */

/* A number of seeds: "2 or 4 to 6", "3 or more", "even", "other than 2". */
struct twin_counts {
    int least[TWIN_COUNTS], most[TWIN_COUNTS], ranges;
    bool even, odd, other;
};

enum twin_word {
    /* conditions */
    WORD_ANYWHERE,
    WORD_OWN,
    WORD_OPPONENT,
    WORD_OWN_STORE,
    WORD_OPPONENT_STORE,
    WORD_EMPTY,
    WORD_OCCUPIED,
    WORD_MAKES,
    WORD_HOLDS,
    WORD_FACING,
    WORD_NEXT,
    WORD_BEYOND,
    WORD_PREVIOUS,
    WORD_HOLE,
    WORD_OPENING,
    WORD_FEW,
    WORD_SINGLE,
    WORD_RIGHTMOST,
    WORD_EQUAL,
    WORD_CHANGED,
    WORD_BARE,
    WORD_SWEPT,
    WORD_FREE,
    WORD_CHILD,
    WORD_OPPONENT_CHILD,
    WORD_FACING_CHILD,
    WORD_PREVIOUS_CHILD,
    WORD_SAME_NUMBER_CHILD,
    WORD_FIRST_MOVE,
    WORD_UNPLAYED,
    WORD_PARENT,
    WORD_CROSSED,
    WORD_FIRST,
    WORD_CAPTURED,
    WORD_ROUND,
    WORD_ORIGIN,
    WORD_LAST,
    WORD_EXTRA,
    WORD_CLOCKWISE
};

struct twin_condition {
    enum twin_word word;
    bool not ;
    struct twin_counts counts;
};

struct twin_conditions {
    struct twin_condition list[TWIN_CONDITIONS];
    int count;
};

enum twin_act { ACT_STOP, ACT_AGAIN, ACT_RELAY, ACT_TURN, ACT_TAKE, ACT_MARK, ACT_CLOSE };
enum twin_target {
    TARGET_HERE,
    TARGET_NEXT,
    TARGET_FACING,
    TARGET_FACING_NEXT,
    TARGET_BEYOND,
    TARGET_FACING_BEYOND,
    TARGET_BOTH,
    TARGET_STORE,
    TARGET_PREVIOUS
};
enum twin_to { TO_STORE, TO_OPPONENT, TO_OWNER, TO_HERE, TO_CHILD, TO_HAND };
enum twin_along { ALONG_NOT, ALONG_BACK, ALONG_ON, ALONG_CLOCKWISE, ALONG_EACH };

struct twin_action {
    enum twin_act act;
    bool bank;
    int seeds; /* at most so many; 0: all */
    enum twin_target target;
    enum twin_to to;
    enum twin_along along;
    int most; /* holes of a repetition; 0: any number */
    struct twin_conditions wherever;
};

struct twin_row {
    bool passing; /* not for the last seed of a lap */
    struct twin_conditions when;
    struct twin_action action[TWIN_ACTIONS];
    int actions;
};

struct twin_table {
    struct twin_row row[TWIN_ROWS];
    int rows;
};

enum twin_duty_kind {
    DUTY_FEED,
    DUTY_REACH,
    DUTY_CAPTURE,
    DUTY_NOT_SLAM,
    DUTY_START,
    DUTY_NOT_START,
    DUTY_LAND,
    DUTY_NOT_LAND,
    DUTY_RIGHTMOST,
    DUTY_NOT_UNDO
};

struct twin_duty {
    enum twin_duty_kind kind;
    int number;
    bool empty, possible;
    struct twin_conditions where, from;
};

enum twin_rest {
    REST_OWNER,
    REST_MOVER,
    REST_OPPONENT,
    REST_NOBODY,
    REST_HALVES,
    REST_LEVELLED,
    REST_LAST,
    REST_FIRST,
    REST_DRAW,
    REST_MOVER_WINS,
    REST_OPPONENT_WINS
};

enum twin_over_kind {
    OVER_STUCK,
    OVER_BOTH_STUCK,
    OVER_OWN_EMPTY,
    OVER_OPPONENT_EMPTY,
    OVER_EITHER_EMPTY,
    OVER_LAST_EMPTY,
    OVER_UNFED,
    OVER_STORE,
    OVER_LEFT
};

struct twin_over {
    enum twin_over_kind kind;
    int number; /* of OVER_STORE: 0 for more than half */
    bool childless, fewest;
    enum twin_rest rest;
};

enum twin_way {
    WAY_COUNTERCLOCKWISE,
    WAY_CLOCKWISE,
    WAY_INWARD,
    WAY_OUTWARD,
    WAY_EITHER,
    WAY_OPPOSITE,
    WAY_FIRST_CHOSEN
};
enum twin_stores { STORES_NONE, STORES_CAPTURED, STORES_OWN, STORES_BOTH };
enum twin_ring { RING_BOARD, RING_ROWS, RING_ZIGZAG };
enum twin_skip { SKIP_NOT, SKIP_LAP, SKIP_MOVE };
enum twin_endless { ENDLESS_STOP, ENDLESS_VOID, ENDLESS_LOSES };
enum twin_slam {
    SLAM_TAKES,
    SLAM_TAKES_NOTHING,
    SLAM_GIVES,
    SLAM_LEAVES_LEFT,
    SLAM_LEAVES_RIGHT,
    SLAM_AGAIN
};
enum twin_fill { FILL_ANEW, FILL_LEFT, FILL_RIGHT, FILL_OUTSIDE_IN, FILL_EVEN };
enum twin_begins { BEGINS_IN_TURN, BEGINS_LOSER, BEGINS_WINNER, BEGINS_LAST };

struct twin_rules {
    int columns;
    int start[TWIN_HOLES]; /* in ring order, South's from his left, then North's from his left */
    int total;
    enum twin_stores stores;
    bool stores_left; /* at the left ends of the rows */
    int child;        /* the hole of each side that is a child from the start, from 1; 0: none */
    bool unplayed,
        any_order; /* holes that have been played are marked; each is played once first */
    bool fewest;   /* wins */
    enum twin_ring ring;
    enum twin_way way;
    bool if_odd;
    bool either_at[TWIN_HOLES]; /* by the number of the hole on its side, from 0 */
    int leave, least;
    bool any_hole, closed_loses;
    int laps, limit; /* 0: no bound by laps */
    enum twin_endless endless;
    struct twin_conditions jump[TWIN_ROWS]; /* a hole of which one holds gets no seed */
    int jumps;
    int opening;
    bool opening_has_way;
    enum twin_way opening_way;
    bool swap; /* the second player may change sides */
    int few;
    enum twin_skip skip;
    enum twin_slam slam;
    bool pass;
    struct twin_table end, before, drop, after;
    struct twin_duty duty[TWIN_ROWS];
    int duties;
    struct twin_over over[TWIN_ROWS];
    int overs;
    bool rounds, round_closed;
    enum twin_fill fill;
    enum twin_begins begins;
    int need;
    int repetition; /* 0: none */
    enum twin_rest repetition_rest;
    bool asks_extra;     /* something depends on whether the move is an extra one */
    bool asks_undo;      /* some duty asks for the last move, */
    bool asks_first;     /* some end for who began */
    bool marks, winners; /* some action makes children; some end names a winner */
    bool scores;         /* seeds are counted */
};

/* The rules that the statements of a text come to. */
struct twin_rules *twin_rules_read(const struct twin_text *text);

/* ---- positions ------------------------------------------------------------------------------- */

enum twin_outcome { TWIN_GOES_ON, TWIN_SOUTH_WINS, TWIN_NORTH_WINS, TWIN_DRAW };
enum { TWIN_NOBODY = -1, TWIN_NO_HOLE = -1 };

struct twin_position {
    int seeds[TWIN_HOLES];
    int child[TWIN_HOLES]; /* whose child the hole is, or TWIN_NOBODY */
    bool closed[TWIN_HOLES];
    bool unplayed[TWIN_HOLES]; /* still to be played once */
    int store[2];
    int turn;
    bool extra;   /* the player to move has earned another move */
    int opening;  /* moves that the opening still has; of `swap` it is the first two turns */
    int way[2];   /* of `as first chosen`: 1 counterclockwise, -1 clockwise, 0 not chosen yet */
    int undo;     /* the hole from which a single seed may not be moved back, or TWIN_NO_HOLE */
    int undo_way; /* by this way, or by any if 0 */
    int first;    /* who began the round */
    enum twin_outcome over; /* if the game ended inside a move */
};

struct twin_move {
    bool pass, swap;
    int hole;
    int way;     /* 1 counterclockwise, -1 clockwise */
    bool chosen; /* the player chooses the way, so that the text says it */
};

enum { TWIN_MOVES = 2 * TWIN_HOLES + 1 /* and "swap" */ };

void twin_start(const struct twin_rules *rules, struct twin_position *position);
/* Writes the legal moves and returns how many there are. */
int twin_moves(const struct twin_rules *rules, const struct twin_position *position,
               struct twin_move list[TWIN_MOVES]);
void twin_play(const struct twin_rules *rules, const struct twin_position *position,
               const struct twin_move *move, struct twin_position *next);

/* How a game stands. */
struct twin_result {
    bool over, scored;
    enum twin_rest rest; /* by which it is scored */
    enum twin_outcome outcome;
    int score[2];
};
void twin_result(const struct twin_rules *rules, const struct twin_position *position,
                 struct twin_result *result);
/* The result if the game ends here because the position has come again. */
void twin_repeated(const struct twin_rules *rules, const struct twin_position *position,
                   struct twin_result *result);

/* The start of the next round; false if the match is over. */
bool twin_round(const struct twin_rules *rules, const struct twin_position *ended, int began,
                int moved, struct twin_position *next);

void twin_position_text(const struct twin_rules *rules, const struct twin_position *position,
                        char text[TWIN_LINE]);
void twin_move_text(const struct twin_rules *rules, const struct twin_move *move,
                    char text[TWIN_LINE]);
void twin_result_text(const struct twin_result *result, char text[TWIN_LINE]);

/* ---- what the parts share -------------------------------------------------------------------- */

/* The seeds on a side, but those of children, which belong to their owners. */
int twin_side_seeds(const struct twin_rules *rules, const struct twin_position *position,
                    int player);
/* Whose side a hole lies on. */
int twin_side(const struct twin_rules *rules, int hole);
/* The moves before any duty, whose list the duties narrow; also of the player not to move. */
int twin_free_moves(const struct twin_rules *rules, const struct twin_position *position,
                    int player, struct twin_move list[TWIN_MOVES]);
/* Whether the game is over whoever is to move: then nobody gets another turn. */
bool twin_is_over_for_both(const struct twin_rules *rules, const struct twin_position *position);
/* The moves from holes that the duties leave: without one a player is stuck. */
int twin_due_moves(const struct twin_rules *rules, const struct twin_position *position,
                   struct twin_move list[TWIN_MOVES], bool *unfed);

#endif
