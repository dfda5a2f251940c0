/* Reads a rule text into a game. */
#ifndef KOMWE_LANGUAGE_RULES_READER_H
#define KOMWE_LANGUAGE_RULES_READER_H

#include "komwe/rules.h"
#include "machine/machine_family.h"
#include "traits/trait.h"

/* What plays texts, on one kernel of src/sow. */
struct rules_play {
    const struct machine_family *machine;
    const struct fast_play *const *fast; /* what can take the place of its hot functions */
    const struct trait *const *traits;   /* what plays the texts that name it */
};

/* How a text is read. */
struct rules_reading {
    const char *text; /* need not be ended by NUL; copied where it is needed longer */
    size_t length;
    const struct rules_play *play;
    bool written_by_id; /* struct game_text */
    /* OPTIONAL: values of this game's options, by whose names they are found; or VALUE_UNSET. */
    const struct kw_game *values_of;
    const int32_t *values;
    int32_t *needed; /* OPTIONAL: of each option the value that a 'require' which fails asks for */
    kw_rule_text_fn *find; /* OPTIONAL: finds the texts that it extends */
    void *context;
};

/*
 * A game of its own, to be freed by rules_close; NULL with an error of line and column if the text
 * cannot be read, or if there is no memory.
 */
struct kw_game *rules_read(const struct rules_reading *reading, struct kw_error *error);

struct rule_faults;
struct rule_text;

/* The same, with all faults. */
struct rule_text *rules_read_text(const struct rules_reading *reading, struct kw_error *error,
                                  struct rule_faults *faults);

void rules_close(struct kw_game *game);

#endif
