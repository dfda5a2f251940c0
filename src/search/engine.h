/* The engine: iterative deepening from a root, with several threads. */
#ifndef KOMWE_SEARCH_ENGINE_H
#define KOMWE_SEARCH_ENGINE_H

#include "komwe/book.h"
#include "search/search.h"

/* As kw_engine_search, for a position and the history of its game, which includes the position. */
bool engine_search(struct kw_engine *engine, const struct kw_game *game,
                   const struct kw_position *position, const struct history *history,
                   const struct kw_limits *limits, kw_search_progress_fn *progress, void *context,
                   struct kw_analysis *analysis);

/* As kw_engine_play, for a position and its history; `analysis` is scratch memory of the caller. */
bool engine_choose(struct kw_engine *engine, const struct kw_game *game,
                   const struct kw_position *position, const struct history *history,
                   unsigned level, struct kw_random *random, struct kw_analysis *analysis,
                   kw_move *move);

/* What kw_engine_set_aim has set. */
enum kw_aim engine_aim(const struct kw_engine *engine);

/* Clears a stop that was requested for a search that is not made. */
void engine_clear_stop(struct kw_engine *engine);

/* Later searches probe these tables; NULL: none. */
void engine_set_tablebase(struct kw_engine *engine, const struct tablebase *tablebase);

/* The book of kw_engine_set_book, or NULL. */
const struct kw_book *engine_book(const struct kw_engine *engine);

/* Later searches do not probe the tables, if `ignore`. */
void engine_ignore_tablebase(struct kw_engine *engine, bool ignore);

#endif
