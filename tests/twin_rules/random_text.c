/*
 * Random rule texts: statements of the language put together by lot.  Many are no game, since their
 * statements contradict each other; the caller keeps those that the library reads.
 */
#include "twin_rules/random_text.h"

#include "language/words/word_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MANY = 5 /* seeds of a hole at the start; with more of them some come to hold hundreds */ };

struct writer {
    struct kw_random *random;
    char *text;
    size_t length;
    bool chooses; /* the direction */
    bool rounds, extends, slam, any_hole;
    bool sides_differ; /* are played differently */
    bool children, closes, unplayed, stores, own_store, both_stores;
    int columns, seeds;
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *writer, const char *format,
                                                      ...) {
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(writer->text + writer->length, RANDOM_TEXT - writer->length, format, arguments);
    va_end(arguments);
    writer->length += (size_t)length;
    if (writer->length >= RANDOM_TEXT)
        writer->length = RANDOM_TEXT - 1;
}

static int below(struct writer *writer, int count) {
    return (int)kw_random_below(writer->random, (uint32_t)count);
}

/* True once in so many times. */
static bool once_in(struct writer *writer, int times) { return below(writer, times) == 0; }

static const char *one_of(struct writer *writer, const char *const *words, int count) {
    return words[below(writer, count)];
}
#define ONE_OF(writer, ...)                                                                        \
    one_of(writer, (const char *const[]){__VA_ARGS__},                                             \
           (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)))

/* ---- conditions ------------------------------------------------------------------------------ */

static void counts_put(struct writer *writer, bool zero) {
    int low = (zero ? 0 : 1) + below(writer, writer->seeds > MANY && once_in(writer, 2) ? 50 : 5);
    switch (below(writer, zero ? 10 : 8)) {
    case 0:
        put(writer, "%d or %d", low, low + 1 + below(writer, 3));
        break;
    case 1:
        put(writer, "%d to %d", low, low + 1 + below(writer, 3));
        break;
    case 2:
        put(writer, "%d or more", low > 0 ? low : 1); /* all numbers are 0 or more */
        break;
    case 3:
        put(writer, "%d or fewer", low + 1);
        break;
    case 4:
        put(writer, "%s", ONE_OF(writer, "even", "odd"));
        break;
    case 5:
        put(writer, "other than %d", low);
        break;
    case 8:
    case 9:
        put(writer, "%s", ONE_OF(writer, "empty", "filled"));
        break;
    default:
        put(writer, "%d", low);
    }
}

/* A condition of a hole alone, or of a move too. */
static void condition_put(struct writer *writer, bool of_move, bool places) {
    int kind = below(writer, of_move ? 13 : 8);
    bool child = writer->children && once_in(writer, 3);
    if (places && once_in(writer, 2)) {
        put(writer, "%s",
            ONE_OF(writer, "own", "opponent", "own", "opponent", "anywhere",
                   writer->own_store ? "own store" : "own",
                   writer->both_stores ? "opponent store" : "opponent"));
        return;
    }
    bool not = once_in(writer, 6);
    if (child) {
        put(writer, "%s", not ? "not " : "");
        put(writer, "%s",
            ONE_OF(writer, "child", "opponent child", "free", "facing child", "previous child",
                   "parent", "same number child"));
        return;
    }
    if (writer->unplayed && once_in(writer, 4)) {
        put(writer, "%s%s", not ? "not " : "", ONE_OF(writer, "unplayed", "first move"));
        return;
    }
    switch (kind) {
    case 0:
        put(writer, "%s", ONE_OF(writer, "own", "opponent"));
        break;
    case 1:
    case 2:
        put(writer, "%s ", ONE_OF(writer, "makes", "holds"));
        counts_put(writer, true);
        break;
    case 3:
        put(writer, "%s ", ONE_OF(writer, "facing", "next", "beyond", "previous"));
        counts_put(writer, true);
        break;
    case 4:
        put(writer, "hole %d", 1 + below(writer, writer->columns));
        if (once_in(writer, 4))
            put(writer, " or %d", 1 + below(writer, writer->columns));
        break;
    case 5:
        put(writer, "%s%s", not ? "not " : "", ONE_OF(writer, "rightmost", "equal", "origin"));
        break;
    case 6:
        put(writer, "%s", ONE_OF(writer, "empty", "occupied"));
        break;
    case 7:
        put(writer, "facing %s", ONE_OF(writer, "filled", "empty"));
        break;
    default:
        put(writer, "%s%s", not ? "not " : "",
            ONE_OF(writer, "crossed", "first", "captured", "round", "single", "extra", "changed",
                   "bare", "swept", "clockwise", "opening", "last",
                   writer->extends ? "last" : "few"));
    }
}

static void conditions_put(struct writer *writer, bool of_move, bool places) {
    int count = 1 + below(writer, 3);
    size_t start = writer->length;
    for (int i = 0; i < count; i++) {
        size_t before = writer->length;
        put(writer, "%s", i > 0 ? ", " : "");
        size_t at = writer->length;
        condition_put(writer, of_move, places && i == 0);
        /* Not a word twice. */
        char word[64];
        snprintf(word, sizeof word, "%.4s", writer->text + at);
        const char *found = strstr(writer->text + start, word);
        if (strcmp(word, "make") == 0 && strstr(writer->text + start, "hold") != NULL)
            found = writer->text + start;
        if (strcmp(word, "hold") == 0 && strstr(writer->text + start, "make") != NULL)
            found = writer->text + start;
        if (i > 0 && found < writer->text + at) {
            writer->length = before;
            writer->text[before] = '\0';
        }
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Tables whose rows do the same. */
enum table { END, BEFORE, DROP, AFTER };

static void clause_put(struct writer *writer) {
    if (once_in(writer, 4))
        put(writer, " [%s]", ONE_OF(writer, "capture", "relay", "first", "other"));
}

static void take_put(struct writer *writer, bool relay) {
    put(writer, "%s", ONE_OF(writer, "capture", "capture", "bank"));
    if (once_in(writer, 8))
        put(writer, " %d", 1 + below(writer, 4));
    if (once_in(writer, 6))
        put(writer, " %s",
            ONE_OF(writer, "both", "beyond", "facing beyond", "previous", "facing next", "store"));
    else
        put(writer, " %s", ONE_OF(writer, "here", "here", "facing", "next"));
    if (relay && once_in(writer, 2))
        put(writer, " to hand");
    else if (once_in(writer, 4))
        put(writer, " to %s",
            ONE_OF(writer, "opponent", "owner", "here", "store",
                   writer->children ? "child" : "owner"));
    if (!once_in(writer, 3))
        return;
    const char *way = ONE_OF(writer, "back", "on", "clockwise", "each");
    put(writer, " %s ", way);
    if (strcmp(way, "each") != 0 && strcmp(way, "clockwise") != 0 && once_in(writer, 4))
        put(writer, "at most %d ", 1 + below(writer, 4));
    if (strcmp(way, "each") != 0)
        put(writer, "while ");
    conditions_put(writer, once_in(writer, 4), false);
}

/* What an action does that takes no seeds, in a row of a table. */
static void deed_put(struct writer *writer, enum table table) {
    static const char *const deeds[][3] = {[END] = {"stop", "turn", "again"},
                                           [BEFORE] = {"stop", "turn", "stop"},
                                           [DROP] = {"stop", "stop", "stop"},
                                           [AFTER] = {"stop", "again", "stop"}};
    put(writer, "%s", one_of(writer, deeds[table], 3));
}

static void actions_put(struct writer *writer, enum table table) {
    int count = 1 + (once_in(writer, 2) ? below(writer, 3) : 0);
    bool relay = table == END && once_in(writer, 3);
    for (int i = 0; i < count; i++) {
        put(writer, "%s", i > 0 ? "; " : "");
        switch (below(writer, 8)) {
        case 0:
            deed_put(writer, table);
            break;
        case 1:
            put(writer, "%s%s",
                ONE_OF(writer, "capture", writer->closes ? "close" : "capture",
                       writer->children ? "mark" : "capture"),
                ONE_OF(writer, "", "", "", " previous", " next", " facing"));
            break;
        default:
            take_put(writer, relay);
        }
        clause_put(writer);
    }
    if (relay) {
        put(writer, "; relay%s",
            once_in(writer, 4) ? ONE_OF(writer, " next", " facing", " here", " previous", " beyond")
                               : "");
        clause_put(writer);
        if (once_in(writer, 5))
            put(writer, "; turn");
        if (once_in(writer, 6)) {
            put(writer, "; ");
            take_put(writer, false);
        }
    }
}

static void row_put(struct writer *writer, const char *word, enum table table) {
    put(writer, "%s ", word);
    conditions_put(writer, true, true);
    put(writer, ": ");
    actions_put(writer, table);
    put(writer, "\n");
}

/* A row as games have it, so that games go on for a while. */
static void usual_row_put(struct writer *writer) {
    put(writer, "end %s\n",
        ONE_OF(
            writer, "occupied: relay", "opponent, makes 2 or 3: capture here",
            "own, empty, facing filled: capture facing; bank here", "next filled: relay next",
            "next empty, beyond filled: capture beyond",
            "opponent, makes 2 or 3: capture here; capture here back while opponent, holds 2 or 3",
            "own, empty, facing filled: capture facing to hand; relay", "occupied: relay; turn",
            "own, occupied: relay", "makes 4: capture here", "makes 4 or more: relay"));
}

/* ---- the other statements -------------------------------------------------------------------- */

static void if_put(struct writer *writer) {
    for (bool more = once_in(writer, 12); more; more = once_in(writer, 4))
        put(writer, "if kind is %s%s: ", once_in(writer, 4) ? "not " : "",
            ONE_OF(writer, "red", "blue"));
}

static void sow_put(struct writer *writer) {
    const char *way =
        ONE_OF(writer, "counterclockwise", "counterclockwise", "counterclockwise", "clockwise",
               "either", writer->columns < 3 ? "clockwise" : "inward",
               writer->columns < 3 ? "clockwise" : "outward", "opposite", "as first chosen");
    writer->sides_differ = strcmp(way, "opposite") == 0 || strncmp(way, "as", 2) == 0;
    writer->chooses = strcmp(way, "either") == 0 || strncmp(way, "as", 2) == 0;
    put(writer, "sow %s", way);
    if (once_in(writer, 8) && strstr(way, "clockwise") != NULL)
        put(writer, " if odd");
    else if (once_in(writer, 8) && !writer->chooses) {
        put(writer, " either at %d", 1 + below(writer, writer->columns));
        if (once_in(writer, 3))
            put(writer, " or %d", 1 + below(writer, writer->columns));
        writer->chooses = true;
    }
    put(writer, "\n");
}

static void duty_put(struct writer *writer) {
    put(writer, "must %s",
        ONE_OF(writer, "feed", "feed", "reach", "capture", "capture", "not slam", "not undo",
               "start ", "not start ", "land ", "not land ", "rightmost "));
    switch (writer->text[writer->length - 1]) {
    case ' ':
        if (strncmp(writer->text + writer->length - 3, "st ", 3) == 0)
            put(writer, "%d", 1 + below(writer, 3));
        else
            conditions_put(writer, once_in(writer, 5), false);
        break;
    default:
        break;
    }
    if (once_in(writer, 3))
        put(writer, " empty");
    if (once_in(writer, 2))
        put(writer, " possible");
    if (once_in(writer, 5)) {
        put(writer, " from ");
        conditions_put(writer, once_in(writer, 5), false);
    }
    put(writer, "\n");
}

static void rest_put(struct writer *writer, bool winners) {
    if (winners && once_in(writer, writer->rounds ? 8 : 4)) {
        put(writer, "%s\n", ONE_OF(writer, "mover wins", "opponent wins", "draw"));
        return;
    }
    put(writer, "rest to %s",
        ONE_OF(writer, "owner", "owner", "mover", "opponent", "nobody", "halves", "halves levelled",
               "last", "first"));
    if (winners && once_in(writer, 6))
        put(writer, ", fewest wins");
    put(writer, "\n");
}

static void over_put(struct writer *writer, const char *over) {
    put(writer, "over %s%s: ", over, writer->children && once_in(writer, 4) ? " childless" : "");
    rest_put(writer, true);
}

static void overs_put(struct writer *writer) {
    char store[32], left[32];
    int count = below(writer, 3);
    for (int i = 0; i < count; i++) {
        snprintf(store, sizeof store, "store %d or more",
                 2 + below(writer, writer->columns * writer->seeds));
        snprintf(left, sizeof left, "left %d or fewer", 1 + below(writer, 4));
        over_put(writer, ONE_OF(writer, "own empty", "opponent empty", "either empty", "last empty",
                                "unfed", writer->stores ? "store more than half" : left,
                                writer->stores ? store : left, left, "both stuck"));
    }
    over_put(writer, ONE_OF(writer, "stuck", "stuck", "both stuck"));
}

static void board_put(struct writer *writer) {
    writer->columns = 1 + below(writer, 6) + (once_in(writer, 3) ? below(writer, 3) : 0);
    writer->seeds = 1 + below(writer, MANY);
    if (once_in(writer, 12))
        writer->seeds = 1 + below(writer, 255 / (2 * writer->columns));
    put(writer, "board 2 x %d\n", writer->columns);
    if (!once_in(writer, 4)) {
        put(writer, "start %d\n", writer->seeds);
        return;
    }
    put(writer, "start ");
    int most = writer->seeds < 255 / (2 * writer->columns) - 1 ? writer->seeds + 2 : writer->seeds;
    for (int i = 0; i < 2 * writer->columns; i++)
        put(writer, "%s%d",
            i == 0                 ? ""
            : i == writer->columns ? "/"
                                   : ", ",
            i == 0 ? writer->seeds : below(writer, most));
    put(writer, "\n");
}

static void stores_put(struct writer *writer) {
    const char *stores = ONE_OF(writer, "none", "captured", "captured", "captured", "own", "both");
    writer->stores = strcmp(stores, "none") != 0;
    writer->both_stores = strcmp(stores, "both") == 0;
    writer->own_store = writer->both_stores || strcmp(stores, "own") == 0;
    put(writer, "stores %s%s\n", stores, writer->own_store && once_in(writer, 4) ? " left" : "");
}

static void bounds_put(struct writer *writer) {
    bool far = writer->seeds > MANY || once_in(writer, 6); /* so that rounds of laps are counted */
    put(writer, "limit %d\n", 20 + below(writer, far ? 3000 : 200));
    if (once_in(writer, 6))
        put(writer, "laps %d\n", 1 + below(writer, 20));
    if (once_in(writer, 3))
        put(writer, "endless %s\n", ONE_OF(writer, "stop", "void", "loses"));
}

static void seldom_put(struct writer *writer) {
    if (once_in(writer, 12))
        put(writer, "leave %d\n", 1 + below(writer, 2));
    if (!writer->any_hole && once_in(writer, 12)) {
        writer->any_hole = true;
        put(writer, "play any hole\n");
    }
    if (once_in(writer, 6))
        put(writer, "least %d\n", 1 + below(writer, 3));
    if (once_in(writer, 4)) {
        if_put(writer);
        put(writer, "skip %s\n", ONE_OF(writer, "lap", "move"));
    }
    if (once_in(writer, 12)) {
        put(writer, "jump ");
        conditions_put(writer, once_in(writer, 6), false);
        put(writer, "\n");
    }
    if (once_in(writer, 12))
        put(writer, "opening %d%s\n", 1 + below(writer, 3),
            ONE_OF(writer, "", "", " counterclockwise", " clockwise"));
    else if (!writer->any_hole && !writer->children && !writer->sides_differ &&
             once_in(writer, 5)) {
        if_put(writer);
        put(writer, "swap\n");
    }
    if (!writer->extends)
        put(writer, "few %d\n", 1 + below(writer, 2 * writer->columns * writer->seeds));
    if (writer->slam) {
        if_put(writer);
        put(writer, "slam %s\n",
            ONE_OF(writer, "takes", "takes nothing", "gives", "leaves left", "leaves right",
                   "again"));
    }
}

static void rows_put(struct writer *writer) {
    int count = below(writer, 4);
    if (writer->children)
        put(writer, "%s free, makes %d: mark\n", ONE_OF(writer, "end", "end", "passing", "drop"),
            2 + below(writer, 3));
    for (int i = 0; i < count; i++) {
        if_put(writer);
        if (writer->slam && !once_in(writer, 3))
            put(writer, "end %s\n",
                ONE_OF(writer, "opponent, makes 2 or 3: capture here", "occupied: relay",
                       "opponent, makes even: capture here; capture here back while opponent, "
                       "holds even",
                       "own, empty, facing filled: capture facing"));
        else if (once_in(writer, 2))
            usual_row_put(writer);
        else
            row_put(writer, "end", END);
    }
    if (once_in(writer, 10))
        row_put(writer, "before", BEFORE);
    if (once_in(writer, 8))
        row_put(writer, "passing", DROP);
    if (once_in(writer, 10))
        row_put(writer, "drop", DROP);
    if (once_in(writer, 10))
        row_put(writer, "after", AFTER);
    if (once_in(writer, 20))
        put(writer, "after few: capture here each own\n");
}

static void duties_put(struct writer *writer) {
    if (once_in(writer, 2))
        for (int count = 1 + below(writer, 2); count > 0; count--) {
            if_put(writer);
            duty_put(writer);
        }
    if (once_in(writer, 3))
        put(writer, "pass\n");
}

static void match_put(struct writer *writer) {
    if (!once_in(writer, 5)) {
        put(writer, "repetition %s: rest to %s\n", ONE_OF(writer, "third", "first"),
            ONE_OF(writer, "owner", "mover", "opponent", "nobody", "halves", "halves levelled",
                   "last", "first"));
    }
    if (writer->rounds)
        put(writer, "rounds %s%s, %s, need %d\n",
            ONE_OF(writer, "anew", "left", "right", "outside in", "even"),
            ONE_OF(writer, "", " closed"),
            ONE_OF(writer, "in turn", "loser begins", "winner begins", "last mover begins"),
            below(writer, 2 * writer->seeds));
}

static void own_text(struct writer *writer) {
    put(writer, "game lot\nname By lot\nsource by lot\nsummary By lot.\n");
    writer->slam = once_in(writer, 10);
    writer->children = once_in(writer, 6);
    writer->rounds = once_in(writer, 5);
    writer->unplayed = !writer->children && once_in(writer, 12);
    writer->closes = !writer->unplayed && once_in(writer, 10);
    put(writer, "option kind red/blue = %s [kind] what it is\nclause kind: By lot.\n",
        ONE_OF(writer, "red", "blue"));
    board_put(writer);
    stores_put(writer);
    if (once_in(writer, 10))
        put(writer, "ring %s\n", ONE_OF(writer, "rows", "zigzag"));
    sow_put(writer);
    bounds_put(writer);
    seldom_put(writer);
    if (writer->children && once_in(writer, 4))
        put(writer, "child %d\n", 1 + below(writer, writer->columns));
    if (writer->unplayed)
        put(writer, "unplayed%s\n", ONE_OF(writer, "", " in any order"));
    if (writer->closes && once_in(writer, 2))
        put(writer, "closed %s\n", ONE_OF(writer, "passed", "loses"));
    rows_put(writer);
    duties_put(writer);
    overs_put(writer);
    match_put(writer);
}

/* A text that extends a listed game, with some statements of its own. */
static void extending_text(struct writer *writer, const char *id) {
    writer->extends = true;
    put(writer, "extends %s\ngame lot\nname By lot\n", id);
    writer->columns = 4;
    writer->seeds = 4;
    writer->stores = true;
    for (int count = 1 + below(writer, 3); count > 0; count--) {
        switch (below(writer, 8)) {
        case 0:
            put(writer, "%s [%s] ", ONE_OF(writer, "before", "after", "replace"),
                ONE_OF(writer, "capture", "relay", "stop"));
            usual_row_put(writer);
            break;
        case 1:
            put(writer, "without %s\n", ONE_OF(writer, "must", "end", "skip", "pass", "slam"));
            break;
        case 2:
            put(writer, "without end [%s]\n", ONE_OF(writer, "capture", "relay"));
            break;
        case 3:
            seldom_put(writer);
            break;
        case 4:
            duty_put(writer);
            break;
        case 5:
            sow_put(writer);
            break;
        case 6:
            board_put(writer);
            break;
        default:
            usual_row_put(writer);
        }
    }
    put(writer, "limit %d\n", 20 + below(writer, 2000));
}

bool random_text_is_for_twin(const struct kw_game *game) {
    return kw_game_info(game)->rows == 2 && strstr(kw_game_text(game), "\ntrait ") == NULL;
}

void random_text(struct kw_random *random, char text[RANDOM_TEXT]) {
    struct writer writer = {.random = random, .text = text};
    text[0] = '\0';
    if (once_in(&writer, 6)) {
        const struct kw_game *game = kw_game_at(kw_random_below(random, (uint32_t)kw_game_count()));
        if (random_text_is_for_twin(game)) {
            extending_text(&writer, kw_game_info(game)->id);
            return;
        }
    }
    own_text(&writer);
}

const char *random_text_missing(unsigned count) {
    bool asked[WORD_COUNT] = {false};
    for (unsigned i = 0; i < count; i++) {
        struct kw_random random;
        char text[RANDOM_TEXT];
        kw_random_seed(&random, i);
        random_text(&random, text);
        for (size_t k = 0; word_at(k) != NULL; k++)
            asked[k] |= strstr(text, word_at(k)->word) != NULL;
    }
    for (size_t k = 0; word_at(k) != NULL; k++)
        if (word_at(k)->role == WORD_CONDITION && !asked[k])
            return word_at(k)->word;
    return NULL;
}
