#include "base/pack.h"

#include <errno.h>
#include <string.h>
#if defined(KW_HAVE_ZSTD)
#include <zstd.h>
#include <zstd_errors.h>
#endif

#if defined(KW_HAVE_ZSTD)

enum { LEVEL = 9 }; /* higher levels take longer than computing the data, and save 2 % */

enum pack_codec pack_default_codec(void) { return PACK_ZSTD; }

size_t pack_bound(size_t size) { return ZSTD_compressBound(size); }

size_t pack(void *packed, size_t room, const void *bytes, size_t size) {
    size_t took = ZSTD_compress(packed, room, bytes, size, LEVEL);
    return ZSTD_isError(took) ? 0 : took;
}

static int pack_zstd_unpack(void *bytes, size_t size, const void *packed, size_t packed_size) {
    size_t took = ZSTD_decompress(bytes, size, packed, packed_size);
    if (took == size)
        return 0;
    return ZSTD_getErrorCode(took) == ZSTD_error_memory_allocation ? ENOMEM : EBADMSG;
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

static int pack_zstd_unpack(void *bytes, size_t size, const void *packed, size_t packed_size) {
    (void)bytes, (void)size, (void)packed, (void)packed_size;
    return EBADMSG;
}

#endif

bool pack_codec_known(unsigned codec) {
    return codec == PACK_PLAIN || codec == (unsigned)pack_default_codec();
}

int unpack(unsigned codec, void *bytes, size_t size, const void *packed, size_t packed_size) {
    if (codec == PACK_ZSTD)
        return pack_zstd_unpack(bytes, size, packed, packed_size);
    if (codec != PACK_PLAIN || packed_size != size)
        return EBADMSG;
    memcpy(bytes, packed, size);
    return 0;
}
