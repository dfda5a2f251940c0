#include "language/rules_digest.h"

#include "base/checksum.h"

#include <endian.h>
#include <stdio.h>

static void digest_add(struct rule_text *book, struct token word) {
    uint64_t sum = fnv1a(book->text.digest, word.at, word.length);
    book->text.digest = fnv1a(sum, " ", 1);
}

static bool digest_is_number(struct digest_numbers numbers, struct token word) {
    for (size_t i = 0; i < numbers.count; i++)
        if (numbers.at[i] == word.at)
            return true;
    return false;
}

/* A word; the name of an option that stands for a number counts as that number. */
static void digest_word(struct rule_text *book, struct digest_numbers numbers, struct token word) {
    char number[16];
    for (size_t i = 0; i < book->option_count && digest_is_number(numbers, word); i++) {
        if (!token_is(word, book->options[i].name))
            continue;
        int length = snprintf(number, sizeof number, "%d", (int)book->machine.option[i]);
        word = (struct token){number, (size_t)length};
        break;
    }
    digest_add(book, word);
}

/* Passes the clause in brackets that a statement cites. */
static bool digest_pass_clause(struct scanner *scanner) {
    if (!scanner_take(scanner, "["))
        return false;
    while (scanner->at < scanner->stop && *scanner->at++ != ']')
        ;
    return true;
}

uint64_t digest_basis(void) {
    static const char version = RULES_VERSION;
    return fnv1a(FNV1A_BASIS, &version, 1);
}

void digest_statement(struct rule_text *book, const struct scanner *read, const char *keyword,
                      struct digest_numbers numbers) {
    struct scanner scanner = {.source = read->source, .at = keyword, .stop = read->stop};
    while (!scanner_done(&scanner)) {
        struct token word = scanner_word(&scanner);
        if (word.length > 0)
            digest_word(book, numbers, word);
        else if (!digest_pass_clause(&scanner))
            digest_add(book, (struct token){scanner.at++, 1});
    }
    digest_add(book, (struct token){"\n", 1});
}

void digest_end(struct rule_text *book) {
    const struct machine *machine = &book->machine;
    uint32_t limit = htole32(machine->rules.limit);
    uint8_t size[] = {machine->rules.rows, machine->rules.columns, machine->least};
    uint64_t sum = fnv1a(book->text.digest, size, sizeof size);
    sum = fnv1a(sum, &limit, sizeof limit);
    sum = fnv1a(sum, machine->start, sizeof machine->start);
    sum = fnv1a(sum, machine->start_store, sizeof machine->start_store);
    book->text.digest = sum;
    snprintf(book->text.checksum, sizeof book->text.checksum, "%08x", (unsigned)(sum ^ sum >> 32));
}
