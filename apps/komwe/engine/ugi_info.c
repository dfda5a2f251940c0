#include "engine/ugi_info.h"

/* Hundredths of a seed to the nearest seed, halves away from zero. */
static int ugi_info_round(int hundredths) {
    return (hundredths + (hundredths < 0 ? -50 : 50)) / 100;
}

static void ugi_info_write_score(struct string_builder *out, const struct kw_line *line) {
    if (line->unit == KW_IN_SEEDS)
        output_format(out, " score seeds %d", ugi_info_round(line->score));
    else if (line->unit == KW_IN_PLIES && line->score > 0)
        output_format(out, " score win %d", line->score);
    else if (line->unit == KW_IN_PLIES)
        output_format(out, " score loss %d", -line->score);
    else if (line->proven)
        output_add(out, " score draw");
    else
        output_format(out, " score points %d", line->score);
    if (line->proven)
        output_add(out, " proven");
}

static void ugi_info_write_counts(struct string_builder *out, const struct kw_analysis *analysis) {
    uint64_t us = analysis->microseconds > 0 ? (uint64_t)analysis->microseconds : 1;
    double speed = (double)analysis->nodes * 1e6 / (double)us;
    output_format(out, " nodes %llu nps %.0f hashfull %u time %llu",
                  (unsigned long long)analysis->nodes, speed, analysis->hashfull,
                  (unsigned long long)us / 1000);
}

static void ugi_info_write_moves(struct string_builder *out, const struct kw_session *session,
                                 const struct kw_line *line) {
    const struct kw_game *game = kw_session_game(session);
    struct kw_position position = *kw_session_position(session);
    char text[KW_TEXT];
    output_add(out, " pv");
    for (size_t i = 0; i < line->length; i++) {
        output_format(out, " %s", kw_move_text(game, &position, line->move[i], text));
        kw_play(game, &position, line->move[i], &position);
    }
}

void ugi_info_write(struct string_builder *out, const struct kw_session *session,
                    const struct kw_analysis *analysis, bool multipv) {
    for (size_t i = 0; i < analysis->lines; i++) {
        output_format(out, "info depth %u", analysis->depth);
        ugi_info_write_score(out, &analysis->line[i]);
        ugi_info_write_counts(out, analysis);
        if (multipv)
            output_format(out, " multipv %zu", i + 1);
        ugi_info_write_moves(out, session, &analysis->line[i]);
        output_char(out, '\n');
    }
}
