/* Reads records from standard input and shows their games, turn by turn. */
#include <komwe.h>
#include <stdio.h>

enum { MOST = 1 << 20 };

static void show(struct kw_record *record) {
    const struct kw_session *session = kw_record_session(record);
    const struct kw_game *game = kw_session_game(session);
    const char *south = kw_record_header(record, "South"),
               *north = kw_record_header(record, "North");
    struct kw_result result;
    char text[KW_TEXT];
    printf("%s: %s against %s\n", kw_game_info(game)->name, south != NULL ? south : "South",
           north != NULL ? north : "North");
    for (size_t ply = 0, end; ply < kw_session_plies(session); ply = end) {
        end = kw_session_turn_end(session, ply);
        printf("  %-12s ", kw_session_turn_text(session, ply, text));
        puts(kw_position_text(game, kw_session_before(session, end), text));
        if (kw_record_comment(record, end) != NULL)
            printf("      %s\n", kw_record_comment(record, end));
    }
    bool over = kw_session_result(session, &result);
    puts(over ? kw_result_text(&result, text) : "unfinished");
}

int main(void) {
    static char text[MOST];
    struct kw_record_source source = {.text = text, .length = fread(text, 1, MOST, stdin)};
    struct kw_record *record;
    struct kw_error error;
    while ((record = kw_record_read(&source, &error)) != NULL) {
        show(record);
        kw_record_free(record);
    }
    if (error.code != KW_OK)
        return fprintf(stderr, "replay: line %zu, column %zu: %s\n", error.line, error.column,
                       error.message),
               1;
}
