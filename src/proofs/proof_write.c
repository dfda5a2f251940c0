#include "proofs/proof_write.h"

#include "base/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LETTERS = 64 /* of a line */ };

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum stage { UNSEEN, ON_THE_WAY, DONE };

/* A position of the claim: it is written down once, however often games come to it. */
struct known {
    struct kw_position position;
    uint8_t stage;
};

/* A position on the way from the root of the claim, with the moves that are still to be followed.
 */
struct step {
    uint32_t place; /* in `known` */
    uint8_t count, next;
    kw_move move[KW_MOVES];
};

struct proof_writer {
    struct proof_search *search;
    kw_write_fn *write;
    void *context;
    uint64_t sum, letters; /* written so far */
    char line[LETTERS + 1];
    size_t filled;
    bool begun, failed; /* to write */

    unsigned player; /* who the claim is about */
    bool holds;
    struct known *known;
    size_t knowns, known_room;
    uint32_t *slot; /* place + 1 in `known`, 0: free; a power of two of them */
    size_t slots;
    struct step *step;
    size_t steps, step_room;
};

struct proof_writer *proof_writer_new(struct proof_search *search, kw_write_fn *write,
                                      void *context) {
    struct proof_writer *writer = calloc(1, sizeof *writer);
    if (writer != NULL) {
        writer->search = search;
        writer->write = write;
        writer->context = context;
        writer->sum = UINT64_C(0xcbf29ce484222325);
    }
    return writer;
}

void proof_writer_free(struct proof_writer *writer) {
    if (writer == NULL)
        return;
    free(writer->known);
    free(writer->slot);
    free(writer->step);
    free(writer);
}

/* ---- text ---------------------------------------------------------------------------------- */

static void put(struct proof_writer *writer, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        writer->sum = (writer->sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    writer->failed = writer->failed || !writer->write(writer->context, text, length);
}

static void put_line(struct proof_writer *writer, const char *text) {
    put(writer, text, strlen(text));
    put(writer, "\n", 1);
}

static void end_letters(struct proof_writer *writer) {
    writer->line[writer->filled] = '\n';
    if (writer->filled > 0)
        put(writer, writer->line, writer->filled + 1);
    writer->filled = 0;
}

static void put_letter(struct proof_writer *writer, size_t index) {
    if (writer->filled == LETTERS)
        end_letters(writer);
    writer->line[writer->filled++] = alphabet[index];
    writer->letters++;
}

static void put_heading(struct proof_writer *writer) {
    const struct kw_game *game = writer->search->game;
    char options[KW_TEXT], line[KW_TEXT + 16];
    if (writer->begun)
        return;
    writer->begun = true;
    put_line(writer, "komwe-proof 1");
    snprintf(line, sizeof line, "game %s", kw_game_info(game)->id);
    put_line(writer, line);
    kw_game_options(game, options);
    snprintf(line, sizeof line, "options%s%s", options[0] != '\0' ? " " : "", options);
    put_line(writer, line);
}

/* ---- positions ----------------------------------------------------------------------------- */

/* Makes room for one more element; false if there is no memory. */
static bool room_for(void **elements, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return true;
    size_t wanted = *room == 0 ? 1024 : *room * 2;
    void *larger = realloc(*elements, wanted * size);
    if (larger == NULL)
        return false;
    *elements = larger;
    *room = wanted;
    return true;
}

/* The slot of a position, or the free one where it would stand. */
static uint32_t *slot_find(const struct proof_writer *writer, const struct kw_position *position) {
    size_t at = kw_hash(position) & (writer->slots - 1);
    while (writer->slot[at] != 0 &&
           memcmp(&writer->known[writer->slot[at] - 1].position, position, sizeof *position) != 0)
        at = (at + 1) & (writer->slots - 1);
    return &writer->slot[at];
}

static bool slots_grow(struct proof_writer *writer) {
    if (writer->slots > 2 * writer->knowns)
        return true;
    size_t slots = writer->slots == 0 ? 1024 : writer->slots * 2;
    uint32_t *larger = calloc(slots, sizeof *larger);
    if (larger == NULL)
        return false;
    free(writer->slot);
    writer->slot = larger;
    writer->slots = slots;
    for (size_t i = 0; i < writer->knowns; i++)
        *slot_find(writer, &writer->known[i].position) = (uint32_t)i + 1;
    return true;
}

static enum stage stage_of(const struct proof_writer *writer, const struct kw_position *position) {
    if (writer->slots == 0)
        return UNSEEN;
    uint32_t place = *slot_find(writer, position);
    return place == 0 ? UNSEEN : (enum stage)writer->known[place - 1].stage;
}

static int text_compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The legal moves in the byte order of their texts, which is that of the proof. */
static size_t moves_in_order(const struct kw_game *game, const struct kw_position *position,
                             kw_move *list) {
    enum { MOVE = 8 }; /* bytes that hold the text of any move of the Bao family */
    kw_move unordered[KW_MOVES];
    char text[KW_MOVES][MOVE], whole[KW_TEXT], *order[KW_MOVES] = {NULL};
    size_t count = kw_moves(game, position, unordered, KW_MOVES);
    for (size_t i = 0; i < count; i++) {
        snprintf(text[i], MOVE, "%.*s", MOVE - 1,
                 kw_move_text(game, position, unordered[i], whole));
        order[i] = text[i];
    }
    qsort(order, count, sizeof *order, text_compare);
    for (size_t i = 0; i < count; i++)
        list[i] = unordered[(size_t)(order[i] - text[0]) / MOVE];
    return count;
}

/* ---- the moves of the player --------------------------------------------------------------- */

/* A move that keeps the claim, as far as the table knows: how good it is, the least the best. */
enum { WORTH_NONE = INT32_MAX };

static int32_t move_worth(const struct proof_writer *writer, const struct kw_position *next) {
    const struct proof_search *search = writer->search;
    struct proof_finding found;
    enum stage stage = stage_of(writer, next);
    if (stage == DONE || (stage == ON_THE_WAY && writer->holds))
        return -1; /* it costs nothing more */
    if (stage == ON_THE_WAY)
        return WORTH_NONE;
    if (!proof_over(search, next, &found) &&
        !proof_table_probe(search->table, proof_hash(search, next), &found))
        return WORTH_NONE;
    bool keeps = found.state == PROOF_LOSS || (writer->holds && found.state == PROOF_HELD);
    return keeps ? found.plies : WORTH_NONE;
}

/* Searches the position again; false with an error if no move can be had. */
static bool find_again(struct proof_writer *writer, const struct kw_position *position,
                       kw_move *move, struct kw_error *error) {
    struct proof_search *search = writer->search;
    struct proof_answer answer;
    unsigned attacker = search->attacker;
    for (int turn = 0; turn < 2; turn++) {
        proof_ask(search, position, &answer);
        search->attacker = attacker;
        if (search->refused)
            return error_set(error, KW_OK, 1, "the listener ended the work");
        if (answer.finding.state == PROOF_OPEN)
            return error_set(error, KW_BAD_RECORD, 1,
                             "the proof cannot be put together: its lines are too long");
        if (answer.finding.state == PROOF_WIN ||
            (writer->holds && answer.finding.state == PROOF_HELD)) {
            *move = answer.move;
            return true;
        }
        /* That he does not lose has been found in place of that he wins: ask for this. */
        search->attacker = writer->player;
    }
    search->attacker = attacker;
    return error_set(error, KW_BAD_RECORD, 1,
                     "the proof cannot be put together: a larger table is needed");
}

/* Chooses the move of the player whom the claim is about, and writes its letter. */
static bool choose_move(struct proof_writer *writer, struct step *step,
                        const struct kw_position *position, struct kw_error *error) {
    const struct kw_game *game = writer->search->game;
    int32_t best = WORTH_NONE;
    size_t chosen = 0;
    struct kw_position next;
    for (size_t i = 0; i < step->count; i++) {
        kw_play(game, position, step->move[i], &next);
        int32_t worth = move_worth(writer, &next);
        if (worth < best) {
            best = worth;
            chosen = i;
        }
    }
    kw_move move = step->move[chosen];
    if (best == WORTH_NONE) {
        if (!find_again(writer, position, &move, error))
            return false;
        for (chosen = 0; step->move[chosen] != move; chosen++)
            continue;
        kw_play(game, position, move, &next);
        if (!writer->holds && stage_of(writer, &next) == ON_THE_WAY)
            return error_set(error, KW_BAD_RECORD, 1,
                             "the proof cannot be put together: a larger table is needed");
    }
    put_letter(writer, chosen);
    step->move[0] = move;
    step->count = 1;
    return true;
}

/* ---- the way through the claim ------------------------------------------------------------- */

/* Goes to a position that has not been seen; nothing follows one where the game is over. */
static bool step_down(struct proof_writer *writer, const struct kw_position *position,
                      struct kw_error *error) {
    struct proof_finding over;
    if (proof_over(writer->search, position, &over))
        return true;
    if (writer->knowns >= UINT32_MAX - 1 ||
        !room_for((void **)&writer->known, writer->knowns, &writer->known_room,
                  sizeof *writer->known) ||
        !room_for((void **)&writer->step, writer->steps, &writer->step_room,
                  sizeof *writer->step) ||
        !slots_grow(writer))
        return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
    struct step *step = &writer->step[writer->steps++];
    *step = (struct step){.place = (uint32_t)writer->knowns};
    writer->known[writer->knowns] = (struct known){.position = *position, .stage = ON_THE_WAY};
    *slot_find(writer, position) = (uint32_t)++writer->knowns;
    step->count = (uint8_t)moves_in_order(writer->search->game, position, step->move);
    return position->turn != writer->player || choose_move(writer, step, position, error);
}

static bool follow(struct proof_writer *writer, struct kw_error *error) {
    while (writer->steps > 0) {
        struct step *step = &writer->step[writer->steps - 1];
        struct known *known = &writer->known[step->place];
        if (writer->failed)
            return error_set(error, KW_BAD_RECORD, 1, "the proof could not be written");
        if (step->next == step->count) {
            known->stage = DONE;
            writer->steps--;
            continue;
        }
        struct kw_position next;
        kw_play(writer->search->game, &known->position, step->move[step->next++], &next);
        enum stage stage = stage_of(writer, &next);
        if (stage == ON_THE_WAY && !writer->holds)
            return error_set(error, KW_BAD_RECORD, 1,
                             "the proof cannot be put together: a larger table is needed");
        if (stage == UNSEEN && !step_down(writer, &next, error))
            return false;
    }
    return true;
}

/* Another kind of claim has nothing in common with those before. */
static void forget(struct proof_writer *writer) {
    writer->knowns = writer->steps = 0;
    memset(writer->slot, 0, writer->slots * sizeof *writer->slot);
}

bool proof_write_claim(struct proof_writer *writer, const struct kw_position *position,
                       unsigned player, bool holds, struct kw_error *error) {
    char text[KW_TEXT], line[KW_TEXT + 32];
    if (writer->slots > 0 && (writer->player != player || writer->holds != holds))
        forget(writer);
    writer->player = player;
    writer->holds = holds;
    put_heading(writer);
    snprintf(line, sizeof line, "claim %c %s %s", player == KW_SOUTH ? 'S' : 'N',
             holds ? "holds" : "wins", kw_position_text(writer->search->game, position, text));
    put_line(writer, line);
    bool good = (stage_of(writer, position) == DONE || step_down(writer, position, error)) &&
                follow(writer, error);
    end_letters(writer);
    return good;
}

bool proof_write_end(struct proof_writer *writer, struct kw_error *error) {
    char line[64];
    put_heading(writer);
    snprintf(line, sizeof line, "end %" PRIu64 " %016" PRIx64, writer->letters, writer->sum);
    put_line(writer, line);
    return !writer->failed || error_set(error, KW_BAD_RECORD, 1, "the proof could not be written");
}
