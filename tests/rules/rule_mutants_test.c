/*
 * Reads rule texts that are changed at random: each is refused with a place and a reason, or it is
 * a game that plays without losing a seed and is traced as it is played.
 *
 *      rule_mutants [--effort N] [--seed N] RULES
 */
#include "support/rule_mutants.h"
#include "support/test.h"

#include <dirent.h>

enum { TEXTS = 256, ROUNDS = 60 };

struct mutants {
    struct mutant_base text[TEXTS];
    size_t count;
};

static void mutants_load(struct mutants *mutants, const char *folder) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[4096];
        static char text[MUTANT_SIZE];
        const char *end = strstr(entries[i]->d_name, ".rules");
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        FILE *file = end != NULL && mutants->count < TEXTS ? fopen(path, "r") : NULL;
        free(entries[i]);
        if (file == NULL)
            continue;
        size_t length = fread(text, 1, sizeof text, file);
        fclose(file);
        char *copy = malloc(length + 1);
        if (copy == NULL)
            exit(1);
        memcpy(copy, text, length);
        mutants->text[mutants->count++] = (struct mutant_base){copy, length};
    }
    if (count >= 0)
        free(entries);
}

int main(int argc, char **argv) {
    static struct mutants mutants;
    struct test test = test_begin(argc, argv);
    struct kw_random random;
    size_t games = 0;
    if (test.words != 1) {
        fprintf(stderr, "usage: rule_mutants [--effort N] [--seed N] RULES\n");
        return 2;
    }
    mutants_load(&mutants, test.word[0]);
    test_expect(&test, mutants.count > 0, "there are rule texts in %s", test.word[0]);
    kw_random_seed(&random, test.seed);
    for (unsigned round = 0; round < test.effort * ROUNDS; round++)
        for (size_t i = 0; i < mutants.count; i++) {
            char text[MUTANT_SIZE];
            const struct mutant_base
                *base = &mutants.text[i],
                *other = &mutants.text[kw_random_below(&random, (uint32_t)mutants.count)];
            bool read = false;
            memcpy(text, base->text, base->length);
            size_t length =
                mutant_change(text, base->length, sizeof text, other->text, other->length, &random);
            const char *broken = mutant_try(text, length, &random, &read);
            games += read;
            if (!test_expect(&test, broken == NULL, "broken: %s, in round %u", broken, round))
                printf("----\n%.*s----\n", (int)length, text);
        }
    printf("%zu of the texts were games\n", games);
    for (size_t i = 0; i < mutants.count; i++)
        free((char *)mutants.text[i].text);
    return test_end(&test);
}
