/* The command openings: frequency and results of opening moves in many games. */
#include "files/record_files.h"
#include "match/adjudication.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOOK_PLIES = 16,     /* of a game that are counted */
    BOOK_GAMES = 2,      /* least number of games of a move that is printed */
    BOOK_FIRST = 1 << 10 /* initial capacity, a power of two */
};

/* A move in a position, in all games together. */
struct openings_entry {
    struct kw_position position;
    kw_move move;
    uint32_t games;     /* 0: an empty slot of the table */
    uint32_t ply;       /* the first at which it was played */
    uint32_t result[3]; /* how often its player lost, drew, won */
    uint32_t scored;    /* games that ended with a score */
    int64_t margin;     /* sum of the player's final lead in seeds */
    uint32_t together;  /* games of all moves of the position: see cmd_openings_group */
    uint32_t earliest;  /* the first ply of any of them */
};

/* An open-addressing hash table, at most half full. */
struct book {
    struct call *call;
    struct openings_entry *entry;
    size_t capacity, count;
    const char *file; /* that is read */
    char game[KW_TEXT], options[KW_TEXT], players[KW_TEXT];
    uint64_t games, unfinished;
    uint64_t plies, least;
};

/* ---- counting ------------------------------------------------------------------------------- */

static bool cmd_openings_same(const struct openings_entry *entry,
                              const struct kw_position *position, kw_move move) {
    return entry->move == move && memcmp(&entry->position, position, sizeof *position) == 0;
}

/* The entry of the move, or the empty slot for it. */
static struct openings_entry *cmd_openings_slot(struct openings_entry *table, size_t capacity,
                                                const struct kw_position *position, kw_move move) {
    uint64_t hash = kw_hash(position) + move * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash ^ hash >> 32) & (capacity - 1);
    while (table[at].games > 0 && !cmd_openings_same(&table[at], position, move))
        at = (at + 1) & (capacity - 1);
    return &table[at];
}

static void cmd_openings_grow(struct book *book) {
    size_t capacity = book->capacity > 0 ? 2 * book->capacity : BOOK_FIRST;
    struct openings_entry *table = memory_new(capacity, sizeof *table);
    for (size_t i = 0; i < book->capacity; i++)
        if (book->entry[i].games > 0)
            *cmd_openings_slot(table, capacity, &book->entry[i].position, book->entry[i].move) =
                book->entry[i];
    free(book->entry);
    book->entry = table;
    book->capacity = capacity;
}

/* How a game ended. */
struct openings_ending {
    enum kw_outcome outcome;
    bool scored;
    int margin; /* seeds that South is ahead */
};

static void cmd_openings_count(struct book *book, const struct kw_session *session, size_t ply,
                               const struct openings_ending *ending) {
    const struct kw_position *position = kw_session_before(session, ply);
    kw_move move = kw_session_move(session, ply);
    unsigned mover = position->turn;
    if (2 * book->count >= book->capacity)
        cmd_openings_grow(book);
    struct openings_entry *entry = cmd_openings_slot(book->entry, book->capacity, position, move);
    if (entry->games == 0) {
        *entry = (struct openings_entry){.position = *position, .move = move, .ply = (uint32_t)ply};
        book->count++;
    }
    bool won = ending->outcome == (mover == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS);
    entry->games++;
    entry->ply = ply < entry->ply ? (uint32_t)ply : entry->ply;
    entry->result[ending->outcome == KW_DRAW ? 1 : won ? 2 : 0]++;
    entry->scored += ending->scored;
    entry->margin += mover == KW_SOUTH ? ending->margin : -ending->margin;
}

/* ---- records -------------------------------------------------------------------------------- */

/* A position that repeats in a game counts once with its move. */
static bool cmd_openings_repeated(const struct kw_session *session, size_t ply) {
    const struct kw_position *position = kw_session_before(session, ply);
    for (size_t i = 0; i < ply; i++)
        if (kw_session_move(session, i) == kw_session_move(session, ply) &&
            memcmp(kw_session_before(session, i), position, sizeof *position) == 0)
            return true;
    return false;
}

static const char *cmd_openings_record_header(const struct kw_record *record, const char *name) {
    const char *value = kw_record_header(record, name);
    return value != NULL ? value : "";
}

/* The first record determines the rules of all. */
static enum status cmd_openings_check(struct book *book, struct kw_record *record) {
    const struct kw_game *game = kw_session_game(kw_record_session(record));
    char options[KW_TEXT];
    kw_game_options(game, options);
    if (book->game[0] == '\0') {
        const char *south = cmd_openings_record_header(record, "South-Player");
        snprintf(book->game, sizeof book->game, "%s", kw_game_info(game)->id);
        snprintf(book->options, sizeof book->options, "%s", options);
        snprintf(book->players, sizeof book->players, "%.400s%s%.400s", south,
                 south[0] != '\0' ? "; " : "", cmd_openings_record_header(record, "North-Player"));
        return STATUS_OK;
    }
    if (strcmp(book->game, kw_game_info(game)->id) != 0)
        return call_fail(book->call, "%s: a game of %s among those of %s", book->file,
                         kw_game_info(game)->id, book->game);
    if (strcmp(book->options, options) != 0)
        return call_fail(book->call, "%s: a game with the options '%s' among those with '%s'",
                         book->file, options, book->options);
    return STATUS_OK;
}

static enum status cmd_openings_visit(void *context, struct kw_record *record) {
    struct book *book = context;
    const struct kw_session *session = kw_record_session(record);
    struct kw_result result;
    struct adjudication adjudication;
    enum status status = cmd_openings_check(book, record);
    if (status != STATUS_OK)
        return status;
    if (!adjudication_by_record(&adjudication, record)) {
        book->unfinished++;
        return STATUS_OK;
    }
    struct openings_ending ending = {.outcome = adjudication.outcome};
    if (kw_session_result(session, &result) && result.scored) {
        ending.scored = true;
        ending.margin = (int)result.score[KW_SOUTH] - (int)result.score[KW_NORTH];
    }
    book->games++;
    for (size_t ply = 0; ply < kw_session_plies(session) && ply < book->plies; ply++)
        if (!cmd_openings_repeated(session, ply))
            cmd_openings_count(book, session, ply, &ending);
    return STATUS_OK;
}

/* ---- output --------------------------------------------------------------------------------- */

static int cmd_openings_compare_number(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static int cmd_openings_compare_position(const struct openings_entry *a,
                                         const struct openings_entry *b) {
    return memcmp(&a->position, &b->position, sizeof a->position);
}

static int cmd_openings_order_by_position(const void *left, const void *right) {
    const struct openings_entry *a = left, *b = right;
    int order = cmd_openings_compare_position(a, b);
    return order != 0 ? order : cmd_openings_compare_number(a->move, b->move);
}

/* Earlier positions first, then those of more games; of a position, the moves of more games. */
static int cmd_openings_order_by_use(const void *left, const void *right) {
    const struct openings_entry *a = left, *b = right;
    int order = cmd_openings_compare_number(a->earliest, b->earliest);
    if (order == 0)
        order = cmd_openings_compare_number(b->together, a->together);
    if (order == 0)
        order = cmd_openings_compare_position(a, b);
    if (order == 0)
        order = cmd_openings_compare_number(b->games, a->games);
    return order != 0 ? order : cmd_openings_compare_number(a->move, b->move);
}

/* The entries to print, without gaps, and the totals of each position. */
static void cmd_openings_group(struct book *book) {
    size_t count = 0;
    for (size_t i = 0; i < book->capacity; i++)
        if (book->entry[i].games >= book->least)
            book->entry[count++] = book->entry[i];
    book->count = count;
    if (count > 0)
        qsort(book->entry, count, sizeof *book->entry, cmd_openings_order_by_position);
    for (size_t i = 0, end; i < count; i = end) {
        uint32_t together = 0, earliest = UINT32_MAX;
        for (end = i;
             end < count && cmd_openings_compare_position(&book->entry[i], &book->entry[end]) == 0;
             end++) {
            together += book->entry[end].games;
            earliest = book->entry[end].ply < earliest ? book->entry[end].ply : earliest;
        }
        for (size_t k = i; k < end; k++) {
            book->entry[k].together = together;
            book->entry[k].earliest = earliest;
        }
    }
    if (count > 0)
        qsort(book->entry, count, sizeof *book->entry, cmd_openings_order_by_use);
}

/* A mean in tenths, the nearest, halves away from zero. */
static void cmd_openings_write_mean(struct string_builder *out, int64_t sum, int64_t count) {
    int64_t size = sum < 0 ? -sum : sum;
    int64_t tenths = (20 * size + count) / (2 * count);
    output_format(out, "%s%" PRId64 ".%" PRId64, sum < 0 && tenths > 0 ? "-" : "", tenths / 10,
                  tenths % 10);
}

static void cmd_openings_write_entry(struct string_builder *out, const struct kw_game *game,
                                     const struct openings_entry *entry, bool named) {
    char text[KW_TEXT];
    if (named)
        output_add(out, kw_position_text(game, &entry->position, text));
    output_format(out, "\t%s\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t",
                  kw_move_text(game, &entry->position, entry->move, text), entry->games,
                  entry->result[2], entry->result[1], entry->result[0]);
    if (entry->scored > 0)
        cmd_openings_write_mean(out, entry->margin, entry->scored);
    else
        output_char(out, '-');
    output_char(out, '\n');
}

static void cmd_openings_write_header(struct string_builder *out, const struct book *book) {
    output_format(out, "# komwe openings 1\n# rules: %s\n", book->game);
    if (book->options[0] != '\0')
        output_format(out, "# options: %s\n", book->options);
    output_format(out, "# games: %" PRIu64 "\n# plies: %" PRIu64 "\n# least: %" PRIu64 "\n",
                  book->games, book->plies, book->least);
    output_format(out, "# made by: komwe %s openings\n", kw_version());
    if (book->players[0] != '\0')
        output_format(out, "# players: %s\n", book->players);
    output_add(out, "# position\tmove\tgames\twon\tdrawn\tlost\tmargin\n");
}

/* ---- CSV (RFC 4180) ---------------------------------------------------------------------------
 */

/* A field in quotes, since positions and moves may have commas; no text has a quote. */
static void cmd_openings_write_text(struct string_builder *out, const char *text) {
    output_format(out, "\"%s\",", text);
}

static void cmd_openings_write_csv_entry(struct string_builder *out, const struct kw_game *game,
                                         const struct openings_entry *entry) {
    char text[KW_TEXT];
    cmd_openings_write_text(out, kw_position_text(game, &entry->position, text));
    cmd_openings_write_text(out, kw_move_text(game, &entry->position, entry->move, text));
    output_format(out, "%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", entry->games,
                  entry->result[2], entry->result[1], entry->result[0]);
    if (entry->scored > 0)
        cmd_openings_write_mean(out, entry->margin, entry->scored);
    output_add(out, "\r\n");
}

static void cmd_openings_write_csv(struct book *book, const struct kw_game *game) {
    struct string_builder *out = &book->call->out;
    cmd_openings_group(book);
    output_add(out, "position,move,games,won,drawn,lost,margin\r\n");
    for (size_t i = 0; i < book->count; i++)
        cmd_openings_write_csv_entry(out, game, &book->entry[i]);
}

/* ---- the file of openings -------------------------------------------------------------------- */

static void cmd_openings_write(struct book *book, const struct kw_game *game) {
    struct string_builder *out = &book->call->out;
    cmd_openings_group(book);
    cmd_openings_write_header(out, book);
    for (size_t i = 0; i < book->count; i++) {
        const struct openings_entry *entry = &book->entry[i];
        cmd_openings_write_entry(out, game, entry,
                                 i == 0 || cmd_openings_compare_position(entry - 1, entry) != 0);
    }
}

/* ---- the command ---------------------------------------------------------------------------- */

static enum status cmd_openings_read(struct book *book) {
    struct call *call = book->call;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < call->arguments.operands && status == STATUS_OK; i++) {
        struct record_text text = {0};
        status = records_load(call, call->arguments.operand[i], &text);
        book->file = text.name;
        if (status == STATUS_OK)
            status = records_visit(call, &text, cmd_openings_visit, book);
        records_unload(&text);
    }
    if (status == STATUS_OK && book->games == 0)
        status = call_fail(call, "none of the games is over");
    return status;
}

enum status openings_run(struct call *call) {
    struct book book = {.call = call,
                        .plies = call_number(call, FLAG_PLIES, BOOK_PLIES),
                        .least = call_number(call, FLAG_GAMES, BOOK_GAMES)};
    struct kw_error error;
    enum status status = cmd_openings_read(&book);
    if (status == STATUS_OK) {
        struct kw_game *game = kw_game_open(book.game, book.options, &error);
        if (game == NULL)
            status = call_fail(call, "%s", error.message);
        else if (call->arguments.value[FLAG_CSV] != NULL)
            cmd_openings_write_csv(&book, game);
        else
            cmd_openings_write(&book, game);
        kw_game_close(game);
    }
    if (status == STATUS_OK && book.unfinished > 0)
        call_warn("%" PRIu64 " game%s without an end, not counted", book.unfinished,
                  book.unfinished == 1 ? "" : "s");
    free(book.entry);
    return status;
}
