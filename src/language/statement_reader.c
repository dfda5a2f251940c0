/*
 * Statement by statement, a rule text becomes a rulebook.  docs/rules.md describes the language.
 */
#include "base/checksum.h"
#include "base/error.h"
#include "base/string_builder.h"
#include "base/text.h"
#include "language/refusal_texts.h"
#include "language/row_reader.h"
#include "language/rules_check.h"
#include "language/rules_digest.h"
#include "language/statement_list.h"
#include "language/trait_reader.h"
#include "machine/machine_properties.h"

#include <stdlib.h>
#include <string.h>

/*
 * Bytes of the longest names.  All options of a game with their values, and the checksum of its
 * rules, are one text: OPTIONS_MAX * (20 + 18 + 2) + sizeof " rules=01234567" <= KW_TEXT.
 */
enum { STATEMENT_ID = 63, STATEMENT_OPTION = 20, STATEMENT_VALUE = 18 };

/* The rest of a statement as a text that the library can write. */
static bool statement_text(struct reader *reader, const char **text) {
    struct token rest = scanner_rest(&reader->scanner);
    if (rest.length == 0 || rest.length >= KW_TEXT)
        return scanner_fail(&reader->scanner, rest.at,
                            rest.length == 0 ? "a text is expected here"
                                             : "a text has at most %d bytes",
                            KW_TEXT - 1);
    *text = rule_text_copy(reader->book, rest);
    return *text != NULL;
}

/*
 * A name that options, files and addresses can bear: small letters, digits and signs of a set, at
 * most so many bytes.
 */
static bool statement_id(struct reader *reader, const char *signs, size_t most, const char **id) {
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

/* The list of statements takes it as the first one of a text. */
static bool statement_extends(struct reader *reader) {
    return scanner_fail(&reader->scanner, reader->statement,
                        "'extends' is the first statement of a text");
}

/* ---- the description ------------------------------------------------------------------------- */

static bool statement_game(struct reader *reader) {
    return statement_id(reader, "-", STATEMENT_ID, &reader->book->info.id);
}
static bool statement_alias(struct reader *reader) {
    return statement_id(reader, "-", STATEMENT_ID, &reader->book->info.alias);
}
static bool statement_name(struct reader *reader) {
    return statement_text(reader, &reader->book->info.name);
}
static bool statement_summary(struct reader *reader) {
    return statement_text(reader, &reader->book->info.summary);
}
static bool statement_where(struct reader *reader) {
    return statement_text(reader, &reader->book->info.where);
}
static bool statement_source(struct reader *reader) {
    return statement_text(reader, &reader->book->info.source);
}
static bool statement_about(struct reader *reader) {
    return statement_text(reader, &reader->book->text.about);
}
static bool statement_region(struct reader *reader) {
    return statement_text(reader, &reader->book->text.region);
}

/* call NOUN: what a hole is called */
static bool statement_call(struct reader *reader) {
    struct token word = scanner_word(&reader->scanner);
    if (word.length == 0 || word.length > 20)
        return scanner_fail(&reader->scanner, word.at, "a word for a hole is expected");
    return (reader->book->machine.noun = rule_text_copy(reader->book, word)) != NULL;
}

/* Whether '%' stands only before the letters of what is filled in when the sentence is said. */
static bool statement_signs(struct reader *reader, const char *letters) {
    struct scanner ahead = reader->scanner;
    struct token rest = scanner_rest(&ahead);
    const char *end = rest.at + rest.length, *sign = rest.at;
    for (; (sign = memchr(sign, '%', (size_t)(end - sign))) != NULL; sign++)
        if (sign + 1 == end || strchr(letters, sign[1]) == NULL)
            return scanner_fail(&reader->scanner, sign,
                                *letters == '\0'
                                    ? "no '%%' stands here: the sentence is of no hole"
                                    : "'%%h', the hole, or '%%n', its seeds, is expected");
    return true;
}

/* refuse REFUSAL [ID]: SENTENCE, where %h is the hole and %n how many seeds it holds */
static bool statement_refuse(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const char *at = scanner_peek(&reader->scanner).at;
    const struct rule_word *word = reader_expect(reader, WORD_REFUSAL);
    if (word == NULL)
        return false;
    if (machine->refusal[word->value] != NULL)
        return scanner_fail(&reader->scanner, at, "'%s' has its sentence already", word->word);
    struct scanner ahead = reader->scanner;
    ahead.faults = NULL;
    if (scanner_take(&ahead, "[") &&
        !reader_cite(reader, "", &machine->refusal_clause[word->value]))
        return false;
    if (!scanner_take(&reader->scanner, ":"))
        return reader_fail(reader, "':' and a sentence are expected");
    bool of_hole = word->value != REFUSE_FORM && word->value != OBLIGE_PASS;
    return statement_signs(reader, of_hole ? "hn" : "") &&
           statement_text(reader, &machine->refusal[word->value]);
}

static bool statement_literature(struct reader *reader) {
    struct rule_text *book = reader->book;
    if (book->literature_count == RULE_TEXT_LITERATURE)
        return scanner_fail(&reader->scanner, reader->scanner.at, "there are too many works");
    return statement_text(reader, &book->literature[book->literature_count++]);
}

/* term NAME | LANGUAGE | MEANING */
static bool statement_term(struct reader *reader) {
    struct rule_text *book = reader->book;
    struct token rest = scanner_rest(&reader->scanner);
    const char *part[3] = {"", "", ""};
    if (book->name_count == RULE_TEXT_NAMES)
        return scanner_fail(&reader->scanner, rest.at, "there are too many terms");
    for (size_t i = 0; i < 3; i++) {
        const char *bar = memchr(rest.at, '|', rest.length);
        size_t length = i == 2 || bar == NULL ? rest.length : (size_t)(bar - rest.at);
        struct token piece = {rest.at, length};
        while (piece.length > 0 && piece.at[0] == ' ')
            piece.at++, piece.length--;
        while (piece.length > 0 && piece.at[piece.length - 1] == ' ')
            piece.length--;
        part[i] = rule_text_copy(book, piece);
        if (part[i] == NULL)
            return false;
        size_t passed = length + (length < rest.length);
        rest = (struct token){rest.at + passed, rest.length - passed};
    }
    book->names[book->name_count++] = (struct kw_name){part[0], part[1], part[2]};
    return true;
}

/* ---- clauses and options --------------------------------------------------------------------- */

/* clause ID [reading|source] [sw]: SENTENCE */
static bool statement_clause(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct token id = scanner_word(scanner);
    if (id.length == 0)
        return scanner_fail(scanner, id.at, "the id of a clause is expected");
    int clause = reader_clause(reader, id, id.at);
    if (clause < 0)
        return false;
    struct rule_text_clause *facts = &reader->book->clause_facts[clause];
    if (scanner_take(scanner, "reading"))
        reader->book->clauses[clause].basis = KW_READING;
    else
        scanner_take(scanner, "source");
    enum kw_language language = scanner_take(scanner, "sw") ? KW_SWAHILI : KW_ENGLISH;
    if (!scanner_take(scanner, ":"))
        return scanner_fail(scanner, scanner_peek(scanner).at, "':' and a sentence are expected");
    if (facts->stated[language] != NULL)
        return scanner_fail(scanner, id.at, "the clause '%s' has its sentence already",
                            reader->book->clauses[clause].id);
    if (facts->at.line == 0)
        facts->at = scanner_place(scanner, id.at);
    return statement_text(reader, &facts->stated[language]);
}

static bool statement_single_value(struct reader *reader, const char *at) {
    return scanner_fail(&reader->scanner, at, "an option has at least two values");
}

static bool statement_choices(struct reader *reader, size_t index) {
    struct rule_text *book = reader->book;
    const char *at = scanner_peek(&reader->scanner).at;
    size_t count = 0;
    do {
        if (count == RULE_TEXT_CHOICES)
            return scanner_fail(&reader->scanner, reader->scanner.at,
                                "an option has at most %d values", RULE_TEXT_CHOICES);
        if (!statement_id(reader, "-_.", STATEMENT_VALUE, &book->choices[index][count++]))
            return false;
    } while (scanner_take(&reader->scanner, "/"));
    if (count < 2)
        return statement_single_value(reader, at);
    book->options[index].choices = book->choices[index];
    return true;
}

/* The value that was asked for of the option of that name, or VALUE_UNSET. */
static int32_t statement_asked_value(const struct rules_reading *reading, const char *name) {
    size_t count = reading->asked != NULL ? kw_option_count(reading->asked) : 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(kw_option_at(reading->asked, i)->name, name) == 0)
            return reading->values[i];
    return VALUE_UNSET;
}

/* Whether a number is a value of the option. */
static bool statement_has_value(const struct kw_option *option, int32_t value) {
    int32_t count = 0;
    if (option->choices == NULL)
        return value >= option->min && value <= option->max;
    while (option->choices[count] != NULL)
        count++;
    return value >= 0 && value < count;
}

/* The default of a number, N or N x OPTION. */
static bool statement_default_number(struct reader *reader, const struct kw_option *option,
                                     uint32_t *value) {
    struct scanner *scanner = &reader->scanner;
    const char *at = scanner_peek(scanner).at;
    uint32_t factor = 1;
    if (!scanner_number(scanner, 0, (uint32_t)option->max, value))
        return false;
    if (scanner_take(scanner, "x") && !reader_option_number(reader, &factor))
        return reader_fail(reader, "an option that is a number is expected");
    uint64_t product = (uint64_t)*value * factor;
    if (product < (uint64_t)option->min || product > (uint64_t)option->max)
        return scanner_fail(scanner, at, "a whole number from %d to %d is expected", option->min,
                            option->max);
    *value = (uint32_t)product;
    return true;
}

/* The default, or the value that was asked for. */
static bool statement_default(struct reader *reader, size_t index) {
    struct rule_text *book = reader->book;
    struct kw_option *option = &book->options[index];
    struct token word = scanner_peek(&reader->scanner);
    uint32_t value = 0;
    if (option->choices == NULL) {
        if (!statement_default_number(reader, option, &value))
            return false;
    } else {
        scanner_word(&reader->scanner);
        while (option->choices[value] != NULL && !token_is(word, option->choices[value]))
            value++;
        if (option->choices[value] == NULL)
            return scanner_fail(&reader->scanner, word.at, "a value of the option is expected");
    }
    book->machine.option[index] = (int32_t)value;
    int32_t asked = statement_asked_value(reader->reading, option->name);
    if (asked == VALUE_UNSET)
        return true;
    if (!statement_has_value(option, asked))
        return scanner_fail(&reader->scanner, word.at, "the option %s has no such value",
                            option->name);
    book->machine.option[index] = asked;
    book->changed_options |= (uint32_t)(asked != (int32_t)value) << index;
    return true;
}

/* formerly WORD: what the option is in files that do not name it */
static bool statement_formerly(struct reader *reader, const struct kw_option *option) {
    struct rule_text *book = reader->book;
    char former[KW_TEXT];
    if (!scanner_take(&reader->scanner, "formerly"))
        return true;
    struct token word = scanner_word(&reader->scanner);
    size_t choice = 0;
    while (option->choices != NULL && option->choices[choice] != NULL &&
           !token_is(word, option->choices[choice]))
        choice++;
    if (option->choices == NULL || option->choices[choice] == NULL)
        return scanner_fail(&reader->scanner, word.at, "a value of the option is expected");
    struct text text = text_into(former, sizeof former);
    text_format(&text, "%s=%s", option->name, option->choices[choice]);
    book->former = rule_text_copy(book, (struct token){former, text.length});
    return book->former != NULL;
}

/* option NAME MIN..MAX = DEFAULT [CLAUSE] SENTENCE, or option NAME A/B/C = DEFAULT ... */
static bool statement_option(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct rule_text *book = reader->book;
    size_t index = book->option_count;
    struct kw_option *option = &book->options[index];
    struct token name = scanner_peek(scanner);
    uint32_t min, max;
    uint8_t clause;
    if (index == OPTIONS_MAX)
        return scanner_fail(scanner, name.at, "a game has at most %d options", OPTIONS_MAX);
    if (token_is(name, "rules"))
        return scanner_fail(scanner, name.at, "files name the checksum of the rules so");
    for (size_t i = 0; i < index; i++)
        if (token_is(name, book->options[i].name))
            return scanner_fail(scanner, name.at, "there is an option of that name already");
    if (!statement_id(reader, "-_.", STATEMENT_OPTION, &option->name))
        return false;
    book->option_at[index] = scanner_place(scanner, name.at);
    struct scanner ahead = *scanner;
    ahead.faults = NULL;
    if (scanner_number(&ahead, 0, 1000000, &min) && scanner_take(&ahead, "..") &&
        scanner_number(&ahead, 0, 1000000, &max)) {
        if (max <= min)
            return statement_single_value(reader, scanner_peek(scanner).at);
        ahead.faults = scanner->faults;
        *scanner = ahead;
        option->min = (int32_t)min;
        option->max = (int32_t)max;
    } else if (!statement_choices(reader, index)) {
        return false;
    }
    if (!scanner_take(scanner, "="))
        return scanner_fail(scanner, scanner->at, "'=' and the default are expected");
    if (!statement_default(reader, index) || !statement_formerly(reader, option) ||
        !reader_cite(reader, option->name, &clause) || !statement_text(reader, &option->text))
        return false;
    option->clause = book->clauses[clause].id;
    book->option_count++;
    return true;
}

/* The option of that name that has words; NULL with a fault if there is none. */
static const struct kw_option *statement_option_named(struct reader *reader, size_t *index) {
    struct rule_text *book = reader->book;
    struct token name = scanner_word(&reader->scanner);
    for (*index = 0; *index < book->option_count; ++*index)
        if (token_is(name, book->options[*index].name))
            break;
    if (*index < book->option_count && book->options[*index].choices != NULL)
        return &book->options[*index];
    struct text_guess guess = text_guess_of(name.at, name.length);
    for (size_t i = 0; i < book->option_count; i++)
        if (book->options[i].choices != NULL)
            text_guess_offer(&guess, book->options[i].name);
    scanner_fail(&reader->scanner, name.at, "the name of an option with words is expected%s%s%s",
                 guess.nearest != NULL ? "; perhaps '" : "",
                 guess.nearest != NULL ? guess.nearest : "",
                 guess.nearest != NULL ? "' was meant" : "");
    return NULL;
}

/* The index of the next word among the words of an option; -1 with a fault if it is none. */
static int32_t statement_option_value_read(struct reader *reader, const struct kw_option *option) {
    struct token value = scanner_word(&reader->scanner);
    int32_t choice = 0;
    while (option->choices[choice] != NULL && !token_is(value, option->choices[choice]))
        choice++;
    if (option->choices[choice] != NULL)
        return choice;
    scanner_fail(&reader->scanner, value.at, "a value of the option %s is expected", option->name);
    return -1;
}

/* require OPTION VALUE: SENTENCE, why the option can have no other value here */
static bool statement_require(struct reader *reader) {
    const char *why = "";
    size_t index;
    const struct kw_option *option = statement_option_named(reader, &index);
    int32_t value = option != NULL ? statement_option_value_read(reader, option) : -1;
    if (value < 0)
        return false;
    if (!scanner_take(&reader->scanner, ":"))
        return scanner_fail(&reader->scanner, scanner_peek(&reader->scanner).at,
                            "':' and a sentence are expected");
    if (!statement_text(reader, &why))
        return false;
    reader->book->option_used[index] = true;
    if (reader->book->machine.option[index] != value)
        rule_faults_clash(reader->scanner.faults, why);
    return true;
}

/* ---- the board ------------------------------------------------------------------------------- */

/* Of the option that every game has by itself. */
static const char statement_pits_text[] = "pits a side";

/*
 * A number of the board or the start.  Where the text names no option for it, the number itself is
 * the default of one, so that every game can be studied on smaller boards.
 */
static bool statement_size(struct reader *reader, const char *name, const char *text, uint32_t max,
                           uint32_t *number) {
    struct rule_text *book = reader->book;
    size_t index = book->option_count;
    struct scanner ahead = reader->scanner;
    uint8_t clause;
    ahead.faults = NULL;
    bool named = index == OPTIONS_MAX || reader->fixed || book->machine.trait != NULL;
    for (size_t i = 0; i < index; i++)
        named |= strcmp(book->options[i].name, name) == 0;
    if (named || !scanner_number(&ahead, 1, max, number) || scanner_take(&ahead, "only"))
        return reader_number(reader, 1, max, number);
    book->options[index] =
        (struct kw_option){.name = name, .text = text, .min = 1, .max = (int32_t)max};
    if (!statement_default(reader, index))
        return false;
    const char *after = reader->scanner.at;
    if (!reader_cite(reader, "start", &clause))
        return false;
    reader->scanner.at = after; /* the statement reads its clause itself */
    book->options[index].clause = book->clauses[clause].id;
    book->option_used[index] = true;
    book->option_count++;
    *number = (uint32_t)book->machine.option[index];
    sentence_fill_number(&reader->sentence, "number", *number);
    return true;
}

/* Leaves those boards to choose from that hold so many seeds in each hole. */
static void statement_limit_pits(struct rule_text *book, unsigned seeds) {
    int32_t most = UINT8_MAX / (book->machine.rules.rows * (int32_t)seeds);
    for (size_t i = 0; i < book->option_count; i++)
        if (book->options[i].text == statement_pits_text && book->options[i].max > most)
            book->options[i].max = most;
}

static void statement_set_board(struct reader *reader, unsigned rows, unsigned columns) {
    struct machine *machine = &reader->book->machine;
    machine->rules.rows = (uint8_t)rows;
    machine->rules.columns = (uint8_t)columns;
    machine->side[0] = holes_of(&machine->rules, KW_SOUTH);
    machine->side[1] = holes_of(&machine->rules, KW_NORTH);
    memcpy(machine->playable, machine->side, sizeof machine->side);
    memset(machine->facing, MACHINE_NO_PLACE, sizeof machine->facing);
    for (unsigned hole = 0; rows == 2 && hole < 2 * columns; hole++)
        machine->facing[hole] = (uint8_t)(2 * columns - 1 - hole);
    reader->boarded = true;
}

/* board ROWS x COLUMNS [only]; but for a trait there are two rows */
static bool statement_board(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    uint32_t rows, columns;
    unsigned usual = reader->book->machine.trait != NULL ? reader->book->machine.trait->rows : 2;
    statement_set_board(reader, usual, 6); /* what follows is read even if the size is at fault */
    if (!reader_number(reader, usual, usual, &rows))
        return false;
    if (!scanner_take(scanner, "x"))
        return scanner_fail(scanner, scanner_peek(scanner).at, "'x' and the columns are expected");
    if (!statement_size(reader, "pits", statement_pits_text,
                        rows == 4 ? KW_HOLES / 4 : KW_HOLES / 2 - 1, &columns))
        return false;
    scanner_take(scanner, "only");
    statement_set_board(reader, rows, columns);
    return true;
}

/* A printed row of numbers of seeds, from the left as South sees it. */
static bool statement_start_row(struct reader *reader, unsigned row) {
    struct machine *machine = &reader->book->machine;
    for (unsigned i = 0; i < machine->rules.columns; i++) {
        uint32_t seeds;
        if (i > 0 && !scanner_take(&reader->scanner, ","))
            return scanner_fail(&reader->scanner, scanner_peek(&reader->scanner).at,
                                "',' and the seeds of the next hole are expected");
        if (!reader_number(reader, 0, 60, &seeds))
            return false;
        machine->start[hole_printed(&machine->rules, row, i)] = (uint8_t)seeds;
    }
    return true;
}

/* North's rows first, as positions are written. */
static bool statement_start_rows(struct reader *reader) {
    struct rule_text *book = reader->book;
    for (unsigned row = 0; row < book->machine.rules.rows; row++) {
        if (row > 0 && !scanner_take(&reader->scanner, "/"))
            return scanner_fail(&reader->scanner, scanner_peek(&reader->scanner).at,
                                row == book->machine.rules.rows - 1u
                                    ? "'/' and South's row are expected"
                                    : "'/' and the next row are expected");
        if (!statement_start_row(reader, row))
            return false;
    }
    return true;
}

/* So many seeds in each hole of a part of both players' rows. */
static bool statement_start_area(struct reader *reader, uint32_t seeds) {
    struct machine *machine = &reader->book->machine;
    unsigned columns = machine->rules.columns, own = machine->rules.rows == 4 ? 16 : columns;
    const struct rule_word *area = reader_expect(reader, WORD_AREA);
    uint32_t first = columns / 2, holes = columns - first;
    if (area == NULL || (area->kind == AREA_NUMBER && !reader_number(reader, 1, columns, &holes)))
        return false;
    if (area->value == AREA_RIGHTMOST)
        first = columns - holes;
    if (area->value == AREA_BACK) {
        first = holes = columns;
        if (machine->rules.rows != 4)
            return scanner_fail(&reader->scanner, reader->statement,
                                "a board of two rows has no back rows");
    }
    memset(machine->start + first, (int)seeds, holes);
    memset(machine->start + own + first, (int)seeds, holes);
    return true;
}

/* SEEDS, or SEEDS in HOLES and HOLES ... */
static bool statement_start_even(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    unsigned holes = machine->rules.rows / 2u * machine->rules.columns;
    uint32_t seeds;
    if (!statement_size(reader, "seeds", "seeds in each pit at the start", UINT8_MAX / (2 * holes),
                        &seeds))
        return false;
    if (scanner_take(&reader->scanner, "in")) {
        do {
            if (!statement_start_area(reader, seeds))
                return false;
        } while (scanner_take(&reader->scanner, "and"));
        return true;
    }
    statement_limit_pits(reader->book, seeds);
    memset(machine->start, (int)seeds, holes);
    memset(machine->start + (machine->rules.rows == 4 ? 16 : holes), (int)seeds, holes);
    return true;
}

/* The name of the option that a word is, else another name. */
static const char *statement_start_option(const struct rule_text *book, struct token word,
                                          const char *otherwise) {
    for (size_t i = 0; i < book->option_count; i++)
        if (token_is(word, book->options[i].name))
            return book->options[i].name;
    return otherwise;
}

/* start SEEDS [in HOLES and HOLES ...], or start ROW/ROW */
static bool statement_start(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    struct token word = scanner_peek(&reader->scanner);
    struct scanner ahead = reader->scanner;
    ahead.faults = NULL;
    bool rows =
        scanner_word(&ahead).length > 0 && (scanner_take(&ahead, ",") || scanner_take(&ahead, "/"));
    if (!rows)
        reader->book->start_option = statement_start_option(reader->book, word, "seeds");
    if (!(rows ? statement_start_rows(reader) : statement_start_even(reader)))
        return false;
    return reader_cite_and_say(reader, "start", &machine->cite[CITE_START]);
}

/* reserve SEEDS: of each player, in his store */
static bool statement_reserve(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t seeds;
    if (!reader_number(reader, 1, 120, &seeds))
        return false;
    machine->rules.stores = true;
    memset(machine->start_store, (int)seeds, sizeof machine->start_store);
    return reader_cite_and_say(reader, "start", &machine->cite[CITE_START]);
}

/* child NUMBER: a hole that each player owns from the start */
static bool statement_child(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    unsigned columns = machine->rules.columns;
    uint32_t hole;
    uint8_t clause;
    if (!reader_number(reader, 1, columns, &hole))
        return false;
    machine->children[0] = 1u << (hole - 1);
    machine->children[1] = machine->children[0] << columns;
    return reader_cite_and_say(reader, "child", &clause);
}

/* stores STORES [left] */
static bool statement_stores(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const struct rule_word *stores = reader_expect(reader, WORD_STORES);
    if (stores == NULL)
        return false;
    machine->rules.stores = stores->value != STORES_NONE;
    machine->both_stores = stores->value == STORES_BOTH;
    machine->own_store = machine->both_stores || stores->value == STORES_OWN;
    machine->stores_left = reader_word(reader, WORD_SEAT) != NULL;
    if (machine->stores_left && !machine->own_store)
        return scanner_fail(&reader->scanner, reader->statement,
                            "only stores that are sown have a place on the way");
    return reader_cite_and_say(reader, "store", &machine->cite[CITE_STORE]);
}

/* ---- moving and sowing ----------------------------------------------------------------------- */

/* Of a statement beside `sow`, whose clause is that of the sowing wherever it stands. */
static bool statement_cite_sowing(struct reader *reader) {
    uint8_t *cite = &reader->book->machine.cite[CITE_SOW], clause;
    if (!reader_cite_and_say(reader, "sow", &clause))
        return false;
    if (*cite == CITE_NOTHING)
        *cite = clause;
    return true;
}

/* ring RING */
static bool statement_ring(struct reader *reader) {
    const struct rule_word *ring = reader_expect(reader, WORD_RING);
    if (ring == NULL)
        return false;
    reader->ways.ring = (uint8_t)ring->value;
    return statement_cite_sowing(reader);
}

/* either at HOLES, from a player's left: 1 or 3 */
static bool statement_either(struct reader *reader) {
    unsigned columns = reader->book->machine.rules.columns;
    uint32_t hole;
    if (reader_word(reader, WORD_AT) == NULL)
        return true;
    do {
        if (!reader_number(reader, 1, columns, &hole))
            return false;
        reader->ways.either |= UINT32_C(1) << (hole - 1);
    } while (scanner_take(&reader->scanner, "or"));
    return true;
}

/* sow WAY [if odd] [either at HOLES] */
static bool statement_sow(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const struct rule_word *way = reader_expect(reader, WORD_WAY);
    if (way == NULL)
        return false;
    const char *at = scanner_peek(&reader->scanner).at;
    reader->ways.kind = (uint8_t)way->value;
    bool odd = reader_word(reader, WORD_ODD) != NULL;
    if (odd && (way->value == WAY_EITHER || way->value == WAY_FIRST))
        return scanner_fail(&reader->scanner, at,
                            "a direction that is chosen does not depend on the seeds");
    machine->ways_by = odd ? WAYS_BY_COUNT : way->value == WAY_FIRST ? WAYS_BY_FIRST : WAYS_OF_HOLE;
    return statement_either(reader) && reader_cite_and_say(reader, "sow", &machine->cite[CITE_SOW]);
}

/* opening MOVES [WAY] */
static bool statement_opening(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t moves;
    if (!reader_number(reader, 1, 15, &moves))
        return false;
    const struct rule_word *way = reader_word(reader, WORD_OPENING);
    machine->opening = (uint8_t)moves;
    machine->opening_ways = way != NULL ? (uint8_t)way->value : 0;
    return reader_cite_and_say(reader, "opening", &machine->cite[CITE_OPENING]);
}

/* few SEEDS */
static bool statement_few(struct reader *reader) {
    uint32_t seeds;
    uint8_t clause;
    if (!reader_number(reader, 1, UINT8_MAX, &seeds))
        return false;
    reader->book->machine.few = (uint8_t)seeds;
    return reader_cite_and_say(reader, "few", &clause);
}

/* jump CONDITION ... */
static bool statement_jump(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (machine->jump_count == MACHINE_JUMPS)
        return scanner_fail(&reader->scanner, reader->statement,
                            "a rule text has at most %d such statements", MACHINE_JUMPS);
    return row_condition(reader, false, &machine->jumps[machine->jump_count++]) &&
           reader_cite_and_say(reader, "sow", &machine->cite[CITE_SKIP]);
}

/* leave SEEDS */
static bool statement_leave(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t seeds;
    if (!reader_number(reader, 1, 60, &seeds))
        return false;
    machine->leave = (uint8_t)seeds;
    return statement_cite_sowing(reader);
}

/* play any hole */
static bool statement_play(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct machine *machine = &reader->book->machine;
    if (!scanner_take(scanner, "any") || !scanner_take(scanner, "hole"))
        return reader_fail(reader, "'any hole' is expected");
    machine->playable[0] = machine->playable[1] = machine->side[0] | machine->side[1];
    return reader_cite_and_say(reader, "move", &machine->cite[CITE_MOVE]);
}

/* closed CLOSED */
static bool statement_closed(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const struct rule_word *word = reader_expect(reader, WORD_CLOSED);
    if (word == NULL)
        return false;
    machine->closed = (uint8_t)word->value;
    return reader_cite_and_say(reader, "closed", &machine->cite[CITE_CLOSED]);
}

static bool statement_laps(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t laps;
    if (!reader_number(reader, 1, UINT16_MAX, &laps))
        return false;
    machine->laps = (uint16_t)laps;
    return reader_cite_and_say(reader, "endless", &machine->cite[CITE_LIMIT]);
}

static bool statement_least(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t seeds;
    if (!reader_number(reader, 1, 60, &seeds))
        return false;
    machine->least = (uint8_t)seeds;
    return reader_cite_and_say(reader, "move", &machine->cite[CITE_MOVE]);
}

static bool statement_skip(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const struct rule_word *skip = reader_expect(reader, WORD_SKIP);
    if (skip == NULL)
        return false;
    machine->skip = (uint8_t)skip->value;
    return reader_cite_and_say(reader, "sow", &machine->cite[CITE_SKIP]);
}

/* slam SLAM: of a capture of all seeds of the opponent's side */
static bool statement_slam(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const struct rule_word *slam = reader_expect(reader, WORD_SLAM);
    if (slam == NULL)
        return false;
    machine->slam = (uint8_t)slam->value;
    return reader_cite_and_say(reader, "grand-slam", &machine->cite[CITE_SLAM]);
}

/* endless ENDLESS: what a never-ending move comes to */
static bool statement_endless(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const struct rule_word *endless = reader_expect(reader, WORD_ENDLESS);
    if (endless == NULL)
        return false;
    machine->rules.endless = (uint8_t)endless->value;
    return reader_cite_and_say(reader, "endless", &machine->cite[CITE_LIMIT]);
}

static bool statement_limit(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t seeds;
    if (!reader_number(reader, 1, 100000, &seeds))
        return false;
    machine->rules.limit = seeds;
    return reader_cite_and_say(reader, "endless", &machine->cite[CITE_LIMIT]);
}

static bool statement_turn(struct reader *reader) {
    return reader_cite_and_say(reader, "turn", &reader->book->machine.cite[CITE_NEXT]);
}
static bool statement_pass(struct reader *reader) {
    reader->book->machine.passes = true;
    return reader_cite_and_say(reader, "pass", &reader->book->machine.cite[CITE_PASS]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Whether there is room for one more row, and where it stands. */
static bool statement_row(struct reader *reader, struct text_place *at, size_t count, size_t most) {
    if (count == most)
        return scanner_fail(&reader->scanner, reader->scanner.at,
                            "a rule text has at most %zu such rows", most);
    at[count] = scanner_place(&reader->scanner, reader->statement);
    return true;
}

static bool statement_trait(struct reader *reader) { return trait_read_name(reader); }
static bool statement_rule(struct reader *reader) { return trait_read_rule(reader); }

static bool statement_end(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    return statement_row(reader, reader->book->end_at, machine->end_count, MACHINE_ENDS) &&
           row_end(reader, &machine->ends[machine->end_count++]);
}

/* One more row of a table that has so many; NULL with an error if there is no room for it. */
static struct lap_end *statement_more(struct reader *reader, struct lap_end *rows, uint8_t *count,
                                      unsigned most) {
    if (*count < most)
        return &rows[(*count)++];
    scanner_fail(&reader->scanner, reader->statement, "a rule text has at most %u such rows", most);
    return NULL;
}

static bool statement_before(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    struct lap_end *row =
        statement_more(reader, machine->before, &machine->before_count, MACHINE_BEFORE);
    return row != NULL && row_before(reader, row);
}

static bool statement_drop(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    struct lap_end *row =
        statement_more(reader, machine->passing, &machine->passing_count, MACHINE_PASSING);
    return row != NULL && row_drop(reader, row);
}

static bool statement_passing(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (!statement_drop(reader))
        return false;
    machine->passing[machine->passing_count - 1].condition.facts_false |= FACT_LAST;
    return true;
}

static bool statement_after(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    struct lap_end *row =
        statement_more(reader, machine->afters, &machine->after_count, MACHINE_AFTERS);
    return row != NULL && row_after(reader, row);
}

/* unplayed [in any order]: a mark on each hole until it has been played, and, else, a duty */
static bool statement_unplayed(struct reader *reader) {
    struct rule_text *book = reader->book;
    struct machine *machine = &book->machine;
    uint8_t *clause = &machine->cite[CITE_UNPLAYED];
    machine->unplayed = true;
    if (reader_word(reader, WORD_ORDER) != NULL)
        return reader_cite_and_say(reader, "unplayed", clause);
    if (!statement_row(reader, book->duty_at, machine->duty_count, MACHINE_DUTIES) ||
        !reader_cite_and_say(reader, "unplayed", clause))
        return false;
    machine->duties[machine->duty_count++] =
        (struct duty){.kind = DUTY_UNPLAYED, .if_possible = true, .clause = *clause};
    return true;
}

static bool statement_must(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (!statement_row(reader, reader->book->duty_at, machine->duty_count, MACHINE_DUTIES))
        return false;
    struct duty *duty = &machine->duties[machine->duty_count++];
    if (!row_duty(reader, duty))
        return false;
    if (duty->kind == DUTY_NO_UNDO)
        machine->cite[CITE_UNDO] = duty->clause;
    return true;
}

static bool statement_over(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    return statement_row(reader, reader->book->over_at, machine->over_count, MACHINE_OVERS) &&
           row_over(reader, &machine->overs[machine->over_count++]);
}

/* , WORD NUMBER, if it is next: then *said.  False after a fault. */
static bool statement_rounds_number(struct reader *reader, enum word_role role, uint8_t *number,
                                    bool *said) {
    const char *before = reader->scanner.at;
    uint32_t value;
    if (!scanner_take(&reader->scanner, ",") || reader_word(reader, role) == NULL) {
        reader->scanner.at = before;
        return true;
    }
    if (!reader_number(reader, role == WORD_WIN ? 1 : 0, UINT8_MAX, &value))
        return false;
    *number = (uint8_t)value;
    return *said = true;
}

/* rounds FILL [closed], BEGINS [, need SEEDS] [, win ROUNDS] */
static bool statement_rounds(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct match_rules *match = &reader->book->machine.match;
    const struct rule_word *fill = reader_expect(reader, WORD_FILL);
    if (fill == NULL)
        return false;
    match->fill = (uint8_t)fill->value;
    match->closes = reader_word(reader, WORD_CLOSES) != NULL;
    if (!scanner_take(scanner, ","))
        return reader_fail(reader, "',' and who begins the next round are expected");
    const struct rule_word *begins = reader_expect(reader, WORD_BEGINS);
    if (begins == NULL)
        return false;
    match->begins = (uint8_t)begins->value;
    bool ends = false;
    if (!statement_rounds_number(reader, WORD_NEED, &match->need, &ends) ||
        !statement_rounds_number(reader, WORD_WIN, &match->wins, &ends))
        return false;
    if (!ends)
        return reader_fail(reader, "what ends the match is expected: ', need' and a number of "
                                   "seeds, or ', win' and a number of rounds");
    return reader_cite_and_say(reader, "rounds", &match->clause);
}

static bool statement_repetition(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const struct rule_word *which = reader_expect(reader, WORD_REPETITION);
    if (which == NULL)
        return false;
    machine->rules.once = which->value == 1;
    return row_rest(reader, &machine->repeat_rest) &&
           reader_cite_and_say(reader, "repetition", &machine->cite[CITE_REPEAT]);
}

/* ---- the text -------------------------------------------------------------------------------- */

static bool (*const statement_handlers[STATEMENTS])(struct reader *reader) = {
#define STATEMENT(name, kind, grammar, english, swahili) statement_##name,
#define WORD(role, kind, value, word, grammar, english, swahili)
#define FACT(value, word, english, swahili, not_english, not_swahili)
#include "language/words/words.def"
#undef STATEMENT
#undef WORD
#undef FACT
};

/* if OPTION is [not] VALUE: the statement counts only then; *counts says whether it does. */
static bool statement_if(struct reader *reader, bool *counts) {
    struct scanner *scanner = &reader->scanner;
    size_t index;
    *counts = true;
    if (!scanner_take(scanner, "if"))
        return true;
    const struct kw_option *option = statement_option_named(reader, &index);
    if (option == NULL)
        return false;
    if (!scanner_take(scanner, "is"))
        return scanner_fail(scanner, scanner_peek(scanner).at, "'is' and a value are expected");
    bool is = !scanner_take(scanner, "not");
    int32_t choice = statement_option_value_read(reader, option);
    if (choice < 0)
        return false;
    if (!scanner_take(scanner, ":"))
        return scanner_fail(scanner, scanner_peek(scanner).at, "':' is expected");
    reader->book->option_used[index] = true;
    *counts = (reader->book->machine.option[index] == choice) == is;
    return true;
}

static bool statement_read(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    bool counts;
    reader->statement = scanner_peek(scanner).at;
    if (!statement_if(reader, &counts))
        return false;
    bool conditional = scanner_peek(scanner).at != reader->statement;
    reader->statement = scanner_peek(scanner).at;
    reader->numbers = 0;
    const struct rule_word *statement = reader_word(reader, WORD_STATEMENT);
    if (statement == NULL) /* those are gone; a word that is nearly one is not */
        reader_word(reader, WORD_EDIT);
    if (statement == NULL)
        return reader_fail(reader, "a statement of the language is expected");
    if (conditional && (statement->kind & STATEMENT_ALWAYS))
        return scanner_fail(scanner, reader->statement, "'%s' cannot depend on an option",
                            statement->word);
    if (!counts)
        return true;
    if (reader->book->machine.trait != NULL &&
        !(statement->kind & (STATEMENT_TRAIT | STATEMENT_DESCRIBES)))
        return scanner_fail(scanner, reader->statement, "a text with a trait has no '%s'",
                            statement->word);
    if (!(statement->kind & STATEMENT_ANYWHERE) && !reader->boarded)
        return scanner_fail(scanner, reader->statement, "the board must be said before");
    if ((statement->kind & STATEMENT_ONCE) && reader->said[statement->value])
        return scanner_fail(scanner, reader->statement, "'%s' has been said before",
                            statement->word);
    reader->said[statement->value] = true;
    sentence_begin(&reader->sentence, statement->said);
    if (!statement_handlers[statement->value](reader))
        return false;
    if (!scanner_done(scanner))
        return reader_fail(reader, *scanner->at == ','
                                       ? "the statement should end here; between actions stands ';'"
                                       : "the statement should end here");
    if (!(statement->kind & STATEMENT_DESCRIBES))
        digest_statement(reader->book, scanner, reader->statement,
                         (struct digest_numbers){reader->number_at, reader->numbers});
    return true;
}

static int32_t statement_option_value(const struct rules *rules, size_t option) {
    return machine_of(rules)->option[option];
}

/* ---- what follows from all statements -------------------------------------------------------- */

/* A clause of the text holds if it has a sentence under these values of options, or is cited. */
static bool statement_clause_holds(const struct rules *rules, size_t clause) {
    return machine_of(rules)->clauses[clause].text != NULL;
}

/* Stands at the beginning of a statement. */
static void statement_go(struct reader *reader, const struct statement *statement) {
    reader->scanner.source = statement->source;
    reader->scanner.at = statement->at;
    reader->scanner.stop = statement->stop;
}

/*
 * Whether the start fits one size of the board alone: its rows are said hole by hole, or it depends
 * on an option.
 */
static bool statement_start_has_size(struct reader *reader, const struct statement_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        struct scanner *scanner = &reader->scanner;
        statement_go(reader, &list->statement[i]);
        bool conditional = scanner_pass_condition(scanner);
        if (scanner_take(scanner, "start") &&
            (conditional || (scanner_word(scanner).length > 0 &&
                             (scanner_take(scanner, ",") || scanner_take(scanner, "/")))))
            return true;
    }
    return false;
}

/*
 * The ids of all clauses that the text defines, whatever the values of options: clauses are listed
 * in the order of their sentences, wherever they are cited first.
 */
static bool statement_clauses(struct reader *reader, const struct statement_list *list) {
    struct scanner *scanner = &reader->scanner;
    if (!trait_declare(reader, list))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        statement_go(reader, &list->statement[i]);
        scanner_pass_condition(scanner);
        if (!scanner_take(scanner, "clause"))
            continue;
        struct token id = scanner_word(scanner);
        if (id.length > 0 && reader_clause(reader, id, id.at) < 0)
            return false;
    }
    for (size_t i = 0; i < reader->book->clause_count; i++)
        reader->book->clauses[i].text = NULL;
    return true;
}

/*
 * Whether a player can be without a legal move in a game that goes on: no end says that he cannot,
 * and not every player with a seed on his side has a move.
 */
static bool statement_passes(const struct machine *machine) {
    bool moves = false;
    for (unsigned i = 0; i < machine->over_count; i++) {
        unsigned kind = machine->overs[i].kind;
        if (kind == OVER_STUCK)
            return false;
        moves |= kind == OVER_OWN_EMPTY || kind == OVER_EITHER_EMPTY;
    }
    return !moves || machine->least > 1 || machine->duty_count > 0;
}

/* What the text leaves open. */
static void statement_complete(struct machine *machine) {
    bool relays = false;
    for (unsigned i = 0; i < machine->end_count; i++)
        relays |= machine->ends[i].goes_on;
    if (!relays)
        machine->rules.limit = 0;
    machine->passes |= statement_passes(machine);
    for (unsigned i = 0; i < CITES; i++)
        if (machine->cite[i] == CITE_NOTHING)
            machine->cite[i] = machine->cite[CITE_SOW];
}

/* What the library shows of each clause: the sentence of the text, else the standard one. */
static void statement_word_clauses(struct rule_text *book) {
    for (size_t i = 0; i < book->clause_count; i++) {
        if (book->clauses[i].text == NULL)
            continue;
        const struct rule_text_clause *facts = &book->clause_facts[i];
        const char *text =
            facts->stated[KW_ENGLISH] != NULL ? facts->stated[KW_ENGLISH] : facts->said[KW_ENGLISH];
        for (size_t k = 0; k < book->option_count && text == NULL; k++)
            if (strcmp(book->options[k].clause, book->clauses[i].id) == 0)
                text = book->options[k].text;
        book->clauses[i].text = text != NULL ? text : "";
        book->swahili[i] =
            facts->stated[KW_SWAHILI] != NULL ? facts->stated[KW_SWAHILI] : facts->said[KW_SWAHILI];
    }
}

/* Whether the text has said what every game needs. */
static bool statement_needed(struct reader *reader) {
    static const struct {
        enum word_statement statement;
        const char *text;
    } needed[] = {{STATEMENT_game, "'game' and an id are missing"},
                  {STATEMENT_board, "'board' is missing"},
                  {STATEMENT_start, "'start' is missing"},
                  {STATEMENT_sow, "'sow' is missing"}};
    bool complete = true;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!reader->said[needed[i].statement] &&
            (reader->book->machine.trait == NULL || needed[i].statement != STATEMENT_sow))
            complete =
                scanner_fail(&reader->scanner, reader->scanner.source->text, "%s", needed[i].text);
    return complete;
}

static void statement_describe(struct rule_text *book) {
    struct kw_info *info = &book->info;
    info->name = info->name != NULL ? info->name : info->id;
    info->summary = info->summary != NULL ? info->summary : "";
    info->where = info->where != NULL ? info->where : "";
    info->source = info->source != NULL ? info->source : "";
    info->literature = book->literature;
    info->names = book->names;
    info->rows = book->machine.rules.rows;
    info->columns = book->machine.rules.columns;
    info->counts_seeds = book->machine.trait != NULL ? book->machine.trait->counts_seeds
                                                     : machine_counts_seeds(&book->machine);
}

/* What plays the game: the sowing machine, or a fast play or the trait in its place. */
static void statement_choose_play(struct rule_text *book, const struct rules_play *play) {
    struct machine *machine = &book->machine;
    if (machine->trait != NULL) {
        trait_use(machine->trait, &machine->rules, &book->game);
        return;
    }
    machine->owned = machine->unplayed ? 0 : UINT32_MAX;
    machine_derive(machine, &book->family);
    if (book->family.endgame != NULL && book->start_option != NULL) {
        book->endgame = *book->family.endgame;
        book->endgame.idle[0] = book->start_option;
        book->family.endgame = &book->endgame;
    }
    if (machine->unplayed) {
        book->family.marks[0] = 'u';
        book->family.mark_words[0] = "still to be played";
    }
    fast_play_use(play->fast, machine, &book->family, &book->game);
}

/* The game of the rulebook, once everything of it is known. */
static void statement_open(struct rule_text *book, const struct rules_play *play) {
    struct machine *machine = &book->machine;
    machine->clauses = book->clauses;
    statement_describe(book);
    book->family = machine->trait != NULL ? machine->trait->family : play->machine->family;
    book->family.rules_size = sizeof *machine;
    book->family.clauses = book->clauses;
    book->family.clause_count = book->clause_count;
    book->family.swahili = book->swahili;
    book->family.options = book->options;
    book->family.option_count = book->option_count;
    book->family.former = book->former;
    book->family.value = statement_option_value;
    book->family.clause_holds = statement_clause_holds;
    digest_end(book);
    book->game = play->machine->game;
    book->game.family = &book->family;
    book->game.info = &book->info;
    book->game.rules = &machine->rules;
    book->game.text = &book->text;
    book->game.changed_options = book->changed_options;
    statement_choose_play(book, play);
}

/* What positions must remember, because an end of the game or a condition asks. */
static void statement_memory(struct machine *machine) {
    machine->extras = (machine->asked & FACT_EXTRA) != 0 || machine->repeat_rest == REST_LAST;
    machine->firsts = machine->repeat_rest == REST_FIRST;
    for (unsigned i = 0; i < machine->over_count; i++) {
        const struct over *over = &machine->overs[i];
        machine->extras |= over->rest == REST_LAST || over->kind == OVER_LAST_EMPTY;
        machine->firsts |= over->rest == REST_FIRST;
    }
}

/* The facts that the rows of a table ask. */
static uint32_t statement_asked_by(const struct lap_end *rows, size_t count) {
    uint32_t asked = 0;
    for (size_t i = 0; i < count; i++) {
        asked |= rows[i].condition.facts | rows[i].condition.facts_false;
        for (size_t k = 0; k < MACHINE_ACTIONS; k++)
            asked |= rows[i].action[k].hold.facts | rows[i].action[k].hold.facts_false;
    }
    return asked;
}

/* The facts that any condition asks. */
static uint32_t statement_asked(const struct machine *machine) {
    uint32_t asked = statement_asked_by(machine->ends, machine->end_count) |
                     statement_asked_by(machine->passing, machine->passing_count) |
                     statement_asked_by(machine->before, machine->before_count) |
                     statement_asked_by(machine->afters, machine->after_count);
    for (size_t i = 0; i < machine->jump_count; i++)
        asked |= machine->jumps[i].facts | machine->jumps[i].facts_false;
    for (size_t i = 0; i < machine->duty_count; i++) {
        const struct duty *duty = &machine->duties[i];
        asked |=
            duty->hold.facts | duty->hold.facts_false | duty->scope.facts | duty->scope.facts_false;
    }
    return asked;
}

/* What follows from the statements for the machine. */
static void statement_machine(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    ways_fill(machine, &reader->ways);
    machine->asked = statement_asked(machine);
    statement_memory(machine);
    statement_complete(machine);
}

static bool statement_finish(struct reader *reader) {
    struct rule_text *book = reader->book;
    struct machine *machine = &book->machine;
    unsigned seeds = machine->start_store[0] + machine->start_store[1];
    if (!statement_needed(reader))
        return false;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += machine->start[hole];
    if (seeds > 255)
        return scanner_fail(&reader->scanner, reader->scanner.source->text,
                            "a game has at most 255 seeds, not %u", seeds);
    machine->rules.seeds = (uint8_t)seeds;
    if (machine->trait == NULL)
        statement_machine(reader);
    else if (!trait_complete(reader))
        return false;
    statement_word_clauses(book);
    if (!refusal_texts_write(book))
        return false;
    statement_open(book, reader->reading->play);
    return true;
}

/*
 * The text as it is, to be read again with other values of its options; of one that extends others
 * all statements together.
 */
static bool statement_keep(struct reader *reader, const struct statement_list *list) {
    const struct rules_reading *reading = reader->reading;
    struct token text = {reading->text, reading->length};
    struct string_builder whole = {0};
    for (size_t i = 0; list->sources > 1 && i < list->count; i++) {
        const struct statement *statement = &list->statement[i];
        if (!string_builder_bytes(&whole, statement->at,
                                  (size_t)(statement->stop - statement->at)) ||
            !string_builder_bytes(&whole, "\n", 1)) {
            string_builder_free(&whole);
            return false;
        }
        text = (struct token){whole.text, whole.length};
    }
    if (text.length > SCANNER_TEXT)
        scanner_fail(&reader->scanner, reader->scanner.source->text,
                     "with all that it extends a rule text has at most %d bytes", SCANNER_TEXT);
    reader->book->text = (struct game_text){.rules = rule_text_keep(reader->book, text),
                                            .length = text.length,
                                            .filed_by_id = reading->filed_by_id,
                                            .digest = digest_basis()};
    string_builder_free(&whole);
    return reader->book->text.rules != NULL && text.length <= SCANNER_TEXT;
}

/* Reads all statements, whatever is wrong with some; false if there is a fault. */
static bool statement_read_all(struct reader *reader, struct statement_list *list) {
    const struct rules_reading *reading = reader->reading;
    struct rule_faults *faults = reader->scanner.faults;
    if (!statement_list_read(list, reading->text, reading->length, reading->find, reading->context,
                             faults))
        return false;
    reader->scanner.source = &list->source[0];
    if (!statement_keep(reader, list) || !statement_clauses(reader, list))
        return false;
    reader->fixed = statement_start_has_size(reader, list);
    for (size_t i = 0; i < list->count; i++) {
        statement_go(reader, &list->statement[i]);
        if (!statement_read(reader) && faults->faults == 0)
            return false; /* there is no memory */
    }
    reader->scanner.source = &list->source[0];
    if (faults->faults > 0 || !statement_finish(reader))
        return false;
    rules_check_contradictions(reader->book, faults);
    return faults->faults == 0;
}

struct rule_text *rules_read_text(const struct rules_reading *reading, struct kw_error *error,
                                  struct rule_faults *faults) {
    struct reader reader = {.reading = reading, .scanner = {.faults = faults}};
    struct statement_list *list = calloc(1, sizeof *list);
    reader.book = calloc(1, sizeof *reader.book);
    faults->error = error;
    bool read = false;
    if (reader.book != NULL && list != NULL) {
        reader.book->machine.least = 1;
        reader.book->machine.rules.limit = 100000;
        reader.book->machine.noun = "hole";
        memset(reader.book->machine.cite, CITE_NOTHING, sizeof reader.book->machine.cite);
        memset(reader.book->machine.refusal_clause, CITE_NOTHING,
               sizeof reader.book->machine.refusal_clause);
        read = statement_read_all(&reader, list);
    }
    free(list);
    if (read)
        return reader.book;
    if (faults->faults == 0)
        error_no_memory(error);
    if (reader.book != NULL)
        rule_text_free(reader.book);
    return NULL;
}

struct kw_game *rules_read(const struct rules_reading *reading, struct kw_error *error) {
    struct rule_faults faults = {.on_fault = NULL};
    struct rule_text *book = rules_read_text(reading, error, &faults);
    return book != NULL ? &book->game : NULL;
}

void rules_close(struct kw_game *game) { rule_text_free((struct rule_text *)game); }
