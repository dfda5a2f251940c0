#include "language/words/sentence.h"

#include "base/text.h"

#include <string.h>

void sentence_begin(struct sentence *sentence, const char *const phrase[KW_LANGUAGES]) {
    sentence->cut = false;
    for (size_t i = 0; i < KW_LANGUAGES; i++) {
        struct text text = text_into(sentence->text[i], KW_TEXT);
        text_string(&text, phrase[i]);
    }
}

/* Replaces a piece of a text by up to three others; false if that does not fit. */
static bool sentence_splice(const char *text, char *from, const char *to,
                            const char *const parts[3]) {
    char after[KW_TEXT];
    size_t before = (size_t)(from - text), rest = strlen(to), added = 0;
    for (size_t i = 0; i < 3; i++)
        added += strlen(parts[i]);
    if (before + added + rest >= KW_TEXT)
        return false;
    memcpy(after, to, rest + 1);
    for (size_t i = 0; i < 3; i++) {
        size_t length = strlen(parts[i]);
        memcpy(from, parts[i], length);
        from += length;
    }
    memcpy(from, after, rest + 1);
    return true;
}

/* The first slot of that name; NULL: there is none. */
static char *sentence_slot(char *text, const char *slot) {
    size_t length = strlen(slot);
    for (char *at = strchr(text, '{'); at != NULL; at = strchr(at + 1, '{'))
        if (strncmp(at + 1, slot, length) == 0 && strchr(":*+}", at[1 + length]) != NULL)
            return at;
    return NULL;
}

/* A list keeps its slot, marked by '+', so that what is added later stands behind a separator. */
static bool sentence_fill_one(char text[KW_TEXT], const char *slot, const char *phrase) {
    char *at = sentence_slot(text, slot);
    if (at == NULL)
        return true;
    char *sign = at + 1 + strlen(slot), *end = strchr(at, '}');
    char separator[16] = "", again[48] = "";
    if (*sign == '*' || *sign == '+') {
        struct text list = text_into(again, sizeof again), between = text_into(separator, 16);
        if (*sign == '+')
            for (const char *c = sign + 1; c < end; c++)
                text_char(&between, *c);
        *sign = '+';
        for (const char *c = at; c <= end; c++)
            text_char(&list, *c);
    }
    return sentence_splice(text, at, end + 1, (const char *const[]){separator, phrase, again});
}

void sentence_fill(struct sentence *sentence, const char *slot,
                   const char *const phrase[KW_LANGUAGES]) {
    for (size_t i = 0; i < KW_LANGUAGES; i++)
        if (!sentence_fill_one(sentence->text[i], slot, phrase[i]))
            sentence->cut = true;
}

/* Makes the noun behind a slot one thing: "{number} seeds" becomes "{number} seed". */
static void sentence_make_single(char text[KW_TEXT], const char *slot) {
    char *at = sentence_slot(text, slot), *noun = at != NULL ? strchr(at, '}') : NULL;
    if (noun == NULL || noun[1] != ' ')
        return;
    char *end = noun + 2 + strspn(noun + 2, "abcdefghijklmnopqrstuvwxyz");
    if (end[-1] == 's')
        memmove(end - 1, end, strlen(end) + 1);
}

void sentence_fill_number(struct sentence *sentence, const char *slot, uint32_t number) {
    char digits[16];
    struct text text = text_into(digits, sizeof digits);
    text_number(&text, number);
    if (number == 1)
        sentence_make_single(sentence->text[KW_ENGLISH], slot);
    sentence_fill(sentence, slot, (const char *const[KW_LANGUAGES]){digits, digits});
}

void sentence_fill_sentence(struct sentence *sentence, const char *slot,
                            const struct sentence *other) {
    sentence_fill(sentence, slot,
                  (const char *const[KW_LANGUAGES]){other->text[0], other->text[1]});
    sentence->cut |= other->cut;
}

void sentence_close(struct sentence *sentence) {
    for (size_t i = 0; i < KW_LANGUAGES; i++)
        for (char *at = strchr(sentence->text[i], '{'); at != NULL; at = strchr(at, '{')) {
            char words[KW_TEXT] = "", *end = strchr(at, '}'), *colon = strchr(at, ':');
            struct text text = text_into(words, sizeof words);
            if (colon != NULL && colon < end)
                for (const char *c = colon + 1; c < end; c++)
                    text_char(&text, *c);
            sentence_splice(sentence->text[i], at, end + 1, (const char *const[]){words, "", ""});
        }
}
