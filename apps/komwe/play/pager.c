#include "play/pager.h"

#include "play/terminal.h"

/* The bytes of the first line of a text, and of what separates it from the next one. */
static size_t pager_line_length(const char *text, int width, size_t *gap) {
    size_t length = 0, space = 0;
    int columns = 0;
    *gap = 0;
    while (text[length] != '\0' && text[length] != '\n') {
        columns += ((unsigned char)text[length] & 0xC0) != 0x80;
        if (columns > width) {
            *gap = space > 0;
            return space > 0 ? space : length;
        }
        if (text[length] == ' ' && columns > width / 4)
            space = length;
        length++;
    }
    *gap = text[length] == '\n';
    return length;
}

static int pager_count_lines(const char *text, int width) {
    int lines = 0;
    for (size_t gap; *text != '\0'; lines++) {
        size_t length = pager_line_length(text, width, &gap);
        text += length + gap;
    }
    return lines;
}

static const char *pager_text(const struct pager *pager) {
    return pager->text.length > 0 ? pager->text.text : "";
}

void pager_draw(struct pager *pager, int row, int height, int width) {
    const char *text = pager_text(pager);
    int lines = pager_count_lines(text, width), line = 0;
    for (size_t gap; *text != '\0' && line < pager->top + height; line++) {
        size_t length = pager_line_length(text, width, &gap);
        struct string_builder piece = {0};
        output_format(&piece, "%.*s", (int)length, text);
        if (line >= pager->top)
            terminal_write(row + line - pager->top, 0, width, INK_PLAIN, piece.text);
        output_free(&piece);
        text += length + gap;
    }
    if (pager->top + height < lines) {
        const char more[] = " PgDn: more ";
        terminal_write(row + height - 1, width - (int)sizeof more, width, INK_CHOSEN, more);
    } else if (pager->top > 0) {
        const char back[] = " PgUp: back ";
        terminal_write(row + height - 1, width - (int)sizeof back, width, INK_CHOSEN, back);
    }
}

void pager_scroll(struct pager *pager, int lines, int height, int width) {
    int most = pager_count_lines(pager_text(pager), width) - height;
    pager->top += lines;
    if (pager->top > most)
        pager->top = most;
    if (pager->top < 0)
        pager->top = 0;
}

void pager_scroll_to_end(struct pager *pager, int height, int width) {
    pager_scroll(pager, pager_count_lines(pager_text(pager), width), height, width);
}

void pager_clear(struct pager *pager) {
    output_clear(&pager->text);
    pager->top = 0;
}
