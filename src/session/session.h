/* What others of the library may see of a session. */
#ifndef KOMWE_SESSION_SESSION_H
#define KOMWE_SESSION_SESSION_H

#include "tables/history.h"

/* How often each position has stood, the one on the board counted in. */
const struct history *session_history(const struct kw_session *session);

#endif
