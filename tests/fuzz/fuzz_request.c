#define _GNU_SOURCE /* strcasestr */
/*
 * Fuzzes what `serve` makes of a request: its path, Accept-Encoding, Origin and Host, then the
 * game, the options, the position and the side of a shared link, a line each.  Whatever they are,
 * no file is found but those that may be seen, no page of another place may speak to the engine,
 * and what a link shows is a position of a game, whose picture is asked for by words of the
 * server's own.
 */
#include "fuzz.h"
#include "io/output.h"
#include "picture/board_picture.h"
#include "picture/shared_link.h"
#include "serve/origin.h"
#include "serve/site.h"

#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/komwe-fuzz-XXXXXX";

static void write_file(const char *name, bool remove) {
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = remove ? NULL : fopen(path, "w");
    fuzz_promise(remove ? unlink(path) == 0 : file != NULL, "the files of the site are ours");
    if (file != NULL)
        fclose(file);
}

static void each_file(bool remove) {
    static const char *const names[] = {"index.html", "a.js",    "a.js.br",
                                        "a.js.gz",    ".hidden", "assets/b-12345678.js"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        write_file(names[i], remove);
}

static void site_remove(void) {
    char path[64];
    each_file(true);
    snprintf(path, sizeof path, "%s/assets", folder);
    rmdir(path);
    rmdir(folder);
}

static const struct site *site_make(void) {
    static struct site site;
    char path[64];
    if (site.folder[0] != '\0')
        return &site;
    fuzz_promise(mkdtemp(folder) != NULL, "there is room for a site");
    snprintf(path, sizeof path, "%s/assets", folder);
    mkdir(path, 0700);
    each_file(false);
    atexit(site_remove);
    fuzz_promise(site_open(&site, folder), "the site can be opened");
    return &site;
}

/* A decoded path has no escape left but of a %, and fits. */
static bool decode(const char *escaped, char *path, size_t size) {
    if (!site_decode(escaped, path, size))
        return false;
    fuzz_promise(strlen(path) < size && strlen(path) <= strlen(escaped), "a path only shrinks");
    fuzz_promise(strchr(escaped, '%') != NULL || strcmp(path, escaped) == 0,
                 "what is not escaped stays");
    return true;
}

static void check_file(const struct site *site, const char *escaped, const char *accepted) {
    struct site_file file;
    char path[FUZZ_INPUT];
    size_t length = strlen(site->folder);
    if (!decode(escaped, path, sizeof path) || !site_find(site, path, accepted, &file))
        return;
    fuzz_promise(strncmp(file.path, site->folder, length) == 0 && file.path[length] == '/',
                 "what is found is in the folder");
    fuzz_promise(strstr(file.path + length, "/.") == NULL, "and not hidden");
    fuzz_promise(access(file.path, R_OK) == 0 && file.type != NULL, "and can be sent");
    fuzz_promise(file.coding == NULL || strcasestr(accepted, file.coding) != NULL,
                 "in a coding that was named");
    fuzz_promise(file.tag[0] == '"' && file.tag[strlen(file.tag) - 1] == '"', "with a whole tag");
}

static void check_origin(const char *origin, const char *host) {
    static const char other[] = "https://example.org";
    if (origin_allowed(origin, host, true, other) && strcasecmp(origin, other) != 0) {
        fuzz_promise(host_is_local(host), "the server was asked for by a name of this machine");
        fuzz_promise(strlen(origin) > strlen(host) &&
                         strcasecmp(origin + strlen(origin) - strlen(host), host) == 0,
                     "by a page of that name");
        fuzz_promise(origin_allowed(origin, host, false, NULL), "who may here, may anywhere");
    }
}

/* The page of a link has its words, and no sign in them that HTML would take for its own. */
static void check_page(const struct shared_link *link) {
    static const char html[] = "<meta property=\"og:title\" content=\"komwe\" />"
                               "<meta property=\"og:image\" content=\"a.png\" /><p>\"</p>";
    struct string_builder page = {0};
    shared_link_write_page(link, "http://localhost/", html, &page);
    const char *title = strstr(page.text, "content=\"") + strlen("content=\"");
    const char *image = strstr(title, "content=\"") + strlen("content=\"");
    fuzz_promise(strcspn(title, "\"<>'") == strcspn(title, "\""), "a title is a value");
    fuzz_promise(strncmp(image, "http://localhost/picture.png?game=", 34) == 0,
                 "a picture is named");
    fuzz_promise(strcspn(image, "\"<>' ") == strcspn(image, "\""), "its address is one");
    fuzz_promise(strcmp(image + strcspn(image, "\""), "\" /><p>\"</p>") == 0, "the rest stays");
    output_free(&page);
}

static void check_link(const struct shared_words *words) {
    struct shared_link link;
    if (!shared_link_read(words, &link))
        return;
    check_page(&link);
    size_t length = 0;
    unsigned char *picture = board_picture_make(link.game, &link.position, link.bottom, &length);
    fuzz_promise(picture != NULL && length > 64 && length < 1 << 18 &&
                     memcmp(picture, "\x89PNG", 4) == 0,
                 "a position has a picture");
    free(picture);
    shared_link_close(&link);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[FUZZ_INPUT], *rest = text, *copy[8];
    fuzz_text(data, size, text);
    for (size_t i = 0; i < 8; i++)
        copy[i] = fuzz_copy(fuzz_line(&rest));
    check_file(site_make(), copy[0], NULL);
    check_file(site_make(), copy[0], copy[1]);
    check_origin(copy[2], copy[3]);
    check_link(&(struct shared_words){copy[4], copy[5], copy[6], copy[7]});
    for (size_t i = 0; i < 8; i++)
        free(copy[i]);
    return 0;
}
