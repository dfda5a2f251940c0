/*
 * The slow twin of Kiothi.  Holes lie in a plain array in ring order (South's row, then North's),
 * and every warrior is dropped by itself.
 */
#include "twin/twin.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOUTH, NORTH };
enum { MAX_HOLES = 20, NO_HOLE = -1, MOVE_TEXT = 16 };
enum over { GOING_ON, WON_BY_SOUTH, WON_BY_NORTH, DRAWN };
enum endless { ENDLESS_STOP, ENDLESS_VOID, ENDLESS_LOSES };

struct kiothi_rules {
    int width;
    int full_boma;   /* of each player at the start: his rightmost */
    int in_each;     /* warriors in each of them */
    bool end_either; /* end=either: the game also ends when the player not to move cannot move */
    bool unmark_when_emptied;
    bool corner_run;
    long endless_limit;
    enum endless endless_result;
};

struct kiothi_position {
    int warriors[MAX_HOLES];
    bool nki[MAX_HOLES];
    int turn;
    int prison[2];
    bool placing;
    int hand;
    int lifts;
    int last;
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

static struct kiothi_rules read_options(const char *options) {
    struct kiothi_rules rules;
    rules.width = (int)option_number(options, "width", 10);
    rules.full_boma = rules.width / 2;
    rules.in_each = 6;
    if (option_is(options, "setup", "5")) {
        rules.in_each = 5;
    }
    if (option_is(options, "setup", "6x5")) {
        rules.full_boma = 6;
        rules.in_each = 5;
    }
    rules.end_either = option_is(options, "end", "either");
    rules.unmark_when_emptied = option_is(options, "unmark", "emptied");
    rules.corner_run = option_is(options, "corner", "run");
    rules.endless_limit = option_number(options, "endless.limit", 100000);
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

static int hole_count(const struct kiothi_rules *rules) { return 2 * rules->width; }

static int owner(const struct kiothi_rules *rules, int hole) {
    return hole < rules->width ? SOUTH : NORTH;
}

static int leftmost(const struct kiothi_rules *rules, int player) {
    return player == SOUTH ? 0 : rules->width;
}

static int opposite(const struct kiothi_rules *rules, int hole) {
    return hole_count(rules) - 1 - hole;
}

static int next_hole(const struct kiothi_rules *rules, int hole) {
    return (hole + 1) % hole_count(rules);
}

static char hole_name(const struct kiothi_rules *rules, int hole) {
    if (owner(rules, hole) == SOUTH) {
        return (char)('A' + hole);
    }
    return (char)('a' + hole - rules->width);
}

static int hole_named(const struct kiothi_rules *rules, char name) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (hole_name(rules, hole) == name) {
            return hole;
        }
    }
    return NO_HOLE;
}

static int total_warriors(const struct kiothi_rules *rules) {
    return 2 * rules->full_boma * rules->in_each;
}

static struct kiothi_position empty_position(void) {
    struct kiothi_position position;
    memset(&position, 0, sizeof position);
    position.turn = SOUTH;
    position.last = NO_HOLE;
    position.over = GOING_ON;
    return position;
}

static struct kiothi_position start_position(const struct kiothi_rules *rules) {
    struct kiothi_position position = empty_position();
    for (int player = SOUTH; player <= NORTH; player++) {
        for (int i = rules->width - rules->full_boma; i < rules->width; i++) {
            position.warriors[leftmost(rules, player) + i] = rules->in_each;
        }
    }
    position.placing = true;
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

static void add_hole(const struct kiothi_position *position, int hole, char text[TWIN_TEXT]) {
    add_number(text, position->warriors[hole]);
    if (position->nki[hole]) {
        add_char(text, 'k');
    }
}

static void write_position(const struct kiothi_rules *rules, const struct kiothi_position *position,
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
    add_char(text, ' ');
    add_number(text, position->prison[SOUTH]);
    add_char(text, '/');
    add_number(text, position->prison[NORTH]);
    if (position->placing) {
        add_text(text, " phase=place");
    }
    if (position->lifts > 0) {
        add_text(text, " hand=");
        add_number(text, position->hand);
        add_text(text, " lifts=");
        add_number(text, position->lifts);
        add_text(text, " last=");
        add_char(text, hole_name(rules, position->last));
    }
    if (position->over == DRAWN) {
        add_text(text, " over=draw");
    } else if (position->over == WON_BY_SOUTH) {
        add_text(text, " over=S");
    } else if (position->over == WON_BY_NORTH) {
        add_text(text, " over=N");
    }
}

/* ---- the first turn of each player ---- */

static bool nothing_placed_yet(const struct kiothi_position *position) {
    return position->lifts == 0 || position->warriors[position->last] == 0;
}

/* The player's own row from his left to his right, then the opponent's from his left. */
static int placing_rank(const struct kiothi_rules *rules, int player, int hole) {
    int rank = 0;
    for (int at = leftmost(rules, player); at != hole; at = next_hole(rules, at)) {
        rank++;
    }
    return rank;
}

static bool may_lift(const struct kiothi_rules *rules, const struct kiothi_position *position,
                     int hole) {
    if (owner(rules, hole) != position->turn || position->warriors[hole] == 0) {
        return false;
    }
    if (position->lifts == 0) {
        return true;
    }
    return position->lifts == 1 && nothing_placed_yet(position) && hole > position->last;
}

static bool may_place(const struct kiothi_rules *rules, const struct kiothi_position *position,
                      int hole) {
    if (position->hand == 0) {
        return false;
    }
    if (nothing_placed_yet(position)) {
        return true;
    }
    return placing_rank(rules, position->turn, hole) >=
           placing_rank(rules, position->turn, position->last);
}

static bool may_lift_nothing(const struct kiothi_position *position) {
    return position->lifts == 0;
}

static void mark_occupied(const struct kiothi_rules *rules, struct kiothi_position *position) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        position->nki[hole] = position->warriors[hole] > 0;
    }
}

static void end_first_turn(const struct kiothi_rules *rules, struct kiothi_position *position) {
    position->hand = 0;
    position->lifts = 0;
    position->last = NO_HOLE;
    if (position->turn == SOUTH) {
        position->turn = NORTH;
    } else {
        position->turn = SOUTH;
        position->placing = false;
        mark_occupied(rules, position);
    }
}

static void lift_to_place(struct kiothi_position *position, int hole) {
    position->hand += position->warriors[hole];
    position->warriors[hole] = 0;
    position->lifts++;
    position->last = hole;
}

static void place_one(const struct kiothi_rules *rules, struct kiothi_position *position,
                      int hole) {
    position->hand--;
    position->warriors[hole]++;
    position->last = hole;
    if (position->hand == 0) {
        end_first_turn(rules, position);
    }
}

/* ---- a move ---- */

struct lap {
    int last;
    bool was_occupied;
};

static void lift(const struct kiothi_rules *rules, struct kiothi_position *position, int hole,
                 int count) {
    position->warriors[hole] -= count;
    if (!rules->unmark_when_emptied || position->warriors[hole] == 0) {
        position->nki[hole] = false;
    }
}

static struct lap lift_and_sow(const struct kiothi_rules *rules, struct kiothi_position *position,
                               int from, int count) {
    struct lap lap = {from, false};
    lift(rules, position, from, count);
    for (int left = count; left > 0; left--) {
        lap.last = next_hole(rules, lap.last);
        lap.was_occupied = position->warriors[lap.last] > 0;
        position->warriors[lap.last]++;
    }
    return lap;
}

static bool may_sow(const struct kiothi_rules *rules, const struct kiothi_position *position,
                    int player, int from, int count) {
    if (owner(rules, from) != player || count < 1 || count > position->warriors[from]) {
        return false;
    }
    struct kiothi_position trial = *position;
    struct lap lap = lift_and_sow(rules, &trial, from, count);
    return !(lap.was_occupied && owner(rules, lap.last) == player);
}

static bool capturable(const struct kiothi_position *position, int hole) {
    return position->warriors[hole] > 0 && !position->nki[hole];
}

static void imprison(struct kiothi_position *position, int player, int hole) {
    position->prison[player] += position->warriors[hole];
    position->warriors[hole] = 0;
}

static void capture_corner(const struct kiothi_rules *rules, struct kiothi_position *position,
                           int player, int captured) {
    int run = 0;
    while (run < 3 && capturable(position, captured - 1 - run)) {
        run++;
    }
    if (run < 3 && !rules->corner_run) {
        return;
    }
    for (int i = 0; i < run; i++) {
        imprison(position, player, captured - 1 - i);
    }
}

/* The last warrior has fallen into the player's own boma, which was empty. */
static void capture_from(const struct kiothi_rules *rules, struct kiothi_position *position,
                         int player, int hole) {
    int enemy = opposite(rules, hole);
    if (!capturable(position, enemy)) {
        return;
    }
    imprison(position, player, hole);
    imprison(position, player, enemy);
    if (hole == leftmost(rules, player)) {
        capture_corner(rules, position, player, enemy);
    }
}

static void cut_endless_move(const struct kiothi_rules *rules, struct kiothi_position *position,
                             int mover) {
    if (rules->endless_result == ENDLESS_VOID) {
        position->over = DRAWN;
    } else if (rules->endless_result == ENDLESS_LOSES) {
        position->over = mover == SOUTH ? WON_BY_NORTH : WON_BY_SOUTH;
    }
}

static void sow(const struct kiothi_rules *rules, struct kiothi_position *position, int from,
                int count) {
    int mover = position->turn;
    long sown = count;
    struct lap lap = lift_and_sow(rules, position, from, count);
    while (lap.was_occupied) {
        if (sown > rules->endless_limit) {
            cut_endless_move(rules, position, mover);
            break;
        }
        int all = position->warriors[lap.last];
        sown += all;
        lap = lift_and_sow(rules, position, lap.last, all);
    }
    if (!lap.was_occupied && owner(rules, lap.last) == mover) {
        capture_from(rules, position, mover, lap.last);
    }
    position->turn = mover == SOUTH ? NORTH : SOUTH;
}

static bool can_move(const struct kiothi_rules *rules, const struct kiothi_position *position,
                     int player) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        for (int count = 1; count <= position->warriors[hole]; count++) {
            if (may_sow(rules, position, player, hole, count)) {
                return true;
            }
        }
    }
    return false;
}

/*
 * Whether the game is over because of moves that are lacking.  It never is during the first turns.
 * end=mover looks at the player to move alone, end=either at both.
 */
static bool is_over(const struct kiothi_rules *rules, const struct kiothi_position *position) {
    int mover = position->turn;
    int other = mover == SOUTH ? NORTH : SOUTH;
    if (position->placing) {
        return false;
    }
    if (!can_move(rules, position, mover)) {
        return true;
    }
    return rules->end_either && !can_move(rules, position, other);
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

static bool take_name(struct reader *reader, const char *name) {
    size_t length = strlen(name);
    if (strncmp(reader->at, name, length) != 0 || reader->at[length] != '=') {
        return false;
    }
    reader->at += length + 1;
    return true;
}

static bool take_hole(struct reader *reader, struct kiothi_position *position, int hole) {
    if (!take_number(reader, &position->warriors[hole])) {
        return false;
    }
    position->nki[hole] = take_char(reader, 'k');
    return true;
}

static bool take_board(struct reader *reader, const struct kiothi_rules *rules,
                       struct kiothi_position *position) {
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

static bool take_turn(struct reader *reader, struct kiothi_position *position) {
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

struct fields_seen {
    bool phase, hand, lifts, last, over;
};

static bool first_time(bool *seen) {
    bool first = !*seen;
    *seen = true;
    return first;
}

static bool take_phase(struct reader *reader, struct kiothi_position *position) {
    if (take_word(reader, "place")) {
        position->placing = true;
        return true;
    }
    return take_word(reader, "sow");
}

static bool take_last(struct reader *reader, const struct kiothi_rules *rules,
                      struct kiothi_position *position) {
    position->last = hole_named(rules, *reader->at);
    if (position->last == NO_HOLE) {
        return false;
    }
    reader->at++;
    return true;
}

static bool take_over(struct reader *reader, struct kiothi_position *position) {
    if (take_word(reader, "draw")) {
        position->over = DRAWN;
        return true;
    }
    if (take_word(reader, "S")) {
        position->over = WON_BY_SOUTH;
        return true;
    }
    if (take_word(reader, "N")) {
        position->over = WON_BY_NORTH;
        return true;
    }
    return false;
}

static bool take_field(struct reader *reader, const struct kiothi_rules *rules,
                       struct kiothi_position *position, struct fields_seen *seen) {
    if (take_name(reader, "phase")) {
        return first_time(&seen->phase) && take_phase(reader, position);
    }
    if (take_name(reader, "hand")) {
        return first_time(&seen->hand) && take_number(reader, &position->hand) &&
               position->hand >= 1;
    }
    if (take_name(reader, "lifts")) {
        return first_time(&seen->lifts) && take_number(reader, &position->lifts) &&
               position->lifts >= 1 && position->lifts <= 2;
    }
    if (take_name(reader, "last")) {
        return first_time(&seen->last) && take_last(reader, rules, position);
    }
    if (take_name(reader, "over")) {
        return first_time(&seen->over) && take_over(reader, position);
    }
    return false;
}

static bool fields_stand_together(const struct kiothi_position *position,
                                  const struct fields_seen *seen) {
    if (seen->hand != seen->lifts || seen->hand != seen->last) {
        return false;
    }
    if (seen->hand && !position->placing) {
        return false;
    }
    /* Only a sowing can be never-ending. */
    return !(seen->over && position->placing);
}

/* `last` was lifted last: it is an own hole, and so is each one lifted before, all still empty. */
static bool lifts_fit(const struct kiothi_rules *rules, const struct kiothi_position *position) {
    if (owner(rules, position->last) != position->turn) {
        return false;
    }
    int empty = 0;
    for (int hole = leftmost(rules, position->turn); hole <= position->last; hole++) {
        if (position->warriors[hole] == 0) {
            empty++;
        }
    }
    return empty >= position->lifts && position->hand >= position->lifts;
}

/* `last` was placed in last: a hole lifted and not yet reached by the placing is still empty. */
static bool placing_fits(const struct kiothi_rules *rules, const struct kiothi_position *position) {
    int reached = placing_rank(rules, position->turn, position->last);
    int possible = 0;
    for (int i = 0; i < rules->width; i++) {
        int hole = leftmost(rules, position->turn) + i;
        if (position->warriors[hole] == 0 || i <= reached) {
            possible++;
        }
    }
    return possible >= position->lifts;
}

static bool placing_is_sound(const struct kiothi_rules *rules,
                             const struct kiothi_position *position) {
    if (position->prison[SOUTH] != 0 || position->prison[NORTH] != 0) {
        return false;
    }
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (position->nki[hole]) {
            return false;
        }
    }
    if (position->lifts == 0) {
        return true;
    }
    if (nothing_placed_yet(position)) {
        return lifts_fit(rules, position);
    }
    return placing_fits(rules, position);
}

static bool marks_are_sound(const struct kiothi_rules *rules,
                            const struct kiothi_position *position) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (position->nki[hole] && position->warriors[hole] == 0) {
            return false;
        }
    }
    return true;
}

static bool total_is_right(const struct kiothi_rules *rules,
                           const struct kiothi_position *position) {
    int total = position->prison[SOUTH] + position->prison[NORTH] + position->hand;
    for (int hole = 0; hole < hole_count(rules); hole++) {
        total += position->warriors[hole];
    }
    return total <= total_warriors(rules);
}

static bool read_position(const struct kiothi_rules *rules, const char *text,
                          struct kiothi_position *position) {
    struct reader reader = {text};
    struct fields_seen seen = {false, false, false, false, false};
    if (strcmp(text, "start") == 0) {
        *position = start_position(rules);
        return true;
    }
    *position = empty_position();
    if (!take_board(&reader, rules, position) || !take_turn(&reader, position) ||
        !take_char(&reader, ' ') || !take_number(&reader, &position->prison[SOUTH]) ||
        !take_char(&reader, '/') || !take_number(&reader, &position->prison[NORTH])) {
        return false;
    }
    while (take_char(&reader, ' ')) {
        if (!take_field(&reader, rules, position, &seen)) {
            return false;
        }
    }
    if (*reader.at != '\0') {
        return false;
    }
    return fields_stand_together(position, &seen) && marks_are_sound(rules, position) &&
           (!position->placing || placing_is_sound(rules, position)) &&
           total_is_right(rules, position);
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

static void list_steps(const struct kiothi_rules *rules, const struct kiothi_position *position,
                       struct move_list *list) {
    if (may_lift_nothing(position)) {
        snprintf(new_move(list), MOVE_TEXT, "=");
    }
    for (int hole = 0; hole < hole_count(rules); hole++) {
        if (may_lift(rules, position, hole)) {
            snprintf(new_move(list), MOVE_TEXT, "^%c", hole_name(rules, hole));
        }
        if (may_place(rules, position, hole)) {
            snprintf(new_move(list), MOVE_TEXT, "+%c", hole_name(rules, hole));
        }
    }
}

static void list_sowings(const struct kiothi_rules *rules, const struct kiothi_position *position,
                         struct move_list *list) {
    for (int hole = 0; hole < hole_count(rules); hole++) {
        for (int count = 1; count <= position->warriors[hole]; count++) {
            if (may_sow(rules, position, position->turn, hole, count)) {
                snprintf(new_move(list), MOVE_TEXT, "%c%d", hole_name(rules, hole), count);
            }
        }
    }
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

/* ---- the family ---- */

static void kiothi_start(const char *id, const char *options, char text[TWIN_TEXT]) {
    (void)id;
    struct kiothi_rules rules = read_options(options);
    struct kiothi_position position = start_position(&rules);
    write_position(&rules, &position, text);
}

static int kiothi_read(const char *id, const char *options, const char *position_text,
                       char text[TWIN_TEXT]) {
    (void)id;
    struct kiothi_rules rules = read_options(options);
    struct kiothi_position position;
    if (!read_position(&rules, position_text, &position)) {
        return 1;
    }
    write_position(&rules, &position, text);
    return 0;
}

static char *kiothi_moves(const char *id, const char *options, const char *position_text) {
    (void)id;
    struct kiothi_rules rules = read_options(options);
    struct kiothi_position position;
    struct move_list list = {NULL, 0, 0};
    if (read_position(&rules, position_text, &position) && position.over == GOING_ON) {
        if (position.placing) {
            list_steps(&rules, &position, &list);
        } else if (!is_over(&rules, &position)) {
            list_sowings(&rules, &position, &list);
        }
    }
    return list_as_text(&list);
}

static bool play_step(const struct kiothi_rules *rules, struct kiothi_position *position,
                      const char *move) {
    if (strcmp(move, "=") == 0) {
        if (!may_lift_nothing(position)) {
            return false;
        }
        end_first_turn(rules, position);
        return true;
    }
    if (strlen(move) != 2) {
        return false;
    }
    int hole = hole_named(rules, move[1]);
    if (hole == NO_HOLE) {
        return false;
    }
    if (move[0] == '^' && may_lift(rules, position, hole)) {
        lift_to_place(position, hole);
        return true;
    }
    if (move[0] == '+' && may_place(rules, position, hole)) {
        place_one(rules, position, hole);
        return true;
    }
    return false;
}

static bool play_sowing(const struct kiothi_rules *rules, struct kiothi_position *position,
                        const char *move) {
    int hole = hole_named(rules, move[0]);
    if (hole == NO_HOLE) {
        return false;
    }
    struct reader reader = {move + 1};
    int count = 0;
    if (!take_number(&reader, &count) || *reader.at != '\0') {
        return false;
    }
    if (is_over(rules, position) || !may_sow(rules, position, position->turn, hole, count)) {
        return false;
    }
    sow(rules, position, hole, count);
    return true;
}

static void kiothi_play(const char *id, const char *options, const char *position_text,
                        const char *move, char text[TWIN_TEXT]) {
    (void)id;
    struct kiothi_rules rules = read_options(options);
    struct kiothi_position position;
    bool played = false;
    if (read_position(&rules, position_text, &position) && position.over == GOING_ON) {
        played = position.placing ? play_step(&rules, &position, move)
                                  : play_sowing(&rules, &position, move);
    }
    text[0] = '\0';
    if (played) {
        write_position(&rules, &position, text);
    }
}

static int warriors_in_row(const struct kiothi_rules *rules, const struct kiothi_position *position,
                           int player) {
    int sum = 0;
    for (int i = 0; i < rules->width; i++) {
        sum += position->warriors[leftmost(rules, player) + i];
    }
    return sum;
}

static void write_score(int south, int north, bool repetition, char text[TWIN_TEXT]) {
    add_text(text, "over ");
    add_number(text, south);
    add_char(text, '-');
    add_number(text, north);
    if (south - north == 2 || north - south == 2) {
        add_text(text, " narrow");
    }
    if (repetition) {
        add_text(text, " repetition");
    }
}

static void write_result(const struct kiothi_rules *rules, const struct kiothi_position *position,
                         int repeated, char text[TWIN_TEXT]) {
    int row[2], won[2];
    for (int player = SOUTH; player <= NORTH; player++) {
        row[player] = warriors_in_row(rules, position, player);
        won[player] = position->prison[player];
    }
    bool finished = is_over(rules, position);
    bool south_can_move = can_move(rules, position, SOUTH);
    bool north_can_move = can_move(rules, position, NORTH);
    if (finished && south_can_move != north_can_move) {
        won[south_can_move ? SOUTH : NORTH] += row[SOUTH] + row[NORTH];
    } else if (finished || repeated) {
        won[SOUTH] += row[SOUTH];
        won[NORTH] += row[NORTH];
    } else {
        return;
    }
    write_score(won[SOUTH], won[NORTH], !finished, text);
}

static void kiothi_result(const char *id, const char *options, const char *position_text,
                          int repeated, char text[TWIN_TEXT]) {
    (void)id;
    struct kiothi_rules rules = read_options(options);
    struct kiothi_position position;
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

static const char *const kiothi_ids[] = {"kiothi", NULL};

const struct twin_family twin_kiothi = {
    kiothi_ids, kiothi_start, kiothi_read, kiothi_moves, kiothi_play, kiothi_result,
};
