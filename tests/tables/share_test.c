/*
 * Endgame tables that several ranks build together, each with its share: the bytes of the build
 * by one, whatever happens on the way.  Here the ranks are threads; komwe-mpi has tests of its
 * own.
 *
 *      share_test [--effort N] [--seed N] [RULE-SET]...
 */
#include "support/folders.h"
#include "support/test.h"

#include "base/parallel.h"
#include "tablebases/shares.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { MOST = 8 }; /* ranks */

/* A build by ranks that exchange messages here. */
struct hall {
    const struct kw_game *game;
    const char *folder;
    unsigned seeds, ranks;
    struct barrier *barrier;
    struct {
        const struct kw_message *messages;
        uint32_t vote;
    } desk[MOST];
    int questions; /* after which rank 0 stops; below 0: never */
    bool good[MOST];
    struct kw_error error[MOST];
};

struct seat {
    struct hall *hall;
    unsigned rank;
};

static uint32_t exchange(void *context, const struct kw_message *messages, kw_receive_fn *receive,
                         void *receiver, uint32_t vote) {
    const struct seat *seat = context;
    struct hall *hall = seat->hall;
    uint32_t votes = 0;
    hall->desk[seat->rank].messages = messages;
    hall->desk[seat->rank].vote = vote;
    barrier_wait(hall->barrier);
    for (unsigned other = 0; other < hall->ranks; other++) {
        const struct kw_message *come = &hall->desk[other].messages[seat->rank];
        votes |= hall->desk[other].vote;
        if (come->size == 0)
            continue;
        if (other == seat->rank || come->size > KW_MESSAGE_BYTES)
            abort();
        receive(receiver, other, come->bytes, come->size);
    }
    barrier_wait(hall->barrier);
    return votes;
}

static bool ask(void *context, const struct kw_progress *progress) {
    struct hall *hall = context;
    (void)progress;
    return hall->questions < 0 || hall->questions-- > 0;
}

static void take_part(void *context, size_t rank) {
    struct hall *hall = context;
    struct seat seat = {hall, (unsigned)rank};
    struct kw_communicator communicator = {(unsigned)rank, hall->ranks, &seat, exchange};
    hall->good[rank] =
        kw_tables_build_shared(hall->game, rank == 0 ? hall->folder : NULL, hall->seeds,
                               &communicator, ask, hall, &hall->error[rank]);
}

/* Builds; true if all ranks succeed, false if none does. */
static bool build(struct test *test, struct hall *hall) {
    unsigned good = 0;
    hall->barrier = barrier_new(hall->ranks);
    if (hall->barrier == NULL || !parallel_for_all(hall->ranks, take_part, hall))
        abort();
    barrier_free(hall->barrier);
    for (unsigned rank = 0; rank < hall->ranks; rank++)
        good += hall->good[rank];
    test_expect(test, good == 0 || good == hall->ranks, "%u of %u ranks say that it is done", good,
                hall->ranks);
    return good > 0;
}

static struct hall hall_for(const struct kw_game *game, const char *folder, unsigned seeds,
                            unsigned ranks) {
    return (struct hall){
        .game = game, .folder = folder, .seeds = seeds, .ranks = ranks, .questions = -1};
}

/* ---- shares -----------------------------------------------------------------------------------
 */

static void test_shares(struct test *test) {
    static const uint64_t positions[] = {1, 8191, 8192, 8193, 40960, 1000000, UINT64_C(1) << 38};
    for (unsigned ranks = 1; ranks <= KW_RANKS; ranks += ranks < 10 ? 1 : 97) {
        for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
            bool good = share_first(positions[i], ranks, 0) == 0 &&
                        share_first(positions[i], ranks, ranks) == positions[i];
            for (unsigned rank = 0; rank < ranks; rank++) {
                uint64_t first = share_first(positions[i], ranks, rank);
                uint64_t end = share_first(positions[i], ranks, rank + 1);
                good = good && first <= end;
                if (first < end)
                    good = good && share_owner(positions[i], ranks, first) == rank &&
                           share_owner(positions[i], ranks, end - 1) == rank;
            }
            test_expect(test, good, "%llu positions in %u shares", (unsigned long long)positions[i],
                        ranks);
        }
    }
}

/* ---- the same bytes ---------------------------------------------------------------------------
 */

static const struct {
    const char *id, *options;
    unsigned seeds, ranks;
} shared[] = {
    {"awari", "", 9, 1},         {"awari", "", 9, 2},        {"awari", "", 9, 3},
    {"awari", "", 9, 4},         {"oware", "", 8, 2},        {"oware", "grand_slam=capture", 8, 4},
    {"kalah", "", 9, 3},         {"giuthi", "", 8, 4},       {"adji-boto", "", 8, 3},
    {"kiothi", "width=4", 7, 4}, {"bulto", "width=4", 8, 5}, {"awari", "", 2, 8},
};

static void test_same(struct test *test) {
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        char whole[KW_TEXT], folder[KW_TEXT];
        struct kw_game *game = kw_game_open(shared[i].id, shared[i].options, NULL);
        if (test_selects(test, shared[i].id)) {
            folder_name(whole, "whole");
            folder_name(folder, "shared");
            struct hall hall = hall_for(game, folder, shared[i].seeds, shared[i].ranks);
            test_expect(test,
                        kw_tables_build(game, whole, shared[i].seeds, 1, NULL, NULL, NULL) &&
                            build(test, &hall) && folders_same(whole, folder),
                        "%s %s by %u members: %s", shared[i].id, shared[i].options, shared[i].ranks,
                        hall.error[0].message);
            folder_empty(whole);
            folder_empty(folder);
        }
        kw_game_close(game);
    }
}

/* ---- what happens on the way ------------------------------------------------------------------
 */

/* Stopped again and again, each time by another number of members. */
static void test_stopped(struct test *test, const struct kw_game *game, const char *whole,
                         unsigned seeds) {
    char folder[KW_TEXT];
    unsigned stops = 0;
    bool built = false;
    folder_name(folder, "stopped");
    for (int questions = 1; !built && questions < 1000; questions += 3) {
        struct hall hall = hall_for(game, folder, seeds, 1 + stops % 4);
        hall.questions = questions;
        built = build(test, &hall);
        stops += !built;
        for (unsigned rank = 0; !built && rank < hall.ranks; rank++)
            test_expect(test, hall.error[rank].code == KW_STOPPED, "stopped, and says: %s",
                        hall.error[rank].message);
    }
    test_expect(test, built && stops > 3, "the build was stopped %u times", stops);
    test_expect(test, folders_same(whole, folder), "a build that was stopped makes other bytes");
    folder_empty(folder);
}

/* Where no file can have so many bytes: whether rank 0 says so, and the others stop. */
static bool build_cramped(struct test *test, const struct kw_game *game, const char *folder,
                          unsigned seeds) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {20000, 20000};
        struct hall hall = hall_for(game, folder, seeds, 3);
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(!build(test, &hall) && hall.error[0].code == KW_NO_FILE &&
                      hall.error[1].code == KW_STOPPED
                  ? 0
                  : 1);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void test_cramped(struct test *test, const struct kw_game *game, const char *whole,
                         unsigned seeds) {
    char folder[KW_TEXT];
    folder_name(folder, "cramped");
    test_expect(test, build_cramped(test, game, folder, seeds), "the disk is full, unsaid");
    /* One alone goes on with what several have begun. */
    test_expect(test,
                kw_tables_build(game, folder, seeds, 2, NULL, NULL, NULL) &&
                    folders_same(whole, folder),
                "a full disk left other bytes");
    folder_empty(folder);
}

/* A byte among the values of a layer is another. */
static void spoil(const char *folder, const char *name) {
    enum { AT = 700 }; /* in the first block */
    char path[2 * KW_TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r+b");
    if (file == NULL || fseek(file, AT, SEEK_SET) != 0)
        abort();
    int byte = fgetc(file);
    fseek(file, AT, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
}

static void test_refused(struct test *test, const struct kw_game *game, const char *whole,
                         unsigned seeds) {
    struct hall hall = hall_for(game, whole, seeds, 3);
    spoil(whole, "oware.07.kwt");
    test_expect(test,
                !build(test, &hall) && hall.error[0].code == KW_BAD_TABLE &&
                    strstr(hall.error[0].message, "oware.07.kwt") != NULL,
                "a damaged file is accepted: %s", hall.error[0].message);
    hall = hall_for(game, "/nowhere/at/all", seeds, 3);
    test_expect(test, !build(test, &hall) && hall.error[0].code == KW_NO_FILE,
                "there is no such folder: %s", hall.error[0].message);
    hall = hall_for(kw_game_find("hus"), whole, seeds, 2);
    test_expect(test, !build(test, &hall) && hall.error[0].code == KW_BAD_VALUE,
                "Hus has no tables: %s", hall.error[0].message);
    struct kw_communicator crowd = {.ranks = KW_RANKS + 1};
    struct kw_error error = {0};
    test_expect(test,
                !kw_tables_build_shared(game, whole, seeds, &crowd, NULL, NULL, &error) &&
                    error.code == KW_BAD_VALUE,
                "too many members: %s", error.message);
}

static void test_ways(struct test *test) {
    enum { SEEDS = 8 };
    char whole[KW_TEXT];
    const struct kw_game *game = kw_game_find("oware");
    if (!test_selects(test, "oware"))
        return;
    folder_name(whole, "whole");
    kw_tables_build(game, whole, SEEDS, 2, NULL, NULL, NULL);
    test_stopped(test, game, whole, SEEDS);
    test_cramped(test, game, whole, SEEDS);
    test_refused(test, game, whole, SEEDS);
    folder_empty(whole);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    folders_begin();
    test_shares(&test);
    test_same(&test);
    test_ways(&test);
    folders_end();
    return test_end(&test);
}
