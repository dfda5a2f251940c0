#include "tablebases/shares.h"

#include "tables/endgame_file.h"

#include <stdlib.h>

static uint64_t blocks_of(uint64_t positions) {
    return (positions + ENDGAME_BLOCK - 1) / ENDGAME_BLOCK;
}

uint64_t share_first(uint64_t positions, unsigned ranks, unsigned rank) {
    uint64_t first = blocks_of(positions) * rank / ranks * ENDGAME_BLOCK;
    return first < positions ? first : positions;
}

unsigned share_owner(uint64_t positions, unsigned ranks, uint64_t number) {
    /* The last rank that begins at this block or before it. */
    if (ranks == 1)
        return 0;
    return (unsigned)(((number / ENDGAME_BLOCK + 1) * ranks - 1) / blocks_of(positions));
}

/* An answer: bounds of the position that was asked about. */
struct answer {
    int8_t lower, upper;
};

enum {
    ANSWERS_OF_MESSAGE = sizeof(struct message) / sizeof(struct answer),
    ANSWER_MESSAGES = OUTBOX_MESSAGES / ANSWERS_OF_MESSAGE
};

bool shares_open(struct shares *shares, const struct known_layers *known, unsigned ranks,
                 unsigned rank) {
    bool good = true;
    shares->known = known;
    shares->ranks = ranks;
    for (unsigned i = 0; good && i < ranks; i++) {
        if (i == rank)
            continue;
        shares->asked[i].list = malloc(OUTBOX_MESSAGES * sizeof *shares->asked[i].list);
        shares->answers[i].list = calloc(ANSWER_MESSAGES, sizeof *shares->answers[i].list);
        good = shares->asked[i].list != NULL && shares->answers[i].list != NULL;
    }
    return good;
}

void shares_close(struct shares *shares) {
    for (unsigned i = 0; i < shares->ranks; i++) {
        free(shares->asked[i].list);
        free(shares->answers[i].list);
    }
}

struct message shares_ask(struct shares *shares, unsigned owner, unsigned seeds, uint32_t place,
                          struct asked asked) {
    shares->asked[owner].list[shares->asked[owner].count++] = asked;
    return (struct message){.to = place | SHARE_QUESTION, .from = seeds};
}

bool shares_waiting(const struct shares *shares) {
    for (unsigned i = 0; i < shares->ranks; i++)
        if (shares->asked[i].count > 0)
            return true;
    return false;
}

void shares_answer(struct shares *shares, unsigned sender, const struct message *question) {
    uint32_t place = question->to & ~SHARE_QUESTION;
    struct answer answer = {shares->known->lower[question->from][place],
                            shares->known->upper[question->from][place]};
    unsigned char *bytes = (unsigned char *)shares->answers[sender].list;
    memcpy(bytes + shares->answered[sender]++ * sizeof answer, &answer, sizeof answer);
}

void shares_seal(struct shares *shares) {
    for (unsigned i = 0; i < shares->ranks; i++) {
        shares->answers[i].count =
            (shares->answered[i] + ANSWERS_OF_MESSAGE - 1) / ANSWERS_OF_MESSAGE;
        shares->answered[i] = 0;
    }
}

void shares_take(struct shares *shares, unsigned sender, const struct message *list,
                 shares_told *told, void *context) {
    const unsigned char *bytes = (const unsigned char *)list;
    for (size_t i = 0; i < shares->asked[sender].count; i++) {
        const struct asked *asked = &shares->asked[sender].list[i];
        struct answer answer;
        int lower, upper;
        memcpy(&answer, bytes + i * sizeof answer, sizeof answer);
        bounds_before(asked->gain, asked->turned, (int)answer.lower, (int)answer.upper, &lower,
                      &upper);
        told(context, asked->place, lower, upper);
    }
    shares->asked[sender].count = 0;
}
