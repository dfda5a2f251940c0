/* Choosing a game on the full screen. */
#include "game/game_menu.h"
#include "play/screen.h"
#include "play/screen_input.h"
#include "play/terminal.h"
#include "text/game_list.h"

#include <curses.h>
#include <string.h>

struct screen_menu {
    struct game_list found;   /* by what is typed */
    size_t chosen, top;       /* of these the game under the cursor, and the first one shown */
    int height;               /* lines of the list */
    char typed[EDITOR_BYTES]; /* what was searched for */
    const char *answer;       /* to what was typed, or "" */
    const struct kw_game *game;
    bool left;
};

enum { MENU_TOP = 1, MENU_NOTE = 2, MENU_FOOT = 3 + MENU_NOTE }; /* lines; NOTE: of the summary */

static void screen_menu_draw_game(const struct screen_menu *menu, size_t index, int row) {
    struct string_builder line = {0};
    game_menu_write(&line, menu->found.place[index]);
    line.text[--line.length] = '\0';
    terminal_write(row, 0, terminal_width(), index == menu->chosen ? INK_CHOSEN : INK_PLAIN,
                   line.text);
    output_free(&line);
}

static void screen_menu_draw_summary(const char *summary, int row) {
    struct string_builder note = {0};
    output_wrap(&note, summary, 0, 0);
    char *line = note.text;
    for (int i = 0; i < MENU_NOTE && line != NULL && *line != '\0'; i++) {
        size_t length = strcspn(line, "\n");
        bool more = line[length] == '\n';
        line[length] = '\0';
        terminal_write(row + i, 0, terminal_width(), INK_NOTE, line);
        line += length + more;
    }
    output_free(&note);
}

static void screen_menu_draw(struct screen *screen, struct screen_menu *menu) {
    const struct kw_info *info = menu->chosen < menu->found.count
                                     ? kw_game_info(game_list_at(&menu->found, menu->chosen))
                                     : NULL;
    int width = terminal_width(), height = terminal_height();
    menu->height = height - MENU_TOP - MENU_FOOT;
    if (menu->height < 1)
        menu->height = 1;
    if (menu->chosen < menu->top)
        menu->top = menu->chosen;
    if (menu->chosen >= menu->top + (size_t)menu->height)
        menu->top = menu->chosen + 1 - (size_t)menu->height;
    terminal_erase();
    terminal_write(0, 0, width, INK_NAME,
                   "Which game?  Arrows and Enter, or type its number or name; quit leaves.");
    for (size_t i = 0; i < (size_t)menu->height && menu->top + i < menu->found.count; i++)
        screen_menu_draw_game(menu, menu->top + i, MENU_TOP + (int)i);
    if (info != NULL)
        screen_menu_draw_summary(info->summary, height - MENU_FOOT + 1);
    if (info != NULL || *menu->answer)
        terminal_write(height - 2, 0, width, INK_PLAIN, *menu->answer ? menu->answer : info->where);
    int cursor = editor_draw(&screen->editor, height - 1, width, "game> ");
    terminal_show(height - 1, cursor);
}

static void screen_menu_choose_typed(struct screen *screen, struct screen_menu *menu) {
    char text[EDITOR_BYTES];
    editor_text(&screen->editor, text);
    if (strcmp(text, "quit") == 0)
        menu->left = true;
    else if (*text != '\0' && game_menu_find(text) != NULL)
        menu->game = game_menu_find(text);
    else if (menu->chosen < menu->found.count)
        menu->game = game_list_at(&menu->found, menu->chosen);
    else
        menu->answer = "There is no such game.";
    editor_clear(&screen->editor);
}

/* Where something else is typed now, shows what it finds: all games where it is a number. */
static void screen_menu_follow(struct screen *screen, struct screen_menu *menu) {
    char text[EDITOR_BYTES];
    editor_text(&screen->editor, text);
    if (strcmp(text, menu->typed) == 0)
        return;
    memcpy(menu->typed, text, sizeof text);
    game_list_free(&menu->found);
    game_list_search(&menu->found, strspn(text, "0123456789") == strlen(text) ? "" : text);
    menu->chosen = menu->top = 0;
}

static void screen_menu_move(struct screen_menu *menu, int by) {
    int last = (int)menu->found.count - 1, to = (int)menu->chosen + by;
    to = to > last ? last : to;
    menu->chosen = to < 0 ? 0 : (size_t)to;
}

static void screen_menu_click(struct screen_menu *menu, const struct key *key) {
    size_t at = menu->top + (size_t)(key->row - MENU_TOP);
    if (key->row < MENU_TOP || key->row >= MENU_TOP + menu->height || at >= menu->found.count)
        return;
    if (at == menu->chosen)
        menu->game = game_list_at(&menu->found, at);
    menu->chosen = at;
}

static void screen_menu_take_key(struct screen *screen, struct screen_menu *menu,
                                 const struct key *key) {
    bool special = key->kind == KEY_KIND_SPECIAL, typed = key->kind == KEY_KIND_CHAR;
    menu->answer = "";
    if (key->kind == KEY_KIND_END || (typed && key->code == KEY_CTRL_D))
        menu->left = true;
    else if (key->kind == KEY_KIND_MOUSE && key->wheel != 0)
        screen_menu_move(menu, key->wheel);
    else if (key->kind == KEY_KIND_MOUSE)
        screen_menu_click(menu, key);
    else if ((typed && (key->code == KEY_RETURN || key->code == KEY_NEWLINE)) ||
             (special && key->code == KEY_ENTER))
        screen_menu_choose_typed(screen, menu);
    else if (special && (key->code == KEY_UP || key->code == KEY_DOWN))
        screen_menu_move(menu, key->code == KEY_DOWN ? 1 : -1);
    else if (special && (key->code == KEY_PPAGE || key->code == KEY_NPAGE))
        screen_menu_move(menu, key->code == KEY_NPAGE ? menu->height : -menu->height);
    else if (typed && key->code == KEY_ESCAPE)
        editor_clear(&screen->editor);
    else
        editor_take_key(&screen->editor, key);
    screen_menu_follow(screen, menu);
}

const struct kw_game *screen_choose_game(struct screen *screen) {
    struct screen_menu menu = {.answer = ""};
    game_list_search(&menu.found, "");
    while (menu.game == NULL && !menu.left) {
        screen_menu_draw(screen, &menu);
        struct key key = terminal_read(-1);
        screen_menu_take_key(screen, &menu, &key);
    }
    editor_clear(&screen->editor);
    game_list_free(&menu.found);
    return menu.game;
}
