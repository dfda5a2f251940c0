/* Files of records: read, gone through, written. */
#ifndef RECORD_FILES_H
#define RECORD_FILES_H

#include "cli/command.h"

#include <komwe.h>

enum { RECORDS_MOST = 64 << 20 /* bytes of a file of records, but for that of a match */ };

/*
 * Says why kw_record_read, whose `error` it is, has found no record in the file of that name: it is
 * damaged, at its end (which is told as if there were none), or there is no memory.
 */
void record_tell_fault(struct output *out, const char *name, const struct kw_error *error);

/* The text of a file of records; begin with {0}. */
struct record_text {
    const char *name; /* what errors call it */
    char *text;
    size_t length;
};

/* Reads the file, or standard input if `path` is "-"; records_unload is due after a failure too. */
enum status records_load(struct call *call, const char *path, struct record_text *text);
void records_unload(struct record_text *text);

typedef enum status record_visit(void *context, struct kw_record *record);

/*
 * Visits each record in turn, which is freed afterwards, up to the first visit that does not return
 * STATUS_OK.  Fails if one of them is damaged, or if there is none.
 */
enum status records_visit(struct call *call, const struct record_text *text, record_visit *visit,
                          void *context);

/*
 * Makes a text that may be anything fit for a header: what is not ASCII, or controls, becomes ?,
 * and blanks at the end are cut off.
 */
void header_tame(char *text);

/* Adds the text of a record. */
void record_write(struct output *out, const struct kw_record *record);

#endif
