/*
 * Positions that play seldom reaches: the text of a position is taken apart, changed at random and
 * put together again.  Much of it is impossible, which the readers must find out.
 */
#ifndef KOMWE_TESTS_PERTURB_H
#define KOMWE_TESTS_PERTURB_H

#include "komwe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position as its text shows it, which need not make sense. */
struct loose {
    unsigned rows, columns;
    unsigned seeds[KW_HOLES]; /* as printed */
    char marks[KW_HOLES][3];
    char turn;
    unsigned store[2];
    char fields[128]; /* with the space before them */
};

/* Reads a text that the library wrote. */
static inline void loose_read(struct loose *loose, const char *text) {
    *loose = (struct loose){.rows = 1};
    unsigned hole = 0;
    for (; *text != ' '; text++) {
        size_t mark = strlen(loose->marks[hole]);
        if (*text >= '0' && *text <= '9')
            loose->seeds[hole] = loose->seeds[hole] * 10 + (unsigned)(*text - '0');
        else if (*text == ',' || *text == '/')
            hole++;
        else if (mark < 2)
            loose->marks[hole][mark] = *text;
        loose->rows += *text == '/';
    }
    loose->columns = (hole + 1) / loose->rows;
    int read = 0;
    sscanf(text, " %c %u/%u%n", &loose->turn, &loose->store[0], &loose->store[1], &read);
    snprintf(loose->fields, sizeof loose->fields, "%s", text + read);
}

static inline void loose_write(const struct loose *loose, char text[KW_TEXT]) {
    size_t length = 0;
    for (unsigned i = 0; i < loose->rows * loose->columns; i++)
        length += (size_t)snprintf(text + length, KW_TEXT - length, "%s%u%s",
                                   i == 0                    ? ""
                                   : i % loose->columns == 0 ? "/"
                                                             : ",",
                                   loose->seeds[i], loose->marks[i]);
    snprintf(text + length, KW_TEXT - length, " %c %u/%u%s", loose->turn, loose->store[0],
             loose->store[1], loose->fields);
}

/* A hole or, with a value beyond the holes, a store. */
static inline unsigned *loose_place(struct loose *loose, unsigned place) {
    unsigned holes = loose->rows * loose->columns;
    return place < holes ? &loose->seeds[place] : &loose->store[place % 2];
}

/* Moves some or all seeds from one place to another; empty holes lose their marks. */
static inline void loose_move_seeds(struct loose *loose, struct kw_random *random) {
    unsigned holes = loose->rows * loose->columns;
    bool stores = loose->store[0] + loose->store[1] > 0;
    unsigned from = kw_random_below(random, holes + (stores ? 2 : 0));
    unsigned to = kw_random_below(random, holes + (stores ? 2 : 0));
    unsigned held = *loose_place(loose, from);
    unsigned moved = kw_random_below(random, 2) == 0 ? held : kw_random_below(random, held + 1);
    *loose_place(loose, from) -= moved;
    *loose_place(loose, to) += moved;
    if (moved == held && from < holes)
        loose->marks[from][0] = '\0';
}

/* All seeds of the board anew, one by one or in heaps, into some of the holes. */
static inline void loose_scatter(struct loose *loose, struct kw_random *random) {
    unsigned holes = loose->rows * loose->columns, left = 0;
    for (unsigned i = 0; i < holes; i++) {
        left += loose->seeds[i];
        loose->seeds[i] = 0;
        loose->marks[i][0] = '\0';
    }
    unsigned used = 2 + kw_random_below(random, holes - 1), heap = 1 + kw_random_below(random, 5);
    while (left > 0) {
        unsigned hole = kw_random_below(random, used) * 7 % holes;
        unsigned dropped = 1 + kw_random_below(random, left < heap ? left : heap);
        loose->seeds[hole] += dropped;
        left -= dropped;
    }
}

/* Puts what the stores hold into holes: in Bao the harvest begins. */
static inline void loose_empty_stores(struct loose *loose, struct kw_random *random) {
    for (unsigned i = 0; i < 2; i++)
        for (; loose->store[i] > 0; loose->store[i]--)
            loose->seeds[kw_random_below(random, loose->rows * loose->columns)]++;
}

/* Gives a hole a mark or takes it away. */
static inline void loose_mark(struct loose *loose, const char *letters, struct kw_random *random) {
    unsigned hole = kw_random_below(random, loose->rows * loose->columns);
    char *marks = loose->marks[hole];
    if (marks[0] != '\0' && kw_random_below(random, 2) == 0) {
        marks[0] = '\0';
        return;
    }
    size_t at = kw_random_below(random, 4) == 0 ? strlen(marks) : 0;
    if (at < 2) {
        marks[at] = letters[kw_random_below(random, (uint32_t)strlen(letters))];
        marks[at + 1] = '\0';
    }
}

/* Blocks a front hole of the player to move, on four rows in the harvest: where it is possible. */
static inline void loose_block(struct loose *loose, struct kw_random *random) {
    unsigned front = loose->turn == 'N' ? 1 : 2;
    loose_empty_stores(loose, random);
    strcpy(loose->marks[front * loose->columns + kw_random_below(random, loose->columns)], "t");
}

/* Puts the bulto that a player could own where they can stand. */
static inline void loose_bulto(struct loose *loose, struct kw_random *random) {
    for (unsigned i = 0; i < loose->rows * loose->columns; i++)
        if (loose->seeds[i] >= 4 && kw_random_below(random, 3) == 0)
            strcpy(loose->marks[i], "b");
        else if (loose->seeds[i] == 3 && kw_random_below(random, 8) == 0)
            strcpy(loose->marks[i], "m");
}

/* Adds, changes or removes a field. */
static inline void loose_field(struct loose *loose, struct kw_random *random) {
    static const char *const fields[] = {
        " over=S",    " over=N",  " over=draw",   " hand=1",  " hand=4",  " must=a4", " must=A5",
        " must=b2",   " must=a1", " phase=place", " lifts=1", " lifts=2", " last=A",  " last=b",
        " phase=sow", " hand=0",  " last=J",      " lifts=3", " must=A7", " last=e",  " hand=06"};
    enum { FIELDS = sizeof fields / sizeof fields[0] };
    size_t length = strlen(loose->fields);
    if (length > 0 && kw_random_below(random, 3) == 0)
        loose->fields[0] = '\0';
    else if (length < sizeof loose->fields - 20)
        strcpy(loose->fields + length, fields[kw_random_below(random, FIELDS)]);
}

static inline void loose_change(struct loose *loose, const char *letters,
                                struct kw_random *random) {
    switch (kw_random_below(random, 24)) {
    case 0:
        loose_field(loose, random);
        break;
    case 1:
        loose->turn = loose->turn == 'S' ? 'N' : 'S';
        break;
    case 2:
        loose_scatter(loose, random);
        break;
    case 3:
        loose_bulto(loose, random);
        break;
    case 4:
        loose_empty_stores(loose, random);
        break;
    case 5:
    case 6:
        loose_mark(loose, letters, random);
        break;
    case 7:
        if (loose->rows == 4 && strchr(letters, 't') != NULL)
            loose_block(loose, random);
        else
            loose_move_seeds(loose, random);
        break;
    default:
        loose_move_seeds(loose, random);
    }
}

/* The marks of a rule set, or those of all where it has none. */
static inline const char *marks_of(const char *id) {
    static const struct {
        const char *id, *letters;
    } sets[] = {{"kiothi", "k"}, {"bulto", "bm"}, {"adji-boto", "u"}};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (strcmp(sets[i].id, id) == 0)
            return sets[i].letters;
    return strncmp(id, "bao1", 4) == 0 || strcmp(id, "sakalava") == 0 ||
                   strcmp(id, "kiswahili") == 0
               ? "ht"
               : "bhkmtu";
}

/* Changes a position text, which the library wrote, into one that may or may not be possible. */
static inline void position_perturb(const char *id, const char *position, struct kw_random *random,
                                    char text[KW_TEXT]) {
    struct loose loose;
    loose_read(&loose, position);
    unsigned changes = 1 + kw_random_below(random, kw_random_below(random, 3) == 0 ? 24 : 4);
    while (changes-- > 0)
        loose_change(&loose, marks_of(id), random);
    loose_write(&loose, text);
}

#endif
