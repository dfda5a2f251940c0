/*
 * The command mine: finds puzzles in games of the engine.
 *
 * A game is opened at random and played by two levels.  Each of its positions is checked
 * (puzzle.c). Puzzles are taken in the order of the games, so that they do not depend on the number
 * of threads, until there are enough puzzles or games.
 */
#include "analyse/puzzle_file.h"
#include "cli/interrupt.h"
#include "cli/ordered_work.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/checkpoint.h"
#include "io/input.h"
#include "text/move_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    PUZZLES_USUAL = 100,
    GAMES_USUAL = 100000,
    NODES_USUAL = 250000,
    OPENING = 10, /* random moves at most */
    LEVEL_LEAST = 3,
    LEVELS = 6,    /* that play: 3 to 8 */
    WILD = 12,     /* one move in so many is random, for variety */
    LONGEST = 300, /* plies */
    APART = 4      /* plies between puzzles of one game, at least */
};

/* Each of the easy, medium and hard bands is at most such a part of all puzzles. */
static const unsigned band_begin[] = {0, 1200, 1700};
enum { BANDS = sizeof band_begin / sizeof *band_begin, SHARE = 45 /* of 100 */ };

struct mine_job {
    const struct kw_game *game;
    uint64_t puzzles, longest, nodes, seed;
    unsigned themes;       /* that are asked for; 0: any */
    char command[KW_TEXT]; /* the parameters of the puzzles, but for the games */
    struct puzzles found;
    size_t in_band[BANDS], of_theme[THEMES];
    struct ordered_work work; /* the games */
    struct checkpoint file;   /* of --out */
    struct progress progress;
};

/* The state of one thread. */
struct mine_thread {
    struct mine_job *job;
    struct puzzle_finder finder;
    struct moves moves;
    struct kw_random random;
    struct puzzle *list; /* of the game at work */
    size_t count;
};

/* ---- taking puzzles, under the lock --------------------------------------------------------- */

static unsigned mine_band_of(unsigned rating) {
    unsigned band = 0;
    while (band + 1 < BANDS && rating >= band_begin[band + 1])
        band++;
    return band;
}

static bool mine_band_is_full(const struct mine_job *job, unsigned band) {
    return job->in_band[band] >= (job->puzzles * SHARE + 99) / 100;
}

/* Those of the themes asked for that have not yet their even share of all puzzles. */
static unsigned mine_themes_lacking(const struct mine_job *job) {
    unsigned themes = (unsigned)__builtin_popcount(job->themes), lacking = 0;
    for (unsigned i = 0; i < THEMES; i++)
        if ((job->themes >> i & 1u) != 0 && job->of_theme[i] * themes < job->puzzles)
            lacking |= 1u << i;
    return lacking;
}

static bool mine_is_enough(const struct mine_job *job) {
    return job->found.count >= job->puzzles || (job->themes != 0 && mine_themes_lacking(job) == 0);
}

/*
 * A full band stays full, and games are taken in their order: a puzzle that is not wanted now will
 * not be wanted when its game is taken.
 */
static bool mine_is_wanted(void *context, unsigned least, unsigned most) {
    struct mine_job *job = context;
    bool wanted = false;
    pthread_mutex_lock(&job->work.lock);
    for (unsigned band = mine_band_of(least); band <= mine_band_of(most) && !mine_is_enough(job);
         band++)
        wanted = wanted || !mine_band_is_full(job, band);
    pthread_mutex_unlock(&job->work.lock);
    return wanted;
}

/* Whether there is an equal or very similar one. */
static bool mine_is_similar(const struct mine_job *job, const struct puzzle *puzzle) {
    for (size_t i = 0; i < job->found.count; i++) {
        const struct puzzle *other = &job->found.list[i];
        bool near = other->game == puzzle->game && puzzle->ply - other->ply < APART;
        bool alike = other->game == puzzle->game && strcmp(other->answer, puzzle->answer) == 0;
        bool same = memcmp(&other->key, &puzzle->key, sizeof puzzle->key) == 0;
        if (near || alike || same || other->id == puzzle->id)
            return true;
    }
    return false;
}

/* A frequent theme leaves room for a rare one. */
static bool mine_theme_is_full(const struct mine_job *job, const struct puzzle *puzzle) {
    return job->themes != 0 && (mine_themes_lacking(job) & puzzle->themes) == 0;
}

static void mine_count(struct mine_job *job, const struct puzzle *puzzle) {
    job->in_band[mine_band_of(puzzle->rating)]++;
    for (unsigned i = 0; i < THEMES; i++)
        job->of_theme[i] += puzzle->themes >> i & 1u;
}

static void mine_take_puzzle(struct mine_job *job, const struct puzzle *puzzle) {
    if (mine_is_enough(job) || mine_band_is_full(job, mine_band_of(puzzle->rating)) ||
        mine_theme_is_full(job, puzzle) || mine_is_similar(job, puzzle))
        return;
    puzzles_add(&job->found, puzzle);
    mine_count(job, puzzle);
}

/* ---- the file of --out, under the lock ------------------------------------------------------ */

static void mine_write(const void *context, struct string_builder *out) {
    const struct mine_job *job = context;
    puzzles_write(&job->found, job->game, job->command, job->work.taken, out);
}

/* Resumes from a file. */
static enum status mine_load(struct call *call, void *context, const char *path) {
    struct mine_job *job = context;
    char *text;
    size_t length;
    struct kw_error error;
    enum status status = STATUS_OK;
    if (!file_read(path, INPUT_PUZZLES, &text, &length, error.message)) {
        free(text);
        return call_fail(call, "%s", error.message);
    }
    text = memory_resize(text, length + 1, 1);
    text[length] = '\0';
    if (!puzzles_read(&job->found, job->game, job->command, text, length, &job->work.taken, &error))
        status = call_fail(call, "%s:%zu: %s", path, error.line, error.message);
    free(text);
    for (size_t i = 0; i < job->found.count; i++)
        mine_count(job, &job->found.list[i]);
    return status;
}

/* ---- games ---------------------------------------------------------------------------------- */

/* A setup turn is played at random: it is no puzzle. */
static bool mine_play_move(struct mine_thread *thread, struct kw_session *session, unsigned level,
                           bool random, struct kw_error *error) {
    const struct kw_position *position = kw_session_position(session);
    kw_move move;
    if (random || position->phase != 0 || kw_random_below(&thread->random, WILD) == 0) {
        moves_list(&thread->moves, thread->job->game, position);
        move = thread->moves.move[kw_random_below(&thread->random, (uint32_t)thread->moves.count)];
    } else if (!kw_engine_play(thread->finder.player, session, level, &thread->random, &move,
                               error)) {
        return false;
    }
    return kw_session_play(session, move, error);
}

static bool mine_play_game(struct mine_thread *thread, struct kw_session *session,
                           struct kw_error *error) {
    unsigned level[2];
    struct kw_result result;
    size_t opening = kw_random_below(&thread->random, OPENING + 1);
    bool good = true;
    for (unsigned i = 0; i < 2; i++)
        level[i] = LEVEL_LEAST + kw_random_below(&thread->random, LEVELS);
    kw_engine_clear(thread->finder.player);
    while (good && interrupted() == 0 && !kw_session_result(session, &result) &&
           kw_session_plies(session) < LONGEST)
        good = mine_play_move(thread, session, level[kw_session_position(session)->turn],
                              kw_session_plies(session) < opening, error);
    return good;
}

/* Checks the positions of a game, except the start. */
static bool mine_search_game(struct mine_thread *thread, const struct kw_session *session,
                             uint64_t number, struct kw_error *error) {
    bool failed = false;
    thread->count = 0;
    for (size_t ply = 1; ply < kw_session_plies(session) && !failed && interrupted() == 0; ply++) {
        struct puzzle *puzzle = &thread->list[thread->count];
        if (!puzzle_finder_search(&thread->finder, kw_session_before(session, ply), puzzle, &failed,
                                  error))
            continue;
        puzzle->game = number;
        puzzle->ply = ply;
        thread->count++;
    }
    return !failed;
}

static void mine_show_progress(struct mine_job *job) {
    progress_show(&job->progress, "%zu of %" PRIu64 " puzzles, %" PRIu64 " games", job->found.count,
                  job->puzzles, job->work.taken);
}

/* Takes the puzzles of a game after those of all games before it. */
static void mine_take_game(struct mine_thread *thread, uint64_t number) {
    struct mine_job *job = thread->job;
    if (ordered_turn(&job->work, number)) {
        for (size_t i = 0; i < thread->count; i++)
            mine_take_puzzle(job, &thread->list[i]);
        job->work.enough = mine_is_enough(job);
        mine_show_progress(job);
        checkpoint_keep_answer(&job->file);
    }
    ordered_turn_end(&job->work);
}

static bool mine_game(struct mine_thread *thread, uint64_t number, struct kw_error *error) {
    struct mine_job *job = thread->job;
    struct kw_session *session = kw_session_new(job->game, NULL);
    if (session == NULL)
        return false;
    pthread_mutex_lock(&job->work.lock);
    thread->finder.themes = mine_themes_lacking(job); /* a theme with its share keeps it */
    pthread_mutex_unlock(&job->work.lock);
    kw_random_seed(&thread->random, job->seed + number);
    bool good =
        mine_play_game(thread, session, error) && mine_search_game(thread, session, number, error);
    if (good && interrupted() == 0) /* otherwise a search in it may have been stopped early */
        mine_take_game(thread, number);
    kw_session_free(session);
    return good;
}

/* ---- threads -------------------------------------------------------------------------------- */

static void mine_games(void *context, size_t thread_index) {
    (void)thread_index;
    struct mine_job *job = context;
    struct mine_thread thread = {.job = job, .list = memory_new(LONGEST, sizeof *thread.list)};
    struct kw_error error = {.message = "there is not enough memory"};
    uint64_t number;
    bool good = puzzle_finder_open(&thread.finder, job->game, job->nodes, (unsigned)job->longest);
    thread.finder.wanted = mine_is_wanted;
    thread.finder.context = job;
    if (good) {
        interrupt_watch(thread.finder.engine);
        interrupt_watch(thread.finder.player);
    }
    while (ordered_next(&job->work, good, &error, &number))
        good = mine_game(&thread, number, &error);
    interrupt_forget(thread.finder.engine);
    interrupt_forget(thread.finder.player);
    puzzle_finder_close(&thread.finder);
    moves_free(&thread.moves);
    free(thread.list);
}

/* ---- the command ---------------------------------------------------------------------------- */

/* The parameters of the puzzles, without the number of games. */
static void mine_command_text(struct mine_job *job) {
    char options[KW_TEXT], option[KW_TEXT + 8] = "", longest[32] = "", themes[KW_TEXT],
                                            theme[KW_TEXT + 16] = "";
    if (kw_game_options(job->game, options)[0] != '\0')
        snprintf(option, sizeof option, " -o '%s'", options);
    if (job->longest > 1)
        snprintf(longest, sizeof longest, " --longest %" PRIu64, job->longest);
    puzzle_themes_text(job->themes, themes);
    for (char *space = themes; (space = strchr(space, ' ')) != NULL;)
        *space = ',';
    if (job->themes != 0)
        snprintf(theme, sizeof theme, " --theme %s", themes);
    snprintf(job->command, KW_TEXT,
             "komwe mine %s%.300s --puzzles %" PRIu64 "%s%.99s --nodes %" PRIu64 " --seed %" PRIu64,
             kw_game_info(job->game)->id, option, job->puzzles, longest, theme, job->nodes,
             job->seed);
}

/* Prints the puzzles, or saves them in the file; what the file cannot hold is printed. */
static enum status mine_write_puzzles(struct call *call, struct mine_job *job) {
    if (!checkpoint_end_answer(call, &job->file) && !mine_is_enough(job))
        call_warn("%zu of %" PRIu64 " puzzles were found in %" PRIu64 " game%s", job->found.count,
                  job->puzzles, job->work.taken, job->work.taken == 1 ? "" : "s");
    return checkpoint_print_answer(call, &job->file);
}

static enum status mine_run_threads(struct call *call, struct mine_job *job, unsigned threads) {
    job->work.enough = mine_is_enough(job);
    interrupt_begin();
    ordered_run(&job->work, threads, mine_games, job);
    call->signal = interrupt_end();
    progress_wipe(&job->progress);
    if (job->work.failed)
        return call_fail(call, "%s", job->work.error.message);
    return mine_write_puzzles(call, job);
}

/* The themes that are asked for. */
static enum status mine_read_themes(struct call *call, struct mine_job *job) {
    const char *words = call->arguments.value[FLAG_THEME];
    char all[KW_TEXT];
    if (words != NULL && !puzzle_themes_list_read(words, &job->themes))
        return call_misuse(call, "--theme is one or more of these, separated by commas: %s",
                           puzzle_themes_text(~0u, all));
    if ((job->themes & THEME_ONE_MOVE) && job->longest > 1)
        return call_misuse(call, "puzzles of one move are mined without --longest");
    if ((job->themes & THEME_SHORT) && job->longest < 2)
        return call_misuse(call, "puzzles of two moves (short) need --longest 2 or more");
    if ((job->themes & THEME_LONG) && job->longest < 3)
        return call_misuse(call, "puzzles of three moves (long) need --longest 3");
    return STATUS_OK;
}

enum status mine_run(struct call *call) {
    struct mine_job job = {.puzzles = call_number(call, FLAG_PUZZLES, PUZZLES_USUAL),
                           .work.end = call_number(call, FLAG_GAMES, GAMES_USUAL),
                           .longest = call_number(call, FLAG_LONGEST, 1),
                           .nodes = call_number(call, FLAG_NODES, NODES_USUAL),
                           .seed = call_number(call, FLAG_SEED, 1)};
    struct position_args args = {0};
    enum status status = mine_read_themes(call, &job);
    if (status == STATUS_OK)
        status = position_args_open_game(call, &args, call->arguments.operand[0]);
    if (status == STATUS_OK) {
        job.game = args.game;
        mine_command_text(&job);
        status = checkpoint_open_answer(call, &job.file, mine_load, mine_write, &job);
    }
    if (status == STATUS_OK)
        status = mine_run_threads(call, &job, threads_read(call));
    checkpoint_close(&job.file);
    puzzles_free(&job.found);
    position_args_close(&args);
    return status;
}
