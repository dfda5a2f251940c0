/* The command annotate: adds comments to records. */
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/record_files.h"
#include "files/weights_file.h"
#include "text/score_text.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEVEL_MOST = 50, /* a smaller difference is ignored */
    SHOWN_TURNS = 4  /* of the better line */
};

static const char *const player_word[] = {"South", "North"};

/* A player's reviewed turns in sum. */
struct annotate_summary {
    size_t turns, best, measured, turning_points;
    int64_t loss; /* of the measured ones, in hundredths: one that loses the game has no measure */
    double accuracy; /* in sum */
};

struct annotate_job {
    struct call *call;
    struct kw_engine *engine;
    struct open_tables tables; /* that it probes */
    struct weights_file weights;
    struct kw_limits limits;
    struct kw_record *record;
    enum status status;           /* of the written sentences */
    regex_t annotation;           /* end of a comment that an annotation was added to */
    struct string_builder proven; /* the result after the turns reviewed last, if it is proven */
    size_t proven_at;             /* the ply after the earliest of them */
    size_t done, turns;           /* for the progress */
    struct annotate_summary summary[2];
    struct progress progress;
    bool written; /* a record was written */
};

/* ---- classification ------------------------------------------------------------------------- */

/* 1 if the player is ahead, -1 if behind, 0 if the game is level. */
static int annotate_standing(const struct kw_evaluation *evaluation) {
    int level = evaluation->line.proven ? 0 : LEVEL_MOST;
    if (evaluation->won != 0)
        return evaluation->won;
    return evaluation->line.score > level ? 1 : evaluation->line.score < -level ? -1 : 0;
}

static const char *annotate_score_text(const struct kw_evaluation *evaluation, char text[KW_TEXT]) {
    if (evaluation->over && evaluation->won != 0)
        return evaluation->won > 0 ? "wins" : "loses";
    return score_text(&evaluation->line, text);
}

/* True if the player is worse off after the turn than before it. */
static bool annotate_is_turning_point(const struct kw_turn_review *review) {
    return annotate_standing(&review->played) < annotate_standing(&review->best);
}

/* ---- comments ------------------------------------------------------------------------------- */

static void annotate_write_loss(struct string_builder *out, const struct kw_turn_review *review) {
    const struct kw_evaluation *best = &review->best, *played = &review->played;
    char was[KW_TEXT], is[KW_TEXT];
    int loss = review->loss;
    if (review->lost)
        output_add(out, played->won < 0 ? "Loses the game" : "Gives the win away");
    else if (kw_review_is_proven(review))
        output_format(out, "Loses %d %s", loss / 100, loss == 100 ? "seed" : "seeds");
    else
        output_format(out, "Loses %.1f %s", loss / 100.0,
                      best->line.unit == KW_IN_SEEDS ? "seeds" : "points");
    output_format(out, " (%s instead of %s)", annotate_score_text(played, is),
                  annotate_score_text(best, was));
}

/* The first turns of the better line, as a record has them. */
static enum status annotate_write_better(struct annotate_job *job, struct string_builder *out,
                                         const struct kw_turn_review *review) {
    const struct kw_session *of = kw_record_session(job->record);
    const struct kw_line *line = &review->best.line;
    struct kw_session *session =
        kw_session_new(kw_session_game(of), kw_session_before(of, review->first));
    char text[KW_TEXT];
    size_t ply = 0;
    memory_check(session);
    struct kw_error error = {.code = KW_OK};
    for (size_t i = 0; i < line->length && kw_session_play(session, line->move[i], &error); i++)
        continue;
    if (error.code == KW_NO_MEMORY)
        memory_check(NULL);
    output_add(out, ": better");
    for (int turns = 0; turns < SHOWN_TURNS && ply < kw_session_plies(session); turns++) {
        output_format(out, "%s %s", turns == 1 ? ", then" : "",
                      kw_session_turn_text(session, ply, text));
        ply = kw_session_turn_end(session, ply);
    }
    output_char(out, '.');
    kw_session_free(session);
    return STATUS_OK;
}

static void annotate_write_turning_point(struct string_builder *out,
                                         const struct kw_turn_review *review) {
    static const char *const word[] = {"behind", "level", "ahead"};
    int was = annotate_standing(&review->best), is = annotate_standing(&review->played);
    output_format(out, " Turning point: %s was %s and is now %s.", player_word[review->mover],
                  word[was + 1], word[is + 1]);
}

/* From here on only an error can change the result. */
static void annotate_write_proven(struct string_builder *out, unsigned mover,
                                  const struct kw_evaluation *played) {
    unsigned winner = annotate_standing(played) > 0 ? mover : !mover;
    output_add(out, "Proven: ");
    if (annotate_standing(played) == 0)
        output_add(out, "a draw");
    else
        output_format(out, "%s wins", player_word[winner]);
    if (played->line.unit == KW_IN_SEEDS && annotate_standing(played) != 0)
        output_format(out, " by %d", abs(played->line.score) / 100);
    output_char(out, '.');
}

/* "South: accuracy 88 %, 7 of 9 turns best, 0.31 seeds lost a turn, 1 turning point." */
static void annotate_write_summary(struct string_builder *out, unsigned player,
                                   const struct annotate_summary *summary, bool counts_seeds) {
    output_format(out, "%s: accuracy %.0f %%, %zu of %zu %s best", player_word[player],
                  100 * summary->accuracy / (double)summary->turns, summary->best, summary->turns,
                  summary->turns == 1 ? "turn" : "turns");
    if (summary->loss > 0)
        output_format(out, ", %.2f %s lost a turn",
                      (double)summary->loss / 100 / (double)summary->measured,
                      counts_seeds ? "seeds" : "points");
    if (summary->turning_points > 0)
        output_format(out, ", %zu turning %s", summary->turning_points,
                      summary->turning_points == 1 ? "point" : "points");
    output_char(out, '.');
}

/* Separates an existing comment from the annotation. */
#define SEPARATOR " -- "

/* The sentences above, as regular expressions. */
#define SCORE "([-+]?[0-9.]+( proven)?|draw proven|(wins|loses)( in [0-9]+ (ply|plies) proven)?)"
#define LOSS                                                                                       \
    "(Loses the game|Gives the win away|Loses [0-9.]+ (seeds?|points))"                            \
    " \\(" SCORE " instead of " SCORE "\\): better( [^. ]+(, then( [^. ]+)+)?)?\\."
#define TURNING_POINT "Turning point: (South|North) was (level|ahead) and is now (behind|level)\\."
#define PROVEN "Proven: (a draw|(South|North) wins( by [0-9]+)?)\\."
#define CONDUCT                                                                                    \
    "(South|North): (accuracy [0-9]+ %, )?[0-9]+ of [0-9]+ turns? best(, [0-9.]+ (seeds|points) "  \
    "lost a turn)?"                                                                                \
    "(, [0-9]+ turning points?)?\\."
#define SENTENCE "(" LOSS "|" TURNING_POINT "|" PROVEN "|" CONDUCT ")"

/* It reaches to the end of the comment: such sentences within a user's text belong to the user. */
static const char annotation_pattern[] = "(^|" SEPARATOR ")" SENTENCE "( " SENTENCE ")*$";

static enum status annotate_set_comment(struct annotate_job *job, size_t ply, const char *comment) {
    struct kw_error error;
    return kw_record_comment_set(job->record, ply, comment, &error)
               ? STATUS_OK
               : call_fail(job->call, "%s", error.message);
}

/* The offset of an annotation with its separator; -1: there is none. */
static regoff_t annotate_find_former(const struct annotate_job *job, const char *comment) {
    regmatch_t at;
    errno = 0;
    int result = regexec(&job->annotation, comment, 1, &at, 0);
    if (result != 0 && errno == ENOMEM) /* glibc then returns REG_NOMATCH */
        memory_check(NULL);
    return result == 0 ? at.rm_so : -1;
}

/* Appends a sentence to the existing comment. */
static enum status annotate_add_comment(struct annotate_job *job, size_t ply,
                                        const char *sentence) {
    const char *former = kw_record_comment(job->record, ply);
    struct string_builder whole = {0};
    if (former != NULL)
        output_format(&whole, "%s%s", former,
                      annotate_find_former(job, former) < 0 ? SEPARATOR : " ");
    output_add(&whole, sentence);
    enum status status = annotate_set_comment(job, ply, whole.text);
    output_free(&whole);
    return status;
}

/* Comments the first turn of a proven result, once no earlier turn can have it. */
static enum status annotate_comment_proven(struct annotate_job *job) {
    struct string_builder *proven = &job->proven;
    enum status status =
        proven->length > 0 ? annotate_add_comment(job, job->proven_at, proven->text) : STATUS_OK;
    output_clear(proven);
    return status;
}

/* ---- former annotations --------------------------------------------------------------------- */

/* Removes a former annotation from the comments. */
static enum status annotate_remove_former(struct annotate_job *job) {
    size_t plies = kw_session_plies(kw_record_session(job->record));
    enum status status = STATUS_OK;
    for (size_t ply = 0; ply <= plies && status == STATUS_OK; ply++) {
        const char *comment;
        regoff_t start;
        while (status == STATUS_OK && (comment = kw_record_comment(job->record, ply)) != NULL &&
               (start = annotate_find_former(job, comment)) >= 0) {
            struct string_builder rest = {0};
            output_bytes(&rest, comment, (size_t)start);
            status = annotate_set_comment(job, ply, rest.text);
            output_free(&rest);
        }
    }
    return status;
}

/* ---- turns ---------------------------------------------------------------------------------- */

static enum status annotate_comment_mistake(struct annotate_job *job,
                                            const struct kw_turn_review *review) {
    struct string_builder out = {0};
    annotate_write_loss(&out, review);
    enum status status = annotate_write_better(job, &out, review);
    if (annotate_is_turning_point(review))
        annotate_write_turning_point(&out, review);
    if (status == STATUS_OK)
        status = annotate_add_comment(job, review->end, out.text);
    output_free(&out);
    return status;
}

/* Remembers a result that is proven after this turn and was not before; it is written once. */
static enum status annotate_update_proven(struct annotate_job *job,
                                          const struct kw_turn_review *review) {
    const struct kw_evaluation *best = &review->best, *played = &review->played;
    struct string_builder *proven = &job->proven, out = {0};
    enum status status = STATUS_OK;
    if (!played->line.proven || best->line.proven || played->over)
        return STATUS_OK;
    annotate_write_proven(&out, review->mover, played);
    if (proven->length > 0 && strcmp(proven->text, out.text) != 0)
        status = annotate_comment_proven(job);
    output_free(proven);
    *proven = out;
    job->proven_at = review->end;
    return status;
}

static void annotate_count_turn(struct annotate_job *job, const struct kw_turn_review *review,
                                bool mistake) {
    const struct kw_game *game = kw_session_game(kw_record_session(job->record));
    struct annotate_summary *summary = &job->summary[review->mover];
    bool best = kw_review_class(review) == KW_TURN_BEST;
    summary->turns++;
    summary->best += best;
    summary->measured += !review->lost;
    summary->loss += review->loss;
    summary->accuracy += kw_review_accuracy(game, review);
    summary->turning_points += mistake && annotate_is_turning_point(review);
}

/* A mistake ends the proven result before it: the one after it is written again. */
static enum status annotate_comment_turn(struct annotate_job *job,
                                         const struct kw_turn_review *review) {
    bool mistake = kw_review_class(review) == KW_TURN_MISTAKE;
    enum status status = STATUS_OK;
    annotate_count_turn(job, review, mistake);
    if (mistake)
        status = annotate_comment_mistake(job, review);
    if (status == STATUS_OK)
        status = annotate_update_proven(job, review);
    if (status == STATUS_OK && mistake)
        status = annotate_comment_proven(job);
    return status;
}

/* ---- the record ----------------------------------------------------------------------------- */

static void annotate_show_progress(struct annotate_job *job) {
    progress_show(&job->progress, "%zu of %zu turns", job->done, job->turns);
}

static bool annotate_on_turn(void *context, const struct kw_turn_review *review) {
    struct annotate_job *job = context;
    job->status = annotate_comment_turn(job, review);
    job->done++;
    annotate_show_progress(job);
    return job->status == STATUS_OK;
}

/* Reviews its game from the end to the beginning. */
static enum status annotate_turns(struct annotate_job *job) {
    struct kw_error error;
    job->status = STATUS_OK;
    annotate_show_progress(job);
    if (!kw_engine_review(job->engine, kw_record_session(job->record),
                          kw_record_opening(job->record), &job->limits, annotate_on_turn, job,
                          &error))
        return call_fail(job->call, "%s", error.message);
    return job->status == STATUS_OK ? annotate_comment_proven(job) : job->status;
}

/* The summary of both players, at the end of the game. */
static enum status annotate_comment_summary(struct annotate_job *job) {
    const struct kw_session *session = kw_record_session(job->record);
    bool counts_seeds = kw_game_info(kw_session_game(session))->counts_seeds;
    enum status status = STATUS_OK;
    for (unsigned player = 0; player < 2 && status == STATUS_OK; player++) {
        struct string_builder out = {0};
        annotate_write_summary(&out, player, &job->summary[player], counts_seeds);
        if (job->summary[player].turns > 0)
            status = annotate_add_comment(job, kw_session_plies(session), out.text);
        output_free(&out);
    }
    return status;
}

/* Printed at once, so that it survives a signal that ends the program in a later game. */
static enum status annotate_write_record(struct annotate_job *job) {
    struct string_builder *out = &job->call->out;
    progress_wipe(&job->progress);
    if (job->written)
        output_char(out, '\n');
    record_write(out, job->record);
    output_flush(out, stdout);
    job->written = true;
    return ferror(stdout) ? call_fail(job->call, "cannot write the answer") : STATUS_OK;
}

static enum status annotate_record(void *context, struct kw_record *record) {
    struct annotate_job *job = context;
    job->record = record;
    memset(job->summary, 0, sizeof job->summary);
    kw_engine_clear(job->engine);
    tables_prepare(&job->tables, kw_session_game(kw_record_session(record)));
    enum status status = annotate_remove_former(job);
    if (status == STATUS_OK)
        status = annotate_turns(job);
    if (status == STATUS_OK)
        status = annotate_comment_summary(job);
    return status == STATUS_OK ? annotate_write_record(job) : status;
}

/*
 * Before the work: counts the record and checks that it can be annotated.  Weights are of one game,
 * so that they are set once for all records.
 */
static enum status annotate_prepare_record(void *context, struct kw_record *record) {
    struct annotate_job *job = context;
    const struct kw_session *session = kw_record_session(record);
    struct kw_error error;
    size_t opening = kw_record_opening(record);
    for (size_t ply = 0; ply < kw_session_plies(session); ply = kw_session_turn_end(session, ply))
        job->turns += ply >= opening;
    return weights_give(&job->weights, job->engine, kw_session_game(session), &error)
               ? STATUS_OK
               : call_fail(job->call, "%s", error.message);
}

enum status annotate_run(struct call *call) {
    struct annotate_job *job = memory_new(1, sizeof *job);
    struct record_text text = {0};
    job->call = call;
    job->limits = limits_read(call, 0); /* those of the library */
    errno = 0;                          /* glibc does not always say that it lacked memory */
    if (regcomp(&job->annotation, annotation_pattern, REG_EXTENDED) != 0 || errno == ENOMEM)
        memory_check(NULL); /* nothing else can be wrong */
    enum status status = engine_open(call, &job->engine, &job->tables);
    if (status == STATUS_OK)
        status = weights_load(call, &job->weights);
    if (status == STATUS_OK)
        status = records_load(call, call->arguments.operand[0], &text);
    /* An error in the last record is found before hours are spent on the first. */
    if (status == STATUS_OK)
        status = records_visit(call, &text, annotate_prepare_record, job);
    if (status == STATUS_OK)
        status = records_visit(call, &text, annotate_record, job);
    progress_wipe(&job->progress);
    kw_engine_free(job->engine);
    status = tables_close(call, &job->tables, status);
    weights_close(&job->weights);
    records_unload(&text);
    regfree(&job->annotation);
    output_free(&job->proven);
    free(job);
    return status;
}
