/*
 * The files of endgame tables, one for each layer: docs/endgame-tables.md defines the format.
 *
 * No byte is used before its checksum has been verified.  The header, with the index of the parts,
 * is read once, when the file is opened, and stays in memory; a part is read into memory, verified
 * by the checksum in that index, and then unpacked.  So a file may change at any time: parts that
 * no longer have the bytes of the open file are faults, never wrong values and never signals.
 */
#ifndef KOMWE_TABLES_ENDGAME_FILE_H
#define KOMWE_TABLES_ENDGAME_FILE_H

#include "base/file.h"
#include "komwe/tables.h"
#include "tables/endgame_index.h"

enum {
    ENDGAME_BLOCK = 8192, /* positions of a block; the last one has those that are left */
    ENDGAME_PART_MOST = 4 * ENDGAME_BLOCK, /* bytes of an unpacked part: two of 2 a position */
    ENDGAME_ENDLESS = KW_TABLE_ENDLESS     /* a distance: the bound needs an infinite game */
};

/* The values of a layer or a block: arrays with an entry for each position. */
struct endgame_planes {
    int8_t *lower;   /* bounds of the value for the mover */
    int8_t *upper;   /* NULL: the same array as `lower` would be */
    uint16_t *reach; /* plies to `lower`, or ENDGAME_ENDLESS; NULL: not stored */
    uint16_t *hold;  /* the same for `upper`; NULL if `upper` or `reach` is */
};

/* The two parts of a block. */
enum endgame_part { ENDGAME_VALUES, ENDGAME_DISTANCES, ENDGAME_PARTS };

/* An open file; its fields do not change. */
struct endgame_file {
    unsigned char *header; /* the bytes before the first part; NULL: no file is open */
    bool in_memory;        /* the whole file follows `header`, and there is no descriptor */
    int descriptor;
    uint64_t bytes;          /* of the file, when it was opened */
    char name[ENDGAME_NAME]; /* of the rules */
    unsigned seeds;
    uint64_t positions, exact;
    uint64_t check; /* the checksum of its header, which the layer above refers to */
    uint64_t below; /* that of the layer below */
    unsigned blocks, block;
    unsigned codec;
    unsigned planes;   /* of values, and of distances if they are stored: 1 or 2 */
    unsigned distance; /* bytes of one; 0: not stored */
};

/* "DIRECTORY/NAME.SEEDS.kwt"; false if it is longer than `size`. */
bool endgame_path(char *path, size_t size, const char *directory, const char *name, unsigned seeds);

/*
 * Reads the header of an open file, which then belongs to `file`; false with an error that does
 * not name the file, and the descriptor stays the caller's.
 */
bool endgame_file_read(struct endgame_file *file, int descriptor, struct kw_error *error);

/* Opens a file and reads its header; false with an error that names it. */
bool endgame_file_open(struct endgame_file *file, const char *path, struct kw_error *error);
void endgame_file_close(struct endgame_file *file);

/* The memory that an open file takes, with the places of its unpacked parts. */
uint64_t endgame_file_memory(const struct endgame_file *file);

/* The memory that a file of a layer takes at most if it is whole in memory. */
uint64_t endgame_file_bytes_most(uint64_t positions, unsigned planes, bool distances);

/* Positions of a block, number < file->blocks. */
size_t endgame_block_size(const struct endgame_file *file, unsigned number);

/* The bytes of a part when it is unpacked; 0: there is no such part. */
size_t endgame_part_bytes(const struct endgame_file *file, unsigned number, enum endgame_part part);

/* Faults, beside the values of errno: a checksum fails, or values do not follow from the rules. */
enum { ENDGAME_CORRUPT = -1, ENDGAME_WRONG = -2 };

/* Sets the error of a fault (not 0) in a file; returns false. */
bool endgame_fault(struct kw_error *error, const char *path, int fault);

/* Reads and unpacks a part; 0 or a fault: ENDGAME_CORRUPT or errno.  Any thread may call. */
int endgame_part_read(const struct endgame_file *file, unsigned number, enum endgame_part part,
                      unsigned char *bytes);

/* Verifies the checksums of the whole file; 0 or the first fault. */
int endgame_file_sound(const struct endgame_file *file);

/* The entry `at` of an unpacked part of a block with `size` positions. */
void endgame_values_at(const struct endgame_file *file, const unsigned char *bytes, size_t size,
                       size_t at, int *lower, int *upper);
void endgame_distances_at(const struct endgame_file *file, const unsigned char *bytes, size_t size,
                          size_t at, unsigned *reach, unsigned *hold);

/*
 * Unpacks the whole layer into the caller's arrays (`upper`, `reach` and `hold` may be NULL and are
 * then left out); 0 or a fault.
 */
int endgame_file_load(const struct endgame_file *file, const struct endgame_planes *planes,
                      unsigned threads);

/* A layer to be written. */
struct endgame_draft {
    const char *name;
    unsigned seeds;
    uint64_t positions, below;
    struct endgame_planes planes; /* of all positions, or of the share of a rank */
};

/* Bytes into which the first `positions` distances fit; 0 if none are stored. */
unsigned endgame_distance_bytes(const struct endgame_planes *planes, uint64_t positions);

/* The layout of the file of a layer whose distances take so many bytes. */
struct endgame_file endgame_file_layout(const struct endgame_draft *draft, unsigned distance);

/* Packed parts of consecutive blocks. */
struct endgame_packed {
    struct packed_part {
        unsigned char *bytes;
        size_t size;
    } * part;
    size_t parts;
    uint64_t exact; /* positions */
};

/*
 * Packs positions from `first` on, the first of a block, up to another block or the end of the
 * layer; the planes are those of these positions alone.  False if there is not enough memory.
 * Freed with endgame_packed_free in both cases.
 */
bool endgame_pack(struct endgame_packed *packed, const struct endgame_file *layout,
                  const struct endgame_planes *planes, uint64_t first, uint64_t positions,
                  unsigned threads);
void endgame_packed_free(struct endgame_packed *packed);

/* Writes a file part by part. */
struct endgame_writer {
    struct endgame_file file; /* the layout; no file is open */
    struct file_draft draft;
    unsigned char *header;
    size_t parts; /* written so far */
    uint64_t at;  /* offset of the next part */
};

/* All return false with errno on failure; endgame_writer_drop must follow then. */
bool endgame_writer_begin(struct endgame_writer *writer, const char *path,
                          const struct endgame_file *layout);
bool endgame_writer_add(struct endgame_writer *writer, const void *bytes, size_t size);
/* After the last part: writes the header and renames the file to its path. */
bool endgame_writer_end(struct endgame_writer *writer, uint64_t exact);
void endgame_writer_drop(struct endgame_writer *writer);

/* Sets the error of a path that cannot be written, from errno; returns false. */
bool endgame_unwritten(struct kw_error *error, const char *path);

/* The same file in memory, opened; false if there is not enough memory. */
bool endgame_file_image(struct endgame_file *file, const struct endgame_draft *draft,
                        unsigned threads);

/* Writes a file that is in memory atomically; false with errno. */
bool endgame_file_save(const struct endgame_file *file, const char *path);

/* Writes a file atomically; false with an error.  Any number of threads writes the same bytes. */
bool endgame_file_write(const char *path, const struct endgame_draft *draft, unsigned threads,
                        struct kw_error *error);

#endif
