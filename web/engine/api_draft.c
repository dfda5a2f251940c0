/*
 * Requests about rule texts that somebody is writing: drafts.  A draft takes the place of the one
 * before in its slot; GAME fields name that of slot 0 as "=0".
 */
#include "api_internal.h"

#include <string.h>

enum {
    DRAFT_BYTES = 1 << 16, /* of a text at most */
    DIFFER_PLIES = 1 << 20,
    DIFFER_GAME = 200,      /* plies of a random game */
    DIFFER_MOVES = KW_MOVES /* of a position that are compared */
};

void api_draft_free(struct api *api) {
    for (size_t i = 0; i < DRAFTS; i++)
        kw_game_close(api->draft[i]);
}

static bool api_draft_slot(struct api *api, const char *text, size_t *slot) {
    uint64_t number;
    if (!api_read_number(api, text, DRAFTS - 1, 0, &number))
        return false;
    *slot = (size_t)number;
    return true;
}

const struct kw_game *api_draft_game(struct api *api, const char *id, const char *options) {
    size_t slot;
    if (!api_draft_slot(api, id + 1, &slot))
        return NULL;
    if (*options != '\0' || api->draft[slot] == NULL) {
        api_bad_request(api, api->draft[slot] == NULL ? "there is no such draft"
                                                      : "a draft is played without options");
        return NULL;
    }
    return api->draft[slot];
}

/* Where the text cannot be read, the draft of before stays. */
bool request_draft(struct api *api, char *const *field) {
    size_t slot, length = strlen(field[1]);
    if (!api_draft_slot(api, field[0], &slot))
        return false;
    if (length > DRAFT_BYTES)
        return api_fail(api, KW_TOO_LONG, "a rule text has at most 65536 bytes");
    struct kw_game *game = kw_game_read(field[1], length, &api->error);
    if (game == NULL)
        return false;
    kw_game_close(api->draft[slot]);
    api->draft[slot] = game;
    return api_write_rules(api, game);
}

static void api_draft_write_fault(void *context, const struct kw_rule_fault *fault) {
    struct json_text *out = context;
    json_open(out, '{');
    json_named_bool(out, "warning", fault->severity == KW_WARNING);
    json_named_number(out, "line", (int64_t)fault->line);
    json_named_number(out, "column", (int64_t)fault->column);
    json_named_string(out, "message", fault->message);
    json_close(out, '}');
}

/* Texts that it extends are not known here. */
bool request_check(struct api *api, char *const *field) {
    size_t length = strlen(field[0]);
    if (length > DRAFT_BYTES)
        return api_fail(api, KW_TOO_LONG, "a rule text has at most 65536 bytes");
    json_open(&api->out, '[');
    kw_rules_check(field[0], length, NULL, api_draft_write_fault, &api->out);
    json_close(&api->out, ']');
    return true;
}

/* The id that finds the game from then on. */
bool request_add(struct api *api, char *const *field) {
    size_t length = strlen(field[0]);
    if (length > DRAFT_BYTES)
        return api_fail(api, KW_TOO_LONG, "a rule text has at most 65536 bytes");
    const struct kw_game *game = kw_game_add(field[0], length, &api->error);
    if (game != NULL)
        json_string(&api->out, kw_game_info(game)->id);
    return game != NULL;
}

/* ---- differences ---------------------------------------------------------------------------- */

enum difference_kind { DIFFERENT_END, DIFFERENT_MOVES, DIFFERENT_RESULT, DIFFERENCE_KINDS };

/* Positions in which two games differ, found in random games of both. */
struct draft_search {
    const struct kw_game *game[2];
    struct kw_random random;
    size_t each; /* so many of a kind are written */
    size_t found[DIFFERENCE_KINDS];
    bool in_game[DIFFERENCE_KINDS]; /* one was found in this random game */
    uint64_t compared, unlike;
};

/* What the two games know of a position: their own form of it, its moves, its end. */
struct draft_view {
    struct kw_position position;
    struct kw_result result;
    kw_move move[DIFFER_MOVES];
    size_t count;
    bool over;
};

static void api_draft_view(const struct kw_game *game, const struct kw_position *position,
                           struct draft_view *view) {
    *view = (struct draft_view){.position = *position};
    view->over = kw_state(game, position, &view->result);
    view->count = kw_moves(game, position, view->move, DIFFER_MOVES);
    if (view->count > DIFFER_MOVES)
        view->count = DIFFER_MOVES;
}

static bool api_draft_has_move(const struct draft_view *view, kw_move move) {
    for (size_t i = 0; i < view->count; i++)
        if (view->move[i] == move)
            return true;
    return false;
}

static bool api_draft_same_end(const struct draft_view *a, const struct draft_view *b) {
    if (a->over != b->over)
        return false;
    return !a->over ||
           (a->result.outcome == b->result.outcome && a->result.score[0] == b->result.score[0] &&
            a->result.score[1] == b->result.score[1]);
}

static void api_draft_write_move(struct json_text *out, const char *name,
                                 const struct kw_game *game, const struct draft_view *view,
                                 kw_move move) {
    char text[KW_TEXT];
    bool legal = api_draft_has_move(view, move);
    json_named_string(out, name, legal ? kw_move_text(game, &view->position, move, text) : NULL);
}

static void api_draft_note(struct api *api, struct draft_search *search, enum difference_kind kind,
                           const struct draft_view view[2], const kw_move *move) {
    static const char *const names[] = {"end", "moves", "result"};
    struct json_text *out = &api->out;
    char text[KW_TEXT];
    if (search->in_game[kind] || search->found[kind] == search->each)
        return;
    search->in_game[kind] = true;
    search->found[kind]++;
    json_open(out, '{');
    json_named_string(out, "kind", names[kind]);
    json_named_string(out, "position", kw_position_text(search->game[0], &view[0].position, text));
    if (move != NULL) {
        api_draft_write_move(out, "old", search->game[0], &view[0], *move);
        api_draft_write_move(out, "new", search->game[1], &view[1], *move);
    } else {
        json_named_null(out, "old");
        json_named_null(out, "new");
    }
    json_close(out, '}');
}

/* Compares each move of one view with the other; `both`: those of both are played, too. */
static bool api_draft_compare_moves(struct api *api, struct draft_search *search,
                                    const struct draft_view view[2], int side, bool both) {
    bool alike = true;
    for (size_t i = 0; i < view[side].count; i++) {
        kw_move move = view[side].move[i];
        struct kw_position next[2];
        if (!api_draft_has_move(&view[1 - side], move)) {
            api_draft_note(api, search, DIFFERENT_MOVES, view, &move);
            alike = false;
        } else if (both) {
            for (int game = 0; game < 2; game++)
                kw_play(search->game[game], &view[game].position, move, &next[game]);
            if (memcmp(&next[0], &next[1], sizeof *next) != 0) {
                api_draft_note(api, search, DIFFERENT_RESULT, view, &move);
                alike = false;
            }
        }
    }
    return alike;
}

/* Compares what both games say of a position; false if the other cannot have it. */
static bool api_draft_compare(struct api *api, struct draft_search *search, int side,
                              const struct kw_position *position, struct draft_view view[2]) {
    struct kw_position other;
    char text[KW_TEXT];
    kw_position_text(search->game[side], position, text);
    if (!kw_position_read(search->game[1 - side], text, &other, NULL))
        return false;
    api_draft_view(search->game[side], position, &view[side]);
    api_draft_view(search->game[1 - side], &other, &view[1 - side]);
    bool alike = true;
    if (!api_draft_same_end(&view[0], &view[1])) {
        api_draft_note(api, search, DIFFERENT_END, view, NULL);
        alike = false;
    } else if (!view[0].over) {
        alike = api_draft_compare_moves(api, search, view, 1, true);
        alike = api_draft_compare_moves(api, search, view, 0, false) && alike;
    }
    search->compared++;
    search->unlike += !alike;
    return true;
}

/* A random game by the rules of one side, compared position by position. */
static void api_draft_play(struct api *api, struct draft_search *search, int side, uint64_t plies) {
    const struct kw_game *game = search->game[side];
    struct kw_position position;
    struct draft_view view[2];
    memset(search->in_game, 0, sizeof search->in_game);
    kw_start(game, &position);
    for (unsigned ply = 0; ply < DIFFER_GAME && search->compared < plies; ply++) {
        if (!api_draft_compare(api, search, side, &position, view) || view[side].count == 0)
            return;
        uint32_t chosen = kw_random_below(&search->random, (uint32_t)view[side].count);
        kw_play(game, &position, view[side].move[chosen], &position);
    }
}

static bool api_draft_same_board(const struct kw_game *a, const struct kw_game *b) {
    return kw_game_info(a)->rows == kw_game_info(b)->rows &&
           kw_game_columns(a) == kw_game_columns(b) && kw_has_stores(a) == kw_has_stores(b);
}

/* Every random game compares a position at least, or neither side can. */
static void api_draft_search(struct api *api, struct draft_search *search, uint64_t plies) {
    uint64_t before;
    do {
        before = search->compared;
        for (int side = 0; side < 2; side++)
            api_draft_play(api, search, side, plies);
    } while (search->compared < plies && search->compared > before);
}

bool request_differ(struct api *api, char *const *field) {
    struct json_text *out = &api->out;
    struct draft_search search = {0};
    struct kw_position start[2];
    uint64_t seed, plies, each;
    for (int side = 0; side < 2; side++) {
        if (*field[side] != '=')
            return api_bad_request(api, "drafts are compared");
        search.game[side] = api_draft_game(api, field[side], "");
        if (search.game[side] == NULL)
            return false;
        kw_start(search.game[side], &start[side]);
    }
    if (!api_read_number(api, field[2], INT64_MAX, 1, &seed) ||
        !api_read_number(api, field[3], DIFFER_PLIES, 10000, &plies) ||
        !api_read_number(api, field[4], 100, 3, &each))
        return false;
    kw_random_seed(&search.random, seed);
    search.each = (size_t)each;
    bool same = api_draft_same_board(search.game[0], search.game[1]);
    json_open(out, '{');
    json_named_bool(out, "board", same);
    json_named_bool(out, "start", same && memcmp(&start[0], &start[1], sizeof *start) == 0);
    json_named_open(out, "differences", '[');
    if (same)
        api_draft_search(api, &search, plies);
    json_close(out, ']');
    json_named_number(out, "compared", (int64_t)search.compared);
    json_named_number(out, "unlike", (int64_t)search.unlike);
    json_close(out, '}');
    return true;
}
