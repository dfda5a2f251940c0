/*
 * Slow twin of Giuthi: two rows, relay sowing that turns round at every lap.
 */
#include "twin/twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOUTH, NORTH };
enum { MAX_PITS = 10, MAX_COUNT = 255, OWN_STORE = -1 };
enum { CCW = 1, CW = -1 };
enum endless { ENDLESS_STOP, ENDLESS_VOID, ENDLESS_LOSES };
enum over { NOT_OVER, OVER_DRAW, OVER_SOUTH, OVER_NORTH };

struct rules {
    int pits;
    int seeds;
    int sow_store;
    int skip_move; /* skip=move: only the pit that the move began with is passed over */
    int endless_limit;
    enum endless endless_result;
};

/* Pits 0..pits-1 are South's, pits..2*pits-1 North's, counterclockwise. */
struct position {
    int pit[2 * MAX_PITS];
    int turn;
    int store[2];
    enum over over; /* only after a move that did not end */
};

/* What has happened so far in the move being played. */
struct move {
    int player;
    int start;     /* the pit that it began with */
    int direction; /* of the current lap */
    int place;     /* of the last seed */
    int sown;
    int reached_opponent;
    int was_empty; /* the place of the last seed, before it fell */
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

static struct rules read_rules(const char *options) {
    struct rules rules;
    rules.pits = option_number(options, "pits", 6);
    rules.seeds = option_number(options, "seeds", 6);
    rules.sow_store = option_is(options, "sow_store", "yes");
    rules.skip_move = option_is(options, "skip", "move");
    rules.endless_limit = option_number(options, "endless.limit", 100000);
    rules.endless_result = ENDLESS_STOP;
    if (option_is(options, "endless.result", "void"))
        rules.endless_result = ENDLESS_VOID;
    if (option_is(options, "endless.result", "loses"))
        rules.endless_result = ENDLESS_LOSES;
    return rules;
}

/* ---- The board ---- */

static int other(int player) { return player == SOUTH ? NORTH : SOUTH; }

static int owner(const struct rules *rules, int pit) { return pit < rules->pits ? SOUTH : NORTH; }

static int opposite(const struct rules *rules, int pit) { return 2 * rules->pits - 1 - pit; }

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
    if (position->over == OVER_DRAW)
        add_text(text, " over=draw");
    if (position->over == OVER_SOUTH)
        add_text(text, " over=S");
    if (position->over == OVER_NORTH)
        add_text(text, " over=N");
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

/* The one field, if it is given; it must be the rest of the text. */
static int read_over(const char *at, enum over *over) {
    *over = NOT_OVER;
    if (strcmp(at, "") == 0)
        return 0;
    if (strcmp(at, " over=draw") == 0)
        *over = OVER_DRAW;
    if (strcmp(at, " over=S") == 0)
        *over = OVER_SOUTH;
    if (strcmp(at, " over=N") == 0)
        *over = OVER_NORTH;
    return *over == NOT_OVER;
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
    if (read_over(at, &position->over))
        return 1;
    return total_is_wrong(rules, position);
}

/* ---- Legal moves ---- */

static int can_be_played(const struct rules *rules, const struct position *position, int player,
                         int pit) {
    return position->over == NOT_OVER && owner(rules, pit) == player && position->pit[pit] >= 2;
}

static int can_move(const struct rules *rules, const struct position *position, int player) {
    for (int pit = 0; pit < 2 * rules->pits; pit++)
        if (can_be_played(rules, position, player, pit))
            return 1;
    return 0;
}

static int must_pass(const struct rules *rules, const struct position *position) {
    return !can_move(rules, position, position->turn) &&
           can_move(rules, position, other(position->turn));
}

static int is_over(const struct rules *rules, const struct position *position) {
    return !can_move(rules, position, SOUTH) && !can_move(rules, position, NORTH);
}

/* ---- A lap ---- */

static int next_pit(const struct rules *rules, int direction, int pit) {
    return (pit + direction + 2 * rules->pits) % (2 * rules->pits);
}

static int rightmost_pit(const struct rules *rules, int player) {
    return player == SOUTH ? rules->pits - 1 : 2 * rules->pits - 1;
}

static int leftmost_pit(const struct rules *rules, int player) {
    return player == SOUTH ? 0 : rules->pits;
}

/* The own store lies between the player's rightmost and the opponent's leftmost pit. */
static int next_place(const struct rules *rules, int player, int direction, int place) {
    int before_store = rightmost_pit(rules, player);
    int after_store = leftmost_pit(rules, other(player));
    if (place == OWN_STORE)
        return direction == CCW ? after_store : before_store;
    if (rules->sow_store && direction == CCW && place == before_store)
        return OWN_STORE;
    if (rules->sow_store && direction == CW && place == after_store)
        return OWN_STORE;
    return next_pit(rules, direction, place);
}

static void drop_seed(const struct rules *rules, struct position *position, struct move *move) {
    move->sown++;
    if (move->place == OWN_STORE) {
        position->store[move->player]++;
        return;
    }
    move->was_empty = position->pit[move->place] == 0;
    position->pit[move->place]++;
    if (owner(rules, move->place) != move->player)
        move->reached_opponent = 1;
}

static void sow_lap(const struct rules *rules, struct position *position, struct move *move) {
    int lap_start = move->place;
    int passed_over = rules->skip_move ? move->start : lap_start;
    int hand = position->pit[lap_start];
    position->pit[lap_start] = 0;
    while (hand > 0) {
        move->place = next_place(rules, move->player, move->direction, move->place);
        if (move->place == passed_over)
            continue;
        drop_seed(rules, position, move);
        hand--;
    }
}

/* ---- The end of a move ---- */

static void take(struct position *position, int player, int pit) {
    position->store[player] += position->pit[pit];
    position->pit[pit] = 0;
}

static void capture(const struct rules *rules, struct position *position, const struct move *move) {
    int player = move->player;
    int pit = move->place;
    if (owner(rules, pit) != player || !move->reached_opponent)
        return;
    if (position->pit[opposite(rules, pit)] == 0)
        return;
    take(position, player, opposite(rules, pit));
    take(position, player, pit);
    pit = next_pit(rules, move->direction, pit);
    while (owner(rules, pit) == player && position->pit[pit] == 0 &&
           position->pit[opposite(rules, pit)] > 0) {
        take(position, player, opposite(rules, pit));
        pit = next_pit(rules, move->direction, pit);
    }
}

static void end_endless_move(const struct rules *rules, struct position *position, int player) {
    if (rules->endless_result == ENDLESS_VOID)
        position->over = OVER_DRAW;
    if (rules->endless_result == ENDLESS_LOSES)
        position->over = player == SOUTH ? OVER_NORTH : OVER_SOUTH;
}

static void make_move(const struct rules *rules, struct position *position, int pit,
                      int direction) {
    struct move move = {position->turn, pit, direction, pit, 0, 0, 0};
    position->turn = other(move.player);
    for (;;) {
        sow_lap(rules, position, &move);
        if (move.place == OWN_STORE)
            return;
        if (move.was_empty) {
            capture(rules, position, &move);
            return;
        }
        if (move.sown > rules->endless_limit) {
            end_endless_move(rules, position, move.player);
            return;
        }
        move.direction = -move.direction;
    }
}

/* ---- The family ---- */

static void move_name(const struct rules *rules, int pit, int direction, char name[3]) {
    name[0] = (char)(owner(rules, pit) == SOUTH ? 'A' + pit : 'a' + pit - rules->pits);
    name[1] = direction == CCW ? '>' : '<';
    name[2] = '\0';
}

static void giuthi_start(const char *id, const char *options, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(options);
    struct position position = start_position(&rules);
    (void)id;
    write_position(&rules, &position, text);
}

static int giuthi_read(const char *id, const char *options, const char *position_text,
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

static void add_move(const struct rules *rules, int pit, int direction, char list[TWIN_TEXT]) {
    char name[3];
    move_name(rules, pit, direction, name);
    add_text(list, name);
    add_text(list, "\n");
}

static char *giuthi_moves(const char *id, const char *options, const char *position_text) {
    struct rules rules = read_rules(options);
    struct position position;
    char *list = malloc(TWIN_TEXT);
    (void)id;
    if (list == NULL)
        return NULL;
    list[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return list;
    for (int pit = 0; pit < 2 * rules.pits; pit++) {
        if (can_be_played(&rules, &position, position.turn, pit)) {
            add_move(&rules, pit, CW, list); /* '<' comes before '>' in byte order */
            add_move(&rules, pit, CCW, list);
        }
    }
    if (must_pass(&rules, &position))
        add_text(list, "pass\n");
    return list;
}

/* Plays the move if it is a legal one; returns 1 if not. */
static int play_by_name(const struct rules *rules, struct position *position, const char *text) {
    char name[3];
    if (strcmp(text, "pass") == 0 && must_pass(rules, position)) {
        position->turn = other(position->turn);
        return 0;
    }
    for (int pit = 0; pit < 2 * rules->pits; pit++) {
        for (int direction = CW; direction <= CCW; direction += CCW - CW) {
            move_name(rules, pit, direction, name);
            if (strcmp(text, name) == 0 && can_be_played(rules, position, position->turn, pit)) {
                make_move(rules, position, pit, direction);
                return 0;
            }
        }
    }
    return 1;
}

static void giuthi_play(const char *id, const char *options, const char *position_text,
                        const char *move, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(options);
    struct position position;
    (void)id;
    text[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return;
    if (play_by_name(&rules, &position, move))
        return;
    write_position(&rules, &position, text);
}

static void write_score(const struct rules *rules, const struct position *position,
                        char text[TWIN_TEXT]) {
    add_text(text, "over ");
    add_number(text, position->store[SOUTH] + row_seeds(rules, position, SOUTH));
    add_text(text, "-");
    add_number(text, position->store[NORTH] + row_seeds(rules, position, NORTH));
}

static void giuthi_result(const char *id, const char *options, const char *position_text,
                          int repeated, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(options);
    struct position position;
    (void)id;
    text[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return;
    if (position.over == OVER_DRAW) {
        add_text(text, "over draw");
    } else if (position.over == OVER_SOUTH) {
        add_text(text, "over S");
    } else if (position.over == OVER_NORTH) {
        add_text(text, "over N");
    } else if (is_over(&rules, &position)) {
        write_score(&rules, &position, text);
    } else if (repeated) {
        write_score(&rules, &position, text);
        add_text(text, " repetition");
    }
}

static const char *const giuthi_ids[] = {"giuthi", NULL};

const struct twin_family twin_giuthi = {giuthi_ids,   giuthi_start, giuthi_read,
                                        giuthi_moves, giuthi_play,  giuthi_result};
