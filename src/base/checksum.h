/* A checksum of bytes, for what is kept in files. */
#ifndef KOMWE_BASE_CHECKSUM_H
#define KOMWE_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/*
 * For words w of 8 bytes, little-endian, zeros behind the last byte,
 *
 *      h = size;  for each w: h = (h ^ w) * 0x9E3779B97F4A7C15, h = h ^ h >> 32
 *
 * Each step is a bijection of h: a change within one word never goes unnoticed.
 */
uint64_t checksum(const void *bytes, size_t size);

#endif
