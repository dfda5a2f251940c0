#include "proofs/proof_write.h"

#include "base/base64.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/work.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LETTERS = 64 /* of a line */ };

enum proof_claim_stage { UNSEEN, ON_PATH, DONE };

/* A position of the claim, which is written once, however many lines lead to it. */
struct proof_claim_node {
    struct kw_position position;
    uint8_t stage;
};

/* A position of the current line of the traversal, with the moves that are left. */
struct proof_claim_frame {
    uint32_t place; /* in `node` */
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
    bool started, failed; /* to write */

    unsigned player; /* of the claim */
    bool holds;
    struct proof_claim_node *node;
    size_t positions, position_room;
    uint32_t *slot; /* place + 1 in `node`, 0: free; a power of two of them */
    size_t slots;
    struct proof_claim_frame *frame;
    size_t frames, frame_room;
};

struct proof_writer *proof_writer_new(struct proof_search *search, kw_write_fn *write,
                                      void *context) {
    struct proof_writer *writer = calloc(1, sizeof *writer);
    if (writer != NULL) {
        writer->search = search;
        writer->write = write;
        writer->context = context;
        writer->sum = FNV1A_BASIS;
    }
    return writer;
}

void proof_writer_free(struct proof_writer *writer) {
    if (writer == NULL)
        return;
    free(writer->node);
    free(writer->slot);
    free(writer->frame);
    free(writer);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void proof_write_text(struct proof_writer *writer, const char *text, size_t length) {
    writer->sum = fnv1a(writer->sum, text, length);
    writer->failed = writer->failed || !writer->write(writer->context, text, length);
}

static void proof_write_line(struct proof_writer *writer, const char *text) {
    proof_write_text(writer, text, strlen(text));
    proof_write_text(writer, "\n", 1);
}

static void proof_write_end_letters(struct proof_writer *writer) {
    writer->line[writer->filled] = '\n';
    if (writer->filled > 0)
        proof_write_text(writer, writer->line, writer->filled + 1);
    writer->filled = 0;
}

static void proof_write_letter(struct proof_writer *writer, size_t index) {
    if (writer->filled == LETTERS)
        proof_write_end_letters(writer);
    writer->line[writer->filled++] = base64_letters[index];
    writer->letters++;
}

static void proof_write_heading(struct proof_writer *writer) {
    const struct kw_game *game = writer->search->game;
    char options[KW_TEXT], line[KW_TEXT + 16];
    if (writer->started)
        return;
    writer->started = true;
    proof_write_line(writer, "komwe-proof 1");
    snprintf(line, sizeof line, "game %s", kw_game_info(game)->id);
    proof_write_line(writer, line);
    kw_game_options(game, options);
    snprintf(line, sizeof line, "options%s%s", options[0] != '\0' ? " " : "", options);
    proof_write_line(writer, line);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* The slot of a position, or the free one for it. */
static uint32_t *proof_write_slot(const struct proof_writer *writer,
                                  const struct kw_position *position) {
    size_t at = kw_hash(position) & (writer->slots - 1);
    while (writer->slot[at] != 0 &&
           memcmp(&writer->node[writer->slot[at] - 1].position, position, sizeof *position) != 0)
        at = (at + 1) & (writer->slots - 1);
    return &writer->slot[at];
}

static bool proof_write_grow_slots(struct proof_writer *writer) {
    if (writer->slots > 2 * writer->positions)
        return true;
    size_t slots = writer->slots == 0 ? 1024 : writer->slots * 2;
    uint32_t *larger = calloc(slots, sizeof *larger);
    if (larger == NULL)
        return false;
    free(writer->slot);
    writer->slot = larger;
    writer->slots = slots;
    for (size_t i = 0; i < writer->positions; i++)
        *proof_write_slot(writer, &writer->node[i].position) = (uint32_t)i + 1;
    return true;
}

static enum proof_claim_stage proof_write_stage(const struct proof_writer *writer,
                                                const struct kw_position *position) {
    if (writer->slots == 0)
        return UNSEEN;
    uint32_t place = *proof_write_slot(writer, position);
    return place == 0 ? UNSEEN : (enum proof_claim_stage)writer->node[place - 1].stage;
}

static int proof_write_compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The legal moves in the byte order of their texts, which is that of the proof. */
static size_t proof_write_moves_in_order(const struct kw_game *game,
                                         const struct kw_position *position, kw_move *list) {
    enum { MOVE = 8 }; /* bytes that hold the text of any move of the Bao family */
    kw_move unordered[KW_MOVES];
    char text[KW_MOVES][MOVE], whole[KW_TEXT], *order[KW_MOVES] = {NULL};
    size_t count = kw_moves(game, position, unordered, KW_MOVES);
    for (size_t i = 0; i < count; i++) {
        snprintf(text[i], MOVE, "%.*s", MOVE - 1,
                 kw_move_text(game, position, unordered[i], whole));
        order[i] = text[i];
    }
    qsort(order, count, sizeof *order, proof_write_compare);
    for (size_t i = 0; i < count; i++)
        list[i] = unordered[(size_t)(order[i] - text[0]) / MOVE];
    return count;
}

/* Whether the work goes on; else false with an error: what was sown last means nothing. */
static bool proof_write_goes_on(struct kw_error *error) {
    work_check();
    return !work_ended() || error_set(error, KW_OK, 1, "stopped by the callback");
}

/* ---- the moves of the player ----------------------------------------------------------------- */

/* The cost of a move, or COST_NONE if it is not known to keep the claim; the least is the best. */
enum { COST_NONE = INT32_MAX };

static int32_t proof_write_move_cost(const struct proof_writer *writer,
                                     const struct kw_position *next) {
    const struct proof_search *search = writer->search;
    struct proof_entry found;
    enum proof_claim_stage stage = proof_write_stage(writer, next);
    if (stage == DONE || (stage == ON_PATH && writer->holds))
        return -1; /* it is part of the claim already */
    if (stage == ON_PATH)
        return COST_NONE;
    if (!proof_over(search, next, &found) &&
        !proof_table_probe(search->table, proof_hash(search, next), &found))
        return COST_NONE;
    bool keeps = found.state == PROOF_LOSS || (writer->holds && found.state == PROOF_HELD);
    return keeps ? found.plies : COST_NONE;
}

/* Searches a position whose entry was replaced; false with an error if no move is found. */
static bool proof_write_search_again(struct proof_writer *writer,
                                     const struct kw_position *position, kw_move *move,
                                     struct kw_error *error) {
    struct proof_search *search = writer->search;
    struct proof_answer answer;
    unsigned attacker = search->attacker;
    for (int turn = 0; turn < 2; turn++) {
        proof_search_position(search, position, &answer);
        search->attacker = attacker;
        if (search->stopped || work_ended())
            return error_set(error, KW_OK, 1, "stopped by the callback");
        if (answer.entry.state == PROOF_OPEN)
            return error_set(error, KW_BAD_RECORD, 1,
                             "the proof cannot be completed: its lines are too long");
        if (answer.entry.state == PROOF_WIN ||
            (writer->holds && answer.entry.state == PROOF_HELD)) {
            *move = answer.move;
            return true;
        }
        /* The search has shown that he does not lose; now whether he wins. */
        search->attacker = writer->player;
    }
    search->attacker = attacker;
    return error_set(error, KW_BAD_RECORD, 1,
                     "the proof cannot be completed: a larger table is needed");
}

/* Chooses the move of the player of the claim, and writes its letter. */
static bool proof_write_choose_move(struct proof_writer *writer, struct proof_claim_frame *frame,
                                    const struct kw_position *position, struct kw_error *error) {
    const struct kw_game *game = writer->search->game;
    int32_t best = COST_NONE;
    size_t chosen = 0;
    struct kw_position next;
    for (size_t i = 0; i < frame->count; i++) {
        kw_play(game, position, frame->move[i], &next);
        int32_t cost = proof_write_move_cost(writer, &next);
        if (cost < best) {
            best = cost;
            chosen = i;
        }
    }
    kw_move move = frame->move[chosen];
    if (!proof_write_goes_on(error))
        return false;
    if (best == COST_NONE) {
        if (!proof_write_search_again(writer, position, &move, error))
            return false;
        for (chosen = 0; frame->move[chosen] != move; chosen++)
            continue;
        kw_play(game, position, move, &next);
        if (!proof_write_goes_on(error))
            return false;
        if (!writer->holds && proof_write_stage(writer, &next) == ON_PATH)
            return error_set(error, KW_BAD_RECORD, 1,
                             "the proof cannot be completed: a larger table is needed");
    }
    proof_write_letter(writer, chosen);
    frame->move[0] = move;
    frame->count = 1;
    return true;
}

/* ---- the traversal of the claim -------------------------------------------------------------- */

/* Descends to an unseen position; a finished one has no moves. */
static bool proof_write_descend(struct proof_writer *writer, const struct kw_position *position,
                                struct kw_error *error) {
    struct proof_entry over;
    if (proof_over(writer->search, position, &over))
        return true;
    if (writer->positions >= UINT32_MAX - 1 ||
        !array_reserve(&writer->node, writer->positions, 1, &writer->position_room,
                       sizeof *writer->node) ||
        !array_reserve(&writer->frame, writer->frames, 1, &writer->frame_room,
                       sizeof *writer->frame) ||
        !proof_write_grow_slots(writer))
        return error_no_memory(error);
    struct proof_claim_frame *frame = &writer->frame[writer->frames++];
    *frame = (struct proof_claim_frame){.place = (uint32_t)writer->positions};
    writer->node[writer->positions] =
        (struct proof_claim_node){.position = *position, .stage = ON_PATH};
    *proof_write_slot(writer, position) = (uint32_t)++writer->positions;
    frame->count = (uint8_t)proof_write_moves_in_order(writer->search->game, position, frame->move);
    return proof_write_goes_on(error) && (position->turn != writer->player ||
                                          proof_write_choose_move(writer, frame, position, error));
}

static bool proof_write_traverse(struct proof_writer *writer, struct kw_error *error) {
    while (writer->frames > 0) {
        struct proof_claim_frame *frame = &writer->frame[writer->frames - 1];
        struct proof_claim_node *node = &writer->node[frame->place];
        if (writer->failed)
            return error_set(error, KW_BAD_RECORD, 1, "the proof could not be written");
        if (frame->next == frame->count) {
            node->stage = DONE;
            writer->frames--;
            continue;
        }
        struct kw_position next;
        kw_play(writer->search->game, &node->position, frame->move[frame->next++], &next);
        if (!proof_write_goes_on(error))
            return false;
        enum proof_claim_stage stage = proof_write_stage(writer, &next);
        if (stage == ON_PATH && !writer->holds)
            return error_set(error, KW_BAD_RECORD, 1,
                             "the proof cannot be completed: a larger table is needed");
        if (stage == UNSEEN && !proof_write_descend(writer, &next, error))
            return false;
    }
    return true;
}

/* A claim of another kind shares no positions with those before. */
static void proof_write_forget(struct proof_writer *writer) {
    writer->positions = writer->frames = 0;
    memset(writer->slot, 0, writer->slots * sizeof *writer->slot);
}

bool proof_write_claim(struct proof_writer *writer, const struct kw_position *position,
                       unsigned player, bool holds, struct kw_error *error) {
    char text[KW_TEXT], line[KW_TEXT + 32];
    if (writer->slots > 0 && (writer->player != player || writer->holds != holds))
        proof_write_forget(writer);
    writer->player = player;
    writer->holds = holds;
    proof_write_heading(writer);
    snprintf(line, sizeof line, "claim %c %s %s", player == KW_SOUTH ? 'S' : 'N',
             holds ? "holds" : "wins", kw_position_text(writer->search->game, position, text));
    proof_write_line(writer, line);
    bool good = (proof_write_stage(writer, position) == DONE ||
                 proof_write_descend(writer, position, error)) &&
                proof_write_traverse(writer, error);
    proof_write_end_letters(writer);
    return good;
}

bool proof_write_end(struct proof_writer *writer, struct kw_error *error) {
    char line[64];
    proof_write_heading(writer);
    snprintf(line, sizeof line, "end %" PRIu64 " %016" PRIx64, writer->letters, writer->sum);
    proof_write_line(writer, line);
    return !writer->failed || error_set(error, KW_BAD_RECORD, 1, "the proof could not be written");
}
