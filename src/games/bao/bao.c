/*
 * The Bao family as it is plugged in: positions, reasons, texts, and the rule sets of the ladder.
 * Its rulebook is bao_rules.c, its moves are in bao_play.h.
 */
#include "games/bao/bao_play.h"

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

static bool bao_must_holds(const struct rules *rules) { return bao_of(rules)->block; }

static void bao_must_write(const struct rules *rules, const struct kw_position *position,
                           struct text *text) {
    if (position->own[0] > 0)
        hole_text(rules, position->own[0] - 1u, text);
}

static bool bao_must_read(const struct rules *rules, const char *value,
                          struct kw_position *position) {
    unsigned hole;
    if (*value == '\0' || hole_read(rules, value, &hole) != strlen(value))
        return false;
    position->own[0] = (uint8_t)(hole + 1);
    return true;
}

static const struct field bao_fields[] = {
    [FIELD_MUST] = {"must", bao_must_write, bao_must_read, bao_must_holds},
    [FIELD_OVER] = {"over", over_write, over_read, NULL},
    [FIELD_HAND] = KW_FIELD_HAND,
};

/* Why this hole cannot be a house; NULL if it can. */
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
    if (bao_planting(rules, position))
        return bao->plant_capture && (holes & lanes_at_least(bao_targets(rules, side), 1)) != 0;
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
    bool planting = bao_planting(rules, position);
    uint32_t targets = lanes_at_least(bao_targets(rules, &side), 1),
             first = (legal.way[0] | legal.way[1]);
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
    bool planting = bao_planting(rules, position);
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
    bool planting = bao_planting(rules, position);
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
static bool bao_sign_reversed(const struct rules *rules, const struct kw_position *position,
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
            kw_move_reverse(move) == bao_sign_reversed(rules, position, kw_move_kind(move), hole);
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
    bool planting = bao_planting(rules, position);
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
        reverse = bao_sign_reversed(rules, position, kind, hole) == (sign == '>' || sign == 'r');
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

/* Only the house, and in the first steps the one way of sowing, distinguishes left from right. */
static bool bao_reflects(const struct rules *rules) {
    const struct bao *bao = bao_of(rules);
    return bao->either_way && !bao->house && !bao->split;
}

static const struct family bao_family = {
    .region = "East Africa",
    .clauses = bao_clauses,
    .clause_count = BAO_CLAUSES,
    .clause_holds = bao_clause_holds,
    .options = bao_options,
    .option_count = BAO_OPTIONS,
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

/* ---- the ladder ------------------------------------------------------------------------------ */

/* The board. */
#define BASE                                                                                       \
    { .rows = 4, .columns = 8, .seeds = 48, .limit = BAO_LIMIT(8) }
#define FULL                                                                                       \
    { .rows = 4, .columns = 8, .seeds = 64, .limit = BAO_LIMIT(8) }
#define PLANTED                                                                                    \
    { .rows = 4, .columns = 8, .seeds = 64, .stores = true, .limit = BAO_LIMIT(8) }
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

/* ---- the rule sets --------------------------------------------------------------------------- */

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

/* Sources for what the article leaves out of the games of Madagascar. */
static const char *const bao_katra_literature[] = {
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
    BAO_SET(KW_RULE_SET_OF_MANY, bao_katra_literature, id_, NULL, name_, summary_, where_,         \
            __VA_ARGS__)
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
