#include "language/words/word_table.h"

#include "base/text.h"
#include "language/ways.h"

static const struct rule_word word_list[] = {
#define STATEMENT(name, part, kind, grammar, english, swahili)                                     \
    {WORD_STATEMENT, kind, STATEMENT_##name, #name, grammar, {english, swahili}, {NULL}},
#define WORD(role, kind, value, word, grammar, english, swahili)                                   \
    {WORD_##role, kind, value, word, grammar, {english, swahili}, {NULL}},
#define FACT(value, word, english, swahili, not_english, not_swahili)                              \
    {WORD_CONDITION,                                                                               \
     CONDITION_FACT,                                                                               \
     value,                                                                                        \
     word,                                                                                         \
     "",                                                                                           \
     {english, swahili},                                                                           \
     {not_english, not_swahili}},
#include "language/words/words.def"
};

static const struct {
    const char *slot, *name;
} word_roles[WORD_ROLES] = {
    [WORD_STATEMENT] = {"statement", "a statement"},
    [WORD_EDIT] = {"edit", "a change of a statement"},
    [WORD_AREA] = {"area", "holes of a row"},
    [WORD_STORES] = {"stores", "what the stores are for"},
    [WORD_SEAT] = {"seat", "where the stores lie"},
    [WORD_RING] = {"ring", "which holes follow one another"},
    [WORD_ODD] = {"odd", "what the direction depends on"},
    [WORD_AT] = {"at", "holes of another direction"},
    [WORD_OPENING] = {"opening", "the direction of the opening"},
    [WORD_WAY] = {"way", "the direction of sowing"},
    [WORD_ORDER] = {"order", "in which order holes are played"},
    [WORD_SKIP] = {"skip", "what begins from the hole that is skipped"},
    [WORD_ENDLESS] = {"endless", "what a never-ending move comes to"},
    [WORD_SLAM] = {"slam", "what a grand slam comes to"},
    [WORD_CONDITION] = {"condition", "a condition"},
    [WORD_COUNTS] = {"counts", "a number of seeds"},
    [WORD_ACTION] = {"action", "an action"},
    [WORD_TARGET] = {"target", "a hole"},
    [WORD_TO] = {"to", "where the seeds go"},
    [WORD_ALONG] = {"along", "the way from hole to hole"},
    [WORD_DUTY] = {"duty", "a duty"},
    [WORD_FROM] = {"from", "where the move starts"},
    [WORD_WHEN] = {"when", "when it is a duty"},
    [WORD_POSSIBLE] = {"possible", "whether it must be possible"},
    [WORD_OVER] = {"over", "what ends the game"},
    [WORD_FILL] = {"fill", "how holes are filled for the next round"},
    [WORD_CLOSES] = {"closes", "what becomes of holes that are not filled"},
    [WORD_NEED] = {"need", "what a player needs for the next round"},
    [WORD_WIN] = {"win", "what wins a match"},
    [WORD_BEGINS] = {"begins", "who begins the next round"},
    [WORD_UNLESS] = {"unless", "when it does not"},
    [WORD_CLOSED] = {"closed", "what a closed hole does"},
    [WORD_AMOUNT] = {"amount", "a number of seeds"},
    [WORD_REST] = {"rest", "who gets the seeds left"},
    [WORD_WINNER] = {"winner", "who wins"},
    [WORD_REFUSAL] = {"refusal", "what is refused"},
    [WORD_BASIS] = {"basis", "what a clause rests on"},
    [WORD_REPETITION] = {"repetition", "which repetition counts"},
};

const struct rule_word *word_at(size_t index) {
    return index < WORD_COUNT ? &word_list[index] : NULL;
}

size_t word_index(const struct rule_word *word) { return (size_t)(word - word_list); }

const char *word_role_name(enum word_role role) { return word_roles[role].name; }
const char *word_role_slot(enum word_role role) { return word_roles[role].slot; }

/* ---- which word was meant -------------------------------------------------------------------- */

const struct rule_word *word_nearest(uint64_t roles, const char *text, size_t length) {
    struct text_guess guess = text_guess_of(text, length);
    const struct rule_word *nearest = NULL;
    for (size_t i = 0; i < WORD_COUNT; i++) {
        const char *before = guess.nearest;
        if (!(roles >> word_list[i].role & 1))
            continue;
        text_guess_offer(&guess, word_list[i].word);
        if (guess.nearest != before)
            nearest = &word_list[i];
    }
    return nearest;
}
