/* The public functions of play: what every game does the same way. */
#include "base/work.h"
#include "games/family_parts.h"
#include "games/game.h"

#include <assert.h>

void kw_start(const struct kw_game *game, struct kw_position *position) {
    *position = (struct kw_position){0};
    game->family->start(game->rules, position);
}

size_t kw_moves(const struct kw_game *game, const struct kw_position *position, kw_move *list,
                size_t capacity) {
    if (KW_LIKELY(capacity >= KW_MOVES))
        return game->moves(game->rules, position, list, capacity);
    /* Games do not check the capacity: they write up to KW_MOVES. */
    kw_move whole[KW_MOVES];
    size_t count = game->moves(game->rules, position, whole, KW_MOVES);
    if (capacity > 0)
        memcpy(list, whole, sizeof *list * (count < capacity ? count : capacity));
    return count;
}

size_t kw_move_count(const struct kw_game *game, const struct kw_position *position) {
    return game->count(game->rules, position);
}

void kw_play(const struct kw_game *game, const struct kw_position *position, kw_move move,
             struct kw_position *next) {
    assert(!kw_explain_illegal(game, position, move, &(struct kw_reason){0}) || work_ended());
    game->play(game->rules, position, move, next);
}

void kw_trace(const struct kw_game *game, const struct kw_position *position, kw_move move,
              struct kw_position *next, kw_event_fn *on_event, void *context) {
    assert(!kw_explain_illegal(game, position, move, &(struct kw_reason){0}) || work_ended());
    struct trace trace = {
        .on_event = on_event, .context = context, .find_clause = clause_held, .game = game};
    game->family->trace(game->rules, position, move, next, &trace);
}

size_t kw_children(const struct kw_game *game, const struct kw_position *position,
                   struct kw_child *list, size_t capacity) {
    if (game_many_moves(game))
        return game->family->children(game->rules, position, list, capacity);
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    assert(count <= KW_MOVES);
    for (size_t i = 0; i < count && i < capacity; i++) {
        list[i].move = moves[i];
        game->play(game->rules, position, moves[i], &list[i].position);
    }
    return count;
}

bool kw_has_rounds(const struct kw_game *game) { return game->family->round_next != NULL; }

bool kw_round_next(const struct kw_game *game, const struct kw_round *round,
                   struct kw_position *next, struct kw_result *result) {
    bool over = kw_state(game, &round->position, result);
    assert(over);
    return over && game->family->round_next != NULL &&
           game->family->round_next(game->rules, round, result, next);
}

bool kw_state(const struct kw_game *game, const struct kw_position *position,
              struct kw_result *result) {
    *result = (struct kw_result){0};
    return game->family->state(game->rules, position, result);
}

bool kw_has_narrow_wins(const struct kw_game *game) { return game->family->narrow_wins; }

unsigned kw_repetitions(const struct kw_game *game) { return game->rules->once ? 2 : 3; }

void kw_repetition_result(const struct kw_game *game, const struct kw_position *position,
                          struct kw_result *result) {
    const struct rules *rules = game->rules;
    if (!game->info->counts_seeds)
        *result = (struct kw_result){.outcome = KW_DRAW};
    else if (game->family->repeated != NULL)
        game->family->repeated(rules, position, result);
    else
        result_rows(rules, position, result);
    result->ending = KW_BY_REPETITION;
}

/* Puts the clause that holds in the place of the one that was cited; returns `found`. */
static bool play_reason(const struct kw_game *game, struct kw_reason *reason, bool found) {
    if (found)
        reason->clause = clause_held(game, (size_t)(reason->clause - game->family->clauses));
    return found;
}

bool kw_explain_illegal(const struct kw_game *game, const struct kw_position *position,
                        kw_move move, struct kw_reason *reason) {
    bool refused = game->family->explain_illegal(game->rules, position, move, reason);
    return play_reason(game, reason, refused);
}

bool kw_explain_illegal_first(const struct kw_game *game, const struct kw_position *position,
                              const kw_move *list, size_t count, struct kw_reason *reason) {
    struct kw_position at = *position;
    for (size_t i = 0; i < count; i++) {
        if (kw_explain_illegal(game, &at, list[i], reason))
            return true;
        kw_play(game, &at, list[i], &at);
    }
    return false;
}

bool kw_constraint(const struct kw_game *game, const struct kw_position *position,
                   struct kw_reason *reason) {
    bool constrained =
        game->family->constraint != NULL && game->family->constraint(game->rules, position, reason);
    return play_reason(game, reason, constrained);
}

unsigned kw_seeds_open(const struct kw_game *game, const struct kw_position *position) {
    struct kw_position rest = *position;
    unsigned won[2] = {0};
    if (game_wins_on_board(game))
        game_bank_decided(game, &rest, won);
    return seeds_in(&rest, UINT32_MAX);
}

bool kw_score(const struct kw_game *game, const struct kw_position *position, unsigned score[2]) {
    struct kw_position rest = *position;
    const struct family *family = game->family;
    score[0] = score[1] = 0;
    if (family->reserves)
        return false;
    for (unsigned player = 0; player < 2; player++)
        score[player] = position->store[player] +
                        (family->held != NULL ? family->held(game->rules, position, player) : 0);
    if (game_wins_on_board(game))
        game_bank_decided(game, &rest, score);
    return game->rules->stores || family->marks_of_players || game_wins_on_board(game);
}
