#include "game/move_replay.h"

#include "io/output.h"

#include <stdlib.h>

/* Nobody watches more: what comes after so many events is seen at the end only. */
enum { EVENTS_MOST = 1 << 20 };

void replay_begin(struct move_replay *replay, const struct kw_position *position) {
    *replay = (struct move_replay){.board = *position, .at = KW_NOWHERE};
}

void replay_free(struct move_replay *replay) {
    free(replay->event);
    replay->event = NULL;
}

/*
 * Whether a lap begins: seeds are lifted, captured ones come in at a head, or they are sown on from
 * their place, which only their first seed shows.
 */
static bool replay_begins_lap(const struct kw_event *event, bool *in_hand) {
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
static bool replay_moves_seeds(enum kw_event_kind kind) {
    return kind == KW_EVENT_PLANT || kind == KW_EVENT_LIFT || kind == KW_EVENT_DROP ||
           kind == KW_EVENT_CAPTURE || kind == KW_EVENT_BANK || kind == KW_EVENT_PLACE;
}

static bool replay_store_event(void *context, const struct kw_event *event) {
    struct move_replay *replay = context;
    if (replay->count == EVENTS_MOST)
        return false;
    memory_reserve(&replay->event, replay->count, 1, &replay->capacity, sizeof *event);
    replay->event[replay->count++] = *event;
    replay->steps[PACE_SEED] += replay_moves_seeds(event->kind);
    replay->captures += event->kind == KW_EVENT_CAPTURE || event->kind == KW_EVENT_BANK;
    replay->steps[PACE_LAP] += replay_begins_lap(event, &replay->in_hand[0]);
    return true;
}

void replay_add(struct move_replay *replay, const struct kw_game *game,
                const struct kw_position *position, kw_move move) {
    struct kw_position next;
    kw_trace(game, position, move, &next, replay_store_event, replay);
}

static void replay_show_event(struct move_replay *replay, const struct kw_event *event) {
    bool to_hand = event->to == KW_HAND, from_hand = event->from == KW_HAND;
    kw_replay(&replay->board, event);
    if (!replay_moves_seeds(event->kind))
        return;
    replay->at = to_hand || event->to >= KW_HOLES ? event->from : event->to;
    if (from_hand)
        replay->at = event->to;
    replay->hand += to_hand ? event->count : 0;
    replay->hand -= from_hand && replay->hand >= event->count ? event->count : 0;
    if (event->kind == KW_EVENT_CAPTURE || event->kind == KW_EVENT_BANK) {
        replay->taken += event->count;
        replay->captured = true;
    }
}

bool replay_step(struct move_replay *replay, enum replay_pace pace) {
    bool shown = false;
    replay->captured = false;
    while (replay->next < replay->count) {
        const struct kw_event *event = &replay->event[replay->next];
        bool in_hand = replay->in_hand[1], begins = replay_begins_lap(event, &in_hand);
        if (shown && pace == PACE_LAP && begins)
            break;
        replay->in_hand[1] = in_hand;
        replay->lap += begins;
        replay_show_event(replay, event);
        replay->next++;
        shown = true;
        if (pace == PACE_SEED && replay_moves_seeds(event->kind))
            break;
    }
    return shown;
}
