#include "play/screen_replay.h"

#include "game/move_replay.h"
#include "play/screen_view.h"
#include "play/terminal.h"

/* How a sowing is shown. */
struct replay_plan {
    enum replay_pace pace;
    int delay;     /* milliseconds a step */
    size_t stride; /* steps at once */
};

static struct replay_plan screen_replay_plan(const struct move_replay *replay, int speed) {
    enum { BUDGET = 3700, SEED_MOST = 140, LAP_MOST = 300, LEAST = 20 };
    static const int delays[] = {1000, 700, 500, 350, 250, 170, 120, 80, 50, 30};
    /* Captures are held for two steps. */
    size_t seeds = replay->steps[PACE_SEED] + replay->captures + 1;
    size_t laps = replay->steps[PACE_LAP] + replay->captures + 1;
    if (speed <= SPEED_FASTEST)
        return (struct replay_plan){PACE_SEED, delays[speed], 1};
    if (seeds <= BUDGET / LEAST) {
        int delay = (int)(BUDGET / seeds);
        return (struct replay_plan){PACE_SEED, delay < SEED_MOST ? delay : SEED_MOST, 1};
    }
    size_t stride = laps * LEAST / BUDGET + 1;
    int delay = (int)(BUDGET * stride / laps);
    return (struct replay_plan){PACE_LAP, delay < LAP_MOST ? delay : LAP_MOST, stride};
}

static void screen_replay_draw(struct screen *screen, const struct move_replay *replay) {
    struct string_builder *status = &screen->status;
    screen->marks = screen_view_plain(screen);
    if (replay->at < KW_HOLES) {
        screen->marks.path = UINT32_C(1) << replay->at;
        screen->marks.taken = replay->captured ? screen->marks.path : 0;
        screen->marks.hand_at = replay->hand > 0 ? (int)replay->at : -1;
        screen->marks.hand = replay->hand;
    }
    output_clear(status);
    if (replay->lap > 0)
        output_format(status, "lap %zu, ", replay->lap);
    output_format(status, "%u in the hand", replay->hand);
    if (replay->taken > 0)
        output_format(status, ", took %zu", replay->taken);
    output_add(status, "   (any key: to the end)");
    screen_view_draw(screen, &replay->board);
}

/* Waits between two steps; false if a key ends the replay. */
static bool screen_replay_wait(struct screen *screen, const struct move_replay *replay,
                               int milliseconds) {
    struct key key = terminal_read(milliseconds);
    if (key.kind == KEY_KIND_END)
        screen->play->left = true;
    if (key.kind == KEY_KIND_RESIZED)
        screen_replay_draw(screen, replay);
    if (key.kind == KEY_KIND_CHAR && key.code > ' ') /* the first letter of what comes next */
        screen->ahead = key;
    return key.kind == KEY_KIND_NONE || key.kind == KEY_KIND_RESIZED;
}

void screen_replay_plies(struct screen *screen, size_t first) {
    const struct kw_session *session = screen->play->session;
    size_t plies = kw_session_plies(session);
    struct move_replay replay;
    if (screen->play->speed == SPEED_OFF || first >= plies)
        return;
    replay_begin(&replay, kw_session_before(session, first));
    for (size_t ply = first; ply < plies; ply++)
        replay_add(&replay, screen->play->game, kw_session_before(session, ply),
                   kw_session_move(session, ply));
    struct replay_plan plan = screen_replay_plan(&replay, screen->play->speed);
    bool more = true;
    screen->replaying = true;
    while (more) {
        for (size_t i = 0; more && i < plan.stride; i++)
            more = replay_step(&replay, plan.pace);
        if (!more)
            break;
        screen_replay_draw(screen, &replay);
        /* Captures are shown longer. */
        more = screen_replay_wait(screen, &replay, replay.captured ? 2 * plan.delay : plan.delay);
    }
    screen->replaying = false;
    replay_free(&replay);
    output_clear(&screen->status);
}
