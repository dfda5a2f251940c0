/* Rule texts: those that are read play as the slow twin of the rule language plays them. */
#include "mutated/mutated.h"
#include "support/rule_mutants.h"
#include "twin_rules/random_text.h"
#include "twin_rules/side_by_side.h"

static void rules_open(struct files *files, const char *tree) {
    static const char *const names[] = {"awari",         "kalah",    "oware", "giuthi", "ayoayo",
                                        "toguz-kumalak", "enkeshui", "songo", "weg"};
    struct kw_random random;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "rules/%s.rules", names[i]);
        files_load(files, tree, path);
    }
    kw_random_seed(&random, 21);
    for (unsigned i = 0; i < 40; i++) {
        static char text[RANDOM_TEXT];
        random_text(&random, text);
        files_add(files, text, strlen(text));
    }
}

/* Statements and words of the language. */
static void rules_change(struct bytes *bytes, const struct files *files, struct kw_random *random) {
    const struct bytes *other = &files->list[kw_random_below(random, (uint32_t)files->count)];
    size_t most = MUTANT_SIZE > bytes->size ? MUTANT_SIZE : bytes->size;
    bytes->size = mutant_change(bytes->byte, bytes->size, most, other->byte, other->size, random);
    bytes->byte[bytes->size] = '\0';
}

/* Whether the twin plays a text and all that it extends: two rows, no trait. */
static bool twin_plays(const struct kw_game *game) {
    while (game != NULL && random_text_is_for_twin(game)) {
        char id[64];
        const char *text = kw_game_text(game), *line = strstr(text, "\nextends ");
        if (line == NULL && strncmp(text, "extends ", 8) != 0)
            return true;
        line = line == NULL ? text : line + 1;
        if (sscanf(line, "extends %63s", id) != 1)
            return false;
        game = kw_game_find(id);
    }
    return false;
}

static enum finding rules_read(const struct bytes *bytes, char why[WHY]) {
    struct kw_random random;
    bool read = false;
    kw_random_seed(&random, bytes->size);
    const char *fault = mutant_try(bytes->byte, bytes->size, &random, &read);
    if (fault != NULL)
        return broken(why, "%s", fault);
    if (!read)
        return REFUSED;
    struct test test = {.effort = 1};
    struct kw_game *game = kw_game_read(bytes->byte, bytes->size, NULL);
    struct pair pair = {.test = &test, .text = bytes->byte, .silent = true};
    enum finding finding = UNSHOWN;
    kw_random_seed(&pair.random, bytes->size);
    if (twin_plays(game)) {
        compare_text(&pair, game, "", 1);
        finding = pair.differs ? broken(why, "the twin plays it otherwise") : ACCEPTED;
    }
    kw_game_close(game);
    return finding;
}

const struct mutated_kind kind_rules = {
    .name = "rules", .share = 8, .open = rules_open, .change = rules_change, .read = rules_read};
