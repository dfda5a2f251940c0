/* The text of events. */
#include "games/game.h"

#include <assert.h>

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

/* Seeds that move; false if the event is of another kind. */
static bool event_text_seeds(const struct kw_event *event, const char *from, const char *to,
                             struct text *text) {
    unsigned n = event->count;
    switch (event->kind) {
    case KW_EVENT_PLANT:
        text_format(text, "a seed from the reserve is planted in %s", to);
        return true;
    case KW_EVENT_LIFT:
        text_format(text, "%u lifted from %s", n, from);
        return true;
    case KW_EVENT_DROP:
        text_format(text, "one dropped in %s", to);
        return true;
    case KW_EVENT_CAPTURE:
        text_format(text, "%u captured from %s", n, from);
        return true;
    case KW_EVENT_BANK:
        text_format(text, "%u from %s to %s", n, from, to);
        return true;
    case KW_EVENT_PLACE:
        text_format(text, "one placed in %s", to);
        return true;
    default:
        return false;
    }
}

/* Why a sowing stops: ": " and the sentence of the clause, as a part of another one. */
static void event_text_reason(const struct kw_clause *clause, struct text *text) {
    const char *said = clause->text;
    size_t length = strlen(said);
    if (length == 0)
        return;
    bool name = said[1] >= 'A' && said[1] <= 'Z';
    text_format(text, ": %c%.*s", name ? said[0] : said[0] | ('a' ^ 'A'),
                (int)(length - 1 - (said[length - 1] == '.')), said + 1);
}

/* The way that a sowing takes; false if the event is of another kind. */
static bool event_text_sowing(const struct kw_event *event, const char *to, struct text *text) {
    unsigned n = event->count;
    switch (event->kind) {
    case KW_EVENT_SKIP:
        text_format(text, "%s is passed over", to);
        return true;
    case KW_EVENT_RELAY:
        text_format(text, "the sowing goes on from %s, with %u", to, n);
        return true;
    case KW_EVENT_TURN:
        text_format(text, "the direction turns round at %s", to);
        return true;
    case KW_EVENT_TAX:
        text_format(text, "%s is taxed: %u of its seeds are sown", to, n);
        return true;
    case KW_EVENT_HEAD:
        text_format(text, "%u enter at the head %s", n, to);
        return true;
    case KW_EVENT_CHOICE:
        text_format(text, "a choice at %s (number %u)", to, n);
        return true;
    case KW_EVENT_STOP:
        text_format(text, "the sowing stops at %s", to);
        event_text_reason(event->clause, text);
        return true;
    default:
        return false;
    }
}

/* Of the fields a move sets, own[0] and own[1] have names and may hold a hole. */
static void event_text_field(const struct kw_game *game, const struct kw_event *event,
                             struct text *text) {
    unsigned own = event->to - 1u;
    if (own <= 1 && game->family->field_text != NULL) {
        game->family->field_text(game->rules, event, text);
        return;
    }
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
        hole_text(game->rules, (event->count & OWN_HOLE) - 1u, text);
    else
        text_number(text, event->count);
}

/* What changes besides: marks, fields, the turn, the end. */
static void event_text_state(const struct kw_game *game, const struct kw_event *event,
                             const char *to, struct text *text) {
    const struct family *family = game->family;
    const char *word =
        event->count == 3 ? family->both_name : family->mark_names[event->count == 2];
    const char *mark = word != NULL ? word : ""; /* an event can be made up: the game has no such */
    switch (event->kind) {
    case KW_EVENT_MARK:
        text_format(text, "%s is now %s", to, mark);
        break;
    case KW_EVENT_UNMARK:
        text_format(text, "%s is no longer %s", to, mark);
        break;
    case KW_EVENT_BLOCK:
        text_format(text, "%s must be captured next", to);
        break;
    case KW_EVENT_PASS:
        text_string(text, "the player passes");
        break;
    case KW_EVENT_FIELD:
        event_text_field(game, event, text);
        break;
    case KW_EVENT_NEXT:
        text_format(text, "%s to move", event->to == KW_SOUTH ? "South" : "North");
        break;
    default:
        text_format(text, "the game is over: %s",
                    event->to == KW_SOUTH_WINS   ? "South wins"
                    : event->to == KW_NORTH_WINS ? "North wins"
                                                 : "a draw");
    }
}

const char *kw_event_text(const struct kw_game *game, const struct kw_event *event,
                          char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    char a[KW_TEXT], b[KW_TEXT];
    const char *from = kw_place_text(game, event->from, a), *to = kw_place_text(game, event->to, b);
    if (!event_text_seeds(event, from, to, &text) && !event_text_sowing(event, to, &text))
        event_text_state(game, event, to, &text);
    return buffer;
}
