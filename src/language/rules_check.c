/* Everything that is wrong in a rule text. */
#include "language/reader.h"

size_t kw_rules_check(const char *text, size_t length, kw_rule_text_fn *find,
                      kw_rule_fault_fn *on_fault, void *context) {
    struct kw_error error = {0};
    struct rule_faults faults = {.on_fault = on_fault, .context = context};
    struct rules_reading reading = {
        .text = text, .length = length, .play = rules_play(), .find = find, .context = context};
    struct rule_text *book = rules_read_text(&reading, &error, &faults);
    if (book == NULL)
        return faults.faults > 0 ? faults.faults : 1;
    rule_text_free(book);
    return 0;
}
