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

static void replay_exchange(uint8_t *one, uint8_t *other) {
    uint8_t kept = *one;
    *one = *other;
    *other = kept;
}

/* Marks of the holes of the two sides, each of so many holes, exchanged. */
static uint32_t replay_marks(uint32_t marks, unsigned holes) {
    uint32_t side = (1u << holes) - 1;
    return (marks & side) << holes | (marks >> holes & side);
}

static void replay_swap(struct kw_position *position, unsigned holes) {
    for (unsigned hole = 0; hole < holes; hole++)
        replay_exchange(&position->hole[hole], &position->hole[hole + holes]);
    replay_exchange(&position->store[0], &position->store[1]);
    position->mark = replay_marks(position->mark, holes);
    position->mark2 = replay_marks(position->mark2, holes);
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
    case KW_EVENT_SWAP:
        replay_swap(position, event->count);
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
