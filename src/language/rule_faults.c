#include "language/rule_faults.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

void rule_faults_report(struct rule_faults *list, enum kw_severity severity, size_t line,
                        size_t column, const char *message) {
    char shown[KW_TEXT];
    struct kw_rule_fault fault = {severity, line, column, shown};
    struct text sentence = text_into(shown, sizeof shown);
    text_show(message, strlen(message), TEXT_ONE_LINE, text_piece, &sentence);
    if (list->faults + list->warnings == RULE_FAULTS_MOST)
        return;
    if (severity == KW_FAULT && list->faults++ == 0 && list->error != NULL) {
        error_set(list->error, KW_BAD_RULES, column, "%s", shown);
        list->error->line = line;
    }
    list->warnings += severity == KW_WARNING;
    if (list->on_fault != NULL)
        list->on_fault(list->context, &fault);
}

void rule_faults_clash(struct rule_faults *list, const char *sentence) {
    struct kw_rule_fault fault = {KW_FAULT, 1, 1, sentence};
    if (list->faults++ == 0 && list->error != NULL)
        error_set(list->error, KW_BAD_VALUE, 1, "%s", sentence);
    if (list->on_fault != NULL)
        list->on_fault(list->context, &fault);
}
