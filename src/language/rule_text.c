#include "language/rule_text.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

struct rule_text_block {
    struct rule_text_block *next;
    char text[];
};

static struct rule_text_block *rule_text_block(struct rule_text *book, size_t length) {
    struct rule_text_block *block = malloc(sizeof *block + length + 1);
    if (block == NULL)
        return NULL;
    block->next = book->blocks;
    book->blocks = block;
    return block;
}

const char *rule_text_keep(struct rule_text *book, struct token span) {
    struct rule_text_block *block = rule_text_block(book, span.length);
    if (block == NULL)
        return NULL;
    memcpy(block->text, span.at, span.length);
    block->text[span.length] = '\0';
    return block->text;
}

const char *rule_text_copy(struct rule_text *book, struct token span) {
    struct rule_text_block *block = rule_text_block(book, span.length);
    if (block == NULL)
        return NULL;
    size_t length = 0;
    for (size_t i = 0; i < span.length; i++) {
        char c = span.at[i];
        if (c == '\n' || c == '\t' || c == '\r')
            c = ' ';
        if (c != ' ' || (length > 0 && block->text[length - 1] != ' '))
            block->text[length++] = c;
    }
    block->text[length] = '\0';
    return block->text;
}

int rule_text_clause(struct rule_text *book, struct token id) {
    for (size_t i = 0; i < book->clause_count; i++) {
        struct kw_clause *clause = &book->clauses[i];
        if (!token_is(id, clause->id))
            continue;
        clause->text = clause->text != NULL ? clause->text : "";
        return (int)i;
    }
    if (book->clause_count + 1 >= KW_CLAUSES)
        return CLAUSES_FULL;
    const char *name = rule_text_copy(book, id);
    if (name == NULL)
        return CLAUSES_NO_MEMORY;
    book->clauses[book->clause_count] = (struct kw_clause){.id = name, .text = "", KW_READING};
    return (int)book->clause_count++;
}

/* A sentence after those that a clause has, if it is new to them and there is room. */
static bool rule_text_say_one(struct rule_text *book, const char **said, const char *sentence) {
    char joined[KW_TEXT];
    if (*said != NULL &&
        (strstr(*said, sentence) != NULL || strlen(*said) + 1 + strlen(sentence) >= sizeof joined))
        return true;
    struct text text = text_into(joined, sizeof joined);
    text_format(&text, "%s%s%s", *said != NULL ? *said : "", *said != NULL ? " " : "", sentence);
    *said = rule_text_copy(book, (struct token){joined, text.length});
    return *said != NULL;
}

bool rule_text_say(struct rule_text *book, unsigned clause, struct sentence *sentence) {
    struct rule_text_clause *facts = &book->clause_facts[clause];
    sentence_close(sentence);
    for (size_t i = 0; i < KW_LANGUAGES && !sentence->cut; i++)
        if (sentence->text[i][0] != '\0' &&
            !rule_text_say_one(book, &facts->said[i], sentence->text[i]))
            return false;
    return true;
}

bool rule_text_replace(struct rule_text *book, const char **said, const char *word,
                       const char *other) {
    char replaced[KW_TEXT];
    struct text text = text_into(replaced, sizeof replaced);
    if (*said == NULL || strstr(*said, word) == NULL)
        return true;
    for (const char *at = *said; *at != '\0';) {
        bool is = strncmp(at, word, strlen(word)) == 0;
        if (is)
            text_string(&text, other);
        else
            text_char(&text, *at);
        at += is ? strlen(word) : 1;
    }
    if (text.length + 1 >= sizeof replaced) /* there may be no room: it keeps its word */
        return true;
    *said = rule_text_copy(book, (struct token){replaced, text.length});
    return *said != NULL;
}

void rule_text_free(struct rule_text *book) {
    for (struct rule_text_block *block = book->blocks, *next; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    free(book);
}
