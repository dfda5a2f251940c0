#include "support/lessons_ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEST_NODES = 300000 }; /* of the search for the best move, in which all must be proven */

/* ---- rule sets ------------------------------------------------------------------------------- */

const struct kw_game *lesson_game(const char *folder, const char *id) {
    enum { TEXT_MOST = 1 << 16 };
    static char text[TEXT_MOST];
    char path[2 * KW_TEXT];
    const struct kw_game *game = kw_game_find(id);
    if (game != NULL)
        return game;
    snprintf(path, sizeof path, "%s/%s.rules", folder, id);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    size_t length = fread(text, 1, sizeof text, file);
    bool whole = length < sizeof text;
    fclose(file);
    return whole ? kw_game_add(text, length, NULL) : NULL;
}

/* ---- answers --------------------------------------------------------------------------------- */

bool answers_equal(const struct answers *left, const struct answers *right) {
    if (left->count != right->count)
        return false;
    for (size_t i = 0; i < left->count; i++)
        if (strcmp(left->word[i], right->word[i]) != 0)
            return false;
    return true;
}

bool answers_add(struct answers *answers, const char *word) {
    size_t at = answers->count;
    if (at == ASK_MOVES || strlen(word) >= ASK_WORD)
        return false;
    for (; at > 0 && strcmp(answers->word[at - 1], word) > 0; at--)
        memcpy(answers->word[at], answers->word[at - 1], ASK_WORD);
    memcpy(answers->word[at], word, strlen(word) + 1);
    answers->count++;
    return true;
}

static bool answers_have(const struct answers *answers, const char *word) {
    for (size_t i = 0; i < answers->count; i++)
        if (strcmp(answers->word[i], word) == 0)
            return true;
    return false;
}

/* ---- what a move does ------------------------------------------------------------------------ */

static bool effect_add(void *context, const struct kw_event *event) {
    struct effect *effect = context;
    effect->events |= 1u << event->kind;
    if (event->kind == KW_EVENT_CAPTURE || event->kind == KW_EVENT_BANK)
        effect->captured += event->count;
    if (event->kind == KW_EVENT_DROP || event->kind == KW_EVENT_PLANT) {
        effect->dropped++;
        effect->end = event->to;
    }
    return true;
}

void effect_of(const struct table *table, kw_move move, struct effect *effect) {
    *effect = (struct effect){.end = KW_NOWHERE};
    kw_trace(table->game, &table->position, move, &effect->after, effect_add, effect);
}

static bool effect_wins(const struct kw_game *game, const struct effect *effect, unsigned mover) {
    struct kw_result result;
    return kw_state(game, &effect->after, &result) &&
           result.outcome == (mover == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS);
}

/* ---- questions ------------------------------------------------------------------------------- */

bool question_name(struct question *question, const char *kind, const char *goal) {
    static const char *const kinds[] = {"move", "end", "number", "holes", "why"};
    static const struct {
        const char *name;
        enum ask_kind kind;
        enum ask_goal goal;
    } goals[] = {{"most", ASK_MOVE, ASK_MOST},           {"legal", ASK_MOVE, ASK_LEGAL},
                 {"wins", ASK_MOVE, ASK_WINS},           {"best", ASK_MOVE, ASK_BEST},
                 {"captured", ASK_NUMBER, ASK_CAPTURED}, {"seeds", ASK_NUMBER, ASK_SEEDS}};
    size_t number = 0;
    while (number < 5 && strcmp(kinds[number], kind) != 0)
        number++;
    if (number == 5)
        return false;
    question->kind = (enum ask_kind)number;
    question->goal = ASK_NOTHING;
    if (question->kind == ASK_END || question->kind == ASK_HOLES)
        return goal == NULL;
    if (goal == NULL)
        return false;
    for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++)
        if (goals[i].kind == question->kind && strcmp(goals[i].name, goal) == 0) {
            question->goal = goals[i].goal;
            return true;
        }
    bool events = question->kind == ASK_MOVE || question->kind == ASK_WHY;
    for (int event = 0; events && event <= KW_EVENT_SWAP; event++)
        if (strcmp(kw_event_name((enum kw_event_kind)event), goal) == 0) {
            question->goal = ASK_EVENT;
            question->event = (enum kw_event_kind)event;
            return true;
        }
    return false;
}

/* A move as it is written on the table where the question is asked. */
static bool answers_add_move(struct answers *answers, const struct table *asked, kw_move move) {
    char text[KW_TEXT];
    return answers_add(answers, kw_move_text(asked->game, &asked->position, move, text));
}

/* The clause of the first event of a kind. */
struct cited {
    enum kw_event_kind kind;
    const char *clause; /* NULL: there is no such event yet */
};

static bool cited_note(void *context, const struct kw_event *event) {
    struct cited *cited = context;
    if (event->kind == cited->kind && cited->clause == NULL)
        cited->clause = event->clause->id;
    return true;
}

static bool answer_clause(const struct question *question, const struct table *table, kw_move move,
                          struct answers *answers) {
    struct cited cited = {.kind = question->event};
    struct kw_position after;
    kw_trace(table->game, &table->position, move, &after, cited_note, &cited);
    return cited.clause == NULL || answers_add(answers, cited.clause);
}

/* Where a move ends, what it leaves, or by which rule. */
static bool answer_effect(const struct question *question, const struct table *asked,
                          const struct table *table, struct answers *answers) {
    kw_move list[KW_TURN_STEPS];
    char text[KW_TEXT];
    struct kw_reason reason;
    struct effect effect;
    if (kw_move_parse(asked->game, &asked->position, question->move, list, NULL) != 1)
        return false;
    if (kw_explain_illegal(table->game, &table->position, list[0], &reason))
        return true;
    if (question->kind == ASK_WHY)
        return answer_clause(question, table, list[0], answers);
    effect_of(table, list[0], &effect);
    if (question->kind == ASK_END)
        return answers_add(answers, kw_place_text(table->game, effect.end, text));
    int hole = question->goal == ASK_SEEDS ? kw_hole_find(table->game, question->hole) : 0;
    if (hole < 0)
        return false;
    snprintf(text, sizeof text, "%u",
             question->goal == ASK_SEEDS ? effect.after.hole[hole] : effect.captured);
    return answers_add(answers, text);
}

static bool answer_holes(const struct table *table, const kw_move *list, size_t count,
                         struct answers *answers) {
    char text[KW_TEXT];
    for (size_t i = 0; i < count; i++) {
        if (kw_move_kind(list[i]) != KW_SOW && kw_move_kind(list[i]) != KW_PLANT)
            continue;
        kw_place_text(table->game, kw_move_hole(list[i]), text);
        if (!answers_have(answers, text) && !answers_add(answers, text))
            return false;
    }
    return true;
}

/* Whether the player to move can make the event happen; false too if he has too many moves. */
static bool event_possible(const struct question *question, const struct kw_game *game,
                           const struct kw_position *position) {
    kw_move list[ASK_MOVES];
    struct table table = {.game = game, .position = *position};
    size_t count = kw_moves(game, position, list, ASK_MOVES);
    for (size_t i = 0; i < count && count <= ASK_MOVES; i++) {
        struct effect effect;
        effect_of(&table, list[i], &effect);
        if (effect.events >> question->event & 1u)
            return true;
    }
    return false;
}

/* Whether the event is possible after every move of the opponent, who is to move. */
static bool event_inevitable(const struct question *question, const struct kw_game *game,
                             const struct kw_position *position) {
    kw_move list[ASK_MOVES];
    struct table table = {.game = game, .position = *position};
    size_t count = kw_moves(game, position, list, ASK_MOVES);
    for (size_t i = 0; i < count && count <= ASK_MOVES; i++) {
        struct effect effect;
        effect_of(&table, list[i], &effect);
        if (effect.after.turn == position->turn || !event_possible(question, game, &effect.after))
            return false;
    }
    return count > 0 && count <= ASK_MOVES;
}

/* How well a move does by the goal: 0 not at all.  Those that do best are the answers. */
static unsigned move_merit(const struct question *question, const struct table *table,
                           kw_move move) {
    struct effect effect;
    if (question->goal == ASK_LEGAL)
        return 1;
    effect_of(table, move, &effect);
    if (question->goal == ASK_EVENT && question->later)
        return effect.after.turn != table->position.turn &&
               event_inevitable(question, table->game, &effect.after);
    if (question->goal == ASK_EVENT)
        return effect.events >> question->event & 1u;
    if (question->goal == ASK_MOST)
        return effect.captured;
    return effect_wins(table->game, &effect, table->position.turn);
}

static bool answer_merit(const struct question *question, const struct table *asked,
                         const struct table *table, const kw_move *list, size_t count,
                         struct answers *answers) {
    unsigned best = 1;
    for (size_t i = 0; i < count; i++) {
        unsigned merit = move_merit(question, table, list[i]);
        if (merit > best)
            answers->count = 0;
        best = merit > best ? merit : best;
        if (merit == best && !answers_add_move(answers, asked, list[i]))
            return false;
    }
    return true;
}

/* The value of a proven line: seeds, or win, draw, loss. */
static int32_t line_value(const struct kw_line *line) {
    if (line->unit != KW_IN_PLIES)
        return line->score;
    return line->score > 0 ? 1 : -1;
}

/* The moves of the greatest value, where those of all moves are proven. */
static bool answer_best(const struct table *asked, const struct table *table, size_t count,
                        struct kw_engine *engine, struct answers *answers) {
    struct kw_session *session = kw_session_new(table->game, &table->position);
    struct kw_analysis *analysis = calloc(1, sizeof *analysis);
    struct kw_limits limits = {.nodes = BEST_NODES, .lines = KW_MULTIPV_MAX};
    kw_engine_clear(engine);
    bool told = session != NULL && analysis != NULL &&
                kw_engine_search(engine, session, &limits, NULL, NULL, analysis, NULL) &&
                analysis->lines == count;
    for (size_t i = 0; told && i < analysis->lines; i++) {
        const struct kw_line *line = &analysis->line[i];
        told = line->proven;
        if (told && line_value(line) == line_value(&analysis->line[0]))
            told = answers_add_move(answers, asked, line->move[0]);
    }
    free(analysis);
    kw_session_free(session);
    return told;
}

bool question_answer(const struct question *question, const struct table *asked,
                     const struct table *table, struct kw_engine *engine, struct answers *answers) {
    kw_move list[ASK_MOVES];
    answers->count = 0;
    if (question->kind == ASK_END || question->kind == ASK_NUMBER || question->kind == ASK_WHY)
        return answer_effect(question, asked, table, answers);
    size_t count = kw_moves(table->game, &table->position, list, ASK_MOVES);
    if (count > ASK_MOVES)
        return false;
    if (question->kind == ASK_HOLES)
        return answer_holes(table, list, count, answers);
    if (question->goal == ASK_BEST)
        return answer_best(asked, table, count, engine, answers);
    return answer_merit(question, asked, table, list, count, answers);
}

/* ---- the rules before ------------------------------------------------------------------------ */

static void remove_marks(char *text, const char *marks) {
    char *to = text;
    bool board = true;
    for (; *text != '\0'; text++) {
        board = board && *text != ' ';
        if (!board || strchr(marks, *text) == NULL)
            *to++ = *text;
    }
    *to = '\0';
}

/* Cuts what follows the stores. */
static void remove_fields(char *text) {
    for (unsigned spaces = 0; *text != '\0'; text++)
        if (*text == ' ' && ++spaces == 3) {
            *text = '\0';
            return;
        }
}

/* What lies in reserve lies in the back row's last hole instead, right behind the right head. */
static void lay_down_reserve(const struct table *table, struct table *result) {
    unsigned columns = kw_game_columns(table->game);
    for (unsigned player = 0; player < 2; player++) {
        unsigned hole = 16 * player + columns;
        result->position.hole[hole] =
            (uint8_t)(result->position.hole[hole] + result->position.store[player]);
        result->position.store[player] = 0;
    }
}

bool table_before(const struct table *table, const struct kw_game *before, struct table *result) {
    static const char *const marks[] = {"", "t", "ht"};
    char text[KW_TEXT];
    *result = (struct table){.game = before};
    for (size_t i = 0; i < 3; i++) {
        kw_position_text(table->game, &table->position, text);
        if (i > 0)
            remove_fields(text);
        remove_marks(text, marks[i]);
        if (kw_position_read(before, text, &result->position, NULL))
            return true;
    }
    result->position = table->position;
    lay_down_reserve(table, result);
    kw_position_text(before, &result->position, text);
    return kw_position_read(before, text, &result->position, NULL);
}
