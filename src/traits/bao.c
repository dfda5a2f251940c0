/*
 * Bao as a trait of rule texts: positions, reasons, the text of moves, and which rules there are.
 * Its moves are in bao_play.h.
 */
#include "traits/bao_play.h"

KW_GENERAL(bao)

static size_t bao_general_mobility(const struct rules *rules, const struct kw_position *position) {
    return bao_mobility(rules, position);
}

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
        return reason_set(reason, trait_clause(rules, MUST_TAKE),
                          "the capture of the blocked hole %h must be played",
                          position->own[0] - 1u, 0);
    if (!bao->either_way && !reverse)
        return reason_set(reason, trait_clause(rules, HUS_WAY), "sowing goes counterclockwise only",
                          hole, 0);
    if (planting && bao->plant_capture && (targets >> at & 1) && (first >> at & 1))
        return reason_set(reason, trait_clause(rules, PLANT_HEAD),
                          "a capture in the flank %h is sown from the nearest head", hole, 0);
    if (bao->no_suicide) {
        struct kw_position copy = *position;
        if (bao_is_suicide(rules, &copy, move))
            return reason_set(reason, trait_clause(rules, SUICIDE),
                              "the move would empty the player's own front row", hole, 0);
    }
    if (bao_capturing(rules, position, &side, legal))
        return reason_set(reason, trait_clause(rules, MUST_CAPTURE),
                          "a capture is possible and must be played, and the move from %h takes "
                          "nothing",
                          hole, 0);
    if (!planting)
        return reason_set(reason, trait_clause(rules, FRONT_FIRST),
                          "%h is in the back row, and a front hole has two seeds or more", hole, 0);
    bool counts = bao_plants_single(rules, &side);
    if (at == HOUSE_HOLE && counts && position->hole[hole] < HOUSE_VALID)
        return reason_set(reason, trait_clause(rules, TAX_JUDGED),
                          "with the planted seed the house %h is valid, and a blank may be planted "
                          "in it only if all other front holes are empty",
                          hole, 0);
    if (at == HOUSE_HOLE && counts)
        return reason_set(reason, trait_clause(rules, TAX_ONLY),
                          "a blank may be planted in the valid house %h only if all other front "
                          "holes are empty",
                          hole, 0);
    return reason_set(reason, trait_clause(rules, SINGLETONS),
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
                          trait_clause(rules, endless ? ENDLESS
                                              : front ? FRONT_LOSES
                                                      : NO_MOVE),
                          "the game is over", KW_NOWHERE, 0);
    }
    bool planting = bao_planting(rules, position);
    enum kw_kind kind = planting ? KW_PLANT : KW_SOW;
    if (move != kw_move_make(kind, hole, kw_move_reverse(move), kw_move_plus(move), 0))
        return planting ? reason_set(reason, trait_clause(rules, PLANT),
                                     "a player with a reserve plants a seed of it", KW_NOWHERE, 0)
                        : reason_set(reason, trait_clause(rules, bao->plant ? HARVEST : SOW),
                                     "there is no reserve to plant from: a move sows a hole",
                                     KW_NOWHERE, 0);
    if (at >= 2 * width)
        return reason_set(reason, trait_clause(rules, planting ? PLANT : LEAST),
                          "%h is not a hole of the player to move", hole, 0);
    if (planting && at >= width)
        return reason_set(reason, trait_clause(rules, PLANT),
                          "%h is in the back row: seeds are planted in the front row", hole, 0);
    if (planting && position->hole[hole] == 0)
        return reason_set(reason, trait_clause(rules, PLANT),
                          "%h is empty: seeds are planted in occupied holes", hole, 0);
    if (!planting && position->hole[hole] < 2)
        return reason_set(
            reason, trait_clause(rules, LEAST),
            "%h holds too few seeds (%n): a move starts from a hole with at least two seeds", hole,
            position->hole[hole]);
    if (bao->block && (side.blocked >> at & 1))
        return reason_set(reason, trait_clause(rules, BLOCKED),
                          "%h is blocked (takasia): it may not be played in this turn", hole, 0);
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
        return reason_set(reason, trait_clause(rules, SUICIDE),
                          "playing on from the house would empty the player's own front row", hole,
                          0);
    return reason_set(reason,
                      trait_clause(rules, bao->split   ? SPLIT_HOUSE
                                          : bao->house ? SAFARI
                                                       : SOW),
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
        return reason_set(reason, trait_clause(rules, MUST_TAKE),
                          "the blocked hole %h must be captured first", position->own[0] - 1u, 0);
    bool planting = bao_planting(rules, position);
    uint32_t set = legal.way[0] | legal.way[1];
    if (bao_capturing(rules, position, &side, legal))
        return reason_set(reason, trait_clause(rules, MUST_CAPTURE),
                          "a capture is possible and must be played", KW_NOWHERE, 0);
    if (side.blocked != 0)
        return reason_set(reason, trait_clause(rules, BLOCKED),
                          "%h is blocked (takasia): another hole must be played",
                          16u * position->turn + (unsigned)__builtin_ctz(side.blocked), 0);
    if (planting) {
        if ((bao_front(rules, side.own) & ~set) == 0)
            return false;
        bool counts = bao_plants_single(rules, &side);
        return reason_set(reason, trait_clause(rules, counts ? TAX_ONLY : SINGLETONS),
                          counts ? "no capture is possible: a seed must be planted in a front hole "
                                   "other than the house"
                                 : "no capture is possible: a seed must be planted in a front hole "
                                   "with two seeds or more",
                          KW_NOWHERE, 0);
    }
    return reason_set(reason, trait_clause(rules, FRONT_FIRST),
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
        fault_set(fault, (unsigned)length + 1,
                  "this step goes one way only: write it without > or <");
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

/* ---- rules and clauses ----------------------------------------------------------------------- */

/* Only the house, and in the first steps the one way of sowing, distinguishes left from right. */
static bool bao_reflects(const struct rules *rules) {
    const struct bao *bao = bao_of(rules);
    return bao->either_way && !bao->house && !bao->split;
}

#define BAO_AT(member) offsetof(struct bao, member)

static const struct trait_clause bao_clauses[] = {
    [START] = {.id = "start"},
    [LEAST] = {.id = "least"},
    [HUS_WAY] = {"one-way", .without = BAO_AT(either_way)},
    [SOW] = {.id = "sow"},
    [STOP] = {.id = "stop"},
    [RELAY] = {.id = "relay"},
    [CAPTURE] = {.id = "capture"},
    [NO_MOVE] = {.id = "no-move"},
    [FRONT_LOSES] = {"front-row", .with = BAO_AT(front_loses)},
    [FRONT_WHEN] = {"front-when", .with = BAO_AT(front_loses)},
    [SUICIDE] = {"suicide", .with = BAO_AT(front_loses)},
    [EITHER_WAY] = {"either-way", .with = BAO_AT(either_way)},
    [HEAD] = {"head", .with = BAO_AT(head)},
    [FLANK] = {"flank", .with = BAO_AT(flank)},
    [BLANK] = {"blank", .with = BAO_AT(blank)},
    [SIXTEEN] = {"sixteen", .with = BAO_AT(blank)},
    [MUST_CAPTURE] = {"must-capture", .with = BAO_AT(must_capture)},
    [FRONT_FIRST] = {"front-first", .with = BAO_AT(must_capture)},
    [PLANT] = {"plant", .with = BAO_AT(plant)},
    [PLANT_BLANK] = {"plant-blank", .with = BAO_AT(plant)},
    [PLANT_CAPTURE] = {"plant-capture", .with = BAO_AT(plant)},
    [PLANT_HEAD] = {"plant-head", .with = BAO_AT(plant_capture)},
    [HARVEST] = {"harvest", .with = BAO_AT(plant)},
    [HARVEST_WHEN] = {"harvest-when", .with = BAO_AT(plant)},
    [HOUSE] = {"house", .with = BAO_AT(house)},
    [HOUSE_STOP] = {"house-stop", .with = BAO_AT(house), .without = BAO_AT(split)},
    [SAFARI] = {"safari", .with = BAO_AT(house), .without = BAO_AT(split)},
    [HOUSE_PLANT] = {"house-plant", .with = BAO_AT(house), .without = BAO_AT(tax)},
    [SPLIT_HOUSE] = {"split-house", .with = BAO_AT(split)},
    [SPLIT_BACK] = {"split-back", .with = BAO_AT(split)},
    [ROVA] = {"rova", .with = BAO_AT(split)},
    [CAPTURE_FIRST] = {"capture-first", .with = BAO_AT(house)},
    [TAX] = {"tax", .with = BAO_AT(tax)},
    [TAX_ONLY] = {"tax-only", .with = BAO_AT(tax)},
    [TAX_JUDGED] = {"tax-judged", .with = BAO_AT(tax)},
    [VALID] = {"valid", .with = BAO_AT(tax)},
    [SINGLETONS] = {"singletons", .with = BAO_AT(singletons)},
    [HARVEST_PLAIN] = {"harvest-house", .with = BAO_AT(harvest_plain)},
    [BLOCK] = {"block", .with = BAO_AT(block)},
    [BLOCK_WHEN] = {"block-when", .with = BAO_AT(block)},
    [BLOCKED] = {"blocked", .with = BAO_AT(block)},
    [BLOCK_EXCEPT] = {"block-except", .with = BAO_AT(block)},
    [BLOCK_SINGLE] = {"block-single", .with = BAO_AT(block)},
    [MUST_TAKE] = {"must-take", .with = BAO_AT(block)},
    [BLOCK_TERM] = {"block-term", .with = BAO_AT(block)},
    [NEVER_ENDING] = {.id = "never-ending"},
    [SPLIT_UNCUT] = {"house-uncut", .with = BAO_AT(split)},
    [PLANT_UNCOUNTED] = {"plant-uncounted", .with = BAO_AT(plant)},
    [ENDLESS] = {.id = "endless"},
    [REPEAT] = {.id = "repetition"},
    [NEXT] = {.id = "turn"},
};

/* What a rule needs stands before it on the ladder. */
static const struct trait_rule bao_rules[] = {
    {"own-stay", BAO_AT(own_stay), .needs = 0},
    {"front-only", BAO_AT(front_only), .needs = BAO_AT(own_stay)},
    {"front-row", BAO_AT(front_loses), .needs = BAO_AT(front_only)},
    {"either-way", BAO_AT(either_way), .needs = BAO_AT(front_loses)},
    {"head", BAO_AT(head), .needs = BAO_AT(either_way)},
    {"flank", BAO_AT(flank), .needs = BAO_AT(head)},
    {"blank", BAO_AT(blank), .needs = BAO_AT(flank)},
    {"must-capture", BAO_AT(must_capture), .needs = BAO_AT(blank)},
    {"plant", BAO_AT(plant), .needs = BAO_AT(must_capture)},
    {"plant-capture", BAO_AT(plant_capture), .needs = BAO_AT(plant)},
    {"house", BAO_AT(house), .needs = BAO_AT(plant_capture)},
    {"split-house", BAO_AT(split), .needs = BAO_AT(house)},
    {"tax", BAO_AT(tax), .needs = BAO_AT(house)},
    {"singletons", BAO_AT(singletons), .needs = BAO_AT(house)},
    {"harvest-house", BAO_AT(harvest_plain), .needs = BAO_AT(house)},
    {"block", BAO_AT(block), .needs = BAO_AT(must_capture)},
    {"no-suicide", BAO_AT(no_suicide), .needs = BAO_AT(front_loses)},
    {"long-captures", BAO_AT(long_captures), .needs = BAO_AT(must_capture)},
    {"joined-house", BAO_AT(joined), .needs = BAO_AT(split)},
    {"tax-judged-after", BAO_AT(tax_after), .needs = BAO_AT(tax)},
    {"single-spared", BAO_AT(spare_single), .needs = BAO_AT(block)},
    {"valid-single", BAO_AT(valid_single), .needs = BAO_AT(singletons)},
    {"house-passes", BAO_AT(house_passes), .needs = BAO_AT(block)},
};

/* Why these rules cannot be played; NULL: they can. */
static const char *bao_fault(const struct rules *rules) {
    const struct bao *bao = bao_of(rules);
    if (bao->plant && rules->columns != 8)
        return "a row has eight holes where seeds are planted";
    if (bao->block && (bao->joined || bao->long_captures))
        return "the rule 'block' excludes 'joined-house' and 'long-captures'";
    return NULL;
}

static void bao_start(const struct rules *rules, struct kw_position *position) {
    trait_start(rules, position);
    position->mark = bao_of(rules)->house ? HOUSES : 0;
}

/* ---- the steps of the ladder, whose functions are stamped ------------------------------------ */

/* The board. */
#define BASE                                                                                       \
    { .rows = 4, .columns = 8, .seeds = 48, .limit = 192 }
#define FULL                                                                                       \
    { .rows = 4, .columns = 8, .seeds = 64, .limit = 192 }
#define PLANTED                                                                                    \
    { .rows = 4, .columns = 8, .seeds = 64, .stores = true, .limit = 192 }
#define STEP0 .own_stay = false
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

/*
 * The rules that are compile-time constants.  On the general functions random play of the other
 * steps takes 1.4 to 1.8 times the instructions and perft 1.3 to 2.5 times, so all have their own
 * where `komwe bench` measures them.  A kernel for old machines alone (KW_FEW_CONSTANTS) has those
 * of the games that are played; a small library has one, and shares what counts for the evaluation.
 */
#if defined(KW_SMALL)
#define BAO_STEPS(STEP) STEP(kiswahili, PLANTED, STEP16)
#define BAO_MOBILITY(id) bao_general_mobility
#define BAO_COUNT(id)
#else
#define BAO_PLAYED(STEP)                                                                           \
    STEP(kiswahili, PLANTED, STEP16) STEP(hus, BASE, STEP0) STEP(kujifunza, FULL, STEP9)
#if defined(KW_FEW_CONSTANTS)
#define BAO_STEPS BAO_PLAYED
#else
#define BAO_STEPS(STEP)                                                                            \
    BAO_PLAYED(STEP)                                                                               \
    STEP(bao1, BASE, STEP1)                                                                        \
    STEP(bao2, BASE, STEP2)                                                                        \
    STEP(bao3, BASE, STEP3)                                                                        \
    STEP(bao4, BASE, STEP4)                                                                        \
    STEP(bao5, BASE, STEP5)                                                                        \
    STEP(bao6, BASE, STEP6)                                                                        \
    STEP(bao7, BASE, STEP7)                                                                        \
    STEP(bao8, FULL, STEP7)                                                                        \
    STEP(bao10, PLANTED, STEP10)                                                                   \
    STEP(bao11, PLANTED, STEP11)                                                                   \
    STEP(bao12, PLANTED, STEP12)                                                                   \
    STEP(sakalava, PLANTED, STEP12, .split = true)                                                 \
    STEP(bao13, PLANTED, STEP13)                                                                   \
    STEP(bao14, PLANTED, STEP14)                                                                   \
    STEP(bao15, PLANTED, STEP15)
#endif
#define BAO_MOBILITY(id) id##_fast_mobility
#define BAO_COUNT(id)                                                                              \
    static size_t id##_fast_mobility(const struct rules *rules,                                    \
                                     const struct kw_position *position) {                         \
        (void)rules;                                                                               \
        return bao_mobility(&id.rules, position);                                                  \
    }
#endif

#define BAO_INSTANCE(id, board, ...)                                                               \
    static const struct bao id = {.rules = board, __VA_ARGS__};                                    \
    KW_INSTANCE(id, bao, &id.rules)                                                                \
    BAO_COUNT(id)
#define BAO_STAMP(id, ...)                                                                         \
    {.rules = &id.rules, .game = {KW_FUNCTIONS(id), .mobility = BAO_MOBILITY(id)}},

BAO_STEPS(BAO_INSTANCE)

static const struct fast_stamp bao_stamps[] = {BAO_STEPS(BAO_STAMP){.rules = NULL}};

/* ---- the trait ------------------------------------------------------------------------------- */

/* The hole that a move obliges the opponent to capture, or that none does any more. */
static void bao_field_text(const struct rules *rules, const struct kw_event *event,
                           struct text *text) {
    if (event->count == 0) {
        text_string(text, "no hole must be captured any more");
        return;
    }
    text_string(text, "the capture of ");
    hole_text(rules, (event->count & OWN_HOLE) - 1u, text);
    text_string(text, " is a duty now");
}

const struct trait KW_KERNEL_NAME(trait_bao) = {
    .name = "bao",
    .clauses = bao_clauses,
    .clause_count = sizeof bao_clauses / sizeof *bao_clauses,
    .rules = bao_rules,
    .rule_count = sizeof bao_rules / sizeof *bao_rules,
    .rows = 4,
    .seeds = 64,
    .columns = 1 << 4 | 1 << 6 | 1 << 8,
    .fault = bao_fault,
    .family =
        {
            .marks = {'h', 't'},
            .mark_names = {"a house", "blocked (takasia)"},
            .both_marks = true,
            .fields = bao_fields,
            .field_count = sizeof bao_fields / sizeof *bao_fields,
            .own_name = {"must"},
            .field_text = bao_field_text,
            .own_is_hole = {true, false},
            .reserves = true,
            .forms = {.kinds = 1u << KW_SOW | 1u << KW_PLANT, .reverse = true, .plus = true},
            .reflects = bao_reflects,
            .start = bao_start,
            .check = bao_check,
            .state = bao_state,
            .trace = bao_trace,
            .explain_illegal = bao_explain_illegal,
            .constraint = bao_constraint,
            .move_text = bao_move_text,
            .move_read = bao_move_read,
        },
    .rules_size = sizeof(struct bao),
    .game = {KW_FUNCTIONS(bao_general), .mobility = bao_general_mobility},
    .stamps = bao_stamps,
};
