/* The conditions of a rule text: what a row asks of a hole and of the move. */
#include "base/text.h"
#include "language/statements/statements.h"

#include <string.h>

/* ---- numbers of seeds ------------------------------------------------------------------------ */

static const uint64_t condition_sets[] = {UINT64_C(0x5555555555555554),
                                          UINT64_C(0xaaaaaaaaaaaaaaaa)};

/* All counts from `from` to `to`, as a set. */
static uint64_t condition_range(unsigned from, unsigned to) {
    uint64_t upto = to >= MACHINE_COUNTS ? UINT64_MAX : (UINT64_C(2) << to) - 1;
    return from > MACHINE_COUNTS ? 0 : upto & (UINT64_MAX << from);
}

/* A number of seeds from `min` on, or an option that is one. */
static bool condition_read_number(struct reader *reader, uint32_t min, uint32_t *number) {
    const char *at = scanner_peek(&reader->scanner).at;
    if (!reader_option_number(reader, number))
        return scanner_number(&reader->scanner, min, MACHINE_COUNTED, number);
    return (*number >= min && *number <= MACHINE_COUNTED) ||
           scanner_fail(&reader->scanner, at, "a whole number from %u to %d is expected, not %u",
                        min, MACHINE_COUNTED, *number);
}

/* NUMBER, or NUMBER to NUMBER, as a set and in words. */
static bool condition_read_span(struct reader *reader, uint64_t *counts, struct text *english,
                                struct text *swahili) {
    struct scanner *scanner = &reader->scanner;
    uint32_t from, to;
    if (!condition_read_number(reader, 0, &from))
        return false;
    to = from;
    text_number(english, from);
    text_number(swahili, from);
    if (scanner_take(scanner, "to")) {
        if (!condition_read_number(reader, from, &to))
            return false;
        text_format(english, " to %u", to);
        text_format(swahili, " hadi %u", to);
    }
    *counts |= condition_range(from, to);
    return true;
}

/* '2 or 3', '4 or more', '2 to 5', '3 or fewer'. */
static bool condition_read_numbers(struct reader *reader, uint64_t *counts) {
    struct scanner *scanner = &reader->scanner;
    char said[KW_LANGUAGES][KW_TEXT];
    struct text english = text_into(said[KW_ENGLISH], KW_TEXT),
                swahili = text_into(said[KW_SWAHILI], KW_TEXT);
    text_string(&swahili, "kete ");
    if (!condition_read_span(reader, counts, &english, &swahili))
        return false;
    while (scanner_take(scanner, "or")) {
        bool more = scanner_take(scanner, "more");
        text_string(&english, " or ");
        text_string(&swahili, " au ");
        if (more || scanner_take(scanner, "fewer")) {
            unsigned least = (unsigned)__builtin_ctzll(*counts);
            *counts |= more ? condition_range(least, MACHINE_COUNTS) : condition_range(0, least);
            text_string(&english, more ? "more" : "fewer");
            text_string(&swahili, more ? "zaidi" : "chache zaidi");
            break;
        }
        if (!condition_read_span(reader, counts, &english, &swahili))
            return false;
    }
    text_string(&english, *counts == 2 ? " seed" : " seeds");
    sentence_fill(&reader->sentence, word_role_slot(WORD_COUNTS),
                  (const char *const[]){said[KW_ENGLISH], said[KW_SWAHILI]});
    return true;
}

/* A set of counts; `filling`: also 'empty' and 'filled'. */
static bool condition_read_counts(struct reader *reader, bool filling, uint64_t *counts) {
    const struct rule_word *word = reader_word(reader, WORD_COUNTS);
    *counts = 0;
    if (word == NULL)
        return condition_read_numbers(reader, counts);
    if (word->kind == COUNTS_OTHER)
        return condition_read_numbers(reader, counts) && (*counts = ~*counts, true);
    if (word->kind == COUNTS_SET)
        *counts = condition_sets[word->value];
    else
        *counts = word->value == 0 ? 1 : condition_range(1, MACHINE_COUNTS);
    return word->kind == COUNTS_SET || filling ||
           scanner_fail(&reader->scanner, reader->scanner.at - strlen(word->word),
                        "a number of seeds is expected");
}

/* ---- where a condition stands ---------------------------------------------------------------- */

enum {
    /* of a hole from which a move can start, or of what only a move under way can have done */
    FACTS_OF_PLAY = FACT_LAST | FACT_SINGLE | FACT_CHANGED | FACT_CROSSED | FACT_CAPTURED |
                    FACT_ROUND | FACT_OWN_MARK | FACT_OTHER_MARK
};

/* Which facts never hold at each place, and which always do. */
static const struct {
    const char *said;
    uint32_t never, always;
} condition_stands[] = {
    [STAND_END] = {"when a lap has ended", 0, FACT_LAST},
    [STAND_LIFT] = {"of a hole about to be lifted", FACT_LAST, 0},
    [STAND_PASSING] = {"of a seed before the last of its lap", FACT_LAST | FACT_SINGLE, 0},
    [STAND_DROP] = {"of a seed that falls", 0, 0},
    [STAND_AFTER] = {"when a move has ended", 0, FACT_LAST},
    [STAND_JUMP] = {"of a hole to be passed over", 0, 0},
    [STAND_START] = {"where a move starts", FACTS_OF_PLAY, FACT_FIRST_LAP | FACT_ORIGIN},
    [STAND_LAND] = {"where the first lap of a move ends", 0, FACT_LAST | FACT_FIRST_LAP}};

/* A fault if a word never holds there, or always. */
static bool condition_varies(struct reader *reader, struct condition_stand stand, const char *at,
                             const struct rule_word *word, bool never, bool always) {
    const char *said = stand.along ? "of a hole of the board" : condition_stands[stand.kind].said;
    return (!never && !always) ||
           scanner_fail(&reader->scanner, at,
                        never ? "'%s' never holds %s" : "'%s' always holds %s, and says nothing",
                        word->word, said);
}

/* The same of a fact that is asked, or denied. */
static bool condition_fact_varies(struct reader *reader, struct condition_stand stand,
                                  const char *at, const struct rule_word *word, bool denied) {
    uint32_t never = condition_stands[stand.kind].never & word->value,
             always = condition_stands[stand.kind].always & word->value;
    return (never | always) == 0 ||
           scanner_fail(&reader->scanner, at,
                        (never != 0) != denied ? "'%s%s' never holds %s"
                                               : "'%s%s' always holds %s, and says nothing",
                        denied ? "not " : "", word->word, condition_stands[stand.kind].said);
}

/* The same of a word that is no fact. */
static bool condition_word_varies(struct reader *reader, struct condition_stand stand,
                                  const char *at, const struct rule_word *word) {
    bool of_start = stand.kind == STAND_START,
         filled = (of_start || stand.kind == STAND_LIFT) && !stand.along;
    switch (word->kind) {
    case CONDITION_ANY:
        return condition_varies(reader, stand, at, word, false, of_start);
    case CONDITION_PLACE:
        return condition_varies(
            reader, stand, at, word,
            (filled || stand.along) && (word->value & (PLACE_OWN | PLACE_OTHER)) == 0, false);
    case CONDITION_EMPTY:
        return condition_varies(reader, stand, at, word, filled, false);
    case CONDITION_OCCUPIED:
        return condition_varies(reader, stand, at, word, false, filled);
    case CONDITION_FREE:
        return condition_varies(reader, stand, at, word, false, of_start);
    default:
        return true;
    }
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* How to deny a condition that 'not' cannot. */
static const char *condition_denial(unsigned kind) {
    switch (kind) {
    case CONDITION_PLACE:
        return "name the other place";
    case CONDITION_EMPTY:
        return "'occupied' denies it";
    case CONDITION_OCCUPIED:
        return "'empty' denies it";
    case CONDITION_COLUMN:
        return "list the other holes";
    case CONDITION_SEEDS:
        return "say 'other than' and the numbers";
    default:
        return "name the other conditions";
    }
}

/* Notes where facts are first asked, whose meaning another statement may have to say. */
static void condition_note_facts(struct reader *reader, uint32_t facts, const char *at) {
    for (; facts != 0; facts &= facts - 1) {
        struct text_place *first = &reader->book->fact_at[__builtin_ctz(facts)];
        if (first->line == 0)
            *first = scanner_place(&reader->scanner, at);
    }
}

/* 'not FACT' */
static bool condition_read_not(struct reader *reader, struct condition_stand stand,
                               struct condition *condition) {
    struct sentence said = reader->sentence;
    const char *at = scanner_peek(&reader->scanner).at;
    const struct rule_word *word = reader_expect(reader, WORD_CONDITION);
    if (word == NULL)
        return false;
    if (word->denied[KW_ENGLISH] == NULL)
        return scanner_fail(&reader->scanner, at, "'not' cannot stand before '%s': %s", word->word,
                            condition_denial(word->kind));
    if (!condition_fact_varies(reader, stand, at, word, true))
        return false;
    condition->facts_false |= word->value;
    condition_note_facts(reader, word->value, at);
    reader->sentence = said;
    sentence_fill(&reader->sentence, word_role_slot(WORD_CONDITION), word->denied);
    return true;
}

static bool condition_read_place(struct reader *reader, const struct rule_word *word,
                                 const char *at, struct condition *condition) {
    if (condition->place != (PLACE_OWN | PLACE_OTHER))
        return scanner_fail(&reader->scanner, at, "the place has been said before");
    condition->place = (uint8_t)word->value;
    return true;
}

/*
 * The number of a hole, from its owner's left.  Of the boards to choose from those remain that have
 * the hole.
 */
static bool condition_read_column(struct reader *reader, uint32_t min, uint32_t *number) {
    const char *at = scanner_peek(&reader->scanner).at;
    struct rule_text *book = reader->book;
    uint32_t columns = book->machine.rules.columns;
    bool by_option = reader_option_number(reader, number);
    if (!by_option && !scanner_number(&reader->scanner, 1, KW_HOLES / 2 - 1, number))
        return false;
    if (*number > columns)
        return scanner_fail(&reader->scanner, at, "there is no hole %u in rows of %u", *number,
                            columns);
    if (*number < min)
        return scanner_fail(&reader->scanner, at, "a hole from %u on is expected, not %u", min,
                            *number);
    for (size_t i = 0; !by_option && i < book->option_count; i++)
        if (strcmp(book->options[i].name, "pits") == 0 && book->options[i].min < (int32_t)*number)
            book->options[i].min = (int32_t)*number;
    return true;
}

/* Numbers of holes from their owner's left, as bits: '1 or 6', '2 to 5'. */
static bool condition_read_columns(struct reader *reader, const char *word, uint16_t *columns) {
    struct scanner *scanner = &reader->scanner;
    char text[KW_LANGUAGES][KW_TEXT];
    struct text english = text_into(text[KW_ENGLISH], KW_TEXT),
                swahili = text_into(text[KW_SWAHILI], KW_TEXT);
    uint16_t said = 0;
    do {
        uint32_t from, to;
        if (!condition_read_column(reader, 1, &from))
            return false;
        to = from;
        if (scanner_take(scanner, "to") && !condition_read_column(reader, from, &to))
            return false;
        text_format(&english, said != 0 ? " or %u" : "%u", from);
        text_format(&swahili, said != 0 ? " au %u" : "%u", from);
        if (to > from) {
            text_format(&english, " to %u", to);
            text_format(&swahili, " hadi %u", to);
        }
        said |= (uint16_t)(condition_range(from, to) >> 1);
    } while (scanner_take(scanner, "or"));
    if (*columns != 0 && (*columns & said) == 0)
        return scanner_fail(scanner, word, "these conditions exclude each other");
    *columns = *columns != 0 ? *columns & said : said;
    sentence_fill(&reader->sentence, "column",
                  (const char *const[]){text[KW_ENGLISH], text[KW_SWAHILI]});
    return true;
}

/* Whether a seed has just fallen into the hole: an empty one holds it. */
static bool condition_dropped(struct condition_stand stand) {
    return !stand.along && (stand.kind == STAND_END || stand.kind == STAND_PASSING ||
                            stand.kind == STAND_DROP || stand.kind == STAND_LAND);
}

/* One of a list of conditions. */
static bool condition_read_one(struct reader *reader, struct condition_stand stand,
                               struct condition *condition) {
    struct token first = scanner_peek(&reader->scanner);
    const char *at = first.at;
    if (scanner_take(&reader->scanner, "not"))
        return condition_read_not(reader, stand, condition);
    if (first.length > 0 && *at >= '0' && *at <= '9')
        return scanner_fail(&reader->scanner, at,
                            "a condition is expected; between numbers stands 'or'");
    const struct rule_word *word = reader_expect(reader, WORD_CONDITION);
    bool dropped = condition_dropped(stand);
    uint64_t counts;
    if (word == NULL || !condition_word_varies(reader, stand, at, word))
        return false;
    switch (word->kind) {
    case CONDITION_ANY:
        return true;
    case CONDITION_PLACE:
        return condition_read_place(reader, word, at, condition);
    case CONDITION_EMPTY:
        condition->seeds[HOLE_HERE] &= dropped ? 2 : 1;
        return true;
    case CONDITION_OCCUPIED:
        condition->seeds[HOLE_HERE] &= condition_range(dropped ? 2 : 1, MACHINE_COUNTS);
        return true;
    case CONDITION_SEEDS:
        if (!condition_read_counts(reader, word->value != HOLE_HERE, &counts))
            return false;
        condition->seeds[word->value] &= counts;
        return counts != UINT64_MAX ||
               scanner_fail(&reader->scanner, at,
                            "this asks nothing: every number is one of these");
    case CONDITION_COLUMN:
        return condition_read_columns(reader, at, &condition->columns);
    case CONDITION_FREE:
        condition->facts_false |= FACT_OWN_MARK | FACT_OTHER_MARK;
        condition_note_facts(reader, FACT_OWN_MARK | FACT_OTHER_MARK, at);
        return true;
    default:
        condition->facts |= word->value;
        condition_note_facts(reader, word->value, at);
        return condition_fact_varies(reader, stand, at, word, false);
    }
}

bool condition_read(struct reader *reader, struct condition_stand stand,
                    struct condition *condition) {
    const char *at = scanner_peek(&reader->scanner).at;
    memset(condition, 0, sizeof *condition); /* all bytes: fast plays compare them */
    memset(condition->seeds, 0xff, sizeof condition->seeds);
    condition->place = PLACE_OWN | PLACE_OTHER;
    do {
        if (!condition_read_one(reader, stand, condition))
            return false;
    } while (scanner_take(&reader->scanner, ","));
    uint64_t possible = condition_dropped(stand) ? condition_range(1, MACHINE_COUNTS) : UINT64_MAX;
    bool excluded = (condition->facts & condition->facts_false) != 0 ||
                    (condition->seeds[HOLE_HERE] & possible) == 0;
    for (unsigned hole = HOLE_HERE + 1; hole < MACHINE_AROUND; hole++)
        excluded |= condition->seeds[hole] == 0;
    if (excluded)
        return scanner_fail(&reader->scanner, at, "these conditions exclude each other");
    return true;
}
