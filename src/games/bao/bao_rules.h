/*
 * The rulebook of the Bao family: Hus, the ladder of steps that leads from it to Bao la Kiswahili,
 * and the games it passes on the way.  Each step adds one rule and keeps the others: a boolean of
 * `struct bao`.  After the article that builds Bao up from Hus, step by step.
 */
#ifndef KOMWE_GAMES_BAO_RULES_H
#define KOMWE_GAMES_BAO_RULES_H

#include "games/family_parts.h"

/* Indices of bao_clauses. */
enum bao_clause {
    START_HUS, /* one of these, in the order of enum bao_start_layout */
    START_TWOS,
    START_BAO,
    START_FANDATSAKA,
    START_SAKALAVA,
    START_LAST = START_SAKALAVA,
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

enum { BAO_CLAUSES = NEXT + 1 };

/* Indices of bao_options. */
enum bao_option { SUICIDES, SIXTEENS, ROVA, TAX_JUDGING, BLOCK_SINGLETON, WIDTH, LIMIT, RESULT };
enum { BAO_OPTIONS = RESULT + 1 };

/* The positions that games start from. */
enum bao_start_layout { SETUP_HUS, SETUP_TWOS, SETUP_BAO, SETUP_FANDATSAKA, SETUP_SAKALAVA };

struct bao {
    struct rules rules;
    uint8_t setup;      /* enum bao_start_layout */
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
    bool katra;         /* a game of Madagascar, with the options on how it is played there */
    bool no_suicide;    /* suicide=illegal */
    bool long_captures; /* sixteen=capture */
    bool joined;        /* rova=joined */
    bool tax_after;     /* tax_judged=after */
    bool spare_single;  /* block_singleton=no */
};

/* The seeds that a move may sow on a board with rows so wide: twelve circuits. */
#define BAO_LIMIT(WIDTH) (24 * (WIDTH))

enum {
    HOUSE_HOLE = 4,  /* front 5 */
    HOUSE_BACK = 11, /* back 5: the split house's other half */
    HOUSE_VALID = 6, /* seeds of a valid house */
    TAXED = 2,       /* seeds that a tax sows */
    HOUSES = 1 << HOUSE_HOLE | 1 << (16 + HOUSE_HOLE),
};

KW_INLINE const struct bao *bao_of(const struct rules *rules) { return (const struct bao *)rules; }

extern const struct kw_clause bao_clauses[BAO_CLAUSES];
extern const struct kw_option bao_options[BAO_OPTIONS];

/* See the members of `struct family` with these names. */
bool bao_clause_holds(const struct rules *rules, size_t clause);
bool bao_option_holds(const struct rules *rules, size_t option);
void bao_configure(struct rules *rules, const int32_t *value);
int32_t bao_value(const struct rules *rules, size_t option);
void bao_start(const struct rules *rules, struct kw_position *position);

#endif
