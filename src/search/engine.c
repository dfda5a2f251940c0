#include "search/engine.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "base/work.h"
#include "search/board_prover.h"
#include "search/setup_turn.h"
#include "search/weights_text.h"

#include <endian.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { DEPTH_MAX = PLY_MOST - 2, ASPIRATION_WINDOW = SCORE_SEED / 2 };

#define WIN_KEY UINT64_C(0xB5297A4D3F84D5B5) /* any number */

struct root;

struct kw_engine {
    struct transposition table;
    unsigned threads;
    /* The setup turn that is being played, and the position of its next step. */
    struct setup_plan setup;
    size_t setup_step;    /* the next one */
    unsigned setup_depth; /* plies of the search that valued it; 0: none */
    struct kw_position setup_at;
    struct root **root; /* of each thread, allocated at its first search */
    struct in_progress in_progress;
    atomic_bool stop_requested;
    struct weights weights;
    /*
     * The rule set of the weights, not the game, which may be closed and its address used again.
     * The description of a text that is not listed may be gone as well: its rules are compared.
     */
    const struct kw_info *weights_game;
    uint64_t weights_digest; /* of the rules of a text */
    unsigned weights_columns;
    bool calibrated; /* the weights, for `rules` */
    /* The rules that the transposition table and the setup are of. */
    struct rules_copy rules;
    struct tablebase tablebase;
    bool ignores_tablebase;
    enum kw_aim aim;
    const struct kw_book *book;
    struct board_prover *prover; /* for the rules; NULL: none was needed yet */
};

static void engine_close_prover(struct kw_engine *engine) {
    if (engine->prover != NULL)
        engine->prover->close(engine->prover);
    engine->prover = NULL;
}

void engine_set_tablebase(struct kw_engine *engine, const struct tablebase *tablebase) {
    engine_close_prover(engine);
    engine->tablebase = tablebase != NULL ? *tablebase : (struct tablebase){0};
}

void engine_ignore_tablebase(struct kw_engine *engine, bool ignore) {
    engine->ignores_tablebase = ignore;
}

void kw_engine_set_aim(struct kw_engine *engine, enum kw_aim aim) { engine->aim = aim; }

enum kw_aim engine_aim(const struct kw_engine *engine) { return engine->aim; }

void kw_engine_set_book(struct kw_engine *engine, const struct kw_book *book) {
    engine->book = book;
}

const struct kw_book *engine_book(const struct kw_engine *engine) { return engine->book; }

struct kw_engine *kw_engine_new(size_t hash_bytes, unsigned threads) {
    struct kw_engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    engine->threads = parallel_threads(threads);
    engine->root = calloc(engine->threads, sizeof *engine->root);
    if (engine->root != NULL && transposition_open(&engine->table, hash_bytes))
        return engine;
    free(engine->root);
    free(engine);
    return NULL;
}

void kw_engine_clear(struct kw_engine *engine) {
    transposition_clear(&engine->table);
    engine_close_prover(engine);
    engine->setup.steps = 0;
}

/* Clears the engine if it has worked under other rules. */
static void engine_use_rules(struct kw_engine *engine, const struct kw_game *game) {
    if (rules_copy_holds(&engine->rules, game))
        return;
    if (engine->rules.filled)
        kw_engine_clear(engine);
    rules_copy_set(&engine->rules, game);
    engine->calibrated = false;
}

/* The rules of a text under its defaults; 0: the game is in C. */
static uint64_t engine_digest(const struct kw_game *game) {
    const struct kw_game *usual = game->listed != NULL ? game->listed : game;
    return usual->text != NULL ? usual->text->digest : 0;
}

static void engine_note_weights(struct kw_engine *engine, const struct kw_game *game) {
    engine->weights_game = game->info;
    engine->weights_digest = engine_digest(game);
    engine->weights_columns = game->rules->columns;
    engine->calibrated = false;
}

/*
 * Loads the weights of the game, unless they are loaded, and calibrates them for its rules, if
 * there is time.  False if there is not enough memory.
 */
static bool engine_load_weights(struct kw_engine *engine, const struct kw_game *game) {
    if (engine->weights_game != game->info || engine->weights_digest != engine_digest(game) ||
        engine->weights_columns != game->rules->columns) {
        if (!weights_of_game(game, &engine->weights))
            return false;
        engine_note_weights(engine, game);
    }
    engine->calibrated = engine->calibrated || weights_calibrate(game, &engine->weights);
    return true;
}

bool kw_engine_set_weights(struct kw_engine *engine, const struct kw_game *game, const char *text,
                           struct kw_error *error) {
    if (!weights_read(game, text, &engine->weights, error))
        return false;
    engine_note_weights(engine, game);
    return true;
}

void kw_engine_stop(struct kw_engine *engine) { atomic_store(&engine->stop_requested, true); }

void engine_clear_stop(struct kw_engine *engine) { atomic_store(&engine->stop_requested, false); }

/* ---- the root -------------------------------------------------------------------------------- */

/* The root as one thread searches it. */
struct root {
    struct worker worker;
    struct child *children; /* ordered, the best first */
    size_t count;
    struct kw_position position;
    int scores[KW_MULTIPV_MAX]; /* the score of each line at the depth before */
    struct kw_analysis best;    /* of the last completed depth */
    struct value table_value;   /* of the root by endgame tables; else 0, unproven */
    int left_out;               /* no move that tables leave out of the search is worth more */
    const struct board_prover *prover; /* NULL: proofs are searched as anything else */
};

struct search {
    struct kw_engine *engine;
    struct search_shared shared;
    const struct kw_limits *limits;
    const struct kw_position *position;
    kw_search_progress_fn *progress;
    void *context;
    struct kw_analysis *analysis;
    int64_t started;
    size_t lines;
    const struct board_prover *prover; /* NULL: none is of use */
    kw_move first; /* a legal move: the answer if there is no time to look for a better one */
    bool good;     /* there was enough memory */
};

/* The memory of a thread, reused by later searches; NULL if there is not enough memory. */
static struct root *engine_open_root(struct kw_engine *engine, size_t thread) {
    struct root *root = engine->root[thread];
    if (root == NULL) {
        root = calloc(1, sizeof *root);
        if (root == NULL || !worker_open(&root->worker)) {
            free(root);
            return NULL;
        }
        engine->root[thread] = root;
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
    engine_close_prover(engine);
    transposition_close(&engine->table);
    free(engine);
}

/* Moves the child of that move to `at`; those between shift back. */
static void engine_move_to(struct child *children, size_t at, kw_move move) {
    size_t i = at;
    while (children[i].move != move)
        i++;
    struct child taken = children[i];
    memmove(&children[at + 1], &children[at], (i - at) * sizeof *children);
    children[at] = taken;
}

/* A proof by boards, with what the thread has entered before it. */
struct engine_proof {
    struct worker *worker;
    uint64_t before;
};

static bool engine_proof_ends(void *context, uint64_t entered) {
    const struct engine_proof *proof = context;
    proof->worker->nodes = proof->before + entered;
    worker_poll(proof->worker);
    return proof->worker->aborted;
}

/*
 * Is a move worth `least` seeds to the player who makes it?  False, and the worker is aborted, if
 * that was not found out.
 */
static bool engine_prove_seeds(struct root *root, unsigned player,
                               const struct kw_position *position, int least,
                               struct board_proof *proof) {
    struct worker *worker = &root->worker;
    struct engine_proof context = {.worker = worker, .before = worker->nodes};
    uint64_t entered = 0;
    bool done =
        root->prover->prove(root->prover, position, position->turn == player ? least : 1 - least,
                            engine_proof_ends, &context, &entered, proof);
    worker->nodes = context.before + entered;
    worker->aborted = !done || work_ended();
    return !worker->aborted;
}

/*
 * Proves by boards whether a move's value is at least beta, for the player at the root, and lets
 * the searches know.
 */
static struct value engine_prove_child(struct root *root, const struct child *child, int beta) {
    struct worker *worker = &root->worker;
    const struct search_shared *shared = worker->shared;
    bool same = child->position.turn == root->position.turn;
    struct board_proof proof = {0};
    worker->length[1] = 0;
    if (!engine_prove_seeds(root, root->position.turn, &child->position,
                            score_in_seeds(shared, beta) / SCORE_SEED, &proof))
        return (struct value){0, 0};
    int score = score_of_result(shared, SCORE_SEED * proof.bound);
    worker_learn(worker, child, score, proof.reached ? PROVEN_LOWER : PROVEN_UPPER);
    return (struct value){same ? score : -score,
                          proof.reached == same ? PROVEN_LOWER : PROVEN_UPPER};
}

/*
 * Searches the moves from number `line` on in a window.  If the search is aborted, its result is
 * valid if a move was better than alpha; else the score is -SCORE_INFINITE.
 */
static struct value engine_search_window(struct root *root, size_t line, int depth, int alpha,
                                         int beta) {
    struct worker *worker = &root->worker;
    struct best best = best_begin(alpha, beta);
    for (size_t i = line; i < root->count; i++) {
        const struct child *child = &root->children[i];
        int low = best.alpha, high = i == line ? beta : low + 1;
        struct value value =
            worker->proving && root->prover != NULL
                ? engine_prove_child(root, child, high)
                : search_child(worker, &root->position, child, depth - 1, low, high, 0);
        if (value.score > low && value.score < beta && high < beta)
            value = search_child(worker, &root->position, child, depth - 1, low, beta, 0);
        if (worker->aborted) {
            best.value.proven &= PROVEN_LOWER;
            if (best.move == NO_MOVE)
                best.value.score = -SCORE_INFINITE;
            break;
        }
        if (best_update(worker, &best, child->move, value, 0))
            break;
    }
    if (best.move != NO_MOVE)
        engine_move_to(root->children, line, best.move);
    if (best.value.score < root->left_out)
        best.value.proven &= PROVEN_LOWER;
    return best.value;
}

static int engine_clamp_score(int score) {
    return score > SCORE_INFINITE    ? SCORE_INFINITE
           : score < -SCORE_INFINITE ? -SCORE_INFINITE
                                     : score;
}

/* The same in an aspiration window around the score of the last depth; widens it where it fails. */
static struct value engine_aspiration_search(struct root *root, size_t line, int depth, int guess) {
    int below = ASPIRATION_WINDOW, above = ASPIRATION_WINDOW;
    for (;;) {
        bool narrow = depth > 3;
        int alpha = narrow ? engine_clamp_score(guess - below) : -SCORE_INFINITE;
        int beta = narrow ? engine_clamp_score(guess + above) : SCORE_INFINITE;
        struct value value = engine_search_window(root, line, depth, alpha, beta);
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

/* ---- reports --------------------------------------------------------------------------------- */

static void engine_report_score(const struct search_shared *shared, struct value value,
                                struct kw_line *line) {
    const struct kw_game *game = shared->game;
    bool wins = value.score > SCORE_WON, loses = value.score < -SCORE_WON;
    bool both = value.proven == (PROVEN_LOWER | PROVEN_UPPER);
    line->unit = game->info->counts_seeds ? KW_IN_SEEDS
                 : wins || loses          ? KW_IN_PLIES
                                          : KW_IN_POINTS;
    line->score = wins    ? SCORE_WIN - value.score
                  : loses ? -(SCORE_WIN + value.score)
                          : score_in_seeds(shared, value.score);
    line->proven = wins ? value.proven & PROVEN_LOWER : loses ? value.proven & PROVEN_UPPER : both;
}

/* Extends a line that a table entry cut short by an earlier line with the same beginning. */
static void engine_extend_line(struct kw_line *line, const struct kw_analysis *before) {
    for (size_t i = 0; i < before->lines; i++) {
        const struct kw_line *old = &before->line[i];
        if (old->length > line->length &&
            memcmp(old->move, line->move, line->length * sizeof *line->move) == 0) {
            memcpy(line->move, old->move, old->length * sizeof *line->move);
            line->length = old->length;
        }
    }
}

static void engine_report_line(struct root *root, struct value value, struct kw_line *line) {
    const struct worker *worker = &root->worker;
    struct kw_line reported;
    engine_report_score(worker->shared, value, &reported);
    reported.length = worker->length[0] < KW_LINE_MOVES ? worker->length[0] : KW_LINE_MOVES;
    memcpy(reported.move, worker->line[0], reported.length * sizeof *reported.move);
    engine_extend_line(&reported, &root->best);
    *line = reported;
}

/* Whether all lines are proven. */
static bool engine_all_proven(const struct kw_analysis *analysis) {
    for (size_t i = 0; i < analysis->lines; i++)
        if (!analysis->line[i].proven)
            return false;
    return true;
}

/* ---- iterative deepening --------------------------------------------------------------------- */

static void engine_report(struct search *search, struct root *root) {
    struct kw_analysis *analysis = search->analysis;
    *analysis = root->best;
    analysis->nodes = root->worker.nodes;
    analysis->microseconds = clock_now() - search->started;
    analysis->hashfull = transposition_hashfull(&search->engine->table);
    struct work paused = work_pause();
    if (search->progress != NULL && !search->progress(search->context, analysis))
        atomic_store(&search->shared.stop, true);
    work_resume(paused);
}

/*
 * Proofs are tried after so many nodes, and again after twice as many, each time with this part of
 * the nodes so far: short searches do better without.
 */
enum { PROOF_FROM = 1 << 15, PROOF_SHARE = 4 };

/*
 * Proofs by boards of at most so many seeds pay much earlier, and for two nodes of three: what they
 * enter is remembered, so that the next try goes on where the one before ended.
 */
enum { BOARD_PROOF_SEEDS = 40, BOARD_PROOF_FROM = 1 << 12, BOARD_PROOF_SHARE = 1 };

/*
 * Tries to prove whether the value is at least beta, first with repetitions as losses of the mover,
 * then with repetitions as losses of his opponent.  True if either is proven.
 */
static bool engine_prove_bound(struct root *root, size_t line, int beta, struct value *value) {
    struct worker *worker = &root->worker;
    for (unsigned other = 0; other < 2; other++) {
        worker->prover = root->position.turn ^ other;
        *value = engine_search_window(root, line, DEPTH_MAX, beta - 1, beta);
        if (worker->aborted)
            return false;
        if (value->proven & (value->score >= beta ? PROVEN_LOWER : PROVEN_UPPER))
            return true;
    }
    return false;
}

/* Begins a proof of at most so many nodes, or ends it: UINT64_MAX. */
static void engine_set_proving(struct root *root, uint64_t nodes) {
    worker_prove(&root->worker, nodes);
    worker_visit_root(&root->worker, &root->position);
    worker_hash_children(&root->worker, root->children, root->count);
}

/*
 * Tries to prove the value of a line in games that count seeds, by null window searches that begin
 * at the expected value; true if it is proven.
 */
static bool engine_prove_line(struct root *root, size_t line, uint64_t nodes, struct value *value) {
    struct worker *worker = &root->worker;
    const struct search_shared *shared = worker->shared;
    int seeds = shared->game->rules->seeds, low = -seeds, high = seeds;
    int target = (int)lround((double)score_in_seeds(shared, root->scores[line]) / SCORE_SEED);
    engine_set_proving(root, nodes);
    worker->line[0][0] = root->children[line].move; /* any move, if all lose everything */
    worker->length[0] = 1;
    while (low < high) {
        target = target <= low ? low + 1 : target > high ? high : target;
        if (!engine_prove_bound(root, line, score_of_result(shared, SCORE_SEED * target), value))
            break;
        int proven = score_in_seeds(shared, value->score) / SCORE_SEED;
        bool reached = proven >= target;
        if (reached)
            low = proven;
        else
            high = proven;
        target = reached ? low + 1 : high;
    }
    engine_set_proving(root, UINT64_MAX);
    worker->aborted = worker->out_of_memory || work_ended() || atomic_load(&worker->shared->stop);
    *value = (struct value){score_of_result(shared, SCORE_SEED * low), PROVEN_LOWER | PROVEN_UPPER};
    return low == high;
}

/*
 * Sorts the lines by score: a later line is searched by itself, and can turn out better than it
 * seemed beside the best.
 */
static void engine_sort_lines(struct root *root, struct kw_analysis *analysis) {
    for (size_t i = 1; i < analysis->lines; i++) {
        for (size_t k = i; k > 0 && root->scores[k] > root->scores[k - 1]; k--) {
            struct child child = root->children[k];
            struct kw_line line = analysis->line[k];
            int score = root->scores[k];
            root->children[k] = root->children[k - 1];
            analysis->line[k] = analysis->line[k - 1];
            root->scores[k] = root->scores[k - 1];
            root->children[k - 1] = child;
            analysis->line[k - 1] = line;
            root->scores[k - 1] = score;
        }
    }
}

/*
 * Searches one depth.  If that is aborted, the best move so far of the first line is taken, since
 * it was searched deeper than before.
 */
static void engine_search_depth(struct search *search, struct root *root, unsigned depth) {
    struct kw_analysis next = {.depth = depth, .lines = 0};
    int most = SCORE_INFINITE; /* proven upper bound of the moves that are left */
    for (size_t line = 0; line < search->lines; line++) {
        struct value value = engine_aspiration_search(root, line, (int)depth, root->scores[line]);
        if (root->worker.aborted) {
            if (search->lines == 1 && value.score > -SCORE_INFINITE && root->best.lines > 0) {
                engine_report_line(root, value, &root->best.line[0]);
                if (root->worker.first)
                    engine_report(search, root);
            }
            break;
        }
        if (value.score > most)
            value = (struct value){most, PROVEN_UPPER};
        if (value.proven & PROVEN_UPPER)
            most = value.score;
        root->scores[line] = value.score;
        engine_report_line(root, value, &next.line[line]);
        next.lines = line + 1;
    }
    if (next.lines < search->lines)
        return;
    engine_sort_lines(root, &next);
    root->best = next;
}

/* Tries to prove each line within so many nodes; true if one was proven. */
static bool engine_prove_lines(struct search *search, struct root *root, uint64_t nodes) {
    struct kw_analysis next = root->best;
    bool proven = false, moved = false;
    for (size_t line = 0; line < search->lines; line++) {
        struct kw_line *of = &next.line[line];
        kw_move before = of->move[0];
        struct value value;
        if (of->proven && !moved)
            continue;
        if (!engine_prove_line(root, line, nodes, &value)) {
            if (moved) /* the other lines were searched beside another first move */
                return false;
            break;
        }
        root->scores[line] = value.score;
        engine_report_line(root, value, of);
        moved = moved || of->move[0] != before;
        proven = true;
    }
    engine_sort_lines(root, &next);
    root->best = next;
    return proven;
}

/* ---- lines of proven values ------------------------------------------------------------------ */

/*
 * Proofs by boards and tables leave no principal variation: the moves that keep the value are
 * proven one by one, within so many nodes a line.
 */
enum { BOARD_LINE_NODES = 1 << 15 };

/*
 * Plays the first move that keeps a value, in seeds for the player at the root; NO_MOVE if none was
 * found.
 */
static kw_move engine_keep_value(struct root *root, struct kw_position *position, int seeds) {
    const struct kw_game *game = root->worker.shared->game;
    int least = position->turn == root->position.turn ? seeds : -seeds;
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    for (size_t i = 0; i < count; i++) {
        struct kw_position next;
        struct board_proof proof = {0};
        game->play(game->rules, position, moves[i], &next);
        if (!engine_prove_seeds(root, position->turn, &next, least, &proof))
            break;
        if (proof.reached == (next.turn == position->turn)) {
            *position = next;
            return moves[i];
        }
    }
    return NO_MOVE;
}

/*
 * Leads a line whose value is proven to the end of the game, as far as the nodes last.  Of the line
 * that was searched only the first move is known to keep the value.
 */
static void engine_extend_proven(struct root *root, struct kw_line *line) {
    const struct kw_game *game = root->worker.shared->game;
    struct kw_position position = root->position, next;
    struct kw_line proven = *line;
    int seeds = line->score / SCORE_SEED;
    kw_move move = line->move[0];
    proven.length = 0;
    engine_set_proving(root, BOARD_LINE_NODES);
    game->play(game->rules, &position, move, &next);
    for (position = next; move != NO_MOVE; move = engine_keep_value(root, &position, seeds)) {
        proven.move[proven.length++] = move;
        if (position.over != KW_GOING_ON || proven.length == KW_LINE_MOVES)
            break;
    }
    engine_set_proving(root, UINT64_MAX);
    if (proven.length > 1 && !work_ended())
        *line = proven;
}

/* The same for all lines, once the search has ended. */
static void engine_extend_lines(struct search *search, struct root *root) {
    if (root->prover == NULL)
        return;
    for (size_t i = 0; i < root->best.lines && !work_ended(); i++)
        if (root->best.line[i].proven)
            engine_extend_proven(root, &root->best.line[i]);
    engine_report(search, root);
}

/* Whether boards prove the root's value so fast that most nodes should be theirs. */
static bool engine_boards_prove(const struct search *search, const struct root *root) {
    const struct kw_position *position = &root->position;
    int seeds = (int)search->shared.seeds - position->store[0] - position->store[1];
    return root->prover != NULL && seeds <= BOARD_PROOF_SEEDS;
}

static void engine_deepen(struct search *search, struct root *root) {
    bool boards = engine_boards_prove(search, root);
    uint64_t next_proof = boards ? BOARD_PROOF_FROM : PROOF_FROM;
    uint64_t share = boards ? BOARD_PROOF_SHARE : PROOF_SHARE;
    unsigned most = search->limits->depth > 0 && search->limits->depth < DEPTH_MAX
                        ? search->limits->depth
                        : DEPTH_MAX;
    for (unsigned depth = 1; depth <= most; depth++) {
        engine_search_depth(search, root, depth);
        if (root->worker.aborted)
            break;
        if (root->worker.first)
            engine_report(search, root);
        if (atomic_load(&search->shared.stop)) /* the report may have asked for it */
            break;
        uint64_t nodes = root->worker.nodes;
        bool deepest = depth == DEPTH_MAX; /* the last chance for a proof */
        if (search->shared.counts_seeds && !engine_all_proven(&root->best) &&
            (nodes >= next_proof || deepest)) {
            bool proven =
                engine_prove_lines(search, root, deepest ? UINT64_MAX / 2 : nodes / share);
            if (proven && root->worker.first)
                engine_report(search, root);
            next_proof = boards ? root->worker.nodes + nodes / 2 : 2 * nodes;
        }
        if (engine_all_proven(&root->best))
            break;
    }
    if (root->worker.first) {
        engine_extend_lines(search, root);
        atomic_store(&search->shared.stop, true);
    }
}

/* ---- setup turns ----------------------------------------------------------------------------- */

static void engine_report_setup(struct search *search, struct root *root) {
    const struct kw_engine *engine = search->engine;
    struct kw_line *line = &root->best.line[0];
    size_t rest = engine->setup.reported - engine->setup_step;
    root->best.depth = engine->setup_depth;
    root->best.lines = 1;
    engine_report_score(&search->shared, engine->setup.value, line);
    line->length = rest < KW_LINE_MOVES ? rest : KW_LINE_MOVES;
    memcpy(line->move, engine->setup.step + engine->setup_step, line->length * sizeof *line->move);
    engine_report(search, root);
}

/* Advances to the next step of the setup turn. */
static void engine_advance_setup(struct search *search) {
    struct kw_engine *engine = search->engine;
    search->shared.game->play(search->shared.game->rules, search->position,
                              engine->setup.step[engine->setup_step], &engine->setup_at);
    engine->setup_step++;
}

/*
 * Searches a setup turn at increasing depths, each with twice as many tries as the one before: so
 * depth and breadth grow with the available time.
 */
static void engine_search_setup(struct search *search, struct root *root) {
    enum { LEAST = 2, MOST = 12, TRIES = 200 };
    struct kw_engine *engine = search->engine;
    const struct kw_limits *limits = search->limits;
    unsigned most = limits->depth > 0 && limits->depth < MOST ? limits->depth : MOST;
    unsigned least = most < LEAST ? most : LEAST;
    engine->setup.steps = engine->setup_step = 0;
    for (unsigned depth = least; depth <= most && !atomic_load(&search->shared.stop); depth++) {
        bool valued = setup_search(&root->worker, search->position, (int)depth,
                                   TRIES << (depth - least), &engine->setup);
        if (depth > least && !valued)
            break;
        engine->setup_depth = valued ? depth : 0;
        engine_report_setup(search, root);
    }
}

/* Reports the setup turn that leads here, or searches one. */
static void engine_setup_turn(struct search *search, struct root *root) {
    const struct kw_engine *engine = search->engine;
    if (engine->setup_step < engine->setup.steps &&
        memcmp(&engine->setup_at, search->position, sizeof engine->setup_at) == 0)
        engine_report_setup(search, root);
    else
        engine_search_setup(search, root);
    if (engine->setup_step < engine->setup.steps) /* else it was stopped before it found one */
        engine_advance_setup(search);
}

/* ---- endgame tables at the root -------------------------------------------------------------- */

/* The bounds of a move by the tables, for its player. */
struct root_bounds {
    int lower, upper;
    unsigned plies; /* to `lower` */
    bool holds;     /* the bounds hold: no position that can still arise there has occurred twice */
};

static bool engine_probe_child(const struct root *root, const struct child *child,
                               struct root_bounds *result) {
    const struct search_shared *shared = root->worker.shared;
    struct tablebase_bounds bounds;
    if (!shared->tablebase->probe(shared->endgame, &child->position, UINT_MAX, true, &bounds))
        return false;
    bool turned = child->position.turn != root->position.turn;
    bool leaves = memcmp(child->position.store, root->position.store, 2) != 0;
    *result =
        (struct root_bounds){.lower = turned ? -bounds.upper : bounds.lower,
                             .upper = turned ? -bounds.lower : bounds.upper,
                             .plies = leaves   ? 0
                                      : turned ? bounds.hold
                                               : bounds.reach,
                             .holds = shared->tablebase->seeds(shared->endgame, &child->position) <=
                                      shared->endgame_proves};
    return true;
}

/* Whether a move is better: by its lower bound, then the upper one, then the plies. */
static bool engine_bounds_better(const struct root_bounds *a, const struct root_bounds *b) {
    if (a->lower != b->lower)
        return a->lower > b->lower;
    return a->upper != b->upper ? a->upper > b->upper : a->plies < b->plies;
}

/* The value of the root by the bounds of its moves, the best first. */
static struct value engine_bounds_value(const struct root *root, const struct root_bounds *list) {
    const struct search_shared *shared = root->worker.shared;
    int lower = list[0].lower, upper = lower, lead = store_lead(&root->position);
    bool holds = true;
    for (size_t i = 0; i < root->count; i++) {
        holds = holds && list[i].holds;
        if (list[i].upper > upper)
            upper = list[i].upper;
    }
    unsigned proven = holds && lower == upper ? PROVEN_LOWER | PROVEN_UPPER : 0;
    int seeds = lead < lower ? lower : lead > upper ? upper : lead;
    return (struct value){score_of_result(shared, SCORE_SEED * seeds), proven};
}

/*
 * Leaves moves out of a search for the best one, where the bounds hold.  If the tables guarantee a
 * win or a draw only the first move is left: it makes progress, so that the end comes in finitely
 * many moves, which a search that hopes for more seeds does not see to.  Else those are left that
 * may be as good as what the first guarantees.
 */
static void engine_narrow_root(struct root *root, const struct root_bounds *list) {
    size_t kept = 0, count = root->count;
    struct child worse[KW_MOVES];
    int most = -SCORE_INFINITE;
    for (size_t i = 0; i < count; i++)
        if (!list[i].holds)
            return;
    for (size_t i = 0; i < count; i++) {
        bool keeps = i == 0 || (list[0].lower < 0 && list[i].upper >= list[0].lower);
        if (keeps)
            root->children[kept++] = root->children[i];
        else
            worse[i - kept] = root->children[i];
        int upper = score_of_result(root->worker.shared, SCORE_SEED * list[i].upper);
        if (!keeps && upper > most)
            most = upper;
    }
    memcpy(root->children + kept, worse, (count - kept) * sizeof *worse);
    root->count = kept;
    root->left_out = most;
}

/*
 * Sorts the moves of a root that the tables know: among those that keep the value the first makes
 * progress towards it, so that won games do not cycle.
 */
static void engine_probe_root(struct root *root, bool narrow) {
    struct root_bounds first[KW_MOVES];
    root->table_value = (struct value){0, 0};
    root->left_out = -SCORE_INFINITE;
    if (root->worker.shared->tablebase == NULL || root->count == 0 || root->count > KW_MOVES)
        return;
    for (size_t i = 0; i < root->count; i++) {
        struct child child = root->children[i];
        struct root_bounds bounds;
        if (!engine_probe_child(root, &child, &bounds))
            return;
        size_t at = i;
        for (; at > 0 && engine_bounds_better(&bounds, &first[at - 1]); at--) {
            root->children[at] = root->children[at - 1];
            first[at] = first[at - 1];
        }
        root->children[at] = child;
        first[at] = bounds;
    }
    root->table_value = engine_bounds_value(root, first);
    if (narrow)
        engine_narrow_root(root, first);
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Expands the root and orders its moves by static evaluation and tables. */
static void engine_begin_root(struct search *search, struct root *root) {
    struct worker *worker = &root->worker;
    worker_begin(worker, &search->shared);
    root->best = (struct kw_analysis){0};
    memset(root->scores, 0, sizeof root->scores);
    root->position = *search->position;
    worker_visit_root(worker, &root->position);
    root->children = worker_expand(worker, &root->position, &root->count);
    for (size_t i = 1; i < root->count; i++) {
        size_t at = i;
        while (at > 0 && eval_score(&root->position, &root->children[at - 1]) <
                             eval_score(&root->position, &root->children[i]))
            at--;
        engine_move_to(root->children, at, root->children[i].move);
    }
    engine_probe_root(root, search->lines == 1);
    root->prover = search->prover;
}

/* Searches, once the root is expanded. */
static void engine_search_root(struct search *search, struct root *root) {
    struct work_watch watch;
    work_begin(&watch, worker_poll_clock, &root->worker, &root->worker.aborted);
    if (search->position->phase == 0)
        engine_deepen(search, root);
    else if (root->worker.first)
        engine_setup_turn(search, root);
    work_end(&watch);
}

/* What the first thread answers if the search was stopped before the first depth. */
static void engine_report_first(struct search *search, struct root *root, kw_move move) {
    root->worker.line[0][0] = move;
    root->worker.length[0] = 1;
    engine_report_line(root, root->table_value, &search->analysis->line[0]);
    search->analysis->lines = 1;
}

/* The first thread is the caller's, over which engine_poll watches. */
static void engine_thread_first(struct search *search, struct root *root) {
    engine_begin_root(search, root);
    bool expanded = !work_ended();
    root->worker.first = true;
    if (expanded)
        engine_search_root(search, root);
    else
        root->table_value = (struct value){0, 0};
    atomic_store(&search->shared.stop, true);
    if (root->worker.out_of_memory)
        search->good = false;
    if (search->analysis->lines == 0)
        engine_report_first(search, root, expanded ? root->children[0].move : search->first);
    search->analysis->nodes = root->worker.nodes;
    search->analysis->microseconds = clock_now() - search->started;
}

static void engine_thread_other(struct search *search, struct root *root) {
    struct work_watch watch;
    root->worker.shared = &search->shared;
    root->worker.first = false;
    work_begin(&watch, worker_poll_clock, &root->worker, &root->worker.aborted);
    engine_begin_root(search, root);
    if (!work_ended())
        engine_search_root(search, root);
    work_end(&watch);
}

static void engine_thread_main(void *context, size_t thread) {
    struct search *search = context;
    struct root *root = engine_open_root(search->engine, thread);
    if (root == NULL && thread == 0) {
        search->good = false;
        atomic_store(&search->shared.stop, true);
    } else if (thread == 0) {
        engine_thread_first(search, root);
    } else if (root != NULL) { /* else the other threads search without it */
        engine_thread_other(search, root);
    }
}

/* The prover for the tables of a game; NULL if it is of no use there. */
static const struct board_prover *engine_find_prover(struct kw_engine *engine,
                                                     const struct search_shared *shared) {
    enum { MOST = 1 << 26 };
    size_t bytes = engine->table.buckets * sizeof *engine->table.bucket / 2;
    if (engine->prover != NULL)
        return engine->prover->update(engine->prover, shared->endgame) ? engine->prover : NULL;
    engine->prover =
        engine->tablebase.prover(shared->endgame, shared->game, bytes < MOST ? bytes : MOST);
    return engine->prover;
}

/* Takes the tables that the search may probe: see search/tablebase.h. */
static void engine_take_tablebase(struct search *search, const struct history *history) {
    struct kw_engine *engine = search->engine;
    const struct tablebase *tablebase = &engine->tablebase;
    struct search_shared *shared = &search->shared;
    if (tablebase->tables == NULL || engine->ignores_tablebase)
        return;
    shared->endgame = tablebase->take(tablebase->tables, shared->game, &shared->endgame_most);
    if (shared->endgame == NULL)
        return;
    shared->tablebase = tablebase;
    unsigned seeds = tablebase->seeds(shared->endgame, search->position);
    bool occurred_twice = history_due_key(history, search->position->store) != 0;
    shared->endgame_proves = shared->endgame_most;
    if (occurred_twice && seeds <= shared->endgame_most)
        shared->endgame_proves = seeds - 1;
    search->prover = engine_find_prover(engine, shared);
}

static void engine_release_tablebase(const struct search_shared *shared) {
    if (shared->tablebase != NULL)
        shared->tablebase->release(shared->endgame);
}

/*
 * What a win is worth beyond its seeds: more than all estimates of an open game, or more than half
 * of the seeds if scores have no more room.  0 if seeds are the aim, or if the sign of the final
 * difference is not all that the players play for.
 */
static int engine_win_step(const struct kw_engine *engine, const struct kw_game *game,
                           size_t lines) {
    bool wins = engine->aim == KW_AIM_WIN && lines == 1 && game->info->counts_seeds &&
                !kw_has_rounds(game) && !kw_has_narrow_wins(game);
    int all = SCORE_SEED * game->rules->seeds, room = SCORE_UNPROVEN - all;
    return !wins || room < all / 2 ? 0 : all < room ? all : room;
}

/*
 * What comes before the search may take so many microseconds, whatever the limits: without it the
 * best that can be answered is any legal move.
 */
enum { PREPARE_MICROSECONDS = 50000 };

/* A work_poll_fn of a search that is prepared. */
static bool engine_poll(void *context) {
    struct search *search = context;
    struct search_shared *shared = &search->shared;
    int64_t now = clock_now();
    if ((now >= shared->deadline || atomic_load(shared->stop_requested)) &&
        now - search->started >= PREPARE_MICROSECONDS)
        atomic_store(&shared->stop, true);
    return !atomic_load(&shared->stop);
}

/* What all threads share; the tables are found later. */
static struct search_shared engine_share(struct kw_engine *engine, const struct search *search,
                                         const struct kw_game *game, const struct history *history,
                                         int win_step) {
    const struct kw_limits *limits = search->limits;
    bool linear = game_linear(game);
    return (struct search_shared){
        .game = game,
        .seeds = seeds_all(search->position),
        .weights = &engine->weights,
        .table = &engine->table,
        .in_progress = engine->threads > 1 ? &engine->in_progress : NULL,
        .history = history,
        .counts_seeds = game->info->counts_seeds,
        .win_step = win_step,
        .win_key = WIN_KEY,
        .majority = win_step > 0 && linear ? (unsigned)game->rules->seeds / 2 + 1 : UINT_MAX,
        .alone = history->used == 1,
        .due_key = history_due_key(history, linear ? search->position->store : NULL),
        .linear = linear,
        .small = weights_holes(game->rules) <= 16,
        .unhashed = linear ? htole64(UINT64_C(0xFFFF)) : 0, /* the stores */
        .nodes = limits->nodes == 0 ? UINT64_MAX : limits->nodes,
        .deadline = limits->milliseconds == 0
                        ? INT64_MAX
                        : search->started + limits->milliseconds * INT64_C(1000),
        .stop_requested = &engine->stop_requested};
}

bool engine_search(struct kw_engine *engine, const struct kw_game *game,
                   const struct kw_position *position, const struct history *history,
                   const struct kw_limits *limits, kw_search_progress_fn *progress, void *context,
                   struct kw_analysis *analysis) {
    size_t lines = limits->lines == 0               ? 1
                   : limits->lines < KW_MULTIPV_MAX ? limits->lines
                                                    : KW_MULTIPV_MAX;
    int64_t started = clock_now();
    kw_move moves[KW_MOVES];
    size_t choices = kw_moves(game, position, moves, KW_MOVES);
    struct search search = {.engine = engine,
                            .limits = limits,
                            .position = position,
                            .progress = progress,
                            .context = context,
                            .analysis = analysis,
                            .started = started,
                            .lines = lines < choices ? lines : choices,
                            .first = moves[0],
                            .good = true};
    struct work_watch watch;
    search.shared =
        engine_share(engine, &search, game, history, engine_win_step(engine, game, lines));
    *analysis = (struct kw_analysis){0};
    engine_use_rules(engine, game);
    work_begin(&watch, engine_poll, &search, NULL);
    search.good = engine_load_weights(engine, game);
    if (search.good) {
        engine_take_tablebase(&search, history);
        transposition_next_generation(&engine->table);
        parallel_for(engine->threads, engine_thread_main, &search);
        engine_release_tablebase(&search.shared);
        engine_clear_stop(engine);
    }
    work_end(&watch);
    return search.good;
}
