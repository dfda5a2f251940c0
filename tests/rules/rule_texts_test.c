/*
 * The texts of rules/: each is a game without faults, built in as it is, with the move counts of a
 * file and the moves that its refusals leave; what machine.h says of every machine is so.
 *
 *      rule_texts RULES COUNTS [ID]...
 *
 * RULES is the folder of texts.  COUNTS has lines "id 6 36 204 1142": perft from depth 1 on.  The
 * lines of games that it leaves out are printed, to be added.  Where the list has another game of
 * that id (one in C), both must play alike.
 */
#include "games/game.h"
#include "rules/machine_invariants.h"
#include "support/test.h"

#include <dirent.h>

enum {
    TEXT = 1 << 16, /* bytes that hold any text */
    FILES = 512,
    NAME = 64,
    DEPTH = 4,
    GAMES = 4, /* of each text */
    PLIES = 100
};

static bool file_read(const char *path, char text[TEXT]) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    size_t length = fread(text, 1, TEXT - 1, file);
    fclose(file);
    text[length] = '\0';
    return length < TEXT - 1;
}

static int name_compare(const void *a, const void *b) { return strcmp(a, b); }

/* The ids of the texts, sorted. */
static size_t folder_list(const char *folder, char ids[FILES][NAME]) {
    DIR *list = opendir(folder);
    size_t count = 0;
    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        char *end = strstr(entry->d_name, ".rules");
        if (count < FILES && end != NULL && end[6] == '\0' && end - entry->d_name < NAME)
            snprintf(ids[count++], NAME, "%.*s", (int)(end - entry->d_name), entry->d_name);
    }
    if (list != NULL)
        closedir(list);
    qsort(ids, count, NAME, name_compare);
    return count;
}

/* ---- what a text says ------------------------------------------------------------------------ */

struct faults {
    struct test *test;
    const char *id;
};

static void fault_report(void *context, const struct kw_rule_fault *fault) {
    const struct faults *faults = context;
    test_expect(faults->test, fault->severity != KW_FAULT, "%s.rules:%zu:%zu: %s", faults->id,
                fault->line, fault->column, fault->message);
}

static const char *shipped_find(void *context, const char *id, size_t *length) {
    (void)context;
    const struct kw_game *game = kw_game_find(id);
    const char *text = game != NULL ? kw_game_text(game) : NULL;
    *length = text != NULL ? strlen(text) : 0;
    return text;
}

static void clauses_check(struct test *test, const struct kw_game *game, const char *id) {
    test_expect(test, kw_clause_count(game) > 0, "%s has no clause", id);
    for (size_t i = 0; i < kw_clause_count(game); i++) {
        const struct kw_clause *clause = kw_clause_at(game, i);
        test_expect(test, strlen(clause->text) > 10, "%s: [%s] has no sentence", id, clause->id);
    }
}

static void description_check(struct test *test, const struct kw_game *game, const char *id) {
    const struct kw_info *info = kw_game_info(game);
    test_expect(test, strcmp(info->id, id) == 0, "%s.rules is the game %s", id, info->id);
    test_expect(test, info->source[0] != '\0', "%s has no source", id);
    test_expect(test, strlen(kw_game_checksum(game)) == 8, "%s has no checksum", id);
}

/* ---- move counts ----------------------------------------------------------------------------- */

/* The line of a game, or NULL. */
static const char *counts_find(const char *counts, const char *id) {
    size_t length = strlen(id);
    for (const char *line = counts; line != NULL && *line != '\0';) {
        if (strncmp(line, id, length) == 0 && line[length] == ' ')
            return line + length;
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return NULL;
}

static void counts_check(struct test *test, const struct kw_game *game, const char *id,
                         const char *counts) {
    struct kw_position start;
    const char *line = counts_find(counts, id);
    kw_start(game, &start);
    if (line == NULL)
        printf("%s", id);
    for (unsigned depth = 1; depth <= DEPTH; depth++) {
        unsigned long long count = kw_perft(game, &start, depth), expected = 0;
        int read = 0;
        if (line == NULL) {
            printf(" %llu%s", count, depth == DEPTH ? "\n" : "");
            continue;
        }
        sscanf(line, " %llu%n", &expected, &read);
        test_expect(test, read > 0 && count == expected, "%s: perft %u is %llu, not %llu", id,
                    depth, count, expected);
        line += read;
    }
}

/* ---- play ------------------------------------------------------------------------------------ */

static bool moves_contain(const kw_move *list, size_t count, kw_move move) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* Exactly the moves that are not legal are refused, of all that a word of a text can mean. */
static void refusals_check(struct test *test, const struct kw_game *game, const char *id,
                           const struct kw_position *position, const kw_move *list, size_t count) {
    for (unsigned number = 0; number <= 2 * KW_HOLES; number++) {
        struct kw_reason reason;
        kw_move move = number == 2 * KW_HOLES
                           ? kw_move_make(KW_PASS, 0, false, false, 0)
                           : kw_move_make(KW_SOW, number / 2, number % 2 != 0, false, 0);
        bool refused = kw_explain_illegal(game, position, move, &reason);
        char text[KW_TEXT];
        test_expect(test, refused != moves_contain(list, count, move),
                    "%s, \"%s\": move %#x is legal and refused, or neither", id,
                    kw_position_text(game, position, text), (unsigned)move);
    }
}

/* The same move in another game, whose rules are the same. */
static void other_check(struct test *test, const struct kw_game *other, const char *id,
                        const struct kw_position *position, kw_move move,
                        const struct kw_position *next) {
    struct kw_position there;
    kw_move list[KW_MOVES];
    size_t count = kw_moves(other, position, list, KW_MOVES);
    if (!test_expect(test, moves_contain(list, count, move), "%s: the listed game lacks a move",
                     id))
        return;
    kw_play(other, position, move, &there);
    test_expect(test, memcmp(&there, next, sizeof there) == 0,
                "%s: the listed game plays %#x otherwise", id, (unsigned)move);
}

static void play_check(struct test *test, const struct kw_game *game, const char *id,
                       unsigned number) {
    const struct kw_game *listed = kw_game_find(id);
    struct kw_position position, next;
    struct kw_random random;
    test_random(test, id, number, &random);
    kw_start(game, &position);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        kw_move list[KW_MOVES];
        size_t count = kw_moves(game, &position, list, KW_MOVES);
        refusals_check(test, game, id, &position, list, count);
        test_expect(test, kw_move_count(listed, &position) == count,
                    "%s: the listed game has %zu moves, not %zu", id,
                    kw_move_count(listed, &position), count);
        if (count == 0)
            return;
        kw_move move = list[kw_random_below(&random, (uint32_t)count)];
        kw_play(game, &position, move, &next);
        other_check(test, listed, id, &position, move, &next);
        position = next;
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void text_check(struct test *test, const char *folder, const char *id, const char *counts) {
    static char path[4096], text[TEXT];
    struct kw_error error = {0};
    struct faults faults = {test, id};
    snprintf(path, sizeof path, "%s/%s.rules", folder, id);
    if (!test_expect(test, file_read(path, text), "%s cannot be read", path))
        return;
    kw_rules_check(text, strlen(text), shipped_find, fault_report, &faults);
    struct kw_game *game = kw_game_read(text, strlen(text), &error);
    if (!test_expect(test, game != NULL, "%s.rules:%zu:%zu: %s", id, error.line, error.column,
                     error.message))
        return;
    const char *fault = machine_fault(game);
    test_expect(test, fault == NULL, "%s: %s", id, fault);
    const struct kw_game *listed = kw_game_find(id);
    if (test_expect(test, listed != NULL, "%s is not listed", id)) {
        test_expect(test, strcmp(kw_game_text(listed), kw_game_text(game)) == 0,
                    "%s: the text is not the one that is built in", id);
        description_check(test, game, id);
        clauses_check(test, game, id);
        counts_check(test, game, id, counts);
        for (unsigned number = 0; number < GAMES; number++)
            play_check(test, game, id, number);
    }
    kw_game_close(game);
}

int main(int argc, char **argv) {
    static char ids[FILES][NAME], counts[TEXT];
    struct test test = test_begin(argc, argv);
    if (test.words < 2 || !file_read(test.word[1], counts)) {
        fprintf(stderr, "usage: rule_texts RULES COUNTS [ID]...\n");
        return 2;
    }
    const char *folder = test.word[0];
    size_t count = folder_list(folder, ids);
    test.word += 2;
    test.words -= 2;
    for (size_t i = 0; i < count; i++)
        if (test_selects(&test, ids[i]))
            text_check(&test, folder, ids[i], counts);
    return test_end(&test);
}
