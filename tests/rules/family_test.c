/*
 * What the families owe to those who read their declarations: few enough clauses, clauses of one id
 * one after the other, and functions for the properties that they claim.
 */
#include "games/game.h"
#include "support/test.h"

static void clauses_test(struct test *test, const struct kw_game *game) {
    const struct family *family = game->family;
    test_expect(test, family->clause_count < KW_CLAUSES, "%s has %zu clauses", game->info->id,
                family->clause_count);
    for (size_t i = 0; i < family->clause_count; i++)
        for (size_t k = i + 2; k < family->clause_count; k++)
            test_expect(test,
                        strcmp(family->clauses[i].id, family->clauses[k].id) != 0 ||
                            strcmp(family->clauses[k - 1].id, family->clauses[k].id) == 0,
                        "%s: the clauses %zu and %zu, [%s], have others between them",
                        game->info->id, i, k, family->clauses[i].id);
}

static void properties_test(struct test *test, const struct kw_game *game) {
    const struct family *family = game->family;
    const char *id = game->info->id;
    test_expect(test, family->option_count <= OPTIONS_MAX, "%s has many options", id);
    test_expect(test, !game_many_moves(game) || family->children != NULL,
                "%s has many moves and does not list them with their positions", id);
    for (unsigned mark = 0; mark < 2; mark++)
        test_expect(test, (mark < game_marks(game)) == (family->mark_names[mark] != NULL),
                    "%s: mark %u has a letter without words or words without a letter", id, mark);
    test_expect(test, !kw_has_narrow_wins(game) || game->info->counts_seeds,
                "%s has narrow wins and does not count seeds", id);
    test_expect(test, game_endgame_layout(game) == NULL || game->info->counts_seeds,
                "%s has endgame tables and does not count seeds", id);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    for (size_t i = 0; i < kw_game_count(); i++) {
        clauses_test(&test, kw_game_at(i));
        properties_test(&test, kw_game_at(i));
    }
    return test_end(&test);
}
