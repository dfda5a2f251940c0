/* The text of moves, places, events, reasons and results. */
#include "base/error.h"
#include "games/game.h"

#include <assert.h>
#include <stdio.h>

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
static bool word_parse(const struct kw_game *game, const struct kw_position *position,
                       const char *text, bool loose, struct word *word, struct kw_error *error) {
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
    if (!word_parse(game, position, text, true, &word, error))
        return 0;
    memcpy(list, word.move, word.count * sizeof *list);
    return word.count;
}

size_t kw_move_read(const struct kw_game *game, const struct kw_position *position,
                    const char *text, kw_move list[KW_TURN_STEPS], struct kw_error *error) {
    struct word word;
    if (!word_parse(game, position, text, false, &word, error))
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

/* ---- events ---------------------------------------------------------------------------------- */

const char *kw_event_name(enum kw_event_kind kind) {
    static const char *const names[] = {
        [KW_EVENT_PLANT] = "plant",     [KW_EVENT_LIFT] = "lift",   [KW_EVENT_DROP] = "drop",
        [KW_EVENT_SKIP] = "skip",       [KW_EVENT_RELAY] = "relay", [KW_EVENT_TURN] = "turn",
        [KW_EVENT_CAPTURE] = "capture", [KW_EVENT_BANK] = "bank",   [KW_EVENT_PLACE] = "place",
        [KW_EVENT_TAX] = "tax",         [KW_EVENT_MARK] = "mark",   [KW_EVENT_UNMARK] = "unmark",
        [KW_EVENT_BLOCK] = "block",     [KW_EVENT_HEAD] = "head",   [KW_EVENT_CHOICE] = "choice",
        [KW_EVENT_STOP] = "stop",       [KW_EVENT_PASS] = "pass",   [KW_EVENT_FIELD] = "field",
        [KW_EVENT_NEXT] = "next",       [KW_EVENT_OVER] = "over"};
    return names[kind];
}

const char *kw_field_name(const struct kw_game *game, unsigned field) {
    assert(field < 3);
    return field == 0 ? "phase" : game->family->own_name[field - 1];
}

/* Of the fields a move sets, own[0] and own[1] have names and may hold a hole. */
static void field_text(const struct kw_game *game, const struct kw_event *event,
                       struct text *text) {
    unsigned own = event->to - 1u;
    if (own > 1) {
        text_string(text, "the first turns are over");
        return;
    }
    text_format(text, "%s ", kw_field_name(game, event->to));
    if (event->count == 0) {
        text_string(text, "no longer stands");
        return;
    }
    text_string(text, "is now ");
    if (game->family->own_is_hole[own])
        hole_text(game->rules, event->count - 1, text);
    else
        text_number(text, event->count);
}

const char *kw_event_text(const struct kw_game *game, const struct kw_event *event,
                          char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    char a[KW_TEXT], b[KW_TEXT];
    const char *from = kw_place_text(game, event->from, a), *to = kw_place_text(game, event->to, b);
    unsigned n = event->count;
    switch (event->kind) {
    case KW_EVENT_PLANT:
        text_format(&text, "a seed from the reserve is planted in %s", to);
        break;
    case KW_EVENT_LIFT:
        text_format(&text, "%u lifted from %s", n, from);
        break;
    case KW_EVENT_DROP:
        text_format(&text, "one dropped in %s", to);
        break;
    case KW_EVENT_SKIP:
        text_format(&text, "%s is passed over", to);
        break;
    case KW_EVENT_RELAY:
        text_format(&text, "the sowing goes on from %s, with %u", to, n);
        break;
    case KW_EVENT_TURN:
        text_format(&text, "the direction turns round at %s", to);
        break;
    case KW_EVENT_CAPTURE:
        text_format(&text, "%u captured from %s", n, from);
        break;
    case KW_EVENT_BANK:
        text_format(&text, "%u from %s to %s", n, from, to);
        break;
    case KW_EVENT_PLACE:
        text_format(&text, "one placed in %s", to);
        break;
    case KW_EVENT_TAX:
        text_format(&text, "%s is taxed: %u of its seeds are sown", to, n);
        break;
    case KW_EVENT_MARK:
        text_format(&text, "%s is now %s", to, game->family->mark_words[n == 2]);
        break;
    case KW_EVENT_UNMARK:
        text_format(&text, "%s is no longer %s", to, game->family->mark_words[n == 2]);
        break;
    case KW_EVENT_BLOCK:
        text_format(&text, "%s must be captured next", to);
        break;
    case KW_EVENT_HEAD:
        text_format(&text, "%u enter at the head %s", n, to);
        break;
    case KW_EVENT_CHOICE:
        text_format(&text, "a choice at %s (number %u)", to, n);
        break;
    case KW_EVENT_STOP:
        text_format(&text, "the sowing stops at %s", to);
        break;
    case KW_EVENT_PASS:
        text_string(&text, "the player passes");
        break;
    case KW_EVENT_FIELD:
        field_text(game, event, &text);
        break;
    case KW_EVENT_NEXT:
        text_format(&text, "%s to move", event->to == KW_SOUTH ? "South" : "North");
        break;
    case KW_EVENT_OVER:
        text_format(&text, "the game is over: %s",
                    event->to == KW_SOUTH_WINS   ? "South wins"
                    : event->to == KW_NORTH_WINS ? "North wins"
                                                 : "a draw");
        break;
    }
    return buffer;
}
