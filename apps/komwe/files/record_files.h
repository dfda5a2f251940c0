/* Files of records: reading, visiting, writing. */
#ifndef RECORD_FILES_H
#define RECORD_FILES_H

#include "cli/command.h"

#include <komwe.h>

/*
 * Writes the error of kw_record_read for a file of that name: a damaged record, none (at the end of
 * the file), or no memory.
 */
void record_report_fault(struct string_builder *out, const char *name,
                         const struct kw_error *error);

/* The text of a file of records; begin with {0}. */
struct record_text {
    const char *name; /* its name in error messages */
    char *text;
    size_t length;
};

/* Reads the file, or standard input if `path` is "-"; records_unload is due after a failure too. */
enum status records_load(struct call *call, const char *path, struct record_text *text);
void records_unload(struct record_text *text);

typedef enum status record_visit(void *context, struct kw_record *record);

/*
 * Visits each record in turn, up to the first visit that does not return STATUS_OK; frees it
 * afterwards.  Fails if a record is damaged, or if there is none.
 */
enum status records_visit(struct call *call, const struct record_text *text, record_visit *visit,
                          void *context);

/*
 * Makes any text fit for a header: bytes outside of printable ASCII become ?, and trailing blanks
 * are removed.
 */
void header_tame(char *text);

/* Adds the text of a record. */
void record_write(struct string_builder *out, const struct kw_record *record);

#endif
