#include "tablebases/table_sample.h"

#include "base/clock.h"
#include "base/work.h"
#include "komwe/base.h"
#include "tablebases/backed_bounds.h"

#include <errno.h>
#include <stdlib.h>

/*
 * Unpacked parts that were read last: positions come back to the same blocks, and to unpack them is
 * most of the work.  4 MiB.
 */
enum { SAMPLE_PARTS = 128 };

struct sample_part {
    const struct endgame_file *file; /* NULL: it holds nothing */
    unsigned block;
    enum endgame_part part;
    int fault; /* of reading it */
    unsigned char bytes[ENDGAME_PART_MOST];
};

struct table_sample {
    const struct endgame_set *set;
    const struct endgame_index *index;
    const struct endgame_file *top; /* the file that is sampled */
    struct successors successors;
    struct sample_part *part; /* SAMPLE_PARTS, each for some of the blocks */
};

/* What a look at a position comes to. */
enum sample_result { SAMPLE_RIGHT, SAMPLE_WRONG, SAMPLE_UNKNOWN, SAMPLE_NO_MEMORY };

/* The unpacked part of a block; NULL: it cannot be read. */
static const unsigned char *sample_read(const struct table_sample *sample,
                                        const struct endgame_file *file, unsigned block,
                                        enum endgame_part part) {
    unsigned place = (block * 2u + (unsigned)part + file->seeds * 7u) % SAMPLE_PARTS;
    struct sample_part *kept = &sample->part[place];
    if (kept->file != file || kept->block != block || kept->part != part) {
        kept->file = file;
        kept->block = block;
        kept->part = part;
        kept->fault = endgame_part_read(file, block, part, kept->bytes);
    }
    return kept->fault == 0 ? kept->bytes : NULL;
}

/* What the files say of a position, with distances only of the sampled layer. */
static bool sample_bounds(const struct table_sample *sample, unsigned seeds, uint64_t rank,
                          struct kw_bounds *bounds) {
    bool own = seeds == sample->top->seeds;
    const struct endgame_file *file = own ? sample->top : endgame_set_file(sample->set, seeds);
    unsigned block = (unsigned)(rank / ENDGAME_BLOCK);
    size_t size = endgame_block_size(file, block), at = rank % ENDGAME_BLOCK;
    const unsigned char *bytes = sample_read(sample, file, block, ENDGAME_VALUES);
    *bounds = (struct kw_bounds){.distances = own && file->distance > 0};
    if (bytes == NULL)
        return false;
    endgame_values_at(file, bytes, size, at, &bounds->lower, &bounds->upper);
    if (!bounds->distances)
        return true;
    bytes = sample_read(sample, file, block, ENDGAME_DISTANCES);
    if (bytes != NULL)
        endgame_distances_at(file, bytes, size, at, &bounds->reach, &bounds->hold);
    return bytes != NULL;
}

/* A position that has successors, which were listed. */
static enum sample_result sample_backed(const struct table_sample *sample,
                                        const struct kw_bounds *own) {
    struct backed_bounds backed = backed_bounds_none();
    unsigned seeds = sample->top->seeds;
    for (size_t i = 0; i < sample->successors.count; i++) {
        const struct successor *successor = &sample->successors.list[i];
        struct kw_bounds known;
        if (!sample_bounds(sample, successor->seeds, successor->rank, &known))
            return SAMPLE_UNKNOWN;
        if (!backed_bounds_in_range(successor->seeds, known.lower, known.upper))
            return SAMPLE_WRONG;
        backed_bounds_add(&backed, seeds, successor, &known);
    }
    return backed_bounds_hold(&backed, sample->index, seeds, own) ? SAMPLE_RIGHT : SAMPLE_WRONG;
}

static enum sample_result sample_position(struct table_sample *sample, uint64_t rank) {
    struct kw_bounds own;
    struct kw_position position;
    unsigned seeds = sample->top->seeds;
    if (!sample_bounds(sample, seeds, rank, &own))
        return SAMPLE_UNKNOWN;
    if (!backed_bounds_in_range(seeds, own.lower, own.upper))
        return SAMPLE_WRONG;
    endgame_unrank(sample->index, seeds, rank, &position);
    if (!successors_list(&sample->successors, sample->index, &position))
        return SAMPLE_NO_MEMORY;
    if (sample->successors.count > 0)
        return sample_backed(sample, &own);
    return backed_bounds_final(sample->index, &position, &own) ? SAMPLE_RIGHT : SAMPLE_WRONG;
}

/* Samples `count` positions from `first` on. */
static enum sample_result sample_run(struct table_sample *sample, uint64_t first, uint64_t count) {
    enum sample_result result = SAMPLE_RIGHT;
    for (uint64_t i = 0; i < count && result != SAMPLE_WRONG && result != SAMPLE_NO_MEMORY; i++)
        result = sample_position(sample, first + i);
    return result;
}

static enum sample_result sample_file(struct table_sample *sample) {
    uint64_t positions = sample->top->positions;
    enum sample_result result = SAMPLE_RIGHT;
    struct kw_random random;
    if (positions <= TABLE_SAMPLE)
        return sample_run(sample, 0, positions);
    kw_random_seed(&random, entropy_draw());
    for (unsigned i = 0;
         i < TABLE_SAMPLE_RUNS && result != SAMPLE_WRONG && result != SAMPLE_NO_MEMORY; i++)
        result = sample_run(sample, kw_random_next(&random) % (positions - TABLE_SAMPLE_EACH + 1),
                            TABLE_SAMPLE_EACH);
    return result;
}

int table_sample_check(const struct endgame_set *set, const struct endgame_file *file) {
    struct table_sample sample = {.set = set,
                                  .index = endgame_set_index(set),
                                  .top = file,
                                  .part = calloc(SAMPLE_PARTS, sizeof *sample.part)};
    if (sample.part == NULL)
        return ENOMEM;
    enum sample_result result = sample_file(&sample);
    if (work_ended()) /* what a stopped move leads to says nothing about the file */
        result = SAMPLE_NO_MEMORY;
    successors_free(&sample.successors);
    free(sample.part);
    return result == SAMPLE_WRONG ? ENDGAME_WRONG : result == SAMPLE_NO_MEMORY ? ENOMEM : 0;
}
