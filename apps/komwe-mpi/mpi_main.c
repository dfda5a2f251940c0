/* The program komwe-mpi, which every process of the job runs. */
#include "mpi_args.h"
#include "mpi_transport.h"
#include "watchdog.h"

#include "base/text.h"

#include <mpi.h>

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { FAILED = 1, MISUSED = 2 };

/* Only the first process prints. */
static bool mpi_main_is_first(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank == 0;
}

static int mpi_main_fail(const char *why) {
    if (mpi_main_is_first()) {
        fputs("komwe-mpi: ", stderr);
        text_show(why, strlen(why), TEXT_ONE_LINE, text_file, stderr);
        fputs("\n", stderr);
    }
    return FAILED;
}

/* ---- progress ---------------------------------------------------------------------------------
 */

struct mpi_report {
    bool wanted;
    unsigned seeds; /* of the layer that was reported last */
    double time;    /* when it was reported, by MPI_Wtime */
};

/* A line when a layer begins, and every ten seconds. */
static bool mpi_main_progress(void *context, const struct kw_progress *progress) {
    enum { SECONDS = 10 };
    struct mpi_report *report = context;
    double now = MPI_Wtime();
    if (!report->wanted || (progress->seeds == report->seeds && now < report->time + SECONDS))
        return true;
    report->seeds = progress->seeds;
    report->time = now;
    fprintf(stderr, "%u of %u seeds, %.1f %% of %" PRIu64 " positions\n", progress->seeds,
            progress->most, 100 * progress->done / (double)progress->positions,
            progress->positions);
    return true;
}

/* ---- traffic ----------------------------------------------------------------------------------
 */

static uint64_t mpi_main_sum(uint64_t own) {
    uint64_t sum = 0;
    MPI_Reduce(&own, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    return sum;
}

static uint64_t mpi_main_maximum(uint64_t own) {
    uint64_t most = 0;
    MPI_Reduce(&own, &most, 1, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    return most;
}

/* Prints what all processes have sent and needed; all of them call it. */
static void mpi_main_print_traffic(const struct mpi_transport *transport, double seconds) {
    const struct mpi_traffic *traffic = mpi_transport_traffic(transport);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    uint64_t messages = mpi_main_sum(traffic->messages), bytes = mpi_main_sum(traffic->bytes);
    uint64_t memory = mpi_main_maximum((uint64_t)usage.ru_maxrss);
    if (mpi_main_is_first())
        printf("seconds %.2f\nrounds %" PRIu64 "\nmessages %" PRIu64 "\nbytes %" PRIu64
               "\nmemory %" PRIu64 " KiB\n",
               seconds, traffic->rounds, messages, bytes, memory);
}

/* ---- the build --------------------------------------------------------------------------------
 */

static int mpi_main_build(const struct mpi_args *args, const struct kw_game *game) {
    struct kw_error error = {.code = KW_OK};
    struct mpi_report report = {.wanted = args->progress, .seeds = UINT32_MAX};
    struct mpi_transport *transport = mpi_transport_new();
    if (transport == NULL) /* the others would wait for this process */
        MPI_Abort(MPI_COMM_WORLD, FAILED);
    struct kw_communicator communicator = mpi_transport_communicator(transport);
    double begun = MPI_Wtime();
    bool good = kw_tables_build_shared(game, args->directory, args->seeds, &communicator,
                                       mpi_main_progress, &report, &error);
    if (good && args->traffic)
        mpi_main_print_traffic(transport, MPI_Wtime() - begun);
    mpi_transport_free(transport);
    return good ? 0 : mpi_main_fail(error.message);
}

static int mpi_main_open_and_build(const struct mpi_args *args) {
    struct kw_error error;
    char line[2 * KW_TEXT];
    struct kw_game *game = kw_game_open(args->id, args->options, &error);
    if (game == NULL && error.code == KW_NO_MEMORY)
        return mpi_main_fail(error.message);
    if (game == NULL && error.code == KW_UNKNOWN_GAME) {
        snprintf(line, sizeof line, "%s (see: komwe games)", error.message);
        return mpi_main_fail(line);
    }
    if (game == NULL) {
        snprintf(line, sizeof line, "option '%.200s': %s", args->options, error.message);
        return mpi_main_fail(line);
    }
    int status = mpi_main_build(args, game);
    kw_game_close(game);
    return status;
}

static int mpi_main_run(const struct mpi_args *args, const char *fault) {
    if (fault != NULL && mpi_main_is_first()) {
        mpi_main_fail(fault);
        mpi_args_usage(stderr);
    }
    if (fault != NULL)
        return MISUSED;
    if (!args->help && !args->version)
        return mpi_main_open_and_build(args);
    if (mpi_main_is_first() && args->help)
        mpi_args_usage(stdout);
    else if (mpi_main_is_first())
        printf("komwe-mpi %s\n", kw_version());
    return 0;
}

int main(int count, char **word) {
    struct mpi_args args;
    char fault[KW_TEXT];
    signal(SIGXFSZ, SIG_IGN); /* a file beyond the limit of its size is an error of the write */
    bool understood = mpi_args_read(&args, count, word, fault);
    watchdog_begin();
    MPI_Init(&count, &word);
    bool first = mpi_main_is_first();
    if (!first)
        watchdog_dismiss();
    int status = mpi_main_run(&args, understood ? NULL : fault);
    free(args.options);
    MPI_Finalize();
    watchdog_dismiss();
    /* The status of the job is that of the first: another one would let MPI end it at once. */
    if (!first)
        return 0;
    return fflush(stdout) == 0 && !ferror(stdout) ? status : FAILED;
}
