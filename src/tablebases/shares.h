/*
 * How a layer is divided among members, and questions about layers below to those who own them.
 *
 * Each member owns a range of whole blocks of every layer.  A question is a message among those of
 * a phase; the answers to the questions of an exchange come at the next one, in their order, so
 * that they need not say what they answer.
 */
#ifndef KOMWE_TABLEBASES_SHARES_H
#define KOMWE_TABLEBASES_SHARES_H

#include "tablebases/successors.h"
#include "tablebases/transport.h"

/* The first of the positions that a rank owns; that of rank `ranks` is the end. */
uint64_t share_first(uint64_t positions, unsigned ranks, unsigned rank);
/* Who owns a position, number < positions. */
unsigned share_owner(uint64_t positions, unsigned ranks, uint64_t number);

/* Set in `to` of a message that is a question: the rest is a place, and `from` its layer. */
#define SHARE_QUESTION (UINT32_C(1) << 31)

/* On whose behalf something was asked. */
struct asked {
    uint32_t place;
    uint8_t gain; /* seeds that the move won */
    bool turned;
};

/* What one member has asked others, and will answer them; begin with {0}. */
struct shares {
    const struct known_layers *known; /* the own shares of the layers below */
    unsigned ranks;
    struct {
        struct asked *list; /* of each member, since the last exchange */
        size_t count;
    } asked[RANKS_MOST];
    struct outbox answers[RANKS_MOST];
    size_t answered[RANKS_MOST];
};

/* Room for questions to all but the own rank; false if there is no memory. */
bool shares_open(struct shares *shares, const struct known_layers *known, unsigned ranks,
                 unsigned rank);
void shares_close(struct shares *shares);

/* Notes what is asked; the question that it returns is for that owner. */
struct message shares_ask(struct shares *shares, unsigned owner, unsigned seeds, uint32_t place,
                          struct asked asked);
/* Whether anything has been asked since the last answers. */
bool shares_waiting(const struct shares *shares);

/* Answers a question; the answers are sent as `answers`. */
void shares_answer(struct shares *shares, unsigned sender, const struct message *question);
/* Makes the answers ready to be sent. */
void shares_seal(struct shares *shares);

/* Takes in answers, and tells each: bounds of what the mover has by the move. */
typedef void shares_told(void *context, uint32_t place, int lower, int upper);
void shares_take(struct shares *shares, unsigned sender, const struct message *list,
                 shares_told *told, void *context);

#endif
