/*
 * What `komwe rules` answers: of every game, with every word of every option, how it begins and
 * ends and all between, so that it is played by hand from its clauses alone; and that each clause
 * says what it rests on.
 */
#include "language/rule_text.h"
#include "machine/machine_properties.h"
#include "support/test.h"

enum { WORDS = 4 };

/* ---- games of the machine -------------------------------------------------------------------- */

/* Whether the clause of that index says something. */
static bool clause_says(const struct rule_text *book, unsigned clause) {
    return clause < book->clause_count && book->clauses[clause].text != NULL &&
           book->clauses[clause].text[0] != '\0';
}

static bool clause_named(const struct rule_text *book, const char *id) {
    for (size_t i = 0; i < book->clause_count; i++)
        if (strcmp(book->clauses[i].id, id) == 0)
            return clause_says(book, (unsigned)i);
    return false;
}

/* Whether all actions of a kind, or of any (DO_NOTHING), cite a clause, and there is one. */
static bool actions_say(const struct rule_text *book, unsigned verb) {
    bool some = false, all = true;
    for (unsigned i = 0; i < MACHINE_TABLES; i++) {
        struct row_table table = machine_table(&book->machine, i);
        for (unsigned row = 0; row < table.count; row++)
            for (unsigned k = 0; k < MACHINE_ACTIONS; k++) {
                const struct action *action = &table.rows[row].action[k];
                if (action->verb == DO_NOTHING || (verb != DO_NOTHING && action->verb != verb))
                    continue;
                some = true;
                all &= clause_says(book, action->clause);
            }
    }
    return some && all;
}

static bool says_duties(const struct rule_text *book) {
    for (unsigned i = 0; i < book->machine.duty_count; i++)
        if (!clause_says(book, book->machine.duties[i].clause))
            return false;
    return true;
}

static bool says_end(const struct rule_text *book) {
    for (unsigned i = 0; i < book->machine.game_end_count; i++)
        if (!clause_says(book, book->machine.game_ends[i].clause))
            return false;
    return book->machine.game_end_count > 0;
}

/* Who wins follows from the seeds, and is said; or each end says it. */
static bool says_winner(const struct rule_text *book) {
    const struct machine *machine = &book->machine;
    return !machine_counts_seeds(machine) || machine_low_wins(machine) ||
           clause_named(book, "winner");
}

static void machine_answers(struct test *test, const struct rule_text *book, const char *game) {
    const struct machine *machine = &book->machine;
    const uint8_t *cite = machine->cite;
    const struct {
        const char *question;
        bool answered;
    } answers[] = {
        {"how it begins", clause_says(book, cite[CITE_START])},
        {"what may be played", clause_says(book, cite[CITE_MOVE])},
        {"how seeds are sown", clause_says(book, cite[CITE_SOW])},
        {"what the last seed does", actions_say(book, DO_NOTHING) || clause_named(book, "stop")},
        {"where a lap ends with nothing", clause_says(book, cite[CITE_STOP])},
        {"what is captured", actions_say(book, DO_CAPTURE) || actions_say(book, DO_BANK) ||
                                 clause_named(book, "capture")},
        {"what must be played", says_duties(book)},
        {"who passes", !machine->passes || clause_says(book, cite[CITE_PASS])},
        {"when it ends", says_end(book)},
        {"who wins", says_winner(book)},
        {"repetitions", clause_says(book, cite[CITE_REPEAT]) || clause_named(book, "repetition")},
        {"endless moves", !machine_relays(machine) || clause_says(book, cite[CITE_LIMIT])},
        {"rounds", clause_named(book, "rounds") || (machine->match.fill != FILL_NONE &&
                                                    clause_says(book, machine->match.clause))},
        {"whose turn it is", clause_says(book, cite[CITE_NEXT])},
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        test_expect(test, answers[i].answered, "%s: no clause says: %s", game, answers[i].question);
}

/* ---- games of traits ------------------------------------------------------------------------- */

/* Of each question one of the ids answers it. */
static const char *const trait_answers[][WORDS] = {
    {"how it begins", "start"},
    {"what may be played", "least", "choose", "placing"},
    {"how seeds are sown", "sow"},
    {"what the last seed does", "stop", "relay"},
    {"what is captured", "capture", "bulto"},
    {"when it ends", "end", "no-move"},
    {"repetitions", "repetition"},
    {"endless moves", "never-ending"},
    {"what they come to", "endless"},
    {"rounds", "rounds", "narrow"},
    {"whose turn it is", "turn"},
};

static void trait_check(struct test *test, const struct rule_text *book, const char *game) {
    for (size_t i = 0; i < sizeof trait_answers / sizeof *trait_answers; i++) {
        bool answered = false;
        for (size_t k = 1; k < WORDS && trait_answers[i][k] != NULL; k++)
            answered |= clause_named(book, trait_answers[i][k]);
        test_expect(test, answered, "%s: no clause says: %s", game, trait_answers[i][0]);
    }
}

/* ---- all games ------------------------------------------------------------------------------- */

/* A source, or who has it from there, is named with the place; and a reading names none. */
static void bases_check(struct test *test, const struct kw_game *game, const char *id) {
    for (size_t i = 0; i < kw_clause_count(game); i++) {
        const struct kw_clause *clause = kw_clause_at(game, i);
        const char *place = kw_clause_place(game, clause);
        test_expect(test, (clause->basis == KW_READING) == (place == NULL),
                    "%s: the clause %s names %s", id, clause->id,
                    place != NULL ? place : "no place");
    }
}

/* The text itself says what each of its clauses rests on: none is a reading by silence. */
static void said_check(struct test *test, const struct rule_text *book, const char *game) {
    for (size_t i = 0; i < book->clause_count; i++)
        test_expect(test,
                    book->clauses[i].text == NULL || book->clause_facts[i].based ||
                        book->clause_facts[i].standard,
                    "%s: nothing says what the clause %s rests on", game, book->clauses[i].id);
}

static void game_check(struct test *test, const struct kw_game *game, const char *id) {
    const struct rule_text *book = (const struct rule_text *)game;
    bases_check(test, game, id);
    said_check(test, book, id);
    if (book->machine.trait != NULL)
        trait_check(test, book, id);
    else
        machine_answers(test, book, id);
}

/* The game with each word of each option. */
static void options_check(struct test *test, const struct kw_game *game) {
    const char *id = kw_game_info(game)->id;
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const struct kw_option *option = kw_option_at(game, i);
        for (size_t k = 0; option->choices != NULL && option->choices[k] != NULL; k++) {
            char options[KW_TEXT], name[2 * KW_TEXT];
            struct kw_error error;
            snprintf(options, sizeof options, "%s=%s", option->name, option->choices[k]);
            snprintf(name, sizeof name, "%s %s", id, options);
            struct kw_game *opened = kw_game_open(id, options, &error);
            if (opened == NULL) /* it takes another option besides */
                continue;
            game_check(test, opened, name);
            kw_game_close(opened);
        }
    }
}

int main(void) {
    struct test test = {0};
    for (size_t i = 0; i < kw_game_count(); i++) {
        const struct kw_game *game = kw_game_at(i);
        game_check(&test, game, kw_game_info(game)->id);
        options_check(&test, game);
    }
    return test_end(&test);
}
