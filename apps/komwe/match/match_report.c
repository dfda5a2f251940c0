#include "match/match_report.h"

#include "cli/json.h"

#include <inttypes.h>
#include <math.h>

void report_meeting(struct output *out, const struct contest *contest,
                    const struct meeting *meeting) {
    struct elo elo = elo_of(&meeting->pairs);
    output_format(out, "%s - %s: +%" PRIu64 " =%" PRIu64 " -%" PRIu64 "  %.1f %%  Elo %+.0f",
                  contest->spec[meeting->first].name, contest->spec[meeting->second].name,
                  meeting->wins, meeting->draws, meeting->losses,
                  100 * pairs_score(&meeting->pairs), elo.value);
    output_format(out, " (%+.0f to %+.0f)", elo.low, elo.high);
    if (contest->narrow > 1)
        output_format(out, "  victories %" PRIu64 "-%" PRIu64, meeting->victories[0],
                      meeting->victories[1]);
    if (meeting->adjudicated > 0)
        output_format(out, "  adjudicated %" PRIu64, meeting->adjudicated);
    if (meeting->forfeited[0] + meeting->forfeited[1] > 0)
        output_format(out, "  forfeited %" PRIu64 "-%" PRIu64, meeting->forfeited[0],
                      meeting->forfeited[1]);
    output_char(out, '\n');
    if (!contest->tested)
        return;
    output_format(out, "SPRT %g to %g Elo: ratio %.2f of %.2f, %s\n", contest->low, contest->high,
                  meeting->ratio, likelihood_bound(),
                  meeting->ratio >= likelihood_bound()    ? "passed"
                  : meeting->ratio <= -likelihood_bound() ? "failed"
                                                          : "undecided");
}

static json_t *json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_meeting(const struct contest *contest, const struct meeting *meeting) {
    struct elo elo = elo_of(&meeting->pairs);
    json_t *pairs = json_array();
    for (int i = 0; i < 5; i++)
        json_array_append_new(pairs, json_integer((json_int_t)meeting->pairs.pair[i]));
    json_t *object = json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:o, s:f, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I}", "first",
        contest->spec[meeting->first].name, "second", contest->spec[meeting->second].name, "wins",
        (json_int_t)meeting->wins, "draws", (json_int_t)meeting->draws, "losses",
        (json_int_t)meeting->losses, "pairs", pairs, "score", pairs_score(&meeting->pairs), "elo",
        json_number(elo.value), "elo_low", json_number(elo.low), "elo_high", json_number(elo.high),
        "victories_first", (json_int_t)meeting->victories[0], "victories_second",
        (json_int_t)meeting->victories[1], "adjudicated", (json_int_t)meeting->adjudicated,
        "forfeited_first", (json_int_t)meeting->forfeited[0], "forfeited_second",
        (json_int_t)meeting->forfeited[1]);
    if (contest->tested)
        json_object_set_new(object, "sprt_ratio", json_real(meeting->ratio));
    return object;
}

void report_match(struct output *out, const struct contest *contest, bool json) {
    json_t *meetings = json ? json_array() : NULL;
    for (size_t i = 0; i < contest->meetings; i++) {
        if (json)
            json_array_append_new(meetings, json_meeting(contest, &contest->meeting[i]));
        else
            report_meeting(out, contest, &contest->meeting[i]);
    }
    if (json)
        output_json(out, json_pack("{s:s, s:o}", "game", kw_game_info(contest->game)->id,
                                   "meetings", meetings));
}
