#include "proofs/proof_table.h"

#include "base/error.h"
#include "base/huge_pages.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 1000 };

bool proof_table_open(struct proof_table *table, size_t bytes) {
    *table = (struct proof_table){.buckets = bytes / sizeof(struct proof_bucket)};
    if (table->buckets == 0)
        table->buckets = 1;
    table->bucket = huge_pages_alloc(table->buckets * sizeof *table->bucket);
    return table->bucket != NULL;
}

void proof_table_close(struct proof_table *table) {
    free(table->bucket);
    *table = (struct proof_table){0};
}

/* ---- slots --------------------------------------------------------------------------------- */

static uint64_t pack(const struct proof_finding *finding) {
    uint64_t numbers = finding->state == PROOF_OPEN
                           ? finding->success | (uint64_t)finding->failure << 28
                           : finding->plies;
    return numbers | (uint64_t)finding->effort << 56 | (uint64_t)finding->state << 62;
}

static struct proof_finding unpack(uint64_t data) {
    struct proof_finding finding = {.state = (uint8_t)(data >> 62), .effort = data >> 56 & 63};
    if (finding.state == PROOF_OPEN) {
        finding.success = data & PROOF_NEVER;
        finding.failure = data >> 28 & PROOF_NEVER;
    } else {
        finding.plies = (uint16_t)data;
    }
    return finding;
}

/* No finding is all zero: one that is open has numbers, another a state. */
static bool slot_read(const struct proof_slot *slot, uint64_t *hash, uint64_t *data) {
    *data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    *hash = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ *data;
    return *data != 0;
}

static void slot_write(struct proof_slot *slot, uint64_t hash, uint64_t data) {
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, hash ^ data, memory_order_relaxed);
}

bool proof_table_probe(const struct proof_table *table, uint64_t hash,
                       struct proof_finding *finding) {
    struct proof_bucket *bucket = proof_table_bucket(table, hash);
    for (unsigned i = 0; i < PROOF_BUCKET; i++) {
        uint64_t found, data;
        if (slot_read(&bucket->slot[i], &found, &data) && found == hash) {
            *finding = unpack(data);
            return true;
        }
    }
    return false;
}

static bool is_shorter(const struct proof_finding *known, const struct proof_finding *finding) {
    return known->state != PROOF_OPEN &&
           (finding->state != known->state || finding->plies >= known->plies);
}

void proof_table_store(struct proof_table *table, uint64_t hash,
                       const struct proof_finding *finding) {
    struct proof_bucket *bucket = proof_table_bucket(table, hash);
    struct proof_slot *place = &bucket->slot[0];
    int least = PROOF_EFFORT + 1;
    for (unsigned i = 0; i < PROOF_BUCKET; i++) {
        uint64_t found, data;
        bool used = slot_read(&bucket->slot[i], &found, &data);
        struct proof_finding known = unpack(data);
        if (used && found == hash) {
            if (is_shorter(&known, finding))
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
    slot_write(place, hash, pack(finding));
}

unsigned proof_table_hashfull(const struct proof_table *table) {
    size_t buckets = table->buckets < SAMPLE ? table->buckets : SAMPLE, used = 0;
    assert(buckets > 0);
    for (size_t i = 0; i < buckets; i++)
        for (unsigned j = 0; j < PROOF_BUCKET; j++)
            used += atomic_load_explicit(&table->bucket[i].slot[j].data, memory_order_relaxed) != 0;
    return (unsigned)(used * 1000 / (buckets * PROOF_BUCKET));
}

/* ---- in a file ----------------------------------------------------------------------------- */

enum { ENTRY = 16, PIECE = 4096 * ENTRY, SHARE = 8, TITLE = 2 * KW_TEXT, COUNT_DIGITS = 12 };

static const char heading[] = KW_PROVER_STATE " 1\n";

static uint64_t fnv(uint64_t sum, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

#define FNV_BEGIN UINT64_C(0xcbf29ce484222325)

static void bytes_put(char *bytes, uint64_t word) {
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (char)(word >> 8 * i);
}

static uint64_t bytes_get(const char *bytes) {
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    return word;
}

/* A file being written, or read. */
struct stream {
    kw_write_fn *write;
    kw_read_fn *read;
    void *context;
    uint64_t sum;
};

static bool put(struct stream *stream, const char *bytes, size_t count) {
    stream->sum = fnv(stream->sum, bytes, count);
    return stream->write(stream->context, bytes, count);
}

static bool get(struct stream *stream, char *bytes, size_t count) {
    if (stream->read(stream->context, bytes, count) != count)
        return false;
    stream->sum = fnv(stream->sum, bytes, count);
    return true;
}

size_t proof_table_keeps(const struct proof_table *table) {
    return table->buckets * PROOF_BUCKET / SHARE + 1;
}

/* The MiB of the least table that keeps so many findings. */
static size_t mebibytes_for(size_t count) {
    size_t buckets = (count - 1) * SHARE / PROOF_BUCKET;
    return (buckets * sizeof(struct proof_bucket) + (1 << 20) - 1) >> 20;
}

/* Which findings are written: all above an effort, and some of it, so that the room is used up. */
struct choice {
    size_t count; /* of all */
    size_t some;
    unsigned effort;
};

static struct choice choose_hardest(const struct proof_table *table) {
    size_t of[PROOF_EFFORT + 1] = {0}, room = proof_table_keeps(table);
    struct choice choice = {.effort = PROOF_EFFORT};
    for (size_t i = 0; i < table->buckets; i++)
        for (unsigned j = 0; j < PROOF_BUCKET; j++) {
            uint64_t hash, data;
            if (slot_read(&table->bucket[i].slot[j], &hash, &data))
                of[unpack(data).effort]++;
        }
    for (;; choice.effort--) {
        choice.some = of[choice.effort] < room ? of[choice.effort] : room;
        choice.count += choice.some;
        room -= choice.some;
        if (room == 0 || choice.effort == 0)
            return choice;
    }
}

/* Entries on their way to a file. */
struct piece {
    char bytes[PIECE];
    size_t filled;
};

static bool put_entry(struct stream *stream, struct piece *piece, uint64_t hash, uint64_t data) {
    bytes_put(piece->bytes + piece->filled, hash);
    bytes_put(piece->bytes + piece->filled + 8, data);
    piece->filled += ENTRY;
    if (piece->filled < sizeof piece->bytes)
        return true;
    piece->filled = 0;
    return put(stream, piece->bytes, sizeof piece->bytes);
}

/* Whether a finding is among those chosen, of which so many are still to come. */
static bool is_chosen(uint64_t data, struct choice *left) {
    unsigned effort = unpack(data).effort;
    if (left->count == 0 || effort < left->effort || (effort == left->effort && left->some == 0))
        return false;
    left->some -= effort == left->effort;
    left->count--;
    return true;
}

/* Exactly as many as were chosen, whatever searches do to the table meanwhile. */
static bool write_entries(const struct proof_table *table, struct choice left,
                          struct stream *stream) {
    const struct proof_finding nothing = {.success = 1, .failure = 1};
    struct piece piece = {.filled = 0};
    uint64_t last_hash = 0, last_data = pack(&nothing);
    for (size_t i = 0; i < table->buckets * PROOF_BUCKET; i++) {
        uint64_t hash, data;
        const struct proof_slot *slot = &table->bucket[i / PROOF_BUCKET].slot[i % PROOF_BUCKET];
        if (!slot_read(slot, &hash, &data) || !is_chosen(data, &left))
            continue;
        if (!put_entry(stream, &piece, hash, data))
            return false;
        last_hash = hash;
        last_data = data;
    }
    for (; left.count > 0; left.count--)
        if (!put_entry(stream, &piece, last_hash, last_data))
            return false;
    return put(stream, piece.bytes, piece.filled);
}

bool proof_table_write(const struct proof_table *table, const char *title, kw_write_fn *write,
                       void *context) {
    struct stream stream = {.write = write, .context = context, .sum = FNV_BEGIN};
    char line[TITLE + COUNT_DIGITS + 2], sum[8];
    struct choice choice = choose_hardest(table);
    int length = snprintf(line, sizeof line, "%s\n%zu\n", title, choice.count);
    if (!put(&stream, heading, strlen(heading)) || !put(&stream, line, (size_t)length) ||
        !write_entries(table, choice, &stream))
        return false;
    bytes_put(sum, stream.sum);
    return write(context, sum, sizeof sum);
}

/* Reads a line without its newline; false if it does not end within `size` bytes. */
static bool get_line(struct stream *stream, char *line, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (!get(stream, &line[i], 1))
            return false;
        if (line[i] == '\n') {
            line[i] = '\0';
            return true;
        }
    }
    return false;
}

static bool count_read(const char *text, size_t *count) {
    *count = 0;
    if (*text == '\0' || strlen(text) > COUNT_DIGITS)
        return false;
    for (; *text >= '0' && *text <= '9'; text++)
        *count = *count * 10 + (size_t)(*text - '0');
    return *text == '\0';
}

/* Whether such a word can have been written. */
static bool is_finding(uint64_t data) {
    struct proof_finding finding = unpack(data);
    if (pack(&finding) != data)
        return false;
    return finding.state != PROOF_OPEN ||
           (finding.success > 0 && finding.failure > 0 && finding.success < PROOF_NEVER &&
            finding.failure < PROOF_NEVER);
}

/* Stores them if they are no more than the table keeps; else they are only looked at. */
static bool read_entries(struct proof_table *table, size_t count, struct stream *stream) {
    char piece[PIECE];
    bool fits = count <= proof_table_keeps(table);
    while (count > 0) {
        size_t now = count < PIECE / ENTRY ? count : PIECE / ENTRY;
        if (!get(stream, piece, now * ENTRY))
            return false;
        for (size_t i = 0; i < now; i++) {
            uint64_t data = bytes_get(piece + i * ENTRY + 8);
            if (!is_finding(data))
                return false;
            struct proof_finding finding = unpack(data);
            if (fits)
                proof_table_store(table, bytes_get(piece + i * ENTRY), &finding);
        }
        count -= now;
    }
    return true;
}

/* Reads all after the first two lines. */
static bool read_rest(struct proof_table *table, struct stream *stream, size_t *count) {
    char line[COUNT_DIGITS + 2], sum[8], more;
    if (!get_line(stream, line, sizeof line) || !count_read(line, count) ||
        !read_entries(table, *count, stream))
        return false;
    uint64_t expected = stream->sum;
    return get(stream, sum, sizeof sum) && bytes_get(sum) == expected && !get(stream, &more, 1);
}

static bool read_state(struct proof_table *table, const char *title, struct stream *stream,
                       struct kw_error *error) {
    char line[TITLE + 1];
    size_t count;
    bool whole = get_line(stream, line, sizeof heading);
    if (whole && strncmp(line, heading, sizeof heading - 3) == 0 && strcmp(line, "") != 0 &&
        strncmp(line, heading, strlen(line)) != 0)
        return error_set(error, KW_BAD_RECORD, 1,
                         "this program does not know that version of the state of a proof search");
    if (!whole || strncmp(line, heading, strlen(line)) != 0 || strlen(line) + 2 != sizeof heading)
        return error_set(error, KW_BAD_RECORD, 1, "it is not the state of a proof search");
    if (!get_line(stream, line, sizeof line))
        return error_set(error, KW_BAD_RECORD, 1, "the state of the proof search is damaged");
    if (strcmp(line, title) != 0)
        return error_set(error, KW_BAD_RECORD, 1, "it is the state of a proof search of '%.200s'",
                         line);
    if (!read_rest(table, stream, &count))
        return error_set(error, KW_BAD_RECORD, 1, "the state of the proof search is damaged");
    if (count > proof_table_keeps(table))
        return error_set(error, KW_NO_MEMORY, 1, "a table of %zu MiB is needed to hold all of it",
                         mebibytes_for(count));
    return true;
}

bool proof_table_read(struct proof_table *table, const char *title, kw_read_fn *read, void *context,
                      struct kw_error *error) {
    struct stream stream = {.read = read, .context = context, .sum = FNV_BEGIN};
    if (read_state(table, title, &stream, error))
        return true;
    memset((void *)table->bucket, 0, table->buckets * sizeof *table->bucket);
    return false;
}
