/* What a rule text is read into: a game with all that it refers to, and the memory of its texts. */
#ifndef KOMWE_LANGUAGE_RULE_TEXT_H
#define KOMWE_LANGUAGE_RULE_TEXT_H

#include "games/game.h"
#include "language/scanner.h"
#include "language/words/sentence.h"
#include "language/words/word_table.h"
#include "machine/machine.h"

enum {
    RULE_TEXT_NAMES = 32,      /* names and terms */
    RULE_TEXT_LITERATURE = 16, /* further works */
    RULE_TEXT_CHOICES = 8      /* of an option */
};

struct rule_text_block;

/* What is known of a clause besides what the library shows of it. */
struct rule_text_clause {
    const char *stated[KW_LANGUAGES]; /* the sentence of the text, or NULL */
    const char *said[KW_LANGUAGES];   /* the standard sentences of its statements, or NULL */
    struct text_place at;             /* of its sentence */
    bool cited;                       /* a statement names it */
    bool standard;                    /* it says what the text leaves unsaid */
    bool based;                       /* the text says what it rests on */
};

/* What a clause rests on, as the text says it. */
struct rule_text_basis {
    const char *id;
    const char *place; /* see kw_clause_place */
    enum kw_basis basis;
    struct text_place at;
    const struct scanner_source *source; /* the text that says so */
    bool meant;                          /* there is such a clause */
};

struct rule_text {
    struct kw_game game; /* first: a game of the library is its rulebook */
    struct game_text text;
    struct kw_info info;
    struct family family;
    struct machine machine;
    struct kw_clause clauses[KW_CLAUSES];
    struct rule_text_clause clause_facts[KW_CLAUSES];
    const char *swahili[KW_CLAUSES];  /* what each clause says, or NULL */
    const char *standard[KW_CLAUSES]; /* see kw_clause_standard */
    const char *places[KW_CLAUSES];   /* see kw_clause_place */
    size_t clause_count;
    struct rule_text_basis bases[KW_CLAUSES];
    size_t basis_count;
    struct kw_option options[OPTIONS_MAX];
    const char *choices[OPTIONS_MAX][RULE_TEXT_CHOICES + 1];
    bool word_read[WORD_COUNT]; /* the words of the language that the text has */
    bool option_used[OPTIONS_MAX];
    struct text_place option_at[OPTIONS_MAX];
    size_t option_count;
    uint32_t changed_options; /* of the game */
    const char *former;       /* see struct family, or NULL */
    struct text_place lap_end_at[MACHINE_LAP_ENDS], duty_at[MACHINE_DUTIES],
        game_end_at[MACHINE_GAME_ENDS], passing_at[MACHINE_PASSING], lift_row_at[MACHINE_LIFT_ROWS],
        move_end_at[MACHINE_MOVE_ENDS];
    struct text_place refusal_at[REFUSALS], child_at; /* the text's own words for these */
    struct text_place fact_at[FACT_PLACES];     /* where the condition on each fact first stands */
    struct text_place statement_at[STATEMENTS]; /* where the statement first stands */
    struct kw_name names[RULE_TEXT_NAMES + 1];
    size_t name_count;
    const char *literature[RULE_TEXT_LITERATURE + 1];
    size_t literature_count;
    const char *start_option;       /* the one that the start depends on, or NULL */
    struct endgame_layout endgame;  /* if the game has one */
    struct rule_text_block *blocks; /* of texts */
};

/*
 * A copy of a span as a string that lives as long as the rulebook, ends of lines and the spaces
 * around them as one space; NULL without memory.
 */
const char *rule_text_copy(struct rule_text *book, struct token span);

/* The same, byte by byte. */
const char *rule_text_keep(struct rule_text *book, struct token span);

enum { CLAUSES_FULL = -1, CLAUSES_NO_MEMORY = -2 };

/*
 * The index of the clause with that id, which holds from now on; one is added if there is none.
 * CLAUSES_FULL or CLAUSES_NO_MEMORY if it cannot.
 */
int rule_text_clause(struct rule_text *book, struct token id);

/* Adds a standard sentence to what a clause says; false without memory. */
bool rule_text_say(struct rule_text *book, unsigned clause, struct sentence *sentence);

/* Has a sentence say another word in the place of one; false without memory. */
bool rule_text_replace(struct rule_text *book, const char **said, const char *word,
                       const char *other);

void rule_text_free(struct rule_text *book);

#endif
