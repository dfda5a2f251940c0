#include "match/match_runner.h"

#include "base/parallel.h"
#include "cli/interrupt.h"
#include "files/record_files.h"
#include "io/output.h"
#include "match/match_headers.h"
#include "openings/opening_draw.h"
#include "openings/opening_filter.h"

#include <stdlib.h>

/* Games that end within their opening, one after the other, until no opening is looked for. */
enum { ENDED_MOST = 10000 };

enum { LONGER_EVERY = 50 /* tries until an opening after one of a book has a ply more */ };

/*
 * The filter of openings looks at so many times the positions that the players look at for a move,
 * within bounds: what they would find decided is no opening.
 */
enum { FILTER_TIMES = 16, FILTERED_LEAST = 64000, FILTERED_MOST = 4000000 };

/* The positions that are assumed of a level or a clock, of a limit of depth, and of a millisecond.
 */
enum { NODES_OF_LEVEL = 25000, NODES_OF_DEPTH = 4000, NODES_OF_MILLISECOND = 1000 };

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
    struct opening_draw draw;
    struct opening_filter filter;
    struct opening drawn; /* the random opening of the pair at work */
    struct kw_error error;
};

/* Says why there is no game; false. */
static bool runner_fail(struct runner_thread *thread, const char *why) {
    snprintf(thread->error.message, sizeof thread->error.message, "%s", why);
    return false;
}

static const char runner_no_memory[] = "there is not enough memory";

/* The positions that a player looks at for a move. */
static uint64_t runner_nodes(const struct match_player_spec *spec) {
    const struct kw_limits *limits = &spec->limits;
    if (spec->kind == MATCH_PLAYER_RANDOM || spec->kind == MATCH_PLAYER_GREEDY)
        return 0;
    if (limits->nodes > 0)
        return limits->nodes;
    if (limits->milliseconds > 0)
        return (uint64_t)limits->milliseconds * NODES_OF_MILLISECOND;
    return spec->level > 0 || spec->control.base > 0 ? NODES_OF_LEVEL : NODES_OF_DEPTH;
}

uint64_t match_runner_filter_nodes(const struct match_runner *runner) {
    uint64_t nodes = FILTERED_LEAST;
    for (size_t i = 0; i < runner->players; i++) {
        uint64_t each = runner_nodes(&runner->spec[i]);
        uint64_t wanted = each > FILTERED_MOST / FILTER_TIMES ? FILTERED_MOST : each * FILTER_TIMES;
        nodes = wanted > nodes ? wanted : nodes;
    }
    return nodes;
}

/*
 * Plays a random opening that leaves most of the game and is balanced.  If there is none in all
 * tries, it is the one that the most searches found balanced, and `balanced` is false.  From half
 * of the tries on it need not leave most of the game.  After a book there are few ways, so that
 * they become longer.  False at an error or an interruption.
 */
static bool runner_open_randomly(struct runner_thread *thread, struct kw_session *session,
                                 struct opening_manner *manner, struct kw_random *random,
                                 bool *balanced) {
    bool after_book = thread->runner->openings != NULL;
    struct opening *best = &thread->drawn;
    struct opening_estimate estimate;
    unsigned most = 0;
    *balanced = manner->plies == 0;
    for (int tries = 0; !*balanced && tries < OPENING_TRIES; tries++) {
        bool drawn;
        manner->plies += after_book && tries % LONGER_EVERY == LONGER_EVERY - 1;
        if (!opening_draw(&thread->draw, session, manner, random, &drawn, &thread->error))
            return false;
        if (!drawn)
            return runner_fail(thread,
                               "--opening is too great: from here nearly every game ends before");
        estimate = (struct opening_estimate){0};
        if ((opening_leaves_most(session) || tries >= OPENING_TRIES / 2) &&
            !opening_filter_search(&thread->filter, session, &estimate, &thread->error))
            return false;
        *balanced = estimate.balanced;
        if (tries == 0 || estimate.passed > most || estimate.balanced) {
            most = estimate.passed;
            opening_copy(best, session);
        }
    }
    return true;
}

/* Plays the opening of a book on which the opening of a pair goes on; false with an error. */
static bool runner_play_book(struct runner_thread *thread, struct kw_session *session,
                             uint64_t pair) {
    const struct openings *book = thread->runner->openings;
    const struct opening *opening = &book->list[pair % book->count];
    for (size_t i = 0; i < opening->moves; i++)
        if (!kw_session_play(session, opening->move[i], &thread->error))
            return false;
    return true;
}

/*
 * Draws the opening of a pair, which both its games begin with: random plies, or after a book has
 * been used up one of its openings with a random ply, then with two, and so on.
 */
static bool runner_draw_opening(struct runner_thread *thread, uint64_t pair) {
    struct match_runner *runner = thread->runner;
    const struct openings *book = runner->openings;
    struct kw_session *session = kw_session_new(runner->game, runner->start);
    struct kw_random random;
    struct opening_manner manner = {.random_moves = DRAW_ALL_RANDOM, .ended = ENDED_MOST};
    bool balanced = true;
    kw_random_seed(&random, runner->seed + pair);
    manner.plies = book != NULL ? (unsigned)(pair / book->count) : runner->opening;
    bool good = session != NULL ? book == NULL || runner_play_book(thread, session, pair)
                                : runner_fail(thread, runner_no_memory);
    if (good) {
        manner.before = kw_session_plies(session);
        opening_copy(&thread->drawn, session);
        good = runner_open_randomly(thread, session, &manner, &random, &balanced);
    }
    if (good && interrupted() == 0) { /* else the filter has not looked at all of it */
        pthread_mutex_lock(&runner->lock);
        runner->drawn++;
        runner->unbalanced += !balanced;
        pthread_mutex_unlock(&runner->lock);
    }
    kw_session_free(session);
    return good;
}

/* Whether the opening of a pair is drawn, and not read from a list. */
static bool runner_draws(const struct match_runner *runner, uint64_t pair) {
    return runner->openings == NULL || (runner->grows && pair >= runner->openings->count);
}

const struct opening *match_runner_opening(const struct match_runner *runner, uint64_t pair) {
    const struct openings *openings = runner->openings;
    return runner_draws(runner, pair) ? NULL : &openings->list[pair % openings->count];
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

/* Plays the moves of a game that these players have begun; false if it does not come to its end. */
static bool runner_play_moves(struct runner_thread *thread, struct kw_session *session,
                              const size_t side[2], struct match_player *const player[2],
                              struct adjudication *adjudication) {
    const struct match_runner *runner = thread->runner;
    const struct match_player_spec *spec[2] = {&runner->spec[side[0]], &runner->spec[side[1]]};
    struct match_clock clock[2] = {match_clock_begin(&spec[0]->control),
                                   match_clock_begin(&spec[1]->control)};
    while (!adjudication_by_rules(adjudication, session)) {
        unsigned turn = kw_session_position(session)->turn, other = 1 - turn;
        kw_move move;
        int64_t spent;
        if (kw_session_plies(session) >= runner->longest) {
            adjudication_by_length(adjudication, session);
            return true;
        }
        if (!match_player_ponder(player[other], session, clock, &thread->error))
            return runner_take_failure(thread, spec[other], other, adjudication);
        bool made =
            match_player_choose(player[turn], session, clock, &move, &spent, &thread->error);
        bool in_time = match_clock_spend(&clock[turn], spent);
        bool waits = spec[turn]->kind == MATCH_PLAYER_COMMAND; /* it may be late */
        if (!made && (in_time || !waits))
            return runner_take_failure(thread, spec[turn], turn, adjudication);
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

/* Plays to the end with these players as South and North; false if it does not come to that. */
static bool runner_play_to_end(struct runner_thread *thread, struct kw_session *session,
                               const size_t side[2], uint64_t seed,
                               struct adjudication *adjudication) {
    struct match_player *player[2];
    for (unsigned i = 0; i < 2; i++)
        if ((player[i] = runner_player(thread, side[i])) == NULL)
            return false;
    for (unsigned i = 0; i < 2; i++)
        if (!match_player_begin(player[i], seed + i, &thread->error))
            return runner_take_failure(thread, &thread->runner->spec[side[i]], i, adjudication);
    bool good = runner_play_moves(thread, session, side, player, adjudication);
    for (unsigned i = 0; i < 2; i++)
        match_player_end(player[i]);
    return good;
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
    thread.filter = (struct opening_filter){.nodes = match_runner_filter_nodes(runner),
                                            .margin = opening_margin(runner->game)};
    while (runner_take_job(runner, &pairing, &pair)) {
        struct adjudication games[2];
        struct string_builder *out = runner->recorded ? &records : NULL;
        output_clear(&records);
        bool good = (!runner_draws(runner, pair) || runner_draw_opening(&thread, pair)) &&
                    runner_play_game(&thread, &(struct round){pairing, pair, 0}, &games[0], out) &&
                    runner_play_game(&thread, &(struct round){pairing, pair, 1}, &games[1], out);
        runner_end_job(&thread, pairing, games, good, &records);
    }
    for (size_t i = 0; i < runner->players; i++)
        match_player_close(thread.player[i]);
    free(thread.player);
    opening_draw_close(&thread.draw);
    opening_filter_close(&thread.filter);
    free(thread.drawn.move);
    output_free(&records);
}

bool match_runner_play(struct match_runner *runner) {
    parallel_for(runner->threads, runner_work, runner);
    return !runner->failed;
}
