#include "record_files.h"
#include "input.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 64 << 20 /* bytes of a file of records */ };

enum status records_load(struct call *call, const char *path, struct record_text *text) {
    bool piped = strcmp(path, "-") == 0;
    char fault[KW_TEXT];
    text->name = piped ? "standard input" : path;
    if (file_read(piped ? NULL : path, FILE_MOST, &text->text, &text->length, fault))
        return STATUS_OK;
    return call_fail(call, "%s", fault);
}

void records_unload(struct record_text *text) {
    free(text->text);
    *text = (struct record_text){0};
}

enum status records_visit(struct call *call, const struct record_text *text, record_visit *visit,
                          void *context) {
    struct kw_record_source source = {.text = text->text, .length = text->length};
    struct kw_record *record;
    struct kw_error error;
    enum status status = STATUS_OK;
    size_t visited = 0;
    while (status == STATUS_OK && (record = kw_record_read(&source, &error)) != NULL) {
        status = visit(context, record);
        kw_record_free(record);
        visited++;
    }
    if (status != STATUS_OK)
        return status;
    if (error.code == KW_NO_MEMORY)
        return call_fail(call, "%s", error.message);
    if (error.code != KW_OK)
        return call_fail(call, "%s:%zu:%zu: %s", text->name, error.line, error.column,
                         error.message);
    return visited > 0 ? STATUS_OK : call_fail(call, "%s: there is no record in it", text->name);
}

void header_tame(char *text) {
    char *end = text;
    for (; *text != '\0'; text++) {
        if (*text < ' ' || *text > '~')
            *text = '?';
        if (*text != ' ')
            end = text + 1;
    }
    *end = '\0';
}

void record_write(struct output *out, const struct kw_record *record) {
    kw_record_write(record, output_piece, out);
}
