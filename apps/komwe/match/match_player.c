#include "match/match_player.h"

#include "base/clock.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/number_limits.h"
#include "cli/search_flags.h"
#include "files/built_book.h"
#include "files/weights_file.h"
#include "game/move_time.h"
#include "io/error_text.h"
#include "match/external_engine.h"
#include "match/plain_search.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_USUAL = 16 };

struct match_player {
    const struct match_player_spec *spec;
    const struct kw_game *game;
    struct kw_engine *engine;
    struct kw_tables *tables;         /* of a folder, that it probes, or NULL */
    struct kw_book *book;             /* that it plays from, or NULL */
    struct external_engine *external; /* NULL: to be started */
    struct kw_analysis analysis;
    struct kw_random random;
    struct moves moves;
};

/* ---- reading --player --------------------------------------------------------------------- */

static const char *const match_player_kind_name[] = {[MATCH_PLAYER_ENGINE] = "self",
                                                     [MATCH_PLAYER_COMMAND] = NULL,
                                                     [MATCH_PLAYER_PLAIN] = "plain",
                                                     [MATCH_PLAYER_RANDOM] = "random",
                                                     [MATCH_PLAYER_GREEDY] = "greedy"};

static bool match_player_read_kind(const char *text, enum match_player_kind *kind) {
    for (enum match_player_kind i = MATCH_PLAYER_ENGINE; i <= MATCH_PLAYER_GREEDY; i++) {
        if (match_player_kind_name[i] != NULL && strcmp(text, match_player_kind_name[i]) == 0) {
            *kind = i;
            return true;
        }
    }
    return false;
}

/* The words with a whole number, from LIMIT_PLAYER_LEVELS on. */
enum match_player_number {
    LEVEL,
    NODES,
    TIME,
    DEPTH,
    OVERHEAD,
    NODESTIME,
    HASH,
    READY,
    TIMEOUT,
    NUMBERS
};

static const struct number_limit *match_player_limit(enum match_player_number number) {
    return number_limit((enum limit)(LIMIT_PLAYER_LEVELS + number));
}

static bool match_player_take_text(char *text, size_t size, const char *name, const char *value,
                                   char fault[KW_TEXT]) {
    if (strlen(value) >= size)
        return error_text_write(fault, "%s= has at most %zu bytes", name, size - 1);
    snprintf(text, size, "%s", value);
    return true;
}

/* Takes one NAME=VALUE. */
static bool match_player_take_value(struct match_player_spec *spec, uint64_t number[NUMBERS],
                                    const char *name, const char *value, char fault[KW_TEXT]) {
    char bounds[KW_TEXT];
    if (strcmp(name, "name") == 0)
        return match_player_take_text(spec->name, sizeof spec->name, name, value, fault);
    if (strcmp(name, "weights") == 0)
        return match_player_take_text(spec->weights, sizeof spec->weights, name, value, fault);
    if (strcmp(name, "tables") == 0)
        return match_player_take_text(spec->tables, sizeof spec->tables, name, value, fault);
    if (strcmp(name, "book") == 0)
        return (strcmp(value, "own") == 0 &&
                match_player_take_text(spec->book, sizeof spec->book, name, value, fault)) ||
               error_text_write(fault, "book= is own, the built-in opening book, not '%.100s'",
                                value);
    if (strcmp(name, "ponder") == 0)
        return (spec->ponder = strcmp(value, "yes") == 0) || strcmp(value, "no") == 0 ||
               error_text_write(fault, "ponder= is yes or no, not '%.100s'", value);
    if (strcmp(name, "engine") == 0)
        return match_player_read_kind(value, &spec->kind) ||
               error_text_write(fault, "engine= is self, plain, greedy or random, not '%.100s'",
                                value);
    if (strcmp(name, "aim") == 0)
        return aim_read(value, &spec->aim) ||
               error_text_write(fault, "aim= is win or seeds, not '%.100s'", value);
    if (strcmp(name, "tc") == 0)
        return time_control_read(value, &spec->control) ||
               error_text_write(fault, "tc= is a clock in seconds such as 1+0.01, not '%.100s'",
                                value);
    for (enum match_player_number i = LEVEL; i < NUMBERS; i++) {
        const struct number_limit *limit = match_player_limit(i);
        if (strcmp(name, limit->name) != 0)
            continue;
        if (number[i] > 0)
            return error_text_write(fault, "%s= is given twice", name);
        return number_limit_read(limit, value, &number[i]) ||
               error_text_write(fault, "%s= is a whole number from %s, not '%.100s'", name,
                                number_limit_text(limit, bounds), value);
    }
    return error_text_write(fault, "unknown word '%.50s=%.100s'", name, value);
}

/* A word of the specification, which is changed. */
static bool match_player_take_word(struct match_player_spec *spec, uint64_t number[NUMBERS],
                                   char *word, char fault[KW_TEXT]) {
    static const char by_level[] = "level:";
    char *equals = strchr(word, '=');
    if (equals != NULL) {
        *equals = '\0';
        return match_player_take_value(spec, number, word, equals + 1, fault);
    }
    if (strncmp(word, by_level, strlen(by_level)) == 0) {
        if (!match_player_take_value(spec, number, "level", word + strlen(by_level), fault))
            return false;
    } else if (!match_player_read_kind(word, &spec->kind)) {
        return error_text_write(fault, "unknown word '%.100s'", word);
    }
    if (spec->name[0] == '\0') /* else name= gave one */
        snprintf(spec->name, sizeof spec->name, "%s", word);
    return true;
}

/* Splits the text into words, with the command at the end. */
static bool match_player_take_words(struct match_player_spec *spec, uint64_t number[NUMBERS],
                                    char *words, char fault[KW_TEXT]) {
    char *command = strstr(words, "cmd="), *rest;
    bool commanded = command != NULL && (command == words || command[-1] == ' ');
    if (commanded && !match_player_take_text(spec->command, sizeof spec->command, "cmd",
                                             command + strlen("cmd="), fault))
        return false;
    if (commanded && spec->command[strspn(spec->command, " ")] == '\0')
        return error_text_write(fault, "cmd= needs a program");
    if (commanded)
        *command = '\0';
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        if (!match_player_take_word(spec, number, word, fault))
            return false;
    bool known = spec->kind != MATCH_PLAYER_COMMAND;
    if (commanded && known)
        return error_text_write(fault, "a player is engine= or cmd=, not both");
    if (!commanded && !known)
        spec->kind = MATCH_PLAYER_ENGINE;
    return true;
}

static bool match_player_is_limited(const struct match_player_spec *spec) {
    const struct kw_limits *limits = &spec->limits;
    return (limits->nodes | limits->depth | (uint64_t)limits->milliseconds |
            (uint64_t)spec->control.base) != 0;
}

static bool match_player_by_chance(const struct match_player_spec *spec) {
    return spec->kind == MATCH_PLAYER_RANDOM || spec->kind == MATCH_PLAYER_GREEDY;
}

/* Whether the words go together. */
static bool match_player_check(const struct match_player_spec *spec, const char *text,
                               char fault[KW_TEXT]) {
    bool limited = match_player_is_limited(spec), chance = match_player_by_chance(spec);
    if ((spec->overhead | spec->nodestime) > 0 &&
        (spec->kind != MATCH_PLAYER_ENGINE || spec->control.base == 0))
        return error_text_write(fault, "overhead= and nodestime= are for engine=self with tc=");
    if ((spec->ready | spec->timeout) > 0 && spec->kind != MATCH_PLAYER_COMMAND)
        return error_text_write(fault, "ready= and timeout= are for a program, with cmd=");
    if (spec->ponder && (spec->kind != MATCH_PLAYER_COMMAND || spec->control.base == 0))
        return error_text_write(fault, "ponder= is for a program on a clock, with cmd= and tc=");
    if ((spec->level > 0 || spec->weights[0] != '\0' || spec->tables[0] != '\0') &&
        spec->kind != MATCH_PLAYER_ENGINE)
        return error_text_write(fault, "level=, weights= and tables= are for engine=self");
    if (spec->aim != KW_AIM_WIN && spec->kind != MATCH_PLAYER_ENGINE)
        return error_text_write(fault, "aim= is for engine=self");
    if (spec->book[0] != '\0' && spec->level < KW_BOOK_LEVEL)
        return error_text_write(fault, "book= is for level=9 and level=10");
    if (chance && limited)
        return error_text_write(fault, "random and greedy need no time=, nodes=, depth= or tc=");
    if (spec->level > 0 && limited)
        return error_text_write(fault, "level= has limits of its own: it excludes time=, nodes=, "
                                       "depth= and tc=");
    if (!chance && spec->level == 0 && !limited)
        return error_text_write(fault, "'%.100s' needs a limit: time=, nodes=, depth= or tc=%s",
                                text, spec->kind == MATCH_PLAYER_ENGINE ? ", or a level=" : "");
    return true;
}

/* What a player is called who has no name: by what he is, as "level=9", if that is short. */
static void match_player_name(struct match_player_spec *spec, const char *text) {
    bool tells = spec->kind != MATCH_PLAYER_COMMAND && strlen(text) < sizeof spec->name;
    snprintf(spec->name, sizeof spec->name, "%s", tells ? text : "player");
}

bool match_player_read(const char *text, const struct time_control *usual,
                       struct match_player_spec *spec, char fault[KW_TEXT]) {
    char copy[2 * MATCH_PLAYER_TEXT];
    uint64_t number[NUMBERS] = {0};
    *spec = (struct match_player_spec){.kind = MATCH_PLAYER_COMMAND}; /* unless another is given */
    if (strlen(text) >= sizeof copy)
        return error_text_write(fault, "a --player has less than %zu bytes", sizeof copy);
    snprintf(copy, sizeof copy, "%s", text);
    if (!match_player_take_words(spec, number, copy, fault))
        return false;
    spec->limits = (struct kw_limits){.depth = (unsigned)number[DEPTH],
                                      .nodes = number[NODES],
                                      .milliseconds = (int64_t)number[TIME]};
    spec->hash = number[HASH] > 0 ? (unsigned)number[HASH] : HASH_USUAL;
    spec->level = (unsigned)number[LEVEL];
    spec->overhead = (unsigned)number[OVERHEAD];
    spec->nodestime = (unsigned)number[NODESTIME];
    if (usual != NULL && spec->level == 0 && !match_player_by_chance(spec) &&
        !match_player_is_limited(spec))
        spec->control = *usual;
    spec->ready = (unsigned)number[READY];
    spec->timeout = (unsigned)number[TIMEOUT];
    if (spec->name[0] == '\0')
        match_player_name(spec, text);
    return match_player_check(spec, text, fault);
}

void match_player_write(struct string_builder *out, const struct match_player_spec *spec) {
    const uint64_t number[NUMBERS] = {[LEVEL] = spec->level,
                                      [NODES] = spec->limits.nodes,
                                      [TIME] = (uint64_t)spec->limits.milliseconds,
                                      [DEPTH] = spec->limits.depth,
                                      [OVERHEAD] = spec->overhead,
                                      [NODESTIME] = spec->nodestime,
                                      [HASH] = spec->hash,
                                      [READY] = spec->ready,
                                      [TIMEOUT] = spec->timeout};
    bool external = spec->kind == MATCH_PLAYER_COMMAND;
    if (!external)
        output_format(out, "engine=%s", match_player_kind_name[spec->kind]);
    for (enum match_player_number i = LEVEL; i < NUMBERS; i++) {
        bool hashless = i == HASH && !external && spec->kind != MATCH_PLAYER_ENGINE;
        if (number[i] > 0 && !hashless)
            output_format(out, "%s%s=%" PRIu64, out->length > 0 ? " " : "",
                          match_player_limit(i)->name, number[i]);
    }
    if (spec->control.base > 0) {
        output_add(out, out->length > 0 ? " tc=" : "tc=");
        time_control_write(out, &spec->control);
    }
    if (spec->aim != KW_AIM_WIN)
        output_format(out, " aim=%s", aim_names[spec->aim]);
    if (spec->weights[0] != '\0')
        output_format(out, " weights=%s", spec->weights);
    if (spec->tables[0] != '\0')
        output_format(out, " tables=%s", spec->tables);
    else if (spec->cache != NULL && spec->kind == MATCH_PLAYER_ENGINE)
        output_add(out, " tables=first");
    if (spec->book[0] != '\0')
        output_format(out, " book=%s", spec->book);
    if (spec->ponder)
        output_add(out, " ponder=yes");
    if (external)
        output_format(out, " cmd=%s", spec->command);
}

/* ---- playing ------------------------------------------------------------------------------ */

static bool match_player_use_weights(struct match_player *player, struct kw_error *error) {
    struct weights_file weights = {0};
    bool good = weights_open(&weights, player->spec->weights, error) &&
                weights_give(&weights, player->engine, player->game, error);
    weights_close(&weights);
    return good;
}

/* Starts the program. */
static bool match_player_open_external(struct match_player *player, struct kw_error *error) {
    const struct match_player_spec *spec = player->spec;
    const struct external_engine_spec external = {.command = spec->command,
                                                  .game = player->game,
                                                  .hash = spec->hash,
                                                  .ponder = spec->ponder,
                                                  .ready = spec->ready,
                                                  .timeout = spec->timeout};
    player->external = external_engine_open(&external, error);
    return player->external != NULL;
}

/* Opens the tables of its folder, or has those of the game in the cache. */
static bool match_player_use_tables(struct match_player *player, struct kw_error *error) {
    const struct match_player_spec *spec = player->spec;
    if (strcmp(spec->tables, "none") == 0 || (spec->tables[0] == '\0' && spec->cache == NULL))
        return true;
    if (spec->tables[0] == '\0') {
        kw_table_cache_prepare(spec->cache, player->game);
        kw_engine_set_tables(player->engine, kw_table_cache_tables(spec->cache));
        return true;
    }
    player->tables = kw_tables_open(spec->tables, error);
    kw_engine_set_tables(player->engine, player->tables);
    return player->tables != NULL;
}

static bool match_player_open_engine(struct match_player *player, struct kw_error *error) {
    const struct match_player_spec *spec = player->spec;
    player->engine = kw_engine_new((size_t)spec->hash << 20, 1);
    if (player->engine == NULL) {
        snprintf(error->message, sizeof error->message, "not enough memory for %s", spec->name);
        return false;
    }
    interrupt_watch(player->engine);
    if (spec->book[0] != '\0')
        player->book = built_book_open(player->game);
    kw_engine_set_book(player->engine, player->book);
    kw_engine_set_aim(player->engine, spec->aim);
    if (!match_player_use_tables(player, error))
        return false;
    return spec->weights[0] == '\0' || match_player_use_weights(player, error);
}

struct match_player *match_player_open(const struct match_player_spec *spec,
                                       const struct kw_game *game, struct kw_error *error) {
    struct match_player *player = memory_new(1, sizeof *player);
    player->spec = spec;
    player->game = game;
    bool good = (spec->kind != MATCH_PLAYER_ENGINE || match_player_open_engine(player, error)) &&
                (spec->kind != MATCH_PLAYER_COMMAND || match_player_open_external(player, error));
    if (good)
        return player;
    match_player_close(player);
    return NULL;
}

void match_player_close(struct match_player *player) {
    if (player == NULL)
        return;
    interrupt_forget(player->engine);
    kw_engine_free(player->engine);
    kw_book_close(player->book);
    kw_tables_close(player->tables);
    external_engine_close(player->external);
    moves_free(&player->moves);
    free(player);
}

/* Closes an external engine that failed, so that the next game starts another. */
static bool match_player_keep_external(struct match_player *player, bool good) {
    if (!good) {
        external_engine_close(player->external);
        player->external = NULL;
    }
    return good;
}

bool match_player_begin(struct match_player *player, uint64_t seed, struct kw_error *error) {
    kw_random_seed(&player->random, seed);
    if (player->engine != NULL)
        kw_engine_clear(player->engine);
    if (player->spec->kind != MATCH_PLAYER_COMMAND)
        return true;
    return (player->external != NULL || match_player_open_external(player, error)) &&
           match_player_keep_external(player, external_engine_begin(player->external, error));
}

/* The time for the next move by the player's clock. */
static struct move_time match_player_plan(const struct match_player *player,
                                          const struct kw_session *session,
                                          const struct match_clock *clock) {
    const struct match_player_spec *spec = player->spec;
    unsigned overhead = spec->overhead > 0 ? spec->overhead : MOVE_OVERHEAD_USUAL;
    return move_time_plan(&(struct move_clock){.left = clock->left,
                                               .increment = clock->control.increment,
                                               .overhead = (int64_t)overhead * 1000,
                                               .moves_to_go = clock->moves_to_go,
                                               .nodes = spec->nodestime},
                          session);
}

static bool match_player_has_time(void *context, const struct kw_analysis *analysis) {
    struct move_time *time = context;
    return !move_time_is_up(time, analysis,
                            move_time_spent(time, analysis->microseconds, analysis->nodes));
}

/* The engine's best move; where positions count as time, `spent` gets that. */
static bool match_player_search(struct match_player *player, const struct kw_session *session,
                                const struct match_clock *clock, kw_move *move, int64_t *spent,
                                struct kw_error *error) {
    const struct match_player_spec *spec = player->spec;
    bool clocked = spec->control.base > 0;
    struct kw_limits limits = spec->limits;
    struct move_time time;
    if (spec->level > 0)
        return kw_engine_play(player->engine, session, spec->level, &player->random, move, error);
    if (clocked) {
        time = match_player_plan(player, session, clock);
        move_time_limit(&time, &limits);
    }
    if (!kw_engine_search(player->engine, session, &limits, clocked ? match_player_has_time : NULL,
                          &time, &player->analysis, error))
        return false;
    *move = player->analysis.line[0].move[0];
    if (spec->nodestime > 0)
        *spent = move_time_spent(&time, 0, player->analysis.nodes);
    return true;
}

/* The plainest player knows no depths that are not worth the time: it takes the optimum. */
static kw_move match_player_search_plain(const struct match_player *player,
                                         const struct kw_session *session,
                                         const struct match_clock *clock) {
    struct kw_limits limits = player->spec->limits;
    if (player->spec->control.base > 0) {
        struct move_time time = match_player_plan(player, session, clock);
        time.maximum = time.optimum;
        move_time_limit(&time, &limits);
    }
    return plain_choose(player->game, kw_session_position(session), &limits);
}

/* Chooses; `spent` is set only where it is not the real time. */
static bool match_player_move(struct match_player *player, const struct kw_session *session,
                              const struct match_clock clock[2], kw_move *move, int64_t *spent,
                              struct kw_error *error) {
    const struct match_player_spec *spec = player->spec;
    const struct kw_position *position = kw_session_position(session);
    switch (spec->kind) {
    case MATCH_PLAYER_ENGINE:
        return match_player_search(player, session, &clock[position->turn], move, spent, error) &&
               (player->tables == NULL || kw_tables_are_sound(player->tables, error));
    case MATCH_PLAYER_COMMAND:
        return match_player_keep_external(
            player,
            external_engine_choose(player->external, session, &spec->limits, clock, move, error));
    case MATCH_PLAYER_PLAIN:
        *move = match_player_search_plain(player, session, &clock[position->turn]);
        return true;
    default:
        moves_list(&player->moves, player->game, position);
        *move = player_choose(spec->kind == MATCH_PLAYER_GREEDY ? PLAYER_GREEDY : PLAYER_RANDOM,
                              player->game, position, &player->moves, &player->random);
        return true;
    }
}

bool match_player_choose(struct match_player *player, const struct kw_session *session,
                         const struct match_clock clock[2], kw_move *move, int64_t *spent,
                         struct kw_error *error) {
    int64_t began = clock_now(), counted = -1;
    bool good = match_player_move(player, session, clock, move, &counted, error);
    *spent = counted >= 0 ? counted : clock_now() - began;
    return good;
}

bool match_player_ponder(struct match_player *player, struct kw_session *session,
                         const struct match_clock clock[2], struct kw_error *error) {
    return !player->spec->ponder ||
           match_player_keep_external(player,
                                      external_engine_ponder(player->external, session,
                                                             &player->spec->limits, clock, error));
}

void match_player_end(struct match_player *player) {
    struct kw_error error;
    if (player->external != NULL)
        match_player_keep_external(player, external_engine_end(player->external, &error));
}

bool match_player_reports(const struct match_player_spec *spec) {
    return spec->kind == MATCH_PLAYER_ENGINE && spec->level == 0;
}

const struct kw_line *match_player_line(const struct match_player *player) {
    return match_player_reports(player->spec) ? &player->analysis.line[0] : NULL;
}
