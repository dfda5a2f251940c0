#include "files/weights_file.h"

#include "cli/data_places.h"
#include "io/input.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file of that path, or of that name in a standard place, whose path `found` then has. */
static const char *weights_find(const char *path, char found[PATH_MAX]) {
    struct data_places places;
    if (strchr(path, '/') != NULL || access(path, F_OK) == 0)
        return path;
    data_places_find(&places, "weights");
    for (size_t i = 0; i < places.count; i++)
        if (data_place_has(&places, i, path, found))
            return found;
    return path;
}

bool weights_open(struct weights_file *weights, const char *path, struct kw_error *error) {
    char *text, found[PATH_MAX];
    size_t length;
    weights->path = path;
    if (!file_read(weights_find(path, found), INPUT_WEIGHTS, &text, &length, error->message)) {
        free(text);
        return false;
    }
    if (memchr(text, '\0', length) != NULL) {
        snprintf(error->message, sizeof error->message,
                 "%.200s: it is not text: it contains a NUL byte", path);
        free(text);
        return false;
    }
    weights->text = memory_resize(text, length + 1, 1);
    weights->text[length] = '\0';
    return true;
}

void weights_close(struct weights_file *weights) {
    free(weights->text);
    *weights = (struct weights_file){0};
}

enum status weights_load(struct call *call, struct weights_file *weights) {
    const char *path = call->arguments.value[FLAG_WEIGHTS];
    struct kw_error error;
    return path == NULL || weights_open(weights, path, &error)
               ? STATUS_OK
               : call_fail(call, "%s", error.message);
}

bool weights_give(const struct weights_file *weights, struct kw_engine *engine,
                  const struct kw_game *game, struct kw_error *error) {
    struct kw_error reason;
    if (weights == NULL || weights->text == NULL ||
        kw_engine_set_weights(engine, game, weights->text, &reason))
        return true;
    snprintf(error->message, sizeof error->message, "%.200s:%zu:%zu: %.200s", weights->path,
             reason.line, reason.column, reason.message);
    return false;
}
