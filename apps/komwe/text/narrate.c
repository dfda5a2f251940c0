#include "text/narrate.h"

#include "text/move_effect.h"
#include "text/move_list.h"

#include <string.h>

/* ---- what happens in a move --------------------------------------------------------------- */

/* A move can have thousands of laps: the first ones are told, and the last one. */
enum { LAPS_TOLD = 20 };

/* Holes of which the same is to be said: " A B C [clause]". */
struct group {
    struct output holes;
    const struct kw_clause *clause;
};

struct narrator {
    const struct kw_game *game;
    struct output *out;
    struct output line;                    /* the lap being told: parts with commas between */
    size_t dropped;                        /* seeds since the line was last added to */
    struct group passed, marked, unmarked; /* holes since then */
    struct effect effect;                  /* of the move so far */
};

/* Begins another part of the line. */
static struct output *next_part(struct narrator *narrator) {
    struct output *line = &narrator->line;
    if (line->length > 0)
        output_add(line, ", ");
    return line;
}

static void say_group(struct narrator *narrator, const char *what, struct group *group) {
    if (group->holes.length > 0)
        output_format(next_part(narrator), "%s%s [%s]", what, group->holes.text, group->clause->id);
    output_clear(&group->holes);
}

/* Says where the seeds dropped so far went, and what befell the holes on the way. */
static void say_sown(struct narrator *narrator) {
    char name[KW_TEXT];
    if (narrator->dropped > 0)
        output_format(next_part(narrator), "sows %zu to %s", narrator->dropped,
                      kw_place_text(narrator->game, narrator->effect.end, name));
    narrator->dropped = 0;
    say_group(narrator, "passes over", &narrator->passed);
    say_group(narrator, "unmarks", &narrator->unmarked);
    say_group(narrator, "marks", &narrator->marked);
}

/* Says what an event did, `what` followed by its place; names the clause where that helps. */
static void say(struct narrator *narrator, const char *what, unsigned place,
                const struct kw_clause *clause) {
    char name[KW_TEXT];
    struct output *line = next_part(narrator);
    output_add(line, what);
    if (place != KW_NOWHERE)
        output_format(line, " %s", kw_place_text(narrator->game, place, name));
    if (clause != NULL)
        output_format(line, " [%s]", clause->id);
}

/* The same with the event's count before the place: "takes 3 from a4 [capture]". */
static void say_count(struct narrator *narrator, const char *verb, uint32_t count,
                      const char *preposition, unsigned place, const struct kw_clause *clause) {
    char what[64];
    snprintf(what, sizeof what, "%s %u %s", verb, (unsigned)count, preposition);
    say(narrator, what, place, clause);
}

static void write_line(struct narrator *narrator) {
    if (narrator->line.length > 0) {
        output_add(narrator->out, "  ");
        output_wrap(narrator->out, narrator->line.text, 2, 4);
    }
    output_clear(&narrator->line);
}

/* The lap being told is over. */
static void end_line(struct narrator *narrator) {
    if (narrator->effect.laps.count <= LAPS_TOLD)
        write_line(narrator);
    output_clear(&narrator->line);
}

static void hear_hole(struct narrator *narrator, struct group *group,
                      const struct kw_event *event) {
    char name[KW_TEXT];
    group->clause = event->clause;
    if (group->holes.length < PAGE_WIDTH)
        output_format(&group->holes, " %s", kw_place_text(narrator->game, event->to, name));
}

static void hear_capture(struct narrator *narrator, const struct kw_event *event) {
    say_count(narrator, event->kind == KW_EVENT_CAPTURE ? "takes" : "keeps", event->count, "from",
              event->from, event->clause);
}

static void hear_rest(struct narrator *narrator, const struct kw_event *event) {
    const struct kw_clause *clause = event->clause;
    char text[KW_TEXT];
    switch (event->kind) {
    case KW_EVENT_PLANT:
        say(narrator, "plants a seed in", event->to, clause);
        break;
    case KW_EVENT_LIFT:
        end_line(narrator);
        say_count(narrator, "lifts", event->count, "from", event->from, NULL);
        break;
    case KW_EVENT_HEAD:
        end_line(narrator);
        say_count(narrator, "brings", event->count, "in at", event->to, clause);
        break;
    case KW_EVENT_CAPTURE:
    case KW_EVENT_BANK:
        hear_capture(narrator, event);
        break;
    case KW_EVENT_RELAY:
        say(narrator, "goes on", KW_NOWHERE, NULL);
        break;
    case KW_EVENT_TURN:
        say(narrator, "turns round", KW_NOWHERE, clause);
        break;
    case KW_EVENT_NEXT:
        if (event->to == narrator->effect.mover)
            say(narrator, "is to move again", KW_NOWHERE, clause);
        break;
    case KW_EVENT_OVER:
        say(narrator, "the game is over", KW_NOWHERE, clause);
        break;
    case KW_EVENT_STOP:
    case KW_EVENT_FIELD:
        break;
    default:
        say(narrator, kw_event_text(narrator->game, event, text), KW_NOWHERE, clause);
    }
}

static bool hear(void *context, const struct kw_event *event) {
    struct narrator *narrator = context;
    switch (event->kind) {
    case KW_EVENT_DROP:
        narrator->dropped++;
        break;
    case KW_EVENT_SKIP:
        hear_hole(narrator, &narrator->passed, event);
        break;
    case KW_EVENT_MARK:
        hear_hole(narrator, &narrator->marked, event);
        break;
    case KW_EVENT_UNMARK:
        hear_hole(narrator, &narrator->unmarked, event);
        break;
    default:
        say_sown(narrator);
        hear_rest(narrator, event);
    }
    effect_hear(&narrator->effect, event);
    return true;
}

void narrate_move(struct output *out, const struct kw_game *game,
                  const struct kw_position *position, kw_move move) {
    struct narrator narrator = {.game = game, .out = out};
    struct kw_position next;
    effect_begin(&narrator.effect, position);
    kw_trace(game, position, move, &next, hear, &narrator);
    say_sown(&narrator);
    if (narrator.effect.laps.count > LAPS_TOLD + 1)
        output_format(out, "  ... %zu laps ...\n", narrator.effect.laps.count - LAPS_TOLD - 1);
    write_line(&narrator);
    if (narrator.effect.laps.count > 0) {
        output_add(out, "  ");
        effect_write(out, game, &narrator.effect);
        output_char(out, '\n');
    }
    output_free(&narrator.line);
    output_free(&narrator.passed.holes);
    output_free(&narrator.marked.holes);
    output_free(&narrator.unmarked.holes);
}

/* ---- why a move is refused ---------------------------------------------------------------- */

void write_clause(struct output *out, const struct kw_clause *clause, unsigned indent) {
    struct output text = {0};
    output_format(&text, "%s: %s [%s]", clause->id, clause->text,
                  clause->basis == KW_SOURCE ? "source" : "reading");
    output_format(out, "%*s", (int)indent, "");
    output_wrap(out, text.text, indent, indent + 2);
    output_free(&text);
}

static void write_reason(struct output *out, const struct kw_game *game, const char *title,
                         const struct kw_reason *reason) {
    char text[KW_TEXT];
    output_format(out, "%s: %s [%s]\n", title, kw_reason_text(game, reason, text),
                  reason->clause->id);
    write_clause(out, reason->clause, 2);
}

/* Lists the legal moves from a hole; false if there are none. */
static bool write_moves_from(struct output *out, const struct kw_game *game,
                             const struct kw_position *position, unsigned hole) {
    struct moves moves = {0};
    bool found = false;
    moves_name(&moves, game, position);
    for (size_t i = 0; i < moves.count; i++) {
        kw_move move = moves.named[i].move;
        enum kw_kind kind = kw_move_kind(move);
        if (kind == KW_PASS || kind == KW_KEEP || kw_move_hole(move) != hole)
            continue;
        output_format(out, "%s%s", found ? " " : "legal: ", moves.named[i].text);
        found = true;
    }
    moves_free(&moves);
    if (found)
        output_char(out, '\n');
    return found;
}

/* Whether a text names a hole and leaves open which move from it is meant. */
static bool names_hole(const struct kw_game *game, const struct kw_position *position,
                       const char *text, kw_move move) {
    char words[KW_TEXT];
    bool open = strpbrk(text, "<>+~!^=") == NULL &&
                strcmp(kw_move_text(game, position, move, words), text) != 0;
    return open || kw_hole_find(game, text) >= 0;
}

void write_over(struct output *out, const struct kw_game *game, const struct kw_result *result) {
    static const char *const winner[] = {
        [KW_SOUTH_WINS] = "South wins", [KW_NORTH_WINS] = "North wins", [KW_DRAW] = "a draw"};
    const char *const how[] = {[KW_BY_RULES] = "",
                               [KW_BY_REPETITION] =
                                   kw_repetitions(game) == 2
                                       ? ", since the position stands for the second time"
                                       : ", since the position stands for the third time",
                               [KW_BY_RESIGNATION] = " by resignation",
                               [KW_BY_AGREEMENT] = " by agreement"};
    output_add(out, "over");
    if (result->scored)
        output_format(out, " %u-%u", result->score[0], result->score[1]);
    output_format(out, ": %s%s%s", winner[result->outcome], result->narrow ? " narrowly" : "",
                  how[result->ending]);
}

/* Why a game that was not ended by the board is over; the clause may be NULL. */
static void write_ending(struct output *out, const struct kw_game *game,
                         const struct kw_result *result) {
    output_add(out, "not legal: the game is ");
    write_over(out, game, result);
    for (size_t i = 0; i < kw_clause_count(game); i++) {
        const struct kw_clause *clause = kw_clause_at(game, i);
        if (result->ending == KW_BY_REPETITION && strcmp(clause->id, "repetition") == 0) {
            output_format(out, " [%s]\n", clause->id);
            write_clause(out, clause, 2);
            return;
        }
    }
    output_char(out, '\n');
}

void explain_moves(struct output *out, const struct kw_session *session, const char *text,
                   const kw_move *list, size_t count) {
    const struct kw_game *game = kw_session_game(session);
    const struct kw_position *position = kw_session_position(session);
    struct kw_result result;
    struct kw_reason refusal = {0}, duty;
    if (kw_session_result(session, &result) && result.ending != KW_BY_RULES) {
        write_ending(out, game, &result);
        return;
    }
    if (count > 1 || !names_hole(game, position, text, list[0]) ||
        !write_moves_from(out, game, position, kw_move_hole(list[0]))) {
        if (kw_explain_illegal_first(game, position, list, count, &refusal))
            write_reason(out, game, "not legal", &refusal);
        else
            output_format(out, "legal: %s\n", text);
    }
    if (kw_constraint(game, position, &duty) && duty.clause != refusal.clause)
        write_reason(out, game, "obliged", &duty);
}

bool explain_move(struct output *out, const struct kw_session *session, const char *text,
                  struct kw_error *error) {
    kw_move list[KW_TURN_STEPS];
    size_t count =
        kw_move_parse(kw_session_game(session), kw_session_position(session), text, list, error);
    if (count > 0)
        explain_moves(out, session, text, list, count);
    return count > 0;
}
