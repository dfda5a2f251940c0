/*
 * How a game is plugged in.
 *
 * A family is one file: a rulebook (clauses, options) and a few small functions.  A listed rule set
 * is a `struct kw_game` with the default rules of the family, named in games.def.
 *
 * Speed without a second copy of the rules: the functions of a family are KW_INLINE and take its
 * rules by pointer.  KW_INSTANCE stamps the hot ones for rules that are compile-time constants;
 * traced play and other option values run the same source with the pointer at run time.
 */
#ifndef KOMWE_GAMES_GAME_H
#define KOMWE_GAMES_GAME_H

#include "base/text.h"
#include "komwe.h"
#include "sow/trace.h"

#include <endian.h>
#include <string.h>

/* What a never-ending move comes to (conventions: option endless.result). */
enum endless { ENDLESS_STOP, ENDLESS_VOID, ENDLESS_LOSES };

/* The beginning of every family's rules. */
struct rules {
    uint8_t rows, columns; /* of the board */
    uint8_t seeds;         /* in play: board, stores and hand */
    bool stores;           /* seeds can lie in stores or a reserve */
    uint8_t endless;       /* enum endless */
    bool majority;         /* a store with more than half of the seeds ends the game */
    bool once;      /* a position that comes again ends the game, not one that does so twice */
    uint32_t limit; /* seeds a relay may sow before it is cut; 0: no relay sowing */
};

enum {
    RULES_SIZE = 256, /* bytes that hold the rules of any family */
    CLAUSES_MAX = 96, /* clauses of a family, those of all options */
    OPTIONS_MAX = 12, /* options of a family */
    VALUE_UNSET = -1  /* an option that was not given */
};

/* Where a position is at fault: a hole, a field or one of these. */
enum { FAULT_STORES = 32, FAULT_TURN = 33, FAULT_WHOLE = 34, FAULT_FIELD = 40 };

/* What is wrong with a position or a text, in the user's terms. */
struct fault {
    unsigned where; /* positions: see above (FAULT_FIELD + i: field i); texts: the column from 1 */
    char text[KW_TEXT];
};

__attribute__((format(printf, 3, 4))) void fault_set(struct fault *fault, size_t where,
                                                     const char *format, ...);

/* The moves that one word of move text stands for, and the columns where they stand in it. */
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

/*
 * A board of two rows as the player to move sees it: his row from its first hole on, then the
 * opponent's.  Holes that the board does not have are empty.
 */
enum { COMPACT_ROW = 8 /* holes of the longest row */ };
struct compact_board {
    uint8_t hole[2 * COMPACT_ROW];
};

/* A move, and what it leads to as who moves next sees it. */
struct compact_move {
    struct compact_board seen;
    uint8_t hole; /* the move is to sow it */
    uint8_t gain; /* seeds won */
    bool again;   /* the same player moves */
};

struct family {
    /*
     * REQUIRED: the clauses in the order of their indices.  What differs from rule set to rule set
     * or changes with an option is told by several clauses with the same id, one of which holds;
     * moves and refusals may cite any of them, and the one that holds is shown.
     */
    const struct kw_clause *clauses;
    size_t clause_count;
    /* OPTIONAL: whether a clause is part of these rules; NULL: all are. */
    bool (*clause_holds)(const struct rules *rules, size_t index);

    const struct kw_option *options; /* REQUIRED if option_count > 0 */
    size_t option_count;
    /* OPTIONAL: whether a rule set (given by its default rules) has this option; NULL: all have. */
    bool (*option_holds)(const struct rules *rules, size_t index);
    /*
     * REQUIRED: makes rules of option values.  `rules` holds the default rules of the rule set; a
     * choice's value is its index, VALUE_UNSET an option that was not given.
     */
    void (*configure)(struct rules *rules, const int32_t *values);
    /*
     * OPTIONAL: why values (as for configure) cannot stand together, a sentence without its full
     * stop, or NULL if they can; NULL: all can.
     */
    const char *(*clash)(const int32_t *values);
    /* REQUIRED if option_count > 0, the reverse: the value that an option has under these rules. */
    int32_t (*value)(const struct rules *rules, size_t option);
    size_t rules_size;
    /*
     * OPTIONAL: the option whose default has changed, with the value that files mean which do not
     * name it, as kw_game_open reads it; NULL: none has.
     */
    const char *former;

    char marks[2];   /* letters of the first and the second mark, NUL: none */
    bool both_marks; /* a hole can bear both */
    const struct field *fields;
    size_t field_count;
    const char *own_name[2]; /* the fields that own[0] and own[1] of a position are written as */
    bool own_is_hole[2];     /* own[i] holds a hole + 1 (to be mirrored) */
    bool reserves;           /* stores hold seeds still to be played, which matter to the value */
    bool acyclic;            /* no position can come again */

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
     * OPTIONAL: takes from the board what is won for good, where neither that nor how much it is
     * matters to the rest of the game, and adds it to what each player has won.  NULL: what is won
     * lies in the stores.
     */
    void (*bank_decided)(const struct rules *rules, struct kw_position *position, unsigned won[2]);
    /* REQUIRED: play with a trace. */
    void (*trace)(const struct rules *rules, const struct kw_position *position, kw_move move,
                  struct kw_position *next, struct trace *trace);
    /* OPTIONAL: NULL: moves + play. */
    size_t (*children)(const struct rules *rules, const struct kw_position *position,
                       struct kw_child *list, size_t capacity);
    /*
     * OPTIONAL, where a position is a board, stores and a turn, the board turned round is played
     * alike, and each seed is won by somebody in the end: the moves of a board with rows of at most
     * COMPACT_ROW holes, in the order of kw_moves; 0 if the game is over.  NULL: there is none
     * such.
     */
    size_t (*expand_compact)(const struct rules *rules, const struct compact_board *seen,
                             struct compact_move list[COMPACT_ROW]);
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
     * alone stands for any move from it.
     */
    bool (*move_read)(const struct rules *rules, const struct kw_position *position,
                      const char *text, bool loose, kw_move *move, struct fault *fault);
    /*
     * OPTIONAL: reads a word that stands for several moves; returns false if it cannot be read, and
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

/* The hot functions.  Lists are as for kw_moves, but `capacity` is at least KW_MOVES. */
typedef size_t moves_function(const struct rules *rules, const struct kw_position *position,
                              kw_move *list, size_t capacity);
typedef size_t count_function(const struct rules *rules, const struct kw_position *position);
typedef void play_function(const struct rules *rules, const struct kw_position *position,
                           kw_move move, struct kw_position *next);
/* The number of legal moves after each move of the list, all added up: two plies of perft. */
typedef uint64_t leaves_function(const struct rules *rules, const struct kw_position *position,
                                 const kw_move *list, size_t length);

struct kw_game {
    const struct family *family;
    const struct kw_info *info;
    const struct rules *rules;
    moves_function *moves;
    count_function *count;
    play_function *play;
    leaves_function *leaves;
    const struct kw_game *general; /* the same rule set with rules at run time */
    const struct kw_game *listed;  /* what it was opened from, or NULL: it is listed itself */
};

/*
 * Stamps the hot functions NAME_fast_moves, _count, _play and _leaves for RULES (an expression of
 * type `const struct rules *`, where `rules` is the argument) from the KW_INLINE functions
 * FAMILY_moves and so on, which take rules.  Where the library has to be small (KW_SMALL), the
 * leaves are counted by the other three.
 */
#if defined(KW_SMALL)
#define KW_LEAVES_PLAY(name, family, RULES) name##_fast_play(rules, position, list[i], &next)
#define KW_LEAVES_COUNT(name, family, RULES) name##_fast_count(rules, &next)
#else
#define KW_LEAVES_PLAY(name, family, RULES) family##_play(RULES, position, list[i], &next, NULL)
#define KW_LEAVES_COUNT(name, family, RULES) family##_count(RULES, &next)
#endif
#define KW_INSTANCE(name, family, RULES)                                                           \
    static size_t name##_fast_moves(const struct rules *rules, const struct kw_position *position, \
                                    kw_move *list, size_t capacity) {                              \
        (void)rules;                                                                               \
        return family##_moves(RULES, position, list, capacity);                                    \
    }                                                                                              \
    static size_t name##_fast_count(const struct rules *rules,                                     \
                                    const struct kw_position *position) {                          \
        (void)rules;                                                                               \
        return family##_count(RULES, position);                                                    \
    }                                                                                              \
    static void name##_fast_play(const struct rules *rules, const struct kw_position *position,    \
                                 kw_move move, struct kw_position *next) {                         \
        (void)rules;                                                                               \
        family##_play(RULES, position, move, next, NULL);                                          \
    }                                                                                              \
    static uint64_t name##_fast_leaves(const struct rules *rules,                                  \
                                       const struct kw_position *position, const kw_move *list,    \
                                       size_t length) {                                            \
        uint64_t leaves = 0;                                                                       \
        (void)rules;                                                                               \
        for (size_t i = 0; i < length; i++) {                                                      \
            struct kw_position next;                                                               \
            KW_LEAVES_PLAY(name, family, RULES);                                                   \
            leaves += KW_LEAVES_COUNT(name, family, RULES);                                        \
        }                                                                                          \
        return leaves;                                                                             \
    }

#define KW_FUNCTIONS(name)                                                                         \
    .moves = name##_fast_moves, .count = name##_fast_count, .play = name##_fast_play,              \
    .leaves = name##_fast_leaves

/*
 * Once a family, before its rule sets: the functions for rules read at run time, and the traced
 * play.
 */
#define KW_GENERAL(family)                                                                         \
    KW_INSTANCE(family##_general, family, rules)                                                   \
    static void family##_trace(const struct rules *rules, const struct kw_position *position,      \
                               kw_move move, struct kw_position *next, struct trace *trace) {      \
        family##_play(rules, position, move, next, trace);                                         \
    }

/*
 * A listed rule set NAME, as games.def names it: its functions are stamped for RULES, the address
 * of a constant; FAMILY is the prefix of its functions and of FAMILY_family.
 */
#define KW_RULE_SET(name, FAMILY, INFO, RULES)                                                     \
    KW_INSTANCE(name, FAMILY, RULES)                                                               \
    KW_LISTED(name, FAMILY, INFO, RULES, name)

/*
 * The same for one of many rule sets of a family: where the library has to be small (KW_SMALL) it
 * shares the functions for rules read at run time.
 */
#if defined(KW_SMALL)
#define KW_RULE_SET_OF_MANY(name, FAMILY, INFO, RULES)                                             \
    KW_LISTED(name, FAMILY, INFO, RULES, FAMILY##_general)
#else
#define KW_RULE_SET_OF_MANY(name, FAMILY, INFO, RULES) KW_RULE_SET(name, FAMILY, INFO, RULES)
#endif

#define KW_LISTED(name, FAMILY, INFO, RULES, FUNCTIONS)                                            \
    static const struct kw_game name##_with_options = {                                            \
        .family = &FAMILY##_family, .info = INFO, .rules = RULES, KW_FUNCTIONS(FAMILY##_general)}; \
    const struct kw_game KW_KERNEL_NAME(game_##name) = {.family = &FAMILY##_family,                \
                                                        .info = INFO,                              \
                                                        .rules = RULES,                            \
                                                        KW_FUNCTIONS(FUNCTIONS),                   \
                                                        .general = &name##_with_options}

/* ---- what the families share ---------------------------------------------------------------- */

/* The lists of literature and names are ended by these. */
#define KW_END_NAMES                                                                               \
    { NULL, NULL, NULL }

/* The options on moves that do not end, for a family's list. */
#define KW_OPTION_LIMIT                                                                            \
    {                                                                                              \
        .name = "endless.limit",                                                                   \
        .text = "seeds that one move may sow, since its last capture, before a relay is cut",      \
        .min = 1, .max = 100000, .clause = "never-ending"                                          \
    }
#define KW_OPTION_ENDLESS                                                                          \
    {                                                                                              \
        .name = "endless.result",                                                                  \
        .text =                                                                                    \
            "what a never-ending move comes to: it stops, the game is void, or its player loses",  \
        .choices = kw_endless_choices, .clause = "endless"                                         \
    }
extern const char *const kw_endless_choices[]; /* in the order of enum endless */
extern const char *const kw_yes_no[];          /* no, yes */

/*
 * The clauses on them.  Three stand for the result, in the order of enum endless, the first at the
 * index ENDLESS; which moves are never-ending is told apart, by KW_NEVER_ENDING or the family.
 */
#define KW_CLAUSES_ENDLESS                                                                         \
    [ENDLESS +                                                                                     \
        ENDLESS_STOP] = {"endless",                                                                \
                         "A never-ending move stops where it is: the last seed lies where "        \
                         "it fell, nothing is captured, and the turn passes.",                     \
                         KW_READING},                                                              \
        [ENDLESS +                                                                                 \
            ENDLESS_VOID] = {"endless",                                                            \
                             "A never-ending move makes the game void: it ends at once as a "      \
                             "draw.",                                                              \
                             KW_READING},                                                          \
        [ENDLESS + ENDLESS_LOSES] = {                                                              \
            "endless", "A never-ending move ends the game at once: its player loses.", KW_READING}
#define KW_NEVER_ENDING                                                                            \
    {                                                                                              \
        "never-ending",                                                                            \
            "A move is never-ending if it has sown more seeds than the limit when a lap ends and " \
            "calls for another one.",                                                              \
            KW_READING                                                                             \
    }

/* Sets limit and result of never-ending moves from option values. */
void rules_endless(struct rules *rules, int32_t limit, int32_t result);

/*
 * Whether a value is what the stores hold and what the board is worth: seeds are counted, and no
 * end depends on how many the stores hold.
 */
KW_INLINE bool game_linear(const struct kw_game *game) {
    const struct rules *rules = game->rules;
    return game->info->counts_seeds && rules->endless == ENDLESS_STOP && !rules->majority;
}

/* The outcome of a never-ending move of this player, KW_GOING_ON if it just stops. */
KW_INLINE unsigned endless_outcome(const struct rules *rules, unsigned player) {
    return rules->endless == ENDLESS_STOP   ? KW_GOING_ON
           : rules->endless == ENDLESS_VOID ? KW_DRAW
           : player == KW_SOUTH             ? KW_NORTH_WINS
                                            : KW_SOUTH_WINS;
}

/* Lists those of a row's holes whose bit is set, without branches, and returns how many there are.
 */
KW_INLINE size_t list_holes(const struct rules *rules, unsigned player, uint32_t playable,
                            kw_move *list) {
    unsigned first = player == KW_SOUTH ? 0 : rules->columns;
    size_t n = 0;
    for (unsigned i = 0; i < rules->columns; i++) {
        list[n] = first + i;
        n += playable >> i & 1;
    }
    return n;
}

/* The field hand=N, 1 to all seeds, for a family's list. */
#define KW_FIELD_HAND                                                                              \
    { "hand", hand_write, hand_read, NULL }
void hand_write(const struct rules *rules, const struct kw_position *position, struct text *text);
bool hand_read(const struct rules *rules, const char *value, struct kw_position *position);

/* The field over=S|N|draw of games with relay sowing. */
extern const struct field kw_field_over;
void over_write(const struct rules *rules, const struct kw_position *position, struct text *text);
bool over_read(const struct rules *rules, const char *value, struct kw_position *position);

/* The last eight bytes of a position. */
struct scalars {
    unsigned store[2], turn, phase, over, hand, own[2]; /* each 0..255 */
};

/*
 * Writes what follows the holes of a position in whole words: a word read back from bytes that were
 * written one by one would wait for all of them.  For the same reason the words are put together in
 * registers, and not by way of the struct's bytes.
 */
KW_INLINE void position_scalars(struct kw_position *position, uint32_t mark, uint32_t mark2,
                                struct scalars s) {
    uint32_t first = s.store[0] | s.store[1] << 8 | s.turn << 16 | s.phase << 24;
    uint32_t last = s.over | s.hand << 8 | s.own[0] << 16 | s.own[1] << 24;
    uint64_t word = htole64(first | (uint64_t)last << 32);
    position->mark = mark;
    position->mark2 = mark2;
    memcpy((char *)position + offsetof(struct kw_position, store), &word, sizeof word);
}

/* Move text of games whose moves are the name of a hole, or "pass". */
void hole_move_text(const struct rules *rules, const struct kw_position *position, kw_move move,
                    struct text *text);
bool hole_move_read(const struct rules *rules, const struct kw_position *position, const char *text,
                    bool loose, kw_move *move, struct fault *fault);

/* The sum of the holes of a mask. */
unsigned seeds_in(const struct kw_position *position, uint32_t holes);

/* The holes of a player's row (two rows) or rows (four rows). */
uint32_t holes_of(const struct rules *rules, unsigned player);

/* The ring index of a place of the printed board; see kw_hole_at. */
unsigned hole_printed(const struct rules *rules, unsigned row, unsigned column);

/* Writes a hole's name; reads one at the beginning of `text` and returns its length, 0 if none. */
void hole_text(const struct rules *rules, unsigned hole, struct text *text);
size_t hole_read(const struct rules *rules, const char *text, unsigned *hole);

/* Fills in the result of a game that counts seeds. */
void result_score(struct kw_result *result, unsigned south, unsigned north);

/* The same if each player has what is in his store and in his own row. */
void result_rows(const struct rules *rules, const struct kw_position *position,
                 struct kw_result *result);

/* True, with the result, if the position says that the game ended inside a move. */
bool result_over(const struct kw_position *position, struct kw_result *result);

/* Fills in a reason and returns true, for the families' refuse functions. */
bool reason_set(struct kw_reason *reason, const struct kw_clause *clause, const char *text,
                unsigned hole, unsigned count);

/*
 * What files name a game by: as kw_game_options, but an option whose default has changed is always
 * named, so that no file depends on when it was written.  Returns `buffer`.
 */
const char *game_options_filed(const struct kw_game *game, char buffer[KW_TEXT]);

/* As kw_game_open, for what a file names: options that it leaves out have their former values. */
struct kw_game *game_open_filed(const char *id, const char *options, struct kw_error *error);

/* The clause that holds among those with the id of the one cited. */
const struct kw_clause *clause_held(const struct kw_game *game, const struct kw_clause *cited);

/* Reads a whole number without leading zeros that ends at `end`; false if it is none or > max. */
bool number_read(const char *text, const char *end, uint32_t max, uint32_t *number);

#endif
