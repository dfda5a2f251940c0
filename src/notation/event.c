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
        [KW_EVENT_STOP] = "stop",       [KW_EVENT_PASS] = "pass",   [KW_EVENT_SWAP] = "swap",
        [KW_EVENT_FIELD] = "field",     [KW_EVENT_NEXT] = "next",   [KW_EVENT_OVER] = "over"};
    return names[kind];
}

const char *kw_field_name(const struct kw_game *game, unsigned field) {
    assert(field < 3);
    return field == 0 ? "phase" : game->family->own_name[field - 1];
}

/* Of most events: %f is the place it begins at, %t where it ends, %n its count, %m a mark. */
static const char *const event_forms[KW_EVENT_SWAP + 1] = {
    [KW_EVENT_PLANT] = "a seed from the reserve is planted in %t",
    [KW_EVENT_LIFT] = "%n lifted from %f",
    [KW_EVENT_DROP] = "one dropped in %t",
    [KW_EVENT_SKIP] = "%t is passed over",
    [KW_EVENT_RELAY] = "the sowing goes on from %t, with %n",
    [KW_EVENT_TURN] = "the direction turns round at %t",
    [KW_EVENT_CAPTURE] = "%n captured from %f",
    [KW_EVENT_BANK] = "%n from %f to %t",
    [KW_EVENT_PLACE] = "one placed in %t",
    [KW_EVENT_TAX] = "%t is taxed: %n of its seeds are sown",
    [KW_EVENT_MARK] = "%t is now %m",
    [KW_EVENT_UNMARK] = "%t is no longer %m",
    [KW_EVENT_BLOCK] = "%t must be captured next",
    [KW_EVENT_HEAD] = "%n enter at the head %t",
    [KW_EVENT_CHOICE] = "the player chooses at %t",
    [KW_EVENT_STOP] = "the sowing stops at %t",
    [KW_EVENT_PASS] = "the player passes",
    [KW_EVENT_SWAP] = "the players change sides"};

static void event_text_mark(const struct kw_game *game, unsigned mark, struct text *text) {
    const struct family *family = game->family;
    const char *word = mark == 3 ? family->both_name : family->mark_names[mark == 2];
    text_string(text, word != NULL ? word : ""); /* an event can be made up */
}

/* Why a sowing stops: ": " and the first sentence of the clause, as a part of another one. */
static void event_text_reason(const struct kw_clause *clause, struct text *text) {
    const char *said = clause != NULL && clause->text != NULL ? clause->text : "";
    const char *end = strstr(said, ". "); /* what follows is a remark on it */
    size_t length = end != NULL ? (size_t)(end - said) : strlen(said);
    if (length == 0)
        return;
    bool name = said[1] >= 'A' && said[1] <= 'Z';
    text_format(text, ": %c%.*s", name ? said[0] : said[0] | ('a' ^ 'A'),
                (int)(length - 1 - (said[length - 1] == '.')), said + 1);
}

static void event_text_form(const struct kw_game *game, const struct kw_event *event,
                            struct text *text) {
    char place[KW_TEXT];
    for (const char *at = event_forms[event->kind]; *at != '\0'; at++) {
        if (*at != '%')
            text_char(text, *at);
        else if (*++at == 'n')
            text_number(text, event->count);
        else if (*at == 'm')
            event_text_mark(game, event->count, text);
        else
            text_string(text, kw_place_text(game, *at == 'f' ? event->from : event->to, place));
    }
}

/* What a move sets that no place of the board shows; the family has words for its own fields. */
static void event_text_field(const struct kw_game *game, const struct kw_event *event,
                             struct text *text) {
    if (event->to == 0)
        text_string(text, "the first turns are over");
    else if (game->family->field_text != NULL)
        game->family->field_text(game->rules, event, text);
}

const char *kw_event_text(const struct kw_game *game, const struct kw_event *event,
                          char buffer[KW_TEXT]) {
    struct text text = text_into(buffer, KW_TEXT);
    if (event->kind <= KW_EVENT_SWAP && event_forms[event->kind] != NULL)
        event_text_form(game, event, &text);
    else if (event->kind == KW_EVENT_FIELD)
        event_text_field(game, event, &text);
    else if (event->kind == KW_EVENT_NEXT)
        text_format(&text, "%s to move", event->to == KW_SOUTH ? "South" : "North");
    else
        text_format(&text, "the game is over: %s",
                    event->to == KW_SOUTH_WINS   ? "South wins"
                    : event->to == KW_NORTH_WINS ? "North wins"
                                                 : "a draw");
    if (event->kind == KW_EVENT_STOP)
        event_text_reason(event->clause, &text);
    return buffer;
}
