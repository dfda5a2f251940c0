/**
 * @file
 * libkomwe: 140 mancala games by their exact rules.
 *
 * The whole public interface.  It needs libc alone and compiles as C11 and as C++17.
 *
 * OWNERSHIP: the caller owns all memory, except what a function whose name ends in _open or _new
 * returns: that is given back with the matching _close or _free.
 * ERRORS: the library never prints, never exits and never reads the environment.  A call that can
 * fail says so in its return value and, where it takes a `struct kw_error *`, fills it in (it may
 * be NULL if the caller does not want to know).  Broken preconditions are asserts in debug builds.
 * THREADS: there is no mutable global state but the list of games, which kw_game_add may extend.  A
 * `struct kw_game` is immutable and may be shared by any number of threads; every other object may
 * be used by one thread at a time. Unless a declaration says otherwise, its function is thread-safe
 * in this sense.
 */
#ifndef KOMWE_H
#define KOMWE_H

#include "komwe/base.h"
#include "komwe/book.h"
#include "komwe/engine.h"
#include "komwe/explain.h"
#include "komwe/game.h"
#include "komwe/prover.h"
#include "komwe/record.h"
#include "komwe/rules.h"
#include "komwe/session.h"
#include "komwe/solver.h"
#include "komwe/tables.h"
#include "komwe/text.h"
#include "komwe/tuner.h"
#include "komwe/version.h"

#endif
