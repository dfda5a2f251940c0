/*
 * Fuzzes what is typed at a table: whatever lines come in, each gets an answer, and a game that was
 * taken back and forth is still one that its moves lead to.
 *
 * The first byte is a digit that chooses the game, the second one the view and who plays.  Lines
 * that name files are left out.
 */
#include "fuzz.h"
#include "game/play_commands.h"

enum { LINES_MOST = 40 };

/* A placing of Kiothi, or a game whose moves are short, in turn. */
static const char *const games[] = {"kiothi", "kalah", "kiswahili", "bulto width=4",
                                    "giuthi pits=3"};

enum { GAMES = sizeof games / sizeof *games };

static struct kw_record *open_record(uint8_t choice, struct kw_game **game) {
    char id[32];
    size_t length = strcspn(games[choice % GAMES], " ");
    snprintf(id, sizeof id, "%.*s", (int)length, games[choice % GAMES]);
    *game = kw_game_open(id, games[choice % GAMES] + length, NULL);
    fuzz_promise(*game != NULL, "the games can be opened");
    struct kw_record *record = kw_record_new(*game, NULL);
    fuzz_promise(record != NULL, "there is memory");
    return record;
}

/* The moves of the session, played from its start, lead to its position. */
static void session_check(const struct kw_session *session) {
    struct kw_position position = *kw_session_before(session, 0);
    for (size_t ply = 0; ply < kw_session_plies(session); ply++)
        kw_play(kw_session_game(session), &position, kw_session_move(session, ply), &position);
    fuzz_promise(memcmp(&position, kw_session_position(session), sizeof position) == 0,
                 "the moves lead to the position");
}

/* What was taken back can be played again, all of it, and taken back once more. */
static void redo_check(struct play_state *play) {
    if (play->offered || play->entries == play->known || play_over(play))
        return;
    size_t from = kw_session_plies(play->session), to = play->entry[play->entries].to;
    bool redone = play_redo(play) && kw_session_plies(play->session) == to;
    fuzz_promise(redone, "what was taken back is played again");
    bool undone = play_undo(play) && kw_session_plies(play->session) == from;
    fuzz_promise(undone, "and taken back once more");
}

static void type_line(struct play_state *play, char *line) {
    struct kw_error error;
    output_clear(play->out);
    if (strstr(line, "save") != NULL || strstr(line, "load") != NULL)
        return;
    play_line(play, line);
    while (!play_over(play) && !play_human_to_move(play))
        fuzz_promise(play_computer_move(play, &error), "a computer has a move");
    session_check(play->session);
    redo_check(play);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[FUZZ_INPUT], *rest;
    if (size < 2 || size - 2 >= FUZZ_INPUT)
        return 0;
    struct kw_game *game;
    struct string_builder out = {0};
    struct play_state play = {.player = {PLAYER_HUMAN, data[1] & 1 ? PLAYER_GREEDY : PLAYER_HUMAN},
                              .out = &out,
                              .drawn = (data[1] & 2) != 0};
    play_take_record(&play, open_record((uint8_t)(data[0] - '0'), &game), false);
    kw_random_seed(&play.random, 1);
    fuzz_text(data + 2, size - 2, text);
    char *line = strtok_r(text, "\n", &rest);
    for (int i = 0; i < LINES_MOST && line != NULL && !play.left; i++) {
        type_line(&play, line);
        line = strtok_r(NULL, "\n", &rest);
    }
    play_free(&play);
    output_free(&out);
    kw_game_close(game);
    return 0;
}
