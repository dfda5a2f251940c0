/**
 * @file
 * Rule texts: what is wrong with one (komwe-rules(5)).  kw_game_read makes a game of one.
 */
#ifndef KOMWE_RULES_H
#define KOMWE_RULES_H

#include "komwe/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How bad it is. */
enum kw_severity {
    KW_FAULT = 0,  /**< the text is no game */
    KW_WARNING = 1 /**< it is one, but something in it has no effect or is missing */
};

/** Something wrong in a rule text. */
struct kw_rule_fault {
    enum kw_severity severity; /**< how bad it is */
    size_t line;               /**< from 1 */
    size_t column;             /**< in bytes, from 1 */
    const char *message;       /**< one sentence in the author's terms, without a full stop */
};

/** Receives a fault, which lives until it returns. */
typedef void kw_rule_fault_fn(void *context, const struct kw_rule_fault *fault);

/**
 * Finds the text that `extends ID` names: returns it, which lives until the call that asked for it
 * returns, and its length in bytes, or NULL if there is none.
 */
typedef const char *kw_rule_text_fn(void *context, const char *id, size_t *length);

/**
 * Checks a rule text, under its defaults and under each value of each option: passes everything
 * that is wrong to `on_fault`, in the same order each time, and returns the number of faults; with
 * 0 the text is a game, whatever the warnings.  `find` finds the texts that it extends; NULL: those
 * of the listed games.  `on_fault` may be NULL.  Both are called with `context`, in the caller's
 * thread.
 */
KW_API size_t kw_rules_check(const char *text, size_t length, kw_rule_text_fn *find,
                             kw_rule_fault_fn *on_fault, void *context);

#ifdef __cplusplus
}
#endif

#endif
