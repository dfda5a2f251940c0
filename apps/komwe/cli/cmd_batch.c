/* The command batch: commands read from standard input. */
#include "cli/command.h"
#include "io/input.h"
#include "io/open_games.h"

#include <komwe.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_SIZE = 1 << 20 };

static bool batch_is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/*
 * Takes the quotes off the word at *read, as a shell does, and ends it there; it never grows, so
 * it stays in its place.  Moves *read behind it.  False if a quote is not closed.
 */
static bool batch_unquote(char **read) {
    char *from = *read, *to = *read;
    char quote = '\0';
    for (; *from != '\0' && (quote != '\0' || !batch_is_blank(*from)); from++) {
        if (quote == '\0' && (*from == '\'' || *from == '"'))
            quote = *from;
        else if (quote != '\0' && *from == quote)
            quote = '\0';
        else if (*from == '\\' && from[1] != '\0' &&
                 (quote == '\0' || (quote == '"' && strchr("\"\\", from[1]) != NULL)))
            *to++ = *++from;
        else
            *to++ = *from;
    }
    *read = *from != '\0' ? from + 1 : from;
    *to = '\0';
    return quote == '\0';
}

/* Splits a line into its words, in place; `word` has room for all of them and a NULL. */
static bool batch_split(char *line, char **word, int *words) {
    *words = 0;
    for (;;) {
        while (batch_is_blank(*line))
            line++;
        if (*line == '\0')
            break;
        word[(*words)++] = line;
        if (!batch_unquote(&line))
            return false;
    }
    word[*words] = NULL;
    return true;
}

/* Prints text without its empty lines: one of them ends an answer. */
static void batch_print_lines(const char *text) {
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, "\n");
        if (length > 0)
            output_print(stdout, "%.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void batch_print(struct call *call, enum status status) {
    bool failed = status != STATUS_OK && status != STATUS_OPEN;
    if (!failed || call->answered)
        batch_print_lines(call->out.text);
    if (failed && call->answered)
        call_warn("%s", call->error.text);
    else if (failed)
        output_print(stdout, "error: %s\n", call->error.text);
    output_write(stdout, "\n", 1);
}

static void batch_run_line(enum line_status read, char *line, char **word,
                           struct kw_table_cache **cache, struct open_games *games) {
    struct call call = {.batch = true, .cache = cache, .games = games};
    enum status status;
    int words;
    if (read == LINE_LONG)
        status = call_fail(&call, "the line is longer than %d bytes", LINE_SIZE - 1);
    else if (read == LINE_NUL)
        status = call_fail(&call, "the line holds a NUL byte");
    else if (!batch_split(line, word, &words))
        status = call_misuse(&call, "a quote is not closed");
    else
        status = call_run(&call, words, word);
    batch_print(&call, status);
    call_free(&call);
}

/* A client may wait for each answer, unless all commands are in a file. */
static bool batch_input_is_file(void) {
    struct stat about;
    return fstat(STDIN_FILENO, &about) == 0 && S_ISREG(about.st_mode);
}

enum status batch_run(struct call *call) {
    char *line = memory_new(LINE_SIZE, 1);
    char **word = memory_new(LINE_SIZE / 2 + 2, sizeof *word);
    struct kw_table_cache *cache = NULL; /* of all lines: they find what others have built */
    struct open_games games = {.count = 0};
    bool at_once = !batch_input_is_file();
    enum line_status read;
    while (!ferror(stdout) && (read = line_read(stdin, line, LINE_SIZE)) != LINE_END) {
        size_t blank = 0;
        while (batch_is_blank(line[blank]))
            blank++;
        if (read == LINE_READ && (line[blank] == '\0' || line[blank] == '#'))
            continue;
        batch_run_line(read, line, word, &cache, &games);
        if (at_once)
            fflush(stdout);
    }
    kw_table_cache_close(cache);
    open_games_close(&games);
    free(line);
    free(word);
    if (ferror(stdin))
        return call_fail(call, "cannot read standard input: %s", strerror(errno));
    return STATUS_OK;
}
