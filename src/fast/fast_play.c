#include "fast/fast_play.h"

#include "machine/machine.h"

static void fast_play_put(const struct kw_game *functions, struct kw_game *game) {
    game->moves = functions->moves;
    game->count = functions->count;
    game->play = functions->play;
    game->leaves = functions->leaves;
}

/* The functions for these rules: stamped ones where they are constants. */
static const struct kw_game *fast_play_functions(const struct fast_play *play,
                                                 const struct rules *rules) {
    for (const struct fast_stamp *stamp = play->stamps; stamp->rules != NULL; stamp++)
        if (memcmp(stamp->rules, rules, play->rules_size) == 0)
            return &stamp->game;
    return &play->game;
}

void fast_play_use(const struct fast_play *const *plays, struct machine *machine,
                   struct family *family, struct kw_game *game) {
    for (; *plays != NULL; plays++) {
        const struct fast_play *play = *plays;
        memset(machine->fast, 0, sizeof machine->fast);
        if (!play->fits(machine))
            continue;
        fast_play_put(fast_play_functions(play, &machine->rules), game);
        family->expand_compact = play->expand_compact;
        return;
    }
}
