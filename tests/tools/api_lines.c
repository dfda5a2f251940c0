/*
 * The text API of the page, compiled natively: answers requests that are read from its input, each
 * ended by a NUL, with a line each.  Progress reports come before the answer, in lines that begin
 * with a tab. web/test compares these with what the WebAssembly modules say.
 */
#include "api.h"

#include <stdio.h>
#include <stdlib.h>

static bool print_update(void *context, const char *json, size_t length) {
    (void)context;
    putchar('\t');
    fwrite(json, 1, length, stdout);
    putchar('\n');
    return true;
}

int main(void) {
    struct api *api = api_new(print_update, NULL);
    char *request = NULL;
    size_t room = 0, answered;
    ssize_t length;
    while (api != NULL && (length = getdelim(&request, &room, '\0', stdin)) > 0) {
        const char *answer = api_answer(api, request, (size_t)length - 1, &answered);
        fwrite(answer, 1, answered, stdout);
        putchar('\n');
    }
    free(request);
    api_free(api);
    return fflush(stdout) != 0;
}
