#include "fast/fast_play.h"

#include "machine/machine.h"

void fast_play_put(const struct kw_game *functions, struct kw_game *game) {
    game->moves = functions->moves;
    game->count = functions->count;
    game->mobility = functions->mobility;
    game->play = functions->play;
    game->leaves = functions->leaves;
}

const struct kw_game *fast_play_stamped(const struct fast_stamp *stamps,
                                        const struct kw_game *general, const struct rules *rules,
                                        size_t size) {
    for (; stamps->rules != NULL; stamps++)
        if (memcmp(stamps->rules, rules, size) == 0)
            return &stamps->game;
    return general;
}

void fast_play_use(const struct fast_play *const *plays, struct machine *machine,
                   struct family *family, struct kw_game *game) {
    for (; *plays != NULL; plays++) {
        const struct fast_play *play = *plays;
        memset(machine->fast, 0, sizeof machine->fast);
        if (!play->fits(machine))
            continue;
        fast_play_put(
            fast_play_stamped(play->stamps, &play->game, &machine->rules, play->rules_size), game);
        family->expand_compact = play->expand_compact;
        return;
    }
}
