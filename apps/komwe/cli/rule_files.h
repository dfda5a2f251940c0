/* Games that are texts: the path of one in place of a game's id, and folders of them. */
#ifndef RULE_FILES_H
#define RULE_FILES_H

#include "cli/command.h"

#include <komwe.h>

/* A rule text as it came from a file. */
struct rule_file {
    const char *path; /* "-": standard input */
    char *text;       /* the caller gives it back with rule_file_free, after a failure too */
    size_t length;
};

/* Reads a file; false with a sentence in `fault` if it cannot be read. */
bool rule_file_read(struct rule_file *file, const char *path, char fault[KW_TEXT]);
void rule_file_free(struct rule_file *file);

/* The name of the file in messages. */
const char *rule_file_name(const struct rule_file *file);

/* Writes the line at fault, and below it a caret at the column. */
void rule_file_write_line(struct string_builder *out, const struct rule_file *file, size_t line,
                          size_t column);

/* Whether a word that stands for a game is the path of a rule text: it holds '/' or ends in .rules.
 */
bool rule_file_is_path(const char *word);

/* Adds the game of a file to the listed ones; the error of a text at fault shows its line. */
enum status rule_file_add(struct call *call, const char *path, const struct kw_game **game);

/*
 * Adds the games of all files *.rules in rules/ of the standard places (data_places.h; of files
 * with the same name the one of the first place), in the folders of $KOMWE_RULES and of --rules, in
 * the order of their names.  A file at fault is reported on standard error, once, and left out.
 * Fails if a folder of --rules cannot be read.
 */
enum status rule_folder_add_all(struct call *call);

#endif
