/*
 * What the searches share (src/tree): the children of positions on a stack, their order, the marks
 * of several threads, and remembered bounds.
 *
 *      tree_test [--effort N] [--seed N] [RULE-SET]...
 */
#include "support/test.h"
#include "tree/abdada.h"
#include "tree/bounds.h"
#include "tree/children.h"

#define CHECK(condition) test_expect(test, condition, "line %d: %s", __LINE__, #condition)

/* ---- the stack ------------------------------------------------------------------------------- */

/* What is taken keeps its place and its bytes while the stack grows; what is given back is reused.
 */
static void stack_test(struct test *test) {
    enum { TIMES = 200, BYTES = 1000 };
    struct child_stack stack = {0};
    unsigned char *taken[TIMES];
    struct child_mark mark = {0};
    for (unsigned i = 0; i < TIMES; i++) {
        if (i == TIMES / 2)
            mark = stack.top;
        taken[i] = child_stack_push(&stack, i % 10 == 9 ? 100 * BYTES : BYTES);
        CHECK(taken[i] != NULL && (uintptr_t)taken[i] % CHILD_ALIGN == 0);
        memset(taken[i], (int)i, BYTES);
    }
    for (unsigned i = 0; i < TIMES; i++)
        CHECK(taken[i][0] == i && taken[i][BYTES - 1] == i);
    child_stack_reset(&stack, mark);
    CHECK(child_stack_push(&stack, BYTES) == taken[TIMES / 2]);
    child_stack_clear(&stack);
    CHECK(child_stack_push(&stack, BYTES) == taken[0]);
    child_stack_close(&stack);
    CHECK(child_stack_open(&stack, 300 * BYTES) && child_stack_push(&stack, 300 * BYTES) != NULL);
    CHECK(stack.first->next == NULL);
    child_stack_close(&stack);
}

/* ---- children -------------------------------------------------------------------------------- */

struct record {
    kw_move move;
    struct kw_position position;
    char rest[40];
};
CHILD_RECORD(struct record);

/* The children of a position are its moves and where they lead, in the order of kw_moves. */
static bool children_are_right(const struct kw_game *game, const struct kw_position *position,
                               struct child_stack *stack, size_t *count) {
    bool out_of_memory = false;
    struct child_mark mark = stack->top;
    const struct record *list =
        children_push(stack, game, position, sizeof *list, count, &out_of_memory);
    kw_move *moves = child_stack_push(stack, *count * sizeof *moves);
    bool good = !out_of_memory && moves != NULL && kw_move_count(game, position) == *count &&
                kw_moves(game, position, moves, *count) == *count;
    for (size_t i = 0; i < *count && good; i++) {
        struct kw_position next;
        kw_play(game, position, moves[i], &next);
        good = list[i].move == moves[i] && memcmp(&list[i].position, &next, sizeof next) == 0;
    }
    child_stack_reset(stack, mark);
    return good;
}

static void children_of(struct test *test, const struct kw_game *game,
                        const struct kw_position *position, struct child_stack *stack) {
    char text[KW_TEXT];
    size_t count;
    test_expect(test, children_are_right(game, position, stack, &count),
                "%s %s: other children than moves", kw_game_info(game)->id,
                kw_position_text(game, position, text));
}

/* The positions of a random game. */
static void children_game(struct test *test, const struct kw_game *game, struct kw_random *random,
                          struct child_stack *stack) {
    enum { PLIES = 60 };
    struct kw_position position;
    kw_start(game, &position);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        kw_move moves[KW_MOVES];
        size_t count = kw_moves(game, &position, moves, KW_MOVES);
        children_of(test, game, &position, stack);
        if (count == 0)
            return;
        count = count < KW_MOVES ? count : KW_MOVES;
        kw_play(game, &position, moves[kw_random_below(random, (uint32_t)count)], &position);
    }
}

/* A position with more than KW_MOVES moves. */
static void children_of_many(struct test *test, struct child_stack *stack) {
    const struct kw_game *game = kw_game_find("bulto");
    struct kw_position position;
    CHECK(
        kw_position_read(game, "1,2,7,1,2,0,1,4b,4b,0/3,3,0,3,0,2,0,3,1,3 N 0/0", &position, NULL));
    CHECK(kw_move_count(game, &position) == 148);
    children_of(test, game, &position, stack);
}

static void children_test(struct test *test) {
    struct child_stack stack = {0};
    for (size_t i = 0; i < kw_game_count(); i++) {
        const struct kw_game *game = kw_game_at(i);
        struct kw_random random;
        test_random(test, kw_game_info(game)->id, 0, &random);
        for (unsigned n = 0; n < 3 * test->effort; n++)
            if (test_selects(test, kw_game_info(game)->id))
                children_game(test, game, &random, &stack);
    }
    children_of_many(test, &stack);
    child_stack_close(&stack);
}

/* ---- order and threads ----------------------------------------------------------------------- */

enum { CHILDREN = 9 };

struct node {
    size_t searched[CHILDREN], numbers[CHILDREN], count;
    size_t settles; /* this child settles the node */
};

static uint64_t task_of(const void *node, size_t child) {
    (void)node;
    return 1000 + 7 * child;
}

static bool search_child(void *context, size_t child, size_t number) {
    struct node *node = context;
    node->searched[node->count] = child;
    node->numbers[node->count++] = number;
    return child == node->settles;
}

static void fill_scores(struct move_score scores[CHILDREN]) {
    for (uint32_t i = 0; i < CHILDREN; i++)
        scores[i] = (struct move_score){.score = (int)(i * 5 % CHILDREN), .child = i};
}

/* Children are searched in the order of their scores, until one settles the node. */
static void order_test(struct test *test) {
    struct move_score scores[CHILDREN];
    struct node node = {.settles = 7};
    fill_scores(scores);
    CHECK(abdada_search(NULL, scores, 0, CHILDREN, task_of, search_child, &node));
    for (size_t i = 0; i < node.count; i++)
        CHECK(node.searched[i] * 5 % CHILDREN == CHILDREN - 1 - i && node.numbers[i] == i);
    CHECK(node.count == 1 && node.searched[0] == 7);
    node = (struct node){.settles = CHILDREN};
    fill_scores(scores);
    CHECK(!abdada_search(NULL, scores, 0, CHILDREN, task_of, search_child, &node));
    CHECK(node.count == CHILDREN && node.searched[1] == 5 && node.searched[CHILDREN - 1] == 0);
}

/* What another thread searches comes last, but for the first child; own marks are removed. */
static void defer_test(struct test *test) {
    static struct in_progress in_progress;
    struct move_score scores[CHILDREN];
    struct node node = {.settles = CHILDREN};
    fill_scores(scores);
    in_progress_begin(&in_progress, task_of(&node, 7)); /* the first */
    in_progress_begin(&in_progress, task_of(&node, 5)); /* the second */
    CHECK(!abdada_search(&in_progress, scores, 0, CHILDREN, task_of, search_child, &node));
    CHECK(node.count == CHILDREN && node.searched[0] == 7 && node.searched[1] != 5);
    CHECK(node.searched[CHILDREN - 1] == 5 && node.numbers[CHILDREN - 1] == 1);
    for (size_t i = 0; i < CHILDREN; i++)
        CHECK(in_progress_has(&in_progress, task_of(&node, i)) == (i == 5));
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Bounds are found as they were stored, and those of one position are merged. */
static void bounds_test(struct test *test) {
    struct transposition table;
    const struct position_key key = {.check = 0x123456789, .place = UINT64_MAX / 3};
    const struct position_key other = {.check = 0x987654321, .place = UINT64_MAX / 3};
    struct bounds found;
    if (!test_expect(test, transposition_open(&table, 1 << 12), "no memory"))
        return;
    CHECK(!bounds_probe(&table, key, &found));
    bounds_store(&table, key,
                 (struct bounds){.low = -BOUNDS_VALUE,
                                 .high = 5,
                                 .tried = -7,
                                 .depth = BOUNDS_DEPTH,
                                 .attack = true,
                                 .first = 3,
                                 .effort = 63});
    CHECK(!bounds_probe(&table, other, &found) && bounds_probe(&table, key, &found));
    CHECK(found.low == -BOUNDS_VALUE && found.high == 5 && found.tried == -7);
    CHECK(found.depth == BOUNDS_DEPTH && found.attack && found.first == 3 && found.effort == 63);
    bounds_store(
        &table, key,
        (struct bounds){.low = -2, .high = BOUNDS_VALUE, .first = BOUNDS_NO_MOVE, .effort = 1});
    CHECK(bounds_probe(&table, key, &found) && found.low == -2 && found.high == 5);
    CHECK(found.first == 3 && found.effort == 63);
    CHECK(bounds_effort(0) == 0 && bounds_effort(1 << 10) == 20 && bounds_effort(3 << 9) == 21);
    CHECK(bounds_effort(UINT64_MAX) == 63);
    transposition_close(&table);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    stack_test(&test);
    children_test(&test);
    order_test(&test);
    defer_test(&test);
    bounds_test(&test);
    return test_end(&test);
}
