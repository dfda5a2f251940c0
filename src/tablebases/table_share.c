/*
 * kw_tables_build_shared: the build by several processes, each with its share of a layer in memory.
 *
 * Only rank 0 reads and writes files.  It reads a layer that exists block by block, and scatters
 * the blocks to their owners.  Other layers all ranks solve together; then each packs its share,
 * and one after the other sends its parts, which rank 0 writes as they arrive.  So no rank ever
 * holds more than its share and the packed parts of it.
 */
#include "base/error.h"
#include "tablebases/table_work.h"

#include <errno.h>
#include <stdlib.h>

struct shared_build {
    struct table_work work;
    struct process_transport transport;
    struct outbox outboxes[RANKS_MAX];
    bool failed, stopped; /* as in a layer: known to all ranks after the next exchange */

    /* The share of the current layer. */
    uint64_t first, owned;
    struct endgame_planes planes;
    uint64_t arrived; /* positions of it that have been read */

    /* Of rank 0. */
    struct kw_error *error;
    struct endgame_writer writer;
    uint64_t exact;
    int fault; /* errno of a failed write; 0: none */
};

static unsigned share_rank(const struct shared_build *build) {
    return build->transport.transport.rank;
}
static unsigned share_ranks(const struct shared_build *build) {
    return build->transport.transport.ranks;
}

/* A vote beside those of layers: the distances of a share take two bytes. */
enum { VOTE_WIDE = 32 };

static unsigned share_exchange(struct shared_build *build, receive_fn *receive, unsigned vote) {
    struct transport *transport = &build->transport.transport;
    vote |= (build->failed ? VOTE_FAILED : 0u) | (build->stopped ? VOTE_STOPPED : 0u);
    unsigned votes = transport->exchange(transport, build->outboxes, receive, build, vote);
    build->failed = build->failed || (votes & VOTE_FAILED) != 0;
    build->stopped = build->stopped || (votes & VOTE_STOPPED) != 0;
    return votes;
}

static void share_receive_nothing(void *receiver, unsigned sender, const struct update *list,
                                  size_t count) {
    (void)receiver, (void)sender, (void)list, (void)count;
}

/* Exchanges failures and stops; whether to continue, the same at all ranks. */
static bool share_agree(struct shared_build *build) {
    share_exchange(build, share_receive_nothing, 0);
    return !build->failed && !build->stopped;
}

static size_t share_updates_for(size_t bytes) {
    return (bytes + sizeof(struct update) - 1) / sizeof(struct update);
}

/* Room for so many updates in an outbox, after an exchange if it is full. */
static struct update *share_outbox_room(struct shared_build *build, unsigned owner, size_t updates,
                                        receive_fn *receive) {
    struct outbox *outbox = &build->outboxes[owner];
    if (outbox->count + updates > OUTBOX_UPDATES)
        share_exchange(build, receive, VOTE_MORE);
    struct update *room = outbox->list + outbox->count;
    outbox->count += updates;
    return room;
}

/* Exchanges until no rank has more to send. */
static void share_drain(struct shared_build *build, receive_fn *receive) {
    while (share_exchange(build, receive, 0) & VOTE_MORE)
        ;
}

/* Begins a layer: computes the own share and allocates its arrays. */
static bool share_begin_layer(struct shared_build *build, uint64_t positions) {
    unsigned rank = share_rank(build), ranks = share_ranks(build);
    build->first = share_first(positions, ranks, rank);
    build->owned = share_first(positions, ranks, rank + 1) - build->first;
    build->arrived = 0;
    build->failed = !planes_open(&build->planes, build->owned);
    if (build->failed)
        error_no_memory(build->error);
    return share_agree(build);
}

/* ---- a layer that is there ------------------------------------------------------------------- */

/* Decodes the next block of the own share. */
static size_t share_receive_block(struct shared_build *build, const unsigned char *bytes) {
    uint64_t left = build->owned - build->arrived;
    size_t size = left < ENDGAME_BLOCK ? (size_t)left : ENDGAME_BLOCK, at = build->arrived;
    struct endgame_file shape = {.planes = build->work.index.cycles == ENDGAME_CYCLES_OPEN ? 2 : 1};
    for (size_t i = 0; i < size; i++) {
        int lower, upper;
        endgame_values_at(&shape, bytes, size, i, &lower, &upper);
        build->planes.lower[at + i] = (int8_t)lower;
        build->planes.upper[at + i] = (int8_t)upper;
    }
    build->arrived += size;
    return share_updates_for(size * shape.planes);
}

static void share_receive_blocks(void *receiver, unsigned sender, const struct update *list,
                                 size_t count) {
    struct shared_build *build = receiver;
    (void)sender;
    for (size_t at = 0; at < count && build->arrived < build->owned;)
        at += share_receive_block(build, (const unsigned char *)(list + at));
}

/* Reads a block and sends it to its owner; 0 or a fault. */
static int share_scatter_block(struct shared_build *build, const struct endgame_file *file,
                               unsigned number) {
    enum { BLOCK_UPDATES = 2 * ENDGAME_BLOCK / sizeof(struct update) };
    struct update block[BLOCK_UPDATES];
    size_t size = endgame_part_bytes(file, number, ENDGAME_VALUES);
    unsigned owner =
        share_owner(file->positions, share_ranks(build), (uint64_t)number * ENDGAME_BLOCK);
    int fault = endgame_part_read(file, number, ENDGAME_VALUES, (unsigned char *)block);
    if (fault != 0)
        return fault;
    if (owner == 0)
        share_receive_block(build, (const unsigned char *)block);
    else
        memcpy(share_outbox_room(build, owner, share_updates_for(size), share_receive_blocks),
               block, size);
    return 0;
}

static void share_scatter_blocks(struct shared_build *build, const struct endgame_file *file,
                                 const char *path) {
    for (unsigned number = 0; number < file->blocks && !build->failed; number++) {
        int fault = share_scatter_block(build, file, number);
        if (fault == 0)
            continue;
        build->failed = true;
        endgame_fault(build->error, path, fault);
    }
}

static bool share_read_layer(struct shared_build *build, unsigned seeds, const char *path) {
    struct endgame_file file = {0};
    if (!share_begin_layer(build, endgame_layer(&build->work.index, seeds)))
        return false;
    bool reads = share_rank(build) == 0;
    build->failed = reads && !table_work_read(&build->work, seeds, path, &file, build->error);
    if (!share_agree(build))
        return false;
    if (reads)
        share_scatter_blocks(build, &file, path);
    share_drain(build, share_receive_blocks);
    bool good = share_agree(build);
    build->work.check = file.check;
    if (reads)
        endgame_file_close(&file);
    return good;
}

/* ---- writing one ----------------------------------------------------------------------------- */

/* Updates that hold a part: its size, then its bytes. */
static size_t share_part_updates(size_t size) { return 1 + share_updates_for(size); }

static void share_note_fault(struct shared_build *build) {
    build->failed = true;
    build->fault = errno;
}

static void share_receive_parts(void *receiver, unsigned sender, const struct update *list,
                                size_t count) {
    struct shared_build *build = receiver;
    (void)sender;
    for (size_t at = 0; at < count && !build->failed;) {
        size_t size = list[at].to;
        if (!endgame_writer_add(&build->writer, list + at + 1, size))
            share_note_fault(build);
        at += share_part_updates(size);
    }
}

static void share_send_parts(struct shared_build *build, const struct endgame_packed *packed) {
    for (size_t i = 0; i < packed->parts && !build->failed; i++) {
        const struct packed_part *part = &packed->part[i];
        struct update *room =
            share_outbox_room(build, 0, share_part_updates(part->size), share_receive_parts);
        room[0] = (struct update){.to = (uint32_t)part->size};
        memcpy(room + 1, part->bytes, part->size);
    }
}

static void share_write_own(struct shared_build *build, const struct endgame_packed *packed) {
    for (size_t i = 0; i < packed->parts && !build->failed; i++)
        if (!endgame_writer_add(&build->writer, packed->part[i].bytes, packed->part[i].size))
            share_note_fault(build);
}

/* One rank after the other, so that the parts arrive in the order of the file. */
static bool share_gather_parts(struct shared_build *build, const struct endgame_packed *packed) {
    unsigned rank = share_rank(build), ranks = share_ranks(build);
    if (rank == 0)
        share_write_own(build, packed);
    for (unsigned sender = 1; sender < ranks; sender++) {
        if (sender == rank)
            share_send_parts(build, packed);
        share_drain(build, share_receive_parts);
        if (!share_agree(build))
            return false;
    }
    return share_agree(build);
}

static void share_receive_exact(void *receiver, unsigned sender, const struct update *list,
                                size_t count) {
    struct shared_build *build = receiver;
    (void)sender, (void)count;
    build->exact += (uint64_t)list->to << 32 | list->from;
}

/* Sums up at rank 0 how many positions are exact. */
static bool share_gather_exact(struct shared_build *build, uint64_t exact) {
    build->exact = exact;
    if (share_rank(build) != 0)
        *share_outbox_room(build, 0, 1, share_receive_exact) =
            (struct update){(uint32_t)(exact >> 32), (uint32_t)exact};
    share_exchange(build, share_receive_exact, 0);
    return !build->failed && !build->stopped;
}

/* Rank 0 writes the packed parts of all ranks; false, with an error at rank 0. */
static bool share_write_packed(struct shared_build *build, const struct endgame_file *layout,
                               const struct endgame_packed *packed, const char *path) {
    bool writes = share_rank(build) == 0;
    build->fault = 0;
    if (writes && !endgame_writer_begin(&build->writer, path, layout))
        share_note_fault(build);
    bool good = share_agree(build) && share_gather_parts(build, packed);
    if (good && writes && !endgame_writer_end(&build->writer, build->exact))
        share_note_fault(build);
    if (writes && (!good || build->failed))
        endgame_writer_drop(&build->writer);
    errno = build->fault;
    if (build->fault != 0)
        endgame_unwritten(build->error, path);
    return good && share_agree(build);
}

static bool share_write_layer(struct shared_build *build, unsigned seeds, const char *path) {
    struct endgame_draft draft = table_work_draft(&build->work, seeds, &build->planes);
    bool wide = endgame_distance_bytes(&draft.planes, build->owned) == 2;
    wide = (share_exchange(build, share_receive_nothing, wide ? VOTE_WIDE : 0) & VOTE_WIDE) != 0;
    unsigned distance = wide ? 2 : draft.planes.reach != NULL;
    struct endgame_file layout = endgame_file_layout(&draft, distance);
    struct endgame_packed packed;
    build->failed = !endgame_pack(&packed, &layout, &draft.planes, build->first, build->owned, 1);
    if (build->failed)
        error_no_memory(build->error);
    bool good = share_gather_exact(build, packed.exact) &&
                share_write_packed(build, &layout, &packed, path);
    endgame_packed_free(&packed);
    return good;
}

/* ---- a layer that is not there --------------------------------------------------------------- */

static bool share_make_layer(struct shared_build *build, unsigned seeds, const char *path) {
    uint64_t positions = endgame_layer(&build->work.index, seeds);
    if (!share_begin_layer(build, positions))
        return false;
    struct layer_task task = {.index = &build->work.index,
                              .seeds = seeds,
                              .positions = positions,
                              .known = &build->work.known,
                              .shared = true,
                              .planes = build->planes,
                              .progress = table_work_layer_progress,
                              .context = &build->work};
    switch (layer_solve(&task, &build->transport.transport)) {
    case LAYER_FAILED:
        return error_no_memory(build->error);
    case LAYER_STOPPED:
        return table_stopped(build->error);
    default:
        break;
    }
    if (!share_write_layer(build, seeds, path))
        return false;
    build->failed = share_rank(build) == 0 && !table_work_written(&build->work, path, build->error);
    return share_agree(build);
}

/* ---- all layers ------------------------------------------------------------------------------ */

/* Rank 0 checks whether the file of a layer exists and sends that to all; whether to continue. */
static bool share_find_layer(struct shared_build *build, unsigned seeds, char path[KW_TEXT],
                             bool *there) {
    unsigned vote = 0;
    build->work.progress.seeds = seeds;
    if (share_rank(build) == 0) {
        build->failed = !table_work_path(&build->work, seeds, path, build->error);
        build->stopped = !table_work_report(&build->work, 0);
        if (build->stopped)
            table_stopped(build->error);
        if (!build->failed && file_exists(path))
            vote = VOTE_MORE;
    }
    *there = (share_exchange(build, share_receive_nothing, vote) & VOTE_MORE) != 0;
    return !build->failed && !build->stopped;
}

static bool share_build_layers(struct shared_build *build) {
    char path[KW_TEXT] = "";
    for (unsigned seeds = 0; seeds <= build->work.progress.most; seeds++) {
        bool there;
        if (!share_find_layer(build, seeds, path, &there))
            return false;
        bool good =
            there ? share_read_layer(build, seeds, path) : share_make_layer(build, seeds, path);
        if (good)
            table_work_add_known(&build->work, seeds, &build->planes);
        planes_close(&build->planes);
        if (!good)
            return false;
        build->work.before += (double)endgame_layer(&build->work.index, seeds);
    }
    if (share_rank(build) == 0 && !table_work_report(&build->work, 0))
        build->stopped = !table_stopped(build->error);
    return share_agree(build);
}

static bool share_open_outboxes(struct shared_build *build) {
    bool good = true;
    for (unsigned rank = 0; good && rank < share_ranks(build); rank++) {
        struct outbox *outbox = &build->outboxes[rank];
        if (rank != share_rank(build))
            good = (outbox->list = malloc(OUTBOX_UPDATES * sizeof *outbox->list)) != NULL;
    }
    return good || error_no_memory(build->error);
}

/* Opens what each rank needs, and the folder at rank 0. */
static bool share_open(struct shared_build *build, const struct kw_game *game, unsigned seeds,
                       int *lock) {
    bool good = table_work_open(&build->work, game, seeds, share_ranks(build), build->error) &&
                share_open_outboxes(build);
    if (good && share_rank(build) == 0) {
        *lock = table_work_lock(&build->work, build->error);
        good = *lock >= 0;
    }
    build->failed = !good;
    return share_agree(build);
}

bool kw_tables_build_shared(const struct kw_game *game, const char *directory, unsigned seeds,
                            const struct kw_communicator *communicator, kw_progress_fn *progress,
                            void *context, struct kw_error *error) {
    if (communicator->ranks > KW_RANKS)
        return error_set(error, KW_BAD_VALUE, 1, "at most %d processes can share a build",
                         KW_RANKS);
    struct shared_build *build = calloc(1, sizeof *build);
    int lock = -1;
    /* A rank without memory for this much cannot even vote. */
    if (build == NULL)
        return error_no_memory(error);
    struct kw_error local_error = {.code = KW_OK};
    build->transport = process_transport(communicator);
    build->work.directory = directory;
    build->work.report = progress;
    build->work.context = context;
    build->error = communicator->rank == 0 ? error : &local_error;
    error_no_memory(build->error); /* the failure of another rank: only memory can be short there */
    bool good = share_open(build, game, seeds, &lock) && share_build_layers(build);
    if (!good && communicator->rank != 0)
        table_stopped(error);
    folder_unlock(lock);
    for (unsigned rank = 0; rank < communicator->ranks; rank++)
        free(build->outboxes[rank].list);
    table_work_close(&build->work);
    free(build);
    return good || table_work_failed(error);
}
