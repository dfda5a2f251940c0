/* Static names begin with data_. */
#include "cli/data_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool data_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Adds BASE/BETWEEN/NAME, where `length` bytes of `base` count, if it is a folder and a new one. */
static void data_places_add(struct data_places *places, const char *base, size_t length,
                            const char *between, const char *name) {
    char path[PATH_MAX];
    if (length == 0 || length >= PATH_MAX || base[0] != '/' || places->count == DATA_PLACES)
        return;
    char *folder = places->folder[places->count];
    int written = snprintf(path, sizeof path, "%.*s/%s/%s", (int)length, base, between, name);
    if (written >= PATH_MAX || realpath(path, folder) == NULL || !data_is_folder(folder))
        return;
    for (size_t i = 0; i < places->count; i++)
        if (strcmp(places->folder[i], folder) == 0)
            return;
    places->count++;
}

static void data_places_add_home(struct data_places *places, const char *name) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && *data != '\0')
        data_places_add(places, data, strlen(data), "komwe", name);
    else if (home != NULL)
        data_places_add(places, home, strlen(home), ".local/share/komwe", name);
}

static void data_places_add_system(struct data_places *places, const char *name) {
    const char *at = getenv("XDG_DATA_DIRS");
    if (at == NULL || *at == '\0')
        at = "/usr/local/share:/usr/share";
    while (*at != '\0') {
        size_t length = strcspn(at, ":");
        data_places_add(places, at, length, "komwe", name);
        at += length + (at[length] == ':');
    }
}

bool data_program_folder(char folder[PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (length <= 0)
        return false;
    folder[length] = '\0';
    *strrchr(folder, '/') = '\0';
    return true;
}

void data_places_find(struct data_places *places, const char *name) {
    char program[PATH_MAX];
    places->count = 0;
    data_places_add_home(places, name);
    if (data_program_folder(program))
        data_places_add(places, program, strlen(program), "../share/komwe", name);
    data_places_add_system(places, name);
}

bool data_place_has(const struct data_places *places, size_t index, const char *entry,
                    char path[PATH_MAX]) {
    int length = snprintf(path, PATH_MAX, "%s/%s", places->folder[index], entry);
    return length < PATH_MAX && access(path, F_OK) == 0;
}
