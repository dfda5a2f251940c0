#include "measure/game_stats.h"

#include "base/parallel.h"
#include "base/work.h"
#include "io/output.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void stats_sample_add(struct sample *sample, uint64_t value) {
    sample->count++;
    sample->sum += value;
    sample->squares += value * value;
    sample->most = value > sample->most ? value : sample->most;
}

static void stats_bin_add(uint64_t bin[STATS_BINS], uint64_t value) {
    bin[value < STATS_BINS ? value : STATS_BINS - 1]++;
}

/* ---- one game ----------------------------------------------------------------------------- */

struct stats_player {
    const struct stats_job *job;
    struct game_stats *stats;
    struct moves moves;
    struct kw_random random;
    struct kw_laps laps; /* of the current move */
    uint64_t seeds;      /* sown in it */
    /* What the stats held before the game. */
    uint64_t part_before[STATS_RATIOS], whole_before[STATS_RATIOS];
    /* The clause that each kind of event had last, and its number. */
    const struct kw_clause *clause[STATS_EVENTS];
    size_t number[STATS_EVENTS];
    uint64_t number_of_game;
    uint64_t seen[STATS_EVENTS][KW_CLAUSES]; /* the last game with such an event, from 1 */
};

/* The number of a clause among those of the game. */
static size_t stats_clause_number(struct stats_player *player, const struct kw_event *event) {
    const struct kw_game *game = player->job->game;
    if (player->clause[event->kind] != event->clause) {
        size_t count = kw_clause_count(game), i = 0;
        while (i + 1 < count && kw_clause_at(game, i) != event->clause)
            i++;
        player->clause[event->kind] = event->clause;
        player->number[event->kind] = i;
    }
    return player->number[event->kind];
}

static bool stats_event(void *context, const struct kw_event *event) {
    struct stats_player *player = context;
    kw_laps_event(&player->laps, event);
    if (event->kind == KW_EVENT_DROP) {
        player->seeds++;
        return true;
    }
    size_t number = stats_clause_number(player, event);
    struct rule_count *rule = &player->stats->rule[event->kind][number];
    uint64_t *seen = &player->seen[event->kind][number];
    rule->events++;
    rule->seeds += event->from != KW_NOWHERE ? event->count : 0;
    rule->games += *seen != player->number_of_game;
    *seen = player->number_of_game;
    player->stats->count[COUNT_ENDLESS] +=
        event->kind == KW_EVENT_STOP && strcmp(event->clause->id, "endless") == 0;
    return true;
}

/* Counts the moves that there are to choose from before a ply. */
static void stats_count_choices(struct stats_player *player, size_t ply) {
    struct game_stats *stats = player->stats;
    size_t count = player->moves.count;
    stats_sample_add(&stats->measure[MEASURE_CHOICES], count);
    stats_sample_add(&stats->by_ply[ply], count);
    stats_bin_add(stats->choice_bin, count);
    stats->count[COUNT_FORCED] += count == 1;
}

/* Counts what happens in a move. */
static void stats_count_move(struct stats_player *player, const struct kw_position *position,
                             kw_move move) {
    struct game_stats *stats = player->stats;
    struct kw_position next;
    player->laps = (struct kw_laps){0};
    player->seeds = 0;
    kw_trace(player->job->game, position, move, &next, stats_event, player);
    stats->count[COUNT_PASSES] += kw_move_kind(move) == KW_PASS;
    if (player->seeds == 0)
        return;
    stats_sample_add(&stats->measure[MEASURE_LAPS], player->laps.count);
    stats_sample_add(&stats->measure[MEASURE_SEEDS], player->seeds);
    stats_bin_add(stats->lap_bin, player->laps.count);
    stats_bin_add(stats->seed_bin, player->seeds);
}

uint64_t stats_ratio_part(const struct game_stats *stats, enum stats_ratio ratio) {
    const uint64_t part[STATS_RATIOS] = {[RATIO_CHOICES] = stats->measure[MEASURE_CHOICES].sum,
                                         [RATIO_FORCED] = stats->count[COUNT_FORCED],
                                         [RATIO_PASSES] = stats->count[COUNT_PASSES],
                                         [RATIO_LAPS] = stats->measure[MEASURE_LAPS].sum,
                                         [RATIO_SEEDS] = stats->measure[MEASURE_SEEDS].sum,
                                         [RATIO_ENDLESS] = stats->count[COUNT_ENDLESS]};
    return part[ratio];
}

uint64_t stats_ratio_whole(const struct game_stats *stats, enum stats_ratio ratio) {
    bool by_ply = ratio == RATIO_CHOICES || ratio == RATIO_FORCED || ratio == RATIO_PASSES;
    return stats->measure[by_ply ? MEASURE_CHOICES : MEASURE_LAPS].count;
}

static void stats_begin_ratios(struct stats_player *player) {
    for (enum stats_ratio i = 0; i < STATS_RATIOS; i++) {
        player->part_before[i] = stats_ratio_part(player->stats, i);
        player->whole_before[i] = stats_ratio_whole(player->stats, i);
    }
}

static void stats_end_ratios(struct stats_player *player) {
    for (enum stats_ratio i = 0; i < STATS_RATIOS; i++) {
        struct ratio_sums *sums = &player->stats->ratio[i];
        uint64_t part = stats_ratio_part(player->stats, i) - player->part_before[i];
        uint64_t whole = stats_ratio_whole(player->stats, i) - player->whole_before[i];
        sums->whole_whole += (unsigned __int128)whole * whole;
        sums->part_part += (unsigned __int128)part * part;
        sums->whole_part += (unsigned __int128)whole * part;
    }
}

static void stats_count_result(struct game_stats *stats, const struct kw_result *result,
                               size_t plies, size_t turns) {
    static const enum stats_count outcome[] = {[KW_SOUTH_WINS] = COUNT_SOUTH_WINS,
                                               [KW_NORTH_WINS] = COUNT_NORTH_WINS,
                                               [KW_DRAW] = COUNT_DRAWN,
                                               [KW_GOING_ON] = COUNT_CUT};
    stats->count[COUNT_GAMES]++;
    stats->count[outcome[result->outcome]]++;
    stats->count[COUNT_REPETITION] += result->ending == KW_BY_REPETITION;
    stats->count[COUNT_NARROW] += result->narrow;
    stats->length[plies]++;
    stats_sample_add(&stats->measure[MEASURE_PLIES], plies);
    stats_sample_add(&stats->measure[MEASURE_TURNS], turns);
    if (!result->scored)
        return;
    int64_t margin = (int64_t)result->score[0] - (int64_t)result->score[1];
    stats_sample_add(&stats->measure[MEASURE_SCORE_SOUTH], result->score[0]);
    stats_sample_add(&stats->measure[MEASURE_SCORE_NORTH], result->score[1]);
    stats->margin += margin;
    stats->margin_squares += (uint64_t)(margin * margin);
}

/* Plays one game; false if there is no memory, or the work was ended. */
static bool stats_play_game(struct stats_player *player, uint64_t number) {
    const struct stats_job *job = player->job;
    struct kw_session *session = kw_session_new(job->game, &job->start);
    struct kw_result result = {.outcome = KW_GOING_ON};
    size_t ply = 0, turns = 0;
    unsigned mover = KW_SOUTH;
    bool good = session != NULL;
    player->number_of_game = number + 1;
    stats_begin_ratios(player);
    kw_random_seed(&player->random, job->seed + number);
    for (; good && !kw_session_result(session, &result) && ply < STATS_PLIES; ply++) {
        const struct kw_position *position = kw_session_position(session);
        turns += ply == 0 || position->turn != mover;
        mover = position->turn;
        moves_list(&player->moves, job->game, position);
        if (work_ended())
            break;
        stats_count_choices(player, ply);
        kw_move move =
            player_choose(job->player, job->game, position, &player->moves, &player->random);
        stats_count_move(player, position, move);
        work_check();
        good = kw_session_play(session, move, NULL);
    }
    good = good && !work_ended();
    if (good) {
        stats_count_result(player->stats, &result, ply, turns);
        stats_end_ratios(player);
    }
    kw_session_free(session);
    return good;
}

/* ---- all games ---------------------------------------------------------------------------- */

static void stats_sample_merge(struct sample *sum, const struct sample *part) {
    sum->count += part->count;
    sum->sum += part->sum;
    sum->squares += part->squares;
    sum->most = part->most > sum->most ? part->most : sum->most;
}

static void stats_merge_counts(uint64_t *sum, const uint64_t *part, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum[i] += part[i];
}

static void stats_merge(struct game_stats *sum, const struct game_stats *part) {
    stats_merge_counts(sum->count, part->count, STATS_COUNTS);
    for (size_t i = 0; i < STATS_MEASURES; i++)
        stats_sample_merge(&sum->measure[i], &part->measure[i]);
    for (size_t i = 0; i < STATS_RATIOS; i++) {
        sum->ratio[i].whole_whole += part->ratio[i].whole_whole;
        sum->ratio[i].part_part += part->ratio[i].part_part;
        sum->ratio[i].whole_part += part->ratio[i].whole_part;
    }
    sum->margin += part->margin;
    sum->margin_squares += part->margin_squares;
    stats_merge_counts(sum->length, part->length, STATS_PLIES + 1);
    for (size_t i = 0; i < STATS_PLIES; i++)
        stats_sample_merge(&sum->by_ply[i], &part->by_ply[i]);
    stats_merge_counts(sum->choice_bin, part->choice_bin, STATS_BINS);
    stats_merge_counts(sum->lap_bin, part->lap_bin, STATS_BINS);
    stats_merge_counts(sum->seed_bin, part->seed_bin, STATS_BINS);
    for (size_t kind = 0; kind < STATS_EVENTS; kind++) {
        for (size_t clause = 0; clause < KW_CLAUSES; clause++) {
            sum->rule[kind][clause].events += part->rule[kind][clause].events;
            sum->rule[kind][clause].seeds += part->rule[kind][clause].seeds;
            sum->rule[kind][clause].games += part->rule[kind][clause].games;
        }
    }
}

struct stats_work {
    const struct stats_job *job;
    atomic_uint_fast64_t next; /* game */
    atomic_bool failed;
    struct game_stats *stats; /* of all threads that are done */
    pthread_mutex_t lock;     /* of the stats */
};

/* One thread plays and counts on its own, and adds up what it has at the end. */
static void stats_play_games(void *context, size_t thread_index) {
    (void)thread_index;
    struct stats_work *work = context;
    struct stats_player *player = memory_new(1, sizeof *player);
    player->job = work->job;
    player->stats = memory_new(1, sizeof *player->stats);
    for (uint64_t number; !work->failed && (number = work->next++) < work->job->games;)
        if (!stats_play_game(player, number))
            work->failed = true;
    pthread_mutex_lock(&work->lock);
    if (!work->failed)
        stats_merge(work->stats, player->stats);
    pthread_mutex_unlock(&work->lock);
    moves_free(&player->moves);
    free(player->stats);
    free(player);
}

bool stats_play(const struct stats_job *job, struct game_stats *stats) {
    struct stats_work work = {.job = job, .stats = stats, .lock = PTHREAD_MUTEX_INITIALIZER};
    parallel_for(job->threads, stats_play_games, &work);
    pthread_mutex_destroy(&work.lock);
    return !work.failed;
}
