/*
 * A fast play: functions that play the moves of some rules as the sowing machine does, and faster.
 * For the files of this folder, and for src/language, which puts them in place of the machine's.
 */
#ifndef KOMWE_FAST_FAST_PLAY_H
#define KOMWE_FAST_FAST_PLAY_H

#include "games/game.h"

struct machine;

/* Its functions, stamped for rules that are compile-time constants. */
struct fast_stamp {
    const struct rules *rules; /* rules_size bytes, as `fits` writes them */
    struct kw_game game;       /* the functions alone */
};

struct fast_play {
    /*
     * Whether it plays these rules, by what they say and not by what they are called; if so it
     * fills in machine->fast, where its own rules extend struct rules.
     */
    bool (*fits)(struct machine *machine);
    size_t rules_size;
    struct kw_game game;             /* the functions for rules at run time alone */
    const struct fast_stamp *stamps; /* the last one has no rules */
    /* OPTIONAL: see struct family. */
    size_t (*expand_compact)(const struct rules *rules, const struct compact_board *board,
                             struct compact_move *list);
};

/* Those of each kernel; NULL at the end. */
extern const struct fast_play *const fast_plays_plain[], *const fast_plays_vector[],
                                                             *const fast_plays_v3[];

/*
 * The functions of the stamp with these rules, `size` bytes of them, else the general ones, which
 * take rules at run time.
 */
const struct kw_game *fast_play_stamped(const struct fast_stamp *stamps,
                                        const struct kw_game *general, const struct rules *rules,
                                        size_t size);

/* Puts hot functions in place of those of a game. */
void fast_play_put(const struct kw_game *functions, struct kw_game *game);

/*
 * Puts the functions of the first fast play that fits in place of those of the game; nothing
 * happens where none fits.
 */
void fast_play_use(const struct fast_play *const *plays, struct machine *machine,
                   struct family *family, struct kw_game *game);

/* Stamps (games/rule_set.h) the functions NAME_fast_... for RULES from FAMILY_moves, _count and
 * _play. */
#define KW_FAST_INSTANCE(name, family, RULES) KW_STAMP(name, family, RULES, )

#endif
