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

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Final, Literal, NamedTuple, Sequence

import numpy as np
from numpy.typing import NDArray

from ._native import ffi, lib
from .engine import Engine, Tables, tables_of
from .errors import KomweError, new_error, no_memory, raised, text_of, whole
from .game import Game, Move, Position, _position, position_of

Observation = Literal["none", "counts", "planes"]
Arrays = NDArray[Any]

MOST_ENTRIES: Final = 1 << 33  # bytes of the largest array

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

    A batch may be used by one thread at a time; others wait.  Steps run without the interpreter's
    lock.

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
        self._make_arrays(observation, start._held)
        share = -(-self.n // threads)
        self._shares = [(first, min(first + share, self.n)) for first in range(0, self.n, share)]
        self._pool = ThreadPoolExecutor(threads) if len(self._shares) > 1 else None
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
        self._kept[-1][:] = np.frombuffer(ffi.buffer(start), POSITION)
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
        # Memory that numpy does not own cannot be resized.
        memory = bytearray(int(np.prod(shape)) * np.dtype(kind).itemsize)
        array: Arrays = np.frombuffer(memory, kind).reshape(shape)
        setattr(self._view, name, ffi.cast(pointer, array.ctypes.data))
        self._kept.append(array)  # under its own name it may be replaced, but not freed
        shown: Arrays = array.view()
        shown.flags.writeable = False
        return shown

    def _all(self, call: Callable[[int, int], Any]) -> list[Any]:
        """What a call returns for each thread's share of the games."""
        if self._pool is None:
            return [call(0, self.n)]
        firsts, ends = zip(*self._shares)
        return list(self._pool.map(call, firsts, ends))

    def reset(self) -> Arrays | None:
        """Begins all games anew; returns the observations."""
        with self._lock:
            self._all(lambda first, end: lib.batch_reset(self._batch, self._view, first, end))
        return self.observations

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
            faults = self._all(lambda first, end: (
                end, int(lib.batch_check(self._batch, pointer, first, end))))
            for end, fault in faults:
                if fault != end:
                    raise self._refused(fault, int(chosen[fault]))
            if not all(self._all(lambda first, end: lib.batch_step(
                    self._batch, pointer, self._view, first, end))):
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
            while True:
                action = self.actions.action(position, move,
                                             int(lib.batch_page(self._batch, index)))
                chosen = np.zeros(self.n, np.int64)
                chosen[index] = self.actions.more if action is None else action
                pointer = ffi.cast("int64_t *", chosen.ctypes.data)
                if lib.batch_check(self._batch, pointer, index, index + 1) != index + 1:
                    raise self._refused(index, int(chosen[index]))
                if not lib.batch_step(self._batch, pointer, self._view, index, index + 1):
                    raise no_memory()
                if action is not None:
                    return self._step

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
            self._all(lambda first, end: lib.batch_choose(self._batch, states, pointer, first, end))
        return chosen

    # ---- positions ----

    @property
    def positions(self) -> Arrays:
        """A copy of the positions: POSITION [n]."""
        copied = np.empty(self.n, POSITION)
        with self._lock:
            lib.batch_copy_positions(self._batch, ffi.cast("uint8_t *", copied.ctypes.data))
        return copied

    @property
    def final_positions(self) -> Arrays:
        """Where each game ended last: POSITION [n]; the start where none has ended."""
        with self._lock:
            return self._last.copy()

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
        return np.array([lib.batch_page(self._batch, i) for i in range(self.n)], np.int64)

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
        error = new_error()
        with self._lock:
            if not lib.batch_probe(self._batch, self.game._game, tables._tables,
                                   ffi.cast("int16_t *", bounds.ctypes.data),
                                   ffi.cast("uint8_t *", known.ctypes.data), error):
                raise raised(error)
        return bounds, known

    def search_values(self, engine: Engine, *, depth: int | None = None,
                      nodes: int | None = None) -> tuple[Arrays, Arrays]:
        """The best actions by a search of each position, int64 [n], and their scores, float32 [n].

        Scores are for the player to move, in seeds or points; won and lost games have +-1000 less
        or plus the plies to the end.  An action of another page is that which turns it.
        """
        if not isinstance(engine, Engine):
            raise KomweError(f"an Engine was expected, not {type(engine).__name__}")
        best, scores = np.zeros(self.n, np.int64), np.zeros(self.n, np.float32)
        for index in range(self.n):
            position = self.position(index)
            line = engine.analyse(position, depth=depth, nodes=nodes).best
            action = self.actions.action(position, line.move,
                                         int(lib.batch_page(self._batch, index)))
            best[index] = self.actions.more if action is None else action
            scores[index] = line.score
            if line.unit == "plies":
                scores[index] = 1000 - line.score if line.score > 0 else -1000 - line.score
        return best, scores
