/*
 * A reader with faults in it, for forever_test.py: it reads beyond its input, and breaks a promise.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int beyond(const uint8_t *data, size_t size) { return data[size + 64]; }

static void promise_nothing(void) {
    fputs("broken: nothing is promised\n", stderr);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static volatile int seen;
    if (size > 2 && data[0] == 'k' && data[1] == 'w' && data[2] == '!')
        seen = beyond(data, size);
    if (size > 2 && data[0] == 'k' && data[1] == 'w' && data[2] == '?')
        promise_nothing();
    return 0;
}
