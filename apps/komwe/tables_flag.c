#include "tables_flag.h"

#include <stdlib.h>

const char *tables_directory(const struct call *call, enum flag flag) {
    const char *directory = call->arguments.value[flag];
    if (directory == NULL)
        directory = getenv("KOMWE_TABLES");
    return directory != NULL && *directory != '\0' ? directory : NULL;
}
