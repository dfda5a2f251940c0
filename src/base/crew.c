#include "base/crew.h"

#if defined(__wasi__)

/* WebAssembly as the page has it knows no threads: none but the calling one can be had. */
void crew_work(size_t count, void (*work)(void *context, size_t member), void *context) {
    (void)count;
    work(context, 0);
}

#else

#include <pthread.h>
#include <stdlib.h>

struct member {
    pthread_t thread;
    size_t number;
    void (*work)(void *context, size_t member);
    void *context;
};

static void *member_work(void *argument) {
    struct member *member = argument;
    member->work(member->context, member->number);
    return NULL;
}

void crew_work(size_t count, void (*work)(void *context, size_t member), void *context) {
    struct member *crew = count > 1 ? calloc(count, sizeof *crew) : NULL;
    size_t started = 1;
    for (; crew != NULL && started < count; started++) {
        struct member *member = &crew[started];
        *member = (struct member){.number = started, .work = work, .context = context};
        if (pthread_create(&member->thread, NULL, member_work, member) != 0)
            break;
    }
    work(context, 0);
    while (crew != NULL && started-- > 1)
        pthread_join(crew[started].thread, NULL);
    free(crew);
}

#endif
