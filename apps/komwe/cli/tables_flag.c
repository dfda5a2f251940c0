#include "cli/tables_flag.h"

#include <stdlib.h>

const char *tables_directory(const struct call *call, enum flag flag) {
    const char *directory = call->arguments.value[flag];
    if (directory == NULL)
        directory = getenv("KOMWE_TABLES");
    return directory != NULL && *directory != '\0' ? directory : NULL;
}

enum status tables_open(struct call *call, struct kw_tables **tables) {
    const char *directory = tables_directory(call, FLAG_TABLES);
    struct kw_error error;
    *tables = NULL;
    if (directory == NULL)
        return STATUS_OK;
    *tables = kw_tables_open(directory, &error);
    if (*tables != NULL)
        return STATUS_OK;
    bool by_flag = call->arguments.value[FLAG_TABLES] != NULL;
    return call_fail(call, "%s%s", by_flag ? "" : "KOMWE_TABLES: ", error.message);
}

enum status tables_close(struct call *call, struct kw_tables *tables, enum status status) {
    struct kw_error error;
    bool answered = status == STATUS_OK || status == STATUS_OPEN;
    if (answered && tables != NULL && !kw_tables_sound(tables, &error)) {
        call->answered = true;
        status = call_fail(call, "%s", error.message);
    }
    kw_tables_close(tables);
    return status;
}
