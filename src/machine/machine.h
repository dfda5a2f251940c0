/*
 * The rules of a game as data: what a rule text is read into, and what the sowing machine plays.
 *
 * A move is a run of laps.  When a lap has ended, the table `lap_ends` is read from its first row
 * on; the first row whose condition holds says what is captured, and whether the sowing goes on,
 * stops, or the player moves again.  All else (which moves are legal, how a seed falls, how the
 * game ends) is a field or another ordered table.
 *
 * Of a text that has been read, and that no trait plays, these hold; nothing here checks them, but
 * tests/rules/machine_invariants.c does:
 *
 *  - It is immutable; what is not filled in is zero, padding too, since fast plays compare bytes.
 *  - side[0] and side[1] are disjoint; who may not play both sides plays his own.
 *  - after[player][0] and after[player][1] undo each other, on all places that are sown.
 *  - Start and stores hold rules.seeds, 255 at most: no place overflows.
 *  - No set of counts of a condition is empty; no fact must be both true and false.
 *  - rules.limit is 0 where no lap end goes on, and only there.
 *  - Only lap ends take seeds to the hand, and a relay sows them on.
 *  - Without stores no row takes seeds to one.
 *  - A hole bears marks of one sort: of children and closed holes, or of those still unplayed.
 *
 * For src/language, which fills it in, for the files of this folder, which play it, and for
 * src/fast, whose plays are chosen by its contents.
 */
#ifndef KOMWE_MACHINE_MACHINE_H
#define KOMWE_MACHINE_MACHINE_H

#include "games/rules.h"

/*
 * Raised when a rule text means other moves than before: checksums of rules then differ, and files
 * written before are refused.
 */
enum { RULES_VERSION = 2 };

enum {
    MACHINE_PLACES = KW_HOLES + 2, /* holes and both stores: KW_STORE_SOUTH, KW_STORE_NORTH */
    MACHINE_LAP_ENDS = 48,         /* rows of the table of lap ends */
    MACHINE_ACTIONS = 8,           /* actions of a row */
    MACHINE_PASSING = 8,           /* rows on seeds that are dropped */
    MACHINE_LIFT_ROWS = 4,         /* rows on holes about to be lifted */
    MACHINE_JUMPS = 4,             /* conditions of holes that get no seed */
    MACHINE_MOVE_ENDS = 8,         /* rows on the end of a move */
    MACHINE_DUTIES = 8,            /* rows on which legal moves remain */
    MACHINE_GAME_ENDS = 12,        /* rows on how the game ends */
    MACHINE_FAST = 64,             /* bytes of rules that a fast play adds */
    MACHINE_OPTIONS = 12,
    MACHINE_NO_PLACE = 255,
    MACHINE_HALF = 255,  /* a number of seeds: more than half of all */
    MACHINE_COUNTS = 63, /* the last bit of a set of counts */
    MACHINE_COUNTED = 61 /* the most seeds that have a bit of their own */
};

/* ---- conditions ------------------------------------------------------------------------------ */

/* What kind of place: bits of condition.place. */
enum machine_place {
    PLACE_OWN = 1,   /* a hole of the mover's side */
    PLACE_OTHER = 2, /* a hole of the opponent's side */
    PLACE_OWN_STORE = 4,
    PLACE_OTHER_STORE = 8,
    PLACE_ANY = 15
};

/* The places of the facts. */
enum machine_fact_place {
#define FACT(name, cost, breaks) FACT_PLACE_##name,
#include "machine/facts.def"
    FACT_PLACES
};

/* What is true of a move under way and of the hole looked at: bits. */
enum machine_fact {
#define FACT(name, cost, breaks) FACT_##name = 1 << FACT_PLACE_##name,
#include "machine/facts.def"
};

/* What is to be looked for on the board. */
enum {
    FACT_KEPT = 0,
    FACT_SEARCHED = 1,
    FACT_RARE = 0
#define FACT(name, cost, breaks) +FACT_##cost *FACT_##name
#include "machine/facts.def"
};

/* The places whose seeds a condition can ask for. */
enum machine_hole {
    HOLE_HERE, /* the place itself, the seed that fell last included */
#define HOLE(name, found) HOLE_##name,
#include "machine/holes.def"
    MACHINE_AROUND
};

/*
 * All of it must hold.  A set of counts has bit n for n seeds; of more than MACHINE_COUNTED even
 * numbers have bit 62, odd ones bit 63.  Nothing is asked by all bits: they hold without a hole.
 */
struct condition {
    uint64_t seeds[MACHINE_AROUND]; /* [enum machine_hole]: a set of counts */
    uint32_t facts;                 /* facts that must be true */
    uint32_t facts_false;           /* facts that must be false */
    uint16_t columns;               /* bit i: hole i + 1 from its owner's left; 0: any */
    uint8_t place;                  /* enum machine_place, one of these */
};

/* Whether a condition reads the seeds of a hole around the place. */
KW_INLINE bool condition_reads_seeds(const struct condition *condition) {
    uint64_t all = UINT64_MAX;
#define HOLE(name, found) all &= condition->seeds[HOLE_##name];
#include "machine/holes.def"
    return all != UINT64_MAX;
}

/* ---- what a row does ------------------------------------------------------------------------- */

enum machine_verb {
    DO_NOTHING, /* ends a list of actions */
    DO_STOP,    /* the sowing stops: so it does without DO_RELAY, but this says so in a trace */
    DO_AGAIN,   /* the sowing stops, and the same player moves again */
    DO_RELAY,   /* lifts the target and sows it on */
    DO_TURN,    /* the direction of the next lap is turned round */
    DO_CAPTURE, /* takes the seeds of the target to `to` */
    DO_BANK,    /* the same of seeds that are the mover's own, the last one for instance */
    DO_MARK,    /* the target becomes the mover's child */
    DO_CLOSE    /* the target is closed: see enum machine_closed */
};

enum machine_target {
    TARGET_HERE, /* the hole where the lap ended */
#define HOLE(name, found) TARGET_##name,
#include "machine/holes.def"
    TARGET_FACING_NEXT,   /* the one that faces the next */
    TARGET_FACING_BEYOND, /* the one that faces the one after that */
    TARGET_BOTH,          /* the hole where the lap ended and the one that faces it */
    TARGET_STORE          /* the mover's store */
};

enum machine_to {
    TO_STORE,
    TO_OPPONENT,
    TO_HAND,
    TO_OWNER, /* the owner of the side where the seeds lie */
    TO_HERE,  /* the hole where the lap ended */
    TO_CHILD  /* the mover's first child; without one nothing is taken */
};

/* How an action is repeated at other holes, while `hold` holds of each. */
enum machine_along {
    ALONG_NONE,
    ALONG_BACK,
    ALONG_ON,        /* of the hole beyond: two holes at a time */
    ALONG_CLOCKWISE, /* whatever the direction of the lap */
    ALONG_ALL        /* at every hole of the board where it holds */
};

struct action {
    uint8_t verb;   /* enum machine_verb */
    uint8_t target; /* enum machine_target */
    uint8_t to;     /* enum machine_to */
    uint8_t along;  /* enum machine_along: if set, the target moves along before each repetition */
    uint8_t most;   /* repetitions at most; 0: no limit */
    uint8_t count;  /* seeds taken, or those that there are; 0: all */
    uint8_t clause; /* cited by its events */
    struct condition hold; /* of the hole moved to; the action is done while it holds */
};

struct row {
    struct condition condition;
    bool goes_on;                          /* an action of it has another lap follow */
    struct action action[MACHINE_ACTIONS]; /* in order, up to the first DO_NOTHING */
};

/* ---- legal moves ----------------------------------------------------------------------------- */

/* What a duty asks of the position after a move. */
enum machine_duty {
    DUTY_FEED,     /* the opponent has a seed on his side */
    DUTY_REACH,    /* the move has dropped a seed into a hole of the opponent's side */
    DUTY_CAPTURE,  /* the move has captured */
    DUTY_NO_SLAM,  /* the move has not left the opponent's side empty by a capture from it */
    DUTY_UNPLAYED, /* the hole has not been played before */
    /* Of the hole that it starts from, and of the place where its first lap ends: */
    DUTY_START,
    DUTY_LAND,
    DUTY_RIGHTMOST, /* it starts from one of the `count` rightmost holes that can be played */
    DUTY_NO_UNDO    /* it does not move a single seed straight back */
};

struct duty {
    uint8_t kind;     /* enum machine_duty */
    bool when_empty;  /* only where the opponent's side is empty before the move */
    bool if_possible; /* where no move fulfils it, all that were legal stay so; else none is */
    bool scoped;      /* only moves from holes where `scope` holds are asked */
    bool negated;     /* `hold` must not hold */
    uint8_t count;
    uint8_t clause;
    struct condition scope; /* of the hole that a move starts from, before it */
    struct condition hold;  /* DUTY_START, DUTY_LAND */
};

/* ---- the end --------------------------------------------------------------------------------- */

/* Of the position at the start of a turn; the mover is the player whose turn it is. */
enum machine_game_end {
    GAME_END_STUCK,        /* the mover has no legal move */
    GAME_END_BOTH_STUCK,   /* neither player has one; a mover who alone has none passes */
    GAME_END_OWN_EMPTY,    /* no seed on the mover's side */
    GAME_END_OTHER_EMPTY,  /* none on the opponent's */
    GAME_END_EITHER_EMPTY, /* none on one side */
    GAME_END_STORE,        /* a player's store and children hold `count` seeds or more */
    GAME_END_LEFT,         /* the holes that are no children hold `count` seeds or fewer */
    GAME_END_LAST_EMPTY,   /* no seed on the side of the player who moved last */
    GAME_END_UNFED         /* the mover has seeds and no legal move, the opponent's side is empty */
};

/* Who gets the seeds left on the board. */
enum machine_rest {
    REST_OWNER, /* the owner of the side where they lie */
    REST_MOVER,
    REST_OTHER,
    REST_NOBODY,
    REST_HALVES,     /* halves; an odd seed goes to nobody */
    REST_LAST,       /* the player who moved last */
    REST_FIRST,      /* the player who began the game */
    REST_HALVES_LESS /* halves; an odd seed goes to the player with fewer in his store */
};

/* Who wins. */
enum machine_winner { WINNER_MOST, WINNER_FEWEST, WINNER_MOVER, WINNER_OTHER, WINNER_NOBODY };

struct game_end {
    uint8_t kind; /* enum machine_game_end */
    uint8_t count;
    uint8_t rest;   /* enum machine_rest */
    uint8_t winner; /* enum machine_winner */
    bool childless; /* only where no hole is a child */
    uint8_t clause;
};

/* ---- the whole ------------------------------------------------------------------------------- */

/* Which hole gets no seed. */
enum machine_skip { SKIP_NONE, SKIP_LAP, SKIP_MOVE };

/*
 * What a grand slam comes to, if no duty forbids it: a row at whose end the opponent's side is
 * empty, and which has captured from it.
 */
enum machine_slam {
    SLAM_TAKES,
    SLAM_TAKES_NOTHING, /* nothing is taken from any hole */
    SLAM_GIVES,         /* it takes them, and the seeds of the mover's side go to the opponent */
    SLAM_LEAVES_LEFT,   /* the filled hole nearest to the mover's left hand is not captured */
    SLAM_LEAVES_RIGHT,  /* the one nearest to his right hand */
    SLAM_AGAIN          /* it takes them, and its player moves again */
};

/* What the direction of a move follows from, besides the ways of its hole. */
enum machine_ways {
    WAYS_OF_HOLE,
    WAYS_BY_COUNT, /* an even number of seeds goes the other way */
    WAYS_BY_FIRST  /* the first move chooses its player's direction for the game; the opponent's is
                      the other */
};

/*
 * What becomes of a seed that is due in a closed hole.  Such a hole bears both marks; a child bears
 * one, the first if it is South's.
 */
enum machine_closed {
    CLOSED_PASSED, /* the hole is passed over */
    CLOSED_LOSES   /* the mover's are passed over; in the opponent's the seed is lost for the game,
                      and lies in the mover's store, which no such game counts */
};

/* What is said of a move that is not legal, and of what narrows the choice. */
/* What a duty of holes says, and what it says of a hole, begins so. */
#define MACHINE_BARRED "%h may not be played now: "
#define MACHINE_OBLIGED "a rule narrows the choice: "

enum machine_refusal {
    REFUSE_FORM,    /* not a move of this game */
    REFUSE_FOREIGN, /* not the mover's hole */
    REFUSE_WAY,     /* a direction that the hole does not have */
    REFUSE_FEW,     /* the hole is empty, or holds too few seeds */
    REFUSE_FEED,
    REFUSE_REACH,
    REFUSE_CAPTURE,
    REFUSE_SLAM,
    REFUSE_START,
    REFUSE_LAND,
    REFUSE_RIGHTMOST,
    REFUSE_UNDO,
    REFUSE_CLOSED,
    REFUSE_CHILD,
    REFUSE_UNPLAYED,
    OBLIGE_FEED, /* and DUTY_REACH */
    OBLIGE_CAPTURE,
    OBLIGE_HOLE,
    OBLIGE_UNPLAYED,
    OBLIGE_PASS,
    REFUSALS
};

/*
 * Bits of own[1] of a position.  own[0] is the hole, plus one, that `no_undo` bars; of a hole that
 * its player can sow in both directions that direction, MACHINE_UNDO_REVERSE: against the ring.
 */
enum { MACHINE_UNDO_REVERSE = 64 };

enum machine_memory {
    MEMORY_OPENING = 0x0f, /* moves of the opening that are still to come */
    MEMORY_WAY = 0x30,     /* directions of the player to move, as in `ways`; 0: any */
    MEMORY_EXTRA = 0x40,   /* the player to move has made the last move as well */
    MEMORY_FIRST = 0x80    /* the player to move began the game */
};

/* How the players fill their holes for the next round of a match, from what they have won. */
enum machine_fill {
    FILL_NONE,    /* a game is no round of a match */
    FILL_ANEW,    /* as at the start, whatever they have won */
    FILL_LEFT,    /* hole by hole with as many seeds as at the start, from the player's left */
    FILL_RIGHT,   /* from his right */
    FILL_OUTSIDE, /* from both ends: left, right, second from the left ... */
    FILL_EVEN     /* each hole of both sides alike, as many as the one with fewer can put in all */
};

/* Who begins the next round. */
enum machine_begins { BEGINS_OTHER, BEGINS_LOSER, BEGINS_WINNER, BEGINS_LAST };

struct match_rules {
    uint8_t fill;   /* enum machine_fill */
    uint8_t begins; /* enum machine_begins; after a draw who did not begin the last one */
    bool closes;    /* holes that cannot be filled are closed */
    uint8_t need;   /* who has fewer seeds has lost the match */
    uint8_t wins;   /* who has won so many rounds has won it; 0: no number decides */
    uint8_t clause;
};

/* What events cite that belong to no row. */
enum machine_cite {
    CITE_START,
    CITE_MOVE,  /* whose holes, how many seeds at least, which directions */
    CITE_SOW,   /* lift, drop */
    CITE_SKIP,  /* the hole of a lap that gets no seed, and those that are jumped */
    CITE_STORE, /* a seed dropped into a store */
    CITE_PASS,
    CITE_NEXT, /* the turn */
    CITE_SLAM,
    CITE_LIMIT, /* a never-ending move */
    CITE_REPEAT,
    CITE_OPENING,
    CITE_WAYS, /* the direction that the first move chooses */
    CITE_UNDO,
    CITE_CLOSED,
    CITE_UNPLAYED,
    CITE_CHILD, /* a hole that a player owns */
    CITE_STOP,  /* a lap that ends where no row holds */
    CITES,
    CITE_NOTHING = 255 /* while the text is read */
};

struct trait;

struct machine {
    struct rules rules;
    unsigned char fast[MACHINE_FAST]; /* the rest of the rules of the fast play or of the trait */
    const struct trait *trait;        /* what plays the game in place of the machine, or NULL */

    /* The board. */
    uint32_t side[2];                    /* the holes of each player's side, as bits */
    uint32_t playable[2];                /* the holes that each player may move from */
    uint8_t after[2][2][MACHINE_PLACES]; /* [player][reverse][place]: the place after it */
    uint8_t facing[KW_HOLES];            /* MACHINE_NO_PLACE: none */
    uint8_t start[KW_HOLES];
    uint32_t children[2]; /* the holes that are each player's children from the start */
    uint8_t start_store[2];
    bool ring; /* `after` is the ring of src/sow, with the own store at most */

    /* What follows from the rest, for speed. */
    bool at_once;        /* laps are sown by vectors: nothing is asked between their seeds */
    bool relays_at_once; /* nor between laps of `relays` */
    uint32_t relays[2][MACHINE_COUNTS + 1]; /* [player][seeds]: holes where a lap that ends there
                                               and makes so many is sown on, whatever else holds */

    /* Moving and sowing. */
    uint8_t ways[2][KW_HOLES]; /* directions of each player's holes: bit 0 along, 1 against */
    uint8_t least;             /* seeds that a hole needs to be played */
    uint8_t leave;             /* seeds that a lift leaves in the hole, if it held more */
    uint8_t skip;              /* enum machine_skip */
    bool own_store;            /* the mover's store is on his way; `after` says so as well */
    bool both_stores;          /* and so is the opponent's */
    bool stores_left;          /* stores lie at the left ends of the rows, not at the right */
    uint8_t slam;              /* enum machine_slam */
    uint8_t ways_by;           /* enum machine_ways */
    uint8_t closed;            /* enum machine_closed */
    uint16_t laps;             /* a move of more laps is never-ending; 0: no limit */
    uint8_t opening;           /* moves of the opening, both players' together, 0..15 */
    uint8_t opening_ways;      /* the direction of moves of the opening, as in `ways`; 0: any */
    bool swap;                 /* the second player may change sides in the first turn */
    uint8_t few;               /* seeds on the board that are few */
    bool extras;               /* positions say whether the turn is an extra one */
    bool firsts;               /* positions say who began */
    bool no_undo;              /* a duty asks for it: positions say which hole it bars */
    uint32_t rightmost;        /* the rightmost hole of each side */
    uint32_t used_facts;       /* facts that some condition asks */
    struct condition jumps[MACHINE_JUMPS]; /* holes where one holds get no seed */
    uint8_t jump_count;
    bool unplayed;  /* the first mark is of the holes that have not been played */
    uint32_t owned; /* all holes, or none where it is: in them marks are of children or closed */

    struct row lap_ends[MACHINE_LAP_ENDS];
    uint8_t lap_end_count;                   /* a lap end that no row fits stops */
    struct row lift_rows[MACHINE_LIFT_ROWS]; /* asked of a hole before it is lifted */
    uint8_t lift_row_count;                  /* the first row that fits acts */
    struct row passing[MACHINE_PASSING];     /* asked where a seed has been dropped */
    uint8_t passing_count;                   /* the first row that fits acts */
    struct row move_ends[MACHINE_MOVE_ENDS]; /* all that hold act when a move has ended */
    uint8_t move_end_count;
    struct duty duties[MACHINE_DUTIES]; /* one after the other narrows the legal moves */
    uint8_t duty_count;
    struct game_end game_ends[MACHINE_GAME_ENDS]; /* the first that holds ends the game */
    uint8_t game_end_count;
    uint8_t repeat_rest; /* enum machine_rest, at a repetition */

    struct match_rules match;
    bool chosen_ways;                   /* the mover chooses the direction: moves bear > or < */
    bool passes;                        /* a player without a legal move can pass */
    const char *noun;                   /* what the text calls a hole: "pit" */
    const char *child;                  /* and a hole that a player owns: "tuzdik" */
    const char *refusal[REFUSALS];      /* %h: the hole, %n: its seeds */
    const char *barred[MACHINE_DUTIES], /* MACHINE_BARRED and what each duty says, or NULL */
        *obliged[MACHINE_DUTIES];       /* the same with MACHINE_OBLIGED */
    uint8_t refusal_clause[REFUSALS];   /* CITE_NOTHING: that of the rule */
    const struct kw_clause *clauses;    /* of the text */
    uint8_t cite[CITES];                /* indices of clauses */
    int32_t option[MACHINE_OPTIONS];    /* the values of the text's options */
};

/* The machine that rules are part of; for games of this family alone. */
KW_INLINE const struct machine *machine_of(const struct rules *rules) {
    return (const struct machine *)rules;
}

/* What a position remembers that a game or a round begins with. */
KW_INLINE void machine_begin(const struct machine *machine, struct kw_position *position) {
    position->own[1] = (uint8_t)(machine->opening | (machine->firsts ? MEMORY_FIRST : 0));
    position->mark |=
        machine->unplayed ? machine->side[0] | machine->side[1] : machine->children[0];
    position->mark2 |= machine->children[1];
}

#endif
