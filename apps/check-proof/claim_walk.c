#include "claim_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct walk_place {
    size_t text;    /* where it begins in the walk's text */
    unsigned plies; /* of the longest game from here */
    bool done;      /* all that follows has been followed */
};

struct walk_step {
    size_t place;
    char *moves; /* in memory of its own */
    char *next;  /* the first of them that has not been followed */
    bool chosen; /* only that one is followed */
};

void walk_free(struct walk *walk) {
    for (size_t i = 0; i < walk->steps; i++)
        free(walk->step[i].moves);
    free(walk->step);
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

static void *walk_reserve(void *old, size_t count, size_t more, size_t *room, size_t size) {
    if (count + more <= *room)
        return old;
    while (count + more > *room)
        *room = *room == 0 ? 1024 : *room * 2;
    return memory_grow(old, *room, size);
}

/* The slot of a position, or the free one for it. */
static size_t *walk_slot(const struct walk *walk, const char *position) {
    uint64_t hash = 0;
    for (const char *c = position; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x9e3779b97f4a7c15) >> 7 ^ hash << 21;
    size_t at = (size_t)(hash ^ hash >> 29) & (walk->slots - 1);
    while (walk->slot[at] != 0 &&
           strcmp(walk->text + walk->place[walk->slot[at] - 1].text, position) != 0)
        at = (at + 1) & (walk->slots - 1);
    return &walk->slot[at];
}

static void walk_grow_slots(struct walk *walk) {
    if (walk->slots > 2 * walk->places)
        return;
    size_t slots = walk->slots == 0 ? 1024 : walk->slots * 2;
    walk->slot = memory_grow(walk->slot, slots, sizeof *walk->slot);
    memset(walk->slot, 0, slots * sizeof *walk->slot);
    walk->slots = slots;
    assert(walk->places == 0 || (walk->place != NULL && walk->text != NULL));
    for (size_t i = 0; i < walk->places; i++)
        *walk_slot(walk, walk->text + walk->place[i].text) = i + 1;
}

/* The place of a position that has been met, or NULL. */
static struct walk_place *walk_find(const struct walk *walk, const char *position) {
    size_t index = walk->slots > 0 ? *walk_slot(walk, position) : 0;
    return index > 0 ? &walk->place[index - 1] : NULL;
}

static size_t walk_add(struct walk *walk, const char *position) {
    size_t length = strlen(position) + 1;
    walk_grow_slots(walk);
    walk->place =
        walk_reserve(walk->place, walk->places, 1, &walk->place_room, sizeof *walk->place);
    walk->text = walk_reserve(walk->text, walk->length, length, &walk->text_room, 1);
    memcpy(walk->text + walk->length, position, length);
    *walk_slot(walk, position) = walk->places + 1;
    walk->place[walk->places] = (struct walk_place){.text = walk->length};
    walk->length += length;
    return walk->places++;
}

/* ---- the path ------------------------------------------------------------------------------- */

/* Keeps only the move that the next letter of the proof chooses. */
static bool walk_choose(struct walk *walk, struct walk_step *step) {
    int letter = reader_letter(walk->reader);
    for (int i = 0; i < letter && *step->next != '\0'; i++)
        step->next = strchr(step->next, '\n') + 1;
    step->chosen = true;
    return letter >= 0 &&
           (*step->next != '\0' || reader_fault(walk->reader, "a letter stands for no move of %s",
                                                walk->text + walk->place[step->place].text));
}

/* Enters a position; a game that is over there must have ended as claimed. */
static bool walk_arrive(struct walk *walk, const char *position) {
    char outcome = rulebook_outcome(walk->rules, position);
    if (outcome != '\0') {
        char other = walk->player == 'S' ? 'N' : 'S';
        if (outcome == walk->player || (walk->holds && outcome != other))
            return true;
        return reader_fault(walk->reader, "%c does not %s at %s", walk->player,
                            walk->holds ? "hold" : "win", position);
    }
    size_t place = walk_add(walk, position);
    walk->step = walk_reserve(walk->step, walk->steps, 1, &walk->step_room, sizeof *walk->step);
    struct walk_step *step = &walk->step[walk->steps++];
    char *moves = rulebook_moves(walk->rules, position);
    *step = (struct walk_step){.place = place, .moves = moves, .next = moves};
    return position_turn(position) != walk->player || walk_choose(walk, step);
}

/* Leaves a position whose moves have all been followed; updates the length of the one before. */
static void walk_leave(struct walk *walk) {
    struct walk_step *step = &walk->step[--walk->steps];
    assert(step->place < walk->places && walk->place != NULL);
    struct walk_place *place = &walk->place[step->place];
    free(step->moves);
    place->done = true;
    if (walk->steps > 0) {
        struct walk_place *before = &walk->place[walk->step[walk->steps - 1].place];
        if (before->plies < place->plies + 1)
            before->plies = place->plies + 1;
    }
}

/* Follows the next move. */
static bool walk_follow(struct walk *walk, struct walk_step *step) {
    char move[RULEBOOK_TEXT], next[RULEBOOK_TEXT];
    struct walk_place *here = &walk->place[step->place];
    size_t length = strcspn(step->next, "\n");
    memcpy(move, step->next, length);
    move[length] = '\0';
    step->next += length + 1;
    if (step->chosen)
        step->next = step->next + strlen(step->next);
    rulebook_play(walk->rules, walk->text + here->text, move, next);
    const struct walk_place *known = walk_find(walk, next);
    if (known == NULL) {
        if (here->plies < 1)
            here->plies = 1;
        return walk_arrive(walk, next);
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
    bool good = walk_find(walk, claim->position) != NULL || walk_arrive(walk, claim->position);
    while (good && walk->steps > 0) {
        struct walk_step *step = &walk->step[walk->steps - 1];
        if (*step->next == '\0')
            walk_leave(walk);
        else
            good = walk_follow(walk, step);
    }
    if (!good || !reader_end_claim(walk->reader))
        return false;
    const struct walk_place *root = walk_find(walk, claim->position);
    *extent = (struct extent){.positions = walk->places - before};
    if (root != NULL && !walk->holds)
        extent->plies = root->plies;
    return true;
}
