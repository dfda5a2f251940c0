/* Commands about rule sets: games, rules. */
#include "cli/position_args.h"
#include "io/json.h"
#include "text/game_list.h"
#include "text/narrate.h"

#include <string.h>
#include <unistd.h>

/* ---- JSON --------------------------------------------------------------------------------- */

static json_t *rules_json_texts(const char *const *text) {
    json_t *array = json_array();
    for (; text != NULL && *text != NULL; text++)
        json_array_append_new(array, json_string(*text));
    return array;
}

static json_t *rules_json_names(const struct kw_name *name) {
    json_t *array = json_array();
    for (; name != NULL && name->name != NULL; name++)
        json_array_append_new(array, json_pack("{s:s, s:s, s:s}", "name", name->name, "language",
                                               name->language, "meaning", name->meaning));
    return array;
}

static const char *rules_basis_name(const struct kw_clause *clause) {
    static const char *const name[] = {
        [KW_SOURCE] = "source", [KW_READING] = "reading", [KW_SECONDARY] = "secondary"};
    return name[clause->basis];
}

static json_t *rules_json_clause_options(const struct kw_game *game,
                                         const struct kw_clause *clause) {
    json_t *array = json_array();
    const struct kw_option *option;
    for (size_t i = 0; (option = kw_clause_option(game, clause, i)) != NULL; i++)
        json_array_append_new(array, json_string(option->name));
    return array;
}

static json_t *rules_json_clauses(const struct kw_game *game) {
    json_t *array = json_array();
    for (size_t i = 0; i < kw_clause_count(game); i++) {
        const struct kw_clause *clause = kw_clause_at(game, i);
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:s, s:s*, s:o}", "id", clause->id, "text",
                                        clause->text, "basis", rules_basis_name(clause), "place",
                                        kw_clause_place(game, clause), "options",
                                        rules_json_clause_options(game, clause)));
    }
    return array;
}

static json_t *rules_json_options(const struct kw_game *game) {
    json_t *array = json_array();
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const struct kw_option *option = kw_option_at(game, i);
        char value[KW_TEXT], usual[KW_TEXT];
        json_t *object =
            json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", option->name, "text", option->text,
                      "default", kw_option_default(game, i, usual), "value",
                      kw_option_value(game, i, value), "clause", option->clause);
        if (option->choices != NULL) {
            json_object_set_new(object, "choices", rules_json_texts(option->choices));
        } else {
            json_object_set_new(object, "min", json_integer(option->min));
            json_object_set_new(object, "max", json_integer(option->max));
        }
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *rules_json_game(const struct kw_game *game) {
    const struct kw_info *info = kw_game_info(game);
    struct kw_position start;
    char text[KW_TEXT];
    kw_start(game, &start);
    return json_pack(
        "{s:s, s:s?, s:s, s:s, s:s, s:s, s:s?, s:s, s:s?, s:s, s:o, s:o, s:i, s:i, s:b, s:s, s:o, "
        "s:o}",
        "id", info->id, "alias", info->alias, "checksum", kw_game_checksum(game), "name",
        info->name, "summary", info->summary, "where", info->where, "region", kw_game_region(game),
        "family", kw_game_family(game), "about", kw_game_about(game), "source", info->source,
        "literature", rules_json_texts(info->literature), "names", rules_json_names(info->names),
        "rows", (int)info->rows, "columns", (int)kw_game_columns(game), "counts_seeds",
        info->counts_seeds, "start", kw_position_text(game, &start, text), "clauses",
        rules_json_clauses(game), "options", rules_json_options(game));
}

/* ---- games -------------------------------------------------------------------------------- */

static void rules_write_games_json(struct string_builder *out, const struct game_list *list) {
    json_t *array = json_array();
    for (size_t i = 0; i < list->count; i++)
        json_array_append_new(array, rules_json_game(game_list_at(list, i)));
    output_json(out, array);
}

static void rules_write_games(struct string_builder *out, const struct game_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        const struct kw_info *info = kw_game_info(game_list_at(list, i));
        output_format(out, "%s\t%s\t%ux%u\t%s\n", info->id, info->name, info->rows,
                      kw_game_columns(game_list_at(list, i)), info->source);
    }
}

/* A single word is perhaps the name of a game, written otherwise. */
static enum status rules_find_none(struct call *call) {
    char *const *word = call->arguments.operand;
    struct kw_error error;
    if (word[0] != NULL && word[1] == NULL && kw_game_named(word[0], &error) == NULL)
        return call_fail(call, "%s", error.message);
    return call_fail(call, "no game is found");
}

enum status games_run(struct call *call) {
    const struct arguments *arguments = &call->arguments;
    struct game_list list;
    game_list_find(&list, arguments->operand, arguments->value[FLAG_REGION]);
    size_t count = list.count;
    if (arguments->value[FLAG_JSON] != NULL) {
        rules_write_games_json(&call->out, &list);
    } else if (arguments->value[FLAG_GROUPS] != NULL ||
               (!call->batch && isatty(STDOUT_FILENO) == 1)) {
        game_list_group(&list);
        game_list_write(&call->out, &list);
    } else {
        rules_write_games(&call->out, &list);
    }
    game_list_free(&list);
    return count > 0 ? STATUS_OK : rules_find_none(call);
}

/* ---- rules -------------------------------------------------------------------------------- */

static void rules_write_head(struct string_builder *out, const struct kw_game *game) {
    const struct kw_info *info = kw_game_info(game);
    char board[64];
    output_format(out, "%s (%s%s%s)\n", info->name, info->id, info->alias != NULL ? ", " : "",
                  info->alias != NULL ? info->alias : "");
    output_add(out, "  ");
    output_wrap(out, info->summary, 2, 2);
    snprintf(board, sizeof board, "%u rows of %u holes", info->rows, kw_game_columns(game));
    output_labelled(out, LABEL_WIDTH, "board", board);
    output_labelled(out, LABEL_WIDTH, "played", info->where);
    output_labelled(out, LABEL_WIDTH, "source", info->source);
    for (const char *const *work = info->literature; work != NULL && *work != NULL; work++)
        output_labelled(out, LABEL_WIDTH, work == info->literature ? "literature" : "", *work);
}

static void rules_write_names(struct string_builder *out, const struct kw_name *name) {
    if (name == NULL || name->name == NULL)
        return;
    struct string_builder others = {0};
    output_add(out, "Names\n");
    for (; name->name != NULL; name++) {
        struct string_builder text = {0};
        if (*name->meaning == '\0' && *name->language == '\0') {
            output_format(&others, "%s%s", others.length > 0 ? ", " : "", name->name);
            continue;
        }
        output_add(&text, name->meaning);
        if (*name->language != '\0')
            output_format(&text, "%s(%s)", *name->meaning ? " " : "", name->language);
        output_labelled(out, LABEL_WIDTH, name->name, text.text);
        output_free(&text);
    }
    if (others.length > 0)
        output_labelled(out, LABEL_WIDTH, "also", others.text);
    output_free(&others);
}

static void rules_write_clauses(struct string_builder *out, const struct kw_game *game) {
    output_add(out, "Clauses\n");
    for (size_t i = 0; i < kw_clause_count(game); i++) {
        const struct kw_clause *clause = kw_clause_at(game, i);
        const struct kw_option *option;
        struct string_builder text = {0};
        output_format(&text, "%s [", clause->text);
        write_basis(&text, game, clause);
        for (size_t j = 0; (option = kw_clause_option(game, clause, j)) != NULL; j++)
            output_format(&text, ", %s%s",
                          j > 0                                       ? ""
                          : kw_clause_option(game, clause, 1) != NULL ? "options "
                                                                      : "option ",
                          option->name);
        output_char(&text, ']');
        output_labelled(out, LABEL_WIDTH, clause->id, text.text);
        output_free(&text);
    }
}

/* The values that an option takes: "stop|void|loses", "1..10". */
static void rules_write_range(struct string_builder *out, const struct kw_option *option) {
    if (option->choices == NULL)
        output_format(out, "%d..%d", (int)option->min, (int)option->max);
    for (const char *const *choice = option->choices; choice != NULL && *choice != NULL; choice++)
        output_format(out, "%s%s", choice == option->choices ? "" : "|", *choice);
}

static void rules_write_options(struct string_builder *out, const struct kw_game *game) {
    if (kw_option_count(game) > 0)
        output_add(out, "Options\n");
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const struct kw_option *option = kw_option_at(game, i);
        char value[KW_TEXT], usual[KW_TEXT];
        struct string_builder label = {0}, text = {0};
        kw_option_value(game, i, value);
        kw_option_default(game, i, usual);
        output_format(&label, "%s=%s", option->name, value);
        output_format(&text, "%s [", option->text);
        rules_write_range(&text, option);
        if (strcmp(value, usual) != 0)
            output_format(&text, ", default %s", usual);
        output_char(&text, ']');
        output_labelled(out, LABEL_WIDTH, label.text, text.text);
        output_free(&label);
        output_free(&text);
    }
}

static void rules_write_values(struct string_builder *out, const struct kw_game *game) {
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const struct kw_option *option = kw_option_at(game, i);
        char value[KW_TEXT];
        output_format(out, "%s\t%s\t", option->name, kw_option_value(game, i, value));
        rules_write_range(out, option);
        output_char(out, '\n');
    }
}

static void rules_write(struct string_builder *out, const struct kw_game *game) {
    rules_write_head(out, game);
    rules_write_names(out, kw_game_info(game)->names);
    rules_write_clauses(out, game);
    rules_write_options(out, game);
}

/* ---- rules --diff ------------------------------------------------------------------------- */

/* A line of a difference: "+ capture", then its text. */
static void rules_write_change(struct string_builder *out, char sign, const char *name,
                               const char *text) {
    struct string_builder label = {0};
    output_format(&label, "%c %s", sign, name);
    output_labelled(out, LABEL_WIDTH, label.text, text);
    output_free(&label);
}

static const struct kw_clause *rules_find_clause(const struct kw_game *game, const char *id) {
    for (size_t i = 0; i < kw_clause_count(game); i++)
        if (strcmp(kw_clause_at(game, i)->id, id) == 0)
            return kw_clause_at(game, i);
    return NULL;
}

static void rules_write_clause_changes(struct string_builder *out, const struct kw_game *game,
                                       const struct kw_game *other) {
    for (size_t i = 0; i < kw_clause_count(game); i++) {
        const struct kw_clause *clause = kw_clause_at(game, i);
        const struct kw_clause *there = rules_find_clause(other, clause->id);
        if (there == NULL)
            rules_write_change(out, '+', clause->id, clause->text);
        else if (strcmp(there->text, clause->text) != 0) {
            rules_write_change(out, '~', clause->id, clause->text);
            struct string_builder before = {0};
            output_format(&before, "(%s: %s)", kw_game_info(other)->id, there->text);
            output_labelled(out, LABEL_WIDTH, "", before.text);
            output_free(&before);
        }
    }
    for (size_t i = 0; i < kw_clause_count(other); i++)
        if (rules_find_clause(game, kw_clause_at(other, i)->id) == NULL)
            rules_write_change(out, '-', kw_clause_at(other, i)->id, kw_clause_at(other, i)->text);
}

/* Writes the option's value in the game into `value`; false if the game has no such option. */
static bool rules_find_option(const struct kw_game *game, const char *name, char value[KW_TEXT]) {
    for (size_t i = 0; i < kw_option_count(game); i++)
        if (strcmp(kw_option_at(game, i)->name, name) == 0)
            return kw_option_value(game, i, value) != NULL;
    return false;
}

static void rules_write_option_changes(struct string_builder *out, const struct kw_game *game,
                                       const struct kw_game *other) {
    char here[KW_TEXT], there[KW_TEXT];
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const struct kw_option *option = kw_option_at(game, i);
        struct string_builder label = {0}, text = {0};
        kw_option_value(game, i, here);
        output_format(&label, "%s=%s", option->name, here);
        if (!rules_find_option(other, option->name, there)) {
            rules_write_change(out, '+', label.text, option->text);
        } else if (strcmp(here, there) != 0) {
            output_format(&text, "%s (%s: %s)", option->text, kw_game_info(other)->id, there);
            rules_write_change(out, '~', label.text, text.text);
        }
        output_free(&label);
        output_free(&text);
    }
    for (size_t i = 0; i < kw_option_count(other); i++)
        if (!rules_find_option(game, kw_option_at(other, i)->name, here))
            rules_write_change(out, '-', kw_option_at(other, i)->name,
                               kw_option_at(other, i)->text);
}

static void rules_write_start_change(struct string_builder *out, const struct kw_game *game,
                                     const struct kw_game *other) {
    struct kw_position here, there;
    char text[KW_TEXT];
    kw_start(game, &here);
    kw_start(other, &there);
    bool same_board = kw_game_info(game)->rows == kw_game_info(other)->rows &&
                      kw_game_columns(game) == kw_game_columns(other);
    if (!same_board || memcmp(&here, &there, sizeof here) != 0)
        rules_write_change(out, '~', "position", kw_position_text(game, &here, text));
}

static enum status rules_write_difference(struct call *call, const struct kw_game *game) {
    const struct kw_game *other;
    enum status status = position_args_find_game(call, call->arguments.value[FLAG_DIFF], &other);
    if (status != STATUS_OK)
        return status;
    struct string_builder *out = &call->out;
    output_format(out, "%s against %s\n", kw_game_info(game)->id, kw_game_info(other)->id);
    size_t title = out->length;
    rules_write_start_change(out, game, other);
    rules_write_clause_changes(out, game, other);
    rules_write_option_changes(out, game, other);
    if (out->length == title)
        output_add(out, "  no difference\n");
    return STATUS_OK;
}

enum status rules_run(struct call *call) {
    struct position_args args = {0};
    const char **value = call->arguments.value;
    unsigned others =
        (value[FLAG_DIFF] != NULL) + (value[FLAG_JSON] != NULL) + (value[FLAG_VALUES] != NULL);
    if (others > 1)
        return call_misuse(call, "--diff, --json and --values are mutually exclusive");
    if (others > 0 && value[FLAG_TEXT] != NULL)
        return call_misuse(call, "--text prints the text alone");
    enum status status = position_args_open_game(call, &args, call->arguments.operand[0]);
    if (status == STATUS_OK) {
        if (value[FLAG_DIFF] != NULL)
            status = rules_write_difference(call, args.game);
        else if (value[FLAG_TEXT] != NULL)
            output_add(&call->out, kw_game_text(args.game));
        else if (value[FLAG_JSON] != NULL)
            output_json(&call->out, rules_json_game(args.game));
        else if (value[FLAG_VALUES] != NULL)
            rules_write_values(&call->out, args.game);
        else
            rules_write(&call->out, args.game);
    }
    position_args_close(&args);
    return status;
}
