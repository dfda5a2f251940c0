/*
 * Golden faults: what is said of rule texts that are wrong, word for word.
 *
 *      rule_faults FOLDER
 *
 * Each FOLDER/NAME.rules is a text; the lines of NAME.expected are what kw_rules_check says of it:
 *
 *      LINE:COLUMN fault|warning: MESSAGE
 *
 * kw_game_read must agree: it gives a game if there is no fault, else the first one.  Texts in the
 * folder can extend each other by the names of their files, and the listed games by their ids.
 */
#include "support/test.h"

#include <dirent.h>

enum { TEXT = 80000, PATH = 4096 };

struct golden {
    const char *folder;
    char said[TEXT];
    size_t length;
};

/* Reads a file whole; SIZE_MAX if there is none. */
static size_t file_read(const char *folder, const char *name, const char *end, char *text) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, end);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return SIZE_MAX;
    size_t length = fread(text, 1, TEXT - 1, file);
    fclose(file);
    text[length] = '\0';
    return length;
}

static void golden_fault(void *context, const struct kw_rule_fault *fault) {
    struct golden *golden = context;
    golden->length +=
        (size_t)snprintf(golden->said + golden->length, sizeof golden->said - golden->length,
                         "%zu:%zu %s: %s\n", fault->line, fault->column,
                         fault->severity == KW_FAULT ? "fault" : "warning", fault->message);
}

/* The text of a file, which lives until another of that name is asked for. */
static const char *golden_find(void *context, const char *id, size_t *length) {
    static char texts[4][TEXT];
    static unsigned next;
    const struct golden *golden = context;
    char *text = texts[next++ % 4];
    *length = file_read(golden->folder, id, ".rules", text);
    return *length != SIZE_MAX ? text : NULL;
}

static void golden_check(struct test *test, struct golden *golden, const char *name) {
    static char text[TEXT], expected[TEXT];
    struct kw_error error = {0};
    char first[KW_TEXT + 64] = "";
    size_t length = file_read(golden->folder, name, ".rules", text);
    if (!test_expect(test, file_read(golden->folder, name, ".expected", expected) != SIZE_MAX,
                     "%s.expected cannot be read", name))
        return;
    golden->length = 0;
    golden->said[0] = '\0';
    size_t faults = kw_rules_check(text, length, golden_find, golden_fault, golden);
    test_expect(test, strcmp(golden->said, expected) == 0, "%s.rules: said is\n%s", name,
                golden->said);
    if (strncmp(text, "extends", 7) == 0)
        return; /* kw_game_read knows the listed games alone */
    struct kw_game *game = kw_game_read(text, length, &error);
    if (game == NULL)
        snprintf(first, sizeof first, "%zu:%zu fault: %s\n", error.line, error.column,
                 error.message);
    bool options = strstr(golden->said, "fault: with ") != NULL;
    test_expect(test, (game != NULL) == (faults == 0 || options),
                "%s.rules: a text without a fault is a game", name);
    test_expect(test, strncmp(golden->said, first, strlen(first)) == 0,
                "%s.rules: the first fault is the error %s", name, first);
    kw_game_close(game);
}

int main(int argc, char **argv) {
    static struct golden golden;
    struct test test = test_begin(argc, argv);
    struct dirent **entries;
    if (test.words != 1) {
        fprintf(stderr, "usage: rule_faults FOLDER\n");
        return 2;
    }
    golden.folder = test.word[0];
    int count = scandir(golden.folder, &entries, NULL, alphasort), texts = 0;
    for (int i = 0; i < count; i++) {
        char *end = strstr(entries[i]->d_name, ".rules");
        if (end != NULL) {
            *end = '\0';
            golden_check(&test, &golden, entries[i]->d_name);
            texts++;
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    test_expect(&test, texts > 0, "there are texts in %s", golden.folder);
    return test_end(&test);
}
