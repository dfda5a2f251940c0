/* Replaying a trace on a position. */
#include "komwe/explain.h"

#include <assert.h>

/* The byte that holds the seeds of a place. */
static uint8_t *replay_place(struct kw_position *position, unsigned place) {
    if (place < KW_HOLES)
        return &position->hole[place];
    if (place == KW_HAND)
        return &position->hand;
    return &position->store[place - KW_STORE_SOUTH];
}

static void replay_mark(struct kw_position *position, const struct kw_event *event, bool set) {
    uint32_t bit = 1u << (event->to & 31);
    if (event->count & 1)
        position->mark = set ? position->mark | bit : position->mark & ~bit;
    if (event->count & 2)
        position->mark2 = set ? position->mark2 | bit : position->mark2 & ~bit;
}

void kw_replay(struct kw_position *position, const struct kw_event *event) {
    if (event->from != KW_NOWHERE && event->to != KW_NOWHERE) {
        uint8_t *from = replay_place(position, event->from),
                *to = replay_place(position, event->to);
        *from = (uint8_t)(*from - event->count);
        *to = (uint8_t)(*to + event->count);
        return;
    }
    switch (event->kind) {
    case KW_EVENT_MARK:
        replay_mark(position, event, true);
        break;
    case KW_EVENT_UNMARK:
        replay_mark(position, event, false);
        break;
    case KW_EVENT_FIELD: {
        uint8_t *fields[] = {&position->phase, &position->own[0], &position->own[1]};
        assert(event->to < 3);
        *fields[event->to] = (uint8_t)event->count;
        break;
    }
    case KW_EVENT_NEXT:
        position->turn = event->to;
        break;
    case KW_EVENT_OVER:
        position->over = event->to;
        break;
    default:
        break; /* changes nothing */
    }
}
