/*
 * The command help: the commands, one command with its flags, and the tables of flags that bash
 * completion and the manual page are made from.  All of it follows from commands.def.
 */
#include "cli/command.h"
#include "cli/number_limits.h"

#include <string.h>

enum { HELP_FLAG_WIDTH = 24 }; /* columns of `  -n, --games N` and the blanks after it */

/* ---- help --------------------------------------------------------------------------------- */

/* Paragraphs are wrapped; lines that begin with a blank are printed as they are. */
static void help_write_text(struct string_builder *out, const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        struct string_builder line = {0};
        output_bytes(&line, text, length);
        if (*text == ' ')
            output_format(out, "%s\n", line.text);
        else
            output_wrap(out, line.text, 0, 0);
        output_free(&line);
        text += length + (text[length] == '\n');
    }
}

/* What a flag does, with the bounds of its number. */
static void help_write_flag_text(struct string_builder *out, const struct flag_use *use) {
    const struct number_limit *limit = number_limit_of_flag(use->command, use->flag);
    const char *bounds = limit != NULL ? strstr(use->text, "{}") : NULL;
    char text[KW_TEXT];
    if (bounds == NULL)
        output_add(out, use->text);
    else
        output_format(out, "%.*s%s%s", (int)(bounds - use->text), use->text,
                      number_limit_text(limit, text), bounds + 2);
}

static void help_write_flag(struct string_builder *out, const struct flag_use *use) {
    const struct flag_info *info = flag_info(use->flag);
    struct string_builder label = {0}, text = {0};
    help_write_flag_text(&text, use);
    if (info->letter != 0)
        output_format(&label, "-%c, ", info->letter);
    output_format(&label, "--%s%s%s", info->name, info->value != NULL ? " " : "",
                  info->value != NULL ? info->value : "");
    output_labelled(out, HELP_FLAG_WIDTH, label.text, text.text);
    output_free(&label);
    output_free(&text);
}

/* The commands that `komwe batch` refuses. */
static void help_write_no_batch(struct string_builder *out) {
    struct string_builder text = {0};
    output_add(&text, "Not available:");
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        if (command->batch == ALONE)
            output_format(&text, "%s %s", text.text[text.length - 1] == ':' ? "" : ",",
                          command->name);
    output_char(&text, '.');
    output_wrap(out, text.text, 0, 0);
    output_free(&text);
}

void help_write(struct string_builder *out, const struct command *command) {
    const struct flag_use *use = flag_use_next(command->name, NULL);
    output_format(out, "usage: komwe %s%s%s%s\n\n%c%s.\n", command->name,
                  use != NULL ? " [FLAG]..." : "", *command->usage ? " " : "", command->usage,
                  command->summary[0] - 'a' + 'A', command->summary + 1);
    help_write_text(out, command->help);
    if (command->run == batch_run)
        help_write_no_batch(out);
    if (strstr(command->usage, "[MOVE]") != NULL)
        help_write_text(out, "MOVE may be several moves separated by spaces. Write r and l for > "
                             "and <, or quote them.\n");
    if (use != NULL)
        output_add(out, "\nFlags:\n");
    for (; use != NULL; use = flag_use_next(command->name, use))
        help_write_flag(out, use);
}

void help_write_usage(struct string_builder *out) {
    const struct command *command;
    output_add(out, "Mancala games: play, analyse, solve and prove them.\n"
                    "\n"
                    "usage: komwe COMMAND [FLAG]... [ARGUMENT]...\n"
                    "\n");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        output_format(out, "  %-8s %s\n", command->name, command->summary);
    output_add(out,
               "\n"
               "`komwe games` lists the games, `komwe play` asks which one to play,\n"
               "`komwe help COMMAND` describes a command, `komwe --version` the version.\n"
               "GAME is an id, or the path of a rule text; --rules DIR adds a folder of them.\n");
}

/* ---- completion --------------------------------------------------------------------------- */

static void help_write_completion_flag(struct string_builder *out, const char *command,
                                       enum flag flag) {
    const struct flag_info *info = flag_info(flag);
    output_format(out, "%s\t", command);
    if (info->letter != 0)
        output_format(out, "-%c ", info->letter);
    output_format(out, "--%s\t%s%s\t%s\n", info->name, info->alias != NULL ? "--" : "-",
                  info->alias != NULL ? info->alias : "", info->words != NULL ? info->words : "-");
}

/* A line for each flag of each command: the command, its names, alias or -, words or -. */
static void help_write_completion(struct string_builder *out) {
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        for (const struct flag_use *use = NULL; (use = flag_use_next(command->name, use)) != NULL;)
            help_write_completion_flag(out, command->name, use->flag);
        help_write_completion_flag(out, command->name, FLAG_RULES);
        help_write_completion_flag(out, command->name, FLAG_HELP);
    }
}

/* ---- the manual page ---------------------------------------------------------------------- */

/* Escapes a text for troff; `...` becomes bold. */
static void help_write_roff(struct string_builder *out, const char *text) {
    bool bold = false;
    for (; *text != '\0'; text++) {
        if (*text == '`') {
            bold = !bold;
            output_add(out, bold ? "\\fB" : "\\fR");
        } else if (*text == '-') {
            output_add(out, "\\-");
        } else if (*text == '\'') {
            output_add(out, "\\(aq");
        } else {
            output_char(out, *text);
        }
    }
}

static void help_write_man_flag(struct string_builder *out, const struct flag_use *use) {
    const struct flag_info *info = flag_info(use->flag);
    struct string_builder label = {0}, text = {0};
    help_write_flag_text(&text, use);
    if (info->letter != 0)
        output_format(&label, "`-%c`, ", info->letter);
    output_format(&label, "`--%s`", info->name);
    if (info->alias != NULL)
        output_format(&label, " (or `--%s`)", info->alias);
    output_add(out, ".TP\n");
    help_write_roff(out, label.text);
    if (info->value != NULL)
        output_format(out, " \\fI%s\\fR", info->value);
    output_char(out, '\n');
    help_write_roff(out, text.text);
    output_char(out, '\n');
    output_free(&label);
    output_free(&text);
}

/* A command's flags but for those of all commands that take moves. */
static void help_write_man_flags(struct string_builder *out, const char *heading,
                                 const char *command, bool of_moves) {
    for (const struct flag_use *use = NULL; (use = flag_use_next(command, use)) != NULL;) {
        bool shared =
            use->flag == FLAG_OPTION || use->flag == FLAG_POSITION || use->flag == FLAG_MOVES;
        if (shared != of_moves)
            continue;
        if (heading != NULL)
            output_format(out, ".SS %s\n", heading);
        heading = NULL;
        help_write_man_flag(out, use);
    }
}

static void help_write_man(struct string_builder *out) {
    const struct command *command;
    help_write_man_flags(out, "Commands with a position", "show", true);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        help_write_man_flags(out, command->name, command->name, false);
}

enum status help_run(struct call *call) {
    const char *const *value = call->arguments.value;
    if (call->arguments.operands > 0) {
        const char *name = call->arguments.operand[0];
        const struct command *command = command_find(name);
        if (command == NULL)
            return call_fail_unknown(call, name);
        help_write(&call->out, command);
    } else if (value[FLAG_COMPLETION] != NULL) {
        help_write_completion(&call->out);
    } else if (value[FLAG_MAN] != NULL) {
        help_write_man(&call->out);
    } else if (value[FLAG_LIMITS] != NULL) {
        number_limits_write(&call->out);
    } else {
        help_write_usage(&call->out);
    }
    return STATUS_OK;
}
