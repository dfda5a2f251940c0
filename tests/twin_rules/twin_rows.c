/* The statements of a text read word by word. */
#include "twin_rules/rules_twin.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is left of a statement. */
struct reader {
    const char *at;
    const struct twin_text *text;
    struct twin_rules *rules;
};

/* ---- words and numbers ----------------------------------------------------------------------- */

static void skip_spaces(struct reader *reader) {
    while (isspace((unsigned char)*reader->at))
        reader->at++;
}

static bool is_of_word(char c) { return isalnum((unsigned char)c) || strchr("-_.", c) != NULL; }

/* Takes these words, separated by single spaces in `words`, if they come next. */
static bool take(struct reader *reader, const char *words) {
    struct reader ahead = *reader;
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        skip_spaces(&ahead);
        if (strncmp(ahead.at, words, length) != 0 ||
            (is_of_word(words[0]) && ahead.at[length] != '\0' && is_of_word(ahead.at[length])))
            return false;
        ahead.at += length;
        words += length + (words[length] != '\0');
    }
    *reader = ahead;
    return true;
}

static bool take_char(struct reader *reader, char c) {
    skip_spaces(reader);
    if (*reader->at != c)
        return false;
    reader->at++;
    return true;
}

/* A number, or the name of an option that is one. */
static bool take_number(struct reader *reader, int *number) {
    char name[64];
    size_t length = 0;
    skip_spaces(reader);
    while (is_of_word(reader->at[length]) && reader->at[length] != '\0')
        length++;
    if (length == 0)
        return false;
    if (isdigit((unsigned char)*reader->at)) {
        *number = atoi(reader->at);
        reader->at += strspn(reader->at, "0123456789");
        return true;
    }
    snprintf(name, sizeof name, "%.*s", (int)length, reader->at);
    const char *value = twin_text_option(reader->text, name);
    if (value == NULL)
        return false;
    *number = atoi(value);
    reader->at += length;
    return true;
}

static int number_of(struct reader *reader) {
    int number = 0;
    if (!take_number(reader, &number)) {
        fprintf(stderr, "a number is expected: %s\n", reader->at);
        abort();
    }
    return number;
}

/* The place in the list of the words that come next. */
static int choice_of(struct reader *reader, const char *const *words) {
    for (int i = 0; words[i] != NULL; i++)
        if (take(reader, words[i]))
            return i;
    fprintf(stderr, "not a word that is known here: %s\n", reader->at);
    abort();
}

/* ---- conditions ------------------------------------------------------------------------------ */

enum { ANY = 1000000 };

static struct twin_counts counts_of(struct reader *reader) {
    struct twin_counts counts = {0};
    counts.other = take(reader, "other than");
    if (take(reader, "even")) {
        counts.even = true;
        return counts;
    }
    if (take(reader, "odd")) {
        counts.odd = true;
        return counts;
    }
    do {
        int *least = &counts.least[counts.ranges], *most = &counts.most[counts.ranges];
        counts.ranges++;
        if (take(reader, "empty")) {
            *least = *most = 0;
        } else if (take(reader, "filled")) {
            *least = 1;
            *most = ANY;
        } else if (take(reader, "more")) { /* "3 or more" */
            *least = counts.least[counts.ranges - 2];
            *most = ANY;
        } else if (take(reader, "fewer")) {
            *least = 0;
            *most = counts.most[counts.ranges - 2];
        } else {
            *least = *most = number_of(reader);
            if (take(reader, "to"))
                *most = number_of(reader);
        }
    } while (take(reader, "or"));
    return counts;
}

/* Notes what a position must remember. */
static void rules_note(struct reader *reader, enum twin_word word) {
    if (word == WORD_EXTRA)
        reader->rules->asks_extra = true;
}

static struct twin_condition condition_of(struct reader *reader) {
    /* Longer words first, where one begins like another. */
    static const struct {
        const char *words;
        enum twin_word word;
        bool counts;
    } known[] = {
        {"anywhere", WORD_ANYWHERE, false},
        {"own store", WORD_OWN_STORE, false},
        {"own", WORD_OWN, false},
        {"opponent store", WORD_OPPONENT_STORE, false},
        {"opponent child", WORD_OPPONENT_CHILD, false},
        {"opponent", WORD_OPPONENT, false},
        {"empty", WORD_EMPTY, false},
        {"occupied", WORD_OCCUPIED, false},
        {"makes", WORD_MAKES, true},
        {"holds", WORD_HOLDS, true},
        {"facing child", WORD_FACING_CHILD, false},
        {"facing", WORD_FACING, true},
        {"next", WORD_NEXT, true},
        {"beyond", WORD_BEYOND, true},
        {"previous child", WORD_PREVIOUS_CHILD, false},
        {"same number child", WORD_SAME_NUMBER_CHILD, false},
        {"first move", WORD_FIRST_MOVE, false},
        {"unplayed", WORD_UNPLAYED, false},
        {"previous", WORD_PREVIOUS, true},
        {"hole", WORD_HOLE, true},
        {"opening", WORD_OPENING, false},
        {"few", WORD_FEW, false},
        {"single", WORD_SINGLE, false},
        {"rightmost", WORD_RIGHTMOST, false},
        {"equal", WORD_EQUAL, false},
        {"changed", WORD_CHANGED, false},
        {"bare", WORD_BARE, false},
        {"swept", WORD_SWEPT, false},
        {"free", WORD_FREE, false},
        {"child", WORD_CHILD, false},
        {"parent", WORD_PARENT, false},
        {"crossed", WORD_CROSSED, false},
        {"first", WORD_FIRST, false},
        {"captured", WORD_CAPTURED, false},
        {"round", WORD_ROUND, false},
        {"origin", WORD_ORIGIN, false},
        {"last", WORD_LAST, false},
        {"extra", WORD_EXTRA, false},
        {"clockwise", WORD_CLOCKWISE, false},
    };
    struct twin_condition condition = {.not = take(reader, "not")};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (take(reader, known[i].words)) {
            condition.word = known[i].word;
            rules_note(reader, condition.word);
            if (known[i].counts)
                condition.counts = counts_of(reader);
            return condition;
        }
    fprintf(stderr, "not a condition: %s\n", reader->at);
    abort();
}

static struct twin_conditions conditions_of(struct reader *reader) {
    struct twin_conditions conditions = {0};
    do
        conditions.list[conditions.count++] = condition_of(reader);
    while (take_char(reader, ','));
    return conditions;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool target_take(struct reader *reader, enum twin_target *target) {
    static const struct {
        const char *words;
        enum twin_target target;
    } known[] = {{"here", TARGET_HERE},
                 {"next", TARGET_NEXT},
                 {"facing next", TARGET_FACING_NEXT},
                 {"facing beyond", TARGET_FACING_BEYOND},
                 {"facing", TARGET_FACING},
                 {"beyond", TARGET_BEYOND},
                 {"both", TARGET_BOTH},
                 {"store", TARGET_STORE},
                 {"previous", TARGET_PREVIOUS}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (take(reader, known[i].words)) {
            *target = known[i].target;
            return true;
        }
    *target = TARGET_HERE;
    return false;
}

static void along_take(struct reader *reader, struct twin_action *action) {
    if (take(reader, "back"))
        action->along = ALONG_BACK;
    else if (take(reader, "on"))
        action->along = ALONG_ON;
    else if (take(reader, "clockwise"))
        action->along = ALONG_CLOCKWISE;
    else if (take(reader, "each"))
        action->along = ALONG_EACH;
    else
        return;
    if (take(reader, "at most"))
        action->most = number_of(reader);
    take(reader, "while");
    action->wherever = conditions_of(reader);
}

static struct twin_action action_of(struct reader *reader) {
    static const char *const acts[] = {"stop", "again", "relay", "turn", "capture",
                                       "mark", "close", "bank",  NULL};
    static const char *const tos[] = {"store", "opponent", "owner", "here", "child", "hand", NULL};
    struct twin_action action = {0};
    int act = choice_of(reader, acts);
    action.bank = act == 7;
    reader->rules->marks = reader->rules->marks || (enum twin_act)act == ACT_MARK;
    action.act = action.bank ? ACT_TAKE : (enum twin_act)act;
    if (action.act == ACT_TAKE && !take_number(reader, &action.seeds))
        action.seeds = 0;
    target_take(reader, &action.target);
    if (take(reader, "to"))
        action.to = (enum twin_to)choice_of(reader, tos);
    along_take(reader, &action);
    if (take_char(reader, '['))
        reader->at = strchr(reader->at, ']') + 1;
    return action;
}

static void row_add(struct twin_table *table, struct reader *reader) {
    struct twin_row *row = &table->row[table->rows++];
    memset(row, 0, sizeof *row);
    row->when = conditions_of(reader);
    take_char(reader, ':');
    do
        row->action[row->actions++] = action_of(reader);
    while (take_char(reader, ';'));
}

/* ---- duties and ends ------------------------------------------------------------------------- */

static void duty_add(struct twin_rules *rules, struct reader *reader) {
    static const char *const duties[] = {"feed",      "reach",     "capture", "not slam",
                                         "start",     "not start", "land",    "not land",
                                         "rightmost", "not undo",  NULL};
    struct twin_duty *duty = &rules->duty[rules->duties++];
    memset(duty, 0, sizeof *duty);
    duty->kind = (enum twin_duty_kind)choice_of(reader, duties);
    if (duty->kind >= DUTY_START && duty->kind <= DUTY_NOT_LAND)
        duty->where = conditions_of(reader);
    if (duty->kind == DUTY_RIGHTMOST)
        duty->number = number_of(reader);
    duty->empty = take(reader, "empty");
    duty->possible = take(reader, "possible");
    if (take(reader, "from"))
        duty->from = conditions_of(reader);
    rules->asks_undo = rules->asks_undo || duty->kind == DUTY_NOT_UNDO;
}

static enum twin_rest rest_of(struct reader *reader) {
    static const char *const rests[] = {
        "rest to owner",  "rest to mover",           "rest to opponent",
        "rest to nobody", "rest to halves levelled", "rest to halves",
        "rest to last",   "rest to first",           "draw",
        "mover wins",     "opponent wins",           NULL};
    static const enum twin_rest meant[] = {
        REST_OWNER, REST_MOVER, REST_OPPONENT, REST_NOBODY,     REST_LEVELLED,     REST_HALVES,
        REST_LAST,  REST_FIRST, REST_DRAW,     REST_MOVER_WINS, REST_OPPONENT_WINS};
    return meant[choice_of(reader, rests)];
}

static void over_add(struct twin_rules *rules, struct reader *reader) {
    static const char *const kinds[] = {"stuck",        "both stuck", "own empty", "opponent empty",
                                        "either empty", "last empty", "unfed",     "store",
                                        "left",         NULL};
    struct twin_over *over = &rules->over[rules->overs++];
    memset(over, 0, sizeof *over);
    over->kind = (enum twin_over_kind)choice_of(reader, kinds);
    rules->asks_extra = rules->asks_extra || over->kind == OVER_LAST_EMPTY;
    if (over->kind == OVER_STORE && !take(reader, "more than half")) {
        over->number = number_of(reader);
        take(reader, "or more");
    }
    if (over->kind == OVER_LEFT) {
        over->number = number_of(reader);
        take(reader, "or fewer");
    }
    over->childless = take(reader, "childless");
    take_char(reader, ':');
    over->rest = rest_of(reader);
    rules->asks_first = rules->asks_first || over->rest == REST_FIRST;
    rules->asks_extra = rules->asks_extra || over->rest == REST_LAST;
    rules->winners = rules->winners || over->rest >= REST_DRAW;
    take_char(reader, ',');
    over->fewest = take(reader, "fewest wins");
    rules->fewest = rules->fewest || over->fewest;
}

/* ---- the other statements -------------------------------------------------------------------- */

/* "4", or the holes of each row, North's first, both as they are printed. */
static void start_read(struct twin_rules *rules, struct reader *reader) {
    int list[TWIN_HOLES], count = 0, columns = rules->columns;
    do
        list[count++] = number_of(reader);
    while (take_char(reader, ',') || take_char(reader, '/'));
    for (int i = 0; i < 2 * columns; i++)
        rules->start[i] = count == 1    ? list[0]
                          : i < columns ? list[columns + i]
                                        : list[2 * columns - 1 - i];
}

static void sow_read(struct twin_rules *rules, struct reader *reader) {
    static const char *const ways[] = {"counterclockwise", "clockwise", "inward",
                                       "outward",          "either",    "opposite",
                                       "as first chosen",  NULL};
    rules->way = (enum twin_way)choice_of(reader, ways);
    rules->if_odd = take(reader, "if odd");
    memset(rules->either_at, 0, sizeof rules->either_at);
    if (take(reader, "either at")) {
        struct twin_counts holes = counts_of(reader);
        for (int i = 0; i < holes.ranges; i++)
            for (int hole = holes.least[i]; hole <= holes.most[i] && hole <= TWIN_HOLES; hole++)
                rules->either_at[hole - 1] = true;
    }
}

static void opening_read(struct twin_rules *rules, struct reader *reader) {
    rules->opening = number_of(reader);
    rules->opening_has_way = true;
    if (take(reader, "counterclockwise"))
        rules->opening_way = WAY_COUNTERCLOCKWISE;
    else if (take(reader, "clockwise"))
        rules->opening_way = WAY_CLOCKWISE;
    else
        rules->opening_has_way = false;
}

static void rounds_read(struct twin_rules *rules, struct reader *reader) {
    static const char *const fills[] = {"anew", "left", "right", "outside in", "even", NULL};
    static const char *const begins[] = {"in turn", "loser begins", "winner begins",
                                         "last mover begins", NULL};
    rules->rounds = true;
    rules->fill = (enum twin_fill)choice_of(reader, fills);
    rules->round_closed = take(reader, "closed");
    take_char(reader, ',');
    rules->begins = (enum twin_begins)choice_of(reader, begins);
    rules->need = 0;
    while (take_char(reader, ',')) {
        if (take(reader, "win"))
            number_of(reader); /* rounds, which a match counts */
        else if (take(reader, "need"))
            rules->need = number_of(reader);
    }
}

static bool row_read(struct twin_rules *rules, struct reader *reader) {
    const struct {
        const char *word;
        struct twin_table *table;
    } tables[] = {{"end", &rules->end},
                  {"before", &rules->before},
                  {"passing", &rules->drop},
                  {"drop", &rules->drop},
                  {"after", &rules->after}};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (take(reader, tables[i].word)) {
            row_add(tables[i].table, reader);
            tables[i].table->row[tables[i].table->rows - 1].passing = i == 2;
            return true;
        }
    return false;
}

static bool choice_read(struct twin_rules *rules, struct reader *reader) {
    static const char *const stores[] = {"none", "captured", "own", "both", NULL};
    static const char *const rings[] = {"board", "rows", "zigzag", NULL};
    static const char *const skips[] = {"lap", "move", NULL};
    static const char *const endless[] = {"stop", "void", "loses", NULL};
    static const char *const slams[] = {"takes nothing", "takes", "gives", "leaves left",
                                        "leaves right",  "again", NULL};
    static const enum twin_slam slam_meant[] = {SLAM_TAKES_NOTHING, SLAM_TAKES,        SLAM_GIVES,
                                                SLAM_LEAVES_LEFT,   SLAM_LEAVES_RIGHT, SLAM_AGAIN};
    if (take(reader, "stores")) {
        rules->stores = (enum twin_stores)choice_of(reader, stores);
        rules->stores_left = take(reader, "left");
    } else if (take(reader, "ring"))
        rules->ring = (enum twin_ring)choice_of(reader, rings);
    else if (take(reader, "skip"))
        rules->skip = (enum twin_skip)(choice_of(reader, skips) + 1);
    else if (take(reader, "endless"))
        rules->endless = (enum twin_endless)choice_of(reader, endless);
    else if (take(reader, "slam"))
        rules->slam = slam_meant[choice_of(reader, slams)];
    else
        return false;
    return true;
}

static bool number_read(struct twin_rules *rules, struct reader *reader) {
    const struct {
        const char *word;
        int *number;
    } numbers[] = {{"leave", &rules->leave},
                   {"least", &rules->least},
                   {"laps", &rules->laps},
                   {"limit", &rules->limit},
                   {"few", &rules->few}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (take(reader, numbers[i].word)) {
            *numbers[i].number = number_of(reader);
            return true;
        }
    return false;
}

static void statement_read(struct twin_rules *rules, struct reader *reader) {
    if (row_read(rules, reader) || choice_read(rules, reader) || number_read(rules, reader))
        return;
    if (take(reader, "board")) {
        return; /* has been read */
    } else if (take(reader, "start")) {
        start_read(rules, reader);
    } else if (take(reader, "sow")) {
        sow_read(rules, reader);
    } else if (take(reader, "child")) {
        rules->child = number_of(reader);
        rules->marks = true;
    } else if (take(reader, "unplayed")) {
        rules->unplayed = true;
        rules->any_order = take(reader, "in any order");
    } else if (take(reader, "play")) {
        rules->any_hole = true;
    } else if (take(reader, "closed")) {
        rules->closed_loses = take(reader, "loses");
    } else if (take(reader, "jump")) {
        rules->jump[rules->jumps++] = conditions_of(reader);
    } else if (take(reader, "opening")) {
        opening_read(rules, reader);
    } else if (take(reader, "swap")) {
        rules->swap = true;
        rules->opening = 2;
    } else if (take(reader, "must")) {
        duty_add(rules, reader);
    } else if (take(reader, "over")) {
        over_add(rules, reader);
    } else if (take(reader, "rounds")) {
        rounds_read(rules, reader);
    } else if (take(reader, "pass")) {
        rules->pass = true;
    } else if (take(reader, "repetition")) {
        rules->repetition = take(reader, "first") ? 2 : 3;
        take(reader, "third");
        take_char(reader, ':');
        rules->repetition_rest = rest_of(reader);
        rules->asks_first = rules->asks_first || rules->repetition_rest == REST_FIRST;
        rules->asks_extra = rules->asks_extra || rules->repetition_rest == REST_LAST;
    } else if (!take(reader, "turn") && !take(reader, "require")) {
        fprintf(stderr, "not a statement: %s\n", reader->at);
        abort();
    }
}

/* The board comes first: that of a text stands in the place of the one of the text it extends. */
static void board_read(struct twin_rules *rules, const struct twin_text *text) {
    for (size_t i = 0; i < text->statements; i++) {
        struct reader reader = {.at = text->statement[i], .text = text, .rules = rules};
        if (take(&reader, "board 2 x"))
            rules->columns = number_of(&reader);
    }
}

/* Every game has the options pits and seeds, unless it has an uneven start. */
static void sizes_change(struct twin_rules *rules, const struct twin_text *text) {
    const char *pits = twin_text_option(text, "pits"), *seeds = twin_text_option(text, "seeds");
    int start = rules->start[0];
    if (twin_text_declares(text, "pits"))
        pits = NULL;
    if (twin_text_declares(text, "seeds"))
        seeds = NULL;
    if (pits != NULL)
        rules->columns = atoi(pits);
    if (seeds != NULL)
        start = atoi(seeds);
    if (pits != NULL || seeds != NULL)
        for (int i = 0; i < 2 * rules->columns; i++)
            rules->start[i] = start;
}

struct twin_rules *twin_rules_read(const struct twin_text *text) {
    struct twin_rules *rules = calloc(1, sizeof *rules);
    if (rules == NULL)
        abort();
    rules->least = 1;
    rules->limit = 100000;
    board_read(rules, text);
    for (size_t i = 0; i < text->statements; i++) {
        struct reader reader = {.at = text->statement[i], .text = text, .rules = rules};
        statement_read(rules, &reader);
    }
    rules->scores = !rules->winners && (rules->stores != STORES_NONE || rules->marks);
    sizes_change(rules, text);
    for (int i = 0; i < 2 * rules->columns; i++)
        rules->total += rules->start[i];
    return rules;
}
