#include "cli/position_args.h"

#include "cli/rule_files.h"
#include "io/error_text.h"
#include "io/open_games.h"

#include <errno.h>
#include <string.h>

/*
 * The options are opened as one text, in which a later value of an option overrides an earlier one;
 * the error is then reported in the argument that contains it.
 */
static enum status position_args_fail_option(struct call *call, const struct kw_error *error) {
    const struct arguments *arguments = &call->arguments;
    size_t column = error->column;
    size_t index = 0;
    while (index + 1 < arguments->options && column > strlen(arguments->option[index]) + 1)
        column -= strlen(arguments->option[index++]) + 1;
    const char *text = arguments->option[index];
    size_t length = strlen(text);
    size_t at = column - 1 < length ? column - 1 : length;
    while (at > 0 && strchr(" ,", text[at - 1]) == NULL)
        at--;
    return call_fail(call, "option %.*s:%zu: %s", (int)strcspn(text + at, "= ,"), text + at, column,
                     error->message);
}

enum status position_args_find_game(struct call *call, const char *word,
                                    const struct kw_game **game) {
    if (rule_file_is_path(word)) {
        *game = open_games_at(call->games, word);
        if (*game != NULL)
            return STATUS_OK;
        enum status status = rule_file_add(call, word, game);
        if (status == STATUS_OK)
            open_games_keep(call->games, word, *game);
        return status;
    }
    struct kw_error error;
    *game = kw_game_named(word, &error);
    if (*game != NULL)
        return STATUS_OK;
    return error.code == KW_NO_MEMORY ? call_fail(call, "%s", error.message)
                                      : call_fail(call, "%s (see: komwe games)", error.message);
}

enum status position_args_open_game(struct call *call, struct position_args *args, const char *id) {
    const struct arguments *arguments = &call->arguments;
    enum status status = position_args_find_game(call, id, &args->game);
    if (status != STATUS_OK || arguments->options == 0)
        return status;
    struct string_builder options = {0};
    for (size_t i = 0; i < arguments->options; i++)
        output_format(&options, "%s%s", i > 0 ? " " : "", arguments->option[i]);
    struct kw_error error;
    struct kw_game *game =
        open_games_open(call->games, kw_game_info(args->game)->id, options.text, &error);
    output_free(&options);
    if (game == NULL)
        return error.code == KW_NO_MEMORY ? call_fail(call, "%s", error.message)
                                          : position_args_fail_option(call, &error);
    args->opened = call->games == NULL ? game : NULL;
    args->game = game;
    return STATUS_OK;
}

static enum status position_args_open_position(struct call *call, struct position_args *args) {
    const char *text = call->arguments.value[FLAG_POSITION];
    struct kw_position start;
    struct kw_error error;
    if (!kw_position_read(args->game, text != NULL ? text : "start", &start, &error))
        return call_fail(call, "position:%zu: %s", error.column, error.message);
    unsigned missing = kw_position_missing(args->game, &start);
    if (missing > 0)
        call_warn("%u of the game's seeds are missing: they are in nobody's store", missing);
    args->record = kw_record_new(args->game, &start);
    if (args->record == NULL)
        return call_fail(call, "not enough memory");
    args->session = kw_record_session(args->record);
    return STATUS_OK;
}

static enum status position_args_open_moves(struct call *call, struct position_args *args,
                                            size_t first) {
    const char *path = call->arguments.value[FLAG_MOVES];
    char fault[KW_TEXT];
    args->words.argument = call->arguments.operand + first;
    if (path == NULL)
        return STATUS_OK;
    if (strcmp(path, "-") == 0) {
        args->words.file = stdin;
        return call->batch ? call_misuse(call, "-m - cannot be used in a batch") : STATUS_OK;
    }
    args->words.file = args->file = file_stream(path, &input_kind[INPUT_MOVES]);
    if (args->file == NULL)
        return call_fail(call, "%s", file_fault(path, &input_kind[INPUT_MOVES], errno, fault));
    return STATUS_OK;
}

enum status position_args_open(struct call *call, struct position_args *args, const char *id,
                               size_t first) {
    enum status status = position_args_open_game(call, args, id);
    if (status == STATUS_OK)
        status = position_args_open_position(call, args);
    if (status == STATUS_OK)
        status = position_args_open_moves(call, args, first);
    return status;
}

/* Reads the next word; if there is none, `status` gives the reason. */
static bool position_args_next_word(struct call *call, struct position_args *args,
                                    enum status *status) {
    struct words *words = &args->words;
    size_t column = 1;
    const char *fault = "";
    *status = STATUS_OK;
    switch (words_next(words)) {
    case WORDS_READ:
        return true;
    case WORDS_END:
        return false;
    case WORDS_UNREADABLE:
        *status = call_fail(call, "cannot read '%s': %s", call->arguments.value[FLAG_MOVES],
                            strerror(errno));
        return false;
    case WORDS_LONG:
        column = WORD_SIZE;
        fault = "the word is too long for a move";
        break;
    case WORDS_NUL:
        column = strlen(words->word) + 1;
        fault = "a NUL byte";
        break;
    case WORDS_MANY:
        fault = "the list of moves is too long";
        break;
    }
    *status = call_fail(call, "move %zu:%zu: %s", words->number, column, fault);
    return false;
}

static enum status position_args_play_word(struct call *call, struct position_args *args,
                                           const char *word, size_t number) {
    struct kw_error error;
    if (kw_session_enter(args->session, word, &error))
        return STATUS_OK;
    return call_fail(call, "move %zu:%zu: %s", number, error.column, error.message);
}

enum status position_args_fail_move(struct call *call, const struct position_args *args,
                                    const struct kw_error *error) {
    return call_fail(call, "move %zu:%zu: %s", args->words.number, error->column, error->message);
}

enum status position_args_replay(struct call *call, struct position_args *args) {
    enum status status;
    while (position_args_next_word(call, args, &status)) {
        status = position_args_play_word(call, args, args->words.word, args->words.number);
        if (status != STATUS_OK)
            break;
    }
    return status;
}

enum status position_args_replay_to_last(struct call *call, struct position_args *args) {
    enum status status;
    args->last[0] = '\0';
    while (position_args_next_word(call, args, &status)) {
        if (args->words.number > 1)
            status = position_args_play_word(call, args, args->last, args->words.number - 1);
        if (status != STATUS_OK)
            return status;
        memcpy(args->last, args->words.word, WORD_SIZE);
    }
    if (status == STATUS_OK && args->words.number == 0)
        return call_misuse(call, "%s needs a move", call->command->name);
    return status;
}

enum status position_args_play(struct call *call, struct position_args *args, size_t first) {
    enum status status = position_args_open(call, args, call->arguments.operand[0], first);
    return status == STATUS_OK ? position_args_replay(call, args) : status;
}

void position_args_close(struct position_args *args) {
    kw_record_free(args->record);
    kw_game_close(args->opened);
    if (args->file != NULL)
        fclose(args->file);
    *args = (struct position_args){0};
}
