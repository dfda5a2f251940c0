/*
 * Files that are changed at random and read: what a reader accepts is shown to be true by other
 * means, which share nothing with it.
 */
#ifndef KOMWE_TESTS_MUTATED_H
#define KOMWE_TESTS_MUTATED_H

#include "komwe.h"

enum { FILE_MOST = 1 << 18, WHY = 1024 };

/* The bytes of a file; `byte` has FILE_MOST of room and a NUL behind the last one. */
struct bytes {
    char *byte;
    size_t size;
};

/* The files that are changed. */
struct files {
    struct bytes *list;
    size_t count;
};

enum finding {
    REFUSED,  /* with a reason */
    ACCEPTED, /* and shown to be true */
    UNSHOWN,  /* accepted, and there is no way here to show that it is true: a fault of the test */
    BROKEN    /* accepted and not true, or a refusal without a reason */
};

/* A kind of file. */
struct mutated_kind {
    const char *name;
    unsigned share; /* of all changes, in percent */
    bool binary;    /* its bytes are no text */
    /* Makes the files, or loads them from the tree. */
    void (*open)(struct files *files, const char *tree);
    /* Changes what only this kind knows; NULL: nothing.  Otherwise a share of the changes. */
    void (*change)(struct bytes *bytes, const struct files *files, struct kw_random *random);
    /* Makes the checksums right again, so that what they cover is read; NULL: there are none. */
    void (*repair)(struct bytes *bytes);
    enum finding (*read)(const struct bytes *bytes, char why[WHY]);
    void (*close)(void); /* or NULL */
};

extern const struct mutated_kind kind_proof, kind_table, kind_record, kind_match, kind_rules,
    kind_weights, kind_openings, kind_book, kind_puzzles, kind_state, kind_tuner;

/* ---- files (change.c) ------------------------------------------------------------------------ */

void files_add(struct files *files, const char *bytes, size_t size);
/* Adds a file of the tree; the program ends if there is none. */
void files_load(struct files *files, const char *tree, const char *path);
void files_free(struct files *files);

/* Writes a piece into a file instead of the bytes from `from` to `to`, if there is room. */
void bytes_splice(struct bytes *bytes, size_t from, size_t to, const char *piece, size_t size);
/* A kw_write_fn; `context` is a struct bytes. */
bool bytes_write(void *context, const char *text, size_t size);
struct bytes bytes_new(void);

/* Changes a file once, or some times. */
void mutate(const struct mutated_kind *kind, struct bytes *bytes, const struct files *files,
            struct kw_random *random);

/* Says why, and returns BROKEN. */
enum finding broken(char why[WHY], const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- the slow twin (twin_walk.c) ------------------------------------------------------------- */

/* The rules of a game as a family of the twin has them. */
struct twin_game {
    const struct twin_family *family;
    char id[64], options[512];
};

/* False if no family of the twin plays the game. */
bool twin_game_open(struct twin_game *twin, const struct kw_game *game);
/* Whether a position is written as the twin would write it. */
bool twin_position_good(const struct twin_game *twin, const char *position);
/* Plays a move if the twin lists it; false otherwise. */
bool twin_move(const struct twin_game *twin, const char *position, const char *move,
               char next[KW_TEXT]);

/* How many of the twin's moves begin with a word. */
size_t twin_moves_like(const struct twin_game *twin, const char *position, const char *word);

/* A game that the twin replays. */
struct twin_replay {
    struct twin_game twin;
    char (*position)[KW_TEXT]; /* all of them, for repetitions */
    size_t plies, room;
};

/* False with `why` if the start is no position. */
bool twin_replay_begin(struct twin_replay *replay, const struct kw_game *game,
                       const struct kw_position *start);
/* False if the move is not legal, or the game was over before. */
bool twin_replay_move(struct twin_replay *replay, const char *move);
/* Writes how the game stands: "" if it goes on. */
void twin_replay_result(const struct twin_replay *replay, const struct kw_game *game,
                        char text[KW_TEXT]);
void twin_replay_free(struct twin_replay *replay);

/* What a proof claims, followed and solved by the twin; `text` ends with a NUL. */
enum finding proof_walk(const char *text, char why[WHY]);
void proof_walk_free(void);

#endif
