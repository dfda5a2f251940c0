/* kw_tables_build: one layer after the other, each written before the next is begun. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "tablebases/table_work.h"

struct table_build {
    struct table_work work;
    unsigned threads;
};

/* ---- a layer that is there ------------------------------------------------------------------- */

/* Reads a layer; false with an error. */
static bool build_read_layer(struct table_build *build, unsigned seeds, const char *path,
                             struct kw_error *error) {
    struct endgame_file file;
    struct endgame_planes planes = {0};
    if (!table_work_read(&build->work, seeds, path, &file, error))
        return false;
    bool good = planes_open(&planes, file.positions) || error_no_memory(error);
    if (good) {
        struct endgame_planes wanted = {.lower = planes.lower, .upper = planes.upper};
        int fault = endgame_file_load(&file, &wanted, build->threads);
        good = fault == 0 || endgame_fault(error, path, fault);
    }
    if (good) {
        build->work.check = file.check;
        table_work_add_known(&build->work, seeds, &planes);
    }
    planes_close(&planes);
    endgame_file_close(&file);
    return good;
}

/* ---- a layer that is not --------------------------------------------------------------------- */

static bool build_write_layer(struct table_build *build, unsigned seeds, const char *path,
                              const struct endgame_planes *planes, struct kw_error *error) {
    struct endgame_draft draft = table_work_draft(&build->work, seeds, planes);
    return endgame_file_write(path, &draft, build->threads, error) &&
           table_work_written(&build->work, path, error);
}

static bool build_make_layer(struct table_build *build, unsigned seeds, const char *path,
                             struct kw_error *error) {
    struct endgame_planes planes = {0};
    bool good = table_work_solve(&build->work, seeds, build->threads, &planes, error) &&
                build_write_layer(build, seeds, path, &planes, error);
    if (good)
        table_work_add_known(&build->work, seeds, &planes);
    planes_close(&planes);
    return good;
}

/* ---- all layers ------------------------------------------------------------------------------ */

/*
 * Whether the machine has the memory for the largest layer, unless it exists: checked before
 * hours are spent on smaller ones.
 */
static bool build_memory_suffices(const struct table_work *work, struct kw_error *error) {
    char path[KW_TEXT];
    unsigned seeds = work->progress.most;
    if (!table_work_path(work, seeds, path, error))
        return false;
    double mib = 1024 * 1024, needed = (double)layer_bytes(&work->index, seeds) / mib,
           there = (double)machine_memory() / mib;
    return file_exists(path) || needed <= there ||
           error_set(error, KW_NO_MEMORY, 1,
                     "the table of %u seeds needs about %.0f MiB of memory to be built, and this "
                     "machine has %.0f",
                     seeds, needed, there);
}

static bool build_all_layers(struct table_build *build, struct kw_error *error) {
    struct table_work *work = &build->work;
    for (unsigned seeds = 0; seeds <= work->progress.most; seeds++) {
        char path[KW_TEXT];
        work->progress.seeds = seeds;
        if (!table_work_path(work, seeds, path, error))
            return false;
        bool there = file_exists(path);
        if (!table_work_report(work, 0))
            return table_stopped(error);
        if (!(there ? build_read_layer(build, seeds, path, error)
                    : build_make_layer(build, seeds, path, error)))
            return false;
        work->before += (double)endgame_layer(&work->index, seeds);
    }
    return table_work_report(work, 0) || table_stopped(error);
}

bool kw_tables_build(const struct kw_game *game, const char *directory, unsigned seeds,
                     unsigned threads, kw_progress_fn *progress, void *context,
                     struct kw_error *error) {
    struct table_build build = {
        .work = {.directory = directory, .report = progress, .context = context},
        .threads = parallel_threads(threads)};
    bool good = table_work_open(&build.work, game, seeds, 1, error) &&
                build_memory_suffices(&build.work, error);
    if (good) {
        int lock = table_work_lock(&build.work, error);
        good = lock >= 0 && build_all_layers(&build, error);
        folder_unlock(lock);
    }
    table_work_close(&build.work);
    return good || table_work_failed(error);
}
