#include "game/play_state.h"

#include "text/kiothi_setup_words.h"
#include "text/move_effect.h"
#include "text/narrate.h"

#include <stdlib.h>
#include <string.h>

const char *const player_name[2] = {"South", "North"};

const struct kw_position *table_position(const struct table *table) {
    return kw_session_position(table->session);
}

bool table_over(const struct table *table) {
    struct kw_result result;
    return kw_session_result(table->session, &result);
}

bool table_placing(const struct table *table) {
    return placing_now(table_position(table)) && !table_over(table);
}

bool table_human_to_move(const struct table *table) {
    return table->who[table_position(table)->turn] == WHO_HUMAN && !table_over(table);
}

/* ---- what is told ------------------------------------------------------------------------- */

void table_write_board(struct table *table, const struct kw_position *position) {
    char text[KW_DRAWING];
    struct kw_result result;
    bool over = position == table_position(table) && kw_session_result(table->session, &result);
    output_format(table->out, "\n%s",
                  kw_board_text(table->game, position, table->bottom, over ? &result : NULL, text));
}

void table_write_example(struct table *table) {
    const struct kw_position *position = table_position(table);
    struct moves moves = {0};
    moves_name(&moves, table->game, position);
    if (placing_now(position))
        placing_write_hint(table->out, table->game, position, table->drawn);
    else if (moves.count > 0)
        output_format(table->out, "Type a move, for example %s, or help.\n", moves.named[0].text);
    moves_free(&moves);
}

void table_write_notice(struct table *table) {
    const struct kw_position *position = table_position(table);
    struct kw_reason reason;
    char text[KW_TEXT];
    bool begins = kw_session_plies(table->session) == 0;
    kw_move pass = kw_move_make(KW_PASS, 0, false, false, 0);
    if (begins || placing_now(position) ||
        !kw_explain_illegal(table->game, position, pass, &reason))
        table_write_example(table);
    if (kw_constraint(table->game, position, &reason))
        output_format(table->out, "Note: %s [%s]\n", kw_reason_text(table->game, &reason, text),
                      reason.clause->id);
}

void table_write_result(struct table *table) {
    struct kw_result result;
    if (!kw_session_result(table->session, &result))
        return;
    output_add(table->out, "The game is ");
    write_over(table->out, table->game, &result);
    output_add(table->out, ".\n");
}

/* One ply with what it came to, or lap by lap. */
static void write_ply(struct table *table, size_t ply) {
    const struct kw_position *before = kw_session_before(table->session, ply);
    kw_move move = kw_session_move(table->session, ply);
    struct output *out = table->out;
    struct effect effect;
    char text[KW_TEXT];
    output_add(out, kw_move_text(table->game, before, move, text));
    if (!table->drawn) {
        output_char(out, '\n');
        narrate_move(out, table->game, before, move);
        return;
    }
    effect_find(&effect, table->game, before, move);
    if (effect.laps.count > 0)
        output_add(out, ": ");
    effect_write(out, table->game, &effect);
    output_char(out, '\n');
}

/* The steps of a first turn: as one word if all of it was played. */
static void write_placing(struct table *table, size_t first) {
    size_t plies = kw_session_plies(table->session);
    unsigned player = kw_session_before(table->session, first)->turn;
    bool begins = first == 0 || kw_session_before(table->session, first - 1)->turn != player;
    bool ends = kw_session_before(table->session, plies)->turn != player;
    char text[KW_TEXT];
    if (begins && ends) {
        output_format(table->out, "%s\n", kw_session_turn_text(table->session, first, text));
        return;
    }
    for (size_t ply = first; ply < plies; ply++)
        output_format(table->out, "%s%s", ply > first ? " " : "",
                      kw_move_text(table->game, kw_session_before(table->session, ply),
                                   kw_session_move(table->session, ply), text));
    output_char(table->out, '\n');
}

void table_write_plies(struct table *table, size_t first) {
    const struct kw_position *before = kw_session_before(table->session, first);
    output_format(table->out, "%s: ", player_name[before->turn]);
    if (placing_now(before)) {
        write_placing(table, first);
        return;
    }
    for (size_t ply = first; ply < kw_session_plies(table->session); ply++)
        write_ply(table, ply);
}

/* ---- moves -------------------------------------------------------------------------------- */

/* The position has changed: what was asked about the old one no longer matters. */
static void table_change(struct table *table) {
    table->changes++;
    table->offered = false;
    table->foreseen = false;
}

struct kw_engine *table_engine(struct table *table) {
    enum { HASH = 16 << 20 };
    if (table->engine == NULL) {
        table->engine = kw_engine_new(HASH, 1);
        if (table->engine != NULL)
            kw_engine_tables(table->engine, table->tables);
    }
    return table->engine;
}

bool table_weigh(struct table *table, struct kw_error *error) {
    bool weighs = table->weights != NULL && table->weights->text != NULL;
    return !weighs || table_engine(table) == NULL ||
           weights_give(table->weights, table->engine, table->game, error);
}

/* The computer's move; false with an error if there is no memory. */
static bool choose_move(struct table *table, enum who who, struct moves *moves, kw_move *move,
                        struct kw_error *error) {
    if (who < WHO_LEVEL_1) {
        moves_list(moves, table->game, table_position(table));
        *move = who_choose(who, table->game, table_position(table), moves, &table->random);
        return true;
    }
    if (table_engine(table) != NULL)
        return kw_engine_play(table->engine, table->session, who - WHO_LEVEL_1 + 1, &table->random,
                              move, error);
    snprintf(error->message, sizeof error->message, "there is not enough memory");
    return false;
}

bool table_play_computer(struct table *table, struct kw_error *error) {
    size_t first = kw_session_plies(table->session);
    unsigned player = table_position(table)->turn;
    struct moves moves = {0};
    bool played = true;
    bool placing;
    do {
        placing = placing_now(table_position(table));
        kw_move move;
        played = choose_move(table, table->who[player], &moves, &move, error) &&
                 kw_session_play(table->session, move, error);
    } while (played && placing && table_position(table)->turn == player);
    moves_free(&moves);
    kw_record_opening_end(table->record, first);
    table_change(table);
    if (played)
        table_write_plies(table, first);
    return played;
}

/* Room for an entry at the index `at`, the ones from there on moved up. */
static void insert_entry(struct table *table, size_t at, struct entry entry) {
    if (table->known == table->entry_capacity) {
        table->entry_capacity = table->entry_capacity * 2 + 16;
        table->entry = memory_resize(table->entry, table->entry_capacity, sizeof *table->entry);
    }
    for (size_t i = table->known++; i > at; i--)
        table->entry[i] = table->entry[i - 1];
    table->entry[at] = entry;
}

size_t table_read(const struct table *table, const char *word, kw_move list[KW_TURN_STEPS],
                  struct kw_error *error) {
    const struct kw_position *position = table_position(table);
    char text[KW_TEXT];
    struct kw_reason reason;
    size_t count = 0;
    if (table_placing(table)) {
        count = placing_parse(table->game, position, word, list, error);
        if (count == 0 && error->code != KW_BAD_MOVE)
            return 0;
    }
    if (count == 0)
        return kw_move_read(table->game, position, word, list, error);
    if (!kw_explain_illegal_first(table->game, position, list, count, &reason))
        return count;
    *error = (struct kw_error){.code = KW_ILLEGAL_MOVE, .line = 1, .column = 1};
    snprintf(error->message, sizeof error->message, "%s",
             kw_reason_text(table->game, &reason, text));
    return 0;
}

/* Plays a word: all of it or, with false and `error`, nothing. */
static bool play_word(struct table *table, const char *word, struct kw_error *error) {
    kw_move list[KW_TURN_STEPS];
    if (table_over(table))
        return kw_session_enter(table->session, word, error);
    size_t count = table_read(table, word, list, error), played = 0;
    while (played < count && kw_session_play(table->session, list[played], error))
        played++;
    if (played == count)
        return count > 0;
    /* There was no room for all of it. */
    while (played-- > 0)
        kw_session_undo(table->session);
    return false;
}

static void write_refusal(struct table *table, const char *word, const struct kw_error *error) {
    bool placing = table_placing(table);
    struct kw_error unread;
    if (!placing && error->code == KW_ILLEGAL_MOVE &&
        explain_move(table->out, table->session, word, &unread))
        return;
    if (placing && error->code == KW_BAD_MOVE)
        output_format(table->out, "%s: neither a word of the first turn nor a command\n", word);
    else
        output_format(table->out, "%s: %s\n", word, error->message);
    table_write_example(table);
}

bool table_enter(struct table *table, const char *word) {
    struct kw_error error;
    size_t first = kw_session_plies(table->session);
    if (!play_word(table, word, &error)) {
        write_refusal(table, word, &error);
        return false;
    }
    table->known = table->entries;
    insert_entry(table, table->entries++, (struct entry){.from = first});
    kw_record_opening_end(table->record, first);
    table_change(table);
    table_write_plies(table, first);
    return true;
}

/* The ply from which a human played last, for plies that nobody typed here; or SIZE_MAX. */
static size_t last_human_turn(const struct table *table) {
    size_t found = SIZE_MAX, plies = kw_session_plies(table->session);
    for (size_t first = 0; first < plies; first = kw_session_turn_end(table->session, first))
        if (table->who[kw_session_before(table->session, first)->turn] == WHO_HUMAN)
            found = first;
    return found;
}

bool table_undo(struct table *table) {
    struct kw_result result;
    size_t plies = kw_session_plies(table->session), from;
    bool by_word = kw_session_result(table->session, &result) &&
                   (result.ending == KW_BY_RESIGNATION || result.ending == KW_BY_AGREEMENT);
    if (by_word) {
        table_change(table);
        return kw_session_undo(table->session);
    }
    if (table->entries == 0) {
        from = last_human_turn(table);
        if (from == SIZE_MAX)
            return false;
        insert_entry(table, 0, (struct entry){.from = from, .to = plies});
    } else {
        table->entry[--table->entries].to = plies;
        from = table->entry[table->entries].from;
    }
    while (kw_session_plies(table->session) > from && kw_session_undo(table->session))
        ;
    table_change(table);
    return true;
}

bool table_redo(struct table *table) {
    size_t first = kw_session_plies(table->session);
    if (table->entries == table->known || table_over(table))
        return false;
    size_t to = table->entry[table->entries++].to;
    while (kw_session_plies(table->session) < to && kw_session_redo(table->session))
        ;
    table_change(table);
    return kw_session_plies(table->session) > first;
}

/* ---- games -------------------------------------------------------------------------------- */

const char *table_name(const struct table *table, unsigned player) {
    return kw_record_header(table->record, player_name[player]);
}

static void drop_record(struct table *table) {
    if (table->record != table->lender)
        kw_record_free(table->record);
    table->record = NULL;
}

void table_take_record(struct table *table, struct kw_record *record, bool lends) {
    drop_record(table);
    if (lends) {
        kw_record_free(table->lender);
        table->lender = record;
    }
    table->record = record;
    table->session = kw_record_session(record);
    table->game = kw_session_game(table->session);
    table->entries = table->known = 0;
    table_change(table);
    table->saved = table->changes;
    output_clear(&table->file);
}

bool table_restart(struct table *table) {
    struct kw_position start = *kw_session_before(table->session, 0);
    struct kw_record *record = kw_record_new(table->game, &start);
    if (record == NULL)
        return false;
    for (unsigned player = KW_SOUTH; player <= KW_NORTH; player++)
        kw_record_header_set(record, player_name[player], table_name(table, player), NULL);
    table_take_record(table, record, false);
    return true;
}

void table_free(struct table *table) {
    drop_record(table);
    kw_engine_free(table->engine);
    kw_record_free(table->lender);
    free(table->entry);
    output_free(&table->file);
}
