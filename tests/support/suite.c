#include "support/suite.h"

enum { FIELDS = 5 /* of a line */ };

FILE *suite_open(const char *folder, const char *id) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.txt", folder, id);
    return fopen(path, "r");
}

bool suite_line(FILE *file, char *line, int size) {
    while (fgets(line, size, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0')
            return true;
    }
    return false;
}

bool task_expect(const struct task *task, bool holds, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    test_expect_list(task->test, task->where, holds, format, arguments);
    va_end(arguments);
    return holds;
}

/* Takes a line apart at its bars; returns how many fields it has. */
static size_t split(char *line, char *field[FIELDS]) {
    size_t fields = 0;
    for (char *at = line; at != NULL && fields < FIELDS; fields++) {
        field[fields] = at;
        at = strstr(at, " | ");
        if (at != NULL) {
            *at = '\0';
            at += 3;
        }
    }
    return fields;
}

static int value_read(const char *text) {
    if (strcmp(text, "win") == 0)
        return 1;
    if (strcmp(text, "loss") == 0)
        return -1;
    return strcmp(text, "draw") == 0 ? 0 : atoi(text);
}

static enum brute_repetition repetition_read(const char *text) {
    enum brute_repetition repetition = BRUTE_NEVER;
    while (repetition < BRUTE_DECISIVE && strcmp(brute_repetition_text(repetition), text) != 0)
        repetition++;
    return repetition;
}

bool task_read(struct task *task, const char *id, char *line) {
    char *field[FIELDS];
    snprintf(task->where, sizeof task->where, "%s: \"%.200s\"", id, line);
    size_t fields = split(line, field);
    if (!task_expect(task, fields == FIELDS, "the line has %zu fields", fields))
        return false;
    const char *options = strcmp(field[0], "-") == 0 ? "" : field[0];
    snprintf(task->where, sizeof task->where, "%s %s \"%.200s\"", id, options, field[1]);
    task->brute = (struct brute){.value = value_read(field[2]),
                                 .entered = test_number(field[3]),
                                 .repetition = repetition_read(field[4])};
    task->game = kw_game_open(id, options, &task->error);
    if (!task_expect(task, task->game != NULL, "%s", task->error.message))
        return false;
    if (task_expect(task, kw_position_read(task->game, field[1], &task->position, &task->error),
                    "%s", task->error.message))
        return true;
    kw_game_close(task->game);
    return false;
}
