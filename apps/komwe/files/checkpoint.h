/* The file in which long work keeps what it has come to, so that it can be gone on with. */
#ifndef CHECKPOINT_H
#define CHECKPOINT_H

#include "cli/command.h"
#include "files/atomic_file.h"

#include <komwe.h>

/* Begin with {0}: none is wanted, and then the functions below do nothing. */
struct checkpoint {
    const char *path; /* as it was given, or NULL */
    struct atomic_file file;
    int64_t saved, took; /* when it was saved last, and how long that took: microseconds */
    int fault;           /* errno of the last time, 0: it was saved */
};

/*
 * Takes the file that a flag names for this call alone.  Fails if it is in use by another call, or
 * cannot be written.  `checkpoint->file.absent` tells whether there is none yet.
 */
enum status checkpoint_hold(struct call *call, struct checkpoint *checkpoint, const char *flag,
                            const char *path);

/*
 * The file then holds what `write` writes, or what it held before and `fault` is set.  For one
 * thread at a time.
 */
void checkpoint_replace(struct checkpoint *checkpoint, atomic_file_writer *write, void *context);

/*
 * Holds the file of a tuner.  If there is one, loads the tuner from it; `note` gets the
 * text that was saved with it, to be freed, or NULL if the file is new.  Fails if it is damaged,
 * which an empty file is too, or of another rule set, or in use by another call.
 */
enum status checkpoint_open(struct call *call, struct checkpoint *checkpoint, const char *path,
                            struct kw_tuner *tuner, char **note);

/* Whether so much time has passed that saving again takes little of it. */
bool checkpoint_is_due(const struct checkpoint *checkpoint);

/* Replaces it by all that a tuner knows, and a note. */
void checkpoint_save(struct checkpoint *checkpoint, const struct kw_tuner *tuner, const char *note);

void checkpoint_close(struct checkpoint *checkpoint);

#endif
