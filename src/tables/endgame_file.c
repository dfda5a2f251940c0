#include "tables/endgame_file.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/pack.h"
#include "base/parallel.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the header ------------------------------------------------------------------------------ */

enum {
    VERSION = 1,
    AT_MAGIC = 0,
    AT_VERSION = 8,
    AT_SEEDS = 12,
    AT_POSITIONS = 16,
    AT_BYTES = 24,
    AT_BELOW = 32,
    AT_BLOCK = 40,
    AT_BLOCKS = 44,
    AT_CODEC = 48,
    AT_PLANES = 49,
    AT_DISTANCE = 50,
    AT_ZERO = 51,
    AT_EXACT = 56,
    AT_NAME = 64,
    AT_PARTS = AT_NAME + ENDGAME_NAME,
    PART_BYTES = 24, /* of an entry: offset, size, checksum */
    CHECK_BYTES = 8
};

static const unsigned char endgame_magic[8] = {'K', 'W', 'T', 'A', 'B', 'L', 'E', 0x1A};

static unsigned endgame_file_parts(const struct endgame_file *file) {
    return file->distance > 0 ? ENDGAME_PARTS : 1;
}

/* The bytes before the first part, checksum included. */
static size_t endgame_file_header_bytes(const struct endgame_file *file) {
    return AT_PARTS + (size_t)file->blocks * endgame_file_parts(file) * PART_BYTES + CHECK_BYTES;
}

static const unsigned char *endgame_file_part_entry(const struct endgame_file *file,
                                                    unsigned number, enum endgame_part part) {
    return file->header + AT_PARTS +
           ((size_t)number * endgame_file_parts(file) + (size_t)part) * PART_BYTES;
}

/* ---- faults ---------------------------------------------------------------------------------- */

static bool endgame_file_bad(struct kw_error *error, const char *fault) {
    return error_set(error, KW_BAD_TABLE, 1, "%s", fault);
}

/* A failed read: the file is too short, or the system names the reason. */
static bool endgame_file_fault(struct kw_error *error, int fault) {
    return fault == ENODATA
               ? endgame_file_bad(error, "it is damaged")
               : error_set(error, KW_NO_FILE, 1, "it cannot be read: %s", strerror(fault));
}

bool endgame_fault(struct kw_error *error, const char *path, int fault) {
    struct kw_error reason;
    if (fault == ENDGAME_WRONG)
        return error_set(error, KW_BAD_TABLE, 1,
                         "'%.300s': its values do not follow from the rules", path);
    endgame_file_fault(&reason, fault == ENDGAME_CORRUPT ? ENODATA : fault);
    return error_set(error, reason.code, 1, "'%.300s': %.100s", path, reason.message);
}

/* ---- opening --------------------------------------------------------------------------------- */

enum {
    /* Bytes of a packed part: ZSTD_compressBound of that many. */
    PACKED_MOST = ENDGAME_PART_MOST + ENDGAME_PART_MOST / 256 + 64
};

/* Reads the fixed fields, which precede the entries of the parts. */
static bool endgame_file_read_fields(struct endgame_file *file, const unsigned char *bytes,
                                     struct kw_error *error) {
    if (memcmp(bytes, endgame_magic, sizeof endgame_magic) != 0)
        return endgame_file_bad(error, "it is not an endgame table");
    if (bytes_read32(bytes + AT_VERSION) != VERSION)
        return endgame_file_bad(error, "it is of an unknown version");
    file->seeds = bytes_read32(bytes + AT_SEEDS);
    file->positions = bytes_read64(bytes + AT_POSITIONS);
    file->below = bytes_read64(bytes + AT_BELOW);
    file->exact = bytes_read64(bytes + AT_EXACT);
    file->block = bytes_read32(bytes + AT_BLOCK);
    file->blocks = bytes_read32(bytes + AT_BLOCKS);
    file->codec = bytes[AT_CODEC];
    file->planes = bytes[AT_PLANES];
    file->distance = bytes[AT_DISTANCE];
    memcpy(file->name, bytes + AT_NAME, ENDGAME_NAME);
    if (bytes_read64(bytes + AT_BYTES) != file->bytes)
        return endgame_file_bad(error, "it is damaged: its size is not that of its header");
    if (file->seeds > ENDGAME_SEEDS || file->block != ENDGAME_BLOCK || file->planes < 1 ||
        file->planes > 2 || file->distance > 2 || file->name[ENDGAME_NAME - 1] != '\0' ||
        file->positions > (uint64_t)UINT32_MAX * ENDGAME_BLOCK ||
        file->blocks != (file->positions + ENDGAME_BLOCK - 1) / ENDGAME_BLOCK ||
        file->blocks > file->bytes / PART_BYTES || endgame_file_header_bytes(file) > file->bytes)
        return endgame_file_bad(error, "it is damaged");
    return true;
}

/* Whether the parts are contiguous from the end of the header to the end of the file. */
static bool endgame_file_parts_valid(const struct endgame_file *file) {
    uint64_t at = endgame_file_header_bytes(file);
    for (unsigned number = 0; number < file->blocks; number++) {
        for (unsigned part = 0; part < endgame_file_parts(file); part++) {
            const unsigned char *entry = endgame_file_part_entry(file, number, part);
            uint64_t size = bytes_read64(entry + 8);
            if (bytes_read64(entry) != at || size > file->bytes - at || size > PACKED_MOST)
                return false;
            at += size;
        }
    }
    return at == file->bytes;
}

/* Reads the entries of the parts, and verifies the checksum of the header. */
static bool endgame_file_read_header(struct endgame_file *file,
                                     const unsigned char fields[AT_PARTS], struct kw_error *error) {
    size_t size = endgame_file_header_bytes(file), covered = size - CHECK_BYTES;
    file->header = malloc(size);
    if (file->header == NULL)
        return error_no_memory(error);
    memcpy(file->header, fields, AT_PARTS);
    int fault = file_read_at(file->descriptor, AT_PARTS, file->header + AT_PARTS, size - AT_PARTS);
    if (fault != 0)
        return endgame_file_fault(error, fault);
    file->check = bytes_read64(file->header + covered);
    if (checksum(file->header, covered) != file->check)
        return endgame_file_bad(error, "it is damaged");
    if (!pack_codec_known(file->codec))
        return endgame_file_bad(
            error, "it is packed with zstd, which this build of komwe does not support");
    return endgame_file_parts_valid(file) || endgame_file_bad(error, "it is damaged");
}

bool endgame_file_read(struct endgame_file *file, int descriptor, struct kw_error *error) {
    unsigned char fields[AT_PARTS];
    *file = (struct endgame_file){.descriptor = descriptor};
    if (!file_size(descriptor, &file->bytes))
        return endgame_file_fault(error, errno);
    if (file->bytes < AT_PARTS + CHECK_BYTES)
        return endgame_file_bad(error, "it is not an endgame table");
    int fault = file_read_at(descriptor, 0, fields, sizeof fields);
    if (fault != 0)
        return endgame_file_fault(error, fault);
    if (endgame_file_read_fields(file, fields, error) &&
        endgame_file_read_header(file, fields, error))
        return true;
    free(file->header);
    file->header = NULL;
    return false;
}

static const struct file_kind endgame_kind = {.name = "an endgame table", .most = 1ull << 40};

static bool endgame_file_not_opened(struct kw_error *error, const char *path) {
    int fault = errno;
    bool other = fault == EISDIR || fault == ESPIPE || fault == ENODEV || fault == ENOTSOCK ||
                 fault == EFBIG;
    char sentence[KW_TEXT];
    return error_set(error, other ? KW_BAD_TABLE : KW_NO_FILE, 1, "%s%s",
                     file_fault(path, &endgame_kind, fault, sentence),
                     fault == EMFILE ? " (each file of a table stays open; the shell's `ulimit -n` "
                                       "says how many can be)"
                                     : "");
}

bool endgame_file_open(struct endgame_file *file, const char *path, struct kw_error *error) {
    struct kw_error fault;
    *file = (struct endgame_file){0};
    int descriptor = file_open(path, &endgame_kind);
    if (descriptor < 0)
        return endgame_file_not_opened(error, path);
    if (endgame_file_read(file, descriptor, &fault))
        return true;
    file_close(descriptor);
    *file = (struct endgame_file){0};
    return error_set(error, fault.code, 1, "'%.300s': %.100s", path, fault.message);
}

void endgame_file_close(struct endgame_file *file) {
    if (file->header != NULL && !file->in_memory)
        file_close(file->descriptor);
    free(file->header);
    *file = (struct endgame_file){0};
}

uint64_t endgame_file_memory(const struct endgame_file *file) {
    uint64_t places = ENDGAME_PARTS * (file->blocks + UINT64_C(1)) * sizeof(void *);
    return places + (file->in_memory ? file->bytes : endgame_file_header_bytes(file));
}

uint64_t endgame_file_bytes_most(uint64_t positions, unsigned planes, bool distances) {
    uint64_t blocks = positions / ENDGAME_BLOCK + 1;
    enum { PART_MORE = PART_BYTES + sizeof(void *) + 64 /* see PACKED_MOST */ };
    return AT_PARTS + CHECK_BYTES + ENDGAME_PARTS * (blocks + 1) * PART_MORE +
           (positions + positions / 256) * planes * (distances ? 3 : 1);
}

bool endgame_path(char *path, size_t size, const char *directory, const char *name,
                  unsigned seeds) {
    int length = snprintf(path, size, "%s/%s.%02u.kwt", directory, name, seeds);
    return length > 0 && (size_t)length < size;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/*
 * A part is one plane after the other.  Values: the lower bounds, then the differences of upper and
 * lower bounds.  Distances: those to the lower bounds, then those to the upper ones; in one byte
 * 255 is ENDGAME_ENDLESS.
 */
enum { ENDLESS_BYTE = 255 };

size_t endgame_block_size(const struct endgame_file *file, unsigned number) {
    uint64_t left = file->positions - (uint64_t)number * ENDGAME_BLOCK;
    return left < ENDGAME_BLOCK ? (size_t)left : ENDGAME_BLOCK;
}

static size_t endgame_file_part_bytes(const struct endgame_file *file, size_t size,
                                      enum endgame_part part) {
    return size * file->planes * (part == ENDGAME_VALUES ? 1 : file->distance);
}

size_t endgame_part_bytes(const struct endgame_file *file, unsigned number,
                          enum endgame_part part) {
    return endgame_file_part_bytes(file, endgame_block_size(file, number), part);
}

/* Copies bytes of the file; 0 or a fault. */
static int endgame_file_read_bytes(const struct endgame_file *file, uint64_t at, void *bytes,
                                   size_t size) {
    if (!file->in_memory)
        return file_read_at(file->descriptor, at, bytes, size);
    memcpy(bytes, file->header + at, size);
    return 0;
}

/* Reads a packed part and verifies its checksum; 0 or a fault. */
static int endgame_file_read_packed(const struct endgame_file *file, unsigned number,
                                    enum endgame_part part, unsigned char packed[PACKED_MOST],
                                    size_t *size) {
    const unsigned char *entry = endgame_file_part_entry(file, number, part);
    *size = (size_t)bytes_read64(entry + 8);
    int fault = endgame_file_read_bytes(file, bytes_read64(entry), packed, *size);
    if (fault == 0 && checksum(packed, *size) != bytes_read64(entry + 16))
        fault = ENDGAME_CORRUPT;
    return fault == ENODATA ? ENDGAME_CORRUPT : fault;
}

int endgame_part_read(const struct endgame_file *file, unsigned number, enum endgame_part part,
                      unsigned char *bytes) {
    unsigned char packed[PACKED_MOST];
    size_t size;
    int fault = endgame_file_read_packed(file, number, part, packed, &size);
    if (fault == 0)
        fault = unpack(file->codec, bytes, endgame_part_bytes(file, number, part), packed, size);
    return fault == EBADMSG ? ENDGAME_CORRUPT : fault;
}

int endgame_file_sound(const struct endgame_file *file) {
    unsigned char packed[PACKED_MOST];
    size_t size;
    int fault = 0;
    for (unsigned number = 0; number < file->blocks && fault == 0; number++)
        for (unsigned part = 0; part < endgame_file_parts(file) && fault == 0; part++)
            fault = endgame_file_read_packed(file, number, part, packed, &size);
    return fault;
}

void endgame_values_at(const struct endgame_file *file, const unsigned char *bytes, size_t size,
                       size_t at, int *lower, int *upper) {
    *lower = (bytes[at] ^ 0x80) - 0x80; /* two's complement */
    *upper = *lower + (file->planes == 2 ? bytes[size + at] : 0);
}

static unsigned endgame_file_distance_at(const struct endgame_file *file,
                                         const unsigned char *bytes, size_t at) {
    if (file->distance == 1)
        return bytes[at] == ENDLESS_BYTE ? ENDGAME_ENDLESS : bytes[at];
    return bytes[2 * at] | (unsigned)bytes[2 * at + 1] << 8;
}

void endgame_distances_at(const struct endgame_file *file, const unsigned char *bytes, size_t size,
                          size_t at, unsigned *reach, unsigned *hold) {
    *reach = endgame_file_distance_at(file, bytes, at);
    *hold = file->planes == 2 ? endgame_file_distance_at(file, bytes, size + at) : *reach;
}

/* ---- whole layers ---------------------------------------------------------------------------- */

struct endgame_load_job {
    const struct endgame_file *file;
    const struct endgame_planes *planes;
    atomic_uint next;
    atomic_int fault; /* see endgame_part_read */
};

static int endgame_file_load_block(const struct endgame_load_job *job, unsigned number,
                                   unsigned char *bytes) {
    const struct endgame_file *file = job->file;
    const struct endgame_planes *planes = job->planes;
    size_t size = endgame_block_size(file, number), first = (size_t)number * ENDGAME_BLOCK;
    int fault = endgame_part_read(file, number, ENDGAME_VALUES, bytes);
    if (fault != 0)
        return fault;
    for (size_t i = 0; i < size; i++) {
        int lower, upper;
        endgame_values_at(file, bytes, size, i, &lower, &upper);
        planes->lower[first + i] = (int8_t)lower;
        if (planes->upper != NULL)
            planes->upper[first + i] = (int8_t)upper;
    }
    if (planes->reach == NULL || file->distance == 0)
        return 0;
    fault = endgame_part_read(file, number, ENDGAME_DISTANCES, bytes);
    if (fault != 0)
        return fault;
    for (size_t i = 0; i < size; i++) {
        unsigned reach, hold;
        endgame_distances_at(file, bytes, size, i, &reach, &hold);
        planes->reach[first + i] = (uint16_t)reach;
        if (planes->hold != NULL)
            planes->hold[first + i] = (uint16_t)hold;
    }
    return 0;
}

static void endgame_file_load_work(void *context, size_t thread) {
    struct endgame_load_job *job = context;
    unsigned char bytes[ENDGAME_PART_MOST];
    (void)thread;
    for (;;) {
        unsigned number = atomic_fetch_add(&job->next, 1);
        if (number >= job->file->blocks || atomic_load(&job->fault) != 0)
            return;
        int fault = endgame_file_load_block(job, number, bytes);
        if (fault != 0)
            atomic_store(&job->fault, fault);
    }
}

int endgame_file_load(const struct endgame_file *file, const struct endgame_planes *planes,
                      unsigned threads) {
    struct endgame_load_job job = {.file = file, .planes = planes};
    parallel_for(threads, endgame_file_load_work, &job);
    return atomic_load(&job.fault);
}

/* ---- packing --------------------------------------------------------------------------------- */

struct endgame_pack_job {
    const struct endgame_file *layout;
    const struct endgame_planes *planes;
    struct endgame_packed *packed;
    unsigned first, blocks; /* of the layer, that are packed */
    atomic_uint next;
    atomic_bool failed;
};

static void endgame_file_put_distance(const struct endgame_file *file, unsigned char *bytes,
                                      size_t at, unsigned distance) {
    if (file->distance == 1) {
        bytes[at] = (unsigned char)(distance == ENDGAME_ENDLESS ? ENDLESS_BYTE : distance);
        return;
    }
    bytes[2 * at] = (unsigned char)distance;
    bytes[2 * at + 1] = (unsigned char)(distance >> 8);
}

/* Encodes a part before it is packed: `size` positions from `first`. */
static void endgame_file_encode(const struct endgame_pack_job *job, size_t first, size_t size,
                                enum endgame_part part, unsigned char *bytes) {
    const struct endgame_file *file = job->layout;
    const struct endgame_planes *planes = job->planes;
    for (size_t i = 0; i < size; i++) {
        if (part == ENDGAME_VALUES) {
            bytes[i] = (unsigned char)planes->lower[first + i];
            if (file->planes == 2)
                bytes[size + i] =
                    (unsigned char)(planes->upper[first + i] - planes->lower[first + i]);
        } else {
            endgame_file_put_distance(file, bytes, i, planes->reach[first + i]);
            if (file->planes == 2)
                endgame_file_put_distance(file, bytes, size + i, planes->hold[first + i]);
        }
    }
}

static bool endgame_file_pack_part(const struct endgame_pack_job *job, unsigned number,
                                   enum endgame_part part, unsigned char *bytes) {
    const struct endgame_file *layout = job->layout;
    unsigned block = job->first + number;
    size_t size = endgame_part_bytes(layout, block, part), room = pack_bound(size);
    struct packed_part *packed =
        &job->packed->part[(size_t)number * endgame_file_parts(layout) + (size_t)part];
    assert(room <= PACKED_MOST);
    endgame_file_encode(job, (size_t)number * ENDGAME_BLOCK, endgame_block_size(layout, block),
                        part, bytes);
    packed->bytes = malloc(room);
    packed->size = packed->bytes != NULL ? pack(packed->bytes, room, bytes, size) : 0;
    unsigned char *fitting = packed->size > 0 ? realloc(packed->bytes, packed->size) : NULL;
    if (fitting != NULL)
        packed->bytes = fitting;
    return packed->size > 0;
}

static void endgame_file_pack_work(void *context, size_t thread) {
    struct endgame_pack_job *job = context;
    unsigned char bytes[ENDGAME_PART_MOST];
    (void)thread;
    for (;;) {
        unsigned number = atomic_fetch_add(&job->next, 1);
        if (number >= job->blocks || atomic_load(&job->failed))
            return;
        for (unsigned part = 0; part < endgame_file_parts(job->layout); part++)
            if (!endgame_file_pack_part(job, number, part, bytes))
                atomic_store(&job->failed, true);
    }
}

unsigned endgame_distance_bytes(const struct endgame_planes *planes, uint64_t positions) {
    unsigned bytes = planes->reach != NULL;
    for (uint64_t i = 0; bytes == 1 && i < positions; i++) {
        unsigned reach = planes->reach[i];
        unsigned hold = planes->hold != NULL ? planes->hold[i] : 0;
        if ((reach >= ENDLESS_BYTE && reach != ENDGAME_ENDLESS) ||
            (hold >= ENDLESS_BYTE && hold != ENDGAME_ENDLESS))
            bytes = 2;
    }
    return bytes;
}

static uint64_t endgame_file_count_exact(const struct endgame_planes *planes, uint64_t positions) {
    uint64_t exact = 0;
    if (planes->upper == NULL)
        return positions;
    for (uint64_t i = 0; i < positions; i++)
        exact += planes->lower[i] == planes->upper[i];
    return exact;
}

struct endgame_file endgame_file_layout(const struct endgame_draft *draft, unsigned distance) {
    struct endgame_file layout = {
        .seeds = draft->seeds,
        .positions = draft->positions,
        .below = draft->below,
        .block = ENDGAME_BLOCK,
        .blocks = (unsigned)((draft->positions + ENDGAME_BLOCK - 1) / ENDGAME_BLOCK),
        .codec = pack_default_codec(),
        .planes = draft->planes.upper != NULL ? 2 : 1,
        .distance = distance};
    snprintf(layout.name, ENDGAME_NAME, "%s", draft->name);
    return layout;
}

bool endgame_pack(struct endgame_packed *packed, const struct endgame_file *layout,
                  const struct endgame_planes *planes, uint64_t first, uint64_t positions,
                  unsigned threads) {
    unsigned blocks = (unsigned)((positions + ENDGAME_BLOCK - 1) / ENDGAME_BLOCK);
    struct endgame_pack_job job = {.layout = layout,
                                   .planes = planes,
                                   .packed = packed,
                                   .first = (unsigned)(first / ENDGAME_BLOCK),
                                   .blocks = blocks};
    size_t parts = (size_t)blocks * endgame_file_parts(layout);
    *packed = (struct endgame_packed){.part = calloc(parts + 1, sizeof *packed->part)};
    if (packed->part == NULL)
        return false;
    packed->parts = parts;
    packed->exact = endgame_file_count_exact(planes, positions);
    parallel_for(threads, endgame_file_pack_work, &job);
    return !atomic_load(&job.failed);
}

void endgame_packed_free(struct endgame_packed *packed) {
    for (size_t i = 0; i < packed->parts; i++)
        free(packed->part[i].bytes);
    free(packed->part);
    *packed = (struct endgame_packed){0};
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Notes the place of part number `part` in a header. */
static void endgame_file_put_part(unsigned char *header, size_t part, uint64_t at,
                                  const void *bytes, size_t size) {
    unsigned char *entry = header + AT_PARTS + part * PART_BYTES;
    bytes_write64(entry, at);
    bytes_write64(entry + 8, size);
    bytes_write64(entry + 16, checksum(bytes, size));
}

/* Fills in the fields of a header with all its parts, of a file of so many bytes. */
static void endgame_file_put_fields(const struct endgame_file *file, unsigned char *header,
                                    uint64_t bytes, uint64_t exact) {
    size_t size = endgame_file_header_bytes(file);
    memcpy(header + AT_MAGIC, endgame_magic, sizeof endgame_magic);
    bytes_write32(header + AT_VERSION, VERSION);
    bytes_write32(header + AT_SEEDS, file->seeds);
    bytes_write64(header + AT_POSITIONS, file->positions);
    bytes_write64(header + AT_BYTES, bytes);
    bytes_write64(header + AT_BELOW, file->below);
    bytes_write32(header + AT_BLOCK, file->block);
    bytes_write32(header + AT_BLOCKS, file->blocks);
    header[AT_CODEC] = (unsigned char)file->codec;
    header[AT_PLANES] = (unsigned char)file->planes;
    header[AT_DISTANCE] = (unsigned char)file->distance;
    bytes_write64(header + AT_EXACT, exact);
    memcpy(header + AT_NAME, file->name, ENDGAME_NAME);
    bytes_write64(header + size - CHECK_BYTES, checksum(header, size - CHECK_BYTES));
}

bool endgame_writer_begin(struct endgame_writer *writer, const char *path,
                          const struct endgame_file *layout) {
    size_t bytes = endgame_file_header_bytes(layout);
    *writer = (struct endgame_writer){.file = *layout, .at = bytes};
    writer->header = calloc(1, bytes);
    return writer->header != NULL && file_draft_begin(&writer->draft, path);
}

bool endgame_writer_add(struct endgame_writer *writer, const void *bytes, size_t size) {
    assert(writer->parts < (size_t)writer->file.blocks * endgame_file_parts(&writer->file));
    endgame_file_put_part(writer->header, writer->parts, writer->at, bytes, size);
    if (!file_draft_write(&writer->draft, writer->at, bytes, size))
        return false;
    writer->at += size;
    writer->parts++;
    return true;
}

bool endgame_writer_end(struct endgame_writer *writer, uint64_t exact) {
    const struct endgame_file *file = &writer->file;
    unsigned char *header = writer->header;
    size_t bytes = endgame_file_header_bytes(file);
    assert(writer->parts == (size_t)file->blocks * endgame_file_parts(file));
    endgame_file_put_fields(file, header, writer->at, exact);
    if (!file_draft_write(&writer->draft, 0, header, bytes) || !file_draft_commit(&writer->draft))
        return false;
    free(header);
    writer->header = NULL;
    return true;
}

void endgame_writer_drop(struct endgame_writer *writer) {
    int fault = errno;
    file_draft_discard(&writer->draft);
    free(writer->header);
    writer->header = NULL;
    errno = fault;
}

bool endgame_unwritten(struct kw_error *error, const char *path) {
    return error_set(error, KW_NO_FILE, 1, "cannot write '%.300s': %s", path, strerror(errno));
}

static bool endgame_file_write_parts(const char *path, const struct endgame_file *layout,
                                     const struct endgame_packed *packed) {
    struct endgame_writer writer;
    bool good = endgame_writer_begin(&writer, path, layout);
    for (size_t i = 0; good && i < packed->parts; i++)
        good = endgame_writer_add(&writer, packed->part[i].bytes, packed->part[i].size);
    good = good && endgame_writer_end(&writer, packed->exact);
    if (!good)
        endgame_writer_drop(&writer);
    return good;
}

bool endgame_file_write(const char *path, const struct endgame_draft *draft, unsigned threads,
                        struct kw_error *error) {
    struct endgame_file layout =
        endgame_file_layout(draft, endgame_distance_bytes(&draft->planes, draft->positions));
    struct endgame_packed packed;
    bool good = endgame_pack(&packed, &layout, &draft->planes, 0, draft->positions, threads);
    if (!good)
        error_no_memory(error);
    else if (!endgame_file_write_parts(path, &layout, &packed))
        good = endgame_unwritten(error, path);
    endgame_packed_free(&packed);
    return good;
}

/* The packed parts behind a header. */
static bool endgame_file_compose(struct endgame_file *file, const struct endgame_packed *packed) {
    uint64_t at = endgame_file_header_bytes(file);
    file->bytes = at;
    for (size_t i = 0; i < packed->parts; i++)
        file->bytes += packed->part[i].size;
    file->header = calloc(1, (size_t)file->bytes);
    if (file->header == NULL)
        return false;
    for (size_t i = 0; i < packed->parts; i++) {
        const struct packed_part *part = &packed->part[i];
        memcpy(file->header + at, part->bytes, part->size);
        endgame_file_put_part(file->header, i, at, part->bytes, part->size);
        at += part->size;
    }
    endgame_file_put_fields(file, file->header, file->bytes, packed->exact);
    file->in_memory = true;
    file->exact = packed->exact;
    file->check = bytes_read64(file->header + endgame_file_header_bytes(file) - CHECK_BYTES);
    return true;
}

bool endgame_file_image(struct endgame_file *file, const struct endgame_draft *draft,
                        unsigned threads) {
    struct endgame_packed packed;
    *file = endgame_file_layout(draft, endgame_distance_bytes(&draft->planes, draft->positions));
    bool good = endgame_pack(&packed, file, &draft->planes, 0, draft->positions, threads) &&
                endgame_file_compose(file, &packed);
    endgame_packed_free(&packed);
    if (!good)
        *file = (struct endgame_file){0};
    return good;
}

bool endgame_file_save(const struct endgame_file *file, const char *path) {
    struct file_draft draft;
    assert(file->in_memory);
    if (!file_draft_begin(&draft, path))
        return false;
    if (file_draft_write(&draft, 0, file->header, (size_t)file->bytes))
        return file_draft_commit(&draft);
    int fault = errno;
    file_draft_discard(&draft);
    errno = fault;
    return false;
}
