/*
 * The reader of rule texts.  Beside the changes of the fuzzer, statements and words are changed as
 * such (support/rule_mutants.h).
 */
#include "fuzz.h"
#include "support/rule_mutants.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    struct kw_random random;
    kw_random_seed(&random, seed);
    if (LLVMFuzzerMutate != NULL && kw_random_below(&random, 3) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    char *other = malloc(size + 1);
    if (other == NULL)
        return size;
    memcpy(other, data, size);
    size = mutant_change((char *)data, size, max_size, other, size, &random);
    free(other);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct kw_random random;
    bool read = false;
    kw_random_seed(&random, size);
    const char *broken = mutant_try((const char *)data, size, &random, &read);
    fuzz_promise(broken == NULL, broken);
    return 0;
}
