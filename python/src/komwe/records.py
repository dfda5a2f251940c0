"""Games being played and games of files: moves with headers and comments (komwe-record(5))."""

from __future__ import annotations

import functools
import os
import stat
import tempfile
import threading
import time
from typing import IO, Any, Callable, Final, Iterable, Iterator, TypeVar, Union

from ._native import ffi, lib
from .errors import KomweError, bytes_of, new_error, no_memory, raised, text_of, whole
from .game import Game, Move, Player, Position, Result, _position, player_of, result_of
from .work import interruptible

Source = Union[str, "os.PathLike[str]", IO[str]]

_SHORT: Final = 4096  # bytes that are read, plies that are written, in a moment
_MOMENT: Final = 0.005  # seconds


F = TypeVar("F", bound=Callable[..., Any])


def _guarded(method: F) -> F:
    """A method that one thread at a time runs for a record."""
    @functools.wraps(method)
    def guarded(self: Record, *values: Any, **named: Any) -> Any:
        with self._lock:
            return method(self, *values, **named)

    return guarded  # type: ignore[return-value]


class Record:
    """A game with its headers and comments, which may be continued.

    Unlike a position it knows repetition, resignation and agreement.  Threads may share it: each
    call waits for those of others.

    Args:
        game: its rules.
        start: where it begins; the start of the game by default.
    """

    __slots__ = ("game", "_record", "_session", "_lock", "__weakref__")
    game: Game
    _record: Any
    _session: Any
    _lock: threading.RLock

    def __init__(self, game: Game, start: Position | None = None):
        if not isinstance(game, Game):
            raise KomweError("a record is made of a Game")
        if start is not None and (not isinstance(start, Position) or start.game != game):
            raise KomweError("the start is not a position of that game")
        held = ffi.NULL if start is None else start._held
        record = lib.kw_record_new(game._game, held)
        if not record:
            raise no_memory()
        self._hold(ffi.gc(record, lib.kw_record_free), game)

    def _hold(self, record: Any, game: Game | None) -> None:
        self._lock = threading.RLock()
        self._record = record
        self._session = lib.kw_record_session(self._record)
        # The game of a record that was read is the record's own.
        self.game = game or Game._lent(lib.kw_session_game(self._session), self._record)

    @classmethod
    def _of(cls, record: Any) -> Record:
        self = cls.__new__(cls)
        self._hold(record, None)
        return self

    @_guarded
    def __len__(self) -> int:
        """Plies played."""
        return int(lib.kw_session_plies(self._session))

    @property
    @_guarded
    def position(self) -> Position:
        """The position now."""
        return self._before(len(self))

    @property
    def start(self) -> Position:
        """The position that it begins with."""
        return self._before(0)

    @_guarded
    def _before(self, ply: int) -> Position:
        if ply > len(self):
            raise KomweError(f"the record has no ply {ply}")
        held = ffi.new("struct kw_position *", lib.kw_session_before(self._session, ply)[0])
        return _position(self.game, held)

    @_guarded
    def _copied(self, ended: bool = False) -> Any:
        """A struct kw_session of its own with the same moves.

        Raises:
            KomweError: the game is over, unless that may be (``ended``).
        """
        session = lib.kw_session_new(self.game._game, lib.kw_session_before(self._session, 0))
        if not session:
            raise no_memory()
        held, error = ffi.gc(session, lib.kw_session_free), new_error()
        for ply in range(len(self)):
            if not lib.kw_session_play(held, lib.kw_session_move(self._session, ply), error):
                raise raised(error)
        if self.result is not None and not ended:
            raise KomweError("the game is over")
        return held

    def positions(self) -> Iterator[Position]:
        """The positions from the start to now, one more than plies."""
        ply = 0
        while ply <= len(self):
            yield self._before(ply)
            ply += 1

    @property
    @_guarded
    def moves(self) -> list[Move]:
        """The moves played, one a ply."""
        text = ffi.new("char[]", int(lib.KW_TEXT))
        found = []
        for ply in range(len(self)):
            code = lib.kw_session_move(self._session, ply)
            before = lib.kw_session_before(self._session, ply)
            found.append(Move(text_of(lib.kw_move_text(self.game._game, before, code, text)), code))
        return found

    @property
    @_guarded
    def result(self) -> Result | None:
        """How the game has ended, for whatever reason; None: it goes on."""
        result = ffi.new("struct kw_result *")
        if not lib.kw_session_result(self._session, result):
            return None
        return result_of(result[0])

    @_guarded
    def play(self, move: str) -> None:
        """Plays a move, or a text of several.

        Raises:
            KomweError: it is not legal, and why, or the game is over; nothing has changed.
        """
        error = new_error()
        if not lib.kw_session_enter(self._session, bytes_of(move), error):
            raise raised(error)

    @_guarded
    def undo(self) -> bool:
        """Takes back a resignation or an agreement, else one ply; False at the start."""
        return bool(lib.kw_session_undo(self._session))

    @_guarded
    def resign(self, player: Player) -> None:
        """Resigns for a player."""
        error = new_error()
        if not lib.kw_session_resign(self._session, player_of(player), error):
            raise raised(error)

    @_guarded
    def agree(self) -> None:
        """Both players agree on a draw."""
        error = new_error()
        if not lib.kw_session_agree(self._session, error):
            raise raised(error)

    # ---- headers and comments ----

    @property
    @_guarded
    def headers(self) -> dict[str, str]:
        """A copy of the headers but Game, Options, Start and Result: :meth:`set_header`."""
        name = ffi.new("const char **")
        found = {}
        for index in range(lib.kw_record_header_count(self._record)):
            value = text_of(lib.kw_record_header_at(self._record, index, name))
            found[text_of(name[0])] = value
        return found

    @_guarded
    def set_header(self, name: str, value: str | None) -> None:
        """Sets a header, or removes it (None).

        Raises:
            KomweError: a record cannot hold the name or the value.
        """
        error = new_error()
        text = ffi.NULL if value is None else ffi.new("char[]", bytes_of(value))
        if not lib.kw_record_header_set(self._record, bytes_of(name), text, error):
            raise raised(error)

    @_guarded
    def comment(self, ply: int) -> str | None:
        """The comment after so many plies, 0..len(record)."""
        found = lib.kw_record_comment(self._record, whole(ply, "ply", 0, len(self)))
        return text_of(found) if found else None

    @_guarded
    def set_comment(self, ply: int, comment: str | None) -> None:
        """Sets that comment, or removes it (None)."""
        error = new_error()
        ply = whole(ply, "ply", 0, len(self))
        text = ffi.NULL if comment is None else ffi.new("char[]", bytes_of(comment))
        if not lib.kw_record_comment_set(self._record, ply, text, error):
            raise raised(error)

    @property
    def text(self) -> str:
        """The record as files have it."""
        if len(self) < _SHORT:
            return str(self._written())
        return str(interruptible(self._written, None))

    @_guarded
    def _written(self) -> str:
        text = ffi.new("struct calls_text *")
        try:
            if not lib.calls_record_text(self._record, text):
                raise no_memory()
            return bytes(ffi.buffer(text.bytes, text.length)).decode()
        finally:
            lib.calls_free(text.bytes)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Record {self.game.id}, {len(self)} plies>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.game.rules_text is None:
            return parse_one, (self.text,)
        return _parse_listed, (self.game.rules_text, self.text)


def parse(text: str) -> Iterator[Record]:
    """The records of a text, one after the other.

    Raises:
        KomweError: a record is damaged, with its line and column; those before it were yielded.
    """
    raw = bytes_of(text)
    source, error = ffi.new("struct kw_record_source *"), new_error()
    kept = ffi.from_buffer(raw)
    source.text, source.length = ffi.cast("const char *", kept), len(raw)

    def some() -> list[Any]:
        """The records of a moment, NULL after the last one."""
        found: list[Any] = []
        until = time.monotonic() + _MOMENT
        while not found or (found[-1] and time.monotonic() < until):
            record = lib.kw_record_read(source, error)
            found.append(ffi.gc(record, lib.kw_record_free) if record else record)
        return found

    while True:
        for record in some() if len(raw) < _SHORT else interruptible(some, None):
            if record:
                yield Record._of(record)
            elif error.code != lib.KW_OK:
                raise raised(error)
            else:
                return


def parse_one(text: str) -> Record:
    """The only record of a text."""
    found = list(parse(text))
    if len(found) != 1:
        raise KomweError(f"the text holds {len(found)} records, not one", "bad record")
    return found[0]


def _parse_listed(rules: str, text: str) -> Record:
    """The record of a game of a rule text, which is listed for that."""
    Game.from_rules(rules, listed=True)
    return parse_one(text)


_LONGEST = 64 << 20  # characters of a file of records


def read(source: Source) -> Iterator[Record]:
    """The records of a file: its path, or the file itself, open for text."""
    if isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8", opener=_open_regular) as file:
            text = file.read(_LONGEST + 1)
        if len(text) > _LONGEST:
            raise KomweError(f"{os.fspath(source)!r} is larger than a file of records may be, 64 MiB")
    else:
        text = source.read()
    yield from parse(text)


def _open_regular(path: str, flags: int) -> int:
    """Opens a file that is one: a pipe or a device is not waited for."""
    nothing = 0  # of these flags that the system does not have
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", nothing) | getattr(os, "O_NOCTTY", nothing))
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)
    raise KomweError(f"{os.fspath(path)!r} is no file of records but a folder, a pipe or a device")


def write(records: Iterable[Record], target: Source) -> None:
    """Writes records into a file, which is replaced, or which is open for text.

    A file is replaced at once, when all records are there: they may come from that same file.

    Raises:
        KomweError: one is no record; nothing is written then.
    """
    if isinstance(records, Record) or not hasattr(records, "__iter__"):
        raise KomweError("records are written as a list of them")
    text = "".join(_text_of_record(number, record) for number, record in enumerate(records, 1))
    if not isinstance(target, (str, os.PathLike)):
        target.write(text)
        return
    path = os.path.realpath(target)
    if os.path.exists(path) and not os.path.isfile(path):  # a terminal, a pipe
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    _replace(path, text)


def _text_of_record(number: int, record: Any) -> str:
    if not isinstance(record, Record):
        raise KomweError(f"record {number} is no Record but {type(record).__name__}")
    return record.text


def _replace(path: str, text: str) -> None:
    """Puts a text in the place of a file, or leaves the file alone."""
    with tempfile.TemporaryDirectory(prefix=".komwe-", dir=os.path.dirname(path)) as folder:
        made = os.path.join(folder, "records")
        with open(made, "w", encoding="utf-8") as file:
            file.write(text)
        if os.path.exists(path):
            os.chmod(made, os.stat(path).st_mode)
        os.replace(made, path)
