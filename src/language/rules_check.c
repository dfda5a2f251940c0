/*
 * Everything that is wrong in a rule text.  Contradictions are looked for whenever a text is read;
 * rules_check reads it once more for each value of each option, and warns of what then has no
 * effect in any of these readings.  Static names begin with check_.
 */
#include "language/rules_check.h"

#include "base/text.h"
#include "base/work.h"
#include "games/holes.h"
#include "language/reader.h"
#include "machine/machine_properties.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 4, 5))) static void check_report(struct rule_faults *faults,
                                                               enum kw_severity severity,
                                                               struct text_place at,
                                                               const char *format, ...) {
    char message[KW_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    rule_faults_report(faults, severity, at.line > 0 ? at.line : 1, at.column > 0 ? at.column : 1,
                       message);
}

/* ---- rows that cover others ------------------------------------------------------------------ */

/* The row before this one whose condition covers its own; the row itself if there is none. */
static unsigned check_covering(const struct machine *machine, unsigned row) {
    for (unsigned i = 0; i < row; i++)
        if (vain_covers(&machine->lap_ends[i].condition, &machine->lap_ends[row].condition))
            return i;
    return row;
}

/* Whether the first kind of end comes no later than the second. */
static bool check_game_end_covers(const struct machine *machine, const struct game_end *all,
                                  const struct game_end *some) {
    unsigned least = machine->least > 1 ? machine->least : 1;
    bool unplayable = some->kind == GAME_END_LEFT && some->count < least;
    if (all->childless && !some->childless)
        return false;
    if (all->kind == some->kind)
        return all->kind == GAME_END_STORE  ? all->count <= some->count
               : all->kind == GAME_END_LEFT ? all->count >= some->count
                                            : true;
    switch (all->kind) {
    case GAME_END_STUCK:
        return unplayable || some->kind == GAME_END_BOTH_STUCK || some->kind == GAME_END_UNFED;
    case GAME_END_BOTH_STUCK:
        return unplayable;
    case GAME_END_EITHER_EMPTY:
        return some->kind == GAME_END_OWN_EMPTY || some->kind == GAME_END_OTHER_EMPTY;
    default:
        return false;
    }
}

/* ---- contradictions -------------------------------------------------------------------------- */

/* A row by its line, which one of the text that is extended does not have here. */
static const char *check_row_name(struct text_place at, char name[48]) {
    if (at.line == 0)
        return "a row of the text that it extends";
    snprintf(name, 48, "the row in line %u", at.line);
    return name;
}

static void check_twice(const struct rule_text *book, struct rule_faults *faults) {
    const struct machine *machine = &book->machine;
    for (unsigned row = 1; row < machine->lap_end_count; row++)
        for (unsigned i = 0; i < row; i++)
            if (vain_covers(&machine->lap_ends[i].condition, &machine->lap_ends[row].condition) &&
                vain_covers(&machine->lap_ends[row].condition, &machine->lap_ends[i].condition)) {
                char name[48];
                check_report(faults, KW_FAULT, book->lap_end_at[row], "%s has the same condition",
                             check_row_name(book->lap_end_at[i], name));
                break;
            }
}

static bool check_takes(const struct action *action) {
    return action->verb == DO_CAPTURE || action->verb == DO_BANK;
}

/* Whether a row takes seeds to a store. */
static bool check_stores(const struct row *row) {
    for (unsigned i = 0; i < MACHINE_ACTIONS; i++) {
        unsigned to = row->action[i].to;
        if (check_takes(&row->action[i]) && (to == TO_STORE || to == TO_OPPONENT || to == TO_OWNER))
            return true;
    }
    return false;
}

/* Rows that take seeds to stores where there are none. */
static void check_vanish(const struct rule_text *book, struct rule_faults *faults) {
    static const char vanish[] = "these seeds would vanish: there are no stores";
    const struct machine *machine = &book->machine;
    if (machine->rules.stores)
        return;
    for (unsigned row = 0; row < machine->lap_end_count; row++)
        if (check_stores(&machine->lap_ends[row]))
            check_report(faults, KW_FAULT, book->lap_end_at[row], "%s", vanish);
    bool stores = false;
    for (unsigned i = TABLE_LAP_ENDS + 1; i < MACHINE_TABLES; i++) {
        struct row_table table = machine_table(machine, i);
        for (unsigned row = 0; row < table.count; row++)
            stores |= check_stores(&table.rows[row]);
    }
    if (stores)
        check_report(faults, KW_FAULT, (struct text_place){1, 1},
                     "captured seeds would vanish: there are no stores");
    if (machine->closed == CLOSED_LOSES)
        check_report(faults, KW_FAULT, (struct text_place){1, 1},
                     "seeds that closed holes lose would vanish: there are no stores");
}

/*
 * Whether what a row takes to the hand is sown on: by a relay after it, in whatever hole the lap
 * has ended.
 */
static bool check_hand_row(const struct row *row) {
    bool sown = true;
    for (unsigned i = 0; i < MACHINE_ACTIONS; i++) {
        if (check_takes(&row->action[i]) && row->action[i].to == TO_HAND)
            sown = false;
        else if (row->action[i].verb == DO_RELAY)
            sown = (row->condition.place & ~(PLACE_OWN | PLACE_OTHER)) == 0;
    }
    return sown;
}

static void check_hand(const struct rule_text *book, struct rule_faults *faults) {
    for (unsigned row = 0; row < book->machine.lap_end_count; row++)
        if (!check_hand_row(&book->machine.lap_ends[row]))
            check_report(faults, KW_FAULT, book->lap_end_at[row],
                         "these seeds would vanish: no 'relay' sows them on from a hole");
}

/* A position has room for marks of one sort. */
static void check_marks(const struct rule_text *book, struct rule_faults *faults) {
    const struct machine *machine = &book->machine;
    if (machine->unplayed && (machine->match.closes || machine->children[0] != 0 ||
                              vain_any_does(machine, DO_MARK) || vain_any_does(machine, DO_CLOSE)))
        check_report(faults, KW_FAULT, (struct text_place){1, 1},
                     "'unplayed' and holes that become children or are closed exclude each other");
}

/* Sides that are changed are alike, and all on the board belongs to one of them. */
static void check_swap(const struct rule_text *book, struct rule_faults *faults) {
    const struct machine *machine = &book->machine;
    bool children = machine->children[0] != 0 || vain_any_does(machine, DO_MARK);
    if (machine->swap &&
        (book->family.sides_differ || children || machine->playable[0] != machine->side[0] ||
         machine->ways_by == WAYS_BY_FIRST))
        check_report(faults, KW_FAULT, book->statement_at[STATEMENT_swap],
                     "sides are changed only where both are played alike: %s",
                     children                                   ? "here holes become children"
                     : machine->ways_by == WAYS_BY_FIRST        ? "here the first move chooses"
                     : machine->playable[0] != machine->side[0] ? "here any hole is played"
                                                                : "here they differ");
}

/* A condition asks whether few seeds are left, and nothing says how many those are. */
static void check_few(const struct rule_text *book, struct rule_faults *faults) {
    const struct machine *machine = &book->machine;
    if (machine->few == 0 && (machine->used_facts & FACT_FEW))
        check_report(faults, KW_FAULT, book->fact_at[FACT_PLACE_FEW],
                     "'few' is asked, and no statement 'few' says how many seeds are few");
}

void rules_check_contradictions(const struct rule_text *book, struct rule_faults *faults) {
    check_few(book, faults);
    check_swap(book, faults);
    check_twice(book, faults);
    check_marks(book, faults);
    check_hand(book, faults);
    check_vanish(book, faults);
    if (book->machine.game_end_count == 0 && book->machine.trait == NULL)
        check_report(faults, KW_FAULT, (struct text_place){1, 1},
                     "nothing ends the game: 'over' is missing");
}

/* ---- all values of all options --------------------------------------------------------------- */

enum {
    CHECK_NUMBERS = 40,
    CHECK_ROWS = 2 * (MACHINE_LAP_ENDS + MACHINE_PASSING + MACHINE_LIFT_ROWS + MACHINE_MOVE_ENDS +
                      MACHINE_GAME_ENDS + MACHINE_DUTIES + REFUSALS) +
                 STATEMENTS + FACT_PLACES
};

enum {
    CHECK_GAMES = 10,
    CHECK_PLIES = 400,
    CHECK_LIMIT = 2000,  /* seeds of a move at most: never-ending ones take long */
    CHECK_POLLS = 128,   /* at the work at most, each after WORK_SEEDS seeds */
    CHECK_LISTS = 20,    /* positions whose moves are listed without that limit, */
    LIST_POLLS = 24,     /* each within so many polls, a tenth of a second, */
    LISTS_POLLS = 72,    /* and all together in so many */
    CHECK_TEXT = 1 << 20 /* bytes at most that are read for the values of an option */
};

/* A row, or another word of a text, as it was in the readings so far. */
struct check_row {
    struct text_place at;
    bool alive;       /* in one of them it had an effect */
    const char *vain; /* what is said if it had none, before why */
    char why[96];     /* why it had none in the first one */
};

struct check {
    struct rules_reading reading;
    struct rule_faults *faults;
    struct rule_text *book; /* with the default options */
    bool clause_cited[KW_CLAUSES], basis_meant[KW_CLAUSES];
    bool option_used[OPTIONS_MAX];
    struct check_row row[CHECK_ROWS];
    size_t rows;
};

/* Notes of something in one reading whether it has an effect: `why` not, or NULL. */
static void check_note_effect(struct check *check, struct text_place at, const char *vain,
                              const char *why) {
    size_t i = 0;
    while (i < check->rows &&
           (check->row[i].at.line != at.line || check->row[i].at.column != at.column))
        i++;
    if (at.line == 0 || i == sizeof check->row / sizeof *check->row)
        return;
    if (i == check->rows) {
        check->row[check->rows++] = (struct check_row){.at = at, .vain = vain};
        struct text text = text_into(check->row[i].why, sizeof check->row[i].why);
        text_string(&text, why != NULL ? why : "");
    }
    check->row[i].alive |= why == NULL;
}

static void check_note_row(struct check *check, struct text_place at, const char *why) {
    check_note_effect(check, at, "this never counts", why);
}

static void check_note_lap_ends(struct check *check, const struct rule_text *book) {
    const struct machine *machine = &book->machine;
    for (unsigned row = 0; row < machine->lap_end_count; row++) {
        unsigned covering = check_covering(machine, row);
        char name[48], why[96];
        if (covering != row)
            snprintf(why, sizeof why, "%s comes before it and covers it",
                     check_row_name(book->lap_end_at[covering], name));
        bool unsown = (machine->lap_ends[row].condition.place & (PLACE_OWN | PLACE_OTHER)) == 0 &&
                      !machine->own_store;
        check_note_row(check, book->lap_end_at[row],
                       covering != row ? why
                       : unsown        ? "no lap ends in a store, since none is sown"
                                       : vain_row(machine, TABLE_LAP_ENDS, row));
    }
}

/* The rows on seeds that fall, on holes about to be lifted, and on the end of a move. */
static void check_note_other_rows(struct check *check, const struct rule_text *book) {
    const struct machine *machine = &book->machine;
    for (unsigned row = 0; row < machine->passing_count; row++)
        check_note_row(check, book->passing_at[row], vain_row(machine, TABLE_PASSING, row));
    for (unsigned row = 0; row < machine->lift_row_count; row++)
        check_note_row(check, book->lift_row_at[row], vain_row(machine, TABLE_LIFT, row));
    for (unsigned row = 0; row < machine->move_end_count; row++)
        check_note_row(check, book->move_end_at[row], vain_row(machine, TABLE_MOVE_ENDS, row));
}

static void check_note_game_ends(struct check *check, const struct rule_text *book) {
    const struct machine *machine = &book->machine;
    for (unsigned row = 0; row < machine->game_end_count; row++) {
        const struct game_end *end = &machine->game_ends[row];
        const char *why = NULL;
        for (unsigned i = 0; i < row && why == NULL; i++)
            if (check_game_end_covers(machine, &machine->game_ends[i], end))
                why = "an end before it comes first";
        if (end->kind == GAME_END_STORE && !machine->rules.stores &&
            !vain_any_does(machine, DO_MARK) && machine->children[0] == 0)
            why = "there are no stores";
        else if (end->kind == GAME_END_STORE && end->count != MACHINE_HALF &&
                 end->count > machine->rules.seeds)
            why = "there are not so many seeds";
        check_note_row(check, book->game_end_at[row], why);
    }
}

static void check_note_duties(struct check *check, const struct rule_text *book) {
    for (unsigned row = 0; row < book->machine.duty_count; row++)
        check_note_row(check, book->duty_at[row], vain_duty(&book->machine, row));
}

static void check_note_words(struct check *check, const struct rule_text *book) {
    static const char vain[] = "this changes nothing";
    static const enum word_statement statements[] = {
        STATEMENT_limit, STATEMENT_laps,    STATEMENT_endless,  STATEMENT_closed, STATEMENT_slam,
        STATEMENT_few,   STATEMENT_opening, STATEMENT_unplayed, STATEMENT_rounds};
    const struct machine *machine = &book->machine;
    for (size_t i = 0; i < sizeof statements / sizeof *statements && machine->trait == NULL; i++)
        check_note_effect(check, book->statement_at[statements[i]], vain,
                          vain_statement(machine, statements[i]));
    for (unsigned i = 0; i < FACT_PLACES; i++)
        check_note_effect(check, book->fact_at[i], vain,
                          vain_fact(machine, (enum machine_fact_place)i));
    for (unsigned i = 0; i < REFUSALS && machine->trait == NULL; i++)
        check_note_effect(check, book->refusal_at[i], "this is never said",
                          vain_refusal(machine, (enum machine_refusal)i));
    if (machine->trait == NULL)
        check_note_effect(check, book->child_at, "this is never said", vain_child_noun(machine));
}

static bool check_clause_id(const struct rule_text *book, size_t clause, const char *id) {
    return clause < book->clause_count && strcmp(book->clauses[clause].id, id) == 0;
}

/* Notes what a reading has used; clauses are those of the first reading, by their ids. */
static void check_note(struct check *check, const struct rule_text *book) {
    check_note_lap_ends(check, book);
    check_note_other_rows(check, book);
    check_note_game_ends(check, book);
    check_note_duties(check, book);
    check_note_words(check, book);
    for (size_t i = 0; i < OPTIONS_MAX; i++)
        check->option_used[i] |= book->option_used[i];
    for (size_t i = 0; i < check->book->clause_count; i++)
        for (size_t k = 0; k < book->clause_count; k++)
            if (check_clause_id(book, k, check->book->clauses[i].id))
                check->clause_cited[i] |= book->clause_facts[k].cited;
    for (size_t i = 0; i < check->book->basis_count; i++)
        for (size_t k = 0; k < book->basis_count; k++)
            if (strcmp(check->book->bases[i].id, book->bases[k].id) == 0)
                check->basis_meant[i] |= book->bases[k].meant;
}

/* ---- readings -------------------------------------------------------------------------------- */

/* Keeps the first fault of a reading with another value, with the value. */
struct check_value {
    const char *option;
    char value[40];
    struct kw_rule_fault fault;
    char message[KW_TEXT];
    bool found;
};

static void check_value_fault(void *context, const struct kw_rule_fault *fault) {
    struct check_value *value = context;
    if (value->found || fault->severity == KW_WARNING)
        return;
    value->found = true;
    value->fault = *fault;
    struct text text = text_into(value->message, sizeof value->message);
    text_format(&text, "with %s=%s: %s", value->option, value->value, fault->message);
}

/* Takes over the values that a reading has asked for; false if none is of an option still open. */
static bool check_need(int32_t *values, const int32_t *needed) {
    bool taken = false;
    for (size_t i = 0; i < OPTIONS_MAX; i++)
        if (values[i] == VALUE_UNSET && needed[i] != VALUE_UNSET) {
            values[i] = needed[i];
            taken = true;
        }
    return taken;
}

/*
 * Reads the text with those values, and with those of other options that 'require' asks for: each
 * reading settles one more option.
 */
static struct rule_text *check_read_needed(const struct check *check, int32_t *values,
                                           struct check_value *value) {
    struct rules_reading reading = check->reading;
    struct rule_text *book = NULL;
    int32_t needed[OPTIONS_MAX];
    struct kw_error error;
    reading.values_of = &check->book->game;
    reading.values = values;
    reading.needed = needed;
    do {
        struct rule_faults faults = {.on_fault = check_value_fault, .context = value};
        value->found = false;
        for (size_t i = 0; i < OPTIONS_MAX; i++)
            needed[i] = VALUE_UNSET;
        book = rules_read_text(&reading, &error, &faults);
    } while (book == NULL && check_need(values, needed));
    return book;
}

/* Reads the text with one value of one option; false after a fault. */
static bool check_read_value(struct check *check, size_t option, int32_t number) {
    const struct kw_option *about = &check->book->options[option];
    struct check_value value = {.option = about->name, .found = false};
    int32_t values[OPTIONS_MAX];
    for (size_t i = 0; i < OPTIONS_MAX; i++)
        values[i] = VALUE_UNSET;
    values[option] = number;
    struct text text = text_into(value.value, sizeof value.value);
    if (about->choices != NULL)
        text_string(&text, about->choices[number]);
    else
        text_number(&text, (unsigned long)number);
    struct rule_text *book = check_read_needed(check, values, &value);
    if (book == NULL) {
        if (value.found)
            rule_faults_report(check->faults, value.fault.severity, value.fault.line,
                               value.fault.column, value.message);
        return false;
    }
    check_note(check, book);
    rule_text_free(book);
    return true;
}

/* The values of an option; of many numbers only the ends. */
static void check_read_option(struct check *check, size_t option) {
    const struct kw_option *about = &check->book->options[option];
    size_t length = check->book->text.length + 1;
    bool many = about->choices == NULL && (about->max - about->min > CHECK_NUMBERS ||
                                           (size_t)(about->max - about->min) > CHECK_TEXT / length);
    int32_t number = about->choices == NULL ? about->min : 0;
    while (about->choices == NULL ? number <= about->max : about->choices[number] != NULL) {
        if (number != check->book->machine.option[option] &&
            !check_read_value(check, option, number))
            return;
        number = many && number == about->min ? about->max : number + 1;
    }
}

/* ---- what has no effect ---------------------------------------------------------------------- */

static void check_warn_rows(const struct check *check) {
    for (size_t i = 0; i < check->rows; i++)
        if (!check->row[i].alive)
            check_report(check->faults, KW_WARNING, check->row[i].at, "%s: %s", check->row[i].vain,
                         check->row[i].why);
}

/* Clauses that say nothing but what an option is about. */
static void check_warn_questions(const struct check *check) {
    const struct rule_text *book = check->book;
    for (size_t i = 0; i < book->clause_count; i++) {
        const char *text = book->clauses[i].text;
        for (size_t k = 0; k < book->option_count && text != NULL; k++)
            if (text == book->options[k].text && book->option_at[k].line > 0)
                check_report(check->faults, KW_WARNING, book->option_at[k],
                             "the clause '%s' says only what the option is about: a sentence of "
                             "its own is missing",
                             book->clauses[i].id);
    }
}

static void check_warn_names(const struct check *check) {
    const struct rule_text *book = check->book;
    for (size_t i = 0; i < book->clause_count; i++)
        if (!check->clause_cited[i] && book->clause_facts[i].at.line > 0)
            check_report(check->faults, KW_WARNING, book->clause_facts[i].at,
                         "nothing cites the clause '%s'", book->clauses[i].id);
    for (size_t i = 0; i < book->option_count; i++)
        if (!check->option_used[i] && book->option_at[i].line > 0)
            check_report(check->faults, KW_WARNING, book->option_at[i],
                         "nothing depends on the option '%s'", book->options[i].name);
    check_warn_questions(check);
}

/*
 * A round that ends by what a store holds while seeds are still to be won for the next one: once
 * the other player cannot have enough for it, none are.
 */
static void check_warn_round(const struct check *check) {
    const struct machine *machine = &check->book->machine;
    unsigned seeds = machine->rules.seeds,
             enough = seeds > machine->match.need ? seeds - machine->match.need : 0;
    if (machine->match.fill == FILL_NONE || machine->match.fill == FILL_ANEW)
        return;
    for (unsigned row = 0; row < machine->game_end_count; row++) {
        const struct game_end *end = &machine->game_ends[row];
        unsigned count = end->count == MACHINE_HALF ? seeds / 2 + 1 : end->count;
        if (end->kind == GAME_END_STORE && count <= enough)
            check_report(check->faults, KW_WARNING, check->book->game_end_at[row],
                         "the next round is filled with what this one has won, and when a store "
                         "holds %u there are still seeds to be won",
                         count);
    }
}

/* Clauses of which the text does not say what they rest on: in one sentence. */
static void check_warn_bases(const struct check *check) {
    const struct rule_text *book = check->book;
    char list[KW_TEXT / 2];
    struct text ids = text_into(list, sizeof list);
    for (size_t i = 0; i < book->basis_count; i++)
        if (!check->basis_meant[i])
            check_report(check->faults, KW_WARNING, book->bases[i].at, "there is no clause '%s'",
                         book->bases[i].id);
    for (size_t i = 0; i < book->clause_count && book->info.source[0] != '\0'; i++)
        if (book->clauses[i].text != NULL && !book->clause_facts[i].based &&
            !book->clause_facts[i].standard)
            text_format(&ids, "%s%s", ids.length > 0 ? ", " : "", book->clauses[i].id);
    if (ids.length > 0)
        check_report(check->faults, KW_WARNING, (struct text_place){1, 1},
                     "nothing says where these clauses stand in the source, so that they are our "
                     "readings: %s",
                     list);
}

static void check_warn_whole(const struct check *check) {
    const struct rule_text *book = check->book;
    struct text_place begin = {1, 1};
    if (book->info.source[0] == '\0')
        check_report(check->faults, KW_WARNING, begin,
                     "'source' is missing: the book or page that the rules are from");
    if (strcmp(book->info.name, book->info.id) == 0)
        check_report(check->faults, KW_WARNING, begin, "'name' is missing");
}

/* ---- random play ----------------------------------------------------------------------------- */

/* Games by lot. */
struct check_random {
    const struct kw_game *game;
    struct kw_random random;
    unsigned seeds;
    unsigned polls; /* at the work */
    struct kw_position position, passed[CHECK_PLIES];
    const char *broken; /* what does not hold, or NULL */
};

/* A work_poll_fn. */
static bool check_poll(void *context) {
    struct check_random *random = context;
    return ++random->polls < CHECK_POLLS;
}

/* The same move seen from the other side of the board. */
static kw_move check_turned(const struct kw_game *game, kw_move move) {
    unsigned columns = game->rules->columns;
    unsigned hole = kw_move_hole(move);
    if (kw_move_kind(move) != KW_SOW)
        return move;
    hole = (hole + columns) % (2 * columns);
    return (move & ~(kw_move)(KW_HOLES - 1)) | hole;
}

/*
 * Whether the position with South and North exchanged is played alike.  Only of two rows: games of
 * four are played by a trait, which a text cannot make differ for the players.
 */
static bool check_mirror(const struct check_random *random, kw_move move,
                         const struct kw_position *next) {
    struct kw_position turned, played, expected;
    if (random->game->rules->rows != 2 || game_sides_differ(random->game) ||
        random->position.phase != 0)
        return true;
    kw_mirror(random->game, &random->position, &turned);
    kw_mirror(random->game, next, &expected);
    kw_play(random->game, &turned, check_turned(random->game, move), &played);
    return memcmp(&played, &expected, sizeof played) == 0;
}

/* Whether a position is new to the game, where rules say that none comes again. */
static bool check_is_new(const struct check_random *random, unsigned ply) {
    for (unsigned i = 0; game_acyclic(random->game) && i < ply; i++)
        if (memcmp(&random->passed[i], &random->position, sizeof random->position) == 0)
            return false;
    return true;
}

/* Nothing; but moves are traced, seed by seed, as whoever explains them plays them. */
static bool check_event(void *context, const struct kw_event *event) {
    (void)context, (void)event;
    return true;
}

/* Plays a move; false if the work was ended. */
static bool check_move(struct check_random *random, kw_move move) {
    struct kw_position next;
    kw_trace(random->game, &random->position, move, &next, check_event, NULL);
    bool alike = check_mirror(random, move, &next);
    if (work_ended())
        return false;
    if (seeds_all(&next) != random->seeds)
        random->broken = "seeds vanish, or are made, in random play";
    else if (!alike)
        random->broken = "a fault of this program: the other side does not play alike";
    random->position = next;
    return true;
}

/* Plays by lot; true if the game comes to an end. */
static bool check_play(struct check_random *random) {
    kw_start(random->game, &random->position);
    for (unsigned ply = 0; ply < CHECK_PLIES; ply++) {
        kw_move list[KW_MOVES];
        size_t count = kw_moves(random->game, &random->position, list, KW_MOVES);
        work_check();
        if (count == 0 || work_ended())
            return !work_ended();
        count = count < KW_MOVES ? count : KW_MOVES;
        random->passed[ply] = random->position;
        if (!check_move(random, list[kw_random_below(&random->random, (uint32_t)count)]))
            return false;
        if (random->broken == NULL && !check_is_new(random, ply + 1))
            random->broken = "a fault of this program: a position comes again";
        if (random->broken != NULL)
            return true;
    }
    return false;
}

/*
 * Duties play every move to its end. Whoever searches has no move before they are listed, whatever
 * his time: a list may not take long.
 */
static void check_lists(struct check *check, struct check_random *random) {
    struct text_place begin = {1, 1};
    struct work_watch watch;
    unsigned list_polls = 0;
    kw_start(random->game, &random->position);
    random->polls = CHECK_POLLS - LISTS_POLLS;
    work_begin(&watch, check_poll, random, NULL);
    for (unsigned i = 0; i < CHECK_LISTS && list_polls < LIST_POLLS && !work_ended(); i++) {
        kw_move list[KW_MOVES];
        unsigned before = random->polls;
        size_t count = kw_moves(random->game, &random->position, list, KW_MOVES);
        work_check();
        list_polls = random->polls - before;
        if (count == 0)
            break;
        count = count < KW_MOVES ? count : KW_MOVES;
        kw_play(random->game, &random->position,
                list[kw_random_below(&random->random, (uint32_t)count)], &random->position);
    }
    work_end(&watch);
    if (list_polls >= LIST_POLLS)
        check_report(
            check->faults, KW_FAULT, begin,
            "to list the moves of one position more than %u seeds are sown, which takes too "
            "long: a smaller 'limit' or fewer duties help",
            LIST_POLLS * WORK_SEEDS);
    random->polls = 0;
}

/* Games that do not end, and properties of the rules that do not hold. */
static void check_random_games(struct check *check) {
    struct text_place begin = {1, 1};
    struct machine *machine = &check->book->machine;
    struct check_random *random = calloc(1, sizeof *random);
    struct work_watch watch;
    bool ends = false;
    if (random == NULL)
        return;
    random->game = &check->book->game;
    kw_random_seed(&random->random, 2);
    check_lists(check, random);
    if (machine->rules.limit > CHECK_LIMIT)
        machine->rules.limit = CHECK_LIMIT; /* this reading is of the check alone */
    kw_random_seed(&random->random, 1);
    kw_start(random->game, &random->position);
    random->seeds = seeds_all(&random->position);
    work_begin(&watch, check_poll, random, NULL);
    for (unsigned i = 0; i < CHECK_GAMES && random->broken == NULL && !work_ended(); i++)
        ends |= check_play(random);
    bool ended = work_ended();
    work_end(&watch);
    kw_move move;
    kw_start(random->game, &random->position);
    if (kw_moves(random->game, &random->position, &move, 1) == 0)
        check_report(check->faults, KW_WARNING, begin,
                     "the game is over at its start: no move can be played");
    if (random->broken != NULL)
        check_report(check->faults, KW_FAULT, begin, "%s", random->broken);
    else if (!ends && ended)
        check_report(check->faults, KW_WARNING, begin,
                     "moves are so long that no random game was played to its end");
    else if (!ends)
        check_report(check->faults, KW_WARNING, begin,
                     "none of %d random games has come to an end after %d plies", CHECK_GAMES,
                     CHECK_PLIES);
    free(random);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void check_all(struct check *check) {
    check_note(check, check->book);
    for (size_t i = 0; i < check->book->option_count; i++)
        check_read_option(check, i);
    if (check->faults->faults > 0)
        return;
    check_warn_whole(check);
    check_warn_rows(check);
    check_warn_names(check);
    check_warn_round(check);
    check_warn_bases(check);
    check_random_games(check);
}

size_t rules_check(const struct rules_reading *reading, kw_rule_fault_fn *on_fault, void *context) {
    struct kw_error error = {0};
    struct rule_faults faults = {.on_fault = on_fault, .context = context};
    struct check *check = calloc(1, sizeof *check);
    if (check == NULL)
        return 1;
    check->reading = *reading;
    check->faults = &faults;
    check->book = rules_read_text(&check->reading, &error, &faults);
    bool read = check->book != NULL;
    if (read) {
        check_all(check);
        rule_text_free(check->book);
    }
    free(check);
    return read ? faults.faults : faults.faults + (faults.faults == 0);
}
