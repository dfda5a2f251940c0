/* The text of a proof, as komwe-proof(5) describes it, read once from its beginning to its end. */
#ifndef PROOF_READER_H
#define PROOF_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    PROOF_LINE = 1024,    /* bytes that hold any line, NUL included */
    PROOF_LETTERS = 64,   /* of a line */
    PROOF_SENTENCE = 2048 /* bytes that hold any sentence about a fault */
};

/* Bytes of the longest proof, of a file or of standard input. */
static const uint64_t PROOF_MOST = (uint64_t)64 << 30;

struct proof_reader {
    FILE *file;
    uint64_t bytes;             /* read so far */
    size_t line;                /* being read, from 1 */
    size_t filled;              /* letters read of a line of them */
    uint64_t letters;           /* of all claims so far */
    uint64_t sum;               /* of all bytes so far */
    char fault[PROOF_SENTENCE]; /* "": none */
};

/* What is claimed of a position: that this player wins or, with `holds`, does not lose. */
struct claim {
    char player; /* 'S' or 'N' */
    bool holds;
    char position[PROOF_LINE];
};

/*
 * Reads the first lines; false with a fault.  `options` is all that follows the word, with the
 * space before it.  `file` stays the caller's.
 */
bool reader_begin(struct proof_reader *reader, FILE *file, char id[PROOF_LINE],
                  char options[PROOF_LINE]);

/*
 * Reads the beginning of the next claim; false at the end of the proof, whose count and sum are
 * right, or with a fault.
 */
bool reader_claim(struct proof_reader *reader, struct claim *claim);

/* Reads a letter of the claim: its number, or -1 with a fault. */
int reader_letter(struct proof_reader *reader);

/* The claim needs no more letters; false with a fault if more of them follow. */
bool reader_end_claim(struct proof_reader *reader);

/* Sets the fault, unless there is one; returns false. */
bool reader_fault(struct proof_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
