/*
 * The reader of a match's openings: what it accepts can be played on, what it refuses is reported
 * with its line.  After the line of the game comes the text as a file has it, NUL bytes and all.
 */
#include "fuzz.h"
#include "openings/opening_list.h"

static void opening_check(const struct kw_game *game, const struct opening *opening) {
    struct kw_session *session = kw_session_new(game, &opening->start);
    struct kw_result result;
    for (size_t i = 0; i < opening->moves; i++)
        fuzz_promise(kw_session_play(session, opening->move[i], NULL), "its moves can be played");
    fuzz_promise(!kw_session_result(session, &result), "and the game goes on");
    kw_session_free(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char first[FUZZ_INPUT], *rest = first;
    fuzz_text(data, size, first);
    size_t length = strcspn(first, "\n");
    struct kw_game *game = fuzz_game(fuzz_line(&rest));
    if (game == NULL)
        return 0;
    size_t begin = length < size ? length + 1 : size;
    struct kw_position start;
    struct kw_error error = {0};
    struct openings openings = {0};
    kw_position_read(game, "start", &start, NULL);
    char *text = malloc(size - begin + 1); /* of its own size, for sanitizers */
    if (text == NULL)
        abort();
    memcpy(text, data + begin, size - begin);
    if (openings_read(&openings, game, &start, text, size - begin, &error)) {
        fuzz_promise(openings.count > 0, "there is an opening");
        for (size_t i = 0; i < openings.count; i++)
            opening_check(game, &openings.list[i]);
    } else {
        fuzz_promise(error.line > 0 && error.column > 0 && error.message[0] != '\0',
                     "a refusal has a line, a column and a word");
    }
    openings_free(&openings);
    free(text);
    kw_game_close(game);
    return 0;
}
