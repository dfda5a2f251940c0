/* Checksums of files. */
#ifndef KOMWE_BASE_CHECKSUM_H
#define KOMWE_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/*
 * For words w of 8 bytes, little-endian, zeros behind the last byte,
 *
 *      h = size;  for each w: h = (h ^ w) * 0x9E3779B97F4A7C15, h = h ^ h >> 32
 *
 * Each step is a bijection of h, so that a change within one word is always detected.
 */
uint64_t checksum(const void *bytes, size_t size);

/* FNV-1a with 64 bits, of bytes that come piece by piece: begins with FNV1A_BASIS. */
#define FNV1A_BASIS UINT64_C(0xcbf29ce484222325)
uint64_t fnv1a(uint64_t sum, const void *bytes, size_t size);

#endif
