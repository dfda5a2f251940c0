/*
 * Slow twin of Kalah: two rows, single laps unless relay=yes, the own store is sown.
 */
#include "twin/twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOUTH, NORTH };
enum rest { REST_OWNER, REST_OTHER };
enum { RELAY_LIMIT = 100000 }; /* a move that has sown more does not begin another lap */
enum { MAX_PITS = 10, MAX_COUNT = 255, OWN_STORE = -1 };

struct rules {
    int pits;
    int seeds;
    int captures;
    int capture_empty; /* the last seed is banked even if the opposite pit is empty */
    int capture_again; /* who captures moves again */
    int relay;         /* a last seed in a pit with seeds takes them up, to be sown on */
    int stuck;         /* the game ends when the mover's row is empty, not when either is */
    int majority;      /* it ends when a store holds more than half of the seeds */
    int swap;          /* in the second turn, before any move of it, sides can be changed */
    enum rest rest;
};

/* Pits 0..pits-1 are South's, pits..2*pits-1 North's, counterclockwise. */
struct position {
    int pit[2 * MAX_PITS];
    int turn;
    int store[2];
    const char *over; /* "S", "N" or "draw", as relay=yes lets a position say; else NULL */
    int opening;      /* with swap=yes: the first two turns that have not ended, 2 to 0 */
    int extra;        /* and whether the player to move has moved in this one */
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
    rules.seeds = option_number(options, "seeds", 4);
    rules.captures = !option_is(options, "capture", "none");
    rules.capture_empty = option_is(options, "capture", "empty");
    rules.capture_again = option_is(options, "capture_again", "yes");
    rules.relay = option_is(options, "relay", "yes");
    rules.stuck = option_is(options, "end", "stuck");
    rules.majority = option_is(options, "majority", "yes");
    rules.swap = option_is(options, "swap", "yes");
    rules.rest = option_is(options, "rest", "other") ? REST_OTHER : REST_OWNER;
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
    position.opening = rules->swap ? 2 : 0;
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
    if (position->over != NULL) {
        add_text(text, " over=");
        add_text(text, position->over);
    }
    if (position->opening > 0)
        add_text(text, position->opening == 2 ? " opening=2" : " opening=1");
    if (position->extra)
        add_text(text, " extra=yes");
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

/* Passes a field if it comes next. */
static int take_field(const char **at, const char *field) {
    size_t length = strlen(field);
    if (strncmp(*at, field, length) != 0 || ((*at)[length] != ' ' && (*at)[length] != '\0'))
        return 0;
    *at += length;
    return 1;
}

/* Reads one field, which may not have been read before. */
static int read_field(const struct rules *rules, const char **at, struct position *position) {
    static const char *const results[] = {"S", "N", "draw"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        char field[16];
        snprintf(field, sizeof field, " over=%s", results[i]);
        if (rules->relay && position->over == NULL && take_field(at, field)) {
            position->over = results[i];
            return 0;
        }
    }
    for (int opening = 1; opening <= 2; opening++)
        if (rules->swap && position->opening == 0 &&
            take_field(at, opening == 2 ? " opening=2" : " opening=1")) {
            position->opening = opening;
            return 0;
        }
    if (rules->swap && !position->extra && take_field(at, " extra=yes")) {
        position->extra = 1;
        return 0;
    }
    return 1;
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
    while (*at != '\0')
        if (read_field(rules, &at, position))
            return 1;
    return total_is_wrong(rules, position);
}

/* ---- The game ---- */

static int store_decides(const struct rules *rules, const struct position *position) {
    int all = 2 * rules->pits * rules->seeds;
    return rules->majority &&
           (2 * position->store[SOUTH] > all || 2 * position->store[NORTH] > all);
}

static int is_over(const struct rules *rules, const struct position *position) {
    if (position->over != NULL || store_decides(rules, position) ||
        row_seeds(rules, position, position->turn) == 0)
        return 1;
    return !rules->stuck && row_seeds(rules, position, other(position->turn)) == 0;
}

/*
 * Who would move again after a move that ended the game does not, unless it matters for the rest
 * whose row is empty.
 */
static int turn_is_lost(const struct rules *rules, const struct position *position) {
    if (store_decides(rules, position))
        return 1;
    return !rules->stuck && rules->rest != REST_OTHER && is_over(rules, position);
}

/* The seeds of a player in a game that is over. */
static int final_seeds(const struct rules *rules, const struct position *position, int player) {
    int crossed = rules->rest == REST_OTHER && !store_decides(rules, position);
    return position->store[player] + row_seeds(rules, position, crossed ? other(player) : player);
}

static int is_legal(const struct rules *rules, const struct position *position, int pit) {
    return !is_over(rules, position) && owner(rules, pit) == position->turn &&
           position->pit[pit] > 0;
}

static int last_pit(const struct rules *rules, int player) {
    return player == SOUTH ? rules->pits - 1 : 2 * rules->pits - 1;
}

/* The place after `place` counterclockwise, for the sowing of `player`. */
static int next_place(const struct rules *rules, int player, int place) {
    if (place == last_pit(rules, player))
        return OWN_STORE;
    if (place == OWN_STORE)
        place = last_pit(rules, player);
    return (place + 1) % (2 * rules->pits);
}

/* Whether there was one. */
static int capture(const struct rules *rules, struct position *position, int player, int pit) {
    int across = opposite(rules, pit);
    if (!rules->captures || (position->pit[across] == 0 && !rules->capture_empty))
        return 0;
    position->store[player] += position->pit[across];
    position->pit[across] = 0;
    position->store[player] += position->pit[pit];
    position->pit[pit] = 0;
    return 1;
}

/* Sows a pit; returns where the last seed fell. */
static int sow_pit(const struct rules *rules, struct position *position, int player, int pit) {
    int hand = position->pit[pit];
    int place = pit;
    position->pit[pit] = 0;
    while (hand > 0) {
        place = next_place(rules, player, place);
        if (place == OWN_STORE)
            position->store[player]++;
        else
            position->pit[place]++;
        hand--;
    }
    return place;
}

static int may_change_sides(const struct rules *rules, const struct position *position) {
    return position->opening == 1 && !position->extra && !is_over(rules, position);
}

static void end_turn(struct position *position) {
    position->turn = other(position->turn);
    position->extra = 0;
    if (position->opening > 0)
        position->opening--;
}

static void make_move(const struct rules *rules, struct position *position, int pit) {
    int player = position->turn;
    int again = 0;
    long sown = position->pit[pit];
    int place = sow_pit(rules, position, player, pit);
    while (rules->relay && place != OWN_STORE && position->pit[place] > 1 && sown <= RELAY_LIMIT) {
        sown += position->pit[place];
        place = sow_pit(rules, position, player, place);
    }
    if (place == OWN_STORE)
        again = 1;
    else if (owner(rules, place) == player && position->pit[place] == 1)
        again = capture(rules, position, player, place) && rules->capture_again;
    if (!again || turn_is_lost(rules, position))
        end_turn(position);
    else
        position->extra = position->opening > 0;
}

/* Each player has the pits and the store of the other; the first player moves. */
static void change_sides(const struct rules *rules, struct position *position) {
    struct position old = *position;
    for (int pit = 0; pit < 2 * rules->pits; pit++)
        position->pit[pit] = old.pit[(pit + rules->pits) % (2 * rules->pits)];
    position->store[SOUTH] = old.store[NORTH];
    position->store[NORTH] = old.store[SOUTH];
    end_turn(position);
}

/* ---- The family ---- */

static char pit_name(const struct rules *rules, int pit) {
    return (char)(owner(rules, pit) == SOUTH ? 'A' + pit : 'a' + pit - rules->pits);
}

static void kalah_start(const char *id, const char *options, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(options);
    struct position position = start_position(&rules);
    (void)id;
    write_position(&rules, &position, text);
}

static int kalah_read(const char *id, const char *options, const char *position_text,
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

static char *kalah_moves(const char *id, const char *options, const char *position_text) {
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
        if (is_legal(&rules, &position, pit)) {
            char line[3] = {pit_name(&rules, pit), '\n', '\0'};
            add_text(list, line);
        }
    }
    if (may_change_sides(&rules, &position))
        add_text(list, "swap\n");
    return list;
}

static void kalah_play(const char *id, const char *options, const char *position_text,
                       const char *move, char text[TWIN_TEXT]) {
    struct rules rules = read_rules(options);
    struct position position;
    (void)id;
    text[0] = '\0';
    if (read_position(&rules, position_text, &position))
        return;
    if (strcmp(move, "swap") == 0 && may_change_sides(&rules, &position)) {
        change_sides(&rules, &position);
        write_position(&rules, &position, text);
        return;
    }
    for (int pit = 0; pit < 2 * rules.pits; pit++) {
        char name[2] = {pit_name(&rules, pit), '\0'};
        if (strcmp(move, name) == 0 && is_legal(&rules, &position, pit)) {
            make_move(&rules, &position, pit);
            write_position(&rules, &position, text);
            return;
        }
    }
}

static void kalah_result(const char *id, const char *options, const char *position_text,
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
    if (position.over != NULL) {
        add_text(text, position.over);
        return;
    }
    if (!over)
        rules.rest = REST_OWNER;
    add_number(text, final_seeds(&rules, &position, SOUTH));
    add_text(text, "-");
    add_number(text, final_seeds(&rules, &position, NORTH));
    if (!over)
        add_text(text, " repetition");
}

static const char *const kalah_ids[] = {"kalah", NULL};

const struct twin_family twin_kalah = {kalah_ids,   kalah_start, kalah_read,
                                       kalah_moves, kalah_play,  kalah_result};
