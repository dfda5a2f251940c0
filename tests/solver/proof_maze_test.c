/*
 * The prover in mazes: games of a few dozen positions with moves at random, full of ways that lead
 * round in circles, which the real games hardly ever have.  All positions are solved backwards, the
 * prover is asked about each, with tables of all sizes, and the checker reads its proofs.  Where
 * the table holds less than the maze it may say that it cannot put a proof together.
 *
 *      proof_maze_test [--effort N] [--seed N]
 */
#include "../../apps/check-proof/check_proof.h"
#include "../../apps/check-proof/rulebook.h"
#include "games/game.h"
#include "support/test.h"

enum {
    MAZES = 300, /* at effort 1 */
    ROOMS = 60,  /* of a maze, for each player */
    DOORS = 4,   /* of a room */
    SEEDS = 200  /* in two holes: the first holds the number of the room */
};

struct room {
    uint8_t doors, door[DOORS]; /* to the other player's rooms; none: the game is over */
    uint8_t outcome;            /* then, enum kw_outcome */
};

/* The maze that is walked through now. */
static struct room maze[2][ROOMS];
static unsigned rooms;

/* ---- a family of games --------------------------------------------------------------------- */

static struct kw_position in_room(unsigned number, unsigned turn) {
    return (struct kw_position){.hole = {(uint8_t)number, (uint8_t)(SEEDS - number)},
                                .turn = (uint8_t)turn};
}

static const struct room *room_of(const struct kw_position *position) {
    return &maze[position->turn][position->hole[0] % ROOMS];
}

static size_t maze_moves(const struct rules *rules, const struct kw_position *position,
                         kw_move *list, size_t capacity) {
    (void)rules, (void)capacity;
    for (unsigned i = 0; i < room_of(position)->doors; i++)
        list[i] = i;
    return room_of(position)->doors;
}

static size_t maze_count(const struct rules *rules, const struct kw_position *position) {
    (void)rules;
    return room_of(position)->doors;
}

static void maze_play(const struct rules *rules, const struct kw_position *position, kw_move move,
                      struct kw_position *next) {
    (void)rules;
    *next = in_room(room_of(position)->door[move], position->turn ^ 1u);
}

static void maze_start(const struct rules *rules, struct kw_position *position) {
    (void)rules;
    *position = in_room(0, KW_SOUTH);
}

static bool maze_state(const struct rules *rules, const struct kw_position *position,
                       struct kw_result *result) {
    (void)rules;
    result->outcome = (enum kw_outcome)room_of(position)->outcome;
    return room_of(position)->doors == 0;
}

static bool maze_refuse(const struct rules *rules, const struct kw_position *position, kw_move move,
                        struct kw_reason *reason) {
    (void)rules, (void)reason;
    return move >= room_of(position)->doors;
}

static void maze_move_text(const struct rules *rules, const struct kw_position *position,
                           kw_move move, struct text *text) {
    (void)rules, (void)position;
    text_char(text, (char)('A' + move));
}

static const struct family maze_family = {.start = maze_start,
                                          .state = maze_state,
                                          .explain_illegal = maze_refuse,
                                          .move_text = maze_move_text,
                                          .rules_size = sizeof(struct rules)};
static const struct kw_info maze_info = {
    .id = "kujifunza", .name = "Maze", .rows = 2, .columns = 1};
static const struct rules maze_rules = {.rows = 2, .columns = 1, .seeds = SEEDS};
static const struct kw_game maze_game = {.family = &maze_family,
                                         .info = &maze_info,
                                         .rules = &maze_rules,
                                         .moves = maze_moves,
                                         .count = maze_count,
                                         .play = maze_play};

/* ---- its rules, as the checker asks for them ----------------------------------------------- */

struct rulebook {
    char id[RULEBOOK_TEXT], options[RULEBOOK_TEXT];
};

void *memory_grow(void *old, size_t count, size_t size) {
    void *memory = realloc(old, count * size);
    if (memory == NULL)
        abort();
    return memory;
}

struct rulebook *rulebook_open(const char *id, const char *options, char fault[RULEBOOK_TEXT]) {
    static struct rulebook rules;
    (void)fault;
    snprintf(rules.id, sizeof rules.id, "%s", id);
    snprintf(rules.options, sizeof rules.options, "%s", options);
    return &rules;
}

/* A maze has one name. */
void rulebook_name(const struct rulebook *rules, char id[RULEBOOK_TEXT],
                   char options[RULEBOOK_TEXT]) {
    memcpy(id, rules->id, sizeof rules->id);
    memcpy(options, rules->options, sizeof rules->options);
}

void rulebook_close(struct rulebook *rules) { (void)rules; }

static struct kw_position position_of(const char *text) {
    unsigned rest, number;
    char turn;
    if (sscanf(text, "%u/%u %c", &rest, &number, &turn) != 3)
        abort();
    return in_room(number, turn == 'S' ? KW_SOUTH : KW_NORTH);
}

static void position_text(const struct kw_position *position, char text[RULEBOOK_TEXT]) {
    snprintf(text, RULEBOOK_TEXT, "%u/%u %c 0/0", position->hole[1], position->hole[0],
             position->turn == KW_SOUTH ? 'S' : 'N');
}

void rulebook_start(const struct rulebook *rules, char position[RULEBOOK_TEXT]) {
    struct kw_position start = in_room(0, KW_SOUTH);
    (void)rules;
    position_text(&start, position);
}

bool rulebook_reads(const struct rulebook *rules, const char *position) {
    struct kw_position read = position_of(position);
    char text[RULEBOOK_TEXT];
    (void)rules;
    position_text(&read, text);
    return read.hole[0] < rooms && strcmp(text, position) == 0;
}

char rulebook_outcome(const struct rulebook *rules, const char *position) {
    struct kw_position read = position_of(position);
    (void)rules;
    return room_of(&read)->doors > 0 ? '\0' : "?SN="[room_of(&read)->outcome];
}

char *rulebook_moves(const struct rulebook *rules, const char *position) {
    struct kw_position read = position_of(position);
    char *lines = memory_grow(NULL, 2 * DOORS + 1, 1);
    (void)rules;
    for (unsigned i = 0; i < room_of(&read)->doors; i++) {
        lines[2 * i] = (char)('A' + i);
        lines[2 * i + 1] = '\n';
    }
    lines[2 * room_of(&read)->doors] = '\0';
    return lines;
}

void rulebook_play(const struct rulebook *rules, const char *position, const char *move,
                   char next[RULEBOOK_TEXT]) {
    struct kw_position read = position_of(position);
    (void)rules;
    maze_play(NULL, &read, (kw_move)(*move - 'A'), &read);
    position_text(&read, next);
}

/* ---- mazes --------------------------------------------------------------------------------- */

static void maze_build(struct kw_random *random) {
    rooms = 4 + kw_random_below(random, ROOMS - 4);
    unsigned ends = 1 + kw_random_below(random, 6); /* one room of so many and one is an end */
    for (unsigned i = 0; i < 2 * rooms; i++) {
        struct room *room = &maze[i / rooms][i % rooms];
        *room = (struct room){.outcome = (uint8_t)(KW_SOUTH_WINS + kw_random_below(random, 3))};
        if (kw_random_below(random, 4) > 0 && room->outcome == KW_DRAW)
            room->outcome = (uint8_t)(KW_SOUTH_WINS + kw_random_below(random, 2));
        if (kw_random_below(random, ends + 1) > 0)
            room->doors = (uint8_t)(1 + kw_random_below(random, DOORS));
        for (unsigned j = 0; j < room->doors; j++)
            room->door[j] = (uint8_t)kw_random_below(random, rooms);
    }
}

/* Tells backwards from the ends who wins each room; what is left is a draw. */
static void maze_solve(uint8_t value[2][ROOMS]) {
    memset(value, KW_GOING_ON, 2 * ROOMS);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < 2 * rooms; i++) {
            unsigned turn = i / rooms, number = i % rooms;
            const struct room *room = &maze[turn][number];
            uint8_t won = turn == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
            unsigned lost = 0, before = value[turn][number];
            for (unsigned j = 0; j < room->doors; j++) {
                uint8_t next = value[turn ^ 1][room->door[j]];
                if (next == won)
                    value[turn][number] = won;
                lost += next == (uint8_t)(KW_SOUTH_WINS + KW_NORTH_WINS - won);
            }
            if (room->doors == 0)
                value[turn][number] = room->outcome;
            else if (lost == room->doors)
                value[turn][number] = (uint8_t)(KW_SOUTH_WINS + KW_NORTH_WINS - won);
            changed = changed || value[turn][number] != before;
        }
    }
    for (unsigned i = 0; i < 2 * rooms; i++)
        if (value[i / rooms][i % rooms] == KW_GOING_ON)
            value[i / rooms][i % rooms] = KW_DRAW;
}

/* ---- the checks ---------------------------------------------------------------------------- */

static bool write_piece(void *context, const char *text, size_t length) {
    return fwrite(text, 1, length, context) == length;
}

static void check_proven(struct test *test, struct kw_prover *prover, unsigned number,
                         const struct kw_position *position, enum kw_player player) {
    char *proof = NULL, *answer = NULL, fault[PROOF_SENTENCE + 32] = "";
    size_t length = 0, answered = 0;
    struct kw_error error = {0};
    FILE *file = open_memstream(&proof, &length);
    if (file == NULL)
        abort();
    bool good = kw_prover_prove(prover, position, 1, player, NULL, NULL, write_piece, file, &error);
    fclose(file);
    if (!good && number % 3 < 2 && strstr(error.message, "larger table") != NULL) {
        free(proof); /* so little memory that it had to say so */
        return;
    }
    test_expect(test, good, "maze %u, room %u: %s", number, position->hole[0], error.message);
    FILE *again = fmemopen(proof, length, "r"), *out = open_memstream(&answer, &answered);
    if (again == NULL || out == NULL)
        abort();
    good = good && check_proof(again, out, fault);
    test_expect(test, good, "maze %u, room %u: %s", number, position->hole[0], fault);
    fclose(again);
    fclose(out);
    free(proof);
    free(answer);
}

static void check_maze(struct test *test, unsigned number, size_t *draws) {
    static const size_t memory[] = {64, 1024, 65536};
    uint8_t value[2][ROOMS];
    struct kw_random random;
    test_random(test, "maze", number, &random);
    maze_build(&random);
    maze_solve(value);
    struct kw_prover *prover =
        kw_prover_new(&maze_game, memory[number % 3], 1 + number / 3 % 2, NULL);
    if (prover == NULL)
        abort();
    for (unsigned i = 0; i < 2 * rooms; i++) {
        struct kw_position position = in_room(i % rooms, i / rooms);
        enum kw_player player = (enum kw_player)kw_random_below(&random, 2);
        enum kw_outcome outcome = kw_prover_decide(prover, &position, player, NULL, NULL);
        test_expect(test, outcome == (enum kw_outcome)value[i / rooms][i % rooms],
                    "maze %u, room %u of player %u: %d, not %d", number, i % rooms, i / rooms,
                    outcome, value[i / rooms][i % rooms]);
        *draws += outcome == KW_DRAW;
        if (room_of(&position)->doors > 0 && i % 4 == 0)
            check_proven(test, prover, number, &position, player);
    }
    kw_prover_free(prover);
}

/* Whether a proof by hand is taken. */
static bool is_taken(const char *claim) {
    char proof[256], whole[320], *answer = NULL, fault[PROOF_SENTENCE + 32];
    size_t answered = 0;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    snprintf(proof, sizeof proof, "komwe-proof 1\ngame kujifunza\noptions\n%s\nA\n", claim);
    for (const char *c = proof; *c != '\0'; c++)
        sum = (sum ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    snprintf(whole, sizeof whole, "%send 1 %016llx\n", proof, (unsigned long long)sum);
    FILE *file = fmemopen(whole, strlen(whole), "r"), *out = open_memstream(&answer, &answered);
    if (file == NULL || out == NULL)
        abort();
    bool taken = check_proof(file, out, fault);
    fclose(file);
    fclose(out);
    free(answer);
    return taken;
}

/* South can go round for ever, which holds and does not win; or North can be shut in. */
static void check_circle(struct test *test) {
    rooms = 1;
    maze[KW_SOUTH][0] = maze[KW_NORTH][0] = (struct room){.doors = 1};
    test_expect(test, is_taken("claim S holds 200/0 S 0/0"), "a circle holds");
    test_expect(test, !is_taken("claim S wins 200/0 S 0/0"), "a circle does not win");
    maze[KW_NORTH][0] = (struct room){.outcome = KW_SOUTH_WINS};
    test_expect(test, is_taken("claim S wins 200/0 S 0/0"), "an end wins");
    test_expect(test, !is_taken("claim N wins 200/0 S 0/0"), "but not for the other");
    maze[KW_NORTH][0] = (struct room){.outcome = KW_DRAW};
    test_expect(test, is_taken("claim S holds 200/0 S 0/0"), "a draw holds");
    test_expect(test, !is_taken("claim S wins 200/0 S 0/0"), "a draw does not win");
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    size_t draws = 0;
    for (unsigned i = 0; i < MAZES * test.effort; i++)
        check_maze(&test, i, &draws);
    check_circle(&test);
    test_expect(&test, draws > 0, "no maze has a draw");
    printf("%zu draws\n", draws);
    return test_end(&test);
}
