#include "language/row_reader.h"

#include <string.h>

bool row_cite(struct scanner *scanner, struct rule_text *book, const char *usual, uint8_t *clause) {
    struct token id = {usual, strlen(usual)};
    if (scanner_take(scanner, "[")) {
        id = scanner_word(scanner);
        if (id.length == 0 || !scanner_take(scanner, "]"))
            return scanner_fail(scanner, scanner->at, "the id of a clause and ']' are expected");
    }
    int index = rule_text_clause(book, id);
    if (index < 0)
        return scanner_fail(scanner, scanner->at, "there are too many clauses");
    *clause = (uint8_t)index;
    return true;
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* All counts from `from` to `to`, as a set. */
static uint64_t row_range(unsigned from, unsigned to) {
    uint64_t upto = to >= MACHINE_COUNTS ? UINT64_MAX : (UINT64_C(2) << to) - 1;
    return from > MACHINE_COUNTS ? 0 : upto & (UINT64_MAX << from);
}

static const uint64_t row_even = UINT64_C(0x5555555555555554),
                      row_odd = UINT64_C(0xaaaaaaaaaaaaaaaa);

/* A set of counts: 'even', 'odd', '2 or 3', '4 or more', '2 to 5'; `seed` is 1 after a drop. */
static bool row_counts(struct scanner *scanner, uint64_t *counts) {
    *counts = 0;
    if (scanner_take(scanner, "even"))
        return *counts = row_even, true;
    if (scanner_take(scanner, "odd"))
        return *counts = row_odd, true;
    do {
        uint32_t from, to;
        if (scanner_take(scanner, "more"))
            return *counts |= row_range((unsigned)__builtin_ctzll(*counts), MACHINE_COUNTS), true;
        if (scanner_take(scanner, "fewer"))
            return *counts |= row_range(0, (unsigned)__builtin_ctzll(*counts)), true;
        if (!scanner_number(scanner, 255, &from))
            return false;
        to = from;
        if (scanner_take(scanner, "to") && !scanner_number(scanner, 255, &to))
            return false;
        *counts |= row_range(from, to);
    } while (scanner_take(scanner, "or"));
    return true;
}

/* 'empty', 'filled', or a set of counts. */
static bool row_filling(struct scanner *scanner, uint64_t *counts) {
    if (scanner_take(scanner, "empty"))
        return *counts = 1, true;
    if (scanner_take(scanner, "filled"))
        return *counts = row_range(1, MACHINE_COUNTS), true;
    return row_counts(scanner, counts);
}

static const struct {
    const char *word;
    uint32_t fact;
} row_facts[] = {
    {"crossed", FACT_CROSSED},   {"first", FACT_FIRST_LAP}, {"captured", FACT_CAPTURED},
    {"round", FACT_ROUND},       {"origin", FACT_ORIGIN},   {"child", FACT_OWN_MARK},
    {"clockwise", FACT_REVERSE},
};

static bool row_fact(struct scanner *scanner, struct condition *condition) {
    bool not = scanner_take(scanner, "not");
    for (size_t i = 0; i < sizeof row_facts / sizeof *row_facts; i++) {
        if (!scanner_take(scanner, row_facts[i].word))
            continue;
        *(not ? &condition->facts_false : &condition->facts) |= row_facts[i].fact;
        return true;
    }
    return scanner_fail(scanner, scanner->at, "a condition is expected");
}

static bool row_place(struct scanner *scanner, struct condition *condition) {
    if (scanner_take(scanner, "own"))
        condition->place = scanner_take(scanner, "store") ? PLACE_OWN_STORE : PLACE_OWN;
    else if (scanner_take(scanner, "opponent"))
        condition->place = scanner_take(scanner, "store") ? PLACE_OTHER_STORE : PLACE_OTHER;
    else
        return false;
    return true;
}

/* One of a list of conditions; after a drop, an empty hole holds the seed that fell into it. */
static bool row_condition_one(struct scanner *scanner, bool dropped, struct condition *condition) {
    if (row_place(scanner, condition))
        return true;
    if (scanner_take(scanner, "empty"))
        return condition->holds &= dropped ? 2 : 1, true;
    if (scanner_take(scanner, "occupied"))
        return condition->holds &= row_range(dropped ? 2 : 1, MACHINE_COUNTS), true;
    uint64_t counts;
    if (scanner_take(scanner, "makes") || scanner_take(scanner, "holds"))
        return row_counts(scanner, &counts) && (condition->holds &= counts, true);
    if (scanner_take(scanner, "facing"))
        return row_filling(scanner, &condition->facing);
    if (scanner_take(scanner, "next"))
        return row_filling(scanner, &condition->next);
    return row_fact(scanner, condition);
}

static bool row_condition(struct scanner *scanner, bool dropped, struct condition *condition) {
    *condition = (struct condition){.holds = UINT64_MAX,
                                    .facing = UINT64_MAX,
                                    .next = UINT64_MAX,
                                    .place = PLACE_OWN | PLACE_OTHER};
    if (scanner_take(scanner, "anywhere"))
        return true;
    do {
        if (!row_condition_one(scanner, dropped, condition))
            return false;
    } while (scanner_take(scanner, ","));
    return true;
}

/* ---- actions --------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    uint8_t verb;
} row_verbs[] = {{"stop", DO_STOP}, {"again", DO_AGAIN},     {"relay", DO_RELAY},
                 {"turn", DO_TURN}, {"capture", DO_CAPTURE}, {"bank", DO_BANK},
                 {"mark", DO_MARK}};

static bool row_target(struct scanner *scanner, uint8_t *target) {
    *target = TARGET_HERE;
    if (scanner_take(scanner, "here"))
        return true;
    if (scanner_take(scanner, "next"))
        *target = TARGET_NEXT;
    else if (scanner_take(scanner, "facing"))
        *target = scanner_take(scanner, "next") ? TARGET_FACING_NEXT : TARGET_FACING;
    return true;
}

static bool row_action(struct scanner *scanner, struct rule_text *book, struct action *action) {
    struct token word = scanner_word(scanner);
    for (size_t i = 0; i < sizeof row_verbs / sizeof *row_verbs; i++) {
        if (!token_is(word, row_verbs[i].word))
            continue;
        action->verb = row_verbs[i].verb;
        row_target(scanner, &action->target);
        if (scanner_take(scanner, "to")) {
            action->to = scanner_take(scanner, "opponent") ? TO_OPPONENT
                         : scanner_take(scanner, "hand")   ? TO_HAND
                                                           : TO_STORE;
        }
        action->along = scanner_take(scanner, "back") ? ALONG_BACK
                        : scanner_take(scanner, "on") ? ALONG_ON
                                                      : ALONG_NONE;
        if (action->along != ALONG_NONE &&
            (!scanner_take(scanner, "while") || !row_condition(scanner, false, &action->hold)))
            return scanner_fail(scanner, scanner->at, "'while' and a condition are expected");
        return row_cite(scanner, book, row_verbs[i].word, &action->clause);
    }
    return scanner_fail(scanner, word.at, "an action is expected");
}

bool row_end(struct scanner *scanner, struct rule_text *book, struct lap_end *end) {
    size_t count = 0;
    if (!row_condition(scanner, true, &end->condition))
        return false;
    if (!scanner_take(scanner, ":"))
        return scanner_fail(scanner, scanner->at, "':' and what happens are expected");
    do {
        if (count == MACHINE_ACTIONS)
            return scanner_fail(scanner, scanner->at, "there are too many actions");
        if (!row_action(scanner, book, &end->action[count]))
            return false;
        end->goes_on |= end->action[count++].verb == DO_RELAY;
    } while (scanner_take(scanner, ";"));
    return true;
}

/* ---- duties ---------------------------------------------------------------------------------- */

bool row_duty(struct scanner *scanner, struct rule_text *book, struct duty *duty) {
    if (scanner_take(scanner, "feed"))
        *duty = (struct duty){.kind = DUTY_FEED};
    else if (scanner_take(scanner, "reach"))
        *duty = (struct duty){.kind = DUTY_REACH};
    else if (scanner_take(scanner, "capture"))
        *duty = (struct duty){.kind = DUTY_CAPTURE};
    else if (scanner_take(scanner, "not") && scanner_take(scanner, "slam"))
        *duty = (struct duty){.kind = DUTY_NO_SLAM};
    else
        return scanner_fail(scanner, scanner->at, "'feed', 'capture' or 'not slam' is expected");
    duty->when_empty = scanner_take(scanner, "empty");
    duty->if_possible = scanner_take(scanner, "possible");
    return row_cite(scanner, book, "must", &duty->clause);
}

/* ---- ends of the game ------------------------------------------------------------------------ */

bool row_rest(struct scanner *scanner, uint8_t *rest) {
    static const char *const words[] = {"owner", "mover", "opponent", "nobody", "halves"};
    scanner_take(scanner, "rest");
    scanner_take(scanner, "to");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (scanner_take(scanner, words[i]))
            return *rest = (uint8_t)i, true;
    return scanner_fail(scanner, scanner->at, "who gets the seeds left is expected");
}

/* A number of seeds, or 'more than half', counted when the text has been read. */
static bool row_amount(struct scanner *scanner, uint8_t *count) {
    uint32_t seeds = 0;
    if (scanner_take(scanner, "more") && scanner_take(scanner, "than") &&
        scanner_take(scanner, "half"))
        return *count = MACHINE_HALF, true;
    if (!scanner_number(scanner, 254, &seeds))
        return false;
    *count = (uint8_t)seeds;
    return scanner_take(scanner, "or") &&
           (scanner_take(scanner, "more") || scanner_take(scanner, "fewer"));
}

static bool row_over_kind(struct scanner *scanner, struct over *over) {
    static const char *const words[] = {"stuck", "both", "own", "opponent", "either"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!scanner_take(scanner, words[i]))
            continue;
        scanner_take(scanner, i == OVER_BOTH_STUCK ? "stuck" : "empty");
        over->kind = (uint8_t)i;
        return true;
    }
    if (scanner_take(scanner, "store"))
        over->kind = OVER_STORE;
    else if (scanner_take(scanner, "left"))
        over->kind = OVER_LEFT;
    else
        return scanner_fail(scanner, scanner->at, "what ends the game is expected");
    return row_amount(scanner, &over->count) ||
           scanner_fail(scanner, scanner->at,
                        "'N or more', 'N or fewer' or 'more than half' is expected");
}

bool row_over(struct scanner *scanner, struct rule_text *book, struct over *over) {
    return row_over_kind(scanner, over) && scanner_take(scanner, ":") &&
           row_rest(scanner, &over->rest) && row_cite(scanner, book, "end", &over->clause);
}
