#include "match/match_report.h"

#include "io/json.h"

#include <inttypes.h>
#include <math.h>

void report_pairing(struct string_builder *out, const struct match_runner *runner,
                    const struct pairing *pairing) {
    struct elo elo = elo_of(&pairing->pairs);
    output_format(out, "%s - %s: +%" PRIu64 " =%" PRIu64 " -%" PRIu64 "  %.1f %%  Elo %+.0f",
                  runner->spec[pairing->first].name, runner->spec[pairing->second].name,
                  pairing->wins, pairing->draws, pairing->losses,
                  100 * pairs_score(&pairing->pairs), elo.value);
    output_format(out, " (%+.0f to %+.0f)", elo.low, elo.high);
    if (runner->narrow > 1)
        output_format(out, "  victories %" PRIu64 "-%" PRIu64, pairing->victories[0],
                      pairing->victories[1]);
    if (pairing->adjudicated > 0)
        output_format(out, "  adjudicated %" PRIu64, pairing->adjudicated);
    if (pairing->forfeited[0] + pairing->forfeited[1] > 0)
        output_format(out, "  forfeited %" PRIu64 "-%" PRIu64, pairing->forfeited[0],
                      pairing->forfeited[1]);
    if (pairing->out_of_time[0] + pairing->out_of_time[1] > 0)
        output_format(out, "  on time %" PRIu64 "-%" PRIu64, pairing->out_of_time[0],
                      pairing->out_of_time[1]);
    output_char(out, '\n');
    if (!runner->tested)
        return;
    output_format(out, "SPRT %g to %g Elo: ratio %.2f of %.2f, %s\n", runner->low, runner->high,
                  pairing->ratio, likelihood_bound(),
                  pairing->ratio >= likelihood_bound()    ? "passed"
                  : pairing->ratio <= -likelihood_bound() ? "failed"
                                                          : "undecided");
}

static json_t *report_json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *report_json_pairing(const struct match_runner *runner,
                                   const struct pairing *pairing) {
    struct elo elo = elo_of(&pairing->pairs);
    json_t *pairs = json_array();
    for (int i = 0; i < 5; i++)
        json_array_append_new(pairs, json_integer((json_int_t)pairing->pairs.pair[i]));
    json_t *object = json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:o, s:f, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I}",
        "first", runner->spec[pairing->first].name, "second", runner->spec[pairing->second].name,
        "wins", (json_int_t)pairing->wins, "draws", (json_int_t)pairing->draws, "losses",
        (json_int_t)pairing->losses, "pairs", pairs, "score", pairs_score(&pairing->pairs), "elo",
        report_json_number(elo.value), "elo_low", report_json_number(elo.low), "elo_high",
        report_json_number(elo.high), "victories_first", (json_int_t)pairing->victories[0],
        "victories_second", (json_int_t)pairing->victories[1], "adjudicated",
        (json_int_t)pairing->adjudicated, "forfeited_first", (json_int_t)pairing->forfeited[0],
        "forfeited_second", (json_int_t)pairing->forfeited[1], "out_of_time_first",
        (json_int_t)pairing->out_of_time[0], "out_of_time_second",
        (json_int_t)pairing->out_of_time[1]);
    if (runner->tested)
        json_object_set_new(object, "sprt_ratio", json_real(pairing->ratio));
    return object;
}

void report_match(struct string_builder *out, const struct match_runner *runner, bool json) {
    json_t *pairings = json ? json_array() : NULL;
    for (size_t i = 0; i < runner->pairings; i++) {
        if (json)
            json_array_append_new(pairings, report_json_pairing(runner, &runner->pairing[i]));
        else
            report_pairing(out, runner, &runner->pairing[i]);
    }
    if (json)
        output_json(out, json_pack("{s:s, s:o}", "game", kw_game_info(runner->game)->id, "meetings",
                                   pairings));
}
