/*
 * The command about.  docs/lessons.md describes the files of its texts, which the web page shows
 * too.
 */
#include "cli/position_args.h"
#include "io/json.h"
#include "text/about_texts.h"

#include <string.h>
#include <strings.h>

/* All texts in one language; freed by about_close. */
struct about {
    const struct kw_game *game;
    const char *language;
    json_t *games, *works, *words; /* web/about: games.json, works.json, those of the language */
    json_t *terms, *meanings;      /* web/glossary: terms.json, those of the language */
    json_t *said;                  /* the library's sentences in the language; NULL: English */
    const json_t *entry;           /* of the game, in `games` */
    const json_t *text;            /* of the game, in `words` */
};

/* ---- texts -------------------------------------------------------------------------------- */

static const char *about_string(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static json_t *about_load(const char *folder, const char *name) {
    char id[KW_TEXT];
    snprintf(id, sizeof id, "%s/%s", folder, name);
    const char *text = about_text(id);
    return text == NULL ? NULL : json_loads(text, 0, NULL);
}

/* The member of an array of objects that has this id. */
static const json_t *about_find(const json_t *array, const char *id) {
    size_t index;
    const json_t *member;
    json_array_foreach(array, index, member) {
        if (strcmp(about_string(member, "id"), id) == 0)
            return member;
    }
    return NULL;
}

static void about_close(struct about *about) {
    json_t *all[] = {about->games, about->works,    about->words,
                     about->terms, about->meanings, about->said};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        json_decref(all[i]);
}

/* Writes the codes of all languages, with commas; returns whether `language` is one. */
static bool about_list_languages(const struct about *about, const char *language,
                                 char list[KW_TEXT]) {
    size_t index, length = 0;
    const json_t *code;
    bool known = false;
    json_array_foreach(json_object_get(about->games, "languages"), index, code) {
        const char *name = json_string_value(code);
        if (length < KW_TEXT)
            length += (size_t)snprintf(list + length, KW_TEXT - length, "%s%s",
                                       index == 0 ? "" : ", ", name);
        known = known || strcmp(name, language) == 0;
    }
    return known;
}

/* The library's sentences in a language; NULL: they are English. */
static json_t *about_load_said(const char *language) {
    char name[16]; /* a code has two or three letters */
    snprintf(name, sizeof name, "said.%.8s", language);
    return about_load("src/words", name);
}

/* False if there are no texts in this language; then `list` has the codes of those that there are.
 */
static bool about_open(struct about *about, const struct kw_game *game, const char *language,
                       char list[KW_TEXT]) {
    const char *id = kw_game_info(game)->id;
    *about = (struct about){.game = game, .language = language};
    about->games = about_load("about", "games");
    if (!about_list_languages(about, language, list))
        return false;
    about->works = about_load("about", "works");
    about->words = about_load("about", language);
    about->terms = about_load("glossary", "terms");
    about->meanings = about_load("glossary", language);
    about->said = about_load_said(language);
    about->entry = about_find(json_object_get(about->games, "games"), id);
    about->text = json_object_get(json_object_get(about->words, "games"), id);
    return true;
}

static const char *about_label(const struct about *about, const char *key) {
    return about_string(json_object_get(about->words, "labels"), key);
}

/* A sentence of the library in the language. */
static const char *about_said(const struct about *about, const char *sentence) {
    const char *said = about_string(about->said, sentence);
    return said != NULL ? said : sentence;
}

/* The source of the game, where only titles keep their own language. */
static const char *about_source(const struct about *about) {
    const char *source = kw_game_info(about->game)->source;
    const char *said = about_string(json_object_get(about->words, "sources"), source);
    return said != NULL ? said : source;
}

/* Adds a text with its links, "[word](where)", reduced to their words. */
static void about_add_plain(struct string_builder *out, const char *text) {
    const char *link, *middle, *end;
    while ((link = strchr(text, '[')) != NULL && (middle = strstr(link, "](")) != NULL &&
           (end = strchr(middle, ')')) != NULL) {
        output_bytes(out, text, (size_t)(link - text));
        output_bytes(out, link + 1, (size_t)(middle - link - 1));
        text = end + 1;
    }
    output_add(out, text);
}

/* The parts of a text, in the order in which they are shown. */
static const char *const sections[] = {"people", "board", "account", "named", "elsewhere"};
enum { SECTIONS = sizeof sections / sizeof *sections };

/* A word of the game. */
struct about_term {
    const char *word;           /* in the language of the texts */
    const char *own, *language; /* in its own language, and the name of that language */
    const char *meaning;
    bool english; /* its own language is English */
};

static bool about_term_belongs(const json_t *term, const char *game) {
    size_t index;
    const json_t *id;
    json_array_foreach(json_object_get(term, "games"), index, id) {
        if (strcmp(json_string_value(id), game) == 0)
            return true;
    }
    return false;
}

static struct about_term about_term_read(const struct about *about, const json_t *term) {
    const json_t *words = json_object_get(about->meanings, about_string(term, "id"));
    const char *language = about_string(term, "language");
    return (struct about_term){about_string(words, "word"), about_string(term, "word"),
                               about_said(about, language), about_string(words, "text"),
                               strcmp(language, "English") == 0};
}

/* Calls `work` for each term of the glossary that belongs to the game: its own words first. */
static void about_terms(const struct about *about, void *context,
                        void (*work)(void *context, const struct about_term *term)) {
    const json_t *all = json_object_get(about->terms, "terms"), *term;
    size_t index;
    for (int english = 0; english < 2; english++) {
        json_array_foreach(all, index, term) {
            struct about_term known = about_term_read(about, term);
            if (known.english == english && about_term_belongs(term, kw_game_info(about->game)->id))
                work(context, &known);
        }
    }
}

/* ---- plain text --------------------------------------------------------------------------- */

static void about_write_paragraphs(struct string_builder *out, const json_t *paragraphs) {
    size_t index;
    const json_t *paragraph;
    json_array_foreach(paragraphs, index, paragraph) {
        struct string_builder plain = {0};
        about_add_plain(&plain, json_string_value(paragraph));
        output_add(out, "  ");
        output_wrap(out, plain.text, 2, 2);
        output_free(&plain);
    }
}

/* Adds a line of a drawing, with its English translated. */
static void about_add_board_line(struct string_builder *out, const json_t *drawn, const char *line,
                                 size_t length) {
    for (const char *end = line + length; line < end;) {
        const char *word = NULL;
        const json_t *said;
        json_object_foreach((json_t *)drawn, word, said) {
            if (strncmp(line, word, strlen(word)) == 0) {
                output_add(out, json_string_value(said));
                line += strlen(word);
                break;
            }
        }
        if (word == NULL)
            output_char(out, *line++);
    }
}

/* Adds a drawing; names beside the rows may be longer in another language. */
static void about_write_drawing(struct string_builder *out, const struct about *about,
                                const char *drawing) {
    const json_t *drawn = json_object_get(about->words, "drawn");
    const char *wide = about_string(drawn, " North |");
    size_t more = strstr(drawing, " North |") == NULL || wide == NULL ? 0 : strlen(wide) - 8;
    for (size_t length; *drawing != '\0'; drawing += length) {
        length = strcspn(drawing, "\n") + 1;
        if (strncmp(drawing, "       ", 7) == 0)
            output_format(out, "%*s", (int)more, "");
        about_add_board_line(out, drawn, drawing, length);
    }
}

static void about_write_board(struct string_builder *out, const struct about *about) {
    char text[KW_DRAWING];
    struct kw_position start;
    kw_start(about->game, &start);
    output_format(out, "\n%s\n", about_label(about, "start"));
    about_write_drawing(out, about, kw_board_text(about->game, &start, KW_SOUTH, NULL, text));
}

static void about_write_sections(struct string_builder *out, const struct about *about) {
    for (size_t i = 0; i < SECTIONS; i++) {
        const json_t *paragraphs = json_object_get(about->text, sections[i]);
        if (paragraphs == NULL)
            continue;
        output_format(out, "\n%s\n", about_label(about, sections[i]));
        about_write_paragraphs(out, paragraphs);
    }
}

static bool about_word_has(const char *word, const char *part) {
    size_t length = strlen(part);
    for (; *word != '\0'; word++)
        if (strncasecmp(word, part, length) == 0)
            return true;
    return false;
}

static void about_write_term(void *context, const struct about_term *term) {
    struct string_builder text = {0};
    bool same = about_word_has(term->word, term->own);
    output_format(&text, "%s (%s%s%s)", term->meaning, term->language, same ? "" : ": ",
                  same ? "" : term->own);
    output_labelled(context, LABEL_WIDTH, term->word, text.text);
    output_free(&text);
}

static void about_write_works(struct string_builder *out, const struct about *about,
                              const char *list) {
    const json_t *ids = json_object_get(about->entry, list), *id;
    size_t index;
    if (json_array_size(ids) > 0)
        output_format(out, "\n%s\n", about_label(about, list));
    json_array_foreach(ids, index, id) {
        const json_t *work = json_object_get(about->works, json_string_value(id));
        const char *year = about_string(work, "year");
        struct string_builder text = {0};
        output_format(&text, "%s (%s), %s, %s", about_string(work, "author"),
                      year != NULL ? year : about_label(about, "undated"),
                      about_string(work, "title"), about_string(work, "where"));
        output_add(out, "  ");
        output_wrap(out, text.text, 2, 4);
        output_free(&text);
    }
}

static void about_write(struct string_builder *out, const struct about *about) {
    const struct kw_info *info = kw_game_info(about->game);
    output_format(out, "%s (%s)\n  ", about_said(about, info->name), info->id);
    output_wrap(out, about_string(about->text, "lead"), 2, 2);
    output_labelled(out, LABEL_WIDTH, about_label(about, "played"), about_said(about, info->where));
    output_labelled(out, LABEL_WIDTH, about_label(about, "source"), about_source(about));
    about_write_board(out, about);
    about_write_sections(out, about);
    struct string_builder terms = {0};
    about_terms(about, &terms, about_write_term);
    if (terms.length > 0)
        output_format(out, "\n%s\n%s", about_label(about, "terms"), terms.text);
    output_free(&terms);
    about_write_works(out, about, "literature");
    about_write_works(out, about, "added");
}

/* ---- JSON --------------------------------------------------------------------------------- */

static json_t *about_json_sections(const struct about *about) {
    json_t *array = json_array();
    for (size_t i = 0; i < SECTIONS; i++) {
        const json_t *paragraphs = json_object_get(about->text, sections[i]), *paragraph;
        json_t *plain = json_array();
        size_t index;
        json_array_foreach(paragraphs, index, paragraph) {
            struct string_builder text = {0};
            about_add_plain(&text, json_string_value(paragraph));
            json_array_append_new(plain, json_string(text.text));
            output_free(&text);
        }
        if (paragraphs != NULL)
            json_array_append_new(array,
                                  json_pack("{s:s, s:s, s:o}", "id", sections[i], "title",
                                            about_label(about, sections[i]), "paragraphs", plain));
        else
            json_decref(plain);
    }
    return array;
}

static void about_json_term(void *context, const struct about_term *term) {
    json_array_append_new(context,
                          json_pack("{s:s, s:s, s:s, s:s}", "word", term->word, "own", term->own,
                                    "language", term->language, "meaning", term->meaning));
}

static json_t *about_json_works(const struct about *about, const char *list) {
    json_t *array = json_array();
    const json_t *ids = json_object_get(about->entry, list), *id;
    size_t index;
    json_array_foreach(ids, index, id) {
        json_array_append(array, json_object_get(about->works, json_string_value(id)));
    }
    return array;
}

static json_t *about_json(const struct about *about) {
    const struct kw_info *info = kw_game_info(about->game);
    json_t *terms = json_array();
    about_terms(about, terms, about_json_term);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "id", info->id,
                     "language", about->language, "name", about_said(about, info->name), "lead",
                     about_string(about->text, "lead"), "where", about_said(about, info->where),
                     "source", about_source(about), "sections", about_json_sections(about), "terms",
                     terms, "literature", about_json_works(about, "literature"), "added",
                     about_json_works(about, "added"));
}

/* ---- games that are texts ----------------------------------------------------------------- */

/* What a rule text says of its game: for those without a text in web/about. */
static void about_write_game(struct string_builder *out, const struct kw_game *game) {
    const struct kw_info *info = kw_game_info(game);
    const char *said = kw_game_about(game), *region = kw_game_region(game);
    struct kw_position start;
    char drawing[KW_DRAWING];
    kw_start(game, &start);
    output_format(out, "%s (%s)\n", info->name, info->id);
    output_wrap(out, said != NULL ? said : info->summary, 0, 0);
    output_char(out, '\n');
    output_labelled(out, LABEL_WIDTH, "played", info->where);
    if (region != NULL)
        output_labelled(out, LABEL_WIDTH, "region", region);
    output_labelled(out, LABEL_WIDTH, "source", info->source);
    for (const char *const *work = info->literature; work != NULL && *work != NULL; work++)
        output_labelled(out, LABEL_WIDTH, work == info->literature ? "literature" : "", *work);
    output_format(out, "\n%s", kw_board_text(game, &start, KW_SOUTH, NULL, drawing));
}

enum status about_run(struct call *call) {
    const char *language = call->arguments.value[FLAG_LANGUAGE];
    const struct kw_game *game;
    struct about about;
    char codes[KW_TEXT] = "";
    enum status status = position_args_find_game(call, call->arguments.operand[0], &game);
    if (status != STATUS_OK)
        return status;
    if (!about_open(&about, game, language != NULL ? language : "en", codes))
        status = call_fail(call, "there are no texts in the language '%s' (there are: %s)",
                           language, codes);
    else if (about.entry == NULL && call->arguments.value[FLAG_JSON] == NULL)
        about_write_game(&call->out, game);
    else if (about.entry == NULL || about.text == NULL)
        status = call_fail(call, "there is no text about '%s'", kw_game_info(game)->id);
    else if (call->arguments.value[FLAG_JSON] != NULL)
        output_json(&call->out, about_json(&about));
    else
        about_write(&call->out, &about);
    about_close(&about);
    return status;
}
