#include "analyse_words.h"

#include "effect.h"
#include "moves.h"
#include "placing.h"

static const char *const player_word[] = {"South", "North"};

/* Among more moves than this (Bulto can have millions) no greatest capture is looked for. */
enum { MOVES_MOST = 2000 };

/* The move that takes most, the first of equals in byte order; taken == 0: none takes any. */
struct prey {
    bool known;
    size_t taken;
    char text[MOVE_TEXT];
};

static void find_prey(struct prey *prey, const struct kw_game *game,
                      const struct kw_position *position) {
    struct moves moves = {0};
    *prey = (struct prey){.known = kw_move_count(game, position) <= MOVES_MOST};
    if (!prey->known)
        return;
    moves_name(&moves, game, position);
    for (size_t i = 0; i < moves.count; i++) {
        struct effect effect;
        effect_find(&effect, game, position, moves.named[i].move);
        if (effect.taken > prey->taken) {
            prey->taken = effect.taken;
            snprintf(prey->text, sizeof prey->text, "%s", moves.named[i].text);
        }
    }
    moves_free(&moves);
}

/*
 * The same position with the other player to move, as if one had passed; false if there is no such
 * position, which the rules that look back (a placing, a hole that must be taken) can cause.
 */
static bool position_passed(const struct kw_game *game, const struct kw_position *position,
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

/* Seeds that reach the mover's store otherwise than by captures alone, as in Kalah. */
static void say_stored(struct output *out, const struct kw_game *game, const char *verb,
                       const struct kw_position *position, const struct effect *effect) {
    unsigned mover = position->turn & 1;
    int gain = effect->next.store[mover] - position->store[mover];
    if (kw_game_info(game)->counts_seeds && gain > 0 && (size_t)gain != effect->taken)
        output_format(out, "%s %d in store", verb, gain);
}

/* What he plays next who must, and what could be worse. */
static void say_reply(struct output *out, const struct kw_game *game,
                      const struct kw_position *position, const struct kw_line *line) {
    struct prey prey;
    struct effect reply = {0};
    char text[KW_TEXT];
    const char *who = player_word[position->turn & 1];
    bool expected = line->length > 1;
    find_prey(&prey, game, position);
    if (expected) {
        effect_find(&reply, game, position, line->move[1]);
        output_format(out, "; %s is expected to play %s", who,
                      kw_move_text(game, position, line->move[1], text));
        if (reply.taken > 0)
            output_format(out, " and take %zu", reply.taken);
        say_stored(out, game, reply.taken > 0 ? ", putting" : " and put", position, &reply);
        if (reply.over)
            output_add(out, ", which ends the game");
    }
    if (!prey.known || (expected && prey.taken == reply.taken && prey.taken > 0))
        return;
    if (expected)
        output_add(out, " (");
    else
        output_format(out, "; %s ", who);
    if (prey.taken == 0)
        output_add(out, expected ? "nothing can be taken" : "can take nothing");
    else
        output_format(out, "could take %zu with %s", prey.taken, prey.text);
    output_add(out, expected ? ")" : "");
}

static void say_threat(struct output *out, const struct kw_game *game,
                       const struct kw_position *position) {
    struct kw_position passed;
    struct prey prey;
    if (!position_passed(game, position, &passed))
        return;
    find_prey(&prey, game, &passed);
    if (prey.taken > 0)
        output_format(out, "; threatens to take %zu with %s", prey.taken, prey.text);
}

void words_on_line(struct output *out, const struct kw_game *game,
                   const struct kw_position *position, const struct kw_line *line) {
    struct effect effect;
    if (placing_now(position)) {
        placing_tell(out, game, line);
        return;
    }
    effect_find(&effect, game, position, line->move[0]);
    effect_foretell(out, game, line->move[0], &effect);
    say_stored(out, game, ", puts", position, &effect);
    if (kw_move_count(game, position) == 1)
        output_add(out, ", the only move");
    if (effect.over || effect.next.turn == position->turn)
        return;
    say_reply(out, game, &effect.next, line);
    say_threat(out, game, &effect.next);
}
