/*
 * The signature of the rules is the recorded one:  bench_signature_test FILE
 *
 * Where it is not, and the games are meant to be played differently: CONTRIBUTING.md, "Commits".
 */
#include "measure/bench_signature.h"

#include <inttypes.h>
#include <stdio.h>

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    uint32_t recorded;
    if (file == NULL || fscanf(file, "%" SCNu32, &recorded) != 1) {
        fputs("usage: bench_signature_test FILE, with the recorded signature\n", stderr);
        return 2;
    }
    fclose(file);
    uint32_t signature = bench_signature();
    if (signature != recorded)
        printf("the signature is %" PRIu32 ", and %s records %" PRIu32 "\n", signature, argv[1],
               recorded);
    printf("%d passed, %d failed\n", signature == recorded, signature != recorded);
    return signature != recorded;
}
