#include "game/game_menu.h"

#include "base/text.h"
#include "cli/arguments.h"

#include <string.h>

void game_menu_write(struct string_builder *out, size_t index) {
    const struct kw_info *info = kw_game_info(memory_game_at(index));
    struct string_builder line = {0};
    output_format(&line, "%3zu  %-15s %s", index + 1, info->id, info->name);
    /* Of the place its first part, where that fits; the steps of the ladder have none. */
    size_t length = strcspn(info->where, ":;,");
    if (length > 0 && strncmp(info->where, "A step", 6) != 0 &&
        line.length + 2 + length <= PAGE_WIDTH)
        output_format(&line, ", %.*s", (int)length, info->where);
    output_format(out, "%s\n", line.text);
    output_free(&line);
}

const struct kw_game *game_menu_find(const char *text) {
    uint64_t number;
    if (number_read(text, strlen(text), 1, kw_game_count(), &number))
        return memory_game_at((size_t)number - 1);
    return memory_game_find(text);
}
