#include "text/move_remarks.h"

#include "text/move_effect.h"
#include "text/move_list.h"
#include "text/setup_words.h"

#include <string.h>

static const char *const player_word[] = {"South", "North"};

/*
 * Beyond so many moves (Bulto can have millions), or so many seeds that they sow (rule texts can
 * make moves of 100 000), no greatest capture is searched for.
 */
enum { MOVES_MOST = 2000, SEEDS_MOST = 20000 };

/* A player's turn, which is one move unless he moves again. */
struct remarks_turn {
    unsigned mover;
    size_t sown, taken; /* seeds */
    uint32_t won_holes; /* bit i: hole i became the player's for good */
    int stored;         /* seeds that reached the player's store */
    bool over, won;     /* the board ends the game; the player wins one that does not count seeds */
    struct kw_position next; /* the position after it */
    char text[KW_TEXT];      /* its moves, as a record has them; "": none */
};

static struct remarks_turn remarks_turn_begin(const struct kw_position *position) {
    return (struct remarks_turn){.mover = position->turn & 1, .next = *position};
}

/* True if the player has a further move in this turn, or its first. */
static bool remarks_turn_continues(const struct remarks_turn *turn) {
    return !turn->over && (turn->next.turn & 1) == turn->mover;
}

static void remarks_turn_add(struct remarks_turn *turn, const struct kw_game *game, kw_move move) {
    char text[KW_TEXT];
    struct effect effect;
    struct kw_result result;
    size_t length = strlen(turn->text);
    kw_move_text(game, &turn->next, move, text);
    snprintf(turn->text + length, sizeof turn->text - length, "%s%s", length > 0 ? "," : "", text);
    effect_find(&effect, game, &turn->next, move);
    turn->sown += effect.dropped;
    turn->taken += effect.taken;
    turn->won_holes |= effect.won;
    turn->stored += effect.next.store[turn->mover] - turn->next.store[turn->mover];
    turn->next = effect.next;
    turn->over = kw_state(game, &turn->next, &result);
    turn->won = turn->over && !kw_game_info(game)->counts_seeds &&
                result.outcome == (turn->mover == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS);
}

/* The turn that wins or captures most, the first of equals in byte order; text "": none does. */
struct remarks_prey {
    size_t moves, sown; /* tried, and by these; more than MOVES_MOST or SEEDS_MOST: unknown */
    struct remarks_turn turn;
};

static bool remarks_prey_known(const struct remarks_prey *prey) {
    return prey->moves <= MOVES_MOST && prey->sown <= SEEDS_MOST;
}

static bool remarks_turn_takes_more(const struct remarks_turn *turn,
                                    const struct remarks_turn *other) {
    if (turn->won != other->won)
        return turn->won;
    if (turn->taken != other->taken)
        return turn->taken > other->taken;
    return __builtin_popcount(turn->won_holes) > __builtin_popcount(other->won_holes);
}

static bool remarks_turn_takes(const struct remarks_turn *turn) {
    return turn->taken > 0 || turn->won_holes != 0;
}

/* Tries all continuations of a turn. */
static void remarks_try_turns(struct remarks_prey *prey, const struct kw_game *game,
                              const struct remarks_turn *begun) {
    struct moves moves = {0};
    prey->moves += kw_move_count(game, &begun->next);
    if (remarks_prey_known(prey))
        moves_name(&moves, game, &begun->next);
    for (size_t i = 0; i < moves.count && remarks_prey_known(prey); i++) {
        struct remarks_turn turn = *begun;
        remarks_turn_add(&turn, game, moves.named[i].move);
        prey->sown += turn.sown - begun->sown;
        if (remarks_turn_takes_more(&turn, &prey->turn))
            prey->turn = turn;
        if (remarks_turn_continues(&turn))
            remarks_try_turns(prey, game, &turn);
    }
    moves_free(&moves);
}

static void remarks_find_prey(struct remarks_prey *prey, const struct kw_game *game,
                              const struct kw_position *position) {
    struct remarks_turn begun = remarks_turn_begin(position);
    *prey = (struct remarks_prey){.moves = 0};
    remarks_try_turns(prey, game, &begun);
}

/*
 * The position after a pass; false if there is none, which the rules of a placement or a forced
 * hole can cause.
 */
static bool remarks_pass(const struct kw_game *game, const struct kw_position *position,
                         struct kw_position *passed) {
    char text[KW_TEXT];
    struct kw_error error;
    struct kw_result result;
    struct kw_position other = *position;
    if (position->phase != 0 || position->own[0] != 0 || position->own[1] != 0)
        return false;
    other.turn = !position->turn;
    return kw_position_read(game, kw_position_text(game, &other, text), passed, &error) &&
           !kw_state(game, passed, &result);
}

/* "take 3", "take the hole c", "take the holes c and d". */
static void remarks_write_taking(struct string_builder *out, const struct kw_game *game,
                                 const struct remarks_turn *turn) {
    uint32_t holes = turn->won_holes;
    if (turn->taken > 0)
        output_format(out, "take %zu", turn->taken);
    if (holes == 0)
        return;
    output_add(out, turn->taken > 0 ? " and " : "take ");
    output_add(out, (holes & (holes - 1)) != 0 ? "the holes" : "the hole");
    for (const char *before = " "; holes != 0; holes &= holes - 1, before = " and ") {
        char name[KW_TEXT];
        kw_place_text(game, (unsigned)__builtin_ctz(holes), name);
        output_format(out, "%s%s", before, name);
    }
}

/* Seeds that reach the mover's store by other means than captures, as in Kalah. */
static void remarks_write_stored(struct string_builder *out, const struct kw_game *game,
                                 const char *verb, const struct remarks_turn *turn) {
    if (kw_game_info(game)->counts_seeds && turn->stored > 0 && (size_t)turn->stored != turn->taken)
        output_format(out, "%s %d in store", verb, turn->stored);
}

/* The expected reply: of the opponent, or of the player who moves again. */
static void remarks_write_expected(struct string_builder *out, const struct kw_game *game,
                                   bool again, const struct remarks_turn *turn) {
    if (again)
        output_format(out, "; is expected to go on with %s", turn->text);
    else
        output_format(out, "; %s is expected to play %s", player_word[turn->mover], turn->text);
    if (remarks_turn_takes(turn)) {
        output_add(out, " and ");
        remarks_write_taking(out, game, turn);
    }
    remarks_write_stored(out, game, remarks_turn_takes(turn) ? ", putting" : " and put", turn);
    if (turn->over)
        output_add(out, turn->won ? ", which wins" : ", which ends the game");
}

/* "could win with a1<", "threatens to take 3 with b". */
static void remarks_write_feat(struct string_builder *out, const struct kw_game *game,
                               const char *verb, const struct remarks_turn *turn) {
    output_format(out, "%s ", verb);
    if (turn->won)
        output_add(out, "win");
    else
        remarks_write_taking(out, game, turn);
    output_format(out, " with %s", turn->text);
}

/* The greatest threat beside the expected reply (text "": none). */
static void remarks_write_possible(struct string_builder *out, const struct kw_game *game,
                                   bool again, const struct remarks_turn *expected,
                                   const struct remarks_prey *prey) {
    const struct remarks_turn *worst = &prey->turn;
    bool beside = expected->text[0] != '\0';
    bool robs = worst->won || remarks_turn_takes(worst);
    if (!remarks_prey_known(prey) || expected->won || (again && !robs) ||
        (beside && robs && !remarks_turn_takes_more(worst, expected)))
        return;
    if (beside)
        output_add(out, " (");
    else
        output_format(out, "; %s ", again ? "then" : player_word[expected->mover]);
    if (robs)
        remarks_write_feat(out, game, "could", worst);
    else
        output_add(out, beside ? "nothing can be taken" : "can take nothing");
    output_add(out, beside ? ")" : "");
}

/* The turn that follows the first move of the line, or the rest of the same turn. */
static void remarks_write_next(struct string_builder *out, const struct kw_game *game,
                               const struct kw_position *position, bool again,
                               const struct kw_line *line) {
    struct remarks_turn expected = remarks_turn_begin(position);
    struct remarks_prey prey;
    for (size_t i = 1; i < line->length && remarks_turn_continues(&expected); i++)
        remarks_turn_add(&expected, game, line->move[i]);
    if (expected.text[0] != '\0')
        remarks_write_expected(out, game, again, &expected);
    remarks_find_prey(&prey, game, position);
    remarks_write_possible(out, game, again, &expected, &prey);
}

static void remarks_write_threat(struct string_builder *out, const struct kw_game *game,
                                 const struct kw_position *position) {
    struct kw_position passed;
    struct remarks_prey prey;
    if (!remarks_pass(game, position, &passed))
        return;
    remarks_find_prey(&prey, game, &passed);
    if (!remarks_prey_known(&prey))
        return;
    if (prey.turn.won || remarks_turn_takes(&prey.turn))
        remarks_write_feat(out, game, "; threatens to", &prey.turn);
}

/* A whole first turn, and the expected answer or the start of the sowing. */
static void remarks_write_setup(struct string_builder *out, const struct kw_game *game,
                                const struct kw_position *position, const struct kw_line *line) {
    static const struct kw_line nothing = {.length = 0};
    struct kw_position next = *position;
    char answer[KW_TEXT];
    size_t steps = setup_words_play(game, &next, line);
    setup_words_report(out, game, line->move, steps);
    if (setup_words_answer(game, &next, line, steps, &answer))
        output_format(out, "; %s is expected to play %s", player_word[next.turn], answer);
    if (setup_words_apply(&next))
        return;
    remarks_write_next(out, game, &next, false, &nothing);
    remarks_write_threat(out, game, &next);
}

void words_on_line(struct string_builder *out, const struct kw_game *game,
                   const struct kw_position *position, const struct kw_line *line) {
    struct remarks_turn turn = remarks_turn_begin(position);
    struct effect effect;
    if (setup_words_apply(position)) {
        remarks_write_setup(out, game, position, line);
        return;
    }
    effect_find(&effect, game, position, line->move[0]);
    effect_foretell(out, game, line->move[0], &effect);
    if (effect.dropped > SEEDS_MOST)
        return; /* what follows it would take as long */
    remarks_turn_add(&turn, game, line->move[0]);
    remarks_write_stored(out, game, ", puts", &turn);
    if (kw_move_count(game, position) == 1)
        output_add(out, ", the only move");
    if (turn.over)
        return;
    remarks_write_next(out, game, &turn.next, remarks_turn_continues(&turn), line);
    if (!remarks_turn_continues(&turn))
        remarks_write_threat(out, game, &turn.next);
}
