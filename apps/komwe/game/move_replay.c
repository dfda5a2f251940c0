#include "game/move_replay.h"

#include "cli/output.h"

#include <stdlib.h>

/* Nobody watches more: what comes after so many events is seen at the end only. */
enum { EVENTS_MOST = 1 << 20 };

void sowing_begin(struct sowing *sowing, const struct kw_position *position) {
    *sowing = (struct sowing){.board = *position, .at = KW_NOWHERE};
}

void sowing_free(struct sowing *sowing) {
    free(sowing->event);
    sowing->event = NULL;
}

/*
 * Whether a lap begins: seeds are lifted, captured ones come in at a head, or they are sown on from
 * where the sowing stood, which only their first seed tells.
 */
static bool begins_lap(const struct kw_event *event, bool *in_hand) {
    bool waiting = *in_hand;
    switch (event->kind) {
    case KW_EVENT_CAPTURE:
        *in_hand = event->to == KW_HAND;
        return false;
    case KW_EVENT_LIFT:
    case KW_EVENT_HEAD:
        *in_hand = false;
        return true;
    case KW_EVENT_DROP:
        *in_hand = false;
        return waiting;
    default:
        return false;
    }
}

/* Events after which one looks at the board. */
static bool event_moves_seeds(enum kw_event_kind kind) {
    return kind == KW_EVENT_PLANT || kind == KW_EVENT_LIFT || kind == KW_EVENT_DROP ||
           kind == KW_EVENT_CAPTURE || kind == KW_EVENT_BANK || kind == KW_EVENT_PLACE;
}

static bool remember(void *context, const struct kw_event *event) {
    struct sowing *sowing = context;
    if (sowing->count == EVENTS_MOST)
        return false;
    if (sowing->count == sowing->capacity) {
        sowing->capacity = sowing->capacity * 2 + 256;
        sowing->event = memory_resize(sowing->event, sowing->capacity, sizeof *sowing->event);
    }
    sowing->event[sowing->count++] = *event;
    sowing->steps[PACE_SEED] += event_moves_seeds(event->kind);
    sowing->captures += event->kind == KW_EVENT_CAPTURE || event->kind == KW_EVENT_BANK;
    sowing->steps[PACE_LAP] += begins_lap(event, &sowing->in_hand[0]);
    return true;
}

void sowing_add(struct sowing *sowing, const struct kw_game *game,
                const struct kw_position *position, kw_move move) {
    struct kw_position next;
    kw_trace(game, position, move, &next, remember, sowing);
}

static void show_event(struct sowing *sowing, const struct kw_event *event) {
    bool to_hand = event->to == KW_HAND, from_hand = event->from == KW_HAND;
    kw_replay(&sowing->board, event);
    if (!event_moves_seeds(event->kind))
        return;
    sowing->at = to_hand || event->to >= KW_HOLES ? event->from : event->to;
    if (from_hand)
        sowing->at = event->to;
    sowing->hand += to_hand ? event->count : 0;
    sowing->hand -= from_hand && sowing->hand >= event->count ? event->count : 0;
    if (event->kind == KW_EVENT_CAPTURE || event->kind == KW_EVENT_BANK) {
        sowing->taken += event->count;
        sowing->captured = true;
    }
}

bool sowing_step(struct sowing *sowing, enum pace pace) {
    bool shown = false;
    sowing->captured = false;
    while (sowing->next < sowing->count) {
        const struct kw_event *event = &sowing->event[sowing->next];
        bool in_hand = sowing->in_hand[1], begins = begins_lap(event, &in_hand);
        if (shown && pace == PACE_LAP && begins)
            break;
        sowing->in_hand[1] = in_hand;
        sowing->lap += begins;
        show_event(sowing, event);
        sowing->next++;
        shown = true;
        if (pace == PACE_SEED && event_moves_seeds(event->kind))
            break;
    }
    return shown;
}
