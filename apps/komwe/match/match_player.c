#include "match/match_player.h"

#include "cli/arguments.h"
#include "cli/error_text.h"
#include "cli/interrupt.h"
#include "files/weights_file.h"
#include "match/external_engine.h"
#include "match/plain_search.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_USUAL = 16 };

struct contestant {
    const struct contestant_spec *spec;
    const struct kw_game *game;
    struct kw_engine *engine;
    struct kw_tables *tables; /* that it asks, or NULL */
    struct program *program;  /* NULL: to be started */
    struct kw_analysis analysis;
    struct kw_random random;
    struct moves moves;
};

/* ---- what a --player says ----------------------------------------------------------------- */

static const char *const kind_name[] = {[CONTESTANT_ENGINE] = "self",
                                        [CONTESTANT_COMMAND] = NULL,
                                        [CONTESTANT_PLAIN] = "plain",
                                        [CONTESTANT_RANDOM] = "random",
                                        [CONTESTANT_GREEDY] = "greedy"};

static bool read_kind(const char *text, enum contestant_kind *kind) {
    for (enum contestant_kind i = CONTESTANT_ENGINE; i <= CONTESTANT_GREEDY; i++) {
        if (kind_name[i] != NULL && strcmp(text, kind_name[i]) == 0) {
            *kind = i;
            return true;
        }
    }
    return false;
}

/* The words with a whole number, from 1 on. */
enum number { LEVEL, NODES, TIME, DEPTH, HASH, READY, TIMEOUT, NUMBERS };

static const struct {
    const char *name;
    uint64_t most;
} numbers[NUMBERS] = {
    [LEVEL] = {"level", 10},
    [NODES] = {"nodes", INT32_MAX},
    [TIME] = {"time", INT32_MAX},
    [DEPTH] = {"depth", 126},
    [HASH] = {"hash", 1 << 16},
    [READY] = {"ready", INT32_MAX},
    [TIMEOUT] = {"timeout", INT32_MAX},
};

static bool take_text(char *text, size_t size, const char *name, const char *value,
                      char fault[KW_TEXT]) {
    if (strlen(value) >= size)
        return refuse(fault, "%s= has at most %zu bytes", name, size - 1);
    snprintf(text, size, "%s", value);
    return true;
}

/* Takes in one NAME=VALUE. */
static bool take_pair(struct contestant_spec *spec, uint64_t number[NUMBERS], const char *name,
                      const char *value, char fault[KW_TEXT]) {
    if (strcmp(name, "name") == 0)
        return take_text(spec->name, sizeof spec->name, name, value, fault);
    if (strcmp(name, "weights") == 0)
        return take_text(spec->weights, sizeof spec->weights, name, value, fault);
    if (strcmp(name, "tables") == 0)
        return take_text(spec->tables, sizeof spec->tables, name, value, fault);
    if (strcmp(name, "engine") == 0)
        return read_kind(value, &spec->kind) ||
               refuse(fault, "engine= is self, plain, greedy or random, not '%.100s'", value);
    for (enum number i = LEVEL; i < NUMBERS; i++) {
        if (strcmp(name, numbers[i].name) != 0)
            continue;
        if (number[i] > 0)
            return refuse(fault, "%s= is said twice", name);
        return (read_number(value, numbers[i].most, &number[i]) && number[i] > 0) ||
               refuse(fault, "%s= is a whole number from 1 to %" PRIu64 ", not '%.100s'", name,
                      numbers[i].most, value);
    }
    return refuse(fault, "'%.50s=%.100s' says nothing of a player", name, value);
}

/* A word of the specification, which is changed. */
static bool take_word(struct contestant_spec *spec, uint64_t number[NUMBERS], char *word,
                      char fault[KW_TEXT]) {
    static const char by_level[] = "level:";
    char *equals = strchr(word, '=');
    if (equals != NULL) {
        *equals = '\0';
        return take_pair(spec, number, word, equals + 1, fault);
    }
    if (strncmp(word, by_level, strlen(by_level)) == 0) {
        if (!take_pair(spec, number, "level", word + strlen(by_level), fault))
            return false;
    } else if (!read_kind(word, &spec->kind)) {
        return refuse(fault, "'%.100s' says nothing of a player", word);
    }
    if (spec->name[0] == '\0') /* else name= has said another */
        snprintf(spec->name, sizeof spec->name, "%s", word);
    return true;
}

/* Takes the words apart, with the command at the end. */
static bool take_words(struct contestant_spec *spec, uint64_t number[NUMBERS], char *words,
                       char fault[KW_TEXT]) {
    char *command = strstr(words, "cmd="), *rest;
    bool commanded = command != NULL && (command == words || command[-1] == ' ');
    if (commanded &&
        !take_text(spec->command, sizeof spec->command, "cmd", command + strlen("cmd="), fault))
        return false;
    if (commanded && spec->command[strspn(spec->command, " ")] == '\0')
        return refuse(fault, "after cmd= stands the program");
    if (commanded)
        *command = '\0';
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        if (!take_word(spec, number, word, fault))
            return false;
    bool told = spec->kind != CONTESTANT_COMMAND;
    if (commanded && told)
        return refuse(fault, "a player is engine= or cmd=, not both");
    if (!commanded && !told)
        spec->kind = CONTESTANT_ENGINE;
    return true;
}

/* Whether what is said goes together. */
static bool make_sense(const struct contestant_spec *spec, const char *text, char fault[KW_TEXT]) {
    const struct kw_limits *limits = &spec->limits;
    bool limited = (limits->nodes | limits->depth | (uint64_t)limits->milliseconds) != 0;
    bool chance = spec->kind == CONTESTANT_RANDOM || spec->kind == CONTESTANT_GREEDY;
    if ((spec->ready | spec->timeout) > 0 && spec->kind != CONTESTANT_COMMAND)
        return refuse(fault, "ready= and timeout= are for a program, with cmd=");
    if ((spec->level > 0 || spec->weights[0] != '\0' || spec->tables[0] != '\0') &&
        spec->kind != CONTESTANT_ENGINE)
        return refuse(fault, "level=, weights= and tables= are for engine=self");
    if (chance && limited)
        return refuse(fault, "random and greedy need no time=, nodes= or depth=");
    if (spec->level > 0 && limited)
        return refuse(fault, "level= has limits of its own: it stands in place of time=, nodes= "
                             "and depth=");
    if (!chance && spec->level == 0 && !limited)
        return refuse(fault, "'%.100s' needs a limit: time=, nodes= or depth=%s", text,
                      spec->kind == CONTESTANT_ENGINE ? ", or a level=" : "");
    return true;
}

bool contestant_read(const char *text, struct contestant_spec *spec, char fault[KW_TEXT]) {
    char copy[2 * CONTESTANT_COMMAND_TEXT];
    uint64_t number[NUMBERS] = {0};
    *spec = (struct contestant_spec){.kind = CONTESTANT_COMMAND}; /* until another is told */
    if (strlen(text) >= sizeof copy)
        return refuse(fault, "a player is told in less than %zu bytes", sizeof copy);
    snprintf(copy, sizeof copy, "%s", text);
    if (!take_words(spec, number, copy, fault))
        return false;
    spec->limits = (struct kw_limits){.depth = (unsigned)number[DEPTH],
                                      .nodes = number[NODES],
                                      .milliseconds = (int64_t)number[TIME]};
    spec->hash = number[HASH] > 0 ? (unsigned)number[HASH] : HASH_USUAL;
    spec->level = (unsigned)number[LEVEL];
    spec->ready = (unsigned)number[READY];
    spec->timeout = (unsigned)number[TIMEOUT];
    if (spec->name[0] == '\0')
        snprintf(spec->name, sizeof spec->name, "%s", "player");
    return make_sense(spec, text, fault);
}

void contestant_write(struct output *out, const struct contestant_spec *spec) {
    const uint64_t number[NUMBERS] = {[LEVEL] = spec->level,
                                      [NODES] = spec->limits.nodes,
                                      [TIME] = (uint64_t)spec->limits.milliseconds,
                                      [DEPTH] = spec->limits.depth,
                                      [HASH] = spec->hash,
                                      [READY] = spec->ready,
                                      [TIMEOUT] = spec->timeout};
    bool program = spec->kind == CONTESTANT_COMMAND;
    if (!program)
        output_format(out, "engine=%s", kind_name[spec->kind]);
    for (enum number i = LEVEL; i < NUMBERS; i++) {
        bool hashless = i == HASH && !program && spec->kind != CONTESTANT_ENGINE;
        if (number[i] > 0 && !hashless)
            output_format(out, "%s%s=%" PRIu64, out->length > 0 ? " " : "", numbers[i].name,
                          number[i]);
    }
    if (spec->weights[0] != '\0')
        output_format(out, " weights=%s", spec->weights);
    if (spec->tables[0] != '\0')
        output_format(out, " tables=%s", spec->tables);
    if (program)
        output_format(out, " cmd=%s", spec->command);
}

/* ---- at work ------------------------------------------------------------------------------ */

static bool take_weights(struct contestant *contestant, struct kw_error *error) {
    struct weights_file weights = {0};
    bool good = weights_open(&weights, contestant->spec->weights, error) &&
                weights_give(&weights, contestant->engine, contestant->game, error);
    weights_close(&weights);
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
    if (spec->tables[0] != '\0') {
        contestant->tables = kw_tables_open(spec->tables, error);
        if (contestant->tables == NULL)
            return false;
        kw_engine_tables(contestant->engine, contestant->tables);
    }
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
    kw_tables_close(contestant->tables);
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

static bool search(struct contestant *contestant, const struct kw_session *session, kw_move *move,
                   struct kw_error *error) {
    const struct contestant_spec *spec = contestant->spec;
    if (spec->level > 0)
        return kw_engine_play(contestant->engine, session, spec->level, &contestant->random, move,
                              error);
    if (!kw_engine_search(contestant->engine, session, &spec->limits, NULL, NULL,
                          &contestant->analysis, error))
        return false;
    *move = contestant->analysis.line[0].move[0];
    return true;
}

bool contestant_choose(struct contestant *contestant, const struct kw_session *session,
                       kw_move *move, struct kw_error *error) {
    const struct contestant_spec *spec = contestant->spec;
    const struct kw_position *position = kw_session_position(session);
    switch (spec->kind) {
    case CONTESTANT_ENGINE:
        return search(contestant, session, move, error) &&
               (contestant->tables == NULL || kw_tables_sound(contestant->tables, error));
    case CONTESTANT_COMMAND:
        return heed_program(
            contestant, program_choose(contestant->program, session, &spec->limits, move, error));
    case CONTESTANT_PLAIN:
        *move = plain_choose(contestant->game, position, &spec->limits);
        return true;
    default:
        moves_list(&contestant->moves, contestant->game, position);
        *move = player_choose(spec->kind == CONTESTANT_GREEDY ? PLAYER_GREEDY : PLAYER_RANDOM,
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
