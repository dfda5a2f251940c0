/* Which clauses of a family hold under a game's rules. */
#include "games/game.h"

static bool clause_holds(const struct kw_game *game, size_t index) {
    const struct family *family = game->family;
    return family->clause_holds == NULL || family->clause_holds(game->rules, index);
}

/* The index-th of the entries that hold, or the number of those that do. */
static size_t clause_index(const struct kw_game *game, size_t index) {
    size_t held = 0;
    for (size_t i = 0; i < game->family->clause_count; i++)
        if (clause_holds(game, i) && held++ == index)
            return i;
    return held;
}

size_t kw_clause_count(const struct kw_game *game) { return clause_index(game, SIZE_MAX); }

const struct kw_clause *kw_clause_at(const struct kw_game *game, size_t index) {
    return &game->family->clauses[clause_index(game, index)];
}

/* What one of the family's lists says of each clause says of this one; NULL without the list. */
static const char *clause_entry(const struct kw_game *game, const struct kw_clause *clause,
                                const char *const *list) {
    const struct family *family = game->family;
    for (size_t i = 0; i < family->clause_count && list != NULL; i++)
        if (&family->clauses[i] == clause)
            return list[i];
    return NULL;
}

const char *kw_clause_text(const struct kw_game *game, const struct kw_clause *clause,
                           enum kw_language language) {
    return language == KW_ENGLISH ? clause->text
                                  : clause_entry(game, clause, game->family->swahili);
}

const char *kw_clause_standard(const struct kw_game *game, const struct kw_clause *clause) {
    return clause_entry(game, clause, game->family->standard);
}

const char *kw_clause_place(const struct kw_game *game, const struct kw_clause *clause) {
    return clause_entry(game, clause, game->family->places);
}

/* Clauses of one id follow each other: see struct family. */
const struct kw_clause *clause_held(const struct kw_game *game, size_t index) {
    const struct kw_clause *clauses = game->family->clauses, *cited = &clauses[index];
    size_t count = game->family->clause_count, i = index;
    if (clause_holds(game, index))
        return cited;
    while (i > 0 && strcmp(clauses[i - 1].id, cited->id) == 0)
        i--;
    for (; i < count && strcmp(clauses[i].id, cited->id) == 0; i++)
        if (clause_holds(game, i))
            return &clauses[i];
    return cited;
}
