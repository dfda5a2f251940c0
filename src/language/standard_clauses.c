#include "language/standard_clauses.h"

#include "machine/machine_properties.h"

#include <string.h>

/* ---- what is left unsaid --------------------------------------------------------------------- */

static bool clauses_lack_move(const struct reader *reader) {
    return reader->book->machine.cite[CITE_MOVE] == CITE_NOTHING;
}

/* Whether a row acts wherever else a lap ends in a hole. */
static bool clauses_row_is_last(const struct condition *condition) {
    enum { HOLES = PLACE_OWN | PLACE_OTHER };
    uint64_t least = condition->seeds[HOLE_HERE] | 1; /* there is a seed */
    for (unsigned i = HOLE_HERE + 1; i < MACHINE_AROUND; i++)
        least &= condition->seeds[i];
    return least == UINT64_MAX && condition->facts == 0 && condition->facts_false == 0 &&
           condition->columns == 0 && (condition->place & HOLES) == HOLES;
}

static bool clauses_lack_stop(const struct reader *reader) {
    const struct machine *machine = &reader->book->machine;
    for (unsigned row = 0; row < machine->lap_end_count; row++)
        if (clauses_row_is_last(&machine->lap_ends[row].condition))
            return false;
    return true;
}

static bool clauses_lack_capture(const struct reader *reader) {
    for (unsigned i = 0; i < MACHINE_TABLES; i++) {
        struct row_table table = machine_table(&reader->book->machine, i);
        for (unsigned row = 0; row < table.count; row++)
            for (unsigned k = 0; k < MACHINE_ACTIONS; k++)
                if (table.rows[row].action[k].verb == DO_CAPTURE ||
                    table.rows[row].action[k].verb == DO_BANK)
                    return false;
    }
    return true;
}

static bool clauses_lack_limit(const struct reader *reader) {
    return machine_relays(&reader->book->machine) && !reader->said[STATEMENT_limit] &&
           !reader->said[STATEMENT_laps];
}

static bool clauses_lack_endless(const struct reader *reader) {
    return machine_relays(&reader->book->machine) && !reader->said[STATEMENT_endless];
}

static bool clauses_lack_pass(const struct reader *reader) {
    return reader->book->machine.passes && !reader->said[STATEMENT_pass];
}

static bool clauses_lack_winner(const struct reader *reader) {
    return machine_counts_seeds(&reader->book->machine) &&
           !machine_low_wins(&reader->book->machine);
}

static bool clauses_lack_repetition(const struct reader *reader) {
    return !reader->said[STATEMENT_repetition];
}

/* The rest is shared, and nobody counts it. */
static bool clauses_lack_draw(const struct reader *reader) {
    return reader->said[STATEMENT_repetition] && !machine_counts_seeds(&reader->book->machine);
}

static bool clauses_lack_rounds(const struct reader *reader) {
    return !reader->said[STATEMENT_rounds];
}

static bool clauses_lack_turn(const struct reader *reader) { return !reader->said[STATEMENT_turn]; }

/* In the order in which they stand behind the clauses of the text. */
static const struct {
    const char *id;
    bool (*lacks)(const struct reader *reader);
    uint8_t cite; /* what events cite it for; CITES: none */
    const char *said[KW_LANGUAGES];
} standard_clauses[] = {
    {"move",
     clauses_lack_move,
     CITE_MOVE,
     {"A player plays any hole of their own side that holds seeds.",
      "Mchezaji hucheza shimo lolote la upande wake lenye kete."}},
    {"stop",
     clauses_lack_stop,
     CITE_STOP,
     {"A move ends with its last seed, unless a rule says that it goes on or captures.",
      "Mwendo huishia kwa kete yake ya mwisho, isipokuwa kanuni inasema unaendelea au unakula."}},
    {"capture", clauses_lack_capture, CITES, {"Nothing is captured.", "Hakuna kete zinazoliwa."}},
    {"endless",
     clauses_lack_limit,
     CITE_LIMIT,
     {"A move that sows more than {number} seeds counts as never-ending.",
      "Mwendo unaosambaza kete zaidi ya {number} huhesabiwa kuwa hauna mwisho."}},
    {"endless",
     clauses_lack_endless,
     CITE_LIMIT,
     {"A never-ending move is stopped where it is.",
      "Mwendo usio na mwisho husimamishwa papo hapo."}},
    {"pass",
     clauses_lack_pass,
     CITE_PASS,
     {"A player without a legal move passes.", "Mchezaji asiye na mwendo halali hupitisha zamu."}},
    {"winner",
     clauses_lack_winner,
     CITES,
     {"The player with more seeds at the end wins; equal numbers are a draw.",
      "Mwenye kete nyingi zaidi mwishoni ameshinda; zikiwa sawa ni sare."}},
    {"repetition",
     clauses_lack_repetition,
     CITES,
     {"Nothing happens when a position comes again.",
      "Hali ya ubao ikitokea tena hakuna kinachofuata."}},
    {"repetition",
     clauses_lack_draw,
     CITE_REPEAT,
     {"The game is then a draw.", "Mchezo huwa ni sare."}},
    {"rounds",
     clauses_lack_rounds,
     CITES,
     {"The game is a single round.", "Mchezo ni wa awamu moja."}},
    {"turn",
     clauses_lack_turn,
     CITE_NEXT,
     {"The players move in turn; South begins.", "Wachezaji hucheza kwa zamu; Kusini huanza."}}};

/* ---- the clauses ----------------------------------------------------------------------------- */

/* A clause that the text has said in its own words is cited, and says no more. */
static bool standard_clause_say(struct reader *reader, const char *id, const char *const *said,
                                uint8_t *cite) {
    struct rule_text *book = reader->book;
    sentence_begin(&reader->sentence, said);
    sentence_fill_number(&reader->sentence, "number", book->machine.rules.limit);
    int clause =
        reader_clause(reader, (struct token){id, strlen(id)}, reader->scanner.source->text);
    if (clause < 0)
        return false;
    *cite = (uint8_t)clause;
    book->clause_facts[clause].standard |= book->clause_facts[clause].said[KW_ENGLISH] == NULL;
    book->clause_facts[clause].cited = true;
    return rule_text_say(book, *cite, &reader->sentence);
}

bool standard_clauses_say(struct reader *reader) {
    bool trait = reader->book->machine.trait != NULL; /* such a text has its own sentences */
    for (size_t i = 0; i < sizeof standard_clauses / sizeof *standard_clauses; i++) {
        uint8_t cite;
        if ((trait && standard_clauses[i].lacks != clauses_lack_rounds) ||
            !standard_clauses[i].lacks(reader))
            continue;
        if (!standard_clause_say(reader, standard_clauses[i].id, standard_clauses[i].said, &cite))
            return false;
        if (standard_clauses[i].cite != CITES)
            reader->book->machine.cite[standard_clauses[i].cite] = cite;
    }
    return true;
}
