#include "games/bao/bao_rules.h"

/* ---- clauses --------------------------------------------------------------------------------- */

const struct kw_clause bao_clauses[BAO_CLAUSES] = {
    [START_HUS] = {"start",
                   "Two seeds lie in every back hole and in the right half of each front row. Most "
                   "boards of Hus are larger: their rows have up to sixteen holes, as Mancala "
                   "World has it, and up to twenty-four for teams; here a row has eight.",
                   KW_SOURCE},
    [START_TWOS] = {"start", "Two seeds lie in every hole.", KW_SOURCE},
    [START_BAO] = {"start",
                   "Six seeds lie in front 5 and two each in front 6 and 7; 22 are in reserve.",
                   KW_SOURCE},
    [START_FANDATSAKA] = {"start", "One seed lies in each of front 2 to 7; 26 are in reserve.",
                          KW_SOURCE},
    [START_SAKALAVA] = {"start",
                        "Three seeds lie in front 5 and in back 5, the double rova, two each in "
                        "front 6 and 7, and 22 are in reserve. The article gives no start; the "
                        "source of this one is Dandouau (1909).",
                        KW_SOURCE},
    [LEAST] = {"least", "No move starts by lifting a single seed: a hole must hold two at least.",
               KW_SOURCE},
    [HUS_WAY] = {"one-way", "All sowing goes counterclockwise round the player's own two rows.",
                 KW_SOURCE},
    [SOW] = {"sow",
             "All seeds of a hole are lifted and sown one by one into the following holes of the "
             "player's own two rows, the starting hole included when they go all the way round.",
             KW_SOURCE},
    [STOP] = {"stop", "If the last seed falls into an empty hole, the move ends.", KW_SOURCE},
    [RELAY] = {"relay",
               "If the last seed falls into a hole that held seeds and nothing is captured, all of "
               "them are sown on from there.",
               KW_SOURCE},
    [CAPTURE] = {"capture",
                 "If the last seed falls into an own front hole that held seeds and the facing "
                 "hole holds seeds, these are captured, with those of the hole behind it; they "
                 "are sown on together with the seeds of the capturing hole.",
                 KW_SOURCE},
    [CAPTURE_BOTH] = {"capture",
                      "If the last seed falls into an own front hole that held seeds and the "
                      "facing hole holds seeds, these are captured, with those of the hole behind "
                      "it, and they alone are sown on; the seeds of the capturing hole stay.",
                      KW_SOURCE},
    [CAPTURE_FRONT] = {"capture",
                       "If the last seed falls into an own front hole that held seeds and the "
                       "facing hole holds seeds, these alone are captured and sown on; the seeds "
                       "of the capturing hole stay, and the opponent's back row is safe.",
                       KW_SOURCE},
    [CAPTURE_ROVA] =
        {"capture",
         "If the last seed falls into an own front hole that held seeds and the facing hole holds "
         "seeds, these alone are captured and sown on; the seeds of the capturing hole stay, and "
         "the opponent's back row is safe, but for the back half of the house.",
         KW_READING},
    [NO_MOVE] = {"no-move", "A player who cannot move has lost.", KW_SOURCE},
    [FRONT_LOSES] =
        {"front-row",
         "A player whose front row is empty loses at once, in the middle of a move too.",
         KW_SOURCE},
    [FRONT_WHEN] = {"front-when",
                    "The opponent's front row is looked at after each capture; the player's own "
                    "after each seed that is dropped, not when a hole has been lifted.",
                    KW_READING},
    [SUICIDE] = {"suicide", "A move that empties the player's own front row is legal, and loses.",
                 KW_READING},
    [SUICIDE_BARRED] = {"suicide",
                        "A move that would empty the player's own front row is not legal; it is "
                        "taken out before any other rule chooses among the moves.",
                        KW_READING},
    [EITHER_WAY] = {"either-way",
                    "The first sowing goes either way, and the direction is kept for the move.",
                    KW_SOURCE},
    [HEAD] = {"head",
              "Captured seeds are sown from a head (kichwa), the first into the head itself: going "
              "clockwise from the left one, counterclockwise from the right one.",
              KW_SOURCE},
    [FLANK] = {"flank",
               "A capture in a flank (kimbi) is sown from the nearest head, and the move goes on "
               "in that head's direction.",
               KW_SOURCE},
    [BLANK] = {"blank",
               "If the first lap does not end in a capture the whole move is blank (takata) and "
               "captures nothing; else it is a capturing move (mtaji), which may capture again.",
               KW_SOURCE},
    [SIXTEEN] = {"sixteen",
                 "A move started from a hole with seeds for a whole circuit or more is always "
                 "blank: sixteen on the full board.",
                 KW_SOURCE},
    [SIXTEEN_PLANT] =
        {"sixteen",
         "A move started from a hole with sixteen seeds or more is always blank. That "
         "is a limit for what the player lifts: a capture by planting is exempt.",
         KW_READING},
    [SIXTEEN_CAPTURES] = {"sixteen",
                          "A move started from a hole with more than sixteen seeds may capture "
                          "like any other, as Mancala World has it of Katra Fandatsaka.",
                          KW_READING},
    [MUST_CAPTURE] = {"must-capture", "If a capture is possible, one must be played.", KW_SOURCE},
    [FRONT_FIRST] = {"front-first",
                     "Without a capture a front hole must be played; a back hole only if no front "
                     "hole can be.",
                     KW_SOURCE},
    [PLANT] = {"plant",
               "A player with a reserve plants (namua): one seed of it is put into an occupied "
               "front hole.",
               KW_SOURCE},
    [PLANT_BLANK] = {"plant-blank",
                     "Planting that captures nothing lifts all seeds of the hole and sows them "
                     "either way, and the whole move is blank.",
                     KW_SOURCE},
    [PLANT_CAPTURE] = {"plant-capture",
                       "If the facing hole holds seeds, planting captures them; the player's own "
                       "hole stays as it is.",
                       KW_SOURCE},
    [PLANT_TAKES_NOTHING] = {"plant-capture", "Planting captures nothing, whatever faces the hole.",
                             KW_SOURCE},
    [PLANT_HEAD] = {"plant-head",
                    "They are sown from the nearest head if planted in a flank, else from the head "
                    "that the player chooses.",
                    KW_SOURCE},
    [HARVEST] = {"harvest", "A player without a reserve harvests (mtaji), sowing from own holes.",
                 KW_SOURCE},
    [HARVEST_WHEN] = {"harvest-when",
                      "It is harvest for a player whose reserve is empty when the move begins, "
                      "whatever the opponent has.",
                      KW_READING},
    [HOUSE] = {"house",
               "Front 5 is the house (nyumba) until its owner lifts its seeds or it is captured; "
               "it never comes back.",
               KW_SOURCE},
    [HOUSE_STOP] = {"house-stop", "A blank move ends when a lap ends in the player's own house.",
                    KW_SOURCE},
    [SAFARI] =
        {"safari",
         "When a lap of a capturing move ends in the player's own house and captures nothing, the "
         "player chooses to stop there or to play on (safari), which destroys it.",
         KW_SOURCE},
    [HOUSE_PLANT] = {"house-plant",
                     "Planting a blank into the house sows it whole and destroys it.", KW_SOURCE},
    [SPLIT_HOUSE] = {"split-house",
                     "The house is front 5 and back 5 together: a lap that ends in the front half "
                     "without a capture ends the move or goes on, as the player chooses; lifting "
                     "the front half destroys both.",
                     KW_SOURCE},
    [SPLIT_BACK] = {"split-back", "A lap that ends in the back half of the house ends the move.",
                    KW_SOURCE},
    [ROVA_SINGLE] = {"rova",
                     "Sowing or capturing the front half of the house leaves the seeds of its back "
                     "half where they lie.",
                     KW_READING},
    [ROVA_JOINED] = {"rova",
                     "Sowing the front half of the house (rova) takes the seeds of its back half "
                     "along, and capturing the front half captures both. A move may start from it "
                     "if the front half alone holds two seeds; a circuit is made up of the seeds "
                     "of both.",
                     KW_READING},
    [CAPTURE_FIRST] = {"capture-first",
                       "Where a lap ends in the house and can capture, it captures; what is said "
                       "of the house comes after that.",
                       KW_READING},
    [TAX] = {"tax",
             "A blank planted into a valid house does not sow it whole: it is taxed, two of its "
             "seeds are sown in the chosen direction, and the house stands. The article's example "
             "is a house of six that has four after the tax: so the planted seed is one of the "
             "six, which fits tax_judged=after alone; other published rules judge before it.",
             KW_SOURCE},
    [TAX_ONLY] = {"tax-only",
                  "A valid house may be planted as a blank only if all other front holes are "
                  "empty.",
                  KW_SOURCE},
    [TAX_JUDGED] = {"tax-judged",
                    "Whether a house that is planted in is valid is judged before the planted "
                    "seed, as other published rules have it; the article's example of the tax does "
                    "not fit this.",
                    KW_READING},
    [TAX_JUDGED_AFTER] = {"tax-judged",
                          "Whether a house that is planted in is valid is judged with the planted "
                          "seed, so that one seed less is enough; the article's example of the tax "
                          "fits this alone.",
                          KW_READING},
    [VALID] = {"valid",
               "A house is valid with at least six seeds, else invalid; they are counted after the "
               "last seed of a lap has fallen. An invalid house is played as any hole, and is "
               "valid again when it fills.",
               KW_READING},
    [SINGLETONS] = {"singletons",
                    "With the house destroyed and no capture, a blank must be planted in a front "
                    "hole that held at least two seeds, if one can be.",
                    KW_SOURCE},
    [HARVEST_PLAIN] = {"harvest-house",
                       "In the harvest the house is an ordinary hole; it stands until it is lifted "
                       "or captured.",
                       KW_SOURCE},
    [BLOCK] = {"block",
               "After a blank harvest move, if the opponent has no capture and all capturing moves "
               "that the player would have take one and the same hole first, whatever they take "
               "later, that hole is blocked (takasia).",
               KW_READING},
    [BLOCK_WHEN] = {"block-when",
                    "Nothing is blocked before both reserves are empty; a blank move that was "
                    "stopped as never-ending can block too.",
                    KW_READING},
    [BLOCKED] = {"blocked",
                 "No move may start from a blocked hole, and a blank lap that ends in it stops.",
                 KW_SOURCE},
    [BLOCK_EXCEPT] = {"block-except",
                      "A standing valid house, the only occupied front hole and the only front "
                      "hole with two seeds are not blocked.",
                      KW_SOURCE},
    [BLOCK_SINGLE] = {"block-single", "A hole with a single seed may be blocked.", KW_READING},
    [BLOCK_SINGLE_SPARED] = {"block-single", "A hole with a single seed is not blocked.",
                             KW_READING},
    [MUST_TAKE] =
        {"must-take",
         "After a block the player's next move must be a capturing one whose first capture is the "
         "blocked hole, if there is one; what it takes later is not prescribed.",
         KW_READING},
    [BLOCK_TERM] = {"block-term",
                    "A block holds for one move of the opponent's, and the duty to take the hole "
                    "for the one move that answers it.",
                    KW_READING},
    [NEVER_ENDING] = {"never-ending",
                      "A move is never-ending if it has sown more seeds than the limit, since it "
                      "began or last captured, when a lap ends and calls for another one; a "
                      "capture is never cut.",
                      KW_READING},
    [NEVER_ENDING_BLANK] = {"never-ending",
                            "A blank move is never-ending if it has sown more seeds than the limit "
                            "when a lap ends and calls for another one; a capturing move always "
                            "ends, and is never cut.",
                            KW_READING},
    [SPLIT_UNCUT] = {"house-uncut",
                     "Playing on from the split house by choice is never cut as never-ending.",
                     KW_READING},
    [PLANT_UNCOUNTED] = {"plant-uncounted",
                         "A planted seed is put down, not sown: it does not count towards the "
                         "limit of never-ending moves.",
                         KW_READING},
    KW_CLAUSES_ENDLESS,
    [REPEAT] = {"repetition", "When a position stands for the third time the game is a draw.",
                KW_READING},
    [NEXT] = {"turn", "The players move in turn; South begins.", KW_READING},
};

/* ---- which clauses hold ---------------------------------------------------------------------- */

/*
 * A clause holds if all of the booleans of `struct bao` that are named first are set, and none of
 * those named second, each by its offset; 0 names none.  Without any, a clause always holds.
 */
struct bao_condition {
    uint8_t set[2], unset[2];
};

#define BAO_AT(member) offsetof(struct bao, member)
#define BAO_IF(member)                                                                             \
    {                                                                                              \
        .set = { BAO_AT(member) }                                                                  \
    }
#define BAO_IF_BOTH(one, other)                                                                    \
    {                                                                                              \
        .set = { BAO_AT(one), BAO_AT(other) }                                                      \
    }
#define BAO_IF_NOT(member)                                                                         \
    {                                                                                              \
        .unset = { BAO_AT(member) }                                                                \
    }
#define BAO_IF_BUT(one, other)                                                                     \
    {                                                                                              \
        .set = {BAO_AT(one)}, .unset = { BAO_AT(other) }                                           \
    }

static const struct bao_condition bao_conditions[BAO_CLAUSES] = {
    [HUS_WAY] = BAO_IF_NOT(either_way),
    [CAPTURE] = BAO_IF_NOT(own_stay),
    [CAPTURE_BOTH] = BAO_IF_BUT(own_stay, front_only),
    [CAPTURE_FRONT] = BAO_IF_BUT(front_only, joined),
    [CAPTURE_ROVA] = BAO_IF_BOTH(front_only, joined),
    [FRONT_LOSES] = BAO_IF(front_loses),
    [FRONT_WHEN] = BAO_IF(front_loses),
    [SUICIDE] = BAO_IF_BUT(front_loses, no_suicide),
    [SUICIDE_BARRED] = BAO_IF_BOTH(front_loses, no_suicide),
    [EITHER_WAY] = BAO_IF(either_way),
    [HEAD] = BAO_IF(head),
    [FLANK] = BAO_IF(flank),
    [BLANK] = BAO_IF(blank),
    [SIXTEEN] = BAO_IF_BUT(blank, plant_capture),
    [SIXTEEN_PLANT] = BAO_IF_BUT(plant_capture, long_captures),
    [SIXTEEN_CAPTURES] = BAO_IF_BOTH(plant_capture, long_captures),
    [MUST_CAPTURE] = BAO_IF(must_capture),
    [FRONT_FIRST] = BAO_IF(must_capture),
    [PLANT] = BAO_IF(plant),
    [PLANT_BLANK] = BAO_IF(plant),
    [PLANT_CAPTURE] = BAO_IF(plant_capture),
    [PLANT_TAKES_NOTHING] = BAO_IF_BUT(plant, plant_capture),
    [PLANT_HEAD] = BAO_IF(plant_capture),
    [PLANT_UNCOUNTED] = BAO_IF(plant),
    [HARVEST] = BAO_IF(plant),
    [HARVEST_WHEN] = BAO_IF(plant),
    [HARVEST_PLAIN] = BAO_IF(harvest_plain),
    [HOUSE] = BAO_IF(house),
    [HOUSE_STOP] = BAO_IF_BUT(house, split),
    [SAFARI] = BAO_IF_BUT(house, split),
    [HOUSE_PLANT] = BAO_IF_BUT(house, tax),
    [CAPTURE_FIRST] = BAO_IF(house),
    [SPLIT_HOUSE] = BAO_IF(split),
    [SPLIT_BACK] = BAO_IF(split),
    [SPLIT_UNCUT] = BAO_IF(split),
    [ROVA_SINGLE] = BAO_IF_BUT(split, joined),
    [ROVA_JOINED] = BAO_IF_BOTH(split, joined),
    [TAX] = BAO_IF(tax),
    [TAX_ONLY] = BAO_IF(tax),
    [TAX_JUDGED] = BAO_IF_BUT(tax, tax_after),
    [TAX_JUDGED_AFTER] = BAO_IF_BOTH(tax, tax_after),
    [VALID] = BAO_IF(tax),
    [SINGLETONS] = BAO_IF(singletons),
    [BLOCK] = BAO_IF(block),
    [BLOCK_WHEN] = BAO_IF(block),
    [BLOCKED] = BAO_IF(block),
    [BLOCK_EXCEPT] = BAO_IF(block),
    [BLOCK_SINGLE] = BAO_IF_BUT(block, spare_single),
    [BLOCK_SINGLE_SPARED] = BAO_IF_BOTH(block, spare_single),
    [BLOCK_TERM] = BAO_IF(block),
    [MUST_TAKE] = BAO_IF(block),
    [NEVER_ENDING] = BAO_IF_NOT(blank),
    [NEVER_ENDING_BLANK] = BAO_IF(blank),
};

static bool bao_is_set(const struct rules *rules, uint8_t offset) {
    return *(const bool *)((const char *)rules + offset);
}

bool bao_clause_holds(const struct rules *rules, size_t clause) {
    const struct bao_condition *condition = &bao_conditions[clause];
    if (clause <= START_LAST)
        return bao_of(rules)->setup == clause;
    if (clause >= ENDLESS && clause <= ENDLESS_LAST)
        return clause - ENDLESS == rules->endless;
    for (unsigned i = 0; i < 2; i++) {
        if (condition->set[i] != 0 && !bao_is_set(rules, condition->set[i]))
            return false;
        if (condition->unset[i] != 0 && bao_is_set(rules, condition->unset[i]))
            return false;
    }
    return true;
}

/* ---- options --------------------------------------------------------------------------------- */

static const char *const bao_suicide_choices[] = {"legal", "illegal", NULL};
static const char *const bao_judged_choices[] = {"before", "after", NULL};
static const char *const bao_sixteen_choices[] = {"blank", "capture", NULL};
static const char *const bao_rova_choices[] = {"single", "joined", NULL};
static const char *const bao_width_choices[] = {"4", "6", "8", NULL};

const struct kw_option bao_options[BAO_OPTIONS] = {
    [SUICIDES] = {"suicide", "whether a move that empties the player's own front row is legal",
                  bao_suicide_choices, 0, 0, "suicide"},
    [SIXTEENS] = {"sixteen", "whether a move from more than sixteen seeds is blank or may capture",
                  bao_sixteen_choices, 0, 0, "sixteen"},
    [ROVA] = {"rova",
              "whether the halves of the house are sown and captured each by itself or together",
              bao_rova_choices, 0, 0, "rova"},
    [TAX_JUDGING] = {"tax_judged",
                     "whether a house that is planted in is judged before or after the planted "
                     "seed",
                     bao_judged_choices, 0, 0, "tax-judged"},
    [BLOCK_SINGLETON] = {"block_singleton", "whether a hole with a single seed may be blocked",
                         kw_yes_no, 0, 0, "block-single"},
    [WIDTH] = {"width", "holes in a row, for study", bao_width_choices, 0, 0, "start"},
    [LIMIT] = KW_OPTION_LIMIT,
    [RESULT] = KW_OPTION_ENDLESS,
};

bool bao_option_holds(const struct rules *rules, size_t option) {
    const struct bao *bao = bao_of(rules);
    switch (option) {
    case SUICIDES:
        return bao->front_loses;
    case SIXTEENS:
        return bao->katra;
    case ROVA:
        return bao->split;
    case TAX_JUDGING:
        return bao->tax;
    case BLOCK_SINGLETON:
        return bao->block;
    case WIDTH:
        return !bao->plant;
    default:
        return true;
    }
}

void bao_configure(struct rules *rules, const int32_t *value) {
    struct bao *bao = (struct bao *)rules;
    bao->no_suicide = value[SUICIDES] == 1;
    bao->long_captures = value[SIXTEENS] == 1;
    bao->joined = value[ROVA] == 1;
    bao->tax_after = value[TAX_JUDGING] == 1;
    bao->spare_single = value[BLOCK_SINGLETON] == 0;
    if (value[WIDTH] != VALUE_UNSET) {
        unsigned width = (unsigned)(4 + 2 * value[WIDTH]);
        rules->columns = (uint8_t)width;
        rules->seeds = (uint8_t)(bao->setup == SETUP_HUS ? 6 * width : 8 * width);
    }
    rules->limit = BAO_LIMIT((uint32_t)rules->columns);
    rules_endless(rules, value[LIMIT], value[RESULT]);
}

int32_t bao_value(const struct rules *rules, size_t option) {
    const struct bao *bao = bao_of(rules);
    switch (option) {
    case SUICIDES:
        return bao->no_suicide;
    case SIXTEENS:
        return bao->long_captures;
    case ROVA:
        return bao->joined;
    case TAX_JUDGING:
        return bao->tax_after;
    case BLOCK_SINGLETON:
        return !bao->spare_single;
    case WIDTH:
        return (rules->columns - 4) / 2;
    case LIMIT:
        return (int32_t)rules->limit;
    default:
        return rules->endless;
    }
}

/* ---- the start ------------------------------------------------------------------------------- */

void bao_start(const struct rules *rules, struct kw_position *position) {
    static const uint8_t fronts[][8] = {[SETUP_BAO] = {0, 0, 0, 0, 6, 2, 2, 0},
                                        [SETUP_FANDATSAKA] = {0, 1, 1, 1, 1, 1, 1, 0},
                                        [SETUP_SAKALAVA] = {0, 0, 0, 0, 3, 2, 2, 0}};
    const struct bao *bao = bao_of(rules);
    unsigned width = rules->columns;
    for (unsigned player = 0; player < 2; player++) {
        uint8_t *hole = position->hole + 16 * player;
        if (bao->setup == SETUP_TWOS) {
            memset(hole, 2, 2 * width);
        } else if (bao->setup == SETUP_HUS) {
            memset(hole + width / 2, 2, width / 2 + width);
        } else {
            memcpy(hole, fronts[bao->setup], 8);
            hole[HOUSE_BACK] = bao->setup == SETUP_SAKALAVA ? 3 : 0;
            position->store[player] = bao->setup == SETUP_FANDATSAKA ? 26 : 22;
        }
    }
    position->mark = bao->house ? HOUSES : 0;
}
