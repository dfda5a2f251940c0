#include "language/trait_reader.h"

#include "base/text.h"
#include "language/statements/statements.h"

#include <stdio.h>

/* ---- the trait ------------------------------------------------------------------------------- */

static const struct trait *trait_named(const struct reader *reader, struct token name) {
    return trait_find(reader->reading->play->traits, name.at, name.length);
}

bool trait_declare(struct reader *reader, const struct statement_list *list) {
    const struct trait *trait = NULL;
    for (size_t i = 0; i < list->count && trait == NULL; i++) {
        struct scanner scanner = {.source = list->statement[i].source,
                                  .at = list->statement[i].at,
                                  .stop = list->statement[i].stop};
        if (scanner_take(&scanner, "trait"))
            trait = trait_named(reader, scanner_word(&scanner));
    }
    reader->book->machine.trait = trait;
    for (size_t i = 0; trait != NULL && i < trait->clause_count; i++) {
        const char *id = trait->clauses[i].id;
        if (rule_text_clause(reader->book, (struct token){id, strlen(id)}) < 0)
            return false;
    }
    return true;
}

bool trait_read_trait(struct reader *reader) {
    const struct trait *const *traits = reader->reading->play->traits;
    struct token name = scanner_word(&reader->scanner);
    struct text_guess guess = text_guess_of(name.at, name.length);
    const struct trait *trait = trait_named(reader, name);
    if (reader->boarded)
        return scanner_fail(&reader->scanner, reader->statement,
                            "the trait must be said before the board");
    if (trait != NULL && trait == reader->book->machine.trait)
        return true;
    for (; *traits != NULL; traits++)
        text_guess_offer(&guess, (*traits)->name);
    return reader_fail_near(reader, name.at, "the name of a trait is expected", guess.nearest);
}

/* ---- its rules ------------------------------------------------------------------------------- */

/* The rule of that name; NULL with a fault if there is none. */
static const struct trait_rule *trait_rule_named(struct reader *reader, struct token name) {
    const struct trait *trait = reader->book->machine.trait;
    struct text_guess guess = text_guess_of(name.at, name.length);
    for (size_t i = 0; i < trait->rule_count; i++) {
        if (token_is(name, trait->rules[i].name))
            return &trait->rules[i];
        text_guess_offer(&guess, trait->rules[i].name);
    }
    char expected[KW_TEXT];
    snprintf(expected, sizeof expected, "a rule of the trait '%s' is expected", trait->name);
    reader_fail_near(reader, name.at, expected, guess.nearest);
    return NULL;
}

bool trait_read_rule(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t value = 1;
    if (machine->trait == NULL)
        return scanner_fail(&reader->scanner, reader->statement,
                            "'rule' is of a trait: 'trait' is missing");
    const struct trait_rule *rule = trait_rule_named(reader, scanner_word(&reader->scanner));
    if (rule == NULL || (rule->most > 0 && !reader_number(reader, 1, rule->most, &value)))
        return false;
    *((unsigned char *)machine + rule->at) = (unsigned char)value;
    return true;
}

/* The name of the rule at that offset. */
static const char *trait_rule_at(const struct trait *trait, uint8_t at) {
    for (size_t i = 0; i < trait->rule_count; i++)
        if (trait->rules[i].at == at)
            return trait->rules[i].name;
    return "";
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* A fault of the text as a whole. */
static bool trait_fail(struct reader *reader, const char *what, const char *name,
                       const char *other) {
    return scanner_fail(&reader->scanner, reader->scanner.source->text, what, name, other);
}

static bool trait_complete_board(struct reader *reader) {
    const struct machine *machine = &reader->book->machine;
    const struct trait *trait = machine->trait;
    const char *at = reader->scanner.source->text;
    if (machine->rules.rows != trait->rows)
        return scanner_fail(&reader->scanner, at, "the board of the trait '%s' has %u rows",
                            trait->name, trait->rows);
    if (!(trait->columns >> machine->rules.columns & 1))
        return scanner_fail(&reader->scanner, at, "the trait '%s' is not played with %u columns",
                            trait->name, machine->rules.columns);
    if (machine->rules.seeds > trait->seeds)
        return scanner_fail(&reader->scanner, at,
                            "the trait '%s' is played with at most %u seeds, not %u", trait->name,
                            trait->seeds, machine->rules.seeds);
    return true;
}

static bool trait_complete_rules(struct reader *reader) {
    const struct rules *rules = &reader->book->machine.rules;
    const struct trait *trait = reader->book->machine.trait;
    for (size_t i = 0; i < trait->rule_count; i++) {
        const struct trait_rule *rule = &trait->rules[i];
        if (trait_is_set(rules, rule->at) && !trait_is_set(rules, rule->needs))
            return trait_fail(reader, "the rule '%s' needs the rule '%s'", rule->name,
                              trait_rule_at(trait, rule->needs));
    }
    const char *fault = trait->fault != NULL ? trait->fault(rules) : NULL;
    return fault == NULL || trait_fail(reader, "%s%s", fault, "");
}

static bool trait_complete_clauses(struct reader *reader) {
    struct rule_text *book = reader->book;
    const struct rules *rules = &book->machine.rules;
    for (size_t i = 0; i < book->machine.trait->clause_count; i++) {
        const struct trait_clause *clause = &book->machine.trait->clauses[i];
        if (!trait_is_set(rules, clause->with) ||
            (clause->without != 0 && trait_is_set(rules, clause->without)))
            continue;
        book->clause_facts[i].cited = true;
        if (book->clause_facts[i].stated[KW_ENGLISH] == NULL)
            return trait_fail(reader, "the trait '%s' cites the clause '%s', which has no sentence",
                              book->machine.trait->name, clause->id);
    }
    return true;
}

bool trait_complete(struct reader *reader) {
    return trait_complete_board(reader) && trait_complete_rules(reader) &&
           trait_complete_clauses(reader);
}
