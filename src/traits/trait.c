#include "traits/trait.h"

const struct trait *trait_find(const struct trait *const *traits, const char *name, size_t length) {
    for (; *traits != NULL; traits++)
        if (strlen((*traits)->name) == length && memcmp((*traits)->name, name, length) == 0)
            return *traits;
    return NULL;
}

void trait_use(const struct trait *trait, const struct rules *rules, struct kw_game *game) {
    fast_play_put(fast_play_stamped(trait->stamps, &trait->game, rules, trait->rules_size), game);
}
