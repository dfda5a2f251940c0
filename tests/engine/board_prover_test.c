/*
 * The engine with the row database of a cache at Kalah: values that it proves are the exact ones,
 * whatever its threads, lines and limits, the best moves of the middle game are found, and the
 * lines of proven values lead to the end of the game with that value.
 *
 *      board_prover_test FILE
 *
 * The file describes its own format.
 */
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>

enum { NODES = 200000, FEWER = 30000, LINES = 2 };

struct prover_case {
    struct kw_position position;
    char text[KW_TEXT];
    int value[KW_HOLES]; /* of the move from each hole of the printed names a to f */
    int best, second;
};

/* Reads a line; false if it is a comment. */
static bool case_read(const struct kw_game *game, char *line, struct prover_case *of) {
    struct kw_error error;
    line[strcspn(line, "\n")] = '\0';
    char *word = strtok(line, "\t");
    *of = (struct prover_case){.best = -1000, .second = -1000};
    if (word == NULL || word[0] == '#' || !kw_position_read(game, word, &of->position, &error))
        return false;
    snprintf(of->text, sizeof of->text, "%s", word);
    strtok(NULL, "\t"); /* the seeds */
    while ((word = strtok(NULL, "\t")) != NULL) {
        int value = (int)strtol(word + 2, NULL, 10);
        of->value[(word[0] | 0x20) - 'a'] = value;
        of->second = value > of->best ? of->best : value > of->second ? value : of->second;
        of->best = value > of->best ? value : of->best;
    }
    return true;
}

/* The exact value of a move. */
static int case_value(const struct kw_game *game, const struct prover_case *of, kw_move move) {
    char text[KW_TEXT];
    kw_move_text(game, &of->position, move, text);
    return of->value[(text[0] | 0x20) - 'a'];
}

struct outcome {
    unsigned positions, proven, good, whole; /* whole: lines that are played to the end */
};

/* Whether a proven line leads to the end of the game, which must then have its value. */
static bool case_ends(struct test *test, const struct kw_game *game, const struct prover_case *of,
                      const struct kw_line *line) {
    struct kw_position position = of->position;
    struct kw_result result;
    for (size_t i = 0; i < line->length; i++) {
        kw_move list[KW_MOVES];
        size_t count = kw_moves(game, &position, list, KW_MOVES), k = 0;
        while (k < count && list[k] != line->move[i])
            k++;
        if (!test_expect(test, k < count, "%s: move %zu of the line is not legal", of->text, i))
            return false;
        kw_play(game, &position, line->move[i], &position);
    }
    if (!kw_state(game, &position, &result))
        return false;
    int lead = (int)result.score[0] - (int)result.score[1];
    test_expect(test, 100 * (of->position.turn == KW_SOUTH ? lead : -lead) == line->score,
                "%s: the line ends with %d, not %d", of->text, 100 * lead, line->score);
    return true;
}

static void case_search(struct test *test, const struct kw_game *game, struct kw_engine *engine,
                        const struct prover_case *of, const struct kw_limits *limits,
                        struct outcome *outcome) {
    struct kw_error error;
    struct kw_analysis analysis;
    struct kw_session *session = kw_session_new(game, &of->position);
    kw_engine_clear(engine);
    test_expect(test, kw_engine_search(engine, session, limits, NULL, NULL, &analysis, &error),
                "%s: no search", of->text);
    const struct kw_line *line = analysis.line;
    int exact[LINES] = {of->best, of->second};
    for (size_t i = 0; i < analysis.lines && i < LINES; i++)
        test_expect(test, !line[i].proven || line[i].score == 100 * exact[i],
                    "%s: line %zu is proven to be worth %d hundredths, not %d", of->text, i,
                    line[i].score, 100 * exact[i]);
    bool good = case_value(game, of, line[0].move[0]) == of->best;
    test_expect(test, good || !line[0].proven, "%s: a proven move is worse", of->text);
    outcome->positions++;
    outcome->proven += line[0].proven;
    outcome->good += good;
    outcome->whole += line[0].proven && case_ends(test, game, of, &line[0]);
    kw_session_free(session);
}

static struct outcome search_all(struct test *test, FILE *file, const struct kw_tables *tables,
                                 unsigned threads, struct kw_limits limits) {
    const struct kw_game *game = kw_game_find("kalah");
    struct kw_engine *engine = kw_engine_new(1 << 24, threads);
    struct outcome outcome = {0};
    struct prover_case of;
    char line[KW_TEXT];
    kw_engine_set_tables(engine, tables);
    kw_engine_set_aim(engine, KW_AIM_SEEDS);
    rewind(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (case_read(game, line, &of))
            case_search(test, game, engine, &of, &limits, &outcome);
    kw_engine_free(engine);
    printf("%u of %u best moves, %u proven\n", outcome.good, outcome.positions, outcome.proven);
    return outcome;
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    FILE *file = test.words == 1 ? fopen(test.word[0], "r") : NULL;
    struct kw_table_cache *cache = kw_table_cache_open(NULL, 0, NULL);
    if (file == NULL || cache == NULL) {
        fprintf(stderr, "usage: board_prover_test FILE\n");
        return 2;
    }
    const struct kw_tables *tables = kw_table_cache_tables(cache);
    kw_table_cache_prepare(cache, kw_game_find("kalah"));
    struct kw_limits limits = {.nodes = NODES};
    struct outcome alone = search_all(&test, file, tables, 1, limits);
    test_expect(&test, alone.positions == 60, "%u positions", alone.positions);
    test_expect(&test, 10 * alone.proven >= 8 * alone.positions, "few are proven");
    test_expect(&test, alone.good == alone.positions, "a best move is missed");
    test_expect(&test, 10 * alone.whole >= 9 * alone.proven, "%u of %u proven lines end the game",
                alone.whole, alone.proven);
    limits.nodes = FEWER;
    struct outcome with = search_all(&test, file, tables, 2, limits);
    struct outcome without = search_all(&test, file, NULL, 1, limits);
    test_expect(&test, without.proven < with.proven, "the database proves nothing");
    limits.lines = LINES;
    search_all(&test, file, tables, 1, limits);
    kw_table_cache_close(cache);
    fclose(file);
    return test_end(&test);
}
