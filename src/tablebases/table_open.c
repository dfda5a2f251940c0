/* kw_tables_open: the files of a folder, each with a sample of it held against the rules. */
#include "base/error.h"
#include "tablebases/table_sample.h"

#include <errno.h>

/* Samples all files of a set. */
static bool table_open_check(const struct endgame_set *set, struct kw_error *error) {
    char path[KW_TEXT];
    for (int seeds = 0; seeds <= endgame_set_most(set); seeds++) {
        int fault = table_sample_check(set, endgame_set_file(set, (unsigned)seeds));
        if (fault == ENOMEM)
            return error_no_memory(error);
        if (fault != 0)
            return endgame_fault(error, endgame_set_path(set, (unsigned)seeds, path), fault);
    }
    return true;
}

struct kw_tables *kw_tables_open(const char *directory, struct kw_error *error) {
    struct kw_tables *tables = endgame_tables_open(directory, error);
    const struct endgame_set *set = NULL;
    while (tables != NULL && (set = endgame_tables_next(tables, set)) != NULL) {
        if (table_open_check(set, error))
            continue;
        kw_tables_close(tables);
        tables = NULL;
    }
    return tables;
}
