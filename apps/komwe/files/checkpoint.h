/* The file that saves the progress of long work, so that it can be resumed. */
#ifndef CHECKPOINT_H
#define CHECKPOINT_H

#include "cli/command.h"
#include "files/atomic_file.h"

#include <komwe.h>

/* The answer of a command as the text of its file, and back. */
typedef void answer_writer(const void *job, struct string_builder *out);
typedef enum status answer_loader(struct call *call, void *job, const char *path);

/* Begin with {0}: without a file the functions below do nothing. */
struct checkpoint {
    const char *path; /* as it was given, or NULL */
    struct atomic_file file;
    int64_t saved, took;  /* time of the last save and its duration: microseconds */
    int fault;            /* errno of the last save; 0: it succeeded */
    answer_writer *write; /* of checkpoint_open_answer */
    const void *job;
};

/*
 * Locks the file that a flag names.  Fails if another call uses it, or it cannot be written.
 * `checkpoint->file.absent`: it does not exist yet.
 */
enum status checkpoint_hold(struct call *call, struct checkpoint *checkpoint, const char *flag,
                            const char *path);

/*
 * Replaces the file by what `write` writes; if that fails the file is unchanged and `fault` is
 * set.  For one thread at a time.
 */
void checkpoint_replace(struct checkpoint *checkpoint, atomic_file_writer *write, void *context);

/*
 * Locks the file of --out, if it is given, which keeps the answer of a command; loads it if it
 * exists.
 */
enum status checkpoint_open_answer(struct call *call, struct checkpoint *checkpoint,
                                   answer_loader *load, answer_writer *write, void *job);

/* Saves the answer if it is due. */
void checkpoint_keep_answer(struct checkpoint *checkpoint);

/* Saves the last answer.  True if a signal has ended the work, and a warning says that it can be
 * resumed. */
bool checkpoint_end_answer(struct call *call, struct checkpoint *checkpoint);

/* Prints the answer unless a file holds it; fails if there is one that cannot hold it. */
enum status checkpoint_print_answer(struct call *call, const struct checkpoint *checkpoint);

/*
 * Locks the file of a tuner.  If it exists, loads the tuner from it, and `note` receives the text
 * saved with it, for the caller to free; NULL if the file is new.  Fails if it is damaged or empty,
 * of another rule set, or in use.
 */
enum status checkpoint_open(struct call *call, struct checkpoint *checkpoint, const char *path,
                            struct kw_tuner *tuner, char **note);

/*
 * Loads a tuner from a file, without a lock; `note` receives the text saved with it, for the caller
 * to free, also if it fails.
 */
enum status checkpoint_load(struct call *call, const char *path, struct kw_tuner *tuner,
                            char **note);

/* Whether enough time has passed for saving to take a small part of it. */
bool checkpoint_is_due(const struct checkpoint *checkpoint);

/* Saves the tuner and a note. */
void checkpoint_save(struct checkpoint *checkpoint, const struct kw_tuner *tuner, const char *note);

void checkpoint_close(struct checkpoint *checkpoint);

#endif
