/*
 * kw_tables_build_shared: the same build by several processes, each with its share in its memory.
 *
 * The member of rank 0 alone reads and writes files.  A layer that is there it reads block by
 * block, and sends each to its owner.  A layer that is not, all solve together; then each packs its
 * share, and one after the other sends its parts, which rank 0 writes as they come.  So no member
 * ever holds more than its share, and what is packed.
 */
#include "base/error.h"
#include "tablebases/table_work.h"

#include <errno.h>
#include <stdlib.h>

struct sharing {
    struct table_work work;
    struct process_transport transport;
    struct outbox outboxes[RANKS_MOST];
    bool failed, stopped; /* as in a layer: known to all after the next exchange */

    /* The share of the layer at work. */
    uint64_t first, own;
    struct endgame_planes planes;
    uint64_t arrived; /* positions of it that have been read */

    /* Of rank 0. */
    struct kw_error *error;
    struct endgame_writer writer;
    uint64_t exact;
    int fault; /* errno of what could not be written, 0: all was */
};

static unsigned rank_of(const struct sharing *sharing) { return sharing->transport.transport.rank; }
static unsigned ranks_of(const struct sharing *sharing) {
    return sharing->transport.transport.ranks;
}

/* Beyond those of a layer: the distances of a share take two bytes. */
enum { VOTE_WIDE = 32 };

static unsigned exchange(struct sharing *sharing, take_function *take, unsigned vote) {
    struct transport *transport = &sharing->transport.transport;
    vote |= (sharing->failed ? VOTE_FAILED : 0u) | (sharing->stopped ? VOTE_STOPPED : 0u);
    unsigned votes = transport->exchange(transport, sharing->outboxes, take, sharing, vote);
    sharing->failed = sharing->failed || (votes & VOTE_FAILED) != 0;
    sharing->stopped = sharing->stopped || (votes & VOTE_STOPPED) != 0;
    return votes;
}

static void take_nothing(void *taker, unsigned sender, const struct message *list, size_t count) {
    (void)taker, (void)sender, (void)list, (void)count;
}

/* All tell how they are; true if the work goes on, and all answer alike. */
static bool agree(struct sharing *sharing) {
    exchange(sharing, take_nothing, 0);
    return !sharing->failed && !sharing->stopped;
}

static size_t messages_for(size_t bytes) {
    return (bytes + sizeof(struct message) - 1) / sizeof(struct message);
}

/* Room in an outbox for so many messages, after an exchange if need be. */
static struct message *outbox_room(struct sharing *sharing, unsigned owner, size_t messages,
                                   take_function *take) {
    struct outbox *outbox = &sharing->outboxes[owner];
    if (outbox->count + messages > OUTBOX_MESSAGES)
        exchange(sharing, take, VOTE_MORE);
    struct message *room = outbox->list + outbox->count;
    outbox->count += messages;
    return room;
}

/* Exchanges as long as anybody has more to send. */
static void attend(struct sharing *sharing, take_function *take) {
    while (exchange(sharing, take, 0) & VOTE_MORE)
        ;
}

/* The member begins a layer: its share, with arrays for it. */
static bool share_begin(struct sharing *sharing, uint64_t positions) {
    unsigned rank = rank_of(sharing), ranks = ranks_of(sharing);
    sharing->first = share_first(positions, ranks, rank);
    sharing->own = share_first(positions, ranks, rank + 1) - sharing->first;
    sharing->arrived = 0;
    sharing->failed = !planes_open(&sharing->planes, sharing->own);
    if (sharing->failed)
        table_no_memory(sharing->error);
    return agree(sharing);
}

/* ---- a layer that is there --------------------------------------------------------------------
 */

/* A block of the share has come: lower bounds, and by how much the upper ones are greater. */
static size_t take_block(struct sharing *sharing, const unsigned char *bytes) {
    uint64_t left = sharing->own - sharing->arrived;
    size_t size = left < ENDGAME_BLOCK ? (size_t)left : ENDGAME_BLOCK, at = sharing->arrived;
    struct endgame_file shape = {.planes =
                                     sharing->work.index.cycles == ENDGAME_CYCLES_OPEN ? 2 : 1};
    for (size_t i = 0; i < size; i++) {
        int lower, upper;
        endgame_values_at(&shape, bytes, size, i, &lower, &upper);
        sharing->planes.lower[at + i] = (int8_t)lower;
        sharing->planes.upper[at + i] = (int8_t)upper;
    }
    sharing->arrived += size;
    return messages_for(size * shape.planes);
}

static void take_blocks(void *taker, unsigned sender, const struct message *list, size_t count) {
    struct sharing *sharing = taker;
    (void)sender;
    for (size_t at = 0; at < count && sharing->arrived < sharing->own;)
        at += take_block(sharing, (const unsigned char *)(list + at));
}

/* Sends a block to its owner; 0, or why it cannot be read. */
static int deal_block(struct sharing *sharing, const struct endgame_file *file, unsigned number) {
    enum { BLOCK_MESSAGES = 2 * ENDGAME_BLOCK / sizeof(struct message) };
    struct message block[BLOCK_MESSAGES];
    size_t size = endgame_part_bytes(file, number, ENDGAME_VALUES);
    unsigned owner =
        share_owner(file->positions, ranks_of(sharing), (uint64_t)number * ENDGAME_BLOCK);
    int fault = endgame_part_read(file, number, ENDGAME_VALUES, (unsigned char *)block);
    if (fault != 0)
        return fault;
    if (owner == 0)
        take_block(sharing, (const unsigned char *)block);
    else
        memcpy(outbox_room(sharing, owner, messages_for(size), take_blocks), block, size);
    return 0;
}

static void deal_blocks(struct sharing *sharing, const struct endgame_file *file,
                        const char *path) {
    for (unsigned number = 0; number < file->blocks && !sharing->failed; number++) {
        int fault = deal_block(sharing, file, number);
        if (fault == 0)
            continue;
        sharing->failed = true;
        endgame_fault(sharing->error, path, fault);
    }
}

static bool read_layer(struct sharing *sharing, unsigned seeds, const char *path) {
    struct endgame_file file = {0};
    if (!share_begin(sharing, endgame_layer(&sharing->work.index, seeds)))
        return false;
    bool reads = rank_of(sharing) == 0;
    sharing->failed = reads && !table_work_read(&sharing->work, seeds, path, &file, sharing->error);
    if (!agree(sharing))
        return false;
    if (reads)
        deal_blocks(sharing, &file, path);
    attend(sharing, take_blocks);
    bool good = agree(sharing);
    sharing->work.check = file.check;
    if (reads)
        endgame_file_close(&file);
    return good;
}

/* ---- writing one ------------------------------------------------------------------------------
 */

/* A part as it is sent: its bytes, and how many there are before them. */
static size_t part_messages(size_t size) { return 1 + messages_for(size); }

static void note_fault(struct sharing *sharing) {
    sharing->failed = true;
    sharing->fault = errno;
}

static void take_parts(void *taker, unsigned sender, const struct message *list, size_t count) {
    struct sharing *sharing = taker;
    (void)sender;
    for (size_t at = 0; at < count && !sharing->failed;) {
        size_t size = list[at].to;
        if (!endgame_writer_add(&sharing->writer, list + at + 1, size))
            note_fault(sharing);
        at += part_messages(size);
    }
}

static void send_parts(struct sharing *sharing, const struct endgame_packed *packed) {
    for (size_t i = 0; i < packed->parts && !sharing->failed; i++) {
        const struct packed_part *part = &packed->part[i];
        struct message *room = outbox_room(sharing, 0, part_messages(part->size), take_parts);
        room[0] = (struct message){.to = (uint32_t)part->size};
        memcpy(room + 1, part->bytes, part->size);
    }
}

static void write_own(struct sharing *sharing, const struct endgame_packed *packed) {
    for (size_t i = 0; i < packed->parts && !sharing->failed; i++)
        if (!endgame_writer_add(&sharing->writer, packed->part[i].bytes, packed->part[i].size))
            note_fault(sharing);
}

/* One member after the other, so that the parts come in the order of the file. */
static bool gather_parts(struct sharing *sharing, const struct endgame_packed *packed) {
    unsigned rank = rank_of(sharing), ranks = ranks_of(sharing);
    if (rank == 0)
        write_own(sharing, packed);
    for (unsigned sender = 1; sender < ranks; sender++) {
        if (sender == rank)
            send_parts(sharing, packed);
        attend(sharing, take_parts);
        if (!agree(sharing))
            return false;
    }
    return agree(sharing);
}

static void take_exact(void *taker, unsigned sender, const struct message *list, size_t count) {
    struct sharing *sharing = taker;
    (void)sender, (void)count;
    sharing->exact += (uint64_t)list->to << 32 | list->from;
}

/* Tells rank 0 how many positions of the share are exact. */
static bool gather_exact(struct sharing *sharing, uint64_t exact) {
    sharing->exact = exact;
    if (rank_of(sharing) != 0)
        *outbox_room(sharing, 0, 1, take_exact) =
            (struct message){(uint32_t)(exact >> 32), (uint32_t)exact};
    exchange(sharing, take_exact, 0);
    return !sharing->failed && !sharing->stopped;
}

/* Rank 0 writes what all have packed; false, with a sentence at rank 0. */
static bool write_packed(struct sharing *sharing, const struct endgame_file *layout,
                         const struct endgame_packed *packed, const char *path) {
    bool writes = rank_of(sharing) == 0;
    sharing->fault = 0;
    if (writes && !endgame_writer_begin(&sharing->writer, path, layout))
        note_fault(sharing);
    bool good = agree(sharing) && gather_parts(sharing, packed);
    if (good && writes && !endgame_writer_end(&sharing->writer, sharing->exact))
        note_fault(sharing);
    if (writes && (!good || sharing->failed))
        endgame_writer_drop(&sharing->writer);
    errno = sharing->fault;
    if (sharing->fault != 0)
        endgame_unwritten(sharing->error, path);
    return good && agree(sharing);
}

static bool write_layer(struct sharing *sharing, unsigned seeds, const char *path) {
    struct endgame_draft draft = table_work_draft(&sharing->work, seeds, &sharing->planes);
    bool wide = endgame_distance_bytes(&draft.planes, sharing->own) == 2;
    wide = (exchange(sharing, take_nothing, wide ? VOTE_WIDE : 0) & VOTE_WIDE) != 0;
    unsigned distance = wide ? 2 : draft.planes.reach != NULL;
    struct endgame_file layout = endgame_file_layout(&draft, distance);
    struct endgame_packed packed;
    sharing->failed =
        !endgame_pack(&packed, &layout, &draft.planes, sharing->first, sharing->own, 1);
    if (sharing->failed)
        table_no_memory(sharing->error);
    bool good =
        gather_exact(sharing, packed.exact) && write_packed(sharing, &layout, &packed, path);
    endgame_packed_free(&packed);
    return good;
}

/* ---- a layer that is not there ----------------------------------------------------------------
 */

static bool make_layer(struct sharing *sharing, unsigned seeds, const char *path) {
    uint64_t positions = endgame_layer(&sharing->work.index, seeds);
    if (!share_begin(sharing, positions))
        return false;
    struct layer_task task = {.index = &sharing->work.index,
                              .seeds = seeds,
                              .positions = positions,
                              .known = &sharing->work.known,
                              .shared = true,
                              .planes = sharing->planes,
                              .watch = table_work_watch,
                              .context = &sharing->work};
    switch (layer_solve(&task, &sharing->transport.transport)) {
    case LAYER_FAILED:
        return table_no_memory(sharing->error);
    case LAYER_STOPPED:
        return table_stopped(sharing->error);
    default:
        break;
    }
    if (!write_layer(sharing, seeds, path))
        return false;
    sharing->failed =
        rank_of(sharing) == 0 && !table_work_written(&sharing->work, path, sharing->error);
    return agree(sharing);
}

/* ---- the whole --------------------------------------------------------------------------------
 */

/* Rank 0 looks whether a layer is there, and all hear of it; false if the work ends. */
static bool find_layer(struct sharing *sharing, unsigned seeds, char path[KW_TEXT], bool *there) {
    unsigned vote = 0;
    sharing->work.progress.seeds = seeds;
    if (rank_of(sharing) == 0) {
        sharing->failed = !table_work_path(&sharing->work, seeds, path, sharing->error);
        sharing->stopped = !table_work_tell(&sharing->work, 0);
        if (sharing->stopped)
            table_stopped(sharing->error);
        if (!sharing->failed && file_exists(path))
            vote = VOTE_MORE;
    }
    *there = (exchange(sharing, take_nothing, vote) & VOTE_MORE) != 0;
    return !sharing->failed && !sharing->stopped;
}

static bool share_layers(struct sharing *sharing) {
    char path[KW_TEXT] = "";
    for (unsigned seeds = 0; seeds <= sharing->work.progress.most; seeds++) {
        bool there;
        if (!find_layer(sharing, seeds, path, &there))
            return false;
        bool good = there ? read_layer(sharing, seeds, path) : make_layer(sharing, seeds, path);
        if (good)
            table_work_keep(&sharing->work, seeds, &sharing->planes);
        planes_close(&sharing->planes);
        if (!good)
            return false;
        sharing->work.before += (double)endgame_layer(&sharing->work.index, seeds);
    }
    if (rank_of(sharing) == 0 && !table_work_tell(&sharing->work, 0))
        sharing->stopped = !table_stopped(sharing->error);
    return agree(sharing);
}

static bool outboxes_open(struct sharing *sharing) {
    bool good = true;
    for (unsigned rank = 0; good && rank < ranks_of(sharing); rank++) {
        struct outbox *outbox = &sharing->outboxes[rank];
        if (rank != rank_of(sharing))
            good = (outbox->list = malloc(OUTBOX_MESSAGES * sizeof *outbox->list)) != NULL;
    }
    return good || table_no_memory(sharing->error);
}

/* Opens what each member needs, and the folder at rank 0. */
static bool share_open(struct sharing *sharing, const struct kw_game *game, unsigned seeds,
                       int *lock) {
    bool good = table_work_open(&sharing->work, game, seeds, ranks_of(sharing), sharing->error) &&
                outboxes_open(sharing);
    if (good && rank_of(sharing) == 0) {
        *lock = table_work_lock(&sharing->work, sharing->error);
        good = *lock >= 0;
    }
    sharing->failed = !good;
    return agree(sharing);
}

bool kw_tables_build_shared(const struct kw_game *game, const char *directory, unsigned seeds,
                            const struct kw_communicator *communicator, kw_progress_fn *progress,
                            void *context, struct kw_error *error) {
    if (communicator->ranks > KW_RANKS)
        return error_set(error, KW_BAD_VALUE, 1, "at most %d processes can share a build",
                         KW_RANKS);
    struct sharing *sharing = calloc(1, sizeof *sharing);
    int lock = -1;
    /* A member that has no memory for as much as this leaves the others no way to hear of it. */
    if (sharing == NULL)
        return table_no_memory(error);
    struct kw_error unheard = {.code = KW_OK};
    sharing->transport = process_transport(communicator);
    sharing->work.directory = directory;
    sharing->work.go_on = progress;
    sharing->work.context = context;
    /* Whatever happened where: rank 0 tells it. */
    sharing->error = communicator->rank == 0 ? error : &unheard;
    table_no_memory(sharing->error); /* what else can happen to others alone */
    bool good = share_open(sharing, game, seeds, &lock) && share_layers(sharing);
    if (!good && communicator->rank != 0)
        table_stopped(error);
    folder_unlock(lock);
    for (unsigned rank = 0; rank < communicator->ranks; rank++)
        free(sharing->outboxes[rank].list);
    table_work_close(&sharing->work);
    free(sharing);
    return good || table_work_failed(error);
}
