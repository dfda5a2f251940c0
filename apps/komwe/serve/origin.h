/* Which pages may use the engine. */
#ifndef ORIGIN_H
#define ORIGIN_H

#include <stdbool.h>

/* True if an address or name (with or without a port) is this machine's own: "localhost:8080". */
bool host_is_local(const char *host);

/* True for a scheme, a name and perhaps a port: "https://example.org". */
bool origin_is_one(const char *origin);

/*
 * A browser names the page by its `origin`, "http://localhost:8080", and the server as
 * it was asked for by its `host`, "localhost:8080".  The page must be one of this server's own, or
 * be `other`, if that is not NULL; a client without an origin (NULL) is no browser.  Where only
 * this machine is served (`local`), the server's name must be this machine's too: DNS can point any
 * name here.
 */
bool origin_allowed(const char *origin, const char *host, bool local, const char *other);

#endif
