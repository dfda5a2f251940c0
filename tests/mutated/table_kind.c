/*
 * Endgame tables: what `komwe table verify` takes for right has, at every position, the bounds that
 * follow from the moves of the slow twin.  Some changes are forgeries: other values in a file
 * whose checksums are all right.
 */
#include "base/checksum.h"
#include "mutated/mutated.h"
#include "support/folders.h"
#include "tables/endgame.h"
#include "twin/twin.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULES = 4, LAYERS = 5, HOLES = 6, BOARDS = 1024, LINE = 64 };

/* Of a file, as docs/endgame-tables.md has them. */
enum { AT_BYTES = 24, AT_BELOW = 32, AT_BLOCKS = 44, AT_DISTANCE = 50, AT_PARTS = 256, PART = 24 };

/* A board of the twin: the seeds of all holes in the order of the text, South to move. */
struct board {
    int hole[HOLES], lower, upper;
    size_t children;
    struct follow {
        int gain, child; /* of the mover; -1: the game is over */
        bool stays;      /* the same player moves again */
    } follow[HOLES + 1];
};

/* The tables of a rule set, and the truth about them. */
struct rules_tables {
    struct kw_game *game;
    struct twin_game twin;
    char folder[KW_TEXT], name[ENDGAME_NAME];
    int holes, total;
    struct board board[BOARDS];
    size_t boards;
};

static const char *const rules[RULES][2] = {{"oware", "pits=3"},
                                            {"kalah", "pits=3"},
                                            {"giuthi", "pits=3"},
                                            {"oware", "pits=2 grand_slam=capture"}};
static struct rules_tables tables[RULES];

/* ---- the truth ------------------------------------------------------------------------------- */

static void board_text(const struct rules_tables *of, const int hole[HOLES], char text[KW_TEXT]) {
    int seeds = 0;
    size_t length = 0;
    for (int i = 0; i < of->holes; i++) {
        seeds += hole[i];
        length += (size_t)snprintf(text + length, KW_TEXT - length, "%d%s", hole[i],
                                   i + 1 == of->holes       ? " S "
                                   : i + 1 == of->holes / 2 ? "/"
                                                            : ",");
    }
    int south = (of->total - seeds) / 2;
    snprintf(text + length, KW_TEXT - length, "%d/%d", south, of->total - seeds - south);
}

static int board_find(struct rules_tables *of, const int hole[HOLES]) {
    for (size_t i = 0; i < of->boards; i++)
        if (memcmp(of->board[i].hole, hole, sizeof of->board[i].hole) == 0)
            return (int)i;
    abort();
}

/* Adds all boards with so many seeds in the holes from `from` on. */
static void boards_add(struct rules_tables *of, int hole[HOLES], int from, int seeds) {
    if (from + 1 == of->holes) {
        hole[from] = seeds;
        if (of->boards == BOARDS)
            abort();
        memcpy(of->board[of->boards++].hole, hole, sizeof of->board[0].hole);
        return;
    }
    for (hole[from] = 0; hole[from] <= seeds; hole[from]++)
        boards_add(of, hole, from + 1, seeds - hole[from]);
}

/* Reads the holes, the player and the seeds in the stores from South's side. */
static void text_take(const struct rules_tables *of, const char *text, int hole[HOLES], char *turn,
                      int store[2]) {
    char *at = (char *)(uintptr_t)text;
    memset(hole, 0, HOLES * sizeof *hole);
    for (int i = 0; i < of->holes; i++) {
        hole[i] = (int)strtol(at, &at, 10);
        at++; /* a comma, a slash or the blank */
    }
    sscanf(at, "%c %d/%d", turn, &store[0], &store[1]);
}

static void board_follow(struct rules_tables *of, struct board *board) {
    char text[KW_TEXT], result[TWIN_TEXT], next[TWIN_TEXT], turn;
    int hole[HOLES], before[2], after[2];
    const struct twin_game *twin = &of->twin;
    board_text(of, board->hole, text);
    text_take(of, text, hole, &turn, before);
    twin->family->result(twin->id, twin->options, text, 0, result);
    if (result[0] != '\0') {
        sscanf(result, "over %d-%d", &after[0], &after[1]);
        board->follow[board->children++] =
            (struct follow){.gain = after[0] - after[1] - (before[0] - before[1]), .child = -1};
        return;
    }
    char *moves = twin->family->moves(twin->id, twin->options, text);
    for (char *at = moves; *at != '\0';) {
        char *end = strchr(at, '\n');
        *end = '\0';
        twin->family->play(twin->id, twin->options, text, at, next);
        text_take(of, next, hole, &turn, after);
        if (turn == 'N') /* seen from the other side */
            for (int i = 0; i < of->holes / 2; i++) {
                int seeds = hole[i];
                hole[i] = hole[of->holes - 1 - i];
                hole[of->holes - 1 - i] = seeds;
            }
        board->follow[board->children++] =
            (struct follow){.gain = after[0] - after[1] - (before[0] - before[1]),
                            .child = board_find(of, hole),
                            .stays = turn == 'S'};
        at = end + 1;
    }
    free(moves);
}

/* The least that is sure if an infinite game is the worst, the most if it is the best. */
static void boards_solve(struct rules_tables *of) {
    for (size_t i = 0; i < of->boards; i++) {
        struct board *board = &of->board[i];
        for (int k = 0; k < of->holes; k++)
            board->upper += board->hole[k];
        board->lower = -board->upper;
        board_follow(of, board);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < of->boards; i++) {
            struct board *board = &of->board[i];
            int lower = -LINE, upper = -LINE;
            for (size_t k = 0; k < board->children; k++) {
                const struct follow *follow = &board->follow[k];
                const struct board *next = follow->child < 0 ? NULL : &of->board[follow->child];
                int low = next == NULL ? 0 : follow->stays ? next->lower : -next->upper;
                int high = next == NULL ? 0 : follow->stays ? next->upper : -next->lower;
                lower = low + follow->gain > lower ? low + follow->gain : lower;
                upper = high + follow->gain > upper ? high + follow->gain : upper;
            }
            changed = changed || lower != board->lower || upper != board->upper;
            board->lower = lower;
            board->upper = upper;
        }
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* A file begins with a line of ours: the rule set and the layer. */
static void file_put(struct files *files, size_t rules_number, unsigned seeds, const char *path) {
    static char text[FILE_MOST];
    int head = snprintf(text, sizeof text, "%-7zu %-7u", rules_number, seeds);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        abort();
    size_t size = fread(text + head, 1, sizeof text - (size_t)head, file);
    fclose(file);
    files_add(files, text, size + (size_t)head);
}

enum { HEAD = 15 };

static void table_path(const struct rules_tables *of, unsigned seeds, char path[KW_TEXT]) {
    if (!endgame_path(path, KW_TEXT, of->folder, of->name, seeds))
        abort();
}

static void rules_open(struct rules_tables *of, size_t number, struct files *files) {
    struct kw_error error;
    struct endgame_index index;
    struct kw_position start;
    char path[KW_TEXT], name[32];
    snprintf(name, sizeof name, "tables%zu", number);
    folder_name(of->folder, name);
    of->game = kw_game_open(rules[number][0], rules[number][1], &error);
    if (of->game == NULL || !twin_game_open(&of->twin, of->game) ||
        !kw_tables_build(of->game, of->folder, LAYERS, 1, NULL, NULL, &error) ||
        !endgame_index_open(&index, of->game, LAYERS, &error)) {
        fprintf(stderr, "%s %s: %s\n", rules[number][0], rules[number][1], error.message);
        exit(2);
    }
    endgame_name(of->game, of->name);
    endgame_index_close(&index);
    kw_start(of->game, &start);
    of->holes = (int)(2 * kw_game_columns(of->game));
    for (int i = 0; i < KW_HOLES; i++)
        of->total += start.hole[i];
    for (int seeds = 0; seeds <= LAYERS; seeds++) {
        int hole[HOLES] = {0};
        boards_add(of, hole, 0, seeds);
        table_path(of, (unsigned)seeds, path);
        file_put(files, number, (unsigned)seeds, path);
    }
    boards_solve(of);
}

static void table_open(struct files *files, const char *tree) {
    (void)tree;
    folders_begin();
    for (size_t i = 0; i < RULES; i++)
        rules_open(&tables[i], i, files);
}

static void table_close(void) {
    for (size_t i = 0; i < RULES; i++) {
        folder_empty(tables[i].folder);
        kw_game_close(tables[i].game);
    }
    folders_end();
}

/* ---- changes --------------------------------------------------------------------------------- */

/* The rule set and the layer that the file stands for. */
static struct rules_tables *table_which(const struct bytes *bytes, unsigned *seeds) {
    size_t number = 0;
    *seeds = 0;
    sscanf(bytes->byte, "%zu %u", &number, seeds);
    *seeds = *seeds > LAYERS ? LAYERS : *seeds;
    return &tables[number % RULES];
}

static void bytes_load(struct bytes *bytes, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        abort();
    bytes->size = HEAD + fread(bytes->byte + HEAD, 1, FILE_MOST - HEAD, file);
    bytes->byte[bytes->size] = '\0';
    fclose(file);
}

/* A forgery: some values are others, and the file is written as a builder writes it. */
static void table_change(struct bytes *bytes, const struct files *files, struct kw_random *random) {
    static int8_t lower[BOARDS], upper[BOARDS];
    static uint16_t reach[BOARDS], hold[BOARDS];
    unsigned seeds;
    struct rules_tables *of = table_which(bytes, &seeds);
    struct endgame_file file;
    struct kw_error error;
    char path[KW_TEXT];
    (void)files;
    table_path(of, seeds, path);
    if (!endgame_file_open(&file, path, &error))
        return;
    struct endgame_planes planes = {lower, file.planes == 2 ? upper : NULL,
                                    file.distance > 0 ? reach : NULL,
                                    file.planes == 2 && file.distance > 0 ? hold : NULL};
    struct endgame_draft draft = {
        .name = of->name, .seeds = seeds, .positions = file.positions, .below = file.below};
    int fault = endgame_file_load(&file, &planes, 1);
    endgame_file_close(&file);
    size_t at = kw_random_below(random, (uint32_t)draft.positions);
    switch (kw_random_below(random, 5)) {
    case 0:
        lower[at] = (int8_t)(lower[at] + 1 - 2 * (int)kw_random_below(random, 2));
        break;
    case 1:
        upper[at] = (int8_t)(upper[at] + 1 - 2 * (int)kw_random_below(random, 2));
        break;
    case 2:
        reach[at] = (uint16_t)kw_random_below(random, 9);
        break;
    case 3:
        hold[at] = (uint16_t)(hold[at] + 1);
        break;
    default: /* one that would be true: the bounds of an infinite game, or the sum of another */
        lower[at] = planes.upper == NULL ? lower[at] : upper[at];
        draft.below += kw_random_below(random, 4) == 0;
    }
    draft.planes = planes;
    char forged[KW_TEXT + 8];
    snprintf(forged, sizeof forged, "%s.forged", path);
    if (fault == 0 && endgame_file_write(forged, &draft, 1, &error))
        bytes_load(bytes, forged);
    unlink(forged);
}

/* Puts the sum of a header right; 0 if its fields do not say how long it is. */
static uint64_t header_seal(unsigned char *data, size_t size) {
    uint32_t blocks;
    if (size < AT_PARTS + 8)
        return 0;
    memcpy(&blocks, data + AT_BLOCKS, sizeof blocks);
    size_t parts = (size_t)le32toh(blocks) * (data[AT_DISTANCE] > 0 ? 2 : 1);
    size_t end = AT_PARTS + PART * parts;
    if (parts > size / PART || end + 8 > size)
        return 0;
    uint64_t sum = checksum(data, end), word = htole64(sum);
    memcpy(data + end, &word, sizeof word);
    return sum;
}

/* The size, the sums of the parts, and that of the header. */
static void table_repair(struct bytes *bytes) {
    if (bytes->size < HEAD + AT_PARTS)
        return;
    unsigned char *data = (unsigned char *)bytes->byte + HEAD;
    size_t size = bytes->size - HEAD;
    uint64_t word = htole64(size), place[2];
    memcpy(data + AT_BYTES, &word, sizeof word);
    uint64_t first = size; /* the parts follow each other behind the header */
    for (size_t at = AT_PARTS; at + PART + 8 <= first; at += PART) {
        memcpy(place, data + at, sizeof place);
        place[0] = le64toh(place[0]);
        place[1] = le64toh(place[1]);
        if (place[0] >= size || place[1] > size - place[0])
            break;
        first = place[0] < first ? place[0] : first;
        word = htole64(checksum(data + place[0], place[1]));
        memcpy(data + at + 16, &word, sizeof word);
    }
    header_seal(data, size);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void table_write(const char *path, const char *byte, size_t size) {
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(byte, 1, size, file) != size || fclose(file) != 0)
        abort();
}

/* Whether every probe answers as the twin's moves say. */
static enum finding table_shown(struct rules_tables *of, const struct kw_tables *opened,
                                char why[WHY]) {
    for (size_t i = 0; i < of->boards; i++) {
        const struct board *board = &of->board[i];
        struct kw_position position;
        struct kw_bounds bounds;
        struct kw_error error = {.code = KW_OK};
        char text[KW_TEXT];
        board_text(of, board->hole, text);
        if (!kw_position_read(of->game, text, &position, &error))
            return broken(why, "%s is no position: %s", text, error.message);
        if (!kw_tables_probe(opened, of->game, &position, &bounds, &error)) {
            if (error.code != KW_OK)
                return broken(why, "%s: %s", text, error.message);
        } else if (bounds.lower != board->lower || bounds.upper != board->upper) {
            return broken(why, "%s %s: %d to %d, not %d to %d", of->name, text, bounds.lower,
                          bounds.upper, board->lower, board->upper);
        }
    }
    return ACCEPTED;
}

/* Lets the layers above refer to the one that was changed. */
static void layers_join(const struct rules_tables *of, unsigned seeds,
                        const struct bytes *changed) {
    static struct bytes layer;
    if (layer.byte == NULL)
        layer = bytes_new();
    memcpy(layer.byte, changed->byte, changed->size);
    layer.size = changed->size;
    while (seeds < LAYERS) {
        char path[KW_TEXT];
        uint64_t sum = htole64(header_seal((unsigned char *)layer.byte + HEAD, layer.size - HEAD));
        table_path(of, ++seeds, path);
        bytes_load(&layer, path);
        memcpy(layer.byte + HEAD + AT_BELOW, &sum, sizeof sum);
        header_seal((unsigned char *)layer.byte + HEAD, layer.size - HEAD);
        table_write(path, layer.byte + HEAD, layer.size - HEAD);
    }
}

static enum finding table_read(const struct bytes *bytes, char why[WHY]) {
    static struct bytes whole[LAYERS + 1];
    unsigned seeds;
    struct rules_tables *of = table_which(bytes, &seeds);
    struct kw_error error = {.code = KW_OK};
    char path[KW_TEXT];
    if (bytes->size < HEAD)
        return REFUSED;
    for (unsigned i = seeds; i <= LAYERS; i++) {
        if (whole[i].byte == NULL)
            whole[i] = bytes_new();
        table_path(of, i, path);
        bytes_load(&whole[i], path);
    }
    table_path(of, seeds, path);
    table_write(path, bytes->byte + HEAD, bytes->size - HEAD);
    layers_join(of, seeds, bytes);
    struct kw_tables *opened = kw_tables_open(of->folder, &error);
    bool right = opened != NULL && kw_tables_verify(opened, of->game, 1, NULL, NULL, &error);
    enum finding finding = right                      ? table_shown(of, opened, why)
                           : error.message[0] == '\0' ? broken(why, "no reason")
                           : strstr(error.message, ".kwt") == NULL
                               ? broken(why, "no file is named: %s", error.message)
                               : REFUSED;
    kw_tables_close(opened);
    for (unsigned i = seeds; i <= LAYERS; i++) {
        table_path(of, i, path);
        table_write(path, whole[i].byte + HEAD, whole[i].size - HEAD);
    }
    return finding;
}

const struct mutated_kind kind_table = {.name = "table",
                                        .share = 4,
                                        .binary = true,
                                        .open = table_open,
                                        .change = table_change,
                                        .repair = table_repair,
                                        .read = table_read,
                                        .close = table_close};
