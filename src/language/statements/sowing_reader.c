/* How seeds are moved and sown, and whose turn it is. */
#include "language/statements/statements.h"

/* A number of the machine, and the usual clause of the statement. */
static bool sowing_number(struct reader *reader, uint32_t max, uint8_t *number, const char *usual,
                          enum machine_cite cite) {
    return reader_byte(reader, 1, max, number) &&
           reader_cite_and_say(reader, usual, &reader->book->machine.cite[cite]);
}

/* The same of a word. */
static bool sowing_value(struct reader *reader, enum word_role role, uint8_t *value,
                         const char *usual, enum machine_cite cite) {
    return reader_value(reader, role, value) &&
           reader_cite_and_say(reader, usual, &reader->book->machine.cite[cite]);
}

/* Of a statement beside `sow`, whose clause is that of the sowing wherever it stands. */
static bool sowing_cite(struct reader *reader) {
    uint8_t *cite = &reader->book->machine.cite[CITE_SOW], clause;
    if (!reader_cite_and_say(reader, "sow", &clause))
        return false;
    if (*cite == CITE_NOTHING)
        *cite = clause;
    return true;
}

/* ---- the way of the seeds -------------------------------------------------------------------- */

bool sowing_read_ring(struct reader *reader) {
    return reader_value(reader, WORD_RING, &reader->ways.ring) && sowing_cite(reader);
}

/* either at HOLES, from a player's left: 1 or 3 */
static bool sowing_read_either(struct reader *reader) {
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
bool sowing_read_sow(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (!reader_value(reader, WORD_WAY, &reader->ways.kind))
        return false;
    unsigned way = reader->ways.kind;
    const char *at = scanner_peek(&reader->scanner).at;
    bool odd = reader_word(reader, WORD_ODD) != NULL;
    if (odd && (way == WAY_EITHER || way == WAY_FIRST))
        return scanner_fail(&reader->scanner, at,
                            "a direction that is chosen does not depend on the seeds");
    machine->ways_by = odd ? WAYS_BY_COUNT : way == WAY_FIRST ? WAYS_BY_FIRST : WAYS_OF_HOLE;
    return sowing_read_either(reader) &&
           reader_cite_and_say(reader, "sow", &machine->cite[CITE_SOW]);
}

bool sowing_read_leave(struct reader *reader) {
    return reader_byte(reader, 1, 60, &reader->book->machine.leave) && sowing_cite(reader);
}

bool sowing_read_skip(struct reader *reader) {
    return sowing_value(reader, WORD_SKIP, &reader->book->machine.skip, "sow", CITE_SKIP);
}

/* jump CONDITION ... */
bool sowing_read_jump(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (machine->jump_count == MACHINE_JUMPS)
        return scanner_fail(&reader->scanner, reader->statement,
                            "a rule text has at most %d such statements", MACHINE_JUMPS);
    return condition_read(reader, (struct condition_stand){STAND_JUMP, false},
                          &machine->jumps[machine->jump_count++]) &&
           reader_cite_and_say(reader, "sow", &machine->cite[CITE_SKIP]);
}

bool sowing_read_closed(struct reader *reader) {
    return sowing_value(reader, WORD_CLOSED, &reader->book->machine.closed, "closed", CITE_CLOSED);
}

/* ---- which holes are played ------------------------------------------------------------------ */

bool sowing_read_play(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct machine *machine = &reader->book->machine;
    if (!scanner_take(scanner, "any") || !scanner_take(scanner, "hole"))
        return reader_fail(reader, "'any hole' is expected");
    machine->playable[0] = machine->playable[1] = machine->side[0] | machine->side[1];
    return reader_cite_and_say(reader, "move", &machine->cite[CITE_MOVE]);
}

bool sowing_read_least(struct reader *reader) {
    return sowing_number(reader, 60, &reader->book->machine.least, "move", CITE_MOVE);
}

bool sowing_read_few(struct reader *reader) {
    uint8_t clause;
    return reader_byte(reader, 1, UINT8_MAX, &reader->book->machine.few) &&
           reader_cite_and_say(reader, "few", &clause);
}

#define SWAP_OR_OPENING "'swap' and 'opening' exclude each other"

/* The first move of each player is counted as an opening is. */
bool sowing_read_swap(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (machine->opening > 0)
        return reader_fail(reader, SWAP_OR_OPENING);
    machine->swap = true;
    machine->opening = 2;
    return reader_cite_and_say(reader, "swap", &machine->cite[CITE_OPENING]);
}

/* opening MOVES [WAY] */
bool sowing_read_opening(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (machine->swap)
        return reader_fail(reader, SWAP_OR_OPENING);
    if (!reader_byte(reader, 1, 15, &machine->opening))
        return false;
    const struct rule_word *way = reader_word(reader, WORD_OPENING);
    machine->opening_ways = way != NULL ? (uint8_t)way->value : 0;
    return reader_cite_and_say(reader, "opening", &machine->cite[CITE_OPENING]);
}

/* ---- moves that are too long, grand slams, turns --------------------------------------------- */

bool sowing_read_laps(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t laps;
    if (!reader_number(reader, 1, UINT16_MAX, &laps))
        return false;
    machine->laps = (uint16_t)laps;
    return reader_cite_and_say(reader, "endless", &machine->cite[CITE_LIMIT]);
}

bool sowing_read_limit(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint32_t seeds;
    if (!reader_number(reader, 1, 100000, &seeds))
        return false;
    machine->rules.limit = seeds;
    return reader_cite_and_say(reader, "endless", &machine->cite[CITE_LIMIT]);
}

bool sowing_read_endless(struct reader *reader) {
    return sowing_value(reader, WORD_ENDLESS, &reader->book->machine.rules.endless, "endless",
                        CITE_LIMIT);
}

bool sowing_read_slam(struct reader *reader) {
    return sowing_value(reader, WORD_SLAM, &reader->book->machine.slam, "grand-slam", CITE_SLAM);
}

bool sowing_read_turn(struct reader *reader) {
    return reader_cite_and_say(reader, "turn", &reader->book->machine.cite[CITE_NEXT]);
}

bool sowing_read_pass(struct reader *reader) {
    reader->book->machine.passes = true;
    return reader_cite_and_say(reader, "pass", &reader->book->machine.cite[CITE_PASS]);
}
