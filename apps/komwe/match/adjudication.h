/* How a game of a match has ended: by the rules, or by another's word. */
#ifndef ADJUDICATION_H
#define ADJUDICATION_H

#include <komwe.h>

enum verdict_by {
    BY_RULES,
    BY_LENGTH, /* after so many plies; each wins the seeds of his row, as at a repetition */
    BY_PROOF,  /* a player has proven what it is worth */
    BY_FORFEIT /* a program has failed */
};

struct verdict {
    enum kw_outcome outcome;
    bool narrow; /* as in struct kw_result */
    enum verdict_by by;
    char why[KW_TEXT]; /* of a forfeit */
};

/* What a session that is over has come to; false if it is not over. */
bool verdict_by_rules(struct verdict *verdict, const struct kw_session *session);

/* What a record of a game that is over says; false if it does not. */
bool verdict_by_record(struct verdict *verdict, struct kw_record *record);

void verdict_by_length(struct verdict *verdict, const struct kw_session *session);

/* By a line that is proven, for the player to move before it. */
void verdict_by_proof(struct verdict *verdict, const struct kw_game *game, unsigned mover,
                      const struct kw_line *line);

/* By the failure of this player, who loses. */
void verdict_by_forfeit(struct verdict *verdict, unsigned player, const char *why);

/*
 * Writes a verdict that is not by the rules as the header Adjudicated of records, "S narrow by
 * proof", and reads it again; false if the text is none.
 */
const char *verdict_text(const struct verdict *verdict, char text[KW_TEXT]);
bool verdict_read(struct verdict *verdict, const char *text);

/* How many victories a narrow win counts for in a match, 0: the game knows none. */
unsigned verdict_narrow_worth(const struct kw_game *game);

#endif
