#include "contestant.h"

#include "arguments.h"
#include "input.h"
#include "interrupt.h"
#include "plain.h"
#include "program.h"

#include <stdlib.h>
#include <string.h>

enum { WEIGHTS_MOST = 1 << 20, HASH_USUAL = 16, HASH_MOST = 1 << 16, LEVEL_MOST = 10 };

struct contestant {
    const struct contestant_spec *spec;
    const struct kw_game *game;
    struct kw_engine *engine;
    struct program *program; /* NULL: to be started */
    struct kw_analysis analysis;
    struct kw_random random;
    struct moves moves;
};

/* ---- what a --player says ----------------------------------------------------------------- */

static bool read_kind(const char *text, enum contestant_kind *kind) {
    static const char *const names[] = {[CONTESTANT_ENGINE] = "self",
                                        [CONTESTANT_PLAIN] = "plain",
                                        [CONTESTANT_RANDOM] = "random",
                                        [CONTESTANT_GREEDY] = "greedy"};
    for (enum contestant_kind i = CONTESTANT_ENGINE; i <= CONTESTANT_GREEDY; i++) {
        if (names[i] != NULL && strcmp(text, names[i]) == 0) {
            *kind = i;
            return true;
        }
    }
    return false;
}

/* Takes in one NAME=VALUE; false if it makes no sense. */
static bool take_pair(struct contestant_spec *spec, const char *name, const char *value) {
    uint64_t number = 0;
    bool whole = read_number(value, INT32_MAX, &number) && number > 0;
    if (strcmp(name, "name") == 0)
        return snprintf(spec->name, sizeof spec->name, "%s", value) < (int)sizeof spec->name;
    if (strcmp(name, "weights") == 0)
        return snprintf(spec->weights, sizeof spec->weights, "%s", value) <
               (int)sizeof spec->weights;
    if (strcmp(name, "engine") == 0)
        return read_kind(value, &spec->kind);
    if (strcmp(name, "hash") == 0)
        spec->hash = (unsigned)number;
    else if (strcmp(name, "nodes") == 0)
        spec->limits.nodes = number;
    else if (strcmp(name, "time") == 0)
        spec->limits.milliseconds = (int64_t)number;
    else if (strcmp(name, "depth") == 0)
        spec->limits.depth = (unsigned)number;
    else if (strcmp(name, "level") == 0)
        spec->level = (unsigned)number;
    else if (strcmp(name, "ready") == 0)
        spec->ready = (unsigned)number;
    else if (strcmp(name, "timeout") == 0)
        spec->timeout = (unsigned)number;
    else
        return false;
    return whole && spec->hash <= HASH_MOST && spec->level <= LEVEL_MOST;
}

static bool searches(const struct contestant_spec *spec) {
    return spec->kind != CONTESTANT_RANDOM && spec->kind != CONTESTANT_GREEDY;
}

/* A word of the specification, which is changed; false with a sentence if it makes no sense. */
static bool take_word(struct contestant_spec *spec, char *word, char fault[KW_TEXT]) {
    char *equals = strchr(word, '=');
    if (equals == NULL && read_kind(word, &spec->kind)) {
        snprintf(spec->name, sizeof spec->name, "%s", word);
        return true;
    }
    if (equals != NULL) {
        *equals = '\0';
        if (take_pair(spec, word, equals + 1))
            return true;
        *equals = '=';
    }
    snprintf(fault, KW_TEXT, "'%.100s' says nothing of a player", word);
    return false;
}

bool contestant_read(const char *text, struct contestant_spec *spec, char fault[KW_TEXT]) {
    char copy[2 * CONTESTANT_COMMAND_TEXT], *rest;
    *spec = (struct contestant_spec){.hash = HASH_USUAL};
    if (strlen(text) >= sizeof copy) {
        snprintf(fault, KW_TEXT, "a player is told in less than %zu bytes", sizeof copy);
        return false;
    }
    snprintf(copy, sizeof copy, "%s", text);
    char *command = strstr(copy, "cmd=");
    if (command != NULL && (command == copy || command[-1] == ' ')) {
        spec->kind = CONTESTANT_COMMAND;
        snprintf(spec->command, sizeof spec->command, "%s", command + strlen("cmd="));
        *command = '\0';
    }
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        if (!take_word(spec, word, fault))
            return false;
    const struct kw_limits *limits = &spec->limits;
    if (searches(spec) && spec->level == 0 &&
        (limits->nodes | limits->depth | (uint64_t)limits->milliseconds) == 0) {
        snprintf(fault, KW_TEXT, "'%.100s' needs a limit: time, nodes, depth or level", text);
        return false;
    }
    if ((spec->ready | spec->timeout) > 0 && spec->kind != CONTESTANT_COMMAND) {
        snprintf(fault, KW_TEXT, "ready= and timeout= are for a program, with cmd=");
        return false;
    }
    if (spec->name[0] == '\0')
        snprintf(spec->name, sizeof spec->name, "%s", "player");
    return true;
}

/* ---- at work ------------------------------------------------------------------------------ */

/* Gives the engine the weights of a file. */
static bool take_weights(struct contestant *contestant, struct kw_error *error) {
    const char *path = contestant->spec->weights;
    char *text;
    size_t length;
    bool good = file_read(path, WEIGHTS_MOST, &text, &length, error->message);
    if (good) {
        struct kw_error reason;
        text = memory_resize(text, length + 1, 1);
        text[length] = '\0';
        good = kw_engine_weights(contestant->engine, contestant->game, text, &reason);
        if (!good)
            snprintf(error->message, sizeof error->message, "%.200s:%zu: %.200s", path, reason.line,
                     reason.message);
    }
    free(text);
    return good;
}

/* Starts the program. */
static bool open_program(struct contestant *contestant, struct kw_error *error) {
    const struct contestant_spec *spec = contestant->spec;
    const struct program_spec program = {.command = spec->command,
                                         .game = contestant->game,
                                         .hash = spec->hash,
                                         .ready = spec->ready,
                                         .timeout = spec->timeout};
    contestant->program = program_open(&program, error);
    return contestant->program != NULL;
}

static bool open_engine(struct contestant *contestant, struct kw_error *error) {
    const struct contestant_spec *spec = contestant->spec;
    contestant->engine = kw_engine_new((size_t)spec->hash << 20, 1);
    if (contestant->engine == NULL) {
        snprintf(error->message, sizeof error->message, "not enough memory for %s", spec->name);
        return false;
    }
    interrupt_watch(contestant->engine);
    return spec->weights[0] == '\0' || take_weights(contestant, error);
}

struct contestant *contestant_open(const struct contestant_spec *spec, const struct kw_game *game,
                                   struct kw_error *error) {
    struct contestant *contestant = memory_new(1, sizeof *contestant);
    contestant->spec = spec;
    contestant->game = game;
    bool good = (spec->kind != CONTESTANT_ENGINE || open_engine(contestant, error)) &&
                (spec->kind != CONTESTANT_COMMAND || open_program(contestant, error));
    if (good)
        return contestant;
    contestant_close(contestant);
    return NULL;
}

void contestant_close(struct contestant *contestant) {
    if (contestant == NULL)
        return;
    interrupt_forget(contestant->engine);
    kw_engine_free(contestant->engine);
    program_close(contestant->program);
    moves_free(&contestant->moves);
    free(contestant);
}

/* What a program has come to; one that failed is gone, so that the next game has another. */
static bool heed_program(struct contestant *contestant, bool good) {
    if (!good) {
        program_close(contestant->program);
        contestant->program = NULL;
    }
    return good;
}

bool contestant_begin(struct contestant *contestant, uint64_t seed, struct kw_error *error) {
    kw_random_seed(&contestant->random, seed);
    if (contestant->engine != NULL)
        kw_engine_clear(contestant->engine);
    if (contestant->spec->kind != CONTESTANT_COMMAND)
        return true;
    return (contestant->program != NULL || open_program(contestant, error)) &&
           heed_program(contestant, program_begin(contestant->program, error));
}

bool contestant_choose(struct contestant *contestant, const struct kw_session *session,
                       kw_move *move, struct kw_error *error) {
    const struct contestant_spec *spec = contestant->spec;
    const struct kw_position *position = kw_session_position(session);
    switch (spec->kind) {
    case CONTESTANT_ENGINE:
        if (spec->level > 0)
            return kw_engine_play(contestant->engine, session, spec->level, &contestant->random,
                                  move, error);
        if (!kw_engine_search(contestant->engine, session, &spec->limits, NULL, NULL,
                              &contestant->analysis, error))
            return false;
        *move = contestant->analysis.line[0].move[0];
        return true;
    case CONTESTANT_COMMAND:
        return heed_program(
            contestant, program_choose(contestant->program, session, &spec->limits, move, error));
    case CONTESTANT_PLAIN:
        *move = plain_choose(contestant->game, position, &spec->limits);
        return true;
    default:
        moves_list(&contestant->moves, contestant->game, position);
        *move = who_choose(spec->kind == CONTESTANT_GREEDY ? WHO_GREEDY : WHO_RANDOM,
                           contestant->game, position, &contestant->moves, &contestant->random);
        return true;
    }
}

bool contestant_tells(const struct contestant_spec *spec) {
    return spec->kind == CONTESTANT_ENGINE && spec->level == 0;
}

const struct kw_line *contestant_line(const struct contestant *contestant) {
    return contestant_tells(contestant->spec) ? &contestant->analysis.line[0] : NULL;
}
