/*
 * The Bao family: Hus, the ladder of steps that leads from it to Bao la Kiswahili, and the games it
 * passes on the way.  Each step adds one rule and keeps the others; the rules that a step has are
 * one row of the table `ladder` below.  After the article that builds Bao up from Hus, step by
 * step.
 *
 * A player's sixteen holes are a ring: his front row 0..7 from his left to his right, then his back
 * row 8..15 from right to left.  "Along the ring" is clockwise; `reverse` counterclockwise.
 *
 *       back row  15 14 13 12 11 10  9  8          front f faces the opponent's front 7-f,
 *      front row   0  1  2  3  4  5  6  7          and his back 8+f lies behind that one
 */
#include "games/family_parts.h"
#include "games/rule_set.h"
#include "sow/ring.h"

/* ---- the rulebook ---------------------------------------------------------------------------- */

enum clause {
    START_HUS,
    START_TWOS,
    START_BAO,
    START_FANDATSAKA,
    START_SAKALAVA,
    LEAST,
    HUS_WAY,
    SOW,
    STOP,
    RELAY,
    CAPTURE,
    CAPTURE_BOTH,
    CAPTURE_FRONT,
    CAPTURE_ROVA,
    NO_MOVE,
    FRONT_LOSES,
    FRONT_WHEN,
    SUICIDE,
    SUICIDE_BARRED,
    EITHER_WAY,
    HEAD,
    FLANK,
    BLANK,
    SIXTEEN,
    SIXTEEN_PLANT,
    SIXTEEN_CAPTURES,
    MUST_CAPTURE,
    FRONT_FIRST,
    PLANT,
    PLANT_BLANK,
    PLANT_CAPTURE,
    PLANT_TAKES_NOTHING,
    PLANT_HEAD,
    HARVEST,
    HARVEST_WHEN,
    HOUSE,
    HOUSE_STOP,
    SAFARI,
    HOUSE_PLANT,
    SPLIT_HOUSE,
    SPLIT_BACK,
    ROVA_SINGLE,
    ROVA_JOINED,
    CAPTURE_FIRST,
    TAX,
    TAX_ONLY,
    TAX_JUDGED,
    TAX_JUDGED_AFTER,
    VALID,
    SINGLETONS,
    HARVEST_PLAIN,
    BLOCK,
    BLOCK_WHEN,
    BLOCKED,
    BLOCK_EXCEPT,
    BLOCK_SINGLE,
    BLOCK_SINGLE_SPARED,
    MUST_TAKE,
    BLOCK_TERM,
    NEVER_ENDING,
    NEVER_ENDING_BLANK,
    SPLIT_UNCUT,
    PLANT_UNCOUNTED,
    ENDLESS,
    ENDLESS_LAST = ENDLESS + ENDLESS_LOSES,
    REPEAT,
    NEXT
};

static const struct kw_clause bao_clauses[] = {
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

static const char *const suicide_choices[] = {"legal", "illegal", NULL};
static const char *const judged_choices[] = {"before", "after", NULL};
static const char *const sixteen_choices[] = {"blank", "capture", NULL};
static const char *const rova_choices[] = {"single", "joined", NULL};
static const char *const width_choices[] = {"4", "6", "8", NULL};

enum { SUICIDES, SIXTEENS, ROVA, TAX_JUDGING, BLOCK_SINGLETON, WIDTH, LIMIT, RESULT };

static const struct kw_option bao_options[] = {
    [SUICIDES] = {"suicide", "whether a move that empties the player's own front row is legal",
                  suicide_choices, 0, 0, "suicide"},
    [SIXTEENS] = {"sixteen", "whether a move from more than sixteen seeds is blank or may capture",
                  sixteen_choices, 0, 0, "sixteen"},
    [ROVA] = {"rova",
              "whether the halves of the house are sown and captured each by itself or together",
              rova_choices, 0, 0, "rova"},
    [TAX_JUDGING] = {"tax_judged",
                     "whether a house that is planted in is judged before or after the planted "
                     "seed",
                     judged_choices, 0, 0, "tax-judged"},
    [BLOCK_SINGLETON] = {"block_singleton", "whether a hole with a single seed may be blocked",
                         kw_yes_no, 0, 0, "block-single"},
    [WIDTH] = {"width", "holes in a row, for study", width_choices, 0, 0, "start"},
    [LIMIT] = KW_OPTION_LIMIT,
    [RESULT] = KW_OPTION_ENDLESS,
};

/* ---- the ladder ------------------------------------------------------------------------------ */

/* In the order of the clauses START_... */
enum setup { SETUP_HUS, SETUP_TWOS, SETUP_BAO, SETUP_FANDATSAKA, SETUP_SAKALAVA };

struct bao {
    struct rules rules;
    uint8_t setup;      /* enum setup */
    bool own_stay;      /* step 1: captured seeds alone are sown */
    bool front_only;    /* step 2: the back row is safe */
    bool front_loses;   /* step 3: an empty front row loses */
    bool either_way;    /* step 4: sow either way */
    bool head;          /* step 5: captured seeds are sown from a head */
    bool flank;         /* step 6: flanks force the head */
    bool blank;         /* step 7: blank moves */
    bool must_capture;  /* step 9: which moves are allowed */
    bool plant;         /* step 10: planting */
    bool plant_capture; /* step 11: captures while planting */
    bool house;         /* step 12 */
    bool split;         /* Katra Sakalava's split house */
    bool tax;           /* step 13: tax, valid and invalid house */
    bool singletons;    /* step 14 */
    bool harvest_plain; /* step 15: no house in the harvest */
    bool block;         /* step 16: blocking */
    bool katra;         /* a game of Madagascar, with the options on what is told of it */
    bool no_suicide;    /* suicide=illegal */
    bool long_captures; /* sixteen=capture */
    bool joined;        /* rova=joined */
    bool tax_after;     /* tax_judged=after */
    bool spare_single;  /* block_singleton=no */
};

/* A board; a move may sow twelve circuits. */
#define LIMIT_OF(WIDTH) (24 * (WIDTH))
#define BASE                                                                                       \
    { .rows = 4, .columns = 8, .seeds = 48, .limit = LIMIT_OF(8) }
#define FULL                                                                                       \
    { .rows = 4, .columns = 8, .seeds = 64, .limit = LIMIT_OF(8) }
#define PLANTED                                                                                    \
    { .rows = 4, .columns = 8, .seeds = 64, .stores = true, .limit = LIMIT_OF(8) }
#define STEP1 .own_stay = true
#define STEP2 STEP1, .front_only = true
#define STEP3 STEP2, .front_loses = true
#define STEP4 STEP3, .either_way = true
#define STEP5 STEP4, .head = true
#define STEP6 STEP5, .flank = true
#define STEP7 STEP6, .blank = true
#define STEP9 STEP7, .must_capture = true
#define STEP10 STEP9, .plant = true
#define STEP11 STEP10, .plant_capture = true
#define STEP12 STEP11, .house = true
#define STEP13 STEP12, .tax = true
#define STEP14 STEP13, .singletons = true
#define STEP15 STEP14, .harvest_plain = true
#define STEP16 STEP15, .block = true

static const struct bao ladder_hus = {.rules = BASE, .setup = SETUP_HUS};
static const struct bao ladder_bao1 = {.rules = BASE, .setup = SETUP_HUS, STEP1};
static const struct bao ladder_bao2 = {.rules = BASE, .setup = SETUP_HUS, STEP2};
static const struct bao ladder_bao3 = {.rules = BASE, .setup = SETUP_HUS, STEP3};
static const struct bao ladder_bao4 = {.rules = BASE, .setup = SETUP_HUS, STEP4};
static const struct bao ladder_bao5 = {.rules = BASE, .setup = SETUP_HUS, STEP5};
static const struct bao ladder_bao6 = {.rules = BASE, .setup = SETUP_HUS, STEP6};
static const struct bao ladder_bao7 = {.rules = BASE, .setup = SETUP_HUS, STEP7};
static const struct bao ladder_bao8 = {.rules = FULL, .setup = SETUP_TWOS, STEP7};
static const struct bao ladder_kujifunza = {.rules = FULL, .setup = SETUP_TWOS, STEP9};
static const struct bao ladder_bao10 = {.rules = PLANTED, .setup = SETUP_BAO, STEP10};
static const struct bao ladder_bao11 = {.rules = PLANTED, .setup = SETUP_BAO, STEP11};
static const struct bao ladder_fandatsaka = {
    .rules = PLANTED, .setup = SETUP_FANDATSAKA, STEP11, .katra = true};
static const struct bao ladder_bao12 = {.rules = PLANTED, .setup = SETUP_BAO, STEP12};
static const struct bao ladder_sakalava = {
    .rules = PLANTED, .setup = SETUP_SAKALAVA, STEP12, .split = true, .katra = true};
static const struct bao ladder_bao13 = {.rules = PLANTED, .setup = SETUP_BAO, STEP13};
static const struct bao ladder_bao14 = {.rules = PLANTED, .setup = SETUP_BAO, STEP14};
static const struct bao ladder_bao15 = {.rules = PLANTED, .setup = SETUP_BAO, STEP15};
static const struct bao ladder_kiswahili = {.rules = PLANTED, .setup = SETUP_BAO, STEP16};

KW_INLINE const struct bao *bao_of(const struct rules *rules) { return (const struct bao *)rules; }

static bool bao_clause_holds(const struct rules *rules, size_t clause) {
    const struct bao *bao = bao_of(rules);
    switch (clause) {
    case START_HUS:
    case START_TWOS:
    case START_BAO:
    case START_FANDATSAKA:
    case START_SAKALAVA:
        return bao->setup == clause - START_HUS;
    case HUS_WAY:
        return !bao->either_way;
    case CAPTURE:
        return !bao->own_stay;
    case CAPTURE_BOTH:
        return bao->own_stay && !bao->front_only;
    case CAPTURE_FRONT:
    case CAPTURE_ROVA:
        return bao->front_only && (clause == CAPTURE_ROVA) == bao->joined;
    case FRONT_LOSES:
    case FRONT_WHEN:
        return bao->front_loses;
    case SUICIDE:
    case SUICIDE_BARRED:
        return bao->front_loses && (clause == SUICIDE_BARRED) == bao->no_suicide;
    case EITHER_WAY:
        return bao->either_way;
    case HEAD:
        return bao->head;
    case FLANK:
        return bao->flank;
    case BLANK:
        return bao->blank;
    case SIXTEEN:
        return bao->blank && !bao->plant_capture;
    case SIXTEEN_PLANT:
    case SIXTEEN_CAPTURES:
        return bao->plant_capture && (clause == SIXTEEN_CAPTURES) == bao->long_captures;
    case MUST_CAPTURE:
    case FRONT_FIRST:
        return bao->must_capture;
    case PLANT:
    case PLANT_BLANK:
    case HARVEST:
    case HARVEST_WHEN:
    case PLANT_UNCOUNTED:
        return bao->plant;
    case PLANT_TAKES_NOTHING:
        return bao->plant && !bao->plant_capture;
    case PLANT_CAPTURE:
    case PLANT_HEAD:
        return bao->plant_capture;
    case HOUSE:
    case CAPTURE_FIRST:
        return bao->house;
    case HOUSE_STOP:
    case SAFARI:
        return bao->house && !bao->split;
    case HOUSE_PLANT:
        return bao->house && !bao->tax;
    case SPLIT_HOUSE:
    case SPLIT_BACK:
    case SPLIT_UNCUT:
        return bao->split;
    case ROVA_SINGLE:
    case ROVA_JOINED:
        return bao->split && (clause == ROVA_JOINED) == bao->joined;
    case TAX:
    case TAX_ONLY:
    case VALID:
        return bao->tax;
    case TAX_JUDGED:
    case TAX_JUDGED_AFTER:
        return bao->tax && (clause == TAX_JUDGED_AFTER) == bao->tax_after;
    case SINGLETONS:
        return bao->singletons;
    case HARVEST_PLAIN:
        return bao->harvest_plain;
    case BLOCK:
    case BLOCK_WHEN:
    case BLOCKED:
    case BLOCK_EXCEPT:
    case MUST_TAKE:
    case BLOCK_TERM:
        return bao->block;
    case BLOCK_SINGLE:
    case BLOCK_SINGLE_SPARED:
        return bao->block && (clause == BLOCK_SINGLE_SPARED) == bao->spare_single;
    case NEVER_ENDING:
    case NEVER_ENDING_BLANK:
        return (clause == NEVER_ENDING_BLANK) == bao->blank;
    default:
        return clause < ENDLESS || clause > ENDLESS_LAST || clause - ENDLESS == rules->endless;
    }
}

static bool bao_option_holds(const struct rules *rules, size_t option) {
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

static void bao_configure(struct rules *rules, const int32_t *value) {
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
    rules->limit = LIMIT_OF((uint32_t)rules->columns);
    rules_endless(rules, value[LIMIT], value[RESULT]);
}

static int32_t bao_value(const struct rules *rules, size_t option) {
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

enum {
    HOUSE_HOLE = 4,  /* front 5 */
    HOUSE_BACK = 11, /* back 5: the split house's other half */
    HOUSE_VALID = 6, /* seeds of a valid house */
    TAXED = 2,       /* seeds that a tax sows */
    HOUSES = 1 << HOUSE_HOLE | 1 << (16 + HOUSE_HOLE),
};

static void bao_start(const struct rules *rules, struct kw_position *position) {
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

/* ---- a move at work: `mark` holds the houses, `mark2` the blocked hole ----------------------- */

/* The two sides as the mover sees them. */
struct bao_side {
    struct lanes16 own, opponent;
    unsigned house;       /* 1: the mover's stands */
    unsigned their_house; /* 1: the opponent's stands */
    uint32_t blocked;     /* the mover's own hole that is blocked, as a bit */
};

KW_INLINE struct bao_side bao_side(const struct kw_position *position, unsigned player) {
    unsigned own = 16 * player, theirs = 16 - own;
    return (struct bao_side){.own = half_load(position->hole + own),
                             .opponent = half_load(position->hole + theirs),
                             .house = position->mark >> (own + HOUSE_HOLE) & 1,
                             .their_house = position->mark >> (theirs + HOUSE_HOLE) & 1,
                             .blocked = position->mark2 >> own & 0xffff};
}

/* The front holes of a half that hold seeds. */
KW_INLINE uint32_t bao_front(const struct rules *rules, struct lanes16 half) {
    return lanes_at_least(half, 1) & ((1u << rules->columns) - 1);
}

/* The own front holes that face one with seeds. */
KW_INLINE uint32_t bao_faced(const struct rules *rules, struct lanes16 opponent) {
    return mask_reverse(bao_front(rules, opponent), rules->columns);
}

/* The front holes where a last seed captures: occupied, and the facing hole too. */
KW_INLINE uint32_t bao_targets(const struct rules *rules, const struct bao_side *side) {
    return bao_front(rules, side->own) & bao_faced(rules, side->opponent);
}

/*
 * A move under way.  Its truth values are tested with | where two are asked at once: || on
 * neighbours becomes one wide load, which waits until what was just written has left the store
 * buffer.
 */
struct bao_run {
    struct bao_side side;
    unsigned player;
    unsigned harvest;   /* the mover had no reserve at the start of the move */
    unsigned capturing; /* may capture in every lap (mtaji) */
    unsigned first;     /* the first lap: a capture in it makes the move a capturing one */
    unsigned reverse;   /* 0 or 1 */
    unsigned plays_on;  /* at the house, if there is a choice */
    unsigned choice;    /* there was */
    unsigned sown;      /* since the start or the last capture */
    unsigned hand, over;
    unsigned suicide; /* the mover emptied his own front row */
    uint32_t faced;   /* bit f: the hole that faces own front f holds seeds */
};

KW_INLINE unsigned own_place(const struct bao_run *run, unsigned hole) {
    return 16 * run->player + hole;
}

KW_INLINE unsigned their_place(const struct bao_run *run, unsigned hole) {
    return 16 - 16 * run->player + hole;
}

/* Lifts all seeds of an own hole, and with the house's its standing, and its back half if joined.
 */
KW_INLINE unsigned bao_lift(const struct rules *rules, struct bao_run *run, unsigned hole,
                            unsigned clause, struct trace *trace) {
    unsigned seeds = half_get(run->side.own, hole);
    half_set(&run->side.own, hole, 0);
    trace_tell(trace, KW_EVENT_LIFT, own_place(run, hole), KW_HAND, seeds, clause);
    if (bao_of(rules)->house && hole == HOUSE_HOLE && run->side.house) {
        run->side.house = false;
        trace_tell(trace, KW_EVENT_UNMARK, KW_NOWHERE, own_place(run, hole), 1, HOUSE);
        unsigned behind = bao_of(rules)->joined ? half_get(run->side.own, HOUSE_BACK) : 0;
        if (KW_UNLIKELY(behind > 0)) {
            half_set(&run->side.own, HOUSE_BACK, 0);
            trace_tell(trace, KW_EVENT_LIFT, own_place(run, HOUSE_BACK), KW_HAND, behind,
                       ROVA_JOINED);
            seeds += behind;
        }
    }
    return seeds;
}

/*
 * Captures what faces the own front hole `at`, and returns how many seeds.  If that leaves the
 * opponent no seed in his front row, the game is over.
 */
KW_INLINE unsigned bao_take(const struct rules *rules, struct bao_run *run, unsigned at,
                            unsigned clause, struct trace *trace) {
    unsigned width = rules->columns, facing = width - 1 - at;
    unsigned seeds = half_get(run->side.opponent, facing);
    half_set(&run->side.opponent, facing, 0);
    trace_tell(trace, KW_EVENT_CAPTURE, their_place(run, facing), KW_HAND, seeds, clause);
    if (!bao_of(rules)->front_only) {
        unsigned behind = width + at, more = half_get(run->side.opponent, behind);
        half_set(&run->side.opponent, behind, 0);
        if (more > 0)
            trace_tell(trace, KW_EVENT_CAPTURE, their_place(run, behind), KW_HAND, more, clause);
        seeds += more;
    }
    if (bao_of(rules)->house && facing == HOUSE_HOLE && run->side.their_house) {
        run->side.their_house = false;
        trace_tell(trace, KW_EVENT_UNMARK, KW_NOWHERE, their_place(run, facing), 1, HOUSE);
        unsigned behind = bao_of(rules)->joined ? half_get(run->side.opponent, HOUSE_BACK) : 0;
        if (KW_UNLIKELY(behind > 0)) {
            half_set(&run->side.opponent, HOUSE_BACK, 0);
            trace_tell(trace, KW_EVENT_CAPTURE, their_place(run, HOUSE_BACK), KW_HAND, behind,
                       ROVA_JOINED);
            seeds += behind;
        }
    }
    run->faced &= ~(1u << at);
    if (bao_of(rules)->front_loses && run->faced == 0) {
        run->over = run->player == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
        run->hand = seeds;
    }
    return seeds;
}

/* Where captured seeds are sown on after a capture at `at`: the hole before the first to get one.
 */
KW_INLINE unsigned bao_enter(const struct rules *rules, struct bao_run *run, unsigned at,
                             unsigned seeds, struct trace *trace) {
    unsigned width = rules->columns;
    if (!bao_of(rules)->head)
        return at;
    if (bao_of(rules)->flank && (at < 2 || at >= width - 2)) {
        unsigned reverse = at >= 2;
        if (reverse != run->reverse)
            trace_tell(trace, KW_EVENT_TURN, KW_NOWHERE, own_place(run, at), 0, FLANK);
        run->reverse = reverse;
    }
    trace_tell(trace, KW_EVENT_HEAD, KW_NOWHERE, own_place(run, run->reverse ? width - 1 : 0),
               seeds, HEAD);
    return run->reverse ? width : 2 * width - 1;
}

/*
 * The mover's own front row is empty after the first seed of this lap: only if he has lifted his
 * only occupied front hole, a head, and sows outward.  Then he has lost.
 */
KW_INLINE bool bao_suicide(const struct rules *rules, struct bao_run *run, unsigned from,
                           unsigned seeds, struct trace *trace) {
    unsigned width = rules->columns;
    if (!bao_of(rules)->front_loses || KW_LIKELY(bao_front(rules, run->side.own) != 0) ||
        from != (run->reverse ? 0 : width - 1))
        return false;
    half_sow(&run->side.own, from, 1, run->reverse, 2 * width, 16 * run->player, trace, SOW);
    trace_tell(trace, KW_EVENT_STOP, KW_NOWHERE, own_place(run, from), 0, FRONT_LOSES);
    run->hand = seeds - 1;
    run->over = run->player == KW_SOUTH ? KW_NORTH_WINS : KW_SOUTH_WINS;
    run->suicide = true;
    return true;
}

/*
 * Whether a lap that ended in `at`, which held seeds, would have captured but for the move being
 * blank.
 */
KW_INLINE bool bao_passes_by(const struct rules *rules, const struct bao_run *run, unsigned at) {
    return bao_of(rules)->blank && !run->capturing && (run->faced >> at & 1);
}

/* A move stops in a hole that held seeds; if it was blank, that may be news. */
KW_INLINE void bao_stop(const struct rules *rules, const struct bao_run *run, unsigned at,
                        unsigned clause, struct trace *trace) {
    trace_tell(trace, KW_EVENT_STOP, KW_NOWHERE, own_place(run, at), 0, clause);
    if (trace != NULL && bao_passes_by(rules, run, at))
        trace_tell(trace, KW_EVENT_STOP, KW_NOWHERE, own_place(run, at), 0, BLANK);
}

/* The house at the end of a lap in `at`, which captured nothing: true if the move ends there. */
KW_INLINE bool bao_house(const struct rules *rules, struct bao_run *run, unsigned at,
                         struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    if (!bao->house || !run->side.house || (bao->harvest_plain && run->harvest))
        return false;
    if (bao->split && at == HOUSE_BACK) {
        trace_tell(trace, KW_EVENT_STOP, KW_NOWHERE, own_place(run, at), 0, SPLIT_BACK);
        return true;
    }
    if (at != HOUSE_HOLE)
        return false;
    if (bao->tax && half_get(run->side.own, at) < HOUSE_VALID)
        return false;
    if (!run->capturing && !bao->split) {
        bao_stop(rules, run, at, HOUSE_STOP, trace);
        return true;
    }
    unsigned clause = bao->split ? SPLIT_HOUSE : SAFARI;
    run->choice = true;
    trace_tell(trace, KW_EVENT_CHOICE, KW_NOWHERE, own_place(run, at), 1, clause);
    if (!run->plays_on)
        bao_stop(rules, run, at, clause, trace);
    return !run->plays_on;
}

/* Why the sowing goes on from `at`: a standing house that does not stop it has a clause of its own.
 */
static unsigned bao_relay_clause(const struct bao *bao, const struct bao_run *run, unsigned at) {
    if (at != HOUSE_HOLE || !run->side.house || !bao->house)
        return RELAY;
    if (run->choice)
        return bao->split ? SPLIT_HOUSE : SAFARI;
    if (bao->harvest_plain && run->harvest)
        return HARVEST_PLAIN;
    return bao->tax && half_get(run->side.own, at) < HOUSE_VALID ? VALID : RELAY;
}

/* Sows `seeds` from `from` and goes on until the move ends. */
KW_INLINE void bao_sow(const struct rules *rules, struct bao_run *run, unsigned from,
                       unsigned seeds, struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    unsigned width = rules->columns, size = 2 * width;
    for (;;) {
        if (bao_suicide(rules, run, from, seeds, trace))
            return;
        struct half_end end =
            half_sow(&run->side.own, from, seeds, run->reverse, size, 16 * run->player, trace, SOW);
        unsigned at = end.at, count = end.count;
        run->sown += seeds;
        if (count == 1) {
            trace_tell(trace, KW_EVENT_STOP, KW_NOWHERE, own_place(run, at), 0, STOP);
            return;
        }
        if ((!bao->blank || (run->capturing | run->first) != 0) && (run->faced >> at & 1)) {
            seeds = bao_take(rules, run, at, CAPTURE, trace);
            if (KW_UNLIKELY(run->over != KW_GOING_ON)) {
                trace_tell(trace, KW_EVENT_STOP, KW_NOWHERE, own_place(run, at), 0, FRONT_LOSES);
                return;
            }
            if (!bao->own_stay) {
                half_set(&run->side.own, at, 0);
                trace_tell(trace, KW_EVENT_LIFT, own_place(run, at), KW_HAND, count, CAPTURE);
                seeds += count;
            }
            from = bao_enter(rules, run, at, seeds, trace);
            run->sown = 0;
            run->capturing = true;
            continue;
        }
        run->first = false;
        if (bao_house(rules, run, at, trace))
            return;
        if (bao->block && !run->capturing && (run->side.blocked >> at & 1)) {
            bao_stop(rules, run, at, BLOCKED, trace);
            return;
        }
        /* Going on from a split house by choice is never cut, nor are capturing moves (step 7). */
        bool counted = (!bao->blank || !run->capturing) &&
                       !(bao->split && run->side.house && at == HOUSE_HOLE);
        if (counted && KW_UNLIKELY(run->sown > rules->limit)) {
            bao_stop(rules, run, at, ENDLESS, trace);
            run->over = endless_outcome(rules, run->player);
            return;
        }
        unsigned clause = trace == NULL ? RELAY : bao_relay_clause(bao, run, at);
        trace_tell(trace, KW_EVENT_RELAY, KW_NOWHERE, own_place(run, at), count,
                   trace != NULL && bao_passes_by(rules, run, at) ? BLANK : clause);
        seeds = bao_lift(rules, run, at, clause, trace);
        from = at;
    }
}

/* Whether a house of so many seeds, before planting, counts as valid for planting a blank. */
KW_INLINE bool bao_taxable(const struct rules *rules, unsigned seeds) {
    return seeds + bao_of(rules)->tax_after >= HOUSE_VALID;
}

KW_INLINE void bao_plant(const struct rules *rules, struct bao_run *run, unsigned hole,
                         struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    unsigned before = half_get(run->side.own, hole), seeds, from = hole;
    half_set(&run->side.own, hole, before + 1);
    trace_tell(trace, KW_EVENT_PLANT, KW_STORE_SOUTH + run->player, own_place(run, hole), 1, PLANT);
    if (bao->plant_capture && (run->faced >> hole & 1)) {
        seeds = bao_take(rules, run, hole, PLANT_CAPTURE, trace);
        if (KW_UNLIKELY(run->over != KW_GOING_ON)) {
            trace_tell(trace, KW_EVENT_STOP, KW_NOWHERE, own_place(run, hole), 0, FRONT_LOSES);
            return;
        }
        run->capturing = true;
        from = bao_enter(rules, run, hole, seeds, trace);
    } else if (bao->tax && hole == HOUSE_HOLE && run->side.house && bao_taxable(rules, before)) {
        seeds = TAXED;
        half_set(&run->side.own, hole, before + 1 - TAXED);
        trace_tell(trace, KW_EVENT_TAX, KW_NOWHERE, own_place(run, hole), TAXED, TAX);
        trace_tell(trace, KW_EVENT_LIFT, own_place(run, hole), KW_HAND, TAXED, TAX);
    } else {
        seeds = bao_lift(rules, run, hole, PLANT_BLANK, trace);
    }
    bao_sow(rules, run, from, seeds, trace);
}

/* Plays a whole move as far as the board goes. */
KW_INLINE void bao_run(struct bao_run *run, const struct rules *rules,
                       const struct kw_position *position, kw_move move, struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    unsigned player = position->turn, hole = kw_move_hole(move) & 15;
    *run = (struct bao_run){.side = bao_side(position, player),
                            .player = player,
                            .harvest = !bao->plant || position->store[player] == 0,
                            .reverse = kw_move_reverse(move),
                            .plays_on = kw_move_plus(move)};
    run->faced = bao_faced(rules, run->side.opponent);
    if (!run->harvest) {
        bao_plant(rules, run, hole, trace);
        return;
    }
    unsigned seeds = bao_lift(rules, run, hole, SOW, trace);
    run->first = seeds < 2u * rules->columns || bao->long_captures;
    if (bao->blank && !run->first)
        trace_tell(trace, KW_EVENT_STOP, KW_NOWHERE, own_place(run, hole), 0, SIXTEEN);
    bao_sow(rules, run, hole, seeds, trace);
}

/* Whether a move empties the mover's own front row. */
static bool bao_is_suicide(const struct rules *rules, const struct kw_position *position,
                           kw_move move) {
    struct bao_run run;
    bao_run(&run, rules, position, move, NULL);
    return run.suicide;
}

/* Whether a move comes to the choice at the house. */
static bool bao_comes_home(const struct rules *rules, const struct kw_position *position,
                           kw_move move) {
    struct bao_run run;
    bao_run(&run, rules, position, move, NULL);
    return run.choice;
}

/* ---- which moves are legal ------------------------------------------------------------------- */

/* Sets of moves: bit i of [reverse] is the move from the player's own hole i in that direction. */
struct bao_moves {
    uint32_t way[2];
};

KW_INLINE bool bao_any(struct bao_moves moves) { return (moves.way[0] | moves.way[1]) != 0; }

/* Takes out the moves that empty the player's own front row (suicide=illegal). */
static void bao_spare(const struct rules *rules, const struct kw_position *position,
                      struct bao_moves *moves) {
    for (unsigned reverse = 0; reverse < 2; reverse++) {
        for (uint32_t left = moves->way[reverse]; left != 0; left &= left - 1) {
            unsigned hole = (unsigned)__builtin_ctz(left);
            kw_move move = kw_move_make(KW_SOW, hole, reverse, false, 0);
            if (bao_is_suicide(rules, position, move))
                moves->way[reverse] &= ~(1u << hole);
        }
    }
}

/*
 * The moves of a whole circuit and more that end in one of the `targets`, occupied or not: after a
 * circuit every hole holds seeds.  Exactly one circuit ends in the hole it started from, which is
 * empty.
 */
static uint32_t bao_long_reaching(struct lanes16 half, uint32_t targets, bool reverse,
                                  unsigned size) {
    uint32_t moves = 0;
    for (uint32_t left = lanes_at_least(half, size + 1); left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctz(left), seeds = half_get(half, hole) % size;
        unsigned end = (reverse ? hole + size - seeds : hole + seeds) % size;
        moves |= (targets >> end & 1) << hole;
    }
    return moves;
}

/* What lies in each hole as it is lifted: the house with its back half, if joined. */
static struct lanes16 bao_lifted(const struct bao_side *side) {
    struct lanes16 half = side->own;
    if (side->house && half_get(half, HOUSE_HOLE) >= 2)
        half_set(&half, HOUSE_HOLE, half_get(half, HOUSE_HOLE) + half_get(half, HOUSE_BACK));
    return half;
}

/* The capturing moves of a harvest under sixteen=capture or rova=joined. */
static struct bao_moves bao_katra_captures(const struct rules *rules, const struct bao_side *side) {
    const struct bao *bao = bao_of(rules);
    unsigned size = 2u * rules->columns;
    uint32_t targets = bao_targets(rules, side);
    uint32_t faced = bao_faced(rules, side->opponent);
    struct lanes16 half = bao->joined ? bao_lifted(side) : side->own;
    struct bao_moves moves;
    for (unsigned reverse = 0; reverse < 2; reverse++) {
        moves.way[reverse] = half_reaching(half, targets, reverse, size);
        if (bao->long_captures)
            moves.way[reverse] |= bao_long_reaching(half, faced, reverse, size);
    }
    return moves;
}

/* The capturing moves of a harvest (step 9). */
KW_INLINE struct bao_moves bao_captures(const struct rules *rules,
                                        const struct kw_position *position,
                                        const struct bao_side *side, unsigned player) {
    unsigned size = 2u * rules->columns;
    uint32_t targets = bao_targets(rules, side);
    struct bao_moves moves = {{half_reaching(side->own, targets, false, size),
                               half_reaching(side->own, targets, true, size)}};
    if (KW_UNLIKELY(bao_of(rules)->long_captures || bao_of(rules)->joined))
        moves = bao_katra_captures(rules, side);
    if (KW_UNLIKELY(bao_of(rules)->no_suicide)) {
        struct kw_position his = *position;
        his.turn = (uint8_t)player;
        bao_spare(rules, &his, &moves);
    }
    return moves;
}

/* Of these captures, those whose first capture is the opponent's hole `target`. */
static struct bao_moves bao_taking(const struct rules *rules, const struct bao_side *side,
                                   struct bao_moves moves, unsigned target) {
    unsigned size = 2u * rules->columns;
    uint32_t end = 1u << (rules->columns - 1 - target);
    moves.way[0] &= half_reaching(side->own, end, false, size);
    moves.way[1] &= half_reaching(side->own, end, true, size);
    return moves;
}

/* The legal moves while planting; the choice at the house apart. */
KW_INLINE struct bao_moves bao_plantings(const struct rules *rules,
                                         const struct kw_position *position,
                                         const struct bao_side *side) {
    const struct bao *bao = bao_of(rules);
    unsigned width = rules->columns;
    uint32_t front = bao_front(rules, side->own);
    if (bao->plant_capture) {
        uint32_t targets = bao_targets(rules, side), left = 3, right = 3u << (width - 2);
        struct bao_moves captures = {{targets & ~right, targets & ~left}};
        if (KW_UNLIKELY(bao->no_suicide))
            bao_spare(rules, position, &captures);
        if (bao_any(captures))
            return captures;
        front &= ~targets; /* suicide=illegal alone can leave any */
    }
    uint32_t others = front & ~(1u << HOUSE_HOLE);
    if (bao->tax && side->house && others != 0 &&
        bao_taxable(rules, half_get(side->own, HOUSE_HOLE)))
        front = others;
    struct bao_moves blanks = {{front, front}};
    if (KW_UNLIKELY(bao->no_suicide))
        bao_spare(rules, position, &blanks);
    if (bao->singletons && !side->house) {
        uint32_t two = lanes_at_least(side->own, 2);
        struct bao_moves better = {{blanks.way[0] & two, blanks.way[1] & two}};
        if (bao_any(better))
            return better;
    }
    return blanks;
}

/* The legal moves of a player without reserve, from step 9 on. */
KW_INLINE struct bao_moves bao_harvests(const struct rules *rules,
                                        const struct kw_position *position,
                                        const struct bao_side *side) {
    const struct bao *bao = bao_of(rules);
    struct bao_moves captures = bao_captures(rules, position, side, position->turn);
    uint32_t allowed = ~(bao->block ? side->blocked : 0);
    captures.way[0] &= allowed;
    captures.way[1] &= allowed;
    if (bao->block && KW_UNLIKELY(position->own[0] != 0))
        return bao_taking(rules, side, captures, (position->own[0] - 1u) & 15);
    if (bao_any(captures))
        return captures;
    uint32_t two = lanes_at_least(side->own, 2), front = (1u << rules->columns) - 1;
    struct bao_moves blanks = {{two, two}};
    if (KW_UNLIKELY(bao->no_suicide))
        bao_spare(rules, position, &blanks);
    if (((blanks.way[0] | blanks.way[1]) & front) != 0) {
        blanks.way[0] &= front;
        blanks.way[1] &= front;
    }
    blanks.way[0] &= allowed;
    blanks.way[1] &= allowed;
    return blanks;
}

/* The legal moves before step 9. */
KW_INLINE struct bao_moves bao_free(const struct rules *rules, const struct kw_position *position,
                                    const struct bao_side *side) {
    uint32_t two = lanes_at_least(side->own, 2);
    struct bao_moves moves = {{bao_of(rules)->either_way ? two : 0, two}};
    if (KW_UNLIKELY(bao_of(rules)->no_suicide))
        bao_spare(rules, position, &moves);
    return moves;
}

/* True if the game is over before anyone moves: said so, or by an empty front row. */
KW_INLINE bool bao_ended(const struct rules *rules, const struct kw_position *position,
                         const struct bao_side *side) {
    if (KW_UNLIKELY(position->over != KW_GOING_ON))
        return true;
    return bao_of(rules)->front_loses && (KW_UNLIKELY(bao_front(rules, side->own) == 0) ||
                                          KW_UNLIKELY(bao_front(rules, side->opponent) == 0));
}

KW_INLINE struct bao_moves bao_legal(const struct rules *rules, const struct kw_position *position,
                                     const struct bao_side *side) {
    const struct bao *bao = bao_of(rules);
    if (bao_ended(rules, position, side))
        return (struct bao_moves){{0, 0}};
    if (bao->plant && position->store[position->turn] > 0)
        return bao_plantings(rules, position, side);
    if (bao->must_capture)
        return bao_harvests(rules, position, side);
    return bao_free(rules, position, side);
}

/* True if a move can come to a choice at the house, as far as the position tells. */
KW_INLINE bool bao_may_choose(const struct rules *rules, const struct kw_position *position,
                              const struct bao_side *side) {
    const struct bao *bao = bao_of(rules);
    return bao->house && side->house &&
           !(bao->harvest_plain && position->store[position->turn] == 0);
}

/* Whether a move meets the choice at the house, and may play on there. */
static bool bao_chooses(const struct rules *rules, const struct kw_position *position,
                        kw_move move) {
    if (!bao_comes_home(rules, position, move))
        return false;
    return !bao_of(rules)->no_suicide ||
           !bao_is_suicide(rules, position, move | kw_move_make(KW_SOW, 0, false, true, 0));
}

/* The moves of a set that can be played on from the house. */
static struct bao_moves bao_safaris(const struct rules *rules, const struct kw_position *position,
                                    struct bao_moves moves) {
    struct bao_moves safaris = {{0, 0}};
    for (unsigned reverse = 0; reverse < 2; reverse++) {
        for (uint32_t left = moves.way[reverse]; left != 0; left &= left - 1) {
            unsigned hole = (unsigned)__builtin_ctz(left);
            kw_move move = kw_move_make(KW_SOW, hole, reverse, false, 0);
            safaris.way[reverse] |= (uint32_t)bao_chooses(rules, position, move) << hole;
        }
    }
    return safaris;
}

/* Writes the moves of a set. */
KW_INLINE size_t bao_list(struct bao_moves moves, kw_move with, kw_move *list) {
    size_t n = 0;
    for (unsigned reverse = 0; reverse < 2; reverse++)
        for (uint32_t left = moves.way[reverse]; left != 0; left &= left - 1)
            list[n++] = with + (unsigned)__builtin_ctz(left) + (reverse << 8);
    return n;
}

KW_INLINE size_t bao_moves(const struct rules *rules, const struct kw_position *position,
                           kw_move *list, size_t capacity) {
    (void)capacity;
    struct bao_side side = bao_side(position, position->turn);
    struct bao_moves moves = bao_legal(rules, position, &side);
    bool planting = bao_of(rules)->plant && position->store[position->turn] > 0;
    kw_move with =
        kw_move_make(planting ? KW_PLANT : KW_SOW, 16u * position->turn, false, false, 0);
    size_t n = bao_list(moves, with, list);
    if (bao_may_choose(rules, position, &side))
        n += bao_list(bao_safaris(rules, position, moves),
                      with | kw_move_make(KW_SOW, 0, false, true, 0), list + n);
    return n;
}

KW_INLINE size_t bao_size(struct bao_moves moves) {
    return (size_t)__builtin_popcount(moves.way[0] | moves.way[1] << 16);
}

KW_INLINE size_t bao_count(const struct rules *rules, const struct kw_position *position) {
    struct bao_side side = bao_side(position, position->turn);
    struct bao_moves moves = bao_legal(rules, position, &side);
    size_t n = bao_size(moves);
    if (bao_may_choose(rules, position, &side))
        n += bao_size(bao_safaris(rules, position, moves));
    return n;
}

/* ---- blocking -------------------------------------------------------------------------------- */

/* The opponent's hole that a blank harvest move leading to `next` blocks, or -1. */
KW_INLINE int bao_blocked(const struct rules *rules, const struct kw_position *next,
                          struct bao_side side, unsigned player) {
    struct bao_side theirs = {.own = side.opponent, .opponent = side.own};
    if (bao_any(bao_captures(rules, next, &theirs, player ^ 1)))
        return -1;
    struct bao_moves captures = bao_captures(rules, next, &side, player);
    if (KW_LIKELY(!bao_any(captures)))
        return -1;
    uint32_t targets = bao_targets(rules, &side), front = bao_front(rules, side.opponent);
    int only = -1;
    for (; targets != 0; targets &= targets - 1) {
        unsigned target = rules->columns - 1u - (unsigned)__builtin_ctz(targets);
        if (!bao_any(bao_taking(rules, &side, captures, target)))
            continue;
        if (only >= 0)
            return -1;
        only = (int)target;
    }
    assert(only >= 0);
    uint32_t bit = 1u << only, two = lanes_at_least(side.opponent, 2) & front;
    bool valid_house = only == HOUSE_HOLE && side.their_house &&
                       half_get(side.opponent, HOUSE_HOLE) >= HOUSE_VALID;
    if (valid_house || front == bit || two == bit || (bao_of(rules)->spare_single && !(two & bit)))
        return -1;
    return only;
}

/* What blocking leaves behind a move: a hole that is blocked, or one that must be captured now. */
struct bao_blocking {
    uint32_t blocked; /* a mark */
    unsigned must;    /* hole + 1, or 0 */
};

/* The player was blocked, and the opponent can still capture that hole: now he must. */
KW_INLINE unsigned bao_must_take(const struct rules *rules, const struct kw_position *next,
                                 const struct bao_run *run, struct trace *trace) {
    unsigned hole = (unsigned)__builtin_ctz(run->side.blocked), place = own_place(run, hole);
    struct bao_side his = {.own = run->side.opponent, .opponent = run->side.own};
    struct bao_moves captures = bao_captures(rules, next, &his, run->player ^ 1);
    if (half_get(run->side.own, hole) == 0 || !bao_any(bao_taking(rules, &his, captures, hole)))
        return 0;
    trace_tell(trace, KW_EVENT_BLOCK, KW_NOWHERE, place, 0, MUST_TAKE);
    trace_tell(trace, KW_EVENT_FIELD, KW_NOWHERE, 1, place + 1, MUST_TAKE);
    return place + 1;
}

/* Blocking after a move to `next`, which is whole but for this; `before` stood before it (step 16).
 */
KW_INLINE struct bao_blocking bao_block(const struct rules *rules, struct bao_blocking before,
                                        const struct kw_position *next, const struct bao_run *run,
                                        struct trace *trace) {
    struct bao_blocking blocking = {0};
    for (uint32_t left = trace == NULL ? 0 : before.blocked; left != 0; left &= left - 1)
        trace_tell(trace, KW_EVENT_UNMARK, KW_NOWHERE, (unsigned)__builtin_ctz(left), 2, MUST_TAKE);
    if (before.must != 0)
        trace_tell(trace, KW_EVENT_FIELD, KW_NOWHERE, 1, 0, MUST_TAKE);
    if (run->over != KW_GOING_ON)
        return blocking;
    if (KW_UNLIKELY(run->side.blocked != 0))
        blocking.must = bao_must_take(rules, next, run, trace);
    if (blocking.must == 0 && run->harvest && !run->capturing &&
        (next->store[0] | next->store[1]) == 0) {
        int hole = bao_blocked(rules, next, run->side, run->player);
        if (KW_UNLIKELY(hole >= 0)) {
            unsigned place = their_place(run, (unsigned)hole);
            blocking.blocked = 1u << place;
            trace_tell(trace, KW_EVENT_BLOCK, KW_NOWHERE, place, 0, BLOCK);
            trace_tell(trace, KW_EVENT_MARK, KW_NOWHERE, place, 2, BLOCK);
        }
    }
    return blocking;
}

KW_INLINE void bao_play(const struct rules *rules, const struct kw_position *position, kw_move move,
                        struct kw_position *next, struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    struct bao_run run;
    bao_run(&run, rules, position, move, trace);
    unsigned player = run.player, own = 16 * player, theirs = 16 - own;
    struct bao_blocking blocking = {position->mark2, position->own[0]};
    struct scalars scalars = {.store = {position->store[0], position->store[1]},
                              .turn = player ^ 1,
                              .over = run.over,
                              .hand = run.hand};
    uint32_t mark = 0;
    if (!run.harvest)
        scalars.store[player]--;
    if (bao->house)
        mark = (uint32_t)run.side.house << (own + HOUSE_HOLE) | (uint32_t)run.side.their_house
                                                                    << (theirs + HOUSE_HOLE);
    half_save(next->hole + own, run.side.own);
    half_save(next->hole + theirs, run.side.opponent);
    if (bao->block) {
        position_scalars(next, mark, 0, scalars); /* suicide=illegal plays moves in it */
        blocking = bao_block(rules, blocking, next, &run, trace);
    }
    scalars.own[0] = blocking.must;
    trace_tell(trace, KW_EVENT_NEXT, KW_NOWHERE, player ^ 1, 0, NEXT);
    if (KW_UNLIKELY(run.over != KW_GOING_ON))
        trace_tell(trace, KW_EVENT_OVER, KW_NOWHERE, run.over, 0,
                   run.hand > 0 ? FRONT_LOSES : ENDLESS);
    position_scalars(next, mark, blocking.blocked, scalars);
}

KW_GENERAL(bao)

/* ---- the end --------------------------------------------------------------------------------- */

static bool bao_state(const struct rules *rules, const struct kw_position *position,
                      struct kw_result *result) {
    struct bao_side side = bao_side(position, position->turn);
    if (result_over(position, result))
        return true;
    enum kw_outcome mover = position->turn == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
    enum kw_outcome opponent = position->turn == KW_SOUTH ? KW_NORTH_WINS : KW_SOUTH_WINS;
    if (bao_of(rules)->front_loses && bao_front(rules, side.opponent) == 0)
        result->outcome = mover;
    else if (!bao_any(bao_legal(rules, position, &side)))
        result->outcome = opponent;
    return result->outcome != KW_GOING_ON;
}

/* ---- positions ------------------------------------------------------------------------------- */

enum { FIELD_MUST, FIELD_OVER, FIELD_HAND };

static bool must_holds(const struct rules *rules) { return bao_of(rules)->block; }

static void must_write(const struct rules *rules, const struct kw_position *position,
                       struct text *text) {
    if (position->own[0] > 0)
        hole_text(rules, position->own[0] - 1u, text);
}

static bool must_read(const struct rules *rules, const char *value, struct kw_position *position) {
    unsigned hole;
    if (*value == '\0' || hole_read(rules, value, &hole) != strlen(value))
        return false;
    position->own[0] = (uint8_t)(hole + 1);
    return true;
}

static const struct field bao_fields[] = {
    [FIELD_MUST] = {"must", must_write, must_read, must_holds},
    [FIELD_OVER] = {"over", over_write, over_read, NULL},
    [FIELD_HAND] = KW_FIELD_HAND,
};

/* Why a house cannot stand in this hole; NULL if it can. */
static const char *bao_house_fault(const struct rules *rules, const struct kw_position *position,
                                   unsigned hole) {
    if (!bao_of(rules)->house)
        return "this step has no house";
    if (!(HOUSES >> hole & 1))
        return "only the fifth front hole is a house";
    return position->hole[hole] == 0 ? "an empty house has been destroyed" : NULL;
}

/* Whether no other front hole of its owner has two seeds, and this one has. */
static bool bao_only_playable(const struct rules *rules, const struct kw_position *position,
                              unsigned hole) {
    unsigned first = hole & 16, others = 0;
    for (unsigned other = first; other < first + rules->columns; other++)
        others += other != hole && position->hole[other] >= 2;
    return position->hole[hole] >= 2 && others == 0;
}

/*
 * In play a hole T of the player to move is blocked only where all of this holds: both reserves are
 * empty; he has no capturing move; the opponent, if it were his turn, has one, and all that he has
 * take T first; T is no standing valid house, not the only occupied front hole, not the only front
 * hole with two seeds and, with block_singleton=no, no singleton.  Positions to study need not have
 * come about in play, but a block on the only front hole with two seeds is refused: whether his
 * back holes may then be played is a question that no game can ask.
 *
 * Why this hole cannot be blocked, after `blocked` others in the text; NULL if it can.
 */
static const char *bao_block_fault(const struct rules *rules, const struct kw_position *position,
                                   unsigned hole, unsigned blocked) {
    if (!bao_of(rules)->block)
        return "this step has no blocking";
    if (hole - 16u * position->turn >= rules->columns)
        return "only a front hole of the player to move is blocked";
    if (position->hole[hole] == 0)
        return "an empty hole is not blocked";
    if (blocked > 0)
        return "at most one hole is blocked";
    if (bao_only_playable(rules, position, hole))
        return "the only front hole with two seeds is never blocked";
    return position->store[0] + position->store[1] > 0
               ? "a hole is blocked only when both reserves are empty"
               : NULL;
}

static bool bao_check_marks(const struct rules *rules, const struct kw_position *position,
                            struct fault *fault) {
    unsigned blocked = 0;
    for (unsigned place = 0; place < 4u * rules->columns; place++) {
        unsigned hole = hole_printed(rules, place / rules->columns, place % rules->columns);
        const char *reason = NULL;
        if (position->mark >> hole & 1)
            reason = bao_house_fault(rules, position, hole);
        if (position->mark2 >> hole & 1 && reason == NULL)
            reason = bao_block_fault(rules, position, hole, blocked++);
        if (reason != NULL) {
            fault_set(fault, hole, "%s", reason);
            return false;
        }
    }
    return true;
}

static bool bao_check_must(const struct rules *rules, const struct kw_position *position,
                           struct fault *fault) {
    unsigned hole = position->own[0] - 1u, theirs = 16 - 16u * position->turn;
    struct bao_side side = bao_side(position, position->turn);
    if (hole - theirs >= rules->columns) {
        fault_set(fault, FAULT_FIELD + FIELD_MUST, "must names a front hole of the opponent");
    } else if (position->mark2 != 0 || position->over != KW_GOING_ON) {
        fault_set(fault, FAULT_FIELD + FIELD_MUST,
                  "must stands neither with a blocked hole nor with over");
    } else if (position->store[0] + position->store[1] > 0) {
        fault_set(fault, FAULT_FIELD + FIELD_MUST, "must stands only when both reserves are empty");
    } else if (position->hole[hole] == 0 ||
               !bao_any(bao_taking(rules, &side,
                                   bao_captures(rules, position, &side, position->turn),
                                   hole - theirs))) {
        fault_set(fault, FAULT_FIELD + FIELD_MUST,
                  "the player to move cannot capture the hole that must names");
    } else {
        return true;
    }
    return false;
}

static bool bao_check(const struct rules *rules, const struct kw_position *position,
                      struct fault *fault) {
    struct bao_side side = bao_side(position, position->turn);
    if (!bao_check_marks(rules, position, fault))
        return false;
    if (position->own[0] != 0 && !bao_check_must(rules, position, fault))
        return false;
    if (position->mark2 != 0 && position->over != KW_GOING_ON) {
        fault_set(fault, FAULT_FIELD + FIELD_OVER, "over does not stand with a blocked hole");
        return false;
    }
    if (position->hand > 0 && position->over == KW_GOING_ON) {
        fault_set(fault, FAULT_FIELD + FIELD_HAND, "seeds are in the hand only with over");
        return false;
    }
    if (bao_of(rules)->front_loses && position->over == KW_GOING_ON &&
        (bao_front(rules, side.own) | bao_front(rules, side.opponent)) == 0) {
        fault_set(fault, FAULT_WHOLE, "both front rows are empty");
        return false;
    }
    return true;
}

/* ---- why ------------------------------------------------------------------------------------- */

/* Whether the legal moves of a position are captures; all of them are if one is, from step 9 on. */
static bool bao_capturing(const struct rules *rules, const struct kw_position *position,
                          const struct bao_side *side, struct bao_moves legal) {
    const struct bao *bao = bao_of(rules);
    uint32_t holes = legal.way[0] | legal.way[1];
    if (!bao->must_capture)
        return false;
    if (bao->plant && position->store[position->turn] > 0)
        return bao->plant_capture && (holes & bao_targets(rules, side)) != 0;
    struct bao_moves captures = bao_captures(rules, position, side, position->turn);
    return ((captures.way[0] | captures.way[1]) & holes) != 0;
}

/* Why a move from a suitable hole is not in the set of legal moves. */
static bool bao_explain(const struct rules *rules, const struct kw_position *position, kw_move move,
                        struct kw_reason *reason) {
    const struct bao *bao = bao_of(rules);
    unsigned hole = kw_move_hole(move), at = hole & 15, reverse = kw_move_reverse(move);
    struct bao_side side = bao_side(position, position->turn);
    struct bao_moves legal = bao_legal(rules, position, &side);
    bool planting = bao->plant && position->store[position->turn] > 0;
    uint32_t targets = bao_targets(rules, &side), first = (legal.way[0] | legal.way[1]);
    if (position->own[0] != 0)
        return reason_set(reason, &bao_clauses[MUST_TAKE],
                          "the capture of the blocked hole %h must be played",
                          position->own[0] - 1u, 0);
    if (!bao->either_way && !reverse)
        return reason_set(reason, &bao_clauses[HUS_WAY], "sowing goes counterclockwise only", hole,
                          0);
    if (planting && bao->plant_capture && (targets >> at & 1) && (first >> at & 1))
        return reason_set(reason, &bao_clauses[PLANT_HEAD],
                          "a capture in the flank %h is sown from the nearest head", hole, 0);
    if (bao->no_suicide) {
        struct kw_position copy = *position;
        if (bao_is_suicide(rules, &copy, move))
            return reason_set(reason, &bao_clauses[SUICIDE],
                              "the move would empty the player's own front row", hole, 0);
    }
    if (bao_capturing(rules, position, &side, legal))
        return reason_set(reason, &bao_clauses[MUST_CAPTURE],
                          "a capture is possible and must be played, and the move from %h takes "
                          "nothing",
                          hole, 0);
    if (!planting)
        return reason_set(reason, &bao_clauses[FRONT_FIRST],
                          "%h is in the back row, and a front hole has two seeds or more", hole, 0);
    if (at == HOUSE_HOLE && side.house && position->hole[hole] < HOUSE_VALID)
        return reason_set(reason, &bao_clauses[TAX_JUDGED],
                          "with the planted seed the house %h is valid, and a blank may be planted "
                          "in it only if all other front holes are empty",
                          hole, 0);
    if (at == HOUSE_HOLE && side.house)
        return reason_set(reason, &bao_clauses[TAX_ONLY],
                          "a blank may be planted in the valid house %h only if all other front "
                          "holes are empty",
                          hole, 0);
    return reason_set(reason, &bao_clauses[SINGLETONS],
                      "%h holds a single seed, and another front hole has two or more", hole, 0);
}

static bool bao_explain_illegal(const struct rules *rules, const struct kw_position *position,
                                kw_move move, struct kw_reason *reason) {
    const struct bao *bao = bao_of(rules);
    unsigned hole = kw_move_hole(move), own = 16u * position->turn, at = hole - own;
    unsigned width = rules->columns;
    struct bao_side side = bao_side(position, position->turn);
    struct kw_result result = {0};
    if (bao_state(rules, position, &result)) {
        bool endless = position->over != KW_GOING_ON && position->hand == 0;
        bool front = bao->front_loses && bao_ended(rules, position, &side);
        return reason_set(reason,
                          &bao_clauses[endless ? ENDLESS
                                       : front ? FRONT_LOSES
                                               : NO_MOVE],
                          "the game is over", KW_NOWHERE, 0);
    }
    bool planting = bao->plant && position->store[position->turn] > 0;
    enum kw_kind kind = planting ? KW_PLANT : KW_SOW;
    if (move != kw_move_make(kind, hole, kw_move_reverse(move), kw_move_plus(move), 0))
        return planting ? reason_set(reason, &bao_clauses[PLANT],
                                     "a player with a reserve plants a seed of it", KW_NOWHERE, 0)
                        : reason_set(reason, &bao_clauses[bao->plant ? HARVEST : SOW],
                                     "there is no reserve to plant from: a move sows a hole",
                                     KW_NOWHERE, 0);
    if (at >= 2 * width)
        return reason_set(reason, &bao_clauses[planting ? PLANT : SOW],
                          "%h is not a hole of the player to move", hole, 0);
    if (planting && at >= width)
        return reason_set(reason, &bao_clauses[PLANT],
                          "%h is in the back row: seeds are planted in the front row", hole, 0);
    if (planting && position->hole[hole] == 0)
        return reason_set(reason, &bao_clauses[PLANT],
                          "%h is empty: seeds are planted in occupied holes", hole, 0);
    if (!planting && position->hole[hole] < 2)
        return reason_set(reason, &bao_clauses[LEAST],
                          "%h holds %n: a move starts from a hole with at least two seeds", hole,
                          position->hole[hole]);
    if (bao->block && (side.blocked >> at & 1))
        return reason_set(reason, &bao_clauses[BLOCKED], "%h is blocked (takasia)", hole, 0);
    struct bao_moves legal = bao_legal(rules, position, &side);
    if (!(legal.way[kw_move_reverse(move)] >> at & 1))
        return bao_explain(rules, position, move & ~kw_move_make(KW_SOW, 0, false, true, 0),
                           reason);
    if (!kw_move_plus(move))
        return false;
    kw_move stays = move & ~kw_move_make(KW_SOW, 0, false, true, 0);
    if (bao_may_choose(rules, position, &side) && bao_chooses(rules, position, stays))
        return false;
    if (bao->no_suicide && bao_comes_home(rules, position, stays))
        return reason_set(reason, &bao_clauses[SUICIDE],
                          "playing on from the house would empty the player's own front row", hole,
                          0);
    return reason_set(reason,
                      &bao_clauses[bao->split   ? SPLIT_HOUSE
                                   : bao->house ? SAFARI
                                                : SOW],
                      "the move from %h does not come to a choice at the house", hole, 0);
}

static bool bao_constraint(const struct rules *rules, const struct kw_position *position,
                           struct kw_reason *reason) {
    const struct bao *bao = bao_of(rules);
    struct bao_side side = bao_side(position, position->turn);
    struct bao_moves legal = bao_legal(rules, position, &side);
    if (!bao->must_capture || !bao_any(legal))
        return false;
    if (position->own[0] != 0)
        return reason_set(reason, &bao_clauses[MUST_TAKE],
                          "the blocked hole %h must be captured first", position->own[0] - 1u, 0);
    bool planting = bao->plant && position->store[position->turn] > 0;
    uint32_t set = legal.way[0] | legal.way[1];
    if (bao_capturing(rules, position, &side, legal))
        return reason_set(reason, &bao_clauses[MUST_CAPTURE],
                          "a capture is possible and must be played", KW_NOWHERE, 0);
    if (side.blocked != 0)
        return reason_set(reason, &bao_clauses[BLOCKED], "%h is blocked (takasia)",
                          16u * position->turn + (unsigned)__builtin_ctz(side.blocked), 0);
    if (planting) {
        if ((bao_front(rules, side.own) & ~set) == 0)
            return false;
        return reason_set(reason, &bao_clauses[side.house ? TAX_ONLY : SINGLETONS],
                          side.house ? "the valid house may not be planted while another front "
                                       "hole is occupied"
                                     : "without a house, a hole with two seeds or more must be "
                                       "planted while there is one",
                          KW_NOWHERE, 0);
    }
    return reason_set(reason, &bao_clauses[FRONT_FIRST],
                      (set & ((1u << rules->columns) - 1)) != 0
                          ? "no capture is possible: a front hole must be played"
                          : "no front hole has two seeds: a back hole is played",
                      KW_NOWHERE, 0);
}

/* ---- text ------------------------------------------------------------------------------------ */

/*
 * Whether the sign > stands for `reverse`: it is the direction of the player's hand to his right,
 * which is along the ring in the front row and against it in the back row.  When planting captures
 * it names the head instead, and from the right head sowing goes against the ring.
 */
static bool sign_reversed(const struct rules *rules, const struct kw_position *position,
                          enum kw_kind kind, unsigned hole) {
    unsigned at = hole & 15, width = rules->columns;
    if (at >= width)
        return true;
    return kind == KW_PLANT && bao_of(rules)->plant_capture &&
           position->hole[(hole & 16 ? 0 : 16) + width - 1 - at] > 0;
}

static void bao_move_text(const struct rules *rules, const struct kw_position *position,
                          kw_move move, struct text *text) {
    unsigned hole = kw_move_hole(move);
    hole_text(rules, hole, text);
    if (bao_of(rules)->either_way) {
        bool right =
            kw_move_reverse(move) == sign_reversed(rules, position, kw_move_kind(move), hole);
        text_char(text, right ? '>' : '<');
    }
    if (kw_move_plus(move))
        text_char(text, '+');
}

/* Reads a hole; while planting its row may be left out.  Returns the length, 0 if there is none. */
static size_t bao_hole_read(const struct rules *rules, const struct kw_position *position,
                            bool planting, const char *text, unsigned *hole) {
    size_t length = hole_read(rules, text, hole);
    if (length == 0 && planting && *text >= '1' && *text <= (char)('0' + rules->columns)) {
        *hole = 16u * position->turn + (unsigned)(*text - '1');
        length = 1;
    }
    return length;
}

/* The direction that a move without a sign means: the only legal one.  -1: both are legal. */
static int bao_only_way(const struct rules *rules, const struct kw_position *position,
                        kw_move move) {
    struct kw_reason reason;
    bool along = !bao_explain_illegal(rules, position, move, &reason);
    bool against = !bao_explain_illegal(rules, position,
                                        move | kw_move_make(KW_SOW, 0, true, false, 0), &reason);
    return along && against ? -1 : against;
}

static bool bao_move_read(const struct rules *rules, const struct kw_position *position,
                          const char *text, bool loose, kw_move *move, struct fault *fault) {
    bool either_way = bao_of(rules)->either_way;
    bool planting = bao_of(rules)->plant && position->store[position->turn] > 0;
    enum kw_kind kind = planting ? KW_PLANT : KW_SOW;
    unsigned hole;
    size_t length = bao_hole_read(rules, position, planting, text, &hole);
    if (length == 0) {
        fault_set(fault, 1, "'%.20s' does not begin with the name of a hole", text);
        return false;
    }
    const char *at = text + length;
    char sign = '\0';
    if (*at != '\0' && strchr("<>lr", *at) != NULL)
        sign = *at++;
    if (sign != '\0' && !either_way) {
        fault_set(fault, (unsigned)length + 1, "this step goes one way only, and has no sign");
        return false;
    }
    bool plus = *at == '+';
    at += plus;
    at += strncmp(at, "**", 2) == 0 ? 2 : *at == '*';
    at += *at == '#';
    if (*at != '\0') {
        fault_set(fault, (unsigned)(at - text) + 1, "'%.20s' does not belong in a move", at);
        return false;
    }
    bool reverse = !either_way;
    if (sign != '\0') {
        reverse = sign_reversed(rules, position, kind, hole) == (sign == '>' || sign == 'r');
    } else if (either_way) {
        int way = bao_only_way(rules, position, kw_move_make(kind, hole, false, plus, 0));
        if (way < 0 && !loose) {
            fault_set(fault, (unsigned)length + 1,
                      "both directions are possible: say > (to your right) or < (to your left)");
            return false;
        }
        reverse = way == 1;
    }
    *move = kw_move_make(kind, hole, reverse, plus, 0);
    return true;
}

/* ---- the family ------------------------------------------------------------------------------ */

/* The house alone tells left from right, and in the first steps the one way of sowing. */
static bool bao_reflects(const struct rules *rules) {
    const struct bao *bao = bao_of(rules);
    return bao->either_way && !bao->house && !bao->split;
}

static const struct family bao_family = {
    .clauses = bao_clauses,
    .clause_count = sizeof bao_clauses / sizeof *bao_clauses,
    .clause_holds = bao_clause_holds,
    .options = bao_options,
    .option_count = sizeof bao_options / sizeof *bao_options,
    .option_holds = bao_option_holds,
    .configure = bao_configure,
    .value = bao_value,
    .rules_size = sizeof(struct bao),
    .marks = {'h', 't'},
    .mark_words = {"a house", "blocked (takasia)"},
    .both_marks = true,
    .fields = bao_fields,
    .field_count = sizeof bao_fields / sizeof *bao_fields,
    .own_name = {"must"},
    .own_is_hole = {true, false},
    .reserves = true,
    .reflects = bao_reflects,
    .start = bao_start,
    .check = bao_check,
    .state = bao_state,
    .trace = bao_trace,
    .explain_illegal = bao_explain_illegal,
    .constraint = bao_constraint,
    .move_text = bao_move_text,
    .move_read = bao_move_read,
};

static const char bao_source[] =
    "Learn how to play Bao la Kiswahili step-by-step. An evolutionary approach starting with Hus "
    "(article on the web, without author and year)";

/* What the article names, and the paper's place and year. */
static const char *const bao_literature[] = {
    ("Kronenburg, T., Donkers, H. H. L. M., and de Voogt, A., Never-Ending Moves in Bao, ICGA "
     "Journal 29 (2), 2006"),
    "Bao la Kiswahili, lessons by playing: boardgamearena.com/gamepanel?game=baolakiswahili",
    "Bao la Kiswahili, a film of the rules: youtube.com/watch?v=mKRmq44L_7g",
    "Kibao, a website on Bao: the position that shows blocking", NULL};

/* Where what the article leaves out of the games of Madagascar is told. */
static const char *const katra_literature[] = {
    "Dandouau, A., Jeux malgaches, Academie Malgache, 1909",
    ("Busser, A., Katra Sakalava, alainbusser.github.io/Jeux_maths_OI/katrabe.html: the start of "
     "Katra Sakalava, after Dandouau"),
    ("Mancala World, Katra Fandatsaka and Katra Be, mancala.fandom.com/wiki/Katra_Fandatsaka and "
     "Katra_Be: captures from more than sixteen seeds, and the joined rova"),
    NULL};

/* The terms that the clauses of a step use. */
#define TERMS5                                                                                     \
    { "kichwa", "Swahili", "head: the first and the last hole of the front row" }
#define TERMS6                                                                                     \
    TERMS5, { "kimbi", "Swahili", "flank: the two holes at each end of the front row" }
#define TERMS7                                                                                     \
    TERMS6, {"takata", "Swahili", "a blank move"}, {                                               \
        "mtaji", "Swahili", "a capturing move; the harvest, the second stage of the game"          \
    }
#define TERMS10                                                                                    \
    TERMS7, { "namua", "Swahili", "planting, the first stage of the game" }
#define TERMS_HOUSE                                                                                \
    TERMS10, { "nyumba", "Swahili", "house: the fifth front hole" }
#define TERMS12                                                                                    \
    TERMS_HOUSE, { "safari", "Swahili", "journey: playing on from the house" }
#define TERMS16                                                                                    \
    TERMS12, { "takasia", "Swahili", "blocking" }
#define BAO                                                                                        \
    { "Bao", "Swahili", "board" }

/* A rule set, with its names. */
#define BAO_STEP(id_, alias_, name_, summary_, where_, ...)                                        \
    BAO_SET(KW_RULE_SET_OF_MANY, bao_literature, id_, alias_, name_, summary_, where_, __VA_ARGS__)
#define BAO_KATRA(id_, name_, summary_, where_, ...)                                               \
    BAO_SET(KW_RULE_SET_OF_MANY, katra_literature, id_, NULL, name_, summary_, where_, __VA_ARGS__)
#define BAO_SET(RULE_SET, literature_, id_, alias_, name_, summary_, where_, ...)                  \
    static const struct kw_info info_##id_ = {                                                     \
        .id = #id_,                                                                                \
        .alias = alias_,                                                                           \
        .name = name_,                                                                             \
        .summary = summary_,                                                                       \
        .where = where_,                                                                           \
        .source = bao_source,                                                                      \
        .literature = literature_,                                                                 \
        .names = (const struct kw_name[]){__VA_ARGS__, KW_END_NAMES},                              \
        .rows = 4,                                                                                 \
        .columns = 8};                                                                             \
    RULE_SET(id_, bao, &info_##id_, &ladder_##id_.rules)

#define LADDER "A step of the ladder; not played on its own"

BAO_STEP(hus, NULL, "Hus", "Counterclockwise relay sowing; both facing holes are captured.",
         "Namibia, usually on longer boards", {"Hus", "Nama", "hole, as Mancala World has it"});
BAO_STEP(bao1, NULL, "Bao ladder, step 1: own seeds stay",
         "Captured seeds alone are sown; the capturing hole keeps its own.", LADDER, BAO);
BAO_STEP(bao2, NULL, "Bao ladder, step 2: the back row is safe",
         "Only the opponent's front hole is captured.", LADDER, BAO);
BAO_STEP(bao3, NULL, "Bao ladder, step 3: an empty front row loses",
         "A player whose front row is empty has lost.", LADDER, BAO);
BAO_STEP(bao4, NULL, "Bao ladder, step 4: either way", "A move may go clockwise as well.", LADDER,
         BAO);
BAO_STEP(bao5, NULL, "Bao ladder, step 5: heads", "Captured seeds enter the board at a head.",
         LADDER, BAO, TERMS5);
BAO_STEP(bao6, NULL, "Bao ladder, step 6: flanks",
         "A capture in a flank enters at the nearest head.", LADDER, BAO, TERMS6);
BAO_STEP(bao7, NULL, "Bao ladder, step 7: blank moves",
         "A move whose first lap captures nothing captures nothing at all.", LADDER, BAO, TERMS7);
BAO_STEP(bao8, NULL, "Bao ladder, step 8: more seeds", "Two seeds in every hole.", LADDER, BAO,
         TERMS7);
BAO_STEP(kujifunza, NULL, "Bao la Kujifunza",
         "Step 9: captures must be played, then the front row.", "East Africa",
         {"Bao la Kujifunza", "Swahili", "Bao for beginners"}, TERMS7);
BAO_STEP(bao10, NULL, "Bao ladder, step 10: planting",
         "Seeds are planted from a reserve first, without captures.", LADDER, BAO, TERMS10);
BAO_STEP(bao11, NULL, "Bao ladder, step 11: captures while planting",
         "Planting captures what faces the planted hole.", LADDER, BAO, TERMS10);
BAO_KATRA(fandatsaka, "Katra Fandatsaka", "Step 11 from a start that captures at once.",
          "Madagascar",
          {"Fandatsaka", "Malagasy", "from latsaka, to fall, as Mancala World has it"}, TERMS10);
BAO_STEP(bao12, NULL, "Bao ladder, step 12: the house",
         "Sowing may stop at the fifth front hole, which gathers seeds.", LADDER, BAO, TERMS12);
BAO_KATRA(sakalava, "Katra Sakalava", "Step 11 with a house split between front and back row.",
          "Madagascar: the Sakalava",
          {"Sakalava", "Malagasy", "a people in the west of Madagascar"},
          {"rova", "Malagasy", "a sacred enclosure: the house"}, TERMS_HOUSE);
BAO_STEP(bao13, NULL, "Bao ladder, step 13: tax", "The house is taxed, and can become invalid.",
         LADDER, BAO, TERMS12);
BAO_STEP(bao14, NULL, "Bao ladder, step 14: singletons",
         "Without a house, blanks are planted in holes with two seeds or more.", LADDER, BAO,
         TERMS12);
BAO_STEP(bao15, NULL, "Bao ladder, step 15: the house at harvest",
         "In the harvest the house is an ordinary hole.", LADDER, BAO, TERMS12);
BAO_SET(KW_RULE_SET, bao_literature, kiswahili, "bao", "Bao la Kiswahili",
        "The whole game: planting, the house and its tax, and blocking (step 16).",
        "The Swahili coast of East Africa, Zanzibar above all",
        {"Bao la Kiswahili", "Swahili", "the Swahili board game"}, TERMS16);
