#include "picture/shared_link.h"

#include "io/output.h"

#include <stdlib.h>
#include <string.h>

bool shared_link_read(const struct shared_words *words, struct shared_link *link) {
    struct kw_error error;
    *link = (struct shared_link){.bottom = KW_SOUTH};
    if (words->game == NULL)
        return false;
    link->game = kw_game_open(words->game, words->options, &error);
    if (link->game == NULL)
        return false;
    if (words->side != NULL && strcmp(words->side, "north") == 0)
        link->bottom = KW_NORTH;
    const char *position = words->position != NULL ? words->position : "start";
    if (kw_position_read(link->game, position, &link->position, &error))
        return true;
    shared_link_close(link);
    return false;
}

void shared_link_close(struct shared_link *link) {
    kw_game_close(link->game);
    link->game = NULL;
}

/* ---- its query ---------------------------------------------------------------------------- */

/* Adds a field, with all but letters and digits escaped; nothing if it is empty. */
static void shared_link_add_field(struct string_builder *out, const char *name, const char *value) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
    if (*value == '\0')
        return;
    output_format(out, "%s%s=", out->length > 0 ? "&" : "", name);
    for (; *value != '\0'; value++)
        output_format(out, strchr(plain, *value) != NULL ? "%c" : "%%%02X", (unsigned char)*value);
}

void shared_link_query(const struct shared_link *link, struct string_builder *out) {
    char text[KW_TEXT];
    struct string_builder query = {0};
    shared_link_add_field(&query, "game", kw_game_info(link->game)->id);
    shared_link_add_field(&query, "options", kw_game_options(link->game, text));
    shared_link_add_field(&query, "position", kw_position_text(link->game, &link->position, text));
    shared_link_add_field(&query, "side", link->bottom == KW_NORTH ? "north" : "");
    output_bytes(out, query.text, query.length);
    output_free(&query);
}

/* ---- in words ----------------------------------------------------------------------------- */

static const char *const players[] = {"South", "North"};

/* "Oware (Abapa): South to move", "Hus: North wins", "Kalah: South wins 26 : 22". */
static void shared_link_add_title(const struct shared_link *link, struct string_builder *out) {
    struct kw_result result;
    output_format(out, "%s: ", kw_game_info(link->game)->name);
    if (!kw_state(link->game, &link->position, &result)) {
        output_format(out, "%s to move", players[link->position.turn]);
        return;
    }
    if (result.outcome == KW_DRAW)
        output_add(out, "a draw");
    else
        output_format(out, "%s wins", players[result.outcome == KW_NORTH_WINS]);
    if (result.scored)
        output_format(out, " %u : %u", result.score[KW_SOUTH], result.score[KW_NORTH]);
}

static void shared_link_add_description(const struct shared_link *link,
                                        struct string_builder *out) {
    unsigned score[2];
    if (kw_score(link->game, &link->position, score))
        output_format(out, "South has won %u seeds, North %u. ", score[KW_SOUTH], score[KW_NORTH]);
    output_add(out, "See the moves and play on in komwe, free and offline.");
}

/* The picture in words: the rows as they are drawn, from the left. */
static void shared_link_add_board(const struct shared_link *link, struct string_builder *out) {
    const struct kw_game *game = link->game;
    unsigned rows = kw_game_info(game)->rows, columns = kw_game_columns(game);
    bool turned = link->bottom == KW_NORTH;
    output_format(out, "A mancala board of %u rows. ", rows);
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column < columns; column++) {
            unsigned hole = kw_hole_at(game, turned ? rows - 1 - row : row,
                                       turned ? columns - 1 - column : column);
            output_format(out, "%s%u", column > 0 ? ", " : "", link->position.hole[hole]);
        }
        output_add(out, row + 1 < rows ? "; " : ".");
    }
}

/* ---- the page ----------------------------------------------------------------------------- */

/* A value in the head of a page, and what stands before it there. */
struct page_value {
    const char *before;
    struct string_builder text;
};

enum page_value_name { PAGE_TITLE, PAGE_DESCRIPTION, PAGE_IMAGE, PAGE_ALT, PAGE_CARD, PAGE_VALUES };

static void link_add_escaped(struct string_builder *out, const struct string_builder *text) {
    for (size_t i = 0; i < text->length; i++) {
        char sign = text->text[i];
        output_format(out, strchr("&<>\"'", sign) != NULL ? "&#%d;" : "%c", sign);
    }
}

/* The value that comes first in the rest of a page, which is then after what stands before it;
 * NULL: none. */
static const struct page_value *link_find_value(const char **html,
                                                const struct page_value *values) {
    const struct page_value *found = NULL;
    const char *first = NULL;
    for (size_t i = 0; i < PAGE_VALUES; i++) {
        const char *at = strstr(*html, values[i].before);
        if (at != NULL && (first == NULL || at < first)) {
            first = at;
            found = &values[i];
        }
    }
    if (found != NULL)
        *html = first + strlen(found->before);
    return found;
}

static void link_write_values(const char *html, const struct page_value *values,
                              struct string_builder *out) {
    const char *rest = html;
    for (const struct page_value *value; (value = link_find_value(&rest, values)) != NULL;) {
        output_bytes(out, html, (size_t)(rest - html));
        link_add_escaped(out, &value->text);
        rest += strcspn(rest, "\"");
        html = rest;
    }
    output_add(out, html);
}

void shared_link_write_page(const struct shared_link *link, const char *base, const char *html,
                            struct string_builder *out) {
    struct page_value values[PAGE_VALUES] = {
        [PAGE_TITLE] = {.before = "property=\"og:title\" content=\""},
        [PAGE_DESCRIPTION] = {.before = "property=\"og:description\" content=\""},
        [PAGE_IMAGE] = {.before = "property=\"og:image\" content=\""},
        [PAGE_ALT] = {.before = "property=\"og:image:alt\" content=\""},
        [PAGE_CARD] = {.before = "name=\"twitter:card\" content=\""},
    };
    shared_link_add_title(link, &values[PAGE_TITLE].text);
    shared_link_add_description(link, &values[PAGE_DESCRIPTION].text);
    output_format(&values[PAGE_IMAGE].text, "%spicture.png?", base);
    shared_link_query(link, &values[PAGE_IMAGE].text);
    shared_link_add_board(link, &values[PAGE_ALT].text);
    output_add(&values[PAGE_CARD].text, "summary_large_image");
    link_write_values(html, values, out);
    for (size_t i = 0; i < PAGE_VALUES; i++)
        output_free(&values[i].text);
}
