#include "match/best_move.h"

#include <stdio.h>
#include <string.h>

/* Takes the next word, or what fits of it, which is the empty string at the end. */
static const char *best_move_take_word(const char *text, char word[KW_TEXT]) {
    text += strspn(text, " \t");
    size_t length = strcspn(text, " \t");
    snprintf(word, KW_TEXT, "%.*s", (int)(length < KW_TEXT ? length : KW_TEXT - 1), text);
    return text + length;
}

/*
 * Whether the opponent's reply leads to another turn of the player.  After the first of several
 * moves of either there is nothing to ponder on.
 */
static bool best_move_read_reply(const char *word, const struct kw_game *game,
                                 const struct kw_position *before, struct best_move *best) {
    kw_move list[KW_TURN_STEPS];
    struct kw_position position;
    struct kw_error why;
    kw_play(game, before, best->move, &position);
    if (position.turn == before->turn || kw_move_read(game, &position, word, list, &why) != 1)
        return false;
    best->reply = list[0];
    kw_play(game, &position, best->reply, &position);
    return position.turn == before->turn && kw_move_count(game, &position) > 0;
}

bool best_move_read(const char *text, const struct kw_game *game,
                    const struct kw_position *position, struct best_move *best,
                    struct kw_error *error) {
    kw_move list[KW_TURN_STEPS];
    char word[KW_TEXT];
    struct kw_error why;
    *best = (struct best_move){.has_reply = false};
    text = best_move_take_word(text, word);
    if (kw_move_read(game, position, word, list, &why) == 0) {
        *error = (struct kw_error){.code = KW_BAD_MOVE, .line = 1, .column = 1};
        snprintf(error->message, sizeof error->message, "it plays '%.60s': %.300s", word,
                 why.message);
        return false;
    }
    best->move = list[0];
    text = best_move_take_word(text, word);
    if (strcmp(word, "ponder") == 0) {
        best_move_take_word(text, word);
        best->has_reply = best_move_read_reply(word, game, position, best);
    }
    return true;
}
