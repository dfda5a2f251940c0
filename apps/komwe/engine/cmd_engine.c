/* The engine on standard input and output. */
#include "cli/input.h"
#include "cli/tables_flag.h"
#include "engine/ugi.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1 << 20, HASH_USUAL = 16, HASH_MOST = 65536 };

static void print_lines(void *client, const char *lines, size_t length) {
    FILE *file = client;
    fwrite(lines, 1, length, file);
    fflush(file);
}

static void answer_line(struct ugi *ugi, enum line_status read, char *line) {
    if (read == LINE_LONG)
        ugi_refuse(ugi, "the line is longer than %d bytes", LINE_SIZE - 1);
    else if (read == LINE_NUL)
        ugi_refuse(ugi, "the line holds a NUL byte");
    else
        ugi_obey(ugi, line);
    if (ugi->waits)
        ugi_join(ugi);
}

static void answer_lines(struct ugi *ugi) {
    char *line = memory_new(LINE_SIZE, 1);
    enum line_status read;
    while (!ugi->left && !ferror(stdout) && (read = line_read(stdin, line, LINE_SIZE)) != LINE_END)
        answer_line(ugi, read, line);
    free(line);
}

enum status engine_run(struct call *call) {
    struct kw_tables *tables;
    struct weights_file weights = {0};
    enum status status = weights_load(call, &weights);
    if (status == STATUS_OK)
        status = tables_open(call, &tables);
    if (status != STATUS_OK) {
        weights_close(&weights);
        return status;
    }
    struct ugi_means means = {.workers = workers_new(1),
                              .tables = tables,
                              .weights = &weights,
                              .hash_usual = HASH_USUAL,
                              .hash_most = HASH_MOST,
                              .memory_left = UINT64_MAX,
                              .threads_most = THREADS_MOST};
    struct ugi ugi = {.call = call, .means = &means, .tell = print_lines, .client = stdout};
    if (means.workers == NULL) {
        kw_tables_close(tables);
        weights_close(&weights);
        return call_fail(call, "no thread can be started");
    }
    status = ugi_open(&ugi);
    if (status == STATUS_OK)
        answer_lines(&ugi);
    ugi_close(&ugi);
    workers_free(means.workers);
    status = tables_close(call, tables, status);
    weights_close(&weights);
    if (status == STATUS_OK && ferror(stdin))
        return call_fail(call, "cannot read standard input: %s", strerror(errno));
    return status;
}
