/*
 * The files of endgame tables, one for each layer: docs/endgame-tables.md tells them byte by byte.
 *
 * Nothing is used before its checksum is right.  The beginning, with the index of the parts, is
 * read once, when the file is opened, and kept in memory; a part is read into memory, compared with
 * the checksum in that index, and then unpacked.  So a file may change at any time: what no longer
 * has the bytes that it was opened with is a fault of that part, never a wrong value and never a
 * signal.
 */
#ifndef KOMWE_TABLES_ENDGAME_FILE_H
#define KOMWE_TABLES_ENDGAME_FILE_H

#include "base/file.h"
#include "komwe.h"
#include "tables/endgame_index.h"

enum {
    ENDGAME_BLOCK = 8192, /* positions of a block; the last one has those that are left */
    ENDGAME_PART_MOST = 4 * ENDGAME_BLOCK, /* bytes of an unpacked part: two of 2 a position */
    ENDGAME_ENDLESS = 65535                /* as a distance: the bound rests on an infinite game */
};

/* What is kept of each position of a layer, or of a block: arrays with an entry for each. */
struct endgame_planes {
    int8_t *lower;   /* bounds of the value for the mover */
    int8_t *upper;   /* NULL: the same array as `lower` would be */
    uint16_t *reach; /* plies to `lower`, ENDGAME_ENDLESS: none lead there; NULL: not kept */
    uint16_t *hold;  /* the same for `upper`; NULL if `upper` or `reach` is */
};

/* The two parts of a block. */
enum endgame_part { ENDGAME_VALUES, ENDGAME_DISTANCES, ENDGAME_PARTS };

/* An open file; what has been read of it does not change. */
struct endgame_file {
    unsigned char *beginning; /* the bytes before the first part; NULL: no file is open */
    int descriptor;
    uint64_t bytes;          /* of the file, when it was opened */
    char name[ENDGAME_NAME]; /* of the rules */
    unsigned seeds;
    uint64_t positions, exact;
    uint64_t check; /* the checksum of its beginning: what the layer above says it stands on */
    uint64_t below; /* that of the layer below */
    unsigned blocks, block;
    unsigned codec;
    unsigned planes;   /* of values, and of distances if they are kept: 1 or 2 */
    unsigned distance; /* bytes of one, 0: they are not kept */
};

/* "DIRECTORY/NAME.SEEDS.kwt"; false if it is longer than `size`. */
bool endgame_path(char *path, size_t size, const char *directory, const char *name, unsigned seeds);

/*
 * Reads the beginning of an open file, which then belongs to `file`; false with a sentence without
 * its name, and the descriptor stays the caller's.
 */
bool endgame_file_read(struct endgame_file *file, int descriptor, struct kw_error *error);

/* Opens a file and reads its beginning; false with a sentence that names it. */
bool endgame_file_open(struct endgame_file *file, const char *path, struct kw_error *error);
void endgame_file_close(struct endgame_file *file);

/* Positions of a block, number < file->blocks. */
size_t endgame_block_size(const struct endgame_file *file, unsigned number);

/* The bytes of a part when it is unpacked; 0: there is no such part. */
size_t endgame_part_bytes(const struct endgame_file *file, unsigned number, enum endgame_part part);

/* What stands for errno where the file has other bytes than it was opened with. */
enum { ENDGAME_DAMAGE = -1 };

/* Fails with a sentence that names the file and says what a fault, not 0, is. */
bool endgame_fault(struct kw_error *error, const char *path, int fault);

/* Reads and unpacks a part; 0, ENDGAME_DAMAGE or errno.  Any thread may call. */
int endgame_part_read(const struct endgame_file *file, unsigned number, enum endgame_part part,
                      unsigned char *bytes);

/* Reads the whole file; 0 if all parts are those that were written, else the first fault. */
int endgame_file_sound(const struct endgame_file *file);

/* What stands at place `at` of an unpacked part. */
void endgame_values_at(const struct endgame_file *file, const unsigned char *bytes, size_t size,
                       size_t at, int *lower, int *upper);
void endgame_distances_at(const struct endgame_file *file, const unsigned char *bytes, size_t size,
                          size_t at, unsigned *reach, unsigned *hold);

/*
 * Unpacks the whole layer into arrays that the caller has made (`upper`, `reach` and `hold` may be
 * NULL and are then left out); 0, or a fault as of endgame_part_read.
 */
int endgame_file_load(const struct endgame_file *file, const struct endgame_planes *planes,
                      unsigned threads);

/* What a layer is written from. */
struct endgame_draft {
    const char *name;
    unsigned seeds;
    uint64_t positions, below;
    struct endgame_planes planes; /* of all positions, or of those that somebody owns */
};

/* Bytes that each of the first distances fits into, 0 if none are kept. */
unsigned endgame_distance_bytes(const struct endgame_planes *planes, uint64_t positions);

/* How the file of a layer is laid out whose greatest distance takes so many bytes. */
struct endgame_file endgame_file_layout(const struct endgame_draft *draft, unsigned distance);

/* Parts of blocks one behind the other, packed. */
struct endgame_packed {
    struct packed_part {
        unsigned char *bytes;
        size_t size;
    } * part;
    size_t parts;
    uint64_t exact; /* positions */
};

/* The bytes of a packed part at most. */
size_t endgame_packed_most(void);

/*
 * Packs positions from `first` on, the first of a block, up to another block or the end of the
 * layer; the planes are those of these positions alone.  False if there is no memory.  To be given
 * back with endgame_packed_free either way.
 */
bool endgame_pack(struct endgame_packed *packed, const struct endgame_file *layout,
                  const struct endgame_planes *planes, uint64_t first, uint64_t positions,
                  unsigned threads);
void endgame_packed_free(struct endgame_packed *packed);

/* A file that is being written, part after part. */
struct endgame_writer {
    struct endgame_file file; /* how it will be; none is open */
    struct file_draft draft;
    unsigned char *beginning;
    size_t parts; /* that are there */
    uint64_t at;  /* where the next one goes */
};

/* All but the first are false with errno; after one that is endgame_writer_drop is due. */
bool endgame_writer_begin(struct endgame_writer *writer, const char *path,
                          const struct endgame_file *layout);
bool endgame_writer_add(struct endgame_writer *writer, const void *bytes, size_t size);
/* When all parts are there: writes the beginning, and the file gets its name. */
bool endgame_writer_end(struct endgame_writer *writer, uint64_t exact);
void endgame_writer_drop(struct endgame_writer *writer);

/* Fails with a sentence that the file of a path cannot be written, and errno. */
bool endgame_unwritten(struct kw_error *error, const char *path);

/* Writes the file, whole or not at all; false with a sentence.  Any number of threads writes the
 * same bytes. */
bool endgame_file_write(const char *path, const struct endgame_draft *draft, unsigned threads,
                        struct kw_error *error);

#endif
