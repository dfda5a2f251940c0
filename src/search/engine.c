#include "search/engine.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "search/kiothi_setup.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { DEPTH_MOST = PLY_MOST - 2, WINDOW = SCORE_SEED / 2 };

struct root;

struct kw_engine {
    struct transposition table;
    unsigned threads;
    /* The rest of a placing that was planned, and where it goes on. */
    struct placing plan;
    size_t planned;      /* steps of it played */
    unsigned plan_depth; /* plies by which it was judged; 0: it was not */
    struct kw_position plan_at;
    struct root **root; /* of each thread, made at its first search */
    struct in_progress in_progress;
    atomic_bool stop_asked;
    struct weights weights;
    /* Whose weights they are: a game may be closed, and another one have its address. */
    const struct kw_info *weighed;
    unsigned weighed_columns;
    bool measured; /* they are, under the rules below */
    /* The rules that the table and the plan hold for; no family: nothing is remembered yet. */
    const struct family *family;
    unsigned char rules[RULES_SIZE];
    struct endings endings;
    bool forgoes; /* them */
};

void engine_take_endings(struct kw_engine *engine, const struct endings *endings) {
    engine->endings = endings != NULL ? *endings : (struct endings){0};
}

void engine_forgo_endings(struct kw_engine *engine, bool forgo) { engine->forgoes = forgo; }

struct kw_engine *kw_engine_new(size_t hash_bytes, unsigned threads) {
    struct kw_engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    engine->threads = threads > 0 ? threads : 1;
    engine->root = calloc(engine->threads, sizeof *engine->root);
    if (engine->root != NULL && transposition_open(&engine->table, hash_bytes))
        return engine;
    free(engine->root);
    free(engine);
    return NULL;
}

void kw_engine_clear(struct kw_engine *engine) {
    transposition_clear(&engine->table);
    engine->plan.steps = 0;
}

/* What was found out under other rules is forgotten. */
static void remember_under(struct kw_engine *engine, const struct kw_game *game) {
    const struct family *family = game->family;
    if (engine->family == family && memcmp(engine->rules, game->rules, family->rules_size) == 0)
        return;
    if (engine->family != NULL)
        kw_engine_clear(engine);
    engine->family = family;
    memcpy(engine->rules, game->rules, family->rules_size);
    engine->measured = false;
}

static void note_weights(struct kw_engine *engine, const struct kw_game *game) {
    engine->weighed = game->info;
    engine->weighed_columns = game->rules->columns;
    engine->measured = false;
}

/*
 * Gets the weights of the game, unless they are there, and measures them under its rules.  False if
 * there is no memory.
 */
static bool weigh(struct kw_engine *engine, const struct kw_game *game) {
    if (engine->weighed != game->info || engine->weighed_columns != game->rules->columns) {
        if (!weights_find(game, &engine->weights))
            return false;
        note_weights(engine, game);
    }
    if (!engine->measured)
        weights_measure(game, &engine->weights);
    engine->measured = true;
    return true;
}

bool kw_engine_weights(struct kw_engine *engine, const struct kw_game *game, const char *text,
                       struct kw_error *error) {
    if (!weights_read(game, text, &engine->weights, error))
        return false;
    note_weights(engine, game);
    return true;
}

void kw_engine_stop(struct kw_engine *engine) { atomic_store(&engine->stop_asked, true); }

void engine_spend_stop(struct kw_engine *engine) { atomic_store(&engine->stop_asked, false); }

/* ---- the root ------------------------------------------------------------------------------- */

/* One thread's view of the root. */
struct root {
    struct worker worker;
    struct child *list; /* the best first, as far as is known */
    size_t count;
    struct kw_position position;
    int guess[KW_LINES];     /* the score of each line at the depth before */
    struct kw_analysis best; /* of the last depth that was searched through */
    struct value foreseen;   /* of the first move, if tables know it; else 0, unproven */
};

struct search {
    struct kw_engine *engine;
    struct common common;
    const struct kw_limits *limits;
    const struct kw_position *position;
    kw_search_progress_fn *progress;
    void *context;
    struct kw_analysis *analysis;
    int64_t begun;
    size_t lines;
    bool good; /* memory sufficed */
};

/* A thread's memory, which lasts from search to search; NULL if there is none. */
static struct root *root_open(struct kw_engine *engine, size_t member) {
    struct root *root = engine->root[member];
    if (root == NULL) {
        root = calloc(1, sizeof *root);
        if (root == NULL || !worker_open(&root->worker)) {
            free(root);
            return NULL;
        }
        engine->root[member] = root;
    }
    return root;
}

void kw_engine_free(struct kw_engine *engine) {
    if (engine == NULL)
        return;
    for (unsigned i = 0; i < engine->threads; i++) {
        if (engine->root[i] != NULL)
            worker_close(&engine->root[i]->worker);
        free(engine->root[i]);
    }
    free(engine->root);
    transposition_close(&engine->table);
    free(engine);
}

/* Brings the branch with that move to `at`; those between move back. */
static void bring(struct child *list, size_t at, kw_move move) {
    size_t i = at;
    while (list[i].move != move)
        i++;
    struct child taken = list[i];
    memmove(&list[at + 1], &list[at], (i - at) * sizeof *list);
    list[at] = taken;
}

/*
 * Searches the moves from number `line` on within a window.  If the worker is halted, what it has
 * found counts as long as a move was better than alpha; else the score is -SCORE_INFINITE.
 */
static struct value search_window(struct root *root, size_t line, int depth, int alpha, int beta) {
    struct worker *worker = &root->worker;
    struct best best = best_begin(alpha, beta);
    for (size_t i = line; i < root->count; i++) {
        const struct child *child = &root->list[i];
        int low = best.alpha, high = i == line ? beta : low + 1;
        struct value value = search_child(worker, &root->position, child, depth - 1, low, high, 0);
        if (value.score > low && value.score < beta && high < beta)
            value = search_child(worker, &root->position, child, depth - 1, low, beta, 0);
        if (worker->aborted) {
            best.value.proven &= PROVEN_LOWER;
            if (best.move == NO_MOVE)
                best.value.score = -SCORE_INFINITE;
            break;
        }
        if (best_take(worker, &best, child->move, value, 0))
            break;
    }
    if (best.move != NO_MOVE)
        bring(root->list, line, best.move);
    return best.value;
}

static int clamp(int score) {
    return score > SCORE_INFINITE    ? SCORE_INFINITE
           : score < -SCORE_INFINITE ? -SCORE_INFINITE
                                     : score;
}

/* The same with a window round the value of the depth before, opened where that was wrong. */
static struct value search_line(struct root *root, size_t line, int depth, int guess) {
    int below = WINDOW, above = WINDOW;
    for (;;) {
        bool narrow = depth > 3;
        int alpha = narrow ? clamp(guess - below) : -SCORE_INFINITE;
        int beta = narrow ? clamp(guess + above) : SCORE_INFINITE;
        struct value value = search_window(root, line, depth, alpha, beta);
        if (root->worker.aborted)
            return value;
        if (value.score <= alpha && alpha > -SCORE_INFINITE)
            below *= 8;
        else if (value.score >= beta && beta < SCORE_INFINITE)
            above *= 8;
        else
            return value;
    }
}

/* ---- what is told --------------------------------------------------------------------------- */

static void tell_score(const struct kw_game *game, struct value value, struct kw_line *line) {
    bool wins = value.score > SCORE_WON, loses = value.score < -SCORE_WON;
    bool both = value.proven == (PROVEN_LOWER | PROVEN_UPPER);
    line->unit = game->info->counts_seeds ? KW_IN_SEEDS
                 : wins || loses          ? KW_IN_PLIES
                                          : KW_IN_POINTS;
    line->score = wins ? SCORE_WIN - value.score : loses ? -(SCORE_WIN + value.score) : value.score;
    line->proven = wins ? value.proven & PROVEN_LOWER : loses ? value.proven & PROVEN_UPPER : both;
}

/* A line that ends where the table knew the rest goes on as one before that began alike. */
static void go_on(struct kw_line *line, const struct kw_analysis *before) {
    for (size_t i = 0; i < before->lines; i++) {
        const struct kw_line *old = &before->line[i];
        if (old->length > line->length &&
            memcmp(old->move, line->move, line->length * sizeof *line->move) == 0) {
            memcpy(line->move, old->move, old->length * sizeof *line->move);
            line->length = old->length;
        }
    }
}

static void tell_line(struct root *root, struct value value, struct kw_line *line) {
    const struct worker *worker = &root->worker;
    struct kw_line told;
    tell_score(worker->common->game, value, &told);
    told.length = worker->length[0] < KW_LINE ? worker->length[0] : KW_LINE;
    memcpy(told.move, worker->line[0], told.length * sizeof *told.move);
    go_on(&told, &root->best);
    *line = told;
}

/* Nothing is left to find out: all that is asked for is proven. */
static bool settled(const struct kw_analysis *analysis) {
    for (size_t i = 0; i < analysis->lines; i++)
        if (!analysis->line[i].proven)
            return false;
    return true;
}

/* ---- deeper and deeper ---------------------------------------------------------------------- */

static void report(struct search *search, struct root *root) {
    struct kw_analysis *analysis = search->analysis;
    *analysis = root->best;
    analysis->nodes = root->worker.nodes;
    analysis->microseconds = clock_now() - search->begun;
    analysis->hashfull = transposition_hashfull(&search->engine->table);
    if (search->progress != NULL && !search->progress(search->context, analysis))
        atomic_store(&search->common.stop, true);
}

/*
 * Proofs are tried when so many positions have been searched, and again at twice as many, with this
 * part of them: a short search does better without.
 */
enum { PROOF_FROM = 1 << 15, PROOF_SHARE = 4 };

/*
 * Asks whether a line reaches so much: as if a repetition were the worst for the mover, and if he
 * does not, as if it were for his opponent.  True if the answer is proven.
 */
static bool ask(struct root *root, size_t line, int beta, struct value *value) {
    struct worker *worker = &root->worker;
    for (unsigned other = 0; other < 2; other++) {
        worker->prover = root->position.turn ^ other;
        *value = search_window(root, line, DEPTH_MOST, beta - 1, beta);
        if (worker->aborted)
            return false;
        if (value->proven & (value->score >= beta ? PROVEN_LOWER : PROVEN_UPPER))
            return true;
    }
    return false;
}

/*
 * Tries to prove the value of a line in games that count seeds, by asking of one value after the
 * other whether it can be reached, from the one on that is expected; true if it is proven.
 */
static bool prove_line(struct root *root, size_t line, uint64_t nodes, struct value *value) {
    struct worker *worker = &root->worker;
    int seeds = worker->common->game->rules->seeds, low = -seeds, high = seeds;
    int asked = (int)lround((double)root->guess[line] / SCORE_SEED);
    worker_prove(worker, nodes);
    worker->line[0][0] = root->list[line].move; /* as good as any if all is lost */
    worker->length[0] = 1;
    while (low < high) {
        asked = asked <= low ? low + 1 : asked > high ? high : asked;
        if (!ask(root, line, SCORE_SEED * asked, value))
            break;
        bool reached = value->score >= SCORE_SEED * asked;
        if (reached)
            low = value->score / SCORE_SEED;
        else
            high = value->score / SCORE_SEED;
        asked = reached ? low + 1 : high;
    }
    worker_prove(worker, UINT64_MAX);
    worker->aborted = worker->out_of_memory || atomic_load(&worker->common->stop);
    *value = (struct value){SCORE_SEED * low, PROVEN_LOWER | PROVEN_UPPER};
    return low == high;
}

/*
 * Brings the lines into the order of their scores: one that was searched later, by itself, can turn
 * out better than it looked beside the best.
 */
static void sort_lines(struct root *root, struct kw_analysis *analysis) {
    for (size_t i = 1; i < analysis->lines; i++) {
        for (size_t k = i; k > 0 && root->guess[k] > root->guess[k - 1]; k--) {
            struct child child = root->list[k];
            struct kw_line line = analysis->line[k];
            int guess = root->guess[k];
            root->list[k] = root->list[k - 1];
            analysis->line[k] = analysis->line[k - 1];
            root->guess[k] = root->guess[k - 1];
            root->list[k - 1] = child;
            analysis->line[k - 1] = line;
            root->guess[k - 1] = guess;
        }
    }
}

/*
 * Searches one depth.  After a stop the best move so far of the first line counts, since it was
 * searched deeper than the one before.
 */
static void search_depth(struct search *search, struct root *root, unsigned depth) {
    struct kw_analysis next = {.depth = depth, .lines = 0};
    int most = SCORE_INFINITE; /* that the moves left can be worth, by proof */
    for (size_t line = 0; line < search->lines; line++) {
        int guess = root->guess[line];
        struct value value = search_line(root, line, (int)depth, guess);
        if (root->worker.aborted) {
            if (search->lines == 1 && value.score > -SCORE_INFINITE && root->best.lines > 0) {
                tell_line(root, value, &root->best.line[0]);
                if (root->worker.first)
                    report(search, root);
            }
            break;
        }
        if (value.score > most)
            value = (struct value){most, PROVEN_UPPER};
        if (value.proven & PROVEN_UPPER)
            most = value.score;
        root->guess[line] = value.score;
        tell_line(root, value, &next.line[line]);
        next.lines = line + 1;
    }
    if (next.lines < search->lines)
        return;
    sort_lines(root, &next);
    root->best = next;
}

/* Proves what can be within so many positions; true if something was. */
static bool prove(struct search *search, struct root *root, uint64_t nodes) {
    struct kw_analysis next = root->best;
    bool proven = false, moved = false;
    for (size_t line = 0; line < search->lines; line++) {
        struct kw_line *of = &next.line[line];
        kw_move before = of->move[0];
        struct value value;
        if (of->proven && !moved)
            continue;
        if (!prove_line(root, line, nodes, &value)) {
            if (moved) /* the rest of the lines were those beside other moves */
                return false;
            break;
        }
        root->guess[line] = value.score;
        tell_line(root, value, of);
        moved = moved || of->move[0] != before;
        proven = true;
    }
    sort_lines(root, &next);
    root->best = next;
    return proven;
}

static void deepen(struct search *search, struct root *root) {
    uint64_t next_proof = PROOF_FROM;
    unsigned most = search->limits->depth > 0 && search->limits->depth < DEPTH_MOST
                        ? search->limits->depth
                        : DEPTH_MOST;
    for (unsigned depth = 1; depth <= most; depth++) {
        search_depth(search, root, depth);
        if (root->worker.aborted)
            break;
        if (root->worker.first)
            report(search, root);
        uint64_t nodes = root->worker.nodes;
        bool deepest = depth == DEPTH_MOST; /* nothing else is left to be tried */
        if (search->common.counts_seeds && !settled(&root->best) &&
            (nodes >= next_proof || deepest)) {
            bool proven = prove(search, root, deepest ? UINT64_MAX / 2 : nodes / PROOF_SHARE);
            if (proven && root->worker.first)
                report(search, root);
            next_proof = 2 * nodes;
        }
        if (settled(&root->best))
            break;
    }
    if (root->worker.first)
        atomic_store(&search->common.stop, true);
}

/* ---- Kiothi's first turn -------------------------------------------------------------------- */

static void tell_plan(struct search *search, struct root *root) {
    const struct kw_engine *engine = search->engine;
    struct kw_line *line = &root->best.line[0];
    size_t rest = engine->plan.told - engine->planned;
    root->best.depth = engine->plan_depth;
    root->best.lines = 1;
    tell_score(search->common.game, engine->plan.value, line);
    line->length = rest < KW_LINE ? rest : KW_LINE;
    memcpy(line->move, engine->plan.step + engine->planned, line->length * sizeof *line->move);
    report(search, root);
}

/* Goes a step on in the plan. */
static void follow_plan(struct search *search) {
    struct kw_engine *engine = search->engine;
    search->common.game->play(search->common.game->rules, search->position,
                              engine->plan.step[engine->planned], &engine->plan_at);
    engine->planned++;
}

/*
 * Plans a turn with deeper and deeper looks at the sowing after it, each of twice as many tries as
 * the one before: so both depth and breadth grow with the time there is.
 */
static void make_plan(struct search *search, struct root *root) {
    enum { LEAST = 2, MOST = 12, TRIES = 200 };
    struct kw_engine *engine = search->engine;
    const struct kw_limits *limits = search->limits;
    unsigned most = limits->depth > 0 && limits->depth < MOST ? limits->depth : MOST;
    unsigned least = most < LEAST ? most : LEAST;
    engine->plan.steps = engine->planned = 0;
    for (unsigned depth = least; depth <= most && !atomic_load(&search->common.stop); depth++) {
        bool judged = placing_look(&root->worker, search->position, (int)depth,
                                   TRIES << (depth - least), &engine->plan);
        if (depth > least && !judged)
            break;
        engine->plan_depth = judged ? depth : 0;
        tell_plan(search, root);
    }
}

/* Goes on with the plan that leads here, or makes one. */
static void plan_turn(struct search *search, struct root *root) {
    const struct kw_engine *engine = search->engine;
    if (engine->planned < engine->plan.steps &&
        memcmp(&engine->plan_at, search->position, sizeof engine->plan_at) == 0)
        tell_plan(search, root);
    else
        make_plan(search, root);
    if (engine->planned < engine->plan.steps) /* else it was stopped at once */
        follow_plan(search);
}

/* What a table says of a move of the root, for its player. */
struct foreseen {
    int lower, upper;
    unsigned plies; /* to `lower` */
    bool holds;     /* nothing that can still arise there has stood twice */
};

static bool foresee(const struct root *root, const struct child *child, struct foreseen *foreseen) {
    const struct common *common = root->worker.common;
    struct ending ending;
    if (!common->endings->probe(common->endgame, &child->position, UINT_MAX, true, &ending))
        return false;
    bool turned = child->position.turn != root->position.turn;
    bool leaves = memcmp(child->position.store, root->position.store, 2) != 0;
    *foreseen =
        (struct foreseen){.lower = turned ? -ending.upper : ending.lower,
                          .upper = turned ? -ending.lower : ending.upper,
                          .plies = leaves   ? 0
                                   : turned ? ending.hold
                                            : ending.reach,
                          .holds = common->endings->seeds(common->endgame, &child->position) <=
                                   common->endgame_proves};
    return true;
}

/* Whether a move is better to begin with: it is sure of more, may bring more, or is faster. */
static bool foreseen_better(const struct foreseen *a, const struct foreseen *b) {
    if (a->lower != b->lower)
        return a->lower > b->lower;
    return a->upper != b->upper ? a->upper > b->upper : a->plies < b->plies;
}

/* What a root is worth by what its moves, the best first, are foreseen to come to. */
static struct value foreseen_value(const struct root *root, const struct foreseen *list) {
    int lower = SCORE_SEED * list[0].lower, upper = lower;
    bool holds = true;
    for (size_t i = 0; i < root->count; i++) {
        holds = holds && list[i].holds;
        if (SCORE_SEED * list[i].upper > upper)
            upper = SCORE_SEED * list[i].upper;
    }
    if (holds && lower == upper)
        return (struct value){lower, PROVEN_LOWER | PROVEN_UPPER};
    int lead = SCORE_SEED * store_lead(&root->position);
    return (struct value){lead < lower ? lower : lead > upper ? upper : lead, 0};
}

/*
 * Brings the moves of a root that the tables know into their order: among those that keep its value
 * the first makes way towards it, so that no game goes round and round in a won position.
 */
static void root_foresee(struct root *root) {
    struct foreseen first[KW_MOVES];
    root->foreseen = (struct value){0, 0};
    if (root->worker.common->endings == NULL || root->count == 0 || root->count > KW_MOVES)
        return;
    for (size_t i = 0; i < root->count; i++) {
        struct child child = root->list[i];
        struct foreseen foreseen;
        if (!foresee(root, &child, &foreseen))
            return;
        size_t at = i;
        for (; at > 0 && foreseen_better(&foreseen, &first[at - 1]); at--) {
            root->list[at] = root->list[at - 1];
            first[at] = first[at - 1];
        }
        root->list[at] = child;
        first[at] = foreseen;
    }
    root->foreseen = foreseen_value(root, first);
}

/* The moves of the root, those first that a glance finds good. */
static void root_begin(struct search *search, struct root *root) {
    struct worker *worker = &root->worker;
    worker_begin(worker, &search->common);
    root->best = (struct kw_analysis){0};
    memset(root->guess, 0, sizeof root->guess);
    root->position = *search->position;
    worker_visit_root(worker, &root->position);
    root->count = worker_expand(worker, &root->position, 0);
    root->list = worker->child_lists[0].list;
    for (size_t i = 1; i < root->count; i++) {
        size_t at = i;
        while (at > 0 && eval_order(&root->position, &root->list[at - 1]) <
                             eval_order(&root->position, &root->list[i]))
            at--;
        bring(root->list, at, root->list[i].move);
    }
    root_foresee(root);
}

static void root_work(void *context, size_t member) {
    struct search *search = context;
    struct root *root = root_open(search->engine, member);
    if (root == NULL) {
        if (member > 0)
            return; /* the others do without */
        search->good = false;
        atomic_store(&search->common.stop, true);
        return;
    }
    root_begin(search, root);
    root->worker.first = member == 0;
    if (search->position->phase == 0)
        deepen(search, root);
    else if (member == 0)
        plan_turn(search, root);
    if (root->worker.out_of_memory && member == 0)
        search->good = false;
    if (member == 0 && search->analysis->lines == 0) { /* stopped at once */
        root->worker.line[0][0] = root->list[0].move;
        root->worker.length[0] = 1;
        tell_line(root, root->foreseen, &search->analysis->line[0]);
        search->analysis->lines = 1;
    }
    if (member == 0) {
        search->analysis->nodes = root->worker.nodes;
        search->analysis->microseconds = clock_now() - search->begun;
    }
}

/* Finds out which tables can be asked: see search/tablebase.h. */
static void find_endings(struct search *search, const struct history *history) {
    const struct kw_engine *engine = search->engine;
    const struct endings *endings = &engine->endings;
    struct common *common = &search->common;
    if (endings->tables == NULL || engine->forgoes)
        return;
    common->endgame = endings->find(endings->tables, common->game, &common->endgame_most);
    if (common->endgame == NULL)
        return;
    common->endings = endings;
    unsigned seeds = endings->seeds(common->endgame, search->position);
    bool stood_twice = history_due_key(history, search->position->store) != 0;
    common->endgame_proves = common->endgame_most;
    if (stood_twice && seeds <= common->endgame_most)
        common->endgame_proves = seeds - 1;
}

bool engine_search(struct kw_engine *engine, const struct kw_game *game,
                   const struct kw_position *position, const struct history *history,
                   const struct kw_limits *limits, kw_search_progress_fn *progress, void *context,
                   struct kw_analysis *analysis) {
    size_t lines = limits->lines == 0 ? 1 : limits->lines < KW_LINES ? limits->lines : KW_LINES;
    size_t choices = kw_move_count(game, position);
    struct search search = {.engine = engine,
                            .limits = limits,
                            .position = position,
                            .progress = progress,
                            .context = context,
                            .analysis = analysis,
                            .begun = clock_now(),
                            .lines = lines < choices ? lines : choices,
                            .good = true};
    remember_under(engine, game);
    if (!weigh(engine, game))
        return false;
    bool linear = game_linear(game);
    search.common = (struct common){
        .game = game,
        .weights = &engine->weights,
        .table = &engine->table,
        .in_progress = engine->threads > 1 ? &engine->in_progress : NULL,
        .history = history,
        .counts_seeds = game->info->counts_seeds,
        .alone = history->used == 1,
        .twice = history_due_key(history, linear ? position->store : NULL),
        .linear = linear,
        .small = weighed_holes(game->rules) <= 16,
        .apart = linear ? htole64(UINT64_C(0xFFFF)) : 0, /* the stores */
        .nodes = limits->nodes == 0 ? UINT64_MAX : limits->nodes,
        .deadline = limits->milliseconds == 0 ? INT64_MAX
                                              : search.begun + limits->milliseconds * INT64_C(1000),
        .stop_asked = &engine->stop_asked};
    find_endings(&search, history);
    *analysis = (struct kw_analysis){0};
    transposition_next_generation(&engine->table);
    parallel_for(engine->threads, root_work, &search);
    engine_spend_stop(engine);
    return search.good;
}
