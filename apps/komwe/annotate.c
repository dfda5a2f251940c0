/* The command annotate: records with comments on what was played. */
#include "record_files.h"
#include "score.h"
#include "thinking_flags.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    USUAL_MILLISECONDS = 500,
    LOSS_LEAST = 100, /* hundredths of a seed or a point: a turn that loses more is commented */
    LEVEL_MOST = 50,  /* so much more or less is no difference */
    SHOWN_TURNS = 4   /* of what would have been better */
};

static const char *const player_word[] = {"South", "North"};

/* What a position is worth to a player. */
struct verdict {
    struct kw_line line; /* its moves are those of the player to move there */
    int won;             /* 1: he wins, -1: he loses; of games that count no seeds */
    bool over;           /* the game has ended there: the line has no moves */
};

struct annotating {
    struct call *call;
    struct kw_engine *engine;
    struct kw_limits limits;
    struct kw_record *record;
    struct kw_session *session;  /* the same game, to go back and forth in */
    struct kw_analysis analysis; /* of the last search */
    size_t done, positions;      /* for the progress */
    bool shown;                  /* it stands on the terminal */
};

/* ---- verdicts ------------------------------------------------------------------------------- */

/* What the end of the game is worth to a player. */
static struct verdict verdict_of_end(const struct kw_result *result, unsigned player) {
    struct verdict verdict = {.line.proven = true, .over = true};
    int difference = (int)result->score[player] - (int)result->score[!player];
    if (result->scored) {
        verdict.line.score = difference * 100;
    } else if (result->outcome == KW_DRAW) {
        verdict.line.unit = KW_IN_POINTS;
    } else {
        verdict.won = (result->outcome == KW_SOUTH_WINS) == (player == KW_SOUTH) ? 1 : -1;
        verdict.line.unit = KW_IN_PLIES;
    }
    return verdict;
}

static struct verdict verdict_of_line(const struct kw_line *line) {
    struct verdict verdict = {.line = *line};
    if (line->unit == KW_IN_PLIES)
        verdict.won = line->score > 0 ? 1 : -1;
    return verdict;
}

/* The same for the other player. */
static struct verdict verdict_turned(struct verdict verdict) {
    verdict.line.score = -verdict.line.score;
    verdict.won = -verdict.won;
    return verdict;
}

/* 1 if the player is ahead, -1 if he is behind, 0 if the game is level. */
static int standing(const struct verdict *verdict) {
    int level = verdict->line.proven ? 0 : LEVEL_MOST;
    if (verdict->won != 0)
        return verdict->won;
    return verdict->line.score > level ? 1 : verdict->line.score < -level ? -1 : 0;
}

static const char *verdict_text(const struct verdict *verdict, char text[KW_TEXT]) {
    if (verdict->over && verdict->won != 0)
        return verdict->won > 0 ? "wins" : "loses";
    return score_text(&verdict->line, text);
}

/* How much less the turn came to; INT32_MAX: the game. */
static int32_t loss_of(const struct verdict *best, const struct verdict *played) {
    if (best->won > played->won)
        return INT32_MAX;
    if (best->won < played->won || best->won != 0)
        return 0;
    return best->line.score - played->line.score;
}

/* A proven loss counts to the seed; a small one that is estimated may be the estimate's error. */
static bool is_mistake(const struct verdict *best, const struct verdict *played) {
    bool proven = best->line.proven && played->line.proven;
    return loss_of(best, played) > (proven ? 0 : LOSS_LEAST);
}

/* ---- comments ------------------------------------------------------------------------------- */

static void say_loss(struct output *out, const struct verdict *best, const struct verdict *played) {
    char was[KW_TEXT], is[KW_TEXT];
    int32_t loss = loss_of(best, played);
    if (loss == INT32_MAX)
        output_add(out, played->won < 0 ? "Loses the game" : "Gives the win away");
    else if (best->line.proven && played->line.proven)
        output_format(out, "Loses %d %s", (int)loss / 100, loss == 100 ? "seed" : "seeds");
    else
        output_format(out, "Loses %.1f %s", loss / 100.0,
                      best->line.unit == KW_IN_SEEDS ? "seeds" : "points");
    output_format(out, " (%s instead of %s)", verdict_text(played, is), verdict_text(best, was));
}

/* Plays the moves of a line, adds its first turns as a record has them, and takes them back. */
static void say_better(struct output *out, struct kw_session *session, const struct kw_line *line) {
    size_t begun = kw_session_plies(session), ply = begun;
    char text[KW_TEXT];
    for (size_t i = 0; i < line->length && kw_session_play(session, line->move[i], NULL); i++)
        continue;
    output_add(out, ": better");
    for (int turns = 0; turns < SHOWN_TURNS && ply < kw_session_plies(session); turns++) {
        output_format(out, "%s %s", turns == 1 ? ", then" : "",
                      kw_session_turn_text(session, ply, text));
        ply = kw_session_turn_end(session, ply);
    }
    output_char(out, '.');
    while (kw_session_plies(session) > begun)
        kw_session_undo(session);
}

static void say_turning_point(struct output *out, unsigned mover, const struct verdict *best,
                              const struct verdict *played) {
    static const char *const word[] = {"behind", "level", "ahead"};
    if (standing(played) < standing(best))
        output_format(out, " Turning point: %s was %s and is now %s.", player_word[mover],
                      word[standing(best) + 1], word[standing(played) + 1]);
}

/* From here on nobody can change the result but by an error. */
static void say_proven(struct output *out, unsigned mover, const struct verdict *played) {
    unsigned winner = standing(played) > 0 ? mover : !mover;
    output_add(out, out->length > 0 ? " Proven: " : "Proven: ");
    if (standing(played) == 0)
        output_add(out, "a draw");
    else
        output_format(out, "%s wins", player_word[winner]);
    if (played->line.unit == KW_IN_SEEDS && standing(played) != 0)
        output_format(out, " by %d", abs(played->line.score) / 100);
    output_char(out, '.');
}

/* Adds a comment behind those that are there, unless it is one of them. */
static enum status add_comment(struct annotating *annotating, size_t ply, const char *comment) {
    const char *former = kw_record_comment(annotating->record, ply);
    struct output whole = {0};
    struct kw_error error;
    enum status status = STATUS_OK;
    if (former != NULL && strstr(former, comment) != NULL)
        return STATUS_OK;
    output_format(&whole, "%s%s%s", former != NULL ? former : "", former != NULL ? " " : "",
                  comment);
    if (!kw_record_comment_set(annotating->record, ply, whole.text, &error))
        status = call_fail(annotating->call, "%s", error.message);
    output_free(&whole);
    return status;
}

/*
 * True if the turn from ply `first` to `end` of the record is the one that the line begins with, or
 * comes to the same.
 */
static bool turn_is_best(struct annotating *annotating, const struct kw_line *line, size_t first,
                         size_t end) {
    const struct kw_session *played = kw_record_session(annotating->record);
    struct kw_position position = *kw_session_before(played, first);
    unsigned mover = position.turn;
    bool same = true;
    size_t i = 0;
    for (; i < line->length && position.turn == mover; i++) {
        same = same && first + i < end && line->move[i] == kw_session_move(played, first + i);
        kw_play(kw_session_game(played), &position, line->move[i], &position);
    }
    return same || memcmp(&position, kw_session_before(played, end), sizeof position) == 0;
}

/* Comments the turn before which the session stands. */
static enum status comment_turn(struct annotating *annotating, size_t first, size_t end,
                                const struct verdict *best, const struct verdict *played) {
    unsigned mover = kw_session_position(annotating->session)->turn & 1;
    struct output out = {0};
    enum status status = STATUS_OK;
    if (!turn_is_best(annotating, &best->line, first, end) && is_mistake(best, played)) {
        say_loss(&out, best, played);
        say_better(&out, annotating->session, &best->line);
        say_turning_point(&out, mover, best, played);
    }
    if (played->line.proven && !best->line.proven && !played->over)
        say_proven(&out, mover, played);
    if (out.length > 0)
        status = add_comment(annotating, end, out.text);
    output_free(&out);
    return status;
}

/* ---- the search ----------------------------------------------------------------------------- */

static void show_progress(struct annotating *annotating) {
    annotating->done++;
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[Kposition %zu of %zu", annotating->done, annotating->positions);
    fflush(stderr);
    annotating->shown = true;
}

/* What the position is worth where the session stands, for the player to move there. */
static enum status find_verdict(struct annotating *annotating, struct verdict *verdict) {
    struct kw_result result;
    struct kw_error error;
    show_progress(annotating);
    if (kw_session_result(annotating->session, &result)) {
        *verdict = verdict_of_end(&result, kw_session_position(annotating->session)->turn & 1);
        return STATUS_OK;
    }
    if (!kw_engine_search(annotating->engine, annotating->session, &annotating->limits, NULL, NULL,
                          &annotating->analysis, &error))
        return call_fail(annotating->call, "%s", error.message);
    *verdict = verdict_of_line(&annotating->analysis.line[0]);
    return STATUS_OK;
}

/* The plies with which the turns begin, and that after the last; returns how many turns. */
static size_t find_turns(const struct kw_session *session, size_t **first) {
    size_t plies = kw_session_plies(session), count = 0;
    *first = memory_new(plies + 1, sizeof **first);
    for (size_t ply = 0; ply < plies; ply = kw_session_turn_end(session, ply))
        (*first)[count++] = ply;
    (*first)[count] = plies;
    return count;
}

/* From the end to the beginning, so that the search knows already what came of a turn. */
static enum status annotate_turns(struct annotating *annotating) {
    struct kw_session *session = annotating->session;
    struct verdict best = {0}, after = {0};
    size_t *first, turns = find_turns(session, &first);
    enum status status = find_verdict(annotating, &after);
    for (size_t turn = turns; turn-- > 0 && status == STATUS_OK;) {
        unsigned then = kw_session_position(session)->turn;
        while (kw_session_plies(session) > first[turn])
            kw_session_undo(session);
        status = find_verdict(annotating, &best);
        if (status != STATUS_OK)
            break;
        if (then != kw_session_position(session)->turn)
            after = verdict_turned(after);
        status = comment_turn(annotating, first[turn], first[turn + 1], &best, &after);
        after = best;
    }
    free(first);
    return status;
}

/* The game of a record without what was said at its end, so that its last position is searched. */
static struct kw_session *copy_session(const struct kw_session *session) {
    struct kw_session *copy =
        kw_session_new(kw_session_game(session), kw_session_before(session, 0));
    for (size_t ply = 0; copy != NULL && ply < kw_session_plies(session); ply++) {
        if (!kw_session_play(copy, kw_session_move(session, ply), NULL)) {
            kw_session_free(copy);
            return NULL;
        }
    }
    return copy;
}

static enum status annotate_record(void *context, struct kw_record *record) {
    struct annotating *annotating = context;
    struct output *out = &annotating->call->out;
    annotating->record = record;
    annotating->session = copy_session(kw_record_session(record));
    if (annotating->session == NULL)
        return call_fail(annotating->call, "not enough memory");
    kw_engine_clear(annotating->engine);
    enum status status = annotate_turns(annotating);
    kw_session_free(annotating->session);
    if (status == STATUS_OK && out->length > 0)
        output_char(out, '\n');
    if (status == STATUS_OK)
        record_write(out, record);
    return status;
}

static enum status count_positions(void *context, struct kw_record *record) {
    struct annotating *annotating = context;
    size_t *first;
    annotating->positions += find_turns(kw_record_session(record), &first) + 1;
    free(first);
    return STATUS_OK;
}

enum status annotate_run(struct call *call) {
    struct annotating *annotating = memory_new(1, sizeof *annotating);
    struct record_text text = {0};
    struct kw_tables *tables = NULL;
    annotating->call = call;
    enum status status = limits_read(call, USUAL_MILLISECONDS, &annotating->limits);
    if (status == STATUS_OK)
        status = engine_open(call, &annotating->engine, &tables);
    if (status == STATUS_OK)
        status = records_load(call, call->arguments.operand[0], &text);
    /* A fault in the last record is found before hours are spent on the first. */
    if (status == STATUS_OK)
        status = records_visit(call, &text, count_positions, annotating);
    if (status == STATUS_OK)
        status = records_visit(call, &text, annotate_record, annotating);
    if (annotating->shown)
        fputs("\r\033[K", stderr);
    kw_engine_free(annotating->engine);
    kw_tables_close(tables);
    records_unload(&text);
    free(annotating);
    return status;
}
