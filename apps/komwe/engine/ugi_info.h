/* The info lines that a search reports. */
#ifndef UGI_INFO_H
#define UGI_INFO_H

#include "io/output.h"

#include <komwe.h>

/* A line for each variation of a completed depth; `multipv`: with their numbers. */
void ugi_info_write(struct string_builder *out, const struct kw_session *session,
                    const struct kw_analysis *analysis, bool multipv);

#endif
