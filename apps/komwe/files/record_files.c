#include "files/record_files.h"

#include "io/input.h"

#include <stdlib.h>
#include <string.h>

enum status records_load(struct call *call, const char *path, struct record_text *text) {
    bool piped = strcmp(path, "-") == 0;
    char fault[KW_TEXT];
    text->name = piped ? "standard input" : path;
    if (file_read(piped ? NULL : path, INPUT_RECORDS, &text->text, &text->length, fault))
        return STATUS_OK;
    return call_fail(call, "%s", fault);
}

void records_unload(struct record_text *text) {
    free(text->text);
    *text = (struct record_text){0};
}

void record_report_fault(struct string_builder *out, const char *name,
                         const struct kw_error *error) {
    if (error->code == KW_OK)
        output_format(out, "%s: it contains no record", name);
    else if (error->code == KW_NO_MEMORY)
        output_add(out, error->message);
    else
        output_format(out, "%s:%zu:%zu: %s", name, error->line, error->column, error->message);
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
    if (status != STATUS_OK || (error.code == KW_OK && visited > 0))
        return status;
    struct string_builder fault = {0};
    record_report_fault(&fault, text->name, &error);
    status = call_fail(call, "%s", fault.text);
    output_free(&fault);
    return status;
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

void record_write(struct string_builder *out, const struct kw_record *record) {
    kw_record_write(record, output_piece, out);
}
