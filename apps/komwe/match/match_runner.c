#include "match/match_runner.h"

#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/pool.h"
#include "files/record_files.h"
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

void contest_open(struct contest *contest) {
    size_t players = contest->players;
    contest->meetings = players * (players - 1) / 2;
    contest->meeting = memory_new(contest->meetings, sizeof *contest->meeting);
    contest->done = memory_new(contest->meetings * contest->pairs, sizeof *contest->done);
    struct meeting *meeting = contest->meeting;
    for (size_t first = 0; first < players; first++)
        for (size_t second = first + 1; second < players; second++)
            *meeting++ = (struct meeting){.first = first, .second = second};
    pthread_mutex_init(&contest->lock, NULL);
}

void contest_close(struct contest *contest) {
    pthread_mutex_destroy(&contest->lock);
    free(contest->meeting);
    free(contest->done);
}

/* The half points of the player of that side: 0, 1, 2. */
static unsigned points_of(const struct verdict *verdict, enum kw_player side) {
    enum kw_outcome win = side == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
    return verdict->outcome == KW_DRAW ? 1 : verdict->outcome == win ? 2 : 0;
}

static void count_game(const struct contest *contest, struct meeting *meeting,
                       const struct verdict *verdict, unsigned points) {
    meeting->wins += points == 2;
    meeting->draws += points == 1;
    meeting->losses += points == 0;
    if (points != 1)
        meeting->victories[points == 0] += verdict->narrow ? contest->narrow : 1;
    meeting->adjudicated += verdict->by == BY_LENGTH || verdict->by == BY_PROOF;
    meeting->forfeited[points == 2] += verdict->by == BY_FORFEIT;
}

void meeting_sides(const struct meeting *meeting, unsigned game, size_t side[2]) {
    side[KW_SOUTH] = game == 0 ? meeting->first : meeting->second;
    side[KW_NORTH] = game == 0 ? meeting->second : meeting->first;
}

void meeting_count(struct contest *contest, struct meeting *meeting, const struct verdict game[2]) {
    unsigned first = points_of(&game[0], KW_SOUTH), second = points_of(&game[1], KW_NORTH);
    meeting->pairs.pair[first + second]++;
    count_game(contest, meeting, &game[0], first);
    count_game(contest, meeting, &game[1], second);
    if (contest->tested) {
        meeting->ratio = likelihood_ratio(&meeting->pairs, contest->low, contest->high);
        contest->stop = contest->stop || meeting->ratio >= likelihood_bound() ||
                        meeting->ratio <= -likelihood_bound();
    }
}

/* ---- one game ----------------------------------------------------------------------------- */

/* A thread with its players, opened when they are first needed. */
struct host {
    struct contest *contest;
    struct contestant **player;
    struct moves moves;
    struct kw_engine *judge; /* of openings */
    struct opening drawn;    /* the random opening of the pair at work */
    struct kw_analysis view;
    struct kw_error error;
};

/* Says why there is no game; false. */
static bool no_game(struct host *host, const char *why) {
    snprintf(host->error.message, sizeof host->error.message, "%s", why);
    return false;
}

static const char no_memory[] = "there is not enough memory";

/*
 * Plays random plies, at least as many as asked and to the end of a placing; a game that ends on
 * the way is begun anew, but not for ever: near the end there may be no other.
 */
static bool play_randomly(struct host *host, struct kw_session *session, struct kw_random *random) {
    const struct contest *contest = host->contest;
    struct kw_result result;
    int ended = 0;
    while (kw_session_plies(session) < contest->opening ||
           kw_session_position(session)->phase != 0) {
        if (interrupted() != 0)
            return false;
        if (ended > ENDED_MOST)
            return no_game(host, "--opening is too great: from here nearly every game ends before");
        moves_list(&host->moves, contest->game, kw_session_position(session));
        kw_move move = host->moves.move[kw_random_below(random, (uint32_t)host->moves.count)];
        if (!kw_session_play(session, move, &host->error))
            return false;
        bool over = kw_session_result(session, &result);
        ended += over;
        while (over && kw_session_undo(session)) /* anew: here every way may end soon */
            continue;
    }
    return true;
}

static unsigned seeds_on_board(const struct kw_position *position) {
    unsigned seeds = 0;
    for (int hole = 0; hole < KW_HOLES; hole++)
        seeds += position->hole[hole];
    return seeds;
}

/* Whether an opening leaves at least three quarters of the seeds in play: less is soon a draw. */
static bool leaves_most(const struct kw_session *session) {
    return 4 * seeds_on_board(kw_session_position(session)) >=
           3 * seeds_on_board(kw_session_before(session, 0));
}

/*
 * Whether the engine finds the game undecided and neither player far ahead: first at a glance,
 * which turns most openings away, then by a longer look.  Both are limited by positions, so that a
 * seed always gives the same opening.  False if it cannot look.
 */
static bool judge_opening(struct host *host, const struct kw_session *session, bool *even) {
    static const struct kw_limits look[] = {{.nodes = 1000}, {.nodes = 20000}};
    if (host->judge == NULL)
        host->judge = kw_engine_new(1 << 20, 1);
    if (host->judge == NULL)
        return no_game(host, no_memory);
    kw_engine_clear(host->judge);
    *even = true;
    for (size_t i = 0; i < sizeof look / sizeof *look && *even; i++) {
        if (!kw_engine_search(host->judge, session, &look[i], NULL, NULL, &host->view,
                              &host->error))
            return false;
        const struct kw_line *line = &host->view.line[0];
        int most = line->unit == KW_IN_SEEDS ? EVEN_IN_SEEDS : EVEN_IN_POINTS;
        *even = !line->proven && line->unit != KW_IN_PLIES && abs(line->score) <= most;
    }
    return true;
}

/*
 * Plays a random opening that leaves most of the game and looks even; if half the tries find none,
 * one that looks even, or else the last.  False if there is none, or at an interruption.
 */
static bool open_randomly(struct host *host, struct kw_session *session, uint64_t seed) {
    struct kw_random random;
    kw_random_seed(&random, seed);
    for (int tries = 0; host->contest->opening > 0 && tries < OPENING_TRIES; tries++) {
        while (kw_session_undo(session))
            continue;
        if (!play_randomly(host, session, &random))
            return false;
        bool even = leaves_most(session) || tries >= OPENING_TRIES / 2;
        if (even && !judge_opening(host, session, &even))
            return false;
        if (even)
            break;
    }
    return true;
}

/* Draws the opening of a pair, which both its games begin with. */
static bool draw_opening(struct host *host, uint64_t pair) {
    const struct contest *contest = host->contest;
    struct opening *drawn = &host->drawn;
    struct kw_session *session = kw_session_new(contest->game, contest->start);
    bool good = session != NULL ? open_randomly(host, session, contest->seed + pair)
                                : no_game(host, no_memory);
    if (good) {
        drawn->moves = kw_session_plies(session);
        drawn->move = memory_resize(drawn->move, drawn->moves + 1, sizeof *drawn->move);
        for (size_t i = 0; i < drawn->moves; i++)
            drawn->move[i] = kw_session_move(session, i);
    }
    kw_session_free(session);
    return good;
}

const struct opening *contest_opening(const struct contest *contest, uint64_t pair) {
    const struct openings *openings = contest->openings;
    return openings != NULL ? &openings->list[pair % openings->count] : NULL;
}

const struct kw_position *contest_start(const struct contest *contest, uint64_t pair) {
    const struct opening *opening = contest_opening(contest, pair);
    return opening != NULL ? &opening->start : contest->start;
}

static const struct opening *pair_opening(const struct host *host, uint64_t pair) {
    const struct opening *listed = contest_opening(host->contest, pair);
    return listed != NULL ? listed : &host->drawn;
}

static bool play_opening(struct host *host, struct kw_session *session, uint64_t pair) {
    const struct opening *opening = pair_opening(host, pair);
    for (size_t i = 0; i < opening->moves; i++)
        if (!kw_session_play(session, opening->move[i], &host->error))
            return false;
    return true;
}

/* Puts the player's name before what has gone wrong. */
static void name_player(struct host *host, const struct contestant_spec *spec) {
    char why[KW_TEXT];
    snprintf(why, sizeof why, "%.400s", host->error.message);
    snprintf(host->error.message, sizeof host->error.message, "%s: %.400s", spec->name, why);
}

static struct contestant *seat(struct host *host, size_t number) {
    const struct contestant_spec *spec = &host->contest->spec[number];
    struct contestant **player = &host->player[number];
    if (*player == NULL)
        *player = contestant_open(spec, host->contest->game, &host->error);
    if (*player == NULL && spec->kind == CONTESTANT_COMMAND) /* other faults name a file */
        name_player(host, spec);
    return *player;
}

/*
 * A player has failed: a program loses the game by that, anything else ends the match.  Programs
 * also fail when the match is interrupted.
 */
static bool take_failure(struct host *host, const struct contestant_spec *spec, unsigned side,
                         struct verdict *verdict) {
    if (spec->kind == CONTESTANT_COMMAND && interrupted() == 0) {
        verdict_by_forfeit(verdict, side, host->error.message);
        return true;
    }
    name_player(host, spec);
    return false;
}

/* Plays to the end with these players as South and North; false if it does not come to that. */
static bool play_on(struct host *host, struct kw_session *session, const size_t side[2],
                    uint64_t seed, struct verdict *verdict) {
    const struct contest *contest = host->contest;
    struct contestant *player[2];
    for (unsigned i = 0; i < 2; i++)
        if ((player[i] = seat(host, side[i])) == NULL)
            return false;
    for (unsigned i = 0; i < 2; i++)
        if (!contestant_begin(player[i], seed + i, &host->error))
            return take_failure(host, &contest->spec[side[i]], i, verdict);
    while (!verdict_by_rules(verdict, session)) {
        unsigned turn = kw_session_position(session)->turn;
        kw_move move;
        if (kw_session_plies(session) >= contest->longest) {
            verdict_by_length(verdict, session);
            return true;
        }
        if (!contestant_choose(player[turn], session, &move, &host->error))
            return take_failure(host, &contest->spec[side[turn]], turn, verdict);
        if (interrupted() != 0 || !kw_session_play(session, move, &host->error))
            return false;
        const struct kw_line *line = contestant_line(player[turn]);
        bool proven = contest->by_proof && line != NULL && line->proven;
        if (proven && !verdict_by_rules(verdict, session)) {
            verdict_by_proof(verdict, contest->game, turn, line);
            return true;
        }
    }
    return true;
}

/* Sets what is the same for every game of these players, and the Round; false with `error`. */
bool contest_headers(const struct contest *contest, struct kw_record *record,
                     const struct round *round, struct kw_error *error) {
    char text[KW_TEXT];
    size_t side[2];
    meeting_sides(&contest->meeting[round->meeting], round->game, side);
    return kw_record_header_set(record, "Round", round_write(round, text), error) &&
           kw_record_header_set(record, "South", contest->spec[side[0]].name, error) &&
           kw_record_header_set(record, "North", contest->spec[side[1]].name, error) &&
           conditions_write(record, contest, side, error);
}

static bool write_record(struct host *host, struct kw_record *record, const struct round *round,
                         const struct verdict *verdict, struct output *out) {
    char text[KW_TEXT];
    struct kw_error *error = &host->error;
    size_t opening = pair_opening(host, round->pair)->moves;
    if (!contest_headers(host->contest, record, round, error) ||
        !kw_record_opening_set(record, opening, error) ||
        (verdict->by != BY_RULES &&
         !kw_record_header_set(record, "Adjudicated", verdict_text(verdict, text), error)))
        return false;
    record_write(out, record);
    output_char(out, '\n');
    return true;
}

static void tell_forfeit(struct host *host, const size_t side[2], const struct round *round,
                         const struct verdict *verdict) {
    struct contest *contest = host->contest;
    struct output sentence = {0};
    char text[KW_TEXT];
    size_t loser = side[verdict->outcome == KW_SOUTH_WINS ? KW_NORTH : KW_SOUTH];
    output_format(&sentence, "game %s: %s loses: %s", round_write(round, text),
                  contest->spec[loser].name, verdict->why);
    pthread_mutex_lock(&contest->lock);
    contest->forfeited(contest->context, sentence.text);
    pthread_mutex_unlock(&contest->lock);
    output_free(&sentence);
}

/* Plays a game: of a pair's first one the first player is South. */
static bool play_game(struct host *host, const struct round *round, struct verdict *verdict,
                      struct output *out) {
    const struct contest *contest = host->contest;
    struct kw_record *record = kw_record_new(contest->game, contest_start(contest, round->pair));
    size_t side[2];
    bool good = record != NULL || no_game(host, no_memory);
    meeting_sides(&contest->meeting[round->meeting], round->game, side);
    if (good) {
        struct kw_session *session = kw_record_session(record);
        good = play_opening(host, session, round->pair) &&
               play_on(host, session, side, contest->seed + 2 * round->pair + round->game, verdict);
    }
    if (good && verdict->by == BY_FORFEIT)
        tell_forfeit(host, side, round, verdict);
    if (good && out != NULL)
        good = write_record(host, record, round, verdict, out);
    kw_record_free(record);
    return good;
}

/* ---- all of them -------------------------------------------------------------------------- */

/* The next pair to be played; false if there is none. */
static bool take_job(struct contest *contest, size_t *meeting, uint64_t *pair) {
    bool found = false;
    pthread_mutex_lock(&contest->lock);
    while (!found && !contest->stop && interrupted() == 0 &&
           contest->next < contest->pairs * contest->meetings) {
        *pair = contest->next / contest->meetings;
        *meeting = contest->next % contest->meetings;
        contest->next++;
        found = !contest->done[*meeting * contest->pairs + *pair];
    }
    pthread_mutex_unlock(&contest->lock);
    return found;
}

/* Ends the match, unless something else has ended it before. */
static void fail_contest(struct contest *contest, const struct kw_error *error) {
    if (!contest->failed)
        contest->error = *error;
    contest->failed = contest->stop = true;
}

/* A pair has ended; if that is by an interruption, it is as if it had not begun. */
static void end_job(struct host *host, size_t meeting, const struct verdict *games, bool good,
                    const struct output *records) {
    struct contest *contest = host->contest;
    pthread_mutex_lock(&contest->lock);
    if (!good && interrupted() == 0) {
        fail_contest(contest, &host->error);
    } else if (good) {
        meeting_count(contest, &contest->meeting[meeting], games);
        if (!contest->ended(contest->context, contest, &contest->meeting[meeting], records,
                            &host->error))
            fail_contest(contest, &host->error);
    }
    pthread_mutex_unlock(&contest->lock);
}

static void host_work(void *context) {
    struct host host = {.contest = context};
    struct contest *contest = context;
    struct output records = {0};
    size_t meeting;
    uint64_t pair;
    host.player = memory_new(contest->players, sizeof(struct contestant *));
    while (take_job(contest, &meeting, &pair)) {
        struct verdict games[2];
        struct output *out = contest->recorded ? &records : NULL;
        output_clear(&records);
        bool good = (contest->openings != NULL || draw_opening(&host, pair)) &&
                    play_game(&host, &(struct round){meeting, pair, 0}, &games[0], out) &&
                    play_game(&host, &(struct round){meeting, pair, 1}, &games[1], out);
        end_job(&host, meeting, games, good, &records);
    }
    for (size_t i = 0; i < contest->players; i++)
        contestant_close(host.player[i]);
    free(host.player);
    moves_free(&host.moves);
    free(host.drawn.move);
    kw_engine_free(host.judge);
    output_free(&records);
}

bool contest_play(struct contest *contest) {
    pool_run(contest->threads, host_work, contest);
    return !contest->failed;
}
