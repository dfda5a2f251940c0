#include "text/move_effect.h"

#include <string.h>

void effect_begin(struct effect *effect, const struct kw_position *position) {
    *effect = (struct effect){.start = KW_NOWHERE, .end = KW_NOWHERE, .mover = position->turn};
}

static uint32_t effect_hole_bit(unsigned place) {
    return place < KW_HOLES ? UINT32_C(1) << place : 0;
}

static void effect_first_event(struct effect *effect, unsigned place) {
    if (effect->start == KW_NOWHERE && place < KW_HOLES)
        effect->start = (uint8_t)place;
}

static void effect_drop(struct effect *effect, const struct kw_event *event) {
    effect->path |= effect_hole_bit(event->to);
    effect->end = event->to;
    effect->dropped++;
}

static void effect_capture(struct effect *effect, const struct kw_event *event) {
    if (event->to != KW_STORE_SOUTH + (effect->mover ^ 1u))
        effect->taken += event->count;
    effect->path |= effect_hole_bit(event->from);
    if (event->kind == KW_EVENT_CAPTURE)
        effect->robbed |= effect_hole_bit(event->from);
}

/*
 * A choice is followed by marks of one clause if the player takes the chance, by a relay if he
 * plays on.
 */
static void effect_add_choice(struct effect *effect, const struct kw_event *event) {
    enum kw_event_kind kind = event->kind;
    if (kind == KW_EVENT_CHOICE) {
        effect->choosing = true;
    } else if (effect->choosing && (kind == KW_EVENT_MARK || kind == KW_EVENT_RELAY ||
                                    kind == KW_EVENT_STOP || kind == KW_EVENT_NEXT)) {
        effect->choosing = false;
        effect->chosen = *event;
    }
    if (kind == KW_EVENT_MARK && effect->chosen.kind == KW_EVENT_MARK &&
        event->clause == effect->chosen.clause)
        effect->won |= effect_hole_bit(event->to);
}

void effect_on_event(struct effect *effect, const struct kw_event *event) {
    effect_add_choice(effect, event);
    kw_laps_event(&effect->laps, event);
    switch (event->kind) {
    case KW_EVENT_PLANT:
    case KW_EVENT_PLACE:
        effect_first_event(effect, event->to);
        effect->planted += event->kind == KW_EVENT_PLANT;
        effect->path |= effect_hole_bit(event->to);
        effect->end = event->to;
        break;
    case KW_EVENT_LIFT:
        effect_first_event(effect, event->from);
        effect->path |= effect_hole_bit(event->from);
        break;
    case KW_EVENT_DROP:
        effect_drop(effect, event);
        break;
    case KW_EVENT_CAPTURE:
    case KW_EVENT_BANK:
        effect_capture(effect, event);
        break;
    case KW_EVENT_STOP:
        effect->stop = *event;
        break;
    case KW_EVENT_NEXT:
        effect->again = event->to == effect->mover;
        break;
    default:
        break;
    }
}

static bool effect_event(void *context, const struct kw_event *event) {
    effect_on_event(context, event);
    return true;
}

/* "c is now a bulto, d is now a bulto". */
static void effect_winner_text(const struct kw_game *game, const struct effect *effect,
                               char text[KW_TEXT]) {
    struct kw_event event = effect->chosen;
    char each[KW_TEXT];
    size_t length = 0;
    for (uint32_t rest = effect->won; rest != 0 && length < KW_TEXT; rest &= rest - 1) {
        event.to = (uint8_t)__builtin_ctz(rest);
        kw_event_text(game, &event, each);
        length +=
            (size_t)snprintf(text + length, KW_TEXT - length, "%s%s", length > 0 ? ", " : "", each);
    }
}

const char *effect_choice(const struct kw_game *game, const struct effect *effect,
                          char text[KW_TEXT]) {
    char name[KW_TEXT];
    text[0] = '\0';
    if (effect->chosen.clause != NULL && effect->chosen.kind == KW_EVENT_MARK)
        effect_winner_text(game, effect, text);
    else if (effect->chosen.clause != NULL && effect->chosen.kind == KW_EVENT_RELAY)
        snprintf(text, KW_TEXT, "plays on from %s", kw_place_text(game, effect->chosen.to, name));
    return text;
}

void effect_find(struct effect *effect, const struct kw_game *game,
                 const struct kw_position *position, kw_move move) {
    struct kw_position next;
    struct kw_result result;
    effect_begin(effect, position);
    kw_trace(game, position, move, &next, effect_event, effect);
    effect->next = next;
    effect->over = kw_state(game, &next, &result);
    if (effect->stop.clause != NULL && effect->stop.to != KW_NOWHERE)
        effect->end = effect->stop.to;
}

void effect_write(struct string_builder *out, const struct kw_game *game,
                  const struct effect *effect) {
    char name[KW_TEXT];
    if (effect->laps.count == 0)
        return;
    output_format(out, "%zu lap%s", effect->laps.count, effect->laps.count == 1 ? "" : "s");
    if (effect->taken > 0)
        output_format(out, ", took %zu", effect->taken);
    /* That a single lap ends where its seeds do goes without saying. */
    if (effect->stop.clause != NULL &&
        (effect->laps.count > 1 || strcmp(effect->stop.clause->id, "stop") != 0))
        output_format(out, ", stopped in %s [%s]", kw_place_text(game, effect->stop.to, name),
                      effect->stop.clause->id);
}

/* A move that sows nothing. */
static void effect_write_pending(struct string_builder *out, const struct kw_game *game,
                                 kw_move move) {
    char name[KW_TEXT];
    kw_place_text(game, kw_move_hole(move), name);
    switch (kw_move_kind(move)) {
    case KW_PASS:
        output_add(out, "passes");
        break;
    case KW_SWAP:
        output_add(out, "changes sides");
        break;
    case KW_LIFT:
        output_format(out, "lifts %s", name);
        break;
    case KW_PLACE:
        output_format(out, "places one in %s", name);
        break;
    case KW_KEEP:
        output_add(out, "leaves all as it is");
        break;
    default:
        output_format(out, "ends in %s", name);
    }
}

void effect_foretell(struct string_builder *out, const struct kw_game *game, kw_move move,
                     const struct effect *effect) {
    char name[KW_TEXT];
    if (effect->laps.count == 0)
        effect_write_pending(out, game, move);
    else
        output_format(out, "ends in %s", kw_place_text(game, effect->end, name));
    if (effect->taken > 0)
        output_format(out, ", takes %zu", effect->taken);
    if (effect->laps.count > 1)
        output_format(out, ", %zu laps", effect->laps.count);
    const char *choice = effect_choice(game, effect, name);
    if (*choice != '\0')
        output_format(out, ", %s", choice);
    if (effect->laps.count > 0 && effect->again)
        output_add(out, ", moves again");
    if (effect->over)
        output_add(out, ", ends the game");
}
