#include "match/adjudication.h"

#include "base/text.h"
#include "files/record_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NARROW_MARGIN = 200 }; /* hundredths of a seed */

static const char *const adjudication_outcome_word[] = {
    [KW_SOUTH_WINS] = "S", [KW_NORTH_WINS] = "N", [KW_DRAW] = "draw"};
static const char *const adjudication_by_word[] = {
    [BY_LENGTH] = "length", [BY_PROOF] = "proof", [BY_TIME] = "time", [BY_FORFEIT] = "forfeit"};

static enum kw_outcome adjudication_win_of(unsigned player) {
    return player == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
}

/* ---- making it ---------------------------------------------------------------------- */

static void adjudication_take_result(struct adjudication *adjudication,
                                     const struct kw_result *result, enum adjudication_by by) {
    *adjudication =
        (struct adjudication){.outcome = result->outcome, .narrow = result->narrow, .by = by};
}

bool adjudication_by_rules(struct adjudication *adjudication, const struct kw_session *session) {
    struct kw_result result;
    if (!kw_session_result(session, &result))
        return false;
    adjudication_take_result(adjudication, &result, BY_RULES);
    return true;
}

void adjudication_by_length(struct adjudication *adjudication, const struct kw_session *session) {
    struct kw_result result;
    kw_repetition_result(kw_session_game(session), kw_session_position(session), &result);
    adjudication_take_result(adjudication, &result, BY_LENGTH);
}

void adjudication_by_proof(struct adjudication *adjudication, const struct kw_game *game,
                           unsigned mover, const struct kw_line *line) {
    bool plies = line->unit == KW_IN_PLIES;
    *adjudication = (struct adjudication){.by = BY_PROOF};
    adjudication->outcome = line->score > 0            ? adjudication_win_of(mover)
                            : line->score < 0 || plies ? adjudication_win_of(1 - mover)
                                                       : KW_DRAW;
    adjudication->narrow = line->unit == KW_IN_SEEDS && abs(line->score) == NARROW_MARGIN &&
                           adjudication_narrow_value(game) > 0;
}

void adjudication_by_time(struct adjudication *adjudication, unsigned player) {
    *adjudication =
        (struct adjudication){.outcome = adjudication_win_of(1 - player), .by = BY_TIME};
}

void adjudication_by_forfeit(struct adjudication *adjudication, unsigned player, const char *why) {
    *adjudication =
        (struct adjudication){.outcome = adjudication_win_of(1 - player), .by = BY_FORFEIT};
    snprintf(adjudication->why, sizeof adjudication->why, "%.300s", why);
    header_tame(adjudication->why);
}

/* ---- text --------------------------------------------------------------------------------- */

const char *adjudication_text(const struct adjudication *adjudication, char text[KW_TEXT]) {
    snprintf(text, KW_TEXT, "%s%s by %s%s%.300s", adjudication_outcome_word[adjudication->outcome],
             adjudication->narrow ? " narrow" : "", adjudication_by_word[adjudication->by],
             adjudication->why[0] != '\0' ? ": " : "", adjudication->why);
    return text;
}

/* Skips a word and the byte after it, which must be one of `behind`; else returns false. */
static bool adjudication_take_word(const char **text, const char *word, const char *behind) {
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 || strchr(behind, (*text)[length]) == NULL)
        return false;
    *text += length + ((*text)[length] != '\0');
    return true;
}

bool adjudication_read(struct adjudication *adjudication, const char *text) {
    *adjudication = (struct adjudication){.outcome = KW_GOING_ON};
    for (enum kw_outcome i = KW_SOUTH_WINS; i <= KW_DRAW && adjudication->outcome == KW_GOING_ON;
         i++)
        if (adjudication_outcome_word[i] != NULL &&
            adjudication_take_word(&text, adjudication_outcome_word[i], " "))
            adjudication->outcome = i;
    adjudication->narrow = adjudication_take_word(&text, "narrow", " ");
    if (adjudication->outcome == KW_GOING_ON || !adjudication_take_word(&text, "by", " "))
        return false;
    for (enum adjudication_by i = BY_LENGTH; i <= BY_FORFEIT; i++) {
        const char *behind = i == BY_FORFEIT ? ":" : "";
        if (adjudication_take_word(&text, adjudication_by_word[i], behind)) {
            adjudication->by = i;
            return true;
        }
    }
    return false;
}

bool adjudication_by_record(struct adjudication *adjudication, struct kw_record *record) {
    const char *text = kw_record_header(record, "Adjudicated");
    return adjudication_by_rules(adjudication, kw_record_session(record)) ||
           (text != NULL && adjudication_read(adjudication, text));
}

unsigned adjudication_narrow_value(const struct kw_game *game) {
    char text[KW_TEXT];
    uint64_t worth = 0;
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const char *value = kw_option_value(game, i, text);
        if (strcmp(kw_option_at(game, i)->name, "narrow") == 0)
            number_read(value, strlen(value), 0, 10, &worth);
    }
    return (unsigned)worth;
}
