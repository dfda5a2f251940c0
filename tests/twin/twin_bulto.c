/*
 * The slow twin of Bulto.  Holes lie in a plain array in ring order (South's row, then North's),
 * and every stone is dropped by itself.
 */
#include "twin/twin.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOUTH, NORTH };
enum { MAX_HOLES = 20, NO_HOLE = -1, MOVE_TEXT = 32 };
enum mark { UNMARKED, BULTO, MINE };
enum over { GOING_ON, WON_BY_SOUTH, WON_BY_NORTH, DRAWN };
enum endless { ENDLESS_STOP, ENDLESS_VOID, ENDLESS_LOSES };

struct bulto_rules {
    int width;
    bool late_by_start; /* late=start: the position at the start of the move says what is late */
    long endless_limit;
    enum endless endless_result;
};

struct bulto_position {
    int stones[MAX_HOLES];
    enum mark mark[MAX_HOLES];
    int turn;
    enum over over;
};

/* ---- options ---- */

static const char *option_value(const char *options, const char *name) {
    size_t length = strlen(name);
    const char *at = options;
    while (*at != '\0') {
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            return at + length + 1;
        }
        while (*at != '\0' && *at != ' ') {
            at++;
        }
        while (*at == ' ') {
            at++;
        }
    }
    return NULL;
}

static bool option_is(const char *options, const char *name, const char *word) {
    const char *value = option_value(options, name);
    size_t length = strlen(word);
    return value != NULL && strncmp(value, word, length) == 0 &&
           (value[length] == ' ' || value[length] == '\0');
}

static long option_number(const char *options, const char *name, long without) {
    const char *value = option_value(options, name);
    return value == NULL ? without : strtol(value, NULL, 10);
}

static struct bulto_rules read_options(const char *options) {
    struct bulto_rules rules;
    rules.width = (int)option_number(options, "width", 10);
    rules.late_by_start = option_is(options, "late", "start");
    rules.endless_limit = option_number(options, "endless.limit", 24L * rules.width);
    rules.endless_result = ENDLESS_STOP;
    if (option_is(options, "endless.result", "void")) {
        rules.endless_result = ENDLESS_VOID;
    }
    if (option_is(options, "endless.result", "loses")) {
        rules.endless_result = ENDLESS_LOSES;
    }
    return rules;
}

/* ---- the board ---- */

static int hole_count(const struct bulto_rules *rules) { return 2 * rules->width; }

static int opponent(int player) { return player == SOUTH ? NORTH : SOUTH; }

static int row_of(const struct bulto_rules *rules, int hole) {
    return hole < rules->width ? SOUTH : NORTH;
}

static int next_hole(const struct bulto_rules *rules, int hole) {
    return (hole + 1) % hole_count(rules);
}

static char hole_name(const struct bulto_rules *rules, int hole) {
    if (row_of(rules, hole) == SOUTH) {
        return (char)('A' + hole);
    }
    return (char)('a' + hole - rules->width);
}

static int hole_named(const struct bulto_rules *rules, char name) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (hole_name(rules, hole) == name) {
            return hole;
        }
    }
    return NO_HOLE;
}

static bool is_bulto_of(const struct bulto_rules *rules, const struct bulto_position *position,
                        int player, int hole) {
    return position->mark[hole] == BULTO && row_of(rules, hole) == opponent(player);
}

static struct bulto_position start_position(const struct bulto_rules *rules) {
    struct bulto_position position;
    memset(&position, 0, sizeof position);
    for (int hole = 0; hole < hole_count(rules); hole++) {
        position.stones[hole] = 2;
        position.mark[hole] = UNMARKED;
    }
    position.turn = SOUTH;
    position.over = GOING_ON;
    return position;
}

/* ---- writing a position ---- */

static void add_text(char text[TWIN_TEXT], const char *more) {
    size_t used = strlen(text);
    if (used + strlen(more) < TWIN_TEXT) {
        strcpy(text + used, more);
    }
}

static void add_char(char text[TWIN_TEXT], char c) {
    char more[2] = {c, '\0'};
    add_text(text, more);
}

static void add_number(char text[TWIN_TEXT], int number) {
    char more[16];
    snprintf(more, sizeof more, "%d", number);
    add_text(text, more);
}

static void add_hole(const struct bulto_position *position, int hole, char text[TWIN_TEXT]) {
    add_number(text, position->stones[hole]);
    if (position->mark[hole] == BULTO) {
        add_char(text, 'b');
    } else if (position->mark[hole] == MINE) {
        add_char(text, 'm');
    }
}

static void write_position(const struct bulto_rules *rules, const struct bulto_position *position,
                           char text[TWIN_TEXT]) {
    text[0] = '\0';
    for (int hole = hole_count(rules) - 1; hole >= rules->width; hole--) {
        add_hole(position, hole, text);
        add_char(text, hole == rules->width ? '/' : ',');
    }
    for (int hole = 0; hole < rules->width; hole++) {
        add_hole(position, hole, text);
        add_char(text, hole == rules->width - 1 ? ' ' : ',');
    }
    add_char(text, position->turn == SOUTH ? 'S' : 'N');
    add_text(text, " 0/0");
    if (position->over == DRAWN) {
        add_text(text, " over=draw");
    } else if (position->over == WON_BY_SOUTH) {
        add_text(text, " over=S");
    } else if (position->over == WON_BY_NORTH) {
        add_text(text, " over=N");
    }
}

/* ---- reading a position ---- */

struct reader {
    const char *at;
};

static bool take_char(struct reader *reader, char c) {
    if (*reader->at != c) {
        return false;
    }
    reader->at++;
    return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool take_number(struct reader *reader, int *number) {
    if (!is_digit(*reader->at)) {
        return false;
    }
    if (reader->at[0] == '0' && is_digit(reader->at[1])) {
        return false;
    }
    *number = 0;
    while (is_digit(*reader->at)) {
        *number = 10 * *number + (*reader->at - '0');
        if (*number > 255) {
            return false;
        }
        reader->at++;
    }
    return true;
}

/* Takes the word only if a space or the end of the text follows it. */
static bool take_word(struct reader *reader, const char *word) {
    size_t length = strlen(word);
    if (strncmp(reader->at, word, length) != 0) {
        return false;
    }
    if (reader->at[length] != ' ' && reader->at[length] != '\0') {
        return false;
    }
    reader->at += length;
    return true;
}

static bool take_hole(struct reader *reader, struct bulto_position *position, int hole) {
    if (!take_number(reader, &position->stones[hole])) {
        return false;
    }
    position->mark[hole] = UNMARKED;
    if (take_char(reader, 'b')) {
        position->mark[hole] = BULTO;
        return position->stones[hole] >= 4;
    }
    if (take_char(reader, 'm')) {
        position->mark[hole] = MINE;
        return position->stones[hole] == 3;
    }
    return true;
}

static bool take_board(struct reader *reader, const struct bulto_rules *rules,
                       struct bulto_position *position) {
    for (int hole = hole_count(rules) - 1; hole >= rules->width; hole--) {
        if (!take_hole(reader, position, hole) ||
            !take_char(reader, hole == rules->width ? '/' : ',')) {
            return false;
        }
    }
    for (int hole = 0; hole < rules->width; hole++) {
        if (!take_hole(reader, position, hole) ||
            !take_char(reader, hole == rules->width - 1 ? ' ' : ',')) {
            return false;
        }
    }
    return true;
}

static bool take_turn(struct reader *reader, struct bulto_position *position) {
    if (take_char(reader, 'S')) {
        position->turn = SOUTH;
        return true;
    }
    if (take_char(reader, 'N')) {
        position->turn = NORTH;
        return true;
    }
    return false;
}

static bool take_over(struct reader *reader, struct bulto_position *position) {
    if (take_word(reader, "over=draw")) {
        position->over = DRAWN;
        return true;
    }
    if (take_word(reader, "over=S")) {
        position->over = WON_BY_SOUTH;
        return true;
    }
    if (take_word(reader, "over=N")) {
        position->over = WON_BY_NORTH;
        return true;
    }
    return false;
}

static bool total_fits(const struct bulto_rules *rules, const struct bulto_position *position) {
    int total = 0;
    for (int hole = 0; hole < hole_count(rules); hole++) {
        total += position->stones[hole];
    }
    return total <= 2 * hole_count(rules);
}

static bool read_position(const struct bulto_rules *rules, const char *text,
                          struct bulto_position *position) {
    struct reader reader = {text};
    *position = start_position(rules);
    if (strcmp(text, "start") == 0) {
        return true;
    }
    if (!take_board(&reader, rules, position) || !take_turn(&reader, position) ||
        !take_char(&reader, ' ') || !take_word(&reader, "0/0")) {
        return false;
    }
    if (take_char(&reader, ' ') && !take_over(&reader, position)) {
        return false;
    }
    return *reader.at == '\0' && total_fits(rules, position);
}

/* ---- a move ---- */

/* What the position at the start of a move decides for the whole of it. */
struct outset {
    int mover;
    bool menager;
    bool no_mine; /* before the move */
    int earliest_own_bulto;
};

static bool is_menager(const struct bulto_rules *rules, const struct bulto_position *position) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (position->stones[hole] != 2 || position->mark[hole] != UNMARKED) {
            return false;
        }
    }
    return true;
}

static bool any_mine(const struct bulto_rules *rules, const struct bulto_position *position) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (position->mark[hole] == MINE) {
            return true;
        }
    }
    return false;
}

static struct outset look_at_outset(const struct bulto_rules *rules,
                                    const struct bulto_position *position) {
    struct outset outset;
    outset.mover = position->turn;
    outset.menager = is_menager(rules, position);
    outset.no_mine = !any_mine(rules, position);
    outset.earliest_own_bulto = hole_count(rules);
    for (int hole = hole_count(rules) - 1; hole >= 0; hole--) {
        if (is_bulto_of(rules, position, outset.mover, hole)) {
            outset.earliest_own_bulto = hole;
        }
    }
    return outset;
}

/* Whether the move is late at this moment of it.  The menager never is. */
static bool is_late(const struct bulto_rules *rules, const struct bulto_position *position,
                    const struct outset *outset) {
    if (outset->menager) {
        return false;
    }
    return rules->late_by_start ? outset->no_mine : !any_mine(rules, position);
}

static bool convertible(const struct bulto_rules *rules, const struct bulto_position *position,
                        const struct outset *outset, int hole) {
    return !outset->menager && row_of(rules, hole) == opponent(outset->mover) &&
           position->mark[hole] == UNMARKED && position->stones[hole] == 3 &&
           hole < outset->earliest_own_bulto;
}

/* Whether `hole` and those after it, `count` in all, are convertible. */
static bool all_convertible(const struct bulto_rules *rules, const struct bulto_position *position,
                            const struct outset *outset, int hole, int count) {
    for (int i = 0; i < count; i++) {
        if (hole + i >= hole_count(rules) || row_of(rules, hole + i) != row_of(rules, hole) ||
            !convertible(rules, position, outset, hole + i)) {
            return false;
        }
    }
    return true;
}

static bool may_choose(const struct bulto_rules *rules, const struct bulto_position *position,
                       int hole) {
    return row_of(rules, hole) == position->turn && position->stones[hole] > 0 &&
           position->mark[hole] != BULTO;
}

static bool only_threes_available(const struct bulto_rules *rules,
                                  const struct bulto_position *position) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (may_choose(rules, position, hole) && position->stones[hole] != 3) {
            return false;
        }
    }
    return true;
}

static bool is_legal(const struct bulto_rules *rules, const struct bulto_position *position,
                     int hole) {
    if (position->over != GOING_ON || !may_choose(rules, position, hole)) {
        return false;
    }
    if (position->stones[hole] == 3 && !any_mine(rules, position)) {
        return only_threes_available(rules, position);
    }
    return true;
}

static int lift(struct bulto_position *position, int hole) {
    int hand = position->stones[hole];
    position->stones[hole] = 0;
    position->mark[hole] = UNMARKED;
    return hand;
}

static void drop(struct bulto_position *position, int hole) {
    position->stones[hole]++;
    if (position->mark[hole] == MINE) {
        position->mark[hole] = UNMARKED;
    }
}

static void make_bulto(struct bulto_position *position, int first, int count) {
    for (int hole = first; hole < first + count; hole++) {
        drop(position, hole);
        position->mark[hole] = BULTO;
    }
}

/* The decisions of one move: every chance is refused before number `make_at` (0: all are). */
struct decisions {
    long make_at;
    long chances;
};

struct lap {
    int last;
    bool made;
    bool was_empty;
};

static struct lap sow_lap(const struct bulto_rules *rules, struct bulto_position *position,
                          const struct outset *outset, int from, struct decisions *decisions) {
    struct lap lap = {from, false, false};
    int hand = lift(position, from);
    int at = from;
    /* This ends: the hole that the move began with is never skipped. */
    while (hand > 0) {
        at = next_hole(rules, at);
        if (is_bulto_of(rules, position, opponent(outset->mover), at)) {
            continue;
        }
        if (convertible(rules, position, outset, at) &&
            (hand == 1 || is_late(rules, position, outset))) {
            if (all_convertible(rules, position, outset, at, hand)) {
                decisions->chances++;
                if (decisions->chances == decisions->make_at) {
                    make_bulto(position, at, hand);
                    lap.made = true;
                    return lap;
                }
            }
            continue;
        }
        lap.was_empty = position->stones[at] == 0;
        drop(position, at);
        hand--;
    }
    lap.last = at;
    return lap;
}

static void cut_endless_move(const struct bulto_rules *rules, struct bulto_position *position,
                             int mover) {
    if (rules->endless_result == ENDLESS_VOID) {
        position->over = DRAWN;
    } else if (rules->endless_result == ENDLESS_LOSES) {
        position->over = mover == SOUTH ? WON_BY_NORTH : WON_BY_SOUTH;
    }
}

static void mark_mine(const struct bulto_rules *rules, struct bulto_position *position) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (position->stones[hole] == 3) {
            position->mark[hole] = MINE;
        }
    }
}

static void play_laps(const struct bulto_rules *rules, struct bulto_position *position,
                      const struct outset *outset, int from, struct decisions *decisions) {
    long sown = 0;
    for (;;) {
        sown += position->stones[from];
        struct lap lap = sow_lap(rules, position, outset, from, decisions);
        if (lap.made || lap.was_empty || position->mark[lap.last] == BULTO) {
            return;
        }
        if (sown > rules->endless_limit) {
            cut_endless_move(rules, position, outset->mover);
            return;
        }
        from = lap.last;
    }
}

static void play_move(const struct bulto_rules *rules, struct bulto_position *position, int from,
                      struct decisions *decisions) {
    struct outset outset = look_at_outset(rules, position);
    play_laps(rules, position, &outset, from, decisions);
    if (outset.menager) {
        mark_mine(rules, position);
    }
    position->turn = opponent(outset.mover);
}

/* Refuses every chance: the move goes on as long as it can, and so meets all of them. */
static long count_chances(const struct bulto_rules *rules, const struct bulto_position *position,
                          int from) {
    struct bulto_position trial = *position;
    struct decisions refuse_all = {0, 0};
    play_move(rules, &trial, from, &refuse_all);
    return refuse_all.chances;
}

/* ---- the list of moves ---- */

struct move_list {
    char (*moves)[MOVE_TEXT];
    size_t count;
    size_t room;
};

static void *checked(void *memory) {
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static char *new_move(struct move_list *list) {
    if (list->count == list->room) {
        list->room = 2 * list->room + 16;
        list->moves = checked(realloc(list->moves, list->room * sizeof *list->moves));
    }
    return list->moves[list->count++];
}

static void list_moves_from(const struct bulto_rules *rules, const struct bulto_position *position,
                            int hole, struct move_list *list) {
    char name = hole_name(rules, hole);
    long chances = count_chances(rules, position, hole);
    if (chances == 0) {
        snprintf(new_move(list), MOVE_TEXT, "%c", name);
        return;
    }
    snprintf(new_move(list), MOVE_TEXT, "%c!", name);
    for (long chance = 2; chance <= chances; chance++) {
        snprintf(new_move(list), MOVE_TEXT, "%c!%ld", name, chance);
    }
    snprintf(new_move(list), MOVE_TEXT, "%c~", name);
}

static int compare_moves(const void *a, const void *b) { return strcmp(a, b); }

static char *list_as_text(struct move_list *list) {
    char *text = checked(malloc(list->count * MOVE_TEXT + 1));
    char *end = text;
    if (list->count > 0) {
        qsort(list->moves, list->count, sizeof *list->moves, compare_moves);
    }
    for (size_t i = 0; i < list->count; i++) {
        for (const char *c = list->moves[i]; *c != '\0'; c++) {
            *end++ = *c;
        }
        *end++ = '\n';
    }
    *end = '\0';
    free(list->moves);
    return text;
}

/* Reads the number of a chance ("3" in "D!3"), from 2 on. */
static bool read_chance(const char *text, long *chance) {
    *chance = 0;
    if (*text == '0') {
        return false;
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (!is_digit(*c) || *chance > 100000000) {
            return false;
        }
        *chance = 10 * *chance + (*c - '0');
    }
    return *chance >= 2;
}

/* Finds out which chance the move takes (0: none) and whether there is such a move. */
static bool read_decisions(long chances, const char *text, struct decisions *decisions) {
    decisions->make_at = 0;
    decisions->chances = 0;
    if (text[0] == '\0') {
        return chances == 0;
    }
    if (strcmp(text, "~") == 0) {
        return chances > 0;
    }
    if (strcmp(text, "!") == 0) {
        decisions->make_at = 1;
        return chances > 0;
    }
    return text[0] == '!' && read_chance(text + 1, &decisions->make_at) &&
           decisions->make_at <= chances;
}

/* ---- the family ---- */

static void bulto_start(const char *id, const char *options, char text[TWIN_TEXT]) {
    (void)id;
    struct bulto_rules rules = read_options(options);
    struct bulto_position position = start_position(&rules);
    write_position(&rules, &position, text);
}

static int bulto_read(const char *id, const char *options, const char *position_text,
                      char text[TWIN_TEXT]) {
    (void)id;
    struct bulto_rules rules = read_options(options);
    struct bulto_position position;
    if (!read_position(&rules, position_text, &position)) {
        return 1;
    }
    write_position(&rules, &position, text);
    return 0;
}

static char *bulto_moves(const char *id, const char *options, const char *position_text) {
    (void)id;
    struct bulto_rules rules = read_options(options);
    struct bulto_position position;
    struct move_list list = {NULL, 0, 0};
    if (read_position(&rules, position_text, &position)) {
        for (int hole = 0; hole < hole_count(&rules); hole++) {
            if (is_legal(&rules, &position, hole)) {
                list_moves_from(&rules, &position, hole, &list);
            }
        }
    }
    return list_as_text(&list);
}

static void bulto_play(const char *id, const char *options, const char *position_text,
                       const char *move, char text[TWIN_TEXT]) {
    (void)id;
    struct bulto_rules rules = read_options(options);
    struct bulto_position position;
    text[0] = '\0';
    if (!read_position(&rules, position_text, &position)) {
        return;
    }
    int hole = hole_named(&rules, move[0]);
    if (hole == NO_HOLE || !is_legal(&rules, &position, hole)) {
        return;
    }
    struct decisions decisions;
    if (!read_decisions(count_chances(&rules, &position, hole), move + 1, &decisions)) {
        return;
    }
    play_move(&rules, &position, hole, &decisions);
    write_position(&rules, &position, text);
}

static bool can_move(const struct bulto_rules *rules, const struct bulto_position *position) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (is_legal(rules, position, hole)) {
            return true;
        }
    }
    return false;
}

static int score(const struct bulto_rules *rules, const struct bulto_position *position,
                 int player) {
    int sum = 0;
    for (int hole = 0; hole < hole_count(rules); hole++) {
        bool own_row = row_of(rules, hole) == player;
        bool won_by_opponent = is_bulto_of(rules, position, opponent(player), hole);
        if (is_bulto_of(rules, position, player, hole) || (own_row && !won_by_opponent)) {
            sum += position->stones[hole];
        }
    }
    return sum;
}

static void write_result(const struct bulto_rules *rules, const struct bulto_position *position,
                         int repeated, char text[TWIN_TEXT]) {
    bool finished = !can_move(rules, position);
    if (!finished && !repeated) {
        return;
    }
    add_text(text, "over ");
    add_number(text, score(rules, position, SOUTH));
    add_char(text, '-');
    add_number(text, score(rules, position, NORTH));
    if (!finished) {
        add_text(text, " repetition");
    }
}

static void bulto_result(const char *id, const char *options, const char *position_text,
                         int repeated, char text[TWIN_TEXT]) {
    (void)id;
    struct bulto_rules rules = read_options(options);
    struct bulto_position position;
    text[0] = '\0';
    if (!read_position(&rules, position_text, &position)) {
        return;
    }
    switch (position.over) {
    case WON_BY_SOUTH:
        add_text(text, "over S");
        break;
    case WON_BY_NORTH:
        add_text(text, "over N");
        break;
    case DRAWN:
        add_text(text, "over draw");
        break;
    case GOING_ON:
        write_result(&rules, &position, repeated, text);
        break;
    }
}

static const char *const bulto_ids[] = {"bulto", NULL};

const struct twin_family twin_bulto = {
    bulto_ids, bulto_start, bulto_read, bulto_moves, bulto_play, bulto_result,
};
