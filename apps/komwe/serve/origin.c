#include "serve/origin.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

bool host_is_local(const char *host) {
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]", "::1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (strncasecmp(host, names[i], length) == 0 &&
            (host[length] == '\0' || host[length] == ':'))
            return true;
    }
    return false;
}

/* What follows the scheme, or NULL. */
static const char *origin_host(const char *origin) {
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncasecmp(origin, schemes[i], strlen(schemes[i])) == 0)
            return origin + strlen(schemes[i]);
    return NULL;
}

bool origin_is_one(const char *origin) {
    const char *host = origin_host(origin);
    return host != NULL && *host != '\0' && strcspn(host, "/ ") == strlen(host);
}

bool origin_allowed(const char *origin, const char *host, bool local, const char *other) {
    if (origin == NULL || (other != NULL && strcasecmp(origin, other) == 0))
        return true;
    const char *page = origin_host(origin);
    return page != NULL && *page != '\0' && host != NULL && strcasecmp(page, host) == 0 &&
           (!local || host_is_local(host));
}
