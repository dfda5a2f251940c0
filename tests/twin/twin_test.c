/*
 * The library against the slow twin: random games of every rule set under many options.
 *
 *      twin_test [--effort N] [--seed N] [RULE-SET]...
 *
 * At every position both say, as text, what the position is, which moves there are, where each of
 * them leads and how the game stands; and both read positions and moves that were changed at
 * random.  Every kind of difference is printed in full, at most REPORTS times for a rule set.
 */
#include "support/first_games.h"
#include "support/perturb.h"
#include "support/test.h"
#include "twin/twin_families.h"

enum {
    GAMES = 6,   /* of a rule set, at effort 1 */
    PLIES = 150, /* of a game */
    MOVE = 32,   /* bytes that hold any move text, newline and NUL included */
    PLAYED = 12, /* moves of a position that are played by both */
    CHANGED = 3, /* changed texts that are read at each position */
    REPORTS = 2, /* of one kind of difference */
    KINDS = 256
};

/* A rule set under some options, on both sides. */
struct pair {
    struct test *test;
    const struct twin_family *twin;
    struct kw_game *game;
    const char *id;
    char options[TEST_OPTIONS];
    struct kw_random random;
};

/* How often a kind of difference was printed. */
static struct {
    char name[128];
    unsigned reports;
} kinds[KINDS];

static bool kind_reported(const char *id, const char *kind) {
    char name[128];
    snprintf(name, sizeof name, "%.30s: %.90s", id, kind);
    for (unsigned i = 0; i < KINDS; i++) {
        if (kinds[i].name[0] == '\0')
            snprintf(kinds[i].name, sizeof kinds[i].name, "%s", name);
        if (strcmp(kinds[i].name, name) == 0)
            return kinds[i].reports++ >= REPORTS;
    }
    return true;
}

/* Checks that both say the same. */
static bool pair_agrees(struct pair *pair, const char *kind, const char *position, const char *move,
                        const char *library, const char *twin) {
    bool same = strcmp(library, twin) == 0;
    test_count(pair->test, same);
    if (!same && !kind_reported(pair->id, kind))
        printf("FAILED %s: %s, options \"%s\", position \"%s\"%s%s\n  library: %.2000s\n"
               "  twin:    %.2000s\n",
               kind, pair->id, pair->options, position, move[0] != '\0' ? ", move " : "", move,
               library, twin);
    return same;
}

/* ---- one position ---------------------------------------------------------------------------- */

static int text_compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The legal moves, in memory the caller frees: in Bulto they can be thousands. */
static kw_move *moves_list(const struct kw_game *game, const struct kw_position *position,
                           size_t *count) {
    *count = kw_move_count(game, position);
    kw_move *moves = calloc(*count + 1, sizeof *moves);
    kw_moves(game, position, moves, *count);
    return moves;
}

/* The texts of the moves in byte order, each followed by a newline, in memory the caller frees. */
static char *moves_text(const struct kw_game *game, const struct kw_position *position,
                        const kw_move *moves, size_t count) {
    char **texts = calloc(count + 1, sizeof *texts), *lines = calloc(count + 1, MOVE);
    for (size_t i = 0; i < count; i++) {
        char text[KW_TEXT];
        texts[i] = strdup(kw_move_text(game, position, moves[i], text));
    }
    qsort(texts, count, sizeof *texts, text_compare);
    char *end = lines;
    for (size_t i = 0; i < count; i++) {
        end += snprintf(end, MOVE, "%.*s\n", MOVE - 2, texts[i]);
        free(texts[i]);
    }
    free(texts);
    return lines;
}

static void compare_results(struct pair *pair, const struct kw_position *position,
                            const char *text) {
    struct kw_result result;
    char library[KW_TEXT], twin[TWIN_TEXT];
    bool over = kw_state(pair->game, position, &result);
    kw_result_text(&result, library);
    pair->twin->result(pair->id, pair->options, text, 0, twin);
    pair_agrees(pair, "result", text, "", library, twin);
    if (over)
        return;
    kw_repetition_result(pair->game, position, &result);
    kw_result_text(&result, library);
    pair->twin->result(pair->id, pair->options, text, 1, twin);
    pair_agrees(pair, "repetition", text, "", library, twin);
}

static void compare_play(struct pair *pair, const struct kw_position *position, const char *text,
                         kw_move move) {
    struct kw_position next;
    char word[KW_TEXT], library[KW_TEXT], twin[TWIN_TEXT];
    kw_move_text(pair->game, position, move, word);
    kw_play(pair->game, position, move, &next);
    kw_position_text(pair->game, &next, library);
    pair->twin->play(pair->id, pair->options, text, word, twin);
    if (pair_agrees(pair, "play", text, word, library, twin))
        compare_results(pair, &next, library);
}

/* Compares all that can be said of a position that both accept; true if the moves are the same. */
static bool compare_position(struct pair *pair, const struct kw_position *position,
                             const char *text) {
    size_t count;
    kw_move *moves = moves_list(pair->game, position, &count);
    char *library = moves_text(pair->game, position, moves, count);
    char *twin = pair->twin->moves(pair->id, pair->options, text);
    bool same = pair_agrees(pair, "moves", text, "", library, twin);
    free(library);
    free(twin);
    compare_results(pair, position, text);
    for (size_t i = 0; same && i < count && i < PLAYED; i++)
        compare_play(pair, position, text,
                     moves[count <= PLAYED ? i : kw_random_below(&pair->random, (uint32_t)count)]);
    free(moves);
    return same;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Both read a text, which may be wrong; true if both accept it, in the same canonical form. */
static bool compare_reading(struct pair *pair, const char *text, struct kw_position *position) {
    struct kw_error error = {0};
    char library[KW_TEXT] = "rejected", twin[TWIN_TEXT] = "rejected";
    bool accepted = kw_position_read(pair->game, text, position, &error);
    if (accepted)
        kw_position_text(pair->game, position, library);
    if (pair->twin->read(pair->id, pair->options, text, twin) != 0)
        strcpy(twin, "rejected");
    return pair_agrees(pair, accepted ? "accepting" : error.message, text, "", library, twin) &&
           accepted;
}

/* Changes some bytes of a text. */
static void text_garble(char text[KW_TEXT], struct kw_random *random) {
    static const char bytes[] = "0123456789,,// SNbhkmtuxABJaj=<-overhandmustphaselifts\t";
    unsigned changes = 1 + kw_random_below(random, 3);
    while (changes-- > 0) {
        uint32_t length = (uint32_t)strlen(text);
        char *at = text + kw_random_below(random, length + 1);
        char byte = bytes[kw_random_below(random, sizeof bytes - 1)];
        switch (kw_random_below(random, 3)) {
        case 0:
            if (*at != '\0')
                *at = byte;
            break;
        case 1:
            memmove(at, at + (*at != '\0'), strlen(at + (*at != '\0')) + 1);
            break;
        default:
            if (length + 2 < KW_TEXT) {
                memmove(at + 1, at, strlen(at) + 1);
                *at = byte;
            }
        }
    }
}

/* Changed texts: what both accept is compared like a position of the game. */
static void compare_changed(struct pair *pair, const char *text) {
    for (unsigned i = 0; i < CHANGED; i++) {
        char changed[KW_TEXT];
        struct kw_position position;
        if (i == 0) {
            snprintf(changed, sizeof changed, "%s", text);
            text_garble(changed, &pair->random);
        } else {
            position_perturb(pair->id, text, &pair->random, changed);
        }
        if (compare_reading(pair, changed, &position)) {
            kw_position_text(pair->game, &position, changed);
            compare_position(pair, &position, changed);
        }
    }
}

/* ---- move texts ------------------------------------------------------------------------------ */

/* Whether `lines` has this line. */
static bool lines_have(const char *lines, const char *line) {
    size_t length = strlen(line);
    for (; *lines != '\0'; lines += strcspn(lines, "\n") + 1)
        if (strncmp(lines, line, length) == 0 && lines[length] == '\n')
            return length > 0;
    return false;
}

/* The text of a Bao move without the marks that records add. */
static void suffix_cut(char *text) {
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '#')
        text[--length] = '\0';
    for (unsigned stars = 0; stars < 2 && length > 0 && text[length - 1] == '*'; stars++)
        text[--length] = '\0';
}

/* Fills in a direction that was left out; false if the rules do not say whether it may be. */
static bool sign_add(const char *lines, char *text) {
    static const char signs[] = "<>";
    bool plus = text[2] == '+';
    bool any[2], same[2];
    for (unsigned i = 0; i < 2; i++) {
        char with[8], without[8];
        snprintf(with, sizeof with, "%.2s%c+", text, signs[i]);
        snprintf(without, sizeof without, "%.2s%c", text, signs[i]);
        same[i] = lines_have(lines, plus ? with : without);
        any[i] = lines_have(lines, with) || lines_have(lines, without);
    }
    if (any[0] && any[1])
        return same[0] == same[1]; /* one that has no choice, one that has */
    if (same[0] || same[1]) {
        char whole[8];
        snprintf(whole, sizeof whole, "%.2s%c%s", text, signs[same[1]], plus ? "+" : "");
        strcpy(text, whole);
    }
    return true;
}

/*
 * Makes of what a reader is given the text that the list of moves has, if it stands for one of
 * them.  False if the rules leave it open.
 */
static bool text_complete(const struct pair *pair, const struct kw_position *position,
                          const char *lines, char text[KW_TEXT]) {
    bool bao = pair->twin == &twin_bao;
    char row = position->turn == KW_SOUTH ? 'A' : 'a';
    if (bao)
        suffix_cut(text);
    for (char *at = text; *at != '\0'; at++)
        *at = *at == 'l' ? '<' : *at == 'r' ? '>' : *at;
    if (bao && text[0] >= '1' && text[0] <= '8' && position->store[position->turn] > 0) {
        memmove(text + 1, text, strlen(text) + 1);
        text[0] = row;
    }
    if (bao && strlen(text) >= 2 && (text[2] == '\0' || strcmp(text + 2, "+") == 0) &&
        !lines_have(lines, text))
        return sign_add(lines, text);
    /* Kiothi's one-word form is another matter. */
    return strchr(text, '=') == NULL || strcmp(text, "=") == 0;
}

/* A move of the list, or something like it. */
static void move_garble(const struct pair *pair, const char *lines, struct kw_random *random,
                        char text[KW_TEXT]) {
    static const char *const suffixes[] = {"",   "",    "",   "*",   "**", "#",
                                           "*#", "**#", "#*", "***", "+"};
    size_t count = 0;
    for (const char *at = lines; *at != '\0'; at++)
        count += *at == '\n';
    for (uint32_t skip = kw_random_below(random, (uint32_t)count); skip > 0; skip--)
        lines += strcspn(lines, "\n") + 1;
    snprintf(text, 64, "%.*s", (int)strcspn(lines, "\n"), lines);
    if (pair->twin == &twin_bao && kw_random_below(random, 4) != 0) {
        char *sign = strpbrk(text, "<>");
        if (sign != NULL && kw_random_below(random, 2) == 0)
            memmove(sign, sign + 1, strlen(sign));
        if (kw_random_below(random, 2) == 0)
            memmove(text, text + 1, strlen(text));
        strcat(text, suffixes[kw_random_below(random, sizeof suffixes / sizeof suffixes[0])]);
    } else {
        text_garble(text, random);
    }
    for (char *at = text; *at != '\0'; at++)
        if (kw_random_below(random, 3) == 0)
            *at = *at == '<' ? 'l' : *at == '>' ? 'r' : *at;
}

/* A changed move text is read as the move it stands for, or not at all. */
static void compare_entering(struct pair *pair, const struct kw_position *position,
                             const char *text) {
    char *lines = pair->twin->moves(pair->id, pair->options, text);
    for (unsigned i = 0; i < CHANGED && lines[0] != '\0'; i++) {
        char entered[KW_TEXT], twin[KW_TEXT], library[KW_TEXT] = "no move";
        kw_move list[KW_TURN_STEPS];
        move_garble(pair, lines, &pair->random, entered);
        strcpy(twin, entered);
        if (!text_complete(pair, position, lines, twin))
            continue;
        if (!lines_have(lines, twin))
            strcpy(twin, "no move");
        if (kw_move_read(pair->game, position, entered, list, NULL) > 0)
            kw_move_text(pair->game, position, list[0], library);
        pair_agrees(pair, "entering", text, entered, library, twin);
    }
    free(lines);
}

/* ---- games ----------------------------------------------------------------------------------- */

static void compare_start(struct pair *pair, struct kw_position *position) {
    char library[KW_TEXT], twin[TWIN_TEXT];
    kw_start(pair->game, position);
    kw_position_text(pair->game, position, library);
    pair->twin->start(pair->id, pair->options, twin);
    pair_agrees(pair, "start", "start", "", library, twin);
}

/* Walks to a position far from the start by changes that both accept. */
static void wander(struct pair *pair, struct kw_position *position) {
    for (unsigned i = 0; i < 40; i++) {
        char text[KW_TEXT], changed[KW_TEXT];
        struct kw_position other;
        kw_position_text(pair->game, position, text);
        position_perturb(pair->id, text, &pair->random, changed);
        if (compare_reading(pair, changed, &other))
            *position = other;
    }
}

/*
 * Plays a move at random; rather one that leads where play seldom comes: a blocked hole, a field.
 * False if there is none.
 */
static bool move_random(struct pair *pair, struct kw_position *position) {
    struct kw_position next;
    size_t count;
    kw_move *moves = moves_list(pair->game, position, &count);
    for (uint32_t tries = 1 + 7 * kw_random_below(&pair->random, 2); count > 0 && tries > 0;
         tries--) {
        kw_play(pair->game, position, moves[kw_random_below(&pair->random, (uint32_t)count)],
                &next);
        if (next.mark2 != 0 || next.own[0] != 0)
            break;
    }
    free(moves);
    if (count > 0)
        *position = next;
    return count > 0;
}

static void compare_game(struct pair *pair) {
    struct kw_position position;
    compare_start(pair, &position);
    if (kw_random_below(&pair->random, 3) == 0)
        wander(pair, &position);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        char text[KW_TEXT];
        struct kw_position read;
        kw_position_text(pair->game, &position, text);
        if (!compare_reading(pair, text, &read) || !compare_position(pair, &position, text))
            return;
        compare_changed(pair, text);
        compare_entering(pair, &position, text);
        if (!move_random(pair, &position))
            return;
    }
}

/*
 * Whether the rules allow these values together: Kiothi's six boma of five need the whole board,
 * and where nothing is captured no capture gives another move.
 */
static bool options_agree(const char *options) {
    const char *width = strstr(options, "width=");
    if (strstr(options, "capture=none") != NULL && strstr(options, "capture_again=yes") != NULL)
        return false;
    return strstr(options, "setup=6x5") == NULL || width == NULL ||
           strtol(width + strlen("width="), NULL, 10) == 10;
}

static void compare_rule_set(struct test *test, const struct twin_family *twin, const char *id) {
    const struct kw_game *listed = kw_game_find(id);
    if (!test_expect(test, listed != NULL, "%s is not a rule set of the library", id))
        return;
    for (unsigned number = 0; number < GAMES * test->effort; number++) {
        struct pair pair = {.test = test, .twin = twin, .id = id};
        struct kw_error error = {0};
        test_random(test, id, number, &pair.random);
        options_choose(listed, number, &pair.random, pair.options);
        pair.game = kw_game_open(id, pair.options, &error);
        if (!options_agree(pair.options))
            test_expect(test, pair.game == NULL, "%s opens with \"%s\"", id, pair.options);
        else if (test_expect(test, pair.game != NULL, "open %s with \"%s\": %s", id, pair.options,
                             error.message))
            compare_game(&pair);
        kw_game_close(pair.game);
    }
}

static void compare_family(struct test *test, const struct twin_family *twin) {
    for (size_t i = 0; twin->ids[i] != NULL; i++)
        if (test_selects(test, twin->ids[i]))
            compare_rule_set(test, twin, twin->ids[i]);
}

/* Every rule set of the library has a twin. */
static bool has_twin(const char *id) {
    for (size_t i = 0; i < TWIN_FAMILIES; i++)
        for (size_t j = 0; twin_families[i]->ids[j] != NULL; j++)
            if (strcmp(twin_families[i]->ids[j], id) == 0)
                return true;
    return false;
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    for (size_t i = 0; i < FIRST_GAMES; i++) {
        const char *id = kw_game_info(kw_game_at(i))->id;
        test_expect(&test, has_twin(id), "%s has no twin", id);
    }
    for (size_t i = 0; i < TWIN_FAMILIES; i++)
        compare_family(&test, twin_families[i]);
    return test_end(&test);
}
