/*
 * Laws that hold for every rule set, under all its options, with every kernel: random play.
 *
 *      laws [--effort N] [--seed N] [RULE-SET]...
 *
 * A failure names the law, the rule set, its options, the kernel, the position and the move, so
 * that `komwe` can be asked about it.
 */
#include "machine/machine_family.h"
#include "support/first_games.h"
#include "support/perturb.h"
#include "support/test.h"

enum {
    KERNELS = 3,
    PLAYERS = KERNELS + 1, /* the kernels, and the listed rule set under its defaults */
    PLIES = 120,           /* of a game */
    GAMES = 8,             /* of a rule set, at effort 1 */
    FURTHER = 10,          /* the games of rules/ alone share one player: a part of the effort, */
    FURTHER_LEAST = 2,     /* but so many games each */
    LIST = 4096,           /* moves of a position; few in Bulto have more, and are left out */
    SAMPLE = 200000,       /* positions whose hashes are compared */
    GUARD = 0xA5
};

static const char *const player_names[PLAYERS] = {"plain", "vector", "v3", "listed"};

/* A rule set under some options, as every kernel plays it. */
struct subject {
    struct test *test;
    const char *id;
    char options[TEST_OPTIONS];
    struct kw_game *opened[KERNELS];
    const struct kw_game *player[PLAYERS];      /* NULL where it does not exist */
    const struct kw_clause *clause[KW_CLAUSES]; /* those that hold, NULL at the end */
    unsigned seeds;                             /* in play */
    struct kw_random random;
};

/* A position of a game, with what is asked of it again and again. */
struct scene {
    struct subject *subject;
    const struct kw_game *game;
    const char *player; /* the name of the kernel that `game` plays with */
    struct kw_position position;
    char text[KW_TEXT];
    kw_move moves[LIST]; /* in ascending order */
    size_t count;
};

/* Positions for the comparison of hashes. */
static struct kw_position sample[SAMPLE];
static size_t sampled;

/* ---- reporting ------------------------------------------------------------------------------- */

/* Checks a law.  `move` is the text of the move concerned, or "". */
__attribute__((format(printf, 5, 6))) static bool law_holds(const struct scene *scene,
                                                            const char *law, const char *move,
                                                            bool holds, const char *format, ...) {
    if (!test_count(scene->subject->test, holds))
        return holds;
    printf("FAILED %s: %s, options \"%s\", kernel %s, position \"%s\"", law, scene->subject->id,
           scene->subject->options, scene->player, scene->text);
    if (move[0] != '\0')
        printf(", move %s", move);
    printf(": ");
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    return holds;
}

/* Checks that two positions are the same byte by byte. */
static bool law_same(const struct scene *scene, const char *law, const char *move,
                     const struct kw_position *is, const struct kw_position *expected) {
    bool same = memcmp(is, expected, sizeof *is) == 0;
    char is_text[KW_TEXT] = "", expected_text[KW_TEXT] = "";
    if (!same) {
        kw_position_text(scene->game, is, is_text);
        kw_position_text(scene->game, expected, expected_text);
    }
    return law_holds(scene, law, move, same, "\"%s\" instead of \"%s\"%s", is_text, expected_text,
                     strcmp(is_text, expected_text) == 0 ? ", unused bytes differ" : "");
}

/* ---- what the laws use ---------------------------------------------------------------------- */

static int move_compare(const void *a, const void *b) {
    kw_move first = *(const kw_move *)a, second = *(const kw_move *)b;
    return (first > second) - (first < second);
}

static int child_compare(const void *a, const void *b) {
    return move_compare(&((const struct kw_child *)a)->move, &((const struct kw_child *)b)->move);
}

static int text_compare(const void *a, const void *b) { return strcmp(a, b); }

static int position_compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct kw_position));
}

static size_t moves_sorted(const struct kw_game *game, const struct kw_position *position,
                           kw_move list[LIST]) {
    size_t count = kw_moves(game, position, list, LIST);
    qsort(list, count < LIST ? count : LIST, sizeof *list, move_compare);
    return count;
}

static unsigned seeds_of(const struct kw_position *position) {
    unsigned seeds = position->store[0] + position->store[1] + position->hand;
    for (unsigned i = 0; i < KW_HOLES; i++)
        seeds += position->hole[i];
    return seeds;
}

static bool clause_known(const struct subject *subject, const struct kw_clause *clause) {
    for (size_t i = 0; clause != NULL && subject->clause[i] != NULL; i++)
        if (strcmp(subject->clause[i]->id, clause->id) == 0 &&
            strcmp(subject->clause[i]->text, clause->text) == 0)
            return true;
    return false;
}

static unsigned hole_mirrored(const struct kw_game *game, unsigned hole) {
    unsigned columns = kw_game_columns(game);
    return kw_game_info(game)->rows == 4 ? hole ^ 16u : (hole + columns) % (2 * columns);
}

static kw_move move_mirrored(const struct kw_game *game, kw_move move) {
    if (!kw_kind_has_hole(kw_move_kind(move)))
        return move;
    return (move & ~(kw_move)31) | hole_mirrored(game, kw_move_hole(move));
}

static struct scene *scene_at(struct subject *subject, unsigned player,
                              const struct kw_position *position) {
    static struct scene scene;
    scene.subject = subject;
    scene.game = subject->player[player];
    scene.player = player_names[player];
    scene.position = *position;
    kw_position_text(scene.game, position, scene.text);
    scene.count = moves_sorted(scene.game, position, scene.moves);
    return &scene;
}

/* ---- laws of a position ---------------------------------------------------------------------- */

static void law_text(const struct scene *scene) {
    struct kw_position read;
    struct kw_error error = {0};
    memset(&read, GUARD, sizeof read);
    bool accepted = kw_position_read(scene->game, scene->text, &read, &error);
    if (law_holds(scene, "position text", "", accepted, "rejected: %s", error.message))
        law_same(scene, "position text", "", &read, &scene->position);
    char drawing[KW_DRAWING];
    size_t length = strlen(kw_board_text(scene->game, &scene->position, KW_SOUTH, NULL, drawing));
    law_holds(scene, "drawing", "", length > 0 && drawing[length - 1] == '\n', "\"%s\"", drawing);
}

static void law_seeds(const struct scene *scene, const struct kw_position *position,
                      const char *move) {
    law_holds(scene, "seeds", move, seeds_of(position) == scene->subject->seeds,
              "%u seeds instead of %u", seeds_of(position), scene->subject->seeds);
}

/* Short lists hold the beginning of the long one, and nothing is written behind them. */
static void law_capacity(const struct scene *scene) {
    enum { SHORT = KW_MOVES + 8 };
    static kw_move whole[LIST];
    kw_move list[SHORT];
    size_t capacity = kw_random_below(&scene->subject->random, SHORT);
    kw_moves(scene->game, &scene->position, whole, LIST);
    memset(list, GUARD, sizeof list);
    size_t count = kw_moves(scene->game, &scene->position, list, capacity);
    size_t written = count < capacity ? count : capacity;
    bool guarded = true;
    const unsigned char *byte = (const unsigned char *)(list + capacity);
    for (size_t i = 0; i < (SHORT - capacity) * sizeof *list; i++)
        guarded = guarded && byte[i] == GUARD;
    law_holds(scene, "short list", "",
              count == scene->count && guarded && memcmp(list, whole, written * sizeof *list) == 0,
              "%zu moves with capacity %zu, %zu without; %s", count, capacity, scene->count,
              guarded ? "the guard stands" : "the guard is broken");
    count = kw_move_count(scene->game, &scene->position);
    law_holds(scene, "count", "", count == scene->count, "%zu counted, %zu listed", count,
              scene->count);
}

static void law_move_texts(const struct scene *scene) {
    enum { SHOWN = 300 };
    static char texts[SHOWN][KW_TEXT];
    size_t shown = scene->count < SHOWN ? scene->count : SHOWN;
    for (size_t i = 0; i < shown; i++) {
        kw_move list[KW_TURN_STEPS];
        struct kw_error error = {0};
        kw_move_text(scene->game, &scene->position, scene->moves[i], texts[i]);
        size_t read = kw_move_read(scene->game, &scene->position, texts[i], list, &error);
        law_holds(scene, "move text", texts[i], read == 1 && list[0] == scene->moves[i],
                  "read as %zu moves, the first %#x instead of %#x: %s", read,
                  read > 0 ? (unsigned)list[0] : 0u, (unsigned)scene->moves[i], error.message);
        list[0] = ~(kw_move)0;
        size_t parsed = kw_move_parse(scene->game, &scene->position, texts[i], list, &error);
        law_holds(scene, "move parsed", texts[i], parsed == 1 && list[0] == scene->moves[i],
                  "parsed as %#x instead of %#x", (unsigned)list[0], (unsigned)scene->moves[i]);
    }
    qsort(texts, shown, sizeof texts[0], text_compare);
    for (size_t i = 1; i < shown; i++)
        law_holds(scene, "distinct texts", texts[i], strcmp(texts[i - 1], texts[i]) != 0,
                  "two moves have this text");
}

static void law_children(const struct scene *scene) {
    static struct kw_child children[LIST];
    memset(children, GUARD, sizeof children[0] * (scene->count + 1));
    struct kw_child guard = children[scene->count];
    size_t count = kw_children(scene->game, &scene->position, children, LIST);
    if (!law_holds(scene, "children", "", count == scene->count, "%zu children, %zu moves", count,
                   scene->count))
        return;
    law_holds(scene, "children", "", memcmp(&guard, &children[count], sizeof guard) == 0,
              "written beyond the last");
    static kw_move moves[LIST];
    kw_moves(scene->game, &scene->position, moves, LIST);
    for (size_t i = 0; i < count; i++)
        law_holds(scene, "children", "", children[i].move == moves[i],
                  "not in the order of the moves");
    qsort(children, count, sizeof children[0], child_compare);
    for (size_t i = 0; i < count; i++) {
        char move[KW_TEXT];
        struct kw_position next;
        kw_move_text(scene->game, &scene->position, scene->moves[i], move);
        law_holds(scene, "children", move, children[i].move == scene->moves[i],
                  "child %#x instead of %#x", (unsigned)children[i].move,
                  (unsigned)scene->moves[i]);
        kw_play(scene->game, &scene->position, scene->moves[i], &next);
        law_same(scene, "children", move, &children[i].position, &next);
    }
    size_t capacity = kw_random_below(&scene->subject->random, (uint32_t)count + 1);
    memset(children, GUARD, sizeof children[0] * (count + 1));
    size_t again = kw_children(scene->game, &scene->position, children, capacity);
    law_holds(scene, "children", "",
              again == count && memcmp(&guard, &children[capacity], sizeof guard) == 0,
              "%zu with capacity %zu instead of %zu, or written beyond it", again, capacity, count);
}

/* How many seeds may count for nobody in a result, and whether a row of its text says who wins. */
struct uncounted {
    unsigned seeds;
    bool winner_said;
};

static unsigned law_uncounted_rest(const struct scene *scene, unsigned rest) {
    const struct kw_position *position = &scene->position;
    return rest == REST_NOBODY
               ? scene->subject->seeds - position->store[KW_SOUTH] - position->store[KW_NORTH]
           : rest == REST_HALVES ? 1
                                 : 0;
}

static struct uncounted law_uncounted(const struct scene *scene, const struct kw_result *result) {
    struct uncounted uncounted = {0};
    bool repeated = result->ending == KW_BY_REPETITION;
    if (machine_of(scene->game->rules)->trait != NULL) {
        uncounted.seeds = repeated && strcmp(scene->subject->id, "awari") == 0;
        return uncounted;
    }
    const struct machine *machine = machine_of(scene->game->rules);
    if (repeated) {
        uncounted.seeds = law_uncounted_rest(scene, machine->repeat_rest);
        return uncounted;
    }
    for (unsigned i = 0; i < machine->game_end_count; i++) {
        unsigned seeds = law_uncounted_rest(scene, machine->game_ends[i].rest);
        uncounted.seeds = seeds > uncounted.seeds ? seeds : uncounted.seeds;
        uncounted.winner_said |= machine->game_ends[i].winner != WINNER_MOST;
    }
    return uncounted;
}

static void law_state(const struct scene *scene) {
    const struct kw_game *game = scene->game;
    struct kw_result result;
    memset(&result, GUARD, sizeof result);
    bool over = kw_state(game, &scene->position, &result);
    char text[KW_TEXT];
    kw_result_text(&result, text);
    law_holds(scene, "over", "", over == (scene->count == 0) && over == (text[0] != '\0'),
              "%s with %zu moves, text \"%s\"", over ? "over" : "going on", scene->count, text);
    law_holds(scene, "outcome", "",
              over == (result.outcome != KW_GOING_ON) && result.ending == KW_BY_RULES,
              "outcome %d, ending %d", (int)result.outcome, (int)result.ending);
    if (!over && scene->position.hand > 0)
        return; /* seeds in the hand are placed one by one, so that nothing repeats */
    if (!over) {
        kw_repetition_result(game, &scene->position, &result);
        kw_result_text(&result, text);
        law_holds(scene, "repetition", "",
                  result.ending == KW_BY_REPETITION && result.outcome != KW_GOING_ON, "\"%s\"",
                  text);
    }
    bool scored = kw_game_info(game)->counts_seeds && scene->position.over == KW_GOING_ON;
    struct uncounted uncounted = law_uncounted(scene, &result);
    law_holds(scene, "scored", "",
              result.scored == scored || (uncounted.winner_said && !result.scored), "\"%s\"", text);
    if (!result.scored)
        return;
    unsigned south = result.score[KW_SOUTH], north = result.score[KW_NORTH];
    unsigned nobody = scene->subject->seeds - south - north;
    enum kw_outcome outcome = south > north   ? KW_SOUTH_WINS
                              : south < north ? KW_NORTH_WINS
                                              : KW_DRAW;
    bool narrow =
        strcmp(scene->subject->id, "kiothi") == 0 && (south == north + 2 || north == south + 2);
    law_holds(scene, "score", "",
              nobody <= uncounted.seeds && (result.outcome == outcome || uncounted.winner_said) &&
                  result.narrow == narrow,
              "\"%s\", %u seeds in play", text, scene->subject->seeds);
}

static uint64_t walk(const struct kw_game *game, const struct kw_position *position,
                     unsigned depth) {
    if (depth == 0)
        return 1;
    size_t count = kw_move_count(game, position);
    struct kw_child *children = calloc(count + 1, sizeof *children);
    uint64_t leaves = 0;
    kw_children(game, position, children, count);
    for (size_t i = 0; i < count; i++)
        leaves += walk(game, &children[i].position, depth - 1);
    free(children);
    return leaves;
}

static void law_perft(const struct scene *scene) {
    unsigned depth = kw_random_below(&scene->subject->random, scene->count < 8 ? 4 : 3);
    uint64_t walked = walk(scene->game, &scene->position, depth);
    uint64_t counted = kw_perft(scene->game, &scene->position, depth);
    law_holds(scene, "perft", "", walked == counted, "%llu counted at depth %u, %llu walked",
              (unsigned long long)counted, depth, (unsigned long long)walked);
}

/* ---- laws of refusal ------------------------------------------------------------------------- */

/* Moves that are not legal have no text; they are named by their number. */
static bool law_of_number(const struct scene *scene, const char *law, kw_move move, bool holds,
                          const char *what, const char *text) {
    char name[16] = "";
    if (!holds)
        snprintf(name, sizeof name, "%#x", (unsigned)move);
    return law_holds(scene, law, name, holds, "%s \"%s\"", what, text);
}

static void law_reason(const struct scene *scene, const struct kw_reason *reason, kw_move move) {
    char text[KW_TEXT] = "";
    bool known = clause_known(scene->subject, reason->clause);
    bool placed = reason->hole <= KW_HAND || reason->hole == KW_NOWHERE;
    if (known && placed && reason->text != NULL)
        kw_reason_text(scene->game, reason, text);
    law_of_number(scene, "clause of a refusal", move, known && placed,
                  "an unknown place, or the clause",
                  reason->clause != NULL ? reason->clause->id : "none");
    law_of_number(scene, "text of a refusal", move, text[0] != '\0' && !strchr(text, '%'), "it is",
                  text);
}

static void law_refusal(const struct scene *scene, kw_move move) {
    struct kw_reason reason = {0};
    bool legal = bsearch(&move, scene->moves, scene->count, sizeof move, move_compare) != NULL;
    bool refused = kw_explain_illegal(scene->game, &scene->position, move, &reason);
    law_of_number(scene, "refusal", move, refused != legal, legal ? "refused" : "not refused", "");
    if (refused && !legal)
        law_reason(scene, &reason, move);
}

/* Asks about every move there could be: those in the list are legal, no others. */
static void law_refusals(const struct scene *scene) {
    uint32_t numbers = 3;
    for (size_t i = 0; i < scene->count; i++) {
        law_refusal(scene, scene->moves[i]);
        if (kw_move_number(scene->moves[i]) + 2 > numbers)
            numbers = kw_move_number(scene->moves[i]) + 2;
    }
    if (numbers > 24)
        numbers = 24;
    for (uint32_t number = 0; number < numbers; number++)
        for (kw_move low = 0; low < 1u << 10; low++)
            law_refusal(scene, low | number << 10);
    for (unsigned i = 0; i < 64; i++)
        law_refusal(scene, (kw_move)kw_random_next(&scene->subject->random));
    struct kw_reason reason = {0};
    if (kw_constraint(scene->game, &scene->position, &reason))
        law_reason(scene, &reason, ~(kw_move)0);
}

/* ---- laws of symmetry ------------------------------------------------------------------------ */

/* The key is the board as the mover sees it, and does not depend on captured seeds. */
static void law_key(const struct scene *scene, const struct kw_position *mirrored) {
    struct kw_position key, other, moved = scene->position;
    const struct kw_position *seen = moved.turn == KW_SOUTH ? &moved : mirrored;
    kw_key(scene->game, &scene->position, &key);
    law_holds(scene, "key", "",
              memcmp(key.hole, seen->hole, sizeof key.hole) == 0 && key.mark == seen->mark &&
                  key.mark2 == seen->mark2,
              "not the board as the mover sees it");
    kw_key(scene->game, mirrored, &other);
    law_same(scene, "key of the mirror", "", &other, &key);
    if (!kw_game_info(scene->game)->counts_seeds || scene->game->family->asks_stores ||
        moved.store[0] == 0)
        return;
    moved.store[0]--;
    moved.store[1]++;
    kw_key(scene->game, &moved, &other);
    law_same(scene, "key without stores", "", &other, &key);
}

/* Who places first is followed by a placing, who places second is not: their values differ. */
static void law_key_placing(const struct scene *scene, const struct kw_position *mirrored) {
    struct kw_position key, other;
    kw_key(scene->game, &scene->position, &key);
    kw_key(scene->game, mirrored, &other);
    law_holds(scene, "key while placing", "", memcmp(&key, &other, sizeof key) != 0,
              "it is that of the mirror, where the other player places next or nobody does");
}

static void law_mirrored_result(const struct scene *scene, const struct kw_position *mirrored) {
    static const enum kw_outcome other[] = {KW_GOING_ON, KW_NORTH_WINS, KW_SOUTH_WINS, KW_DRAW};
    struct kw_result here, there;
    kw_state(scene->game, &scene->position, &here);
    kw_state(scene->game, mirrored, &there);
    law_holds(scene, "mirrored result", "",
              there.outcome == other[here.outcome] && there.score[0] == here.score[1] &&
                  there.score[1] == here.score[0],
              "outcome %d %u-%u, mirrored %d %u-%u", (int)here.outcome, here.score[0],
              here.score[1], (int)there.outcome, there.score[0], there.score[1]);
}

static void law_mirrored_move(const struct scene *scene, const struct kw_position *mirrored,
                              kw_move move) {
    char text[KW_TEXT];
    struct kw_position next, other, expected;
    kw_move_text(scene->game, &scene->position, move, text);
    kw_play(scene->game, &scene->position, move, &next);
    /* South places first and North second, so the end of a placing has no mirror image. */
    if (scene->position.phase != 0 && next.turn != scene->position.turn)
        return;
    kw_mirror(scene->game, &next, &expected);
    kw_play(scene->game, mirrored, move_mirrored(scene->game, move), &other);
    law_same(scene, "mirrored move", text, &other, &expected);
}

static void law_mirror(const struct scene *scene) {
    struct kw_position mirrored, twice;
    kw_mirror(scene->game, &scene->position, &mirrored);
    kw_mirror(scene->game, &mirrored, &twice);
    law_same(scene, "mirror twice", "", &twice, &scene->position);
    law_holds(scene, "mirrored turn", "", mirrored.turn != scene->position.turn, "turn stays");
    static kw_move list[LIST], expected[LIST];
    size_t count = moves_sorted(scene->game, &mirrored, list);
    for (size_t i = 0; i < scene->count; i++)
        expected[i] = move_mirrored(scene->game, scene->moves[i]);
    qsort(expected, scene->count, sizeof *expected, move_compare);
    if (!law_holds(scene, "mirrored moves", "",
                   count == scene->count && memcmp(list, expected, count * sizeof *list) == 0,
                   "%zu moves, %zu in the mirror, or others", scene->count, count))
        return;
    for (size_t i = 0; i < scene->count && i < KW_MOVES; i++)
        law_mirrored_move(scene, &mirrored, scene->moves[i]);
    law_mirrored_result(scene, &mirrored);
    if (scene->position.phase == 0)
        law_key(scene, &mirrored);
    else
        law_key_placing(scene, &mirrored);
}

/* ---- laws of a move -------------------------------------------------------------------------- */

struct watched {
    const struct scene *scene;
    const char *move;
    struct kw_position replayed;
    size_t events, stop_after;
    unsigned relay; /* where the sowing has just been said to go on, or KW_NOWHERE */
    bool stopped;
};

/*
 * A sowing that goes on from a hole does: what lies there is lifted, perhaps after turning round,
 * or after seeds that are taken before a lap.
 */
static void law_relay(struct watched *watched, const struct kw_event *event) {
    bool goes_on = event->kind == KW_EVENT_LIFT && event->from == watched->relay;
    bool before = event->kind == KW_EVENT_TURN || event->kind == KW_EVENT_CAPTURE ||
                  event->kind == KW_EVENT_BANK;
    if (watched->relay != KW_NOWHERE && !before) {
        law_holds(watched->scene, "relay", watched->move, goes_on, "%s, and not a lift, follows",
                  kw_event_name(event->kind));
        watched->relay = KW_NOWHERE;
    }
    if (event->kind == KW_EVENT_RELAY)
        watched->relay = event->to;
}

static bool watch_replay(void *context, const struct kw_event *event) {
    struct watched *watched = context;
    const struct scene *scene = watched->scene;
    if (watched->stopped)
        law_holds(scene, "stopped watch", watched->move, false, "an event after the stop");
    watched->events++;
    if (watched->events < 200 &&
        law_holds(scene, "clause", watched->move, clause_known(scene->subject, event->clause),
                  "%s cites clause %s, which does not hold", kw_event_name(event->kind),
                  event->clause ? event->clause->id : "none")) {
        char text[KW_TEXT];
        kw_event_text(scene->game, event, text);
        law_holds(scene, "event text", watched->move, text[0] != '\0' && !strchr(text, '%'),
                  "%s: \"%s\"", kw_event_name(event->kind), text);
    }
    law_relay(watched, event);
    kw_replay(&watched->replayed, event);
    law_seeds(scene, &watched->replayed, watched->move);
    watched->stopped = watched->events == watched->stop_after;
    return !watched->stopped;
}

static void law_trace(const struct scene *scene, kw_move move, const char *text,
                      const struct kw_position *next) {
    struct kw_position traced;
    struct watched watched = {
        .scene = scene, .move = text, .replayed = scene->position, .relay = KW_NOWHERE};
    memset(&traced, GUARD, sizeof traced);
    kw_trace(scene->game, &scene->position, move, &traced, watch_replay, &watched);
    law_same(scene, "trace plays", text, &traced, next);
    law_same(scene, "replay", text, &watched.replayed, next);
    law_holds(scene, "trace", text, watched.events > 0, "no event");
    uint32_t events = watched.events < 1000 ? (uint32_t)watched.events : 1000;
    if (events == 0)
        return;
    watched = (struct watched){
        .scene = scene, .move = text, .replayed = scene->position, .relay = KW_NOWHERE};
    watched.stop_after = 1 + kw_random_below(&scene->subject->random, events);
    traced = scene->position;
    kw_trace(scene->game, &traced, move, &traced, watch_replay, &watched);
    law_same(scene, "stopped watch", text, &traced, next);
}

/* All kernels, and the listed rule set, play alike. */
static void law_players_play(const struct scene *scene, kw_move move, const char *text,
                             const struct kw_position *next) {
    for (unsigned i = 0; i < PLAYERS; i++) {
        if (scene->subject->player[i] == NULL)
            continue;
        char law[64];
        struct kw_position other = scene->position;
        snprintf(law, sizeof law, "play as %s", player_names[i]);
        kw_play(scene->subject->player[i], &other, move, &other);
        law_same(scene, law, text, &other, next);
    }
}

static void law_players_list(const struct scene *scene) {
    static kw_move list[LIST];
    for (unsigned i = 0; i < PLAYERS; i++) {
        const struct kw_game *game = scene->subject->player[i];
        if (game == NULL)
            continue;
        size_t count = moves_sorted(game, &scene->position, list);
        bool same = count == scene->count &&
                    memcmp(list, scene->moves, count * sizeof *list) == 0 &&
                    kw_move_count(game, &scene->position) == count;
        law_holds(scene, "moves of all kernels", "", same, "%s has %zu moves, not the same %zu",
                  player_names[i], count, scene->count);
        if (scene->count > 16)
            continue;
        uint64_t here = kw_perft(scene->game, &scene->position, 2);
        uint64_t there = kw_perft(game, &scene->position, 2);
        law_holds(scene, "perft of all kernels", "", here == there, "%llu instead of %llu as %s",
                  (unsigned long long)there, (unsigned long long)here, player_names[i]);
    }
}

/* No legal move holds what the forms of the game's moves exclude. */
static void law_forms(const struct scene *scene) {
    struct kw_move_forms forms;
    kw_game_move_forms(scene->game, &forms);
    unsigned rows = kw_game_info(scene->game)->rows, columns = kw_game_columns(scene->game);
    unsigned north = rows == 4 ? KW_HOLES / 2 : columns;
    for (size_t i = 0; i < scene->count; i++) {
        kw_move move = scene->moves[i];
        bool holds = forms.kinds >> kw_move_kind(move) & 1 &&
                     kw_move_reverse(move) <= forms.reverse && kw_move_plus(move) <= forms.plus &&
                     kw_move_number(move) <= forms.number;
        unsigned side = kw_move_hole(move) >= north ? KW_NORTH : KW_SOUTH;
        bool named = kw_kind_has_hole(kw_move_kind(move));
        holds &= !named || (forms.foreign >> kw_move_kind(move) & 1) != 0 ||
                 side == scene->position.turn;
        char text[KW_TEXT];
        kw_move_text(scene->game, &scene->position, move, text);
        law_holds(scene, "forms of moves", text, holds, "a part that the forms exclude");
    }
}

static void law_move(const struct scene *scene, kw_move move) {
    char text[KW_TEXT];
    struct kw_position next;
    kw_move_text(scene->game, &scene->position, move, text);
    memset(&next, GUARD, sizeof next);
    kw_play(scene->game, &scene->position, move, &next);
    law_seeds(scene, &next, text);
    law_players_play(scene, move, text, &next);
    law_trace(scene, move, text, &next);
}

/* ---- laws of a game -------------------------------------------------------------------------- */

static void law_session_state(const struct scene *scene, const struct kw_session *session,
                              unsigned occurrences) {
    struct kw_result is, expected;
    char is_text[KW_TEXT], expected_text[KW_TEXT];
    bool over = kw_session_result(session, &is);
    bool expected_over = kw_state(scene->game, &scene->position, &expected);
    if (!expected_over && occurrences >= kw_repetitions(scene->game)) {
        kw_repetition_result(scene->game, &scene->position, &expected);
        expected_over = true;
    }
    kw_result_text(&is, is_text);
    kw_result_text(&expected, expected_text);
    law_holds(scene, "session", "", over == expected_over && strcmp(is_text, expected_text) == 0,
              "\"%s\" instead of \"%s\" at occurrence %u", is_text, expected_text, occurrences);
    law_same(scene, "session", "", kw_session_position(session), &scene->position);
}

/* Plays a game once more in a session: the same positions, the same end, and back to its start. */
static void law_session(struct subject *subject, unsigned player,
                        const struct kw_position *positions, const kw_move *moves, size_t plies) {
    const struct kw_game *game = subject->player[player];
    struct kw_session *session = kw_session_new(game, &positions[0]);
    for (size_t i = 0; i <= plies; i++) {
        unsigned occurrences = 0;
        for (size_t j = 0; j <= i; j++)
            occurrences += memcmp(&positions[i], &positions[j], sizeof positions[i]) == 0;
        const struct scene *scene = scene_at(subject, player, &positions[i]);
        law_session_state(scene, session, occurrences);
        struct kw_error error = {0};
        char text[KW_TEXT];
        if (i == plies)
            break;
        kw_move_text(game, &positions[i], moves[i], text);
        bool played = i % 2 == 0 ? kw_session_play(session, moves[i], &error)
                                 : kw_session_enter(session, text, &error);
        law_holds(scene, "session", text, played == (occurrences < kw_repetitions(game)),
                  "played %d: %s", played, error.message);
        if (!played)
            break;
    }
    size_t played = kw_session_plies(session);
    while (kw_session_undo(session))
        played--;
    const struct scene *scene = scene_at(subject, player, &positions[0]);
    law_holds(scene, "undo", "", played == 0, "%zu plies left", played);
    law_same(scene, "undo", "", kw_session_position(session), &positions[0]);
    kw_session_free(session);
}

/* ---- play ------------------------------------------------------------------------------------ */

static void laws_of_position(struct scene *scene) {
    struct kw_random *random = &scene->subject->random;
    law_seeds(scene, &scene->position, "");
    law_text(scene);
    law_state(scene);
    law_capacity(scene);
    law_move_texts(scene);
    law_children(scene);
    law_players_list(scene);
    law_forms(scene);
    law_mirror(scene);
    if (kw_random_below(random, 16) == 0 || scene->count == 0)
        law_refusals(scene);
    if (kw_random_below(random, 8) == 0)
        law_perft(scene);
    for (size_t i = 0; i < scene->count && i < 3; i++)
        law_move(scene, scene->moves[kw_random_below(random, (uint32_t)scene->count)]);
}

/* The position that a game begins with: now and then one that play would hardly reach. */
static void first_position(struct subject *subject, unsigned player, struct kw_position *position) {
    const struct kw_game *game = subject->player[player];
    kw_start(game, position);
    if (kw_random_below(&subject->random, 2) == 0)
        return;
    char start[KW_TEXT], text[KW_TEXT];
    kw_position_text(game, position, start);
    for (unsigned tries = 0; tries < 100; tries++) {
        position_perturb(subject->id, start, &subject->random, text);
        if (kw_position_read(game, text, position, NULL))
            snprintf(start, sizeof start, "%s", text);
    }
}

static void laws_of_game(struct subject *subject, unsigned player) {
    static struct kw_position positions[PLIES + 1];
    static kw_move moves[PLIES];
    size_t ply = 0;
    first_position(subject, player, &positions[0]);
    for (; ply < PLIES; ply++) {
        struct scene *scene = scene_at(subject, player, &positions[ply]);
        if (scene->count > LIST)
            break;
        laws_of_position(scene);
        if (sampled < SAMPLE)
            sample[sampled++] = positions[ply];
        if (scene->count == 0)
            break;
        moves[ply] = scene->moves[kw_random_below(&subject->random, (uint32_t)scene->count)];
        kw_play(scene->game, &positions[ply], moves[ply], &positions[ply + 1]);
    }
    law_session(subject, player, positions, moves, ply);
}

/* Opens the rule set with every kernel; false if it cannot be had at all. */
static bool subject_open(struct subject *subject) {
    for (unsigned i = 0; i < KERNELS; i++) {
        struct kw_error error = {0};
        subject->opened[i] =
            kw_game_open_kernel(subject->id, subject->options, (enum kw_kernel)i, &error);
        subject->player[i] = subject->opened[i];
        test_expect(subject->test,
                    subject->opened[i] != NULL || (i > 0 && error.code == KW_BAD_VALUE),
                    "open %s with \"%s\", kernel %s: %s", subject->id, subject->options,
                    player_names[i], error.message);
    }
    subject->player[KERNELS] = subject->options[0] == '\0' ? kw_game_find(subject->id) : NULL;
    return subject->opened[0] != NULL;
}

static void subject_close(struct subject *subject) {
    for (unsigned i = 0; i < KERNELS; i++)
        kw_game_close(subject->opened[i]);
}

static void laws_of_options(struct subject *subject, unsigned number) {
    struct kw_position start;
    if (!subject_open(subject))
        return;
    for (size_t i = 0; i < kw_clause_count(subject->player[0]); i++)
        subject->clause[i] = kw_clause_at(subject->player[0], i);
    kw_start(subject->player[0], &start);
    subject->seeds = seeds_of(&start);
    unsigned player = number % PLAYERS;
    while (subject->player[player] == NULL)
        player = (player + 1) % PLAYERS;
    laws_of_game(subject, player);
    subject_close(subject);
}

static void laws_of_rule_set(struct test *test, const struct kw_game *game, bool first) {
    unsigned games = GAMES * test->effort, further = games / FURTHER;
    if (!first)
        games = further > FURTHER_LEAST ? further : FURTHER_LEAST;
    for (unsigned number = 0; number < games; number++) {
        struct subject subject = {.test = test, .id = kw_game_info(game)->id};
        test_random(test, subject.id, number, &subject.random);
        options_choose(game, number, &subject.random, subject.options);
        laws_of_options(&subject, number);
    }
}

/* ---- hashes ---------------------------------------------------------------------------------- */

struct hashed {
    uint64_t hash;
    const struct kw_position *position;
};

static int hash_compare(const void *a, const void *b) {
    uint64_t first = ((const struct hashed *)a)->hash, second = ((const struct hashed *)b)->hash;
    return (first > second) - (first < second);
}

/* Equal positions have equal hashes; no two others of the sample share one. */
static void laws_of_hash(struct test *test) {
    static struct hashed list[SAMPLE];
    size_t distinct = 0;
    qsort(sample, sampled, sizeof sample[0], position_compare);
    for (size_t i = 0; i < sampled; i++) {
        uint64_t hash = kw_hash(&sample[i]);
        if (i > 0 && memcmp(&sample[i - 1], &sample[i], sizeof sample[i]) == 0)
            test_expect(test, list[distinct - 1].hash == hash, "hash: one position, two hashes");
        else
            list[distinct++] = (struct hashed){hash, &sample[i]};
    }
    qsort(list, distinct, sizeof list[0], hash_compare);
    for (size_t i = 1; i < distinct; i++)
        test_expect(test, list[i - 1].hash != list[i].hash, "hash: %#llx is that of two positions",
                    (unsigned long long)list[i].hash);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    for (size_t i = 0; i < kw_game_count(); i++) {
        const struct kw_game *game = kw_game_at(i);
        if (test_selects(&test, kw_game_info(game)->id))
            laws_of_rule_set(&test, game, i < FIRST_GAMES);
    }
    laws_of_hash(&test);
    return test_end(&test);
}
