/*
 * What a move does, seed by seed, or why it may not be played; each with the rule that says so.
 *
 *      explain GAME MOVE...            explain kujifunza 'A7>'
 */
#include <komwe.h>
#include <stdio.h>

static bool tell(void *context, const struct kw_event *event) {
    char text[KW_TEXT];
    printf("  %s [%s]\n", kw_event_text(context, event, text), event->clause->id);
    return true; /* go on telling */
}

/* Tells a legal move; else says why it is none, and returns false. */
static bool explain(const struct kw_game *game, struct kw_position *position, kw_move move) {
    struct kw_reason reason;
    char text[KW_TEXT];
    if (kw_explain_illegal(game, position, move, &reason)) {
        printf("  no: %s\n  %s: %s (%s)\n", kw_reason_text(game, &reason, text), reason.clause->id,
               reason.clause->text, reason.clause->basis == KW_SOURCE ? "source" : "reading");
        return false;
    }
    kw_trace(game, position, move, position, tell, (void *)game);
    return true;
}

int main(int argc, char **argv) {
    const struct kw_game *game = argc < 2 ? NULL : kw_game_find(argv[1]);
    struct kw_position position;
    if (game == NULL)
        return fprintf(stderr, "explain: there is no such game\n"), 1;
    kw_start(game, &position);
    for (int i = 2; i < argc; i++) {
        kw_move step[KW_TURN_STEPS]; /* a word can stand for several moves */
        struct kw_error error;
        size_t steps = kw_move_parse(game, &position, argv[i], step, &error);
        if (steps == 0)
            return fprintf(stderr, "explain: %s:%zu: %s\n", argv[i], error.column, error.message),
                   1;
        puts(argv[i]);
        for (size_t k = 0; k < steps; k++)
            if (!explain(game, &position, step[k]))
                return 0;
    }
}
