/* How a game of a match has ended: by the rules, or by adjudication. */
#ifndef ADJUDICATION_H
#define ADJUDICATION_H

#include <komwe.h>

enum adjudication_by {
    BY_RULES,
    BY_LENGTH, /* after so many plies; each wins the seeds of his row, as at a repetition */
    BY_PROOF,  /* a player has proven the value */
    BY_TIME,   /* a player's clock has run out */
    BY_FORFEIT /* a program has failed */
};

struct adjudication {
    enum kw_outcome outcome;
    bool narrow; /* as in struct kw_result */
    enum adjudication_by by;
    char why[KW_TEXT]; /* of a forfeit */
};

/* The result of a session by the rules; false if it is not over. */
bool adjudication_by_rules(struct adjudication *adjudication, const struct kw_session *session);

/* The one that a record of a finished game gives; false if it gives none. */
bool adjudication_by_record(struct adjudication *adjudication, struct kw_record *record);

void adjudication_by_length(struct adjudication *adjudication, const struct kw_session *session);

/* By a line that is proven, for the player to move before it. */
void adjudication_by_proof(struct adjudication *adjudication, const struct kw_game *game,
                           unsigned mover, const struct kw_line *line);

/* By the clock of this player, who loses. */
void adjudication_by_time(struct adjudication *adjudication, unsigned player);

/* By the failure of this player, who loses. */
void adjudication_by_forfeit(struct adjudication *adjudication, unsigned player, const char *why);

/*
 * Writes one that is not by the rules as the header Adjudicated of a record, "S narrow by
 * proof", and reads it again; false if the text is none.
 */
const char *adjudication_text(const struct adjudication *adjudication, char text[KW_TEXT]);
bool adjudication_read(struct adjudication *adjudication, const char *text);

/* How many victories a narrow win counts for in a match, 0: the game knows none. */
unsigned adjudication_narrow_value(const struct kw_game *game);

#endif
