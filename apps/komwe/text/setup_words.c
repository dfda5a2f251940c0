#include "text/setup_words.h"

#include "base/text.h"

#include <string.h>

bool setup_words_apply(const struct kw_position *position) { return position->phase != 0; }

/* The last hole that can be lifted beside those that are in the hand; KW_NOWHERE if none can. */
static unsigned setup_lift_next(const struct kw_game *game, const struct kw_position *position) {
    kw_move move[KW_MOVES];
    size_t count = kw_moves(game, position, move, KW_MOVES);
    while (count > 0 && kw_move_kind(move[count - 1]) != KW_LIFT)
        count--;
    return count > 0 ? kw_move_hole(move[count - 1]) : KW_NOWHERE;
}

/* Reads the name of a hole, one letter; -1 if there is none. */
static int setup_read_hole(const struct kw_game *game, char letter) {
    const char name[] = {letter, '\0'};
    return letter != '\0' ? kw_hole_find(game, name) : -1;
}

/* `IJ`: one or two holes. */
static size_t setup_parse_lifts(const struct kw_game *game, const char *word, kw_move *list) {
    size_t count = 0;
    for (; count < 2 && word[count] != '\0'; count++) {
        int hole = setup_read_hole(game, word[count]);
        if (hole < 0)
            return 0;
        list[count] = kw_move_make(KW_LIFT, (unsigned)hole, false, false, 0);
    }
    return word[count] == '\0' ? count : 0;
}

/* `A` or `A3`: a hole, and how many it receives. */
static size_t setup_parse_places(const struct kw_game *game, const struct kw_position *position,
                                 const char *word, kw_move *list, struct kw_error *error) {
    int hole = setup_read_hole(game, word[0]);
    uint32_t count = 1;
    if (hole < 0)
        return 0;
    if (word[1] != '\0' && !number_read_plain(word + 1, strlen(word + 1), 1, UINT32_MAX, &count))
        return 0;
    if (count > position->hand && position->hand > 0) {
        error->code = KW_ILLEGAL_MOVE;
        snprintf(error->message, sizeof error->message, "the hand holds only %u", position->hand);
        return 0;
    }
    if (count > KW_TURN_STEPS)
        count = KW_TURN_STEPS; /* with nothing in the hand the first is refused */
    for (size_t i = 0; i < count; i++)
        list[i] = kw_move_make(KW_PLACE, (unsigned)hole, false, false, 0);
    return count;
}

size_t setup_words_parse(const struct kw_game *game, const struct kw_position *position,
                         const char *word, kw_move list[KW_TURN_STEPS], struct kw_error *error) {
    bool lifts = *word == '^' || (position->hand == 0 && *word != '+');
    word += *word == '^' || *word == '+';
    *error = (struct kw_error){.code = KW_BAD_MOVE, .line = 1, .column = 1};
    return lifts ? setup_parse_lifts(game, word, list)
                 : setup_parse_places(game, position, word, list, error);
}

void setup_words_write_hint(struct string_builder *out, const struct kw_game *game,
                            const struct kw_position *position, bool click) {
    char name[KW_TEXT];
    if (position->hand == 0) {
        output_add(out,
                   "Your first turn: empty up to two boma of your own and place their warriors\n"
                   "again, in any boma of both rows, from your left to your right and then round\n"
                   "the other row.  In one word: IJ=A2B4a6.  Step by step: I lifts the boma I,\n"
                   "then A3 places three warriors in A.  = alone changes nothing.\n");
        if (click)
            output_add(out, "Or click: a boma to lift it, then a boma for each warrior.\n");
        return;
    }
    output_format(out, "%u in the hand: A places one warrior in A, A3 three", position->hand);
    if (position->own[1] > 0 && position->hole[position->own[1] - 1] > 0)
        output_format(out, "; continue from %s", kw_place_text(game, position->own[1] - 1u, name));
    unsigned next = setup_lift_next(game, position);
    if (next != KW_NOWHERE) {
        kw_place_text(game, next, name);
        output_format(out, "; ^%s lifts %s too", name, name);
    }
    output_add(out, ".\n");
}

size_t setup_words_play(const struct kw_game *game, struct kw_position *position,
                        const struct kw_line *line) {
    unsigned mover = position->turn;
    size_t steps = 0;
    while (steps < line->length && setup_words_apply(position) && position->turn == mover)
        kw_play(game, position, line->move[steps++], position);
    return steps;
}

size_t setup_words_list(const struct kw_game *game, const struct kw_position *position,
                        const struct kw_line *line, char text[][KW_TEXT], size_t most) {
    bool begins = setup_words_apply(position) && kw_move_kind(line->move[0]) != KW_PLACE &&
                  position->own[0] == 0;
    struct kw_session *trial = begins ? kw_session_new(game, position) : NULL;
    const struct kw_position *now = trial != NULL ? kw_session_position(trial) : NULL;
    size_t words = 0, first = 0;
    for (size_t i = 0; trial != NULL && i < line->length && words < most && setup_words_apply(now);
         i++) {
        unsigned mover = now->turn;
        if (!kw_session_play(trial, line->move[i], NULL))
            break;
        now = kw_session_position(trial);
        if (setup_words_apply(now) && now->turn == mover)
            continue;
        kw_session_turn_text(trial, first, text[words++]);
        first = i + 1;
    }
    kw_session_free(trial);
    return words;
}

bool setup_words_answer(const struct kw_game *game, const struct kw_position *position,
                        const struct kw_line *line, size_t from, char text[][KW_TEXT]) {
    struct kw_line answer = {.length = line->length - from};
    memcpy(answer.move, line->move + from, answer.length * sizeof *answer.move);
    return answer.length > 0 && setup_words_list(game, position, &answer, text, 1) > 0;
}

/* How many moves are the same as the first. */
static size_t setup_run_length(const kw_move *move, size_t count) {
    size_t same = 1;
    while (same < count && move[same] == move[0])
        same++;
    return same;
}

void setup_words_steps(struct string_builder *out, const struct kw_game *game, const kw_move *move,
                       size_t count) {
    char name[KW_TEXT];
    for (size_t i = 0, same; i < count; i += same) {
        same = setup_run_length(move + i, count - i);
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

void setup_words_report(struct string_builder *out, const struct kw_game *game, const kw_move *move,
                        size_t count) {
    enum kw_kind before = KW_KEEP;
    for (size_t i = 0, same; i < count; i += same) {
        char name[KW_TEXT];
        same = setup_run_length(move + i, count - i);
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
