#include "mutated/twin_graph.h"
#include "twin/twin.h"

#include <stdlib.h>
#include <string.h>

static void *grow(void *old, size_t count, size_t size) {
    void *memory = realloc(old, count * size);
    if (memory == NULL)
        abort();
    return memory;
}

void graph_open(struct twin_graph *graph, const struct twin_game *twin) {
    *graph = (struct twin_graph){.twin = *twin, .slots = 1 << 18};
    graph->slot = calloc(graph->slots, sizeof *graph->slot);
    if (graph->slot == NULL)
        abort();
}

void graph_close(struct twin_graph *graph) {
    for (uint32_t i = 0; i < graph->count; i++) {
        free(graph->node[i].position);
        free(graph->node[i].child);
    }
    free(graph->node);
    free(graph->slot);
    *graph = (struct twin_graph){.count = 0};
}

uint32_t graph_number(struct twin_graph *graph, const char *position) {
    uint32_t hash = 2166136261u, at;
    for (const char *c = position; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    for (at = hash % graph->slots; graph->slot[at] != 0; at = (at + 1) % graph->slots)
        if (strcmp(graph->node[graph->slot[at] - 1].position, position) == 0)
            return graph->slot[at] - 1;
    if (graph->count == graph->room) {
        graph->room = graph->room == 0 ? 1024 : 2 * graph->room;
        graph->node = grow(graph->node, graph->room, sizeof *graph->node);
    }
    if (graph->count > graph->slots / 2)
        abort();
    char text[TWIN_TEXT];
    const char *board = strchr(position, ' ');
    graph->twin.family->result(graph->twin.id, graph->twin.options, position, 0, text);
    graph->node[graph->count] =
        (struct graph_node){.position = strcpy(grow(NULL, strlen(position) + 1, 1), position),
                            .turn = board != NULL ? board[1] : '\0',
                            .over = text[0] == '\0'                  ? '\0'
                                    : strcmp(text, "over draw") == 0 ? '='
                                                                     : text[5]};
    graph->slot[at] = ++graph->count;
    return graph->count - 1;
}

void graph_expand(struct twin_graph *graph, uint32_t number) {
    const struct twin_game *twin = &graph->twin;
    if (graph->node[number].child != NULL)
        return;
    uint32_t *child = grow(NULL, KW_MOVES, sizeof *child), count = 0;
    char *moves = graph->node[number].over != '\0'
                      ? NULL
                      : twin->family->moves(twin->id, twin->options, graph->node[number].position);
    for (char *at = moves; at != NULL && *at != '\0' && count < KW_MOVES;) {
        char next[TWIN_TEXT], *end = strchr(at, '\n');
        *end = '\0';
        twin->family->play(twin->id, twin->options, graph->node[number].position, at, next);
        child[count++] = graph_number(graph, next);
        at = end + 1;
    }
    free(moves);
    graph->node[number].child = child;
    graph->node[number].children = count;
}

/* ---- solving --------------------------------------------------------------------------------- */

/* Lists what follows from a position and is not solved; false if it is too much. */
static bool graph_list(struct twin_graph *graph, uint32_t root, uint32_t list[GRAPH_SOLVED],
                       uint32_t *count) {
    uint32_t stamp = ++graph->stamp;
    *count = 1;
    list[0] = root;
    graph->node[root].stamp = stamp;
    for (uint32_t i = 0; i < *count; i++) {
        graph_expand(graph, list[i]);
        for (uint32_t j = 0; j < graph->node[list[i]].children; j++) {
            struct graph_node *next = &graph->node[graph->node[list[i]].child[j]];
            if (next->stamp == stamp || next->value != '\0')
                continue;
            if (*count == GRAPH_SOLVED)
                return false;
            next->stamp = stamp;
            list[(*count)++] = (uint32_t)(next - graph->node);
        }
    }
    return true;
}

/* Who wins a position, by what is known of those after it; NUL: that is not enough. */
static char graph_step(const struct twin_graph *graph, const struct graph_node *node) {
    char other = node->turn == 'S' ? 'N' : 'S';
    uint32_t lost = 0;
    if (node->over != '\0')
        return node->over;
    for (uint32_t i = 0; i < node->children; i++) {
        char value = graph->node[node->child[i]].value;
        if (value == node->turn)
            return node->turn;
        lost += value == other;
    }
    return lost == node->children ? other : '\0';
}

/* Backwards from the ends of games; what stays open goes round for ever, which is a draw. */
char graph_value(struct twin_graph *graph, uint32_t root) {
    static uint32_t list[GRAPH_SOLVED];
    uint32_t count;
    if (graph->node[root].value != '\0')
        return graph->node[root].value;
    if (!graph_list(graph, root, list, &count))
        return '\0';
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count; i-- > 0;) {
            struct graph_node *node = &graph->node[list[i]];
            char value = node->value != '\0' ? '\0' : graph_step(graph, node);
            if (value != '\0') {
                node->value = value;
                changed = true;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++)
        if (graph->node[list[i]].value == '\0')
            graph->node[list[i]].value = '=';
    return graph->node[root].value;
}
