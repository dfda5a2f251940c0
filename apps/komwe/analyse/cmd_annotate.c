/* The command annotate: adds comments to records. */
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "cli/tables_flag.h"
#include "files/record_files.h"
#include "files/weights_file.h"
#include "text/score_text.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_MILLISECONDS = 500,
    LOSS_LEAST = 100, /* hundredths of a seed or a point: a turn that loses more is commented */
    LEVEL_MOST = 50,  /* a smaller difference is ignored */
    SHOWN_TURNS = 4   /* of the better line */
};

static const char *const player_word[] = {"South", "North"};

/* A player's reviewed turns in sum. */
struct annotate_summary {
    size_t turns, best, measured, turning_points;
    int64_t loss; /* of the measured ones, in hundredths: one that loses the game has no measure */
};

struct annotate_job {
    struct call *call;
    struct kw_engine *engine;
    struct weights_file weights;
    struct kw_limits limits;
    struct kw_record *record;
    enum status status;   /* of the written sentences */
    regex_t annotation;   /* end of a comment that an annotation was added to */
    struct output proven; /* the result after the turns reviewed last, if it is proven */
    size_t proven_at;     /* the ply after the earliest of them */
    size_t done, turns;   /* for the progress */
    struct annotate_summary conduct[2];
    struct progress progress;
    bool written; /* a record was written */
};

/* ---- verdicts ------------------------------------------------------------------------------- */

/* 1 if the player is ahead, -1 if behind, 0 if the game is level. */
static int annotate_standing(const struct kw_evaluation *verdict) {
    int level = verdict->line.proven ? 0 : LEVEL_MOST;
    if (verdict->won != 0)
        return verdict->won;
    return verdict->line.score > level ? 1 : verdict->line.score < -level ? -1 : 0;
}

static const char *annotate_score_text(const struct kw_evaluation *verdict, char text[KW_TEXT]) {
    if (verdict->over && verdict->won != 0)
        return verdict->won > 0 ? "wins" : "loses";
    return score_text(&verdict->line, text);
}

/* A proven loss counts from one seed on; a small estimated one may be an error of the estimate. */
static bool annotate_is_mistake(const struct kw_turn_review *judgement) {
    bool proven = judgement->best.line.proven && judgement->played.line.proven;
    return judgement->lost || judgement->loss > (proven ? 0 : LOSS_LEAST);
}

/* True if the player stands worse after the turn than before it. */
static bool annotate_is_turning_point(const struct kw_turn_review *judgement) {
    return annotate_standing(&judgement->played) < annotate_standing(&judgement->best);
}

/* ---- comments ------------------------------------------------------------------------------- */

static void annotate_write_loss(struct output *out, const struct kw_turn_review *judgement) {
    const struct kw_evaluation *best = &judgement->best, *played = &judgement->played;
    char was[KW_TEXT], is[KW_TEXT];
    int loss = judgement->loss;
    if (judgement->lost)
        output_add(out, played->won < 0 ? "Loses the game" : "Gives the win away");
    else if (best->line.proven && played->line.proven)
        output_format(out, "Loses %d %s", loss / 100, loss == 100 ? "seed" : "seeds");
    else
        output_format(out, "Loses %.1f %s", loss / 100.0,
                      best->line.unit == KW_IN_SEEDS ? "seeds" : "points");
    output_format(out, " (%s instead of %s)", annotate_score_text(played, is),
                  annotate_score_text(best, was));
}

/* The first turns of the better line, as a record has them. */
static enum status annotate_write_better(struct annotate_job *annotating, struct output *out,
                                         const struct kw_turn_review *judgement) {
    const struct kw_session *of = kw_record_session(annotating->record);
    const struct kw_line *line = &judgement->best.line;
    struct kw_session *session =
        kw_session_new(kw_session_game(of), kw_session_before(of, judgement->first));
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

static void annotate_write_turning_point(struct output *out,
                                         const struct kw_turn_review *judgement) {
    static const char *const word[] = {"behind", "level", "ahead"};
    int was = annotate_standing(&judgement->best), is = annotate_standing(&judgement->played);
    output_format(out, " Turning point: %s was %s and is now %s.", player_word[judgement->mover],
                  word[was + 1], word[is + 1]);
}

/* From here on only an error can change the result. */
static void annotate_write_proven(struct output *out, unsigned mover,
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

/* "South: 7 of 9 turns best, 0.31 seeds lost a turn, 1 turning point." */
static void annotate_write_summary(struct output *out, unsigned player,
                                   const struct annotate_summary *conduct, bool counts_seeds) {
    output_format(out, "%s: %zu of %zu %s best", player_word[player], conduct->best, conduct->turns,
                  conduct->turns == 1 ? "turn" : "turns");
    if (conduct->loss > 0)
        output_format(out, ", %.2f %s lost a turn",
                      (double)conduct->loss / 100 / (double)conduct->measured,
                      counts_seeds ? "seeds" : "points");
    if (conduct->turning_points > 0)
        output_format(out, ", %zu turning %s", conduct->turning_points,
                      conduct->turning_points == 1 ? "point" : "points");
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
    "(South|North): [0-9]+ of [0-9]+ turns? best(, [0-9.]+ (seeds|points) lost a turn)?"           \
    "(, [0-9]+ turning points?)?\\."
#define SENTENCE "(" LOSS "|" TURNING_POINT "|" PROVEN "|" CONDUCT ")"

/* It reaches to the end of the comment: such sentences within a user's text belong to the user. */
static const char annotation_pattern[] = "(^|" SEPARATOR ")" SENTENCE "( " SENTENCE ")*$";

static enum status annotate_set_comment(struct annotate_job *annotating, size_t ply,
                                        const char *comment) {
    struct kw_error error;
    return kw_record_comment_set(annotating->record, ply, comment, &error)
               ? STATUS_OK
               : call_fail(annotating->call, "%s", error.message);
}

/* The offset of an annotation with its separator; -1: there is none. */
static regoff_t annotate_find_former(const struct annotate_job *annotating, const char *comment) {
    regmatch_t at;
    errno = 0;
    int result = regexec(&annotating->annotation, comment, 1, &at, 0);
    if (result != 0 && errno == ENOMEM) /* glibc then returns REG_NOMATCH */
        memory_check(NULL);
    return result == 0 ? at.rm_so : -1;
}

/* Appends a sentence to the existing comment. */
static enum status annotate_add_comment(struct annotate_job *annotating, size_t ply,
                                        const char *sentence) {
    const char *former = kw_record_comment(annotating->record, ply);
    struct output whole = {0};
    if (former != NULL)
        output_format(&whole, "%s%s", former,
                      annotate_find_former(annotating, former) < 0 ? SEPARATOR : " ");
    output_add(&whole, sentence);
    enum status status = annotate_set_comment(annotating, ply, whole.text);
    output_free(&whole);
    return status;
}

/* Comments the first turn of a proven result, once no earlier turn can have it. */
static enum status annotate_comment_proven(struct annotate_job *annotating) {
    struct output *proven = &annotating->proven;
    enum status status = proven->length > 0
                             ? annotate_add_comment(annotating, annotating->proven_at, proven->text)
                             : STATUS_OK;
    output_clear(proven);
    return status;
}

/* ---- what was said before ------------------------------------------------------------------- */

/* Removes a former annotation from the comments. */
static enum status annotate_remove_former(struct annotate_job *annotating) {
    size_t plies = kw_session_plies(kw_record_session(annotating->record));
    enum status status = STATUS_OK;
    for (size_t ply = 0; ply <= plies && status == STATUS_OK; ply++) {
        const char *comment;
        regoff_t start;
        while (status == STATUS_OK &&
               (comment = kw_record_comment(annotating->record, ply)) != NULL &&
               (start = annotate_find_former(annotating, comment)) >= 0) {
            struct output rest = {0};
            output_bytes(&rest, comment, (size_t)start);
            status = annotate_set_comment(annotating, ply, rest.text);
            output_free(&rest);
        }
    }
    return status;
}

/* ---- turns ---------------------------------------------------------------------------------- */

/* True if the turn is that of the best line, or has the same effect. */
static bool annotate_is_best(const struct kw_session *session,
                             const struct kw_turn_review *judgement) {
    const struct kw_line *line = &judgement->best.line;
    struct kw_position position = *kw_session_before(session, judgement->first);
    size_t ply = judgement->first;
    bool same = true;
    for (size_t i = 0; i < line->length && position.turn == judgement->mover; i++, ply++) {
        same = same && ply < judgement->end && line->move[i] == kw_session_move(session, ply);
        kw_play(kw_session_game(session), &position, line->move[i], &position);
    }
    return same ||
           memcmp(&position, kw_session_before(session, judgement->end), sizeof position) == 0;
}

static enum status annotate_comment_mistake(struct annotate_job *annotating,
                                            const struct kw_turn_review *judgement) {
    struct output out = {0};
    annotate_write_loss(&out, judgement);
    enum status status = annotate_write_better(annotating, &out, judgement);
    if (annotate_is_turning_point(judgement))
        annotate_write_turning_point(&out, judgement);
    if (status == STATUS_OK)
        status = annotate_add_comment(annotating, judgement->end, out.text);
    output_free(&out);
    return status;
}

/* Remembers a result that is proven after this turn and was not before; it is written once. */
static enum status annotate_update_proven(struct annotate_job *annotating,
                                          const struct kw_turn_review *judgement) {
    const struct kw_evaluation *best = &judgement->best, *played = &judgement->played;
    struct output *proven = &annotating->proven, out = {0};
    enum status status = STATUS_OK;
    if (!played->line.proven || best->line.proven || played->over)
        return STATUS_OK;
    annotate_write_proven(&out, judgement->mover, played);
    if (proven->length > 0 && strcmp(proven->text, out.text) != 0)
        status = annotate_comment_proven(annotating);
    output_free(proven);
    *proven = out;
    annotating->proven_at = judgement->end;
    return status;
}

static void annotate_count_turn(struct annotate_job *annotating,
                                const struct kw_turn_review *judgement, bool best, bool mistake) {
    struct annotate_summary *conduct = &annotating->conduct[judgement->mover];
    conduct->turns++;
    conduct->best += best;
    conduct->measured += best || !judgement->lost;
    conduct->loss += best ? 0 : judgement->loss;
    conduct->turning_points += mistake && annotate_is_turning_point(judgement);
}

/* A mistake ends the proven result before it: the one after it is written again. */
static enum status annotate_comment_turn(struct annotate_job *annotating,
                                         const struct kw_turn_review *judgement) {
    const struct kw_session *session = kw_record_session(annotating->record);
    bool best = (!judgement->lost && judgement->loss <= 0) || annotate_is_best(session, judgement);
    bool mistake = !best && annotate_is_mistake(judgement);
    enum status status = STATUS_OK;
    annotate_count_turn(annotating, judgement, best, mistake);
    if (mistake)
        status = annotate_comment_mistake(annotating, judgement);
    if (status == STATUS_OK)
        status = annotate_update_proven(annotating, judgement);
    if (status == STATUS_OK && mistake)
        status = annotate_comment_proven(annotating);
    return status;
}

/* ---- the record ----------------------------------------------------------------------------- */

static void annotate_show_progress(struct annotate_job *annotating) {
    progress_show(&annotating->progress, "%zu of %zu turns", annotating->done, annotating->turns);
}

static bool annotate_on_turn(void *context, const struct kw_turn_review *judgement) {
    struct annotate_job *annotating = context;
    annotating->status = annotate_comment_turn(annotating, judgement);
    annotating->done++;
    annotate_show_progress(annotating);
    return annotating->status == STATUS_OK;
}

/* Reviews its game from the end to the beginning. */
static enum status annotate_turns(struct annotate_job *annotating) {
    struct kw_error error;
    annotating->status = STATUS_OK;
    annotate_show_progress(annotating);
    if (!kw_engine_review(annotating->engine, kw_record_session(annotating->record),
                          kw_record_opening(annotating->record), &annotating->limits,
                          annotate_on_turn, annotating, &error))
        return call_fail(annotating->call, "%s", error.message);
    return annotating->status == STATUS_OK ? annotate_comment_proven(annotating)
                                           : annotating->status;
}

/* The summary of both players, at the end of the game. */
static enum status annotate_comment_summary(struct annotate_job *annotating) {
    const struct kw_session *session = kw_record_session(annotating->record);
    bool counts_seeds = kw_game_info(kw_session_game(session))->counts_seeds;
    enum status status = STATUS_OK;
    for (unsigned player = 0; player < 2 && status == STATUS_OK; player++) {
        struct output out = {0};
        annotate_write_summary(&out, player, &annotating->conduct[player], counts_seeds);
        if (annotating->conduct[player].turns > 0)
            status = annotate_add_comment(annotating, kw_session_plies(session), out.text);
        output_free(&out);
    }
    return status;
}

/* Printed at once, so that it survives a signal that ends the program in a later game. */
static enum status annotate_write_record(struct annotate_job *annotating) {
    struct output *out = &annotating->call->out;
    progress_wipe(&annotating->progress);
    if (annotating->written)
        output_char(out, '\n');
    record_write(out, annotating->record);
    output_flush(out, stdout);
    annotating->written = true;
    return ferror(stdout) ? call_fail(annotating->call, "cannot write the answer") : STATUS_OK;
}

static enum status annotate_record(void *context, struct kw_record *record) {
    struct annotate_job *annotating = context;
    annotating->record = record;
    memset(annotating->conduct, 0, sizeof annotating->conduct);
    kw_engine_clear(annotating->engine);
    enum status status = annotate_remove_former(annotating);
    if (status == STATUS_OK)
        status = annotate_turns(annotating);
    if (status == STATUS_OK)
        status = annotate_comment_summary(annotating);
    return status == STATUS_OK ? annotate_write_record(annotating) : status;
}

/*
 * Before the work: counts the record and checks that it can be annotated.  Weights are of one game,
 * so that they are set once for all records.
 */
static enum status annotate_prepare_record(void *context, struct kw_record *record) {
    struct annotate_job *annotating = context;
    const struct kw_session *session = kw_record_session(record);
    struct kw_error error;
    size_t opening = kw_record_opening(record);
    for (size_t ply = 0; ply < kw_session_plies(session); ply = kw_session_turn_end(session, ply))
        annotating->turns += ply >= opening;
    return weights_give(&annotating->weights, annotating->engine, kw_session_game(session), &error)
               ? STATUS_OK
               : call_fail(annotating->call, "%s", error.message);
}

enum status annotate_run(struct call *call) {
    struct annotate_job *annotating = memory_new(1, sizeof *annotating);
    struct record_text text = {0};
    struct kw_tables *tables = NULL;
    annotating->call = call;
    errno = 0; /* glibc does not always say that it lacked memory */
    if (regcomp(&annotating->annotation, annotation_pattern, REG_EXTENDED) != 0 || errno == ENOMEM)
        memory_check(NULL); /* nothing else can be wrong */
    enum status status = limits_read(call, USUAL_MILLISECONDS, &annotating->limits);
    if (status == STATUS_OK)
        status = engine_open(call, &annotating->engine, &tables);
    if (status == STATUS_OK)
        status = weights_load(call, &annotating->weights);
    if (status == STATUS_OK)
        status = records_load(call, call->arguments.operand[0], &text);
    /* An error in the last record is found before hours are spent on the first. */
    if (status == STATUS_OK)
        status = records_visit(call, &text, annotate_prepare_record, annotating);
    if (status == STATUS_OK)
        status = records_visit(call, &text, annotate_record, annotating);
    progress_wipe(&annotating->progress);
    kw_engine_free(annotating->engine);
    status = tables_close(call, tables, status);
    weights_close(&annotating->weights);
    records_unload(&text);
    regfree(&annotating->annotation);
    output_free(&annotating->proven);
    free(annotating);
    return status;
}
