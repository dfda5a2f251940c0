/* A call of komwe-mpi, as each process of the job sees it. */
#include "mpi_args.h"
#include "mpi_transport.h"
#include "watchdog.h"

#include <mpi.h>

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { FAILED = 1, MISUSED = 2 };

/* The first process speaks for all. */
static bool speaks(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank == 0;
}

static int fail(const char *why) {
    if (speaks())
        fprintf(stderr, "komwe-mpi: %s\n", why);
    return FAILED;
}

/* ---- progress ---------------------------------------------------------------------------------
 */

struct telling {
    bool wanted;
    unsigned seeds; /* of the layer that was told last */
    double told;    /* when that was, by MPI_Wtime */
};

/* A line when a layer begins, and every ten seconds. */
static bool tell(void *context, const struct kw_progress *progress) {
    enum { SECONDS = 10 };
    struct telling *telling = context;
    double now = MPI_Wtime();
    if (!telling->wanted || (progress->seeds == telling->seeds && now < telling->told + SECONDS))
        return true;
    telling->seeds = progress->seeds;
    telling->told = now;
    fprintf(stderr, "%u of %u seeds, %.1f %% of %" PRIu64 " positions\n", progress->seeds,
            progress->most, 100 * progress->done / (double)progress->positions,
            progress->positions);
    return true;
}

/* ---- traffic ----------------------------------------------------------------------------------
 */

static uint64_t sum_of(uint64_t own) {
    uint64_t sum = 0;
    MPI_Reduce(&own, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    return sum;
}

static uint64_t most_of(uint64_t own) {
    uint64_t most = 0;
    MPI_Reduce(&own, &most, 1, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    return most;
}

/* What all processes have sent and needed; all call it. */
static void tell_traffic(const struct link *link, double seconds) {
    const struct link_traffic *traffic = link_traffic(link);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    uint64_t parcels = sum_of(traffic->parcels), bytes = sum_of(traffic->bytes);
    uint64_t memory = most_of((uint64_t)usage.ru_maxrss);
    if (speaks())
        printf("seconds %.2f\nrounds %" PRIu64 "\nparcels %" PRIu64 "\nbytes %" PRIu64
               "\nmemory %" PRIu64 " KiB\n",
               seconds, traffic->rounds, parcels, bytes, memory);
}

/* ---- the build --------------------------------------------------------------------------------
 */

static int build(const struct words *words, const struct kw_game *game) {
    struct kw_error error = {.code = KW_OK};
    struct telling telling = {.wanted = words->progress, .seeds = UINT32_MAX};
    struct link *link = link_new();
    if (link == NULL) /* the others cannot be told */
        MPI_Abort(MPI_COMM_WORLD, FAILED);
    struct kw_communicator communicator = link_communicator(link);
    double begun = MPI_Wtime();
    bool good = kw_tables_build_shared(game, words->directory, words->seeds, &communicator, tell,
                                       &telling, &error);
    if (good && words->traffic)
        tell_traffic(link, MPI_Wtime() - begun);
    link_free(link);
    return good ? 0 : fail(error.message);
}

static int open_and_build(const struct words *words) {
    struct kw_error error;
    char line[2 * KW_TEXT];
    if (kw_game_find(words->id) == NULL) {
        snprintf(line, sizeof line, "unknown game '%.100s' (see: komwe games)", words->id);
        return fail(line);
    }
    struct kw_game *game = kw_game_open(words->id, words->options, &error);
    if (game == NULL) {
        snprintf(line, sizeof line, "option '%.200s': %s", words->options, error.message);
        return fail(line);
    }
    int status = build(words, game);
    kw_game_close(game);
    return status;
}

static int obey(const struct words *words, const char *fault) {
    if (fault != NULL && speaks()) {
        fprintf(stderr, "komwe-mpi: %s\n", fault);
        words_usage(stderr);
    }
    if (fault != NULL)
        return MISUSED;
    if (!words->help && !words->version)
        return open_and_build(words);
    if (speaks() && words->help)
        words_usage(stdout);
    else if (speaks())
        printf("komwe-mpi %s\n", kw_version());
    return 0;
}

int main(int count, char **word) {
    struct words words;
    char fault[KW_TEXT];
    signal(SIGXFSZ, SIG_IGN); /* a file beyond the limit of its size is an error of the write */
    bool understood = words_read(&words, count, word, fault);
    herald_begin();
    MPI_Init(&count, &word);
    bool first = speaks();
    if (!first)
        herald_dismiss();
    int status = obey(&words, understood ? NULL : fault);
    free(words.options);
    MPI_Finalize();
    herald_dismiss();
    /* The status of the job is that of the first: another one would let MPI end it at once. */
    if (!first)
        return 0;
    return fflush(stdout) == 0 && !ferror(stdout) ? status : FAILED;
}
