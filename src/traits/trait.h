/*
 * A trait: play that the sowing machine does not know, in C.  A rule text takes it up (`trait bao`)
 * and says which of its rules are in force (`rule house`).  The rulebook is the text's all the
 * same: board, start, options, and the sentence of every clause that the trait cites.
 *
 * For the files of this folder, and for src/language, which reads such texts.
 */
#ifndef KOMWE_TRAITS_TRAIT_H
#define KOMWE_TRAITS_TRAIT_H

#include "fast/fast_play.h"
#include "machine/machine.h"

#include <string.h>

/*
 * A clause that a trait cites, in the order in which clauses are shown.  Members of the trait's
 * rules, which extend struct rules, are named by their offsets in them, 0: none.
 */
struct trait_clause {
    const char *id;
    uint8_t with, without; /* it is cited only where the one is true and the other is false */
};

/* A rule of a trait: a bool of its rules, or a number. */
struct trait_rule {
    const char *name;
    uint8_t at;    /* its offset */
    uint8_t needs; /* that of a rule without which it is not in force; 0: none */
    uint8_t most;  /* of a number, from 1; 0: it is a bool */
};

struct trait {
    const char *name;
    const struct trait_clause *clauses;
    size_t clause_count;
    const struct trait_rule *rules;
    size_t rule_count;
    uint8_t rows;
    uint8_t seeds;    /* at most, on the board and in reserve */
    uint32_t columns; /* bit n: a row can have n holes */
    /* OPTIONAL: why these rules cannot be played, or NULL. */
    const char *(*fault)(const struct rules *rules);
    struct family family; /* without clauses and options, which each text has */
    bool counts_seeds;
    size_t rules_size;               /* of struct rules with what extends it */
    struct kw_game game;             /* the functions for rules at run time alone */
    const struct fast_stamp *stamps; /* those for constant rules; the last one has none */
};

/* Those of each kernel; NULL at the end. */
extern const struct trait *const traits_plain[], *const traits_vector[], *const traits_v3[];

/* The trait of that name; NULL: there is none. */
const struct trait *trait_find(const struct trait *const *traits, const char *name, size_t length);

/* Puts the functions of a trait in place of those of the game. */
void trait_use(const struct trait *trait, const struct rules *rules, struct kw_game *game);

/* Whether a bool of a trait's rules is set; 0 names none, which is. */
KW_INLINE bool trait_is_set(const struct rules *rules, uint8_t at) {
    return at == 0 || *((const unsigned char *)rules + at) != 0;
}

/* A clause of the text that the rules are read from, by its index among the trait's. */
KW_INLINE const struct kw_clause *trait_clause(const struct rules *rules, size_t index) {
    return &machine_of(rules)->clauses[index];
}

/* The board at the start, as the text has it. */
KW_INLINE void trait_start(const struct rules *rules, struct kw_position *position) {
    memcpy(position->hole, machine_of(rules)->start, KW_HOLES);
    memcpy(position->store, machine_of(rules)->start_store, sizeof position->store);
}

#endif
