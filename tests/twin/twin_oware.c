/*
 * Slow twin of Awari and Oware (Abapa): two rows, single laps, captures of twos and threes.
 */
#include "twin/twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOUTH, NORTH };
enum { MAX_PITS = 8, MAX_COUNT = 255 };
enum grand_slam { SLAM_NO_CAPTURE, SLAM_CAPTURE, SLAM_ILLEGAL };

struct rules {
    int awari; /* 1: Awari, 0: Oware */
    int pits;
    int seeds;
    enum grand_slam grand_slam; /* Oware only, like the following */
    int majority;               /* more than half of the seeds in a store end the game */
};

/* Pits 0..pits-1 are South's, pits..2*pits-1 North's, counterclockwise. */
struct position {
    int pit[2 * MAX_PITS];
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

static int option_is(const char *options, const char *name, const char *word) {
    const char *value = option_value(options, name);
    size_t length = strlen(word);
    return value != NULL && strncmp(value, word, length) == 0 &&
           (value[length] == ' ' || value[length] == '\0');
}

static struct rules read_rules(const char *id, const char *options) {
    struct rules rules;
    rules.awari = strcmp(id, "awari") == 0;
    rules.pits = option_number(options, "pits", 6);
    rules.seeds = option_number(options, "seeds", 4);
    rules.grand_slam = SLAM_NO_CAPTURE;
    if (option_is(options, "grand_slam", "capture"))
        rules.grand_slam = SLAM_CAPTURE;
    if (option_is(options, "grand_slam", "illegal"))
        rules.grand_slam = SLAM_ILLEGAL;
    rules.majority = !rules.awari && option_is(options, "majority", "yes");
    return rules;
}

/* ---- The board ---- */

static int other(int player) { return player == SOUTH ? NORTH : SOUTH; }

static int owner(const struct rules *rules, int pit) { return pit < rules->pits ? SOUTH : NORTH; }

static int row_seeds(const struct rules *rules, const struct position *position, int player) {
    int sum = 0;
    for (int pit = 0; pit < 2 * rules->pits; pit++)
        if (owner(rules, pit) == player)
            sum += position->pit[pit];
    return sum;
}

static struct position start_position(const struct rules *rules) {
    struct position position;
    memset(&position, 0, sizeof position);
    for (int pit = 0; pit < 2 * rules->pits; pit++)
        position.pit[pit] = rules->seeds;
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

static void write_position(const struct rules *rules, const struct position *position,
                           char text[TWIN_TEXT]) {
    text[0] = '\0';
    for (int pit = 2 * rules->pits - 1; pit >= rules->pits; pit--) {
        add_number(text, position->pit[pit]);
        add_text(text, pit > rules->pits ? "," : "/");
    }
    for (int pit = 0; pit < rules->pits; pit++) {
        add_number(text, position->pit[pit]);
        add_text(text, pit < rules->pits - 1 ? "," : " ");
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

static int read_turn(const char **at, int *turn) {
    if (**at != 'S' && **at != 'N')
        return 1;
    *turn = **at == 'S' ? SOUTH : NORTH;
    (*at)++;
    return 0;
}

static int read_board(const struct rules *rules, const char **at, struct position *position) {
    for (int pit = 2 * rules->pits - 1; pit >= rules->pits; pit--) {
        if (read_count(at, &position->pit[pit]))
            return 1;
        if (read_char(at, pit > rules->pits ? ',' : '/'))
            return 1;
    }
    for (int pit = 0; pit < rules->pits; pit++) {
        if (read_count(at, &position->pit[pit]))
            return 1;
        if (pit < rules->pits - 1 && read_char(at, ','))
            return 1;
    }
    return 0;
}

static int total_is_wrong(const struct rules *rules, const struct position *position) {
    int total = position->store[SOUTH] + position->store[NORTH];
    total += row_seeds(rules, position, SOUTH) + row_seeds(rules, position, NORTH);
    return total > 2 * rules->pits * rules->seeds;
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

/* ---- A move ---- */

/* Sows the seeds of a pit and returns the pit of the last one. */
static int sow(const struct rules *rules, struct position *position, int pit) {
    int hand = position->pit[pit];
    int last = pit;
    position->pit[pit] = 0;
    while (hand > 0) {
        last = (last + 1) % (2 * rules->pits);
        if (last == pit)
            continue;
        position->pit[last]++;
        hand--;
    }
    return last;
}

static int may_be_captured(const struct rules *rules, const struct position *position, int pit) {
    return owner(rules, pit) != position->turn &&
           (position->pit[pit] == 2 || position->pit[pit] == 3);
}

/* Captures from the last pit backwards and returns the number of seeds. */
static int capture(const struct rules *rules, struct position *position, int last) {
    int captured = 0;
    while (may_be_captured(rules, position, last)) {
        captured += position->pit[last];
        position->pit[last] = 0;
        last = (last + 2 * rules->pits - 1) % (2 * rules->pits);
    }
    position->store[position->turn] += captured;
    return captured;
}

/* Sows and captures, whether or not the move is legal; returns 1 for a grand slam. */
static int try_move(const struct rules *rules, struct position *position, int pit) {
    int last = sow(rules, position, pit);
    struct position sown = *position;
    int captured = capture(rules, position, last);
    int slam = captured > 0 && row_seeds(rules, position, other(position->turn)) == 0;
    if (!rules->awari && slam && rules->grand_slam != SLAM_CAPTURE)
        *position = sown;
    return slam;
}

/* ---- Legal moves ---- */

/* majority=yes: a player has captured more than half of all seeds: the game is over. */
static int is_decided(const struct rules *rules, const struct position *position) {
    int half = rules->pits * rules->seeds;
    return rules->majority && (position->store[SOUTH] > half || position->store[NORTH] > half);
}

static int is_own_seeded_pit(const struct rules *rules, const struct position *position, int pit) {
    return owner(rules, pit) == position->turn && position->pit[pit] > 0;
}

static int leaves_a_stone(const struct rules *rules, const struct position *position, int pit) {
    struct position after = *position;
    try_move(rules, &after, pit);
    return row_seeds(rules, &after, other(position->turn)) > 0;
}

static int some_move_leaves_a_stone(const struct rules *rules, const struct position *position) {
    for (int pit = 0; pit < 2 * rules->pits; pit++)
        if (is_own_seeded_pit(rules, position, pit) && leaves_a_stone(rules, position, pit))
            return 1;
    return 0;
}

static int is_legal_in_awari(const struct rules *rules, const struct position *position, int pit) {
    return is_own_seeded_pit(rules, position, pit) &&
           (leaves_a_stone(rules, position, pit) || !some_move_leaves_a_stone(rules, position));
}

static int sows_a_stone_across(const struct rules *rules, const struct position *position,
                               int pit) {
    struct position after = *position;
    int opponent = other(position->turn);
    sow(rules, &after, pit);
    return row_seeds(rules, &after, opponent) > row_seeds(rules, position, opponent);
}

static int is_legal_in_oware(const struct rules *rules, const struct position *position, int pit) {
    struct position after = *position;
    if (!is_own_seeded_pit(rules, position, pit))
        return 0;
    if (row_seeds(rules, position, other(position->turn)) == 0 &&
        !sows_a_stone_across(rules, position, pit))
        return 0;
    if (rules->grand_slam == SLAM_ILLEGAL && try_move(rules, &after, pit))
        return 0;
    return 1;
}

static int is_legal(const struct rules *rules, const struct position *position, int pit) {
    if (is_decided(rules, position))
        return 0;
    if (rules->awari)
        return is_legal_in_awari(rules, position, pit);
    return is_legal_in_oware(rules, position, pit);
}

static void make_move(const struct rules *rules, struct position *position, int pit) {
    try_move(rules, position, pit);
    position->turn = other(position->turn);
}

/* ---- The end ---- */

/*
 * A decided game has no legal moves.  In Awari the player to move always has a legal move if he has
 * a stone in his row.
 */
static int is_over(const struct rules *rules, const struct position *position) {
    for (int pit = 0; pit < 2 * rules->pits; pit++)
        if (is_legal(rules, position, pit))
            return 0;
    return 1;
}

/* What the player gets of the seeds left when the game ends by the rules of the board. */
static int share_at_end(const struct rules *rules, const struct position *position, int player) {
    if (!rules->awari)
        return row_seeds(rules, position, player);
    if (player == position->turn)
        return 0;
    return row_seeds(rules, position, SOUTH) + row_seeds(rules, position, NORTH);
}

/* What the player gets of the seeds left when the game ends by repetition. */
static int share_at_repetition(const struct rules *rules, const struct position *position,
                               int player) {
    if (!rules->awari)
        return row_seeds(rules, position, player);
    return (row_seeds(rules, position, SOUTH) + row_seeds(rules, position, NORTH)) / 2;
}

static int score(const struct rules *rules, const struct position *position, int player) {
    int share = is_over(rules, position) ? share_at_end(rules, position, player)
                                         : share_at_repetition(rules, position, player);
    return position->store[player] + share;
}

/* ---- The family ---- */

static char pit_name(const struct rules *rules, int pit) {
    return (char)(owner(rules, pit) == SOUTH ? 'A' + pit : 'a' + pit - rules->pits);
}

static void oware_start(const char *id, const char *options, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(id, options);
    struct position position = start_position(&rules);
    write_position(&rules, &position, text);
}

static int oware_read(const char *id, const char *options, const char *position_text,
                      char text[TWIN_TEXT]) {
    struct rules rules = read_rules(id, options);
    struct position position;
    text[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return 1;
    write_position(&rules, &position, text);
    return 0;
}

static char *oware_moves(const char *id, const char *options, const char *position_text) {
    struct rules rules = read_rules(id, options);
    struct position position;
    char *list = malloc(TWIN_TEXT);
    if (list == NULL)
        return NULL;
    list[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return list;
    for (int pit = 0; pit < 2 * rules.pits; pit++) {
        if (is_legal(&rules, &position, pit)) {
            char line[3] = {pit_name(&rules, pit), '\n', '\0'};
            add_text(list, line);
        }
    }
    return list;
}

static void oware_play(const char *id, const char *options, const char *position_text,
                       const char *move, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(id, options);
    struct position position;
    text[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return;
    for (int pit = 0; pit < 2 * rules.pits; pit++) {
        char name[2] = {pit_name(&rules, pit), '\0'};
        if (strcmp(move, name) == 0 && is_legal(&rules, &position, pit)) {
            make_move(&rules, &position, pit);
            write_position(&rules, &position, text);
            return;
        }
    }
}

static void oware_result(const char *id, const char *options, const char *position_text,
                         int repeated, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(id, options);
    struct position position;
    text[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return;
    int over = is_over(&rules, &position);
    if (!over && !repeated)
        return;
    add_text(text, "over ");
    add_number(text, score(&rules, &position, SOUTH));
    add_text(text, "-");
    add_number(text, score(&rules, &position, NORTH));
    if (!over)
        add_text(text, " repetition");
}

static const char *const oware_ids[] = {"awari", "oware", NULL};

const struct twin_family twin_oware = {oware_ids,   oware_start, oware_read,
                                       oware_moves, oware_play,  oware_result};
