/* The table of commands, and how one is called.  Static names begin with call_. */
#include "cli/command.h"

#include "cli/number_limits.h"
#include "cli/rule_files.h"
#include "io/error_text.h"

#include <stdarg.h>
#include <string.h>

static const struct command commands[] = {
#define COMMAND(name, least, most, batch, usage, summary, help)                                    \
    {#name, name##_run, least, most, batch, usage, summary, help},
#include "cli/commands.def"
};

enum { COMMANDS = sizeof commands / sizeof *commands };

const struct command *command_at(size_t index) {
    return index < COMMANDS ? &commands[index] : NULL;
}

const struct command *command_find(const char *name) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

enum status call_fail_unknown(struct call *call, const char *name) {
    struct text_guess guess = text_guess_of(name, strlen(name));
    char meant[KW_TEXT];
    for (size_t i = 0; i < COMMANDS; i++)
        text_guess_offer(&guess, commands[i].name);
    return call_misuse(call, "unknown command '%s'%s (see: komwe help)", name,
                       error_text_guess(&guess, meant));
}

uint64_t call_number(const struct call *call, enum flag flag, uint64_t usual) {
    const char *text = call->arguments.value[flag];
    if (text != NULL)
        number_limit_read(number_limit_of_flag(call->command->name, flag), text, &usual);
    return usual;
}

static enum status call_check_number(struct call *call, enum flag flag) {
    const struct number_limit *limit = number_limit_of_flag(call->command->name, flag);
    const struct flag_info *info = flag_info(flag);
    const char *text = call->arguments.value[flag];
    char letter[] = {info->letter, '\0'}, bounds[KW_TEXT];
    if (limit == NULL || text == NULL || number_limit_read(limit, text, &(uint64_t){0}))
        return STATUS_OK;
    return call_misuse(call, "%s%s is a %s from %s, not '%s'", info->letter != 0 ? "-" : "--",
                       info->letter != 0 ? letter : info->name,
                       limit->decimals == 0 ? "whole number" : "number of seconds",
                       number_limit_text(limit, bounds), text);
}

/* Whether every number among the flags is within its bounds: what fails then has done nothing. */
static enum status call_check_numbers(struct call *call) {
    enum status status = STATUS_OK;
    const struct flag_use *use = NULL;
    while (status == STATUS_OK && (use = flag_use_next(call->command->name, use)) != NULL)
        status = call_check_number(call, use->flag);
    return status;
}

enum status call_run(struct call *call, int words, char **word) {
    const struct command *command = command_find(word[0]);
    call->command = command;
    if (command == NULL)
        return call_fail_unknown(call, word[0]);
    if (call->batch && command->batch == ALONE)
        return call_misuse(call, "%s cannot be used in a batch", command->name);
    struct string_builder fault = {0};
    if (!arguments_read(&call->arguments, command->name, words, word, &fault)) {
        call_misuse(call, "%s (see: komwe help %s)", fault.text, command->name);
        output_free(&fault);
        return STATUS_USAGE;
    }
    if (call->arguments.value[FLAG_HELP] != NULL) {
        help_write(&call->out, command);
        return STATUS_OK;
    }
    if (call->arguments.operands < command->least || call->arguments.operands > command->most)
        return call_misuse(call, "usage: komwe %s%s%s", command->name, *command->usage ? " " : "",
                           command->usage);
    enum status status = call_check_numbers(call);
    if (status == STATUS_OK)
        status = rule_folder_add_all(call);
    return status == STATUS_OK ? command->run(call) : status;
}

void call_free(struct call *call) {
    arguments_free(&call->arguments);
    output_free(&call->out);
    output_free(&call->error);
    output_free(&call->excerpt);
}

/* What a user typed may hold anything: an error stays one printable line of bounded length. */
static void call_set_error(struct string_builder *error, const char *format, va_list list) {
    char sentence[1024 + 4], line[1024]; /* what is cut off lies behind what fits */
    struct text shown = text_into(line, sizeof line);
    vsnprintf(sentence, sizeof sentence, format, list);
    text_show(sentence, strlen(sentence), TEXT_ONE_LINE, text_piece, &shown);
    output_clear(error);
    output_add(error, line);
}

enum status call_fail(struct call *call, const char *format, ...) {
    va_list list;
    va_start(list, format);
    call_set_error(&call->error, format, list);
    va_end(list);
    return STATUS_FAILED;
}

enum status call_misuse(struct call *call, const char *format, ...) {
    va_list list;
    va_start(list, format);
    call_set_error(&call->error, format, list);
    va_end(list);
    return STATUS_USAGE;
}

void call_warn(const char *format, ...) {
    struct string_builder line = {0};
    va_list list;
    va_start(list, format);
    call_set_error(&line, format, list);
    va_end(list);
    output_print(stderr, "komwe: %s\n", line.text);
    output_free(&line);
}
