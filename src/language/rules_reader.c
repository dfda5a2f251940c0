/*
 * A rule text becomes a game, statement by statement; then what follows from all of them.
 * docs/rules.md describes the language.
 */
#include "language/rules_reader.h"

#include "base/error.h"
#include "base/string_builder.h"
#include "language/refusal_texts.h"
#include "language/rules_check.h"
#include "language/rules_digest.h"
#include "language/standard_clauses.h"
#include "language/statement_list.h"
#include "language/statements/statements.h"
#include "language/trait_reader.h"
#include "machine/machine_properties.h"

#include <stdlib.h>
#include <string.h>

/* ---- statements ------------------------------------------------------------------------------ */

static bool (*const rules_statements[STATEMENTS])(struct reader *reader) = {
#define STATEMENT(name, part, kind, grammar, english, swahili) part##_read_##name,
#include "language/words/words.def"
};

/* Of each option the values, as bits, that the conditions before a statement leave it. */
struct rules_values {
    uint32_t left[OPTIONS_MAX];
};

/* Narrows the values of an option; a fault at `at` if none is left, or all that were. */
static bool rules_narrow(struct reader *reader, struct rules_values *values, size_t option,
                         uint32_t to, const char *at) {
    uint32_t before = values->left[option];
    values->left[option] &= to;
    if (values->left[option] == 0)
        return scanner_fail(&reader->scanner, at,
                            "this never holds behind the conditions before it");
    return values->left[option] != before ||
           scanner_fail(&reader->scanner, at, "the conditions before it say this already");
}

/*
 * if OPTION is [not] VALUE: the statement counts only then; *counts says whether it does. Of
 * several all must hold.
 */
static bool rules_read_if(struct reader *reader, bool *counts) {
    struct scanner *scanner = &reader->scanner;
    struct rules_values values;
    size_t index;
    *counts = true;
    if (!token_is(scanner_peek(scanner), "if"))
        return true;
    for (size_t i = 0; i < reader->book->option_count; i++) {
        values.left[i] = 0;
        for (size_t k = 0; k < RULE_TEXT_CHOICES && reader->book->choices[i][k] != NULL; k++)
            values.left[i] |= UINT32_C(1) << k;
    }
    while (scanner_take(scanner, "if")) {
        const char *at = scanner_peek(scanner).at;
        const struct kw_option *option = option_read_name(reader, &index);
        if (option == NULL || !scanner_expect(scanner, "is", "'is' and a value are expected"))
            return false;
        bool is = !scanner_take(scanner, "not");
        int32_t value = option_read_value(reader, option);
        if (value < 0 || !scanner_expect(scanner, ":", "':' is expected"))
            return false;
        uint32_t only = UINT32_C(1) << value;
        if (!rules_narrow(reader, &values, index, is ? only : ~only, at))
            return false;
        reader->book->option_used[index] = true;
        *counts &= (reader->book->machine.option[index] == value) == is;
    }
    return true;
}

static bool rules_read_statement(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    bool counts;
    reader->statement = scanner_peek(scanner).at;
    if (!rules_read_if(reader, &counts))
        return false;
    bool conditional = scanner_peek(scanner).at != reader->statement;
    reader->statement = scanner_peek(scanner).at;
    reader->numbers = 0;
    const struct rule_word *statement = reader_word(reader, WORD_STATEMENT);
    if (statement == NULL) /* those are gone; a word that is nearly one is not */
        reader_word(reader, WORD_EDIT);
    if (statement == NULL)
        return reader_fail(reader,
                           reader_nearest(reader) != NULL
                               ? "a statement of the language is expected"
                               : "a statement of the language is expected, such as 'board', "
                                 "'start', 'sow', 'end', 'clause' or 'option'");
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
    if (!reader->said[statement->value])
        reader->book->statement_at[statement->value] = scanner_place(scanner, reader->statement);
    reader->said[statement->value] = true;
    sentence_begin(&reader->sentence, statement->said);
    if (!rules_statements[statement->value](reader))
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

static int32_t rules_option_value(const struct rules *rules, size_t option) {
    return machine_of(rules)->option[option];
}

/* ---- what follows from all statements -------------------------------------------------------- */

/* A clause of the text holds if it has a sentence under these values of options, or is cited. */
static bool rules_clause_holds(const struct rules *rules, size_t clause) {
    return machine_of(rules)->clauses[clause].text != NULL;
}

/* Stands at the beginning of a statement. */
static void rules_go(struct reader *reader, const struct statement *statement) {
    reader->scanner.source = statement->source;
    reader->scanner.at = statement->at;
    reader->scanner.stop = statement->stop;
}

/*
 * Whether the start fits one size of the board alone: its rows are said hole by hole, or it depends
 * on an option.
 */
static bool rules_start_has_size(struct reader *reader, const struct statement_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        struct scanner *scanner = &reader->scanner;
        rules_go(reader, &list->statement[i]);
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
static bool rules_clauses(struct reader *reader, const struct statement_list *list) {
    struct scanner *scanner = &reader->scanner;
    if (!trait_declare(reader, list))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        rules_go(reader, &list->statement[i]);
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
static bool rules_passes(const struct machine *machine) {
    bool moves = false;
    for (unsigned i = 0; i < machine->game_end_count; i++) {
        unsigned kind = machine->game_ends[i].kind;
        if (kind == GAME_END_STUCK)
            return false;
        moves |= kind == GAME_END_OWN_EMPTY || kind == GAME_END_EITHER_EMPTY;
    }
    return !moves || machine->least > 1 || machine->duty_count > 0;
}

/* What the text leaves open. */
static void rules_complete(struct machine *machine) {
    bool relays = false;
    for (unsigned i = 0; i < machine->lap_end_count; i++)
        relays |= machine->lap_ends[i].goes_on;
    if (!relays)
        machine->rules.limit = 0;
    machine->passes |= rules_passes(machine);
}

static void rules_complete_cites(struct machine *machine) {
    for (unsigned i = 0; i < CITES; i++)
        if (machine->cite[i] == CITE_NOTHING)
            machine->cite[i] = machine->cite[CITE_SOW];
}

/* What each clause rests on, as the text says it; what it says of no clause is left to the check.
 */
static void rules_base_clauses(struct rule_text *book) {
    for (size_t k = 0; k < book->basis_count; k++) {
        struct rule_text_basis *basis = &book->bases[k];
        for (size_t i = 0; i < book->clause_count; i++) {
            if (strcmp(book->clauses[i].id, basis->id) != 0)
                continue;
            book->clauses[i].basis = basis->basis;
            book->places[i] = basis->place;
            book->clause_facts[i].based = basis->meant = true;
        }
    }
}

/* The standard sentences call a hole that a player owns what the text calls it. */
static bool rules_name_children(struct rule_text *book) {
    static const char *const usual[KW_LANGUAGES] = {"child", "mtoto"};
    const char *child = book->machine.child;
    for (size_t i = 0; i < book->clause_count && strcmp(child, usual[KW_ENGLISH]) != 0; i++)
        for (size_t k = 0; k < KW_LANGUAGES; k++)
            if (!rule_text_replace(book, &book->clause_facts[i].said[k], usual[k], child))
                return false;
    for (size_t i = 0; i < book->machine.duty_count; i++)
        if (!rule_text_replace(book, &book->machine.barred[i], usual[KW_ENGLISH], child) ||
            !rule_text_replace(book, &book->machine.obliged[i], usual[KW_ENGLISH], child))
            return false;
    return true;
}

/* What the library shows of each clause: the sentence of the text, else the standard one. */
static void rules_word_clauses(struct rule_text *book) {
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
        book->standard[i] = facts->said[KW_ENGLISH];
        book->swahili[i] =
            facts->stated[KW_SWAHILI] != NULL ? facts->stated[KW_SWAHILI] : facts->said[KW_SWAHILI];
    }
}

/* Whether the text has said what every game needs. */
static bool rules_needed(struct reader *reader) {
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

static void rules_describe(struct rule_text *book) {
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

/* What marked holes are called; false without memory. */
static bool rules_name_marks(struct rule_text *book) {
    static const char *const player[] = {"South", "North"};
    const struct machine *machine = &book->machine;
    if (machine->unplayed) {
        book->family.marks[0] = 'u';
        book->family.mark_names[0] = "a hole still to be played";
    }
    for (unsigned i = 0; i < 2 && book->family.marks_of_players; i++) {
        char buffer[64];
        struct text name = text_into(buffer, sizeof buffer);
        text_format(&name, "%s's %s", player[i], machine->child);
        book->family.mark_names[i] = rule_text_copy(book, (struct token){buffer, name.length});
        if (book->family.mark_names[i] == NULL)
            return false;
    }
    return true;
}

/* What plays the game: the sowing machine, or a fast play or the trait in its place. */
static void rules_choose_play(struct rule_text *book, const struct rules_play *play) {
    struct machine *machine = &book->machine;
    if (machine->trait != NULL) {
        trait_use(machine->trait, &machine->rules, &book->game);
        return;
    }
    machine->owned = machine->unplayed ? 0 : UINT32_MAX;
    machine_derive(machine, &book->family);
    if (book->family.endgame != NULL && book->start_option != NULL) {
        book->endgame = *book->family.endgame;
        book->endgame.irrelevant[0] = book->start_option;
        book->family.endgame = &book->endgame;
    }
    fast_play_use(play->fast, machine, &book->family, &book->game);
}

/* The game of the rulebook, once everything of it is known. */
static void rules_open(struct rule_text *book, const struct rules_play *play) {
    struct machine *machine = &book->machine;
    machine->clauses = book->clauses;
    rules_describe(book);
    book->family = machine->trait != NULL ? machine->trait->family : play->machine->family;
    book->family.rules_size = sizeof *machine;
    book->family.clauses = book->clauses;
    book->family.clause_count = book->clause_count;
    book->family.swahili = book->swahili;
    book->family.standard = book->standard;
    book->family.places = book->places;
    book->family.options = book->options;
    book->family.option_count = book->option_count;
    book->family.former = book->former;
    book->family.value = rules_option_value;
    book->family.clause_holds = rules_clause_holds;
    digest_end(book);
    book->game = play->machine->game;
    book->game.family = &book->family;
    book->game.info = &book->info;
    book->game.rules = &machine->rules;
    book->game.text = &book->text;
    book->game.changed_options = book->changed_options;
    rules_choose_play(book, play);
}

/* What positions must remember, because an end of the game or a condition asks. */
static void rules_memory(struct machine *machine) {
    machine->extras = (machine->used_facts & FACT_EXTRA) != 0 || machine->repeat_rest == REST_LAST;
    machine->firsts = machine->repeat_rest == REST_FIRST;
    for (unsigned i = 0; i < machine->game_end_count; i++) {
        const struct game_end *end = &machine->game_ends[i];
        machine->extras |= end->rest == REST_LAST || end->kind == GAME_END_LAST_EMPTY;
        machine->firsts |= end->rest == REST_FIRST;
    }
}

/* What follows from the statements for the machine. */
static bool rules_machine(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    ways_fill(machine, &reader->ways);
    machine->used_facts = machine_used_facts(machine);
    rules_memory(machine);
    rules_complete(machine);
    if (!standard_clauses_say(reader))
        return false;
    rules_complete_cites(machine);
    return true;
}

static bool rules_finish(struct reader *reader) {
    struct rule_text *book = reader->book;
    struct machine *machine = &book->machine;
    unsigned seeds = machine->start_store[0] + machine->start_store[1];
    if (!rules_needed(reader))
        return false;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += machine->start[hole];
    if (seeds > 255)
        return scanner_fail(&reader->scanner, reader->scanner.source->text,
                            "a game has at most 255 seeds, not %u", seeds);
    machine->rules.seeds = (uint8_t)seeds;
    if (machine->trait == NULL ? !rules_machine(reader)
                               : !trait_complete(reader) || !standard_clauses_say(reader))
        return false;
    if (!rules_name_children(book))
        return false;
    rules_word_clauses(book);
    rules_base_clauses(book);
    if (!refusal_texts_write(book))
        return false;
    rules_open(book, reader->reading->play);
    return rules_name_marks(book);
}

/*
 * The text as it is, to be read again with other values of its options; of one that extends others
 * all statements together.
 */
static bool rules_keep(struct reader *reader, const struct statement_list *list) {
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
                                            .written_by_id = reading->written_by_id,
                                            .digest = digest_basis()};
    string_builder_free(&whole);
    return reader->book->text.rules != NULL && text.length <= SCANNER_TEXT;
}

/* Reads all statements, whatever is wrong with some; false if there is a fault. */
static bool rules_read_all(struct reader *reader, struct statement_list *list) {
    const struct rules_reading *reading = reader->reading;
    struct rule_faults *faults = reader->scanner.faults;
    if (!statement_list_read(list, reading->text, reading->length, reading->find, reading->context,
                             faults))
        return false;
    reader->scanner.source = &list->source[0];
    if (!rules_keep(reader, list) || !rules_clauses(reader, list))
        return false;
    reader->fixed = rules_start_has_size(reader, list);
    for (size_t i = 0; i < list->count; i++) {
        rules_go(reader, &list->statement[i]);
        if (!rules_read_statement(reader) && faults->faults == 0)
            return false; /* there is no memory */
    }
    reader->scanner.source = &list->source[0];
    if (faults->faults > 0 || !rules_finish(reader))
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
        reader.book->machine.child = "child";
        memset(reader.book->machine.cite, CITE_NOTHING, sizeof reader.book->machine.cite);
        memset(reader.book->machine.refusal_clause, CITE_NOTHING,
               sizeof reader.book->machine.refusal_clause);
        read = rules_read_all(&reader, list);
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
