/* The engine: searches from a root, deeper and deeper, with several threads. */
#ifndef KOMWE_SEARCH_ENGINE_H
#define KOMWE_SEARCH_ENGINE_H

#include "search/search.h"

/*
 * As kw_engine_search, for a position and the history of its game, which holds the position
 * itself.
 */
bool engine_search(struct kw_engine *engine, const struct kw_game *game,
                   const struct kw_position *position, const struct history *history,
                   const struct kw_limits *limits, kw_search_progress_fn *progress, void *context,
                   struct kw_analysis *analysis);

/*
 * As kw_engine_play, for a position and its history; `analysis` is the caller's memory to work in.
 */
bool engine_choose(struct kw_engine *engine, const struct kw_game *game,
                   const struct kw_position *position, const struct history *history,
                   unsigned level, struct kw_random *random, struct kw_analysis *analysis,
                   kw_move *move);

/* A stop that was meant for a search that is not made shall not end the next one. */
void engine_spend_stop(struct kw_engine *engine);

/* From now on searches ask these tables; NULL: none. */
void engine_take_endings(struct kw_engine *engine, const struct endings *endings);

/* Whether searches do without the tables that the engine has. */
void engine_forgo_endings(struct kw_engine *engine, bool forgo);

#endif
