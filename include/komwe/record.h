/**
 * @file
 * Games as text, with headers and comments.
 */
#ifndef KOMWE_RECORD_H
#define KOMWE_RECORD_H

#include "komwe/session.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A game with headers and comments.  komwe-record(5) describes its text. */
struct kw_record;

/** A record of a game still to be played, on its session.  As kw_session_new. */
KW_API struct kw_record *kw_record_new(const struct kw_game *game, const struct kw_position *start);

/** A text that holds any number of records, one after the other. */
struct kw_record_source {
    const char *text; /**< need not end in NUL */
    size_t length;    /**< bytes */
    size_t at;        /**< where the next record begins; 0 at first */
    size_t line;      /**< lines before it; 0 at first */
};

/**
 * Reads the next record.  Returns NULL with error->code KW_OK at the end of the text; with
 * KW_BAD_RECORD, line, column and reason if the record is damaged (then nothing after it can be
 * read); with KW_NO_MEMORY.  `error` must not be NULL.
 */
KW_API struct kw_record *kw_record_read(struct kw_record_source *source, struct kw_error *error);
KW_API void kw_record_free(struct kw_record *record); /**< NULL is allowed */

/** The game of the record, which may be continued; freed with the record. */
KW_API struct kw_session *kw_record_session(struct kw_record *record);

/**
 * Headers beside Game, Options, Start and Result, which follow from the session: 0 <= index <
 * count, at most 100.
 */
KW_API size_t kw_record_header_count(const struct kw_record *record);
/** The value and the name of a header; valid until the record changes. */
KW_API const char *kw_record_header_at(const struct kw_record *record, size_t index,
                                       const char **name);
/** The value of a header, or NULL.  Valid until the record changes. */
KW_API const char *kw_record_header(const struct kw_record *record, const char *name);
/**
 * Sets a header, or removes it (value NULL).  False and `error` if a record cannot hold the name or
 * the value (KW_BAD_RECORD), or there is no memory; then nothing has changed.
 */
KW_API bool kw_record_header_set(struct kw_record *record, const char *name, const char *value,
                                 struct kw_error *error);

/**
 * The plies that open the game and that neither player chose, as in a match: the header
 * Opening-Plies.  0 if there is none, or if it is no number of plies up to KW_PLIES.
 */
KW_API size_t kw_record_opening(const struct kw_record *record);
/** Sets that header, or removes it (0).  False and `error` as above, or if `plies` > KW_PLIES. */
KW_API bool kw_record_opening_set(struct kw_record *record, size_t plies, struct kw_error *error);
/**
 * Ends the opening before a ply, 0 <= ply < KW_PLIES, since a player chose the move there.  To be
 * called when moves of an opening were undone and others played.
 */
KW_API void kw_record_opening_end(struct kw_record *record, size_t ply);

/**
 * The comment after the first `ply` plies, 0 <= ply <= plies, or NULL; valid until the record
 * changes.  Undoing a move hides its comment until the same move is played again.
 */
KW_API const char *kw_record_comment(const struct kw_record *record, size_t ply);
/**
 * Sets that comment, or removes it (NULL, or blanks only); blanks in it become single spaces.
 * False and `error` as above.
 */
KW_API bool kw_record_comment_set(struct kw_record *record, size_t ply, const char *comment,
                                  struct kw_error *error);

/** Writes the record as text.  False if `write` returned false. */
KW_API bool kw_record_write(const struct kw_record *record, kw_write_fn *write, void *context);

#ifdef __cplusplus
}
#endif

#endif
