#include "batch.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- actions --------------------------------------------------------------------------------- */

/* How many actions a kind of move has. */
static unsigned layout_size(const struct batch_layout *layout, enum kw_kind kind) {
    const struct kw_move_forms *forms = &layout->forms;
    unsigned holes = layout->own << (forms->foreign >> kind & 1);
    if (!(forms->kinds >> kind & 1))
        return 0;
    if (!kw_kind_has_hole((enum kw_kind)kind))
        return 1;
    if (kind == KW_LIFT || kind == KW_PLACE)
        return holes;
    return holes << forms->reverse << forms->plus;
}

void batch_layout_make(const struct kw_game *game, struct batch_layout *layout) {
    bool four = kw_game_info(game)->rows == 4;
    unsigned columns = kw_game_columns(game);
    *layout = (struct batch_layout){.own = four ? 2 * columns : columns,
                                    .north = four ? KW_HOLES / 2 : columns,
                                    .more = UINT32_MAX};
    kw_game_move_forms(game, &layout->forms);
    bool endless = layout->forms.number == UINT32_MAX;
    layout->numbers = 1 + (endless ? (unsigned)BATCH_PAGE : layout->forms.number);
    for (unsigned kind = 0; kind < BATCH_KINDS; kind++) {
        layout->first[kind] = layout->count;
        layout->size[kind] = layout_size(layout, (enum kw_kind)kind);
        if (kind == KW_SOW)
            layout->size[kind] *= layout->numbers;
        layout->count += layout->size[kind];
    }
    if (endless)
        layout->more = layout->count++;
}

/* The hole as the mover counts it, and back. */
static unsigned layout_hole(const struct batch_layout *layout, unsigned turn, unsigned hole) {
    unsigned own = turn == KW_SOUTH ? 0 : layout->north, other = layout->north - own;
    return hole - own < layout->own ? hole - own : layout->own + hole - other;
}
static unsigned layout_place(const struct batch_layout *layout, unsigned turn, unsigned seen) {
    unsigned own = turn == KW_SOUTH ? 0 : layout->north, other = layout->north - own;
    return seen < layout->own ? own + seen : other + seen - layout->own;
}

/* The number of a move on its page; it is beyond `numbers` if the move is on none or another. */
static unsigned layout_number(const struct batch_layout *layout, unsigned page, uint32_t number) {
    if (layout->more == UINT32_MAX)
        return number;
    if (number == 0)
        return page == 0 ? 0 : UINT32_MAX;
    return (number - 1) / BATCH_PAGE == page ? (number - 1) % BATCH_PAGE + 1 : UINT32_MAX;
}

unsigned batch_action(const struct batch_layout *layout, unsigned turn, unsigned page,
                      kw_move move) {
    const struct kw_move_forms *forms = &layout->forms;
    enum kw_kind kind = kw_move_kind(move);
    if ((unsigned)kind >= BATCH_KINDS || layout->size[kind] == 0)
        return UINT32_MAX;
    if (!kw_kind_has_hole((enum kw_kind)kind))
        return page == 0 ? layout->first[kind] : UINT32_MAX;
    unsigned action = layout_hole(layout, turn, kw_move_hole(move));
    if (action >= layout->own << (forms->foreign >> kind & 1))
        return UINT32_MAX;
    if (kind == KW_SOW || kind == KW_PLANT) {
        if (kw_move_reverse(move) > forms->reverse || kw_move_plus(move) > forms->plus)
            return UINT32_MAX;
        action = action << forms->reverse | kw_move_reverse(move);
        action = action << forms->plus | kw_move_plus(move);
    }
    if (kind == KW_SOW) {
        unsigned number = layout_number(layout, page, kw_move_number(move));
        if (number >= layout->numbers)
            return UINT32_MAX;
        action = action * layout->numbers + number;
    }
    return layout->first[kind] + action;
}

kw_move batch_move(const struct batch_layout *layout, unsigned turn, unsigned page,
                   unsigned action) {
    unsigned kind = 0;
    while (action - layout->first[kind] >= layout->size[kind])
        kind++;
    action -= layout->first[kind];
    if (!kw_kind_has_hole((enum kw_kind)kind))
        return kw_move_make((enum kw_kind)kind, 0, false, false, 0);
    uint32_t number = 0;
    bool reverse = false, plus = false;
    if (kind == KW_SOW && layout->numbers > 1) {
        number = action % layout->numbers;
        action /= layout->numbers;
        if (number != 0 && layout->more != UINT32_MAX)
            number += page * BATCH_PAGE;
    }
    if (kind == KW_SOW || kind == KW_PLANT) {
        plus = layout->forms.plus && (action & 1);
        action >>= layout->forms.plus;
        reverse = layout->forms.reverse && (action & 1);
        action >>= layout->forms.reverse;
    }
    return kw_move_make((enum kw_kind)kind, layout_place(layout, turn, action), reverse, plus,
                        number);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* A game of a batch. */
struct cell {
    struct kw_position position;
    uint32_t plies;
    uint32_t page;
    uint32_t since; /* no position before that ply can equal one from it on */
    uint32_t ways;  /* bit 0: the seeds in stores have grown so far, bit 1: they have shrunk */
};

struct batch {
    const struct kw_game *game;
    struct batch_layout layout;
    struct kw_position start;
    size_t n;
    unsigned max_plies;
    unsigned repetitions; /* occurrences of a position that end a game; 0: none comes again */
    size_t words;         /* of a set of actions */
    struct cell *cell;
    uint64_t *legal; /* [n][words] */
    uint64_t *seen;  /* [n][max_plies]: hashes of the positions before each ply; NULL: not asked */
    bool marks[2];   /* holes can bear the first, the second mark */
    size_t features; /* bytes of a game in `counts` */
    size_t planes;   /* in `planes` */
};

void batch_free(struct batch *batch) {
    if (batch == NULL)
        return;
    free(batch->cell);
    free(batch->legal);
    free(batch->seen);
    free(batch);
}

struct batch *batch_new(const struct kw_game *game, const struct kw_position *start, size_t n,
                        unsigned max_plies) {
    struct batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL)
        return NULL;
    *batch = (struct batch){.game = game, .start = *start, .n = n, .max_plies = max_plies};
    batch_layout_make(game, &batch->layout);
    struct kw_properties properties;
    kw_game_properties(game, &properties);
    batch->repetitions = properties.acyclic ? 0 : kw_repetitions(game);
    batch->words = (batch->layout.count + 63) / 64;
    batch->marks[0] = kw_mark_letter(game, 1) != 0;
    batch->marks[1] = kw_mark_letter(game, 2) != 0;
    batch->features = batch_count_features(game);
    batch->planes =
        (size_t)batch_plane_count(game) * kw_game_info(game)->rows * kw_game_columns(game);
    batch->cell = calloc(n, sizeof *batch->cell);
    batch->legal = calloc(n, batch->words * sizeof *batch->legal);
    if (batch->repetitions != 0 && max_plies <= SIZE_MAX / n / sizeof *batch->seen)
        batch->seen = calloc(n, max_plies * sizeof *batch->seen);
    if (batch->cell == NULL || batch->legal == NULL ||
        (batch->repetitions != 0 && batch->seen == NULL)) {
        batch_free(batch);
        return NULL;
    }
    return batch;
}

const struct kw_position *batch_position(const struct batch *batch, size_t at) {
    return &batch->cell[at].position;
}
unsigned batch_page(const struct batch *batch, size_t at) { return batch->cell[at].page; }
unsigned batch_plies(const struct batch *batch, size_t at) { return batch->cell[at].plies; }

/* ---- parts ----------------------------------------------------------------------------------- */

enum {
    SLICE = 5000000, /* nanoseconds that a call works */
    SOON = 500000,   /* between two looks at the clock */
    GAMES = 256      /* and at most so many games */
};

/* When a call is to return.  The clock is looked at seldom where games are fast. */
struct slice {
    int64_t until, seen; /* nanoseconds */
    unsigned left, games;
};

static int64_t slice_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static struct slice slice_begin(void) {
    int64_t now = slice_now();
    return (struct slice){.until = now + SLICE, .seen = now, .left = 1, .games = 1};
}

static bool slice_look(struct slice *slice, const struct calls_stop *stop) {
    int64_t now = slice_now();
    if (now - slice->seen > SOON)
        slice->games = slice->games > 1 ? slice->games / 2 : 1;
    else if (slice->games < GAMES)
        slice->games *= 2;
    slice->seen = now;
    slice->left = slice->games;
    return now < slice->until && calls_goes_on(stop);
}

/* Moves on to the next game of a part; false: there is none, or it is to be done by another call.
 */
static inline bool part_next(struct batch_part *part, struct slice *slice,
                             const struct calls_stop *stop) {
    return ++part->at < part->end && (--slice->left > 0 || slice_look(slice, stop));
}

bool batch_copy(const struct batch *batch, uint8_t *bytes, int64_t *pages, struct batch_part *part,
                const struct calls_stop *stop) {
    struct slice slice = slice_begin();
    do {
        const struct cell *cell = &batch->cell[part->at];
        if (bytes != NULL)
            memcpy(bytes + part->at * sizeof cell->position, &cell->position,
                   sizeof cell->position);
        if (pages != NULL)
            pages[part->at] = cell->page;
    } while (part_next(part, &slice, stop));
    return true;
}

/* ---- observations ---------------------------------------------------------------------------- */

enum {
    OWN_FIELDS = 4,    /* of counts: turn, phase, own[0], own[1] */
    SEED_PLANES = 5,   /* seeds, and whether there are none, one, two, three */
    SCALAR_PLANES = 3, /* the mover's store, the opponent's, whether North moves */
};

unsigned batch_count_features(const struct kw_game *game) {
    struct batch_layout layout;
    batch_layout_make(game, &layout);
    unsigned marks = (kw_mark_letter(game, 1) != 0) + (kw_mark_letter(game, 2) != 0);
    return 2 * layout.own * (1 + marks) + 2 + OWN_FIELDS;
}

unsigned batch_plane_count(const struct kw_game *game) {
    unsigned marks = (kw_mark_letter(game, 1) != 0) + (kw_mark_letter(game, 2) != 0);
    return SEED_PLANES + marks + SCALAR_PLANES;
}

/* Holes from the mover's first on, stores, fields, and then the marks of the holes. */
static void batch_observe_counts(const struct batch *batch, const struct kw_position *seen,
                                 unsigned turn, uint8_t *features) {
    unsigned holes = 2 * batch->layout.own;
    for (unsigned i = 0; i < holes; i++)
        *features++ = seen->hole[layout_place(&batch->layout, KW_SOUTH, i)];
    *features++ = seen->store[0];
    *features++ = seen->store[1];
    *features++ = (uint8_t)turn;
    *features++ = seen->phase;
    *features++ = seen->own[0];
    *features++ = seen->own[1];
    for (unsigned mark = 0; mark < 2; mark++)
        for (unsigned i = 0; batch->marks[mark] && i < holes; i++)
            *features++ = (mark == 0 ? seen->mark : seen->mark2) >>
                              layout_place(&batch->layout, KW_SOUTH, i) &
                          1;
}

static void batch_observe_planes(const struct batch *batch, const struct kw_position *seen,
                                 unsigned turn, uint8_t *planes) {
    unsigned rows = kw_game_info(batch->game)->rows, columns = kw_game_columns(batch->game);
    unsigned size = rows * columns;
    for (unsigned cell = 0; cell < size; cell++) {
        unsigned hole = kw_hole_at(batch->game, cell / columns, cell % columns);
        uint8_t *plane = planes + cell, seeds = seen->hole[hole];
        *plane = seeds;
        for (unsigned few = 0; few + 1 < SEED_PLANES; few++)
            *(plane += size) = seeds == few;
        if (batch->marks[0])
            *(plane += size) = seen->mark >> hole & 1;
        if (batch->marks[1])
            *(plane += size) = seen->mark2 >> hole & 1;
        *(plane += size) = seen->store[0];
        *(plane += size) = seen->store[1];
        *(plane + size) = (uint8_t)turn;
    }
}

void batch_observe_position(const struct batch *batch, const struct kw_position *position,
                            uint8_t *counts, uint8_t *planes) {
    struct kw_position seen = *position;
    if (position->turn == KW_NORTH)
        kw_mirror(batch->game, position, &seen);
    if (counts != NULL)
        batch_observe_counts(batch, &seen, position->turn, counts);
    if (planes != NULL)
        batch_observe_planes(batch, &seen, position->turn, planes);
}

static void batch_observe(const struct batch *batch, const struct batch_view *view, size_t at) {
    if (view->counts == NULL && view->planes == NULL)
        return;
    batch_observe_position(batch, &batch->cell[at].position,
                           view->counts == NULL ? NULL : view->counts + at * batch->features,
                           view->planes == NULL ? NULL : view->planes + at * batch->planes);
}

/* ---- legal actions --------------------------------------------------------------------------- */

static void batch_allow(const struct batch *batch, uint64_t *legal, uint8_t *mask,
                        unsigned action) {
    if (action >= batch->layout.count)
        return;
    legal[action / 64] |= UINT64_C(1) << action % 64;
    mask[action] = 1;
}

/* Notes the legal actions of a game; false if there is no memory.  `count` gets 0 at its end. */
static bool batch_note_moves(struct batch *batch, const struct batch_view *view, size_t at,
                             size_t *count) {
    kw_move few[KW_MOVES], *list = few, *many = NULL;
    struct cell *cell = &batch->cell[at];
    uint64_t *legal = batch->legal + at * batch->words;
    uint8_t *mask = view->mask + at * batch->layout.count;
    *count = kw_moves(batch->game, &cell->position, list, KW_MOVES);
    if (*count > KW_MOVES) {
        list = many = malloc(*count * sizeof *many);
        if (many == NULL)
            return false;
        kw_moves(batch->game, &cell->position, list, *count);
    }
    memset(legal, 0, batch->words * sizeof *legal);
    memset(mask, 0, batch->layout.count);
    bool more = false;
    for (size_t i = 0; i < *count; i++) {
        batch_allow(batch, legal, mask,
                    batch_action(&batch->layout, cell->position.turn, cell->page, list[i]));
        more |= kw_move_number(list[i]) > (cell->page + 1) * BATCH_PAGE;
    }
    if (more)
        batch_allow(batch, legal, mask, batch->layout.more);
    free(many);
    return true;
}

bool batch_check(const struct batch *batch, const int64_t *actions, struct batch_part *part,
                 const struct calls_stop *stop) {
    struct slice slice = slice_begin();
    do {
        uint64_t action = (uint64_t)actions[part->at];
        if (action >= batch->layout.count ||
            !(batch->legal[part->at * batch->words + action / 64] >> action % 64 & 1))
            return false;
    } while (part_next(part, &slice, stop));
    return true;
}

static uint64_t batch_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static unsigned batch_choose_one(const struct batch *batch, uint64_t *state, size_t at) {
    const uint64_t *legal = batch->legal + at * batch->words;
    unsigned count = 0, word = 0;
    for (size_t k = 0; k < batch->words; k++)
        count += (unsigned)__builtin_popcountll(legal[k]);
    unsigned nth = (unsigned)((batch_random(state) >> 32) * count >> 32);
    while (nth >= (unsigned)__builtin_popcountll(legal[word]))
        nth -= (unsigned)__builtin_popcountll(legal[word++]);
    uint64_t left = legal[word];
    while (nth-- > 0)
        left &= left - 1;
    return word * 64 + (unsigned)__builtin_ctzll(left);
}

bool batch_choose(const struct batch *batch, uint64_t *states, int64_t *actions,
                  struct batch_part *part, const struct calls_stop *stop) {
    struct slice slice = slice_begin();
    do
        actions[part->at] = batch_choose_one(batch, &states[part->at], part->at);
    while (part_next(part, &slice, stop));
    return true;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static bool batch_begin(struct batch *batch, const struct batch_view *view, size_t at,
                        const struct kw_position *position) {
    size_t count;
    batch->cell[at] = (struct cell){.position = *position};
    if (!batch_note_moves(batch, view, at, &count))
        return false;
    view->turn[at] = position->turn;
    batch_observe(batch, view, at);
    return true;
}

bool batch_reset(struct batch *batch, const struct batch_view *view, struct batch_part *part,
                 const struct calls_stop *stop) {
    struct slice slice = slice_begin();
    do
        if (!batch_begin(batch, view, part->at, &batch->start))
            return false;
    while (part_next(part, &slice, stop));
    return true;
}

bool batch_set(struct batch *batch, const struct batch_view *view, size_t at,
               const struct kw_position *position) {
    return kw_move_count(batch->game, position) > 0 && batch_begin(batch, view, at, position);
}

/* Notes the position before a ply. */
static void batch_remember(struct batch *batch, size_t at) {
    const struct cell *cell = &batch->cell[at];
    if (batch->repetitions != 0)
        batch->seen[at * batch->max_plies + cell->plies] = kw_hash(&cell->position);
}

/*
 * Notes what the stores hold after a ply.  As long as they have only grown, or only shrunk, no
 * position from before their last change comes again.
 */
static void batch_note_stores(struct cell *cell, unsigned before) {
    unsigned now = cell->position.store[0] + cell->position.store[1];
    if (now == before)
        return;
    cell->ways |= now > before ? 1u : 2u;
    cell->since = cell->ways == 3 ? 0 : cell->plies;
}

/* Whether the position has occurred so often that the game is over. */
static bool batch_repeats(const struct batch *batch, size_t at) {
    const struct cell *cell = &batch->cell[at];
    if (batch->repetitions == 0)
        return false;
    const uint64_t *seen = batch->seen + at * batch->max_plies;
    uint64_t hash = kw_hash(&cell->position);
    unsigned occurrences = 1;
    for (uint32_t i = cell->since; i < cell->plies; i++)
        occurrences += seen[i] == hash;
    return occurrences >= batch->repetitions;
}

static void batch_reward(const struct batch_view *view, size_t at, const struct kw_result *result) {
    float reward = result->outcome == KW_SOUTH_WINS   ? 1.0f
                   : result->outcome == KW_NORTH_WINS ? -1.0f
                                                      : 0.0f;
    view->rewards[2 * at] = reward;
    view->rewards[2 * at + 1] = -reward;
    for (unsigned player = 0; player < 2; player++)
        view->scores[2 * at + player] = (int16_t)(result->scored ? (int)result->score[player] : -1);
    view->terminated[at] = 1;
}

/* Ends a game if it is over, and begins the next. */
static bool batch_settle(struct batch *batch, const struct batch_view *view, size_t at,
                         bool stuck) {
    struct cell *cell = &batch->cell[at];
    struct kw_result result;
    if (stuck && kw_state(batch->game, &cell->position, &result)) {
        batch_reward(view, at, &result);
    } else if (batch_repeats(batch, at)) {
        kw_repetition_result(batch->game, &cell->position, &result);
        batch_reward(view, at, &result);
    } else if (stuck || cell->plies >= batch->max_plies) {
        view->truncated[at] = 1;
    } else {
        view->turn[at] = cell->position.turn;
        batch_observe(batch, view, at);
        return true;
    }
    memcpy(view->last + at * sizeof cell->position, &cell->position, sizeof cell->position);
    return batch_begin(batch, view, at, &batch->start);
}

static bool batch_step_one(struct batch *batch, const struct batch_view *view, size_t at,
                           unsigned action) {
    struct cell *cell = &batch->cell[at];
    size_t count;
    view->rewards[2 * at] = view->rewards[2 * at + 1] = 0.0f;
    view->scores[2 * at] = view->scores[2 * at + 1] = -1;
    view->terminated[at] = view->truncated[at] = 0;
    if (action == batch->layout.more) {
        cell->page++;
        return batch_note_moves(batch, view, at, &count);
    }
    kw_move move = batch_move(&batch->layout, cell->position.turn, cell->page, action);
    unsigned stores = cell->position.store[0] + cell->position.store[1];
    batch_remember(batch, at);
    kw_play(batch->game, &cell->position, move, &cell->position);
    cell->plies++;
    cell->page = 0;
    batch_note_stores(cell, stores);
    if (!batch_note_moves(batch, view, at, &count))
        return false;
    return batch_settle(batch, view, at, count == 0);
}

bool batch_step(struct batch *batch, const int64_t *actions, const struct batch_view *view,
                struct batch_part *part, const struct calls_stop *stop) {
    struct slice slice = slice_begin();
    do
        if (!batch_step_one(batch, view, part->at, (unsigned)actions[part->at]))
            return false;
    while (part_next(part, &slice, stop));
    return true;
}

/* ---- labels ---------------------------------------------------------------------------------- */

bool batch_probe(const struct batch *batch, const struct kw_tables *tables, int16_t *bounds,
                 uint8_t *known, struct batch_part *part, const struct calls_stop *stop,
                 struct kw_error *error) {
    struct slice slice = slice_begin();
    do {
        struct kw_bounds found = {0};
        size_t i = part->at;
        known[i] = kw_tables_probe(tables, batch->game, &batch->cell[i].position, &found, error);
        if (!known[i] && error->code != KW_OK)
            return false;
        bounds[2 * i] = (int16_t)found.lower;
        bounds[2 * i + 1] = (int16_t)found.upper;
    } while (part_next(part, &slice, stop));
    return true;
}

/* In seeds or points, or how soon a game is won or lost. */
static float batch_score(const struct kw_line *line) {
    if (line->unit == KW_IN_PLIES)
        return (float)(line->score > 0 ? 1000 - line->score : -1000 - line->score);
    return (float)line->score / 100;
}

bool batch_search(const struct batch *batch, struct kw_engine *engine,
                  const struct kw_position *positions, const int64_t *pages, size_t n,
                  const struct kw_limits *limits, const struct calls_stop *stop, int64_t *actions,
                  float *scores, size_t *done, struct kw_error *error) {
    struct kw_analysis analysis;
    for (*done = 0; *done < n && calls_goes_on(stop); ++*done) {
        const struct kw_position *position = &positions[*done];
        struct kw_session *session = kw_session_new(batch->game, position);
        if (session == NULL) {
            *error = (struct kw_error){.code = KW_NO_MEMORY};
            return false;
        }
        bool good = kw_engine_search(engine, session, limits, NULL, NULL, &analysis, error);
        kw_session_free(session);
        if (!good)
            return false;
        if (!calls_goes_on(stop))
            return true; /* what it has found is of a search cut short */
        unsigned action = batch_action(&batch->layout, position->turn, (unsigned)pages[*done],
                                       analysis.line[0].move[0]);
        actions[*done] = action == UINT32_MAX ? batch->layout.more : action;
        scores[*done] = batch_score(&analysis.line[0]);
    }
    return true;
}
