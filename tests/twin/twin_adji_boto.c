/*
 * Slow twin of Adji-boto: two rows, single laps, one stone stays in the hole that is played.
 */
#include "twin/twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOUTH, NORTH };
enum { MAX_HOLES = 8, MAX_COUNT = 255 };

struct rules {
    int holes;
    int stones;
};

/* Holes 0..holes-1 are South's, holes..2*holes-1 North's, counterclockwise. */
struct position {
    int hole[2 * MAX_HOLES];
    int unplayed[2 * MAX_HOLES];
    int turn;
    int store[2];
};

/* ---- Options ---- */

/* The text of an option's value (up to a space or the end), or NULL if it is not given. */
static const char *option_value(const char *options, const char *name) {
    size_t length = strlen(name);
    const char *at = options;
    while (at != NULL && *at != '\0') {
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return at + length + 1;
        at = strchr(at, ' ');
        if (at != NULL)
            at++;
    }
    return NULL;
}

static int option_number(const char *options, const char *name, int otherwise) {
    const char *value = option_value(options, name);
    return value != NULL ? atoi(value) : otherwise;
}

static struct rules read_rules(const char *options) {
    struct rules rules;
    rules.holes = option_number(options, "holes", 5);
    rules.stones = option_number(options, "stones", 10);
    return rules;
}

/* ---- The board ---- */

static int other(int player) { return player == SOUTH ? NORTH : SOUTH; }

static int owner(const struct rules *rules, int hole) {
    return hole < rules->holes ? SOUTH : NORTH;
}

static int row_stones(const struct rules *rules, const struct position *position, int player) {
    int sum = 0;
    for (int hole = 0; hole < 2 * rules->holes; hole++)
        if (owner(rules, hole) == player)
            sum += position->hole[hole];
    return sum;
}

static struct position start_position(const struct rules *rules) {
    struct position position;
    memset(&position, 0, sizeof position);
    for (int hole = 0; hole < 2 * rules->holes; hole++) {
        position.hole[hole] = rules->stones;
        position.unplayed[hole] = 1;
    }
    position.turn = SOUTH;
    return position;
}

/* ---- Position text ---- */

static void add_text(char text[TWIN_TEXT], const char *piece) {
    size_t length = strlen(text);
    snprintf(text + length, TWIN_TEXT - length, "%s", piece);
}

static void add_number(char text[TWIN_TEXT], int number) {
    size_t length = strlen(text);
    snprintf(text + length, TWIN_TEXT - length, "%d", number);
}

static void add_hole(char text[TWIN_TEXT], const struct position *position, int hole) {
    add_number(text, position->hole[hole]);
    if (position->unplayed[hole])
        add_text(text, "u");
}

static void write_position(const struct rules *rules, const struct position *position,
                           char text[TWIN_TEXT]) {
    text[0] = '\0';
    for (int hole = 2 * rules->holes - 1; hole >= rules->holes; hole--) {
        add_hole(text, position, hole);
        add_text(text, hole > rules->holes ? "," : "/");
    }
    for (int hole = 0; hole < rules->holes; hole++) {
        add_hole(text, position, hole);
        add_text(text, hole < rules->holes - 1 ? "," : " ");
    }
    add_text(text, position->turn == SOUTH ? "S " : "N ");
    add_number(text, position->store[SOUTH]);
    add_text(text, "/");
    add_number(text, position->store[NORTH]);
}

/* The read_ functions advance *at and return 0, or return 1 if the text is not as it must be. */

static int read_char(const char **at, char expected) {
    if (**at != expected)
        return 1;
    (*at)++;
    return 0;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int read_count(const char **at, int *count) {
    if (!is_digit(**at))
        return 1;
    if (**at == '0' && is_digit((*at)[1]))
        return 1;
    *count = 0;
    while (is_digit(**at)) {
        *count = 10 * *count + (**at - '0');
        if (*count > MAX_COUNT)
            return 1;
        (*at)++;
    }
    return 0;
}

static int read_hole(const char **at, struct position *position, int hole) {
    if (read_count(at, &position->hole[hole]))
        return 1;
    if (**at == 'u') {
        position->unplayed[hole] = 1;
        (*at)++;
    }
    return 0;
}

static int read_turn(const char **at, int *turn) {
    if (**at != 'S' && **at != 'N')
        return 1;
    *turn = **at == 'S' ? SOUTH : NORTH;
    (*at)++;
    return 0;
}

static int read_board(const struct rules *rules, const char **at, struct position *position) {
    for (int hole = 2 * rules->holes - 1; hole >= rules->holes; hole--) {
        if (read_hole(at, position, hole))
            return 1;
        if (read_char(at, hole > rules->holes ? ',' : '/'))
            return 1;
    }
    for (int hole = 0; hole < rules->holes; hole++) {
        if (read_hole(at, position, hole))
            return 1;
        if (hole < rules->holes - 1 && read_char(at, ','))
            return 1;
    }
    return 0;
}

static int total_is_wrong(const struct rules *rules, const struct position *position) {
    int total = position->store[SOUTH] + position->store[NORTH];
    total += row_stones(rules, position, SOUTH) + row_stones(rules, position, NORTH);
    return total > 2 * rules->holes * rules->stones;
}

static int read_position(const struct rules *rules, const char *text, struct position *position) {
    if (strcmp(text, "start") == 0) {
        *position = start_position(rules);
        return 0;
    }
    const char *at = text;
    memset(position, 0, sizeof *position);
    if (read_board(rules, &at, position))
        return 1;
    if (read_char(&at, ' ') || read_turn(&at, &position->turn))
        return 1;
    if (read_char(&at, ' ') || read_count(&at, &position->store[SOUTH]))
        return 1;
    if (read_char(&at, '/') || read_count(&at, &position->store[NORTH]))
        return 1;
    if (*at != '\0')
        return 1;
    return total_is_wrong(rules, position);
}

/* ---- Legal moves ---- */

static int can_be_lifted(const struct rules *rules, const struct position *position, int player,
                         int hole) {
    return owner(rules, hole) == player && position->hole[hole] >= 2;
}

static int must_play_unplayed(const struct rules *rules, const struct position *position) {
    for (int hole = 0; hole < 2 * rules->holes; hole++)
        if (can_be_lifted(rules, position, position->turn, hole) && position->unplayed[hole])
            return 1;
    return 0;
}

static int is_legal(const struct rules *rules, const struct position *position, int hole) {
    if (!can_be_lifted(rules, position, position->turn, hole))
        return 0;
    return position->unplayed[hole] || !must_play_unplayed(rules, position);
}

static int can_move(const struct rules *rules, const struct position *position, int player) {
    for (int hole = 0; hole < 2 * rules->holes; hole++)
        if (can_be_lifted(rules, position, player, hole))
            return 1;
    return 0;
}

static int is_over(const struct rules *rules, const struct position *position) {
    return !can_move(rules, position, SOUTH) && !can_move(rules, position, NORTH);
}

static int must_pass(const struct rules *rules, const struct position *position) {
    return !can_move(rules, position, position->turn) &&
           can_move(rules, position, other(position->turn));
}

/* ---- A move ---- */

static int next_hole(const struct rules *rules, int hole) {
    return (hole + 1) % (2 * rules->holes);
}

static int is_opening_move(const struct rules *rules, const struct position *position) {
    for (int hole = 0; hole < 2 * rules->holes; hole++)
        if (!position->unplayed[hole])
            return 0;
    return 1;
}

/* Sows all stones of a hole but one and returns the hole of the last one. */
static int sow(const struct rules *rules, struct position *position, int hole) {
    int hand = position->hole[hole] - 1;
    int last = hole;
    position->hole[hole] = 1;
    while (hand > 0) {
        last = next_hole(rules, last);
        position->hole[last]++;
        hand--;
    }
    return last;
}

static void capture(const struct rules *rules, struct position *position, int last) {
    int hole = next_hole(rules, last);
    while (hole != last &&
           (position->hole[hole] == 1 || position->hole[hole] == 3 || position->hole[hole] == 5)) {
        position->store[position->turn] += position->hole[hole];
        position->hole[hole] = 0;
        hole = next_hole(rules, hole);
    }
}

static void make_move(const struct rules *rules, struct position *position, int hole) {
    int opening = is_opening_move(rules, position);
    int last = sow(rules, position, hole);
    position->unplayed[hole] = 0;
    if (!opening)
        capture(rules, position, last);
    position->turn = other(position->turn);
}

/* ---- The family ---- */

static char hole_name(const struct rules *rules, int hole) {
    return (char)(owner(rules, hole) == SOUTH ? 'A' + hole : 'a' + hole - rules->holes);
}

static void adji_boto_start(const char *id, const char *options, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(options);
    struct position position = start_position(&rules);
    (void)id;
    write_position(&rules, &position, text);
}

static int adji_boto_read(const char *id, const char *options, const char *position_text,
                          char text[TWIN_TEXT]) {
    struct rules rules = read_rules(options);
    struct position position;
    (void)id;
    text[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return 1;
    write_position(&rules, &position, text);
    return 0;
}

static char *adji_boto_moves(const char *id, const char *options, const char *position_text) {
    struct rules rules = read_rules(options);
    struct position position;
    char *list = malloc(TWIN_TEXT);
    (void)id;
    if (list == NULL)
        return NULL;
    list[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return list;
    for (int hole = 0; hole < 2 * rules.holes; hole++) {
        if (is_legal(&rules, &position, hole)) {
            char line[3] = {hole_name(&rules, hole), '\n', '\0'};
            add_text(list, line);
        }
    }
    if (must_pass(&rules, &position))
        add_text(list, "pass\n");
    return list;
}

static void adji_boto_play(const char *id, const char *options, const char *position_text,
                           const char *move, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(options);
    struct position position;
    (void)id;
    text[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return;
    if (strcmp(move, "pass") == 0 && must_pass(&rules, &position)) {
        position.turn = other(position.turn);
        write_position(&rules, &position, text);
        return;
    }
    for (int hole = 0; hole < 2 * rules.holes; hole++) {
        char name[2] = {hole_name(&rules, hole), '\0'};
        if (strcmp(move, name) == 0 && is_legal(&rules, &position, hole)) {
            make_move(&rules, &position, hole);
            write_position(&rules, &position, text);
            return;
        }
    }
}

static void adji_boto_result(const char *id, const char *options, const char *position_text,
                             int repeated, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(options);
    struct position position;
    (void)id;
    text[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return;
    int over = is_over(&rules, &position);
    if (!over && !repeated)
        return;
    add_text(text, "over ");
    add_number(text, position.store[SOUTH] + row_stones(&rules, &position, SOUTH));
    add_text(text, "-");
    add_number(text, position.store[NORTH] + row_stones(&rules, &position, NORTH));
    if (!over)
        add_text(text, " repetition");
}

static const char *const adji_boto_ids[] = {"adji-boto", NULL};

const struct twin_family twin_adji_boto = {adji_boto_ids,   adji_boto_start, adji_boto_read,
                                           adji_boto_moves, adji_boto_play,  adji_boto_result};
