/* Opening books: the page fetches the text of one, and shows and plays its moves. */
#include "api_internal.h"

#include <stdlib.h>
#include <string.h>

void api_book_free(struct api *api) {
    struct api_book *book;
    while ((book = api->books) != NULL) {
        api->books = book->next;
        kw_book_close(book->book);
        free(book);
    }
}

static struct api_book *api_book_find(struct api *api, const struct kw_game *game) {
    struct api_book *book = api->books;
    while (book != NULL && strcmp(book->game, kw_game_info(game)->id) != 0)
        book = book->next;
    return book;
}

/* Takes over the book in any case. */
static bool api_book_keep(struct api *api, const struct kw_game *game, struct kw_book *opened) {
    struct api_book *book = api_book_find(api, game);
    if (book == NULL) {
        const char *id = kw_game_info(game)->id;
        size_t size = strlen(id) + 1;
        book = calloc(1, sizeof *book + size);
        if (book == NULL) {
            kw_book_close(opened);
            return api_no_memory(api);
        }
        memcpy(book->game, id, size);
        book->next = api->books;
        api->books = book;
    }
    if (api->engine != NULL)
        kw_engine_set_book(api->engine, NULL); /* it may have the one that is closed */
    kw_book_close(book->book);
    book->book = opened;
    json_null(&api->out);
    return true;
}

bool request_book(struct api *api, char *const *field) {
    const struct kw_game *game = api_read_game(api, field[0], "");
    if (game == NULL)
        return false;
    struct kw_book *opened = kw_book_open(game, field[1], strlen(field[1]), &api->error);
    return opened != NULL && api_book_keep(api, game, opened);
}

void api_book_use(struct api *api, const struct kw_game *game) {
    const struct api_book *book = api_book_find(api, game);
    kw_engine_set_book(api->engine, book != NULL ? book->book : NULL);
}

/* The plies before `ply`, it included, up to the last whose position is in the book. */
static size_t api_book_plies(const struct kw_book *book, const struct kw_session *session,
                             size_t ply) {
    size_t plies = ply + 1;
    while (plies > 0 && kw_book_find(book, kw_session_game(session),
                                     kw_session_before(session, plies - 1), NULL, 0) == 0)
        plies--;
    return plies;
}

static void api_book_write_move(struct json_text *json, const struct kw_game *game,
                                const struct kw_position *position,
                                const struct kw_book_move *move) {
    const struct kw_line line = {.score = move->score, .unit = move->unit, .proven = move->proven};
    char text[KW_TEXT];
    json_open(json, '{');
    json_named_string(json, "move", kw_move_text(game, position, move->move, text));
    api_write_score(json, &line);
    json_named_number(json, "positions", move->positions);
    json_close(json, '}');
}

bool request_opening(struct api *api, char *const *field) {
    struct kw_book_move list[KW_MOVES];
    size_t ply;
    struct json_text *out = &api->out;
    const struct kw_session *session = api_read_ply(api, field[0], field[1], &ply);
    if (session == NULL)
        return false;
    const struct kw_game *game = kw_session_game(session);
    const struct kw_position *position = kw_session_before(session, ply);
    const struct api_book *book = api_book_find(api, game);
    if (book == NULL) {
        json_null(out);
        return true;
    }
    size_t count = kw_book_find(book->book, game, position, list, KW_MOVES);
    json_open(out, '{');
    json_named_number(out, "plies", (int64_t)api_book_plies(book->book, session, ply));
    json_named_open(out, "moves", '[');
    for (size_t i = 0; i < count; i++)
        api_book_write_move(out, game, position, &list[i]);
    json_close(out, ']');
    json_close(out, '}');
    return true;
}
