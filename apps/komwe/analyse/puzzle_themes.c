#include "analyse/puzzle_themes.h"

#include "text/move_effect.h"

#include <stdio.h>
#include <string.h>

enum {
    ROBBED = 3,  /* holes of a capture that is a theme */
    CHOICES = 64 /* moves among which a capture or a saving one is looked for, at most */
};

static const char *const theme_name[THEMES] = {
    "oneMove", "short",    "long",      "win",       "tripleCapture",
    "house",   "starving", "extraMove", "quietMove", "endgame",
};

/* ---- solutions ------------------------------------------------------------------------------ */

/* Plays a move of one ply. */
static bool puzzle_solution_add(struct puzzle_solution *solution, const struct kw_game *game,
                                struct kw_position *position, const char *word, unsigned solver) {
    kw_move list[KW_TURN_STEPS];
    if (solution->plies == PUZZLE_PLIES || kw_move_read(game, position, word, list, NULL) != 1)
        return false;
    solution->move[solution->plies++] = list[0];
    solution->moves += position->turn == solver;
    kw_play(game, position, list[0], position);
    return solution->moves <= PUZZLE_LONGEST;
}

bool puzzle_solution_read(struct puzzle_solution *solution, const struct kw_game *game,
                          const struct kw_position *position, const char *answer,
                          const char *line) {
    struct kw_position at = *position;
    char words[KW_TEXT], *rest = NULL;
    unsigned mover = position->turn;
    *solution = (struct puzzle_solution){0};
    if (!puzzle_solution_add(solution, game, &at, answer, position->turn))
        return false;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        mover = at.turn;
        if (!puzzle_solution_add(solution, game, &at, word, position->turn))
            return false;
    }
    return mover == position->turn;
}

/* ---- houses --------------------------------------------------------------------------------- */

/* Whether the first mark of the game's holes is that of a house. */
static bool puzzle_game_has_houses(const struct kw_game *game) {
    return kw_mark_letter(game, 1) == 'h';
}

/* The holes of the rows on the side of a player. */
static uint32_t puzzle_holes_of(const struct kw_game *game, unsigned player) {
    unsigned half = kw_game_info(game)->rows / 2, first = player == KW_NORTH ? 0 : half;
    uint32_t holes = 0;
    for (unsigned row = first; row < first + half; row++)
        for (unsigned column = 0; column < kw_game_columns(game); column++)
            holes |= UINT32_C(1) << kw_hole_at(game, row, column);
    return holes;
}

static uint32_t puzzle_house(const struct kw_game *game, const struct kw_position *position,
                             unsigned player) {
    return position->mark & puzzle_holes_of(game, player);
}

/* Whether the house of a player is gone after the move, or after an answer to it. */
static bool puzzle_house_falls(const struct kw_game *game, const struct kw_position *position,
                               kw_move move, unsigned player) {
    static const struct kw_position none;
    struct kw_position next = none, after;
    kw_move list[CHOICES];
    kw_play(game, position, move, &next);
    if (puzzle_house(game, &next, player) == 0)
        return true;
    if (next.turn == player)
        return false;
    size_t count = kw_moves(game, &next, list, CHOICES);
    for (size_t i = 0; i < count && i < CHOICES; i++) {
        kw_play(game, &next, list[i], &after);
        if (puzzle_house(game, &after, player) == 0)
            return true;
    }
    return false;
}

/* Only this move keeps the house of the player to move from being destroyed at once. */
static bool puzzle_saves_house(const struct kw_game *game, const struct kw_position *position,
                               kw_move move) {
    kw_move list[CHOICES];
    size_t count = kw_moves(game, position, list, CHOICES);
    if (puzzle_house(game, position, position->turn) == 0 || count > CHOICES ||
        puzzle_house_falls(game, position, move, position->turn))
        return false;
    for (size_t i = 0; i < count; i++)
        if (list[i] != move && !puzzle_house_falls(game, position, list[i], position->turn))
            return false;
    return true;
}

/* ---- themes --------------------------------------------------------------------------------- */

/* Some move captures. */
static bool puzzle_can_capture(const struct kw_game *game, const struct kw_position *position) {
    kw_move list[CHOICES];
    size_t count = kw_moves(game, position, list, CHOICES);
    for (size_t i = 0; i < count && i < CHOICES; i++) {
        struct effect effect;
        effect_find(&effect, game, position, list[i]);
        if (effect.robbed != 0)
            return true;
    }
    return false;
}

/* The opponent of the player has no seed, or none that can be moved. */
static bool puzzle_starves(const struct kw_game *game, const struct kw_position *position,
                           unsigned player) {
    struct kw_result result;
    uint32_t own = puzzle_holes_of(game, player ^ 1u);
    kw_move only;
    if (!kw_state(game, position, &result))
        return position->turn != player && kw_moves(game, position, &only, 1) == 1 &&
               kw_move_kind(only) == KW_PASS;
    bool stuck = !kw_game_info(game)->counts_seeds &&
                 result.outcome == (player == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS);
    unsigned seeds = 0;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += (own >> hole & 1u) != 0 ? position->hole[hole] : 0;
    return stuck || seeds == 0;
}

/* What a move adds of the one who solves. */
static unsigned puzzle_themes_of_move(const struct kw_game *game,
                                      const struct kw_position *position, kw_move move,
                                      bool houses) {
    struct effect effect;
    unsigned themes = 0, solver = position->turn;
    effect_find(&effect, game, position, move);
    if (houses && (puzzle_house(game, &effect.next, solver ^ 1u) !=
                       puzzle_house(game, position, solver ^ 1u) ||
                   puzzle_saves_house(game, position, move)))
        themes |= THEME_HOUSE;
    if (effect.taken > 0 && __builtin_popcount(effect.robbed) >= ROBBED)
        themes |= THEME_TRIPLE_CAPTURE;
    if (effect.again && !effect.over)
        themes |= THEME_EXTRA_MOVE;
    if (effect.robbed == 0 && puzzle_can_capture(game, position))
        themes |= THEME_QUIET_MOVE;
    return themes;
}

unsigned puzzle_themes_of_moves(const struct kw_game *game, const struct kw_position *position,
                                const struct puzzle_solution *solution) {
    struct kw_position at = *position;
    bool houses = puzzle_game_has_houses(game);
    unsigned themes = THEME_ONE_MOVE << (solution->moves - 1);
    for (size_t i = 0; i < solution->plies; i++) {
        if (at.turn == position->turn)
            themes |= puzzle_themes_of_move(game, &at, solution->move[i], houses);
        kw_play(game, &at, solution->move[i], &at);
    }
    return puzzle_starves(game, &at, position->turn) ? themes | THEME_STARVING : themes;
}

/* ---- text ----------------------------------------------------------------------------------- */

const char *puzzle_themes_text(unsigned themes, char text[KW_TEXT]) {
    size_t length = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < THEMES; i++)
        if ((themes >> i & 1u) != 0)
            length += (size_t)snprintf(text + length, KW_TEXT - length, "%s%s",
                                       length > 0 ? " " : "", theme_name[i]);
    return text;
}

static bool puzzle_theme_add(const char *word, size_t length, unsigned *themes) {
    for (unsigned i = 0; i < THEMES; i++) {
        if (strlen(theme_name[i]) != length || strncmp(theme_name[i], word, length) != 0)
            continue;
        *themes |= 1u << i;
        return true;
    }
    return false;
}

static bool puzzle_themes_split(const char *text, const char *between, unsigned *themes) {
    *themes = 0;
    for (size_t length; (length = strcspn(text, between)) > 0; text += length + 1)
        if (!puzzle_theme_add(text, length, themes))
            return false;
        else if (text[length] == '\0')
            return true;
    return false;
}

bool puzzle_themes_read(const char *text, unsigned *themes) {
    char again[KW_TEXT];
    return puzzle_themes_split(text, " ", themes) &&
           strcmp(puzzle_themes_text(*themes, again), text) == 0;
}

bool puzzle_themes_list_read(const char *words, unsigned *themes) {
    return puzzle_themes_split(words, ",", themes);
}
