/*
 * How the functions of a family are stamped for its rules: KW_GENERAL once, KW_INSTANCE for each
 * constant rules.  For the end of a family's file.
 *
 * Speed without a second copy of the rules: the functions of a family are KW_INLINE and take its
 * rules by pointer.  KW_INSTANCE stamps the hot ones for rules that are compile-time constants;
 * traced play and other option values run the same source with the pointer at run time.
 */
#ifndef KOMWE_GAMES_RULE_SET_H
#define KOMWE_GAMES_RULE_SET_H

#include "games/game.h"
#include "sow/ring.h"

/*
 * Stamps the hot functions NAME_fast_moves, _count, _play and _leaves for RULES (an expression of
 * type `const struct rules *`, where `rules` is the argument) from the KW_INLINE functions
 * FAMILY_moves and so on, which take rules.  Where the library has to be small (KW_SMALL), the
 * leaves are counted by the other three.
 */
#if defined(KW_SMALL)
#define KW_LEAVES_PLAY(name, family, RULES, ...) name##_fast_play(rules, position, list[i], &next)
#define KW_LEAVES_COUNT(name, family, RULES) name##_fast_count(rules, &next)
#else
#define KW_LEAVES_PLAY(name, family, RULES, ...)                                                   \
    family##_play(RULES, position, list[i], &next __VA_ARGS__)
#define KW_LEAVES_COUNT(name, family, RULES) family##_count(RULES, &next)
#endif
#define KW_INSTANCE(name, family, RULES) KW_STAMP(name, family, RULES, , NULL)

/* The same; what follows RULES is added to the arguments of FAMILY_play. */
#define KW_STAMP(name, family, RULES, ...)                                                         \
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
        family##_play(RULES, position, move, next __VA_ARGS__);                                    \
    }                                                                                              \
    static uint64_t name##_fast_leaves(const struct rules *rules,                                  \
                                       const struct kw_position *position, const kw_move *list,    \
                                       size_t length) {                                            \
        uint64_t leaves = 0;                                                                       \
        (void)rules;                                                                               \
        for (size_t i = 0; i < length; i++) {                                                      \
            struct kw_position next;                                                               \
            KW_LEAVES_PLAY(name, family, RULES, __VA_ARGS__);                                      \
            leaves += KW_LEAVES_COUNT(name, family, RULES);                                        \
        }                                                                                          \
        return leaves;                                                                             \
    }

#define KW_FUNCTIONS(name)                                                                         \
    .moves = name##_fast_moves, .count = name##_fast_count, .play = name##_fast_play,              \
    .leaves = name##_fast_leaves

/*
 * Once a family: the functions for rules read at run time, and the traced
 * play.
 */
#define KW_GENERAL(family)                                                                         \
    KW_INSTANCE(family##_general, family, rules)                                                   \
    static void family##_trace(const struct rules *rules, const struct kw_position *position,      \
                               kw_move move, struct kw_position *next, struct trace *trace) {      \
        family##_play(rules, position, move, next, trace);                                         \
    }

#endif
