/* The limits of a search, as the words after `go` give them. */
#ifndef UGI_LIMITS_H
#define UGI_LIMITS_H

#include "cli/command.h"

#include <komwe.h>

/*
 * Reads the rest of a go line: depth, nodes, and as milliseconds the movetime or the part of the
 * clock that the player to move spends, whichever is shorter; 0: no such limit.  `infinite`: the
 * word was given.
 */
enum status ugi_limits_read(struct call *call, char **rest, const struct kw_position *position,
                            struct kw_limits *limits, bool *infinite);

#endif
