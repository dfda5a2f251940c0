/*
 * The reader of endgame tables: what it accepts has the parts that it says, and each of them can be
 * unpacked or is refused.
 */
#define _GNU_SOURCE /* memfd_create */

#include "fuzz.h"

#include "base/checksum.h"
#include "tables/endgame_file.h"

#include <endian.h>
#include <sys/mman.h>
#include <unistd.h>

enum { AT_BYTES = 24, POSITIONS = 1 << 16 };

/* A file in memory that holds these bytes. */
static int file_of(const uint8_t *data, size_t size) {
    int file = memfd_create("table", MFD_CLOEXEC);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    return file;
}

/* Reads all that the file says there is. */
static void check(const uint8_t *data, size_t size) {
    struct endgame_file file;
    struct kw_error error = {.code = KW_OK};
    int descriptor = file_of(data, size);
    if (!endgame_file_read(&file, descriptor, &error)) {
        close(descriptor);
        fuzz_promise(error.code == KW_BAD_TABLE && error.message[0] != '\0', "a refusal has words");
        return;
    }
    fuzz_promise(memchr(file.name, '\0', sizeof file.name) != NULL, "the name ends");
    static unsigned char bytes[ENDGAME_PART_MOST];
    for (unsigned number = 0; number < file.blocks; number++) {
        size_t positions = endgame_block_size(&file, number);
        fuzz_promise(positions > 0 && positions <= ENDGAME_BLOCK, "a block has its size");
        for (unsigned part = 0; part < (file.distance > 0 ? 2u : 1u); part++) {
            fuzz_promise(endgame_part_bytes(&file, number, part) <= sizeof bytes, "a part fits");
            endgame_part_read(&file, number, part, bytes);
        }
    }
    if (file.positions <= POSITIONS) {
        struct endgame_planes planes = {.lower = malloc(POSITIONS), .upper = malloc(POSITIONS)};
        endgame_file_load(&file, &planes, 1);
        free(planes.lower);
        free(planes.upper);
    }
    endgame_file_close(&file);
}

/* Puts right what covers the rest, so that the rest is looked at too. */
static void put_right(uint8_t *data, size_t size) {
    uint64_t word = htole64(size);
    if (size < AT_BYTES + sizeof word)
        return;
    memcpy(data + AT_BYTES, &word, sizeof word);
    for (size_t covered = size & ~(size_t)7; covered > sizeof word; covered -= sizeof word) {
        uint64_t sum = htole64(checksum(data, covered - sizeof word));
        uint64_t kept;
        memcpy(&kept, data + covered - sizeof word, sizeof kept);
        memcpy(data + covered - sizeof word, &sum, sizeof sum);
        check(data, size);
        memcpy(data + covered - sizeof word, &kept, sizeof kept);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check(data, size);
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL)
        abort();
    memcpy(copy, data, size);
    put_right(copy, size);
    free(copy);
    return 0;
}
