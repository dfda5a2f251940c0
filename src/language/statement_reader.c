/*
 * Statement by statement, a rule text becomes a rulebook.  docs/rules.md describes the language.
 */
#include "language/rules_reader.h"

#include "base/error.h"
#include "games/family_parts.h"
#include "language/refusal_texts.h"
#include "language/row_reader.h"
#include "language/rule_text.h"
#include "machine/machine_properties.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    struct scanner scanner;
    struct rule_text *book;
    const struct rules_reading *reading;
    bool boarded; /* the board is known */
    bool failed_memory;
};

static bool statement_text(struct reader *reader, const char **text) {
    *text = rule_text_copy(reader->book, scanner_rest(&reader->scanner));
    return *text != NULL;
}

/* ---- the description ------------------------------------------------------------------------- */

static bool statement_game(struct reader *reader) {
    return statement_text(reader, &reader->book->info.id);
}
static bool statement_alias(struct reader *reader) {
    return statement_text(reader, &reader->book->info.alias);
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
    return statement_text(reader, &reader->book->about);
}
static bool statement_region(struct reader *reader) {
    return statement_text(reader, &reader->book->region);
}

/* call NOUN: what a hole is called */
static bool statement_call(struct reader *reader) {
    struct token word = scanner_word(&reader->scanner);
    if (word.length == 0 || word.length > 20)
        return scanner_fail(&reader->scanner, word.at, "a word for a hole is expected");
    return (reader->book->machine.noun = rule_text_copy(reader->book, word)) != NULL;
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

/* clause ID [reading|source] [if OPTION is VALUE]: SENTENCE */
static bool statement_clause(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct token id = scanner_word(scanner);
    enum kw_basis basis = KW_SOURCE;
    const char *text;
    if (id.length == 0)
        return scanner_fail(scanner, scanner->at, "the id of a clause is expected");
    if (scanner_take(scanner, "reading"))
        basis = KW_READING;
    else
        scanner_take(scanner, "source");
    if (!scanner_take(scanner, ":"))
        return scanner_fail(scanner, scanner->at, "':' and a sentence are expected");
    int clause = rule_text_clause(reader->book, id);
    if (clause < 0 || !statement_text(reader, &text))
        return scanner_fail(scanner, id.at, "there are too many clauses");
    reader->book->clauses[clause].text = text;
    reader->book->clauses[clause].basis = basis;
    return true;
}

/* A clause in brackets, if there is one; else the one named by the word. */
static bool statement_cite(struct reader *reader, const char *usual, uint8_t *clause) {
    return row_cite(&reader->scanner, reader->book, usual, clause);
}

/* A number, or an option that is one. */
static bool statement_number(struct reader *reader, uint32_t max, uint32_t *number) {
    struct rule_text *book = reader->book;
    struct token word = scanner_peek(&reader->scanner);
    for (size_t i = 0; i < book->option_count; i++) {
        if (!token_is(word, book->options[i].name) || book->options[i].choices != NULL)
            continue;
        scanner_word(&reader->scanner);
        *number = (uint32_t)book->machine.option[i];
        return *number <= max ||
               scanner_fail(&reader->scanner, word.at, "%.*s can be more than %u here",
                            (int)word.length, word.at, max);
    }
    return scanner_number(&reader->scanner, max, number);
}

static bool statement_choices(struct reader *reader, size_t index) {
    struct rule_text *book = reader->book;
    size_t count = 0;
    do {
        struct token word = scanner_word(&reader->scanner);
        if (word.length == 0 || count == RULE_TEXT_CHOICES)
            return scanner_fail(&reader->scanner, word.at, "between 1 and %d values are expected",
                                RULE_TEXT_CHOICES);
        book->choices[index][count] = rule_text_copy(book, word);
        if (book->choices[index][count++] == NULL)
            return false;
    } while (scanner_take(&reader->scanner, "/"));
    book->options[index].choices = book->choices[index];
    return true;
}

/* The default, or the value that was asked for. */
static bool statement_default(struct reader *reader, size_t index) {
    struct rule_text *book = reader->book;
    struct kw_option *option = &book->options[index];
    struct token word = scanner_peek(&reader->scanner);
    uint32_t value = 0;
    if (option->choices == NULL) {
        if (!scanner_number(&reader->scanner, (uint32_t)option->max, &value))
            return false;
    } else {
        scanner_word(&reader->scanner);
        while (option->choices[value] != NULL && !token_is(word, option->choices[value]))
            value++;
        if (option->choices[value] == NULL)
            return scanner_fail(&reader->scanner, word.at, "one of the values is expected");
    }
    const int32_t *asked = reader->reading->values;
    book->machine.option[index] =
        asked != NULL && asked[index] != VALUE_UNSET ? asked[index] : (int32_t)value;
    return true;
}

/* option NAME MIN..MAX = DEFAULT [CLAUSE] SENTENCE, or option NAME A/B/C = DEFAULT ... */
static bool statement_option(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct rule_text *book = reader->book;
    size_t index = book->option_count;
    struct kw_option *option = &book->options[index];
    struct token name = scanner_word(scanner);
    uint32_t min, max;
    uint8_t clause;
    if (index == OPTIONS_MAX || name.length == 0)
        return scanner_fail(scanner, name.at, "the name of an option is expected, at most %d times",
                            OPTIONS_MAX);
    option->name = rule_text_copy(book, name);
    struct scanner ahead = *scanner;
    ahead.error = NULL;
    if (scanner_number(&ahead, 1000000, &min) && scanner_take(&ahead, "..") &&
        scanner_number(&ahead, 1000000, &max)) {
        ahead.error = scanner->error;
        *scanner = ahead;
        option->min = (int32_t)min;
        option->max = (int32_t)max;
    } else if (!statement_choices(reader, index)) {
        return false;
    }
    if (!scanner_take(scanner, "="))
        return scanner_fail(scanner, scanner->at, "'=' and the default are expected");
    if (!statement_default(reader, index) || !statement_cite(reader, option->name, &clause) ||
        !statement_text(reader, &option->text))
        return false;
    option->clause = book->clauses[clause].id;
    book->option_count++;
    return true;
}

/* ---- the board ------------------------------------------------------------------------------- */

/* The way round of a board of two rows, with the stores that are sown. */
static void statement_ring(struct machine *machine) {
    unsigned columns = machine->rules.columns, size = 2 * columns;
    memset(machine->after, MACHINE_NO_PLACE, sizeof machine->after);
    for (unsigned player = 0; player < 2; player++) {
        uint8_t *along = machine->after[player][0], *against = machine->after[player][1];
        for (unsigned hole = 0; hole < size; hole++) {
            along[hole] = (uint8_t)((hole + 1) % size);
            against[hole] = (uint8_t)((hole + size - 1) % size);
        }
        if (machine->own_store) {
            unsigned store = KW_STORE_SOUTH + player,
                     last = player == KW_SOUTH ? columns - 1 : size - 1;
            unsigned first = (last + 1) % size;
            along[last] = against[first] = (uint8_t)store;
            along[store] = (uint8_t)first;
            against[store] = (uint8_t)last;
        }
    }
    machine->ring = true;
}

/*
 * A number of the board or the start.  Where the text names no option for it, the number itself is
 * the default of one, so that every game can be studied on smaller boards.
 */
static bool statement_size(struct reader *reader, const char *name, const char *text, int32_t max,
                           uint32_t *number) {
    struct rule_text *book = reader->book;
    size_t index = book->option_count;
    struct kw_option *option = &book->options[index];
    struct scanner ahead = reader->scanner;
    uint8_t clause;
    for (size_t i = 0; i < index; i++)
        if (strcmp(book->options[i].name, name) == 0)
            return statement_number(reader, (uint32_t)max, number);
    ahead.error = NULL;
    if (index == OPTIONS_MAX || !scanner_number(&ahead, (uint32_t)max, number))
        return statement_number(reader, (uint32_t)max, number);
    *option = (struct kw_option){.name = name, .text = text, .min = 1, .max = max};
    if (!statement_default(reader, index) || !row_cite(&ahead, book, "start", &clause))
        return false;
    option->clause = book->clauses[clause].id;
    *number = (uint32_t)book->machine.option[index];
    book->option_count++;
    return true;
}

/* board 2 x COLUMNS */
static bool statement_board(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct machine *machine = &reader->book->machine;
    uint32_t rows, columns;
    if (!statement_number(reader, 2, &rows) || !scanner_take(scanner, "x") ||
        !statement_size(reader, "pits", "pits a side", 15, &columns) || rows != 2 || columns == 0)
        return scanner_fail(scanner, scanner->at, "the board is expected, '2 x 6'");
    machine->rules.rows = (uint8_t)rows;
    machine->rules.columns = (uint8_t)columns;
    machine->side[0] = (1u << columns) - 1;
    machine->side[1] = machine->side[0] << columns;
    memcpy(machine->playable, machine->side, sizeof machine->side);
    memset(machine->facing, MACHINE_NO_PLACE, sizeof machine->facing);
    for (unsigned hole = 0; hole < 2 * columns; hole++)
        machine->facing[hole] = (uint8_t)(2 * columns - 1 - hole);
    reader->boarded = true;
    return true;
}

/* A row of numbers of seeds, from the left as South sees it; `hole` is the first, `by` the step. */
static bool statement_start_row(struct reader *reader, unsigned hole, int by) {
    struct machine *machine = &reader->book->machine;
    for (unsigned i = 0; i < machine->rules.columns; i++, hole += (unsigned)by) {
        uint32_t seeds;
        if (i > 0 && !scanner_take(&reader->scanner, ","))
            return scanner_fail(&reader->scanner, reader->scanner.at,
                                "',' and the seeds of the next hole are expected");
        if (!statement_number(reader, 60, &seeds))
            return false;
        machine->start[hole] = (uint8_t)seeds;
    }
    return true;
}

/* North's row first, as positions are written.  Such a start fits no other size of the board. */
static bool statement_start_rows(struct reader *reader) {
    struct rule_text *book = reader->book;
    if (book->option_count > 0 && strcmp(book->options[book->option_count - 1].name, "pits") == 0)
        book->option_count--;
    if (!statement_start_row(reader, 2u * book->machine.rules.columns - 1, -1))
        return false;
    if (!scanner_take(&reader->scanner, "/"))
        return scanner_fail(&reader->scanner, reader->scanner.at,
                            "'/' and South's row are expected");
    return statement_start_row(reader, 0, 1);
}

/* start SEEDS, or start ROW/ROW */
static bool statement_start(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    struct scanner ahead = reader->scanner;
    uint32_t seeds;
    ahead.error = NULL;
    if (scanner_number(&ahead, 60, &seeds) &&
        (scanner_take(&ahead, ",") || scanner_take(&ahead, "/"))) {
        if (!statement_start_rows(reader))
            return false;
    } else {
        if (!statement_size(reader, "seeds", "seeds in each pit at the start", 60, &seeds))
            return false;
        memset(machine->start, (int)seeds, 2u * machine->rules.columns);
    }
    return statement_cite(reader, "start", &machine->cite[CITE_START]);
}

/* stores none | captured | own */
static bool statement_stores(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct machine *machine = &reader->book->machine;
    machine->rules.stores = !scanner_take(scanner, "none");
    if (machine->rules.stores && scanner_take(scanner, "own"))
        machine->own_store = true;
    else if (machine->rules.stores && !scanner_take(scanner, "captured"))
        return scanner_fail(scanner, scanner->at, "'none', 'captured' or 'own' is expected");
    return statement_cite(reader, "store", &machine->cite[CITE_STORE]);
}

/* ---- moving and sowing ----------------------------------------------------------------------- */

/*
 * The directions of each player's holes, those of the left half of his side first; the middle hole
 * of an odd number is sown either way.
 */
static void statement_ways(struct machine *machine, unsigned left, unsigned right) {
    unsigned columns = machine->rules.columns;
    machine->chosen_ways = left == 3 || right == 3 || (left != right && columns % 2 == 1);
    for (unsigned hole = 0; hole < 2 * columns; hole++) {
        unsigned number = hole % columns;
        unsigned ways = number < columns / 2 ? left : number >= (columns + 1) / 2 ? right : 3;
        machine->ways[0][hole] = machine->ways[1][hole] = (uint8_t)(left == right ? left : ways);
    }
}

/* sow counterclockwise | clockwise | either | inward | outward */
static bool statement_sow(struct reader *reader) {
    static const struct {
        const char *word;
        unsigned left, right;
    } words[] = {{"counterclockwise", 1, 1},
                 {"clockwise", 2, 2},
                 {"either", 3, 3},
                 {"inward", 1, 2},
                 {"outward", 2, 1}};
    struct scanner *scanner = &reader->scanner;
    struct machine *machine = &reader->book->machine;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!scanner_take(scanner, words[i].word))
            continue;
        statement_ways(machine, words[i].left, words[i].right);
        return statement_cite(reader, "sow", &machine->cite[CITE_SOW]);
    }
    return scanner_fail(
        scanner, scanner->at,
        "'counterclockwise', 'clockwise', 'either', 'inward' or 'outward' is expected");
}

static bool statement_least(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t seeds;
    if (!statement_number(reader, 60, &seeds))
        return false;
    machine->least = (uint8_t)seeds;
    return statement_cite(reader, "move", &machine->cite[CITE_MOVE]);
}

static bool statement_skip(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct machine *machine = &reader->book->machine;
    if (scanner_take(scanner, "lap"))
        machine->skip = SKIP_LAP;
    else if (scanner_take(scanner, "move"))
        machine->skip = SKIP_MOVE;
    else
        return scanner_fail(scanner, scanner->at, "'lap' or 'move' is expected");
    return statement_cite(reader, "sow", &machine->cite[CITE_SOW]);
}

/* slam takes nothing | slam takes: of a capture of all seeds of the opponent's side */
static bool statement_slam(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct machine *machine = &reader->book->machine;
    if (!scanner_take(scanner, "takes"))
        return scanner_fail(scanner, scanner->at, "'takes' or 'takes nothing' is expected");
    machine->slam = scanner_take(scanner, "nothing") ? SLAM_TAKES_NOTHING : SLAM_TAKES;
    return statement_cite(reader, "grand-slam", &machine->cite[CITE_SLAM]);
}

/* endless stop|void|loses: what a never-ending move comes to */
static bool statement_endless(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct machine *machine = &reader->book->machine;
    for (size_t i = 0; kw_endless_choices[i] != NULL; i++) {
        if (!scanner_take(scanner, kw_endless_choices[i]))
            continue;
        machine->rules.endless = (uint8_t)i;
        return statement_cite(reader, "endless", &machine->cite[CITE_LIMIT]);
    }
    return scanner_fail(scanner, scanner->at, "'stop', 'void' or 'loses' is expected");
}

static bool statement_limit(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t seeds;
    if (!statement_number(reader, 100000, &seeds))
        return false;
    machine->rules.limit = seeds;
    return statement_cite(reader, "endless", &machine->cite[CITE_LIMIT]);
}

static bool statement_turn(struct reader *reader) {
    return statement_cite(reader, "turn", &reader->book->machine.cite[CITE_NEXT]);
}
static bool statement_pass(struct reader *reader) {
    reader->book->machine.passes = true;
    return statement_cite(reader, "pass", &reader->book->machine.cite[CITE_PASS]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool statement_end(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (machine->end_count == MACHINE_ENDS)
        return scanner_fail(&reader->scanner, reader->scanner.at, "there are too many rows");
    return row_end(&reader->scanner, reader->book, &machine->ends[machine->end_count++]);
}

static bool statement_must(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (machine->duty_count == MACHINE_DUTIES)
        return scanner_fail(&reader->scanner, reader->scanner.at, "there are too many duties");
    return row_duty(&reader->scanner, reader->book, &machine->duties[machine->duty_count++]);
}

static bool statement_over(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (machine->over_count == MACHINE_OVERS)
        return scanner_fail(&reader->scanner, reader->scanner.at, "there are too many ends");
    return row_over(&reader->scanner, reader->book, &machine->overs[machine->over_count++]);
}

static bool statement_repetition(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (scanner_take(&reader->scanner, "first"))
        machine->rules.once = true;
    else
        scanner_take(&reader->scanner, "third");
    scanner_take(&reader->scanner, ":");
    return row_rest(&reader->scanner, &machine->repeat_rest) &&
           statement_cite(reader, "repetition", &machine->cite[CITE_REPEAT]);
}

/* ---- the text -------------------------------------------------------------------------------- */

static const struct statement_kind {
    const char *keyword;
    bool (*read)(struct reader *reader);
    bool after_board;
} statement_list[] = {
    {"game", statement_game, false},      {"alias", statement_alias, false},
    {"name", statement_name, false},      {"summary", statement_summary, false},
    {"where", statement_where, false},    {"region", statement_region, false},
    {"source", statement_source, false},  {"literature", statement_literature, false},
    {"term", statement_term, false},      {"about", statement_about, false},
    {"call", statement_call, false},      {"clause", statement_clause, false},
    {"option", statement_option, false},  {"board", statement_board, false},
    {"start", statement_start, true},     {"stores", statement_stores, true},
    {"sow", statement_sow, true},         {"least", statement_least, true},
    {"skip", statement_skip, true},       {"limit", statement_limit, true},
    {"endless", statement_endless, true}, {"slam", statement_slam, true},
    {"turn", statement_turn, true},       {"pass", statement_pass, true},
    {"end", statement_end, true},         {"must", statement_must, true},
    {"over", statement_over, true},       {"repetition", statement_repetition, true},
};

/* if OPTION is VALUE: the statement counts only then; *counts says whether it does. */
static bool statement_if(struct reader *reader, bool *counts) {
    struct scanner *scanner = &reader->scanner;
    struct rule_text *book = reader->book;
    *counts = true;
    if (!scanner_take(scanner, "if"))
        return true;
    struct token name = scanner_word(scanner);
    size_t index = 0;
    while (index < book->option_count && !token_is(name, book->options[index].name))
        index++;
    if (index == book->option_count || book->options[index].choices == NULL)
        return scanner_fail(scanner, name.at, "the name of an option with words is expected");
    bool not = !scanner_take(scanner, "is") && scanner_take(scanner, "not");
    struct token value = scanner_word(scanner);
    int32_t choice = 0;
    while (book->choices[index][choice] != NULL && !token_is(value, book->choices[index][choice]))
        choice++;
    if (book->choices[index][choice] == NULL)
        return scanner_fail(scanner, value.at, "a value of the option %s is expected",
                            book->options[index].name);
    if (!scanner_take(scanner, ":"))
        return scanner_fail(scanner, scanner->at, "':' is expected");
    *counts = (book->machine.option[index] == choice) != not ;
    return true;
}

static bool statement_read(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    bool counts;
    if (!statement_if(reader, &counts))
        return false;
    struct token keyword = scanner_word(scanner);
    for (size_t i = 0; i < sizeof statement_list / sizeof *statement_list; i++) {
        const struct statement_kind *statement = &statement_list[i];
        if (!token_is(keyword, statement->keyword))
            continue;
        if (!counts)
            return true;
        if (statement->after_board && !reader->boarded)
            return scanner_fail(scanner, keyword.at, "the board must be said before");
        if (!statement->read(reader))
            return false;
        return scanner_done(scanner) ||
               scanner_fail(scanner, scanner->at, "the statement should end here");
    }
    return scanner_fail(scanner, keyword.at, "'%.*s' is not a statement of the language",
                        (int)(keyword.length > 40 ? 40 : keyword.length), keyword.at);
}

static int32_t statement_option_value(const struct rules *rules, size_t option) {
    return machine_of(rules)->option[option];
}

/* A clause of the text holds if it has a sentence under these values of options, or is cited. */
static bool statement_clause_holds(const struct rules *rules, size_t clause) {
    return machine_of(rules)->clauses[clause].text != NULL;
}

/*
 * The ids of all clauses that the text defines, whatever the values of options: clauses are listed
 * in the order of their sentences, wherever they are cited first.
 */
static bool statement_clauses(struct reader *reader) {
    struct scanner scanner;
    scanner_begin(&scanner, reader->reading->text, reader->reading->length, NULL);
    while (scanner_statement(&scanner)) {
        if (scanner_take(&scanner, "if"))
            while (!scanner_take(&scanner, ":") && scanner_word(&scanner).length > 0) {
            }
        if (!scanner_take(&scanner, "clause"))
            continue;
        struct token id = scanner_word(&scanner);
        int clause = id.length == 0 ? 0 : rule_text_clause(reader->book, id);
        if (clause < 0)
            return scanner_fail(&reader->scanner, id.at, "there are too many clauses");
    }
    for (size_t i = 0; i < reader->book->clause_count; i++)
        reader->book->clauses[i].text = NULL;
    return true;
}

/* What the text leaves open. */
static void statement_complete(struct machine *machine) {
    bool relays = false;
    for (unsigned i = 0; i < machine->end_count; i++)
        relays |= machine->ends[i].goes_on;
    if (!relays)
        machine->rules.limit = 0;
    for (unsigned i = 0; i < machine->over_count; i++)
        machine->passes |= machine->overs[i].kind == OVER_BOTH_STUCK;
    for (unsigned i = 0; i < CITES; i++)
        if (machine->cite[i] == CITE_NOTHING)
            machine->cite[i] = i != CITE_SOW && machine->cite[CITE_SOW] != CITE_NOTHING
                                   ? machine->cite[CITE_SOW]
                                   : 0;
}

/* What follows from all statements. */
static bool statement_finish(struct reader *reader) {
    struct rule_text *book = reader->book;
    struct machine *machine = &book->machine;
    unsigned seeds = 0;
    if (book->info.id == NULL || !reader->boarded)
        return scanner_fail(&reader->scanner, reader->scanner.text,
                            "a rule text needs at least 'game', 'board', 'start' and 'sow'");
    statement_ring(machine);
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += machine->start[hole];
    if (seeds > UINT8_MAX)
        return scanner_fail(&reader->scanner, reader->scanner.text,
                            "a game has at most %d seeds, and this one has %u", UINT8_MAX, seeds);
    machine->rules.seeds = (uint8_t)seeds;
    machine->clauses = book->clauses;
    book->info.name = book->info.name != NULL ? book->info.name : book->info.id;
    book->info.summary = book->info.summary != NULL ? book->info.summary : "";
    book->info.where = book->info.where != NULL ? book->info.where : "";
    book->info.source = book->info.source != NULL ? book->info.source : "";
    book->info.literature = book->literature;
    book->info.names = book->names;
    book->info.rows = machine->rules.rows;
    book->info.columns = machine->rules.columns;
    book->info.counts_seeds = machine->rules.stores;
    book->family = reader->reading->play->family;
    book->family.clauses = book->clauses;
    book->family.clause_count = book->clause_count;
    book->family.options = book->options;
    book->family.option_count = book->option_count;
    book->family.value = statement_option_value;
    book->family.clause_holds = statement_clause_holds;
    statement_complete(machine);
    if (!refusal_texts_write(book))
        return scanner_fail(&reader->scanner, reader->scanner.text, "there is not enough memory");
    machine_derive(machine, &book->family);
    book->game = reader->reading->play->game;
    book->game.family = &book->family;
    book->game.info = &book->info;
    book->game.rules = &machine->rules;
    book->game.general = &book->game;
    return true;
}

struct kw_game *rules_read(const struct rules_reading *reading, struct kw_error *error) {
    struct reader reader = {.reading = reading, .book = calloc(1, sizeof *reader.book)};
    if (reader.book == NULL) {
        error_no_memory(error);
        return NULL;
    }
    reader.book->machine.least = 1;
    reader.book->machine.rules.limit = 100000;
    reader.book->machine.noun = "hole";
    memset(reader.book->machine.cite, CITE_NOTHING, sizeof reader.book->machine.cite);
    scanner_begin(&reader.scanner, reading->text, reading->length, error);
    if (!statement_clauses(&reader)) {
        rule_text_free(reader.book);
        return NULL;
    }
    while (scanner_statement(&reader.scanner)) {
        if (!statement_read(&reader)) {
            rule_text_free(reader.book);
            return NULL;
        }
    }
    if (!statement_finish(&reader)) {
        rule_text_free(reader.book);
        return NULL;
    }
    return &reader.book->game;
}

void rules_close(struct kw_game *game) { rule_text_free((struct rule_text *)game); }
