#include "engine/ugi_search.h"

#include "base/clock.h"
#include "base/work.h"
#include "engine/ugi_info.h"

#include <stdlib.h>
#include <string.h>

/* A search of less time does not wait until the first tables are built. */
enum { PREPARE_MS = 1000 };

/* ---- a turn on the scheduler's thread ----------------------------------------------------- */

/* Whether a search on a clock is to end with this result.  One that ponders only takes note. */
static bool ugi_search_time_is_up(struct ugi_search *search, const struct kw_analysis *analysis) {
    struct move_time *time = &search->job.time;
    if (!search->job.clocked || analysis->depth <= time->depth)
        return false;
    int64_t spent =
        move_time_spent(time, clock_now() - search->began, search->nodes + analysis->nodes);
    pthread_mutex_lock(&search->lock);
    search->enough = move_time_is_up(time, analysis, spent);
    bool up = search->enough && !search->pondering;
    pthread_mutex_unlock(&search->lock);
    return up;
}

/* Says once that a file of the tables is damaged, next to what the search reports. */
static void ugi_search_report_damage(struct ugi_search *search) {
    const struct kw_tables *tables = search->job.tables;
    struct kw_error error;
    struct string_builder out = {0};
    if (tables == NULL || kw_tables_are_sound(tables, &error) ||
        strcmp(error.message, search->damage) == 0)
        return;
    snprintf(search->damage, sizeof search->damage, "%s", error.message);
    output_format(&out, "info string %s\n", error.message);
    search->send(search->client, out.text, out.length);
    output_free(&out);
}

static bool ugi_search_report_depth(void *context, const struct kw_analysis *analysis) {
    struct ugi_search *search = context;
    struct string_builder out = {0};
    ugi_search_report_damage(search);
    if (analysis->depth <= search->reported)
        return true;
    ugi_info_write(&out, search->job.session, analysis, search->job.limits.lines > 1);
    search->send(search->client, out.text, out.length);
    output_free(&out);
    return !ugi_search_time_is_up(search, analysis);
}

/* A stop that the engine has not noticed would end its next search: this short one takes it. */
static void ugi_search_consume_stop(const struct ugi_job *job, struct kw_analysis *analysis) {
    const struct kw_limits limits = {.depth = 1, .milliseconds = 1};
    kw_engine_search(job->engine, job->session, &limits, NULL, NULL, analysis, NULL);
}

/* Finds the best move within the limits, or one that fits the level. */
static bool ugi_search_find_move(struct ugi_search *search, const struct kw_limits *limits,
                                 struct kw_analysis *analysis, struct kw_error *error) {
    struct ugi_job *job = &search->job;
    struct kw_line *best = &analysis->line[0];
    if (job->level == 0)
        return kw_engine_search(job->engine, job->session, limits, ugi_search_report_depth, search,
                                analysis, error);
    best->length = 1;
    return kw_engine_play(job->engine, job->session, job->level, &search->random, &best->move[0],
                          error);
}

/*
 * Adds the expected reply, if it is the opponent's only move before the engine is to move again:
 * else the position after it is not one in which the engine would think.
 */
static void ugi_search_write_reply(const struct ugi_job *job, const struct kw_line *line,
                                   struct string_builder *answer) {
    const struct kw_game *game = kw_session_game(job->session);
    const struct kw_position *before = kw_session_position(job->session);
    struct kw_position middle, after;
    char text[KW_TEXT];
    if (!job->names_reply || line->length < 2)
        return;
    kw_play(game, before, line->move[0], &middle);
    kw_play(game, &middle, line->move[1], &after);
    if (middle.turn != before->turn && after.turn == before->turn &&
        kw_move_count(game, &after) > 0)
        output_format(answer, " ponder %s", kw_move_text(game, &middle, line->move[1], text));
}

static void ugi_search_write_answer(struct ugi_search *search, const struct kw_limits *limits,
                                    struct kw_analysis *analysis, struct string_builder *answer) {
    const struct ugi_job *job = &search->job;
    struct kw_error error;
    char text[KW_TEXT];
    bool found = ugi_search_find_move(search, limits, analysis, &error);
    ugi_search_report_damage(search);
    if (found)
        output_format(answer, "bestmove %s",
                      kw_move_text(kw_session_game(job->session), kw_session_position(job->session),
                                   analysis->line[0].move[0], text));
    if (found)
        ugi_search_write_reply(job, &analysis->line[0], answer);
    if (found)
        output_char(answer, '\n');
    else
        output_format(answer, "info string go: %s\nbestmove none\n", error.message);
}

/* The limits of a turn.  A stop that came between two turns still counts. */
static struct kw_limits ugi_search_begin_turn(struct ugi_search *search) {
    struct kw_limits limits = search->job.limits;
    pthread_mutex_lock(&search->lock);
    int64_t left = (search->end - clock_now()) / 1000;
    limits.milliseconds = search->end == 0 ? 0 : left > 1 ? left : 1;
    if (search->pondering)
        limits.nodes = 0;
    if (search->stopped)
        kw_engine_stop(search->job.engine);
    pthread_mutex_unlock(&search->lock);
    return limits;
}

/*
 * Subtracts the work of a turn, which had these limits, from what is left of them; false if that is
 * nothing.
 */
static bool ugi_search_spend_limits(struct ugi_search *search, const struct kw_limits *limits,
                                    const struct kw_analysis *analysis) {
    if ((search->end > 0 && clock_now() >= search->end) ||
        (limits->depth > 0 && analysis->depth >= limits->depth) ||
        (limits->nodes > 0 && analysis->nodes >= limits->nodes))
        return false;
    if (limits->nodes > 0)
        search->job.limits.nodes -= analysis->nodes;
    search->nodes += analysis->nodes;
    if (analysis->depth > search->reported)
        search->reported = analysis->depth;
    return true;
}

/* Sends the answer that was kept until now, under the lock. */
static void ugi_search_release_answer(struct ugi_search *search) {
    if (!search->silent)
        search->send(search->client, search->answer.text, search->answer.length);
    output_free(&search->answer);
    search->held = false;
    search->ended = true;
}

/* The outcome of a turn. */
struct ugi_turn {
    bool again;       /* another one follows */
    bool answers;     /* its answer is to be sent now */
    bool interrupted; /* the engine was asked to stop, and will be needed again */
};

/*
 * A search that was only preempted continues later.  An infinite one that is done holds its answer
 * until it is stopped, one that ponders until the move is played; any other has ended, and from
 * then on a stop comes too late.
 */
static struct ugi_turn ugi_search_end_turn(struct ugi_search *search,
                                           const struct kw_limits *limits,
                                           const struct kw_analysis *analysis,
                                           struct string_builder *answer) {
    pthread_mutex_lock(&search->lock);
    struct ugi_turn turn = {.again = search->preempted && !search->stopped &&
                                     ugi_search_spend_limits(search, limits, analysis),
                            .interrupted =
                                !search->silent && (search->stopped || search->preempted)};
    search->preempted = false;
    search->held = (search->job.infinite || search->pondering) && !search->stopped && !turn.again;
    search->ended = !search->held && !turn.again;
    turn.answers = search->ended && !search->silent;
    if (search->held || turn.again) {
        output_free(&search->answer);
        search->answer = *answer;
        *answer = (struct string_builder){0};
    }
    pthread_mutex_unlock(&search->lock);
    return turn;
}

/*
 * True if it has an answer from a turn before and is to give it now: its time has passed in the
 * queue, or it is to stop.
 */
static bool ugi_search_is_due(struct ugi_search *search, int64_t now) {
    bool late = search->end > 0 && now >= search->end && !search->pondering;
    return search->answer.length > 0 && (late || search->stopped);
}

static bool ugi_search_ready(void *context, int64_t now) {
    struct ugi_search *search = context;
    pthread_mutex_lock(&search->lock);
    bool due = ugi_search_is_due(search, now);
    pthread_mutex_unlock(&search->lock);
    return due;
}

/* Gives the answer of the turn before, if it is due; false if the search has to go on. */
static bool ugi_search_give_due(struct ugi_search *search, struct kw_analysis *analysis) {
    pthread_mutex_lock(&search->lock);
    bool due = ugi_search_is_due(search, clock_now());
    bool interrupted = search->stopped && !search->silent;
    if (due)
        ugi_search_release_answer(search);
    pthread_mutex_unlock(&search->lock);
    if (due && interrupted)
        ugi_search_consume_stop(&search->job, analysis);
    return due;
}

/* A work_poll_fn: whether there is still time for preparations. */
static bool ugi_search_poll(void *context) {
    struct ugi_search *search = context;
    pthread_mutex_lock(&search->lock);
    bool ends = search->stopped || (search->end != 0 && clock_now() >= search->end);
    pthread_mutex_unlock(&search->lock);
    return !ends;
}

/* Has the first tables of a game at hand, unless there is no time for that. */
static void ugi_search_prepare(struct ugi_search *search, const struct kw_game *game) {
    struct work_watch watch;
    work_begin(&watch, ugi_search_poll, search, NULL);
    kw_table_cache_prepare(search->job.cache, game);
    work_end(&watch);
}

/* A turn, with the tables of a cache; NULL: they are not asked for, since that can take long. */
static bool ugi_search_take_turn(struct ugi_search *search, struct kw_table_cache *cache) {
    struct kw_analysis *analysis = memory_new(1, sizeof *analysis);
    if (ugi_search_give_due(search, analysis)) {
        free(analysis);
        return false;
    }
    struct string_builder answer = {0};
    const struct kw_game *game = kw_session_game(search->job.session);
    /* Opens what the folder holds, which counts as time of the search; another thread builds. */
    if (cache != NULL && !search->job.builds && search->task.opening)
        kw_table_cache_grow(cache, game);
    struct kw_limits limits = ugi_search_begin_turn(search);
    if (cache != NULL && search->job.builds &&
        (limits.milliseconds == 0 || limits.milliseconds >= PREPARE_MS)) {
        ugi_search_prepare(search, game);
        limits = ugi_search_begin_turn(search);
    }
    ugi_search_write_answer(search, &limits, analysis, &answer);
    struct ugi_turn turn = ugi_search_end_turn(search, &limits, analysis, &answer);
    if (turn.answers)
        search->send(search->client, answer.text, answer.length);
    if (turn.interrupted)
        ugi_search_consume_stop(&search->job, analysis);
    if (cache != NULL && search->job.builds && !turn.again) /* while the opponent thinks */
        kw_table_cache_grow(cache, game);
    output_free(&answer);
    free(analysis);
    return turn.again;
}

static bool ugi_search_run(void *context) {
    struct ugi_search *search = context;
    return ugi_search_take_turn(search, search->job.cache);
}

/* A player of a level does not think for long, and could only begin again. */
static void ugi_search_preempt(void *context) {
    struct ugi_search *search = context;
    pthread_mutex_lock(&search->lock);
    if (!search->ended && !search->held && !search->preempted && search->job.level == 0) {
        search->preempted = true;
        kw_engine_stop(search->job.engine);
    }
    pthread_mutex_unlock(&search->lock);
}

/* ---- its beginning and end ---------------------------------------------------------------- */

void ugi_search_open(struct ugi_search *search, struct search_scheduler *scheduler,
                     struct search_share *visitor, ugi_send_fn *send, void *client, uint64_t seed) {
    *search = (struct ugi_search){.scheduler = scheduler,
                                  .send = send,
                                  .client = client,
                                  .task = {.run = ugi_search_run,
                                           .preempt = ugi_search_preempt,
                                           .ready = ugi_search_ready,
                                           .context = search,
                                           .visitor = visitor,
                                           .stage = TASK_DONE}};
    kw_random_seed(&search->random, seed);
    pthread_mutex_init(&search->lock, NULL);
}

void ugi_search_close(struct ugi_search *search) {
    ugi_search_stop(search, true);
    ugi_search_join(search);
    output_free(&search->answer);
    pthread_mutex_destroy(&search->lock);
}

/* The instant when so many milliseconds have passed; 0: never. */
static int64_t ugi_search_end_after(int64_t milliseconds) {
    return milliseconds > 0 ? clock_now() + milliseconds * 1000 : 0;
}

void ugi_search_start(struct ugi_search *search, const struct ugi_job *job) {
    search->job = *job;
    search->stopped = search->silent = search->preempted = search->held = search->ended = false;
    search->pondering = job->ponders;
    search->enough = false;
    output_free(&search->answer);
    search->reported = 0;
    search->nodes = 0;
    search->began = clock_now();
    search->end = ugi_search_end_after(job->ponders ? job->ponder_most : job->limits.milliseconds);
    search->started = true;
    search->task.threads = job->threads;
    scheduler_submit(search->scheduler, &search->task);
}

void ugi_search_join(struct ugi_search *search) {
    if (search->started)
        scheduler_join(search->scheduler, &search->task);
    search->started = false;
}

bool ugi_search_running(struct ugi_search *search) {
    if (!search->started)
        return false;
    pthread_mutex_lock(&search->lock);
    bool ended = search->ended;
    pthread_mutex_unlock(&search->lock);
    if (ended)
        ugi_search_join(search);
    return !ended;
}

bool ugi_search_endless(struct ugi_search *search) {
    return ugi_search_running(search) && (search->job.infinite || search->pondering) &&
           !search->stopped;
}

/*
 * A search that is under way begins again with its limits: what it has found is in the table.
 * The time before counts as thought about the move, so that it may be enough already.
 */
bool ugi_search_ponderhit(struct ugi_search *search) {
    if (!ugi_search_running(search) || !search->pondering)
        return false;
    pthread_mutex_lock(&search->lock);
    bool enough = search->enough && !search->job.infinite;
    search->pondering = false;
    search->end = ugi_search_end_after(search->job.limits.milliseconds);
    if (search->held && !search->job.infinite) {
        ugi_search_release_answer(search);
    } else if (!search->held && !enough && search->job.level == 0) {
        search->preempted = true;
        kw_engine_stop(search->job.engine);
    }
    pthread_mutex_unlock(&search->lock);
    if (enough)
        ugi_search_stop(search, false);
    return true;
}

void ugi_search_stop(struct ugi_search *search, bool silent) {
    if (!search->started)
        return;
    pthread_mutex_lock(&search->lock);
    bool open = !search->ended;
    if (open) {
        search->stopped = true;
        search->silent = silent;
        if (search->held)
            ugi_search_release_answer(search);
        else
            kw_engine_stop(search->job.engine);
    }
    pthread_mutex_unlock(&search->lock);
    /* A queued one need not wait for its turn: it ends as soon as it begins. */
    if (open && scheduler_withdraw(search->scheduler, &search->task) && !silent)
        ugi_search_take_turn(search, NULL);
}

bool ugi_search_leave(struct ugi_search *search) {
    ugi_search_stop(search, true);
    return !search->started || scheduler_is_done(search->scheduler, &search->task);
}
