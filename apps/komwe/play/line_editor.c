#include "play/line_editor.h"

#include "io/output.h"

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

void editor_clear(struct line_editor *editor) {
    editor->length = editor->cursor = 0;
    editor->text[0] = L'\0';
    editor->offered = false;
    editor->recalled = editor->history_length;
}

void editor_free(struct line_editor *editor) {
    for (size_t i = 0; i < editor->history_length; i++)
        free(editor->history[i]);
    editor->history_length = 0;
}

/* Takes away the characters from..to. */
static void editor_delete(struct line_editor *editor, size_t from, size_t to) {
    wmemmove(editor->text + from, editor->text + to, editor->length - to + 1);
    editor->length -= to - from;
    editor->cursor = from;
}

static void editor_insert(struct line_editor *editor, wchar_t letter) {
    if (editor->length == EDITOR_LENGTH)
        return;
    wmemmove(editor->text + editor->cursor + 1, editor->text + editor->cursor,
             editor->length - editor->cursor + 1);
    editor->text[editor->cursor++] = letter;
    editor->length++;
}

static size_t editor_word_begin(const struct line_editor *editor) {
    size_t at = editor->cursor;
    while (at > 0 && editor->text[at - 1] == L' ')
        at--;
    while (at > 0 && editor->text[at - 1] != L' ')
        at--;
    return at;
}

static void editor_recall(struct line_editor *editor, size_t which) {
    if (which > editor->history_length)
        return;
    editor_clear(editor);
    editor->recalled = which;
    if (which < editor->history_length) {
        wcscpy(editor->text, editor->history[which]);
        editor->length = editor->cursor = wcslen(editor->text);
    }
}

static bool editor_take_control(struct line_editor *editor, int code) {
    switch (code) {
    case CTRL_A:
        editor->cursor = 0;
        return true;
    case CTRL_E:
        editor->cursor = editor->length;
        return true;
    case CTRL_H:
    case DEL:
        if (editor->cursor > 0)
            editor_delete(editor, editor->cursor - 1, editor->cursor);
        return true;
    case CTRL_U:
        editor_delete(editor, 0, editor->cursor);
        return true;
    case CTRL_W:
        editor_delete(editor, editor_word_begin(editor), editor->cursor);
        return true;
    case CTRL_P:
        editor_recall(editor, editor->recalled - 1);
        return true;
    case CTRL_N:
        editor_recall(editor, editor->recalled + 1);
        return true;
    default:
        return false;
    }
}

/* The arrows edit the line while it holds typed text. */
static bool editor_take_special(struct line_editor *editor, int code) {
    if (code == KEY_BACKSPACE)
        return editor_take_control(editor, DEL);
    if (editor->length == 0 || editor->offered)
        return false;
    switch (code) {
    case KEY_LEFT:
        editor->cursor -= editor->cursor > 0;
        return true;
    case KEY_RIGHT:
        editor->cursor += editor->cursor < editor->length;
        return true;
    case KEY_UP:
        return editor_take_control(editor, CTRL_P);
    case KEY_DOWN:
        return editor_take_control(editor, CTRL_N);
    case KEY_HOME:
        return editor_take_control(editor, CTRL_A);
    case KEY_END:
        return editor_take_control(editor, CTRL_E);
    case KEY_DC:
        if (editor->cursor < editor->length)
            editor_delete(editor, editor->cursor, editor->cursor + 1);
        return true;
    default:
        return false;
    }
}

bool editor_take_key(struct line_editor *editor, const struct key *key) {
    bool taken = false;
    if (key->kind == KEY_KIND_SPECIAL)
        taken = editor_take_special(editor, key->code);
    else if (key->kind == KEY_KIND_CHAR)
        taken = editor_take_control(editor, key->code);
    if (!taken && key->kind == KEY_KIND_CHAR && iswprint((wint_t)key->code)) {
        if (editor->offered)
            editor_clear(editor);
        editor_insert(editor, (wchar_t)key->code);
        taken = true;
    }
    if (taken)
        editor->offered = false;
    return taken;
}

void editor_offer(struct line_editor *editor, const char *text) {
    editor_clear(editor);
    while (*text != '\0')
        editor_insert(editor, (wchar_t)(unsigned char)*text++);
    editor->offered = true;
}

const char *editor_text(const struct line_editor *editor, char text[EDITOR_BYTES]) {
    if (wcstombs(text, editor->text, EDITOR_BYTES) == (size_t)-1)
        text[0] = '\0';
    text[EDITOR_BYTES - 1] = '\0';
    return text;
}

void editor_enter(struct line_editor *editor) {
    if (editor->length > 0) {
        if (editor->history_length == EDITOR_HISTORY) {
            free(editor->history[0]);
            memmove(editor->history, editor->history + 1,
                    --editor->history_length * sizeof *editor->history);
        }
        wchar_t *line = memory_new(editor->length + 1, sizeof *line);
        wcscpy(line, editor->text);
        editor->history[editor->history_length++] = line;
    }
    editor_clear(editor);
}

int editor_draw(const struct line_editor *editor, int row, int width, const char *prompt) {
    char bytes[MB_LEN_MAX * 2];
    int column = terminal_write(row, 0, width, INK_TURN, prompt), cursor = column;
    /* Of a line that is too long its end is shown. */
    int room = width - column - 1;
    size_t first =
        editor->cursor > (size_t)(room > 0 ? room : 0) ? editor->cursor - (size_t)room : 0;
    for (size_t i = first; i < editor->length && column < width; i++) {
        mbstate_t state = {0};
        size_t length = wcrtomb(bytes, editor->text[i], &state);
        bytes[length == (size_t)-1 ? 0 : length] = '\0';
        column += terminal_write(row, column, width - column, INK_PLAIN, bytes);
        if (i < editor->cursor)
            cursor = column;
    }
    return cursor < width ? cursor : width - 1;
}
