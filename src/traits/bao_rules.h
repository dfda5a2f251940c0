/*
 * The rules of Bao: Hus, the ladder of steps that leads from it to Bao la Kiswahili, and the games
 * it passes on the way.  Each step adds one rule and keeps the others: a boolean of `struct bao`.
 * After the article that builds Bao up from Hus, step by step.
 */
#ifndef KOMWE_TRAITS_BAO_RULES_H
#define KOMWE_TRAITS_BAO_RULES_H

#include "games/family_parts.h"
#include "traits/trait.h"

/* The clauses that are cited, in the order of bao_clauses. */
enum bao_clause {
    START,
    LEAST,
    HUS_WAY,
    SOW,
    STOP,
    RELAY,
    CAPTURE,
    NO_MOVE,
    FRONT_LOSES,
    FRONT_WHEN,
    SUICIDE,
    EITHER_WAY,
    HEAD,
    FLANK,
    BLANK,
    SIXTEEN,
    MUST_CAPTURE,
    FRONT_FIRST,
    PLANT,
    PLANT_BLANK,
    PLANT_CAPTURE,
    PLANT_HEAD,
    HARVEST,
    HARVEST_WHEN,
    HOUSE,
    HOUSE_STOP,
    SAFARI,
    HOUSE_PLANT,
    SPLIT_HOUSE,
    SPLIT_BACK,
    ROVA,
    CAPTURE_FIRST,
    TAX,
    TAX_ONLY,
    TAX_JUDGED,
    VALID,
    SINGLETONS,
    HARVEST_PLAIN,
    BLOCK,
    BLOCK_WHEN,
    BLOCKED,
    BLOCK_EXCEPT,
    BLOCK_SINGLE,
    MUST_TAKE,
    BLOCK_TERM,
    NEVER_ENDING,
    SPLIT_UNCUT,
    PLANT_UNCOUNTED,
    ENDLESS,
    REPEAT,
    NEXT
};

struct bao {
    struct rules rules;
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
    bool no_suicide;    /* a move that empties the own front row is not legal */
    bool long_captures; /* moves of a circuit and more may capture */
    bool joined;        /* the halves of a split house are sown and captured together */
    bool tax_after;     /* a house is counted with the planted seed */
    bool spare_single;  /* a single seed is not blocked */
    bool valid_single;  /* only a valid house lets singletons be planted */
    bool house_passes;  /* the first lap of a move from the house passes a blocked hole */
};

enum {
    HOUSE_HOLE = 4,  /* front 5 */
    HOUSE_BACK = 11, /* back 5: the split house's other half */
    HOUSE_VALID = 6, /* seeds of a valid house */
    TAXED = 2,       /* seeds that a tax sows */
    HOUSES = 1 << HOUSE_HOLE | 1 << (16 + HOUSE_HOLE),
};

KW_INLINE const struct bao *bao_of(const struct rules *rules) { return (const struct bao *)rules; }

#endif
