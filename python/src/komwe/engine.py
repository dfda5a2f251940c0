"""The engine, endgame tables, exact values and proofs."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from functools import partial
from typing import Any, Callable, Final, Literal, Sequence, Union

from ._native import ffi, lib
from .errors import KomweError, bytes_of, new_error, no_memory, raised, text_of, whole
from .game import Game, Move, Outcome, Player, Position, game_of, player_of, position_of
from .records import Record
from .work import Stop, interruptible, new_stop, nothing

Unit = Literal["seeds", "points", "plies"]
Subject = Union[Position, Record]

MEBIBYTE: Final = 1 << 20
MOST_MEMORY: Final = 1 << 20  # MiB
_UNITS: Final[tuple[Unit, ...]] = ("seeds", "points", "plies")
_WINS: Final[tuple[Outcome | None, ...]] = (None, "south", "north", "draw")


def _path_of(folder: Any) -> bytes:
    if not isinstance(folder, (str, os.PathLike)):
        raise KomweError(f"the path of a folder was expected, not {type(folder).__name__}")
    return bytes_of(os.fspath(folder))


def tables_of(value: Any) -> Tables:
    """Tables that were passed in.

    Raises:
        KomweError: they are none.
    """
    if not isinstance(value, Tables):
        raise KomweError(f"tables are given as Tables, not {type(value).__name__}")
    return value


def limits_of(depth: int | None, nodes: int | None, seconds: float | None = None) -> Any:
    """A struct kw_limits with these.

    Raises:
        KomweError: one is none.
    """
    limits = ffi.new("struct kw_limits *")
    if depth is not None:
        limits.depth = whole(depth, "depth", 1, 126)
    if nodes is not None:
        limits.nodes = whole(nodes, "nodes", 1, 2**63 - 1)
    if seconds is not None:
        if not isinstance(seconds, (int, float)) or not 0 < seconds <= 10**9:
            raise KomweError(f"seconds: a number more than 0 and at most 10^9, not {seconds!r}")
        limits.milliseconds = max(1, round(seconds * 1000))
    return limits


def _held(made: Any, free: Any) -> Any:
    """What the library has made, which ``free`` gives back; NULL as it is."""
    return ffi.gc(made, free) if made else made


def _prepare(cache: Any, game: Game) -> int:
    """Makes sure of the first tables of a game in a cache."""
    return int(lib.kw_table_cache_prepare(cache, game._game))


def session_of(subject: Subject) -> tuple[Any, Any]:
    """The struct kw_session of a position or record, and what keeps it."""
    if isinstance(subject, Record):
        return subject._copied(), subject
    if isinstance(subject, Position):
        session = lib.kw_session_new(subject.game._game, subject._held)
        if not session:
            raise no_memory()
        held = ffi.gc(session, lib.kw_session_free)
        return held, subject
    raise KomweError(f"a Position or a Record was expected, not {type(subject).__name__}")


def _moves(subject: Subject, codes: Sequence[int]) -> tuple[Move, ...]:
    """Moves that follow one another."""
    position = subject.position if isinstance(subject, Record) else subject
    return _moves_from(position.game, position._held[0], codes)


def _moves_from(of: Game, position: Any, codes: Sequence[int]) -> tuple[Move, ...]:
    """Moves that follow one another from a struct kw_position."""
    game, text = of._game, ffi.new("char[]", int(lib.KW_TEXT))
    at = ffi.new("struct kw_position *", position)
    found = []
    for code in codes:
        found.append(Move(text_of(lib.kw_move_text(game, at, code, text)), code))
        lib.kw_play(game, at, code, at)
    return tuple(found)


def _score(line: Any) -> tuple[float, Unit]:
    """The score of a struct kw_line, and its unit."""
    unit = _UNITS[line.unit]
    return int(line.score) if unit == "plies" else line.score / 100, unit


@dataclass(frozen=True)
class Line:
    """A ranked move with what is expected to follow it.

    Attributes:
        moves: the principal variation; the first is the ranked move.
        score: for the player to move: in seeds or points; a win or loss in plies is a count
            of plies, > 0 or <= 0.
        unit: of the score.
        is_proven: the score holds for the game itself.
    """

    moves: tuple[Move, ...]
    score: float
    unit: Unit
    is_proven: bool

    @property
    def move(self) -> Move:
        """The first of its moves."""
        return self.moves[0]


@dataclass(frozen=True)
class Analysis:
    """The result of a search: ``lines``, the best first, its depth in plies, positions, seconds."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Line:
        """The line that is ranked first."""
        return self.lines[0]


@dataclass(frozen=True)
class Evaluation:
    """The value of a position for a player, by a search or by the end of the game.

    Attributes:
        moves: what is expected to follow; none where the game has ended.
        score: for that player, in seeds or points; a win or loss in plies is a count of plies,
            > 0 or <= 0.
        unit: of the score.
        is_proven: the score holds for the game itself.
        is_over: the game has ended there.
        expected: the expected result of that player, 0 to 1 (``kw_expected_result``); its seventh
            digit may differ between machines.
    """

    moves: tuple[Move, ...]
    score: float
    unit: Unit
    is_proven: bool
    is_over: bool
    expected: float


TurnKind = Literal["best", "good", "mistake"]
_KINDS: Final[tuple[TurnKind, ...]] = ("best", "good", "mistake")


@dataclass(frozen=True)
class TurnReview:
    """A turn of a game: its value with the best move, and with the move that was played.

    Attributes:
        first: its first ply, from 0.
        end: the ply after its last one.
        mover: whose turn it is.
        best: of the position before it, for the mover; its moves begin with the best turn.
        played: of the position after it, for the mover; its moves are those that follow.
        lost: the turn turned a win or a draw into less.
        loss: else what it loses, 0 or more, in the unit of the scores.
        kind: ``"mistake"``: it loses more than a seed or a point, or any seed if that is proven,
            or the win or draw; ``"good"``: it loses less; ``"best"``: nothing better was found.
        is_proven: both scores are, and with them its kind.
        accuracy: above 0 to 1, by what it loses of the expected result.
    """

    first: int
    end: int
    mover: Player
    best: Evaluation
    played: Evaluation
    lost: bool
    loss: float
    kind: TurnKind
    is_proven: bool
    accuracy: float


def _evaluation(game: Game, position: Any, found: Any) -> Evaluation:
    """A struct kw_evaluation, of which the moves begin in a struct kw_position."""
    line = found.line
    return Evaluation(_moves_from(game, position, line.move[0:line.length]), *_score(line),
                      bool(line.proven), bool(found.over),
                      float(lib.kw_expected_result(game._game, ffi.addressof(found))))


def _turn_review(game: Game, session: Any, found: Any) -> TurnReview:
    """A struct kw_turn_review of a session."""
    review = ffi.addressof(found)
    before = lib.kw_session_before(session, found.first)
    after = lib.kw_session_before(session, found.end)
    return TurnReview(int(found.first), int(found.end),
                      "south" if found.mover == lib.KW_SOUTH else "north",
                      _evaluation(game, before[0], found.best),
                      _evaluation(game, after[0], found.played), bool(found.lost),
                      found.loss / 100, _KINDS[lib.kw_review_class(review)],
                      bool(lib.kw_review_is_proven(review)),
                      float(lib.kw_review_accuracy(game._game, review)))


class Tables:
    """Endgame tables of a folder (``komwe table`` builds them; so does :meth:`build`).

    Any number of threads may use them.

    Raises:
        KomweError: the folder or a file cannot be read, or is damaged.
    """

    __slots__ = ("_tables", "_keep")

    def __init__(self, folder: str | os.PathLike[str]):
        path, error = _path_of(folder), new_error()
        tables = interruptible(lambda: _held(lib.kw_tables_open(path, error), lib.kw_tables_close),
                               None)
        if not tables:
            raise raised(error)
        self._tables = tables
        self._keep: Any = None

    @classmethod
    def small(cls, *games: Game) -> Tables:
        """Tables in memory of the last seeds of some listed games, made in under a second each.

        Raises:
            KomweError: a game has no tables.
        """
        error = new_error()
        cache = lib.kw_table_cache_open(ffi.NULL, 0, error)
        if not cache:
            raise raised(error)
        held = ffi.gc(cache, lib.kw_table_cache_close)
        for game in map(game_of, games):
            if interruptible(partial(_prepare, held, game), None) < 0:
                raise KomweError(f"{game.id} has no endgame tables", "bad table")
        self = cls.__new__(cls)
        self._tables = lib.kw_table_cache_tables(held)
        self._keep = (held, games)
        return self

    @classmethod
    def build(cls, game: Game, folder: str | os.PathLike[str], seeds: int,
              threads: int = 1) -> Tables:
        """Builds tables of positions with up to so many seeds on the board, and opens them.

        Layers that are there are kept.  Ctrl-C ends it; it goes on where it was.
        """
        error, (flag, stop) = new_error(), new_stop()
        game = game_of(game)
        seeds = whole(seeds, "seeds", 0, int(lib.KW_TABLE_SEEDS))
        threads = whole(threads, "threads", 1, int(lib.KW_TABLE_THREADS))
        path = _path_of(folder)
        if not interruptible(
                lambda: lib.calls_build(game._game, path, seeds, threads, flag, error), stop):
            raise raised(error)
        return cls(folder)

    def seeds(self, game: Game) -> int:
        """The seeds of the largest layer for a game; -1: none."""
        return int(lib.kw_tables_seeds(self._tables, game_of(game)._game))

    def probe(self, position: Position) -> tuple[int, int] | None:
        """Between which two values a position lies; None: the tables do not hold it.

        Values count the seeds on the board alone: those that the player to move will win less those
        that his opponent will.
        """
        position = position_of(position)
        bounds, error = ffi.new("struct kw_bounds *"), new_error()
        if lib.kw_tables_probe(self._tables, position.game._game, position._held, bounds, error):
            return int(bounds.lower), int(bounds.upper)
        if error.code != lib.KW_OK:
            raise raised(error)
        return None


class Engine:
    """Searches positions and plays at levels.

    One search runs at a time; a second thread waits.  Searches run without the interpreter's lock,
    and Ctrl-C ends them.

    Args:
        memory: of its transposition table, in MiB.
        threads: that search.
        tables: endgame tables that it may ask.
    """

    def __init__(self, memory: int = 64, threads: int = 1, tables: Tables | None = None):
        memory = whole(memory, "memory", 1, MOST_MEMORY)
        threads = whole(threads, "threads", 1, 256)
        if tables is not None:
            tables_of(tables)
        engine = interruptible(lambda: _held(lib.kw_engine_new(memory * MEBIBYTE, threads),
                                             lib.kw_engine_free), None)
        if not engine:
            raise no_memory()
        self._engine: Any = engine
        self._tables = tables
        self._book: Any = ffi.NULL
        self._lock = threading.Lock()
        self._guard = threading.RLock()  # of the two below; a handler of signals may be within it
        self._stop: Stop | None = None  # of the search at work
        self._stopped = False
        self._random = ffi.new("struct kw_random *")
        lib.kw_random_seed(self._random, 1)
        if tables is not None:
            lib.kw_engine_set_tables(self._engine, tables._tables)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    def close(self) -> None:
        """Gives its memory back; another call of a method raises KomweError."""
        with self._lock:
            engine, self._engine = self._engine, None
            if engine is not None:
                ffi.release(engine)

    def stop(self) -> None:
        """Ends the search that another thread has begun."""
        with self._guard:
            if self._stop is not None:
                self._stop()
                self._stopped = True
                lib.kw_engine_stop(self._engine)

    def clear(self) -> None:
        """Clears its table: the next search gives the same result as that of a new engine."""
        interruptible(lambda: self._locked(lib.kw_engine_clear), None)

    def seed(self, seed: int) -> None:
        """Begins the random numbers of :meth:`play` anew; a new engine's seed is 1."""
        lib.kw_random_seed(self._random, whole(seed, "seed", 0, 2**64 - 1))

    def set_weights(self, game: Game, text: str) -> None:
        """Gives it other weights of the evaluation of a game (``komwe help tune``)."""
        error = new_error()
        raw, game = bytes_of(text), game_of(game)
        if not self._locked(lambda engine: lib.kw_engine_set_weights(engine, game._game, raw,
                                                                     error)):
            raise raised(error)

    def set_aim(self, aim: Literal["win", "seeds"]) -> None:
        """What searches for one line, and levels 8 to 10, aim at: the majority of the seeds, as a
        new engine does, or the largest difference.

        Raises:
            KomweError: it is neither.
        """
        aims = {"win": lib.KW_AIM_WIN, "seeds": lib.KW_AIM_SEEDS}
        if not isinstance(aim, str) or aim not in aims:
            raise KomweError(f'an aim is "win" or "seeds", not {aim!r}')
        self._locked(lambda engine: lib.kw_engine_set_aim(engine, aims[aim]))

    def set_book(self, game: Game, text: str | None) -> None:
        """Lets levels 9 and 10 play from an opening book of a game (``komwe book``), or from none.

        Raises:
            KomweError: the text is damaged, or of other rules or options.
        """
        book, game = ffi.NULL, game_of(game)
        if text is not None:
            error, raw = new_error(), bytes_of(text)
            found = lib.kw_book_open(game._game, raw, len(raw), error)
            if not found:
                raise raised(error)
            book = ffi.gc(found, lib.kw_book_close)

        def give(engine: Any) -> None:
            lib.kw_engine_set_book(engine, book)
            self._book = book  # which must outlive the engine

        self._locked(give)

    def _locked(self, call: Callable[[Any], Any]) -> Any:
        with self._lock:
            if self._engine is None:
                raise KomweError("the engine is closed")
            return call(self._engine)

    def _searched(self, session: Any, call: Callable[[Any], Any], stop: Stop = nothing) -> Any:
        """Work with the engine that Ctrl-C and :meth:`stop` end, beside the search by ``stop``.

        A stop that comes too late would end the next search: ``session`` is searched for that.
        """
        def work(engine: Any) -> Any:
            with self._guard:
                self._stop, self._stopped = stop, False
            try:
                return call(engine)
            finally:
                with self._guard:
                    self._stop = None
                if self._stopped:
                    limits = ffi.new("struct kw_limits *", {"nodes": 1, "milliseconds": 1})
                    analysis = ffi.new("struct kw_analysis *")
                    lib.kw_engine_search(engine, session, limits, ffi.NULL, ffi.NULL, analysis,
                                         new_error())

        return self._locked(lambda engine: interruptible(lambda: work(engine), self.stop))

    def analyse(self, subject: Subject, *, depth: int | None = None, nodes: int | None = None,
                seconds: float | None = None, lines: int = 1) -> Analysis:
        """Searches a position, or that of a record, whose repetitions then count.

        Args:
            depth: at most so many plies, 1..126.
            nodes: about so many positions.
            seconds: at most so long.
            lines: moves to rank, 1..64.

        Without a limit it ends when everything is proven, or by Ctrl-C.

        Raises:
            KomweError: the game is over.
        """
        limits = limits_of(depth, nodes, seconds)
        limits.lines = whole(lines, "lines", 1, int(lib.KW_MULTIPV_MAX))
        session, _keep = session_of(subject)
        analysis, error = ffi.new("struct kw_analysis *"), new_error()
        if not self._searched(session, lambda engine: lib.kw_engine_search(
                engine, session, limits, ffi.NULL, ffi.NULL, analysis, error)):
            raise raised(error)
        ranked = []
        for index in range(analysis.lines):
            line = analysis.line[index]
            ranked.append(Line(_moves(subject, line.move[0:line.length]), *_score(line),
                               bool(line.proven)))
        return Analysis(tuple(ranked), int(analysis.depth), int(analysis.nodes),
                        analysis.microseconds / 1e6)

    def review(self, record: Record, *, first: int = 0, depth: int | None = None,
               nodes: int | None = None, seconds: float | None = None) -> tuple[TurnReview, ...]:
        """Reviews the turns of a game from ply ``first`` on, and clears its table before.

        Each position at which a turn begins is searched within the limits, 50 000 positions without
        any.  Where a turn seems to lose something, those after it and after the best turn are
        searched with four times the positions and the time, two plies deeper: such a turn costs up
        to nine times the limit.  With one thread and without ``seconds`` the same call gives the
        same scores on every machine.  :meth:`stop` from another thread leaves out what is not
        reviewed yet: the last turn of a game is reviewed first.

        Args:
            depth: at most so many plies, 1..126.
            nodes: about so many positions.
            seconds: at most so long, of each position.

        Returns:
            The turns in the order of the game.

        Raises:
            KomweError: it is no record, or memory lacks.
        """
        if not isinstance(record, Record):
            raise KomweError(f"a Record was expected, not {type(record).__name__}")
        first = whole(first, "first", 0, 2**63 - 1)
        limits, session = limits_of(depth, nodes, seconds), record._copied(ended=True)
        (flag, stop), error, count = new_stop(), new_error(), ffi.new("size_t *")

        def work(engine: Any) -> Any:
            found = lib.calls_review(engine, session, first, limits, flag, count, error)
            return ffi.gc(found, lib.calls_free) if found else None

        found = self._searched(session, work, stop)
        if found is None:
            raise raised(error)
        return tuple(_turn_review(record.game, session, found[index])
                     for index in reversed(range(count[0])))

    def play(self, subject: Subject, level: int = 10) -> Move:
        """The move that it plays at a level from 1 (beginner) to 10.

        Raises:
            KomweError: the game is over.
        """
        level = whole(level, "level", 1, 10)
        session, _keep = session_of(subject)
        move, error = ffi.new("kw_move *"), new_error()
        if not self._searched(session, lambda engine: lib.kw_engine_play(
                engine, session, level, self._random, move, error)):
            raise raised(error)
        return _moves(subject, [move[0]])[0]


def review(record: Record, *, first: int = 0, depth: int | None = None, nodes: int | None = None,
           seconds: float | None = None, memory: int = 64, threads: int = 1,
           tables: Tables | None = None) -> tuple[TurnReview, ...]:
    """Reviews the turns of a game by an engine of its own, as :meth:`Engine.review` does.

    Args:
        memory: of its transposition table, in MiB.
        threads: that search.
        tables: endgame tables that it may ask.
    """
    with Engine(memory, threads, tables) as engine:
        return engine.review(record, first=first, depth=depth, nodes=nodes, seconds=seconds)


@dataclass(frozen=True)
class Solution:
    """The value of a position for the player to move, under best play of both.

    In games that count seeds the difference of the final scores; else 1, 0, -1.

    Attributes:
        low: the value is not less,
        high: and not more.
        line: best moves of both.
        nodes: positions entered.
        seconds: that it took.
    """

    low: int
    high: int
    line: tuple[Move, ...]
    nodes: int
    seconds: float

    @property
    def value(self) -> int | None:
        """The exact value; None where it depends on repetition and was not found."""
        return self.low if self.low == self.high else None


def solve(subject: Subject, *, memory: int = 64, threads: int = 1,
          tables: Tables | None = None) -> Solution:
    """Finds the exact value of a position, however long it takes; Ctrl-C ends it.

    Args:
        subject: a position, or a record, whose repetitions then count.
        memory: of its tables, in MiB.

    Raises:
        KomweError: the game is over, or memory lacks.
    """
    memory = whole(memory, "memory", 1, MOST_MEMORY)
    threads = whole(threads, "threads", 1, 256)
    held = interruptible(lambda: _held(lib.kw_solver_new(memory * MEBIBYTE, threads),
                                       lib.kw_solver_free), None)
    if not held:
        raise no_memory()
    if tables is not None:
        lib.kw_solver_set_tables(held, tables_of(tables)._tables)
    session, _keep = session_of(subject)
    (flag, stop), error = new_stop(), new_error()
    solution = ffi.new("struct kw_solution *")

    def end() -> None:
        stop()
        lib.kw_solver_stop(held)

    if not interruptible(lambda: lib.calls_solve(held, session, flag, solution, error), end):
        raise raised(error)
    return Solution(int(solution.low), int(solution.high),
                    _moves(subject, solution.line[0:solution.length]), int(solution.nodes),
                    solution.microseconds / 1e6)


@dataclass(frozen=True)
class Proof:
    """Who can force a win, ``"draw"``: neither, and the text that komwe-check-proof checks."""

    outcome: Outcome
    text: str


def prove(position: Position, *, player: Player = "south", memory: int = 64,
          threads: int = 1) -> Proof:
    """Decides who can force a win, in a game that counts no seeds; Ctrl-C ends it.

    Args:
        player: whose win is searched first.
        memory: of its table, in MiB.

    Raises:
        KomweError: the game counts seeds, the position is over, or the table is too small.
    """
    error = new_error()
    first = player_of(player)
    if position_of(position).is_over:
        raise KomweError("the game is over")
    memory = whole(memory, "memory", 1, MOST_MEMORY)
    threads = whole(threads, "threads", 1, 256)
    held = interruptible(lambda: _held(lib.kw_prover_new(
        position.game._game, memory * MEBIBYTE, threads, error), lib.kw_prover_free), None)
    if not held:
        raise raised(error)
    (flag, stop), outcome = new_stop(), ffi.new("enum kw_outcome *")
    text = ffi.new("struct calls_text *")
    try:
        if not interruptible(
                lambda: lib.calls_prove(held, position._held, first, flag, outcome, text, error),
                stop):
            raise raised(error)
        found = bytes(ffi.buffer(text.bytes, text.length)).decode()
    finally:
        lib.calls_free(text.bytes)
    winner = _WINS[outcome[0]]
    assert winner is not None
    return Proof(winner, found)
