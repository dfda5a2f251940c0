#include "placing.h"

#include <stdlib.h>
#include <string.h>

bool placing_now(const struct kw_position *position) { return position->phase != 0; }

/* The last boma that can be lifted beside those that are in the hand; KW_NOWHERE if none can. */
static unsigned lifted_next(const struct kw_game *game, const struct kw_position *position) {
    kw_move move[KW_MOVES];
    size_t count = kw_moves(game, position, move, KW_MOVES);
    while (count > 0 && kw_move_kind(move[count - 1]) != KW_LIFT)
        count--;
    return count > 0 ? kw_move_hole(move[count - 1]) : KW_NOWHERE;
}

/* Reads the name of a hole, one letter; -1 if there is none. */
static int read_hole(const struct kw_game *game, char letter) {
    const char name[] = {letter, '\0'};
    return letter != '\0' ? kw_hole_find(game, name) : -1;
}

/* Plays the same step some times; how many times it could be played. */
static size_t repeat_step(struct kw_session *session, kw_move step, size_t times,
                          struct kw_error *error) {
    size_t played = 0;
    while (played < times && kw_session_play(session, step, error))
        played++;
    return played;
}

static size_t lift_holes(struct kw_session *session, const char *word, struct kw_error *error) {
    const struct kw_game *game = kw_session_game(session);
    size_t length = strlen(word), played = 0;
    for (size_t i = 0; i < length; i++)
        if (read_hole(game, word[i]) < 0)
            return 0;
    for (; played < length; played++) {
        unsigned hole = (unsigned)read_hole(game, word[played]);
        if (!kw_session_play(session, kw_move_make(KW_LIFT, hole, false, false, 0), error))
            break;
    }
    return played;
}

static size_t place_seeds(struct kw_session *session, const char *word, size_t *wanted,
                          struct kw_error *error) {
    int hole = read_hole(kw_session_game(session), word[0]);
    char *end;
    *wanted = 1;
    if (hole < 0)
        return 0;
    if (word[1] != '\0') {
        if (word[1] < '1' || word[1] > '9')
            return 0;
        *wanted = strtoul(word + 1, &end, 10);
        if (*end != '\0' || *wanted > KW_TURN_STEPS)
            return 0;
    }
    return repeat_step(session, kw_move_make(KW_PLACE, (unsigned)hole, false, false, 0), *wanted,
                       error);
}

/* Plays a short word; returns how many plies that are, 0 if not all of it can be played. */
static size_t enter_word(struct kw_session *session, const char *word, struct kw_error *error) {
    bool holds = kw_session_position(session)->hand > 0;
    bool lifts = *word == '^' || (!holds && *word != '+');
    size_t wanted, played;
    word += *word == '^' || *word == '+';
    wanted = strlen(word);
    *error = (struct kw_error){.code = KW_BAD_MOVE, .line = 1, .column = 1};
    if (lifts)
        played = wanted <= 2 ? lift_holes(session, word, error) : 0;
    else
        played = place_seeds(session, word, &wanted, error);
    return played == wanted ? played : 0;
}

size_t placing_read(const struct kw_session *session, const char *word, kw_move list[KW_TURN_STEPS],
                    struct kw_error *error) {
    struct kw_session *trial =
        kw_session_new(kw_session_game(session), kw_session_position(session));
    if (trial == NULL) {
        *error = (struct kw_error){KW_NO_MEMORY, 1, 1, "there is not enough memory"};
        return 0;
    }
    size_t played = enter_word(trial, word, error);
    for (size_t i = 0; i < played; i++)
        list[i] = kw_session_move(trial, i);
    kw_session_free(trial);
    return played;
}

void placing_write_hint(struct output *out, const struct kw_game *game,
                        const struct kw_position *position, bool click) {
    char name[KW_TEXT];
    if (position->hand == 0) {
        output_add(out,
                   "Your first turn: empty up to two boma of your own and place their warriors\n"
                   "again, in any boma of both rows, from your left to your right and then round\n"
                   "the other row.  In one word: IJ=A2B4a6.  Step by step: I lifts the boma I,\n"
                   "then A3 places three warriors in A.  = alone leaves all as they are.\n");
        if (click)
            output_add(out, "Or click: a boma to lift it, then a boma for each warrior.\n");
        return;
    }
    output_format(out, "%u in the hand: A places one warrior in A, A3 three", position->hand);
    if (position->own[1] > 0 && position->hole[position->own[1] - 1] > 0)
        output_format(out, "; go on from %s", kw_place_text(game, position->own[1] - 1u, name));
    unsigned next = lifted_next(game, position);
    if (next != KW_NOWHERE) {
        kw_place_text(game, next, name);
        output_format(out, "; ^%s lifts %s too", name, name);
    }
    output_add(out, ".\n");
}

size_t placing_turn(const struct kw_game *game, const struct kw_position *position,
                    const struct kw_line *line) {
    struct kw_position next = *position;
    size_t steps = 0;
    while (steps < line->length && placing_now(&next) && next.turn == position->turn)
        kw_play(game, &next, line->move[steps++], &next);
    return steps;
}

size_t placing_words(const struct kw_session *session, const struct kw_line *line,
                     char text[][KW_TEXT], size_t most) {
    const struct kw_position *position = kw_session_position(session);
    bool begins =
        placing_now(position) && kw_move_kind(line->move[0]) != KW_PLACE && position->own[0] == 0;
    struct kw_session *trial = begins ? kw_session_new(kw_session_game(session), position) : NULL;
    const struct kw_position *now = trial != NULL ? kw_session_position(trial) : NULL;
    size_t words = 0, first = 0;
    for (size_t i = 0; trial != NULL && i < line->length && words < most && placing_now(now); i++) {
        unsigned mover = now->turn;
        kw_session_play(trial, line->move[i], NULL);
        now = kw_session_position(trial);
        if (placing_now(now) && now->turn == mover)
            continue;
        kw_session_turn_text(trial, first, text[words++]);
        first = i + 1;
    }
    kw_session_free(trial);
    return words;
}

/* How many moves are the same as the first. */
static size_t run_length(const kw_move *move, size_t count) {
    size_t same = 1;
    while (same < count && move[same] == move[0])
        same++;
    return same;
}

void placing_steps(struct output *out, const struct kw_game *game, const kw_move *move,
                   size_t count) {
    char name[KW_TEXT];
    for (size_t i = 0, same; i < count; i += same) {
        same = run_length(move + i, count - i);
        output_add(out, i > 0 ? " " : "");
        if (kw_move_kind(move[i]) == KW_KEEP)
            output_char(out, '=');
        else
            output_format(out, "%s%s", kw_move_kind(move[i]) == KW_LIFT ? "^" : "",
                          kw_place_text(game, kw_move_hole(move[i]), name));
        if (same > 1)
            output_format(out, "%zu", same);
    }
}

void placing_tell(struct output *out, const struct kw_game *game, const kw_move *move,
                  size_t count) {
    enum kw_kind before = KW_KEEP;
    for (size_t i = 0, same; i < count; i += same) {
        char name[KW_TEXT];
        same = run_length(move + i, count - i);
        kw_place_text(game, kw_move_hole(move[i]), name);
        if (kw_move_kind(move[i]) == KW_KEEP)
            output_add(out, "leaves all as it is");
        else if (kw_move_kind(move[i]) == KW_LIFT)
            output_format(out, "%s %s", before == KW_LIFT ? " and" : "lifts", name);
        else
            output_format(out, "%s%s%zu in %s", i > 0 ? ", " : "",
                          before == KW_PLACE ? "" : "places ", same, name);
        before = kw_move_kind(move[i]);
    }
}
