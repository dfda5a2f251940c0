#include "play/screen_side.h"

#include "play/terminal.h"

#include <stdlib.h>
#include <string.h>

/* ---- the players -------------------------------------------------------------------------- */

/* "store" or "reserve", as the game's drawing calls it; NULL if the game has none. */
static const char *side_store_word(const struct play_state *play) {
    char text[KW_DRAWING];
    kw_board_text(play->game, play_position(play), KW_SOUTH, NULL, text);
    return strstr(text, "  reserve ") != NULL ? "reserve"
           : strstr(text, "  store ") != NULL ? "store"
                                              : NULL;
}

static void side_draw_player(const struct layout *layout, const struct play_state *play,
                             const struct kw_position *position, unsigned player, int y) {
    int width = y == 0 && layout->list_width > 0 ? layout->list - 1 : terminal_width();
    bool turn = position->turn == player && !play_over(play);
    const char *store = side_store_word(play);
    struct string_builder line = {0};
    const char *arrow = terminal_has_unicode() ? "▶" : ">";
    const char *name = play_player_name(play, player), *kind = player_text(play->player[player]);
    bool named = name != NULL && strcmp(name, kind) != 0; /* saving calls a computer by its kind */
    output_format(&line, "%s %s (%s%s%s)", turn ? arrow : " ", player_name[player],
                  named ? name : "", named ? ", " : "", kind);
    unsigned score[2];
    if (store != NULL)
        output_format(&line, "   %s %u", store, position->store[player]);
    if (kw_score(play->game, position, score) && score[player] != position->store[player])
        output_format(&line, "   score %u", score[player]);
    if (turn && position->hand > 0)
        output_format(&line, "   %u in the hand", position->hand);
    /* Without room for the words the arrow alone shows it. */
    if (turn && line.length + sizeof "   to move" <= (size_t)width)
        output_add(&line, "   to move");
    terminal_write(y, 0, width, turn ? INK_TURN : INK_PLAIN, line.text);
    output_free(&line);
}

void side_draw_players(const struct layout *layout, const struct play_state *play,
                       const struct kw_position *position) {
    side_draw_player(layout, play, position, play->bottom ^ 1u, 0);
    side_draw_player(layout, play, position, play->bottom, layout->bottom);
}

/* ---- the turns ---------------------------------------------------------------------------- */

/* The lines of the list that are to be shown: the last ones, as a ring. */
struct turn_list {
    struct string_builder *line;
    size_t height, count;
    int width;
};

static struct string_builder *side_next_line(struct turn_list *list) {
    struct string_builder *line = &list->line[list->count++ % list->height];
    output_clear(line);
    return line;
}

/* A pair of turns; on two lines if they are too long for one.  A text may be "". */
static void side_add_pair(struct turn_list *list, size_t number, const char *south,
                          const char *north) {
    struct string_builder *line = side_next_line(list);
    size_t room = (size_t)list->width;
    output_format(line, "%3zu %-5s", number, *south != '\0' ? south : "-");
    if (*north == '\0')
        return;
    if (line->length + 1 + strlen(north) > room) {
        line = side_next_line(list);
        output_add(line, "   ");
    }
    output_format(line, " %s", north);
}

static void side_add_pairs(struct turn_list *list, const struct kw_session *session) {
    char texts[2][KW_TEXT] = {"", ""};
    size_t plies = kw_session_plies(session), number = 1;
    for (size_t first = 0; first < plies; first = kw_session_turn_end(session, first)) {
        unsigned player = kw_session_before(session, first)->turn;
        kw_session_turn_text(session, first, texts[player]);
        if (player != KW_NORTH)
            continue;
        side_add_pair(list, number++, texts[KW_SOUTH], texts[KW_NORTH]);
        texts[KW_SOUTH][0] = texts[KW_NORTH][0] = '\0';
    }
    if (texts[KW_SOUTH][0] != '\0')
        side_add_pair(list, number, texts[KW_SOUTH], "");
}

/* Draws one line, with a sign at its end if it is cut. */
static void side_draw_line(const struct layout *layout, int y, const struct string_builder *line) {
    int taken = terminal_write(y, layout->list, layout->list_width, INK_PLAIN, line->text);
    if ((int)line->length > layout->list_width)
        terminal_write(y, layout->list + taken - 1, 1, INK_NOTE, ">");
}

void side_draw_turns(const struct layout *layout, const struct play_state *play) {
    if (layout->list_width <= 0)
        return;
    struct turn_list list = {.height = (size_t)(layout->bottom - 1), .width = layout->list_width};
    struct kw_result result;
    char text[KW_TEXT];
    list.line = memory_new(list.height, sizeof *list.line);
    side_add_pairs(&list, play->session);
    if (kw_session_result(play->session, &result))
        output_add(side_next_line(&list), kw_result_text(&result, text));
    size_t shown = list.count < list.height ? list.count : list.height;
    const struct kw_info *info = kw_game_info(play->game);
    bool fits = strlen(info->name) <= (size_t)layout->list_width;
    terminal_write(0, layout->list, layout->list_width, INK_NAME, fits ? info->name : info->id);
    for (size_t i = 0; i < shown; i++)
        side_draw_line(layout, (int)i + 1, &list.line[(list.count - shown + i) % list.height]);
    for (size_t i = 0; i < list.height; i++)
        output_free(&list.line[i]);
    free(list.line);
}
