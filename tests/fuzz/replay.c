/*
 * Feeds files to a fuzzer where there is no engine to do so, so that every build runs the corpus.
 *
 *      PROGRAM FILE-OR-FOLDER...
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *path) {
    perror(path);
    exit(1);
}

static unsigned replay_file(const char *path) {
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail(path);
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    /* A copy of the exact size, so that sanitizers see every byte read beyond it. */
    uint8_t *copy = malloc(size + (size == 0));
    if (copy == NULL)
        fail(path);
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    return 1;
}

static unsigned replay(const char *path);

static unsigned replay_folder(const char *path) {
    unsigned files = 0;
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        fail(path);
    for (int i = 0; i < count; i++) {
        char inside[4096];
        snprintf(inside, sizeof inside, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            files += replay(inside);
        free(entries[i]);
    }
    free(entries);
    return files;
}

static unsigned replay(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        fail(path);
    return S_ISDIR(status.st_mode) ? replay_folder(path) : replay_file(path);
}

int main(int argc, char **argv) {
    unsigned files = 0;
    for (int i = 1; i < argc; i++)
        files += replay(argv[i]);
    /* A fault ends the program before it comes here. */
    printf("%u passed, 0 failed\n", files);
    return files == 0;
}
