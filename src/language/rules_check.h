/* What is wrong in a rule text whose statements can all be read. */
#ifndef KOMWE_LANGUAGE_RULES_CHECK_H
#define KOMWE_LANGUAGE_RULES_CHECK_H

#include "language/rule_faults.h"
#include "language/rule_text.h"
#include "language/rules_reader.h"

/* Reports what makes it no game: contradictions, a game that cannot end, seeds that vanish. */
void rules_check_contradictions(const struct rule_text *book, struct rule_faults *faults);

/* Reports everything that is wrong: see kw_rules_check. */
size_t rules_check(const struct rules_reading *reading, kw_rule_fault_fn *on_fault, void *context);

#endif
