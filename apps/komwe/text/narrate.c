#include "text/narrate.h"

#include "text/move_effect.h"
#include "text/move_list.h"

#include <string.h>

/* ---- the events of a move ----------------------------------------------------------------- */

/* A move can have thousands of laps: the first ones and the last one are printed. */
enum { LAPS_TOLD = 20 };

/* Holes with the same remark: " A B C [clause]". */
struct narrate_holes {
    struct string_builder holes;
    const struct kw_clause *clause;
};

struct narrator {
    const struct kw_game *game;
    struct string_builder *out;
    struct string_builder line;                    /* the current lap: parts with commas between */
    size_t dropped;                                /* seeds since the line was last added to */
    struct narrate_holes passed, marked, unmarked; /* holes since then */
    struct effect effect;                          /* of the move so far */
};

/* Begins another part of the line. */
static struct string_builder *narrate_next_part(struct narrator *narrator) {
    struct string_builder *line = &narrator->line;
    if (line->length > 0)
        output_add(line, ", ");
    return line;
}

static void narrate_group(struct narrator *narrator, const char *what,
                          struct narrate_holes *group) {
    if (group->holes.length > 0)
        output_format(narrate_next_part(narrator), "%s%s [%s]", what, group->holes.text,
                      group->clause->id);
    output_clear(&group->holes);
}

/* Writes where the seeds dropped so far went, and what happened to the holes on the way. */
static void narrate_sown(struct narrator *narrator) {
    char name[KW_TEXT];
    if (narrator->dropped > 0)
        output_format(narrate_next_part(narrator), "sows %zu to %s", narrator->dropped,
                      kw_place_text(narrator->game, narrator->effect.end, name));
    narrator->dropped = 0;
    narrate_group(narrator, "passes over", &narrator->passed);
    narrate_group(narrator, "unmarks", &narrator->unmarked);
    narrate_group(narrator, "marks", &narrator->marked);
}

/* Writes an event, `what` followed by its place; names the clause where that helps. */
static void narrate_clause(struct narrator *narrator, const char *what, unsigned place,
                           const struct kw_clause *clause) {
    char name[KW_TEXT];
    struct string_builder *line = narrate_next_part(narrator);
    output_add(line, what);
    if (place != KW_NOWHERE)
        output_format(line, " %s", kw_place_text(narrator->game, place, name));
    if (clause != NULL)
        output_format(line, " [%s]", clause->id);
}

/* The same with the event's count before the place: "takes 3 from a4 [capture]". */
static void narrate_count(struct narrator *narrator, const char *verb, uint32_t count,
                          const char *preposition, unsigned place, const struct kw_clause *clause) {
    char what[64];
    snprintf(what, sizeof what, "%s %u %s", verb, (unsigned)count, preposition);
    narrate_clause(narrator, what, place, clause);
}

static void narrate_write_line(struct narrator *narrator) {
    if (narrator->line.length > 0) {
        output_add(narrator->out, "  ");
        output_wrap(narrator->out, narrator->line.text, 2, 4);
    }
    output_clear(&narrator->line);
}

/* Ends the current lap. */
static void narrate_end_line(struct narrator *narrator) {
    if (narrator->effect.laps.count <= LAPS_TOLD)
        narrate_write_line(narrator);
    output_clear(&narrator->line);
}

static void narrate_hole(struct narrator *narrator, struct narrate_holes *group,
                         const struct kw_event *event) {
    char name[KW_TEXT];
    group->clause = event->clause;
    if (group->holes.length < PAGE_WIDTH)
        output_format(&group->holes, " %s", kw_place_text(narrator->game, event->to, name));
}

static void narrate_capture(struct narrator *narrator, const struct kw_event *event) {
    bool gives = event->to == KW_STORE_SOUTH + (narrator->effect.mover ^ 1u);
    narrate_count(narrator,
                  gives                             ? "gives the opponent"
                  : event->kind == KW_EVENT_CAPTURE ? "takes"
                                                    : "keeps",
                  event->count, "from", event->from, event->clause);
}

static void narrate_other(struct narrator *narrator, const struct kw_event *event) {
    const struct kw_clause *clause = event->clause;
    char text[KW_TEXT];
    switch (event->kind) {
    case KW_EVENT_PLANT:
        narrate_clause(narrator, "plants a seed in", event->to, clause);
        break;
    case KW_EVENT_LIFT:
        narrate_end_line(narrator);
        narrate_count(narrator, "lifts", event->count, "from", event->from, NULL);
        break;
    case KW_EVENT_HEAD:
        narrate_end_line(narrator);
        narrate_count(narrator, "brings", event->count, "in at", event->to, clause);
        break;
    case KW_EVENT_CAPTURE:
    case KW_EVENT_BANK:
        narrate_capture(narrator, event);
        break;
    case KW_EVENT_RELAY:
        narrate_clause(narrator, "goes on", KW_NOWHERE, NULL);
        break;
    case KW_EVENT_TURN:
        narrate_clause(narrator, "turns round", KW_NOWHERE, clause);
        break;
    case KW_EVENT_NEXT:
        if (event->to == narrator->effect.mover)
            narrate_clause(narrator, "is to move again", KW_NOWHERE, clause);
        break;
    case KW_EVENT_OVER:
        narrate_clause(narrator, "the game is over", KW_NOWHERE, clause);
        break;
    case KW_EVENT_STOP:
    case KW_EVENT_FIELD:
        break;
    default:
        narrate_clause(narrator, kw_event_text(narrator->game, event, text), KW_NOWHERE, clause);
    }
}

static bool narrate_event(void *context, const struct kw_event *event) {
    struct narrator *narrator = context;
    switch (event->kind) {
    case KW_EVENT_DROP:
        narrator->dropped++;
        break;
    case KW_EVENT_SKIP:
        narrate_hole(narrator, &narrator->passed, event);
        break;
    case KW_EVENT_MARK:
        narrate_hole(narrator, &narrator->marked, event);
        break;
    case KW_EVENT_UNMARK:
        narrate_hole(narrator, &narrator->unmarked, event);
        break;
    default:
        narrate_sown(narrator);
        narrate_other(narrator, event);
    }
    effect_on_event(&narrator->effect, event);
    return true;
}

void narrate_move(struct string_builder *out, const struct kw_game *game,
                  const struct kw_position *position, kw_move move) {
    struct narrator narrator = {.game = game, .out = out};
    struct kw_position next;
    effect_begin(&narrator.effect, position);
    kw_trace(game, position, move, &next, narrate_event, &narrator);
    narrate_sown(&narrator);
    if (narrator.effect.laps.count > LAPS_TOLD + 1)
        output_format(out, "  ... %zu laps ...\n", narrator.effect.laps.count - LAPS_TOLD - 1);
    narrate_write_line(&narrator);
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

/* ---- illegal moves ------------------------------------------------------------------------ */

void write_basis(struct string_builder *out, const struct kw_game *game,
                 const struct kw_clause *clause) {
    const char *place = kw_clause_place(game, clause);
    if (clause->basis == KW_READING)
        output_add(out, "reading");
    else if (place != NULL)
        output_format(out, clause->basis == KW_SOURCE ? "source, %s" : "as %s has it", place);
}

void write_clause(struct string_builder *out, const struct kw_game *game,
                  const struct kw_clause *clause, unsigned indent) {
    struct string_builder text = {0};
    output_format(&text, "%s: %s [", clause->id, clause->text);
    write_basis(&text, game, clause);
    output_char(&text, ']');
    output_format(out, "%*s", (int)indent, "");
    output_wrap(out, text.text, indent, indent + 2);
    output_free(&text);
}

static void narrate_write_reason(struct string_builder *out, const struct kw_game *game,
                                 const char *title, const struct kw_reason *reason) {
    char text[KW_TEXT];
    output_format(out, "%s: %s [%s]\n", title, kw_reason_text(game, reason, text),
                  reason->clause->id);
    write_clause(out, game, reason->clause, 2);
}

/* Lists the legal moves from a hole; false if there are none. */
static bool narrate_moves_from(struct string_builder *out, const struct kw_game *game,
                               const struct kw_position *position, unsigned hole) {
    struct moves moves = {0};
    bool found = false;
    moves_name(&moves, game, position);
    for (size_t i = 0; i < moves.count; i++) {
        kw_move move = moves.named[i].move;
        enum kw_kind kind = kw_move_kind(move);
        if (!kw_kind_has_hole(kind) || kw_move_hole(move) != hole)
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
static bool narrate_names_hole(const struct kw_game *game, const struct kw_position *position,
                               const char *text, kw_move move) {
    char words[KW_TEXT];
    bool open = strpbrk(text, "<>+~!^=") == NULL &&
                strcmp(kw_move_text(game, position, move, words), text) != 0;
    return open || kw_hole_find(game, text) >= 0;
}

void write_over(struct string_builder *out, const struct kw_game *game,
                const struct kw_result *result) {
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

/* The clause of repetition, or NULL. */
static const struct kw_clause *narrate_repetition(const struct kw_game *game) {
    for (size_t i = 0; i < kw_clause_count(game); i++)
        if (strcmp(kw_clause_at(game, i)->id, "repetition") == 0)
            return kw_clause_at(game, i);
    return NULL;
}

/* How a game that is over has ended, and by which clause; that may be NULL. */
static void narrate_write_ending(struct string_builder *out, const struct kw_game *game,
                                 const struct kw_result *result, const struct kw_clause *clause) {
    output_add(out, "not legal: the game is ");
    write_over(out, game, result);
    if (clause != NULL) {
        output_format(out, " [%s]\n", clause->id);
        write_clause(out, game, clause, 2);
    } else {
        output_char(out, '\n');
    }
}

void explain_moves(struct string_builder *out, const struct kw_session *session, const char *text,
                   const kw_move *list, size_t count) {
    const struct kw_game *game = kw_session_game(session);
    const struct kw_position *position = kw_session_position(session);
    struct kw_result result;
    struct kw_reason refusal = {0}, duty;
    if (kw_session_result(session, &result)) {
        if (result.ending == KW_BY_RULES)
            kw_explain_illegal_first(game, position, list, count, &refusal);
        else if (result.ending == KW_BY_REPETITION)
            refusal.clause = narrate_repetition(game);
        narrate_write_ending(out, game, &result, refusal.clause);
        return;
    }
    if (count > 1 || !narrate_names_hole(game, position, text, list[0]) ||
        !narrate_moves_from(out, game, position, kw_move_hole(list[0]))) {
        if (kw_explain_illegal_first(game, position, list, count, &refusal))
            narrate_write_reason(out, game, "not legal", &refusal);
        else
            output_format(out, "legal: %s\n", text);
    }
    if (kw_constraint(game, position, &duty) && duty.clause != refusal.clause)
        narrate_write_reason(out, game, "obliged", &duty);
}

bool explain_move(struct string_builder *out, const struct kw_session *session, const char *text,
                  struct kw_error *error) {
    kw_move list[KW_TURN_STEPS];
    size_t count =
        kw_move_parse(kw_session_game(session), kw_session_position(session), text, list, error);
    if (count > 0)
        explain_moves(out, session, text, list, count);
    return count > 0;
}
