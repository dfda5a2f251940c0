/* What is wrong in a rule text whose statements can all be read. */
#ifndef KOMWE_LANGUAGE_RULES_CHECK_H
#define KOMWE_LANGUAGE_RULES_CHECK_H

#include "language/rule_faults.h"
#include "language/rule_text.h"
#include "language/rules_reader.h"
#include "machine/machine_properties.h"

/* Reports what makes it no game: contradictions, a game that cannot end, seeds that vanish. */
void rules_check_contradictions(const struct rule_text *book, struct rule_faults *faults);

/* Reports everything that is wrong: see kw_rules_check. */
size_t rules_check(const struct rules_reading *reading, kw_rule_fault_fn *on_fault, void *context);

/*
 * Why, in a game that no trait plays, a part of the rules has no effect in any position; NULL: it
 * may have one.
 */
const char *vain_statement(const struct machine *machine, enum word_statement statement);
const char *vain_fact(const struct machine *machine, enum machine_fact_place fact);
const char *vain_row(const struct machine *machine, enum machine_table table, unsigned row);
const char *vain_duty(const struct machine *machine, unsigned row);
const char *vain_refusal(const struct machine *machine, enum machine_refusal refusal);
const char *vain_child_noun(const struct machine *machine);

/* Whether a row of some table does it. */
bool vain_any_does(const struct machine *machine, unsigned verb);
/* Whether the first condition holds wherever the second does, of a hole with seeds. */
bool vain_covers(const struct condition *all, const struct condition *some);

#endif
