#include "twin_rules/side_by_side.h"
#include "twin_rules/rules_twin.h"

enum {
    PLIES = 60, /* of a game */
    ROUNDS = 3  /* of a match */
};

static const char *listed_text(const char *id) { return kw_game_text(kw_game_find(id)); }

/* Checks that both say the same. */
static bool pair_agrees(struct pair *pair, const char *kind, const char *position, const char *move,
                        const char *library, const char *twin) {
    bool same = strcmp(library, twin) == 0;
    pair->differs = pair->differs || !same;
    if (pair->quiet)
        return same;
    if (test_count(pair->test, same) && !pair->silent)
        printf("FAILED %s, options \"%s\", position \"%s\"%s%s\n  library: %s\n  twin:    %s\n%s\n",
               kind, pair->options, position, move[0] != '\0' ? ", move " : "", move, library, twin,
               pair->id != NULL ? pair->id : pair->text);
    return same;
}

/* ---- one position ---------------------------------------------------------------------------- */

static int text_compare(const void *a, const void *b) {
    return strcmp((const char *)a, (const char *)b);
}

/* Sorts words and joins them. */
static void words_join(char words[][KW_TEXT], size_t count, char text[4096]) {
    text[0] = '\0';
    qsort(words, count, KW_TEXT, text_compare);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(text);
        snprintf(text + length, 4096 - length, "%s ", words[i]);
    }
}

static void compare_results(struct pair *pair, const struct kw_position *position,
                            const struct twin_position *twin, const char *text) {
    struct kw_result result;
    struct twin_result own;
    char library[KW_TEXT], other[TWIN_LINE];
    bool over = kw_state(pair->game, position, &result);
    kw_result_text(&result, library);
    twin_result(pair->rules, twin, &own);
    twin_result_text(&own, other);
    if (!pair_agrees(pair, "result", text, "", library, other) || over ||
        pair->rules->repetition == 0)
        return;
    kw_repetition_result(pair->game, position, &result);
    kw_result_text(&result, library);
    twin_repeated(pair->rules, twin, &own);
    twin_result_text(&own, other);
    snprintf(other + strlen(other), TWIN_LINE - strlen(other), " repetition");
    pair_agrees(pair, "repetition", text, "", library, other);
}

static bool trace_forget(void *context, const struct kw_event *event) {
    (void)context;
    (void)event;
    return true;
}

/* Checks that the library plays a move alike when it lists its events. */
static void compare_trace(struct pair *pair, const struct kw_position *position, kw_move move,
                          const struct kw_position *next) {
    struct kw_position traced;
    char text[KW_TEXT], played[KW_TEXT], listed[KW_TEXT], name[KW_TEXT];
    kw_trace(pair->game, position, move, &traced, trace_forget, NULL);
    kw_position_text(pair->game, position, text);
    kw_position_text(pair->game, next, played);
    kw_position_text(pair->game, &traced, listed);
    pair_agrees(pair, "trace", text, kw_move_text(pair->game, position, move, name), played,
                listed);
}

/* Plays every move on both sides; false if something differs.  One of them goes on in the game. */
static bool compare_moves(struct pair *pair, struct kw_position *position,
                          struct twin_position *twin, bool *goes_on) {
    kw_move list[KW_MOVES];
    struct twin_move own[TWIN_MOVES];
    char words[KW_MOVES][KW_TEXT], others[TWIN_MOVES][KW_TEXT], text[KW_TEXT], library[4096],
        other[4096];
    size_t count = kw_moves(pair->game, position, list, KW_MOVES);
    size_t twins = (size_t)twin_moves(pair->rules, twin, own);
    kw_position_text(pair->game, position, text);
    for (size_t i = 0; i < count; i++)
        kw_move_text(pair->game, position, list[i], words[i]);
    for (size_t i = 0; i < twins; i++)
        twin_move_text(pair->rules, &own[i], others[i]);
    char named[KW_MOVES][KW_TEXT];
    memcpy(named, words, sizeof named);
    words_join(words, count, library);
    memcpy(words, others, twins * sizeof words[0]);
    words_join(words, twins, other);
    if (!pair_agrees(pair, "moves", text, "", library, other))
        return false;
    *goes_on = count > 0;
    bool found = count == 0;
    struct kw_position next = *position, chosen = *position;
    struct twin_position twin_next, twin_chosen = *twin;
    size_t lot = count > 0 ? kw_random_below(&pair->random, (uint32_t)count) : 0;
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (strcmp(others[same], named[i]) != 0)
            same++;
        kw_play(pair->game, position, list[i], &next);
        bool swaps = kw_move_kind(list[i]) == KW_SWAP;
        pair->swaps += swaps;
        if (i == lot || swaps)
            compare_trace(pair, position, list[i], &next);
        twin_play(pair->rules, twin, &own[same], &twin_next);
        char after[KW_TEXT], after_twin[TWIN_LINE];
        kw_position_text(pair->game, &next, after);
        twin_position_text(pair->rules, &twin_next, after_twin);
        if (!pair_agrees(pair, "play", text, named[i], after, after_twin))
            return false;
        if (i == lot || !found) {
            found = true;
            chosen = next;
            twin_chosen = twin_next;
        }
    }
    *position = chosen;
    *twin = twin_chosen;
    return found;
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Plays a round; true if it ended by the rules and nothing differed. */
static bool compare_round(struct pair *pair, struct kw_position *position,
                          struct twin_position *twin, int *moved) {
    for (unsigned ply = 0; ply < PLIES; ply++) {
        char text[KW_TEXT];
        bool goes_on = false;
        int mover = position->turn;
        kw_position_text(pair->game, position, text);
        pair->positions++;
        compare_results(pair, position, twin, text);
        if (pair->differs || !compare_moves(pair, position, twin, &goes_on))
            return false;
        if (!goes_on)
            return true;
        *moved = mover;
    }
    return false;
}

/* The next round on both sides; false if there is none, or they differ. */
static bool compare_rounds(struct pair *pair, struct kw_position *position,
                           struct twin_position *twin, int began, int moved) {
    struct kw_round round = {
        .position = *position, .began = (enum kw_player)began, .moved = (enum kw_player)moved};
    struct kw_position next;
    struct twin_position twin_next;
    struct kw_result result;
    char text[KW_TEXT], library[KW_TEXT] = "none", other[TWIN_LINE] = "none";
    kw_position_text(pair->game, position, text);
    bool more = kw_round_next(pair->game, &round, &next, &result);
    if (more)
        kw_position_text(pair->game, &next, library);
    if (twin_round(pair->rules, twin, began, moved, &twin_next))
        twin_position_text(pair->rules, &twin_next, other);
    if (!pair_agrees(pair, "next round", text, began == 0 ? "(South began)" : "(North began)",
                     library, other) ||
        !more)
        return false;
    *position = next;
    *twin = twin_next;
    return true;
}

static void compare_game(struct pair *pair) {
    struct kw_position position;
    struct twin_position twin;
    char text[KW_TEXT], other[TWIN_LINE];
    kw_start(pair->game, &position);
    twin_start(pair->rules, &twin);
    kw_position_text(pair->game, &position, text);
    twin_position_text(pair->rules, &twin, other);
    if (!pair_agrees(pair, "start", "start", "", text, other))
        return;
    for (unsigned round = 0; round < ROUNDS; round++) {
        int began = position.turn, moved = 1 - began;
        if (!compare_round(pair, &position, &twin, &moved) ||
            !compare_rounds(pair, &position, &twin, began, moved))
            return;
    }
}

size_t compare_text(struct pair *pair, struct kw_game *game, const char *options, unsigned games) {
    struct twin_text *text = twin_text_read(pair->text, options, listed_text);
    pair->game = game;
    pair->options = options;
    pair->rules = twin_rules_read(text);
    pair->positions = 0;
    for (unsigned i = 0; i < games && !pair->differs; i++)
        compare_game(pair);
    free(pair->rules);
    twin_text_free(text);
    return pair->positions;
}
