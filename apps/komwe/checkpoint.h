/* The file in which learning keeps what it has come to, so that it can be gone on with. */
#ifndef CHECKPOINT_H
#define CHECKPOINT_H

#include "atomic_file.h"
#include "command.h"

#include <komwe.h>

/* Begin with {0}: none is wanted, and then the functions below do nothing. */
struct checkpoint {
    const char *path; /* as it was given, or NULL */
    struct atomic_file file;
    int64_t saved, took; /* when it was saved last, and how long that took: microseconds */
    int fault;           /* errno of the last time, 0: it was saved */
};

/*
 * Takes the file for this call alone.  If there is one, loads the tuner from it; `note` gets the
 * text that was saved with it, to be freed, or NULL if the file is new.  Fails if it is damaged,
 * which an empty file is too, or of another rule set, or in use by another call.
 */
enum status checkpoint_open(struct call *call, struct checkpoint *checkpoint, const char *path,
                            struct kw_tuner *tuner, char **note);

/* Whether so much time has passed that saving again takes little of it. */
bool checkpoint_is_due(const struct checkpoint *checkpoint);

/* The file then holds this, or what it held before and `fault` is set.  For one thread at a time.
 */
void checkpoint_save(struct checkpoint *checkpoint, const struct kw_tuner *tuner, const char *note);

void checkpoint_close(struct checkpoint *checkpoint);

#endif
