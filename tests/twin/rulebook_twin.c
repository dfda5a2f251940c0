/*
 * The rules of the checker of proofs, as the slow twin has them: so built it shares no rule with
 * the library that the proof comes from.  Only whether there is such a game, with such options, is
 * asked there, since the twin takes that for granted.
 */
#include "../../apps/check-proof/rulebook.h"

#include "komwe.h"
#include "twin/twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rulebook {
    char id[RULEBOOK_TEXT], options[RULEBOOK_TEXT];
};

void *memory_grow(void *old, size_t count, size_t size) {
    void *memory = realloc(old, count * size);
    if (memory == NULL) {
        fputs("there is not enough memory\n", stderr);
        exit(1);
    }
    return memory;
}

static bool is_of_family(const char *id) {
    for (const char *const *known = twin_bao.ids; *known != NULL; known++)
        if (strcmp(*known, id) == 0)
            return true;
    return false;
}

struct rulebook *rulebook_open(const char *id, const char *options, char fault[RULEBOOK_TEXT]) {
    struct kw_error error = {.message = "it is not a game of the Bao family"};
    struct kw_game *game = is_of_family(id) ? kw_game_open(id, options, &error) : NULL;
    if (game == NULL) {
        snprintf(fault, RULEBOOK_TEXT, "%s", error.message);
        return NULL;
    }
    struct rulebook *rules = memory_grow(NULL, 1, sizeof *rules);
    snprintf(rules->id, sizeof rules->id, "%s", id);
    kw_game_options(game, rules->options);
    kw_game_close(game);
    return rules;
}

void rulebook_close(struct rulebook *rules) { free(rules); }

void rulebook_name(const struct rulebook *rules, char id[RULEBOOK_TEXT],
                   char options[RULEBOOK_TEXT]) {
    snprintf(id, RULEBOOK_TEXT, "%s", rules->id);
    snprintf(options, RULEBOOK_TEXT, "%s%.500s", *rules->options != '\0' ? " " : "",
             rules->options);
}

void rulebook_start(const struct rulebook *rules, char position[RULEBOOK_TEXT]) {
    twin_bao.start(rules->id, rules->options, position);
}

bool rulebook_reads(const struct rulebook *rules, const char *position) {
    char text[TWIN_TEXT];
    return twin_bao.read(rules->id, rules->options, position, text) == 0 &&
           strcmp(text, position) == 0;
}

char rulebook_outcome(const struct rulebook *rules, const char *position) {
    char text[TWIN_TEXT];
    twin_bao.result(rules->id, rules->options, position, 0, text);
    return *text == '\0' ? '\0' : strcmp(text, "over draw") == 0 ? '=' : text[5];
}

char *rulebook_moves(const struct rulebook *rules, const char *position) {
    return twin_bao.moves(rules->id, rules->options, position);
}

void rulebook_play(const struct rulebook *rules, const char *position, const char *move,
                   char next[RULEBOOK_TEXT]) {
    twin_bao.play(rules->id, rules->options, position, move, next);
}
