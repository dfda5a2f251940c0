/*
 * By how many seeds does South win a small game if both play perfectly?
 * solve kalah "pits=3 seeds=3 capture=empty"
 */
#include <komwe.h>
#include <stdio.h>
#include <string.h>

enum { ENTRIES = 1 << 20 };

static struct entry {
    struct kw_position key;
    int value;
    bool known;
} table[ENTRIES];

/* What the player to move will yet gain on the other; it does not depend on the stores. */
static int value(const struct kw_game *game, const struct kw_position *position) {
    struct kw_position key;
    struct kw_result result;
    struct kw_child child[KW_MOVES];
    int us = position->turn, them = us ^ 1, now = position->store[us] - position->store[them];
    if (kw_state(game, position, &result))
        return (int)result.score[us] - (int)result.score[them] - now;
    kw_key(game, position, &key);
    struct entry *entry = &table[kw_hash(&key) % ENTRIES];
    if (entry->known && memcmp(&entry->key, &key, sizeof key) == 0)
        return entry->value;
    int best = -1000;
    for (size_t left = kw_children(game, position, child, KW_MOVES); left > 0; left--) {
        const struct kw_position *next = &child[left - 1].position;
        int later = next->turn == us ? value(game, next) : -value(game, next);
        int gain = next->store[us] - next->store[them] - now + later;
        best = gain > best ? gain : best;
    }
    *entry = (struct entry){key, best, true};
    return best;
}

int main(int argc, char **argv) {
    struct kw_error error = {.message = "which game and options?"};
    struct kw_game *game = argc < 3 ? NULL : kw_game_open(argv[1], argv[2], &error);
    struct kw_position start;
    if (game == NULL)
        return fprintf(stderr, "solve: %s\n", error.message), 1;
    kw_start(game, &start);
    printf("%+d\n", value(game, &start));
    kw_game_close(game);
}
