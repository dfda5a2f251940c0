/*
 * Proves the lessons of the page, FOLDER/lessons and FOLDER/glossary: every position can stand,
 * every move that is shown can be played, every puzzle has the answers that it says and no others,
 * and the rules before give others.  The texts of all languages say as much as each other.
 *
 *      lessons_test FOLDER RULES
 *
 * RULES is the folder of the rule texts that the library does not list.
 *
 * docs/lessons.md describes the format.
 */
#include "support/lessons_ask.h"
#include "support/test.h"

#include <ctype.h>
#include <jansson.h>

enum {
    LEAST = 3,          /* puzzles of a lesson */
    EXEMPT = 2,         /* lessons whose rules differ from those before in the start alone */
    ENDINGS = 40,       /* games at random whose ends the aim of a lesson must name */
    ENDING_PLIES = 800, /* of such a game */
    PATH_SIZE = 1024
};

/* Of the rule texts that the library does not list. */
static char rules_folder[PATH_SIZE];

/* The lesson that is looked at. */
struct lesson {
    struct test *test;
    struct kw_engine *engine;
    const char *id;
    const struct kw_game *game, *before; /* before is NULL where the lesson has none */
    const json_t *all;                   /* lessons */
    bool exempt;                         /* from the difference that the rule makes */
    char where[KW_TEXT];                 /* for failures */
};

__attribute__((format(printf, 3, 4))) static bool
lesson_expect(const struct lesson *lesson, bool holds, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    test_expect_list(lesson->test, lesson->where, holds, format, arguments);
    va_end(arguments);
    return holds;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* NULL, and a failure, if the file is missing or not JSON in UTF-8. */
static json_t *file_read(struct test *test, const char *folder, const char *name) {
    char path[PATH_SIZE];
    json_error_t error;
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    json_t *value = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    test_expect(test, value != NULL, "%s:%d: %s", path, error.line, error.text);
    return value;
}

/* A member that is a text; NULL if it is none. */
static const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

/* Reads a position, which must be written as the library writes it. */
static bool table_read(const struct lesson *lesson, const struct kw_game *game,
                       const char *position, struct table *table) {
    struct kw_error error = {0};
    char text[KW_TEXT];
    *table = (struct table){.game = game};
    if (!lesson_expect(lesson, position != NULL, "it has no position") || position == NULL ||
        !lesson_expect(lesson, kw_position_read(game, position, &table->position, &error),
                       "position \"%s\": %s", position, error.message))
        return false;
    kw_position_text(game, &table->position, text);
    return lesson_expect(lesson, strcmp(position, "start") == 0 || strcmp(text, position) == 0,
                         "the position is written \"%s\"", text);
}

static const json_t *item_find(const json_t *items, const char *id) {
    size_t index;
    const json_t *item;
    json_array_foreach(items, index, item) {
        if (text_of(item, "id") != NULL && strcmp(text_of(item, "id"), id) == 0)
            return item;
    }
    return NULL;
}

static bool answers_read(const struct lesson *lesson, const json_t *list, struct answers *answers) {
    size_t index;
    const json_t *word;
    answers->count = 0;
    if (!lesson_expect(lesson, json_is_array(list), "an answer is no list"))
        return false;
    json_array_foreach(list, index, word) {
        const char *text = json_string_value(word);
        if (!lesson_expect(lesson, text != NULL && answers_add(answers, text),
                           "an answer is no word"))
            return false;
    }
    return true;
}

static const char *answers_text(const struct answers *answers, char text[KW_TEXT]) {
    text[0] = '\0';
    for (size_t i = 0; i < answers->count; i++) {
        size_t length = strlen(text);
        snprintf(text + length, KW_TEXT - length, " %s", answers->word[i]);
    }
    return answers->count == 0 ? " none" : text;
}

/* ---- the position under the rules before ----------------------------------------------------- */

/*
 * The table of the rules before: `before` gives its position where the text is another one.  In
 * lessons about the start both are the start.
 */
static bool read_before(const struct lesson *lesson, const json_t *before,
                        const struct table *table, struct table *result) {
    const char *position = text_of(before, "position");
    struct table expected;
    char text[KW_TEXT], own[KW_TEXT];
    kw_position_text(table->game, &table->position, own);
    if (lesson->exempt)
        return table_read(lesson, lesson->before, position, result);
    if (!table_read(lesson, lesson->before, position == NULL ? own : position, result) ||
        !lesson_expect(lesson, table_before(table, lesson->before, &expected),
                       "the rules before cannot have this position"))
        return false;
    kw_position_text(expected.game, &expected.position, text);
    return lesson_expect(
        lesson, memcmp(&expected.position, &result->position, sizeof expected.position) == 0,
        "by the rules before it is \"%s\"", text);
}

/* ---- demonstrations -------------------------------------------------------------------------- */

/* Plays the moves; false if one is not legal. */
static bool demo_play(const struct lesson *lesson, struct table *table, const json_t *moves) {
    struct kw_session *session = kw_session_new(table->game, &table->position);
    struct kw_error error = {0};
    size_t index;
    const json_t *move;
    bool played = lesson_expect(lesson, session != NULL && json_array_size(moves) > 0,
                                "a demonstration has no moves");
    json_array_foreach(moves, index, move) {
        const char *text = json_string_value(move);
        played =
            played && lesson_expect(lesson, text != NULL && kw_session_enter(session, text, &error),
                                    "%s move %zu: %s", kw_game_info(table->game)->id, index + 1,
                                    error.message);
    }
    if (played)
        table->position = *kw_session_position(session);
    kw_session_free(session);
    return played;
}

static bool boards_equal(const struct kw_position *left, const struct kw_position *right) {
    return memcmp(left->hole, right->hole, sizeof left->hole) == 0 && left->over == right->over &&
           left->own[0] == right->own[0];
}

static void check_demo(struct lesson *lesson, const json_t *demo) {
    const json_t *before = json_object_get(demo, "before");
    struct table table, old;
    snprintf(lesson->where, sizeof lesson->where, "demonstration %s %s", lesson->id,
             text_of(demo, "id"));
    if (!table_read(lesson, lesson->game, text_of(demo, "position"), &table))
        return;
    if (lesson->before == NULL) {
        lesson_expect(lesson, before == NULL, "there are no rules before");
        demo_play(lesson, &table, json_object_get(demo, "moves"));
        return;
    }
    if (lesson_expect(lesson, before != NULL, "the rules before are not shown") &&
        read_before(lesson, before, &table, &old) &&
        demo_play(lesson, &table, json_object_get(demo, "moves")) &&
        demo_play(lesson, &old, json_object_get(before, "moves")))
        lesson_expect(lesson, !boards_equal(&table.position, &old.position),
                      "the rules before lead to the same position");
}

/* ---- puzzles --------------------------------------------------------------------------------- */

static bool question_read(const struct lesson *lesson, const json_t *puzzle,
                          struct question *question) {
    const char *kind = text_of(puzzle, "kind");
    *question = (struct question){.move = text_of(puzzle, "move"), .hole = text_of(puzzle, "hole")};
    if (!lesson_expect(lesson,
                       kind != NULL && question_name(question, kind, text_of(puzzle, "goal")),
                       "unknown kind or goal"))
        return false;
    const json_t *turns = json_object_get(puzzle, "turns");
    question->later = turns != NULL;
    if (!lesson_expect(lesson,
                       turns == NULL ||
                           (json_integer_value(turns) == 2 && question->goal == ASK_EVENT),
                       "turns is 2, of a puzzle about an event, or left out"))
        return false;
    bool moves =
        question->kind == ASK_END || question->kind == ASK_NUMBER || question->kind == ASK_WHY;
    return lesson_expect(lesson, moves == (question->move != NULL),
                         "a move is given and not asked about, or the reverse") &&
           lesson_expect(lesson, (question->goal == ASK_SEEDS) == (question->hole != NULL),
                         "a hole is given and not asked about, or the reverse");
}

/* That the answer is right, and by the rules before another one. */
static void check_answers(struct lesson *lesson, const json_t *puzzle, const struct table *table,
                          const struct question *question) {
    static struct answers said, found, said_before;
    const json_t *before = json_object_get(puzzle, "before");
    struct table old;
    char text[KW_TEXT];
    if (!answers_read(lesson, json_object_get(puzzle, "answer"), &said) ||
        !lesson_expect(lesson, question_answer(question, table, table, lesson->engine, &found),
                       "the answer cannot be told") ||
        !lesson_expect(lesson, answers_equal(&said, &found), "the answer is%s",
                       answers_text(&found, text)))
        return;
    lesson_expect(lesson, found.count == 1 || (question->kind == ASK_HOLES && found.count > 0),
                  "there is not one answer alone");
    if (lesson->before == NULL || lesson->exempt) {
        lesson_expect(lesson, before == NULL, "the rules before play no part");
        return;
    }
    if (!lesson_expect(lesson, before != NULL, "the rules before are not asked") ||
        !read_before(lesson, before, table, &old) ||
        !answers_read(lesson, json_object_get(before, "answer"), &said_before) ||
        !lesson_expect(lesson, question_answer(question, table, &old, lesson->engine, &found),
                       "the answer by the rules before cannot be told"))
        return;
    lesson_expect(lesson, answers_equal(&said_before, &found), "by the rules before it is%s",
                  answers_text(&found, text));
    lesson_expect(lesson, !answers_equal(&said, &found), "the rules before say the same");
}

static void check_puzzle(struct lesson *lesson, const json_t *puzzle) {
    struct question question;
    struct table table;
    struct kw_result result;
    snprintf(lesson->where, sizeof lesson->where, "puzzle %s", text_of(puzzle, "id"));
    if (!table_read(lesson, lesson->game, text_of(puzzle, "position"), &table) ||
        !question_read(lesson, puzzle, &question))
        return;
    const char *player = text_of(puzzle, "player");
    lesson_expect(lesson, player == NULL || strcmp(player, "N") == 0, "player is N, or left out");
    lesson_expect(lesson, table.position.turn == (player == NULL ? KW_SOUTH : KW_NORTH),
                  "another player is to move");
    if (lesson_expect(lesson, !kw_state(table.game, &table.position, &result), "the game is over"))
        check_answers(lesson, puzzle, &table, &question);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Notes that a step uses something; a failure if another one has. */
static void step_use(const struct lesson *lesson, json_t *used, const char *key) {
    lesson_expect(lesson, json_object_get(used, key) == NULL, "two steps use %s", key);
    json_object_set_new(used, key, json_true());
}

/* A step says a text and points at holes of the board, or has a puzzle solved, or has a move
   played, before which a text may be said. */
static void check_step(const struct lesson *lesson, const json_t *structure, const json_t *step,
                       json_t *used) {
    const char *demo = text_of(step, "do"), *puzzle = text_of(step, "solve");
    const json_t *says = json_object_get(step, "says");
    size_t index;
    const json_t *hole;
    char key[KW_TEXT];
    lesson_expect(lesson, (puzzle != NULL) + (demo != NULL || says != NULL) == 1,
                  "a step is no one thing");
    if (demo != NULL)
        lesson_expect(lesson, item_find(json_object_get(structure, "demos"), demo) != NULL,
                      "no demonstration \"%s\"", demo);
    if (puzzle != NULL)
        lesson_expect(lesson, item_find(json_object_get(structure, "puzzles"), puzzle) != NULL,
                      "no puzzle \"%s\"", puzzle);
    snprintf(key, sizeof key, "text %lld", (long long)json_integer_value(says));
    if (says != NULL)
        step_use(lesson, used, key);
    if (demo != NULL || puzzle != NULL)
        step_use(lesson, used, demo != NULL ? demo : puzzle);
    json_array_foreach(json_object_get(step, "lit"), index, hole) {
        const char *name = json_string_value(hole);
        lesson_expect(lesson, name != NULL && kw_hole_find(lesson->game, name) >= 0,
                      "there is no hole \"%s\" to light", name);
    }
    lesson_expect(lesson,
                  json_object_get(step, "find") == NULL ||
                      json_array_size(json_object_get(step, "lit")) > 0,
                  "there is nothing to find");
}

/* Whether a puzzle is answered by counting: by a number, or the hole where a sowing ends. */
static bool puzzle_counts(const json_t *puzzle) {
    const char *kind = text_of(puzzle, "kind");
    bool chosen = json_is_true(json_object_get(puzzle, "choose"));
    return !chosen && kind != NULL && (strcmp(kind, "number") == 0 || strcmp(kind, "end") == 0);
}

/* A text that is only read; where holes are to be found, the learner does something. */
static bool step_only_says(const json_t *step) {
    return json_object_get(step, "do") == NULL && json_object_get(step, "solve") == NULL &&
           !json_is_true(json_object_get(step, "find"));
}

/*
 * Each text, demonstration and puzzle has one step; at most two steps in a row are only read; at
 * most a third of the puzzles count; between outcomes is chosen where the rules before have one,
 * too.
 */
static void check_steps(const struct lesson *lesson, const json_t *structure) {
    const json_t *puzzles = json_object_get(structure, "puzzles");
    json_t *used = json_object();
    size_t index, counting = 0, read = 0;
    const json_t *item;
    json_array_foreach(json_object_get(structure, "steps"), index, item) {
        check_step(lesson, structure, item, used);
        read = step_only_says(item) ? read + 1 : 0;
        lesson_expect(lesson, read <= 2, "step %zu is the third in a row that is only read", index);
    }
    json_array_foreach(json_object_get(structure, "demos"), index, item)
        lesson_expect(lesson, json_object_get(used, text_of(item, "id")) != NULL, "no step does %s",
                      text_of(item, "id"));
    json_array_foreach(puzzles, index, item) {
        const json_t *old = json_object_get(json_object_get(item, "before"), "answer");
        counting += puzzle_counts(item);
        lesson_expect(lesson, json_object_get(used, text_of(item, "id")) != NULL,
                      "no step solves %s", text_of(item, "id"));
        lesson_expect(lesson, json_object_get(item, "choose") == NULL || json_array_size(old) == 1,
                      "%s: there are no two outcomes", text_of(item, "id"));
    }
    lesson_expect(lesson, 3 * counting <= json_array_size(puzzles), "%zu of %zu puzzles count",
                  counting, json_array_size(puzzles));
    json_decref(used);
}

/* ---- clauses --------------------------------------------------------------------------------- */

static const struct kw_clause *clause_find(const struct kw_game *game, const char *id) {
    for (size_t i = 0; i < kw_clause_count(game); i++)
        if (strcmp(kw_clause_at(game, i)->id, id) == 0)
            return kw_clause_at(game, i);
    return NULL;
}

static bool list_has(const json_t *list, const char *word) {
    size_t index;
    const json_t *member;
    json_array_foreach(list, index, member) {
        if (json_is_string(member) && strcmp(json_string_value(member), word) == 0)
            return true;
    }
    return false;
}

/* Whether the rules before lack the clause, or say it otherwise. */
static bool clause_is_new(const struct lesson *lesson, const struct kw_clause *clause) {
    const struct kw_clause *old = clause_find(lesson->before, clause->id);
    return old == NULL || strcmp(old->text, clause->text) != 0;
}

/* Whether nothing but the start is another. */
static bool lesson_is_exempt(const struct lesson *lesson) {
    if (lesson->before == NULL)
        return false;
    for (size_t i = 0; i < kw_clause_count(lesson->game); i++) {
        const struct kw_clause *clause = kw_clause_at(lesson->game, i);
        if (strcmp(clause->id, "start") != 0 && clause_is_new(lesson, clause))
            return false;
    }
    return true;
}

/* Those that are named exist, and those that the step adds or changes are named. */
static void check_clauses(const struct lesson *lesson, const json_t *clauses) {
    size_t index;
    const json_t *member;
    lesson_expect(lesson, json_array_size(clauses) > 0, "it names no clause");
    json_array_foreach(clauses, index, member) {
        const char *id = json_string_value(member);
        lesson_expect(lesson, id != NULL && clause_find(lesson->game, id) != NULL,
                      "there is no clause \"%s\"", id);
    }
    for (size_t i = 0; lesson->before != NULL && i < kw_clause_count(lesson->game); i++) {
        const struct kw_clause *clause = kw_clause_at(lesson->game, i);
        lesson_expect(lesson, !clause_is_new(lesson, clause) || list_has(clauses, clause->id),
                      "the clause \"%s\" is new, and not named", clause->id);
    }
}

/* ---- the aim --------------------------------------------------------------------------------- */

/* The clauses of which the first step of a lesson says how one wins; NULL: it does not say so. */
static const json_t *lesson_aim(const json_t *structure) {
    return json_object_get(json_array_get(json_object_get(structure, "steps"), 0), "aim");
}

/* Whether a learner of the lesson has read of this way to win: there, or in the lessons before. */
static bool aim_covers(const json_t *lessons, const json_t *structure, const char *clause) {
    while (structure != NULL && !list_has(lesson_aim(structure), clause)) {
        const char *before = text_of(structure, "before");
        structure = before == NULL ? NULL : item_find(lessons, before);
    }
    return structure != NULL;
}

/* The rule by which a game is over, which the library gives as the reason against any move. */
static const struct kw_clause *ending_of(const struct kw_game *game, const struct kw_position *last,
                                         kw_move move) {
    struct kw_reason reason;
    return kw_explain_illegal(game, last, move, &reason) ? reason.clause : NULL;
}

/* Plays at random; false if no rule of the position ends the game in time. */
static bool game_finish(const struct kw_game *game, struct kw_random *random,
                        struct kw_position *position, kw_move *last) {
    kw_move list[ASK_MOVES];
    struct kw_result result;
    kw_start(game, position);
    for (unsigned ply = 0; ply < ENDING_PLIES; ply++) {
        if (kw_state(game, position, &result))
            return ply > 0;
        size_t count = kw_moves(game, position, list, ASK_MOVES);
        *last = list[kw_random_below(random, (uint32_t)(count < ASK_MOVES ? count : ASK_MOVES))];
        kw_play(game, position, *last, position);
    }
    return false;
}

/*
 * A lesson says how one wins before it says how one plays: its first step does, unless the lessons
 * before it have; and whatever rule ends a game is one of which that was said.
 */
static void check_aim(const struct lesson *lesson, const json_t *structure) {
    const json_t *aim = lesson_aim(structure);
    struct kw_random random;
    size_t index, ended = 0;
    const json_t *item;
    lesson_expect(lesson, lesson->before != NULL || json_array_size(aim) > 0,
                  "its first step does not say the aim");
    json_array_foreach(aim, index, item) lesson_expect(
        lesson, json_is_string(item) && clause_find(lesson->game, json_string_value(item)) != NULL,
        "the aim is no clause");
    json_array_foreach(json_object_get(structure, "steps"), index, item)
        lesson_expect(lesson, index == 0 || json_object_get(item, "aim") == NULL,
                      "the aim is said in step %zu", index);
    kw_random_seed(&random, 1);
    for (unsigned i = 0; i < ENDINGS; i++) {
        struct kw_position position;
        kw_move last;
        if (!game_finish(lesson->game, &random, &position, &last))
            continue;
        const struct kw_clause *clause = ending_of(lesson->game, &position, last);
        if (lesson_expect(lesson, clause != NULL, "a game is over by no rule"))
            lesson_expect(lesson, aim_covers(lesson->all, structure, clause->id),
                          "a game ends by \"%s\", which no aim names", clause->id);
        ended++;
    }
    lesson_expect(lesson, ended > 0, "no game has ended");
}

/* That the game at the end can be opened with the options that the lesson gives it. */
static void check_game(const struct lesson *lesson, const json_t *structure) {
    const char *options = text_of(structure, "game");
    struct kw_error error = {0};
    if (json_object_get(structure, "game") == NULL)
        return;
    struct kw_game *game = kw_game_open(kw_game_info(lesson->game)->id, options, &error);
    lesson_expect(lesson, options != NULL && game != NULL, "its game: %s", error.message);
    kw_game_close(game);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/*
 * What a text has in holes ("A5") and numbers, whatever their order: the sum of a hash of each word
 * with a digit in it.
 */
static uint64_t figures(const char *text) {
    uint64_t sum = 0;
    while (*text != '\0') {
        uint64_t hash = 14695981039346656037u;
        bool digit = false;
        for (; isalnum((unsigned char)*text); text++) {
            digit = digit || isdigit((unsigned char)*text);
            hash = (hash ^ (unsigned char)*text) * 1099511628211u;
        }
        sum += digit ? hash : 0;
        text += *text != '\0';
    }
    return sum;
}

/* That a text's links, "[word](term)", lead to terms of the glossary. */
static void check_links(struct test *test, const char *where, const char *text,
                        const json_t *terms) {
    char id[ASK_WORD * 2];
    while ((text = strstr(text, "](")) != NULL) {
        text += 2;
        size_t length = strcspn(text, ")");
        snprintf(id, sizeof id, "%.*s", (int)length, text);
        test_expect(test, json_object_get(terms, id) != NULL, "%s: no term \"%s\" in the glossary",
                    where, id);
    }
}

/* That two languages have the same members, as many paragraphs, and the same figures in them. */
static void check_alike(struct test *test, const char *where, const json_t *one,
                        const json_t *other, const json_t *terms) {
    char inner[KW_TEXT];
    const char *key;
    size_t index;
    json_t *member;
    if (!test_expect(test, other != NULL && json_typeof(one) == json_typeof(other),
                     "%s: a language lacks it, or has another kind", where))
        return;
    if (json_is_string(one)) {
        const char *text = json_string_value(one), *translated = json_string_value(other);
        test_expect(test, text[0] != '\0' && translated[0] != '\0', "%s: it is empty", where);
        test_expect(test, figures(text) == figures(translated),
                    "%s: other holes or numbers are named", where);
        check_links(test, where, text, terms);
        check_links(test, where, translated, terms);
        return;
    }
    test_expect(test, json_is_array(one) || json_is_object(one), "%s: it is no text", where);
    json_array_foreach(one, index, member) {
        snprintf(inner, sizeof inner, "%.400s/%zu", where, index);
        check_alike(test, inner, member, json_array_get(other, index), terms);
    }
    test_expect(test, json_array_size(one) == json_array_size(other),
                "%s: there are more paragraphs in a language", where);
    json_object_foreach((json_t *)one, key, member) {
        snprintf(inner, sizeof inner, "%.400s/%.80s", where, key);
        check_alike(test, inner, member, json_object_get(other, key), terms);
    }
    test_expect(test, json_object_size(one) == json_object_size(other),
                "%s: there are more entries in a language", where);
}

/* That the object has these members, in any order, and no others. */
static void check_members(struct test *test, const char *where, const json_t *object,
                          const char *const *names) {
    size_t count = 0;
    for (; names[count] != NULL; count++)
        test_expect(test, json_object_get(object, names[count]) != NULL, "%s: no \"%s\"", where,
                    names[count]);
    test_expect(test, json_object_size(object) == count, "%s: it has further entries", where);
}

/* That the answer stands in the explanation, and (where a single letter is no answer) not before.
 */
static void check_solution(struct test *test, const char *where, const json_t *puzzle,
                           const json_t *words) {
    const char *explanation = text_of(words, "explain"), *hint = text_of(words, "hint");
    const char *kind = text_of(puzzle, "kind");
    bool move = kind != NULL && strcmp(kind, "move") == 0;
    if (kind != NULL && strcmp(kind, "why") == 0)
        return; /* the clause itself is shown */
    size_t index;
    const json_t *word;
    json_array_foreach(json_object_get(puzzle, "answer"), index, word) {
        const char *text = json_string_value(word);
        test_expect(test, explanation != NULL && text != NULL && strstr(explanation, text) != NULL,
                    "%s: the explanation does not say %s", where, text);
        if (move && text != NULL && text[1] != '\0')
            test_expect(test, hint != NULL && strstr(hint, text) == NULL,
                        "%s: the hint says %s already", where, text);
    }
}

/* That each text is said by one step (no two say the same), and has two sentences at most. */
static void check_says(struct test *test, const char *where, const json_t *lesson,
                       const json_t *words) {
    const json_t *texts = json_object_get(words, "adds");
    size_t index, said = 0;
    const json_t *item;
    json_array_foreach(json_object_get(lesson, "steps"), index, item) {
        const json_t *says = json_object_get(item, "says");
        said += says != NULL;
        test_expect(test,
                    says == NULL || (json_integer_value(says) >= 0 &&
                                     (size_t)json_integer_value(says) < json_array_size(texts)),
                    "%s: a step says what is not there", where);
    }
    test_expect(test, said == json_array_size(texts), "%s: %zu of %zu texts are said", where, said,
                json_array_size(texts));
    json_array_foreach(texts, index, item) {
        unsigned ends = 0;
        for (const char *at = json_string_value(item); at != NULL && *at != '\0'; at++)
            ends += (*at == '.' || *at == '?') && (at[1] == ' ' || at[1] == '\0');
        test_expect(test, ends <= 2, "%s: text %zu has %u sentences", where, index, ends);
    }
}

/* That a lesson's texts are those of its demonstrations and puzzles. */
static void check_words(struct test *test, const char *language, const json_t *lesson,
                        const json_t *words) {
    static const char *const parts[] = {"title", "lead", "adds", "why", "demos", "puzzles", NULL};
    static const char *const pieces[] = {"ask", "hint", "explain", NULL};
    static const char *const groups[] = {"demos", "puzzles"};
    char where[KW_TEXT];
    size_t index;
    const json_t *item;
    snprintf(where, sizeof where, "%s %s", language, text_of(lesson, "id"));
    check_members(test, where, words, parts);
    check_says(test, where, lesson, words);
    for (size_t i = 0; i < 2; i++) {
        const json_t *items = json_object_get(lesson, groups[i]);
        const json_t *texts = json_object_get(words, groups[i]);
        test_expect(test, json_array_size(items) == json_object_size(texts),
                    "%s: there are texts of other %s", where, groups[i]);
        json_array_foreach(items, index, item) {
            const json_t *text = json_object_get(texts, text_of(item, "id"));
            snprintf(where, sizeof where, "%s %s", language, text_of(item, "id"));
            test_expect(test, text != NULL, "%s: it has no text", where);
            if (i == 1 && text != NULL) {
                check_members(test, where, text, pieces);
                check_solution(test, where, item, text);
            }
        }
    }
}

/* The texts of all languages, each against the first one's and against the lessons. */
static void check_language(struct test *test, const char *folder, const char *language,
                           const json_t *lessons, const json_t *first, const json_t *terms) {
    json_t *words = file_read(test, folder, language);
    size_t index;
    const json_t *lesson;
    if (words == NULL)
        return;
    check_alike(test, language, first, words, terms);
    test_expect(test, json_object_size(words) == json_array_size(lessons),
                "%s: there are texts of other lessons", language);
    json_array_foreach(lessons, index, lesson)
        check_words(test, language, lesson, json_object_get(words, text_of(lesson, "id")));
    json_decref(words);
}

/* ---- the glossary ---------------------------------------------------------------------------- */

static bool same_word(const char *left, const char *right) {
    for (; *left != '\0' && tolower((unsigned char)*left) == tolower((unsigned char)*right); left++)
        right++;
    return *left == *right;
}

static bool glossary_has(const json_t *list, const char *word) {
    size_t index;
    const json_t *term;
    json_array_foreach(list, index, term) {
        if (text_of(term, "word") != NULL && same_word(text_of(term, "word"), word))
            return true;
    }
    return false;
}

/* That the terms which the library gives for a rule set are explained; its own names need not be.
 */
static void check_names(struct test *test, const struct kw_game *game, const json_t *list) {
    const struct kw_info *info = kw_game_info(game);
    for (const struct kw_name *name = info->names; name->name != NULL; name++)
        if (name->meaning[0] != '\0' && strstr(info->name, name->name) == NULL)
            test_expect(test, glossary_has(list, name->name), "the glossary lacks \"%s\" of %s",
                        name->name, info->id);
}

/* A term belongs to games that exist, and its source is that of a game or ours. */
static void check_term(struct test *test, const json_t *term) {
    static const char *const parts[] = {"id", "word", "language", "games", "source", NULL};
    const char *id = text_of(term, "id"), *source = text_of(term, "source");
    const json_t *games = json_object_get(term, "games");
    size_t index;
    const json_t *game;
    check_members(test, id, term, parts);
    test_expect(
        test, source != NULL && (strcmp(source, "ours") == 0 || lesson_game(rules_folder, source)),
        "%s: unknown source", id);
    json_array_foreach(games, index, game) test_expect(
        test, json_is_string(game) && lesson_game(rules_folder, json_string_value(game)) != NULL,
        "%s: unknown game", id);
}

/* Returns the texts of the first language, which the lessons' links lead to. */
static json_t *check_glossary(struct test *test, const char *folder, const json_t *languages) {
    static const char *const parts[] = {"word", "text", NULL};
    json_t *file = file_read(test, folder, "terms"), *first = NULL;
    const json_t *list = json_object_get(file, "terms");
    size_t index, number;
    const json_t *term, *language;
    json_array_foreach(list, index, term) check_term(test, term);
    for (size_t i = 0; i < kw_game_count(); i++)
        if (strcmp(kw_game_info(kw_game_at(i))->id, "kalah") == 0)
            break;
        else
            check_names(test, kw_game_at(i), list);
    json_array_foreach(languages, number, language) {
        json_t *words = file_read(test, folder, json_string_value(language));
        first = first == NULL ? json_incref(words) : first;
        check_alike(test, json_string_value(language), first, words, first);
        test_expect(test, json_object_size(words) == json_array_size(list),
                    "%s: there are texts of other terms", json_string_value(language));
        json_array_foreach(list, index, term) {
            const json_t *text = json_object_get(words, text_of(term, "id"));
            check_members(test, text_of(term, "id"), text, parts);
        }
        json_decref(words);
    }
    json_decref(file);
    return first;
}

/* ---- lessons --------------------------------------------------------------------------------- */

static bool lesson_open(struct lesson *lesson, const json_t *structure) {
    const char *rules = text_of(structure, "rules"), *before = text_of(structure, "before");
    lesson->id = text_of(structure, "id");
    snprintf(lesson->where, sizeof lesson->where, "lesson %s", lesson->id);
    lesson->game = rules == NULL ? NULL : lesson_game(rules_folder, rules);
    lesson->before = before == NULL ? NULL : kw_game_find(before);
    lesson->exempt = false;
    if (!lesson_expect(lesson, lesson->game != NULL, "unknown rules") ||
        !lesson_expect(lesson, before == NULL || lesson->before != NULL, "unknown rules before"))
        return false;
    lesson->exempt = lesson_is_exempt(lesson);
    return true;
}

static bool check_lesson(struct lesson *lesson, const json_t *structure) {
    const json_t *demos = json_object_get(structure, "demos");
    const json_t *puzzles = json_object_get(structure, "puzzles");
    size_t index;
    const json_t *item;
    if (!lesson_open(lesson, structure))
        return false;
    check_clauses(lesson, json_object_get(structure, "clauses"));
    lesson_expect(lesson, json_array_size(demos) > 0, "it demonstrates nothing");
    lesson_expect(lesson, json_array_size(puzzles) >= LEAST, "it has %zu puzzles",
                  json_array_size(puzzles));
    json_array_foreach(demos, index, item) check_demo(lesson, item);
    json_array_foreach(puzzles, index, item) check_puzzle(lesson, item);
    snprintf(lesson->where, sizeof lesson->where, "lesson %s", lesson->id);
    check_steps(lesson, structure);
    check_aim(lesson, structure);
    check_game(lesson, structure);
    return lesson->exempt;
}

/*
 * That every rule set of the page's module has one lesson, named like it; a lesson with another
 * name is a way into the game of its rules.
 */
static void check_coverage(struct test *test, const json_t *lessons) {
    for (size_t i = 0; i < kw_game_count(); i++) {
        const char *id = kw_game_info(kw_game_at(i))->id;
        size_t index, count = 0;
        const json_t *lesson;
        json_array_foreach(lessons, index, lesson) count +=
            text_of(lesson, "id") != NULL && strcmp(text_of(lesson, "id"), id) == 0 &&
            text_of(lesson, "rules") != NULL && strcmp(text_of(lesson, "rules"), id) == 0;
        test_expect(test, count == 1, "%s has %zu lessons", id, count);
        if (strcmp(id, "oware") == 0)
            return; /* the last of the page's module; the texts after it need none */
    }
}

/* That no id stands twice: progress is kept by them. */
static void check_ids(struct test *test, const json_t *lessons) {
    json_t *seen = json_object();
    size_t index, number;
    const json_t *lesson, *puzzle;
    json_array_foreach(lessons, index, lesson) {
        json_array_foreach(json_object_get(lesson, "puzzles"), number, puzzle) {
            const char *id = text_of(puzzle, "id");
            test_expect(test, id != NULL && json_object_get(seen, id) == NULL,
                        "a puzzle has no id, or that of another: %s", id);
            json_object_set_new(seen, id, json_true());
        }
    }
    json_decref(seen);
}

static void check_lessons(struct test *test, struct kw_engine *engine, const json_t *lessons) {
    struct lesson lesson = {.test = test, .engine = engine, .all = lessons};
    size_t index, exempt = 0;
    const json_t *structure;
    json_array_foreach(lessons, index, structure) exempt += check_lesson(&lesson, structure);
    test_expect(test, exempt == EXEMPT, "%zu lessons are about the start alone", exempt);
    check_coverage(test, lessons);
    check_ids(test, lessons);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    char folder[PATH_SIZE];
    size_t index;
    const json_t *language;
    if (test.words != 2) {
        fprintf(stderr, "usage: lessons_test FOLDER RULES\n");
        return 2;
    }
    snprintf(rules_folder, sizeof rules_folder, "%s", test.word[1]);
    struct kw_engine *engine = kw_engine_new(1 << 22, 1);
    snprintf(folder, sizeof folder, "%s/lessons", test.word[0]);
    json_t *file = file_read(&test, folder, "lessons");
    const json_t *lessons = json_object_get(file, "lessons");
    const json_t *languages = json_object_get(file, "languages");
    if (engine != NULL && file != NULL) {
        check_lessons(&test, engine, lessons);
        snprintf(folder, sizeof folder, "%s/glossary", test.word[0]);
        json_t *terms = check_glossary(&test, folder, languages);
        snprintf(folder, sizeof folder, "%s/lessons", test.word[0]);
        json_t *first = file_read(&test, folder, json_string_value(json_array_get(languages, 0)));
        json_array_foreach(languages, index, language)
            check_language(&test, folder, json_string_value(language), lessons, first, terms);
        json_decref(first);
        json_decref(terms);
    }
    json_decref(file);
    kw_engine_free(engine);
    return test_end(&test);
}
