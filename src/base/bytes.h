/* Little-endian numbers at any address. */
#ifndef KOMWE_BASE_BYTES_H
#define KOMWE_BASE_BYTES_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t bytes_read32(const unsigned char *at) {
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return le32toh(word);
}

static inline uint64_t bytes_read64(const unsigned char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return le64toh(word);
}

static inline void bytes_write32(unsigned char *at, uint32_t word) {
    word = htole32(word);
    memcpy(at, &word, sizeof word);
}

static inline void bytes_write64(unsigned char *at, uint64_t word) {
    word = htole64(word);
    memcpy(at, &word, sizeof word);
}

#endif
