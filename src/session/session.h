/* The part of a session that the rest of the library sees. */
#ifndef KOMWE_SESSION_SESSION_H
#define KOMWE_SESSION_SESSION_H

#include "komwe/session.h"
#include "tables/history.h"

/* The occurrences of positions, the current one included. */
const struct history *session_history(const struct kw_session *session);

#endif
