/*
 * The rows of the ordered tables: lap ends and the rows like them, duties, ends of the game; and
 * what comes after a game.
 */
#include "language/statements/statements.h"

#include "base/text.h"

#include <stdio.h>

/* Whether there is room for one more row, and where it stands. */
static bool row_place(struct reader *reader, struct text_place *at, size_t count, size_t most) {
    if (count == most)
        return scanner_fail(&reader->scanner, reader->scanner.at,
                            "a rule text has at most %zu such rows", most);
    at[count] = scanner_place(&reader->scanner, reader->statement);
    return true;
}

/* ---- actions --------------------------------------------------------------------------------- */

/* [SEEDS]: how many an action takes */
static void row_read_seeds(struct reader *reader, struct action *action) {
    struct scanner ahead = reader->scanner;
    char said[KW_LANGUAGES][KW_TEXT];
    uint32_t seeds;
    ahead.faults = NULL;
    if (!scanner_number(&ahead, 1, 60, &seeds))
        return;
    snprintf(said[KW_ENGLISH], KW_TEXT, seeds == 1 ? "up to %u seed" : "up to %u seeds", seeds);
    snprintf(said[KW_SWAHILI], KW_TEXT, "kete hadi %u", seeds);
    sentence_fill(&reader->sentence, "some",
                  (const char *const[]){said[KW_ENGLISH], said[KW_SWAHILI]});
    action->count = (uint8_t)seeds;
    reader->scanner.at = ahead.at;
}

/* [SEEDS] [TARGET] [to TO] [ALONG while CONDITION ... | each CONDITION ...], in such a row */
static bool row_read_target(struct reader *reader, enum condition_kind kind,
                            struct action *action) {
    row_read_seeds(reader, action);
    const struct rule_word *word = reader_word(reader, WORD_TARGET);
    action->target = word != NULL ? (uint8_t)word->value : TARGET_HERE;
    if (scanner_take(&reader->scanner, "to") && !reader_value(reader, WORD_TO, &action->to))
        return false;
    word = reader_word(reader, WORD_ALONG);
    if (word == NULL)
        return true;
    action->along = (uint8_t)word->value;
    if (word->kind == ALONG_COUNTED && !reader_byte(reader, 1, KW_HOLES - 1, &action->most))
        return false;
    if (word->value != ALONG_ALL &&
        !scanner_expect(&reader->scanner, "while", "'while' and a condition are expected"))
        return false;
    return condition_read(reader, (struct condition_stand){kind, true}, &action->hold);
}

static bool row_takes(const struct action *action) {
    return action->verb == DO_CAPTURE || action->verb == DO_BANK;
}

/* Whether the hole that an action takes seeds from is always the one to which they go. */
static bool row_takes_to_itself(const struct action *action) {
    if (action->to != TO_HERE)
        return false;
    bool once = action->most == 1, back = action->along == ALONG_BACK;
    switch (action->target) {
    case TARGET_HERE:
        return action->along == ALONG_NONE;
    case TARGET_NEXT:
    case TARGET_BEYOND:
        return once && back;
    default:
        return action->target == TARGET_PREVIOUS && once && !back;
    }
}

/* Why an action can do nothing, whatever the position; NULL: it can. */
static const char *row_action_vain(const struct action *action) {
    bool store = action->target == TARGET_STORE;
    if (!row_takes(action) && store)
        return "this is done to a hole, not to a store";
    if (!row_takes(action) && action->target == TARGET_BOTH)
        return "this is done to one hole, not to both: say it twice";
    if (!row_takes(action))
        return NULL;
    if ((store && (action->to == TO_STORE || action->to == TO_OWNER)) ||
        row_takes_to_itself(action))
        return "these seeds would stay where they are";
    if (action->along != ALONG_NONE && action->target == TARGET_HERE &&
        action->hold.seeds[HOLE_HERE] == 1)
        return "an empty hole has no seeds to be taken";
    return store && action->along != ALONG_NONE && action->count == 0
               ? "the store is one and gives all at once: no way leads on from it"
               : NULL;
}

/*
 * An action of such a row; reader->sentence is then what it says, without the condition of the
 * row.
 */
static bool row_read_action(struct reader *reader, enum condition_kind kind,
                            struct action *action) {
    static const char *const only[KW_LANGUAGES] = {"{action}", "{action}"};
    sentence_begin(&reader->sentence, only);
    const struct rule_word *word = reader_expect(reader, WORD_ACTION);
    if (word == NULL)
        return false;
    action->verb = (uint8_t)word->value;
    const char *at = scanner_peek(&reader->scanner).at;
    if (word->kind == ACTION_TARGET && !row_read_target(reader, kind, action))
        return false;
    if (!row_takes(action) && (action->count > 0 || action->to != TO_STORE ||
                               (action->verb == DO_RELAY && action->along != ALONG_NONE)))
        return scanner_fail(&reader->scanner, at, "'%s' has a hole at most", word->word);
    const char *vain = row_action_vain(action);
    if (vain != NULL)
        return scanner_fail(&reader->scanner, at, "%s", vain);
    sentence_close(&reader->sentence);
    if (!reader_cite(reader, word->word, &action->clause))
        return false;
    uint8_t *child = &reader->book->machine.cite[CITE_CHILD];
    if (action->verb == DO_MARK && *child == CITE_NOTHING)
        *child = action->clause;
    return true;
}

/* ---- lap ends, and rows like them ------------------------------------------------------------ */

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
    return row_takes(action) && action->to == TO_HAND;
}

/* What rows of each kind cannot do: bits of verbs. */
static const unsigned row_bars[] = {[STAND_END] = 0,
                                    [STAND_LIFT] = 1 << DO_RELAY | 1 << DO_AGAIN,
                                    [STAND_PASSING] = 1 << DO_RELAY | 1 << DO_AGAIN | 1 << DO_TURN,
                                    [STAND_DROP] = 1 << DO_RELAY | 1 << DO_AGAIN | 1 << DO_TURN,
                                    [STAND_AFTER] = 1 << DO_RELAY | 1 << DO_TURN | 1 << DO_STOP};

/*
 * Whether an action ends the move, as one before it does.  Only a stop behind a stop still says
 * something in a trace, if it cites another clause.
 */
static bool row_ends_twice(const struct row *row, size_t action) {
    unsigned ends = 1u << DO_STOP | 1u << DO_AGAIN;
    const struct action *last = &row->action[action];
    for (size_t i = 0; i < action && (ends >> last->verb & 1); i++)
        if ((ends >> row->action[i].verb & 1) &&
            (last->verb == DO_AGAIN || row->action[i].verb == DO_AGAIN ||
             row->action[i].clause == last->clause))
            return true;
    return false;
}

/* ': ' and the actions of a row whose condition has been read. */
static bool row_read_actions(struct reader *reader, enum condition_kind kind, struct row *row) {
    struct scanner *scanner = &reader->scanner;
    struct row_said said = {.count = 0};
    size_t count = 0;
    if (!scanner_take(scanner, ":")) {
        const char *at = scanner_peek(scanner).at;
        return reader_word(reader, WORD_CONDITION) != NULL
                   ? scanner_fail(scanner, at, "between conditions stands ','")
                   : reader_fail(reader, "':' and what happens are expected");
    }
    struct sentence frame = reader->sentence;
    do {
        if (count == MACHINE_ACTIONS)
            return scanner_fail(scanner, scanner->at, "a row has at most %d actions",
                                MACHINE_ACTIONS);
        const char *at = scanner_peek(scanner).at;
        if (!row_read_action(reader, kind, &row->action[count]))
            return false;
        if (row_bars[kind] >> row->action[count].verb & 1)
            return scanner_fail(scanner, at, "a row of this kind cannot do this");
        if (kind != STAND_END && row_fills_hand(&row->action[count]))
            return scanner_fail(scanner, at,
                                "seeds are taken to the hand only when a lap ends: by a row 'end'");
        if (row_ends_twice(row, count))
            return scanner_fail(scanner, at, "an action before it ends the move already");
        row->goes_on |= row->action[count].verb == DO_RELAY;
        row_say(&said, &frame, row->action[count++].clause, &reader->sentence);
    } while (scanner_take(scanner, ";"));
    for (size_t i = 0; i < said.count; i++)
        if (!rule_text_say(reader->book, said.clause[i], &said.sentence[i]))
            return false;
    return true;
}

/* CONDITION, CONDITION ...: ACTION; ACTION ... */
static bool row_read(struct reader *reader, enum condition_kind kind, struct row *row) {
    return condition_read(reader, (struct condition_stand){kind, false}, &row->condition) &&
           row_read_actions(reader, kind, row);
}

bool row_read_end(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    return row_place(reader, reader->book->lap_end_at, machine->lap_end_count, MACHINE_LAP_ENDS) &&
           row_read(reader, STAND_END, &machine->lap_ends[machine->lap_end_count++]);
}

/* One more row of a table that has so many; NULL with a fault if there is no room for it. */
static struct row *row_more(struct reader *reader, struct text_place *at, struct row *rows,
                            uint8_t *count, unsigned most) {
    if (*count < most) {
        at[*count] = scanner_place(&reader->scanner, reader->statement);
        return &rows[(*count)++];
    }
    scanner_fail(&reader->scanner, reader->statement, "a rule text has at most %u such rows", most);
    return NULL;
}

bool row_read_before(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    struct row *row = row_more(reader, reader->book->lift_row_at, machine->lift_rows,
                               &machine->lift_row_count, MACHINE_LIFT_ROWS);
    return row != NULL && row_read(reader, STAND_LIFT, row);
}

/* A row on seeds that fall; NULL with a fault. */
static struct row *row_read_falling(struct reader *reader, enum condition_kind kind) {
    struct machine *machine = &reader->book->machine;
    struct row *row = row_more(reader, reader->book->passing_at, machine->passing,
                               &machine->passing_count, MACHINE_PASSING);
    return row != NULL && row_read(reader, kind, row) ? row : NULL;
}

bool row_read_drop(struct reader *reader) { return row_read_falling(reader, STAND_DROP) != NULL; }

bool row_read_passing(struct reader *reader) {
    struct row *row = row_read_falling(reader, STAND_PASSING);
    if (row != NULL)
        row->condition.facts_false |= FACT_LAST;
    return row != NULL;
}

bool row_read_after(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    struct row *row = row_more(reader, reader->book->move_end_at, machine->move_ends,
                               &machine->move_end_count, MACHINE_MOVE_ENDS);
    if (row == NULL || !row_read(reader, STAND_AFTER, row))
        return false;
    if (row->condition.place == (PLACE_OWN | PLACE_OTHER))
        row->condition.place = PLACE_ANY;
    return true;
}

/* ---- duties ---------------------------------------------------------------------------------- */

/* What follows the word of a duty. */
static bool row_read_duty_rest(struct reader *reader, unsigned kind, struct duty *duty) {
    switch (kind) {
    case DUTY_OF_HOLE:
    case DUTY_OF_HOLE_NOT:
        duty->negated = kind == DUTY_OF_HOLE_NOT;
        return condition_read(
            reader,
            (struct condition_stand){duty->kind == DUTY_LAND ? STAND_LAND : STAND_START, false},
            &duty->hold);
    case DUTY_OF_NUMBER:
        return reader_byte(reader, 1, KW_HOLES / 2, &duty->count);
    default:
        return true;
    }
}

/* from CONDITION: of the hole that the move starts from */
static bool row_read_duty_from(struct reader *reader, struct duty *duty) {
    static const char *const only[KW_LANGUAGES] = {"{from}", "{from}"};
    struct sentence said = reader->sentence;
    sentence_begin(&reader->sentence, only);
    duty->scoped = reader_word(reader, WORD_FROM) != NULL;
    bool read = !duty->scoped ||
                condition_read(reader, (struct condition_stand){STAND_START, false}, &duty->scope);
    sentence_close(&reader->sentence);
    sentence_fill_sentence(&said, word_role_slot(WORD_FROM), &reader->sentence);
    reader->sentence = said;
    return read;
}

/* "a rule narrows the choice: a move must start in ...", of the sentence of a duty. */
static bool row_say_duty(struct reader *reader, const char *beginning, const char **text) {
    const char *said = reader->sentence.text[KW_ENGLISH]; /* "A move must start in ... ." */
    char buffer[KW_TEXT];
    if (reader->sentence.cut || strlen(beginning) + strlen(said) >= sizeof buffer)
        return true;
    struct text whole = text_into(buffer, sizeof buffer);
    text_format(&whole, "%s%c%.*s", beginning, said[0] | ('a' ^ 'A'), (int)strlen(said) - 2,
                said + 1);
    return (*text = rule_text_copy(reader->book, (struct token){buffer, whole.length})) != NULL;
}

/* must DUTY [empty] [possible] [from CONDITION ...] */
bool row_read_must(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (!row_place(reader, reader->book->duty_at, machine->duty_count, MACHINE_DUTIES))
        return false;
    struct duty *duty = &machine->duties[machine->duty_count++];
    const struct rule_word *word = reader_expect(reader, WORD_DUTY);
    if (word == NULL)
        return false;
    duty->kind = (uint8_t)word->value;
    if (!row_read_duty_rest(reader, word->kind, duty))
        return false;
    duty->when_empty = reader_word(reader, WORD_WHEN) != NULL;
    duty->if_possible = reader_word(reader, WORD_POSSIBLE) != NULL;
    if (!row_read_duty_from(reader, duty) || !reader_cite_and_say(reader, "must", &duty->clause) ||
        !row_say_duty(reader, MACHINE_BARRED, &machine->barred[machine->duty_count - 1]) ||
        !row_say_duty(reader, MACHINE_OBLIGED, &machine->obliged[machine->duty_count - 1]))
        return false;
    if (duty->kind == DUTY_NO_UNDO) {
        machine->no_undo = true;
        machine->cite[CITE_UNDO] = duty->clause;
    }
    return true;
}

/* unplayed [in any order]: a mark on each hole until it has been played, and, else, a duty */
bool row_read_unplayed(struct reader *reader) {
    struct rule_text *book = reader->book;
    struct machine *machine = &book->machine;
    uint8_t *clause = &machine->cite[CITE_UNPLAYED];
    machine->unplayed = true;
    if (reader_word(reader, WORD_ORDER) != NULL)
        return reader_cite_and_say(reader, "unplayed", clause);
    if (!row_place(reader, book->duty_at, machine->duty_count, MACHINE_DUTIES) ||
        !reader_cite_and_say(reader, "unplayed", clause))
        return false;
    machine->duties[machine->duty_count++] =
        (struct duty){.kind = DUTY_UNPLAYED, .if_possible = true, .clause = *clause};
    return true;
}

/* ---- ends of the game ------------------------------------------------------------------------ */

/* rest to REST */
static bool row_read_rest(struct reader *reader, uint8_t *rest) {
    struct scanner *scanner = &reader->scanner;
    if (!scanner_take(scanner, "rest") || !scanner_take(scanner, "to"))
        return reader_fail(reader, "'rest to' and who gets the seeds left are expected");
    return reader_value(reader, WORD_REST, rest);
}

/* The ':' before who gets the seeds left. */
static bool row_pass_colon(struct reader *reader) {
    return scanner_take(&reader->scanner, ":") ||
           reader_fail(reader, "': rest to' and who gets the seeds left are expected");
}

/* : rest to REST [, WINNER], or : WINNER */
static bool row_read_outcome(struct reader *reader, struct game_end *end) {
    if (!row_pass_colon(reader))
        return false;
    const struct rule_word *winner = reader_word(reader, WORD_WINNER);
    if (winner != NULL)
        end->winner = (uint8_t)winner->value;
    if (winner != NULL || !row_read_rest(reader, &end->rest))
        return winner != NULL;
    return !scanner_take(&reader->scanner, ",") || reader_value(reader, WORD_WINNER, &end->winner);
}

/* SEEDS or more, SEEDS or fewer, or 'more than half' of all. */
static bool row_read_amount(struct reader *reader, unsigned kind, struct game_end *end) {
    static const char *const seeds[KW_LANGUAGES] = {"{number} seeds or more",
                                                    "kete {number} au zaidi"};
    struct scanner *scanner = &reader->scanner;
    const struct rule_word *half = kind == AMOUNT_MORE ? reader_word(reader, WORD_AMOUNT) : NULL;
    if (half != NULL)
        return end->count = (uint8_t)half->value, true;
    sentence_fill(&reader->sentence, word_role_slot(WORD_AMOUNT), seeds);
    if (!reader_byte(reader, 0, MACHINE_HALF - 1, &end->count))
        return false;
    const char *way = kind == AMOUNT_MORE ? "more" : "fewer";
    return (scanner_take(scanner, "or") && scanner_take(scanner, way)) ||
           scanner_fail(scanner, scanner_peek(scanner).at, "'or %s' is expected", way);
}

/* over OVER [SEEDS or more | SEEDS or fewer | more than half] [childless]: and the outcome */
bool row_read_over(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (!row_place(reader, reader->book->game_end_at, machine->game_end_count, MACHINE_GAME_ENDS))
        return false;
    struct game_end *end = &machine->game_ends[machine->game_end_count++];
    const struct rule_word *word = reader_expect(reader, WORD_OVER);
    if (word == NULL)
        return false;
    end->kind = (uint8_t)word->value;
    if (word->kind != AMOUNT_NONE && !row_read_amount(reader, word->kind, end))
        return false;
    end->childless = reader_word(reader, WORD_UNLESS) != NULL;
    return row_read_outcome(reader, end) && reader_cite_and_say(reader, "end", &end->clause);
}

bool row_read_repetition(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const struct rule_word *which = reader_expect(reader, WORD_REPETITION);
    if (which == NULL)
        return false;
    machine->rules.once = which->value == 1;
    return row_pass_colon(reader) && row_read_rest(reader, &machine->repeat_rest) &&
           reader_cite_and_say(reader, "repetition", &machine->cite[CITE_REPEAT]);
}

/* ---- rounds of a match ----------------------------------------------------------------------- */

/* , WORD NUMBER, if it is next: then *said.  False after a fault. */
static bool row_read_limit(struct reader *reader, enum word_role role, uint8_t *number,
                           bool *said) {
    const char *before = reader->scanner.at;
    if (!scanner_take(&reader->scanner, ",") || reader_word(reader, role) == NULL) {
        reader->scanner.at = before;
        return true;
    }
    *said = true;
    return reader_byte(reader, role == WORD_WIN ? 1 : 0, UINT8_MAX, number);
}

/* rounds FILL [closed], BEGINS [, need SEEDS] [, win ROUNDS] */
bool row_read_rounds(struct reader *reader) {
    struct match_rules *match = &reader->book->machine.match;
    bool ends = false;
    if (!reader_value(reader, WORD_FILL, &match->fill))
        return false;
    match->closes = reader_word(reader, WORD_CLOSES) != NULL;
    if (!scanner_take(&reader->scanner, ","))
        return reader_fail(reader, "',' and who begins the next round are expected");
    if (!reader_value(reader, WORD_BEGINS, &match->begins) ||
        !row_read_limit(reader, WORD_NEED, &match->need, &ends) ||
        !row_read_limit(reader, WORD_WIN, &match->wins, &ends))
        return false;
    if (!ends)
        return reader_fail(reader, "what ends the match is expected: ', need' and a number of "
                                   "seeds, or ', win' and a number of rounds");
    return reader_cite_and_say(reader, "rounds", &match->clause);
}
