/**
 * @file
 * Why a move is not legal, and what happens in one that is, event by event.
 */
#ifndef KOMWE_EXPLAIN_H
#define KOMWE_EXPLAIN_H

#include "komwe/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Why a move is not legal, or which rule constrains the player's choice. */
struct kw_reason {
    const struct kw_clause *clause; /**< the rule that says so */
    const char *text;               /**< a sentence with %h for the hole and %n for the count */
    uint8_t hole;                   /**< a place (see below), or KW_NOWHERE */
    uint32_t count;                 /**< the number in place of %n */
};

/** False if the move is legal; else true with the reason. */
KW_API bool kw_explain_illegal(const struct kw_game *game, const struct kw_position *position,
                               kw_move move, struct kw_reason *reason);

/**
 * The same for `count` moves, each played after those before it: the reason of the first illegal
 * one.  Moves after it are ignored.
 */
KW_API bool kw_explain_illegal_first(const struct kw_game *game, const struct kw_position *position,
                                     const kw_move *list, size_t count, struct kw_reason *reason);

/** True if a rule constrains the player's choice here (a capture that must be played). */
KW_API bool kw_constraint(const struct kw_game *game, const struct kw_position *position,
                          struct kw_reason *reason);

/** Writes the reason as a sentence without a full stop; returns `text`. */
KW_API const char *kw_reason_text(const struct kw_game *game, const struct kw_reason *reason,
                                  char text[KW_TEXT]);

/** Places: a hole 0..31, or one of these. */
enum { KW_STORE_SOUTH = 32, KW_STORE_NORTH = 33, KW_HAND = 34, KW_NOWHERE = 255 };

/**
 * What happens in a move, seed by seed.  An event moves `count` seeds from `from` to `to` if both
 * are places; else the table says what it means.
 *
 *      kind      from        to             count      what
 *      plant     store       hole           1          a seed from the reserve
 *      lift      hole        hand           seeds
 *      drop      hand        hole or store  1
 *      skip      -           hole           -          the hole gets nothing
 *      relay     -           hole           seeds      the sowing goes on from here
 *      turn      -           hole           -          the direction turns round
 *      capture   hole        hand or store  seeds
 *      bank      hole        store          seeds      the capturing seed, seeds left over
 *      place     hand        hole           1          Kiothi's setup turn
 *      tax       -           hole           seeds      Bao: only so many are sown
 *      mark      -           hole           1, 2, 3    the hole gets its first, second mark, both
 *      unmark    -           hole           1, 2, 3    it loses them
 *      block     -           hole           -          Bao: the hole must be captured
 *      head      -           hole           seeds      captured seeds enter here
 *      choice    -           hole           number     the player chooses (chance of that number)
 *      stop      -           hole           -          the sowing ends here
 *      pass      -           -              -
 *      field     -           0..2           value      phase, own[0], own[1]
 *      next      -           0 or 1         -          who is to move now
 *      over      -           outcome        -          the game ended inside the move
 *      swap      -           -              holes      the sides of so many holes are exchanged
 */
enum kw_event_kind {
    KW_EVENT_PLANT,
    KW_EVENT_LIFT,
    KW_EVENT_DROP,
    KW_EVENT_SKIP,
    KW_EVENT_RELAY,
    KW_EVENT_TURN,
    KW_EVENT_CAPTURE,
    KW_EVENT_BANK,
    KW_EVENT_PLACE,
    KW_EVENT_TAX,
    KW_EVENT_MARK,
    KW_EVENT_UNMARK,
    KW_EVENT_BLOCK,
    KW_EVENT_HEAD,
    KW_EVENT_CHOICE,
    KW_EVENT_STOP,
    KW_EVENT_PASS,
    KW_EVENT_FIELD,
    KW_EVENT_NEXT,
    KW_EVENT_OVER,
    KW_EVENT_SWAP
};

/** One thing that happens in a move; see kw_event_kind. */
struct kw_event {
    enum kw_event_kind kind;        /**< what happens */
    uint8_t from;                   /**< a place, or KW_NOWHERE */
    uint8_t to;                     /**< a place, or what the table says */
    uint32_t count;                 /**< seeds, or what the table says */
    const struct kw_clause *clause; /**< the rule that caused it, never NULL */
};

/** Receives the events of a move in order; returning false stops them (not the move). */
typedef bool kw_event_fn(void *context, const struct kw_event *event);

/** As kw_play, and reports every event to `on_event`.  A move can sow 100 000 seeds. */
KW_API void kw_trace(const struct kw_game *game, const struct kw_position *position, kw_move move,
                     struct kw_position *next, kw_event_fn *on_event, void *context);

/**
 * The laps of a move: a lap is what is sown of seeds taken into an empty hand, at the start, to go
 * on, or by a capture that is sown.  Begin with {0}, and pass it the events of a move in order.
 */
struct kw_laps {
    size_t count; /**< laps begun so far */
    bool taken;   /**< its own: the next seed dropped begins a lap */
};

/** Counts the next event of the move. */
static inline void kw_laps_event(struct kw_laps *laps, const struct kw_event *event) {
    if (event->kind == KW_EVENT_DROP) {
        laps->count += laps->taken ? 1 : 0;
        laps->taken = false;
    } else if (event->to == KW_HAND) {
        laps->taken = true;
    }
}

/**
 * Carries out one event on a position.  All events of a move, carried out in order on the old
 * position, make the new one, byte by byte.
 */
KW_API void kw_replay(struct kw_position *position, const struct kw_event *event);

KW_API const char *kw_event_name(enum kw_event_kind kind); /**< "plant"; never freed */

/** The name of the position's field that a field event sets, 0..2: "phase"; never freed. */
KW_API const char *kw_field_name(const struct kw_game *game, unsigned field);

/** Writes the event in words; returns `text`. */
KW_API const char *kw_event_text(const struct kw_game *game, const struct kw_event *event,
                                 char text[KW_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
