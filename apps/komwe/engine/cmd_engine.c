/* The command engine: a session of the protocol on standard input and output. */
#include "cli/number_limits.h"
#include "cli/search_flags.h"
#include "engine/ugi.h"
#include "io/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1 << 20, HASH_USUAL = 16 };

static void engine_print_lines(void *client, const char *lines, size_t length) {
    FILE *file = client;
    output_write(file, lines, length);
    fflush(file);
}

static void engine_pass_line(struct ugi *ugi, enum line_status read, char *line) {
    if (read == LINE_LONG)
        ugi_reject(ugi, "the line is longer than %d bytes", LINE_SIZE - 1);
    else if (read == LINE_NUL)
        ugi_reject(ugi, "the line holds a NUL byte");
    else
        ugi_line(ugi, line);
    if (ugi->waits)
        ugi_join(ugi);
}

static void engine_pass_lines(struct ugi *ugi) {
    char *line = memory_new(LINE_SIZE, 1);
    enum line_status read;
    while (!ugi->left && !ferror(stdout) && (read = line_read(stdin, line, LINE_SIZE)) != LINE_END)
        engine_pass_line(ugi, read, line);
    free(line);
}

enum status engine_run(struct call *call) {
    struct open_tables tables = {0};
    struct weights_file weights = {0};
    uint64_t limit = tables_limit(call);
    enum status status = weights_load(call, &weights);
    if (status == STATUS_OK)
        status = tables_open_within(call, limit, &tables);
    if (status != STATUS_OK) {
        weights_close(&weights);
        return status;
    }
    struct ugi_shared shared = {.scheduler = scheduler_new(1),
                                .tables = tables.tables,
                                .cache = tables.cache,
                                .chosen = &tables,
                                .single = true,
                                .weights = &weights,
                                .ranges = {.hash_default = HASH_USUAL,
                                           .hash_most = number_limit(LIMIT_UGI_HASH)->most,
                                           .threads_most = number_limit(LIMIT_UGI_THREADS)->most,
                                           .table_limit = limit,
                                           .files = true},
                                .memory_left = UINT64_MAX};
    struct ugi ugi = {
        .call = call, .shared = &shared, .send = engine_print_lines, .client = stdout};
    if (shared.scheduler == NULL) {
        weights_close(&weights);
        return tables_close(call, &tables, call_fail(call, "no thread can be started"));
    }
    status = ugi_open(&ugi);
    if (status == STATUS_OK)
        engine_pass_lines(&ugi);
    ugi_close(&ugi);
    scheduler_free(shared.scheduler);
    tables_discard(call, &tables); /* the protocol has reported what was damaged */
    weights_close(&weights);
    if (status == STATUS_OK && ferror(stdin))
        return call_fail(call, "cannot read standard input: %s", strerror(errno));
    return status;
}
