/* The command table: builds, verifies, counts and probes endgame tables. */
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "text/table_moves.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

/* One call of the command. */
struct table_job {
    struct call *call;
    struct position_args args;
    const char *directory;
    unsigned threads;
    struct progress progress;
    struct timespec begun; /* the work */
    double before;         /* done by an earlier build */
    bool measured;         /* `before` is known */
    time_t shown;          /* second of the last progress line, -1: none yet */
};

/* ---- progress ---------------------------------------------------------------------------------
 */

static double table_seconds_since(const struct timespec *begun) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begun->tv_sec) + (double)(now.tv_nsec - begun->tv_nsec) / 1e9;
}

/* "about 3 min left"; "" while there is no estimate. */
static void table_duration_text(double done, double whole, double seconds, char text[KW_TEXT]) {
    enum { LEAST_SECONDS = 2 };
    text[0] = '\0';
    if (seconds < LEAST_SECONDS || done <= 0)
        return;
    double left = seconds * (whole - done) / done;
    if (left < 90)
        snprintf(text, KW_TEXT, ", about %.0f s left", left);
    else if (left < 90 * 60)
        snprintf(text, KW_TEXT, ", about %.0f min left", left / 60);
    else
        snprintf(text, KW_TEXT, ", about %.1f h left", left / 3600);
}

static void table_show_progress(struct table_job *job, const struct kw_progress *progress) {
    enum { BAR = 30 };
    char bar[BAR + 1], left[KW_TEXT];
    double seconds = table_seconds_since(&job->begun), whole = (double)progress->positions;
    if ((time_t)seconds == job->shown)
        return;
    job->shown = (time_t)seconds;
    int full = (int)(BAR * progress->done / whole);
    for (int i = 0; i < BAR; i++)
        bar[i] = i < full ? '#' : '.';
    bar[BAR] = '\0';
    table_duration_text(progress->done - job->before, whole - job->before, seconds, left);
    progress_show(&job->progress, "%s %3.0f %%  %u of %u seeds%s", bar,
                  100 * progress->done / whole, progress->seeds, progress->most, left);
}

static bool table_on_progress(void *context, const struct kw_progress *progress) {
    struct table_job *job = context;
    if (!job->measured) {
        job->before = progress->done;
        job->measured = true;
    }
    table_show_progress(job, progress);
    return interrupted() == 0;
}

static void table_begin(struct table_job *job) {
    clock_gettime(CLOCK_MONOTONIC, &job->begun);
    job->shown = -1;
    interrupt_begin();
}

/* The status of the work; after a signal the status that shells use. */
static enum status table_end(struct table_job *job, bool good, const struct kw_error *error) {
    struct call *call = job->call;
    interrupt_end();
    progress_wipe(&job->progress);
    if (good)
        return STATUS_OK;
    if (error->code != KW_STOPPED || interrupted() == 0)
        return call_fail(call, "%s", error->message);
    output_clear(&call->out);
    call_warn("%s", error->message);
    call->signal = interrupted();
    return STATUS_OK;
}

/* ---- build, verify ----------------------------------------------------------------------------
 */

static enum status table_build_files(struct table_job *job) {
    struct kw_error error = {.code = KW_OK};
    if (job->call->arguments.value[FLAG_SEEDS] == NULL)
        return call_misuse(job->call, "table build needs --seeds, the most seeds on the board");
    table_begin(job);
    bool good = kw_tables_build(job->args.game, job->directory,
                                (unsigned)call_number(job->call, FLAG_SEEDS, 0), job->threads,
                                table_on_progress, job, &error);
    return table_end(job, good, &error);
}

/* Opens the tables of the game, which must exist; close with kw_tables_close. */
static enum status table_open(struct table_job *job, struct kw_tables **tables) {
    struct kw_error error;
    *tables = kw_tables_open(job->directory, &error);
    if (*tables == NULL)
        return call_fail(job->call, "%s", error.message);
    if (kw_tables_seeds(*tables, job->args.game) >= 0)
        return STATUS_OK;
    kw_tables_close(*tables);
    *tables = NULL;
    return call_fail(job->call, "'%s' holds no table of %s with these options", job->directory,
                     kw_game_info(job->args.game)->id);
}

static enum status table_verify_files(struct table_job *job) {
    struct kw_error error = {.code = KW_OK};
    struct kw_tables *tables;
    enum status status = table_open(job, &tables);
    if (status != STATUS_OK)
        return status;
    uint64_t positions = 0;
    int most = kw_tables_seeds(tables, job->args.game);
    table_begin(job);
    bool good =
        kw_tables_verify(tables, job->args.game, job->threads, table_on_progress, job, &error);
    for (int seeds = 0; good && seeds <= most; seeds++) {
        struct kw_layer layer;
        good = kw_tables_layer(tables, job->args.game, (unsigned)seeds, &layer, NULL, NULL, &error);
        positions += layer.positions;
    }
    output_format(&job->call->out, "%" PRIu64 " positions up to %d seeds are right\n", positions,
                  most);
    status = table_end(job, good, &error);
    kw_tables_close(tables);
    return status;
}

/* ---- stats ------------------------------------------------------------------------------------
 */

struct table_layer_lines {
    struct string_builder *out;
    int seeds;
};

static void table_count_value(void *context, int lower, int upper, uint64_t count) {
    const struct table_layer_lines *lines = context;
    if (lower == upper)
        output_format(lines->out, "%d %d %" PRIu64 "\n", lines->seeds, lower, count);
    else
        output_format(lines->out, "%d %d..%d %" PRIu64 "\n", lines->seeds, lower, upper, count);
}

static enum status table_stats(struct table_job *job) {
    struct kw_error error;
    struct kw_tables *tables;
    struct string_builder *out = &job->call->out;
    enum status status = table_open(job, &tables);
    if (status != STATUS_OK)
        return status;
    struct string_builder summary = {0};
    int most = kw_tables_seeds(tables, job->args.game);
    output_add(&summary, "# seeds positions exact% bytes longest\n");
    for (int seeds = 0; seeds <= most && status == STATUS_OK; seeds++) {
        struct table_layer_lines lines = {out, seeds};
        struct kw_layer layer;
        if (!kw_tables_layer(tables, job->args.game, (unsigned)seeds, &layer, table_count_value,
                             &lines, &error))
            status = call_fail(job->call, "%s", error.message);
        else
            output_format(&summary, "# %d %" PRIu64 " %.4f %" PRIu64 " %u\n", seeds,
                          layer.positions, 100 * (double)layer.exact / (double)layer.positions,
                          layer.bytes, layer.reach);
    }
    output_add(out, summary.text);
    output_free(&summary);
    kw_tables_close(tables);
    return status;
}

/* ---- probe ------------------------------------------------------------------------------------
 */

static enum status table_probe_moves(struct table_job *job, const struct kw_tables *tables,
                                     const struct kw_position *position) {
    struct string_builder *out = &job->call->out;
    struct table_moves moves = {0};
    struct kw_error error = {.code = KW_OK};
    enum status status = STATUS_OK;
    if (!table_moves_probe(&moves, tables, job->args.game, position, &error))
        status = call_fail(job->call, "%s", error.message);
    const struct table_move *move = moves.move;
    if (status == STATUS_OK && moves.count > 0) {
        output_add(out, "best");
        for (size_t i = 0;
             i < moves.count && move[i].lower == move[0].lower && move[i].upper == move[0].upper;
             i++)
            output_format(out, " %s", move[i].text);
        output_char(out, '\n');
        for (size_t i = 0; i < moves.count; i++) {
            output_format(out, "%s: ", move[i].text);
            table_moves_write_value(out, move[i].lower, move[i].upper);
            output_char(out, '\n');
        }
    }
    table_moves_free(&moves);
    return status;
}

static enum status table_probe_position(struct table_job *job, const struct kw_tables *tables) {
    const struct kw_game *game = job->args.game;
    const struct kw_position *position = kw_session_position(job->args.session);
    struct string_builder *out = &job->call->out;
    struct kw_bounds bounds;
    struct kw_error error;
    if (!kw_tables_probe(tables, game, position, &bounds, &error))
        return error.code != KW_OK
                   ? call_fail(job->call, "%s", error.message)
                   : call_fail(job->call,
                               "the table of %s goes up to %d seeds, and does not hold this "
                               "position",
                               kw_game_info(game)->id, kw_tables_seeds(tables, game));
    output_add(out, "value ");
    table_moves_write_value(out, bounds.lower, bounds.upper);
    output_char(out, '\n');
    int lead = table_moves_lead(position);
    if (lead != 0)
        output_format(out, "stores %+d\n", lead);
    return table_probe_moves(job, tables, position);
}

static enum status table_probe(struct table_job *job) {
    struct kw_tables *tables;
    enum status status = table_open(job, &tables);
    if (status == STATUS_OK)
        status = table_probe_position(job, tables);
    kw_tables_close(tables);
    return status;
}

/* ---- the command ------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    enum status (*run)(struct table_job *job);
    bool plays; /* it takes a position and moves */
    bool works; /* it takes threads */
} tasks[] = {
    {"build", table_build_files, false, true},
    {"verify", table_verify_files, false, true},
    {"stats", table_stats, false, false},
    {"probe", table_probe, true, false},
};

/* ---- the cache --------------------------------------------------------------------------------
 */

struct table_cache_sum {
    struct string_builder *out;
    uint64_t bytes;
};

static void table_list_set(void *context, const struct kw_cached_tables *tables) {
    struct table_cache_sum *sum = context;
    output_format(sum->out, "%s\t%u\t%" PRIu64 "\n", tables->name, tables->layers - 1,
                  tables->bytes);
    sum->bytes += tables->bytes;
}

static enum status table_list_cache(struct call *call, const char *path) {
    struct table_cache_sum sum = {.out = &call->out};
    struct kw_error error;
    if (!kw_table_cache_list(path, table_list_set, &sum, &error))
        return call_fail(call, "%s", error.message);
    output_format(&call->out, "# %s: %" PRIu64 " bytes\n", path, sum.bytes);
    return STATUS_OK;
}

/* All tables, or those of a game with its options. */
static enum status table_clear_cache(struct call *call, const char *path) {
    struct position_args args = {0};
    struct kw_error error;
    if (call->arguments.operands == 1)
        return kw_table_cache_clear(path, &error) ? STATUS_OK
                                                  : call_fail(call, "%s", error.message);
    enum status status = position_args_open_game(call, &args, call->arguments.operand[1]);
    if (status == STATUS_OK && !kw_table_cache_remove(path, args.game, &error))
        status = call_fail(call, "%s", error.message);
    position_args_close(&args);
    return status;
}

static const struct {
    const char *name;
    enum status (*run)(struct call *call, const char *path);
    size_t operands; /* that it takes, with its name; more than one: a game */
} cache_tasks[] = {{"list", table_list_cache, 1}, {"clear", table_clear_cache, 2}};

/* A task of the cache. */
static enum status table_run_cache(struct call *call, size_t task) {
    const struct arguments *arguments = &call->arguments;
    static const enum flag others[] = {FLAG_SEEDS, FLAG_DIR, FLAG_THREADS, FLAG_POSITION,
                                       FLAG_MOVES};
    char path[KW_TEXT];
    bool alone = arguments->operands <= cache_tasks[task].operands &&
                 (arguments->operands > 1 || arguments->value[FLAG_OPTION] == NULL);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        alone = alone && arguments->value[others[i]] == NULL;
    if (!alone)
        return call_misuse(call, "table %s takes %s", arguments->operand[0],
                           cache_tasks[task].operands > 1 ? "a game, and nothing else"
                                                          : "nothing else");
    if (!tables_cache_path(path))
        return call_fail(call, "there is no cache: neither XDG_CACHE_HOME nor HOME is set");
    return cache_tasks[task].run(call, path);
}

/* Rejects flags and operands that the task does not take. */
static enum status table_check_operands(struct call *call, bool plays, bool works, bool builds) {
    const struct arguments *arguments = &call->arguments;
    const char *task = arguments->operand[0];
    if (!plays && (arguments->operands > 2 || arguments->value[FLAG_POSITION] != NULL ||
                   arguments->value[FLAG_MOVES] != NULL))
        return call_misuse(call, "table %s takes no position and no moves", task);
    if (!works && arguments->value[FLAG_THREADS] != NULL)
        return call_misuse(call, "table %s takes no --threads", task);
    if (!builds && arguments->value[FLAG_SEEDS] != NULL)
        return call_misuse(call, "table %s takes no --seeds", task);
    return STATUS_OK;
}

enum status table_run(struct call *call) {
    enum { TASKS = sizeof tasks / sizeof *tasks };
    struct table_job job = {.call = call, .threads = (unsigned)call_number(call, FLAG_THREADS, 1)};
    struct arguments *arguments = &call->arguments;
    size_t task = 0;
    for (size_t i = 0; i < sizeof cache_tasks / sizeof *cache_tasks; i++)
        if (strcmp(cache_tasks[i].name, arguments->operand[0]) == 0)
            return table_run_cache(call, i);
    while (task < TASKS && strcmp(tasks[task].name, arguments->operand[0]) != 0)
        task++;
    if (task == TASKS)
        return call_misuse(call,
                           "expected build, verify, stats, probe, list or clear after table, found "
                           "'%s'",
                           arguments->operand[0]);
    if (arguments->operands < 2)
        return call_misuse(call, "table %s needs a game", arguments->operand[0]);
    enum status status =
        table_check_operands(call, tasks[task].plays, tasks[task].works, task == 0);
    job.directory = tables_directory(call, FLAG_DIR);
    if (status == STATUS_OK && job.directory == NULL)
        status =
            call_misuse(call, "table %s needs --dir, or KOMWE_TABLES: the directory of the tables",
                        tasks[task].name);
    if (status == STATUS_OK)
        status = tasks[task].plays
                     ? position_args_open(call, &job.args, arguments->operand[1], 2)
                     : position_args_open_game(call, &job.args, arguments->operand[1]);
    if (status == STATUS_OK && tasks[task].plays)
        status = position_args_replay(call, &job.args);
    if (status == STATUS_OK)
        status = tasks[task].run(&job);
    position_args_close(&job.args);
    return status;
}
