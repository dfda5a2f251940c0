#include "measure/game_stats.h"

#include "base/parallel.h"
#include "cli/output.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void sample_add(struct sample *sample, uint64_t value) {
    sample->count++;
    sample->sum += value;
    sample->squares += value * value;
    sample->most = value > sample->most ? value : sample->most;
}

static void bin_add(uint64_t bin[TALLY_BINS], uint64_t value) {
    bin[value < TALLY_BINS ? value : TALLY_BINS - 1]++;
}

/* ---- one game ----------------------------------------------------------------------------- */

struct player {
    const struct tally_job *job;
    struct tally *tally;
    struct moves moves;
    struct kw_random random;
    struct kw_laps laps; /* of the move being told */
    uint64_t seeds;      /* sown in it */
    /* What the tally held before the game. */
    uint64_t part_before[RATIOS], whole_before[RATIOS];
    /* The clause that each kind of event had last, and its number. */
    const struct kw_clause *clause[TALLY_KINDS];
    size_t number[TALLY_KINDS];
    uint64_t number_of_game;
    uint64_t seen[TALLY_KINDS][TALLY_CLAUSES]; /* the last game with such an event, from 1 */
};

/* The number of a clause among those of the game. */
static size_t clause_number(struct player *player, const struct kw_event *event) {
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

static bool hear(void *context, const struct kw_event *event) {
    struct player *player = context;
    kw_laps_event(&player->laps, event);
    if (event->kind == KW_EVENT_DROP) {
        player->seeds++;
        return true;
    }
    size_t number = clause_number(player, event);
    struct rule_count *rule = &player->tally->rule[event->kind][number];
    uint64_t *seen = &player->seen[event->kind][number];
    rule->events++;
    rule->seeds += event->from != KW_NOWHERE ? event->count : 0;
    rule->games += *seen != player->number_of_game;
    *seen = player->number_of_game;
    player->tally->endless +=
        event->kind == KW_EVENT_STOP && strcmp(event->clause->id, "endless") == 0;
    return true;
}

/* Counts the moves that there are to choose from before a ply. */
static void count_choices(struct player *player, size_t ply) {
    struct tally *tally = player->tally;
    size_t count = player->moves.count;
    sample_add(&tally->choices, count);
    sample_add(&tally->by_ply[ply], count);
    bin_add(tally->choice_bin, count);
    tally->forced += count == 1;
}

/* Counts what happens in a move. */
static void count_move(struct player *player, const struct kw_position *position, kw_move move) {
    struct tally *tally = player->tally;
    struct kw_position next;
    player->laps = (struct kw_laps){0};
    player->seeds = 0;
    kw_trace(player->job->game, position, move, &next, hear, player);
    tally->passes += kw_move_kind(move) == KW_PASS;
    if (player->seeds == 0)
        return;
    sample_add(&tally->laps, player->laps.count);
    sample_add(&tally->seeds, player->seeds);
    bin_add(tally->lap_bin, player->laps.count);
    bin_add(tally->seed_bin, player->seeds);
}

uint64_t tally_part(const struct tally *tally, enum ratio ratio) {
    const uint64_t part[RATIOS] = {
        [RATIO_CHOICES] = tally->choices.sum, [RATIO_FORCED] = tally->forced,
        [RATIO_PASSES] = tally->passes,       [RATIO_LAPS] = tally->laps.sum,
        [RATIO_SEEDS] = tally->seeds.sum,     [RATIO_ENDLESS] = tally->endless};
    return part[ratio];
}

uint64_t tally_whole(const struct tally *tally, enum ratio ratio) {
    return ratio <= RATIO_PASSES ? tally->choices.count : tally->laps.count;
}

static void begin_ratios(struct player *player) {
    for (enum ratio i = RATIO_CHOICES; i <= RATIO_ENDLESS; i++) {
        player->part_before[i] = tally_part(player->tally, i);
        player->whole_before[i] = tally_whole(player->tally, i);
    }
}

static void end_ratios(struct player *player) {
    for (enum ratio i = RATIO_CHOICES; i <= RATIO_ENDLESS; i++) {
        struct ratio_sums *sums = &player->tally->ratio[i];
        uint64_t part = tally_part(player->tally, i) - player->part_before[i];
        uint64_t whole = tally_whole(player->tally, i) - player->whole_before[i];
        sums->whole_whole += (unsigned __int128)whole * whole;
        sums->part_part += (unsigned __int128)part * part;
        sums->whole_part += (unsigned __int128)whole * part;
    }
}

static void count_result(struct tally *tally, const struct kw_result *result, size_t plies,
                         size_t turns) {
    tally->games++;
    tally->outcome[result->outcome]++;
    tally->repetitions += result->ending == KW_BY_REPETITION;
    tally->narrow += result->narrow;
    tally->length[plies]++;
    sample_add(&tally->plies, plies);
    sample_add(&tally->turns, turns);
    if (!result->scored)
        return;
    int64_t margin = (int64_t)result->score[0] - (int64_t)result->score[1];
    sample_add(&tally->score[0], result->score[0]);
    sample_add(&tally->score[1], result->score[1]);
    tally->margin += margin;
    tally->margin_squares += (uint64_t)(margin * margin);
}

/* Plays one game; false if there is no memory. */
static bool play_game(struct player *player, uint64_t number) {
    const struct tally_job *job = player->job;
    struct kw_session *session = kw_session_new(job->game, &job->start);
    struct kw_result result = {.outcome = KW_GOING_ON};
    size_t ply = 0, turns = 0;
    bool good = session != NULL;
    player->number_of_game = number + 1;
    begin_ratios(player);
    kw_random_seed(&player->random, job->seed + number);
    for (; good && !kw_session_result(session, &result) && ply < TALLY_PLIES; ply++) {
        const struct kw_position *position = kw_session_position(session);
        unsigned turn = position->turn;
        moves_list(&player->moves, job->game, position);
        count_choices(player, ply);
        kw_move move =
            player_choose(job->player, job->game, position, &player->moves, &player->random);
        count_move(player, position, move);
        good = kw_session_play(session, move, NULL);
        turns += kw_session_position(session)->turn != turn;
    }
    if (good) {
        count_result(player->tally, &result, ply, turns);
        end_ratios(player);
    }
    kw_session_free(session);
    return good;
}

/* ---- all games ---------------------------------------------------------------------------- */

static void sample_merge(struct sample *sum, const struct sample *part) {
    sum->count += part->count;
    sum->sum += part->sum;
    sum->squares += part->squares;
    sum->most = part->most > sum->most ? part->most : sum->most;
}

static void counts_merge(uint64_t *sum, const uint64_t *part, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum[i] += part[i];
}

static void tally_merge(struct tally *sum, const struct tally *part) {
    sum->games += part->games;
    counts_merge(sum->outcome, part->outcome, 4);
    sum->repetitions += part->repetitions;
    sum->narrow += part->narrow;
    sum->forced += part->forced;
    sum->passes += part->passes;
    sum->endless += part->endless;
    sample_merge(&sum->plies, &part->plies);
    sample_merge(&sum->turns, &part->turns);
    sample_merge(&sum->choices, &part->choices);
    sample_merge(&sum->laps, &part->laps);
    sample_merge(&sum->seeds, &part->seeds);
    for (size_t i = 0; i < RATIOS; i++) {
        sum->ratio[i].whole_whole += part->ratio[i].whole_whole;
        sum->ratio[i].part_part += part->ratio[i].part_part;
        sum->ratio[i].whole_part += part->ratio[i].whole_part;
    }
    sample_merge(&sum->score[0], &part->score[0]);
    sample_merge(&sum->score[1], &part->score[1]);
    sum->margin += part->margin;
    sum->margin_squares += part->margin_squares;
    counts_merge(sum->length, part->length, TALLY_PLIES + 1);
    for (size_t i = 0; i < TALLY_PLIES; i++)
        sample_merge(&sum->by_ply[i], &part->by_ply[i]);
    counts_merge(sum->choice_bin, part->choice_bin, TALLY_BINS);
    counts_merge(sum->lap_bin, part->lap_bin, TALLY_BINS);
    counts_merge(sum->seed_bin, part->seed_bin, TALLY_BINS);
    for (size_t kind = 0; kind < TALLY_KINDS; kind++) {
        for (size_t clause = 0; clause < TALLY_CLAUSES; clause++) {
            sum->rule[kind][clause].events += part->rule[kind][clause].events;
            sum->rule[kind][clause].seeds += part->rule[kind][clause].seeds;
            sum->rule[kind][clause].games += part->rule[kind][clause].games;
        }
    }
}

struct work {
    const struct tally_job *job;
    atomic_uint_fast64_t next; /* game */
    atomic_bool failed;
    struct tally *tally;  /* of all threads that are done */
    pthread_mutex_t lock; /* of the tally */
};

/* One thread plays and counts on its own, and adds up what it has at the end. */
static void play_games(void *context, size_t member) {
    (void)member;
    struct work *work = context;
    struct player *player = memory_new(1, sizeof *player);
    player->job = work->job;
    player->tally = memory_new(1, sizeof *player->tally);
    for (uint64_t number; !work->failed && (number = work->next++) < work->job->games;)
        if (!play_game(player, number))
            work->failed = true;
    pthread_mutex_lock(&work->lock);
    tally_merge(work->tally, player->tally);
    pthread_mutex_unlock(&work->lock);
    moves_free(&player->moves);
    free(player->tally);
    free(player);
}

bool tally_play(const struct tally_job *job, struct tally *tally) {
    struct work work = {.job = job, .tally = tally, .lock = PTHREAD_MUTEX_INITIALIZER};
    parallel_for(job->threads, play_games, &work);
    pthread_mutex_destroy(&work.lock);
    return !work.failed;
}
