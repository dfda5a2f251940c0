#include "game/play_state.h"

#include "files/built_book.h"
#include "text/move_effect.h"
#include "text/narrate.h"
#include "text/setup_words.h"

#include <stdlib.h>

const char *const player_name[2] = {"South", "North"};

const struct kw_position *play_position(const struct play_state *play) {
    return kw_session_position(play->session);
}

bool play_over(const struct play_state *play) {
    struct kw_result result;
    return kw_session_result(play->session, &result);
}

bool play_is_setup(const struct play_state *play) {
    return setup_words_apply(play_position(play)) && !play_over(play);
}

bool play_human_to_move(const struct play_state *play) {
    return play->player[play_position(play)->turn] == PLAYER_HUMAN && !play_over(play);
}

/* ---- writing ------------------------------------------------------------------------------ */

void play_write_board(struct play_state *play, const struct kw_position *position) {
    char text[KW_DRAWING];
    struct kw_result result;
    bool over = position == play_position(play) && kw_session_result(play->session, &result);
    output_format(play->out, "\n%s",
                  kw_board_text(play->game, position, play->bottom, over ? &result : NULL, text));
}

void play_write_example(struct play_state *play) {
    const struct kw_position *position = play_position(play);
    struct moves moves = {0};
    moves_name(&moves, play->game, position);
    if (setup_words_apply(position))
        setup_words_write_hint(play->out, play->game, position, play->drawn);
    else if (moves.count > 0)
        output_format(play->out, "Type a move, for example %s, or help.\n", moves.named[0].text);
    moves_free(&moves);
}

void play_write_notice(struct play_state *play) {
    const struct kw_position *position = play_position(play);
    struct kw_reason reason;
    char text[KW_TEXT];
    bool begins = kw_session_plies(play->session) == 0;
    kw_move pass = kw_move_make(KW_PASS, 0, false, false, 0);
    if (begins || setup_words_apply(position) ||
        !kw_explain_illegal(play->game, position, pass, &reason))
        play_write_example(play);
    if (kw_constraint(play->game, position, &reason))
        output_format(play->out, "Note: %s [%s]\n", kw_reason_text(play->game, &reason, text),
                      reason.clause->id);
}

void play_write_result(struct play_state *play) {
    struct kw_result result;
    if (!kw_session_result(play->session, &result))
        return;
    output_add(play->out, "The game is ");
    write_over(play->out, play->game, &result);
    output_add(play->out, ".\n");
}

/* One ply with what it came to, or lap by lap. */
static void play_write_ply(struct play_state *play, size_t ply) {
    const struct kw_position *before = kw_session_before(play->session, ply);
    kw_move move = kw_session_move(play->session, ply);
    struct string_builder *out = play->out;
    struct effect effect;
    char text[KW_TEXT];
    output_add(out, kw_move_text(play->game, before, move, text));
    if (!play->drawn) {
        output_char(out, '\n');
        narrate_move(out, play->game, before, move);
        return;
    }
    effect_find(&effect, play->game, before, move);
    if (effect.laps.count > 0)
        output_add(out, ": ");
    effect_write(out, play->game, &effect);
    output_char(out, '\n');
}

/* The steps of a first turn: as one word if all of it was played. */
static void play_write_setup(struct play_state *play, size_t first) {
    size_t plies = kw_session_plies(play->session);
    unsigned player = kw_session_before(play->session, first)->turn;
    bool begins = first == 0 || kw_session_before(play->session, first - 1)->turn != player;
    bool ends = kw_session_before(play->session, plies)->turn != player;
    char text[KW_TEXT];
    if (begins && ends) {
        output_format(play->out, "%s\n", kw_session_turn_text(play->session, first, text));
        return;
    }
    for (size_t ply = first; ply < plies; ply++)
        output_format(play->out, "%s%s", ply > first ? " " : "",
                      kw_move_text(play->game, kw_session_before(play->session, ply),
                                   kw_session_move(play->session, ply), text));
    output_char(play->out, '\n');
}

void play_write_plies(struct play_state *play, size_t first) {
    const struct kw_position *before = kw_session_before(play->session, first);
    output_format(play->out, "%s: ", player_name[before->turn]);
    if (setup_words_apply(before)) {
        play_write_setup(play, first);
        return;
    }
    for (size_t ply = first; ply < kw_session_plies(play->session); ply++)
        play_write_ply(play, ply);
}

/* ---- moves -------------------------------------------------------------------------------- */

/* The position has changed: offers and previews of the old one end. */
static void play_change(struct play_state *play) {
    play->changes++;
    play->offered = false;
    play->foreseen = false;
}

struct kw_engine *play_engine(struct play_state *play) {
    enum { HASH = 16 << 20 };
    if (play->engine == NULL) {
        play->engine = kw_engine_new(HASH, 1);
        if (play->engine != NULL) {
            kw_engine_set_aim(play->engine, play->aim);
            kw_engine_set_tables(play->engine, play->tables);
            play->book = built_book_open(play->game);
            kw_engine_set_book(play->engine, play->book);
        }
    }
    if (play->cache != NULL)
        kw_table_cache_prepare(play->cache, play->game);
    return play->engine;
}

bool play_use_weights(struct play_state *play, struct kw_error *error) {
    bool weighs = play->weights != NULL && play->weights->text != NULL;
    return !weighs || play_engine(play) == NULL ||
           weights_give(play->weights, play->engine, play->game, error);
}

/* The computer's move; false with an error if there is no memory. */
static bool play_choose_move(struct play_state *play, enum player_kind kind, struct moves *moves,
                             kw_move *move, struct kw_error *error) {
    if (kind < PLAYER_LEVEL_1) {
        moves_list(moves, play->game, play_position(play));
        *move = player_choose(kind, play->game, play_position(play), moves, &play->random);
        return true;
    }
    if (play_engine(play) != NULL)
        return kw_engine_play(play->engine, play->session, kind - PLAYER_LEVEL_1 + 1, &play->random,
                              move, error);
    snprintf(error->message, sizeof error->message, "there is not enough memory");
    return false;
}

bool play_computer_move(struct play_state *play, struct kw_error *error) {
    size_t first = kw_session_plies(play->session);
    unsigned player = play_position(play)->turn;
    struct moves moves = {0};
    bool played = true;
    bool setup;
    do {
        setup = setup_words_apply(play_position(play));
        kw_move move;
        played = play_choose_move(play, play->player[player], &moves, &move, error) &&
                 kw_session_play(play->session, move, error);
    } while (played && setup && play_position(play)->turn == player);
    moves_free(&moves);
    kw_record_opening_end(play->record, first);
    play_change(play);
    if (played)
        play_write_plies(play, first);
    return played;
}

/* Room for an entry at the index `at`, the ones from there on moved up. */
static void play_insert_entry(struct play_state *play, size_t at, struct play_entry entry) {
    memory_reserve(&play->entry, play->known, 1, &play->entry_capacity, sizeof entry);
    for (size_t i = play->known++; i > at; i--)
        play->entry[i] = play->entry[i - 1];
    play->entry[at] = entry;
}

size_t play_read_move(const struct play_state *play, const char *word, kw_move list[KW_TURN_STEPS],
                      struct kw_error *error) {
    const struct kw_position *position = play_position(play);
    char text[KW_TEXT];
    struct kw_reason reason;
    size_t count = 0;
    if (play_is_setup(play)) {
        count = setup_words_parse(play->game, position, word, list, error);
        if (count == 0 && error->code != KW_BAD_MOVE)
            return 0;
    }
    if (count == 0)
        return kw_move_read(play->game, position, word, list, error);
    if (!kw_explain_illegal_first(play->game, position, list, count, &reason))
        return count;
    *error = (struct kw_error){.code = KW_ILLEGAL_MOVE, .line = 1, .column = 1};
    snprintf(error->message, sizeof error->message, "%s",
             kw_reason_text(play->game, &reason, text));
    return 0;
}

/* Plays a word: all of it or, with false and `error`, nothing. */
static bool play_enter_word(struct play_state *play, const char *word, struct kw_error *error) {
    kw_move list[KW_TURN_STEPS];
    if (play_over(play))
        return kw_session_enter(play->session, word, error);
    size_t count = play_read_move(play, word, list, error), played = 0;
    while (played < count && kw_session_play(play->session, list[played], error))
        played++;
    if (played == count)
        return count > 0;
    /* There was no room for all of it. */
    while (played-- > 0)
        kw_session_undo(play->session);
    return false;
}

static void play_write_refusal(struct play_state *play, const char *word,
                               const struct kw_error *error) {
    bool setup = play_is_setup(play);
    struct kw_error unread;
    if (!setup && error->code == KW_ILLEGAL_MOVE &&
        explain_move(play->out, play->session, word, &unread))
        return;
    if (setup && error->code == KW_BAD_MOVE)
        output_format(play->out, "%s: neither a word of the first turn nor a command\n", word);
    else
        output_format(play->out, "%s: %s\n", word, error->message);
    play_write_example(play);
}

bool play_enter(struct play_state *play, const char *word) {
    struct kw_error error;
    size_t first = kw_session_plies(play->session);
    if (!play_enter_word(play, word, &error)) {
        play_write_refusal(play, word, &error);
        return false;
    }
    play->known = play->entries;
    play_insert_entry(play, play->entries++, (struct play_entry){.from = first});
    kw_record_opening_end(play->record, first);
    play_change(play);
    play_write_plies(play, first);
    return true;
}

/* The ply of the last human turn, for plies that were not typed here; or SIZE_MAX. */
static size_t play_last_human_turn(const struct play_state *play) {
    size_t found = SIZE_MAX, plies = kw_session_plies(play->session);
    for (size_t first = 0; first < plies; first = kw_session_turn_end(play->session, first))
        if (play->player[kw_session_before(play->session, first)->turn] == PLAYER_HUMAN)
            found = first;
    return found;
}

bool play_undo(struct play_state *play) {
    struct kw_result result;
    size_t plies = kw_session_plies(play->session), from;
    bool by_word = kw_session_result(play->session, &result) &&
                   (result.ending == KW_BY_RESIGNATION || result.ending == KW_BY_AGREEMENT);
    if (by_word) {
        play_change(play);
        return kw_session_undo(play->session);
    }
    if (play->entries == 0) {
        from = play_last_human_turn(play);
        if (from == SIZE_MAX)
            return false;
        play_insert_entry(play, 0, (struct play_entry){.from = from, .to = plies});
    } else {
        play->entry[--play->entries].to = plies;
        from = play->entry[play->entries].from;
    }
    while (kw_session_plies(play->session) > from && kw_session_undo(play->session))
        ;
    play_change(play);
    return true;
}

bool play_redo(struct play_state *play) {
    size_t first = kw_session_plies(play->session);
    if (play->entries == play->known || play_over(play))
        return false;
    size_t to = play->entry[play->entries++].to;
    while (kw_session_plies(play->session) < to && kw_session_redo(play->session))
        ;
    play_change(play);
    return kw_session_plies(play->session) > first;
}

/* ---- games -------------------------------------------------------------------------------- */

const char *play_player_name(const struct play_state *play, unsigned player) {
    return kw_record_header(play->record, player_name[player]);
}

static void play_drop_record(struct play_state *play) {
    if (play->record != play->lender)
        kw_record_free(play->record);
    play->record = NULL;
}

void play_take_record(struct play_state *play, struct kw_record *record, bool lends) {
    play_drop_record(play);
    if (lends) {
        kw_record_free(play->lender);
        play->lender = record;
    }
    play->record = record;
    play->session = kw_record_session(record);
    play->game = kw_session_game(play->session);
    play->entries = play->known = 0;
    play->match = (struct play_match){.rounds = 0};
    if (play->cache != NULL) /* while the players think */
        kw_table_cache_grow(play->cache, play->game);
    play_change(play);
    play->saved = play->changes;
    output_clear(&play->file);
}

bool play_begin(struct play_state *play, const struct kw_position *start) {
    struct kw_record *record = kw_record_new(play->game, start);
    if (record == NULL)
        return false;
    for (unsigned player = KW_SOUTH; player <= KW_NORTH; player++)
        kw_record_header_set(record, player_name[player], play_player_name(play, player), NULL);
    play_take_record(play, record, false);
    return true;
}

bool play_restart(struct play_state *play) {
    struct kw_position start = *kw_session_before(play->session, 0);
    struct play_match match = play->match;
    bool begun = play_begin(play, &start);
    play->match = match;
    return begun;
}

void play_free(struct play_state *play) {
    play_drop_record(play);
    kw_engine_free(play->engine);
    kw_book_close(play->book);
    kw_record_free(play->lender);
    free(play->entry);
    output_free(&play->file);
}
