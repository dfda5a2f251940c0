/*
 * The face as a WebAssembly module: what the Worker calls, and what it has to provide.
 *
 *      face_begin()                makes the face; 0 if there is no memory
 *      face_room(bytes)            where to write a request of so many bytes; 0: no memory
 *      face_work()                 answers it; where the answer begins
 *      face_length()               how many bytes it has
 *      face_end()                  ends the search at work; may be called by what is imported
 *
 *      host.heard(text, length)    hears what a search has found; 0 ends the search
 */
#include "api.h"

#include <stdlib.h>

bool face_begin(void);
char *face_room(size_t bytes);
const char *face_work(void);
size_t face_length(void);
void face_end(void);

/* Imported. */
int host_heard(const char *text, size_t length);

/* A module has one face. */
static struct face *face;
static char *request;
static size_t length, capacity, answered;

static bool hear(void *context, const char *json, size_t bytes) {
    (void)context;
    return host_heard(json, bytes) != 0;
}

bool face_begin(void) {
    face = face_new(hear, NULL);
    return face != NULL;
}

char *face_room(size_t bytes) {
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

const char *face_work(void) { return face_answer(face, request, length, &answered); }

size_t face_length(void) { return answered; }

void face_end(void) { face_stop(face); }
