/* The options of a text, and the values that a game requires of them. */
#include "base/text.h"
#include "language/statements/statements.h"

#include <string.h>

/*
 * Bytes of the longest names.  All options of a game with their values, and the checksum of its
 * rules, are one text: OPTIONS_MAX * (20 + 18 + 2) + sizeof " rules=01234567" <= KW_TEXT.
 */
enum { OPTION_NAME = 20, OPTION_VALUE = 18 };

/* ---- values ---------------------------------------------------------------------------------- */

/* The index of a word among the words of an option; -1: it is none, or the option is a number. */
static int32_t option_choice(const struct kw_option *option, struct token word) {
    for (int32_t i = 0; option->choices != NULL && option->choices[i] != NULL; i++)
        if (token_is(word, option->choices[i]))
            return i;
    return -1;
}

const struct kw_option *option_read_name(struct reader *reader, size_t *index) {
    struct rule_text *book = reader->book;
    struct token name = scanner_word(&reader->scanner);
    struct text_guess guess = text_guess_of(name.at, name.length);
    for (*index = 0; *index < book->option_count; ++*index) {
        const struct kw_option *option = &book->options[*index];
        if (option->choices == NULL)
            continue;
        if (token_is(name, option->name))
            return option;
        text_guess_offer(&guess, option->name);
    }
    reader_fail_near(reader, name.at, "the name of an option with words is expected",
                     guess.nearest);
    return NULL;
}

int32_t option_read_value(struct reader *reader, const struct kw_option *option) {
    struct token word = scanner_word(&reader->scanner);
    int32_t value = option_choice(option, word);
    if (value < 0)
        scanner_fail(&reader->scanner, word.at, "a value of the option %s is expected",
                     option->name);
    return value;
}

/* require OPTION VALUE: SENTENCE, why the option can have no other value here */
bool option_read_require(struct reader *reader) {
    const char *why = "";
    size_t index;
    const struct kw_option *option = option_read_name(reader, &index);
    int32_t value = option != NULL ? option_read_value(reader, option) : -1;
    if (value < 0 || !scanner_expect(&reader->scanner, ":", "':' and a sentence are expected") ||
        !reader_text(reader, &why))
        return false;
    reader->book->option_used[index] = true;
    bool holds = reader->book->machine.option[index] == value;
    if (!holds && reader->reading->needed != NULL)
        reader->reading->needed[index] = value;
    if (!holds)
        rule_faults_clash(reader->scanner.faults, why);
    return true;
}

/* ---- the default ----------------------------------------------------------------------------- */

/* The requested value of the option of that name, or VALUE_UNSET. */
static int32_t option_requested(const struct rules_reading *reading, const char *name) {
    size_t count = reading->values_of != NULL ? kw_option_count(reading->values_of) : 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(kw_option_at(reading->values_of, i)->name, name) == 0)
            return reading->values[i];
    return VALUE_UNSET;
}

/* Whether a number is a value of the option. */
static bool option_has_value(const struct kw_option *option, int32_t value) {
    int32_t count = 0;
    if (option->choices == NULL)
        return value >= option->min && value <= option->max;
    while (option->choices[count] != NULL)
        count++;
    return value >= 0 && value < count;
}

/* The default of a number, N or N x OPTION. */
static bool option_default_number(struct reader *reader, const struct kw_option *option,
                                  int32_t *value) {
    struct scanner *scanner = &reader->scanner;
    const char *at = scanner_peek(scanner).at;
    uint32_t number, factor = 1;
    if (!scanner_number(scanner, 0, (uint32_t)option->max, &number))
        return false;
    if (scanner_take(scanner, "x") && !reader_option_number(reader, &factor))
        return reader_fail(reader, "an option that is a number is expected");
    uint64_t product = (uint64_t)number * factor;
    if (product < (uint64_t)option->min || product > (uint64_t)option->max)
        return scanner_fail(scanner, at, "a whole number from %d to %d is expected", option->min,
                            option->max);
    *value = (int32_t)product;
    return true;
}

bool option_read_default(struct reader *reader, size_t index) {
    struct rule_text *book = reader->book;
    const struct kw_option *option = &book->options[index];
    struct token word = scanner_peek(&reader->scanner);
    int32_t value = option_choice(option, word);
    if (option->choices == NULL) {
        if (!option_default_number(reader, option, &value))
            return false;
    } else {
        scanner_word(&reader->scanner);
        if (value < 0)
            return scanner_fail(&reader->scanner, word.at, "a value of the option is expected");
    }
    book->machine.option[index] = value;
    int32_t requested = option_requested(reader->reading, option->name);
    if (requested == VALUE_UNSET)
        return true;
    if (!option_has_value(option, requested))
        return scanner_fail(&reader->scanner, word.at, "the option %s has no such value",
                            option->name);
    book->machine.option[index] = requested;
    book->changed_options |= (uint32_t)(requested != value) << index;
    return true;
}

/* ---- an option ------------------------------------------------------------------------------- */

static bool option_fail_single(struct reader *reader, const char *at) {
    return scanner_fail(&reader->scanner, at, "an option has at least two values");
}

static bool option_read_words(struct reader *reader, size_t index) {
    struct rule_text *book = reader->book;
    const char *at = scanner_peek(&reader->scanner).at;
    size_t count = 0;
    do {
        if (count == RULE_TEXT_CHOICES)
            return scanner_fail(&reader->scanner, reader->scanner.at,
                                "an option has at most %d values", RULE_TEXT_CHOICES);
        if (!reader_id(reader, "-_.", OPTION_VALUE, &book->choices[index][count++]))
            return false;
    } while (scanner_take(&reader->scanner, "/"));
    if (count < 2)
        return option_fail_single(reader, at);
    book->options[index].choices = book->choices[index];
    return true;
}

/* MIN..MAX, or A/B/C */
static bool option_read_values(struct reader *reader, size_t index) {
    struct kw_option *option = &reader->book->options[index];
    struct scanner ahead = reader->scanner;
    uint32_t min, max;
    ahead.faults = NULL;
    if (!scanner_number(&ahead, 0, 1000000, &min) || !scanner_take(&ahead, "..") ||
        !scanner_number(&ahead, 0, 1000000, &max))
        return option_read_words(reader, index);
    if (max <= min)
        return option_fail_single(reader, scanner_peek(&reader->scanner).at);
    reader->scanner.at = ahead.at;
    option->min = (int32_t)min;
    option->max = (int32_t)max;
    return true;
}

/* formerly WORD: what the option is in files that do not name it */
static bool option_read_former(struct reader *reader, const struct kw_option *option) {
    struct rule_text *book = reader->book;
    char former[KW_TEXT];
    if (!scanner_take(&reader->scanner, "formerly"))
        return true;
    struct token word = scanner_word(&reader->scanner);
    int32_t choice = option_choice(option, word);
    if (choice < 0)
        return scanner_fail(&reader->scanner, word.at, "a value of the option is expected");
    struct text text = text_into(former, sizeof former);
    text_format(&text, "%s=%s", option->name, option->choices[choice]);
    book->former = rule_text_copy(book, (struct token){former, text.length});
    return book->former != NULL;
}

/* Whether an option can have that name. */
static bool option_check_name(struct reader *reader, struct token name) {
    struct rule_text *book = reader->book;
    if (token_is(name, "rules"))
        return scanner_fail(&reader->scanner, name.at, "files name the checksum of the rules so");
    for (size_t i = 0; i < book->option_count; i++)
        if (token_is(name, book->options[i].name))
            return scanner_fail(&reader->scanner, name.at,
                                "there is an option of that name already");
    return true;
}

/* option NAME MIN..MAX = DEFAULT [CLAUSE] SENTENCE, or option NAME A/B/C = DEFAULT ... */
bool option_read_option(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct rule_text *book = reader->book;
    size_t index = book->option_count;
    struct kw_option *option = &book->options[index];
    struct token name = scanner_peek(scanner);
    uint8_t clause;
    if (index == OPTIONS_MAX)
        return scanner_fail(scanner, name.at, "a game has at most %d options", OPTIONS_MAX);
    if (!option_check_name(reader, name) || !reader_id(reader, "-_.", OPTION_NAME, &option->name))
        return false;
    book->option_at[index] = scanner_place(scanner, name.at);
    if (!option_read_values(reader, index))
        return false;
    if (!scanner_take(scanner, "="))
        return scanner_fail(scanner, scanner->at, "'=' and the default are expected");
    if (!option_read_default(reader, index) || !option_read_former(reader, option) ||
        !reader_cite(reader, option->name, &clause) || !reader_text(reader, &option->text))
        return false;
    option->clause = book->clauses[clause].id;
    book->option_count++;
    return true;
}
