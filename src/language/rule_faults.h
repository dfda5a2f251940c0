/* What is at fault in a rule text, and where. */
#ifndef KOMWE_LANGUAGE_RULE_FAULTS_H
#define KOMWE_LANGUAGE_RULE_FAULTS_H

#include "komwe/rules.h"

enum { RULE_FAULTS_MOST = 200 /* faults and warnings of one reading; later ones are left out */ };

struct rule_faults {
    kw_rule_fault_fn *on_fault; /* OPTIONAL */
    void *context;
    struct kw_error *error; /* OPTIONAL: where the first fault is written; a warning is none */
    size_t faults, warnings;
};

/* Reports a fault or a warning, a sentence that may quote the text: it is shown as text_show does.
 */
void rule_faults_report(struct rule_faults *list, enum kw_severity severity, size_t line,
                        size_t column, const char *message);

/* Notes that values of options exclude each other: why, a sentence without its full stop. */
void rule_faults_clash(struct rule_faults *list, const char *sentence);

#endif
