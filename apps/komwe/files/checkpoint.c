#include "files/checkpoint.h"

#include "base/clock.h"
#include "files/disk_file.h"
#include "io/input.h"

#include <errno.h>
#include <string.h>

enum {
    SHARE = 50,              /* saving takes at most one part in so many of the time */
    LEAST_INTERVAL = 1000000 /* microseconds */
};

/* The content of one save. */
struct checkpoint_content {
    const struct kw_tuner *tuner;
    const char *note;
};

static bool checkpoint_write(void *context, kw_write_fn *write, void *draft) {
    const struct checkpoint_content *written = context;
    return kw_tuner_save(written->tuner, written->note, write, draft);
}

enum status checkpoint_hold(struct call *call, struct checkpoint *checkpoint, const char *flag,
                            const char *path) {
    if (strcmp(path, "-") == 0)
        return call_misuse(call, "%s needs a file; use ./- for one named '-'", flag);
    if (atomic_file_is_special(path))
        return call_fail(call, "cannot write '%s': it is not a regular file", path);
    if (!atomic_file_lock(&checkpoint->file, path))
        return errno == EWOULDBLOCK
                   ? call_fail(call, "'%s' is in use by another call of %s", path,
                               call->command->name)
                   : call_fail(call, "cannot write '%s': %s", path, strerror(errno));
    if (!checkpoint->file.absent && !atomic_file_can_be_written(path))
        return call_fail(call, "cannot write '%s': %s", path, strerror(errno));
    checkpoint->path = path;
    return STATUS_OK;
}

enum status checkpoint_open_answer(struct call *call, struct checkpoint *checkpoint,
                                   answer_loader *load, answer_writer *write, void *job) {
    const char *path = call->arguments.value[FLAG_OUT];
    checkpoint->write = write;
    checkpoint->job = job;
    if (path == NULL)
        return STATUS_OK;
    enum status status = checkpoint_hold(call, checkpoint, "--out", path);
    return status == STATUS_OK && !checkpoint->file.absent ? load(call, job, path) : status;
}

static bool checkpoint_write_answer(void *context, kw_write_fn *write, void *draft) {
    const struct checkpoint *checkpoint = context;
    struct string_builder text = {0};
    checkpoint->write(checkpoint->job, &text);
    bool good = write(draft, text.text, text.length);
    output_free(&text);
    return good;
}

void checkpoint_keep_answer(struct checkpoint *checkpoint) {
    if (checkpoint_is_due(checkpoint))
        checkpoint_replace(checkpoint, checkpoint_write_answer, checkpoint);
}

bool checkpoint_end_answer(struct call *call, struct checkpoint *checkpoint) {
    checkpoint_replace(checkpoint, checkpoint_write_answer, checkpoint);
    bool resumes = call->signal != 0 && checkpoint->path != NULL && checkpoint->fault == 0;
    if (resumes)
        call_warn("progress is saved in '%s'; the same command resumes from it", checkpoint->path);
    return resumes;
}

enum status checkpoint_print_answer(struct call *call, const struct checkpoint *checkpoint) {
    if (checkpoint->path == NULL || checkpoint->fault != 0)
        checkpoint->write(checkpoint->job, &call->out);
    if (checkpoint->fault == 0)
        return STATUS_OK;
    output_flush(&call->out, stdout);
    return call_fail(call, "cannot write '%s': %s", checkpoint->path, strerror(checkpoint->fault));
}

enum status checkpoint_open(struct call *call, struct checkpoint *checkpoint, const char *path,
                            struct kw_tuner *tuner, char **note) {
    *note = NULL;
    enum status status = checkpoint_hold(call, checkpoint, "--checkpoint", path);
    if (status != STATUS_OK || checkpoint->file.absent)
        return status;
    return checkpoint_load(call, path, tuner, note);
}

enum status checkpoint_load(struct call *call, const char *path, struct kw_tuner *tuner,
                            char **note) {
    struct kw_error error;
    char fault[KW_TEXT];
    const struct file_kind *kind = &input_kind[INPUT_LEARNING];
    struct disk_file_reader reader = {.file = file_stream(path, kind)};
    if (reader.file == NULL)
        return call_fail(call, "%s", file_fault(path, kind, errno, fault));
    *note = memory_new(KW_TUNER_NOTE + 1, 1);
    bool good = kw_tuner_load(tuner, *note, disk_file_read, &reader, &error);
    fclose(reader.file);
    if (!good && reader.fault != 0)
        return call_fail(call, "%s", file_fault(path, kind, reader.fault, fault));
    return good ? STATUS_OK
                : call_fail(call, "%s: %s%s", path, error.message,
                            error.code == KW_DAMAGED ? "; remove it to start again" : "");
}

bool checkpoint_is_due(const struct checkpoint *checkpoint) {
    int64_t interval = checkpoint->took * SHARE;
    return checkpoint->path != NULL && clock_now() - checkpoint->saved >=
                                           (interval > LEAST_INTERVAL ? interval : LEAST_INTERVAL);
}

void checkpoint_save(struct checkpoint *checkpoint, const struct kw_tuner *tuner,
                     const char *note) {
    struct checkpoint_content written = {tuner, note};
    checkpoint_replace(checkpoint, checkpoint_write, &written);
}

void checkpoint_replace(struct checkpoint *checkpoint, atomic_file_writer *write, void *context) {
    int64_t began = clock_now();
    if (checkpoint->path == NULL)
        return;
    bool good = atomic_file_replace_locked(&checkpoint->file, write, context);
    checkpoint->fault = good ? 0 : errno != 0 ? errno : ENOMEM;
    checkpoint->saved = clock_now();
    checkpoint->took = checkpoint->saved - began;
}

void checkpoint_close(struct checkpoint *checkpoint) { atomic_file_unlock(&checkpoint->file); }
