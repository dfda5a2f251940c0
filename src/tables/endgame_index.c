#include "tables/endgame_index.h"

#include "base/error.h"

#include <assert.h>
#include <stdlib.h>

/* ---- the name of the rules ------------------------------------------------------------------- */

/*
 * Whether a word NAME=VALUE is left out of the name: it sets an option that the tables do not
 * depend on, or says what a file means that does not name the option.
 */
static bool endgame_index_is_irrelevant(const struct kw_game *game, const char *word,
                                        size_t word_length) {
    const struct endgame_layout *layout = game_endgame_layout(game);
    const char *former = game_option_former(game);
    if (former != NULL && strlen(former) == word_length && memcmp(former, word, word_length) == 0)
        return true;
    for (size_t i = 0; layout != NULL && i < 3 && layout->irrelevant[i] != NULL; i++) {
        size_t length = strlen(layout->irrelevant[i]);
        if (strncmp(layout->irrelevant[i], word, length) == 0 && word[length] == '=')
            return true;
    }
    return false;
}

const char *endgame_name(const struct kw_game *game, char name[ENDGAME_NAME]) {
    char options[KW_TEXT];
    struct text text = text_into(name, ENDGAME_NAME);
    text_string(&text, game->info->id);
    game_options_as_written(game, options);
    for (const char *word = options; *word != '\0';) {
        int length = (int)strcspn(word, " ");
        if (!endgame_index_is_irrelevant(game, word, (size_t)length))
            text_format(&text, ",%.*s", length, word);
        word += length + (word[length] == ' ');
    }
    return name;
}

/* ---- counting -------------------------------------------------------------------------------- */

/*
 * For h = 0 .. holes and s = 0 .. most, a row of most + 2 numbers: entry c is the number of states
 * of h holes with s seeds whose first hole holds fewer than c; so entry s + 1 is the number of all
 * states.  0 holes have one state with 0 seeds.
 */
static uint64_t *endgame_index_row(const struct endgame_index *index, unsigned holes,
                                   unsigned seeds) {
    size_t width = index->most + 2u;
    return index->table + ((size_t)holes * (index->most + 1u) + seeds) * width;
}

static uint64_t endgame_index_states(const struct endgame_index *index, unsigned holes,
                                     unsigned seeds) {
    return endgame_index_row(index, holes, seeds)[seeds + 1];
}

/* Whether a hole with so many seeds has a second state. */
static bool endgame_index_is_double(const struct endgame_index *index, unsigned seeds) {
    switch (index->marks) {
    case ENDGAME_OCCUPIED:
        return seeds > 0;
    case ENDGAME_WON_AND_THREE:
        return seeds == 0 || seeds == 3;
    default:
        return false;
    }
}

static uint64_t endgame_index_sum(uint64_t a, uint64_t b) {
    return a > ENDGAME_UNCOUNTED - b ? ENDGAME_UNCOUNTED : a + b;
}

static void endgame_index_fill(struct endgame_index *index) {
    for (unsigned seeds = 0; seeds <= index->most; seeds++)
        endgame_index_row(index, 0, seeds)[seeds + 1] = seeds == 0;
    for (unsigned holes = 1; holes <= index->holes; holes++) {
        for (unsigned seeds = 0; seeds <= index->most; seeds++) {
            uint64_t *row = endgame_index_row(index, holes, seeds);
            for (unsigned c = 0; c <= seeds; c++) {
                uint64_t rest = endgame_index_states(index, holes - 1, seeds - c);
                row[c + 1] = endgame_index_sum(row[c], endgame_index_is_double(index, c)
                                                           ? endgame_index_sum(rest, rest)
                                                           : rest);
            }
        }
    }
}

bool endgame_index_open(struct endgame_index *index, const struct kw_game *game, unsigned most,
                        struct kw_error *error) {
    const struct endgame_layout *layout = game_endgame_layout(game);
    assert(most <= ENDGAME_SEEDS);
    *index = (struct endgame_index){.game = game, .most = most};
    if (layout == NULL)
        return error_set(error, KW_BAD_VALUE, 1, "%s has no endgame tables: %s", game->info->id,
                         game->info->counts_seeds ? "none are known for it"
                                                  : "in its family no seed leaves the game");
    if (game->rules->endless != ENDLESS_STOP)
        return error_set(error, KW_BAD_VALUE, 1,
                         "endgame tables hold seeds, so a never-ending move must have a score: "
                         "endless.result=stop");
    if (game->rules->majority)
        return error_set(error, KW_BAD_VALUE, 1,
                         "endgame tables do not know what the stores hold, so no majority may end "
                         "the game: majority=no");
    if (!game_linear(game))
        return error_set(error, KW_BAD_VALUE, 1,
                         "endgame tables hold the seeds that are still won: an end of %s depends "
                         "on what the stores hold, or fewer seeds win",
                         game->info->id);
    index->cycles = game_cycles(game);
    index->marks = layout->marks;
    index->holes = 2u * game->rules->columns;
    index->table = calloc((index->holes + 1u) * (most + 1u), (most + 2u) * sizeof *index->table);
    if (index->table == NULL)
        return error_no_memory(error);
    endgame_index_fill(index);
    return true;
}

void endgame_index_close(struct endgame_index *index) {
    free(index->table);
    *index = (struct endgame_index){0};
}

uint64_t endgame_layer(const struct endgame_index *index, unsigned seeds) {
    assert(seeds <= index->most);
    return endgame_index_states(index, index->holes, seeds);
}

/* ---- positions and their numbers ------------------------------------------------------------- */

bool endgame_covers(const struct endgame_index *index, const struct kw_position *position) {
    bool opening = index->marks == ENDGAME_UNMARKED && position->mark != 0;
    return position->phase == 0 && position->over == KW_GOING_ON && !opening;
}

/* Holes whose seeds are won already. */
static uint32_t endgame_index_won_holes(const struct endgame_index *index,
                                        const struct kw_position *position) {
    return index->marks == ENDGAME_WON_AND_THREE ? position->mark : 0;
}

unsigned endgame_seeds(const struct endgame_index *index, const struct kw_position *position) {
    uint32_t board = (1u << index->holes) - 1;
    return seeds_in(position, board & ~endgame_index_won_holes(index, position));
}

uint64_t endgame_rank(const struct endgame_index *index, const struct kw_position *position,
                      unsigned seeds) {
    unsigned row = index->holes / 2, hole = position->turn == KW_SOUTH ? 0 : row;
    uint32_t second = position->mark | position->mark2,
             won = endgame_index_won_holes(index, position);
    uint64_t rank = 0;
    for (unsigned left = index->holes; left > 0; left--) {
        unsigned c = won >> hole & 1 ? 0 : position->hole[hole];
        rank += endgame_index_row(index, left, seeds)[c];
        seeds -= c;
        if (KW_UNLIKELY(second >> hole & 1))
            rank += endgame_index_states(index, left - 1, seeds);
        hole = hole + 1 == index->holes ? 0 : hole + 1;
    }
    return rank;
}

/* Sets the second state of a hole. */
static void endgame_index_mark(const struct endgame_index *index, struct kw_position *position,
                               unsigned hole) {
    enum { WON_SEEDS = 4 };
    if (index->marks == ENDGAME_WON_AND_THREE && position->hole[hole] == 3) {
        position->mark2 |= 1u << hole;
        return;
    }
    position->mark |= 1u << hole;
    if (index->marks == ENDGAME_WON_AND_THREE)
        position->hole[hole] = WON_SEEDS;
}

void endgame_unrank(const struct endgame_index *index, unsigned seeds, uint64_t rank,
                    struct kw_position *position) {
    *position = (struct kw_position){.turn = KW_SOUTH};
    for (unsigned hole = 0; hole < index->holes; hole++) {
        unsigned left = index->holes - hole, c = 0;
        const uint64_t *row = endgame_index_row(index, left, seeds);
        while (row[c + 1] <= rank)
            c++;
        rank -= row[c];
        seeds -= c;
        position->hole[hole] = (uint8_t)c;
        uint64_t rest = endgame_index_states(index, left - 1, seeds);
        if (rank >= rest) {
            rank -= rest;
            endgame_index_mark(index, position, hole);
        }
    }
}

int endgame_lead(const struct endgame_index *index, const struct kw_position *position) {
    /* A hole whose seeds are won lies in the row of the player who lost it. */
    uint32_t won = endgame_index_won_holes(index, position), south = (1u << index->holes / 2) - 1;
    int lead = position->store[KW_SOUTH] + (int)seeds_in(position, won & ~south) -
               position->store[KW_NORTH] - (int)seeds_in(position, won & south);
    return position->turn == KW_SOUTH ? lead : -lead;
}

bool endgame_final(const struct endgame_index *index, const struct kw_position *position,
                   int *value) {
    struct kw_result result;
    if (!kw_state(index->game, position, &result))
        return false;
    int score = (int)result.score[KW_SOUTH] - (int)result.score[KW_NORTH];
    *value = (position->turn == KW_SOUTH ? score : -score) - endgame_lead(index, position);
    return true;
}
