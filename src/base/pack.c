#include "base/pack.h"

#include <string.h>
#if defined(KW_HAVE_ZSTD)
#include <zstd.h>
#endif

#if defined(KW_HAVE_ZSTD)

enum { LEVEL = 9 }; /* higher levels take longer than computing the data, and save 2 % */

enum pack_codec pack_default_codec(void) { return PACK_ZSTD; }

size_t pack_bound(size_t size) { return ZSTD_compressBound(size); }

size_t pack(void *packed, size_t room, const void *bytes, size_t size) {
    size_t took = ZSTD_compress(packed, room, bytes, size, LEVEL);
    return ZSTD_isError(took) ? 0 : took;
}

static bool pack_zstd_unpack(void *bytes, size_t size, const void *packed, size_t packed_size) {
    return ZSTD_decompress(bytes, size, packed, packed_size) == size;
}

#else

enum pack_codec pack_default_codec(void) { return PACK_PLAIN; }

size_t pack_bound(size_t size) { return size; }

size_t pack(void *packed, size_t room, const void *bytes, size_t size) {
    if (size > room)
        return 0;
    memcpy(packed, bytes, size);
    return size;
}

static bool pack_zstd_unpack(void *bytes, size_t size, const void *packed, size_t packed_size) {
    (void)bytes, (void)size, (void)packed, (void)packed_size;
    return false;
}

#endif

bool pack_codec_known(unsigned codec) {
    return codec == PACK_PLAIN || codec == (unsigned)pack_default_codec();
}

bool unpack(unsigned codec, void *bytes, size_t size, const void *packed, size_t packed_size) {
    if (codec == PACK_ZSTD)
        return pack_zstd_unpack(bytes, size, packed, packed_size);
    if (codec != PACK_PLAIN || packed_size != size)
        return false;
    memcpy(bytes, packed, size);
    return true;
}
