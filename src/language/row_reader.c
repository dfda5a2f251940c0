#include "language/row_reader.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* ---- numbers of seeds ------------------------------------------------------------------------ */

static const uint64_t row_sets[] = {UINT64_C(0x5555555555555554), UINT64_C(0xaaaaaaaaaaaaaaaa)};

/* All counts from `from` to `to`, as a set. */
static uint64_t row_range(unsigned from, unsigned to) {
    uint64_t upto = to >= MACHINE_COUNTS ? UINT64_MAX : (UINT64_C(2) << to) - 1;
    return from > MACHINE_COUNTS ? 0 : upto & (UINT64_MAX << from);
}

/* NUMBER, or NUMBER to NUMBER, as a set and in words. */
static bool row_counts_one(struct scanner *scanner, uint64_t *counts, struct text *english,
                           struct text *swahili) {
    uint32_t from, to;
    if (!scanner_number(scanner, 0, MACHINE_COUNTED, &from))
        return false;
    to = from;
    text_number(english, from);
    text_number(swahili, from);
    if (scanner_take(scanner, "to")) {
        if (!scanner_number(scanner, from, MACHINE_COUNTED, &to))
            return false;
        text_format(english, " to %u", to);
        text_format(swahili, " hadi %u", to);
    }
    *counts |= row_range(from, to);
    return true;
}

/* '2 or 3', '4 or more', '2 to 5', '3 or fewer'. */
static bool row_counts_numbers(struct reader *reader, uint64_t *counts) {
    struct scanner *scanner = &reader->scanner;
    char words[KW_LANGUAGES][KW_TEXT];
    struct text english = text_into(words[KW_ENGLISH], KW_TEXT),
                swahili = text_into(words[KW_SWAHILI], KW_TEXT);
    text_string(&swahili, "kete ");
    if (!row_counts_one(scanner, counts, &english, &swahili))
        return false;
    while (scanner_take(scanner, "or")) {
        bool more = scanner_take(scanner, "more");
        text_string(&english, " or ");
        text_string(&swahili, " au ");
        if (more || scanner_take(scanner, "fewer")) {
            unsigned least = (unsigned)__builtin_ctzll(*counts);
            *counts |= more ? row_range(least, MACHINE_COUNTS) : row_range(0, least);
            text_string(&english, more ? "more" : "fewer");
            text_string(&swahili, more ? "zaidi" : "chache zaidi");
            break;
        }
        if (!row_counts_one(scanner, counts, &english, &swahili))
            return false;
    }
    text_string(&english, *counts == 2 ? " seed" : " seeds");
    sentence_fill(&reader->sentence, word_role_slot(WORD_COUNTS),
                  (const char *const[]){words[KW_ENGLISH], words[KW_SWAHILI]});
    return true;
}

/* A set of counts; `filling`: also 'empty' and 'filled'. */
static bool row_counts(struct reader *reader, bool filling, uint64_t *counts) {
    const struct rule_word *word = reader_word(reader, WORD_COUNTS);
    *counts = 0;
    if (word == NULL)
        return row_counts_numbers(reader, counts);
    if (word->kind == COUNTS_OTHER)
        return row_counts_numbers(reader, counts) && (*counts = ~*counts, true);
    if (word->kind == COUNTS_SET)
        *counts = row_sets[word->value];
    else
        *counts = word->value == 0 ? 1 : row_range(1, MACHINE_COUNTS);
    return word->kind == COUNTS_SET || filling ||
           scanner_fail(&reader->scanner, reader->scanner.at - strlen(word->word),
                        "a number of seeds is expected");
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* How to deny a condition that 'not' cannot. */
static const char *row_denial(unsigned kind) {
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

/* Notes where a fact is first asked whose meaning another statement must say. */
static void row_fact(struct reader *reader, const struct rule_word *word, const char *at) {
    struct rule_text *book = reader->book;
    if (word->value == FACT_FEW && book->few_at.line == 0)
        book->few_at = scanner_place(&reader->scanner, at);
}

/* 'not FACT' */
static bool row_condition_not(struct reader *reader, struct condition *condition) {
    struct sentence said = reader->sentence;
    const char *at = scanner_peek(&reader->scanner).at;
    const struct rule_word *word = reader_expect(reader, WORD_CONDITION);
    if (word == NULL)
        return false;
    if (word->denied[KW_ENGLISH] == NULL)
        return scanner_fail(&reader->scanner, at, "'not' cannot stand before '%s': %s", word->word,
                            row_denial(word->kind));
    condition->facts_false |= word->value;
    row_fact(reader, word, at);
    reader->sentence = said;
    sentence_fill(&reader->sentence, word_role_slot(WORD_CONDITION), word->denied);
    return true;
}

static bool row_condition_place(struct reader *reader, const struct rule_word *word, const char *at,
                                struct condition *condition) {
    if (condition->place != (PLACE_OWN | PLACE_OTHER))
        return scanner_fail(&reader->scanner, at, "the place has been said before");
    condition->place = (uint8_t)word->value;
    return true;
}

/*
 * The number of a hole, from its owner's left.  Of the boards to choose from those remain that have
 * the hole.
 */
static bool row_column(struct reader *reader, uint32_t min, uint32_t *number) {
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
static bool row_columns(struct reader *reader, const char *word, uint16_t *columns) {
    struct scanner *scanner = &reader->scanner;
    const char *at = scanner_peek(scanner).at;
    char words[KW_TEXT];
    uint16_t said = 0;
    do {
        uint32_t from, to;
        if (!row_column(reader, 1, &from))
            return false;
        to = from;
        if (scanner_take(scanner, "to") && !row_column(reader, from, &to))
            return false;
        said |= (uint16_t)((1u << to) - (1u << (from - 1)));
    } while (scanner_take(scanner, "or"));
    if (*columns != 0 && (*columns & said) == 0)
        return scanner_fail(scanner, word, "these conditions exclude each other");
    *columns = *columns != 0 ? *columns & said : said;
    snprintf(words, sizeof words, "%.*s", (int)(scanner->at - at), at);
    sentence_fill(&reader->sentence, "column", (const char *const[]){words, words});
    return true;
}

/* One of a list of conditions; after a drop, an empty hole holds the seed that fell into it. */
static bool row_condition_one(struct reader *reader, bool dropped, struct condition *condition) {
    struct token first = scanner_peek(&reader->scanner);
    const char *at = first.at;
    if (scanner_take(&reader->scanner, "not"))
        return row_condition_not(reader, condition);
    if (first.length > 0 && *at >= '0' && *at <= '9')
        return scanner_fail(&reader->scanner, at,
                            "a condition is expected; between numbers stands 'or'");
    const struct rule_word *word = reader_expect(reader, WORD_CONDITION);
    uint64_t counts;
    if (word == NULL)
        return false;
    switch (word->kind) {
    case CONDITION_ANY:
        return true;
    case CONDITION_PLACE:
        return row_condition_place(reader, word, at, condition);
    case CONDITION_EMPTY:
        condition->seeds[HOLE_HERE] &= dropped ? 2 : 1;
        return true;
    case CONDITION_OCCUPIED:
        condition->seeds[HOLE_HERE] &= row_range(dropped ? 2 : 1, MACHINE_COUNTS);
        return true;
    case CONDITION_SEEDS:
        return row_counts(reader, word->value != HOLE_HERE, &counts) &&
               (condition->seeds[word->value] &= counts, true);
    case CONDITION_COLUMN:
        return row_columns(reader, at, &condition->columns);
    case CONDITION_FREE:
        condition->facts_false |= FACT_OWN_MARK | FACT_OTHER_MARK;
        return true;
    default:
        condition->facts |= word->value;
        row_fact(reader, word, at);
        return true;
    }
}

bool row_condition(struct reader *reader, bool dropped, struct condition *condition) {
    const char *at = scanner_peek(&reader->scanner).at;
    memset(condition, 0, sizeof *condition); /* all bytes: fast plays compare them */
    memset(condition->seeds, 0xff, sizeof condition->seeds);
    condition->place = PLACE_OWN | PLACE_OTHER;
    do {
        if (!row_condition_one(reader, dropped, condition))
            return false;
    } while (scanner_take(&reader->scanner, ","));
    uint64_t possible = dropped ? row_range(1, MACHINE_COUNTS) : UINT64_MAX;
    bool excluded = (condition->facts & condition->facts_false) != 0 ||
                    (condition->seeds[HOLE_HERE] & possible) == 0;
    for (unsigned hole = HOLE_HERE + 1; hole < MACHINE_AROUND; hole++)
        excluded |= condition->seeds[hole] == 0;
    if (excluded)
        return scanner_fail(&reader->scanner, at, "these conditions exclude each other");
    return true;
}

/* ---- actions --------------------------------------------------------------------------------- */

/* [SEEDS]: how many an action takes */
static void row_action_seeds(struct reader *reader, struct action *action) {
    struct scanner ahead = reader->scanner;
    char words[KW_LANGUAGES][KW_TEXT];
    uint32_t seeds;
    ahead.faults = NULL;
    if (!scanner_number(&ahead, 1, 60, &seeds))
        return;
    snprintf(words[KW_ENGLISH], KW_TEXT, "up to %u seeds", seeds);
    snprintf(words[KW_SWAHILI], KW_TEXT, "kete hadi %u", seeds);
    sentence_fill(&reader->sentence, "some",
                  (const char *const[]){words[KW_ENGLISH], words[KW_SWAHILI]});
    action->count = (uint8_t)seeds;
    reader->scanner.at = ahead.at;
}

/* [SEEDS] [TARGET] [to TO] [ALONG while CONDITION ... | each CONDITION ...] */
static bool row_action_target(struct reader *reader, struct action *action) {
    struct scanner *scanner = &reader->scanner;
    row_action_seeds(reader, action);
    const struct rule_word *word = reader_word(reader, WORD_TARGET);
    action->target = word != NULL ? (uint8_t)word->value : TARGET_HERE;
    if (scanner_take(scanner, "to")) {
        word = reader_expect(reader, WORD_TO);
        if (word == NULL)
            return false;
        action->to = (uint8_t)word->value;
    }
    word = reader_word(reader, WORD_ALONG);
    if (word == NULL)
        return true;
    uint32_t most = 0;
    action->along = (uint8_t)word->value;
    if (word->kind == ALONG_COUNTED && !reader_number(reader, 1, KW_HOLES - 1, &most))
        return false;
    action->most = (uint8_t)most;
    if (word->value != ALONG_ALL && !scanner_take(scanner, "while"))
        return scanner_fail(scanner, scanner_peek(scanner).at,
                            "'while' and a condition are expected");
    return row_condition(reader, false, &action->hold);
}

/* An action; reader->sentence is then what it says, without the condition of the row. */
static bool row_action(struct reader *reader, struct action *action) {
    static const char *const only[KW_LANGUAGES] = {"{action}", "{action}"};
    sentence_begin(&reader->sentence, only);
    const struct rule_word *word = reader_expect(reader, WORD_ACTION);
    if (word == NULL)
        return false;
    action->verb = (uint8_t)word->value;
    const char *at = scanner_peek(&reader->scanner).at;
    if (word->kind == ACTION_TARGET && !row_action_target(reader, action))
        return false;
    bool takes = action->verb == DO_CAPTURE || action->verb == DO_BANK;
    if (!takes && (action->count > 0 || action->to != TO_STORE ||
                   (action->verb == DO_RELAY && action->along != ALONG_NONE)))
        return scanner_fail(&reader->scanner, at, "'%s' has a hole at most", word->word);
    sentence_close(&reader->sentence);
    return reader_cite(reader, word->word, &action->clause);
}

/* The sentences of a row, one for each clause that its actions cite. */
struct row_said {
    struct sentence sentence[MACHINE_ACTIONS];
    uint8_t clause[MACHINE_ACTIONS];
    size_t count;
};

static void row_say(struct row_said *said, const struct sentence *frame, unsigned clause,
                    const struct sentence *action) {
    size_t i = 0;
    while (i < said->count && said->clause[i] != clause)
        i++;
    if (i == said->count) {
        said->clause[said->count] = (uint8_t)clause;
        said->sentence[said->count++] = *frame;
    }
    sentence_fill_sentence(&said->sentence[i], word_role_slot(WORD_ACTION), action);
}

static bool row_fills_hand(const struct action *action) {
    return (action->verb == DO_CAPTURE || action->verb == DO_BANK) && action->to == TO_HAND;
}

/* What a row of a table cannot do: bits of verbs. */
enum {
    ROW_END_BARS = 0,
    ROW_BEFORE_BARS = 1 << DO_RELAY | 1 << DO_AGAIN,
    ROW_DROP_BARS = 1 << DO_RELAY | 1 << DO_AGAIN | 1 << DO_TURN,
    ROW_AFTER_BARS = 1 << DO_RELAY | 1 << DO_TURN
};

/* ': ' and the actions of a row whose condition has been read. */
static bool row_actions(struct reader *reader, unsigned bars, struct lap_end *end) {
    struct scanner *scanner = &reader->scanner;
    struct row_said said = {.count = 0};
    size_t count = 0;
    if (!scanner_take(scanner, ":"))
        return reader_fail(reader, "':' and what happens are expected");
    struct sentence frame = reader->sentence;
    do {
        if (count == MACHINE_ACTIONS)
            return scanner_fail(scanner, scanner->at, "a row has at most %d actions",
                                MACHINE_ACTIONS);
        const char *at = scanner_peek(scanner).at;
        if (!row_action(reader, &end->action[count]))
            return false;
        if (bars >> end->action[count].verb & 1)
            return scanner_fail(scanner, at, "a row of this kind cannot do this");
        if (bars != ROW_END_BARS && row_fills_hand(&end->action[count]))
            return scanner_fail(scanner, at,
                                "seeds are taken to the hand only when a lap ends: by a row 'end'");
        end->goes_on |= end->action[count].verb == DO_RELAY;
        row_say(&said, &frame, end->action[count++].clause, &reader->sentence);
    } while (scanner_take(scanner, ";"));
    for (size_t i = 0; i < said.count; i++)
        if (!rule_text_say(reader->book, said.clause[i], &said.sentence[i]))
            return false;
    return true;
}

bool row_end(struct reader *reader, struct lap_end *end) {
    return row_condition(reader, true, &end->condition) && row_actions(reader, ROW_END_BARS, end);
}

bool row_drop(struct reader *reader, struct lap_end *end) {
    return row_condition(reader, true, &end->condition) && row_actions(reader, ROW_DROP_BARS, end);
}

bool row_before(struct reader *reader, struct lap_end *end) {
    return row_condition(reader, false, &end->condition) &&
           row_actions(reader, ROW_BEFORE_BARS, end);
}

bool row_after(struct reader *reader, struct lap_end *end) {
    if (!row_condition(reader, false, &end->condition))
        return false;
    if (end->condition.place == (PLACE_OWN | PLACE_OTHER))
        end->condition.place = PLACE_ANY;
    return row_actions(reader, ROW_AFTER_BARS, end);
}

/* ---- duties ---------------------------------------------------------------------------------- */

/* What follows the word of a duty. */
static bool row_duty_rest(struct reader *reader, unsigned kind, struct duty *duty) {
    uint32_t number = 0;
    switch (kind) {
    case DUTY_OF_HOLE:
    case DUTY_OF_HOLE_NOT:
        duty->not = kind == DUTY_OF_HOLE_NOT;
        return row_condition(reader, duty->kind == DUTY_LAND, &duty->hold);
    case DUTY_OF_NUMBER:
        if (!reader_number(reader, 1, KW_HOLES / 2, &number))
            return false;
        duty->count = (uint8_t)number;
        return true;
    default:
        reader->book->machine.no_undo |= duty->kind == DUTY_NO_UNDO;
        return true;
    }
}

/* from CONDITION: of the hole that the move starts from */
static bool row_duty_from(struct reader *reader, struct duty *duty) {
    static const char *const only[KW_LANGUAGES] = {"{from}", "{from}"};
    struct sentence said = reader->sentence;
    sentence_begin(&reader->sentence, only);
    duty->scoped = reader_word(reader, WORD_FROM) != NULL;
    bool read = !duty->scoped || row_condition(reader, false, &duty->scope);
    sentence_close(&reader->sentence);
    sentence_fill_sentence(&said, word_role_slot(WORD_FROM), &reader->sentence);
    reader->sentence = said;
    return read;
}

bool row_duty(struct reader *reader, struct duty *duty) {
    const struct rule_word *word = reader_expect(reader, WORD_DUTY);
    if (word == NULL)
        return false;
    memset(duty, 0, sizeof *duty); /* all bytes: fast plays compare them */
    duty->kind = (uint8_t)word->value;
    if (!row_duty_rest(reader, word->kind, duty))
        return false;
    duty->when_empty = reader_word(reader, WORD_WHEN) != NULL;
    duty->if_possible = reader_word(reader, WORD_POSSIBLE) != NULL;
    return row_duty_from(reader, duty) && reader_cite_and_say(reader, "must", &duty->clause);
}

/* ---- ends of the game ------------------------------------------------------------------------ */

/* rest to REST */
static bool row_rest_to(struct reader *reader, uint8_t *rest) {
    struct scanner *scanner = &reader->scanner;
    if (!scanner_take(scanner, "rest") || !scanner_take(scanner, "to"))
        return reader_fail(reader, "'rest to' and who gets the seeds left are expected");
    const struct rule_word *word = reader_expect(reader, WORD_REST);
    if (word != NULL)
        *rest = (uint8_t)word->value;
    return word != NULL;
}

bool row_rest(struct reader *reader, uint8_t *rest) {
    if (!scanner_take(&reader->scanner, ":"))
        return reader_fail(reader, "': rest to' and who gets the seeds left are expected");
    return row_rest_to(reader, rest);
}

/* : rest to REST, or : WINNER */
static bool row_outcome(struct reader *reader, struct over *over) {
    if (!scanner_take(&reader->scanner, ":"))
        return reader_fail(reader, "': rest to' and who gets the seeds left are expected");
    const struct rule_word *winner = reader_word(reader, WORD_WINNER);
    if (winner != NULL)
        over->winner = (uint8_t)winner->value;
    if (winner != NULL || !row_rest_to(reader, &over->rest))
        return winner != NULL;
    if (!scanner_take(&reader->scanner, ","))
        return true;
    winner = reader_expect(reader, WORD_WINNER);
    if (winner != NULL)
        over->winner = (uint8_t)winner->value;
    return winner != NULL;
}

/* SEEDS or more, SEEDS or fewer, or 'more than half' of all. */
static bool row_over_amount(struct reader *reader, unsigned kind, struct over *over) {
    struct scanner *scanner = &reader->scanner;
    static const char *const seeds[KW_LANGUAGES] = {"{number} seeds or more",
                                                    "kete {number} au zaidi"};
    const struct rule_word *half = kind == AMOUNT_MORE ? reader_word(reader, WORD_AMOUNT) : NULL;
    uint32_t count;
    if (half != NULL)
        return over->count = (uint8_t)half->value, true;
    sentence_fill(&reader->sentence, word_role_slot(WORD_AMOUNT), seeds);
    if (!reader_number(reader, 0, MACHINE_HALF - 1, &count))
        return false;
    over->count = (uint8_t)count;
    return (scanner_take(scanner, "or") &&
            scanner_take(scanner, kind == AMOUNT_MORE ? "more" : "fewer")) ||
           scanner_fail(scanner, scanner_peek(scanner).at, "'or %s' is expected",
                        kind == AMOUNT_MORE ? "more" : "fewer");
}

bool row_over(struct reader *reader, struct over *over) {
    const struct rule_word *word = reader_expect(reader, WORD_OVER);
    if (word == NULL)
        return false;
    over->kind = (uint8_t)word->value;
    if (word->kind != AMOUNT_NONE && !row_over_amount(reader, word->kind, over))
        return false;
    over->childless = reader_word(reader, WORD_UNLESS) != NULL;
    return row_outcome(reader, over) && reader_cite_and_say(reader, "end", &over->clause);
}
