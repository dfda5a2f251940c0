/**
 * @file
 * libkomwe: mancala games as the old sources describe them, by their exact rules.
 *
 * The whole public interface.  It needs libc alone and compiles as C11 and as C++17.
 *
 * OWNERSHIP: the caller owns all memory, except what a function whose name ends in _open or _new
 * returns: that is given back with the matching _close or _free.
 * ERRORS: the library never prints, never exits and never reads the environment.  A call that can
 * fail says so in its return value and, where it takes a `struct kw_error *`, fills it in (it may
 * be NULL if the caller does not want to know).  Broken preconditions are asserts in debug builds.
 * THREADS: there is no mutable global state.  A `struct kw_game` is immutable and may be shared by
 * any number of threads; every other object may be used by one thread at a time.
 * Unless a declaration says otherwise, its function is thread-safe in this sense.
 */
#ifndef KOMWE_H
#define KOMWE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks what the shared library exports. */
#if defined(__GNUC__)
#define KW_API __attribute__((visibility("default")))
#else
#define KW_API
#endif

/** The version of the library, "0.1.0". */
KW_API const char *kw_version(void);

/* ---- sizes -------------------------------------------------------------------------------- */

enum {
    KW_HOLES = 32,      /**< holes of the largest board */
    KW_TEXT = 512,      /**< bytes that hold any single text the library writes, NUL included */
    KW_MOVES = 64,      /**< legal moves of any position of any game but Bulto (see kw_moves) */
    KW_TURN_STEPS = 68, /**< moves that one word of move text can stand for (Kiothi's first turn) */
    KW_DRAWING = 4096,  /**< bytes that hold any drawing of a board, NUL included */
    KW_PLIES = 1000000  /**< plies of a session, so that a game without end needs bounded memory */
};

/* ---- errors ------------------------------------------------------------------------------- */

/** What went wrong. */
enum kw_code {
    KW_OK = 0,         /**< nothing */
    KW_UNKNOWN_GAME,   /**< no rule set of that name */
    KW_UNKNOWN_OPTION, /**< the rule set has no such option */
    KW_BAD_VALUE,      /**< an option's value is out of range or malformed */
    KW_BAD_POSITION,   /**< a position's text cannot be read, or the position is impossible */
    KW_BAD_MOVE,       /**< a move's text cannot be read */
    KW_ILLEGAL_MOVE,   /**< the move is not legal here */
    KW_TOO_LONG,       /**< the game has had KW_PLIES plies */
    KW_BAD_RECORD,     /**< a record cannot be read, or something cannot stand in one */
    KW_NO_MEMORY,      /**< there is not enough memory */
    KW_NO_FILE,        /**< a file or folder cannot be read or written */
    KW_BAD_TABLE,      /**< a file is not an endgame table, or it is damaged */
    KW_STOPPED         /**< who was asked whether to go on said no */
};

/** Why a call failed. */
struct kw_error {
    enum kw_code code;     /**< after a failure KW_OK only where a declaration says so */
    size_t line;           /**< of a text of several lines, from 1; else 1 */
    size_t column;         /**< of the first byte at fault, from 1; 1 where the whole text is */
    char message[KW_TEXT]; /**< one sentence in the player's terms, without a full stop */
};

/* ---- positions ---------------------------------------------------------------------------- */

/**
 * A position of any rule set: 48 bytes, copied by value, never unmade.  Unused bytes are zero, so
 * positions compare and hash as bytes.
 *
 *      0                               32      36      40    42    43     44    45    46
 *      +-------------------------------+-------+-------+-----+-----+------+-----+-----+-----+
 *      | hole[32], seeds in ring order | mark  | mark2 |store| turn| phase| over| hand| own |
 *      +-------------------------------+-------+-------+-----+-----+------+-----+-----+-----+
 *
 * Two-row boards with n holes a side: holes 0..n-1 are South's from his left, n..2n-1 North's from
 * his left, which is the ring counterclockwise.
 * Four-row boards with n holes a row: South's ring is 0..2n-1, clockwise as he sees it: his front
 * row from left to right, then his back row from right to left; North's is 16..16+2n-1 likewise.
 */
struct kw_position {
    uint8_t hole[KW_HOLES]; /**< seeds */
    uint32_t mark;          /**< bit i: hole i bears the game's first mark (b h k u) */
    uint32_t mark2;         /**< bit i: hole i bears the game's second mark (m t) */
    uint8_t store[2];       /**< seeds captured, or in reserve: South's, North's */
    uint8_t turn;           /**< who is to move: enum kw_player */
    uint8_t phase;          /**< 1 in Kiothi's placing, else 0 */
    uint8_t over;           /**< enum kw_outcome, if the game ended inside a move */
    uint8_t hand;           /**< seeds in the hand */
    uint8_t own[2]; /**< Kiothi: lifts, last hole + 1; Bao: hole that must be taken + 1, 0 */
};

/** The players: South sits at the lower side of the printed board. */
enum kw_player { KW_SOUTH = 0, KW_NORTH = 1 };

/** Who has won. */
enum kw_outcome { KW_GOING_ON = 0, KW_SOUTH_WINS = 1, KW_NORTH_WINS = 2, KW_DRAW = 3 };

/* ---- moves -------------------------------------------------------------------------------- */

/**
 * A move.  It can also hold one that is not legal, so that it can be refused with a reason.
 *
 *      bits  0..4    hole         5 bits   where it starts, or the hole placed in
 *            5..7    kind         3 bits   enum kw_kind
 *            8       reverse      1 bit    0: along the ring, 1: against it.  (Planting that
 *                                          captures: the direction of the sowing that follows.)
 *            9       plus         1 bit    Bao: plays on from the house; Bulto: refuses all chances
 *           10..31   number      22 bits   Kiothi: warriors taken; Bulto: chance taken, from 1
 */
typedef uint32_t kw_move;

/** What a move does. */
enum kw_kind {
    KW_SOW = 0,   /**< lift a hole and sow it */
    KW_PASS = 1,  /**< no legal move, but the opponent has one */
    KW_LIFT = 2,  /**< Kiothi's first turn: lift a boma */
    KW_PLACE = 3, /**< Kiothi's first turn: place a warrior */
    KW_KEEP = 4,  /**< Kiothi's first turn: lift nothing */
    KW_PLANT = 5  /**< Bao: a seed from the reserve */
};

/** A move of these parts: hole 0..31, number 0..4194303.  It need not be legal. */
static inline kw_move kw_move_make(enum kw_kind kind, unsigned hole, bool reverse, bool plus,
                                   uint32_t number) {
    return (kw_move)(hole | (uint32_t)kind << 5 | (uint32_t)reverse << 8 | (uint32_t)plus << 9 |
                     number << 10);
}
/** Its hole, 0..31. */
static inline unsigned kw_move_hole(kw_move move) { return move & 31u; }
/** Its kind. */
static inline enum kw_kind kw_move_kind(kw_move move) { return (enum kw_kind)(move >> 5 & 7u); }
/** True if it goes against the ring. */
static inline bool kw_move_reverse(kw_move move) { return (move >> 8 & 1u) != 0; }
/** True if it bears the plus. */
static inline bool kw_move_plus(kw_move move) { return (move >> 9 & 1u) != 0; }
/** Its number, 0..4194303. */
static inline uint32_t kw_move_number(kw_move move) { return move >> 10; }

/* ---- rule sets ---------------------------------------------------------------------------- */

/** A rule set together with the values of its options.  Immutable. */
struct kw_game;

/** What a clause rests on. */
enum kw_basis {
    KW_SOURCE = 0, /**< the source says it */
    KW_READING = 1 /**< the source is silent or can be read two ways: this is how we read it */
};

/** One rule, as `komwe rules` prints it and as every event of a move and every refusal cites it. */
struct kw_clause {
    const char *id;      /**< "capture": a word, unique among those that hold */
    const char *text;    /**< one sentence; under another value of an option it can be another */
    enum kw_basis basis; /**< who says it */
};

/** Something about the rules that can be chosen. */
struct kw_option {
    const char *name;           /**< as in "corner=run" */
    const char *text;           /**< what it changes, one sentence */
    const char *const *choices; /**< the values it takes, NULL at the end; NULL: a whole number */
    int32_t min;                /**< of a whole number */
    int32_t max;                /**< of a whole number */
    const char *clause; /**< the id of the clause it changes, which holds whatever its value */
};

/** A name or a term of a game. */
struct kw_name {
    const char *name;     /**< "nyumba" */
    const char *language; /**< "Swahili" */
    const char *meaning;  /**< "" where none is known */
};

/** What is known of a rule set.  All pointers are to constant data that is never freed. */
struct kw_info {
    const char *id;                /**< "kiothi" */
    const char *alias;             /**< another id that finds it, or NULL */
    const char *name;              /**< "Kiothi" */
    const char *summary;           /**< one sentence */
    const char *where;             /**< who plays it, and where */
    const char *source;            /**< the source of the rules, one line */
    const char *const *literature; /**< further works, NULL at the end */
    const struct kw_name *names;   /**< names and terms, ended by one whose name is NULL */
    unsigned rows;                 /**< of the board: 2 or 4 */
    unsigned columns;              /**< of the board: 2 x 10, 4 x 8 */
    bool counts_seeds;             /**< the score decides; else win, draw or loss alone */
};

/** The listed rule sets (26): 0 <= index < kw_game_count().  Never freed; default options. */
KW_API size_t kw_game_count(void);
/** The rule set at that place of the list. */
KW_API const struct kw_game *kw_game_at(size_t index);

/** The rule set of that id or alias with default options, or NULL.  Never freed. */
KW_API const struct kw_game *kw_game_find(const char *id);

/**
 * A rule set with options: "corner=run width=8", separated by spaces or commas; the last value of
 * an option counts; NULL or "" for the defaults.  Returns NULL and fills `error` if the game,
 * an option or a value is unknown (`column` is that in `options`), or if two values cannot stand
 * together (KW_BAD_VALUE, `column` is 1).  Give it back with kw_game_close.
 */
KW_API struct kw_game *kw_game_open(const char *id, const char *options, struct kw_error *error);
KW_API void kw_game_close(struct kw_game *game); /**< NULL is allowed */

/**
 * The code that sows.  All kernels play the same moves; PLAIN drops seeds one by one and is there
 * to prove the others right.  kw_game_open and kw_game_find take the fastest for this machine.
 */
enum kw_kernel { KW_KERNEL_PLAIN = 0, KW_KERNEL_VECTOR = 1, KW_KERNEL_V3 = 2 };

/** As kw_game_open, with that kernel; NULL with KW_BAD_VALUE if this machine or build lacks it. */
KW_API struct kw_game *kw_game_open_kernel(const char *id, const char *options,
                                           enum kw_kernel kernel, struct kw_error *error);

/** What is known of the rule set; its board is that of the defaults (see kw_game_columns). */
KW_API const struct kw_info *kw_game_info(const struct kw_game *game);
KW_API unsigned kw_game_columns(const struct kw_game *game); /**< with its options */

/** The clauses that hold under its options: 0 <= index < kw_clause_count. */
KW_API size_t kw_clause_count(const struct kw_game *game);
/** The clause at that place of the list; lives as long as the game. */
KW_API const struct kw_clause *kw_clause_at(const struct kw_game *game, size_t index);

/** The options of a rule set: 0 <= index < kw_option_count. */
KW_API size_t kw_option_count(const struct kw_game *game);
/** The option at that place of the list; never freed. */
KW_API const struct kw_option *kw_option_at(const struct kw_game *game, size_t index);

/** Writes the value that option `index` has in this game, as text; returns `text`. */
KW_API const char *kw_option_value(const struct kw_game *game, size_t index, char text[KW_TEXT]);

/** Writes the value that it has where no options are given, as text; returns `text`. */
KW_API const char *kw_option_default(const struct kw_game *game, size_t index, char text[KW_TEXT]);

/** The options that change a clause of the game: number `index` of them, NULL after the last. */
KW_API const struct kw_option *kw_clause_option(const struct kw_game *game,
                                                const struct kw_clause *clause, size_t index);

/**
 * Writes the options whose values are not the defaults as kw_game_open reads them, or "" if there
 * are none; returns `text`.
 */
KW_API const char *kw_game_options(const struct kw_game *game, char text[KW_TEXT]);

/* ---- playing ------------------------------------------------------------------------------ */

/** Writes the start position. */
KW_API void kw_start(const struct kw_game *game, struct kw_position *position);

/**
 * Writes the legal moves into `list`, in no particular order, and returns how many there are: 0 if
 * the game is over.  At most `capacity` are written.  KW_MOVES is enough for every game but Bulto,
 * where chances to make a bulto can be many: if more than `capacity` are returned, call again with
 * a longer list.
 */
KW_API size_t kw_moves(const struct kw_game *game, const struct kw_position *position,
                       kw_move *list, size_t capacity);

/** How many legal moves there are. */
KW_API size_t kw_move_count(const struct kw_game *game, const struct kw_position *position);

/**
 * Plays a legal move.  `next` may be the same object as `position`.  The turn does not always go
 * to the other player: read it from `next`.
 */
KW_API void kw_play(const struct kw_game *game, const struct kw_position *position, kw_move move,
                    struct kw_position *next);

/** A legal move and where it leads. */
struct kw_child {
    kw_move move;                /**< a legal one */
    struct kw_position position; /**< after it */
};

/**
 * The legal moves with their positions, in the order of kw_moves and in one pass (a Bulto hole with
 * n chances costs one sowing, not n).  Returns how many there are and writes at most `capacity`.
 */
KW_API size_t kw_children(const struct kw_game *game, const struct kw_position *position,
                          struct kw_child *list, size_t capacity);

/** What ended a game. */
enum kw_ending {
    KW_BY_RULES = 0,       /**< the position itself */
    KW_BY_REPETITION = 1,  /**< it stood kw_repetitions times */
    KW_BY_RESIGNATION = 2, /**< a player gave up */
    KW_BY_AGREEMENT = 3    /**< both took it for a draw */
};

/** How a game ended. */
struct kw_result {
    enum kw_outcome outcome; /**< who has won */
    enum kw_ending ending;   /**< by what */
    bool scored;       /**< `score` is set: a game that counts seeds, ended by its own rules */
    unsigned score[2]; /**< seeds won by South and North; Awari may give an odd seed to nobody */
    bool narrow;       /**< Kiothi: won by a margin of exactly two */
};

/** What the position itself says of the end of the game; true if the game is over. */
KW_API bool kw_state(const struct kw_game *game, const struct kw_position *position,
                     struct kw_result *result);

/** How often a position stands when that ends the game: 3, or 2 where the first repetition does. */
KW_API unsigned kw_repetitions(const struct kw_game *game);

/** The result of a game that ends here because the position has stood kw_repetitions times. */
KW_API void kw_repetition_result(const struct kw_game *game, const struct kw_position *position,
                                 struct kw_result *result);

/**
 * The number of move sequences of exactly `depth` plies (0: 1).  Finished positions have none;
 * repetition plays no part.  Every ply counts, a pass and a placing step too.  UINT64_MAX if there
 * is no memory for a long list of moves (Bulto alone has such).  A count beyond 64 bits wraps
 * round.
 */
KW_API uint64_t kw_perft(const struct kw_game *game, const struct kw_position *position,
                         unsigned depth);

/** The same position with South and North exchanged, turn included. */
KW_API void kw_mirror(const struct kw_game *game, const struct kw_position *position,
                      struct kw_position *mirrored);

/** A hash of all 48 bytes. */
KW_API uint64_t kw_hash(const struct kw_position *position);

/**
 * What the value of a position depends on: the board as the mover sees it, without the stores (Bao:
 * with the reserves; Kiothi's first turns: as it is, since South's comes first).  Two positions
 * with equal keys have the same value for their movers, as far as seeds still to be won are
 * concerned.
 */
KW_API void kw_key(const struct kw_game *game, const struct kw_position *position,
                   struct kw_position *key);

/* ---- why ---------------------------------------------------------------------------------- */

/** Why a move is not legal, or what obliges a player. */
struct kw_reason {
    const struct kw_clause *clause; /**< the rule that says so */
    const char *text;               /**< a sentence with %h for the hole and %n for the count */
    uint8_t hole;                   /**< a place (see below), or KW_NOWHERE */
    uint32_t count;                 /**< what %n stands for */
};

/** False if the move is legal; else true with the reason. */
KW_API bool kw_explain_illegal(const struct kw_game *game, const struct kw_position *position,
                               kw_move move, struct kw_reason *reason);

/**
 * The same for `count` moves, each played after those before it: the reason of the first that is
 * refused.  Moves behind that one are not looked at.
 */
KW_API bool kw_explain_illegal_first(const struct kw_game *game, const struct kw_position *position,
                                     const kw_move *list, size_t count, struct kw_reason *reason);

/** True if a rule narrows the player's choice here (a capture that must be played). */
KW_API bool kw_constraint(const struct kw_game *game, const struct kw_position *position,
                          struct kw_reason *reason);

/** Writes the reason as a sentence without a full stop; returns `text`. */
KW_API const char *kw_reason_text(const struct kw_game *game, const struct kw_reason *reason,
                                  char text[KW_TEXT]);

/* ---- the trace ---------------------------------------------------------------------------- */

/** Places: a hole 0..31, or one of these. */
enum { KW_STORE_SOUTH = 32, KW_STORE_NORTH = 33, KW_HAND = 34, KW_NOWHERE = 255 };

/**
 * What happens in a move, seed by seed.  An event moves `count` seeds from `from` to `to` if both
 * are places; else it says what the table shows.
 *
 *      kind      from        to             count      what
 *      plant     store       hole           1          a seed from the reserve
 *      lift      hole        hand           seeds
 *      drop      hand        hole or store  1
 *      skip      -           hole           -          the hole gets nothing
 *      relay     -           hole           seeds      the sowing goes on from here
 *      turn      -           hole           -          the direction turns round
 *      capture   hole        hand or store  seeds
 *      bank      hole        store          seeds      the capturing seed, seeds left over
 *      place     hand        hole           1          Kiothi's first turn
 *      tax       -           hole           seeds      Bao: only so many are sown
 *      mark      -           hole           1 or 2     the hole gets its first or second mark
 *      unmark    -           hole           1 or 2     it loses it
 *      block     -           hole           -          Bao: the hole must be captured
 *      head      -           hole           seeds      captured seeds enter here
 *      choice    -           hole           number     the player chooses (chance of that number)
 *      stop      -           hole           -          the sowing ends here
 *      pass      -           -              -
 *      field     -           0..2           value      phase, own[0], own[1]
 *      next      -           0 or 1         -          who is to move now
 *      over      -           outcome        -          the game ended inside the move
 */
enum kw_event_kind {
    KW_EVENT_PLANT,
    KW_EVENT_LIFT,
    KW_EVENT_DROP,
    KW_EVENT_SKIP,
    KW_EVENT_RELAY,
    KW_EVENT_TURN,
    KW_EVENT_CAPTURE,
    KW_EVENT_BANK,
    KW_EVENT_PLACE,
    KW_EVENT_TAX,
    KW_EVENT_MARK,
    KW_EVENT_UNMARK,
    KW_EVENT_BLOCK,
    KW_EVENT_HEAD,
    KW_EVENT_CHOICE,
    KW_EVENT_STOP,
    KW_EVENT_PASS,
    KW_EVENT_FIELD,
    KW_EVENT_NEXT,
    KW_EVENT_OVER
};

/** One thing that happens in a move; see kw_event_kind. */
struct kw_event {
    enum kw_event_kind kind;        /**< what happens */
    uint8_t from;                   /**< a place, or KW_NOWHERE */
    uint8_t to;                     /**< a place, or what the table says */
    uint32_t count;                 /**< seeds, or what the table says */
    const struct kw_clause *clause; /**< the rule that caused it, never NULL */
};

/** Receives the events of a move in order; returning false stops them (not the move). */
typedef bool kw_event_fn(void *context, const struct kw_event *event);

/** As kw_play, and tells `watch` what happens.  A move can sow 100 000 seeds. */
KW_API void kw_trace(const struct kw_game *game, const struct kw_position *position, kw_move move,
                     struct kw_position *next, kw_event_fn *watch, void *context);

/**
 * The laps of a move: a lap is what is sown of seeds taken into an empty hand, at the start, to go
 * on, or by a capture that is sown.  Begin with {0}, and let it hear the events of a move in order.
 */
struct kw_laps {
    size_t count; /**< laps begun so far */
    bool taken;   /**< its own: the next seed dropped begins a lap */
};

/** Takes in the next event of the move. */
static inline void kw_laps_event(struct kw_laps *laps, const struct kw_event *event) {
    if (event->kind == KW_EVENT_DROP) {
        laps->count += laps->taken ? 1 : 0;
        laps->taken = false;
    } else if (event->to == KW_HAND) {
        laps->taken = true;
    }
}

/**
 * Carries out one event on a position.  All events of a move, carried out in order on the old
 * position, make the new one, byte by byte.
 */
KW_API void kw_replay(struct kw_position *position, const struct kw_event *event);

KW_API const char *kw_event_name(enum kw_event_kind kind); /**< "plant"; never freed */

/** The name of the position's field that a field event sets, 0..2: "phase"; never freed. */
KW_API const char *kw_field_name(const struct kw_game *game, unsigned field);

/** Writes the event in words; returns `text`. */
KW_API const char *kw_event_text(const struct kw_game *game, const struct kw_event *event,
                                 char text[KW_TEXT]);

/* ---- text --------------------------------------------------------------------------------- */

/** Writes a place ("A5", "South's store"); returns `text`. */
KW_API const char *kw_place_text(const struct kw_game *game, unsigned place, char text[KW_TEXT]);

/** Whether seeds can lie in stores or a reserve; if not, both are always empty. */
KW_API bool kw_has_stores(const struct kw_game *game);

/** The letter that a position's text has for the first or second mark (1, 2), NUL: no such mark. */
KW_API char kw_mark_letter(const struct kw_game *game, unsigned mark);

/** The hole of that name, or -1. */
KW_API int kw_hole_find(const struct kw_game *game, const char *name);

/**
 * The hole at a place of the printed board: row 0 is the top one, column 0 the leftmost.
 * 0 <= row < kw_game_info()->rows, 0 <= column < kw_game_columns().
 */
KW_API unsigned kw_hole_at(const struct kw_game *game, unsigned row, unsigned column);

/**
 * Reads a position: its text, or "start".  Returns false and fills `error`, leaving `position`
 * alone, if the text cannot be read or the position is impossible under the game's options.
 */
KW_API bool kw_position_read(const struct kw_game *game, const char *text,
                             struct kw_position *position, struct kw_error *error);

/** Writes a position on one line; returns `text`. */
KW_API const char *kw_position_text(const struct kw_game *game, const struct kw_position *position,
                                    char text[KW_TEXT]);

/**
 * Reads a move.  A word can stand for several (Kiothi's first turn), so it writes a list of at
 * most KW_TURN_STEPS and returns its length; 0 if the text cannot be read (KW_BAD_MOVE) or the
 * move is not legal (KW_ILLEGAL_MOVE).  The moves follow one another from `position`.
 */
KW_API size_t kw_move_read(const struct kw_game *game, const struct kw_position *position,
                           const char *text, kw_move list[KW_TURN_STEPS], struct kw_error *error);

/**
 * The same for moves that need not be legal, to ask why with kw_explain_illegal; a hole's name
 * alone stands for any move from it.  Returns 0 if the text cannot be read.
 */
KW_API size_t kw_move_parse(const struct kw_game *game, const struct kw_position *position,
                            const char *text, kw_move list[KW_TURN_STEPS], struct kw_error *error);

/** Writes a move as lists of moves do; returns `text`. */
KW_API const char *kw_move_text(const struct kw_game *game, const struct kw_position *position,
                                kw_move move, char text[KW_TEXT]);

/**
 * Writes "over 23-17", "over 31-29 narrow", "over N repetition", "over S resign", "over draw
 * agreed" and so on, or "" if the game goes on; returns `text`.
 */
KW_API const char *kw_result_text(const struct kw_result *result, char text[KW_TEXT]);

/**
 * Draws the board on several lines, each ended by a newline, as the player sees it who sits at the
 * `bottom`; returns `text`.  `result` is shown in place of whose turn it is if the game is over;
 * NULL: what the position itself says.
 */
KW_API const char *kw_board_text(const struct kw_game *game, const struct kw_position *position,
                                 enum kw_player bottom, const struct kw_result *result,
                                 char text[KW_DRAWING]);

/* ---- a game being played ------------------------------------------------------------------ */

/**
 * Positions and moves from a start, with what the board cannot know: repetition, resignation, an
 * agreed draw.  It is the one place that answers who won.
 */
struct kw_session;

/** NULL if there is no memory.  `game` must outlive the session; `start` NULL: the usual one. */
KW_API struct kw_session *kw_session_new(const struct kw_game *game,
                                         const struct kw_position *start);
KW_API void kw_session_free(struct kw_session *session); /**< NULL is allowed */

/** The rule set that it was made with. */
KW_API const struct kw_game *kw_session_game(const struct kw_session *session);

/** The position now; valid until the session changes. */
KW_API const struct kw_position *kw_session_position(const struct kw_session *session);

/** Plies played so far. */
KW_API size_t kw_session_plies(const struct kw_session *session);
/** The move of a ply, 0 <= ply < plies. */
KW_API kw_move kw_session_move(const struct kw_session *session, size_t ply);
/** The position before a ply, 0 <= ply <= plies; valid until the session changes. */
KW_API const struct kw_position *kw_session_before(const struct kw_session *session, size_t ply);

/**
 * Plays one move.  False and `error` if it is not legal, the game is over, KW_PLIES have been
 * played or memory is short.
 */
KW_API bool kw_session_play(struct kw_session *session, kw_move move, struct kw_error *error);

/** Reads and plays one word of move text: all of it or, with false and `error`, nothing. */
KW_API bool kw_session_enter(struct kw_session *session, const char *text, struct kw_error *error);

/** A player gives up.  False and `error` if the game is over. */
KW_API bool kw_session_resign(struct kw_session *session, enum kw_player player,
                              struct kw_error *error);
/** Both agree on a draw.  False and `error` if the game is over. */
KW_API bool kw_session_agree(struct kw_session *session, struct kw_error *error);

/** Takes back a resignation or an agreed draw, else one ply; false at the start. */
KW_API bool kw_session_undo(struct kw_session *session);

/**
 * Plays the ply again that was taken back last; false if there is none, or the game has been
 * resigned or agreed a draw.  A move that differs from it forgets all that were taken back.
 */
KW_API bool kw_session_redo(struct kw_session *session);

/** True if the game is over, in whatever way.  The one answer to ask. */
KW_API bool kw_session_result(const struct kw_session *session, struct kw_result *result);

/**
 * A turn is what one player plays before it is the other's: one ply in most games.  The ply after
 * the turn that begins with ply `first`, 0 <= first < plies.
 */
KW_API size_t kw_session_turn_end(const struct kw_session *session, size_t first);

/**
 * Writes that turn as records do: its moves with commas between; a whole first turn in Kiothi as
 * one word.  Returns `text`.
 */
KW_API const char *kw_session_turn_text(const struct kw_session *session, size_t first,
                                        char text[KW_TEXT]);

/* ---- records ------------------------------------------------------------------------------ */

/**
 * A game on paper: what its headers say of it, the game as it was played, and comments.  The text
 * is described in komwe-record(5).
 */
struct kw_record;

/** A record of a game still to be played, on its session.  As kw_session_new. */
KW_API struct kw_record *kw_record_new(const struct kw_game *game, const struct kw_position *start);

/** A text that holds any number of records, one after the other. */
struct kw_record_source {
    const char *text; /**< need not end in NUL */
    size_t length;    /**< bytes */
    size_t at;        /**< where the next record begins; 0 at first */
    size_t line;      /**< lines before it; 0 at first */
};

/**
 * Reads the next record.  Returns NULL with error->code KW_OK at the end of the text; with
 * KW_BAD_RECORD, line, column and reason if the record is damaged (then nothing after it can be
 * read); with KW_NO_MEMORY.  `error` must not be NULL.
 */
KW_API struct kw_record *kw_record_read(struct kw_record_source *source, struct kw_error *error);
KW_API void kw_record_free(struct kw_record *record); /**< NULL is allowed */

/** The game of the record, to look at and to play on; freed with the record. */
KW_API struct kw_session *kw_record_session(struct kw_record *record);

/**
 * Headers beside Game, Options, Start and Result, which follow from the session: 0 <= index <
 * count, at most 100.
 */
KW_API size_t kw_record_header_count(const struct kw_record *record);
/** The value and the name of a header; valid until the record changes. */
KW_API const char *kw_record_header_at(const struct kw_record *record, size_t index,
                                       const char **name);
/** The value of a header, or NULL.  Valid until the record changes. */
KW_API const char *kw_record_header(const struct kw_record *record, const char *name);
/**
 * Sets a header, or takes it away (value NULL).  False and `error` if name or value cannot stand in
 * a record (KW_BAD_RECORD), or for want of memory; nothing has changed then.
 */
KW_API bool kw_record_header_set(struct kw_record *record, const char *name, const char *value,
                                 struct kw_error *error);

/**
 * The plies that open the game and that neither player chose, as those of a match; they stand in
 * the header Opening-Plies.  0 if there is none, or if it is no number of plies up to KW_PLIES.
 */
KW_API size_t kw_record_opening(const struct kw_record *record);
/** Sets that header, 0 <= plies <= KW_PLIES, or takes it away (0).  False and `error` as above. */
KW_API bool kw_record_opening_set(struct kw_record *record, size_t plies, struct kw_error *error);
/**
 * The move at that ply, 0 <= ply < KW_PLIES, has been chosen by somebody: an opening that reached
 * beyond it, and was taken back, ends there.
 */
KW_API void kw_record_opening_end(struct kw_record *record, size_t ply);

/**
 * The comment after the first `ply` plies, 0 <= ply <= plies, or NULL; valid until the record
 * changes.  It belongs to the game as it was played: a move taken back hides it until that move is
 * played again.
 */
KW_API const char *kw_record_comment(const struct kw_record *record, size_t ply);
/**
 * Sets that comment, or takes it away (NULL, or blanks only); blanks in it become single spaces.
 * False and `error` as above.
 */
KW_API bool kw_record_comment_set(struct kw_record *record, size_t ply, const char *comment,
                                  struct kw_error *error);

/** Receives a piece of text; returning false stops the writing. */
typedef bool kw_write_fn(void *context, const char *text, size_t length);

/** Writes the record as text.  False if `write` returned false. */
KW_API bool kw_record_write(const struct kw_record *record, kw_write_fn *write, void *context);

/* ---- random numbers ----------------------------------------------------------------------- */

/** A generator whose sequence depends on its seed alone, the same on every machine. */
struct kw_random {
    uint64_t state[4]; /**< its own */
};

/** Begins the sequence of that seed. */
KW_API void kw_random_seed(struct kw_random *random, uint64_t seed);
KW_API uint64_t kw_random_next(struct kw_random *random); /**< 64 random bits */

/** Uniform in 0..below-1; below >= 1. */
KW_API uint32_t kw_random_below(struct kw_random *random, uint32_t below);

/* ---- endgame tables ------------------------------------------------------------------------ */

enum {
    KW_TABLE_SEEDS = 60,      /**< of the largest layer that can be built */
    KW_TABLE_ENDLESS = 65535, /**< as a distance: the bound rests on an infinite game */
    KW_TABLE_THREADS = 256    /**< that build or verify at most */
};

/**
 * A folder of endgame tables: exact values, or bounds of them, of all positions of a game with few
 * seeds on the board.  Of any number of rule sets.  All functions on open tables may be called by
 * any number of threads at a time.  docs/endgame-tables.md says what a table proves.
 */
struct kw_tables;

/**
 * What a table knows of a position.  Values count the seeds on the board alone (Bulto: those
 * outside of bulto): what the mover will win of them minus what his opponent will.
 */
struct kw_bounds {
    int lower; /**< the mover is sure of so much */
    int upper; /**< the opponent is sure that it is not more; the value is known if both are equal
                */
    /**
     * Plies up to the move that leads to fewer seeds or ends the game, while the mover goes the
     * shortest way to `lower` and his opponent the longest; 0 if the game is over, KW_TABLE_ENDLESS
     * if no such way is needed: an infinite game gives him as much.
     */
    unsigned reach;
    unsigned hold;  /**< the same for the opponent and `upper` */
    bool distances; /**< `reach` and `hold` are known: the table keeps them */
};

/**
 * Opens the tables of a folder.  All that is there is looked at, but values are only read when they
 * are asked for.  NULL and `error` (KW_NO_FILE, KW_BAD_TABLE with the file's name, KW_NO_MEMORY) if
 * the folder or a file cannot be read, or a file is damaged or does not fit the others.  Files
 * that do not end in .kwt are passed over.  Each file stays open until kw_tables_close.  What
 * happens to it meanwhile is either of no consequence (renamed, replaced, removed) or a fault where
 * its positions are asked for (changed, cut, unreadable); never a wrong value.
 */
KW_API struct kw_tables *kw_tables_open(const char *directory, struct kw_error *error);
KW_API void kw_tables_close(struct kw_tables *tables); /**< NULL is allowed */

/**
 * Whether all blocks that were asked for since the tables were opened, by whomever, could be read.
 * False and `error` with the file's name if one was damaged (KW_BAD_TABLE) or could not be read
 * (KW_NO_FILE): it was as if its positions were in no table.  Any thread may ask at any time.
 */
KW_API bool kw_tables_sound(const struct kw_tables *tables, struct kw_error *error);

/** The seeds of the largest layer that there is for the rules of a game, -1: there is none. */
KW_API int kw_tables_seeds(const struct kw_tables *tables, const struct kw_game *game);

/**
 * What is known of a position: true with its bounds, or false with error->code KW_OK if the tables
 * do not hold it, KW_BAD_TABLE if the file that does is damaged, KW_NO_FILE if it cannot be read.
 * Bounds hold as long as no position that can still arise has stood twice in the
 * game.
 */
KW_API bool kw_tables_probe(const struct kw_tables *tables, const struct kw_game *game,
                            const struct kw_position *position, struct kw_bounds *bounds,
                            struct kw_error *error);

/** A layer as a whole. */
struct kw_layer {
    uint64_t positions; /**< of the layer */
    uint64_t exact;     /**< those whose bounds are equal */
    uint64_t bytes;     /**< of its file */
    unsigned reach;     /**< the longest distance that is not KW_TABLE_ENDLESS, of both kinds */
};

/** Receives how many positions of a layer have these bounds. */
typedef void kw_layer_fn(void *context, int lower, int upper, uint64_t count);

/**
 * Goes through a layer, 0 <= seeds <= kw_tables_seeds, and tells how many positions have which
 * bounds, from the least on; `tally` may be NULL.  False and `error` if its file is damaged, or
 * there is no memory.
 */
KW_API bool kw_tables_layer(const struct kw_tables *tables, const struct kw_game *game,
                            unsigned seeds, struct kw_layer *layer, kw_layer_fn *tally,
                            void *context, struct kw_error *error);

/** How far a build or a verification is. */
struct kw_progress {
    unsigned seeds;     /**< the layer at work */
    unsigned most;      /**< the last one */
    uint64_t positions; /**< of all layers */
    double done;        /**< positions that are done with, those of the layer at work by estimate */
};

/** Asked now and then in the calling thread; returning false ends the work. */
typedef bool kw_progress_fn(void *context, const struct kw_progress *progress);

/**
 * Builds the tables of a game with up to `seeds` seeds (at most KW_TABLE_SEEDS) into a folder,
 * which is made if its parent is there.  Layers that are there are read, not built again: a build
 * that was ended, in whatever way, goes on where it was.  Any number of threads makes the same
 * bytes.  False and `error` if the game has no tables (KW_BAD_VALUE), `go_on` said no (KW_STOPPED),
 * another build is at work in the folder or a file cannot be read or written (KW_NO_FILE), a layer
 * that is there is damaged (KW_BAD_TABLE), or memory is short.
 */
KW_API bool kw_tables_build(const struct kw_game *game, const char *directory, unsigned seeds,
                            unsigned threads, kw_progress_fn *go_on, void *context,
                            struct kw_error *error);

enum {
    KW_MEMBERS = 1024,      /**< processes that share a build at most */
    KW_PARCEL_MOST = 131072 /**< bytes of a parcel at most */
};

/** Bytes for a member. */
struct kw_parcel {
    const void *bytes; /**< the sender's, during the exchange */
    size_t size;       /**< 0: there is none */
};

/** Takes in a parcel of another member: `bytes` stand where a uint64_t may, during the call. */
typedef void kw_record_fn(void *receiver, unsigned sender, const void *bytes, size_t size);

/**
 * Processes that build tables together, each with its share of every layer in its memory, as one of
 * them sees it.  How they reach each other (MPI, sockets) is the caller's; byte order must be the
 * same for all.
 */
struct kw_members {
    unsigned rank;  /**< of this one, from 0 */
    unsigned ranks; /**< how many there are, at most KW_MEMBERS */
    void *context;  /**< what `exchange` is called with */
    /**
     * All members call it, and none returns before all have: hands over a parcel for each member
     * (that for itself is empty), calls `receive` for those that have come, the parcels of a member
     * in the order in which they were sent, and returns the bits of all members' votes together.
     */
    uint32_t (*exchange)(void *context, const struct kw_parcel *parcel, kw_record_fn *receive,
                         void *receiver, uint32_t vote);
};

/**
 * The same build by several processes: all members call it with the same game and seeds.  The
 * bytes are the same, for any number of members.  Only the member of rank 0 looks at `directory`,
 * asks `go_on` and knows why the work ended; the others are told KW_STOPPED.  A game without
 * tables, or too many seeds or members, is KW_BAD_VALUE.
 */
KW_API bool kw_tables_build_shared(const struct kw_game *game, const char *directory,
                                   unsigned seeds, const struct kw_members *members,
                                   kw_progress_fn *go_on, void *context, struct kw_error *error);

/**
 * Derives every bound of a game's tables anew from those of the positions its moves lead to, and
 * sees to it that each one which does not rest on an infinite game is reached by a decreasing
 * distance.  False and `error` (KW_BAD_TABLE with the file and the position at fault, KW_NO_MEMORY,
 * KW_STOPPED, KW_NO_FILE) if a bound is wrong, or it could not be told.
 */
KW_API bool kw_tables_verify(const struct kw_tables *tables, const struct kw_game *game,
                             unsigned threads, kw_progress_fn *go_on, void *context,
                             struct kw_error *error);

/* ---- the engine --------------------------------------------------------------------------- */

/**
 * A player who looks ahead: what he remembers from search to search.  A search of a game of other
 * rules forgets it.
 */
struct kw_engine;

/**
 * An engine with a transposition table of about so many bytes (at least 64) that searches with so
 * many threads (0 counts as 1).  NULL if there is no memory.
 */
KW_API struct kw_engine *kw_engine_new(size_t hash_bytes, unsigned threads);
KW_API void kw_engine_free(struct kw_engine *engine); /**< NULL is allowed */

/** Forgets all: the next search finds what that of a new engine would find. */
KW_API void kw_engine_clear(struct kw_engine *engine);

enum {
    KW_LINE = 64, /**< moves of a line at most */
    KW_LINES = 64 /**< lines of an analysis at most */
};

/** When a search ends: 0 is no limit.  Without any it ends when all is proven, or by a stop. */
struct kw_limits {
    unsigned depth;       /**< plies, 1 to 126; more count as 126 */
    uint64_t nodes;       /**< about so many positions entered by the first thread */
    int64_t milliseconds; /**< from the call on; below 0 none are left, beyond 10^12 it is 10^12 */
    unsigned lines;       /**< moves that are ranked, 0 counts as 1; more than there are: all */
};

/** What a score counts. */
enum kw_unit {
    KW_IN_SEEDS = 0, /**< the difference of the final scores, in hundredths of a seed */
    KW_IN_POINTS =
        1, /**< games that count no seeds: how much better he stands; about hundredths too */
    KW_IN_PLIES = 2 /**< moves to his win (> 0) or his loss (<= 0) */
};

/**
 * A move, and what is expected to follow: in Kiothi's first turns the rest of the turn, step by
 * step, and, if a first turn answers it and there was time to seek it, that one.
 */
struct kw_line {
    kw_move move[KW_LINE]; /**< the first is the move that is meant */
    size_t length;         /**< at least 1 */
    int32_t score;         /**< for the player to move at the root */
    enum kw_unit unit;     /**< of the score */
    bool proven;           /**< the score holds for the game: exact seeds; who wins; a draw */
};

/** What a search has found. */
struct kw_analysis {
    unsigned depth;                /**< plies that were searched whole */
    uint64_t nodes;                /**< positions entered by the first thread */
    int64_t microseconds;          /**< since the call */
    unsigned hashfull;             /**< thousandths of the table used by this search */
    size_t lines;                  /**< how many there are, at least 1 */
    struct kw_line line[KW_LINES]; /**< the best first */
};

/** Receives what each depth has found, in the calling thread; returning false ends the search. */
typedef bool kw_search_progress_fn(void *context, const struct kw_analysis *analysis);

/**
 * Searches the position of a session.  With one thread, a limit of depth or nodes and a cleared
 * engine the same call gives the same answer on every machine.  False and `error` if the game is
 * over or there is no memory; else `analysis` holds one line at least.  `listen` may be NULL.
 */
KW_API bool kw_engine_search(struct kw_engine *engine, const struct kw_session *session,
                             const struct kw_limits *limits, kw_search_progress_fn *listen,
                             void *context, struct kw_analysis *analysis, struct kw_error *error);

/**
 * The move of a player of that level, 1 (who begins) to 10 (who sees far), what is beyond counting
 * as these: weaker ones look less far ahead, and misjudge moves of many laps before they misjudge
 * short ones.  False and `error` as kw_engine_search.
 */
KW_API bool kw_engine_play(struct kw_engine *engine, const struct kw_session *session,
                           unsigned level, struct kw_random *random, kw_move *move,
                           struct kw_error *error);

/** What a position is worth to a player: as a search found, or as the game ended. */
struct kw_evaluation {
    struct kw_line line; /**< its score is his; its moves begin with the player to move there */
    int won;             /**< 1: he wins, -1: he loses, by so many plies or at once; else 0 */
    bool over;           /**< the game has ended there: the line has no moves */
};

/** What a turn could have come to, and what it came to. */
struct kw_turn_review {
    size_t first;                /**< its first ply */
    size_t end;                  /**< the ply after its last one */
    enum kw_player mover;        /**< whose turn it is */
    struct kw_evaluation best;   /**< before it, for the mover */
    struct kw_evaluation played; /**< after it, for the mover */
    bool lost;                   /**< the game went with it, or the win */
    int32_t loss;                /**< else so much less; 0 between wins, and between losses */
};

/** Receives the judgement of a turn; returning false ends the judging. */
typedef bool kw_review_fn(void *context, const struct kw_turn_review *judgement);

/**
 * Judges the turns of a session from the last to the first that begins at ply `first` or later, so
 * that a search knows already what came of a turn; each position at which one begins is searched
 * within the limits, and the last one, as if nobody had resigned or agreed there.  A first turn of
 * Kiothi that is found the best is judged by a search of what it leads to.  The session stays as it
 * is.  False and `error` if there is no memory; what was heard before holds.
 */
KW_API bool kw_engine_review(struct kw_engine *engine, const struct kw_session *session,
                             size_t first, const struct kw_limits *limits, kw_review_fn *hear,
                             void *context, struct kw_error *error);

/**
 * Ends the search at work within some milliseconds, or the next call of kw_engine_search or
 * kw_engine_play if none is; of kw_engine_review one search of many.  Any thread may call it at any
 * time.
 */
KW_API void kw_engine_stop(struct kw_engine *engine);

/**
 * Gives the engine other weights for the evaluation of a rule set, as text (komwe help tune); they
 * hold for that rule set and board until others are given or a search is made of another one. False
 * and `error`, with line and column, if they cannot be read, or their checksum is another; then
 * nothing has changed.  (Texts of version 1 have no checksum.)
 */
KW_API bool kw_engine_weights(struct kw_engine *engine, const struct kw_game *game,
                              const char *text, struct kw_error *error);

/**
 * Gives the engine endgame tables to ask, which must outlive it or be taken away again with NULL.
 * What they know exactly is proven; what they know within bounds is never judged beyond them.  What
 * turns out to be damaged counts as not known (kw_tables_sound tells).  The levels of
 * kw_engine_play that err do without.
 */
KW_API void kw_engine_tables(struct kw_engine *engine, const struct kw_tables *tables);

/* ---- proofs ------------------------------------------------------------------------------- */

/**
 * Finds out who wins a game that counts no seeds, whatever the other plays, and writes it down so
 * that it can be checked.  It remembers what it has found out.
 */
struct kw_prover;

/**
 * A prover with a table of about so many bytes that searches with so many threads (0 counts as 1).
 * `game` must outlive it.  NULL with `error` if the game counts seeds (KW_BAD_VALUE), or there is
 * no memory.
 */
KW_API struct kw_prover *kw_prover_new(const struct kw_game *game, size_t hash_bytes,
                                       unsigned threads, struct kw_error *error);
KW_API void kw_prover_free(struct kw_prover *prover); /**< NULL is allowed */

/** How far a prover has come with what it is asked. */
struct kw_prove_progress {
    uint64_t nodes;       /**< positions looked at, by all threads */
    int64_t microseconds; /**< since the call */
    unsigned hashfull;    /**< thousandths of its table that are in use */
};

/**
 * Hears this every few milliseconds, in the calling thread; returning false ends the work, and
 * then it hears no more.
 */
typedef bool kw_prove_progress_fn(void *context, const struct kw_prove_progress *proving);

/**
 * Who wins a game that begins with this position: KW_DRAW if neither can force a win, KW_GOING_ON
 * if the listener (which may be NULL) ended the search.  It first asks whether `player` wins; of
 * positions of one game the same player should be asked about, since the answers help each other.
 */
KW_API enum kw_outcome kw_prover_decide(struct kw_prover *prover,
                                        const struct kw_position *position, enum kw_player player,
                                        kw_prove_progress_fn *listen, void *context);

/**
 * Writes the proof of who wins each of these positions, about which kw_prover_decide has been asked
 * with the same `player`, as komwe-proof(5) describes it.  What the table has lost of it is
 * searched again.  Positions that are over, or that this prover has not decided when it was asked,
 * have none and are passed over.  False and `error` if none of them has one (KW_BAD_VALUE, and
 * nothing is written), if there is no memory, if `write` returned false, if the listener ended it
 * (KW_OK), or if the table is so small that no proof can be put together.
 */
KW_API bool kw_prover_prove(struct kw_prover *prover, const struct kw_position *position,
                            size_t count, enum kw_player player, kw_prove_progress_fn *listen,
                            void *listening, kw_write_fn *write, void *writing,
                            struct kw_error *error);

/** Reads up to `count` bytes; less only at the end of what there is to read, or after a failure. */
typedef size_t kw_read_fn(void *context, char *bytes, size_t count);

/** What kw_prover_save writes begins with these bytes. */
#define KW_PROVER_STATE "komwe-proof-state"

/**
 * Writes what has been found out so far: what took the most effort, in an eighth of the table's
 * memory at most.  A listener may call it.  False if `write` returned false.
 */
KW_API bool kw_prover_save(const struct kw_prover *prover, kw_write_fn *write, void *context);

/**
 * Takes in what was saved.  False and `error` if it is damaged or of another rule set
 * (KW_BAD_RECORD), or if it is more than this prover would save of its table, so that some of it
 * would get lost (KW_NO_MEMORY; the message names the MiB that are needed); then the prover knows
 * nothing any more.
 */
KW_API bool kw_prover_load(struct kw_prover *prover, kw_read_fn *read, void *context,
                           struct kw_error *error);

/* ---- the solver ---------------------------------------------------------------------------- */

/**
 * Finds the exact value of positions, and what it remembers from one to the next.  A position of
 * other rules makes it forget.
 */
struct kw_solver;

/**
 * A solver that remembers in about so many bytes (at least 64) and works with so many threads (0
 * counts as 1).  The memory is taken when the first position is solved.  NULL if the machine has
 * less memory, or none is left.
 */
KW_API struct kw_solver *kw_solver_new(size_t hash_bytes, unsigned threads);
KW_API void kw_solver_free(struct kw_solver *solver); /**< NULL is allowed */

/**
 * Gives the solver endgame tables to ask, which must outlive it or be taken away again with NULL.
 * Values are the same with them and without; what they know exactly is not searched.  It forgets
 * what it found out with others.
 */
KW_API void kw_solver_tables(struct kw_solver *solver, const struct kw_tables *tables);

enum { KW_SOLVED = 1024 /**< moves of a solution's line at most */ };

/**
 * What is known of a position.  A value is that of the player to move if both play best: in games
 * that count seeds the difference of the final scores, seeds in the stores included (a win without
 * a score counts all seeds of the game); in others 1 a win, 0 a draw, -1 a loss.
 */
struct kw_solution {
    int32_t low;             /**< the value is no less */
    int32_t high;            /**< and no more: it is known if both are equal */
    bool stopped;            /**< by kw_solver_stop or the listener, before all was known */
    uint64_t nodes;          /**< positions entered by all threads */
    int64_t microseconds;    /**< since the call */
    size_t length;           /**< of the line; 0 while the value is not known */
    kw_move line[KW_SOLVED]; /**< best moves of both: to the end of the game, unless it is far */
};

/**
 * Receives what is known so far, about five times a second, in the calling thread; returning false
 * stops the solver.
 */
typedef bool kw_solve_progress_fn(void *context, const struct kw_solution *so_far);

/**
 * Solves the position of a session: what stood before counts, since a third occurrence ends the
 * game.  It takes as long as it takes.  It can end without the value (low < high) although it was
 * not stopped: where that depends on how often positions have stood, and following all ways is too
 * much.  The value depends neither on the memory nor on threads or tables; with one thread nodes
 * and line do not depend on the machine either.  False and `error` if the game is over, there is no
 * memory, or a table that was asked is damaged (KW_BAD_TABLE) or cannot be read (KW_NO_FILE).
 * `listen` may be NULL.
 */
KW_API bool kw_solver_solve(struct kw_solver *solver, const struct kw_session *session,
                            kw_solve_progress_fn *listen, void *context,
                            struct kw_solution *solution, struct kw_error *error);

/**
 * Stops the solver at work within some milliseconds, or its next work if it has none.  Any thread
 * may call it at any time.
 */
KW_API void kw_solver_stop(struct kw_solver *solver);

/* ---- learning ----------------------------------------------------------------------------- */

/** Finds the weights with which positions say best how their games ended, or what was found. */
struct kw_tuner;

/** NULL if there is no memory.  `game` must outlive the tuner. */
KW_API struct kw_tuner *kw_tuner_new(const struct kw_game *game);
KW_API void kw_tuner_free(struct kw_tuner *tuner); /**< NULL is allowed */

/**
 * Goes on from the linear weights as they would be written, with a network beside them: forgets the
 * positions and any network before.  False if there is no memory.
 */
KW_API bool kw_tuner_network(struct kw_tuner *tuner, uint64_t seed);

/**
 * Adds a position: what is learned is the score of a search's `line` there or, if it is NULL, how
 * its game ended.  False if there is no memory.
 */
KW_API bool kw_tuner_add(struct kw_tuner *tuner, const struct kw_position *position,
                         const struct kw_result *result, const struct kw_line *line);

/**
 * Goes so many times through all positions, at random; returns the root of the mean square error:
 * of seeds, or of a chance to win.  `go_on` (or NULL) is called every few milliseconds, in the
 * calling thread; if it returns false the work ends with -1, and the tuner is of no further use but
 * to be freed.
 */
KW_API double kw_tuner_fit(struct kw_tuner *tuner, unsigned rounds, uint64_t seed,
                           bool (*go_on)(void *context), void *context);

/**
 * Writes the weights as text, with a comment of one line of at most 400 bytes, and its checksum.
 * False if `write` returned false, or there is no memory.
 */
KW_API bool kw_tuner_write(const struct kw_tuner *tuner, const char *comment, kw_write_fn *write,
                           void *context);

enum { KW_TUNER_NOTE = 1 << 20 /**< bytes of a note at most */ };

/**
 * Writes all that a tuner knows, positions included, and a note of the caller's: text of at most
 * KW_TUNER_NOTE bytes.  A tuner that loads it goes on with the same numbers, on the same machine to
 * the last bit.  False if `write` returned false, the note is too long, or there is no memory.
 */
KW_API bool kw_tuner_save(const struct kw_tuner *tuner, const char *note, kw_write_fn *write,
                          void *context);

/**
 * Takes in what was saved, and the note, which is ended by a NUL.  False and `error` if it is
 * damaged, of another version or of another rule set (KW_BAD_RECORD), or there is no memory
 * (KW_NO_MEMORY); then neither the tuner nor the note has changed.
 */
KW_API bool kw_tuner_load(struct kw_tuner *tuner, char note[KW_TUNER_NOTE + 1], kw_read_fn *read,
                          void *context, struct kw_error *error);

#ifdef __cplusplus
}
#endif

#endif
