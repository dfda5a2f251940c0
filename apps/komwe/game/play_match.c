#include "game/play_match.h"

#include <string.h>

/*
 * The start of the round that follows; false if none does, with the result of the match, or the
 * round has not been ended by the rules, with its own.
 */
static bool play_match_next(const struct play_state *play, struct kw_position *next,
                            struct kw_result *result) {
    size_t plies = kw_session_plies(play->session);
    struct kw_round round = {.position = *play_position(play)};
    round.began = (enum kw_player)kw_session_before(play->session, 0)->turn;
    round.moved = (enum kw_player)(plies > 0 ? kw_session_before(play->session, plies - 1)->turn
                                             : round.position.turn ^ 1u);
    memcpy(round.won, play->match.won, sizeof round.won);
    return kw_session_result(play->session, result) && result->ending == KW_BY_RULES &&
           kw_round_next(play->game, &round, next, result);
}

/* The match with the round that is over. */
static struct play_match play_match_with(const struct play_state *play) {
    struct play_match match = play->match;
    struct kw_result result = {0};
    kw_session_result(play->session, &result);
    match.rounds++;
    match.won[KW_SOUTH] += result.outcome == KW_SOUTH_WINS;
    match.won[KW_NORTH] += result.outcome == KW_NORTH_WINS;
    return match;
}

void play_write_match(struct play_state *play) {
    struct kw_position next;
    struct kw_result result;
    if (!kw_has_rounds(play->game) || !play_over(play))
        return;
    bool follows = play_match_next(play, &next, &result);
    struct play_match match = play_match_with(play);
    output_format(play->out, "Rounds: %u, won by South %u, by North %u. ", match.rounds,
                  match.won[KW_SOUTH], match.won[KW_NORTH]);
    if (follows)
        output_format(play->out, "The next begins with %s: type next.\n", player_name[next.turn]);
    else
        output_format(play->out, "The match is over: %s.\n",
                      result.outcome == KW_SOUTH_WINS   ? "South wins it"
                      : result.outcome == KW_NORTH_WINS ? "North wins it"
                                                        : "nobody wins it");
}

void play_next_round(struct play_state *play) {
    struct kw_position next;
    struct kw_result result;
    if (!kw_has_rounds(play->game)) {
        output_add(play->out, "This game is not played in rounds.\n");
    } else if (!play_over(play)) {
        output_add(play->out, "This round is not over.\n");
    } else if (!play_match_next(play, &next, &result)) {
        play_write_match(play);
    } else {
        struct play_match match = play_match_with(play);
        if (play_begin(play, &next))
            play->match = match;
        else
            output_add(play->out, "There is not enough memory.\n");
    }
}
