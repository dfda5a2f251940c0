/* Static names begin with prover_. */
#include "search/board_prover.h"

#include "tables/endgame.h"
#include "tree/board_search.h"

#include <stdlib.h>

struct prover_boards {
    struct board_prover prover; /* first: it is one */
    struct value_model model;
    struct board_index index;
    struct board_search boards;
};

/* A proof in progress. */
struct prover_run {
    _Atomic uint64_t entered;
    atomic_bool stop;
    bool (*ends)(void *context, uint64_t entered);
    void *context;
};

static void prover_poll(void *context) {
    struct prover_run *run = context;
    if (run->ends(run->context, atomic_load(&run->entered)))
        atomic_store(&run->stop, true);
}

static bool prover_prove(const struct board_prover *prover, const struct kw_position *position,
                         int least, bool (*ends)(void *context, uint64_t entered), void *context,
                         uint64_t *entered, struct board_proof *proof) {
    const struct prover_boards *self = (const struct prover_boards *)prover;
    struct prover_run run = {.ends = ends, .context = context};
    struct poll_limits limits = {.threads = 1,
                                 .stop = &run.stop,
                                 .entered = &run.entered,
                                 .nodes = UINT64_MAX,
                                 .report = prover_poll,
                                 .context = &run};
    const struct board_known known = {.most = -1};
    int lead = model_lead(&self->model, position), bound;
    enum answer answer =
        board_search_run(&self->boards, &limits, &known, position, least - lead, &bound);
    *entered = atomic_load(&run.entered);
    if (answer == ANSWER_OPEN)
        return false;
    *proof = (struct board_proof){.reached = answer == ANSWER_YES, .bound = lead + bound};
    return true;
}

static bool prover_update(struct board_prover *prover, const struct endgame_set *set) {
    const struct row_database *rows = endgame_set_rows(set);
    ((struct prover_boards *)prover)->boards.database = rows;
    return rows != NULL;
}

static void prover_close(struct board_prover *prover) {
    struct prover_boards *self = (struct prover_boards *)prover;
    board_search_close(&self->boards);
    board_index_close(&self->index);
    free(self);
}

struct board_prover *board_prover_new(const struct endgame_set *set, const struct kw_game *game,
                                      size_t bytes) {
    struct prover_boards *self;
    if (endgame_set_rows(set) == NULL || (self = calloc(1, sizeof *self)) == NULL)
        return NULL;
    self->prover = (struct board_prover){prover_prove, prover_update, prover_close};
    self->model = value_model_of(game);
    board_index_open(&self->index, game);
    if (!board_search_open(&self->boards, &self->index, bytes)) {
        prover_close(&self->prover);
        return NULL;
    }
    self->boards.model = &self->model;
    self->boards.database = endgame_set_rows(set);
    return &self->prover;
}
