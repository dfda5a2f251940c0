/* Moves as they are shown: their events, carried out step by step on a board. */
#ifndef MOVE_REPLAY_H
#define MOVE_REPLAY_H

#include <komwe.h>

enum replay_pace { PACE_SEED, PACE_LAP };

struct move_replay {
    struct kw_position board; /* as far as the moves have been shown */
    unsigned at;              /* the place of the last step; KW_NOWHERE: none */
    unsigned hand;            /* seeds in the hand */
    size_t lap, taken;        /* laps begun, seeds taken so far */
    bool captured;            /* the last step took seeds */
    size_t steps[2];          /* how many there are in all, by enum pace */
    size_t captures;          /* how many of them take seeds, at most */
    bool in_hand[2];          /* captured seeds wait to be sown: while stored, while shown */
    struct kw_event *event;
    size_t count, capacity, next;
};

/* Begins at a position, adds a legal move that follows. */
void replay_begin(struct move_replay *replay, const struct kw_position *position);
void replay_add(struct move_replay *replay, const struct kw_game *game,
                const struct kw_position *position, kw_move move);

/* Shows a seed or a lap more; false if all has been shown. */
bool replay_step(struct move_replay *replay, enum replay_pace pace);

void replay_free(struct move_replay *replay);

#endif
