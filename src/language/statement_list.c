#include "language/statement_list.h"

#include <string.h>

/* A statement of a text, and what it does to the list. */
struct list_entry {
    struct statement statement;
    unsigned edit;   /* enum word_edit */
    struct token id; /* the clause that the edit names */
};

static const struct rule_word *list_word(enum word_role role, struct token word) {
    const struct rule_word *entry;
    for (size_t i = 0; (entry = word_at(i)) != NULL; i++)
        if (entry->role == role && token_is(word, entry->word))
            return entry;
    return NULL;
}

/* ---- statements taken apart ------------------------------------------------------------------ */

/* [ID]; of length 0 if there is none. */
static struct token list_id(struct scanner *scanner) {
    struct token id = {scanner->at, 0};
    if (scanner_take(scanner, "["))
        id = scanner_word(scanner);
    return id.length > 0 && scanner_take(scanner, "]") ? id : (struct token){id.at, 0};
}

/* Whether statements of the kind have a name, by which one replaces another. */
static bool list_is_named(const struct rule_word *keyword) {
    return keyword->value == STATEMENT_clause || keyword->value == STATEMENT_option ||
           keyword->value == STATEMENT_refuse;
}

/* The first word of a statement, and its name. */
static void list_read_name(struct scanner *scanner, struct statement *statement) {
    statement->keyword = list_word(WORD_STATEMENT, scanner_word(scanner));
    if (statement->keyword == NULL || !list_is_named(statement->keyword))
        return;
    statement->name = scanner_word(scanner);
    statement->swahili = scanner_take(scanner, "sw");
}

/* replace|before|after [ID] STATEMENT, or without KEYWORD [ID]; false after a fault. */
static bool list_read_edit(struct scanner *scanner, struct list_entry *entry) {
    const char *at = scanner_peek(scanner).at;
    if (entry->edit == EDIT_WITHOUT) {
        list_read_name(scanner, &entry->statement);
        entry->id = list_id(scanner);
        return (entry->statement.keyword != NULL && scanner_done(scanner)) ||
               scanner_fail(scanner, at, "a statement's first word and [ID] are expected");
    }
    entry->id = list_id(scanner);
    if (entry->id.length == 0)
        return scanner_fail(scanner, at, "the id of a clause in brackets is expected");
    at = entry->statement.at = scanner_peek(scanner).at;
    scanner_pass_condition(scanner);
    list_read_name(scanner, &entry->statement);
    return entry->statement.keyword != NULL ||
           scanner_fail(scanner, at, "a statement of the language is expected");
}

/* Takes the statement apart at which a scanner stands; false after a fault. */
static bool list_read_entry(struct scanner scanner, struct list_entry *entry) {
    *entry = (struct list_entry){
        .statement = {.at = scanner.at, .stop = scanner.stop, .source = scanner.source}};
    struct scanner ahead = scanner;
    const struct rule_word *edit = list_word(WORD_EDIT, scanner_word(&ahead));
    struct scanner after = ahead;
    bool places = edit != NULL && (edit->value == EDIT_BEFORE || edit->value == EDIT_AFTER);
    if (edit != NULL && (!places || scanner_take(&after, "["))) { /* else a row `before`, `after` */
        entry->edit = edit->value;
        return list_read_edit(&ahead, entry);
    }
    scanner_pass_condition(&scanner);
    list_read_name(&scanner, &entry->statement);
    return true;
}

static struct scanner list_scanner(const struct statement *statement) {
    return (struct scanner){
        .source = statement->source, .at = statement->at, .stop = statement->stop};
}

static bool list_same(struct token one, struct token other) {
    return one.length == other.length && one.length > 0 &&
           memcmp(one.at, other.at, one.length) == 0;
}

/* Passes a word or a sign. */
static void list_pass(struct scanner *scanner) { scanner->at += scanner_word(scanner).length == 0; }

/* Whether an action of a row cites a clause: the one in brackets behind it, or that of its verb. */
static bool list_row_cites(struct scanner scanner, struct token id) {
    scanner_pass_condition(&scanner);
    while (!scanner_done(&scanner) && !scanner_take(&scanner, ":"))
        list_pass(&scanner);
    while (!scanner_done(&scanner)) {
        struct token cited = scanner_word(&scanner);
        while (!scanner_done(&scanner) && !scanner_take(&scanner, ";")) {
            struct token named = list_id(&scanner);
            if (named.length > 0)
                cited = named;
            else
                list_pass(&scanner);
        }
        if (list_same(cited, id))
            return true;
    }
    return false;
}

static bool list_is_row(const struct statement *statement) {
    unsigned kind = statement->keyword->value;
    return kind == STATEMENT_end || kind == STATEMENT_before || kind == STATEMENT_passing ||
           kind == STATEMENT_drop || kind == STATEMENT_after;
}

/*
 * Whether a statement cites a clause, or is a clause, an option or a refusal of that name; one
 * without ids cites those of its words.
 */
static bool list_cites(const struct statement *statement, struct token id) {
    if (statement->name.length > 0)
        return list_same(statement->name, id);
    struct scanner scanner = list_scanner(statement);
    if (list_is_row(statement))
        return list_row_cites(scanner, id);
    bool named = false, words = statement->keyword->value == STATEMENT_over && token_is(id, "end");
    while (!scanner_done(&scanner)) {
        const char *at = scanner.at;
        struct token cited = list_id(&scanner);
        if (list_same(cited, id))
            return true;
        named |= cited.length > 0;
        if (scanner.at != at)
            continue;
        struct token word = scanner_word(&scanner);
        scanner.at += word.length == 0;
        words |= list_same(word, id);
    }
    return words && !named;
}

/* Whether an entry of a text replaces a statement that is in the list, or is placed by it. */
static bool list_replaces(const struct list_entry *entry, const struct statement *other) {
    const struct statement *statement = &entry->statement;
    if (statement->keyword == NULL || other->keyword != statement->keyword)
        return false;
    if (entry->edit != EDIT_NONE)
        return entry->id.length == 0 || list_cites(other, entry->id);
    if (!list_is_named(statement->keyword))
        return (statement->keyword->kind & STATEMENT_ONCE) != 0;
    return list_same(other->name, statement->name) && (!statement->swahili || other->swahili);
}

/* ---- changes of the list --------------------------------------------------------------------- */

static void list_insert(struct statement_list *list, size_t at, const struct statement *statement) {
    if (list->count == STATEMENT_LIST_MOST)
        return;
    memmove(&list->statement[at + 1], &list->statement[at],
            (list->count - at) * sizeof *list->statement);
    list->statement[at] = *statement;
    list->count++;
}

static void list_remove(struct statement_list *list, size_t at) {
    list->count--;
    memmove(&list->statement[at], &list->statement[at + 1],
            (list->count - at) * sizeof *list->statement);
}

/* Where an option goes that replaces none: behind the options, else before all. */
static size_t list_option_place(const struct statement_list *list) {
    size_t place = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->statement[i].keyword != NULL &&
            list->statement[i].keyword->value == STATEMENT_option)
            place = i + 1;
    return place;
}

/*
 * Adds a statement.  Of those that it replaces, the ones of other texts go; it takes the place of
 * the first of them, or stands behind those of its own text.
 */
static void list_add(struct statement_list *list, const struct list_entry *entry) {
    size_t place = list->count;
    bool found = false;
    if (entry->statement.keyword != NULL && entry->statement.keyword->value == STATEMENT_option)
        place = list_option_place(list);
    for (size_t i = 0; i < list->count;) {
        if (!list_replaces(entry, &list->statement[i])) {
            i++;
        } else if (list->statement[i].source == entry->statement.source) {
            place = ++i;
            found = true;
        } else {
            list_remove(list, i);
            place = found ? place : i;
            found = true;
        }
    }
    list_insert(list, place < list->count ? place : list->count, &entry->statement);
}

/* Carries out an edit; false if no statement is the one that it names. */
static bool list_edit(struct statement_list *list, const struct list_entry *entry) {
    size_t first = SIZE_MAX, last = 0;
    for (size_t i = 0; i < list->count;) {
        const struct statement *statement = &list->statement[i];
        if (statement->source == entry->statement.source || !list_replaces(entry, statement)) {
            i++;
            continue;
        }
        first = first == SIZE_MAX ? i : first;
        last = i;
        if (entry->edit == EDIT_REPLACE || entry->edit == EDIT_WITHOUT)
            list_remove(list, i);
        else
            i++;
    }
    if (first != SIZE_MAX && entry->edit != EDIT_WITHOUT)
        list_insert(list, entry->edit == EDIT_AFTER ? last + 1 : first, &entry->statement);
    return first != SIZE_MAX;
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* How a text that others extend is found. */
struct list_finder {
    kw_rule_text_fn *find;
    void *context;
    struct rule_faults *faults;
};

static bool list_read_text(struct statement_list *list, const struct list_finder *finder,
                           const char *text, size_t length);

/* extends ID; false if nothing can be read. */
static bool list_extend(struct statement_list *list, const struct list_finder *finder,
                        struct scanner *scanner) {
    struct token word = scanner_word(scanner);
    char id[64];
    size_t length = 0;
    if (word.length == 0 || word.length >= sizeof id || !scanner_done(scanner))
        return scanner_fail(scanner, word.at, "the id of a game is expected, and no more");
    memcpy(id, word.at, word.length);
    id[word.length] = '\0';
    const char *text = finder->find != NULL ? finder->find(finder->context, id, &length) : NULL;
    if (text == NULL)
        return scanner_fail(scanner, word.at, "there is no rule text of a game '%s'", id);
    if (list->sources == STATEMENT_LIST_DEPTH)
        return scanner_fail(scanner, word.at, "more than %d texts extend one another",
                            STATEMENT_LIST_DEPTH);
    struct scanner_source *source = &list->source[list->sources];
    memcpy(source->id, id, sizeof id);
    source->extended = scanner->source->id[0] == '\0' ? scanner_place(scanner, word.at)
                                                      : scanner->source->extended;
    if (!list_read_text(list, finder, text, length))
        return false;
    /* What names the other game, and no more. */
    for (size_t i = 0; i < list->count;) {
        const struct rule_word *keyword = list->statement[i].keyword;
        if (keyword != NULL &&
            (keyword->value == STATEMENT_game || keyword->value == STATEMENT_alias ||
             keyword->value == STATEMENT_name))
            list_remove(list, i);
        else
            i++;
    }
    return true;
}

static void list_read_statement(struct statement_list *list, const struct scanner *scanner,
                                bool extends) {
    struct scanner ahead = *scanner;
    struct list_entry entry;
    if (!list_read_entry(*scanner, &entry))
        return;
    const struct rule_word *keyword = entry.statement.keyword; /* NULL only without an edit */
    if (list->count == STATEMENT_LIST_MOST)
        scanner_fail(&ahead, scanner->at, "there are more than %d statements", STATEMENT_LIST_MOST);
    else if (entry.edit == EDIT_NONE && extends)
        list_add(list, &entry);
    else if (entry.edit == EDIT_NONE)
        list_insert(list, list->count, &entry.statement);
    else if (!extends)
        scanner_fail(&ahead, scanner->at,
                     "only a text that begins with 'extends' has statements to change");
    else if (keyword != NULL && !list_edit(list, &entry))
        scanner_fail(&ahead, scanner->at, "the text that is extended has no '%s'%s%.*s",
                     keyword->word, entry.id.length > 0 ? " that cites " : "", (int)entry.id.length,
                     entry.id.at);
}

static bool list_read_text(struct statement_list *list, const struct list_finder *finder,
                           const char *text, size_t length) {
    struct scanner_source *source = &list->source[list->sources++];
    struct scanner scanner;
    bool extends = false, first = true;
    source->text = text;
    source->end = text + length;
    scanner_begin(&scanner, source, finder->faults);
    if (!scanner_check(&scanner))
        return false;
    for (; scanner_statement(&scanner); first = false) {
        struct scanner ahead = scanner;
        if (!scanner_take(&ahead, "extends"))
            list_read_statement(list, &scanner, extends);
        else if (!first)
            scanner_fail(&scanner, scanner.at, "'extends' is the first statement of a text");
        else if (!list_extend(list, finder, &ahead))
            return false;
        extends |= first && ahead.at > scanner.at;
    }
    return true;
}

bool statement_list_read(struct statement_list *list, const char *text, size_t length,
                         kw_rule_text_fn *find, void *context, struct rule_faults *faults) {
    struct list_finder finder = {find, context, faults};
    return list_read_text(list, &finder, text, length);
}
