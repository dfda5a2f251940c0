#include "engine/ugi.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the search tells ---------------------------------------------------------------- */

/* Hundredths as whole ones, the nearest, halves away from zero. */
static int rounded(int hundredths) { return (hundredths + (hundredths < 0 ? -50 : 50)) / 100; }

static void tell_score(struct output *out, const struct kw_line *line) {
    if (line->unit == KW_IN_SEEDS)
        output_format(out, " score seeds %d", rounded(line->score));
    else if (line->unit == KW_IN_PLIES && line->score > 0)
        output_format(out, " score win %d", line->score);
    else if (line->unit == KW_IN_PLIES)
        output_format(out, " score loss %d", -line->score);
    else if (line->proven)
        output_add(out, " score draw");
    else
        output_format(out, " score points %d", line->score);
    if (line->proven)
        output_add(out, " proven");
}

static void tell_effort(struct output *out, const struct kw_analysis *analysis) {
    uint64_t us = analysis->microseconds > 0 ? (uint64_t)analysis->microseconds : 1;
    double speed = (double)analysis->nodes * 1e6 / (double)us;
    output_format(out, " nodes %llu nps %.0f hashfull %u time %llu",
                  (unsigned long long)analysis->nodes, speed, analysis->hashfull,
                  (unsigned long long)us / 1000);
}

static void tell_moves(struct output *out, const struct kw_session *session,
                       const struct kw_line *line) {
    const struct kw_game *game = kw_session_game(session);
    struct kw_position position = *kw_session_position(session);
    char text[KW_TEXT];
    output_add(out, " pv");
    for (size_t i = 0; i < line->length; i++) {
        output_format(out, " %s", kw_move_text(game, &position, line->move[i], text));
        kw_play(game, &position, line->move[i], &position);
    }
}

/* A depth that has been searched whole. */
static bool tell_depth(void *context, const struct kw_analysis *analysis) {
    const struct ugi *ugi = context;
    struct output out = {0};
    if (analysis->depth <= ugi->search.told)
        return true;
    for (size_t i = 0; i < analysis->lines; i++) {
        output_format(&out, "info depth %u", analysis->depth);
        tell_score(&out, &analysis->line[i]);
        tell_effort(&out, analysis);
        if (ugi->lines > 1)
            output_format(&out, " multipv %zu", i + 1);
        tell_moves(&out, ugi->session, &analysis->line[i]);
        output_char(&out, '\n');
    }
    ugi->tell(ugi->client, out.text, out.length);
    output_free(&out);
    return true;
}

/* ---- what carries it out ------------------------------------------------------------------ */

/* A stop that the engine has not seen would end its next search, if there is one: this is it. */
static void spend_stop(struct ugi *ugi, struct kw_analysis *analysis) {
    const struct kw_limits limits = {.depth = 1};
    kw_engine_search(ugi->engine, ugi->session, &limits, NULL, NULL, analysis, NULL);
}

/* Finds the best move as the search shall, or one that fits the level. */
static bool find_move(struct ugi *ugi, struct kw_analysis *analysis, struct kw_error *error) {
    struct kw_line *best = &analysis->line[0];
    if (ugi->level == 0)
        return kw_engine_search(ugi->engine, ugi->session, &ugi->search.limits, tell_depth, ugi,
                                analysis, error);
    best->length = 1;
    return kw_engine_play(ugi->engine, ugi->session, (unsigned)ugi->level, &ugi->random,
                          &best->move[0], error);
}

static void write_answer(struct ugi *ugi, struct kw_analysis *analysis, struct output *answer) {
    const struct kw_tables *tables = ugi->means->tables;
    struct kw_error error;
    char text[KW_TEXT];
    bool found = find_move(ugi, analysis, &error);
    if (found && tables != NULL && !kw_tables_sound(tables, &error))
        output_format(answer, "info string %s\n", error.message);
    if (found)
        output_format(answer, "bestmove %s\n",
                      kw_move_text(ugi->game, kw_session_position(ugi->session),
                                   analysis->line[0].move[0], text));
    else
        output_format(answer, "info string go: %s\nbestmove none\n", error.message);
}

/* Begins a turn.  A stop that came between two of them is not forgotten. */
static void turn_begin(struct ugi *ugi) {
    struct ugi_search *search = &ugi->search;
    int64_t left = (search->end - clock_now()) / 1000;
    if (search->end > 0)
        search->limits.milliseconds = left > 1 ? left : 1;
    pthread_mutex_lock(&search->lock);
    if (search->stopped)
        kw_engine_stop(ugi->engine);
    pthread_mutex_unlock(&search->lock);
}

/* Takes what was searched off the limits, so that it is not told again; false if none are left. */
static bool limits_spend(struct ugi_search *search, const struct kw_analysis *analysis) {
    struct kw_limits *limits = &search->limits;
    if ((search->end > 0 && clock_now() >= search->end) ||
        (limits->depth > 0 && analysis->depth >= limits->depth) ||
        (limits->nodes > 0 && analysis->nodes >= limits->nodes))
        return false;
    if (limits->nodes > 0)
        limits->nodes -= analysis->nodes;
    search->told = analysis->depth;
    return true;
}

/* What comes of a turn. */
struct turn {
    bool again;       /* there shall be another one */
    bool told;        /* its answer is to be told now */
    bool interrupted; /* the engine was asked to stop, and will be needed again */
};

/*
 * A search that has only given way goes on later.  An infinite one that is done keeps its answer
 * until it is stopped; any other has ended, and from then on a stop comes too late.
 */
static struct turn turn_end(struct ugi_search *search, const struct kw_analysis *analysis,
                            struct output *answer) {
    pthread_mutex_lock(&search->lock);
    struct turn turn = {.again =
                            search->hurried && !search->stopped && limits_spend(search, analysis),
                        .interrupted = !search->silent && (search->stopped || search->hurried)};
    search->hurried = false;
    search->rests = search->infinite && !search->stopped && !turn.again;
    search->ended = !search->rests && !turn.again;
    turn.told = search->ended && !search->silent;
    if (search->rests) {
        search->answer = *answer;
        *answer = (struct output){0};
    }
    pthread_mutex_unlock(&search->lock);
    return turn;
}

static bool think(void *context) {
    struct ugi *ugi = context;
    struct kw_analysis *analysis = memory_new(1, sizeof *analysis);
    struct output answer = {0};
    turn_begin(ugi);
    write_answer(ugi, analysis, &answer);
    struct turn turn = turn_end(&ugi->search, analysis, &answer);
    if (turn.told)
        ugi->tell(ugi->client, answer.text, answer.length);
    if (turn.interrupted)
        spend_stop(ugi, analysis);
    output_free(&answer);
    free(analysis);
    return turn.again;
}

/* A player of a level does not think for long, and begins anew if he is disturbed. */
static void give_way(void *context) {
    struct ugi *ugi = context;
    struct ugi_search *search = &ugi->search;
    pthread_mutex_lock(&search->lock);
    if (!search->ended && !search->rests && !search->hurried && ugi->level == 0) {
        search->hurried = true;
        kw_engine_stop(ugi->engine);
    }
    pthread_mutex_unlock(&search->lock);
}

/* ---- its beginning and end ---------------------------------------------------------------- */

void ugi_search_open(struct ugi *ugi) {
    ugi->search = (struct ugi_search){
        .task = {.work = think, .hurry = give_way, .context = ugi, .stage = TASK_DONE}};
    pthread_mutex_init(&ugi->search.lock, NULL);
}

void ugi_join(struct ugi *ugi) {
    struct ugi_search *search = &ugi->search;
    if (search->started)
        workers_join(ugi->means->workers, &search->task);
    search->started = false;
    ugi->waits = false;
}

void ugi_search_close(struct ugi *ugi) {
    ugi_join(ugi);
    pthread_mutex_destroy(&ugi->search.lock);
}

bool ugi_searches(struct ugi *ugi) {
    struct ugi_search *search = &ugi->search;
    if (!search->started)
        return false;
    pthread_mutex_lock(&search->lock);
    bool ended = search->ended;
    pthread_mutex_unlock(&search->lock);
    if (ended)
        ugi_join(ugi);
    return !ended;
}

/* Tells the answer that has waited for this. */
static void end_rest(struct ugi *ugi) {
    struct ugi_search *search = &ugi->search;
    if (!search->silent)
        ugi->tell(ugi->client, search->answer.text, search->answer.length);
    output_free(&search->answer);
    search->rests = false;
    search->ended = true;
}

void ugi_stop(struct ugi *ugi, bool silent) {
    struct ugi_search *search = &ugi->search;
    if (!search->started)
        return;
    pthread_mutex_lock(&search->lock);
    bool asked = !search->ended;
    if (asked) {
        search->stopped = true;
        search->silent = silent;
        if (search->rests)
            end_rest(ugi);
        else
            kw_engine_stop(ugi->engine);
    }
    pthread_mutex_unlock(&search->lock);
    /* One whose turn has not come need not wait for it: it ends as soon as it begins. */
    if (asked && workers_take_back(ugi->means->workers, &search->task) && !silent)
        think(ugi);
}

enum status ugi_wait(struct ugi *ugi) {
    struct ugi_search *search = &ugi->search;
    bool searches = ugi_searches(ugi);
    if (searches && search->infinite && !search->stopped)
        return call_fail(ugi->call, "wait: the search is infinite: stop it");
    ugi->waits = searches;
    return STATUS_OK;
}

/* ---- go ----------------------------------------------------------------------------------- */

/* The words with a number after `go`, and what was given. */
enum limit { DEPTH, NODES, MOVETIME, P1TIME, P2TIME, P1INC, P2INC, LIMITS };

/* Milliseconds, some thirty years, so that as microseconds they are still numbers. */
#define TIME_MOST UINT64_C(1000000000000)

static const struct {
    const char *name;
    uint64_t least, most;
} limits[LIMITS] = {
    [DEPTH] = {"depth", 1, INT32_MAX},       [NODES] = {"nodes", 1, INT64_MAX},
    [MOVETIME] = {"movetime", 1, TIME_MOST}, [P1TIME] = {"p1time", 0, TIME_MOST},
    [P2TIME] = {"p2time", 0, TIME_MOST},     [P1INC] = {"p1inc", 0, TIME_MOST},
    [P2INC] = {"p2inc", 0, TIME_MOST},
};

struct wish {
    bool given[LIMITS];
    uint64_t number[LIMITS];
    bool infinite;
};

/* A clock that has run out can stand below 0, which is as good as 0. */
static bool read_limit(enum limit limit, const char *text, uint64_t *number) {
    bool clock = limit == P1TIME || limit == P2TIME;
    bool negative = clock && *text == '-';
    if (!read_number(text + negative, limits[limit].most, number) || *number < limits[limit].least)
        return false;
    if (negative)
        *number = 0;
    return true;
}

static enum status read_wish(struct ugi *ugi, char **rest, struct wish *wish) {
    const char *word;
    while ((word = ugi_word(rest)) != NULL) {
        unsigned limit = 0;
        while (limit < LIMITS && strcmp(word, limits[limit].name) != 0)
            limit++;
        if (limit == LIMITS && strcmp(word, "infinite") != 0)
            return call_fail(ugi->call, "go: unknown limit '%s'", word);
        if (limit == LIMITS) {
            wish->infinite = true;
            continue;
        }
        const char *number = ugi_word(rest);
        if (number == NULL || !read_limit((enum limit)limit, number, &wish->number[limit]))
            return call_fail(ugi->call, "go: %s needs a whole number from %llu to %llu", word,
                             (unsigned long long)limits[limit].least,
                             (unsigned long long)limits[limit].most);
        wish->given[limit] = true;
    }
    return STATUS_OK;
}

/*
 * How long to think by the clock: a part of it as if so many bestmoves were still to come, more of
 * them where a turn has many (Kiothi's placing), and most of the increment; but what a message may
 * take on its way is left on the clock.
 */
static uint64_t clock_share(uint64_t time, uint64_t increment, bool placing) {
    enum { MOVES = 30, PLACINGS = 120, ON_THE_WAY = 50 };
    uint64_t share = time / (placing ? PLACINGS : MOVES) + increment / 4 * 3;
    uint64_t most = time > ON_THE_WAY ? time - ON_THE_WAY : 0;
    share = share < most ? share : most;
    return share > 0 ? share : 1;
}

/* Milliseconds to think, 0: without a limit of time. */
static enum status think_time(struct ugi *ugi, const struct wish *wish, int64_t *milliseconds) {
    const struct kw_position *position = kw_session_position(ugi->session);
    bool south = position->turn == KW_SOUTH;
    enum limit time = south ? P1TIME : P2TIME, increment = south ? P1INC : P2INC;
    uint64_t least = wish->given[MOVETIME] ? wish->number[MOVETIME] : 0;
    if (wish->given[time]) {
        uint64_t share =
            clock_share(wish->number[time], wish->number[increment], position->phase != 0);
        least = least == 0 || share < least ? share : least;
    } else if (wish->given[P1TIME] || wish->given[P2TIME]) {
        return call_fail(ugi->call, "go: %s, the clock of the player to move, is missing",
                         limits[time].name);
    }
    *milliseconds = (int64_t)least;
    return STATUS_OK;
}

static void search_start(struct ugi *ugi) {
    struct ugi_search *search = &ugi->search;
    search->stopped = search->silent = search->hurried = search->rests = search->ended = false;
    search->told = 0;
    search->end =
        search->limits.milliseconds > 0 ? clock_now() + search->limits.milliseconds * 1000 : 0;
    search->started = true;
    search->task.threads = (unsigned)ugi->threads;
    workers_give(ugi->means->workers, &search->task);
}

/* The shorter of two times of which 0 is endless. */
static int64_t shorter(int64_t time, int64_t other) {
    return time == 0 || (other != 0 && other < time) ? other : time;
}

enum status ugi_go(struct ugi *ugi, char **rest) {
    struct wish wish = {.infinite = false};
    int64_t milliseconds = 0;
    enum status status = read_wish(ugi, rest, &wish);
    if (status == STATUS_OK)
        status = think_time(ugi, &wish, &milliseconds);
    if (status == STATUS_OK && ugi->over) {
        output_add(&ugi->call->out, "bestmove none\n");
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = ugi_prepare(ugi);
    if (status != STATUS_OK)
        return status;
    bool limited = wish.given[DEPTH] || wish.given[NODES] || milliseconds > 0 || ugi->level > 0;
    ugi->search.infinite = wish.infinite || !limited;
    ugi->search.limits =
        (struct kw_limits){.depth = (unsigned)wish.number[DEPTH],
                           .nodes = wish.number[NODES],
                           .milliseconds = shorter(milliseconds, ugi->means->milliseconds_most),
                           .lines = (unsigned)ugi->lines};
    search_start(ugi);
    return STATUS_OK;
}

/* ---- the engine --------------------------------------------------------------------------- */

static enum status make_engine(struct ugi *ugi) {
    struct ugi_means *means = ugi->means;
    uint64_t shared = ugi->hash - 1 + ugi->threads - 1;
    if (shared <= means->memory_left)
        ugi->engine = kw_engine_new((size_t)ugi->hash << 20, (unsigned)ugi->threads);
    if (ugi->engine == NULL)
        return call_fail(ugi->call, "there is not enough memory for a Hash of %llu",
                         (unsigned long long)ugi->hash);
    kw_engine_tables(ugi->engine, means->tables);
    ugi->memory_taken = shared;
    means->memory_left -= shared;
    return STATUS_OK;
}

/*
 * Weights are of one game: any other is played with the engine's own, which is told at once, before
 * a search can tell anything.
 */
static void weigh(struct ugi *ugi) {
    struct output line = {0};
    struct kw_error error;
    if (!weights_give(ugi->means->weights, ugi->engine, ugi->game, &error)) {
        output_format(&line, "info string %s: the engine plays with its own\n", error.message);
        ugi->tell(ugi->client, line.text, line.length);
    }
    output_free(&line);
    ugi->weighed = true;
}

enum status ugi_prepare(struct ugi *ugi) {
    enum status status = ugi->engine == NULL ? make_engine(ugi) : STATUS_OK;
    if (status == STATUS_OK && !ugi->weighed)
        weigh(ugi);
    return status;
}

void ugi_dismiss(struct ugi *ugi) {
    kw_engine_free(ugi->engine);
    ugi->engine = NULL;
    ugi->weighed = false;
    ugi->means->memory_left += ugi->memory_taken;
    ugi->memory_taken = 0;
}
