/* The board and what lies on it at the start. */
#include "language/statements/statements.h"

#include <string.h>

/* ---- its size -------------------------------------------------------------------------------- */

/* Of the option that every game has by itself. */
static const char board_pits_text[] = "holes a side";

/*
 * A number of the board or the start.  Where the text names no option for it, the number itself is
 * the default of one, so that every game can be studied on smaller boards.
 */
static bool board_read_size(struct reader *reader, const char *name, const char *text, uint32_t max,
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
    if (!option_read_default(reader, index))
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
static void board_limit_pits(struct rule_text *book, unsigned seeds) {
    int32_t most = UINT8_MAX / (book->machine.rules.rows * (int32_t)seeds);
    for (size_t i = 0; i < book->option_count; i++)
        if (book->options[i].text == board_pits_text && book->options[i].max > most)
            book->options[i].max = most;
}

static void board_set(struct reader *reader, unsigned rows, unsigned columns) {
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
bool board_read_board(struct reader *reader) {
    uint32_t rows, columns;
    unsigned usual = reader->book->machine.trait != NULL ? reader->book->machine.trait->rows : 2;
    board_set(reader, usual, 6); /* what follows is read even if the size is at fault */
    if (!reader_number(reader, usual, usual, &rows) ||
        !scanner_expect(&reader->scanner, "x", "'x' and the columns are expected") ||
        !board_read_size(reader, "pits", board_pits_text,
                         rows == 4 ? KW_HOLES / 4 : KW_HOLES / 2 - 1, &columns))
        return false;
    scanner_take(&reader->scanner, "only");
    board_set(reader, rows, columns);
    return true;
}

/* ---- the start ------------------------------------------------------------------------------- */

/* A printed row of numbers of seeds, from the left as South sees it. */
static bool board_read_start_row(struct reader *reader, unsigned row) {
    struct machine *machine = &reader->book->machine;
    for (unsigned i = 0; i < machine->rules.columns; i++)
        if ((i > 0 && !scanner_expect(&reader->scanner, ",",
                                      "',' and the seeds of the next hole are expected")) ||
            !reader_byte(reader, 0, 60, &machine->start[hole_printed(&machine->rules, row, i)]))
            return false;
    return true;
}

/* North's rows first, as positions are written. */
static bool board_read_start_rows(struct reader *reader) {
    unsigned rows = reader->book->machine.rules.rows;
    for (unsigned row = 0; row < rows; row++) {
        const char *expected = row == rows - 1 ? "'/' and South's row are expected"
                                               : "'/' and the next row are expected";
        if ((row > 0 && !scanner_expect(&reader->scanner, "/", expected)) ||
            !board_read_start_row(reader, row))
            return false;
    }
    return true;
}

/* HOLES: a part of a player's rows; with the number of holes that it names. */
static const struct rule_word *board_read_area(struct reader *reader, uint32_t *holes) {
    static const char *const only[KW_LANGUAGES] = {"{area}", "{area}"};
    struct sentence said = reader->sentence;
    sentence_begin(&reader->sentence, only);
    const struct rule_word *area = reader_expect(reader, WORD_AREA);
    if (area == NULL || (area->kind == AREA_NUMBER &&
                         !reader_number(reader, 1, reader->book->machine.rules.columns, holes)))
        return NULL;
    sentence_close(&reader->sentence);
    sentence_fill_sentence(&said, word_role_slot(WORD_AREA), &reader->sentence);
    reader->sentence = said;
    return area;
}

/* So many seeds in each hole of a part of both players' rows. */
static bool board_read_start_area(struct reader *reader, uint32_t seeds) {
    struct machine *machine = &reader->book->machine;
    unsigned columns = machine->rules.columns, own = machine->rules.rows == 4 ? 16 : columns;
    uint32_t first = columns / 2, holes = columns - first;
    const struct rule_word *area = board_read_area(reader, &holes);
    if (area == NULL)
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
static bool board_read_start_even(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    unsigned holes = machine->rules.rows / 2u * machine->rules.columns;
    uint32_t seeds;
    if (!board_read_size(reader, "seeds", "seeds in each hole at the start",
                         UINT8_MAX / (2 * holes), &seeds))
        return false;
    if (scanner_take(&reader->scanner, "in")) {
        do {
            if (!board_read_start_area(reader, seeds))
                return false;
        } while (scanner_take(&reader->scanner, "and"));
        return true;
    }
    board_limit_pits(reader->book, seeds);
    memset(machine->start, (int)seeds, holes);
    memset(machine->start + (machine->rules.rows == 4 ? 16 : holes), (int)seeds, holes);
    return true;
}

/* The name of the option that a word is, else another name. */
static const char *board_start_option(const struct rule_text *book, struct token word,
                                      const char *otherwise) {
    for (size_t i = 0; i < book->option_count; i++)
        if (token_is(word, book->options[i].name))
            return book->options[i].name;
    return otherwise;
}

/* start SEEDS [in HOLES and HOLES ...], or start ROW/ROW */
bool board_read_start(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    struct token word = scanner_peek(&reader->scanner);
    struct scanner ahead = reader->scanner;
    ahead.faults = NULL;
    bool rows =
        scanner_word(&ahead).length > 0 && (scanner_take(&ahead, ",") || scanner_take(&ahead, "/"));
    if (!rows)
        reader->book->start_option = board_start_option(reader->book, word, "seeds");
    if (!(rows ? board_read_start_rows(reader) : board_read_start_even(reader)))
        return false;
    return reader_cite_and_say(reader, "start", &machine->cite[CITE_START]);
}

/* child NUMBER: a hole that each player owns from the start */
bool board_read_child(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    unsigned columns = machine->rules.columns;
    uint32_t hole;
    if (!reader_number(reader, 1, columns, &hole))
        return false;
    machine->children[0] = 1u << (hole - 1);
    machine->children[1] = machine->children[0] << columns;
    return reader_cite_and_say(reader, "child", &machine->cite[CITE_CHILD]);
}

/* reserve SEEDS: of each player, in his store */
bool board_read_reserve(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    if (!reader_byte(reader, 1, 120, &machine->start_store[0]))
        return false;
    machine->start_store[1] = machine->start_store[0];
    machine->rules.stores = true;
    return reader_cite_and_say(reader, "start", &machine->cite[CITE_START]);
}

/* stores STORES [left] */
bool board_read_stores(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    uint8_t stores;
    if (!reader_value(reader, WORD_STORES, &stores))
        return false;
    machine->rules.stores = stores != STORES_NONE;
    machine->both_stores = stores == STORES_BOTH;
    machine->own_store = machine->both_stores || stores == STORES_OWN;
    machine->stores_left = reader_word(reader, WORD_SEAT) != NULL;
    if (machine->stores_left && !machine->own_store)
        return scanner_fail(&reader->scanner, reader->statement,
                            "only stores that are sown have a place on the way");
    return reader_cite_and_say(reader, "store", &machine->cite[CITE_STORE]);
}
