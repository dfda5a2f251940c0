/*
 * Every word of the rule language changes something: of each word, and of each combination in which
 * it makes sense, there are two small texts, with it and without it or with another word in its
 * place, and random play tells them apart.  Where it never does, the check must say so in the line
 * where the word stands: a word that does nothing is a fault or a warning.
 */
#include "games/game.h"
#include "language/rule_text.h"
#include "support/test.h"

enum {
    TRIALS = 40, /* games by lot that are to tell two texts apart, */
    PLIES = 14,  /* each of so many plies */
    CACHE = 251, /* games kept open */
    TEXT = 2048  /* bytes of a text */
};

/* ---- texts ----------------------------------------------------------------------------------- */

/* What stands around the words to be told apart. */
static const struct context {
    const char *before, *after;
} contexts[] = {
    {"game effect\nboard 2 x 4\nstart 2\nstores captured\nsow counterclockwise\n",
     "end opponent, makes 2: capture here\nafter captured: bank 1 here to opponent\n"
     "must feed empty\nover both stuck: rest to owner\n"},
    {"game effect\nboard 2 x 4\nstart 2\nstores both\nsow either\n",
     "end own store: again\nend opponent, occupied: capture; relay next\nend occupied: relay\n"
     "limit 60\nafter anywhere: bank 1 next to opponent\n"
     "over both stuck: rest to owner\n"},
    {"game effect\nboard 2 x 4\nstart 2\nstores own\nsow either\n",
     "end own store, not extra: again\nend makes 3: mark\nend own, empty, facing filled: capture "
     "facing; again\n"
     "after child: bank 1 store to opponent\nover both stuck: rest to owner\n"},
    {"game effect\nboard 2 x 4\nstart 2\nstores captured\nsow either\nopening 4\nfew 8\n",
     "drop last, makes 4: close\nend not opening, occupied: relay; turn\nlimit 60\n"
     "end not few, empty: capture facing\nover both stuck: rest to owner\n"},
    {"game effect\nboard 2 x 4\nstart 2\nstores captured\nsow either\nunplayed\n",
     "end occupied, first: relay\nend own, not unplayed: capture facing\n"
     "end opponent, not first move: capture 1\n"
     "limit 60\nover both stuck: rest to owner\n"},
    {"game effect\nboard 2 x 4 only\nstart 2\nstores captured\nsow either\nplay any hole\nchild 2\n"
     "least 2\n",
     "end occupied: relay\nlimit 60\ndrop opponent, makes 3: capture\n"
     "end facing child: capture next\nover both stuck: rest to owner\n"},
};

enum { CONTEXTS = sizeof contexts / sizeof *contexts };

/* A text of a context with these words in it; whole texts begin with 'game' or 'extends'. */
static void text_write(unsigned context, const char *words, char *text) {
    bool whole = strncmp(words, "game ", 5) == 0 || strncmp(words, "extends ", 8) == 0;
    const struct context *around = &contexts[context];
    snprintf(text, TEXT, "%s%s\n%s", whole ? "" : around->before, words,
             whole ? "" : around->after);
}

static struct cached {
    unsigned context;
    char words[TEXT];
    struct kw_game *game;
    char fault[KW_TEXT];
} cache[CACHE];

static size_t texts_read;

/* The game of such a text, which lives until another takes its place, but not that of `kept`. */
static const struct cached *cache_read(unsigned context, const char *words,
                                       const struct cached *kept) {
    uint32_t hash = 2166136261u ^ context;
    for (const char *at = words; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    struct cached *entry = &cache[hash % CACHE];
    if (entry == kept && (entry->context != context || strcmp(entry->words, words) != 0))
        entry = &cache[(hash + 1) % CACHE];
    if (entry->words[0] != '\0' && entry->context == context && strcmp(entry->words, words) == 0)
        return entry;
    char text[TEXT];
    struct kw_error error = {0};
    kw_game_close(entry->game);
    text_write(context, words, text);
    entry->context = context;
    snprintf(entry->words, sizeof entry->words, "%s", words);
    entry->game = kw_game_read(text, strlen(text), &error);
    snprintf(entry->fault, sizeof entry->fault, "%s", error.message);
    texts_read++;
    return entry;
}

/* ---- play that tells games apart ------------------------------------------------------------- */

static bool positions_differ(const struct kw_position *one, const struct kw_position *other) {
    return memcmp(one->hole, other->hole, sizeof one->hole) != 0 ||
           memcmp(one->store, other->store, sizeof one->store) != 0 || one->turn != other->turn ||
           one->over != other->over;
}

static bool results_differ(const struct kw_result *one, const struct kw_result *other) {
    return one->outcome != other->outcome || one->ending != other->ending ||
           one->scored != other->scored || one->score[0] != other->score[0] ||
           one->score[1] != other->score[1];
}

/* Two games, and a position of each that came by the same moves. */
struct pair {
    const struct kw_game *game[2];
    struct kw_position position[2];
    unsigned moved; /* who moved last */
    struct kw_random random;
};

/* Lays the seeds of the game anywhere, the same ones in both games. */
static void pair_scatter(struct pair *pair) {
    struct kw_position *one = &pair->position[0], *other = &pair->position[1];
    unsigned holes = 2u * pair->game[0]->rules->columns, seeds = seeds_all(one);
    bool stores = pair->game[0]->rules->stores && pair->game[1]->rules->stores;
    memset(one->hole, 0, sizeof one->hole);
    memset(one->store, 0, sizeof one->store);
    for (unsigned i = 0; i < 2 && stores; i++)
        one->store[i] = (uint8_t)kw_random_below(&pair->random, seeds / 2);
    seeds -= one->store[0] + one->store[1];
    while (seeds > 0) {
        unsigned most = kw_random_below(&pair->random, 4) == 0 ? seeds : 3;
        unsigned some = 1 + kw_random_below(&pair->random, seeds < most ? seeds : most);
        one->hole[kw_random_below(&pair->random, holes)] += (uint8_t)some;
        seeds -= some;
    }
    one->turn = other->turn = (uint8_t)kw_random_below(&pair->random, 2);
    memcpy(other->hole, one->hole, sizeof one->hole);
    memcpy(other->store, one->store, sizeof one->store);
}

/* Whether the next rounds differ after a game that is over. */
static bool pair_rounds_differ(const struct pair *pair) {
    struct kw_position next[2];
    memset(next, 0, sizeof next);
    struct kw_result result[2] = {{0}, {0}};
    bool follows[2] = {false, false};
    for (unsigned won = 0; won < 4; won++) {
        for (unsigned i = 0; i < 2; i++) {
            struct kw_round round = {.position = pair->position[i],
                                     .began = (enum kw_player)(won & 1),
                                     .moved = (enum kw_player)pair->moved,
                                     .won = {won / 2, 0}};
            kw_state(pair->game[i], &pair->position[i], &result[i]);
            follows[i] = kw_round_next(pair->game[i], &round, &next[i], &result[i]);
        }
        if (follows[0] != follows[1] ||
            (follows[0] &&
             (positions_differ(&next[0], &next[1]) || next[0].mark != next[1].mark)) ||
            (!follows[0] && results_differ(&result[0], &result[1])))
            return true;
    }
    return false;
}

/* Plays one move in both; true if they differ, *over if the game is over. */
static bool pair_play(struct pair *pair, bool *over) {
    struct kw_result result[2] = {{0}, {0}};
    kw_move list[2][KW_MOVES];
    size_t count[2];
    bool ended[2];
    for (unsigned i = 0; i < 2; i++) {
        kw_repetition_result(pair->game[i], &pair->position[i], &result[i]);
        ended[i] = false;
    }
    if (results_differ(&result[0], &result[1]))
        return true;
    for (unsigned i = 0; i < 2; i++) {
        ended[i] = kw_state(pair->game[i], &pair->position[i], &result[i]);
        count[i] = kw_moves(pair->game[i], &pair->position[i], list[i], KW_MOVES);
    }
    if (ended[0] != ended[1] || (ended[0] && results_differ(&result[0], &result[1])) ||
        count[0] != count[1] || memcmp(list[0], list[1], count[0] * sizeof **list) != 0)
        return true;
    *over = ended[0];
    if (ended[0])
        return pair_rounds_differ(pair);
    unsigned chosen = kw_random_below(&pair->random, (uint32_t)count[0]);
    pair->moved = pair->position[0].turn;
    for (unsigned i = 0; i < 2; i++)
        kw_play(pair->game[i], &pair->position[i], list[i][chosen], &pair->position[i]);
    return positions_differ(&pair->position[0], &pair->position[1]);
}

static bool games_differ(const struct kw_game *one, const struct kw_game *other) {
    struct pair pair = {.game = {one, other}};
    kw_random_seed(&pair.random, 1);
    if (kw_has_rounds(one) != kw_has_rounds(other) || kw_repetitions(one) != kw_repetitions(other))
        return true;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        bool over = false;
        for (unsigned i = 0; i < 2; i++)
            kw_start(pair.game[i], &pair.position[i]);
        if (positions_differ(&pair.position[0], &pair.position[1]))
            return true;
        if (trial % 4 != 0 && one->rules->rows == 2)
            pair_scatter(&pair);
        for (unsigned ply = 0; ply < PLIES && !over; ply++)
            if (pair_play(&pair, &over))
                return true;
    }
    return false;
}

/* ---- what the check says --------------------------------------------------------------------- */

struct said {
    size_t first, last; /* lines */
    bool said;
};

static void said_fault(void *context, const struct kw_rule_fault *fault) {
    struct said *said = context;
    said->said |= fault->line >= said->first && fault->line <= said->last;
}

static size_t lines_of(const char *text) {
    size_t lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

/* Whether the check says in each context that something is wrong where the words stand. */
static bool check_says(struct test *test, const char *words) {
    for (unsigned i = 0; i < CONTEXTS; i++) {
        const struct cached *entry = cache_read(i, words, NULL);
        test_expect(test, entry->game != NULL || strstr(entry->fault, "expected") == NULL, "%s: %s",
                    words, entry->fault);
        if (entry->game == NULL)
            continue;
        char text[TEXT];
        text_write(i, words, text);
        struct said said = {.first = lines_of(contexts[i].before) + 1};
        said.last = said.first + lines_of(words);
        if (strncmp(words, text, strlen(words)) == 0) /* a whole text, but for its first line */
            said = (struct said){.first = 2, .last = lines_of(text)};
        kw_rules_check(text, strlen(text), NULL, said_fault, &said);
        if (!said.said)
            return false;
    }
    return true;
}

/* ---- probes ---------------------------------------------------------------------------------- */

static bool proven[WORD_COUNT];
static size_t combinations, told;

/* How often words stand in a text. */
static size_t words_count(const char *text, const char *words) {
    size_t count = 0, length = strlen(words);
    for (const char *at = text; (at = strstr(at, words)) != NULL; at += length)
        count++;
    return count;
}

/* What one of two texts has read, and says more often than the other, is proven to do something. */
static void words_prove(const struct cached *with, const char *without) {
    const struct rule_text *text = (const struct rule_text *)with->game;
    for (size_t i = 0; i < WORD_COUNT; i++) {
        const char *word = word_at(i)->word;
        proven[i] |=
            text->word_read[i] && words_count(with->words, word) > words_count(without, word);
    }
}

/* Whether some context tells two texts apart. */
static bool words_differ(const char *with, const char *without) {
    for (unsigned i = 0; i < CONTEXTS; i++) {
        const struct cached *one = cache_read(i, with, NULL);
        const struct cached *other = one->game != NULL ? cache_read(i, without, one) : NULL;
        if (other != NULL && other->game != NULL && games_differ(one->game, other->game)) {
            words_prove(one, without);
            return true;
        }
    }
    return false;
}

/* Whether a text with the words is a game in some context. */
static bool words_read(const char *words) {
    for (unsigned i = 0; i < CONTEXTS; i++)
        if (cache_read(i, words, NULL)->game != NULL)
            return true;
    return false;
}

/*
 * Words, and what stands in their place without the one that is looked at; where that would be at
 * fault the word is needed.
 */
static void probe(struct test *test, const char *with, const char *without) {
    if (!words_read(without))
        return;
    combinations++;
    bool differ = words_differ(with, without);
    told += differ;
    test_expect(test, differ || check_says(test, with),
                "nothing tells '%s' from '%s', and the check does not say so", with, without);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const char *const row_kinds[] = {"end", "before", "passing", "drop", "after"};
static const char *const alongs[] = {"",
                                     " back while occupied",
                                     " on while occupied",
                                     " back at most 1 while occupied",
                                     " on at most 1 while occupied",
                                     " clockwise while occupied",
                                     " each holds 2 or more"};

enum { ROW_KINDS = 5, ALONGS = 7 };

static void row_write(char *row, const char *kind, const char *verb, const char *target,
                      const char *to, const char *along) {
    snprintf(row, TEXT, "%s anywhere: %s %s%s%s%s%s", kind, verb, target,
             to[0] != '\0' ? " to " : "", to, along, strcmp(to, "hand") == 0 ? "; relay" : "");
}

/* An action with each of its words left out in turn. */
static void probe_action(struct test *test, const char *kind, const char *verb, const char *target,
                         const char *to, const char *along) {
    char with[TEXT], without[TEXT];
    row_write(with, kind, verb, target, to, along);
    probe(test, with, "");
    if (strcmp(target, "here") != 0) {
        row_write(without, kind, verb, "here", to, along);
        probe(test, with, without);
    }
    if (to[0] != '\0' && strcmp(to, "store") != 0) {
        row_write(without, kind, verb, target, "", along);
        probe(test, with, without);
    }
    if (along[0] != '\0') {
        row_write(without, kind, verb, target, to, "");
        probe(test, with, without);
    }
}

/* An action at each target, to each place, along each way. */
static void probe_target(struct test *test, const char *kind, const struct rule_word *verb,
                         const char *target) {
    bool takes = verb->value == DO_CAPTURE || verb->value == DO_BANK;
    for (unsigned along = 0; along < (verb->value == DO_RELAY ? 1 : ALONGS); along++) {
        if (!takes)
            probe_action(test, kind, verb->word, target, "", alongs[along]);
        const struct rule_word *to;
        for (size_t i = 0; takes && (to = word_at(i)) != NULL; i++)
            if (to->role == WORD_TO)
                probe_action(test, kind, verb->word, target, to->word, alongs[along]);
    }
}

static void probe_verb(struct test *test, const char *kind, const struct rule_word *verb) {
    char with[TEXT], without[TEXT];
    const struct rule_word *target;
    if (verb->kind == ACTION_PLAIN) {
        snprintf(with, sizeof with, "%s own: %s\n%s anywhere: bank 1 store to opponent", kind,
                 verb->word, kind);
        snprintf(without, sizeof without, "%s anywhere: bank 1 store to opponent", kind);
        probe(test, with, without);
        return;
    }
    for (size_t i = 0; (target = word_at(i)) != NULL; i++)
        if (target->role == WORD_TARGET)
            probe_target(test, kind, verb, target->word);
    if (verb->value == DO_CAPTURE || verb->value == DO_BANK) {
        snprintf(with, sizeof with, "%s anywhere: %s 1 here", kind, verb->word);
        snprintf(without, sizeof without, "%s anywhere: %s here", kind, verb->word);
        probe(test, with, without);
    }
}

static void probe_actions(struct test *test) {
    const struct rule_word *verb;
    for (unsigned kind = 0; kind < ROW_KINDS; kind++)
        for (size_t i = 0; (verb = word_at(i)) != NULL; i++)
            if (verb->role == WORD_ACTION)
                probe_verb(test, row_kinds[kind], verb);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Where a condition can stand: %s, and what stands there without it. */
static const struct stand {
    const char *with, *without;
} stands[] = {
    {"end %s: bank 1 store to opponent; relay next",
     "end anywhere: bank 1 store to opponent; relay next"},
    {"before %s: bank 1 store to opponent", "before anywhere: bank 1 store to opponent"},
    {"passing %s: bank 1 store to opponent", "passing anywhere: bank 1 store to opponent"},
    {"drop %s: bank 1 store to opponent", "drop anywhere: bank 1 store to opponent"},
    {"after %s: bank 1 store to opponent",
     "after own: bank 1 store to opponent\nafter opponent: bank 1 store to opponent"},
    {"end anywhere: capture 1 facing on while %s; relay next",
     "end anywhere: capture 1 facing on while anywhere; relay next"},
    {"end anywhere: capture 1 facing each %s; relay next",
     "end anywhere: capture 1 facing each anywhere; relay next"},
    {"before anywhere: bank 1 facing to opponent each hole 3 or 4, %s",
     "before anywhere: bank 1 facing to opponent each hole 3 or 4"},
    {"drop anywhere: bank 1 facing to opponent each %s",
     "drop anywhere: bank 1 facing to opponent each anywhere"},
    {"after own: bank facing each %s", "after own: bank facing each anywhere"},
    {"after own: bank each %s", NULL},
    {"jump %s", NULL},
    {"must start %s", NULL},
    {"must not start %s", NULL},
    {"must land %s", NULL},
    {"must not land %s", NULL},
    {"must reach from %s", "must reach"},
};

/* A condition in each place where one can stand. */
static void probe_condition(struct test *test, const char *condition) {
    char with[TEXT];
    for (size_t i = 0; i < sizeof stands / sizeof *stands; i++) {
        snprintf(with, sizeof with, stands[i].with, condition);
        probe(test, with, "");
        if (stands[i].without != NULL && strcmp(condition, "anywhere") != 0)
            probe(test, with, stands[i].without);
    }
}

/* A condition that needs a number, in words. */
static const char *condition_counts(const struct rule_word *word) {
    return word->kind == CONDITION_SEEDS    ? " 2 or more"
           : word->kind == CONDITION_COLUMN ? " 2"
                                            : "";
}

static void probe_conditions(struct test *test) {
    const struct rule_word *word;
    char said[TEXT];
    for (size_t i = 0; (word = word_at(i)) != NULL; i++) {
        if (word->role == WORD_CONDITION) {
            snprintf(said, sizeof said, "%s%s", word->word, condition_counts(word));
            probe_condition(test, said);
        }
        if (word->role == WORD_CONDITION && word->denied[KW_ENGLISH] != NULL) {
            snprintf(said, sizeof said, "not %s", word->word);
            probe_condition(test, said);
        }
        if (word->role == WORD_COUNTS) {
            snprintf(said, sizeof said, "next %s%s", word->word,
                     word->kind == COUNTS_OTHER ? " 2" : "");
            probe_condition(test, said);
        }
    }
}

/* ---- statements ------------------------------------------------------------------------------ */

#define BOARD "game effect\nboard 2 x 4\nstart 2\n"
#define OVER "over both stuck: rest to owner\n"
#define CAPTURED "stores captured\nsow counterclockwise\n"
#define MATCH BOARD CAPTURED "end makes 2: capture; again\n" OVER
#define SLAM BOARD CAPTURED "end opponent: capture; capture back while opponent\n" OVER
#define ENDLESS BOARD CAPTURED "end occupied: relay\nlaps 5\n" OVER
#define EXTENDS "extends oware\ngame effect\n"
#define FOUR "extends hus\ngame effect\n"

/* Statements, and words of which they are made, each against what stands in its place. */
static const char *const statements[][2] = {
    {BOARD "stores none\nsow clockwise\nover own empty: opponent wins\n",
     BOARD "stores own\nsow clockwise\nover own empty: opponent wins\n"},
    {BOARD CAPTURED OVER, BOARD "stores own\nsow counterclockwise\n" OVER},
    {BOARD CAPTURED "end own store: again\n" OVER, BOARD CAPTURED OVER},
    {BOARD "stores own\nsow either\n" OVER, BOARD "stores captured\nsow either\n" OVER},
    {BOARD "stores both\nsow either\n" OVER, BOARD "stores own\nsow either\n" OVER},
    {BOARD "stores own left\nsow either\n" OVER, BOARD "stores own\nsow either\n" OVER},
    {BOARD "stores captured left\nsow either\n" OVER, BOARD "stores captured\nsow either\n" OVER},
    {BOARD CAPTURED "ring board\n" OVER, BOARD CAPTURED "ring rows\n" OVER},
    {BOARD CAPTURED "ring rows\n" OVER, BOARD CAPTURED OVER},
    {BOARD CAPTURED "ring zigzag\n" OVER, BOARD CAPTURED OVER},
    {BOARD "stores captured\nsow clockwise\n" OVER, BOARD CAPTURED OVER},
    {BOARD CAPTURED OVER, BOARD "stores captured\nsow clockwise\n" OVER},
    {BOARD "stores captured\nsow clockwise\n" OVER, BOARD "stores captured\nsow inward\n" OVER},
    {BOARD "stores captured\nsow inward\n" OVER, BOARD CAPTURED OVER},
    {BOARD "stores own\nsow either\nover own empty: draw\n",
     BOARD "sow either\nover own empty: draw\n"},
    {BOARD "stores captured\nsow outward\n" OVER, BOARD "stores captured\nsow inward\n" OVER},
    {BOARD "stores captured\nsow either\n" OVER, BOARD CAPTURED OVER},
    {BOARD "stores captured\nsow opposite\n" OVER, BOARD CAPTURED OVER},
    {BOARD "stores captured\nsow as first chosen\n" OVER, BOARD CAPTURED OVER},
    {BOARD "stores captured\nsow clockwise if odd\n" OVER,
     BOARD "stores captured\nsow clockwise\n" OVER},
    {BOARD "stores captured\nsow clockwise either at 2\n" OVER,
     BOARD "stores captured\nsow clockwise\n" OVER},
    {"leave 1", ""},
    {"least 2", ""},
    {"play any hole", ""},
    {"closed passed", "closed loses"},
    {"closed loses", ""},
    {"laps 2", ""},
    {"limit 4\nend occupied: relay", "end occupied: relay"},
    {"limit 4", ""},
    {"few 3\nbefore few: bank 1", "few 9\nbefore few: bank 1"},
    {"few 3", ""},
    {"opening 2 clockwise", ""},
    {"opening 2 counterclockwise", ""},
    {"opening 2\nbefore opening: bank 1", "opening 1\nbefore opening: bank 1"},
    {"opening 2", ""},
    {"swap", ""},
    {"unplayed", ""},
    {"unplayed in any order\nbefore unplayed: bank 1", "unplayed\nbefore unplayed: bank 1"},
    {"unplayed in any order", ""},
    {"child 2", ""},
    {"skip lap", ""},
    {"skip move\nend occupied: relay", "skip lap\nend occupied: relay"},
    {"jump own, occupied", ""},
    {ENDLESS "endless void\n", ENDLESS},
    {ENDLESS "endless loses\n", ENDLESS},
    {ENDLESS "endless stop\n", ENDLESS "endless void\n"},
    {BOARD CAPTURED OVER "endless void", BOARD CAPTURED OVER},
    {SLAM "slam takes\n", SLAM "slam gives\n"},
    {SLAM "slam takes nothing\n", SLAM},
    {SLAM "slam gives\n", SLAM},
    {SLAM "slam leaves left\n", SLAM},
    {SLAM "slam leaves right\n", SLAM "slam leaves left\n"},
    {SLAM "slam again\n", SLAM},
    {BOARD CAPTURED OVER "slam gives", BOARD CAPTURED OVER},
    {"must feed", ""},
    {"must feed empty", "must feed"},
    {"must feed possible", "must feed"},
    {"must reach", ""},
    {"must capture", ""},
    {"must not slam\nend opponent: capture", "end opponent: capture"},
    {"must rightmost 1", ""},
    {"must not undo", ""},
    {BOARD CAPTURED "must capture\n" OVER, BOARD CAPTURED OVER},
    {BOARD CAPTURED "must not slam\n" OVER, BOARD CAPTURED OVER},
    {MATCH "rounds anew, in turn, win 2\n", MATCH},
    {MATCH "rounds left, in turn, need 2\n", MATCH "rounds anew, in turn, need 2\n"},
    {MATCH "rounds right, in turn, need 2\n", MATCH "rounds left, in turn, need 2\n"},
    {MATCH "rounds outside in, in turn, need 2\n", MATCH "rounds left, in turn, need 2\n"},
    {MATCH "rounds even, in turn, need 2\n", MATCH "rounds left, in turn, need 2\n"},
    {MATCH "rounds left closed, in turn, need 2\n", MATCH "rounds left, in turn, need 2\n"},
    {MATCH "rounds anew closed, in turn, win 2\n", MATCH "rounds anew, in turn, win 2\n"},
    {MATCH "rounds even closed, in turn, need 2\n", MATCH "rounds even, in turn, need 2\n"},
    {MATCH "rounds left, loser begins, need 2\n", MATCH "rounds left, in turn, need 2\n"},
    {MATCH "rounds left, winner begins, need 2\n", MATCH "rounds left, in turn, need 2\n"},
    {MATCH "rounds left, last mover begins, need 2\n", MATCH "rounds left, in turn, need 2\n"},
    {MATCH "rounds left, in turn, need 8, win 2\n", MATCH "rounds left, in turn, win 2\n"},
    {MATCH "rounds left, in turn, need 2, win 2\n", MATCH "rounds left, in turn, need 2\n"},
    {EXTENDS "replace [capture] end opponent, makes 4: capture here [capture]\n", EXTENDS},
    {EXTENDS "before [capture] end opponent, makes 2: stop [capture]\n", EXTENDS},
    {EXTENDS "after [capture] end own, makes 2: capture here [capture]\n", EXTENDS},
    {EXTENDS "without must\n", EXTENDS},
    {FOUR "start 2 in right half\n", FOUR},
    {FOUR "start 2 in rightmost 3\n", FOUR},
    {FOUR "start 2 in back row\n", FOUR},
};

/* The ends of a game: each kind with each rest, and with each winner. */
static void probe_ends(struct test *test) {
    const struct rule_word *over, *rest;
    char with[TEXT], without[TEXT];
    for (size_t i = 0; (over = word_at(i)) != NULL; i++) {
        const char *amount = over->kind == AMOUNT_NONE   ? ""
                             : over->kind == AMOUNT_MORE ? " 6 or more"
                                                         : " 6 or fewer";
        if (over->role != WORD_OVER)
            continue;
        for (size_t k = 0; (rest = word_at(k)) != NULL; k++) {
            bool fewest = rest->role == WORD_WINNER && rest->value == WINNER_FEWEST;
            if (rest->role != WORD_REST && rest->role != WORD_WINNER)
                continue;
            snprintf(with, sizeof with, "over %s%s: %s%s", over->word, amount,
                     fewest                    ? "rest to owner, "
                     : rest->role == WORD_REST ? "rest to "
                                               : "",
                     rest->word);
            snprintf(without, sizeof without, "over %s%s: rest to %s", over->word, amount,
                     rest->role == WORD_REST && rest->value == REST_NOBODY ? "owner" : "nobody");
            probe(test, with, without);
        }
        snprintf(with, sizeof with, "over %s%s: draw", over->word, amount);
        probe(test, with,
              over->value == GAME_END_STUCK ? "over left 3 or fewer: draw" : "over stuck: draw");
        snprintf(with, sizeof with, "over %s%s childless: draw", over->word, amount);
        snprintf(without, sizeof without, "over %s%s: draw", over->word, amount);
        probe(test, with, without);
    }
    probe(test, "over store more than half: draw", "over store 3 or more: draw");
}

static void probe_repetition(struct test *test) {
    const struct rule_word *word;
    char with[TEXT];
    for (size_t i = 0; (word = word_at(i)) != NULL; i++) {
        if (word->role == WORD_REST) {
            snprintf(with, sizeof with, "repetition first: rest to %s", word->word);
            probe(test, with, "");
            probe(test, with,
                  word->value == REST_OWNER ? "repetition first: rest to nobody"
                                            : "repetition first: rest to owner");
        }
    }
    probe(test, "repetition third: rest to nobody", "repetition first: rest to nobody");
}

static void probe_statements(struct test *test) {
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        probe(test, statements[i][0], statements[i][1]);
    probe_ends(test);
    probe_repetition(test);
}

/*
 * Whether a word says nothing of the play by itself: it describes, every text has it, or it is of
 * texts with a trait.
 */
static bool word_describes(const struct rule_word *word) {
    switch (word->role) {
    case WORD_STATEMENT:
        return (word->kind & STATEMENT_DESCRIBES) != 0 || word->value == STATEMENT_trait ||
               word->value == STATEMENT_rule || word->value == STATEMENT_reserve ||
               word->value == STATEMENT_refuse || word->value == STATEMENT_board ||
               word->value == STATEMENT_start || word->value == STATEMENT_sow ||
               word->value == STATEMENT_turn || word->value == STATEMENT_pass;
    case WORD_EDIT: /* is read before the statements */
    case WORD_REFUSAL:
    case WORD_BASIS:
        return true;
    default:
        return false;
    }
}

static void words_check(struct test *test) {
    const struct rule_word *word;
    for (size_t i = 0; (word = word_at(i)) != NULL; i++)
        test_expect(test, proven[i] || word_describes(word), "no combination proves %s '%s'",
                    word_role_name((enum word_role)word->role), word->word);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    probe_actions(&test);
    probe_conditions(&test);
    probe_statements(&test);
    words_check(&test);
    printf("%zu combinations, %zu told apart, %zu texts read\n", combinations, told, texts_read);
    for (unsigned i = 0; i < CACHE; i++)
        kw_game_close(cache[i].game);
    return test_end(&test);
}
