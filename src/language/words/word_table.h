/* All words of the rule language, which words.def lists. */
#ifndef KOMWE_LANGUAGE_WORD_TABLE_H
#define KOMWE_LANGUAGE_WORD_TABLE_H

#include "komwe/explain.h"

/* Where a word can stand. */
enum word_role {
    WORD_STATEMENT,
    WORD_EDIT, /* what a statement does to those of a text that is extended */
    WORD_AREA,
    WORD_STORES,
    WORD_SEAT,
    WORD_RING,
    WORD_WAY,
    WORD_ODD,
    WORD_AT,
    WORD_OPENING,
    WORD_ORDER,
    WORD_SKIP,
    WORD_ENDLESS,
    WORD_SLAM,
    WORD_CONDITION,
    WORD_COUNTS,
    WORD_ACTION,
    WORD_TARGET,
    WORD_TO,
    WORD_ALONG,
    WORD_DUTY,
    WORD_FROM,
    WORD_WHEN,
    WORD_POSSIBLE,
    WORD_OVER,
    WORD_UNLESS,
    WORD_FILL,
    WORD_CLOSES,
    WORD_BEGINS,
    WORD_NEED,
    WORD_WIN,
    WORD_CLOSED,
    WORD_AMOUNT,
    WORD_REST,
    WORD_WINNER,
    WORD_REPETITION,
    WORD_REFUSAL,
    WORD_BASIS,
    WORD_ROLES
};

/* Kinds of statements: bits. */
enum {
    STATEMENT_ONCE = 1,
    STATEMENT_ANYWHERE = 2,  /* also before the board */
    STATEMENT_DESCRIBES = 4, /* says nothing of how the game is played by itself */
    STATEMENT_ALWAYS = 8,    /* counts whatever the values of options: not after 'if' */
    STATEMENT_TRAIT = 16     /* counts in a text with a trait as well, as all that describe do */
};

/* Kinds of other words: how the reader goes on. */
enum word_edit { EDIT_NONE, EDIT_REPLACE, EDIT_BEFORE, EDIT_AFTER, EDIT_WITHOUT };
enum { AREA_PLAIN, AREA_NUMBER };
enum { AREA_HALF, AREA_RIGHTMOST, AREA_BACK };
enum { STORES_NONE, STORES_CAPTURED, STORES_OWN, STORES_BOTH };
enum {
    CONDITION_ANY,
    CONDITION_PLACE,
    CONDITION_EMPTY,
    CONDITION_OCCUPIED,
    CONDITION_SEEDS,
    CONDITION_COLUMN,
    CONDITION_FREE,
    CONDITION_FACT
};
enum { COUNTS_SET, COUNTS_FILLING, COUNTS_OTHER };
enum { ACTION_PLAIN, ACTION_TARGET };
enum { ALONG_FREE, ALONG_COUNTED };
enum { DUTY_PLAIN, DUTY_OF_HOLE, DUTY_OF_HOLE_NOT, DUTY_OF_NUMBER };
enum { AMOUNT_NONE, AMOUNT_MORE, AMOUNT_FEWER };

/* The values of statements, in the order of the table. */
enum word_statement {
#define STATEMENT(name, part, kind, grammar, english, swahili) STATEMENT_##name,
#include "language/words/words.def"
    STATEMENTS
};

/* Words of all roles. */
enum {
    WORD_COUNT = 0
#define STATEMENT(name, part, kind, grammar, english, swahili) +1
#define WORD(role, kind, value, word, grammar, english, swahili) +1
#define FACT(value, word, english, swahili, not_english, not_swahili) +1
#include "language/words/words.def"
};

struct rule_word {
    uint8_t role; /* enum word_role */
    uint8_t kind;
    uint32_t value;
    const char *word;    /* one or more words, a space between them */
    const char *grammar; /* of what follows it, "": nothing */
    const char *said[KW_LANGUAGES];
    const char *denied[KW_LANGUAGES]; /* after 'not'; NULL: that cannot be said */
};

/* Index after index of the table, NULL after the last. */
const struct rule_word *word_at(size_t index);
size_t word_index(const struct rule_word *word);

/* What a role is called: "a condition", and the name of the slots that it fills: "condition". */
const char *word_role_name(enum word_role role);
const char *word_role_slot(enum word_role role);

/*
 * The word among those of a set of roles (bits) that was perhaps meant by so many bytes of text;
 * NULL if none is near.
 */
const struct rule_word *word_nearest(uint64_t roles, const char *text, size_t length);

#endif
