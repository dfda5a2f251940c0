/* What builds of tables by threads and by processes have in common: see kw_tables_build. */
#ifndef KOMWE_TABLEBASES_TABLE_WORK_H
#define KOMWE_TABLEBASES_TABLE_WORK_H

#include "tablebases/layer.h"

struct table_work {
    struct endgame_index index;
    const char *directory;
    char name[ENDGAME_NAME];
    struct known_layers known; /* the layers below, or the own shares of them */
    struct kw_progress progress;
    double before;  /* positions of the layers below */
    uint64_t check; /* the checksum of the layer below */
    kw_progress_fn *report;
    void *context;
};

/*
 * Checks that `ranks` can build the tables of a game up to so many seeds; false with an error.  The
 * caller has set `directory` and `report`; table_work_close must follow in both cases.
 */
bool table_work_open(struct table_work *work, const struct kw_game *game, unsigned seeds,
                     unsigned ranks, struct kw_error *error);
void table_work_close(struct table_work *work);

/* Creates the folder and locks it; the argument of folder_unlock, or -1 with an error. */
int table_work_lock(const struct table_work *work, struct kw_error *error);

/* Adds to the error of a damaged file what its user can do; false. */
bool table_work_failed(struct kw_error *error);

/* The path of the file of a layer; false with an error. */
bool table_work_path(const struct table_work *work, unsigned seeds, char path[KW_TEXT],
                     struct kw_error *error);
/*
 * Opens it; false with an error if its header is damaged, or it is not a part of these tables:
 * `check` must be the checksum of the layer below.
 */
bool table_work_open_file(const struct table_work *work, unsigned seeds, const char *path,
                          struct endgame_file *file, struct kw_error *error);
/* The same, and verifies all parts. */
bool table_work_read(const struct table_work *work, unsigned seeds, const char *path,
                     struct endgame_file *file, struct kw_error *error);
/* The file to be written; of the planes those that the rules need. */
struct endgame_draft table_work_draft(const struct table_work *work, unsigned seeds,
                                      const struct endgame_planes *planes);
/* Notes the checksum of a file that was written; false with an error if it cannot be read. */
bool table_work_written(struct table_work *work, const char *path, struct kw_error *error);

/* Reports how many positions of the current layer are done; false if the work must stop. */
bool table_work_report(struct table_work *work, double done);
/* The same as the callback of a layer; `context` is the work. */
bool table_work_layer_progress(void *context, double part);

/* Allocates arrays of so many positions; false if there is not enough memory. */
bool planes_open(struct endgame_planes *planes, uint64_t positions);
void planes_close(struct endgame_planes *planes);
/*
 * Allocates the arrays of a layer and solves it by threads, from the layers below in `known`; false
 * with an error, KW_STOPPED if the report says so.  planes_close must follow in both cases.
 */
bool table_work_solve(struct table_work *work, unsigned seeds, unsigned threads,
                      struct endgame_planes *planes, struct kw_error *error);
/* Adds the bounds to `known` for the layers above, and frees the rest. */
void table_work_add_known(struct table_work *work, unsigned seeds, struct endgame_planes *planes);

bool table_stopped(struct kw_error *error);

#endif
