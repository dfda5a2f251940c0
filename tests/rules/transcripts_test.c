/*
 * Games that another program has played by lot, replayed: legal moves, positions, ends.
 *
 *      transcripts_test TRANSCRIPTS RULES [ID]...
 *
 * TRANSCRIPTS is tests/transcripts, whose README.md describes the files; ID.txt is replayed by the
 * rule text TRANSCRIPTS/ID.rules, or else by RULES/ID.rules.  Files without a rule text are
 * counted and left out.
 */
#include "support/test.h"

#include <dirent.h>

enum { TEXT = 65536, LINE = 256, IDS = 256, NAME = 64 };

/* A file being replayed. */
struct replay {
    struct test *test;
    struct kw_game *game;
    const char *id;
    unsigned line, step, games, plies, differences; /* step: of the line, from 0 */
    unsigned columns;
    struct kw_position position;
    bool lost; /* the game has differed: its other steps are left out */
};

/* What a step says of a position. */
struct step_position {
    uint8_t hole[KW_HOLES];
    unsigned columns, store[2], turn;
    uint32_t owned[2], closed;
};

__attribute__((format(printf, 3, 4))) static bool replay_expect(struct replay *replay, bool holds,
                                                                const char *format, ...) {
    if (!holds) {
        replay->lost = true;
        replay->differences++;
    }
    if (!test_count(replay->test, holds))
        return holds;
    va_list arguments;
    char text[KW_TEXT];
    printf("FAILED %s.txt:%u: step %u: ", replay->id, replay->line, replay->step);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n  after %s\n", kw_position_text(replay->game, &replay->position, text));
    return false;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* A count of seeds: 0..9, then a..z for 10..35, A..Z for 36..61. */
static bool step_count(char c, uint8_t *count) {
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *digit = c != '\0' ? strchr(digits, c) : NULL;
    *count = digit != NULL ? (uint8_t)(digit - digits) : 0;
    return digit != NULL;
}

/* The hole of a letter: South's A.., North's a.. ; KW_HOLES if it is none. */
static unsigned step_hole(unsigned columns, char letter) {
    unsigned hole = letter >= 'a' ? (unsigned)(letter - 'a') + columns : (unsigned)(letter - 'A');
    return hole < 2 * columns ? hole : KW_HOLES;
}

static bool step_holes(unsigned columns, const char *letters, uint32_t *holes) {
    for (; *letters != '\0'; letters++) {
        unsigned hole = step_hole(columns, *letters);
        if (hole == KW_HOLES)
            return false;
        *holes |= UINT32_C(1) << hole;
    }
    return true;
}

/* North's row from South's left to right, that is from his last hole to his first; South's row. */
static bool step_board(const char *word, struct step_position *position) {
    unsigned columns = (unsigned)strcspn(word, "/");
    position->columns = columns;
    if (columns == 0 || columns > KW_HOLES / 2 || strlen(word) != 2 * columns + 1)
        return false;
    for (unsigned i = 0; i < columns; i++)
        if (!step_count(word[i], &position->hole[2 * columns - 1 - i]) ||
            !step_count(word[columns + 1 + i], &position->hole[i]))
            return false;
    return true;
}

/* BOARD S|N STORE/STORE [S=HOLES] [N=HOLES] [closed=HOLES]; cuts the text into words. */
static bool step_position_read(char *text, struct step_position *position) {
    *position = (struct step_position){0};
    char *word = strtok(text, " "), *turn = strtok(NULL, " "), *stores = strtok(NULL, " ");
    if (stores == NULL || !step_board(word, position) ||
        sscanf(stores, "%u/%u", &position->store[0], &position->store[1]) != 2)
        return false;
    position->turn = *turn == 'S' ? KW_SOUTH : KW_NORTH;
    while ((word = strtok(NULL, " ")) != NULL) {
        char *letters = strchr(word, '=');
        uint32_t *holes = *word == 'S'   ? &position->owned[0]
                          : *word == 'N' ? &position->owned[1]
                                         : &position->closed;
        if (letters == NULL || !step_holes(position->columns, letters + 1, holes))
            return false;
    }
    return true;
}

/* ---- the moves of a position ----------------------------------------------------------------- */

/* Whether a move is the one of these letters: A, A> or A<; a hole alone means any direction. */
static bool move_is(const struct replay *replay, kw_move move, const char *letters) {
    if (strcmp(letters, "pass") == 0 || kw_move_kind(move) == KW_PASS)
        return strcmp(letters, "pass") == 0 && kw_move_kind(move) == KW_PASS;
    return kw_move_hole(move) == step_hole(replay->columns, letters[0]) &&
           (letters[1] == '\0' || (letters[1] == '<') == kw_move_reverse(move));
}

/* Every own hole with seeds, in both directions where moves bear one. */
static void moves_usual(const struct replay *replay, const char *move, char list[LINE]) {
    bool ways = strlen(move) == 2;
    size_t length = 0;
    for (unsigned i = 0; i < replay->columns; i++) {
        bool north = replay->position.turn == KW_NORTH;
        if (replay->position.hole[i + (north ? replay->columns : 0)] == 0)
            continue;
        list[length++] = (char)((north ? 'a' : 'A') + (int)i);
        if (ways) {
            list[length++] = '<';
            list[length++] = '>';
        }
    }
    list[length] = '\0';
}

/* The next hole of a list of letters, with one of its directions; false at the end. */
static bool moves_next(const char **list, char move[3]) {
    if (**list == '<' || **list == '>') {
        move[1] = *(*list)++;
        return true;
    }
    if (**list == '\0')
        return false;
    move[0] = *(*list)++;
    move[1] = move[2] = '\0';
    if (**list == '<' || **list == '>')
        move[1] = *(*list)++;
    return true;
}

/* Compares the legal moves with those of the list, or with "pass". */
static bool moves_check(struct replay *replay, const char *expected) {
    kw_move legal[KW_MOVES];
    size_t count = kw_moves(replay->game, &replay->position, legal, KW_MOVES), found = 0;
    bool pass = strcmp(expected, "pass") == 0;
    const char *rest = pass ? "" : expected;
    char move[3];
    if (pass)
        return replay_expect(replay, count == 1 && move_is(replay, legal[0], "pass"),
                             "a player who should pass has %zu moves", count);
    while (moves_next(&rest, move)) {
        size_t same = 0;
        for (size_t i = 0; i < count; i++)
            same += move_is(replay, legal[i], move);
        if (!replay_expect(replay, same > 0, "%s is not legal; legal are %s", move, expected))
            return false;
        found += same;
    }
    return replay_expect(replay, found == count, "%zu moves are legal, but should be %s", count,
                         expected);
}

/* ---- replaying ------------------------------------------------------------------------------- */

/* The first hole in which positions differ; KW_HOLES: none. */
static unsigned position_difference(const struct kw_position *a, const struct step_position *b) {
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        if (a->hole[hole] != b->hole[hole])
            return hole;
    return KW_HOLES;
}

/*
 * Whether the stores are as expected.  Seeds that fall into closed holes are lost; the other
 * program puts all of them into South's store, whoever has sown them.
 */
static bool replay_stores(const struct replay *replay, const struct kw_position *position,
                          const struct step_position *expected) {
    const uint8_t *store = position->store;
    if (!kw_has_stores(replay->game))
        return true;
    if (expected->closed != 0 && !kw_game_info(replay->game)->counts_seeds)
        return store[0] + store[1] == (int)(expected->store[0] + expected->store[1]);
    return store[0] == expected->store[0] && store[1] == expected->store[1];
}

/* Owned holes bear a player's mark, closed ones both. */
static void replay_compare(struct replay *replay, const char *move,
                           const struct kw_position *position,
                           const struct step_position *expected) {
    char text[KW_TEXT];
    const char *own = kw_position_text(replay->game, position, text);
    uint32_t closed = position->mark & position->mark2;
    struct kw_result result;
    if (!replay_expect(replay, position_difference(position, expected) == KW_HOLES,
                       "after %s the holes should differ from %s", move, own) ||
        !replay_expect(replay, replay_stores(replay, position, expected),
                       "after %s the stores should be %u/%u, not as in %s", move,
                       expected->store[0], expected->store[1], own) ||
        !replay_expect(replay, position->turn == expected->turn,
                       "after %s the turn should be the other player's: %s", move, own) ||
        !replay_expect(replay,
                       (position->mark & ~closed) == expected->owned[0] &&
                           (position->mark2 & ~closed) == expected->owned[1] &&
                           closed == expected->closed,
                       "after %s the marks should be %x, %x and both %x: %s", move,
                       expected->owned[0], expected->owned[1], expected->closed, own))
        return;
    replay_expect(replay, !kw_state(replay->game, position, &result),
                  "after %s the game should go on: %s", move, own);
}

/* game POSITION */
static void replay_start(struct replay *replay, char *text) {
    struct step_position start;
    replay->lost = false;
    kw_start(replay->game, &replay->position);
    if (!replay_expect(replay, step_position_read(text, &start), "this is not a position"))
        return;
    replay->games++;
    replay->columns = start.columns;
    if (!replay_expect(replay,
                       kw_game_info(replay->game)->rows == 2 &&
                           kw_game_info(replay->game)->columns == start.columns,
                       "the board should be 2 x %u", start.columns))
        return;
    memcpy(replay->position.hole, start.hole, KW_HOLES);
    replay->position.store[0] = (uint8_t)start.store[0];
    replay->position.store[1] = (uint8_t)start.store[1];
    replay->position.mark = start.owned[0] | start.closed;
    replay->position.mark2 = start.owned[1] | start.closed;
    replay->position.turn = (uint8_t)start.turn;
}

/* MOVE[:LEGAL] POSITION; `last`: it ends the game, and its position is not looked at. */
static void replay_ply(struct replay *replay, char *text, bool last) {
    char usual[LINE];
    char *after = strchr(text, ' ');
    struct step_position expected;
    if (!replay_expect(replay, after != NULL, "a position is missing"))
        return;
    *after++ = '\0';
    char *legal = strchr(text, ':');
    if (legal != NULL)
        *legal++ = '\0';
    else if (strcmp(text, "pass") == 0)
        legal = text;
    else
        moves_usual(replay, text, legal = usual);
    if (!replay_expect(replay, step_position_read(after, &expected), "this is not a position") ||
        !moves_check(replay, legal))
        return;
    kw_move list[KW_MOVES];
    size_t count = kw_moves(replay->game, &replay->position, list, KW_MOVES), i = 0;
    while (i < count && !move_is(replay, list[i], text))
        i++;
    struct kw_position next;
    if (!replay_expect(replay, i < count, "%s is not legal", text))
        return;
    kw_play(replay->game, &replay->position, list[i], &next);
    replay->plies++;
    if (!last)
        replay_compare(replay, text, &next, &expected);
    if (!replay->lost)
        replay->position = next;
}

/* end|round S|N|draw SEEDS/SEEDS */
static void replay_end(struct replay *replay, const char *text) {
    unsigned south, north;
    char winner[8];
    struct kw_result result;
    if (!replay_expect(replay, sscanf(text, "%7s %u/%u", winner, &south, &north) == 3,
                       "this is not a result") ||
        !replay_expect(replay, kw_state(replay->game, &replay->position, &result),
                       "the game should be over"))
        return;
    enum kw_outcome outcome = *winner == 'S'   ? KW_SOUTH_WINS
                              : *winner == 'N' ? KW_NORTH_WINS
                                               : KW_DRAW;
    if (!replay_expect(replay, result.outcome == outcome, "the winner should be %s", winner))
        return;
    if (result.scored)
        replay_expect(replay, result.score[0] == south && result.score[1] == north,
                      "the score should be %u to %u, not %u to %u", south, north, result.score[0],
                      result.score[1]);
}

/* A step; `next` is the one after it, NULL at the end of the game. */
static void replay_step(struct replay *replay, char *step, const char *next) {
    bool last = next != NULL && (strncmp(next, "end ", 4) == 0 || strncmp(next, "round ", 6) == 0);
    if (strncmp(step, "game ", 5) == 0)
        replay_start(replay, step + 5);
    else if (replay->lost || strcmp(step, "cut") == 0)
        return;
    else if (strncmp(step, "end ", 4) == 0 || strncmp(step, "round ", 6) == 0)
        replay_end(replay, strchr(step, ' ') + 1);
    else
        replay_ply(replay, step, last);
}

/* The text after the next separator, which is cut off; NULL if there is none. */
static char *text_cut(char *text, const char *separator) {
    char *stop = strstr(text, separator);
    if (stop == NULL)
        return NULL;
    *stop = '\0';
    return stop + strlen(separator);
}

/* A line, which is a game: steps with "; " between them. */
static void replay_line(struct replay *replay, char *line) {
    replay->line++;
    replay->step = 0;
    for (char *step = line, *next; step != NULL; step = next, replay->step++) {
        next = text_cut(step, "; ");
        replay_step(replay, step, next);
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Reads a file whole as a string; false if there is none. */
static bool file_read(const char *folder, const char *id, const char *end, char text[TEXT]) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", folder, id, end);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    size_t length = fread(text, 1, TEXT - 1, file);
    fclose(file);
    text[length] = '\0';
    return length < TEXT - 1;
}

/* Replays a file; false if there is no rule text for it. */
static bool file_replay(struct test *test, const char *transcripts, const char *rules,
                        const char *id) {
    static char text[TEXT];
    struct replay replay = {.test = test, .id = id};
    struct kw_error error = {0};
    if (!file_read(transcripts, id, ".rules", text) && !file_read(rules, id, ".rules", text))
        return false;
    replay.game = kw_game_read(text, strlen(text), &error);
    if (!test_expect(test, replay.game != NULL, "%s.rules:%zu:%zu: %s", id, error.line,
                     error.column, error.message) ||
        !test_expect(test, file_read(transcripts, id, ".txt", text), "%s.txt cannot be read", id))
        return true;
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        next = text_cut(line, "\n");
        replay_line(&replay, line);
    }
    printf("%-20s %3u games %5u plies %3u differences\n", id, replay.games, replay.plies,
           replay.differences);
    kw_game_close(replay.game);
    return true;
}

static int name_order(const void *a, const void *b) {
    return strcmp((const char *)a, (const char *)b);
}

/* The ids of the files, sorted. */
static size_t folder_list(const char *folder, char ids[IDS][NAME]) {
    DIR *list = opendir(folder);
    size_t count = 0;
    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (count == IDS || length < 5 || length >= NAME ||
            strcmp(entry->d_name + length - 4, ".txt") != 0)
            continue;
        snprintf(ids[count], NAME, "%.*s", (int)length - 4, entry->d_name);
        count++;
    }
    if (list != NULL)
        closedir(list);
    qsort(ids, count, NAME, name_order);
    return count;
}

static bool id_selected(const struct test *test, const char *id) {
    for (int i = 2; i < test->words; i++)
        if (strcmp(test->word[i], id) == 0)
            return true;
    return test->words == 2;
}

int main(int argc, char **argv) {
    static char ids[IDS][NAME];
    struct test test = test_begin(argc, argv);
    size_t skipped = 0;
    if (test.words < 2) {
        fprintf(stderr, "usage: transcripts_test TRANSCRIPTS RULES [ID]...\n");
        return 2;
    }
    size_t count = folder_list(test.word[0], ids);
    for (size_t i = 0; i < count; i++)
        if (id_selected(&test, ids[i]))
            skipped += !file_replay(&test, test.word[0], test.word[1], ids[i]);
    printf("%zu files have no rule text\n", skipped);
    return test_end(&test);
}
