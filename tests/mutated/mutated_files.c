/*
 * Changes files of every kind at random, reads them, and shows of what is accepted that it is true.
 *
 *      mutated_files [--seed N] [--count N] [--first N] [--at FILE] [--keep FOLDER] TREE [KIND]...
 *
 * Of each KIND the changes number `first` to `first` + `count` - 1 are made; `count` is for one
 * kind, or for all of them together if none is named.  A change depends on the seed, the kind and
 * its number alone.  --at writes the kind and the number of the change at hand into a file, so that
 * it is known after a crash; --keep keeps what was broken.  Prints a line for each kind.
 */
#include "mutated/mutated.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct mutated_kind *const kinds[] = {
    &kind_proof,    &kind_table, &kind_record,  &kind_match, &kind_rules, &kind_weights,
    &kind_openings, &kind_book,  &kind_puzzles, &kind_state, &kind_tuner};

enum { KINDS = sizeof kinds / sizeof *kinds };

struct run {
    uint64_t seed, first, count;
    const char *tree, *keep;
    int at; /* descriptor, -1: none */
    uint64_t found[BROKEN + 1];
};

static void run_note(const struct run *run, const char *kind, uint64_t number) {
    char text[64];
    int length = snprintf(text, sizeof text, "%-15s %-15llu\n", kind, (unsigned long long)number);
    if (run->at >= 0 && pwrite(run->at, text, (size_t)length, 0) != length)
        perror("--at");
}

static void run_keep(const struct run *run, const char *kind, uint64_t number,
                     const struct bytes *bytes) {
    char path[4096];
    if (run->keep == NULL)
        return;
    snprintf(path, sizeof path, "%s/%s-%llu-%llu", run->keep, kind, (unsigned long long)run->seed,
             (unsigned long long)number);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes->byte, 1, bytes->size, file) != bytes->size)
        perror(path);
    if (file != NULL)
        fclose(file);
}

static void run_one(struct run *run, const struct mutated_kind *kind, const struct files *files,
                    uint64_t number, struct bytes *bytes) {
    struct kw_random random;
    char why[WHY] = "";
    uint64_t seed = run->seed;
    for (const char *c = kind->name; *c != '\0'; c++)
        seed = (seed ^ (unsigned char)*c) * 1099511628211u;
    kw_random_seed(&random, seed + number);
    run_note(run, kind->name, number);
    const struct bytes *base = &files->list[kw_random_below(&random, (uint32_t)files->count)];
    memcpy(bytes->byte, base->byte, base->size + 1);
    bytes->size = base->size;
    mutate(kind, bytes, files, &random);
    enum finding finding = kind->read(bytes, why);
    run->found[finding]++;
    if (finding < UNSHOWN)
        return;
    printf("FAILED %s --first %llu: %s\n", kind->name, (unsigned long long)number,
           finding == BROKEN ? why : "it is accepted, and not shown to be true");
    run_keep(run, kind->name, number, bytes);
}

static void run_kind(struct run *run, const struct mutated_kind *kind, uint64_t count) {
    struct files files = {0};
    struct bytes bytes = bytes_new();
    memset(run->found, 0, sizeof run->found);
    kind->open(&files, run->tree);
    for (uint64_t i = 0; i < count; i++)
        run_one(run, kind, &files, run->first + i, &bytes);
    if (kind->close != NULL)
        kind->close();
    printf("%s: %llu changes, %llu refused, %llu accepted, %llu not shown, %llu broken\n",
           kind->name, (unsigned long long)count, (unsigned long long)run->found[REFUSED],
           (unsigned long long)run->found[ACCEPTED], (unsigned long long)run->found[UNSHOWN],
           (unsigned long long)run->found[BROKEN]);
    fflush(stdout);
    files_free(&files);
    free(bytes.byte);
}

static int misuse(void) {
    fprintf(stderr, "usage: mutated_files [--seed N] [--count N] [--first N] [--at FILE] "
                    "[--keep FOLDER] TREE [KIND]...\n");
    return 2;
}

static const struct mutated_kind *kind_named(const char *name) {
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}

/* Takes the flags; the index of the first word that is none, 0 if one is wrong. */
static int take_flags(struct run *run, int words, char **word) {
    int i = 1;
    for (; i + 1 < words && strncmp(word[i], "--", 2) == 0; i += 2) {
        char *end;
        uint64_t number = strtoull(word[i + 1], &end, 10);
        bool is_number = end != word[i + 1] && *end == '\0';
        if (strcmp(word[i], "--keep") == 0)
            run->keep = word[i + 1];
        else if (strcmp(word[i], "--at") == 0)
            run->at = open(word[i + 1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        else if (strcmp(word[i], "--seed") == 0 && is_number)
            run->seed = number;
        else if (strcmp(word[i], "--count") == 0 && is_number)
            run->count = number;
        else if (strcmp(word[i], "--first") == 0 && is_number)
            run->first = number;
        else
            return 0;
    }
    return i < words ? i : 0;
}

int main(int words, char **word) {
    struct run run = {.seed = 1, .count = 1000, .at = -1};
    uint64_t passed = 0, failed = 0;
    int at = take_flags(&run, words, word);
    if (at == 0)
        return misuse();
    run.tree = word[at++];
    for (int i = at; i < words; i++)
        if (kind_named(word[i]) == NULL)
            return misuse();
    for (size_t i = 0; i < (at < words ? (size_t)(words - at) : KINDS); i++) {
        const struct mutated_kind *kind = at < words ? kind_named(word[at + (int)i]) : kinds[i];
        run_kind(&run, kind, at < words ? run.count : (run.count * kind->share + 99) / 100);
        passed += run.found[REFUSED] + run.found[ACCEPTED];
        failed += run.found[UNSHOWN] + run.found[BROKEN];
    }
    printf("%llu passed, %llu failed\n", (unsigned long long)passed, (unsigned long long)failed);
    return failed > 0 || passed == 0;
}
