#include "mutated/mutated.h"
#include "twin/twin_families.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool twin_game_open(struct twin_game *twin, const struct kw_game *game) {
    const char *id = kw_game_info(game)->id;
    *twin = (struct twin_game){.family = NULL};
    snprintf(twin->id, sizeof twin->id, "%s", id);
    char options[KW_TEXT];
    snprintf(twin->options, sizeof twin->options, "%s", kw_game_options(game, options));
    for (size_t i = 0; i < TWIN_FAMILIES; i++)
        for (const char *const *known = twin_families[i]->ids; *known != NULL; known++)
            if (strcmp(*known, id) == 0)
                twin->family = twin_families[i];
    return twin->family != NULL;
}

bool twin_position_good(const struct twin_game *twin, const char *position) {
    char text[TWIN_TEXT];
    return twin->family->read(twin->id, twin->options, position, text) == 0 &&
           strcmp(text, position) == 0;
}

bool twin_move(const struct twin_game *twin, const char *position, const char *move,
               char next[KW_TEXT]) {
    char *moves = twin->family->moves(twin->id, twin->options, position), text[TWIN_TEXT];
    size_t length = strlen(move);
    bool legal = false;
    for (const char *at = moves; *at != '\0' && !legal; at = strchr(at, '\n') + 1)
        legal = strncmp(at, move, length) == 0 && at[length] == '\n';
    free(moves);
    if (!legal)
        return false;
    twin->family->play(twin->id, twin->options, position, move, text);
    snprintf(next, KW_TEXT, "%s", text);
    return true;
}

size_t twin_moves_like(const struct twin_game *twin, const char *position, const char *word) {
    char *moves = twin->family->moves(twin->id, twin->options, position);
    size_t count = 0;
    for (const char *at = moves; *at != '\0'; at = strchr(at, '\n') + 1)
        count += strncmp(at, word, strlen(word)) == 0;
    free(moves);
    return count;
}

/* ---- games ----------------------------------------------------------------------------------- */

static void twin_replay_add(struct twin_replay *replay, const char *position) {
    if (replay->plies == replay->room) {
        replay->room = replay->room == 0 ? 64 : 2 * replay->room;
        replay->position = realloc(replay->position, replay->room * sizeof *replay->position);
        if (replay->position == NULL)
            abort();
    }
    snprintf(replay->position[replay->plies], KW_TEXT, "%s", position);
    replay->plies++;
}

bool twin_replay_begin(struct twin_replay *replay, const struct kw_game *game,
                       const struct kw_position *start) {
    char text[KW_TEXT];
    *replay = (struct twin_replay){0};
    if (!twin_game_open(&replay->twin, game))
        return false;
    twin_replay_add(replay, kw_position_text(game, start, text));
    return twin_position_good(&replay->twin, text);
}

bool twin_replay_move(struct twin_replay *replay, const char *move) {
    char next[KW_TEXT], over[TWIN_TEXT];
    const char *position = replay->position[replay->plies - 1];
    replay->twin.family->result(replay->twin.id, replay->twin.options, position, 0, over);
    if (over[0] != '\0' || !twin_move(&replay->twin, position, move, next))
        return false;
    twin_replay_add(replay, next);
    return true;
}

void twin_replay_result(const struct twin_replay *replay, const struct kw_game *game,
                        char text[KW_TEXT]) {
    const char *last = replay->position[replay->plies - 1];
    char result[TWIN_TEXT];
    unsigned stood = 0;
    for (size_t i = 0; i < replay->plies; i++)
        stood += strcmp(replay->position[i], last) == 0;
    int repeated = kw_repetitions(game) > 0 && stood >= kw_repetitions(game);
    replay->twin.family->result(replay->twin.id, replay->twin.options, last, repeated, result);
    snprintf(text, KW_TEXT, "%s", result);
}

void twin_replay_free(struct twin_replay *replay) { free(replay->position); }
