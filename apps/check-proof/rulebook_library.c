#include "rulebook.h"

#include <komwe.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rulebook {
    struct kw_game *game;
};

void *memory_grow(void *old, size_t count, size_t size) {
    void *memory = count <= SIZE_MAX / size ? realloc(old, count * size) : NULL;
    if (memory == NULL) {
        fputs("komwe-check-proof: there is not enough memory\n", stderr);
        exit(1);
    }
    return memory;
}

struct rulebook *rulebook_open(const char *id, const char *options, char fault[RULEBOOK_TEXT]) {
    struct kw_error error;
    struct kw_game *game = kw_game_open_kernel(id, options, KW_KERNEL_PLAIN, &error);
    if (game == NULL) {
        snprintf(fault, RULEBOOK_TEXT, "%s", error.message);
        return NULL;
    }
    if (kw_game_info(game)->counts_seeds) {
        snprintf(fault, RULEBOOK_TEXT, "%s counts seeds, and has no proofs of who wins", id);
        kw_game_close(game);
        return NULL;
    }
    struct rulebook *rules = memory_grow(NULL, 1, sizeof *rules);
    rules->game = game;
    return rules;
}

void rulebook_close(struct rulebook *rules) {
    if (rules != NULL)
        kw_game_close(rules->game);
    free(rules);
}

void rulebook_name(const struct rulebook *rules, char id[RULEBOOK_TEXT],
                   char options[RULEBOOK_TEXT]) {
    char text[KW_TEXT];
    snprintf(id, RULEBOOK_TEXT, "%s", kw_game_info(rules->game)->id);
    kw_game_options(rules->game, text);
    snprintf(options, RULEBOOK_TEXT, "%s%.500s", *text != '\0' ? " " : "", text);
}

void rulebook_start(const struct rulebook *rules, char position[RULEBOOK_TEXT]) {
    struct kw_position start;
    kw_start(rules->game, &start);
    kw_position_text(rules->game, &start, position);
}

bool rulebook_reads(const struct rulebook *rules, const char *position) {
    struct kw_position read;
    char text[KW_TEXT];
    return kw_position_read(rules->game, position, &read, NULL) &&
           strcmp(kw_position_text(rules->game, &read, text), position) == 0;
}

/* Reads a position that the library has written. */
static struct kw_position rulebook_read_back(const struct rulebook *rules, const char *position) {
    struct kw_position read = {0};
    kw_position_read(rules->game, position, &read, NULL);
    return read;
}

char rulebook_outcome(const struct rulebook *rules, const char *position) {
    struct kw_position read = rulebook_read_back(rules, position);
    struct kw_result result;
    if (!kw_state(rules->game, &read, &result))
        return '\0';
    if (result.outcome == KW_DRAW)
        return '=';
    return "SN"[result.outcome == KW_NORTH_WINS];
}

static int rulebook_compare_text(const void *a, const void *b) { return strcmp(a, b); }

char *rulebook_moves(const struct rulebook *rules, const char *position) {
    struct kw_position read = rulebook_read_back(rules, position);
    kw_move move[KW_MOVES];
    char text[KW_MOVES][KW_TEXT];
    size_t count = kw_moves(rules->game, &read, move, KW_MOVES);
    for (size_t i = 0; i < count; i++)
        kw_move_text(rules->game, &read, move[i], text[i]);
    qsort(text, count, sizeof *text, rulebook_compare_text);
    char *lines = memory_grow(NULL, count + 1, 16), *end = lines;
    *end = '\0';
    for (size_t i = 0; i < count; i++)
        end += sprintf(end, "%.14s\n", text[i]);
    return lines;
}

void rulebook_play(const struct rulebook *rules, const char *position, const char *move,
                   char next[RULEBOOK_TEXT]) {
    struct kw_position read = rulebook_read_back(rules, position);
    kw_move list[KW_TURN_STEPS];
    *next = '\0';
    if (kw_move_read(rules->game, &read, move, list, NULL) != 1)
        return;
    kw_play(rules->game, &read, list[0], &read);
    kw_position_text(rules->game, &read, next);
}
