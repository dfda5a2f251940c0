#include "proofs/proof_table.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLE = 1000 };

/* No word is 0: open entries have proof numbers, others a state. */
static uint64_t proof_table_pack(const struct proof_entry *entry) {
    uint64_t numbers =
        entry->state == PROOF_OPEN ? entry->phi | (uint64_t)entry->delta << 28 : entry->plies;
    return numbers | (uint64_t)entry->effort << 56 | (uint64_t)entry->state << 62;
}

static struct proof_entry proof_table_unpack(uint64_t data) {
    struct proof_entry entry = {.state = (uint8_t)(data >> 62), .effort = data >> 56 & 63};
    if (entry.state == PROOF_OPEN) {
        entry.phi = data & PROOF_INFINITE;
        entry.delta = data >> 28 & PROOF_INFINITE;
    } else {
        entry.plies = (uint16_t)data;
    }
    return entry;
}

bool proof_table_probe(const struct transposition *table, uint64_t hash,
                       struct proof_entry *entry) {
    struct transposition_bucket *bucket = transposition_bucket(table, hash);
    for (unsigned i = 0; i < BUCKET_SLOTS; i++) {
        uint64_t found, data;
        if (transposition_slot_read(&bucket->slot[i], &found, &data) && found == hash) {
            *entry = proof_table_unpack(data);
            return true;
        }
    }
    return false;
}

static bool proof_table_is_better(const struct proof_entry *known,
                                  const struct proof_entry *entry) {
    return known->state != PROOF_OPEN &&
           (entry->state != known->state || entry->plies >= known->plies);
}

void proof_table_store(struct transposition *table, uint64_t hash,
                       const struct proof_entry *entry) {
    struct transposition_bucket *bucket = transposition_bucket(table, hash);
    struct transposition_slot *place = &bucket->slot[0];
    int least = PROOF_EFFORT + 1;
    for (unsigned i = 0; i < BUCKET_SLOTS; i++) {
        uint64_t found, data;
        bool used = transposition_slot_read(&bucket->slot[i], &found, &data);
        struct proof_entry known = proof_table_unpack(data);
        if (used && found == hash) {
            if (proof_table_is_better(&known, entry))
                return;
            place = &bucket->slot[i];
            break;
        }
        int worth = used ? known.effort : -1;
        if (worth < least) {
            least = worth;
            place = &bucket->slot[i];
        }
    }
    transposition_slot_write(place, hash, proof_table_pack(entry));
}

unsigned proof_table_hashfull(const struct transposition *table) {
    size_t buckets = table->buckets < SAMPLE ? table->buckets : SAMPLE, used = 0;
    assert(buckets > 0);
    for (size_t i = 0; i < buckets; i++)
        for (unsigned j = 0; j < BUCKET_SLOTS; j++)
            used += atomic_load_explicit(&table->bucket[i].slot[j].data, memory_order_relaxed) != 0;
    return (unsigned)(used * 1000 / (buckets * BUCKET_SLOTS));
}

/* ---- in a file ------------------------------------------------------------------------------- */

enum {
    ENTRY_BYTES = 16,
    CHUNK = 4096 * ENTRY_BYTES,
    SAVED_SHARE = 8,
    TITLE = 2 * KW_TEXT,
    COUNT_DIGITS = 12
};

#define COUNT_MOST UINT64_C(999999999999) /* of COUNT_DIGITS */

static const char proof_table_heading[] = KW_PROVER_STATE " 1\n";

/* A file that is written or read, and the checksum so far. */
struct proof_stream {
    kw_write_fn *write;
    kw_read_fn *read;
    void *context;
    uint64_t sum;
};

static bool proof_table_put(struct proof_stream *stream, const void *bytes, size_t count) {
    stream->sum = fnv1a(stream->sum, bytes, count);
    return stream->write(stream->context, bytes, count);
}

static bool proof_table_get(struct proof_stream *stream, void *bytes, size_t count) {
    if (stream->read(stream->context, bytes, count) != count)
        return false;
    stream->sum = fnv1a(stream->sum, bytes, count);
    return true;
}

/* The most entries of a saved state. */
static size_t proof_table_keeps(const struct transposition *table) {
    return table->buckets * BUCKET_SLOTS / SAVED_SHARE + 1;
}

/* The MiB of the smallest table that saves so many entries. */
static size_t proof_table_mebibytes(size_t count) {
    size_t buckets = (count - 1) * SAVED_SHARE / BUCKET_SLOTS;
    return (buckets * sizeof(struct transposition_bucket) + (1 << 20) - 1) >> 20;
}

/* Which entries are saved: all above an effort, and some of that effort, to fill the room. */
struct proof_selection {
    size_t count; /* of all */
    size_t some;
    unsigned effort;
};

static struct proof_selection proof_table_select(const struct transposition *table) {
    size_t counts[PROOF_EFFORT + 1] = {0}, room = proof_table_keeps(table);
    struct proof_selection selection = {.effort = PROOF_EFFORT};
    for (size_t i = 0; i < table->buckets; i++)
        for (unsigned j = 0; j < BUCKET_SLOTS; j++) {
            uint64_t hash, data;
            if (transposition_slot_read(&table->bucket[i].slot[j], &hash, &data))
                counts[proof_table_unpack(data).effort]++;
        }
    for (;; selection.effort--) {
        selection.some = counts[selection.effort] < room ? counts[selection.effort] : room;
        selection.count += selection.some;
        room -= selection.some;
        if (room == 0 || selection.effort == 0)
            return selection;
    }
}

/* Entries that are buffered before they are written. */
struct proof_chunk {
    unsigned char bytes[CHUNK];
    size_t filled;
};

static bool proof_table_put_entry(struct proof_stream *stream, struct proof_chunk *chunk,
                                  uint64_t hash, uint64_t data) {
    bytes_write64(chunk->bytes + chunk->filled, hash);
    bytes_write64(chunk->bytes + chunk->filled + 8, data);
    chunk->filled += ENTRY_BYTES;
    if (chunk->filled < sizeof chunk->bytes)
        return true;
    chunk->filled = 0;
    return proof_table_put(stream, chunk->bytes, sizeof chunk->bytes);
}

/* Whether an entry is selected; counts it off. */
static bool proof_table_is_selected(uint64_t data, struct proof_selection *left) {
    unsigned effort = proof_table_unpack(data).effort;
    if (left->count == 0 || effort < left->effort || (effort == left->effort && left->some == 0))
        return false;
    left->some -= effort == left->effort;
    left->count--;
    return true;
}

/* Writes exactly as many entries as were counted, whatever searches do to the table meanwhile. */
static bool proof_table_write_entries(const struct transposition *table,
                                      struct proof_selection left, struct proof_stream *stream) {
    const struct proof_entry nothing = {.phi = 1, .delta = 1};
    struct proof_chunk chunk = {.filled = 0};
    uint64_t last_hash = 0, last_data = proof_table_pack(&nothing);
    for (size_t i = 0; i < table->buckets * BUCKET_SLOTS; i++) {
        uint64_t hash, data;
        const struct transposition_slot *slot =
            &table->bucket[i / BUCKET_SLOTS].slot[i % BUCKET_SLOTS];
        if (!transposition_slot_read(slot, &hash, &data) || !proof_table_is_selected(data, &left))
            continue;
        if (!proof_table_put_entry(stream, &chunk, hash, data))
            return false;
        last_hash = hash;
        last_data = data;
    }
    for (; left.count > 0; left.count--)
        if (!proof_table_put_entry(stream, &chunk, last_hash, last_data))
            return false;
    return proof_table_put(stream, chunk.bytes, chunk.filled);
}

bool proof_table_write(const struct transposition *table, const char *title, kw_write_fn *write,
                       void *context) {
    struct proof_stream stream = {.write = write, .context = context, .sum = FNV1A_BASIS};
    char line[TITLE + COUNT_DIGITS + 2];
    unsigned char sum[8];
    struct proof_selection selection = proof_table_select(table);
    int length = snprintf(line, sizeof line, "%s\n%zu\n", title, selection.count);
    if (!proof_table_put(&stream, proof_table_heading, strlen(proof_table_heading)) ||
        !proof_table_put(&stream, line, (size_t)length) ||
        !proof_table_write_entries(table, selection, &stream))
        return false;
    bytes_write64(sum, stream.sum);
    return write(context, (const char *)sum, sizeof sum);
}

/* Reads a line without its newline; false if it does not end within `size` bytes. */
static bool proof_table_get_line(struct proof_stream *stream, char *line, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (!proof_table_get(stream, &line[i], 1))
            return false;
        if (line[i] == '\n') {
            line[i] = '\0';
            return true;
        }
    }
    return false;
}

static bool proof_table_read_count(const char *text, size_t *count) {
    uint64_t number;
    if (!number_read(text, strlen(text), 0, COUNT_MOST, &number))
        return false;
    *count = (size_t)number;
    return true;
}

/* Whether proof_table_pack can have made this word. */
static bool proof_table_is_valid(uint64_t data) {
    struct proof_entry entry = proof_table_unpack(data);
    if (proof_table_pack(&entry) != data)
        return false;
    return entry.state != PROOF_OPEN ||
           (entry.phi > 0 && entry.delta > 0 && entry.phi < PROOF_INFINITE &&
            entry.delta < PROOF_INFINITE);
}

/* Stores the entries unless there are more than the table saves; then they are only checked. */
static bool proof_table_read_entries(struct transposition *table, size_t count,
                                     struct proof_stream *stream) {
    unsigned char chunk[CHUNK];
    bool fits = count <= proof_table_keeps(table);
    while (count > 0) {
        size_t now = count < CHUNK / ENTRY_BYTES ? count : CHUNK / ENTRY_BYTES;
        if (!proof_table_get(stream, chunk, now * ENTRY_BYTES))
            return false;
        for (size_t i = 0; i < now; i++) {
            uint64_t data = bytes_read64(chunk + i * ENTRY_BYTES + 8);
            if (!proof_table_is_valid(data))
                return false;
            struct proof_entry entry = proof_table_unpack(data);
            if (fits)
                proof_table_store(table, bytes_read64(chunk + i * ENTRY_BYTES), &entry);
        }
        count -= now;
    }
    return true;
}

/* Reads what follows the first two lines. */
static bool proof_table_read_rest(struct transposition *table, struct proof_stream *stream,
                                  size_t *count) {
    char line[COUNT_DIGITS + 2], more;
    unsigned char sum[8];
    if (!proof_table_get_line(stream, line, sizeof line) || !proof_table_read_count(line, count) ||
        !proof_table_read_entries(table, *count, stream))
        return false;
    uint64_t expected = stream->sum;
    return proof_table_get(stream, sum, sizeof sum) && bytes_read64(sum) == expected &&
           !proof_table_get(stream, &more, 1);
}

static bool proof_table_read_state(struct transposition *table, const char *title,
                                   struct proof_stream *stream, struct kw_error *error) {
    char line[TITLE + 1];
    size_t count;
    bool whole = proof_table_get_line(stream, line, sizeof proof_table_heading);
    if (whole && strncmp(line, proof_table_heading, sizeof proof_table_heading - 3) == 0 &&
        strcmp(line, "") != 0 && strncmp(line, proof_table_heading, strlen(line)) != 0)
        return error_set(error, KW_BAD_RECORD, 1,
                         "the state of a proof search is of an unknown version");
    if (!whole || strncmp(line, proof_table_heading, strlen(line)) != 0 ||
        strlen(line) + 2 != sizeof proof_table_heading)
        return error_set(error, KW_BAD_RECORD, 1, "it is not the state of a proof search");
    if (!proof_table_get_line(stream, line, sizeof line))
        return error_set(error, KW_DAMAGED, 1, "the state of the proof search is damaged");
    if (strcmp(line, title) != 0)
        return error_set(error, KW_BAD_RECORD, 1, "it is the state of a proof search of '%.200s'",
                         line);
    if (!proof_table_read_rest(table, stream, &count))
        return error_set(error, KW_DAMAGED, 1, "the state of the proof search is damaged");
    if (count > proof_table_keeps(table))
        return error_set(error, KW_NO_MEMORY, 1, "a table of %zu MiB is needed to hold all of it",
                         proof_table_mebibytes(count));
    return true;
}

bool proof_table_read(struct transposition *table, const char *title, kw_read_fn *read,
                      void *context, struct kw_error *error) {
    struct proof_stream stream = {.read = read, .context = context, .sum = FNV1A_BASIS};
    if (proof_table_read_state(table, title, &stream, error))
        return true;
    transposition_clear(table);
    return false;
}
