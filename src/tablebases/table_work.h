/* What every build of tables does: see kw_tables_build. */
#ifndef KOMWE_TABLEBASES_TABLE_WORK_H
#define KOMWE_TABLEBASES_TABLE_WORK_H

#include "tablebases/layer.h"

struct table_work {
    struct endgame_index index;
    const char *directory;
    char name[ENDGAME_NAME];
    struct known_layers known; /* layers below, or the own shares of them */
    struct kw_progress progress;
    double before;  /* positions of the layers below */
    uint64_t check; /* of the layer below */
    kw_progress_fn *go_on;
    void *context;
};

/*
 * Sees to it that `members` can build the tables of a game up to so many seeds; false with a
 * sentence.  `work` has its directory and its watcher; table_work_close is due either way.
 */
bool table_work_open(struct table_work *work, const struct kw_game *game, unsigned seeds,
                     unsigned members, struct kw_error *error);
void table_work_close(struct table_work *work);

/* Makes the folder and locks it; what folder_unlock takes, -1 with a sentence. */
int table_work_lock(const struct table_work *work, struct kw_error *error);

/* Adds to what is said of a damaged file what its user can do; false. */
bool table_work_failed(struct kw_error *error);

/* The path of a layer's file, KW_TEXT bytes; false with a sentence. */
bool table_work_path(const struct table_work *work, unsigned seeds, char path[KW_TEXT],
                     struct kw_error *error);
/* Opens it; false with a sentence if it is damaged, or not the one that belongs there. */
bool table_work_read(const struct table_work *work, unsigned seeds, const char *path,
                     struct endgame_file *file, struct kw_error *error);
/* What is written; of the planes those that the rules need. */
struct endgame_draft table_work_draft(const struct table_work *work, unsigned seeds,
                                      const struct endgame_planes *planes);
/* Takes note of a file that has been written; false with a sentence if it cannot be read again. */
bool table_work_written(struct table_work *work, const char *path, struct kw_error *error);

/* So many positions of the layer at work are done; false if the work shall end. */
bool table_work_tell(struct table_work *work, double done);
/* The same, as what watches a layer; `context` is the work. */
bool table_work_watch(void *context, double part);

/* Arrays for so many positions; false if there is no memory. */
bool planes_open(struct endgame_planes *planes, uint64_t positions);
void planes_close(struct endgame_planes *planes);
/* Keeps the bounds for the layers above, and gives the rest back. */
void table_work_keep(struct table_work *work, unsigned seeds, struct endgame_planes *planes);

bool table_no_memory(struct kw_error *error);
bool table_stopped(struct kw_error *error);

#endif
