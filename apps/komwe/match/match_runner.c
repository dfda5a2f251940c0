#include "match/match_runner.h"

#include "base/parallel.h"
#include "cli/interrupt.h"
#include "files/record_files.h"
#include "io/output.h"
#include "match/match_headers.h"
#include "match/match_round.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * An opening is even if nobody is ahead by more hundredths.  Where seeds are not counted most
 * random openings are lost for one side, and few of many tries are even.
 */
enum { EVEN_IN_SEEDS = 200, EVEN_IN_POINTS = 1000, OPENING_TRIES = 500 };

/* Games that end within their opening, one after the other, until no opening is looked for. */
enum { ENDED_MOST = 10000 };

void match_runner_open(struct match_runner *runner) {
    size_t players = runner->players;
    runner->pairings = players * (players - 1) / 2;
    runner->pairing = memory_new(runner->pairings, sizeof *runner->pairing);
    runner->done = memory_new(runner->pairings * runner->pairs, sizeof *runner->done);
    struct pairing *pairing = runner->pairing;
    for (size_t first = 0; first < players; first++)
        for (size_t second = first + 1; second < players; second++)
            *pairing++ = (struct pairing){.first = first, .second = second};
    pthread_mutex_init(&runner->lock, NULL);
}

void match_runner_close(struct match_runner *runner) {
    pthread_mutex_destroy(&runner->lock);
    free(runner->pairing);
    free(runner->done);
}

/* The half points of the player of that side: 0, 1, 2. */
static unsigned runner_points(const struct adjudication *adjudication, enum kw_player side) {
    enum kw_outcome win = side == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
    return adjudication->outcome == KW_DRAW ? 1 : adjudication->outcome == win ? 2 : 0;
}

static void runner_count_game(const struct match_runner *runner, struct pairing *pairing,
                              const struct adjudication *adjudication, unsigned points) {
    pairing->wins += points == 2;
    pairing->draws += points == 1;
    pairing->losses += points == 0;
    if (points != 1)
        pairing->victories[points == 0] += adjudication->narrow ? runner->narrow : 1;
    pairing->adjudicated += adjudication->by == BY_LENGTH || adjudication->by == BY_PROOF;
    pairing->forfeited[points == 2] += adjudication->by == BY_FORFEIT;
    pairing->out_of_time[points == 2] += adjudication->by == BY_TIME;
}

void pairing_sides(const struct pairing *pairing, unsigned game, size_t side[2]) {
    side[KW_SOUTH] = game == 0 ? pairing->first : pairing->second;
    side[KW_NORTH] = game == 0 ? pairing->second : pairing->first;
}

void pairing_count(struct match_runner *runner, struct pairing *pairing,
                   const struct adjudication game[2]) {
    unsigned first = runner_points(&game[0], KW_SOUTH), second = runner_points(&game[1], KW_NORTH);
    pairing->pairs.pair[first + second]++;
    runner_count_game(runner, pairing, &game[0], first);
    runner_count_game(runner, pairing, &game[1], second);
    if (runner->tested) {
        pairing->ratio = likelihood_ratio(&pairing->pairs, runner->low, runner->high);
        runner->stop = runner->stop || pairing->ratio >= likelihood_bound() ||
                       pairing->ratio <= -likelihood_bound();
    }
}

/* ---- one game ----------------------------------------------------------------------------- */

/* A thread with its players, opened when they are first needed. */
struct runner_thread {
    struct match_runner *runner;
    struct match_player **player;
    struct moves moves;
    struct kw_engine *filter; /* of openings */
    struct opening drawn;     /* the random opening of the pair at work */
    struct kw_analysis view;
    struct kw_error error;
};

/* Says why there is no game; false. */
static bool runner_fail(struct runner_thread *thread, const char *why) {
    snprintf(thread->error.message, sizeof thread->error.message, "%s", why);
    return false;
}

static const char runner_no_memory[] = "there is not enough memory";

/*
 * Plays random plies, at least as many as asked and to the end of a placing; a game that ends on
 * the way is begun anew, but not for ever: near the end there may be no other.
 */
static bool runner_play_randomly(struct runner_thread *thread, struct kw_session *session,
                                 struct kw_random *random) {
    const struct match_runner *runner = thread->runner;
    struct kw_result result;
    int ended = 0;
    while (kw_session_plies(session) < runner->opening ||
           kw_session_position(session)->phase != 0) {
        if (interrupted() != 0)
            return false;
        if (ended > ENDED_MOST)
            return runner_fail(thread,
                               "--opening is too great: from here nearly every game ends before");
        moves_list(&thread->moves, runner->game, kw_session_position(session));
        kw_move move = thread->moves.move[kw_random_below(random, (uint32_t)thread->moves.count)];
        if (!kw_session_play(session, move, &thread->error))
            return false;
        bool over = kw_session_result(session, &result);
        ended += over;
        while (over && kw_session_undo(session)) /* anew: here every way may end soon */
            continue;
    }
    return true;
}

static unsigned runner_seeds_on_board(const struct kw_position *position) {
    unsigned seeds = 0;
    for (int hole = 0; hole < KW_HOLES; hole++)
        seeds += position->hole[hole];
    return seeds;
}

/* Whether an opening leaves at least three quarters of the seeds in play: less is soon a draw. */
static bool runner_leaves_most(const struct kw_session *session) {
    return 4 * runner_seeds_on_board(kw_session_position(session)) >=
           3 * runner_seeds_on_board(kw_session_before(session, 0));
}

/*
 * Whether the engine finds the game undecided and neither player far ahead: first by a short
 * search, which rejects most openings, then by a longer one.  Both are limited by positions, so
 * that a seed always gives the same opening.  False if it cannot search.
 */
static bool runner_filter_opening(struct runner_thread *thread, const struct kw_session *session,
                                  bool *even) {
    static const struct kw_limits look[] = {{.nodes = 1000}, {.nodes = 20000}};
    if (thread->filter == NULL)
        thread->filter = kw_engine_new(1 << 20, 1);
    if (thread->filter == NULL)
        return runner_fail(thread, runner_no_memory);
    kw_engine_clear(thread->filter);
    *even = true;
    for (size_t i = 0; i < sizeof look / sizeof *look && *even; i++) {
        if (!kw_engine_search(thread->filter, session, &look[i], NULL, NULL, &thread->view,
                              &thread->error))
            return false;
        const struct kw_line *line = &thread->view.line[0];
        int most = line->unit == KW_IN_SEEDS ? EVEN_IN_SEEDS : EVEN_IN_POINTS;
        *even = !line->proven && line->unit != KW_IN_PLIES && abs(line->score) <= most;
    }
    return true;
}

/*
 * Plays a random opening that leaves most of the game and looks even; if half the tries find none,
 * one that looks even, or else the last.  False if there is none, or at an interruption.
 */
static bool runner_open_randomly(struct runner_thread *thread, struct kw_session *session,
                                 uint64_t seed) {
    struct kw_random random;
    kw_random_seed(&random, seed);
    for (int tries = 0; thread->runner->opening > 0 && tries < OPENING_TRIES; tries++) {
        while (kw_session_undo(session))
            continue;
        if (!runner_play_randomly(thread, session, &random))
            return false;
        bool even = runner_leaves_most(session) || tries >= OPENING_TRIES / 2;
        if (even && !runner_filter_opening(thread, session, &even))
            return false;
        if (even)
            break;
    }
    return true;
}

/* Draws the opening of a pair, which both its games begin with. */
static bool runner_draw_opening(struct runner_thread *thread, uint64_t pair) {
    const struct match_runner *runner = thread->runner;
    struct opening *drawn = &thread->drawn;
    struct kw_session *session = kw_session_new(runner->game, runner->start);
    bool good = session != NULL ? runner_open_randomly(thread, session, runner->seed + pair)
                                : runner_fail(thread, runner_no_memory);
    if (good) {
        drawn->moves = kw_session_plies(session);
        drawn->move = memory_resize(drawn->move, drawn->moves + 1, sizeof *drawn->move);
        for (size_t i = 0; i < drawn->moves; i++)
            drawn->move[i] = kw_session_move(session, i);
    }
    kw_session_free(session);
    return good;
}

const struct opening *match_runner_opening(const struct match_runner *runner, uint64_t pair) {
    const struct openings *openings = runner->openings;
    return openings != NULL ? &openings->list[pair % openings->count] : NULL;
}

const struct kw_position *match_runner_start(const struct match_runner *runner, uint64_t pair) {
    const struct opening *opening = match_runner_opening(runner, pair);
    return opening != NULL ? &opening->start : runner->start;
}

static const struct opening *runner_pair_opening(const struct runner_thread *thread,
                                                 uint64_t pair) {
    const struct opening *listed = match_runner_opening(thread->runner, pair);
    return listed != NULL ? listed : &thread->drawn;
}

static bool runner_play_opening(struct runner_thread *thread, struct kw_session *session,
                                uint64_t pair) {
    const struct opening *opening = runner_pair_opening(thread, pair);
    for (size_t i = 0; i < opening->moves; i++)
        if (!kw_session_play(session, opening->move[i], &thread->error))
            return false;
    return true;
}

/* Puts the player's name before what has gone wrong. */
static void runner_name_player(struct runner_thread *thread, const struct match_player_spec *spec) {
    char why[KW_TEXT];
    snprintf(why, sizeof why, "%.400s", thread->error.message);
    snprintf(thread->error.message, sizeof thread->error.message, "%s: %.400s", spec->name, why);
}

static struct match_player *runner_player(struct runner_thread *thread, size_t number) {
    const struct match_player_spec *spec = &thread->runner->spec[number];
    struct match_player **player = &thread->player[number];
    if (*player == NULL)
        *player = match_player_open(spec, thread->runner->game, &thread->error);
    if (*player == NULL && spec->kind == MATCH_PLAYER_COMMAND) /* other faults name a file */
        runner_name_player(thread, spec);
    return *player;
}

/*
 * A player has failed: a program loses the game by that, anything else ends the match.  Programs
 * also fail when the match is interrupted.
 */
static bool runner_take_failure(struct runner_thread *thread, const struct match_player_spec *spec,
                                unsigned side, struct adjudication *adjudication) {
    if (spec->kind == MATCH_PLAYER_COMMAND && interrupted() == 0) {
        adjudication_by_forfeit(adjudication, side, thread->error.message);
        return true;
    }
    runner_name_player(thread, spec);
    return false;
}

/* Plays to the end with these players as South and North; false if it does not come to that. */
static bool runner_play_to_end(struct runner_thread *thread, struct kw_session *session,
                               const size_t side[2], uint64_t seed,
                               struct adjudication *adjudication) {
    const struct match_runner *runner = thread->runner;
    struct match_player *player[2];
    struct match_clock clock[2];
    for (unsigned i = 0; i < 2; i++) {
        clock[i] = match_clock_begin(&runner->spec[side[i]].control);
        if ((player[i] = runner_player(thread, side[i])) == NULL)
            return false;
    }
    for (unsigned i = 0; i < 2; i++)
        if (!match_player_begin(player[i], seed + i, &thread->error))
            return runner_take_failure(thread, &runner->spec[side[i]], i, adjudication);
    while (!adjudication_by_rules(adjudication, session)) {
        unsigned turn = kw_session_position(session)->turn;
        kw_move move;
        int64_t spent;
        if (kw_session_plies(session) >= runner->longest) {
            adjudication_by_length(adjudication, session);
            return true;
        }
        bool made =
            match_player_choose(player[turn], session, clock, &move, &spent, &thread->error);
        bool in_time = match_clock_spend(&clock[turn], spent);
        bool waits = runner->spec[side[turn]].kind == MATCH_PLAYER_COMMAND; /* it may be late */
        if (!made && (in_time || !waits))
            return runner_take_failure(thread, &runner->spec[side[turn]], turn, adjudication);
        if (!in_time && interrupted() == 0) {
            adjudication_by_time(adjudication, turn);
            return true;
        }
        if (interrupted() != 0 || !kw_session_play(session, move, &thread->error))
            return false;
        const struct kw_line *line = match_player_line(player[turn]);
        bool proven = runner->by_proof && line != NULL && line->proven;
        if (proven && !adjudication_by_rules(adjudication, session)) {
            adjudication_by_proof(adjudication, runner->game, turn, line);
            return true;
        }
    }
    return true;
}

/* Sets what is the same for every game of these players, and the Round; false with `error`. */
bool match_runner_headers(const struct match_runner *runner, struct kw_record *record,
                          const struct round *round, struct kw_error *error) {
    char text[KW_TEXT];
    size_t side[2];
    pairing_sides(&runner->pairing[round->pairing], round->game, side);
    return kw_record_header_set(record, "Round", round_write(round, text), error) &&
           kw_record_header_set(record, "South", runner->spec[side[0]].name, error) &&
           kw_record_header_set(record, "North", runner->spec[side[1]].name, error) &&
           match_headers_write(record, runner, side, error);
}

static bool runner_write_record(struct runner_thread *thread, struct kw_record *record,
                                const struct round *round, const struct adjudication *adjudication,
                                struct string_builder *out) {
    char text[KW_TEXT];
    struct kw_error *error = &thread->error;
    size_t opening = runner_pair_opening(thread, round->pair)->moves;
    if (!match_runner_headers(thread->runner, record, round, error) ||
        !kw_record_opening_set(record, opening, error) ||
        (adjudication->by != BY_RULES &&
         !kw_record_header_set(record, "Adjudicated", adjudication_text(adjudication, text),
                               error)))
        return false;
    record_write(out, record);
    output_char(out, '\n');
    return true;
}

static void runner_report_forfeit(struct runner_thread *thread, const size_t side[2],
                                  const struct round *round,
                                  const struct adjudication *adjudication) {
    struct match_runner *runner = thread->runner;
    struct string_builder sentence = {0};
    char text[KW_TEXT];
    size_t loser = side[adjudication->outcome == KW_SOUTH_WINS ? KW_NORTH : KW_SOUTH];
    output_format(&sentence, "game %s: %s loses", round_write(round, text),
                  runner->spec[loser].name);
    if (adjudication->by == BY_TIME)
        output_add(&sentence, " on time");
    else
        output_format(&sentence, ": %s", adjudication->why);
    pthread_mutex_lock(&runner->lock);
    runner->forfeited(runner->context, sentence.text);
    pthread_mutex_unlock(&runner->lock);
    output_free(&sentence);
}

/* Plays a game: of a pair's first one the first player is South. */
static bool runner_play_game(struct runner_thread *thread, const struct round *round,
                             struct adjudication *adjudication, struct string_builder *out) {
    const struct match_runner *runner = thread->runner;
    struct kw_record *record = kw_record_new(runner->game, match_runner_start(runner, round->pair));
    size_t side[2];
    bool good = record != NULL || runner_fail(thread, runner_no_memory);
    pairing_sides(&runner->pairing[round->pairing], round->game, side);
    if (good) {
        struct kw_session *session = kw_record_session(record);
        good = runner_play_opening(thread, session, round->pair) &&
               runner_play_to_end(thread, session, side,
                                  runner->seed + 2 * round->pair + round->game, adjudication);
    }
    if (good && (adjudication->by == BY_FORFEIT || adjudication->by == BY_TIME))
        runner_report_forfeit(thread, side, round, adjudication);
    if (good && out != NULL)
        good = runner_write_record(thread, record, round, adjudication, out);
    kw_record_free(record);
    return good;
}

/* ---- all of them -------------------------------------------------------------------------- */

/* The next pair to be played; false if there is none. */
static bool runner_take_job(struct match_runner *runner, size_t *pairing, uint64_t *pair) {
    bool found = false;
    pthread_mutex_lock(&runner->lock);
    while (!found && !runner->stop && interrupted() == 0 &&
           runner->next < runner->pairs * runner->pairings) {
        *pair = runner->next / runner->pairings;
        *pairing = runner->next % runner->pairings;
        runner->next++;
        found = !runner->done[*pairing * runner->pairs + *pair];
    }
    pthread_mutex_unlock(&runner->lock);
    return found;
}

/* Ends the match, unless something else has ended it before. */
static void runner_fail_match(struct match_runner *runner, const struct kw_error *error) {
    if (!runner->failed)
        runner->error = *error;
    runner->failed = runner->stop = true;
}

/* A pair has ended; if that is by an interruption, it is as if it had not begun. */
static void runner_end_job(struct runner_thread *thread, size_t pairing,
                           const struct adjudication *games, bool good,
                           const struct string_builder *records) {
    struct match_runner *runner = thread->runner;
    pthread_mutex_lock(&runner->lock);
    if (!good && interrupted() == 0) {
        runner_fail_match(runner, &thread->error);
    } else if (good) {
        pairing_count(runner, &runner->pairing[pairing], games);
        if (!runner->ended(runner->context, runner, &runner->pairing[pairing], records,
                           &thread->error))
            runner_fail_match(runner, &thread->error);
    }
    pthread_mutex_unlock(&runner->lock);
}

static void runner_work(void *context, size_t thread_index) {
    (void)thread_index;
    struct runner_thread thread = {.runner = context};
    struct match_runner *runner = context;
    struct string_builder records = {0};
    size_t pairing;
    uint64_t pair;
    thread.player = memory_new(runner->players, sizeof(struct match_player *));
    while (runner_take_job(runner, &pairing, &pair)) {
        struct adjudication games[2];
        struct string_builder *out = runner->recorded ? &records : NULL;
        output_clear(&records);
        bool good = (runner->openings != NULL || runner_draw_opening(&thread, pair)) &&
                    runner_play_game(&thread, &(struct round){pairing, pair, 0}, &games[0], out) &&
                    runner_play_game(&thread, &(struct round){pairing, pair, 1}, &games[1], out);
        runner_end_job(&thread, pairing, games, good, &records);
    }
    for (size_t i = 0; i < runner->players; i++)
        match_player_close(thread.player[i]);
    free(thread.player);
    moves_free(&thread.moves);
    free(thread.drawn.move);
    kw_engine_free(thread.filter);
    output_free(&records);
}

bool match_runner_play(struct match_runner *runner) {
    parallel_for(runner->threads, runner_work, runner);
    return !runner->failed;
}
