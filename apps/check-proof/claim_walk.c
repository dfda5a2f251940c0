#include "claim_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct place {
    size_t text;    /* where it begins in the walk's text */
    unsigned plies; /* of the longest game from here */
    bool done;      /* all that follows has been looked at */
};

struct stride {
    size_t place;
    char *moves; /* in memory of its own */
    char *next;  /* the first of them that is still to be followed */
    bool chosen; /* only that one is */
};

void walk_free(struct walk *walk) {
    for (size_t i = 0; i < walk->strides; i++)
        free(walk->stride[i].moves);
    free(walk->stride);
    free(walk->place);
    free(walk->text);
    free(walk->slot);
    *walk = (struct walk){0};
}

char position_turn(const char *position) {
    const char *board = strchr(position, ' ');
    return *(board != NULL ? board + 1 : position + strlen(position));
}

/* ---- positions ----------------------------------------------------------------------------- */

static void *room_for(void *old, size_t count, size_t more, size_t *room, size_t size) {
    if (count + more <= *room)
        return old;
    while (count + more > *room)
        *room = *room == 0 ? 1024 : *room * 2;
    return memory_have(old, *room, size);
}

/* The slot of a position, or the free one where it would stand. */
static size_t *slot_find(const struct walk *walk, const char *position) {
    uint64_t hash = 0;
    for (const char *c = position; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x9e3779b97f4a7c15) >> 7 ^ hash << 21;
    size_t at = (size_t)(hash ^ hash >> 29) & (walk->slots - 1);
    while (walk->slot[at] != 0 &&
           strcmp(walk->text + walk->place[walk->slot[at] - 1].text, position) != 0)
        at = (at + 1) & (walk->slots - 1);
    return &walk->slot[at];
}

static void slots_grow(struct walk *walk) {
    if (walk->slots > 2 * walk->places)
        return;
    size_t slots = walk->slots == 0 ? 1024 : walk->slots * 2;
    walk->slot = memory_have(walk->slot, slots, sizeof *walk->slot);
    memset(walk->slot, 0, slots * sizeof *walk->slot);
    walk->slots = slots;
    assert(walk->places == 0 || (walk->place != NULL && walk->text != NULL));
    for (size_t i = 0; i < walk->places; i++)
        *slot_find(walk, walk->text + walk->place[i].text) = i + 1;
}

/* The place of a position that has been met, or NULL. */
static struct place *place_find(const struct walk *walk, const char *position) {
    size_t index = walk->slots > 0 ? *slot_find(walk, position) : 0;
    return index > 0 ? &walk->place[index - 1] : NULL;
}

static size_t place_add(struct walk *walk, const char *position) {
    size_t length = strlen(position) + 1;
    slots_grow(walk);
    walk->place = room_for(walk->place, walk->places, 1, &walk->place_room, sizeof *walk->place);
    walk->text = room_for(walk->text, walk->length, length, &walk->text_room, 1);
    memcpy(walk->text + walk->length, position, length);
    *slot_find(walk, position) = walk->places + 1;
    walk->place[walk->places] = (struct place){.text = walk->length};
    walk->length += length;
    return walk->places++;
}

/* ---- the way ------------------------------------------------------------------------------- */

/* Leaves only the move of the letter that is read. */
static bool choose(struct walk *walk, struct stride *stride) {
    int letter = reader_letter(walk->reader);
    for (int i = 0; i < letter && *stride->next != '\0'; i++)
        stride->next = strchr(stride->next, '\n') + 1;
    stride->chosen = true;
    return letter >= 0 &&
           (*stride->next != '\0' || reader_fault(walk->reader, "a letter stands for no move of %s",
                                                  walk->text + walk->place[stride->place].text));
}

/* Comes to a position; a game that is over there must have ended as it is claimed. */
static bool arrive(struct walk *walk, const char *position) {
    char outcome = rulebook_outcome(walk->rules, position);
    if (outcome != '\0') {
        char other = walk->player == 'S' ? 'N' : 'S';
        if (outcome == walk->player || (walk->holds && outcome != other))
            return true;
        return reader_fault(walk->reader, "%c does not %s at %s", walk->player,
                            walk->holds ? "hold" : "win", position);
    }
    size_t place = place_add(walk, position);
    walk->stride =
        room_for(walk->stride, walk->strides, 1, &walk->stride_room, sizeof *walk->stride);
    struct stride *stride = &walk->stride[walk->strides++];
    char *moves = rulebook_moves(walk->rules, position);
    *stride = (struct stride){.place = place, .moves = moves, .next = moves};
    return position_turn(position) != walk->player || choose(walk, stride);
}

/* Goes back from a position whose moves have all been followed; tells the one before how long. */
static void leave(struct walk *walk) {
    struct stride *stride = &walk->stride[--walk->strides];
    assert(stride->place < walk->places && walk->place != NULL);
    struct place *place = &walk->place[stride->place];
    free(stride->moves);
    place->done = true;
    if (walk->strides > 0) {
        struct place *before = &walk->place[walk->stride[walk->strides - 1].place];
        if (before->plies < place->plies + 1)
            before->plies = place->plies + 1;
    }
}

/* Follows the next move. */
static bool follow(struct walk *walk, struct stride *stride) {
    char move[RULEBOOK_TEXT], next[RULEBOOK_TEXT];
    struct place *here = &walk->place[stride->place];
    size_t length = strcspn(stride->next, "\n");
    memcpy(move, stride->next, length);
    move[length] = '\0';
    stride->next += length + 1;
    if (stride->chosen)
        stride->next = stride->next + strlen(stride->next);
    rulebook_play(walk->rules, walk->text + here->text, move, next);
    const struct place *known = place_find(walk, next);
    if (known == NULL) {
        if (here->plies < 1)
            here->plies = 1;
        return arrive(walk, next);
    }
    if (!known->done && !walk->holds)
        return reader_fault(walk->reader, "%c does not win: %s can stand again", walk->player,
                            next);
    if (here->plies < known->plies + 1)
        here->plies = known->plies + 1;
    return true;
}

bool walk_claim(struct walk *walk, const struct claim *claim, struct extent *extent) {
    bool alike = walk->player == claim->player && walk->holds == claim->holds;
    if (!alike) {
        walk->places = walk->length = 0;
        if (walk->slots > 0)
            memset(walk->slot, 0, walk->slots * sizeof *walk->slot);
    }
    walk->player = claim->player;
    walk->holds = claim->holds;
    size_t before = walk->places;
    bool good = place_find(walk, claim->position) != NULL || arrive(walk, claim->position);
    while (good && walk->strides > 0) {
        struct stride *stride = &walk->stride[walk->strides - 1];
        if (*stride->next == '\0')
            leave(walk);
        else
            good = follow(walk, stride);
    }
    if (!good || !reader_end_claim(walk->reader))
        return false;
    const struct place *root = place_find(walk, claim->position);
    *extent = (struct extent){.positions = walk->places - before};
    if (root != NULL && !walk->holds)
        extent->plies = root->plies;
    return true;
}
