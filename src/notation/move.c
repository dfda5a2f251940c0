/* The text of places, moves, reasons and results. */
#include "base/error.h"
#include "games/game.h"

#include <assert.h>

const char *kw_place_text(const struct kw_game *game, unsigned place, char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    bool reserves = game->family->reserves;
    if (place < KW_HOLES)
        hole_text(game->rules, place, &text);
    else
        text_format(&text, "%s",
                    place == KW_HAND          ? "the hand"
                    : place == KW_STORE_SOUTH ? reserves ? "South's reserve" : "South's store"
                    : place == KW_STORE_NORTH ? reserves ? "North's reserve" : "North's store"
                                              : "nowhere");
    return buffer;
}

int kw_hole_find(const struct kw_game *game, const char *name) {
    unsigned hole;
    size_t length = hole_read(game->rules, name, &hole);
    return length > 0 && name[length] == '\0' ? (int)hole : -1;
}

unsigned kw_hole_at(const struct kw_game *game, unsigned row, unsigned column) {
    assert(row < game->rules->rows && column < game->rules->columns);
    return hole_printed(game->rules, row, column);
}

/* ---- moves ----------------------------------------------------------------------------------- */

const char *kw_move_text(const struct kw_game *game, const struct kw_position *position,
                         kw_move move, char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    game->family->move_text(game->rules, position, move, &text);
    return buffer;
}

/* Reads a word of move text; its moves need not be legal. */
static bool move_parse_word(const struct kw_game *game, const struct kw_position *position,
                            const char *text, bool loose, struct word *word,
                            struct kw_error *error) {
    const struct family *family = game->family;
    struct fault fault = {0};
    kw_move move;
    word->count = 0;
    if (family->word_read != NULL && family->word_read(game->rules, position, text, word, &fault))
        return true;
    if (fault.where == 0 && family->move_read(game->rules, position, text, loose, &move, &fault))
        return word_add(word, move, 1);
    return error_set(error, KW_BAD_MOVE, fault.where, "%s", fault.text);
}

size_t kw_move_parse(const struct kw_game *game, const struct kw_position *position,
                     const char *text, kw_move list[KW_TURN_STEPS], struct kw_error *error) {
    struct word word;
    if (!move_parse_word(game, position, text, true, &word, error))
        return 0;
    memcpy(list, word.move, word.count * sizeof *list);
    return word.count;
}

size_t kw_move_read(const struct kw_game *game, const struct kw_position *position,
                    const char *text, kw_move list[KW_TURN_STEPS], struct kw_error *error) {
    struct word word;
    if (!move_parse_word(game, position, text, false, &word, error))
        return 0;
    struct kw_position now = *position;
    for (size_t i = 0; i < word.count; i++) {
        struct kw_reason reason;
        char sentence[KW_TEXT];
        if (kw_explain_illegal(game, &now, word.move[i], &reason)) {
            error_set(error, KW_ILLEGAL_MOVE, word.column[i], "%s",
                      kw_reason_text(game, &reason, sentence));
            return 0;
        }
        kw_play(game, &now, word.move[i], &now);
        list[i] = word.move[i];
    }
    return word.count;
}

/* ---- reasons --------------------------------------------------------------------------------- */

const char *kw_reason_text(const struct kw_game *game, const struct kw_reason *reason,
                           char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    char place[KW_TEXT];
    for (const char *at = reason->text; *at != '\0'; at++) {
        if (*at == '%' && at[1] == 'h')
            text_string(&text, kw_place_text(game, reason->hole, place));
        else if (*at == '%' && at[1] == 'n')
            text_number(&text, reason->count);
        else {
            text_char(&text, *at);
            continue;
        }
        at++;
    }
    return buffer;
}

/* ---- results --------------------------------------------------------------------------------- */

const char *kw_result_text(const struct kw_result *result, char buffer[KW_TEXT]) {
    static const char *const winners[] = {"", "S", "N", "draw"};
    static const char *const endings[] = {[KW_BY_REPETITION] = " repetition",
                                          [KW_BY_RESIGNATION] = " resign",
                                          [KW_BY_AGREEMENT] = " agreed",
                                          [KW_BY_RULES] = ""};
    struct text text = text_into(buffer, KW_TEXT);
    if (result->outcome == KW_GOING_ON)
        return buffer;
    if (result->scored)
        text_format(&text, "over %u-%u", result->score[0], result->score[1]);
    else
        text_format(&text, "over %s", winners[result->outcome]);
    text_string(&text, result->narrow ? " narrow" : "");
    text_string(&text, endings[result->ending]);
    return buffer;
}
