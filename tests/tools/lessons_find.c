/*
 * Looks for puzzles in random games: positions in which a question has one answer by a rule set,
 * and another by the rules before.
 *
 *      lessons_find [--seed N] [--effort N] RULE-SET BEFORE LEAST KIND [GOAL [HOLE]]
 *
 * A rule set is one of the library or, run from the root of the tree, a text of its folder rules.
 * BEFORE is - where there is none (or where both agree on everything but the start).  LEAST is how
 * many seeds fall in the move at least, for harder ones.  Kinds and goals are those of
 * docs/lessons.md.  Of each game the simplest is kept, and of all games the simplest are printed,
 * the very simplest last, with their answers and with what happens in the move that is asked about.
 */
#include "support/lessons_ask.h"
#include "support/test.h"

enum {
    GAMES = 500, /* times the effort */
    PLIES = 300, /* of a game */
    MOVES = 12,  /* to choose from, in questions about them */
    KEPT = 16,
    OCCUPIED = 8,     /* holes at least, so that there is something to see */
    EMPTY = 40,       /* costs a board with fewer */
    NOTHING = 1000000 /* a cost beyond all */
};

struct puzzle {
    struct table table;
    char move[ASK_WORD]; /* that is asked about, or the answer */
    struct answers answers, before;
    unsigned cost; /* how hard it is to see through */
};

struct search {
    const struct kw_game *game, *before; /* before may be NULL */
    struct question question;
    unsigned least; /* seeds that fall */
    struct kw_engine *engine;
    struct kw_random random;
    struct puzzle found;      /* the simplest of this game, if its cost is not NOTHING */
    struct puzzle kept[KEPT]; /* of all games, the simplest first */
    size_t count;
};

/* ---- what happens, in few words -------------------------------------------------------------- */

struct story {
    const struct kw_game *game;
    const char *at; /* where the last seed fell */
    char place[KW_TEXT];
};

static bool story_add(void *context, const struct kw_event *event) {
    struct story *story = context;
    char text[KW_TEXT];
    if (event->kind == KW_EVENT_DROP) {
        kw_place_text(story->game, event->to, story->place);
        return true;
    }
    if (event->kind == KW_EVENT_FIELD || event->kind == KW_EVENT_NEXT)
        return true;
    if (story->place[0] != '\0')
        printf(" .. %s;", story->place);
    story->place[0] = '\0';
    printf(" %s", kw_event_name(event->kind));
    if (event->from < KW_HAND)
        printf(" %s", kw_place_text(story->game, event->from, text));
    else if (event->to < KW_HAND)
        printf(" %s", kw_place_text(story->game, event->to, text));
    if (event->count > 0)
        printf("(%u)", event->count);
    return true;
}

static void story_print(const struct table *asked, const struct table *table, const char *move) {
    kw_move list[KW_TURN_STEPS];
    char text[KW_TEXT];
    struct kw_position after;
    struct kw_reason reason;
    struct story story = {.game = table->game};
    printf("     ");
    if (kw_move_parse(asked->game, &asked->position, move, list, NULL) != 1)
        return;
    if (kw_explain_illegal(table->game, &table->position, list[0], &reason)) {
        printf(" %s\n", kw_reason_text(table->game, &reason, text));
        return;
    }
    kw_trace(table->game, &table->position, list[0], &after, story_add, &story);
    printf(" .. %s\n      = %s\n", story.place, kw_position_text(table->game, &after, text));
}

static void answers_print(const char *title, const struct answers *answers) {
    printf("   %s", title);
    for (size_t i = 0; i < answers->count; i++)
        printf(" %s", answers->word[i]);
    putchar('\n');
}

static void puzzle_print(const struct search *search, const struct puzzle *puzzle) {
    char text[KW_TEXT];
    const struct table *table = &puzzle->table;
    struct table before;
    printf("%u  %s  %s\n", puzzle->cost, kw_position_text(table->game, &table->position, text),
           puzzle->move);
    answers_print("answer", &puzzle->answers);
    if (puzzle->move[0] != '\0')
        story_print(table, table, puzzle->move);
    if (search->before == NULL || !table_before(table, search->before, &before))
        return;
    answers_print("before", &puzzle->before);
    if (puzzle->move[0] != '\0')
        story_print(table, &before, puzzle->move);
}

/* ---- which are kept -------------------------------------------------------------------------- */

/* How unlike the two sides are: lopsided positions look made up. */
static unsigned imbalance(const struct kw_game *game, const struct kw_position *position) {
    unsigned seeds[2] = {position->store[0], position->store[1]};
    unsigned half = kw_game_info(game)->rows == 4 ? 16 : kw_game_columns(game);
    for (unsigned i = 0; i < 2 * half; i++)
        seeds[i >= half] += position->hole[i];
    return seeds[0] > seeds[1] ? seeds[0] - seeds[1] : seeds[1] - seeds[0];
}

/* Seeds to follow, holes to look at, moves to think of. */
static unsigned puzzle_cost(const struct search *search, const struct puzzle *puzzle) {
    const struct table *table = &puzzle->table;
    kw_move list[KW_TURN_STEPS];
    unsigned cost = imbalance(table->game, &table->position), occupied = 0;
    for (unsigned i = 0; i < KW_HOLES; i++)
        occupied += table->position.hole[i] > 0;
    cost += occupied < OCCUPIED ? EMPTY : occupied;
    if (search->question.kind == ASK_MOVE)
        cost += 3 * (unsigned)kw_move_count(table->game, &table->position);
    if (puzzle->move[0] == '\0' ||
        kw_move_read(table->game, &table->position, puzzle->move, list, NULL) != 1)
        return cost;
    struct effect effect;
    effect_of(table, list[0], &effect);
    return effect.dropped < search->least ? NOTHING : cost + 2 * effect.dropped;
}

static bool is_kept(const struct search *search, const struct puzzle *puzzle) {
    for (size_t i = 0; i < search->count; i++)
        if (memcmp(&search->kept[i].table.position, &puzzle->table.position,
                   sizeof puzzle->table.position) == 0)
            return true;
    return false;
}

static void keep(struct search *search) {
    unsigned cost = search->found.cost;
    if (cost == NOTHING || is_kept(search, &search->found) ||
        (search->count == KEPT && search->kept[KEPT - 1].cost <= cost))
        return;
    size_t at = search->count < KEPT ? search->count++ : KEPT - 1;
    for (; at > 0 && search->kept[at - 1].cost > cost; at--)
        search->kept[at] = search->kept[at - 1];
    search->kept[at] = search->found;
}

/* Puts the question: a puzzle needs an answer, and another one by the rules before. */
static bool is_puzzle(struct search *search, struct puzzle *puzzle) {
    const struct question *question = &search->question;
    const struct table *table = &puzzle->table;
    struct table before;
    if (!question_answer(question, table, table, search->engine, &puzzle->answers) ||
        puzzle->answers.count == 0 || (question->kind == ASK_MOVE && puzzle->answers.count > 1))
        return false;
    if (search->before == NULL)
        return question->kind != ASK_NUMBER || strcmp(puzzle->answers.word[0], "0") != 0;
    return table_before(table, search->before, &before) &&
           question_answer(question, table, &before, search->engine, &puzzle->before) &&
           !answers_equal(&puzzle->answers, &puzzle->before);
}

/* Takes the puzzle if it is one, and simpler than what this game has brought. */
static void consider(struct search *search, struct puzzle *puzzle) {
    if (search->question.kind != ASK_MOVE &&
        puzzle_cost(search, puzzle) >= search->found.cost) /* quickly described */
        return;
    if (!is_puzzle(search, puzzle))
        return;
    if (search->question.kind == ASK_MOVE)
        memcpy(puzzle->move, puzzle->answers.word[0], ASK_WORD);
    puzzle->cost = puzzle_cost(search, puzzle);
    if (puzzle->cost < search->found.cost)
        search->found = *puzzle;
}

static void look_at(struct search *search, const struct kw_position *position) {
    kw_move list[ASK_MOVES];
    char text[KW_TEXT];
    struct puzzle puzzle = {.table = {search->game, *position}};
    size_t count = kw_moves(search->game, position, list, ASK_MOVES);
    if (search->question.kind == ASK_MOVE || search->question.kind == ASK_HOLES) {
        if (count <= (search->question.goal == ASK_LEGAL ? 1 : MOVES))
            consider(search, &puzzle);
        return;
    }
    for (size_t i = 0; i < count && i < ASK_MOVES; i++) {
        kw_move_text(search->game, position, list[i], text);
        if (strlen(text) >= ASK_WORD)
            continue;
        memcpy(puzzle.move, text, strlen(text) + 1);
        search->question.move = puzzle.move;
        consider(search, &puzzle);
    }
    search->question.move = NULL;
}

/* A game at random, from which every position is looked at with South to move. */
static void play_game(struct search *search) {
    struct kw_position position, seen;
    struct kw_result result;
    kw_move list[ASK_MOVES];
    kw_start(search->game, &position);
    search->found.cost = NOTHING;
    for (unsigned ply = 0; ply < PLIES && !kw_state(search->game, &position, &result); ply++) {
        seen = position;
        if (position.turn == KW_NORTH)
            kw_mirror(search->game, &position, &seen);
        look_at(search, &seen);
        size_t count = kw_moves(search->game, &position, list, ASK_MOVES);
        count = count < ASK_MOVES ? count : ASK_MOVES;
        kw_play(search->game, &position, list[kw_random_below(&search->random, (uint32_t)count)],
                &position);
    }
    keep(search);
}

static bool search_open(struct search *search, const struct test *test) {
    if (test->words < 4)
        return false;
    search->game = lesson_game("rules", test->word[0]);
    search->before = lesson_game("rules", test->word[1]);
    search->least = (unsigned)test_number(test->word[2]);
    search->question.hole = test->words > 5 ? test->word[5] : NULL;
    return search->game != NULL && (search->before != NULL || strcmp(test->word[1], "-") == 0) &&
           question_name(&search->question, test->word[3], test->words > 4 ? test->word[4] : NULL);
}

int main(int argc, char **argv) {
    static struct search search;
    struct test test = test_begin(argc, argv);
    if (!search_open(&search, &test)) {
        fprintf(stderr, "usage: lessons_find [--seed N] [--effort N] RULE-SET BEFORE LEAST KIND "
                        "[GOAL [HOLE]]\n");
        return 2;
    }
    search.engine = kw_engine_new(1 << 22, 1);
    kw_random_seed(&search.random, test.seed);
    for (unsigned i = 0; i < GAMES * test.effort; i++)
        play_game(&search);
    for (size_t i = search.count; i > 0; i--)
        puzzle_print(&search, &search.kept[i - 1]);
    kw_engine_free(search.engine);
    return search.count > 0 ? 0 : 1;
}
