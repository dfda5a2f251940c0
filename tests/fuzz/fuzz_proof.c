/* The checker of proofs: it takes or refuses any text, in a time bounded by its length. */
#include "../../apps/check-proof/check_proof.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char fault[PROOF_SENTENCE + 32] = "";
    char *answer = NULL;
    size_t length = 0;
    if (size == 0)
        return 0; /* fmemopen refuses it */
    FILE *proof = fmemopen((void *)(uintptr_t)data, size, "r");
    FILE *out = open_memstream(&answer, &length);
    if (proof == NULL || out == NULL)
        abort();
    bool good = check_proof(proof, out, fault);
    fclose(out);
    fclose(proof);
    fuzz_promise(good || fault[0] != '\0', "a refusal has a sentence");
    fuzz_promise(!good || length > 0, "what is taken proves something");
    free(answer);
    return 0;
}
