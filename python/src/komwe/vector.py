"""Many games at once, as numpy arrays.

The actions of a game are a numbering of its moves, of fixed size and the same for both players: holes
are counted as the player to move sees them, his own from his first.  An action is the mixed-radix
number (hole, against the ring, plus, number), each part only where moves of the game can hold it
(libkomwe's kw_game_move_forms), so that Kalah and Oware have one action a pit and Giuthi two a hole.
Other kinds of moves follow: a pass, Kiothi's lifts, placings and keeping, Bao's plantings.

- Kiothi's setup turn is played step by step, an action for each lift and for each warrior placed: the
  turn stays with the player until all are placed.
- Bulto's moves name one of many chances, whose number has no bound.  An action names one of 32, and the
  last action, which moves nothing, turns to the next 32 where there are more: :attr:`Batch.pages`.

Every batch keeps its games to itself, so that no array that is changed can make a move illegal.
"""

from __future__ import annotations

import mmap
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Callable, Final, Iterator, Literal, NamedTuple, Sequence

import numpy as np
from numpy.typing import NDArray

from ._native import ffi, lib
from .engine import Engine, Tables, limits_of, session_of, tables_of
from .errors import KomweError, new_error, no_memory, raised, text_of, whole
from .game import Game, Move, Position, _position, position_of
from .work import POLL, holding, new_stop

Observation = Literal["none", "counts", "planes"]
Arrays = NDArray[Any]

MOST_ENTRIES: Final = 1 << 33  # bytes of the largest array
MOST_NODES: Final = 10**12  # that a call of search_values enters
_LARGE: Final = 1 << 20  # bytes
_ROWS: Final = 1 << 16  # of an array that are copied at once

POSITION: Final = np.dtype([
    ("hole", np.uint8, 32), ("mark", np.uint32), ("mark2", np.uint32), ("store", np.uint8, 2),
    ("turn", np.uint8), ("phase", np.uint8), ("over", np.uint8), ("hand", np.uint8),
    ("own", np.uint8, 2)])
"""The 48 bytes of struct kw_position."""


class Actions:
    """The numbering of the moves of a game.

    Attributes:
        count: how many actions there are.
        more: the action that turns the page (Bulto), or None.
    """

    def __init__(self, game: Game):
        if not isinstance(game, Game):
            raise KomweError("a Game was expected")
        self.game = game
        self._layout = ffi.new("struct batch_layout *")
        lib.batch_layout_make(game._game, self._layout)
        self.count = int(self._layout.count)
        more = int(self._layout.more)
        self.more = None if more == 2**32 - 1 else more

    def action(self, position: Position, move: str, page: int = 0) -> int | None:
        """The action for a move of a position; None where it is on another page."""
        position = position_of(position, self.game)
        codes = position._read(move) if not isinstance(move, Move) else [move.code]
        if len(codes) != 1:
            raise KomweError("the text means several moves, an action one")
        page = whole(page, "page", 0, 2**17)
        action = int(lib.batch_action(self._layout, position._held.turn, page, codes[0]))
        return None if action == 2**32 - 1 else action

    def move(self, position: Position, action: int, page: int = 0) -> Move:
        """The move that an action stands for in a position; it need not be legal there.

        Raises:
            KomweError: there is no such action, or it turns the page.
        """
        position = position_of(position, self.game)
        action = whole(action, "action", 0, self.count - 1)
        if action == self.more:
            raise KomweError("this action turns the page and is no move")
        page = whole(page, "page", 0, 2**17)
        code = int(lib.batch_move(self._layout, position._held.turn, page, action))
        if code in position._codes():
            text = ffi.new("char[]", int(lib.KW_TEXT))
            return Move(text_of(lib.kw_move_text(self.game._game, position._held, code, text)),
                        code)
        return Move("illegal", code)


class Step(NamedTuple):
    """What a step returns: arrays that the next step writes anew.

    Attributes:
        observations: of the games after it, for their players to move; see :class:`Batch`.
        rewards: float32 [n, 2], South's and North's: 1, -1 or 0, at the end of a game.
        terminated: bool [n]: the game has ended, and the next one begun.
        truncated: bool [n]: the same without a result, by ``max_plies``.
    """

    observations: Arrays | None
    rewards: Arrays
    terminated: Arrays
    truncated: Arrays


class Batch:
    """``n`` games of the same rules, each of which begins anew when it ends.

    Repetition ends games as the rules of each have it.

    Args:
        game: its rules.
        n: how many games.
        observation: ``"counts"``: uint8 [n, features], seeds of the holes from the mover's first on,
            the mover's store and the opponent's, turn, phase, own[0], own[1], then the marks of
            the holes; ``"planes"``: uint8 [n, planes, rows, columns], seeds, whether there are 0,
            1, 2, 3, the marks, and constant planes for both stores and the turn, the board seen
            by the mover; ``"none"``.
        threads: that share the games of a step.
        max_plies: games that reach it end without a result.
        start: where games begin; the start of the game by default.
        seed: of :meth:`random_actions`.

    Attributes:
        mask: bool [n, actions]: the legal actions.
        turn: uint8 [n]: who is to move, 0 South.
        scores: int16 [n, 2]: seeds won in games that the last step ended, -1: none are counted.
        observations: as ``observation`` says, or None.

    A batch may be used by one thread at a time; others wait.  Calls run without the interpreter's
    lock, and Ctrl-C ends them: each game is then as the call leaves it, or as it was before, and the
    batch can be used.  :attr:`stepped` says which games a step has played.

    >>> batch = Batch(Game("kalah"), 1000)
    >>> step = batch.step(batch.random_actions())
    """

    def __init__(self, game: Game, n: int, *, observation: Observation = "none", threads: int = 1,
                 max_plies: int = 1000, start: Position | None = None, seed: int = 1):
        self.actions = Actions(game)
        self.game = game
        self.n = whole(n, "n", 1, 1 << 24)
        threads = whole(threads, "threads", 1, 256)
        max_plies = whole(max_plies, "max_plies", 1, 1 << 20)
        if observation not in ("none", "counts", "planes"):
            raise KomweError(f'an observation is "none", "counts" or "planes", not {observation!r}')
        if start is None:
            start = game.start()
        if not isinstance(start, Position) or start.game != game or start.is_over:
            raise KomweError("the start is no position of that game that goes on")
        if self.n * max(self.actions.count, 8 * max_plies) > MOST_ENTRIES:
            raise KomweError("that many games do not fit into memory", "no memory")
        held = lib.batch_new(game._game, start._held, self.n, max_plies)
        if not held:
            raise no_memory()
        self._batch = ffi.gc(held, lib.batch_free)
        self._lock = threading.RLock()
        self._share = -(-self.n // threads)  # games of a thread
        self._wholes, self._parts, self._steps = [
            [ffi.new("struct batch_part *", (first, first, min(first + self._share, self.n)))
             for first in range(0, self.n, self._share)] for _ in range(3)]
        self._pool = ThreadPoolExecutor(threads) if len(self._parts) > 1 else None
        self._flag, self._end = new_stop()
        self._make_arrays(observation, start._held)
        self._states = np.random.default_rng(whole(seed, "seed", 0, 2**64 - 1)).integers(
            0, 2**64 - 1, self.n, np.uint64)
        self.reset()

    def _make_arrays(self, observation: Observation, start: Any) -> None:
        n, game = self.n, self.game._game
        self._view = ffi.new("struct batch_view *")
        self._kept: list[Any] = []
        self.mask = self._array("mask", (n, self.actions.count), np.bool_, "uint8_t *")
        self.turn = self._array("turn", (n,), np.uint8, "uint8_t *")
        self.scores = self._array("scores", (n, 2), np.int16, "int16_t *")
        rewards = self._array("rewards", (n, 2), np.float32, "float *")
        terminated = self._array("terminated", (n,), np.bool_, "uint8_t *")
        truncated = self._array("truncated", (n,), np.bool_, "uint8_t *")
        self._ends: list[Any] = [shown.base for shown in (rewards, terminated, truncated)]
        self._last = self._array("last", (n,), POSITION, "uint8_t *")
        for rows in self._blocks():
            self._kept[-1][rows] = np.frombuffer(ffi.buffer(start), POSITION)
        self.observations: Arrays | None = None
        self._observation: Observation = observation
        if observation == "counts":
            features = int(lib.batch_count_features(game))
            self.observations = self._array("counts", (n, features), np.uint8, "uint8_t *")
        elif observation == "planes":
            shape = (n, int(lib.batch_plane_count(game)), self.game.rows, self.game.columns)
            self.observations = self._array("planes", shape, np.uint8, "uint8_t *")
        self._step = Step(self.observations, rewards, terminated, truncated)

    def _array(self, name: str, shape: tuple[int, ...], kind: Any, pointer: str) -> Arrays:
        # Memory that numpy does not own cannot be resized; the system clears large memory when it is used.
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        memory: bytearray | mmap.mmap = bytearray(size) if size < _LARGE else mmap.mmap(-1, size)
        array: Arrays = np.frombuffer(memory, kind).reshape(shape)
        setattr(self._view, name, ffi.cast(pointer, array.ctypes.data))
        self._kept.append(array)  # under its own name it may be replaced, but not freed
        shown: Arrays = array.view()
        shown.flags.writeable = False
        return shown

    def _blocks(self) -> Iterator[slice]:
        """The rows of arrays, as many at a time as take a moment."""
        return (slice(first, first + _ROWS) for first in range(0, self.n, _ROWS))

    def _all(self, call: Callable[[Any, Any], Any], parts: list[Any] | None = None) -> int | None:
        """Makes a call that takes a struct batch_part and a struct calls_stop for all games.

        Returns the game for which it has failed; None: for none.
        """
        parts = self._parts if parts is None else parts
        for part, share in zip(parts, self._wholes):
            part[0] = share[0]
        self._flag.stopped = 0
        if self._pool is None:
            return self._part(call, parts[0])
        with holding(self._end):
            done = [self._pool.submit(self._rest, call, part) for part in parts]
            try:
                while wait(done, POLL).not_done:
                    pass
            except BaseException:  # of a handler of signals that is not held
                self._end()
                wait(done)
                raise
        failed = [int(part.at) for share, part in zip(done, parts) if not share.result()]
        return failed[0] if failed else None

    def _part(self, call: Callable[[Any, Any], Any], part: Any) -> int | None:
        """Makes it for the games of a part, in this thread."""
        good = call(part, self._flag)
        if good and part.at < part.end:  # it takes longer than a moment
            with holding(self._end):
                good = self._rest(call, part)
        return None if good else int(part.at)

    def _rest(self, call: Callable[[Any, Any], Any], part: Any) -> bool:
        good = True
        while good and part.at < part.end and not self._flag.stopped:
            good = bool(call(part, self._flag))
        return good

    def reset(self) -> Arrays | None:
        """Begins all games anew; returns the observations."""
        with self._lock:
            if self._all(lambda part, stop: lib.batch_reset(self._batch, self._view, part, stop)
                         ) is not None:
                raise no_memory()
        return self.observations

    @property
    def stepped(self) -> Arrays:
        """The games that the last step has played: bool [n].  All, unless Ctrl-C has ended it."""
        with self._lock:
            played = np.zeros(self.n, np.bool_)
            for part in self._steps:
                played[part.first:part.at] = True
            return played

    def set(self, index: int, position: Position) -> None:
        """Puts a position into a game, without its history.

        Raises:
            KomweError: it is over, or of another game.
        """
        index = whole(index, "index", 0, self.n - 1)
        if not isinstance(position, Position) or position.game != self.game:
            raise KomweError("that is no position of that game")
        with self._lock:
            if not lib.batch_set(self._batch, self._view, index, position._held):
                raise KomweError("the game is over")

    def _read(self, actions: Any) -> Arrays:
        """Actions as an int64 array of ours, which no other thread can change."""
        try:
            read = np.array(actions, copy=True)
        except (ValueError, TypeError) as fault:
            raise KomweError(f"actions are whole numbers: {fault}") from None
        if read.shape != (self.n,) or read.dtype.kind not in "iu":
            raise KomweError(f"actions are {self.n} whole numbers, not {read.dtype} of shape "
                             f"{read.shape}")
        return np.ascontiguousarray(read, np.int64)

    def step(self, actions: Sequence[int] | Arrays) -> Step:
        """Plays an action in every game.

        Args:
            actions: int [n].

        Raises:
            KomweError: an action is not legal, and why; nothing has been played.
        """
        chosen = self._read(actions)
        pointer = ffi.cast("int64_t *", chosen.ctypes.data)
        with self._lock:
            fault = self._all(lambda part, stop: lib.batch_check(self._batch, pointer, part, stop))
            if fault is not None:
                raise self._refused(fault, int(chosen[fault]))
            if self._all(lambda part, stop: lib.batch_step(
                    self._batch, pointer, self._view, part, stop), self._steps) is not None:
                raise no_memory()
        return self._step

    def step_to(self, index: int, move: str) -> Step:
        """Plays a move in one game alone, whatever pages lie before it; other games stay.

        Their rewards are 0, and they have not ended, whatever the step before said.

        Raises:
            KomweError: it is not legal.
        """
        index = whole(index, "index", 0, self.n - 1)
        with self._lock:
            position = self.position(index)
            for array in self._ends:
                array[...] = 0  # what the others came to was said before
            chosen = np.zeros(self.n, np.int64)
            pointer = ffi.cast("int64_t *", chosen.ctypes.data)
            while True:
                action = self.actions.action(position, move,
                                             int(lib.batch_page(self._batch, index)))
                chosen[index] = self.actions.more if action is None else action
                if not self._one(index, lambda part, stop: lib.batch_check(
                        self._batch, pointer, part, stop)):
                    raise self._refused(index, int(chosen[index]))
                if not self._one(index, lambda part, stop: lib.batch_step(
                        self._batch, pointer, self._view, part, stop)):
                    raise no_memory()
                if action is not None:
                    return self._step

    def _one(self, index: int, call: Callable[[Any, Any], Any]) -> bool:
        """Makes a call for one game."""
        part = ffi.new("struct batch_part *", (index, index, index + 1))
        self._flag.stopped = 0
        return bool(call(part, self._flag))

    def _refused(self, index: int, action: int) -> KomweError:
        """Why an action is not legal in a game."""
        if not 0 <= action < self.actions.count:
            return KomweError(f"game {index}: actions lie in 0..{self.actions.count - 1}, "
                              f"{action} does not", "illegal move")
        position = self.position(index)
        reason = ffi.new("struct kw_reason *")
        if action != self.actions.more:
            move = self.actions.move(position, action, int(lib.batch_page(self._batch, index)))
            if lib.kw_explain_illegal(self.game._game, position._held, move.code, reason):
                return KomweError(f"game {index}: {position._refusal(reason).text}",
                                  "illegal move")
        return KomweError(f"game {index}: there is no such page", "illegal move")

    def random_actions(self) -> Arrays:
        """A legal action for every game, each as likely: int64 [n]."""
        chosen = np.empty(self.n, np.int64)
        states = ffi.cast("uint64_t *", self._states.ctypes.data)
        pointer = ffi.cast("int64_t *", chosen.ctypes.data)
        with self._lock:
            self._all(lambda part, stop: lib.batch_choose(self._batch, states, pointer, part, stop))
        return chosen

    # ---- positions ----

    @property
    def positions(self) -> Arrays:
        """A copy of the positions: POSITION [n]."""
        copied = np.empty(self.n, POSITION)
        self._copy(copied, None)
        return copied

    def _copy(self, positions: Arrays | None, pages: Arrays | None) -> None:
        bytes_, numbers = [
            ffi.NULL if array is None else ffi.cast(kind, array.ctypes.data)
            for array, kind in ((positions, "uint8_t *"), (pages, "int64_t *"))]
        with self._lock:
            self._all(lambda part, stop: lib.batch_copy(self._batch, bytes_, numbers, part, stop))

    @property
    def final_positions(self) -> Arrays:
        """Where each game ended last: POSITION [n]; the start where none has ended."""
        copied = np.empty(self.n, POSITION)
        with self._lock:
            for rows in self._blocks():
                copied[rows] = self._last[rows]
        return copied

    def observe(self, position: Position) -> Arrays:
        """What the player to move sees of a position, over or not: uint8, a row of observations.

        Raises:
            KomweError: the batch has no observations, or the position is of another game.
        """
        position = position_of(position, self.game)
        if self.observations is None:
            raise KomweError("a batch made with observation=\"none\" observes nothing")
        seen = np.zeros(self.observations.shape[1:], np.uint8)
        pointers = {"counts": ffi.NULL, "planes": ffi.NULL}
        pointers[self._observation] = ffi.cast("uint8_t *", seen.ctypes.data)
        lib.batch_observe_position(self._batch, position._held, pointers["counts"],
                                   pointers["planes"])
        return seen

    def final_position(self, index: int) -> Position | None:
        """Where a game ended that the last step ended; None for one that goes on."""
        index = whole(index, "index", 0, self.n - 1)
        with self._lock:
            if not (self._step.terminated[index] or self._step.truncated[index]):
                return None
            held = ffi.new("struct kw_position *")
            ffi.memmove(held, self._last[index].tobytes(), ffi.sizeof("struct kw_position"))
        return _position(self.game, held)

    @property
    def pages(self) -> Arrays:
        """The pages of Bulto's chances: int64 [n]."""
        pages = np.empty(self.n, np.int64)
        self._copy(None, pages)
        return pages

    def position(self, index: int) -> Position:
        """The position of a game."""
        index = whole(index, "index", 0, self.n - 1)
        with self._lock:
            held = ffi.new("struct kw_position *", lib.batch_position(self._batch, index)[0])
        return _position(self.game, held)

    def plies(self, index: int) -> int:
        """The plies played in a game."""
        return int(lib.batch_plies(self._batch, whole(index, "index", 0, self.n - 1)))

    # ---- labels ----

    def table_values(self, tables: Tables) -> tuple[Arrays, Arrays]:
        """Bounds of all positions by endgame tables: int16 [n, 2] lower and upper, bool [n] known.

        They count the seeds on the board that the player to move wins less the opponent's.
        """
        tables = tables_of(tables)
        bounds, known = np.zeros((self.n, 2), np.int16), np.zeros(self.n, np.bool_)
        errors = [new_error() for _ in self._parts]
        low = ffi.cast("int16_t *", bounds.ctypes.data)
        is_known = ffi.cast("uint8_t *", known.ctypes.data)

        def probe(part: Any, stop: Any) -> Any:
            return lib.batch_probe(self._batch, tables._tables, low, is_known, part, stop,
                                   errors[part.first // self._share])

        with self._lock:
            fault = self._all(probe)
        if fault is not None:
            raise raised(errors[fault // self._share])
        return bounds, known

    def search_values(self, engine: Engine, *, depth: int | None = None,
                      nodes: int | None = None) -> tuple[Arrays, Arrays]:
        """The best actions by a search of each position, int64 [n], and their scores, float32 [n].

        Scores are for the player to move, in seeds or points; won and lost games have +-1000 less
        or plus the plies to the end.  An action of another page is that which turns it.

        The positions are those at the time of the call.  It enters 10^12 positions at most, as many
        for each game, so that a search can end before ``depth``.  Ctrl-C ends it, and what was found
        is lost; after ``engine.stop()`` games that were not searched have the action -1 and the score
        NaN.

        Args:
            depth: at most so many plies, 1..126.
            nodes: about so many positions of each game.

        Raises:
            KomweError: ``nodes`` times the games are more than 10^12.
        """
        if not isinstance(engine, Engine):
            raise KomweError(f"an Engine was expected, not {type(engine).__name__}")
        limits, most = limits_of(depth, nodes), MOST_NODES // self.n
        if limits.nodes > most:
            raise KomweError(f"nodes: at most {most} for each of {self.n} games, "
                             f"10^12 in all, not {limits.nodes}")
        limits.nodes = limits.nodes or most
        limits.lines = 1
        positions, pages = np.empty(self.n, POSITION), np.empty(self.n, np.int64)
        best, scores = np.full(self.n, -1, np.int64), np.full(self.n, np.nan, np.float32)
        self._copy(positions, pages)
        (flag, stop), done, error = new_stop(), ffi.new("size_t *"), new_error()
        session, _keep = session_of(self.position(0))
        arrays = [ffi.cast(kind, array.ctypes.data) for kind, array in (
            ("struct kw_position *", positions), ("int64_t *", pages), ("int64_t *", best),
            ("float *", scores))]
        if not engine._searched(session, lambda held: lib.batch_search(
                self._batch, held, arrays[0], arrays[1], self.n, limits, flag, arrays[2],
                arrays[3], done, error), stop):
            raise raised(error)
        return best, scores
