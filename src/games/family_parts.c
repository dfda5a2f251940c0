#include "games/family_parts.h"

#include <stdarg.h>
#include <stdio.h>

void fault_set(struct fault *fault, size_t where, const char *format, ...) {
    fault->where = (unsigned)where;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
}

bool word_add(struct word *word, kw_move move, size_t column) {
    if (word->count == KW_TURN_STEPS)
        return false;
    word->move[word->count] = move;
    word->column[word->count++] = (unsigned)column;
    return true;
}

void result_score(struct kw_result *result, unsigned south, unsigned north) {
    *result = (struct kw_result){.outcome = south > north   ? KW_SOUTH_WINS
                                            : south < north ? KW_NORTH_WINS
                                                            : KW_DRAW,
                                 .scored = true,
                                 .score = {south, north}};
}

void result_rows(const struct rules *rules, const struct kw_position *position,
                 struct kw_result *result) {
    result_score(result, position->store[0] + seeds_in(position, holes_of(rules, KW_SOUTH)),
                 position->store[1] + seeds_in(position, holes_of(rules, KW_NORTH)));
}

bool result_over(const struct kw_position *position, struct kw_result *result) {
    if (position->over == KW_GOING_ON)
        return false;
    *result = (struct kw_result){.outcome = (enum kw_outcome)position->over};
    return true;
}

bool reason_set(struct kw_reason *reason, const struct kw_clause *clause, const char *text,
                unsigned hole, unsigned count) {
    *reason =
        (struct kw_reason){.clause = clause, .text = text, .hole = (uint8_t)hole, .count = count};
    return true;
}

void hole_move_text(const struct rules *rules, const struct kw_position *position, kw_move move,
                    struct text *text) {
    (void)position;
    if (kw_move_kind(move) == KW_PASS)
        text_string(text, "pass");
    else if (kw_move_kind(move) == KW_SWAP)
        text_string(text, "swap");
    else
        hole_text(rules, kw_move_hole(move), text);
}

bool hole_move_read(const struct rules *rules, const struct kw_position *position, const char *text,
                    bool loose, kw_move *move, struct fault *fault) {
    (void)position, (void)loose;
    unsigned hole;
    if (strcmp(text, "pass") == 0) {
        *move = kw_move_make(KW_PASS, 0, false, false, 0);
        return true;
    }
    size_t length = hole_read(rules, text, &hole);
    if (length == 0) {
        fault_set(fault, 1, "'%.20s' does not begin with the name of a hole", text);
        return false;
    }
    if (text[length] != '\0') {
        fault_set(fault, (unsigned)length + 1, "a move is the name of a hole, and no more");
        return false;
    }
    *move = hole;
    return true;
}

/* ---- fields of several families -------------------------------------------------------------- */

void hand_write(const struct rules *rules, const struct kw_position *position, struct text *text) {
    (void)rules;
    if (position->hand > 0)
        text_number(text, position->hand);
}

bool hand_read(const struct rules *rules, const char *value, struct kw_position *position) {
    uint32_t hand;
    if (!number_read_plain(value, strlen(value), 1, rules->seeds, &hand))
        return false;
    position->hand = (uint8_t)hand;
    return true;
}

void over_write(const struct rules *rules, const struct kw_position *position, struct text *text) {
    static const char *const names[] = {"", "S", "N", "draw"};
    (void)rules;
    text_string(text, names[position->over]);
}

bool over_read(const struct rules *rules, const char *value, struct kw_position *position) {
    (void)rules;
    position->over = strcmp(value, "S") == 0      ? KW_SOUTH_WINS
                     : strcmp(value, "N") == 0    ? KW_NORTH_WINS
                     : strcmp(value, "draw") == 0 ? KW_DRAW
                                                  : KW_GOING_ON;
    return position->over != KW_GOING_ON;
}

const struct field kw_field_over = {.name = "over", .write = over_write, .read = over_read};
