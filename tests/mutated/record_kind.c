/*
 * Records of games, and of a match that is resumed: each game that is read is replayed by the slow
 * twin, move by move from the words of the file, to the same result.
 */
#include "match/match_resume.h"
#include "mutated/mutated.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 10, PLIES_MOST = 60 };

/* ---- files ----------------------------------------------------------------------------------- */

static void add_game(struct files *files, const struct kw_game *game, struct kw_random *random) {
    struct kw_record *record = kw_record_new(game, NULL);
    struct kw_session *session = kw_record_session(record);
    struct bytes text = bytes_new();
    size_t plies = 1 + kw_random_below(random, PLIES_MOST);
    for (size_t ply = 0; ply < plies; ply++) {
        static kw_move list[KW_MOVES];
        size_t count = kw_moves(game, kw_session_position(session), list, KW_MOVES);
        count = count < KW_MOVES ? count : KW_MOVES;
        if (count == 0 ||
            !kw_session_play(session, list[kw_random_below(random, (uint32_t)count)], NULL))
            break;
        if (kw_random_below(random, 12) == 0)
            kw_record_comment_set(record, ply, "a remark; of no { weight", NULL);
    }
    if (kw_random_below(random, 4) == 0)
        kw_session_resign(session, KW_NORTH, NULL);
    kw_record_header_set(record, "South", "one", NULL);
    if (kw_record_write(record, bytes_write, &text))
        files_add(files, text.byte, text.size);
    free(text.byte);
    kw_record_free(record);
}

static void record_open(struct files *files, const char *tree) {
    static const char *const rules[GAMES][2] = {{"kalah", ""},
                                                {"oware", "pits=3 seeds=2"},
                                                {"awari", ""},
                                                {"oware", "pits=2 seeds=2 repetition=first"},
                                                {"giuthi", ""},
                                                {"kiothi", ""},
                                                {"bulto", "width=4"},
                                                {"adji-boto", ""},
                                                {"kujifunza", "width=4"},
                                                {"kiswahili", ""}};
    struct kw_random random;
    files_load(files, tree, "tests/formats/0.1/notated.record");
    kw_random_seed(&random, 5);
    for (size_t i = 0; i < GAMES; i++) {
        struct kw_game *game = kw_game_open(rules[i][0], rules[i][1], NULL);
        for (unsigned k = 0; game != NULL && k < 3; k++)
            add_game(files, game, &random);
        kw_game_close(game);
    }
}

/* ---- the words of a record --------------------------------------------------------------------
 */

/* Where the moves begin: behind the first empty line. */
static const char *record_moves(const char *text, const char *end) {
    while (text < end) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        size_t length = line != NULL ? (size_t)(line - text) : (size_t)(end - text);
        bool empty = length == 0 || (length == 1 && text[0] == '\r');
        text += length + (line != NULL);
        if (empty)
            break;
    }
    return text;
}

/* The next word that is a move, without numbers and comments; false at the result. */
static bool record_word(const char **at, const char *end, char word[KW_TEXT]) {
    for (;;) {
        while (*at < end && (isspace((unsigned char)**at) || **at == ','))
            ++*at;
        if (*at == end)
            return false;
        if (**at == '{' || **at == ';') {
            char close = **at == '{' ? '}' : '\n';
            while (*at < end && **at != close)
                ++*at;
            *at += *at < end;
            continue;
        }
        size_t length = 0;
        while (*at + length < end && length < KW_TEXT - 1 &&
               !isspace((unsigned char)(*at)[length]) && strchr(",{;", (*at)[length]) == NULL)
            length++;
        memcpy(word, *at, length);
        word[length] = '\0';
        *at += length;
        if (strcmp(word, "over") == 0 || strcmp(word, "unfinished") == 0)
            return false;
        if (strspn(word, "0123456789") == 0 || word[length - 1] != '.')
            return true;
    }
}

/* Whether a word is a move, or so much of it as no other legal move begins with. */
static bool word_is(const struct kw_session *session, size_t ply, const char *word) {
    const struct kw_game *game = kw_session_game(session);
    char move[KW_TEXT], position[KW_TEXT];
    struct twin_game twin;
    kw_move_text(game, kw_session_before(session, ply), kw_session_move(session, ply), move);
    if (strcmp(word, move) == 0)
        return true;
    kw_position_text(game, kw_session_before(session, ply), position);
    return strncmp(word, move, strlen(word)) == 0 && twin_game_open(&twin, game) &&
           twin_moves_like(&twin, position, word) == 1;
}

/* Writes the signs of direction as the program does: in a word of a record l and r may stand for <
 * and >. */
static void word_sign(char *word) {
    for (char *at = word; *at != '\0'; at++)
        if (at > word)
            *at = *at == 'l' ? '<' : *at == 'r' ? '>' : *at;
}

static bool word_agrees(const struct kw_session *session, size_t ply, char *word) {
    if (word_is(session, ply, word))
        return true;
    word_sign(word);
    return word_is(session, ply, word);
}

/* Whether the words of a text are the moves of a session; a setup turn of Kiothi is one word. */
static bool words_agree(const struct kw_session *session, const char *text, const char *end) {
    const struct kw_game *game = kw_session_game(session);
    char word[KW_TEXT];
    const char *at = record_moves(text, end);
    if (strcmp(kw_game_info(game)->id, "kiothi") == 0)
        return true;
    for (size_t ply = 0; ply < kw_session_plies(session); ply++)
        if (!record_word(&at, end, word) || !word_agrees(session, ply, word))
            return false;
    return !record_word(&at, end, word);
}

/* ---- replaying ------------------------------------------------------------------------------- */

static enum finding session_shown(const struct kw_session *session, char why[WHY]) {
    const struct kw_game *game = kw_session_game(session);
    struct twin_replay replay;
    char text[KW_TEXT], result[KW_TEXT];
    enum finding finding = ACCEPTED;
    if (!twin_replay_begin(&replay, game, kw_session_before(session, 0)))
        finding = replay.twin.family == NULL
                      ? UNSHOWN
                      : broken(why, "a start that is no position: %s", replay.position[0]);
    for (size_t ply = 0; ply < kw_session_plies(session) && finding == ACCEPTED; ply++) {
        kw_move_text(game, kw_session_before(session, ply), kw_session_move(session, ply), text);
        if (!twin_replay_move(&replay, text))
            finding = broken(why, "%s is not legal at %s", text, replay.position[ply]);
        else if (strcmp(replay.position[ply + 1],
                        kw_position_text(game, kw_session_before(session, ply + 1), result)) != 0)
            finding =
                broken(why, "%s leads to %s, not to %s", text, replay.position[ply + 1], result);
    }
    if (finding == ACCEPTED) {
        struct kw_result own;
        kw_session_result(session, &own);
        kw_result_text(&own, text);
        twin_replay_result(&replay, game, result);
        bool agreed = own.ending != KW_BY_RULES && own.ending != KW_BY_REPETITION;
        if (strcmp(text, result) != 0 && !(agreed && result[0] == '\0'))
            finding = broken(why, "the result is %s, not %s", result, text);
    }
    twin_replay_free(&replay);
    return finding;
}

/* What is read of a record is written, and that is read alike. */
static bool written_alike(const struct kw_record *record) {
    struct bytes once = bytes_new(), twice = bytes_new();
    bool same = kw_record_write(record, bytes_write, &once);
    struct kw_record_source source = {.text = once.byte, .length = once.size};
    struct kw_error error;
    struct kw_record *again = same ? kw_record_read(&source, &error) : NULL;
    same = again != NULL && kw_record_write(again, bytes_write, &twice) &&
           once.size == twice.size && memcmp(once.byte, twice.byte, once.size) == 0;
    kw_record_free(again);
    free(once.byte);
    free(twice.byte);
    return same;
}

static enum finding records_shown(const char *text, size_t size, char why[WHY]) {
    struct kw_record_source source = {.text = text, .length = size};
    struct kw_error error = {.code = KW_OK};
    struct kw_record *record;
    enum finding finding = ACCEPTED;
    size_t begin = 0, count = 0;
    while (finding == ACCEPTED && (record = kw_record_read(&source, &error)) != NULL) {
        const struct kw_session *session = kw_record_session(record);
        count++;
        finding = session_shown(session, why);
        while (begin < size && isspace((unsigned char)text[begin]))
            begin++;
        if (finding == ACCEPTED && !words_agree(session, text + begin, text + source.at))
            finding = broken(why, "the moves are not the words of the record");
        if (finding == ACCEPTED && !written_alike(record))
            finding = broken(why, "what was read is written otherwise");
        begin = source.at;
        kw_record_free(record);
    }
    if (finding != ACCEPTED || error.code == KW_OK)
        return finding == ACCEPTED && count == 0 ? REFUSED : finding;
    return error.line > 0 && error.message[0] != '\0' ? REFUSED : broken(why, "no reason");
}

static enum finding record_read(const struct bytes *bytes, char why[WHY]) {
    return records_shown(bytes->byte, bytes->size, why);
}

const struct mutated_kind kind_record = {
    .name = "record", .share = 20, .open = record_open, .read = record_read};

/* ---- a match that is resumed ------------------------------------------------------------------
 */

enum { PAIRS = 3 };

static void match_open(struct files *files, const char *tree) {
    static const char *const names[] = {"far", "pair", "half", "otherwise", "twice", "proof"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "tests/fuzz/corpus/resume/%s", names[i]);
        files_load(files, tree, path);
    }
}

static enum finding match_read(const struct bytes *bytes, char why[WHY]) {
    static const struct match_player_spec spec[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
    struct kw_position start;
    struct match_runner runner = {.game = kw_game_find("kiothi"),
                                  .start = &start,
                                  .spec = spec,
                                  .players = 3,
                                  .pairs = PAIRS,
                                  .narrow = 2};
    char fault[KW_TEXT] = "";
    struct match_resumption resumption;
    uint64_t done = 0;
    kw_start(runner.game, &start);
    match_runner_open(&runner);
    bool good = match_resume(&runner, bytes->byte, bytes->size, &resumption, fault);
    for (size_t i = 0; i < runner.pairings * PAIRS; i++)
        done += runner.done[i];
    output_free(&resumption.notes);
    match_runner_close(&runner);
    if (!good)
        return fault[0] != '\0' ? REFUSED : broken(why, "no reason");
    if (resumption.length > bytes->size)
        return broken(why, "more is kept than there is");
    enum finding finding = records_shown(bytes->byte, resumption.length, why);
    if (finding == REFUSED && resumption.length > 0)
        return done > 0 ? broken(why, "pairs are counted of what cannot be read") : REFUSED;
    return finding;
}

const struct mutated_kind kind_match = {
    .name = "match", .share = 6, .open = match_open, .read = match_read};
