/*
 * The library against the slow twin of the rule language.
 *
 *      twin_rules_test [--effort N] [--seed N] [--shrink] [GAME]...
 *
 * Plays random games of every listed text under random options, then of N thousand positions of
 * random texts.  At each position both say, as text, what it is, which moves there are, where each
 * of them leads and how the game stands; at the end of a round how the next one begins.
 */
#include "support/test.h"
#include "twin_rules/random_text.h"
#include "twin_rules/rules_twin.h"

enum {
    POSITIONS = 1000, /* of random texts, at effort 1 */
    GAMES = 2,        /* of a random text under one choice of options */
    CHOICES = 2,      /* of options of a random text */
    PLIES = 60,       /* of a game */
    ROUNDS = 3        /* of a match */
};

/* A game on both sides. */
struct pair {
    struct test *test;
    const char *id, *text, *options; /* `id` if it is listed */
    struct kw_game *game;
    struct twin_rules *rules;
    struct kw_random random;
    size_t positions;
    bool quiet, differs; /* while a text is shrunk */
};

static bool shrinks;

static const char *listed_text(const char *id) { return kw_game_text(kw_game_find(id)); }

/* Checks that both say the same. */
static bool pair_agrees(struct pair *pair, const char *kind, const char *position, const char *move,
                        const char *library, const char *twin) {
    bool same = strcmp(library, twin) == 0;
    pair->differs = pair->differs || !same;
    if (pair->quiet)
        return same;
    if (test_count(pair->test, same) && !shrinks)
        printf("FAILED %s, options \"%s\", position \"%s\"%s%s\n  library: %s\n  twin:    %s\n%s\n",
               kind, pair->options, position, move[0] != '\0' ? ", move " : "", move, library, twin,
               pair->id != NULL ? pair->id : pair->text);
    return same;
}

/* ---- one position ---------------------------------------------------------------------------- */

static int text_compare(const void *a, const void *b) {
    return strcmp((const char *)a, (const char *)b);
}

/* Sorts words and joins them. */
static void words_join(char words[][KW_TEXT], size_t count, char text[4096]) {
    text[0] = '\0';
    qsort(words, count, KW_TEXT, text_compare);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(text);
        snprintf(text + length, 4096 - length, "%s ", words[i]);
    }
}

static void compare_results(struct pair *pair, const struct kw_position *position,
                            const struct twin_position *twin, const char *text) {
    struct kw_result result;
    struct twin_result own;
    char library[KW_TEXT], other[TWIN_LINE];
    bool over = kw_state(pair->game, position, &result);
    kw_result_text(&result, library);
    twin_result(pair->rules, twin, &own);
    twin_result_text(&own, other);
    if (!pair_agrees(pair, "result", text, "", library, other) || over ||
        pair->rules->repetition == 0)
        return;
    kw_repetition_result(pair->game, position, &result);
    kw_result_text(&result, library);
    twin_repeated(pair->rules, twin, &own);
    twin_result_text(&own, other);
    snprintf(other + strlen(other), TWIN_LINE - strlen(other), " repetition");
    pair_agrees(pair, "repetition", text, "", library, other);
}

static bool trace_forget(void *context, const struct kw_event *event) {
    (void)context;
    (void)event;
    return true;
}

/* Checks that the library plays a move alike when it lists its events. */
static void compare_trace(struct pair *pair, const struct kw_position *position, kw_move move,
                          const struct kw_position *next) {
    struct kw_position traced;
    char text[KW_TEXT], played[KW_TEXT], listed[KW_TEXT], name[KW_TEXT];
    kw_trace(pair->game, position, move, &traced, trace_forget, NULL);
    kw_position_text(pair->game, position, text);
    kw_position_text(pair->game, next, played);
    kw_position_text(pair->game, &traced, listed);
    pair_agrees(pair, "trace", text, kw_move_text(pair->game, position, move, name), played,
                listed);
}

/* Plays every move on both sides; false if something differs.  One of them goes on in the game. */
static bool compare_moves(struct pair *pair, struct kw_position *position,
                          struct twin_position *twin, bool *goes_on) {
    kw_move list[KW_MOVES];
    struct twin_move own[TWIN_MOVES];
    char words[KW_MOVES][KW_TEXT], others[TWIN_MOVES][KW_TEXT], text[KW_TEXT], library[4096],
        other[4096];
    size_t count = kw_moves(pair->game, position, list, KW_MOVES);
    size_t twins = (size_t)twin_moves(pair->rules, twin, own);
    kw_position_text(pair->game, position, text);
    for (size_t i = 0; i < count; i++)
        kw_move_text(pair->game, position, list[i], words[i]);
    for (size_t i = 0; i < twins; i++)
        twin_move_text(pair->rules, &own[i], others[i]);
    char named[KW_MOVES][KW_TEXT];
    memcpy(named, words, sizeof named);
    words_join(words, count, library);
    memcpy(words, others, twins * sizeof words[0]);
    words_join(words, twins, other);
    if (!pair_agrees(pair, "moves", text, "", library, other))
        return false;
    *goes_on = count > 0;
    bool found = count == 0;
    struct kw_position next = *position, chosen = *position;
    struct twin_position twin_next, twin_chosen = *twin;
    size_t lot = count > 0 ? kw_random_below(&pair->random, (uint32_t)count) : 0;
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (strcmp(others[same], named[i]) != 0)
            same++;
        kw_play(pair->game, position, list[i], &next);
        if (i == lot)
            compare_trace(pair, position, list[i], &next);
        twin_play(pair->rules, twin, &own[same], &twin_next);
        char after[KW_TEXT], after_twin[TWIN_LINE];
        kw_position_text(pair->game, &next, after);
        twin_position_text(pair->rules, &twin_next, after_twin);
        if (!pair_agrees(pair, "play", text, named[i], after, after_twin))
            return false;
        if (i == lot || !found) {
            found = true;
            chosen = next;
            twin_chosen = twin_next;
        }
    }
    *position = chosen;
    *twin = twin_chosen;
    return found;
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Plays a round; true if it ended by the rules and nothing differed. */
static bool compare_round(struct pair *pair, struct kw_position *position,
                          struct twin_position *twin, int *moved) {
    for (unsigned ply = 0; ply < PLIES; ply++) {
        char text[KW_TEXT];
        bool goes_on = false;
        int mover = position->turn;
        kw_position_text(pair->game, position, text);
        pair->positions++;
        compare_results(pair, position, twin, text);
        if (pair->differs || !compare_moves(pair, position, twin, &goes_on))
            return false;
        if (!goes_on)
            return true;
        *moved = mover;
    }
    return false;
}

/* The next round on both sides; false if there is none, or they differ. */
static bool compare_rounds(struct pair *pair, struct kw_position *position,
                           struct twin_position *twin, int began, int moved) {
    struct kw_round round = {
        .position = *position, .began = (enum kw_player)began, .moved = (enum kw_player)moved};
    struct kw_position next;
    struct twin_position twin_next;
    struct kw_result result;
    char text[KW_TEXT], library[KW_TEXT] = "none", other[TWIN_LINE] = "none";
    kw_position_text(pair->game, position, text);
    bool more = kw_round_next(pair->game, &round, &next, &result);
    if (more)
        kw_position_text(pair->game, &next, library);
    if (twin_round(pair->rules, twin, began, moved, &twin_next))
        twin_position_text(pair->rules, &twin_next, other);
    if (!pair_agrees(pair, "next round", text, began == 0 ? "(South began)" : "(North began)",
                     library, other) ||
        !more)
        return false;
    *position = next;
    *twin = twin_next;
    return true;
}

static void compare_game(struct pair *pair) {
    struct kw_position position;
    struct twin_position twin;
    char text[KW_TEXT], other[TWIN_LINE];
    kw_start(pair->game, &position);
    twin_start(pair->rules, &twin);
    kw_position_text(pair->game, &position, text);
    twin_position_text(pair->rules, &twin, other);
    if (!pair_agrees(pair, "start", "start", "", text, other))
        return;
    for (unsigned round = 0; round < ROUNDS; round++) {
        int began = position.turn, moved = 1 - began;
        if (!compare_round(pair, &position, &twin, &moved) ||
            !compare_rounds(pair, &position, &twin, began, moved))
            return;
    }
}

/* ---- random texts ---------------------------------------------------------------------------- */

/* Compares games of a text under options; the number of positions. */
static size_t compare_text(struct pair *pair, struct kw_game *game, const char *options,
                           unsigned games) {
    struct twin_text *text = twin_text_read(pair->text, options, listed_text);
    pair->game = game;
    pair->options = options;
    pair->rules = twin_rules_read(text);
    pair->positions = 0;
    for (unsigned i = 0; i < games && !pair->differs; i++)
        compare_game(pair);
    free(pair->rules);
    twin_text_free(text);
    return pair->positions;
}

/* ---- shrinking ------------------------------------------------------------------------------- */

/* Whether both still differ over a text, by its own lot. */
static bool text_differs(struct test *test, const char *text) {
    struct kw_game *game = kw_game_read(text, strlen(text), NULL);
    if (game == NULL)
        return false;
    struct pair pair = {.test = test, .text = text, .quiet = true};
    kw_random_seed(&pair.random, 1);
    compare_text(&pair, game, "", 20);
    kw_game_close(game);
    return pair.differs;
}

/* Cuts from `text` all pieces that it can do without: lines, then pieces of lines. */
static void text_shrink(struct test *test, char text[RANDOM_TEXT]) {
    static const char *const ends[] = {"\n", ";"};
    for (unsigned kind = 0; kind < 2; kind++)
        for (bool cut = true; cut;) {
            cut = false;
            for (char *at = text; *at != '\0';) {
                char shorter[RANDOM_TEXT];
                size_t length = strcspn(at, ends[kind]);
                size_t skipped = length + (at[length] != '\0');
                snprintf(shorter, sizeof shorter, "%.*s%s", (int)(at - text), text, at + skipped);
                if (text_differs(test, shorter)) {
                    strcpy(text, shorter);
                    cut = true;
                } else {
                    at += skipped;
                }
            }
        }
}

static void shrunk_report(struct test *test, const char *text) {
    char smaller[RANDOM_TEXT];
    snprintf(smaller, sizeof smaller, "%s", text);
    if (!text_differs(test, smaller)) {
        printf("---- differs by options or a longer lot:\n%s\n", text);
        return;
    }
    text_shrink(test, smaller);
    struct pair pair = {.test = test, .text = smaller};
    struct kw_game *game = kw_game_read(smaller, strlen(smaller), NULL);
    kw_random_seed(&pair.random, 1);
    shrinks = false;
    compare_text(&pair, game, "", 20);
    shrinks = true;
    kw_game_close(game);
}

static size_t compare_random_text(struct test *test, unsigned number) {
    struct kw_random random;
    char text[RANDOM_TEXT];
    size_t positions = 0;
    test_random(test, "text", number, &random);
    random_text(&random, text);
    struct kw_game *read = kw_game_read(text, strlen(text), NULL);
    for (unsigned choice = 0; read != NULL && choice < CHOICES; choice++) {
        char options[TEST_OPTIONS] = "";
        struct pair pair = {.test = test, .text = text, .random = random};
        positions += compare_text(&pair, read, options, GAMES);
        if (pair.differs) {
            if (shrinks)
                shrunk_report(test, text);
            break;
        }
    }
    kw_game_close(read);
    return positions;
}

static void compare_listed(struct test *test, const struct kw_game *listed) {
    if (!random_text_is_for_twin(listed))
        return;
    const char *id = kw_game_info(listed)->id;
    for (unsigned number = 0; number < 3 + test->effort / 10; number++) {
        struct pair pair = {.test = test, .id = id, .text = kw_game_text(listed)};
        char options[TEST_OPTIONS];
        test_random(test, id, number, &pair.random);
        options_choose(listed, number, &pair.random, options);
        struct kw_game *game = kw_game_open(id, options, NULL);
        if (game != NULL)
            compare_text(&pair, game, options, 1);
        kw_game_close(game);
    }
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    bool any = test.words == 0;
    if (test.words == 1 && strcmp(test.word[0], "shrink") == 0) {
        shrinks = any = true;
        test.words = 0;
    }
    for (size_t i = 0; i < kw_game_count() && !shrinks; i++)
        if (kw_game_text(kw_game_at(i)) != NULL &&
            test_selects(&test, kw_game_info(kw_game_at(i))->id))
            compare_listed(&test, kw_game_at(i));
    size_t positions = 0, texts = 0;
    unsigned number = 0;
    for (; any && positions < (size_t)POSITIONS * test.effort && test.failed < TEST_REPORTS;
         number++) {
        size_t played = compare_random_text(&test, number);
        positions += played;
        texts += played > 0;
    }
    printf("%zu positions of %zu texts (of %u)\n", positions, texts, number);
    return test_end(&test);
}
