/*
 * The statements of a rule text in the order in which they are read, together with those of the
 * text that it extends.
 *
 * `extends ID` is the first statement of such a text.  Its other statements change the list:
 * what can be said once replaces what was said, a clause that with its id, an option that with its
 * name, and rows and works are added at the end.  `replace [ID]`, `before [ID]` and `after [ID]`
 * before a row put it in the place of, before or after the rows of its kind that cite that clause;
 * `without KEYWORD [ID]` leaves those out, `without KEYWORD` all of that keyword.
 */
#ifndef KOMWE_LANGUAGE_STATEMENT_LIST_H
#define KOMWE_LANGUAGE_STATEMENT_LIST_H

#include "komwe/rules.h"
#include "language/scanner.h"
#include "language/words/word_table.h"

enum {
    STATEMENT_LIST_MOST = 512, /* statements of a text with all that it extends */
    STATEMENT_LIST_DEPTH = 24  /* texts that extend one another */
};

/* A statement, without the words that say where it stands. */
struct statement {
    const char *at, *stop;
    const struct scanner_source *source;
    const struct rule_word *keyword; /* NULL: it is none of the language */
    struct token name;               /* of a clause or an option */
    bool swahili;                    /* of a clause */
};

struct statement_list {
    struct statement statement[STATEMENT_LIST_MOST];
    size_t count;
    struct scanner_source source[STATEMENT_LIST_DEPTH]; /* the text itself first */
    size_t sources;
};

/*
 * Fills an empty list.  False after a fault that leaves nothing to be read; other faults are
 * reported, and their statements left out.  The list and the text must live as long as it is read.
 */
bool statement_list_read(struct statement_list *list, const char *text, size_t length,
                         kw_rule_text_fn *find, void *context, struct rule_faults *faults);

#endif
