#include "language/reader.h"

#include "base/text.h"

#include <string.h>

/* ---- words ----------------------------------------------------------------------------------- */

/* Passes all the words of an entry, if they are next. */
static bool reader_take(struct scanner *scanner, const char *words) {
    struct scanner ahead = *scanner;
    for (const char *at = words; *at != '\0'; at += *at == ' ') {
        size_t length = strcspn(at, " ");
        struct token word = scanner_word(&ahead);
        if (word.length != length || memcmp(word.at, at, length) != 0)
            return false;
        at += length;
    }
    scanner->at = ahead.at;
    return true;
}

/* The longest entry of a role that is next. */
static const struct rule_word *reader_match(struct reader *reader, enum word_role role,
                                            const char **after) {
    const struct rule_word *word, *found = NULL;
    for (size_t i = 0; (word = word_at(i)) != NULL; i++) {
        struct scanner ahead = reader->scanner;
        if (word->role != role || !reader_take(&ahead, word->word) ||
            (found != NULL && ahead.at <= *after))
            continue;
        found = word;
        *after = ahead.at;
    }
    return found;
}

const struct rule_word *reader_word(struct reader *reader, enum word_role role) {
    const char *after = NULL, *at = scanner_peek(&reader->scanner).at;
    const struct rule_word *word = reader_match(reader, role, &after);
    if (word == NULL) {
        reader->missed = (reader->missed_at == at ? reader->missed : 0) | UINT64_C(1) << role;
        reader->missed_at = at;
        return NULL;
    }
    reader->scanner.at = after;
    reader->book->word_read[word_index(word)] = true;
    sentence_fill(&reader->sentence, word_role_slot(role), word->said);
    return word;
}

const struct rule_word *reader_nearest(struct reader *reader) {
    struct token found = scanner_peek(&reader->scanner);
    return reader->missed_at == found.at ? word_nearest(reader->missed, found.at, found.length)
                                         : NULL;
}

/*
 * The words of a role: ": 'a', 'b' or 'c'"; of many the first: ", such as 'a', 'b' or 'c'", unless
 * one is near what stands there.
 */
static void reader_list(struct reader *reader, struct text *text, enum word_role role) {
    enum { FEW = 6 };
    const struct rule_word *word;
    size_t count = 0, listed = 0;
    for (size_t i = 0; (word = word_at(i)) != NULL; i++)
        count += word->role == role;
    if (count > FEW && reader_nearest(reader) != NULL)
        return;
    const char *before = count > FEW ? ", such as " : ": ";
    count = count > FEW ? FEW : count;
    for (size_t i = 0; (word = word_at(i)) != NULL && listed < count; i++)
        if (word->role == role) {
            listed++;
            text_format(text, "%s'%s'",
                        listed == 1       ? before
                        : listed == count ? " or "
                                          : ", ",
                        word->word);
        }
}

const struct rule_word *reader_expect(struct reader *reader, enum word_role role) {
    const struct rule_word *word = reader_word(reader, role);
    if (word != NULL)
        return word;
    char expected[KW_TEXT];
    struct text text = text_into(expected, sizeof expected);
    text_format(&text, "%s is expected", word_role_name(role));
    reader_list(reader, &text, role);
    reader_fail(reader, expected);
    return NULL;
}

bool reader_value(struct reader *reader, enum word_role role, uint8_t *value) {
    const struct rule_word *word = reader_expect(reader, role);
    if (word != NULL)
        *value = (uint8_t)word->value;
    return word != NULL;
}

bool reader_fail(struct reader *reader, const char *expected) {
    const struct rule_word *near = reader_nearest(reader);
    return reader_fail_near(reader, scanner_peek(&reader->scanner).at, expected,
                            near != NULL ? near->word : NULL);
}

bool reader_fail_near(struct reader *reader, const char *at, const char *expected,
                      const char *nearest) {
    return nearest != NULL
               ? scanner_fail(&reader->scanner, at, "%s; perhaps '%s' was meant", expected, nearest)
               : scanner_fail(&reader->scanner, at, "%s", expected);
}

/* ---- numbers --------------------------------------------------------------------------------- */

bool reader_option_number(struct reader *reader, uint32_t *number) {
    struct rule_text *book = reader->book;
    struct token word = scanner_peek(&reader->scanner);
    for (size_t i = 0; i < book->option_count; i++) {
        const char *const *choices = book->options[i].choices;
        *number = (uint32_t)book->machine.option[i];
        if (!token_is(word, book->options[i].name))
            continue;
        if (reader->numbers == READER_NUMBERS ||
            (choices != NULL &&
             !number_read_plain(choices[*number], strlen(choices[*number]), 0, UINT32_MAX, number)))
            return false;
        reader->number_at[reader->numbers++] = scanner_word(&reader->scanner).at;
        book->option_used[i] = true;
        return true;
    }
    return false;
}

bool reader_number(struct reader *reader, uint32_t min, uint32_t max, uint32_t *number) {
    struct token word = scanner_peek(&reader->scanner);
    if (!reader_option_number(reader, number) &&
        !scanner_number(&reader->scanner, min, max, number))
        return false;
    if (*number < min || *number > max)
        return scanner_fail(&reader->scanner, word.at,
                            "a whole number from %u to %u is expected, not %u", min, max, *number);
    sentence_fill_number(&reader->sentence, "number", *number);
    return true;
}

bool reader_byte(struct reader *reader, uint32_t min, uint32_t max, uint8_t *byte) {
    uint32_t number;
    if (!reader_number(reader, min, max, &number))
        return false;
    *byte = (uint8_t)number;
    return true;
}

/* ---- texts and names ------------------------------------------------------------------------- */

bool reader_text(struct reader *reader, const char **text) {
    struct token rest = scanner_rest(&reader->scanner);
    if (rest.length == 0 || rest.length >= KW_TEXT)
        return scanner_fail(&reader->scanner, rest.at,
                            rest.length == 0 ? "a text is expected here"
                                             : "a text has at most %d bytes",
                            KW_TEXT - 1);
    *text = rule_text_copy(reader->book, rest);
    return *text != NULL;
}

bool reader_id(struct reader *reader, const char *signs, size_t most, const char **id) {
    struct scanner *scanner = &reader->scanner;
    struct token word = scanner_word(scanner);
    size_t good = 0;
    while (good < word.length && ((word.at[good] >= 'a' && word.at[good] <= 'z') ||
                                  (word.at[good] >= '0' && word.at[good] <= '9') ||
                                  (good > 0 && strchr(signs, word.at[good]) != NULL)))
        good++;
    if (word.length == 0 || word.length > most || good < word.length)
        return scanner_fail(scanner, word.at,
                            "a name of at most %zu small letters, digits and '%s' is expected",
                            most, signs);
    return (*id = rule_text_copy(reader->book, word)) != NULL;
}

/* ---- clauses --------------------------------------------------------------------------------- */

int reader_clause(struct reader *reader, struct token id, const char *at) {
    int clause = rule_text_clause(reader->book, id);
    if (clause == CLAUSES_FULL)
        scanner_fail(&reader->scanner, at, "a rule text has at most %d clauses", KW_CLAUSES - 1);
    return clause;
}

bool reader_cite(struct reader *reader, const char *usual, uint8_t *clause) {
    struct scanner *scanner = &reader->scanner;
    struct token id = {usual, strlen(usual)};
    const char *at = scanner->at;
    if (scanner_take(scanner, "[")) {
        at = scanner->at;
        id = scanner_word(scanner);
        if (id.length == 0 || !scanner_take(scanner, "]"))
            return scanner_fail(
                scanner, scanner->at,
                "the id of a clause, one word such as first-lap, and ']' are expected");
    }
    int index = reader_clause(reader, id, at);
    if (index < 0)
        return false;
    reader->book->clause_facts[index].cited = true;
    *clause = (uint8_t)index;
    return true;
}

bool reader_cite_and_say(struct reader *reader, const char *usual, uint8_t *clause) {
    if (reader->book->machine.trait != NULL) /* such a text has its own sentences */
        return reader_cite(reader, usual, clause);
    return reader_cite(reader, usual, clause) &&
           rule_text_say(reader->book, *clause, &reader->sentence);
}
