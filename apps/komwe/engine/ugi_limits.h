/* The limits of a search, as the words after `go` give them. */
#ifndef UGI_LIMITS_H
#define UGI_LIMITS_H

#include "cli/command.h"
#include "game/move_time.h"

/* What a go line asks for. */
struct ugi_go {
    struct kw_limits limits; /* depth, nodes, movetime; 0: no such limit */
    bool infinite;
    bool ponder;
    bool clocked; /* the player to move has a clock: */
    struct move_clock clock;
};

/* Reads the rest of a go line for the player to move; overhead and nodes of the clock stay 0. */
enum status ugi_limits_read(struct call *call, char **rest, const struct kw_position *position,
                            struct ugi_go *go);

#endif
