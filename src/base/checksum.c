#include "base/checksum.h"

#include <endian.h>
#include <string.h>

uint64_t checksum(const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    uint64_t sum = size, word;
    for (size_t left = size; left > 0;) {
        size_t part = left < sizeof word ? left : sizeof word;
        word = 0;
        memcpy(&word, at, part);
        sum = (sum ^ le64toh(word)) * UINT64_C(0x9E3779B97F4A7C15);
        sum ^= sum >> 32;
        at += part;
        left -= part;
    }
    return sum;
}

uint64_t fnv1a(uint64_t sum, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    return sum;
}
