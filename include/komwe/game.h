/**
 * @file
 * Rule sets, positions, moves: what can be played, and what comes of it.
 */
#ifndef KOMWE_GAME_H
#define KOMWE_GAME_H

#include "komwe/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A position of any rule set: 48 bytes, copied by value; moves are played on a copy, never undone.
 * Unused bytes are zero, so positions compare and hash as bytes.
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
    uint8_t phase;          /**< 1 in Kiothi's setup turns, else 0 */
    uint8_t over;           /**< enum kw_outcome, if the game ended inside a move */
    uint8_t hand;           /**< seeds in the hand */
    uint8_t own[2]; /**< Kiothi: lifts, last hole + 1; Bao: hole that must be taken + 1, 0 */
};

/** The players: South sits at the lower side of the printed board. */
enum kw_player { KW_SOUTH = 0, KW_NORTH = 1 };

/** Who has won. */
enum kw_outcome { KW_GOING_ON = 0, KW_SOUTH_WINS = 1, KW_NORTH_WINS = 2, KW_DRAW = 3 };

/**
 * A move.  It can also hold an illegal one, so that it can be explained.
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
    KW_LIFT = 2,  /**< Kiothi's setup turn: lift a boma */
    KW_PLACE = 3, /**< Kiothi's setup turn: place a warrior */
    KW_KEEP = 4,  /**< Kiothi's setup turn: lift nothing */
    KW_PLANT = 5, /**< Bao: a seed from the reserve */
    KW_SWAP = 6   /**< the second player's first turn: the players change sides (the pie rule) */
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
/** True if moves of that kind name a hole: all but passes, the end of a setup turn and a swap. */
static inline bool kw_kind_has_hole(enum kw_kind kind) {
    return kind != KW_PASS && kind != KW_KEEP && kind != KW_SWAP;
}
/** True if it goes against the ring. */
static inline bool kw_move_reverse(kw_move move) { return (move >> 8 & 1u) != 0; }
/** True if it bears the plus. */
static inline bool kw_move_plus(kw_move move) { return (move >> 9 & 1u) != 0; }
/** Its number, 0..4194303. */
static inline uint32_t kw_move_number(kw_move move) { return move >> 10; }

/** A rule set together with the values of its options.  Immutable. */
struct kw_game;

/** The basis of a clause. */
enum kw_basis {
    KW_SOURCE = 0,   /**< the source states it, where kw_clause_place says */
    KW_READING = 1,  /**< nobody can be shown to state it: our reading */
    KW_SECONDARY = 2 /**< not seen in the source; whom kw_clause_place names has it from there */
};

/** A language of the rules. */
enum kw_language {
    KW_ENGLISH = 0, /**< which every text has */
    KW_SWAHILI = 1  /**< which some have */
};
enum { KW_LANGUAGES = 2 /**< how many there are */ };

/** One rule, as `komwe rules` prints it and as every event of a move and every refusal cites it. */
struct kw_clause {
    const char *id;      /**< "capture": a word, unique among those that hold */
    const char *text;    /**< one sentence; under another value of an option it can be another */
    enum kw_basis basis; /**< what it rests on */
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

/** A description of a rule set.  All pointers are to constant data that is never freed. */
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

/**
 * The listed rule sets: 0 <= index < kw_game_count().  Never freed; default options.  The list only
 * grows, at its end, by kw_game_add.
 */
KW_API size_t kw_game_count(void);
/** The rule set at that place of the list; NULL if memory lacks to read its text. */
KW_API const struct kw_game *kw_game_at(size_t index);

/**
 * The rule set of that id or alias with default options.  Never freed.  NULL and `error`, which may
 * be NULL, if there is none (KW_UNKNOWN_GAME) or memory lacks to read its text, or those of the
 * games whose alias it may be (KW_NO_MEMORY).  Any number of threads may call it.
 */
KW_API const struct kw_game *kw_game_get(const char *id, struct kw_error *error);
/** The same without the reason. */
KW_API const struct kw_game *kw_game_find(const char *id);
/**
 * The same by what a person calls it: its id, else its name, else another name of it, in whatever
 * case, with or without the signs of letters, spaces and hyphens; the first of the list.  If there
 * is none, `error` also says which name was perhaps meant.
 */
KW_API const struct kw_game *kw_game_named(const char *name, struct kw_error *error);

/**
 * A rule set with options: "corner=run width=8", separated by spaces or commas; the last value of
 * an option counts; NULL or "" for the defaults.  Returns NULL and fills `error` if the game,
 * an option or a value is unknown (`column` is that in `options`), or if two values exclude each
 * other (KW_BAD_VALUE, `column` is 1).  Give it back with kw_game_close.
 */
KW_API struct kw_game *kw_game_open(const char *id, const char *options, struct kw_error *error);
KW_API void kw_game_close(struct kw_game *game); /**< NULL is allowed */

/**
 * A game of its own whose rules are a text of the rule language (komwe-rules(5)), which need not be
 * ended by NUL and is not kept.  Returns NULL and fills `error`, with the line and the column at
 * fault, if the text cannot be read (KW_BAD_RULES) or memory lacks.  Give it back with
 * kw_game_close.  The game and all that it points to live until then.
 */
KW_API struct kw_game *kw_game_read(const char *text, size_t length, struct kw_error *error);

/**
 * Reads such a text and adds its game to the list of the process, after all others: all functions
 * that take an id find it from then on, also those that read files.  It is never freed.  A text
 * that is listed already is returned as it is.  NULL and `error` as for kw_game_read, and where
 * another game of the list has that id.
 */
KW_API const struct kw_game *kw_game_add(const char *text, size_t length, struct kw_error *error);

/**
 * The sowing code.  All kernels play the same moves; PLAIN drops seeds one by one and is the
 * reference for the others.  kw_game_open and kw_game_find take the fastest for this machine.
 */
enum kw_kernel { KW_KERNEL_PLAIN = 0, KW_KERNEL_VECTOR = 1, KW_KERNEL_V3 = 2 };

/** As kw_game_open, with that kernel; NULL with KW_BAD_VALUE if this machine or build lacks it. */
KW_API struct kw_game *kw_game_open_kernel(const char *id, const char *options,
                                           enum kw_kernel kernel, struct kw_error *error);

/** The description of the rule set; its board is that of the defaults (see kw_game_columns). */
KW_API const struct kw_info *kw_game_info(const struct kw_game *game);
KW_API unsigned kw_game_columns(const struct kw_game *game); /**< with its options */

/** The region where it is at home, one or two words for lists; NULL if that is not known. */
KW_API const char *kw_game_region(const struct kw_game *game);
/** What kind of mancala it is, for lists: "two rows, one lap", "four rows, many laps". */
KW_API const char *kw_game_family(const struct kw_game *game);
/** A few sentences about the game; NULL if it has none. */
KW_API const char *kw_game_about(const struct kw_game *game);

/**
 * The rule text that the game was read from, ended by NUL; never NULL.  It lives as long as the
 * game.
 */
KW_API const char *kw_game_text(const struct kw_game *game);
/**
 * What its rules come to: 8 hexadecimal digits over the statements that hold under its options, and
 * those that it extends.  Descriptions, comments and the sentences of clauses do not count.  NULL
 * if its rules are no text.  It lives as long as the game.
 */
KW_API const char *kw_game_checksum(const struct kw_game *game);

/** What follows from the rules of a game, whatever the position. */
struct kw_properties {
    bool acyclic;    /**< no position can come again */
    bool reflects;   /**< the board seen in a mirror is played alike: left is like right */
    bool by_seeds;   /**< a value is the seeds won: more win, and no end asks what a store holds */
    bool tables;     /**< endgame tables can be built: kw_table_build */
    bool fewest_win; /**< at the end who has fewer seeds wins */
};

/** Writes the properties of a game with its options. */
KW_API void kw_game_properties(const struct kw_game *game, struct kw_properties *properties);

/**
 * What moves of a game can hold, whatever the position: numberings of its moves are made of this.
 * A part that it excludes is 0 in every legal move; one that it allows may still never occur.
 */
struct kw_move_forms {
    unsigned kinds;   /**< bit i: moves of the enum kw_kind i */
    unsigned foreign; /**< the same of those that can name a hole of the opponent's side */
    bool reverse;     /**< a move can go against the ring where another goes along it */
    bool plus;        /**< a move can bear the plus */
    uint32_t number;  /**< the largest number; UINT32_MAX: it has no bound but that of kw_move */
};

/** Writes the forms of the moves of a game with its options. */
KW_API void kw_game_move_forms(const struct kw_game *game, struct kw_move_forms *forms);

/** The clauses that hold under its options: 0 <= index < kw_clause_count. */
KW_API size_t kw_clause_count(const struct kw_game *game);
/** The clause at that place of the list; lives as long as the game. */
KW_API const struct kw_clause *kw_clause_at(const struct kw_game *game, size_t index);

/**
 * The sentence of a clause of the game in a language, or NULL where there is none: Swahili is known
 * of games that are read from a rule text.  Lives as long as the game.
 */
KW_API const char *kw_clause_text(const struct kw_game *game, const struct kw_clause *clause,
                                  enum kw_language language);

/**
 * What the statements of a rule text say of a clause of that game in standard English sentences,
 * put together of a fixed list of templates, so that programs can translate them; the text can say
 * it in words of its own (kw_clause_text).  NULL where no statement says anything, and of games
 * that are no rule texts.  Lives as long as the game.  Any thread.
 */
KW_API const char *kw_clause_standard(const struct kw_game *game, const struct kw_clause *clause);

/**
 * Where a clause of the game stands in its source ("p. 67"), of a secondary one who has it from
 * there ("StoneShark"); NULL of a reading.  Lives as long as the game.
 */
KW_API const char *kw_clause_place(const struct kw_game *game, const struct kw_clause *clause);

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
    KW_BY_REPETITION = 1,  /**< it has occurred kw_repetitions times */
    KW_BY_RESIGNATION = 2, /**< a player resigned */
    KW_BY_AGREEMENT = 3    /**< both agreed on a draw */
};

/** How a game ended. */
struct kw_result {
    enum kw_outcome outcome; /**< who has won */
    enum kw_ending ending;   /**< by what */
    bool scored;       /**< `score` is set: a game that counts seeds, ended by its own rules */
    unsigned score[2]; /**< seeds won by South and North; Awari may give an odd seed to nobody */
    bool narrow;       /**< Kiothi: won by a margin of exactly two */
};

/** The result by the position alone, without repetition; true if the game is over. */
KW_API bool kw_state(const struct kw_game *game, const struct kw_position *position,
                     struct kw_result *result);

/** Whether a win can be narrow, which is a result of its own: kw_result. */
KW_API bool kw_has_narrow_wins(const struct kw_game *game);

/** The occurrence of a position that ends the game: 3, or 2 where the first repetition does. */
KW_API unsigned kw_repetitions(const struct kw_game *game);

/** The end of a round of a match. */
struct kw_round {
    struct kw_position position; /**< that ended it, under the rules of the game */
    enum kw_player began;        /**< who began the round */
    enum kw_player moved;        /**< who made its last move */
    unsigned won[2];             /**< rounds won by South and North before it */
};

/** Whether the game is played in rounds of a match. */
KW_API bool kw_has_rounds(const struct kw_game *game);

/**
 * What follows a round: true with the start of the next round, in which the players fill their
 * holes with what they have won (`next->turn` begins); false if the match is over, or the game is
 * not played in rounds.  `result` is that of the round; if no other follows, its outcome is that of
 * the match (a draw: nobody wins it), its score still that of the round.
 * `round->position` must be over by kw_state.  A pure function: any thread may call it.
 */
KW_API bool kw_round_next(const struct kw_game *game, const struct kw_round *round,
                          struct kw_position *next, struct kw_result *result);

/** The result of a game that ends here by the kw_repetitions-th occurrence of the position. */
KW_API void kw_repetition_result(const struct kw_game *game, const struct kw_position *position,
                                 struct kw_result *result);

/**
 * The number of move sequences of exactly `depth` plies (0: 1).  Finished positions have none;
 * repetition plays no part.  Every ply counts, a pass and a step of a setup turn too.  UINT64_MAX
 * if `depth` is more than KW_PERFT_MAX, whose calls the stack would not hold, or there is no memory
 * for a long list of moves (Bulto alone has such).  A count beyond 64 bits wraps round.
 */
KW_API uint64_t kw_perft(const struct kw_game *game, const struct kw_position *position,
                         unsigned depth);

/**
 * What South and North have won so far: their stores, and the seeds in marked holes that count for
 * them where they lie.  False, and stores or 0, where nothing is won before the end: stores are
 * reserves, or there are none.
 */
KW_API bool kw_score(const struct kw_game *game, const struct kw_position *position,
                     unsigned score[2]);

/**
 * The seeds on the board that can still be won: all but those that lie where one player has won
 * them for good.
 */
KW_API unsigned kw_seeds_open(const struct kw_game *game, const struct kw_position *position);

/** The same position with South and North exchanged, turn included. */
KW_API void kw_mirror(const struct kw_game *game, const struct kw_position *position,
                      struct kw_position *mirrored);

/** A hash of all 48 bytes. */
KW_API uint64_t kw_hash(const struct kw_position *position);

/**
 * The part of a position that its value depends on: the board as the mover sees it, without the
 * stores (Bao: with the reserves; Kiothi's setup turns: unchanged, since South's comes first).  Two
 * positions with equal keys have the same value for their movers, as far as seeds still to be won
 * are concerned.
 */
KW_API void kw_key(const struct kw_game *game, const struct kw_position *position,
                   struct kw_position *key);

#ifdef __cplusplus
}
#endif

#endif
