/*
 * The API as a WebAssembly module.
 *
 *      Exports, called by the Worker
 *      api_init()                      makes the API; 0 if there is no memory
 *      api_request_buffer(bytes)       a buffer for a request of so many bytes; 0: no memory
 *      api_run()                       answers that request; returns the answer's address
 *      api_answer_length()             bytes of the answer
 *      api_abort()                     ends the running search; imported functions may call it
 *
 *      Import
 *      host.progress(text, length)     receives an intermediate result; returns 0 to end the search
 */
#include "api.h"

#include <stdlib.h>

bool api_init(void);
char *api_request_buffer(size_t bytes);
const char *api_run(void);
size_t api_answer_length(void);
void api_abort(void);

/* Imported. */
int host_progress(const char *text, size_t length);

/* A module has one API; one thread uses it. */
static struct api *api;
static char *request;
static size_t length, capacity, answered;

static bool reactor_progress(void *context, const char *json, size_t bytes) {
    (void)context;
    return host_progress(json, bytes) != 0;
}

bool api_init(void) {
    api = api_new(reactor_progress, NULL);
    return api != NULL;
}

char *api_request_buffer(size_t bytes) {
    if (request == NULL || bytes + 1 > capacity) {
        free(request);
        request = malloc(bytes + 1);
        capacity = request != NULL ? bytes + 1 : 0;
    }
    if (request == NULL)
        return NULL;
    length = bytes;
    request[bytes] = '\0';
    return request;
}

const char *api_run(void) { return api_answer(api, request, length, &answered); }

size_t api_answer_length(void) { return answered; }

void api_abort(void) { api_stop(api); }
