#include "openings/book_growth.h"

#include "cli/interrupt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Costs in hundredths: half a seed less costs as much as a ply. */
enum { COST_PLY = 50, COST_MOST = 100000 /* of a move */, COST_NEVER = 1 << 30 };

enum { WIN = 50000 /* a won game in hundredths */ };

/* ---- values ---------------------------------------------------------------------------------- */

static int growth_hundredths(const struct kw_book_move *value) {
    if (value->unit != KW_IN_PLIES)
        return value->score;
    return value->score > 0 ? WIN - value->score : -WIN - value->score;
}

static bool growth_wins(const struct kw_book_move *value) {
    return value->unit == KW_IN_PLIES && value->score > 0;
}

static void growth_find_best(struct growth_place *place) {
    bool all = true;
    place->best = 0;
    for (size_t i = 0; i < place->count; i++) {
        if (growth_hundredths(&place->move[i].value) >
            growth_hundredths(&place->move[place->best].value))
            place->best = i;
        all = all && place->move[i].value.proven;
    }
    const struct kw_book_move *best = &place->move[place->best].value;
    place->proven = best->proven && (all || growth_wins(best));
}

/* Sets the value of a move to that of the position behind it. */
static void growth_take_value(struct growth_move *move, const struct growth_place *child) {
    const struct kw_book_move *best = &child->move[child->best].value;
    bool won = growth_wins(best);
    int sign = move->again ? 1 : -1;
    move->value.unit = best->unit;
    move->value.proven = child->proven;
    move->value.score = sign * best->score;
    if (best->unit == KW_IN_PLIES) { /* a ply more */
        int plies = (won ? best->score : -best->score) + 1;
        move->value.score = won == move->again ? plies : -plies;
    }
}

static void growth_find_cost(const struct book_growth *growth, struct growth_place *place) {
    int most = growth_hundredths(&place->move[place->best].value);
    place->cost = COST_NEVER;
    for (size_t i = 0; i < place->count; i++) {
        const struct growth_move *move = &place->move[i];
        int drop = most - growth_hundredths(&move->value);
        uint32_t cost = COST_PLY + (uint32_t)(drop < COST_MOST ? drop : COST_MOST);
        if (!move->open && move->child == 0)
            continue;
        if (move->child > 0)
            cost += growth->place[move->child].cost;
        if (cost < place->cost) {
            place->cost = cost;
            place->next = i;
        }
    }
}

/* Positions behind others come after them, so that one pass is enough. */
static void growth_propagate(struct book_growth *growth) {
    for (size_t i = growth->count; i-- > 0;) {
        struct growth_place *place = &growth->place[i];
        for (size_t k = 0; k < place->count; k++)
            if (place->move[k].child > 0)
                growth_take_value(&place->move[k], &growth->place[place->move[k].child]);
        growth_find_best(place);
        growth_find_cost(growth, place);
    }
}

/* ---- positions ------------------------------------------------------------------------------- */

/* As the player to move sees the position from the south, where both sides are alike. */
static void growth_turn(const struct kw_game *game, const struct kw_position *position,
                        struct kw_position *turned) {
    struct kw_position key;
    kw_key(game, position, &key);
    if (key.turn != position->turn)
        kw_mirror(game, position, turned);
    else
        *turned = *position;
}

static bool growth_has(const struct book_growth *growth, const struct kw_position *position) {
    for (size_t i = 0; i < growth->count; i++)
        if (memcmp(&growth->place[i].position, position, sizeof *position) == 0)
            return true;
    return false;
}

/* A move of a position that is about to join. */
static void growth_set_move(const struct book_growth *growth, const struct kw_position *position,
                            struct growth_move *move) {
    struct kw_result result;
    struct kw_position next;
    kw_play(growth->game, position, move->value.move, &next);
    growth_turn(growth->game, &next, &move->after);
    move->again = next.turn == position->turn;
    move->open = !kw_state(growth->game, &next, &result) && !growth_has(growth, &move->after) &&
                 memcmp(&move->after, position, sizeof next) != 0 &&
                 kw_move_count(growth->game, &next) <= KW_MOVES;
}

/*
 * Adds a position with its values, and lets the moves before it lead there.  A move of it that
 * leads to a position that is there already keeps its own value, so that nothing goes in circles.
 */
static void growth_join(struct book_growth *growth, const struct growth_place *place) {
    size_t at = growth->count;
    for (size_t i = 0; i < at; i++)
        for (size_t k = 0; k < growth->place[i].count; k++) {
            struct growth_move *move = &growth->place[i].move[k];
            if (!move->open || memcmp(&move->after, &place->position, sizeof move->after) != 0)
                continue;
            move->open = false;
            move->child = (uint32_t)at;
        }
    growth->place = memory_resize(growth->place, at + 1, sizeof *growth->place);
    growth->place[at] = *place;
    growth->count++;
}

/* Values the moves by a search for all of them. */
static enum growth_step growth_search(struct book_growth *growth, struct growth_place *place) {
    struct kw_error error;
    struct kw_session *session = kw_session_new(growth->game, &place->position);
    kw_move legal[KW_MOVES];
    size_t count = kw_moves(growth->game, &place->position, legal, KW_MOVES);
    const struct kw_limits limits = {.nodes = growth->nodes * count, .lines = KW_MULTIPV_MAX};
    kw_engine_clear(growth->engine);
    bool good =
        session != NULL && interrupted() == 0 &&
        kw_engine_search(growth->engine, session, &limits, NULL, NULL, &growth->analysis, &error);
    kw_session_free(session);
    if (interrupted() != 0)
        return GROWTH_STOPPED;
    if (!good)
        return GROWTH_FAILED;
    place->move = memory_new(count, sizeof *place->move);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < growth->analysis.lines; k++) {
            const struct kw_line *line = &growth->analysis.line[k];
            if (line->move[0] == legal[i])
                place->move[place->count++].value = (struct kw_book_move){.move = legal[i],
                                                                          .score = line->score,
                                                                          .unit = line->unit,
                                                                          .proven = line->proven};
        }
    return GROWTH_DONE;
}

static enum growth_step growth_expand(struct book_growth *growth,
                                      const struct kw_position *position) {
    struct growth_place place = {.position = *position};
    enum growth_step step = growth_search(growth, &place);
    if (step != GROWTH_DONE)
        return step;
    for (size_t i = 0; i < place.count; i++)
        growth_set_move(growth, position, &place.move[i]);
    growth_join(growth, &place);
    growth_propagate(growth);
    return GROWTH_DONE;
}

static enum growth_step growth_add_start(struct book_growth *growth) {
    struct kw_position start, turned;
    kw_start(growth->game, &start);
    growth_turn(growth->game, &start, &turned);
    return growth_expand(growth, &turned);
}

enum growth_step growth_add_next(struct book_growth *growth) {
    if (growth->count == 0)
        return growth_add_start(growth);
    const struct growth_place *place = &growth->place[0];
    if (place->cost >= COST_NEVER)
        return GROWTH_NOTHING;
    while (place->move[place->next].child > 0)
        place = &growth->place[place->move[place->next].child];
    struct kw_position after = place->move[place->next].after;
    return growth_expand(growth, &after);
}

enum growth_step growth_add_game(struct book_growth *growth, const struct kw_session *session,
                                 size_t plies) {
    struct kw_position start, turned;
    kw_start(growth->game, &start);
    if (memcmp(&start, kw_session_before(session, 0), sizeof start) != 0)
        return GROWTH_NOTHING;
    for (size_t ply = 0; ply < plies && ply < kw_session_plies(session); ply++) {
        const struct kw_position *position = kw_session_before(session, ply);
        growth_turn(growth->game, position, &turned);
        if (kw_move_count(growth->game, position) > KW_MOVES)
            return GROWTH_NOTHING;
        if (!growth_has(growth, &turned))
            return growth_expand(growth, &turned);
    }
    return GROWTH_NOTHING;
}

/* ---- books ----------------------------------------------------------------------------------- */

void growth_load(struct book_growth *growth, const struct kw_book *book) {
    for (size_t i = 0; i < kw_book_size(book); i++) {
        struct growth_place place = {.position = *kw_book_position(book, i)};
        struct kw_book_move list[KW_MOVES];
        kw_move legal[KW_MOVES];
        size_t moves = kw_moves(growth->game, &place.position, legal, KW_MOVES);
        size_t found = kw_book_find(book, growth->game, &place.position, list, KW_MOVES);
        place.move = memory_new(found, sizeof *place.move);
        for (size_t k = 0; k < moves && k < KW_MOVES; k++)
            for (size_t m = 0; m < found; m++)
                if (list[m].move == legal[k])
                    place.move[place.count++].value = list[m];
        for (size_t k = 0; k < place.count; k++)
            growth_set_move(growth, &place.position, &place.move[k]);
        growth_join(growth, &place);
    }
    growth_propagate(growth);
}

static void growth_write_value(struct string_builder *out, const struct kw_book_move *value) {
    bool plies = value->unit == KW_IN_PLIES, more = plies ? value->score > 0 : value->score >= 0;
    static const char sign[2][2] = {{'-', '+'}, {'l', 'w'}};
    output_format(out, "=%c%" PRId32 "%s", sign[plies][more], abs(value->score),
                  value->proven ? "!" : "");
}

/* The number of the first line with a move to a position, and that move. */
static void growth_write_way(const struct book_growth *growth, size_t at,
                             struct string_builder *out) {
    char text[KW_TEXT];
    for (size_t i = 0; i < at; i++)
        for (size_t k = 0; k < growth->place[i].count; k++)
            if (growth->place[i].move[k].child == at) {
                output_format(out, "%zu %s", i + 1,
                              kw_move_text(growth->game, &growth->place[i].position,
                                           growth->place[i].move[k].value.move, text));
                return;
            }
    output_add(out, "0 -");
}

void growth_write(const struct book_growth *growth, struct string_builder *out) {
    char text[KW_TEXT];
    for (size_t at = 0; at < growth->count; at++) {
        const struct growth_place *place = &growth->place[at];
        growth_write_way(growth, at, out);
        for (size_t i = 0; i < place->count; i++) {
            output_format(
                out, " %s",
                kw_move_text(growth->game, &place->position, place->move[i].value.move, text));
            growth_write_value(out, &place->move[i].value);
        }
        output_char(out, '\n');
    }
}

void growth_free(struct book_growth *growth) {
    for (size_t i = 0; i < growth->count; i++)
        free(growth->place[i].move);
    free(growth->place);
    growth->place = NULL;
    growth->count = 0;
}
