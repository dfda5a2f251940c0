#include "serve/site.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- types -------------------------------------------------------------------------------- */

static const struct {
    const char *suffix, *type;
} types[] = {
    {"css", "text/css; charset=utf-8"},
    {"csv", "text/csv; charset=utf-8"},
    {"gif", "image/gif"},
    {"htm", "text/html; charset=utf-8"},
    {"html", "text/html; charset=utf-8"},
    {"ico", "image/x-icon"},
    {"jpeg", "image/jpeg"},
    {"jpg", "image/jpeg"},
    {"js", "text/javascript; charset=utf-8"},
    {"json", "application/json"},
    {"map", "application/json"},
    {"mjs", "text/javascript; charset=utf-8"},
    {"mp3", "audio/mpeg"},
    {"ogg", "audio/ogg"},
    {"pdf", "application/pdf"},
    {"png", "image/png"},
    {"svg", "image/svg+xml"},
    {"txt", "text/plain; charset=utf-8"},
    {"wasm", "application/wasm"},
    {"webmanifest", "application/manifest+json"},
    {"webp", "image/webp"},
    {"woff", "font/woff"},
    {"woff2", "font/woff2"},
    {"xml", "application/xml"},
};

static const char *site_type(const char *path) {
    const char *suffix = strrchr(path, '.');
    for (size_t i = 0; suffix != NULL && i < sizeof types / sizeof *types; i++)
        if (strcasecmp(types[i].suffix, suffix + 1) == 0)
            return types[i].type;
    return "application/octet-stream";
}

enum { HASH_LEAST = 8 };

/* True if "-" and a hash in hexadecimal stand before `end`. */
static bool site_hash_precedes(const char *name, const char *end) {
    const char *hash = end;
    while (hash > name && isxdigit((unsigned char)hash[-1]) && !isupper((unsigned char)hash[-1]))
        hash--;
    return end - hash >= HASH_LEAST && hash > name && hash[-1] == '-';
}

/*
 * The page's build puts files below assets/ whose names end in a hash of what they hold, before one
 * suffix or several: board-3f2a91c0.js, board-3f2a91c0.js.map.
 */
static bool site_name_lasts(const char *path) {
    const char *name = strrchr(path, '/') + 1, *dot = name;
    if (strstr(path, "/assets/") == NULL)
        return false;
    while ((dot = strchr(dot, '.')) != NULL)
        if (site_hash_precedes(name, dot++))
            return true;
    return false;
}

/* ---- paths -------------------------------------------------------------------------------- */

static int site_digit(char digit) {
    static const char digits[] = "0123456789abcdef";
    const char *found = digit == '\0' ? NULL : strchr(digits, tolower((unsigned char)digit));
    return found == NULL ? -1 : (int)(found - digits);
}

bool site_decode(const char *escaped, char *path, size_t size) {
    while (*escaped != '\0' && size > 1) {
        char byte = *escaped++;
        if (byte == '%') {
            int high = site_digit(escaped[0]), low = high < 0 ? -1 : site_digit(escaped[1]);
            if (low < 0 || high + low == 0)
                return false;
            byte = (char)(high * 16 + low);
            escaped += 2;
        }
        *path++ = byte;
        size--;
    }
    *path = '\0';
    return *escaped == '\0';
}

/* ---- files -------------------------------------------------------------------------------- */

static bool site_join(char joined[PATH_MAX], const char *start, const char *end) {
    return (size_t)snprintf(joined, PATH_MAX, "%s%s", start, end) < PATH_MAX;
}

bool site_open(struct site *site, const char *folder) {
    char index[PATH_MAX];
    return realpath(folder, site->folder) != NULL &&
           site_join(index, site->folder, "/index.html") && access(index, R_OK) == 0;
}

/*
 * A file whose real place is in the folder and not hidden: a link may lead neither out of it nor to
 * what a path may not name.
 */
static bool site_find_file(const struct site *site, const char *path, struct site_file *file,
                           struct stat *about) {
    char joined[PATH_MAX];
    size_t length = strlen(site->folder);
    return site_join(joined, site->folder, path) && realpath(joined, file->path) != NULL &&
           strncmp(file->path, site->folder, length) == 0 && file->path[length] == '/' &&
           strstr(file->path + length, "/.") == NULL && stat(file->path, about) == 0 &&
           S_ISREG(about->st_mode);
}

/* "q=0", "q=0.0" and so on: not at all. */
static bool site_quality_is_zero(const char *quality) {
    if (strncasecmp(quality, "q=0", 3) != 0)
        return false;
    quality += 2;
    return strspn(quality, "0.") == strcspn(quality, ", \t");
}

/* True if the list names that coding, and does not rule it out. */
static bool site_accepts_coding(const char *list, const char *coding) {
    size_t length = strlen(coding);
    for (; *list != '\0'; list += strcspn(list, ",")) {
        list += strspn(list, ", \t");
        size_t word = strcspn(list, ",; \t");
        if (word == length && strncasecmp(list, coding, length) == 0)
            return !site_quality_is_zero(list + word + strspn(list + word, "; \t"));
    }
    return false;
}

/* Takes the file beside it that holds the same in fewer bytes, if there is one. */
static void site_prefer_coding(const struct site *site, const char *path, const char *accepted,
                               struct site_file *file, struct stat *about) {
    static const struct { const char *name, *suffix; } codings[] = {{"br", ".br"}, {"gzip", ".gz"}};
    for (size_t i = 0; i < sizeof codings / sizeof *codings && file->coding == NULL; i++) {
        struct site_file other = *file;
        struct stat about_other;
        char beside[PATH_MAX];
        if (site_accepts_coding(accepted, codings[i].name) &&
            site_join(beside, path, codings[i].suffix) &&
            site_find_file(site, beside, &other, &about_other)) {
            *file = other;
            *about = about_other;
            file->coding = codings[i].name;
        }
    }
}

bool site_find(const struct site *site, const char *path, const char *accepted,
               struct site_file *file) {
    char named[PATH_MAX];
    struct stat about;
    bool folder = *path != '\0' && path[strlen(path) - 1] == '/';
    *file = (struct site_file){.coding = NULL};
    if (*path != '/' || strstr(path, "/.") != NULL ||
        !site_join(named, path, folder ? "index.html" : "") ||
        !site_find_file(site, named, file, &about))
        return false;
    file->type = site_type(named);
    file->lasting = site_name_lasts(named);
    if (accepted != NULL)
        site_prefer_coding(site, named, accepted, file, &about);
    snprintf(file->tag, sizeof file->tag, "\"%llx-%llx.%lx%s\"", (unsigned long long)about.st_size,
             (unsigned long long)about.st_mtim.tv_sec, (unsigned long)about.st_mtim.tv_nsec,
             file->coding != NULL ? file->coding : "");
    return true;
}
