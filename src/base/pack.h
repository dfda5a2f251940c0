/* Compression of blocks: zstd where the build has it. */
#ifndef KOMWE_BASE_PACK_H
#define KOMWE_BASE_PACK_H

#include <stdbool.h>
#include <stddef.h>

/* How bytes are compressed; these numbers are stored in files. */
enum pack_codec { PACK_PLAIN = 0, PACK_ZSTD = 1 };

/* The codec that this build writes: zstd, if it has it. */
enum pack_codec pack_default_codec(void);
/* Whether this build can decompress that codec. */
bool pack_codec_known(unsigned codec);

/* The most bytes that `size` bytes can take when they are packed. */
size_t pack_bound(size_t size);
/* Packs with the default codec; returns the packed size, 0 if there is not enough memory. */
size_t pack(void *packed, size_t room, const void *bytes, size_t size);
/* Unpacks exactly `size` bytes; EBADMSG if the packed bytes are not those of so many, or ENOMEM. */
int unpack(unsigned codec, void *bytes, size_t size, const void *packed, size_t packed_size);

#endif
