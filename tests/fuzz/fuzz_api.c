/*
 * The text API of the page: every request is answered in JSON.
 *
 * Each request ends with a line that holds a semicolon alone.  What can take long is asked at the
 * end, within limits, of the games that are open then.
 */
#include "api.h"
#include "fuzz.h"

#include <jansson.h>

static void answer_check(const char *json, size_t length) {
    char *text = malloc(length + 1);
    fuzz_promise(text != NULL, "there is memory");
    for (size_t i = 0; i < length; i++) /* messages may quote a part of a character */
        text[i] = (unsigned char)json[i] < 128 ? json[i] : '?';
    json_t *answer = json_loadb(text, length, 0, NULL);
    fuzz_promise(json_is_object(answer), "an answer is JSON");
    json_decref(answer);
    free(text);
}

static bool check_update(void *context, const char *json, size_t length) {
    (void)context;
    answer_check(json, length);
    return true;
}

/* A copy of the exact size, so that sanitizers see every byte read beyond it. */
static void send_request(struct api *api, const char *request) {
    char *copy = fuzz_copy(request);
    size_t answered;
    const char *answer = api_answer(api, copy, strlen(copy), &answered);
    answer_check(answer, answered);
    free(copy);
}

/* What stands before the next semicolon on a line of its own; `rest` moves on. */
static char *next_request(char **rest) {
    char *request = *rest, *end = strstr(request, "\n;\n");
    *rest = end != NULL ? end + 3 : request + strlen(request);
    if (end != NULL)
        *end = '\0';
    return request;
}

static bool takes_long(const char *request) {
    static const char *const word[] = {"perft", "search", "choose", "review", "hash"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (strncmp(request, word[i], strlen(word[i])) == 0)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char input[FUZZ_INPUT], *rest = input;
    struct api *api = api_new(check_update, NULL);
    fuzz_promise(api != NULL, "there is memory");
    fuzz_text(data, size, input);
    for (unsigned count = 0; *rest != '\0' && count < 100; count++) {
        rest += *rest == '\n';
        const char *request = next_request(&rest);
        if (!takes_long(request))
            send_request(api, request);
    }
    send_request(api, "hash\t0");
    send_request(api, "search\t0\t\t3\t300\t\t2");
    send_request(api, "choose\t0\t1\t1");
    send_request(api, "review\t1\t1\t100\t");
    api_free(api);
    return 0;
}
