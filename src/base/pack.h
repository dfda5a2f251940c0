/* Bytes made fewer. */
#ifndef KOMWE_BASE_PACK_H
#define KOMWE_BASE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How bytes are packed: the numbers stand in files. */
enum pack_codec { PACK_PLAIN = 0, PACK_ZSTD = 1 };

/* What this build packs with: zstd, if it has it. */
enum pack_codec pack_usual(void);
/* Whether this build can unpack it. */
bool pack_known(unsigned codec);

/* How many bytes so many can take when they are packed. */
size_t pack_most(size_t size);
/* Packs as pack_usual says; returns how many bytes that took, 0 if there is no memory. */
size_t pack(void *packed, size_t room, const void *bytes, size_t size);
/* Unpacks exactly `size` bytes; false if the packed ones do not hold that. */
bool unpack(unsigned codec, void *bytes, size_t size, const void *packed, size_t packed_size);

#endif
