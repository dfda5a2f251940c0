/* Folders for tests that write files. */
#ifndef KOMWE_TESTS_FOLDERS_H
#define KOMWE_TESTS_FOLDERS_H

#include "komwe.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folders_scratch[256]; /* a folder of our own */

static inline void folders_begin(void) {
    const char *tmp = getenv("TMPDIR");
    snprintf(folders_scratch, sizeof folders_scratch, "%.200s/komwe-tables-XXXXXX",
             tmp != NULL ? tmp : "/tmp");
    if (mkdtemp(folders_scratch) == NULL) {
        perror(folders_scratch);
        exit(1);
    }
}

/* When all folders in it are gone. */
static inline void folders_end(void) { rmdir(folders_scratch); }

static inline void folder_name(char path[KW_TEXT], const char *name) {
    snprintf(path, KW_TEXT, "%s/%.100s", folders_scratch, name);
}

/* Takes a folder away with its files. */
static inline void folder_empty(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char file[2 * KW_TEXT];
        snprintf(file, sizeof file, "%.500s/%.300s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(file);
    }
    closedir(folder);
    rmdir(path);
}

/* Whether two folders hold the same files, byte by byte. */
static inline bool folders_same(const char *a, const char *b) {
    char command[2 * KW_TEXT];
    snprintf(command, sizeof command, "diff -r '%.400s' '%.400s'", a, b);
    return system(command) == 0;
}

#endif
