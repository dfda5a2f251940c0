/*
 * What the puzzles of the lessons ask, and the library's answers.  docs/lessons.md describes their
 * format; lessons_test proves the puzzles with this, lessons_find looks for new ones.
 */
#ifndef KOMWE_TESTS_LESSONS_ASK_H
#define KOMWE_TESTS_LESSONS_ASK_H

#include "komwe.h"

enum {
    ASK_MOVES = 256, /* legal moves of a position that can be asked about */
    ASK_WORD = 24    /* bytes that hold an answer */
};

/* A position under the rules of a game. */
struct table {
    const struct kw_game *game;
    struct kw_position position;
};

enum ask_kind {
    ASK_MOVE,   /* which move? */
    ASK_END,    /* where does the last seed of this move fall? */
    ASK_NUMBER, /* how many? */
    ASK_HOLES,  /* which holes may be played? */
    ASK_WHY     /* by which clause does something happen in this move? */
};

/* What is wanted: of a move the first, of a clause an event, of a number the others. */
enum ask_goal {
    ASK_NOTHING,  /* kinds that want nothing more */
    ASK_EVENT,    /* a move in which something happens (a capture, a block) */
    ASK_MOST,     /* the move that captures most */
    ASK_LEGAL,    /* a legal move */
    ASK_WINS,     /* a move that wins at once */
    ASK_BEST,     /* the best move, by proof */
    ASK_CAPTURED, /* seeds captured by this move */
    ASK_SEEDS     /* seeds in a hole after this move */
};

struct question {
    enum ask_kind kind;
    enum ask_goal goal;
    enum kw_event_kind event; /* of ASK_EVENT; of ASK_WHY the first one of this kind */
    const char *move;         /* of ASK_END, ASK_NUMBER and ASK_WHY, as text */
    const char *hole;         /* of ASK_SEEDS, as text */
    bool later; /* of ASK_EVENT: in the mover's next turn, whatever the opponent answers */
};

/* Words in the order of the alphabet; a number is a word too. */
struct answers {
    size_t count;
    char word[ASK_MOVES][ASK_WORD];
};

/* What a move did. */
struct effect {
    struct kw_position after;
    uint32_t events;   /* bit k: one of kind k */
    unsigned captured; /* seeds taken from holes: into the hand or, with the last one, a store */
    unsigned dropped;  /* seeds that fell */
    uint8_t end;       /* where the last one fell, or KW_NOWHERE */
};

/*
 * A rule set with its default options: one of the library, else FOLDER/ID.rules, which is added to
 * the library's list.  NULL if there is neither, or the text is faulty.
 */
const struct kw_game *lesson_game(const char *folder, const char *id);

void effect_of(const struct table *table, kw_move move, struct effect *effect);

/* Sets kind and goal by their names, goal NULL for none; false if there are no such. */
bool question_name(struct question *question, const char *kind, const char *goal);

/*
 * All right answers on a table; none if the move asked about is not legal there.  Moves are read
 * and written as on the table `asked`, which is another one where older rules have no signs for
 * them. False if it cannot be said: too many moves, or (ASK_BEST) values that the engine does not
 * prove. `engine` is for ASK_BEST alone.
 */
bool question_answer(const struct question *question, const struct table *asked,
                     const struct table *table, struct kw_engine *engine, struct answers *answers);

bool answers_equal(const struct answers *left, const struct answers *right);

/* Puts a word where it belongs; false if there is no room. */
bool answers_add(struct answers *answers, const char *word);

/*
 * The table as a player of the rules before would set it up: without the marks and fields that they
 * lack, and with a reserve that they lack in the players' last back holes.  False if they cannot
 * have it.
 */
bool table_before(const struct table *table, const struct kw_game *before, struct table *result);

#endif
