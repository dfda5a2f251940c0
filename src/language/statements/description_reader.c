/* What a text says of its game in words: names, sources, clauses, the sentences of refusals. */
#include "language/statements/statements.h"

#include <string.h>

enum {
    DESCRIPTION_ID = 63,   /* bytes of the longest id of a game */
    DESCRIPTION_PLACE = 79 /* and of the longest place in a source */
};

/* ---- the game -------------------------------------------------------------------------------- */

/* The list of statements takes it as the first one of a text. */
bool description_read_extends(struct reader *reader) {
    return scanner_fail(&reader->scanner, reader->statement,
                        "'extends' is the first statement of a text");
}

bool description_read_game(struct reader *reader) {
    return reader_id(reader, "-", DESCRIPTION_ID, &reader->book->info.id);
}
bool description_read_alias(struct reader *reader) {
    return reader_id(reader, "-", DESCRIPTION_ID, &reader->book->info.alias);
}
bool description_read_name(struct reader *reader) {
    return reader_text(reader, &reader->book->info.name);
}
bool description_read_summary(struct reader *reader) {
    return reader_text(reader, &reader->book->info.summary);
}
bool description_read_where(struct reader *reader) {
    return reader_text(reader, &reader->book->info.where);
}
bool description_read_region(struct reader *reader) {
    return reader_text(reader, &reader->book->text.region);
}
bool description_read_source(struct reader *reader) {
    return reader_text(reader, &reader->book->info.source);
}
bool description_read_about(struct reader *reader) {
    return reader_text(reader, &reader->book->text.about);
}

bool description_read_literature(struct reader *reader) {
    struct rule_text *book = reader->book;
    if (book->literature_count == RULE_TEXT_LITERATURE)
        return scanner_fail(&reader->scanner, reader->scanner.at, "there are too many works");
    return reader_text(reader, &book->literature[book->literature_count++]);
}

/* term NAME | LANGUAGE | MEANING */
bool description_read_term(struct reader *reader) {
    struct rule_text *book = reader->book;
    struct token rest = scanner_rest(&reader->scanner);
    const char *part[3] = {"", "", ""};
    if (book->name_count == RULE_TEXT_NAMES)
        return scanner_fail(&reader->scanner, rest.at, "there are too many terms");
    for (size_t i = 0; i < 3; i++) {
        const char *bar = memchr(rest.at, '|', rest.length);
        size_t length = i == 2 || bar == NULL ? rest.length : (size_t)(bar - rest.at);
        struct token piece = {rest.at, length};
        while (piece.length > 0 && piece.at[0] == ' ')
            piece.at++, piece.length--;
        while (piece.length > 0 && piece.at[piece.length - 1] == ' ')
            piece.length--;
        part[i] = rule_text_copy(book, piece);
        if (part[i] == NULL)
            return false;
        size_t passed = length + (length < rest.length);
        rest = (struct token){rest.at + passed, rest.length - passed};
    }
    book->names[book->name_count++] = (struct kw_name){part[0], part[1], part[2]};
    return true;
}

/* call [child] NOUN: what a hole is called, or one that a player owns */
bool description_read_call(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    bool child = scanner_take(&reader->scanner, "child");
    const char **noun = child ? &machine->child : &machine->noun;
    struct token word = scanner_word(&reader->scanner);
    if (word.length == 0 || word.length > 20)
        return scanner_fail(&reader->scanner, word.at, "a word for a hole is expected");
    if (!scanner_done(&reader->scanner))
        return scanner_fail(&reader->scanner, scanner_peek(&reader->scanner).at,
                            "a hole is called by one word, and the statement ends there");
    if (child)
        reader->book->child_at = scanner_place(&reader->scanner, reader->statement);
    return (*noun = rule_text_copy(reader->book, word)) != NULL;
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* Whether '%' stands only before the letters of what is filled in when the sentence is said. */
static bool description_check_signs(struct reader *reader, const char *letters) {
    struct scanner ahead = reader->scanner;
    struct token rest = scanner_rest(&ahead);
    const char *end = rest.at + rest.length, *sign = rest.at;
    for (; (sign = memchr(sign, '%', (size_t)(end - sign))) != NULL; sign++)
        if (sign + 1 == end || strchr(letters, sign[1]) == NULL)
            return scanner_fail(&reader->scanner, sign,
                                *letters == '\0'
                                    ? "no '%%' stands here: the sentence is of no hole"
                                    : "'%%h', the hole, or '%%n', its seeds, is expected");
    return true;
}

/* refuse REFUSAL [ID]: SENTENCE, where %h is the hole and %n how many seeds it holds */
bool description_read_refuse(struct reader *reader) {
    struct machine *machine = &reader->book->machine;
    const char *at = scanner_peek(&reader->scanner).at;
    const struct rule_word *word = reader_expect(reader, WORD_REFUSAL);
    if (word == NULL)
        return false;
    if (machine->refusal[word->value] != NULL)
        return scanner_fail(&reader->scanner, at, "'%s' has its sentence already", word->word);
    reader->book->refusal_at[word->value] = scanner_place(&reader->scanner, reader->statement);
    struct scanner ahead = reader->scanner;
    ahead.faults = NULL;
    if (scanner_take(&ahead, "[") &&
        !reader_cite(reader, "", &machine->refusal_clause[word->value]))
        return false;
    if (!scanner_take(&reader->scanner, ":"))
        return reader_fail(reader, "':' and a sentence are expected");
    bool of_hole = word->value != REFUSE_FORM && word->value != OBLIGE_PASS;
    return description_check_signs(reader, of_hole ? "hn" : "") &&
           reader_text(reader, &machine->refusal[word->value]);
}

/* The rest up to a colon, as the place of a source or the name of a work; NULL after a fault. */
static const char *description_place(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct token place = scanner_peek(scanner); /* behind the spaces */
    const char *colon = memchr(place.at, ':', (size_t)(scanner->stop - place.at));
    place.length = colon != NULL ? (size_t)(colon - place.at) : 0;
    if (place.length == 0 || place.length > DESCRIPTION_PLACE) {
        scanner_fail(scanner, place.at,
                     "a place of at most %d bytes and ':' are expected: 'p. 67:'",
                     DESCRIPTION_PLACE);
        return NULL;
    }
    scanner->at = colon;
    return rule_text_copy(reader->book, place);
}

/* BASIS, whose word has been passed. */
static bool description_read_basis_of(struct reader *reader, const struct rule_word *word,
                                      struct rule_text_basis *basis) {
    basis->at = scanner_place(&reader->scanner, reader->statement);
    basis->source = reader->scanner.source;
    basis->basis = (enum kw_basis)word->value;
    return basis->basis == KW_READING || (basis->place = description_place(reader)) != NULL;
}

/* Notes what a clause rests on; a text says it once, and its word counts before what it extends. */
static bool description_rest(struct reader *reader, const struct rule_text_basis *basis,
                             struct token id) {
    struct rule_text *book = reader->book;
    struct rule_text_basis *entry = book->bases;
    while (entry < &book->bases[book->basis_count] && !token_is(id, entry->id))
        entry++;
    bool new = entry == &book->bases[book->basis_count];
    if (!new && entry->source == basis->source)
        return scanner_fail(&reader->scanner, id.at,
                            "what the clause '%s' rests on has been said before", entry->id);
    if (new && book->basis_count == KW_CLAUSES)
        return scanner_fail(&reader->scanner, id.at, "a rule text has at most %d clauses",
                            KW_CLAUSES - 1);
    book->basis_count += new;
    *entry = *basis;
    return (entry->id = rule_text_copy(book, id)) != NULL;
}

/* basis BASIS: ID, ID ... */
bool description_read_basis(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct rule_text_basis basis = {.meant = false};
    const struct rule_word *word = reader_expect(reader, WORD_BASIS);
    if (word == NULL || !description_read_basis_of(reader, word, &basis) ||
        !scanner_expect(scanner, ":", "':' and the ids of clauses are expected"))
        return false;
    do {
        struct token id = scanner_word(scanner);
        if (id.length == 0)
            return scanner_fail(scanner, id.at, "the id of a clause is expected");
        if (!description_rest(reader, &basis, id))
            return false;
    } while (scanner_take(scanner, ","));
    return true;
}

/* clause ID [BASIS]: SENTENCE, or clause ID sw: SENTENCE */
bool description_read_clause(struct reader *reader) {
    struct scanner *scanner = &reader->scanner;
    struct token id = scanner_word(scanner);
    if (id.length == 0)
        return scanner_fail(scanner, id.at, "the id of a clause is expected");
    int clause = reader_clause(reader, id, id.at);
    if (clause < 0)
        return false;
    struct rule_text_clause *facts = &reader->book->clause_facts[clause];
    enum kw_language language = scanner_take(scanner, "sw") ? KW_SWAHILI : KW_ENGLISH;
    struct rule_text_basis basis = {.meant = false};
    const struct rule_word *word = language == KW_ENGLISH ? reader_word(reader, WORD_BASIS) : NULL;
    if (word != NULL &&
        (!description_read_basis_of(reader, word, &basis) || !description_rest(reader, &basis, id)))
        return false;
    if (!scanner_take(scanner, ":"))
        return reader_fail(reader, "':' and a sentence are expected");
    if (facts->stated[language] != NULL)
        return scanner_fail(scanner, id.at, "the clause '%s' has its sentence already",
                            reader->book->clauses[clause].id);
    if (facts->at.line == 0)
        facts->at = scanner_place(scanner, id.at);
    return reader_text(reader, &facts->stated[language]);
}
