#include "text/game_list.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_ID = 20, LIST_NAME = 50 }; /* columns */

/* ---- searching ---------------------------------------------------------------------------- */

/* Whether a text holds a word, however both are spelt. */
static bool list_holds(const char *text, const char *word) {
    char held[KW_TEXT], sought[KW_TEXT];
    struct text in = text_into(held, sizeof held), what = text_into(sought, sizeof sought);
    if (text == NULL)
        return false;
    text_fold(text, &in);
    text_fold(word, &what);
    return strstr(held, sought) != NULL;
}

static bool list_word_fits(const struct kw_game *game, const char *word) {
    const struct kw_info *info = kw_game_info(game);
    bool fits = list_holds(info->id, word) || list_holds(info->alias, word) ||
                list_holds(info->name, word) || list_holds(info->where, word) ||
                list_holds(kw_game_region(game), word) || list_holds(kw_game_family(game), word);
    for (const struct kw_name *name = info->names; !fits && name != NULL && name->name != NULL;
         name++)
        fits = list_holds(name->name, word);
    return fits;
}

static bool list_fits(const struct kw_game *game, char *const *word, const char *region) {
    for (; *word != NULL; word++)
        if (!list_word_fits(game, *word))
            return false;
    return region == NULL || list_holds(kw_game_region(game), region);
}

static const struct kw_game *list_game(size_t place) {
    const struct kw_game *game = memory_game_at(place);
    if (game == NULL)
        memory_check(NULL);
    return game;
}

void game_list_find(struct game_list *list, char *const *word, const char *region) {
    list->place = memory_new(kw_game_count(), sizeof *list->place);
    list->count = 0;
    for (size_t i = 0; i < kw_game_count(); i++)
        if (list_fits(list_game(i), word, region))
            list->place[list->count++] = i;
}

void game_list_search(struct game_list *list, const char *line) {
    char *copy = memory_check(strdup(line)), *rest = copy;
    char **word = memory_new(strlen(line) + 1, sizeof *word);
    size_t words = 0;
    while ((word[words] = strtok_r(rest, " \t\r", &rest)) != NULL)
        words++;
    game_list_find(list, word, NULL);
    free(word);
    free(copy);
}

const struct kw_game *game_list_at(const struct game_list *list, size_t index) {
    return list_game(list->place[index]);
}

void game_list_free(struct game_list *list) {
    free(list->place);
    *list = (struct game_list){0};
}

/* ---- groups ------------------------------------------------------------------------------- */

const char *game_list_region(const struct kw_game *game) {
    const char *region = kw_game_region(game);
    return region != NULL ? region : "Other games";
}

static bool list_is_before(const struct kw_game *one, const struct kw_game *other) {
    bool nowhere = kw_game_region(one) == NULL, other_nowhere = kw_game_region(other) == NULL;
    return nowhere != other_nowhere ? other_nowhere
                                    : strcmp(game_list_region(one), game_list_region(other)) < 0;
}

void game_list_group(struct game_list *list) {
    for (size_t i = 1; i < list->count; i++) {
        size_t place = list->place[i], at = i;
        for (; at > 0 && list_is_before(list_game(place), game_list_at(list, at - 1)); at--)
            list->place[at] = list->place[at - 1];
        list->place[at] = place;
    }
}

void game_list_write(struct string_builder *out, const struct game_list *list) {
    const char *region = "";
    for (size_t i = 0; i < list->count; i++) {
        const struct kw_game *game = game_list_at(list, i);
        const struct kw_info *info = kw_game_info(game);
        if (strcmp(region, game_list_region(game)) != 0)
            output_format(out, "%s%s\n", i > 0 ? "\n" : "", game_list_region(game));
        region = game_list_region(game);
        output_add(out, "  ");
        output_column(out, info->id, LIST_ID);
        output_column(out, info->name, LIST_NAME);
        output_format(out, "%ux%u\n", info->rows, kw_game_columns(game));
    }
}
