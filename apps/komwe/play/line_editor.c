#include "play/line_editor.h"

#include "cli/output.h"

#include <curses.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

enum {
    CTRL_A = 1,
    CTRL_E = 5,
    CTRL_H = 8,
    CTRL_N = 14,
    CTRL_P = 16,
    CTRL_U = 21,
    CTRL_W = 23,
    DEL = 127
};

void typing_clear(struct typing *typing) {
    typing->length = typing->cursor = 0;
    typing->text[0] = L'\0';
    typing->offered = false;
    typing->recalled = typing->formers;
}

void typing_free(struct typing *typing) {
    for (size_t i = 0; i < typing->formers; i++)
        free(typing->former[i]);
    typing->formers = 0;
}

/* Takes away the characters from..to. */
static void cut(struct typing *typing, size_t from, size_t to) {
    wmemmove(typing->text + from, typing->text + to, typing->length - to + 1);
    typing->length -= to - from;
    typing->cursor = from;
}

static void insert(struct typing *typing, wchar_t letter) {
    if (typing->length == TYPING_MOST)
        return;
    wmemmove(typing->text + typing->cursor + 1, typing->text + typing->cursor,
             typing->length - typing->cursor + 1);
    typing->text[typing->cursor++] = letter;
    typing->length++;
}

static size_t word_begin(const struct typing *typing) {
    size_t at = typing->cursor;
    while (at > 0 && typing->text[at - 1] == L' ')
        at--;
    while (at > 0 && typing->text[at - 1] != L' ')
        at--;
    return at;
}

static void recall(struct typing *typing, size_t which) {
    if (which > typing->formers)
        return;
    typing_clear(typing);
    typing->recalled = which;
    if (which < typing->formers) {
        wcscpy(typing->text, typing->former[which]);
        typing->length = typing->cursor = wcslen(typing->text);
    }
}

static bool take_control(struct typing *typing, int code) {
    switch (code) {
    case CTRL_A:
        typing->cursor = 0;
        return true;
    case CTRL_E:
        typing->cursor = typing->length;
        return true;
    case CTRL_H:
    case DEL:
        if (typing->cursor > 0)
            cut(typing, typing->cursor - 1, typing->cursor);
        return true;
    case CTRL_U:
        cut(typing, 0, typing->cursor);
        return true;
    case CTRL_W:
        cut(typing, word_begin(typing), typing->cursor);
        return true;
    case CTRL_P:
        recall(typing, typing->recalled - 1);
        return true;
    case CTRL_N:
        recall(typing, typing->recalled + 1);
        return true;
    default:
        return false;
    }
}

/* The arrows are the line's while something typed stands in it. */
static bool take_special(struct typing *typing, int code) {
    if (code == KEY_BACKSPACE)
        return take_control(typing, DEL);
    if (typing->length == 0 || typing->offered)
        return false;
    switch (code) {
    case KEY_LEFT:
        typing->cursor -= typing->cursor > 0;
        return true;
    case KEY_RIGHT:
        typing->cursor += typing->cursor < typing->length;
        return true;
    case KEY_UP:
        return take_control(typing, CTRL_P);
    case KEY_DOWN:
        return take_control(typing, CTRL_N);
    case KEY_HOME:
        return take_control(typing, CTRL_A);
    case KEY_END:
        return take_control(typing, CTRL_E);
    case KEY_DC:
        if (typing->cursor < typing->length)
            cut(typing, typing->cursor, typing->cursor + 1);
        return true;
    default:
        return false;
    }
}

bool typing_take(struct typing *typing, const struct key *key) {
    bool taken = false;
    if (key->kind == KEY_KIND_SPECIAL)
        taken = take_special(typing, key->code);
    else if (key->kind == KEY_KIND_CHAR)
        taken = take_control(typing, key->code);
    if (!taken && key->kind == KEY_KIND_CHAR && iswprint((wint_t)key->code)) {
        if (typing->offered)
            typing_clear(typing);
        insert(typing, (wchar_t)key->code);
        taken = true;
    }
    if (taken)
        typing->offered = false;
    return taken;
}

void typing_offer(struct typing *typing, const char *text) {
    typing_clear(typing);
    while (*text != '\0')
        insert(typing, (wchar_t)(unsigned char)*text++);
    typing->offered = true;
}

const char *typing_text(const struct typing *typing, char text[TYPED_BYTES]) {
    if (wcstombs(text, typing->text, TYPED_BYTES) == (size_t)-1)
        text[0] = '\0';
    text[TYPED_BYTES - 1] = '\0';
    return text;
}

void typing_enter(struct typing *typing) {
    if (typing->length > 0) {
        if (typing->formers == TYPED_LINES) {
            free(typing->former[0]);
            memmove(typing->former, typing->former + 1, --typing->formers * sizeof *typing->former);
        }
        wchar_t *line = memory_new(typing->length + 1, sizeof *line);
        wcscpy(line, typing->text);
        typing->former[typing->formers++] = line;
    }
    typing_clear(typing);
}

int typing_draw(const struct typing *typing, int row, int width, const char *prompt) {
    char bytes[MB_LEN_MAX * 2];
    int column = terminal_write(row, 0, width, INK_TURN, prompt), cursor = column;
    /* Of a line that is too long its end is shown. */
    int room = width - column - 1;
    size_t first =
        typing->cursor > (size_t)(room > 0 ? room : 0) ? typing->cursor - (size_t)room : 0;
    for (size_t i = first; i < typing->length && column < width; i++) {
        mbstate_t state = {0};
        size_t length = wcrtomb(bytes, typing->text[i], &state);
        bytes[length == (size_t)-1 ? 0 : length] = '\0';
        column += terminal_write(row, column, width - column, INK_PLAIN, bytes);
        if (i < typing->cursor)
            cursor = column;
    }
    return cursor < width ? cursor : width - 1;
}
