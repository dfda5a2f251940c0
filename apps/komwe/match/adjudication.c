#include "match/adjudication.h"

#include "cli/arguments.h"
#include "files/record_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NARROW_MARGIN = 200 }; /* hundredths of a seed */

static const char *const outcome_word[] = {
    [KW_SOUTH_WINS] = "S", [KW_NORTH_WINS] = "N", [KW_DRAW] = "draw"};
static const char *const by_word[] = {
    [BY_LENGTH] = "length", [BY_PROOF] = "proof", [BY_FORFEIT] = "forfeit"};

static enum kw_outcome win_of(unsigned player) {
    return player == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
}

/* ---- how it comes about ---------------------------------------------------------------------- */

static void take_result(struct verdict *verdict, const struct kw_result *result,
                        enum verdict_by by) {
    *verdict = (struct verdict){.outcome = result->outcome, .narrow = result->narrow, .by = by};
}

bool verdict_by_rules(struct verdict *verdict, const struct kw_session *session) {
    struct kw_result result;
    if (!kw_session_result(session, &result))
        return false;
    take_result(verdict, &result, BY_RULES);
    return true;
}

void verdict_by_length(struct verdict *verdict, const struct kw_session *session) {
    struct kw_result result;
    kw_repetition_result(kw_session_game(session), kw_session_position(session), &result);
    take_result(verdict, &result, BY_LENGTH);
}

void verdict_by_proof(struct verdict *verdict, const struct kw_game *game, unsigned mover,
                      const struct kw_line *line) {
    bool plies = line->unit == KW_IN_PLIES;
    *verdict = (struct verdict){.by = BY_PROOF};
    verdict->outcome = line->score > 0            ? win_of(mover)
                       : line->score < 0 || plies ? win_of(1 - mover)
                                                  : KW_DRAW;
    verdict->narrow = line->unit == KW_IN_SEEDS && abs(line->score) == NARROW_MARGIN &&
                      verdict_narrow_worth(game) > 0;
}

void verdict_by_forfeit(struct verdict *verdict, unsigned player, const char *why) {
    *verdict = (struct verdict){.outcome = win_of(1 - player), .by = BY_FORFEIT};
    snprintf(verdict->why, sizeof verdict->why, "%.300s", why);
    header_tame(verdict->why);
}

/* ---- as text --------------------------------------------------------------------------------- */

const char *verdict_text(const struct verdict *verdict, char text[KW_TEXT]) {
    snprintf(text, KW_TEXT, "%s%s by %s%s%.300s", outcome_word[verdict->outcome],
             verdict->narrow ? " narrow" : "", by_word[verdict->by],
             verdict->why[0] != '\0' ? ": " : "", verdict->why);
    return text;
}

/* Passes over a word with what must stand behind it; false if another stands there. */
static bool take_word(const char **text, const char *word, const char *behind) {
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 || strchr(behind, (*text)[length]) == NULL)
        return false;
    *text += length + ((*text)[length] != '\0');
    return true;
}

bool verdict_read(struct verdict *verdict, const char *text) {
    *verdict = (struct verdict){.outcome = KW_GOING_ON};
    for (enum kw_outcome i = KW_SOUTH_WINS; i <= KW_DRAW && verdict->outcome == KW_GOING_ON; i++)
        if (outcome_word[i] != NULL && take_word(&text, outcome_word[i], " "))
            verdict->outcome = i;
    verdict->narrow = take_word(&text, "narrow", " ");
    if (verdict->outcome == KW_GOING_ON || !take_word(&text, "by", " "))
        return false;
    for (enum verdict_by i = BY_LENGTH; i <= BY_FORFEIT; i++) {
        const char *behind = i == BY_FORFEIT ? ":" : "";
        if (take_word(&text, by_word[i], behind)) {
            verdict->by = i;
            return true;
        }
    }
    return false;
}

bool verdict_by_record(struct verdict *verdict, struct kw_record *record) {
    const char *text = kw_record_header(record, "Adjudicated");
    return verdict_by_rules(verdict, kw_record_session(record)) ||
           (text != NULL && verdict_read(verdict, text));
}

unsigned verdict_narrow_worth(const struct kw_game *game) {
    char text[KW_TEXT];
    uint64_t worth = 0;
    for (size_t i = 0; i < kw_option_count(game); i++)
        if (strcmp(kw_option_at(game, i)->name, "narrow") == 0)
            read_number(kw_option_value(game, i, text), 10, &worth);
    return (unsigned)worth;
}
