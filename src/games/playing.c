/* The public face of play: what every game does the same way. */
#include "games/game.h"

#include <assert.h>
#include <stdlib.h>

void kw_start(const struct kw_game *game, struct kw_position *position) {
    *position = (struct kw_position){0};
    game->family->start(game->rules, position);
}

size_t kw_moves(const struct kw_game *game, const struct kw_position *position, kw_move *list,
                size_t capacity) {
    if (KW_LIKELY(capacity >= KW_MOVES))
        return game->moves(game->rules, position, list, capacity);
    /* Games write without looking, as far as KW_MOVES. */
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
    assert(!kw_explain_illegal(game, position, move, &(struct kw_reason){0}));
    game->play(game->rules, position, move, next);
}

void kw_trace(const struct kw_game *game, const struct kw_position *position, kw_move move,
              struct kw_position *next, kw_event_fn *watch, void *context) {
    assert(!kw_explain_illegal(game, position, move, &(struct kw_reason){0}));
    const struct kw_clause *held[CLAUSES_MAX];
    assert(game->family->clause_count <= CLAUSES_MAX);
    for (size_t i = 0; i < game->family->clause_count; i++)
        held[i] = clause_held(game, &game->family->clauses[i]);
    struct trace trace = {.watch = watch, .context = context, .clauses = held};
    game->family->trace(game->rules, position, move, next, &trace);
}

size_t kw_children(const struct kw_game *game, const struct kw_position *position,
                   struct kw_child *list, size_t capacity) {
    if (game->family->children != NULL)
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

bool kw_state(const struct kw_game *game, const struct kw_position *position,
              struct kw_result *result) {
    *result = (struct kw_result){0};
    return game->family->state(game->rules, position, result);
}

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
static bool reason_held(const struct kw_game *game, struct kw_reason *reason, bool found) {
    if (found)
        reason->clause = clause_held(game, reason->clause);
    return found;
}

bool kw_explain_illegal(const struct kw_game *game, const struct kw_position *position,
                        kw_move move, struct kw_reason *reason) {
    bool refused = game->family->explain_illegal(game->rules, position, move, reason);
    return reason_held(game, reason, refused);
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
    bool obliged =
        game->family->constraint != NULL && game->family->constraint(game->rules, position, reason);
    return reason_held(game, reason, obliged);
}

/* ---- perft ----------------------------------------------------------------------------------- */

static uint64_t perft(const struct kw_game *game, const struct kw_position *position,
                      unsigned depth);

static uint64_t perft_of(const struct kw_game *game, const struct kw_position *position,
                         unsigned depth, const kw_move *list, size_t count) {
    if (depth == 2)
        return game->leaves(game->rules, position, list, count);
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        struct kw_position next;
        game->play(game->rules, position, list[i], &next);
        uint64_t more = perft(game, &next, depth - 1);
        leaves = more == UINT64_MAX ? UINT64_MAX : leaves + more;
        if (leaves == UINT64_MAX)
            break;
    }
    return leaves;
}

/* More moves than KW_MOVES (Bulto), which share their sowing. */
static uint64_t perft_long(const struct kw_game *game, const struct kw_position *position,
                           unsigned depth, size_t count) {
    struct kw_child *children = malloc(count * sizeof *children);
    uint64_t leaves = 0;
    if (children == NULL)
        return UINT64_MAX;
    kw_children(game, position, children, count);
    for (size_t i = 0; i < count && leaves != UINT64_MAX; i++) {
        uint64_t more = perft(game, &children[i].position, depth - 1);
        leaves = more == UINT64_MAX ? UINT64_MAX : leaves + more;
    }
    free(children);
    return leaves;
}

static uint64_t perft(const struct kw_game *game, const struct kw_position *position,
                      unsigned depth) {
    if (depth == 1)
        return game->count(game->rules, position);
    kw_move list[KW_MOVES];
    size_t count = game->moves(game->rules, position, list, KW_MOVES);
    if (KW_UNLIKELY(count > KW_MOVES))
        return perft_long(game, position, depth, count);
    return perft_of(game, position, depth, list, count);
}

uint64_t kw_perft(const struct kw_game *game, const struct kw_position *position, unsigned depth) {
    return depth == 0 ? 1 : perft(game, position, depth);
}

/* ---- positions as bytes ---------------------------------------------------------------------- */

uint64_t kw_hash(const struct kw_position *position) {
    uint64_t word[sizeof *position / 8], hash = 0x243f6a8885a308d3u;
    memcpy(word, position, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        /* The finaliser of MurmurHash3 on every word: each input bit reaches each output bit. */
        hash = (hash ^ word[i]) * 0xff51afd7ed558ccdu;
        hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Where a hole is found after South and North have changed places. */
static unsigned hole_mirrored(const struct rules *rules, unsigned hole) {
    if (rules->rows == 4)
        return hole ^ 16;
    return hole < rules->columns ? hole + rules->columns : hole - rules->columns;
}

static uint32_t mask_mirrored(const struct rules *rules, uint32_t mask) {
    unsigned by = rules->rows == 4 ? 16 : rules->columns;
    return mask << by | mask >> by; /* marks stand on holes of the board alone */
}

void kw_mirror(const struct kw_game *game, const struct kw_position *position,
               struct kw_position *mirrored) {
    static const uint8_t exchanged[] = {KW_GOING_ON, KW_NORTH_WINS, KW_SOUTH_WINS, KW_DRAW};
    const struct rules *rules = game->rules;
    struct kw_position old = *position, *new = mirrored;
    *new = (struct kw_position){.store = {old.store[1], old.store[0]},
                                .turn = old.turn ^ 1,
                                .phase = old.phase,
                                .over = exchanged[old.over],
                                .hand = old.hand};
    uint32_t board = holes_of(rules, KW_SOUTH) | holes_of(rules, KW_NORTH);
    for (uint32_t holes = board; holes != 0; holes &= holes - 1) {
        unsigned hole = (unsigned)__builtin_ctz(holes);
        new->hole[hole_mirrored(rules, hole)] = old.hole[hole];
    }
    new->mark = mask_mirrored(rules, old.mark) & board;
    new->mark2 = mask_mirrored(rules, old.mark2) & board;
    for (int i = 0; i < 2; i++) {
        bool hole = game->family->own_is_hole[i] && old.own[i] > 0;
        new->own[i] = hole ? (uint8_t)(hole_mirrored(rules, old.own[i] - 1u) + 1) : old.own[i];
    }
}

void kw_key(const struct kw_game *game, const struct kw_position *position,
            struct kw_position *key) {
    /* While a first turn is played the players' places are not alike: South's comes first. */
    if (position->turn == KW_NORTH && position->phase == 0)
        kw_mirror(game, position, key);
    else
        *key = *position;
    if (!game->family->reserves)
        key->store[0] = key->store[1] = 0;
}

/* ---- replaying a trace ----------------------------------------------------------------------- */

/* The byte that holds the seeds of a place. */
static uint8_t *place_seeds(struct kw_position *position, unsigned place) {
    if (place < KW_HOLES)
        return &position->hole[place];
    if (place == KW_HAND)
        return &position->hand;
    return &position->store[place - KW_STORE_SOUTH];
}

static void mark_change(struct kw_position *position, const struct kw_event *event, bool set) {
    uint32_t *mark = event->count == 2 ? &position->mark2 : &position->mark;
    uint32_t bit = 1u << (event->to & 31);
    *mark = set ? *mark | bit : *mark & ~bit;
}

void kw_replay(struct kw_position *position, const struct kw_event *event) {
    if (event->from != KW_NOWHERE && event->to != KW_NOWHERE) {
        uint8_t *from = place_seeds(position, event->from), *to = place_seeds(position, event->to);
        *from = (uint8_t)(*from - event->count);
        *to = (uint8_t)(*to + event->count);
        return;
    }
    switch (event->kind) {
    case KW_EVENT_MARK:
        mark_change(position, event, true);
        break;
    case KW_EVENT_UNMARK:
        mark_change(position, event, false);
        break;
    case KW_EVENT_FIELD: {
        uint8_t *fields[] = {&position->phase, &position->own[0], &position->own[1]};
        assert(event->to < 3);
        *fields[event->to] = (uint8_t)event->count;
        break;
    }
    case KW_EVENT_NEXT:
        position->turn = event->to;
        break;
    case KW_EVENT_OVER:
        position->over = event->to;
        break;
    default:
        break; /* tells, moves nothing */
    }
}
