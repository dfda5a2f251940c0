/*
 * What a proof claims, by komwe-proof(5) and the slow twin alone: the games that it allows are
 * listed as a set, whose ends must be right and which, where a player wins, must fall apart by
 * taking away, again and again, what no move leads to.  Where few positions follow, the claim is
 * solved as well, without the proof.
 */
#include "mutated/twin_graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_LETTERS = 64, GRAPH_MOST = 60000 };

struct claim_text {
    char player;
    bool holds;
    char position[KW_TEXT];
    const char *letters; /* with newlines between */
    size_t size;
};

/* Claims of one player and word, which follow each other: they share what they have visited. */
struct group {
    uint32_t *list;
    size_t count, room;
    uint32_t stamp;
};

static struct {
    struct twin_graph graph;
    bool open;
    size_t walked, solved;
} proofs;

/* ---- the text -------------------------------------------------------------------------------- */

static bool take_word(const char **at, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

/* Takes the rest of a line. */
static bool take_line(const char **at, char *line, size_t size) {
    size_t length = strcspn(*at, "\n");
    if ((*at)[length] == '\0' || length >= size)
        return false;
    memcpy(line, *at, length);
    line[length] = '\0';
    *at += length + 1;
    return true;
}

static bool take_claim(const char **at, struct claim_text *claim) {
    if (!take_word(at, "claim "))
        return false;
    claim->player = **at;
    *at += 1;
    claim->holds = take_word(at, " holds ");
    if ((claim->player != 'S' && claim->player != 'N') ||
        (!claim->holds && !take_word(at, " wins ")) ||
        !take_line(at, claim->position, sizeof claim->position))
        return false;
    claim->letters = *at;
    while (strncmp(*at, "claim ", 6) != 0 && strncmp(*at, "end ", 4) != 0) {
        const char *end = strchr(*at, '\n');
        if (end == NULL)
            return false;
        *at = end + 1;
    }
    claim->size = (size_t)(*at - claim->letters);
    return true;
}

/* The last line: the letters, and the sum of the bytes before it. */
static bool take_end(const char *text, const char *at, size_t letters) {
    char expected[128];
    uint64_t sum = UINT64_C(14695981039346656037);
    for (const char *c = text; c < at; c++)
        sum = (sum ^ (unsigned char)*c) * UINT64_C(1099511628211);
    snprintf(expected, sizeof expected, "end %zu %016" PRIx64 "\n", letters, sum);
    return strcmp(at, expected) == 0;
}

/* The letters of a claim without newlines; false if a line is not as long as it should be. */
static bool claim_letters(const struct claim_text *claim, char *letters, size_t *count) {
    *count = 0;
    for (size_t i = 0; i < claim->size; i++) {
        bool full = i % (LINE_LETTERS + 1) == LINE_LETTERS, newline = claim->letters[i] == '\n';
        if (newline != (full || i + 1 == claim->size) || (newline && i == 0))
            return false;
        if (!newline)
            letters[(*count)++] = claim->letters[i];
    }
    return true;
}

/* ---- a claim --------------------------------------------------------------------------------- */

static int letter_number(char letter) {
    if (letter >= 'A' && letter <= 'Z')
        return letter - 'A';
    if (letter >= 'a' && letter <= 'z')
        return 26 + letter - 'a';
    if (letter >= '0' && letter <= '9')
        return 52 + letter - '0';
    return letter == '-' ? 62 : letter == '_' ? 63 : 64;
}

/* Adds a position to the set, with the move that its letter chooses; what is over is not added. */
static bool enter(struct group *group, const struct claim_text *claim, uint32_t number,
                  const char **letter, const char *end) {
    struct twin_graph *graph = &proofs.graph;
    char over = graph->node[number].over, other = claim->player == 'S' ? 'N' : 'S';
    if (over != '\0')
        return over == claim->player || (claim->holds && over != other);
    graph_expand(graph, number);
    struct graph_node *node = &graph->node[number];
    node->stamp = group->stamp;
    node->choice = UINT32_MAX;
    if (node->turn == claim->player) {
        if (*letter == end)
            return false;
        node->choice = (uint32_t)letter_number(*(*letter)++);
        if (node->choice >= node->children)
            return false;
    }
    if (group->count == group->room) {
        group->room = group->room == 0 ? 1024 : 2 * group->room;
        group->list = realloc(group->list, group->room * sizeof *group->list);
        if (group->list == NULL)
            abort();
    }
    group->list[group->count++] = number;
    return true;
}

static bool is_followed(const struct graph_node *node, uint32_t child) {
    return node->choice == UINT32_MAX || node->choice == child;
}

/* Depth first, since the letters stand in that order. */
static bool visit(struct group *group, const struct claim_text *claim, uint32_t root,
                  const char *letter, const char *end) {
    struct twin_graph *graph = &proofs.graph;
    struct visited {
        uint32_t number, next;
    } *path = malloc(sizeof *path * (GRAPH_MOST + 2));
    size_t depth = 0;
    if (path == NULL)
        abort();
    bool good = true;
    if (graph->node[root].stamp != group->stamp) {
        good = enter(group, claim, root, &letter, end);
        if (good && graph->node[root].over == '\0')
            path[depth++] = (struct visited){root, 0};
    }
    while (good && depth > 0 && graph->count < GRAPH_MOST) {
        struct visited *at = &path[depth - 1];
        const struct graph_node *node = &graph->node[at->number];
        uint32_t child = at->next++;
        if (child >= node->children) {
            depth--;
        } else if (is_followed(node, child)) {
            uint32_t next = node->child[child];
            if (graph->node[next].stamp == group->stamp)
                continue;
            good = enter(group, claim, next, &letter, end);
            if (good && graph->node[next].over == '\0')
                path[depth++] = (struct visited){next, 0};
        }
    }
    free(path);
    return good && depth == 0 && letter == end;
}

/* Whether no game of the set comes back: all of it can be taken away, begins first. */
static bool falls_apart(const struct group *group) {
    struct twin_graph *graph = &proofs.graph;
    uint32_t *open = malloc(sizeof *open * (group->count + 1));
    size_t taken = 0, count = 0;
    if (open == NULL)
        abort();
    for (size_t i = 0; i < group->count; i++)
        graph->node[group->list[i]].before = 0;
    for (size_t i = 0; i < group->count; i++) {
        const struct graph_node *node = &graph->node[group->list[i]];
        for (uint32_t j = 0; j < node->children; j++)
            if (is_followed(node, j))
                graph->node[node->child[j]].before++;
    }
    for (size_t i = 0; i < group->count; i++)
        if (graph->node[group->list[i]].before == 0)
            open[count++] = group->list[i];
    for (; taken < count; taken++) {
        const struct graph_node *node = &graph->node[open[taken]];
        for (uint32_t j = 0; j < node->children; j++) {
            struct graph_node *next = &graph->node[node->child[j]];
            if (is_followed(node, j) && next->stamp == group->stamp && --next->before == 0)
                open[count++] = node->child[j];
        }
    }
    free(open);
    return taken == group->count;
}

static enum finding claim_shown(struct group *group, const struct claim_text *claim,
                                const char *letters, size_t count, char why[WHY]) {
    struct twin_graph *graph = &proofs.graph;
    if (!twin_position_good(&graph->twin, claim->position))
        return broken(why, "a claim of no position: %s", claim->position);
    uint32_t root = graph_number(graph, claim->position);
    if (!visit(group, claim, root, letters, letters + count))
        return broken(why, "the games from %s are not as claimed", claim->position);
    if (!claim->holds && !falls_apart(group))
        return broken(why, "a game from %s comes back", claim->position);
    proofs.walked++;
    uint32_t stamp = group->stamp; /* solving has stamps of its own */
    char value = graph_value(graph, root);
    proofs.solved += value != '\0';
    group->stamp = ++graph->stamp;
    for (size_t i = 0; i < group->count; i++)
        graph->node[group->list[i]].stamp = group->stamp;
    char other = claim->player == 'S' ? 'N' : 'S';
    if (value != '\0' && (claim->holds ? value == other : value != claim->player))
        return broken(why, "%s is worth %c (%u)", claim->position, value, stamp);
    return ACCEPTED;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The graph of the rules that the proof names. */
static bool open_rules(const char **at) {
    char id[KW_TEXT], options[KW_TEXT];
    if (!take_word(at, "komwe-proof 1\ngame ") || !take_line(at, id, sizeof id) ||
        !take_word(at, "options") || !take_line(at, options, sizeof options))
        return false;
    struct kw_game *game = kw_game_open(id, options, NULL);
    struct twin_game twin;
    bool good = game != NULL && twin_game_open(&twin, game) && strcmp(twin.id, id) == 0 &&
                strcmp(twin.options, options + (options[0] == ' ')) == 0;
    kw_game_close(game);
    if (!good)
        return false;
    if (proofs.open && (strcmp(proofs.graph.twin.id, twin.id) != 0 ||
                        strcmp(proofs.graph.twin.options, twin.options) != 0 ||
                        proofs.graph.count > GRAPH_MOST / 2)) {
        graph_close(&proofs.graph);
        proofs.open = false;
    }
    if (!proofs.open)
        graph_open(&proofs.graph, &twin);
    proofs.open = true;
    return true;
}

static enum finding walk_claims(const char *text, const char *at, char why[WHY]) {
    struct claim_text claim, last = {.player = '\0'};
    struct group group = {.count = 0};
    enum finding finding = ACCEPTED;
    size_t total = 0, claims = 0, count;
    char *letters = malloc(strlen(text) + 1);
    if (letters == NULL)
        abort();
    for (; finding == ACCEPTED && strncmp(at, "end ", 4) != 0; claims++) {
        if (!take_claim(&at, &claim) || !claim_letters(&claim, letters, &count)) {
            finding = broken(why, "a claim is not as komwe-proof(5) says");
            break;
        }
        if (claim.player != last.player || claim.holds != last.holds) {
            group.count = 0;
            group.stamp = ++proofs.graph.stamp;
        }
        finding = claim_shown(&group, &claim, letters, count, why);
        total += count;
        last = claim;
    }
    free(letters);
    free(group.list);
    if (finding == ACCEPTED && (claims == 0 || !take_end(text, at, total)))
        finding = broken(why, "the last line is wrong, or nothing is claimed");
    return finding;
}

enum finding proof_walk(const char *text, char why[WHY]) {
    const char *at = text;
    return open_rules(&at) ? walk_claims(text, at, why)
                           : broken(why, "the rules are not named as komwe-proof(5) says");
}

void proof_walk_free(void) {
    printf("# proof: %zu claims followed, %zu of them solved too\n", proofs.walked, proofs.solved);
    if (proofs.open)
        graph_close(&proofs.graph);
    proofs.open = false;
}
